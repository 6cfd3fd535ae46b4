//! References to what a vISA kernel declares.

use crate::entity::entities;

entities! {
    /// A general variable.
    Var "var";
    /// A predicate variable: one bit per lane.
    Pred "pred";
    /// A surface or sampler variable.
    State "state";
    /// A label.
    Label "label";
    /// A name outside of the kernel.
    Symbol "symbol";
    /// An address variable.
    AddressVar "address";
}
