//! What constants are.
#![allow(unsafe_code)]

use inkwell::llvm_sys::core::{
    LLVMConstBitCast, LLVMConstExtractElement, LLVMConstInt, LLVMConstIntGetZExtValue, LLVMGetTypeContext,
    LLVMInt32TypeInContext, LLVMIntTypeInContext, LLVMIsAConstantFP, LLVMIsAConstantInt, LLVMIsConstant, LLVMIsNull,
    LLVMIsUndef, LLVMTypeOf,
};

use super::ty::TyKind;
use super::value::Val;

impl<'c> Val<'c> {
    /// Whether it is `undef` or `poison`.
    pub(crate) fn is_undefined(self) -> bool {
        // SAFETY: `raw` is live.
        unsafe { LLVMIsUndef(self.raw()) != 0 }
    }

    /// Whether it is a constant of zeros: 0, +0.0, `null`, `zeroinitializer`.
    pub(crate) fn is_zero(self) -> bool {
        // SAFETY: `raw` is live.
        unsafe { LLVMIsNull(self.raw()) != 0 }
    }

    /// The bits of a constant integer of at most 64 bits, with zeros above.
    pub(crate) fn int(self) -> Option<u64> {
        match self.ty().kind() {
            // SAFETY: `raw` is live, and a constant integer of that width is asked for its value.
            TyKind::Int(1..=64) => unsafe {
                (!LLVMIsAConstantInt(self.raw()).is_null()).then(|| LLVMConstIntGetZExtValue(self.raw()))
            },
            _ => None,
        }
    }

    /// The encoding of a constant half or float.
    pub(crate) fn float_bits(self) -> Option<u64> {
        let bits = match self.ty().kind() {
            TyKind::Half => 16,
            TyKind::Float => 32,
            _ => return None,
        };
        // The accessor for floats goes by way of a double, which changes signalling NaNs; the cast to an integer folds.
        // SAFETY: `raw` is a live constant of that width, and the cast of a constant float is a constant integer.
        unsafe {
            if LLVMIsAConstantFP(self.raw()).is_null() {
                return None;
            }
            let ty = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(self.raw())), bits);
            Val::new(LLVMConstBitCast(self.raw(), ty)).int()
        }
    }

    /// Element `index` of a constant vector.
    pub(crate) fn constant_element(self, index: u32) -> Option<Val<'c>> {
        match self.ty().kind() {
            // SAFETY: `raw` is a live constant vector with such an element. For every form of constant vector,
            // undefined elements included, the extraction folds to the element or is a constant expression.
            TyKind::Vector(_, count) if index < count => unsafe {
                if LLVMIsConstant(self.raw()) == 0 {
                    return None;
                }
                let i32_type = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(self.raw())));
                Some(Val::new(LLVMConstExtractElement(self.raw(), LLVMConstInt(i32_type, index.into(), 0))))
            },
            _ => None,
        }
    }
}
