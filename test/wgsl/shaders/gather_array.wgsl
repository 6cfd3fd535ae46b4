// A gather of a layer.
@group(0) @binding(0) var source: texture_2d_array<f32>;
@group(0) @binding(1) var plain: sampler;
@group(0) @binding(2) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    result[id.y * 16u + id.x] = textureGather(0, source, plain, (vec2f(id.xy) + 0.25) / 16.0, id.x % 3u);
}
