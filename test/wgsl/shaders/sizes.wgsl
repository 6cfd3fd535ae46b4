// Width, height, depth, layers, levels and samples.
// not from SPIR-V: Index 2 is out of bounds
// groups: 1 1 1
@group(0) @binding(0) var row: texture_1d<f32>;
@group(0) @binding(1) var plane: texture_2d<f32>;
@group(0) @binding(2) var layers: texture_2d_array<f32>;
@group(0) @binding(3) var volume: texture_3d<f32>;
@group(0) @binding(4) var cube: texture_cube<f32>;
@group(0) @binding(5) var cubes: texture_cube_array<f32>;
@group(0) @binding(6) var samples: texture_multisampled_2d<f32>;
@group(0) @binding(7) var depth: texture_depth_2d;
@group(1) @binding(0) var<storage, read_write> result: array<vec4u, 16>;

@compute @workgroup_size(1)
fn main() {
    result[0] = vec4u(textureDimensions(row), textureNumLevels(plane), textureNumLayers(layers), 1u);
    result[1] = vec4u(textureDimensions(plane), textureDimensions(plane, 1));
    result[2] = vec4u(textureDimensions(layers, 2), textureNumLevels(layers), textureNumLevels(volume));
    result[3] = vec4u(textureDimensions(volume, 1), textureNumLevels(cube));
    result[4] = vec4u(textureDimensions(cube), textureDimensions(cubes, 1));
    result[5] = vec4u(textureNumLayers(cubes), textureNumSamples(samples), textureDimensions(samples));
    result[6] = vec4u(textureDimensions(depth), textureNumLevels(depth), textureNumLevels(cubes));
}
