// Blocks of a subgroup in a buffer: dwords and words, read and written by one address for all work items. A block of an image, and
// one of local memory that all work items read.
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_short : enable

__attribute__((intel_reqd_sub_group_size(16)))
kernel void dwords(global const uint *in, global uint *out) {
  int from = 64 * (get_group_id(0) & 3);
  uint4 rows = intel_sub_group_block_read4(in + from);
  intel_sub_group_block_write4(out + from, rows.wzyx + get_sub_group_local_id());
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void words(global const ushort *in, global ushort *out) {
  int from = 128 * (get_group_id(0) & 3);
  ushort8 rows = intel_sub_group_block_read_us8(in + from);
  intel_sub_group_block_write_us8(out + from, rows.s76543210 * (ushort)3 + (ushort)get_sub_group_local_id());
}

// The row is that of a work item, which no compiler knows to be the same for all of a subgroup.
__attribute__((intel_reqd_sub_group_size(16)))
kernel void rows(read_only image2d_t in, global uint *out) {
  int2 at = (int2)(64 * (get_group_id(0) & 1), get_global_id(1) & 7);
  uint row = intel_sub_group_block_read(in, at);
  out[get_global_id(0) + get_global_id(1) * get_global_size(0)] = row;
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void shared(global const uint *in, global uint8 *out, uint which) {
  local uint8 kept[4];
  if (get_local_id(0) < 4)
    kept[get_local_id(0)] = (uint8)(in[get_local_id(0)]) + (uint8)(0, 1, 2, 3, 4, 5, 6, 7);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = kept[which & 3] + kept[which >> 2 & 3] * (uint8)(3);
}
