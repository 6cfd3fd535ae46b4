//! Platforms, messages and kinds of texture operations that are named outside the tables.
//!
//! What differs from platform to platform is a column of `ir/src/target.rs`, what differs from message to message one
//! of `ir/src/visa/message.rs`. Code that names a variant of `ENUMS` has such a fact beside the table. The list of
//! exceptions has the files that are tables.

use crate::finding::{Finding, HouseError};
use crate::source::{Crate, Module, Segments};
use crate::workspace::{TargetKind, Workspace};

/// The enums whose variants only tables name, and where a fact about one belongs.
const ENUMS: &[(&str, &str)] = &[
    ("Target", "a column of ir/src/target.rs"),
    ("Message", "a column of ir/src/visa/message.rs"),
    ("TextureKind", "a column of ir/src/texture/texture_op.rs"),
];

/// Every variant that is named in what is not a test.
///
/// # Errors
///
/// A source cannot be read.
pub fn of_workspace(workspace: &Workspace) -> Result<Vec<Finding>, HouseError> {
    let mut findings = Vec::new();
    let packages = workspace.packages.iter().filter(|package| !package.folder.starts_with("test"));
    for target in packages.flat_map(|package| &package.targets).filter(|target| target.kind != TargetKind::Support) {
        for module in Crate::read(&target.root)?.modules {
            findings.extend(of_module(workspace, &module));
        }
    }
    findings.sort();
    findings.dedup();
    Ok(findings)
}

fn of_module(workspace: &Workspace, module: &Module) -> Vec<Finding> {
    let file = workspace.relative(&module.file);
    let finding =
        |line: usize, message: String| Finding { file: file.clone(), line, key: file.display().to_string(), message };
    let named = module.mentions.iter().filter_map(|mention| {
        let (of, variant, home) = variant_of(module, &mention.path)?;
        Some(finding(mention.line, format!("names `{of}::{variant}`; make it {home}")))
    });
    // Behind a glob the variants would not be seen.
    let globs = module.globs.iter().filter(|path| is_enum(path));
    let hidden = globs.map(|path| finding(0, format!("imports `{}::*`; name the enum itself", path.join("::"))));
    named.chain(hidden).collect()
}

fn is_enum(path: &Segments) -> bool {
    path.last().is_some_and(|last| ENUMS.iter().any(|(name, _)| last == name))
}

/// The enum and variant that a path ends with, and where facts about it belong.
fn variant_of<'a>(module: &'a Module, path: &'a Segments) -> Option<(&'static str, &'a str, &'static str)> {
    let [.., of, variant] = path.as_slice() else { return None };
    // An import may have given the enum another name.
    let of = module.imports.get(of).and_then(|path| path.last()).unwrap_or(of);
    let (name, home) = ENUMS.iter().find(|(name, _)| of == name)?;
    // `Target::ALL` and `Target::from_str` name no variant.
    let is_variant = variant.starts_with(char::is_uppercase) && variant.contains(char::is_lowercase);
    is_variant.then_some((name, variant.as_str(), home))
}
