; A kernel that is legalized stays as it is: its messages are no texture calls. The printer, which needs these, refuses it.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>' -S %s -o %t.once
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,texvisa-legalize<target=tgllp;simd=16>' -S %s -o %t.twice
; RUN: cmp %t.once %t.twice
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,print<texvisa><target=tgllp;simd=16>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: kernel k: the intrinsic is not supported; write the kernel without it: %texel = call <4 x float> @llvm.texvisa.ld_lz.

define spir_kernel void @k(i32 %x) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
