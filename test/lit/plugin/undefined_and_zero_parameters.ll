; Trailing parameters that are zero or undefined are not sent; between others they are.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: %a = call {{.*}} @llvm.texvisa.ld_lz.i32x1.v4f32.p196608(i32 %u, ptr addrspace(196608) null,
; CHECK: %b = call {{.*}} @llvm.texvisa.ld_lz.i32x3.v4f32.p196608(i32 %u, i32 undef, i32 %layer, ptr addrspace(196608) null,
; CHECK: %c = call {{.*}} @llvm.texvisa.ld_lz.i32x3.v4f32.p196608(i32 %u, i32 0, i32 7, ptr addrspace(196608) null,

define spir_kernel void @k(i32 %u, i32 %layer) {
  %a = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %u, i32 undef, i32 undef, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %b = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %u, i32 undef, i32 0, i32 %layer, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %c = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %u, i32 0, i32 0, i32 7, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %d = fadd <4 x float> %a, %b
  %texel = fadd <4 x float> %c, %d
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
