// Rotations and shifts of two integers to the right, by numbers and by what lanes hold.
kernel void rotations(global const uint *values, global const ulong *wide, global uint *found, global ulong *found_wide) {
  size_t i = get_global_id(0);
  uint a = values[2 * i], b = values[2 * i + 1] & 31;
  found[3 * i] = a >> b | a << (-b & 31);
  found[3 * i + 1] = a >> 7 | a << 25;
  found[3 * i + 2] = values[2 * i + 1] << 20 | a >> 12;
  ulong c = wide[2 * i], d = wide[2 * i + 1] & 63;
  found_wide[2 * i] = c >> d | c << (-d & 63);
  found_wide[2 * i + 1] = c >> 14 | c << 50;
}
