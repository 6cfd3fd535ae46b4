//! The samplers that a program defines itself.

use super::import;

/// A kernel that samples through sampler 0, which the metadata says to be a constant with these facts, in its order:
/// address modes along three axes, filters where magnified and minified, between levels, comparison, normalized
/// coordinates.
fn kernel(facts: [u32; 8]) -> String {
    let [x, y, z, mag, min, mip, compare, normalized] = facts;
    format!(
        "define spir_kernel void @k(float %u, i32 %bufferOffset) {{
  %t = call <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float 0.0, float %u, float %u, float 0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)
  %p = inttoptr i32 %bufferOffset to <4 x float> addrspace(131072)*
  store <4 x float> %t, <4 x float> addrspace(131072)* %p, align 16
  ret void
}}
declare <4 x float> @llvm.genx.GenISA.sampleLptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32)
!igc.functions = !{{!0}}
!IGCMetadata = !{{!10}}
!0 = !{{void (float, i32)* @k, !1}}
!1 = !{{!{{!\"implicit_arg_desc\", !{{i32 14}}}}}}
!10 = !{{!\"ModuleMD\", !11}}
!11 = !{{!\"FuncMD\", !12, !13}}
!12 = !{{!\"FuncMDMap[0]\", void (float, i32)* @k}}
!13 = !{{!\"FuncMDValue[0]\", !14}}
!14 = !{{!\"resAllocMD\", !15, !16}}
!15 = !{{!\"srvsNumType\", i32 1}}
!16 = !{{!\"inlineSamplersMD\", !17}}
!17 = !{{!\"inlineSamplersMDVec[0]\", !{{!\"index\", i32 0}}, !{{!\"TCXAddressMode\", i32 {x}}}, !{{!\"TCYAddressMode\", i32 {y}}}, !{{!\"TCZAddressMode\", i32 {z}}}, !{{!\"MagFilterType\", i32 {mag}}}, !{{!\"MinFilterType\", i32 {min}}}, !{{!\"MipFilterType\", i32 {mip}}}, !{{!\"CompareFunc\", i32 {compare}}}, !{{!\"NormalizedCoords\", i32 {normalized}}}, !{{!\"BorderColorR\", float 0.000000e+00}}}}
"
    )
}

/// Rows as ocloc writes them for constants with the OpenCL flags in the comment.
#[test]
fn each_constant_of_opencl_has_its_state() {
    let rows = [
        // CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR
        ([0, 0, 0, 1, 1, 0, 0, 8], "linear wrap"),
        // CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST
        ([1, 1, 1, 0, 0, 0, 0, 8], "nearest mirror"),
        // CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST; CLK_ADDRESS_NONE is the same
        ([2, 2, 2, 0, 0, 0, 0, 0], "nearest clamp unnormalized"),
        // CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR
        ([3, 3, 3, 1, 1, 0, 0, 0], "linear clamp_border unnormalized"),
    ];
    for (facts, state) in rows {
        let import = import(&kernel(facts));
        let text = import.module.to_string();
        assert!(text.contains(&format!("sampler s0 @ 0 = {state}\n")), "{text}");
        assert!(import.remarks.is_empty(), "{:?}", import.remarks);
    }
}

/// An axis of its own, a filter of its own, levels, a comparison, numbers that no constant has.
#[test]
fn a_state_that_opencl_cannot_say_is_remarked_and_left_open() {
    let odd = [
        [0, 1, 0, 1, 1, 0, 0, 8],
        [2, 2, 2, 1, 0, 0, 0, 8],
        [2, 2, 2, 1, 1, 1, 0, 8],
        [2, 2, 2, 1, 1, 0, 3, 8],
        [4, 4, 4, 1, 1, 0, 0, 8],
        [2, 2, 2, 2, 2, 0, 0, 8],
    ];
    for facts in odd {
        let import = import(&kernel(facts));
        assert!(import.module.to_string().contains("sampler s0 @ 0\n"), "{facts:?}: {}", import.module);
        let remarks: Vec<_> = import.remarks.iter().map(ToString::to_string).collect();
        assert_eq!(
            remarks,
            ["kernel k: sampler s0 is a constant sampler whose state is not in the metadata"],
            "{facts:?}"
        );
    }
}
