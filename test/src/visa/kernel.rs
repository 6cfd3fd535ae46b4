//! Random kernels. They make no sense, but have everything that the forms of vISA can say.

mod addresses;

use cranelift_entity::EntityRef;
use texvisa_ir::collections::Packed;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::message::{MESSAGES, Message, MessageClass, ResponseKind};
use texvisa_ir::visa::{
    Align, Alu, AluOp, Atomic, AtomicForm, AtomicFunction, Attribute, AttributeOwner, AttributeValue, BitFunction,
    BranchKind, Carry, Combine, DataPort, DataPortOp, DataType, Dst, Exec, Fence, Inst, Label, LabelKind, MediaBlock,
    MediaModifier, Modifier, Pred, Predefined, Predicate, PredicateOp, Raw, RawList, Region, Relation, SamplerMessage,
    Src, State, StateInput, StateKind, Storage, Var, VarDecl, VarInput, VectorType, VisaKernel,
};

const ALIGNS: [Align; 10] = [
    Align::Byte,
    Align::Word,
    Align::Dword,
    Align::Qword,
    Align::Oword,
    Align::Hword,
    Align::Hword2,
    Align::Hword4,
    Align::Grf,
    Align::Grf2,
];

/// The kernel of a seed. It is as a reader makes it: what is read of it again is the same.
pub fn kernel(seed: u64) -> VisaKernel {
    let mut rng = fastrand::Rng::with_seed(seed);
    let target = choose(&mut rng, &Target::ALL);
    let mut generator = Generator {
        kernel: VisaKernel::new(format!("k{seed}"), target, SimdWidth::Simd8),
        rng,
        labels: Vec::new(),
        predefined: vec![None; Predefined::all().count()],
        local: None,
        scratch: None,
        bindless: [None; 2],
    };
    generator.declarations();
    for _ in 0..generator.rng.usize(0..40) {
        let inst = generator.inst();
        generator.kernel.insts.push(inst);
    }
    for label in 0..generator.labels.len() {
        if !generator.labels[label] {
            generator.kernel.insts.push(Inst::Label(Label::new(label)));
        }
    }
    generator.kernel
}

fn choose<T: Copy>(rng: &mut fastrand::Rng, all: &[T]) -> T {
    all[rng.usize(..all.len())]
}

struct Generator {
    kernel: VisaKernel,
    rng: fastrand::Rng,
    /// By label: whether it has a place.
    labels: Vec<bool>,
    predefined: Vec<Option<Var>>,
    local: Option<State>,
    scratch: Option<State>,
    bindless: [Option<State>; 2],
}

impl Generator {
    fn declarations(&mut self) {
        let rng = &mut self.rng;
        if rng.bool() {
            (self.kernel.simd, self.kernel.simd_stated) = (choose(rng, &SimdWidth::ALL), true);
        } else {
            self.kernel.simd_stated = false;
        }
        use texvisa_ir::visa::ProgramKind;
        self.kernel.program = choose(rng, &[None, Some(ProgramKind::Cm), Some(ProgramKind::ThreeD)]);
        self.kernel.per_thread_bytes = rng.bool().then(|| rng.u32(..=0xffff));
        let types: Vec<DataType> = DataType::all().collect();
        // One for each size of an element that a message can ask for.
        for ty in [DataType::F, DataType::Hf] {
            self.var(ty, Storage::Own);
        }
        for _ in 0..self.rng.usize(..12) {
            let ty = choose(&mut self.rng, &types);
            let storage = match self.rng.u32(..4) {
                0 => Storage::R0,
                1 | 2 => {
                    let of = Var::new(self.rng.usize(..self.kernel.vars.len()));
                    let bytes = ty.bytes() * 16;
                    self.kernel.alias_storage(of, self.rng.u16(..96), bytes)
                }
                _ => Storage::Own,
            };
            self.var(ty, storage);
        }
        for _ in 0..self.rng.usize(1..4) {
            let lanes = self.rng.u16(1..=32);
            let pred = self.kernel.preds.push(lanes);
            if self.rng.u32(..4) == 0 {
                self.kernel.names.set_pred(pred, &format!("flag{}", pred.index()));
            }
        }
        self.addresses();
        for kind in
            [StateKind::Surface, StateKind::Sampler, choose(&mut self.rng, &[StateKind::Surface, StateKind::Sampler])]
        {
            let state = self.kernel.states.push(kind);
            if self.rng.u32(..4) == 0 {
                self.kernel.names.set_state(state, &format!("state{}", state.index()));
            }
        }
        self.attributes();
        for _ in 0..self.rng.usize(..4) {
            let var = Var::new(self.rng.usize(..self.kernel.vars.len()));
            let (offset, bytes) = (self.rng.u16(..0x8000), self.rng.u16(..));
            self.kernel.inputs.push(VarInput { var, offset, bytes });
        }
        if self.rng.u32(..4) == 0 {
            let state = State::new(self.rng.usize(..self.kernel.states.len()));
            self.kernel.state_inputs.push(StateInput { state, offset: self.rng.u16(..0x8000), bytes: 4 });
        }
    }

    fn var(&mut self, ty: DataType, storage: Storage) {
        let align = choose(&mut self.rng, &ALIGNS);
        // A view has as many bytes as what it shows.
        let elements = match storage {
            Storage::Alias { .. } | Storage::Subregister { .. } => 16,
            _ => self.rng.u16(..),
        };
        let storage = match storage {
            Storage::Subregister { of, offset: 0 } if self.kernel.vars[of].bytes() == ty.bytes() * 16 => {
                Storage::Alias { of }
            }
            storage => storage,
        };
        let var = self.kernel.vars.push(VarDecl { ty, elements, align, storage });
        if self.rng.u32(..4) == 0 {
            self.kernel.names.set_var(var, &format!("name_{}", var.index()));
        }
    }

    fn attributes(&mut self) {
        let mut add = |owner, name: &str, value| {
            self.kernel.attributes.push(Attribute { owner, name: name.into(), value });
        };
        if self.rng.u32(..3) == 0 {
            let var = AttributeOwner::Var(Var::new(self.rng.usize(..2)));
            add(var, "Output", AttributeValue::Flag);
            add(var, "Scope", AttributeValue::Number(self.rng.i32(..)));
        }
        if self.rng.u32(..3) == 0 {
            let state = State::new(self.rng.usize(..2));
            add(AttributeOwner::State(state), "SurfaceUsage", AttributeValue::Number(self.rng.i32(..)));
        }
        if self.rng.u32(..3) == 0 {
            add(AttributeOwner::Kernel, "SLMSize", AttributeValue::Number(self.rng.i32(..)));
            add(AttributeOwner::Kernel, "NoBarrier", AttributeValue::Flag);
            add(AttributeOwner::Kernel, "OutputAsmPath", AttributeValue::Text("a path".into()));
        }
    }

    fn exec(&mut self) -> Exec {
        Exec { lanes: 1 << self.rng.u32(..6), first: self.rng.u8(..8) * 4, nomask: self.rng.bool() }
    }

    fn pred(&mut self) -> Pred {
        Pred::new(self.rng.usize(..self.kernel.preds.len()))
    }

    fn predicate(&mut self) -> Option<Predicate> {
        let combine = choose(&mut self.rng, &[Combine::None, Combine::Any, Combine::All]);
        self.rng.bool().then(|| Predicate { pred: self.pred(), inverted: self.rng.bool(), combine })
    }

    /// A variable that is declared, or now and then one that every kernel has.
    fn any_var(&mut self, null: bool) -> Var {
        if self.rng.u32(..16) == 0 {
            let least = if null { 0 } else { 1 };
            let number = self.rng.usize(least..self.predefined.len());
            let kernel = &mut self.kernel;
            let found = Predefined::from_number(number as u32);
            if let Some(predefined) = found {
                return *self.predefined[number].get_or_insert_with(|| kernel.predefined(predefined));
            }
        }
        let declared = self.kernel.vars.iter().filter(|(_, decl)| !matches!(decl.storage, Storage::Predefined(_)));
        Var::new(self.rng.usize(..declared.count()))
    }

    fn offset(&mut self, var: Var) -> u16 {
        let (grf, element) = (self.kernel.grf_bytes(), self.kernel.vars[var].ty.bytes());
        let row = if self.rng.bool() { 0 } else { self.rng.u32(..256) };
        (row * grf + self.rng.u32(..grf / element) * element) as u16
    }

    fn dst(&mut self) -> Dst {
        let var = self.any_var(true);
        Dst { var, offset: self.offset(var), stride: choose(&mut self.rng, &[0, 1, 2, 4]) }
    }

    fn src(&mut self) -> Src {
        if self.rng.u32(..16) == 0 {
            return Src::Vector { ty: choose(&mut self.rng, &VectorType::TEXT).0, bits: self.rng.u32(..) };
        }
        if self.rng.u32(..4) == 0 {
            let types: Vec<DataType> = DataType::all().collect();
            let ty = choose(&mut self.rng, &types);
            return Src::immediate(ty, self.rng.u64(..) >> (64 - 8 * ty.bytes()));
        }
        let var = self.any_var(true);
        let region = self.region();
        let modifier = choose(&mut self.rng, &Modifier::TEXT).0;
        Src::Register { var, offset: self.offset(var), region, modifier }
    }

    fn region(&mut self) -> Region {
        let vertical = choose(&mut self.rng, &[0, 1, 2, 4, 8, 16, 32]);
        let width = choose(&mut self.rng, &[1, 2, 4, 8, 16]);
        let horizontal = choose(&mut self.rng, &[0, 1, 2, 4]);
        Region { vertical, width, horizontal }
    }

    fn srcs<const N: usize>(&mut self, used: usize) -> [Src; N] {
        let mut srcs = [Src::immediate(DataType::Ud, 0); N];
        srcs[..used].iter_mut().for_each(|src| *src = self.src());
        srcs
    }

    fn raw(&mut self) -> Raw {
        Raw { var: self.any_var(false), offset: self.rng.u16(..) }
    }

    fn raw_or_null(&mut self) -> Option<Raw> {
        if self.rng.u32(..4) == 0 { None } else { Some(self.raw()) }
    }

    fn state(&mut self, kind: StateKind) -> State {
        let all: Vec<State> = self.kernel.states.keys().filter(|state| self.kernel.states[*state] == kind).collect();
        choose(&mut self.rng, &all)
    }

    /// The state of every kernel for a surface or a sampler by its handle.
    fn bindless(&mut self, kind: StateKind) -> State {
        let (state, kind) = match kind {
            StateKind::Sampler => (&mut self.bindless[1], StateKind::BindlessSampler),
            _ => (&mut self.bindless[0], StateKind::BindlessSurface),
        };
        let kernel = &mut self.kernel;
        *state.get_or_insert_with(|| kernel.states.push(kind))
    }

    fn surface_or_local(&mut self) -> State {
        if self.rng.u32(..3) != 0 {
            return self.state(StateKind::Surface);
        }
        let (memory, kind) = match self.rng.bool() {
            true => (&mut self.local, StateKind::Local),
            false => (&mut self.scratch, StateKind::Scratch),
        };
        let kernel = &mut self.kernel;
        *memory.get_or_insert_with(|| kernel.states.push(kind))
    }

    /// A label that exists, or the next one.
    fn label(&mut self) -> Label {
        let index = self.rng.usize(..=self.labels.len());
        if index == self.labels.len() {
            self.labels.push(false);
            let kind = if self.rng.u32(..6) == 0 { LabelKind::Function } else { LabelKind::Block };
            let label = self.kernel.labels.push(kind);
            if self.rng.u32(..4) == 0 {
                self.kernel.names.set_label(label, &format!("_to{index}"));
            }
        }
        Label::new(index)
    }

    fn channels(&mut self) -> ChannelMask {
        ChannelMask::from_bits(self.rng.u8(1..16))
    }

    fn inst(&mut self) -> Inst {
        let relation = choose(&mut self.rng, &Relation::TEXT).0;
        match self.rng.u32(..21) {
            0 => {
                let label = self.label();
                if std::mem::replace(&mut self.labels[label.index()], true) {
                    return Inst::Barrier;
                }
                Inst::Label(label)
            }
            1 => Inst::FloatControls { toggles: self.rng.bool(), bits: self.rng.u32(..) },
            2 => Inst::Compare { relation, exec: self.exec(), dst: self.pred(), srcs: self.srcs(2) },
            3 => Inst::CompareInto { relation, exec: self.exec(), dst: self.dst(), srcs: self.srcs(2) },
            4 => {
                let function = self.rng.u8(..);
                let (exec, predicate) = (self.exec(), self.predicate());
                Inst::BitFunction(BitFunction { function, exec, predicate, dst: self.dst(), srcs: self.srcs(3) })
            }
            5 => {
                let subtracts = self.rng.bool();
                let (exec, predicate) = (self.exec(), self.predicate());
                let (dst, carry) = (self.dst(), self.dst());
                Inst::Carry(Carry { subtracts, exec, predicate, dst, carry, srcs: self.srcs(2) })
            }
            6 => {
                let op = choose(&mut self.rng, &PredicateOp::TEXT).0;
                let (exec, dst, first) = (self.exec(), self.pred(), self.pred());
                let second = if op.sources() == 2 { self.pred() } else { first };
                Inst::Predicate { op, exec, dst, srcs: [first, second] }
            }
            7 => Inst::SetPredicate { exec: self.exec(), dst: self.pred(), src: self.src() },
            8 if self.rng.u32(..3) == 0 => Inst::MovePredicate { dst: self.dst(), src: self.pred() },
            8 if self.rng.bool() => {
                let name = choose(&mut self.rng, &[".str", "table", "a b", "_x1"]);
                Inst::SymbolAddress { dst: self.dst(), symbol: self.kernel.symbols.push(name.to_owned()) }
            }
            8 => {
                let kind = choose(&mut self.rng, &[StateKind::Surface, StateKind::Sampler]);
                let state = if self.rng.u32(..4) == 0 { self.bindless(kind) } else { self.state(kind) };
                Inst::SetState { state, value: self.src() }
            }
            9 if self.rng.bool() => self.atomic(),
            9 => self.data_port(),
            10 => self.media(),
            11 => Inst::Fence(choose(&mut self.rng, &Fence::TEXT).0),
            12 => {
                let kind = choose(&mut self.rng, &[BranchKind::Goto, BranchKind::Jump]);
                Inst::Branch { kind, exec: self.exec(), predicate: self.predicate(), target: self.label() }
            }
            13 => Inst::Return,
            14..=16 => self.message(),
            17 => self.address_inst(),
            _ => {
                let op = choose(&mut self.rng, AluOp::ALL);
                let (exec, predicate) = (self.exec(), self.predicate());
                let predicate = predicate.filter(|_| !matches!(op, AluOp::Min | AluOp::Max));
                let dst = self.dst();
                Inst::Alu(Alu { op, saturate: self.rng.bool(), exec, predicate, dst, srcs: self.srcs(op.sources()) })
            }
        }
    }

    fn data_port(&mut self) -> Inst {
        let op = choose(&mut self.rng, &DataPortOp::TEXT).0;
        if op.is_block() {
            let surface = match op {
                DataPortOp::PointerBlockLoad => None,
                op if op.counts_owords() => Some(self.surface_or_local()),
                _ => Some(self.state(StateKind::Surface)),
            };
            let mut address = [Packed::default(); 4];
            address[0] = Some(Raw { offset: 0, ..self.raw() }).into();
            return Inst::DataPort(DataPort {
                op,
                exec: Exec::SCALAR,
                predicate: None,
                channels: ChannelMask::EMPTY,
                bytes: choose(&mut self.rng, &[16, 32, 64, 128]),
                surface: surface.into(),
                address,
                data: self.raw(),
            });
        }
        let (exec, predicate) = (self.exec(), self.predicate());
        let (channels, bytes) = match op.is_bytes() {
            true => (ChannelMask::EMPTY, choose(&mut self.rng, &[1, 2, 4])),
            false if op.has_blocks() => (ChannelMask::from_bits(choose(&mut self.rng, &[0b1, 0b11, 0b1111])), 0),
            false => (self.channels(), 0),
        };
        let surface = match op {
            op if op.is_by_pointer() => None,
            op if op.is_typed() => Some(self.state(StateKind::Surface)),
            _ => Some(self.surface_or_local()),
        };
        let mut address = [Packed::default(); 4];
        let used = if op.is_typed() { 4 } else { 1 };
        address[..used].iter_mut().for_each(|raw| *raw = self.raw_or_null().into());
        Inst::DataPort(DataPort {
            op,
            exec,
            predicate,
            channels,
            bytes,
            surface: surface.into(),
            address,
            data: self.raw(),
        })
    }

    fn atomic(&mut self) -> Inst {
        let form = choose(&mut self.rng, &AtomicForm::TEXT).0;
        let function = choose(&mut self.rng, AtomicFunction::ALL);
        let (exec, predicate) = (self.exec(), self.predicate());
        let surface = match form {
            AtomicForm::Pointer => None,
            AtomicForm::Typed => Some(self.state(StateKind::Surface)),
            AtomicForm::Dword => Some(self.surface_or_local()),
        };
        let parts = self.rng.usize(1..=form.address_parts());
        let raws: Vec<Raw> = (0..parts + function.sources()).map(|_| self.raw()).collect();
        let operands = self.kernel.push_raws(&raws);
        // Of an access by pointer the text has it elsewhere than the binary, and what both meet first they declare first.
        let dst = match form {
            AtomicForm::Pointer => self.rng.bool().then(|| raws[0]).into(),
            _ => self.raw_or_null().into(),
        };
        let bytes = if form == AtomicForm::Pointer && self.rng.bool() { 8 } else { 4 };
        Inst::Atomic(Atomic { form, function, bytes, exec, predicate, surface: surface.into(), operands, dst })
    }

    fn media(&mut self) -> Inst {
        Inst::Media(MediaBlock {
            store: self.rng.bool(),
            modifier: choose(&mut self.rng, &MediaModifier::TEXT).0,
            width: self.rng.u8(1..=64),
            height: self.rng.u8(1..=64),
            surface: self.state(StateKind::Surface),
            plane: self.rng.u8(..4),
            x: self.src(),
            y: self.src(),
            data: self.raw(),
        })
    }

    /// A message that the target has, of the type of its first parameter.
    fn message(&mut self) -> Inst {
        let target = self.kernel.target;
        let bytes = choose(&mut self.rng, &[2, 4]);
        let has = |row: &&texvisa_ir::visa::message::MessageRow| {
            let bytes = if row.class == MessageClass::Info { 4 } else { bytes };
            !matches!(row.class, MessageClass::MediaLoad | MessageClass::MediaStore)
                && row.targets.contains(target)
                && Message::from_mnemonic(row.mnemonic, target, bytes) == Some(row.id)
        };
        let rows: Vec<_> = MESSAGES.iter().filter(has).collect();
        let row = choose(&mut self.rng, &rows);
        let exec = self.exec();
        let flagged = row.class.has_modifiers();
        let samples = row.class == MessageClass::Sample;
        let predicate = self.predicate().filter(|_| flagged);
        let channels = match row.response {
            ResponseKind::Texels => ChannelMask::from_bits(1 << self.rng.u32(..4)),
            _ => self.channels(),
        };
        let (residency, cps) = (self.rng.bool() && flagged, self.rng.bool() && samples);
        let non_uniform = self.rng.bool() && samples;
        let offset = if flagged { self.src() } else { Src::immediate(DataType::Uw, 0) };
        let mut state = |kind| if self.rng.u32(..8) == 0 { self.bindless(kind) } else { self.state(kind) };
        let sampler = row.class.has_sampler().then(|| state(StateKind::Sampler));
        let surface = state(StateKind::Surface);
        let mut message = SamplerMessage {
            message: row.id,
            exec,
            predicate,
            residency,
            cps,
            non_uniform,
            channels,
            offset,
            sampler,
            surface,
            dst: None,
            params: RawList::default(),
        };
        // A query names its destination last.
        if row.class == MessageClass::Info {
            message.params = self.params(row.slots.len(), 4);
            message.dst = self.raw_or_null();
        } else {
            message.dst = self.raw_or_null();
            let count = self.rng.usize(1..=row.slots.len());
            message.params = self.params(count, bytes);
        }
        Inst::Sampler(message)
    }

    /// The type of the first is of `bytes`.
    fn params(&mut self, count: usize, bytes: u32) -> RawList {
        let mut raws = Vec::with_capacity(count);
        for index in 0..count {
            let raw = match index {
                // The first two variables are of these types.
                0 => Raw { var: Var::new(if bytes == 4 { 0 } else { 1 }), offset: self.rng.u16(..) },
                _ => self.raw(),
            };
            raws.push(raw);
        }
        self.kernel.push_raws(&raws)
    }
}
