//! References to what a vISA kernel declares.

use cranelift_entity::entity_impl;

macro_rules! entities {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )*};
}

entities! {
    /// A general variable.
    Var "var";
    /// A predicate variable: one bit per lane.
    Pred "pred";
    /// A surface or sampler variable.
    State "state";
    /// A label.
    Label "label";
}
