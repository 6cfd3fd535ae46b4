// Products of matrices and vectors, transposes and determinants.
// groups: 1 1 1
// tolerance: 16 0.00002 sums of up to 24 products, in another order
struct Matrices { a: mat4x4f, b: mat3x4f, c: mat2x3f, d: mat3x3f }
@group(0) @binding(0) var<storage, read> matrices: Matrices;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f, 64>;
@group(0) @binding(2) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let v = vectors[index];
    result[index] = matrices.a * v;
    result[64u + index] = v * (matrices.a + 2.0 * matrices.a);
    result[128u + index] = vec4f(v * matrices.b, determinant(matrices.d));
    let product = transpose(matrices.c) * matrices.d;
    result[192u + index] = vec4f(product[0], product[2]) + vec4f(product[index % 3u], 0.0, 0.0);
}
