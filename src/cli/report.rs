//! Reports of runs: one line a kernel, in JSON. `docs/batches.md` documents the fields.

use serde::{Deserialize, Serialize};

use crate::shard::Shard;

/// What became of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It was compiled, and the command succeeded for it.
    Ok,
    /// The input or the command line is at fault, or texvisa lacks what the kernel needs.
    Refused,
    /// texvisa or LLVM crashed, or a check found that the result is wrong or could not compare it.
    Failed,
}

/// The line of a kernel, or of a file that could not be read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelLine {
    /// The file, as the user named it.
    pub file: String,
    /// The kernel; absent for a file that could not be read.
    pub kernel: Option<String>,
    /// The platform, where it is known.
    pub target: Option<String>,
    /// Lanes of a thread, where they are known.
    pub simd: Option<u32>,
    /// What became of it.
    pub status: Status,
    /// The first thing that is wrong with it.
    pub reason: Option<String>,
    /// Instructions of vISA without labels.
    pub instructions: Option<u64>,
    /// Those of them that are messages: samplers, data ports, media blocks.
    pub messages: Option<u64>,
    /// Registers up to the last one that a variable is in; absent where they do not fit.
    pub registers: Option<u32>,
    /// Why the registers do not hold it, where they do not: Intel's finalizer spills.
    pub spill: Option<String>,
    /// What it took.
    pub seconds: Seconds,
}

/// Times, in seconds of the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seconds {
    /// Reading and importing the file, with all of its kernels.
    pub read: f64,
    /// Compiling the kernel.
    pub compile: f64,
    /// Checking it, and making its output.
    pub check: f64,
}

/// The last line of a report, which one that was cut short lacks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SummaryLine {
    /// The shards that it is of, from 1 on.
    pub shards: Vec<u32>,
    /// How many shards the run has.
    pub of: u32,
    /// Files.
    pub files: u64,
    /// Those of them that could not be read.
    pub unread: u64,
    /// Kernels.
    pub kernels: u64,
    /// Kernels by status.
    pub ok: u64,
    /// Kernels by status.
    pub refused: u64,
    /// Kernels by status.
    pub failed: u64,
    /// The exit status of the run.
    pub exit: u8,
}

impl SummaryLine {
    /// One of a run of that shard.
    pub fn new(shard: Option<Shard>) -> SummaryLine {
        let (index, of) = shard.map_or((1, 1), |shard| (shard.index, shard.count));
        SummaryLine { shards: vec![index], of, files: 0, unread: 0, kernels: 0, ok: 0, refused: 0, failed: 0, exit: 0 }
    }

    /// Counts a kernel, or a file that could not be read.
    pub fn count(&mut self, line: &KernelLine) {
        if line.kernel.is_none() {
            self.unread += 1;
            return;
        }
        self.kernels += 1;
        *match line.status {
            Status::Ok => &mut self.ok,
            Status::Refused => &mut self.refused,
            Status::Failed => &mut self.failed,
        } += 1;
    }

    /// `in: 3 of 5 kernels succeeded; 1 file could not be read`.
    pub fn text(&self, what: &str) -> String {
        let counted = crate::diagnostic::counted;
        let mut text = format!("{what}: {} of {} succeeded", self.ok, counted(self.kernels, "kernel", "kernels"));
        if self.failed > 0 {
            text += &format!("; {} failed", counted(self.failed, "kernel", "kernels"));
        }
        if self.unread > 0 {
            text += &format!("; {} could not be read", counted(self.unread, "file", "files"));
        }
        text
    }
}
