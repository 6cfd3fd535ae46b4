//! Types as lists of scalars: how many scalars a value has, what they are in texture IR, and where they are in memory.
//!
//! A value of any type is the list of its scalars, in the order of its elements: columns of matrices, members of
//! structures. In memory each has a byte offset, which naga took from the source (WGSL, section 14.4).

use naga::{ArraySize, Handle, ScalarKind, TypeInner, UniqueArena, VectorSize};
use texvisa_ir::texture::{Scalar, Type};

use crate::refusal::Untranslatable;

/// The most scalars of a value that is no memory.
pub(crate) const MAX_SCALARS: u32 = 4096;

/// A type: one of the module, or an element of one that has no number there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ValueShape {
    Named(Handle<naga::Type>),
    Scalar(naga::Scalar),
    Vector(VectorSize, naga::Scalar),
    Matrix(VectorSize, VectorSize, naga::Scalar),
}

/// An element of a composite type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    pub shape: ValueShape,
    /// Scalars before it.
    pub scalars: u32,
    /// Bytes before it in memory.
    pub bytes: u32,
}

/// How the elements of a type that an index may choose follow each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    pub element: ValueShape,
    /// How many there are, absent for an array without a size.
    pub count: Option<u32>,
    /// Scalars from one to the next.
    pub scalars: u32,
    /// Bytes from one to the next.
    pub bytes: u32,
}

/// A scalar of a value, and where it is in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub scalar: naga::Scalar,
    pub bytes: u32,
}

pub(crate) fn shape_of(inner: &TypeInner) -> Option<ValueShape> {
    match *inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Some(ValueShape::Scalar(scalar)),
        TypeInner::Vector { size, scalar } => Some(ValueShape::Vector(size, scalar)),
        TypeInner::Matrix { columns, rows, scalar } => Some(ValueShape::Matrix(columns, rows, scalar)),
        _ => None,
    }
}

/// The type of a scalar in texture IR.
pub(crate) fn scalar_type(scalar: naga::Scalar) -> Result<Type, Untranslatable> {
    Ok(Type::scalar(match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => Scalar::I1,
        (ScalarKind::Sint | ScalarKind::Uint, 2) => Scalar::I16,
        (ScalarKind::Sint | ScalarKind::Uint, 4) => Scalar::I32,
        (ScalarKind::Sint | ScalarKind::Uint, 8) => Scalar::I64,
        (ScalarKind::Float, 2) => Scalar::F16,
        (ScalarKind::Float, 4) => Scalar::F32,
        (kind, width) => {
            let bits = u32::from(width) * 8;
            return Err(Untranslatable::new(format!(
                "{kind:?} of {bits} bits; expected bool, integers of 16 to 64 bits, f16 or f32"
            )));
        }
    }))
}

/// Bytes from one column of a matrix to the next: columns are aligned as vectors are (WGSL, section 14.4.1).
fn column_bytes(rows: VectorSize, scalar: naga::Scalar) -> u32 {
    let lanes = if rows == VectorSize::Bi { 2 } else { 4 };
    lanes * u32::from(scalar.width)
}

/// Types with the arena that they are in.
#[derive(Clone, Copy)]
pub(crate) struct Types<'m>(pub &'m UniqueArena<naga::Type>);

impl<'m> Types<'m> {
    pub fn inner(self, ty: Handle<naga::Type>) -> &'m TypeInner {
        &self.0[ty].inner
    }

    /// The same type, as scalar, vector or matrix where it is one.
    pub fn resolve(self, shape: ValueShape) -> ValueShape {
        match shape {
            ValueShape::Named(ty) => shape_of(self.inner(ty)).unwrap_or(shape),
            shape => shape,
        }
    }

    fn no_value(self, ty: Handle<naga::Type>) -> Untranslatable {
        let name = self.0[ty].name.as_deref().map_or(String::new(), |name| format!(" `{name}`"));
        let what = match self.inner(ty) {
            TypeInner::Array { size: ArraySize::Dynamic, .. } => "an array without a size",
            TypeInner::Array { .. } => "an array whose size is an override",
            TypeInner::AccelerationStructure { .. } => "an acceleration structure",
            TypeInner::RayQuery { .. } => "a ray query",
            TypeInner::BindingArray { .. } => "an array of bindings",
            TypeInner::CooperativeMatrix { .. } => "a cooperative matrix",
            TypeInner::Image { .. } => "a texture",
            TypeInner::Sampler { .. } => "a sampler",
            _ => "a type that has no value",
        };
        Untranslatable::new(format!(
            "the type{name} is {what}; expected scalars, vectors, matrices, arrays and structures"
        ))
    }

    /// How many scalars a value has.
    pub fn scalars(self, shape: ValueShape) -> Result<u32, Untranslatable> {
        let too_many =
            || Untranslatable::new(format!("a value has more than {MAX_SCALARS} scalars; keep it in memory"));
        let count = match self.resolve(shape) {
            ValueShape::Scalar(_) => 1,
            ValueShape::Vector(size, _) => size as u32,
            ValueShape::Matrix(columns, rows, _) => columns as u32 * rows as u32,
            ValueShape::Named(ty) => match self.inner(ty) {
                TypeInner::Array { base, size: ArraySize::Constant(count), .. } => {
                    self.scalars(ValueShape::Named(*base))?.checked_mul(count.get()).ok_or_else(too_many)?
                }
                TypeInner::Struct { members, .. } => {
                    let mut sum = 0u32;
                    for member in members {
                        sum = sum.checked_add(self.scalars(ValueShape::Named(member.ty))?).ok_or_else(too_many)?;
                    }
                    sum
                }
                _ => return Err(self.no_value(ty)),
            },
        };
        if count > MAX_SCALARS { Err(too_many()) } else { Ok(count) }
    }

    /// The elements that an index may choose, where there are such.
    pub fn row(self, shape: ValueShape) -> Result<Stride, Untranslatable> {
        Ok(match self.resolve(shape) {
            ValueShape::Vector(size, scalar) => Stride {
                element: ValueShape::Scalar(scalar),
                count: Some(size as u32),
                scalars: 1,
                bytes: u32::from(scalar.width),
            },
            ValueShape::Matrix(columns, rows, scalar) => Stride {
                element: ValueShape::Vector(rows, scalar),
                count: Some(columns as u32),
                scalars: rows as u32,
                bytes: column_bytes(rows, scalar),
            },
            ValueShape::Scalar(_) => return Err(Untranslatable::new("a scalar has no elements".to_owned())),
            ValueShape::Named(ty) => match *self.inner(ty) {
                TypeInner::Array { base, size, stride } => {
                    let count = match size {
                        ArraySize::Constant(count) => Some(count.get()),
                        ArraySize::Dynamic => None,
                        ArraySize::Pending(_) => return Err(self.no_value(ty)),
                    };
                    // In memory alone an element may have more scalars than a value.
                    let scalars = self.scalars(ValueShape::Named(base)).unwrap_or(MAX_SCALARS);
                    Stride { element: ValueShape::Named(base), count, scalars, bytes: stride }
                }
                _ => return Err(self.no_value(ty)),
            },
        })
    }

    /// Element or member `index`.
    pub fn element(self, shape: ValueShape, index: u32) -> Result<Element, Untranslatable> {
        if let ValueShape::Named(ty) = self.resolve(shape)
            && let TypeInner::Struct { members, .. } = self.inner(ty)
        {
            let index = index as usize;
            let member =
                members.get(index).ok_or_else(|| Untranslatable::new(format!("there is no member {index}")))?;
            let mut scalars = 0;
            for before in &members[..index] {
                // Behind members that are no values there is none either.
                scalars += self.scalars(ValueShape::Named(before.ty)).unwrap_or(0);
            }
            return Ok(Element { shape: ValueShape::Named(member.ty), scalars, bytes: member.offset });
        }
        let row = self.row(shape)?;
        if row.count.is_some_and(|count| index >= count) {
            return Err(Untranslatable::new(format!("there is no element {index}")));
        }
        let bytes = index.checked_mul(row.bytes);
        let bytes = bytes.ok_or_else(|| Untranslatable::new(format!("element {index} is beyond 4 GB")))?;
        Ok(Element { shape: row.element, scalars: index.saturating_mul(row.scalars), bytes })
    }

    /// The scalars of a value, in their order.
    pub fn leaves(self, shape: ValueShape) -> Result<Vec<Leaf>, Untranslatable> {
        let mut leaves = Vec::with_capacity(self.scalars(shape)? as usize);
        self.push_leaves(shape, 0, &mut leaves)?;
        Ok(leaves)
    }

    fn push_leaves(self, shape: ValueShape, bytes: u32, leaves: &mut Vec<Leaf>) -> Result<(), Untranslatable> {
        let shape = self.resolve(shape);
        if let ValueShape::Scalar(scalar) = shape {
            leaves.push(Leaf { scalar, bytes });
            return Ok(());
        }
        if let ValueShape::Named(ty) = shape
            && let TypeInner::Struct { members, .. } = self.inner(ty)
        {
            for member in members {
                self.push_leaves(ValueShape::Named(member.ty), bytes + member.offset, leaves)?;
            }
            return Ok(());
        }
        let row = self.row(shape)?;
        for index in 0..row.count.unwrap_or(0) {
            self.push_leaves(row.element, bytes + index * row.bytes, leaves)?;
        }
        Ok(())
    }

    /// The types of the scalars of a value in texture IR.
    pub fn scalar_types(self, shape: ValueShape) -> Result<Vec<Type>, Untranslatable> {
        self.leaves(shape)?.into_iter().map(|leaf| scalar_type(leaf.scalar)).collect()
    }

    /// The scalar type that a scalar, vector or matrix has.
    pub fn scalar(self, shape: ValueShape) -> Option<naga::Scalar> {
        match self.resolve(shape) {
            ValueShape::Scalar(scalar) | ValueShape::Vector(_, scalar) | ValueShape::Matrix(_, _, scalar) => {
                Some(scalar)
            }
            ValueShape::Named(_) => None,
        }
    }
}
