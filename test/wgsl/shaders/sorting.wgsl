// A bitonic sort of a group.
var<workgroup> keys: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
    let at = (group.y * 2u + group.x) * 64u + index;
    keys[index] = numbers[at];
    workgroupBarrier();
    for (var size = 2u; size <= 64u; size *= 2u) {
        for (var step = size / 2u; step > 0u; step /= 2u) {
            let other = index ^ step;
            let a = keys[index];
            let b = keys[other];
            workgroupBarrier();
            let up = (index & size) == 0u;
            let is_low = index < other;
            keys[index] = select(max(a, b), min(a, b), up == is_low);
            workgroupBarrier();
        }
    }
    numbers[at] = keys[index];
}
