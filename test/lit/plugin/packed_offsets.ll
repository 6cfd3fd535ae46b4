; Xe2 has offsets that are no constants in one dword of the payload, 6 bits each from bit 12 on (3D_SAMPLE4, OffUVR): the pass packs
; it, and it is an integer beside coordinates that are floats.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=lnl;simd=16>,verify,texvisa-verify<target=lnl>' -S %s | FileCheck %s

; CHECK: [[ROUND:%.*]] = call float @llvm.roundeven.f32(float %r)
; CHECK: [[POSITIVE:%.*]] = call float @llvm.maxnum.f32(float [[ROUND]], float 0.000000e+00)
; CHECK: [[LAYER:%.*]] = call float @llvm.minnum.f32(float [[POSITIVE]], float 4.095000e+03)
; CHECK: [[NUMBER:%.*]] = fptoui float [[LAYER]] to i32
; CHECK: [[U6:%.*]] = and i32 %offu, 63
; CHECK: [[U:%.*]] = shl i32 [[U6]], 12
; CHECK: [[WITH_U:%.*]] = or i32 [[NUMBER]], [[U]]
; CHECK: [[V6:%.*]] = and i32 %offv, 63
; CHECK: [[V:%.*]] = shl i32 [[V6]], 18
; CHECK: [[PACKED:%.*]] = or i32 [[WITH_U]], [[V]]
; CHECK: @llvm.texvisa.gather4_po_c.f32x3.i32x1.v4f32.p196608.p589824(float %ref, float %u, float %v, i32 [[PACKED]],

define spir_kernel void @k(i16 %localIdX, float %v, float %r, float %ref, i32 %offu, i32 %offv, i32 %to) {
  %x = zext i16 %localIdX to i32
  %u = sitofp i32 %x to float
  %texel = call <4 x float> @llvm.genx.GenISA.gather4POCptr.v4f32.f32.p196608f32.p589824i32(float %ref, float %u, float %v, i32 %offu, i32 %offv, float %r, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0, i32 0)
  %place = inttoptr i32 %to to <4 x float> addrspace(131082)*
  store <4 x float> %texel, <4 x float> addrspace(131082)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.gather4POCptr.v4f32.f32.p196608f32.p589824i32(float, float, float, i32, i32, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32, i32)
