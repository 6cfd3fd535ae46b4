// A depth is one number.
@group(0) @binding(0) var source: texture_depth_2d;
@group(0) @binding(1) var layers: texture_depth_2d_array;
@group(0) @binding(2) var<storage, read_write> result: array<vec2f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    result[id.y * 16u + id.x] = vec2f(textureLoad(source, id.xy, 0), textureLoad(layers, id.xy, id.y % 3u, 0));
}
