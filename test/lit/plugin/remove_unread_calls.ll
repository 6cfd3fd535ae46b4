; No message is sent for what nothing reads, so that the call goes, and with it what only reads it: an addition, an
; assumption, another call. Debug information that speaks of it says that it is gone.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k
; CHECK-NEXT: {{(call void @llvm.dbg.value\(metadata|#dbg_value\()}}{{ ?}}<4 x float> undef,
; CHECK-NEXT: ret void
; CHECK-NOT: GenISA.ld
; CHECK-NOT: llvm.texvisa.

define spir_kernel void @k(i32 %x) !dbg !4 {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  call void @llvm.dbg.value(metadata <4 x float> %texel, metadata !5, metadata !DIExpression()), !dbg !7
  %red = extractelement <4 x float> %texel, i32 0
  %sum = fadd float %red, 1.0
  %column = fptoui float %sum to i32
  %other = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %column, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %isgood = fcmp ogt float %red, 0.0
  call void @llvm.assume(i1 %isgood)
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare void @llvm.assume(i1)
declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "blur.cl", directory: "/src")
!2 = !DISubroutineType(types: !6)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 10, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocalVariable(name: "texel", scope: !4, file: !1, line: 11, type: !8)
!6 = !{null}
!7 = !DILocation(line: 12, column: 5, scope: !4)
!8 = !DIBasicType(name: "float4", size: 128, encoding: DW_ATE_float)
