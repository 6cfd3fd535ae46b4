; ld2dms_w takes no offsets: they are added to the coordinates, and the sums are truncated to words.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: [[U:%.*]] = add i32 %x, 1
; CHECK-NEXT: trunc i32 [[U]] to i16
; CHECK-NEXT: [[V:%.*]] = add i32 %y, -2
; CHECK-NEXT: trunc i32 [[V]] to i16
; CHECK-NEXT: @llvm.texvisa.ld2dms_w.i16x7.v4f32.p196608({{.*}}, ptr addrspace(196608) null, i32 0, i32 15,

define spir_kernel void @k(i16 %localIdX, i16 %localIdY) {
  %x = zext i16 %localIdX to i32
  %y = zext i16 %localIdY to i32
  %words = call <4 x float> @llvm.genx.GenISA.ldmcsptr.v4f32.i32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %low.float = extractelement <4 x float> %words, i32 0
  %high.float = extractelement <4 x float> %words, i32 1
  %low = bitcast float %low.float to i32
  %high = bitcast float %high.float to i32
  %texel = call <4 x float> @llvm.genx.GenISA.ldmsptr.v4f32.p196608f32(i32 2, i32 %low, i32 %high, i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 1, i32 -2, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldmcsptr.v4f32.i32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.ldmsptr.v4f32.p196608f32(i32, i32, i32, i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
