; What is imported and cannot be lowered is an error too: a gather that the platform has no message for, an entry that no
; descriptor holds. Each names its call.
; REQUIRES: llvm, plugin
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>' -disable-output %s 2>&1 | FileCheck %s
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='print<texvisa><target=tgllp;simd=16>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: kernel k: tgllp has no gather4_b; choose a target that has it: lnl, bmg, ptl: %a = call <4 x float> @llvm.genx.GenISA.gather4Bptr
; CHECK-NEXT: kernel k: `t300` is at entry 300 of its table; expected an entry below 240: %b = call

define spir_kernel void @k(float %u, i32 %x) {
  %a = call <4 x float> @llvm.genx.GenISA.gather4Bptr.v4f32.f32.p196608f32.p589824i32(float 1.0, float %u, float 0.0, float 0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0, i32 0)
  %b = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196908f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196908)* null, i32 0, i32 0, i32 0)
  %texel = fadd <4 x float> %a, %b
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.gather4Bptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196908f32(i32, i32, i32, i32, float addrspace(196908)*, i32, i32, i32)
