//! What lavapipe makes of a shader.

use std::sync::OnceLock;

use naga::back::spv;
use naga::valid::ModuleInfo;
use texvisa::emulator::unit::{AddressMode, Filter, MipFilter, Sampler, Surface};
use texvisa_vulkan as vulkan;
use texvisa_vulkan::{Device, Image, ProgramBinding, ProgramResource, ProgramStage, Swizzle};

use crate::fragment::OUTPUTS;
use crate::inputs::Input;
use crate::reflection::{TextureShape, Wanted, WantedVariable};

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

/// A shader as SPIR-V, by naga's own back end.
pub fn spirv(module: &naga::Module, info: &ModuleInfo) -> Result<Vec<u32>, String> {
    let options = spv::Options { lang_version: (1, 3), ..spv::Options::default() };
    let (module, info) = naga::back::pipeline_constants::process_overrides(
        module,
        info,
        None,
        &naga::back::PipelineConstants::default(),
    )
    .map_err(|error| format!("naga evaluates no overrides: {error}"))?;
    spv::write_vec(&module, &info, &options, None).map_err(|error| format!("naga writes no SPIR-V: {error}"))
}

fn sampler(sampler: &Sampler, compares: bool) -> vulkan::Sampler {
    let filter = |filter| if filter == Filter::Linear { vulkan::Filter::Linear } else { vulkan::Filter::Nearest };
    vulkan::Sampler {
        address: sampler.address.map(|mode| match mode {
            AddressMode::Wrap => vulkan::Address::Repeat,
            AddressMode::Mirror => vulkan::Address::MirroredRepeat,
            _ => vulkan::Address::ClampToEdge,
        }),
        min: filter(sampler.min),
        mag: filter(sampler.mag),
        mip: if sampler.mip == MipFilter::Linear { vulkan::Filter::Linear } else { vulkan::Filter::Nearest },
        compare: compares.then_some(vulkan::Compare::LessOrEqual),
        ..vulkan::Sampler::default()
    }
}

/// What is run: a compute shader, or a fragment shader behind the vertex shader that its inputs come from.
pub enum Run<'a> {
    Compute { code: &'a [u32], entry: &'a str, groups: [u32; 3] },
    Draw { vertex: ProgramStage<'a>, fragment: ProgramStage<'a> },
}

fn image(shape: &TextureShape, surface: &Surface) -> Image {
    let description = surface.description();
    Image {
        shape: shape.shape,
        format: shape.theirs,
        size: [description.width, description.height, description.depth],
        layers: description.layers,
        levels: description.levels,
        samples: description.samples,
        swizzle: [Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::A],
        bytes: surface.bytes().to_vec(),
    }
}

/// What each buffer and texture has after the run; what a shader cannot write has what it had.
pub fn outputs(
    device: &Device,
    run: &Run<'_>,
    variables: &[WantedVariable],
    inputs: &[Input],
) -> Result<Vec<Vec<u8>>, String> {
    let (mut bindings, mut targets) = (Vec::new(), Vec::new());
    for (variable, input) in variables.iter().zip(inputs) {
        let resource = match (&variable.what, input) {
            (Wanted::Buffer { is_uniform: true, .. }, Input::Buffer(bytes)) => ProgramResource::Uniform(bytes.clone()),
            (Wanted::Buffer { .. }, Input::Buffer(bytes)) => ProgramResource::Storage(bytes.clone()),
            (Wanted::Texture { shape, .. }, Input::Texture(surface)) if variable.group == OUTPUTS => {
                targets.push(image(shape, surface));
                continue;
            }
            (Wanted::Texture { shape, is_storage }, Input::Texture(surface)) => {
                let image = image(shape, surface);
                if *is_storage { ProgramResource::StorageImage(image) } else { ProgramResource::Sampled(image) }
            }
            (Wanted::Sampler { compares }, Input::Sampler(state)) => {
                ProgramResource::Sampler(sampler(state, *compares))
            }
            _ => return Err(format!("`{}` is given what it is not", variable.name)),
        };
        bindings.push(ProgramBinding { group: variable.group, binding: variable.binding, resource });
    }
    let ran = match run {
        Run::Compute { code, entry, groups } => device.run_program(code, entry, &mut bindings, *groups),
        Run::Draw { vertex, fragment } => device.draw(*vertex, *fragment, &mut bindings, &mut targets),
    };
    ran.map_err(|error| format!("lavapipe: {error}"))?;
    let bound = bindings.into_iter().map(|binding| match binding.resource {
        ProgramResource::Uniform(bytes) | ProgramResource::Storage(bytes) => bytes,
        ProgramResource::Sampled(image) | ProgramResource::StorageImage(image) => image.bytes,
        ProgramResource::Sampler(_) => Vec::new(),
    });
    // Outputs are behind all other variables.
    Ok(bound.chain(targets.into_iter().map(|target| target.bytes)).collect())
}
