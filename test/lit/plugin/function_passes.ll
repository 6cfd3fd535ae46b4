; The passes are passes over functions, too: each kernel by itself, with what was said about it. Declarations stay, as a pass over
; a function must not remove them.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='function(texvisa-legalize<target=tgllp;simd=16>,texvisa-verify<target=tgllp;simd=16>)' -S %s | FileCheck %s
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='function(print<texvisa><target=tgllp;simd=16>)' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PRINT
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='function(texvisa-legalize<target=tgllp;simd=16>,texvisa-verify<target=skl>)' -print-pipeline-passes -disable-output %s | FileCheck %s --check-prefix=PIPELINE
; RUN: not %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='function(texvisa-verify<target=gen42>)' -disable-output %s 2>&1 | FileCheck %s --check-prefix=WRONG

; CHECK: define spir_kernel void @a(
; CHECK: call <4 x float> @llvm.texvisa.ld_lz.i32x1.v4f32.p196608(
; CHECK: declare <4 x float> @llvm.genx.GenISA.ldptr.
; CHECK: define spir_kernel void @b(
; CHECK: call <4 x float> @llvm.texvisa.ld_lz.i32x1.v4f32.p196608(
; CHECK: declare <4 x float> @llvm.texvisa.ld_lz.
; PRINT: .kernel "a"
; PRINT: .kernel "b"
; PIPELINE: function(texvisa-legalize<target=tgllp;simd=16>,texvisa-verify<target=skl>)
; WRONG: invalid argument to texvisa-verify pass target parameter: 'gen42'; expected one of skl,
; WRONG-NEXT: usage: texvisa-verify<target=
; WRONG-NEXT: {{opt-[0-9]+}}: unknown function pass

define spir_kernel void @a(i32 %x) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)

define spir_kernel void @b(i32 %x) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}
