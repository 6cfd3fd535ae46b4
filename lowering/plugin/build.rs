//! Compiles `src/plugin.cc` against the headers of LLVM 14 that texvisa-llvm was built with.

fn main() {
    println!("cargo:rerun-if-changed=src/plugin.cc");
    let headers = std::env::var("DEP_TEXVISA_LLVM_HEADERS").expect("texvisa-llvm says where LLVM's headers are");
    let mut build = cc::Build::new();
    build.cpp(true).std("c++14").file("src/plugin.cc").flag("-fno-exceptions");
    // Warnings in LLVM's headers are LLVM's.
    build.flag("-isystem").flag(&headers).flag_if_supported("-Wno-unused-parameter");
    build.compile("texvisa_plugin_llvm");
}
