//! Imports the word form and the dword form of multisampled loads as one operation.
//!
//! Intel's compiler narrows multisampled loads to words for platforms that take words (ConvertMSAAPayloadTo16Bit.cpp):
//! the MCS words come as `<4 x i16>`, and sample index and coordinates through `trunc i32 to i16`. Texture IR
//! has `load_mcs` with two dwords and `load_ms` with 32-bit parameters, undefined where the value does not fit a word. So a
//! truncation of an i32 is replaced by its operand, and any other word is zero-extended. For platforms
//! that take dwords, the MCS words come as `<4 x float>` or `<4 x i32>`, of which the first two are the dwords.

use texvisa_ir::texture::{InstData, McsForm, Op, Returns, Type, Value, ValueDef};

use crate::kernel::{ImportResult, Importer};
use crate::shape::ElementVec;

impl Importer<'_> {
    /// A parameter of a multisampled load, widened to 32 bits.
    pub(crate) fn widened(&mut self, value: Value) -> Value {
        let kernel = self.builder.kernel();
        let data = kernel.values[value];
        if data.ty != Type::I16 {
            return value;
        }
        match (data.def, self.operation_of(value)) {
            (ValueDef::Constant(bits), _) => self.builder.kernel_mut().constant_value(Type::I32, bits.get()),
            (ValueDef::Undefined, _) => self.builder.undefined(Type::I32),
            (_, Some((Op::Trunc, [wide, ..]))) if kernel.ty(wide) == Type::I32 => wide,
            _ => self.builder.convert(Op::ZExt, value, Type::I32),
        }
    }

    /// The MCS value that a multisampled load takes as two dwords or four words: the result of `load_mcs` if all of them
    /// are its elements, otherwise a vector of two dwords. [`McsForm`] has the layout of both forms.
    pub(crate) fn mcs_words(&mut self, parts: &[Value]) -> Value {
        let dwords: ElementVec<Value> =
            parts.chunks(parts.len().div_ceil(2)).map(|parts| self.join(parts, Type::I32)).collect();
        if let [low, high] = dwords.as_slice()
            && let (Some((vector, 0)), Some((other, 1))) = (self.element_of(*low), self.element_of(*high))
            && vector == other
            && self.is_mcs(vector)
        {
            return vector;
        }
        self.builder.vector(&dwords)
    }

    fn is_mcs(&self, vector: Value) -> bool {
        let kernel = self.builder.kernel();
        let ValueDef::Result(inst, 0) = kernel.values[vector].def else { return false };
        matches!(kernel.insts[inst], InstData::Texture(id) if kernel.textures[id].kind.returns() == Returns::Mcs)
    }

    /// The elements that a call of `ldmcsptr` returns, all of the type `wanted`, of the dwords that `load_mcs` returns.
    pub(crate) fn mcs_elements(&mut self, dwords: &[Value], wanted: Type) -> ImportResult<ElementVec<Value>> {
        // As words they are the bits of the two dwords; as dwords all four elements come back.
        let is_words = McsForm::of(Type::vector(wanted.scalar, 4)) == Some(McsForm::Words);
        let count = if is_words { McsForm::Dwords.count().into() } else { dwords.len() };
        self.reinterpret(&dwords[..count.min(dwords.len())], &[wanted; 4])
    }
}
