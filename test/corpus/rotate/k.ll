; ------------------------------------------------
; OCL_asm3f92e1619097cc8a_codegen.ll
; ------------------------------------------------
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "spir64-unknown-unknown"

%spirv.Image._void_1_0_0_0_0_0_0 = type opaque
%spirv.Image._void_1_0_0_0_0_0_1 = type opaque
%spirv.SampledImage._void_1_0_0_0_0_0_0 = type opaque
%spirv.Sampler = type opaque

@__MadEnable = local_unnamed_addr addrspace(2) constant i32 0, align 4

; Function Attrs: nounwind writeonly
define spir_kernel void @rotate_bordered(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* nocapture readnone %source, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* nocapture readnone %result, float %angle, <2 x float> %centre, float %scale, <4 x float> %background, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i32 %imageHeigt, i32 %imageWidth) #0 {
entry:
  %0 = extractelement <8 x i32> %payloadHeader, i32 0
  %1 = extractelement <8 x i32> %payloadHeader, i32 1
  %2 = extractelement <3 x i32> %enqueuedLocalSize, i32 0
  %3 = extractelement <3 x i32> %enqueuedLocalSize, i32 1
  %4 = extractelement <8 x i32> %r0, i32 1
  %5 = extractelement <8 x i32> %r0, i32 6
  %mul.i.i.i = mul i32 %2, %4
  %localIdX2 = zext i16 %localIdX to i32
  %add.i.i.i = add i32 %mul.i.i.i, %localIdX2
  %add4.i.i.i = add i32 %add.i.i.i, %0
  %mul.i7.i.i13 = mul i32 %3, %5
  %localIdY29 = zext i16 %localIdY to i32
  %add.i9.i.i16 = add i32 %mul.i7.i.i13, %localIdY29
  %add4.i11.i.i18 = add i32 %add.i9.i.i16, %1
  %cmp6.not = icmp slt i32 %add4.i11.i.i18, %imageHeigt
  %cmp.not = icmp slt i32 %add4.i.i.i, %imageWidth
  %6 = and i1 %cmp6.not, %cmp.not
  br i1 %6, label %if.end, label %entry.cleanup.cont_crit_edge

if.end:                                           ; preds = %entry
  %7 = extractelement <4 x float> %background, i32 0
  %8 = extractelement <4 x float> %background, i32 1
  %9 = extractelement <4 x float> %background, i32 2
  %10 = extractelement <4 x float> %background, i32 3
  %11 = extractelement <2 x float> %centre, i32 0
  %12 = extractelement <2 x float> %centre, i32 1
  %call.i62 = sitofp i32 %add4.i.i.i to float
  %call.i63 = sitofp i32 %add4.i11.i.i18 to float
  %add.i64 = fadd float %call.i62, 5.000000e-01
  %add.i65 = fadd float %call.i63, 5.000000e-01
  %call1.i66 = sitofp i32 %imageWidth to float
  %call1.i67 = sitofp i32 %imageHeigt to float
  %13 = call float @llvm.fma.f32(float %call1.i66, float -5.000000e-01, float %add.i64) #1
  %14 = call float @llvm.fma.f32(float %call1.i67, float -5.000000e-01, float %add.i65) #1
  %15 = bitcast float %scale to i32
  %16 = and i32 %15, 2139095040
  %17 = icmp eq i32 %16, 0
  %18 = select i1 %17, float 0x41F0000000000000, float 1.000000e+00
  %19 = icmp uge i32 %16, 1677721600
  %20 = select i1 %19, float 0x3DF0000000000000, float %18
  %21 = fmul float %scale, %20
  %22 = fdiv float 1.000000e+00, %21
  %23 = fmul float %22, %13
  %24 = fmul float %23, %20
  %25 = bitcast float %scale to i32
  %26 = and i32 %25, 2139095040
  %27 = icmp eq i32 %26, 0
  %28 = select i1 %27, float 0x41F0000000000000, float 1.000000e+00
  %29 = icmp uge i32 %26, 1677721600
  %30 = select i1 %29, float 0x3DF0000000000000, float %28
  %31 = fmul float %scale, %30
  %32 = fdiv float 1.000000e+00, %31
  %33 = fmul float %32, %14
  %34 = fmul float %33, %30
  %mul.i3.i = fmul float %angle, 0x3F91DF46A0000000
  %call.i4.i38 = call float @llvm.cos.f32(float %mul.i3.i)
  %call.i.i39 = call float @llvm.sin.f32(float %mul.i3.i)
  %35 = fsub float 0.000000e+00, %call.i.i39
  %neg.i = fmul float %34, %35
  %36 = call float @llvm.fma.f32(float %call.i4.i38, float %24, float %neg.i) #1
  %mul6.i = fmul float %call.i4.i38, %34
  %37 = call float @llvm.fma.f32(float %call.i.i39, float %24, float %mul6.i) #1
  %add8.i72 = fadd float %36, %11
  %add8.i73 = fadd float %37, %12
  %call13.i41 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %add8.i72, float %add8.i73, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %38 = extractelement <4 x float> %call13.i41, i32 0
  %39 = extractelement <4 x float> %call13.i41, i32 1
  %40 = extractelement <4 x float> %call13.i41, i32 2
  %41 = extractelement <4 x float> %call13.i41, i32 3
  %sub = fsub float 1.000000e+00, %41
  %42 = call float @llvm.fma.f32(float %7, float %sub, float %38) #1
  %43 = call float @llvm.fma.f32(float %8, float %sub, float %39) #1
  %44 = call float @llvm.fma.f32(float %9, float %sub, float %40) #1
  %45 = call float @llvm.fma.f32(float %10, float %sub, float %41) #1
  call void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i18, i32 0, i32 0, float %42, float %43, float %44, float %45)
  br label %cleanup.cont

entry.cleanup.cont_crit_edge:                     ; preds = %entry
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %entry.cleanup.cont_crit_edge, %if.end
  ret void
}

; Function Attrs: nounwind
declare spir_func %spirv.SampledImage._void_1_0_0_0_0_0_0 addrspace(1)* @__builtin_spirv_OpSampledImage_img2d_ro_i64(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Sampler addrspace(2)*) #1

; Function Attrs: nounwind writeonly
define spir_kernel void @rotate_sampled(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* nocapture readnone %source, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* nocapture readnone %result, %spirv.Sampler addrspace(2)* nocapture readnone %sampler, float %angle, <2 x float> %centre, float %scale, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i32 %imageHeigt, i32 %imageHeigt1, i32 %imageWidth, i32 %imageWidth2, i32 %smpSnapWA) #0 {
entry:
  %scalar56 = extractelement <8 x i32> %payloadHeader, i32 0
  %scalar57 = extractelement <8 x i32> %payloadHeader, i32 1
  %scalar53 = extractelement <3 x i32> %enqueuedLocalSize, i32 0
  %scalar54 = extractelement <3 x i32> %enqueuedLocalSize, i32 1
  %scalar46 = extractelement <8 x i32> %r0, i32 1
  %scalar51 = extractelement <8 x i32> %r0, i32 6
  %mul.i.i.i = mul i32 %scalar53, %scalar46
  %localIdX4 = zext i16 %localIdX to i32
  %add.i.i.i = add i32 %mul.i.i.i, %localIdX4
  %add4.i.i.i = add i32 %add.i.i.i, %scalar56
  %mul.i7.i.i13 = mul i32 %scalar54, %scalar51
  %localIdY31 = zext i16 %localIdY to i32
  %add.i9.i.i16 = add i32 %mul.i7.i.i13, %localIdY31
  %add4.i11.i.i18 = add i32 %add.i9.i.i16, %scalar57
  %cmp6.not = icmp slt i32 %add4.i11.i.i18, %imageHeigt1
  %cmp.not = icmp slt i32 %add4.i.i.i, %imageWidth2
  %0 = and i1 %cmp6.not, %cmp.not
  br i1 %0, label %if.end, label %entry.cleanup.cont_crit_edge

if.end:                                           ; preds = %entry
  %scalar72 = extractelement <2 x float> %centre, i32 0
  %scalar73 = extractelement <2 x float> %centre, i32 1
  %call.i64 = sitofp i32 %add4.i.i.i to float
  %call.i65 = sitofp i32 %add4.i11.i.i18 to float
  %add.i66 = fadd float %call.i64, 5.000000e-01
  %add.i67 = fadd float %call.i65, 5.000000e-01
  %call1.i68 = sitofp i32 %imageWidth2 to float
  %call1.i69 = sitofp i32 %imageHeigt1 to float
  %1 = call float @llvm.fma.f32(float %call1.i68, float -5.000000e-01, float %add.i66) #1
  %2 = call float @llvm.fma.f32(float %call1.i69, float -5.000000e-01, float %add.i67) #1
  %3 = bitcast float %scale to i32
  %4 = and i32 %3, 2139095040
  %5 = icmp eq i32 %4, 0
  %6 = select i1 %5, float 0x41F0000000000000, float 1.000000e+00
  %7 = icmp uge i32 %4, 1677721600
  %8 = select i1 %7, float 0x3DF0000000000000, float %6
  %9 = fmul float %scale, %8
  %10 = fdiv float 1.000000e+00, %9
  %11 = fmul float %10, %1
  %12 = fmul float %11, %8
  %13 = bitcast float %scale to i32
  %14 = and i32 %13, 2139095040
  %15 = icmp eq i32 %14, 0
  %16 = select i1 %15, float 0x41F0000000000000, float 1.000000e+00
  %17 = icmp uge i32 %14, 1677721600
  %18 = select i1 %17, float 0x3DF0000000000000, float %16
  %19 = fmul float %scale, %18
  %20 = fdiv float 1.000000e+00, %19
  %21 = fmul float %20, %2
  %22 = fmul float %21, %18
  %mul.i3.i = fmul float %angle, 0x3F91DF46A0000000
  %call.i4.i40 = call float @llvm.cos.f32(float %mul.i3.i)
  %call.i.i41 = call float @llvm.sin.f32(float %mul.i3.i)
  %23 = fsub float 0.000000e+00, %call.i.i41
  %neg.i = fmul float %22, %23
  %24 = call float @llvm.fma.f32(float %call.i4.i40, float %12, float %neg.i) #1
  %mul6.i = fmul float %call.i4.i40, %22
  %25 = call float @llvm.fma.f32(float %call.i.i41, float %12, float %mul6.i) #1
  %add8.i74 = fadd float %24, %scalar72
  %add8.i75 = fadd float %25, %scalar73
  %call1076 = sitofp i32 %imageWidth to float
  %call1077 = sitofp i32 %imageHeigt to float
  %26 = bitcast float %call1076 to i32
  %27 = and i32 %26, 2139095040
  %28 = icmp eq i32 %27, 0
  %29 = select i1 %28, float 0x41F0000000000000, float 1.000000e+00
  %30 = icmp uge i32 %27, 1677721600
  %31 = select i1 %30, float 0x3DF0000000000000, float %29
  %32 = fmul float %call1076, %31
  %33 = fdiv float 1.000000e+00, %32
  %34 = fmul float %33, %add8.i74
  %35 = fmul float %34, %31
  %36 = bitcast float %call1077 to i32
  %37 = and i32 %36, 2139095040
  %38 = icmp eq i32 %37, 0
  %39 = select i1 %38, float 0x41F0000000000000, float 1.000000e+00
  %40 = icmp uge i32 %37, 1677721600
  %41 = select i1 %40, float 0x3DF0000000000000, float %39
  %42 = fmul float %call1077, %41
  %43 = fdiv float 1.000000e+00, %42
  %44 = fmul float %43, %add8.i75
  %45 = fmul float %44, %41
  %cmp5.i = fcmp olt float %35, 0.000000e+00
  %cond.i = select i1 %cmp5.i, float -1.000000e+00, float %35
  %cmp7.i = fcmp olt float %45, 0.000000e+00
  %cond12.i = select i1 %cmp7.i, float -1.000000e+00, float %45
  %cmp.not.i = icmp eq i32 %smpSnapWA, 0
  %snappedCoords.0.i80 = select i1 %cmp.not.i, float %35, float %cond.i
  %snappedCoords.0.i81 = select i1 %cmp.not.i, float %45, float %cond12.i
  %call13.i43 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %snappedCoords.0.i80, float %snappedCoords.0.i81, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %scalar82 = extractelement <4 x float> %call13.i43, i32 0
  %scalar83 = extractelement <4 x float> %call13.i43, i32 1
  %scalar84 = extractelement <4 x float> %call13.i43, i32 2
  %scalar85 = extractelement <4 x float> %call13.i43, i32 3
  call void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i18, i32 0, i32 0, float %scalar82, float %scalar83, float %scalar84, float %scalar85)
  br label %cleanup.cont

entry.cleanup.cont_crit_edge:                     ; preds = %entry
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %entry.cleanup.cont_crit_edge, %if.end
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_native_cosf(float noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_native_sinf(float noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.fma.f32(float, float, float) #3

; Function Attrs: convergent
declare spir_func i64 @__builtin_IB_get_image(i8 addrspace(1)* noundef) local_unnamed_addr #4

; Function Attrs: convergent
declare spir_func i64 @__builtin_IB_get_sampler(i8 addrspace(1)* noundef) local_unnamed_addr #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_snap_wa_reqd(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent
declare spir_func <4 x float> @__builtin_IB_OCL_2d_sample_l(i32 noundef, i32 noundef, <2 x float> noundef, float noundef) local_unnamed_addr #4

; Function Attrs: convergent
declare spir_func void @__builtin_IB_write_2d_ui(i32 noundef, <2 x i32> noundef, <4 x i32> noundef, i32 noundef) local_unnamed_addr #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_image_width(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_image_height(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_group_id(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_enqueued_local_size(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_x() local_unnamed_addr #2

; Function Attrs: inaccessiblememonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.assume(i1 noundef) #5

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_global_offset(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_y() local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_z() local_unnamed_addr #2

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.cos.f32(float) #3

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.sin.f32(float) #3

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nofree nosync nounwind readnone
declare float addrspace(196608)* @llvm.genx.GenISA.GetBufferPtr.p196608f32(i32, i32) #6

; Function Desc: 
; Output: result
; Arg 0: lod
; Arg 1: coordinates u
; Arg 2: coordinates v
; Arg 3: coordinates r
; Arg 4: coordinates ai
; Arg 5: resource
; Arg 6: sampler
; Arg 7: immediate offset u
; Arg 8: immediate offset v
; Arg 9: immediate offset w
; Function Attrs: nofree nosync nounwind readnone
declare <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32) #6

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nofree nosync nounwind readnone
declare float addrspace(131072)* @llvm.genx.GenISA.GetBufferPtr.p131072f32(i32, i32) #6

; Function Desc: 
; Output: 
; Arg 0: Dst Buffer to write to
; Arg 1: coordinates u
; Arg 2: coordinates v
; Arg 3: coordinates r
; Arg 4: LOD
; Arg 5: x
; Arg 6: y
; Arg 7: z
; Arg 8: w (4 elements since uav_typed will always write 4 destinations)
; Function Attrs: argmemonly nounwind writeonly
declare void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)*, i32, i32, i32, i32, float, float, float, float) #7

attributes #0 = { nounwind writeonly }
attributes #1 = { nounwind }
attributes #2 = { convergent mustprogress nofree nounwind readnone willreturn "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { convergent "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { inaccessiblememonly mustprogress nofree nosync nounwind willreturn }
attributes #6 = { nofree nosync nounwind readnone }
attributes #7 = { argmemonly nounwind writeonly }

!IGCMetadata = !{!0}
!igc.functions = !{!347, !365}
!opencl.ocl.version = !{!372, !372, !372, !372, !372}
!opencl.spir.version = !{!372, !372, !372, !372, !372}
!llvm.ident = !{!373, !373, !373, !373, !373}
!llvm.module.flags = !{!374}
!printf.strings = !{}

!0 = !{!"ModuleMD", !1, !2, !61, !217, !247, !263, !280, !290, !292, !293, !304, !305, !306, !307, !311, !312, !313, !314, !315, !316, !317, !318, !319, !320, !321, !322, !324, !328, !329, !330, !331, !332, !333, !334, !142, !335, !340, !342, !345, !346}
!1 = !{!"isPrecise", i1 false}
!2 = !{!"compOpt", !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60}
!3 = !{!"DenormsAreZero", i1 false}
!4 = !{!"CorrectlyRoundedDivSqrt", i1 false}
!5 = !{!"OptDisable", i1 false}
!6 = !{!"MadEnable", i1 false}
!7 = !{!"NoSignedZeros", i1 false}
!8 = !{!"NoNaNs", i1 false}
!9 = !{!"FloatRoundingMode", i32 0}
!10 = !{!"FloatCvtIntRoundingMode", i32 3}
!11 = !{!"VISAPreSchedRPThreshold", i32 0}
!12 = !{!"SetLoopUnrollThreshold", i32 0}
!13 = !{!"UnsafeMathOptimizations", i1 false}
!14 = !{!"FiniteMathOnly", i1 false}
!15 = !{!"FastRelaxedMath", i1 false}
!16 = !{!"DashGSpecified", i1 false}
!17 = !{!"FastCompilation", i1 false}
!18 = !{!"UseScratchSpacePrivateMemory", i1 true}
!19 = !{!"RelaxedBuiltins", i1 false}
!20 = !{!"SubgroupIndependentForwardProgressRequired", i1 true}
!21 = !{!"GreaterThan2GBBufferRequired", i1 true}
!22 = !{!"GreaterThan4GBBufferRequired", i1 false}
!23 = !{!"DisableA64WA", i1 false}
!24 = !{!"ForceEnableA64WA", i1 false}
!25 = !{!"PushConstantsEnable", i1 true}
!26 = !{!"HasPositivePointerOffset", i1 false}
!27 = !{!"HasBufferOffsetArg", i1 true}
!28 = !{!"BufferOffsetArgOptional", i1 true}
!29 = !{!"HasSubDWAlignedPtrArg", i1 false}
!30 = !{!"replaceGlobalOffsetsByZero", i1 false}
!31 = !{!"forcePixelShaderSIMDMode", i32 0}
!32 = !{!"pixelShaderDoNotAbortOnSpill", i1 false}
!33 = !{!"UniformWGS", i1 false}
!34 = !{!"disableVertexComponentPacking", i1 false}
!35 = !{!"disablePartialVertexComponentPacking", i1 false}
!36 = !{!"PreferBindlessImages", i1 false}
!37 = !{!"UseBindlessMode", i1 false}
!38 = !{!"UseLegacyBindlessMode", i1 true}
!39 = !{!"disableMathRefactoring", i1 false}
!40 = !{!"atomicBranch", i1 false}
!41 = !{!"ForceInt32DivRemEmu", i1 false}
!42 = !{!"ForceInt32DivRemEmuSP", i1 false}
!43 = !{!"ForceMinSimdSizeForFastestCS", i1 false}
!44 = !{!"EnableFastestLinearScan", i1 false}
!45 = !{!"UseStatelessforPrivateMemory", i1 false}
!46 = !{!"EnableTakeGlobalAddress", i1 false}
!47 = !{!"IsLibraryCompilation", i1 false}
!48 = !{!"FastVISACompile", i1 false}
!49 = !{!"MatchSinCosPi", i1 false}
!50 = !{!"CaptureCompilerStats", i1 false}
!51 = !{!"ExcludeIRFromZEBinary", i1 false}
!52 = !{!"EmitZeBinVISASections", i1 false}
!53 = !{!"allowDisableRematforCS", i1 false}
!54 = !{!"DisableIncSpillCostAllAddrTaken", i1 false}
!55 = !{!"DisableCPSOmaskWA", i1 false}
!56 = !{!"DisableFastestGopt", i1 false}
!57 = !{!"WaForceHalfPromotion", i1 false}
!58 = !{!"DisableConstantCoalescing", i1 false}
!59 = !{!"EnableUndefAlphaOutputAsRed", i1 true}
!60 = !{!"WaEnableALTModeVisaWA", i1 false}
!61 = !{!"FuncMD", !62, !63, !191, !192}
!62 = !{!"FuncMDMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, float, <2 x float>, float, <4 x float>, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @rotate_bordered}
!63 = !{!"FuncMDValue[0]", !64, !65, !69, !70, !71, !91, !134, !135, !136, !137, !138, !139, !140, !141, !142, !143, !144, !145, !146, !147, !148, !149, !156, !163, !170, !177, !184}
!64 = !{!"localOffsets"}
!65 = !{!"workGroupWalkOrder", !66, !67, !68}
!66 = !{!"dim0", i32 0}
!67 = !{!"dim1", i32 0}
!68 = !{!"dim2", i32 0}
!69 = !{!"funcArgs"}
!70 = !{!"functionType", !"KernelFunction"}
!71 = !{!"rtInfo", !72, !73, !74, !75, !76, !77, !78, !79, !80, !81, !82, !83, !84, !85, !86, !90}
!72 = !{!"callableShaderType", !"NumberOfCallableShaderTypes"}
!73 = !{!"isContinuation", i1 false}
!74 = !{!"hasTraceRayPayload", i1 false}
!75 = !{!"hasHitAttributes", i1 false}
!76 = !{!"hasCallableData", i1 false}
!77 = !{!"ShaderStackSize", i32 0}
!78 = !{!"ShaderHash", i64 0}
!79 = !{!"ShaderName", !""}
!80 = !{!"ParentName", !""}
!81 = !{!"SlotNum", i1* null}
!82 = !{!"NOSSize", i32 0}
!83 = !{!"Entries"}
!84 = !{!"SpillUnions"}
!85 = !{!"CustomHitAttrSizeInBytes", i32 0}
!86 = !{!"Types", !87, !88, !89}
!87 = !{!"FrameStartTys"}
!88 = !{!"ArgumentTys"}
!89 = !{!"FullFrameTys"}
!90 = !{!"Aliases"}
!91 = !{!"resAllocMD", !92, !93, !94, !95, !117}
!92 = !{!"uavsNumType", i32 1}
!93 = !{!"srvsNumType", i32 1}
!94 = !{!"samplersNumType", i32 0}
!95 = !{!"argAllocMDList", !96, !100, !102, !106, !107, !108, !109, !110, !111, !112, !113, !114, !115, !116}
!96 = !{!"argAllocMDListVec[0]", !97, !98, !99}
!97 = !{!"type", i32 2}
!98 = !{!"extensionType", i32 0}
!99 = !{!"indexType", i32 0}
!100 = !{!"argAllocMDListVec[1]", !101, !98, !99}
!101 = !{!"type", i32 1}
!102 = !{!"argAllocMDListVec[2]", !103, !104, !105}
!103 = !{!"type", i32 0}
!104 = !{!"extensionType", i32 -1}
!105 = !{!"indexType", i32 -1}
!106 = !{!"argAllocMDListVec[3]", !103, !104, !105}
!107 = !{!"argAllocMDListVec[4]", !103, !104, !105}
!108 = !{!"argAllocMDListVec[5]", !103, !104, !105}
!109 = !{!"argAllocMDListVec[6]", !103, !104, !105}
!110 = !{!"argAllocMDListVec[7]", !103, !104, !105}
!111 = !{!"argAllocMDListVec[8]", !103, !104, !105}
!112 = !{!"argAllocMDListVec[9]", !103, !104, !105}
!113 = !{!"argAllocMDListVec[10]", !103, !104, !105}
!114 = !{!"argAllocMDListVec[11]", !103, !104, !105}
!115 = !{!"argAllocMDListVec[12]", !103, !104, !105}
!116 = !{!"argAllocMDListVec[13]", !103, !104, !105}
!117 = !{!"inlineSamplersMD", !118}
!118 = !{!"inlineSamplersMDVec[0]", !119, !120, !121, !122, !123, !124, !125, !126, !127, !128, !129, !130, !131, !132, !133}
!119 = !{!"m_Value", i32 36}
!120 = !{!"addressMode", i32 1}
!121 = !{!"index", i32 0}
!122 = !{!"TCXAddressMode", i32 3}
!123 = !{!"TCYAddressMode", i32 3}
!124 = !{!"TCZAddressMode", i32 3}
!125 = !{!"MagFilterType", i32 1}
!126 = !{!"MinFilterType", i32 1}
!127 = !{!"MipFilterType", i32 0}
!128 = !{!"CompareFunc", i32 0}
!129 = !{!"NormalizedCoords", i32 0}
!130 = !{!"BorderColorR", float 0.000000e+00}
!131 = !{!"BorderColorG", float 0.000000e+00}
!132 = !{!"BorderColorB", float 0.000000e+00}
!133 = !{!"BorderColorA", float 0.000000e+00}
!134 = !{!"maxByteOffsets"}
!135 = !{!"IsInitializer", i1 false}
!136 = !{!"IsFinalizer", i1 false}
!137 = !{!"CompiledSubGroupsNumber", i32 0}
!138 = !{!"hasInlineVmeSamplers", i1 false}
!139 = !{!"localSize", i32 0}
!140 = !{!"localIDPresent", i1 false}
!141 = !{!"groupIDPresent", i1 false}
!142 = !{!"privateMemoryPerWI", i32 0}
!143 = !{!"globalIDPresent", i1 false}
!144 = !{!"hasSyncRTCalls", i1 false}
!145 = !{!"hasNonKernelArgLoad", i1 false}
!146 = !{!"hasNonKernelArgStore", i1 false}
!147 = !{!"hasNonKernelArgAtomic", i1 false}
!148 = !{!"UserAnnotations"}
!149 = !{!"m_OpenCLArgAddressSpaces", !150, !151, !152, !153, !154, !155}
!150 = !{!"m_OpenCLArgAddressSpacesVec[0]", i32 1}
!151 = !{!"m_OpenCLArgAddressSpacesVec[1]", i32 1}
!152 = !{!"m_OpenCLArgAddressSpacesVec[2]", i32 0}
!153 = !{!"m_OpenCLArgAddressSpacesVec[3]", i32 0}
!154 = !{!"m_OpenCLArgAddressSpacesVec[4]", i32 0}
!155 = !{!"m_OpenCLArgAddressSpacesVec[5]", i32 0}
!156 = !{!"m_OpenCLArgAccessQualifiers", !157, !158, !159, !160, !161, !162}
!157 = !{!"m_OpenCLArgAccessQualifiersVec[0]", !"read_only"}
!158 = !{!"m_OpenCLArgAccessQualifiersVec[1]", !"write_only"}
!159 = !{!"m_OpenCLArgAccessQualifiersVec[2]", !"none"}
!160 = !{!"m_OpenCLArgAccessQualifiersVec[3]", !"none"}
!161 = !{!"m_OpenCLArgAccessQualifiersVec[4]", !"none"}
!162 = !{!"m_OpenCLArgAccessQualifiersVec[5]", !"none"}
!163 = !{!"m_OpenCLArgTypes", !164, !165, !166, !167, !168, !169}
!164 = !{!"m_OpenCLArgTypesVec[0]", !"image2d_t"}
!165 = !{!"m_OpenCLArgTypesVec[1]", !"image2d_t"}
!166 = !{!"m_OpenCLArgTypesVec[2]", !"float"}
!167 = !{!"m_OpenCLArgTypesVec[3]", !"float2"}
!168 = !{!"m_OpenCLArgTypesVec[4]", !"float"}
!169 = !{!"m_OpenCLArgTypesVec[5]", !"float4"}
!170 = !{!"m_OpenCLArgBaseTypes", !171, !172, !173, !174, !175, !176}
!171 = !{!"m_OpenCLArgBaseTypesVec[0]", !"image2d_t"}
!172 = !{!"m_OpenCLArgBaseTypesVec[1]", !"image2d_t"}
!173 = !{!"m_OpenCLArgBaseTypesVec[2]", !"float"}
!174 = !{!"m_OpenCLArgBaseTypesVec[3]", !"float2"}
!175 = !{!"m_OpenCLArgBaseTypesVec[4]", !"float"}
!176 = !{!"m_OpenCLArgBaseTypesVec[5]", !"float4"}
!177 = !{!"m_OpenCLArgTypeQualifiers", !178, !179, !180, !181, !182, !183}
!178 = !{!"m_OpenCLArgTypeQualifiersVec[0]", !""}
!179 = !{!"m_OpenCLArgTypeQualifiersVec[1]", !""}
!180 = !{!"m_OpenCLArgTypeQualifiersVec[2]", !""}
!181 = !{!"m_OpenCLArgTypeQualifiersVec[3]", !""}
!182 = !{!"m_OpenCLArgTypeQualifiersVec[4]", !""}
!183 = !{!"m_OpenCLArgTypeQualifiersVec[5]", !""}
!184 = !{!"m_OpenCLArgNames", !185, !186, !187, !188, !189, !190}
!185 = !{!"m_OpenCLArgNamesVec[0]", !"source"}
!186 = !{!"m_OpenCLArgNamesVec[1]", !"result"}
!187 = !{!"m_OpenCLArgNamesVec[2]", !"angle"}
!188 = !{!"m_OpenCLArgNamesVec[3]", !"centre"}
!189 = !{!"m_OpenCLArgNamesVec[4]", !"scale"}
!190 = !{!"m_OpenCLArgNamesVec[5]", !"background"}
!191 = !{!"FuncMDMap[1]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %spirv.Sampler addrspace(2)*, float, <2 x float>, float, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32, i32, i32, i32)* @rotate_sampled}
!192 = !{!"FuncMDValue[1]", !64, !65, !69, !70, !71, !193, !134, !135, !136, !137, !138, !139, !140, !141, !142, !143, !144, !145, !146, !147, !148, !149, !156, !202, !207, !177, !212}
!193 = !{!"resAllocMD", !92, !93, !194, !195, !201}
!194 = !{!"samplersNumType", i32 1}
!195 = !{!"argAllocMDList", !96, !100, !196, !106, !107, !108, !109, !110, !111, !112, !113, !114, !115, !116, !198, !199, !200}
!196 = !{!"argAllocMDListVec[2]", !197, !98, !99}
!197 = !{!"type", i32 3}
!198 = !{!"argAllocMDListVec[14]", !103, !104, !105}
!199 = !{!"argAllocMDListVec[15]", !103, !104, !105}
!200 = !{!"argAllocMDListVec[16]", !103, !104, !105}
!201 = !{!"inlineSamplersMD"}
!202 = !{!"m_OpenCLArgTypes", !164, !165, !203, !204, !205, !206}
!203 = !{!"m_OpenCLArgTypesVec[2]", !"sampler_t"}
!204 = !{!"m_OpenCLArgTypesVec[3]", !"float"}
!205 = !{!"m_OpenCLArgTypesVec[4]", !"float2"}
!206 = !{!"m_OpenCLArgTypesVec[5]", !"float"}
!207 = !{!"m_OpenCLArgBaseTypes", !171, !172, !208, !209, !210, !211}
!208 = !{!"m_OpenCLArgBaseTypesVec[2]", !"sampler_t"}
!209 = !{!"m_OpenCLArgBaseTypesVec[3]", !"float"}
!210 = !{!"m_OpenCLArgBaseTypesVec[4]", !"float2"}
!211 = !{!"m_OpenCLArgBaseTypesVec[5]", !"float"}
!212 = !{!"m_OpenCLArgNames", !185, !186, !213, !214, !215, !216}
!213 = !{!"m_OpenCLArgNamesVec[2]", !"sampler"}
!214 = !{!"m_OpenCLArgNamesVec[3]", !"angle"}
!215 = !{!"m_OpenCLArgNamesVec[4]", !"centre"}
!216 = !{!"m_OpenCLArgNamesVec[5]", !"scale"}
!217 = !{!"pushInfo", !218, !219, !220, !223, !224, !225, !226, !227, !228, !229, !230, !243, !244, !245, !246}
!218 = !{!"pushableAddresses"}
!219 = !{!"bindlessPushInfo"}
!220 = !{!"dynamicBufferInfo", !221, !222}
!221 = !{!"firstIndex", i32 0}
!222 = !{!"numOffsets", i32 0}
!223 = !{!"MaxNumberOfPushedBuffers", i32 0}
!224 = !{!"inlineConstantBufferSlot", i32 -1}
!225 = !{!"inlineConstantBufferOffset", i32 -1}
!226 = !{!"inlineConstantBufferGRFOffset", i32 -1}
!227 = !{!"constants"}
!228 = !{!"inputs"}
!229 = !{!"constantReg"}
!230 = !{!"simplePushInfoArr", !231, !240, !241, !242}
!231 = !{!"simplePushInfoArrVec[0]", !232, !233, !234, !235, !236, !237, !238, !239}
!232 = !{!"cbIdx", i32 0}
!233 = !{!"pushableAddressGrfOffset", i32 -1}
!234 = !{!"pushableOffsetGrfOffset", i32 -1}
!235 = !{!"offset", i32 0}
!236 = !{!"size", i32 0}
!237 = !{!"isStateless", i1 false}
!238 = !{!"isBindless", i1 false}
!239 = !{!"simplePushLoads"}
!240 = !{!"simplePushInfoArrVec[1]", !232, !233, !234, !235, !236, !237, !238, !239}
!241 = !{!"simplePushInfoArrVec[2]", !232, !233, !234, !235, !236, !237, !238, !239}
!242 = !{!"simplePushInfoArrVec[3]", !232, !233, !234, !235, !236, !237, !238, !239}
!243 = !{!"simplePushBufferUsed", i32 0}
!244 = !{!"pushAnalysisWIInfos"}
!245 = !{!"inlineRTGlobalPtrOffset", i32 0}
!246 = !{!"rtSyncSurfPtrOffset", i32 0}
!247 = !{!"psInfo", !248, !249, !250, !251, !252, !253, !254, !255, !256, !257, !258, !259, !260, !261, !262}
!248 = !{!"BlendStateDisabledMask", i8 0}
!249 = !{!"SkipSrc0Alpha", i1 false}
!250 = !{!"DualSourceBlendingDisabled", i1 false}
!251 = !{!"ForceEnableSimd32", i1 false}
!252 = !{!"outputDepth", i1 false}
!253 = !{!"outputStencil", i1 false}
!254 = !{!"outputMask", i1 false}
!255 = !{!"blendToFillEnabled", i1 false}
!256 = !{!"forceEarlyZ", i1 false}
!257 = !{!"hasVersionedLoop", i1 false}
!258 = !{!"forceSingleSourceRTWAfterDualSourceRTW", i1 false}
!259 = !{!"NumSamples", i8 0}
!260 = !{!"blendOptimizationMode"}
!261 = !{!"colorOutputMask"}
!262 = !{!"WaDisableVRS", i1 false}
!263 = !{!"csInfo", !264, !265, !266, !267, !268, !11, !12, !269, !270, !271, !272, !273, !274, !275, !276, !277, !278, !40, !279}
!264 = !{!"maxWorkGroupSize", i32 0}
!265 = !{!"waveSize", i32 0}
!266 = !{!"ComputeShaderSecondCompile"}
!267 = !{!"forcedSIMDSize", i8 0}
!268 = !{!"forceTotalGRFNum", i32 0}
!269 = !{!"allowLowerSimd", i1 false}
!270 = !{!"forcedVISAPreRAScheduler", i1 false}
!271 = !{!"disableLocalIdOrderOptimizations", i1 false}
!272 = !{!"disableDispatchAlongY", i1 false}
!273 = !{!"neededThreadIdLayout", i1* null}
!274 = !{!"forceTileYWalk", i1 false}
!275 = !{!"tileTGWidth_X", i32 0}
!276 = !{!"tileTGWidth_Y", i32 0}
!277 = !{!"maxTileTGDispatch_X", i32 0}
!278 = !{!"maxTileTGDispatch_Y", i32 0}
!279 = !{!"ResForHfPacking"}
!280 = !{!"msInfo", !281, !282, !283, !284, !285, !286, !287, !288, !289}
!281 = !{!"PrimitiveTopology", i32 3}
!282 = !{!"MaxNumOfPrimitives", i32 0}
!283 = !{!"MaxNumOfVertices", i32 0}
!284 = !{!"MaxNumOfPerPrimitiveOutputs", i32 0}
!285 = !{!"MaxNumOfPerVertexOutputs", i32 0}
!286 = !{!"WorkGroupSize", i32 0}
!287 = !{!"WorkGroupMemorySizeInBytes", i32 0}
!288 = !{!"IndexFormat", i32 6}
!289 = !{!"SubgroupSize", i32 0}
!290 = !{!"taskInfo", !291, !286, !287, !289}
!291 = !{!"MaxNumOfOutputs", i32 0}
!292 = !{!"NBarrierCnt", i32 0}
!293 = !{!"rtInfo", !294, !295, !296, !297, !298, !299, !300, !301, !302, !303}
!294 = !{!"RayQueryAllocSizeInBytes", i32 0}
!295 = !{!"NumContinuations", i32 0}
!296 = !{!"RTAsyncStackAddrspace", i32 -1}
!297 = !{!"RTAsyncStackSurfaceStateOffset", i1* null}
!298 = !{!"SWHotZoneAddrspace", i32 -1}
!299 = !{!"SWHotZoneSurfaceStateOffset", i1* null}
!300 = !{!"SWStackAddrspace", i32 -1}
!301 = !{!"SWStackSurfaceStateOffset", i1* null}
!302 = !{!"RTSyncStackAddrspace", i32 -1}
!303 = !{!"RTSyncStackSurfaceStateOffset", i1* null}
!304 = !{!"CurUniqueIndirectIdx", i32 0}
!305 = !{!"inlineDynTextures"}
!306 = !{!"inlineResInfoData"}
!307 = !{!"immConstant", !308, !309, !310}
!308 = !{!"data"}
!309 = !{!"sizes"}
!310 = !{!"zeroIdxs"}
!311 = !{!"inlineConstantBuffers"}
!312 = !{!"inlineGlobalBuffers"}
!313 = !{!"GlobalPointerProgramBinaryInfos"}
!314 = !{!"ConstantPointerProgramBinaryInfos"}
!315 = !{!"GlobalBufferAddressRelocInfo"}
!316 = !{!"ConstantBufferAddressRelocInfo"}
!317 = !{!"forceLscCacheList"}
!318 = !{!"SrvMap"}
!319 = !{!"RasterizerOrderedByteAddressBuffer"}
!320 = !{!"MinNOSPushConstantSize", i32 0}
!321 = !{!"inlineProgramScopeOffsets"}
!322 = !{!"shaderData", !323}
!323 = !{!"numReplicas", i32 0}
!324 = !{!"URBInfo", !325, !326, !327}
!325 = !{!"has64BVertexHeaderInput", i1 false}
!326 = !{!"has64BVertexHeaderOutput", i1 false}
!327 = !{!"hasVertexHeader", i1 true}
!328 = !{!"UseBindlessImage", i1 false}
!329 = !{!"enableRangeReduce", i1 false}
!330 = !{!"allowMatchMadOptimizationforVS", i1 false}
!331 = !{!"disableMemOptforNegativeOffsetLoads", i1 false}
!332 = !{!"enableThreeWayLoadSpiltOpt", i1 false}
!333 = !{!"statefulResourcesNotAliased", i1 false}
!334 = !{!"disableMixMode", i1 false}
!335 = !{!"PrivateMemoryPerFG", !336, !337, !338, !339}
!336 = !{!"PrivateMemoryPerFGMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, float, <2 x float>, float, <4 x float>, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @rotate_bordered}
!337 = !{!"PrivateMemoryPerFGValue[0]", i32 0}
!338 = !{!"PrivateMemoryPerFGMap[1]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %spirv.Sampler addrspace(2)*, float, <2 x float>, float, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32, i32, i32, i32)* @rotate_sampled}
!339 = !{!"PrivateMemoryPerFGValue[1]", i32 0}
!340 = !{!"capabilities", !341}
!341 = !{!"globalVariableDecorationsINTEL", i1 false}
!342 = !{!"m_ShaderResourceViewMcsMask", !343, !344}
!343 = !{!"m_ShaderResourceViewMcsMaskVec[0]", i64 0}
!344 = !{!"m_ShaderResourceViewMcsMaskVec[1]", i64 0}
!345 = !{!"computedDepthMode", i32 0}
!346 = !{!"isHDCFastClearShader", i1 false}
!347 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, float, <2 x float>, float, <4 x float>, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @rotate_bordered, !348}
!348 = !{!349, !350, !355}
!349 = !{!"function_type", i32 0}
!350 = !{!"arg_desc", !351}
!351 = !{null, !352, !353, !354}
!352 = !{!"explicit_arg_num", i32 0}
!353 = !{!"img_access_float_coords", i1 false}
!354 = !{!"img_access_int_coords", i1 true}
!355 = !{!"implicit_arg_desc", !356, !357, !358, !359, !360, !361, !362, !364}
!356 = !{i32 0}
!357 = !{i32 1}
!358 = !{i32 6}
!359 = !{i32 7}
!360 = !{i32 8}
!361 = !{i32 9}
!362 = !{i32 20, !363}
!363 = !{!"explicit_arg_num", i32 1}
!364 = !{i32 21, !363}
!365 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %spirv.Sampler addrspace(2)*, float, <2 x float>, float, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32, i32, i32, i32)* @rotate_sampled, !366}
!366 = !{!349, !350, !367}
!367 = !{!"implicit_arg_desc", !356, !357, !358, !359, !360, !361, !368, !362, !369, !364, !370}
!368 = !{i32 20, !352}
!369 = !{i32 21, !352}
!370 = !{i32 31, !371}
!371 = !{!"explicit_arg_num", i32 2}
!372 = !{i32 2, i32 0}
!373 = !{!"Debian clang version 14.0.6"}
!374 = !{i32 1, !"wchar_size", i32 4}
