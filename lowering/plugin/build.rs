//! Compiles `src/plugin.cc` against the headers of the LLVM that texvisa-llvm was built with.

use std::env::VarError;

fn main() -> Result<(), VarError> {
    println!("cargo:rerun-if-changed=src/plugin.cc");
    // The build of texvisa-llvm says where they are.
    let headers = std::env::var("DEP_TEXVISA_LLVM_HEADERS")?;
    let standard = std::env::var("DEP_TEXVISA_LLVM_STANDARD")?;
    let mut build = cc::Build::new();
    build.cpp(true).std(&standard).file("src/plugin.cc").flag("-fno-exceptions");
    // Warnings in LLVM's headers are LLVM's.
    build.flag("-isystem").flag(&headers).flag_if_supported("-Wno-unused-parameter");
    build.compile("texvisa_plugin_llvm");
    Ok(())
}
