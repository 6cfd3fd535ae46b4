//! The rules, by name.

use crate::exceptions::Exceptions;
use crate::finding::{Finding, HouseError};
use crate::workspace::Workspace;
use crate::{cycles, names};

/// A rule that every source keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// No module uses another in a circle, no package one above it.
    Cycles,
    /// No two public types have one name, no private type that of a public one.
    Names,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 2] = [Rule::Cycles, Rule::Names];

    /// Its name: of its list of exceptions, and for the example `house`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Rule::Cycles => "cycles",
            Rule::Names => "names",
        }
    }

    /// Everything that breaks the rule, exceptions included.
    ///
    /// # Errors
    ///
    /// A source cannot be read.
    pub fn findings(self, workspace: &Workspace) -> Result<Vec<Finding>, HouseError> {
        match self {
            Rule::Cycles => {
                let mut findings = cycles::of_packages(workspace);
                findings.extend(cycles::of_workspace(workspace)?);
                Ok(findings)
            }
            Rule::Names => names::of_workspace(workspace),
        }
    }

    /// The exceptions of the rule: `test/house/RULE.txt`.
    ///
    /// # Errors
    ///
    /// The list cannot be read.
    pub fn exceptions(self, workspace: &Workspace) -> Result<Exceptions, HouseError> {
        Exceptions::read(&workspace.root.join(format!("test/house/{}.txt", self.name())))
    }
}
