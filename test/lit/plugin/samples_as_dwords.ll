; SKL takes dwords: the first two of what ld_mcs returns, which is all that is asked for.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=skl;simd=16>,verify' -S %s | FileCheck %s

; CHECK: %words = call <4 x float> @llvm.texvisa.ld_mcs.i32x2.v4f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 3,
; CHECK: %texel = call <4 x float> @llvm.texvisa.ld2dms_w.i32x5.v4f32.p196608(
; CHECK-SAME: i32 2, i32 %low, i32 %high, i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 15,

define spir_kernel void @k(i32 %x, i32 %y) {
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
