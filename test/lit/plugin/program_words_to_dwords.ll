; A kernel that Intel's compiler has narrowed to words, for a target that takes none: the function for ld_mcs returns
; dwords, and the truncations are looked through.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=skl;simd=16>,verify' -S %s | FileCheck %s

; CHECK: %words = call <4 x i32> @llvm.texvisa.ld_mcs.i32x2.v4i32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 3,
; CHECK-NEXT: [[LOW:%.*]] = extractelement <4 x i32> %words, i32 0
; CHECK-NEXT: [[HIGH:%.*]] = extractelement <4 x i32> %words, i32 1
; CHECK-NEXT: %texel = call <4 x float> @llvm.texvisa.ld2dms_w.i32x5.v4f32.p196608(
; CHECK-SAME: i32 2, i32 [[LOW]], i32 [[HIGH]], i32 %x, i32 %y, ptr addrspace(196608) null,

define spir_kernel void @k(i32 %x, i32 %y) {
  %words = call <4 x i16> @llvm.genx.GenISA.ldmcsptr.v4i16.i32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %w0 = extractelement <4 x i16> %words, i32 0
  %w1 = extractelement <4 x i16> %words, i32 1
  %w2 = extractelement <4 x i16> %words, i32 2
  %w3 = extractelement <4 x i16> %words, i32 3
  %u = trunc i32 %x to i16
  %v = trunc i32 %y to i16
  %texel = call <4 x float> @llvm.genx.GenISA.ldmsptr16bit.v4f32.p196608f32(i16 2, i16 %w0, i16 %w1, i16 %w2, i16 %w3, i16 %u, i16 %v, i16 0, i16 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x i16> @llvm.genx.GenISA.ldmcsptr.v4i16.i32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.ldmsptr16bit.v4f32.p196608f32(i16, i16, i16, i16, i16, i16, i16, i16, i16, float addrspace(196608)*, i32, i32, i32)
