// Values of the other pixels of a quad.
@fragment
fn shade(@builtin(position) place: vec4f) -> @location(0) vec4f {
    let here = place.x + 64.0 * place.y;
    return vec4f(quadBroadcast(here, 2u), quadSwapX(here), quadSwapY(here), quadSwapDiagonal(here));
}
