// A level that differs between lanes; one that is not there reads zero.
// not from SPIR-V: Incompatible operands: LogicalAnd(vec2<bool>
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let level = i32(id.x + id.y) % 3;
    result[id.y * 16u + id.x] = textureLoad(source, vec2i(id.xy) / (1 << u32(level)), level);
}
