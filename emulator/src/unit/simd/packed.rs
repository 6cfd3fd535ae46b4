//! Pictures of four bytes a texel, whose channels are these, as unsigned fixed-point numbers, or constants: what most
//! pictures are.
//!
//! Of surfaces of two axes, with filters of 8-bit fractions, loads, linear samples of one level and gathers are served
//! for many lanes at a time, of several waves too, with no decision left in their loops. Whatever else there is, such
//! as borders and coordinates that are far away, is for the rest of [`wide`](super), which returns the same bits.

#![expect(clippy::needless_range_loop, reason = "each lane is a place in several arrays")]

use super::axis::{FAR, has_border, nearest, resolve};
use super::fetch::mask;
use super::layout::{Origin, TexelLayout};
use crate::unit::reference::gather::GATHER_ORDER;
use crate::unit::types::address::AddressMode;
use crate::unit::types::description::SurfaceKind;
use crate::unit::types::request::{Precision, Request};
use crate::unit::types::sampler::Sampler;
use crate::unit::types::surface::Surface;
use crate::vector::{self, Simd, WithSimd};

/// Where the channels of such texels are: `word >> shift & 0xff` is the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PackedTexel {
    shifts: [u32; 4],
    /// By channel: all bits where it comes from the texel, none where it is a constant.
    present: [u32; 4],
    /// The constant, or 0.
    constants: [u32; 4],
}

/// Where one channel is.
#[derive(Clone, Copy)]
struct Channel {
    shift: u32,
    present: u32,
    constant: u32,
}

impl PackedTexel {
    /// The channels of texels of four bytes, where each is a constant or an unsigned fixed-point number of 8 bits.
    fn of(layout: &TexelLayout) -> Option<PackedTexel> {
        if layout.bytes != 4 || !layout.is_unorm8() {
            return None;
        }
        let mut packed = PackedTexel { shifts: [0; 4], present: [0; 4], constants: [0; 4] };
        for (channel, origin) in layout.channels.iter().enumerate() {
            match origin {
                Origin::Constant(value) => packed.constants[channel] = *value,
                Origin::Field(field) => (packed.shifts[channel], packed.present[channel]) = (field.shift, u32::MAX),
            }
        }
        Some(packed)
    }

    #[inline(always)]
    fn channels(&self) -> [Channel; 4] {
        let PackedTexel { shifts, present, constants } = *self;
        let channel = |at: usize| Channel { shift: shifts[at], present: present[at], constant: constants[at] };
        [channel(0), channel(1), channel(2), channel(3)]
    }
}

impl Channel {
    /// Its code.
    #[inline(always)]
    fn code(self, word: u32) -> f32 {
        (word >> (self.shift & 31) & 0xff) as i32 as f32
    }

    /// What a program gets, from its value where the texel has it.
    #[inline(always)]
    fn bits(self, value: f32) -> u32 {
        value.to_bits() & self.present | self.constant
    }
}

/// 1/255 and what that lacks. The sum of the products of both with a code, rounded once, is the quotient, rounded once,
/// as a test shows.
const HIGH: f32 = 1.0 / 255.0;
const LOW: f32 = (1.0 / 255.0 - HIGH as f64) as f32;

/// The value of a code.
#[inline(always)]
fn unorm(code: f32) -> f32 {
    code.mul_add(HIGH, code * LOW)
}

/// What a sum of codes is whose weights are 256ths of 256ths.
const WHOLE: f32 = 255.0 * 65536.0;

/// The quotient of a sum and [`WHOLE`], rounded once: the product with the reciprocal, and what that lacks. A test has
/// all sums.
#[inline(always)]
fn share(sum: f32) -> f32 {
    const RECIPROCAL: f32 = 1.0 / WHOLE;
    let quotient = sum * RECIPROCAL;
    quotient.mul_add(-WHOLE, sum).mul_add(RECIPROCAL, quotient)
}

/// Lanes that are computed at a time.
const BLOCK: usize = 16;

/// A word of each lane, by block and lane of the block.
pub(crate) type Row = [[u32; BLOCK]; Stage::LANES / BLOCK];

/// Lanes on their way from coordinates to channels. Each step goes over all of them before the next begins, so that
/// none waits for what the one before it has just written.
#[derive(Debug)]
pub(crate) struct Stage {
    /// What is asked: coordinates along u and v, by lane.
    pub coordinates: [Row; 2],
    /// What is answered, by channel and lane.
    pub channels: [Row; 4],
    /// The first and the second texel of each axis, as columns and rows.
    spans: [[Row; 2]; 2],
    /// By axis, the weight of the second in 256ths.
    weights: [Row; 2],
    /// All bits where a load is inside.
    inside: Row,
    /// The dwords of the texels of a footprint.
    places: [Row; 4],
    /// What these are.
    words: [Row; 4],
    /// Dwords with those behind them, of the upper and of the lower row.
    pairs: [[[u64; BLOCK]; Stage::LANES / BLOCK]; 2],
}

impl Stage {
    /// The most lanes.
    pub const LANES: usize = 128;

    pub fn new() -> Stage {
        const NONE: Row = [[0; BLOCK]; Stage::LANES / BLOCK];
        Stage {
            coordinates: [NONE; 2],
            channels: [NONE; 4],
            spans: [[NONE; 2]; 2],
            weights: [NONE; 2],
            inside: NONE,
            places: [NONE; 4],
            words: [NONE; 4],
            pairs: [[[0; BLOCK]; Stage::LANES / BLOCK]; 2],
        }
    }

    /// Reads the dwords of the first `lanes` lanes and `taps` texels of each. Compiled into the loops around it, such
    /// reads keep these from being done for several lanes at a time. No place is behind the last dword, or the last is
    /// read.
    #[inline(never)]
    fn read(&mut self, bytes: &[u8], lanes: usize, taps: usize) {
        let (dwords, _) = bytes.as_chunks();
        let Some(last) = dwords.len().checked_sub(1) else { return };
        for (places, words) in self.places.iter().zip(&mut self.words).take(taps) {
            for (place, word) in places.as_flattened().iter().zip(words.as_flattened_mut()).take(lanes) {
                *word = u32::from_le_bytes(dwords[(*place as usize).min(last)]);
            }
        }
    }

    /// Reads the dwords of the first `lanes` lanes with those behind them, and the two that are `columns` further.
    #[inline(never)]
    fn read_pairs(&mut self, bytes: &[u8], lanes: usize, columns: usize) {
        let (dwords, _) = bytes.as_chunks::<4>();
        let below = dwords.get(columns..).unwrap_or_default();
        let [upper, lower] = &mut self.pairs;
        let rows = upper.as_flattened_mut().iter_mut().zip(lower.as_flattened_mut());
        for (place, (upper, lower)) in self.places[0].as_flattened().iter().zip(rows).take(lanes) {
            let place = *place as usize;
            // Those below are behind the others. All are inside: who places pairs has asked.
            let Some(next) = below.get(place..).and_then(<[_]>::first_chunk::<2>) else { return };
            let Some(this) = dwords.get(place..).and_then(<[_]>::first_chunk::<2>) else { return };
            let pair = |[first, second]: [[u8; 4]; 2]| {
                u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(second)) << 32
            };
            (*upper, *lower) = (pair(*this), pair(*next));
        }
    }

    /// Makes texels of pairs: `order` says which of the pair and of both pairs.
    #[inline(always)]
    fn part_pairs(&mut self, order: [[usize; 2]; 4], count: usize) {
        for block in 0..count {
            let pairs = [self.pairs[0][block], self.pairs[1][block]];
            let mut words = [[[0; BLOCK]; 2]; 2];
            for lane in 0..BLOCK {
                for row in 0..2 {
                    words[row][0][lane] = pairs[row][lane] as u32;
                    words[row][1][lane] = (pairs[row][lane] >> 32) as u32;
                }
            }
            for tap in 0..4 {
                let [i, j] = order[tap];
                self.words[tap][block] = words[j][i];
            }
        }
    }

    /// The texels of a block's footprints.
    #[inline(always)]
    fn footprints(&self, block: usize) -> [[u32; BLOCK]; 4] {
        let [first, second, third, fourth] = &self.words;
        [first[block], second[block], third[block], fourth[block]]
    }

    #[inline(always)]
    fn answer(&mut self, block: usize, channels: &[[u32; BLOCK]; 4]) {
        for channel in 0..4 {
            self.channels[channel][block] = channels[channel];
        }
    }
}

/// A level of such a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Picture {
    packed: PackedTexel,
    /// The dword of its first texel.
    first: u32,
    size: [u32; 2],
}

impl Picture {
    fn new(surface: &Surface, level: u32) -> Option<Picture> {
        let packed = PackedTexel::of(&TexelLayout::of(surface)?)?;
        if surface.kind() != SurfaceKind::D2 || surface.samples() != 1 {
            return None;
        }
        let (first, [columns, rows, _]) = surface.level(level)?;
        Some(Picture { packed, first: first as u32 / 4, size: [columns, rows] })
    }
}

/// A request for such a picture, with everything that is decided before coordinates are known. It keeps its meaning as
/// long as the surface and the sampler have theirs; texels may change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ready {
    picture: Picture,
    /// Texels that are added to coordinates.
    offset: [i32; 2],
    way: Way,
}

/// What is done with the texels.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Load,
    /// They are weighted.
    Linear(Footing),
    /// One channel of each is gathered.
    Gather(Footing, u8),
}

/// Where a sampler's filter stands on a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Footing {
    modes: [AddressMode; 2],
    /// What a coordinate of 1 is, in 256ths of a texel.
    scale: [f64; 2],
}

impl Ready {
    fn new(request: &Request<'_>, level: u32, way: impl FnOnce(&Picture) -> Option<Way>) -> Option<Ready> {
        let picture = Picture::new(request.surface, level)?;
        let [along_u, along_v, _] = request.offset.map(i32::from);
        Some(Ready { picture, offset: [along_u, along_v], way: way(&picture)? })
    }

    /// A load of the first level, if it is one of such a picture.
    pub fn load(request: &Request<'_>) -> Option<Ready> {
        Ready::new(request, 0, |_| Some(Way::Load))
    }

    /// A linear sample of one level.
    pub fn linear(request: &Request<'_>, sampler: &Sampler, level: u32) -> Option<Ready> {
        Ready::new(request, level, |picture| Footing::new(request, sampler, picture).map(Way::Linear))
    }

    /// A gather from the first level.
    pub fn gather(request: &Request<'_>, sampler: &Sampler) -> Option<Ready> {
        let channel = request.channel & 3;
        Ready::new(request, 0, |picture| Some(Way::Gather(Footing::new(request, sampler, picture)?, channel)))
    }

    /// Computes the channels of the first `lanes` lanes of a surface with these bytes; false, and channels of no
    /// meaning, where a coordinate is far away or no number.
    pub fn serve(&self, bytes: &[u8], stage: &mut Stage, lanes: usize) -> bool {
        vector::dispatch(Serve { ready: self, bytes, stage, lanes: lanes.min(Stage::LANES) })
    }
}

struct Serve<'w> {
    ready: &'w Ready,
    bytes: &'w [u8],
    stage: &'w mut Stage,
    lanes: usize,
}

impl WithSimd for Serve<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> bool {
        let Serve { ready: Ready { picture, offset, way }, bytes, stage, lanes } = self;
        let count = lanes.div_ceil(BLOCK);
        // Lanes that there are not are where the first is.
        for row in &mut stage.coordinates {
            let first = row[0][0];
            row.as_flattened_mut()[lanes..count * BLOCK].fill(first);
        }
        match way {
            Way::Load => {
                picture.place_load(stage, *offset, count);
                stage.read(bytes, lanes, 1);
                picture.packed.load(stage, count);
            }
            Way::Linear(footing) => {
                if !footing.read([[0, 0], [1, 0], [0, 1], [1, 1]], picture, *offset, bytes, stage, lanes) {
                    return false;
                }
                picture.packed.weigh(stage, count);
            }
            Way::Gather(footing, channel) => {
                if !footing.read(GATHER_ORDER, picture, *offset, bytes, stage, lanes) {
                    return false;
                }
                picture.packed.gather(stage, usize::from(*channel), count);
            }
        }
        true
    }
}

impl Picture {
    #[inline(always)]
    fn place_load(&self, stage: &mut Stage, offset: [i32; 2], count: usize) {
        let Picture { first, size: [columns, rows], .. } = *self;
        let [along_u, along_v] = offset.map(i32::cast_unsigned);
        for block in 0..count {
            let [u, v] = [stage.coordinates[0][block], stage.coordinates[1][block]];
            let (mut places, mut inside) = ([0; BLOCK], [0; BLOCK]);
            for lane in 0..BLOCK {
                // Negative coordinates are beyond every size.
                let x = u[lane].wrapping_add(along_u);
                let y = v[lane].wrapping_add(along_v);
                inside[lane] = mask((x < columns) & (y < rows));
                places[lane] = first + (y.wrapping_mul(columns).wrapping_add(x) & inside[lane]);
            }
            stage.places[0][block] = places;
            stage.inside[block] = inside;
        }
    }

    /// Places the first texels of both axes.
    #[inline(always)]
    fn place_pairs(&self, stage: &mut Stage, count: usize) {
        let Picture { first, size: [columns, _], .. } = *self;
        for block in 0..count {
            let (x, y) = (stage.spans[0][0][block], stage.spans[1][0][block]);
            let mut places = [0; BLOCK];
            for lane in 0..BLOCK {
                places[lane] = first + y[lane] * columns + x[lane];
            }
            stage.places[0][block] = places;
        }
    }

    /// Places the texels at `[i, j]` of both axes.
    #[inline(always)]
    fn place_footprints(&self, stage: &mut Stage, order: [[usize; 2]; 4], count: usize) {
        let Picture { first, size: [columns, _], .. } = *self;
        for block in 0..count {
            let [u, v] = &stage.spans;
            let (u, v) = ([u[0][block], u[1][block]], [v[0][block], v[1][block]]);
            let mut places = [[0; BLOCK]; 4];
            for lane in 0..BLOCK {
                for tap in 0..4 {
                    let [i, j] = order[tap];
                    places[tap][lane] = first + v[j][lane] * columns + u[i][lane];
                }
            }
            for tap in 0..4 {
                stage.places[tap][block] = places[tap];
            }
        }
    }
}

impl PackedTexel {
    #[inline(always)]
    fn load(&self, stage: &mut Stage, count: usize) {
        let from = self.channels();
        for block in 0..count {
            let (words, inside) = (stage.words[0][block], stage.inside[block]);
            let mut channels = [[0; BLOCK]; 4];
            for lane in 0..BLOCK {
                // Outside all codes are 0, which are the values 0.
                let word = words[lane] & inside[lane];
                for channel in 0..4 {
                    channels[channel][lane] = from[channel].bits(unorm(from[channel].code(word)));
                }
            }
            stage.answer(block, &channels);
        }
    }

    /// The sums are integers below 2^24, so that binary32 has all of each, and their quotients are rounded once, as in
    /// `fixed` of [`filter`](super::filter).
    #[inline(always)]
    fn weigh(&self, stage: &mut Stage, count: usize) {
        let from = self.channels();
        for block in 0..count {
            let [u, v] = [stage.weights[0][block], stage.weights[1][block]];
            let words = stage.footprints(block);
            let mut channels = [[0; BLOCK]; 4];
            for lane in 0..BLOCK {
                let [right, below] = [u[lane] as i32 as f32, v[lane] as i32 as f32];
                let [left, above] = [256.0 - right, 256.0 - below];
                let weights = [left * above, right * above, left * below, right * below];
                for channel in 0..4 {
                    let code = |tap: usize| from[channel].code(words[tap][lane]);
                    let sum = code(0) * weights[0];
                    let sum = code(1).mul_add(weights[1], sum);
                    let sum = code(2).mul_add(weights[2], sum);
                    let sum = code(3).mul_add(weights[3], sum);
                    channels[channel][lane] = from[channel].bits(share(sum));
                }
            }
            stage.answer(block, &channels);
        }
    }

    #[inline(always)]
    fn gather(&self, stage: &mut Stage, channel: usize, count: usize) {
        let from = self.channels()[channel & 3];
        for block in 0..count {
            let words = stage.footprints(block);
            let mut channels = [[0; BLOCK]; 4];
            for lane in 0..BLOCK {
                for tap in 0..4 {
                    channels[tap][lane] = from.bits(unorm(from.code(words[tap][lane])));
                }
            }
            stage.answer(block, &channels);
        }
    }
}

impl Footing {
    /// Finds the texels that `order` names, `[i, j]` of both axes, of `lanes` lanes and reads them; false where a
    /// coordinate is far away or no number.
    #[inline(always)]
    fn read(
        &self,
        order: [[usize; 2]; 4],
        picture: &Picture,
        offset: [i32; 2],
        bytes: &[u8],
        stage: &mut Stage,
        lanes: usize,
    ) -> bool {
        let count = lanes.div_ceil(BLOCK);
        let Some(columns) = self.span(0, offset[0], stage, count) else { return false };
        let Some(rows) = self.span(1, offset[1], stage, count) else { return false };
        let is_inside = |[least, most]: [i32; 2], extent: u32| least >= 0 && most < extent as i32 - 1;
        if is_inside(columns, picture.size[0]) && is_inside(rows, picture.size[1]) {
            picture.place_pairs(stage, count);
            stage.read_pairs(bytes, lanes, picture.size[0] as usize);
            stage.part_pairs(order, count);
        } else {
            self.resolve(0, picture.size[0], stage, count);
            self.resolve(1, picture.size[1], stage, count);
            picture.place_footprints(stage, order, count);
            stage.read(bytes, lanes, 4);
        }
        true
    }

    /// Finds the first texels along an axis and the weights of the second; the least and the greatest of the first,
    /// `None` where a coordinate is far away or no number.
    #[inline(always)]
    fn span(&self, axis: usize, along: i32, stage: &mut Stage, count: usize) -> Option<[i32; 2]> {
        let scale = self.scale[axis];
        let (mut farthest, mut least, mut most) = ([0; BLOCK], [i32::MAX; BLOCK], [i32::MIN; BLOCK]);
        for block in 0..count {
            let coordinates = stage.coordinates[axis][block];
            let (mut weights, mut texels) = ([0; BLOCK], [0; BLOCK]);
            for lane in 0..BLOCK {
                let place = f64::from(f32::from_bits(coordinates[lane])) * scale;
                // By its upper half, which grows with its size.
                farthest[lane] = farthest[lane].max((place.to_bits() >> 32) as u32 & !(1 << 31));
                // From texels' edges to their centres: half of 256.
                let fixed = nearest(place).wrapping_sub(128);
                weights[lane] = fixed as u32 & 0xff;
                let texel = (fixed >> 8) + along;
                least[lane] = least[lane].min(texel);
                most[lane] = most[lane].max(texel);
                texels[lane] = texel as u32;
            }
            stage.weights[axis][block] = weights;
            stage.spans[axis][0][block] = texels;
        }
        let is_near = farthest.iter().fold(0, |all, place| all.max(*place)) < ((256.0 * FAR).to_bits() >> 32) as u32;
        let least = least.iter().fold(i32::MAX, |all, texel| all.min(*texel));
        let most = most.iter().fold(i32::MIN, |all, texel| all.max(*texel));
        is_near.then_some([least, most])
    }

    /// Resolves the texels of an axis.
    #[inline(always)]
    fn resolve(&self, axis: usize, extent: u32, stage: &mut Stage, count: usize) {
        let spans = &mut stage.spans[axis];
        // Each mode has its own loop.
        match self.modes[axis] {
            AddressMode::Wrap => resolve_spans(AddressMode::Wrap, extent, spans, count),
            AddressMode::Mirror => resolve_spans(AddressMode::Mirror, extent, spans, count),
            AddressMode::MirrorOnce => resolve_spans(AddressMode::MirrorOnce, extent, spans, count),
            // Others are refused before.
            _ => resolve_spans(AddressMode::Clamp, extent, spans, count),
        }
    }
}

/// Resolves the first texels of an axis and those behind them.
#[inline(always)]
fn resolve_spans(mode: AddressMode, extent: u32, spans: &mut [Row; 2], count: usize) {
    for block in 0..count {
        let mut indices = [[0; BLOCK]; 2];
        for lane in 0..BLOCK {
            indices[0][lane] = spans[0][block][lane] as i32;
            indices[1][lane] = spans[0][block][lane] as i32 + 1;
        }
        for (row, indices) in spans.iter_mut().zip(&indices) {
            let resolved = resolve(mode, indices, extent);
            for lane in 0..BLOCK {
                row[block][lane] = resolved[lane] as u32;
            }
        }
    }
}

impl Footing {
    fn new(request: &Request<'_>, sampler: &Sampler, picture: &Picture) -> Option<Footing> {
        let [u, v, _] = sampler.address;
        if request.precision != Precision::Intel || has_border(u) || has_border(v) {
            return None;
        }
        let texels = |extent: u32| if sampler.unnormalized { 1.0 } else { f64::from(extent) };
        Some(Footing { modes: [u, v], scale: picture.size.map(|extent| 256.0 * texels(extent)) })
    }
}

#[cfg(test)]
mod tests {
    use super::{WHOLE, share, unorm};

    #[test]
    fn sums_of_two_products_are_quotients() {
        for code in 0..=255u8 {
            let code = f32::from(code);
            assert_eq!(unorm(code).to_bits(), (code / 255.0).to_bits(), "{code}");
        }
    }

    #[test]
    fn shares_are_quotients() {
        for sum in 0..=WHOLE as u32 {
            let sum = sum as f32;
            assert_eq!(share(sum).to_bits(), (sum / WHOLE).to_bits(), "{sum}");
        }
    }
}
