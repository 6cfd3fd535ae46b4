// Functions that are exact.
// not from SPIR-V: Special type is not registered
// groups: 1 1 1
// range: -4 4
@group(0) @binding(0) var<storage, read> numbers: array<vec4f, 64>;
@group(0) @binding(1) var<storage, read_write> result: array<array<vec4f, 8>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let v = numbers[index];
    result[index][0] = abs(v) + floor(v) * ceil(-v);
    result[index][1] = round(v) - trunc(v) + sign(v);
    result[index][2] = min(v, v.yzwx) + max(v, vec4f(0.5));
    result[index][3] = clamp(v, vec4f(-1.0), vec4f(1.0)) + saturate(v) + fract(v);
    result[index][4] = step(v, v.wxyz) + select(v, -v, v > v.yxwz);
    let parts = modf(v);
    result[index][5] = parts.fract + 8.0 * parts.whole;
    let digits = frexp(v);
    result[index][6] = digits.fract + vec4f(digits.exp);
    result[index][7] = ldexp(v, vec4i(3, -2, 0, 10));
}
