// An array without a size, behind other members.
// groups: 1 1 1
// elements: 50
struct Rows { first: u32, rows: array<vec3u> }
@group(0) @binding(0) var<storage, read_write> rows: Rows;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    if index == 0u { rows.first = arrayLength(&rows.rows); }
    if index < arrayLength(&rows.rows) { rows.rows[index].y = index; }
}
