; opt lists the passes where it is asked for those that it knows. LLVM 14 does so before it loads pass plugins, but not before what
; `-load` names.
; REQUIRES: llvm, plugin
; RUN: %{opt} -load=%{plugin} --print-passes | FileCheck %s

; CHECK: Function passes:
; CHECK: Module passes with params of texvisa:
; CHECK-NEXT: texvisa-legalize<target=skl|icllp|tgllp|{{.*}}[;simd=8|16|32]>
; CHECK-NEXT: print<texvisa><target=skl|
; CHECK-NEXT: texvisa-verify<target=skl|
; CHECK-NEXT: Function passes with params of texvisa:
; CHECK-NEXT: texvisa-legalize<target=skl|
; CHECK-NEXT: print<texvisa><target=skl|
; CHECK-NEXT: texvisa-verify<target=skl|
