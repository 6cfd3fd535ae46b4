//! Filtered texels and gathers (3D_SAMPLE, 3D_SAMPLE4) in many lanes. The rules are those of
//! [`sample`](crate::unit::reference::sample) and [`filter`](crate::unit::reference::filter), and so is the order of
//! every sum.

#![expect(clippy::needless_range_loop, reason = "each lane is a place in several arrays")]

use texvisa_ir::texture::Role;

use super::axis::{AxisCoordinates, BORDER, has_border, nearest, resolve};
use super::fetch::{block, choose, deliver, mask, read_words, texels};
use super::lanes::each;
use super::layout::{ChannelSource, TexelLayout};
use super::level::{Level, layer_role};
use crate::float::canonical_f32;
use crate::unit::reference::gather::{GATHER_OFFSET_BITS, GATHER_ORDER};
use crate::unit::reference::lod::Levels;
use crate::unit::reference::sample::SAMPLE_OFFSET_BITS;
use crate::unit::types::address::AddressMode;
use crate::unit::types::request::{MAX_LANES, Precision, Request, Response};
use crate::unit::types::sampler::{Filter, Sampler};

/// The texels of one axis: how far they are from the first texel of the axis, in bytes.
#[derive(Clone, Copy)]
struct Side<const N: usize> {
    offsets: [u32; N],
    outside: [u32; N],
}

impl<const N: usize> Side<N> {
    const ONE: Side<N> = Side { offsets: [0; N], outside: [0; N] };

    #[inline(always)]
    fn new(mode: AddressMode, indices: &[i32; N], extent: u32, step: u32) -> Side<N> {
        let resolved = resolve(mode, indices, extent);
        let outside = if has_border(mode) { each(&resolved, |index| mask(index == BORDER)) } else { [0; N] };
        // The border has no position; any texel serves, and the first is taken.
        Side { offsets: each(&resolved, |index| index.max(0) as u32 * step), outside }
    }
}

/// How a block of lanes accesses one level.
struct LevelAccess<'r, const N: usize> {
    request: &'r Request<'r>,
    modes: [AddressMode; 3],
    unnormalized: bool,
    level: Level,
    /// The block's first lane.
    first: usize,
    offset_bits: u32,
}

impl<const N: usize> LevelAccess<'_, N> {
    fn has_border(&self, axes: usize) -> bool {
        self.modes[..axes].iter().any(|mode| has_border(*mode))
    }

    /// The coordinates along an axis, and the lanes that are served here.
    #[inline(always)]
    fn coordinates(&self, axis: usize) -> (AxisCoordinates<N>, u32) {
        let role = [Role::U, Role::V, Role::R][axis];
        let extent = self.level.size[axis];
        let scale = if self.unnormalized { 1.0 } else { f64::from(extent) };
        AxisCoordinates::new(block(self.request.parameters.words(role), self.first), scale, self.modes[axis], extent)
    }

    /// The indices plus `beyond` and the texel offset of the message.
    #[inline(always)]
    fn moved(&self, axis: usize, indices: &[i32; N], beyond: i32) -> [i32; N] {
        let role = [Role::OffU, Role::OffV, Role::OffR][axis];
        let constant = i32::from(self.request.offset[axis]) + beyond;
        let mut moved = each(indices, |index| index + constant);
        if self.request.parameters.is_given(role) {
            let unused = 32 - self.offset_bits;
            let offsets = block::<N, u32>(self.request.parameters.words(role), self.first);
            for lane in 0..N {
                moved[lane] += (offsets[lane] as i32) << unused >> unused;
            }
        }
        moved
    }

    #[inline(always)]
    fn side(&self, axis: usize, indices: &[i32; N], beyond: i32) -> Side<N> {
        let step = [self.level.texel, self.level.row, self.level.layer][axis];
        Side::new(self.modes[axis], &self.moved(axis, indices, beyond), self.level.size[axis], step)
    }

    /// The first byte of each lane's layer: the array index rounded to the nearest, ties to even, and clamped.
    #[inline(always)]
    fn layers(&self) -> [u32; N] {
        let Some(role) = layer_role(self.request.surface.kind()) else { return [self.level.first; N] };
        let last = (self.level.layers - 1) as f32;
        each(block(self.request.parameters.layers(role), self.first), |word| {
            let layer = f32::from_bits(word);
            // A NaN is layer 0.
            let layer = if layer > 0.0 { if layer < last { layer } else { last } } else { 0.0 };
            self.level.first + nearest(f64::from(layer)) as u32 * self.level.layer
        })
    }
}

/// The loop that serves lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FilterKernel {
    /// One texel for each lane.
    Nearest,
    /// Weights and texels are small integers.
    Fixed,
    /// Up to four texels.
    Few,
    /// Up to sixteen.
    Many,
}

impl FilterKernel {
    pub const ALL: [FilterKernel; 4] =
        [FilterKernel::Nearest, FilterKernel::Fixed, FilterKernel::Few, FilterKernel::Many];
}

/// The texels that lanes read, with their weights: up to `TAPS`.
struct Taps<const N: usize, const TAPS: usize, T> {
    offsets: [[u32; N]; TAPS],
    outside: [[u32; N]; TAPS],
    weights: [[T; N]; TAPS],
    count: usize,
    /// Whether a texel may be outside.
    has_border: bool,
}

impl<const N: usize, const TAPS: usize, T: Copy + Default> Taps<N, TAPS, T> {
    #[inline(always)]
    fn new(has_border: bool) -> Self {
        Taps {
            offsets: [[0; N]; TAPS],
            outside: [[0; N]; TAPS],
            weights: [[T::default(); N]; TAPS],
            count: 0,
            has_border,
        }
    }

    #[inline(always)]
    fn push(&mut self, base: &[u32; N], sides: [&Side<N>; 3], weight: impl Fn(usize) -> T) {
        let tap = self.count;
        if tap >= TAPS {
            return;
        }
        for lane in 0..N {
            self.offsets[tap][lane] =
                base[lane] + sides[2].offsets[lane] + sides[1].offsets[lane] + sides[0].offsets[lane];
            self.weights[tap][lane] = weight(lane);
        }
        if self.has_border {
            for lane in 0..N {
                self.outside[tap][lane] = sides[0].outside[lane] | sides[1].outside[lane] | sides[2].outside[lane];
            }
        }
        self.count += 1;
    }
}

/// A sample whose lanes read the same levels.
pub(super) struct SampleWork<'r> {
    pub request: &'r Request<'r>,
    pub sampler: &'r Sampler,
    pub layout: &'r TexelLayout,
    pub levels: &'r Levels,
    /// The weights of the second level, by lane.
    pub fractions: &'r [f64; MAX_LANES],
}

impl SampleWork<'_> {
    /// The loop that serves these lanes.
    pub fn kernel(&self) -> FilterKernel {
        let axes = self.request.surface.kind().filtered_axes();
        let is_single = self.levels.levels[0] == self.levels.levels[1];
        let is_linear = self.levels.filter == Filter::Linear;
        let has_border = self.modes()[..axes].iter().any(|mode| has_border(*mode));
        let is_fixed = self.request.precision == Precision::Intel && self.layout.is_unorm8();
        match is_single {
            true if !is_linear => FilterKernel::Nearest,
            true if axes <= 2 && is_fixed && !has_border => FilterKernel::Fixed,
            true if axes <= 2 => FilterKernel::Few,
            _ => FilterKernel::Many,
        }
    }

    fn modes(&self) -> [AddressMode; 3] {
        match self.levels.filter {
            Filter::Nearest => self.sampler.address.map(AddressMode::for_nearest),
            Filter::Linear | Filter::Anisotropic => self.sampler.address,
        }
    }

    /// Serves lanes with the kernel that was found for them; returns those that it has served.
    #[inline(always)]
    pub fn serve(&self, kernel: FilterKernel, lanes: u32, response: &mut Response) -> u32 {
        if lanes < 1 << 8 {
            return self.block::<8>(kernel, lanes, 0, response);
        }
        let mut served = 0;
        for first in [0, 16] {
            if lanes >> first & 0xffff != 0 {
                served |= self.block::<16>(kernel, lanes >> first, first, response) << first;
            }
        }
        served
    }

    fn level_access<const N: usize>(&self, level: u32, first: usize) -> Option<LevelAccess<'_, N>> {
        Some(LevelAccess {
            request: self.request,
            modes: self.modes(),
            unnormalized: self.sampler.unnormalized,
            level: Level::of(self.request.surface, level, self.layout.bytes)?,
            first,
            offset_bits: SAMPLE_OFFSET_BITS,
        })
    }

    /// Serves the lanes of `lanes`, counted from `first`; returns those that it has served.
    #[inline(always)]
    fn block<const N: usize>(&self, kernel: FilterKernel, lanes: u32, first: usize, response: &mut Response) -> u32 {
        let lanes = lanes & u32::MAX >> (32 - N);
        let axes = self.request.surface.kind().filtered_axes();
        let Some(lower) = self.level_access::<N>(self.levels.levels[0], first) else { return 0 };
        let (near, channels) = match kernel {
            FilterKernel::Nearest => self.nearest(&lower, axes),
            FilterKernel::Fixed => self.fixed(&lower, axes),
            FilterKernel::Few => {
                let mut taps = Taps::<N, 4, f64>::new(lower.has_border(axes));
                let near = self.push_level(&lower, axes, &[1.0; N], &mut taps);
                self.combine(near, &taps)
            }
            FilterKernel::Many => {
                let Some(upper) = self.level_access::<N>(self.levels.levels[1], first) else { return 0 };
                let mut taps = Taps::<N, 16, f64>::new(lower.has_border(axes));
                let weights = block::<N, f64>(self.fractions, first);
                let near = self.push_level(&lower, axes, &each(weights, |weight| 1.0 - weight), &mut taps)
                    & self.push_level(&upper, axes, weights, &mut taps);
                self.combine(near, &taps)
            }
        };
        deliver(response, first, lanes & near, &channels);
        lanes & near
    }

    #[inline(always)]
    fn nearest<const N: usize>(&self, access: &LevelAccess<'_, N>, axes: usize) -> (u32, [[u32; N]; 4]) {
        let mut near = u32::MAX;
        let mut sides = [Side::ONE; 3];
        for (axis, side) in sides.iter_mut().enumerate().take(axes) {
            let (coordinates, known) = access.coordinates(axis);
            near &= known;
            *side = access.side(axis, &coordinates.texels(), 0);
        }
        let mut taps = Taps::<N, 1, i32>::new(true);
        taps.push(&access.layers(), sides.each_ref(), |_| 0);
        let bytes = self.request.surface.bytes();
        (near, texels(bytes, self.layout, &taps.offsets[0], &taps.outside[0], &self.sampler.border))
    }

    /// The linear filter of 8-bit fixed-point texels with fractions of 8 bits on one level. Codes and weights are
    /// integers, and so is their sum, below 2^24, so that binary32 has all of it; the one division rounds it as
    /// rounding the exact quotient once does. In binary64 the reference path's sum differs from that by less than its
    /// distance to where rounding changes, which is 2^-33 of it at least, since the divisor of an odd number is 255.
    #[inline(always)]
    fn fixed<const N: usize>(&self, access: &LevelAccess<'_, N>, axes: usize) -> (u32, [[u32; N]; 4]) {
        let (u, mut near) = access.coordinates(0);
        let u = u.fixed();
        let columns = [access.side(0, &u.first, 0), access.side(0, &u.first, 1)];
        let base = access.layers();
        let mut taps = Taps::<N, 4, f32>::new(false);
        let mut scale = 255.0 * 256.0;
        if axes > 1 {
            let (v, known) = access.coordinates(1);
            near &= known;
            let v = v.fixed();
            let rows = [access.side(1, &v.first, 0), access.side(1, &v.first, 1)];
            scale *= 256.0;
            for (j, row) in rows.iter().enumerate() {
                for (i, column) in columns.iter().enumerate() {
                    taps.push(&base, [column, row, &Side::ONE], |lane| {
                        let part = |far: usize, fraction: i32| if far == 1 { fraction } else { 256 - fraction } as f32;
                        part(i, u.fraction[lane]) * part(j, v.fraction[lane])
                    });
                }
            }
        } else {
            for (i, column) in columns.iter().enumerate() {
                taps.push(&base, [column, &Side::ONE, &Side::ONE], |lane| {
                    (if i == 1 { u.fraction[lane] } else { 256 - u.fraction[lane] }) as f32
                });
            }
        }
        let bytes = self.request.surface.bytes();
        let mut dwords = [[0; N]; 4];
        for (dwords, offsets) in dwords.iter_mut().zip(&taps.offsets) {
            read_words(bytes, self.layout, 0, offsets, dwords);
        }
        let mut channels = [[0; N]; 4];
        for (channel, origin) in channels.iter_mut().zip(&self.layout.channels) {
            match origin {
                ChannelSource::Constant(value) => *channel = [*value; N],
                ChannelSource::Field(field) => {
                    for lane in 0..N {
                        let part = |tap: usize| field.code(dwords[tap][lane]) as i32 as f32 * taps.weights[tap][lane];
                        channel[lane] = ((part(0) + part(1) + part(2) + part(3)) / scale).to_bits();
                    }
                }
            }
        }
        (near, channels)
    }

    /// Adds the texels of one level; returns the lanes that are served here.
    #[inline(always)]
    fn push_level<const N: usize, const TAPS: usize>(
        &self,
        access: &LevelAccess<'_, N>,
        axes: usize,
        weight: &[f64; N],
        taps: &mut Taps<N, TAPS, f64>,
    ) -> u32 {
        let mut near = u32::MAX;
        let count = if self.levels.filter == Filter::Linear { 2 } else { 1 };
        let mut sides = [[Side::ONE; 2]; 3];
        let mut weights = [[[1.0; N], [0.0; N]]; 3];
        for axis in 0..axes {
            let (coordinates, known) = access.coordinates(axis);
            near &= known;
            if self.levels.filter == Filter::Linear {
                let footprint = coordinates.linear(self.request.precision);
                sides[axis] = [access.side(axis, &footprint.first, 0), access.side(axis, &footprint.first, 1)];
                weights[axis] = [each(&footprint.fraction, |fraction| 1.0 - fraction), footprint.fraction];
            } else {
                sides[axis][0] = access.side(axis, &coordinates.texels(), 0);
            }
        }
        let base = access.layers();
        let counts: [usize; 3] = std::array::from_fn(|axis| if axis < axes { count } else { 1 });
        for k in 0..counts[2] {
            for j in 0..counts[1] {
                for i in 0..counts[0] {
                    taps.push(
                        &base,
                        [&sides[0][i], &sides[1][j], &sides[2][k]],
                        #[inline(always)]
                        |lane| weight[lane] * weights[0][i][lane] * weights[1][j][lane] * weights[2][k][lane],
                    );
                }
            }
        }
        near
    }

    /// The weighted means, and which of the lanes `near` are served here. A texel without weight is not read: it adds -0,
    /// which changes no sum.
    #[inline(always)]
    fn combine<const N: usize, const TAPS: usize>(&self, near: u32, taps: &Taps<N, TAPS, f64>) -> (u32, [[u32; N]; 4]) {
        let bytes = self.request.surface.bytes();
        let mut dwords = [[0; N]; TAPS];
        let mut known = None;
        let mut channels = [[0; N]; 4];
        for (channel, origin) in channels.iter_mut().zip(&self.layout.channels) {
            let ChannelSource::Field(field) = origin else {
                *channel = [origin.of(&[0; 4]); N];
                continue;
            };
            if known != Some(field.word) {
                known = Some(field.word);
                for (dwords, offsets) in dwords.iter_mut().zip(&taps.offsets).take(taps.count) {
                    read_words(bytes, self.layout, field.word, offsets, dwords);
                }
            }
            let border = f64::from(f32::from_bits(origin.of(&self.sampler.border)));
            let mut sum = [-0.0; N];
            for tap in 0..taps.count {
                let mut values = field.values(&dwords[tap]);
                if taps.has_border {
                    for lane in 0..N {
                        values[lane] = if taps.outside[tap][lane] != 0 { border } else { values[lane] };
                    }
                }
                for lane in 0..N {
                    let weight = taps.weights[tap][lane];
                    let part = values[lane] * weight;
                    sum[lane] += if weight == 0.0 { -0.0 } else { part };
                }
            }
            *channel = each(&sum, |sum| canonical_f32(sum as f32));
        }
        // A texel that is no number may pass unaltered.
        if self.layout.has_floats() { (near & numbers(&channels), channels) } else { (near, channels) }
    }
}

/// The lanes in which no channel is a NaN, as bits.
#[inline(always)]
fn numbers<const N: usize>(channels: &[[u32; N]; 4]) -> u32 {
    let infinity = f32::INFINITY.to_bits();
    let is_number = |word: u32| word & !(1 << 31) <= infinity;
    if channels.iter().flatten().fold(true, |all, word| all & is_number(*word)) {
        return u32::MAX;
    }
    let all = |lane: &usize| channels.iter().all(|words| is_number(words[*lane]));
    (0..N).filter(all).fold(0, |lanes, lane| lanes | 1 << lane)
}

/// Serves a gather from the first level; returns the lanes that it has served.
#[inline(always)]
pub(super) fn gather(request: &Request<'_>, sampler: &Sampler, layout: &TexelLayout, response: &mut Response) -> u32 {
    let Some(level) = Level::of(request.surface, 0, layout.bytes) else { return 0 };
    if request.lanes < 1 << 8 {
        return gather_block::<8>(request, sampler, layout, level, 0, response);
    }
    let mut served = 0;
    for first in [0, 16] {
        if request.lanes >> first & 0xffff != 0 {
            served |= gather_block::<16>(request, sampler, layout, level, first, response);
        }
    }
    served
}

#[inline(always)]
fn gather_block<const N: usize>(
    request: &Request<'_>,
    sampler: &Sampler,
    layout: &TexelLayout,
    level: Level,
    first: usize,
    response: &mut Response,
) -> u32 {
    let access = LevelAccess::<N> {
        request,
        modes: sampler.address,
        unnormalized: sampler.unnormalized,
        level,
        first,
        offset_bits: GATHER_OFFSET_BITS,
    };
    let origin = layout.channels[usize::from(request.channel & 3)];
    let mut near = request.lanes >> first & u32::MAX >> (32 - N);
    let mut sides = [[Side::ONE; 2]; 2];
    for (axis, side) in sides.iter_mut().enumerate() {
        let (coordinates, known) = access.coordinates(axis);
        near &= known;
        let texels = match request.precision {
            Precision::Intel => coordinates.fixed().first,
            Precision::Exact => coordinates.linear(Precision::Exact).first,
        };
        *side = [access.side(axis, &texels, 0), access.side(axis, &texels, 1)];
    }
    let base = access.layers();
    let may_be_outside = sampler.address[..2].iter().any(|mode| has_border(*mode));
    let mut taps = Taps::<N, 4, i32>::new(may_be_outside);
    for [i, j] in GATHER_ORDER {
        taps.push(&base, [&sides[0][i], &sides[1][j], &Side::ONE], |_| 0);
    }
    let mut channels = [[0; N]; 4];
    for (tap, channel) in channels.iter_mut().enumerate() {
        *channel = match origin {
            ChannelSource::Constant(value) => [value; N],
            ChannelSource::Field(field) => {
                let mut dwords = [0; N];
                read_words(request.surface.bytes(), layout, field.word, &taps.offsets[tap], &mut dwords);
                field.bits(&dwords)
            }
        };
        if may_be_outside {
            let border = origin.of(&sampler.border);
            for lane in 0..N {
                channel[lane] = choose(taps.outside[tap][lane], border, channel[lane]);
            }
        }
    }
    deliver(response, first, near, &channels);
    near << first
}
