//! The scalar elements of a value of an LLVM type. The importer represents every value by its elements, because texture IR
//! has vectors only for messages.

use smallvec::SmallVec;
use texvisa_ir::texture::{Scalar, Type};

use crate::address_space::Space;
use crate::llvm::{Ty, TyKind};

/// Values or types of the elements of a value, in order; one for a scalar.
pub(crate) type ElementVec<T> = SmallVec<[T; 4]>;

/// The most elements of a value.
const MAX_ELEMENTS: usize = Type::MAX_LANES as usize;

/// The most types of which the type of a value is made: its elements, and the vectors, arrays and structs around them. It bounds
/// the nesting of types, and arrays of what has no elements.
const MAX_PARTS: u32 = 4 * MAX_ELEMENTS as u32;

/// The types of the elements of `ty`, or why texture IR has none.
pub(crate) fn elements(ty: Ty<'_>) -> Result<ElementVec<Type>, String> {
    let mut types = ElementVec::new();
    let mut budget = MAX_PARTS;
    let fits = append(ty, &mut types, &mut budget).is_some();
    if fits {
        Ok(types)
    } else {
        Err(format!(
            "texture IR has no values of type {}; expected i1, i8, i16, i32, i64, half, float or a vector of them",
            ty.text()
        ))
    }
}

fn append(ty: Ty<'_>, types: &mut ElementVec<Type>, budget: &mut u32) -> Option<()> {
    *budget = budget.checked_sub(1)?;
    let scalar = match ty.kind() {
        TyKind::Int(1) => Scalar::I1,
        TyKind::Int(8) => Scalar::I8,
        TyKind::Int(16) => Scalar::I16,
        TyKind::Int(32) => Scalar::I32,
        TyKind::Int(64) => Scalar::I64,
        TyKind::Half => Scalar::F16,
        TyKind::Float => Scalar::F32,
        TyKind::Pointer(space) => pointer(space),
        TyKind::Vector(element, count) | TyKind::Array(element, count) => {
            return (0..count).try_for_each(|_| append(element, types, budget));
        }
        TyKind::Struct(count) => {
            return (0..count).try_for_each(|index| append(ty.field(index)?, types, budget));
        }
        TyKind::Int(_) | TyKind::Void | TyKind::Other => return None,
    };
    (types.len() < MAX_ELEMENTS).then(|| types.push(Type::scalar(scalar)))
}

/// What a pointer is: an address, the byte offset into a surface or local memory, or an index or handle.
fn pointer(space: u32) -> Scalar {
    match Space::decode(space) {
        Space::Surface(..) | Space::Sampler(_) | Space::Local => Scalar::I32,
        Space::Memory | Space::Generic | Space::Private | Space::Other(_) => Scalar::I64,
    }
}

/// The one type of all `types`.
pub(crate) fn common(types: &[Type]) -> Option<Type> {
    let first = *types.first()?;
    types.iter().all(|ty| *ty == first).then_some(first)
}
