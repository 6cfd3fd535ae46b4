; opt refuses the pipeline, after the pass has said what is wrong and what it takes, in the words of LLVM's own passes. As theirs,
; the last of two parameters that are alike counts.
; REQUIRES: llvm, plugin
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<simd=16>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=gen42>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TARGET
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=12>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LANES
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=pvc;simd=8>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NARROW
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;fast>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=pvc;target=skl;simd=32;simd=8>' -disable-output %s
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OPEN
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='print<texvisa>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PRINT
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='print<texvisa;target=tgllp>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLACE

; NONE: texvisa-legalize pass has no target; add `target=NAME`
; NONE-NEXT: usage: texvisa-legalize<target=skl|icllp|tgllp|xehp_sdv|dg2|mtl|pvc|lnl|bmg|ptl[;simd=8|16|32]>
; NONE-NOT: usage:
; NONE: {{opt-[0-9]+}}: unknown {{(module )?}}pass
; TARGET: invalid argument to texvisa-legalize pass target parameter: 'gen42'; expected one of skl, icllp, tgllp, xehp_sdv, dg2, mtl, pvc, lnl, bmg, ptl
; LANES: invalid argument to texvisa-legalize pass simd parameter: '12'; expected one of 8, 16, 32
; EMPTY: invalid argument to texvisa-legalize pass simd parameter: ''; expected one of 8, 16, 32
; NARROW: pvc runs no simd8 kernels; expected one of simd16, simd32
; UNKNOWN: invalid texvisa-legalize pass parameter 'fast'; expected `target` or `simd`
; OPEN: invalid texvisa-legalize pass parameters '<target=tgllp'; expected
; PRINT: print<texvisa> pass has no target; add `target=NAME`
; PRINT-NEXT: usage: print<texvisa><target=
; PLACE: the parameters of `print<texvisa;target=tgllp>` are in the wrong place

define spir_kernel void @k() {
  ret void
}
