// Sobel's operator with an adaptive threshold from a uniform buffer.
// tolerance: 8 0.00002 sums in another order
struct Settings { threshold: f32, gain: vec3f }
@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var<uniform> settings: Settings;
@group(0) @binding(2) var<storage, read_write> result: array<vec4f, 256>;

fn luma(place: vec2i) -> f32 {
    return dot(textureLoad(source, clamp(place, vec2i(0), vec2i(15)), 0).rgb, vec3f(0.25, 0.5, 0.25));
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = vec2i(id.xy);
    var x = 0.0;
    var y = 0.0;
    for (var i = -1; i <= 1; i++) {
        let weight = f32(2 - abs(i));
        x += weight * (luma(at + vec2i(1, i)) - luma(at + vec2i(-1, i)));
        y += weight * (luma(at + vec2i(i, 1)) - luma(at + vec2i(i, -1)));
    }
    let edge = abs(x) + abs(y);
    result[id.y * 16u + id.x] = vec4f(settings.gain * edge, f32(edge > 0.0));
}
