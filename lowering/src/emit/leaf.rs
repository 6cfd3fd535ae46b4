//! What the elements of vectors are, which emit no code of their own.

use smallvec::SmallVec;
use texvisa_ir::texture::{InstData, Kernel, Op, Value, ValueDef};

/// The values that the elements of a vector are, each with its element; none where it is undefined, as no undefined value is
/// another.
pub(super) type Leaves = SmallVec<[Option<(Value, u8)>; 16]>;

/// What the elements of `vector` are. One that is defined says of which size they are; of a vector without any, none is left
/// out.
pub(super) fn leaves(kernel: &Kernel, vector: Value) -> Leaves {
    let is_defined = |(value, _): &(Value, u8)| kernel.values[*value].def != ValueDef::Undefined;
    let all = (0..kernel.ty(vector).lanes).map(|number| leaf(kernel, vector, number));
    let any_defined = all.clone().any(|leaf| is_defined(&leaf));
    all.map(|leaf| Some(leaf).filter(|leaf| is_defined(leaf) || !any_defined)).collect()
}

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
