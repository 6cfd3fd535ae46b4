//! The bits of what is undefined.

/// A source of bits for undefined values: results that an operation leaves open, registers that nothing wrote, bytes
/// that a message leaves undefined.
///
/// Running a program once with a [`Fill::constant`] and once with the [`Fill::differing`] of the same pattern shows
/// what depends on undefined bits: every byte of the second differs from that of the first, in its lowest and highest
/// bit too (so that truth values and signs do), and never twice in the same way, so that not even `x ^ x` of an
/// undefined `x` is the same in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    pattern: u64,
    state: u64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Constant,
    Differing,
    Varied,
    Kept,
}

/// What programs compare with: 0, 1, all ones, the least and the greatest integer of 32 and of 16 bits.
const EDGES: [u64; 8] = [
    0,
    0x0000_0001_0000_0001,
    u64::MAX,
    0x8000_0000_8000_0000,
    0x7fff_ffff_7fff_ffff,
    0x0001_0001_0001_0001,
    0x8000_8000_8000_8000,
    0x7fff_7fff_7fff_7fff,
];

impl Fill {
    /// Always these bits.
    pub const fn constant(pattern: u64) -> Fill {
        Fill { pattern, state: 0, kind: Kind::Constant }
    }

    /// Nothing is overwritten; bits that were never any are 0.
    pub const fn kept() -> Fill {
        Fill { pattern: 0, state: 0, kind: Kind::Kept }
    }

    /// Bits of which every byte, and the lowest and highest bit of every byte, differs from the pattern's.
    pub const fn differing(pattern: u64, seed: u64) -> Fill {
        Fill { pattern, state: seed, kind: Kind::Differing }
    }

    /// Random bits, with many at the edges of what programs compare with.
    pub const fn varied(seed: u64) -> Fill {
        Fill { pattern: 0, state: seed, kind: Kind::Varied }
    }

    /// Every number at the edges of what programs compare with, for all that is undefined; then [`Fill::varied`] from
    /// `seed` on, without end.
    pub fn edges_and_varied(seed: u64) -> impl Iterator<Item = Fill> {
        EDGES.into_iter().map(Fill::constant).chain((seed..=u64::MAX).map(Fill::varied))
    }

    /// That of one part of a run, in which what is undefined does not depend on the others.
    pub(crate) fn part(&self, number: u64) -> Fill {
        Fill { state: mix(self.state ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)), ..*self }
    }

    /// The next bits.
    pub fn next_bits(&mut self) -> u64 {
        if matches!(self.kind, Kind::Constant | Kind::Kept) {
            return self.pattern;
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = mix(self.state);
        match self.kind {
            Kind::Varied if bits & 1 == 0 => EDGES[(bits >> 61) as usize],
            Kind::Varied => bits,
            _ => self.pattern ^ (bits | 0x8181_8181_8181_8181),
        }
    }

    /// Overwrites bytes of something that begins: where nothing is overwritten they are 0.
    pub(crate) fn begin(&mut self, bytes: &mut [u8]) {
        if self.kind == Kind::Kept {
            bytes.fill(0);
        }
        self.overwrite(bytes);
    }

    /// Overwrites bytes.
    pub fn overwrite(&mut self, bytes: &mut [u8]) {
        let (words, rest) = bytes.as_chunks_mut();
        match self.kind {
            Kind::Kept => return,
            Kind::Constant => words.fill(self.pattern.to_le_bytes()),
            Kind::Differing | Kind::Varied => words.fill_with(|| self.next_bits().to_le_bytes()),
        }
        if !rest.is_empty() {
            let bits = self.next_bits().to_le_bytes();
            rest.copy_from_slice(&bits[..rest.len()]);
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
        let mut varied = Fill::varied(7);
        let bits: Vec<u64> = (0..100).map(|_| varied.next_bits()).collect();
        assert!(EDGES.iter().all(|edge| bits.contains(edge)) && bits.iter().any(|bits| !EDGES.contains(bits)));
        let mut bytes = [0; 11];
        Fill::constant(pattern).overwrite(&mut bytes);
        assert_eq!(bytes, [0x9a, 0x78, 0x56, 0x34, 0x12, 0xcd, 0xff, 0x00, 0x9a, 0x78, 0x56]);
        Fill::kept().overwrite(&mut bytes);
        assert_eq!(bytes[..3], [0x9a, 0x78, 0x56]);
        Fill::kept().begin(&mut bytes);
        assert_eq!(bytes, [0; 11]);
        Fill::constant(pattern).begin(&mut bytes);
        assert_eq!(bytes[8..], [0x9a, 0x78, 0x56]);
    }
}
