//! The functions that C calls.

#![expect(unsafe_code, reason = "C calls these functions and has functions called")]

use std::any::Any;
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::call::{self, GivenCall, GivenOperand, HostFunctions, MOST};
use crate::compile;
use crate::memory;
use crate::result::{OwnedDiagnostic, Refusal, TexvisaResult};
use crate::types::{
    TEXVISA_ARGUMENT, TEXVISA_BUG, TEXVISA_OK, TexvisaBytes, TexvisaCall, TexvisaCompileOptions, TexvisaDiagnostic,
    TexvisaInstruction, TexvisaMessage, TexvisaOperand, TexvisaParam, TexvisaPlan, TexvisaSink, TexvisaStatus,
    TexvisaTemporary,
};

/// Runs `make`, gives its result to the caller, and returns the status. A panic is a diagnostic.
///
/// # Safety
///
/// `out` is null or points to a pointer.
pub(crate) unsafe fn returned(
    out: *mut *mut TexvisaResult,
    make: impl FnOnce() -> Result<TexvisaResult, Refusal>,
) -> TexvisaStatus {
    if out.is_null() {
        return TEXVISA_ARGUMENT;
    }
    // SAFETY: as the caller says.
    unsafe { out.write(std::ptr::null_mut()) };
    // What was changed when it panicked is dropped with it.
    let made = catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|payload| Err(panicked(&*payload)));
    let result = made.unwrap_or_else(|Refusal(diagnostics)| TexvisaResult::of_diagnostics(diagnostics));
    let status = result.status();
    // SAFETY: as the caller says.
    unsafe { out.write(Box::into_raw(Box::new(result))) };
    status
}

/// A panic as what is wrong.
pub(crate) fn panicked(payload: &(dyn Any + Send)) -> Refusal {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no text");
    Refusal::of(TEXVISA_BUG, format!("texvisa panicked, a defect to report with the source: {text}"))
}

/// Copies a diagnostic to `*out`, if there is one.
///
/// # Safety
///
/// `out` is null or points to a struct of the size that it begins with.
pub(crate) unsafe fn copied(found: Option<&OwnedDiagnostic>, out: *mut TexvisaDiagnostic) -> TexvisaStatus {
    let Some(found) = found else { return TEXVISA_ARGUMENT };
    let diagnostic = TexvisaDiagnostic {
        size: 0,
        kind: found.kind,
        line: found.location.line,
        column: found.location.column,
        message: found.message.as_ptr(),
        help: found.help.as_ptr(),
    };
    // SAFETY: as the caller says.
    match unsafe { memory::write(out, &diagnostic, "out") } {
        Ok(()) => TEXVISA_OK,
        Err(_) => TEXVISA_ARGUMENT,
    }
}

/// The version of texvisa: `"0.2.0"`.
#[unsafe(no_mangle)]
pub extern "C" fn texvisa_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Compiles a kernel of `source`, which has `count` bytes. `*out` is the result, with diagnostics also where the status is
/// not `TEXVISA_OK`; it is freed by `texvisa_result_free`.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_compile(
    source: *const u8,
    count: usize,
    options: *const TexvisaCompileOptions,
    out: *mut *mut TexvisaResult,
) -> TexvisaStatus {
    let make = || {
        // SAFETY: as the caller says, here and below.
        let given = unsafe { memory::read(options, "options")? };
        compile::run(&compile::Order {
            // SAFETY: see above.
            source: unsafe { memory::bytes(source, count, "source")? },
            input: given.input,
            // SAFETY: see above.
            kernel: unsafe { memory::text(given.kernel, "kernel")? },
            // SAFETY: see above.
            target: unsafe { memory::text(given.target, "target")? },
            lanes: given.lanes,
            check: given.check != 0,
        })
    };
    // SAFETY: as the caller says.
    unsafe { returned(out, make) }
}

/// Lowers one texture operation: calls the functions of `sink` with the temporaries, the moves and the messages that it
/// takes, in the order in which they are executed. Where the status is `TEXVISA_INPUT` or `TEXVISA_ARGUMENT`, no function
/// was called.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_call(
    call: *const TexvisaCall,
    sink: *const TexvisaSink,
    out: *mut *mut TexvisaResult,
) -> TexvisaStatus {
    let make = || {
        // SAFETY: as the caller says, here and below.
        let raw = unsafe { memory::read(call, "call")? };
        // SAFETY: see above.
        let sink = unsafe { memory::read(sink, "sink")? };
        let (Some(temporary), Some(instruction), Some(message)) = (sink.temporary, sink.instruction, sink.message)
        else {
            return Err(Refusal::misuse("a function of `sink` is null; expected three functions"));
        };
        let mut functions = CalledSink { host: sink.host, temporary, instruction, message };
        // SAFETY: see above.
        let params = unsafe { memory::read_all(raw.params, raw.param_count, MOST, "params")? };
        let params = params.iter().map(|param: &TexvisaParam| {
            // SAFETY: see above.
            let role = unsafe { memory::text(param.role, "role")? };
            // SAFETY: see above.
            Ok((role, unsafe { operands(param.operands, param.operand_count)? }))
        });
        let params = params.collect::<Result<_, Refusal>>()?;
        let given = GivenCall {
            raw: &raw,
            // SAFETY: see above.
            target: unsafe { memory::text(raw.target, "target")? },
            // SAFETY: see above.
            operation: unsafe { memory::text(raw.operation, "operation")? },
            // SAFETY: see above.
            dimension: unsafe { memory::text(raw.dimension, "dimension")? },
            // SAFETY: see above.
            result: unsafe { memory::text(raw.result, "result")? },
            params,
            // SAFETY: see above.
            data: unsafe { operands(raw.data, raw.data_count)? },
        };
        let plan = call::run(&given, &mut functions)?;
        let mut result = TexvisaResult::of_diagnostics(Vec::new());
        result.plan = Some(plan);
        Ok(result)
    };
    // SAFETY: as the caller says.
    unsafe { returned(out, make) }
}

/// Operands with their texts.
///
/// # Safety
///
/// `pointer` is null or points to `count` operands.
unsafe fn operands<'a>(pointer: *const TexvisaOperand, count: usize) -> Result<Vec<GivenOperand<'a>>, Refusal> {
    // SAFETY: as the caller says.
    let all = unsafe { memory::read_all(pointer, count, MOST, "operands")? };
    let given = all.iter().map(|operand: &TexvisaOperand| {
        // SAFETY: as the caller says.
        let scalar = unsafe { memory::text(operand.scalar, "scalar")? };
        Ok(GivenOperand { kind: operand.kind, scalar, value: operand.value })
    });
    given.collect()
}

/// The functions of a sink, all there.
struct CalledSink {
    host: *mut c_void,
    temporary: unsafe extern "C" fn(*mut c_void, *const TexvisaTemporary) -> u64,
    instruction: unsafe extern "C" fn(*mut c_void, *const TexvisaInstruction),
    message: unsafe extern "C" fn(*mut c_void, *const TexvisaMessage),
}

impl HostFunctions for CalledSink {
    fn temporary(&mut self, temporary: &TexvisaTemporary) -> u64 {
        // SAFETY: the caller's function takes what the header says.
        unsafe { (self.temporary)(self.host, temporary) }
    }

    fn instruction(&mut self, instruction: &TexvisaInstruction) {
        // SAFETY: the caller's function takes what the header says.
        unsafe { (self.instruction)(self.host, instruction) }
    }

    fn message(&mut self, message: &TexvisaMessage) {
        // SAFETY: the caller's function takes what the header says.
        unsafe { (self.message)(self.host, message) }
    }
}

/// The vISA text of a kernel that was compiled; no bytes where there is none.
///
/// # Safety
///
/// `result` is null or a result that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_result_text(result: *const TexvisaResult) -> TexvisaBytes {
    // SAFETY: as the caller says.
    bytes_of(unsafe { result.as_ref() }.map(|result| &result.text[..]))
}

/// The binary of a kernel that was compiled (vISA 4.1); no bytes where there is none.
///
/// # Safety
///
/// `result` is null or a result that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_result_binary(result: *const TexvisaResult) -> TexvisaBytes {
    // SAFETY: as the caller says.
    bytes_of(unsafe { result.as_ref() }.map(|result| &result.binary[..]))
}

fn bytes_of(bytes: Option<&[u8]>) -> TexvisaBytes {
    let bytes = bytes.unwrap_or(&[0]);
    TexvisaBytes { data: bytes.as_ptr(), count: bytes.len() - 1 }
}

/// How many diagnostics a result has.
///
/// # Safety
///
/// `result` is null or a result that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_result_diagnostic_count(result: *const TexvisaResult) -> usize {
    // SAFETY: as the caller says.
    unsafe { result.as_ref() }.map_or(0, |result| result.diagnostics.len())
}

/// Copies the diagnostic of that number, from 0, to `*out`.
///
/// # Safety
///
/// `result` is null or a result that is not freed yet; `out` is null or points to a struct of the size that it begins with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_result_diagnostic(
    result: *const TexvisaResult,
    index: usize,
    out: *mut TexvisaDiagnostic,
) -> TexvisaStatus {
    // SAFETY: as the caller says.
    let found = unsafe { result.as_ref() }.and_then(|result| result.diagnostics.get(index));
    // SAFETY: as the caller says.
    unsafe { copied(found, out) }
}

/// Copies the plan of an operation that was lowered to `*out`.
///
/// # Safety
///
/// `result` is null or a result that is not freed yet; `out` is null or points to a struct of the size that it begins with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_result_plan(result: *const TexvisaResult, out: *mut TexvisaPlan) -> TexvisaStatus {
    // SAFETY: as the caller says.
    let Some(found) = unsafe { result.as_ref() }.and_then(|result| result.plan.as_ref()) else {
        return TEXVISA_ARGUMENT;
    };
    let plan = TexvisaPlan {
        size: 0,
        name: found.name.as_ptr(),
        slots: found.slots.as_ptr(),
        notes: found.notes.as_ptr(),
        messages: found.messages,
        returned: found.returned,
    };
    // SAFETY: as the caller says.
    match unsafe { memory::write(out, &plan, "out") } {
        Ok(()) => TEXVISA_OK,
        Err(_) => TEXVISA_ARGUMENT,
    }
}

/// Frees a result; null is none.
///
/// # Safety
///
/// `result` is null or a result that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_result_free(result: *mut TexvisaResult) {
    if !result.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and the caller frees it once.
        drop(unsafe { Box::from_raw(result) });
    }
}
