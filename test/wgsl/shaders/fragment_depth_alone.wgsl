// A depth and no colour.
@fragment
fn shade(@location(0) uv: vec2f) -> @builtin(frag_depth) f32 {
    return select(0.5 * uv.x, 1.0 - 0.5 * uv.y, uv.x > uv.y);
}
