//! Gives the functions of the interface sources, structs and texts that are nearly right.

#![expect(unsafe_code, reason = "the functions are called as C calls them")]
#![expect(clippy::expect_used, reason = "they say what is wrong")]

use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};

use fastrand::Rng;
use texvisa_test::harness;
use texvisa_test::visa::mutate;

use crate::entry::{
    texvisa_call, texvisa_compile, texvisa_result_binary, texvisa_result_diagnostic, texvisa_result_diagnostic_count,
    texvisa_result_free, texvisa_result_plan, texvisa_result_text,
};
use crate::result::TexvisaResult;
use crate::types::{
    TEXVISA_ARGUMENT, TEXVISA_DEFECT, TEXVISA_OK, TexvisaCall, TexvisaCompileOptions, TexvisaDiagnostic,
    TexvisaInstruction, TexvisaMessage, TexvisaOperand, TexvisaParam, TexvisaPlan, TexvisaSink, TexvisaStatus,
    TexvisaTemporary,
};

const SOURCE: &str = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @red(%x: i32, %y: i32, %u: f32) {
^entry:
  %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
  %other = sample t0, s0 [u: %u, v: %u, lod: 0.0] offset (1, -8, 0) -> f32x4
  %red = extract f32x4 %texel, 0
  %green = extract f32x4 %other, 1
  %sum = fadd f32 %red, %green
  %to = shl i32 %x, 2
  store_raw b0 [x: %to], f32 %sum
  return
}
";

/// Looks at all of a result, and frees it. What is wrong with a result is said in diagnostics; only a defect is ours.
fn examine(status: TexvisaStatus, result: *mut TexvisaResult) {
    let mut messages = Vec::new();
    // SAFETY: the result is one that a function has just returned, and the structs have the sizes that they say.
    unsafe {
        let mut diagnostic: TexvisaDiagnostic = std::mem::zeroed();
        diagnostic.size = size_of::<TexvisaDiagnostic>();
        for index in 0..texvisa_result_diagnostic_count(result) {
            assert_eq!(texvisa_result_diagnostic(result, index, &mut diagnostic), TEXVISA_OK);
            let message = std::ffi::CStr::from_ptr(diagnostic.message).to_str().expect("messages are UTF-8");
            assert!(!message.is_empty(), "a diagnostic says something");
            messages.push(message.to_owned());
        }
        for bytes in [texvisa_result_text(result), texvisa_result_binary(result)] {
            assert_eq!(*bytes.data.add(bytes.count), 0);
        }
        let mut plan: TexvisaPlan = std::mem::zeroed();
        plan.size = size_of::<TexvisaPlan>();
        texvisa_result_plan(result, &mut plan);
        texvisa_result_free(result);
    }
    assert_ne!(status, TEXVISA_DEFECT, "{messages:?}");
    assert!(status == TEXVISA_OK || !messages.is_empty(), "status {status} without a diagnostic");
}

/// A text that is nearly always one of `known`.
fn text(random: &mut Rng, known: &[&str]) -> CString {
    let mut bytes = random.choice(known).map_or_else(Vec::new, |text| text.as_bytes().to_vec());
    if random.u8(..) < 4 {
        mutate(&mut bytes, random);
    }
    CString::new(bytes.into_iter().take_while(|byte| *byte != 0).collect::<Vec<u8>>()).unwrap_or_default()
}

#[test]
fn compile_takes_any_source() {
    let inputs = harness::size("TEXVISA_CAPI_INPUTS", 2_000, 100_000);
    let mut random = Rng::with_seed(harness::size("TEXVISA_FUZZ_SEED", 0, 0));
    for _ in 0..inputs {
        let mut source = SOURCE.as_bytes().to_vec();
        mutate(&mut source, &mut random);
        let target = text(&mut random, &["skl", "tgllp", "dg2", "lnl"]);
        let kernel = text(&mut random, &["red"]);
        let options = TexvisaCompileOptions {
            size: size_of::<TexvisaCompileOptions>(),
            target: target.as_ptr(),
            kernel: if random.bool() { kernel.as_ptr() } else { null() },
            lanes: 8 << random.u32(0..3),
            // LLVM may crash on what is damaged.
            input: 0,
            check: random.u32(0..2),
        };
        let mut result = null_mut();
        // SAFETY: the pointers point to what they say.
        let status = unsafe { texvisa_compile(source.as_ptr(), source.len(), &options, &mut result) };
        examine(status, result);
    }
}

unsafe extern "C" fn temporary(host: *mut c_void, _: *const TexvisaTemporary) -> u64 {
    // SAFETY: the host is a number.
    let next = unsafe { &mut *host.cast::<u64>() };
    *next += 1;
    *next
}

unsafe extern "C" fn instruction(_: *mut c_void, inst: *const TexvisaInstruction) {
    // SAFETY: the instruction is one, and has as many sources as it says.
    let sources = unsafe { std::slice::from_raw_parts((*inst).sources, (*inst).source_count) };
    assert!(!sources.is_empty());
}

unsafe extern "C" fn message(_: *mut c_void, message: *const TexvisaMessage) {
    // SAFETY: the message is one.
    let message = unsafe { &*message };
    assert!(!message.surface.is_null() && message.channel_count <= 4);
}

const OPERATIONS: [&str; 10] = [
    "load",
    "load_ms",
    "load_mcs",
    "sample",
    "gather4",
    "query_lod",
    "size",
    "sample_info",
    "media_read",
    "media_write",
];
const ROLES: [&str; 19] = [
    "u", "v", "r", "ai", "lod", "bias", "ref", "min_lod", "dudx", "dudy", "dvdx", "dvdy", "si", "mcs", "offu", "offv",
    "x", "y", "offsets",
];
const DIMENSIONS: [&str; 9] = ["1d", "2d", "2d_array", "3d", "cube", "cube_array", "2d_ms", "buffer", "any"];

#[test]
fn call_takes_any_operation() {
    let inputs = harness::size("TEXVISA_CAPI_INPUTS", 10_000, 500_000);
    let mut random = Rng::with_seed(harness::size("TEXVISA_FUZZ_SEED", 0, 0));
    let mut lowered = 0_u64;
    for _ in 0..inputs {
        let target = text(&mut random, &["skl", "icllp", "tgllp", "dg2", "bmg"]);
        let operation = text(&mut random, &OPERATIONS);
        let dimension = text(&mut random, &DIMENSIONS);
        let float = !matches!(operation.to_bytes(), b"load" | b"load_ms" | b"load_mcs" | b"size");
        let scalar = text(&mut random, if float { &["f32", "f32", "f16"] } else { &["i32", "i32", "i16"] });
        let wanted: Vec<CString> = match operation.to_bytes() {
            b"load_ms" => ["u", "v", "si", "mcs"].map(|role| text(&mut random, &[role])).into(),
            b"size" => vec![text(&mut random, &["lod"])],
            b"media_read" | b"media_write" => ["x", "y"].map(|role| text(&mut random, &[role])).into(),
            _ => ["u", "v"].map(|role| text(&mut random, &[role])).into(),
        };
        let more = random.usize(0..3);
        let roles: Vec<CString> = wanted.into_iter().chain((0..more).map(|_| text(&mut random, &ROLES))).collect();
        let operands: Vec<Vec<TexvisaOperand>> = roles
            .iter()
            .map(|role| {
                let count = if role.to_bytes() == b"mcs" { 4 } else { 1 };
                let operand = |_| TexvisaOperand {
                    size: size_of::<TexvisaOperand>(),
                    kind: random.u32(0..4) & random.u32(0..8),
                    scalar: scalar.as_ptr(),
                    value: random.u64(0..20),
                };
                (0..count).map(operand).collect()
            })
            .collect();
        let params: Vec<TexvisaParam> = roles
            .iter()
            .zip(&operands)
            .map(|(role, operands)| TexvisaParam {
                size: size_of::<TexvisaParam>(),
                role: role.as_ptr(),
                operands: operands.as_ptr(),
                operand_count: operands.len(),
            })
            .collect();
        // SAFETY: all zeros is a value of the struct.
        let mut call: TexvisaCall = unsafe { std::mem::zeroed() };
        call.size = size_of::<TexvisaCall>();
        (call.target, call.operation, call.dimension) = (target.as_ptr(), operation.as_ptr(), dimension.as_ptr());
        (call.params, call.param_count) = (params.as_ptr(), params.len());
        (call.data, call.data_count) = if random.u8(..) < 16 { (operands[0].as_ptr(), 1) } else { (null(), 0) };
        (call.surface_kind, call.surface) = (random.u32(1..4), random.u64(0..260));
        let has_sampler = matches!(operation.to_bytes(), b"sample" | b"gather4" | b"query_lod");
        (call.sampler_kind, call.sampler) = (u32::from(has_sampler), random.u64(0..40));
        (call.lanes, call.channels) = (8 << random.u32(0..3), random.u32(0..17));
        (call.residency, call.implicit_lod) = (u32::from(random.u8(..) < 32), u32::from(random.u8(..) < 16));
        (call.per_lane, call.rows, call.check) = (random.u32(0..2), random.u32(0..9), 1);
        call.offset[0] = random.i8(-8..8) & random.i8(-1..1);
        let mut next = 0_u64;
        let sink = TexvisaSink {
            size: size_of::<TexvisaSink>(),
            host: std::ptr::from_mut(&mut next).cast(),
            temporary: Some(temporary),
            instruction: Some(instruction),
            message: Some(message),
        };
        let mut result = null_mut();
        // SAFETY: the pointers point to what they say.
        let status = unsafe { texvisa_call(&call, &sink, &mut result) };
        lowered += u64::from(status == TEXVISA_OK);
        assert!(status == TEXVISA_OK || next == 0, "a refused call has declared a temporary");
        examine(status, result);
    }
    assert!(lowered * 20 > inputs, "only {lowered} of {inputs} operations were lowered");
}

#[test]
fn structs_may_be_shorter_or_longer() {
    let target = CString::new("tgllp").unwrap_or_default();
    let options = TexvisaCompileOptions {
        size: size_of::<TexvisaCompileOptions>(),
        target: target.as_ptr(),
        kernel: null(),
        lanes: 16,
        input: 0,
        check: 1,
    };
    #[repr(C)]
    struct Longer {
        options: TexvisaCompileOptions,
        more: u64,
    }
    let compile = |options: *const TexvisaCompileOptions| {
        let mut result = null_mut();
        // SAFETY: the pointers point to as much as the sizes say.
        let status = unsafe { texvisa_compile(SOURCE.as_ptr(), SOURCE.len(), options, &mut result) };
        examine(status, result);
        status
    };
    let size = size_of::<Longer>();
    let longer = |more| Longer { options: TexvisaCompileOptions { size, ..options }, more };
    assert_eq!(compile(&longer(0).options), TEXVISA_OK);
    assert_eq!(compile(&longer(1).options), TEXVISA_ARGUMENT);
    // One that ends behind `input`.
    let shorter = TexvisaCompileOptions { size: std::mem::offset_of!(TexvisaCompileOptions, check), ..options };
    assert_eq!(compile(&shorter), TEXVISA_OK);
    for size in [0, 1, usize::MAX] {
        assert_eq!(compile(&TexvisaCompileOptions { size, ..options }), TEXVISA_ARGUMENT);
    }
    assert_eq!(compile(null()), TEXVISA_ARGUMENT);
    // SAFETY: null is said to be allowed.
    assert_eq!(unsafe { texvisa_compile(null(), 5, &options, null_mut()) }, TEXVISA_ARGUMENT);
}
