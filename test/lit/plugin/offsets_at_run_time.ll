; Texel offsets of a sample that are no constants are an argument, behind the slots: four bits each, as the header has them. The
; immediate is zero then, and there is a header.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify,texvisa-verify<target=tgllp>' -S %s | FileCheck %s

; CHECK: [[U4:%.*]] = and i32 %offu, 15
; CHECK: [[U:%.*]] = shl i32 [[U4]], 8
; CHECK: [[OFFSETS:%.*]] = or i32 [[U]], 32
; CHECK: @llvm.texvisa.sample_lz.f32x2.offsets.v4f32.p196608.p589824(float %u, float %v, i32 [[OFFSETS]], ptr addrspace(196608) null, ptr addrspace(589824) null, i32 0, i32 15, i32 16, i32 1, i1 false,
; CHECK-SAME: i1 true,

define spir_kernel void @k(i16 %localIdX, float %v, i32 %offu, i32 %to) {
  %x = zext i16 %localIdX to i32
  %u = sitofp i32 %x to float
  %texel = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824f32(float 0.0, float %u, float %v, float 0.0, float 0.0, float addrspace(196608)* null, float addrspace(589824)* null, i32 %offu, i32 2, i32 0)
  %place = inttoptr i32 %to to <4 x float> addrspace(131082)*
  store <4 x float> %texel, <4 x float> addrspace(131082)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824f32(float, float, float, float, float, float addrspace(196608)*, float addrspace(589824)*, i32, i32, i32)
