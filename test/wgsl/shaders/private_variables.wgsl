// Private variables with first values, changed by functions.
var<private> total: i32 = 3;
var<private> history: array<i32, 4>;
@group(0) @binding(0) var<storage, read_write> numbers: array<i32, 256>;

fn note(number: i32) { history[total & 3] = number; total += number; }

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    note(numbers[at] & 15);
    note(numbers[at] >> 28u);
    note(7);
    numbers[at] = total * 1000 + history[0] * 100 + history[1] * 10 + history[3];
}
