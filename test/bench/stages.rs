//! What each stage of the compiler costs for kernels of more and more texture operations: `./x bench`.
//!
//! For each size the least of several runs, in nanoseconds a texture operation, and the memory that the stage needed at
//! the most beyond what it was given, in bytes an operation. An argument is the largest size.

use std::hint::black_box;
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use texvisa::emulator::symbolic;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{parse, verify};
use texvisa::ir::visa::{self, RegisterMap, asm};
use texvisa::lowering::{Options, lower, shorten_branches};
use texvisa::regalloc::{Liveness, assign, check, layout};
use texvisa_test::finalizer::{self, Finalizer};
use texvisa_test::generate::benchmark;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const TARGET: Target = Target::Tgllp;
const SIMD: SimdWidth = SimdWidth::Simd8;
const SIZES: [u32; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The stages from text to text, in their order, and then the checks of what they are given, of what they assign and of
/// what they emit.
const STAGES: [&str; 9] = ["parse", "lower", "layout", "assign", "symbolic", "emit", "verify", "check", "rules"];
/// How many of them count together.
const TOGETHER: usize = 6;

/// What a stage took.
#[derive(Clone, Copy)]
struct Cost {
    time: Duration,
    bytes: usize,
}

fn main() {
    let largest = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(u32::MAX);
    println!("{TARGET} {SIMD}, generated kernels; ns and peak bytes a texture operation\n");
    print!("{:>10}", "operations");
    STAGES[..TOGETHER].iter().for_each(|stage| print!("{stage:>16}"));
    print!("{:>12}", "together");
    STAGES[TOGETHER..].iter().for_each(|stage| print!("{stage:>16}"));
    println!();
    for operations in SIZES.into_iter().filter(|size| *size <= largest) {
        report(operations);
    }
    println!();
    against_the_finalizer();
}

fn report(operations: u32) {
    // Small kernels are over before a clock is precise; large ones repeat themselves.
    let runs = (200_000 / operations).clamp(3, 50);
    let text = benchmark(operations, TARGET, SIMD).to_string();
    let mut best = [Cost { time: Duration::MAX, bytes: usize::MAX }; STAGES.len()];
    for _ in 0..runs {
        for (best, cost) in best.iter_mut().zip(stages(&text)) {
            best.time = best.time.min(cost.time);
            best.bytes = best.bytes.min(cost.bytes);
        }
    }
    let each = |cost: &Cost| (cost.time.as_nanos() as f64 / f64::from(operations), cost.bytes / operations as usize);
    let show = |cost: &Cost| {
        let (nanoseconds, bytes) = each(cost);
        print!("{:>16}", format!("{nanoseconds:.0} ns {bytes} B"));
    };
    print!("{operations:>10}");
    best[..TOGETHER].iter().for_each(show);
    let together: f64 = best[..TOGETHER].iter().map(|cost| each(cost).0).sum();
    print!("{:>12}", format!("{together:.0} ns"));
    best[TOGETHER..].iter().for_each(show);
    println!();
}

fn measure<T>(stage: impl FnOnce() -> T) -> (T, Cost) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let start = Instant::now();
    let result = black_box(stage());
    let time = start.elapsed();
    (result, Cost { time, bytes: ALLOCATOR.peak_usage().saturating_sub(before) })
}

fn stages(text: &str) -> [Cost; STAGES.len()] {
    let (module, parsing) = measure(|| parse(text).expect("generated text is right"));
    let (errors, verifying) = measure(|| verify(&module));
    assert!(errors.is_empty(), "generated modules are valid");
    let id = module.kernels.keys().next().expect("a kernel");
    let options = Options::default();
    let (lowered, lowering) = measure(|| lower(&module, id, TARGET, SIMD, &options));
    let mut lowered = lowered.expect("generated kernels can be lowered");
    let (liveness, laying_out) = measure(|| {
        let liveness = Liveness::new(&lowered.kernel).expect("branches have targets");
        layout(&mut lowered.kernel, &liveness);
        liveness
    });
    let (registers, assigning) = measure(|| {
        let registers = assign(&lowered.kernel, &liveness, TARGET.platform().grf_count);
        shorten_branches(&mut lowered.kernel, &mut lowered.origins);
        registers
    });
    let registers = registers.unwrap_or_else(|_| RegisterMap::unbounded(&lowered.kernel));
    let (checked, checking) = measure(|| check(&lowered.kernel, &registers));
    assert!(checked.is_ok(), "the registers are right");
    let (proved, proving) = measure(|| symbolic::check(&module, &lowered.texture, &lowered.kernel, &lowered.origins));
    assert!(proved.is_ok(), "the messages are right");
    let (_, emitting) = measure(|| {
        let mut text = String::new();
        asm::write(&lowered.kernel, &mut text);
        text
    });
    let (broken, ruling) = measure(|| visa::verify(&lowered.kernel));
    assert!(broken.is_empty(), "no rule is broken");
    [parsing, lowering, laying_out, assigning, proving, emitting, verifying, checking, ruling]
}

/// The peer: Intel's finalizer, which does the work after texvisa's, on the text of the smallest kernel.
fn against_the_finalizer() {
    let Some(finalizer) = Finalizer::find() else {
        println!("no peer: GenX_IR (Debian package libigc-tools) is not installed");
        return;
    };
    let operations = SIZES[0];
    let module = benchmark(operations, TARGET, SIMD);
    let source = module.to_string();
    let id = module.kernels.keys().next().expect("a kernel");
    let mut ours = Duration::MAX;
    let mut theirs = Duration::MAX;
    for _ in 0..3 {
        let (text, cost) = measure(|| {
            let module = parse(&source).expect("generated text is right");
            texvisa::compile(&module, id, TARGET, SIMD, &Options::default()).map(|compiled| compiled.visaasm())
        });
        ours = ours.min(cost.time);
        let text = text.expect("generated kernels compile");
        let (outcome, cost) = measure(|| finalizer.finalize(&text, TARGET, &finalizer::Options::default()));
        outcome.expect("the finalizer runs");
        theirs = theirs.min(cost.time);
    }
    println!(
        "{operations} operations: texvisa {:.1} ms, GenX_IR on its output {:.1} ms, ratio {:.3}",
        ours.as_secs_f64() * 1e3,
        theirs.as_secs_f64() * 1e3,
        ours.as_secs_f64() / theirs.as_secs_f64()
    );
}
