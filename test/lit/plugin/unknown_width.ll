; Where neither the kernel nor the pass says how many lanes there are, the choices are listed; a kernel without texture calls needs
; none.
; REQUIRES: llvm, plugin
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: kernel k: the kernel asks for no width and the pass has none; choose one with simd=8|16|32
; CHECK-NOT: without_textures

define spir_kernel void @k(i32 %x) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32 %x, i32 0, i32 0, i32 0, ptr addrspace(196608) null, i32 0, i32 0, i32 0)
  ret void
}
define spir_kernel void @without_textures() {
  ret void
}
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32, i32, i32, i32, ptr addrspace(196608), i32, i32, i32)
