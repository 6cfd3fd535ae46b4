; TGLLP takes the parameters of ld2dms_w as words, so that the MCS words come back as words too: the function that
; is called for ld_mcs then returns words, and the extractions from what the call returned are gone. The coordinates are
; truncated.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: %words = call <4 x i16> @llvm.texvisa.ld_mcs.i32x2.v4i16.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 15,
; CHECK-NEXT: [[W0:%.*]] = extractelement <4 x i16> %words, i32 0
; CHECK-NEXT: [[W1:%.*]] = extractelement <4 x i16> %words, i32 1
; CHECK-NEXT: [[W2:%.*]] = extractelement <4 x i16> %words, i32 2
; CHECK-NEXT: [[W3:%.*]] = extractelement <4 x i16> %words, i32 3
; CHECK-NEXT: [[X:%.*]] = trunc i32 %x to i16
; CHECK-NEXT: [[Y:%.*]] = trunc i32 %y to i16
; CHECK-NEXT: %texel = call <4 x float> @llvm.texvisa.ld2dms_w.i16x7.v4f32.p196608(
; CHECK-SAME: i16 2, i16 [[W0]], i16 [[W1]], i16 [[W2]], i16 [[W3]], i16 [[X]], i16 [[Y]], ptr addrspace(196608) null, i32 0, i32 15,
; CHECK-NOT: GenISA.ld

define spir_kernel void @k(i16 %localIdX, i16 %localIdY) {
  %column = zext i16 %localIdX to i32
  %row = zext i16 %localIdY to i32
  %x = shl i32 %column, 1
  %y = shl i32 %row, 1
  %words = call <4 x float> @llvm.genx.GenISA.ldmcsptr.v4f32.i32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %low.float = extractelement <4 x float> %words, i32 0
  %high.float = extractelement <4 x float> %words, i32 1
  %low = bitcast float %low.float to i32
  %high = bitcast float %high.float to i32
  %texel = call <4 x float> @llvm.genx.GenISA.ldmsptr.v4f32.p196608f32(i32 2, i32 %low, i32 %high, i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldmcsptr.v4f32.i32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.ldmsptr.v4f32.p196608f32(i32, i32, i32, i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
