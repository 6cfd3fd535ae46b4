// Levels of detail from the quad: of magnified and of minified textures, with a bias.
// size: 32 32 1
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var smooth_: sampler;

@fragment
fn shade(@location(0) uv: vec2f) -> @location(0) vec4f {
    return textureSample(picture, smooth_, uv * 0.25) + textureSample(picture, smooth_, uv)
        + textureSample(picture, smooth_, uv.yx * vec2f(0.5, 1.0)) + textureSampleBias(picture, smooth_, uv, -1.0);
}
