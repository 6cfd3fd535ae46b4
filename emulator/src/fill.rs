//! The bits of what is undefined.

/// A source of bits for undefined values: results that an operation leaves open, registers that nothing wrote, bytes that
/// a message leaves undefined.
///
/// Running a program once with a [`Fill::constant`] and once with the [`Fill::differing`] of the same pattern shows what
/// depends on undefined bits: every byte of the second differs from that of the first, in its lowest and highest bit
/// too (so that truth values and signs do), and never twice in the same way, so that not even `x ^ x` of an undefined `x`
/// is the same in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    pattern: u64,
    state: Option<u64>,
}

impl Fill {
    /// Always these bits.
    pub const fn constant(pattern: u64) -> Fill {
        Fill { pattern, state: None }
    }

    /// Bits of which every byte, and the lowest and highest bit of every byte, differs from the pattern's.
    pub const fn differing(pattern: u64, seed: u64) -> Fill {
        Fill { pattern, state: Some(seed) }
    }

    /// The next bits.
    pub fn next_bits(&mut self) -> u64 {
        match &mut self.state {
            None => self.pattern,
            Some(state) => {
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                self.pattern ^ (mix(*state) | 0x8181_8181_8181_8181)
            }
        }
    }

    /// Overwrites bytes.
    pub fn overwrite(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let bits = self.next_bits().to_le_bytes();
            chunk.copy_from_slice(&bits[..chunk.len()]);
        }
    }
}

/// The output function of the SplitMix64 generator.
const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_the_differing_fill_differs() {
        let pattern = 0x00ff_cd12_3456_789a;
        let mut other = Fill::differing(pattern, 7);
        for _ in 0..1000 {
            let difference = other.next_bits() ^ pattern;
            assert!(difference.to_le_bytes().iter().all(|byte| byte & 0x81 == 0x81));
        }
        assert_ne!(other.next_bits(), other.next_bits());
        let mut bytes = [0; 11];
        Fill::constant(pattern).overwrite(&mut bytes);
        assert_eq!(bytes, [0x9a, 0x78, 0x56, 0x34, 0x12, 0xcd, 0xff, 0x00, 0x9a, 0x78, 0x56]);
    }
}
