// A texel becomes a texel.
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var result: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    textureStore(result, id.xy, textureLoad(source, id.xy, 0).bgra);
}
