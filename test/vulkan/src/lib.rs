//! Asks a Vulkan driver what texture operations return. It is what the tests of texvisa need of Vulkan and no more: a
//! device by the name of its driver, an image with its texels, a sampler, one operation at many points, and how fast
//! operations are. There is no display: everything is a compute shader, built here as SPIR-V or given by the caller, or one
//! triangle that is drawn to images by shaders of the caller.
//!
//! Vulkan is looked for when it is asked for. Where it is missing, nothing here fails to build, and [`Device::find`]
//! says why.

mod call;
mod error;
mod format;
mod image;
pub mod process;
mod program;
mod sampler;
mod shader;

pub use call::Device;
pub use error::{Absent, RunError};
pub use format::{Format, Texel};
pub use image::{Image, ImageError, MAX_SIZE, Shape, Swizzle};
pub use program::{MAX_GROUP, ProgramBinding, ProgramResource, ProgramStage};
pub use sampler::{Address, Compare, Filter, Reduction, Sampler};
pub use shader::{Access, OPERATIONS, Operation, Point, Question};
