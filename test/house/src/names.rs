//! Names that are given twice: two public types of one name, and a private type that a reader would take for a public one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::finding::{Finding, HouseError};
use crate::source::Crate;
use crate::workspace::{Package, TargetKind, Workspace};

/// Where a type is defined: whether another crate can name it, its file and its line.
type Definition = (bool, PathBuf, usize);

/// Types that share a name with a public type elsewhere: a finding for each but the first public one.
///
/// The packages that tests are made of are compared each with itself alone: `texvisa-vulkan` has the words of Vulkan,
/// `texvisa-opencl` those of OpenCL.
///
/// # Errors
///
/// A source cannot be read.
pub fn of_workspace(workspace: &Workspace) -> Result<Vec<Finding>, HouseError> {
    let (support, product): (Vec<&Package>, Vec<&Package>) =
        workspace.packages.iter().partition(|package| package.folder.starts_with("test"));
    let mut findings = of_packages(workspace, &product)?;
    for package in support {
        findings.extend(of_packages(workspace, &[package])?);
    }
    findings.sort();
    Ok(findings)
}

fn of_packages(workspace: &Workspace, packages: &[&Package]) -> Result<Vec<Finding>, HouseError> {
    let mut definitions: BTreeMap<String, BTreeSet<Definition>> = BTreeMap::new();
    for target in packages.iter().flat_map(|package| &package.targets) {
        if target.kind == TargetKind::Support {
            continue;
        }
        let sources = Crate::read(&target.root)?;
        let public = if target.kind == TargetKind::Library { sources.public_types() } else { BTreeSet::new() };
        for (index, module) in sources.modules.iter().enumerate() {
            for definition in &module.types {
                let is_public = public.contains(&(index, definition.name.clone()));
                let file = workspace.relative(&module.file);
                let definitions = definitions.entry(definition.name.clone()).or_default();
                definitions.insert((is_public, file, definition.line));
            }
        }
    }
    Ok(definitions.iter().flat_map(|(name, definitions)| clashes(name, definitions)).collect())
}

fn clashes(name: &str, definitions: &BTreeSet<Definition>) -> Vec<Finding> {
    let Some(first @ (_, file, line)) = definitions.iter().find(|(is_public, ..)| *is_public) else {
        return Vec::new();
    };
    let others = definitions.iter().filter(|definition| *definition != first);
    others.map(|other| clash(name, other, file, *line)).collect()
}

fn clash(name: &str, (is_public, file, line): &Definition, first: &Path, first_line: usize) -> Finding {
    let what = if *is_public { "public" } else { "private" };
    let first = first.display();
    let message =
        format!("the {what} type `{name}` has the name of the public type at {first}:{first_line}; rename one");
    Finding { file: file.clone(), line: *line, key: name.to_owned(), message }
}
