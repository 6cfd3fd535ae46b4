//! The types of LLVM values.
#![allow(unsafe_code)]
#![allow(deprecated, reason = "the longer length of arrays is no part of LLVM 14's C interface")]

use std::ffi::CStr;
use std::marker::PhantomData;

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMCountStructElementTypes, LLVMDisposeMessage, LLVMGetArrayLength, LLVMGetElementType, LLVMGetIntTypeWidth,
    LLVMGetPointerAddressSpace, LLVMGetTypeKind, LLVMGetVectorSize, LLVMPrintTypeToString, LLVMStructGetTypeAtIndex,
};
use inkwell::llvm_sys::prelude::LLVMTypeRef;

/// A type. `raw` is a type of a context that lives for `'c`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ty<'c> {
    raw: LLVMTypeRef,
    context: PhantomData<&'c ()>,
}

/// What a type is, as far as the importer tells types apart.
pub(crate) enum TyKind<'c> {
    /// An integer of that many bits.
    Int(u32),
    /// binary16.
    Half,
    /// binary32.
    Float,
    /// A pointer into that address space.
    Pointer(u32),
    /// A vector of a fixed length.
    Vector(Ty<'c>, u32),
    /// A structure of that many fields.
    Struct(u32),
    /// An array.
    Array(Ty<'c>, u32),
    /// No value.
    Void,
    /// Anything else: other floats, labels, metadata, tokens, scalable vectors.
    Other,
}

impl<'c> Ty<'c> {
    /// The type of a value of a context that lives for `'c`; the caller vouches for that and for the type.
    pub(super) unsafe fn new(raw: LLVMTypeRef) -> Ty<'c> {
        Ty { raw, context: PhantomData }
    }

    /// What it is.
    pub(crate) fn kind(self) -> TyKind<'c> {
        // SAFETY: `raw` is a live type, and each accessor is called for the kinds of type that it works on.
        unsafe {
            match LLVMGetTypeKind(self.raw) {
                LLVMTypeKind::LLVMIntegerTypeKind => TyKind::Int(LLVMGetIntTypeWidth(self.raw)),
                LLVMTypeKind::LLVMHalfTypeKind => TyKind::Half,
                LLVMTypeKind::LLVMFloatTypeKind => TyKind::Float,
                LLVMTypeKind::LLVMPointerTypeKind => TyKind::Pointer(LLVMGetPointerAddressSpace(self.raw)),
                LLVMTypeKind::LLVMVectorTypeKind => {
                    TyKind::Vector(Ty::new(LLVMGetElementType(self.raw)), LLVMGetVectorSize(self.raw))
                }
                LLVMTypeKind::LLVMStructTypeKind => TyKind::Struct(LLVMCountStructElementTypes(self.raw)),
                LLVMTypeKind::LLVMArrayTypeKind => {
                    TyKind::Array(Ty::new(LLVMGetElementType(self.raw)), LLVMGetArrayLength(self.raw))
                }
                LLVMTypeKind::LLVMVoidTypeKind => TyKind::Void,
                _ => TyKind::Other,
            }
        }
    }

    /// Field `index` of a structure; nothing for other types and beyond the last.
    pub(crate) fn field(self, index: u32) -> Option<Ty<'c>> {
        match self.kind() {
            // SAFETY: the type is a live structure and has such a field.
            TyKind::Struct(count) if index < count => unsafe {
                Some(Ty::new(LLVMStructGetTypeAtIndex(self.raw, index)))
            },
            _ => None,
        }
    }

    /// The name of the structure that a pointer points to, where its type says so and it has one:
    /// `opencl.image2d_ro_t`.
    pub(crate) fn pointee_name(self) -> Option<String> {
        let TyKind::Pointer(_) = self.kind() else { return None };
        // The C interface of LLVM 14 does not tell an opaque pointer, which has no element type, from another; the text
        // does: `%opencl.image2d_ro_t addrspace(1)*`.
        let text = self.text();
        let pointee = text.strip_suffix('*')?;
        let name = pointee.rsplit_once(" addrspace(").map_or(pointee, |(name, _)| name).strip_prefix('%')?;
        let is_name = |name: &str| !name.contains(['*', ' ', '"']);
        let name = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name);
        is_name(name).then(|| name.to_owned())
    }

    /// As IR text has it.
    pub(crate) fn text(self) -> String {
        // SAFETY: `raw` is a live type; the text is a C string that we own.
        unsafe {
            let text = LLVMPrintTypeToString(self.raw);
            let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
            LLVMDisposeMessage(text);
            owned
        }
    }
}
