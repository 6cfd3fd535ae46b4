//! Modules that use each other in a circle, and packages that use one above them.
//!
//! The graph has a node a file and an edge from a file to every other that defines something which its code names: in
//! a private `use`, a type, an expression, a pattern or the arguments of a macro. A name is followed through imports
//! and re-exports to the file that defines it. So
//!
//! - a parent that only declares `mod child;` and re-exports from it has no edge to the child;
//! - a child that uses `super::Item` has an edge to the parent only where the parent itself defines `Item`;
//! - a method or a field is not a path: an `impl` block in a file of its own has an edge to its type, and whoever calls
//!   its methods has none to that file;
//! - documentation, derives and code under `#[cfg(test)]` make no edge.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use crate::finding::{Finding, HouseError};
use crate::source::Crate;
use crate::workspace::{CargoTarget, Workspace};

/// The names that one file takes from another.
type Edges = BTreeMap<(PathBuf, PathBuf), BTreeSet<String>>;

fn edges(modules: &Crate) -> Edges {
    let mut edges = Edges::new();
    for (index, module) in modules.modules.iter().enumerate() {
        for mention in &module.mentions {
            if let Some((file, name)) = modules.resolve(index, &mention.path)
                && file != module.file
            {
                edges.entry((module.file.clone(), file.to_path_buf())).or_default().insert(name);
            }
        }
    }
    edges
}

/// The cycles of one target: a finding each, with the edges that tie it.
///
/// # Errors
///
/// A source cannot be read.
pub fn of_target(workspace: &Workspace, target: &CargoTarget) -> Result<Vec<Finding>, HouseError> {
    let edges = edges(&Crate::read(&target.root)?);
    let files: Vec<&PathBuf> =
        edges.keys().flat_map(|(from, to)| [from, to]).collect::<BTreeSet<_>>().into_iter().collect();
    let index_of: BTreeMap<&PathBuf, usize> = files.iter().enumerate().map(|(index, file)| (*file, index)).collect();
    let graph: DiGraphMap<usize, ()> = edges.keys().map(|(from, to)| (index_of[from], index_of[to])).collect();
    let cycles = tarjan_scc(&graph).into_iter().filter(|cycle| cycle.len() > 1);
    Ok(cycles.map(|cycle| finding(workspace, &edges, &cycle.iter().map(|&index| files[index]).collect())).collect())
}

fn finding(workspace: &Workspace, edges: &Edges, cycle: &BTreeSet<&PathBuf>) -> Finding {
    let mut message = format!("a cycle of {} modules; move what ties them to one below all", cycle.len());
    for ((from, to), names) in edges.iter().filter(|((from, to), _)| cycle.contains(from) && cycle.contains(to)) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (from, to) = (workspace.relative(from), workspace.relative(to));
        let _ = write!(message, "\n    {} -> {}: {}", from.display(), to.display(), names.join(", "));
    }
    let first = workspace.relative(cycle.first().expect("a cycle has modules"));
    Finding { key: first.display().to_string(), file: first, line: 0, message }
}

/// The cycles of every target of every package.
///
/// # Errors
///
/// A source cannot be read.
pub fn of_workspace(workspace: &Workspace) -> Result<Vec<Finding>, HouseError> {
    let mut findings = Vec::new();
    for target in workspace.packages.iter().flat_map(|package| &package.targets) {
        findings.extend(of_target(workspace, target)?);
    }
    findings.sort();
    findings.dedup();
    Ok(findings)
}

/// What each package may depend on of the others, tests aside: the arrows of `ARCHITECTURE.md`.
const BELOW: &[(&str, &[&str])] = &[
    ("texvisa-ir", &[]),
    ("texvisa-allocator", &[]),
    ("texvisa-lit", &["texvisa-ir"]),
    ("texvisa-reduce", &["texvisa-ir"]),
    ("texvisa-regalloc", &["texvisa-ir"]),
    ("texvisa-lowering", &["texvisa-ir"]),
    ("texvisa-llvm", &["texvisa-ir"]),
    ("texvisa-naga", &["texvisa-ir"]),
    ("texvisa-emulator", &["texvisa-ir"]),
    (
        "texvisa",
        &[
            "texvisa-allocator",
            "texvisa-ir",
            "texvisa-regalloc",
            "texvisa-lowering",
            "texvisa-llvm",
            "texvisa-naga",
            "texvisa-emulator",
            "texvisa-lit",
            "texvisa-reduce",
        ],
    ),
    ("texvisa-capi", &["texvisa", "texvisa-llvm"]),
    ("texvisa-plugin", &["texvisa", "texvisa-ir", "texvisa-lowering", "texvisa-llvm"]),
    ("texvisa-test", &["texvisa-ir", "texvisa-emulator", "texvisa-lit"]),
    ("texvisa-opencl", &[]),
    ("texvisa-vulkan", &["texvisa-ir", "texvisa-emulator", "texvisa-test"]),
    ("texvisa-house", &[]),
    ("texvisa-mutants", &[]),
];

/// Packages that depend on one that is not below them.
#[must_use]
pub fn of_packages(workspace: &Workspace) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in &workspace.packages {
        let file = package.folder.join("Cargo.toml");
        let Some((_, below)) = BELOW.iter().find(|(name, _)| *name == package.name) else {
            let message = format!("the package `{}` has no row in test/house/src/cycles.rs", package.name);
            findings.push(Finding { key: package.name.clone(), file, line: 0, message });
            continue;
        };
        for name in package.dependencies.iter().filter(|name| !below.contains(&name.as_str())) {
            let key = format!("{} -> {name}", package.name);
            let message = format!("`{}` depends on `{name}`; it may depend on {below:?}", package.name);
            findings.push(Finding { key, file: file.clone(), line: 0, message });
        }
    }
    findings
}
