//! A copy of the repository in which sources are changed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::MutantsError;

/// The files of the repository at `root`, from there.
///
/// # Errors
///
/// Git cannot be asked.
pub fn files(root: &Path) -> Result<Vec<PathBuf>, MutantsError> {
    let failed = |message: String| MutantsError::Command { command: "git ls-files".to_owned(), message };
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .map_err(|error| failed(error.to_string()))?;
    if !listed.status.success() {
        return Err(failed(String::from_utf8_lossy(&listed.stderr).into_owned()));
    }
    let names = String::from_utf8_lossy(&listed.stdout);
    let files = names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from);
    Ok(files.filter(|file| root.join(file).is_file()).collect())
}

/// Copies the repository at `root` to `tree`. `change` has each file and its bytes, and returns those of the copy.
///
/// # Errors
///
/// A file cannot be read or written, or `change` fails.
pub fn copy(
    root: &Path,
    tree: &Path,
    mut change: impl FnMut(&Path, Vec<u8>) -> Result<Vec<u8>, MutantsError>,
) -> Result<(), MutantsError> {
    for file in files(root)? {
        let from = root.join(&file);
        let bytes = std::fs::read(&from).map_err(MutantsError::file(&from))?;
        put(&tree.join(&file), change(&file, bytes)?)?;
    }
    Ok(())
}

/// Writes a file, unless it has these bytes: so cargo does not compile it again.
///
/// # Errors
///
/// It cannot be written.
pub fn put(path: &Path, bytes: Vec<u8>) -> Result<(), MutantsError> {
    if std::fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(MutantsError::file(folder))?;
    }
    std::fs::write(path, bytes).map_err(MutantsError::file(path))
}
