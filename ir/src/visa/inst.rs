//! The instructions of vISA.

use super::address::{AddressAdd, IndirectMove};
use super::atomic::Atomic;
use super::data_port::DataPort;
use super::entities::{Label, Pred, State, Symbol};
use super::fence::Fence;
use super::media::MediaBlock;
use super::message::Message;
use super::operand::{Dst, Predicate, Raw, RawList, Src};
use super::scratch::ScratchBlock;
use super::types::{Exec, name_key};
use crate::texture::ChannelMask;

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
                let key = name_key(name);
                $(if key == const { name_key($name) } { return Some(AluOp::$op); })*
                None
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

    /// The one with the mnemonic of `op`.
    #[cfg(feature = "parse-visa")]
    pub(crate) const fn of(op: AluOp) -> Option<PredicateOp> {
        match op {
            AluOp::And => Some(PredicateOp::And),
            AluOp::Or => Some(PredicateOp::Or),
            AluOp::Xor => Some(PredicateOp::Xor),
            AluOp::Not => Some(PredicateOp::Not),
            _ => None,
        }
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
    /// The address of a variable, and bytes behind it.
    AddressAdd(AddressAdd),
    /// A move of what addresses point to.
    IndirectMove(IndirectMove),
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
    /// Writes a predicate to a variable, whatever the execution mask: bit i from lane i. Of a predicate of fewer than 16 lanes the
    /// bits above these are undefined (MOV, Notes).
    MovePredicate {
        /// Where the bits go: one element.
        dst: Dst,
        /// The predicate.
        src: Pred,
    },
    /// Chooses the surface or sampler of what follows.
    SetState {
        /// The state variable.
        state: State,
        /// The table entry.
        value: Src,
    },
    /// Writes the address that a name outside of the kernel has once the program is loaded (FADDR). The machine code has
    /// a place for it, which the loader of the program fills.
    SymbolAddress {
        /// Where the address goes: one 64-bit element.
        dst: Dst,
        /// The name.
        symbol: Symbol,
    },
    /// A sampler message.
    Sampler(SamplerMessage),
    /// A memory access.
    DataPort(DataPort),
    /// An atomic operation on memory.
    Atomic(Atomic),
    /// A media block.
    Media(MediaBlock),
    /// Moves registers to or from scratch memory: spill code.
    Scratch(ScratchBlock),
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

/// What an instruction does to memory and texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryEffect {
    /// It reads them.
    Reads,
    /// It writes them, or orders accesses.
    WritesOrOrders,
}

impl Inst {
    /// Which lanes it works on; `None` where it has no execution size.
    pub fn exec(&self) -> Option<Exec> {
        match self {
            Inst::Alu(alu) => Some(alu.exec),
            Inst::Compare { exec, .. }
            | Inst::CompareInto { exec, .. }
            | Inst::Predicate { exec, .. }
            | Inst::SetPredicate { exec, .. }
            | Inst::Branch { exec, .. } => Some(*exec),
            Inst::BitFunction(function) => Some(function.exec),
            Inst::Carry(carry) => Some(carry.exec),
            Inst::AddressAdd(add) => Some(add.exec),
            Inst::IndirectMove(inst) => Some(inst.exec),
            Inst::Sampler(message) => Some(message.exec),
            Inst::DataPort(access) => Some(access.exec),
            Inst::Atomic(atomic) => Some(atomic.exec),
            _ => None,
        }
    }

    /// The predicate that disables lanes, chooses between sources, or says which lanes a branch moves.
    pub fn predicate(&self) -> Option<Predicate> {
        match self {
            Inst::Alu(alu) => alu.predicate,
            Inst::BitFunction(function) => function.predicate,
            Inst::Carry(carry) => carry.predicate,
            Inst::IndirectMove(inst) => inst.predicate,
            Inst::Sampler(message) => message.predicate,
            Inst::DataPort(access) => access.predicate,
            Inst::Atomic(atomic) => atomic.predicate,
            Inst::Branch { predicate, .. } => *predicate,
            _ => None,
        }
    }

    /// Calls `visit` with each predicate that it reads, and then with the one that it writes, if there is one: whether it is written.
    pub fn for_each_pred(&self, mut visit: impl FnMut(Pred, bool)) {
        if let Some(predicate) = self.predicate() {
            visit(predicate.pred, false);
        }
        match self {
            Inst::Predicate { dst, srcs, .. } => {
                srcs.iter().for_each(|src| visit(*src, false));
                visit(*dst, true);
            }
            Inst::Compare { dst, .. } | Inst::SetPredicate { dst, .. } => visit(*dst, true),
            Inst::MovePredicate { src, .. } => visit(*src, false),
            _ => {}
        }
    }

    /// What it does to memory and texels; `None` where it accesses neither. Scratch memory, which spill code alone has, does not count.
    pub fn memory_effect(&self) -> Option<MemoryEffect> {
        let reads = match self {
            Inst::Sampler(_) => true,
            Inst::DataPort(access) => access.op.reads(),
            Inst::Media(block) => !block.store,
            Inst::Atomic(_) | Inst::Barrier | Inst::Fence(_) => false,
            _ => return None,
        };
        Some(if reads { MemoryEffect::Reads } else { MemoryEffect::WritesOrOrders })
    }
}

// The time to walk over the instructions of a large kernel is the time to load them: one has a cache line.
const _: () = assert!(size_of::<Inst>() <= 64);
