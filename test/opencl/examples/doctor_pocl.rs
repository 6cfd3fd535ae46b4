//! Says whether pocl works on this machine: finds it, compiles a kernel, runs it on one pixel, and looks at the result.

use std::error::Error;

use texvisa_opencl::{Argument, Device, Image, Texel};

const SOURCE: &str =
    "kernel void paint(write_only image2d_t result) { write_imageui(result, (int2)(0, 0), (uint4)(1, 2, 3, 4)); }";

fn main() -> Result<(), Box<dyn Error>> {
    let device = Device::find("Portable Computing Language")?;
    let result = Image { texel: Texel::Uint8, size: (1, 1, None), bytes: vec![0; 4] };
    let images = device.build(SOURCE)?.run("paint", &[Argument::Result(&result)], [1, 1])?;
    match images.first() {
        Some(image) if image.bytes == [1, 2, 3, 4] => println!("{}: ran a kernel", device.title),
        other => return Err(format!("{}: a kernel that writes 1, 2, 3, 4 left {other:?}", device.title).into()),
    }
    Ok(())
}
