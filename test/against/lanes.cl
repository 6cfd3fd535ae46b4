// Values of other lanes of a subgroup, sums over lanes, and bytes, whose sums are wider than they are.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups : enable

__attribute__((intel_reqd_sub_group_size(16)))
kernel void of_any_lane(global const uint *in, global uint *out) {
  uint lane = get_sub_group_local_id();
  uint value = in[get_global_id(0)];
  uint of = (value ^ lane) & 15;
  out[get_global_id(0)] = intel_sub_group_shuffle(value, of) + intel_sub_group_shuffle(value * 3, 15 - of);
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void of_one_lane(global const uint *in, global uint *out, uint lane) {
  uint value = in[get_global_id(0)];
  out[get_global_id(0)] = sub_group_broadcast(value, lane & 15) ^ value;
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void of_words(global const ushort *in, global ushort *out) {
  ushort value = in[get_global_id(0)];
  out[get_global_id(0)] = intel_sub_group_shuffle(value, (value ^ get_sub_group_local_id()) & 15);
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void low_bytes(global const uchar16 *in, global uchar16 *out, uchar more) {
  uchar16 value = in[get_global_id(0)];
  out[get_global_id(0)] = (value * (uchar)3 + more) ^ value.sfedcba9876543210;
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void ballots(global const uint *in, global uint *out) {
  uint value = in[get_global_id(0)];
  bool odd = value & 1;
  uint bits = 0;
  if (value & 6)
    bits = sub_group_ballot(odd).x ^ sub_group_ballot(1).x << 16;
  out[get_global_id(0)] = bits;
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void of_one_value(global const uint *in, global uint *out, uint more) {
  uint value = in[get_global_id(0)];
  uint sum = 0;
  if (value & 6)
    sum = sub_group_reduce_add(3u) + sub_group_scan_exclusive_add(5u) * 64 + sub_group_scan_inclusive_add(1u) * 8192 +
          sub_group_reduce_max(more);
  out[get_global_id(0)] = sum;
}
