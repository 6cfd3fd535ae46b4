//! Imports the word form and the dword form of multisampled loads as one operation.
//!
//! Intel's compiler narrows multisampled loads to words for platforms that take words (ConvertMSAAPayloadTo16Bit.cpp):
//! the MCS words come as `<4 x i16>`, and sample index and coordinates through `trunc i32 to i16`. In texture IR the MCS
//! value has words or dwords ([`McsForm`]) as the call has them; the other parameters of `load_ms` have 32 bits, and it is
//! undefined where a value does not fit a word. So a truncation of an i32 is replaced by its operand, and any other
//! word is zero-extended. For platforms that take dwords, the MCS words come as `<4 x float>` or `<4 x i32>`, of which the
//! first two are the dwords. Lowering chooses which of the two forms is sent.

use texvisa_ir::texture::{McsForm, Op, Type, Value, ValueDef};

use crate::kernel::Importer;
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

    /// The MCS value that a multisampled load takes as two dwords or four words: the vector that all of them are the
    /// elements of, otherwise a vector of them. `McsForm` has the layout of both forms.
    pub(crate) fn mcs_words(&mut self, parts: &[Value]) -> Value {
        let whole = parts.first().and_then(|first| self.element_of(*first)).map(|(vector, _)| vector);
        match whole {
            Some(vector) if self.begins_with(vector, parts) => vector,
            _ => match self.dwords_cut(parts) {
                Some(dwords) => self.builder.vector(&dwords),
                None => self.builder.vector(parts),
            },
        }
    }

    /// The dwords that four words were cut from; constant words are cut from a constant.
    fn dwords_cut(&mut self, words: &[Value]) -> Option<ElementVec<Value>> {
        let constant = |importer: &Self, word: Value| importer.builder.kernel().constant(word);
        if words.len() != 4 || words.iter().all(|word| constant(self, *word).is_some()) {
            return None;
        }
        let mut dwords = ElementVec::new();
        for pair in words.chunks(2) {
            let bits: Option<ElementVec<u64>> = pair.iter().map(|word| constant(self, *word)).collect();
            dwords.push(match bits.as_deref() {
                Some([low, high]) => self.builder.kernel_mut().constant_value(Type::I32, high << 16 | low),
                _ => self.joined_source(pair, Type::I32)?,
            });
        }
        Some(dwords)
    }

    /// Whether `parts` are the first elements of `vector`, in order, and it holds an MCS value of their form.
    fn begins_with(&self, vector: Value, parts: &[Value]) -> bool {
        let kernel = self.builder.kernel();
        let is_form = McsForm::of(kernel.ty(vector)).is_some_and(|form| usize::from(form.count()) == parts.len());
        is_form && parts.iter().zip(0..).all(|(part, index)| self.element_of(*part) == Some((vector, index)))
    }
}
