// Lengths, normals, reflections.
// groups: 1 1 1
// tolerance: 32 0.00001 sums and roots in another order
@group(0) @binding(0) var<storage, read> numbers: array<vec4f, 64>;
@group(0) @binding(1) var<storage, read_write> result: array<array<vec4f, 6>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let v = numbers[index];
    let n = normalize(v.wzyx + vec4f(0.01));
    result[index][0] = vec4f(length(v), distance(v, v.yzwx), dot(v, v.wzyx), length(v.x));
    result[index][1] = vec4f(cross(v.xyz, v.yzw), 1.0);
    result[index][2] = n;
    result[index][3] = reflect(v, n);
    result[index][4] = faceForward(v, n, v.yxwz);
    result[index][5] = refract(normalize(v + vec4f(0.01)), n, 0.75);
}
