/* Crops or pads a picture of unsigned integers (8 or 16 bits a channel, masks, labels) without touching a bit of it.
 *
 * A work item makes the pixel of `result` at its own position, which shows pixel `origin` + position of `source`; with `flip`
 * rows are taken from the bottom upwards, as file formats with the origin below have them. What lies outside of `source` is
 * `fill`. The grid may be larger than `result`.
 */
__kernel void copy(read_only image2d_t source, write_only image2d_t result, int2 origin, int flip, uint4 fill)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const int2 canvas = get_image_dim(result);
    if (at.x >= canvas.x || at.y >= canvas.y)
        return;

    const int2 extent = get_image_dim(source);
    int2 from = at + origin;
    if (flip)
        from.y = extent.y - 1 - from.y;

    uint4 pixel = fill;
    /* Without a sampler a read outside of the image is undefined. */
    if (from.x >= 0 && from.y >= 0 && from.x < extent.x && from.y < extent.y)
        pixel = read_imageui(source, from);
    write_imageui(result, at, pixel);
}
