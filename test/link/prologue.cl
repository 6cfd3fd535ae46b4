// Kernels of each width, with local ids and without, and with payloads of several lengths.
#define LANES(n) __attribute__((intel_reqd_sub_group_size(n)))
#define KERNELS(n)                                                                                                     \
  LANES(n) kernel void lean_##n(global int *out, int by) { out[get_group_id(0)] = by; }                                \
  LANES(n) kernel void ids_##n(global int *out, int by) { out[get_global_id(0) + by * get_local_id(1)] = by; }         \
  LANES(n) kernel void groups_##n(global int *out, int8 a, int b) { out[get_group_id(1)] = a.s1 + a.s7 * b; }          \
  LANES(n) kernel void wide_##n(global int *out, int16 a, float8 b, int16 c, int d) {                                  \
    out[get_global_id(0)] = a.s0 + a.sf * (int)b.s3 + c.se * d;                                                        \
  }
KERNELS(8)
KERNELS(16)
KERNELS(32)
