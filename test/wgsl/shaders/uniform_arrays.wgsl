// Arrays in uniform buffers, with their stride of 16 bytes.
// tolerance: 4 0.00001 sums in another order
// groups: 1 1 1
struct Light { colour: vec3f, power: f32, direction: vec4f }
struct Lights { count: vec4u, all: array<Light, 5>, weights: array<vec4f, 3> }
@group(0) @binding(0) var<uniform> lights: Lights;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    var sum = vec3f();
    for (var i = 0u; i < (lights.count.x & 3u) + 1u; i++) {
        let light = lights.all[(index + i) % 5u];
        sum += light.colour * light.power * light.direction[i];
    }
    result[index] = vec4f(sum, lights.weights[(index / 4u) % 3u][index & 3u]);
}
