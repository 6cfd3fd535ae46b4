// A depth beside two colours, of pixels that are not discarded.
struct Out {
    @location(1) id: vec2f,
    @builtin(frag_depth) depth: f32,
    @location(0) colour: vec4f,
}

@fragment
fn shade(@builtin(position) place: vec4f, @location(0) uv: vec2f) -> Out {
    var out: Out;
    if u32(place.x) % 4u == 1u && place.y > 3.0 { discard; }
    out.colour = vec4f(uv, place.z, 1.0);
    out.depth = 0.25 + 0.5 * uv.x * uv.y;
    out.id = vec2f(place.y, out.depth);
    return out;
}
