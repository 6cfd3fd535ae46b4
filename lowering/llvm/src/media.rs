//! Media block reads, which name their image by number.
//!
//! `simdMediaBlockRead(image, x, y, is UAV)` reads one row an element. `MediaBlockRead(image, x, y, is UAV, width, height)`
//! does so where the width is that of the subgroup and the height the number of elements. (EmitVISAPass.cpp,
//! `emitSimdMediaBlockRead` and `emitMediaBlockIO`.)

use smallvec::SmallVec;
use texvisa_ir::texture::{Role, TextureKind, TextureOp, Type, Value};

use crate::address_space::{Numbering, SurfacePlace};
use crate::kernel::{Imported, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::Elements;

impl<'c> Importer<'c> {
    /// Imports either, of which only the second has six operands.
    pub(crate) fn media_read(&mut self, call: Val<'c>) -> Imported<Elements<Value>> {
        let constant = |index| call.operand(index).and_then(Val::int);
        let types = self.types_of(call)?;
        let ty = self.type_of(call)?;
        let count = call.argument_count();
        if count != 4 && count != 6 {
            return unsupported(format!("no block read has {count} operands"));
        }
        if count == 6 {
            if constant(4).is_none_or(|width| Some(width) != self.facts.sub_group_size) {
                return unsupported("a block that is not as wide as the subgroup that the program asks for");
            }
            if constant(5) != Some(types.len() as u64) {
                return unsupported("a block that does not have one row for each element of the result");
            }
        }
        let (Some(number), Some(is_uav)) = (constant(0), constant(3)) else {
            return unsupported("a block of an image that is not constant");
        };
        let Ok(number) = u16::try_from(number) else { return unsupported("no image has that number") };
        let numbering = if is_uav != 0 { Numbering::Uav } else { Numbering::Resource };
        let place = SurfacePlace::Numbered(numbering, number.into());
        let surface = self.resources.image(place, None, Some(TextureKind::MediaRead), None);
        let mut op = TextureOp::new(TextureKind::MediaRead, surface.into());
        op.params =
            SmallVec::from_slice(&[(Role::X, self.scalar_operand(call, 1)?), (Role::Y, self.scalar_operand(call, 2)?)]);
        let Some(lanes) = u8::try_from(types.len()).ok().filter(|lanes| *lanes <= Type::MAX_LANES) else {
            return unsupported("a block with more than 8 rows");
        };
        let inst = self.builder.texture_op(op, Some(Type::vector(ty.scalar, lanes)));
        let Some(rows) = self.builder.kernel().result(inst) else { return unsupported("it returns nothing") };
        if lanes == 1 {
            return Ok(Elements::from_slice(&[rows]));
        }
        self.name(rows, &call.name());
        Ok((0..lanes).map(|index| self.builder.extract(rows, index)).collect())
    }
}
