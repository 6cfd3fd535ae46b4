; SKL takes the MCS words as dwords. Words that the program has cut from a field of a structure are put together
; again as that field.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=skl;simd=16>,verify' -S %s | FileCheck %s

; CHECK: [[HIGH:%.*]] = extractvalue { i32, i32 } %pair, 1
; CHECK-NEXT: %texel = call <4 x float> @llvm.texvisa.ld2dms_w.i32x3.v4f32.p196608(i32 2, i32 0, i32 [[HIGH]], ptr

define spir_kernel void @k(i32 %x, i32 %y) {
  %pair = call { i32, i32 } @llvm.genx.GenISA.add.pair(i32 %x, i32 %y, i32 %y, i32 %x)
  %high = extractvalue { i32, i32 } %pair, 1
  %w2 = trunc i32 %high to i16
  %shifted = lshr i32 %high, 16
  %w3 = trunc i32 %shifted to i16
  %texel = call <4 x float> @llvm.genx.GenISA.ldmsptr16bit.v4f32.p196608f32(i16 2, i16 0, i16 0, i16 %w2, i16 %w3, i16 0, i16 0, i16 0, i16 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare { i32, i32 } @llvm.genx.GenISA.add.pair(i32, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.ldmsptr16bit.v4f32.p196608f32(i16, i16, i16, i16, i16, i16, i16, i16, i16, float addrspace(196608)*, i32, i32, i32)
