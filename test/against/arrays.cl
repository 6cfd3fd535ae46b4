// Arrays in registers, into which lanes write at indices of their own, in a loop that they leave in different iterations.

#define WRITTEN(type, written)                                    \
  __attribute__((intel_reqd_sub_group_size(16)))                  \
  kernel void written(global const uint *in, global type *out) {  \
    uint value = in[get_global_id(0)];                            \
    type array[16];                                               \
    for (uint at = 0; at < 16; at++)                              \
      array[at] = (type)(value >> at);                            \
    for (uint turn = value & 7; turn > 0; turn--) {               \
      value = value * 1664525u + 1013904223u;                     \
      array[value >> 28] = (type)(value >> 8);                    \
    }                                                             \
    out[get_global_id(0)] = array[value >> 4 & 15];               \
  }

WRITTEN(uchar, bytes)
WRITTEN(ushort, words)
WRITTEN(uint, dwords)
WRITTEN(float, floats)
