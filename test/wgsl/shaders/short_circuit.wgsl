// What && and || leave out is not done.
var<private> calls: u32;
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;

fn odd(x: u32) -> bool { calls += 1u; return (x & 1u) == 1u; }

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    let x = numbers[at];
    if odd(x) && (odd(x >> 1u) || odd(x >> 2u)) { calls += 100u; }
    numbers[at] = calls;
}
