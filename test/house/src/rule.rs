//! The rules, by name.

use crate::exceptions::Exceptions;
use crate::finding::{Finding, HouseError};
use crate::workspace::Workspace;
use crate::{cycles, names, tables, words};

/// A rule that every source keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// No module uses another in a circle, no package one above it.
    Cycles,
    /// No two public types have one name, no private type that of a public one.
    Names,
    /// No word is left that the glossary replaces.
    Words,
    /// Platforms, messages and kinds of texture operations are named in tables alone.
    Tables,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 4] = [Rule::Cycles, Rule::Names, Rule::Words, Rule::Tables];

    /// Its name: of its list of exceptions, and for the example `house`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Rule::Cycles => "cycles",
            Rule::Names => "names",
            Rule::Words => "words",
            Rule::Tables => "tables",
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
            Rule::Words => words::of_workspace(workspace),
            Rule::Tables => tables::of_workspace(workspace),
        }
    }

    /// The exceptions of the rule: `test/house/exceptions/RULE.txt`.
    ///
    /// # Errors
    ///
    /// The list cannot be read.
    pub fn exceptions(self, workspace: &Workspace) -> Result<Exceptions, HouseError> {
        Exceptions::read(&workspace.root.join(format!("test/house/exceptions/{}.txt", self.name())))
    }
}
