// Structures in a buffer are read and written as a whole and in parts.
// groups: 4 1 1
struct Particle { place: vec3f, mass: f32, speed: vec2f, number: i32 }
@group(0) @binding(0) var<storage, read> before: array<Particle, 64>;
@group(0) @binding(1) var<storage, read_write> after: array<Particle, 64>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if id.y > 0u { return; }
    var particle = before[id.x];
    particle.place.z += particle.speed.x;
    particle.number = -particle.number;
    after[id.x] = particle;
    after[id.x].mass = before[63u - id.x].mass;
}
