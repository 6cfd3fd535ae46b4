//! What the benches of the compiler measure: one compilation of a generated kernel, stage by stage.

use std::hint::black_box;

use texvisa::emulator::symbolic;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{parse, verify};
use texvisa::ir::visa::{self, RegisterMap, asm};
use texvisa::lowering::{Options, lower, shorten_branches};
use texvisa::regalloc::{Liveness, assign, check, layout};
use texvisa_test::generate::benchmark;

pub const TARGET: Target = Target::Tgllp;
pub const SIMD: SimdWidth = SimdWidth::Simd8;
const SIZES: [u32; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The stages from text to text, in their order, and then the checks of what they are given, of what they assign and of
/// what they emit.
pub const STAGES: [&str; 9] = ["parse", "lower", "layout", "assign", "symbolic", "emit", "verify", "check", "rules"];
/// How many of them count together.
pub const TOGETHER: usize = 6;

/// Measures a stage, and keeps what it found under the stage's place in [`STAGES`].
pub trait Meter {
    fn measure<T>(&mut self, stage: usize, run: impl FnOnce() -> T) -> T;
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
    let module = meter.measure(0, || parse(text).expect("generated text is right"));
    let errors = meter.measure(6, || verify(&module));
    assert!(errors.is_empty(), "generated modules are valid");
    let id = module.kernels.keys().next().expect("a kernel");
    let lowered = meter.measure(1, || lower(&module, id, TARGET, SIMD, &Options::default()));
    let mut lowered = lowered.expect("generated kernels can be lowered");
    let liveness = meter.measure(2, || {
        let liveness = Liveness::new(&lowered.kernel).expect("branches have targets");
        layout(&mut lowered.kernel, &liveness);
        liveness
    });
    let registers = meter.measure(3, || {
        let registers = assign(&lowered.kernel, &liveness, TARGET.platform().grf_count);
        shorten_branches(&mut lowered.kernel, &mut lowered.origins);
        registers
    });
    let registers = registers.unwrap_or_else(|_| RegisterMap::unbounded(&lowered.kernel));
    let checked = meter.measure(7, || check(&lowered.kernel, &registers));
    assert!(checked.is_ok(), "the registers are right");
    let proved = meter.measure(4, || symbolic::check(&module, &lowered.texture, &lowered.kernel, &lowered.origins));
    assert!(proved.is_ok(), "the messages are right");
    meter.measure(5, || asm::write(&lowered.kernel, out));
    black_box(&out);
    let broken = meter.measure(8, || visa::verify(&lowered.kernel));
    assert!(broken.is_empty(), "no rule is broken");
}

/// Prints the names of the columns: the stages, and where there is a column for those that count together, that.
pub fn print_heading(together: bool) {
    print!("{:>10}", "operations");
    for (index, stage) in STAGES.iter().enumerate() {
        if together && index == TOGETHER {
            print!("{:>12}", "together");
        }
        print!("{stage:>10}");
    }
    println!();
}
