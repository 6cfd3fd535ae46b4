; ld has the level before the layer, ld_lz has no level.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: @llvm.texvisa.ld.i32x4.v4f32.p196608(i32 %u, i32 %v, i32 %level, i32 %layer, ptr addrspace(196608) null, i32 0, i32 15,
; CHECK: @llvm.texvisa.ld_lz.i32x3.v4f32.p196608(i32 %u, i32 %v, i32 %layer, ptr addrspace(196608) null, i32 0, i32 15,

define spir_kernel void @k(i32 %u, i32 %v, i32 %layer, i32 %level) {
  %a = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %u, i32 %v, i32 %level, i32 %layer, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %b = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %u, i32 %v, i32 0, i32 %layer, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %texel = fadd <4 x float> %a, %b
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
