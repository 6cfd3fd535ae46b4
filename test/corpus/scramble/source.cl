/* Scrambles the bits of each pixel, which decide how often and with which keys.
 *
 * With -D CALLS, as k.ll is made, functions are called: from places that all work items of a thread reach together, and from others that
 * some of them reach.
 */

#ifdef CALLS
#define CALLED __attribute__((noinline))
#else
#define CALLED
#endif

__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

uint turned(uint bits, uint by)
{
    return bits << by | bits >> (32 - by);
}

CALLED uint2 scrambled(uint2 bits, uint key)
{
    bits.x += bits.y ^ key;
    bits.y = turned(bits.y ^ bits.x, 16);
    bits.x += turned(bits.y, 12);
    bits.y = turned(bits.y ^ bits.x, 8);
    bits.x += turned(bits.y, 7);
    bits.y ^= bits.x * key + 0x9e3779b9;
    bits.x ^= turned(bits.y, key & 31 | 1);
    bits.y += turned(bits.x, 13) ^ bits.x >> 5;
    bits.x += turned(bits.y, 21) ^ bits.y >> 3;
    return bits;
}

CALLED uint2 scrambled_often(uint2 bits, uint times)
{
    for (uint key = times; key > 0; --key)
        bits = key & 2 ? scrambled(bits, key) : scrambled(bits.yx, ~key);
    return bits;
}

__kernel void scramble(read_only image2d_t source, write_only image2d_t result, uint key)
{
    int2 place = (int2)(get_global_id(0), get_global_id(1));
    uint2 bits = scrambled(read_imageui(source, edge, place).xy, key);
    if (bits.x & 1)
        bits = scrambled(bits, key / 2);
    else
        bits ^= scrambled_often(bits.yx, bits.y & 7);
    for (uint index = 0; index < key % 5; ++index) {
        bits = scrambled(bits, index);
        if (bits.y & 4)
            break;
        bits += scrambled_often(bits, 2);
    }
    if (place.x < get_image_width(result) && place.y < get_image_height(result))
        write_imageui(result, place, bits.xyxy & 255);
}
