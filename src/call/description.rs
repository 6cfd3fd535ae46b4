//! What a host says of an operation.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{ChannelMask, Dimension, MediaField, Role, Scalar, TextureKind, VerifyError};
use texvisa_lowering::LowerError;
use texvisa_lowering::plan::ChannelChoice;

/// A parameter as the host has it; `R` is what it calls a register.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostOperand<R> {
    /// A register that holds one element for each lane, or one for all.
    Register {
        /// The register.
        register: R,
        /// The type of an element.
        scalar: Scalar,
        /// Whether it holds one element for all lanes.
        uniform: bool,
    },
    /// A number, the same in all lanes.
    Constant {
        /// Its type.
        scalar: Scalar,
        /// Its bits; for a float its encoding.
        bits: u64,
    },
    /// Anything.
    Undef(Scalar),
    /// A vector of scalars: an MCS value, or the rows of a media block.
    Vector(Vec<HostOperand<R>>),
}

impl<R> HostOperand<R> {
    /// A register with an element for each lane.
    pub const fn lanes(register: R, scalar: Scalar) -> HostOperand<R> {
        HostOperand::Register { register, scalar, uniform: false }
    }

    /// A register with one element for all lanes.
    pub const fn uniform(register: R, scalar: Scalar) -> HostOperand<R> {
        HostOperand::Register { register, scalar, uniform: true }
    }

    /// An `i32`.
    pub const fn int(value: i32) -> HostOperand<R> {
        HostOperand::Constant { scalar: Scalar::I32, bits: value as u32 as u64 }
    }

    /// An `f32`.
    pub const fn float(value: f32) -> HostOperand<R> {
        HostOperand::Constant { scalar: Scalar::F32, bits: value.to_bits() as u64 }
    }
}

/// Where the surface or the sampler of a call is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallEntry<R> {
    /// At this entry of its table.
    Table(u32),
    /// At the entry whose number this register holds, the same for all lanes. For numbers that differ between lanes the
    /// host loops over them, one number a turn.
    Register(R),
    /// By the handle that this register holds, the same for all lanes.
    Handle(R),
}

/// A texture operation of the host.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Call<R> {
    /// The target.
    pub target: Target,
    /// The lanes of a thread.
    pub simd: SimdWidth,
    /// What it does.
    pub kind: TextureKind,
    /// What the surface is.
    pub dimension: Dimension,
    /// The surface.
    pub surface: CallEntry<R>,
    /// The sampler, where [`TextureKind::has_sampler`] asks for one.
    pub sampler: Option<CallEntry<R>>,
    /// The parameters, each role at most once, in any order.
    pub params: Vec<(Role, HostOperand<R>)>,
    /// Constant texel offsets along u, v and r, each -8 to 7.
    pub offset: [i8; 3],
    /// For a gather: the channel that is gathered, 0 to 3.
    pub gathered: u8,
    /// The elements of the result that the host reads.
    pub channels: ChannelMask,
    /// The type of an element of the result. An MCS value that comes back as `i16` is sent as words by the loads that
    /// take it: [`mcs_scalar`](super::mcs_scalar) says when that is worth it.
    pub result: Scalar,
    /// Whether residency is asked for.
    pub residency: bool,
    /// For a gather: whether the level is derived from the neighbouring lanes.
    pub implicit_lod: bool,
    /// For a sample: whether lanes that a chroma key hits are reported (killpix).
    pub kill_pixel: bool,
    /// For media blocks: the columns; as many as the thread has lanes where absent.
    pub width: Option<u8>,
    /// For media blocks that are read: the rows.
    pub rows: u8,
    /// For media blocks: the plane, 0 to 3.
    pub plane: u8,
    /// For media blocks: which rows of an interlaced surface.
    pub field: MediaField,
    /// For media blocks that are written: the rows.
    pub data: Option<HostOperand<R>>,
    /// Whether there is a send for each lane even where all operands are uniform: the result is read where the lanes have
    /// left a loop in different iterations, or each lane wants an element of its own.
    pub per_lane: bool,
    /// When a sparse channel mask is worth a header.
    pub channel_choice: ChannelChoice,
}

impl<R> Call<R> {
    /// The operation without parameters, of which all channels are read as the surface's usual type.
    pub fn new(
        target: Target,
        simd: SimdWidth,
        kind: TextureKind,
        dimension: Dimension,
        surface: CallEntry<R>,
    ) -> Call<R> {
        Call {
            target,
            simd,
            kind,
            dimension,
            surface,
            sampler: None,
            params: Vec::new(),
            offset: [0; 3],
            gathered: 0,
            channels: ChannelMask::RGBA,
            result: if kind.admits_result(Scalar::F32) { Scalar::F32 } else { Scalar::I32 },
            residency: false,
            implicit_lod: false,
            kill_pixel: false,
            width: None,
            rows: 1,
            plane: 0,
            field: MediaField::Frame,
            data: None,
            per_lane: false,
            channel_choice: ChannelChoice::default(),
        }
    }
}

/// Why a call was not lowered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The call is no operation: everything that is wrong with it.
    #[error("{}", crate::compile::joined(.0))]
    Invalid(Vec<VerifyError>),
    /// An operand is no parameter.
    #[error("{0}")]
    Operand(String),
    /// The target cannot do it: every reason.
    #[error("{}", crate::compile::joined(.0))]
    Lower(Vec<LowerError>),
    /// An instruction of the payload is no arithmetic, a defect of texvisa.
    #[error(
        "the payload of `{operation}` needs more than moves and arithmetic, a defect of texvisa to report with the call"
    )]
    Inexpressible {
        /// The operation.
        operation: &'static str,
    },
}
