// Kernels whose programs ocloc makes, and whose code `test/link` puts back and replaces.

__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// Images, a buffer, values of both kinds, local memory and a barrier.
kernel void everything(read_only image2d_t in, write_only image2d_t out, float4 factor, int shift, global float *table,
                       local float *shared) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  shared[get_local_id(0)] = table[at.x];
  barrier(CLK_LOCAL_MEM_FENCE);
  write_imagef(out, at, read_imagef(in, nearest, at) * factor + shift + shared[at.y & 3]);
}

// No local ids, little payload.
kernel void corner(read_only image2d_t in, global float4 *result) {
  result[get_group_id(0)] = read_imagef(in, nearest, (int2)(3, 4));
}

// Two images that can be mistaken for each other.
kernel void mix_images(read_only image2d_t first, read_only image2d_t second, write_only image2d_t out, float weight) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, mix(read_imagef(first, nearest, at), read_imagef(second, nearest, at), weight));
}

// What the loader passes besides the program's arguments.
kernel void queries(read_only image2d_t in, read_only image3d_t volume, read_only image2d_array_t layers, global int *result) {
  int x = get_global_id(0);
  result[x] = get_image_width(in) + get_image_height(in) + get_image_depth(volume) + (int)get_image_array_size(layers) +
              get_image_channel_data_type(in) + get_image_channel_order(in) + get_work_dim() + get_num_groups(0) +
              get_global_size(1) + get_local_size(0) + read_imagei(layers, nearest, (int4)(x, 0, 0, 0)).x +
              read_imagei(volume, nearest, (int4)(x, 0, 0, 0)).x;
}

// A sampler that the program passes.
kernel void sampled(read_only image2d_t in, sampler_t how, global float4 *result) {
  int x = get_global_id(0);
  result[x] = read_imagef(in, how, (float2)(x + 0.5f, 0.5f));
}

// The same arguments as `spilling`, and no barrier.
__attribute__((intel_reqd_sub_group_size(32)))
kernel void lean(global const float4 *from, global float4 *to, int count) {
  int x = get_global_id(0);
  to[x] = from[x] + count;
}

// More values than registers, across a barrier.
__attribute__((intel_reqd_sub_group_size(32)))
kernel void spilling(global const float4 *from, global float4 *to, int count) {
  int x = get_global_id(0) * 10;
  float4 a = from[x], b = from[x + 1], c = from[x + 2], d = from[x + 3], e = from[x + 4];
  float4 f = from[x + 5], g = from[x + 6], h = from[x + 7], i = from[x + 8], j = from[x + 9];
  barrier(CLK_GLOBAL_MEM_FENCE);
  to[x] = a * f + count;
  to[x + 1] = b * e + a;
  to[x + 2] = c * i + b;
  to[x + 3] = d * a + c;
  to[x + 4] = e * h + d;
  to[x + 5] = f * b + e;
  to[x + 6] = g * j + f;
  to[x + 7] = h * c + g;
  to[x + 8] = i * d + h;
  to[x + 9] = j * g + i;
}

// Two values of one type.
kernel void scaled(read_only image2d_t in, write_only image2d_t out, float gain, float bias) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, nearest, at) * gain + bias);
}
