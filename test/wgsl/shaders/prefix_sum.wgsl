// A scan in local memory, with barriers in a loop.
var<workgroup> sums: array<array<u32, 64>, 2>;
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
    let at = (group.y * 2u + group.x) * 64u + index;
    var source = 0u;
    sums[0][index] = numbers[at];
    workgroupBarrier();
    for (var step = 1u; step < 64u; step *= 2u) {
        var sum = sums[source][index];
        if index >= step { sum += sums[source][index - step]; }
        source = 1u - source;
        sums[source][index] = sum;
        workgroupBarrier();
    }
    numbers[at] = sums[source][index];
}
