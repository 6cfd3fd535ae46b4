//! The lines of non-test code of a revision, by package: as `rustfmt` formats them with this checkout's settings, with
//! what stands under `#[cfg(test)]` left out.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::finding::HouseError;

/// The lines of one package.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// All of them.
    pub all: usize,
    /// Those that are neither blank nor a comment.
    pub code: usize,
}

impl std::ops::AddAssign for Lines {
    fn add_assign(&mut self, other: Lines) {
        self.all += other.all;
        self.code += other.code;
    }
}

/// The lines of every package of `revision` that is not one of the tests, by its folder.
///
/// # Errors
///
/// Git or rustfmt cannot be asked.
pub fn of_revision(root: &Path, revision: &str) -> Result<BTreeMap<PathBuf, Lines>, HouseError> {
    let listing = output(Command::new("git").args(["ls-tree", "-r", "--name-only", revision]).current_dir(root), "")?;
    let mut lines = BTreeMap::new();
    for file in listing.lines().map(Path::new).filter(|file| is_product(file)) {
        let object = format!("{revision}:{}", file.display());
        let text = output(Command::new("git").args(["show", &object]).current_dir(root), "")?;
        let mut formatter = Command::new("rustfmt");
        formatter.args(["--edition", "2024", "--config-path"]).arg(root.join("rustfmt.toml"));
        let text = output(&mut formatter, &text)?;
        *lines.entry(package_of(file)).or_insert(Lines::default()) += count(&text);
    }
    Ok(lines)
}

fn output(command: &mut Command, input: &str) -> Result<String, HouseError> {
    let name = format!("{command:?}");
    let failed = |message: String| HouseError::Command { command: name.clone(), message };
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
    if let Some(mut pipe) = child.stdin.take() {
        pipe.write_all(input.as_bytes()).map_err(|error| failed(error.to_string()))?;
    }
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a file is source of a package that is not one of the tests.
fn is_product(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "rs")
        && !file.starts_with("test")
        && file.components().any(|component| component.as_os_str() == "src")
        && file.file_name().is_some_and(|name| name != "tests.rs")
}

/// The folder that has the file's `src`.
fn package_of(file: &Path) -> PathBuf {
    file.components().take_while(|component| component.as_os_str() != "src").collect()
}

/// Counts lines, up to `#[cfg(test)]` and from the end of the item behind it on.
fn count(text: &str) -> Lines {
    let mut counted = Lines::default();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        if code == "#[cfg(test)]" {
            let end = format!("{}}}", &line[..line.len() - code.len()]);
            // Further attributes, then an item: up to its semicolon or closing brace.
            lines.by_ref().find(|line| line.ends_with(';') || **line == end);
            continue;
        }
        counted.all += 1;
        counted.code += usize::from(!code.is_empty() && !code.starts_with("//"));
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_comments_and_blank_lines_are_no_code() {
        let text = "/// One.\nfn one() {\n    1\n}\n\n#[cfg(test)]\nmod tests {\n    fn two() {}\n}\n\nfn three() {}\n";
        assert_eq!(count(text), Lines { all: 7, code: 4 });
        assert_eq!(count("#[cfg(test)]\nmod tests;\nfn one() {}\n"), Lines { all: 1, code: 1 });
    }
}
