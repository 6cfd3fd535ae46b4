// Integers of 64 bits.
// groups: 1 1 1
@group(0) @binding(0) var<storage, read> words: array<vec2u, 64>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4u, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let a = u64(words[index].x) * u64(words[index].y);
    let b = (u64(words[index].x) << 7u) + a - u64(index);
    result[index] = vec4u(u32(a), u32(a >> 32u), u32(b), u32(b >> 32u));
}
