// Comparisons on a layer and in a direction.
// tolerance: 4 0.0001 filters: 1/65536 of the range of 1
@group(0) @binding(0) var layers: texture_depth_2d_array;
@group(0) @binding(1) var cube: texture_depth_cube;
@group(0) @binding(2) var compared: sampler_comparison;
@group(0) @binding(3) var<storage, read_write> result: array<vec2f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let place = (vec2f(id.xy) + 0.75) / 16.0;
    let direction = vec3f(f32(id.x) - 7.4, f32(id.y) - 7.2, 5.3 - f32(id.x ^ id.y));
    result[id.y * 16u + id.x] = vec2f(
        textureSampleCompareLevel(layers, compared, place, id.y % 3u, 0.5),
        textureSampleCompareLevel(cube, compared, direction, f32(id.x) / 15.0),
    );
}
