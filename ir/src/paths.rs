//! Fast paths: second implementations that only save time, and the one switch that turns each off to measure what it saves.
//!
//! Code asks [`FastPath::is_on`] where it chooses between a fast path and the code that says what is right, once a run,
//! a kernel or a message. A path is off where the environment variable [`FastPath::VARIABLE`] names it, between commas,
//! when the process asks for the first time: `TEXVISA_PATHS_OFF=simd,lockstep_groups texvisa run ...`. Results are the
//! same either way.
//!
//! To add a path: a variant and its name in [`FastPath::ALL`]; `is_on` where it is chosen; jobs that take it in
//! `test/bench/paths.rs`. `./x bench paths` then runs these jobs with all paths on and with one off at a time, and its
//! table goes to `docs/performance.md`. A path that makes no job of a user 1.3 times as fast is deleted.

use std::sync::LazyLock;

/// A fast path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FastPath {
    /// The texture unit's vectorised code, for the lanes of one request.
    Simd,
    /// Arithmetic on elements of 32 bits, all lanes at a time.
    VectorAlu,
    /// Hardware threads that step through a kernel together.
    LockstepGroups,
}

impl FastPath {
    /// Every path with its name.
    pub const ALL: [(FastPath, &str); 3] =
        [(FastPath::Simd, "simd"), (FastPath::VectorAlu, "vector_alu"), (FastPath::LockstepGroups, "lockstep_groups")];

    /// The environment variable with the names of those that are off.
    pub const VARIABLE: &str = "TEXVISA_PATHS_OFF";

    /// Whether the path is taken.
    pub fn is_on(self) -> bool {
        static OFF: LazyLock<u32> = LazyLock::new(|| {
            let names = std::env::var(FastPath::VARIABLE).unwrap_or_default();
            let named = FastPath::ALL.iter().filter(|(_, name)| names.split(',').any(|off| off == *name));
            named.fold(0, |off, (path, _)| off | 1 << *path as u32)
        });
        *OFF & 1 << self as u32 == 0
    }
}
