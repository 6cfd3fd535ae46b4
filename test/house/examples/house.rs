//! Prints what is left to do under the rules for texvisa's own sources, by folder.
//!
//! `cargo run -p texvisa-house --example house [-- RULE [FOLDER]]`, where a rule is `cycles`, `names`, `words` or `tables`.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

use texvisa_house::finding::Finding;
use texvisa_house::rule::Rule;
use texvisa_house::workspace::Workspace;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (rule, folder) = (arguments.next(), arguments.next().unwrap_or_default());
    let workspace = Workspace::current()?;
    for shown in Rule::ALL.into_iter().filter(|shown| rule.as_deref().is_none_or(|rule| rule == shown.name())) {
        let exceptions = shown.exceptions(&workspace)?;
        let findings = shown.findings(&workspace)?;
        let mut by_folder: BTreeMap<PathBuf, Vec<&Finding>> = BTreeMap::new();
        for finding in exceptions.uncovered(&findings) {
            by_folder.entry(finding.folder().to_path_buf()).or_default().push(finding);
        }
        by_folder.retain(|name, _| name.starts_with(&folder));
        let count: usize = by_folder.values().map(Vec::len).sum();
        println!("== {}: {count} left", shown.name());
        for (folder, findings) in by_folder {
            println!("-- {}: {}", folder.display(), findings.len());
            for finding in findings {
                println!("{finding}");
            }
        }
        for key in exceptions.unneeded(&findings) {
            println!("no longer needed: the exception `{key}`");
        }
    }
    Ok(())
}
