//! A folder of tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::feature::Feature;
use crate::plugin::{RELEASES, Release};
use crate::process::find_in_path;

/// How long a command may take unless [`Suite::time_limit`] says otherwise.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The tests below a folder, and what they run with.
#[derive(Clone, Debug)]
pub struct Suite {
    pub(super) root: PathBuf,
    pub(super) texvisa: PathBuf,
    pub(super) limit: Duration,
    pub(super) substitutions: BTreeMap<String, String>,
    pub(super) release: Option<&'static Release>,
    features: Vec<Feature>,
}

impl Suite {
    /// The tests below `root`, in which the command `texvisa` is the program `texvisa`. GenX_IR counts as installed
    /// where it is found in `PATH`.
    pub fn new(root: impl Into<PathBuf>, texvisa: impl Into<PathBuf>) -> Suite {
        let finalizer = find_in_path("GenX_IR").map(|_| Feature::Finalizer);
        Suite {
            root: root.into(),
            texvisa: texvisa.into(),
            limit: TIME_LIMIT,
            substitutions: BTreeMap::new(),
            release: None,
            features: finalizer.into_iter().collect(),
        }
    }

    /// Says whether there is a feature.
    #[must_use]
    pub fn feature(mut self, feature: Feature, is_there: bool) -> Suite {
        self.features.retain(|known| *known != feature);
        self.features.extend(is_there.then_some(feature));
        self
    }

    /// Defines what replaces `%{name}` in commands.
    #[must_use]
    pub fn substitution(mut self, name: &str, value: &str) -> Suite {
        self.substitutions.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Says where the LLVM pass plugin is, if there is one: what replaces `%{plugin}`. It is the one for LLVM 14, unless
    /// [`Suite::release`] says otherwise.
    #[must_use]
    pub fn plugin(self, plugin: Option<&Path>) -> Suite {
        let path = plugin.map_or_else(String::new, |path| path.display().to_string());
        let Release { opt, opaque_pointers, .. } = self.release.unwrap_or(&RELEASES[0]);
        self.feature(Feature::Plugin, plugin.is_some())
            .substitution("plugin", &path)
            .substitution("opt", opt)
            .substitution("pointers", opaque_pointers)
    }

    /// Takes the tests alone that run the optimizer of any release, `%{opt}`, for this one; their names begin with it.
    #[must_use]
    pub fn release(mut self, release: &'static Release) -> Suite {
        self.release = Some(release);
        self
    }

    /// Gives each command this much time; without it, a minute.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Suite {
        self.limit = limit;
        self
    }

    pub(super) fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }
}
