; What a parameter is made of may be defined in another block, and a message read by one in a loop.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,verify' -S %s | FileCheck %s

; CHECK: entry:
; CHECK: %words = call <4 x i16> @llvm.texvisa.ld_mcs.i32x2.v4i16.
; CHECK: loop:
; CHECK: %si = phi i32
; CHECK: [[SI:%.*]] = trunc i32 %si to i16
; CHECK: @llvm.texvisa.ld2dms_w.i16x7.v4f32.p196608(i16 [[SI]], i16 {{%.*}}, i16 {{%.*}}, i16 {{%.*}}, i16 {{%.*}}, i16 {{%.*}}, i16 {{%.*}},

define spir_kernel void @k(i16 %localIdX, i32 %y) {
entry:
  %wide = zext i16 %localIdX to i32
  %x = add i32 %wide, %y
  %words = call <4 x float> @llvm.genx.GenISA.ldmcsptr.v4f32.i32.p196608f32(i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %low.float = extractelement <4 x float> %words, i32 0
  %high.float = extractelement <4 x float> %words, i32 1
  %low = bitcast float %low.float to i32
  %high = bitcast float %high.float to i32
  br label %loop

loop:
  %si = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %texel, %loop ]
  %sample = call <4 x float> @llvm.genx.GenISA.ldmsptr.v4f32.p196608f32(i32 %si, i32 %low, i32 %high, i32 %x, i32 %y, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %texel = fadd <4 x float> %sum, %sample
  %next = add i32 %si, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %end

end:
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldmcsptr.v4f32.i32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.ldmsptr.v4f32.p196608f32(i32, i32, i32, i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
