; ------------------------------------------------
; OCL_asmed368c88561c9653_codegen.ll
; ------------------------------------------------
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "spir64-unknown-unknown"

%spirv.Image._void_1_0_0_0_0_0_0 = type opaque
%spirv.Image._void_1_0_0_0_0_0_1 = type opaque

@LUMINANCE = addrspace(2) constant <4 x float> <float 0x3FCB367A00000000, float 0x3FE6E2EB20000000, float 0x3FB27BB300000000, float 0.000000e+00>, align 16
@__FastRelaxedMath = local_unnamed_addr addrspace(2) constant i32 0, align 4
@__MadEnable = local_unnamed_addr addrspace(2) constant i32 0, align 4

; Function Attrs: convergent nounwind
define spir_kernel void @sobel(%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %source, %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)* %mask, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %edges, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)* %direction, float %threshold, float %gain, <8 x i32> %r0, <8 x i32> %payloadHeader, <3 x i32> %enqueuedLocalSize, i16 %localIdX, i16 %localIdY, i16 %localIdZ, i32 %imageHeigt, i32 %imageWidth) #0 {
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
  %mul.i7.i.i14 = mul i32 %3, %5
  %localIdY29 = zext i16 %localIdY to i32
  %add.i9.i.i17 = add i32 %mul.i7.i.i14, %localIdY29
  %add4.i11.i.i19 = add i32 %add.i9.i.i17, %1
  %cmp.not109 = icmp slt i32 %add4.i11.i.i19, %imageHeigt
  %cmp.not108 = icmp slt i32 %add4.i.i.i, %imageWidth
  %tobool.not = and i1 %cmp.not109, %cmp.not108
  br i1 %tobool.not, label %if.end, label %entry.cleanup_crit_edge

if.end:                                           ; preds = %entry
  %call.i.i39 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %add4.i.i.i, i32 %add4.i11.i.i19, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %6 = extractelement <4 x float> %call.i.i39, i32 0
  %7 = bitcast float %6 to i32
  %8 = extractelement <4 x float> %call.i.i39, i32 1
  %9 = bitcast float %8 to i32
  %10 = extractelement <4 x float> %call.i.i39, i32 2
  %11 = bitcast float %10 to i32
  %12 = extractelement <4 x float> %call.i.i39, i32 3
  %13 = bitcast float %12 to i32
  %and.i.i.i120 = and i32 %7, -2139095041
  %and.i.i.i121 = and i32 %9, -2139095041
  %and.i.i.i122 = and i32 %11, -2139095041
  %and.i.i.i123 = and i32 %13, -2139095041
  %and5.i.i.i128 = and i32 %7, -2147483648
  %and5.i.i.i129 = and i32 %9, -2147483648
  %and5.i.i.i130 = and i32 %11, -2147483648
  %and5.i.i.i131 = and i32 %13, -2147483648
  %cmp.i.i.i124 = icmp eq i32 %and.i.i.i120, %7
  %14 = select i1 %cmp.i.i.i124, i32 %and5.i.i.i128, i32 %7
  %cmp.i.i.i125 = icmp eq i32 %and.i.i.i121, %9
  %15 = select i1 %cmp.i.i.i125, i32 %and5.i.i.i129, i32 %9
  %cmp.i.i.i126 = icmp eq i32 %and.i.i.i122, %11
  %16 = select i1 %cmp.i.i.i126, i32 %and5.i.i.i130, i32 %11
  %cmp.i.i.i127 = icmp eq i32 %and.i.i.i123, %13
  %17 = select i1 %cmp.i.i.i127, i32 %and5.i.i.i131, i32 %13
  %18 = bitcast i32 %14 to float
  %19 = bitcast i32 %15 to float
  %20 = bitcast i32 %16 to float
  %21 = bitcast i32 %17 to float
  %mul.i.i = fmul float %21, 0.000000e+00
  %22 = call float @llvm.fma.f32(float %20, float 0x3FB27BB300000000, float %mul.i.i) #8
  %23 = call float @llvm.fma.f32(float %19, float 0x3FE6E2EB20000000, float %22) #8
  %24 = call float @llvm.fma.f32(float %18, float 0x3FCB367A00000000, float %23) #8
  %cmp9 = icmp ne i32 %add4.i11.i.i19, 0
  %25 = sext i1 %cmp9 to i32
  %26 = sub i32 0, %25
  %cmp7 = icmp ne i32 %add4.i.i.i, 0
  %27 = select i1 %cmp7, i32 %26, i32 0
  %sub = add nsw i32 %imageWidth, -1
  %cmp12 = icmp ne i32 %add4.i.i.i, %sub
  %28 = sext i1 %cmp12 to i32
  %29 = sub i32 0, %28
  %30 = trunc i32 %27 to i1
  %31 = select i1 %30, i32 %29, i32 0
  %sub14 = add nsw i32 %imageHeigt, -1
  %cmp15 = icmp ne i32 %add4.i11.i.i19, %sub14
  %32 = sext i1 %cmp15 to i32
  %33 = sub i32 0, %32
  %34 = trunc i32 %31 to i1
  %35 = select i1 %34, i32 %33, i32 0
  %36 = trunc i32 %35 to i1
  br i1 %36, label %land.lhs.true, label %if.end.if.end62_crit_edge

land.lhs.true:                                    ; preds = %if.end
  %call.i43 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196609f32(i32 %add4.i.i.i, i32 %add4.i11.i.i19, i32 0, i32 0, float addrspace(196609)* null, i32 0, i32 0, i32 0)
  %37 = extractelement <4 x float> %call.i43, i32 0
  %38 = bitcast float %37 to i32
  %and.i.i140 = and i32 %38, -2139095041
  %and5.i.i148 = and i32 %38, -2147483648
  %cmp.i.i144 = icmp eq i32 %and.i.i140, %38
  %39 = select i1 %cmp.i.i144, i32 %and5.i.i148, i32 %38
  %40 = bitcast i32 %39 to float
  %cmp19 = fcmp ogt float %40, 0.000000e+00
  br i1 %cmp19, label %if.then21, label %land.lhs.true.if.end62_crit_edge

if.then21:                                        ; preds = %land.lhs.true
  %add152 = add i32 %add4.i.i.i, -1
  %add153 = add i32 %add4.i11.i.i19, -1
  %call.i.i3447 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %add152, i32 %add153, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %41 = extractelement <4 x float> %call.i.i3447, i32 0
  %42 = bitcast float %41 to i32
  %43 = extractelement <4 x float> %call.i.i3447, i32 1
  %44 = bitcast float %43 to i32
  %45 = extractelement <4 x float> %call.i.i3447, i32 2
  %46 = bitcast float %45 to i32
  %47 = extractelement <4 x float> %call.i.i3447, i32 3
  %48 = bitcast float %47 to i32
  %and.i.i.i36162 = and i32 %42, -2139095041
  %and.i.i.i36163 = and i32 %44, -2139095041
  %and.i.i.i36164 = and i32 %46, -2139095041
  %and.i.i.i36165 = and i32 %48, -2139095041
  %and5.i.i.i38170 = and i32 %42, -2147483648
  %and5.i.i.i38171 = and i32 %44, -2147483648
  %and5.i.i.i38172 = and i32 %46, -2147483648
  %and5.i.i.i38173 = and i32 %48, -2147483648
  %cmp.i.i.i37166 = icmp eq i32 %and.i.i.i36162, %42
  %49 = select i1 %cmp.i.i.i37166, i32 %and5.i.i.i38170, i32 %42
  %cmp.i.i.i37167 = icmp eq i32 %and.i.i.i36163, %44
  %50 = select i1 %cmp.i.i.i37167, i32 %and5.i.i.i38171, i32 %44
  %cmp.i.i.i37168 = icmp eq i32 %and.i.i.i36164, %46
  %51 = select i1 %cmp.i.i.i37168, i32 %and5.i.i.i38172, i32 %46
  %cmp.i.i.i37169 = icmp eq i32 %and.i.i.i36165, %48
  %52 = select i1 %cmp.i.i.i37169, i32 %and5.i.i.i38173, i32 %48
  %53 = bitcast i32 %49 to float
  %54 = bitcast i32 %50 to float
  %55 = bitcast i32 %51 to float
  %56 = bitcast i32 %52 to float
  %mul.i.i39 = fmul float %56, 0.000000e+00
  %57 = call float @llvm.fma.f32(float %55, float 0x3FB27BB300000000, float %mul.i.i39) #8
  %58 = call float @llvm.fma.f32(float %54, float 0x3FE6E2EB20000000, float %57) #8
  %59 = call float @llvm.fma.f32(float %53, float 0x3FCB367A00000000, float %58) #8
  %call.i.i4051 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %add4.i.i.i, i32 %add153, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %60 = extractelement <4 x float> %call.i.i4051, i32 0
  %61 = bitcast float %60 to i32
  %62 = extractelement <4 x float> %call.i.i4051, i32 1
  %63 = bitcast float %62 to i32
  %64 = extractelement <4 x float> %call.i.i4051, i32 2
  %65 = bitcast float %64 to i32
  %66 = extractelement <4 x float> %call.i.i4051, i32 3
  %67 = bitcast float %66 to i32
  %and.i.i.i42182 = and i32 %61, -2139095041
  %and.i.i.i42183 = and i32 %63, -2139095041
  %and.i.i.i42184 = and i32 %65, -2139095041
  %and.i.i.i42185 = and i32 %67, -2139095041
  %and5.i.i.i44190 = and i32 %61, -2147483648
  %and5.i.i.i44191 = and i32 %63, -2147483648
  %and5.i.i.i44192 = and i32 %65, -2147483648
  %and5.i.i.i44193 = and i32 %67, -2147483648
  %cmp.i.i.i43186 = icmp eq i32 %and.i.i.i42182, %61
  %68 = select i1 %cmp.i.i.i43186, i32 %and5.i.i.i44190, i32 %61
  %cmp.i.i.i43187 = icmp eq i32 %and.i.i.i42183, %63
  %69 = select i1 %cmp.i.i.i43187, i32 %and5.i.i.i44191, i32 %63
  %cmp.i.i.i43188 = icmp eq i32 %and.i.i.i42184, %65
  %70 = select i1 %cmp.i.i.i43188, i32 %and5.i.i.i44192, i32 %65
  %cmp.i.i.i43189 = icmp eq i32 %and.i.i.i42185, %67
  %71 = select i1 %cmp.i.i.i43189, i32 %and5.i.i.i44193, i32 %67
  %72 = bitcast i32 %68 to float
  %73 = bitcast i32 %69 to float
  %74 = bitcast i32 %70 to float
  %75 = bitcast i32 %71 to float
  %mul.i.i45 = fmul float %75, 0.000000e+00
  %76 = call float @llvm.fma.f32(float %74, float 0x3FB27BB300000000, float %mul.i.i45) #8
  %77 = call float @llvm.fma.f32(float %73, float 0x3FE6E2EB20000000, float %76) #8
  %78 = call float @llvm.fma.f32(float %72, float 0x3FCB367A00000000, float %77) #8
  %add28194 = add i32 %add4.i.i.i, 1
  %call.i.i4655 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %add28194, i32 %add153, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %79 = extractelement <4 x float> %call.i.i4655, i32 0
  %80 = bitcast float %79 to i32
  %81 = extractelement <4 x float> %call.i.i4655, i32 1
  %82 = bitcast float %81 to i32
  %83 = extractelement <4 x float> %call.i.i4655, i32 2
  %84 = bitcast float %83 to i32
  %85 = extractelement <4 x float> %call.i.i4655, i32 3
  %86 = bitcast float %85 to i32
  %and.i.i.i48204 = and i32 %80, -2139095041
  %and.i.i.i48205 = and i32 %82, -2139095041
  %and.i.i.i48206 = and i32 %84, -2139095041
  %and.i.i.i48207 = and i32 %86, -2139095041
  %and5.i.i.i50212 = and i32 %80, -2147483648
  %and5.i.i.i50213 = and i32 %82, -2147483648
  %and5.i.i.i50214 = and i32 %84, -2147483648
  %and5.i.i.i50215 = and i32 %86, -2147483648
  %cmp.i.i.i49208 = icmp eq i32 %and.i.i.i48204, %80
  %87 = select i1 %cmp.i.i.i49208, i32 %and5.i.i.i50212, i32 %80
  %cmp.i.i.i49209 = icmp eq i32 %and.i.i.i48205, %82
  %88 = select i1 %cmp.i.i.i49209, i32 %and5.i.i.i50213, i32 %82
  %cmp.i.i.i49210 = icmp eq i32 %and.i.i.i48206, %84
  %89 = select i1 %cmp.i.i.i49210, i32 %and5.i.i.i50214, i32 %84
  %cmp.i.i.i49211 = icmp eq i32 %and.i.i.i48207, %86
  %90 = select i1 %cmp.i.i.i49211, i32 %and5.i.i.i50215, i32 %86
  %91 = bitcast i32 %87 to float
  %92 = bitcast i32 %88 to float
  %93 = bitcast i32 %89 to float
  %94 = bitcast i32 %90 to float
  %mul.i.i51 = fmul float %94, 0.000000e+00
  %95 = call float @llvm.fma.f32(float %93, float 0x3FB27BB300000000, float %mul.i.i51) #8
  %96 = call float @llvm.fma.f32(float %92, float 0x3FE6E2EB20000000, float %95) #8
  %97 = call float @llvm.fma.f32(float %91, float 0x3FCB367A00000000, float %96) #8
  %call.i.i5259 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %add152, i32 %add4.i11.i.i19, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %98 = extractelement <4 x float> %call.i.i5259, i32 0
  %99 = bitcast float %98 to i32
  %100 = extractelement <4 x float> %call.i.i5259, i32 1
  %101 = bitcast float %100 to i32
  %102 = extractelement <4 x float> %call.i.i5259, i32 2
  %103 = bitcast float %102 to i32
  %104 = extractelement <4 x float> %call.i.i5259, i32 3
  %105 = bitcast float %104 to i32
  %and.i.i.i54224 = and i32 %99, -2139095041
  %and.i.i.i54225 = and i32 %101, -2139095041
  %and.i.i.i54226 = and i32 %103, -2139095041
  %and.i.i.i54227 = and i32 %105, -2139095041
  %and5.i.i.i56232 = and i32 %99, -2147483648
  %and5.i.i.i56233 = and i32 %101, -2147483648
  %and5.i.i.i56234 = and i32 %103, -2147483648
  %and5.i.i.i56235 = and i32 %105, -2147483648
  %cmp.i.i.i55228 = icmp eq i32 %and.i.i.i54224, %99
  %106 = select i1 %cmp.i.i.i55228, i32 %and5.i.i.i56232, i32 %99
  %cmp.i.i.i55229 = icmp eq i32 %and.i.i.i54225, %101
  %107 = select i1 %cmp.i.i.i55229, i32 %and5.i.i.i56233, i32 %101
  %cmp.i.i.i55230 = icmp eq i32 %and.i.i.i54226, %103
  %108 = select i1 %cmp.i.i.i55230, i32 %and5.i.i.i56234, i32 %103
  %cmp.i.i.i55231 = icmp eq i32 %and.i.i.i54227, %105
  %109 = select i1 %cmp.i.i.i55231, i32 %and5.i.i.i56235, i32 %105
  %110 = bitcast i32 %106 to float
  %111 = bitcast i32 %107 to float
  %112 = bitcast i32 %108 to float
  %113 = bitcast i32 %109 to float
  %mul.i.i57 = fmul float %113, 0.000000e+00
  %114 = call float @llvm.fma.f32(float %112, float 0x3FB27BB300000000, float %mul.i.i57) #8
  %115 = call float @llvm.fma.f32(float %111, float 0x3FE6E2EB20000000, float %114) #8
  %116 = call float @llvm.fma.f32(float %110, float 0x3FCB367A00000000, float %115) #8
  %call.i.i5863 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %add28194, i32 %add4.i11.i.i19, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %117 = extractelement <4 x float> %call.i.i5863, i32 0
  %118 = bitcast float %117 to i32
  %119 = extractelement <4 x float> %call.i.i5863, i32 1
  %120 = bitcast float %119 to i32
  %121 = extractelement <4 x float> %call.i.i5863, i32 2
  %122 = bitcast float %121 to i32
  %123 = extractelement <4 x float> %call.i.i5863, i32 3
  %124 = bitcast float %123 to i32
  %and.i.i.i60244 = and i32 %118, -2139095041
  %and.i.i.i60245 = and i32 %120, -2139095041
  %and.i.i.i60246 = and i32 %122, -2139095041
  %and.i.i.i60247 = and i32 %124, -2139095041
  %and5.i.i.i62252 = and i32 %118, -2147483648
  %and5.i.i.i62253 = and i32 %120, -2147483648
  %and5.i.i.i62254 = and i32 %122, -2147483648
  %and5.i.i.i62255 = and i32 %124, -2147483648
  %cmp.i.i.i61248 = icmp eq i32 %and.i.i.i60244, %118
  %125 = select i1 %cmp.i.i.i61248, i32 %and5.i.i.i62252, i32 %118
  %cmp.i.i.i61249 = icmp eq i32 %and.i.i.i60245, %120
  %126 = select i1 %cmp.i.i.i61249, i32 %and5.i.i.i62253, i32 %120
  %cmp.i.i.i61250 = icmp eq i32 %and.i.i.i60246, %122
  %127 = select i1 %cmp.i.i.i61250, i32 %and5.i.i.i62254, i32 %122
  %cmp.i.i.i61251 = icmp eq i32 %and.i.i.i60247, %124
  %128 = select i1 %cmp.i.i.i61251, i32 %and5.i.i.i62255, i32 %124
  %129 = bitcast i32 %125 to float
  %130 = bitcast i32 %126 to float
  %131 = bitcast i32 %127 to float
  %132 = bitcast i32 %128 to float
  %mul.i.i63 = fmul float %132, 0.000000e+00
  %133 = call float @llvm.fma.f32(float %131, float 0x3FB27BB300000000, float %mul.i.i63) #8
  %134 = call float @llvm.fma.f32(float %130, float 0x3FE6E2EB20000000, float %133) #8
  %135 = call float @llvm.fma.f32(float %129, float 0x3FCB367A00000000, float %134) #8
  %add37257 = add i32 %add4.i11.i.i19, 1
  %call.i.i6467 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %add152, i32 %add37257, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %136 = extractelement <4 x float> %call.i.i6467, i32 0
  %137 = bitcast float %136 to i32
  %138 = extractelement <4 x float> %call.i.i6467, i32 1
  %139 = bitcast float %138 to i32
  %140 = extractelement <4 x float> %call.i.i6467, i32 2
  %141 = bitcast float %140 to i32
  %142 = extractelement <4 x float> %call.i.i6467, i32 3
  %143 = bitcast float %142 to i32
  %and.i.i.i66266 = and i32 %137, -2139095041
  %and.i.i.i66267 = and i32 %139, -2139095041
  %and.i.i.i66268 = and i32 %141, -2139095041
  %and.i.i.i66269 = and i32 %143, -2139095041
  %and5.i.i.i68274 = and i32 %137, -2147483648
  %and5.i.i.i68275 = and i32 %139, -2147483648
  %and5.i.i.i68276 = and i32 %141, -2147483648
  %and5.i.i.i68277 = and i32 %143, -2147483648
  %cmp.i.i.i67270 = icmp eq i32 %and.i.i.i66266, %137
  %144 = select i1 %cmp.i.i.i67270, i32 %and5.i.i.i68274, i32 %137
  %cmp.i.i.i67271 = icmp eq i32 %and.i.i.i66267, %139
  %145 = select i1 %cmp.i.i.i67271, i32 %and5.i.i.i68275, i32 %139
  %cmp.i.i.i67272 = icmp eq i32 %and.i.i.i66268, %141
  %146 = select i1 %cmp.i.i.i67272, i32 %and5.i.i.i68276, i32 %141
  %cmp.i.i.i67273 = icmp eq i32 %and.i.i.i66269, %143
  %147 = select i1 %cmp.i.i.i67273, i32 %and5.i.i.i68277, i32 %143
  %148 = bitcast i32 %144 to float
  %149 = bitcast i32 %145 to float
  %150 = bitcast i32 %146 to float
  %151 = bitcast i32 %147 to float
  %mul.i.i69 = fmul float %151, 0.000000e+00
  %152 = call float @llvm.fma.f32(float %150, float 0x3FB27BB300000000, float %mul.i.i69) #8
  %153 = call float @llvm.fma.f32(float %149, float 0x3FE6E2EB20000000, float %152) #8
  %154 = call float @llvm.fma.f32(float %148, float 0x3FCB367A00000000, float %153) #8
  %call.i.i7071 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %add4.i.i.i, i32 %add37257, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %155 = extractelement <4 x float> %call.i.i7071, i32 0
  %156 = bitcast float %155 to i32
  %157 = extractelement <4 x float> %call.i.i7071, i32 1
  %158 = bitcast float %157 to i32
  %159 = extractelement <4 x float> %call.i.i7071, i32 2
  %160 = bitcast float %159 to i32
  %161 = extractelement <4 x float> %call.i.i7071, i32 3
  %162 = bitcast float %161 to i32
  %and.i.i.i72286 = and i32 %156, -2139095041
  %and.i.i.i72287 = and i32 %158, -2139095041
  %and.i.i.i72288 = and i32 %160, -2139095041
  %and.i.i.i72289 = and i32 %162, -2139095041
  %and5.i.i.i74294 = and i32 %156, -2147483648
  %and5.i.i.i74295 = and i32 %158, -2147483648
  %and5.i.i.i74296 = and i32 %160, -2147483648
  %and5.i.i.i74297 = and i32 %162, -2147483648
  %cmp.i.i.i73290 = icmp eq i32 %and.i.i.i72286, %156
  %163 = select i1 %cmp.i.i.i73290, i32 %and5.i.i.i74294, i32 %156
  %cmp.i.i.i73291 = icmp eq i32 %and.i.i.i72287, %158
  %164 = select i1 %cmp.i.i.i73291, i32 %and5.i.i.i74295, i32 %158
  %cmp.i.i.i73292 = icmp eq i32 %and.i.i.i72288, %160
  %165 = select i1 %cmp.i.i.i73292, i32 %and5.i.i.i74296, i32 %160
  %cmp.i.i.i73293 = icmp eq i32 %and.i.i.i72289, %162
  %166 = select i1 %cmp.i.i.i73293, i32 %and5.i.i.i74297, i32 %162
  %167 = bitcast i32 %163 to float
  %168 = bitcast i32 %164 to float
  %169 = bitcast i32 %165 to float
  %170 = bitcast i32 %166 to float
  %mul.i.i75 = fmul float %170, 0.000000e+00
  %171 = call float @llvm.fma.f32(float %169, float 0x3FB27BB300000000, float %mul.i.i75) #8
  %172 = call float @llvm.fma.f32(float %168, float 0x3FE6E2EB20000000, float %171) #8
  %173 = call float @llvm.fma.f32(float %167, float 0x3FCB367A00000000, float %172) #8
  %call.i.i7675 = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %add28194, i32 %add37257, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %174 = extractelement <4 x float> %call.i.i7675, i32 0
  %175 = bitcast float %174 to i32
  %176 = extractelement <4 x float> %call.i.i7675, i32 1
  %177 = bitcast float %176 to i32
  %178 = extractelement <4 x float> %call.i.i7675, i32 2
  %179 = bitcast float %178 to i32
  %180 = extractelement <4 x float> %call.i.i7675, i32 3
  %181 = bitcast float %180 to i32
  %and.i.i.i78308 = and i32 %175, -2139095041
  %and.i.i.i78309 = and i32 %177, -2139095041
  %and.i.i.i78310 = and i32 %179, -2139095041
  %and.i.i.i78311 = and i32 %181, -2139095041
  %and5.i.i.i80316 = and i32 %175, -2147483648
  %and5.i.i.i80317 = and i32 %177, -2147483648
  %and5.i.i.i80318 = and i32 %179, -2147483648
  %and5.i.i.i80319 = and i32 %181, -2147483648
  %cmp.i.i.i79312 = icmp eq i32 %and.i.i.i78308, %175
  %182 = select i1 %cmp.i.i.i79312, i32 %and5.i.i.i80316, i32 %175
  %cmp.i.i.i79313 = icmp eq i32 %and.i.i.i78309, %177
  %183 = select i1 %cmp.i.i.i79313, i32 %and5.i.i.i80317, i32 %177
  %cmp.i.i.i79314 = icmp eq i32 %and.i.i.i78310, %179
  %184 = select i1 %cmp.i.i.i79314, i32 %and5.i.i.i80318, i32 %179
  %cmp.i.i.i79315 = icmp eq i32 %and.i.i.i78311, %181
  %185 = select i1 %cmp.i.i.i79315, i32 %and5.i.i.i80319, i32 %181
  %186 = bitcast i32 %182 to float
  %187 = bitcast i32 %183 to float
  %188 = bitcast i32 %184 to float
  %189 = bitcast i32 %185 to float
  %mul.i.i81 = fmul float %189, 0.000000e+00
  %190 = call float @llvm.fma.f32(float %188, float 0x3FB27BB300000000, float %mul.i.i81) #8
  %191 = call float @llvm.fma.f32(float %187, float 0x3FE6E2EB20000000, float %190) #8
  %192 = call float @llvm.fma.f32(float %186, float 0x3FCB367A00000000, float %191) #8
  %193 = call float @llvm.fma.f32(float %135, float 2.000000e+00, float %97) #8
  %add46 = fadd float %193, %192
  %194 = call float @llvm.fma.f32(float %116, float 2.000000e+00, float %59) #8
  %add47 = fadd float %194, %154
  %sub48 = fsub float %add46, %add47
  %195 = call float @llvm.fma.f32(float %173, float 2.000000e+00, float %154) #8
  %add50 = fadd float %195, %192
  %196 = call float @llvm.fma.f32(float %78, float 2.000000e+00, float %59) #8
  %add51 = fadd float %196, %97
  %sub52 = fsub float %add50, %add51
  %mul.i.i88 = fmul float %sub52, %sub52
  %197 = call float @llvm.fma.f32(float %sub48, float %sub48, float %mul.i.i88) #8
  %cmp.i = fcmp olt float %197, 0x3810000000000000
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.else.i:                                        ; preds = %if.then21
  %198 = fsub float 0.000000e+00, %197
  %cmp.i.i.i.i = fcmp oge float %197, 0.000000e+00
  %cond.i.i.i.i = select i1 %cmp.i.i.i.i, float %197, float %198
  %cmp.i.i.i91 = fcmp une float %cond.i.i.i.i, 0x7FF0000000000000
  br i1 %cmp.i.i.i91, label %if.end10.i, label %if.then5.i

if.then5.i:                                       ; preds = %if.else.i
  %mul6.i322 = fmul float %sub48, 0x3BE0000000000000
  %mul6.i323 = fmul float %sub52, 0x3BE0000000000000
  %199 = fmul float %mul6.i323, %mul6.i323
  %200 = call float @llvm.fma.f32(float %mul6.i322, float %mul6.i322, float %199) #8
  %call.i.i22.i77 = call float @llvm.sqrt.f32(float %200)
  %mul9.i = fmul float %call.i.i22.i77, 0x4400000000000000
  br label %__builtin_spirv_OpenCL_length_v2f32.exit

if.end10.i:                                       ; preds = %if.else.i
  %call.i.i23.i78 = call float @llvm.sqrt.f32(float %197)
  br label %__builtin_spirv_OpenCL_length_v2f32.exit

if.then.i:                                        ; preds = %if.then21
  %mul.i89320 = fmul float %sub48, 0x4550000000000000
  %mul.i89321 = fmul float %sub52, 0x4550000000000000
  %201 = fmul float %mul.i89321, %mul.i89321
  %202 = call float @llvm.fma.f32(float %mul.i89320, float %mul.i89320, float %201) #8
  %call.i.i.i9076 = call float @llvm.sqrt.f32(float %202)
  %mul3.i = fmul float %call.i.i.i9076, 0x3A90000000000000
  br label %__builtin_spirv_OpenCL_length_v2f32.exit

__builtin_spirv_OpenCL_length_v2f32.exit:         ; preds = %if.then.i, %if.then5.i, %if.end10.i
  %retval.0.i = phi float [ %mul3.i, %if.then.i ], [ %mul9.i, %if.then5.i ], [ %call.i.i23.i78, %if.end10.i ]
  %mul = fmul float %retval.0.i, %gain
  %203 = fcmp oge float %mul, %threshold
  br i1 %203, label %if.then57, label %__builtin_spirv_OpenCL_length_v2f32.exit.if.end62_crit_edge

if.then57:                                        ; preds = %__builtin_spirv_OpenCL_length_v2f32.exit
  %call.i9279 = call float @llvm.minnum.f32(float %mul, float 1.000000e+00)
  %call.i9380 = call float @llvm.maxnum.f32(float %retval.0.i, float 0x3EB0C6F7A0000000)
  %204 = bitcast float %call.i9380 to i32
  %205 = and i32 %204, 2139095040
  %206 = icmp eq i32 %205, 0
  %207 = select i1 %206, float 0x41F0000000000000, float 1.000000e+00
  %208 = icmp uge i32 %205, 1677721600
  %209 = select i1 %208, float 0x3DF0000000000000, float %207
  %210 = fmul float %call.i9380, %209
  %211 = fdiv float 1.000000e+00, %210
  %212 = fmul float %211, %sub48
  %213 = fmul float %212, %209
  %214 = bitcast float %call.i9380 to i32
  %215 = and i32 %214, 2139095040
  %216 = icmp eq i32 %215, 0
  %217 = select i1 %216, float 0x41F0000000000000, float 1.000000e+00
  %218 = icmp uge i32 %215, 1677721600
  %219 = select i1 %218, float 0x3DF0000000000000, float %217
  %220 = fmul float %call.i9380, %219
  %221 = fdiv float 1.000000e+00, %220
  %222 = fmul float %221, %sub52
  %223 = fmul float %222, %219
  br label %if.end62

__builtin_spirv_OpenCL_length_v2f32.exit.if.end62_crit_edge: ; preds = %__builtin_spirv_OpenCL_length_v2f32.exit
  br label %if.end62

land.lhs.true.if.end62_crit_edge:                 ; preds = %land.lhs.true
  br label %if.end62

if.end.if.end62_crit_edge:                        ; preds = %if.end
  br label %if.end62

if.end62:                                         ; preds = %__builtin_spirv_OpenCL_length_v2f32.exit.if.end62_crit_edge, %land.lhs.true.if.end62_crit_edge, %if.end.if.end62_crit_edge, %if.then57
  %magnitude.1 = phi float [ 0.000000e+00, %land.lhs.true.if.end62_crit_edge ], [ %call.i9279, %if.then57 ], [ 0.000000e+00, %__builtin_spirv_OpenCL_length_v2f32.exit.if.end62_crit_edge ], [ 0.000000e+00, %if.end.if.end62_crit_edge ]
  %unit.1328 = phi float [ 0.000000e+00, %land.lhs.true.if.end62_crit_edge ], [ %213, %if.then57 ], [ 0.000000e+00, %__builtin_spirv_OpenCL_length_v2f32.exit.if.end62_crit_edge ], [ 0.000000e+00, %if.end.if.end62_crit_edge ]
  %unit.1329 = phi float [ 0.000000e+00, %land.lhs.true.if.end62_crit_edge ], [ %223, %if.then57 ], [ 0.000000e+00, %__builtin_spirv_OpenCL_length_v2f32.exit.if.end62_crit_edge ], [ 0.000000e+00, %if.end.if.end62_crit_edge ]
  call void @llvm.genx.GenISA.typedwrite.p131072f32(float addrspace(131072)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i19, i32 0, i32 0, float %magnitude.1, float %magnitude.1, float %magnitude.1, float 1.000000e+00)
  %224 = call float @llvm.fma.f32(float %unit.1328, float 5.000000e-01, float 5.000000e-01) #8
  %225 = call float @llvm.fma.f32(float %unit.1329, float 5.000000e-01, float 5.000000e-01) #8
  call void @llvm.genx.GenISA.typedwrite.p131073f32(float addrspace(131073)* null, i32 %add4.i.i.i, i32 %add4.i11.i.i19, i32 0, i32 0, float %224, float %225, float %24, float 1.000000e+00)
  br label %cleanup

entry.cleanup_crit_edge:                          ; preds = %entry
  br label %cleanup

cleanup:                                          ; preds = %entry.cleanup_crit_edge, %if.end62
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_fmin(float noundef, float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_fmax(float noundef, float noundef) local_unnamed_addr #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.fma.f32(float, float, float) #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func float @__builtin_IB_native_sqrtf(float noundef) local_unnamed_addr #1

; Function Attrs: convergent
declare spir_func <4 x float> @__builtin_IB_OCL_2d_ld(i32 noundef, <2 x i32> noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: convergent
declare spir_func void @__builtin_IB_write_2d_ui(i32 noundef, <2 x i32> noundef, <4 x i32> noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_image_width(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_image_height(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_group_id(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_enqueued_local_size(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_x() local_unnamed_addr #1

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare void @llvm.assume(i1 noundef) #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_global_offset(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_y() local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare spir_func i32 @__builtin_IB_get_local_id_z() local_unnamed_addr #1

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
declare float addrspace(196608)* @llvm.genx.GenISA.GetBufferPtr.p196608f32(i32, i32) #5

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
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32) #6

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
declare float addrspace(196609)* @llvm.genx.GenISA.GetBufferPtr.p196609f32(i32, i32) #5

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
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196609f32(i32, i32, i32, i32, float addrspace(196609)*, i32, i32, i32) #6

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.sqrt.f32(float) #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.minnum.f32(float, float) #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.maxnum.f32(float, float) #2

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
declare float addrspace(131072)* @llvm.genx.GenISA.GetBufferPtr.p131072f32(i32, i32) #5

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

; Function Desc: 
; Output: result
; Arg 0: Resource index
; Arg 1: Resource Type (CB, UAV, etc
; Function Attrs: nounwind readnone
declare float addrspace(131073)* @llvm.genx.GenISA.GetBufferPtr.p131073f32(i32, i32) #5

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
declare void @llvm.genx.GenISA.typedwrite.p131073f32(float addrspace(131073)*, i32, i32, i32, i32, float, float, float, float) #7

attributes #0 = { convergent nounwind }
attributes #1 = { convergent mustprogress nofree nounwind readnone willreturn "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { convergent "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #5 = { nounwind readnone }
attributes #6 = { argmemonly nounwind readonly }
attributes #7 = { argmemonly nounwind writeonly }
attributes #8 = { nounwind }

!IGCMetadata = !{!0}
!igc.functions = !{!304}
!opencl.ocl.version = !{!323, !323, !323, !323, !323}
!opencl.spir.version = !{!323, !323, !323, !323, !323}
!llvm.ident = !{!324, !324, !324, !324, !324}
!llvm.module.flags = !{!325}
!printf.strings = !{}

!0 = !{!"ModuleMD", !1, !2, !61, !176, !206, !222, !239, !249, !251, !252, !263, !264, !265, !266, !270, !271, !272, !273, !274, !275, !276, !277, !278, !279, !280, !281, !283, !287, !288, !289, !290, !291, !292, !293, !127, !294, !297, !299, !302, !303}
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
!62 = !{!"FuncMDMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, float, float, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @sobel}
!63 = !{!"FuncMDValue[0]", !64, !65, !69, !70, !71, !91, !119, !120, !121, !122, !123, !124, !125, !126, !127, !128, !129, !130, !131, !132, !133, !134, !141, !148, !155, !162, !169}
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
!92 = !{!"uavsNumType", i32 2}
!93 = !{!"srvsNumType", i32 2}
!94 = !{!"samplersNumType", i32 0}
!95 = !{!"argAllocMDList", !96, !100, !102, !104, !105, !109, !110, !111, !112, !113, !114, !115, !116, !117}
!96 = !{!"argAllocMDListVec[0]", !97, !98, !99}
!97 = !{!"type", i32 2}
!98 = !{!"extensionType", i32 0}
!99 = !{!"indexType", i32 0}
!100 = !{!"argAllocMDListVec[1]", !97, !98, !101}
!101 = !{!"indexType", i32 1}
!102 = !{!"argAllocMDListVec[2]", !103, !98, !99}
!103 = !{!"type", i32 1}
!104 = !{!"argAllocMDListVec[3]", !103, !98, !101}
!105 = !{!"argAllocMDListVec[4]", !106, !107, !108}
!106 = !{!"type", i32 0}
!107 = !{!"extensionType", i32 -1}
!108 = !{!"indexType", i32 -1}
!109 = !{!"argAllocMDListVec[5]", !106, !107, !108}
!110 = !{!"argAllocMDListVec[6]", !106, !107, !108}
!111 = !{!"argAllocMDListVec[7]", !106, !107, !108}
!112 = !{!"argAllocMDListVec[8]", !106, !107, !108}
!113 = !{!"argAllocMDListVec[9]", !106, !107, !108}
!114 = !{!"argAllocMDListVec[10]", !106, !107, !108}
!115 = !{!"argAllocMDListVec[11]", !106, !107, !108}
!116 = !{!"argAllocMDListVec[12]", !106, !107, !108}
!117 = !{!"argAllocMDListVec[13]", !106, !107, !108}
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
!134 = !{!"m_OpenCLArgAddressSpaces", !135, !136, !137, !138, !139, !140}
!135 = !{!"m_OpenCLArgAddressSpacesVec[0]", i32 1}
!136 = !{!"m_OpenCLArgAddressSpacesVec[1]", i32 1}
!137 = !{!"m_OpenCLArgAddressSpacesVec[2]", i32 1}
!138 = !{!"m_OpenCLArgAddressSpacesVec[3]", i32 1}
!139 = !{!"m_OpenCLArgAddressSpacesVec[4]", i32 0}
!140 = !{!"m_OpenCLArgAddressSpacesVec[5]", i32 0}
!141 = !{!"m_OpenCLArgAccessQualifiers", !142, !143, !144, !145, !146, !147}
!142 = !{!"m_OpenCLArgAccessQualifiersVec[0]", !"read_only"}
!143 = !{!"m_OpenCLArgAccessQualifiersVec[1]", !"read_only"}
!144 = !{!"m_OpenCLArgAccessQualifiersVec[2]", !"write_only"}
!145 = !{!"m_OpenCLArgAccessQualifiersVec[3]", !"write_only"}
!146 = !{!"m_OpenCLArgAccessQualifiersVec[4]", !"none"}
!147 = !{!"m_OpenCLArgAccessQualifiersVec[5]", !"none"}
!148 = !{!"m_OpenCLArgTypes", !149, !150, !151, !152, !153, !154}
!149 = !{!"m_OpenCLArgTypesVec[0]", !"image2d_t"}
!150 = !{!"m_OpenCLArgTypesVec[1]", !"image2d_t"}
!151 = !{!"m_OpenCLArgTypesVec[2]", !"image2d_t"}
!152 = !{!"m_OpenCLArgTypesVec[3]", !"image2d_t"}
!153 = !{!"m_OpenCLArgTypesVec[4]", !"float"}
!154 = !{!"m_OpenCLArgTypesVec[5]", !"float"}
!155 = !{!"m_OpenCLArgBaseTypes", !156, !157, !158, !159, !160, !161}
!156 = !{!"m_OpenCLArgBaseTypesVec[0]", !"image2d_t"}
!157 = !{!"m_OpenCLArgBaseTypesVec[1]", !"image2d_t"}
!158 = !{!"m_OpenCLArgBaseTypesVec[2]", !"image2d_t"}
!159 = !{!"m_OpenCLArgBaseTypesVec[3]", !"image2d_t"}
!160 = !{!"m_OpenCLArgBaseTypesVec[4]", !"float"}
!161 = !{!"m_OpenCLArgBaseTypesVec[5]", !"float"}
!162 = !{!"m_OpenCLArgTypeQualifiers", !163, !164, !165, !166, !167, !168}
!163 = !{!"m_OpenCLArgTypeQualifiersVec[0]", !""}
!164 = !{!"m_OpenCLArgTypeQualifiersVec[1]", !""}
!165 = !{!"m_OpenCLArgTypeQualifiersVec[2]", !""}
!166 = !{!"m_OpenCLArgTypeQualifiersVec[3]", !""}
!167 = !{!"m_OpenCLArgTypeQualifiersVec[4]", !""}
!168 = !{!"m_OpenCLArgTypeQualifiersVec[5]", !""}
!169 = !{!"m_OpenCLArgNames", !170, !171, !172, !173, !174, !175}
!170 = !{!"m_OpenCLArgNamesVec[0]", !"source"}
!171 = !{!"m_OpenCLArgNamesVec[1]", !"mask"}
!172 = !{!"m_OpenCLArgNamesVec[2]", !"edges"}
!173 = !{!"m_OpenCLArgNamesVec[3]", !"direction"}
!174 = !{!"m_OpenCLArgNamesVec[4]", !"threshold"}
!175 = !{!"m_OpenCLArgNamesVec[5]", !"gain"}
!176 = !{!"pushInfo", !177, !178, !179, !182, !183, !184, !185, !186, !187, !188, !189, !202, !203, !204, !205}
!177 = !{!"pushableAddresses"}
!178 = !{!"bindlessPushInfo"}
!179 = !{!"dynamicBufferInfo", !180, !181}
!180 = !{!"firstIndex", i32 0}
!181 = !{!"numOffsets", i32 0}
!182 = !{!"MaxNumberOfPushedBuffers", i32 0}
!183 = !{!"inlineConstantBufferSlot", i32 -1}
!184 = !{!"inlineConstantBufferOffset", i32 -1}
!185 = !{!"inlineConstantBufferGRFOffset", i32 -1}
!186 = !{!"constants"}
!187 = !{!"inputs"}
!188 = !{!"constantReg"}
!189 = !{!"simplePushInfoArr", !190, !199, !200, !201}
!190 = !{!"simplePushInfoArrVec[0]", !191, !192, !193, !194, !195, !196, !197, !198}
!191 = !{!"cbIdx", i32 0}
!192 = !{!"pushableAddressGrfOffset", i32 -1}
!193 = !{!"pushableOffsetGrfOffset", i32 -1}
!194 = !{!"offset", i32 0}
!195 = !{!"size", i32 0}
!196 = !{!"isStateless", i1 false}
!197 = !{!"isBindless", i1 false}
!198 = !{!"simplePushLoads"}
!199 = !{!"simplePushInfoArrVec[1]", !191, !192, !193, !194, !195, !196, !197, !198}
!200 = !{!"simplePushInfoArrVec[2]", !191, !192, !193, !194, !195, !196, !197, !198}
!201 = !{!"simplePushInfoArrVec[3]", !191, !192, !193, !194, !195, !196, !197, !198}
!202 = !{!"simplePushBufferUsed", i32 0}
!203 = !{!"pushAnalysisWIInfos"}
!204 = !{!"inlineRTGlobalPtrOffset", i32 0}
!205 = !{!"rtSyncSurfPtrOffset", i32 0}
!206 = !{!"psInfo", !207, !208, !209, !210, !211, !212, !213, !214, !215, !216, !217, !218, !219, !220, !221}
!207 = !{!"BlendStateDisabledMask", i8 0}
!208 = !{!"SkipSrc0Alpha", i1 false}
!209 = !{!"DualSourceBlendingDisabled", i1 false}
!210 = !{!"ForceEnableSimd32", i1 false}
!211 = !{!"outputDepth", i1 false}
!212 = !{!"outputStencil", i1 false}
!213 = !{!"outputMask", i1 false}
!214 = !{!"blendToFillEnabled", i1 false}
!215 = !{!"forceEarlyZ", i1 false}
!216 = !{!"hasVersionedLoop", i1 false}
!217 = !{!"forceSingleSourceRTWAfterDualSourceRTW", i1 false}
!218 = !{!"NumSamples", i8 0}
!219 = !{!"blendOptimizationMode"}
!220 = !{!"colorOutputMask"}
!221 = !{!"WaDisableVRS", i1 false}
!222 = !{!"csInfo", !223, !224, !225, !226, !227, !11, !12, !228, !229, !230, !231, !232, !233, !234, !235, !236, !237, !40, !238}
!223 = !{!"maxWorkGroupSize", i32 0}
!224 = !{!"waveSize", i32 0}
!225 = !{!"ComputeShaderSecondCompile"}
!226 = !{!"forcedSIMDSize", i8 0}
!227 = !{!"forceTotalGRFNum", i32 0}
!228 = !{!"allowLowerSimd", i1 false}
!229 = !{!"forcedVISAPreRAScheduler", i1 false}
!230 = !{!"disableLocalIdOrderOptimizations", i1 false}
!231 = !{!"disableDispatchAlongY", i1 false}
!232 = !{!"neededThreadIdLayout", i1* null}
!233 = !{!"forceTileYWalk", i1 false}
!234 = !{!"tileTGWidth_X", i32 0}
!235 = !{!"tileTGWidth_Y", i32 0}
!236 = !{!"maxTileTGDispatch_X", i32 0}
!237 = !{!"maxTileTGDispatch_Y", i32 0}
!238 = !{!"ResForHfPacking"}
!239 = !{!"msInfo", !240, !241, !242, !243, !244, !245, !246, !247, !248}
!240 = !{!"PrimitiveTopology", i32 3}
!241 = !{!"MaxNumOfPrimitives", i32 0}
!242 = !{!"MaxNumOfVertices", i32 0}
!243 = !{!"MaxNumOfPerPrimitiveOutputs", i32 0}
!244 = !{!"MaxNumOfPerVertexOutputs", i32 0}
!245 = !{!"WorkGroupSize", i32 0}
!246 = !{!"WorkGroupMemorySizeInBytes", i32 0}
!247 = !{!"IndexFormat", i32 6}
!248 = !{!"SubgroupSize", i32 0}
!249 = !{!"taskInfo", !250, !245, !246, !248}
!250 = !{!"MaxNumOfOutputs", i32 0}
!251 = !{!"NBarrierCnt", i32 0}
!252 = !{!"rtInfo", !253, !254, !255, !256, !257, !258, !259, !260, !261, !262}
!253 = !{!"RayQueryAllocSizeInBytes", i32 0}
!254 = !{!"NumContinuations", i32 0}
!255 = !{!"RTAsyncStackAddrspace", i32 -1}
!256 = !{!"RTAsyncStackSurfaceStateOffset", i1* null}
!257 = !{!"SWHotZoneAddrspace", i32 -1}
!258 = !{!"SWHotZoneSurfaceStateOffset", i1* null}
!259 = !{!"SWStackAddrspace", i32 -1}
!260 = !{!"SWStackSurfaceStateOffset", i1* null}
!261 = !{!"RTSyncStackAddrspace", i32 -1}
!262 = !{!"RTSyncStackSurfaceStateOffset", i1* null}
!263 = !{!"CurUniqueIndirectIdx", i32 0}
!264 = !{!"inlineDynTextures"}
!265 = !{!"inlineResInfoData"}
!266 = !{!"immConstant", !267, !268, !269}
!267 = !{!"data"}
!268 = !{!"sizes"}
!269 = !{!"zeroIdxs"}
!270 = !{!"inlineConstantBuffers"}
!271 = !{!"inlineGlobalBuffers"}
!272 = !{!"GlobalPointerProgramBinaryInfos"}
!273 = !{!"ConstantPointerProgramBinaryInfos"}
!274 = !{!"GlobalBufferAddressRelocInfo"}
!275 = !{!"ConstantBufferAddressRelocInfo"}
!276 = !{!"forceLscCacheList"}
!277 = !{!"SrvMap"}
!278 = !{!"RasterizerOrderedByteAddressBuffer"}
!279 = !{!"MinNOSPushConstantSize", i32 0}
!280 = !{!"inlineProgramScopeOffsets"}
!281 = !{!"shaderData", !282}
!282 = !{!"numReplicas", i32 0}
!283 = !{!"URBInfo", !284, !285, !286}
!284 = !{!"has64BVertexHeaderInput", i1 false}
!285 = !{!"has64BVertexHeaderOutput", i1 false}
!286 = !{!"hasVertexHeader", i1 true}
!287 = !{!"UseBindlessImage", i1 false}
!288 = !{!"enableRangeReduce", i1 false}
!289 = !{!"allowMatchMadOptimizationforVS", i1 false}
!290 = !{!"disableMemOptforNegativeOffsetLoads", i1 false}
!291 = !{!"enableThreeWayLoadSpiltOpt", i1 false}
!292 = !{!"statefulResourcesNotAliased", i1 false}
!293 = !{!"disableMixMode", i1 false}
!294 = !{!"PrivateMemoryPerFG", !295, !296}
!295 = !{!"PrivateMemoryPerFGMap[0]", void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, float, float, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @sobel}
!296 = !{!"PrivateMemoryPerFGValue[0]", i32 0}
!297 = !{!"capabilities", !298}
!298 = !{!"globalVariableDecorationsINTEL", i1 false}
!299 = !{!"m_ShaderResourceViewMcsMask", !300, !301}
!300 = !{!"m_ShaderResourceViewMcsMaskVec[0]", i64 0}
!301 = !{!"m_ShaderResourceViewMcsMaskVec[1]", i64 0}
!302 = !{!"computedDepthMode", i32 0}
!303 = !{!"isHDCFastClearShader", i1 false}
!304 = !{void (%spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_0 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, %spirv.Image._void_1_0_0_0_0_0_1 addrspace(1)*, float, float, <8 x i32>, <8 x i32>, <3 x i32>, i16, i16, i16, i32, i32)* @sobel, !305}
!305 = !{!306, !307, !314}
!306 = !{!"function_type", i32 0}
!307 = !{!"arg_desc", !308, !312}
!308 = !{null, !309, !310, !311}
!309 = !{!"explicit_arg_num", i32 0}
!310 = !{!"img_access_float_coords", i1 false}
!311 = !{!"img_access_int_coords", i1 true}
!312 = !{null, !313, !310, !311}
!313 = !{!"explicit_arg_num", i32 1}
!314 = !{!"implicit_arg_desc", !315, !316, !317, !318, !319, !320, !321, !322}
!315 = !{i32 0}
!316 = !{i32 1}
!317 = !{i32 6}
!318 = !{i32 7}
!319 = !{i32 8}
!320 = !{i32 9}
!321 = !{i32 20, !309}
!322 = !{i32 21, !309}
!323 = !{i32 2, i32 0}
!324 = !{!"Debian clang version 14.0.6"}
!325 = !{i32 1, !"wchar_size", i32 4}
