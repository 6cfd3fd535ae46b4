//! LLVM values: instructions, constants, arguments, functions.
#![allow(unsafe_code)]

use std::borrow::Cow;
use std::ffi::CStr;
use std::marker::PhantomData;

use inkwell::basic_block::BasicBlock;
use inkwell::llvm_sys::core::{
    LLVMCountIncoming, LLVMCountParams, LLVMDisposeMessage, LLVMGetAlignment, LLVMGetBasicBlockParent,
    LLVMGetCalledValue, LLVMGetConstOpcode, LLVMGetFCmpPredicate, LLVMGetFirstUse, LLVMGetICmpPredicate,
    LLVMGetIncomingBlock, LLVMGetIncomingValue, LLVMGetIndices, LLVMGetInstructionOpcode, LLVMGetInstructionParent,
    LLVMGetMaskValue, LLVMGetNextUse, LLVMGetNumArgOperands, LLVMGetNumIndices, LLVMGetNumMaskElements,
    LLVMGetNumOperands, LLVMGetNumSuccessors, LLVMGetOperand, LLVMGetOrdering, LLVMGetParam, LLVMGetSuccessor,
    LLVMGetUser, LLVMGetValueName2, LLVMIsAArgument, LLVMIsAConstant, LLVMIsAConstantExpr, LLVMIsAFunction,
    LLVMIsAInstruction, LLVMIsATerminatorInst, LLVMIsAUser, LLVMPrintValueToString, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{LLVMAtomicOrdering, LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate};
use inkwell::values::{AsValueRef, FunctionValue, InstructionValue};

use super::ty::Ty;

unsafe extern "C" {
    // flags.cc
    fn texvisa_allows_contraction(value: LLVMValueRef) -> bool;
    fn texvisa_allows_approximation(value: LLVMValueRef) -> bool;
    fn texvisa_allowed_error(value: LLVMValueRef) -> f32;
    fn texvisa_ignores_sign_of_zero(value: LLVMValueRef) -> bool;
}

/// Any value. `raw` is a value of a module that lives for `'c` and that nothing changes in between.
///
/// An accessor for one kind of value returns nothing for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Val<'c> {
    raw: LLVMValueRef,
    module: PhantomData<&'c ()>,
}

impl<'c> From<InstructionValue<'c>> for Val<'c> {
    fn from(value: InstructionValue<'c>) -> Val<'c> {
        Val { raw: value.as_value_ref(), module: PhantomData }
    }
}

impl<'c> From<FunctionValue<'c>> for Val<'c> {
    fn from(value: FunctionValue<'c>) -> Val<'c> {
        Val { raw: value.as_value_ref(), module: PhantomData }
    }
}

impl<'c> Val<'c> {
    /// The value of a module that lives for `'c`; the caller vouches for that.
    pub(super) unsafe fn new(raw: LLVMValueRef) -> Val<'c> {
        Val { raw, module: PhantomData }
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.raw
    }

    /// Its type.
    pub(crate) fn ty(self) -> Ty<'c> {
        // SAFETY: `raw` is live, and its type lives as long.
        unsafe { Ty::new(LLVMTypeOf(self.raw)) }
    }

    /// The name, empty if it has none.
    pub(crate) fn name(self) -> String {
        self.name_text().into_owned()
    }

    /// The same where LLVM has it.
    pub(crate) fn name_text(self) -> Cow<'c, str> {
        let mut length = 0;
        // SAFETY: `raw` is live; the name is as many bytes as LLVM says, or the pointer is not read. Nothing here renames
        // a value, so that they stay as long as the value.
        let bytes = unsafe {
            let name = LLVMGetValueName2(self.raw, &mut length);
            if length == 0 {
                return Cow::Borrowed("");
            }
            std::slice::from_raw_parts(name.cast::<u8>(), length)
        };
        // Names are short and right: to look for what is wrong takes longer than that.
        std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
    }

    /// As IR text has it.
    pub(crate) fn text(self) -> String {
        // SAFETY: `raw` is live; the text is a C string that we own.
        unsafe {
            let text = LLVMPrintValueToString(self.raw);
            let owned = CStr::from_ptr(text).to_string_lossy().trim().to_owned();
            LLVMDisposeMessage(text);
            owned
        }
    }

    /// Whether it is a constant.
    pub(crate) fn is_constant(self) -> bool {
        // SAFETY: `raw` is live.
        unsafe { !LLVMIsAConstant(self.raw).is_null() }
    }

    /// Whether nothing uses it.
    pub(crate) fn is_unused(self) -> bool {
        // SAFETY: `raw` is live.
        unsafe { LLVMGetFirstUse(self.raw).is_null() }
    }

    /// What an instruction or a constant expression does.
    pub(crate) fn opcode(self) -> Option<LLVMOpcode> {
        // SAFETY: `raw` is live, and each accessor is called for what it works on.
        unsafe {
            if !LLVMIsAInstruction(self.raw).is_null() {
                Some(LLVMGetInstructionOpcode(self.raw))
            } else if !LLVMIsAConstantExpr(self.raw).is_null() {
                Some(LLVMGetConstOpcode(self.raw))
            } else {
                None
            }
        }
    }

    /// Operand `index`, of a call one of its arguments. A block that is an operand is not a value that anything here
    /// works on, but has a text.
    pub(crate) fn operand(self, index: u32) -> Option<Val<'c>> {
        if index >= self.operand_count() {
            return None;
        }
        // SAFETY: `raw` is live and has operands, of which there is one at that index.
        unsafe {
            let operand = LLVMGetOperand(self.raw, index);
            (!operand.is_null()).then(|| Val::new(operand))
        }
    }

    fn operand_count(self) -> u32 {
        // SAFETY: `raw` is live, and only what has operands is asked how many.
        unsafe {
            match self.is_instruction(LLVMOpcode::LLVMCall) {
                true => LLVMGetNumArgOperands(self.raw),
                false if LLVMIsAUser(self.raw).is_null() => 0,
                false => LLVMGetNumOperands(self.raw).unsigned_abs(),
            }
        }
    }

    /// All that [`Val::operand`] has.
    pub(crate) fn operands(self) -> impl Iterator<Item = Val<'c>> {
        // SAFETY: `raw` is live and has as many operands.
        (0..self.operand_count()).filter_map(move |index| unsafe {
            let operand = LLVMGetOperand(self.raw, index);
            (!operand.is_null()).then(|| Val::new(operand))
        })
    }

    /// Whether it is a parameter of a function.
    pub(crate) fn is_argument(self) -> bool {
        // SAFETY: `raw` is live.
        unsafe { !LLVMIsAArgument(self.raw).is_null() }
    }

    /// Whether it is a function.
    pub(crate) fn is_function(self) -> bool {
        // SAFETY: `raw` is live.
        unsafe { !LLVMIsAFunction(self.raw).is_null() }
    }

    fn is_instruction(self, opcode: LLVMOpcode) -> bool {
        // SAFETY: `raw` is live, and only an instruction is asked for its opcode.
        unsafe { !LLVMIsAInstruction(self.raw).is_null() && LLVMGetInstructionOpcode(self.raw) == opcode }
    }

    /// The parameters of a function.
    pub(crate) fn parameters(self) -> Vec<Val<'c>> {
        if !self.is_function() {
            return Vec::new();
        }
        // SAFETY: `raw` is a live function with as many parameters as LLVM says.
        unsafe { (0..LLVMCountParams(self.raw)).map(|index| Val::new(LLVMGetParam(self.raw, index))).collect() }
    }

    /// What a call calls, where that is a function and no address.
    pub(crate) fn callee(self) -> Option<Val<'c>> {
        if !self.is_instruction(LLVMOpcode::LLVMCall) {
            return None;
        }
        // SAFETY: `raw` is a live call.
        let callee = unsafe { Val::new(LLVMGetCalledValue(self.raw)) };
        callee.is_function().then_some(callee)
    }

    /// How many arguments a call passes.
    pub(crate) fn argument_count(self) -> u32 {
        if !self.is_instruction(LLVMOpcode::LLVMCall) {
            return 0;
        }
        // SAFETY: `raw` is a live call.
        unsafe { LLVMGetNumArgOperands(self.raw) }
    }

    /// The values that a phi has, with the blocks that they come from.
    pub(crate) fn incoming(self) -> Vec<(Val<'c>, BasicBlock<'c>)> {
        if !self.is_instruction(LLVMOpcode::LLVMPHI) {
            return Vec::new();
        }
        // SAFETY: `raw` is a live phi, the indices are within its count, and what it names is of the same module.
        unsafe {
            (0..LLVMCountIncoming(self.raw))
                .filter_map(|index| {
                    let block = BasicBlock::new(LLVMGetIncomingBlock(self.raw, index))?;
                    Some((Val::new(LLVMGetIncomingValue(self.raw, index)), block))
                })
                .collect()
        }
    }

    /// Where a terminator may go.
    pub(crate) fn successors(self) -> Vec<BasicBlock<'c>> {
        // SAFETY: `raw` is live; a terminator is asked for as many successors as it has.
        unsafe {
            if LLVMIsATerminatorInst(self.raw).is_null() {
                return Vec::new();
            }
            (0..LLVMGetNumSuccessors(self.raw))
                .filter_map(|index| BasicBlock::new(LLVMGetSuccessor(self.raw, index)))
                .collect()
        }
    }

    /// The predicate of an integer comparison.
    pub(crate) fn int_predicate(self) -> Option<LLVMIntPredicate> {
        // SAFETY: `raw` is live and is such a comparison.
        (self.opcode() == Some(LLVMOpcode::LLVMICmp)).then(|| unsafe { LLVMGetICmpPredicate(self.raw) })
    }

    /// The predicate of a float comparison.
    pub(crate) fn float_predicate(self) -> Option<LLVMRealPredicate> {
        // SAFETY: `raw` is live and is such a comparison.
        (self.opcode() == Some(LLVMOpcode::LLVMFCmp)).then(|| unsafe { LLVMGetFCmpPredicate(self.raw) })
    }

    /// Whether the fast-math flags of a float operation allow to contract it with another: `a * b + c` may be rounded
    /// once (LLVM language reference, Fast-Math Flags, `contract`).
    pub(crate) fn allows_contraction(self) -> bool {
        // SAFETY: `raw` is live; any value may be asked.
        unsafe { texvisa_allows_contraction(self.raw) }
    }

    /// Whether the fast-math flags of a call allow to approximate the function (`afn`).
    pub(crate) fn allows_approximation(self) -> bool {
        // SAFETY: `raw` is live; any value may be asked.
        unsafe { texvisa_allows_approximation(self.raw) }
    }

    /// The error of an instruction that `!fpmath` allows, in units in the last place; 0 without it.
    pub(crate) fn allowed_error(self) -> f32 {
        // SAFETY: `raw` is live; any value may be asked.
        unsafe { texvisa_allowed_error(self.raw) }
    }

    /// Whether the fast-math flags of a float operation say that the sign of a zero does not count, neither of an operand
    /// nor of the result (`nsz`).
    pub(crate) fn ignores_sign_of_zero(self) -> bool {
        // SAFETY: `raw` is live; any value may be asked.
        unsafe { texvisa_ignores_sign_of_zero(self.raw) }
    }

    /// The function that an instruction is in.
    pub(crate) fn function(self) -> Option<Val<'c>> {
        // SAFETY: `raw` is live; an instruction of a module is in a block, and that in a function.
        unsafe {
            if LLVMIsAInstruction(self.raw).is_null() {
                return None;
            }
            Some(Val::new(LLVMGetBasicBlockParent(LLVMGetInstructionParent(self.raw))))
        }
    }

    /// What reads it, once for each operand that it is.
    pub(crate) fn users(self) -> Vec<Val<'c>> {
        let mut users = Vec::new();
        // SAFETY: `raw` is live, and its uses are a list that nothing changes.
        unsafe {
            let mut next = LLVMGetFirstUse(self.raw);
            while !next.is_null() {
                users.push(Val::new(LLVMGetUser(next)));
                next = LLVMGetNextUse(next);
            }
        }
        users
    }

    /// The indices of an extractvalue or insertvalue.
    pub(crate) fn indices(self) -> Vec<u32> {
        let has_indices =
            [LLVMOpcode::LLVMExtractValue, LLVMOpcode::LLVMInsertValue].into_iter().any(|op| self.is_instruction(op));
        if !has_indices {
            return Vec::new();
        }
        // SAFETY: `raw` is a live instruction with indices, of which LLVM says how many there are.
        unsafe {
            let count = LLVMGetNumIndices(self.raw) as usize;
            if count == 0 {
                return Vec::new();
            }
            std::slice::from_raw_parts(LLVMGetIndices(self.raw), count).to_vec()
        }
    }

    /// The mask of a shufflevector; nothing where an element is undefined.
    pub(crate) fn shuffle_mask(self) -> Vec<Option<u32>> {
        if !self.is_instruction(LLVMOpcode::LLVMShuffleVector) {
            return Vec::new();
        }
        // SAFETY: `raw` is a live shufflevector, and the indices are within its mask.
        unsafe {
            (0..LLVMGetNumMaskElements(self.raw))
                .map(|index| u32::try_from(LLVMGetMaskValue(self.raw, index)).ok())
                .collect()
        }
    }

    /// The alignment of a load or store in bytes, and whether it is atomic.
    pub(crate) fn access(self) -> Option<(u32, bool)> {
        if !self.is_instruction(LLVMOpcode::LLVMLoad) && !self.is_instruction(LLVMOpcode::LLVMStore) {
            return None;
        }
        // SAFETY: `raw` is a live load or store.
        unsafe {
            let is_atomic = LLVMGetOrdering(self.raw) != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic;
            // Every access has an alignment in LLVM 14; 2^32, the most that one can have, is 0 here.
            let alignment = LLVMGetAlignment(self.raw);
            Some((if alignment == 0 { 1 << 31 } else { alignment }, is_atomic))
        }
    }
}
