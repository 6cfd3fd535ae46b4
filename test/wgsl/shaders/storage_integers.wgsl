// Integers are stored as they are.
@group(0) @binding(0) var source: texture_2d<u32>;
@group(0) @binding(1) var unsigned: texture_storage_2d<rgba32uint, write>;
@group(0) @binding(2) var signed: texture_storage_2d<rgba32sint, write>;
@group(0) @binding(3) var words: texture_storage_2d<rgba16uint, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let texel = textureLoad(source, id.xy, 0);
    textureStore(unsigned, id.xy, texel * 77777u);
    textureStore(signed, id.xy, -vec4i(texel));
    textureStore(words, id.xy, texel.wzyx);
}
