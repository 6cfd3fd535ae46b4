; What an instruction selector sends, worked out from the tables that were measured with Intel's finalizer (docs/messages.md and
; the descriptor's own): SIMD16 on TGLLP, where a register has 32 bytes.
;
; %a: ld_lz, u and v of 16 dwords: 2 registers each, the first by itself. One channel: 2 registers. Descriptor: response 2 in bits
; 24 to 20, SIMD mode 2 in 18 and 17, type 26 in 16 to 12: 0x0425a000, which is 69574656, with the length 2 in 28 to 25. Extended:
; the second length at bit 6: 0x80, which is 128. No header. Channels are 64 bytes apart.
; %b: sample_lz with offsets and residency, entries 1 and 2: a header of one register and 4 of parameters. Dword 2 of the header: the
; offsets 0x1e0, residency at bit 23: 0x8001e0, which is 8389088. Descriptor: bit 19, the first length 1, response 4 * 2 + 1 = 9,
; type 24, sampler 2 at bit 8, surface 1: 0x029d8201 = 43876865 - the sampler mode 2 is 0x40000. Residency is behind four channels.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,texvisa-verify<target=tgllp;simd=16>' -disable-output %s

; CHECK: %a = call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null,
; CHECK-SAME: i32 0, i32 1, i32 16, i32 1, i1 false, i32 0, i32 0,
; CHECK-SAME: i32 69574656, i32 128, i1 false, i32 0, i32 0, i32 2, i32 2, i32 2, i32 1, i32 64, i32 -1)
; CHECK: %b = call <5 x float> @llvm.texvisa.sample_lz.f32x2.v5f32.p196609.p589826(float %u, float %v, ptr addrspace(196609) null, ptr addrspace(589826) null,
; CHECK-SAME: i32 480, i32 15, i32 16, i32 1, i1 false, i32 1, i32 2,
; CHECK-SAME: i32 43876865, i32 256, i1 true, i32 8389088, i32 0, i32 1, i32 4, i32 9, i32 1, i32 64, i32 256)

define spir_kernel void @k(i16 %localIdX, i32 %y, i32 %to) {
  %x = zext i16 %localIdX to i32
  %u = sitofp i32 %x to float
  %v = sitofp i32 %y to float
  %a = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %red = extractelement <4 x float> %a, i32 0
  %b = call <5 x float> @llvm.genx.GenISA.sampleLptr.v5f32.f32.p196609f32.p589826f32(float 0.0, float %u, float %v, float 0.0, float 0.0, float addrspace(196609)* null, float addrspace(589826)* null, i32 1, i32 -2, i32 0)
  %place = inttoptr i32 %to to float addrspace(131082)*
  store float %red, float addrspace(131082)* %place, align 4
  %all = shufflevector <5 x float> %b, <5 x float> undef, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %fifth = extractelement <5 x float> %b, i32 4
  %texel = insertelement <4 x float> %all, float %fifth, i32 0
  %sum = fadd <4 x float> %all, %texel
  %place.b = inttoptr i32 %to to <4 x float> addrspace(131082)*
  store <4 x float> %sum, <4 x float> addrspace(131082)* %place.b, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <5 x float> @llvm.genx.GenISA.sampleLptr.v5f32.f32.p196609f32.p589826f32(float, float, float, float, float, float addrspace(196609)*, float addrspace(589826)*, i32, i32, i32)
