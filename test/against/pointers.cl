// Generic pointers, of which the hardware thread learns by their tag which memory they are to, and global variables.

float sum(const float *from, int count) {
  float sum = 0;
  for (int at = 0; at < count; at++)
    sum += from[at];
  return sum;
}

// All lanes choose one memory.
__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void chosen_by_all(global float *values, global float *sums, int choice) {
  local float copies[16];
  copies[get_local_id(0)] = values[get_global_id(0)] * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  const float *from = choice & 1 ? (const float *)copies : (const float *)values;
  sums[get_global_id(0)] = sum(from, choice & 15);
}

// Each lane chooses, and stores.
__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void chosen_by_each(global int *values, global int *results) {
  local int copies[32];
  int id = get_local_id(0), value = values[get_global_id(0)];
  copies[id] = value * 3;
  copies[id + 16] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  int *at = value & 1 ? (int *)(copies + id + 16) : (int *)(results + get_global_id(0));
  *at = value + 5;
  results[get_global_size(0) + get_global_id(0)] = copies[id] + copies[id + 16];
}

// Whose memory a pointer is to.
__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void asked(global int *values, global int *results) {
  local int copies[16];
  int id = get_local_id(0), value = values[get_global_id(0)];
  copies[id] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  int *at = value & 1 ? (int *)(copies + (id ^ 1)) : (int *)(values + get_global_id(0));
  local int *there = to_local(at);
  results[get_global_id(0)] = there ? *there + 1 : -*at;
}

global uint count = 5;
global float weights[4] = {1, 2, 0.5f, 0.25f};

kernel void variable_read(global float *values) {
  values[get_global_id(0)] *= weights[get_global_id(0) & 3];
}

kernel void variable_changed(global uint *values) {
  if (get_global_id(0) == 0)
    count += values[0];
}

kernel void variable_added(global uint *values) {
  atomic_add((volatile global uint *)&count, values[get_global_id(0)]);
}

// Each lane loads a pointer, and follows it to another one.
kernel void followed(global const ulong *links, global int *results, int limit) {
  size_t i = get_global_id(0);
  global int *const global *first = (global int *const global *)links[i];
  int found = **first;
  if (found < limit)
    **first = limit;
  results[i] = found;
}
