// Numbers packed into words, and words unpacked.
// not from SPIR-V: unsupported extension SPV_KHR_integer_dot_product
// groups: 1 1 1
// range: -1.5 1.5
// tolerance: 1 0 lavapipe multiplies by the rounded reciprocal of the largest code
@group(0) @binding(0) var<storage, read> numbers: array<vec4f, 64>;
@group(0) @binding(1) var<storage, read> words: array<u32, 64>;
@group(0) @binding(2) var<storage, read_write> packed: array<array<u32, 8>, 64>;
@group(0) @binding(3) var<storage, read_write> unpacked: array<array<vec4f, 4>, 64>;
@group(0) @binding(4) var<storage, read_write> integers: array<array<vec4i, 2>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let v = numbers[index];
    let i = vec4i(v * 200.0);
    packed[index][0] = pack4x8snorm(v);
    packed[index][1] = pack4x8unorm(v);
    packed[index][2] = pack2x16snorm(v.xy);
    packed[index][3] = pack2x16unorm(v.zw);
    packed[index][4] = pack2x16float(v.xy * 3.3);
    packed[index][5] = pack4xI8(i);
    packed[index][6] = pack4xU8Clamp(vec4u(abs(i)));
    packed[index][7] = u32(dot4I8Packed(words[index], packed[index][5]));
    unpacked[index][0] = unpack4x8snorm(words[index]);
    unpacked[index][1] = unpack4x8unorm(words[index]);
    unpacked[index][2] = vec4f(unpack2x16snorm(words[index]), unpack2x16unorm(words[index]));
    unpacked[index][3] = vec4f(unpack2x16float(words[index] & 0x3fff3fffu), 0.0, 1.0);
    integers[index][0] = unpack4xI8(words[index]);
    integers[index][1] = vec4i(unpack4xU8(words[index]));
}
