//! What a fault is.

/// A fault.
pub struct Fault {
    /// What switches it on.
    pub number: u32,
    /// What is wrong.
    pub name: &'static str,
    /// How it is put in; nothing where another fault's change has its switch.
    pub edits: &'static [Edit],
    /// The tests that notice it: all tests of a suite whose names have the text. Each of these has to fail.
    pub caught_by: &'static [(Suite, &'static str)],
}

/// A change of a file.
pub struct Edit {
    /// Its path in the repository.
    pub file: &'static str,
    /// Text that the file has once.
    pub from: &'static str,
    /// What is there instead.
    pub to: &'static str,
}

/// Tests that are run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suite {
    Ir,
    Lowering,
    Regalloc,
    Emulator,
    /// The unit tests of the importer.
    Llvm,
    Import,
    Lit,
    Checked,
    Museum,
    Against,
}

impl Suite {
    /// What cargo calls it: the package, and its target where it is not all of them.
    pub const NAMES: [(Suite, &'static str, Option<&'static str>); 10] = [
        (Suite::Ir, "texvisa-ir", None),
        (Suite::Lowering, "texvisa-lowering", None),
        (Suite::Regalloc, "texvisa-regalloc", None),
        (Suite::Emulator, "texvisa-emulator", None),
        (Suite::Llvm, "texvisa-llvm", Some("texvisa_llvm")),
        (Suite::Import, "texvisa-llvm", Some("import")),
        (Suite::Lit, "texvisa", Some("lit")),
        (Suite::Checked, "texvisa", Some("checked")),
        (Suite::Museum, "texvisa", Some("museum")),
        (Suite::Against, "texvisa", Some("against")),
    ];

    /// What the report calls it.
    pub fn name(self) -> String {
        let (_, package, target) = Suite::NAMES[self as usize];
        target.map_or_else(|| package.to_owned(), |target| format!("{package} {target}"))
    }
}
