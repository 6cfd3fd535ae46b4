//! vISA text of Intel's compiler, release 1.0.12504.6: it is read, printed and read again as the same kernel, and goes
//! through both versions of the binary form. The files come from kernels written for this project (`tests/visa`); the
//! files of the folder that `TEXVISA_VISAASM` names are tried, too, with all that are in it.

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use texvisa_ir::target::Target;
use texvisa_ir::visa::isa::{self, Version, WriteError, WriteOptions};
use texvisa_ir::visa::message::CodeNumbering;
use texvisa_ir::visa::{VisaKernel, asm};

const FOLDER: &str = "TEXVISA_VISAASM";

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/visa");
    for path in files(&data) {
        let name = path.strip_prefix(&data).unwrap_or(&path).display().to_string();
        trials.push(Trial::test(name, move || round_trips(&path)));
    }
    let folder = std::env::var_os(FOLDER).map(PathBuf::from);
    let name = format!("all_files_of_{FOLDER}");
    trials.push(Trial::ignorable_test(name, move || match folder.as_deref() {
        Some(folder) => all(folder).map(|()| Completion::Completed),
        None => Ok(Completion::ignored_with(format!("{FOLDER} names no folder"))),
    }));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The texts in a folder and in the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "visaasm") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn all(folder: &Path) -> Result<(), Failed> {
    let files = files(folder);
    if files.is_empty() {
        return Err(format!("{} has no .visaasm", folder.display()).into());
    }
    for path in &files {
        round_trips(path)?;
    }
    println!("{} files", files.len());
    Ok(())
}

/// The target that a file's name has: `igc.dg2.visaasm`.
fn target_of(path: &Path) -> Result<Target, Failed> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let target = name.split('.').find_map(|part| part.parse().ok());
    target.ok_or_else(|| format!("{}: the name has no target", path.display()).into())
}

fn printed(kernel: &VisaKernel) -> String {
    let mut text = String::new();
    asm::write_all(kernel, &mut text);
    text
}

fn round_trips(path: &Path) -> Result<(), Failed> {
    let failed =
        |what: &str, error: &dyn std::fmt::Display| Failed::from(format!("{}: {what}: {error}", path.display()));
    let target = target_of(path)?;
    let text = std::fs::read_to_string(path).map_err(|error| failed("not read", &error))?;
    let kernel = asm::parse(&text, target).map_err(|error| failed("not parsed", &error))?;
    let again = printed(&kernel);
    let reread = asm::parse(&again, target).map_err(|error| failed("what was printed is not parsed", &error))?;
    if reread != kernel {
        return Err(failed("what was printed is another kernel", &again));
    }
    for version in [Version::V3_6, Version::V4_1] {
        let options = WriteOptions { version, ..WriteOptions::default() };
        let bytes = match isa::write(&kernel, &options) {
            Err(WriteError::GatherChannel { .. }) if text.contains(".illegal") => continue,
            bytes => bytes.map_err(|error| failed("not written", &error))?,
        };
        let read =
            isa::read(&bytes, target, CodeNumbering::Finalizer).map_err(|error| failed("not read back", &error))?;
        if read != kernel {
            return Err(failed("what was written is another kernel", &printed(&read)));
        }
        if isa::write(&read, &options).as_ref() != Ok(&bytes) {
            return Err(failed("the bytes differ", &version.name()));
        }
    }
    Ok(())
}
