/* Grades colours through a table in three dimensions, as .cube files hold it.
 *
 * `low` and `high` are the domain of the table: a colour is brought to 0..1 by them, clamped, and looked up between the middles
 * of the outermost entries. What lies outside of the domain keeps its distance from the border, so that highlights are not
 * cut off. `strength` mixes the result with what was there; with 0 or less nothing is looked up. Alpha is kept.
 */

__constant sampler_t table_sampler = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

__kernel void lut3d(read_only image2d_t source, read_only image3d_t table, write_only image2d_t result, float4 low,
                    float4 high, float strength)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= get_image_width(source) || y >= get_image_height(source))
        return;

    const float4 pixel = read_imagef(source, (int2)(x, y));
    float4 graded = pixel;
    if (strength > 0.0f) {
        const float4 inside = clamp(pixel, low, high);
        const float4 entries = convert_float4(get_image_dim(table));
        /* Entry i of n has its middle at (i + 0.5) / n. */
        const float4 place = ((inside - low) / (high - low) * (entries - 1.0f) + 0.5f) / entries;
        const float4 found = read_imagef(table, table_sampler, (float4)(place.xyz, 0.0f));
        graded = mix(pixel, found + (pixel - inside), strength);
        graded.w = pixel.w;
    }
    write_imagef(result, (int2)(x, y), graded);
}
