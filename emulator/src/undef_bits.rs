//! Bits for undefined values.

/// A generator of bits for undefined values: undefined results, registers that nothing wrote, and undefined bytes of
/// responses.
///
/// Running a program once with [`UndefBits::constant`] and once with [`UndefBits::differing`] of the same pattern shows
/// what depends on undefined bits. Every byte of the second differs from the first, also in its lowest and highest bit,
/// so that booleans and signs differ; and it differs in another way each time, so that even `x ^ x` of an undefined `x`
/// differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndefBits {
    pattern: u64,
    state: u64,
    kind: BitSource,
    asked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BitSource {
    Constant,
    /// The same for operands and for results.
    Alike,
    /// Zeros for operands; for results of arithmetic what hardware is likely to compute.
    Likely,
    Differing,
    Varied,
    Kept,
}

/// Values that programs compare with, and values with special rules in arithmetic.
const EDGES: [u64; 16] = [
    0,
    // As integers of 32 and of 16 bits: 1, -1, the least, the greatest.
    0x0000_0001_0000_0001,
    u64::MAX,
    0x8000_0000_8000_0000,
    0x7fff_ffff_7fff_ffff,
    0x0001_0001_0001_0001,
    0x8000_8000_8000_8000,
    0x7fff_7fff_7fff_7fff,
    // As floats of 32 bits: 1, -1, 1/2, a large one, infinity.
    0x3f80_0000_3f80_0000,
    0xbf80_0000_bf80_0000,
    0x3f00_0000_3f00_0000,
    0x4b00_0000_4b00_0000,
    0x7f80_0000_7f80_0000,
    // As floats of 16 bits: 1, -1, infinity.
    0x3c00_3c00_3c00_3c00,
    0xbc00_bc00_bc00_bc00,
    0x7c00_7c00_7c00_7c00,
];

impl UndefBits {
    /// Always these bits.
    pub const fn constant(pattern: u64) -> UndefBits {
        UndefBits { pattern, state: 0, kind: BitSource::Constant, asked: false }
    }

    /// Overwrites nothing; bits that were never written are 0.
    pub const fn kept() -> UndefBits {
        UndefBits { kind: BitSource::Kept, ..UndefBits::constant(0) }
    }

    /// Bits of which every byte, and the lowest and highest bit of every byte, differs from the pattern's.
    pub const fn differing(pattern: u64, seed: u64) -> UndefBits {
        UndefBits { state: seed, kind: BitSource::Differing, ..UndefBits::constant(pattern) }
    }

    /// Random bits, with many at the edges of what programs compare with, and many that are small numbers.
    pub const fn varied(seed: u64) -> UndefBits {
        UndefBits { state: seed, kind: BitSource::Varied, ..UndefBits::constant(0) }
    }

    /// First what hardware is likely to compute; then each edge value, once for undefined operands alone and once for
    /// results of arithmetic too; then [`UndefBits::varied`] with rising seeds, without end.
    pub fn edges_and_varied(seed: u64) -> impl Iterator<Item = UndefBits> {
        let alike = |edge| UndefBits { kind: BitSource::Alike, ..UndefBits::constant(edge) };
        let likely = UndefBits { kind: BitSource::Likely, ..UndefBits::constant(0) };
        let edges = EDGES.into_iter();
        let edges = edges.flat_map(move |edge| [UndefBits::constant(edge), alike(edge)]);
        std::iter::once(likely).chain(edges).chain((seed..=u64::MAX).map(UndefBits::varied))
    }

    /// The generator of one part of a run, independent of the other parts.
    pub(crate) fn part(&self, number: u64) -> UndefBits {
        UndefBits { state: mix(self.state ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)), ..*self }
    }

    /// Whether bits were taken. A run that takes none has the same result with any generator.
    pub(crate) const fn was_asked(&self) -> bool {
        self.asked
    }

    /// The next bits.
    pub fn next_bits(&mut self) -> u64 {
        self.asked = true;
        if matches!(self.kind, BitSource::Constant | BitSource::Alike | BitSource::Likely | BitSource::Kept) {
            return self.pattern;
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = mix(self.state);
        match self.kind {
            // The choice must not depend on a bit that is kept, which would then always be the same.
            BitSource::Varied => match mix(bits) {
                choice if choice & 3 == 0 => EDGES[(choice >> 60) as usize],
                choice if choice & 3 == 1 => (choice >> 58) * 0x0000_0001_0000_0001,
                _ => bits,
            },
            _ => self.pattern ^ (bits | 0x8181_8181_8181_8181),
        }
    }

    /// Which of so many values an undefined one is, in some of the runs with random bits.
    pub(crate) fn next_choice(&mut self, count: usize) -> Option<usize> {
        if self.kind != BitSource::Varied || count == 0 {
            return None;
        }
        let choice = mix(self.next_bits());
        (choice & 1 == 0).then_some((choice >> 1) as usize % count)
    }

    /// The next bits for an undefined result of arithmetic; `likely` computes what hardware is likely to return. With a pattern they differ from those of undefined
    /// operands: `srem 0, undef` is 0 for most divisors and undefined for 0, so in a run whose undefined bits are
    /// zeros, its result must not be 0 as well.
    pub(crate) fn next_result(&mut self, likely: impl FnOnce() -> u64) -> u64 {
        match self.kind {
            BitSource::Likely => {
                self.asked = true;
                likely()
            }
            BitSource::Constant | BitSource::Differing | BitSource::Kept => !self.next_bits(),
            BitSource::Alike | BitSource::Varied => self.next_bits(),
        }
    }

    /// Overwrites bytes that are new: those that nothing overwrites are 0.
    pub(crate) fn begin(&mut self, bytes: &mut [u8]) {
        if self.kind == BitSource::Kept {
            bytes.fill(0);
        }
        self.overwrite(bytes);
    }

    /// Overwrites bytes.
    pub fn overwrite(&mut self, bytes: &mut [u8]) {
        let (words, rest) = bytes.as_chunks_mut();
        self.asked = true;
        match self.kind {
            BitSource::Kept => return,
            BitSource::Constant | BitSource::Alike | BitSource::Likely => words.fill(self.pattern.to_le_bytes()),
            BitSource::Differing | BitSource::Varied => words.fill_with(|| self.next_bits().to_le_bytes()),
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
    fn random_bits_are_all_of_both_kinds() {
        let mut varied = UndefBits::varied(3);
        let is_small = |bits: &u64| bits >> 32 == bits & 0xffff_ffff && bits >> 32 < 64;
        let random = (0..1000).map(|_| varied.next_bits()).filter(|bits| !EDGES.contains(bits) && !is_small(bits));
        let (ones, zeros) = random.fold((0, 0), |(ones, zeros), bits| (ones | bits, zeros | !bits));
        assert_eq!([ones, zeros], [u64::MAX; 2]);
    }

    #[test]
    fn undefined_results_differ_from_undefined_operands_or_are_the_same() {
        let pattern = 0x3f80_0000_3f80_0000;
        let mut fills = UndefBits::edges_and_varied(0).filter(|fill| fill.pattern == pattern);
        let [mut apart, mut alike] = [fills.next(), fills.next()].map(|fill| fill.expect("one is an edge"));
        assert_eq!([apart.next_bits(), apart.next_result(|| 5)], [pattern, !pattern]);
        assert_eq!([alike.next_bits(), alike.next_result(|| 5)], [pattern, pattern]);
    }

    #[test]
    fn runs_with_random_bits_choose_every_value_and_none() {
        let mut varied = UndefBits::varied(5);
        let chosen: Vec<Option<usize>> = (0..200).map(|_| varied.next_choice(3)).collect();
        assert!([None, Some(0), Some(1), Some(2)].iter().all(|choice| chosen.contains(choice)));
        assert!(chosen.iter().flatten().all(|choice| *choice < 3));
        assert_eq!(varied.next_choice(0), None);
        for mut other in [UndefBits::constant(1), UndefBits::differing(1, 2), UndefBits::kept()] {
            assert!((0..200).all(|_| other.next_choice(3).is_none()));
        }
    }

    #[test]
    fn it_is_known_whether_bits_were_asked_for() {
        for fill in [UndefBits::constant(1), UndefBits::differing(1, 2), UndefBits::varied(3), UndefBits::kept()] {
            let ways: [fn(&mut UndefBits); 3] =
                [|fill| fill.overwrite(&mut [0; 8]), |fill| _ = fill.next_bits(), |fill| _ = fill.next_result(|| 5)];
            for ask in ways {
                let mut fill = fill.clone();
                assert!(!fill.was_asked());
                ask(&mut fill);
                assert!(fill.was_asked());
            }
        }
    }

    #[test]
    fn every_byte_of_the_differing_fill_differs() {
        let pattern = 0x00ff_cd12_3456_789a;
        let mut other = UndefBits::differing(pattern, 7);
        for _ in 0..1000 {
            let difference = other.next_bits() ^ pattern;
            assert!(difference.to_le_bytes().iter().all(|byte| byte & 0x81 == 0x81));
        }
        assert_ne!(other.next_bits(), other.next_bits());
        let mut varied = UndefBits::varied(7);
        let bits: Vec<u64> = (0..1000).map(|_| varied.next_bits()).collect();
        assert!(EDGES.iter().all(|edge| bits.contains(edge)) && bits.iter().any(|bits| !EDGES.contains(bits)));
        let mut bytes = [0; 11];
        UndefBits::constant(pattern).overwrite(&mut bytes);
        assert_eq!(bytes, [0x9a, 0x78, 0x56, 0x34, 0x12, 0xcd, 0xff, 0x00, 0x9a, 0x78, 0x56]);
        UndefBits::kept().overwrite(&mut bytes);
        assert_eq!(bytes[..3], [0x9a, 0x78, 0x56]);
        UndefBits::kept().begin(&mut bytes);
        assert_eq!(bytes, [0; 11]);
        UndefBits::constant(pattern).begin(&mut bytes);
        assert_eq!(bytes[8..], [0x9a, 0x78, 0x56]);
    }
}
