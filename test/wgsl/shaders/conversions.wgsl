// Conversions between numbers, with those that do not fit, and of bits.
// groups: 1 1 1
// range: -100 100
@group(0) @binding(0) var<storage, read> floats: array<f32, 64>;
@group(0) @binding(1) var<storage, read> words: array<u32, 64>;
@group(0) @binding(2) var<storage, read_write> result: array<vec4u, 128>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let f = floats[index];
    let w = words[index];
    result[index] = vec4u(u32(f), bitcast<u32>(i32(f)), u32(f * 1e9), bitcast<u32>(i32(f * 1e9)));
    result[64u + index] = vec4u(bitcast<u32>(f32(w >> 8u)), bitcast<u32>(f32(bitcast<i32>(w) >> 8u)),
        u32(bool(w & 1u)), bitcast<u32>(f32(f > 0.0)) ^ bitcast<u32>(f));
}
