// Arrays that an index of each lane chooses from and writes to.
@group(0) @binding(0) var<storage, read_write> numbers: array<u32, 256>;
const TABLE = array<u32, 7>(3, 1, 4, 1, 5, 9, 2);

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    var bins: array<u32, 10>;
    var grid: array<vec3u, 4>;
    for (var i = 0u; i < 8u; i++) {
        bins[(numbers[at] >> (i * 4u)) % 10u] += TABLE[(at + i) % 7u];
        grid[i & 3u][numbers[at] % 3u] += i;
    }
    numbers[at] = bins[at % 10u] + grid[at & 3u].y * 100u + grid[1].x * 10000u;
}
