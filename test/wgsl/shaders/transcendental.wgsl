// Functions that no two implementations compute to the same bit.
// groups: 1 1 1
// range: 0.0625 4
// tolerance: 64 0.0005 WGSL, 15.7.4: sin and cos are right to 2^-11, exp to 3 + 2 |x| units
@group(0) @binding(0) var<storage, read> numbers: array<vec4f, 64>;
@group(0) @binding(1) var<storage, read_write> result: array<array<vec4f, 8>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let v = numbers[index];
    result[index][0] = sin(v);
    result[index][1] = cos(v);
    result[index][2] = exp(v) - exp2(-v);
    result[index][3] = log(v) + log2(v);
    result[index][4] = pow(v, vec4f(1.5, 0.25, -1.0, 2.0));
    result[index][5] = sqrt(v) + inverseSqrt(v);
    result[index][6] = tanh(v) + sinh(v * 0.5) + cosh(v * 0.5);
    result[index][7] = tan(v * 0.25) + radians(v) + degrees(v);
}
