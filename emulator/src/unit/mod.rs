//! The texture unit: what a sampler message, or a texture operation, returns for each lane. Both engines ask it, so
//! that they cannot differ in what a texel is, only in what they ask.
//!
//! A [`Request`] says the operation, the parameters of all lanes by role, surface and sampler; [`serve`] fills a
//! [`Response`]. Rules come from Intel's vISA documents (3D_LOAD, 3D_SAMPLE, 3D_SAMPLE4, INFO), from D3D11's and
//! Vulkan's rules for image operations, and where Intel's hardware is described nowhere else from the drivers of Mesa;
//! where none of them speaks the code says *choice*.

use texvisa_ir::paths::FastPath;

mod address;
mod block;
mod cube;
mod description;
mod filter;
mod footprint;
pub mod format;
mod gather;
mod load;
mod lod;
pub mod mcs;
pub mod media;
mod numeric;
pub mod query;
mod request;
mod sample;
mod sampler;
mod semantics;
mod surface;
#[cfg(test)]
mod tests;
mod wide;

pub use address::AddressMode;
pub use description::{Description, NullPage, Select, SurfaceError, SurfaceKind, View};
pub use format::{Channels, Format, Kind};
pub(crate) use load::{typed_offset, typed_read};
pub use media::BoundaryMode;
pub use request::{Elements, LodSource, MAX_LANES, Operation, Parameters, Precision, Request, Response};
pub use sampler::{Compare, Filter, MAX_ANISOTROPY, MipFilter, Reduction, Sampler};
pub use semantics::{Anisotropic, ChoiceError, Mcs16, Ret16, Semantics};
pub use surface::{MAX_SURFACE_BYTES, Surface, TexelPlace};
pub(crate) use wide::{Ready, Stage, ready};

/// A request that has no meaning, or none here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// An operation on a surface that it does not work on.
    #[error("{operation:?} does not work on a {} surface with {samples} samples", kind.name())]
    Surface {
        /// The operation.
        operation: Operation,
        /// The kind of surface.
        kind: SurfaceKind,
        /// Its samples.
        samples: u32,
    },
    /// A linear filter on integers (Vulkan: not a filterable format).
    #[error("{} holds integers, which only a nearest filter takes", format.name())]
    FilteredIntegers {
        /// The format.
        format: Format,
    },
    /// A comparison with integers.
    #[error("{} holds integers, which are not compared", format.name())]
    ComparedIntegers {
        /// The format.
        format: Format,
    },
    /// A message of the sampler on a format that only media blocks read.
    #[error("{operation:?} does not work on {}, which only media blocks read and write", format.name())]
    Video {
        /// The operation.
        operation: Operation,
        /// The format.
        format: Format,
    },
    /// A media block of a surface that has none (MEDIA_LD, Surface: a 2D surface), or of a plane that it does not have.
    #[error(
        "there is no media block of plane {plane} of a {} surface of {} with {samples} samples",
        kind.name(),
        format.name()
    )]
    Media {
        /// The kind of surface.
        kind: SurfaceKind,
        /// Its samples.
        samples: u32,
        /// Its format.
        format: Format,
        /// The plane.
        plane: u8,
    },
    /// A sample or gather without a sampler.
    #[error("{operation:?} needs a sampler")]
    NoSampler {
        /// The operation.
        operation: Operation,
    },
}

/// Answers a request. Lanes that do not ask keep what `response` has for them; all lanes that do not touch a null page
/// are resident.
///
/// # Errors
///
/// A request that has no meaning: see [`Unsupported`].
pub fn serve(request: &Request<'_>, response: &mut Response) -> Result<(), Unsupported> {
    response.resident = u32::MAX;
    response.semantics = request.semantics;
    let served = if FastPath::Simd.is_on() { wide::serve(request, response) } else { 0 };
    if served != 0 && served == request.lanes {
        return Ok(());
    }
    serve_each(&Request { lanes: request.lanes & !served, ..*request }, response)
}

/// Answers a request lane by lane: the general path, which says what a response is.
fn serve_each(request: &Request<'_>, response: &mut Response) -> Result<(), Unsupported> {
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
