; ------------------------------------------------
; OCL_asm6b871a346c070bfd_codegen.ll
; ------------------------------------------------
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "spir64-unknown-unknown"

%spirv.Image._void_1_0_0_0_0_0_0 = type opaque
%spirv.Image._void_1_0_0_0_0_0_1 = type opaque
%struct.Entry = type { <2 x i32>, i32 }
%spirv.Sampler = type opaque

; Function Attrs: convergent noinline nounwind optnone
define spir_kernel void @median(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %source, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %result, i32 %weight, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i8* %privateBase, i32 %imageHeigt, i32 %imageWidth) #0 {
entry:
  %0 = call i16 @llvm.genx.GenISA.simdLaneId()
  %1 = call i32 @llvm.genx.GenISA.simdSize()
  %scalar132 = extractelement <8 x i32> %payloadHeader, i32 0
  %scalar133 = extractelement <8 x i32> %payloadHeader, i32 1
  %scalar134 = extractelement <8 x i32> %payloadHeader, i32 2
  %scalar135 = extractelement <8 x i32> %payloadHeader, i32 3
  %scalar136 = extractelement <8 x i32> %payloadHeader, i32 4
  %scalar137 = extractelement <8 x i32> %payloadHeader, i32 5
  %scalar138 = extractelement <8 x i32> %payloadHeader, i32 6
  %scalar139 = extractelement <8 x i32> %payloadHeader, i32 7
  %scalar = extractelement <3 x i32> %enqueuedLocalSize, i32 0
  %scalar130 = extractelement <3 x i32> %enqueuedLocalSize, i32 1
  %scalar131 = extractelement <3 x i32> %enqueuedLocalSize, i32 2
  %2 = mul i32 %1, 8
  %3 = zext i16 %0 to i32
  %4 = mul i32 %3, 8
  %5 = add i32 %2, %4
  %6 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %5)
  %7 = bitcast i8* %6 to %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)**
  store %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %source, %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)** %7, align 8
  %8 = mul i32 %1, 16
  %9 = mul i32 %3, 8
  %10 = add i32 %8, %9
  %11 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %10)
  %12 = bitcast i8* %11 to %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)**
  store %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %result, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)** %12, align 8
  %13 = mul i32 %1, 0
  %14 = mul i32 %3, 4
  %15 = add i32 %13, %14
  %16 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %15)
  %17 = bitcast i8* %16 to i32*
  store i32 %weight, i32* %17, align 4
  %18 = mul i32 %1, 4
  %19 = mul i32 %3, 4
  %20 = add i32 %18, %19
  %21 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %20)
  %22 = bitcast i8* %21 to i32*
  store i32 0, i32* %22, align 4
  %23 = mul i32 %1, 24
  %24 = mul i32 %3, 144
  %25 = add i32 %23, %24
  %26 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %25)
  %27 = bitcast i8* %26 to [9 x %struct.Entry]*
  %28 = mul i32 %1, 168
  %29 = mul i32 %3, 8
  %30 = add i32 %28, %29
  %31 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %30)
  %32 = bitcast i8* %31 to <2 x i32>*
  %33 = mul i32 %1, 192
  %34 = mul i32 %3, 16
  %35 = add i32 %33, %34
  %36 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %35)
  %37 = bitcast i8* %36 to <4 x i32>*
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %38 = load i32, i32* %22, align 4
  %cmp = icmp slt i32 %38, 9
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %39 = ptrtoint [9 x %struct.Entry]* %27 to i64
  %40 = add i64 %39, 0
  %41 = inttoptr i64 %40 to %struct.Entry*
  %42 = load i32, i32* %22, align 4
  %43 = load %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)** %7, align 8
  %cmpDim = icmp eq i32 0, 0
  %tmpOffsetR0 = select i1 %cmpDim, i8 1, i8 5
  %.demoted.zext190 = zext i8 %tmpOffsetR0 to i32
  %offsetR0 = add i32 0, %.demoted.zext190
  %groupId = extractelement <8 x i32> %r0, i32 %offsetR0
  %mul.i.i.i = mul i32 %scalar, %groupId
  %localIdX2 = zext i16 %localIdX to i32
  %cmp11.i.i.i.i = icmp ult i32 %localIdX2, 65536
  %add.i.i.i = add i32 %localIdX2, %mul.i.i.i
  %add4.i.i.i = add i32 %add.i.i.i, %scalar132
  %cmpDim3 = icmp eq i32 1, 0
  %tmpOffsetR04 = select i1 %cmpDim3, i8 1, i8 5
  %.demoted.zext191 = zext i8 %tmpOffsetR04 to i32
  %offsetR05 = add i32 1, %.demoted.zext191
  %groupId6 = extractelement <8 x i32> %r0, i32 %offsetR05
  %mul.i7.i.i = mul i32 %scalar130, %groupId6
  %localIdY8 = zext i16 %localIdY to i32
  %cmp11.i.i8.i.i = icmp ult i32 %localIdY8, 65536
  %add.i9.i.i = add i32 %localIdY8, %mul.i7.i.i
  %add4.i11.i.i = add i32 %add.i9.i.i, %scalar133
  %conv.i12.i.i = zext i32 %add4.i11.i.i to i64
  %cmpDim10 = icmp eq i32 2, 0
  %tmpOffsetR011 = select i1 %cmpDim10, i8 1, i8 5
  %.demoted.zext192 = zext i8 %tmpOffsetR011 to i32
  %offsetR012 = add i32 2, %.demoted.zext192
  %groupId13 = extractelement <8 x i32> %r0, i32 %offsetR012
  %mul.i15.i.i = mul i32 %scalar131, %groupId13
  %localIdZ15 = zext i16 %localIdZ to i32
  %cmp11.i.i16.i.i = icmp ult i32 %localIdZ15, 65536
  %add.i17.i.i = add i32 %localIdZ15, %mul.i15.i.i
  %add4.i19.i.i = add i32 %add.i17.i.i, %scalar134
  %conv.i20.i.i = zext i32 %add4.i19.i.i to i64
  %44 = load i32, i32* %22, align 4
  %rem = srem i32 %44, 3
  %conv.i.i.i = zext i32 %add4.i.i.i to i64
  %conv = sext i32 %rem to i64
  %add = add i64 %conv.i.i.i, %conv
  %conv1 = trunc i64 %add to i32
  %cmpDim17 = icmp eq i32 0, 0
  %tmpOffsetR018 = select i1 %cmpDim17, i8 1, i8 5
  %.demoted.zext193 = zext i8 %tmpOffsetR018 to i32
  %offsetR019 = add i32 0, %.demoted.zext193
  %groupId20 = extractelement <8 x i32> %r0, i32 %offsetR019
  %mul.i.i.i3 = mul i32 %scalar, %groupId20
  %localIdX22 = zext i16 %localIdX to i32
  %cmp11.i.i.i.i5 = icmp ult i32 %localIdX22, 65536
  %add.i.i.i6 = add i32 %localIdX22, %mul.i.i.i3
  %add4.i.i.i8 = add i32 %add.i.i.i6, %scalar132
  %conv.i.i.i9 = zext i32 %add4.i.i.i8 to i64
  %cmpDim24 = icmp eq i32 1, 0
  %tmpOffsetR025 = select i1 %cmpDim24, i8 1, i8 5
  %.demoted.zext194 = zext i8 %tmpOffsetR025 to i32
  %offsetR026 = add i32 1, %.demoted.zext194
  %groupId27 = extractelement <8 x i32> %r0, i32 %offsetR026
  %mul.i7.i.i13 = mul i32 %scalar130, %groupId27
  %localIdY29 = zext i16 %localIdY to i32
  %cmp11.i.i8.i.i15 = icmp ult i32 %localIdY29, 65536
  %add.i9.i.i16 = add i32 %localIdY29, %mul.i7.i.i13
  %add4.i11.i.i18 = add i32 %add.i9.i.i16, %scalar133
  %cmpDim31 = icmp eq i32 2, 0
  %tmpOffsetR032 = select i1 %cmpDim31, i8 1, i8 5
  %.demoted.zext195 = zext i8 %tmpOffsetR032 to i32
  %offsetR033 = add i32 2, %.demoted.zext195
  %groupId34 = extractelement <8 x i32> %r0, i32 %offsetR033
  %mul.i15.i.i23 = mul i32 %scalar131, %groupId34
  %localIdZ36 = zext i16 %localIdZ to i32
  %cmp11.i.i16.i.i25 = icmp ult i32 %localIdZ36, 65536
  %add.i17.i.i26 = add i32 %localIdZ36, %mul.i15.i.i23
  %add4.i19.i.i28 = add i32 %add.i17.i.i26, %scalar134
  %conv.i20.i.i29 = zext i32 %add4.i19.i.i28 to i64
  %45 = load i32, i32* %22, align 4
  %div = sdiv i32 %45, 3
  %conv.i12.i.i19 = zext i32 %add4.i11.i.i18 to i64
  %conv3 = sext i32 %div to i64
  %add4 = add i64 %conv.i12.i.i19, %conv3
  %conv5 = trunc i64 %add4 to i32
  %assembled.vect = insertelement <2 x i32> undef, i32 %conv1, i32 0
  %assembled.vect170 = insertelement <2 x i32> %assembled.vect, i32 %conv5, i32 1
  store <2 x i32> %assembled.vect170, <2 x i32>* %32, align 8
  %46 = load <2 x i32>, <2 x i32>* %32, align 8
  %scalar140 = extractelement <2 x i32> %46, i32 0
  %scalar141 = extractelement <2 x i32> %46, i32 1
  %47 = inttoptr i64 18 to %spirv.Sampler addrspace(2)*
  %48 = ptrtoint %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %43 to i64
  %conv.i = trunc i64 %48 to i32
  %49 = ptrtoint %spirv.Sampler addrspace(2)* %47 to i64
  %conv2.i = trunc i64 %49 to i32
  %and.i = and i8 2, 7
  %.demoted.zext196 = zext i8 %and.i to i32
  %cmp.i = icmp eq i32 %.demoted.zext196, 2
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.else.i:                                        ; preds = %for.body
  %call10.i126 = call float addrspace(196608)* @llvm.genx.GenISA.GetBufferPtr.p196608f32(i32 0, i32 2)
  %call10.i127 = call <4 x i32> @llvm.genx.GenISA.ldptr.v4i32.p196608f32(i32 %scalar140, i32 %scalar141, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %scalar154 = extractelement <4 x i32> %call10.i127, i32 0
  %scalar155 = extractelement <4 x i32> %call10.i127, i32 1
  %scalar156 = extractelement <4 x i32> %call10.i127, i32 2
  %scalar157 = extractelement <4 x i32> %call10.i127, i32 3
  br label %__builtin_spirv_OpImageSampleExplicitLod_v4i32_img2d_ro_v2i32_i32_f32.exit

if.then.i:                                        ; preds = %for.body
  %conv.i.i.i31 = sitofp i32 %scalar140 to float
  %conv.i1.i.i = sitofp i32 %scalar141 to float
  %call6.i122 = call float addrspace(196608)* @llvm.genx.GenISA.GetBufferPtr.p196608f32(i32 0, i32 2)
  %call6.i123 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i31, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %scalar142 = extractelement <4 x float> %call6.i123, i32 0
  %scalar143 = extractelement <4 x float> %call6.i123, i32 1
  %scalar144 = extractelement <4 x float> %call6.i123, i32 2
  %scalar145 = extractelement <4 x float> %call6.i123, i32 3
  %astype.i146 = bitcast float %scalar142 to i32
  %astype.i147 = bitcast float %scalar143 to i32
  %astype.i148 = bitcast float %scalar144 to i32
  %astype.i149 = bitcast float %scalar145 to i32
  br label %__builtin_spirv_OpImageSampleExplicitLod_v4i32_img2d_ro_v2i32_i32_f32.exit

__builtin_spirv_OpImageSampleExplicitLod_v4i32_img2d_ro_v2i32_i32_f32.exit: ; preds = %if.then.i, %if.else.i
  %retval.0.i150 = phi i32 [ %astype.i146, %if.then.i ], [ %scalar154, %if.else.i ]
  %retval.0.i151 = phi i32 [ %astype.i147, %if.then.i ], [ %scalar155, %if.else.i ]
  %retval.0.i152 = phi i32 [ %astype.i148, %if.then.i ], [ %scalar156, %if.else.i ]
  %retval.0.i153 = phi i32 [ %astype.i149, %if.then.i ], [ %scalar157, %if.else.i ]
  %assembled.vect171 = insertelement <4 x i32> undef, i32 %retval.0.i150, i32 0
  %assembled.vect172 = insertelement <4 x i32> %assembled.vect171, i32 %retval.0.i151, i32 1
  %assembled.vect173 = insertelement <4 x i32> %assembled.vect172, i32 %retval.0.i152, i32 2
  %assembled.vect174 = insertelement <4 x i32> %assembled.vect173, i32 %retval.0.i153, i32 3
  store <4 x i32> %assembled.vect174, <4 x i32>* %37, align 16
  %50 = load <4 x i32>, <4 x i32>* %37, align 16
  %scalar158 = extractelement <4 x i32> %50, i32 0
  %scalar159 = extractelement <4 x i32> %50, i32 1
  %scalar160 = extractelement <4 x i32> %50, i32 2
  %scalar161 = extractelement <4 x i32> %50, i32 3
  %assembled.vect175 = insertelement <2 x i32> undef, i32 %scalar158, i32 0
  %assembled.vect176 = insertelement <2 x i32> %assembled.vect175, i32 %scalar161, i32 1
  %51 = load i32, i32* %17, align 4
  call spir_func void @insert(%struct.Entry* %41, i32 %42, <2 x i32> %assembled.vect176, i32 %51) #6
  br label %for.inc

for.inc:                                          ; preds = %__builtin_spirv_OpImageSampleExplicitLod_v4i32_img2d_ro_v2i32_i32_f32.exit
  %52 = load i32, i32* %22, align 4
  %inc = add nsw i32 %52, 1
  store i32 %inc, i32* %22, align 4
  br label %for.cond

for.end:                                          ; preds = %for.cond
  %cmpDim38 = icmp eq i32 0, 0
  %tmpOffsetR039 = select i1 %cmpDim38, i8 1, i8 5
  %.demoted.zext = zext i8 %tmpOffsetR039 to i32
  %offsetR040 = add i32 0, %.demoted.zext
  %groupId41 = extractelement <8 x i32> %r0, i32 %offsetR040
  %mul.i.i.i36 = mul i32 %scalar, %groupId41
  %localIdX43 = zext i16 %localIdX to i32
  %cmp11.i.i.i.i38 = icmp ult i32 %localIdX43, 65536
  %add.i.i.i39 = add i32 %localIdX43, %mul.i.i.i36
  %add4.i.i.i41 = add i32 %add.i.i.i39, %scalar132
  %cmpDim45 = icmp eq i32 1, 0
  %tmpOffsetR046 = select i1 %cmpDim45, i8 1, i8 5
  %.demoted.zext179 = zext i8 %tmpOffsetR046 to i32
  %offsetR047 = add i32 1, %.demoted.zext179
  %groupId48 = extractelement <8 x i32> %r0, i32 %offsetR047
  %mul.i7.i.i46 = mul i32 %scalar130, %groupId48
  %localIdY50 = zext i16 %localIdY to i32
  %cmp11.i.i8.i.i48 = icmp ult i32 %localIdY50, 65536
  %add.i9.i.i49 = add i32 %localIdY50, %mul.i7.i.i46
  %add4.i11.i.i51 = add i32 %add.i9.i.i49, %scalar133
  %conv.i12.i.i52 = zext i32 %add4.i11.i.i51 to i64
  %cmpDim52 = icmp eq i32 2, 0
  %tmpOffsetR053 = select i1 %cmpDim52, i8 1, i8 5
  %.demoted.zext180 = zext i8 %tmpOffsetR053 to i32
  %offsetR054 = add i32 2, %.demoted.zext180
  %groupId55 = extractelement <8 x i32> %r0, i32 %offsetR054
  %mul.i15.i.i56 = mul i32 %scalar131, %groupId55
  %localIdZ57 = zext i16 %localIdZ to i32
  %cmp11.i.i16.i.i58 = icmp ult i32 %localIdZ57, 65536
  %add.i17.i.i59 = add i32 %localIdZ57, %mul.i15.i.i56
  %add4.i19.i.i61 = add i32 %add.i17.i.i59, %scalar134
  %conv.i20.i.i62 = zext i32 %add4.i19.i.i61 to i64
  %53 = load %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)** %12, align 8
  %54 = ptrtoint %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %53 to i64
  %55 = trunc i64 %54 to i32
  %conv.i.i.i42 = zext i32 %add4.i.i.i41 to i64
  %conv10 = sext i32 %imageWidth to i64
  %cmp11 = icmp ult i64 %conv.i.i.i42, %conv10
  br i1 %cmp11, label %land.lhs.true, label %for.end.if.end_crit_edge

for.end.if.end_crit_edge:                         ; preds = %for.end
  br label %if.end

land.lhs.true:                                    ; preds = %for.end
  %cmpDim59 = icmp eq i32 0, 0
  %tmpOffsetR060 = select i1 %cmpDim59, i8 1, i8 5
  %.demoted.zext181 = zext i8 %tmpOffsetR060 to i32
  %offsetR061 = add i32 0, %.demoted.zext181
  %groupId62 = extractelement <8 x i32> %r0, i32 %offsetR061
  %mul.i.i.i68 = mul i32 %scalar, %groupId62
  %localIdX64 = zext i16 %localIdX to i32
  %cmp11.i.i.i.i70 = icmp ult i32 %localIdX64, 65536
  %add.i.i.i71 = add i32 %localIdX64, %mul.i.i.i68
  %add4.i.i.i73 = add i32 %add.i.i.i71, %scalar132
  %conv.i.i.i74 = zext i32 %add4.i.i.i73 to i64
  %cmpDim66 = icmp eq i32 1, 0
  %tmpOffsetR067 = select i1 %cmpDim66, i8 1, i8 5
  %.demoted.zext182 = zext i8 %tmpOffsetR067 to i32
  %offsetR068 = add i32 1, %.demoted.zext182
  %groupId69 = extractelement <8 x i32> %r0, i32 %offsetR068
  %mul.i7.i.i78 = mul i32 %scalar130, %groupId69
  %localIdY71 = zext i16 %localIdY to i32
  %cmp11.i.i8.i.i80 = icmp ult i32 %localIdY71, 65536
  %add.i9.i.i81 = add i32 %localIdY71, %mul.i7.i.i78
  %add4.i11.i.i83 = add i32 %add.i9.i.i81, %scalar133
  %cmpDim73 = icmp eq i32 2, 0
  %tmpOffsetR074 = select i1 %cmpDim73, i8 1, i8 5
  %.demoted.zext183 = zext i8 %tmpOffsetR074 to i32
  %offsetR075 = add i32 2, %.demoted.zext183
  %groupId76 = extractelement <8 x i32> %r0, i32 %offsetR075
  %mul.i15.i.i88 = mul i32 %scalar131, %groupId76
  %localIdZ78 = zext i16 %localIdZ to i32
  %cmp11.i.i16.i.i90 = icmp ult i32 %localIdZ78, 65536
  %add.i17.i.i91 = add i32 %localIdZ78, %mul.i15.i.i88
  %add4.i19.i.i93 = add i32 %add.i17.i.i91, %scalar134
  %conv.i20.i.i94 = zext i32 %add4.i19.i.i93 to i64
  %56 = load %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)** %12, align 8
  %57 = ptrtoint %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %56 to i64
  %58 = trunc i64 %57 to i32
  %conv.i12.i.i84 = zext i32 %add4.i11.i.i83 to i64
  %conv15 = sext i32 %imageHeigt to i64
  %cmp16 = icmp ult i64 %conv.i12.i.i84, %conv15
  br i1 %cmp16, label %if.then, label %land.lhs.true.if.end_crit_edge

land.lhs.true.if.end_crit_edge:                   ; preds = %land.lhs.true
  br label %if.end

if.then:                                          ; preds = %land.lhs.true
  %59 = load %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)** %12, align 8
  %cmpDim80 = icmp eq i32 0, 0
  %tmpOffsetR081 = select i1 %cmpDim80, i8 1, i8 5
  %.demoted.zext184 = zext i8 %tmpOffsetR081 to i32
  %offsetR082 = add i32 0, %.demoted.zext184
  %groupId83 = extractelement <8 x i32> %r0, i32 %offsetR082
  %mul.i.i.i102 = mul i32 %scalar, %groupId83
  %localIdX85 = zext i16 %localIdX to i32
  %cmp11.i.i.i.i104 = icmp ult i32 %localIdX85, 65536
  %add.i.i.i105 = add i32 %localIdX85, %mul.i.i.i102
  %add4.i.i.i107 = add i32 %add.i.i.i105, %scalar132
  %cmpDim87 = icmp eq i32 1, 0
  %tmpOffsetR088 = select i1 %cmpDim87, i8 1, i8 5
  %.demoted.zext185 = zext i8 %tmpOffsetR088 to i32
  %offsetR089 = add i32 1, %.demoted.zext185
  %groupId90 = extractelement <8 x i32> %r0, i32 %offsetR089
  %mul.i7.i.i112 = mul i32 %scalar130, %groupId90
  %localIdY92 = zext i16 %localIdY to i32
  %cmp11.i.i8.i.i114 = icmp ult i32 %localIdY92, 65536
  %add.i9.i.i115 = add i32 %localIdY92, %mul.i7.i.i112
  %add4.i11.i.i117 = add i32 %add.i9.i.i115, %scalar133
  %conv.i12.i.i118 = zext i32 %add4.i11.i.i117 to i64
  %cmpDim94 = icmp eq i32 2, 0
  %tmpOffsetR095 = select i1 %cmpDim94, i8 1, i8 5
  %.demoted.zext186 = zext i8 %tmpOffsetR095 to i32
  %offsetR096 = add i32 2, %.demoted.zext186
  %groupId97 = extractelement <8 x i32> %r0, i32 %offsetR096
  %mul.i15.i.i122 = mul i32 %scalar131, %groupId97
  %localIdZ99 = zext i16 %localIdZ to i32
  %cmp11.i.i16.i.i124 = icmp ult i32 %localIdZ99, 65536
  %add.i17.i.i125 = add i32 %localIdZ99, %mul.i15.i.i122
  %add4.i19.i.i127 = add i32 %add.i17.i.i125, %scalar134
  %conv.i20.i.i128 = zext i32 %add4.i19.i.i127 to i64
  %conv.i.i.i108 = zext i32 %add4.i.i.i107 to i64
  %conv20 = trunc i64 %conv.i.i.i108 to i32
  %cmpDim101 = icmp eq i32 0, 0
  %tmpOffsetR0102 = select i1 %cmpDim101, i8 1, i8 5
  %.demoted.zext187 = zext i8 %tmpOffsetR0102 to i32
  %offsetR0103 = add i32 0, %.demoted.zext187
  %groupId104 = extractelement <8 x i32> %r0, i32 %offsetR0103
  %mul.i.i.i132 = mul i32 %scalar, %groupId104
  %localIdX106 = zext i16 %localIdX to i32
  %cmp11.i.i.i.i134 = icmp ult i32 %localIdX106, 65536
  %add.i.i.i135 = add i32 %localIdX106, %mul.i.i.i132
  %add4.i.i.i137 = add i32 %add.i.i.i135, %scalar132
  %conv.i.i.i138 = zext i32 %add4.i.i.i137 to i64
  %cmpDim108 = icmp eq i32 1, 0
  %tmpOffsetR0109 = select i1 %cmpDim108, i8 1, i8 5
  %.demoted.zext188 = zext i8 %tmpOffsetR0109 to i32
  %offsetR0110 = add i32 1, %.demoted.zext188
  %groupId111 = extractelement <8 x i32> %r0, i32 %offsetR0110
  %mul.i7.i.i142 = mul i32 %scalar130, %groupId111
  %localIdY113 = zext i16 %localIdY to i32
  %cmp11.i.i8.i.i144 = icmp ult i32 %localIdY113, 65536
  %add.i9.i.i145 = add i32 %localIdY113, %mul.i7.i.i142
  %add4.i11.i.i147 = add i32 %add.i9.i.i145, %scalar133
  %cmpDim115 = icmp eq i32 2, 0
  %tmpOffsetR0116 = select i1 %cmpDim115, i8 1, i8 5
  %.demoted.zext189 = zext i8 %tmpOffsetR0116 to i32
  %offsetR0117 = add i32 2, %.demoted.zext189
  %groupId118 = extractelement <8 x i32> %r0, i32 %offsetR0117
  %mul.i15.i.i152 = mul i32 %scalar131, %groupId118
  %localIdZ120 = zext i16 %localIdZ to i32
  %cmp11.i.i16.i.i154 = icmp ult i32 %localIdZ120, 65536
  %add.i17.i.i155 = add i32 %localIdZ120, %mul.i15.i.i152
  %add4.i19.i.i157 = add i32 %add.i17.i.i155, %scalar134
  %conv.i20.i.i158 = zext i32 %add4.i19.i.i157 to i64
  %conv.i12.i.i148 = zext i32 %add4.i11.i.i147 to i64
  %conv23 = trunc i64 %conv.i12.i.i148 to i32
  %assembled.vect177 = insertelement <2 x i32> undef, i32 %conv20, i32 0
  %assembled.vect178 = insertelement <2 x i32> %assembled.vect177, i32 %conv23, i32 1
  %60 = mul i32 %1, 176
  %61 = mul i32 %3, 8
  %62 = add i32 %60, %61
  %63 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %62)
  %64 = bitcast i8* %63 to <2 x i32>*
  store <2 x i32> %assembled.vect178, <2 x i32>* %64, align 8
  %65 = load <2 x i32>, <2 x i32>* %64, align 8
  %scalar164 = extractelement <2 x i32> %65, i32 0
  %scalar165 = extractelement <2 x i32> %65, i32 1
  %66 = ptrtoint [9 x %struct.Entry]* %27 to i64
  %67 = add i64 %66, 64
  %68 = inttoptr i64 %67 to %struct.Entry*
  %call25 = call spir_func <2 x i32> @shown(%struct.Entry* byval(%struct.Entry) %68) #6
  %69 = mul i32 %1, 184
  %70 = mul i32 %3, 8
  %71 = add i32 %69, %70
  %72 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %71)
  %73 = bitcast i8* %72 to <2 x i32>*
  store <2 x i32> %call25, <2 x i32>* %73, align 8
  %74 = load <2 x i32>, <2 x i32>* %73, align 8
  %scalar162 = extractelement <2 x i32> %74, i32 0
  %scalar163 = extractelement <2 x i32> %74, i32 1
  %75 = ptrtoint %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %59 to i64
  %76 = trunc i64 %75 to i32
  %77 = call float addrspace(131073)* @llvm.genx.GenISA.GetBufferPtr.p131073f32(i32 1, i32 1)
  %floatColor166 = bitcast i32 %scalar162 to float
  %floatColor167 = bitcast i32 %scalar163 to float
  %floatColor168 = bitcast i32 %scalar162 to float
  %floatColor169 = bitcast i32 %scalar163 to float
  call void @llvm.genx.GenISA.typedwrite.p131073f32(float addrspace(131073)* null, i32 %scalar164, i32 %scalar165, i32 0, i32 0, float %floatColor166, float %floatColor167, float %floatColor168, float %floatColor169)
  br label %if.end

if.end:                                           ; preds = %land.lhs.true.if.end_crit_edge, %for.end.if.end_crit_edge, %if.then
  ret void
}

; Function Attrs: convergent noinline nounwind optnone
define internal spir_func <2 x i32> @shown(%struct.Entry*  byval(%struct.Entry) %entry1) #1 {
entry:
  %0 = ptrtoint %struct.Entry* %entry1 to i64
  %1 = add i64 %0, 0
  %2 = inttoptr i64 %1 to <2 x i32>*
  %3 = load <2 x i32>, <2 x i32>* %2, align 8
  %scalar = extractelement <2 x i32> %3, i32 0
  %scalar1 = extractelement <2 x i32> %3, i32 1
  %4 = ptrtoint %struct.Entry* %entry1 to i64
  %5 = add i64 %4, 8
  %6 = inttoptr i64 %5 to i32*
  %7 = load i32, i32* %6, align 8
  %div = udiv i32 %7, 1024
  %add2 = add i32 %scalar, %div
  %add3 = add i32 %scalar1, %div
  %cmp.not.i.i = icmp ugt i32 %add2, 255
  %cond.i.i = select i1 %cmp.not.i.i, i32 255, i32 %add2
  %cmp.not.i5.i = icmp ugt i32 %add3, 255
  %cond.i6.i = select i1 %cmp.not.i5.i, i32 255, i32 %add3
  %assembled.vect = insertelement <2 x i32> undef, i32 %cond.i.i, i32 0
  %assembled.vect4 = insertelement <2 x i32> %assembled.vect, i32 %cond.i6.i, i32 1
  ret <2 x i32> %assembled.vect4
}

; Function Attrs: convergent noinline nounwind optnone
define internal spir_func void @insert(%struct.Entry*  %entries, i32 %count, <2 x i32> %pixel, i32 %weight) #1 {
entry:
  %0 = call i16 @llvm.genx.GenISA.simdLaneId()
  %1 = call i32 @llvm.genx.GenISA.simdSize()
  %2 = mul i32 %1, 16
  %3 = zext i16 %0 to i32
  %4 = mul i32 %3, 8
  %5 = add i32 %2, %4
  %6 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %5)
  %7 = bitcast i8* %6 to %struct.Entry**
  store %struct.Entry* %entries, %struct.Entry** %7, align 8
  %8 = mul i32 %1, 0
  %9 = mul i32 %3, 4
  %10 = add i32 %8, %9
  %11 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %10)
  %12 = bitcast i8* %11 to i32*
  store i32 %count, i32* %12, align 4
  %13 = mul i32 %1, 24
  %14 = mul i32 %3, 8
  %15 = add i32 %13, %14
  %16 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %15)
  %17 = bitcast i8* %16 to <2 x i32>*
  store <2 x i32> %pixel, <2 x i32>* %17, align 8
  %18 = mul i32 %1, 4
  %19 = mul i32 %3, 4
  %20 = add i32 %18, %19
  %21 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %20)
  %22 = bitcast i8* %21 to i32*
  store i32 %weight, i32* %22, align 4
  %23 = load <2 x i32>, <2 x i32>* %17, align 8
  %24 = mul i32 %1, 32
  %25 = mul i32 %3, 16
  %26 = add i32 %24, %25
  %27 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %26)
  %28 = bitcast i8* %27 to %struct.Entry*
  %29 = ptrtoint %struct.Entry* %28 to i64
  %30 = add i64 %29, 0
  %31 = inttoptr i64 %30 to <2 x i32>*
  store <2 x i32> %23, <2 x i32>* %31, align 8
  %32 = load <2 x i32>, <2 x i32>* %17, align 8
  %33 = load i32, i32* %22, align 4
  %call = call spir_func i32 @weigh(<2 x i32> %32, i32 %33) #6
  %34 = ptrtoint %struct.Entry* %28 to i64
  %35 = add i64 %34, 8
  %36 = inttoptr i64 %35 to i32*
  store i32 %call, i32* %36, align 8
  %37 = load i32, i32* %12, align 4
  %38 = mul i32 %1, 8
  %39 = mul i32 %3, 4
  %40 = add i32 %38, %39
  %41 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %40)
  %42 = bitcast i8* %41 to i32*
  store i32 %37, i32* %42, align 4
  br label %while.cond

while.cond:                                       ; preds = %while.body, %entry
  %43 = load i32, i32* %42, align 4
  %cmp = icmp sgt i32 %43, 0
  br i1 %cmp, label %land.rhs, label %while.cond.land.end_crit_edge

while.cond.land.end_crit_edge:                    ; preds = %while.cond
  br label %land.end

land.rhs:                                         ; preds = %while.cond
  %44 = load %struct.Entry*, %struct.Entry** %7, align 8
  %45 = load i32, i32* %42, align 4
  %sub = sub nsw i32 %45, 1
  %46 = ptrtoint %struct.Entry* %44 to i64
  %idxprom = sext i32 %sub to i64
  %47 = shl i64 %idxprom, 4
  %48 = add i64 %46, %47
  %49 = inttoptr i64 %48 to %struct.Entry*
  %50 = add i64 %48, 8
  %51 = inttoptr i64 %50 to i32*
  %52 = load i32, i32* %51, align 8
  %53 = ptrtoint %struct.Entry* %28 to i64
  %54 = add i64 %53, 8
  %55 = inttoptr i64 %54 to i32*
  %56 = load i32, i32* %55, align 8
  %cmp4 = icmp ugt i32 %52, %56
  %i1promo = zext i1 %cmp4 to i8
  br label %land.end

land.end:                                         ; preds = %while.cond.land.end_crit_edge, %land.rhs
  %57 = phi i8 [ 0, %while.cond.land.end_crit_edge ], [ %i1promo, %land.rhs ]
  %i1trunc = trunc i8 %57 to i1
  br i1 %i1trunc, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %58 = load %struct.Entry*, %struct.Entry** %7, align 8
  %59 = load i32, i32* %42, align 4
  %60 = ptrtoint %struct.Entry* %58 to i64
  %idxprom5 = sext i32 %59 to i64
  %61 = shl i64 %idxprom5, 4
  %62 = add i64 %60, %61
  %63 = inttoptr i64 %62 to %struct.Entry*
  %64 = load %struct.Entry*, %struct.Entry** %7, align 8
  %65 = load i32, i32* %42, align 4
  %sub7 = sub nsw i32 %65, 1
  %66 = ptrtoint %struct.Entry* %64 to i64
  %idxprom8 = sext i32 %sub7 to i64
  %67 = shl i64 %idxprom8, 4
  %68 = add i64 %66, %67
  %69 = inttoptr i64 %68 to %struct.Entry*
  %70 = bitcast %struct.Entry* %63 to i8*
  %71 = bitcast %struct.Entry* %69 to i8*
  %memcpy_src = bitcast %struct.Entry* %69 to i8*
  %memcpy_dst = bitcast %struct.Entry* %63 to i8*
  %memcpy_rem = bitcast %struct.Entry* %69 to <4 x i32>*
  %memcpy_rem1 = bitcast %struct.Entry* %63 to <4 x i32>*
  %72 = load <4 x i32>, <4 x i32>* %memcpy_rem, align 8
  %73 = extractelement <4 x i32> %72, i32 0
  %74 = extractelement <4 x i32> %72, i32 1
  %75 = extractelement <4 x i32> %72, i32 2
  %76 = extractelement <4 x i32> %72, i32 3
  %77 = bitcast <4 x i32>* %memcpy_rem1 to i32*
  %78 = ptrtoint i32* %77 to i64
  %79 = inttoptr i64 %78 to i32*
  store i32 %73, i32* %79, align 1
  %80 = bitcast <4 x i32>* %memcpy_rem1 to i32*
  %81 = ptrtoint i32* %80 to i64
  %82 = add i64 %81, 4
  %83 = inttoptr i64 %82 to i32*
  store i32 %74, i32* %83, align 1
  %84 = bitcast <4 x i32>* %memcpy_rem1 to i32*
  %85 = ptrtoint i32* %84 to i64
  %86 = add i64 %85, 8
  %87 = inttoptr i64 %86 to i32*
  store i32 %75, i32* %87, align 1
  %88 = bitcast <4 x i32>* %memcpy_rem1 to i32*
  %89 = ptrtoint i32* %88 to i64
  %90 = add i64 %89, 12
  %91 = inttoptr i64 %90 to i32*
  store i32 %76, i32* %91, align 1
  %92 = load i32, i32* %42, align 4
  %dec = add nsw i32 %92, -1
  store i32 %dec, i32* %42, align 4
  br label %while.cond

while.end:                                        ; preds = %land.end
  %93 = load %struct.Entry*, %struct.Entry** %7, align 8
  %94 = load i32, i32* %42, align 4
  %95 = ptrtoint %struct.Entry* %93 to i64
  %idxprom10 = sext i32 %94 to i64
  %96 = shl i64 %idxprom10, 4
  %97 = add i64 %95, %96
  %98 = inttoptr i64 %97 to %struct.Entry*
  %99 = bitcast %struct.Entry* %98 to i8*
  %100 = bitcast %struct.Entry* %28 to i8*
  %memcpy_src2 = bitcast %struct.Entry* %28 to i8*
  %memcpy_dst3 = bitcast %struct.Entry* %98 to i8*
  %memcpy_rem4 = bitcast %struct.Entry* %28 to <4 x i32>*
  %memcpy_rem5 = bitcast %struct.Entry* %98 to <4 x i32>*
  %101 = load <4 x i32>, <4 x i32>* %memcpy_rem4, align 8
  %102 = extractelement <4 x i32> %101, i32 0
  %103 = extractelement <4 x i32> %101, i32 1
  %104 = extractelement <4 x i32> %101, i32 2
  %105 = extractelement <4 x i32> %101, i32 3
  %106 = bitcast <4 x i32>* %memcpy_rem5 to i32*
  %107 = ptrtoint i32* %106 to i64
  %108 = inttoptr i64 %107 to i32*
  store i32 %102, i32* %108, align 1
  %109 = bitcast <4 x i32>* %memcpy_rem5 to i32*
  %110 = ptrtoint i32* %109 to i64
  %111 = add i64 %110, 4
  %112 = inttoptr i64 %111 to i32*
  store i32 %103, i32* %112, align 1
  %113 = bitcast <4 x i32>* %memcpy_rem5 to i32*
  %114 = ptrtoint i32* %113 to i64
  %115 = add i64 %114, 8
  %116 = inttoptr i64 %115 to i32*
  store i32 %104, i32* %116, align 1
  %117 = bitcast <4 x i32>* %memcpy_rem5 to i32*
  %118 = ptrtoint i32* %117 to i64
  %119 = add i64 %118, 12
  %120 = inttoptr i64 %119 to i32*
  store i32 %105, i32* %120, align 1
  ret void
}

; Function Attrs: convergent noinline nounwind optnone
define internal spir_func i32 @weigh(<2 x i32> %pixel, i32 %weight) #1 {
entry:
  %0 = call i16 @llvm.genx.GenISA.simdLaneId()
  %1 = call i32 @llvm.genx.GenISA.simdSize()
  %2 = mul i32 %1, 16
  %3 = zext i16 %0 to i32
  %4 = mul i32 %3, 8
  %5 = add i32 %2, %4
  %6 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %5)
  %7 = bitcast i8* %6 to <2 x i32>*
  store <2 x i32> %pixel, <2 x i32>* %7, align 8
  %8 = mul i32 %1, 0
  %9 = mul i32 %3, 4
  %10 = add i32 %8, %9
  %11 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %10)
  %12 = bitcast i8* %11 to i32*
  store i32 %weight, i32* %12, align 4
  %13 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar = extractelement <2 x i32> %13, i32 0
  %scalar1 = extractelement <2 x i32> %13, i32 1
  %14 = load i32, i32* %12, align 4
  %mul = mul i32 %scalar, %14
  %15 = mul i32 %1, 4
  %16 = mul i32 %3, 8
  %17 = add i32 %15, %16
  %18 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %17)
  %19 = bitcast i8* %18 to [2 x i32]*
  %20 = ptrtoint [2 x i32]* %19 to i64
  %21 = add i64 %20, 0
  %22 = inttoptr i64 %21 to i32*
  store i32 %mul, i32* %22, align 4
  %23 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar2 = extractelement <2 x i32> %23, i32 0
  %scalar3 = extractelement <2 x i32> %23, i32 1
  %24 = load i32, i32* %12, align 4
  %sub = sub i32 256, %24
  %mul1 = mul i32 %scalar3, %sub
  %25 = ptrtoint [2 x i32]* %19 to i64
  %26 = add i64 %25, 4
  %27 = inttoptr i64 %26 to i32*
  store i32 %mul1, i32* %27, align 4
  %28 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar4 = extractelement <2 x i32> %28, i32 0
  %scalar5 = extractelement <2 x i32> %28, i32 1
  %and = and i32 %scalar4, 1
  %idxprom = zext i32 %and to i64
  %29 = ptrtoint [2 x i32]* %19 to i64
  %30 = shl i32 %and, 2
  %31 = add i32 0, %30
  %32 = zext i32 %31 to i64
  %33 = add i64 %29, %32
  %34 = inttoptr i64 %33 to i32*
  %35 = load i32, i32* %34, align 4
  %36 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar6 = extractelement <2 x i32> %36, i32 0
  %scalar7 = extractelement <2 x i32> %36, i32 1
  %neg = xor i32 %scalar6, -1
  %and4 = and i32 %neg, 1
  %idxprom5 = zext i32 %and4 to i64
  %37 = ptrtoint [2 x i32]* %19 to i64
  %38 = shl i32 %and4, 2
  %39 = add i32 0, %38
  %40 = zext i32 %39 to i64
  %41 = add i64 %37, %40
  %42 = inttoptr i64 %41 to i32*
  %43 = load i32, i32* %42, align 4
  %add = add i32 %35, %43
  ret i32 %add
}

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare void @llvm.assume(i1 noundef) #2

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
declare float addrspace(196608)* @llvm.genx.GenISA.GetBufferPtr.p196608f32(i32, i32) #3

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
declare <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32) #3

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
declare <4 x i32> @llvm.genx.GenISA.ldptr.v4i32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32) #4

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
declare float addrspace(131073)* @llvm.genx.GenISA.GetBufferPtr.p131073f32(i32, i32) #3

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
declare void @llvm.genx.GenISA.typedwrite.p131073f32(float addrspace(131073)*, i32, i32, i32, i32, float, float, float, float) #5

; Function Desc: 
; Output: result
; Arg 0: none
; Function Attrs: nounwind readnone
declare i16 @llvm.genx.GenISA.simdLaneId() #3

; Function Desc: 
; Output: result
; Arg 0: none
; Function Attrs: nounwind readnone
declare i32 @llvm.genx.GenISA.simdSize() #3

; Function Desc: 
; Output: result
; Arg 0: offset
; Function Attrs: nounwind readnone
declare i8* @llvm.genx.GenISA.StackAlloca(i32) #3

attributes #0 = { convergent noinline nounwind optnone "less-precise-fpmad"="true" }
attributes #1 = { convergent noinline nounwind optnone "less-precise-fpmad"="true" "visaStackCall" }
attributes #2 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #3 = { nounwind readnone }
attributes #4 = { argmemonly nounwind readonly }
attributes #5 = { argmemonly nounwind writeonly }
attributes #6 = { nounwind }

!IGCMetadata = !{!0}
!igc.functions = !{!356, !359, !360, !361}
!opencl.ocl.version = !{!380, !380, !380, !380, !380}
!opencl.spir.version = !{!380, !380, !380, !380, !380}
!llvm.ident = !{!381, !381, !381, !381, !381}
!llvm.module.flags = !{!382}
!printf.strings = !{}

!0 = !{!"ModuleMD", !1, !2, !61, !222, !252, !268, !285, !295, !297, !298, !309, !310, !311, !312, !316, !317, !318, !319, !320, !321, !322, !323, !324, !325, !326, !327, !329, !333, !334, !335, !336, !337, !338, !339, !110, !340, !349, !351, !354, !355}
!1 = !{!"isPrecise", i1 false}
!2 = !{!"compOpt", !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60}
!3 = !{!"DenormsAreZero", i1 false}
!4 = !{!"CorrectlyRoundedDivSqrt", i1 false}
!5 = !{!"OptDisable", i1 true}
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
!18 = !{!"UseScratchSpacePrivateMemory", i1 false}
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
!61 = !{!"FuncMD", !62, !63, !129, !130, !152, !153, !161, !162}
!62 = !{!"FuncMDMap[0]", i32 (<2 x i32>, i32)* @weigh}
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
!110 = !{!"privateMemoryPerWI", i32 24}
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
!127 = !{!"m_OpenCLArgNamesVec[0]", !"pixel"}
!128 = !{!"m_OpenCLArgNamesVec[1]", !"weight"}
!129 = !{!"FuncMDMap[1]", void (%struct.Entry*, i32, <2 x i32>, i32)* @insert}
!130 = !{!"FuncMDValue[1]", !64, !65, !69, !70, !71, !131, !102, !103, !104, !105, !106, !107, !108, !109, !139, !111, !112, !113, !114, !115, !116, !117, !140, !121, !143, !125, !147}
!131 = !{!"resAllocMD", !132, !93, !94, !133, !101}
!132 = !{!"uavsNumType", i32 1}
!133 = !{!"argAllocMDList", !134, !100, !137, !138}
!134 = !{!"argAllocMDListVec[0]", !135, !98, !136}
!135 = !{!"type", i32 1}
!136 = !{!"indexType", i32 0}
!137 = !{!"argAllocMDListVec[2]", !97, !98, !99}
!138 = !{!"argAllocMDListVec[3]", !97, !98, !99}
!139 = !{!"privateMemoryPerWI", i32 48}
!140 = !{!"m_OpenCLArgAccessQualifiers", !119, !120, !141, !142}
!141 = !{!"m_OpenCLArgAccessQualifiersVec[2]", !"none"}
!142 = !{!"m_OpenCLArgAccessQualifiersVec[3]", !"none"}
!143 = !{!"m_OpenCLArgBaseTypes", !144, !124, !145, !146}
!144 = !{!"m_OpenCLArgBaseTypesVec[0]", !"%struct.Entry*"}
!145 = !{!"m_OpenCLArgBaseTypesVec[2]", !"<2 x i32>"}
!146 = !{!"m_OpenCLArgBaseTypesVec[3]", !"i32"}
!147 = !{!"m_OpenCLArgNames", !148, !149, !150, !151}
!148 = !{!"m_OpenCLArgNamesVec[0]", !"entries"}
!149 = !{!"m_OpenCLArgNamesVec[1]", !"count"}
!150 = !{!"m_OpenCLArgNamesVec[2]", !"pixel"}
!151 = !{!"m_OpenCLArgNamesVec[3]", !"weight"}
!152 = !{!"FuncMDMap[2]", <2 x i32> (%struct.Entry*)* @shown}
!153 = !{!"FuncMDValue[2]", !64, !65, !69, !70, !71, !154, !102, !103, !104, !105, !106, !107, !108, !109, !156, !111, !112, !113, !114, !115, !116, !117, !157, !121, !158, !125, !159}
!154 = !{!"resAllocMD", !92, !93, !94, !155, !101}
!155 = !{!"argAllocMDList", !96}
!156 = !{!"privateMemoryPerWI", i32 0}
!157 = !{!"m_OpenCLArgAccessQualifiers", !119}
!158 = !{!"m_OpenCLArgBaseTypes", !144}
!159 = !{!"m_OpenCLArgNames", !160}
!160 = !{!"m_OpenCLArgNamesVec[0]", !"entry1"}
!161 = !{!"FuncMDMap[3]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i8*, i32, i32)* @median}
!162 = !{!"FuncMDValue[3]", !64, !65, !69, !163, !71, !164, !102, !103, !104, !105, !106, !107, !108, !109, !198, !111, !112, !113, !114, !115, !116, !199, !203, !206, !210, !214, !218}
!163 = !{!"functionType", !"KernelFunction"}
!164 = !{!"resAllocMD", !165, !166, !94, !167, !181}
!165 = !{!"uavsNumType", i32 2}
!166 = !{!"srvsNumType", i32 1}
!167 = !{!"argAllocMDList", !168, !171, !137, !138, !173, !174, !175, !176, !177, !178, !179, !180}
!168 = !{!"argAllocMDListVec[0]", !169, !170, !136}
!169 = !{!"type", i32 2}
!170 = !{!"extensionType", i32 0}
!171 = !{!"argAllocMDListVec[1]", !135, !170, !172}
!172 = !{!"indexType", i32 1}
!173 = !{!"argAllocMDListVec[4]", !97, !98, !99}
!174 = !{!"argAllocMDListVec[5]", !97, !98, !99}
!175 = !{!"argAllocMDListVec[6]", !97, !98, !99}
!176 = !{!"argAllocMDListVec[7]", !97, !98, !99}
!177 = !{!"argAllocMDListVec[8]", !97, !98, !99}
!178 = !{!"argAllocMDListVec[9]", !135, !98, !136}
!179 = !{!"argAllocMDListVec[10]", !97, !98, !99}
!180 = !{!"argAllocMDListVec[11]", !97, !98, !99}
!181 = !{!"inlineSamplersMD", !182}
!182 = !{!"inlineSamplersMDVec[0]", !183, !184, !185, !186, !187, !188, !189, !190, !191, !192, !193, !194, !195, !196, !197}
!183 = !{!"m_Value", i32 18}
!184 = !{!"addressMode", i32 2}
!185 = !{!"index", i32 0}
!186 = !{!"TCXAddressMode", i32 2}
!187 = !{!"TCYAddressMode", i32 2}
!188 = !{!"TCZAddressMode", i32 2}
!189 = !{!"MagFilterType", i32 0}
!190 = !{!"MinFilterType", i32 0}
!191 = !{!"MipFilterType", i32 0}
!192 = !{!"CompareFunc", i32 0}
!193 = !{!"NormalizedCoords", i32 0}
!194 = !{!"BorderColorR", float 0.000000e+00}
!195 = !{!"BorderColorG", float 0.000000e+00}
!196 = !{!"BorderColorB", float 0.000000e+00}
!197 = !{!"BorderColorA", float 0.000000e+00}
!198 = !{!"privateMemoryPerWI", i32 208}
!199 = !{!"m_OpenCLArgAddressSpaces", !200, !201, !202}
!200 = !{!"m_OpenCLArgAddressSpacesVec[0]", i32 1}
!201 = !{!"m_OpenCLArgAddressSpacesVec[1]", i32 1}
!202 = !{!"m_OpenCLArgAddressSpacesVec[2]", i32 0}
!203 = !{!"m_OpenCLArgAccessQualifiers", !204, !205, !141}
!204 = !{!"m_OpenCLArgAccessQualifiersVec[0]", !"read_only"}
!205 = !{!"m_OpenCLArgAccessQualifiersVec[1]", !"write_only"}
!206 = !{!"m_OpenCLArgTypes", !207, !208, !209}
!207 = !{!"m_OpenCLArgTypesVec[0]", !"image2d_t"}
!208 = !{!"m_OpenCLArgTypesVec[1]", !"image2d_t"}
!209 = !{!"m_OpenCLArgTypesVec[2]", !"uint"}
!210 = !{!"m_OpenCLArgBaseTypes", !211, !212, !213}
!211 = !{!"m_OpenCLArgBaseTypesVec[0]", !"image2d_t"}
!212 = !{!"m_OpenCLArgBaseTypesVec[1]", !"image2d_t"}
!213 = !{!"m_OpenCLArgBaseTypesVec[2]", !"int"}
!214 = !{!"m_OpenCLArgTypeQualifiers", !215, !216, !217}
!215 = !{!"m_OpenCLArgTypeQualifiersVec[0]", !""}
!216 = !{!"m_OpenCLArgTypeQualifiersVec[1]", !""}
!217 = !{!"m_OpenCLArgTypeQualifiersVec[2]", !""}
!218 = !{!"m_OpenCLArgNames", !219, !220, !221}
!219 = !{!"m_OpenCLArgNamesVec[0]", !"source"}
!220 = !{!"m_OpenCLArgNamesVec[1]", !"result"}
!221 = !{!"m_OpenCLArgNamesVec[2]", !"weight"}
!222 = !{!"pushInfo", !223, !224, !225, !228, !229, !230, !231, !232, !233, !234, !235, !248, !249, !250, !251}
!223 = !{!"pushableAddresses"}
!224 = !{!"bindlessPushInfo"}
!225 = !{!"dynamicBufferInfo", !226, !227}
!226 = !{!"firstIndex", i32 0}
!227 = !{!"numOffsets", i32 0}
!228 = !{!"MaxNumberOfPushedBuffers", i32 0}
!229 = !{!"inlineConstantBufferSlot", i32 -1}
!230 = !{!"inlineConstantBufferOffset", i32 -1}
!231 = !{!"inlineConstantBufferGRFOffset", i32 -1}
!232 = !{!"constants"}
!233 = !{!"inputs"}
!234 = !{!"constantReg"}
!235 = !{!"simplePushInfoArr", !236, !245, !246, !247}
!236 = !{!"simplePushInfoArrVec[0]", !237, !238, !239, !240, !241, !242, !243, !244}
!237 = !{!"cbIdx", i32 0}
!238 = !{!"pushableAddressGrfOffset", i32 -1}
!239 = !{!"pushableOffsetGrfOffset", i32 -1}
!240 = !{!"offset", i32 0}
!241 = !{!"size", i32 0}
!242 = !{!"isStateless", i1 false}
!243 = !{!"isBindless", i1 false}
!244 = !{!"simplePushLoads"}
!245 = !{!"simplePushInfoArrVec[1]", !237, !238, !239, !240, !241, !242, !243, !244}
!246 = !{!"simplePushInfoArrVec[2]", !237, !238, !239, !240, !241, !242, !243, !244}
!247 = !{!"simplePushInfoArrVec[3]", !237, !238, !239, !240, !241, !242, !243, !244}
!248 = !{!"simplePushBufferUsed", i32 0}
!249 = !{!"pushAnalysisWIInfos"}
!250 = !{!"inlineRTGlobalPtrOffset", i32 0}
!251 = !{!"rtSyncSurfPtrOffset", i32 0}
!252 = !{!"psInfo", !253, !254, !255, !256, !257, !258, !259, !260, !261, !262, !263, !264, !265, !266, !267}
!253 = !{!"BlendStateDisabledMask", i8 0}
!254 = !{!"SkipSrc0Alpha", i1 false}
!255 = !{!"DualSourceBlendingDisabled", i1 false}
!256 = !{!"ForceEnableSimd32", i1 false}
!257 = !{!"outputDepth", i1 false}
!258 = !{!"outputStencil", i1 false}
!259 = !{!"outputMask", i1 false}
!260 = !{!"blendToFillEnabled", i1 false}
!261 = !{!"forceEarlyZ", i1 false}
!262 = !{!"hasVersionedLoop", i1 false}
!263 = !{!"forceSingleSourceRTWAfterDualSourceRTW", i1 false}
!264 = !{!"NumSamples", i8 0}
!265 = !{!"blendOptimizationMode"}
!266 = !{!"colorOutputMask"}
!267 = !{!"WaDisableVRS", i1 false}
!268 = !{!"csInfo", !269, !270, !271, !272, !273, !11, !12, !274, !275, !276, !277, !278, !279, !280, !281, !282, !283, !40, !284}
!269 = !{!"maxWorkGroupSize", i32 0}
!270 = !{!"waveSize", i32 0}
!271 = !{!"ComputeShaderSecondCompile"}
!272 = !{!"forcedSIMDSize", i8 0}
!273 = !{!"forceTotalGRFNum", i32 0}
!274 = !{!"allowLowerSimd", i1 false}
!275 = !{!"forcedVISAPreRAScheduler", i1 false}
!276 = !{!"disableLocalIdOrderOptimizations", i1 false}
!277 = !{!"disableDispatchAlongY", i1 false}
!278 = !{!"neededThreadIdLayout", i1* null}
!279 = !{!"forceTileYWalk", i1 false}
!280 = !{!"tileTGWidth_X", i32 0}
!281 = !{!"tileTGWidth_Y", i32 0}
!282 = !{!"maxTileTGDispatch_X", i32 0}
!283 = !{!"maxTileTGDispatch_Y", i32 0}
!284 = !{!"ResForHfPacking"}
!285 = !{!"msInfo", !286, !287, !288, !289, !290, !291, !292, !293, !294}
!286 = !{!"PrimitiveTopology", i32 3}
!287 = !{!"MaxNumOfPrimitives", i32 0}
!288 = !{!"MaxNumOfVertices", i32 0}
!289 = !{!"MaxNumOfPerPrimitiveOutputs", i32 0}
!290 = !{!"MaxNumOfPerVertexOutputs", i32 0}
!291 = !{!"WorkGroupSize", i32 0}
!292 = !{!"WorkGroupMemorySizeInBytes", i32 0}
!293 = !{!"IndexFormat", i32 6}
!294 = !{!"SubgroupSize", i32 0}
!295 = !{!"taskInfo", !296, !291, !292, !294}
!296 = !{!"MaxNumOfOutputs", i32 0}
!297 = !{!"NBarrierCnt", i32 0}
!298 = !{!"rtInfo", !299, !300, !301, !302, !303, !304, !305, !306, !307, !308}
!299 = !{!"RayQueryAllocSizeInBytes", i32 0}
!300 = !{!"NumContinuations", i32 0}
!301 = !{!"RTAsyncStackAddrspace", i32 -1}
!302 = !{!"RTAsyncStackSurfaceStateOffset", i1* null}
!303 = !{!"SWHotZoneAddrspace", i32 -1}
!304 = !{!"SWHotZoneSurfaceStateOffset", i1* null}
!305 = !{!"SWStackAddrspace", i32 -1}
!306 = !{!"SWStackSurfaceStateOffset", i1* null}
!307 = !{!"RTSyncStackAddrspace", i32 -1}
!308 = !{!"RTSyncStackSurfaceStateOffset", i1* null}
!309 = !{!"CurUniqueIndirectIdx", i32 0}
!310 = !{!"inlineDynTextures"}
!311 = !{!"inlineResInfoData"}
!312 = !{!"immConstant", !313, !314, !315}
!313 = !{!"data"}
!314 = !{!"sizes"}
!315 = !{!"zeroIdxs"}
!316 = !{!"inlineConstantBuffers"}
!317 = !{!"inlineGlobalBuffers"}
!318 = !{!"GlobalPointerProgramBinaryInfos"}
!319 = !{!"ConstantPointerProgramBinaryInfos"}
!320 = !{!"GlobalBufferAddressRelocInfo"}
!321 = !{!"ConstantBufferAddressRelocInfo"}
!322 = !{!"forceLscCacheList"}
!323 = !{!"SrvMap"}
!324 = !{!"RasterizerOrderedByteAddressBuffer"}
!325 = !{!"MinNOSPushConstantSize", i32 0}
!326 = !{!"inlineProgramScopeOffsets"}
!327 = !{!"shaderData", !328}
!328 = !{!"numReplicas", i32 0}
!329 = !{!"URBInfo", !330, !331, !332}
!330 = !{!"has64BVertexHeaderInput", i1 false}
!331 = !{!"has64BVertexHeaderOutput", i1 false}
!332 = !{!"hasVertexHeader", i1 true}
!333 = !{!"UseBindlessImage", i1 false}
!334 = !{!"enableRangeReduce", i1 false}
!335 = !{!"allowMatchMadOptimizationforVS", i1 false}
!336 = !{!"disableMemOptforNegativeOffsetLoads", i1 false}
!337 = !{!"enableThreeWayLoadSpiltOpt", i1 false}
!338 = !{!"statefulResourcesNotAliased", i1 false}
!339 = !{!"disableMixMode", i1 false}
!340 = !{!"PrivateMemoryPerFG", !341, !342, !343, !344, !345, !346, !347, !348}
!341 = !{!"PrivateMemoryPerFGMap[0]", <2 x i32> (%struct.Entry*)* @shown}
!342 = !{!"PrivateMemoryPerFGValue[0]", i32 0}
!343 = !{!"PrivateMemoryPerFGMap[1]", void (%struct.Entry*, i32, <2 x i32>, i32)* @insert}
!344 = !{!"PrivateMemoryPerFGValue[1]", i32 0}
!345 = !{!"PrivateMemoryPerFGMap[2]", i32 (<2 x i32>, i32)* @weigh}
!346 = !{!"PrivateMemoryPerFGValue[2]", i32 0}
!347 = !{!"PrivateMemoryPerFGMap[3]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i8*, i32, i32)* @median}
!348 = !{!"PrivateMemoryPerFGValue[3]", i32 440}
!349 = !{!"capabilities", !350}
!350 = !{!"globalVariableDecorationsINTEL", i1 false}
!351 = !{!"m_ShaderResourceViewMcsMask", !352, !353}
!352 = !{!"m_ShaderResourceViewMcsMaskVec[0]", i64 0}
!353 = !{!"m_ShaderResourceViewMcsMaskVec[1]", i64 0}
!354 = !{!"computedDepthMode", i32 0}
!355 = !{!"isHDCFastClearShader", i1 false}
!356 = !{i32 (<2 x i32>, i32)* @weigh, !357}
!357 = !{!358}
!358 = !{!"function_type", i32 2}
!359 = !{void (%struct.Entry*, i32, <2 x i32>, i32)* @insert, !357}
!360 = !{<2 x i32> (%struct.Entry*)* @shown, !357}
!361 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i8*, i32, i32)* @median, !362}
!362 = !{!363, !364, !369}
!363 = !{!"function_type", i32 0}
!364 = !{!"arg_desc", !365}
!365 = !{null, !366, !367, !368}
!366 = !{!"explicit_arg_num", i32 0}
!367 = !{!"img_access_float_coords", i1 false}
!368 = !{!"img_access_int_coords", i1 true}
!369 = !{!"implicit_arg_desc", !370, !371, !372, !373, !374, !375, !376, !377, !379}
!370 = !{i32 0}
!371 = !{i32 1}
!372 = !{i32 6}
!373 = !{i32 7}
!374 = !{i32 8}
!375 = !{i32 9}
!376 = !{i32 12}
!377 = !{i32 20, !378}
!378 = !{!"explicit_arg_num", i32 1}
!379 = !{i32 21, !378}
!380 = !{i32 2, i32 0}
!381 = !{!"Debian clang version 14.0.6"}
!382 = !{i32 1, !"wchar_size", i32 4}
