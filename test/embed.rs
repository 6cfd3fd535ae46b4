//! The package `examples/embed`, outside of the workspace, is built and run as a host's is: with texvisa's library alone.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

#[test]
fn a_package_outside_of_the_workspace_compiles_a_kernel() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/embedding.md")).expect("the page is there");
    let program = std::fs::read_to_string(root.join("examples/embed/src/main.rs")).expect("the program is there");
    assert!(page.contains(&format!("```rust\n{program}```")), "docs/embedding.md shows examples/embed/src/main.rs");
    // The versions are those of the workspace, which are there already.
    let package = root.join("examples/embed");
    std::fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).expect("the versions can be written");
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--offline"]).current_dir(&package);
    command.env("CARGO_TARGET_DIR", root.join("target/embed"));
    let begin = Instant::now();
    let output = command.output().expect("cargo can be run");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    eprintln!("built and ran in {:.1} s", begin.elapsed().as_secs_f64());
    let visa = String::from_utf8(output.stdout).expect("vISA is text");
    assert!(visa.contains("load_lz.R (M1, 16)"), "{visa}");
}
