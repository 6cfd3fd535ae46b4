//! What the elements of vectors are, which emit no code of their own.

use smallvec::SmallVec;
use texvisa_ir::texture::{InstData, Kernel, Op, Value, ValueDef};

/// The values that the elements of a vector are, each with its element.
pub(super) type Leaves = SmallVec<[(Value, u8); 16]>;

/// The value and element that an element of `value` is, seen through `vec`, `extract` and `bitcast`.
pub(super) fn leaf(kernel: &Kernel, mut value: Value, mut element: u8) -> (Value, u8) {
    while let ValueDef::Result(inst, _) = kernel.values[value].def {
        match &kernel.insts[inst] {
            InstData::Vector { elements } => {
                value = elements.as_slice(&kernel.lists)[usize::from(element)];
                element = 0;
            }
            InstData::Extract { vector, index } => {
                value = *vector;
                element = *index;
            }
            InstData::Plain { op: Op::Bitcast, args } => value = args[0],
            _ => break,
        }
    }
    (value, element)
}
