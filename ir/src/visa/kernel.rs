//! A kernel of Intel's virtual ISA: declarations and a list of instructions.
//!
//! # Variables and their storage
//!
//! There is one variable for each (value, half): where SIMD32 runs in two halves, each half has variables of its own,
//! because messages need contiguous payloads. A variable either has bytes of its own, or
//! has bytes of another ([`Storage`]). Following that to the end gives its backing variable and a byte offset in it
//! ([`VisaKernel::backing`]). Text prints aliases from these, and register assignment gives registers to backing variables,
//! so there is one layout and not two.

use std::ops::Range;

use cranelift_entity::{PrimaryMap, SecondaryMap, packed_option::PackedOption};

use super::attribute::{Attributes, ProgramKind};
use super::descriptor::PayloadPlacement;
use super::entities::{Label, Pred, State, Var};
use super::grf::Grf;
use super::inst::{Alu, AluOp, Atomic, DataPort, Dst, Inst, Raw, RawList, SamplerMessage, Src};
use super::message::ResponseKind;
use super::message_shape::MessageShape;
use super::predefined::Predefined;
use super::types::{Align, DataType, Exec, Modifier, Region};
use crate::target::{SimdWidth, Target};

/// Where a variable's bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// The variable backs itself.
    Own,
    /// Register r0, which every thread starts with.
    R0,
    /// The variable is not declared: every kernel has it.
    Predefined(Predefined),
    /// Bytes of another variable with a live range of their own: a channel of a response, a parameter of a payload.
    Subregister {
        /// The other variable.
        of: Var,
        /// Bytes from its start.
        offset: u16,
    },
    /// The same bytes as another variable, as elements of another type. They have one live range.
    Alias {
        /// The other variable.
        of: Var,
    },
}

impl Storage {
    /// The variable whose bytes it has, and the offset in it; `None` where it has its own.
    #[inline]
    pub const fn within(self) -> Option<(Var, u16)> {
        match self {
            Storage::Subregister { of, offset } => Some((of, offset)),
            Storage::Alias { of } => Some((of, 0)),
            _ => None,
        }
    }
}

/// The variable that an alias names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AliasBase {
    /// A variable that is declared.
    Var(Var),
    /// One that every kernel has.
    Predefined(Predefined),
}

/// The declaration of a general variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarDecl {
    /// The type of its elements.
    pub ty: DataType,
    /// How many it has.
    pub elements: u16,
    /// Where it may begin.
    pub align: Align,
    /// Where its bytes are.
    pub storage: Storage,
}

impl VarDecl {
    /// Its size.
    #[inline]
    pub const fn bytes(&self) -> u32 {
        self.ty.bytes() * self.elements as u32
    }
}

/// Which table a state variable indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateKind {
    /// Binding table entries.
    Surface,
    /// Sampler states.
    Sampler,
    /// None: the group's local memory, which every kernel has without declaring it.
    Local,
    /// None: the scratch memory of the hardware thread, likewise.
    Scratch,
}

impl StateKind {
    /// The kinds that every kernel has without declaring them, each with its name and its number among surfaces.
    pub(crate) const PREDEFINED: [(StateKind, &'static str, u16); 2] =
        [(StateKind::Local, "%slm", 0), (StateKind::Scratch, "%scratch", 5)];

    /// The name and the number that one of this kind has without being declared.
    pub(crate) fn predefined(self) -> Option<(&'static str, u16)> {
        StateKind::PREDEFINED.into_iter().find(|row| row.0 == self).map(|(_, name, number)| (name, number))
    }
}

/// An argument of the kernel, already in the register file when it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarInput {
    /// Where it is found by the program.
    pub var: Var,
    /// Bytes from the start of the register file.
    pub offset: u16,
    /// Its size in bytes.
    pub bytes: u16,
}

/// A surface or sampler that is an argument of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateInput {
    /// Where it is found by the program.
    pub state: State,
    /// Bytes from the start of the register file.
    pub offset: u16,
    /// Its size in bytes.
    pub bytes: u16,
}

/// What a label is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LabelKind {
    /// A target of branches.
    #[default]
    Block,
    /// The start of a function, which `.function` names. The first in a kernel is its main function.
    Function,
    /// No branch goes there. It takes the position of an instruction that was removed, so that no other has to move.
    Unused,
}

/// A read or write of bytes of a variable by an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarAccess {
    /// The variable.
    pub var: Var,
    /// The first byte, from the variable's start.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// Whether it is written.
    pub write: bool,
    /// Whether only the bytes of lanes that the execution mask enables are accessed; otherwise those of all lanes.
    pub masked: bool,
}

/// How the bytes of an access are shared out among lanes: of the `step` bytes from `start + n * step` on, lane `first + n`
/// accesses the first `size`, and the same again in every channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneBytes {
    /// The lane that has the first bytes.
    pub first: u8,
    /// Bytes that a lane accesses.
    pub size: u8,
    /// Bytes from those of one lane to those of the next, a power of two up to 32.
    pub step: u16,
    /// Bytes from the start of one channel to the start of the next; [`LaneBytes::ONE_CHANNEL`] where there is one.
    pub channel: u16,
}

impl LaneBytes {
    /// The bytes of the only channel.
    pub const ONE_CHANNEL: u16 = u16::MAX;
    /// The longest step: the smallest registers have 32 bytes.
    const MAX_STEP: u32 = 32;

    /// One channel for the lanes of `exec`: elements of `size` bytes, `stride` elements from one to the next. `None`
    /// where the execution mask is ignored, all lanes have one element, registers have no whole steps, or the caller did not ask.
    #[inline]
    fn new<const ASKED: bool>(exec: Exec, size: u32, stride: u32) -> Option<LaneBytes> {
        let step = size * stride;
        (ASKED && !exec.nomask && step.is_power_of_two() && step <= LaneBytes::MAX_STEP).then_some(LaneBytes {
            first: exec.first,
            size: size as u8,
            step: step as u16,
            channel: LaneBytes::ONE_CHANNEL,
        })
    }

    /// The same in each of `count` channels of `channel` bytes.
    #[inline]
    fn in_channels(self, count: u32, channel: u32) -> LaneBytes {
        if count > 1 { LaneBytes { channel: channel as u16, ..self } } else { self }
    }
}

/// A kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct VisaKernel {
    /// The name.
    pub name: String,
    /// The target that it was made for.
    pub target: Target,
    /// The lanes of a thread.
    pub simd: SimdWidth,
    /// The general variables.
    pub vars: PrimaryMap<Var, VarDecl>,
    /// The predicates, with the number of their bits.
    pub preds: PrimaryMap<Pred, u16>,
    /// The state variables.
    pub states: PrimaryMap<State, StateKind>,
    /// The labels.
    pub labels: PrimaryMap<Label, LabelKind>,
    /// The arguments.
    pub inputs: Vec<VarInput>,
    /// Surfaces and samplers among the arguments.
    pub state_inputs: Vec<StateInput>,
    /// The kind of program, if the kernel has that attribute.
    pub program: Option<ProgramKind>,
    /// Whether the kernel has an attribute for its width; otherwise `simd` means nothing.
    pub simd_stated: bool,
    /// Bytes of arguments that differ between lanes, where a kernel loads them itself.
    pub per_thread_bytes: Option<u32>,
    /// All other attributes.
    pub attributes: Attributes,
    /// The instructions in order.
    pub insts: Vec<Inst>,
    /// The operands of messages; see [`VisaKernel::raws()`].
    pub raws: Vec<Raw>,
    /// Names of variables and labels that have one.
    pub names: EntityNames,
}

/// Names of what has one. All are in one text, so that a name costs no allocation.
#[derive(Clone, Debug, Default)]
pub struct EntityNames {
    text: String,
    vars: SecondaryMap<Var, Span>,
    preds: SecondaryMap<Pred, Span>,
    states: SecondaryMap<State, Span>,
    labels: SecondaryMap<Label, Span>,
}

/// Where a name is in the text; one of no bytes is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Span {
    start: u32,
    bytes: u32,
}

macro_rules! name_accessors {
    ($($get:ident $set:ident $map:ident $entity:ident;)*) => {
        impl EntityNames {$(
            /// The name, where there is one.
            pub fn $get(&self, entity: $entity) -> Option<&str> {
                let Span { start, bytes } = self.$map.get(entity).copied().unwrap_or_default();
                if bytes == 0 { None } else { self.text.get(start as usize..(start + bytes) as usize) }
            }

            /// Gives a name.
            pub fn $set(&mut self, entity: $entity, name: &str) {
                self.$map[entity] = Span { start: self.text.len() as u32, bytes: name.len() as u32 };
                self.text.push_str(name);
            }
        )*}

        impl PartialEq for EntityNames {
            /// Whether the same things have the same names.
            fn eq(&self, other: &EntityNames) -> bool {
                $(self.$map.keys().chain(other.$map.keys()).all(|entity| self.$get(entity) == other.$get(entity)))&&*
            }
        }
    };
}

name_accessors! {
    var set_var vars Var;
    pred set_pred preds Pred;
    state set_state states State;
    label set_label labels Label;
}

impl VisaKernel {
    /// A kernel without instructions.
    pub fn new(name: impl Into<String>, target: Target, simd: SimdWidth) -> VisaKernel {
        VisaKernel {
            name: name.into(),
            target,
            simd,
            vars: PrimaryMap::new(),
            preds: PrimaryMap::new(),
            states: PrimaryMap::new(),
            labels: PrimaryMap::new(),
            inputs: Vec::new(),
            state_inputs: Vec::new(),
            program: Some(ProgramKind::ThreeD),
            simd_stated: true,
            per_thread_bytes: None,
            attributes: Attributes::default(),
            insts: Vec::new(),
            raws: Vec::new(),
            names: EntityNames::default(),
        }
    }

    /// Bytes of a register.
    #[inline]
    pub fn grf_bytes(&self) -> u32 {
        self.target.platform().grf_bytes
    }

    /// The size of a register.
    #[inline]
    pub fn grf(&self) -> Grf {
        Grf::new(self.grf_bytes())
    }

    /// The operands of a message.
    #[inline]
    pub fn raws(&self, list: RawList) -> &[Raw] {
        &self.raws[list.start as usize..][..usize::from(list.count)]
    }

    /// Appends operands of a message, at most 255.
    pub fn push_raws(&mut self, raws: &[Raw]) -> RawList {
        let start = self.raws.len() as u32;
        self.raws.extend_from_slice(raws);
        RawList { start, count: raws.len() as u8 }
    }

    /// The operands, at most 255, that have been appended to [`VisaKernel::raws`] since there were `start`.
    #[inline]
    pub fn raws_since(&self, start: usize) -> RawList {
        RawList { start: start as u32, count: (self.raws.len() - start) as u8 }
    }

    /// The variable with the same bytes and the same live range: `var` itself, unless its storage is an alias.
    #[inline]
    pub fn unaliased(&self, mut var: Var) -> Var {
        while let Storage::Alias { of } = self.vars[var].storage {
            var = of;
        }
        var
    }

    /// The backing variable of `var`, and where in it `var` begins.
    #[inline]
    pub fn backing(&self, mut var: Var) -> (Var, u32) {
        let mut bytes = 0_u32;
        while let Some((of, offset)) = self.vars[var].storage.within() {
            var = of;
            // A file may nest aliases deeper than any register file.
            bytes = bytes.saturating_add(u32::from(offset));
        }
        (var, bytes)
    }

    /// What `var` is declared as an alias of, and how many bytes from its start; `None` where it has bytes of its own.
    /// `by_backing` names its backing variable, otherwise the variable of its storage.
    #[inline(always)]
    pub fn alias(&self, var: Var, by_backing: bool) -> Option<(AliasBase, u32)> {
        let storage = self.vars[var].storage;
        let Some((of, offset)) = storage.within() else {
            return matches!(storage, Storage::R0).then_some((AliasBase::Predefined(Predefined::R0), 0));
        };
        let (of, before) = if by_backing { self.backing(of) } else { (of, 0) };
        let offset = before.saturating_add(u32::from(offset));
        match self.vars[of].storage {
            Storage::Predefined(predefined) => Some((AliasBase::Predefined(predefined), offset)),
            // `%r0` is only named from its start.
            Storage::R0 if by_backing && offset == 0 => Some((AliasBase::Predefined(Predefined::R0), 0)),
            _ => Some((AliasBase::Var(of), offset)),
        }
    }

    /// The storage of an alias of `bytes` that begins `offset` bytes behind the start of `of`.
    pub fn alias_storage(&self, of: Var, offset: u16, bytes: u32) -> Storage {
        match offset {
            0 if self.vars[of].bytes() == bytes => Storage::Alias { of },
            _ => Storage::Subregister { of, offset },
        }
    }

    /// A new variable for a predefined one.
    pub fn predefined(&mut self, predefined: Predefined) -> Var {
        self.vars.push(VarDecl {
            ty: predefined.ty(),
            elements: predefined.elements(),
            align: Align::Grf,
            storage: Storage::Predefined(predefined),
        })
    }

    /// Begins the main function at the next instruction, under the name that Intel's compiler gives it.
    pub fn begin_main_function(&mut self) {
        let label = self.labels.push(LabelKind::Function);
        self.names.set_label(label, "_main_0");
        self.insts.push(Inst::Label(label));
    }

    /// The instructions of the main function: from the first function label to the next one or the end; empty where no
    /// function begins.
    ///
    /// Only here does `ret` end the thread. Elsewhere it returns to a caller, and a kernel has none: Intel's finalizer
    /// (release 1.0.12504.6, all platforms) makes `ret r0.0` of it, and on a GPU the thread hangs.
    pub fn main_function(&self) -> Range<usize> {
        let begins = |inst: &Inst| matches!(inst, Inst::Label(label) if self.labels[*label] == LabelKind::Function);
        let Some(start) = self.insts.iter().position(begins) else { return 0..0 };
        let next = self.insts[start + 1..].iter().position(begins);
        start..next.map_or(self.insts.len(), |count| start + 1 + count)
    }

    /// Calls `visit` with the variables that are declared, each behind the one whose alias it is. `by_backing` that is the
    /// one that backs it, so that those with bytes of their own come first; otherwise they have their own order where
    /// that is one, and only where it is none do they come first.
    #[inline]
    pub fn for_each_declared_var(&self, by_backing: bool, mut visit: impl FnMut(Var)) {
        if !by_backing {
            return self.declared_vars().into_iter().for_each(visit);
        }
        for aliases in [false, true] {
            for (var, VarDecl { storage, .. }) in &self.vars {
                if storage.within().is_some() == aliases && !matches!(storage, Storage::Predefined(_)) {
                    visit(var);
                }
            }
        }
    }

    fn declared_vars(&self) -> Vec<Var> {
        let root = |var: Var| match self.alias(var, false) {
            Some((AliasBase::Var(root), _)) => Some(root),
            _ => None,
        };
        let declared = |var: &Var| !matches!(self.vars[*var].storage, Storage::Predefined(_));
        let vars = || self.vars.keys().filter(declared);
        if vars().all(|var| root(var).is_none_or(|root| root < var)) {
            return vars().collect();
        }
        let (mut sorted, mut rest): (Vec<Var>, Vec<Var>) = vars().partition(|var| root(*var).is_none());
        // Repeated until each has come behind the one that it is an alias of.
        let mut declared_before: SecondaryMap<Var, bool> = SecondaryMap::default();
        sorted.iter().for_each(|var| declared_before[*var] = true);
        while !rest.is_empty() {
            let before = sorted.len();
            rest.retain(|var| {
                let ready = root(*var).is_none_or(|root| declared_before[root]);
                if ready {
                    declared_before[*var] = true;
                    sorted.push(*var);
                }
                !ready
            });
            if sorted.len() == before {
                // Aliases of one another, which no kernel has.
                sorted.append(&mut rest);
            }
        }
        sorted
    }

    /// The geometry of a message: see [`MessageShape`].
    #[inline]
    pub fn shape(&self, message: &SamplerMessage) -> MessageShape {
        let params = self.raws(message.params);
        let param_bytes = params.first().map_or(4, |raw| self.vars[raw.var].ty.bytes());
        let result_bytes = message.dst.map_or(4, |raw| self.vars[raw.var].ty.bytes());
        MessageShape {
            message: message.message,
            lanes: u32::from(message.exec.lanes),
            param_bytes,
            params: params.len() as u32,
            channels: message.channels,
            offset: match message.offset {
                Src::Immediate { bits, .. } => Some(bits.get() as u16),
                Src::Register { .. } | Src::Vector { .. } => None,
            },
            residency: message.residency,
            result_bytes: message.dst.map(|_| result_bytes),
            grf_bytes: self.grf_bytes(),
        }
    }

    /// How the parameters of a message lie: in one run where each begins behind the one before it, in one backing
    /// variable.
    pub fn payload_placement(&self, message: &SamplerMessage) -> PayloadPlacement {
        let step = self.shape(message).param_registers() * self.grf_bytes();
        let place = |raw: &Raw| {
            let (root, offset) = self.backing(raw.var);
            (root, offset + u32::from(raw.offset))
        };
        let is_next = |pair: &[Raw]| {
            let (root, offset) = place(&pair[0]);
            (root, offset + step) == place(&pair[1])
        };
        let in_one_run = self.raws(message.params).windows(2).all(is_next);
        if in_one_run { PayloadPlacement::Contiguous } else { PayloadPlacement::Scattered }
    }

    /// Calls `visit` with what `inst` does to variables: first all that it reads, then what it writes.
    #[inline]
    pub fn for_each_access(&self, inst: &Inst, mut visit: impl FnMut(VarAccess)) {
        self.accesses::<false>(inst, |access, _| visit(access));
    }

    /// The same, with the bytes of each lane where every lane that the execution mask enables accesses its own alone.
    #[inline]
    pub fn for_each_lane_access(&self, inst: &Inst, visit: impl FnMut(VarAccess, Option<LaneBytes>)) {
        self.accesses::<true>(inst, visit);
    }

    /// The same. Nothing is found out about lanes that is not asked for, since most callers do not.
    #[inline]
    fn accesses<const LANES: bool>(&self, inst: &Inst, mut visit: impl FnMut(VarAccess, Option<LaneBytes>)) {
        // Most instructions are of this kind.
        let Inst::Alu(alu) = inst else { return self.other_accesses::<LANES>(inst, &mut visit) };
        for src in &alu.srcs[..alu.op.sources()] {
            self.read::<LANES>(*src, alu.exec, &mut visit);
        }
        self.write::<LANES>(alu.dst, alu.exec, alu.op, &mut visit);
    }

    /// The same for an instruction that is no [`Alu`].
    fn other_accesses<const LANES: bool>(&self, inst: &Inst, visit: &mut impl FnMut(VarAccess, Option<LaneBytes>)) {
        match inst {
            Inst::Label(_)
            | Inst::FloatControls { .. }
            | Inst::Alu(_)
            | Inst::Predicate { .. }
            | Inst::Barrier
            | Inst::Fence(_)
            | Inst::Branch { .. }
            | Inst::Return => {}
            Inst::CompareInto { exec, dst, srcs, .. } => {
                srcs.iter().for_each(|src| self.read::<LANES>(*src, *exec, visit));
                self.write::<LANES>(*dst, *exec, AluOp::Mov, visit);
            }
            Inst::BitFunction(inst) => {
                inst.srcs.iter().for_each(|src| self.read::<LANES>(*src, inst.exec, visit));
                self.write::<LANES>(inst.dst, inst.exec, AluOp::Mov, visit);
            }
            Inst::Carry(inst) => {
                inst.srcs.iter().for_each(|src| self.read::<LANES>(*src, inst.exec, visit));
                self.write::<LANES>(inst.dst, inst.exec, AluOp::Mov, visit);
                self.write::<LANES>(inst.carry, inst.exec, AluOp::Mov, visit);
            }
            Inst::Media(block) => {
                self.read::<LANES>(block.x, Exec::SCALAR, visit);
                self.read::<LANES>(block.y, Exec::SCALAR, visit);
                let start = u32::from(block.data.offset);
                let end = start + block.bytes();
                visit(VarAccess { var: block.data.var, start, end, write: !block.store, masked: false }, None);
            }
            Inst::Compare { exec, srcs, .. } => srcs.iter().for_each(|src| self.read::<LANES>(*src, *exec, visit)),
            Inst::SetPredicate { exec, src, .. } => self.read::<LANES>(*src, *exec, visit),
            Inst::SetState { value, .. } => self.read::<LANES>(*value, Exec::SCALAR, visit),
            Inst::Sampler(message) => self.sampler_accesses::<LANES>(message, visit),
            Inst::DataPort(access) => self.data_port_accesses::<LANES>(access, visit),
            Inst::Atomic(atomic) => self.atomic_accesses::<LANES>(atomic, visit),
        }
    }

    fn sampler_accesses<const LANES: bool>(
        &self,
        message: &SamplerMessage,
        visit: &mut impl FnMut(VarAccess, Option<LaneBytes>),
    ) {
        self.read::<LANES>(message.offset, Exec::SCALAR, visit);
        let masked = !message.exec.nomask;
        let read_masked = masked && !message.message.row().implicit_lod;
        for raw in self.raws(message.params) {
            let start = u32::from(raw.offset);
            let element = self.vars[raw.var].ty.bytes();
            let end = start + u32::from(message.exec.lanes) * element;
            let lanes = LaneBytes::new::<LANES>(message.exec, element, 1).filter(|_| read_masked);
            visit(VarAccess { var: raw.var, start, end, write: false, masked: read_masked }, lanes);
        }
        if let Some(raw) = message.dst {
            let start = u32::from(raw.offset);
            let shape = self.shape(message);
            let end = start + shape.response_bytes();
            // Residency is one dword for all lanes. What a query returns is left open.
            let is_by_lane = !message.residency
                && matches!(message.message.row().response, ResponseKind::Texels | ResponseKind::Channels);
            let lanes = LaneBytes::new::<LANES>(message.exec, self.vars[raw.var].ty.bytes(), 1)
                .filter(|_| is_by_lane)
                .map(|lanes| lanes.in_channels(shape.response_channels(), shape.channel_step()));
            visit(VarAccess { var: raw.var, start, end, write: true, masked }, lanes);
        }
    }

    fn data_port_accesses<const LANES: bool>(
        &self,
        access: &DataPort,
        visit: &mut impl FnMut(VarAccess, Option<LaneBytes>),
    ) {
        let masked = !access.exec.nomask;
        let exec_lanes = u32::from(access.exec.lanes);
        for raw in access.address.into_iter().filter_map(PackedOption::expand) {
            let start = u32::from(raw.offset);
            let end = start + exec_lanes * access.op.address_bytes();
            let lanes = LaneBytes::new::<LANES>(access.exec, access.op.address_bytes(), 1);
            visit(VarAccess { var: raw.var, start, end, write: false, masked }, lanes);
        }
        let step = self.grf().round_up(exec_lanes * 4);
        let channels = if access.op.is_bytes() { 1 } else { access.channels.count() };
        let start = u32::from(access.data.offset);
        if access.op.is_block() {
            let end = start + u32::from(access.bytes);
            return visit(VarAccess { var: access.data.var, start, end, write: true, masked }, None);
        }
        let end = start + channels * step;
        let lanes = LaneBytes::new::<LANES>(access.exec, 4, 1).map(|lanes| lanes.in_channels(channels, step));
        visit(VarAccess { var: access.data.var, start, end, write: access.op.reads(), masked }, lanes);
    }

    fn atomic_accesses<const LANES: bool>(
        &self,
        atomic: &Atomic,
        visit: &mut impl FnMut(VarAccess, Option<LaneBytes>),
    ) {
        let masked = !atomic.exec.nomask;
        let mut visit = |raw: &Raw, bytes: u32, write: bool| {
            let start = u32::from(raw.offset);
            let end = start + u32::from(atomic.exec.lanes) * bytes;
            let lanes = LaneBytes::new::<LANES>(atomic.exec, bytes, 1);
            visit(VarAccess { var: raw.var, start, end, write, masked }, lanes);
        };
        let (address, srcs) = atomic.split(self.raws(atomic.operands));
        address.iter().for_each(|raw| visit(raw, atomic.form.address_bytes(), false));
        srcs.iter().for_each(|raw| visit(raw, 4, false));
        if let Some(dst) = atomic.dst.expand() {
            visit(&dst, 4, true);
        }
    }

    #[inline]
    fn read<const LANES: bool>(&self, src: Src, exec: Exec, visit: &mut impl FnMut(VarAccess, Option<LaneBytes>)) {
        if let (Some(access), Src::Register { var, region, .. }) = (self.source_access(src, exec), src) {
            let stride = if region.width <= 1 { region.vertical.into() } else { 0 };
            visit(access, LaneBytes::new::<LANES>(exec, self.vars[var].ty.bytes(), stride));
        }
    }

    #[inline]
    fn write<const LANES: bool>(
        &self,
        dst: Dst,
        exec: Exec,
        op: AluOp,
        visit: &mut impl FnMut(VarAccess, Option<LaneBytes>),
    ) {
        let lanes = match op {
            // Two parts.
            AluOp::Madw => None,
            _ => LaneBytes::new::<LANES>(exec, self.vars[dst.var].ty.bytes(), dst.stride.into()),
        };
        visit(self.destination_access(dst, exec, op), lanes);
    }

    /// What an instruction on `exec` does to its destination.
    #[inline]
    pub fn destination_access(&self, dst: Dst, exec: Exec, op: AluOp) -> VarAccess {
        let element = self.vars[dst.var].ty.bytes();
        let start = u32::from(dst.offset);
        let bytes = (u32::from(exec.lanes) - 1) * u32::from(dst.stride) * element + element;
        // The high halves begin at a register.
        let bytes = if op == AluOp::Madw { self.grf().round_up(bytes) + bytes } else { bytes };
        VarAccess { var: dst.var, start, end: start + bytes, write: true, masked: !exec.nomask }
    }

    /// What an instruction on `exec` reads of a variable for `src`, unless that is a number.
    #[inline]
    pub fn source_access(&self, src: Src, exec: Exec) -> Option<VarAccess> {
        let Src::Register { var, offset, region, .. } = src else { return None };
        let decl = &self.vars[var];
        // State registers are no variables of the register file.
        if matches!(decl.storage, Storage::Predefined(_)) {
            return None;
        }
        let element = decl.ty.bytes();
        let start = u32::from(offset);
        let end = start + (region.element(u32::from(exec.lanes) - 1) + 1) * element;
        let masked = !exec.nomask && region != Region::SCALAR;
        Some(VarAccess { var, start, end, write: false, masked })
    }

    /// The destination and the source of `inst`, if it copies a whole variable unchanged.
    #[inline]
    pub fn as_copy(&self, inst: &Inst) -> Option<(Var, Var)> {
        if let Inst::Alu(alu) = inst { self.alu_as_copy(alu) } else { None }
    }

    /// The same for an arithmetic instruction.
    #[inline(always)]
    pub fn alu_as_copy(&self, alu: &Alu) -> Option<(Var, Var)> {
        let Alu { op: AluOp::Mov, saturate: false, predicate: None, dst, srcs: [src, ..], exec } = alu else {
            return None;
        };
        let Src::Register { var, offset: 0, region, modifier: Modifier::None } = *src else { return None };
        let (to, from) = (&self.vars[dst.var], &self.vars[var]);
        let stepped = region == Region::CONTIGUOUS || exec.lanes == 1;
        let alike = to.ty.bytes() == from.ty.bytes() && (to.ty == from.ty || !to.ty.is_float() && !from.ty.is_float());
        let whole = dst.offset == 0 && dst.stride == 1 && u32::from(exec.lanes) * to.ty.bytes() == to.bytes();
        (stepped && alike && whole && to.bytes() == from.bytes()).then_some((dst.var, var))
    }

    /// Whether `inst` does nothing, so that text and binary are written without it: an identity copy, or an
    /// [unused](LabelKind::Unused) label.
    #[inline]
    pub fn is_omitted(&self, inst: &Inst) -> bool {
        match inst {
            Inst::Alu(alu) => self.is_identity_copy(alu),
            Inst::Label(label) => self.labels[*label] == LabelKind::Unused,
            _ => false,
        }
    }

    /// Whether `alu` is an identity copy: source and destination have one location.
    #[inline]
    pub fn is_identity_copy(&self, alu: &Alu) -> bool {
        self.alu_as_copy(alu).is_some_and(|(to, from)| self.backing(to) == self.backing(from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel() -> VisaKernel {
        VisaKernel::new("k", Target::Tgllp, SimdWidth::Simd16)
    }

    fn var(kernel: &mut VisaKernel, ty: DataType, elements: u16, storage: Storage) -> Var {
        kernel.vars.push(VarDecl { ty, elements, align: Align::Grf, storage })
    }

    fn copy(dst: Var, src: Var) -> Inst {
        let srcs = [Src::lanes(src); 3];
        Inst::Alu(Alu {
            op: AluOp::Mov,
            saturate: false,
            exec: Exec::masked(16, 0),
            predicate: None,
            dst: Dst::whole(dst),
            srcs,
        })
    }

    #[test]
    fn backing_follows_subregisters_and_aliases() {
        let mut kernel = kernel();
        let backing = var(&mut kernel, DataType::D, 64, Storage::Own);
        let payload = var(&mut kernel, DataType::D, 32, Storage::Subregister { of: backing, offset: 64 });
        let slot = var(&mut kernel, DataType::D, 16, Storage::Subregister { of: payload, offset: 64 });
        let float = var(&mut kernel, DataType::F, 16, Storage::Alias { of: slot });
        assert_eq!(kernel.backing(float), (backing, 128));
        assert_eq!(kernel.unaliased(float), slot);
    }

    #[test]
    fn offsets_beyond_the_greatest_number_saturate() {
        let mut kernel = kernel();
        let backing = var(&mut kernel, DataType::D, 8, Storage::Own);
        let part = |of, _| var(&mut kernel, DataType::D, 8, Storage::Subregister { of, offset: u16::MAX });
        let last = (0..70_000).fold(backing, part);
        assert_eq!(kernel.backing(last), (backing, u32::MAX));
    }

    #[test]
    fn a_copy_within_one_location_is_omitted_and_a_conversion_is_not() {
        let mut kernel = kernel();
        let slot = var(&mut kernel, DataType::D, 16, Storage::Own);
        let same = var(&mut kernel, DataType::Ud, 16, Storage::Subregister { of: slot, offset: 0 });
        let float = var(&mut kernel, DataType::F, 16, Storage::Alias { of: slot });
        let apart = var(&mut kernel, DataType::D, 16, Storage::Own);
        assert!(kernel.is_omitted(&copy(slot, same)));
        assert!(!kernel.is_omitted(&copy(slot, apart)) && kernel.as_copy(&copy(slot, apart)).is_some());
        assert!(kernel.as_copy(&copy(slot, float)).is_none());
        let whole = var(&mut kernel, DataType::D, 32, Storage::Own);
        let [first, second] =
            [0, 64].map(|offset| var(&mut kernel, DataType::D, 16, Storage::Subregister { of: whole, offset }));
        assert!(kernel.is_omitted(&copy(first, first)) && !kernel.is_omitted(&copy(first, second)));
    }

    #[test]
    fn accesses_cover_the_bytes_that_lanes_step_over() {
        let mut kernel = kernel();
        let words = var(&mut kernel, DataType::Uw, 32, Storage::Own);
        let dwords = var(&mut kernel, DataType::Ud, 16, Storage::Own);
        let src = Src::Register { var: words, offset: 2, region: Region::strided(2), modifier: Modifier::None };
        let inst = Inst::Alu(Alu {
            op: AluOp::Mov,
            saturate: false,
            exec: Exec::masked(16, 0),
            predicate: None,
            dst: Dst::whole(dwords),
            srcs: [src; 3],
        });
        let mut seen = Vec::new();
        kernel.for_each_access(&inst, |access| seen.push((access.var, access.start, access.end, access.write)));
        assert_eq!(seen, [(words, 2, 64, false), (dwords, 0, 64, true)]);
    }
}
