// A separable blur with a border, as shaders of pictures have it.
// tolerance: 8 0.0005 filters: 1/65536 of the range of 4, seven of them
// sampler smooth_: linear clamp
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var smooth_: sampler;
@group(0) @binding(2) var result: texture_storage_2d<rgba32float, write>;
const WEIGHTS = array<f32, 4>(0.324, 0.232, 0.0855, 0.0205);

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let size = vec2f(textureDimensions(source));
    let place = (vec2f(id.xy) + 0.5) / size;
    var sum = textureSampleLevel(source, smooth_, place, 0.0) * WEIGHTS[0];
    for (var i = 1; i < 4; i++) {
        let step = vec2f(f32(i), 0.0) / size;
        sum += textureSampleLevel(source, smooth_, place + step, 0.0) * WEIGHTS[i];
        sum += textureSampleLevel(source, smooth_, place - step, 0.0) * WEIGHTS[i];
    }
    textureStore(result, id.xy, sum);
}
