//! Sizes in registers.

/// The size of a register. It is a power of two: a shift takes a fraction of the time of a division.
#[derive(Clone, Copy, Debug)]
pub struct Grf {
    log2_bytes: u32,
}

impl Grf {
    /// The bytes of a piece of a register: the least that rows of vectors are apart, and that lanes are told apart in.
    pub const PIECE_BYTES: u32 = 16;

    /// Registers of that many bytes, a power of two.
    pub const fn new(bytes: u32) -> Grf {
        debug_assert!(bytes.is_power_of_two());
        Grf { log2_bytes: bytes.trailing_zeros() }
    }

    /// Its bytes.
    pub const fn bytes(self) -> u32 {
        1 << self.log2_bytes
    }

    /// How many registers end at or before byte `byte`: the number of the one that the byte is in.
    pub const fn at(self, byte: u32) -> u32 {
        byte >> self.log2_bytes
    }

    /// How many registers it takes to hold so many bytes.
    pub const fn holding(self, bytes: u32) -> u32 {
        self.at(bytes) + (bytes & (self.bytes() - 1) != 0) as u32
    }

    /// The bytes of the registers that it takes to hold so many.
    pub const fn round_up(self, bytes: u32) -> u32 {
        self.holding(bytes) << self.log2_bytes
    }

    /// How many registers so many bytes are, if they are whole ones.
    pub fn whole(self, bytes: i64) -> Option<i64> {
        let rest = bytes & (i64::from(self.bytes()) - 1);
        (rest == 0).then_some(bytes >> self.log2_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_counted_in_registers() {
        let grf = Grf::new(32);
        for (bytes, at, holding) in [(0, 0, 0), (1, 0, 1), (31, 0, 1), (32, 1, 1), (33, 1, 2), (64, 2, 2)] {
            assert_eq!((grf.at(bytes), grf.holding(bytes)), (at, holding));
            assert_eq!(grf.round_up(bytes), holding * 32);
        }
        assert_eq!([-64, -32, -1, 0, 64].map(|bytes| grf.whole(bytes)), [Some(-2), Some(-1), None, Some(0), Some(2)]);
    }
}
