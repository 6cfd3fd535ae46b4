//! `texvisa link`: what it says of programs and kernels that do not fit.

use std::path::Path;

use predicates::prelude::predicate;

use crate::{folder, shown, texvisa};

/// A program for SKL with one kernel, `corner`: an image, a buffer and local ids, SIMD32.
const PROGRAM: &str = "fuzz/corpus/program/corner.skl.zebin";

/// Links `kernel`, a file of that ending, into `program`; says how the tool ends and what it says.
fn refused(ending: &str, kernel: &str, program: &Path, code: i32, said: &[&str]) {
    let folder = folder();
    let (input, output) = (folder.path().join(format!("k.{ending}")), folder.path().join("out.bin"));
    std::fs::write(&input, kernel).expect("the folder is writable");
    let arguments = ["link", shown(&input), "--into", shown(program), "-o", shown(&output)];
    let mut assert = texvisa(&arguments).env("PATH", "").assert().code(code).stdout(predicate::str::is_empty());
    for part in said {
        assert = assert.stderr(predicate::str::contains(*part));
    }
    assert!(!output.exists(), "a program was written");
}

fn visa(inputs: &str, body: &str) -> String {
    format!(
        ".version 4.1\n.kernel \"corner\"\n.decl V32 v_type=G type=ud num_elts=8 align=hword\n.decl T6 v_type=T num_elts=1\n{inputs}\
         .kernel_attr Target=\"3d\"\n.kernel_attr SimdSize=32\n{body}"
    )
}

const MAIN: &str = ".function \"_main_0\"\n_main_0:\n    ret (M1, 1)\n";

fn program() -> &'static Path {
    Path::new(PROGRAM)
}

#[test]
fn an_input_that_the_loader_does_not_pass_is_refused_with_its_place() {
    let kernel = visa(".input V32 offset=2048 size=32\n", MAIN);
    refused("visaasm", &kernel, program(), 1, &["input V32 (offset=2048 size=32): the loader passes nothing there"]);
    // The payload header has 32 bytes behind r0 and three times two registers of local ids.
    let kernel = visa(".input V32 offset=228 size=32\n", MAIN);
    let said = [
        "input V32 (offset=228 size=32) begins in global_id_offset (offset=224 size=32) and ends behind it",
        "of the same source",
    ];
    refused("visaasm", &kernel, program(), 1, &said);
}

#[test]
fn a_table_entry_that_the_loader_leaves_empty_is_refused() {
    let body = MAIN.replace("    ret", "    movs (M1_NM, 1) T6(0) 0x9:ud\n    ret");
    refused("visaasm", &visa("", &body), program(), 1, &["entry 9 of the binding table", "it fills 1, 0"]);
}

#[test]
fn another_width_is_refused_with_what_to_do() {
    let kernel = visa("", MAIN).replace("SimdSize=32", "SimdSize=8");
    refused("visaasm", &kernel, program(), 1, &["SIMD8, the program's kernel `corner` is SIMD32", "--simd 32"]);
}

#[test]
fn a_missing_finalizer_is_named() {
    refused("visaasm", &visa("", MAIN), program(), 1, &["GenX_IR is not in PATH", "libigc-tools"]);
}

#[test]
fn a_kernel_of_another_name_is_refused_with_the_names() {
    let kernel = visa("", MAIN).replace("\"corner\"", "\"edge\"");
    refused("visaasm", &kernel, program(), 1, &["no kernel `edge`; it has `corner`", "--kernel"]);
}

#[test]
fn a_kernel_without_main_function_is_refused() {
    refused("visaasm", &visa("", "begin:\n    ret (M1, 1)\n"), program(), 1, &["no `.function`"]);
}

#[test]
fn machine_code_that_is_cut_off_is_refused() {
    refused("dat", "12345678901234567", program(), 1, &["the machine code of 17 bytes ends within an instruction"]);
    refused("dat", "", program(), 1, &["the machine code has no bytes"]);
}

#[test]
fn a_file_of_unknown_ending_is_a_mistake_of_the_command_line() {
    refused("spv", "", program(), 2, &["the ending does not say what it is", ".visaasm"]);
}

#[test]
fn what_is_no_program_is_refused_with_how_to_make_one() {
    let folder = folder();
    let text = folder.path().join("text.bin");
    std::fs::write(&text, "no program").expect("the folder is writable");
    refused("dat", "", &text, 1, &["no ELF file that can be read", "-ze-allow-zebin"]);
    let bytes = std::fs::read(program()).expect("the program is in the repository");
    let mut other = bytes.clone();
    other[18] = 62;
    std::fs::write(&text, &other).expect("the folder is writable");
    refused("dat", "", &text, 1, &["machine 62 of ELF, expected 205"]);
    let at = bytes.windows(10).position(|window| window == b"simd_size:").expect("it has a width");
    let mut other = bytes;
    other[at] = b'S';
    std::fs::write(&text, &other).expect("the folder is writable");
    refused("dat", "", &text, 1, &["`.ze_info` line ", "expected `simd_size`"]);
}
