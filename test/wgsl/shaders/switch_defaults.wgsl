// Switches whose literals share a block with the default, first, last and in the middle, or only leave as the default does.
// integers: 0 9
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;

fn last(number: u32) -> u32 {
    var result = 0u;
    switch number {
        case 1u: { result = 10u; }
        case 2u, default: { result = 20u; }
        case 3u: { result = 30u; }
    }
    return result;
}

fn first(number: u32) -> u32 {
    switch number {
        case default, 2u, 6u: { return 20u; }
        case 3u, 4u: { return 30u; }
        case 5u: { return 50u; }
    }
}

fn alone(number: i32) -> i32 {
    var result = number;
    switch number {
        case 7, -1, default: { result *= 3; }
    }
    return result;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    let number = numbers[at];
    var sum = last(number) + 100u * first(number) + 10000u * u32(alone(i32(number) - 1));
    for (var i = 0u; i < 4u; i++) {
        switch (number + i) % 4u {
            case 0u: { continue; }
            case 1u: { }
            case 2u, default: { sum += 7u; }
        }
        sum *= 3u;
    }
    switch number {
        case 1u: { }
        case 2u: { sum ^= 1u; }
        case 3u, default: { }
    }
    numbers[at] = sum;
}
