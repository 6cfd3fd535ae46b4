; A kernel that asks for a width is legalized for it; where it asks for none, one must be given. What is given counts.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp>,verify' -S %s | FileCheck %s
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=32>,verify' -S %s | FileCheck %s --check-prefix=GIVEN
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=bmg>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NARROW

; CHECK: ptr addrspace(196608) null, i32 0, i32 15, i32 8, i32 1, i1 false,
; GIVEN: ptr addrspace(196608) null, i32 0, i32 15, i32 16, i32 2, i1 false,
; NARROW: kernel k: the kernel asks for simd8, which bmg does not run; choose one with simd=16|32

define spir_kernel void @k(i16 %localIdX) {
  %x = zext i16 %localIdX to i32
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)

!igc.functions = !{!0}
!0 = !{void (i16)* @k, !1}
!1 = !{!2, !3, !4}
!2 = !{!"function_type", i32 0}
!3 = !{!"implicit_arg_desc", !5}
!4 = !{!"sub_group_size", i32 8}
!5 = !{i32 7}
