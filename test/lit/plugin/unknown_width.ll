; Where neither the kernel nor the pass says how many lanes there are, the choices are listed.
; REQUIRES: llvm, plugin
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: kernel k: the kernel asks for no width and the pass has none; choose one with simd=8|16|32

define spir_kernel void @k() {
  ret void
}
