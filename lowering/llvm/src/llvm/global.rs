//! What global variables have in memory.
#![allow(unsafe_code)]
#![allow(deprecated, reason = "the accessor of every aggregate is no part of LLVM 14's C interface")]

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMConstBitCast, LLVMConstIntGetZExtValue, LLVMGetElementAsConstant, LLVMGetGlobalParent, LLVMGetInitializer,
    LLVMGetNumOperands, LLVMGetOperand, LLVMGetTypeContext, LLVMGetTypeKind, LLVMIntTypeInContext,
    LLVMIsAConstantDataSequential, LLVMIsAConstantFP, LLVMIsAConstantInt, LLVMIsAConstantStruct, LLVMIsAGlobalVariable,
    LLVMIsGlobalConstant, LLVMIsNull, LLVMIsUndef, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMOffsetOfElement, LLVMTargetDataRef};
use texvisa_ir::texture::MAX_CONSTANT_BYTES;

use super::value::Val;

impl Val<'_> {
    /// Whether it is the address of a global variable.
    pub(crate) fn is_global_variable(self) -> bool {
        // SAFETY: `raw` is live.
        unsafe { !LLVMIsAGlobalVariable(self.raw()).is_null() }
    }

    /// Whether it is a global variable that no program changes.
    pub(crate) fn is_constant_variable(self) -> bool {
        // SAFETY: `raw` is live, and a global variable where the other is asked.
        unsafe { self.is_global_variable() && LLVMIsGlobalConstant(self.raw()) != 0 }
    }

    /// The bytes of a global variable when the program is loaded. Bytes that the program leaves undefined are 0.
    ///
    /// # Errors
    ///
    /// What it is instead, or what it has that is no number.
    pub(crate) fn initial_bytes(self) -> Result<Vec<u8>, String> {
        if !self.is_global_variable() {
            return Err("no global variable; expected one".to_owned());
        }
        // SAFETY: `raw` is a live global variable of a live module, whose data layout lives as long; types of
        // initializers have a size.
        unsafe {
            let initializer = LLVMGetInitializer(self.raw());
            if initializer.is_null() {
                return Err("a global variable that another module defines; expected its contents".to_owned());
            }
            let layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(self.raw()));
            let size = LLVMABISizeOfType(layout, LLVMTypeOf(initializer));
            match usize::try_from(size) {
                Ok(size @ 1..=MAX_CONSTANT_BYTES) => {
                    let mut bytes = vec![0; size];
                    write(layout, initializer, &mut bytes)?;
                    Ok(bytes)
                }
                _ => Err(format!("a global variable of {size} bytes; expected 1 to {MAX_CONSTANT_BYTES}")),
            }
        }
    }
}

/// Writes what `constant` has in memory to `bytes`, which are 0 and as many as its type has.
///
/// # Safety
///
/// `constant` is a live constant of a module whose data layout is `layout`.
unsafe fn write(layout: LLVMTargetDataRef, constant: LLVMValueRef, bytes: &mut [u8]) -> Result<(), String> {
    // SAFETY: each accessor is called for the kind of constant that it works on, and with the number of an element that
    // the constant has.
    unsafe {
        if LLVMIsNull(constant) != 0 || LLVMIsUndef(constant) != 0 {
            return Ok(());
        }
        let ty = LLVMTypeOf(constant);
        let mut put = |number: u64| {
            let number = number.to_le_bytes();
            let count = bytes.len().min(number.len());
            bytes[..count].copy_from_slice(&number[..count]);
        };
        if !LLVMIsAConstantInt(constant).is_null() && LLVMABISizeOfType(layout, ty) <= 8 {
            put(LLVMConstIntGetZExtValue(constant));
            return Ok(());
        }
        if !LLVMIsAConstantFP(constant).is_null() {
            let bits = match LLVMGetTypeKind(ty) {
                LLVMTypeKind::LLVMHalfTypeKind => 16,
                LLVMTypeKind::LLVMFloatTypeKind => 32,
                LLVMTypeKind::LLVMDoubleTypeKind => 64,
                _ => return Err(format!("a global variable with {}; expected numbers", Val::new(constant).text())),
            };
            // The cast of a constant float to an integer of its width is a constant integer.
            let number = LLVMConstBitCast(constant, LLVMIntTypeInContext(LLVMGetTypeContext(ty), bits));
            put(LLVMConstIntGetZExtValue(number));
            return Ok(());
        }
        let kind = LLVMGetTypeKind(ty);
        let is_sequence = matches!(kind, LLVMTypeKind::LLVMArrayTypeKind | LLVMTypeKind::LLVMVectorTypeKind);
        let is_structure = !LLVMIsAConstantStruct(constant).is_null();
        if !is_sequence && !is_structure {
            return Err(format!("a global variable with {}; expected numbers", Val::new(constant).text()));
        }
        let is_data = !LLVMIsAConstantDataSequential(constant).is_null();
        let mut offset = 0;
        for index in 0.. {
            let element = match is_data {
                true if offset < bytes.len() => LLVMGetElementAsConstant(constant, index),
                false if index < LLVMGetNumOperands(constant).unsigned_abs() => LLVMGetOperand(constant, index),
                _ => break,
            };
            let size = LLVMABISizeOfType(layout, LLVMTypeOf(element)) as usize;
            if is_structure {
                offset = LLVMOffsetOfElement(layout, ty, index) as usize;
            }
            match bytes.get_mut(offset..offset.saturating_add(size)) {
                Some(place) if size > 0 => write(layout, element, place)?,
                Some(_) if is_structure => {}
                _ => return Err(format!("a global variable with {}; expected whole bytes", Val::new(constant).text())),
            }
            offset += size;
        }
        Ok(())
    }
}
