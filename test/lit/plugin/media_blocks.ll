; A media block is one call with all of its messages. MEDIA_LD: 33 to 64 bytes of a row go with 4 rows, so that 8 rows of 32 words
; are two messages of 64 by 4, each with a header: y and x are its dwords 0 and 1, dword 2 is the height and the width less one,
; 0x3003f, which is 196671. Descriptor of a read: type 4 at bit 14, header, response of 8 registers of 32 bytes, length 1:
; 0x02890003, which is 42532867, for entry 3. What is written is the second part: type 10, 0x200 in the extended descriptor.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=32>,verify,texvisa-verify<target=tgllp;simd=32>' -S %s | FileCheck %s

; CHECK: %rows = call <8 x i16> @llvm.texvisa.media_ld.i32x2.m2.v8i16.i32(i32 %x, i32 %y, i32 3, i32 32, i32 3, i32 0, i32 0,
; CHECK-SAME: i32 0, i32 0, i32 64, i32 4, i32 64, i32 42532867, i32 0, i32 196671, i32 0, i32 8,
; CHECK-SAME: i32 0, i32 4, i32 64, i32 4, i32 64, i32 42532867, i32 0, i32 196671, i32 0, i32 8)
; CHECK: call void @llvm.texvisa.media_st.i32x2.m2.void.v8i16.i32(i32 %x, i32 %y, <8 x i16> %rows, i32 0, i32 32, i32 4, i32 0, i32 0,
; CHECK-SAME: i32 0, i32 0, i32 64, i32 4, i32 64, i32 34242564, i32 512, i32 196671, i32 8, i32 0,
; CHECK: declare <8 x i16> @llvm.texvisa.media_ld.{{.*}} [[READS:#[0-9]+]]
; CHECK: declare void @llvm.texvisa.media_st.{{.*}} [[WRITES:#[0-9]+]]
; CHECK: attributes [[READS]] = { nounwind {{(readonly )?willreturn( memory.read.)?}} }
; CHECK: attributes [[WRITES]] = { nounwind willreturn }

define spir_kernel void @k(i32 %x, i32 %y) {
  %rows = call <8 x i16> @llvm.genx.GenISA.simdMediaBlockRead.v8i16(i32 3, i32 %x, i32 %y, i32 0)
  call void @llvm.genx.GenISA.simdMediaBlockWrite.v8i16(i32 0, i32 %x, i32 %y, i32 1, <8 x i16> %rows)
  ret void
}

declare <8 x i16> @llvm.genx.GenISA.simdMediaBlockRead.v8i16(i32, i32, i32, i32)
declare void @llvm.genx.GenISA.simdMediaBlockWrite.v8i16(i32, i32, i32, i32, <8 x i16>)
