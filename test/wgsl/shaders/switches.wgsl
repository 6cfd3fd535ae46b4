// Switches with several values a case, a default in the middle, and breaks.
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;

fn kind(number: u32) -> u32 {
    switch number & 15u {
        case 0u, 3u: { return 10u; }
        case 1u: { if number > 100u { break; } return 11u; }
        default: { return 12u; }
        case 7u, 8u, 9u: { return 13u; }
    }
    return 99u;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    var sum = kind(numbers[at]);
    for (var i = 0; i < 3; i++) {
        switch i32(numbers[at]) % 3 {
            case 0: { sum += 1u; continue; }
            case -1, 2: { sum *= 3u; }
            default: { sum ^= 5u; }
        }
        sum += 7u;
    }
    numbers[at] = sum;
}
