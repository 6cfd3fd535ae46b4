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
/// The same of a group that is a row. Programs have arrays of up to 512 numbers reduced by as many work items.
const ROW_BITS: u32 = 9;

/// The axes of a grid.
const AXES: usize = 3;

/// What the numbers of a trial with ordinary inputs have in common.
pub(super) struct Ordinary {
    /// What most integers are multiples of.
    unit: u32,
    /// What all buffers hold, in half of the trials.
    common: Option<Content>,
    /// How many sizes of the grid are still given, in order, to the first integers that all work items have: those of all axes in
    /// half of the trials. A program that leaves work items alone behind the sizes that it takes often takes these first.
    axes_left: usize,
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
        let common = rng.bool().then(|| Content::any(rng));
        Ordinary { unit, common, axes_left: if rng.bool() { AXES } else { 0 } }
    }

    /// The sizes of a group along each axis, and of the grid: whole groups. Along an axis that the program does not know
    /// both are 1; only along those of `knows_group` are there several groups.
    ///
    /// A fourth of the groups are rows, whatever axes are known: the items of a row fill an array in local memory and reduce it.
    pub fn grid(rng: &mut Rng, knows: [bool; 3], knows_group: bool) -> ([u32; 3], [u32; 3]) {
        let is_row = rng.u32(0..4) == 0;
        let mut bits = match rng.u32(0..8) {
            _ if is_row => rng.u32(2..=ROW_BITS),
            0 => 0,
            _ => rng.u32(3..=GROUP_BITS),
        };
        let mut group = [1; 3];
        for axis in [2, 1].into_iter().filter(|axis| knows[*axis] && !is_row) {
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

    /// A number that all work items have: a size of the grid, an offset of 0, a small one, or a size or stride of several units.
    /// `sizes` are those that the program has from elsewhere, of the grid first.
    pub fn uniform_number(&mut self, rng: &mut Rng, scalar: Scalar, sizes: &[u32]) -> u64 {
        let size = sizes[rng.usize(0..sizes.len())];
        match scalar {
            Scalar::F32 => u64::from(float(rng).to_bits()),
            Scalar::F16 => u64::from(round_f16(f64::from(float(rng)))),
            _ if self.axes_left > 0 => {
                let size = sizes[AXES - self.axes_left];
                self.axes_left -= 1;
                u64::from(size) & scalar.mask()
            }
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
            let most = if group[1..] == [1, 1] { 512 } else { 256 };
            assert!(group.iter().all(|size| size.is_power_of_two()) && group.iter().product::<u32>() <= most);
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

    /// An array of 512 numbers is reduced by a row of as many work items, each row of the grid by another.
    #[test]
    fn a_fourth_of_the_groups_are_rows_of_any_power_of_two() {
        let mut rng = Rng::with_seed(11);
        let grids: Vec<_> = (0..2000).map(|_| Ordinary::grid(&mut rng, [true; 3], true)).collect();
        for bits in 2..=9 {
            let is_row =
                |(group, items): &&([u32; 3], [u32; 3])| *group == [1 << bits, 1, 1] && items[1] * items[2] > 1;
            // A fourth of 2000 grids, for each of eight sizes: 62, nearly all of which have several rows.
            assert!(grids.iter().filter(is_row).count() > 20, "{}", 1 << bits);
        }
    }

    #[test]
    fn the_first_integers_are_the_sizes_of_the_grid_in_half_of_the_trials() {
        let mut rng = Rng::with_seed(5);
        let mut in_order = 0;
        for _ in 0..400 {
            let mut ordinary = Ordinary::new(&mut rng);
            // Floats are none of them.
            let mut number = |scalar| ordinary.uniform_number(&mut rng, scalar, &[333, 77, 5, 9]);
            let float = f32::from_bits(number(Scalar::F32) as u32);
            assert!((0.25..=8.0).contains(&float));
            in_order += u32::from([(); 3].map(|()| number(Scalar::I32)) == [333, 77, 5]);
        }
        assert!((150..250).contains(&in_order), "{in_order}");
    }

    #[test]
    fn floats_in_memory_are_finite_and_strides_are_aligned() {
        let mut rng = Rng::with_seed(3);
        for content in [Content::Floats, Content::Fractions] {
            let mut ordinary = Ordinary { unit: 16, common: Some(content), axes_left: 0 };
            let words = ordinary.words(&mut rng, 100);
            let floats = words.chunks_exact(4).map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]));
            assert!(floats.into_iter().all(|float| (0.0..=8.0).contains(&float)));
            for _ in 0..100 {
                let number = ordinary.uniform_number(&mut rng, Scalar::I32, &[5]);
                assert!(number < 4 || number.is_multiple_of(16), "{number}");
            }
        }
    }
}
