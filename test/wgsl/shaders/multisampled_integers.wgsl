// Samples of integers, each on its own.
@group(0) @binding(0) var source: texture_multisampled_2d<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4u, 1024>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    for (var sample = 0u; sample < 4u; sample++) {
        result[(id.y * 16u + id.x) * 4u + sample] = textureLoad(source, id.xy, sample);
    }
}
