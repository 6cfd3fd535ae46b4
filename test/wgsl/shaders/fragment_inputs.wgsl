// Inputs of a pixel, interpolated and flat, and two outputs.
struct In {
    @builtin(position) place: vec4f,
    @location(0) uv: vec2f,
    @location(2) @interpolate(flat) which: vec2u,
    @location(1) @interpolate(linear) slope: vec3f,
}
struct Out { @location(0) colour: vec4f, @location(1) id: vec4u }

@fragment
fn shade(in: In, @builtin(front_facing) is_front: bool, @location(3) @interpolate(flat) half: f32) -> Out {
    let colour = vec4f(in.uv, in.slope.x, in.slope.z) + in.place * half;
    return Out(colour, vec4u(in.which, u32(is_front), u32(in.place.x) + 100u * u32(in.place.y)));
}
