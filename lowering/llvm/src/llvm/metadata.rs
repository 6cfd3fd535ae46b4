//! Metadata nodes.
#![allow(unsafe_code)]

use std::borrow::Cow;
use std::ffi::c_char;
use std::marker::PhantomData;

use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMModuleRef, LLVMValueRef};
use inkwell::module::Module;

use super::value::Val;

// flags.cc
unsafe extern "C" {
    fn texvisa_named(module: LLVMModuleRef, name: *const c_char, length: usize, index: usize) -> LLVMMetadataRef;
    fn texvisa_attached(value: LLVMValueRef, name: *const c_char, length: usize) -> LLVMMetadataRef;
    fn texvisa_operands(node: LLVMMetadataRef) -> usize;
    fn texvisa_operand(node: LLVMMetadataRef, index: usize) -> LLVMMetadataRef;
    fn texvisa_field(node: LLVMMetadataRef, name: *const c_char, length: usize) -> LLVMMetadataRef;
    fn texvisa_is_node(operand: LLVMMetadataRef) -> bool;
    fn texvisa_text(operand: LLVMMetadataRef, length: *mut usize) -> *const c_char;
    fn texvisa_constant(operand: LLVMMetadataRef) -> LLVMValueRef;
}

/// An operand of a node that is not null; of a module that lives for `'c`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Metadata<'c> {
    raw: LLVMMetadataRef,
    module: PhantomData<&'c ()>,
}

/// A node. The metadata is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'c>(Metadata<'c>);

/// The nodes of a named list: `!igc.functions`.
pub(crate) fn named<'c>(module: &Module<'c>, name: &str) -> impl Iterator<Item = Node<'c>> {
    // SAFETY: the module is live for `'c`, the name is as many bytes as it has, and operands of named metadata are nodes.
    let node = move |index| unsafe {
        let found = texvisa_named(module.as_mut_ptr(), name.as_ptr().cast(), name.len(), index);
        Metadata::new(found).map(Node)
    };
    (0..).map_while(node)
}

impl<'c> Metadata<'c> {
    /// For metadata of a module that lives for `'c`; nothing where it is null. The caller vouches for that.
    unsafe fn new(raw: LLVMMetadataRef) -> Option<Metadata<'c>> {
        (!raw.is_null()).then_some(Metadata { raw, module: PhantomData })
    }

    /// The text of a string.
    pub(crate) fn text(self) -> Option<Cow<'c, str>> {
        let mut length = 0;
        // SAFETY: the metadata is live; a string is as many bytes as LLVM says, and lives as long.
        unsafe {
            let text = texvisa_text(self.raw, &raw mut length);
            match (text.is_null(), length) {
                (true, _) => None,
                (false, 0) => Some(Cow::Borrowed("")),
                _ => Some(String::from_utf8_lossy(std::slice::from_raw_parts(text.cast::<u8>(), length))),
            }
        }
    }

    /// A node.
    pub(crate) fn node(self) -> Option<Node<'c>> {
        // SAFETY: the metadata is live.
        unsafe { texvisa_is_node(self.raw) }.then_some(Node(self))
    }

    /// A constant or a function.
    pub(crate) fn value(self) -> Option<Val<'c>> {
        // SAFETY: the metadata is live, and what it has lives as long.
        unsafe {
            let value = texvisa_constant(self.raw);
            (!value.is_null()).then(|| Val::new(value))
        }
    }

    /// A constant integer.
    pub(crate) fn int(self) -> Option<u64> {
        self.value()?.int()
    }
}

impl<'c> Node<'c> {
    /// The node that is attached to a function or an instruction by that name: `define void @k() !reqd_work_group_size !0`.
    pub(crate) fn attached(value: Val<'c>, name: &str) -> Option<Node<'c>> {
        // SAFETY: `value` is live, the name is as many bytes as it has, and what is found is a node or null.
        unsafe { Metadata::new(texvisa_attached(value.raw(), name.as_ptr().cast(), name.len())).map(Node) }
    }

    /// The first operand that is a node with that string in front: `!{"type", i32 2}`. The others are not looked at.
    pub(crate) fn field(self, name: &str) -> Option<Node<'c>> {
        // SAFETY: `self` is a live node, the name is as many bytes as it has, and what is found is a node or null.
        unsafe { Metadata::new(texvisa_field(self.0.raw, name.as_ptr().cast(), name.len())).map(Node) }
    }

    /// Operand `index`, where there is one and it is not null.
    pub(crate) fn operand(self, index: usize) -> Option<Metadata<'c>> {
        // SAFETY: `self` is a live node, and what is found is one of its operands or null.
        unsafe { Metadata::new(texvisa_operand(self.0.raw, index)) }
    }

    /// The operands, each nothing where it is null.
    pub(crate) fn operands(self) -> impl ExactSizeIterator<Item = Option<Metadata<'c>>> + DoubleEndedIterator {
        // SAFETY: `self` is a live node.
        let count = unsafe { texvisa_operands(self.0.raw) };
        (0..count).map(move |index| self.operand(index))
    }
}
