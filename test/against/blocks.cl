// Blocks of a subgroup in a buffer: dwords and words, read and written by one address for all work items.
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
