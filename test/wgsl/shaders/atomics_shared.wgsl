// A histogram in local memory.
// not from SPIR-V: The type of [11] doesn't match the type stored
var<workgroup> counts: array<atomic<u32>, 16>;
@group(0) @binding(0) var<storage, read> numbers: array<u32, 256>;
@group(0) @binding(1) var<storage, read_write> histograms: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
    let of_group = group.y * 2u + group.x;
    atomicAdd(&counts[numbers[of_group * 64u + index] & 15u], 1u);
    workgroupBarrier();
    if index < 16u { histograms[of_group * 16u + index] = atomicLoad(&counts[index]); }
}
