; Texel offsets are one immediate, as the message has them: u in bits 11 to 8, v in 7 to 4, r in 3 to 0; 1, -2 and 3 are
; 0x1e3, which is 483. The first immediate is this one.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: @llvm.texvisa.ld_lz.i32x3.v4f32.p196608(i32 %u, i32 %v, i32 %r, ptr addrspace(196608) null, i32 483, i32 15, i32 8, i32 1, i1 true,

define spir_kernel void @k(i32 %u, i32 %v, i32 %r) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %u, i32 %v, i32 0, i32 %r, float addrspace(196608)* null, i32 1, i32 -2, i32 3)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
