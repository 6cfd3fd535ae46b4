//! What the walk along the vISA instructions has seen so far.

use std::collections::BTreeSet;

use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Type};
use texvisa_ir::visa::{Exec, Raw};

use super::register_contents::{RootByte, WrittenResponse};
use super::symbolic_value::{SymbolicValue, Term};

/// The edge that is being written, and the edges written so far.
pub(super) struct Edges {
    pub open: Option<(Block, u8)>,
    /// Whether that edge was written before.
    pub again: bool,
    /// By block: the successors whose edges have been written, as bits.
    pub written: Vec<u8>,
    /// By parameter: the number of the edge that wrote it last, and for which lanes.
    pub lanes: Vec<(u32, u32)>,
    /// By parameter: the symbolic value that this edge wrote.
    pub made_of: Vec<Term>,
    /// By parameter: the variable of each half.
    pub vars: Vec<[u32; 2]>,
    /// The number of the current edge, from 1.
    pub count: u32,
}

/// No variable.
pub(super) const NO_VAR: u32 = u32::MAX;

impl Edges {
    /// For a kernel with `params` block parameters.
    pub fn new(texture: &Kernel, params: usize) -> Edges {
        Edges {
            open: None,
            again: false,
            written: vec![0; texture.blocks.len()],
            lanes: vec![(0, 0); params],
            made_of: vec![Term::Unknown; params],
            vars: vec![[NO_VAR; 2]; params],
            count: 0,
        }
    }

    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

/// The number of rows of the largest vector.
pub(super) const ROWS: usize = Type::MAX_ROWS as usize;

/// The elements of one block that messages have moved so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovedElements {
    pub inst: InstId,
    /// By row: the lanes whose element was moved.
    pub rows: [u32; ROWS],
}

/// The part of a block that a message moves: lanes and first row.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockPart {
    pub lane: u32,
    pub lanes: u32,
    pub row: u32,
}

/// No response: they are numbered from 1.
const NO_RESPONSE: u32 = 0;

/// The messages of each operation.
pub(super) struct Responses<'k> {
    kernel: &'k Kernel,
    /// By texture operation, then by memory operation: the lanes that were served, and the last response.
    served: Vec<(u32, u32)>,
    /// The barriers and fences that were carried out.
    syncs: BTreeSet<InstId>,
    /// Each response, and the previous one of the same operation.
    list: Vec<(WrittenResponse, u32)>,
}

impl<'k> Responses<'k> {
    pub fn new(kernel: &'k Kernel) -> Responses<'k> {
        let operations = kernel.textures.len() + kernel.memories.len();
        Responses { kernel, served: vec![(0, NO_RESPONSE); operations], syncs: BTreeSet::new(), list: Vec::new() }
    }

    /// The number of the operation of an instruction.
    #[inline]
    fn operation(&self, inst: InstId) -> Option<usize> {
        match *self.kernel.insts.get(inst)? {
            InstData::Texture(id) => Some(id.as_u32() as usize),
            InstData::Memory(id) => Some(self.kernel.textures.len() + id.as_u32() as usize),
            _ => None,
        }
    }

    /// The lanes that were served, at the end. Resets them, so that two instructions with one operation are not both
    /// counted as served by one message.
    pub fn take_served(&mut self, inst: InstId) -> u32 {
        match self.operation(inst) {
            Some(operation) => std::mem::take(&mut self.served[operation].0),
            None if self.syncs.contains(&inst) => u32::MAX,
            None => 0,
        }
    }

    /// Adds lanes that a message serves. Returns false if one of them was served before, or if there are none.
    pub fn serve(&mut self, inst: InstId, lanes: u32) -> bool {
        let Some(operation) = self.operation(inst) else { return false };
        let served = &mut self.served[operation].0;
        let right = *served & lanes == 0 && lanes != 0;
        if right {
            *served |= lanes;
        }
        right
    }

    /// Adds a barrier or fence. Returns false if it was there before.
    pub fn sync(&mut self, inst: InstId) -> bool {
        self.syncs.insert(inst)
    }

    #[inline]
    pub fn add(&mut self, inst: InstId, response: WrittenResponse) {
        if let Some(operation) = self.operation(inst) {
            let last = &mut self.served[operation].1;
            self.list.push((response, *last));
            *last = self.list.len() as u32;
        }
    }

    /// Whether a response of `inst` wrote an element of its result, for lanes from `first` on, to `count` elements of
    /// `bytes` bytes each at `place`; if so, whether it is uniform.
    pub fn find(&self, inst: InstId, place: RootByte, element: u8, first: u8, bytes: u32, count: u32) -> Option<bool> {
        let mut next = self.served[self.operation(inst)?].1;
        while next != NO_RESPONSE {
            let (response, before) = &self.list[next as usize - 1];
            next = *before;
            let returned = response.elements;
            if returned & 1 << element == 0 || response.bytes != bytes {
                continue;
            }
            let rank = (returned & ((1 << element) - 1)).count_ones();
            let begins = RootByte { byte: response.place.byte + rank * response.step, ..response.place };
            let lanes = response.exec.nomask || response.exec.first == first;
            if lanes && count <= u32::from(response.exec.lanes) && place == begins {
                return Some(response.exec.nomask);
            }
        }
        None
    }
}

/// The symbolic value of a predicate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PredicateTerm {
    #[default]
    Nothing,
    /// An intermediate result of this instruction.
    Intermediate(InstId),
    /// Residency of this operation.
    Residency(InstId),
    /// The value that its origin claims.
    Claim,
    /// These lanes, as bits.
    Lanes(u32),
}

/// The state of a predicate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PredicateState {
    pub holds: PredicateTerm,
    /// The lanes that were written, as bits.
    pub lanes: u32,
    /// Whether all lanes were written, active or not.
    pub everywhere: bool,
}

/// An address that was taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakenAddress {
    /// The basic block in which it was.
    pub block: u32,
    pub base: Raw,
    pub exec: Exec,
    /// What is added to it.
    pub offset: SymbolicValue,
}

/// What was written to a variable that claims halves of qwords.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WrittenHalves {
    /// The halves of which all lanes were written where both are defined, as bits.
    pub whole: u8,
    /// How many instructions moved halves there.
    pub count: u32,
}
