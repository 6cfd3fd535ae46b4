//! Lockstep groups: hardware threads that the emulator steps together.

use super::registers::files_mut;
use super::thread::Thread;

/// Hardware threads with their register files.
pub(super) struct LockstepGroup<'g> {
    pub threads: &'g mut [Thread],
    /// The files, one behind the other.
    pub files: &'g mut [u8],
    /// The bytes of each, not 0.
    pub stride: usize,
}

impl<'g> LockstepGroup<'g> {
    /// A thread alone.
    pub fn one(thread: &'g mut Thread, file: &'g mut [u8]) -> LockstepGroup<'g> {
        LockstepGroup { stride: file.len(), threads: std::slice::from_mut(thread), files: file }
    }

    /// The register files.
    #[inline(always)]
    pub fn files(&mut self) -> impl Iterator<Item = &mut [u8]> {
        files_mut(self.files, self.stride)
    }

    /// Each thread with its file.
    #[inline(always)]
    pub fn each(&mut self) -> impl Iterator<Item = (&mut Thread, &mut [u8])> {
        self.threads.iter_mut().zip(files_mut(self.files, self.stride))
    }

    /// Lockstep groups of at most so many threads.
    pub fn parts(&mut self, most: usize) -> impl Iterator<Item = LockstepGroup<'_>> {
        let stride = self.stride;
        let files = self.files.chunks_mut(most * stride);
        self.threads.chunks_mut(most).zip(files).map(move |(threads, files)| LockstepGroup { threads, files, stride })
    }
}
