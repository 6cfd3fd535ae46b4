; Two types that are not the same may read the same in a name, here `float` and a structure that is called f32. Which function
; a call means would not be known, so that the kernel is left as it is.
; REQUIRES: llvm, plugin
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: kernel k: the module has another symbol @llvm.texvisa.ld_lz.i32x1.v4f32.p196608f32; rename it: %b = call

%f32 = type opaque

define spir_kernel void @k(i32 %x) {
  %a = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %b = call <4 x float> @llvm.genx.GenISA.ldptr.other(i32 %x, i32 0, i32 0, i32 0, %f32 addrspace(196608)* null, i32 0, i32 0, i32 0)
  %texel = fadd <4 x float> %a, %b
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.ldptr.other(i32, i32, i32, i32, %f32 addrspace(196608)*, i32, i32, i32)
