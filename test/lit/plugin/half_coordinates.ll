; Half-float coordinates are slots of halves where the target takes them; for SKL they are widened.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=skl;simd=16>,verify' -S %s | FileCheck %s --check-prefix=SKL

; CHECK: @llvm.texvisa.sample_l.f16x3.v4f16.p196608.p589824(half %level, half %u, half %v, ptr addrspace(196608) null, ptr addrspace(589824) null, i32 0, i32 1,
; SKL-DAG: [[LEVEL:%[0-9]+]] = fpext half %level to float
; SKL-DAG: [[U:%[0-9]+]] = fpext half %u to float
; SKL-DAG: [[V:%[0-9]+]] = fpext half %v to float
; SKL: @llvm.texvisa.sample_l.f32x3.v4f16.p196608.p589824(float [[LEVEL]], float [[U]], float [[V]], ptr addrspace(196608) null, ptr addrspace(589824) null, i32 0, i32 1,

define spir_kernel void @k(half %level, half %u, half %v) {
  %texel = call <4 x half> @llvm.genx.GenISA.sampleLptr.v4f16.f16.p196608f32.p589824i32(half %level, half %u, half %v, half 0.0, half 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %red = extractelement <4 x half> %texel, i32 0
  %place = inttoptr i32 0 to half addrspace(131072)*
  store half %red, half addrspace(131072)* %place, align 2
  ret void
}

declare <4 x half> @llvm.genx.GenISA.sampleLptr.v4f16.f16.p196608f32.p589824i32(half, half, half, half, half, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32)
