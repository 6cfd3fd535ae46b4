// A volume.
// tolerance: 4 0.0001 filters: 1/65536 of the range of 4
@group(0) @binding(0) var source: texture_3d<f32>;
@group(0) @binding(1) var smooth_: sampler;
@group(0) @binding(2) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let place = vec3f((vec2f(id.xy) + 0.75) / 16.0, f32(id.x) / 16.0);
    result[id.y * 16u + id.x] = textureSampleLevel(source, smooth_, place, 0.5);
}
