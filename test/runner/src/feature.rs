//! What a test may require of the machine and of the build.

use texvisa_ir::expected_one_of;

/// Something that not every machine or build has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The tool reads LLVM modules: it was built with its feature `llvm`.
    Llvm,
    /// Intel's assembler and finalizer, GenX_IR, is installed.
    Finalizer,
    /// The LLVM pass plugin is built; its path is `%{plugin}`.
    Plugin,
}

impl Feature {
    const NAMES: [(Feature, &'static str); 3] =
        [(Feature::Llvm, "llvm"), (Feature::Finalizer, "finalizer"), (Feature::Plugin, "plugin")];

    /// The name in directives.
    pub const fn name(self) -> &'static str {
        Feature::NAMES[self as usize].1
    }

    /// Why a test that requires the feature is skipped where it is missing.
    pub const fn absence(self) -> &'static str {
        match self {
            Feature::Llvm => "the tool was built without its feature `llvm`",
            Feature::Finalizer => "GenX_IR is not installed",
            Feature::Plugin => "there is no LLVM pass plugin",
        }
    }

    /// Reads `llvm, finalizer`.
    pub(super) fn list(text: &str) -> Result<Vec<Feature>, String> {
        let read = |name: &str| {
            Feature::NAMES.iter().find(|row| row.1 == name).map(|row| row.0).ok_or_else(|| {
                format!("unknown feature `{name}`; {}", expected_one_of(name, Feature::NAMES.map(|row| row.1)))
            })
        };
        text.split(',').map(|name| read(name.trim())).collect()
    }
}
