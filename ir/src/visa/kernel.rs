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

use cranelift_entity::SecondaryMap;

use super::attribute::{Attributes, ProgramKind};
use super::descriptor::PayloadPlacement;
use super::entities::{AddressVar, Label, Pred, State, Symbol, Var};
use super::grf::Grf;
use super::inst::{Alu, AluOp, Inst, SamplerMessage};
use super::message_shape::MessageShape;
use super::operand::{Raw, RawList, Src};
use super::predefined::Predefined;
use super::types::{Align, DataType, Modifier, Region};
use crate::collections::Arena;
use crate::target::{SimdWidth, Target};

/// Where `%null` is.
const NOTHING: Storage = Storage::Predefined(Predefined::Null);

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
    /// None: the surface whose handle it is set to. Every kernel has it without declaring it.
    BindlessSurface,
    /// None: the sampler state whose handle it is set to, likewise.
    BindlessSampler,
}

impl StateKind {
    /// The kinds that every kernel has without declaring them, each with its name and its number among surfaces or
    /// samplers.
    pub(crate) const PREDEFINED: [(StateKind, &'static str, u16); 4] = [
        (StateKind::Local, "%slm", 0),
        (StateKind::Scratch, "%scratch", 5),
        (StateKind::BindlessSurface, "%bss", 4),
        (StateKind::BindlessSampler, "S31", 31),
    ];

    /// The name and the number that one of this kind has without being declared.
    pub(crate) fn predefined(self) -> Option<(&'static str, u16)> {
        StateKind::PREDEFINED.into_iter().find(|row| row.0 == self).map(|(_, name, number)| (name, number))
    }

    /// Whether it is memory, which nothing sets.
    pub const fn is_memory(self) -> bool {
        matches!(self, StateKind::Local | StateKind::Scratch)
    }

    /// Whether it is a sampler state.
    pub const fn is_sampler(self) -> bool {
        matches!(self, StateKind::Sampler | StateKind::BindlessSampler)
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
    pub vars: Arena<Var, VarDecl>,
    /// The predicates, with the number of their bits.
    pub preds: Arena<Pred, u16>,
    /// The address variables, with the number of their elements.
    pub addresses: Arena<AddressVar, u16>,
    /// The state variables.
    pub states: Arena<State, StateKind>,
    /// The labels.
    pub labels: Arena<Label, LabelKind>,
    /// Names outside of the kernel whose addresses it takes, in the order of the instructions that take them.
    pub symbols: Arena<Symbol, String>,
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
    addresses: SecondaryMap<AddressVar, Span>,
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
                if entity.as_u32() as usize >= self.$map.keys().len() {
                    self.$map.resize((entity.as_u32() as usize + 1).next_power_of_two());
                }
                self.$map[entity] = Span { start: self.text.len() as u32, bytes: name.len() as u32 };
                self.text.push_str(name);
            }
        )*}

        impl PartialEq for EntityNames {
            /// Whether the same things have the same names.
            fn eq(&self, other: &EntityNames) -> bool {
                true $(&& {
                    let is_longer = self.$map.keys().len() > other.$map.keys().len();
                    let mut keys = if is_longer { self.$map.keys() } else { other.$map.keys() };
                    keys.all(|entity| self.$get(entity) == other.$get(entity))
                })*
            }
        }
    };
}

name_accessors! {
    var set_var vars Var;
    pred set_pred preds Pred;
    address set_address addresses AddressVar;
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
            vars: Arena::new(),
            preds: Arena::new(),
            addresses: Arena::new(),
            states: Arena::new(),
            labels: Arena::new(),
            symbols: Arena::new(),
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
            sampler_handle: message.sampler.is_some_and(|state| self.states[state] == StateKind::BindlessSampler),
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
        let is_copy = stepped && alike && whole && to.bytes() == from.bytes() && from.storage != NOTHING;
        is_copy.then_some((dst.var, var))
    }

    /// Whether `alu` moves `%null`, which reads undefined: its destination has any value behind it, also the one it had.
    #[inline]
    pub fn is_undefined(&self, alu: &Alu) -> bool {
        let Alu { op: AluOp::Mov, srcs: [Src::Register { var, .. }, ..], .. } = *alu else { return false };
        self.vars[var].storage == NOTHING
    }

    /// How many bytes behind the start of a register `var` begins, as far as that is known before registers are assigned: an
    /// argument has its place, and all else begins a register or is part of what does.
    pub fn bytes_in_register(&self, var: Var) -> u32 {
        let (root, offset) = self.backing(var);
        let arrives = self.inputs.iter().find(|input| input.var == root).map_or(0, |input| u32::from(input.offset));
        (arrives + offset) % self.grf_bytes()
    }

    /// How many registers `var` is in, likewise.
    pub fn registers_of(&self, var: Var) -> u32 {
        self.grf().holding(self.bytes_in_register(var) + self.vars[var].bytes())
    }

    /// Whether `inst` need do nothing, so that text and binary are written without it: an identity copy, a move of what
    /// is [undefined](Self::is_undefined), or an [unused](LabelKind::Unused) label.
    #[inline]
    pub fn is_omitted(&self, inst: &Inst) -> bool {
        match inst {
            Inst::Alu(alu) => self.is_identity_copy(alu) || self.is_undefined(alu),
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
    use crate::visa::{Dst, Exec};

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
    fn a_move_of_nothing_is_omitted_and_no_copy() {
        let mut kernel = kernel();
        let scalar = var(&mut kernel, DataType::Ud, 1, Storage::Own);
        let [null, r0] = [Predefined::Null, Predefined::R0].map(|predefined| kernel.predefined(predefined));
        let scalar_copy = |from| match copy(scalar, from) {
            Inst::Alu(alu) => Inst::Alu(Alu { exec: Exec::SCALAR, ..alu }),
            other => other,
        };
        assert!(kernel.is_omitted(&scalar_copy(null)) && kernel.as_copy(&scalar_copy(null)).is_none());
        assert!(!kernel.is_omitted(&scalar_copy(r0)));
    }
}
