//! Requests that the texture unit refuses.

use super::description::SurfaceKind;
use super::format::Format;
use super::request::Operation;

/// A request that has no meaning, or none here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// An operation on a surface that it does not work on.
    #[error("{operation:?} does not work on a {} surface with {samples} samples; bind a surface of another kind", kind.name())]
    Surface {
        /// The operation.
        operation: Operation,
        /// The kind of surface.
        kind: SurfaceKind,
        /// Its samples.
        samples: u32,
    },
    /// A linear filter on integers (Vulkan: not a filterable format).
    #[error("{} holds integers, which only a nearest filter takes; bind a sampler with one, or another format", format.name())]
    FilteredIntegers {
        /// The format.
        format: Format,
    },
    /// A comparison with integers.
    #[error("{} holds integers, which are not compared; bind a surface of another format", format.name())]
    ComparedIntegers {
        /// The format.
        format: Format,
    },
    /// A message of the sampler on a format that only media blocks read.
    #[error("{operation:?} does not work on {}, which only media blocks read and write; bind a surface of another format", format.name())]
    Video {
        /// The operation.
        operation: Operation,
        /// The format.
        format: Format,
    },
    /// A media block of a surface that has none (MEDIA_LD, Surface: a 2D surface), or of a plane that it does not have.
    #[error(
        "there is no media block of plane {plane} of a {} surface of {} with {samples} samples; expected a plane of a 2D surface with one sample",
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
    #[error("{operation:?} without a sampler; expected one")]
    NoSampler {
        /// The operation.
        operation: Operation,
    },
}
