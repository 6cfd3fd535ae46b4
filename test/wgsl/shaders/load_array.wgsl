// The layer differs between lanes.
@group(0) @binding(0) var source: texture_2d_array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(16, 4)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if id.x >= 16u || id.y >= 16u { return; }
    result[id.y * 16u + id.x] = textureLoad(source, id.xy, id.x % 3u, 0);
}
