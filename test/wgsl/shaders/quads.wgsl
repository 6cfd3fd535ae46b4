// Values of the other lanes of a quad in a compute shader, where quads are four lanes of a subgroup.
// lanes: 8
@group(0) @binding(0) var<storage, read> numbers: array<u32, 256>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4u, 256>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if id.y != 0u { return; }
    let x = numbers[id.x];
    result[id.x] = vec4u(quadBroadcast(x, 3u), quadSwapX(x), quadSwapY(x), quadSwapDiagonal(x));
}
