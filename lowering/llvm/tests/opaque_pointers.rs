//! Modules with opaque pointers. LLVM 14 has typed or opaque pointers for a whole process, so that these tests have one
//! of their own.
#![allow(clippy::expect_used, clippy::panic)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use texvisa_llvm::{LLVM_RELEASE, import_bytes};

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

/// The modules of `test/corpus`.
fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/corpus");
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let modules = entries.map(|entry| entry.expect("an entry of the corpus").path().join("k.ll"));
    modules.filter(|module| module.is_file()).collect()
}

#[test]
fn text_with_opaque_pointers_is_read() {
    let import = import_bytes("fetch.ll", TEXT.as_bytes()).expect("it is imported");
    let text = import.module.to_string();
    assert!(text.contains("%texel = load t0 [u: %x, v: 0, lod: 0, r: 0] -> f32x4"), "{text}");
    assert!(text.contains("store_raw b0 [x: %x], f32 %red"), "{text}");
}

/// Texture IR with the number of its first mention for the name of each value: the names of casts between typed pointers are lost, or go to
/// what is cast.
fn numbered(text: &str) -> String {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut parts = text.split('%');
    let mut found = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_alphanumeric() && !"._-$".contains(c)).unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let next = numbers.len();
        let number = numbers.entry(name).or_insert(next);
        found += &format!("%{number}{rest}");
    }
    found
}

/// What LLVM's own tools make of a module with typed pointers is imported as that one: as text and as bitcode.
#[test]
fn a_module_is_the_same_with_either_pointers() {
    // All of them first: LLVM 14 has typed pointers until it meets an opaque one.
    let import = |name: &Path, bytes: &[u8]| {
        let import = import_bytes(&name.display().to_string(), bytes).expect("it is imported");
        numbered(&import.module.to_string())
    };
    let typed = |path: PathBuf| (import(&path, &std::fs::read(&path).expect("a module of the corpus")), path);
    let imports: Vec<_> = corpus().into_iter().map(typed).collect();
    assert!(imports.len() > 10);
    for (expected, path) in imports {
        for form in [&["-S"][..], &[]] {
            // Releases with both kinds of pointers have an option; later ones have no other kind.
            let option: &[&str] = if ["14", "15"].contains(&LLVM_RELEASE) { &["-opaque-pointers"] } else { &[] };
            let mut opt = Command::new(format!("opt-{LLVM_RELEASE}"));
            let opt = opt.args(option).arg("-passes=verify").args(form).arg(&path).arg("-o").arg("-");
            let output = opt.output().expect("opt comes with LLVM");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(import(&path, &output.stdout), expected, "{} {form:?}", path.display());
        }
    }
}

#[test]
fn an_error_in_such_a_text_is_said_in_llvms_words() {
    let error = import_bytes("wrong.ll", TEXT.replace("inttoptr i32 %x", "inttoptr i32 %y").as_bytes());
    let message = error.expect_err("%y is not defined").to_string();
    assert!(message.contains("use of undefined value '%y'"), "{message}");
}
