// Half floats in buffers and arithmetic.
// groups: 1 1 1
enable f16;
struct Pair { a: vec4h, b: f16, c: vec3h }
@group(0) @binding(0) var<storage, read_write> pairs: array<Pair, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let pair = pairs[index];
    pairs[index].a = pair.a * pair.b + vec4h(pair.c, 1.0h);
    pairs[index].b = max(pair.b, f16(f32(pair.a.x) * 0.5));
    pairs[index].c.y = select(pair.c.x, floor(pair.c.z), pair.a.w > 0.5h);
}
