; What is not imported is an error of the printer, with kernel, instruction and place in the source: all of it, of all kernels.
; REQUIRES: llvm, plugin
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='print<texvisa><target=tgllp;simd=16>' -disable-output %s 2>&1 | FileCheck %s

; CHECK: error: {{.*}}report_every_unsupported_instruction.ll: not compiled for tgllp:
; CHECK-NEXT: 12:5: kernel a: {{.*}}: %rest = frem float %u, %v, !dbg
; CHECK-NEXT: 13:7: kernel a: a call of a function is not supported; {{.*}}: %called = call float @helper(float %u), !dbg
; CHECK-NEXT: kernel c: the intrinsic is not supported; write the kernel without it: %p = call i32 @llvm.genx.GenISA.nothing(i32 0)

define spir_kernel void @a(float %u, float %v) !dbg !4 {
  %rest = frem float %u, %v, !dbg !7
  %called = call float @helper(float %u), !dbg !8
  ret void
}

define spir_kernel void @b() {
  ret void
}

define spir_kernel void @c() {
  %p = call i32 @llvm.genx.GenISA.nothing(i32 0)
  ret void
}

declare float @helper(float)
declare i32 @llvm.genx.GenISA.nothing(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "blur.cl", directory: "/src")
!2 = !DISubroutineType(types: !6)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "a", scope: !1, file: !1, line: 10, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !{null}
!7 = !DILocation(line: 12, column: 5, scope: !4)
!8 = !DILocation(line: 13, column: 7, scope: !4)
