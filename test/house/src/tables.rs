//! Platforms, messages and kinds of texture operations that are named outside the tables.
//!
//! What differs from platform to platform is a column of `ir/src/target.rs`, what differs from message to message one
//! of `ir/src/visa/message.rs`. Code that names a variant of `ENUMS`, or has the name of a row in a string, has such a
//! fact beside the table. The list of exceptions has the files that are tables.

use std::collections::BTreeSet;

use crate::finding::{Finding, HouseError};
use crate::source::{Crate, Module, Segments, strings_of};
use crate::workspace::{TargetKind, Workspace};

/// The enums whose variants only tables name, and where a fact about one belongs.
const ENUMS: &[(&str, &str)] = &[
    ("Target", "a column of ir/src/target.rs"),
    ("Message", "a column of ir/src/visa/message.rs"),
    ("TextureKind", "a column of ir/src/texture/texture_op.rs"),
];

/// A table whose rows have names.
#[derive(Clone, Copy, Debug)]
struct Table {
    /// Its file.
    file: &'static str,
    /// The macro that has the rows.
    rows: &'static str,
    /// What a row is.
    what: &'static str,
    /// Whether a name may be written in upper case. A message in upper case is the document about it, `MEDIA_LD`.
    ignores_case: bool,
    /// Whether a name of letters alone may be a word of English. It counts where it is the whole string.
    has_words: bool,
}

const TABLES: [Table; 2] = [
    Table { file: "ir/src/target.rs", rows: "platforms", what: "platform", ignores_case: true, has_words: false },
    Table { file: "ir/src/visa/message.rs", rows: "messages", what: "message", ignores_case: false, has_words: true },
];

/// The names of the rows of a table: every string in them.
#[derive(Debug)]
struct RowNames {
    table: Table,
    names: BTreeSet<String>,
}

impl RowNames {
    fn read(workspace: &Workspace, table: Table) -> Result<RowNames, HouseError> {
        let path = workspace.root.join(table.file);
        let text = std::fs::read_to_string(&path).map_err(|error| HouseError::Read { path: path.clone(), error })?;
        let source = syn::parse_file(&text).map_err(|error| HouseError::Syntax { path: path.clone(), error })?;
        let found = RowNames::of_table(&source, table);
        if found.names.is_empty() {
            let message = format!("no row of `{}!` has a name; expected the table of each {}", table.rows, table.what);
            return Err(HouseError::List { path, line: 1, message });
        }
        Ok(found)
    }

    fn of_table(source: &syn::File, table: Table) -> RowNames {
        let mut strings = Vec::new();
        for item in &source.items {
            if let syn::Item::Macro(item) = item
                && item.mac.path.is_ident(table.rows)
            {
                strings_of(item.mac.tokens.clone(), &mut strings);
            }
        }
        RowNames { table, names: strings.into_iter().map(|string| table.folded(&string.text)).collect() }
    }

    /// The names that are words of a string.
    fn named_in(&self, string: &str) -> Vec<&str> {
        let text = self.table.folded(string);
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '+').collect();
        let is_word = |name: &str| self.table.has_words && name.chars().all(char::is_alphabetic);
        let is_named = |name: &&str| if is_word(name) { *name == text } else { words.contains(*name) };
        self.names.iter().map(String::as_str).filter(is_named).collect()
    }
}

impl Table {
    fn folded(self, text: &str) -> String {
        if self.ignores_case { text.to_lowercase() } else { text.to_owned() }
    }
}

/// Every variant and every name of a row that is named in what is not a test.
///
/// # Errors
///
/// A source cannot be read.
pub fn of_workspace(workspace: &Workspace) -> Result<Vec<Finding>, HouseError> {
    let tables = TABLES.into_iter().map(|table| RowNames::read(workspace, table)).collect::<Result<Vec<_>, _>>()?;
    let mut findings = Vec::new();
    let packages = workspace.packages.iter().filter(|package| !package.folder.starts_with("test"));
    for target in packages.flat_map(|package| &package.targets).filter(|target| target.kind != TargetKind::Support) {
        for module in Crate::read(&target.root)?.modules {
            findings.extend(of_module(workspace, &tables, &module));
        }
    }
    findings.sort();
    findings.dedup();
    Ok(findings)
}

fn of_module(workspace: &Workspace, tables: &[RowNames], module: &Module) -> Vec<Finding> {
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
    let said = module.strings.iter().flat_map(|string| {
        let of_table = |rows: &RowNames| {
            let names = rows.named_in(&string.text).join("`, `");
            let (what, home) = (rows.table.what, rows.table.file);
            let found = format!("has the {what} `{names}` in a string; make what differs a column of {home}");
            (!names.is_empty()).then(|| finding(string.line, found))
        };
        tables.iter().filter_map(of_table).collect::<Vec<_>>()
    });
    named.chain(hidden).chain(said).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_rows_are_found_in_strings() {
        let source = "rows! { A \"xyz\" Some(\"XyZ_W\"); B \"ld_lz\"; C \"ld\"; } others! { D \"other\"; }";
        let source = syn::parse_str(source).expect("two macros");
        let [platforms, messages] = TABLES.map(|table| RowNames::of_table(&source, Table { rows: "rows", ..table }));
        let said = |names: &RowNames, text: &str| names.named_in(text).join(" ");
        assert_eq!(said(&platforms, "only XYZ has it"), "xyz");
        assert_eq!(said(&platforms, "-device xyz_w"), "xyz_w");
        assert_eq!(said(&platforms, "wxyz has some other"), "");
        assert_eq!(said(&messages, "llvm.texvisa.ld_lz.i32"), "ld_lz");
        assert_eq!(said(&messages, "ld_lz_2, as LD_LZ says"), "");
        assert_eq!(said(&messages, "ld"), "ld");
        assert_eq!(said(&messages, "the ld is a word"), "");
    }
}
