; A declaration goes with its last call. One that was never called stays, and so does one that another function calls: only
; kernels are changed.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK-NOT: declare {{.*}}@llvm.genx.GenISA.ldptr.v4f32.p196608(
; CHECK: declare <4 x float> @llvm.genx.GenISA.ldptr.never(
; CHECK: declare <4 x float> @llvm.genx.GenISA.ldptr.elsewhere(
; CHECK: declare <4 x float> @llvm.texvisa.ld_lz.

define spir_kernel void @k(i32 %x) {
  %a = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %b = call <4 x float> @llvm.genx.GenISA.ldptr.elsewhere(i32 %x, i32 1, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %texel = fadd <4 x float> %a, %b
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

define <4 x float> @helper(i32 %x) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.elsewhere(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  ret <4 x float> %texel
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.ldptr.never(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.ldptr.elsewhere(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
