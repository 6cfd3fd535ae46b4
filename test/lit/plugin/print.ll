; The printer writes what `texvisa compile` writes, of each kernel in the order of the module, and leaves the module alone.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='print<texvisa><target=dg2;simd=16>' -S %s -o %t.ll 2> %t.visaasm
; RUN: texvisa compile %s --target dg2 --simd 16 > %t.tool
; RUN: cmp %t.visaasm %t.tool
; RUN: FileCheck %s --input-file %t.visaasm
; RUN: FileCheck %s --input-file %t.ll --check-prefix=MODULE

; CHECK: .kernel "a"
; CHECK: load_lz.RGBA (M1, 16)
; CHECK: .kernel "b"
; MODULE: @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x

define spir_kernel void @a(i16 %localIdX) {
  %x = zext i16 %localIdX to i32
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

define spir_kernel void @b() {
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
