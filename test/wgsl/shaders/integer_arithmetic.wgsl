// Quotients, remainders and shifts, where other languages leave them undefined.
// not from SPIR-V: Incompatible operands: LogicalAnd(vec4<bool>
// integers: -9 9
@group(0) @binding(0) var<storage, read> a: array<vec4i, 64>;
@group(0) @binding(1) var<storage, read> b: array<vec4i, 64>;
@group(0) @binding(2) var<storage, read_write> result: array<vec4i, 256>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
    let x = a[index];
    let y = b[index];
    let at = (group.y * 2u + group.x) * 64u + index;
    switch at / 64u {
        case 0u: { result[at] = x / y; }
        case 1u: { result[at] = x % y; }
        case 2u: { result[at] = (x << (bitcast<vec4u>(y) & vec4u(31u))) + (x >> vec4u(2u)); }
        default: { result[at] = vec4i(bitcast<vec4u>(x) / bitcast<vec4u>(y)) ^ vec4i(bitcast<vec4u>(x) % 7u); }
    }
}
