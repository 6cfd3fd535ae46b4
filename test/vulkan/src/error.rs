//! What can go wrong.

use crate::format::Format;
use crate::image::{ImageError, Shape};
use crate::sampler::Sampler;
use crate::shader::Operation;

/// Why there is no device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Absent {
    /// No library of Vulkan, or one that starts no driver.
    #[error("there is no Vulkan: {0}")]
    Vulkan(String),
    /// Other drivers, if any.
    #[error("no Vulkan driver is called `{wanted}`; there are: {}", if .known.is_empty() { "none".to_owned() } else { .known.join(", ") })]
    Driver {
        /// What was looked for.
        wanted: String,
        /// What is there.
        known: Vec<String>,
    },
    /// A device that does less than is needed.
    #[error("{title}: {what}")]
    Device {
        /// The driver and its version.
        title: String,
        /// What is wrong.
        what: String,
    },
}

/// Why nothing was answered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RunError {
    /// An image that cannot be.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// An image that the device does not have.
    #[error("the device has no image {shape:?} of {} with {samples} samples{}", format.name(), if *.filtered { " and a linear filter" } else { "" })]
    Unsupported {
        /// Its shape.
        shape: Shape,
        /// Its format.
        format: Format,
        /// Its samples.
        samples: u32,
        /// Whether a linear filter was asked for.
        filtered: bool,
    },
    /// A sampler that Vulkan does not allow, or not with this operation.
    #[error("{what}: {sampler:?}")]
    Sampler {
        /// What is not allowed.
        what: &'static str,
        /// What was given.
        sampler: Box<Sampler>,
    },
    /// An operation that has no meaning on such an image.
    #[error("{operation:?} with offset {offset:?} has no meaning on an image {shape:?} of {} with {samples} samples", format.name())]
    Operation {
        /// What was asked.
        operation: Operation,
        /// With which offset.
        offset: [i32; 3],
        /// The shape of the image.
        shape: Shape,
        /// Its format.
        format: Format,
        /// Its samples.
        samples: u32,
    },
    /// A number of invocations that is not possible.
    #[error("{given} invocations; 1 to {most} are possible")]
    Invocations {
        /// How many were asked for.
        given: usize,
        /// The most.
        most: usize,
    },
    /// The shader could not be built, which is a defect here.
    #[error("the shader cannot be built: {0}")]
    Shader(String),
    /// A call failed.
    #[error("{call}: {error}")]
    Call {
        /// What was called.
        call: &'static str,
        /// What it said.
        error: String,
    },
}
