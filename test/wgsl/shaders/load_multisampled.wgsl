// The mean of all samples of a pixel; the MCS value is fetched for the loads.
// tolerance: 2 0 lavapipe adds in another order
@group(0) @binding(0) var source: texture_multisampled_2d<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    var sum = vec4f();
    let count = textureNumSamples(source);
    for (var sample = 0u; sample < count; sample++) {
        sum += textureLoad(source, id.xy, sample);
    }
    result[id.y * 16u + id.x] = sum / f32(count);
}
