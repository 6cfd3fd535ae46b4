//! The texture unit: what a sampler message, or a texture operation, returns for each lane. Both engines ask it, so
//! that they cannot differ in what a texel is, only in what they ask.
//!
//! A [`Request`] says the operation, the parameters of all lanes by role, surface and sampler; [`serve`] fills a
//! [`Response`]. Rules come from Intel's vISA documents (3D_LOAD, 3D_SAMPLE, 3D_SAMPLE4, INFO), from D3D11's and
//! Vulkan's rules for image operations, and where Intel's hardware is described nowhere else from the drivers of Mesa;
//! where none of them speaks the code says *choice*.
//!
//! - `types`: formats, surfaces, samplers, requests and responses.
//! - `reference`: the reference path. It serves a request lane by lane and says what a response is.
//! - `simd`: the vectorised path. It serves most of what programs ask for all lanes at a time, and leaves the other
//!   lanes to the reference path. Tests hold both equal bit for bit.
//! - [`media`]: media blocks.
//!
//! # Example
//!
//! ```
//! use texvisa_emulator::unit::{
//!     Description, Format, LodSource, Operation, Parameters, Precision, Request, Response, Semantics, Surface, SurfaceKind, serve,
//! };
//! use texvisa_ir::texture::Role;
//!
//! let mut surface = Surface::new(Description::new(SurfaceKind::D1, Format::R8Uint, [4, 1, 1]))?;
//! surface.bytes_mut().copy_from_slice(&[10, 20, 30, 40]);
//! let mut parameters = Parameters::new();
//! if let Some(u) = parameters.words_mut(Role::U) {
//!     u[..5].copy_from_slice(&[0, 1, 2, 3, 4]);
//! }
//! let request = Request {
//!     operation: Operation::Load,
//!     lod: LodSource::Explicit,
//!     compare: false,
//!     lanes: 0b1_1111,
//!     offset: [0; 3],
//!     channel: 0,
//!     parameters: &parameters,
//!     surface: &surface,
//!     sampler: None,
//!     precision: Precision::Exact,
//!     semantics: Semantics::default(),
//! };
//! let mut response = Response::new();
//! serve(&request, &mut response)?;
//! // The fifth lane reads outside of the surface.
//! assert_eq!(response.channels[0][..5], [10, 20, 30, 40, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod media;
mod reference;
mod simd;
#[cfg(test)]
mod tests;
mod types;

use texvisa_ir::paths::FastPath;

pub(crate) use reference::load::{typed_offset, typed_read};
pub use reference::{mcs, query};
pub use types::address::AddressMode;
pub use types::description::{
    BoundaryMode, Description, MAX_PALETTE_INDEX, MAX_QUILT, NullPage, Select, SurfaceError, SurfaceKind, View,
};
pub use types::format::{self, Channels, Format, Kind};
pub use types::request::{Elements, LodSource, MAX_LANES, Operation, Parameters, Precision, Request, Response};
pub use types::sampler::{Compare, Filter, MAX_ANISOTROPY, MipFilter, Reduction, Sampler};
pub use types::semantics::{Anisotropic, ChoiceError, Mcs16, Ret16, Semantics};
pub use types::surface::{MAX_SURFACE_BYTES, PlaneLayout, Surface, TexelPosition};
pub use types::unsupported::Unsupported;

/// How many bits of an offset count that is a parameter of an operation.
pub(crate) const fn offset_bits(operation: Operation) -> u32 {
    match operation {
        Operation::Gather => reference::gather::GATHER_OFFSET_BITS,
        _ => reference::sample::SAMPLE_OFFSET_BITS,
    }
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
    let served = if FastPath::Simd.is_on() { simd::serve(request, response) } else { 0 };
    if served != 0 && served == request.lanes {
        return Ok(());
    }
    reference::serve(&Request { lanes: request.lanes & !served, ..*request }, response)
}
