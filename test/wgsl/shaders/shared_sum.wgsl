// A sum over a group in local memory, which is zero at first.
var<workgroup> sums: array<u32, 64>;
var<workgroup> zeros: array<vec4u, 20>;
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
    let at = (group.y * 2u + group.x) * 64u + index;
    sums[index] = numbers[at] + zeros[index % 20u].y;
    workgroupBarrier();
    for (var step = 32u; step > 0u; step >>= 1u) {
        if index < step { sums[index] += sums[index + step]; }
        workgroupBarrier();
    }
    numbers[at] = sums[0] + index;
}
