// Four comparisons.
@group(0) @binding(0) var source: texture_depth_2d;
@group(0) @binding(1) var compared: sampler_comparison;
@group(0) @binding(2) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let place = (vec2f(id.xy) + 0.25) / 16.0;
    result[id.y * 16u + id.x] = textureGatherCompare(source, compared, place, f32(id.y) / 15.0);
}
