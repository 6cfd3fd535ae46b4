// A row of texels.
// groups: 1 1 1
// size: 64 1 1
@group(0) @binding(0) var source: texture_1d<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    result[index] = textureLoad(source, index, 0);
}
