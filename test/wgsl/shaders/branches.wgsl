// Lanes diverge and reconverge, in nested branches with an early return.
@group(0) @binding(0) var<storage, read_write> numbers: array<i32, 256>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    var number = numbers[at];
    if number < 0 {
        if (number & 1) == 0 { number = -number; } else { number = number / 3; }
    } else if (number & 4) == 0 {
        number = number * 5;
        if number > 1000000 { numbers[at] = 1; return; }
    } else {
        number ^= 0x55;
    }
    numbers[at] = number;
}
