// Functions that call functions, with pointers and early returns.
// tolerance: 4 0.00001 products in another order
@group(0) @binding(0) var<storage, read_write> numbers: array<vec4f, 256>;

fn square(x: f32) -> f32 { return x * x; }
fn length_of(v: vec4f) -> f32 { return sqrt(square(v.x) + square(v.y) + square(v.z) + square(v.w)); }
fn add_to(sum: ptr<function, vec4f>, index: i32) { (*sum)[index] += 1.5; }
fn clipped(v: vec4f) -> vec4f {
    if length_of(v) < 1.0 { return v; }
    for (var i = 0; i < 4; i++) { if v[i] > 1.5 { return vec4f(f32(i)); } }
    return v / length_of(v);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    var value = clipped(numbers[at]);
    add_to(&value, i32(at) & 3);
    add_to(&value, 2);
    numbers[at] = value;
}
