; Which message a call became, and why, is a remark at the call; what was assumed of a kernel is a remark on it.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>' -pass-remarks=texvisa -pass-remarks-analysis=texvisa -disable-output %s 2>&1 | FileCheck %s
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='print<texvisa><target=tgllp;simd=16>' -pass-remarks-analysis=texvisa -disable-output %s 2>&1 | FileCheck %s --check-prefix=PRINT

; CHECK: remark: {{.*}}`!igc.functions` has no entry for the kernel
; PRINT: remark: {{.*}}`!igc.functions` has no entry for the kernel
; CHECK: remark: blur.cl:12:5: becomes ld_lz.RGBA; the LOD is zero, which the message implies; trimmed 1 trailing parameter that is zero or undefined

define spir_kernel void @k(i32 %x, i32 %y) !dbg !4 {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0), !dbg !7
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "blur.cl", directory: "/src")
!2 = !DISubroutineType(types: !6)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 10, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !{null}
!7 = !DILocation(line: 12, column: 5, scope: !4)
