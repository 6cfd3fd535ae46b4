//! The values that a kernel has of the platform.

use texvisa_ir::texture::{ArgumentRole, SurfaceId, Value};

/// The arguments that a kernel has so far.
#[derive(Debug, Default)]
pub(crate) struct PlatformValues {
    pub arguments: Vec<(ArgumentRole, Value)>,
    /// The values that were made of them, which the entry block defines.
    pub local_id: [Option<Value>; 3],
    pub group_id: [Option<Value>; 3],
    pub local_index: Option<Value>,
    /// How many bytes buffers have.
    pub buffer_bytes: Vec<(SurfaceId, Value)>,
}
