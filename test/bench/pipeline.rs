//! What the benches of the compiler measure: one compilation of a generated kernel, stage by stage.

use std::hint::black_box;

use texvisa::emulator::symbolic;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{parse, verify};
use texvisa::ir::visa::{self, RegisterMap, asm};
use texvisa::lowering::{LoweringOptions, SkippedEdges, lower, shorten_branches};
use texvisa::regalloc::{Liveness, assign, check, coalesce};
use texvisa_test::generate::benchmark;

pub const TARGET: Target = Target::Tgllp;
pub const SIMD: SimdWidth = SimdWidth::Simd8;
const SIZES: [u32; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The stages from texture IR to vISA text, in their order, which the aim of 2 microseconds a texture operation counts.
/// Then those that it does not count: the parser, the verifier of texture IR, the register check and the rules of vISA.
/// Each is measured alone.
#[derive(Clone, Copy)]
pub enum Stage {
    Lower,
    Layout,
    Assign,
    Symbolic,
    Emit,
    Parse,
    Verify,
    Check,
    Rules,
}

/// Their names, each at its number.
pub const STAGES: [&str; 9] = ["lower", "coalesce", "assign", "symbolic", "emit", "parse", "verify", "check", "rules"];
/// How many stages the aim counts: the first ones.
pub const TOGETHER: usize = Stage::Emit as usize + 1;

/// Measures a stage, and keeps what it found.
pub trait Meter {
    fn measure<T>(&mut self, stage: Stage, run: impl FnOnce() -> T) -> T;
}

/// Numbers of texture operations to measure: as many as the argument says at the most.
pub fn sizes() -> impl Iterator<Item = u32> {
    let largest = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(u32::MAX);
    SIZES.into_iter().filter(move |size| *size <= largest)
}

/// The kernel with that many texture operations.
pub fn source(operations: u32) -> String {
    benchmark(operations, TARGET, SIMD).to_string()
}

/// Compiles the kernel in `text` and appends its vISA to `out`.
pub fn compile(text: &str, out: &mut String, meter: &mut impl Meter) {
    let mut module = meter.measure(Stage::Parse, || parse(text).expect("generated text is right"));
    let errors = meter.measure(Stage::Verify, || verify(&module));
    assert!(errors.is_empty(), "generated modules are valid");
    let id = module.kernels.keys().next().expect("a kernel");
    // Nothing here needs the kernel as it was.
    let kernel = std::mem::take(&mut module.kernels[id]);
    let lowered = meter.measure(Stage::Lower, || lower(&module, kernel, TARGET, SIMD, &LoweringOptions::default()));
    let mut lowered = lowered.expect("generated kernels can be lowered");
    let liveness = meter.measure(Stage::Layout, || {
        let liveness = Liveness::new(&lowered.kernel).expect("branches have targets");
        coalesce(&mut lowered.kernel, &liveness);
        liveness
    });
    let registers = meter.measure(Stage::Assign, || {
        let registers = assign(&lowered.kernel, &liveness, TARGET.platform().grf_count);
        shorten_branches(&mut lowered.kernel, &mut lowered.origins, SkippedEdges::WithCopies);
        registers
    });
    let registers = registers.unwrap_or_else(|_| RegisterMap::unbounded(&lowered.kernel));
    let checked = meter.measure(Stage::Check, || check(&lowered.kernel, &registers));
    assert!(checked.is_ok(), "the registers are right");
    let checked = meter
        .measure(Stage::Symbolic, || symbolic::check(&module, &lowered.texture, &lowered.kernel, &lowered.origins));
    assert!(checked.is_ok(), "the messages are right");
    meter.measure(Stage::Emit, || asm::write(&lowered.kernel, out));
    black_box(&out);
    let broken = meter.measure(Stage::Rules, || visa::verify(&lowered.kernel));
    assert!(broken.is_empty(), "no rule is broken");
}

/// Prints the names of the columns: the stages, and where there are columns for those that count together, those.
pub fn print_heading(together: bool) {
    print!("{:>10}", "operations");
    for (index, stage) in STAGES.iter().enumerate() {
        if together && index == TOGETHER {
            print!("{:>10}{:>12}", "sum", "together");
        }
        print!("{stage:>10}");
    }
    println!();
}
