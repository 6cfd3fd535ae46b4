// Matrices and vectors of half floats, and functions of them.
// groups: 1 1 1
// tolerance: 2 0.004 sums and roots of half floats in another order
enable f16;
struct Cell { m: mat2x3<f16>, v: vec2h, s: f16 }
@group(0) @binding(0) var<storage, read_write> cells: array<Cell, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let cell = cells[index];
    let product = cell.m * cell.v;
    cells[index].m[1] = product;
    cells[index].v = clamp(cell.v.yx, vec2h(-1.0h), vec2h(1.0h)) + vec2h(vec2f(0.5));
    cells[index].s = sqrt(abs(cell.s)) + h(cell.s);
}

fn h(x: f16) -> f16 { return f16(i32(x * 4.0h)) * 0.25h + select(0.0h, 1.0h, x > 0.0h); }
