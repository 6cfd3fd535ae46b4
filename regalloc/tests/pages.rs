//! The worked examples of `docs/simt-liveness.md` and `docs/coalescing.md`.
//!
//! Each page has one program in texture IR. The blocks of the page that are marked `text` and with one of the names
//! below are written down again from what the program is lowered to, and compared. `TEXVISA_BLESS=1` writes them into
//! the page.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use texvisa_ir::texture::parse;
use texvisa_ir::visa::{Storage, Var, VisaKernel, asm};
use texvisa_lowering::{LoweringOptions, lower};
use texvisa_regalloc::{Liveness, assign, check, coalesce};

/// The text of the fenced block whose opening fence is followed by `info`, as bytes of the page.
fn block(page: &str, info: &str) -> std::ops::Range<usize> {
    let fence = format!("```{info}\n");
    let start = page.find(&fence).unwrap_or_else(|| panic!("the page has no block `{info}`")) + fence.len();
    start..start + page[start..].find("```").expect("the block ends")
}

/// The name of a variable in vISA text.
fn name(var: Var) -> String {
    format!("V{}", var.as_u32() + 32)
}

/// The instructions with their numbers, before anything is coalesced.
fn instructions(kernel: &VisaKernel) -> String {
    let mut lines = String::new();
    for (number, inst) in kernel.insts.iter().enumerate() {
        let mut text = String::new();
        asm::write_inst(kernel, inst, &mut text);
        writeln!(lines, "{number:>3}  {}", text.trim()).expect("a string takes all that is written");
    }
    lines
}

/// The segments of each register unit.
fn live_ranges(kernel: &VisaKernel, liveness: &Liveness) -> String {
    let mut lines = String::new();
    for var in kernel.vars.keys() {
        let segments: Vec<String> =
            liveness.segments(var).iter().map(|(start, end)| format!("[{start}, {end})")).collect();
        if !segments.is_empty() {
            writeln!(lines, "{}: {}", name(var), segments.join(" ")).expect("a string takes all that is written");
        }
    }
    lines
}

/// Each copy, and whether the text leaves it out.
fn copies(kernel: &VisaKernel) -> String {
    let mut lines = String::new();
    for (number, inst) in kernel.insts.iter().enumerate() {
        if let Some((to, from)) = kernel.as_copy(inst) {
            let is = if kernel.is_omitted(inst) { "an identity copy" } else { "kept" };
            writeln!(lines, "{number:>3}  {} = {}: {is}", name(to), name(from))
                .expect("a string takes all that is written");
        }
    }
    lines
}

/// The members of each congruence class, with their offsets in its backing variable: those from number `first` on.
fn classes(kernel: &VisaKernel, first: usize) -> String {
    let mut lines = String::new();
    for class in kernel.vars.keys().skip(first) {
        let member = |var: Var| match kernel.vars[var].storage {
            Storage::Subregister { of, offset } if of == class => Some(format!("{} at byte {offset}", name(var))),
            _ => None,
        };
        let members: Vec<String> = kernel.vars.keys().filter_map(member).collect();
        if !members.is_empty() {
            writeln!(lines, "{}: {}", name(class), members.join(", ")).expect("a string takes all that is written");
        }
    }
    lines
}

/// Compares the blocks of a page with what its program gives.
fn check_page(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(file);
    let shown = fs::read_to_string(&path).expect("the page is readable");
    let module = parse(&shown[block(&shown, "texvisa sides.tex")]).expect("the program is right");
    let (target, simd) = (module.target.expect("it names its target"), module.simd.expect("and its width"));
    let kernel = module.kernels.values().next().expect("it has a kernel").clone();
    let mut kernel =
        lower(&module, kernel, target, simd, &LoweringOptions::default()).expect("it can be lowered").kernel;
    let liveness = Liveness::new(&kernel).expect("every label is defined");
    let mut blocks =
        vec![("text instructions", instructions(&kernel)), ("text live ranges", live_ranges(&kernel, &liveness))];
    let variables = kernel.vars.len();
    coalesce(&mut kernel, &liveness);
    blocks.extend([("text copies", copies(&kernel)), ("text classes", classes(&kernel, variables))]);
    let registers = assign(&kernel, &liveness, target.platform().grf_count).expect("registers are enough");
    assert_eq!(check(&kernel, &registers), Ok(()));
    let mut page = shown.clone();
    for (info, text) in blocks {
        if page.contains(&format!("```{info}\n")) {
            page.replace_range(block(&page, info), &text);
        }
    }
    if env::var_os("TEXVISA_BLESS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    } else {
        assert_eq!(shown, page, "{file}: run this test with TEXVISA_BLESS=1");
    }
}

#[test]
fn the_live_ranges_of_the_page_on_simt_liveness_are_right() {
    check_page("simt-liveness.md");
}

#[test]
fn the_copies_and_classes_of_the_page_on_coalescing_are_right() {
    check_page("coalescing.md");
}
