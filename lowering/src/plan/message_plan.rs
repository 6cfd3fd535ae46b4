//! What a plan is made of, and what it is made from.

use std::fmt;

use texvisa_ir::collections::ShortList;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{ChannelMask, Module, Type, Value};
use texvisa_ir::visa::descriptor::FAR_SAMPLER;
use texvisa_ir::visa::message::{Message, ResponseKind};
use texvisa_ir::visa::message_shape::{BlockShape, MessageShape};
use texvisa_ir::visa::{DataType, Exec, MediaModifier};

use crate::facts::ValueFacts;

/// When a sparse mask is sent, and not the prefix mask that includes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChannelChoice {
    /// As Intel's compiler (`CShader::GetExtractMask`): for B, A, RA, GA and BA.
    #[default]
    Intel,
    /// Always: exactly what is read comes back.
    Exact,
}

/// What a slot is sent with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotSource {
    /// A value, or an element of one.
    Value {
        /// The value.
        value: Value,
        /// Which element; 0 for a scalar.
        element: u8,
    },
    /// Texel offsets packed in one dword, with a parameter that shares the dword. Boxed, because few messages have one.
    Packed(Box<PackedOffsets>),
    /// Zero.
    Zero,
}

/// Texel offsets packed in one dword (Intel's TranslateToProgrammableOffsets).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedOffsets {
    /// The offsets along u, v and r, each in the low bits of its value.
    pub offsets: [Option<Value>; 3],
    /// Bits of each: 6 for a gather, 4 for a sample.
    pub bits: u8,
    /// The parameter that shares the dword.
    pub with: Option<PackedWith>,
}

/// A parameter that shares a dword with texel offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedWith {
    /// A level of detail or a bias, in the upper 20 bits; the offsets are below.
    Float(Value),
    /// A layer as an integer in the low 12 bits, zero where there is none. The offsets are always above it.
    Layer(Option<Value>),
}

impl PackedOffsets {
    /// The values in the dword.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        let shared = match self.with {
            Some(PackedWith::Float(value)) => Some(value),
            Some(PackedWith::Layer(value)) => value,
            None => None,
        };
        self.offsets.into_iter().chain([shared]).flatten()
    }

    /// The fields of the dword, which are combined with OR.
    pub fn terms(&self) -> ShortList<PackedTerm, 4> {
        let shared = match self.with {
            Some(PackedWith::Float(value)) => Some(PackedTerm::Float { value, mask: !LAYER_MASK }),
            Some(PackedWith::Layer(Some(value))) => Some(PackedTerm::Layer { value, most: LAYER_MASK }),
            Some(PackedWith::Layer(None)) | None => None,
        };
        let base = if let Some(PackedWith::Layer(_)) = self.with { LAYER_BITS } else { 0 };
        let bits = u32::from(self.bits);
        let offsets = self.offsets.into_iter().zip(0..).filter_map(|(offset, axis)| {
            Some(PackedTerm::Offset { value: offset?, mask: (1 << bits) - 1, shift: base + axis * bits })
        });
        shared.into_iter().chain(offsets).collect()
    }
}

/// The low bits of a packed dword that hold a layer; the offsets are above. A level or bias gives up as many low bits
/// for the offsets.
const LAYER_BITS: u32 = 12;
const LAYER_MASK: u32 = (1 << LAYER_BITS) - 1;

/// A field of a dword with packed texel offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedTerm {
    /// The bits of a float that a mask has.
    Float {
        /// The float.
        value: Value,
        /// The bits that stay.
        mask: u32,
    },
    /// A layer: a float, rounded to the nearest even integer and clamped to 0 and the most.
    Layer {
        /// The float.
        value: Value,
        /// The last layer that the field holds.
        most: u32,
    },
    /// The bits of an integer that a mask has, moved to the left.
    Offset {
        /// The integer.
        value: Value,
        /// The bits that stay.
        mask: u32,
        /// How far they are moved.
        shift: u32,
    },
}

/// Where a message finds a surface or a sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEntry {
    /// At this entry of its table.
    Number(u32),
    /// At the entry of this number, a uniform value.
    Index(Value),
    /// By this handle, a uniform value.
    Handle(Value),
}

/// Texel offsets that are no parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TexelOffsets {
    /// These, packed as messages have them.
    Constant(u16),
    /// The low 12 bits of this uniform value.
    Value(Value),
}

impl TexelOffsets {
    /// The constants along u, v and r: u in bits 11..8, v in 7..4, r in 3..0, each signed (3D_LOAD, Aoffimmi). Zero for a value.
    pub fn axes(self) -> [i8; 3] {
        let packed = match self {
            TexelOffsets::Constant(packed) => packed,
            TexelOffsets::Value(_) => 0,
        };
        [8, 4, 0].map(|shift| ((packed >> shift) as i8) << 4 >> 4)
    }
}

/// A rule of the plan that applied, for `explain` and remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The LOD is zero, and the message is the one that implies it.
    ImplicitLodZero,
    /// The LOD is zero, but the target has no message that implies it.
    ExplicitLodZero,
    /// That many trailing parameters are zero or undefined and were trimmed.
    Trimmed(u8),
    /// That many trailing parameters have no value and are sent as zero, because fewer are no legal count.
    Padded(u8),
    /// Channels that nothing reads come back, because a sparse mask would cost a header.
    PrefixMask,
    /// Only the channels that are read come back; the sparse mask costs a header.
    SparseMask,
    /// Parameters and result are uniform, so one message serves all lanes.
    Uniform,
    /// Offsets that are parameters are constants that the header has room for.
    ImmediateOffsets,
    /// The block is too large for one message.
    Split {
        /// Bytes of a row of the block, and its rows.
        whole: [u16; 2],
        /// How many messages it takes.
        messages: u8,
        /// Bytes of a row and rows of the first message; no other moves more.
        send: [u16; 2],
    },
}

impl Note {
    /// The rule's name.
    pub const fn rule(&self) -> &'static str {
        self.row().0
    }

    /// Where the rule is from: a document, the source of another compiler, or this one.
    pub const fn evidence(&self) -> &'static str {
        self.row().1
    }

    const fn row(&self) -> (&'static str, &'static str) {
        match self {
            Note::ImplicitLodZero => ("implicit-lod-zero", "Intel's graphics compiler, ZeroLOD"),
            Note::ExplicitLodZero => ("explicit-lod-zero", "Intel's graphics compiler, Wa_14013297064"),
            Note::Trimmed(_) => {
                ("trimmed", "3D_LOAD.md and 3D_SAMPLE4.md: trailing parameters may be left out, and are 0")
            }
            Note::Padded(_) => ("padded", "Intel's graphics compiler, PayloadMapping"),
            Note::PrefixMask => ("prefix-mask", "Intel's graphics compiler, CShader::GetExtractMask"),
            Note::SparseMask => ("sparse-mask", "Intel's graphics compiler, CShader::GetExtractMask"),
            Note::Uniform => ("uniform", "texvisa, lowering/src/plan.rs, step 6"),
            Note::ImmediateOffsets => ("immediate-offsets", "texvisa, lowering/src/plan.rs, step 4"),
            Note::Split { .. } => ("split", "MEDIA_LD.md, legal width and height combinations"),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = |count: u8| if count == 1 { "parameter" } else { "parameters" };
        match self {
            Note::ImplicitLodZero => f.write_str("the LOD is zero, which the message implies"),
            Note::ExplicitLodZero => {
                f.write_str("the LOD is zero and sent, as the target has no message that implies it")
            }
            Note::Trimmed(count) => {
                let are = if *count == 1 { "is" } else { "are" };
                write!(f, "trimmed {count} trailing {} that {are} zero or undefined", parameters(*count))
            }
            Note::Padded(count) => write!(f, "padded with {count} {} to a legal count", parameters(*count)),
            Note::PrefixMask => f.write_str("channels that nothing reads come back, as a sparse mask costs a header"),
            Note::SparseMask => f.write_str("only channels that are read come back, as a sparse mask with a header"),
            Note::ImmediateOffsets => f.write_str("the offsets are constants, which the header has room for"),
            Note::Uniform => f.write_str("all parameters are uniform, so one message serves all lanes"),
            Note::Split { whole, messages, send } => write!(
                f,
                "the block of {} bytes by {} rows is split into {messages} messages of at most {} by {}",
                whole[0], whole[1], send[0], send[1]
            ),
        }
    }
}

/// The rules that applied to one message.
pub type Notes = ShortList<Note, 2>;

/// How an operation is split into messages of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sends {
    /// The lanes of each send.
    pub lanes: u8,
    /// How many sends: one for each half of the thread's lanes, or one that serves all lanes.
    pub count: u8,
    /// Whether they ignore the execution mask, as one that serves all lanes does.
    pub nomask: bool,
}

impl Sends {
    /// One send for each half of the lanes.
    pub(super) fn halves(simd: SimdWidth, target: Target) -> Sends {
        Sends { lanes: simd.exec_lanes(target) as u8, count: simd.halves(target) as u8, nomask: false }
    }

    /// The lanes of each send, in order.
    pub fn iter(self) -> impl Iterator<Item = Exec> {
        let Sends { lanes, count, nomask } = self;
        (0..count).map(move |index| Exec { lanes, first: index * lanes, nomask })
    }
}

/// The plan of one message.
#[derive(Clone, Debug, PartialEq)]
pub struct MessagePlan {
    /// The message.
    pub message: Message,
    /// The source of each slot that is sent, in the order of the message's slots.
    pub sources: ShortList<SlotSource, 4>,
    /// The type of the parameters.
    pub parameter: DataType,
    /// The channels that come back; for a gather, the one that is gathered.
    pub channels: ChannelMask,
    /// Texel offsets that are no parameters.
    pub offset: TexelOffsets,
    /// Where the surface is found.
    pub surface: TableEntry,
    /// Where the sampler is found, of a message with one.
    pub sampler: Option<TableEntry>,
    /// Whether a descriptor cannot name the sampler, so that the header has to.
    pub far_sampler: bool,
    /// Whether the sampler is given by its handle.
    pub sampler_handle: bool,
    /// The type of an element of the response.
    pub result: DataType,
    /// Whether the last register of the response has residency.
    pub residency: bool,
    /// The sends; of a media block, the lanes that its elements belong to.
    pub sends: Sends,
    /// The rectangles that are moved, for media blocks.
    pub block: Option<Box<BlockPlan>>,
    /// The rules that applied.
    pub notes: Notes,
}

impl MessagePlan {
    /// The shape of one send, with registers of `grf_bytes`. All sends have one shape.
    pub fn shape(&self, grf_bytes: u32) -> MessageShape {
        MessageShape {
            message: self.message,
            lanes: self.sends.lanes.into(),
            param_bytes: self.parameter.bytes(),
            params: self.sources.len() as u32,
            channels: self.channels,
            offset: self.immediate_offset(),
            sampler_handle: self.sampler_handle,
            residency: self.residency,
            result_bytes: Some(self.result.bytes()),
            grf_bytes,
        }
    }

    /// The operand for texel offsets where it is a number.
    pub fn immediate_offset(&self) -> Option<u16> {
        match self.offset {
            TexelOffsets::Constant(offset) => Some(offset | if self.far_sampler { FAR_SAMPLER } else { 0 }),
            TexelOffsets::Value(_) => None,
        }
    }

    /// The message's name in the documents with its channels, `ld_lz.RGBA`, or the rows of the surface that it has,
    /// `media_ld.nomod`.
    pub fn name(&self) -> String {
        let row = self.message.row();
        if let Some(block) = &self.block {
            return format!("{}.{}", row.name, block.modifier.name());
        }
        match row.response {
            ResponseKind::None | ResponseKind::Block => row.name.to_owned(),
            _ => format!("{}.{:#}", row.name, self.channels),
        }
    }

    /// Which elements of the operation's result come back: for a gather its four texels, otherwise the channels.
    pub fn returned(&self) -> ChannelMask {
        match self.message.row().response {
            ResponseKind::Texels => ChannelMask::RGBA,
            _ => self.channels,
        }
    }
}

/// What a plan depends on besides the operation.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Where surfaces and samplers are declared.
    pub module: &'a Module,
    /// What is known of the parameters.
    pub facts: ValueFacts<'a>,
    /// The target.
    pub target: Target,
    /// The lanes of a thread.
    pub simd: SimdWidth,
    /// When a sparse mask is worth a header.
    pub channels: ChannelChoice,
}

/// How the result of an operation is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultUse {
    /// Its type; of a media block that is written, the type of what is written.
    pub ty: Type,
    /// Whether it is uniform for every reader.
    pub uniform: bool,
}

/// One message of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSend {
    /// Bytes from the block's left edge.
    pub x: u32,
    /// Rows from its upper edge.
    pub y: u32,
    /// Its bytes and rows.
    pub shape: BlockShape,
}

/// What the messages of a media block are sent with besides their x and y.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockPlan {
    /// Which rows of the surface it has.
    pub modifier: MediaModifier,
    /// The plane of the surface.
    pub plane: u8,
    /// The messages: from left to right, in each column from top to bottom.
    pub sends: ShortList<BlockSend, 4>,
}
