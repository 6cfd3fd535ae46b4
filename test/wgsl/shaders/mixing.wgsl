// Interpolation.
// groups: 1 1 1
// tolerance: 8 0.000002 a mix has two forms of which WGSL allows both
@group(0) @binding(0) var<storage, read> numbers: array<vec4f, 64>;
@group(0) @binding(1) var<storage, read_write> result: array<array<vec4f, 3>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let v = numbers[index];
    result[index][0] = mix(v, v.yzwx, vec4f(0.25, 0.5, v.x, 1.0));
    result[index][1] = smoothstep(vec4f(-1.0), vec4f(1.5), v);
    result[index][2] = fma(v, v.wzyx, v.yxwz) + v % vec4f(0.75);
}
