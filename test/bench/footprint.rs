//! How much memory each stage of the compiler needs for kernels of more and more texture operations: `./x bench`.
//!
//! For each size the most that the stage has beyond what it was given, in bytes a texture operation. Times are measured
//! elsewhere, as counting takes some. An argument is the largest size. With the argument `kernels`, the same for the kernels
//! that `./x bench kernels` has imported, in bytes an instruction of vISA.

mod pipeline;

use peak_alloc::PeakAlloc;

use pipeline::{Meter, SIMD, STAGES, Stage, TARGET};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

struct Peaks([usize; STAGES.len()]);

impl Meter for Peaks {
    fn measure<T>(&mut self, stage: Stage, run: impl FnOnce() -> T) -> T {
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        let result = run();
        self.0[stage as usize] = ALLOCATOR.peak_usage().saturating_sub(before);
        result
    }
}

fn main() {
    #[cfg(feature = "llvm")]
    if std::env::args().any(|argument| argument == "kernels") {
        return kernels();
    }
    println!("{TARGET} {SIMD}, generated kernels; bytes a texture operation\n");
    pipeline::print_heading(false);
    for operations in pipeline::sizes() {
        let mut peaks = Peaks([0; STAGES.len()]);
        pipeline::compile(&pipeline::source(operations), &mut String::new(), &mut peaks);
        print!("{operations:>10}");
        peaks.0.iter().for_each(|bytes| print!("{:>10}", bytes / operations as usize));
        println!();
    }
}

/// What a kernel needs from its import to its text: LLVM's own memory, which it does not share, is not counted.
#[cfg(feature = "llvm")]
fn kernels() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    let files = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let (mut bytes, mut instructions, mut worst) = ([0usize; 2], 0usize, 0usize);
    for file in files {
        let before = ALLOCATOR.current_usage();
        let import = match texvisa_llvm::import_file(&file) {
            Ok(import) => import,
            Err(texvisa_llvm::ImportError::Unsupported(unsupported)) => unsupported.rest,
            Err(_) => continue,
        };
        bytes[0] += ALLOCATOR.current_usage().saturating_sub(before);
        for id in import.module.kernels.keys() {
            let before = ALLOCATOR.current_usage();
            ALLOCATOR.reset_peak_usage();
            let options = texvisa::LoweringOptions::default();
            let simd = texvisa::ir::target::SimdWidth::Simd16;
            let Ok(compiled) = texvisa::compile(&import.module, id, TARGET, simd, &options) else { continue };
            let is_right = texvisa::check::check_symbolically(&import.module, &compiled).is_ok();
            assert!(is_right && !compiled.visaasm().is_empty());
            let peak = ALLOCATOR.peak_usage().saturating_sub(before);
            let count = compiled.lowered.kernel.insts.len();
            bytes[1] += peak;
            instructions += count;
            // The least of all kernels has a few instructions, and tables of a fixed size.
            if count >= 100 {
                worst = worst.max(peak / count);
            }
        }
    }
    let each = |bytes: usize| bytes / instructions.max(1);
    println!("{instructions} instructions of vISA for {TARGET} simd16; bytes an instruction");
    println!("what the imported modules hold: {}", each(bytes[0]));
    println!("the most that a kernel needs beside its module, weighted by instructions: {}", each(bytes[1]));
    println!("the same, of the worst kernel of 100 instructions and more: {worst}");
}
