/* Shows of the pixels around each pixel the one of a rank: the least, the median, the largest, by a weighted sum of channels.
 *
 * Each work item counts how often each of 256 values occurs in its window, in an array of its own, and walks along it. In the
 * result, red is the value of that rank, green how often it occurs, blue the most frequent value, alpha how often that does.
 */

__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

typedef struct {
    int radius;       /* of the window, which is a square */
    short percent;    /* the rank: 0 is the least, 50 the median */
    uchar prior;      /* how often each value counts before any pixel does */
    uint weights[3];  /* of red, green and blue, in parts of 256 */
    int values;       /* how many there are, 256 at most: all above are counted as the last */
} Settings;

__kernel void rank(read_only image2d_t source, write_only image2d_t result, Settings settings)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const int2 extent = get_image_dim(result);
    if (at.x >= extent.x || at.y >= extent.y)
        return;

    ushort counts[256];
    for (int value = 0; value < settings.values; ++value)
        counts[value] = settings.prior;
    for (int y = -settings.radius; y <= settings.radius; ++y) {
        for (int x = -settings.radius; x <= settings.radius; ++x) {
            const uint4 pixel = read_imageui(source, edge, at + (int2)(x, y));
            const uint sum = settings.weights[0] * pixel.x + settings.weights[1] * pixel.y + settings.weights[2] * pixel.z;
            ++counts[min(sum >> 8, (uint)settings.values - 1)];
        }
    }

    const int across = 2 * settings.radius + 1;
    const int wanted = (across * across + settings.values * settings.prior) * settings.percent / 100;
    int seen = 0, found = settings.values - 1, most = 0;
    for (int value = 0; value < settings.values; ++value) {
        if (seen <= wanted && seen + counts[value] > wanted)
            found = value;
        seen += counts[value];
        if (counts[value] > counts[most])
            most = value;
    }
    const uint4 shown = (uint4)(found, counts[found], most, counts[most]);
    write_imageui(result, at, min(shown, 255u));
}
