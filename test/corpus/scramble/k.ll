; ------------------------------------------------
; OCL_asm9b56d3c2487fb9c6_codegen.ll
; ------------------------------------------------
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "spir64-unknown-unknown"

%spirv.Image._void_1_0_0_0_0_0_0 = type opaque
%spirv.Image._void_1_0_0_0_0_0_1 = type opaque
%spirv.Sampler = type opaque

; Function Attrs: convergent noinline nounwind optnone
define spir_kernel void @scramble(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %source, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %result, i32 %key, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i8* %privateBase, i32 %imageHeigt, i32 %imageWidth) #0 {
entry:
  %0 = call i16 @llvm.genx.GenISA.simdLaneId()
  %1 = call i32 @llvm.genx.GenISA.simdSize()
  %scalar48 = extractelement <8 x i32> %payloadHeader, i32 0
  %scalar49 = extractelement <8 x i32> %payloadHeader, i32 1
  %scalar50 = extractelement <8 x i32> %payloadHeader, i32 2
  %scalar51 = extractelement <8 x i32> %payloadHeader, i32 3
  %scalar52 = extractelement <8 x i32> %payloadHeader, i32 4
  %scalar53 = extractelement <8 x i32> %payloadHeader, i32 5
  %scalar54 = extractelement <8 x i32> %payloadHeader, i32 6
  %scalar55 = extractelement <8 x i32> %payloadHeader, i32 7
  %scalar = extractelement <3 x i32> %enqueuedLocalSize, i32 0
  %scalar46 = extractelement <3 x i32> %enqueuedLocalSize, i32 1
  %scalar47 = extractelement <3 x i32> %enqueuedLocalSize, i32 2
  %2 = mul i32 %1, 8
  %3 = zext i16 %0 to i32
  %4 = mul i32 %3, 8
  %5 = add i32 %2, %4
  %6 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %5)
  %7 = bitcast i8* %6 to %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)**
  %8 = bitcast %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)** %7 to i64*
  %9 = call { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p1spirv.Image._void_1_0_0_0_0_0_0(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %source)
  %10 = extractvalue { i32, i32 } %9, 0
  %11 = extractvalue { i32, i32 } %9, 1
  %12 = insertelement <2 x i32> undef, i32 %10, i32 0
  %13 = insertelement <2 x i32> %12, i32 %11, i32 1
  %14 = bitcast i64* %8 to <2 x i32>*
  store <2 x i32> %13, <2 x i32>* %14, align 8
  %15 = mul i32 %1, 16
  %16 = mul i32 %3, 8
  %17 = add i32 %15, %16
  %18 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %17)
  %19 = bitcast i8* %18 to %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)**
  %20 = bitcast %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)** %19 to i64*
  %21 = call { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p1spirv.Image._void_1_0_0_0_0_0_1(%spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %result)
  %22 = extractvalue { i32, i32 } %21, 0
  %23 = extractvalue { i32, i32 } %21, 1
  %24 = insertelement <2 x i32> undef, i32 %22, i32 0
  %25 = insertelement <2 x i32> %24, i32 %23, i32 1
  %26 = bitcast i64* %20 to <2 x i32>*
  store <2 x i32> %25, <2 x i32>* %26, align 8
  %27 = mul i32 %1, 0
  %28 = mul i32 %3, 4
  %29 = add i32 %27, %28
  %30 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %29)
  %31 = bitcast i8* %30 to i32*
  store i32 %key, i32* %31, align 4
  %cmpDim = icmp eq i32 0, 0
  %tmpOffsetR0 = select i1 %cmpDim, i8 1, i8 5
  %.demoted.zext = zext i8 %tmpOffsetR0 to i32
  %offsetR0 = add i32 0, %.demoted.zext
  %groupId = extractelement <8 x i32> %r0, i32 %offsetR0
  %mul.i.i.i = mul i32 %scalar, %groupId
  %localIdX2 = zext i16 %localIdX to i32
  %cmp11.i.i.i.i = icmp ult i32 %localIdX2, 65536
  %add.i.i.i = add i32 %localIdX2, %mul.i.i.i
  %add4.i.i.i = add i32 %add.i.i.i, %scalar48
  %cmpDim3 = icmp eq i32 1, 0
  %tmpOffsetR04 = select i1 %cmpDim3, i8 1, i8 5
  %.demoted.zext127 = zext i8 %tmpOffsetR04 to i32
  %offsetR05 = add i32 1, %.demoted.zext127
  %groupId6 = extractelement <8 x i32> %r0, i32 %offsetR05
  %mul.i7.i.i = mul i32 %scalar46, %groupId6
  %localIdY8 = zext i16 %localIdY to i32
  %cmp11.i.i8.i.i = icmp ult i32 %localIdY8, 65536
  %add.i9.i.i = add i32 %localIdY8, %mul.i7.i.i
  %add4.i11.i.i = add i32 %add.i9.i.i, %scalar49
  %cmpDim10 = icmp eq i32 2, 0
  %tmpOffsetR011 = select i1 %cmpDim10, i8 1, i8 5
  %.demoted.zext128 = zext i8 %tmpOffsetR011 to i32
  %offsetR012 = add i32 2, %.demoted.zext128
  %groupId13 = extractelement <8 x i32> %r0, i32 %offsetR012
  %mul.i15.i.i = mul i32 %scalar47, %groupId13
  %localIdZ15 = zext i16 %localIdZ to i32
  %cmp11.i.i16.i.i = icmp ult i32 %localIdZ15, 65536
  %add.i17.i.i = add i32 %localIdZ15, %mul.i15.i.i
  %add4.i19.i.i = add i32 %add.i17.i.i, %scalar50
  %cmpDim17 = icmp eq i32 0, 0
  %tmpOffsetR018 = select i1 %cmpDim17, i8 1, i8 5
  %.demoted.zext129 = zext i8 %tmpOffsetR018 to i32
  %offsetR019 = add i32 0, %.demoted.zext129
  %groupId20 = extractelement <8 x i32> %r0, i32 %offsetR019
  %mul.i.i.i3 = mul i32 %scalar, %groupId20
  %localIdX22 = zext i16 %localIdX to i32
  %cmp11.i.i.i.i5 = icmp ult i32 %localIdX22, 65536
  %add.i.i.i6 = add i32 %localIdX22, %mul.i.i.i3
  %add4.i.i.i8 = add i32 %add.i.i.i6, %scalar48
  %cmpDim24 = icmp eq i32 1, 0
  %tmpOffsetR025 = select i1 %cmpDim24, i8 1, i8 5
  %.demoted.zext130 = zext i8 %tmpOffsetR025 to i32
  %offsetR026 = add i32 1, %.demoted.zext130
  %groupId27 = extractelement <8 x i32> %r0, i32 %offsetR026
  %mul.i7.i.i13 = mul i32 %scalar46, %groupId27
  %localIdY29 = zext i16 %localIdY to i32
  %cmp11.i.i8.i.i15 = icmp ult i32 %localIdY29, 65536
  %add.i9.i.i16 = add i32 %localIdY29, %mul.i7.i.i13
  %add4.i11.i.i18 = add i32 %add.i9.i.i16, %scalar49
  %cmpDim31 = icmp eq i32 2, 0
  %tmpOffsetR032 = select i1 %cmpDim31, i8 1, i8 5
  %.demoted.zext131 = zext i8 %tmpOffsetR032 to i32
  %offsetR033 = add i32 2, %.demoted.zext131
  %groupId34 = extractelement <8 x i32> %r0, i32 %offsetR033
  %mul.i15.i.i23 = mul i32 %scalar47, %groupId34
  %localIdZ36 = zext i16 %localIdZ to i32
  %cmp11.i.i16.i.i25 = icmp ult i32 %localIdZ36, 65536
  %add.i17.i.i26 = add i32 %localIdZ36, %mul.i15.i.i23
  %add4.i19.i.i28 = add i32 %add.i17.i.i26, %scalar50
  %assembled.vect = insertelement <2 x i32> undef, i32 %add4.i.i.i, i32 0
  %assembled.vect114 = insertelement <2 x i32> %assembled.vect, i32 %add4.i11.i.i18, i32 1
  %32 = mul i32 %1, 32
  %33 = mul i32 %3, 8
  %34 = add i32 %32, %33
  %35 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %34)
  %36 = bitcast i8* %35 to <2 x i32>*
  store <2 x i32> %assembled.vect114, <2 x i32>* %36, align 8
  %37 = load <2 x i32>, <2 x i32>* %36, align 8
  %38 = mul i32 %1, 24
  %39 = mul i32 %3, 8
  %40 = add i32 %38, %39
  %41 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %40)
  %42 = bitcast i8* %41 to <2 x i32>*
  store <2 x i32> %37, <2 x i32>* %42, align 8
  %43 = bitcast %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)** %7 to i64*
  %44 = bitcast i64* %43 to <2 x i32>*
  %45 = load <2 x i32>, <2 x i32>* %44, align 8
  %46 = extractelement <2 x i32> %45, i32 0
  %47 = extractelement <2 x i32> %45, i32 1
  %48 = call %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* @llvm.genx.GenISA.pair.to.ptr.p1spirv.Image._void_1_0_0_0_0_0_0(i32 %46, i32 %47)
  %49 = load <2 x i32>, <2 x i32>* %42, align 8
  %scalar56 = extractelement <2 x i32> %49, i32 0
  %scalar57 = extractelement <2 x i32> %49, i32 1
  %50 = call %spirv.Sampler addrspace(2)* @llvm.genx.GenISA.pair.to.ptr.p2spirv.Sampler(i32 18, i32 0)
  %51 = call { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p1spirv.Image._void_1_0_0_0_0_0_0(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %48)
  %52 = extractvalue { i32, i32 } %51, 0
  %53 = extractvalue { i32, i32 } %51, 1
  %54 = call { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p2spirv.Sampler(%spirv.Sampler addrspace(2)* %50)
  %55 = extractvalue { i32, i32 } %54, 0
  %56 = extractvalue { i32, i32 } %54, 1
  %and.i = and i8 2, 7
  %.demoted.zext132 = zext i8 %and.i to i32
  %cmp.i = icmp eq i32 %.demoted.zext132, 2
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.else.i:                                        ; preds = %entry
  %call10.i42 = call float addrspace(196608)* @llvm.genx.GenISA.GetBufferPtr.p196608f32(i32 0, i32 2)
  %call10.i43 = call <4 x i32> @llvm.genx.GenISA.ldptr.v4i32.p196608f32(i32 %scalar56, i32 %scalar57, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %scalar70 = extractelement <4 x i32> %call10.i43, i32 0
  %scalar71 = extractelement <4 x i32> %call10.i43, i32 1
  %scalar72 = extractelement <4 x i32> %call10.i43, i32 2
  %scalar73 = extractelement <4 x i32> %call10.i43, i32 3
  br label %__builtin_spirv_OpImageSampleExplicitLod_v4i32_img2d_ro_v2i32_i32_f32.exit

if.then.i:                                        ; preds = %entry
  %conv.i.i.i31 = sitofp i32 %scalar56 to float
  %conv.i1.i.i = sitofp i32 %scalar57 to float
  %call6.i38 = call float addrspace(196608)* @llvm.genx.GenISA.GetBufferPtr.p196608f32(i32 0, i32 2)
  %call6.i39 = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.000000e+00, float %conv.i.i.i31, float %conv.i1.i.i, float 0.000000e+00, float 0.000000e+00, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %scalar58 = extractelement <4 x float> %call6.i39, i32 0
  %scalar59 = extractelement <4 x float> %call6.i39, i32 1
  %scalar60 = extractelement <4 x float> %call6.i39, i32 2
  %scalar61 = extractelement <4 x float> %call6.i39, i32 3
  %astype.i62 = bitcast float %scalar58 to i32
  %astype.i63 = bitcast float %scalar59 to i32
  %astype.i64 = bitcast float %scalar60 to i32
  %astype.i65 = bitcast float %scalar61 to i32
  br label %__builtin_spirv_OpImageSampleExplicitLod_v4i32_img2d_ro_v2i32_i32_f32.exit

__builtin_spirv_OpImageSampleExplicitLod_v4i32_img2d_ro_v2i32_i32_f32.exit: ; preds = %if.then.i, %if.else.i
  %retval.0.i66 = phi i32 [ %astype.i62, %if.then.i ], [ %scalar70, %if.else.i ]
  %retval.0.i67 = phi i32 [ %astype.i63, %if.then.i ], [ %scalar71, %if.else.i ]
  %retval.0.i68 = phi i32 [ %astype.i64, %if.then.i ], [ %scalar72, %if.else.i ]
  %retval.0.i69 = phi i32 [ %astype.i65, %if.then.i ], [ %scalar73, %if.else.i ]
  %assembled.vect115 = insertelement <4 x i32> undef, i32 %retval.0.i66, i32 0
  %assembled.vect116 = insertelement <4 x i32> %assembled.vect115, i32 %retval.0.i67, i32 1
  %assembled.vect117 = insertelement <4 x i32> %assembled.vect116, i32 %retval.0.i68, i32 2
  %assembled.vect118 = insertelement <4 x i32> %assembled.vect117, i32 %retval.0.i69, i32 3
  %57 = mul i32 %1, 48
  %58 = mul i32 %3, 16
  %59 = add i32 %57, %58
  %60 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %59)
  %61 = bitcast i8* %60 to <4 x i32>*
  store <4 x i32> %assembled.vect118, <4 x i32>* %61, align 16
  %62 = load <4 x i32>, <4 x i32>* %61, align 16
  %scalar74 = extractelement <4 x i32> %62, i32 0
  %scalar75 = extractelement <4 x i32> %62, i32 1
  %scalar76 = extractelement <4 x i32> %62, i32 2
  %scalar77 = extractelement <4 x i32> %62, i32 3
  %assembled.vect119 = insertelement <2 x i32> undef, i32 %scalar74, i32 0
  %assembled.vect120 = insertelement <2 x i32> %assembled.vect119, i32 %scalar75, i32 1
  %63 = load i32, i32* %31, align 4
  %call5 = call spir_func <2 x i32> @scrambled(<2 x i32> %assembled.vect120, i32 %63) #6
  %64 = mul i32 %1, 40
  %65 = mul i32 %3, 8
  %66 = add i32 %64, %65
  %67 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %66)
  %68 = bitcast i8* %67 to <2 x i32>*
  store <2 x i32> %call5, <2 x i32>* %68, align 8
  %69 = load <2 x i32>, <2 x i32>* %68, align 8
  %scalar78 = extractelement <2 x i32> %69, i32 0
  %scalar79 = extractelement <2 x i32> %69, i32 1
  %and = and i32 %scalar78, 1
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %if.then, label %if.else

if.else:                                          ; preds = %__builtin_spirv_OpImageSampleExplicitLod_v4i32_img2d_ro_v2i32_i32_f32.exit
  %70 = load <2 x i32>, <2 x i32>* %68, align 8
  %scalar80 = extractelement <2 x i32> %70, i32 0
  %scalar81 = extractelement <2 x i32> %70, i32 1
  %assembled.vect121 = insertelement <2 x i32> undef, i32 %scalar81, i32 0
  %assembled.vect122 = insertelement <2 x i32> %assembled.vect121, i32 %scalar80, i32 1
  %71 = load <2 x i32>, <2 x i32>* %68, align 8
  %scalar82 = extractelement <2 x i32> %71, i32 0
  %scalar83 = extractelement <2 x i32> %71, i32 1
  %and7 = and i32 %scalar83, 7
  %call8 = call spir_func <2 x i32> @scrambled_often(<2 x i32> %assembled.vect122, i32 %and7) #6
  %scalar86 = extractelement <2 x i32> %call8, i32 0
  %scalar87 = extractelement <2 x i32> %call8, i32 1
  %72 = load <2 x i32>, <2 x i32>* %68, align 8
  %scalar84 = extractelement <2 x i32> %72, i32 0
  %scalar85 = extractelement <2 x i32> %72, i32 1
  %xor88 = xor i32 %scalar84, %scalar86
  %xor89 = xor i32 %scalar85, %scalar87
  %assembled.vect123 = insertelement <2 x i32> undef, i32 %xor88, i32 0
  %assembled.vect124 = insertelement <2 x i32> %assembled.vect123, i32 %xor89, i32 1
  store <2 x i32> %assembled.vect124, <2 x i32>* %68, align 8
  br label %if.end

if.then:                                          ; preds = %__builtin_spirv_OpImageSampleExplicitLod_v4i32_img2d_ro_v2i32_i32_f32.exit
  %73 = load <2 x i32>, <2 x i32>* %68, align 8
  %74 = load i32, i32* %31, align 4
  %div = udiv i32 %74, 2
  %call6 = call spir_func <2 x i32> @scrambled(<2 x i32> %73, i32 %div) #6
  store <2 x i32> %call6, <2 x i32>* %68, align 8
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  %75 = mul i32 %1, 4
  %76 = mul i32 %3, 4
  %77 = add i32 %75, %76
  %78 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %77)
  %79 = bitcast i8* %78 to i32*
  store i32 0, i32* %79, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.end
  %80 = load i32, i32* %79, align 4
  %81 = load i32, i32* %31, align 4
  %rem = urem i32 %81, 5
  %cmp = icmp ult i32 %80, %rem
  br i1 %cmp, label %for.body, label %for.end.loopexit

for.end.loopexit:                                 ; preds = %for.cond
  br label %for.end

for.body:                                         ; preds = %for.cond
  %82 = load <2 x i32>, <2 x i32>* %68, align 8
  %83 = load i32, i32* %79, align 4
  %call10 = call spir_func <2 x i32> @scrambled(<2 x i32> %82, i32 %83) #6
  store <2 x i32> %call10, <2 x i32>* %68, align 8
  %84 = load <2 x i32>, <2 x i32>* %68, align 8
  %scalar90 = extractelement <2 x i32> %84, i32 0
  %scalar91 = extractelement <2 x i32> %84, i32 1
  %and11 = and i32 %scalar91, 4
  %tobool12 = icmp ne i32 %and11, 0
  br i1 %tobool12, label %if.then13, label %if.end14

if.then13:                                        ; preds = %for.body
  br label %for.end

if.end14:                                         ; preds = %for.body
  %85 = load <2 x i32>, <2 x i32>* %68, align 8
  %call15 = call spir_func <2 x i32> @scrambled_often(<2 x i32> %85, i32 2) #6
  %scalar94 = extractelement <2 x i32> %call15, i32 0
  %scalar95 = extractelement <2 x i32> %call15, i32 1
  %86 = load <2 x i32>, <2 x i32>* %68, align 8
  %scalar92 = extractelement <2 x i32> %86, i32 0
  %scalar93 = extractelement <2 x i32> %86, i32 1
  %add96 = add i32 %scalar92, %scalar94
  %add97 = add i32 %scalar93, %scalar95
  %assembled.vect125 = insertelement <2 x i32> undef, i32 %add96, i32 0
  %assembled.vect126 = insertelement <2 x i32> %assembled.vect125, i32 %add97, i32 1
  store <2 x i32> %assembled.vect126, <2 x i32>* %68, align 8
  br label %for.inc

for.inc:                                          ; preds = %if.end14
  %87 = load i32, i32* %79, align 4
  %inc = add i32 %87, 1
  store i32 %inc, i32* %79, align 4
  br label %for.cond

for.end:                                          ; preds = %for.end.loopexit, %if.then13
  %88 = load <2 x i32>, <2 x i32>* %42, align 8
  %scalar98 = extractelement <2 x i32> %88, i32 0
  %scalar99 = extractelement <2 x i32> %88, i32 1
  %89 = bitcast %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)** %19 to i64*
  %90 = bitcast i64* %89 to <2 x i32>*
  %91 = load <2 x i32>, <2 x i32>* %90, align 8
  %92 = extractelement <2 x i32> %91, i32 0
  %93 = extractelement <2 x i32> %91, i32 1
  %94 = call %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* @llvm.genx.GenISA.pair.to.ptr.p1spirv.Image._void_1_0_0_0_0_0_1(i32 %92, i32 %93)
  %95 = call { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p1spirv.Image._void_1_0_0_0_0_0_1(%spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %94)
  %96 = extractvalue { i32, i32 } %95, 0
  %97 = extractvalue { i32, i32 } %95, 1
  %cmp17 = icmp slt i32 %scalar98, %imageWidth
  br i1 %cmp17, label %land.lhs.true, label %for.end.if.end24_crit_edge

for.end.if.end24_crit_edge:                       ; preds = %for.end
  br label %if.end24

land.lhs.true:                                    ; preds = %for.end
  %98 = load <2 x i32>, <2 x i32>* %42, align 8
  %scalar100 = extractelement <2 x i32> %98, i32 0
  %scalar101 = extractelement <2 x i32> %98, i32 1
  %99 = bitcast %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)** %19 to i64*
  %100 = bitcast i64* %99 to <2 x i32>*
  %101 = load <2 x i32>, <2 x i32>* %100, align 8
  %102 = extractelement <2 x i32> %101, i32 0
  %103 = extractelement <2 x i32> %101, i32 1
  %104 = call %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* @llvm.genx.GenISA.pair.to.ptr.p1spirv.Image._void_1_0_0_0_0_0_1(i32 %102, i32 %103)
  %105 = call { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p1spirv.Image._void_1_0_0_0_0_0_1(%spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %104)
  %106 = extractvalue { i32, i32 } %105, 0
  %107 = extractvalue { i32, i32 } %105, 1
  %cmp20 = icmp slt i32 %scalar101, %imageHeigt
  br i1 %cmp20, label %if.then22, label %land.lhs.true.if.end24_crit_edge

land.lhs.true.if.end24_crit_edge:                 ; preds = %land.lhs.true
  br label %if.end24

if.then22:                                        ; preds = %land.lhs.true
  %108 = bitcast %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)** %19 to i64*
  %109 = bitcast i64* %108 to <2 x i32>*
  %110 = load <2 x i32>, <2 x i32>* %109, align 8
  %111 = extractelement <2 x i32> %110, i32 0
  %112 = extractelement <2 x i32> %110, i32 1
  %113 = call %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* @llvm.genx.GenISA.pair.to.ptr.p1spirv.Image._void_1_0_0_0_0_0_1(i32 %111, i32 %112)
  %114 = load <2 x i32>, <2 x i32>* %42, align 8
  %scalar108 = extractelement <2 x i32> %114, i32 0
  %scalar109 = extractelement <2 x i32> %114, i32 1
  %115 = load <2 x i32>, <2 x i32>* %68, align 8
  %scalar102 = extractelement <2 x i32> %115, i32 0
  %scalar103 = extractelement <2 x i32> %115, i32 1
  %and23104 = and i32 %scalar102, 255
  %and23105 = and i32 %scalar103, 255
  %and23106 = and i32 %scalar102, 255
  %and23107 = and i32 %scalar103, 255
  %116 = call { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p1spirv.Image._void_1_0_0_0_0_0_1(%spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %113)
  %117 = extractvalue { i32, i32 } %116, 0
  %118 = extractvalue { i32, i32 } %116, 1
  %119 = call float addrspace(131073)* @llvm.genx.GenISA.GetBufferPtr.p131073f32(i32 1, i32 1)
  %floatColor110 = bitcast i32 %and23104 to float
  %floatColor111 = bitcast i32 %and23105 to float
  %floatColor112 = bitcast i32 %and23106 to float
  %floatColor113 = bitcast i32 %and23107 to float
  call void @llvm.genx.GenISA.typedwrite.p131073f32(float addrspace(131073)* null, i32 %scalar108, i32 %scalar109, i32 0, i32 0, float %floatColor110, float %floatColor111, float %floatColor112, float %floatColor113)
  br label %if.end24

if.end24:                                         ; preds = %land.lhs.true.if.end24_crit_edge, %for.end.if.end24_crit_edge, %if.then22
  ret void
}

; Function Attrs: convergent noinline nounwind optnone
define internal spir_func <2 x i32> @scrambled_often(<2 x i32> %bits, i32 %times) #1 {
entry:
  %0 = call i16 @llvm.genx.GenISA.simdLaneId()
  %1 = call i32 @llvm.genx.GenISA.simdSize()
  %2 = mul i32 %1, 8
  %3 = zext i16 %0 to i32
  %4 = mul i32 %3, 8
  %5 = add i32 %2, %4
  %6 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %5)
  %7 = bitcast i8* %6 to <2 x i32>*
  store <2 x i32> %bits, <2 x i32>* %7, align 8
  %8 = mul i32 %1, 0
  %9 = mul i32 %3, 4
  %10 = add i32 %8, %9
  %11 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %10)
  %12 = bitcast i8* %11 to i32*
  store i32 %times, i32* %12, align 4
  %13 = load i32, i32* %12, align 4
  %14 = mul i32 %1, 4
  %15 = mul i32 %3, 4
  %16 = add i32 %14, %15
  %17 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %16)
  %18 = bitcast i8* %17 to i32*
  store i32 %13, i32* %18, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %19 = load i32, i32* %18, align 4
  %cmp = icmp ugt i32 %19, 0
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %20 = load i32, i32* %18, align 4
  %and = and i32 %20, 2
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.false:                                       ; preds = %for.body
  %21 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar = extractelement <2 x i32> %21, i32 0
  %scalar1 = extractelement <2 x i32> %21, i32 1
  %assembled.vect = insertelement <2 x i32> undef, i32 %scalar1, i32 0
  %assembled.vect8 = insertelement <2 x i32> %assembled.vect, i32 %scalar, i32 1
  %22 = load i32, i32* %18, align 4
  %neg = xor i32 %22, -1
  %call1 = call spir_func <2 x i32> @scrambled(<2 x i32> %assembled.vect8, i32 %neg) #6
  %scalar6 = extractelement <2 x i32> %call1, i32 0
  %scalar7 = extractelement <2 x i32> %call1, i32 1
  br label %cond.end

cond.true:                                        ; preds = %for.body
  %23 = load <2 x i32>, <2 x i32>* %7, align 8
  %24 = load i32, i32* %18, align 4
  %call = call spir_func <2 x i32> @scrambled(<2 x i32> %23, i32 %24) #6
  %scalar4 = extractelement <2 x i32> %call, i32 0
  %scalar5 = extractelement <2 x i32> %call, i32 1
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond2 = phi i32 [ %scalar4, %cond.true ], [ %scalar6, %cond.false ]
  %cond3 = phi i32 [ %scalar5, %cond.true ], [ %scalar7, %cond.false ]
  %assembled.vect9 = insertelement <2 x i32> undef, i32 %cond2, i32 0
  %assembled.vect10 = insertelement <2 x i32> %assembled.vect9, i32 %cond3, i32 1
  store <2 x i32> %assembled.vect10, <2 x i32>* %7, align 8
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %25 = load i32, i32* %18, align 4
  %dec = add i32 %25, -1
  store i32 %dec, i32* %18, align 4
  br label %for.cond

for.end:                                          ; preds = %for.cond
  %26 = load <2 x i32>, <2 x i32>* %7, align 8
  ret <2 x i32> %26
}

; Function Attrs: convergent noinline nounwind optnone
define internal spir_func <2 x i32> @scrambled(<2 x i32> %bits, i32 %key) #1 {
entry:
  %0 = call i16 @llvm.genx.GenISA.simdLaneId()
  %1 = call i32 @llvm.genx.GenISA.simdSize()
  %2 = mul i32 %1, 8
  %3 = zext i16 %0 to i32
  %4 = mul i32 %3, 8
  %5 = add i32 %2, %4
  %6 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %5)
  %7 = bitcast i8* %6 to <2 x i32>*
  store <2 x i32> %bits, <2 x i32>* %7, align 8
  %8 = mul i32 %1, 0
  %9 = mul i32 %3, 4
  %10 = add i32 %8, %9
  %11 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %10)
  %12 = bitcast i8* %11 to i32*
  store i32 %key, i32* %12, align 4
  %13 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar = extractelement <2 x i32> %13, i32 0
  %scalar1 = extractelement <2 x i32> %13, i32 1
  %14 = load i32, i32* %12, align 4
  %xor = xor i32 %scalar1, %14
  %15 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar2 = extractelement <2 x i32> %15, i32 0
  %scalar3 = extractelement <2 x i32> %15, i32 1
  %add = add i32 %scalar2, %xor
  %16 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar4 = extractelement <2 x i32> %16, i32 0
  %scalar5 = extractelement <2 x i32> %16, i32 1
  %assembled.vect = insertelement <2 x i32> undef, i32 %add, i32 0
  %assembled.vect30 = insertelement <2 x i32> %assembled.vect, i32 %scalar5, i32 1
  store <2 x i32> %assembled.vect30, <2 x i32>* %7, align 8
  %17 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar6 = extractelement <2 x i32> %17, i32 0
  %scalar7 = extractelement <2 x i32> %17, i32 1
  %18 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar8 = extractelement <2 x i32> %18, i32 0
  %scalar9 = extractelement <2 x i32> %18, i32 1
  %xor1 = xor i32 %scalar7, %scalar8
  %call = call spir_func i32 @turned(i32 %xor1, i32 16) #6
  %19 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar10 = extractelement <2 x i32> %19, i32 0
  %scalar11 = extractelement <2 x i32> %19, i32 1
  %assembled.vect31 = insertelement <2 x i32> undef, i32 %scalar10, i32 0
  %assembled.vect32 = insertelement <2 x i32> %assembled.vect31, i32 %call, i32 1
  store <2 x i32> %assembled.vect32, <2 x i32>* %7, align 8
  %20 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar12 = extractelement <2 x i32> %20, i32 0
  %scalar13 = extractelement <2 x i32> %20, i32 1
  %call2 = call spir_func i32 @turned(i32 %scalar13, i32 12) #6
  %21 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar14 = extractelement <2 x i32> %21, i32 0
  %scalar15 = extractelement <2 x i32> %21, i32 1
  %add3 = add i32 %scalar14, %call2
  %22 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar16 = extractelement <2 x i32> %22, i32 0
  %scalar17 = extractelement <2 x i32> %22, i32 1
  %assembled.vect33 = insertelement <2 x i32> undef, i32 %add3, i32 0
  %assembled.vect34 = insertelement <2 x i32> %assembled.vect33, i32 %scalar17, i32 1
  store <2 x i32> %assembled.vect34, <2 x i32>* %7, align 8
  %23 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar18 = extractelement <2 x i32> %23, i32 0
  %scalar19 = extractelement <2 x i32> %23, i32 1
  %24 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar20 = extractelement <2 x i32> %24, i32 0
  %scalar21 = extractelement <2 x i32> %24, i32 1
  %xor4 = xor i32 %scalar19, %scalar20
  %call5 = call spir_func i32 @turned(i32 %xor4, i32 8) #6
  %25 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar22 = extractelement <2 x i32> %25, i32 0
  %scalar23 = extractelement <2 x i32> %25, i32 1
  %assembled.vect35 = insertelement <2 x i32> undef, i32 %scalar22, i32 0
  %assembled.vect36 = insertelement <2 x i32> %assembled.vect35, i32 %call5, i32 1
  store <2 x i32> %assembled.vect36, <2 x i32>* %7, align 8
  %26 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar24 = extractelement <2 x i32> %26, i32 0
  %scalar25 = extractelement <2 x i32> %26, i32 1
  %call6 = call spir_func i32 @turned(i32 %scalar25, i32 7) #6
  %27 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar26 = extractelement <2 x i32> %27, i32 0
  %scalar27 = extractelement <2 x i32> %27, i32 1
  %add7 = add i32 %scalar26, %call6
  %28 = load <2 x i32>, <2 x i32>* %7, align 8
  %scalar28 = extractelement <2 x i32> %28, i32 0
  %scalar29 = extractelement <2 x i32> %28, i32 1
  %assembled.vect37 = insertelement <2 x i32> undef, i32 %add7, i32 0
  %assembled.vect38 = insertelement <2 x i32> %assembled.vect37, i32 %scalar29, i32 1
  store <2 x i32> %assembled.vect38, <2 x i32>* %7, align 8
  %29 = load <2 x i32>, <2 x i32>* %7, align 8
  ret <2 x i32> %29
}

; Function Attrs: convergent noinline nounwind optnone
define internal spir_func i32 @turned(i32 %bits, i32 %by) #1 {
entry:
  %0 = call i16 @llvm.genx.GenISA.simdLaneId()
  %1 = zext i16 %0 to i32
  %2 = call i32 @llvm.genx.GenISA.simdSize()
  %3 = mul i32 %2, 0
  %4 = mul i32 %1, 4
  %5 = add i32 %3, %4
  %6 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %5)
  %7 = bitcast i8* %6 to i32*
  store i32 %bits, i32* %7, align 4
  %8 = mul i32 %2, 4
  %9 = mul i32 %1, 4
  %10 = add i32 %8, %9
  %11 = call i8* @llvm.genx.GenISA.StackAlloca(i32 %10)
  %12 = bitcast i8* %11 to i32*
  store i32 %by, i32* %12, align 4
  %13 = load i32, i32* %7, align 4
  %14 = load i32, i32* %12, align 4
  %shl.mask = and i32 %14, 31
  %shl = shl i32 %13, %shl.mask
  %15 = load i32, i32* %7, align 4
  %16 = load i32, i32* %12, align 4
  %sub = sub i32 32, %16
  %shr.mask = and i32 %sub, 31
  %shr = lshr i32 %15, %shr.mask
  %or = or i32 %shl, %shr
  ret i32 %or
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

; Function Desc: 
; Output: 
; Output: 
; Arg 0: 
; Function Attrs: nounwind readnone
declare { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p1spirv.Image._void_1_0_0_0_0_0_0(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*) #3

; Function Desc: 
; Output: 
; Output: 
; Arg 0: 
; Function Attrs: nounwind readnone
declare { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p1spirv.Image._void_1_0_0_0_0_0_1(%spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*) #3

; Function Desc: 
; Output: 
; Arg 0: 
; Arg 1: 
; Function Attrs: nounwind readnone
declare %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* @llvm.genx.GenISA.pair.to.ptr.p1spirv.Image._void_1_0_0_0_0_0_0(i32, i32) #3

; Function Desc: 
; Output: 
; Arg 0: 
; Arg 1: 
; Function Attrs: nounwind readnone
declare %spirv.Sampler addrspace(2)* @llvm.genx.GenISA.pair.to.ptr.p2spirv.Sampler(i32, i32) #3

; Function Desc: 
; Output: 
; Output: 
; Arg 0: 
; Function Attrs: nounwind readnone
declare { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p2spirv.Sampler(%spirv.Sampler addrspace(2)*) #3

; Function Desc: 
; Output: 
; Arg 0: 
; Arg 1: 
; Function Attrs: nounwind readnone
declare %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* @llvm.genx.GenISA.pair.to.ptr.p1spirv.Image._void_1_0_0_0_0_0_1(i32, i32) #3

attributes #0 = { convergent noinline nounwind optnone "less-precise-fpmad"="true" }
attributes #1 = { convergent noinline nounwind optnone "less-precise-fpmad"="true" "visaStackCall" }
attributes #2 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #3 = { nounwind readnone }
attributes #4 = { argmemonly nounwind readonly }
attributes #5 = { argmemonly nounwind writeonly }
attributes #6 = { nounwind }

!IGCMetadata = !{!0}
!igc.functions = !{!340, !343, !344, !345}
!opencl.ocl.version = !{!364, !364, !364, !364, !364}
!opencl.spir.version = !{!364, !364, !364, !364, !364}
!llvm.ident = !{!365, !365, !365, !365, !365}
!llvm.module.flags = !{!366}
!printf.strings = !{}

!0 = !{!"ModuleMD", !1, !2, !61, !206, !236, !252, !269, !279, !281, !282, !293, !294, !295, !296, !300, !301, !302, !303, !304, !305, !306, !307, !308, !309, !310, !311, !313, !317, !318, !319, !320, !321, !322, !323, !110, !324, !333, !335, !338, !339}
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
!61 = !{!"FuncMD", !62, !63, !129, !130, !136, !137, !140, !141}
!62 = !{!"FuncMDMap[0]", i32 (i32, i32)* @turned}
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
!110 = !{!"privateMemoryPerWI", i32 8}
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
!123 = !{!"m_OpenCLArgBaseTypesVec[0]", !"i32"}
!124 = !{!"m_OpenCLArgBaseTypesVec[1]", !"i32"}
!125 = !{!"m_OpenCLArgTypeQualifiers"}
!126 = !{!"m_OpenCLArgNames", !127, !128}
!127 = !{!"m_OpenCLArgNamesVec[0]", !"bits"}
!128 = !{!"m_OpenCLArgNamesVec[1]", !"by"}
!129 = !{!"FuncMDMap[1]", <2 x i32> (<2 x i32>, i32)* @scrambled}
!130 = !{!"FuncMDValue[1]", !64, !65, !69, !70, !71, !91, !102, !103, !104, !105, !106, !107, !108, !109, !131, !111, !112, !113, !114, !115, !116, !117, !118, !121, !132, !125, !134}
!131 = !{!"privateMemoryPerWI", i32 16}
!132 = !{!"m_OpenCLArgBaseTypes", !133, !124}
!133 = !{!"m_OpenCLArgBaseTypesVec[0]", !"<2 x i32>"}
!134 = !{!"m_OpenCLArgNames", !127, !135}
!135 = !{!"m_OpenCLArgNamesVec[1]", !"key"}
!136 = !{!"FuncMDMap[2]", <2 x i32> (<2 x i32>, i32)* @scrambled_often}
!137 = !{!"FuncMDValue[2]", !64, !65, !69, !70, !71, !91, !102, !103, !104, !105, !106, !107, !108, !109, !131, !111, !112, !113, !114, !115, !116, !117, !118, !121, !132, !125, !138}
!138 = !{!"m_OpenCLArgNames", !127, !139}
!139 = !{!"m_OpenCLArgNamesVec[1]", !"times"}
!140 = !{!"FuncMDMap[3]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i8*, i32, i32)* @scramble}
!141 = !{!"FuncMDValue[3]", !64, !65, !69, !142, !71, !143, !102, !103, !104, !105, !106, !107, !108, !109, !181, !111, !112, !113, !114, !115, !116, !182, !186, !190, !194, !198, !202}
!142 = !{!"functionType", !"KernelFunction"}
!143 = !{!"resAllocMD", !144, !145, !94, !146, !164}
!144 = !{!"uavsNumType", i32 2}
!145 = !{!"srvsNumType", i32 1}
!146 = !{!"argAllocMDList", !147, !151, !154, !155, !156, !157, !158, !159, !160, !161, !162, !163}
!147 = !{!"argAllocMDListVec[0]", !148, !149, !150}
!148 = !{!"type", i32 2}
!149 = !{!"extensionType", i32 0}
!150 = !{!"indexType", i32 0}
!151 = !{!"argAllocMDListVec[1]", !152, !149, !153}
!152 = !{!"type", i32 1}
!153 = !{!"indexType", i32 1}
!154 = !{!"argAllocMDListVec[2]", !97, !98, !99}
!155 = !{!"argAllocMDListVec[3]", !97, !98, !99}
!156 = !{!"argAllocMDListVec[4]", !97, !98, !99}
!157 = !{!"argAllocMDListVec[5]", !97, !98, !99}
!158 = !{!"argAllocMDListVec[6]", !97, !98, !99}
!159 = !{!"argAllocMDListVec[7]", !97, !98, !99}
!160 = !{!"argAllocMDListVec[8]", !97, !98, !99}
!161 = !{!"argAllocMDListVec[9]", !152, !98, !150}
!162 = !{!"argAllocMDListVec[10]", !97, !98, !99}
!163 = !{!"argAllocMDListVec[11]", !97, !98, !99}
!164 = !{!"inlineSamplersMD", !165}
!165 = !{!"inlineSamplersMDVec[0]", !166, !167, !168, !169, !170, !171, !172, !173, !174, !175, !176, !177, !178, !179, !180}
!166 = !{!"m_Value", i32 18}
!167 = !{!"addressMode", i32 2}
!168 = !{!"index", i32 0}
!169 = !{!"TCXAddressMode", i32 2}
!170 = !{!"TCYAddressMode", i32 2}
!171 = !{!"TCZAddressMode", i32 2}
!172 = !{!"MagFilterType", i32 0}
!173 = !{!"MinFilterType", i32 0}
!174 = !{!"MipFilterType", i32 0}
!175 = !{!"CompareFunc", i32 0}
!176 = !{!"NormalizedCoords", i32 0}
!177 = !{!"BorderColorR", float 0.000000e+00}
!178 = !{!"BorderColorG", float 0.000000e+00}
!179 = !{!"BorderColorB", float 0.000000e+00}
!180 = !{!"BorderColorA", float 0.000000e+00}
!181 = !{!"privateMemoryPerWI", i32 64}
!182 = !{!"m_OpenCLArgAddressSpaces", !183, !184, !185}
!183 = !{!"m_OpenCLArgAddressSpacesVec[0]", i32 1}
!184 = !{!"m_OpenCLArgAddressSpacesVec[1]", i32 1}
!185 = !{!"m_OpenCLArgAddressSpacesVec[2]", i32 0}
!186 = !{!"m_OpenCLArgAccessQualifiers", !187, !188, !189}
!187 = !{!"m_OpenCLArgAccessQualifiersVec[0]", !"read_only"}
!188 = !{!"m_OpenCLArgAccessQualifiersVec[1]", !"write_only"}
!189 = !{!"m_OpenCLArgAccessQualifiersVec[2]", !"none"}
!190 = !{!"m_OpenCLArgTypes", !191, !192, !193}
!191 = !{!"m_OpenCLArgTypesVec[0]", !"image2d_t"}
!192 = !{!"m_OpenCLArgTypesVec[1]", !"image2d_t"}
!193 = !{!"m_OpenCLArgTypesVec[2]", !"uint"}
!194 = !{!"m_OpenCLArgBaseTypes", !195, !196, !197}
!195 = !{!"m_OpenCLArgBaseTypesVec[0]", !"image2d_t"}
!196 = !{!"m_OpenCLArgBaseTypesVec[1]", !"image2d_t"}
!197 = !{!"m_OpenCLArgBaseTypesVec[2]", !"int"}
!198 = !{!"m_OpenCLArgTypeQualifiers", !199, !200, !201}
!199 = !{!"m_OpenCLArgTypeQualifiersVec[0]", !""}
!200 = !{!"m_OpenCLArgTypeQualifiersVec[1]", !""}
!201 = !{!"m_OpenCLArgTypeQualifiersVec[2]", !""}
!202 = !{!"m_OpenCLArgNames", !203, !204, !205}
!203 = !{!"m_OpenCLArgNamesVec[0]", !"source"}
!204 = !{!"m_OpenCLArgNamesVec[1]", !"result"}
!205 = !{!"m_OpenCLArgNamesVec[2]", !"key"}
!206 = !{!"pushInfo", !207, !208, !209, !212, !213, !214, !215, !216, !217, !218, !219, !232, !233, !234, !235}
!207 = !{!"pushableAddresses"}
!208 = !{!"bindlessPushInfo"}
!209 = !{!"dynamicBufferInfo", !210, !211}
!210 = !{!"firstIndex", i32 0}
!211 = !{!"numOffsets", i32 0}
!212 = !{!"MaxNumberOfPushedBuffers", i32 0}
!213 = !{!"inlineConstantBufferSlot", i32 -1}
!214 = !{!"inlineConstantBufferOffset", i32 -1}
!215 = !{!"inlineConstantBufferGRFOffset", i32 -1}
!216 = !{!"constants"}
!217 = !{!"inputs"}
!218 = !{!"constantReg"}
!219 = !{!"simplePushInfoArr", !220, !229, !230, !231}
!220 = !{!"simplePushInfoArrVec[0]", !221, !222, !223, !224, !225, !226, !227, !228}
!221 = !{!"cbIdx", i32 0}
!222 = !{!"pushableAddressGrfOffset", i32 -1}
!223 = !{!"pushableOffsetGrfOffset", i32 -1}
!224 = !{!"offset", i32 0}
!225 = !{!"size", i32 0}
!226 = !{!"isStateless", i1 false}
!227 = !{!"isBindless", i1 false}
!228 = !{!"simplePushLoads"}
!229 = !{!"simplePushInfoArrVec[1]", !221, !222, !223, !224, !225, !226, !227, !228}
!230 = !{!"simplePushInfoArrVec[2]", !221, !222, !223, !224, !225, !226, !227, !228}
!231 = !{!"simplePushInfoArrVec[3]", !221, !222, !223, !224, !225, !226, !227, !228}
!232 = !{!"simplePushBufferUsed", i32 0}
!233 = !{!"pushAnalysisWIInfos"}
!234 = !{!"inlineRTGlobalPtrOffset", i32 0}
!235 = !{!"rtSyncSurfPtrOffset", i32 0}
!236 = !{!"psInfo", !237, !238, !239, !240, !241, !242, !243, !244, !245, !246, !247, !248, !249, !250, !251}
!237 = !{!"BlendStateDisabledMask", i8 0}
!238 = !{!"SkipSrc0Alpha", i1 false}
!239 = !{!"DualSourceBlendingDisabled", i1 false}
!240 = !{!"ForceEnableSimd32", i1 false}
!241 = !{!"outputDepth", i1 false}
!242 = !{!"outputStencil", i1 false}
!243 = !{!"outputMask", i1 false}
!244 = !{!"blendToFillEnabled", i1 false}
!245 = !{!"forceEarlyZ", i1 false}
!246 = !{!"hasVersionedLoop", i1 false}
!247 = !{!"forceSingleSourceRTWAfterDualSourceRTW", i1 false}
!248 = !{!"NumSamples", i8 0}
!249 = !{!"blendOptimizationMode"}
!250 = !{!"colorOutputMask"}
!251 = !{!"WaDisableVRS", i1 false}
!252 = !{!"csInfo", !253, !254, !255, !256, !257, !11, !12, !258, !259, !260, !261, !262, !263, !264, !265, !266, !267, !40, !268}
!253 = !{!"maxWorkGroupSize", i32 0}
!254 = !{!"waveSize", i32 0}
!255 = !{!"ComputeShaderSecondCompile"}
!256 = !{!"forcedSIMDSize", i8 0}
!257 = !{!"forceTotalGRFNum", i32 0}
!258 = !{!"allowLowerSimd", i1 false}
!259 = !{!"forcedVISAPreRAScheduler", i1 false}
!260 = !{!"disableLocalIdOrderOptimizations", i1 false}
!261 = !{!"disableDispatchAlongY", i1 false}
!262 = !{!"neededThreadIdLayout", i1* null}
!263 = !{!"forceTileYWalk", i1 false}
!264 = !{!"tileTGWidth_X", i32 0}
!265 = !{!"tileTGWidth_Y", i32 0}
!266 = !{!"maxTileTGDispatch_X", i32 0}
!267 = !{!"maxTileTGDispatch_Y", i32 0}
!268 = !{!"ResForHfPacking"}
!269 = !{!"msInfo", !270, !271, !272, !273, !274, !275, !276, !277, !278}
!270 = !{!"PrimitiveTopology", i32 3}
!271 = !{!"MaxNumOfPrimitives", i32 0}
!272 = !{!"MaxNumOfVertices", i32 0}
!273 = !{!"MaxNumOfPerPrimitiveOutputs", i32 0}
!274 = !{!"MaxNumOfPerVertexOutputs", i32 0}
!275 = !{!"WorkGroupSize", i32 0}
!276 = !{!"WorkGroupMemorySizeInBytes", i32 0}
!277 = !{!"IndexFormat", i32 6}
!278 = !{!"SubgroupSize", i32 0}
!279 = !{!"taskInfo", !280, !275, !276, !278}
!280 = !{!"MaxNumOfOutputs", i32 0}
!281 = !{!"NBarrierCnt", i32 0}
!282 = !{!"rtInfo", !283, !284, !285, !286, !287, !288, !289, !290, !291, !292}
!283 = !{!"RayQueryAllocSizeInBytes", i32 0}
!284 = !{!"NumContinuations", i32 0}
!285 = !{!"RTAsyncStackAddrspace", i32 -1}
!286 = !{!"RTAsyncStackSurfaceStateOffset", i1* null}
!287 = !{!"SWHotZoneAddrspace", i32 -1}
!288 = !{!"SWHotZoneSurfaceStateOffset", i1* null}
!289 = !{!"SWStackAddrspace", i32 -1}
!290 = !{!"SWStackSurfaceStateOffset", i1* null}
!291 = !{!"RTSyncStackAddrspace", i32 -1}
!292 = !{!"RTSyncStackSurfaceStateOffset", i1* null}
!293 = !{!"CurUniqueIndirectIdx", i32 0}
!294 = !{!"inlineDynTextures"}
!295 = !{!"inlineResInfoData"}
!296 = !{!"immConstant", !297, !298, !299}
!297 = !{!"data"}
!298 = !{!"sizes"}
!299 = !{!"zeroIdxs"}
!300 = !{!"inlineConstantBuffers"}
!301 = !{!"inlineGlobalBuffers"}
!302 = !{!"GlobalPointerProgramBinaryInfos"}
!303 = !{!"ConstantPointerProgramBinaryInfos"}
!304 = !{!"GlobalBufferAddressRelocInfo"}
!305 = !{!"ConstantBufferAddressRelocInfo"}
!306 = !{!"forceLscCacheList"}
!307 = !{!"SrvMap"}
!308 = !{!"RasterizerOrderedByteAddressBuffer"}
!309 = !{!"MinNOSPushConstantSize", i32 0}
!310 = !{!"inlineProgramScopeOffsets"}
!311 = !{!"shaderData", !312}
!312 = !{!"numReplicas", i32 0}
!313 = !{!"URBInfo", !314, !315, !316}
!314 = !{!"has64BVertexHeaderInput", i1 false}
!315 = !{!"has64BVertexHeaderOutput", i1 false}
!316 = !{!"hasVertexHeader", i1 true}
!317 = !{!"UseBindlessImage", i1 false}
!318 = !{!"enableRangeReduce", i1 false}
!319 = !{!"allowMatchMadOptimizationforVS", i1 false}
!320 = !{!"disableMemOptforNegativeOffsetLoads", i1 false}
!321 = !{!"enableThreeWayLoadSpiltOpt", i1 false}
!322 = !{!"statefulResourcesNotAliased", i1 false}
!323 = !{!"disableMixMode", i1 false}
!324 = !{!"PrivateMemoryPerFG", !325, !326, !327, !328, !329, !330, !331, !332}
!325 = !{!"PrivateMemoryPerFGMap[0]", <2 x i32> (<2 x i32>, i32)* @scrambled}
!326 = !{!"PrivateMemoryPerFGValue[0]", i32 0}
!327 = !{!"PrivateMemoryPerFGMap[1]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i8*, i32, i32)* @scramble}
!328 = !{!"PrivateMemoryPerFGValue[1]", i32 312}
!329 = !{!"PrivateMemoryPerFGMap[2]", i32 (i32, i32)* @turned}
!330 = !{!"PrivateMemoryPerFGValue[2]", i32 0}
!331 = !{!"PrivateMemoryPerFGMap[3]", <2 x i32> (<2 x i32>, i32)* @scrambled_often}
!332 = !{!"PrivateMemoryPerFGValue[3]", i32 0}
!333 = !{!"capabilities", !334}
!334 = !{!"globalVariableDecorationsINTEL", i1 false}
!335 = !{!"m_ShaderResourceViewMcsMask", !336, !337}
!336 = !{!"m_ShaderResourceViewMcsMaskVec[0]", i64 0}
!337 = !{!"m_ShaderResourceViewMcsMaskVec[1]", i64 0}
!338 = !{!"computedDepthMode", i32 0}
!339 = !{!"isHDCFastClearShader", i1 false}
!340 = !{i32 (i32, i32)* @turned, !341}
!341 = !{!342}
!342 = !{!"function_type", i32 2}
!343 = !{<2 x i32> (<2 x i32>, i32)* @scrambled, !341}
!344 = !{<2 x i32> (<2 x i32>, i32)* @scrambled_often, !341}
!345 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, i32, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i8*, i32, i32)* @scramble, !346}
!346 = !{!347, !348, !353}
!347 = !{!"function_type", i32 0}
!348 = !{!"arg_desc", !349}
!349 = !{null, !350, !351, !352}
!350 = !{!"explicit_arg_num", i32 0}
!351 = !{!"img_access_float_coords", i1 false}
!352 = !{!"img_access_int_coords", i1 true}
!353 = !{!"implicit_arg_desc", !354, !355, !356, !357, !358, !359, !360, !361, !363}
!354 = !{i32 0}
!355 = !{i32 1}
!356 = !{i32 6}
!357 = !{i32 7}
!358 = !{i32 8}
!359 = !{i32 9}
!360 = !{i32 12}
!361 = !{i32 20, !362}
!362 = !{!"explicit_arg_num", i32 1}
!363 = !{i32 21, !362}
!364 = !{i32 2, i32 0}
!365 = !{!"Debian clang version 14.0.6"}
!366 = !{i32 1, !"wchar_size", i32 4}
