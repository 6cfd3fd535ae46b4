// Angles from their sines, cosines and tangents.
// groups: 1 1 1
// range: -1 1
// tolerance: 64 0.001 lavapipe's acos and asin are right to 2^-11
@group(0) @binding(0) var<storage, read> numbers: array<vec4f, 64>;
@group(0) @binding(1) var<storage, read_write> result: array<array<vec4f, 6>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let v = numbers[index];
    result[index][0] = acos(v);
    result[index][1] = asin(v);
    result[index][2] = atan(v * 5.0);
    result[index][3] = atan2(v, v.yzwx + 0.01);
    result[index][4] = asinh(v) + acosh(abs(v) + 1.25);
    result[index][5] = atanh(v * 0.9);
}
