; ------------------------------------------------
; OCL_asmfc60b77f32b625d5_codegen.ll
; ------------------------------------------------
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "spir64-unknown-unknown"

%spirv.Image._void_1_0_0_0_0_0_0 = type opaque
%spirv.Image._void_2_0_0_0_0_0_0 = type opaque
%spirv.Image._void_1_0_0_0_0_0_1 = type opaque
%spirv.SampledImage._void_2_0_0_0_0_0_0 = type opaque
%spirv.Sampler = type opaque

@__MadEnable = local_unnamed_addr addrspace(2) constant i32 0, align 4

; Function Attrs: convergent nounwind
define spir_kernel void @lut3d(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %source, %spirv.Image._void_2_0_0_0_0_0_0 addrspace(1)* %table, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %result, <4 x float> %low, <4 x float> %high, float %strength, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i32 %imageHeigt, i32 %imageHeigt1, i32 %imageWidth, i32 %imageWidth2, i32 %imageDepth) #0 {
entry:
  %0 = extractelement <8 x i32> %payloadHeader, i32 0
  %1 = extractelement <8 x i32> %payloadHeader, i32 1
  %2 = extractelement <3 x i32> %enqueuedLocalSize, i32 0
  %3 = extractelement <3 x i32> %enqueuedLocalSize, i32 1
  %4 = extractelement <8 x i32> %r0, i32 1
  %5 = extractelement <8 x i32> %r0, i32 6
  %mul.i.i.i = mul i32 %2, %4
  %localIdX4 = zext i16 %localIdX to i32
  %add.i.i.i = add i32 %mul.i.i.i, %localIdX4
  %add4.i.i.i = add i32 %add.i.i.i, %0
  %mul.i7.i.i13 = mul i32 %3, %5
  %localIdY31 = zext i16 %localIdY to i32
  %add.i9.i.i16 = add i32 %mul.i7.i.i13, %localIdY31
  %add4.i11.i.i18 = add i32 %add.i9.i.i16, %1
  %cmp6.not = icmp slt i32 %add4.i11.i.i18, %imageHeigt
  %cmp.not = icmp slt i32 %add4.i.i.i, %imageWidth
  %6 = and i1 %cmp6.not, %cmp.not
  br i1 %6, label %if.end, label %entry.cleanup.cont_crit_edge

if.end:                                           ; preds = %entry
  %call.i41 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %add4.i.i.i, i32 %add4.i11.i.i18, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %7 = extractelement <4 x float> %call.i41, i32 0
  %8 = bitcast float %7 to i32
  %9 = extractelement <4 x float> %call.i41, i32 1
  %10 = bitcast float %9 to i32
  %11 = extractelement <4 x float> %call.i41, i32 2
  %12 = bitcast float %11 to i32
  %13 = extractelement <4 x float> %call.i41, i32 3
  %14 = bitcast float %13 to i32
  %and.i.i82 = and i32 %8, -2139095041
  %and.i.i83 = and i32 %10, -2139095041
  %and.i.i84 = and i32 %12, -2139095041
  %and.i.i85 = and i32 %14, -2139095041
  %and5.i.i90 = and i32 %8, -2147483648
  %and5.i.i91 = and i32 %10, -2147483648
  %and5.i.i92 = and i32 %12, -2147483648
  %and5.i.i93 = and i32 %14, -2147483648
  %cmp.i.i86 = icmp eq i32 %and.i.i82, %8
  %15 = select i1 %cmp.i.i86, i32 %and5.i.i90, i32 %8
  %cmp.i.i87 = icmp eq i32 %and.i.i83, %10
  %16 = select i1 %cmp.i.i87, i32 %and5.i.i91, i32 %10
  %cmp.i.i88 = icmp eq i32 %and.i.i84, %12
  %17 = select i1 %cmp.i.i88, i32 %and5.i.i92, i32 %12
  %cmp.i.i89 = icmp eq i32 %and.i.i85, %14
  %18 = select i1 %cmp.i.i89, i32 %and5.i.i93, i32 %14
  %19 = bitcast i32 %15 to float
  %20 = bitcast i32 %16 to float
  %21 = bitcast i32 %17 to float
  %22 = bitcast i32 %18 to float
  %cmp10 = fcmp ogt float %strength, 0.000000e+00
  br i1 %cmp10, label %if.then12, label %if.end.if.end25_crit_edge

if.then12:                                        ; preds = %if.end
  %23 = extractelement <4 x float> %high, i32 0
  %24 = extractelement <4 x float> %high, i32 1
  %25 = extractelement <4 x float> %high, i32 2
  %26 = extractelement <4 x float> %low, i32 0
  %27 = extractelement <4 x float> %low, i32 1
  %28 = extractelement <4 x float> %low, i32 2
  %call.i.i.i3742 = call float @llvm.maxnum.f32(float %19, float %26)
  %call.i2.i.i43 = call float @llvm.minnum.f32(float %call.i.i.i3742, float %23)
  %call.i.i16.i44 = call float @llvm.maxnum.f32(float %20, float %27)
  %call.i2.i17.i45 = call float @llvm.minnum.f32(float %call.i.i16.i44, float %24)
  %call.i.i18.i46 = call float @llvm.maxnum.f32(float %21, float %28)
  %call.i2.i19.i47 = call float @llvm.minnum.f32(float %call.i.i18.i46, float %25)
  %call15102 = sitofp i32 %imageWidth2 to float
  %call15103 = sitofp i32 %imageHeigt1 to float
  %call15104 = sitofp i32 %imageDepth to float
  %sub106 = fsub float %call.i2.i.i43, %26
  %sub107 = fsub float %call.i2.i17.i45, %27
  %sub108 = fsub float %call.i2.i19.i47, %28
  %sub16110 = fsub float %23, %26
  %sub16111 = fsub float %24, %27
  %sub16112 = fsub float %25, %28
  %29 = bitcast float %sub16110 to i32
  %30 = and i32 %29, 2139095040
  %31 = icmp eq i32 %30, 0
  %32 = select i1 %31, float 0x41F0000000000000, float 1.000000e+00
  %33 = icmp uge i32 %30, 1677721600
  %34 = select i1 %33, float 0x3DF0000000000000, float %32
  %35 = fmul float %sub16110, %34
  %36 = fdiv float 1.000000e+00, %35
  %37 = fmul float %36, %sub106
  %38 = fmul float %37, %34
  %39 = bitcast float %sub16111 to i32
  %40 = and i32 %39, 2139095040
  %41 = icmp eq i32 %40, 0
  %42 = select i1 %41, float 0x41F0000000000000, float 1.000000e+00
  %43 = icmp uge i32 %40, 1677721600
  %44 = select i1 %43, float 0x3DF0000000000000, float %42
  %45 = fmul float %sub16111, %44
  %46 = fdiv float 1.000000e+00, %45
  %47 = fmul float %46, %sub107
  %48 = fmul float %47, %44
  %49 = bitcast float %sub16112 to i32
  %50 = and i32 %49, 2139095040
  %51 = icmp eq i32 %50, 0
  %52 = select i1 %51, float 0x41F0000000000000, float 1.000000e+00
  %53 = icmp uge i32 %50, 1677721600
  %54 = select i1 %53, float 0x3DF0000000000000, float %52
  %55 = fmul float %sub16112, %54
  %56 = fdiv float 1.000000e+00, %55
  %57 = fmul float %56, %sub108
  %58 = fmul float %57, %54
  %sub17118 = fadd float %call15102, -1.000000e+00
  %sub17119 = fadd float %call15103, -1.000000e+00
  %sub17120 = fadd float %call15104, -1.000000e+00
  %59 = call float @llvm.fma.f32(float %38, float %sub17118, float 5.000000e-01) #1
  %60 = call float @llvm.fma.f32(float %48, float %sub17119, float 5.000000e-01) #1
  %61 = call float @llvm.fma.f32(float %58, float %sub17120, float 5.000000e-01) #1
  %62 = bitcast float %call15102 to i32
  %63 = and i32 %62, 2139095040
  %64 = icmp eq i32 %63, 0
  %65 = select i1 %64, float 0x41F0000000000000, float 1.000000e+00
  %66 = icmp uge i32 %63, 1677721600
  %67 = select i1 %66, float 0x3DF0000000000000, float %65
  %68 = fmul float %call15102, %67
  %69 = fdiv float 1.000000e+00, %68
  %70 = fmul float %69, %59
  %71 = fmul float %70, %67
  %72 = bitcast float %call15103 to i32
  %73 = and i32 %72, 2139095040
  %74 = icmp eq i32 %73, 0
  %75 = select i1 %74, float 0x41F0000000000000, float 1.000000e+00
  %76 = icmp uge i32 %73, 1677721600
  %77 = select i1 %76, float 0x3DF0000000000000, float %75
  %78 = fmul float %call15103, %77
  %79 = fdiv float 1.000000e+00, %78
  %80 = fmul float %79, %60
  %81 = fmul float %80, %77
  %82 = bitcast float %call15104 to i32
  %83 = and i32 %82, 2139095040
  %84 = icmp eq i32 %83, 0
  %85 = select i1 %84, float 0x41F0000000000000, float 1.000000e+00
  %86 = icmp uge i32 %83, 1677721600
  %87 = select i1 %86, float 0x3DF0000000000000, float %85
  %88 = fmul float %call15104, %87
  %89 = fdiv float 1.000000e+00, %88
  %90 = fmul float %89, %61
  %91 = fmul float %90, %87
  %call19.i53 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196609f32.p589824i32(float 0.000000e+00, float %71, float %81, float %91, float 0.000000e+00, float addrspace(196609)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %92 = extractelement <4 x float> %call19.i53, i32 0
  %93 = extractelement <4 x float> %call19.i53, i32 1
  %94 = extractelement <4 x float> %call19.i53, i32 2
  %sub23126 = fsub float %19, %call.i2.i.i43
  %sub23127 = fsub float %20, %call.i2.i17.i45
  %sub23128 = fsub float %21, %call.i2.i19.i47
  %add134 = fadd float %92, %sub23126
  %add135 = fadd float %93, %sub23127
  %add136 = fadd float %94, %sub23128
  %95 = fsub float %add134, %19
  %96 = call float @llvm.fma.f32(float %95, float %strength, float %19) #1
  %97 = fsub float %add135, %20
  %98 = call float @llvm.fma.f32(float %97, float %strength, float %20) #1
  %99 = fsub float %add136, %21
  %100 = call float @llvm.fma.f32(float %99, float %strength, float %21) #1
  br label %if.end25

if.end.if.end25_crit_edge:                        ; preds = %if.end
  br label %if.end25

if.end25:                                         ; preds = %if.end.if.end25_crit_edge, %if.then12
  %graded.0138 = phi float [ %96, %if.then12 ], [ %19, %if.end.if.end25_crit_edge ]
  %graded.0139 = phi float [ %98, %if.then12 ], [ %20, %if.end.if.end25_crit_edge ]
  %graded.0140 = phi float [ %100, %if.then12 ], [ %21, %if.end.if.end25_crit_edge ]
  call void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i18, i32 0, i32 0, float %graded.0138, float %graded.0139, float %graded.0140, float %22)
  br label %cleanup.cont

entry.cleanup.cont_crit_edge:                     ; preds = %entry
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %entry.cleanup.cont_crit_edge, %if.end25
  ret void
}

; Function Attrs: nounwind
declare spir_func %spirv.SampledImage._void_2_0_0_0_0_0_0 addrspace(1)* @__builtin_spirv_OpSampledImage_img3d_ro_i64(%spirv.Image._void_2_0_0_0_0_0_0 addrspace(1)*, %spirv.Sampler addrspace(2)*) #1

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_fmax(float noundef, float noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_fmin(float noundef, float noundef) local_unnamed_addr #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.fma.f32(float, float, float) #3

; Function Attrs: convergent
declare spir_func i64 @__builtin_IB_get_image(i8 addrspace(1)* noundef) local_unnamed_addr #4

; Function Attrs: convergent
declare spir_func i64 @__builtin_IB_get_sampler(i8 addrspace(1)* noundef) local_unnamed_addr #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_snap_wa_reqd(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent
declare spir_func <4 x float> @__builtin_IB_OCL_3d_sample_l(i32 noundef, i32 noundef, <4 x float> noundef, float noundef) local_unnamed_addr #4

; Function Attrs: convergent
declare spir_func <4 x float> @__builtin_IB_OCL_2d_ld(i32 noundef, <2 x i32> noundef, i32 noundef) local_unnamed_addr #4

; Function Attrs: convergent
declare spir_func void @__builtin_IB_write_2d_ui(i32 noundef, <2 x i32> noundef, <4 x i32> noundef, i32 noundef) local_unnamed_addr #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_image_width(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_image_height(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_image_depth(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_group_id(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_enqueued_local_size(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_x() local_unnamed_addr #2

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare void @llvm.assume(i1 noundef) #5

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_global_offset(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_y() local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_z() local_unnamed_addr #2

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
declare float addrspace(196608)* @llvm.genx.GenISA.GetBufferPtr.p196608f32(i32, i32) #6

; Function Desc: 
; Output: result
; Arg 0: coordinates x
; Arg 1: coordinates y
; Arg 2: coordinates z
; Arg 3: lod
; Arg 4: src buffer
; Arg 5: immediate offset u
; Arg 6: immediate offset v
; Arg 7: immediate offset w
; Function Attrs: argmemonly nounwind readonly
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32) #7

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.maxnum.f32(float, float) #3

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.minnum.f32(float, float) #3

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
declare float addrspace(196609)* @llvm.genx.GenISA.GetBufferPtr.p196609f32(i32, i32) #6

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
; Function Attrs: nounwind readnone
declare <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196609f32.p589824i32(float, float, float, float, float, float addrspace(196609)*, i32 addrspace(589824)*, i32, i32, i32) #6

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
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
declare void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)*, i32, i32, i32, i32, float, float, float, float) #8

attributes #0 = { convergent nounwind }
attributes #1 = { nounwind }
attributes #2 = { convergent mustprogress nofree nounwind readnone willreturn "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { convergent "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #6 = { nounwind readnone }
attributes #7 = { argmemonly nounwind readonly }
attributes #8 = { argmemonly nounwind writeonly }

!IGCMetadata = !{!0}
!igc.functions = !{!323}
!opencl.ocl.version = !{!347, !347, !347, !347, !347}
!opencl.spir.version = !{!347, !347, !347, !347, !347}
!llvm.ident = !{!348, !348, !348, !348, !348}
!llvm.module.flags = !{!349}
!printf.strings = !{}

!0 = !{!"ModuleMD", !1, !2, !61, !195, !225, !241, !258, !268, !270, !271, !282, !283, !284, !285, !289, !290, !291, !292, !293, !294, !295, !296, !297, !298, !299, !300, !302, !306, !307, !308, !309, !310, !311, !312, !146, !313, !316, !318, !321, !322}
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
!61 = !{!"FuncMD", !62, !63}
!62 = !{!"FuncMDMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_2_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, <4 x float>, <4 x float>, float, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32, i32, i32, i32)* @lut3d}
!63 = !{!"FuncMDValue[0]", !64, !65, !69, !70, !71, !91, !138, !139, !140, !141, !142, !143, !144, !145, !146, !147, !148, !149, !150, !151, !152, !153, !160, !167, !174, !181, !188}
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
!91 = !{!"resAllocMD", !92, !93, !94, !95, !121}
!92 = !{!"uavsNumType", i32 1}
!93 = !{!"srvsNumType", i32 2}
!94 = !{!"samplersNumType", i32 0}
!95 = !{!"argAllocMDList", !96, !100, !102, !104, !108, !109, !110, !111, !112, !113, !114, !115, !116, !117, !118, !119, !120}
!96 = !{!"argAllocMDListVec[0]", !97, !98, !99}
!97 = !{!"type", i32 2}
!98 = !{!"extensionType", i32 0}
!99 = !{!"indexType", i32 0}
!100 = !{!"argAllocMDListVec[1]", !97, !98, !101}
!101 = !{!"indexType", i32 1}
!102 = !{!"argAllocMDListVec[2]", !103, !98, !99}
!103 = !{!"type", i32 1}
!104 = !{!"argAllocMDListVec[3]", !105, !106, !107}
!105 = !{!"type", i32 0}
!106 = !{!"extensionType", i32 -1}
!107 = !{!"indexType", i32 -1}
!108 = !{!"argAllocMDListVec[4]", !105, !106, !107}
!109 = !{!"argAllocMDListVec[5]", !105, !106, !107}
!110 = !{!"argAllocMDListVec[6]", !105, !106, !107}
!111 = !{!"argAllocMDListVec[7]", !105, !106, !107}
!112 = !{!"argAllocMDListVec[8]", !105, !106, !107}
!113 = !{!"argAllocMDListVec[9]", !105, !106, !107}
!114 = !{!"argAllocMDListVec[10]", !105, !106, !107}
!115 = !{!"argAllocMDListVec[11]", !105, !106, !107}
!116 = !{!"argAllocMDListVec[12]", !105, !106, !107}
!117 = !{!"argAllocMDListVec[13]", !105, !106, !107}
!118 = !{!"argAllocMDListVec[14]", !105, !106, !107}
!119 = !{!"argAllocMDListVec[15]", !105, !106, !107}
!120 = !{!"argAllocMDListVec[16]", !105, !106, !107}
!121 = !{!"inlineSamplersMD", !122}
!122 = !{!"inlineSamplersMDVec[0]", !123, !124, !125, !126, !127, !128, !129, !130, !131, !132, !133, !134, !135, !136, !137}
!123 = !{!"m_Value", i32 35}
!124 = !{!"addressMode", i32 2}
!125 = !{!"index", i32 0}
!126 = !{!"TCXAddressMode", i32 2}
!127 = !{!"TCYAddressMode", i32 2}
!128 = !{!"TCZAddressMode", i32 2}
!129 = !{!"MagFilterType", i32 1}
!130 = !{!"MinFilterType", i32 1}
!131 = !{!"MipFilterType", i32 0}
!132 = !{!"CompareFunc", i32 0}
!133 = !{!"NormalizedCoords", i32 8}
!134 = !{!"BorderColorR", float 0.000000e+00}
!135 = !{!"BorderColorG", float 0.000000e+00}
!136 = !{!"BorderColorB", float 0.000000e+00}
!137 = !{!"BorderColorA", float 0.000000e+00}
!138 = !{!"maxByteOffsets"}
!139 = !{!"IsInitializer", i1 false}
!140 = !{!"IsFinalizer", i1 false}
!141 = !{!"CompiledSubGroupsNumber", i32 0}
!142 = !{!"hasInlineVmeSamplers", i1 false}
!143 = !{!"localSize", i32 0}
!144 = !{!"localIDPresent", i1 false}
!145 = !{!"groupIDPresent", i1 false}
!146 = !{!"privateMemoryPerWI", i32 0}
!147 = !{!"globalIDPresent", i1 false}
!148 = !{!"hasSyncRTCalls", i1 false}
!149 = !{!"hasNonKernelArgLoad", i1 false}
!150 = !{!"hasNonKernelArgStore", i1 false}
!151 = !{!"hasNonKernelArgAtomic", i1 false}
!152 = !{!"UserAnnotations"}
!153 = !{!"m_OpenCLArgAddressSpaces", !154, !155, !156, !157, !158, !159}
!154 = !{!"m_OpenCLArgAddressSpacesVec[0]", i32 1}
!155 = !{!"m_OpenCLArgAddressSpacesVec[1]", i32 1}
!156 = !{!"m_OpenCLArgAddressSpacesVec[2]", i32 1}
!157 = !{!"m_OpenCLArgAddressSpacesVec[3]", i32 0}
!158 = !{!"m_OpenCLArgAddressSpacesVec[4]", i32 0}
!159 = !{!"m_OpenCLArgAddressSpacesVec[5]", i32 0}
!160 = !{!"m_OpenCLArgAccessQualifiers", !161, !162, !163, !164, !165, !166}
!161 = !{!"m_OpenCLArgAccessQualifiersVec[0]", !"read_only"}
!162 = !{!"m_OpenCLArgAccessQualifiersVec[1]", !"read_only"}
!163 = !{!"m_OpenCLArgAccessQualifiersVec[2]", !"write_only"}
!164 = !{!"m_OpenCLArgAccessQualifiersVec[3]", !"none"}
!165 = !{!"m_OpenCLArgAccessQualifiersVec[4]", !"none"}
!166 = !{!"m_OpenCLArgAccessQualifiersVec[5]", !"none"}
!167 = !{!"m_OpenCLArgTypes", !168, !169, !170, !171, !172, !173}
!168 = !{!"m_OpenCLArgTypesVec[0]", !"image2d_t"}
!169 = !{!"m_OpenCLArgTypesVec[1]", !"image3d_t"}
!170 = !{!"m_OpenCLArgTypesVec[2]", !"image2d_t"}
!171 = !{!"m_OpenCLArgTypesVec[3]", !"float4"}
!172 = !{!"m_OpenCLArgTypesVec[4]", !"float4"}
!173 = !{!"m_OpenCLArgTypesVec[5]", !"float"}
!174 = !{!"m_OpenCLArgBaseTypes", !175, !176, !177, !178, !179, !180}
!175 = !{!"m_OpenCLArgBaseTypesVec[0]", !"image2d_t"}
!176 = !{!"m_OpenCLArgBaseTypesVec[1]", !"image3d_t"}
!177 = !{!"m_OpenCLArgBaseTypesVec[2]", !"image2d_t"}
!178 = !{!"m_OpenCLArgBaseTypesVec[3]", !"float4"}
!179 = !{!"m_OpenCLArgBaseTypesVec[4]", !"float4"}
!180 = !{!"m_OpenCLArgBaseTypesVec[5]", !"float"}
!181 = !{!"m_OpenCLArgTypeQualifiers", !182, !183, !184, !185, !186, !187}
!182 = !{!"m_OpenCLArgTypeQualifiersVec[0]", !""}
!183 = !{!"m_OpenCLArgTypeQualifiersVec[1]", !""}
!184 = !{!"m_OpenCLArgTypeQualifiersVec[2]", !""}
!185 = !{!"m_OpenCLArgTypeQualifiersVec[3]", !""}
!186 = !{!"m_OpenCLArgTypeQualifiersVec[4]", !""}
!187 = !{!"m_OpenCLArgTypeQualifiersVec[5]", !""}
!188 = !{!"m_OpenCLArgNames", !189, !190, !191, !192, !193, !194}
!189 = !{!"m_OpenCLArgNamesVec[0]", !"source"}
!190 = !{!"m_OpenCLArgNamesVec[1]", !"table"}
!191 = !{!"m_OpenCLArgNamesVec[2]", !"result"}
!192 = !{!"m_OpenCLArgNamesVec[3]", !"low"}
!193 = !{!"m_OpenCLArgNamesVec[4]", !"high"}
!194 = !{!"m_OpenCLArgNamesVec[5]", !"strength"}
!195 = !{!"pushInfo", !196, !197, !198, !201, !202, !203, !204, !205, !206, !207, !208, !221, !222, !223, !224}
!196 = !{!"pushableAddresses"}
!197 = !{!"bindlessPushInfo"}
!198 = !{!"dynamicBufferInfo", !199, !200}
!199 = !{!"firstIndex", i32 0}
!200 = !{!"numOffsets", i32 0}
!201 = !{!"MaxNumberOfPushedBuffers", i32 0}
!202 = !{!"inlineConstantBufferSlot", i32 -1}
!203 = !{!"inlineConstantBufferOffset", i32 -1}
!204 = !{!"inlineConstantBufferGRFOffset", i32 -1}
!205 = !{!"constants"}
!206 = !{!"inputs"}
!207 = !{!"constantReg"}
!208 = !{!"simplePushInfoArr", !209, !218, !219, !220}
!209 = !{!"simplePushInfoArrVec[0]", !210, !211, !212, !213, !214, !215, !216, !217}
!210 = !{!"cbIdx", i32 0}
!211 = !{!"pushableAddressGrfOffset", i32 -1}
!212 = !{!"pushableOffsetGrfOffset", i32 -1}
!213 = !{!"offset", i32 0}
!214 = !{!"size", i32 0}
!215 = !{!"isStateless", i1 false}
!216 = !{!"isBindless", i1 false}
!217 = !{!"simplePushLoads"}
!218 = !{!"simplePushInfoArrVec[1]", !210, !211, !212, !213, !214, !215, !216, !217}
!219 = !{!"simplePushInfoArrVec[2]", !210, !211, !212, !213, !214, !215, !216, !217}
!220 = !{!"simplePushInfoArrVec[3]", !210, !211, !212, !213, !214, !215, !216, !217}
!221 = !{!"simplePushBufferUsed", i32 0}
!222 = !{!"pushAnalysisWIInfos"}
!223 = !{!"inlineRTGlobalPtrOffset", i32 0}
!224 = !{!"rtSyncSurfPtrOffset", i32 0}
!225 = !{!"psInfo", !226, !227, !228, !229, !230, !231, !232, !233, !234, !235, !236, !237, !238, !239, !240}
!226 = !{!"BlendStateDisabledMask", i8 0}
!227 = !{!"SkipSrc0Alpha", i1 false}
!228 = !{!"DualSourceBlendingDisabled", i1 false}
!229 = !{!"ForceEnableSimd32", i1 false}
!230 = !{!"outputDepth", i1 false}
!231 = !{!"outputStencil", i1 false}
!232 = !{!"outputMask", i1 false}
!233 = !{!"blendToFillEnabled", i1 false}
!234 = !{!"forceEarlyZ", i1 false}
!235 = !{!"hasVersionedLoop", i1 false}
!236 = !{!"forceSingleSourceRTWAfterDualSourceRTW", i1 false}
!237 = !{!"NumSamples", i8 0}
!238 = !{!"blendOptimizationMode"}
!239 = !{!"colorOutputMask"}
!240 = !{!"WaDisableVRS", i1 false}
!241 = !{!"csInfo", !242, !243, !244, !245, !246, !11, !12, !247, !248, !249, !250, !251, !252, !253, !254, !255, !256, !40, !257}
!242 = !{!"maxWorkGroupSize", i32 0}
!243 = !{!"waveSize", i32 0}
!244 = !{!"ComputeShaderSecondCompile"}
!245 = !{!"forcedSIMDSize", i8 0}
!246 = !{!"forceTotalGRFNum", i32 0}
!247 = !{!"allowLowerSimd", i1 false}
!248 = !{!"forcedVISAPreRAScheduler", i1 false}
!249 = !{!"disableLocalIdOrderOptimizations", i1 false}
!250 = !{!"disableDispatchAlongY", i1 false}
!251 = !{!"neededThreadIdLayout", i1* null}
!252 = !{!"forceTileYWalk", i1 false}
!253 = !{!"tileTGWidth_X", i32 0}
!254 = !{!"tileTGWidth_Y", i32 0}
!255 = !{!"maxTileTGDispatch_X", i32 0}
!256 = !{!"maxTileTGDispatch_Y", i32 0}
!257 = !{!"ResForHfPacking"}
!258 = !{!"msInfo", !259, !260, !261, !262, !263, !264, !265, !266, !267}
!259 = !{!"PrimitiveTopology", i32 3}
!260 = !{!"MaxNumOfPrimitives", i32 0}
!261 = !{!"MaxNumOfVertices", i32 0}
!262 = !{!"MaxNumOfPerPrimitiveOutputs", i32 0}
!263 = !{!"MaxNumOfPerVertexOutputs", i32 0}
!264 = !{!"WorkGroupSize", i32 0}
!265 = !{!"WorkGroupMemorySizeInBytes", i32 0}
!266 = !{!"IndexFormat", i32 6}
!267 = !{!"SubgroupSize", i32 0}
!268 = !{!"taskInfo", !269, !264, !265, !267}
!269 = !{!"MaxNumOfOutputs", i32 0}
!270 = !{!"NBarrierCnt", i32 0}
!271 = !{!"rtInfo", !272, !273, !274, !275, !276, !277, !278, !279, !280, !281}
!272 = !{!"RayQueryAllocSizeInBytes", i32 0}
!273 = !{!"NumContinuations", i32 0}
!274 = !{!"RTAsyncStackAddrspace", i32 -1}
!275 = !{!"RTAsyncStackSurfaceStateOffset", i1* null}
!276 = !{!"SWHotZoneAddrspace", i32 -1}
!277 = !{!"SWHotZoneSurfaceStateOffset", i1* null}
!278 = !{!"SWStackAddrspace", i32 -1}
!279 = !{!"SWStackSurfaceStateOffset", i1* null}
!280 = !{!"RTSyncStackAddrspace", i32 -1}
!281 = !{!"RTSyncStackSurfaceStateOffset", i1* null}
!282 = !{!"CurUniqueIndirectIdx", i32 0}
!283 = !{!"inlineDynTextures"}
!284 = !{!"inlineResInfoData"}
!285 = !{!"immConstant", !286, !287, !288}
!286 = !{!"data"}
!287 = !{!"sizes"}
!288 = !{!"zeroIdxs"}
!289 = !{!"inlineConstantBuffers"}
!290 = !{!"inlineGlobalBuffers"}
!291 = !{!"GlobalPointerProgramBinaryInfos"}
!292 = !{!"ConstantPointerProgramBinaryInfos"}
!293 = !{!"GlobalBufferAddressRelocInfo"}
!294 = !{!"ConstantBufferAddressRelocInfo"}
!295 = !{!"forceLscCacheList"}
!296 = !{!"SrvMap"}
!297 = !{!"RasterizerOrderedByteAddressBuffer"}
!298 = !{!"MinNOSPushConstantSize", i32 0}
!299 = !{!"inlineProgramScopeOffsets"}
!300 = !{!"shaderData", !301}
!301 = !{!"numReplicas", i32 0}
!302 = !{!"URBInfo", !303, !304, !305}
!303 = !{!"has64BVertexHeaderInput", i1 false}
!304 = !{!"has64BVertexHeaderOutput", i1 false}
!305 = !{!"hasVertexHeader", i1 true}
!306 = !{!"UseBindlessImage", i1 false}
!307 = !{!"enableRangeReduce", i1 false}
!308 = !{!"allowMatchMadOptimizationforVS", i1 false}
!309 = !{!"disableMemOptforNegativeOffsetLoads", i1 false}
!310 = !{!"enableThreeWayLoadSpiltOpt", i1 false}
!311 = !{!"statefulResourcesNotAliased", i1 false}
!312 = !{!"disableMixMode", i1 false}
!313 = !{!"PrivateMemoryPerFG", !314, !315}
!314 = !{!"PrivateMemoryPerFGMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_2_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, <4 x float>, <4 x float>, float, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32, i32, i32, i32)* @lut3d}
!315 = !{!"PrivateMemoryPerFGValue[0]", i32 0}
!316 = !{!"capabilities", !317}
!317 = !{!"globalVariableDecorationsINTEL", i1 false}
!318 = !{!"m_ShaderResourceViewMcsMask", !319, !320}
!319 = !{!"m_ShaderResourceViewMcsMaskVec[0]", i64 0}
!320 = !{!"m_ShaderResourceViewMcsMaskVec[1]", i64 0}
!321 = !{!"computedDepthMode", i32 0}
!322 = !{!"isHDCFastClearShader", i1 false}
!323 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_2_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, <4 x float>, <4 x float>, float, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32, i32, i32, i32)* @lut3d, !324}
!324 = !{!325, !326, !335}
!325 = !{!"function_type", i32 0}
!326 = !{!"arg_desc", !327, !331}
!327 = !{null, !328, !329, !330}
!328 = !{!"explicit_arg_num", i32 0}
!329 = !{!"img_access_float_coords", i1 false}
!330 = !{!"img_access_int_coords", i1 true}
!331 = !{null, !332, !333, !334}
!332 = !{!"explicit_arg_num", i32 1}
!333 = !{!"img_access_float_coords", i1 true}
!334 = !{!"img_access_int_coords", i1 false}
!335 = !{!"implicit_arg_desc", !336, !337, !338, !339, !340, !341, !342, !343, !344, !345, !346}
!336 = !{i32 0}
!337 = !{i32 1}
!338 = !{i32 6}
!339 = !{i32 7}
!340 = !{i32 8}
!341 = !{i32 9}
!342 = !{i32 20, !328}
!343 = !{i32 20, !332}
!344 = !{i32 21, !328}
!345 = !{i32 21, !332}
!346 = !{i32 22, !332}
!347 = !{i32 2, i32 0}
!348 = !{!"Debian clang version 14.0.6"}
!349 = !{i32 1, !"wchar_size", i32 4}
