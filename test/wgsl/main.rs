//! lavapipe, Mesa's Vulkan driver of the processor, as an oracle of whole shaders in WGSL.
//!
//! Each file of `test/wgsl/shaders` is a shader with one idea. naga's own back end makes SPIR-V of it for lavapipe; texvisa
//! imports it, compiles it for several targets and widths, and executes the result, by the interpreter of texture IR and
//! by the machine. All start with the same buffers and textures, which a seed fills, and what they leave in those must be
//! the same: to the last bit, or as near as the first lines of the file say, with the reason. [`directives`] has
//! what these lines say. Filters are in the emulator's exact precision.
//!
//! `./x world` fetches packages of npm with compute shaders, too: see [`packages`].
//!
//! A fragment shader is drawn, as [`fragment`] says, and what it writes of each pixel is compared, too.
//!
//! A shader whose run compared nothing, or changed nothing, is a failure.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use texvisa_test::harness;
use texvisa_test::oracle::Oracle;

mod compare;
mod directives;
mod emulated;
mod fragment;
mod inputs;
mod oracle;
mod packages;
mod reflection;
mod trial;

use oracle::Presence;

/// The shaders of a folder, by name.
fn shaders(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "wgsl"));
    files.sort();
    Ok(files)
}

fn main() -> ExitCode {
    // Filters of bytes in floats, not in bytes, as for the texture unit alone.
    texvisa_vulkan::process::with_variables(&[("GALLIVM_PERF", "no_aos_sampling")]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/wgsl/shaders");
    let files = match shaders(&folder) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
    };
    let mut trials: Vec<_> = files
        .into_iter()
        .map(|file| {
            let name = file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            harness::test_or_skip(name, move || match oracle::presence() {
                Presence::Here(device) => trial::run(device, &file),
                Presence::Absent(reason) => Oracle::Lavapipe.missing(reason),
            })
        })
        .collect();
    if harness::is_world() {
        trials.extend(
            packages::PACKAGES.iter().map(|package| {
                harness::test_or_skip(format!("package {}", package.name), move || packages::run(package))
            }),
        );
    }
    harness::run_then("wgsl", trials, |_| {
        compare::summarize();
        true
    })
}
