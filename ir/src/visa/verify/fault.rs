//! The rules, and what a kernel that breaks one has instead.

use std::fmt::Display;

use crate::target::{SimdWidth, Target};
use crate::texture::ChannelMask;
use crate::visa::inst::MediaModifier;
use crate::visa::message::Slot;
use crate::visa::message_shape::BlockShape;
use crate::visa::types::{DataType, Exec, Modifier, Region, VectorType};

/// A rule that is broken: what is there, and what is allowed. The source of each rule is in parentheses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Kernels are at least as wide as the target's narrowest message (compiler: `Platform.hpp`, minimum dispatch
    /// width).
    #[error("{target} has no kernels of {simd}; the narrowest have {} lanes", target.platform().native_simd)]
    KernelWidth {
        /// The kernel's target.
        target: Target,
        /// Its width.
        simd: SimdWidth,
    },
    /// Aliases lead to a variable with bytes of its own.
    #[error("its aliases name each other in a circle")]
    AliasCircle,
    /// An alias lies inside what it names (finalizer, for what an instruction does with it).
    #[error("bytes {start} to {end} of what it is an alias of, which has {bytes}")]
    AliasOutside {
        /// The alias's first byte.
        start: u32,
        /// The byte after its last.
        end: u32,
        /// Bytes of what it names.
        bytes: u32,
    },
    /// A predicate has as many bits as an instruction can have lanes (3D_LOAD, Exec_size; compiler).
    #[error("{given} bits; a predicate has 1, 2, 4, 8, 16 or 32")]
    PredicateElements {
        /// Its bits.
        given: u16,
    },
    /// An argument lies in the register file.
    #[error("the argument has bytes {start} to {end} of a register file of {bytes}")]
    InputOutside {
        /// Its first byte.
        start: u32,
        /// The byte after its last.
        end: u32,
        /// Bytes of the register file.
        bytes: u32,
    },
    /// An argument arrives where its variable may begin (finalizer: a failed assertion of its register allocator).
    #[error("the argument is at byte {offset}, and its variable is aligned to {align}")]
    InputAlignment {
        /// Where it arrives.
        offset: u32,
        /// What its variable is aligned to.
        align: u32,
    },
    /// No byte of the register file is two arguments' (finalizer).
    #[error("the argument overlaps that of `{other}`")]
    InputOverlap {
        /// The other variable.
        other: String,
    },
    /// A label stands once (finalizer).
    #[error("the label stands twice")]
    LabelTwice,
    /// A branch leads to a label (finalizer).
    #[error("the label is nowhere")]
    NoLabel,

    /// An instruction works on a power of two of lanes (3D_LOAD, Exec_size; finalizer).
    #[error("{given} lanes; an instruction has 1, 2, 4, 8, 16 or 32")]
    ExecSize {
        /// Its lanes.
        given: u8,
    },
    /// A mask begins at a multiple of the lanes: 32 with M1, 16 with M1 and M5, 8 with M1, M3, M5 and M7 (finalizer:
    /// "illegal combination of execution size and mask", "Invalid emask").
    #[error("no mask of {} lanes is M{}; there {}", given.lanes, given.mask_number(), masks(given.lanes))]
    Mask {
        /// The lanes.
        given: Exec,
    },
    /// The lanes that an execution mask speaks of are the thread's (3D_LOAD, Exec_size).
    #[error("lanes {} to {} of a kernel of {simd}", given.first, u32::from(given.first) + u32::from(given.lanes) - 1)]
    Width {
        /// The lanes.
        given: Exec,
        /// The kernel's width.
        simd: SimdWidth,
    },
    /// A predicate has a bit for each lane of its instruction, lane 4 (k - 1) of mask Mk being that of bit 4 (k - 1)
    /// (3D_LOAD, Pred; compiler).
    #[error("a predicate of {given} bits, where the lanes need {needed}")]
    PredicateBits {
        /// Its bits.
        given: u16,
        /// One more than the number of the last lane.
        needed: u16,
    },

    /// Strides and widths of regions are powers of two (finalizer: "VertStride must be 0, 1, 2, 4, 8, 16, or 32", "CISA
    /// region has width of 0").
    #[error(
        "no region is {given}: vertical strides are 0, 1, 2, 4, 8, 16 or 32, widths 1, 2, 4, 8 or 16, horizontal strides 0, 1, 2 or 4"
    )]
    Region {
        /// The region.
        given: Region,
    },
    /// A row is no wider than the instruction (finalizer: "Execution size must be greater than width").
    #[error("a row of {given} is wider than the {lanes} lanes")]
    RegionWidth {
        /// The region.
        given: Region,
        /// The instruction's lanes.
        lanes: u8,
    },
    /// A scalar operand is one element for all lanes (MOVS; 3D_LOAD, Aoffimmi; MEDIA_LD, X_offset).
    #[error("region {given} of an operand that all lanes share, which has {}", Region::SCALAR)]
    NotScalar {
        /// The region.
        given: Region,
    },
    /// All lanes read one number there.
    #[error("one number for all lanes is expected, not a `{ty}` with one for each")]
    NumberOfEachLane {
        /// The type of the numbers.
        ty: VectorType,
    },
    /// A destination's elements are apart (finalizer: "Horizontal Stride should not be 0", "Dst HorzStride must be
    /// ...").
    #[error("a destination with stride {given}; it is 1, 2 or 4")]
    Stride {
        /// The stride.
        given: u8,
    },
    /// An operand begins at an element.
    #[error("byte {offset} is no start of an element of {bytes} bytes")]
    ElementOffset {
        /// Where it begins.
        offset: u16,
        /// Bytes of an element.
        bytes: u32,
    },
    /// An instruction keeps to its variables (finalizer: "CISA region and offset cause an out of bounds byte access").
    #[error("bytes {start} to {end} of `{var}`, which has {bytes}")]
    Bounds {
        /// The variable.
        var: String,
        /// The first byte.
        start: u32,
        /// The byte after the last.
        end: u32,
        /// Bytes of the variable.
        bytes: u32,
    },
    /// A raw operand begins at a register (finalizer: "Raw operand should be GRF-aligned").
    #[error(
        "raw operand `{var}` begins at byte {offset} of a variable that is aligned to {align}; it has to begin at a register of {grf} bytes"
    )]
    RawAlignment {
        /// The variable.
        var: String,
        /// Bytes from the start of the variable that backs it.
        offset: u32,
        /// What that is aligned to.
        align: u32,
        /// Bytes of a register.
        grf: u32,
    },

    /// Types of an instruction's operands (finalizer, with all pairs of types).
    #[error("`{op}` takes {allowed}")]
    Types {
        /// The instruction.
        op: &'static str,
        /// The types.
        allowed: &'static str,
    },
    /// Logic has other modifiers than arithmetic (finalizer).
    #[error("no source modifier `{}` here; there is {allowed}", given.text())]
    Modifier {
        /// The modifier.
        given: Modifier,
        /// The modifiers that there are.
        allowed: &'static str,
    },
    /// Logic, counts, high products and remainders are not saturated (finalizer).
    #[error("`{op}` has no `.sat`")]
    Saturation {
        /// The instruction.
        op: &'static str,
    },
    /// Not every instruction is everywhere (finalizer: "vISA instruction not supported on this platform").
    #[error("{target} has no `{op}`")]
    NoInstruction {
        /// The instruction.
        op: &'static str,
        /// The target.
        target: Target,
    },
    /// XeHP_SDV and later divide no integers (finalizer).
    #[error("{target} does not divide integers")]
    IntegerDivision {
        /// The target.
        target: Target,
    },

    /// Some platforms have no functions of doubles (finalizer: "IEEE instruction div is not supported").
    #[error("{target} has no `{op}` of doubles")]
    DoubleFunction {
        /// The instruction.
        op: &'static str,
        /// The target.
        target: Target,
    },

    /// Only what the group's local memory is for may name it (MEDIA_LD, Surface: T0 no, T5 no; finalizer, also for
    /// typed accesses; the sampler reads surfaces that are described by the binding table, 3D_LOAD, Surface).
    #[error("`{what}` cannot be for local memory")]
    LocalMemory {
        /// The instruction.
        what: &'static str,
    },
    /// A surface is no sampler.
    #[error("the operand is no {expected}")]
    StateKind {
        /// What belongs there.
        expected: &'static str,
    },
    /// A table index is an integer.
    #[error("a table index of type {given}; it is an integer")]
    StateType {
        /// The type.
        given: DataType,
    },
    /// A sampler index has the 4 bits of a descriptor, which the finalizer adds as they are, so that more of them make
    /// another message; the binding table has 240 entries, as the last 16 numbers are reserved (finalizer).
    #[error("entry {given}; there are 0 to {}", limit - 1)]
    TableEntry {
        /// The index.
        given: u64,
        /// How many entries there are.
        limit: u32,
    },
    /// A surface or sampler variable is set on every way to where it is used.
    #[error("the surface or sampler is not set on every way here")]
    NotSet,

    /// The target has the message (3D_LOAD, 3D_SAMPLE4: Op; compiler).
    #[error("{target} has no {name}")]
    NoMessage {
        /// The message.
        name: &'static str,
        /// The target.
        target: Target,
    },
    /// A message has one or two registers' worth of dwords (3D_LOAD, Exec_size; finalizer: what it sends otherwise is
    /// none).
    #[error("a message of {given} lanes; on {target} it has {}", widths(*allowed))]
    MessageLanes {
        /// The lanes.
        given: u8,
        /// The target.
        target: Target,
        /// The widths that there are.
        allowed: [u32; 2],
    },
    /// Queries have neither a predicate nor a null mask (INFO, Format).
    #[error("a query has neither a predicate nor a pixel null mask")]
    QueryModifier,
    /// The level of detail is compensated where it is implicit, from ICLLP on (3D_SAMPLE, Op bit 9).
    #[error("{name} has no `.cps` on {target}")]
    Cps {
        /// The message.
        name: &'static str,
        /// The target.
        target: Target,
    },
    /// The level of detail is compensated in messages of no more than 16 lanes (finalizer, which refuses it for 32 on
    /// PVC).
    #[error("`.cps` is for messages of 8 or 16 lanes, not of {given}")]
    CpsLanes {
        /// The lanes.
        given: u8,
    },
    /// Lanes may name different samplers in 3D_SAMPLE alone (Op bit 10).
    #[error("{name} has no `.divS`")]
    NonUniform {
        /// The message.
        name: &'static str,
    },
    /// At least one channel is enabled (3D_LOAD, Channels).
    #[error("no channel")]
    NoChannel,
    /// One channel is gathered (3D_SAMPLE4, Src_channel).
    #[error("channels {given}; a gather has one")]
    GatherChannels {
        /// The channels.
        given: ChannelMask,
    },
    /// A gather that compares does so with red (3D_SAMPLE4, Ref).
    #[error("channel {given}; a gather compares red")]
    GatherCompares {
        /// The channel.
        given: ChannelMask,
    },
    /// Texel offsets are a UW (3D_LOAD, Aoffimmi).
    #[error("texel offsets of type {given}; it is uw")]
    OffsetType {
        /// The type.
        given: DataType,
    },
    /// Bits 15 to 12 are zero (3D_LOAD, Aoffimmi).
    #[error("texel offsets {given:#x}; they have 12 bits, of u, v and r")]
    OffsetReserved {
        /// The offsets.
        given: u64,
    },
    /// Some messages have no immediate offsets, see [`takes_offsets`](crate::visa::message::MessageRow::takes_offsets).
    #[error("{name} takes no immediate texel offsets")]
    NoOffsets {
        /// The message.
        name: &'static str,
    },
    /// 3D_SAMPLE and 3D_SAMPLE4 have a sampler (Format).
    #[error("{name} needs a sampler")]
    NoSampler {
        /// The message.
        name: &'static str,
    },
    /// 3D_LOAD and INFO have none (Format).
    #[error("{name} has no sampler")]
    SamplerGiven {
        /// The message.
        name: &'static str,
    },
    /// The type of a response (3D_LOAD and INFO, Dst).
    #[error("a response of type {given}; it is {}", list(allowed))]
    ResponseType {
        /// The type.
        given: DataType,
        /// The types that there are.
        allowed: &'static [DataType],
    },
    /// A response fits where it goes: every enabled channel from the start of a register, and the null mask behind them
    /// (3D_LOAD, Notes).
    #[error("the response has {needed} bytes, and there are {given}")]
    ResponseBytes {
        /// Bytes from the destination to its variable's end.
        given: u32,
        /// Bytes of the response.
        needed: u32,
    },
    /// Only trailing parameters may be left out (3D_LOAD, 3D_SAMPLE4: Notes), and of derivatives only pairs (compiler:
    /// PayloadMapping).
    #[error("{name} with {given} parameters; it has {}", list(allowed))]
    Count {
        /// The message.
        name: &'static str,
        /// Its parameters.
        given: u32,
        /// How many there may be.
        allowed: Vec<u32>,
    },
    /// The type of a parameter (3D_LOAD, 3D_SAMPLE4: Notes; INFO, LOD).
    #[error("parameter {slot} of type {given}; it is {}", list(allowed))]
    ParameterType {
        /// The parameter.
        slot: Slot,
        /// Its type.
        given: DataType,
        /// The types that there are. Of integers the sign means nothing, but to offsets.
        allowed: &'static [DataType],
    },
    /// All parameters have one type (3D_LOAD, 3D_SAMPLE4: Notes).
    #[error("parameter {slot} of type {given} among those of type {first}")]
    MixedTypes {
        /// The parameter.
        slot: Slot,
        /// Its type.
        given: DataType,
        /// That of the first.
        first: DataType,
    },
    /// A parameter has an element a lane (3D_LOAD, U: "the first exec_size elements").
    #[error("parameter {slot} has {given} bytes, and the lanes need {needed}")]
    ParameterBytes {
        /// The parameter.
        slot: Slot,
        /// Bytes from its start to its variable's end.
        given: u32,
        /// Bytes of the lanes.
        needed: u32,
    },

    /// A block has one of the legal sizes (MEDIA_LD, table of legal width and height combinations; finalizer).
    #[error("a block of {} bytes by {} rows: a row has 1 to 64 bytes, and rows of up to 4, 8, 16, 32, 64 bytes are at most 64, 32, 16, 8, 4", given.width, given.height)]
    Block {
        /// Its size.
        given: BlockShape,
    },
    /// A surface has up to four planes (MEDIA_LD, Plane; finalizer).
    #[error("plane {given}; there are 0 to 3")]
    Plane {
        /// The plane.
        given: u8,
    },
    /// A block is of a frame, or of its top or bottom field (MEDIA_LD, Modifiers).
    #[error("modifier `{}` of a block; there are `nomod`, `top` and `bottom`", given.name())]
    MediaModifier {
        /// The modifier.
        given: MediaModifier,
    },
    /// A block's place is a D or UD (MEDIA_LD, X_offset and Y_offset; Intel's compiler declares it as D, too).
    #[error("a block's place of type {given}; it is ud or d")]
    PlaceType {
        /// The type.
        given: DataType,
    },
    /// A block that is written begins at a dword (MEDIA_ST).
    #[error("a block is written to byte {given} of a row; it begins at a multiple of 4")]
    StoreAlignment {
        /// Where it begins.
        given: u64,
    },

    /// A lane of a byte access has 1, 2 or 4 bytes (GATHER_SCALED).
    #[error("{given} bytes a lane; it is 1, 2 or 4")]
    LaneBytes {
        /// Its bytes.
        given: u8,
    },
    /// An absent coordinate ends the address (finalizer: what follows is not sent).
    #[error("a coordinate behind an absent one is not sent")]
    AddressGap,
}

fn list<T: Display>(items: &[T]) -> String {
    let names: Vec<String> = items.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn widths([narrow, wide]: [u32; 2]) -> String {
    if narrow == wide { narrow.to_string() } else { format!("{narrow} or {wide}") }
}

fn masks(lanes: u8) -> String {
    let numbers = (1..=8).filter(|number| ((number - 1) * 4u32).is_multiple_of(u32::from(lanes).max(4)));
    let names: Vec<String> = numbers.map(|number| format!("M{number}")).collect();
    if names.len() == 1 { "is M1".to_owned() } else { format!("are {}", names.join(", ")) }
}
