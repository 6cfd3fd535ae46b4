//! What LLVM IR says about denormals.

use super::{import, refusals};

/// MDFrameWork.h, `CompOptions`: as release 1.0.12504.6 of Intel's compiler writes it for -cl-denorms-are-zero.
#[test]
fn intels_option_leaves_denormals_open() {
    let may_flush = |set: &str| {
        let text = format!(
            "define spir_kernel void @k() {{\n  ret void\n}}\n!IGCMetadata = !{{!0}}\n!0 = !{{!\"ModuleMD\", !1}}\n!1 = !{{!\"compOpt\", !2}}\n\
             !2 = !{{!\"DenormsAreZero\", i1 {set}}}\n"
        );
        let module = import(&text).module;
        module.kernels.values().all(|kernel| kernel.may_flush_denormals)
    };
    assert!(may_flush("true") && !may_flush("false"));
    assert!(!import("define spir_kernel void @k() {\n  ret void\n}\n").module.to_string().contains("denormals"));
}

/// LLVM 14 language reference, Function Attributes: "If the input mode is "preserve-sign", or "positive-zero", a
/// floating-point operation must treat any input denormal value as zero." Results need not be flushed.
#[test]
fn denormal_operands_that_must_be_zeros_are_refused() {
    let body = |attributes: &str, inst: &str| {
        format!(
            "define spir_kernel void @k(float %f, half %h, i32 %i) {attributes} {{\n  %r = {inst}\n  ret void\n}}\n"
        )
    };
    let sums = ["fadd float %f, %f", "fadd half %h, %h"];
    for (attributes, refused) in [
        ("", [false, false]),
        ("\"denormal-fp-math\"=\"ieee,ieee\"", [false, false]),
        ("\"denormal-fp-math\"=\"preserve-sign,ieee\"", [false, false]),
        ("\"denormal-fp-math\"=\"ieee,preserve-sign\"", [true, true]),
        ("\"denormal-fp-math\"=\"positive-zero\"", [true, true]),
        ("\"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\"", [true, false]),
        ("\"denormal-fp-math\"=\"preserve-sign\" \"denormal-fp-math-f32\"=\"ieee\"", [false, true]),
    ] {
        for (inst, refused) in sums.into_iter().zip(refused) {
            let text = body(attributes, inst);
            if refused {
                assert_eq!(
                    refusals(&text),
                    [format!(
                        "kernel k: the attribute `denormal-fp-math` of the function has denormal operands taken for zeros; expected \
                         `ieee` operands, so compile without it: %r = {inst}"
                    )]
                );
            } else {
                import(&text);
            }
        }
        for inst in ["add i32 %i, 1", "select i1 true, float %f, float 1.0", "fneg float %f", "bitcast float %f to i32"]
        {
            import(&body(attributes, inst));
        }
    }
}
