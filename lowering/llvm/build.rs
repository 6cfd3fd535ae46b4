//! Compiles the C++ of `src/llvm` against the headers of the LLVM that a feature chooses, found as llvm-sys finds them, links
//! that LLVM, and tells the build of the plugin where the headers are and which standard of C++ they need.

use std::path::PathBuf;
use std::process::Command;

/// A release of LLVM, and what of it this build needs to know.
struct Release {
    /// Its number, as in the names of the features.
    number: &'static str,
    /// The variable that names the folder in which it is installed.
    prefix: &'static str,
    /// The standard of C++ that its headers are written in.
    standard: &'static str,
    /// Whether a process has typed pointers until it is told to have opaque ones.
    types_pointers: bool,
}

/// Every release that a feature chooses.
const RELEASES: [Release; 4] = [
    Release { number: "14", prefix: "LLVM_SYS_140_PREFIX", standard: "c++14", types_pointers: true },
    Release { number: "15", prefix: "LLVM_SYS_150_PREFIX", standard: "c++14", types_pointers: false },
    Release { number: "16", prefix: "LLVM_SYS_160_PREFIX", standard: "c++17", types_pointers: false },
    Release { number: "19", prefix: "LLVM_SYS_191_PREFIX", standard: "c++17", types_pointers: false },
];

/// What is compiled.
const SOURCES: [&str; 4] = ["src/llvm/flags.cc", "src/llvm/inline.cc", "src/llvm/loops.cc", "src/llvm/share.cc"];

/// LLVM's components that are called, by tests too, besides those that they need.
const COMPONENTS: [&str; 5] = ["bitwriter", "executionengine", "irreader", "target", "transformutils"];

fn main() -> Result<(), String> {
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
    }
    println!("cargo:rustc-check-cfg=cfg(typed_pointers)");
    let release = chosen()?;
    println!("cargo:rerun-if-env-changed={}", release.prefix);
    println!("cargo:rustc-env=TEXVISA_LLVM_RELEASE={}", release.number);
    if release.types_pointers {
        println!("cargo:rustc-cfg=typed_pointers");
    }
    let config = config_of(release)?;
    let headers = ask(&config, &["--includedir"]).ok_or("llvm-config does not say where LLVM's headers are")?;
    let mut build = cc::Build::new();
    build.cpp(true).std(release.standard).files(SOURCES).flag("-fno-exceptions").flag("-fno-rtti");
    // Warnings in LLVM's headers are LLVM's.
    build.flag("-isystem").flag(&headers).flag_if_supported("-Wno-unused-parameter");
    build.compile("texvisa_llvm_flags");
    // A plugin finds LLVM in the process that loads it.
    if !has("PLUGIN", release) {
        link(&config)?;
    }
    println!("cargo:headers={headers}");
    println!("cargo:standard={}", release.standard);
    Ok(())
}

/// Whether the feature of that kind and release is on.
fn has(kind: &str, release: &Release) -> bool {
    std::env::var_os(format!("CARGO_FEATURE_{kind}{}", release.number)).is_some()
}

/// Links LLVM: with the feature `static` the parts of its archives that are called, else its shared library, if it has one.
fn link(config: &PathBuf) -> Result<(), String> {
    let libraries = [&["--libs"], &COMPONENTS[..]].concat();
    let is_static = std::env::var_os("CARGO_FEATURE_STATIC").is_some()
        || ask(config, &[&["--link-shared"], &libraries[..]].concat()).is_none();
    let how = if is_static { "--link-static" } else { "--link-shared" };
    let said = |what: &[&str]| {
        let arguments = [&[how], what].concat();
        ask(config, &arguments).ok_or_else(|| format!("{} {} fails", config.display(), arguments.join(" ")))
    };
    println!("cargo:rustc-link-search=native={}", said(&["--libdir"])?);
    let libraries = said(&libraries)?;
    // Archives stay where they are, instead of being copied into this package's.
    let kind = if is_static { "static:-bundle" } else { "dylib" };
    for library in libraries.split_whitespace().filter_map(|word| word.strip_prefix("-l")) {
        println!("cargo:rustc-link-lib={kind}={library}");
    }
    if is_static {
        let system = said(&["--system-libs"])?;
        // The others that LLVM names belong to parts that are not called.
        let needed = system.split_whitespace().filter_map(|word| word.strip_prefix("-l"));
        for library in needed.filter(|library| ["z", "zstd", "tinfo"].contains(library)) {
            println!("cargo:rustc-link-lib=dylib={library}");
        }
    }
    Ok(())
}

/// The release that the features choose.
fn chosen() -> Result<&'static Release, String> {
    let chosen: Vec<&Release> = ["LLVM", "PLUGIN"]
        .into_iter()
        .flat_map(|kind| RELEASES.iter().filter(move |release| has(kind, release)))
        .collect();
    match chosen[..] {
        [release] => Ok(release),
        _ => {
            let known = RELEASES.map(|release| format!("llvm{}", release.number)).join(", ");
            Err(format!(
                "{} features choose a release of LLVM; expected one of {known}. Where it is not the first, build with \
                 `--no-default-features`",
                chosen.len()
            ))
        }
    }
}

/// The llvm-config of a release.
fn config_of(release: &Release) -> Result<PathBuf, String> {
    let Release { number, prefix, .. } = release;
    let candidates = match std::env::var_os(prefix) {
        Some(prefix) => vec![PathBuf::from(prefix).join("bin/llvm-config")],
        None => vec![PathBuf::from(format!("llvm-config-{number}")), PathBuf::from("llvm-config")],
    };
    let start = format!("{number}.");
    let is_right =
        |candidate: &&PathBuf| ask(candidate, &["--version"]).is_some_and(|version| version.starts_with(&start));
    candidates.iter().find(is_right).cloned().ok_or_else(|| {
        format!("LLVM {number} was not found: {candidates:?} are no llvm-config of it; {prefix} names its folder")
    })
}

fn ask(config: &PathBuf, what: &[&str]) -> Option<String> {
    let output = Command::new(config).args(what).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
