// The same texture through two samplers, and a level that is clamped to those that there are.
// tolerance: 4 0.0001 filters: 1/65536 of the range of 4
// sampler sharp: nearest repeat
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var smooth_: sampler;
@group(0) @binding(2) var sharp: sampler;
@group(0) @binding(3) var<storage, read_write> result: array<array<vec4f, 2>, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let place = (vec2f(id.xy) * 1.5 + 0.3) / 16.0;
    result[id.y * 16u + id.x][0] = textureSampleLevel(source, smooth_, place, 9.0);
    result[id.y * 16u + id.x][1] = textureSampleLevel(source, sharp, place, f32(id.x) / 4.0 + 0.1);
}
