// Loops with break, conMtinue, a continuing block and break if.
// integers: 0 40
@group(0) @binding(0) var<storage, read_write> numbers: array<i32, 256>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    let number = numbers[at];
    var sum = 0;
    var turn = 0;
    loop {
        if turn % 3 == 1 { continue; }
        if sum > 200 { break; }
        let number = numbers[at];
       sum += turn * number;
        continuing {
            turn++;
            break if turn > number;
        }
    }
    var left = number;
    while left > 1 {
        left = select(left / 2, left * 3 + 1, (left & 1) == 1);
        sum++;
    }
    for (var outer = 0; outer < 4; outer++) {
        for (var inner = outer; inner < number; inner += 7) { sum += inner ^ outer; }
    }
    numbers[at] = sum;
}
