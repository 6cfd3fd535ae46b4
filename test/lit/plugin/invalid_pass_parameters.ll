; opt refuses the pipeline, after the pass has said what is wrong and what it takes.
; REQUIRES: llvm, plugin
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='texvisa-legalize' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='texvisa-legalize<simd=16>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=gen42>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TARGET
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=12>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LANES
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=pvc;simd=8>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NARROW
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;fast>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;target=skl>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TWICE
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OPEN
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='print<texvisa>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PRINT
; RUN: not opt-14 -load-pass-plugin=%{plugin} -passes='print<texvisa;target=tgllp>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLACE

; NONE: texvisa-legalize: no target is given
; NONE-NEXT: usage: texvisa-legalize<target=skl|icllp|tgllp|xehp_sdv|dg2|mtl|pvc|lnl|bmg|ptl[;simd=8|16|32]>
; NONE: opt-14: unknown pass name
; TARGET: texvisa-legalize: unknown target "gen42"; expected one of skl, icllp, tgllp, xehp_sdv, dg2, mtl, pvc, lnl, bmg, ptl
; LANES: texvisa-legalize: unknown width `12`; expected one of 8, 16, 32
; EMPTY: texvisa-legalize: unknown width ``; expected one of 8, 16, 32
; NARROW: texvisa-legalize: pvc runs no simd8 kernels; expected one of simd16, simd32
; UNKNOWN: texvisa-legalize: unknown parameter `fast`; expected `target` or `simd`
; TWICE: texvisa-legalize: `target` is given twice
; OPEN: texvisa-legalize: `<target=tgllp` is not a list of parameters
; PRINT: print<texvisa>: no target is given
; PRINT-NEXT: usage: print<texvisa><target=
; PLACE: print<texvisa>: the parameters of `print<texvisa;target=tgllp>` are in the wrong place

define spir_kernel void @k() {
  ret void
}
