// Functions that return from loops in switches in loops.
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;

fn search(number: u32) -> u32 {
    var left = number;
    for (var i = 0u; i < 8u; i++) {
        switch left & 7u {
            case 0u: { return i; }
            case 1u, 2u: {
                loop {
                    left >>= 1u;
                    if (left & 3u) == 3u { break; }
                    if left < 5u { return 100u + i; }
                    continuing { break if left < 9u; }
                }
            }
            case 5u: { if i > 2u { continue; } left += 3u; }
            default: { left /= 3u; }
        }
        if left == 0u { break; }
    }
    return left + 1000u;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    numbers[at] = search(numbers[at]) + search(numbers[at] >> 16u) * 3u;
}
