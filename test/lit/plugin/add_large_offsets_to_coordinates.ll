; An offset along u or v that no message takes is added to the coordinate, which is an integer where there is no sampler: a
; number beyond -8 to 7, or a value. The other offset stays in the message.
; REQUIRES: llvm, plugin
; RUN: texvisa compile %s --target tgllp --simd 16 | FileCheck %s
; RUN: texvisa check %s --target tgllp --simd 16 | FileCheck %s --check-prefix=SAME
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s --check-prefix=PASS

; CHECK: add (M1, 16) {{.*}} 0x9:
; CHECK: load_lz.RGBA (M1, 16) 0x30:uw
; SAME: no difference
; PASS: [[SUM:%.*]] = add i32 %x, 9
; PASS: @llvm.texvisa.ld_lz.{{.*}}(i32 [[SUM]], i32 %y

define spir_kernel void @k(i16 %localIdX, i16 %localIdY, i32 %l) {
  %x = zext i16 %localIdX to i32
  %y = zext i16 %localIdY to i32
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 9, i32 3, i32 0)
  %address = shl i32 %x, 4
  %place = inttoptr i32 %address to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
