// Pointers into buffers, local memory and variables, kept in names and passed on.
// groups: 1 1 1
struct Cell { weight: f32, values: array<vec3f, 4> }
var<workgroup> shared_cells: array<Cell, 8>;
@group(0) @binding(0) var<storage, read_write> cells: array<Cell, 64>;

fn bump(target_: ptr<function, f32>, by: f32) { *target_ += by; }

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let cell = &cells[index];
    let row = &(*cell).values[index & 3u];
    var weight = (*cell).weight;
    bump(&weight, 1.5);
    (*row).z = weight;
    *row = (*row).zxy;
    if index < 8u {
        let mine = &shared_cells[index];
        (*mine).values[index & 3u].y = f32(index);
        (*mine).weight = 2.0;
    }
    workgroupBarrier();
    let other = &shared_cells[(index + 3u) % 8u];
    (*cell).weight = (*other).weight + (*other).values[(index + 3u) & 3u].y;
    var local = *cell;
    let place = &local.values[(index + 1u) & 3u];
    (*place)[index % 3u] -= 0.25;
    cells[index].values[(index + 1u) & 3u] = local.values[(index + 1u) & 3u];
}
