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
    /// An address variable.
    AddressVar "address";
}
