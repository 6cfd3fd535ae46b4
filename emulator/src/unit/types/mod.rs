//! What the texture unit works on: formats, surfaces, samplers, requests and responses.

pub(super) mod address;
mod block;
pub(super) mod description;
pub mod format;
pub(super) mod numeric;
pub(super) mod request;
pub(super) mod sampler;
pub(super) mod semantics;
pub(super) mod surface;
pub(super) mod unsupported;
