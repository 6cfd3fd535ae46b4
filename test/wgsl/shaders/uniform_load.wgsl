// A value of the group that all lanes have.
var<workgroup> shared_value: u32;
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
    let at = (group.y * 2u + group.x) * 64u + index;
    if index == 17u { shared_value = numbers[at] & 15u; }
    let limit = workgroupUniformLoad(&shared_value);
    var sum = 0u;
    for (var i = 0u; i < limit; i++) { sum += numbers[at] >> i; }
    numbers[at] = sum;
}
