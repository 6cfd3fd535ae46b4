//! What differential execution does not compare, and why.

use std::fmt;
use std::ops::AddAssign;

/// Why a trial is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// A hardware thread executes more instructions than it may.
    #[error("the kernel does not end within the step limit")]
    StepLimit,
    /// A work item overwrites local memory that another has read, with no barrier between them; or another's private
    /// memory.
    #[error("the kernel's result depends on the order of its work items")]
    Race,
    /// Which instructions run depends on local memory that none has written, or that another work item writes with no
    /// barrier between them; or on private memory that the work item has not written.
    #[error("what the kernel does depends on undefined bytes of local or private memory")]
    LocalMemory,
    /// Several declarations that the program uses have one binding table entry, and the resource bound there does not
    /// suit all of them.
    #[error("declarations of one binding table entry need different resources")]
    SharedEntry,
    /// A texture operation or a memory access that the bound resource does not allow.
    #[error("an operation is not defined for the bound resource")]
    Operation,
    /// One of the above for some bits of undefined values (of a condition, an address, an index), and not for others.
    #[error("whether the kernel can be executed depends on undefined values")]
    Undefined,
}

/// A trial that is not compared.
pub(super) struct NotCompared {
    pub cause: Cause,
    /// The interpreter's error, or what else was seen.
    pub example: String,
}

/// The trials that are not compared for one cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncomparedTrials {
    /// Why.
    pub cause: Cause,
    /// How many.
    pub trials: u32,
    /// The seed of the first: a check of one trial with it repeats it.
    pub seed: u64,
    /// The interpreter's error in the first.
    pub example: String,
}

impl fmt::Display for UncomparedTrials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} trials: {} (seed {}: {})", self.trials, self.cause, self.seed, self.example)
    }
}

/// Bytes that the program wrote and that are not compared, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UncomparedBytes {
    /// An undefined value was written.
    pub undefined_value: u64,
    /// A store to an undefined address may have written them.
    pub undefined_address: u64,
    /// Several work items wrote different bits: the result depends on their order.
    pub work_item_order: u64,
    /// An unaligned access may have written them.
    pub unaligned_access: u64,
    /// They depend on bytes of local or private memory that are not defined.
    pub undefined_memory: u64,
}

impl UncomparedBytes {
    /// The bytes of all causes.
    pub const fn total(self) -> u64 {
        self.undefined_value
            + self.undefined_address
            + self.work_item_order
            + self.unaligned_access
            + self.undefined_memory
    }
}

impl AddAssign for UncomparedBytes {
    fn add_assign(&mut self, other: UncomparedBytes) {
        self.undefined_value += other.undefined_value;
        self.undefined_address += other.undefined_address;
        self.work_item_order += other.work_item_order;
        self.unaligned_access += other.unaligned_access;
        self.undefined_memory += other.undefined_memory;
    }
}

impl fmt::Display for UncomparedBytes {
    /// `7 not compared (undefined values: 4, unaligned accesses: 3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} not compared", self.total())?;
        let causes = [
            (self.undefined_value, "undefined values"),
            (self.undefined_address, "stores to undefined addresses"),
            (self.work_item_order, "order of work items"),
            (self.unaligned_access, "unaligned accesses"),
            (self.undefined_memory, "undefined local or private memory"),
        ];
        let mut separator = " (";
        for (count, cause) in causes.iter().filter(|(count, _)| *count > 0) {
            write!(f, "{separator}{cause}: {count}")?;
            separator = ", ";
        }
        if separator == ", " { f.write_str(")") } else { Ok(()) }
    }
}
