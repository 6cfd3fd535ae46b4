//! Builds kernels of calls at random, of which many are wrong.

#![expect(unsafe_code, reason = "the functions are called as C calls them")]

use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use fastrand::Rng;
use texvisa_test::harness;

use crate::builder::TexvisaBuilder;
use crate::builder_entry::*;
use crate::entry::{texvisa_result_diagnostic, texvisa_result_diagnostic_count, texvisa_result_free};
use crate::types::{
    TEXVISA_DEFECT, TEXVISA_OK, TexvisaCase, TexvisaCompileOptions, TexvisaDiagnostic, TexvisaOperation,
    TexvisaRoleValue, TexvisaStatus,
};

const TYPES: [&CStr; 7] = [c"i32", c"f32", c"i32", c"f32", c"i1", c"f32x4", c"i23"];
const OPERATIONS: [&CStr; 16] = [
    c"add",
    c"fadd",
    c"icmp.ult",
    c"fcmp.olt",
    c"select",
    c"sitofp",
    c"mul",
    c"uaddo",
    c"vec",
    c"extract",
    c"load",
    c"sample",
    c"load_ms",
    c"load_raw",
    c"store_raw",
    c"barrier",
];
const ROLES: [&CStr; 7] = [c"u", c"v", c"x", c"si", c"lod", c"ai", c"w"];

/// A builder, the numbers that its calls have returned, and how many calls were refused.
struct Trial {
    random: Rng,
    builder: *mut TexvisaBuilder,
    numbers: Vec<u32>,
    blocks: Vec<u32>,
    refused: u64,
}

impl Trial {
    fn any<'a>(&mut self, all: &[&'a CStr]) -> &'a CStr {
        self.random.choice(all).copied().unwrap_or_default()
    }

    /// A number that was returned, seldom any other.
    fn number(&mut self) -> u32 {
        if self.random.u8(..) < 8 {
            return self.random.u32(..);
        }
        self.random.choice(&self.numbers).copied().unwrap_or_default()
    }

    fn block(&mut self) -> u32 {
        self.random.choice(&self.blocks).copied().unwrap_or_default()
    }

    /// What is wrong is said, and no defect.
    fn said(&mut self, status: TexvisaStatus) -> bool {
        assert_ne!(status, TEXVISA_DEFECT);
        if status == TEXVISA_OK {
            return true;
        }
        self.refused += 1;
        // SAFETY: all zeros is a value of the struct, and its size is set.
        let found = unsafe {
            let mut found: TexvisaDiagnostic = std::mem::zeroed();
            found.size = size_of::<TexvisaDiagnostic>();
            texvisa_builder_diagnostic(self.builder, 0, &mut found)
        };
        assert_eq!(found, TEXVISA_OK, "a call with status {status} says nothing");
        false
    }

    fn returned(&mut self, status: TexvisaStatus, number: u32) -> u32 {
        if self.said(status) {
            assert_ne!(number, 0);
            self.numbers.push(number);
        } else {
            assert_eq!(number, 0, "a call that is refused returns a number");
        }
        number
    }

    fn operation(&mut self) {
        let operands: Vec<u32> = (0..self.random.usize(0..4)).map(|_| self.number()).collect();
        let roles: Vec<TexvisaRoleValue> = (0..self.random.usize(0..4))
            .map(|_| TexvisaRoleValue {
                size: size_of::<TexvisaRoleValue>(),
                role: self.any(&ROLES).as_ptr(),
                value: self.number(),
            })
            .collect();
        let name = self.any(&OPERATIONS);
        let random = &mut self.random;
        let mut operation = TexvisaOperation {
            size: size_of::<TexvisaOperation>(),
            name: name.as_ptr(),
            operands: operands.as_ptr(),
            operand_count: operands.len(),
            roles: roles.as_ptr(),
            role_count: roles.len(),
            result: null(),
            surface: random.u32(0..5),
            sampler: random.u32(0..2),
            index: random.u32(0..5),
            gathered: random.u32(0..5),
            residency: random.u32(0..2),
            offset: [random.i8(-9..9) & random.i8(-1..1), 0, 0],
        };
        // What an operation has no use for is refused: mostly it is left out.
        if random.u8(..) >= 16 {
            let is_texture = [c"load", c"sample", c"load_ms"].contains(&name);
            let is_memory = [c"load_raw", c"store_raw"].contains(&name);
            if !is_texture {
                (operation.sampler, operation.gathered, operation.residency, operation.offset) = (0, 0, 0, [0; 3]);
            }
            if is_texture || name == c"barrier" {
                operation.operand_count = 0;
            }
            if !is_texture && !is_memory {
                (operation.surface, operation.role_count) = (0, 0);
            }
            if name != c"extract" {
                operation.index = 0;
            }
        }
        if self.random.bool() {
            operation.result = self.any(&TYPES).as_ptr();
        }
        let mut results = [7; 2];
        // SAFETY: the pointers point to what they say.
        let status = unsafe { texvisa_builder_append(self.builder, &operation, results.as_mut_ptr()) };
        if self.said(status) {
            self.numbers.extend(results.into_iter().filter(|result| *result != 0));
        } else {
            assert_eq!(results, [0, 0]);
        }
    }

    /// One call at random.
    fn call(&mut self) {
        let builder = self.builder;
        let mut out = 0;
        let (ty, name): (*const c_char, *const c_char) = (self.any(&TYPES).as_ptr(), c"name".as_ptr());
        let [a, b] = [self.number(), self.number()];
        let [to, other] = [self.block(), self.block()];
        // SAFETY: the pointers point to what they say.
        unsafe {
            match self.random.u32(0..25) {
                0 => {
                    let status = texvisa_builder_argument(builder, null(), ty, null(), a & 1, &mut out);
                    self.returned(status, out);
                }
                1 => {
                    let status = texvisa_builder_constant(builder, ty, a.into(), &mut out);
                    self.returned(status, out);
                }
                2 => {
                    let status = texvisa_builder_block(builder, null(), &mut out);
                    let block = self.returned(status, out);
                    self.blocks.push(block);
                }
                3 => {
                    let status = texvisa_builder_switch_to(builder, to);
                    self.said(status);
                }
                4 => {
                    let status = texvisa_builder_jump(builder, to, &a, usize::from(b & 7 == 0));
                    self.said(status);
                }
                5 => {
                    let status = texvisa_builder_branch(builder, a, to, other);
                    self.said(status);
                }
                6 => {
                    let cases = [1, 2].map(|number| TexvisaCase { size: size_of::<TexvisaCase>(), block: to, number });
                    let status = texvisa_builder_switch(builder, a, cases.as_ptr(), 2, other);
                    self.said(status);
                }
                7 => {
                    let status = texvisa_builder_return(builder);
                    self.said(status);
                }
                8 => {
                    let status = texvisa_builder_variable(builder, ty, &mut out);
                    self.returned(status, out);
                }
                9 => {
                    let status = texvisa_builder_assign(builder, a, b);
                    self.said(status);
                }
                10 => {
                    let status = texvisa_builder_read(builder, a, &mut out);
                    self.returned(status, out);
                }
                11 => {
                    let status = texvisa_builder_position(builder, a & 3, b & 3, &mut out);
                    self.returned(status, out);
                }
                12 => {
                    let status = texvisa_builder_seal(builder, to);
                    self.said(status);
                }
                13 => {
                    let status = texvisa_builder_block_param(builder, to, name, ty, &mut out);
                    self.returned(status, out);
                }
                14 => {
                    let status = texvisa_builder_undef(builder, ty, &mut out);
                    self.returned(status, out);
                }
                15 if self.random.u8(..) < 16 => {
                    let status = texvisa_builder_finish(builder);
                    if self.said(status) {
                        let status = texvisa_builder_begin(builder, name);
                        self.said(status);
                    }
                }
                _ => self.operation(),
            }
        }
    }
}

#[test]
fn builders_take_any_calls() {
    let builds = harness::size("TEXVISA_CAPI_BUILDS", 3_000, 100_000);
    let mut random = Rng::with_seed(harness::size("TEXVISA_FUZZ_SEED", 0, 0));
    let (mut compiled, mut calls, mut refused) = (0_u64, 0_u64, 0_u64);
    for _ in 0..builds {
        let builder = texvisa_builder_new();
        let mut trial = Trial { random: random.fork(), builder, numbers: Vec::new(), blocks: Vec::new(), refused: 0 };
        let mut out = 0;
        let name = CString::from(c"k");
        // SAFETY: the pointers point to what they say; the builder and the result are freed once.
        unsafe {
            for (entry, dimension) in [c"2d", c"raw", c"2d_ms", c"cube"].into_iter().enumerate() {
                let element = if entry == 1 { null() } else { c"f32".as_ptr() };
                let status =
                    texvisa_builder_surface(builder, null(), dimension.as_ptr(), element, entry as u32, &mut out);
                assert_eq!(status, TEXVISA_OK);
            }
            texvisa_builder_sampler(builder, null(), 0, &mut out);
            texvisa_builder_begin(builder, name.as_ptr());
            texvisa_builder_block(builder, null(), &mut out);
            trial.blocks.push(out);
            texvisa_builder_switch_to(builder, out);
            texvisa_builder_argument(builder, null(), c"i32".as_ptr(), null(), 0, &mut out);
            trial.numbers.push(out);
            let steps = trial.random.u32(0..30);
            (0..steps).for_each(|_| trial.call());
            texvisa_builder_return(builder);
            calls += u64::from(steps);
            let finished = texvisa_builder_finish(builder);
            if trial.said(finished) {
                let options = TexvisaCompileOptions {
                    size: size_of::<TexvisaCompileOptions>(),
                    target: c"tgllp".as_ptr(),
                    kernel: null(),
                    lanes: 16,
                    input: 0,
                    check: 1,
                };
                let mut result = null_mut();
                let status = texvisa_builder_compile(builder, &options, &mut result);
                assert_ne!(status, TEXVISA_DEFECT, "{}", first_message(result));
                compiled += u64::from(status == TEXVISA_OK);
                texvisa_result_free(result);
            }
            refused += trial.refused;
            texvisa_builder_free(builder);
        }
    }
    println!("{builds} kernels of {calls} calls, {refused} of them refused; {compiled} compiled");
    assert!(compiled * 20 > builds, "only {compiled} of {builds} kernels were compiled");
    assert!(refused * 20 > calls && refused < calls, "{refused} of {calls} calls were refused");
}

/// # Safety
///
/// `result` is one that is not freed.
unsafe fn first_message(result: *const crate::result::TexvisaResult) -> String {
    // SAFETY: as the caller says.
    unsafe {
        let mut found: TexvisaDiagnostic = std::mem::zeroed();
        found.size = size_of::<TexvisaDiagnostic>();
        if texvisa_result_diagnostic_count(result) == 0
            || texvisa_result_diagnostic(result, 0, &mut found) != TEXVISA_OK
        {
            return String::new();
        }
        CStr::from_ptr(found.message).to_string_lossy().into_owned()
    }
}
