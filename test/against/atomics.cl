// Atomic operations of 64 bits by pointer, and sums of floats. Each work item has places of its own, so that the order says
// nothing.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void atomics(global long *places, global const long *values, global long *found) {
  size_t i = get_global_id(0);
  global long *mine = places + 12 * i;
  global ulong *unsigned_ones = (global ulong *)mine;
  long v = values[i];
  long sum = atom_add(mine, v);
  sum ^= atom_sub(mine + 1, v);
  sum += atom_inc(mine + 2);
  sum ^= atom_dec(mine + 3);
  sum += atom_xchg(mine + 4, v);
  sum ^= atom_min(mine + 5, v);
  sum += atom_max(unsigned_ones + 6, (ulong)v);
  sum ^= atom_and(mine + 7, v);
  sum += atom_or(mine + 8, v);
  sum ^= atom_cmpxchg(mine + 9, v & 1, v);
  atom_max(mine + 10, v);
  atom_xor(unsigned_ones + 11, (ulong)v);
  found[i] = sum;
}

// Where the platform has no such operation, a loop of compare-exchanges.
kernel void float_sums(global float *places, global const float *values, global float *found) {
  size_t i = get_global_id(0);
  float sum = atomic_fetch_add_explicit((volatile global atomic_float *)places + 2 * i, values[i], memory_order_relaxed);
  atomic_fetch_add_explicit((volatile global atomic_float *)places + 2 * i + 1, sum, memory_order_relaxed);
  found[i] = sum;
}
