//! The bits of a number.

use std::fmt;

/// Sixty-four bits with the alignment of 32, so that a record of smaller fields needs no padding around them. There are
/// millions of instructions and values, and the time to walk over them is the time to load them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bits {
    low: u32,
    high: u32,
}

impl Bits {
    /// No bit.
    pub const ZERO: Bits = Bits::new(0);
    /// The lowest bit.
    pub const ONE: Bits = Bits::new(1);

    /// These bits.
    #[inline]
    pub const fn new(bits: u64) -> Bits {
        Bits { low: bits as u32, high: (bits >> 32) as u32 }
    }

    /// The bits as a number.
    #[inline]
    pub const fn get(self) -> u64 {
        self.low as u64 | (self.high as u64) << 32
    }
}

impl From<u64> for Bits {
    #[inline]
    fn from(bits: u64) -> Bits {
        Bits::new(bits)
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_kept_and_need_the_alignment_of_half_of_them() {
        for bits in [0, 1, u64::from(u32::MAX), 1 << 32, 0x0123_4567_89ab_cdef, u64::MAX] {
            assert_eq!(Bits::new(bits).get(), bits);
        }
        assert_eq!((size_of::<Bits>(), align_of::<Bits>()), (8, 4));
    }
}
