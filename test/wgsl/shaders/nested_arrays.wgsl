// Arrays of arrays of structures, copied as a whole.
// groups: 1 1 1
struct Cell { weight: f32, place: vec2f }
struct Board { cells: array<array<Cell, 3>, 4>, name: u32 }
@group(0) @binding(0) var<storage, read> boards: array<Board, 4>;
@group(0) @binding(1) var<storage, read_write> result: array<Board, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    var board = boards[index & 3u];
    let row = board.cells[index % 4u];
    board.cells[(index + 1u) % 4u] = row;
    board.cells[0][index % 3u].place = vec2f(f32(index));
    result[index] = board;
}
