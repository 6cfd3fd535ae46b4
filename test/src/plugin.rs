//! The LLVM pass plugin, as tests find it: it is built by itself (`cargo build -p texvisa-plugin`), once for each release of
//! LLVM, as it links LLVM in another way than the tool does. The environment says where each is.

use std::path::PathBuf;

/// Why tests of the plugin are skipped where there is none.
pub const ABSENCE: &str = "no plugin: TEXVISA_PLUGIN does not name it (./x test builds it and sets that)";

/// A release of LLVM for which the plugin is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Release {
    /// Its number.
    pub number: &'static str,
    /// Its optimizer, which loads plugins.
    pub opt: &'static str,
    /// The environment variable that names the built plugin.
    pub variable: &'static str,
    /// An option that has its optimizer read all pointers as opaque ones; where it does so at any rate, one that changes
    /// nothing.
    pub opaque_pointers: &'static str,
}

/// Every release, the one that `./x test` builds for first.
pub const RELEASES: [Release; 4] = [
    Release { number: "14", opt: "opt-14", variable: "TEXVISA_PLUGIN", opaque_pointers: "-opaque-pointers" },
    Release { number: "15", opt: "opt-15", variable: "TEXVISA_PLUGIN_15", opaque_pointers: "-opaque-pointers" },
    Release { number: "16", opt: "opt-16", variable: "TEXVISA_PLUGIN_16", opaque_pointers: "-opaque-pointers" },
    Release {
        number: "19",
        opt: "opt-19",
        variable: "TEXVISA_PLUGIN_19",
        opaque_pointers: "-discard-value-names=false",
    },
];

/// A variable names something that is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{variable} names `{}`, which is no file", path.display())]
pub struct NoSuchPlugin {
    /// The variable.
    pub variable: &'static str,
    /// What it names.
    pub path: PathBuf,
}

impl Release {
    /// The plugin for it, where the environment names one.
    ///
    /// # Errors
    ///
    /// The environment names one that is not there: a test that was meant to run must not be skipped.
    pub fn plugin(&self) -> Result<Option<PathBuf>, NoSuchPlugin> {
        match std::env::var_os(self.variable).filter(|path| !path.is_empty()).map(PathBuf::from) {
            None => Ok(None),
            Some(path) if path.is_file() => Ok(Some(path)),
            Some(path) => Err(NoSuchPlugin { variable: self.variable, path }),
        }
    }

    /// Why its tests are skipped where there is no plugin for it.
    pub fn absence(&self) -> String {
        format!(
            "no plugin for LLVM {}: {} does not name it (./x world builds it and sets that)",
            self.number, self.variable
        )
    }
}

/// The plugin for the first release, where the environment names one.
///
/// # Errors
///
/// As [`Release::plugin`].
pub fn find() -> Result<Option<PathBuf>, NoSuchPlugin> {
    RELEASES[0].plugin()
}
