// Vectors of booleans, and booleans in local memory.
// not from SPIR-V: Incompatible operands: LogicalAnd(vec4<bool>
// groups: 1 1 1
var<workgroup> flags: array<bool, 64>;
@group(0) @binding(0) var<storage, read> numbers: array<vec4i, 64>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4u, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let v = numbers[index];
    let positive = v > vec4i(0);
    let odd = (v & vec4i(1)) == vec4i(1);
    flags[index] = all(positive) || any(!odd);
    workgroupBarrier();
    let both = (positive & odd) | (positive != odd);
    result[index] = vec4u(both) + select(vec4u(10u), vec4u(20u), flags[63u - index]);
}
