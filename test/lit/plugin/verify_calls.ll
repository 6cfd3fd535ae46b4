; texvisa-verify fails the pipeline where a call is not what its message has, and says what it is and where. It looks at all calls of
; all functions that a program can come to.
; REQUIRES: llvm, plugin
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-verify<target=tgllp>' -disable-output %s 2>&1 | FileCheck %s
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='function(texvisa-verify<target=tgllp>)' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FUNCTION

; CHECK: error: {{.*}}verify_calls.ll: not verified for tgllp:
; CHECK-NEXT: kernel k: the descriptor is 0x425a001; expected 0x425a000: %descriptor = call
; CHECK-NEXT: kernel k: the descriptor is 0x425a000; expected 0x445a000: %response = call
; CHECK-NEXT: kernel k: 1 sends have 12 lanes each; expected a width of the target, or one send of 8 that ignores the mask: %lanes = call
; CHECK-NEXT: kernel k: the channel step is 0x20; expected 0x40: %step = call
; CHECK-NEXT: kernel k: the channels are 0x0; expected one of a gather, otherwise some: %channels = call
; CHECK-NEXT: kernel k: there is no message ld_zl; expected one that texvisa-legalize wrote: %unknown = call
; CHECK-NEXT: kernel k: ld_lz has 4 slots; expected 1, 2, 3: %slots = call
; CHECK-NEXT: kernel k: tgllp has no sample_mlod; legalize for the target that is verified: %target = call
; CHECK-NEXT: kernel other: the texture call is not legalized; run texvisa-legalize before: %texel = call
; CHECK-NOT: kernel
; FUNCTION: error: {{.*}}verify_calls.ll: not verified for tgllp:
; FUNCTION-NEXT: kernel k: the descriptor is

define spir_kernel void @k(i32 %x, i32 %y, float %w) {
  %right = call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 1, i32 16, i32 1, i1 false, i32 0, i32 0, i32 69574656, i32 128, i1 false, i32 0, i32 0, i32 2, i32 2, i32 2, i32 1, i32 64, i32 -1)
  %descriptor = call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 1, i32 16, i32 1, i1 false, i32 0, i32 0, i32 69574657, i32 128, i1 false, i32 0, i32 0, i32 2, i32 2, i32 2, i32 1, i32 64, i32 -1)
  %response = call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 3, i32 16, i32 1, i1 false, i32 0, i32 0, i32 69574656, i32 128, i1 false, i32 0, i32 0, i32 2, i32 2, i32 2, i32 1, i32 64, i32 -1)
  %lanes = call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 1, i32 12, i32 1, i1 false, i32 0, i32 0, i32 69574656, i32 128, i1 false, i32 0, i32 0, i32 2, i32 2, i32 2, i32 1, i32 64, i32 -1)
  %step = call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 1, i32 16, i32 1, i1 false, i32 0, i32 0, i32 69574656, i32 128, i1 false, i32 0, i32 0, i32 2, i32 2, i32 2, i32 1, i32 32, i32 -1)
  %channels = call <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 0, i32 16, i32 1, i1 false, i32 0, i32 0, i32 69574656, i32 128, i1 false, i32 0, i32 0, i32 2, i32 2, i32 2, i32 1, i32 64, i32 -1)
  %unknown = call <4 x float> @llvm.texvisa.ld_zl.i32x2.v4f32.p196608(i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 1, i32 16, i32 1, i1 false, i32 0, i32 0, i32 69574656, i32 128, i1 false, i32 0, i32 0, i32 2, i32 2, i32 2, i32 1, i32 64, i32 -1)
  %slots = call <4 x float> @llvm.texvisa.ld_lz.i32x4.v4f32.p196608(i32 %x, i32 %x, i32 %x, i32 %y, ptr addrspace(196608) null, i32 0, i32 1, i32 16, i32 1, i1 false, i32 0, i32 0, i32 69574656, i32 128, i1 false, i32 0, i32 0, i32 2, i32 2, i32 2, i32 1, i32 64, i32 -1)
  %target = call <4 x float> @llvm.texvisa.sample_mlod.f32x2.v4f32.p196608.p589824(float %w, float %w, ptr addrspace(196608) null, ptr addrspace(589824) null, i32 0, i32 1, i32 16, i32 1, i1 false, i32 0, i32 0, i32 69574656, i32 128, i1 false, i32 0, i32 0, i32 2, i32 2, i32 2, i32 1, i32 64, i32 -1)
  ret void

unreachable.block:
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32 %x, i32 0, i32 0, i32 0, ptr addrspace(196608) null, i32 0, i32 0, i32 0)
  ret void
}

define float @other(i32 %x) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32 %x, i32 0, i32 0, i32 0, ptr addrspace(196608) null, i32 0, i32 0, i32 0)
  %red = extractelement <4 x float> %texel, i32 0
  ret float %red
}

declare <4 x float> @llvm.texvisa.ld_lz.i32x2.v4f32.p196608(i32, i32, ptr addrspace(196608), i32 immarg, i32 immarg, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg)
declare <4 x float> @llvm.texvisa.ld_zl.i32x2.v4f32.p196608(i32, i32, ptr addrspace(196608), i32 immarg, i32 immarg, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg)
declare <4 x float> @llvm.texvisa.ld_lz.i32x4.v4f32.p196608(i32, i32, i32, i32, ptr addrspace(196608), i32 immarg, i32 immarg, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg)
declare <4 x float> @llvm.texvisa.sample_mlod.f32x2.v4f32.p196608.p589824(float, float, ptr addrspace(196608), ptr addrspace(589824), i32 immarg, i32 immarg, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg)
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32, i32, i32, i32, ptr addrspace(196608), i32, i32, i32)
