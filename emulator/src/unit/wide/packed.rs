//! Pictures whose texels are four bytes, each an unsigned fixed-point number: what most pictures are.
//!
//! Of surfaces of two axes, with filters of 8-bit fractions, loads, linear samples of one level and gathers are served with no decision
//! left in their loops. Whatever else there is, such as borders and coordinates that are far away, is for the rest of
//! [`wide`](super), which returns the same bits.

#![expect(clippy::needless_range_loop, reason = "each lane is a place in several arrays")]

use texvisa_ir::texture::Role;

use super::super::address::AddressMode;
use super::super::request::{Precision, Request, Response};
use super::super::sample::GATHER_ORDER;
use super::super::sampler::{Filter, Sampler};
use super::super::surface::SurfaceKind;
use super::axis::{FAR, has_border, nearest, resolve};
use super::fetch::{block, deliver, mask};
use super::layout::Layout;
use super::{Work, one_level};

/// Where the channels of such texels are: `word >> shift & 0xff` is the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    pub shifts: [u32; 4],
    /// By channel: all bits where it comes from the texel, none where it is a constant.
    pub present: [u32; 4],
    /// The constant, or 0.
    pub constants: [u32; 4],
}

/// 1/255 with 16 bits, so that its product with a code is exact, and what that lacks. The sum of both products rounds to what
/// the quotient does, as a test shows.
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

/// The dwords at places, for as many footprints as there are. Compiled into the loops around them, such reads keep these from being
/// done for several lanes at a time. No place is behind the last dword, or the last is read.
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

/// A level of such a picture, and who asks for it.
struct Picture<'r> {
    request: &'r Request<'r>,
    packed: &'r Packed,
    dwords: &'r [[u8; 4]],
    /// The dword of its first texel.
    first: u32,
    size: [u32; 2],
}

impl<'r> Picture<'r> {
    fn new(request: &'r Request<'r>, layout: &'r Layout, level: u32) -> Option<Picture<'r>> {
        let surface = request.surface;
        let packed = layout.packed.as_ref()?;
        if surface.kind() != SurfaceKind::D2 || surface.samples() != 1 {
            return None;
        }
        let (first, [columns, rows, _]) = surface.level(level)?;
        let (dwords, _) = surface.bytes().as_chunks();
        Some(Picture { request, packed, dwords, first: first as u32 / 4, size: [columns, rows] })
    }
}

/// A request whose lanes are served in blocks of 8 or 16.
trait Blocks {
    fn request(&self) -> &Request<'_>;

    /// Serves the lanes of `lanes`, counted from `first`; false where that is left to others.
    fn block<const N: usize>(&self, lanes: u32, first: usize, response: &mut Response) -> bool;
}

impl<T: Blocks> Work for T {
    #[inline(always)]
    fn serve(self, _: &Request<'_>, _: &Layout, response: &mut Response) -> u32 {
        let lanes = self.request().lanes;
        if lanes < 1 << 8 {
            return if self.block::<8>(lanes, 0, response) { lanes } else { 0 };
        }
        let mut served = 0;
        for first in [0, 16] {
            let part = lanes & 0xffff << first;
            if part != 0 && self.block::<16>(part >> first, first, response) {
                served |= part;
            }
        }
        served
    }
}

/// A load of one level.
pub(super) struct Load<'r>(Picture<'r>);

impl<'r> Load<'r> {
    /// The request, if it is one.
    pub fn of(request: &'r Request<'r>, layout: &'r Layout) -> Option<Load<'r>> {
        let levels = request.parameters.words(Role::Lod);
        let end = 32 - request.lanes.leading_zeros() as usize;
        let level = levels[0];
        if request.parameters.is_given(Role::Lod) && levels[..end].iter().any(|other| *other != level) {
            return None;
        }
        Picture::new(request, layout, level).map(Load)
    }
}

impl Blocks for Load<'_> {
    fn request(&self) -> &Request<'_> {
        self.0.request
    }

    #[inline(always)]
    fn block<const N: usize>(&self, lanes: u32, first: usize, response: &mut Response) -> bool {
        let Picture { request, packed, dwords, first: start, size: [columns, rows] } = self.0;
        let u = block::<N, u32>(request.parameters.words(Role::U), first);
        let v = block::<N, u32>(request.parameters.words(Role::V), first);
        let [along_u, along_v, _] = request.offset;
        let mut places = [[0; N]];
        let mut inside = [0; N];
        for lane in 0..N {
            // Negative coordinates are beyond every size.
            let x = u[lane].wrapping_add(i32::from(along_u) as u32);
            let y = v[lane].wrapping_add(i32::from(along_v) as u32);
            inside[lane] = mask((x < columns) & (y < rows));
            places[0][lane] = start + (y.wrapping_mul(columns).wrapping_add(x) & inside[lane]);
        }
        let mut words = [[0; N]];
        read(dwords, &places, &mut words);
        let packed = *packed;
        let mut channels = [[0; N]; 4];
        for lane in 0..N {
            for channel in 0..4 {
                let value = unorm(packed.code(channel, words[0][lane]));
                let inside = f32::from_bits(value.to_bits() & inside[lane]);
                channels[channel][lane] = packed.bits(channel, inside);
            }
        }
        deliver(response, first, lanes, &channels);
        true
    }
}

/// The two texels of an axis, as columns or rows, and the weights of the second in 256ths.
struct Span<const N: usize> {
    texels: [[u32; N]; 2],
    fraction: [i32; N],
}

/// Where a sampler's filter stands on a picture.
struct Filtered<'r> {
    picture: Picture<'r>,
    modes: [AddressMode; 2],
    /// What a coordinate of 1 is, in 256ths of a texel.
    scale: [f64; 2],
}

impl<'r> Filtered<'r> {
    fn new(request: &'r Request<'r>, sampler: &Sampler, layout: &'r Layout, level: u32) -> Option<Filtered<'r>> {
        let [u, v, _] = sampler.address;
        let has_parameters = [Role::OffU, Role::OffV].into_iter().any(|role| request.parameters.is_given(role));
        if request.precision != Precision::Intel || request.compare || has_parameters || has_border(u) || has_border(v)
        {
            return None;
        }
        let picture = Picture::new(request, layout, level)?;
        let texels = |extent: u32| if sampler.unnormalized { 1.0 } else { f64::from(extent) };
        let scale = [256.0 * texels(picture.size[0]), 256.0 * texels(picture.size[1])];
        Some(Filtered { picture, modes: [u, v], scale })
    }

    /// The texels of an axis; `None` where a coordinate is far away or no number.
    #[inline(always)]
    fn span<const N: usize>(&self, axis: usize, first: usize) -> Option<Span<N>> {
        let Picture { request, size, .. } = self.picture;
        let words = block::<N, u32>(request.parameters.words([Role::U, Role::V][axis]), first);
        let mut farthest = 0;
        let mut fraction = [0; N];
        let mut indices = [[0; N]; 2];
        let along = i32::from(request.offset[axis]);
        let scale = self.scale[axis];
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
            let resolved = resolve(self.modes[axis], indices, size[axis]);
            for lane in 0..N {
                texels[lane] = resolved[lane] as u32;
            }
        }
        Some(Span { texels, fraction })
    }

    /// The dwords of the texels at `[i, j]` of both axes.
    #[inline(always)]
    fn words<const N: usize>(&self, u: &Span<N>, v: &Span<N>, order: [[usize; 2]; 4]) -> [[u32; N]; 4] {
        let Picture { dwords, first, size: [columns, _], .. } = self.picture;
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
}

/// A linear sample of one level.
pub(super) struct Linear<'r>(Filtered<'r>);

impl<'r> Linear<'r> {
    /// The request, if it is one; that it is a sample of a kind that [`wide`](super) serves has been asked.
    pub fn of(request: &'r Request<'r>, sampler: &Sampler, layout: &'r Layout) -> Option<Linear<'r>> {
        layout.packed?;
        let level = one_level(request, sampler).filter(|levels| levels.filter == Filter::Linear)?.levels[0];
        Filtered::new(request, sampler, layout, level).map(Linear)
    }
}

impl Blocks for Linear<'_> {
    fn request(&self) -> &Request<'_> {
        self.0.picture.request
    }

    /// Codes and weights are integers, and so is their sum, below 2^24, so that binary32 has all of it; the one division
    /// rounds it as rounding the exact quotient once does. In binary64 the general path's sum differs from that by less than its distance
    /// to where rounding changes, which is 2^-33 of it at least, since the divisor of an odd number is 255.
    #[inline(always)]
    fn block<const N: usize>(&self, lanes: u32, first: usize, response: &mut Response) -> bool {
        let Some(u) = self.0.span::<N>(0, first) else { return false };
        let Some(v) = self.0.span::<N>(1, first) else { return false };
        let words = self.0.words(&u, &v, [[0, 0], [1, 0], [0, 1], [1, 1]]);
        let packed = *self.0.picture.packed;
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
        deliver(response, first, lanes, &channels);
        true
    }
}

/// A gather from the first level.
pub(super) struct Gather<'r>(Filtered<'r>);

impl<'r> Gather<'r> {
    /// The request, if it is one; that it is a gather that [`wide`](super) serves has been asked.
    pub fn of(request: &'r Request<'r>, sampler: &Sampler, layout: &'r Layout) -> Option<Gather<'r>> {
        Filtered::new(request, sampler, layout, 0).map(Gather)
    }
}

impl Blocks for Gather<'_> {
    fn request(&self) -> &Request<'_> {
        self.0.picture.request
    }

    #[inline(always)]
    fn block<const N: usize>(&self, lanes: u32, first: usize, response: &mut Response) -> bool {
        let Some(u) = self.0.span::<N>(0, first) else { return false };
        let Some(v) = self.0.span::<N>(1, first) else { return false };
        let words = self.0.words(&u, &v, GATHER_ORDER);
        let Picture { packed, request, .. } = self.0.picture;
        let (packed, channel) = (*packed, usize::from(request.channel & 3));
        let mut channels = [[0; N]; 4];
        for lane in 0..N {
            for tap in 0..4 {
                channels[tap][lane] = packed.bits(channel, unorm(packed.code(channel, words[tap][lane])));
            }
        }
        deliver(response, first, lanes, &channels);
        true
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
