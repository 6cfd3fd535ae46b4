// Loops that are entered at two blocks.

__attribute__((intel_reqd_sub_group_size(16)))
kernel void entered_in_the_middle(global const uint *in, global uint *out, uint rounds) {
  uint value = in[get_global_id(0)], sum = 0, left = rounds & 7;
  if (value & 1)
    goto middle;
top:
  sum += value * 3;
  if (sum & 4096)
    goto end;
middle:
  value = value * 5 + 1;
  sum ^= value;
  if (left-- > 0 && (sum & 7) != 3)
    goto top;
end:
  out[get_global_id(0)] = sum;
}

// Each lane enters the loop at the case of its value: Duff's device.
__attribute__((intel_reqd_sub_group_size(16)))
kernel void entered_at_cases(global const uint *in, global uint *out, uint rounds) {
  uint value = in[get_global_id(0)], sum = 0, left = rounds & 3;
  switch (value & 3) {
  case 0:
    do {
      sum += value >> 3;
  case 3:
      sum = sum * 5 + 3;
  case 2:
      sum ^= value;
  case 1:
      sum += sum >> 2;
    } while (left-- > 0);
  }
  out[get_global_id(0)] = sum;
}
