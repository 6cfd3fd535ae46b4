//! The same bits as other types: bitcasts, also between vectors of elements of different widths, as little-endian
//! memory has them.

use texvisa_ir::texture::{Op, Scalar, Type, Value};

use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::ElementVec;

impl<'c> Importer<'c> {
    pub(crate) fn bitcast(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let elements = self.operand(value, 0)?;
        let types = self.types_of(value)?;
        self.reinterpret(&elements, &types)
    }

    /// The bits of `elements`, all of one type, as elements of `types`, all of one type.
    pub(crate) fn reinterpret(&mut self, elements: &[Value], types: &[Type]) -> ImportResult<ElementVec<Value>> {
        let kernel = self.builder.kernel();
        let (Some(first), Some(to)) = (elements.first(), types.first()) else { return Ok(ElementVec::new()) };
        let (from_bits, to_bits) = (kernel.ty(*first).scalar.bits() as usize, to.scalar.bits() as usize);
        if from_bits * elements.len() != to_bits * types.len() {
            return unsupported("the operand and the result have different numbers of bits; expected the same");
        }
        if from_bits == to_bits {
            return Ok(elements.iter().map(|element| self.convert(Op::Bitcast, *element, *to)).collect());
        }
        let Some(whole) = integer(to_bits) else {
            return unsupported("elements of this width are not supported; expected 8, 16, 32 or 64 bits");
        };
        if from_bits < to_bits {
            let joined = elements.chunks(to_bits / from_bits).map(|parts| self.join(parts, whole));
            let joined: ElementVec<Value> = joined.collect();
            return Ok(joined.into_iter().map(|value| self.convert(Op::Bitcast, value, *to)).collect());
        }
        let mut parts = ElementVec::new();
        for element in elements {
            let bits = self.as_integer(*element);
            for place in 0..from_bits / to_bits {
                let part = self.part(bits, place * to_bits, whole);
                parts.push(self.convert(Op::Bitcast, part, *to));
            }
        }
        Ok(parts)
    }

    /// `value` as an integer of its width.
    fn as_integer(&mut self, value: Value) -> Value {
        let ty = self.builder.kernel().ty(value);
        match integer(ty.scalar.bits() as usize) {
            Some(integer) => self.convert(Op::Bitcast, value, integer),
            None => value,
        }
    }

    /// The integer of which `parts` are the parts, the lowest first; the value itself that they were taken from, if
    /// there is one.
    pub(crate) fn join(&mut self, parts: &[Value], whole: Type) -> Value {
        if let Some(number) = self.joined_number(parts) {
            return self.builder.kernel_mut().constant_value(whole, number);
        }
        let parts: ElementVec<Value> = parts.iter().map(|part| self.as_integer(*part)).collect();
        if let [part] = parts.as_slice()
            && self.builder.kernel().ty(*part) == whole
        {
            return *part;
        }
        if let Some(source) = self.joined_source(&parts, whole) {
            return source;
        }
        let mut joined = None;
        let mut place = 0;
        for part in parts {
            let bits = self.builder.kernel().ty(part).scalar.bits();
            let wide = self.builder.convert(Op::ZExt, part, whole);
            let shifted = if place == 0 {
                wide
            } else {
                let amount = self.builder.constant_int(whole, place);
                self.operation(Op::Shl, &[wide, amount])
            };
            joined = Some(match joined {
                None => shifted,
                Some(below) => self.operation(Op::Or, &[below, shifted]),
            });
            place += i64::from(bits);
        }
        joined.unwrap_or_else(|| self.builder.undefined(whole))
    }

    /// The number of which `parts` are the parts, if all are numbers.
    fn joined_number(&self, parts: &[Value]) -> Option<u64> {
        let kernel = self.builder.kernel();
        let mut place = 0;
        parts.iter().try_fold(0, |joined, part| {
            let number = kernel.constant(*part)?.checked_shl(place)?;
            place += kernel.ty(*part).scalar.bits();
            Some(joined | number)
        })
    }

    /// The part of the type `ty` that begins at bit `place` of the integer `bits`.
    pub(crate) fn part(&mut self, bits: Value, place: usize, ty: Type) -> Value {
        let wide = self.builder.kernel().ty(bits);
        let shifted = if place == 0 {
            bits
        } else {
            let amount = self.builder.constant_int(wide, place as i64);
            self.operation(Op::ShrU, &[bits, amount])
        };
        self.builder.convert(Op::Trunc, shifted, ty)
    }

    pub(crate) fn joined_source(&self, parts: &[Value], whole: Type) -> Option<Value> {
        let mut place = 0;
        let mut source = None;
        for part in parts {
            let (from, at) = self.part_of(*part)?;
            if at != place || source.is_some_and(|source| source != from) {
                return None;
            }
            source = Some(from);
            place += u64::from(self.builder.kernel().ty(*part).scalar.bits());
        }
        source.filter(|source| self.builder.kernel().ty(*source) == whole && place == u64::from(whole.scalar.bits()))
    }

    /// The integer that `value` is a part of, and the bit where it begins.
    fn part_of(&self, value: Value) -> Option<(Value, u64)> {
        let (Op::Trunc, [shifted, ..]) = self.operation_of(value)? else { return None };
        match self.operation_of(shifted) {
            Some((Op::ShrU, [source, amount, ..])) => Some((source, self.builder.kernel().constant(amount)?)),
            _ => Some((shifted, 0)),
        }
    }
}

/// The integer type of that many bits.
fn integer(bits: usize) -> Option<Type> {
    [Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64]
        .into_iter()
        .find(|scalar| scalar.bits() as usize == bits)
        .map(Type::scalar)
}
