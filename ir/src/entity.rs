//! The macro that declares typed indices into arenas, for both representations.

/// Declares index types, each with the prefix of its debug form.
macro_rules! entities {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        cranelift_entity::entity_impl!($name, $prefix);
    )*};
}

pub(crate) use entities;
