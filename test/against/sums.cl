// Sums that may take in either of two products.
kernel void sums(global const float *in, global float *out) {
  int x = get_global_id(0);
  float a = in[4 * x], b = in[4 * x + 1], c = in[4 * x + 2], d = in[4 * x + 3];
  out[2 * x] = a * b + c * d;
  out[2 * x + 1] = (a * d + b * c) * (b * d + a * c);
}
