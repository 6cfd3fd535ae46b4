//! A position in bytes, and numbers read from there.

use super::error::{Allowed, ReadError, ReadErrorKind};

/// A position in bytes.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'b> {
    bytes: &'b [u8],
    /// The byte that is read next.
    pub at: usize,
    /// Where what was read last began: what errors are about.
    pub start: usize,
}

pub(super) type Read<T> = Result<T, ReadError>;

impl<'b> Cursor<'b> {
    pub fn new(bytes: &'b [u8]) -> Cursor<'b> {
        Cursor { bytes, at: 0, start: 0 }
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// The bytes that are left.
    pub fn rest(&self) -> &'b [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The same position in bytes that end at `end`, which is not behind their end.
    pub fn until(self, end: usize) -> Cursor<'b> {
        Cursor { bytes: self.bytes.get(..end).unwrap_or(self.bytes), ..self }
    }

    /// An error about what was read last.
    pub fn error(&self, kind: ReadErrorKind) -> ReadError {
        ReadError { offset: self.start, kind }
    }

    pub fn take(&mut self, count: usize, what: &'static str) -> Read<&'b [u8]> {
        self.start = self.at;
        match self.rest().get(..count) {
            Some(taken) => {
                self.at += count;
                Ok(taken)
            }
            None => Err(self.error(ReadErrorKind::Ended { what, needed: count, left: self.left() })),
        }
    }

    #[inline]
    fn array<const N: usize>(&mut self, what: &'static str) -> Read<[u8; N]> {
        self.start = self.at;
        match self.rest().first_chunk() {
            Some(taken) => {
                self.at += N;
                Ok(*taken)
            }
            None => Err(self.error(ReadErrorKind::Ended { what, needed: N, left: self.left() })),
        }
    }

    #[inline]
    pub fn u8(&mut self, what: &'static str) -> Read<u8> {
        self.array::<1>(what).map(|[byte]| byte)
    }

    #[inline]
    pub fn u16(&mut self, what: &'static str) -> Read<u16> {
        self.array(what).map(u16::from_le_bytes)
    }

    #[inline]
    pub fn u32(&mut self, what: &'static str) -> Read<u32> {
        self.array(what).map(u32::from_le_bytes)
    }

    #[inline]
    pub fn u64(&mut self, what: &'static str) -> Read<u64> {
        self.array(what).map(u64::from_le_bytes)
    }

    /// An error where a number, read last, is not from `least` to `most`.
    #[inline]
    pub fn within(&self, what: &'static str, given: u64, least: u64, most: u64) -> Read<()> {
        if given < least || given > most { Err(self.range(what, given, Allowed::Between(least, most))) } else { Ok(()) }
    }

    /// An error where an index, read last, is not below `count`.
    #[inline]
    pub fn index(&self, what: &'static str, given: u64, first: u64, count: usize) -> Read<usize> {
        match given.checked_sub(first) {
            Some(index) if index < count as u64 => Ok(index as usize),
            _ if count == 0 => Err(self.range(what, given, Allowed::Nothing)),
            _ => Err(self.range(what, given, Allowed::Between(first, first + count as u64 - 1))),
        }
    }

    #[cold]
    pub fn range(&self, what: &'static str, given: u64, allowed: Allowed) -> ReadError {
        self.error(ReadErrorKind::Range { what, given, allowed })
    }

    #[cold]
    pub fn unexpected(&self, expected: &'static str, found: impl Into<String>) -> ReadError {
        self.error(ReadErrorKind::Unexpected { expected, found: found.into() })
    }

    #[cold]
    pub fn unsupported(&self, what: impl Into<String>) -> ReadError {
        self.error(ReadErrorKind::Unsupported(what.into()))
    }
}
