; ------------------------------------------------
; OCL_asm4d60dbe264ba716e_codegen.ll
; ------------------------------------------------
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "spir64-unknown-unknown"

%spirv.Image._void_1_0_0_0_0_0_0 = type opaque
%spirv.Image._void_1_0_0_0_0_0_1 = type opaque

; Function Attrs: convergent nounwind
define spir_kernel void @copy(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %source, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %result, <2 x i32> %origin, i32 %flip, <4 x i32> %fill, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i32 %imageHeigt, i32 %imageHeigt1, i32 %imageWidth, i32 %imageWidth2) #0 {
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
  %cmp6.not = icmp slt i32 %add4.i11.i.i18, %imageHeigt1
  %cmp.not = icmp slt i32 %add4.i.i.i, %imageWidth2
  %6 = and i1 %cmp6.not, %cmp.not
  br i1 %6, label %if.end, label %entry.cleanup.cont_crit_edge

if.end:                                           ; preds = %entry
  %7 = extractelement <2 x i32> %origin, i32 0
  %8 = extractelement <2 x i32> %origin, i32 1
  %add64 = add i32 %add4.i.i.i, %7
  %add65 = add i32 %add4.i11.i.i18, %8
  %9 = xor i32 %add65, -1
  %sub10 = add i32 %9, %imageHeigt
  %tobool.not = icmp eq i32 %flip, 0
  %from.067 = select i1 %tobool.not, i32 %add65, i32 %sub10
  %cmp14 = icmp sgt i32 %from.067, -1
  %cmp12 = icmp sgt i32 %add64, -1
  %10 = and i1 %cmp14, %cmp12
  %cmp17 = icmp slt i32 %add64, %imageWidth
  %11 = zext i1 %cmp17 to i32
  %12 = select i1 %10, i32 %11, i32 0
  %cmp20 = icmp slt i32 %from.067, %imageHeigt
  %13 = zext i1 %cmp20 to i32
  %14 = trunc i32 %12 to i1
  %15 = select i1 %14, i32 %13, i32 0
  %16 = trunc i32 %15 to i1
  br i1 %16, label %if.then22, label %if.end.if.end24_crit_edge

if.end.if.end24_crit_edge:                        ; preds = %if.end
  %17 = extractelement <4 x i32> %fill, i32 0
  %18 = extractelement <4 x i32> %fill, i32 1
  %19 = extractelement <4 x i32> %fill, i32 2
  %20 = extractelement <4 x i32> %fill, i32 3
  br label %if.end24

if.then22:                                        ; preds = %if.end
  %call.i41 = call <4 x i32> @llvm.genx.GenISA.ldptr.v4i32.p196608f32(i32 %add64, i32 %from.067, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %21 = extractelement <4 x i32> %call.i41, i32 0
  %22 = extractelement <4 x i32> %call.i41, i32 1
  %23 = extractelement <4 x i32> %call.i41, i32 2
  %24 = extractelement <4 x i32> %call.i41, i32 3
  br label %if.end24

if.end24:                                         ; preds = %if.end.if.end24_crit_edge, %if.then22
  %pixel.068 = phi i32 [ %21, %if.then22 ], [ %17, %if.end.if.end24_crit_edge ]
  %pixel.069 = phi i32 [ %22, %if.then22 ], [ %18, %if.end.if.end24_crit_edge ]
  %pixel.070 = phi i32 [ %23, %if.then22 ], [ %19, %if.end.if.end24_crit_edge ]
  %pixel.071 = phi i32 [ %24, %if.then22 ], [ %20, %if.end.if.end24_crit_edge ]
  %floatColor80 = bitcast i32 %pixel.068 to float
  %floatColor81 = bitcast i32 %pixel.069 to float
  %floatColor82 = bitcast i32 %pixel.070 to float
  %floatColor83 = bitcast i32 %pixel.071 to float
  call void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i18, i32 0, i32 0, float %floatColor80, float %floatColor81, float %floatColor82, float %floatColor83)
  br label %cleanup.cont

entry.cleanup.cont_crit_edge:                     ; preds = %entry
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %entry.cleanup.cont_crit_edge, %if.end24
  ret void
}

; Function Attrs: convergent
declare spir_func <4 x i32> @__builtin_IB_OCL_2d_ldui(i32 noundef, <2 x i32> noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent
declare spir_func void @__builtin_IB_write_2d_ui(i32 noundef, <2 x i32> noundef, <4 x i32> noundef, i32 noundef) local_unnamed_addr #1

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

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare void @llvm.assume(i1 noundef) #3

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
declare float addrspace(196608)* @llvm.genx.GenISA.GetBufferPtr.p196608f32(i32, i32) #4

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
declare <4 x i32> @llvm.genx.GenISA.ldptr.v4i32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32) #5

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
declare float addrspace(131072)* @llvm.genx.GenISA.GetBufferPtr.p131072f32(i32, i32) #4

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
declare void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)*, i32, i32, i32, i32, float, float, float, float) #6

attributes #0 = { convergent nounwind "less-precise-fpmad"="true" }
attributes #1 = { convergent "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent mustprogress nofree nounwind readnone willreturn "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #4 = { nounwind readnone }
attributes #5 = { argmemonly nounwind readonly }
attributes #6 = { argmemonly nounwind writeonly }

!IGCMetadata = !{!0}
!igc.functions = !{!298}
!opencl.ocl.version = !{!318, !318, !318, !318, !318}
!opencl.spir.version = !{!318, !318, !318, !318, !318}
!llvm.ident = !{!319, !319, !319, !319, !319}
!llvm.module.flags = !{!320}
!printf.strings = !{}

!0 = !{!"ModuleMD", !1, !2, !61, !170, !200, !216, !233, !243, !245, !246, !257, !258, !259, !260, !264, !265, !266, !267, !268, !269, !270, !271, !272, !273, !274, !275, !277, !281, !282, !283, !284, !285, !286, !287, !127, !288, !291, !293, !296, !297}
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
!61 = !{!"FuncMD", !62, !63}
!62 = !{!"FuncMDMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, <2 x i32>, i32, <4 x i32>, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32, i32, i32)* @copy}
!63 = !{!"FuncMDValue[0]", !64, !65, !69, !70, !71, !91, !119, !120, !121, !122, !123, !124, !125, !126, !127, !128, !129, !130, !131, !132, !133, !134, !140, !146, !152, !158, !164}
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
!91 = !{!"resAllocMD", !92, !93, !94, !95, !118}
!92 = !{!"uavsNumType", i32 1}
!93 = !{!"srvsNumType", i32 1}
!94 = !{!"samplersNumType", i32 0}
!95 = !{!"argAllocMDList", !96, !100, !102, !106, !107, !108, !109, !110, !111, !112, !113, !114, !115, !116, !117}
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
!117 = !{!"argAllocMDListVec[14]", !103, !104, !105}
!118 = !{!"inlineSamplersMD"}
!119 = !{!"maxByteOffsets"}
!120 = !{!"IsInitializer", i1 false}
!121 = !{!"IsFinalizer", i1 false}
!122 = !{!"CompiledSubGroupsNumber", i32 0}
!123 = !{!"hasInlineVmeSamplers", i1 false}
!124 = !{!"localSize", i32 0}
!125 = !{!"localIDPresent", i1 false}
!126 = !{!"groupIDPresent", i1 false}
!127 = !{!"privateMemoryPerWI", i32 0}
!128 = !{!"globalIDPresent", i1 false}
!129 = !{!"hasSyncRTCalls", i1 false}
!130 = !{!"hasNonKernelArgLoad", i1 false}
!131 = !{!"hasNonKernelArgStore", i1 false}
!132 = !{!"hasNonKernelArgAtomic", i1 false}
!133 = !{!"UserAnnotations"}
!134 = !{!"m_OpenCLArgAddressSpaces", !135, !136, !137, !138, !139}
!135 = !{!"m_OpenCLArgAddressSpacesVec[0]", i32 1}
!136 = !{!"m_OpenCLArgAddressSpacesVec[1]", i32 1}
!137 = !{!"m_OpenCLArgAddressSpacesVec[2]", i32 0}
!138 = !{!"m_OpenCLArgAddressSpacesVec[3]", i32 0}
!139 = !{!"m_OpenCLArgAddressSpacesVec[4]", i32 0}
!140 = !{!"m_OpenCLArgAccessQualifiers", !141, !142, !143, !144, !145}
!141 = !{!"m_OpenCLArgAccessQualifiersVec[0]", !"read_only"}
!142 = !{!"m_OpenCLArgAccessQualifiersVec[1]", !"write_only"}
!143 = !{!"m_OpenCLArgAccessQualifiersVec[2]", !"none"}
!144 = !{!"m_OpenCLArgAccessQualifiersVec[3]", !"none"}
!145 = !{!"m_OpenCLArgAccessQualifiersVec[4]", !"none"}
!146 = !{!"m_OpenCLArgTypes", !147, !148, !149, !150, !151}
!147 = !{!"m_OpenCLArgTypesVec[0]", !"image2d_t"}
!148 = !{!"m_OpenCLArgTypesVec[1]", !"image2d_t"}
!149 = !{!"m_OpenCLArgTypesVec[2]", !"int2"}
!150 = !{!"m_OpenCLArgTypesVec[3]", !"int"}
!151 = !{!"m_OpenCLArgTypesVec[4]", !"uint4"}
!152 = !{!"m_OpenCLArgBaseTypes", !153, !154, !155, !156, !157}
!153 = !{!"m_OpenCLArgBaseTypesVec[0]", !"image2d_t"}
!154 = !{!"m_OpenCLArgBaseTypesVec[1]", !"image2d_t"}
!155 = !{!"m_OpenCLArgBaseTypesVec[2]", !"int2"}
!156 = !{!"m_OpenCLArgBaseTypesVec[3]", !"int"}
!157 = !{!"m_OpenCLArgBaseTypesVec[4]", !"int4"}
!158 = !{!"m_OpenCLArgTypeQualifiers", !159, !160, !161, !162, !163}
!159 = !{!"m_OpenCLArgTypeQualifiersVec[0]", !""}
!160 = !{!"m_OpenCLArgTypeQualifiersVec[1]", !""}
!161 = !{!"m_OpenCLArgTypeQualifiersVec[2]", !""}
!162 = !{!"m_OpenCLArgTypeQualifiersVec[3]", !""}
!163 = !{!"m_OpenCLArgTypeQualifiersVec[4]", !""}
!164 = !{!"m_OpenCLArgNames", !165, !166, !167, !168, !169}
!165 = !{!"m_OpenCLArgNamesVec[0]", !"source"}
!166 = !{!"m_OpenCLArgNamesVec[1]", !"result"}
!167 = !{!"m_OpenCLArgNamesVec[2]", !"origin"}
!168 = !{!"m_OpenCLArgNamesVec[3]", !"flip"}
!169 = !{!"m_OpenCLArgNamesVec[4]", !"fill"}
!170 = !{!"pushInfo", !171, !172, !173, !176, !177, !178, !179, !180, !181, !182, !183, !196, !197, !198, !199}
!171 = !{!"pushableAddresses"}
!172 = !{!"bindlessPushInfo"}
!173 = !{!"dynamicBufferInfo", !174, !175}
!174 = !{!"firstIndex", i32 0}
!175 = !{!"numOffsets", i32 0}
!176 = !{!"MaxNumberOfPushedBuffers", i32 0}
!177 = !{!"inlineConstantBufferSlot", i32 -1}
!178 = !{!"inlineConstantBufferOffset", i32 -1}
!179 = !{!"inlineConstantBufferGRFOffset", i32 -1}
!180 = !{!"constants"}
!181 = !{!"inputs"}
!182 = !{!"constantReg"}
!183 = !{!"simplePushInfoArr", !184, !193, !194, !195}
!184 = !{!"simplePushInfoArrVec[0]", !185, !186, !187, !188, !189, !190, !191, !192}
!185 = !{!"cbIdx", i32 0}
!186 = !{!"pushableAddressGrfOffset", i32 -1}
!187 = !{!"pushableOffsetGrfOffset", i32 -1}
!188 = !{!"offset", i32 0}
!189 = !{!"size", i32 0}
!190 = !{!"isStateless", i1 false}
!191 = !{!"isBindless", i1 false}
!192 = !{!"simplePushLoads"}
!193 = !{!"simplePushInfoArrVec[1]", !185, !186, !187, !188, !189, !190, !191, !192}
!194 = !{!"simplePushInfoArrVec[2]", !185, !186, !187, !188, !189, !190, !191, !192}
!195 = !{!"simplePushInfoArrVec[3]", !185, !186, !187, !188, !189, !190, !191, !192}
!196 = !{!"simplePushBufferUsed", i32 0}
!197 = !{!"pushAnalysisWIInfos"}
!198 = !{!"inlineRTGlobalPtrOffset", i32 0}
!199 = !{!"rtSyncSurfPtrOffset", i32 0}
!200 = !{!"psInfo", !201, !202, !203, !204, !205, !206, !207, !208, !209, !210, !211, !212, !213, !214, !215}
!201 = !{!"BlendStateDisabledMask", i8 0}
!202 = !{!"SkipSrc0Alpha", i1 false}
!203 = !{!"DualSourceBlendingDisabled", i1 false}
!204 = !{!"ForceEnableSimd32", i1 false}
!205 = !{!"outputDepth", i1 false}
!206 = !{!"outputStencil", i1 false}
!207 = !{!"outputMask", i1 false}
!208 = !{!"blendToFillEnabled", i1 false}
!209 = !{!"forceEarlyZ", i1 false}
!210 = !{!"hasVersionedLoop", i1 false}
!211 = !{!"forceSingleSourceRTWAfterDualSourceRTW", i1 false}
!212 = !{!"NumSamples", i8 0}
!213 = !{!"blendOptimizationMode"}
!214 = !{!"colorOutputMask"}
!215 = !{!"WaDisableVRS", i1 false}
!216 = !{!"csInfo", !217, !218, !219, !220, !221, !11, !12, !222, !223, !224, !225, !226, !227, !228, !229, !230, !231, !40, !232}
!217 = !{!"maxWorkGroupSize", i32 0}
!218 = !{!"waveSize", i32 0}
!219 = !{!"ComputeShaderSecondCompile"}
!220 = !{!"forcedSIMDSize", i8 0}
!221 = !{!"forceTotalGRFNum", i32 0}
!222 = !{!"allowLowerSimd", i1 false}
!223 = !{!"forcedVISAPreRAScheduler", i1 false}
!224 = !{!"disableLocalIdOrderOptimizations", i1 false}
!225 = !{!"disableDispatchAlongY", i1 false}
!226 = !{!"neededThreadIdLayout", i1* null}
!227 = !{!"forceTileYWalk", i1 false}
!228 = !{!"tileTGWidth_X", i32 0}
!229 = !{!"tileTGWidth_Y", i32 0}
!230 = !{!"maxTileTGDispatch_X", i32 0}
!231 = !{!"maxTileTGDispatch_Y", i32 0}
!232 = !{!"ResForHfPacking"}
!233 = !{!"msInfo", !234, !235, !236, !237, !238, !239, !240, !241, !242}
!234 = !{!"PrimitiveTopology", i32 3}
!235 = !{!"MaxNumOfPrimitives", i32 0}
!236 = !{!"MaxNumOfVertices", i32 0}
!237 = !{!"MaxNumOfPerPrimitiveOutputs", i32 0}
!238 = !{!"MaxNumOfPerVertexOutputs", i32 0}
!239 = !{!"WorkGroupSize", i32 0}
!240 = !{!"WorkGroupMemorySizeInBytes", i32 0}
!241 = !{!"IndexFormat", i32 6}
!242 = !{!"SubgroupSize", i32 0}
!243 = !{!"taskInfo", !244, !239, !240, !242}
!244 = !{!"MaxNumOfOutputs", i32 0}
!245 = !{!"NBarrierCnt", i32 0}
!246 = !{!"rtInfo", !247, !248, !249, !250, !251, !252, !253, !254, !255, !256}
!247 = !{!"RayQueryAllocSizeInBytes", i32 0}
!248 = !{!"NumContinuations", i32 0}
!249 = !{!"RTAsyncStackAddrspace", i32 -1}
!250 = !{!"RTAsyncStackSurfaceStateOffset", i1* null}
!251 = !{!"SWHotZoneAddrspace", i32 -1}
!252 = !{!"SWHotZoneSurfaceStateOffset", i1* null}
!253 = !{!"SWStackAddrspace", i32 -1}
!254 = !{!"SWStackSurfaceStateOffset", i1* null}
!255 = !{!"RTSyncStackAddrspace", i32 -1}
!256 = !{!"RTSyncStackSurfaceStateOffset", i1* null}
!257 = !{!"CurUniqueIndirectIdx", i32 0}
!258 = !{!"inlineDynTextures"}
!259 = !{!"inlineResInfoData"}
!260 = !{!"immConstant", !261, !262, !263}
!261 = !{!"data"}
!262 = !{!"sizes"}
!263 = !{!"zeroIdxs"}
!264 = !{!"inlineConstantBuffers"}
!265 = !{!"inlineGlobalBuffers"}
!266 = !{!"GlobalPointerProgramBinaryInfos"}
!267 = !{!"ConstantPointerProgramBinaryInfos"}
!268 = !{!"GlobalBufferAddressRelocInfo"}
!269 = !{!"ConstantBufferAddressRelocInfo"}
!270 = !{!"forceLscCacheList"}
!271 = !{!"SrvMap"}
!272 = !{!"RasterizerOrderedByteAddressBuffer"}
!273 = !{!"MinNOSPushConstantSize", i32 0}
!274 = !{!"inlineProgramScopeOffsets"}
!275 = !{!"shaderData", !276}
!276 = !{!"numReplicas", i32 0}
!277 = !{!"URBInfo", !278, !279, !280}
!278 = !{!"has64BVertexHeaderInput", i1 false}
!279 = !{!"has64BVertexHeaderOutput", i1 false}
!280 = !{!"hasVertexHeader", i1 true}
!281 = !{!"UseBindlessImage", i1 false}
!282 = !{!"enableRangeReduce", i1 false}
!283 = !{!"allowMatchMadOptimizationforVS", i1 false}
!284 = !{!"disableMemOptforNegativeOffsetLoads", i1 false}
!285 = !{!"enableThreeWayLoadSpiltOpt", i1 false}
!286 = !{!"statefulResourcesNotAliased", i1 false}
!287 = !{!"disableMixMode", i1 false}
!288 = !{!"PrivateMemoryPerFG", !289, !290}
!289 = !{!"PrivateMemoryPerFGMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, <2 x i32>, i32, <4 x i32>, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32, i32, i32)* @copy}
!290 = !{!"PrivateMemoryPerFGValue[0]", i32 0}
!291 = !{!"capabilities", !292}
!292 = !{!"globalVariableDecorationsINTEL", i1 false}
!293 = !{!"m_ShaderResourceViewMcsMask", !294, !295}
!294 = !{!"m_ShaderResourceViewMcsMaskVec[0]", i64 0}
!295 = !{!"m_ShaderResourceViewMcsMaskVec[1]", i64 0}
!296 = !{!"computedDepthMode", i32 0}
!297 = !{!"isHDCFastClearShader", i1 false}
!298 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, <2 x i32>, i32, <4 x i32>, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32, i32, i32)* @copy, !299}
!299 = !{!300, !301, !306}
!300 = !{!"function_type", i32 0}
!301 = !{!"arg_desc", !302}
!302 = !{null, !303, !304, !305}
!303 = !{!"explicit_arg_num", i32 0}
!304 = !{!"img_access_float_coords", i1 false}
!305 = !{!"img_access_int_coords", i1 true}
!306 = !{!"implicit_arg_desc", !307, !308, !309, !310, !311, !312, !313, !314, !316, !317}
!307 = !{i32 0}
!308 = !{i32 1}
!309 = !{i32 6}
!310 = !{i32 7}
!311 = !{i32 8}
!312 = !{i32 9}
!313 = !{i32 20, !303}
!314 = !{i32 20, !315}
!315 = !{!"explicit_arg_num", i32 1}
!316 = !{i32 21, !303}
!317 = !{i32 21, !315}
!318 = !{i32 2, i32 0}
!319 = !{!"Debian clang version 14.0.6"}
!320 = !{i32 1, !"wchar_size", i32 4}
