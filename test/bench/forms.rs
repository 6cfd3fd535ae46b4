//! What the forms of vISA cost: `./x bench`. Millions of instructions a second on one core, the best of several runs,
//! and allocations an instruction; each with the declarations that the instructions need. An argument is the number of
//! texture operations that the measured kernel is made from, or a word: only what has it in its name is then measured.

use std::hint::black_box;
use std::time::{Duration, Instant};

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::parse;
use texvisa::ir::visa::isa::{self, Version};
use texvisa::ir::visa::message::CodeNumbering;
use texvisa::ir::visa::{VisaKernel, asm};
use texvisa::{LoweringOptions, compile};
use texvisa_test::generate::benchmark;

const TARGET: Target = Target::Tgllp;
const SIMD: SimdWidth = SimdWidth::Simd8;
const OPERATIONS: u32 = 10_000;
const RUNS: u32 = 20;

fn main() {
    let given = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let operations = given.unwrap_or(OPERATIONS);
    let word = std::env::args().skip(1).find(|argument| !argument.starts_with('-') && argument.parse::<u32>().is_err());
    let report = |what: &str, kernel: &VisaKernel, work: &mut dyn FnMut() -> usize| {
        if word.as_ref().is_none_or(|word| what.contains(word.as_str())) {
            report(what, kernel, work);
        }
    };
    let module = parse(&benchmark(operations, TARGET, SIMD).to_string()).expect("generated text is right");
    let id = module.kernels.keys().next().expect("a kernel");
    let compiled = compile(&module, id, TARGET, SIMD, &LoweringOptions::default()).expect("generated kernels compile");
    let kernel = &compiled.lowered.kernel;
    println!("{TARGET} {SIMD}, {} instructions, {} variables", kernel.insts.len(), kernel.vars.len());

    let mut text = String::new();
    asm::write_all(kernel, &mut text);
    let mut printed = String::new();
    report("print", kernel, &mut || {
        printed.clear();
        asm::write_all(kernel, &mut printed);
        printed.len()
    });
    report("parse", kernel, &mut || asm::parse(&text, TARGET).expect("it was printed").insts.len());
    for (version, name) in Version::TEXT {
        let options = isa::WriteOptions { version, ..isa::WriteOptions::default() };
        let bytes = isa::write(kernel, &options).expect("a kernel of lowering");
        let mut written = Vec::new();
        report(&format!("encode {name}"), kernel, &mut || {
            written.clear();
            isa::write_into(kernel, &options, &mut written).expect("a kernel of lowering");
            written.len()
        });
        report(&format!("decode {name}"), kernel, &mut || {
            isa::read(&bytes, TARGET, CodeNumbering::Finalizer).expect("it was written").insts.len()
        });
    }
}

fn report(what: &str, kernel: &VisaKernel, mut work: impl FnMut() -> usize) {
    // The first run is not counted: buffers that are used again grow in it.
    black_box(work());
    let allocations = {
        let once = || {
            black_box(work());
        };
        allocation_counter::measure(once).count_total
    };
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        black_box(work());
        best = best.min(start.elapsed());
    }
    let instructions = kernel.insts.len() as f64;
    let speed = instructions / best.as_secs_f64() / 1e6;
    println!(
        "{what:<12} {speed:>7.2} million instructions a second, {allocations} allocations, {:.4} an instruction",
        allocations as f64 / instructions
    );
}
