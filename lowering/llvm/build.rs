//! Compiles `src/llvm/flags.cc` against the headers of LLVM 14, found as llvm-sys finds them, and tells the build of the
//! plugin where they are.

use std::path::PathBuf;
use std::process::Command;

/// The variable that names the folder in which LLVM 14 is installed.
const PREFIX: &str = "LLVM_SYS_140_PREFIX";

fn main() -> Result<(), String> {
    println!("cargo:rerun-if-changed=src/llvm/flags.cc");
    println!("cargo:rerun-if-env-changed={PREFIX}");
    let candidates = match std::env::var_os(PREFIX) {
        Some(prefix) => vec![PathBuf::from(prefix).join("bin/llvm-config")],
        None => vec![PathBuf::from("llvm-config-14"), PathBuf::from("llvm-config")],
    };
    let is_right = |candidate: &&PathBuf| ask(candidate, "--version").is_some_and(|version| version.starts_with("14."));
    let Some(config) = candidates.iter().find(is_right) else {
        return Err(format!(
            "LLVM 14 was not found: {candidates:?} are no llvm-config of it; {PREFIX} names its folder"
        ));
    };
    let headers = ask(config, "--includedir").ok_or("llvm-config does not say where LLVM's headers are")?;
    let mut build = cc::Build::new();
    build.cpp(true).std("c++14").file("src/llvm/flags.cc").flag("-fno-exceptions").flag("-fno-rtti");
    // Warnings in LLVM's headers are LLVM's.
    build.flag("-isystem").flag(&headers).flag_if_supported("-Wno-unused-parameter");
    build.compile("texvisa_llvm_flags");
    println!("cargo:headers={headers}");
    Ok(())
}

fn ask(config: &PathBuf, what: &str) -> Option<String> {
    let output = Command::new(config).arg(what).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
