; A module need not have kernels.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='print<texvisa><target=tgllp;simd=16>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NOTHING --allow-empty

; CHECK: define void @f()
; NOTHING-NOT: {{.}}

define void @f() {
  ret void
}
