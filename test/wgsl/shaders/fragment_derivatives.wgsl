// Derivatives of linear functions, which are the same in the whole quad, and fine ones of a product.
@fragment
fn shade(@builtin(position) place: vec4f, @location(0) uv: vec2f, @location(2) slope: vec2f) -> @location(0) vec4f {
    let flat_ = vec4f(dpdx(slope.x), dpdy(slope.x), fwidth(slope.y), dpdxCoarse(place.x) + dpdyCoarse(place.y));
    let product = place.x * place.y;
    let fine = vec4f(dpdxFine(product), dpdyFine(product), fwidthFine(product * 0.5), dpdx(uv.x) + dpdy(uv.y));
    return flat_ + 16.0 * fine;
}
