// Overrides with values of their own, one for the size of the group.
override WIDTH: u32 = 32;
override SCALE: f32 = 1.5 * 2.0;
override COUNT: u32 = WIDTH * 2u;
@group(0) @binding(0) var<storage, read_write> numbers: array<f32, 128>;

@compute @workgroup_size(WIDTH)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if id.y == 0u && id.x < COUNT { numbers[id.x] = numbers[id.x] * SCALE + f32(COUNT); }
}
