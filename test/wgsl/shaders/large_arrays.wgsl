// An array that is too large for registers.
// targets: skl tgllp
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    var memory: array<u32, 100>;
    for (var i = 0u; i < 60u; i++) { memory[(i * 37u + at) % 100u] = i * numbers[at]; }
    var sum = 0u;
    for (var i = 0u; i < 100u; i++) { sum = sum * 3u + memory[i]; }
    numbers[at] = sum;
}
