// Operations across the lanes of a hardware thread, as many as lavapipe's subgroups have.
// lanes: 8
// groups: 1 1 1
@group(0) @binding(0) var<storage, read> numbers: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> result: array<array<vec4u, 3>, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32, @builtin(subgroup_invocation_id) lane: u32,
        @builtin(subgroup_size) size: u32) {
    let x = numbers[index];
    result[index][0] = vec4u(subgroupAdd(x), subgroupExclusiveAdd(x), subgroupInclusiveAdd(x), subgroupMax(x));
    result[index][1] = vec4u(subgroupBallot((x & 1u) == 1u).x, subgroupBroadcast(x, 3u),
        subgroupShuffleXor(x, 5u), u32(subgroupAny(x > 0xf0000000u)));
    result[index][2] = vec4u(lane, size, subgroupBroadcastFirst(x), subgroupXor(x));
}
