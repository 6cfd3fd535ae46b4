//! What became of a kernel, as data.

use serde::Serialize;

use crate::report::{KernelLine, Status};

/// A kernel that a command worked on, or a file that could not be read.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KernelRecord<R> {
    /// The file, as the command line names it.
    pub file: String,
    /// The kernel; `null` for a file that could not be read.
    pub kernel: Option<String>,
    /// The platform, where the run got that far.
    pub target: Option<String>,
    /// Lanes of a hardware thread, where the run got that far.
    pub simd: Option<u32>,
    /// What became of it.
    pub status: Status,
    /// The size of what it was compiled to.
    pub size: Option<SizeRecord>,
    /// What `compile` wrote.
    pub output: Option<EmittedRecord>,
    /// What the command found out; its form is the command's.
    pub result: Option<R>,
}

/// The size of a compiled kernel.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SizeRecord {
    /// Instructions of vISA, without labels.
    pub instructions: u64,
    /// Those of them that are messages: sampler, data port, media block.
    pub messages: u64,
    /// Registers up to the last one that a variable is in; `null` where they do not hold the kernel.
    pub registers: Option<u32>,
    /// Why the registers do not hold it, where they do not.
    pub spill: Option<String>,
}

/// What `compile` wrote of a kernel.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EmittedRecord {
    /// The file that it is in, where it went to one.
    pub path: Option<String>,
    /// The text itself, where it did not.
    pub text: Option<String>,
}

impl<R> KernelRecord<R> {
    /// The kernel of a line of a batch's report, with what the command found out and wrote.
    pub fn new(line: &KernelLine, output: Option<EmittedRecord>, result: Option<R>) -> KernelRecord<R> {
        let KernelLine { file, kernel, target, simd, status, instructions, messages, registers, spill, .. } =
            line.clone();
        let size = instructions.zip(messages).map(|(instructions, messages)| SizeRecord {
            instructions,
            messages,
            registers,
            spill,
        });
        KernelRecord { file, kernel, target, simd, status, size, output, result }
    }
}
