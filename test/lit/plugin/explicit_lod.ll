; sample_l has the level first. At level 0 TGLLP has sample_lz, DG2 has not; -0.0 is another coordinate than 0.0 and is sent.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=dg2;simd=16>,verify' -S %s | FileCheck %s --check-prefix=DG2

; CHECK: %a = {{.*}} @llvm.texvisa.sample_l.f32x3.v4f32.p196608.p589824(float %level, float %u, float %v, ptr addrspace(196608) null, ptr addrspace(589824) null, i32 0, i32 15, i32 8, i32 1, i1 true,
; CHECK: %b = {{.*}} @llvm.texvisa.sample_lz.f32x2.v4f32.p196608.p589824(float %u, float %v, ptr addrspace(196608) null, ptr addrspace(589824) null,
; CHECK: %c = {{.*}} @llvm.texvisa.sample_lz.f32x3.v4f32.p196608.p589824(float %u, float %v, float -0.000000e+00, ptr addrspace(196608) null, ptr addrspace(589824) null,
; DG2: %b = {{.*}} @llvm.texvisa.sample_l.f32x3.v4f32.p196608.p589824(float 0.000000e+00, float %u, float %v, ptr addrspace(196608) null, ptr addrspace(589824) null,

define spir_kernel void @k(float %level, float %u, float %v) {
  %a = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float %level, float %u, float %v, float 0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %b = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.0, float %u, float %v, float 0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %c = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.0, float %u, float %v, float -0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %d = fadd <4 x float> %a, %b
  %texel = fadd <4 x float> %c, %d
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32)
