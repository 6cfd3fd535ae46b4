; A call that returns five elements returns five afterwards: the last is the residency.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: %texel = call <5 x float> @llvm.texvisa.ld_lz.i32x2.v5f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 1, i32 8, i32 1, i1 true,

define spir_kernel void @k(i32 %x, i32 %y) {
  %texel = call <5 x float> @llvm.genx.GenISA.ldptr.v5f32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %first = extractelement <5 x float> %texel, i32 0
  %status = extractelement <5 x float> %texel, i32 4
  %red = fadd float %first, %status
  %place = inttoptr i32 0 to float addrspace(131072)*
  store float %red, float addrspace(131072)* %place, align 4
  ret void
}

declare <5 x float> @llvm.genx.GenISA.ldptr.v5f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
