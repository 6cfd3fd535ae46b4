//! What releases after LLVM 14 have added to texts: flags, attributes, debug records.

use crate::{body, import, refusals};

/// A kernel with these instructions, in the spelling of LLVM 19.
fn kernel(instructions: &str, rest: &str) -> String {
    format!(
        "define spir_kernel void @k(i32 %a, i32 %b, float %f) {{
{instructions}
  %to = inttoptr i32 %a to ptr addrspace(131072)
  store i32 %r, ptr addrspace(131072) %to, align 4
  ret void
}}
{rest}"
    )
}

/// A flag says when a result is poison, which allows more and asks for nothing: the instruction is imported as without it.
#[test]
fn flags_change_nothing() {
    for (with, without) in [
        ("%r = or disjoint i32 %a, %b", "%r = or i32 %a, %b"),
        (
            "%h = trunc nuw nsw i32 %b to i16\n  %r = zext nneg i16 %h to i32",
            "%h = trunc i32 %b to i16\n  %r = zext i16 %h to i32",
        ),
        (
            "%g = uitofp nneg i32 %b to float\n  %r = bitcast float %g to i32",
            "%g = uitofp i32 %b to float\n  %r = bitcast float %g to i32",
        ),
        ("%r = add nuw nsw i32 %a, %b", "%r = add i32 %a, %b"),
        ("%r = ashr exact i32 %a, 3", "%r = ashr i32 %a, 3"),
    ] {
        let [with, without] = [with, without].map(|text| body(&kernel(&format!("  {text}"), "")));
        assert_eq!(with, without);
    }
}

/// `range` and `memory` stand where LLVM 14 had `readnone` or nothing.
#[test]
fn attributes_are_passed_over() {
    let call = |attributes: &str| {
        let instructions = format!(
            "  %t = call{attributes} <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32 %a, i32 0, i32 0, i32 0,
      ptr addrspace(196608) null, i32 0, i32 0, i32 0)
  %m = call range(i32 0, 10) i32 @llvm.umin.i32(i32 %a, i32 9)
  %x = extractelement <4 x float> %t, i32 0
  %y = bitcast float %x to i32
  %r = add i32 %y, %m"
        );
        let declarations = format!(
            "declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32, i32, i32, i32, ptr addrspace(196608), i32, i32, i32){}
declare i32 @llvm.umin.i32(i32, i32)",
            if attributes.is_empty() { "" } else { " nounwind willreturn memory(argmem: read)" }
        );
        body(&kernel(&instructions, &declarations))
    };
    assert_eq!(call(" nnan nofpclass(inf)"), call(""));
    assert!(call("").iter().any(|line| line.contains("load t0 [u: %a, v: 0, lod: 0, r: 0] -> f32x4")));
}

/// Debug information is in records beside instructions and no longer in calls: an instruction keeps its location and its
/// number.
#[test]
fn debug_records_are_no_instructions() {
    let text = kernel(
        "    #dbg_value(i32 %a, !7, !DIExpression(), !8)
  %t = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32 %a, i32 0, i32 0, i32 0, ptr addrspace(196608) null, i32 0, i32 0, i32 0), !dbg !8
    #dbg_value(<4 x float> %t, !7, !DIExpression(), !8)
  %x = extractelement <4 x float> %t, i32 0
  %r = bitcast float %x to i32",
        "declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32, i32, i32, i32, ptr addrspace(196608), i32, i32, i32)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: \"k.cl\", directory: \"/src\")
!2 = !DISubroutineType(types: !4)
!3 = !{i32 2, !\"Debug Info Version\", i32 3}
!4 = !{null}
!5 = distinct !DISubprogram(name: \"k\", scope: !1, file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: \"v\", scope: !5, type: !6)
!8 = !DILocation(line: 12, column: 5, scope: !5)",
    )
    .replace("float %f) {", "float %f) !dbg !5 {");
    let import = import(&text);
    assert_eq!(import.sources[0].calls[0].1.instruction, 0, "records are not counted");
    let kernel = import.module.kernels.values().next().expect("a kernel");
    let call = import.sources[0].calls[0].0;
    assert!(kernel.location(call).to_string().contains("12:5"), "{}", kernel.location(call));
}

/// A poison operand may be anything; of an address space the pointer is opaque.
#[test]
fn poison_is_undefined() {
    let lines = body(&kernel("  %r = add i32 %a, poison", ""));
    assert!(lines.contains(&"%r = add i32 %a, undef".to_owned()), "{lines:?}");
    let lines = body(&kernel(
        "  %v = insertelement <2 x i32> poison, i32 %b, i32 1
  %r = extractelement <2 x i32> %v, i32 1",
        "",
    ));
    assert!(lines.iter().any(|line| line.starts_with("store_raw") && line.ends_with("i32 %b")), "{lines:?}");
}

#[test]
fn an_intrinsic_of_a_later_release_is_refused_by_name() {
    let refused = refusals(&kernel(
        "  %r = call i32 @llvm.scmp.i32.i32(i32 %a, i32 %b)",
        "declare i32 @llvm.scmp.i32.i32(i32, i32)",
    ));
    let expected = "kernel k: the intrinsic is not supported; write the kernel without it: %r = call i32 @llvm.scmp.i32.i32(i32 %a, i32 %b)";
    assert_eq!(refused, [expected]);
}
