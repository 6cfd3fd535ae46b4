; A module that has something else under a name that the pass needs is left as it is.
; REQUIRES: llvm, plugin
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: kernel k: the module has another symbol @llvm.texvisa.ld_lz.i32x1.v4f32.p196608; rename it: %texel = call

define spir_kernel void @k(i32 %x) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare void @llvm.texvisa.ld_lz.i32x1.v4f32.p196608()
