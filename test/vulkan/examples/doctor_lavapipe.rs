//! Says whether lavapipe works on this machine: finds it, fetches one texel, and looks at the result.

use std::error::Error;

use texvisa_vulkan::{Device, Format, Image, Operation, Point, Question, Sampler, Shape, Swizzle};

fn main() -> Result<(), Box<dyn Error>> {
    texvisa_vulkan::process::with_variables(&[]);
    let device = Device::find("llvmpipe")?;
    let image = Image {
        shape: Shape::D2,
        format: Format::Rgba8Uint,
        size: [1; 3],
        layers: 1,
        levels: 1,
        samples: 1,
        swizzle: [Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::A],
        bytes: vec![1, 2, 3, 4],
    };
    let question = Question { operation: Operation::Fetch, offset: [0; 3], has_offsets: false };
    let texels = device.ask(&image, &Sampler::default(), &question, &[Point::default()])?;
    if texels != [[1, 2, 3, 4]] {
        return Err(format!("{}: the texel 1, 2, 3, 4 was fetched as {texels:?}", device.title).into());
    }
    println!("{}: fetched a texel", device.title);
    Ok(())
}
