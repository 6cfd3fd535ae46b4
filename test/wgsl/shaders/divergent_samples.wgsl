// Samples and loads in branches that some lanes take.
// tolerance: 4 0.0001 filters: 1/65536 of the range of 4
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var smooth_: sampler;
@group(0) @binding(2) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    var texel = vec4f(-1.0);
    for (var i = 0u; i < (id.x & 3u); i++) {
        if ((id.y + i) & 1u) == 0u {
            texel = textureLoad(source, vec2u(id.x ^ i, id.y), 0);
        } else {
            texel += textureSampleLevel(source, smooth_, (vec2f(id.xy) + 0.75) / 16.0, f32(i));
        }
    }
    result[id.y * 16u + id.x] = texel;
}
