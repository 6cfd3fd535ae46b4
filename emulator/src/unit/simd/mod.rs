//! The vectorised path: serves ordinary requests, all lanes at a time.
//!
//! The [reference path](crate::unit::reference) defines what a request returns, lane by lane. This path returns the same
//! bits for uncompressed formats, surfaces of one to three axes and arrays of them, every address mode, nearest and
//! linear filters, and gathers. It decides by surface and sampler first. Then it runs loops over lanes, which are compiled
//! for the vector instructions of the machine at hand. It leaves other lanes, such as those whose coordinates are NaNs,
//! to the reference path. A property test compares the two paths.

mod axis;
mod fetch;
mod filter;
mod lanes;
mod layout;
mod level;
#[cfg(test)]
mod tests;

use texvisa_ir::texture::Role;

use crate::unit::reference::lod::{self, Levels};
use crate::unit::types::description::SurfaceKind;
use crate::unit::types::format::Kind;
use crate::unit::types::request::{Elements, LodSource, MAX_LANES, Operation, Request, Response};
use crate::unit::types::sampler::{Filter, MipFilter, Reduction, Sampler};
use crate::vector::{self, Simd, WithSimd};

use filter::FilterKernel;
use layout::TexelLayout;

/// Work that is compiled for each set of vector instructions: with the request, the layout of its texels, and the
/// response, it returns the lanes that it has served.
trait Work {
    fn serve(self, request: &Request<'_>, layout: &TexelLayout, response: &mut Response) -> u32;
}

struct Load;

impl Work for Load {
    #[inline(always)]
    fn serve(self, request: &Request<'_>, layout: &TexelLayout, response: &mut Response) -> u32 {
        fetch::load(request, layout, response)
    }
}

struct Gather<'w>(&'w Sampler);

impl Work for Gather<'_> {
    #[inline(always)]
    fn serve(self, request: &Request<'_>, layout: &TexelLayout, response: &mut Response) -> u32 {
        filter::gather(request, self.0, layout, response)
    }
}

/// A sample of some lanes, with one of the loops of [`FilterKernel`].
struct Sample<'w, const KERNEL: usize>(filter::SampleWork<'w>, u32);

impl<const KERNEL: usize> Work for Sample<'_, KERNEL> {
    #[inline(always)]
    fn serve(self, _: &Request<'_>, _: &TexelLayout, response: &mut Response) -> u32 {
        self.0.serve(FilterKernel::ALL[KERNEL], self.1, response)
    }
}

struct Vectorized<'w, 'r, W> {
    work: W,
    request: &'w Request<'r>,
    layout: &'w TexelLayout,
    response: &'w mut Response,
}

impl<W: Work> WithSimd for Vectorized<'_, '_, W> {
    type Output = u32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> u32 {
        self.work.serve(self.request, self.layout, self.response)
    }
}

fn dispatch(work: impl Work, request: &Request<'_>, layout: &TexelLayout, response: &mut Response) -> u32 {
    vector::dispatch(Vectorized { work, request, layout, response })
}

/// Serves what it can of a request; returns the lanes that it has served.
pub(super) fn serve(request: &Request<'_>, response: &mut Response) -> u32 {
    // What is chosen once for all lanes is asked of the first.
    if request.lanes == 0 {
        return 0;
    }
    let Some(layout) = &TexelLayout::of(request.surface) else { return 0 };
    let served = match (request.operation, request.sampler) {
        (Operation::Load, _) => dispatch(Load, request, layout, response),
        (Operation::Sample, Some(sampler)) if is_sampled(request, sampler) => {
            sample(request, sampler, layout, response)
        }
        (Operation::Gather, Some(sampler)) if is_gathered(request) => {
            dispatch(Gather(sampler), request, layout, response)
        }
        _ => 0,
    };
    if served != 0 {
        response.elements = Elements::Channels(request.surface.value_kind());
    }
    served
}

/// Serves what it can of a sample, of any ordinary layout.
fn sample(request: &Request<'_>, sampler: &Sampler, layout: &TexelLayout, response: &mut Response) -> u32 {
    by_levels(request, sampler, |lanes, levels, fractions| {
        let work = filter::SampleWork { request, sampler, layout, levels, fractions };
        match work.kernel() {
            FilterKernel::Nearest => dispatch(Sample::<0>(work, lanes), request, layout, response),
            FilterKernel::Fixed => dispatch(Sample::<1>(work, lanes), request, layout, response),
            FilterKernel::Few => dispatch(Sample::<2>(work, lanes), request, layout, response),
            FilterKernel::Many => dispatch(Sample::<3>(work, lanes), request, layout, response),
        }
    })
}

/// Whether a sample is one that is served here.
fn is_sampled(request: &Request<'_>, sampler: &Sampler) -> bool {
    let surface = request.surface;
    let is_nearest =
        sampler.min == Filter::Nearest && sampler.mag == Filter::Nearest && sampler.mip != MipFilter::Linear;
    !request.compare
        && ![sampler.min, sampler.mag].contains(&Filter::Anisotropic)
        && sampler.reduction == Reduction::Average
        && (is_nearest || surface.value_kind() == Kind::Float)
        && surface.samples() == 1
        && !surface.kind().is_cube()
        && surface.kind() != SurfaceKind::Buffer
}

/// Whether a gather is.
fn is_gathered(request: &Request<'_>) -> bool {
    let surface = request.surface;
    !request.compare
        && request.lod == LodSource::Zero
        && matches!(surface.kind(), SurfaceKind::D2 | SurfaceKind::D2Array)
        && surface.samples() == 1
}

/// The first level and its filter, where all lanes read that alone, whatever their levels of detail.
fn first_level(request: &Request<'_>, sampler: &Sampler) -> Option<Levels> {
    let ignores_lod = sampler.mip == MipFilter::None && !request.semantics.mip_none_uses_minlod;
    let is_first = request.surface.levels() == 1 || ignores_lod;
    (is_first && sampler.min == sampler.mag).then_some(Levels { levels: [0; 2], fraction: 0.0, filter: sampler.mag })
}

/// The levels that a lane reads.
fn chosen_levels(request: &Request<'_>, sampler: &Sampler, lane: usize) -> Levels {
    lod::select(lod::clamped(lod::unclamped(request, sampler, lane), request, sampler, lane), sampler, request)
}

/// Calls `serve` for lanes that read the same levels with the same filter, with the weight of the second level by lane;
/// where that has none in these lanes, both levels are the first. Returns the lanes that it says it has served.
fn by_levels(
    request: &Request<'_>,
    sampler: &Sampler,
    mut serve: impl FnMut(u32, &Levels, &[f64; MAX_LANES]) -> u32,
) -> u32 {
    if let Some(first) = first_level(request, sampler) {
        return serve(request.lanes, &first, &[0.0; MAX_LANES]);
    }
    let chosen = |lane| chosen_levels(request, sampler, lane);
    let shared = shared_lod(request);
    let mut all = [lod::select(0.0, sampler, request); MAX_LANES];
    let mut fractions = [0.0; MAX_LANES];
    let mut known: Option<(usize, Levels)> = None;
    for lane in request.each_lane() {
        let levels = match known {
            Some((first, levels)) if first / shared == lane / shared => levels,
            _ => chosen(lane),
        };
        known = Some((lane, levels));
        fractions[lane] = levels.fraction;
        let [lower, upper] = levels.levels;
        let upper = if levels.fraction == 0.0 { lower } else { upper };
        all[lane] = Levels { levels: [lower, upper], fraction: 0.0, ..levels };
    }
    let mut served = 0;
    let mut waiting = request.lanes;
    while waiting != 0 {
        let first = &all[waiting.trailing_zeros() as usize];
        let mut alike = 0;
        let mut rest = waiting;
        while rest != 0 {
            let lane = rest.trailing_zeros();
            rest &= rest - 1;
            alike |= u32::from(all[lane as usize] == *first) << lane;
        }
        served |= serve(alike, first, &fractions);
        waiting &= !alike;
    }
    served
}

/// How many neighbouring lanes have one level of detail because of what it comes from.
fn shared_lod(request: &Request<'_>) -> usize {
    let parameters = request.parameters;
    let is_uniform = |role| {
        let words = parameters.words(role);
        let is_first = |lane: usize| words[lane] == words[request.lanes.trailing_zeros() as usize];
        !parameters.is_given(role) || request.each_lane().all(is_first)
    };
    let own = match request.lod {
        LodSource::Zero => None,
        LodSource::Explicit => Some(Role::Lod),
        LodSource::Implicit => Some(Role::Bias),
        LodSource::Gradients => return 1,
    };
    match own.into_iter().chain([Role::MinLod]).all(is_uniform) {
        true if request.lod == LodSource::Implicit => 4,
        true => MAX_LANES,
        false => 1,
    }
}
