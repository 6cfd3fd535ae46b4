//! Metadata nodes.
#![allow(unsafe_code)]

use std::borrow::Cow;
use std::ffi::c_char;

use inkwell::llvm_sys::core::{
    LLVMGetMDNodeNumOperands, LLVMGetMDNodeOperands, LLVMGetMDString, LLVMIsAConstant, LLVMIsAMDNode, LLVMIsAMDString,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::AsValueRef;

use super::value::Val;

unsafe extern "C" {
    // flags.cc
    fn texvisa_operand(node: LLVMValueRef, index: usize) -> LLVMValueRef;
    fn texvisa_field(node: LLVMValueRef, name: *const c_char, length: usize) -> LLVMValueRef;
    fn texvisa_attached(function: LLVMValueRef, name: *const c_char, length: usize) -> LLVMValueRef;
}

/// An operand of a node.
pub(crate) enum Metadata<'c> {
    /// `null`.
    Null,
    /// `!"text"`
    Text(Cow<'c, str>),
    /// Another node.
    Node(Node<'c>),
    /// A constant, or a function.
    Value(Val<'c>),
    /// Anything else.
    Other,
}

/// A node. The value is metadata, and a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'c>(Val<'c>);

/// The nodes of a named list: `!igc.functions`.
pub(crate) fn named<'c>(module: &Module<'c>, name: &str) -> Vec<Node<'c>> {
    // The verifier has seen to it that operands of named metadata are nodes, none of them null.
    module
        .get_global_metadata(name)
        .into_iter()
        .filter(|metadata| metadata.is_node())
        // SAFETY: the module is live for `'c`, and the metadata is a node.
        .map(|metadata| Node(unsafe { Val::new(metadata.as_value_ref()) }))
        .collect()
}

impl<'c> Node<'c> {
    /// The node that is attached to a function by that name: `define void @k() !reqd_work_group_size !0`.
    pub(crate) fn attached(function: Val<'c>, name: &str) -> Option<Node<'c>> {
        // SAFETY: `function` is a live value, the name is as many bytes as it has, and what is found is a node or null.
        unsafe {
            let found = texvisa_attached(function.raw(), name.as_ptr().cast(), name.len());
            (!found.is_null()).then(|| Node(Val::new(found)))
        }
    }

    /// The first operand that is a node with that string in front: `!{"type", i32 2}`. The others are not looked at.
    pub(crate) fn field(self, name: &str) -> Option<Node<'c>> {
        // SAFETY: `self` is a live node, the name is as many bytes as it has, and what is found is a node or null.
        unsafe {
            let found = texvisa_field(self.0.raw(), name.as_ptr().cast(), name.len());
            (!found.is_null()).then(|| Node(Val::new(found)))
        }
    }

    /// Operand `index`, where there is one and it is not null.
    pub(crate) fn operand(self, index: usize) -> Option<Metadata<'c>> {
        // SAFETY: `self` is a live node, and what is found is one of its operands or null.
        unsafe {
            let found = texvisa_operand(self.0.raw(), index);
            (!found.is_null()).then(|| classify(found))
        }
    }

    /// The operands.
    pub(crate) fn operands(self) -> Vec<Metadata<'c>> {
        // SAFETY: `self` is a live node, and LLVM writes as many operands as it counts, null for those that are null.
        unsafe {
            let count = LLVMGetMDNodeNumOperands(self.0.raw()) as usize;
            let mut operands: Vec<LLVMValueRef> = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(self.0.raw(), operands.as_mut_ptr());
            operands.into_iter().map(|operand| classify(operand)).collect()
        }
    }
}

/// What an operand is; `operand` is null or of a live module.
unsafe fn classify<'c>(operand: LLVMValueRef) -> Metadata<'c> {
    // SAFETY: the caller vouches for `operand`, and each accessor is called for what it works on. A string is as many
    // bytes as LLVM says.
    unsafe {
        if operand.is_null() {
            return Metadata::Null;
        }
        if !LLVMIsAMDString(operand).is_null() {
            let mut length = 0;
            let text = LLVMGetMDString(operand, &mut length);
            if length == 0 {
                return Metadata::Text(Cow::Borrowed(""));
            }
            let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length as usize);
            return Metadata::Text(String::from_utf8_lossy(bytes));
        }
        if !LLVMIsAMDNode(operand).is_null() {
            return Metadata::Node(Node(Val::new(operand)));
        }
        if LLVMIsAConstant(operand).is_null() { Metadata::Other } else { Metadata::Value(Val::new(operand)) }
    }
}

impl<'c> Metadata<'c> {
    /// The text of a string.
    pub(crate) fn text(&self) -> Option<&str> {
        if let Metadata::Text(text) = self { Some(text) } else { None }
    }

    /// A node.
    pub(crate) fn node(&self) -> Option<Node<'c>> {
        if let Metadata::Node(node) = self { Some(*node) } else { None }
    }

    /// A constant or a function.
    pub(crate) fn value(&self) -> Option<Val<'c>> {
        if let Metadata::Value(value) = self { Some(*value) } else { None }
    }

    /// A constant integer.
    pub(crate) fn int(&self) -> Option<u64> {
        self.value()?.int()
    }
}
