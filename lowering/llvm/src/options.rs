//! How a module is imported.

/// How a module is imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// Whether an element that a vector does not have is undefined, and a vector that is given one, as in LLVM's language
    /// reference. Otherwise it is one of those that the vector has, which costs less, and what is compiled still does what
    /// its source says. A compiler that takes the source at its word is compared with the source at its word.
    pub undefined_outside: bool,
    /// Whether the texture calls of a kernel are wanted, and nothing else of it: what cannot be imported besides is taken as an
    /// instruction of which nothing is known, what says nothing of messages is left out, and so is a kernel without texture calls.
    /// What comes of it tells which messages the calls become; it cannot be executed.
    pub textures_alone: bool,
    /// Whether [`Import::sources`](crate::Import::sources) are wanted. Only those need them who change LLVM's module.
    pub sources: bool,
    /// Whether LLVM's memory of the module is left to the end of the process, which is near: to free what modules are
    /// made of takes as long as a tenth of reading them. Only for bytes that are read.
    pub keeps_module: bool,
    /// Whether LLVM's verifier is known to accept the module, so that it is not asked: it takes a quarter of what reading
    /// bitcode takes. What comes of a module that it refuses is not said. Only for bytes that are read.
    pub is_verified: bool,
}
