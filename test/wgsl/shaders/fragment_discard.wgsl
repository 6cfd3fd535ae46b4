// Pixels that are discarded write nothing, to the picture and to buffers.
@group(0) @binding(0) var<storage, read_write> rows: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>, 4>;

fn is_hole(place: vec4f) -> bool {
    if place.x < 2.0 { discard; }
    return (u32(place.x) + u32(place.y)) % 3u == 0u;
}

@fragment
fn shade(@builtin(position) place: vec4f, @location(0) uv: vec2f) -> @location(0) vec4f {
    let before = atomicAdd(&counts[0], 0u);
    if is_hole(place) {
        if uv.y > 0.5 { discard; }
        atomicAdd(&counts[1], 1u);
    } else {
        atomicAdd(&counts[2], 1u);
    }
    if u32(place.x) == 7u { rows[u32(place.y)] = u32(place.x); }
    return vec4f(uv, 0.0, 1.0);
}
