//! The state of the symbolic check, and how it reads registers.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use texvisa_ir::texture::cfg::{ControlFlow, Loops};
use texvisa_ir::texture::{self, Binding, Block, Module, Value};
use texvisa_ir::visa::origin::Origins;
use texvisa_ir::visa::{DataType, Exec, Pred, Raw, Region, Src, State, StateKind, Var, VarDecl, VisaKernel};

use super::mismatch::Mismatches;
use super::register_contents::{RegisterContents, RootByte};
use super::source_index::{Leaf, SourceIndex};
use super::state::{Edges, MovedElements, PredicateState, Responses, TakenAddress, WrittenHalves};
use super::symbolic_value::{DWORD, Scope, SymbolicValue, Term};

/// What a symbolic check without mismatch compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymbolicSummary {
    /// Sampler messages and media blocks.
    pub messages: usize,
    /// Slots that were sent.
    pub slots: usize,
    /// Slots and roles that were trimmed.
    pub omitted: usize,
    /// Channels of responses, and rows of blocks.
    pub channels: usize,
    /// Messages of the data port.
    pub accesses: usize,
    /// Parts of their addresses, and channels of their data.
    pub access_operands: usize,
    /// Copies of values.
    pub copies: usize,
    /// Copies to block parameters.
    pub edge_copies: usize,
    /// Operands of arithmetic, comparisons and logic.
    pub operands: usize,
    /// Arguments; each half counts.
    pub inputs: usize,
}

/// The walk along the vISA instructions.
pub(super) struct Checker<'k> {
    pub module: &'k Module,
    pub source_index: SourceIndex<'k>,
    pub kernel: &'k VisaKernel,
    pub origins: &'k Origins,
    /// The number of lanes of one half.
    pub half_lanes: u32,
    /// All lanes of a hardware thread, as bits.
    pub all_lanes: u32,
    pub mismatches: Mismatches<'k>,
    pub summary: SymbolicSummary,
    pub registers: RegisterContents<'k>,
    /// The number of the current vISA basic block. The copies of an edge count as one.
    pub basic_block: u32,
    /// Whether that block runs before all others.
    pub is_entry: bool,
    pub responses: Responses<'k>,
    /// The elements of the last media block that were moved so far.
    pub moved: Option<MovedElements>,
    pub edges: Edges,
    pub predicates: Vec<PredicateState>,
    /// By state variable: the basic block in which it was set, and the entry of its table.
    pub states: Vec<(u32, Option<SymbolicValue>)>,
    /// The instruction numbers of the current block of the source; empty outside of blocks.
    pub block_insts: Range<u32>,
    pub entered: Vec<bool>,
    /// The number of the last instruction of that block that was carried out: for lanes of the upper half of the lanes, where
    /// that has instructions of its own, and for others.
    pub last: [u32; 2],
    /// Of those that access memory or texels, and of those that write or order accesses.
    pub last_access: u32,
    pub last_write: u32,
    /// Which float controls are changed from what the kernel has at its start.
    pub changed_controls: u32,
    /// The same where an instruction of the source begins for others than the upper half, by its number; where there are any.
    pub controls_of: HashMap<u32, u32>,
    /// The index of the current vISA instruction.
    pub index: usize,
    /// The instruction of the source that it is part of.
    pub source: Option<texture::InstId>,
    /// The bits of control register 0 that were set so far.
    pub controls: u32,
    /// By address variable: the address that it has.
    pub pointers: Vec<Option<TakenAddress>>,
    /// The variables of the current insertion into which elements were copied, each with its element.
    pub copied_rows: Vec<(Var, u8)>,
    /// The lanes of which the current insertion has moved the elements, by the variable of the rows.
    pub inserted_lanes: Vec<(texture::InstId, Var, u32)>,
    /// By unaliased variable that claims a number: the block that defines it, where that is not the entry.
    pub numbers: HashMap<Var, Block>,
    /// How control flows in the source, and its loops.
    pub flow: OnceCell<(ControlFlow, Option<Loops>)>,
    /// By their first byte: the rows of vectors that claim values and numbers.
    pub claimed_rows: OnceCell<HashMap<RootByte, Vec<Var>>>,
    /// By variable that claims halves of qwords: what was written there.
    pub qwords: HashMap<Var, WrittenHalves>,
    /// The predicate that was last set to whether a shuffle asks for a lane, and the lane.
    pub compared_lane: Option<(Pred, u64)>,
    /// How many bytes of a dword made of bytes were written last, and for what.
    pub written_bytes: Option<(texture::InstId, Exec, u32)>,
}

impl<'k> Checker<'k> {
    pub fn new(
        module: &'k Module,
        texture: &'k texture::Kernel,
        kernel: &'k VisaKernel,
        origins: &'k Origins,
    ) -> Checker<'k> {
        let source_index = SourceIndex::new(texture);
        let edges = Edges::new(texture, source_index.params);
        Checker {
            module,
            source_index,
            kernel,
            origins,
            half_lanes: kernel.simd.exec_lanes(kernel.target),
            all_lanes: Exec::all(kernel.simd.lanes(), 0).lane_mask(),
            mismatches: Mismatches { module, kernel, texture, list: Vec::new() },
            summary: SymbolicSummary::default(),
            registers: RegisterContents::new(kernel),
            basic_block: 1,
            is_entry: true,
            responses: Responses::new(texture),
            moved: None,
            edges,
            predicates: vec![PredicateState::default(); kernel.preds.len()],
            states: vec![(0, None); kernel.states.len()],
            block_insts: 0..0,
            entered: vec![false; texture.blocks.len()],
            last: [0; 2],
            last_access: 0,
            last_write: 0,
            changed_controls: 0,
            controls_of: HashMap::new(),
            index: 0,
            source: None,
            controls: 0,
            compared_lane: None,
            written_bytes: None,
            pointers: vec![None; kernel.addresses.len()],
            copied_rows: Vec::new(),
            inserted_lanes: Vec::new(),
            numbers: HashMap::new(),
            flow: OnceCell::new(),
            claimed_rows: OnceCell::new(),
            qwords: HashMap::new(),
        }
    }

    /// Reports a mismatch of the current instruction.
    #[cold]
    pub fn wrong(&mut self, expected: impl FnOnce() -> String, found: impl FnOnce() -> String) {
        self.mismatches.add(Some(self.index), self.source, expected, found);
    }

    /// The symbolic value that the lanes of `exec` read, before modifiers.
    pub fn read(&self, src: &Src, exec: Exec) -> SymbolicValue {
        match *src {
            Src::Immediate { ty, bits } => SymbolicValue::constant(bits.get(), ty.bytes()),
            // Lowering emits none.
            Src::Vector { .. } => SymbolicValue::UNKNOWN,
            Src::Register { var, offset, region, .. } => {
                let Some(decl) = self.kernel.vars.get(var) else { return SymbolicValue::UNKNOWN };
                let place = self.registers.root_byte(var, decl, offset.into());
                if decl.ty.bytes() < DWORD
                    && let Some(low) = self.low_part(place, decl.ty, region, exec)
                {
                    return low;
                }
                if region == Region::strided(2) && exec.lanes != 1 {
                    let lanes = exec.lanes.into();
                    let found = self.registers.every_other(place, lanes).or_else(|| self.half_elsewhere(place, lanes));
                    return found
                        .filter(|found| u32::from(found.bytes) == decl.ty.bytes())
                        .unwrap_or(SymbolicValue::UNKNOWN);
                }
                let each_its_own = region == Region::CONTIGUOUS && exec.lanes != 1;
                if !each_its_own && region != Region::SCALAR && exec.lanes != 1 {
                    return SymbolicValue::UNKNOWN;
                }
                let count = if each_its_own { exec.lanes.into() } else { 1 };
                let found = self.elements(var, decl, offset.into(), count);
                if each_its_own {
                    return found;
                }
                // One element serves all lanes only if it is uniform, or if a single lane reads it.
                let shared = found.scope == Scope::Uniform || matches!(found.term, Term::Residency(_));
                let alone = exec.lanes == 1 && !exec.nomask;
                if shared || alone { found } else { SymbolicValue::UNKNOWN }
            }
        }
    }

    /// The elements of type `ty`, bytes or words, that dwords have in their low bits, if those are read.
    fn low_part(&self, place: RootByte, ty: DataType, region: Region, exec: Exec) -> Option<SymbolicValue> {
        if !place.byte.is_multiple_of(DWORD) {
            return None;
        }
        let dwords = match region {
            Region::SCALAR => 1,
            _ if region == Region::strided((DWORD / ty.bytes()) as u8) => exec.lanes.into(),
            _ => return None,
        };
        let found = self.registers.find(place, dwords * DWORD)?;
        match found.term {
            Term::Widened { value, element }
                if self.source_index.kernel.ty(value).scalar.bytes() == ty.bytes()
                    && (dwords > 1 || found.scope == Scope::Uniform || exec.lanes == 1 && !exec.nomask) =>
            {
                Some(SymbolicValue { term: Term::Value { value, element }, bytes: ty.bytes() as u8, ..found })
            }
            _ => None,
        }
    }

    /// The symbolic value of `count` elements from byte `offset` of `var` on.
    pub fn elements(&self, var: Var, decl: &VarDecl, offset: u32, count: u32) -> SymbolicValue {
        let bytes = decl.ty.bytes();
        let content = match self.registers.find(self.registers.root_byte(var, decl, offset), count * bytes) {
            Some(content) => content,
            None => self.value_elsewhere(var, offset, count),
        };
        if u32::from(content.bytes) == bytes && offset & (bytes - 1) == 0 { content } else { SymbolicValue::UNKNOWN }
    }

    /// The symbolic value of `count` elements of a raw operand, if they have `bytes` bytes each.
    pub fn read_raw(&self, raw: Raw, count: u32, bytes: u32) -> SymbolicValue {
        match self.kernel.vars.get(raw.var) {
            Some(decl) if decl.ty.bytes() == bytes => self.elements(raw.var, decl, u32::from(raw.offset), count),
            _ => SymbolicValue::UNKNOWN,
        }
    }

    /// Whether `content` is an element of `value` for the lanes of `exec`.
    #[inline]
    pub fn is(&self, content: SymbolicValue, value: Value, element: u8, exec: Exec) -> bool {
        let leaf = self.source_index.leaf(value, element);
        leaf == Leaf::Undefined || leaf.is(content) && content.scope.serves(exec)
    }

    /// Whether a state variable was set in the current basic block to the entry of a declaration, or to the index.
    pub fn is_set(&self, state: State, binding: Binding, index: Option<Value>) -> bool {
        let by_handle = |kind: &StateKind| matches!(kind, StateKind::BindlessSurface | StateKind::BindlessSampler);
        if self.kernel.states.get(state).is_some_and(by_handle) != (binding == Binding::Bindless) {
            return false;
        }
        let wanted = match (binding, index) {
            (Binding::Table(entry), _) => Leaf::Constant(entry.into()),
            (_, Some(index)) => self.source_index.leaf(index, 0),
            (_, None) => return false,
        };
        match self.states.get(state.as_u32() as usize) {
            Some((block, Some(found))) => {
                *block == self.basic_block && wanted.is(*found) && found.scope == Scope::Uniform
            }
            _ => false,
        }
    }

    /// Begins a basic block: contents written before are known only by the origins of their variables.
    pub fn begin_basic_block(&mut self) {
        self.basic_block += 1;
        self.registers.forget();
    }

    /// A symbolic value as text, for a mismatch.
    pub fn describe(&self, content: SymbolicValue) -> String {
        let lanes = match content.scope {
            Scope::Uniform => "uniform".to_owned(),
            Scope::Lanes { first } => format!("for lanes from {first} on"),
            Scope::Copied { first } => format!("a copy for the active lanes from {first} on"),
            Scope::Broadcast { first } => format!("uniform, for the active lanes from {first} on"),
        };
        let term = match content.term {
            Term::Unknown => return "an unknown value".to_owned(),
            Term::Value { value, element } => self.describe_value(value, element),
            Term::Widened { value, element } => format!("{}, widened", self.describe_value(value, element)),
            Term::Constant(number) => return format!("{:#x}", number.get()),
            Term::Sum { value, element, addend } => format!("{} + {addend}", self.describe_value(value, element)),
            Term::NextParam(value) => format!("the new value of {}", self.describe_value(value, 0)),
            Term::Negated(carry) => format!("{}, negated", self.describe_value(carry, 0)),
            Term::Residency(_) => "residency".to_owned(),
            Term::Operand { operand, .. } => format!("operand {operand}, converted"),
            Term::Intermediate(_) | Term::Spread { .. } | Term::Offset { .. } | Term::LaneBytes { .. } => {
                "a result of this instruction".to_owned()
            }
        };
        format!("{term}, {lanes}")
    }

    /// An element of a value as text, for a mismatch.
    pub fn describe_value(&self, value: Value, element: u8) -> String {
        let (value, element) = match self.source_index.leaf(value, element) {
            Leaf::Constant(bits) => return format!("{bits:#x}"),
            Leaf::Undefined => return "undefined".to_owned(),
            Leaf::Value { value, element } => (value, element),
        };
        let name = match self.source_index.kernel.value_name(value) {
            Some(name) => format!("%{name}"),
            None => value.to_string(),
        };
        if self.source_index.kernel.ty(value).is_scalar() { name } else { format!("element {element} of {name}") }
    }
}
