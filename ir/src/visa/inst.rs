//! The instructions of vISA, and their operands.

use cranelift_entity::packed_option::{PackedOption, ReservedValue};

use super::atomic::{AtomicForm, AtomicFunction};
use super::entities::{Label, Pred, State, Var};
use super::fence::Fence;
use super::message::Message;
use super::message_shape::BlockShape;
use super::types::{DataType, Exec, Modifier, Region, VectorType};
use crate::Bits;
use crate::texture::ChannelMask;

/// A destination: elements of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dst {
    /// The variable.
    pub var: Var,
    /// Bytes from its start, a multiple of its element size.
    pub offset: u16,
    /// Elements from one lane's to the next's.
    pub stride: u8,
}

impl Dst {
    /// The whole of `var` from its start.
    pub const fn whole(var: Var) -> Dst {
        Dst { var, offset: 0, stride: 1 }
    }
}

/// A source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Src {
    /// Elements of a variable.
    Register {
        /// The variable.
        var: Var,
        /// Bytes from its start, a multiple of its element size.
        offset: u16,
        /// How the lanes step through it.
        region: Region,
        /// What is done to each element.
        modifier: Modifier,
    },
    /// A number, the same in all lanes.
    Immediate {
        /// Its type.
        ty: DataType,
        /// Its bits.
        bits: Bits,
    },
    /// A small number for each lane.
    Vector {
        /// Their type.
        ty: VectorType,
        /// Their bits, the first lane's lowest.
        bits: u32,
    },
}

impl Src {
    /// One element of `var` for each lane.
    pub const fn lanes(var: Var) -> Src {
        Src::Register { var, offset: 0, region: Region::CONTIGUOUS, modifier: Modifier::None }
    }

    /// The first element of `var` for all lanes.
    pub const fn scalar(var: Var) -> Src {
        Src::Register { var, offset: 0, region: Region::SCALAR, modifier: Modifier::None }
    }

    /// A number.
    pub const fn immediate(ty: DataType, bits: u64) -> Src {
        Src::Immediate { ty, bits: Bits::new(bits) }
    }

    /// The same source from `bytes` further on; a number is everywhere the same.
    #[must_use]
    pub const fn at(self, bytes: u16) -> Src {
        match self {
            Src::Register { var, offset, region, modifier } => {
                Src::Register { var, offset: offset + bytes, region, modifier }
            }
            number => number,
        }
    }

    /// Where the element is that all lanes read unmodified.
    pub(super) const fn as_scalar(self) -> Option<Raw> {
        match self {
            Src::Register { var, offset, region: Region::SCALAR, modifier: Modifier::None } => {
                Some(Raw { var, offset })
            }
            _ => None,
        }
    }

    /// The same source, modified; a number stays.
    #[must_use]
    pub const fn modified(self, modifier: Modifier) -> Src {
        match self {
            Src::Register { var, offset, region, .. } => Src::Register { var, offset, region, modifier },
            number => number,
        }
    }
}

/// The bytes of a variable from an offset on, as messages take and return them: `V40.64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Raw {
    /// The variable.
    pub var: Var,
    /// Bytes from its start.
    pub offset: u16,
}

impl Raw {
    /// The variable from its start.
    pub const fn whole(var: Var) -> Raw {
        Raw { var, offset: 0 }
    }
}

impl ReservedValue for Raw {
    fn reserved_value() -> Raw {
        Raw::whole(Var::reserved_value())
    }

    fn is_reserved_value(&self) -> bool {
        self.var.is_reserved_value()
    }
}

/// How the bits of a predicate are combined before they are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Combine {
    /// Each lane has its own.
    #[default]
    None,
    /// Whether one is set.
    Any,
    /// Whether all are set.
    All,
}

/// The use of a predicate: combined first, then inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Predicate {
    /// The predicate.
    pub pred: Pred,
    /// Whether its complement is meant.
    pub inverted: bool,
    /// How its bits are combined.
    pub combine: Combine,
}

impl Predicate {
    /// `pred` as it is, or its complement.
    pub const fn of(pred: Pred, inverted: bool) -> Predicate {
        Predicate { pred, inverted, combine: Combine::None }
    }
}

macro_rules! arithmetic {
    ($($(#[$doc:meta])* $op:ident $name:literal $sources:literal;)*) => {
        /// An arithmetic, logic or move instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AluOp { $($(#[$doc])* $op,)* }

        impl AluOp {
            /// Every one of them.
            pub const ALL: &'static [AluOp] = &[$(AluOp::$op,)*];

            /// The mnemonic.
            pub const fn name(self) -> &'static str {
                match self { $(AluOp::$op => $name,)* }
            }

            /// The instruction of that mnemonic.
            pub fn from_name(name: &str) -> Option<AluOp> {
                match name { $($name => Some(AluOp::$op),)* _ => None }
            }

            /// How many sources it has.
            #[inline]
            pub const fn sources(self) -> usize {
                const SOURCES: &[u8] = &[$($sources,)*];
                SOURCES[self as usize] as usize
            }
        }
    };
}

#[rustfmt::skip]
arithmetic! {
    /// Copies, and converts to the type of the destination.
    Mov "mov" 1;
    /// `a + b`
    Add "add" 2;
    /// `a * b`
    Mul "mul" 2;
    /// `a * b + c`
    Mad "mad" 3;
    /// The high half of `a * b`.
    Mulh "mulh" 2;
    /// The quotient.
    Div "div" 2;
    /// The remainder.
    Mod "mod" 2;
    /// The smaller.
    Min "min" 2;
    /// The larger.
    Max "max" 2;
    /// `a` where the predicate is true, otherwise `b`.
    Sel "sel" 2;
    /// Bitwise and.
    And "and" 2;
    /// Bitwise or.
    Or "or" 2;
    /// Bitwise exclusive or.
    Xor "xor" 2;
    /// Bitwise complement.
    Not "not" 1;
    /// Shift left, by the low bits of the amount.
    Shl "shl" 2;
    /// Logical shift right.
    Shr "shr" 2;
    /// Arithmetic shift right.
    Asr "asr" 2;
    /// Leading zeros.
    Lzd "lzd" 1;
    /// The number of the lowest one.
    Fbl "fbl" 1;
    /// Ones.
    Cbit "cbit" 1;
    /// The bits in reverse.
    Bfrev "bfrev" 1;
    /// Rounded down.
    Rndd "rndd" 1;
    /// Rounded up.
    Rndu "rndu" 1;
    /// Rounded to zero.
    Rndz "rndz" 1;
    /// Rounded to nearest, ties to even.
    Rnde "rnde" 1;
    /// Reciprocal.
    Inv "inv" 1;
    /// Square root.
    Sqrt "sqrt" 1;
    /// Reciprocal of the square root.
    Rsqrt "rsqrt" 1;
    /// Power of two.
    Exp "exp" 1;
    /// Base-2 logarithm.
    Log "log" 1;
    /// `|a|^b`
    Pow "pow" 2;
    /// Sine.
    Sin "sin" 1;
    /// Cosine.
    Cos "cos" 1;
    /// `a + b + c`
    Add3 "add3" 3;
    /// `a * b + c`, twice as wide as the sources: the low halves in as many whole registers as the lanes take, then the
    /// high ones.
    Madw "madw" 3;
    /// The average of two integers, rounded up.
    Avg "avg" 2;
    /// The fraction.
    Frc "frc" 1;
    /// Leading bits that are equal to the highest.
    Fbh "fbh" 1;
    /// `b` bits of `c` from bit `a` on: the width, the offset and the value, in this order.
    Bfe "bfe" 3;
    /// Rotation to the left.
    Rol "rol" 2;
    /// Rotation to the right.
    Ror "ror" 2;
    /// Products of four bytes each, summed and added to the first source.
    Dp4a "dp4a" 3;
    /// Products of 2 of 4 lanes, summed.
    Dp2 "dp2" 2;
    /// Products of 3 of 4 lanes, summed.
    Dp3 "dp3" 2;
    /// Products of 4 lanes, summed.
    Dp4 "dp4" 2;
    /// Products of 3 of 4 lanes and the fourth of the second source, summed.
    Dph "dph" 2;
    /// `a * b.x + b.y`, after the coefficients that the first source has.
    Line "line" 2;
    /// `a * x + b * y + c`, after the coefficients that the first source has.
    Plane "plane" 2;
    /// `a * b + (1 - a) * c`
    Lrp "lrp" 3;
    /// Absolute differences of two bytes each, summed.
    Sad2 "sad2" 2;
    /// The same, added to the third source.
    Sad2Add "sad2add" 3;
    /// Square root, rounded after IEEE 754.
    Sqrtm "sqrtm" 1;
    /// Quotient, rounded after IEEE 754.
    Divm "divm" 2;
}

/// How a comparison decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Equal.
    Eq,
    /// Not equal, or one a NaN.
    Ne,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
}

impl Relation {
    /// Every relation with its name.
    pub const TEXT: [(Relation, &'static str); 6] = [
        (Relation::Eq, "eq"),
        (Relation::Ne, "ne"),
        (Relation::Gt, "gt"),
        (Relation::Ge, "ge"),
        (Relation::Lt, "lt"),
        (Relation::Le, "le"),
    ];

    /// The name in vISA text.
    pub const fn name(self) -> &'static str {
        Relation::TEXT[self as usize].1
    }
}

/// What a logic instruction on predicates does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PredicateOp {
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Complement, of the first source.
    Not,
}

impl PredicateOp {
    /// Every one with its mnemonic.
    pub const TEXT: [(PredicateOp, &'static str); 4] =
        [(PredicateOp::And, "and"), (PredicateOp::Or, "or"), (PredicateOp::Xor, "xor"), (PredicateOp::Not, "not")];

    /// The mnemonic.
    pub const fn name(self) -> &'static str {
        PredicateOp::TEXT[self as usize].1
    }

    /// How many sources it has.
    pub const fn sources(self) -> usize {
        if matches!(self, PredicateOp::Not) { 1 } else { 2 }
    }
}

/// An arithmetic, logic or move instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alu {
    /// What it does.
    pub op: AluOp,
    /// Whether a float result is clamped to 0..1.
    pub saturate: bool,
    /// Which lanes it works on.
    pub exec: Exec,
    /// The predicate that disables lanes; for [`AluOp::Sel`], the one that selects.
    pub predicate: Option<Predicate>,
    /// Where the result goes.
    pub dst: Dst,
    /// The sources; those after [`AluOp::sources`] are not used.
    pub srcs: [Src; 3],
}

/// A range of [`VisaKernel::raws`](super::VisaKernel::raws()).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RawList {
    pub(super) start: u32,
    pub(super) count: u8,
}

/// A sampler message, or a query of the sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SamplerMessage {
    /// Which message.
    pub message: Message,
    /// Which lanes it works on.
    pub exec: Exec,
    /// The predicate that disables lanes.
    pub predicate: Option<Predicate>,
    /// Whether the last register of the response has residency (`.pixel_null_mask`): one bit per lane, 0 where a texel
    /// was not resident.
    pub residency: bool,
    /// Whether the level of detail is compensated for coarse pixel shading.
    pub cps: bool,
    /// Whether lanes may name different samplers.
    pub non_uniform: bool,
    /// The channels that come back; for a gather, the one channel that is gathered.
    pub channels: ChannelMask,
    /// Texel offsets, packed: u in bits 11..8, v in 7..4, r in 3..0, each -8 to 7.
    pub offset: Src,
    /// The sampler, where the message has one.
    pub sampler: Option<State>,
    /// The surface.
    pub surface: State,
    /// Where the response goes; absent for nowhere.
    pub dst: Option<Raw>,
    /// The parameters, in the order of the message's slots. Trailing ones may be trimmed.
    pub params: RawList,
}

/// A memory instruction of the data port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataPortOp {
    /// Reads up to four dwords a lane from a byte offset.
    Gather4Scaled,
    /// Writes up to four dwords a lane to a byte offset.
    Scatter4Scaled,
    /// Reads 1, 2 or 4 bytes a lane from a byte offset.
    GatherScaled,
    /// Writes 1, 2 or 4 bytes a lane to a byte offset.
    ScatterScaled,
    /// Reads channels of an element of a typed surface.
    Gather4Typed,
    /// Writes channels of an element of a typed surface.
    Scatter4Typed,
    /// Reads 1, 2 or 4 bytes a lane from a 64-bit address (svm_gather with blocks of one byte).
    PointerGather,
    /// Writes 1, 2 or 4 bytes a lane to a 64-bit address (svm_scatter with blocks of one byte).
    PointerScatter,
    /// Reads up to four dwords a lane from a 64-bit address.
    PointerGather4Scaled,
    /// Writes up to four dwords a lane to a 64-bit address.
    PointerScatter4Scaled,
    /// Reads 1, 2, 4 or 8 times 16 bytes from one byte offset, a multiple of four (OWORD_LD_UNALIGNED).
    BlockLoad,
}

impl DataPortOp {
    /// Every one with its mnemonic.
    pub const TEXT: [(DataPortOp, &'static str); 11] = [
        (DataPortOp::Gather4Scaled, "gather4_scaled"),
        (DataPortOp::Scatter4Scaled, "scatter4_scaled"),
        (DataPortOp::GatherScaled, "gather_scaled"),
        (DataPortOp::ScatterScaled, "scatter_scaled"),
        (DataPortOp::Gather4Typed, "gather4_typed"),
        (DataPortOp::Scatter4Typed, "scatter4_typed"),
        (DataPortOp::PointerGather, "svm_gather"),
        (DataPortOp::PointerScatter, "svm_scatter"),
        (DataPortOp::PointerGather4Scaled, "svm_gather4scaled"),
        (DataPortOp::PointerScatter4Scaled, "svm_scatter4scaled"),
        (DataPortOp::BlockLoad, "oword_ld_unaligned"),
    ];

    /// The mnemonic.
    pub const fn name(self) -> &'static str {
        DataPortOp::TEXT[self as usize].1
    }

    /// Whether it reads memory; otherwise it writes it.
    pub const fn reads(self) -> bool {
        matches!(
            self,
            DataPortOp::Gather4Scaled
                | DataPortOp::GatherScaled
                | DataPortOp::Gather4Typed
                | DataPortOp::PointerGather
                | DataPortOp::PointerGather4Scaled
                | DataPortOp::BlockLoad
        )
    }

    /// Whether it moves one block for all lanes, active or not.
    pub const fn is_block(self) -> bool {
        matches!(self, DataPortOp::BlockLoad)
    }

    /// Whether it works on elements of a typed surface.
    pub const fn is_typed(self) -> bool {
        matches!(self, DataPortOp::Gather4Typed | DataPortOp::Scatter4Typed)
    }

    /// Whether it works on bytes instead of channels.
    pub const fn is_bytes(self) -> bool {
        matches!(
            self,
            DataPortOp::GatherScaled
                | DataPortOp::ScatterScaled
                | DataPortOp::PointerGather
                | DataPortOp::PointerScatter
        )
    }

    /// Whether its addresses are those of the address space, which has no surface.
    pub const fn is_by_pointer(self) -> bool {
        matches!(
            self,
            DataPortOp::PointerGather
                | DataPortOp::PointerScatter
                | DataPortOp::PointerGather4Scaled
                | DataPortOp::PointerScatter4Scaled
        )
    }

    /// Whether an offset of all lanes, which is 0, stands before the offsets or addresses.
    pub const fn has_offset(self) -> bool {
        !(self.is_typed() || self.is_block() || self.is_by_pointer() && self.is_bytes())
    }

    /// Bytes of a lane's address, or of each coordinate of it.
    pub const fn address_bytes(self) -> u32 {
        if self.is_by_pointer() { 8 } else { 4 }
    }
}

/// An access of the data port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataPort {
    /// What it does.
    pub op: DataPortOp,
    /// Which lanes it works on.
    pub exec: Exec,
    /// The predicate that disables lanes.
    pub predicate: Option<Predicate>,
    /// The channels; of no meaning for bytes.
    pub channels: ChannelMask,
    /// How many bytes a lane has, 1, 2 or 4, or how many a block; of no meaning for channels.
    pub bytes: u8,
    /// The surface; absent where the access is by 64-bit addresses.
    pub surface: PackedOption<State>,
    /// The byte offsets or addresses, alone; the one of a block; or u, v, r and lod.
    pub address: [PackedOption<Raw>; 4],
    /// Where what is read goes, or what is written.
    pub data: Raw,
}

/// The bytes of an oword, of which blocks are 1, 2, 4 or 8.
pub(super) const BLOCK_UNIT: u8 = 16;

impl DataPort {
    /// The address of a block as a source.
    pub(super) fn block_address(&self) -> Src {
        match self.address[0].expand() {
            Some(raw) => Src::scalar(raw.var).at(raw.offset),
            None => Src::immediate(DataType::Ud, 0),
        }
    }
}

/// An atomic operation of the data port. What it finds it returns, if it has a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Atomic {
    /// Which memory it works on.
    pub form: AtomicForm,
    /// What it does.
    pub function: AtomicFunction,
    /// Which lanes it works on.
    pub exec: Exec,
    /// The predicate that disables lanes.
    pub predicate: Option<Predicate>,
    /// The surface; absent where the operation is by 64-bit addresses.
    pub surface: PackedOption<State>,
    /// The byte offsets or addresses, or the coordinates u, v, r and lod as far as they are given; then the
    /// [sources](AtomicFunction::sources).
    pub operands: RawList,
    /// Where what it finds goes; absent for nowhere.
    pub dst: PackedOption<Raw>,
}

impl Atomic {
    /// Splits its operands into the parts of the address and the sources.
    pub fn split<'r>(&self, operands: &'r [Raw]) -> (&'r [Raw], &'r [Raw]) {
        operands.split_at(operands.len().saturating_sub(self.function.sources()))
    }
}

/// Which rows of a surface a media block has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MediaModifier {
    /// All.
    #[default]
    None,
    /// All; the surface is written elsewhere in the kernel.
    Modified,
    /// Those of the top field.
    Top,
    /// Those of the bottom field.
    Bottom,
    /// Those of the top field; the surface is written elsewhere in the kernel.
    TopModified,
    /// Those of the bottom field; the surface is written elsewhere in the kernel.
    BottomModified,
}

impl MediaModifier {
    /// Every modifier with its name, in the order of its codes.
    pub const TEXT: [(MediaModifier, &'static str); 6] = [
        (MediaModifier::None, "nomod"),
        (MediaModifier::Modified, "modified"),
        (MediaModifier::Top, "top"),
        (MediaModifier::Bottom, "bottom"),
        (MediaModifier::TopModified, "top_mod"),
        (MediaModifier::BottomModified, "bottom_mod"),
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        MediaModifier::TEXT[self as usize].1
    }
}

/// A media block that is read or written (MEDIA_LD, MEDIA_ST).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MediaBlock {
    /// Whether it is written.
    pub store: bool,
    /// Which rows it has.
    pub modifier: MediaModifier,
    /// Bytes of a row, 1 to 64.
    pub width: u8,
    /// Rows, 1 to 64.
    pub height: u8,
    /// The surface.
    pub surface: State,
    /// The plane of the surface, 0 to 3.
    pub plane: u8,
    /// Bytes from the surface's left edge, the same in all lanes.
    pub x: Src,
    /// Rows from the surface's upper edge, the same in all lanes.
    pub y: Src,
    /// Where the rows go, or what is written: row r begins r pitches from the start.
    pub data: Raw,
}

impl MediaBlock {
    /// How its rows lie in registers.
    pub const fn shape(&self) -> BlockShape {
        BlockShape { width: self.width as u32, height: self.height as u32 }
    }

    /// Bytes that the rows take in registers.
    pub const fn bytes(&self) -> u32 {
        self.shape().bytes()
    }
}

/// A bitwise function of three sources: bit `a + 2 b + 4 c` of the function is its value for bits a, b and c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitFunction {
    /// The function: `0xd8` of `bfn.xd8`.
    pub function: u8,
    /// Which lanes it works on.
    pub exec: Exec,
    /// The predicate that disables lanes.
    pub predicate: Option<Predicate>,
    /// Where the result goes.
    pub dst: Dst,
    /// The sources.
    pub srcs: [Src; 3],
}

/// An addition with the carry, or a subtraction with the borrow, of each lane (ADDC, SUBB).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    /// Whether it subtracts.
    pub subtracts: bool,
    /// Which lanes it works on.
    pub exec: Exec,
    /// The predicate that disables lanes.
    pub predicate: Option<Predicate>,
    /// Where the sum or the difference goes.
    pub dst: Dst,
    /// Where the carry or the borrow goes, 0 or 1.
    pub carry: Dst,
    /// The sources.
    pub srcs: [Src; 2],
}

/// How a branch moves lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BranchKind {
    /// Each lane on its own.
    Goto,
    /// All active lanes together; no lane is pending between here and the label.
    Jump,
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inst {
    /// The position of a label.
    Label(Label),
    /// Sets bits of the register that controls float arithmetic, or changes each.
    FloatControls {
        /// Whether the bits are changed (`xor`) and not set (`or`).
        toggles: bool,
        /// The bits.
        bits: u32,
    },
    /// Arithmetic, logic, a move.
    Alu(Alu),
    /// Compares, lane by lane, into a predicate.
    Compare {
        /// How it decides.
        relation: Relation,
        /// Which lanes it works on.
        exec: Exec,
        /// Where the result goes.
        dst: Pred,
        /// What is compared.
        srcs: [Src; 2],
    },
    /// Compares, lane by lane, into a variable: all ones where it holds, otherwise 0.
    CompareInto {
        /// How it decides.
        relation: Relation,
        /// Which lanes it works on.
        exec: Exec,
        /// Where the result goes.
        dst: Dst,
        /// What is compared.
        srcs: [Src; 2],
    },
    /// A bitwise function of three sources.
    BitFunction(BitFunction),
    /// An addition or subtraction with two results.
    Carry(Carry),
    /// Logic on predicates.
    Predicate {
        /// What it does.
        op: PredicateOp,
        /// Which lanes it works on.
        exec: Exec,
        /// Where the result goes.
        dst: Pred,
        /// The sources; a complement has one.
        srcs: [Pred; 2],
    },
    /// Sets a predicate: lane i from bit i where the source is the same for all lanes, whatever the execution mask;
    /// otherwise from bit 0 of its element (SETP, Semantics).
    SetPredicate {
        /// Which lanes it works on.
        exec: Exec,
        /// Where the result goes.
        dst: Pred,
        /// The elements.
        src: Src,
    },
    /// Chooses the surface or sampler of what follows.
    SetState {
        /// The state variable.
        state: State,
        /// The table entry.
        value: Src,
    },
    /// A sampler message.
    Sampler(SamplerMessage),
    /// A memory access.
    DataPort(DataPort),
    /// An atomic operation on memory.
    Atomic(Atomic),
    /// A media block.
    Media(MediaBlock),
    /// Waits until every thread of the group has reached it.
    Barrier,
    /// Orders memory accesses.
    Fence(Fence),
    /// Moves lanes to a label.
    Branch {
        /// How.
        kind: BranchKind,
        /// Which lanes it works on.
        exec: Exec,
        /// Which of them it moves; all where absent.
        predicate: Option<Predicate>,
        /// Where to.
        target: Label,
    },
    /// Ends the thread.
    Return,
}

// The time to walk over the instructions of a large kernel is the time to load them: one has a cache line.
const _: () = assert!(size_of::<Inst>() <= 64);
