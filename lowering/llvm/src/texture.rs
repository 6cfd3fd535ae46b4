//! Calls of texture intrinsics, by the rows of the table; media block reads, which name their image by number; and what
//! makes the 16-bit and the 32-bit form of multisampled loads one operation.
//!
//! Intel's compiler narrows multisampled loads to words for platforms that take words (ConvertMSAAPayloadTo16Bit.cpp): the
//! compression words come as `<4 x i16>`, and sample index and coordinates through `trunc i32 to i16`. Texture IR has
//! `load_mcs` with two dwords and `load_ms` with 32-bit parameters, undefined where a word would not do, so that a
//! truncation of an i32 is looked through; any other word is widened with zeros, which says the same.

use smallvec::SmallVec;
use texvisa_ir::texture::{
    Inst, InstData, Op, Returns, Role, Scalar, SurfaceRef, TextureKind, TextureOp, Type, Value, ValueDef,
};

use crate::address_space::{Numbering, SurfacePlace};
use crate::kernel::{Fault, Imported, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::Elements;
use crate::texture_table::{Operand, Row, Variant};

impl<'c> Importer<'c> {
    /// Imports a call of the intrinsic of `row`.
    pub(crate) fn texture(&mut self, call: Val<'c>, row: &Row) -> Imported<Elements<Value>> {
        let count = call.argument_count();
        let Some(operands) = row.operands_of(count) else {
            return unsupported(format!("{} does not have {count} operands", row.name));
        };
        let result = self.texel_type(call, row)?;
        let mut op =
            TextureOp::new(row.kind, SurfaceRef { surface: texvisa_ir::texture::Surface::from_u32(0), index: None });
        let mut index = 0;
        for operand in operands {
            self.texture_operand(call, index, operand, &mut op, result)?;
            index += operand.width();
        }
        op.kill_pixel = row.variant == Variant::KillPixel;
        op.implicit_lod = row.variant == Variant::ImplicitLod;
        op.residency = result.has_status && !op.kill_pixel;
        let returned = Type::vector(result.returned(row.kind), 4);
        let inst = self.builder.texture_op(op, Some(returned));
        self.texture_results(call, inst, result)
    }

    fn texture_operand(
        &mut self,
        call: Val<'c>,
        index: u32,
        operand: Operand,
        op: &mut TextureOp,
        result: ResultType,
    ) -> Imported<()> {
        match operand {
            Operand::Param(role) => {
                let value = self.scalar_operand(call, index)?;
                let value = match op.kind {
                    TextureKind::LoadMs | TextureKind::LoadMcs => self.widened(value),
                    _ => value,
                };
                op.params.push((role, value));
            }
            Operand::McsDwords => {
                let dwords = [self.scalar_operand(call, index)?, self.scalar_operand(call, index + 1)?];
                op.params.push((Role::Mcs, self.compression_words(&dwords)));
            }
            Operand::McsWords => {
                let words: Imported<Elements<Value>> =
                    (index..index + 4).map(|index| self.scalar_operand(call, index)).collect();
                let words = words?;
                let dwords = [self.join(&words[..2], Type::I32), self.join(&words[2..], Type::I32)];
                op.params.push((Role::Mcs, self.compression_words(&dwords)));
            }
            Operand::Paired => {
                if !call.operand(index).is_some_and(Val::is_undefined) {
                    return unsupported("texture IR has no paired resources");
                }
            }
            Operand::Surface => {
                let (place, dimension, chosen) = self.surface_operand(call, index)?;
                let surface = self.resources.image(place, dimension, Some(op.kind), Some(result.element));
                op.surface = SurfaceRef { surface, index: chosen };
            }
            Operand::Sampler => op.sampler = Some(self.sampler_operand(call, index)?),
            Operand::Offsets => {
                for (place, index) in (index..index + 3).enumerate() {
                    op.offset[place] = offset(call, index)?;
                }
            }
            Operand::Channel => op.channel = channel(call, index)?,
        }
        Ok(())
    }

    /// What the call returns, where that is something that the operation can return.
    fn texel_type(&self, call: Val<'c>, row: &Row) -> Imported<ResultType> {
        let types = self.types_of(call)?;
        let element = self.type_of(call)?.scalar;
        let fits = match row.kind.returns() {
            Returns::Texel => types.len() == 4 || types.len() == 5,
            Returns::Mcs => types.len() == 4 && matches!(element, Scalar::I16 | Scalar::I32 | Scalar::F32),
            _ => types.len() == 4 && element == Scalar::I32,
        };
        if fits {
            Ok(ResultType { element, has_status: types.len() == 5 })
        } else {
            unsupported(format!("{} does not return {}", row.name, call.ty().text()))
        }
    }

    /// The elements of the result as the call has them.
    fn texture_results(&mut self, call: Val<'c>, inst: Inst, result: ResultType) -> Imported<Elements<Value>> {
        let kernel = self.builder.kernel();
        let (Some(texel), status) = (kernel.result(inst), kernel.result_at(inst, 1)) else {
            return unsupported("it returns nothing");
        };
        self.name(texel, &call.name());
        let channels: Elements<Value> = (0..4).map(|index| self.builder.extract(texel, index)).collect();
        let wanted = Type::scalar(result.element);
        if self.builder.kernel().ty(channels[0]) != wanted {
            // Compression words: as words, the first two dwords; as floats, the bits of the dwords.
            let dwords = if wanted == Type::I16 { &channels[..2] } else { &channels[..] };
            return self.reinterpret(dwords, &[wanted; 4]);
        }
        let mut elements = channels;
        if let (true, Some(status)) = (result.has_status, status) {
            elements.push(self.truth_as(status, wanted));
        }
        Ok(elements)
    }

    /// A truth value as all ones or all zeros of `ty`.
    fn truth_as(&mut self, truth: Value, ty: Type) -> Value {
        let integer = if ty.scalar.bits() == 16 { Type::I16 } else { Type::I32 };
        let extended = self.builder.convert(Op::SExt, truth, integer);
        self.convert(Op::Bitcast, extended, ty)
    }

    /// A parameter of a multisampled load with 32 bits.
    fn widened(&mut self, value: Value) -> Value {
        let kernel = self.builder.kernel();
        let data = kernel.values[value];
        if data.ty != Type::I16 {
            return value;
        }
        match (data.def, self.operation_of(value)) {
            (ValueDef::Constant(bits), _) => self.builder.kernel_mut().constant_value(Type::I32, bits),
            (ValueDef::Undefined, _) => self.builder.undefined(Type::I32),
            (_, Some((Op::Trunc, [wide, ..]))) if kernel.ty(wide) == Type::I32 => wide,
            _ => self.builder.convert(Op::ZExt, value, Type::I32),
        }
    }

    /// What `load_mcs` returned, where the dwords are its first two, otherwise a vector of them.
    fn compression_words(&mut self, dwords: &[Value; 2]) -> Value {
        if let [Some((vector, 0)), Some((other, 1))] = dwords.map(|dword| self.element_of(dword))
            && vector == other
            && self.is_compression_words(vector)
        {
            return vector;
        }
        self.builder.vector(dwords)
    }

    fn is_compression_words(&self, vector: Value) -> bool {
        let kernel = self.builder.kernel();
        let ValueDef::Result(inst, 0) = kernel.values[vector].def else { return false };
        matches!(kernel.insts[inst], InstData::Texture(id) if kernel.textures[id].kind == TextureKind::LoadMcs)
    }

    /// `simdMediaBlockRead(image, x, y, is UAV)` reads one row an element; `MediaBlockRead(image, x, y, is UAV, width,
    /// height)` does so where the width is that of the subgroup and the height the number of elements
    /// (`EmitPass::emitMediaBlockIO`, `EmitPass::emitSimdMediaBlockRead`).
    pub(crate) fn media_read(&mut self, call: Val<'c>) -> Imported<Elements<Value>> {
        let constant = |index| call.operand(index).and_then(Val::int);
        let types = self.types_of(call)?;
        let ty = self.type_of(call)?;
        if let (Some(width), Some(height)) = (constant(4), constant(5)) {
            if Some(width) != self.facts.sub_group_size {
                return unsupported("a block that is not as wide as the subgroup that the program asks for");
            }
            if height != types.len() as u64 {
                return unsupported("a block that does not have one row for each element of the result");
            }
        } else if call.argument_count() != 4 {
            return unsupported("a block whose size is not constant");
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
        let lanes =
            u8::try_from(types.len()).map_err(|_| Fault::Unsupported("a block with too many rows".to_owned()))?;
        let inst = self.builder.texture_op(op, Some(Type::vector(ty.scalar, lanes)));
        let Some(rows) = self.builder.kernel().result(inst) else { return unsupported("it returns nothing") };
        if lanes == 1 {
            return Ok(Elements::from_slice(&[rows]));
        }
        self.name(rows, &call.name());
        Ok((0..lanes).map(|index| self.builder.extract(rows, index)).collect())
    }
}

/// What a texture call returns: four elements, and a fifth that reports.
#[derive(Clone, Copy)]
struct ResultType {
    element: Scalar,
    has_status: bool,
}

impl ResultType {
    /// The type of the elements in texture IR, which has one form of compression words.
    fn returned(self, kind: TextureKind) -> Scalar {
        if kind.returns() == Returns::Mcs { Scalar::I32 } else { self.element }
    }
}

fn offset(call: Val<'_>, index: u32) -> Imported<i8> {
    match call.operand(index) {
        Some(operand) if operand.is_undefined() => Ok(0),
        operand => match operand.and_then(Val::int).map(|bits| i8::try_from(bits as u32 as i32)) {
            Some(Ok(offset)) => Ok(offset),
            Some(Err(_)) => unsupported("a texel offset that is not within -8 to 7"),
            None => unsupported("a texel offset that is not constant"),
        },
    }
}

fn channel(call: Val<'_>, index: u32) -> Imported<u8> {
    match call.operand(index).and_then(Val::int) {
        Some(channel @ 0..=3) => Ok(channel as u8),
        Some(channel) => unsupported(format!("no texel has a channel {channel}")),
        None => unsupported("the channel is not constant"),
    }
}
