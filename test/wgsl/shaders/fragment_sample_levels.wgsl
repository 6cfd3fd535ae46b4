// Levels of detail between two, of footprints that are no power of two and that differ between quads.
// size: 32 32 1
// range: 0 1
// tolerance: 4 0.0626 lavapipe promises 4 bits of a level behind the point: 1/16 of the difference of two levels
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var smooth_: sampler;
struct Out { @location(0) a: vec4f, @location(1) b: vec4f, @location(2) c: vec4f, @location(3) d: vec4f }

@fragment
fn shade(@location(0) uv: vec2f, @location(2) slope: vec2f) -> Out {
    return Out(textureSample(picture, smooth_, uv * 0.3), textureSample(picture, smooth_, slope * 0.7),
        textureSample(picture, smooth_, uv * slope), textureSampleBias(picture, smooth_, uv * 0.9, -0.7));
}
