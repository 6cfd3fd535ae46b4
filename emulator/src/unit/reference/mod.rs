//! The reference path: what each message returns, lane by lane and texel by texel.

mod cube;
pub(super) mod filter;
mod footprint;
pub(super) mod gather;
pub(super) mod load;
pub(super) mod lod;
pub mod mcs;
pub mod query;
pub(super) mod sample;

use super::types::description::SurfaceKind;
use super::types::request::{Operation, Request, Response};
use super::types::semantics::Semantics;
use super::types::unsupported::Unsupported;

/// Serves a request lane by lane.
///
/// # Errors
///
/// A request that has no meaning: see [`Unsupported`].
pub(super) fn serve(request: &Request<'_>, response: &mut Response) -> Result<(), Unsupported> {
    let format = request.surface.format();
    if format.is_video() && !matches!(request.operation, Operation::Size | Operation::SampleInfo) {
        return Err(Unsupported::Video { operation: request.operation, format });
    }
    let sampler = request.sampler.ok_or(Unsupported::NoSampler { operation: request.operation });
    match request.operation {
        Operation::Load => load::load(request, response),
        Operation::LoadSample => load::load_sample(request, response),
        Operation::LoadCompression => load::load_compression(request, response),
        Operation::Size => query::sizes(request, response),
        Operation::SampleInfo => query::samples(request, response),
        Operation::Sample => sample::sample(request, sampler?, response)?,
        Operation::Gather => gather::gather(request, sampler?, response)?,
        Operation::QueryLod => sample::query_lod(request, sampler?, response)?,
    }
    choose(request, response);
    Ok(())
}

/// Puts what was chosen into the parts of a response that the documents leave open.
fn choose(request: &Request<'_>, response: &mut Response) {
    let Semantics { null_alpha1, poison, .. } = request.semantics;
    if let Some(byte) = poison {
        let open: &[usize] = match request.operation {
            Operation::LoadCompression | Operation::QueryLod => &[2, 3],
            Operation::SampleInfo => &[1, 2],
            _ => &[],
        };
        let word = u32::from_le_bytes([byte; 4]);
        for lane in request.each_lane() {
            open.iter().for_each(|channel| response.channels[*channel][lane] = word);
        }
    }
    if null_alpha1 && request.surface.kind() == SurfaceKind::Null {
        let one = request.surface.value_kind().one();
        let channels: &[usize] = match request.operation {
            Operation::Load | Operation::LoadSample | Operation::Sample => &[3],
            // Four texels of one channel.
            Operation::Gather if request.channel == 3 => &[0, 1, 2, 3],
            _ => &[],
        };
        for lane in request.each_lane() {
            channels.iter().for_each(|channel| response.channels[*channel][lane] = one);
        }
    }
}
