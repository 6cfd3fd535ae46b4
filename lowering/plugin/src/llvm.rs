//! What the passes do to LLVM's functions: the unsafe code of this package, with `entry`.
//!
//! Values are handles. Nothing is erased before [`Editor::finish`], which takes the editor with it, so that a handle is
//! good as long as an editor is there to use it with.
#![allow(unsafe_code)]
#![allow(deprecated, reason = "the longer length of arrays is no part of LLVM 14's C interface")]

use std::ffi::{CStr, CString, c_char, c_void};
use std::marker::PhantomData;

use inkwell::llvm_sys::core::{
    LLVMBuildBinOp, LLVMBuildBitCast, LLVMBuildCall2, LLVMBuildCast, LLVMBuildExtractElement, LLVMBuildExtractValue,
    LLVMBuildPtrToInt, LLVMBuildShuffleVector, LLVMConstInt, LLVMConstIntGetZExtValue, LLVMConstVector,
    LLVMCountStructElementTypes, LLVMCreateBuilderInContext, LLVMDisposeBuilder, LLVMDisposeMessage,
    LLVMFloatTypeInContext, LLVMFunctionType, LLVMGetArrayLength, LLVMGetCalledValue, LLVMGetDebugLocColumn,
    LLVMGetDebugLocLine, LLVMGetElementType, LLVMGetIntTypeWidth, LLVMGetIntrinsicDeclaration, LLVMGetModuleContext,
    LLVMGetNamedFunction, LLVMGetNumArgOperands, LLVMGetOperand, LLVMGetParam, LLVMGetPointerAddressSpace,
    LLVMGetTypeKind, LLVMGetUndef, LLVMGetValueName2, LLVMGetVectorSize, LLVMGlobalGetValueType, LLVMHalfTypeInContext,
    LLVMIntTypeInContext, LLVMIsAConstantInt, LLVMIsAFunction, LLVMLookupIntrinsicID, LLVMPositionBuilderBefore,
    LLVMPrintTypeToString, LLVMPrintValueToString, LLVMStructGetTypeAtIndex, LLVMTypeOf, LLVMVectorType,
};
use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMContextRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue, InstructionValue};
use texvisa::ir::texture::Scalar;

// plugin.cc
unsafe extern "C" {
    fn texvisa_take_over(old: LLVMValueRef, new: LLVMValueRef);
    fn texvisa_replace_uses(old: LLVMValueRef, new: LLVMValueRef);
    fn texvisa_erase(
        replaced: *mut LLVMValueRef,
        replaced_count: usize,
        unread: *mut LLVMValueRef,
        unread_count: usize,
        built: *mut LLVMValueRef,
        built_count: usize,
        erases_declarations: bool,
    );
    fn texvisa_declare(
        module: LLVMModuleRef,
        name: *const c_char,
        length: usize,
        ty: LLVMTypeRef,
        immediates: usize,
        writes: bool,
    ) -> LLVMValueRef;
    fn texvisa_report(module: LLVMModuleRef, text: *const c_char, length: usize);
    fn texvisa_has_remarks(module: LLVMModuleRef) -> bool;
    fn texvisa_remark(about: LLVMValueRef, kind: u32, parts: *const RemarkPart, count: usize);
    fn texvisa_calls(function: LLVMValueRef, each: extern "C" fn(*mut c_void, LLVMValueRef), calls: *mut c_void);
}

/// A part of a remark, as `plugin.cc` has it.
#[repr(C)]
struct RemarkPart {
    key: *const c_char,
    key_length: usize,
    text: *const c_char,
    length: usize,
}

impl RemarkPart {
    fn new(key: &str, text: &str) -> RemarkPart {
        RemarkPart { key: key.as_ptr().cast(), key_length: key.len(), text: text.as_ptr().cast(), length: text.len() }
    }
}

/// What a remark says, and the option that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkKind {
    /// What a call became: `-pass-remarks`.
    Lowered,
    /// What was assumed of a kernel: `-pass-remarks-analysis`.
    Assumed,
    /// Why a kernel stays as it is: `-pass-remarks-missed`.
    Missed,
}

/// What a pass runs on: all of a module, or one function of it.
pub struct Scope<'m> {
    /// The module.
    pub module: &'m Module<'m>,
    /// The function, of a pass over functions.
    pub function: Option<FunctionValue<'m>>,
    /// Whether LLVM's verifier has found valid what the pass runs on.
    pub is_verified: bool,
}

impl<'m> Scope<'m> {
    /// The name of the module.
    pub fn name(&self) -> String {
        self.module.get_name().to_string_lossy().into_owned()
    }

    /// All functions of the module, as [`SourceMap`](texvisa_llvm::SourceMap) numbers them.
    pub fn functions(&self) -> Vec<FunctionValue<'m>> {
        self.module.get_functions().collect()
    }

    /// The functions that the pass runs on.
    pub fn own_functions(&self) -> Vec<FunctionValue<'m>> {
        self.function.map_or_else(|| self.functions(), |function| vec![function])
    }

    /// Has LLVM verify what the pass runs on, unless it has.
    ///
    /// # Errors
    ///
    /// What LLVM says.
    pub fn verify(&self) -> Result<(), String> {
        match self.function {
            _ if self.is_verified => Ok(()),
            Some(function) if function.verify(false) => Ok(()),
            Some(_) => Err("LLVM's verifier rejects the function; -passes=verify says why".to_owned()),
            None => self
                .module
                .verify()
                .map_err(|message| format!("LLVM's verifier rejects the module: {}", message.to_string().trim_end())),
        }
    }
}

/// A value of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle<'m> {
    raw: LLVMValueRef,
    module: PhantomData<&'m ()>,
}

/// A type of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ty<'m> {
    raw: LLVMTypeRef,
    module: PhantomData<&'m ()>,
}

impl<'m> Handle<'m> {
    fn new(raw: LLVMValueRef) -> Handle<'m> {
        Handle { raw, module: PhantomData }
    }

    /// Its type.
    pub fn ty(self) -> Ty<'m> {
        // SAFETY: the value is live, and every value has a type.
        Ty::new(unsafe { LLVMTypeOf(self.raw) })
    }

    /// As IR text has it.
    pub fn text(self) -> String {
        // SAFETY: the value is live; the text is a C string that we own.
        unsafe { owned_text(LLVMPrintValueToString(self.raw)).trim().to_owned() }
    }
}

impl<'m> Handle<'m> {
    /// The name of the function that a call calls; nothing where it is called by its address.
    pub fn callee_name(self) -> Option<String> {
        let mut length = 0;
        // SAFETY: the value is a live call, as those of `calls_in_reach` are; the name is as long as LLVM says.
        unsafe {
            let callee = LLVMGetCalledValue(self.raw);
            if LLVMIsAFunction(callee).is_null() {
                return None;
            }
            let name = LLVMGetValueName2(callee, &mut length);
            let bytes = if length == 0 { &[][..] } else { std::slice::from_raw_parts(name.cast::<u8>(), length) };
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    }

    /// The arguments of a call.
    pub fn arguments(self) -> Vec<Handle<'m>> {
        // SAFETY: the value is a live call, and has as many arguments as LLVM counts.
        unsafe {
            (0..LLVMGetNumArgOperands(self.raw)).map(|index| Handle::new(LLVMGetOperand(self.raw, index))).collect()
        }
    }

    /// The bits of a constant integer of at most 32.
    pub fn constant_bits(self) -> Option<u32> {
        // SAFETY: the value is live, and a constant integer of at most 64 bits is asked for its value.
        unsafe {
            let is_narrow = self.ty().bits().is_some_and(|bits| bits <= 32);
            (is_narrow && !LLVMIsAConstantInt(self.raw).is_null()).then(|| LLVMConstIntGetZExtValue(self.raw) as u32)
        }
    }

    /// The line and the column of an instruction in the source, by its debug information.
    pub fn source_line(self) -> Option<(u32, u32)> {
        // SAFETY: the value is a live instruction.
        let (line, column) = unsafe { (LLVMGetDebugLocLine(self.raw), LLVMGetDebugLocColumn(self.raw)) };
        (line > 0).then_some((line, column))
    }
}

/// The calls of a function that the program can come to, in the order of its text.
pub fn calls_in_reach<'m>(function: FunctionValue<'m>) -> Vec<Handle<'m>> {
    extern "C" fn note(calls: *mut c_void, call: LLVMValueRef) {
        // SAFETY: it is called with the address of `calls` below, which nothing else uses in between.
        unsafe { (*calls.cast::<Vec<LLVMValueRef>>()).push(call) }
    }
    let mut calls: Vec<LLVMValueRef> = Vec::new();
    // SAFETY: the function is live, and `note` takes what it is given.
    unsafe { texvisa_calls(function.as_value_ref(), note, (&raw mut calls).cast()) }
    calls.into_iter().map(Handle::new).collect()
}

impl<'m> From<InstructionValue<'m>> for Handle<'m> {
    fn from(instruction: InstructionValue<'m>) -> Handle<'m> {
        Handle::new(instruction.as_value_ref())
    }
}

impl<'m> Ty<'m> {
    fn new(raw: LLVMTypeRef) -> Ty<'m> {
        Ty { raw, module: PhantomData }
    }

    fn kind(self) -> LLVMTypeKind {
        // SAFETY: types live as long as their context.
        unsafe { LLVMGetTypeKind(self.raw) }
    }

    /// Elements of a vector, and their type.
    pub fn vector(self) -> Option<(u32, Ty<'m>)> {
        // SAFETY: the type is a vector where it is asked for what vectors have.
        (self.kind() == LLVMTypeKind::LLVMVectorTypeKind)
            .then(|| unsafe { (LLVMGetVectorSize(self.raw), Ty::new(LLVMGetElementType(self.raw))) })
    }

    /// The address space of a pointer.
    pub fn address_space(self) -> Option<u32> {
        // SAFETY: the type is a pointer where it is asked for what pointers have.
        (self.kind() == LLVMTypeKind::LLVMPointerTypeKind).then(|| unsafe { LLVMGetPointerAddressSpace(self.raw) })
    }

    /// The bits of an integer or of a float.
    pub fn bits(self) -> Option<u32> {
        match self.kind() {
            LLVMTypeKind::LLVMHalfTypeKind => Some(16),
            LLVMTypeKind::LLVMFloatTypeKind => Some(32),
            LLVMTypeKind::LLVMDoubleTypeKind => Some(64),
            // SAFETY: the type is an integer.
            LLVMTypeKind::LLVMIntegerTypeKind => Some(unsafe { LLVMGetIntTypeWidth(self.raw) }),
            _ => None,
        }
    }

    /// As IR text has it.
    pub fn text(self) -> String {
        // SAFETY: the text is a C string that we own.
        unsafe { owned_text(LLVMPrintTypeToString(self.raw)) }
    }

    /// The fields of a structure or an array, in their order.
    fn fields(self) -> Vec<Ty<'m>> {
        // SAFETY: each accessor is called for what it works on, with indices that are there.
        unsafe {
            match self.kind() {
                LLVMTypeKind::LLVMStructTypeKind => (0..LLVMCountStructElementTypes(self.raw))
                    .map(|index| Ty::new(LLVMStructGetTypeAtIndex(self.raw, index)))
                    .collect(),
                LLVMTypeKind::LLVMArrayTypeKind => {
                    vec![Ty::new(LLVMGetElementType(self.raw)); LLVMGetArrayLength(self.raw) as usize]
                }
                _ => Vec::new(),
            }
        }
    }

    /// How many elements the type has, one inside the other from left to right.
    fn elements(self) -> u32 {
        match (self.vector(), self.kind()) {
            (Some((count, _)), _) => count,
            (None, LLVMTypeKind::LLVMStructTypeKind | LLVMTypeKind::LLVMArrayTypeKind) => {
                self.fields().into_iter().map(Ty::elements).sum()
            }
            _ => 1,
        }
    }
}

/// The C string `text`, which LLVM has given away.
unsafe fn owned_text(text: *mut c_char) -> String {
    // SAFETY: the caller vouches for the string, which nothing uses afterwards.
    unsafe {
        let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        owned
    }
}

/// The instructions of a function in the order of its text, which [`SourceMap`](texvisa_llvm::SourceMap) numbers.
pub fn instructions<'m>(function: FunctionValue<'m>) -> Vec<Handle<'m>> {
    function.get_basic_block_iter().flat_map(|block| block.get_instructions()).map(Handle::from).collect()
}

/// Reports an error to the handler of the module's context. Without a handler LLVM ends the process.
pub fn report(module: &Module<'_>, text: &str) {
    // SAFETY: the module is live, and the text is as long as it says.
    unsafe { texvisa_report(module.as_mut_ptr(), text.as_ptr().cast(), text.len()) }
}

/// Says something about a function.
pub fn remark_on_function(function: FunctionValue<'_>, kind: RemarkKind, text: &str) {
    let part = RemarkPart::new("", text);
    // SAFETY: the function is live and has a body, as every kernel has; the text is as long as it says.
    unsafe { texvisa_remark(function.as_value_ref(), kind as u32, &raw const part, 1) }
}

/// A function that is called.
#[derive(Clone, Copy, Debug)]
pub struct Callee<'m> {
    function: LLVMValueRef,
    ty: LLVMTypeRef,
    module: PhantomData<&'m ()>,
}

/// Where a name that the module has already stands in the way.
#[derive(Debug)]
pub struct NameTaken;

/// Changes the functions of a module.
pub struct Editor<'m> {
    module: LLVMModuleRef,
    context: LLVMContextRef,
    builder: LLVMBuilderRef,
    replaced: Vec<LLVMValueRef>,
    unread: Vec<LLVMValueRef>,
    /// What was built in case something would use it.
    built: Vec<LLVMValueRef>,
    has_remarks: bool,
    /// Whether declarations that nothing uses may go: a pass over functions must leave them.
    erases_declarations: bool,
    lifetime: PhantomData<&'m ()>,
}

impl<'m> Editor<'m> {
    /// For the functions of `scope`.
    pub fn new(scope: &Scope<'m>) -> Editor<'m> {
        let module = scope.module.as_mut_ptr();
        // SAFETY: the module and thus its context are live; the builder is disposed of when the editor is dropped.
        let (context, builder, has_remarks) = unsafe {
            let context = LLVMGetModuleContext(module);
            (context, LLVMCreateBuilderInContext(context), texvisa_has_remarks(module))
        };
        let (replaced, unread, built) = Default::default();
        let erases_declarations = scope.function.is_none();
        let lifetime = PhantomData;
        Editor { module, context, builder, replaced, unread, built, has_remarks, erases_declarations, lifetime }
    }

    /// Whether someone may read remarks.
    pub fn has_remarks(&self) -> bool {
        self.has_remarks
    }

    /// LLVM's type for a scalar.
    pub fn scalar(&self, scalar: Scalar) -> Ty<'m> {
        // SAFETY: the context is live.
        Ty::new(unsafe {
            match scalar {
                Scalar::F16 => LLVMHalfTypeInContext(self.context),
                Scalar::F32 => LLVMFloatTypeInContext(self.context),
                integer => LLVMIntTypeInContext(self.context, integer.bits()),
            }
        })
    }

    /// The integer of that many bits.
    pub fn integer(&self, bits: u32) -> Ty<'m> {
        // SAFETY: the context is live, and callers ask for 1 to 64 bits.
        Ty::new(unsafe { LLVMIntTypeInContext(self.context, bits.clamp(1, 64)) })
    }

    /// A vector of `count` of `element`.
    pub fn vector(&self, element: Ty<'m>, count: u32) -> Ty<'m> {
        // SAFETY: elements are scalars, and there is at least one.
        Ty::new(unsafe { LLVMVectorType(element.raw, count.max(1)) })
    }

    /// The function of that name and type, where the module has it.
    ///
    /// # Errors
    ///
    /// The module has something else under that name.
    pub fn find(&self, name: &str, result: Ty<'m>, params: &[Ty<'m>]) -> Result<Option<Callee<'m>>, NameTaken> {
        let name = CString::new(name).map_err(|_| NameTaken)?;
        let mut types: Vec<LLVMTypeRef> = params.iter().map(|ty| ty.raw).collect();
        // SAFETY: the module is live, the types are of its context, and the name is a C string.
        unsafe {
            let ty = LLVMFunctionType(result.raw, types.as_mut_ptr(), types.len() as u32, 0);
            let function = LLVMGetNamedFunction(self.module, name.as_ptr());
            if function.is_null() {
                Ok(None)
            } else if LLVMGlobalGetValueType(function) == ty {
                Ok(Some(Callee { function, ty, module: PhantomData }))
            } else {
                Err(NameTaken)
            }
        }
    }

    /// The function of a message, declared where it is not there yet. Its last `immediates` parameters are constants at each
    /// call; `writes` is whether it writes memory.
    ///
    /// # Errors
    ///
    /// The module has something else under that name.
    pub fn declare(
        &self,
        name: &str,
        result: Ty<'m>,
        params: &[Ty<'m>],
        immediates: usize,
        writes: bool,
    ) -> Result<Callee<'m>, NameTaken> {
        if let Some(known) = self.find(name, result, params)? {
            return Ok(known);
        }
        let mut types: Vec<LLVMTypeRef> = params.iter().map(|ty| ty.raw).collect();
        let immediates = immediates.min(types.len());
        // SAFETY: the module is live, the types are of its context, the name is as long as it says, and there are as many
        // parameters as constants.
        unsafe {
            let ty = LLVMFunctionType(result.raw, types.as_mut_ptr(), types.len() as u32, 0);
            let function = texvisa_declare(self.module, name.as_ptr().cast(), name.len(), ty, immediates, writes);
            Ok(Callee { function, ty, module: PhantomData })
        }
    }

    /// A call of LLVM's intrinsic of that name for the type `ty`, which its operands and its result have.
    pub fn intrinsic(&self, name: &str, ty: Ty<'m>, args: &[Handle<'m>]) -> Handle<'m> {
        let mut args: Vec<LLVMValueRef> = args.iter().map(|arg| arg.raw).collect();
        let mut overloaded = [ty.raw];
        // SAFETY: the module is live, callers name intrinsics that every release has and that have one type, and the
        // arguments are as many as such an intrinsic takes.
        unsafe {
            let number = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let function = LLVMGetIntrinsicDeclaration(self.module, number, overloaded.as_mut_ptr(), 1);
            let ty = LLVMGlobalGetValueType(function);
            Handle::new(LLVMBuildCall2(self.builder, ty, function, args.as_mut_ptr(), args.len() as u32, NO_NAME))
        }
    }

    /// Operand `index` of `call`, which has that many.
    pub fn operand(&self, call: Handle<'m>, index: u32) -> Handle<'m> {
        // SAFETY: the call is live; its operands were counted when it was imported.
        Handle::new(unsafe { LLVMGetOperand(call.raw, index) })
    }

    /// Parameter `index` of `function`, which has that many.
    pub fn parameter(&self, function: FunctionValue<'m>, index: u32) -> Handle<'m> {
        // SAFETY: the function is live; its parameters were counted when it was imported.
        Handle::new(unsafe { LLVMGetParam(function.as_value_ref(), index) })
    }

    /// A constant integer.
    pub fn constant(&self, ty: Ty<'m>, bits: u64) -> Handle<'m> {
        // SAFETY: callers pass types that `integer` and `scalar` have made, of integers.
        Handle::new(unsafe { LLVMConstInt(ty.raw, bits, 0) })
    }

    /// Something undefined.
    pub fn undefined(&self, ty: Ty<'m>) -> Handle<'m> {
        // SAFETY: the type is of a live context.
        Handle::new(unsafe { LLVMGetUndef(ty.raw) })
    }

    /// What is built from now on stands before `instruction`, and where that stands in the source.
    pub fn before(&mut self, instruction: Handle<'m>) {
        // SAFETY: the instruction is live and in a block.
        unsafe { LLVMPositionBuilderBefore(self.builder, instruction.raw) }
    }

    /// The bits of `value` as a value of `ty`, which is as wide; a pointer becomes its address first.
    pub fn cast_bits(&self, value: Handle<'m>, ty: Ty<'m>) -> Handle<'m> {
        let from = value.ty();
        if from == ty {
            return value;
        }
        // SAFETY: both values are live, and the widths are those that texture IR has for them. A pointer is only cast
        // to an integer.
        unsafe {
            if from.address_space().is_some() {
                let address = self.integer(ty.bits().unwrap_or(64));
                let address = Handle::new(LLVMBuildPtrToInt(self.builder, value.raw, address.raw, NO_NAME));
                return self.cast_bits(address, ty);
            }
            Handle::new(LLVMBuildBitCast(self.builder, value.raw, ty.raw, NO_NAME))
        }
    }

    /// A conversion of an integer to another.
    pub fn cast(&self, opcode: LLVMOpcode, value: Handle<'m>, ty: Ty<'m>) -> Handle<'m> {
        // SAFETY: the value is live, and its type and `ty` are integers that the operation converts, as texture IR's
        // verifier has seen.
        Handle::new(unsafe { LLVMBuildCast(self.builder, opcode, value.raw, ty.raw, NO_NAME) })
    }

    /// An operation on two integers of one type.
    pub fn binary(&self, opcode: LLVMOpcode, left: Handle<'m>, right: Handle<'m>) -> Handle<'m> {
        // SAFETY: both are live and of one type, as texture IR's verifier has seen.
        Handle::new(unsafe { LLVMBuildBinOp(self.builder, opcode, left.raw, right.raw, NO_NAME) })
    }

    /// Element `index` of a vector, structure, array or scalar, counted over all that is inside.
    pub fn element(&self, value: Handle<'m>, mut index: u32) -> Handle<'m> {
        let ty = value.ty();
        if ty.vector().is_some() {
            let index = self.constant(self.integer(32), index.into());
            // SAFETY: the value is a live vector.
            return Handle::new(unsafe { LLVMBuildExtractElement(self.builder, value.raw, index.raw, NO_NAME) });
        }
        for (field, ty) in ty.fields().into_iter().enumerate() {
            let count = ty.elements();
            if index < count {
                // SAFETY: the value is a live structure or array, which has that field.
                let field =
                    Handle::new(unsafe { LLVMBuildExtractValue(self.builder, value.raw, field as u32, NO_NAME) });
                return self.element(field, index);
            }
            index -= count;
        }
        value
    }

    /// The elements of `vector` at these source_of, undefined where there is none.
    pub fn shuffle(&self, vector: Handle<'m>, source_of: &[Option<u32>]) -> Handle<'m> {
        let dword = self.integer(32);
        let mut mask: Vec<LLVMValueRef> = source_of
            .iter()
            .map(|place| place.map_or_else(|| self.undefined(dword), |place| self.constant(dword, place.into())).raw)
            .collect();
        let other = self.undefined(vector.ty());
        // SAFETY: `vector` is a live vector, and callers name source_of that it has.
        Handle::new(unsafe {
            let mask = LLVMConstVector(mask.as_mut_ptr(), mask.len() as u32);
            LLVMBuildShuffleVector(self.builder, vector.raw, other.raw, mask, NO_NAME)
        })
    }

    /// A call, which has the name of the call `old`, its location in the source and all else that both have.
    pub fn call_instead(&mut self, old: Handle<'m>, callee: Callee<'m>, args: &[Handle<'m>]) -> Handle<'m> {
        let mut args: Vec<LLVMValueRef> = args.iter().map(|arg| arg.raw).collect();
        // SAFETY: the callee and the arguments are live, and the arguments are of the callee's types.
        unsafe {
            let new =
                LLVMBuildCall2(self.builder, callee.ty, callee.function, args.as_mut_ptr(), args.len() as u32, NO_NAME);
            texvisa_take_over(old.raw, new);
            Handle::new(new)
        }
    }

    /// Has everything that uses the call `old` use `new`, which is of its type; `old` will be erased.
    pub fn replace(&mut self, old: Handle<'m>, new: Handle<'m>) {
        // SAFETY: both are live and of one type.
        unsafe { texvisa_replace_uses(old.raw, new.raw) }
        self.replaced.push(old.raw);
    }

    /// `value`, which was built, will be erased if nothing uses it by then.
    pub fn erase_unless_used(&mut self, value: Handle<'m>) {
        self.built.push(value.raw);
    }

    /// The call, which nothing reads, will be erased.
    pub fn drop_unread(&mut self, call: Handle<'m>) {
        self.unread.push(call.raw);
    }

    /// Says something about a call, in parts that have names or none.
    pub fn remark(&self, call: Handle<'m>, parts: &[(&'static str, String)]) {
        let parts: Vec<RemarkPart> = parts.iter().map(|(key, text)| RemarkPart::new(key, text)).collect();
        // SAFETY: the call is live, and the texts are as long as they say.
        unsafe { texvisa_remark(call.raw, RemarkKind::Lowered as u32, parts.as_ptr(), parts.len()) }
    }

    /// Erases what was replaced and what nothing reads, and the instructions and declarations that served these alone.
    pub fn finish(mut self) {
        // SAFETY: all of these are live calls, each of them once; nothing uses those that were replaced. No handle
        // outlives the editor's last use.
        unsafe {
            texvisa_erase(
                self.replaced.as_mut_ptr(),
                self.replaced.len(),
                self.unread.as_mut_ptr(),
                self.unread.len(),
                self.built.as_mut_ptr(),
                self.built.len(),
                self.erases_declarations,
            );
        }
    }
}

impl Drop for Editor<'_> {
    fn drop(&mut self) {
        // SAFETY: the builder is the editor's own.
        unsafe { LLVMDisposeBuilder(self.builder) }
    }
}

/// LLVM numbers what has no name.
const NO_NAME: *const c_char = c"".as_ptr();
