//! Facts about values that hold in every run: zero, undefined, uniform. Plans depend on a kernel through these alone.

use texvisa_ir::texture::{InstData, Kernel, Op, Scalar, Value, ValueDef};

use crate::uniformity::Uniformity;

/// The facts about the values of one kernel.
#[derive(Clone, Copy, Debug)]
pub struct ValueFacts<'a> {
    kernel: &'a Kernel,
    uniformity: &'a Uniformity,
}

impl<'a> ValueFacts<'a> {
    /// The facts about the values of `kernel`.
    pub fn new(kernel: &'a Kernel, uniformity: &'a Uniformity) -> ValueFacts<'a> {
        ValueFacts { kernel, uniformity }
    }

    /// The kernel.
    pub fn kernel(&self) -> &'a Kernel {
        self.kernel
    }

    /// Whether the value has the bits of a trimmed parameter (3D_LOAD, 3D_SAMPLE4, Notes: "the missing parameters will
    /// have a value of 0"): the integer 0 or +0.0. A trailing -0.0 is not trimmed: it is sent, as Intel's compiler does
    /// (`IsUndefOrZeroImmediate` compares bits).
    pub fn is_zero(&self, value: Value) -> bool {
        self.kernel.constant(self.leaf(value)) == Some(0)
    }

    /// Whether the value is -0.0.
    pub fn is_negative_zero(&self, value: Value) -> bool {
        let scalar = self.scalar(value);
        scalar.is_float() && self.kernel.constant(self.leaf(value)) == Some(1 << (scalar.bits() - 1))
    }

    /// Whether the value is undefined, so that a trimmed parameter is one of its values.
    pub fn is_undefined(&self, value: Value) -> bool {
        self.kernel.values[self.leaf(value)].def == ValueDef::Undefined
    }

    /// Whether a trailing parameter of this value may be trimmed: it is zero or undefined.
    pub fn is_absent(&self, value: Value) -> bool {
        self.is_zero(value) || self.is_undefined(value)
    }

    /// The value seen through bit casts.
    fn leaf(&self, mut value: Value) -> Value {
        while let ValueDef::Result(inst, _) = self.kernel.values[value].def {
            match self.kernel.insts[inst] {
                InstData::Plain { op: Op::Bitcast, args } => value = args[0],
                _ => break,
            }
        }
        value
    }

    /// Whether all lanes that run together have the same value.
    pub fn is_uniform(&self, value: Value) -> bool {
        self.uniformity.is_uniform(value)
    }

    /// The scalar type of the value.
    pub fn scalar(&self, value: Value) -> Scalar {
        self.kernel.ty(value).scalar
    }

    /// The bits of the value where it is a constant.
    pub fn constant(&self, value: Value) -> Option<u64> {
        self.kernel.constant(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uniformity::analyze;
    use texvisa_ir::texture::cfg::{ControlFlow, Loops};
    use texvisa_ir::texture::{Builder, Type};

    #[test]
    fn only_positive_zero_is_zero() {
        let mut builder = Builder::new("k");
        let values = [
            builder.constant_f32(0.0),
            builder.constant_f32(-0.0),
            builder.constant_f32(f32::from_bits(1)),
            builder.constant_int(Type::I32, 0),
            builder.constant_int(Type::I32, 1),
            builder.undefined(Type::F32),
            builder.argument("x", Type::I32, true),
        ];
        let entry = builder.create_block("entry");
        builder.switch_to(entry);
        builder.ret();
        let kernel = builder.finish();
        let flow = ControlFlow::new(&kernel);
        let loops = Loops::new(&flow).expect("there is no loop");
        let uniformity = analyze(&kernel, &flow, &loops);
        let facts = ValueFacts::new(&kernel, &uniformity);
        assert_eq!(values.map(|value| facts.is_zero(value)), [true, false, false, true, false, false, false]);
        assert_eq!(values.map(|value| facts.is_absent(value)), [true, false, false, true, false, true, false]);
    }
}
