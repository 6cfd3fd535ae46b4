//! What a host is told of a lowered operation.

use texvisa_ir::Bits;
#[cfg(feature = "check")]
use texvisa_ir::texture::Module;
use texvisa_ir::texture::{ChannelMask, Role};
use texvisa_ir::visa::descriptor::Descriptor;
use texvisa_ir::visa::message::{Message, Slot};
use texvisa_ir::visa::{Align, AluOp, DataType, Exec, MediaModifier, Modifier, Region};
#[cfg(feature = "check")]
use texvisa_lowering::Lowered;
use texvisa_lowering::plan::Note;

/// What a temporary is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TemporaryUse {
    /// Parameters of a message, which follow one another.
    Payload,
    /// What a message returns.
    Response,
    /// An intermediate result.
    Scratch,
}

/// A register that the call needs besides the host's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Temporary {
    /// What it is for.
    pub used_as: TemporaryUse,
    /// The type of an element.
    pub ty: DataType,
    /// How many elements it has.
    pub elements: u32,
    /// Where it may begin.
    pub align: Align,
}

impl Temporary {
    /// Its size.
    pub const fn bytes(&self) -> u32 {
        self.elements * self.ty.bytes()
    }
}

/// Bytes of a register from an offset on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterBytes<R> {
    /// The register: the host's own, or a temporary.
    pub register: R,
    /// Bytes from its start.
    pub offset: u32,
}

/// A source of a move, of a coordinate or of a table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveSource<R> {
    /// Elements of a register.
    Register {
        /// Where they begin.
        bytes: RegisterBytes<R>,
        /// The type that they are read as.
        ty: DataType,
        /// How the lanes step through them.
        region: Region,
        /// What is done to each.
        modifier: Modifier,
    },
    /// A number.
    Number {
        /// Its type.
        ty: DataType,
        /// Its bits.
        bits: Bits,
    },
}

/// An instruction that fills a payload: a move, or the arithmetic that packs offsets.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoveInst<R> {
    /// What it does.
    pub op: AluOp,
    /// The lanes that it works on.
    pub exec: Exec,
    /// Where the result goes, one element behind the other.
    pub dst: RegisterBytes<R>,
    /// The type of the result; another than the source's asks for a conversion.
    pub ty: DataType,
    /// The sources.
    pub srcs: Vec<MoveSource<R>>,
}

/// Where a channel, or residency, is in a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelBytes {
    /// The element of the result, 0 to 3.
    pub channel: u8,
    /// Bytes from the start of the response.
    pub offset: u32,
}

/// What a message returns, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallResponse<R> {
    /// The temporary that it was declared as.
    pub register: R,
    /// Its size.
    pub bytes: u32,
    /// The type of an element.
    pub ty: DataType,
    /// The channels that come back, in the order of their bytes: one element a lane. Of a media block: none.
    pub channels: Vec<ChannelBytes>,
    /// The byte at which residency begins, one bit a lane: 0 where a texel was not resident (of killpix: where a key was hit).
    pub residency: Option<u32>,
}

/// A rectangle of a surface that one message reads or writes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CallBlock<R> {
    /// Whether it is written.
    pub store: bool,
    /// Which rows it has.
    pub modifier: MediaModifier,
    /// Bytes of a row.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// The plane.
    pub plane: u8,
    /// Bytes from the surface's left edge.
    pub x: MoveSource<R>,
    /// Rows from its upper edge.
    pub y: MoveSource<R>,
    /// Bytes from one row to the next in registers.
    pub pitch: u32,
}

/// A message, as the host's `send` has it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CallMessage<R> {
    /// The message.
    pub message: Message,
    /// Its lanes.
    pub exec: Exec,
    /// The channels that come back; for a gather, the one that is gathered.
    pub channels: ChannelMask,
    /// The surface's entry.
    pub surface: MoveSource<R>,
    /// The sampler's entry.
    pub sampler: Option<MoveSource<R>>,
    /// The texel offsets: packed as messages have them, or a register with them.
    pub offsets: MoveSource<R>,
    /// The parameters, in the order of the message's slots. All but the first follow one another, or all where there is a
    /// header; not where the hardware takes the message in two sends of half the lanes ([`Descriptor::sends`]).
    /// Of a media block that is written: the rows.
    pub payload: Vec<RegisterBytes<R>>,
    /// The descriptors and the header. The fields of a surface or sampler whose entry is in a register are zero.
    pub descriptor: Descriptor,
    /// What it returns.
    pub response: Option<CallResponse<R>>,
    /// The rectangle, of a media block.
    pub block: Option<CallBlock<R>>,
}

/// What the host does for a call.
pub trait Sink {
    /// What it calls a register.
    type Register: Copy;

    /// Declares a register with these bytes.
    fn temporary(&mut self, temporary: &Temporary) -> Self::Register;

    /// Emits an instruction.
    fn instruction(&mut self, inst: &MoveInst<Self::Register>);

    /// Emits a message.
    fn message(&mut self, message: &CallMessage<Self::Register>);
}

/// What a slot of the message is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Filling {
    /// The parameter of this role, or an element of it.
    Role(Role, u8),
    /// Texel offsets, with the parameter that shares their dword.
    Packed,
    /// Zero.
    Zero,
}

/// A call that was lowered: its plan, and what [`check`](LoweredCall::check) looks at.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoweredCall {
    /// The message.
    pub message: Message,
    /// Its name in the documents with its channels: `ld_lz.RGBA`.
    pub name: String,
    /// The slots that are sent, and what fills each.
    pub slots: Vec<(Slot, Filling)>,
    /// The type of the parameters.
    pub parameter: DataType,
    /// The elements of the result that come back.
    pub returned: ChannelMask,
    /// How many messages there are.
    pub messages: u32,
    /// The rules that applied.
    pub notes: Vec<Note>,
    #[cfg(feature = "check")]
    pub(super) module: Module,
    #[cfg(feature = "check")]
    pub(super) lowered: Lowered,
}

#[cfg(feature = "check")]
impl LoweredCall {
    /// Follows each operand to the slot that it is sent in (feature `check`): what
    /// [`check_symbolically`](crate::check::check_symbolically) does for a kernel.
    ///
    /// # Errors
    ///
    /// Rules of vISA that the payload breaks, or everything that is not where it should be: defects of texvisa.
    pub fn check(&self) -> Result<texvisa_emulator::symbolic::SymbolicSummary, crate::check::CheckError> {
        crate::check::check_lowered(&self.module, &self.lowered)
    }
}
