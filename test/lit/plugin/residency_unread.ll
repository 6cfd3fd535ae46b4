; Residency that nothing reads does not come back: the new call returns four elements, and nothing is left of the fifth.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(i32 %x, i32 %y,
; CHECK: extractelement

define spir_kernel void @k(i32 %x, i32 %y) {
  %texel = call <5 x float> @llvm.genx.GenISA.ldptr.v5f32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %first = extractelement <5 x float> %texel, i32 0
  %place = inttoptr i32 0 to float addrspace(131072)*
  store float %first, float addrspace(131072)* %place, align 4
  ret void
}

declare <5 x float> @llvm.genx.GenISA.ldptr.v5f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
