//! The release of LLVM that is linked.

/// The release of LLVM that this library was built with: `14`, for one.
pub const LLVM_RELEASE: &str = env!("TEXVISA_LLVM_RELEASE");
