// Atomic operations on texels.
// not from SPIR-V: unsupported storage class
@group(0) @binding(0) var sums: texture_storage_2d<r32uint, atomic>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    textureAtomicAdd(sums, id.xy / 2u, id.x + 1u);
    textureAtomicMax(sums, vec2u(15u, 15u), id.y);
}
