// Groups and bindings with gaps, in no order.
// tolerance: 4 0.0005 filters: 1/65536 of the range of 8
// sampler second: nearest repeat
// groups: 1 1 1
@group(2) @binding(5) var<storage, read_write> result: array<vec4f, 64>;
@group(1) @binding(7) var second: sampler;
@group(0) @binding(9) var<uniform> scale: vec4f;
@group(1) @binding(2) var source: texture_2d<f32>;
@group(0) @binding(1) var first: sampler;
@group(2) @binding(0) var<storage, read> shift: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let place = vec2f(f32(index) / 40.0, 0.37);
    let a = textureSampleLevel(source, first, place, 0.0);
    let b = textureSampleLevel(source, second, place, 0.0);
    result[index] = (a - b) * scale + shift[index];
}
