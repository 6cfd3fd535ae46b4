// The negative of a picture, for docs/link.md.
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void invert(read_only image2d_t source, write_only image2d_t result) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 texel = read_imagef(source, nearest, at);
  write_imagef(result, at, (float4)(1.0f - texel.xyz, texel.w));
}
