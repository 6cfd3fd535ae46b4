; Of gather4 the channel mask is the channel that is gathered: green, bit 1. Offsets that are no constants are integers among
; float coordinates.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: @llvm.texvisa.gather4.f32x2.v4f32.p196608.p589824(float %u, float %v, ptr addrspace(196608) null, ptr addrspace(589824) null, i32 0, i32 2,
; CHECK: @llvm.texvisa.gather4_po.f32x2.i32x2.v4f32.p196608.p589824(float %u, float %v, i32 %x, i32 %y, ptr addrspace(196608) null, ptr addrspace(589824) null, i32 0, i32 2,

define spir_kernel void @k(float %u, float %v, i32 %x, i32 %y) {
  %a = call <4 x float> @llvm.genx.GenISA.gather4ptr.v4f32.f32.p196608f32.p589824i32(float %u, float %v, float 0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0, i32 1)
  %b = call <4 x float> @llvm.genx.GenISA.gather4POptr.v4f32.f32.p196608f32.p589824i32(float %u, float %v, i32 %x, i32 %y, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0, i32 1)
  %texel = fadd <4 x float> %a, %b
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.gather4ptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.gather4POptr.v4f32.f32.p196608f32.p589824i32(float, float, i32, i32, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32, i32)
