// Lanes that leave a loop at different times.
@group(0) @binding(0) var result: texture_storage_2d<r32uint, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let c = vec2i(id.xy) * 400 - vec2i(4500, 3200);
    var z = vec2i();
    var count = 0u;
    while count < 64u && abs(z.x) + abs(z.y) < 12000 {
        z = vec2i((z.x * z.x - z.y * z.y) / 2048, (2 * z.x * z.y) / 2048) + c;
        count++;
    }
    textureStore(result, id.xy, vec4u(count));
}
