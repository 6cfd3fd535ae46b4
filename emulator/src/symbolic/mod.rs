//! Proves that vISA carries what its source says, slot by slot, without running either.
//!
//! Lowering says what each variable and each instruction stands for ([`Origins`]). These are claims, and [`check()`]
//! believes none of them: it walks the text once, knows of all bytes of the register file what they are, and compares
//! each message with the operation that it claims to carry out, through the emulator's own table of messages.
//!
//! # What is shown
//!
//! For a kernel that passes, by the documents of 3D_LOAD, 3D_SAMPLE, 3D_SAMPLE4, INFO, MEDIA_LD, MEDIA_ST and the
//! scaled and typed accesses:
//!
//! - Each texture and memory operation that the entry reaches has its messages, all of them and no others, in its block
//!   and in the order of the source; they serve every lane once, or one serves all where everything it is sent is the
//!   same in all lanes, written whatever lanes are active.
//! - Each slot of a message, by the order of parameters in [`decode`](mod@crate::decode), is the operation's value for
//!   that role, of the message's own lanes and of the right width, through copies, vectors, bit casts, halves and
//!   loops; of all lanes that have one where the message looks at those that are not enabled. What is left out is zero
//!   or undefined in the operation, and what the operation lacks is sent as zero.
//! - Surface, sampler, channels, texel offsets, gathered channel, comparison, source of the level of detail and
//!   residency are the operation's; channels come back where their readers look for them, in the type that these read.
//! - The messages of a media block move each of its elements once, from or to the operation's place, plane and field;
//!   what is written is the operation's value, row by row.
//! - Addresses and data of buffer, local and typed accesses are the operation's, channel by channel.
//! - Each barrier and fence of the source is one instruction, the platform's, in the order of the source.
//! - A variable that is claimed to hold something is written with nothing else. On every edge each parameter of the
//!   block it leads to is written for all its lanes, all at once as the source has it, and always in one place.
//! - Arithmetic, comparisons and conversions read the operands of the operation they claim to carry out, in its order
//!   where one instruction carries it out; a value that is kept once for all lanes is made of such values alone.
//! - Arguments are where the interface has them.
//!
//! # What is not
//!
//! - What arithmetic computes. An `add` that claims to be a `fmul` passes if its operands are right.
//! - Where branches go, and which of two ways a condition chooses; so also whether a value that is shared by all lanes
//!   may be shared after lanes have parted.
//! - That a variable keeps its bytes from one stretch of straight code to another: `texvisa_regalloc::check` shows this
//!   of every variable and place. Within a stretch every overwritten byte counts here too.
//! - The texture IR itself is taken to be valid, and what the texture unit returns is no question here.
//!
//! [`refine`](mod@crate::refine) shows the first two by execution, for the inputs that it tries.
//!
//! # Example
//!
//! ```
//! use texvisa_emulator::symbolic;
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_lowering::{Options, lower};
//!
//! let module = texvisa_ir::texture::parse("surface t0: 2d f32 @ table 0
//! surface b0: raw @ table 1
//! kernel @red(%x: i32, %y: i32) {
//! ^entry:
//!   %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
//!   %red = extract f32x4 %texel, 0
//!   store_raw b0 [x: %x], f32 %red
//!   return
//! }")?;
//! let id = module.kernel("red").ok_or("no kernel")?;
//! let kernel = module.kernels[id].clone();
//! let mut lowered = lower(&module, kernel, Target::Tgllp, SimdWidth::Simd16, &Options::default()).expect("it can be lowered");
//! let summary = symbolic::check(&module, &lowered.texture, &lowered.kernel, &lowered.origins).expect("it is right");
//! assert_eq!((summary.messages, summary.slots), (1, 2));
//! // The parameters of both messages in the wrong order.
//! lowered.kernel.raws.reverse();
//! assert!(symbolic::check(&module, &lowered.texture, &lowered.kernel, &lowered.origins).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arithmetic;
mod claims;
mod content;
mod edges;
mod facts;
mod media;
mod message;
mod mismatch;
mod port;
mod runs;
mod truth;

use std::ops::Range;

use texvisa_ir::texture::{self, Block, InstData, Module, Value};
use texvisa_ir::visa::origin::{Meaning, Origin, Origins};
use texvisa_ir::visa::{Exec, Fence, Inst, Kernel, Raw, Region, Src, State, Var, VarDecl};

use content::{Content, Scope, What};
use edges::Edges;
use facts::Facts;
use message::Responses;
use mismatch::Mismatches;
use runs::{Place, Runs};
use truth::Truth;

pub use mismatch::Mismatch;

/// What was shown of a kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Sampler messages and media blocks.
    pub messages: usize,
    /// Slots that they were sent with.
    pub slots: usize,
    /// Slots and roles that they left out.
    pub omitted: usize,
    /// Channels of responses, and rows of blocks.
    pub channels: usize,
    /// Messages of the data port.
    pub accesses: usize,
    /// Parts of addresses, and channels of data, of these.
    pub access_operands: usize,
    /// Copies that keep what they copy.
    pub copies: usize,
    /// Copies to parameters.
    pub edge_copies: usize,
    /// Operands of arithmetic, comparisons and logic.
    pub operands: usize,
    /// Arguments, halves counted each.
    pub inputs: usize,
}

/// Shows that `kernel` carries out `texture`, a kernel of `module` after the texture passes, as far as
/// [the module](self) says.
///
/// # Errors
///
/// Every place where it does not, or where that cannot be seen; at most 64.
pub fn check(
    module: &Module,
    texture: &texture::Kernel,
    kernel: &Kernel,
    origins: &Origins,
) -> Result<Summary, Vec<Mismatch>> {
    let mut checker = Checker::new(module, texture, kernel, origins);
    if origins.insts.len() == kernel.insts.len() {
        checker.inputs();
        for (index, (inst, origin)) in kernel.insts.iter().zip(&origins.insts).enumerate() {
            checker.index = index;
            checker.step(inst, *origin);
        }
        checker.close_edge();
        checker.nothing_is_missing();
    } else {
        checker.out.add(
            None,
            None,
            || "an origin for each instruction".to_owned(),
            || format!("{} for {}", origins.insts.len(), kernel.insts.len()),
        );
    }
    if checker.out.list.is_empty() { Ok(checker.summary) } else { Err(checker.out.list) }
}

/// The walk along the text.
struct Checker<'k> {
    module: &'k Module,
    facts: Facts<'k>,
    kernel: &'k Kernel,
    origins: &'k Origins,
    /// Lanes of one half.
    half_lanes: u32,
    /// All lanes of a thread, as bits.
    all_lanes: u32,
    out: Mismatches<'k>,
    summary: Summary,
    runs: Runs<'k>,
    /// The stretch of straight code that is being walked.
    stretch: u32,
    responses: Responses<'k>,
    /// What was moved of the last media block.
    moved: Option<media::Moved>,
    edges: Edges,
    truth: Vec<Truth>,
    /// By state variable: the stretch in which it was set, and the entry.
    states: Vec<(u32, Option<u64>)>,
    /// The numbers of the instructions of the block that is being walked; of none where it is none.
    here: Range<u32>,
    entered: Vec<bool>,
    /// The number of the last instruction of the block that was carried out.
    last: u32,
    /// The vISA instruction that is being looked at.
    index: usize,
    /// The source's instruction that it carries out.
    source: Option<texture::Inst>,
    /// Whether the entry reaches that, which is then `here`.
    is_reached: bool,
}

impl<'k> Checker<'k> {
    fn new(module: &'k Module, texture: &'k texture::Kernel, kernel: &'k Kernel, origins: &'k Origins) -> Checker<'k> {
        let facts = Facts::new(texture);
        let edges = Edges::new(texture, facts.params);
        Checker {
            module,
            facts,
            kernel,
            origins,
            half_lanes: kernel.simd.exec_lanes(kernel.target),
            all_lanes: Exec::all(kernel.simd.lanes(), 0).lane_mask(),
            out: Mismatches { module, kernel, texture, list: Vec::new() },
            summary: Summary::default(),
            runs: Runs::new(kernel),
            stretch: 1,
            responses: Responses::new(texture),
            moved: None,
            edges,
            truth: vec![Truth::default(); kernel.preds.len()],
            states: vec![(0, None); kernel.states.len()],
            here: 0..0,
            entered: vec![false; texture.blocks.len()],
            last: 0,
            index: 0,
            source: None,
            is_reached: false,
        }
    }

    /// Reports the instruction that is being looked at.
    #[cold]
    fn wrong(&mut self, expected: impl FnOnce() -> String, found: impl FnOnce() -> String) {
        self.out.add(Some(self.index), self.source, expected, found);
    }

    /// Looks at one instruction. What is long and rare beside arithmetic is kept apart from this.
    fn step(&mut self, inst: &Inst, origin: Origin) {
        self.enter(origin);
        match inst {
            Inst::Label(_) | Inst::Branch { .. } | Inst::Return => {
                self.close_edge();
                self.here = 0..0;
                self.source = None;
                self.begin_stretch();
            }
            Inst::FloatControls(_) => {}
            Inst::Alu(alu) => self.alu(alu, origin),
            Inst::Compare { exec, dst, srcs, .. } => self.compare(*exec, *dst, srcs, origin),
            Inst::Predicate { op, exec, dst, srcs } => self.logic(*op, *exec, *dst, *srcs),
            Inst::SetPredicate { exec, dst, src } => self.set_predicate(*exec, *dst, *src),
            Inst::SetState { state, value } => {
                let entry = match value {
                    Src::Immediate { bits, .. } => Some(bits.get()),
                    Src::Register { .. } | Src::Vector { .. } => None,
                };
                if let Some(place) = self.states.get_mut(state.as_u32() as usize) {
                    *place = (self.stretch, entry);
                }
            }
            Inst::Sampler(message) => self.message(message),
            Inst::DataPort(port) => self.access(port),
            Inst::Media(block) => self.media(block),
            // No lowering emits these, so that none of them is any part of a source instruction.
            Inst::CompareInto { .. } | Inst::BitFunction(_) | Inst::Carry(_) => {
                self.wrong(|| "an instruction of lowering".to_owned(), || "another".to_owned());
            }
            Inst::Barrier => self.sync(None),
            Inst::Fence(fence) => self.sync(Some(*fence)),
        }
    }

    /// What was written so far is from here on known by claims alone.
    fn begin_stretch(&mut self) {
        self.stretch += 1;
        self.runs.forget();
    }

    /// Follows the source from one instruction to the next.
    #[inline]
    fn enter(&mut self, origin: Origin) {
        match origin {
            Origin::Inst(inst) if self.source == Some(inst) && self.is_reached => {}
            Origin::Inst(inst) => self.enter_inst(inst),
            Origin::Frame | Origin::Broadcast => {
                self.source = None;
                self.close_edge();
            }
            Origin::Edge(block, successor) => {
                self.source = None;
                self.open_edge(block, successor);
            }
        }
    }

    /// Begins another instruction of the source.
    fn enter_inst(&mut self, inst: texture::Inst) {
        self.close_edge();
        self.source = Some(inst);
        let number = self.facts.number(inst);
        self.is_reached = number != 0;
        if !self.here.contains(&number) {
            let Some((block, numbers)) = self.facts.block_of(number) else {
                return self.wrong(|| "an instruction that can be reached".to_owned(), || "none".to_owned());
            };
            self.here = numbers;
            self.last = 0;
            if std::mem::replace(&mut self.entered[block.as_u32() as usize], true) {
                self.wrong(|| "a block in one piece".to_owned(), || "the rest of it elsewhere".to_owned());
            }
        }
        if number < self.last {
            self.wrong(|| "the order of the source".to_owned(), || "a later instruction before".to_owned());
        }
        self.last = number;
    }

    /// A barrier, or a fence: the operation that it carries out has one instruction for all lanes, and the platform's
    /// fence.
    fn sync(&mut self, fence: Option<Fence>) {
        let kind = self.source.and_then(|inst| match self.facts.kernel.insts[inst] {
            InstData::Sync(kind) => Some((inst, kind)),
            _ => None,
        });
        let platform = self.kernel.target.platform();
        match kind {
            Some((inst, kind)) if Fence::of(kind, platform) == fence => {
                if !self.responses.sync(inst) {
                    self.wrong(|| format!("one `{}`", kind.name()), || "another".to_owned());
                }
            }
            kind => {
                let expected = || kind.map_or("nothing", |(_, kind)| kind.name()).to_owned();
                self.wrong(expected, || fence.map_or("barrier", Fence::name).to_owned());
            }
        }
    }

    /// What the lanes of `exec` read, before modifiers.
    fn read(&self, src: &Src, exec: Exec) -> Content {
        match *src {
            Src::Immediate { ty, bits } => Content::number(bits.get(), ty.bytes()),
            // Lowering emits none.
            Src::Vector { .. } => Content::UNKNOWN,
            Src::Register { var, offset, region, .. } => {
                let Some(decl) = self.kernel.vars.get(var) else { return Content::UNKNOWN };
                let each_its_own = region == Region::CONTIGUOUS && exec.lanes != 1;
                if !each_its_own && region != Region::SCALAR && exec.lanes != 1 {
                    return Content::UNKNOWN;
                }
                let count = if each_its_own { exec.lanes.into() } else { 1 };
                let found = self.elements(var, decl, offset.into(), count);
                if each_its_own {
                    return found;
                }
                // One element is everybody's only where it was written for everybody, or one lane's where only that
                // reads it.
                let shared = found.scope == Scope::Everywhere || matches!(found.what, What::Residency(_));
                let alone = exec.lanes == 1 && !exec.nomask;
                if shared || alone { found } else { Content::UNKNOWN }
            }
        }
    }

    /// What the `count` elements are that begin at byte `offset` of `var`.
    #[inline(always)]
    fn elements(&self, var: Var, decl: &VarDecl, offset: u32, count: u32) -> Content {
        let bytes = decl.ty.bytes();
        let place = self.runs.place(var, decl, offset);
        match self.runs.written(place, count * bytes) {
            Some(content) if u32::from(content.bytes) == bytes => *content,
            Some(_) => Content::UNKNOWN,
            None => self.scattered(var, offset, place, count, bytes),
        }
    }

    /// The same, of elements that were not written at a time, or in another stretch.
    #[inline(never)]
    fn scattered(&self, var: Var, offset: u32, place: Place, count: u32, bytes: u32) -> Content {
        let content = match self.runs.find(place, count * bytes) {
            Some(content) => content,
            None => self.home(var, offset, count),
        };
        if u32::from(content.bytes) == bytes && offset & (bytes - 1) == 0 { content } else { Content::UNKNOWN }
    }

    /// What the elements of an operand of a message are, if they have `bytes` each.
    fn read_raw(&self, raw: Raw, count: u32, bytes: u32) -> Content {
        match self.kernel.vars.get(raw.var) {
            Some(decl) if decl.ty.bytes() == bytes => self.elements(raw.var, decl, u32::from(raw.offset), count),
            _ => Content::UNKNOWN,
        }
    }

    /// Whether the lanes of `exec` have `value` in the elements from byte `offset` of `var` on, where one look shows
    /// it: they were written at a time and with what no other value is made of, or elsewhere and the variable is its
    /// home.
    #[inline(always)]
    fn has_plainly(&self, var: Var, decl: &VarDecl, offset: u16, exec: Exec, value: Value) -> bool {
        let bytes = decl.ty.bytes();
        let place = self.runs.place(var, decl, offset.into());
        match self.runs.written(place, u32::from(exec.lanes) * bytes) {
            Some(found) => {
                let is_value = u32::from(found.bytes) == bytes && self.facts.is_plainly(value, found.what);
                is_value && found.scope.serves(exec)
            }
            None => offset == 0 && self.is_home(var, decl, place, exec, value),
        }
    }

    /// Whether the lanes of `exec` have an element of `value` in elements of that content.
    #[inline]
    fn is(&self, content: Content, value: Value, element: u8, exec: Exec) -> bool {
        if content.what == (What::Value { value, element }) && content.scope.serves(exec) {
            return true;
        }
        let leaf = self.facts.leaf(value, element);
        leaf == facts::Leaf::Undefined || leaf.is(content) && content.scope.serves(exec)
    }

    /// Whether a state variable was set to that entry, here and not elsewhere.
    fn is_set(&self, state: State, entry: Option<u32>) -> bool {
        let known = self.states.get(state.as_u32() as usize);
        entry.is_some() && known == Some(&(self.stretch, entry.map(u64::from)))
    }

    /// After the walk: each operation has been served, and each edge assigned.
    fn nothing_is_missing(&mut self) {
        let texture = self.facts.kernel;
        let blocks: Vec<Block> = self.facts.blocks().collect();
        for block in blocks {
            for inst in &texture.blocks[block].insts {
                if matches!(texture.insts[*inst], InstData::Texture(_) | InstData::Memory(_) | InstData::Sync(_)) {
                    let (all, served) = (self.all_lanes, self.responses.take_served(*inst));
                    if served & all != all {
                        let expected = || format!("messages for lanes {all:#x}");
                        self.out.add(None, Some(*inst), expected, || format!("messages for {served:#x}"));
                    }
                }
            }
            self.edges_are_written(block);
        }
    }

    /// What some elements are, for a report.
    fn describe(&self, content: Content) -> String {
        let lanes = match content.scope {
            Scope::Everywhere => "the same in all lanes".to_owned(),
            Scope::Lanes { first } => format!("lanes from {first}"),
            Scope::Copied { first } => format!("lanes from {first}, of those that were active a copy"),
            Scope::Spread { first } => format!("the same in lanes from {first}"),
        };
        let what = match content.what {
            What::Unknown => return "nothing that is known".to_owned(),
            What::Value { value, element } => self.describe_value(value, element),
            What::Widened { value, element } => format!("{}, widened", self.describe_value(value, element)),
            What::Constant(number) => return format!("{:#x}", number.get()),
            What::Sum { value, element, addend } => format!("{} + {addend}", self.describe_value(value, element)),
            What::Next(value) => format!("the next {}", self.describe_value(value, 0)),
            What::Residency(_) => "a bit a lane for residency".to_owned(),
            What::Operand { operand, .. } => format!("operand {operand}, converted"),
            What::Work(_) => "a result of this instruction".to_owned(),
        };
        format!("{what}, {lanes}")
    }

    /// An element of a value, for a report.
    fn describe_value(&self, value: Value, element: u8) -> String {
        let (value, element) = match self.facts.leaf(value, element) {
            facts::Leaf::Constant(bits) => return format!("{bits:#x}"),
            facts::Leaf::Undefined => return "anything".to_owned(),
            facts::Leaf::Value { value, element } => (value, element),
        };
        let name = match self.facts.kernel.value_name(value) {
            Some(name) => format!("%{name}"),
            None => value.to_string(),
        };
        if self.facts.kernel.ty(value).is_scalar() { name } else { format!("element {element} of {name}") }
    }
}
