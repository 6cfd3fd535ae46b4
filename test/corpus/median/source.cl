/* Shows of the 3 by 3 pixels from each pixel on the one whose weighted sum of red and alpha is the median, lighter by a
 * part of that sum.
 *
 * It is built with -cl-opt-disable: each function has its variables in private memory, behind those of its callers.
 */

__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

typedef struct {
    uint2 pixel;
    uint sum;
} Entry;

uint weigh(uint2 pixel, uint weight)
{
    uint parts[2];
    parts[0] = pixel.x * weight;
    parts[1] = pixel.y * (256 - weight);
    return parts[pixel.x & 1] + parts[~pixel.x & 1];
}

void insert(Entry *entries, int count, uint2 pixel, uint weight)
{
    Entry added;
    added.pixel = pixel;
    added.sum = weigh(pixel, weight);
    int place = count;
    while (place > 0 && entries[place - 1].sum > added.sum) {
        entries[place] = entries[place - 1];
        --place;
    }
    entries[place] = added;
}

uint2 shown(Entry entry)
{
    return min(entry.pixel + entry.sum / 1024, 255u);
}

__kernel void median(read_only image2d_t source, write_only image2d_t result, uint weight)
{
    Entry entries[9];
    for (int index = 0; index < 9; ++index)
        insert(entries, index,
               read_imageui(source, edge, (int2)(get_global_id(0) + index % 3, get_global_id(1) + index / 3)).xw, weight);
    if (get_global_id(0) < get_image_width(result) && get_global_id(1) < get_image_height(result))
        write_imageui(result, (int2)(get_global_id(0), get_global_id(1)), shown(entries[4]).xyxy);
}
