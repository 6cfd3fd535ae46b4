//! The numbers by which a module's parts refer to each other: indices into arenas of their owner.

use crate::entity::entities;

entities! {
    /// A value of a kernel: an argument, a block parameter, a result or a constant.
    Value "v";
    /// A block of a kernel.
    Block "block";
    /// An instruction of a kernel.
    InstId "inst";
    /// A texture operation of a kernel.
    TextureId "texture";
    /// A memory operation of a kernel.
    MemoryId "memory";
    /// A surface of a module.
    SurfaceId "surface";
    /// A sampler of a module.
    SamplerId "sampler";
    /// Constant memory of a module.
    ConstantId "constant";
    /// A kernel of a module.
    KernelId "kernel";
}
