//! A folder of tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::feature::Feature;
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
    /// How the literal checks of a test are brought up to date, where `is_updating` does not do it.
    pub(super) how_to_update: String,
    pub(super) is_updating: bool,
    /// What the names of the tests begin with, and the word without which a file is none.
    pub(super) prefix: String,
    pub(super) word: Option<String>,
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
            how_to_update: "`texvisa lit --update` updates them".to_owned(),
            is_updating: false,
            prefix: String::new(),
            word: None,
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

    /// Says where the LLVM pass plugin is, if there is one: what replaces `%{plugin}`.
    #[must_use]
    pub fn plugin(self, plugin: Option<&Path>) -> Suite {
        let path = plugin.map_or_else(String::new, |path| path.display().to_string());
        self.feature(Feature::Plugin, plugin.is_some()).substitution("plugin", &path)
    }

    /// Takes the files alone that have this word, for a suite that runs once more with other substitutions; the names of
    /// its tests begin with `name`.
    #[must_use]
    pub fn variant(mut self, name: &str, word: &str) -> Suite {
        (self.prefix, self.word) = (format!("{name}/"), Some(word.to_owned()));
        self
    }

    /// Says whether tests are updated whose literal `-NEXT` lines are not what was printed; otherwise they fail, and `how` is
    /// what to do.
    #[must_use]
    pub fn updating(mut self, is_updating: bool, how: &str) -> Suite {
        (self.is_updating, self.how_to_update) = (is_updating, how.to_owned());
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
