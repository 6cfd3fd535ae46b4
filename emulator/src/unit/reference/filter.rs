//! Filters: which texels a coordinate reads, with which weights, and what becomes of them.
//!
//! After Vulkan ('Texel Filtering', 'Texel Reduction'). A texel with weight 0 is not read: it does not count for
//! residency, and an infinity in it is no NaN in the result (choice).

use crate::float::{maximum, minimum, round_f32};
use crate::unit::types::address::AddressMode;
use crate::unit::types::format::Channels;
use crate::unit::types::request::Precision;
use crate::unit::types::sampler::{Filter, Reduction, Sampler};
use crate::unit::types::surface::{Surface, TexelPosition};

/// Indices beyond this are as far outside as any.
const FAR: f64 = (1u64 << 40) as f64;

/// The texels of one axis: two neighbours, or one where the fraction is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::unit) struct Span {
    /// The index of the first.
    pub first: i64,
    /// The weight of the second.
    pub fraction: f64,
}

impl Span {
    /// The texel that an axis without coordinates has.
    pub const ONE: Span = Span { first: 0, fraction: 0.0 };

    /// The texels around a coordinate in texels. A NaN counts as 0 (choice).
    pub fn new(filter: Filter, coordinate: f64, precision: Precision) -> Span {
        let coordinate = if coordinate.is_nan() { 0.0 } else { coordinate.clamp(-FAR, FAR) };
        match filter {
            Filter::Nearest => Span { first: coordinate.floor() as i64, fraction: 0.0 },
            Filter::Linear | Filter::Anisotropic => {
                let coordinate = match precision {
                    Precision::Exact => coordinate,
                    Precision::Intel => (coordinate * 256.0).round_ties_even() / 256.0,
                } - 0.5;
                let first = coordinate.floor();
                Span { first: first as i64, fraction: coordinate - first }
            }
        }
    }

    /// The span moved by `texels`.
    pub fn shifted(self, texels: i64) -> Span {
        Span { first: self.first + texels, ..self }
    }

    /// Index and weight of each.
    pub fn texels(self) -> [(i64, f64); 2] {
        [(self.first, 1.0 - self.fraction), (self.first + 1, self.fraction)]
    }
}

/// A texel that is read, or the border, with its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tap {
    place: Option<TexelPosition>,
    weight: f64,
}

/// The texels that a filter reads: eight of each of two levels of a volume, or six at the corner of a cube.
#[derive(Debug)]
pub(in crate::unit) struct Taps {
    taps: [Tap; 16],
    count: usize,
}

impl Taps {
    /// No texels.
    pub const fn new() -> Taps {
        Taps { taps: [Tap { place: None, weight: 0.0 }; 16], count: 0 }
    }

    /// Adds a texel unless its weight is 0.
    pub fn push(&mut self, place: Option<TexelPosition>, weight: f64) {
        // 16 elements are enough for every filter; a weight that is a NaN cannot come from finite fractions.
        if weight != 0.0 && self.count < self.taps.len() {
            self.taps[self.count] = Tap { place, weight };
            self.count += 1;
        }
    }

    fn each(&self) -> impl Iterator<Item = Tap> + '_ {
        self.taps[..self.count].iter().copied()
    }

    /// The position of each texel that is read, `None` for the border, and its weight.
    #[cfg(test)]
    pub fn places(&self) -> impl Iterator<Item = (Option<TexelPosition>, f64)> + '_ {
        self.each().map(|tap| (tap.place, tap.weight))
    }
}

/// Adds the texels of one level that is no cube: `spans` along its filtered axes.
pub(in crate::unit) fn push_level(
    taps: &mut Taps,
    surface: &Surface,
    base: TexelPosition,
    spans: [Span; 3],
    modes: [AddressMode; 3],
    weight: f64,
) {
    let size = surface.level_size(base.level);
    let is_volume = surface.kind().filtered_axes() == 3;
    for (k, weight_r) in spans[2].texels() {
        for (j, weight_v) in spans[1].texels() {
            for (i, weight_u) in spans[0].texels() {
                let total = weight * weight_u * weight_v * weight_r;
                if total == 0.0 {
                    continue;
                }
                let x = modes[0].resolve(i, size[0]);
                let y = modes[1].resolve(j, size[1]);
                let z = if is_volume { modes[2].resolve(k, size[2]) } else { Some(base.layer) };
                let place = x.zip(y).zip(z).map(|((x, y), layer)| TexelPosition { x, y, layer, ..base });
                taps.push(place, total);
            }
        }
    }
}

/// The texel of a tap with all its bits.
pub(in crate::unit) fn read(surface: &Surface, sampler: &Sampler, place: Option<TexelPosition>) -> Channels {
    match place {
        None => surface.format().with_defaults(sampler.border),
        Some(place) if surface.is_null_page(place) => surface.format().with_defaults([0; 4]),
        Some(place) => match surface.texel(place) {
            Some(bytes) => surface.format().decode_at(bytes, place.x, place.y),
            None => surface.format().with_defaults([0; 4]),
        },
    }
}

/// The same before rounding to binary32.
pub(in crate::unit) fn read_exact(surface: &Surface, sampler: &Sampler, place: Option<TexelPosition>) -> [f64; 4] {
    if let Some(place) = place
        && !surface.is_null_page(place)
        && let Some(bytes) = surface.texel(place)
    {
        return surface.format().decode_exact(bytes, place.x, place.y);
    }
    read(surface, sampler, place).map(|bits| f64::from(f32::from_bits(bits)))
}

/// Whether every texel that is read has memory behind it.
pub(in crate::unit) fn is_resident(surface: &Surface, taps: &Taps) -> bool {
    taps.each().all(|tap| tap.place.is_none_or(|place| !surface.is_null_page(place)))
}

/// The filtered texel, before channel select.
pub(in crate::unit) fn reduce(surface: &Surface, sampler: &Sampler, taps: &Taps) -> Channels {
    // One texel passes unaltered, integers and NaNs included (D3D11).
    if let [Tap { place, weight: 1.0 }] = taps.taps[..taps.count] {
        return read(surface, sampler, place);
    }
    combine(sampler, taps, |place| read_exact(surface, sampler, place)).map(round_f32)
}

/// The same of several samples, of which each is filtered by itself.
pub(in crate::unit) fn reduce_probes(
    surface: &Surface,
    sampler: &Sampler,
    probes: impl Iterator<Item = Taps>,
) -> Channels {
    let filtered = |taps: Taps| combine(sampler, &taps, |place| read_exact(surface, sampler, place));
    merge(sampler.reduction, probes.map(filtered)).map(round_f32)
}

/// The filtered result of comparing each texel as the format decodes it, before channel select.
pub(in crate::unit) fn reduce_comparison(surface: &Surface, sampler: &Sampler, taps: &Taps, reference: f64) -> u32 {
    round_f32(compare(surface, sampler, taps, reference)[0])
}

/// The same of several samples.
pub(in crate::unit) fn reduce_compared_probes(
    surface: &Surface,
    sampler: &Sampler,
    probes: impl Iterator<Item = Taps>,
    reference: f64,
) -> u32 {
    let compared = |taps: Taps| compare(surface, sampler, &taps, reference);
    let [result] = merge(sampler.reduction, probes.map(compared));
    round_f32(result)
}

fn compare(surface: &Surface, sampler: &Sampler, taps: &Taps, reference: f64) -> [f64; 1] {
    let channel = surface.format().compared_channel();
    let compared = |place| {
        let value = f64::from(f32::from_bits(read(surface, sampler, place)[channel]));
        [f64::from(u8::from(sampler.compare.holds(reference, value)))]
    };
    combine(sampler, taps, compared)
}

fn combine<const N: usize>(
    sampler: &Sampler,
    taps: &Taps,
    value: impl Fn(Option<TexelPosition>) -> [f64; N],
) -> [f64; N] {
    let Some((first, rest)) = taps.taps[..taps.count].split_first() else { return [0.0; N] };
    let scaled = |tap: &Tap| {
        let weight = if sampler.reduction == Reduction::Average { tap.weight } else { 1.0 };
        value(tap.place).map(|channel| channel * weight)
    };
    rest.iter().fold(scaled(first), |sum, tap| joined(sampler.reduction, sum, scaled(tap)))
}

/// The mean of samples, or the extremes of them.
fn merge<const N: usize>(reduction: Reduction, mut samples: impl Iterator<Item = [f64; N]>) -> [f64; N] {
    let Some(first) = samples.next() else { return [0.0; N] };
    let (sum, count) = samples.fold((first, 1.0), |(sum, count), sample| (joined(reduction, sum, sample), count + 1.0));
    // Divided at the end, so that the mean of equal samples is that sample.
    if reduction == Reduction::Average { sum.map(|channel| channel / count) } else { sum }
}

fn joined<const N: usize>(reduction: Reduction, sum: [f64; N], texel: [f64; N]) -> [f64; N] {
    std::array::from_fn(|channel| match reduction {
        Reduction::Average => sum[channel] + texel[channel],
        Reduction::Minimum => minimum(sum[channel], texel[channel]),
        Reduction::Maximum => maximum(sum[channel], texel[channel]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::types::description::{Description, SurfaceKind};
    use crate::unit::types::format::Format;

    #[test]
    fn spans_of_a_linear_filter_meet_at_texel_centres() {
        let linear = |coordinate| Span::new(Filter::Linear, coordinate, Precision::Exact);
        assert_eq!(linear(2.5), Span { first: 2, fraction: 0.0 });
        assert_eq!(linear(2.75), Span { first: 2, fraction: 0.25 });
        assert_eq!(linear(0.0), Span { first: -1, fraction: 0.5 });
        assert_eq!(linear(f64::NAN), Span { first: -1, fraction: 0.5 });
        assert!(linear(f64::INFINITY).first > 1 << 39 && linear(f64::NEG_INFINITY).first < -(1 << 39));
        let nearest = |coordinate| Span::new(Filter::Nearest, coordinate, Precision::Exact).first;
        assert_eq!([nearest(2.0), nearest(2.999), nearest(-0.001)], [2, 2, -1]);
    }

    #[test]
    fn fixed_point_coordinates_have_eight_bits() {
        let fixed = |coordinate| Span::new(Filter::Linear, coordinate, Precision::Intel);
        assert_eq!(fixed(0.5 + 1.4 / 256.0), Span { first: 0, fraction: 1.0 / 256.0 });
        assert_eq!(fixed(0.5 + 0.4 / 256.0), Span { first: 0, fraction: 0.0 });
    }

    fn image() -> Surface {
        let mut surface = Surface::new(Description::new(SurfaceKind::D2, Format::R32Float, [2, 2, 1])).expect("legal");
        for (texel, value) in surface.bytes_mut().chunks_exact_mut(4).zip([1.0f32, 3.0, 5.0, f32::INFINITY]) {
            texel.copy_from_slice(&value.to_le_bytes());
        }
        surface
    }

    fn taps(u: f64, v: f64) -> Taps {
        let span = |coordinate| Span::new(Filter::Linear, coordinate, Precision::Exact);
        let mut taps = Taps::new();
        let modes = [AddressMode::ClampBorder; 3];
        push_level(&mut taps, &image(), TexelPosition::default(), [span(u), span(v), Span::ONE], modes, 1.0);
        taps
    }

    #[test]
    fn weights_are_products_and_texels_without_weight_are_not_read() {
        let inside: Vec<_> =
            taps(1.25, 0.5).places().map(|(place, weight)| (place.map(|p| (p.x, p.y)), weight)).collect();
        assert_eq!(inside, [(Some((0, 0)), 0.25), (Some((1, 0)), 0.75)]);
        let corner: Vec<_> =
            taps(0.25, 1.75).places().map(|(place, weight)| (place.map(|p| (p.x, p.y)), weight)).collect();
        assert_eq!(
            corner,
            [(None, 0.25 * 0.75), (Some((0, 1)), 0.75 * 0.75), (None, 0.25 * 0.25), (None, 0.75 * 0.25)]
        );
    }

    #[test]
    fn reductions_by_hand() {
        let with = |reduction| Sampler { reduction, border: [10.0f32.to_bits(); 4], ..Sampler::default() };
        let red = |reduction, taps: &Taps| f32::from_bits(reduce(&image(), &with(reduction), taps)[0]);
        assert_eq!(red(Reduction::Average, &taps(1.25, 0.5)), 0.25 + 0.75 * 3.0);
        assert_eq!(red(Reduction::Minimum, &taps(1.25, 0.5)), 1.0);
        assert_eq!(red(Reduction::Maximum, &taps(1.25, 0.5)), 3.0);
        assert_eq!(red(Reduction::Average, &taps(0.5, 1.0)), 3.0);
        assert_eq!(red(Reduction::Average, &taps(0.25, 0.5)), 0.25 * 10.0 + 0.75);
        assert_eq!(red(Reduction::Average, &taps(1.5, 1.5)), f32::INFINITY);
    }

    #[test]
    fn comparisons_are_filtered_after_they_are_made() {
        use crate::unit::types::sampler::Compare;
        let sampler = Sampler { compare: Compare::LessEqual, ..Sampler::default() };
        let result = reduce_comparison(&image(), &sampler, &taps(1.25, 0.5), 2.0);
        assert_eq!(f32::from_bits(result), 0.75);
    }
}
