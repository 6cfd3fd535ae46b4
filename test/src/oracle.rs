//! The other implementations that tests compare texvisa with, and what a test does on a machine without one.
//!
//! A test that needs a missing oracle is skipped with the reason, and counted as skipped. The environment variable
//! `TEXVISA_REQUIRE` names oracles, with commas between them, whose absence is a failure instead; `all` names every one.
//! `./x setup` installs them, and `./x doctor` says which of them work.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use libtest_mimic::{Completion, Failed};

/// The environment variable that names the oracles which must be there.
const REQUIRE: &str = "TEXVISA_REQUIRE";

/// Another implementation, or a part of texvisa that is built only where LLVM is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Oracle {
    /// LLVM 14: its tools, and texvisa built with the feature `llvm`.
    Llvm,
    /// The LLVM pass plugin.
    Plugin,
    /// Intel's assembler and finalizer, GenX_IR.
    Finalizer,
    /// Intel's OpenCL compiler, ocloc.
    Ocloc,
    /// pocl, an OpenCL implementation for the processor.
    Pocl,
    /// lavapipe, Mesa's Vulkan driver for the processor.
    Lavapipe,
    /// Chromium, which shows the pages of `texvisa report`.
    Chromium,
}

/// The oracles that some test of this process missed.
static MISSED: Mutex<BTreeSet<Oracle>> = Mutex::new(BTreeSet::new());

impl Oracle {
    /// Every oracle with its name.
    pub const NAMES: [(Oracle, &'static str); 7] = [
        (Oracle::Llvm, "llvm"),
        (Oracle::Plugin, "plugin"),
        (Oracle::Finalizer, "finalizer"),
        (Oracle::Ocloc, "ocloc"),
        (Oracle::Pocl, "pocl"),
        (Oracle::Lavapipe, "lavapipe"),
        (Oracle::Chromium, "chromium"),
    ];

    /// The name, as in `TEXVISA_REQUIRE`.
    pub const fn name(self) -> &'static str {
        Oracle::NAMES[self as usize].1
    }

    /// The oracle of that name.
    pub fn from_name(name: &str) -> Option<Oracle> {
        Oracle::NAMES.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// What a test that needs the oracle returns where `reason` keeps it from running: it is skipped.
    ///
    /// # Errors
    ///
    /// `TEXVISA_REQUIRE` names the oracle: the test fails.
    pub fn missing(self, reason: impl fmt::Display) -> Result<Completion, Failed> {
        MISSED.lock().unwrap_or_else(PoisonError::into_inner).insert(self);
        if required()?.contains(&self) {
            let name = self.name();
            return Err(format!("{reason}; {REQUIRE} requires `{name}`; `./x setup` installs it").into());
        }
        Ok(Completion::ignored_with(reason))
    }

    /// Whether a test of this process missed the oracle.
    pub(crate) fn is_missed(self) -> bool {
        MISSED.lock().unwrap_or_else(PoisonError::into_inner).contains(&self)
    }
}

/// What a test that needs the feature `llvm` returns where texvisa is built without it: see [`Oracle::missing`].
///
/// # Errors
///
/// `TEXVISA_REQUIRE` names `llvm`.
pub fn built_without_llvm() -> Result<Completion, Failed> {
    Oracle::Llvm.missing("built without LLVM: cargo test --features llvm")
}

/// The oracles that `TEXVISA_REQUIRE` names.
///
/// # Errors
///
/// A name that is not known.
pub(crate) fn required() -> Result<BTreeSet<Oracle>, String> {
    read_names(&std::env::var(REQUIRE).unwrap_or_default())
}

fn read_names(text: &str) -> Result<BTreeSet<Oracle>, String> {
    let mut oracles = BTreeSet::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        match Oracle::from_name(name) {
            Some(oracle) => drop(oracles.insert(oracle)),
            None if name == "all" => oracles.extend(Oracle::NAMES.map(|row| row.0)),
            None => {
                let known = Oracle::NAMES.map(|row| row.1).join(", ");
                return Err(format!("unknown oracle \"{name}\" in {REQUIRE}; expected all, or some of {known}"));
            }
        }
    }
    Ok(oracles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_at_the_index_of_its_oracle() {
        assert!(Oracle::NAMES.iter().all(|(oracle, name)| oracle.name() == *name));
    }

    #[test]
    fn names_of_required_oracles() {
        assert_eq!(read_names(""), Ok(BTreeSet::new()));
        assert_eq!(read_names("llvm, pocl"), Ok(BTreeSet::from([Oracle::Llvm, Oracle::Pocl])));
        assert_eq!(read_names("all").map(|oracles| oracles.len()), Ok(Oracle::NAMES.len()));
        let error = read_names("gpu").expect_err("there is no such oracle");
        assert!(error.starts_with("unknown oracle \"gpu\" in TEXVISA_REQUIRE; expected all, or some of llvm, plugin"));
    }
}
