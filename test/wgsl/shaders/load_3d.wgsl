// A slice of a volume for each group.
// groups: 2 2 4
@group(0) @binding(0) var source: texture_3d<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f, 1024>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    result[(id.z * 16u + id.y) * 16u + id.x] = textureLoad(source, id, 0);
}
