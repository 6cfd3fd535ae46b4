; No block and no branch is touched, so that the dominators stay; where there was nothing to do, everything does.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='function(require<domtree>,require<memoryssa>),texvisa-legalize<target=tgllp;simd=16>,function(require<domtree>,require<memoryssa>)' -debug-pass-manager -disable-output %s 2>&1 | FileCheck %s
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='function(require<domtree>,require<memoryssa>),print<texvisa><target=tgllp;simd=16>,function(require<domtree>,require<memoryssa>)' -debug-pass-manager -disable-output %s 2>&1 | FileCheck %s --check-prefix=PRINT

; CHECK: Running analysis: DominatorTreeAnalysis on k
; CHECK: Running pass: {{.*}}texvisa-legalize
; CHECK-NOT: Running analysis: DominatorTreeAnalysis on k
; CHECK: Running analysis: MemorySSAAnalysis on k
; PRINT: Running pass: {{.*}}print<texvisa>
; PRINT-NOT: Running analysis: {{(Dom|Memory)}}

define spir_kernel void @k(i32 %x) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
