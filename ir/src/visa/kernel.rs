//! A kernel of Intel's virtual ISA: declarations and a list of instructions.
//!
//! # Variables and places
//!
//! There is one variable for each (value, half): where SIMD32 runs in two halves, each half has variables of its own,
//! because messages need contiguous payloads. A variable either backs itself or lives inside another ([`Storage`]);
//! following that to the end gives its *place*, a backing variable and a byte offset. Text prints aliases from places,
//! and register assignment places the backing variables, so there is one layout and not two.

use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

use super::descriptor::PayloadPlaces;
use super::message::Message;
use super::message_shape::MessageShape;
use super::types::{Align, DataType, Exec, Modifier, Region};
use crate::target::{SimdWidth, Target};
use crate::texture::ChannelMask;

macro_rules! entities {
    ($($(#[$doc:meta])* $name:ident $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )*};
}

entities! {
    /// A general variable.
    Var "var";
    /// A predicate variable: one bit a lane.
    Pred "pred";
    /// A surface or sampler variable.
    State "state";
    /// A label.
    Label "label";
}

/// Where a variable's bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// The variable backs itself.
    Own,
    /// Register r0, which every thread starts with.
    R0,
    /// A part of another variable, with a life of its own: a channel of a response, a parameter of a payload.
    Part {
        /// The other variable.
        of: Var,
        /// Bytes from its start.
        offset: u16,
    },
    /// The same bytes as another variable, as elements of another type.
    View {
        /// The other variable.
        of: Var,
    },
}

/// The declaration of a general variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarDecl {
    /// The type of its elements.
    pub ty: DataType,
    /// How many it has.
    pub elements: u16,
    /// Where it may begin.
    pub align: Align,
    /// Where its bytes are.
    pub storage: Storage,
}

impl VarDecl {
    /// Its size.
    pub const fn bytes(&self) -> u32 {
        self.ty.bytes() * self.elements as u32
    }
}

/// Which table a state variable indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateKind {
    /// Binding table entries.
    Surface,
    /// Sampler states.
    Sampler,
}

/// An argument of the kernel, already in the register file when it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it is found by the program.
    pub var: Var,
    /// Bytes from the start of the register file.
    pub offset: u16,
    /// Its size in bytes.
    pub bytes: u16,
}

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
        bits: u64,
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
        Src::Immediate { ty, bits }
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

    /// The same source, modified; a number stays.
    #[must_use]
    pub const fn modified(self, modifier: Modifier) -> Src {
        match self {
            Src::Register { var, offset, region, .. } => Src::Register { var, offset, region, modifier },
            number => number,
        }
    }
}

/// A whole stretch of a variable, as messages take and return it: `V40.64`.
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
            pub const fn sources(self) -> usize {
                match self { $(AluOp::$op => $sources,)* }
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
    /// Which of them it leaves out; for [`AluOp::Sel`], what chooses.
    pub predicate: Option<Predicate>,
    /// Where the result goes.
    pub dst: Dst,
    /// The sources; those after [`AluOp::sources`] are not used.
    pub srcs: [Src; 3],
}

/// A stretch of [`Kernel::raws`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawList {
    start: u32,
    count: u8,
}

/// A sampler message, or a query of the sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SamplerMessage {
    /// Which message.
    pub message: Message,
    /// Which lanes it works on.
    pub exec: Exec,
    /// Which of them it leaves out.
    pub predicate: Option<Predicate>,
    /// Whether a register with a bit a lane follows the response: 0 where a texel was not resident.
    pub null_mask: bool,
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
    /// The parameters, in the order of the message's slots, the last of which may be left out.
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
}

impl DataPortOp {
    /// Every one with its mnemonic.
    pub const TEXT: [(DataPortOp, &'static str); 6] = [
        (DataPortOp::Gather4Scaled, "gather4_scaled"),
        (DataPortOp::Scatter4Scaled, "scatter4_scaled"),
        (DataPortOp::GatherScaled, "gather_scaled"),
        (DataPortOp::ScatterScaled, "scatter_scaled"),
        (DataPortOp::Gather4Typed, "gather4_typed"),
        (DataPortOp::Scatter4Typed, "scatter4_typed"),
    ];

    /// The mnemonic.
    pub const fn name(self) -> &'static str {
        DataPortOp::TEXT[self as usize].1
    }

    /// Whether it reads memory; otherwise it writes it.
    pub const fn reads(self) -> bool {
        matches!(self, DataPortOp::Gather4Scaled | DataPortOp::GatherScaled | DataPortOp::Gather4Typed)
    }

    /// Whether it works on elements of a typed surface.
    pub const fn is_typed(self) -> bool {
        matches!(self, DataPortOp::Gather4Typed | DataPortOp::Scatter4Typed)
    }

    /// Whether it works on bytes instead of channels.
    pub const fn is_bytes(self) -> bool {
        matches!(self, DataPortOp::GatherScaled | DataPortOp::ScatterScaled)
    }
}

/// An access of the data port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataPort {
    /// What it does.
    pub op: DataPortOp,
    /// Which lanes it works on.
    pub exec: Exec,
    /// Which of them it leaves out.
    pub predicate: Option<Predicate>,
    /// The channels; of no meaning for bytes.
    pub channels: ChannelMask,
    /// How many bytes a lane has, 1, 2 or 4; of no meaning for channels.
    pub bytes: u8,
    /// The surface.
    pub surface: State,
    /// The byte offsets, alone; or u, v, r and lod.
    pub address: [Option<Raw>; 4],
    /// Where what is read goes, or what is written.
    pub data: Raw,
}

/// How a branch moves lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BranchKind {
    /// Each lane on its own.
    Goto,
    /// All active lanes together; no lane waits between here and there.
    Jump,
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inst {
    /// A place to branch to.
    Label(Label),
    /// Sets bits of the register that controls float arithmetic.
    FloatControls(u32),
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
    /// Sets a predicate: lane i from bit i where the source is the same for all lanes, whatever the execution mask; otherwise
    /// from bit 0 of its element (SETP, Semantics).
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

/// What an instruction does to a stretch of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The variable.
    pub var: Var,
    /// The first byte, from the variable's start.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// Whether it is written.
    pub write: bool,
    /// The lanes whose part it is; `None` where the part belongs to all lanes, because it was written or read whatever
    /// the execution mask.
    pub lanes: Option<u32>,
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The name.
    pub name: String,
    /// The target that it was made for.
    pub target: Target,
    /// The lanes of a thread.
    pub simd: SimdWidth,
    /// The general variables.
    pub vars: PrimaryMap<Var, VarDecl>,
    /// The predicates, with the number of their bits.
    pub preds: PrimaryMap<Pred, u16>,
    /// The state variables.
    pub states: PrimaryMap<State, StateKind>,
    /// How many labels there are.
    pub labels: PrimaryMap<Label, ()>,
    /// The arguments.
    pub inputs: Vec<Input>,
    /// Bytes of arguments that differ between lanes, where a kernel loads them itself.
    pub per_thread_bytes: Option<u32>,
    /// The instructions in order.
    pub insts: Vec<Inst>,
    /// Where the operands of messages live.
    pub raws: Vec<Raw>,
    /// Names of variables and labels that have one.
    pub names: Names,
}

/// Names of what has one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    vars: SecondaryMap<Var, Option<Box<str>>>,
    preds: SecondaryMap<Pred, Option<Box<str>>>,
    states: SecondaryMap<State, Option<Box<str>>>,
    labels: SecondaryMap<Label, Option<Box<str>>>,
}

macro_rules! name_accessors {
    ($($get:ident $set:ident $map:ident $entity:ident;)*) => {
        impl Names {$(
            /// The name, where there is one.
            pub fn $get(&self, entity: $entity) -> Option<&str> {
                self.$map.get(entity).and_then(|name| name.as_deref())
            }

            /// Gives a name.
            pub fn $set(&mut self, entity: $entity, name: &str) {
                self.$map[entity] = Some(name.into());
            }
        )*}
    };
}

name_accessors! {
    var set_var vars Var;
    pred set_pred preds Pred;
    state set_state states State;
    label set_label labels Label;
}

impl Kernel {
    /// A kernel without instructions.
    pub fn new(name: impl Into<String>, target: Target, simd: SimdWidth) -> Kernel {
        Kernel {
            name: name.into(),
            target,
            simd,
            vars: PrimaryMap::new(),
            preds: PrimaryMap::new(),
            states: PrimaryMap::new(),
            labels: PrimaryMap::new(),
            inputs: Vec::new(),
            per_thread_bytes: None,
            insts: Vec::new(),
            raws: Vec::new(),
            names: Names::default(),
        }
    }

    /// Bytes of a register.
    #[inline]
    pub fn grf_bytes(&self) -> u32 {
        self.target.platform().grf_bytes
    }

    /// The operands of a message.
    #[inline]
    pub fn raws(&self, list: RawList) -> &[Raw] {
        &self.raws[list.start as usize..][..usize::from(list.count)]
    }

    /// Appends operands of a message, at most 255.
    pub fn push_raws(&mut self, raws: &[Raw]) -> RawList {
        let start = self.raws.len() as u32;
        self.raws.extend_from_slice(raws);
        RawList { start, count: raws.len() as u8 }
    }

    /// The variable that holds the bytes of `var` under the same life: `var` itself unless it is a view.
    #[inline]
    pub fn viewed(&self, mut var: Var) -> Var {
        while let Storage::View { of } = self.vars[var].storage {
            var = of;
        }
        var
    }

    /// The backing variable of `var`, and where in it `var` begins.
    #[inline]
    pub fn place(&self, mut var: Var) -> (Var, u32) {
        let mut bytes = 0;
        loop {
            match self.vars[var].storage {
                Storage::Own | Storage::R0 => return (var, bytes),
                Storage::View { of } => var = of,
                Storage::Part { of, offset } => {
                    var = of;
                    bytes += u32::from(offset);
                }
            }
        }
    }

    /// The geometry of a message: see [`MessageShape`].
    #[inline]
    pub fn shape(&self, message: &SamplerMessage) -> MessageShape {
        let params = self.raws(message.params);
        let param_bytes = params.first().map_or(4, |raw| self.vars[raw.var].ty.bytes());
        let result_bytes = message.dst.map_or(4, |raw| self.vars[raw.var].ty.bytes());
        MessageShape {
            message: message.message,
            lanes: u32::from(message.exec.lanes),
            param_bytes,
            params: params.len() as u32,
            channels: message.channels,
            offset: match message.offset {
                Src::Immediate { bits, .. } => Some(bits as u16),
                Src::Register { .. } => None,
            },
            null_mask: message.null_mask,
            result_bytes: message.dst.map(|_| result_bytes),
            grf_bytes: self.grf_bytes(),
        }
    }

    /// How the parameters of a message lie: in one run where each begins behind the one before it, in one backing variable.
    pub fn payload_places(&self, message: &SamplerMessage) -> PayloadPlaces {
        let step = self.shape(message).param_registers() * self.grf_bytes();
        let place = |raw: &Raw| {
            let (root, offset) = self.place(raw.var);
            (root, offset + u32::from(raw.offset))
        };
        let is_next = |pair: &[Raw]| {
            let (root, offset) = place(&pair[0]);
            (root, offset + step) == place(&pair[1])
        };
        let in_one_run = self.raws(message.params).windows(2).all(is_next);
        if in_one_run { PayloadPlaces::OneRun } else { PayloadPlaces::Apart }
    }

    /// Calls `visit` with what `inst` does to variables: first all that it reads, then what it writes.
    pub fn for_each_access(&self, inst: &Inst, mut visit: impl FnMut(Access)) {
        match inst {
            Inst::Label(_) | Inst::FloatControls(_) | Inst::Predicate { .. } | Inst::Branch { .. } | Inst::Return => {}
            Inst::Alu(alu) => {
                for src in &alu.srcs[..alu.op.sources()] {
                    self.source_access(*src, alu.exec, &mut visit);
                }
                let element = self.vars[alu.dst.var].ty.bytes();
                let start = u32::from(alu.dst.offset);
                let last = (u32::from(alu.exec.lanes) - 1) * u32::from(alu.dst.stride) * element;
                let lanes = (!alu.exec.nomask).then(|| alu.exec.lane_mask());
                visit(Access { var: alu.dst.var, start, end: start + last + element, write: true, lanes });
            }
            Inst::Compare { exec, srcs, .. } => srcs.iter().for_each(|src| self.source_access(*src, *exec, &mut visit)),
            Inst::SetPredicate { exec, src, .. } => self.source_access(*src, *exec, &mut visit),
            Inst::SetState { value, .. } => self.source_access(*value, Exec::SCALAR, &mut visit),
            Inst::Sampler(message) => {
                let shape = self.shape(message);
                let lanes = (!message.exec.nomask).then(|| message.exec.lane_mask());
                self.source_access(message.offset, Exec::SCALAR, &mut visit);
                for raw in self.raws(message.params) {
                    let start = u32::from(raw.offset);
                    let bytes = shape.lanes * self.vars[raw.var].ty.bytes();
                    visit(Access { var: raw.var, start, end: start + bytes, write: false, lanes });
                }
                if let Some(raw) = message.dst {
                    let start = u32::from(raw.offset);
                    let end = start + shape.response_bytes();
                    visit(Access { var: raw.var, start, end, write: true, lanes });
                }
            }
            Inst::DataPort(access) => {
                let lanes = (!access.exec.nomask).then(|| access.exec.lane_mask());
                let exec_lanes = u32::from(access.exec.lanes);
                for raw in access.address.into_iter().flatten() {
                    let start = u32::from(raw.offset);
                    visit(Access { var: raw.var, start, end: start + exec_lanes * 4, write: false, lanes });
                }
                let step = (exec_lanes * 4).next_multiple_of(self.grf_bytes());
                let channels = if access.op.is_bytes() { 1 } else { access.channels.count() };
                let start = u32::from(access.data.offset);
                let end = start + channels * step;
                visit(Access { var: access.data.var, start, end, write: access.op.reads(), lanes });
            }
        }
    }

    #[inline]
    fn source_access(&self, src: Src, exec: Exec, visit: &mut impl FnMut(Access)) {
        if let Src::Register { var, offset, region, .. } = src {
            let element = self.vars[var].ty.bytes();
            let start = u32::from(offset);
            let end = start + (region.element(u32::from(exec.lanes) - 1) + 1) * element;
            let lanes = (!exec.nomask && region != Region::SCALAR).then(|| exec.lane_mask());
            visit(Access { var, start, end, write: false, lanes });
        }
    }

    /// Whether `inst` moves a variable into another as it is, so that it does nothing where both have one place.
    #[inline]
    pub fn as_copy(&self, inst: &Inst) -> Option<(Var, Var)> {
        let Inst::Alu(Alu { op: AluOp::Mov, saturate: false, predicate: None, dst, srcs: [src, ..], exec }) = inst
        else {
            return None;
        };
        let Src::Register { var, offset: 0, region, modifier: Modifier::None } = *src else { return None };
        let (to, from) = (&self.vars[dst.var], &self.vars[var]);
        let stepped = region == Region::CONTIGUOUS || exec.lanes == 1;
        let alike = to.ty.bytes() == from.ty.bytes() && (to.ty == from.ty || !to.ty.is_float() && !from.ty.is_float());
        let whole = dst.offset == 0 && dst.stride == 1 && u32::from(exec.lanes) * to.ty.bytes() == to.bytes();
        (stepped && alike && whole && to.bytes() == from.bytes()).then_some((dst.var, var))
    }

    /// Whether `inst` is a copy between variables that have one place.
    #[inline]
    pub fn is_idle(&self, inst: &Inst) -> bool {
        self.as_copy(inst).is_some_and(|(to, from)| self.place(to) == self.place(from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel() -> Kernel {
        Kernel::new("k", Target::Tgllp, SimdWidth::Simd16)
    }

    fn var(kernel: &mut Kernel, ty: DataType, elements: u16, storage: Storage) -> Var {
        kernel.vars.push(VarDecl { ty, elements, align: Align::Grf, storage })
    }

    fn copy(dst: Var, src: Var) -> Inst {
        let srcs = [Src::lanes(src); 3];
        Inst::Alu(Alu {
            op: AluOp::Mov,
            saturate: false,
            exec: Exec::masked(16, 0),
            predicate: None,
            dst: Dst::whole(dst),
            srcs,
        })
    }

    #[test]
    fn places_follow_parts_and_views_to_the_backing_variable() {
        let mut kernel = kernel();
        let backing = var(&mut kernel, DataType::D, 64, Storage::Own);
        let payload = var(&mut kernel, DataType::D, 32, Storage::Part { of: backing, offset: 64 });
        let slot = var(&mut kernel, DataType::D, 16, Storage::Part { of: payload, offset: 64 });
        let float = var(&mut kernel, DataType::F, 16, Storage::View { of: slot });
        assert_eq!(kernel.place(float), (backing, 128));
        assert_eq!(kernel.viewed(float), slot);
    }

    #[test]
    fn a_copy_is_idle_where_both_have_one_place_and_a_conversion_never() {
        let mut kernel = kernel();
        let slot = var(&mut kernel, DataType::D, 16, Storage::Own);
        let same = var(&mut kernel, DataType::Ud, 16, Storage::Part { of: slot, offset: 0 });
        let float = var(&mut kernel, DataType::F, 16, Storage::View { of: slot });
        let apart = var(&mut kernel, DataType::D, 16, Storage::Own);
        assert!(kernel.is_idle(&copy(slot, same)));
        assert!(!kernel.is_idle(&copy(slot, apart)) && kernel.as_copy(&copy(slot, apart)).is_some());
        assert!(kernel.as_copy(&copy(slot, float)).is_none());
    }

    #[test]
    fn accesses_cover_the_bytes_that_lanes_step_over() {
        let mut kernel = kernel();
        let words = var(&mut kernel, DataType::Uw, 32, Storage::Own);
        let dwords = var(&mut kernel, DataType::Ud, 16, Storage::Own);
        let src = Src::Register { var: words, offset: 2, region: Region::strided(2), modifier: Modifier::None };
        let inst = Inst::Alu(Alu {
            op: AluOp::Mov,
            saturate: false,
            exec: Exec::masked(16, 0),
            predicate: None,
            dst: Dst::whole(dwords),
            srcs: [src; 3],
        });
        let mut seen = Vec::new();
        kernel.for_each_access(&inst, |access| seen.push((access.var, access.start, access.end, access.write)));
        assert_eq!(seen, [(words, 2, 64, false), (dwords, 0, 64, true)]);
    }
}
