//! Where results are written: never over what they are made of.

use std::collections::BTreeSet;
use std::fs::{File, Metadata};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Failure, Problem};

/// What tells a file from all others, by whatever path it is named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FileIdentity {
    /// The device and the number of the file on it.
    #[cfg(unix)]
    Number(u64, u64),
    /// The path without links.
    #[cfg(not(unix))]
    Path(PathBuf),
}

#[cfg(unix)]
fn identity(_path: &Path, metadata: &Metadata) -> Option<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    Some(FileIdentity::Number(metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path, _metadata: &Metadata) -> Option<FileIdentity> {
    path.canonicalize().ok().map(FileIdentity::Path)
}

/// The files that a command reads.
#[derive(Debug)]
pub struct InputFiles(BTreeSet<FileIdentity>);

impl InputFiles {
    /// Those at these paths; what is not there cannot be written over, and standard input is no file.
    pub fn new<'p>(paths: impl IntoIterator<Item = &'p Path>) -> InputFiles {
        let paths = paths.into_iter().filter(|path| *path != Path::new("-"));
        InputFiles(paths.filter_map(|path| identity(path, &path.metadata().ok()?)).collect())
    }

    /// Refuses to write to `output` where that is one of them, or the root folder.
    ///
    /// # Errors
    ///
    /// It is.
    pub fn spare(&self, output: &Path) -> Result<(), Failure> {
        let refuse = |what: &str, help: &str| {
            Err(Failure::Usage(vec![Problem::new(format!("{}: {what}", output.display())).help(help)]))
        };
        let Some(metadata) = (output != Path::new("-")).then(|| output.metadata().ok()).flatten() else {
            return Ok(());
        };
        if metadata.is_dir() {
            let whole: Option<PathBuf> = output.canonicalize().ok();
            let is_root = whole.is_some_and(|whole| whole.parent().is_none());
            return if is_root { refuse("the root folder", "name a folder or file in it") } else { Ok(()) };
        }
        // A device has nothing to lose.
        if metadata.is_file() && identity(output, &metadata).is_some_and(|identity| self.0.contains(&identity)) {
            return refuse("the output would be written over its own input", "name another file with --output");
        }
        Ok(())
    }
}

/// Writes a file over what was in it. Where a file is made empty first instead, ext4 has it written to the disk as soon as it
/// is closed.
///
/// # Errors
///
/// It cannot be written.
pub fn write_over(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::options().write(true).create(true).truncate(false).open(path)?;
    let end = bytes.len() as u64;
    // First, so that nothing of a longer file is left behind, however this ends. A device has no length.
    if file.metadata()?.len() > end {
        file.set_len(end)?;
    }
    file.write_all(bytes)
}
