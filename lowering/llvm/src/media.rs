//! Media blocks, which name their image by number.
//!
//! `simdMediaBlockRead(image, x, y, is UAV)` reads one row an element, as wide as the subgroup.
//! `MediaBlockRead(image, x, y, is UAV, width, height)` does so where the width is that of the subgroup and the height
//! the number of elements. The writes are like them, with what is written at the end. (EmitVISAPass.cpp,
//! `emitSimdMediaBlockRead`, `emitSimdMediaBlockWrite` and `emitMediaBlockIO`; Intrinsic_definitions.yml.)

use texvisa_ir::texture::{Op, Role, Scalar, TextureKind, TextureOp, Type, Value};

use crate::address_space::{Numbering, SurfaceBinding};
use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::ElementVec;
use crate::source_map::SourceCall;

/// Operands of a block that says nothing of its size.
const PLACE: u32 = 4;
/// Operands of one that does.
const SIZED: u32 = 6;

impl<'c> Importer<'c> {
    /// Imports a read of either kind. Floats are read as their bits.
    pub(crate) fn media_read(&mut self, call: Val<'c>, kind: TextureKind) -> ImportResult<ElementVec<Value>> {
        let types = self.types_of(call)?;
        let ty = self.type_of(call)?;
        let op = self.media_block(call, kind, call.argument_count(), types.len())?;
        let lanes = rows(types.len())?;
        let params = passed(&op);
        let bits = bits(ty.scalar);
        let inst = self.builder.texture_op(op, Some(Type::vector(bits.unwrap_or(ty.scalar), lanes)));
        self.sources.call(inst, call, SourceCall { params, ..SourceCall::default() });
        let Some(rows) = self.builder.kernel().result(inst) else { return unsupported("the call has no result") };
        if lanes > 1 {
            self.name(rows, call);
        }
        let row = |index| if lanes == 1 { rows } else { self.builder.extract(rows, index) };
        let elements: ElementVec<Value> = (0..lanes).map(row).collect();
        Ok(match bits {
            Some(_) => {
                elements.into_iter().map(|bits| self.convert(Op::Bitcast, bits, Type::scalar(ty.scalar))).collect()
            }
            None => elements,
        })
    }

    /// Imports a write of either kind, whose last operand is what it writes. Floats are written as their bits.
    pub(crate) fn media_write(&mut self, call: Val<'c>, kind: TextureKind) -> ImportResult<ElementVec<Value>> {
        let Some(count) = call.argument_count().checked_sub(1) else { return unsupported("the call has no operands") };
        let mut data = self.operand(call, count)?;
        for element in &mut data {
            if let Some(bits) = bits(self.builder.kernel().ty(*element).scalar) {
                *element = self.convert(Op::Bitcast, *element, Type::scalar(bits));
            }
        }
        rows(data.len())?;
        let mut op = self.media_block(call, kind, count, data.len())?;
        op.data = Some(self.whole(&data));
        let params = passed(&op);
        let inst = self.builder.texture_op(op, None);
        let data = Some(count);
        self.sources.call(inst, call, SourceCall { data, params, ..SourceCall::default() });
        Ok(ElementVec::new())
    }

    /// The operation on a block of so many rows, after the first `count` operands.
    fn media_block(&mut self, call: Val<'c>, kind: TextureKind, count: u32, rows: usize) -> ImportResult<TextureOp> {
        let constant = |index| call.operand(index).and_then(Val::int);
        if count != PLACE && count != SIZED {
            return unsupported(format!(
                "a media block with {count} operands besides its data is not known; expected 4 or 6"
            ));
        }
        let mut width = None;
        if count == SIZED {
            width = constant(4).filter(|width| Some(*width) == self.facts.sub_group_size);
            if width.is_none() {
                return unsupported(
                    "the width of the block is not the subgroup size that the kernel requires; expected the same",
                );
            }
            if constant(5) != Some(rows as u64) {
                return unsupported("the height of the block is not the number of elements; expected the same");
            }
        }
        let (Some(number), Some(is_uav)) = (constant(0), constant(3)) else {
            return unsupported("the image of the block is not a constant; expected one");
        };
        let Ok(number) = u16::try_from(number) else { return unsupported("the number of the image is out of range") };
        let numbering = if is_uav != 0 { Numbering::Uav } else { Numbering::Resource };
        let place = SurfaceBinding::Numbered(numbering, number.into());
        let surface = self.resources.image(place, None, Some(kind), None);
        let mut op = TextureOp::new(kind, surface.into());
        op.params.push((Role::X, self.scalar_operand(call, 1)?));
        op.params.push((Role::Y, self.scalar_operand(call, 2)?));
        op.width = width.and_then(|width| u8::try_from(width).ok());
        Ok(op)
    }
}

/// The integer that a block has in place of a float.
const fn bits(scalar: Scalar) -> Option<Scalar> {
    match scalar {
        Scalar::F32 => Some(Scalar::I32),
        Scalar::F16 => Some(Scalar::I16),
        _ => None,
    }
}

/// The place of a block, as operands of its call.
fn passed(op: &TextureOp) -> Vec<(u32, Value)> {
    op.params.iter().zip(1..).map(|((_, value), index)| (index, *value)).collect()
}

/// The rows of a block, as a vector has them.
fn rows(count: usize) -> ImportResult<u8> {
    match u8::try_from(count) {
        Ok(0) => unsupported("the block has no rows; expected 1 to 8"),
        Ok(rows) if rows <= Type::MAX_ROWS => Ok(rows),
        _ => unsupported("the block has more than 8 rows; expected 1 to 8"),
    }
}
