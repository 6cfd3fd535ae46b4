// Swizzles, splats and vectors that are built of parts.
// groups: 1 1 1
@group(0) @binding(0) var<storage, read> numbers: array<vec4i, 64>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4i, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let v = numbers[index];
    var w = vec4i(v.zx, v.yw.yx);
    w.y = v[index & 3u];
    let three = vec3i(w.xx, 7).zyx;
    result[index] = vec4i(three, w.w) + vec4i(v.r) - v.bgra.wzyx;
}
