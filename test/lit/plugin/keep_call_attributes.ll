; The new call has the old one's name, place in the source, metadata, fast-math flags and tail marker, and those attributes
; of it and of its declaration that say what it does. What is built for its parameters has its place in the source. What
; was promised of the whole result is dropped: of channels outside the mask nothing is known.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: [[X:%.*]] = trunc i32 %x to i16, !dbg [[AT:![0-9]+]]
; CHECK: %texel = tail call fast <4 x float> @llvm.texvisa.ld2dms_w.i16x8.v4f32.p196608(i16 2, {{.*}}) [[SITE:#[0-9]+]], !dbg [[AT]], !mine [[MINE:![0-9]+]]
; CHECK: declare <4 x float> @llvm.texvisa.ld2dms_w.{{.*}} [[MESSAGE:#[0-9]+]]
; CHECK: attributes [[MESSAGE]] = { nounwind {{(readonly )?willreturn( memory.read.)?}} }
; CHECK: attributes [[SITE]] = { {{(argmemonly )?nofree (readnone )?willreturn( memory.none.)?}} }
; CHECK: [[AT]] = !DILocation(line: 12, column: 5,
; CHECK: [[MINE]] = !{!"something"}

define spir_kernel void @k(i16 %localIdX, i32 %y) !dbg !4 {
  %wide = zext i16 %localIdX to i32
  %x = add i32 %wide, %y
  %texel = tail call fast noundef <4 x float> @llvm.genx.GenISA.ldmsptr.v4f32.p196608f32(i32 2, i32 undef, i32 undef, i32 %x, i32 %x, i32 %x, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0) #1, !dbg !7, !mine !8
  %red = extractelement <4 x float> %texel, i32 0, !dbg !7
  %place = inttoptr i32 0 to float addrspace(131072)*
  store float %red, float addrspace(131072)* %place, align 4
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldmsptr.v4f32.p196608f32(i32, i32, i32, i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32) #0

attributes #0 = { argmemonly nofree willreturn "kept"="no" }
attributes #1 = { readnone }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "blur.cl", directory: "/src")
!2 = !DISubroutineType(types: !6)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 10, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !{null}
!7 = !DILocation(line: 12, column: 5, scope: !4)
!8 = !{!"something"}
