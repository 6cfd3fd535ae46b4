// Two bitwise operations in a row, each kind behind each.
kernel void bitwise_pairs(global const uint *values, global uint *found) {
  size_t i = get_global_id(0);
  uint a = values[3 * i], b = values[3 * i + 1], c = values[3 * i + 2];
  found[9 * i] = a & b & c;
  found[9 * i + 1] = (a & b) | c;
  found[9 * i + 2] = (a & b) ^ c;
  found[9 * i + 3] = (a | b) & c;
  found[9 * i + 4] = a | b | c;
  found[9 * i + 5] = (a | b) ^ c;
  found[9 * i + 6] = (a ^ b) & c;
  found[9 * i + 7] = (a ^ b) | c;
  found[9 * i + 8] = a ^ b ^ c;
}
