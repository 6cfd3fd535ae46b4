//! What lavapipe answers.

use std::sync::OnceLock;

use half::f16;
use texvisa::emulator::unit::{
    AddressMode, Compare, Description, Filter, MipFilter, Reduction, Sampler, Select, SurfaceKind,
};
use texvisa_vulkan as vulkan;
use texvisa_vulkan::{Device, Image, Shape, Swizzle};

use crate::formats;
use crate::state::{Operation, State};

/// The name of lavapipe's driver in Vulkan, which is that of what it is made from.
const DRIVER: &str = "llvmpipe";

/// Whether there is a lavapipe.
pub enum Presence {
    Here(Box<Device>),
    /// Why not.
    Absent(String),
}

/// Looks once.
pub fn presence() -> &'static Presence {
    static PRESENCE: OnceLock<Presence> = OnceLock::new();
    PRESENCE.get_or_init(|| match Device::find(DRIVER) {
        Ok(device) => Presence::Here(Box::new(device)),
        Err(absent) => Presence::Absent(format!("{absent} (Debian packages mesa-vulkan-drivers and libvulkan1)")),
    })
}

/// A surface without its texels.
fn image(description: &Description) -> Option<Image> {
    let shape = match description.kind {
        SurfaceKind::D1 => Shape::D1,
        SurfaceKind::D1Array => Shape::D1Array,
        SurfaceKind::D2 => Shape::D2,
        SurfaceKind::D2Array => Shape::D2Array,
        SurfaceKind::D3 => Shape::D3,
        SurfaceKind::Cube => Shape::Cube,
        SurfaceKind::CubeArray => Shape::CubeArray,
        SurfaceKind::Null | SurfaceKind::Buffer => return None,
    };
    let swizzle = description.select.map(|select| match select {
        Select::Zero => Swizzle::Zero,
        Select::One => Swizzle::One,
        Select::Channel(0) => Swizzle::R,
        Select::Channel(1) => Swizzle::G,
        Select::Channel(2) => Swizzle::B,
        Select::Channel(_) => Swizzle::A,
    });
    Some(Image {
        shape,
        format: formats::vulkan(description.format).ok()?,
        size: [description.width, description.height, description.depth],
        layers: description.layers,
        levels: description.levels,
        samples: description.samples,
        swizzle,
        bytes: Vec::new(),
    })
}

/// Whether the driver has such a surface, and with `filtered` a linear filter for it.
pub fn has(device: &Device, description: &Description, filtered: bool) -> bool {
    image(description).is_some_and(|image| device.has(&image, filtered))
}

/// A sampler, for the modes that Vulkan has.
fn sampler(state: &State) -> Option<vulkan::Sampler> {
    let Sampler { address, min, mag, mip, lod_bias, min_lod, border, unnormalized, seamless_cube, .. } = state.sampler;
    let mut modes = [vulkan::Address::Repeat; 3];
    for (theirs, ours) in modes.iter_mut().zip(address) {
        *theirs = match ours {
            AddressMode::Wrap => vulkan::Address::Repeat,
            AddressMode::Mirror => vulkan::Address::MirroredRepeat,
            AddressMode::Clamp => vulkan::Address::ClampToEdge,
            AddressMode::ClampBorder => vulkan::Address::ClampToBorder,
            AddressMode::MirrorOnce => vulkan::Address::MirrorClampToEdge,
            AddressMode::Cube | AddressMode::HalfBorder => return None,
        };
    }
    let filter = |filter| match filter {
        Filter::Nearest => Some(vulkan::Filter::Nearest),
        Filter::Linear => Some(vulkan::Filter::Linear),
        // lavapipe weighs the texels of an ellipse instead, by the coordinates of neighbouring lanes.
        Filter::Anisotropic => None,
    };
    let max_lod = match mip {
        _ if unnormalized => 0.0,
        // As Vulkan itself advises where there is no such filter (VkSamplerCreateInfo).
        MipFilter::None => 0.25,
        _ => state.sampler.max_lod,
    };
    Some(vulkan::Sampler {
        address: modes,
        min: filter(min)?,
        mag: filter(mag)?,
        mip: if mip == MipFilter::Linear { vulkan::Filter::Linear } else { vulkan::Filter::Nearest },
        lod_bias,
        min_lod: if unnormalized { 0.0 } else { min_lod },
        max_lod,
        compare: state.operation.is_compared().then_some(match state.sampler.compare {
            Compare::Never => vulkan::Compare::Never,
            Compare::Less => vulkan::Compare::Less,
            Compare::Equal => vulkan::Compare::Equal,
            Compare::LessEqual => vulkan::Compare::LessOrEqual,
            Compare::Greater => vulkan::Compare::Greater,
            Compare::NotEqual => vulkan::Compare::NotEqual,
            Compare::GreaterEqual => vulkan::Compare::GreaterOrEqual,
            Compare::Always => vulkan::Compare::Always,
        }),
        border,
        reduction: match state.sampler.reduction {
            Reduction::Average => vulkan::Reduction::WeightedAverage,
            Reduction::Minimum => vulkan::Reduction::Min,
            Reduction::Maximum => vulkan::Reduction::Max,
        },
        unnormalized,
        seamless_cube,
    })
}

/// The answer at each point.
pub fn answers(device: &Device, state: &State) -> Result<Vec<[u32; 4]>, String> {
    let nothing = || format!("Vulkan cannot say this: {}", state.title());
    let mut image = image(state.surface.description()).ok_or_else(nothing)?;
    image.bytes = state.surface.bytes().to_vec();
    let sampler = sampler(state).ok_or_else(nothing)?;
    let operation = match state.operation {
        Operation::Load => vulkan::Operation::Fetch,
        Operation::LoadSample => vulkan::Operation::FetchSample,
        Operation::Gather => vulkan::Operation::Gather(u32::from(state.channel)),
        Operation::GatherCompare => vulkan::Operation::GatherCompare,
        Operation::SampleLod => vulkan::Operation::SampleLod,
        Operation::SampleGrad => vulkan::Operation::SampleGrad,
        Operation::SampleCompare => vulkan::Operation::SampleCompareLod,
        Operation::Size => vulkan::Operation::Size,
        Operation::Samples => vulkan::Operation::Samples,
    };
    let question = vulkan::Question { operation, offset: state.offset.map(i32::from), has_offsets: state.has_offsets };
    let axes = image.shape.axes();
    let points: Vec<vulkan::Point> = state
        .points
        .iter()
        .map(|point| {
            let mut coordinates = [0; 4];
            coordinates[..axes].copy_from_slice(&point.place[..axes]);
            if image.shape.is_array() {
                coordinates[axes] = point.layer;
            }
            let level = if state.operation == Operation::LoadSample { point.sample } else { point.level };
            let offsets = point.offsets.map(|offset| offset as i32);
            vulkan::Point { coordinates, level, reference: point.reference, gradients: point.gradients, offsets }
        })
        .collect();
    let mut answers =
        device.ask(&image, &sampler, &question, &points).map_err(|error| format!("{error}: {}", state.title()))?;
    if state.is_half {
        // A message that returns halves rounds to them.
        let rounded = |bits: u32| f16::from_f32(f32::from_bits(bits)).to_f32().to_bits();
        answers.iter_mut().for_each(|answer| *answer = answer.map(rounded));
    }
    Ok(answers)
}
