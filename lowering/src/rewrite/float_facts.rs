//! What is known of a float from how it is computed: whether it is ever a NaN, -0.0, or large.
//!
//! Rules, for operations that round to nearest:
//!
//! - What an integer is converted to is an integral number, +0.0 where it is zero, and at most 2 to the integer's bits.
//! - Sums, differences, products and roundings of integral numbers are integral. They are no NaN as long as nothing is infinite.
//! - A sum is -0.0 if both operands are, a difference if it is -0.0 - +0.0: denormals are kept, so that both are exact where
//!   they are small. A product may be too small for a float.
//! - A minimum or maximum is a number if one of its operands is.

use texvisa_ir::texture::{InstData, Kernel, Op, Scalar, Value, ValueDef};

/// How many operations deep a float is followed.
const DEPTH: u32 = 6;

/// The facts of a float that are true in every run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatFacts {
    /// It is no NaN.
    pub is_number: bool,
    /// It is not -0.0.
    pub is_no_negative_zero: bool,
    /// It is an integer, or infinite.
    pub is_integral: bool,
    /// Its absolute value is at most 2 to this.
    pub magnitude: Option<u32>,
}

impl FloatFacts {
    /// The facts of a float.
    pub fn of(kernel: &Kernel, value: Value) -> FloatFacts {
        follow(kernel, value, DEPTH)
    }

    /// The facts that two floats share.
    fn and(self, other: FloatFacts) -> FloatFacts {
        FloatFacts {
            is_number: self.is_number && other.is_number,
            is_no_negative_zero: self.is_no_negative_zero && other.is_no_negative_zero,
            is_integral: self.is_integral && other.is_integral,
            magnitude: self.magnitude.zip(other.magnitude).map(|(a, b)| a.max(b)),
        }
    }

    /// The facts of a result that may be as large as that, if the type holds it.
    fn at_most(self, magnitude: Option<u32>, scalar: Scalar) -> FloatFacts {
        let magnitude = magnitude.filter(|magnitude| *magnitude <= largest(scalar));
        FloatFacts { is_number: magnitude.is_some(), magnitude, ..self }
    }
}

/// The largest power of two that a float holds.
fn largest(scalar: Scalar) -> u32 {
    if scalar == Scalar::F16 { 15 } else { 127 }
}

fn follow(kernel: &Kernel, value: Value, depth: u32) -> FloatFacts {
    let scalar = kernel.ty(value).scalar;
    if let Some(bits) = kernel.constant(value) {
        return of_constant(bits, scalar);
    }
    let (ValueDef::Result(inst, _), Some(depth)) = (kernel.values[value].def, depth.checked_sub(1)) else {
        return FloatFacts::default();
    };
    let InstData::Plain { op, args } = kernel.insts[inst] else { return FloatFacts::default() };
    let operand = |index: usize| follow(kernel, args[index], depth);
    let sum = |a: FloatFacts, b: FloatFacts| a.magnitude.zip(b.magnitude).map(|(a, b)| a.max(b) + 1);
    match op {
        Op::SToF | Op::UToF => {
            let bits = kernel.ty(args[0]).scalar.bits();
            FloatFacts {
                is_number: true,
                is_no_negative_zero: true,
                is_integral: true,
                magnitude: Some(bits).filter(|bits| *bits <= largest(scalar)),
            }
        }
        Op::FAdd => {
            let (a, b) = (operand(0), operand(1));
            let is_no_negative_zero = a.is_no_negative_zero || b.is_no_negative_zero;
            FloatFacts { is_no_negative_zero, ..a.and(b) }.at_most(sum(a, b), scalar)
        }
        Op::FSub => {
            let (a, b) = (operand(0), operand(1));
            FloatFacts { is_no_negative_zero: a.is_no_negative_zero, ..a.and(b) }.at_most(sum(a, b), scalar)
        }
        Op::FMul => {
            let (a, b) = (operand(0), operand(1));
            let is_no_negative_zero = args[0] == args[1] && a.is_integral;
            let magnitude = a.magnitude.zip(b.magnitude).map(|(a, b)| a + b);
            FloatFacts { is_no_negative_zero, ..a.and(b) }.at_most(magnitude, scalar)
        }
        Op::FMin | Op::FMax => {
            let (a, b) = (operand(0), operand(1));
            FloatFacts { is_number: a.is_number || b.is_number, ..a.and(b) }
        }
        Op::Select => follow(kernel, args[1], depth).and(follow(kernel, args[2], depth)),
        Op::FNeg => FloatFacts { is_no_negative_zero: false, ..operand(0) },
        Op::FAbs => FloatFacts { is_no_negative_zero: true, ..operand(0) },
        Op::FFloor | Op::FCeil | Op::FTrunc | Op::FRoundEven => {
            let a = operand(0);
            let is_no_negative_zero = a.is_integral && a.is_no_negative_zero;
            FloatFacts { is_no_negative_zero, is_integral: true, ..a }.at_most(sum(a, a), scalar)
        }
        Op::FExtTo => operand(0),
        _ => FloatFacts::default(),
    }
}

fn of_constant(bits: u64, scalar: Scalar) -> FloatFacts {
    let (exponent_bits, mantissa_bits) = match scalar {
        Scalar::F16 => (5, 10),
        Scalar::F32 => (8, 23),
        _ => return FloatFacts::default(),
    };
    let (most, bias) = ((1_u64 << exponent_bits) - 1, (1_i64 << (exponent_bits - 1)) - 1);
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let exponent = bits >> mantissa_bits & most;
    let is_zero = exponent == 0 && mantissa == 0;
    // Bits of the mantissa that are worth less than one.
    let below = (bias + mantissa_bits - exponent as i64).clamp(0, mantissa_bits + 1);
    FloatFacts {
        is_number: exponent != most || mantissa == 0,
        is_no_negative_zero: !is_zero || bits == 0,
        is_integral: is_zero || exponent as i64 >= bias && mantissa & ((1 << below) - 1) == 0,
        magnitude: (exponent != most).then(|| (exponent as i64 + 1 - bias).max(0) as u32),
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::texture::parse;

    use super::*;

    /// The facts of the float of that name.
    fn facts(body: &str, name: &str) -> FloatFacts {
        let text = format!("kernel @k(%i: i16, %j: i16, %x: f32, %y: f32) {{\n^entry:\n{body}\n  return\n}}");
        let module = parse(&text).unwrap_or_else(|error| panic!("{error:?}"));
        let kernel = module.kernels.values().next().expect("a kernel");
        let value = kernel.values.keys().find(|value| kernel.value_name(*value) == Some(name)).expect("a value");
        FloatFacts::of(kernel, value)
    }

    #[test]
    fn a_difference_of_converted_integers_is_a_number_and_no_negative_zero() {
        let body = "  %a = sitofp i16 %i -> f32\n  %b = sitofp i16 %j -> f32\n  %d = fsub f32 %a, %b";
        let expected =
            FloatFacts { is_number: true, is_no_negative_zero: true, is_integral: true, magnitude: Some(17) };
        assert_eq!(facts(body, "d"), expected);
    }

    #[test]
    fn a_sum_of_arguments_may_be_anything() {
        assert_eq!(facts("  %d = fadd f32 %x, %y", "d"), FloatFacts::default());
    }

    #[test]
    fn a_product_may_be_a_negative_zero_and_a_square_may_not() {
        let body = "  %a = sitofp i16 %i -> f32\n  %b = sitofp i16 %j -> f32
  %p = fmul f32 %a, %b\n  %q = fmul f32 %a, %a";
        assert!(!facts(body, "p").is_no_negative_zero && facts(body, "p").is_number);
        assert!(facts(body, "q").is_no_negative_zero);
    }

    #[test]
    fn a_maximum_of_a_number_is_a_number_and_may_be_infinite() {
        let found = facts("  %a = sitofp i16 %i -> f32\n  %m = fmax f32 %a, %x\n  %s = fsub f32 %m, %m", "m");
        assert!(found.is_number && found.magnitude.is_none() && !found.is_no_negative_zero);
    }

    #[test]
    fn what_may_be_infinite_has_a_difference_that_is_a_nan() {
        let body = "  %a = sitofp i16 %i -> f32\n  %m = fmax f32 %a, %x\n  %s = fsub f32 %m, %m";
        assert!(!facts(body, "s").is_number);
    }

    #[test]
    fn constants_are_read_by_their_bits() {
        let of = |number: f32| of_constant(number.to_bits().into(), Scalar::F32);
        let integral = |number: f32| of(number).is_integral;
        assert!([0.0, 1.0, -3.0, 255.0, 32767.0, 16777216.0, 3e38, f32::INFINITY].into_iter().all(integral));
        assert!(![0.5, 1.5, 255.25, 1e-40].into_iter().any(integral));
        assert_eq!([0.5, 1.0, 1.5, 255.0, -256.0].map(|number| of(number).magnitude), [0, 1, 1, 8, 9].map(Some));
        assert!(!of(-0.0).is_no_negative_zero && of(0.0).is_no_negative_zero && of(-1.0).is_no_negative_zero);
        assert!(!of(f32::NAN).is_number && of(f32::INFINITY).is_number && of(f32::INFINITY).magnitude.is_none());
    }
}
