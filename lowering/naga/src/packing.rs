//! Functions that pack several numbers into a word, and their inverses (WGSL, sections 17.9 and 17.10).

use naga::MathFunction as M;
use smallvec::smallvec;
use texvisa_ir::texture::{Op, Type, Value};

use crate::operand::Scalars;
use crate::refusal::Untranslatable;
use crate::translator::Translator;

/// What the parts of a word are.
#[derive(Clone, Copy)]
enum PackedPart {
    /// Fixed-point numbers from -1 to 1, or from 0 to 1.
    Normalized { is_signed: bool },
    /// Integers.
    Integer { is_signed: bool, is_clamped: bool },
    /// Half floats.
    Half,
}

/// What a function packs or unpacks, and the bits of a part.
fn parts(function: M) -> Option<(bool, PackedPart, u32)> {
    let normalized = |is_signed| PackedPart::Normalized { is_signed };
    let integer = |is_signed, is_clamped| PackedPart::Integer { is_signed, is_clamped };
    Some(match function {
        M::Pack4x8snorm => (true, normalized(true), 8),
        M::Pack4x8unorm => (true, normalized(false), 8),
        M::Pack2x16snorm => (true, normalized(true), 16),
        M::Pack2x16unorm => (true, normalized(false), 16),
        M::Pack2x16float => (true, PackedPart::Half, 16),
        M::Pack4xI8 => (true, integer(true, false), 8),
        M::Pack4xU8 => (true, integer(false, false), 8),
        M::Pack4xI8Clamp => (true, integer(true, true), 8),
        M::Pack4xU8Clamp => (true, integer(false, true), 8),
        M::Unpack4x8snorm => (false, normalized(true), 8),
        M::Unpack4x8unorm => (false, normalized(false), 8),
        M::Unpack2x16snorm => (false, normalized(true), 16),
        M::Unpack2x16unorm => (false, normalized(false), 16),
        M::Unpack2x16float => (false, PackedPart::Half, 16),
        M::Unpack4xI8 => (false, integer(true, false), 8),
        M::Unpack4xU8 => (false, integer(false, false), 8),
        _ => return None,
    })
}

/// The greatest number of a fixed-point part.
fn greatest(bits: u32, is_signed: bool) -> f32 {
    ((1u32 << (bits - u32::from(is_signed))) - 1) as f32
}

impl Translator<'_> {
    /// What a function of packing returns; none for others.
    pub fn packing(&mut self, function: M, args: &[&[Value]]) -> Result<Option<Scalars>, Untranslatable> {
        if let M::Dot4I8Packed | M::Dot4U8Packed = function {
            let part = PackedPart::Integer { is_signed: function == M::Dot4I8Packed, is_clamped: false };
            let [left, right] = [args[0][0], args[1][0]].map(|word| self.unpacked(word, part, 8));
            return Ok(Some(smallvec![self.dot(&left, &right, false)?]));
        }
        let Some((packs, part, bits)) = parts(function) else { return Ok(None) };
        if !packs {
            return Ok(Some(self.unpacked(args[0][0], part, bits)));
        }
        let mut word = self.word(0);
        for (index, number) in args[0].iter().enumerate() {
            let field = self.packed(*number, part, bits);
            let amount = self.word(index as u32 * bits);
            let placed = if index == 0 { field } else { self.op(Op::Shl, &[field, amount]) };
            word = if index == 0 { placed } else { self.op(Op::Or, &[word, placed]) };
        }
        Ok(Some(smallvec![word]))
    }

    /// A number as a field of bits.
    fn packed(&mut self, number: Value, part: PackedPart, bits: u32) -> Value {
        let mask = self.word((1 << bits) - 1);
        match part {
            PackedPart::Half => {
                let half = self.float_as(number, Type::F16);
                let bits = self.builder.convert(Op::Bitcast, half, Type::I16);
                self.builder.convert(Op::ZExt, bits, Type::I32)
            }
            PackedPart::Normalized { is_signed } => {
                let least = self.builder.constant_f32(if is_signed { -1.0 } else { 0.0 });
                let most = self.builder.constant_f32(1.0);
                let bounded = self.op(Op::FMax, &[number, least]);
                let bounded = self.op(Op::FMin, &[bounded, most]);
                let scaled = self.scaled(bounded, greatest(bits, is_signed));
                let rounded = self.op(Op::FRoundEven, &[scaled]);
                let whole = self.builder.convert(Op::FToS, rounded, Type::I32);
                self.op(Op::And, &[whole, mask])
            }
            PackedPart::Integer { is_signed, is_clamped } => {
                let mut bounded = number;
                if is_clamped {
                    let (least, most, raise, lower) = if is_signed {
                        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1, Op::MaxS, Op::MinS)
                    } else {
                        (0, (1 << bits) - 1, Op::MaxU, Op::MinU)
                    };
                    let (least, most) = (self.int(Type::I32, least), self.int(Type::I32, most));
                    bounded = self.op(raise, &[bounded, least]);
                    bounded = self.op(lower, &[bounded, most]);
                }
                self.op(Op::And, &[bounded, mask])
            }
        }
    }

    /// The numbers of a word, the lowest first.
    fn unpacked(&mut self, word: Value, part: PackedPart, bits: u32) -> Scalars {
        let is_signed = match part {
            PackedPart::Normalized { is_signed } | PackedPart::Integer { is_signed, .. } => is_signed,
            PackedPart::Half => false,
        };
        (0..32 / bits)
            .map(|index| {
                let above = self.word(32 - bits * (index + 1));
                let beside = self.word(32 - bits);
                let raised = self.op(Op::Shl, &[word, above]);
                let field = self.op(if is_signed { Op::ShrS } else { Op::ShrU }, &[raised, beside]);
                match part {
                    PackedPart::Integer { .. } => field,
                    PackedPart::Half => {
                        let low = self.builder.convert(Op::Trunc, field, Type::I16);
                        let half = self.builder.convert(Op::Bitcast, low, Type::F16);
                        self.float_as(half, Type::F32)
                    }
                    PackedPart::Normalized { is_signed } => {
                        let number = self.builder.convert(Op::SToF, field, Type::F32);
                        let whole = self.builder.constant_f32(greatest(bits, is_signed));
                        let number = self.op(Op::FDiv, &[number, whole]);
                        let least = self.builder.constant_f32(-1.0);
                        if is_signed { self.op(Op::FMax, &[number, least]) } else { number }
                    }
                }
            })
            .collect()
    }
}
