// Signed and unsigned texels keep their bits.
@group(0) @binding(0) var unsigned: texture_2d<u32>;
@group(0) @binding(1) var signed: texture_2d<i32>;
@group(1) @binding(0) var<storage, read_write> result: array<vec4i, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    result[id.y * 16u + id.x] = vec4i(textureLoad(unsigned, id.xy, 0)) - 3 * textureLoad(signed, id.yx, 0);
}
