//! Modules with opaque pointers. LLVM 14 has typed or opaque pointers for a whole process, so that these tests have one
//! of their own.
#![allow(clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::Command;

use texvisa_llvm::import_bytes;

/// Kernels of `test/corpus`.
const KERNELS: [&str; 4] = ["2d_ld_r", "2d_loop", "2dms_ldms_loop", "3d_ld"];

const TEXT: &str = r#"
define spir_kernel void @fetch(i32 %x, ptr addrspace(1) %out) {
  %texel = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32 %x, i32 0, i32 0, i32 0,
      ptr addrspace(196608) null, i32 0, i32 0, i32 0)
  %red = extractelement <4 x float> %texel, i32 0
  %to = inttoptr i32 %x to ptr addrspace(131072)
  store float %red, ptr addrspace(131072) %to, align 4
  ret void
}
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608(i32, i32, i32, i32, ptr addrspace(196608), i32, i32, i32)
"#;

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/corpus").join(name).join("k.ll")
}

#[test]
fn text_with_opaque_pointers_is_read() {
    let import = import_bytes("fetch.ll", TEXT.as_bytes()).expect("it is imported");
    let text = import.module.to_string();
    assert!(text.contains("%texel = load t0 [u: %x, v: 0, lod: 0, r: 0] -> f32x4"), "{text}");
    assert!(text.contains("store_raw b0 [x: %x], f32 %red"), "{text}");
}

/// What LLVM's own tools make of a module with typed pointers is imported as that one: as text and as bitcode.
#[test]
fn a_module_is_the_same_with_either_pointers() {
    for name in KERNELS {
        let path = corpus(name);
        let typed = std::fs::read(&path).expect("a kernel of the corpus");
        let expected = import_bytes(name, &typed).expect("it is imported").module.to_string();
        for form in [&["-S"][..], &[]] {
            let opt = Command::new("opt-14").arg("-opaque-pointers").args(form).arg(&path).arg("-o").arg("-").output();
            let output = opt.expect("opt-14 comes with llvm-14-dev");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let found = import_bytes(name, &output.stdout).expect("it is imported").module.to_string();
            assert_eq!(found, expected, "{name} {form:?}");
        }
    }
}

#[test]
fn an_error_in_such_a_text_is_said_in_llvms_words() {
    let error = import_bytes("wrong.ll", TEXT.replace("inttoptr i32 %x", "inttoptr i32 %y").as_bytes());
    let message = error.expect_err("%y is not defined").to_string();
    assert!(message.contains("use of undefined value '%y'"), "{message}");
}
