//! Generic pointers: addresses in global memory, or offsets in local memory below a tag.

/// The high half of a generic pointer to local memory: 2 in bits 61 to 63 (`EmitPass::emitAddrSpaceCast`).
pub(crate) const LOCAL_TAG: i64 = 2 << 29;

/// What a kernel does with generic pointers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GenericPointers {
    /// A pointer to local memory is cast to one.
    pub(crate) may_be_local: bool,
    /// Memory is accessed by one.
    pub(crate) are_accessed: bool,
}

impl GenericPointers {
    /// Whether an access may be of local memory. Intel's compiler leaves no such access: it branches on the tag, and casts the
    /// pointer to global or local memory (GenericAddressDynamicResolution.cpp).
    pub(crate) fn are_unresolved(self) -> bool {
        self.may_be_local && self.are_accessed
    }
}
