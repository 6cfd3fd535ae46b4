//! Whether a kernel that was read is the one that was written: as text and binary have it, without instructions that do
//! nothing.
//!
//! What the writers ask about a kernel is not asked here again, but for names: an instruction may be missing if it is found
//! here to move bytes to themselves, and variables have the same bytes if both kernels find them in the same place.

use cranelift_entity::{EntityRef, PrimaryMap};

use super::address::{AddressAdd, IndirectMove, MoveDst, MoveSrc};
use super::asm::names::{self, Name};
use super::atomic::Atomic;
use super::attribute::{Attribute, AttributeOwner, Attributes};
use super::data_port::DataPort;
use super::entities::{Label, State, Var};
use super::inst::{Alu, AluOp, BitFunction, Carry, Inst, SamplerMessage};
use super::kernel::{LabelKind, StateInput, StateKind, Storage, VarInput, VisaKernel};
use super::media::MediaBlock;
use super::operand::{Dst, Raw, Src};
use super::predefined::Predefined;
use super::types::Modifier;

/// Where a kernel that was read is another than the one that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadDifference {
    /// What is declared: variables, inputs, attributes and so on.
    Declared(&'static str),
    /// Instructions, by their numbers in both; one of them has no more where a number is the count.
    Inst {
        /// In the kernel that was written.
        written: usize,
        /// In the kernel that was read.
        read: usize,
    },
}

impl VisaKernel {
    /// Where `read` is not this kernel as it is written: the first difference.
    pub fn difference_to_read(&self, read: &VisaKernel) -> Option<ReadDifference> {
        match Pairs::of(self, read) {
            Ok(pairs) => pairs.insts(),
            Err(what) => Some(ReadDifference::Declared(what)),
        }
    }
}

/// Two kernels, and what of the one is what of the other.
struct Pairs<'k> {
    written: &'k VisaKernel,
    read: &'k VisaKernel,
    /// The variable that was read of each that was written.
    vars: PrimaryMap<Var, Option<Var>>,
    states: PrimaryMap<State, Option<State>>,
}

/// Where the bytes of a variable are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Var(Var),
    Predefined(Predefined),
}

/// The variable with the bytes of `var`, and how far from its start these begin.
fn place(kernel: &VisaKernel, var: Var) -> (Base, u32) {
    let (root, offset) = kernel.backing(var);
    let base = match kernel.vars[root].storage {
        Storage::Predefined(predefined) => Base::Predefined(predefined),
        Storage::R0 => Base::Predefined(Predefined::R0),
        _ => Base::Var(root),
    };
    (base, offset)
}

fn same_name(written: Name<'_>, read: Name<'_>) -> bool {
    match (written, read) {
        (Name::Numbered(mark, number), Name::Text(text)) | (Name::Text(text), Name::Numbered(mark, number)) => {
            names::is_numbered(text, mark, number)
        }
        (written, read) => written == read,
    }
}

fn is_declared(kernel: &VisaKernel, var: Var) -> bool {
    !matches!(kernel.vars[var].storage, Storage::Predefined(_))
}

/// What of `read` has each key of `written`: the declared ones in order, the others by what they are.
fn pair<K: EntityRef>(
    written: impl Iterator<Item = K>,
    mut declared: impl Iterator<Item = K>,
    is_declared: impl Fn(K) -> bool,
    other: impl Fn(K) -> Option<K>,
) -> Option<PrimaryMap<K, Option<K>>> {
    let pairs = written.map(|key| if is_declared(key) { declared.next() } else { other(key) }).collect();
    declared.next().is_none().then_some(pairs)
}

impl<'k> Pairs<'k> {
    /// The pairs of two kernels that declare the same; what differs otherwise.
    fn of(written: &'k VisaKernel, read: &'k VisaKernel) -> Result<Pairs<'k>, &'static str> {
        let mut pairs = Pairs {
            written,
            read,
            vars: std::iter::repeat_n(None, written.vars.len()).collect(),
            states: PrimaryMap::new(),
        };
        let of_kernel = |kernel: &VisaKernel| {
            (
                kernel.target,
                kernel.program,
                kernel.simd_stated,
                kernel.simd_stated.then_some(kernel.simd),
                kernel.per_thread_bytes,
            )
        };
        if written.name != read.name || of_kernel(written) != of_kernel(read) {
            return Err("the name or an attribute of the kernel");
        }
        pairs.pair_vars().ok_or("a variable")?;
        pairs.pair_states().ok_or("a surface or sampler")?;
        let preds = || written.preds.keys().all(|pred| same_name(names::pred(written, pred), names::pred(read, pred)));
        if written.preds != read.preds || !preds() {
            return Err("a predicate");
        }
        let addresses = || {
            let mut all = written.addresses.keys();
            all.all(|address| same_name(names::address(written, address), names::address(read, address)))
        };
        if written.addresses != read.addresses || !addresses() {
            return Err("an address variable");
        }
        if !pairs.same_inputs() {
            return Err("an input");
        }
        if pairs.attributes().as_ref() != Some(&read.attributes) {
            return Err("an attribute");
        }
        Ok(pairs)
    }

    fn pair_vars(&mut self) -> Option<()> {
        let (written, read) = (self.written, self.read);
        let mut declared = read.vars.keys().filter(|var| is_declared(read, *var));
        written.for_each_declared_var(true, |var| self.vars[var] = declared.next());
        if declared.next().is_some() {
            return None;
        }
        let mut predefined = vec![None; Predefined::all().count()];
        for (var, decl) in &read.vars {
            if let Storage::Predefined(of_read) = decl.storage {
                predefined[of_read.number() as usize] = Some(var);
            }
        }
        for (var, decl) in &written.vars {
            if let Storage::Predefined(of_written) = decl.storage {
                self.vars[var] = predefined[of_written.number() as usize];
                continue;
            }
            let of_read = self.vars[var]?;
            let read_decl = &read.vars[of_read];
            let ((base, offset), of_place) = (place(written, var), place(read, of_read));
            let base = match base {
                Base::Var(root) => Base::Var(self.vars[root]?),
                base => base,
            };
            let same = (decl.ty, decl.elements, decl.align) == (read_decl.ty, read_decl.elements, read_decl.align)
                && (base, offset) == of_place
                && same_name(names::var(written, var), names::var(read, of_read));
            if !same {
                return None;
            }
        }
        Some(())
    }

    fn pair_states(&mut self) -> Option<()> {
        let (written, read) = (self.written, self.read);
        let is_declared = |kind: StateKind| kind.predefined().is_none();
        let declared = read.states.keys().filter(|state| is_declared(read.states[*state]));
        let other = |state: State| read.states.keys().find(|other| read.states[*other] == written.states[state]);
        self.states = pair(written.states.keys(), declared, |state| is_declared(written.states[state]), other)?;
        written
            .states
            .keys()
            .filter(|state| is_declared(written.states[*state]))
            .all(|state| {
                self.states[state].is_some_and(|of_read| {
                    written.states[state] == read.states[of_read]
                        && same_name(names::state(written, state), names::state(read, of_read))
                })
            })
            .then_some(())
    }

    fn same_inputs(&self) -> bool {
        let (written, read) = (self.written, self.read);
        let var = |(input, of_read): (&VarInput, &VarInput)| {
            let VarInput { var, offset, bytes } = *input;
            self.var(var, of_read.var) && (offset, bytes) == (of_read.offset, of_read.bytes)
        };
        let state = |(input, of_read): (&StateInput, &StateInput)| {
            let StateInput { state, offset, bytes } = *input;
            self.state(state, of_read.state) && (offset, bytes) == (of_read.offset, of_read.bytes)
        };
        written.inputs.len() == read.inputs.len()
            && written.state_inputs.len() == read.state_inputs.len()
            && written.inputs.iter().zip(&read.inputs).all(var)
            && written.state_inputs.iter().zip(&read.state_inputs).all(state)
    }

    /// The attributes of the kernel that was written, with the owners of the one that was read.
    fn attributes(&self) -> Option<Attributes> {
        let owner = |owner| {
            Some(match owner {
                AttributeOwner::Var(var) => AttributeOwner::Var(self.vars[var]?),
                AttributeOwner::State(state) => AttributeOwner::State(self.states[state]?),
                AttributeOwner::Kernel => AttributeOwner::Kernel,
            })
        };
        let all = self.written.attributes.iter();
        all.map(|attribute| Some(Attribute { owner: owner(attribute.owner)?, ..attribute.clone() })).collect()
    }

    fn insts(&self) -> Option<ReadDifference> {
        let mut read = 0;
        for (index, inst) in self.written.insts.iter().enumerate() {
            match self.read.insts.get(read) {
                Some(of_read) if self.inst(inst, of_read) => read += 1,
                _ if self.may_do_nothing(inst) => {}
                _ => return Some(ReadDifference::Inst { written: index, read }),
            }
        }
        let all_read = read == self.read.insts.len();
        (!all_read).then_some(ReadDifference::Inst { written: self.written.insts.len(), read })
    }

    /// Whether an instruction may change nothing: a label to which no branch goes, which would differ from what was read,
    /// a move of `%null`, which reads undefined, or a move of each lane's bytes to where they are.
    fn may_do_nothing(&self, inst: &Inst) -> bool {
        let kernel = self.written;
        let alu = match inst {
            Inst::Label(label) => return kernel.labels[*label] == LabelKind::Unused,
            Inst::Alu(alu) => alu,
            _ => return false,
        };
        let Alu { op: AluOp::Mov, saturate: false, exec, predicate: _, dst, srcs: [src, ..] } = *alu else {
            return false;
        };
        let Src::Register { var, offset, region, modifier: Modifier::None } = src else { return false };
        let (to, from) = (kernel.vars[dst.var].ty, kernel.vars[var].ty);
        let ((to_base, to_start), (from_base, from_start)) = (place(kernel, dst.var), place(kernel, var));
        if from_base == Base::Predefined(Predefined::Null) {
            return true;
        }
        to.bytes() == from.bytes()
            && (to == from || !to.is_float() && !from.is_float())
            && to_base == from_base
            && (0..u32::from(exec.lanes)).all(|lane| {
                let to = to_start + u32::from(dst.offset) + lane * u32::from(dst.stride) * to.bytes();
                to == from_start + u32::from(offset) + region.element(lane) * from.bytes()
            })
    }

    #[inline]
    fn var(&self, written: Var, read: Var) -> bool {
        self.vars.get(written).is_some_and(|var| *var == Some(read))
    }

    fn state(&self, written: State, read: State) -> bool {
        self.states.get(written).is_some_and(|state| *state == Some(read))
    }

    fn optional_state(&self, written: Option<State>, read: Option<State>) -> bool {
        match (written, read) {
            (Some(written), Some(read)) => self.state(written, read),
            (written, read) => written == read,
        }
    }

    fn label(&self, written: Label, read: Label) -> bool {
        self.written.labels[written] == self.read.labels[read]
            && same_name(names::label(self.written, written), names::label(self.read, read))
    }

    #[inline]
    fn dst(&self, written: Dst, read: Dst) -> bool {
        let Dst { var, offset, stride } = written;
        self.var(var, read.var) && offset == read.offset && stride == read.stride
    }

    #[inline]
    fn src(&self, written: Src, read: Src) -> bool {
        match (written, read) {
            (
                Src::Register { var, offset, region, modifier },
                Src::Register { var: of_read, offset: read_offset, region: read_region, modifier: read_modifier },
            ) => self.var(var, of_read) && (offset, region, modifier) == (read_offset, read_region, read_modifier),
            (written, read) => written == read,
        }
    }

    fn srcs(&self, written: &[Src], read: &[Src]) -> bool {
        written.len() == read.len() && written.iter().zip(read).all(|(written, read)| self.src(*written, *read))
    }

    fn raw(&self, written: Raw, read: Raw) -> bool {
        self.var(written.var, read.var) && written.offset == read.offset
    }

    fn optional_raw(&self, written: Option<Raw>, read: Option<Raw>) -> bool {
        match (written, read) {
            (Some(written), Some(read)) => self.raw(written, read),
            (written, read) => written == read,
        }
    }

    fn raws(&self, written: &[Raw], read: &[Raw]) -> bool {
        written.len() == read.len() && written.iter().zip(read).all(|(written, read)| self.raw(*written, *read))
    }

    /// Whether two instructions are the same. Fields of no meaning are left out, as they are when they are written.
    #[inline]
    fn inst(&self, written: &Inst, read: &Inst) -> bool {
        match (written, read) {
            (Inst::Alu(alu), Inst::Alu(of_read)) => {
                let Alu { op, saturate, exec, predicate, dst, srcs } = alu;
                let sources = op.sources();
                (op, saturate, exec, predicate) == (&of_read.op, &of_read.saturate, &of_read.exec, &of_read.predicate)
                    && self.dst(*dst, of_read.dst)
                    && self.srcs(&srcs[..sources], &of_read.srcs[..sources])
            }
            _ => self.other_inst(written, read),
        }
    }

    fn other_inst(&self, written: &Inst, read: &Inst) -> bool {
        match (*written, *read) {
            (Inst::Label(label), Inst::Label(of_read)) => self.label(label, of_read),
            (
                Inst::Compare { relation, exec, dst, srcs },
                Inst::Compare { relation: relation_, exec: exec_, dst: dst_, srcs: srcs_ },
            ) => (relation, exec, dst) == (relation_, exec_, dst_) && self.srcs(&srcs, &srcs_),
            (
                Inst::CompareInto { relation, exec, dst, srcs },
                Inst::CompareInto { relation: relation_, exec: exec_, dst: dst_, srcs: srcs_ },
            ) => (relation, exec) == (relation_, exec_) && self.dst(dst, dst_) && self.srcs(&srcs, &srcs_),
            (Inst::BitFunction(inst), Inst::BitFunction(of_read)) => {
                let BitFunction { function, exec, predicate, dst, srcs } = inst;
                (function, exec, predicate) == (of_read.function, of_read.exec, of_read.predicate)
                    && self.dst(dst, of_read.dst)
                    && self.srcs(&srcs, &of_read.srcs)
            }
            (Inst::Carry(inst), Inst::Carry(of_read)) => {
                let Carry { subtracts, exec, predicate, dst, carry, srcs } = inst;
                (subtracts, exec, predicate) == (of_read.subtracts, of_read.exec, of_read.predicate)
                    && self.dst(dst, of_read.dst)
                    && self.dst(carry, of_read.carry)
                    && self.srcs(&srcs, &of_read.srcs)
            }
            (Inst::AddressAdd(add), Inst::AddressAdd(of_read)) => {
                let AddressAdd { exec, dst, base, src } = add;
                (exec, dst) == (of_read.exec, of_read.dst) && self.raw(base, of_read.base) && self.src(src, of_read.src)
            }
            (Inst::IndirectMove(inst), Inst::IndirectMove(of_read)) => {
                let IndirectMove { saturate, exec, predicate, dst, src } = inst;
                let same_dst = match (dst, of_read.dst) {
                    (MoveDst::Direct(dst), MoveDst::Direct(of_read)) => self.dst(dst, of_read),
                    (MoveDst::Indirect(dst, stride), of_read) => MoveDst::Indirect(dst.written(), stride) == of_read,
                    (dst, of_read) => dst == of_read,
                };
                let same_src = match (src, of_read.src) {
                    (MoveSrc::Direct(src), MoveSrc::Direct(of_read)) => self.src(src, of_read),
                    (MoveSrc::Indirect(src, region, modifier), of_read) => {
                        MoveSrc::Indirect(src.written(), region, modifier) == of_read
                    }
                    (src, of_read) => src == of_read,
                };
                (saturate, exec, predicate) == (of_read.saturate, of_read.exec, of_read.predicate)
                    && same_dst
                    && same_src
            }
            (
                Inst::Predicate { op, exec, dst, srcs },
                Inst::Predicate { op: op_, exec: exec_, dst: dst_, srcs: srcs_ },
            ) => (op, exec, dst) == (op_, exec_, dst_) && srcs[..op.sources()] == srcs_[..op.sources()],
            (Inst::SetPredicate { exec, dst, src }, Inst::SetPredicate { exec: exec_, dst: dst_, src: src_ }) => {
                (exec, dst) == (exec_, dst_) && self.src(src, src_)
            }
            (Inst::MovePredicate { dst, src }, Inst::MovePredicate { dst: dst_, src: src_ }) => {
                src == src_ && self.dst(dst, dst_)
            }
            (Inst::SetState { state, value }, Inst::SetState { state: state_, value: value_ }) => {
                self.state(state, state_) && self.src(value, value_)
            }
            (Inst::SymbolAddress { dst, symbol }, Inst::SymbolAddress { dst: dst_, symbol: symbol_ }) => {
                self.dst(dst, dst_) && self.written.symbols[symbol] == self.read.symbols[symbol_]
            }
            (Inst::Sampler(message), Inst::Sampler(of_read)) => self.sampler(&message, &of_read),
            (Inst::DataPort(access), Inst::DataPort(of_read)) => self.data_port(&access, &of_read),
            (Inst::Atomic(atomic), Inst::Atomic(of_read)) => {
                let Atomic { form, function, bytes, exec, predicate, surface, operands, dst } = atomic;
                (form, function, bytes, exec, predicate)
                    == (of_read.form, of_read.function, of_read.bytes, of_read.exec, of_read.predicate)
                    && self.optional_state(surface.expand(), of_read.surface.expand())
                    && self.raws(self.written.raws(operands), self.read.raws(of_read.operands))
                    && self.optional_raw(dst.expand(), of_read.dst.expand())
            }
            (Inst::Media(block), Inst::Media(of_read)) => {
                let MediaBlock { store, modifier, width, height, surface, plane, x, y, data } = block;
                (store, modifier, width, height, plane)
                    == (of_read.store, of_read.modifier, of_read.width, of_read.height, of_read.plane)
                    && self.state(surface, of_read.surface)
                    && self.srcs(&[x, y], &[of_read.x, of_read.y])
                    && self.raw(data, of_read.data)
            }
            (
                Inst::Branch { kind, exec, predicate, target },
                Inst::Branch { kind: kind_, exec: exec_, predicate: predicate_, target: target_ },
            ) => (kind, exec, predicate) == (kind_, exec_, predicate_) && self.label(target, target_),
            // What has no operands that the kernels declare. No text and no binary has spill code.
            (
                Inst::FloatControls { .. } | Inst::Barrier | Inst::Fence(_) | Inst::Return,
                Inst::FloatControls { .. } | Inst::Barrier | Inst::Fence(_) | Inst::Return,
            ) => written == read,
            _ => false,
        }
    }

    fn sampler(&self, written: &SamplerMessage, read: &SamplerMessage) -> bool {
        let SamplerMessage {
            message,
            exec,
            predicate,
            residency,
            cps,
            non_uniform,
            channels,
            offset,
            sampler,
            surface,
            dst,
            params,
        } = *written;
        (message, exec, predicate, channels) == (read.message, read.exec, read.predicate, read.channels)
            && (residency, cps, non_uniform) == (read.residency, read.cps, read.non_uniform)
            && (!message.row().class.has_modifiers() || self.src(offset, read.offset))
            && self.optional_state(sampler, read.sampler)
            && self.state(surface, read.surface)
            && self.optional_raw(dst, read.dst)
            && self.raws(self.written.raws(params), self.read.raws(read.params))
    }

    fn data_port(&self, written: &DataPort, read: &DataPort) -> bool {
        let DataPort { op, exec, predicate, channels, bytes, surface, address, data } = *written;
        let same_size = match op.is_bytes() || op.is_block() {
            true => bytes == read.bytes,
            false => channels == read.channels,
        };
        let parts = if op.is_typed() { address.len() } else { 1 };
        let mut address = address.iter().zip(&read.address).take(parts);
        (op, predicate) == (read.op, read.predicate)
            && (exec == read.exec || op.is_block())
            && same_size
            && self.optional_state(surface.expand(), read.surface.expand())
            && address.all(|(raw, of_read)| self.optional_raw(raw.expand(), of_read.expand()))
            && self.raw(data, read.data)
    }
}
