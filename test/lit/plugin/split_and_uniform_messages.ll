; The last three immediates are the lanes of a message, how many messages there are, and whether they heed no execution
; mask. On registers of 32 bytes a SIMD32 kernel sends two messages of 16 lanes; what all lanes share is sent once, for the
; narrowest message's lanes, active or not.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=32>,verify' -S %s | FileCheck %s
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=dg2;simd=8>,verify' -S %s | FileCheck %s --check-prefix=NARROW
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=bmg;simd=32>,verify' -S %s | FileCheck %s --check-prefix=WIDE

; CHECK: %a = {{.*}} i32 15, i32 16, i32 2, i1 false,
; CHECK: %b = {{.*}} i32 15, i32 8, i32 1, i1 true,
; NARROW: %a = {{.*}} i32 15, i32 8, i32 1, i1 false,
; NARROW: %b = {{.*}} i32 15, i32 8, i32 1, i1 true,
; WIDE: %a = {{.*}} i32 15, i32 32, i32 1, i1 false,
; WIDE: %b = {{.*}} i32 15, i32 16, i32 1, i1 true,

define spir_kernel void @k(i32 %shared, i16 %localIdX) {
  %lane = zext i16 %localIdX to i32
  %a = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %lane, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %b = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %shared, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %texel = fadd <4 x float> %a, %b
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
