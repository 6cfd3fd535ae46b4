// A texture that is read and written.
@group(0) @binding(0) var both: texture_storage_2d<r32float, read_write>;
@group(0) @binding(1) var counts: texture_storage_2d<r32uint, read_write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let before = textureLoad(both, id.xy);
    textureStore(both, id.xy, before * 0.5 + 1.0);
    textureStore(counts, id.xy, textureLoad(counts, id.xy) ^ vec4u(id.x));
}
