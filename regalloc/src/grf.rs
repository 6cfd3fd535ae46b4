//! Sizes in registers.

use texvisa_ir::visa::Kernel;

/// The size of a register. It is a power of two: a shift takes a fraction of the time of a division.
#[derive(Clone, Copy, Debug)]
pub struct Grf {
    log2_bytes: u32,
}

impl Grf {
    /// That of the target of `kernel`.
    pub fn new(kernel: &Kernel) -> Grf {
        Grf { log2_bytes: kernel.grf_bytes().trailing_zeros() }
    }

    /// Its bytes.
    pub fn bytes(self) -> u32 {
        1 << self.log2_bytes
    }

    /// How many registers end at or before byte `byte`: the number of the one that the byte is in.
    pub fn at(self, byte: u32) -> u32 {
        byte >> self.log2_bytes
    }

    /// How many registers it takes to hold so many bytes.
    pub fn holding(self, bytes: u32) -> u32 {
        self.at(bytes) + u32::from(bytes & (self.bytes() - 1) != 0)
    }

    /// How many registers so many bytes are, if they are whole ones.
    pub fn whole(self, bytes: i64) -> Option<i64> {
        let rest = bytes & (i64::from(self.bytes()) - 1);
        (rest == 0).then_some(bytes >> self.log2_bytes)
    }
}
