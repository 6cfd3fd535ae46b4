//! The images that programs are run on. They are small, and their sizes are multiples of nothing.

use texvisa_opencl::{Image, Texel};

/// Width and height of every picture.
pub const WIDTH: u32 = 37;
/// See [`WIDTH`].
pub const HEIGHT: u32 = 23;

/// An image of that size, of a value a channel: fractions for unsigned bytes, integers as they are, floats as they are.
fn made(texel: Texel, size: (u32, u32, Option<u32>), mut value: impl FnMut([u32; 3], u32) -> f32) -> Image {
    let mut bytes = Vec::new();
    for z in 0..size.2.unwrap_or(1) {
        for y in 0..size.1 {
            for x in 0..size.0 {
                for channel in 0..texel.channels() as u32 {
                    let value = value([x, y, z], channel);
                    match texel {
                        Texel::Unorm8 => bytes.push((value.clamp(0.0, 1.0) * 255.0).round() as u8),
                        Texel::Uint8 | Texel::RUint8 => bytes.push(value as u8),
                        Texel::Uint16 => bytes.extend((value as u16).to_le_bytes()),
                        Texel::Float | Texel::RFloat => bytes.extend(value.to_le_bytes()),
                    }
                }
            }
        }
    }
    Image { texel, size, bytes }
}

/// Noise: fractions; of integers every value that the texel has; of floats also what is below 0 and above 1.
pub fn random(texel: Texel, size: (u32, u32, Option<u32>), seed: u64) -> Image {
    let mut random = fastrand::Rng::with_seed(seed);
    made(texel, size, |_, _| match texel {
        Texel::Unorm8 => random.f32(),
        Texel::Uint8 | Texel::RUint8 => f32::from(random.u8(..)),
        Texel::Uint16 => f32::from(random.u16(..)),
        Texel::Float | Texel::RFloat => random.f32() * 1.5 - 0.25,
    })
}

/// What photographs have: a sky that brightens, a horizon, a round body with a sharp edge and a soft shadow, fine
/// lines, and the noise of a sensor. It is opaque but for a corner that fades out, and its colours are premultiplied.
pub fn scene(texel: Texel) -> Image {
    let mut random = fastrand::Rng::with_seed(7);
    let scale = match texel {
        Texel::Unorm8 | Texel::Float | Texel::RFloat => 1.0,
        Texel::Uint8 | Texel::RUint8 => 255.0,
        Texel::Uint16 => 65535.0,
    };
    made(texel, (WIDTH, HEIGHT, None), |[x, y, _], channel| {
        let [u, v] = [(x as f32 + 0.5) / WIDTH as f32, (y as f32 + 0.5) / HEIGHT as f32];
        let alpha = (4.0 * (u + v)).min(1.0);
        if channel == 3 {
            return scale * alpha;
        }
        let sky = [0.3, 0.5, 0.9][channel as usize] + 0.3 * v;
        let ground = if (x / 2 + y) % 3 == 0 { 0.15 } else { 0.45 };
        let distance = ((u - 0.6).powi(2) * 2.5 + (v - 0.5).powi(2)).sqrt();
        let shade = (distance * 3.0).min(1.0);
        let body = [0.9, 0.4, 0.1][channel as usize] * (1.0 - distance);
        let light = match () {
            () if distance < 0.25 => body,
            () if v > 0.7 => ground * shade,
            () => sky * shade,
        };
        scale * alpha * (light + 0.04 * (random.f32() - 0.5)).clamp(0.0, 1.0)
    })
}

/// A mask: black and white in blobs, one texel of each kind among the other.
pub fn mask() -> Image {
    made(Texel::Unorm8, (WIDTH, HEIGHT, None), |[x, y, _], _| f32::from((x / 5 + y / 4) % 3 != 0 || x % 7 == y % 7))
}

/// A table that grades colours: a curve a channel, some of the others mixed in.
pub fn table(texel: Texel, size: (u32, u32, u32)) -> Image {
    let last = [size.0, size.1, size.2].map(|size| (size - 1).max(1) as f32);
    made(texel, (size.0, size.1, Some(size.2)), |place, channel| {
        let at = [0, 1, 2].map(|axis| place[axis] as f32 / last[axis]);
        match channel {
            0 => at[0].sqrt() * 0.9 + 0.1 * at[2],
            1 => at[1] * at[1] * 0.8 + 0.2 * at[0],
            2 => (1.0 - at[2]) * 0.3 + 0.7 * at[1],
            _ => 1.0,
        }
    })
}

/// An image of that size for a result, full of what no program writes.
pub fn result(texel: Texel, width: u32, height: u32) -> Image {
    let bytes = vec![0xcd; width as usize * height as usize * texel.bytes()];
    Image { texel, size: (width, height, None), bytes }
}
