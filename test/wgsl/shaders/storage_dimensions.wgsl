// Storage textures of one dimension and of two numbers a texel.
// groups: 1 1 1
// size: 64 4 1
@group(0) @binding(0) var row: texture_storage_1d<rgba32float, write>;
@group(0) @binding(1) var pairs: texture_storage_2d<rg32float, write>;
@group(0) @binding(2) var words: texture_storage_2d<rg32uint, write>;
@group(0) @binding(3) var bytes: texture_storage_2d<rgba8uint, write>;
@group(0) @binding(4) var small: texture_storage_2d<rgba8sint, write>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let at = vec2u(index, index & 3u);
    textureStore(row, index, vec4f(f32(index), 0.5, -1.0, 1e9));
    textureStore(pairs, at, vec4f(vec2f(at), 3.0, 4.0));
    textureStore(words, at, vec4u(at * 77777u, 3u, 4u));
    textureStore(bytes, at, vec4u(index, 255u, 7u, 200u));
    textureStore(small, at, vec4i(i32(index) - 32, -128, 127, 0));
}
