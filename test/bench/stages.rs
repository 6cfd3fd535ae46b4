//! How long each stage of the compiler takes for kernels of more and more texture operations: `./x bench`.
//!
//! For each size the least of several runs, in nanoseconds a texture operation, with the tool's allocator: of each stage
//! alone, the sum of those from texture IR to vISA text, and what these take in one run, in which the symbolic check and
//! the emission of text go on at the same time. The aim is 2 microseconds, without the parser. An argument is the
//! largest size. Then what execution takes, and Intel's finalizer as a peer.
//!
//! `./x bench instructions` counts the instructions of each stage alone, under valgrind's cachegrind, for machines that
//! are busy.

mod pipeline;
mod valgrind;

use std::hint::black_box;
use std::time::{Duration, Instant};

use texvisa::emulator::symbolic;
use texvisa::ir::texture::{Module, parse};
use texvisa::ir::visa::{RegisterMap, asm};
use texvisa::lowering::{SkippedEdges, lower, shorten_branches};
use texvisa::regalloc::{Liveness, assign, coalesce};
use texvisa::{LoweringOptions, check};
use texvisa_allocator::MiMalloc;
use texvisa_test::finalizer::{self, Finalizer};
use texvisa_test::generate::benchmark;

use pipeline::{Meter, SIMD, STAGES, Stage, TARGET, TOGETHER};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

struct Clock([Duration; STAGES.len()]);

impl Meter for Clock {
    fn measure<T>(&mut self, stage: Stage, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = run();
        self.0[stage as usize] = start.elapsed();
        result
    }
}

/// Ends the process before or after a stage.
struct Stop<'a> {
    stage: &'a str,
    is_before: bool,
}

impl Meter for Stop<'_> {
    fn measure<T>(&mut self, stage: Stage, run: impl FnOnce() -> T) -> T {
        let is_here = STAGES[stage as usize] == self.stage;
        if is_here && self.is_before {
            std::process::exit(0);
        }
        let result = run();
        if is_here {
            std::process::exit(0);
        }
        result
    }
}

fn main() {
    texvisa_allocator::keep_memory();
    let given: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    match given.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["stop", end, stage, operations] => {
            let text = pipeline::source(operations.parse().expect("a number of operations"));
            return pipeline::compile(&text, &mut String::new(), &mut Stop { stage, is_before: end == "before" });
        }
        ["instructions", ..] => return instructions(),
        _ => {}
    }
    println!("{TARGET} {SIMD}, generated kernels; nanoseconds a texture operation\n");
    pipeline::print_heading(true);
    pipeline::sizes().for_each(line);
    println!();
    execution();
    against_the_finalizer();
}

/// Prints the instructions of each stage: those of a process that ends after it, less those of one that ends before it.
fn instructions() {
    println!("{TARGET} {SIMD}, generated kernels; instructions a texture operation\n");
    pipeline::print_heading(false);
    let tool = std::env::current_exe().expect("this program has a path");
    for operations in pipeline::sizes() {
        print!("{operations:>10}");
        for stage in STAGES {
            let count = |end: &str| {
                valgrind::instructions(&tool, |command| {
                    command.args(["stop", end, stage, &operations.to_string()]).env("RAYON_NUM_THREADS", "1");
                })
            };
            match (count("before"), count("after")) {
                (Ok(before), Ok(after)) => print!("{:>10.0}", (after - before) / f64::from(operations)),
                (Err(error), _) | (_, Err(error)) => return eprintln!("{error}"),
            }
        }
        println!();
    }
}

fn line(operations: u32) {
    // Small kernels are over before a clock is precise; large ones repeat themselves.
    let runs = (1_000_000 / operations).clamp(5, 50);
    let text = pipeline::source(operations);
    let mut best = [Duration::MAX; STAGES.len()];
    let mut out = String::new();
    let mut together = Duration::MAX;
    for _ in 0..runs {
        out.clear();
        let module = parse(&text).expect("generated text is right");
        let start = Instant::now();
        compile_together(module, &mut out);
        together = together.min(start.elapsed());
    }
    for _ in 0..runs {
        let mut clock = Clock([Duration::ZERO; STAGES.len()]);
        // A compiler of many kernels has a text already that it appends to.
        out.clear();
        pipeline::compile(&text, &mut out, &mut clock);
        for (best, time) in best.iter_mut().zip(clock.0) {
            *best = time.min(*best);
        }
    }
    let each = |time: Duration| time.as_nanos() as f64 / f64::from(operations);
    print!("{operations:>10}");
    for (index, time) in best.iter().enumerate() {
        if index == TOGETHER {
            let sum: Duration = best[..TOGETHER].iter().sum();
            print!("{:>10.0}{:>12.0}", each(sum), each(together));
        }
        print!("{:>10.0}", each(*time));
    }
    println!();
}

/// The stages that count. The text is written beside the symbolic check, as [`texvisa::check::symbolically_checked`] has it behind the
/// check of rules, which does not count.
fn compile_together(mut module: Module, out: &mut String) {
    let id = module.kernels.keys().next().expect("a kernel");
    let kernel = std::mem::take(&mut module.kernels[id]);
    let mut lowered =
        lower(&module, kernel, TARGET, SIMD, &LoweringOptions::default()).expect("generated kernels can be lowered");
    let liveness = Liveness::new(&lowered.kernel).expect("branches have targets");
    coalesce(&mut lowered.kernel, &liveness);
    let registers = assign(&lowered.kernel, &liveness, TARGET.platform().grf_count);
    shorten_branches(&mut lowered.kernel, &mut lowered.origins, SkippedEdges::WithCopies);
    let registers = registers.unwrap_or_else(|_| RegisterMap::unbounded(&lowered.kernel));
    drop(liveness);
    let (checked, ()) = rayon::join(
        || symbolic::check(&module, &lowered.texture, &lowered.kernel, &lowered.origins),
        || asm::write(&lowered.kernel, out),
    );
    assert!(checked.is_ok(), "the messages are right");
    black_box((&out, registers));
}

/// The check by execution, against all that comes before it: what `texvisa compile` does unless it is told not to.
fn execution() {
    let operations = 1_000;
    let module = benchmark(operations, TARGET, SIMD);
    let id = module.kernels.keys().next().expect("a kernel");
    let options = check::TrialOptions { trials: 4, ..check::TrialOptions::default() };
    let [mut compilation, mut execution] = [Duration::MAX; 2];
    for _ in 0..10 {
        let start = Instant::now();
        let compiled = texvisa::compile(&module, id, TARGET, SIMD, &LoweringOptions::default());
        let compiled = compiled.expect("generated kernels compile");
        check::check_symbolically(&module, &compiled).expect("the messages are right");
        compilation = compilation.min(start.elapsed());
        let start = Instant::now();
        check::execute(&module, id, &compiled, &options).expect("the program is right");
        execution = execution.min(start.elapsed());
    }
    println!(
        "{operations} operations: compiled and symbolically checked in {:.1} ms, executed in {} trials in {:.1} ms, ratio {:.1}",
        compilation.as_secs_f64() * 1e3,
        options.trials,
        execution.as_secs_f64() * 1e3,
        execution.as_secs_f64() / compilation.as_secs_f64()
    );
}

/// The peer: Intel's finalizer, which does the work after texvisa's, on the text of a kernel of 1,000 operations.
fn against_the_finalizer() {
    let Some(finalizer) = Finalizer::find() else {
        println!("no peer: GenX_IR (Debian package libigc-tools) is not installed");
        return;
    };
    let operations = 1_000;
    let module = benchmark(operations, TARGET, SIMD);
    let source = module.to_string();
    let id = module.kernels.keys().next().expect("a kernel");
    let mut ours = Duration::MAX;
    let mut theirs = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        let module = parse(&source).expect("generated text is right");
        let text =
            texvisa::compile(&module, id, TARGET, SIMD, &LoweringOptions::default()).map(|compiled| compiled.visaasm());
        ours = ours.min(start.elapsed());
        let text = text.expect("generated kernels compile");
        let start = Instant::now();
        let outcome = finalizer.finalize(&text, TARGET, &finalizer::FinalizerOptions::default());
        theirs = theirs.min(start.elapsed());
        outcome.expect("the finalizer runs");
    }
    println!(
        "{operations} operations: texvisa {:.1} ms, GenX_IR on its output {:.1} ms, ratio {:.3}",
        ours.as_secs_f64() * 1e3,
        theirs.as_secs_f64() * 1e3,
        ours.as_secs_f64() / theirs.as_secs_f64()
    );
}
