; The second immediate is the channel mask, red in bit 0. Alpha alone is worth a header, green alone is not: red comes back
; too.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: %a = {{.*}} ptr addrspace(196608) null, i32 0, i32 8, i32 8, i32 1, i1 true,
; CHECK: %b = {{.*}} ptr addrspace(196608) null, i32 0, i32 3, i32 8, i32 1, i1 true,

define spir_kernel void @k(i32 %u, i32 %v) {
  %a = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %u, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %b = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %v, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %alpha = extractelement <4 x float> %a, i32 3
  %green = extractelement <4 x float> %b, i32 1
  %red = fadd float %alpha, %green
  %place = inttoptr i32 0 to float addrspace(131072)*
  store float %red, float addrspace(131072)* %place, align 4
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
