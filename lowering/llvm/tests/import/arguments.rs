//! Arguments, and what the metadata says about them.

use texvisa_ir::target::SimdWidth;

use super::{import, printed, refusals};

const IMAGE: &str = "%opencl.image2d_ro_t addrspace(1)*";

/// A kernel that loads from its image and stores to its buffer, with metadata.
fn kernel(parameters: &str, types: &str, metadata: &str) -> String {
    format!(
        "%opencl.image2d_ro_t = type opaque
define spir_kernel void @k({parameters}) {{
  %t = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196609f32(i32 0, i32 0, i32 0, i32 0, float addrspace(196609)* null, i32 0, i32 0, i32 0)
  %p = inttoptr i32 %bufferOffset to <4 x float> addrspace(131072)*
  store <4 x float> %t, <4 x float> addrspace(131072)* %p, align 16
  ret void
}}
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196609f32(i32, i32, i32, i32, float addrspace(196609)*, i32, i32, i32)
!igc.functions = !{{!0}}
!IGCMetadata = !{{!10}}
!0 = !{{void ({types})* @k, !1}}
!10 = !{{!\"ModuleMD\", !11}}
!11 = !{{!\"FuncMD\", !12, !13}}
!12 = !{{!\"FuncMDMap[0]\", void ({types})* @k}}
{metadata}"
    )
}

fn parameters() -> (String, String) {
    let types = [IMAGE, IMAGE, "float addrspace(1)*", "<8 x i32>", "i32", "i32"];
    let names = ["%0", "%img", "%out", "%r0", "%imageWidth", "%bufferOffset"];
    let parameters: Vec<String> = types.iter().zip(names).map(|(ty, name)| format!("{ty} {name}")).collect();
    (parameters.join(", "), types.join(", "))
}

const METADATA: &str = "!1 = !{!2, !6}
!2 = !{!\"implicit_arg_desc\", !3, !4, !5}
!3 = !{i32 0}
!4 = !{i32 21, !{!\"explicit_arg_num\", i32 1}}
!5 = !{i32 14, !{!\"explicit_arg_num\", i32 2}}
!6 = !{!\"sub_group_size\", i32 16}
!13 = !{!\"FuncMDValue[0]\", !14, !30}
!14 = !{!\"resAllocMD\", !15, !16}
!15 = !{!\"srvsNumType\", i32 3}
!16 = !{!\"argAllocMDList\", !17, !18, !19}
!17 = !{!\"argAllocMDListVec[0]\", !{!\"type\", i32 2}, !{!\"indexType\", i32 0}}
!18 = !{!\"argAllocMDListVec[1]\", !{!\"type\", i32 2}, !{!\"indexType\", i32 1}}
!19 = !{!\"argAllocMDListVec[2]\", !{!\"type\", i32 1}, !{!\"indexType\", i32 0}}
!30 = !{!\"m_OpenCLArgBaseTypes\", !31, !32, !33}
!31 = !{!\"m_OpenCLArgBaseTypesVec[0]\", !\"image2d_t\"}
!32 = !{!\"m_OpenCLArgBaseTypesVec[1]\", !\"image2d_array_depth_t\"}
!33 = !{!\"m_OpenCLArgBaseTypesVec[2]\", !\"float*\"}
";

#[test]
fn the_metadata_has_tables_roles_and_the_width() {
    let (parameters, types) = parameters();
    let import = import(&kernel(&parameters, &types, METADATA));
    assert!(import.remarks.is_empty());
    assert_eq!(import.widths, [Some(SimdWidth::Simd16)]);
    assert_eq!(
        import.module.to_string(),
        "target simd16
surface t1: 2d_array f32 @ table 1 arg \"img\"
surface b0: raw @ table 3 arg \"out\"

kernel @k(%out: uniform i64 = pointer, %r0: uniform i32x8 = r0, %imageWidth: uniform i32 = image_width \"img\", %bufferOffset: uniform i32 = buffer_offset \"out\") {
^0:
  %t = load t1 [u: 0, v: 0, lod: 0, r: 0] -> f32x4
  store_raw b0 [x: %bufferOffset], f32x4 %t
  return
}
"
    );
}

#[test]
fn without_metadata_names_tell_implicit_arguments() {
    let (parameters, types) = parameters();
    let text = kernel(&parameters, &types, METADATA);
    let (text, _) = text.split_once("!igc.functions").expect("metadata");
    let import = import(text);
    let printed = import.module.to_string();
    assert!(printed.starts_with("surface t1: any f32 @ table 1\nsurface b0: raw @ table 2\n"), "{printed}");
    assert!(printed.contains("%imageWidth: uniform i32 = image_width, %bufferOffset: uniform i32 = buffer_offset)"));
    let remarks: Vec<_> = import.remarks.iter().map(ToString::to_string).collect();
    assert_eq!(
        remarks,
        [
            "kernel k: `!igc.functions` has no entry for the kernel; implicit arguments are recognised by their names",
            "kernel k: `!IGCMetadata` lacks the number of read-only surfaces; assumed 2, by those that the kernel uses"
        ]
    );
}

#[test]
fn the_offset_of_a_buffer_that_nothing_uses_is_left_out() {
    let (parameters, types) = parameters();
    let text = kernel(&parameters, &types, METADATA).replace("inttoptr i32 %bufferOffset", "inttoptr i32 %imageWidth");
    assert!(!import(&text).module.to_string().contains("bufferOffset"));
}

#[test]
fn a_number_that_does_not_fit_the_name_is_another_releases() {
    let (parameters, types) = parameters();
    let text = kernel(&parameters, &types, &METADATA.replace("i32 21", "i32 22"));
    let expected = "kernel k: argument %imageWidth is implicit argument 22, which in release 1.0.12504.6 is imageDepth";
    assert_eq!(refusals(&text), [expected]);
    let text = kernel(&parameters, &types, &METADATA.replace("i32 21", "i32 9999"));
    assert!(refusals(&text)[0].ends_with("is unknown"));
}

#[test]
fn implicit_arguments_without_a_role_matter_only_where_they_are_used() {
    let (parameters, types) = parameters();
    let rename = |text: &str| text.replace("imageWidth", "inlinedData").replace("i32 21", "i32 55");
    let import = import(&rename(&kernel(&parameters, &types, METADATA)));
    assert!(import.remarks[0].message.starts_with("argument %inlinedData is unused and not passed"));
    let used = kernel(&parameters, &types, METADATA).replace("inttoptr i32 %bufferOffset", "inttoptr i32 %imageWidth");
    assert_eq!(
        refusals(&rename(&used)),
        ["kernel k: argument %inlinedData: texture IR has no argument of the kind inlinedData"]
    );
}

#[test]
fn an_image_is_no_value() {
    let (parameters, types) = parameters();
    let text = kernel(&parameters, &types, METADATA)
        .replace("inttoptr i32 %bufferOffset", "inttoptr i64 %address")
        .replace("  %p =", &format!("  %address = ptrtoint {IMAGE} %img to i64\n  %p ="));
    let image = printed(IMAGE);
    assert_eq!(
        refusals(&text),
        [format!(
            "kernel k: argument %img is an image or a sampler; expected it as the resource of a call alone: %address = ptrtoint {image} %img to i64"
        )]
    );
}

/// What Intel's compiler makes of images where it is told not to optimize.
#[test]
fn an_image_that_is_kept_in_memory_is_undefined() {
    let (parameters, types) = parameters();
    let kept = format!(
        "  %kept = inttoptr i32 %imageWidth to {IMAGE} addrspace(131072)*
  store {IMAGE} %img, {IMAGE} addrspace(131072)* %kept, align 8
  %pair = call {{ i32, i32 }} @llvm.genx.GenISA.ptr.to.pair.p1({IMAGE} %img)
  %low = extractvalue {{ i32, i32 }} %pair, 0
  store i32 %low, i32 addrspace(131072)* inttoptr (i32 64 to i32 addrspace(131072)*), align 4\n"
    );
    let text = kernel(&parameters, &types, METADATA).replace("  %p =", &format!("{kept}  %p ="));
    let declared = format!("declare {{ i32, i32 }} @llvm.genx.GenISA.ptr.to.pair.p1({IMAGE})\n");
    let printed = import(&[text, declared].concat()).module.to_string();
    let stores: Vec<&str> = printed.lines().filter(|line| line.contains("store_raw b0")).collect();
    assert_eq!(
        stores,
        [
            "  store_raw b0 [x: %imageWidth], i64 undef",
            "  store_raw b0 [x: 64], i32 %low",
            "  store_raw b0 [x: %bufferOffset], f32x4 %t"
        ],
        "{printed}"
    );
}

#[test]
fn kernels_share_what_they_declare_alike() {
    let load = |kernel: &str, surface: u32| {
        format!(
            "define spir_kernel void @{kernel}(i32 %x) {{
  %t = call <4 x float> @ld{surface}(i32 0, i32 0, i32 0, i32 0, float addrspace({surface})* null, i32 0, i32 0, i32 0)
  %p = inttoptr i32 %x to <4 x float> addrspace(131072)*
  store <4 x float> %t, <4 x float> addrspace(131072)* %p, align 16
  ret void
}}\n"
        )
        .replace("@ld", "@llvm.genx.GenISA.ldptr.p")
    };
    let declaration = |surface: u32| {
        format!(
            "declare <4 x float> @llvm.genx.GenISA.ldptr.p{surface}(i32, i32, i32, i32, float addrspace({surface})*, i32, i32, i32)\n"
        )
    };
    let text =
        load("a", 196608) + &load("b", 196608) + &load("c", 196609) + &declaration(196608) + &declaration(196609);
    let text = text + "define void @helper() {\n  ret void\n}\n";
    let import = import(&text);
    let printed = import.module.to_string();
    let (head, _) = printed.split_once("\n\n").expect("declarations");
    assert_eq!(
        head,
        "surface t0: any f32 @ table 0\nsurface b0: raw @ table 1\nsurface t1: any f32 @ table 1\nsurface b0.2: raw @ table 2"
    );
    assert!(printed.contains("store_raw b0.2 [x: %x]"));
    assert!(import.remarks.iter().any(|remark| remark.message
        == "function helper is not a kernel and is not imported; a kernel has the calling convention spir_kernel"));
}

/// What Intel's compiler asks of image formats and samplers: `get_image_channel_data_type` and its like, and the
/// coordinates that its library computes by hand.
#[test]
fn formats_and_samplers_have_implicit_arguments() {
    let names = ["imageDataType", "imageOrder", "smpAddress", "smpNormalized"];
    let parameters: Vec<String> = names.iter().map(|name| format!("i32 %{name}")).collect();
    let parameters = format!("{IMAGE} %0, {IMAGE} %img, float addrspace(1)* %out, {}", parameters.join(", "));
    let types = format!("{IMAGE}, {IMAGE}, float addrspace(1)*, i32, i32, i32, i32");
    let given = "!2 = !{!\"implicit_arg_desc\", !3, !4, !5}\n!3 = !{i32 0}\n!4 = !{i32 21, !{!\"explicit_arg_num\", i32 1}}\n!5 = !{i32 14, !{!\"explicit_arg_num\", i32 2}}\n";
    assert!(METADATA.contains(given));
    let asked = "!2 = !{!\"implicit_arg_desc\", !3, !4, !5, !7}\n!3 = !{i32 24, !{!\"explicit_arg_num\", i32 1}}\n!4 = !{i32 25, !{!\"explicit_arg_num\", i32 1}}\n!5 = !{i32 29, !{!\"explicit_arg_num\", i32 1}}\n!7 = !{i32 30, !{!\"explicit_arg_num\", i32 1}}\n";
    let text = kernel(&parameters, &types, &METADATA.replace(given, asked));
    let import = import(&text.replace("inttoptr i32 %bufferOffset", "inttoptr i32 %imageOrder"));
    assert!(import.remarks.is_empty(), "{:?}", import.remarks);
    let text = import.module.to_string();
    for (name, role) in
        names.into_iter().zip(["image_data_type", "image_order", "sampler_address", "sampler_normalized"])
    {
        assert!(text.contains(&format!("%{name}: uniform i32 = {role} \"img\"")), "{name}: {text}");
    }
}

/// A structure that is passed by value: `struct { int n; half h; float w[2]; }`. Its fields are implicit arguments, and
/// stand before the base addresses, where the driver passes them.
#[test]
fn fields_of_a_structure_are_arguments_before_the_base_addresses() {
    let given = [
        ("%struct.S* byval(%struct.S)", "%s"),
        ("i32", "%last"),
        ("<8 x i32>", "%r0"),
        ("i8 addrspace(2)*", "%constBase"),
        ("i8*", "%privateBase"),
        ("i32", "%const_reg_dword"),
        ("i16", "%const_reg_word"),
        ("float", "%const_reg_fp32"),
        ("float", "%const_reg_fp321"),
    ];
    let parameters: Vec<String> = given.iter().map(|(ty, name)| format!("{ty} {name}")).collect();
    let text = |used: &str| {
        format!(
            "%struct.S = type {{ i32, half, [2 x float] }}
define spir_kernel void @k({}) {{
  %p = inttoptr i32 %const_reg_dword to float addrspace(131072)*
  store float %const_reg_fp321, float addrspace(131072)* %p, align 4
{used}  ret void
}}
",
            parameters.join(", ")
        )
    };
    let module = import(&text("")).module.to_string();
    let expected = "kernel @k(%last: i32, %const_reg_dword: uniform i32, %const_reg_word: uniform i16, \
                    %const_reg_fp32: uniform f32, %const_reg_fp321: uniform f32, %r0: uniform i32x8 = r0, \
                    %constBase: uniform i64, %privateBase: uniform i64 = private_base) {";
    assert!(module.contains(&expected.replace("%last: i32", "%last: uniform i32")), "{module}");
    let used = "  %f = bitcast %struct.S* %s to float*\n  %v = load float, float* %f, align 4\n";
    let [from, to] = ["%struct.S*", "float*"].map(printed);
    assert_eq!(
        refusals(&text(used)),
        [format!(
            "kernel k: argument %s is a structure; expected its fields as implicit arguments: %f = bitcast {from} %s to {to}"
        )]
    );
}

/// OpenCL C, reqd_work_group_size: as Intel's compiler hands it on, and as a front end attaches it to the function.
#[test]
fn groups_have_the_size_that_the_program_requires() {
    let attached =
        |size: &str| format!("define spir_kernel void @k() !reqd_work_group_size !0 {{\n  ret void\n}}\n!0 = {size}\n");
    let listed = |size: &str| {
        format!(
            "define spir_kernel void @k() {{\n  ret void\n}}\n!igc.functions = !{{!0}}\n!0 = !{{void ()* @k, !1}}\n!1 = !{{!2}}\n\
             !2 = !{{!\"thread_group_size\", {size}}}\n"
        )
    };
    let size = |text: &str| {
        let import = import(text);
        let (id, _) = import.module.kernels.iter().next().expect("a kernel");
        let remarks = import.remarks.iter().filter(|remark| remark.message.contains("asks for a group"));
        (import.module.kernels[id].group_size, remarks.count())
    };
    assert_eq!(size(&listed("i32 8, i32 4, i32 2")), (Some([8, 4, 2]), 0));
    assert_eq!(size(&attached("!{i32 16, i32 1, i32 1}")), (Some([16, 1, 1]), 0));
    assert_eq!(size(&listed("i32 8, i32 4")), (None, 0));
    assert_eq!(size(&listed("i32 8, i32 4, i32 0")), (None, 1));
    assert_eq!(size(&attached("!{i32 64, i32 64, i32 1}")), (None, 1));
    assert_eq!(size(&attached("!{i64 4294967297, i32 1, i32 1}")), (None, 1));
    assert_eq!(size(&attached("!{}")), (None, 0));
    assert!(import(&listed("i32 8, i32 4, i32 2")).module.to_string().contains("kernel @k() group [8, 4, 2] {"));
}
