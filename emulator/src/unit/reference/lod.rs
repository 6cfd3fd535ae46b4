//! Levels of detail: from footprints to the levels that a filter reads.
//!
//! After Vulkan ('LOD Operation', 'Image Level(s) Selection') and D3D11.

use texvisa_ir::texture::Role;

use super::footprint::Footprint;
use crate::unit::types::request::{LodSource, Precision, Request};
use crate::unit::types::sampler::{Filter, MipFilter, Sampler};
use crate::unit::types::surface::Surface;

/// The largest level of detail that a sampler state can say.
const MAX_LOD: f64 = 14.0;
/// A bias beyond this counts as this (3D_SAMPLE4, Bias: its range).
const MAX_BIAS: f64 = 16.0;
/// The largest bias that a sampler state can say, with 8 bits of fraction (Mesa's anv driver); the least is -16.
const MAX_STATE_BIAS: f64 = 16.0 - 1.0 / 256.0;

/// The level of detail of a lane before it is clamped, with every bias.
pub(in crate::unit) fn unclamped(request: &Request<'_>, sampler: &Sampler, lane: usize) -> f64 {
    let parameters = request.parameters;
    let bias = f64::from(sampler.lod_bias).clamp(-MAX_BIAS, MAX_STATE_BIAS);
    match request.lod {
        // No bias of the sampler: the message has no level of detail that it could be added to (choice).
        LodSource::Zero => 0.0,
        LodSource::Explicit if !request.semantics.explicit_lod_bias => parameters.float(Role::Lod, lane),
        LodSource::Explicit => parameters.float(Role::Lod, lane) + bias,
        LodSource::Gradients => scale(request, sampler, lane).log2() + bias,
        LodSource::Implicit => {
            let given = parameters.float(Role::Bias, lane).clamp(-MAX_BIAS, MAX_BIAS);
            scale(request, sampler, lane).log2() + bias + given
        }
    }
}

/// The level of detail after the sampler's bounds, then the surface's and the message's lower bound. A NaN becomes the
/// lower bound.
pub(in crate::unit) fn clamped(unclamped: f64, request: &Request<'_>, sampler: &Sampler, lane: usize) -> f64 {
    let [least, most] = [sampler.min_lod, sampler.max_lod].map(|bound| f64::from(bound).clamp(0.0, MAX_LOD));
    unclamped
        .max(least)
        .min(most)
        .max(f64::from(request.surface.description().min_lod))
        .max(request.parameters.float(Role::MinLod, lane))
}

/// The scale factor of a lane.
fn scale(request: &Request<'_>, sampler: &Sampler, lane: usize) -> f64 {
    Footprint::of(request, sampler, lane).map_or(0.0, |footprint| footprint.scale(sampler.anisotropy()))
}

/// The levels that a filter reads, with the weight of the second, and the filter within each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::unit) struct Levels {
    pub levels: [u32; 2],
    pub fraction: f64,
    pub filter: Filter,
}

/// The levels for a clamped level of detail.
pub(in crate::unit) fn select(lod: f64, sampler: &Sampler, request: &Request<'_>) -> Levels {
    let (surface, precision) = (request.surface, request.precision);
    let last = f64::from(surface.levels().saturating_sub(1));
    let filter = if lod <= 0.0 { sampler.mag } else { sampler.min };
    let (levels, fraction) = match sampler.mip {
        MipFilter::None => ([only(sampler, request); 2], 0.0),
        MipFilter::Nearest => ([nearest(lod, surface); 2], 0.0),
        MipFilter::Linear => {
            let lod = lod.clamp(0.0, last);
            let first = lod.floor();
            let mut fraction = lod - first;
            if precision == Precision::Intel {
                fraction = (fraction * 256.0).floor() / 256.0;
            }
            ([first as u32, (first + 1.0).min(last) as u32], fraction)
        }
    };
    Levels { levels, fraction, filter }
}

/// The level that is read where there is no filter between levels: the first of the view, whatever the bounds of the
/// level of detail are, or that of the lower bound (choice).
fn only(sampler: &Sampler, request: &Request<'_>) -> u32 {
    let last = request.surface.levels().saturating_sub(1);
    if request.semantics.mip_none_uses_minlod {
        (sampler.min_lod.clamp(0.0, MAX_LOD as f32) as u32).min(last)
    } else {
        0
    }
}

/// The nearest level: halves go up.
pub(in crate::unit) fn nearest(lod: f64, surface: &Surface) -> u32 {
    (lod + 0.5).floor().clamp(0.0, f64::from(surface.levels().saturating_sub(1))) as u32
}

/// The level of detail that a query reports as the one that would be used.
pub(in crate::unit) fn reported(lod: f64, sampler: &Sampler, request: &Request<'_>) -> f64 {
    let surface = request.surface;
    let last = f64::from(surface.levels().saturating_sub(1));
    match sampler.mip {
        MipFilter::None => f64::from(only(sampler, request)),
        MipFilter::Nearest => f64::from(nearest(lod, surface)),
        MipFilter::Linear => lod.clamp(0.0, last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::types::description::{Description, SurfaceKind};
    use crate::unit::types::format::Format;
    use crate::unit::types::request::{Operation, Parameters};
    use crate::unit::types::semantics::Semantics;

    fn surface(kind: SurfaceKind, size: [u32; 3], levels: u32) -> Surface {
        Surface::new(Description { levels, ..Description::new(kind, Format::R32Float, size) }).expect("legal")
    }

    /// A request for the level of detail.
    fn request<'a>(
        surface: &'a Surface,
        lod: LodSource,
        parameters: &'a Parameters,
        precision: Precision,
    ) -> Request<'a> {
        Request {
            operation: Operation::Sample,
            lod,
            compare: false,
            lanes: 0xf,
            offset: [0; 3],
            channel: 0,
            parameters,
            surface,
            sampler: None,
            precision,
            semantics: Semantics::default(),
        }
    }

    fn lod(surface: &Surface, lod: LodSource, sampler: &Sampler, given: &[(Role, [f32; 4])]) -> f64 {
        let mut parameters = Parameters::new();
        for (role, values) in given {
            let words = parameters.words_mut(*role).expect("a role of the unit");
            words[..4].copy_from_slice(&values.map(f32::to_bits));
        }
        let request = request(surface, lod, &parameters, Precision::Exact);
        unclamped(&request, sampler, 3)
    }

    #[test]
    fn a_quad_that_steps_over_two_texels_is_at_level_one() {
        let image = surface(SurfaceKind::D2, [8, 8, 1], 4);
        let sampler = Sampler::default();
        let coordinates = [(Role::U, [0.25, 0.5, 0.25, 0.5]), (Role::V, [0.25, 0.25, 0.5, 0.5])];
        assert_eq!(lod(&image, LodSource::Implicit, &sampler, &coordinates), 1.0);
        let biased = [coordinates[0], coordinates[1], (Role::Bias, [0.0, 0.0, 0.0, -20.0])];
        assert_eq!(lod(&image, LodSource::Implicit, &sampler, &biased), 1.0 - 16.0);
        let still = [(Role::U, [0.25; 4]), (Role::V, [0.25; 4])];
        assert_eq!(lod(&image, LodSource::Implicit, &sampler, &still), f64::NEG_INFINITY);
        // A row has no second axis: its layer does not count.
        let row = surface(SurfaceKind::D1, [8, 1, 1], 4);
        let layers = [(Role::U, [0.0, 0.5, 0.0, 0.5]), (Role::V, [0.0, 7.0, f32::NAN, 7.0])];
        assert_eq!(lod(&row, LodSource::Implicit, &sampler, &layers), 2.0);
    }

    #[test]
    fn gradients_count_by_the_longer_step() {
        let volume = surface(SurfaceKind::D3, [8, 4, 16], 1);
        let sampler = Sampler { lod_bias: 0.5, ..Sampler::default() };
        // Along x 3 and 4 texels, so 5; along y 16.
        let given = [(Role::DuDx, [0.375; 4]), (Role::DvDx, [1.0; 4]), (Role::DrDy, [1.0; 4])];
        assert_eq!(lod(&volume, LodSource::Gradients, &sampler, &given), 4.5);
        assert_eq!(lod(&volume, LodSource::Zero, &sampler, &given), 0.0);
        assert_eq!(lod(&volume, LodSource::Explicit, &sampler, &[(Role::Lod, [2.0; 4])]), 2.5);
    }

    #[test]
    fn the_bias_of_a_sampler_is_one_that_its_state_can_say() {
        let image = surface(SurfaceKind::D2, [8, 8, 1], 4);
        let with = |lod_bias| Sampler { lod_bias, ..Sampler::default() };
        let found = [-99.0, 99.0, 15.5].map(|bias| lod(&image, LodSource::Explicit, &with(bias), &[]));
        assert_eq!(found, [-16.0, 15.996_093_75, 15.5]);
    }

    #[test]
    fn switches_of_levels_change_what_they_say() {
        let image = surface(SurfaceKind::D2, [8, 8, 1], 4);
        let sampler = Sampler { lod_bias: 1.5, min_lod: 2.7, mip: MipFilter::None, ..Sampler::default() };
        let parameters = Parameters::new();
        let with = |lod, semantics| {
            let request = Request { semantics, ..request(&image, lod, &parameters, Precision::Exact) };
            let found = unclamped(&request, &sampler, 0);
            (found, select(2.7, &sampler, &request).levels, reported(2.7, &sampler, &request))
        };
        let default = Semantics::default();
        assert_eq!(with(LodSource::Explicit, default), (1.5, [0, 0], 0.0));
        let unbiased = Semantics { explicit_lod_bias: false, ..default };
        assert_eq!(with(LodSource::Explicit, unbiased), (0.0, [0, 0], 0.0));
        // Derivatives of zero are at minus infinity with every bias; of one texel at the bias.
        assert_eq!(with(LodSource::Gradients, unbiased).0, f64::NEG_INFINITY);
        let lowest = Semantics { mip_none_uses_minlod: true, ..default };
        assert_eq!(with(LodSource::Explicit, lowest), (1.5, [2, 2], 2.0));
        let nearest = Sampler { mip: MipFilter::Nearest, ..sampler };
        let request = Request { semantics: lowest, ..request(&image, LodSource::Zero, &parameters, Precision::Exact) };
        assert_eq!(select(1.0, &nearest, &request).levels, [1, 1]);
    }

    #[test]
    fn levels_by_hand() {
        let image = surface(SurfaceKind::D2, [8, 8, 1], 4);
        let with = |mip| Sampler { mip, min: Filter::Linear, ..Sampler::default() };
        let parameters = Parameters::new();
        let exact = request(&image, LodSource::Zero, &parameters, Precision::Exact);
        let chosen = |lod, mip| select(lod, &with(mip), &exact);
        assert_eq!(chosen(1.5, MipFilter::Nearest).levels, [2, 2]);
        assert_eq!(chosen(1.49, MipFilter::Nearest).levels, [1, 1]);
        assert_eq!(chosen(99.0, MipFilter::Nearest).levels, [3, 3]);
        assert_eq!(chosen(f64::NEG_INFINITY, MipFilter::Nearest).levels, [0, 0]);
        assert_eq!(chosen(1.25, MipFilter::Linear), Levels { levels: [1, 2], fraction: 0.25, filter: Filter::Linear });
        assert_eq!(chosen(7.0, MipFilter::Linear).levels, [3, 3]);
        assert_eq!(chosen(2.0, MipFilter::None), Levels { levels: [0, 0], fraction: 0.0, filter: Filter::Linear });
        assert_eq!(chosen(0.0, MipFilter::None).filter, Filter::Nearest);
        let intel = request(&image, LodSource::Zero, &parameters, Precision::Intel);
        let fixed = select(1.0 + 1.9 / 256.0, &with(MipFilter::Linear), &intel);
        assert_eq!(fixed.fraction, 1.0 / 256.0);
        assert_eq!(reported(1.7, &with(MipFilter::Linear), &exact), 1.7);
        assert_eq!(reported(1.7, &with(MipFilter::Nearest), &exact), 2.0);
        assert_eq!(reported(1.7, &with(MipFilter::None), &exact), 0.0);
    }
}
