//! How much memory each stage of the compiler needs for kernels of more and more texture operations: `./x bench`.
//!
//! For each size the most that the stage has beyond what it was given, in bytes a texture operation. Times are measured
//! elsewhere, as counting takes some. An argument is the largest size.

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
