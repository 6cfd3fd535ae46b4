; What texvisa does not import is not its business, unless it is a texture call: nothing is known of its result, which may be another
; in each lane, and it reads all that it is given. So the level is sent, although it is computed from zero; green comes back
; for the call of %f alone; and there is a message for each 16 lanes.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=32>,verify,texvisa-verify<target=tgllp;simd=32>' -pass-remarks-analysis=texvisa -S %s 2>&1 | FileCheck %s

; CHECK: remark: {{.*}}taken as unknown: a call of a function is not supported{{.*}}%level = call i32 @level(double %d)
; CHECK: remark: {{.*}}taken as unknown: {{.*}}%wide = fpext float %green to double
; CHECK: %texel = call <4 x float> @llvm.texvisa.ld.i32x3.v4f32.p196608(i32 %x, i32 0, i32 %level, ptr addrspace(196608) null, i32 0, i32 3, i32 16, i32 2, i1 false,
; CHECK: %wide = fpext float %green to double

define spir_kernel void @k(i32 %x, double %d) {
entry:
  %level = call i32 @level(double %d)
  br label %loop

loop:
  %sum = phi double [ 0.0, %entry ], [ %next, %loop ]
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 %level, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %green = extractelement <4 x float> %texel, i32 1
  %wide = fpext float %green to double
  %next = fadd double %sum, %wide
  %more = fcmp olt double %next, 1.0
  br i1 %more, label %loop, label %exit

exit:
  %place = inttoptr i32 0 to double addrspace(131072)*
  store double %next, double addrspace(131072)* %place, align 8
  ret void
}

declare i32 @level(double)
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
