// A tile of texels with its border, shared by a group.
// tolerance: 2 0 sums in another order
var<workgroup> tile: array<array<vec4f, 10>, 10>;
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) local: vec3u, @builtin(workgroup_id) group: vec3u,
        @builtin(local_invocation_index) index: u32, @builtin(global_invocation_id) id: vec3u) {
    for (var at = index; at < 100u; at += 64u) {
        let place = vec2u(at % 10u, at / 10u);
        tile[place.y][place.x] = textureLoad(source, vec2i(group.xy * 8u + place) - 1, 0);
    }
    workgroupBarrier();
    var sum = vec4f();
    for (var y = 0u; y < 3u; y++) {
        for (var x = 0u; x < 3u; x++) { sum += tile[local.y + y][local.x + x]; }
    }
    result[id.y * 16u + id.x] = sum / 9.0;
}
