//! The rules of vISA: a variant each, with what a kernel that breaks the rule has instead.

use std::fmt::Display;

use crate::target::{SimdWidth, Target};
use crate::texture::ChannelMask;
use crate::visa::media::MediaModifier;
use crate::visa::message::Slot;
use crate::visa::message_shape::BlockShape;
use crate::visa::types::{DataType, Exec, Modifier, Region, VectorType};

/// A rule that a kernel breaks: what the kernel has, and what is allowed. The source of each rule is in parentheses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VisaErrorKind {
    /// Kernels are at least as wide as the target's narrowest message (compiler: `Platform.hpp`, minimum dispatch
    /// width).
    #[error("{simd} kernel on {target}; expected {} lanes or more", target.platform().native_simd)]
    KernelWidth {
        /// The kernel's target.
        target: Target,
        /// Its width.
        simd: SimdWidth,
    },
    /// Following aliases ends at a variable with bytes of its own.
    #[error("alias of itself through other aliases; expected a chain that ends at a variable that is no alias")]
    AliasCircle,
    /// An alias lies inside what it names (finalizer, for what an instruction does with it).
    #[error("alias of bytes {start} to {end} of a variable of {bytes} bytes; expected bytes inside the variable")]
    AliasOutside {
        /// The alias's first byte.
        start: u32,
        /// The byte after its last.
        end: u32,
        /// Bytes of what it names.
        bytes: u32,
    },
    /// A predicate has as many bits as an instruction can have lanes (3D_LOAD, Exec_size; compiler).
    #[error("predicate of {given} bits; expected 1, 2, 4, 8, 16 or 32")]
    PredicateElements {
        /// Its bits.
        given: u16,
    },
    /// An argument lies in the register file.
    #[error(
        "argument in bytes {start} to {end} of a register file of {bytes}; expected bytes inside the register file"
    )]
    InputOutside {
        /// Its first byte.
        start: u32,
        /// The byte after its last.
        end: u32,
        /// Bytes of the register file.
        bytes: u32,
    },
    /// An argument arrives at an offset that its variable may begin at (finalizer: a failed assertion of its register allocator).
    #[error("argument at byte {offset} for a variable aligned to {align}; expected a multiple of the alignment")]
    InputAlignment {
        /// Where it arrives.
        offset: u32,
        /// What its variable is aligned to.
        align: u32,
    },
    /// Arguments do not overlap (finalizer).
    #[error("argument overlaps that of `{other}`; expected bytes of its own")]
    InputOverlap {
        /// The other variable.
        other: String,
    },
    /// A label is placed once (finalizer).
    #[error("label placed twice; expected one place for each label")]
    LabelTwice,
    /// The label of a branch is placed (finalizer).
    #[error("branch to a label that is placed nowhere; expected the label before some instruction")]
    NoLabel,
    /// `ret` ends the thread in the main function alone (finalizer: [`VisaKernel::main_function`]).
    ///
    /// [`VisaKernel::main_function`]: crate::visa::VisaKernel::main_function
    #[error(
        "`ret` outside the main function does not end the thread; begin the main function with `.function \"_main_0\"`"
    )]
    ReturnOutsideMain,

    /// The number of lanes is a power of two (3D_LOAD, Exec_size; finalizer).
    #[error("execution size {given}; expected 1, 2, 4, 8, 16 or 32")]
    ExecSize {
        /// Its lanes.
        given: u8,
    },
    /// A mask begins at a multiple of the lanes: 32 with M1, 16 with M1 and M5, 8 with M1, M3, M5 and M7 (finalizer:
    /// "illegal combination of execution size and mask", "Invalid emask").
    #[error("mask M{1} for {0} lanes; expected {2}", given.lanes, given.mask_number(), masks(given.lanes))]
    Mask {
        /// The lanes.
        given: Exec,
    },
    /// The lanes of an execution mask are lanes of the thread (3D_LOAD, Exec_size).
    #[error("lanes {} to {} in a {simd} kernel; expected lanes of the kernel", given.first, u32::from(given.first) + u32::from(given.lanes) - 1)]
    Width {
        /// The lanes.
        given: Exec,
        /// The kernel's width.
        simd: SimdWidth,
    },
    /// A predicate has a bit for each lane of its instruction, lane 4 (k - 1) of mask Mk being that of bit 4 (k - 1)
    /// (3D_LOAD, Pred; compiler).
    #[error("predicate of {given} bits; expected {needed} or more for these lanes")]
    PredicateBits {
        /// Its bits.
        given: u16,
        /// One more than the number of the last lane.
        needed: u16,
    },

    /// Strides and widths of regions are powers of two (finalizer: "VertStride must be 0, 1, 2, 4, 8, 16, or 32", "CISA
    /// region has width of 0").
    #[error(
        "region {given}; expected a vertical stride of 0, 1, 2, 4, 8, 16 or 32, a width of 1, 2, 4, 8 or 16 and a horizontal stride of 0, 1, 2 or 4"
    )]
    Region {
        /// The region.
        given: Region,
    },
    /// A row is no wider than the instruction (finalizer: "Execution size must be greater than width").
    #[error("region {given} with rows wider than the execution size; expected a width of {lanes} at most")]
    RegionWidth {
        /// The region.
        given: Region,
        /// The instruction's lanes.
        lanes: u8,
    },
    /// A scalar operand is one element for all lanes (MOVS; 3D_LOAD, Aoffimmi; MEDIA_LD, X_offset).
    #[error("region {given} of a scalar operand; expected {}", Region::SCALAR)]
    NotScalar {
        /// The region.
        given: Region,
    },
    /// A scalar operand is no vector immediate.
    #[error("vector immediate of type `{ty}` for a scalar operand; expected one number")]
    NumberOfEachLane {
        /// The type of the numbers.
        ty: VectorType,
    },
    /// The elements of a destination do not overlap (finalizer: "Horizontal Stride should not be 0", "Dst HorzStride must be
    /// ...").
    #[error("destination stride {given}; expected 1, 2 or 4")]
    Stride {
        /// The stride.
        given: u8,
    },
    /// An operand begins at an element.
    #[error("operand at byte {offset}; expected a multiple of its {bytes} bytes an element")]
    ElementOffset {
        /// Where it begins.
        offset: u16,
        /// Bytes of an element.
        bytes: u32,
    },
    /// The address of a symbol has 64 bits (FADDR, Notes).
    #[error("address of a symbol in a variable of {}; expected uq", given.name())]
    SymbolAddressType {
        /// The type of the variable.
        given: DataType,
    },
    /// A predicate has one bit for each lane (MOV, Notes).
    #[error("{needed} bits of a predicate in a variable of {}; expected ub, uw or ud of as many bits", given.name())]
    MovedPredicate {
        /// The type of the variable.
        given: DataType,
        /// The bits of the predicate.
        needed: u16,
    },
    /// A symbol can stand in quotes (finalizer: a text has it there).
    #[error("symbol {name:?}; expected a name without quotes, line breaks and zeros")]
    SymbolName {
        /// The name.
        name: String,
    },
    /// An operand lies inside its variable (finalizer: "CISA region and offset cause an out of bounds byte access").
    #[error("operand in bytes {start} to {end} of `{var}`; expected bytes inside its {bytes}")]
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
        "raw operand `{var}` at byte {offset} of a variable aligned to {align}; expected the start of a register of {grf} bytes"
    )]
    RawAlignment {
        /// The variable.
        var: String,
        /// Bytes from the start of the variable that backs it.
        offset: u32,
        /// The alignment of that variable.
        align: u32,
        /// Bytes of a register.
        grf: u32,
    },

    /// Types of an instruction's operands (finalizer, with all pairs of types).
    #[error("operand types that `{op}` does not take; expected {allowed}")]
    Types {
        /// The instruction.
        op: &'static str,
        /// The types.
        allowed: &'static str,
    },
    /// Logic has other modifiers than arithmetic (finalizer).
    #[error("source modifier `{}`; expected {allowed}", given.text())]
    Modifier {
        /// The modifier.
        given: Modifier,
        /// The modifiers that there are.
        allowed: &'static str,
    },
    /// Logic, counts, high products and remainders are not saturated (finalizer).
    #[error("`.sat` on `{op}`; expected `{op}` without it")]
    Saturation {
        /// The instruction.
        op: &'static str,
    },
    /// The target has the instruction (finalizer: "vISA instruction not supported on this platform").
    #[error("`{op}` on {target}; expected an instruction that this target has")]
    NoInstruction {
        /// The instruction.
        op: &'static str,
        /// The target.
        target: Target,
    },
    /// XeHP_SDV and later divide no integers (finalizer).
    #[error("integer division on {target}; expected operands of a float type, as this target does not divide integers")]
    IntegerDivision {
        /// The target.
        target: Target,
    },

    /// Some platforms have no functions of doubles (finalizer: "IEEE instruction div is not supported").
    #[error("`{op}` of doubles on {target}; expected f or hf, as this target has no functions of doubles")]
    DoubleFunction {
        /// The instruction.
        op: &'static str,
        /// The target.
        target: Target,
    },

    /// Only accesses by byte offsets name the group's local memory, or the thread's scratch memory (MEDIA_LD, Surface: T0 no, T5 no; finalizer, also for
    /// typed accesses; the sampler reads surfaces that are described by the binding table, 3D_LOAD, Surface).
    #[error("local or scratch memory as the surface of `{what}`; expected a surface variable")]
    LocalMemory {
        /// The instruction.
        what: &'static str,
    },
    /// A surface operand names a surface, a sampler operand a sampler.
    #[error("operand of the wrong kind; expected a {expected}")]
    StateKind {
        /// The kind that is allowed.
        expected: &'static str,
    },
    /// A table index is an integer.
    #[error("table index of type {given}; expected an integer type")]
    StateType {
        /// The type.
        given: DataType,
    },
    /// A sampler index has the 4 bits of a descriptor, which the finalizer does not mask: a longer index makes
    /// another message; the binding table has 240 entries, as the last 16 numbers are reserved (finalizer).
    #[error("table entry {given}; expected 0 to {}", limit - 1)]
    TableEntry {
        /// The index.
        given: u64,
        /// How many entries there are.
        limit: u32,
    },
    /// A surface or sampler variable is set on every path to its use.
    #[error("surface or sampler variable that is not set on every path to here; expected a `movs` before each use")]
    NotSet,

    /// The target has the message (3D_LOAD, 3D_SAMPLE4: Op; compiler).
    #[error("{name} on {target}; expected a message that this target has")]
    NoMessage {
        /// The message.
        name: &'static str,
        /// The target.
        target: Target,
    },
    /// A message has one or two registers' worth of dwords (3D_LOAD, Exec_size; the finalizer
    /// sends no message of any other).
    #[error("message of {given} lanes; expected {} on {target}", widths(*allowed))]
    MessageLanes {
        /// The lanes.
        given: u8,
        /// The target.
        target: Target,
        /// The widths that there are.
        allowed: [u32; 2],
    },
    /// Queries have neither a predicate nor residency (INFO, Format).
    #[error("predicate or `.pixel_null_mask` on a query; expected neither")]
    QueryModifier,
    /// The level of detail is compensated where it is implicit, from ICLLP on (3D_SAMPLE, Op bit 9).
    #[error("`.cps` on {name}; expected {name} without it on {target}")]
    Cps {
        /// The message.
        name: &'static str,
        /// The target.
        target: Target,
    },
    /// The level of detail is compensated in messages of no more than 16 lanes (finalizer, which refuses it for 32 on
    /// PVC).
    #[error("`.cps` on a message of {given} lanes; expected 8 or 16")]
    CpsLanes {
        /// The lanes.
        given: u8,
    },
    /// Lanes may name different samplers in 3D_SAMPLE alone (Op bit 10).
    #[error("`.divS` on {name}; expected {name} without it")]
    NonUniform {
        /// The message.
        name: &'static str,
    },
    /// At least one channel is enabled (3D_LOAD, Channels).
    #[error("no channel is enabled; expected one or more of RGBA")]
    NoChannel,
    /// One channel is gathered (3D_SAMPLE4, Src_channel).
    #[error("channels {given} of a gather; expected one channel")]
    GatherChannels {
        /// The channels.
        given: ChannelMask,
    },
    /// A gather that compares works on the red channel (3D_SAMPLE4, Ref).
    #[error("channel {given} of a gather that compares; expected R")]
    GatherCompares {
        /// The channel.
        given: ChannelMask,
    },
    /// Texel offsets are a UW (3D_LOAD, Aoffimmi).
    #[error("texel offsets of type {given}; expected uw")]
    OffsetType {
        /// The type.
        given: DataType,
    },
    /// Bits 15 to 12 are zero (3D_LOAD, Aoffimmi), but for the finalizer's bit 15 of a message with a sampler: see
    /// [`FAR_SAMPLER`](crate::visa::descriptor::FAR_SAMPLER).
    #[error("texel offsets {given:#x}; expected 12 bits, 4 each for u, v and r")]
    OffsetReserved {
        /// The offsets.
        given: u64,
    },
    /// Some messages have no immediate offsets, see [`takes_offsets`](crate::visa::message::MessageRow::takes_offsets).
    #[error("immediate texel offsets on {name}; expected 0x0:uw")]
    NoOffsets {
        /// The message.
        name: &'static str,
    },
    /// 3D_SAMPLE and 3D_SAMPLE4 have a sampler (Format).
    #[error("{name} without a sampler; expected a sampler operand")]
    NoSampler {
        /// The message.
        name: &'static str,
    },
    /// 3D_LOAD and INFO have none (Format).
    #[error("sampler operand of {name}; expected none")]
    SamplerGiven {
        /// The message.
        name: &'static str,
    },
    /// The type of a response (3D_LOAD and INFO, Dst).
    #[error("response of type {given}; expected {}", list(allowed))]
    ResponseType {
        /// The type.
        given: DataType,
        /// The types that there are.
        allowed: &'static [DataType],
    },
    /// A response fits its destination: each enabled channel from the start of a register, residency behind them
    /// (3D_LOAD, Notes).
    #[error("destination of {given} bytes; expected {needed} or more for the response")]
    ResponseBytes {
        /// Bytes from the destination to its variable's end.
        given: u32,
        /// Bytes of the response.
        needed: u32,
    },
    /// Only trailing parameters are trimmed (3D_LOAD, 3D_SAMPLE4: Notes), and derivatives only in pairs (compiler:
    /// PayloadMapping).
    #[error("{name} with {given} parameters; expected {}", list(allowed))]
    Count {
        /// The message.
        name: &'static str,
        /// Its parameters.
        given: u32,
        /// How many there may be.
        allowed: Vec<u32>,
    },
    /// The type of a parameter (3D_LOAD, 3D_SAMPLE4: Notes; INFO, LOD).
    #[error("parameter {slot} of type {given}; expected {}", list(allowed))]
    ParameterType {
        /// The parameter.
        slot: Slot,
        /// Its type.
        given: DataType,
        /// The types that are allowed. The sign of an integer only matters to offsets.
        allowed: &'static [DataType],
    },
    /// All parameters have one type (3D_LOAD, 3D_SAMPLE4: Notes).
    #[error("parameter {slot} of type {given}; expected {first} as the first parameter")]
    MixedTypes {
        /// The parameter.
        slot: Slot,
        /// Its type.
        given: DataType,
        /// The type of the first.
        first: DataType,
    },
    /// A parameter has an element for each lane (3D_LOAD, U: "the first exec_size elements").
    #[error("parameter {slot} of {given} bytes; expected {needed} or more for these lanes")]
    ParameterBytes {
        /// The parameter.
        slot: Slot,
        /// Bytes from its start to its variable's end.
        given: u32,
        /// Bytes of the lanes.
        needed: u32,
    },

    /// A payload is not longer than a sampler takes ([`sampler_payload`](crate::target::Platform::sampler_payload)).
    #[error(
        "{name} with a payload of {given} registers, header included; expected at most {most}, so leave out parameters or what needs the header: a sparse mask, offsets, residency"
    )]
    PayloadRegisters {
        /// The message.
        name: &'static str,
        /// Registers of one send.
        given: u32,
        /// The most.
        most: u32,
    },

    /// A block has one of the legal sizes (MEDIA_LD, table of legal width and height combinations; finalizer).
    #[error("block of {} bytes by {} rows; expected rows of 1 to 64 bytes, at most 64, 32, 16, 8 or 4 of up to 4, 8, 16, 32 or 64 bytes", given.width, given.height)]
    Block {
        /// Its size.
        given: BlockShape,
    },
    /// A surface has up to four planes (MEDIA_LD, Plane; finalizer).
    #[error("plane {given}; expected 0 to 3")]
    Plane {
        /// The plane.
        given: u8,
    },
    /// A block is of a frame, or of its top or bottom field (MEDIA_LD, Modifiers).
    #[error("modifier `{}` of a block; expected `nomod`, `top` or `bottom`", given.name())]
    MediaModifier {
        /// The modifier.
        given: MediaModifier,
    },
    /// A block's x and y are D or UD (MEDIA_LD, X_offset and Y_offset; Intel's compiler declares it as D, too).
    #[error("x or y of a block of type {given}; expected ud or d")]
    BlockOffsetType {
        /// The type.
        given: DataType,
    },
    /// A block that is written begins at a dword (MEDIA_ST).
    #[error("block that is written at byte {given} of a row; expected a multiple of 4")]
    StoreAlignment {
        /// Where it begins.
        given: u64,
    },

    /// A byte access has 1, 2 or 4 bytes for each lane (GATHER_SCALED).
    #[error("{given} bytes for each lane; expected 1, 2 or 4")]
    LaneBytes {
        /// Its bytes.
        given: u8,
    },
    /// A block has 1, 2, 4 or 8 owords (OWORD_LD_UNALIGNED, Size).
    #[error("block of {given} bytes; expected 16, 32, 64 or 128")]
    BlockBytes {
        /// Its bytes.
        given: u8,
    },
    /// A block is read for all lanes (OWORD_LD_UNALIGNED, Description).
    #[error("block with lanes or a predicate; expected neither")]
    BlockLanes,
    /// The offset of a block is UD (OWORD_LD_UNALIGNED, OWORD_LD: Offset).
    #[error("offset of a block of type {given}; expected {expected}")]
    BlockAddressType {
        /// Its type.
        given: DataType,
        /// The type that it must have.
        expected: DataType,
    },
    /// An access by 64-bit addresses has no surface, and any other has one (GATHER_SCALED, SVM: Operands).
    #[error("`{name}` {}", if *.is_by_pointer { "with a surface; expected none" } else { "without a surface; expected one" })]
    AccessSurface {
        /// The access.
        name: &'static str,
        /// Whether it is by 64-bit addresses.
        is_by_pointer: bool,
    },
    /// The addresses of the address space have 64 bits (SVM_GATHER, SVM_SCATTER: Addresses; SVM_BLOCK_LD: Address, of type uq).
    #[error("addresses of type {given}; expected uq or q")]
    AddressType {
        /// Their type.
        given: DataType,
    },
    /// An address variable has an element for each address (Operands, Address Operands).
    #[error("address variable of {given} elements; expected {needed}")]
    AddressElements {
        /// Its elements.
        given: u16,
        /// Those that the operand takes.
        needed: u16,
    },
    /// What is added to an address is UW (ADDR_ADD, Src1).
    #[error("bytes of type {given} added to an address; expected uw")]
    AddedType {
        /// The type.
        given: DataType,
    },
    /// Indirect operands add -512 to 511 bytes, a multiple of their element's (Operands, Indirect Operands; Region
    /// Interpretation).
    #[error("indirect operand {offset} bytes from its address; expected -512 to 511, a multiple of {bytes}")]
    IndirectOffset {
        /// The bytes.
        offset: i16,
        /// Bytes of an element.
        bytes: u32,
    },
    /// An absent coordinate ends the address (finalizer: the coordinates behind it are not sent).
    #[error("coordinate behind an absent one; expected all coordinates before the first absent one")]
    AddressGap,
    /// An atomic operation has one to four parts of an address, as its form tells, and the sources of its operation
    /// (DWORD_ATOMIC, SVM_ATOMIC, TYPED_ATOMIC: Src0, Src1).
    #[error("atomic operation with {given} operands before its destination; expected {least} to {most}")]
    AtomicOperands {
        /// The parts of its address, and its sources.
        given: usize,
        /// The least that it has.
        least: usize,
        /// The most.
        most: usize,
    },
    /// Offsets and coordinates of an atomic operation are UD, and the operation tells the type of its sources and of its
    /// destination (DWORD_ATOMIC, Notes; finalizer).
    #[error("operand of type {given} of an atomic operation; expected {expected}")]
    AtomicType {
        /// Its type.
        given: DataType,
        /// The type that it must have.
        expected: DataType,
    },
    /// Atomic operations work on 4 bytes, and by pointer on integers of 8 (SVM_ATOMIC; what Intel's compiler emits).
    #[error("`{name}` of {given} bytes; expected 4, or 8 of integers by pointer")]
    AtomicBytes {
        /// The instruction.
        name: &'static str,
        /// How many.
        given: u8,
    },
    /// Typed surfaces have no atomic operations on floats (DWORD_ATOMIC, table of operations: Message Type).
    #[error("`typed_atomic.{function}`; expected an operation on integers")]
    TypedAtomic {
        /// The operation.
        function: &'static str,
    },
    /// Some platforms add no floats in memory, and none in local memory (`hasFP32GlobalAtomicAdd` of Intel's compiler).
    #[error("`fadd` on {target}; expected it in global memory, of a target that adds floats there")]
    FloatAtomicAdd {
        /// The target.
        target: Target,
    },
    /// A scratch block begins at a whole register and ends where the scratch memory of a thread does (PRM, Scratch Block Read: Address
    /// Offset; "Per Thread Scratch Space").
    #[error("registers at byte {given} of scratch memory; expected a multiple of {grf}, {limit} at the most with them")]
    ScratchOffset {
        /// The offset.
        given: u32,
        /// Bytes of a register.
        grf: u32,
        /// The end of scratch memory.
        limit: u32,
    },
    /// A scratch block has 1 to 8 registers (PRM, Scratch Block Read: Block Size).
    #[error("{given} registers of one variable to or from scratch memory; expected 1 to 8")]
    ScratchRegisters {
        /// The registers.
        given: u32,
    },
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
    names.join(", ")
}
