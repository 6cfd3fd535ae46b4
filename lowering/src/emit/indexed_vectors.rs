//! What has been made for vectors that are indexed in registers: for a block, and for the blocks behind it.

use cranelift_entity::EntitySet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::texture::{InstData, Kernel, Value};
use texvisa_ir::visa::Var;

use super::early_rows::{EarlyRows, early_rows};
use super::leaf::{Leaves, leaves};
use crate::analyses::Analyses;

/// Of which index an offset is: the value, the half, the shift, and the bytes of an element where those of the lanes before are
/// added.
pub(super) type OffsetKey = (Value, u32, u32, Option<u32>);

/// The variables of indexed vectors and of offsets into them.
#[derive(Default)]
pub(super) struct IndexedVectors {
    /// Which vectors are laid out before the blocks that index them.
    pub(super) wanted: EarlyRows,
    /// The elements of all of them.
    pub(super) elements: EntitySet<Value>,
    /// By the elements, and whether a row is one element: the variable of each half, in blocks that its copies dominate.
    pub(super) early: FxHashMap<(Leaves, bool), SmallVec<[Var; 2]>>,
    /// The same in the current block.
    pub(super) vectors: FxHashMap<(Leaves, bool), SmallVec<[Var; 2]>>,
    /// The variable that has all lanes of a value, in the current block.
    pub(super) lanes: FxHashMap<Value, Var>,
    /// The bytes before an element, in the current block.
    pub(super) offsets: FxHashMap<OffsetKey, Var>,
    /// By the shift: the bytes of the lanes before each lane of a half.
    pub(super) lane_bytes: FxHashMap<u32, Var>,
}

impl IndexedVectors {
    /// Those of `kernel`.
    pub(super) fn new(kernel: &Kernel, analyses: &Analyses) -> IndexedVectors {
        let mut elements = EntitySet::new();
        for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
            if let InstData::Element { vector, .. } | InstData::Insert { vector, .. } = kernel.insts[*inst] {
                elements.extend(leaves(kernel, vector).into_iter().flatten().map(|(value, _)| value));
            }
        }
        IndexedVectors { wanted: early_rows(kernel, analyses), elements, ..IndexedVectors::default() }
    }

    /// Begins a block.
    pub(super) fn begin_block(&mut self) {
        self.vectors.clear();
        self.lanes.clear();
        self.offsets.clear();
        self.lane_bytes.clear();
    }
}
