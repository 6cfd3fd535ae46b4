//! The LLVM pass plugin, as tests find it: it is built by itself (`cargo build -p texvisa-plugin`), as it links LLVM in
//! another way than the tool does, and the environment says where it is.

use std::path::PathBuf;

/// The environment variable that names the built plugin; `./x test` sets it.
pub const VARIABLE: &str = "TEXVISA_PLUGIN";

/// Why tests of the plugin are skipped where there is none.
pub const ABSENCE: &str = "no plugin: TEXVISA_PLUGIN does not name it (./x test builds it and sets that)";

/// The variable names something that is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{VARIABLE} names `{}`, which is no file", path.display())]
pub struct NoSuchPlugin {
    /// What it names.
    pub path: PathBuf,
}

/// The plugin, where the environment names one.
///
/// # Errors
///
/// The environment names one that is not there: a test that was meant to run must not be skipped.
pub fn find() -> Result<Option<PathBuf>, NoSuchPlugin> {
    match std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from) {
        None => Ok(None),
        Some(path) if path.is_file() => Ok(Some(path)),
        Some(path) => Err(NoSuchPlugin { path }),
    }
}
