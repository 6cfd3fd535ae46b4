// What is stored in a texture is rounded to its format.
// range: -0.5 1.5
// tolerance: 1 0 lavapipe rounds halves of fixed-point numbers up
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var unsigned_: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(2) var signed_: texture_storage_2d<rgba8snorm, write>;
@group(0) @binding(3) var wide: texture_storage_2d<rgba32float, write>;
@group(0) @binding(4) var one: texture_storage_2d<r32float, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let texel = textureLoad(source, id.xy, 0);
    textureStore(unsigned_, id.xy, texel);
    textureStore(signed_, id.yx, texel);
    textureStore(wide, id.xy, texel * 3.0);
    textureStore(one, id.xy, texel.bgra);
}
