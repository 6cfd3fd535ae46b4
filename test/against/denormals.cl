// Arithmetic on floats near the least normal ones, which a program compiled with -cl-denorms-are-zero may take for zeros.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void denormals(global float *result, global const float *a, global const float *b, global half *halves) {
    const size_t at = get_global_id(0);
    // Exponents of -126 and less, and both signs.
    const float x = a[at] * 0x1p-130f;
    const float y = as_float(as_uint(b[at]) & 0x80ffffffu);
    const float z = as_float(as_uint(a[at]) & 0x80ffffffu);
    float sum = y + z;
    sum = fma(y, 3.0f, sum) - x;
    result[4 * at] = sum;
    result[4 * at + 1] = fmin(y, 0.0f) + fmax(z, 0.0f) + (y < z ? 0x1p-126f : floor(z));
    result[4 * at + 2] = y > 0.0f ? z : 0x1p-127f;
    result[4 * at + 3] = as_float(as_uint(a[at])) * 0x1p-120f;
    const half h = as_half((ushort)(as_uint(a[at]) & 0x87ffu));
    halves[2 * at] = h + as_half((ushort)(as_uint(b[at]) & 0x87ffu));
    halves[2 * at + 1] = convert_half((float)h * 0.5f);
}
