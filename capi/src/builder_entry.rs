//! The functions by which C builds a kernel.

#![expect(unsafe_code, reason = "C calls these functions")]

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::builder::{GivenOperation, TexvisaBuilder};
use crate::call::MOST;
use crate::compile;
use crate::entry::{copied, panicked, returned};
use crate::memory;
use crate::result::{Refusal, TexvisaResult, terminated};
use crate::types::{
    TEXVISA_ARGUMENT, TEXVISA_OK, TexvisaCase, TexvisaCompileOptions, TexvisaDiagnostic, TexvisaOperation,
    TexvisaRoleValue, TexvisaStatus,
};

/// The most operands of an operation, arguments of a block and cases that are read.
const MOST_NUMBERS: usize = 4096;

/// Does something with a builder, whose diagnostics then say what was wrong; writes the number that it returns to `out`, 0
/// where it failed. A panic is a diagnostic.
///
/// # Safety
///
/// `builder` is null or one that is not freed yet, and `out` is null or points to a number.
unsafe fn with(
    builder: *mut TexvisaBuilder,
    out: *mut u32,
    what: impl FnOnce(&mut TexvisaBuilder) -> Result<u32, Refusal>,
) -> TexvisaStatus {
    if !out.is_null() {
        // SAFETY: as the caller says.
        unsafe { out.write(0) };
    }
    // SAFETY: as the caller says.
    let Some(builder) = (unsafe { builder.as_mut() }) else { return TEXVISA_ARGUMENT };
    // A builder whose call has panicked is only freed by a caller that heeds the status.
    let done = catch_unwind(AssertUnwindSafe(|| what(builder))).unwrap_or_else(|payload| Err(panicked(&*payload)));
    match done {
        Ok(number) => {
            builder.diagnostics.clear();
            if !out.is_null() {
                // SAFETY: as the caller says.
                unsafe { out.write(number) };
            }
            TEXVISA_OK
        }
        Err(Refusal(diagnostics)) => {
            let result = TexvisaResult::of_diagnostics(diagnostics);
            let status = result.status();
            builder.diagnostics = result.diagnostics;
            status
        }
    }
}

/// A builder of kernels, which is freed by `texvisa_builder_free`. The order of calls: surfaces and samplers; then of each
/// kernel `texvisa_builder_begin`, its arguments, blocks and operations, `texvisa_builder_finish`; then
/// `texvisa_builder_compile`. Every value, block, variable, surface and sampler is a number from 1 on. A call that fails
/// returns 0 for it and changes nothing; `texvisa_builder_diagnostic` says why.
#[unsafe(no_mangle)]
pub extern "C" fn texvisa_builder_new() -> *mut TexvisaBuilder {
    Box::into_raw(Box::default())
}

/// Frees a builder; null is none.
///
/// # Safety
///
/// `builder` is null or one that is not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_free(builder: *mut TexvisaBuilder) {
    if !builder.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and the caller frees it once.
        drop(unsafe { Box::from_raw(builder) });
    }
}

/// Copies the diagnostic of that number, from 0, of the last call to `*out`.
///
/// # Safety
///
/// `builder` is null or one that is not freed yet; `out` is null or points to a struct of the size that it begins with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_diagnostic(
    builder: *const TexvisaBuilder,
    index: usize,
    out: *mut TexvisaDiagnostic,
) -> TexvisaStatus {
    // SAFETY: as the caller says.
    let found = unsafe { builder.as_ref() }.and_then(|builder| builder.diagnostics.get(index));
    // SAFETY: as the caller says.
    unsafe { copied(found, out) }
}

/// Declares a surface. `name` is a word that no other surface has, or null for one that is made; `dimension` is `"2d"`, `"cube_array"`, `"raw"`; `element` the type that its format delivers, or null;
/// `entry` its entry of the binding table.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_surface(
    builder: *mut TexvisaBuilder,
    name: *const c_char,
    dimension: *const c_char,
    element: *const c_char,
    entry: u32,
    out: *mut u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let name = unsafe { memory::text(name, "name")? };
        // SAFETY: see above.
        let dimension = unsafe { memory::text(dimension, "dimension")? };
        // SAFETY: see above.
        let element = unsafe { memory::text(element, "element")? };
        builder.surface(name, dimension, element, entry)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, out, what) }
}

/// Declares a sampler at an entry of the sampler state table; its name as that of a surface.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_sampler(
    builder: *mut TexvisaBuilder,
    name: *const c_char,
    entry: u32,
    out: *mut u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let name = unsafe { memory::text(name, "name")? };
        builder.sampler(name, entry)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, out, what) }
}

/// Begins a kernel.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_begin(builder: *mut TexvisaBuilder, name: *const c_char) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let name = unsafe { memory::text(name, "name")? };
        builder.begin(name).map(|()| 0)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// Ends the kernel that was begun. Where something is wrong with the whole it stays begun: append what is missing, or call
/// `texvisa_builder_abandon`.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_finish(builder: *mut TexvisaBuilder) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.finish().map(|()| 0);
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// Drops the kernel that was begun; declarations and finished kernels stay.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_abandon(builder: *mut TexvisaBuilder) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.abandon().map(|()| 0);
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// Requires groups of this many work items along x, y and z.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_group_size(
    builder: *mut TexvisaBuilder,
    x: u32,
    y: u32,
    z: u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.group_size([x, y, z]).map(|()| 0);
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// Sets the place in the source of the operations that follow; zeros for none.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_location(
    builder: *mut TexvisaBuilder,
    line: u32,
    column: u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.location(line, column).map(|()| 0);
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// Appends an argument of the kernel: `type_name` is `"i32"`, `"f32x4"`; `role` the name of a role in texture IR, or null
/// where the program passes it; `uniform` 1 where all lanes have the same.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_argument(
    builder: *mut TexvisaBuilder,
    name: *const c_char,
    type_name: *const c_char,
    role: *const c_char,
    uniform: u32,
    out: *mut u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let name = unsafe { memory::text(name, "name")? };
        // SAFETY: see above.
        let type_name = unsafe { memory::text(type_name, "type")? };
        // SAFETY: see above.
        let role = unsafe { memory::text(role, "role")? };
        builder.argument(name, type_name, role, uniform != 0)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, out, what) }
}

/// A number, by its bits: those of a float, or of an integer in two's complement.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_constant(
    builder: *mut TexvisaBuilder,
    type_name: *const c_char,
    bits: u64,
    out: *mut u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let type_name = unsafe { memory::text(type_name, "type")? };
        builder.constant(type_name, bits)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, out, what) }
}

/// An undefined value.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_undef(
    builder: *mut TexvisaBuilder,
    type_name: *const c_char,
    out: *mut u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let type_name = unsafe { memory::text(type_name, "type")? };
        builder.undef(type_name)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, out, what) }
}

/// Appends a block. The first is the entry.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_block(
    builder: *mut TexvisaBuilder,
    name: *const c_char,
    out: *mut u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let name = unsafe { memory::text(name, "name")? };
        builder.block(name)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, out, what) }
}

/// Appends a parameter to a block, before anything goes to it.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_block_param(
    builder: *mut TexvisaBuilder,
    block: u32,
    name: *const c_char,
    type_name: *const c_char,
    out: *mut u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let name = unsafe { memory::text(name, "name")? };
        // SAFETY: see above.
        let type_name = unsafe { memory::text(type_name, "type")? };
        builder.block_param(block, name, type_name)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, out, what) }
}

/// Makes a block the one to which operations are appended.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_switch_to(builder: *mut TexvisaBuilder, block: u32) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.switch_to(block).map(|()| 0);
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// Says that all predecessors of a block have their terminators. `texvisa_builder_finish` says it of the rest.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_seal(builder: *mut TexvisaBuilder, block: u32) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.seal(block).map(|()| 0);
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// Ends the block with a jump; `args` are the values of the parameters of `block`.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_jump(
    builder: *mut TexvisaBuilder,
    block: u32,
    args: *const u32,
    arg_count: usize,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let args = unsafe { memory::numbers(args, arg_count, MOST_NUMBERS, "args")? };
        builder.jump(block, &args).map(|()| 0)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// Ends the block with a branch: lanes whose `condition` is true go to `then`, the others to `otherwise`.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_branch(
    builder: *mut TexvisaBuilder,
    condition: u32,
    then: u32,
    otherwise: u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.branch(condition, then, otherwise).map(|()| 0);
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// Ends the block with a choice by number.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_switch(
    builder: *mut TexvisaBuilder,
    selector: u32,
    cases: *const TexvisaCase,
    case_count: usize,
    otherwise: u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let cases = unsafe { memory::read_all(cases, case_count, MOST_NUMBERS, "cases")? };
        let cases: Vec<(i64, u32)> = cases.iter().map(|case: &TexvisaCase| (case.number, case.block)).collect();
        builder.switch(selector, &cases, otherwise).map(|()| 0)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// Ends the block with a return, which ends the lane.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_return(builder: *mut TexvisaBuilder) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.ret().map(|()| 0);
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// A variable, which may be assigned more than once.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_variable(
    builder: *mut TexvisaBuilder,
    type_name: *const c_char,
    out: *mut u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: see above.
        let type_name = unsafe { memory::text(type_name, "type")? };
        builder.variable(type_name)
    };
    // SAFETY: as the caller says.
    unsafe { with(builder, out, what) }
}

/// Gives a variable a value from here on.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_assign(
    builder: *mut TexvisaBuilder,
    variable: u32,
    value: u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.assign(variable, value).map(|()| 0);
    // SAFETY: as the caller says.
    unsafe { with(builder, std::ptr::null_mut(), what) }
}

/// The value that a variable has here.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_read(
    builder: *mut TexvisaBuilder,
    variable: u32,
    out: *mut u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.read(variable);
    // SAFETY: as the caller says.
    unsafe { with(builder, out, what) }
}

/// Appends a position along an axis (0 to 2), an `i32`: `TEXVISA_GLOBAL_ID` to `TEXVISA_GROUP_COUNT`.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_position(
    builder: *mut TexvisaBuilder,
    position: u32,
    axis: u32,
    out: *mut u32,
) -> TexvisaStatus {
    let what = |builder: &mut TexvisaBuilder| builder.position(position, axis);
    // SAFETY: as the caller says.
    unsafe { with(builder, out, what) }
}

/// Appends an operation. Its results are written to `results[0]` and `results[1]`, 0 where there is none. Fields that the operation
/// has no use for are 0: what would be ignored is refused.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given; `results` is null or points to two numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_append(
    builder: *mut TexvisaBuilder,
    operation: *const TexvisaOperation,
    results: *mut u32,
) -> TexvisaStatus {
    let mut second = 0;
    let what = |builder: &mut TexvisaBuilder| {
        // SAFETY: as the caller says, here and below.
        let raw = unsafe { memory::read(operation, "operation")? };
        // SAFETY: see above.
        let roles = unsafe { memory::read_all(raw.roles, raw.role_count, MOST, "roles")? };
        let roles = roles.iter().map(|given: &TexvisaRoleValue| {
            // SAFETY: see above.
            Ok((unsafe { memory::text(given.role, "role")? }, given.value))
        });
        let given = GivenOperation {
            raw: &raw,
            // SAFETY: see above.
            name: unsafe { memory::text(raw.name, "name")? },
            // SAFETY: see above.
            operands: &unsafe { memory::numbers(raw.operands, raw.operand_count, MOST_NUMBERS, "operands")? },
            roles: roles.collect::<Result<_, Refusal>>()?,
            // SAFETY: see above.
            result: unsafe { memory::text(raw.result, "result")? },
        };
        let [first, other] = builder.append(&given)?;
        second = other;
        Ok(first)
    };
    // SAFETY: as the caller says.
    let status = unsafe { with(builder, results, what) };
    if !results.is_null() {
        // SAFETY: the caller says that there are two numbers.
        unsafe { results.add(1).write(second) };
    }
    status
}

/// Compiles a kernel that is finished. `*out` is the result, which is freed by `texvisa_result_free`.
///
/// # Safety
///
/// The pointers are null or point to what they say, in the sizes that are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_compile(
    builder: *const TexvisaBuilder,
    options: *const TexvisaCompileOptions,
    out: *mut *mut TexvisaResult,
) -> TexvisaStatus {
    let make = || {
        // SAFETY: as the caller says, here and below.
        let builder = unsafe { builder.as_ref() }.ok_or_else(|| Refusal::misuse("`builder` is null"))?;
        // SAFETY: see above.
        let given = unsafe { memory::read(options, "options")? };
        let order = compile::Order {
            source: &[],
            input: given.input,
            // SAFETY: see above.
            kernel: unsafe { memory::text(given.kernel, "kernel")? },
            // SAFETY: see above.
            target: unsafe { memory::text(given.target, "target")? },
            lanes: given.lanes,
            check: given.check != 0,
        };
        compile::compiled(builder.module(), &order)
    };
    // SAFETY: as the caller says.
    unsafe { returned(out, make) }
}

/// The kernels that are finished, as texture IR: the text of `*out`, which is freed by `texvisa_result_free`.
///
/// # Safety
///
/// The pointers are null or point to what they say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn texvisa_builder_text(
    builder: *const TexvisaBuilder,
    out: *mut *mut TexvisaResult,
) -> TexvisaStatus {
    let make = || {
        // SAFETY: as the caller says.
        let builder = unsafe { builder.as_ref() }.ok_or_else(|| Refusal::misuse("`builder` is null"))?;
        let mut result = TexvisaResult::of_diagnostics(Vec::new());
        result.text = terminated(builder.module().to_string().into_bytes());
        Ok(result)
    };
    // SAFETY: as the caller says.
    unsafe { returned(out, make) }
}
