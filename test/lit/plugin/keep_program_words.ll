; A kernel that Intel's compiler has narrowed to words, for a target that takes words, keeps them: nothing is converted.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: %words = call <4 x i16> @llvm.texvisa.ld_mcs.i32x2.v4i16.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 15,
; CHECK-NEXT: [[W0:%.*]] = extractelement <4 x i16> %words, i32 0
; CHECK-NEXT: [[W1:%.*]] = extractelement <4 x i16> %words, i32 1
; CHECK-NEXT: [[W2:%.*]] = extractelement <4 x i16> %words, i32 2
; CHECK-NEXT: [[W3:%.*]] = extractelement <4 x i16> %words, i32 3
; CHECK-NOT: extractelement
; CHECK: %texel = call <4 x float> @llvm.texvisa.ld2dms_w.i16x7.v4f32.p196608(
; CHECK-SAME: i16 2, i16 [[W0]], i16 [[W1]], i16 [[W2]], i16 [[W3]], i16 {{%.*}}, i16 {{%.*}}, ptr addrspace(196608) null,

define spir_kernel void @k(i16 %localIdX, i16 %localIdY) {
  %x = zext i16 %localIdX to i32
  %y = zext i16 %localIdY to i32
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
