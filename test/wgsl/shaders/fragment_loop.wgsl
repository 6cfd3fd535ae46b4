// Control flow that differs between the pixels of a quad, behind what needs all of them.
@fragment
fn shade(@location(0) uv: vec2f) -> @location(0) vec4f {
    let width = fwidth(uv.x);
    var z = vec2f();
    var turns = 0u;
    while dot(z, z) < 4.0 && turns < 20u {
        z = vec2f(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + uv * vec2f(3.0, 2.0) - vec2f(2.0, 1.0);
        turns++;
    }
    if turns == 20u { return vec4f(0.0, 0.0, 0.0, 1.0); }
    return vec4f(f32(turns) / 20.0, width, 0.0, 1.0);
}
