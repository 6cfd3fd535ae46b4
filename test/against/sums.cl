// Sums that may take in either of two products.
kernel void sums(global const float *in, global float *out) {
  int x = get_global_id(0);
  float a = in[4 * x], b = in[4 * x + 1], c = in[4 * x + 2], d = in[4 * x + 3];
  out[2 * x] = a * b + c * d;
  out[2 * x + 1] = (a * d + b * c) * (b * d + a * c);
}

// Four products of bytes and a sum, for which Intel's compiler has one instruction on Tiger Lake and later: signed, unsigned, and of
// both kinds.
kernel void products_of_bytes(global const char4 *a, global const char4 *b, global const uchar4 *c, global const uchar4 *d,
                              global int4 *out) {
  size_t i = get_global_id(0);
  char4 p = a[i], q = b[i];
  uchar4 r = c[i], s = d[i];
  int4 sum = out[i];
  sum.x += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  sum.y += r.x * s.x + r.y * s.y + r.z * s.z + r.w * s.w;
  sum.z += p.x * r.x + p.y * r.y + p.z * r.z + p.w * r.w;
  sum.w += s.x * q.x + s.y * q.y + s.z * q.z + s.w * q.w;
  out[i] = sum;
}
