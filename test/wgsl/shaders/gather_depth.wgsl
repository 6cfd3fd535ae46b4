// Gathers of depths, of a layer and with an offset.
// not from SPIR-V: Invalid scalar
@group(0) @binding(0) var plane: texture_depth_2d;
@group(0) @binding(1) var layers: texture_depth_2d_array;
@group(0) @binding(2) var plain: sampler;
@group(0) @binding(3) var compared: sampler_comparison;
@group(0) @binding(4) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let place = (vec2f(id.xy) + 0.25) / 16.0;
    result[id.y * 16u + id.x] = textureGather(plane, plain, place, vec2i(1, -2))
        + textureGather(layers, plain, place, id.x % 3u)
        + textureGatherCompare(layers, compared, place, id.y % 3u, 0.25);
}
