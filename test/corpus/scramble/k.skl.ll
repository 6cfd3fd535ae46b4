; ------------------------------------------------
; OCL_asma0114313baa64a48_codegen.ll
; ------------------------------------------------
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "spir64-unknown-unknown"

%spirv.Image._void_1_0_0_0_0_0_0 = type opaque
%spirv.Image._void_1_0_0_0_0_0_1 = type opaque

; Function Attrs: nounwind writeonly
define spir_kernel void @scramble(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* nocapture readnone %source, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* nocapture readnone %result, i32 %key, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i32 %imageHeigt, i32 %imageWidth) #0 {
entry:
  %0 = extractelement <8 x i32> %payloadHeader, i32 0
  %1 = extractelement <8 x i32> %payloadHeader, i32 1
  %2 = extractelement <3 x i32> %enqueuedLocalSize, i32 0
  %3 = extractelement <3 x i32> %enqueuedLocalSize, i32 1
  %4 = extractelement <8 x i32> %r0, i32 1
  %5 = extractelement <8 x i32> %r0, i32 6
  %mul.i.i.i = mul i32 %2, %4
  %localIdX5 = zext i16 %localIdX to i32
  %add.i.i.i = add i32 %mul.i.i.i, %localIdX5
  %add4.i.i.i = add i32 %add.i.i.i, %0
  %mul.i7.i.i15 = mul i32 %3, %5
  %localIdY32 = zext i16 %localIdY to i32
  %add.i9.i.i18 = add i32 %mul.i7.i.i15, %localIdY32
  %add4.i11.i.i20 = add i32 %add.i9.i.i18, %1
  %conv.i.i.i33 = sitofp i32 %add4.i.i.i to float
  %conv.i1.i.i = sitofp i32 %add4.i11.i.i20 to float
  %call6.i42 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i33, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %6 = extractelement <4 x float> %call6.i42, i32 0
  %7 = insertelement <2 x float> undef, float %6, i32 0
  %8 = extractelement <4 x float> %call6.i42, i32 1
  %9 = insertelement <2 x float> %7, float %8, i32 1
  %assembled.vect107 = bitcast <2 x float> %9 to <2 x i32>
  %scrambled2 = call spir_func <2 x i32> @scrambled(<2 x i32> %assembled.vect107, i32 %key)
  %10 = extractelement <2 x i32> %scrambled2, i32 0
  %and = and i32 %10, 1
  %tobool.not = icmp eq i32 %and, 0
  br i1 %tobool.not, label %if.else, label %if.then

if.then:                                          ; preds = %entry
  %div = lshr i32 %key, 1
  %scrambled1 = call spir_func <2 x i32> @scrambled(<2 x i32> %scrambled2, i32 %div)
  %11 = extractelement <2 x i32> %scrambled1, i32 0
  %12 = extractelement <2 x i32> %scrambled1, i32 1
  br label %if.end

if.else:                                          ; preds = %entry
  %13 = extractelement <2 x i32> %scrambled2, i32 1
  %14 = extractelement <2 x i32> %scrambled2, i32 1
  %15 = insertelement <2 x i32> undef, i32 %14, i32 0
  %16 = extractelement <2 x i32> %scrambled2, i32 0
  %17 = insertelement <2 x i32> %15, i32 %16, i32 1
  %and7 = and i32 %13, 7
  %scrambled_often3 = call spir_func <2 x i32> @scrambled_often(<2 x i32> %17, i32 %and7)
  %18 = extractelement <2 x i32> %scrambled_often3, i32 0
  %19 = extractelement <2 x i32> %scrambled_often3, i32 1
  %xor83 = xor i32 %10, %18
  %xor84 = xor i32 %13, %19
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  %bits.085 = phi i32 [ %11, %if.then ], [ %xor83, %if.else ]
  %bits.086 = phi i32 [ %12, %if.then ], [ %xor84, %if.else ]
  %q_appx = call i32 @llvm.genx.GenISA.umulH.i32(i32 %key, i32 -858993459)
  %q_appx123 = lshr i32 %q_appx, 2
  %q_times_d.neg = mul i32 %q_appx123, -5
  %rem124 = add i32 %q_times_d.neg, %key
  %cmp117.not = icmp eq i32 %rem124, 0
  br i1 %cmp117.not, label %if.end.for.end_crit_edge, label %for.body.preheader

if.end.for.end_crit_edge:                         ; preds = %if.end
  br label %for.end

for.body.preheader:                               ; preds = %if.end
  %assembled.vect110115 = insertelement <2 x i32> undef, i32 %bits.085, i64 0
  %assembled.vect111116 = insertelement <2 x i32> %assembled.vect110115, i32 %bits.086, i64 1
  br label %for.body

for.body:                                         ; preds = %if.end14.for.body_crit_edge, %for.body.preheader
  %assembled.vect111119 = phi <2 x i32> [ %assembled.vect111, %if.end14.for.body_crit_edge ], [ %assembled.vect111116, %for.body.preheader ]
  %index.0118 = phi i32 [ %inc, %if.end14.for.body_crit_edge ], [ 0, %for.body.preheader ]
  %scrambled = call spir_func <2 x i32> @scrambled(<2 x i32> %assembled.vect111119, i32 %index.0118)
  %20 = extractelement <2 x i32> %scrambled, i32 0
  %21 = extractelement <2 x i32> %scrambled, i32 1
  %and11 = and i32 %21, 4
  %tobool12.not = icmp eq i32 %and11, 0
  br i1 %tobool12.not, label %if.end14, label %for.body.for.end.loopexit_crit_edge

for.body.for.end.loopexit_crit_edge:              ; preds = %for.body
  %.lcssa126 = phi i32 [ %20, %for.body ]
  %.lcssa = phi i32 [ %21, %for.body ]
  br label %for.end.loopexit

if.end14:                                         ; preds = %for.body
  %scrambled_often = call spir_func <2 x i32> @scrambled_often(<2 x i32> %scrambled, i32 2)
  %22 = extractelement <2 x i32> %scrambled_often, i32 0
  %23 = extractelement <2 x i32> %scrambled_often, i32 1
  %add95 = add i32 %20, %22
  %add96 = add i32 %21, %23
  %inc = add nuw i32 %index.0118, 1
  %cmp = icmp ult i32 %inc, %rem124
  br i1 %cmp, label %if.end14.for.body_crit_edge, label %if.end14.for.end.loopexit_crit_edge

if.end14.for.end.loopexit_crit_edge:              ; preds = %if.end14
  %add95.lcssa = phi i32 [ %add95, %if.end14 ]
  %add96.lcssa = phi i32 [ %add96, %if.end14 ]
  br label %for.end.loopexit

if.end14.for.body_crit_edge:                      ; preds = %if.end14
  %assembled.vect110 = insertelement <2 x i32> undef, i32 %add95, i64 0
  %assembled.vect111 = insertelement <2 x i32> %assembled.vect110, i32 %add96, i64 1
  br label %for.body

for.end.loopexit:                                 ; preds = %if.end14.for.end.loopexit_crit_edge, %for.body.for.end.loopexit_crit_edge
  %bits.297.ph = phi i32 [ %add95.lcssa, %if.end14.for.end.loopexit_crit_edge ], [ %.lcssa126, %for.body.for.end.loopexit_crit_edge ]
  %bits.298.ph = phi i32 [ %add96.lcssa, %if.end14.for.end.loopexit_crit_edge ], [ %.lcssa, %for.body.for.end.loopexit_crit_edge ]
  br label %for.end

for.end:                                          ; preds = %if.end.for.end_crit_edge, %for.end.loopexit
  %bits.297 = phi i32 [ %bits.085, %if.end.for.end_crit_edge ], [ %bits.297.ph, %for.end.loopexit ]
  %bits.298 = phi i32 [ %bits.086, %if.end.for.end_crit_edge ], [ %bits.298.ph, %for.end.loopexit ]
  %cmp20 = icmp slt i32 %add4.i11.i.i20, %imageHeigt
  %cmp17 = icmp slt i32 %add4.i.i.i, %imageWidth
  %24 = and i1 %cmp20, %cmp17
  br i1 %24, label %if.then22, label %for.end.if.end24_crit_edge

for.end.if.end24_crit_edge:                       ; preds = %for.end
  br label %if.end24

if.then22:                                        ; preds = %for.end
  %and2399 = and i32 %bits.297, 255
  %and23100 = and i32 %bits.298, 255
  %floatColor103 = bitcast i32 %and2399 to float
  %floatColor104 = bitcast i32 %and23100 to float
  call void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i20, i32 0, i32 0, float %floatColor103, float %floatColor104, float %floatColor103, float %floatColor104)
  br label %if.end24

if.end24:                                         ; preds = %for.end.if.end24_crit_edge, %if.then22
  ret void
}

; Function Attrs: nofree noinline nosync nounwind readnone
define internal spir_func <2 x i32> @scrambled_often(<2 x i32> %bits, i32 %times) #1 {
entry:
  %cmp.not16 = icmp eq i32 %times, 0
  br i1 %cmp.not16, label %entry.for.end_crit_edge, label %for.body.preheader

entry.for.end_crit_edge:                          ; preds = %entry
  br label %for.end

for.body.preheader:                               ; preds = %entry
  %scalar = extractelement <2 x i32> %bits, i64 0
  %scalar4 = extractelement <2 x i32> %bits, i64 1
  br label %for.body

for.body:                                         ; preds = %for.inc.for.body_crit_edge, %for.body.preheader
  %assembled.vect1121 = phi <2 x i32> [ %assembled.vect11, %for.inc.for.body_crit_edge ], [ %bits, %for.body.preheader ]
  %bits.addr.0320 = phi i32 [ %cond6, %for.inc.for.body_crit_edge ], [ %scalar4, %for.body.preheader ]
  %bits.addr.0219 = phi i32 [ %cond5, %for.inc.for.body_crit_edge ], [ %scalar, %for.body.preheader ]
  %key.017 = phi i32 [ %dec, %for.inc.for.body_crit_edge ], [ %times, %for.body.preheader ]
  %and = and i32 %key.017, 2
  %tobool.not = icmp eq i32 %and, 0
  br i1 %tobool.not, label %cond.false, label %cond.true

cond.true:                                        ; preds = %for.body
  %scrambled1 = call spir_func <2 x i32> @scrambled(<2 x i32> %assembled.vect1121, i32 %key.017)
  %scalar7 = extractelement <2 x i32> %scrambled1, i64 0
  %scalar8 = extractelement <2 x i32> %scrambled1, i64 1
  br label %for.inc

cond.false:                                       ; preds = %for.body
  %assembled.vect12 = insertelement <2 x i32> undef, i32 %bits.addr.0320, i64 0
  %assembled.vect13 = insertelement <2 x i32> %assembled.vect12, i32 %bits.addr.0219, i64 1
  %neg = xor i32 %key.017, -1
  %scrambled = call spir_func <2 x i32> @scrambled(<2 x i32> %assembled.vect13, i32 %neg)
  %scalar9 = extractelement <2 x i32> %scrambled, i64 0
  %scalar10 = extractelement <2 x i32> %scrambled, i64 1
  br label %for.inc

for.inc:                                          ; preds = %cond.true, %cond.false
  %cond5 = phi i32 [ %scalar7, %cond.true ], [ %scalar9, %cond.false ]
  %cond6 = phi i32 [ %scalar8, %cond.true ], [ %scalar10, %cond.false ]
  %dec = add i32 %key.017, -1
  %assembled.vect = insertelement <2 x i32> undef, i32 %cond5, i64 0
  %assembled.vect11 = insertelement <2 x i32> %assembled.vect, i32 %cond6, i64 1
  %cmp.not = icmp eq i32 %dec, 0
  br i1 %cmp.not, label %for.end.loopexit, label %for.inc.for.body_crit_edge

for.end.loopexit:                                 ; preds = %for.inc
  %assembled.vect11.lcssa24 = phi <2 x i32> [ %assembled.vect11, %for.inc ]
  br label %for.end

for.inc.for.body_crit_edge:                       ; preds = %for.inc
  br label %for.body

for.end:                                          ; preds = %entry.for.end_crit_edge, %for.end.loopexit
  %assembled.vect11.lcssa = phi <2 x i32> [ %bits, %entry.for.end_crit_edge ], [ %assembled.vect11.lcssa24, %for.end.loopexit ]
  ret <2 x i32> %assembled.vect11.lcssa
}

; Function Attrs: mustprogress nofree noinline nosync nounwind readnone willreturn
define internal spir_func <2 x i32> @scrambled(<2 x i32> %bits, i32 %key) #2 {
entry:
  %scalar = extractelement <2 x i32> %bits, i64 0
  %scalar1 = extractelement <2 x i32> %bits, i64 1
  %xor = xor i32 %scalar1, %key
  %add = add i32 %scalar, %xor
  %xor1 = xor i32 %scalar1, %add
  %0 = shl i32 %xor1, 16
  %1 = lshr i32 %xor1, 16
  %2 = or i32 %0, %1
  %3 = shl i32 %2, 12
  %4 = lshr i32 %2, 20
  %5 = or i32 %3, %4
  %add3 = add i32 %add, %5
  %xor4 = xor i32 %2, %add3
  %6 = shl i32 %xor4, 8
  %7 = lshr i32 %xor4, 24
  %8 = or i32 %6, %7
  %9 = shl i32 %8, 7
  %10 = lshr i32 %8, 25
  %11 = or i32 %9, %10
  %add7 = add i32 %add3, %11
  %mul = mul i32 %add7, %key
  %add8 = add i32 %mul, -1640531527
  %xor9 = xor i32 %8, %add8
  %and = and i32 %key, 30
  %or = or i32 %and, 1
  %shl.i7 = shl i32 %xor9, %or
  %sub.i = sub nsw i32 0, %or
  %shr.mask.i = and i32 %sub.i, 31
  %shr.i8 = lshr i32 %xor9, %shr.mask.i
  %or.i9 = or i32 %shl.i7, %shr.i8
  %xor11 = xor i32 %add7, %or.i9
  %12 = shl i32 %xor11, 13
  %13 = lshr i32 %xor11, 19
  %14 = or i32 %12, %13
  %shr = lshr i32 %xor11, 5
  %xor13 = xor i32 %14, %shr
  %add14 = add i32 %xor9, %xor13
  %15 = shl i32 %add14, 21
  %16 = lshr i32 %add14, 11
  %17 = or i32 %15, %16
  %shr16 = lshr i32 %add14, 3
  %xor17 = xor i32 %17, %shr16
  %add18 = add i32 %xor11, %xor17
  %assembled.vect = insertelement <2 x i32> undef, i32 %add18, i64 0
  %assembled.vect2 = insertelement <2 x i32> %assembled.vect, i32 %add14, i64 1
  ret <2 x i32> %assembled.vect2
}

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
declare <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32) #3

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
declare void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)*, i32, i32, i32, i32, float, float, float, float) #4

; Function Desc: 
; Output: result
; Arg 0: source0
; Arg 1: source1
; Function Attrs: nounwind readnone
declare i32 @llvm.genx.GenISA.umulH.i32(i32, i32) #5

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare void @llvm.assume(i1 noundef) #6

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.fshl.i32(i32, i32, i32) #7

attributes #0 = { nounwind writeonly "less-precise-fpmad"="true" }
attributes #1 = { nofree noinline nosync nounwind readnone "less-precise-fpmad"="true" }
attributes #2 = { mustprogress nofree noinline nosync nounwind readnone willreturn "less-precise-fpmad"="true" }
attributes #3 = { nofree nosync nounwind readnone }
attributes #4 = { argmemonly nounwind writeonly }
attributes #5 = { nounwind readnone }
attributes #6 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #7 = { nofree nosync nounwind readnone speculatable willreturn }

!IGCMetadata = !{!0}
!igc.functions = !{!328, !331, !332}
!opencl.ocl.version = !{!350, !350, !350, !350, !350}
!opencl.spir.version = !{!350, !350, !350, !350, !350}
!llvm.ident = !{!351, !351, !351, !351, !351}
!llvm.module.flags = !{!352}
!printf.strings = !{}

!0 = !{!"ModuleMD", !1, !2, !61, !196, !226, !242, !259, !269, !271, !272, !283, !284, !285, !286, !290, !291, !292, !293, !294, !295, !296, !297, !298, !299, !300, !301, !303, !307, !308, !309, !310, !311, !312, !313, !110, !314, !321, !323, !326, !327}
!1 = !{!"isPrecise", i1 false}
!2 = !{!"compOpt", !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60}
!3 = !{!"DenormsAreZero", i1 false}
!4 = !{!"CorrectlyRoundedDivSqrt", i1 false}
!5 = !{!"OptDisable", i1 false}
!6 = !{!"MadEnable", i1 true}
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
!61 = !{!"FuncMD", !62, !63, !129, !130, !133, !134}
!62 = !{!"FuncMDMap[0]", <2 x i32> (<2 x i32>, i32)* @scrambled}
!63 = !{!"FuncMDValue[0]", !64, !65, !69, !70, !71, !91, !102, !103, !104, !105, !106, !107, !108, !109, !110, !111, !112, !113, !114, !115, !116, !117, !118, !121, !122, !125, !126}
!64 = !{!"localOffsets"}
!65 = !{!"workGroupWalkOrder", !66, !67, !68}
!66 = !{!"dim0", i32 0}
!67 = !{!"dim1", i32 0}
!68 = !{!"dim2", i32 0}
!69 = !{!"funcArgs"}
!70 = !{!"functionType", !"UserFunction"}
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
!91 = !{!"resAllocMD", !92, !93, !94, !95, !101}
!92 = !{!"uavsNumType", i32 0}
!93 = !{!"srvsNumType", i32 0}
!94 = !{!"samplersNumType", i32 0}
!95 = !{!"argAllocMDList", !96, !100}
!96 = !{!"argAllocMDListVec[0]", !97, !98, !99}
!97 = !{!"type", i32 0}
!98 = !{!"extensionType", i32 -1}
!99 = !{!"indexType", i32 -1}
!100 = !{!"argAllocMDListVec[1]", !97, !98, !99}
!101 = !{!"inlineSamplersMD"}
!102 = !{!"maxByteOffsets"}
!103 = !{!"IsInitializer", i1 false}
!104 = !{!"IsFinalizer", i1 false}
!105 = !{!"CompiledSubGroupsNumber", i32 0}
!106 = !{!"hasInlineVmeSamplers", i1 false}
!107 = !{!"localSize", i32 0}
!108 = !{!"localIDPresent", i1 false}
!109 = !{!"groupIDPresent", i1 false}
!110 = !{!"privateMemoryPerWI", i32 0}
!111 = !{!"globalIDPresent", i1 false}
!112 = !{!"hasSyncRTCalls", i1 false}
!113 = !{!"hasNonKernelArgLoad", i1 false}
!114 = !{!"hasNonKernelArgStore", i1 false}
!115 = !{!"hasNonKernelArgAtomic", i1 false}
!116 = !{!"UserAnnotations"}
!117 = !{!"m_OpenCLArgAddressSpaces"}
!118 = !{!"m_OpenCLArgAccessQualifiers", !119, !120}
!119 = !{!"m_OpenCLArgAccessQualifiersVec[0]", !"none"}
!120 = !{!"m_OpenCLArgAccessQualifiersVec[1]", !"none"}
!121 = !{!"m_OpenCLArgTypes"}
!122 = !{!"m_OpenCLArgBaseTypes", !123, !124}
!123 = !{!"m_OpenCLArgBaseTypesVec[0]", !"<2 x i32>"}
!124 = !{!"m_OpenCLArgBaseTypesVec[1]", !"i32"}
!125 = !{!"m_OpenCLArgTypeQualifiers"}
!126 = !{!"m_OpenCLArgNames", !127, !128}
!127 = !{!"m_OpenCLArgNamesVec[0]", !"bits"}
!128 = !{!"m_OpenCLArgNamesVec[1]", !"key"}
!129 = !{!"FuncMDMap[1]", <2 x i32> (<2 x i32>, i32)* @scrambled_often}
!130 = !{!"FuncMDValue[1]", !64, !65, !69, !70, !71, !91, !102, !103, !104, !105, !106, !107, !108, !109, !110, !111, !112, !113, !114, !115, !116, !117, !118, !121, !122, !125, !131}
!131 = !{!"m_OpenCLArgNames", !127, !132}
!132 = !{!"m_OpenCLArgNamesVec[1]", !"times"}
!133 = !{!"FuncMDMap[2]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @scramble}
!134 = !{!"FuncMDValue[2]", !64, !65, !69, !135, !71, !136, !102, !103, !104, !105, !106, !107, !108, !109, !110, !111, !112, !113, !114, !115, !116, !172, !176, !180, !184, !188, !192}
!135 = !{!"functionType", !"KernelFunction"}
!136 = !{!"resAllocMD", !137, !138, !94, !139, !155}
!137 = !{!"uavsNumType", i32 1}
!138 = !{!"srvsNumType", i32 1}
!139 = !{!"argAllocMDList", !140, !144, !146, !147, !148, !149, !150, !151, !152, !153, !154}
!140 = !{!"argAllocMDListVec[0]", !141, !142, !143}
!141 = !{!"type", i32 2}
!142 = !{!"extensionType", i32 0}
!143 = !{!"indexType", i32 0}
!144 = !{!"argAllocMDListVec[1]", !145, !142, !143}
!145 = !{!"type", i32 1}
!146 = !{!"argAllocMDListVec[2]", !97, !98, !99}
!147 = !{!"argAllocMDListVec[3]", !97, !98, !99}
!148 = !{!"argAllocMDListVec[4]", !97, !98, !99}
!149 = !{!"argAllocMDListVec[5]", !97, !98, !99}
!150 = !{!"argAllocMDListVec[6]", !97, !98, !99}
!151 = !{!"argAllocMDListVec[7]", !97, !98, !99}
!152 = !{!"argAllocMDListVec[8]", !97, !98, !99}
!153 = !{!"argAllocMDListVec[9]", !97, !98, !99}
!154 = !{!"argAllocMDListVec[10]", !97, !98, !99}
!155 = !{!"inlineSamplersMD", !156}
!156 = !{!"inlineSamplersMDVec[0]", !157, !158, !159, !160, !161, !162, !163, !164, !165, !166, !167, !168, !169, !170, !171}
!157 = !{!"m_Value", i32 18}
!158 = !{!"addressMode", i32 2}
!159 = !{!"index", i32 0}
!160 = !{!"TCXAddressMode", i32 2}
!161 = !{!"TCYAddressMode", i32 2}
!162 = !{!"TCZAddressMode", i32 2}
!163 = !{!"MagFilterType", i32 0}
!164 = !{!"MinFilterType", i32 0}
!165 = !{!"MipFilterType", i32 0}
!166 = !{!"CompareFunc", i32 0}
!167 = !{!"NormalizedCoords", i32 0}
!168 = !{!"BorderColorR", float 0.000000e+00}
!169 = !{!"BorderColorG", float 0.000000e+00}
!170 = !{!"BorderColorB", float 0.000000e+00}
!171 = !{!"BorderColorA", float 0.000000e+00}
!172 = !{!"m_OpenCLArgAddressSpaces", !173, !174, !175}
!173 = !{!"m_OpenCLArgAddressSpacesVec[0]", i32 1}
!174 = !{!"m_OpenCLArgAddressSpacesVec[1]", i32 1}
!175 = !{!"m_OpenCLArgAddressSpacesVec[2]", i32 0}
!176 = !{!"m_OpenCLArgAccessQualifiers", !177, !178, !179}
!177 = !{!"m_OpenCLArgAccessQualifiersVec[0]", !"read_only"}
!178 = !{!"m_OpenCLArgAccessQualifiersVec[1]", !"write_only"}
!179 = !{!"m_OpenCLArgAccessQualifiersVec[2]", !"none"}
!180 = !{!"m_OpenCLArgTypes", !181, !182, !183}
!181 = !{!"m_OpenCLArgTypesVec[0]", !"image2d_t"}
!182 = !{!"m_OpenCLArgTypesVec[1]", !"image2d_t"}
!183 = !{!"m_OpenCLArgTypesVec[2]", !"uint"}
!184 = !{!"m_OpenCLArgBaseTypes", !185, !186, !187}
!185 = !{!"m_OpenCLArgBaseTypesVec[0]", !"image2d_t"}
!186 = !{!"m_OpenCLArgBaseTypesVec[1]", !"image2d_t"}
!187 = !{!"m_OpenCLArgBaseTypesVec[2]", !"int"}
!188 = !{!"m_OpenCLArgTypeQualifiers", !189, !190, !191}
!189 = !{!"m_OpenCLArgTypeQualifiersVec[0]", !""}
!190 = !{!"m_OpenCLArgTypeQualifiersVec[1]", !""}
!191 = !{!"m_OpenCLArgTypeQualifiersVec[2]", !""}
!192 = !{!"m_OpenCLArgNames", !193, !194, !195}
!193 = !{!"m_OpenCLArgNamesVec[0]", !"source"}
!194 = !{!"m_OpenCLArgNamesVec[1]", !"result"}
!195 = !{!"m_OpenCLArgNamesVec[2]", !"key"}
!196 = !{!"pushInfo", !197, !198, !199, !202, !203, !204, !205, !206, !207, !208, !209, !222, !223, !224, !225}
!197 = !{!"pushableAddresses"}
!198 = !{!"bindlessPushInfo"}
!199 = !{!"dynamicBufferInfo", !200, !201}
!200 = !{!"firstIndex", i32 0}
!201 = !{!"numOffsets", i32 0}
!202 = !{!"MaxNumberOfPushedBuffers", i32 0}
!203 = !{!"inlineConstantBufferSlot", i32 -1}
!204 = !{!"inlineConstantBufferOffset", i32 -1}
!205 = !{!"inlineConstantBufferGRFOffset", i32 -1}
!206 = !{!"constants"}
!207 = !{!"inputs"}
!208 = !{!"constantReg"}
!209 = !{!"simplePushInfoArr", !210, !219, !220, !221}
!210 = !{!"simplePushInfoArrVec[0]", !211, !212, !213, !214, !215, !216, !217, !218}
!211 = !{!"cbIdx", i32 0}
!212 = !{!"pushableAddressGrfOffset", i32 -1}
!213 = !{!"pushableOffsetGrfOffset", i32 -1}
!214 = !{!"offset", i32 0}
!215 = !{!"size", i32 0}
!216 = !{!"isStateless", i1 false}
!217 = !{!"isBindless", i1 false}
!218 = !{!"simplePushLoads"}
!219 = !{!"simplePushInfoArrVec[1]", !211, !212, !213, !214, !215, !216, !217, !218}
!220 = !{!"simplePushInfoArrVec[2]", !211, !212, !213, !214, !215, !216, !217, !218}
!221 = !{!"simplePushInfoArrVec[3]", !211, !212, !213, !214, !215, !216, !217, !218}
!222 = !{!"simplePushBufferUsed", i32 0}
!223 = !{!"pushAnalysisWIInfos"}
!224 = !{!"inlineRTGlobalPtrOffset", i32 0}
!225 = !{!"rtSyncSurfPtrOffset", i32 0}
!226 = !{!"psInfo", !227, !228, !229, !230, !231, !232, !233, !234, !235, !236, !237, !238, !239, !240, !241}
!227 = !{!"BlendStateDisabledMask", i8 0}
!228 = !{!"SkipSrc0Alpha", i1 false}
!229 = !{!"DualSourceBlendingDisabled", i1 false}
!230 = !{!"ForceEnableSimd32", i1 false}
!231 = !{!"outputDepth", i1 false}
!232 = !{!"outputStencil", i1 false}
!233 = !{!"outputMask", i1 false}
!234 = !{!"blendToFillEnabled", i1 false}
!235 = !{!"forceEarlyZ", i1 false}
!236 = !{!"hasVersionedLoop", i1 false}
!237 = !{!"forceSingleSourceRTWAfterDualSourceRTW", i1 false}
!238 = !{!"NumSamples", i8 0}
!239 = !{!"blendOptimizationMode"}
!240 = !{!"colorOutputMask"}
!241 = !{!"WaDisableVRS", i1 false}
!242 = !{!"csInfo", !243, !244, !245, !246, !247, !11, !12, !248, !249, !250, !251, !252, !253, !254, !255, !256, !257, !40, !258}
!243 = !{!"maxWorkGroupSize", i32 0}
!244 = !{!"waveSize", i32 0}
!245 = !{!"ComputeShaderSecondCompile"}
!246 = !{!"forcedSIMDSize", i8 0}
!247 = !{!"forceTotalGRFNum", i32 0}
!248 = !{!"allowLowerSimd", i1 false}
!249 = !{!"forcedVISAPreRAScheduler", i1 false}
!250 = !{!"disableLocalIdOrderOptimizations", i1 false}
!251 = !{!"disableDispatchAlongY", i1 false}
!252 = !{!"neededThreadIdLayout", i1* null}
!253 = !{!"forceTileYWalk", i1 false}
!254 = !{!"tileTGWidth_X", i32 0}
!255 = !{!"tileTGWidth_Y", i32 0}
!256 = !{!"maxTileTGDispatch_X", i32 0}
!257 = !{!"maxTileTGDispatch_Y", i32 0}
!258 = !{!"ResForHfPacking"}
!259 = !{!"msInfo", !260, !261, !262, !263, !264, !265, !266, !267, !268}
!260 = !{!"PrimitiveTopology", i32 3}
!261 = !{!"MaxNumOfPrimitives", i32 0}
!262 = !{!"MaxNumOfVertices", i32 0}
!263 = !{!"MaxNumOfPerPrimitiveOutputs", i32 0}
!264 = !{!"MaxNumOfPerVertexOutputs", i32 0}
!265 = !{!"WorkGroupSize", i32 0}
!266 = !{!"WorkGroupMemorySizeInBytes", i32 0}
!267 = !{!"IndexFormat", i32 6}
!268 = !{!"SubgroupSize", i32 0}
!269 = !{!"taskInfo", !270, !265, !266, !268}
!270 = !{!"MaxNumOfOutputs", i32 0}
!271 = !{!"NBarrierCnt", i32 0}
!272 = !{!"rtInfo", !273, !274, !275, !276, !277, !278, !279, !280, !281, !282}
!273 = !{!"RayQueryAllocSizeInBytes", i32 0}
!274 = !{!"NumContinuations", i32 0}
!275 = !{!"RTAsyncStackAddrspace", i32 -1}
!276 = !{!"RTAsyncStackSurfaceStateOffset", i1* null}
!277 = !{!"SWHotZoneAddrspace", i32 -1}
!278 = !{!"SWHotZoneSurfaceStateOffset", i1* null}
!279 = !{!"SWStackAddrspace", i32 -1}
!280 = !{!"SWStackSurfaceStateOffset", i1* null}
!281 = !{!"RTSyncStackAddrspace", i32 -1}
!282 = !{!"RTSyncStackSurfaceStateOffset", i1* null}
!283 = !{!"CurUniqueIndirectIdx", i32 0}
!284 = !{!"inlineDynTextures"}
!285 = !{!"inlineResInfoData"}
!286 = !{!"immConstant", !287, !288, !289}
!287 = !{!"data"}
!288 = !{!"sizes"}
!289 = !{!"zeroIdxs"}
!290 = !{!"inlineConstantBuffers"}
!291 = !{!"inlineGlobalBuffers"}
!292 = !{!"GlobalPointerProgramBinaryInfos"}
!293 = !{!"ConstantPointerProgramBinaryInfos"}
!294 = !{!"GlobalBufferAddressRelocInfo"}
!295 = !{!"ConstantBufferAddressRelocInfo"}
!296 = !{!"forceLscCacheList"}
!297 = !{!"SrvMap"}
!298 = !{!"RasterizerOrderedByteAddressBuffer"}
!299 = !{!"MinNOSPushConstantSize", i32 0}
!300 = !{!"inlineProgramScopeOffsets"}
!301 = !{!"shaderData", !302}
!302 = !{!"numReplicas", i32 0}
!303 = !{!"URBInfo", !304, !305, !306}
!304 = !{!"has64BVertexHeaderInput", i1 false}
!305 = !{!"has64BVertexHeaderOutput", i1 false}
!306 = !{!"hasVertexHeader", i1 true}
!307 = !{!"UseBindlessImage", i1 false}
!308 = !{!"enableRangeReduce", i1 false}
!309 = !{!"allowMatchMadOptimizationforVS", i1 false}
!310 = !{!"disableMemOptforNegativeOffsetLoads", i1 false}
!311 = !{!"enableThreeWayLoadSpiltOpt", i1 false}
!312 = !{!"statefulResourcesNotAliased", i1 false}
!313 = !{!"disableMixMode", i1 false}
!314 = !{!"PrivateMemoryPerFG", !315, !316, !317, !318, !319, !320}
!315 = !{!"PrivateMemoryPerFGMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @scramble}
!316 = !{!"PrivateMemoryPerFGValue[0]", i32 0}
!317 = !{!"PrivateMemoryPerFGMap[1]", <2 x i32> (<2 x i32>, i32)* @scrambled_often}
!318 = !{!"PrivateMemoryPerFGValue[1]", i32 0}
!319 = !{!"PrivateMemoryPerFGMap[2]", <2 x i32> (<2 x i32>, i32)* @scrambled}
!320 = !{!"PrivateMemoryPerFGValue[2]", i32 0}
!321 = !{!"capabilities", !322}
!322 = !{!"globalVariableDecorationsINTEL", i1 false}
!323 = !{!"m_ShaderResourceViewMcsMask", !324, !325}
!324 = !{!"m_ShaderResourceViewMcsMaskVec[0]", i64 0}
!325 = !{!"m_ShaderResourceViewMcsMaskVec[1]", i64 0}
!326 = !{!"computedDepthMode", i32 0}
!327 = !{!"isHDCFastClearShader", i1 false}
!328 = !{<2 x i32> (<2 x i32>, i32)* @scrambled, !329}
!329 = !{!330}
!330 = !{!"function_type", i32 2}
!331 = !{<2 x i32> (<2 x i32>, i32)* @scrambled_often, !329}
!332 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @scramble, !333}
!333 = !{!334, !335, !340}
!334 = !{!"function_type", i32 0}
!335 = !{!"arg_desc", !336}
!336 = !{null, !337, !338, !339}
!337 = !{!"explicit_arg_num", i32 0}
!338 = !{!"img_access_float_coords", i1 false}
!339 = !{!"img_access_int_coords", i1 true}
!340 = !{!"implicit_arg_desc", !341, !342, !343, !344, !345, !346, !347, !349}
!341 = !{i32 0}
!342 = !{i32 1}
!343 = !{i32 6}
!344 = !{i32 7}
!345 = !{i32 8}
!346 = !{i32 9}
!347 = !{i32 20, !348}
!348 = !{!"explicit_arg_num", i32 1}
!349 = !{i32 21, !348}
!350 = !{i32 2, i32 0}
!351 = !{!"Debian clang version 14.0.6"}
!352 = !{i32 1, !"wchar_size", i32 4}
