//! Compiles the copy.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::copy::put;
use crate::error::MutantsError;
use crate::mutant::MUTATED;

/// The package of the importer, which needs LLVM 14.
const LLVM: &str = "texvisa-llvm";

/// A copy of the repository, and where it is compiled.
#[derive(Clone, Debug)]
pub struct Copy {
    /// The copy.
    pub tree: PathBuf,
    /// The folder that cargo compiles into.
    pub build: PathBuf,
    /// Whether LLVM 14 is there.
    pub has_llvm: bool,
}

/// An error of the compiler.
#[derive(Clone, Debug)]
pub struct CompileError {
    /// The places that it is about, the first ones above all: the file, and the part of its text.
    pub places: Vec<(PathBuf, Range<usize>)>,
    /// What it says.
    pub text: String,
}

/// A test program that was compiled.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Its package.
    pub package: String,
    /// Its target.
    pub target: String,
    /// The folder that it runs in.
    pub folder: PathBuf,
    /// The program.
    pub path: PathBuf,
}

impl Copy {
    /// The errors in the packages that have mutants.
    ///
    /// # Errors
    ///
    /// Cargo cannot be run, or fails without an error that has a place.
    pub fn errors(&self) -> Result<Vec<CompileError>, MutantsError> {
        let packages: Vec<&str> =
            MUTATED.iter().map(|(package, _)| *package).filter(|package| self.takes(package)).collect();
        self.errors_of(&packages)
    }

    /// The errors in some of the packages that have mutants.
    ///
    /// # Errors
    ///
    /// As [`errors`](Copy::errors).
    pub fn errors_of(&self, packages: &[&str]) -> Result<Vec<CompileError>, MutantsError> {
        let mut arguments = vec!["check", "--keep-going", "--lib", "--features", "parse-visa", "-p", "texvisa-ir"];
        for package in packages {
            arguments.extend(["-p", package]);
        }
        let output = self.cargo(&arguments)?;
        let errors: Vec<CompileError> = messages(&output).filter_map(|message| error_of(&message)).collect();
        if !output.status.success() && errors.is_empty() {
            return Err(MutantsError::NotCompiled(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        Ok(errors)
    }

    /// Whether a package is compiled.
    #[must_use]
    pub fn takes(&self, package: &str) -> bool {
        self.has_llvm || package != LLVM
    }

    /// Compiles all tests.
    ///
    /// # Errors
    ///
    /// They are not compiled.
    pub fn tests(&self) -> Result<Vec<Compiled>, MutantsError> {
        let features = if self.has_llvm { "llvm,naga" } else { "naga" };
        let mut programs = self.programs(&["test", "--no-run", "--features", features])?;
        if self.has_llvm {
            programs.extend(self.programs(&["test", "--no-run", "-p", LLVM, "--lib", "--tests"])?);
        }
        Ok(programs)
    }

    fn programs(&self, arguments: &[&str]) -> Result<Vec<Compiled>, MutantsError> {
        let output = self.cargo(arguments)?;
        if !output.status.success() {
            let errors = messages(&output).filter_map(|message| error_of(&message)).map(|error| error.text);
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(MutantsError::NotCompiled(errors.chain([stderr]).collect()));
        }
        let mut programs = Vec::new();
        for message in messages(&output) {
            let (Some(path), Some(manifest)) = (message["executable"].as_str(), message["manifest_path"].as_str())
            else {
                continue;
            };
            if message["profile"]["test"] != true {
                continue;
            }
            let folder = Path::new(manifest).parent().unwrap_or(&self.tree).to_owned();
            programs.push(Compiled {
                package: package_in(&folder)?,
                target: message["target"]["name"].as_str().unwrap_or_default().to_owned(),
                folder,
                path: path.into(),
            });
        }
        Ok(programs)
    }

    fn cargo(&self, arguments: &[&str]) -> Result<Output, MutantsError> {
        // Only the packages of the copy are compiled in this way, so that others are compiled as ever.
        let wrapper = self.build.join("rustc");
        put(&wrapper, b"#!/bin/sh\nRUSTC_BOOTSTRAP=texvisa_ir exec \"$@\" --cap-lints allow\n".to_vec())?;
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&wrapper, permissions).map_err(MutantsError::file(&wrapper))?;
        Command::new("cargo")
            .args(arguments)
            .arg("--message-format=json")
            .arg("--offline")
            .current_dir(&self.tree)
            .env("CARGO_TARGET_DIR", &self.build)
            .env("RUSTC_WORKSPACE_WRAPPER", &wrapper)
            .output()
            .map_err(|error| MutantsError::Command { command: "cargo".to_owned(), message: error.to_string() })
    }
}

fn messages(output: &Output) -> impl Iterator<Item = Value> {
    output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

fn error_of(message: &Value) -> Option<CompileError> {
    let message = message.get("message").filter(|message| message["level"] == "error")?;
    let mut spans: Vec<&Value> = message["spans"].as_array()?.iter().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    let children = message["children"].as_array().into_iter().flatten();
    spans.extend(children.filter_map(|child| child["spans"].as_array()).flatten());
    let places = spans.into_iter().filter_map(|span| {
        let byte = |name: &str| usize::try_from(span[name].as_u64()?).ok();
        Some((PathBuf::from(span["file_name"].as_str()?), byte("byte_start")?..byte("byte_end")?))
    });
    let places: Vec<_> = places.collect();
    let text = message["rendered"].as_str().or(message["message"].as_str()).unwrap_or_default().to_owned();
    (!places.is_empty()).then_some(CompileError { places, text })
}

/// The name of the package whose manifest is in a folder.
fn package_in(folder: &Path) -> Result<String, MutantsError> {
    let path = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&path).map_err(MutantsError::file(&path))?;
    let mut names = text.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    Ok(names.next().unwrap_or_default().to_owned())
}
