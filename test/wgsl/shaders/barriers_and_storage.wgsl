// A buffer that lanes of a group read after others wrote it.
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;
@group(0) @binding(1) var<storage, read_write> result: array<u32, 256>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
    let first = (group.y * 2u + group.x) * 64u;
    numbers[first + index] = numbers[first + index] * 3u + 1u;
    storageBarrier();
    workgroupBarrier();
    result[first + index] = numbers[first + 63u - index] ^ numbers[first + (index * 7u) % 64u];
}
