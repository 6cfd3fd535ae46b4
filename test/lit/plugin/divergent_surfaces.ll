; A surface that differs between lanes needs a loop, which the passes do not make: the call is named.
; REQUIRES: llvm, plugin
; RUN: texvisa check %s --target tgllp --simd 16 | FileCheck %s --check-prefix=SAME
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>' -S %s 2>&1 | FileCheck %s

; SAME: no difference
; CHECK: a surface or sampler that differs between lanes cannot be legalized; branch on its index before the pass

define spir_kernel void @k(i16 %localIdX, i16 %localIdY) {
  %x = zext i16 %localIdX to i32
  %y = zext i16 %localIdY to i32
  %index = and i32 %x, 1
  %surface = inttoptr i32 %index to float addrspace(2293761)*
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p2293761f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(2293761)* %surface, i32 0, i32 0, i32 0)
  %address = shl i32 %x, 4
  %place = inttoptr i32 %address to <4 x float> addrspace(131082)*
  store <4 x float> %texel, <4 x float> addrspace(131082)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p2293761f32(i32, i32, i32, i32, float addrspace(2293761)*, i32, i32, i32)
