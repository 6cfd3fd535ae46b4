/* A Gaussian blur in two passes, along rows and then along columns, with a radius that is known at run time only.
 *
 * Both passes take premultiplied colours. `border` says what lies outside of the picture: the pixel at the edge, the picture
 * mirrored at its edge, or nothing, so that the weights that are left are normalised. The loops are not to be unrolled: radii
 * are small as often as large, and each turn has an exponential and branches of its own.
 */

#define BORDER_EDGE 0
#define BORDER_MIRROR 1
#define BORDER_NOTHING 2

__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

/* The place along an axis that `at` stands for, or -1 where it is left out. */
int inside(int at, int extent, int border)
{
    if (at >= 0 && at < extent)
        return at;
    if (border == BORDER_NOTHING)
        return -1;
    if (border == BORDER_MIRROR)
        at = at < 0 ? -1 - at : 2 * extent - 1 - at;
    /* Far outside even of the mirrored picture. */
    return clamp(at, 0, extent - 1);
}

float weight(int distance, float sigma)
{
    const float ratio = (float)distance / sigma;
    return exp(-0.5f * ratio * ratio);
}

__kernel void gaussian_rows(read_only image2d_t source, write_only image2d_t result, int radius, float sigma,
                            int border)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int width = get_image_width(source);
    if (x >= width || y >= get_image_height(source))
        return;

    float4 sum = (float4)(0.0f);
    float total = 0.0f;
    #pragma unroll 1
    for (int distance = -radius; distance <= radius; ++distance) {
        const int column = inside(x + distance, width, border);
        if (column < 0)
            continue;
        const float w = weight(distance, sigma);
        sum += w * read_imagef(source, nearest, (int2)(column, y));
        total += w;
    }
    write_imagef(result, (int2)(x, y), sum / total);
}

__kernel void gaussian_columns(read_only image2d_t source, write_only image2d_t result, int radius, float sigma,
                               int border)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int height = get_image_height(source);
    if (x >= get_image_width(source) || y >= height)
        return;

    float4 sum = (float4)(0.0f);
    float total = 0.0f;
    #pragma unroll 1
    for (int distance = -radius; distance <= radius; ++distance) {
        const int row = inside(y + distance, height, border);
        if (row < 0)
            continue;
        const float w = weight(distance, sigma);
        sum += w * read_imagef(source, nearest, (int2)(x, row));
        total += w;
    }
    write_imagef(result, (int2)(x, y), clamp(sum / total, 0.0f, 1.0f));
}
