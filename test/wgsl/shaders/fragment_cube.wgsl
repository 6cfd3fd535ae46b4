// Directions: the level of a cube, on one face and across an edge.
// size: 16 16 1
// range: 0 1
// tolerance: 4 0.0626 lavapipe promises 4 bits of a level behind the point: 1/16 of the difference of two levels
@group(0) @binding(0) var sky: texture_cube<f32>;
@group(0) @binding(1) var smooth_: sampler;
struct Out { @location(0) face: vec4f, @location(1) edge: vec4f }

@fragment
fn shade(@location(0) uv: vec2f) -> Out {
    return Out(textureSample(sky, smooth_, vec3f(uv * 1.5 - 0.75, 1.0)),
        textureSample(sky, smooth_, vec3f(uv.x * 2.0 - 0.25, 1.0, uv.y - 0.5)));
}
