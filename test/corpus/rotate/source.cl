/* Turns a picture about a point, and scales it.
 *
 * `angle` is in degrees, against the clock as the picture is seen; `centre` is in pixels of `source` and comes to lie in the
 * middle of `result`; `scale` is the size of a pixel of `source` in those of `result`. `rotate_bordered` shows `background`
 * where the picture ends, mixed in at its edges; `rotate_sampled` leaves the outside to a sampler that the host chooses, whose
 * coordinates run from 0 to 1.
 */

__constant sampler_t smooth = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

/* The place in the source, in pixels, that the middle of the pixel `at` of the result shows. */
float2 turned(int2 at, int2 extent, float angle, float2 centre, float scale)
{
    const float2 from_middle = (convert_float2(at) + 0.5f - 0.5f * convert_float2(extent)) / scale;
    const float turn = radians(angle);
    const float c = native_cos(turn);
    const float s = native_sin(turn);
    return centre + (float2)(c * from_middle.x - s * from_middle.y, s * from_middle.x + c * from_middle.y);
}

__kernel void rotate_bordered(read_only image2d_t source, write_only image2d_t result, float angle, float2 centre,
                              float scale, float4 background)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const int2 extent = get_image_dim(result);
    if (at.x >= extent.x || at.y >= extent.y)
        return;

    /* Outside the sampler delivers nothing at all, alpha included: what is missing of a whole pixel is background. */
    const float4 pixel = read_imagef(source, smooth, turned(at, extent, angle, centre, scale));
    write_imagef(result, at, mad(background, 1.0f - pixel.w, pixel));
}

__kernel void rotate_sampled(read_only image2d_t source, write_only image2d_t result, sampler_t sampler, float angle,
                             float2 centre, float scale)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const int2 extent = get_image_dim(result);
    if (at.x >= extent.x || at.y >= extent.y)
        return;

    const float2 place = turned(at, extent, angle, centre, scale) / convert_float2(get_image_dim(source));
    write_imagef(result, at, read_imagef(source, sampler, place));
}
