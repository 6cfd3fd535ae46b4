; A word that the program has computed as a word is widened with zeros where the target takes dwords.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=skl;simd=16>,verify' -S %s | FileCheck %s

; CHECK: [[X:%.*]] = zext i16 %x to i32
; CHECK-NEXT: @llvm.texvisa.ld2dms_w.i32x4.v4f32.p196608(i32 2, i32 0, i32 0, i32 [[X]], ptr addrspace(196608) null, i32 0, i32 15,

define spir_kernel void @k(i16 %localIdX, i16 %y) {
  %x = add i16 %localIdX, %y
  %texel = call <4 x float> @llvm.genx.GenISA.ldmsptr16bit.v4f32.p196608f32(i16 2, i16 0, i16 0, i16 0, i16 0, i16 %x, i16 0, i16 0, i16 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldmsptr16bit.v4f32.p196608f32(i16, i16, i16, i16, i16, i16, i16, i16, i16, float addrspace(196608)*, i32, i32, i32)
