//! Requests that the texture unit refuses.

use super::description::SurfaceKind;
use super::format::Format;
use super::request::Operation;

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
