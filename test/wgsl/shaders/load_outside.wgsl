// What is outside of a texture reads zero here, which WGSL allows.
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    result[id.y * 16u + id.x] = textureLoad(source, vec2i(id.xy) - 4, 0);
}
