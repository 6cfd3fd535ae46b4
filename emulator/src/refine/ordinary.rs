//! Inputs as a program is usually given them: groups of a power of two, strides that keep accesses aligned, small numbers
//! and ordinary floats in memory.
//!
//! Random numbers rarely come together so that a program which needs several of these leaves anything to compare: one that
//! takes the bytes from row to row as an argument stores at addresses that are not aligned, one that fills local memory for
//! its group reads what none has written, and one that sums up floats sums up NaNs.

use fastrand::Rng;
use texvisa_ir::texture::Scalar;

use crate::float::round_f16;

/// The greatest number of items in a group, as a power of two.
const GROUP_BITS: u32 = 8;

/// What the numbers of a trial with ordinary inputs have in common.
pub(super) struct Ordinary {
    /// What most integers are multiples of.
    unit: u32,
    /// What all buffers hold, in half of the trials.
    common: Option<Content>,
}

/// What a buffer holds.
#[derive(Clone, Copy)]
enum Content {
    /// Dwords from 0 to 2, such as marks of pixels.
    Marks,
    /// Dwords below 32, such as bounds and indices.
    Numbers,
    /// Floats from 0.25 to 8.
    Floats,
    /// Floats below 1, such as pixels.
    Fractions,
    /// Half floats from 0.25 to 8.
    HalfFloats,
}

const CONTENTS: [Content; 5] =
    [Content::Marks, Content::Numbers, Content::Floats, Content::Fractions, Content::HalfFloats];

impl Content {
    fn any(rng: &mut Rng) -> Content {
        CONTENTS[rng.usize(0..CONTENTS.len())]
    }

    fn dword(self, rng: &mut Rng) -> u32 {
        let half = |rng: &mut Rng| u32::from(round_f16(f64::from(float(rng))));
        match self {
            Content::Marks => rng.u32(0..3),
            Content::Numbers => rng.u32(0..32),
            Content::Floats => float(rng).to_bits(),
            Content::Fractions => rng.f32().to_bits(),
            Content::HalfFloats => half(rng) | half(rng) << 16,
        }
    }
}

/// A float from 0.25 to 8 of which a sum, a product or a root is exact, or nearly.
fn float(rng: &mut Rng) -> f32 {
    rng.u32(1..=32) as f32 / 4.0
}

impl Ordinary {
    /// What a trial decides first.
    pub fn new(rng: &mut Rng) -> Ordinary {
        let unit = [1, 4, 16, 64][rng.usize(0..4)];
        Ordinary { unit, common: rng.bool().then(|| Content::any(rng)) }
    }

    /// The sizes of a group along each axis, and of the grid: whole groups. Along an axis that the program does not know
    /// both are 1; only along those of `knows_group` are there several groups.
    pub fn grid(rng: &mut Rng, knows: [bool; 3], knows_group: bool) -> ([u32; 3], [u32; 3]) {
        let mut bits = if rng.u32(0..8) == 0 { 0 } else { rng.u32(3..=GROUP_BITS) };
        let mut group = [1; 3];
        for axis in [2, 1].into_iter().filter(|axis| knows[*axis]) {
            let own = rng.u32(0..=bits);
            group[axis] <<= own;
            bits -= own;
        }
        group[0] <<= bits;
        let few = if group.iter().product::<u32>() < 32 { 4 } else { 2 };
        let several = |axis: usize, rng: &mut Rng| if knows[axis] && knows_group { rng.u32(1..=few) } else { 1 };
        (group, std::array::from_fn(|axis| group[axis] * several(axis, rng)))
    }

    /// The dwords of a buffer, as bytes.
    pub fn words(&self, rng: &mut Rng, count: usize) -> Vec<u8> {
        let content = self.common.unwrap_or_else(|| Content::any(rng));
        (0..count).flat_map(|_| content.dword(rng).to_le_bytes()).collect()
    }

    /// The bits of a float of a texel.
    pub fn texel(&self, rng: &mut Rng) -> u32 {
        Content::Fractions.dword(rng)
    }

    /// A size of a surface.
    pub fn size(&self, rng: &mut Rng) -> u32 {
        [8, 16, 32][rng.usize(0..3)]
    }

    /// A number that all work items have: an offset of 0, a small one, or a size or stride of several units. `size` is one
    /// that the program has from elsewhere.
    pub fn uniform_number(&self, rng: &mut Rng, scalar: Scalar, size: u32) -> u64 {
        match scalar {
            Scalar::F32 => u64::from(float(rng).to_bits()),
            Scalar::F16 => u64::from(round_f16(f64::from(float(rng)))),
            _ => {
                let number = match rng.u32(0..8) {
                    0 | 1 => 0,
                    2 => rng.u32(1..4),
                    3 | 4 => size.next_multiple_of(self.unit),
                    _ => self.unit * rng.u32(1..=16),
                };
                u64::from(number) & scalar.mask()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_whole_powers_of_two_along_axes_that_are_known() {
        let mut rng = Rng::with_seed(7);
        let mut seen = Vec::new();
        for _ in 0..2000 {
            let (group, items) = Ordinary::grid(&mut rng, [true, true, false], true);
            assert!(group.iter().all(|size| size.is_power_of_two()) && group.iter().product::<u32>() <= 256);
            assert!((0..3).all(|axis| items[axis] % group[axis] == 0) && items[2] == 1, "{items:?}");
            seen.push(group);
        }
        // Those that programs fill local memory for.
        for group in [[16, 16, 1], [1, 32, 1], [32, 8, 1], [64, 1, 1], [1, 1, 1]] {
            assert!(seen.contains(&group), "{group:?}");
        }
        let (_, items) = Ordinary::grid(&mut rng, [true, false, false], false);
        assert_eq!(items[1..], [1, 1]);
    }

    #[test]
    fn floats_in_memory_are_finite_and_strides_are_aligned() {
        let mut rng = Rng::with_seed(3);
        for content in [Content::Floats, Content::Fractions] {
            let ordinary = Ordinary { unit: 16, common: Some(content) };
            let words = ordinary.words(&mut rng, 100);
            let floats = words.chunks_exact(4).map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]));
            assert!(floats.into_iter().all(|float| (0.0..=8.0).contains(&float)));
            for _ in 0..100 {
                let number = ordinary.uniform_number(&mut rng, Scalar::I32, 5);
                assert!(number < 4 || number.is_multiple_of(16), "{number}");
            }
        }
    }
}
