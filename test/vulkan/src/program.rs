//! Shaders that someone else made, and what they work on.

use crate::image::Image;
use crate::sampler::Sampler;

/// What a shader has at a group and a binding. What it may write is replaced by what it wrote.
#[derive(Clone, Debug, PartialEq)]
pub enum ProgramResource {
    /// A buffer that is only read.
    Uniform(Vec<u8>),
    /// A buffer.
    Storage(Vec<u8>),
    /// A texture.
    Sampled(Image),
    /// A texture that is read and written by coordinates, of one level and one sample.
    StorageImage(Image),
    /// A sampler.
    Sampler(Sampler),
}

/// A resource and where a shader finds it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramBinding {
    /// The descriptor set.
    pub group: u32,
    /// Its binding.
    pub binding: u32,
    /// What is there.
    pub resource: ProgramResource,
}

/// An entry point of a SPIR-V module.
#[derive(Clone, Copy, Debug)]
pub struct ProgramStage<'a> {
    /// The module.
    pub code: &'a [u32],
    /// The name of the entry point.
    pub entry: &'a str,
}

/// The largest number of a descriptor set. Every Vulkan device has as many (Vulkan, 'Required Limits').
pub const MAX_GROUP: u32 = 3;
