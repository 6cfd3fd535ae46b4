//! Block-compressed texels, BC1 to BC5: four by four texels in 8 or 16 bytes.
//!
//! After D3D11's and Vulkan's format definitions ('Block Compressed Image Formats'). Endpoints and indices are stored lowest
//! bits first, indices row by row. Mixtures are exact here and rounded where the texel is; hardware may be a
//! unit of 1/255 off. That is why this decoder is our own: crates decode colours to 8 bits a channel, as hardware may
//! and as D3D's rules do not say. One of them is its oracle below.

/// How a block is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::unit) enum BlockCompression {
    /// Four colours, or three and transparent black.
    Bc1,
    /// Four bits of alpha a texel, then four colours.
    Bc2,
    /// Interpolated alpha, then four colours.
    Bc3,
    /// One interpolated channel.
    Bc4,
    /// The same with a sign.
    Bc4Signed,
    /// Two interpolated channels.
    Bc5,
    /// The same with signs.
    Bc5Signed,
}

/// Texels along each edge of a block.
pub(in crate::unit) const EXTENT: u32 = 4;

impl BlockCompression {
    /// Bytes of a block.
    pub const fn bytes(self) -> usize {
        match self {
            BlockCompression::Bc1 | BlockCompression::Bc4 | BlockCompression::Bc4Signed => 8,
            BlockCompression::Bc2 | BlockCompression::Bc3 | BlockCompression::Bc5 | BlockCompression::Bc5Signed => 16,
        }
    }

    /// The texel at (`x`, `y`) of the surface, in the block `bytes` that holds it; bytes that are missing count as
    /// zero.
    pub fn decode(self, bytes: &[u8], x: u32, y: u32) -> [f64; 4] {
        let texel = (y % EXTENT) * EXTENT + x % EXTENT;
        let half = |index: usize| {
            let mut half = [0; 8];
            let found = bytes.get(8 * index..).unwrap_or_default();
            let count = found.len().min(8);
            half[..count].copy_from_slice(&found[..count]);
            u64::from_le_bytes(half)
        };
        match self {
            BlockCompression::Bc1 => colour(half(0), texel, true),
            BlockCompression::Bc2 => {
                let [red, green, blue, _] = colour(half(1), texel, false);
                [red, green, blue, (half(0) >> (4 * texel) & 15) as f64 / 15.0]
            }
            BlockCompression::Bc3 => {
                let [red, green, blue, _] = colour(half(1), texel, false);
                [red, green, blue, channel(half(0), texel, false)]
            }
            BlockCompression::Bc4 => [channel(half(0), texel, false), 0.0, 0.0, 1.0],
            BlockCompression::Bc4Signed => [channel(half(0), texel, true), 0.0, 0.0, 1.0],
            BlockCompression::Bc5 => [channel(half(0), texel, false), channel(half(1), texel, false), 0.0, 1.0],
            BlockCompression::Bc5Signed => [channel(half(0), texel, true), channel(half(1), texel, true), 0.0, 1.0],
        }
    }
}

/// `a` and `b` mixed, `part` of `whole` parts of `b`.
fn mix(a: f64, b: f64, part: u32, whole: u32) -> f64 {
    (a * f64::from(whole - part) + b * f64::from(part)) / f64::from(whole)
}

/// The colour of a texel: endpoints of 5, 6 and 5 bits, red highest, and two bits of index a texel. Where `three`
/// allows it and the first endpoint is no greater, there are three colours and transparent black.
fn colour(block: u64, texel: u32, three: bool) -> [f64; 4] {
    let codes = [block as u16, (block >> 16) as u16];
    let [a, b] = codes.map(|code| {
        let part = |shift: u32, bits: u32| {
            let most = (1u16 << bits) - 1;
            f64::from(code >> shift & most) / f64::from(most)
        };
        [part(11, 5), part(5, 6), part(0, 5)]
    });
    let index = (block >> (32 + 2 * texel)) as u32 & 3;
    let mixed = |part, whole| {
        let [red, green, blue] = std::array::from_fn(|channel| mix(a[channel], b[channel], part, whole));
        [red, green, blue, 1.0]
    };
    match (index, three && codes[0] <= codes[1]) {
        (0, _) => mixed(0, 1),
        (1, _) => mixed(1, 1),
        (2, false) => mixed(1, 3),
        (_, false) => mixed(2, 3),
        (2, true) => mixed(1, 2),
        (_, true) => [0.0; 4],
    }
}

/// The value of a texel: two endpoints of 8 bits, and three bits of index a texel.
fn channel(block: u64, texel: u32, signed: bool) -> f64 {
    let codes = [block as u8, (block >> 8) as u8];
    let (greater, ends) = if signed {
        let codes = codes.map(|code| code as i8);
        (codes[0] > codes[1], codes.map(|code| (f64::from(code) / 127.0).max(-1.0)))
    } else {
        (codes[0] > codes[1], codes.map(|code| f64::from(code) / 255.0))
    };
    let [a, b] = ends;
    match ((block >> (16 + 3 * texel)) as u32 & 7, greater) {
        (0, _) => a,
        (1, _) => b,
        (index, true) => mix(a, b, index - 1, 7),
        (6, false) => {
            if signed {
                -1.0
            } else {
                0.0
            }
        }
        (7, false) => 1.0,
        (index, false) => mix(a, b, index - 1, 5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A colour block with these endpoints, whose texels have the indices 0, 1, 2, 3, 0, ... in order.
    fn colours(first: u16, second: u16) -> Vec<u8> {
        [first.to_le_bytes().to_vec(), second.to_le_bytes().to_vec(), vec![0b1110_0100; 4]].concat()
    }

    const RED: u16 = 31 << 11;
    const BLUE: u16 = 31;

    #[test]
    fn four_colours_or_three_and_transparent_black() {
        let row = |block: &[u8]| [0, 1, 2, 3].map(|x| BlockCompression::Bc1.decode(block, x, 2));
        let [two_thirds, third] = [2.0 / 3.0, 1.0 / 3.0];
        let four =
            [[1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0], [two_thirds, 0.0, third, 1.0], [third, 0.0, two_thirds, 1.0]];
        assert_eq!(row(&colours(RED, BLUE)), four);
        let three = [[0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.5, 0.0, 0.5, 1.0], [0.0; 4]];
        assert_eq!(row(&colours(BLUE, RED)), three);
        // Green has six bits.
        assert_eq!(BlockCompression::Bc1.decode(&colours(21 << 5, 0), 0, 0), [0.0, third, 0.0, 1.0]);
    }

    #[test]
    fn alpha_comes_before_colours_which_are_always_four() {
        let alpha: Vec<u8> = vec![0x30, 0xf9, 0, 0, 0, 0, 0, 0];
        let block = [alpha, colours(BLUE, RED)].concat();
        let alphas = [0, 1, 2, 3].map(|x| BlockCompression::Bc2.decode(&block, x, 0)[3]);
        assert_eq!(alphas, [0.0, 0.2, 0.6, 1.0]);
        assert_eq!(BlockCompression::Bc2.decode(&block, 3, 0)[..3], [2.0 / 3.0, 0.0, 1.0 / 3.0]);
    }

    /// Endpoints, and indices 0 to 7 of the first eight texels.
    fn channels(first: u8, second: u8) -> Vec<u8> {
        let indices = (0..8u64).fold(0, |bits, index| bits | index << (3 * index));
        let bits = u64::from(first) | u64::from(second) << 8 | indices << 16;
        bits.to_le_bytes().to_vec()
    }

    fn decoded(block: BlockCompression, bytes: &[u8], channel: usize) -> Vec<f64> {
        (0..8)
            .map(|texel| (block.decode(bytes, texel % 4, texel / 4)[channel] * 35.0 * 255.0).round() / 255.0)
            .collect()
    }

    #[test]
    fn channels_have_sevenths_or_fifths_with_both_ends() {
        // In units of 1/35.
        assert_eq!(
            decoded(BlockCompression::Bc4, &channels(255, 0), 0),
            [35.0, 0.0, 30.0, 25.0, 20.0, 15.0, 10.0, 5.0]
        );
        assert_eq!(decoded(BlockCompression::Bc4, &channels(0, 255), 0), [0.0, 35.0, 7.0, 14.0, 21.0, 28.0, 0.0, 35.0]);
        let signed = decoded(BlockCompression::Bc4Signed, &channels(0x80, 0x7f), 0);
        assert_eq!(signed, [-35.0, 35.0, -21.0, -7.0, 7.0, 21.0, -35.0, 35.0]);
        let both = [channels(0, 255), channels(255, 0)].concat();
        assert_eq!(decoded(BlockCompression::Bc5, &both, 1), decoded(BlockCompression::Bc4, &channels(255, 0), 0));
        assert_eq!(decoded(BlockCompression::Bc3, &[channels(255, 0), colours(RED, BLUE)].concat(), 3)[2], 30.0);
    }

    /// Random blocks as `bcdec_rs` decodes them: colours to 8 bits, single channels to floats.
    #[test]
    fn another_decoder_decodes_random_blocks_alike() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..4000 {
            let mut bytes: [u8; 16] = std::array::from_fn(|_| rng.u8(..));
            if rng.bool() {
                // Endpoints that are near, or equal.
                bytes[1] = bytes[0].wrapping_add(rng.u8(..3)).wrapping_sub(1);
                bytes.copy_within(0..2, 2);
                bytes[2] ^= rng.u8(..2);
            }
            for block in [BlockCompression::Bc1, BlockCompression::Bc2, BlockCompression::Bc3] {
                let mut oracle = [0; 64];
                match block {
                    BlockCompression::Bc1 => bcdec_rs::bc1(&bytes, &mut oracle, 16),
                    BlockCompression::Bc2 => bcdec_rs::bc2(&bytes, &mut oracle, 16),
                    _ => bcdec_rs::bc3(&bytes, &mut oracle, 16),
                }
                for (texel, expected) in oracle.chunks_exact(4).enumerate() {
                    let found = block.decode(&bytes, texel as u32 % 4, texel as u32 / 4);
                    for (found, expected) in found.iter().zip(expected) {
                        let distance = (found * 255.0 - f64::from(*expected)).abs();
                        assert!(distance <= 1.0, "{block:?} {bytes:x?} texel {texel}: {found} and {expected} / 255");
                    }
                }
            }
            for (block, signed) in [(BlockCompression::Bc5, false), (BlockCompression::Bc5Signed, true)] {
                // Of two codes for -1 as endpoints it says that neither is greater; D3D11 compares the codes.
                if signed && [&bytes[..2], &bytes[8..10]].contains(&&[0x81, 0x80][..]) {
                    continue;
                }
                let mut oracle = [0.0; 32];
                bcdec_rs::bc5_float(&bytes, &mut oracle, 8, signed);
                for (texel, expected) in oracle.chunks_exact(2).enumerate() {
                    let found = block.decode(&bytes, texel as u32 % 4, texel as u32 / 4);
                    for (found, expected) in found.iter().zip(expected) {
                        let distance = (found - f64::from(*expected)).abs();
                        assert!(distance < 1e-6, "{block:?} {bytes:x?} texel {texel}: {found} and {expected}");
                    }
                }
            }
        }
    }
}
