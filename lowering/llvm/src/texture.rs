//! Calls of texture intrinsics, by the rows of the table.

use texvisa_ir::collections::ShortList;
use texvisa_ir::texture::{
    InstId, Op, Returns, Role, SamplerRef, Scalar, SurfaceRef, TextureKind, TextureOp, Type, Value,
};

use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::ElementVec;
use crate::source_map::SourceCall;
use crate::texture_table::{CallOperand, Intrinsic, IntrinsicVariant};

/// The texel offsets that messages take (3D_LOAD and 3D_SAMPLE, offsets).
const OFFSETS: std::ops::RangeInclusive<i8> = -8..=7;

/// What a call returns: elements of this type, and whether there is a fifth, which reports.
#[derive(Clone, Copy)]
struct ReturnType {
    element: Scalar,
    returns_residency: bool,
}

/// What the operands of a call say.
#[derive(Default)]
struct CallOperands {
    params: ShortList<(Role, Value), 6>,
    /// The parameters as the call has them, each with the number of its operand.
    passed: Vec<(u32, Value)>,
    surface: Option<(u32, SurfaceRef)>,
    sampler: Option<(u32, SamplerRef)>,
    offset: [i8; 3],
    channel: u8,
}

impl<'c> Importer<'c> {
    /// Imports a call of the intrinsic of `row`.
    pub(crate) fn texture(&mut self, call: Val<'c>, row: &Intrinsic) -> ImportResult<ElementVec<Value>> {
        let count = call.argument_count();
        let Some(operands) = row.operands_of(count) else {
            return unsupported(format!(
                "{} with {count} operands is not known; declare it as Intel's compiler does",
                row.name
            ));
        };
        let returned = self.returned(call, row)?;
        let mut operands_given = CallOperands::default();
        let mut index = 0;
        for operand in operands {
            self.texture_operand(call, index, operand, row.kind, returned.element, &mut operands_given)?;
            index += operand.width();
        }
        let Some((surface_operand, surface)) = operands_given.surface else {
            return unsupported("the call has no surface operand; expected a pointer to a surface");
        };
        // Intel's compiler sends both; what comes of it no document says, so that no operation has both.
        let has_both = operands_given.params.iter().any(|(role, _)| matches!(role, Role::OffU | Role::OffV));
        let beside = match has_both && self.options.textures_alone {
            true => std::mem::take(&mut operands_given.offset),
            false => [0; 3],
        };
        let kill_pixel = row.variant == IntrinsicVariant::KillPixel;
        let op = TextureOp {
            params: operands_given.params,
            sampler: operands_given.sampler.map(|(_, sampler)| sampler),
            offset: operands_given.offset,
            channel: operands_given.channel,
            residency: returned.returns_residency && !kill_pixel,
            implicit_lod: row.variant == IntrinsicVariant::ImplicitLod,
            kill_pixel,
            ..TextureOp::new(row.kind, surface)
        };
        // Dwords may come as floats.
        let is_dwords = row.kind.returns() == Returns::Mcs && returned.element.bits() == 32;
        let scalar = if is_dwords { Scalar::I32 } else { returned.element };
        let inst = self.builder.texture_op(op, Some(Type::vector(scalar, 4)));
        let sampler = operands_given.sampler.map(|(operand, _)| operand);
        let operands = SourceCall {
            surface: surface_operand,
            sampler,
            offset: beside,
            params: operands_given.passed,
            ..SourceCall::default()
        };
        self.sources.call(inst, call, operands);
        self.texture_elements(call, inst, row.kind, returned)
    }

    /// What the call returns, where that is something that the operation can return.
    fn returned(&self, call: Val<'c>, row: &Intrinsic) -> ImportResult<ReturnType> {
        let count = self.types_of(call)?.len();
        let element = self.type_of(call)?.scalar;
        let fits = match row.kind.returns() {
            Returns::Texel | Returns::Gathered | Returns::Level => count == 4 || count == 5,
            Returns::Mcs => count == 4 && matches!(element, Scalar::I16 | Scalar::I32 | Scalar::F32),
            _ => count == 4 && element == Scalar::I32,
        };
        if fits {
            Ok(ReturnType { element, returns_residency: count == 5 })
        } else {
            unsupported(format!("{} cannot return {}; declare it as Intel's compiler does", row.name, call.ty().text()))
        }
    }

    fn texture_operand(
        &mut self,
        call: Val<'c>,
        index: u32,
        operand: CallOperand,
        kind: TextureKind,
        element: Scalar,
        operands_given: &mut CallOperands,
    ) -> ImportResult<()> {
        match operand {
            CallOperand::Param(role) => {
                let value = self.scalar_operand(call, index)?;
                operands_given.passed.push((index, value));
                operands_given.params.push((role, if kind.is_multisampled() { self.widened(value) } else { value }));
            }
            CallOperand::McsDwords | CallOperand::McsWords => {
                let parts: ImportResult<ElementVec<Value>> =
                    (index..index + operand.width()).map(|index| self.scalar_operand(call, index)).collect();
                let parts = parts?;
                operands_given.passed.extend((index..).zip(parts.iter().copied()));
                operands_given.params.push((Role::Mcs, self.mcs_words(&parts)));
            }
            CallOperand::Paired => {
                if !call.operand(index).is_some_and(Val::is_undefined) {
                    return unsupported("paired resources are not supported; expected undef");
                }
            }
            CallOperand::Surface => {
                let (place, dimension, chosen) = self.surface_operand(call, index)?;
                let surface = self.resources.image(place, dimension, Some(kind), Some(element));
                operands_given.surface = Some((index, SurfaceRef { surface, index: chosen }));
            }
            CallOperand::Sampler => operands_given.sampler = Some((index, self.sampler_operand(call, index)?)),
            CallOperand::Offsets => self.offsets(call, index, kind, operands_given)?,
            // A comparison is made with red whatever the operand says: by the documents (3D_SAMPLE4, Ref), and Intel's
            // finalizer puts no channel in the header of `sample4_c`.
            CallOperand::Channel => {
                let compares = operands_given.params.iter().any(|(role, _)| *role == Role::Ref);
                let given = channel(call, index)?;
                operands_given.channel = if compares { 0 } else { given };
            }
        }
        Ok(())
    }

    /// Notes the three texel offsets from operand `first` on. One with a sampler may have values among them, which all lanes
    /// share. An operation without a sampler has integers as coordinates, to
    /// which an offset along u or v that no message takes is added. What an offset along r moves depends on the surface.
    fn offsets(
        &mut self,
        call: Val<'c>,
        first: u32,
        kind: TextureKind,
        operands_given: &mut CallOperands,
    ) -> ImportResult<()> {
        let is_known =
            |index| call.operand(index).is_none_or(|operand| operand.is_undefined() || operand.int().is_some());
        if kind.has_sampler() && !(first..first + 3).all(is_known) {
            let packed = self.packed_offsets(call, first)?;
            operands_given.params.push((Role::Offsets, packed));
            return Ok(());
        }
        for (axis, role) in [Role::U, Role::V, Role::R].into_iter().enumerate() {
            let index = first + axis as u32;
            match offset(call, index) {
                Ok(number) if OFFSETS.contains(&number) => operands_given.offset[axis] = number,
                other => {
                    let position = operands_given.params.iter().position(|param| param.0 == role);
                    let position = position.filter(|_| !kind.has_sampler() && role != Role::R);
                    match position {
                        Some(position) => {
                            let value = self.scalar_operand(call, index)?;
                            let coordinate = operands_given.params[position].1;
                            operands_given.params[position].1 = self.operation(Op::Add, &[coordinate, value]);
                        }
                        None => operands_given.offset[axis] = other?,
                    }
                }
            }
        }
        Ok(())
    }

    /// The texel offsets from operand `first` on, of which one is no constant, in one word as messages have them: Intel's
    /// compiler keeps four bits of each, too (`ComputeSampleIntOffset`), but puts a constant before one that is none in
    /// the wrong place.
    fn packed_offsets(&mut self, call: Val<'c>, first: u32) -> ImportResult<Value> {
        let mut constants = 0;
        let mut packed: Option<Value> = None;
        for (index, shift) in (first..).zip([8, 4, 0]) {
            match offset(call, index) {
                Ok(number) if OFFSETS.contains(&number) => constants |= i64::from(number & 0xf) << shift,
                Ok(_) => return unsupported("a texel offset is out of range; expected -8 to 7"),
                Err(error) if call.operand(index).and_then(Val::int).is_some() => return Err(error),
                Err(_) => {
                    let value = self.scalar_operand(call, index)?;
                    let [mask, amount] = [0xf, shift].map(|number| self.builder.constant_int(Type::I32, number));
                    let cut = self.operation(Op::And, &[value, mask]);
                    let placed = if shift == 0 { cut } else { self.operation(Op::Shl, &[cut, amount]) };
                    packed = Some(packed.map_or(placed, |before| self.operation(Op::Or, &[before, placed])));
                }
            }
        }
        let constants = (constants != 0).then(|| self.builder.constant_int(Type::I32, constants));
        Ok(match (packed, constants) {
            (Some(packed), Some(constants)) => self.operation(Op::Or, &[packed, constants]),
            (Some(packed), None) => packed,
            (None, constants) => constants.unwrap_or_else(|| self.builder.constant_int(Type::I32, 0)),
        })
    }

    /// The elements of the result as the call has them.
    fn texture_elements(
        &mut self,
        call: Val<'c>,
        inst: InstId,
        kind: TextureKind,
        returned: ReturnType,
    ) -> ImportResult<ElementVec<Value>> {
        let kernel = self.builder.kernel();
        let (Some(texel), status) = (kernel.result(inst), kernel.result_at(inst, 1)) else {
            return unsupported("the call has no result");
        };
        self.name(texel, call);
        let mut elements: ElementVec<Value> = (0..4).map(|index| self.builder.extract(texel, index)).collect();
        let element = Type::scalar(returned.element);
        if kind.returns() == Returns::Mcs {
            return Ok(elements.into_iter().map(|value| self.convert(Op::Bitcast, value, element)).collect());
        }
        if let (true, Some(status)) = (returned.returns_residency, status) {
            elements.push(self.boolean_as(status, element));
        }
        Ok(elements)
    }

    /// A boolean as all ones or all zeros of `ty`, which is how Intel's compiler returns it.
    fn boolean_as(&mut self, boolean: Value, ty: Type) -> Value {
        let integer = if ty.scalar.bits() == 16 { Type::I16 } else { Type::I32 };
        let extended = self.builder.convert(Op::SExt, boolean, integer);
        self.convert(Op::Bitcast, extended, ty)
    }
}

/// A constant texel offset; whether texture IR admits it, its verifier says. An undefined one may be 0.
fn offset(call: Val<'_>, index: u32) -> ImportResult<i8> {
    match call.operand(index) {
        Some(operand) if operand.is_undefined() => Ok(0),
        operand => match operand.and_then(Val::int).map(|bits| i8::try_from(bits as u32 as i32)) {
            Some(Ok(offset)) => Ok(offset),
            Some(Err(_)) => unsupported("a texel offset is out of range; expected -8 to 7"),
            None => unsupported("a texel offset is not a constant; expected -8 to 7"),
        },
    }
}

fn channel(call: Val<'_>, index: u32) -> ImportResult<u8> {
    match call.operand(index).and_then(Val::int) {
        Some(channel @ 0..=3) => Ok(channel as u8),
        Some(channel) => unsupported(format!("the channel is {channel}; expected 0 to 3")),
        None => unsupported("the channel is not a constant; expected 0 to 3"),
    }
}
