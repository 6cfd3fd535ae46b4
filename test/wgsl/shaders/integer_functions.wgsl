// Functions on the bits of integers.
// groups: 1 1 1
@group(0) @binding(0) var<storage, read> a: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4u, 256>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let x = a[index] >> (index & 31u);
    let s = bitcast<i32>(a[index]) >> (index & 31u);
    result[index] = vec4u(countOneBits(x), countLeadingZeros(x), countTrailingZeros(x), reverseBits(x));
    result[64u + index] = vec4u(firstLeadingBit(x), firstTrailingBit(x), u32(firstLeadingBit(s)), u32(abs(s)));
    result[128u + index] = vec4u(extractBits(x, index % 32u, index % 17u), u32(extractBits(s, index % 20u, 12u)),
        insertBits(x, 0x2au, index % 32u, 6u), u32(sign(s)));
    result[192u + index] = vec4u(min(x, 77u), max(x, 1000u), clamp(x, 5u, 500u), u32(clamp(s, -9, 9)));
}
