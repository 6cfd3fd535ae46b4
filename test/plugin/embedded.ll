; Three kernels: the second has a texture call that texvisa does not import, the third something that it does not lower.

define spir_kernel void @good(i32 %x) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

define spir_kernel void @not_imported(i32 %x, float %u) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %rest = call <4 x float> @llvm.genx.GenISA.gather4Bptr.v4f32.f32.p196608f32.p589824i32(float 1.0, float %u, float 0.0, float 0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0, i32 %x)
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %texel, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

define spir_kernel void @not_lowered(i32 %x, float %u) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %sample = call <4 x float> @llvm.genx.GenISA.gather4Bptr.v4f32.f32.p196608f32.p589824i32(float 1.0, float %u, float 0.0, float 0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0, i32 0)
  %sum = fadd <4 x float> %texel, %sample
  %place = inttoptr i32 0 to <4 x float> addrspace(131072)*
  store <4 x float> %sum, <4 x float> addrspace(131072)* %place, align 16
  ret void
}

declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
declare <4 x float> @llvm.genx.GenISA.gather4Bptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32, i32)
