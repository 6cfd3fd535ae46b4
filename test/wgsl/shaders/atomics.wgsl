// Atomic operations whose results do not depend on the order.
@group(0) @binding(0) var<storage, read_write> counts: array<atomic<u32>, 8>;
@group(0) @binding(1) var<storage, read_write> signed: array<atomic<i32>, 4>;
@group(0) @binding(2) var<storage, read> numbers: array<u32, 256>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3u) {
    let number = numbers[(group.y * 2u + group.x) * 64u + index];
    atomicAdd(&counts[0], number);
    atomicSub(&counts[1], number & 7u);
    atomicMax(&counts[2], number);
    atomicMin(&counts[3], number);
    atomicOr(&counts[4], 1u << (number & 31u));
    atomicAnd(&counts[5], ~(1u << (number & 31u)));
    atomicXor(&counts[6], number);
    atomicMax(&signed[0], bitcast<i32>(number));
    atomicMin(&signed[1], bitcast<i32>(number));
    atomicAdd(&signed[2], -5);
}
