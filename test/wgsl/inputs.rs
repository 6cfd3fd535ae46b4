//! What shaders start with: buffers and textures that a seed fills.

use fastrand::Rng;
use half::f16;
use naga::ScalarKind;
use texvisa::emulator::unit::format::Numeric;
use texvisa::emulator::unit::{
    AddressMode, Compare, Description, Filter, Format, MipFilter, Sampler, Surface, SurfaceKind,
};

use crate::directives::{AddressWord, Directives};
use crate::reflection::{Number, TextureShape, Wanted, WantedVariable};

/// What a variable starts with.
#[derive(Clone, Debug)]
pub enum Input {
    Buffer(Vec<u8>),
    Texture(Box<Surface>),
    Sampler(Sampler),
}

/// What each variable starts with.
pub fn inputs(variables: &[WantedVariable], directives: &Directives, seed: u64) -> Result<Vec<Input>, String> {
    let mut rng = Rng::with_seed(seed);
    let input = |variable: &WantedVariable| match &variable.what {
        Wanted::Buffer { bytes, numbers, .. } => Ok(Input::Buffer(buffer(*bytes, numbers, directives, &mut rng))),
        Wanted::Texture { shape, is_storage } => {
            surface(shape, *is_storage, directives, &mut rng).map(|surface| Input::Texture(Box::new(surface)))
        }
        Wanted::Sampler { compares } => Ok(Input::Sampler(sampler(&variable.name, *compares, directives))),
    };
    variables.iter().map(input).collect()
}

/// A number with few digits, so that sums of several are exact.
fn float(directives: &Directives, rng: &mut Rng) -> f32 {
    let [least, most] = directives.range;
    let steps = ((most - least) * 64.0) as u32;
    least + rng.u32(..=steps) as f32 / 64.0
}

fn buffer(bytes: usize, numbers: &[Number], directives: &Directives, rng: &mut Rng) -> Vec<u8> {
    let mut memory = vec![0; bytes];
    for number in numbers {
        let bits: u64 = match (number.kind, number.bytes) {
            (ScalarKind::Float, 2) => f16::from_f32(float(directives, rng)).to_bits().into(),
            (ScalarKind::Float, _) => float(directives, rng).to_bits().into(),
            _ => match directives.integers {
                Some([least, most]) => rng.i64(least..=most) as u64,
                None => rng.u64(..),
            },
        };
        memory[number.offset..number.offset + number.bytes].copy_from_slice(&bits.to_le_bytes()[..number.bytes]);
    }
    memory
}

/// Layers of arrays, and samples of a pixel.
const LAYERS: u32 = 3;
const SAMPLES: u32 = 4;

fn surface(shape: &TextureShape, is_storage: bool, directives: &Directives, rng: &mut Rng) -> Result<Surface, String> {
    let [width, height, depth] = directives.size;
    let size = match shape.kind {
        SurfaceKind::D1 | SurfaceKind::D1Array => [width, 1, 1],
        SurfaceKind::D3 => [width, height, depth],
        SurfaceKind::Cube | SurfaceKind::CubeArray => [width, width, 1],
        _ => [width, height, 1],
    };
    let mut description = Description::new(shape.kind, shape.ours, size);
    description.layers = match shape.kind {
        SurfaceKind::D1Array | SurfaceKind::D2Array => LAYERS,
        SurfaceKind::Cube => 6,
        SurfaceKind::CubeArray => 12,
        _ => 1,
    };
    let largest = size.into_iter().max().unwrap_or(1);
    description.levels = if is_storage || shape.is_multisampled { 1 } else { (32 - largest.leading_zeros()).min(3) };
    description.samples = if shape.is_multisampled { SAMPLES } else { 1 };
    let mut surface = Surface::new(description).map_err(|error| error.to_string())?;
    fill(shape.ours, surface.bytes_mut(), directives, rng);
    Ok(surface)
}

fn fill(format: Format, bytes: &mut [u8], directives: &Directives, rng: &mut Rng) {
    let is_depth = format == Format::D32Float;
    match (format.numeric(), format) {
        (Numeric::Float, Format::Rgba16Float) => bytes.chunks_exact_mut(2).for_each(|half| {
            half.copy_from_slice(&f16::from_f32(float(directives, rng)).to_bits().to_le_bytes());
        }),
        (Numeric::Float, _) => bytes.chunks_exact_mut(4).for_each(|word| {
            let value = if is_depth { rng.u32(..=64) as f32 / 64.0 } else { float(directives, rng) };
            word.copy_from_slice(&value.to_bits().to_le_bytes());
        }),
        _ => rng.fill(bytes),
    }
}

fn sampler(name: &str, compares: bool, directives: &Directives) -> Sampler {
    let (is_linear, address) = directives.sampler(name);
    let address = match address {
        AddressWord::Repeat => AddressMode::Wrap,
        AddressWord::Mirror => AddressMode::Mirror,
        AddressWord::Clamp => AddressMode::Clamp,
    };
    let filter = if is_linear { Filter::Linear } else { Filter::Nearest };
    Sampler {
        address: [address; 3],
        min: filter,
        mag: filter,
        mip: if is_linear { MipFilter::Linear } else { MipFilter::Nearest },
        compare: if compares { Compare::LessEqual } else { Compare::Never },
        ..Sampler::default()
    }
}
