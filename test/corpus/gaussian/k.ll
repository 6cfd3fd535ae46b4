; ------------------------------------------------
; OCL_asm36201303e689d964_codegen.ll
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
  %sub = sub i32 0, %radius
  %mul.i = shl nsw i32 %imageWidth, 1
  %sub11.i = add nsw i32 %imageWidth, -1
  %conv.i1.i.i = sitofp i32 %add4.i11.i.i21 to float
  %7 = shl i32 %radius, 1
  br i1 true, label %for.body.prol.preheader, label %for.body.lr.ph.for.body.prol.loopexit_crit_edge

for.body.lr.ph.for.body.prol.loopexit_crit_edge:  ; preds = %for.body.lr.ph
  br label %for.body.prol.loopexit

for.body.prol.preheader:                          ; preds = %for.body.lr.ph
  %8 = and i32 %7, 2
  %xtraiter = or i32 %8, 1
  %Pivot = icmp slt i32 %border, 2
  %SwitchLeaf127 = icmp eq i32 %border, 2
  %SwitchLeaf = icmp eq i32 %border, 1
  %cmp11.prol = icmp slt i32 %imageWidth, 1
  br label %for.body.prol

for.body.prol:                                    ; preds = %LeafBlock.prol.for.body.prol_crit_edge, %for.body.prol.preheader
  %distance.086.prol = phi i32 [ %inc.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ %sub, %for.body.prol.preheader ]
  %total.085.prol = phi float [ %total.1.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0.000000e+00, %for.body.prol.preheader ]
  %sum.06684.prol = phi float [ %sum.174.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0.000000e+00, %for.body.prol.preheader ]
  %sum.06583.prol = phi float [ %sum.173.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0.000000e+00, %for.body.prol.preheader ]
  %sum.06482.prol = phi float [ %sum.172.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0.000000e+00, %for.body.prol.preheader ]
  %sum.06381.prol = phi float [ %sum.171.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0.000000e+00, %for.body.prol.preheader ]
  %prol.iter = phi i32 [ %prol.iter.next, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0, %for.body.prol.preheader ]
  %add.prol = add nsw i32 %add4.i.i.i, %distance.086.prol
  %cmp1.i.prol = icmp slt i32 %add.prol, %imageWidth
  %cmp.i.prol = icmp sgt i32 %add.prol, -1
  %9 = and i1 %cmp1.i.prol, %cmp.i.prol
  br i1 %9, label %for.body.prol.if.end14.prol_crit_edge, label %NodeBlock

NodeBlock:                                        ; preds = %for.body.prol
  br i1 %Pivot, label %LeafBlock125, label %LeafBlock126

LeafBlock126:                                     ; preds = %NodeBlock
  br i1 %SwitchLeaf127, label %LeafBlock126.LeafBlock.prol_crit_edge, label %LeafBlock126.if.end10.i.prol_crit_edge

LeafBlock126.if.end10.i.prol_crit_edge:           ; preds = %LeafBlock126
  br label %if.end10.i.prol

LeafBlock126.LeafBlock.prol_crit_edge:            ; preds = %LeafBlock126
  br label %LeafBlock.prol

LeafBlock125:                                     ; preds = %NodeBlock
  br i1 %SwitchLeaf, label %if.then6.i.prol, label %LeafBlock125.if.end10.i.prol_crit_edge

LeafBlock125.if.end10.i.prol_crit_edge:           ; preds = %LeafBlock125
  br label %if.end10.i.prol

if.then6.i.prol:                                  ; preds = %LeafBlock125
  %sub.i.prol = xor i32 %add.prol, -1
  %cmp7.i.prol = icmp slt i32 %add.prol, 0
  %sub9.i.prol = select i1 %cmp7.i.prol, i32 0, i32 %mul.i
  %cond.i.prol = add i32 %sub9.i.prol, %sub.i.prol
  br label %if.end10.i.prol

if.end10.i.prol:                                  ; preds = %LeafBlock125.if.end10.i.prol_crit_edge, %LeafBlock126.if.end10.i.prol_crit_edge, %if.then6.i.prol
  %at.addr.0.i.prol = phi i32 [ %cond.i.prol, %if.then6.i.prol ], [ %add.prol, %LeafBlock126.if.end10.i.prol_crit_edge ], [ %add.prol, %LeafBlock125.if.end10.i.prol_crit_edge ]
  %10 = icmp sgt i32 %at.addr.0.i.prol, 0
  %cond.i.i.i.prol = select i1 %10, i32 %at.addr.0.i.prol, i32 0
  %cmp.not.i2.i.i.prol.not = icmp slt i32 %cond.i.i.i.prol, %imageWidth
  br i1 %cmp.not.i2.i.i.prol.not, label %if.end10.i.prol.if.end14.prol_crit_edge, label %inside.exit.prol

inside.exit.prol:                                 ; preds = %if.end10.i.prol
  br i1 %cmp11.prol, label %inside.exit.prol.LeafBlock.prol_crit_edge, label %inside.exit.prol.if.end14.prol_crit_edge

inside.exit.prol.if.end14.prol_crit_edge:         ; preds = %inside.exit.prol
  br label %if.end14.prol

inside.exit.prol.LeafBlock.prol_crit_edge:        ; preds = %inside.exit.prol
  br label %LeafBlock.prol

if.end10.i.prol.if.end14.prol_crit_edge:          ; preds = %if.end10.i.prol
  br label %if.end14.prol

for.body.prol.if.end14.prol_crit_edge:            ; preds = %for.body.prol
  br label %if.end14.prol

if.end14.prol:                                    ; preds = %inside.exit.prol.if.end14.prol_crit_edge, %if.end10.i.prol.if.end14.prol_crit_edge, %for.body.prol.if.end14.prol_crit_edge
  %retval.0.i.prol93 = phi i32 [ %sub11.i, %inside.exit.prol.if.end14.prol_crit_edge ], [ %add.prol, %for.body.prol.if.end14.prol_crit_edge ], [ %cond.i.i.i.prol, %if.end10.i.prol.if.end14.prol_crit_edge ]
  %conv.i.prol = sitofp i32 %distance.086.prol to float
  %11 = bitcast float %sigma to i32
  %12 = and i32 %11, 2139095040
  %13 = icmp eq i32 %12, 0
  %14 = select i1 %13, float 0x41F0000000000000, float 1.000000e+00
  %15 = icmp uge i32 %12, 1677721600
  %16 = select i1 %15, float 0x3DF0000000000000, float %14
  %17 = fmul float %sigma, %16
  %18 = fdiv float 1.000000e+00, %17
  %19 = fmul float %18, %conv.i.prol
  %20 = fmul float %19, %16
  %mul.i40.prol = fmul float %20, -5.000000e-01
  %mul1.i.prol = fmul float %mul.i40.prol, %20
  %mul.i.i.prol = fmul float %mul1.i.prol, 0x3FF7154760000000
  %call.i.i.i4138.prol = call float @llvm.trunc.f32(float %mul.i.i.prol)
  %21 = call float @llvm.fma.f32(float %call.i.i.i4138.prol, float 0xBFE62E4000000000, float %mul1.i.prol) #1
  %22 = call float @llvm.fma.f32(float %call.i.i.i4138.prol, float 0xBEB7F7D1C0000000, float %21) #1
  %mul5.i.i.prol = fmul float %22, 0x3FF7154760000000
  %call.i32.i.i39.prol = call float @llvm.exp2.f32(float %call.i.i.i4138.prol)
  %call.i33.i.i40.prol = call float @llvm.exp2.f32(float %mul5.i.i.prol)
  %mul8.i.i.prol = fmul float %call.i32.i.i39.prol, %call.i33.i.i40.prol
  %cmp.i.i.prol = fcmp olt float %mul1.i.prol, -1.050000e+02
  %cond.i.i.prol = select i1 %cmp.i.i.prol, float 0.000000e+00, float %mul8.i.i.prol
  %cmp9.i.i.prol = fcmp ogt float %mul1.i.prol, 1.050000e+02
  %cond13.i.i.prol = select i1 %cmp9.i.i.prol, float 0x7FF0000000000000, float %cond.i.i.prol
  %conv.i.i.i42.prol = sitofp i32 %retval.0.i.prol93 to float
  %call13.i.i42.prol = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42.prol, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %23 = extractelement <4 x float> %call13.i.i42.prol, i32 0
  %24 = extractelement <4 x float> %call13.i.i42.prol, i32 1
  %25 = extractelement <4 x float> %call13.i.i42.prol, i32 2
  %26 = extractelement <4 x float> %call13.i.i42.prol, i32 3
  %27 = call float @llvm.fma.f32(float %cond13.i.i.prol, float %23, float %sum.06381.prol) #1
  %28 = call float @llvm.fma.f32(float %cond13.i.i.prol, float %24, float %sum.06482.prol) #1
  %29 = call float @llvm.fma.f32(float %cond13.i.i.prol, float %25, float %sum.06583.prol) #1
  %30 = call float @llvm.fma.f32(float %cond13.i.i.prol, float %26, float %sum.06684.prol) #1
  %add18.prol = fadd float %total.085.prol, %cond13.i.i.prol
  br label %LeafBlock.prol

LeafBlock.prol:                                   ; preds = %inside.exit.prol.LeafBlock.prol_crit_edge, %LeafBlock126.LeafBlock.prol_crit_edge, %if.end14.prol
  %sum.171.prol = phi float [ %27, %if.end14.prol ], [ %sum.06381.prol, %inside.exit.prol.LeafBlock.prol_crit_edge ], [ %sum.06381.prol, %LeafBlock126.LeafBlock.prol_crit_edge ]
  %sum.172.prol = phi float [ %28, %if.end14.prol ], [ %sum.06482.prol, %inside.exit.prol.LeafBlock.prol_crit_edge ], [ %sum.06482.prol, %LeafBlock126.LeafBlock.prol_crit_edge ]
  %sum.173.prol = phi float [ %29, %if.end14.prol ], [ %sum.06583.prol, %inside.exit.prol.LeafBlock.prol_crit_edge ], [ %sum.06583.prol, %LeafBlock126.LeafBlock.prol_crit_edge ]
  %sum.174.prol = phi float [ %30, %if.end14.prol ], [ %sum.06684.prol, %inside.exit.prol.LeafBlock.prol_crit_edge ], [ %sum.06684.prol, %LeafBlock126.LeafBlock.prol_crit_edge ]
  %total.1.prol = phi float [ %add18.prol, %if.end14.prol ], [ %total.085.prol, %inside.exit.prol.LeafBlock.prol_crit_edge ], [ %total.085.prol, %LeafBlock126.LeafBlock.prol_crit_edge ]
  %inc.prol = add nsw i32 %distance.086.prol, 1
  %prol.iter.next = add i32 %prol.iter, 1
  %prol.iter.cmp.not = icmp eq i32 %prol.iter.next, %xtraiter
  br i1 %prol.iter.cmp.not, label %for.body.prol.loopexit.loopexit, label %LeafBlock.prol.for.body.prol_crit_edge, !llvm.loop !337

LeafBlock.prol.for.body.prol_crit_edge:           ; preds = %LeafBlock.prol
  br label %for.body.prol

for.body.prol.loopexit.loopexit:                  ; preds = %LeafBlock.prol
  %sum.171.prol.lcssa = phi float [ %sum.171.prol, %LeafBlock.prol ]
  %sum.172.prol.lcssa = phi float [ %sum.172.prol, %LeafBlock.prol ]
  %sum.173.prol.lcssa = phi float [ %sum.173.prol, %LeafBlock.prol ]
  %sum.174.prol.lcssa = phi float [ %sum.174.prol, %LeafBlock.prol ]
  %total.1.prol.lcssa = phi float [ %total.1.prol, %LeafBlock.prol ]
  %inc.prol.lcssa = phi i32 [ %inc.prol, %LeafBlock.prol ]
  br label %for.body.prol.loopexit

for.body.prol.loopexit:                           ; preds = %for.body.lr.ph.for.body.prol.loopexit_crit_edge, %for.body.prol.loopexit.loopexit
  %distance.086.unr = phi i32 [ %sub, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %inc.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %total.085.unr = phi float [ 0.000000e+00, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %total.1.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.06684.unr = phi float [ 0.000000e+00, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.174.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.06583.unr = phi float [ 0.000000e+00, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.173.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.06482.unr = phi float [ 0.000000e+00, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.172.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.06381.unr = phi float [ 0.000000e+00, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.171.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.171.lcssa.unr = phi float [ undef, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.171.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.172.lcssa.unr = phi float [ undef, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.172.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.173.lcssa.unr = phi float [ undef, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.173.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.174.lcssa.unr = phi float [ undef, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.174.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %total.1.lcssa.unr = phi float [ undef, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %total.1.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %31 = icmp ult i32 %7, 3
  br i1 %31, label %for.body.prol.loopexit.for.end_crit_edge, label %for.body.preheader

for.body.prol.loopexit.for.end_crit_edge:         ; preds = %for.body.prol.loopexit
  br label %for.end

for.body.preheader:                               ; preds = %for.body.prol.loopexit
  %Pivot134 = icmp slt i32 %border, 2
  %SwitchLeaf132 = icmp eq i32 %border, 2
  %SwitchLeaf130 = icmp eq i32 %border, 1
  %cmp11 = icmp slt i32 %imageWidth, 1
  %Pivot141 = icmp slt i32 %border, 2
  %SwitchLeaf139 = icmp eq i32 %border, 2
  %SwitchLeaf137 = icmp eq i32 %border, 1
  %cmp11.1 = icmp slt i32 %imageWidth, 1
  %Pivot148 = icmp slt i32 %border, 2
  %SwitchLeaf146 = icmp eq i32 %border, 2
  %SwitchLeaf144 = icmp eq i32 %border, 1
  %cmp11.2 = icmp slt i32 %imageWidth, 1
  %Pivot155 = icmp slt i32 %border, 2
  %SwitchLeaf153 = icmp eq i32 %border, 2
  %SwitchLeaf151 = icmp eq i32 %border, 1
  %cmp11.3 = icmp slt i32 %imageWidth, 1
  br label %for.body

for.body:                                         ; preds = %LeafBlock.3.for.body_crit_edge, %for.body.preheader
  %distance.086 = phi i32 [ %inc.3, %LeafBlock.3.for.body_crit_edge ], [ %distance.086.unr, %for.body.preheader ]
  %total.085 = phi float [ %total.1.3, %LeafBlock.3.for.body_crit_edge ], [ %total.085.unr, %for.body.preheader ]
  %sum.06684 = phi float [ %sum.174.3, %LeafBlock.3.for.body_crit_edge ], [ %sum.06684.unr, %for.body.preheader ]
  %sum.06583 = phi float [ %sum.173.3, %LeafBlock.3.for.body_crit_edge ], [ %sum.06583.unr, %for.body.preheader ]
  %sum.06482 = phi float [ %sum.172.3, %LeafBlock.3.for.body_crit_edge ], [ %sum.06482.unr, %for.body.preheader ]
  %sum.06381 = phi float [ %sum.171.3, %LeafBlock.3.for.body_crit_edge ], [ %sum.06381.unr, %for.body.preheader ]
  %add = add nsw i32 %add4.i.i.i, %distance.086
  %cmp1.i = icmp slt i32 %add, %imageWidth
  %cmp.i = icmp sgt i32 %add, -1
  %32 = and i1 %cmp1.i, %cmp.i
  br i1 %32, label %for.body.if.end14_crit_edge, label %NodeBlock133

NodeBlock133:                                     ; preds = %for.body
  br i1 %Pivot134, label %LeafBlock129, label %LeafBlock131

LeafBlock131:                                     ; preds = %NodeBlock133
  br i1 %SwitchLeaf132, label %LeafBlock.thread, label %LeafBlock131.if.end10.i_crit_edge

LeafBlock131.if.end10.i_crit_edge:                ; preds = %LeafBlock131
  br label %if.end10.i

LeafBlock.thread:                                 ; preds = %LeafBlock131
  %inc161 = add nsw i32 %distance.086, 1
  %add.1162 = add nsw i32 %add4.i.i.i, %inc161
  %cmp1.i.1164 = icmp slt i32 %add.1162, %imageWidth
  %cmp.i.1163 = icmp sgt i32 %add.1162, -1
  %33 = and i1 %cmp1.i.1164, %cmp.i.1163
  br i1 %33, label %LeafBlock.thread.if.end14.1_crit_edge, label %LeafBlock.thread.LeafBlock.1_crit_edge

LeafBlock.thread.LeafBlock.1_crit_edge:           ; preds = %LeafBlock.thread
  br label %LeafBlock.1

LeafBlock.thread.if.end14.1_crit_edge:            ; preds = %LeafBlock.thread
  br label %if.end14.1

LeafBlock129:                                     ; preds = %NodeBlock133
  br i1 %SwitchLeaf130, label %if.then6.i, label %LeafBlock129.if.end10.i_crit_edge

LeafBlock129.if.end10.i_crit_edge:                ; preds = %LeafBlock129
  br label %if.end10.i

if.then6.i:                                       ; preds = %LeafBlock129
  %sub.i = xor i32 %add, -1
  %cmp7.i = icmp slt i32 %add, 0
  %sub9.i = select i1 %cmp7.i, i32 0, i32 %mul.i
  %cond.i = add i32 %sub9.i, %sub.i
  br label %if.end10.i

if.end10.i:                                       ; preds = %LeafBlock129.if.end10.i_crit_edge, %LeafBlock131.if.end10.i_crit_edge, %if.then6.i
  %at.addr.0.i = phi i32 [ %cond.i, %if.then6.i ], [ %add, %LeafBlock131.if.end10.i_crit_edge ], [ %add, %LeafBlock129.if.end10.i_crit_edge ]
  %34 = icmp sgt i32 %at.addr.0.i, 0
  %cond.i.i.i = select i1 %34, i32 %at.addr.0.i, i32 0
  %cmp.not.i2.i.i.not = icmp slt i32 %cond.i.i.i, %imageWidth
  br i1 %cmp.not.i2.i.i.not, label %if.end10.i.if.end14_crit_edge, label %inside.exit

inside.exit:                                      ; preds = %if.end10.i
  br i1 %cmp11, label %inside.exit.LeafBlock_crit_edge, label %inside.exit.if.end14_crit_edge

inside.exit.if.end14_crit_edge:                   ; preds = %inside.exit
  br label %if.end14

inside.exit.LeafBlock_crit_edge:                  ; preds = %inside.exit
  br label %LeafBlock

if.end10.i.if.end14_crit_edge:                    ; preds = %if.end10.i
  br label %if.end14

for.body.if.end14_crit_edge:                      ; preds = %for.body
  br label %if.end14

if.end14:                                         ; preds = %inside.exit.if.end14_crit_edge, %if.end10.i.if.end14_crit_edge, %for.body.if.end14_crit_edge
  %retval.0.i100 = phi i32 [ %sub11.i, %inside.exit.if.end14_crit_edge ], [ %add, %for.body.if.end14_crit_edge ], [ %cond.i.i.i, %if.end10.i.if.end14_crit_edge ]
  %conv.i = sitofp i32 %distance.086 to float
  %35 = bitcast float %sigma to i32
  %36 = and i32 %35, 2139095040
  %37 = icmp eq i32 %36, 0
  %38 = select i1 %37, float 0x41F0000000000000, float 1.000000e+00
  %39 = icmp uge i32 %36, 1677721600
  %40 = select i1 %39, float 0x3DF0000000000000, float %38
  %41 = fmul float %sigma, %40
  %42 = fdiv float 1.000000e+00, %41
  %43 = fmul float %42, %conv.i
  %44 = fmul float %43, %40
  %mul.i40 = fmul float %44, -5.000000e-01
  %mul1.i = fmul float %mul.i40, %44
  %mul.i.i = fmul float %mul1.i, 0x3FF7154760000000
  %call.i.i.i4138 = call float @llvm.trunc.f32(float %mul.i.i)
  %45 = call float @llvm.fma.f32(float %call.i.i.i4138, float 0xBFE62E4000000000, float %mul1.i) #1
  %46 = call float @llvm.fma.f32(float %call.i.i.i4138, float 0xBEB7F7D1C0000000, float %45) #1
  %mul5.i.i = fmul float %46, 0x3FF7154760000000
  %call.i32.i.i39 = call float @llvm.exp2.f32(float %call.i.i.i4138)
  %call.i33.i.i40 = call float @llvm.exp2.f32(float %mul5.i.i)
  %mul8.i.i = fmul float %call.i32.i.i39, %call.i33.i.i40
  %cmp.i.i = fcmp olt float %mul1.i, -1.050000e+02
  %cond.i.i = select i1 %cmp.i.i, float 0.000000e+00, float %mul8.i.i
  %cmp9.i.i = fcmp ogt float %mul1.i, 1.050000e+02
  %cond13.i.i = select i1 %cmp9.i.i, float 0x7FF0000000000000, float %cond.i.i
  %conv.i.i.i42 = sitofp i32 %retval.0.i100 to float
  %call13.i.i42 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %47 = extractelement <4 x float> %call13.i.i42, i32 0
  %48 = extractelement <4 x float> %call13.i.i42, i32 1
  %49 = extractelement <4 x float> %call13.i.i42, i32 2
  %50 = extractelement <4 x float> %call13.i.i42, i32 3
  %51 = call float @llvm.fma.f32(float %cond13.i.i, float %47, float %sum.06381) #1
  %52 = call float @llvm.fma.f32(float %cond13.i.i, float %48, float %sum.06482) #1
  %53 = call float @llvm.fma.f32(float %cond13.i.i, float %49, float %sum.06583) #1
  %54 = call float @llvm.fma.f32(float %cond13.i.i, float %50, float %sum.06684) #1
  %add18 = fadd float %total.085, %cond13.i.i
  br label %LeafBlock

LeafBlock:                                        ; preds = %inside.exit.LeafBlock_crit_edge, %if.end14
  %sum.171 = phi float [ %51, %if.end14 ], [ %sum.06381, %inside.exit.LeafBlock_crit_edge ]
  %sum.172 = phi float [ %52, %if.end14 ], [ %sum.06482, %inside.exit.LeafBlock_crit_edge ]
  %sum.173 = phi float [ %53, %if.end14 ], [ %sum.06583, %inside.exit.LeafBlock_crit_edge ]
  %sum.174 = phi float [ %54, %if.end14 ], [ %sum.06684, %inside.exit.LeafBlock_crit_edge ]
  %total.1 = phi float [ %add18, %if.end14 ], [ %total.085, %inside.exit.LeafBlock_crit_edge ]
  %inc = add nsw i32 %distance.086, 1
  %add.1 = add nsw i32 %add4.i.i.i, %inc
  %cmp1.i.1 = icmp slt i32 %add.1, %imageWidth
  %cmp.i.1 = icmp sgt i32 %add.1, -1
  %55 = and i1 %cmp1.i.1, %cmp.i.1
  br i1 %55, label %LeafBlock.if.end14.1_crit_edge, label %NodeBlock140

NodeBlock140:                                     ; preds = %LeafBlock
  br i1 %Pivot141, label %LeafBlock136, label %LeafBlock138

LeafBlock138:                                     ; preds = %NodeBlock140
  br i1 %SwitchLeaf139, label %LeafBlock138.LeafBlock.1_crit_edge, label %LeafBlock138.if.end10.i.1_crit_edge

LeafBlock138.if.end10.i.1_crit_edge:              ; preds = %LeafBlock138
  br label %if.end10.i.1

LeafBlock138.LeafBlock.1_crit_edge:               ; preds = %LeafBlock138
  br label %LeafBlock.1

LeafBlock136:                                     ; preds = %NodeBlock140
  br i1 %SwitchLeaf137, label %if.then6.i.1, label %LeafBlock136.if.end10.i.1_crit_edge

LeafBlock136.if.end10.i.1_crit_edge:              ; preds = %LeafBlock136
  br label %if.end10.i.1

if.then6.i.1:                                     ; preds = %LeafBlock136
  %sub.i.1 = xor i32 %add.1, -1
  %cmp7.i.1 = icmp slt i32 %add.1, 0
  %sub9.i.1 = select i1 %cmp7.i.1, i32 0, i32 %mul.i
  %cond.i.1 = add i32 %sub9.i.1, %sub.i.1
  br label %if.end10.i.1

if.end10.i.1:                                     ; preds = %LeafBlock136.if.end10.i.1_crit_edge, %LeafBlock138.if.end10.i.1_crit_edge, %if.then6.i.1
  %at.addr.0.i.1 = phi i32 [ %cond.i.1, %if.then6.i.1 ], [ %add.1, %LeafBlock138.if.end10.i.1_crit_edge ], [ %add.1, %LeafBlock136.if.end10.i.1_crit_edge ]
  %56 = icmp sgt i32 %at.addr.0.i.1, 0
  %cond.i.i.i.1 = select i1 %56, i32 %at.addr.0.i.1, i32 0
  %cmp.not.i2.i.i.1.not = icmp slt i32 %cond.i.i.i.1, %imageWidth
  br i1 %cmp.not.i2.i.i.1.not, label %if.end10.i.1.if.end14.1_crit_edge, label %inside.exit.1

inside.exit.1:                                    ; preds = %if.end10.i.1
  br i1 %cmp11.1, label %inside.exit.1.LeafBlock.1_crit_edge, label %inside.exit.1.if.end14.1_crit_edge

inside.exit.1.if.end14.1_crit_edge:               ; preds = %inside.exit.1
  br label %if.end14.1

inside.exit.1.LeafBlock.1_crit_edge:              ; preds = %inside.exit.1
  br label %LeafBlock.1

if.end10.i.1.if.end14.1_crit_edge:                ; preds = %if.end10.i.1
  br label %if.end14.1

LeafBlock.if.end14.1_crit_edge:                   ; preds = %LeafBlock
  br label %if.end14.1

if.end14.1:                                       ; preds = %inside.exit.1.if.end14.1_crit_edge, %if.end10.i.1.if.end14.1_crit_edge, %LeafBlock.thread.if.end14.1_crit_edge, %LeafBlock.if.end14.1_crit_edge
  %inc177 = phi i32 [ %inc, %inside.exit.1.if.end14.1_crit_edge ], [ %inc, %LeafBlock.if.end14.1_crit_edge ], [ %inc, %if.end10.i.1.if.end14.1_crit_edge ], [ %inc161, %LeafBlock.thread.if.end14.1_crit_edge ]
  %total.1175 = phi float [ %total.1, %inside.exit.1.if.end14.1_crit_edge ], [ %total.1, %LeafBlock.if.end14.1_crit_edge ], [ %total.1, %if.end10.i.1.if.end14.1_crit_edge ], [ %total.085, %LeafBlock.thread.if.end14.1_crit_edge ]
  %sum.174173 = phi float [ %sum.174, %inside.exit.1.if.end14.1_crit_edge ], [ %sum.174, %LeafBlock.if.end14.1_crit_edge ], [ %sum.174, %if.end10.i.1.if.end14.1_crit_edge ], [ %sum.06684, %LeafBlock.thread.if.end14.1_crit_edge ]
  %sum.173171 = phi float [ %sum.173, %inside.exit.1.if.end14.1_crit_edge ], [ %sum.173, %LeafBlock.if.end14.1_crit_edge ], [ %sum.173, %if.end10.i.1.if.end14.1_crit_edge ], [ %sum.06583, %LeafBlock.thread.if.end14.1_crit_edge ]
  %sum.172169 = phi float [ %sum.172, %inside.exit.1.if.end14.1_crit_edge ], [ %sum.172, %LeafBlock.if.end14.1_crit_edge ], [ %sum.172, %if.end10.i.1.if.end14.1_crit_edge ], [ %sum.06482, %LeafBlock.thread.if.end14.1_crit_edge ]
  %sum.171167 = phi float [ %sum.171, %inside.exit.1.if.end14.1_crit_edge ], [ %sum.171, %LeafBlock.if.end14.1_crit_edge ], [ %sum.171, %if.end10.i.1.if.end14.1_crit_edge ], [ %sum.06381, %LeafBlock.thread.if.end14.1_crit_edge ]
  %retval.0.i.1107 = phi i32 [ %sub11.i, %inside.exit.1.if.end14.1_crit_edge ], [ %add.1, %LeafBlock.if.end14.1_crit_edge ], [ %cond.i.i.i.1, %if.end10.i.1.if.end14.1_crit_edge ], [ %add.1162, %LeafBlock.thread.if.end14.1_crit_edge ]
  %conv.i.1 = sitofp i32 %inc177 to float
  %57 = bitcast float %sigma to i32
  %58 = and i32 %57, 2139095040
  %59 = icmp eq i32 %58, 0
  %60 = select i1 %59, float 0x41F0000000000000, float 1.000000e+00
  %61 = icmp uge i32 %58, 1677721600
  %62 = select i1 %61, float 0x3DF0000000000000, float %60
  %63 = fmul float %sigma, %62
  %64 = fdiv float 1.000000e+00, %63
  %65 = fmul float %64, %conv.i.1
  %66 = fmul float %65, %62
  %mul.i40.1 = fmul float %66, -5.000000e-01
  %mul1.i.1 = fmul float %mul.i40.1, %66
  %mul.i.i.1 = fmul float %mul1.i.1, 0x3FF7154760000000
  %call.i.i.i4138.1 = call float @llvm.trunc.f32(float %mul.i.i.1)
  %67 = call float @llvm.fma.f32(float %call.i.i.i4138.1, float 0xBFE62E4000000000, float %mul1.i.1) #1
  %68 = call float @llvm.fma.f32(float %call.i.i.i4138.1, float 0xBEB7F7D1C0000000, float %67) #1
  %mul5.i.i.1 = fmul float %68, 0x3FF7154760000000
  %call.i32.i.i39.1 = call float @llvm.exp2.f32(float %call.i.i.i4138.1)
  %call.i33.i.i40.1 = call float @llvm.exp2.f32(float %mul5.i.i.1)
  %mul8.i.i.1 = fmul float %call.i32.i.i39.1, %call.i33.i.i40.1
  %cmp.i.i.1 = fcmp olt float %mul1.i.1, -1.050000e+02
  %cond.i.i.1 = select i1 %cmp.i.i.1, float 0.000000e+00, float %mul8.i.i.1
  %cmp9.i.i.1 = fcmp ogt float %mul1.i.1, 1.050000e+02
  %cond13.i.i.1 = select i1 %cmp9.i.i.1, float 0x7FF0000000000000, float %cond.i.i.1
  %conv.i.i.i42.1 = sitofp i32 %retval.0.i.1107 to float
  %call13.i.i42.1 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42.1, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %69 = extractelement <4 x float> %call13.i.i42.1, i32 0
  %70 = extractelement <4 x float> %call13.i.i42.1, i32 1
  %71 = extractelement <4 x float> %call13.i.i42.1, i32 2
  %72 = extractelement <4 x float> %call13.i.i42.1, i32 3
  %73 = call float @llvm.fma.f32(float %cond13.i.i.1, float %69, float %sum.171167) #1
  %74 = call float @llvm.fma.f32(float %cond13.i.i.1, float %70, float %sum.172169) #1
  %75 = call float @llvm.fma.f32(float %cond13.i.i.1, float %71, float %sum.173171) #1
  %76 = call float @llvm.fma.f32(float %cond13.i.i.1, float %72, float %sum.174173) #1
  %add18.1 = fadd float %total.1175, %cond13.i.i.1
  br label %LeafBlock.1

LeafBlock.1:                                      ; preds = %inside.exit.1.LeafBlock.1_crit_edge, %LeafBlock138.LeafBlock.1_crit_edge, %LeafBlock.thread.LeafBlock.1_crit_edge, %if.end14.1
  %inc178 = phi i32 [ %inc177, %if.end14.1 ], [ %inc, %inside.exit.1.LeafBlock.1_crit_edge ], [ %inc, %LeafBlock138.LeafBlock.1_crit_edge ], [ %inc161, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %sum.171.1 = phi float [ %73, %if.end14.1 ], [ %sum.171, %inside.exit.1.LeafBlock.1_crit_edge ], [ %sum.171, %LeafBlock138.LeafBlock.1_crit_edge ], [ %sum.06381, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %sum.172.1 = phi float [ %74, %if.end14.1 ], [ %sum.172, %inside.exit.1.LeafBlock.1_crit_edge ], [ %sum.172, %LeafBlock138.LeafBlock.1_crit_edge ], [ %sum.06482, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %sum.173.1 = phi float [ %75, %if.end14.1 ], [ %sum.173, %inside.exit.1.LeafBlock.1_crit_edge ], [ %sum.173, %LeafBlock138.LeafBlock.1_crit_edge ], [ %sum.06583, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %sum.174.1 = phi float [ %76, %if.end14.1 ], [ %sum.174, %inside.exit.1.LeafBlock.1_crit_edge ], [ %sum.174, %LeafBlock138.LeafBlock.1_crit_edge ], [ %sum.06684, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %total.1.1 = phi float [ %add18.1, %if.end14.1 ], [ %total.1, %inside.exit.1.LeafBlock.1_crit_edge ], [ %total.1, %LeafBlock138.LeafBlock.1_crit_edge ], [ %total.085, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %inc.1 = add nsw i32 %inc178, 1
  %add.2 = add nsw i32 %add4.i.i.i, %inc.1
  %cmp1.i.2 = icmp slt i32 %add.2, %imageWidth
  %cmp.i.2 = icmp sgt i32 %add.2, -1
  %77 = and i1 %cmp1.i.2, %cmp.i.2
  br i1 %77, label %LeafBlock.1.if.end14.2_crit_edge, label %NodeBlock147

NodeBlock147:                                     ; preds = %LeafBlock.1
  br i1 %Pivot148, label %LeafBlock143, label %LeafBlock145

LeafBlock145:                                     ; preds = %NodeBlock147
  br i1 %SwitchLeaf146, label %LeafBlock.2.thread, label %LeafBlock145.if.end10.i.2_crit_edge

LeafBlock145.if.end10.i.2_crit_edge:              ; preds = %LeafBlock145
  br label %if.end10.i.2

LeafBlock.2.thread:                               ; preds = %LeafBlock145
  %inc.2221 = add nsw i32 %inc178, 2
  %add.3222 = add nsw i32 %add4.i.i.i, %inc.2221
  %cmp1.i.3224 = icmp slt i32 %add.3222, %imageWidth
  %cmp.i.3223 = icmp sgt i32 %add.3222, -1
  %78 = and i1 %cmp1.i.3224, %cmp.i.3223
  br i1 %78, label %LeafBlock.2.thread.if.end14.3_crit_edge, label %LeafBlock.2.thread.LeafBlock.3_crit_edge

LeafBlock.2.thread.LeafBlock.3_crit_edge:         ; preds = %LeafBlock.2.thread
  br label %LeafBlock.3

LeafBlock.2.thread.if.end14.3_crit_edge:          ; preds = %LeafBlock.2.thread
  br label %if.end14.3

LeafBlock143:                                     ; preds = %NodeBlock147
  br i1 %SwitchLeaf144, label %if.then6.i.2, label %LeafBlock143.if.end10.i.2_crit_edge

LeafBlock143.if.end10.i.2_crit_edge:              ; preds = %LeafBlock143
  br label %if.end10.i.2

if.then6.i.2:                                     ; preds = %LeafBlock143
  %sub.i.2 = xor i32 %add.2, -1
  %cmp7.i.2 = icmp slt i32 %add.2, 0
  %sub9.i.2 = select i1 %cmp7.i.2, i32 0, i32 %mul.i
  %cond.i.2 = add i32 %sub9.i.2, %sub.i.2
  br label %if.end10.i.2

if.end10.i.2:                                     ; preds = %LeafBlock143.if.end10.i.2_crit_edge, %LeafBlock145.if.end10.i.2_crit_edge, %if.then6.i.2
  %at.addr.0.i.2 = phi i32 [ %cond.i.2, %if.then6.i.2 ], [ %add.2, %LeafBlock145.if.end10.i.2_crit_edge ], [ %add.2, %LeafBlock143.if.end10.i.2_crit_edge ]
  %79 = icmp sgt i32 %at.addr.0.i.2, 0
  %cond.i.i.i.2 = select i1 %79, i32 %at.addr.0.i.2, i32 0
  %cmp.not.i2.i.i.2.not = icmp slt i32 %cond.i.i.i.2, %imageWidth
  br i1 %cmp.not.i2.i.i.2.not, label %if.end10.i.2.if.end14.2_crit_edge, label %inside.exit.2

inside.exit.2:                                    ; preds = %if.end10.i.2
  br i1 %cmp11.2, label %inside.exit.2.LeafBlock.2_crit_edge, label %inside.exit.2.if.end14.2_crit_edge

inside.exit.2.if.end14.2_crit_edge:               ; preds = %inside.exit.2
  br label %if.end14.2

inside.exit.2.LeafBlock.2_crit_edge:              ; preds = %inside.exit.2
  br label %LeafBlock.2

if.end10.i.2.if.end14.2_crit_edge:                ; preds = %if.end10.i.2
  br label %if.end14.2

LeafBlock.1.if.end14.2_crit_edge:                 ; preds = %LeafBlock.1
  br label %if.end14.2

if.end14.2:                                       ; preds = %inside.exit.2.if.end14.2_crit_edge, %if.end10.i.2.if.end14.2_crit_edge, %LeafBlock.1.if.end14.2_crit_edge
  %retval.0.i.2114 = phi i32 [ %sub11.i, %inside.exit.2.if.end14.2_crit_edge ], [ %add.2, %LeafBlock.1.if.end14.2_crit_edge ], [ %cond.i.i.i.2, %if.end10.i.2.if.end14.2_crit_edge ]
  %conv.i.2 = sitofp i32 %inc.1 to float
  %80 = bitcast float %sigma to i32
  %81 = and i32 %80, 2139095040
  %82 = icmp eq i32 %81, 0
  %83 = select i1 %82, float 0x41F0000000000000, float 1.000000e+00
  %84 = icmp uge i32 %81, 1677721600
  %85 = select i1 %84, float 0x3DF0000000000000, float %83
  %86 = fmul float %sigma, %85
  %87 = fdiv float 1.000000e+00, %86
  %88 = fmul float %87, %conv.i.2
  %89 = fmul float %88, %85
  %mul.i40.2 = fmul float %89, -5.000000e-01
  %mul1.i.2 = fmul float %mul.i40.2, %89
  %mul.i.i.2 = fmul float %mul1.i.2, 0x3FF7154760000000
  %call.i.i.i4138.2 = call float @llvm.trunc.f32(float %mul.i.i.2)
  %90 = call float @llvm.fma.f32(float %call.i.i.i4138.2, float 0xBFE62E4000000000, float %mul1.i.2) #1
  %91 = call float @llvm.fma.f32(float %call.i.i.i4138.2, float 0xBEB7F7D1C0000000, float %90) #1
  %mul5.i.i.2 = fmul float %91, 0x3FF7154760000000
  %call.i32.i.i39.2 = call float @llvm.exp2.f32(float %call.i.i.i4138.2)
  %call.i33.i.i40.2 = call float @llvm.exp2.f32(float %mul5.i.i.2)
  %mul8.i.i.2 = fmul float %call.i32.i.i39.2, %call.i33.i.i40.2
  %cmp.i.i.2 = fcmp olt float %mul1.i.2, -1.050000e+02
  %cond.i.i.2 = select i1 %cmp.i.i.2, float 0.000000e+00, float %mul8.i.i.2
  %cmp9.i.i.2 = fcmp ogt float %mul1.i.2, 1.050000e+02
  %cond13.i.i.2 = select i1 %cmp9.i.i.2, float 0x7FF0000000000000, float %cond.i.i.2
  %conv.i.i.i42.2 = sitofp i32 %retval.0.i.2114 to float
  %call13.i.i42.2 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42.2, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %92 = extractelement <4 x float> %call13.i.i42.2, i32 0
  %93 = extractelement <4 x float> %call13.i.i42.2, i32 1
  %94 = extractelement <4 x float> %call13.i.i42.2, i32 2
  %95 = extractelement <4 x float> %call13.i.i42.2, i32 3
  %96 = call float @llvm.fma.f32(float %cond13.i.i.2, float %92, float %sum.171.1) #1
  %97 = call float @llvm.fma.f32(float %cond13.i.i.2, float %93, float %sum.172.1) #1
  %98 = call float @llvm.fma.f32(float %cond13.i.i.2, float %94, float %sum.173.1) #1
  %99 = call float @llvm.fma.f32(float %cond13.i.i.2, float %95, float %sum.174.1) #1
  %add18.2 = fadd float %total.1.1, %cond13.i.i.2
  br label %LeafBlock.2

LeafBlock.2:                                      ; preds = %inside.exit.2.LeafBlock.2_crit_edge, %if.end14.2
  %sum.171.2 = phi float [ %96, %if.end14.2 ], [ %sum.171.1, %inside.exit.2.LeafBlock.2_crit_edge ]
  %sum.172.2 = phi float [ %97, %if.end14.2 ], [ %sum.172.1, %inside.exit.2.LeafBlock.2_crit_edge ]
  %sum.173.2 = phi float [ %98, %if.end14.2 ], [ %sum.173.1, %inside.exit.2.LeafBlock.2_crit_edge ]
  %sum.174.2 = phi float [ %99, %if.end14.2 ], [ %sum.174.1, %inside.exit.2.LeafBlock.2_crit_edge ]
  %total.1.2 = phi float [ %add18.2, %if.end14.2 ], [ %total.1.1, %inside.exit.2.LeafBlock.2_crit_edge ]
  %inc.2 = add nsw i32 %inc178, 2
  %add.3 = add nsw i32 %add4.i.i.i, %inc.2
  %cmp1.i.3 = icmp slt i32 %add.3, %imageWidth
  %cmp.i.3 = icmp sgt i32 %add.3, -1
  %100 = and i1 %cmp1.i.3, %cmp.i.3
  br i1 %100, label %LeafBlock.2.if.end14.3_crit_edge, label %NodeBlock154

NodeBlock154:                                     ; preds = %LeafBlock.2
  br i1 %Pivot155, label %LeafBlock150, label %LeafBlock152

LeafBlock152:                                     ; preds = %NodeBlock154
  br i1 %SwitchLeaf153, label %LeafBlock152.LeafBlock.3_crit_edge, label %LeafBlock152.if.end10.i.3_crit_edge

LeafBlock152.if.end10.i.3_crit_edge:              ; preds = %LeafBlock152
  br label %if.end10.i.3

LeafBlock152.LeafBlock.3_crit_edge:               ; preds = %LeafBlock152
  br label %LeafBlock.3

LeafBlock150:                                     ; preds = %NodeBlock154
  br i1 %SwitchLeaf151, label %if.then6.i.3, label %LeafBlock150.if.end10.i.3_crit_edge

LeafBlock150.if.end10.i.3_crit_edge:              ; preds = %LeafBlock150
  br label %if.end10.i.3

if.then6.i.3:                                     ; preds = %LeafBlock150
  %sub.i.3 = xor i32 %add.3, -1
  %cmp7.i.3 = icmp slt i32 %add.3, 0
  %sub9.i.3 = select i1 %cmp7.i.3, i32 0, i32 %mul.i
  %cond.i.3 = add i32 %sub9.i.3, %sub.i.3
  br label %if.end10.i.3

if.end10.i.3:                                     ; preds = %LeafBlock150.if.end10.i.3_crit_edge, %LeafBlock152.if.end10.i.3_crit_edge, %if.then6.i.3
  %at.addr.0.i.3 = phi i32 [ %cond.i.3, %if.then6.i.3 ], [ %add.3, %LeafBlock152.if.end10.i.3_crit_edge ], [ %add.3, %LeafBlock150.if.end10.i.3_crit_edge ]
  %101 = icmp sgt i32 %at.addr.0.i.3, 0
  %cond.i.i.i.3 = select i1 %101, i32 %at.addr.0.i.3, i32 0
  %cmp.not.i2.i.i.3.not = icmp slt i32 %cond.i.i.i.3, %imageWidth
  br i1 %cmp.not.i2.i.i.3.not, label %if.end10.i.3.if.end14.3_crit_edge, label %inside.exit.3

inside.exit.3:                                    ; preds = %if.end10.i.3
  br i1 %cmp11.3, label %inside.exit.3.LeafBlock.3_crit_edge, label %inside.exit.3.if.end14.3_crit_edge

inside.exit.3.if.end14.3_crit_edge:               ; preds = %inside.exit.3
  br label %if.end14.3

inside.exit.3.LeafBlock.3_crit_edge:              ; preds = %inside.exit.3
  br label %LeafBlock.3

if.end10.i.3.if.end14.3_crit_edge:                ; preds = %if.end10.i.3
  br label %if.end14.3

LeafBlock.2.if.end14.3_crit_edge:                 ; preds = %LeafBlock.2
  br label %if.end14.3

if.end14.3:                                       ; preds = %inside.exit.3.if.end14.3_crit_edge, %if.end10.i.3.if.end14.3_crit_edge, %LeafBlock.2.thread.if.end14.3_crit_edge, %LeafBlock.2.if.end14.3_crit_edge
  %inc.2237 = phi i32 [ %inc.2, %inside.exit.3.if.end14.3_crit_edge ], [ %inc.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %inc.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %inc.2221, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %total.1.2235 = phi float [ %total.1.2, %inside.exit.3.if.end14.3_crit_edge ], [ %total.1.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %total.1.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %total.1.1, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %sum.174.2233 = phi float [ %sum.174.2, %inside.exit.3.if.end14.3_crit_edge ], [ %sum.174.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %sum.174.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %sum.174.1, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %sum.173.2231 = phi float [ %sum.173.2, %inside.exit.3.if.end14.3_crit_edge ], [ %sum.173.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %sum.173.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %sum.173.1, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %sum.172.2229 = phi float [ %sum.172.2, %inside.exit.3.if.end14.3_crit_edge ], [ %sum.172.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %sum.172.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %sum.172.1, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %sum.171.2227 = phi float [ %sum.171.2, %inside.exit.3.if.end14.3_crit_edge ], [ %sum.171.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %sum.171.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %sum.171.1, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %retval.0.i.3121 = phi i32 [ %sub11.i, %inside.exit.3.if.end14.3_crit_edge ], [ %add.3, %LeafBlock.2.if.end14.3_crit_edge ], [ %cond.i.i.i.3, %if.end10.i.3.if.end14.3_crit_edge ], [ %add.3222, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %conv.i.3 = sitofp i32 %inc.2237 to float
  %102 = bitcast float %sigma to i32
  %103 = and i32 %102, 2139095040
  %104 = icmp eq i32 %103, 0
  %105 = select i1 %104, float 0x41F0000000000000, float 1.000000e+00
  %106 = icmp uge i32 %103, 1677721600
  %107 = select i1 %106, float 0x3DF0000000000000, float %105
  %108 = fmul float %sigma, %107
  %109 = fdiv float 1.000000e+00, %108
  %110 = fmul float %109, %conv.i.3
  %111 = fmul float %110, %107
  %mul.i40.3 = fmul float %111, -5.000000e-01
  %mul1.i.3 = fmul float %mul.i40.3, %111
  %mul.i.i.3 = fmul float %mul1.i.3, 0x3FF7154760000000
  %call.i.i.i4138.3 = call float @llvm.trunc.f32(float %mul.i.i.3)
  %112 = call float @llvm.fma.f32(float %call.i.i.i4138.3, float 0xBFE62E4000000000, float %mul1.i.3) #1
  %113 = call float @llvm.fma.f32(float %call.i.i.i4138.3, float 0xBEB7F7D1C0000000, float %112) #1
  %mul5.i.i.3 = fmul float %113, 0x3FF7154760000000
  %call.i32.i.i39.3 = call float @llvm.exp2.f32(float %call.i.i.i4138.3)
  %call.i33.i.i40.3 = call float @llvm.exp2.f32(float %mul5.i.i.3)
  %mul8.i.i.3 = fmul float %call.i32.i.i39.3, %call.i33.i.i40.3
  %cmp.i.i.3 = fcmp olt float %mul1.i.3, -1.050000e+02
  %cond.i.i.3 = select i1 %cmp.i.i.3, float 0.000000e+00, float %mul8.i.i.3
  %cmp9.i.i.3 = fcmp ogt float %mul1.i.3, 1.050000e+02
  %cond13.i.i.3 = select i1 %cmp9.i.i.3, float 0x7FF0000000000000, float %cond.i.i.3
  %conv.i.i.i42.3 = sitofp i32 %retval.0.i.3121 to float
  %call13.i.i42.3 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42.3, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %114 = extractelement <4 x float> %call13.i.i42.3, i32 0
  %115 = extractelement <4 x float> %call13.i.i42.3, i32 1
  %116 = extractelement <4 x float> %call13.i.i42.3, i32 2
  %117 = extractelement <4 x float> %call13.i.i42.3, i32 3
  %118 = call float @llvm.fma.f32(float %cond13.i.i.3, float %114, float %sum.171.2227) #1
  %119 = call float @llvm.fma.f32(float %cond13.i.i.3, float %115, float %sum.172.2229) #1
  %120 = call float @llvm.fma.f32(float %cond13.i.i.3, float %116, float %sum.173.2231) #1
  %121 = call float @llvm.fma.f32(float %cond13.i.i.3, float %117, float %sum.174.2233) #1
  %add18.3 = fadd float %total.1.2235, %cond13.i.i.3
  br label %LeafBlock.3

LeafBlock.3:                                      ; preds = %inside.exit.3.LeafBlock.3_crit_edge, %LeafBlock152.LeafBlock.3_crit_edge, %LeafBlock.2.thread.LeafBlock.3_crit_edge, %if.end14.3
  %inc.2238 = phi i32 [ %inc.2237, %if.end14.3 ], [ %inc.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %inc.2, %LeafBlock152.LeafBlock.3_crit_edge ], [ %inc.2221, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %sum.171.3 = phi float [ %118, %if.end14.3 ], [ %sum.171.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %sum.171.2, %LeafBlock152.LeafBlock.3_crit_edge ], [ %sum.171.1, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %sum.172.3 = phi float [ %119, %if.end14.3 ], [ %sum.172.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %sum.172.2, %LeafBlock152.LeafBlock.3_crit_edge ], [ %sum.172.1, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %sum.173.3 = phi float [ %120, %if.end14.3 ], [ %sum.173.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %sum.173.2, %LeafBlock152.LeafBlock.3_crit_edge ], [ %sum.173.1, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %sum.174.3 = phi float [ %121, %if.end14.3 ], [ %sum.174.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %sum.174.2, %LeafBlock152.LeafBlock.3_crit_edge ], [ %sum.174.1, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %total.1.3 = phi float [ %add18.3, %if.end14.3 ], [ %total.1.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %total.1.2, %LeafBlock152.LeafBlock.3_crit_edge ], [ %total.1.1, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %cmp8.not.not.3 = icmp slt i32 %inc.2238, %radius
  br i1 %cmp8.not.not.3, label %LeafBlock.3.for.body_crit_edge, label %for.end.loopexit

LeafBlock.3.for.body_crit_edge:                   ; preds = %LeafBlock.3
  %inc.3 = add nsw i32 %inc.2238, 1
  br label %for.body

for.end.loopexit:                                 ; preds = %LeafBlock.3
  %sum.171.3.lcssa = phi float [ %sum.171.3, %LeafBlock.3 ]
  %sum.172.3.lcssa = phi float [ %sum.172.3, %LeafBlock.3 ]
  %sum.173.3.lcssa = phi float [ %sum.173.3, %LeafBlock.3 ]
  %sum.174.3.lcssa = phi float [ %sum.174.3, %LeafBlock.3 ]
  %total.1.3.lcssa = phi float [ %total.1.3, %LeafBlock.3 ]
  br label %for.end

for.end:                                          ; preds = %for.body.prol.loopexit.for.end_crit_edge, %if.end.for.end_crit_edge, %for.end.loopexit
  %sum.063.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.171.lcssa.unr, %for.body.prol.loopexit.for.end_crit_edge ], [ %sum.171.3.lcssa, %for.end.loopexit ]
  %sum.064.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.172.lcssa.unr, %for.body.prol.loopexit.for.end_crit_edge ], [ %sum.172.3.lcssa, %for.end.loopexit ]
  %sum.065.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.173.lcssa.unr, %for.body.prol.loopexit.for.end_crit_edge ], [ %sum.173.3.lcssa, %for.end.loopexit ]
  %sum.066.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.174.lcssa.unr, %for.body.prol.loopexit.for.end_crit_edge ], [ %sum.174.3.lcssa, %for.end.loopexit ]
  %total.0.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %total.1.lcssa.unr, %for.body.prol.loopexit.for.end_crit_edge ], [ %total.1.3.lcssa, %for.end.loopexit ]
  %122 = bitcast float %total.0.lcssa to i32
  %123 = and i32 %122, 2139095040
  %124 = icmp eq i32 %123, 0
  %125 = select i1 %124, float 0x41F0000000000000, float 1.000000e+00
  %126 = icmp uge i32 %123, 1677721600
  %127 = select i1 %126, float 0x3DF0000000000000, float %125
  %128 = fmul float %total.0.lcssa, %127
  %129 = fdiv float 1.000000e+00, %128
  %130 = fmul float %129, %sum.063.lcssa
  %131 = fmul float %130, %127
  %132 = bitcast float %total.0.lcssa to i32
  %133 = and i32 %132, 2139095040
  %134 = icmp eq i32 %133, 0
  %135 = select i1 %134, float 0x41F0000000000000, float 1.000000e+00
  %136 = icmp uge i32 %133, 1677721600
  %137 = select i1 %136, float 0x3DF0000000000000, float %135
  %138 = fmul float %total.0.lcssa, %137
  %139 = fdiv float 1.000000e+00, %138
  %140 = fmul float %139, %sum.064.lcssa
  %141 = fmul float %140, %137
  %142 = bitcast float %total.0.lcssa to i32
  %143 = and i32 %142, 2139095040
  %144 = icmp eq i32 %143, 0
  %145 = select i1 %144, float 0x41F0000000000000, float 1.000000e+00
  %146 = icmp uge i32 %143, 1677721600
  %147 = select i1 %146, float 0x3DF0000000000000, float %145
  %148 = fmul float %total.0.lcssa, %147
  %149 = fdiv float 1.000000e+00, %148
  %150 = fmul float %149, %sum.065.lcssa
  %151 = fmul float %150, %147
  %152 = bitcast float %total.0.lcssa to i32
  %153 = and i32 %152, 2139095040
  %154 = icmp eq i32 %153, 0
  %155 = select i1 %154, float 0x41F0000000000000, float 1.000000e+00
  %156 = icmp uge i32 %153, 1677721600
  %157 = select i1 %156, float 0x3DF0000000000000, float %155
  %158 = fmul float %total.0.lcssa, %157
  %159 = fdiv float 1.000000e+00, %158
  %160 = fmul float %159, %sum.066.lcssa
  %161 = fmul float %160, %157
  call void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i21, i32 0, i32 0, float %131, float %141, float %151, float %161)
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
  %sub = sub i32 0, %radius
  %mul.i = shl nsw i32 %imageHeigt, 1
  %sub11.i = add nsw i32 %imageHeigt, -1
  %conv.i.i.i42 = sitofp i32 %add4.i.i.i to float
  %1 = shl i32 %radius, 1
  br i1 true, label %for.body.prol.preheader, label %for.body.lr.ph.for.body.prol.loopexit_crit_edge

for.body.lr.ph.for.body.prol.loopexit_crit_edge:  ; preds = %for.body.lr.ph
  br label %for.body.prol.loopexit

for.body.prol.preheader:                          ; preds = %for.body.lr.ph
  %2 = and i32 %1, 2
  %xtraiter = or i32 %2, 1
  %Pivot = icmp slt i32 %border, 2
  %SwitchLeaf135 = icmp eq i32 %border, 2
  %SwitchLeaf = icmp eq i32 %border, 1
  %cmp11.prol = icmp slt i32 %imageHeigt, 1
  br label %for.body.prol

for.body.prol:                                    ; preds = %LeafBlock.prol.for.body.prol_crit_edge, %for.body.prol.preheader
  %distance.094.prol = phi i32 [ %inc.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ %sub, %for.body.prol.preheader ]
  %total.093.prol = phi float [ %total.1.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0.000000e+00, %for.body.prol.preheader ]
  %sum.07492.prol = phi float [ %sum.182.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0.000000e+00, %for.body.prol.preheader ]
  %sum.07391.prol = phi float [ %sum.181.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0.000000e+00, %for.body.prol.preheader ]
  %sum.07290.prol = phi float [ %sum.180.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0.000000e+00, %for.body.prol.preheader ]
  %sum.07189.prol = phi float [ %sum.179.prol, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0.000000e+00, %for.body.prol.preheader ]
  %prol.iter = phi i32 [ %prol.iter.next, %LeafBlock.prol.for.body.prol_crit_edge ], [ 0, %for.body.prol.preheader ]
  %add.prol = add nsw i32 %add4.i11.i.i21, %distance.094.prol
  %cmp1.i.prol = icmp slt i32 %add.prol, %imageHeigt
  %cmp.i.prol = icmp sgt i32 %add.prol, -1
  %3 = and i1 %cmp1.i.prol, %cmp.i.prol
  br i1 %3, label %for.body.prol.if.end14.prol_crit_edge, label %NodeBlock

NodeBlock:                                        ; preds = %for.body.prol
  br i1 %Pivot, label %LeafBlock133, label %LeafBlock134

LeafBlock134:                                     ; preds = %NodeBlock
  br i1 %SwitchLeaf135, label %LeafBlock134.LeafBlock.prol_crit_edge, label %LeafBlock134.if.end10.i.prol_crit_edge

LeafBlock134.if.end10.i.prol_crit_edge:           ; preds = %LeafBlock134
  br label %if.end10.i.prol

LeafBlock134.LeafBlock.prol_crit_edge:            ; preds = %LeafBlock134
  br label %LeafBlock.prol

LeafBlock133:                                     ; preds = %NodeBlock
  br i1 %SwitchLeaf, label %if.then6.i.prol, label %LeafBlock133.if.end10.i.prol_crit_edge

LeafBlock133.if.end10.i.prol_crit_edge:           ; preds = %LeafBlock133
  br label %if.end10.i.prol

if.then6.i.prol:                                  ; preds = %LeafBlock133
  %sub.i.prol = xor i32 %add.prol, -1
  %cmp7.i.prol = icmp slt i32 %add.prol, 0
  %sub9.i.prol = select i1 %cmp7.i.prol, i32 0, i32 %mul.i
  %cond.i.prol = add i32 %sub9.i.prol, %sub.i.prol
  br label %if.end10.i.prol

if.end10.i.prol:                                  ; preds = %LeafBlock133.if.end10.i.prol_crit_edge, %LeafBlock134.if.end10.i.prol_crit_edge, %if.then6.i.prol
  %at.addr.0.i.prol = phi i32 [ %cond.i.prol, %if.then6.i.prol ], [ %add.prol, %LeafBlock134.if.end10.i.prol_crit_edge ], [ %add.prol, %LeafBlock133.if.end10.i.prol_crit_edge ]
  %4 = icmp sgt i32 %at.addr.0.i.prol, 0
  %cond.i.i.i.prol = select i1 %4, i32 %at.addr.0.i.prol, i32 0
  %cmp.not.i2.i.i.prol.not = icmp slt i32 %cond.i.i.i.prol, %imageHeigt
  br i1 %cmp.not.i2.i.i.prol.not, label %if.end10.i.prol.if.end14.prol_crit_edge, label %inside.exit.prol

inside.exit.prol:                                 ; preds = %if.end10.i.prol
  br i1 %cmp11.prol, label %inside.exit.prol.LeafBlock.prol_crit_edge, label %inside.exit.prol.if.end14.prol_crit_edge

inside.exit.prol.if.end14.prol_crit_edge:         ; preds = %inside.exit.prol
  br label %if.end14.prol

inside.exit.prol.LeafBlock.prol_crit_edge:        ; preds = %inside.exit.prol
  br label %LeafBlock.prol

if.end10.i.prol.if.end14.prol_crit_edge:          ; preds = %if.end10.i.prol
  br label %if.end14.prol

for.body.prol.if.end14.prol_crit_edge:            ; preds = %for.body.prol
  br label %if.end14.prol

if.end14.prol:                                    ; preds = %inside.exit.prol.if.end14.prol_crit_edge, %if.end10.i.prol.if.end14.prol_crit_edge, %for.body.prol.if.end14.prol_crit_edge
  %retval.0.i.prol101 = phi i32 [ %sub11.i, %inside.exit.prol.if.end14.prol_crit_edge ], [ %add.prol, %for.body.prol.if.end14.prol_crit_edge ], [ %cond.i.i.i.prol, %if.end10.i.prol.if.end14.prol_crit_edge ]
  %conv.i.prol = sitofp i32 %distance.094.prol to float
  %5 = bitcast float %sigma to i32
  %6 = and i32 %5, 2139095040
  %7 = icmp eq i32 %6, 0
  %8 = select i1 %7, float 0x41F0000000000000, float 1.000000e+00
  %9 = icmp uge i32 %6, 1677721600
  %10 = select i1 %9, float 0x3DF0000000000000, float %8
  %11 = fmul float %sigma, %10
  %12 = fdiv float 1.000000e+00, %11
  %13 = fmul float %12, %conv.i.prol
  %14 = fmul float %13, %10
  %mul.i40.prol = fmul float %14, -5.000000e-01
  %mul1.i.prol = fmul float %mul.i40.prol, %14
  %mul.i.i.prol = fmul float %mul1.i.prol, 0x3FF7154760000000
  %call.i.i.i4138.prol = call float @llvm.trunc.f32(float %mul.i.i.prol)
  %15 = call float @llvm.fma.f32(float %call.i.i.i4138.prol, float 0xBFE62E4000000000, float %mul1.i.prol) #1
  %16 = call float @llvm.fma.f32(float %call.i.i.i4138.prol, float 0xBEB7F7D1C0000000, float %15) #1
  %mul5.i.i.prol = fmul float %16, 0x3FF7154760000000
  %call.i32.i.i39.prol = call float @llvm.exp2.f32(float %call.i.i.i4138.prol)
  %call.i33.i.i40.prol = call float @llvm.exp2.f32(float %mul5.i.i.prol)
  %mul8.i.i.prol = fmul float %call.i32.i.i39.prol, %call.i33.i.i40.prol
  %cmp.i.i.prol = fcmp olt float %mul1.i.prol, -1.050000e+02
  %cond.i.i.prol = select i1 %cmp.i.i.prol, float 0.000000e+00, float %mul8.i.i.prol
  %cmp9.i.i.prol = fcmp ogt float %mul1.i.prol, 1.050000e+02
  %cond13.i.i.prol = select i1 %cmp9.i.i.prol, float 0x7FF0000000000000, float %cond.i.i.prol
  %conv.i1.i.i.prol = sitofp i32 %retval.0.i.prol101 to float
  %call13.i.i42.prol = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42, float %conv.i1.i.i.prol, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %scalar75.prol = extractelement <4 x float> %call13.i.i42.prol, i32 0
  %scalar76.prol = extractelement <4 x float> %call13.i.i42.prol, i32 1
  %scalar77.prol = extractelement <4 x float> %call13.i.i42.prol, i32 2
  %scalar78.prol = extractelement <4 x float> %call13.i.i42.prol, i32 3
  %17 = call float @llvm.fma.f32(float %cond13.i.i.prol, float %scalar75.prol, float %sum.07189.prol) #1
  %18 = call float @llvm.fma.f32(float %cond13.i.i.prol, float %scalar76.prol, float %sum.07290.prol) #1
  %19 = call float @llvm.fma.f32(float %cond13.i.i.prol, float %scalar77.prol, float %sum.07391.prol) #1
  %20 = call float @llvm.fma.f32(float %cond13.i.i.prol, float %scalar78.prol, float %sum.07492.prol) #1
  %add18.prol = fadd float %total.093.prol, %cond13.i.i.prol
  br label %LeafBlock.prol

LeafBlock.prol:                                   ; preds = %inside.exit.prol.LeafBlock.prol_crit_edge, %LeafBlock134.LeafBlock.prol_crit_edge, %if.end14.prol
  %sum.179.prol = phi float [ %17, %if.end14.prol ], [ %sum.07189.prol, %inside.exit.prol.LeafBlock.prol_crit_edge ], [ %sum.07189.prol, %LeafBlock134.LeafBlock.prol_crit_edge ]
  %sum.180.prol = phi float [ %18, %if.end14.prol ], [ %sum.07290.prol, %inside.exit.prol.LeafBlock.prol_crit_edge ], [ %sum.07290.prol, %LeafBlock134.LeafBlock.prol_crit_edge ]
  %sum.181.prol = phi float [ %19, %if.end14.prol ], [ %sum.07391.prol, %inside.exit.prol.LeafBlock.prol_crit_edge ], [ %sum.07391.prol, %LeafBlock134.LeafBlock.prol_crit_edge ]
  %sum.182.prol = phi float [ %20, %if.end14.prol ], [ %sum.07492.prol, %inside.exit.prol.LeafBlock.prol_crit_edge ], [ %sum.07492.prol, %LeafBlock134.LeafBlock.prol_crit_edge ]
  %total.1.prol = phi float [ %add18.prol, %if.end14.prol ], [ %total.093.prol, %inside.exit.prol.LeafBlock.prol_crit_edge ], [ %total.093.prol, %LeafBlock134.LeafBlock.prol_crit_edge ]
  %inc.prol = add nsw i32 %distance.094.prol, 1
  %prol.iter.next = add i32 %prol.iter, 1
  %prol.iter.cmp.not = icmp eq i32 %prol.iter.next, %xtraiter
  br i1 %prol.iter.cmp.not, label %for.body.prol.loopexit.loopexit, label %LeafBlock.prol.for.body.prol_crit_edge, !llvm.loop !339

LeafBlock.prol.for.body.prol_crit_edge:           ; preds = %LeafBlock.prol
  br label %for.body.prol

for.body.prol.loopexit.loopexit:                  ; preds = %LeafBlock.prol
  %sum.179.prol.lcssa = phi float [ %sum.179.prol, %LeafBlock.prol ]
  %sum.180.prol.lcssa = phi float [ %sum.180.prol, %LeafBlock.prol ]
  %sum.181.prol.lcssa = phi float [ %sum.181.prol, %LeafBlock.prol ]
  %sum.182.prol.lcssa = phi float [ %sum.182.prol, %LeafBlock.prol ]
  %total.1.prol.lcssa = phi float [ %total.1.prol, %LeafBlock.prol ]
  %inc.prol.lcssa = phi i32 [ %inc.prol, %LeafBlock.prol ]
  br label %for.body.prol.loopexit

for.body.prol.loopexit:                           ; preds = %for.body.lr.ph.for.body.prol.loopexit_crit_edge, %for.body.prol.loopexit.loopexit
  %distance.094.unr = phi i32 [ %sub, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %inc.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %total.093.unr = phi float [ 0.000000e+00, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %total.1.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.07492.unr = phi float [ 0.000000e+00, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.182.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.07391.unr = phi float [ 0.000000e+00, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.181.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.07290.unr = phi float [ 0.000000e+00, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.180.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.07189.unr = phi float [ 0.000000e+00, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.179.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.179.lcssa.unr = phi float [ undef, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.179.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.180.lcssa.unr = phi float [ undef, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.180.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.181.lcssa.unr = phi float [ undef, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.181.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %sum.182.lcssa.unr = phi float [ undef, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %sum.182.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %total.1.lcssa.unr = phi float [ undef, %for.body.lr.ph.for.body.prol.loopexit_crit_edge ], [ %total.1.prol.lcssa, %for.body.prol.loopexit.loopexit ]
  %21 = icmp ult i32 %1, 3
  br i1 %21, label %for.body.prol.loopexit.for.end_crit_edge, label %for.body.preheader

for.body.prol.loopexit.for.end_crit_edge:         ; preds = %for.body.prol.loopexit
  br label %for.end

for.body.preheader:                               ; preds = %for.body.prol.loopexit
  %Pivot142 = icmp slt i32 %border, 2
  %SwitchLeaf140 = icmp eq i32 %border, 2
  %SwitchLeaf138 = icmp eq i32 %border, 1
  %cmp11 = icmp slt i32 %imageHeigt, 1
  %Pivot149 = icmp slt i32 %border, 2
  %SwitchLeaf147 = icmp eq i32 %border, 2
  %SwitchLeaf145 = icmp eq i32 %border, 1
  %cmp11.1 = icmp slt i32 %imageHeigt, 1
  %Pivot156 = icmp slt i32 %border, 2
  %SwitchLeaf154 = icmp eq i32 %border, 2
  %SwitchLeaf152 = icmp eq i32 %border, 1
  %cmp11.2 = icmp slt i32 %imageHeigt, 1
  %Pivot163 = icmp slt i32 %border, 2
  %SwitchLeaf161 = icmp eq i32 %border, 2
  %SwitchLeaf159 = icmp eq i32 %border, 1
  %cmp11.3 = icmp slt i32 %imageHeigt, 1
  br label %for.body

for.body:                                         ; preds = %LeafBlock.3.for.body_crit_edge, %for.body.preheader
  %distance.094 = phi i32 [ %inc.3, %LeafBlock.3.for.body_crit_edge ], [ %distance.094.unr, %for.body.preheader ]
  %total.093 = phi float [ %total.1.3, %LeafBlock.3.for.body_crit_edge ], [ %total.093.unr, %for.body.preheader ]
  %sum.07492 = phi float [ %sum.182.3, %LeafBlock.3.for.body_crit_edge ], [ %sum.07492.unr, %for.body.preheader ]
  %sum.07391 = phi float [ %sum.181.3, %LeafBlock.3.for.body_crit_edge ], [ %sum.07391.unr, %for.body.preheader ]
  %sum.07290 = phi float [ %sum.180.3, %LeafBlock.3.for.body_crit_edge ], [ %sum.07290.unr, %for.body.preheader ]
  %sum.07189 = phi float [ %sum.179.3, %LeafBlock.3.for.body_crit_edge ], [ %sum.07189.unr, %for.body.preheader ]
  %add = add nsw i32 %add4.i11.i.i21, %distance.094
  %cmp1.i = icmp slt i32 %add, %imageHeigt
  %cmp.i = icmp sgt i32 %add, -1
  %22 = and i1 %cmp1.i, %cmp.i
  br i1 %22, label %for.body.if.end14_crit_edge, label %NodeBlock141

NodeBlock141:                                     ; preds = %for.body
  br i1 %Pivot142, label %LeafBlock137, label %LeafBlock139

LeafBlock139:                                     ; preds = %NodeBlock141
  br i1 %SwitchLeaf140, label %LeafBlock.thread, label %LeafBlock139.if.end10.i_crit_edge

LeafBlock139.if.end10.i_crit_edge:                ; preds = %LeafBlock139
  br label %if.end10.i

LeafBlock.thread:                                 ; preds = %LeafBlock139
  %inc169 = add nsw i32 %distance.094, 1
  %add.1170 = add nsw i32 %add4.i11.i.i21, %inc169
  %cmp1.i.1172 = icmp slt i32 %add.1170, %imageHeigt
  %cmp.i.1171 = icmp sgt i32 %add.1170, -1
  %23 = and i1 %cmp1.i.1172, %cmp.i.1171
  br i1 %23, label %LeafBlock.thread.if.end14.1_crit_edge, label %LeafBlock.thread.LeafBlock.1_crit_edge

LeafBlock.thread.LeafBlock.1_crit_edge:           ; preds = %LeafBlock.thread
  br label %LeafBlock.1

LeafBlock.thread.if.end14.1_crit_edge:            ; preds = %LeafBlock.thread
  br label %if.end14.1

LeafBlock137:                                     ; preds = %NodeBlock141
  br i1 %SwitchLeaf138, label %if.then6.i, label %LeafBlock137.if.end10.i_crit_edge

LeafBlock137.if.end10.i_crit_edge:                ; preds = %LeafBlock137
  br label %if.end10.i

if.then6.i:                                       ; preds = %LeafBlock137
  %sub.i = xor i32 %add, -1
  %cmp7.i = icmp slt i32 %add, 0
  %sub9.i = select i1 %cmp7.i, i32 0, i32 %mul.i
  %cond.i = add i32 %sub9.i, %sub.i
  br label %if.end10.i

if.end10.i:                                       ; preds = %LeafBlock137.if.end10.i_crit_edge, %LeafBlock139.if.end10.i_crit_edge, %if.then6.i
  %at.addr.0.i = phi i32 [ %cond.i, %if.then6.i ], [ %add, %LeafBlock139.if.end10.i_crit_edge ], [ %add, %LeafBlock137.if.end10.i_crit_edge ]
  %24 = icmp sgt i32 %at.addr.0.i, 0
  %cond.i.i.i = select i1 %24, i32 %at.addr.0.i, i32 0
  %cmp.not.i2.i.i.not = icmp slt i32 %cond.i.i.i, %imageHeigt
  br i1 %cmp.not.i2.i.i.not, label %if.end10.i.if.end14_crit_edge, label %inside.exit

inside.exit:                                      ; preds = %if.end10.i
  br i1 %cmp11, label %inside.exit.LeafBlock_crit_edge, label %inside.exit.if.end14_crit_edge

inside.exit.if.end14_crit_edge:                   ; preds = %inside.exit
  br label %if.end14

inside.exit.LeafBlock_crit_edge:                  ; preds = %inside.exit
  br label %LeafBlock

if.end10.i.if.end14_crit_edge:                    ; preds = %if.end10.i
  br label %if.end14

for.body.if.end14_crit_edge:                      ; preds = %for.body
  br label %if.end14

if.end14:                                         ; preds = %inside.exit.if.end14_crit_edge, %if.end10.i.if.end14_crit_edge, %for.body.if.end14_crit_edge
  %retval.0.i108 = phi i32 [ %sub11.i, %inside.exit.if.end14_crit_edge ], [ %add, %for.body.if.end14_crit_edge ], [ %cond.i.i.i, %if.end10.i.if.end14_crit_edge ]
  %conv.i = sitofp i32 %distance.094 to float
  %25 = bitcast float %sigma to i32
  %26 = and i32 %25, 2139095040
  %27 = icmp eq i32 %26, 0
  %28 = select i1 %27, float 0x41F0000000000000, float 1.000000e+00
  %29 = icmp uge i32 %26, 1677721600
  %30 = select i1 %29, float 0x3DF0000000000000, float %28
  %31 = fmul float %sigma, %30
  %32 = fdiv float 1.000000e+00, %31
  %33 = fmul float %32, %conv.i
  %34 = fmul float %33, %30
  %mul.i40 = fmul float %34, -5.000000e-01
  %mul1.i = fmul float %mul.i40, %34
  %mul.i.i = fmul float %mul1.i, 0x3FF7154760000000
  %call.i.i.i4138 = call float @llvm.trunc.f32(float %mul.i.i)
  %35 = call float @llvm.fma.f32(float %call.i.i.i4138, float 0xBFE62E4000000000, float %mul1.i) #1
  %36 = call float @llvm.fma.f32(float %call.i.i.i4138, float 0xBEB7F7D1C0000000, float %35) #1
  %mul5.i.i = fmul float %36, 0x3FF7154760000000
  %call.i32.i.i39 = call float @llvm.exp2.f32(float %call.i.i.i4138)
  %call.i33.i.i40 = call float @llvm.exp2.f32(float %mul5.i.i)
  %mul8.i.i = fmul float %call.i32.i.i39, %call.i33.i.i40
  %cmp.i.i = fcmp olt float %mul1.i, -1.050000e+02
  %cond.i.i = select i1 %cmp.i.i, float 0.000000e+00, float %mul8.i.i
  %cmp9.i.i = fcmp ogt float %mul1.i, 1.050000e+02
  %cond13.i.i = select i1 %cmp9.i.i, float 0x7FF0000000000000, float %cond.i.i
  %conv.i1.i.i = sitofp i32 %retval.0.i108 to float
  %call13.i.i42 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %scalar75 = extractelement <4 x float> %call13.i.i42, i32 0
  %scalar76 = extractelement <4 x float> %call13.i.i42, i32 1
  %scalar77 = extractelement <4 x float> %call13.i.i42, i32 2
  %scalar78 = extractelement <4 x float> %call13.i.i42, i32 3
  %37 = call float @llvm.fma.f32(float %cond13.i.i, float %scalar75, float %sum.07189) #1
  %38 = call float @llvm.fma.f32(float %cond13.i.i, float %scalar76, float %sum.07290) #1
  %39 = call float @llvm.fma.f32(float %cond13.i.i, float %scalar77, float %sum.07391) #1
  %40 = call float @llvm.fma.f32(float %cond13.i.i, float %scalar78, float %sum.07492) #1
  %add18 = fadd float %total.093, %cond13.i.i
  br label %LeafBlock

LeafBlock:                                        ; preds = %inside.exit.LeafBlock_crit_edge, %if.end14
  %sum.179 = phi float [ %37, %if.end14 ], [ %sum.07189, %inside.exit.LeafBlock_crit_edge ]
  %sum.180 = phi float [ %38, %if.end14 ], [ %sum.07290, %inside.exit.LeafBlock_crit_edge ]
  %sum.181 = phi float [ %39, %if.end14 ], [ %sum.07391, %inside.exit.LeafBlock_crit_edge ]
  %sum.182 = phi float [ %40, %if.end14 ], [ %sum.07492, %inside.exit.LeafBlock_crit_edge ]
  %total.1 = phi float [ %add18, %if.end14 ], [ %total.093, %inside.exit.LeafBlock_crit_edge ]
  %inc = add nsw i32 %distance.094, 1
  %add.1 = add nsw i32 %add4.i11.i.i21, %inc
  %cmp1.i.1 = icmp slt i32 %add.1, %imageHeigt
  %cmp.i.1 = icmp sgt i32 %add.1, -1
  %41 = and i1 %cmp1.i.1, %cmp.i.1
  br i1 %41, label %LeafBlock.if.end14.1_crit_edge, label %NodeBlock148

NodeBlock148:                                     ; preds = %LeafBlock
  br i1 %Pivot149, label %LeafBlock144, label %LeafBlock146

LeafBlock146:                                     ; preds = %NodeBlock148
  br i1 %SwitchLeaf147, label %LeafBlock146.LeafBlock.1_crit_edge, label %LeafBlock146.if.end10.i.1_crit_edge

LeafBlock146.if.end10.i.1_crit_edge:              ; preds = %LeafBlock146
  br label %if.end10.i.1

LeafBlock146.LeafBlock.1_crit_edge:               ; preds = %LeafBlock146
  br label %LeafBlock.1

LeafBlock144:                                     ; preds = %NodeBlock148
  br i1 %SwitchLeaf145, label %if.then6.i.1, label %LeafBlock144.if.end10.i.1_crit_edge

LeafBlock144.if.end10.i.1_crit_edge:              ; preds = %LeafBlock144
  br label %if.end10.i.1

if.then6.i.1:                                     ; preds = %LeafBlock144
  %sub.i.1 = xor i32 %add.1, -1
  %cmp7.i.1 = icmp slt i32 %add.1, 0
  %sub9.i.1 = select i1 %cmp7.i.1, i32 0, i32 %mul.i
  %cond.i.1 = add i32 %sub9.i.1, %sub.i.1
  br label %if.end10.i.1

if.end10.i.1:                                     ; preds = %LeafBlock144.if.end10.i.1_crit_edge, %LeafBlock146.if.end10.i.1_crit_edge, %if.then6.i.1
  %at.addr.0.i.1 = phi i32 [ %cond.i.1, %if.then6.i.1 ], [ %add.1, %LeafBlock146.if.end10.i.1_crit_edge ], [ %add.1, %LeafBlock144.if.end10.i.1_crit_edge ]
  %42 = icmp sgt i32 %at.addr.0.i.1, 0
  %cond.i.i.i.1 = select i1 %42, i32 %at.addr.0.i.1, i32 0
  %cmp.not.i2.i.i.1.not = icmp slt i32 %cond.i.i.i.1, %imageHeigt
  br i1 %cmp.not.i2.i.i.1.not, label %if.end10.i.1.if.end14.1_crit_edge, label %inside.exit.1

inside.exit.1:                                    ; preds = %if.end10.i.1
  br i1 %cmp11.1, label %inside.exit.1.LeafBlock.1_crit_edge, label %inside.exit.1.if.end14.1_crit_edge

inside.exit.1.if.end14.1_crit_edge:               ; preds = %inside.exit.1
  br label %if.end14.1

inside.exit.1.LeafBlock.1_crit_edge:              ; preds = %inside.exit.1
  br label %LeafBlock.1

if.end10.i.1.if.end14.1_crit_edge:                ; preds = %if.end10.i.1
  br label %if.end14.1

LeafBlock.if.end14.1_crit_edge:                   ; preds = %LeafBlock
  br label %if.end14.1

if.end14.1:                                       ; preds = %inside.exit.1.if.end14.1_crit_edge, %if.end10.i.1.if.end14.1_crit_edge, %LeafBlock.thread.if.end14.1_crit_edge, %LeafBlock.if.end14.1_crit_edge
  %inc185 = phi i32 [ %inc, %inside.exit.1.if.end14.1_crit_edge ], [ %inc, %LeafBlock.if.end14.1_crit_edge ], [ %inc, %if.end10.i.1.if.end14.1_crit_edge ], [ %inc169, %LeafBlock.thread.if.end14.1_crit_edge ]
  %total.1183 = phi float [ %total.1, %inside.exit.1.if.end14.1_crit_edge ], [ %total.1, %LeafBlock.if.end14.1_crit_edge ], [ %total.1, %if.end10.i.1.if.end14.1_crit_edge ], [ %total.093, %LeafBlock.thread.if.end14.1_crit_edge ]
  %sum.182181 = phi float [ %sum.182, %inside.exit.1.if.end14.1_crit_edge ], [ %sum.182, %LeafBlock.if.end14.1_crit_edge ], [ %sum.182, %if.end10.i.1.if.end14.1_crit_edge ], [ %sum.07492, %LeafBlock.thread.if.end14.1_crit_edge ]
  %sum.181179 = phi float [ %sum.181, %inside.exit.1.if.end14.1_crit_edge ], [ %sum.181, %LeafBlock.if.end14.1_crit_edge ], [ %sum.181, %if.end10.i.1.if.end14.1_crit_edge ], [ %sum.07391, %LeafBlock.thread.if.end14.1_crit_edge ]
  %sum.180177 = phi float [ %sum.180, %inside.exit.1.if.end14.1_crit_edge ], [ %sum.180, %LeafBlock.if.end14.1_crit_edge ], [ %sum.180, %if.end10.i.1.if.end14.1_crit_edge ], [ %sum.07290, %LeafBlock.thread.if.end14.1_crit_edge ]
  %sum.179175 = phi float [ %sum.179, %inside.exit.1.if.end14.1_crit_edge ], [ %sum.179, %LeafBlock.if.end14.1_crit_edge ], [ %sum.179, %if.end10.i.1.if.end14.1_crit_edge ], [ %sum.07189, %LeafBlock.thread.if.end14.1_crit_edge ]
  %retval.0.i.1115 = phi i32 [ %sub11.i, %inside.exit.1.if.end14.1_crit_edge ], [ %add.1, %LeafBlock.if.end14.1_crit_edge ], [ %cond.i.i.i.1, %if.end10.i.1.if.end14.1_crit_edge ], [ %add.1170, %LeafBlock.thread.if.end14.1_crit_edge ]
  %conv.i.1 = sitofp i32 %inc185 to float
  %43 = bitcast float %sigma to i32
  %44 = and i32 %43, 2139095040
  %45 = icmp eq i32 %44, 0
  %46 = select i1 %45, float 0x41F0000000000000, float 1.000000e+00
  %47 = icmp uge i32 %44, 1677721600
  %48 = select i1 %47, float 0x3DF0000000000000, float %46
  %49 = fmul float %sigma, %48
  %50 = fdiv float 1.000000e+00, %49
  %51 = fmul float %50, %conv.i.1
  %52 = fmul float %51, %48
  %mul.i40.1 = fmul float %52, -5.000000e-01
  %mul1.i.1 = fmul float %mul.i40.1, %52
  %mul.i.i.1 = fmul float %mul1.i.1, 0x3FF7154760000000
  %call.i.i.i4138.1 = call float @llvm.trunc.f32(float %mul.i.i.1)
  %53 = call float @llvm.fma.f32(float %call.i.i.i4138.1, float 0xBFE62E4000000000, float %mul1.i.1) #1
  %54 = call float @llvm.fma.f32(float %call.i.i.i4138.1, float 0xBEB7F7D1C0000000, float %53) #1
  %mul5.i.i.1 = fmul float %54, 0x3FF7154760000000
  %call.i32.i.i39.1 = call float @llvm.exp2.f32(float %call.i.i.i4138.1)
  %call.i33.i.i40.1 = call float @llvm.exp2.f32(float %mul5.i.i.1)
  %mul8.i.i.1 = fmul float %call.i32.i.i39.1, %call.i33.i.i40.1
  %cmp.i.i.1 = fcmp olt float %mul1.i.1, -1.050000e+02
  %cond.i.i.1 = select i1 %cmp.i.i.1, float 0.000000e+00, float %mul8.i.i.1
  %cmp9.i.i.1 = fcmp ogt float %mul1.i.1, 1.050000e+02
  %cond13.i.i.1 = select i1 %cmp9.i.i.1, float 0x7FF0000000000000, float %cond.i.i.1
  %conv.i1.i.i.1 = sitofp i32 %retval.0.i.1115 to float
  %call13.i.i42.1 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42, float %conv.i1.i.i.1, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %scalar75.1 = extractelement <4 x float> %call13.i.i42.1, i32 0
  %scalar76.1 = extractelement <4 x float> %call13.i.i42.1, i32 1
  %scalar77.1 = extractelement <4 x float> %call13.i.i42.1, i32 2
  %scalar78.1 = extractelement <4 x float> %call13.i.i42.1, i32 3
  %55 = call float @llvm.fma.f32(float %cond13.i.i.1, float %scalar75.1, float %sum.179175) #1
  %56 = call float @llvm.fma.f32(float %cond13.i.i.1, float %scalar76.1, float %sum.180177) #1
  %57 = call float @llvm.fma.f32(float %cond13.i.i.1, float %scalar77.1, float %sum.181179) #1
  %58 = call float @llvm.fma.f32(float %cond13.i.i.1, float %scalar78.1, float %sum.182181) #1
  %add18.1 = fadd float %total.1183, %cond13.i.i.1
  br label %LeafBlock.1

LeafBlock.1:                                      ; preds = %inside.exit.1.LeafBlock.1_crit_edge, %LeafBlock146.LeafBlock.1_crit_edge, %LeafBlock.thread.LeafBlock.1_crit_edge, %if.end14.1
  %inc186 = phi i32 [ %inc185, %if.end14.1 ], [ %inc, %inside.exit.1.LeafBlock.1_crit_edge ], [ %inc, %LeafBlock146.LeafBlock.1_crit_edge ], [ %inc169, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %sum.179.1 = phi float [ %55, %if.end14.1 ], [ %sum.179, %inside.exit.1.LeafBlock.1_crit_edge ], [ %sum.179, %LeafBlock146.LeafBlock.1_crit_edge ], [ %sum.07189, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %sum.180.1 = phi float [ %56, %if.end14.1 ], [ %sum.180, %inside.exit.1.LeafBlock.1_crit_edge ], [ %sum.180, %LeafBlock146.LeafBlock.1_crit_edge ], [ %sum.07290, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %sum.181.1 = phi float [ %57, %if.end14.1 ], [ %sum.181, %inside.exit.1.LeafBlock.1_crit_edge ], [ %sum.181, %LeafBlock146.LeafBlock.1_crit_edge ], [ %sum.07391, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %sum.182.1 = phi float [ %58, %if.end14.1 ], [ %sum.182, %inside.exit.1.LeafBlock.1_crit_edge ], [ %sum.182, %LeafBlock146.LeafBlock.1_crit_edge ], [ %sum.07492, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %total.1.1 = phi float [ %add18.1, %if.end14.1 ], [ %total.1, %inside.exit.1.LeafBlock.1_crit_edge ], [ %total.1, %LeafBlock146.LeafBlock.1_crit_edge ], [ %total.093, %LeafBlock.thread.LeafBlock.1_crit_edge ]
  %inc.1 = add nsw i32 %inc186, 1
  %add.2 = add nsw i32 %add4.i11.i.i21, %inc.1
  %cmp1.i.2 = icmp slt i32 %add.2, %imageHeigt
  %cmp.i.2 = icmp sgt i32 %add.2, -1
  %59 = and i1 %cmp1.i.2, %cmp.i.2
  br i1 %59, label %LeafBlock.1.if.end14.2_crit_edge, label %NodeBlock155

NodeBlock155:                                     ; preds = %LeafBlock.1
  br i1 %Pivot156, label %LeafBlock151, label %LeafBlock153

LeafBlock153:                                     ; preds = %NodeBlock155
  br i1 %SwitchLeaf154, label %LeafBlock.2.thread, label %LeafBlock153.if.end10.i.2_crit_edge

LeafBlock153.if.end10.i.2_crit_edge:              ; preds = %LeafBlock153
  br label %if.end10.i.2

LeafBlock.2.thread:                               ; preds = %LeafBlock153
  %inc.2229 = add nsw i32 %inc186, 2
  %add.3230 = add nsw i32 %add4.i11.i.i21, %inc.2229
  %cmp1.i.3232 = icmp slt i32 %add.3230, %imageHeigt
  %cmp.i.3231 = icmp sgt i32 %add.3230, -1
  %60 = and i1 %cmp1.i.3232, %cmp.i.3231
  br i1 %60, label %LeafBlock.2.thread.if.end14.3_crit_edge, label %LeafBlock.2.thread.LeafBlock.3_crit_edge

LeafBlock.2.thread.LeafBlock.3_crit_edge:         ; preds = %LeafBlock.2.thread
  br label %LeafBlock.3

LeafBlock.2.thread.if.end14.3_crit_edge:          ; preds = %LeafBlock.2.thread
  br label %if.end14.3

LeafBlock151:                                     ; preds = %NodeBlock155
  br i1 %SwitchLeaf152, label %if.then6.i.2, label %LeafBlock151.if.end10.i.2_crit_edge

LeafBlock151.if.end10.i.2_crit_edge:              ; preds = %LeafBlock151
  br label %if.end10.i.2

if.then6.i.2:                                     ; preds = %LeafBlock151
  %sub.i.2 = xor i32 %add.2, -1
  %cmp7.i.2 = icmp slt i32 %add.2, 0
  %sub9.i.2 = select i1 %cmp7.i.2, i32 0, i32 %mul.i
  %cond.i.2 = add i32 %sub9.i.2, %sub.i.2
  br label %if.end10.i.2

if.end10.i.2:                                     ; preds = %LeafBlock151.if.end10.i.2_crit_edge, %LeafBlock153.if.end10.i.2_crit_edge, %if.then6.i.2
  %at.addr.0.i.2 = phi i32 [ %cond.i.2, %if.then6.i.2 ], [ %add.2, %LeafBlock153.if.end10.i.2_crit_edge ], [ %add.2, %LeafBlock151.if.end10.i.2_crit_edge ]
  %61 = icmp sgt i32 %at.addr.0.i.2, 0
  %cond.i.i.i.2 = select i1 %61, i32 %at.addr.0.i.2, i32 0
  %cmp.not.i2.i.i.2.not = icmp slt i32 %cond.i.i.i.2, %imageHeigt
  br i1 %cmp.not.i2.i.i.2.not, label %if.end10.i.2.if.end14.2_crit_edge, label %inside.exit.2

inside.exit.2:                                    ; preds = %if.end10.i.2
  br i1 %cmp11.2, label %inside.exit.2.LeafBlock.2_crit_edge, label %inside.exit.2.if.end14.2_crit_edge

inside.exit.2.if.end14.2_crit_edge:               ; preds = %inside.exit.2
  br label %if.end14.2

inside.exit.2.LeafBlock.2_crit_edge:              ; preds = %inside.exit.2
  br label %LeafBlock.2

if.end10.i.2.if.end14.2_crit_edge:                ; preds = %if.end10.i.2
  br label %if.end14.2

LeafBlock.1.if.end14.2_crit_edge:                 ; preds = %LeafBlock.1
  br label %if.end14.2

if.end14.2:                                       ; preds = %inside.exit.2.if.end14.2_crit_edge, %if.end10.i.2.if.end14.2_crit_edge, %LeafBlock.1.if.end14.2_crit_edge
  %retval.0.i.2122 = phi i32 [ %sub11.i, %inside.exit.2.if.end14.2_crit_edge ], [ %add.2, %LeafBlock.1.if.end14.2_crit_edge ], [ %cond.i.i.i.2, %if.end10.i.2.if.end14.2_crit_edge ]
  %conv.i.2 = sitofp i32 %inc.1 to float
  %62 = bitcast float %sigma to i32
  %63 = and i32 %62, 2139095040
  %64 = icmp eq i32 %63, 0
  %65 = select i1 %64, float 0x41F0000000000000, float 1.000000e+00
  %66 = icmp uge i32 %63, 1677721600
  %67 = select i1 %66, float 0x3DF0000000000000, float %65
  %68 = fmul float %sigma, %67
  %69 = fdiv float 1.000000e+00, %68
  %70 = fmul float %69, %conv.i.2
  %71 = fmul float %70, %67
  %mul.i40.2 = fmul float %71, -5.000000e-01
  %mul1.i.2 = fmul float %mul.i40.2, %71
  %mul.i.i.2 = fmul float %mul1.i.2, 0x3FF7154760000000
  %call.i.i.i4138.2 = call float @llvm.trunc.f32(float %mul.i.i.2)
  %72 = call float @llvm.fma.f32(float %call.i.i.i4138.2, float 0xBFE62E4000000000, float %mul1.i.2) #1
  %73 = call float @llvm.fma.f32(float %call.i.i.i4138.2, float 0xBEB7F7D1C0000000, float %72) #1
  %mul5.i.i.2 = fmul float %73, 0x3FF7154760000000
  %call.i32.i.i39.2 = call float @llvm.exp2.f32(float %call.i.i.i4138.2)
  %call.i33.i.i40.2 = call float @llvm.exp2.f32(float %mul5.i.i.2)
  %mul8.i.i.2 = fmul float %call.i32.i.i39.2, %call.i33.i.i40.2
  %cmp.i.i.2 = fcmp olt float %mul1.i.2, -1.050000e+02
  %cond.i.i.2 = select i1 %cmp.i.i.2, float 0.000000e+00, float %mul8.i.i.2
  %cmp9.i.i.2 = fcmp ogt float %mul1.i.2, 1.050000e+02
  %cond13.i.i.2 = select i1 %cmp9.i.i.2, float 0x7FF0000000000000, float %cond.i.i.2
  %conv.i1.i.i.2 = sitofp i32 %retval.0.i.2122 to float
  %call13.i.i42.2 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42, float %conv.i1.i.i.2, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %scalar75.2 = extractelement <4 x float> %call13.i.i42.2, i32 0
  %scalar76.2 = extractelement <4 x float> %call13.i.i42.2, i32 1
  %scalar77.2 = extractelement <4 x float> %call13.i.i42.2, i32 2
  %scalar78.2 = extractelement <4 x float> %call13.i.i42.2, i32 3
  %74 = call float @llvm.fma.f32(float %cond13.i.i.2, float %scalar75.2, float %sum.179.1) #1
  %75 = call float @llvm.fma.f32(float %cond13.i.i.2, float %scalar76.2, float %sum.180.1) #1
  %76 = call float @llvm.fma.f32(float %cond13.i.i.2, float %scalar77.2, float %sum.181.1) #1
  %77 = call float @llvm.fma.f32(float %cond13.i.i.2, float %scalar78.2, float %sum.182.1) #1
  %add18.2 = fadd float %total.1.1, %cond13.i.i.2
  br label %LeafBlock.2

LeafBlock.2:                                      ; preds = %inside.exit.2.LeafBlock.2_crit_edge, %if.end14.2
  %sum.179.2 = phi float [ %74, %if.end14.2 ], [ %sum.179.1, %inside.exit.2.LeafBlock.2_crit_edge ]
  %sum.180.2 = phi float [ %75, %if.end14.2 ], [ %sum.180.1, %inside.exit.2.LeafBlock.2_crit_edge ]
  %sum.181.2 = phi float [ %76, %if.end14.2 ], [ %sum.181.1, %inside.exit.2.LeafBlock.2_crit_edge ]
  %sum.182.2 = phi float [ %77, %if.end14.2 ], [ %sum.182.1, %inside.exit.2.LeafBlock.2_crit_edge ]
  %total.1.2 = phi float [ %add18.2, %if.end14.2 ], [ %total.1.1, %inside.exit.2.LeafBlock.2_crit_edge ]
  %inc.2 = add nsw i32 %inc186, 2
  %add.3 = add nsw i32 %add4.i11.i.i21, %inc.2
  %cmp1.i.3 = icmp slt i32 %add.3, %imageHeigt
  %cmp.i.3 = icmp sgt i32 %add.3, -1
  %78 = and i1 %cmp1.i.3, %cmp.i.3
  br i1 %78, label %LeafBlock.2.if.end14.3_crit_edge, label %NodeBlock162

NodeBlock162:                                     ; preds = %LeafBlock.2
  br i1 %Pivot163, label %LeafBlock158, label %LeafBlock160

LeafBlock160:                                     ; preds = %NodeBlock162
  br i1 %SwitchLeaf161, label %LeafBlock160.LeafBlock.3_crit_edge, label %LeafBlock160.if.end10.i.3_crit_edge

LeafBlock160.if.end10.i.3_crit_edge:              ; preds = %LeafBlock160
  br label %if.end10.i.3

LeafBlock160.LeafBlock.3_crit_edge:               ; preds = %LeafBlock160
  br label %LeafBlock.3

LeafBlock158:                                     ; preds = %NodeBlock162
  br i1 %SwitchLeaf159, label %if.then6.i.3, label %LeafBlock158.if.end10.i.3_crit_edge

LeafBlock158.if.end10.i.3_crit_edge:              ; preds = %LeafBlock158
  br label %if.end10.i.3

if.then6.i.3:                                     ; preds = %LeafBlock158
  %sub.i.3 = xor i32 %add.3, -1
  %cmp7.i.3 = icmp slt i32 %add.3, 0
  %sub9.i.3 = select i1 %cmp7.i.3, i32 0, i32 %mul.i
  %cond.i.3 = add i32 %sub9.i.3, %sub.i.3
  br label %if.end10.i.3

if.end10.i.3:                                     ; preds = %LeafBlock158.if.end10.i.3_crit_edge, %LeafBlock160.if.end10.i.3_crit_edge, %if.then6.i.3
  %at.addr.0.i.3 = phi i32 [ %cond.i.3, %if.then6.i.3 ], [ %add.3, %LeafBlock160.if.end10.i.3_crit_edge ], [ %add.3, %LeafBlock158.if.end10.i.3_crit_edge ]
  %79 = icmp sgt i32 %at.addr.0.i.3, 0
  %cond.i.i.i.3 = select i1 %79, i32 %at.addr.0.i.3, i32 0
  %cmp.not.i2.i.i.3.not = icmp slt i32 %cond.i.i.i.3, %imageHeigt
  br i1 %cmp.not.i2.i.i.3.not, label %if.end10.i.3.if.end14.3_crit_edge, label %inside.exit.3

inside.exit.3:                                    ; preds = %if.end10.i.3
  br i1 %cmp11.3, label %inside.exit.3.LeafBlock.3_crit_edge, label %inside.exit.3.if.end14.3_crit_edge

inside.exit.3.if.end14.3_crit_edge:               ; preds = %inside.exit.3
  br label %if.end14.3

inside.exit.3.LeafBlock.3_crit_edge:              ; preds = %inside.exit.3
  br label %LeafBlock.3

if.end10.i.3.if.end14.3_crit_edge:                ; preds = %if.end10.i.3
  br label %if.end14.3

LeafBlock.2.if.end14.3_crit_edge:                 ; preds = %LeafBlock.2
  br label %if.end14.3

if.end14.3:                                       ; preds = %inside.exit.3.if.end14.3_crit_edge, %if.end10.i.3.if.end14.3_crit_edge, %LeafBlock.2.thread.if.end14.3_crit_edge, %LeafBlock.2.if.end14.3_crit_edge
  %inc.2245 = phi i32 [ %inc.2, %inside.exit.3.if.end14.3_crit_edge ], [ %inc.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %inc.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %inc.2229, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %total.1.2243 = phi float [ %total.1.2, %inside.exit.3.if.end14.3_crit_edge ], [ %total.1.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %total.1.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %total.1.1, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %sum.182.2241 = phi float [ %sum.182.2, %inside.exit.3.if.end14.3_crit_edge ], [ %sum.182.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %sum.182.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %sum.182.1, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %sum.181.2239 = phi float [ %sum.181.2, %inside.exit.3.if.end14.3_crit_edge ], [ %sum.181.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %sum.181.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %sum.181.1, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %sum.180.2237 = phi float [ %sum.180.2, %inside.exit.3.if.end14.3_crit_edge ], [ %sum.180.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %sum.180.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %sum.180.1, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %sum.179.2235 = phi float [ %sum.179.2, %inside.exit.3.if.end14.3_crit_edge ], [ %sum.179.2, %LeafBlock.2.if.end14.3_crit_edge ], [ %sum.179.2, %if.end10.i.3.if.end14.3_crit_edge ], [ %sum.179.1, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %retval.0.i.3129 = phi i32 [ %sub11.i, %inside.exit.3.if.end14.3_crit_edge ], [ %add.3, %LeafBlock.2.if.end14.3_crit_edge ], [ %cond.i.i.i.3, %if.end10.i.3.if.end14.3_crit_edge ], [ %add.3230, %LeafBlock.2.thread.if.end14.3_crit_edge ]
  %conv.i.3 = sitofp i32 %inc.2245 to float
  %80 = bitcast float %sigma to i32
  %81 = and i32 %80, 2139095040
  %82 = icmp eq i32 %81, 0
  %83 = select i1 %82, float 0x41F0000000000000, float 1.000000e+00
  %84 = icmp uge i32 %81, 1677721600
  %85 = select i1 %84, float 0x3DF0000000000000, float %83
  %86 = fmul float %sigma, %85
  %87 = fdiv float 1.000000e+00, %86
  %88 = fmul float %87, %conv.i.3
  %89 = fmul float %88, %85
  %mul.i40.3 = fmul float %89, -5.000000e-01
  %mul1.i.3 = fmul float %mul.i40.3, %89
  %mul.i.i.3 = fmul float %mul1.i.3, 0x3FF7154760000000
  %call.i.i.i4138.3 = call float @llvm.trunc.f32(float %mul.i.i.3)
  %90 = call float @llvm.fma.f32(float %call.i.i.i4138.3, float 0xBFE62E4000000000, float %mul1.i.3) #1
  %91 = call float @llvm.fma.f32(float %call.i.i.i4138.3, float 0xBEB7F7D1C0000000, float %90) #1
  %mul5.i.i.3 = fmul float %91, 0x3FF7154760000000
  %call.i32.i.i39.3 = call float @llvm.exp2.f32(float %call.i.i.i4138.3)
  %call.i33.i.i40.3 = call float @llvm.exp2.f32(float %mul5.i.i.3)
  %mul8.i.i.3 = fmul float %call.i32.i.i39.3, %call.i33.i.i40.3
  %cmp.i.i.3 = fcmp olt float %mul1.i.3, -1.050000e+02
  %cond.i.i.3 = select i1 %cmp.i.i.3, float 0.000000e+00, float %mul8.i.i.3
  %cmp9.i.i.3 = fcmp ogt float %mul1.i.3, 1.050000e+02
  %cond13.i.i.3 = select i1 %cmp9.i.i.3, float 0x7FF0000000000000, float %cond.i.i.3
  %conv.i1.i.i.3 = sitofp i32 %retval.0.i.3129 to float
  %call13.i.i42.3 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i42, float %conv.i1.i.i.3, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %scalar75.3 = extractelement <4 x float> %call13.i.i42.3, i32 0
  %scalar76.3 = extractelement <4 x float> %call13.i.i42.3, i32 1
  %scalar77.3 = extractelement <4 x float> %call13.i.i42.3, i32 2
  %scalar78.3 = extractelement <4 x float> %call13.i.i42.3, i32 3
  %92 = call float @llvm.fma.f32(float %cond13.i.i.3, float %scalar75.3, float %sum.179.2235) #1
  %93 = call float @llvm.fma.f32(float %cond13.i.i.3, float %scalar76.3, float %sum.180.2237) #1
  %94 = call float @llvm.fma.f32(float %cond13.i.i.3, float %scalar77.3, float %sum.181.2239) #1
  %95 = call float @llvm.fma.f32(float %cond13.i.i.3, float %scalar78.3, float %sum.182.2241) #1
  %add18.3 = fadd float %total.1.2243, %cond13.i.i.3
  br label %LeafBlock.3

LeafBlock.3:                                      ; preds = %inside.exit.3.LeafBlock.3_crit_edge, %LeafBlock160.LeafBlock.3_crit_edge, %LeafBlock.2.thread.LeafBlock.3_crit_edge, %if.end14.3
  %inc.2246 = phi i32 [ %inc.2245, %if.end14.3 ], [ %inc.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %inc.2, %LeafBlock160.LeafBlock.3_crit_edge ], [ %inc.2229, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %sum.179.3 = phi float [ %92, %if.end14.3 ], [ %sum.179.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %sum.179.2, %LeafBlock160.LeafBlock.3_crit_edge ], [ %sum.179.1, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %sum.180.3 = phi float [ %93, %if.end14.3 ], [ %sum.180.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %sum.180.2, %LeafBlock160.LeafBlock.3_crit_edge ], [ %sum.180.1, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %sum.181.3 = phi float [ %94, %if.end14.3 ], [ %sum.181.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %sum.181.2, %LeafBlock160.LeafBlock.3_crit_edge ], [ %sum.181.1, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %sum.182.3 = phi float [ %95, %if.end14.3 ], [ %sum.182.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %sum.182.2, %LeafBlock160.LeafBlock.3_crit_edge ], [ %sum.182.1, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %total.1.3 = phi float [ %add18.3, %if.end14.3 ], [ %total.1.2, %inside.exit.3.LeafBlock.3_crit_edge ], [ %total.1.2, %LeafBlock160.LeafBlock.3_crit_edge ], [ %total.1.1, %LeafBlock.2.thread.LeafBlock.3_crit_edge ]
  %cmp8.not.not.3 = icmp slt i32 %inc.2246, %radius
  br i1 %cmp8.not.not.3, label %LeafBlock.3.for.body_crit_edge, label %for.end.loopexit

LeafBlock.3.for.body_crit_edge:                   ; preds = %LeafBlock.3
  %inc.3 = add nsw i32 %inc.2246, 1
  br label %for.body

for.end.loopexit:                                 ; preds = %LeafBlock.3
  %sum.179.3.lcssa = phi float [ %sum.179.3, %LeafBlock.3 ]
  %sum.180.3.lcssa = phi float [ %sum.180.3, %LeafBlock.3 ]
  %sum.181.3.lcssa = phi float [ %sum.181.3, %LeafBlock.3 ]
  %sum.182.3.lcssa = phi float [ %sum.182.3, %LeafBlock.3 ]
  %total.1.3.lcssa = phi float [ %total.1.3, %LeafBlock.3 ]
  br label %for.end

for.end:                                          ; preds = %for.body.prol.loopexit.for.end_crit_edge, %if.end.for.end_crit_edge, %for.end.loopexit
  %sum.071.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.179.lcssa.unr, %for.body.prol.loopexit.for.end_crit_edge ], [ %sum.179.3.lcssa, %for.end.loopexit ]
  %sum.072.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.180.lcssa.unr, %for.body.prol.loopexit.for.end_crit_edge ], [ %sum.180.3.lcssa, %for.end.loopexit ]
  %sum.073.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.181.lcssa.unr, %for.body.prol.loopexit.for.end_crit_edge ], [ %sum.181.3.lcssa, %for.end.loopexit ]
  %sum.074.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %sum.182.lcssa.unr, %for.body.prol.loopexit.for.end_crit_edge ], [ %sum.182.3.lcssa, %for.end.loopexit ]
  %total.0.lcssa = phi float [ 0.000000e+00, %if.end.for.end_crit_edge ], [ %total.1.lcssa.unr, %for.body.prol.loopexit.for.end_crit_edge ], [ %total.1.3.lcssa, %for.end.loopexit ]
  %96 = bitcast float %total.0.lcssa to i32
  %97 = and i32 %96, 2139095040
  %98 = icmp eq i32 %97, 0
  %99 = select i1 %98, float 0x41F0000000000000, float 1.000000e+00
  %100 = icmp uge i32 %97, 1677721600
  %101 = select i1 %100, float 0x3DF0000000000000, float %99
  %102 = fmul float %total.0.lcssa, %101
  %103 = fdiv float 1.000000e+00, %102
  %104 = fmul float %103, %sum.071.lcssa
  %105 = fmul float %104, %101
  %106 = bitcast float %total.0.lcssa to i32
  %107 = and i32 %106, 2139095040
  %108 = icmp eq i32 %107, 0
  %109 = select i1 %108, float 0x41F0000000000000, float 1.000000e+00
  %110 = icmp uge i32 %107, 1677721600
  %111 = select i1 %110, float 0x3DF0000000000000, float %109
  %112 = fmul float %total.0.lcssa, %111
  %113 = fdiv float 1.000000e+00, %112
  %114 = fmul float %113, %sum.072.lcssa
  %115 = fmul float %114, %111
  %116 = bitcast float %total.0.lcssa to i32
  %117 = and i32 %116, 2139095040
  %118 = icmp eq i32 %117, 0
  %119 = select i1 %118, float 0x41F0000000000000, float 1.000000e+00
  %120 = icmp uge i32 %117, 1677721600
  %121 = select i1 %120, float 0x3DF0000000000000, float %119
  %122 = fmul float %total.0.lcssa, %121
  %123 = fdiv float 1.000000e+00, %122
  %124 = fmul float %123, %sum.073.lcssa
  %125 = fmul float %124, %121
  %126 = bitcast float %total.0.lcssa to i32
  %127 = and i32 %126, 2139095040
  %128 = icmp eq i32 %127, 0
  %129 = select i1 %128, float 0x41F0000000000000, float 1.000000e+00
  %130 = icmp uge i32 %127, 1677721600
  %131 = select i1 %130, float 0x3DF0000000000000, float %129
  %132 = fmul float %total.0.lcssa, %131
  %133 = fdiv float 1.000000e+00, %132
  %134 = fmul float %133, %sum.074.lcssa
  %135 = fmul float %134, %131
  %136 = call float @llvm.genx.GenISA.fsat.f32(float %105)
  %137 = call float @llvm.genx.GenISA.fsat.f32(float %115)
  %138 = call float @llvm.genx.GenISA.fsat.f32(float %125)
  %139 = call float @llvm.genx.GenISA.fsat.f32(float %135)
  call void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i21, i32 0, i32 0, float %136, float %137, float %138, float %139)
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

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.smax.i32(i32, i32) #8

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.abs.i32(i32, i1 immarg) #8

; Function Desc: 
; Output: result
; Arg 0: source
; Function Attrs: nounwind readnone
declare float @llvm.genx.GenISA.fsat.f32(float) #9

attributes #0 = { nounwind writeonly }
attributes #1 = { nounwind }
attributes #2 = { convergent mustprogress nofree nounwind readnone willreturn "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { convergent "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { inaccessiblememonly mustprogress nofree nosync nounwind willreturn }
attributes #6 = { nofree nosync nounwind readnone }
attributes #7 = { argmemonly nounwind writeonly }
attributes #8 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #9 = { nounwind readnone }

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
