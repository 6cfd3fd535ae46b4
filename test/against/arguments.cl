// Arguments of all sizes, in an order that leaves gaps between them.

struct Fields {
  char a;
  short b;
  int c;
  char d;
  long e;
  char f;
  short g;
};

kernel void fields(struct Fields s, global int *out, char x, short y, uchar z, int w, char2 v) {
  out[get_global_id(0)] = s.a + s.b * 3 + s.c + s.d * 5 + (int)s.e + s.f * 7 + s.g * 9 + x * 11 + y + z * 13 + w + v.x * 15 + v.y;
}

kernel void narrow(global int *out, char x, int w, short y, char v) {
  out[get_global_id(0)] = x + y * 3 + w * 5 + v * 7;
}

kernel void vectors(global float4 *out, uchar3 a, char b, short3 c, half d, float2 e, long f, short g) {
  out[get_global_id(0)] = (float4)(a.x + a.y * 3 + a.z * 5, b + c.x * 3 + c.y * 5 + c.z, e.x + e.y, (int)f + g * 3);
}

// A conversion to a type of the same size, whose name the argument takes in LLVM IR.
kernel void renamed(global uint *out, int a, float f, int b) {
  out[get_global_id(0)] = convert_uint(b) * 3 + a + (uint)f;
}

// Arrays that Intel's compiler keeps in registers, whose indices are known when the kernel runs: of each lane, and of all. Some
// are outside.
kernel void indexed(global const float *in, global float *out, int one) {
  int x = get_global_id(0);
  float values[10];
  for (int i = 0; i < 10; i++) values[i] = in[10 * x + i] * (i + 1);
  values[x % 11] = 1.5f;
  values[one & 15] = 2.5f;
  out[2 * x] = values[one & 15];
  out[2 * x + 1] = values[9 - x % 11];
}

// The buffer of what is printed is no argument of the program, and has no number there.
kernel void printing(int first, global int *out, int by) {
  const int id = get_global_id(0);
  if (by == 3) printf("%d\n", first);
  out[id] = id * by + first;
}

// Conversions in every direction.
kernel void rounded(global const float *in, global const int *whole, global float *out, global half *halves) {
  const int id = get_global_id(0);
  const int i = whole[id];
  out[6 * id] = convert_float_rtz(i);
  out[6 * id + 1] = convert_float_rtp(i);
  out[6 * id + 2] = convert_float_rtn(i);
  out[6 * id + 3] = convert_float_rtz(as_uint(i));
  out[6 * id + 4] = convert_float_rtp(as_uint(i));
  out[6 * id + 5] = convert_float_rtn(as_uint(i));
  vstore_half_rtz(in[id], 3 * id, halves);
  vstore_half_rtp(in[id], 3 * id + 1, halves);
  vstore_half_rtn(in[id], 3 * id + 2, halves);
}

// Functions of which hardware computes approximations, which are accurate enough for OpenCL.
kernel void functions(global const float *a, global const float *b, global float *out) {
  const int id = get_global_id(0);
  out[8 * id] = a[id] / b[id];
  out[8 * id + 1] = 1.0f / a[id];
  out[8 * id + 2] = sqrt(a[id]);
  out[8 * id + 3] = rsqrt(b[id]);
  out[8 * id + 4] = exp2(a[id]);
  out[8 * id + 5] = native_log2(b[id]);
  out[8 * id + 6] = native_sin(a[id]) + native_cos(a[id]);
  out[8 * id + 7] = native_powr(a[id], b[id]);
}
