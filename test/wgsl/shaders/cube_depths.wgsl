// Depths of cubes, and gathers of them.
// tolerance: 4 0.0001 filters: 1/65536 of the range of 1
@group(0) @binding(0) var cube: texture_depth_cube;
@group(0) @binding(1) var cubes: texture_depth_cube_array;
@group(0) @binding(2) var colours: texture_cube<f32>;
@group(0) @binding(3) var smooth_: sampler;
@group(0) @binding(4) var compared: sampler_comparison;
@group(0) @binding(5) var<storage, read_write> result: array<vec4f, 256>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let direction = vec3f(f32(id.x) - 7.4, f32(id.y) - 7.2, 21.3);
    result[id.y * 16u + id.x] = vec4f(
        textureSampleLevel(cube, smooth_, direction, 0u),
        textureSampleLevel(cubes, smooth_, direction, id.x & 1u, 1u),
        textureSampleCompareLevel(cubes, compared, direction, id.y & 1u, 0.5),
        textureGather(0, colours, smooth_, direction).y,
    );
}
