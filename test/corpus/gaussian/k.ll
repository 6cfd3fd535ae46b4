; ------------------------------------------------
; OCL_asmae4f24da72c08acb_codegen.ll
; ------------------------------------------------
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "spir64-unknown-unknown"

%spirv.Image._void_1_0_0_0_0_0_0 = type opaque
%spirv.Image._void_1_0_0_0_0_0_1 = type opaque
%spirv.SampledImage._void_1_0_0_0_0_0_0 = type opaque
%spirv.Sampler = type opaque

@__FastRelaxedMath = local_unnamed_addr addrspace(2) constant i32 0, align 4
@__MadEnable = local_unnamed_addr addrspace(2) constant i32 0, align 4

; Function Attrs: nounwind writeonly
define spir_kernel void @gaussian_rows(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* nocapture readnone %source, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* nocapture readnone %result, i32 %radius, float %sigma, i32 %border, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i32 %imageHeigt, i32 %imageWidth) #0 {
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
  %mul.i7.i.i16 = mul i32 %3, %5
  %localIdY29 = zext i16 %localIdY to i32
  %add.i9.i.i19 = add i32 %mul.i7.i.i16, %localIdY29
  %add4.i11.i.i21 = add i32 %add.i9.i.i19, %1
  %cmp6.not = icmp slt i32 %add4.i11.i.i21, %imageHeigt
  %cmp.not = icmp slt i32 %add4.i.i.i, %imageWidth
  %6 = and i1 %cmp6.not, %cmp.not
  br i1 %6, label %if.end, label %entry.cleanup.cont29_crit_edge

entry.cleanup.cont29_crit_edge:                   ; preds = %entry
  br label %cleanup.cont29

if.end:                                           ; preds = %entry
  %cmp8.not80 = icmp slt i32 %radius, 0
  br i1 %cmp8.not80, label %if.end.for.end_crit_edge, label %for.body.lr.ph

if.end.for.end_crit_edge:                         ; preds = %if.end
  br label %for.end

for.body.lr.ph:                                   ; preds = %if.end
  %sub = sub nsw i32 0, %radius
  %mul.i = shl nsw i32 %imageWidth, 1
  %sub11.i = add nsw i32 %imageWidth, -1
  %conv.i1.i.i = sitofp i32 %add4.i11.i.i21 to float
  %Pivot = icmp slt i32 %border, 2
  %SwitchLeaf112 = icmp eq i32 %border, 2
  %SwitchLeaf = icmp eq i32 %border, 1
  %cmp11 = icmp slt i32 %imageWidth, 1
  br label %for.body

for.body:                                         ; preds = %for.inc.for.body_crit_edge, %for.body.lr.ph
  %distance.086 = phi i32 [ %sub, %for.body.lr.ph ], [ %inc, %for.inc.for.body_crit_edge ]
  %total.085 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %total.1109, %for.inc.for.body_crit_edge ]
  %sum.06684 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %sum.174108, %for.inc.for.body_crit_edge ]
  %sum.06583 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %sum.173107, %for.inc.for.body_crit_edge ]
  %sum.06482 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %sum.172106, %for.inc.for.body_crit_edge ]
  %sum.06381 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %sum.171105, %for.inc.for.body_crit_edge ]
  %add = add nsw i32 %add4.i.i.i, %distance.086
  %cmp1.i = icmp slt i32 %add, %imageWidth
  %cmp.i = icmp sgt i32 %add, -1
  %7 = and i1 %cmp1.i, %cmp.i
  br i1 %7, label %for.body.inside.exit.thread_crit_edge, label %NodeBlock113

NodeBlock113:                                     ; preds = %for.body
  br i1 %Pivot, label %LeafBlock110, label %LeafBlock111

LeafBlock111:                                     ; preds = %NodeBlock113
  br i1 %SwitchLeaf112, label %LeafBlock111.for.inc_crit_edge, label %LeafBlock111.if.end10.i_crit_edge

LeafBlock111.if.end10.i_crit_edge:                ; preds = %LeafBlock111
  br label %if.end10.i

LeafBlock111.for.inc_crit_edge:                   ; preds = %LeafBlock111
  br label %for.inc

LeafBlock110:                                     ; preds = %NodeBlock113
  br i1 %SwitchLeaf, label %if.then6.i, label %LeafBlock110.if.end10.i_crit_edge

LeafBlock110.if.end10.i_crit_edge:                ; preds = %LeafBlock110
  br label %if.end10.i

if.then6.i:                                       ; preds = %LeafBlock110
  %sub.i = xor i32 %add, -1
  %cmp7.i = icmp slt i32 %add, 0
  %sub9.i = select i1 %cmp7.i, i32 0, i32 %mul.i
  %cond.i = add i32 %sub9.i, %sub.i
  br label %if.end10.i

if.end10.i:                                       ; preds = %LeafBlock110.if.end10.i_crit_edge, %LeafBlock111.if.end10.i_crit_edge, %if.then6.i
  %at.addr.0.i = phi i32 [ %cond.i, %if.then6.i ], [ %add, %LeafBlock111.if.end10.i_crit_edge ], [ %add, %LeafBlock110.if.end10.i_crit_edge ]
  %8 = icmp sgt i32 %at.addr.0.i, 0
  %cond.i.i.i = select i1 %8, i32 %at.addr.0.i, i32 0
  %cmp.not.i2.i.i.not = icmp slt i32 %cond.i.i.i, %imageWidth
  br i1 %cmp.not.i2.i.i.not, label %if.end10.i.inside.exit.thread_crit_edge, label %inside.exit

inside.exit:                                      ; preds = %if.end10.i
  br i1 %cmp11, label %inside.exit.for.inc_crit_edge, label %inside.exit.NodeBlock_crit_edge

inside.exit.for.inc_crit_edge:                    ; preds = %inside.exit
  br label %for.inc

inside.exit.NodeBlock_crit_edge:                  ; preds = %inside.exit
  %9 = sext i1 %cmp11 to i32
  br label %NodeBlock

if.end10.i.inside.exit.thread_crit_edge:          ; preds = %if.end10.i
  br label %inside.exit.thread

for.body.inside.exit.thread_crit_edge:            ; preds = %for.body
  br label %inside.exit.thread

inside.exit.thread:                               ; preds = %if.end10.i.inside.exit.thread_crit_edge, %for.body.inside.exit.thread_crit_edge
  %retval.0.i.ph = phi i32 [ %add, %for.body.inside.exit.thread_crit_edge ], [ %cond.i.i.i, %if.end10.i.inside.exit.thread_crit_edge ]
  %cmp1192 = icmp slt i32 %retval.0.i.ph, 0
  %10 = sext i1 %cmp1192 to i32
  br label %NodeBlock

NodeBlock:                                        ; preds = %inside.exit.NodeBlock_crit_edge, %inside.exit.thread
  %11 = phi i32 [ %10, %inside.exit.thread ], [ %9, %inside.exit.NodeBlock_crit_edge ]
  %retval.0.i93 = phi i32 [ %retval.0.i.ph, %inside.exit.thread ], [ %sub11.i, %inside.exit.NodeBlock_crit_edge ]
  %conv.i = sitofp i32 %distance.086 to float
  %12 = bitcast float %sigma to i32
  %13 = and i32 %12, 2139095040
  %14 = icmp eq i32 %13, 0
  %15 = select i1 %14, float 0x41F0000000000000, float 1.000000e+00
  %16 = icmp uge i32 %13, 1677721600
  %17 = select i1 %16, float 0x3DF0000000000000, float %15
  %18 = fmul float %sigma, %17
  %19 = fdiv float 1.000000e+00, %18
  %20 = fmul float %19, %conv.i
  %21 = fmul float %20, %17
  %mul.i40 = fmul float %21, -5.000000e-01
  %mul1.i = fmul float %mul.i40, %21
  %mul.i.i = fmul float %mul1.i, 0x3FF7154760000000
  %call.i.i.i4138 = call float @llvm.trunc.f32(float %mul.i.i)
  %22 = call float @llvm.fma.f32(float %call.i.i.i4138, float 0xBFE62E4000000000, float %mul1.i) #1
  %23 = call float @llvm.fma.f32(float %call.i.i.i4138, float 0xBEB7F7D1C0000000, float %22) #1
  %mul5.i.i = fmul float %23, 0x3FF7154760000000
  %call.i32.i.i39 = call float @llvm.exp2.f32(float %call.i.i.i4138)
  %call.i33.i.i40 = call float @llvm.exp2.f32(float %mul5.i.i)
  %mul8.i.i = fmul float %call.i32.i.i39, %call.i33.i.i40
  %cmp.i.i = fcmp olt float %mul1.i, -1.050000e+02
  %cond.i.i = select i1 %cmp.i.i, float 0.000000e+00, float %mul8.i.i
  %cmp9.i.i = fcmp ogt float %mul1.i, 1.050000e+02
  %cond13.i.i = select i1 %cmp9.i.i, float 0x7FF0000000000000, float %cond.i.i
  %conv.i.i.i42 = sitofp i32 %retval.0.i93 to float
  %call13.i.i42 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %24 = extractelement <4 x float> %call13.i.i42, i32 0
  %25 = extractelement <4 x float> %call13.i.i42, i32 1
  %26 = extractelement <4 x float> %call13.i.i42, i32 2
  %27 = extractelement <4 x float> %call13.i.i42, i32 3
  %28 = call float @llvm.fma.f32(float %cond13.i.i, float %24, float %sum.06381) #1
  %29 = call float @llvm.fma.f32(float %cond13.i.i, float %25, float %sum.06482) #1
  %30 = call float @llvm.fma.f32(float %cond13.i.i, float %26, float %sum.06583) #1
  %31 = call float @llvm.fma.f32(float %cond13.i.i, float %27, float %sum.06684) #1
  %add18 = fadd float %total.085, %cond13.i.i
  %32 = icmp ne i32 %11, 0
  br i1 %32, label %NodeBlock.for.inc_crit_edge, label %LeafBlock

LeafBlock:                                        ; preds = %NodeBlock
  br label %for.inc

NodeBlock.for.inc_crit_edge:                      ; preds = %NodeBlock
  br label %for.inc

for.inc:                                          ; preds = %NodeBlock.for.inc_crit_edge, %inside.exit.for.inc_crit_edge, %LeafBlock111.for.inc_crit_edge, %LeafBlock
  %total.1109 = phi float [ %add18, %NodeBlock.for.inc_crit_edge ], [ %add18, %LeafBlock ], [ %total.085, %inside.exit.for.inc_crit_edge ], [ %total.085, %LeafBlock111.for.inc_crit_edge ]
  %sum.174108 = phi float [ %31, %NodeBlock.for.inc_crit_edge ], [ %31, %LeafBlock ], [ %sum.06684, %inside.exit.for.inc_crit_edge ], [ %sum.06684, %LeafBlock111.for.inc_crit_edge ]
  %sum.173107 = phi float [ %30, %NodeBlock.for.inc_crit_edge ], [ %30, %LeafBlock ], [ %sum.06583, %inside.exit.for.inc_crit_edge ], [ %sum.06583, %LeafBlock111.for.inc_crit_edge ]
  %sum.172106 = phi float [ %29, %NodeBlock.for.inc_crit_edge ], [ %29, %LeafBlock ], [ %sum.06482, %inside.exit.for.inc_crit_edge ], [ %sum.06482, %LeafBlock111.for.inc_crit_edge ]
  %sum.171105 = phi float [ %28, %NodeBlock.for.inc_crit_edge ], [ %28, %LeafBlock ], [ %sum.06381, %inside.exit.for.inc_crit_edge ], [ %sum.06381, %LeafBlock111.for.inc_crit_edge ]
  %cmp8.not.not = icmp slt i32 %distance.086, %radius
  br i1 %cmp8.not.not, label %for.inc.for.body_crit_edge, label %for.end.loopexit, !llvm.loop !337

for.inc.for.body_crit_edge:                       ; preds = %for.inc
  %inc = add nsw i32 %distance.086, 1
  br label %for.body

for.end.loopexit:                                 ; preds = %for.inc
  %total.1109.lcssa = phi float [ %total.1109, %for.inc ]
  %sum.174108.lcssa = phi float [ %sum.174108, %for.inc ]
  %sum.173107.lcssa = phi float [ %sum.173107, %for.inc ]
  %sum.172106.lcssa = phi float [ %sum.172106, %for.inc ]
  %sum.171105.lcssa = phi float [ %sum.171105, %for.inc ]
  br label %for.end

for.end:                                          ; preds = %if.end.for.end_crit_edge, %for.end.loopexit
  %sum.063.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.171105.lcssa, %for.end.loopexit ]
  %sum.064.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.172106.lcssa, %for.end.loopexit ]
  %sum.065.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.173107.lcssa, %for.end.loopexit ]
  %sum.066.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.174108.lcssa, %for.end.loopexit ]
  %total.0.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %total.1109.lcssa, %for.end.loopexit ]
  %33 = bitcast float %total.0.lcssa to i32
  %34 = and i32 %33, 2139095040
  %35 = icmp eq i32 %34, 0
  %36 = select i1 %35, float 0x41F0000000000000, float 1.000000e+00
  %37 = icmp uge i32 %34, 1677721600
  %38 = select i1 %37, float 0x3DF0000000000000, float %36
  %39 = fmul float %total.0.lcssa, %38
  %40 = fdiv float 1.000000e+00, %39
  %41 = fmul float %40, %sum.063.lcssa
  %42 = fmul float %41, %38
  %43 = bitcast float %total.0.lcssa to i32
  %44 = and i32 %43, 2139095040
  %45 = icmp eq i32 %44, 0
  %46 = select i1 %45, float 0x41F0000000000000, float 1.000000e+00
  %47 = icmp uge i32 %44, 1677721600
  %48 = select i1 %47, float 0x3DF0000000000000, float %46
  %49 = fmul float %total.0.lcssa, %48
  %50 = fdiv float 1.000000e+00, %49
  %51 = fmul float %50, %sum.064.lcssa
  %52 = fmul float %51, %48
  %53 = bitcast float %total.0.lcssa to i32
  %54 = and i32 %53, 2139095040
  %55 = icmp eq i32 %54, 0
  %56 = select i1 %55, float 0x41F0000000000000, float 1.000000e+00
  %57 = icmp uge i32 %54, 1677721600
  %58 = select i1 %57, float 0x3DF0000000000000, float %56
  %59 = fmul float %total.0.lcssa, %58
  %60 = fdiv float 1.000000e+00, %59
  %61 = fmul float %60, %sum.065.lcssa
  %62 = fmul float %61, %58
  %63 = bitcast float %total.0.lcssa to i32
  %64 = and i32 %63, 2139095040
  %65 = icmp eq i32 %64, 0
  %66 = select i1 %65, float 0x41F0000000000000, float 1.000000e+00
  %67 = icmp uge i32 %64, 1677721600
  %68 = select i1 %67, float 0x3DF0000000000000, float %66
  %69 = fmul float %total.0.lcssa, %68
  %70 = fdiv float 1.000000e+00, %69
  %71 = fmul float %70, %sum.066.lcssa
  %72 = fmul float %71, %68
  call void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i21, i32 0, i32 0, float %42, float %52, float %62, float %72)
  br label %cleanup.cont29

cleanup.cont29:                                   ; preds = %entry.cleanup.cont29_crit_edge, %for.end
  ret void
}

; Function Attrs: nounwind
declare spir_func %spirv.SampledImage._void_1_0_0_0_0_0_0 addrspace(1)* @__builtin_spirv_OpSampledImage_img2d_ro_i64(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Sampler addrspace(2)*) #1

; Function Attrs: nounwind writeonly
define spir_kernel void @gaussian_columns(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* nocapture readnone %source, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* nocapture readnone %result, i32 %radius, float %sigma, i32 %border, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i32 %imageHeigt, i32 %imageWidth) #0 {
entry:
  %scalar63 = extractelement <8 x i32> %payloadHeader, i32 0
  %scalar64 = extractelement <8 x i32> %payloadHeader, i32 1
  %scalar60 = extractelement <3 x i32> %enqueuedLocalSize, i32 0
  %scalar61 = extractelement <3 x i32> %enqueuedLocalSize, i32 1
  %scalar53 = extractelement <8 x i32> %r0, i32 1
  %scalar58 = extractelement <8 x i32> %r0, i32 6
  %mul.i.i.i = mul i32 %scalar60, %scalar53
  %localIdX2 = zext i16 %localIdX to i32
  %add.i.i.i = add i32 %mul.i.i.i, %localIdX2
  %add4.i.i.i = add i32 %add.i.i.i, %scalar63
  %mul.i7.i.i16 = mul i32 %scalar61, %scalar58
  %localIdY29 = zext i16 %localIdY to i32
  %add.i9.i.i19 = add i32 %mul.i7.i.i16, %localIdY29
  %add4.i11.i.i21 = add i32 %add.i9.i.i19, %scalar64
  %cmp6.not = icmp slt i32 %add4.i11.i.i21, %imageHeigt
  %cmp.not = icmp slt i32 %add4.i.i.i, %imageWidth
  %0 = and i1 %cmp6.not, %cmp.not
  br i1 %0, label %if.end, label %entry.cleanup.cont30_crit_edge

entry.cleanup.cont30_crit_edge:                   ; preds = %entry
  br label %cleanup.cont30

if.end:                                           ; preds = %entry
  %cmp8.not88 = icmp slt i32 %radius, 0
  br i1 %cmp8.not88, label %if.end.for.end_crit_edge, label %for.body.lr.ph

if.end.for.end_crit_edge:                         ; preds = %if.end
  br label %for.end

for.body.lr.ph:                                   ; preds = %if.end
  %sub = sub nsw i32 0, %radius
  %mul.i = shl nsw i32 %imageHeigt, 1
  %sub11.i = add nsw i32 %imageHeigt, -1
  %conv.i.i.i42 = sitofp i32 %add4.i.i.i to float
  %Pivot = icmp slt i32 %border, 2
  %SwitchLeaf120 = icmp eq i32 %border, 2
  %SwitchLeaf = icmp eq i32 %border, 1
  %cmp11 = icmp slt i32 %imageHeigt, 1
  br label %for.body

for.body:                                         ; preds = %for.inc.for.body_crit_edge, %for.body.lr.ph
  %distance.094 = phi i32 [ %sub, %for.body.lr.ph ], [ %inc, %for.inc.for.body_crit_edge ]
  %total.093 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %total.1117, %for.inc.for.body_crit_edge ]
  %sum.07492 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %sum.182116, %for.inc.for.body_crit_edge ]
  %sum.07391 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %sum.181115, %for.inc.for.body_crit_edge ]
  %sum.07290 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %sum.180114, %for.inc.for.body_crit_edge ]
  %sum.07189 = phi float [ 0.000000e+00, %for.body.lr.ph ], [ %sum.179113, %for.inc.for.body_crit_edge ]
  %add = add nsw i32 %add4.i11.i.i21, %distance.094
  %cmp1.i = icmp slt i32 %add, %imageHeigt
  %cmp.i = icmp sgt i32 %add, -1
  %1 = and i1 %cmp1.i, %cmp.i
  br i1 %1, label %for.body.inside.exit.thread_crit_edge, label %NodeBlock121

NodeBlock121:                                     ; preds = %for.body
  br i1 %Pivot, label %LeafBlock118, label %LeafBlock119

LeafBlock119:                                     ; preds = %NodeBlock121
  br i1 %SwitchLeaf120, label %LeafBlock119.for.inc_crit_edge, label %LeafBlock119.if.end10.i_crit_edge

LeafBlock119.if.end10.i_crit_edge:                ; preds = %LeafBlock119
  br label %if.end10.i

LeafBlock119.for.inc_crit_edge:                   ; preds = %LeafBlock119
  br label %for.inc

LeafBlock118:                                     ; preds = %NodeBlock121
  br i1 %SwitchLeaf, label %if.then6.i, label %LeafBlock118.if.end10.i_crit_edge

LeafBlock118.if.end10.i_crit_edge:                ; preds = %LeafBlock118
  br label %if.end10.i

if.then6.i:                                       ; preds = %LeafBlock118
  %sub.i = xor i32 %add, -1
  %cmp7.i = icmp slt i32 %add, 0
  %sub9.i = select i1 %cmp7.i, i32 0, i32 %mul.i
  %cond.i = add i32 %sub9.i, %sub.i
  br label %if.end10.i

if.end10.i:                                       ; preds = %LeafBlock118.if.end10.i_crit_edge, %LeafBlock119.if.end10.i_crit_edge, %if.then6.i
  %at.addr.0.i = phi i32 [ %cond.i, %if.then6.i ], [ %add, %LeafBlock119.if.end10.i_crit_edge ], [ %add, %LeafBlock118.if.end10.i_crit_edge ]
  %2 = icmp sgt i32 %at.addr.0.i, 0
  %cond.i.i.i = select i1 %2, i32 %at.addr.0.i, i32 0
  %cmp.not.i2.i.i.not = icmp slt i32 %cond.i.i.i, %imageHeigt
  br i1 %cmp.not.i2.i.i.not, label %if.end10.i.inside.exit.thread_crit_edge, label %inside.exit

inside.exit:                                      ; preds = %if.end10.i
  br i1 %cmp11, label %inside.exit.for.inc_crit_edge, label %inside.exit.NodeBlock_crit_edge

inside.exit.for.inc_crit_edge:                    ; preds = %inside.exit
  br label %for.inc

inside.exit.NodeBlock_crit_edge:                  ; preds = %inside.exit
  %3 = sext i1 %cmp11 to i32
  br label %NodeBlock

if.end10.i.inside.exit.thread_crit_edge:          ; preds = %if.end10.i
  br label %inside.exit.thread

for.body.inside.exit.thread_crit_edge:            ; preds = %for.body
  br label %inside.exit.thread

inside.exit.thread:                               ; preds = %if.end10.i.inside.exit.thread_crit_edge, %for.body.inside.exit.thread_crit_edge
  %retval.0.i.ph = phi i32 [ %add, %for.body.inside.exit.thread_crit_edge ], [ %cond.i.i.i, %if.end10.i.inside.exit.thread_crit_edge ]
  %cmp11100 = icmp slt i32 %retval.0.i.ph, 0
  %4 = sext i1 %cmp11100 to i32
  br label %NodeBlock

NodeBlock:                                        ; preds = %inside.exit.NodeBlock_crit_edge, %inside.exit.thread
  %5 = phi i32 [ %4, %inside.exit.thread ], [ %3, %inside.exit.NodeBlock_crit_edge ]
  %retval.0.i101 = phi i32 [ %retval.0.i.ph, %inside.exit.thread ], [ %sub11.i, %inside.exit.NodeBlock_crit_edge ]
  %conv.i = sitofp i32 %distance.094 to float
  %6 = bitcast float %sigma to i32
  %7 = and i32 %6, 2139095040
  %8 = icmp eq i32 %7, 0
  %9 = select i1 %8, float 0x41F0000000000000, float 1.000000e+00
  %10 = icmp uge i32 %7, 1677721600
  %11 = select i1 %10, float 0x3DF0000000000000, float %9
  %12 = fmul float %sigma, %11
  %13 = fdiv float 1.000000e+00, %12
  %14 = fmul float %13, %conv.i
  %15 = fmul float %14, %11
  %mul.i40 = fmul float %15, -5.000000e-01
  %mul1.i = fmul float %mul.i40, %15
  %mul.i.i = fmul float %mul1.i, 0x3FF7154760000000
  %call.i.i.i4138 = call float @llvm.trunc.f32(float %mul.i.i)
  %16 = call float @llvm.fma.f32(float %call.i.i.i4138, float 0xBFE62E4000000000, float %mul1.i) #1
  %17 = call float @llvm.fma.f32(float %call.i.i.i4138, float 0xBEB7F7D1C0000000, float %16) #1
  %mul5.i.i = fmul float %17, 0x3FF7154760000000
  %call.i32.i.i39 = call float @llvm.exp2.f32(float %call.i.i.i4138)
  %call.i33.i.i40 = call float @llvm.exp2.f32(float %mul5.i.i)
  %mul8.i.i = fmul float %call.i32.i.i39, %call.i33.i.i40
  %cmp.i.i = fcmp olt float %mul1.i, -1.050000e+02
  %cond.i.i = select i1 %cmp.i.i, float 0.000000e+00, float %mul8.i.i
  %cmp9.i.i = fcmp ogt float %mul1.i, 1.050000e+02
  %cond13.i.i = select i1 %cmp9.i.i, float 0x7FF0000000000000, float %cond.i.i
  %conv.i1.i.i = sitofp i32 %retval.0.i101 to float
  %call13.i.i42 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %scalar75 = extractelement <4 x float> %call13.i.i42, i32 0
  %scalar76 = extractelement <4 x float> %call13.i.i42, i32 1
  %scalar77 = extractelement <4 x float> %call13.i.i42, i32 2
  %scalar78 = extractelement <4 x float> %call13.i.i42, i32 3
  %18 = call float @llvm.fma.f32(float %cond13.i.i, float %scalar75, float %sum.07189) #1
  %19 = call float @llvm.fma.f32(float %cond13.i.i, float %scalar76, float %sum.07290) #1
  %20 = call float @llvm.fma.f32(float %cond13.i.i, float %scalar77, float %sum.07391) #1
  %21 = call float @llvm.fma.f32(float %cond13.i.i, float %scalar78, float %sum.07492) #1
  %add18 = fadd float %total.093, %cond13.i.i
  %22 = icmp ne i32 %5, 0
  br i1 %22, label %NodeBlock.for.inc_crit_edge, label %LeafBlock

LeafBlock:                                        ; preds = %NodeBlock
  br label %for.inc

NodeBlock.for.inc_crit_edge:                      ; preds = %NodeBlock
  br label %for.inc

for.inc:                                          ; preds = %NodeBlock.for.inc_crit_edge, %inside.exit.for.inc_crit_edge, %LeafBlock119.for.inc_crit_edge, %LeafBlock
  %total.1117 = phi float [ %add18, %NodeBlock.for.inc_crit_edge ], [ %add18, %LeafBlock ], [ %total.093, %inside.exit.for.inc_crit_edge ], [ %total.093, %LeafBlock119.for.inc_crit_edge ]
  %sum.182116 = phi float [ %21, %NodeBlock.for.inc_crit_edge ], [ %21, %LeafBlock ], [ %sum.07492, %inside.exit.for.inc_crit_edge ], [ %sum.07492, %LeafBlock119.for.inc_crit_edge ]
  %sum.181115 = phi float [ %20, %NodeBlock.for.inc_crit_edge ], [ %20, %LeafBlock ], [ %sum.07391, %inside.exit.for.inc_crit_edge ], [ %sum.07391, %LeafBlock119.for.inc_crit_edge ]
  %sum.180114 = phi float [ %19, %NodeBlock.for.inc_crit_edge ], [ %19, %LeafBlock ], [ %sum.07290, %inside.exit.for.inc_crit_edge ], [ %sum.07290, %LeafBlock119.for.inc_crit_edge ]
  %sum.179113 = phi float [ %18, %NodeBlock.for.inc_crit_edge ], [ %18, %LeafBlock ], [ %sum.07189, %inside.exit.for.inc_crit_edge ], [ %sum.07189, %LeafBlock119.for.inc_crit_edge ]
  %cmp8.not.not = icmp slt i32 %distance.094, %radius
  br i1 %cmp8.not.not, label %for.inc.for.body_crit_edge, label %for.end.loopexit, !llvm.loop !339

for.inc.for.body_crit_edge:                       ; preds = %for.inc
  %inc = add nsw i32 %distance.094, 1
  br label %for.body

for.end.loopexit:                                 ; preds = %for.inc
  %total.1117.lcssa = phi float [ %total.1117, %for.inc ]
  %sum.182116.lcssa = phi float [ %sum.182116, %for.inc ]
  %sum.181115.lcssa = phi float [ %sum.181115, %for.inc ]
  %sum.180114.lcssa = phi float [ %sum.180114, %for.inc ]
  %sum.179113.lcssa = phi float [ %sum.179113, %for.inc ]
  br label %for.end

for.end:                                          ; preds = %if.end.for.end_crit_edge, %for.end.loopexit
  %sum.071.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.179113.lcssa, %for.end.loopexit ]
  %sum.072.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.180114.lcssa, %for.end.loopexit ]
  %sum.073.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.181115.lcssa, %for.end.loopexit ]
  %sum.074.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.182116.lcssa, %for.end.loopexit ]
  %total.0.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %total.1117.lcssa, %for.end.loopexit ]
  %23 = bitcast float %total.0.lcssa to i32
  %24 = and i32 %23, 2139095040
  %25 = icmp eq i32 %24, 0
  %26 = select i1 %25, float 0x41F0000000000000, float 1.000000e+00
  %27 = icmp uge i32 %24, 1677721600
  %28 = select i1 %27, float 0x3DF0000000000000, float %26
  %29 = fmul float %total.0.lcssa, %28
  %30 = fdiv float 1.000000e+00, %29
  %31 = fmul float %30, %sum.071.lcssa
  %32 = fmul float %31, %28
  %33 = bitcast float %total.0.lcssa to i32
  %34 = and i32 %33, 2139095040
  %35 = icmp eq i32 %34, 0
  %36 = select i1 %35, float 0x41F0000000000000, float 1.000000e+00
  %37 = icmp uge i32 %34, 1677721600
  %38 = select i1 %37, float 0x3DF0000000000000, float %36
  %39 = fmul float %total.0.lcssa, %38
  %40 = fdiv float 1.000000e+00, %39
  %41 = fmul float %40, %sum.072.lcssa
  %42 = fmul float %41, %38
  %43 = bitcast float %total.0.lcssa to i32
  %44 = and i32 %43, 2139095040
  %45 = icmp eq i32 %44, 0
  %46 = select i1 %45, float 0x41F0000000000000, float 1.000000e+00
  %47 = icmp uge i32 %44, 1677721600
  %48 = select i1 %47, float 0x3DF0000000000000, float %46
  %49 = fmul float %total.0.lcssa, %48
  %50 = fdiv float 1.000000e+00, %49
  %51 = fmul float %50, %sum.073.lcssa
  %52 = fmul float %51, %48
  %53 = bitcast float %total.0.lcssa to i32
  %54 = and i32 %53, 2139095040
  %55 = icmp eq i32 %54, 0
  %56 = select i1 %55, float 0x41F0000000000000, float 1.000000e+00
  %57 = icmp uge i32 %54, 1677721600
  %58 = select i1 %57, float 0x3DF0000000000000, float %56
  %59 = fmul float %total.0.lcssa, %58
  %60 = fdiv float 1.000000e+00, %59
  %61 = fmul float %60, %sum.074.lcssa
  %62 = fmul float %61, %58
  %63 = call float @llvm.genx.GenISA.fsat.f32(float %32)
  %64 = call float @llvm.genx.GenISA.fsat.f32(float %42)
  %65 = call float @llvm.genx.GenISA.fsat.f32(float %52)
  %66 = call float @llvm.genx.GenISA.fsat.f32(float %62)
  call void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i21, i32 0, i32 0, float %63, float %64, float %65, float %66)
  br label %cleanup.cont30

cleanup.cont30:                                   ; preds = %entry.cleanup.cont30_crit_edge, %for.end
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_fmax(float noundef, float noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_fmin(float noundef, float noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_native_exp2f(float noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_frnd_zi(float noundef) local_unnamed_addr #2

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
declare float @llvm.trunc.f32(float) #3

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.exp2.f32(float) #3

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

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.maxnum.f32(float, float) #3

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.minnum.f32(float, float) #3

; Function Desc: 
; Output: result
; Arg 0: source
; Function Attrs: nounwind readnone
declare float @llvm.genx.GenISA.fsat.f32(float) #8

attributes #0 = { nounwind writeonly }
attributes #1 = { nounwind }
attributes #2 = { convergent mustprogress nofree nounwind readnone willreturn "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { convergent "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { inaccessiblememonly mustprogress nofree nosync nounwind willreturn }
attributes #6 = { nofree nosync nounwind readnone }
attributes #7 = { argmemonly nounwind writeonly }
attributes #8 = { nounwind readnone }

!IGCMetadata = !{!0}
!igc.functions = !{!316, !333}
!opencl.ocl.version = !{!334, !334, !334, !334, !334}
!opencl.spir.version = !{!334, !334, !334, !334, !334}
!llvm.ident = !{!335, !335, !335, !335, !335}
!llvm.module.flags = !{!336}
!printf.strings = !{}

!0 = !{!"ModuleMD", !1, !2, !61, !186, !216, !232, !249, !259, !261, !262, !273, !274, !275, !276, !280, !281, !282, !283, !284, !285, !286, !287, !288, !289, !290, !291, !293, !297, !298, !299, !300, !301, !302, !303, !141, !304, !309, !311, !314, !315}
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
!61 = !{!"FuncMD", !62, !63, !184, !185}
!62 = !{!"FuncMDMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, float, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @gaussian_rows}
!63 = !{!"FuncMDValue[0]", !64, !65, !69, !70, !71, !91, !133, !134, !135, !136, !137, !138, !139, !140, !141, !142, !143, !144, !145, !146, !147, !148, !154, !160, !166, !172, !178}
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
!91 = !{!"resAllocMD", !92, !93, !94, !95, !116}
!92 = !{!"uavsNumType", i32 1}
!93 = !{!"srvsNumType", i32 1}
!94 = !{!"samplersNumType", i32 0}
!95 = !{!"argAllocMDList", !96, !100, !102, !106, !107, !108, !109, !110, !111, !112, !113, !114, !115}
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
!116 = !{!"inlineSamplersMD", !117}
!117 = !{!"inlineSamplersMDVec[0]", !118, !119, !120, !121, !122, !123, !124, !125, !126, !127, !128, !129, !130, !131, !132}
!118 = !{!"m_Value", i32 18}
!119 = !{!"addressMode", i32 2}
!120 = !{!"index", i32 0}
!121 = !{!"TCXAddressMode", i32 2}
!122 = !{!"TCYAddressMode", i32 2}
!123 = !{!"TCZAddressMode", i32 2}
!124 = !{!"MagFilterType", i32 0}
!125 = !{!"MinFilterType", i32 0}
!126 = !{!"MipFilterType", i32 0}
!127 = !{!"CompareFunc", i32 0}
!128 = !{!"NormalizedCoords", i32 0}
!129 = !{!"BorderColorR", float 0.000000e+00}
!130 = !{!"BorderColorG", float 0.000000e+00}
!131 = !{!"BorderColorB", float 0.000000e+00}
!132 = !{!"BorderColorA", float 0.000000e+00}
!133 = !{!"maxByteOffsets"}
!134 = !{!"IsInitializer", i1 false}
!135 = !{!"IsFinalizer", i1 false}
!136 = !{!"CompiledSubGroupsNumber", i32 0}
!137 = !{!"hasInlineVmeSamplers", i1 false}
!138 = !{!"localSize", i32 0}
!139 = !{!"localIDPresent", i1 false}
!140 = !{!"groupIDPresent", i1 false}
!141 = !{!"privateMemoryPerWI", i32 0}
!142 = !{!"globalIDPresent", i1 false}
!143 = !{!"hasSyncRTCalls", i1 false}
!144 = !{!"hasNonKernelArgLoad", i1 false}
!145 = !{!"hasNonKernelArgStore", i1 false}
!146 = !{!"hasNonKernelArgAtomic", i1 false}
!147 = !{!"UserAnnotations"}
!148 = !{!"m_OpenCLArgAddressSpaces", !149, !150, !151, !152, !153}
!149 = !{!"m_OpenCLArgAddressSpacesVec[0]", i32 1}
!150 = !{!"m_OpenCLArgAddressSpacesVec[1]", i32 1}
!151 = !{!"m_OpenCLArgAddressSpacesVec[2]", i32 0}
!152 = !{!"m_OpenCLArgAddressSpacesVec[3]", i32 0}
!153 = !{!"m_OpenCLArgAddressSpacesVec[4]", i32 0}
!154 = !{!"m_OpenCLArgAccessQualifiers", !155, !156, !157, !158, !159}
!155 = !{!"m_OpenCLArgAccessQualifiersVec[0]", !"read_only"}
!156 = !{!"m_OpenCLArgAccessQualifiersVec[1]", !"write_only"}
!157 = !{!"m_OpenCLArgAccessQualifiersVec[2]", !"none"}
!158 = !{!"m_OpenCLArgAccessQualifiersVec[3]", !"none"}
!159 = !{!"m_OpenCLArgAccessQualifiersVec[4]", !"none"}
!160 = !{!"m_OpenCLArgTypes", !161, !162, !163, !164, !165}
!161 = !{!"m_OpenCLArgTypesVec[0]", !"image2d_t"}
!162 = !{!"m_OpenCLArgTypesVec[1]", !"image2d_t"}
!163 = !{!"m_OpenCLArgTypesVec[2]", !"int"}
!164 = !{!"m_OpenCLArgTypesVec[3]", !"float"}
!165 = !{!"m_OpenCLArgTypesVec[4]", !"int"}
!166 = !{!"m_OpenCLArgBaseTypes", !167, !168, !169, !170, !171}
!167 = !{!"m_OpenCLArgBaseTypesVec[0]", !"image2d_t"}
!168 = !{!"m_OpenCLArgBaseTypesVec[1]", !"image2d_t"}
!169 = !{!"m_OpenCLArgBaseTypesVec[2]", !"int"}
!170 = !{!"m_OpenCLArgBaseTypesVec[3]", !"float"}
!171 = !{!"m_OpenCLArgBaseTypesVec[4]", !"int"}
!172 = !{!"m_OpenCLArgTypeQualifiers", !173, !174, !175, !176, !177}
!173 = !{!"m_OpenCLArgTypeQualifiersVec[0]", !""}
!174 = !{!"m_OpenCLArgTypeQualifiersVec[1]", !""}
!175 = !{!"m_OpenCLArgTypeQualifiersVec[2]", !""}
!176 = !{!"m_OpenCLArgTypeQualifiersVec[3]", !""}
!177 = !{!"m_OpenCLArgTypeQualifiersVec[4]", !""}
!178 = !{!"m_OpenCLArgNames", !179, !180, !181, !182, !183}
!179 = !{!"m_OpenCLArgNamesVec[0]", !"source"}
!180 = !{!"m_OpenCLArgNamesVec[1]", !"result"}
!181 = !{!"m_OpenCLArgNamesVec[2]", !"radius"}
!182 = !{!"m_OpenCLArgNamesVec[3]", !"sigma"}
!183 = !{!"m_OpenCLArgNamesVec[4]", !"border"}
!184 = !{!"FuncMDMap[1]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, float, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @gaussian_columns}
!185 = !{!"FuncMDValue[1]", !64, !65, !69, !70, !71, !91, !133, !134, !135, !136, !137, !138, !139, !140, !141, !142, !143, !144, !145, !146, !147, !148, !154, !160, !166, !172, !178}
!186 = !{!"pushInfo", !187, !188, !189, !192, !193, !194, !195, !196, !197, !198, !199, !212, !213, !214, !215}
!187 = !{!"pushableAddresses"}
!188 = !{!"bindlessPushInfo"}
!189 = !{!"dynamicBufferInfo", !190, !191}
!190 = !{!"firstIndex", i32 0}
!191 = !{!"numOffsets", i32 0}
!192 = !{!"MaxNumberOfPushedBuffers", i32 0}
!193 = !{!"inlineConstantBufferSlot", i32 -1}
!194 = !{!"inlineConstantBufferOffset", i32 -1}
!195 = !{!"inlineConstantBufferGRFOffset", i32 -1}
!196 = !{!"constants"}
!197 = !{!"inputs"}
!198 = !{!"constantReg"}
!199 = !{!"simplePushInfoArr", !200, !209, !210, !211}
!200 = !{!"simplePushInfoArrVec[0]", !201, !202, !203, !204, !205, !206, !207, !208}
!201 = !{!"cbIdx", i32 0}
!202 = !{!"pushableAddressGrfOffset", i32 -1}
!203 = !{!"pushableOffsetGrfOffset", i32 -1}
!204 = !{!"offset", i32 0}
!205 = !{!"size", i32 0}
!206 = !{!"isStateless", i1 false}
!207 = !{!"isBindless", i1 false}
!208 = !{!"simplePushLoads"}
!209 = !{!"simplePushInfoArrVec[1]", !201, !202, !203, !204, !205, !206, !207, !208}
!210 = !{!"simplePushInfoArrVec[2]", !201, !202, !203, !204, !205, !206, !207, !208}
!211 = !{!"simplePushInfoArrVec[3]", !201, !202, !203, !204, !205, !206, !207, !208}
!212 = !{!"simplePushBufferUsed", i32 0}
!213 = !{!"pushAnalysisWIInfos"}
!214 = !{!"inlineRTGlobalPtrOffset", i32 0}
!215 = !{!"rtSyncSurfPtrOffset", i32 0}
!216 = !{!"psInfo", !217, !218, !219, !220, !221, !222, !223, !224, !225, !226, !227, !228, !229, !230, !231}
!217 = !{!"BlendStateDisabledMask", i8 0}
!218 = !{!"SkipSrc0Alpha", i1 false}
!219 = !{!"DualSourceBlendingDisabled", i1 false}
!220 = !{!"ForceEnableSimd32", i1 false}
!221 = !{!"outputDepth", i1 false}
!222 = !{!"outputStencil", i1 false}
!223 = !{!"outputMask", i1 false}
!224 = !{!"blendToFillEnabled", i1 false}
!225 = !{!"forceEarlyZ", i1 false}
!226 = !{!"hasVersionedLoop", i1 false}
!227 = !{!"forceSingleSourceRTWAfterDualSourceRTW", i1 false}
!228 = !{!"NumSamples", i8 0}
!229 = !{!"blendOptimizationMode"}
!230 = !{!"colorOutputMask"}
!231 = !{!"WaDisableVRS", i1 false}
!232 = !{!"csInfo", !233, !234, !235, !236, !237, !11, !12, !238, !239, !240, !241, !242, !243, !244, !245, !246, !247, !40, !248}
!233 = !{!"maxWorkGroupSize", i32 0}
!234 = !{!"waveSize", i32 0}
!235 = !{!"ComputeShaderSecondCompile"}
!236 = !{!"forcedSIMDSize", i8 0}
!237 = !{!"forceTotalGRFNum", i32 0}
!238 = !{!"allowLowerSimd", i1 false}
!239 = !{!"forcedVISAPreRAScheduler", i1 false}
!240 = !{!"disableLocalIdOrderOptimizations", i1 false}
!241 = !{!"disableDispatchAlongY", i1 false}
!242 = !{!"neededThreadIdLayout", i1* null}
!243 = !{!"forceTileYWalk", i1 false}
!244 = !{!"tileTGWidth_X", i32 0}
!245 = !{!"tileTGWidth_Y", i32 0}
!246 = !{!"maxTileTGDispatch_X", i32 0}
!247 = !{!"maxTileTGDispatch_Y", i32 0}
!248 = !{!"ResForHfPacking"}
!249 = !{!"msInfo", !250, !251, !252, !253, !254, !255, !256, !257, !258}
!250 = !{!"PrimitiveTopology", i32 3}
!251 = !{!"MaxNumOfPrimitives", i32 0}
!252 = !{!"MaxNumOfVertices", i32 0}
!253 = !{!"MaxNumOfPerPrimitiveOutputs", i32 0}
!254 = !{!"MaxNumOfPerVertexOutputs", i32 0}
!255 = !{!"WorkGroupSize", i32 0}
!256 = !{!"WorkGroupMemorySizeInBytes", i32 0}
!257 = !{!"IndexFormat", i32 6}
!258 = !{!"SubgroupSize", i32 0}
!259 = !{!"taskInfo", !260, !255, !256, !258}
!260 = !{!"MaxNumOfOutputs", i32 0}
!261 = !{!"NBarrierCnt", i32 0}
!262 = !{!"rtInfo", !263, !264, !265, !266, !267, !268, !269, !270, !271, !272}
!263 = !{!"RayQueryAllocSizeInBytes", i32 0}
!264 = !{!"NumContinuations", i32 0}
!265 = !{!"RTAsyncStackAddrspace", i32 -1}
!266 = !{!"RTAsyncStackSurfaceStateOffset", i1* null}
!267 = !{!"SWHotZoneAddrspace", i32 -1}
!268 = !{!"SWHotZoneSurfaceStateOffset", i1* null}
!269 = !{!"SWStackAddrspace", i32 -1}
!270 = !{!"SWStackSurfaceStateOffset", i1* null}
!271 = !{!"RTSyncStackAddrspace", i32 -1}
!272 = !{!"RTSyncStackSurfaceStateOffset", i1* null}
!273 = !{!"CurUniqueIndirectIdx", i32 0}
!274 = !{!"inlineDynTextures"}
!275 = !{!"inlineResInfoData"}
!276 = !{!"immConstant", !277, !278, !279}
!277 = !{!"data"}
!278 = !{!"sizes"}
!279 = !{!"zeroIdxs"}
!280 = !{!"inlineConstantBuffers"}
!281 = !{!"inlineGlobalBuffers"}
!282 = !{!"GlobalPointerProgramBinaryInfos"}
!283 = !{!"ConstantPointerProgramBinaryInfos"}
!284 = !{!"GlobalBufferAddressRelocInfo"}
!285 = !{!"ConstantBufferAddressRelocInfo"}
!286 = !{!"forceLscCacheList"}
!287 = !{!"SrvMap"}
!288 = !{!"RasterizerOrderedByteAddressBuffer"}
!289 = !{!"MinNOSPushConstantSize", i32 0}
!290 = !{!"inlineProgramScopeOffsets"}
!291 = !{!"shaderData", !292}
!292 = !{!"numReplicas", i32 0}
!293 = !{!"URBInfo", !294, !295, !296}
!294 = !{!"has64BVertexHeaderInput", i1 false}
!295 = !{!"has64BVertexHeaderOutput", i1 false}
!296 = !{!"hasVertexHeader", i1 true}
!297 = !{!"UseBindlessImage", i1 false}
!298 = !{!"enableRangeReduce", i1 false}
!299 = !{!"allowMatchMadOptimizationforVS", i1 false}
!300 = !{!"disableMemOptforNegativeOffsetLoads", i1 false}
!301 = !{!"enableThreeWayLoadSpiltOpt", i1 false}
!302 = !{!"statefulResourcesNotAliased", i1 false}
!303 = !{!"disableMixMode", i1 false}
!304 = !{!"PrivateMemoryPerFG", !305, !306, !307, !308}
!305 = !{!"PrivateMemoryPerFGMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, float, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @gaussian_rows}
!306 = !{!"PrivateMemoryPerFGValue[0]", i32 0}
!307 = !{!"PrivateMemoryPerFGMap[1]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, float, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @gaussian_columns}
!308 = !{!"PrivateMemoryPerFGValue[1]", i32 0}
!309 = !{!"capabilities", !310}
!310 = !{!"globalVariableDecorationsINTEL", i1 false}
!311 = !{!"m_ShaderResourceViewMcsMask", !312, !313}
!312 = !{!"m_ShaderResourceViewMcsMaskVec[0]", i64 0}
!313 = !{!"m_ShaderResourceViewMcsMaskVec[1]", i64 0}
!314 = !{!"computedDepthMode", i32 0}
!315 = !{!"isHDCFastClearShader", i1 false}
!316 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, float, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @gaussian_rows, !317}
!317 = !{!318, !319, !324}
!318 = !{!"function_type", i32 0}
!319 = !{!"arg_desc", !320}
!320 = !{null, !321, !322, !323}
!321 = !{!"explicit_arg_num", i32 0}
!322 = !{!"img_access_float_coords", i1 false}
!323 = !{!"img_access_int_coords", i1 true}
!324 = !{!"implicit_arg_desc", !325, !326, !327, !328, !329, !330, !331, !332}
!325 = !{i32 0}
!326 = !{i32 1}
!327 = !{i32 6}
!328 = !{i32 7}
!329 = !{i32 8}
!330 = !{i32 9}
!331 = !{i32 20, !321}
!332 = !{i32 21, !321}
!333 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, float, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @gaussian_columns, !317}
!334 = !{i32 2, i32 0}
!335 = !{!"Debian clang version 14.0.6"}
!336 = !{i32 1, !"wchar_size", i32 4}
!337 = distinct !{!337, !338}
!338 = !{!"llvm.loop.unroll.disable"}
!339 = distinct !{!339, !338}
