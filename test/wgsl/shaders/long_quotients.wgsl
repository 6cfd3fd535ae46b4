// Quotients of 64-bit integers of every length, and their conversions from and to floats, with those that do not fit.
// groups: 1 1 1
// range: -100 100
@group(0) @binding(0) var<storage, read> floats: array<f32, 64>;
@group(0) @binding(1) var<storage, read> words: array<vec4u, 64>;
@group(0) @binding(2) var<storage, read_write> result: array<vec4u, 256>;

fn halves(a: u64, b: u64) -> vec4u {
    return vec4u(u32(a), u32(a >> 32u), u32(b), u32(b >> 32u));
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let w = words[index];
    let a = (u64(w.x) << 32u) | u64(w.y);
    let b = ((u64(w.z) << 32u) | u64(w.w)) >> (w.x & 63u);
    let c = i64(b) - i64(a >> (w.z & 63u));
    result[index] = halves(a / b, a % b);
    result[64u + index] = halves(bitcast<u64>(bitcast<i64>(a) / c), bitcast<u64>(bitcast<i64>(a) % c));
    result[128u + index] = vec4u(bitcast<u32>(f32(a)), bitcast<u32>(f32(b)), bitcast<u32>(f32(c)), bitcast<u32>(f32(-c)));
    let f = floats[index] * f32(1u << (w.x & 31u)) * f32(1u << (w.y & 31u));
    result[192u + index] = halves(u64(f), bitcast<u64>(i64(f)));
}
