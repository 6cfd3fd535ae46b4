// A comparison at the level that the quad says.
// size: 32 32 1
@group(0) @binding(0) var depths: texture_depth_2d;
@group(0) @binding(1) var compare: sampler_comparison;

@fragment
fn shade(@location(0) uv: vec2f, @location(2) reference: f32) -> @location(0) vec4f {
    let small = textureSampleCompare(depths, compare, uv, reference);
    let large = textureSampleCompare(depths, compare, uv * 0.25, reference);
    return vec4f(small, large, 0.0, 1.0);
}
