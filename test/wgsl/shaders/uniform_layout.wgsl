// Members of a uniform buffer are where WGSL places them.
// groups: 1 1 1
// tolerance: 2 0 sums in another order
struct Inner { scale: f32, shift: vec3f, matrix: mat3x3f }
struct Parameters { count: u32, inner: array<Inner, 2>, place: vec2i, last: f32 }
@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    let inner = parameters.inner[index & 1u];
    let column = inner.matrix[index % 3u];
    result[index] = vec4f(column + inner.shift, inner.scale) + parameters.last + f32(parameters.count & 7u)
        + f32(parameters.place.y % 16);
}
