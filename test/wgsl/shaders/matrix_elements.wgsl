// Elements and columns of matrices by constant and other indices, in variables, uniforms and buffers.
// groups: 1 1 1
struct Settings { rows: array<mat4x2f, 3>, turns: array<mat3x3f, 2> }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> matrices: array<mat4x3f, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    var m = matrices[index];
    m[index & 3u] = settings.turns[index & 1u][index % 3u];
    m[2][index % 3u] = settings.rows[index % 3u][index & 3u].y;
    m[index % 2u].z = 7.0;
    matrices[index] = m;
    matrices[index][3][index % 3u] += m[0].x;
}
