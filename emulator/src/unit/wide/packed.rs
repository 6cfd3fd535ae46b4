//! Pictures whose texels are four bytes, each an unsigned fixed-point number: what most pictures are.
//!
//! Of surfaces of two axes, with filters of 8-bit fractions, loads, linear samples of one level and gathers are served
//! with no decision left in their loops. Whatever else there is, such as borders and coordinates that are far away, is
//! for the rest of [`wide`](super), which returns the same bits.

#![expect(clippy::needless_range_loop, reason = "each lane is a place in several arrays")]

use texvisa_ir::texture::Role;

use super::super::address::AddressMode;
use super::super::description::SurfaceKind;
use super::super::gather::GATHER_ORDER;
use super::super::request::{Precision, Request, Response};
use super::super::sampler::Sampler;
use super::super::surface::Surface;
use super::Work;
use super::axis::{FAR, has_border, nearest, resolve};
use super::fetch::{block, deliver, mask};
use super::layout::Layout;

/// Where the channels of such texels are: `word >> shift & 0xff` is the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    pub shifts: [u32; 4],
    /// By channel: all bits where it comes from the texel, none where it is a constant.
    pub present: [u32; 4],
    /// The constant, or 0.
    pub constants: [u32; 4],
}

/// 1/255 with 16 bits, so that its product with a code is exact, and what that lacks. The sum of both products rounds
/// to what the quotient does, as a test shows.
const HIGH: f32 = f32::from_bits((1.0f32 / 255.0).to_bits() & !0xff);
const LOW: f32 = (1.0 - HIGH * 255.0) / 255.0;

impl Packed {
    /// The code of a channel.
    #[inline(always)]
    fn code(self, channel: usize, word: u32) -> f32 {
        (word >> self.shifts[channel] & 0xff) as i32 as f32
    }

    /// A channel as a program gets it, from its value where the texel has it.
    #[inline(always)]
    fn bits(self, channel: usize, value: f32) -> u32 {
        value.to_bits() & self.present[channel] | self.constants[channel]
    }
}

/// The value of a code.
#[inline(always)]
fn unorm(code: f32) -> f32 {
    code * HIGH + code * LOW
}

/// The dwords at places, for as many footprints as there are. Compiled into the loops around them, such reads keep
/// these from being done for several lanes at a time. No place is behind the last dword, or the last is read.
#[inline(never)]
fn read<const N: usize, const TAPS: usize>(
    dwords: &[[u8; 4]],
    places: &[[u32; N]; TAPS],
    found: &mut [[u32; N]; TAPS],
) {
    let Some(last) = dwords.len().checked_sub(1) else { return };
    for tap in 0..TAPS {
        for lane in 0..N {
            found[tap][lane] = u32::from_le_bytes(dwords[(places[tap][lane] as usize).min(last)]);
        }
    }
}

/// A level of such a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Picture {
    packed: Packed,
    /// The dword of its first texel.
    first: u32,
    size: [u32; 2],
}

impl Picture {
    fn new(surface: &Surface, level: u32) -> Option<Picture> {
        let packed = surface.layout()?.packed?;
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

/// The two texels of an axis, as columns or rows, and the weights of the second in 256ths.
struct Span<const N: usize> {
    texels: [[u32; N]; 2],
    fraction: [i32; N],
}

impl Ready {
    fn new(request: &Request<'_>, level: u32, way: impl FnOnce(&Picture) -> Option<Way>) -> Option<Ready> {
        let picture = Picture::new(request.surface, level)?;
        let [along_u, along_v, _] = request.offset.map(i32::from);
        Some(Ready { picture, offset: [along_u, along_v], way: way(&picture)? })
    }

    /// A load of one level, if it is one of such a picture.
    pub fn load(request: &Request<'_>, level: u32) -> Option<Ready> {
        Ready::new(request, level, |_| Some(Way::Load))
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

    /// What lanes with these coordinates get of a surface with these bytes, by channel; `None` where a coordinate is
    /// far away or no number.
    #[inline(always)]
    pub fn texels<const N: usize>(&self, bytes: &[u8], u: &[u32; N], v: &[u32; N]) -> Option<[[u32; N]; 4]> {
        let (dwords, _) = bytes.as_chunks();
        match &self.way {
            Way::Load => Some(self.load_texels(dwords, u, v)),
            Way::Linear(footing) => {
                let (u, v) = (self.span(footing, 0, u)?, self.span(footing, 1, v)?);
                Some(self.weighted(dwords, &u, &v))
            }
            Way::Gather(footing, channel) => {
                let (u, v) = (self.span(footing, 0, u)?, self.span(footing, 1, v)?);
                Some(self.gathered(dwords, &u, &v, usize::from(*channel)))
            }
        }
    }

    #[inline(always)]
    fn load_texels<const N: usize>(&self, dwords: &[[u8; 4]], u: &[u32; N], v: &[u32; N]) -> [[u32; N]; 4] {
        let Picture { packed, first, size: [columns, rows] } = self.picture;
        let [along_u, along_v] = self.offset.map(i32::cast_unsigned);
        let mut places = [[0; N]];
        let mut inside = [0; N];
        for lane in 0..N {
            // Negative coordinates are beyond every size.
            let x = u[lane].wrapping_add(along_u);
            let y = v[lane].wrapping_add(along_v);
            inside[lane] = mask((x < columns) & (y < rows));
            places[0][lane] = first + (y.wrapping_mul(columns).wrapping_add(x) & inside[lane]);
        }
        let mut words = [[0; N]];
        read(dwords, &places, &mut words);
        let mut channels = [[0; N]; 4];
        for lane in 0..N {
            for channel in 0..4 {
                let value = unorm(packed.code(channel, words[0][lane]));
                let inside = f32::from_bits(value.to_bits() & inside[lane]);
                channels[channel][lane] = packed.bits(channel, inside);
            }
        }
        channels
    }

    /// The texels of an axis; `None` where a coordinate is far away or no number.
    #[inline(always)]
    fn span<const N: usize>(&self, footing: &Footing, axis: usize, words: &[u32; N]) -> Option<Span<N>> {
        let mut farthest = 0;
        let mut fraction = [0; N];
        let mut indices = [[0; N]; 2];
        let along = self.offset[axis];
        let scale = footing.scale[axis];
        for lane in 0..N {
            let place = f64::from(f32::from_bits(words[lane])) * scale;
            // By its upper half, which grows with its size.
            farthest = farthest.max((place.to_bits() >> 32) as u32 & !(1 << 31));
            // From texels' edges to their centres: half of 256.
            let fixed = nearest(place).wrapping_sub(128);
            fraction[lane] = fixed & 0xff;
            indices[0][lane] = (fixed >> 8) + along;
            indices[1][lane] = (fixed >> 8) + along + 1;
        }
        if farthest >= ((256.0 * FAR).to_bits() >> 32) as u32 {
            return None;
        }
        let mut texels = [[0; N]; 2];
        for (texels, indices) in texels.iter_mut().zip(&indices) {
            let resolved = resolve(footing.modes[axis], indices, self.picture.size[axis]);
            for lane in 0..N {
                texels[lane] = resolved[lane] as u32;
            }
        }
        Some(Span { texels, fraction })
    }

    /// The dwords of the texels at `[i, j]` of both axes.
    #[inline(always)]
    fn words<const N: usize>(
        &self,
        dwords: &[[u8; 4]],
        u: &Span<N>,
        v: &Span<N>,
        order: [[usize; 2]; 4],
    ) -> [[u32; N]; 4] {
        let Picture { first, size: [columns, _], .. } = self.picture;
        let mut places = [[0; N]; 4];
        for (places, [i, j]) in places.iter_mut().zip(order) {
            for lane in 0..N {
                places[lane] = first + v.texels[j][lane] * columns + u.texels[i][lane];
            }
        }
        let mut words = [[0; N]; 4];
        read(dwords, &places, &mut words);
        words
    }

    /// Codes and weights are integers, and so is their sum, below 2^24, so that binary32 has all of it; the one
    /// division rounds it as rounding the exact quotient once does. In binary64 the general path's sum differs from
    /// that by less than its distance to where rounding changes, which is 2^-33 of it at least, since the divisor of an
    /// odd number is 255.
    #[inline(always)]
    fn weighted<const N: usize>(&self, dwords: &[[u8; 4]], u: &Span<N>, v: &Span<N>) -> [[u32; N]; 4] {
        let words = self.words(dwords, u, v, [[0, 0], [1, 0], [0, 1], [1, 1]]);
        let packed = self.picture.packed;
        let mut channels = [[0; N]; 4];
        for lane in 0..N {
            let [right, below] = [u.fraction[lane] as f32, v.fraction[lane] as f32];
            let [left, above] = [256.0 - right, 256.0 - below];
            let weights = [left * above, right * above, left * below, right * below];
            for channel in 0..4 {
                let part = |tap: usize| packed.code(channel, words[tap][lane]) * weights[tap];
                let sum = (part(0) + part(1)) + (part(2) + part(3));
                channels[channel][lane] = packed.bits(channel, sum / (255.0 * 65536.0));
            }
        }
        channels
    }

    #[inline(always)]
    fn gathered<const N: usize>(&self, dwords: &[[u8; 4]], u: &Span<N>, v: &Span<N>, channel: usize) -> [[u32; N]; 4] {
        let words = self.words(dwords, u, v, GATHER_ORDER);
        let packed = self.picture.packed;
        let mut channels = [[0; N]; 4];
        for lane in 0..N {
            for tap in 0..4 {
                channels[tap][lane] = packed.bits(channel, unorm(packed.code(channel, words[tap][lane])));
            }
        }
        channels
    }
}

impl Footing {
    fn new(request: &Request<'_>, sampler: &Sampler, picture: &Picture) -> Option<Footing> {
        let [u, v, _] = sampler.address;
        let has_parameters = [Role::OffU, Role::OffV].into_iter().any(|role| request.parameters.is_given(role));
        if request.precision != Precision::Intel || request.compare || has_parameters || has_border(u) || has_border(v)
        {
            return None;
        }
        let texels = |extent: u32| if sampler.unnormalized { 1.0 } else { f64::from(extent) };
        Some(Footing { modes: [u, v], scale: picture.size.map(|extent| 256.0 * texels(extent)) })
    }
}

impl Work for &Ready {
    #[inline(always)]
    fn serve(self, request: &Request<'_>, _: &Layout, response: &mut Response) -> u32 {
        #[inline(always)]
        fn serve_block<const N: usize>(
            ready: &Ready,
            request: &Request<'_>,
            first: usize,
            response: &mut Response,
        ) -> u32 {
            let lanes = request.lanes >> first & u32::MAX >> (32 - N);
            let [u, v] = [Role::U, Role::V].map(|role| block::<N, u32>(request.parameters.words(role), first));
            match ready.texels(request.surface.bytes(), u, v) {
                Some(channels) => {
                    deliver(response, first, lanes, &channels);
                    lanes << first
                }
                None => 0,
            }
        }
        if request.lanes < 1 << 8 {
            return serve_block::<8>(self, request, 0, response);
        }
        let mut served = 0;
        for first in [0, 16] {
            if request.lanes >> first & 0xffff != 0 {
                served |= serve_block::<16>(self, request, first, response);
            }
        }
        served
    }
}

#[cfg(test)]
mod tests {
    use super::{HIGH, LOW};

    #[test]
    fn sums_of_two_products_are_quotients() {
        for code in 0..=255u8 {
            let code = f32::from(code);
            assert_eq!(code * HIGH + code * LOW, code / 255.0, "{code}");
        }
    }
}
