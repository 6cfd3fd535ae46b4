//! The packages of the workspace and their targets, as cargo lists them.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::finding::HouseError;

/// What a target is built as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// A library.
    Library,
    /// A program.
    Binary,
    /// A test, benchmark, example or build script.
    Support,
}

/// One target of a package.
#[derive(Clone, Debug)]
pub struct CargoTarget {
    /// Its name.
    pub name: String,
    /// What it is built as.
    pub kind: TargetKind,
    /// Its root file.
    pub root: PathBuf,
}

/// One package of the workspace.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// The folder of its manifest, from the root of the repository.
    pub folder: PathBuf,
    /// The packages of the workspace that it depends on, tests and build scripts aside.
    pub dependencies: Vec<String>,
    /// Its targets.
    pub targets: Vec<CargoTarget>,
}

/// The packages of a checkout of texvisa.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The root of the repository.
    pub root: PathBuf,
    /// The packages, in the order of their names.
    pub packages: Vec<Package>,
}

impl Workspace {
    /// The workspace of the current folder.
    ///
    /// # Errors
    ///
    /// Cargo cannot be asked.
    pub fn current() -> Result<Workspace, HouseError> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let arguments = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
        let failed = |message: String| HouseError::Command { command: "cargo metadata".to_owned(), message };
        let output = Command::new(cargo).args(arguments).output();
        let output = output.map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| failed(error.to_string()))?;
        let root = PathBuf::from(string(&metadata["workspace_root"]));
        let mut packages: Vec<Package> = list(&metadata["packages"]).map(|value| package(value, &root)).collect();
        packages.sort_by(|a, b| a.name.cmp(&b.name));
        let names: Vec<String> = packages.iter().map(|package| package.name.clone()).collect();
        for package in &mut packages {
            package.dependencies.retain(|name| names.contains(name));
        }
        Ok(Workspace { root, packages })
    }

    /// `path` from the root of the repository.
    #[must_use]
    pub fn relative(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.root).unwrap_or(path).to_path_buf()
    }

    /// The files of the repository that git knows or would add, from its root, in order.
    ///
    /// # Errors
    ///
    /// Git cannot be asked.
    pub fn files(&self) -> Result<Vec<PathBuf>, HouseError> {
        let failed = |message: String| HouseError::Command { command: "git ls-files".to_owned(), message };
        let arguments = ["ls-files", "--cached", "--others", "--exclude-standard"];
        let output = Command::new("git").args(arguments).current_dir(&self.root).output();
        let output = output.map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let listing = String::from_utf8_lossy(&output.stdout);
        let mut files: Vec<PathBuf> = listing.lines().map(PathBuf::from).collect();
        files.retain(|file| self.root.join(file).is_file());
        files.sort();
        files.dedup();
        Ok(files)
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn package(value: &Value, root: &Path) -> Package {
    let manifest = PathBuf::from(string(&value["manifest_path"]));
    let folder = manifest.parent().unwrap_or(root);
    let is_normal = |dependency: &&Value| dependency["kind"].is_null();
    Package {
        name: string(&value["name"]),
        folder: folder.strip_prefix(root).unwrap_or(folder).to_path_buf(),
        dependencies: list(&value["dependencies"])
            .filter(is_normal)
            .map(|dependency| string(&dependency["name"]))
            .collect(),
        targets: list(&value["targets"]).map(target).collect(),
    }
}

fn target(value: &Value) -> CargoTarget {
    let kinds: Vec<&str> = list(&value["kind"]).filter_map(Value::as_str).collect();
    let kind = match kinds.first() {
        Some(&"bin") => TargetKind::Binary,
        Some(&("lib" | "rlib" | "cdylib" | "dylib" | "staticlib" | "proc-macro")) => TargetKind::Library,
        _ => TargetKind::Support,
    };
    CargoTarget { name: string(&value["name"]), kind, root: PathBuf::from(string(&value["src_path"])) }
}
