; Which message is sent cannot be chosen at run time. Of two calls of an ordinary function LLVM makes one, with an argument
; that is chosen; of two calls of these, whose immediate arguments are `immarg`, it does not.
; REQUIRES: llvm, plugin
; RUN: %{opt} %{pointers} -load-pass-plugin=%{plugin} -passes='texvisa-legalize<target=tgllp;simd=16>,simplifycfg<sink-common-insts>,verify' -S %s | FileCheck %s

; CHECK: call <4 x float> @llvm.texvisa.ld_lz.i32x1.v4f32.p196608(i32 %x, ptr addrspace(196608) null, i32 256,
; CHECK: call <4 x float> @llvm.texvisa.ld_lz.i32x1.v4f32.p196608(i32 %x, ptr addrspace(196608) null, i32 512,
; CHECK-LABEL: define void @f
; CHECK: [[CHOSEN:%.*]] = select i1 %left, i32 1, i32 2
; CHECK-NEXT: call <4 x float> @ordinary(i32 %x, i32 0, i32 0, i32 0, ptr addrspace(196608) null, i32 [[CHOSEN]],
; CHECK: declare <4 x float> @llvm.texvisa.ld_lz.i32x1.v4f32.p196608(i32, ptr addrspace(196608), i32 immarg, i32 immarg, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg, i32 immarg)

define spir_kernel void @k(i32 %x, i32 %y) {
entry:
  %left = icmp ult i32 %x, %y
  br i1 %left, label %then, label %else

then:
  %a = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 1, i32 0, i32 0)
  br label %end

else:
  %b = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 2, i32 0, i32 0)
  br label %end

end:
  %texel = phi <4 x float> [ %a, %then ], [ %b, %else ]
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

define void @f(i32 %x, i32 %y) {
entry:
  %left = icmp ult i32 %x, %y
  br i1 %left, label %then, label %else

then:
  %a = call <4 x float> @ordinary(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 1, i32 0, i32 0)
  br label %end

else:
  %b = call <4 x float> @ordinary(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 2, i32 0, i32 0)
  br label %end

end:
  %texel = phi <4 x float> [ %a, %then ], [ %b, %else ]
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <4 x float> @ordinary(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
