; ------------------------------------------------
; OCL_asm84e411a4c6518258_codegen.ll
; ------------------------------------------------
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "spir64-unknown-unknown"

%spirv.Image._void_1_0_0_0_0_0_0 = type opaque
%spirv.Image._void_1_0_0_0_0_0_1 = type opaque
%struct.Settings = type { i32, i16, i8, [3 x i32], i32 }
%spirv.SampledImage._void_1_0_0_0_0_0_0 = type opaque
%spirv.Sampler = type opaque

; Function Attrs: convergent nounwind
define spir_kernel void @rank(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %source, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %result, %struct.Settings* byval(%struct.Settings) %settings, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i8* %privateBase, i32 %imageHeigt, i32 %imageWidth, i32 %const_reg_dword, i16 %const_reg_word, i8 %const_reg_byte, i32 %const_reg_dword1, i32 %const_reg_dword2, i32 %const_reg_dword3, i32 %const_reg_dword4) #0 {
entry:
  %0 = extractelement <8 x i32> %payloadHeader, i32 0
  %1 = extractelement <8 x i32> %payloadHeader, i32 1
  %2 = extractelement <3 x i32> %enqueuedLocalSize, i32 0
  %3 = extractelement <3 x i32> %enqueuedLocalSize, i32 1
  %4 = extractelement <8 x i32> %r0, i32 1
  %5 = extractelement <8 x i32> %r0, i32 6
  %mul.i.i.i = mul i32 %2, %4
  %localIdX6 = zext i16 %localIdX to i32
  %add.i.i.i = add i32 %mul.i.i.i, %localIdX6
  %add4.i.i.i = add i32 %add.i.i.i, %0
  %mul.i7.i.i20 = mul i32 %3, %5
  %localIdY33 = zext i16 %localIdY to i32
  %add.i9.i.i23 = add i32 %mul.i7.i.i20, %localIdY33
  %add4.i11.i.i25 = add i32 %add.i9.i.i23, %1
  %cmp6.not = icmp slt i32 %add4.i11.i.i25, %imageHeigt
  %cmp.not = icmp slt i32 %add4.i.i.i, %imageWidth
  %6 = and i1 %cmp6.not, %cmp.not
  br i1 %6, label %if.end, label %entry.cleanup.cont_crit_edge

entry.cleanup.cont_crit_edge:                     ; preds = %entry
  br label %cleanup.cont

if.end:                                           ; preds = %entry
  %7 = call i16 @llvm.genx.GenISA.simdLaneId()
  %8 = call i32 @llvm.genx.GenISA.simdSize()
  %9 = extractelement <8 x i32> %r0, i32 5
  %10 = and i32 %9, -1024
  %11 = zext i16 %7 to i32
  %12 = shl nuw nsw i32 %11, 1
  %13 = add i32 %10, %12
  %cmp8105 = icmp sgt i32 %const_reg_dword4, 0
  br i1 %cmp8105, label %for.body.lr.ph, label %if.end.for.end_crit_edge

if.end.for.end_crit_edge:                         ; preds = %if.end
  br label %for.end

for.body.lr.ph:                                   ; preds = %if.end
  %conv10 = zext i8 %const_reg_byte to i16
  %14 = shl i32 %8, 1
  br label %for.body

for.body:                                         ; preds = %for.body.for.body_crit_edge, %for.body.lr.ph
  %value.0106 = phi i32 [ 0, %for.body.lr.ph ], [ %inc, %for.body.for.body_crit_edge ]
  %15 = mul i32 %value.0106, %14
  %16 = add i32 %13, %15
  %17 = inttoptr i32 %16 to i16*
  store i16 %conv10, i16* %17, align 2
  %inc = add nuw nsw i32 %value.0106, 1
  %cmp8 = icmp slt i32 %inc, %const_reg_dword4
  br i1 %cmp8, label %for.body.for.body_crit_edge, label %for.end.loopexit

for.end.loopexit:                                 ; preds = %for.body
  br label %for.end

for.body.for.body_crit_edge:                      ; preds = %for.body
  br label %for.body

for.end:                                          ; preds = %if.end.for.end_crit_edge, %for.end.loopexit
  %.hoist = add nsw i32 %const_reg_dword4, -1
  %cmp13.not102 = icmp slt i32 %const_reg_dword, 0
  br i1 %cmp13.not102, label %for.end.for.end49_crit_edge, label %for.body16.lr.ph

for.body16.lr.ph:                                 ; preds = %for.end
  %sub = sub i32 0, %const_reg_dword
  %sub39 = add i32 %const_reg_dword4, -1
  %18 = shl i32 %const_reg_dword, 1
  %19 = and i32 %18, 2
  %xtraiter = or i32 %19, 1
  %20 = icmp ult i32 %18, 3
  %21 = shl i32 %8, 1
  br label %for.body16

for.body16:                                       ; preds = %for.inc47.for.body16_crit_edge, %for.body16.lr.ph
  %y.0103 = phi i32 [ %sub, %for.body16.lr.ph ], [ %inc48, %for.inc47.for.body16_crit_edge ]
  %add78 = add i32 %add4.i11.i.i25, %y.0103
  %conv.i1.i.i = sitofp i32 %add78 to float
  br label %for.body24.prol

for.body24.prol:                                  ; preds = %for.body24.prol.for.body24.prol_crit_edge, %for.body16
  %x.0101.prol = phi i32 [ %sub, %for.body16 ], [ %inc45.prol, %for.body24.prol.for.body24.prol_crit_edge ]
  %prol.iter = phi i32 [ 0, %for.body16 ], [ %prol.iter.next, %for.body24.prol.for.body24.prol_crit_edge ]
  %add77.prol = add i32 %add4.i.i.i, %x.0101.prol
  %conv.i.i.i40.prol = sitofp i32 %add77.prol to float
  %call6.i43.prol = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i40.prol, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %22 = extractelement <4 x float> %call6.i43.prol, i32 0
  %23 = bitcast float %22 to i32
  %24 = extractelement <4 x float> %call6.i43.prol, i32 1
  %25 = bitcast float %24 to i32
  %26 = extractelement <4 x float> %call6.i43.prol, i32 2
  %27 = bitcast float %26 to i32
  %mul.prol = mul i32 %23, %const_reg_dword1
  %mul32.prol = mul i32 %25, %const_reg_dword2
  %add33.prol = add i32 %mul.prol, %mul32.prol
  %mul36.prol = mul i32 %27, %const_reg_dword3
  %add37.prol = add i32 %add33.prol, %mul36.prol
  %shr.prol = lshr i32 %add37.prol, 8
  %cmp.not.i.prol = icmp ugt i32 %shr.prol, %.hoist
  %cond.i.prol = select i1 %cmp.not.i.prol, i32 %.hoist, i32 %shr.prol
  %28 = mul i32 %cond.i.prol, %21
  %29 = add i32 %13, %28
  %30 = inttoptr i32 %29 to i16*
  %31 = load i16, i16* %30, align 2
  %inc43.prol = add i16 %31, 1
  store i16 %inc43.prol, i16* %30, align 2
  %inc45.prol = add nsw i32 %x.0101.prol, 1
  %prol.iter.next = add i32 %prol.iter, 1
  %prol.iter.cmp.not = icmp eq i32 %prol.iter.next, %xtraiter
  br i1 %prol.iter.cmp.not, label %for.body24.prol.loopexit, label %for.body24.prol.for.body24.prol_crit_edge, !llvm.loop !344

for.body24.prol.for.body24.prol_crit_edge:        ; preds = %for.body24.prol
  br label %for.body24.prol

for.body24.prol.loopexit:                         ; preds = %for.body24.prol
  %inc45.prol.lcssa = phi i32 [ %inc45.prol, %for.body24.prol ]
  br i1 %20, label %for.body24.prol.loopexit.for.inc47_crit_edge, label %for.body24.preheader

for.body24.preheader:                             ; preds = %for.body24.prol.loopexit
  br label %for.body24

for.body24:                                       ; preds = %for.body24.for.body24_crit_edge, %for.body24.preheader
  %x.0101 = phi i32 [ %inc45.3, %for.body24.for.body24_crit_edge ], [ %inc45.prol.lcssa, %for.body24.preheader ]
  %add77 = add i32 %add4.i.i.i, %x.0101
  %conv.i.i.i40 = sitofp i32 %add77 to float
  %call6.i43 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i40, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %inc45 = add nsw i32 %x.0101, 1
  %add77.1 = add i32 %add4.i.i.i, %inc45
  %conv.i.i.i40.1 = sitofp i32 %add77.1 to float
  %call6.i43.1 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i40.1, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %inc45.1 = add nsw i32 %x.0101, 2
  %add77.2 = add i32 %add4.i.i.i, %inc45.1
  %conv.i.i.i40.2 = sitofp i32 %add77.2 to float
  %call6.i43.2 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i40.2, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %inc45.2 = add nsw i32 %x.0101, 3
  %add77.3 = add i32 %add4.i.i.i, %inc45.2
  %conv.i.i.i40.3 = sitofp i32 %add77.3 to float
  %call6.i43.3 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i40.3, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %32 = extractelement <4 x float> %call6.i43, i32 0
  %33 = bitcast float %32 to i32
  %34 = extractelement <4 x float> %call6.i43, i32 1
  %35 = bitcast float %34 to i32
  %36 = extractelement <4 x float> %call6.i43, i32 2
  %37 = bitcast float %36 to i32
  %mul = mul i32 %33, %const_reg_dword1
  %mul32 = mul i32 %35, %const_reg_dword2
  %add33 = add i32 %mul, %mul32
  %mul36 = mul i32 %37, %const_reg_dword3
  %add37 = add i32 %add33, %mul36
  %shr = lshr i32 %add37, 8
  %cmp.not.i = icmp ugt i32 %shr, %.hoist
  %cond.i = select i1 %cmp.not.i, i32 %.hoist, i32 %shr
  %38 = mul i32 %cond.i, %21
  %39 = add i32 %13, %38
  %40 = inttoptr i32 %39 to i16*
  %41 = load i16, i16* %40, align 2
  %inc43 = add i16 %41, 1
  store i16 %inc43, i16* %40, align 2
  %42 = extractelement <4 x float> %call6.i43.1, i32 0
  %43 = bitcast float %42 to i32
  %44 = extractelement <4 x float> %call6.i43.1, i32 1
  %45 = bitcast float %44 to i32
  %46 = extractelement <4 x float> %call6.i43.1, i32 2
  %47 = bitcast float %46 to i32
  %mul.1 = mul i32 %43, %const_reg_dword1
  %mul32.1 = mul i32 %45, %const_reg_dword2
  %add33.1 = add i32 %mul.1, %mul32.1
  %mul36.1 = mul i32 %47, %const_reg_dword3
  %add37.1 = add i32 %add33.1, %mul36.1
  %shr.1 = lshr i32 %add37.1, 8
  %cmp.not.i.1 = icmp ugt i32 %shr.1, %.hoist
  %cond.i.1 = select i1 %cmp.not.i.1, i32 %.hoist, i32 %shr.1
  %48 = mul i32 %cond.i.1, %21
  %49 = add i32 %13, %48
  %50 = inttoptr i32 %49 to i16*
  %51 = load i16, i16* %50, align 2
  %inc43.1 = add i16 %51, 1
  store i16 %inc43.1, i16* %50, align 2
  %52 = extractelement <4 x float> %call6.i43.2, i32 0
  %53 = bitcast float %52 to i32
  %54 = extractelement <4 x float> %call6.i43.2, i32 1
  %55 = bitcast float %54 to i32
  %56 = extractelement <4 x float> %call6.i43.2, i32 2
  %57 = bitcast float %56 to i32
  %mul.2 = mul i32 %53, %const_reg_dword1
  %mul32.2 = mul i32 %55, %const_reg_dword2
  %add33.2 = add i32 %mul.2, %mul32.2
  %mul36.2 = mul i32 %57, %const_reg_dword3
  %add37.2 = add i32 %add33.2, %mul36.2
  %shr.2 = lshr i32 %add37.2, 8
  %cmp.not.i.2 = icmp ugt i32 %shr.2, %.hoist
  %cond.i.2 = select i1 %cmp.not.i.2, i32 %.hoist, i32 %shr.2
  %58 = mul i32 %cond.i.2, %21
  %59 = add i32 %13, %58
  %60 = inttoptr i32 %59 to i16*
  %61 = load i16, i16* %60, align 2
  %inc43.2 = add i16 %61, 1
  store i16 %inc43.2, i16* %60, align 2
  %62 = extractelement <4 x float> %call6.i43.3, i32 0
  %63 = bitcast float %62 to i32
  %64 = extractelement <4 x float> %call6.i43.3, i32 1
  %65 = bitcast float %64 to i32
  %66 = extractelement <4 x float> %call6.i43.3, i32 2
  %67 = bitcast float %66 to i32
  %mul.3 = mul i32 %63, %const_reg_dword1
  %mul32.3 = mul i32 %65, %const_reg_dword2
  %add33.3 = add i32 %mul.3, %mul32.3
  %mul36.3 = mul i32 %67, %const_reg_dword3
  %add37.3 = add i32 %add33.3, %mul36.3
  %shr.3 = lshr i32 %add37.3, 8
  %cmp.not.i.3 = icmp ugt i32 %shr.3, %.hoist
  %cond.i.3 = select i1 %cmp.not.i.3, i32 %.hoist, i32 %shr.3
  %68 = mul i32 %cond.i.3, %21
  %69 = add i32 %13, %68
  %70 = inttoptr i32 %69 to i16*
  %71 = load i16, i16* %70, align 2
  %inc43.3 = add i16 %71, 1
  store i16 %inc43.3, i16* %70, align 2
  %cmp21.not.not.3 = icmp slt i32 %inc45.2, %const_reg_dword
  br i1 %cmp21.not.not.3, label %for.body24.for.body24_crit_edge, label %for.inc47.loopexit

for.inc47.loopexit:                               ; preds = %for.body24
  br label %for.inc47

for.body24.for.body24_crit_edge:                  ; preds = %for.body24
  %inc45.3 = add nsw i32 %x.0101, 4
  br label %for.body24

for.body24.prol.loopexit.for.inc47_crit_edge:     ; preds = %for.body24.prol.loopexit
  br label %for.inc47

for.inc47:                                        ; preds = %for.body24.prol.loopexit.for.inc47_crit_edge, %for.inc47.loopexit
  %cmp13.not.not = icmp slt i32 %y.0103, %const_reg_dword
  br i1 %cmp13.not.not, label %for.inc47.for.body16_crit_edge, label %for.end49.loopexit

for.end49.loopexit:                               ; preds = %for.inc47
  br label %for.end49

for.inc47.for.body16_crit_edge:                   ; preds = %for.inc47
  %inc48 = add nsw i32 %y.0103, 1
  br label %for.body16

for.end.for.end49_crit_edge:                      ; preds = %for.end
  %.pre110 = add nsw i32 %const_reg_dword4, -1
  br label %for.end49

for.end49:                                        ; preds = %for.end49.loopexit, %for.end.for.end49_crit_edge
  br i1 %cmp8105, label %for.body69.preheader, label %for.end49.for.end96_crit_edge

for.end49.for.end96_crit_edge:                    ; preds = %for.end49
  br label %for.end96

for.body69.preheader:                             ; preds = %for.end49
  %mul51 = shl nsw i32 %const_reg_dword, 1
  %72 = add i32 %mul51, 1
  %mul53 = mul nsw i32 %72, %72
  %conv56 = zext i8 %const_reg_byte to i32
  %mul57 = mul nsw i32 %conv56, %const_reg_dword4
  %add58 = add nsw i32 %mul53, %mul57
  %conv59 = sext i16 %const_reg_word to i32
  %mul60 = mul nsw i32 %add58, %conv59
  %q_appx = call i32 @llvm.genx.GenISA.imulH.i32(i32 %mul60, i32 1374389535)
  %q_appx112 = ashr i32 %q_appx, 5
  %q_appx.lobit = lshr i32 %q_appx, 31
  %q_appx112114 = add nsw i32 %q_appx112, %q_appx.lobit
  %73 = shl i32 %8, 1
  %74 = shl i32 %8, 1
  %75 = shl i32 %8, 1
  br label %for.body69

for.body69:                                       ; preds = %if.end79.for.body69_crit_edge, %for.body69.preheader
  %value63.098 = phi i32 [ %inc95, %if.end79.for.body69_crit_edge ], [ 0, %for.body69.preheader ]
  %most.097 = phi i32 [ %spec.select91, %if.end79.for.body69_crit_edge ], [ 0, %for.body69.preheader ]
  %found.096 = phi i32 [ %found.1, %if.end79.for.body69_crit_edge ], [ %.hoist, %for.body69.preheader ]
  %seen.095 = phi i32 [ %add83.pre-phi, %if.end79.for.body69_crit_edge ], [ 0, %for.body69.preheader ]
  %cmp70.not = icmp sgt i32 %seen.095, %q_appx112114
  br i1 %cmp70.not, label %for.body69.if.end79_crit_edge, label %land.lhs.true

land.lhs.true:                                    ; preds = %for.body69
  %76 = mul i32 %value63.098, %73
  %77 = add i32 %13, %76
  %78 = inttoptr i32 %77 to i16*
  %79 = load i16, i16* %78, align 2
  %conv74 = zext i16 %79 to i32
  %add75 = add nuw nsw i32 %seen.095, %conv74
  %cmp76 = icmp sgt i32 %add75, %q_appx112114
  %spec.select = select i1 %cmp76, i32 %value63.098, i32 %found.096
  br label %if.end79

for.body69.if.end79_crit_edge:                    ; preds = %for.body69
  %80 = mul i32 %value63.098, %74
  %81 = add i32 %13, %80
  %82 = inttoptr i32 %81 to i16*
  %.pre107 = load i16, i16* %82, align 2
  %.pre108 = zext i16 %.pre107 to i32
  %.pre109 = add nuw nsw i32 %seen.095, %.pre108
  br label %if.end79

if.end79:                                         ; preds = %for.body69.if.end79_crit_edge, %land.lhs.true
  %add83.pre-phi = phi i32 [ %.pre109, %for.body69.if.end79_crit_edge ], [ %add75, %land.lhs.true ]
  %83 = phi i16 [ %.pre107, %for.body69.if.end79_crit_edge ], [ %79, %land.lhs.true ]
  %found.1 = phi i32 [ %found.096, %for.body69.if.end79_crit_edge ], [ %spec.select, %land.lhs.true ]
  %84 = mul i32 %most.097, %75
  %85 = add i32 %13, %84
  %86 = inttoptr i32 %85 to i16*
  %87 = load i16, i16* %86, align 2
  %cmp90 = icmp ugt i16 %83, %87
  %spec.select91 = select i1 %cmp90, i32 %value63.098, i32 %most.097
  %inc95 = add nuw nsw i32 %value63.098, 1
  %cmp66 = icmp slt i32 %inc95, %const_reg_dword4
  br i1 %cmp66, label %if.end79.for.body69_crit_edge, label %for.end96.loopexit

for.end96.loopexit:                               ; preds = %if.end79
  %found.1.lcssa = phi i32 [ %found.1, %if.end79 ]
  %spec.select91.lcssa = phi i32 [ %spec.select91, %if.end79 ]
  br label %for.end96

if.end79.for.body69_crit_edge:                    ; preds = %if.end79
  br label %for.body69

for.end96:                                        ; preds = %for.end49.for.end96_crit_edge, %for.end96.loopexit
  %found.0.lcssa = phi i32 [ %.hoist, %for.end49.for.end96_crit_edge ], [ %found.1.lcssa, %for.end96.loopexit ]
  %most.0.lcssa = phi i32 [ 0, %for.end49.for.end96_crit_edge ], [ %spec.select91.lcssa, %for.end96.loopexit ]
  %88 = shl i32 %8, 1
  %89 = mul i32 %found.0.lcssa, %88
  %90 = add i32 %13, %89
  %91 = inttoptr i32 %90 to i16*
  %92 = load i16, i16* %91, align 2
  %93 = mul i32 %most.0.lcssa, %88
  %94 = add i32 %13, %93
  %95 = inttoptr i32 %94 to i16*
  %96 = load i16, i16* %95, align 2
  %97 = icmp ult i32 %found.0.lcssa, 255
  %cond.i.i = select i1 %97, i32 %found.0.lcssa, i32 255
  %conv101 = zext i16 %92 to i32
  %98 = icmp ult i32 %conv101, 255
  %cond.i14.i = select i1 %98, i32 %conv101, i32 255
  %99 = icmp ult i32 %most.0.lcssa, 255
  %most.0.lcssa. = select i1 %99, i32 %most.0.lcssa, i32 255
  %conv106 = zext i16 %96 to i32
  %100 = icmp ult i32 %conv106, 255
  %cond.i18.i = select i1 %100, i32 %conv106, i32 255
  %ColorX = bitcast i32 %cond.i.i to float
  %ColorY = bitcast i32 %cond.i14.i to float
  %ColorZ = bitcast i32 %most.0.lcssa. to float
  %ColorW = bitcast i32 %cond.i18.i to float
  call void @llvm.genx.GenISA.typedwrite.p131073f32(float addrspace(131073)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i25, i32 0, i32 0, float %ColorX, float %ColorY, float %ColorZ, float %ColorW)
  br label %cleanup.cont

cleanup.cont:                                     ; preds = %entry.cleanup.cont_crit_edge, %for.end96
  ret void
}

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: nounwind
declare spir_func %spirv.SampledImage._void_1_0_0_0_0_0_0 addrspace(1)* @__builtin_spirv_OpSampledImage_img2d_ro_i64(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Sampler addrspace(2)*) #2

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: convergent
declare spir_func i64 @__builtin_IB_get_image(i8 addrspace(1)* noundef) local_unnamed_addr #3

; Function Attrs: convergent
declare spir_func i64 @__builtin_IB_get_sampler(i8 addrspace(1)* noundef) local_unnamed_addr #3

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_address_mode(i32 noundef) local_unnamed_addr #4

; Function Attrs: convergent
declare spir_func <4 x float> @__builtin_IB_OCL_2d_sample_l(i32 noundef, i32 noundef, <2 x float> noundef, float noundef) local_unnamed_addr #3

; Function Attrs: convergent
declare spir_func <4 x i32> @__builtin_IB_OCL_2d_ldui(i32 noundef, <2 x i32> noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: convergent
declare spir_func void @__builtin_IB_write_2d_ui(i32 noundef, <2 x i32> noundef, <4 x i32> noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_image_width(i32 noundef) local_unnamed_addr #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_image_height(i32 noundef) local_unnamed_addr #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_group_id(i32 noundef) local_unnamed_addr #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_enqueued_local_size(i32 noundef) local_unnamed_addr #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_x() local_unnamed_addr #4

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare void @llvm.assume(i1 noundef) #5

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_global_offset(i32 noundef) local_unnamed_addr #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_y() local_unnamed_addr #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_z() local_unnamed_addr #4

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
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
; Function Attrs: nounwind readnone
declare <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32) #6

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
declare <4 x i32> @llvm.genx.GenISA.ldptr.v4i32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32) #7

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
declare float addrspace(131073)* @llvm.genx.GenISA.GetBufferPtr.p131073f32(i32, i32) #6

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
declare void @llvm.genx.GenISA.typedwrite.p131073f32(float addrspace(131073)*, i32, i32, i32, i32, float, float, float, float) #8

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.smax.i32(i32, i32) #9

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.abs.i32(i32, i1 immarg) #9

; Function Desc: 
; Output: result
; Arg 0: source0
; Arg 1: source1
; Function Attrs: nounwind readnone
declare i32 @llvm.genx.GenISA.imulH.i32(i32, i32) #6

; Function Desc: 
; Output: result
; Arg 0: none
; Function Attrs: nounwind readnone
declare i16 @llvm.genx.GenISA.simdLaneId() #6

; Function Desc: 
; Output: result
; Arg 0: none
; Function Attrs: nounwind readnone
declare i32 @llvm.genx.GenISA.simdSize() #6

attributes #0 = { convergent nounwind "less-precise-fpmad"="true" }
attributes #1 = { argmemonly nofree nosync nounwind willreturn }
attributes #2 = { nounwind }
attributes #3 = { convergent "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent mustprogress nofree nounwind readnone willreturn "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #6 = { nounwind readnone }
attributes #7 = { argmemonly nounwind readonly }
attributes #8 = { argmemonly nounwind writeonly }
attributes #9 = { nofree nosync nounwind readnone speculatable willreturn }

!IGCMetadata = !{!0}
!igc.functions = !{!307}
!opencl.ocl.version = !{!341, !341, !341, !341, !341}
!opencl.spir.version = !{!341, !341, !341, !341, !341}
!llvm.ident = !{!342, !342, !342, !342, !342}
!llvm.module.flags = !{!343}
!printf.strings = !{}

!0 = !{!"ModuleMD", !1, !2, !61, !179, !209, !225, !242, !252, !254, !255, !266, !267, !268, !269, !273, !274, !275, !276, !277, !278, !279, !280, !281, !282, !283, !284, !286, !290, !291, !292, !293, !294, !295, !296, !148, !297, !300, !302, !305, !306}
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
!62 = !{!"FuncMDMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %struct.Settings*, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i8*, i32, i32, i32, i16, i8, i32, i32, i32, i32)* @rank}
!63 = !{!"FuncMDValue[0]", !64, !65, !69, !70, !71, !91, !140, !141, !142, !143, !144, !145, !146, !147, !148, !149, !150, !151, !152, !153, !154, !155, !159, !163, !167, !171, !175}
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
!91 = !{!"resAllocMD", !92, !93, !94, !95, !123}
!92 = !{!"uavsNumType", i32 2}
!93 = !{!"srvsNumType", i32 1}
!94 = !{!"samplersNumType", i32 0}
!95 = !{!"argAllocMDList", !96, !100, !103, !107, !108, !109, !110, !111, !112, !113, !114, !115, !116, !117, !118, !119, !120, !121, !122}
!96 = !{!"argAllocMDListVec[0]", !97, !98, !99}
!97 = !{!"type", i32 2}
!98 = !{!"extensionType", i32 0}
!99 = !{!"indexType", i32 0}
!100 = !{!"argAllocMDListVec[1]", !101, !98, !102}
!101 = !{!"type", i32 1}
!102 = !{!"indexType", i32 1}
!103 = !{!"argAllocMDListVec[2]", !104, !105, !106}
!104 = !{!"type", i32 0}
!105 = !{!"extensionType", i32 -1}
!106 = !{!"indexType", i32 -1}
!107 = !{!"argAllocMDListVec[3]", !104, !105, !106}
!108 = !{!"argAllocMDListVec[4]", !104, !105, !106}
!109 = !{!"argAllocMDListVec[5]", !104, !105, !106}
!110 = !{!"argAllocMDListVec[6]", !104, !105, !106}
!111 = !{!"argAllocMDListVec[7]", !104, !105, !106}
!112 = !{!"argAllocMDListVec[8]", !104, !105, !106}
!113 = !{!"argAllocMDListVec[9]", !101, !105, !99}
!114 = !{!"argAllocMDListVec[10]", !104, !105, !106}
!115 = !{!"argAllocMDListVec[11]", !104, !105, !106}
!116 = !{!"argAllocMDListVec[12]", !104, !105, !106}
!117 = !{!"argAllocMDListVec[13]", !104, !105, !106}
!118 = !{!"argAllocMDListVec[14]", !104, !105, !106}
!119 = !{!"argAllocMDListVec[15]", !104, !105, !106}
!120 = !{!"argAllocMDListVec[16]", !104, !105, !106}
!121 = !{!"argAllocMDListVec[17]", !104, !105, !106}
!122 = !{!"argAllocMDListVec[18]", !104, !105, !106}
!123 = !{!"inlineSamplersMD", !124}
!124 = !{!"inlineSamplersMDVec[0]", !125, !126, !127, !128, !129, !130, !131, !132, !133, !134, !135, !136, !137, !138, !139}
!125 = !{!"m_Value", i32 18}
!126 = !{!"addressMode", i32 2}
!127 = !{!"index", i32 0}
!128 = !{!"TCXAddressMode", i32 2}
!129 = !{!"TCYAddressMode", i32 2}
!130 = !{!"TCZAddressMode", i32 2}
!131 = !{!"MagFilterType", i32 0}
!132 = !{!"MinFilterType", i32 0}
!133 = !{!"MipFilterType", i32 0}
!134 = !{!"CompareFunc", i32 0}
!135 = !{!"NormalizedCoords", i32 0}
!136 = !{!"BorderColorR", float 0.000000e+00}
!137 = !{!"BorderColorG", float 0.000000e+00}
!138 = !{!"BorderColorB", float 0.000000e+00}
!139 = !{!"BorderColorA", float 0.000000e+00}
!140 = !{!"maxByteOffsets"}
!141 = !{!"IsInitializer", i1 false}
!142 = !{!"IsFinalizer", i1 false}
!143 = !{!"CompiledSubGroupsNumber", i32 0}
!144 = !{!"hasInlineVmeSamplers", i1 false}
!145 = !{!"localSize", i32 0}
!146 = !{!"localIDPresent", i1 false}
!147 = !{!"groupIDPresent", i1 false}
!148 = !{!"privateMemoryPerWI", i32 512}
!149 = !{!"globalIDPresent", i1 false}
!150 = !{!"hasSyncRTCalls", i1 false}
!151 = !{!"hasNonKernelArgLoad", i1 false}
!152 = !{!"hasNonKernelArgStore", i1 false}
!153 = !{!"hasNonKernelArgAtomic", i1 false}
!154 = !{!"UserAnnotations"}
!155 = !{!"m_OpenCLArgAddressSpaces", !156, !157, !158}
!156 = !{!"m_OpenCLArgAddressSpacesVec[0]", i32 1}
!157 = !{!"m_OpenCLArgAddressSpacesVec[1]", i32 1}
!158 = !{!"m_OpenCLArgAddressSpacesVec[2]", i32 0}
!159 = !{!"m_OpenCLArgAccessQualifiers", !160, !161, !162}
!160 = !{!"m_OpenCLArgAccessQualifiersVec[0]", !"read_only"}
!161 = !{!"m_OpenCLArgAccessQualifiersVec[1]", !"write_only"}
!162 = !{!"m_OpenCLArgAccessQualifiersVec[2]", !"none"}
!163 = !{!"m_OpenCLArgTypes", !164, !165, !166}
!164 = !{!"m_OpenCLArgTypesVec[0]", !"image2d_t"}
!165 = !{!"m_OpenCLArgTypesVec[1]", !"image2d_t"}
!166 = !{!"m_OpenCLArgTypesVec[2]", !"Settings"}
!167 = !{!"m_OpenCLArgBaseTypes", !168, !169, !170}
!168 = !{!"m_OpenCLArgBaseTypesVec[0]", !"image2d_t"}
!169 = !{!"m_OpenCLArgBaseTypesVec[1]", !"image2d_t"}
!170 = !{!"m_OpenCLArgBaseTypesVec[2]", !"struct Settings"}
!171 = !{!"m_OpenCLArgTypeQualifiers", !172, !173, !174}
!172 = !{!"m_OpenCLArgTypeQualifiersVec[0]", !""}
!173 = !{!"m_OpenCLArgTypeQualifiersVec[1]", !""}
!174 = !{!"m_OpenCLArgTypeQualifiersVec[2]", !""}
!175 = !{!"m_OpenCLArgNames", !176, !177, !178}
!176 = !{!"m_OpenCLArgNamesVec[0]", !"source"}
!177 = !{!"m_OpenCLArgNamesVec[1]", !"result"}
!178 = !{!"m_OpenCLArgNamesVec[2]", !"settings"}
!179 = !{!"pushInfo", !180, !181, !182, !185, !186, !187, !188, !189, !190, !191, !192, !205, !206, !207, !208}
!180 = !{!"pushableAddresses"}
!181 = !{!"bindlessPushInfo"}
!182 = !{!"dynamicBufferInfo", !183, !184}
!183 = !{!"firstIndex", i32 0}
!184 = !{!"numOffsets", i32 0}
!185 = !{!"MaxNumberOfPushedBuffers", i32 0}
!186 = !{!"inlineConstantBufferSlot", i32 -1}
!187 = !{!"inlineConstantBufferOffset", i32 -1}
!188 = !{!"inlineConstantBufferGRFOffset", i32 -1}
!189 = !{!"constants"}
!190 = !{!"inputs"}
!191 = !{!"constantReg"}
!192 = !{!"simplePushInfoArr", !193, !202, !203, !204}
!193 = !{!"simplePushInfoArrVec[0]", !194, !195, !196, !197, !198, !199, !200, !201}
!194 = !{!"cbIdx", i32 0}
!195 = !{!"pushableAddressGrfOffset", i32 -1}
!196 = !{!"pushableOffsetGrfOffset", i32 -1}
!197 = !{!"offset", i32 0}
!198 = !{!"size", i32 0}
!199 = !{!"isStateless", i1 false}
!200 = !{!"isBindless", i1 false}
!201 = !{!"simplePushLoads"}
!202 = !{!"simplePushInfoArrVec[1]", !194, !195, !196, !197, !198, !199, !200, !201}
!203 = !{!"simplePushInfoArrVec[2]", !194, !195, !196, !197, !198, !199, !200, !201}
!204 = !{!"simplePushInfoArrVec[3]", !194, !195, !196, !197, !198, !199, !200, !201}
!205 = !{!"simplePushBufferUsed", i32 0}
!206 = !{!"pushAnalysisWIInfos"}
!207 = !{!"inlineRTGlobalPtrOffset", i32 0}
!208 = !{!"rtSyncSurfPtrOffset", i32 0}
!209 = !{!"psInfo", !210, !211, !212, !213, !214, !215, !216, !217, !218, !219, !220, !221, !222, !223, !224}
!210 = !{!"BlendStateDisabledMask", i8 0}
!211 = !{!"SkipSrc0Alpha", i1 false}
!212 = !{!"DualSourceBlendingDisabled", i1 false}
!213 = !{!"ForceEnableSimd32", i1 false}
!214 = !{!"outputDepth", i1 false}
!215 = !{!"outputStencil", i1 false}
!216 = !{!"outputMask", i1 false}
!217 = !{!"blendToFillEnabled", i1 false}
!218 = !{!"forceEarlyZ", i1 false}
!219 = !{!"hasVersionedLoop", i1 false}
!220 = !{!"forceSingleSourceRTWAfterDualSourceRTW", i1 false}
!221 = !{!"NumSamples", i8 0}
!222 = !{!"blendOptimizationMode"}
!223 = !{!"colorOutputMask"}
!224 = !{!"WaDisableVRS", i1 false}
!225 = !{!"csInfo", !226, !227, !228, !229, !230, !11, !12, !231, !232, !233, !234, !235, !236, !237, !238, !239, !240, !40, !241}
!226 = !{!"maxWorkGroupSize", i32 0}
!227 = !{!"waveSize", i32 0}
!228 = !{!"ComputeShaderSecondCompile"}
!229 = !{!"forcedSIMDSize", i8 0}
!230 = !{!"forceTotalGRFNum", i32 0}
!231 = !{!"allowLowerSimd", i1 false}
!232 = !{!"forcedVISAPreRAScheduler", i1 false}
!233 = !{!"disableLocalIdOrderOptimizations", i1 false}
!234 = !{!"disableDispatchAlongY", i1 false}
!235 = !{!"neededThreadIdLayout", i1* null}
!236 = !{!"forceTileYWalk", i1 false}
!237 = !{!"tileTGWidth_X", i32 0}
!238 = !{!"tileTGWidth_Y", i32 0}
!239 = !{!"maxTileTGDispatch_X", i32 0}
!240 = !{!"maxTileTGDispatch_Y", i32 0}
!241 = !{!"ResForHfPacking"}
!242 = !{!"msInfo", !243, !244, !245, !246, !247, !248, !249, !250, !251}
!243 = !{!"PrimitiveTopology", i32 3}
!244 = !{!"MaxNumOfPrimitives", i32 0}
!245 = !{!"MaxNumOfVertices", i32 0}
!246 = !{!"MaxNumOfPerPrimitiveOutputs", i32 0}
!247 = !{!"MaxNumOfPerVertexOutputs", i32 0}
!248 = !{!"WorkGroupSize", i32 0}
!249 = !{!"WorkGroupMemorySizeInBytes", i32 0}
!250 = !{!"IndexFormat", i32 6}
!251 = !{!"SubgroupSize", i32 0}
!252 = !{!"taskInfo", !253, !248, !249, !251}
!253 = !{!"MaxNumOfOutputs", i32 0}
!254 = !{!"NBarrierCnt", i32 0}
!255 = !{!"rtInfo", !256, !257, !258, !259, !260, !261, !262, !263, !264, !265}
!256 = !{!"RayQueryAllocSizeInBytes", i32 0}
!257 = !{!"NumContinuations", i32 0}
!258 = !{!"RTAsyncStackAddrspace", i32 -1}
!259 = !{!"RTAsyncStackSurfaceStateOffset", i1* null}
!260 = !{!"SWHotZoneAddrspace", i32 -1}
!261 = !{!"SWHotZoneSurfaceStateOffset", i1* null}
!262 = !{!"SWStackAddrspace", i32 -1}
!263 = !{!"SWStackSurfaceStateOffset", i1* null}
!264 = !{!"RTSyncStackAddrspace", i32 -1}
!265 = !{!"RTSyncStackSurfaceStateOffset", i1* null}
!266 = !{!"CurUniqueIndirectIdx", i32 0}
!267 = !{!"inlineDynTextures"}
!268 = !{!"inlineResInfoData"}
!269 = !{!"immConstant", !270, !271, !272}
!270 = !{!"data"}
!271 = !{!"sizes"}
!272 = !{!"zeroIdxs"}
!273 = !{!"inlineConstantBuffers"}
!274 = !{!"inlineGlobalBuffers"}
!275 = !{!"GlobalPointerProgramBinaryInfos"}
!276 = !{!"ConstantPointerProgramBinaryInfos"}
!277 = !{!"GlobalBufferAddressRelocInfo"}
!278 = !{!"ConstantBufferAddressRelocInfo"}
!279 = !{!"forceLscCacheList"}
!280 = !{!"SrvMap"}
!281 = !{!"RasterizerOrderedByteAddressBuffer"}
!282 = !{!"MinNOSPushConstantSize", i32 0}
!283 = !{!"inlineProgramScopeOffsets"}
!284 = !{!"shaderData", !285}
!285 = !{!"numReplicas", i32 0}
!286 = !{!"URBInfo", !287, !288, !289}
!287 = !{!"has64BVertexHeaderInput", i1 false}
!288 = !{!"has64BVertexHeaderOutput", i1 false}
!289 = !{!"hasVertexHeader", i1 true}
!290 = !{!"UseBindlessImage", i1 false}
!291 = !{!"enableRangeReduce", i1 false}
!292 = !{!"allowMatchMadOptimizationforVS", i1 false}
!293 = !{!"disableMemOptforNegativeOffsetLoads", i1 false}
!294 = !{!"enableThreeWayLoadSpiltOpt", i1 false}
!295 = !{!"statefulResourcesNotAliased", i1 false}
!296 = !{!"disableMixMode", i1 false}
!297 = !{!"PrivateMemoryPerFG", !298, !299}
!298 = !{!"PrivateMemoryPerFGMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %struct.Settings*, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i8*, i32, i32, i32, i16, i8, i32, i32, i32, i32)* @rank}
!299 = !{!"PrivateMemoryPerFGValue[0]", i32 512}
!300 = !{!"capabilities", !301}
!301 = !{!"globalVariableDecorationsINTEL", i1 false}
!302 = !{!"m_ShaderResourceViewMcsMask", !303, !304}
!303 = !{!"m_ShaderResourceViewMcsMaskVec[0]", i64 0}
!304 = !{!"m_ShaderResourceViewMcsMaskVec[1]", i64 0}
!305 = !{!"computedDepthMode", i32 0}
!306 = !{!"isHDCFastClearShader", i1 false}
!307 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %struct.Settings*, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i8*, i32, i32, i32, i16, i8, i32, i32, i32, i32)* @rank, !308}
!308 = !{!309, !310, !315}
!309 = !{!"function_type", i32 0}
!310 = !{!"arg_desc", !311}
!311 = !{null, !312, !313, !314}
!312 = !{!"explicit_arg_num", i32 0}
!313 = !{!"img_access_float_coords", i1 false}
!314 = !{!"img_access_int_coords", i1 true}
!315 = !{!"implicit_arg_desc", !316, !317, !318, !319, !320, !321, !322, !323, !325, !326, !329, !331, !333, !335, !337, !339}
!316 = !{i32 0}
!317 = !{i32 1}
!318 = !{i32 6}
!319 = !{i32 7}
!320 = !{i32 8}
!321 = !{i32 9}
!322 = !{i32 12}
!323 = !{i32 20, !324}
!324 = !{!"explicit_arg_num", i32 1}
!325 = !{i32 21, !324}
!326 = !{i32 17, !327, !328}
!327 = !{!"explicit_arg_num", i32 2}
!328 = !{!"struct_arg_offset", i32 0}
!329 = !{i32 18, !327, !330}
!330 = !{!"struct_arg_offset", i32 4}
!331 = !{i32 19, !327, !332}
!332 = !{!"struct_arg_offset", i32 6}
!333 = !{i32 17, !327, !334}
!334 = !{!"struct_arg_offset", i32 8}
!335 = !{i32 17, !327, !336}
!336 = !{!"struct_arg_offset", i32 12}
!337 = !{i32 17, !327, !338}
!338 = !{!"struct_arg_offset", i32 16}
!339 = !{i32 17, !327, !340}
!340 = !{!"struct_arg_offset", i32 20}
!341 = !{i32 2, i32 0}
!342 = !{!"Debian clang version 14.0.6"}
!343 = !{i32 1, !"wchar_size", i32 4}
!344 = distinct !{!344, !345}
!345 = !{!"llvm.loop.unroll.disable"}
