// A row that is filtered.
// groups: 1 1 1
// size: 32 1 1
// tolerance: 4 0.0001 filters: 1/65536 of the range of 4
@group(0) @binding(0) var source: texture_1d<f32>;
@group(0) @binding(1) var smooth_: sampler;
@group(0) @binding(2) var<storage, read_write> result: array<vec4f, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    result[index] = textureSampleLevel(source, smooth_, f32(index) / 50.0, 0.0);
}
