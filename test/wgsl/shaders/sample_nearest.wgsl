// The nearest texel, mirrored.
// sampler plain: nearest mirror
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var plain: sampler;
@group(0) @binding(2) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let place = (vec2f(id.xy) * 3.0 + 0.25) / 16.0;
    result[id.y * 16u + id.x] = textureSampleLevel(source, plain, place, 0.0);
}
