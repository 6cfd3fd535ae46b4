// Textures and samplers that are passed to functions.
// tolerance: 4 0.0002 filters: 1/65536 of the range of 4, twice
@group(0) @binding(0) var first: texture_2d<f32>;
@group(0) @binding(1) var second: texture_2d<f32>;
@group(0) @binding(2) var smooth_: sampler;
@group(0) @binding(3) var<storage, read_write> result: array<vec4f, 256>;

fn read(source: texture_2d<f32>, how: sampler, place: vec2f) -> vec4f {
    return textureSampleLevel(source, how, place, 0.0);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let place = (vec2f(id.xy) + 0.75) / 16.0;
    result[id.y * 16u + id.x] = read(first, smooth_, place) - read(second, smooth_, place.yx);
}
