//! Runs OpenCL kernels on images. It is what the tests of texvisa need of OpenCL and no more: a device by the name of
//! its platform, programs from source, arguments by place, images in and out.
//!
//! OpenCL is looked for when it is asked for. Where it is missing, nothing here fails to build, and [`Device::find`]
//! says why.

mod call;

pub use call::{Device, Program};

/// What an element of an image is: four channels, R first, or R alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Texel {
    /// Four bytes, each a fraction of 255.
    Unorm8,
    /// Four bytes, each an integer.
    Uint8,
    /// Four integers of 16 bits.
    Uint16,
    /// Four floats.
    Float,
    /// A byte, an integer.
    RUint8,
    /// A float.
    RFloat,
}

impl Texel {
    /// The bytes of an element.
    pub const fn bytes(self) -> usize {
        match self {
            Texel::RUint8 => 1,
            Texel::Unorm8 | Texel::Uint8 | Texel::RFloat => 4,
            Texel::Uint16 => 8,
            Texel::Float => 16,
        }
    }

    /// How many channels it has.
    pub const fn channels(self) -> usize {
        if matches!(self, Texel::RUint8 | Texel::RFloat) { 1 } else { 4 }
    }
}

/// An image in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// What its elements are.
    pub texel: Texel,
    /// Width, height, and the depth of an image in three dimensions.
    pub size: (u32, u32, Option<u32>),
    /// The elements, x fastest, nothing between them.
    pub bytes: Vec<u8>,
}

impl Image {
    /// How many elements it has by its size.
    pub fn elements(&self) -> usize {
        let (width, height, depth) = self.size;
        width as usize * height as usize * depth.unwrap_or(1) as usize
    }
}

/// The filter of a sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// The nearest element.
    Nearest,
    /// The weighted mean of two elements an axis.
    Linear,
}

/// What a sampler finds outside of the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// The image again.
    Repeat,
    /// The image again, every second time mirrored.
    MirroredRepeat,
    /// The element at the edge.
    ClampToEdge,
    /// The border colour.
    Clamp,
}

/// An argument of a kernel.
#[derive(Clone, Debug)]
pub enum Argument<'a> {
    /// An image that is read.
    Source(&'a Image),
    /// An image that is written, with what is in it before.
    Result(&'a Image),
    /// A sampler.
    Sampler {
        /// Its filter.
        filter: Filter,
        /// Its address mode.
        address: Address,
        /// Whether coordinates run from 0 to 1.
        normalized: bool,
    },
    /// A value: 1, 2, 4, 8 or 16 elements of 32 bits, or a structure of 6.
    Words(&'a [u32]),
    /// A buffer, with what is in it before. Its bytes are returned.
    Buffer(&'a [u8]),
    /// So many bytes of local memory.
    Local(usize),
}

/// The work items of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// How many along x, y and z.
    pub items: [u32; 3],
    /// How many of them are a group; where that is not said, OpenCL chooses.
    pub group: Option<[u32; 3]>,
}

/// Why there is no device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Absent {
    /// No library of OpenCL, or one that knows no platform.
    #[error("there is no OpenCL: {0}")]
    OpenCl(String),
    /// Other platforms, if any.
    #[error("no OpenCL platform is called `{wanted}`; there are: {}", if .known.is_empty() { "none".to_owned() } else { .known.join(", ") })]
    Platform {
        /// What was looked for.
        wanted: String,
        /// What is there.
        known: Vec<String>,
    },
    /// A platform without a device that is one and takes images.
    #[error("platform `{platform}`: {what}")]
    Device {
        /// The platform.
        platform: String,
        /// What is wrong.
        what: String,
    },
}

/// Why a kernel was not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The program is not understood: what the compiler said.
    #[error("the program does not compile: {0}")]
    Build(String),
    /// A call failed.
    #[error("{call}: {error}")]
    Call {
        /// What was called.
        call: &'static str,
        /// What it said.
        error: String,
    },
    /// An image whose bytes are not those of its size.
    #[error("argument {index}: {given} bytes, where the image has {expected}")]
    Bytes {
        /// The number of the argument.
        index: usize,
        /// How many bytes came.
        given: usize,
        /// How many its size says.
        expected: usize,
    },
    /// A value that has no OpenCL type.
    #[error("argument {index}: {given} words, where a value has 1, 2, 4, 8 or 16, and a structure 6")]
    Words {
        /// The number of the argument.
        index: usize,
        /// How many words came.
        given: usize,
    },
    /// More or fewer arguments than the kernel has.
    #[error("{given} arguments, where kernel `{kernel}` has {expected}")]
    Arguments {
        /// The kernel.
        kernel: String,
        /// How many came.
        given: usize,
        /// How many it has.
        expected: usize,
    },
}
