; Remarks go where LLVM's own go: to a file of YAML, with names for what a reader of it looks for. Why a kernel stays as it is is a
; missed optimization.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>' -pass-remarks-output=%t.yaml -disable-output %s
; RUN: FileCheck %s --input-file %t.yaml
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=pvc;simd=16>' -pass-remarks-missed=texvisa -disable-output %s 2>&1 | FileCheck %s --check-prefix=MISSED

; CHECK: --- !Analysis
; CHECK: Pass: {{ *}}texvisa
; CHECK: Name: {{ *}}Assumed
; CHECK: --- !Passed
; CHECK-NEXT: Pass: {{ *}}texvisa
; CHECK-NEXT: Name: {{ *}}Lowered
; CHECK-NEXT: Function: {{ *}}k
; CHECK-NEXT: Args:
; CHECK-NEXT: - String: {{ *}}'becomes '
; CHECK-NEXT: - Message: {{ *}}ld_lz.RGBA
; CHECK-NEXT: - String: {{ *}}'; '
; CHECK-NEXT: - Note: {{ *}}the LOD is zero, which the message implies
; MISSED: remark: {{.*}}kernel k: {{.*}}pvc
; MISSED: error: {{.*}}not legalized for pvc:

define spir_kernel void @k(i32 %x, i32 %y) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
