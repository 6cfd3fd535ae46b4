; The pass stands in pipelines by its text.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,print<texvisa><target=skl>' -print-pipeline-passes -disable-output %s | FileCheck %s

; CHECK: texvisa-legalize<target=tgllp;simd=16>,print<texvisa><target=skl>

define spir_kernel void @k() {
  ret void
}
