; A load at level 0 is ld_lz: the level is not sent, nor is the layer, which is zero too. Only red comes back.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: %texel = call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(
; CHECK-SAME: i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 1, i32 16, i32 1, i1 false,
; CHECK-NEXT: %red = extractelement <4 x float> %texel, i32 0

define spir_kernel void @k(i16 %localIdX, i32 %y) {
  %x = zext i16 %localIdX to i32
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %red = extractelement <4 x float> %texel, i32 0
  %place = inttoptr i32 0 to float addrspace(131072)*
  store float %red, float addrspace(131072)* %place, align 4
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
