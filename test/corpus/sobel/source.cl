/* Edges by Sobel's operator, where a mask asks for them.
 *
 * `edges` gets the magnitude of the gradient of the luminance in all colours, 0 to 1, and 0 where it is below `threshold`;
 * `direction` gets the unit vector along the gradient, as 0 to 1 with 0.5 for none, and the luminance in blue. Pixels whose
 * mask is black and those of the outermost frame, which lack neighbours, have no edge.
 */

/* Rec. 709. */
__constant float4 LUMINANCE = (float4)(0.2126f, 0.7152f, 0.0722f, 0.0f);

float luminance(read_only image2d_t image, int2 at)
{
    return dot(read_imagef(image, at), LUMINANCE);
}

__kernel void sobel(read_only image2d_t source, read_only image2d_t mask, write_only image2d_t edges,
                    write_only image2d_t direction, float threshold, float gain)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const int2 extent = get_image_dim(source);
    if (any(at >= extent))
        return;

    const float here = luminance(source, at);
    float magnitude = 0.0f;
    float2 unit = (float2)(0.0f);
    const bool is_frame = at.x == 0 || at.y == 0 || at.x == extent.x - 1 || at.y == extent.y - 1;
    if (!is_frame && read_imagef(mask, at).x > 0.0f) {
        const float nw = luminance(source, at + (int2)(-1, -1));
        const float n = luminance(source, at + (int2)(0, -1));
        const float ne = luminance(source, at + (int2)(1, -1));
        const float w = luminance(source, at + (int2)(-1, 0));
        const float e = luminance(source, at + (int2)(1, 0));
        const float sw = luminance(source, at + (int2)(-1, 1));
        const float s = luminance(source, at + (int2)(0, 1));
        const float se = luminance(source, at + (int2)(1, 1));
        const float2 gradient = (float2)((ne + 2.0f * e + se) - (nw + 2.0f * w + sw),
                                         (sw + 2.0f * s + se) - (nw + 2.0f * n + ne));
        const float steepness = length(gradient);
        if (steepness * gain >= threshold) {
            magnitude = min(steepness * gain, 1.0f);
            unit = gradient / max(steepness, 1e-6f);
        }
    }
    write_imagef(edges, at, (float4)(magnitude, magnitude, magnitude, 1.0f));
    write_imagef(direction, at, (float4)(mad(unit, 0.5f, 0.5f), here, 1.0f));
}
