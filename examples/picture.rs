//! Makes the picture that the demo blurs: fine lines, edges and a border that a filter has to handle.

use image::{Rgba, RgbaImage};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("the file to write is missing")?;
    let picture = RgbaImage::from_fn(320, 200, |x, y| {
        let [u, v] = [f64::from(x) / 320.0, f64::from(y) / 200.0];
        let rings = (((u - 0.5).powi(2) * 2.56 + (v - 0.5).powi(2)).sqrt() * 90.0).sin() > 0.0;
        let checks = (x / 20 + y / 20) % 2 == 0;
        let level = |on: bool| if on { 230 } else { 25 };
        Rgba([level(rings), level(checks), (255.0 * u) as u8, 255])
    });
    picture.save(path)?;
    Ok(())
}
