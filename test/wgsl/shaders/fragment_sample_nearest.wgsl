// The level that is nearest, and the texel that is.
// size: 32 32 1
// sampler nearest_: nearest repeat
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var nearest_: sampler;

@fragment
fn shade(@location(0) uv: vec2f) -> @location(0) vec4f {
    return textureSample(picture, nearest_, uv * 0.3) + textureSample(picture, nearest_, uv * 1.1)
        + textureSampleBias(picture, nearest_, uv * 0.77, 1.2);
}
