// Levels of volumes and of layers.
// size: 16 16 8
// range: 0 1
// tolerance: 4 0.0626 lavapipe promises 4 bits of a level behind the point: 1/16 of the difference of two levels
@group(0) @binding(0) var volume: texture_3d<f32>;
@group(0) @binding(1) var layers: texture_2d_array<f32>;
@group(0) @binding(2) var smooth_: sampler;
struct Out { @location(0) a: vec4f, @location(1) b: vec4f }

@fragment
fn shade(@location(0) uv: vec2f, @location(2) depth: f32, @location(1) @interpolate(flat) layer: u32) -> Out {
    return Out(textureSample(volume, smooth_, vec3f(uv, depth * 0.6)),
        textureSample(layers, smooth_, uv * 1.3, layer - 6u, vec2i(1, -2)));
}
