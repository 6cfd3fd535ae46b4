//! Coalesces copies: gives both sides of a copy one location, so that the copy is an identity copy and emits no code.
//!
//! Lowering fills payloads and block parameters by copies. Coalescing takes the copies one after the other: first those of
//! [rows of vectors](crate::vector_rows), then the others, and of both those of inner loops first. Each variable begins as a
//! *congruence class* of its own. The classes of the two sides of a copy become one, in one backing variable, at the offset
//! that gives both sides one location, unless
//!
//! - two register units that would overlap *interfere*: they are live at the same time, and no exception holds.
//!   First exception: both hold the same value. One is a copy of the other, or both are copies of a third, the source
//!   is not redefined while the copy is live, and each copy is an identity copy here, or the other register unit is not
//!   live at it. Second exception: an instruction uses one register unit for the last time and defines the other lane
//!   by lane in the same registers. Third exception: they give each lane the same bytes (see
//!   [`lane_patterns`](crate::lane_patterns)), and they are live at the same time only because lanes are pending: on
//!   each path that one lane can take they are not, or one of the other exceptions holds;
//! - one of the variables has a fixed location: r0 and the arguments;
//! - one is uniform and the other divergent, but for the rows of a uniform vector of dwords or qwords, of which a register has
//!   several; or both are uniform and differ in size;
//! - one would begin in the middle of a register of the other, but for values of at most half a register that no message names:
//!   the rows of a vector of bytes at SIMD16 are two to a register. `WaveletDenoise` of ImageMagick has 48 of them; with a register
//!   for each, GenX_IR made 1,147 instructions and spilled 2,560 bytes, for 763 and none;
//! - the class would be longer than [`MAX_CLASS_REGISTERS`] and than each of the two, too long to find registers for it;
//! - a register of the two classes has more than 2048 segments together (`MAX_SEGMENTS`).
//!
//! Then an instruction that uses part of one class for the last time, and defines part of another lane by lane, is taken
//! like a copy, as long as the class does not become longer: a payload that is computed from a response has its
//! registers.
//!
//! Where the registers do not hold the result, [`coalesce_crowded()`] begins again, and leaves the copies that cost more
//! registers than they save: a class has all of its registers as long as one of its members is live, so that a value
//! that lives long would keep the registers of a whole payload (see [`pressure`](crate::pressure)). The copies of a block to one
//! class are weighed together, too: values that begin and end with each other take as many registers with the class as without.
//! Of `MersenneTwister` of NVIDIA's samples at SIMD32, GenX_IR spilled 1,408 bytes where each of 38 rows of a vector was weighed
//! alone, and spills nothing. Copies from row to row are never left: all of them together save the registers of a vector, and one
//! alone saves nothing.
//!
//! There, an instruction that uses a value for the last time and defines another is taken like a copy, too, if the value is part
//! of a class, or both are live for a short time and the first in one block: what Intel's finalizer spills is chosen by how many
//! instructions name a variable (see `SHORT`). Some kernels are spilled less without: [`coalesce_apart()`] is for these, and
//! [`spill_messages()`](crate::spill_messages()) tells which they are.
//!
//! A copy that is not coalesced stays. The result is written into the kernel as the storage of its variables: each
//! member of a class becomes a subregister of the backing variable of the class.

use std::cell::{Cell, OnceCell};

use cranelift_entity::{EntityRef, EntitySet, packed_option::PackedOption};
use texvisa_ir::visa::{Align, DataType, Grf, Inst, Region, Src, Storage, Var, VarDecl, VisaKernel};

use crate::class_segments::{ClassSegment, ClassSegments, RegisterSegments};
use crate::control_flow::ThreadFlow;
use crate::lane_patterns::LanePatterns;
use crate::liveness::Liveness;
use crate::pressure::Crowded;
use crate::shared_registers::SharedRegisters;
use crate::uses_defs::{Segment, VarCopy};
use crate::vector_rows::VectorRows;

/// The longest backing variable of a class, in registers: about twice the longest payload.
pub const MAX_CLASS_REGISTERS: u32 = 24;

/// The most segments that a register of a class may have, so that coalescing takes time in proportion to the kernel.
const MAX_SEGMENTS: usize = 2048;

/// How many copies of copies are followed, so that this takes time in proportion to the kernel.
const MAX_CHAIN: usize = 16;

/// The part of the registers that is kept free where registers are scarce, as free ones are not in a row.
const FREE_PART: u32 = 8;

/// Where at most one instruction of so many is crowded, the result of [`coalesce()`] stays.
///
/// Before it assigns registers, GenX_IR 1.0.12504.6 orders instructions for fewer registers, which it can where each variable
/// is defined once; a chain of values in one variable keeps its order. Of 14 kernels of Paddle-Lite that it spilled and
/// Intel's compiler's code not, four have no spills for that; a part of 4 costs warp_kernel of darktable 4% more instructions.
const CROWDED_PART: usize = 10;

/// How many registers a copy may cost, summed over the instructions where registers are scarce. Spilling a value costs
/// more than a copy.
const COPY_WORTH: i64 = 64;

/// For how many instructions at the most a value is live that shares its registers with what is computed from it, divided
/// by how many times too many registers are taken: chains that are spilled all the same are spilled at every link.
///
/// GenX_IR 1.0.12504.6 spills variables that few instructions name, however short they are live, before those that many
/// name. Of chains of short values it so spills every link, unless they are one variable. In 44 kernels of darktable that
/// spill, it makes 13,395 messages without such chains, 12,521 with this number at 24, 11,280 at 64 and 11,260 at 100,
/// undivided. Values of several blocks are left alone: with them, three kernels with many branches have more messages than
/// without chains.
const SHORT: u32 = 64;

/// The alignment of a variable that begins in the middle of a register, though it would begin at one alone: that of a piece of it.
const IN_REGISTER: Align = Align::Oword;

/// How many copies coalescing removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoalesceReport {
    /// The copies in the kernel.
    pub copies: u32,
    /// Those of them that are identity copies now.
    pub coalesced: u32,
}

/// Coalesces the copies of `kernel`, whose live ranges are `liveness`.
pub fn coalesce(kernel: &mut VisaKernel, liveness: &Liveness) -> CoalesceReport {
    run(kernel, liveness, None, Updates::OfParts)
}

/// Coalesces the copies of `kernel` again, which [`coalesce()`] left with a storage for which a file of `registers` is
/// too small: leaves the copies that cost more registers than they save. Does nothing where registers are scarce at few
/// instructions (see `CROWDED_PART`).
pub fn coalesce_crowded(kernel: &mut VisaKernel, liveness: &Liveness, registers: u32) -> Option<CoalesceReport> {
    run_crowded(kernel, liveness, registers, Updates::Chains)
}

/// The same, where a value that is computed from another has a variable of its own unless both are parts of a class: some kernels
/// are spilled less so.
pub fn coalesce_apart(kernel: &mut VisaKernel, liveness: &Liveness, registers: u32) -> Option<CoalesceReport> {
    run_crowded(kernel, liveness, registers, Updates::OfParts)
}

fn run_crowded(
    kernel: &mut VisaKernel,
    liveness: &Liveness,
    registers: u32,
    updates: Updates,
) -> Option<CoalesceReport> {
    let crowded = Crowded::new(kernel, liveness, registers - registers / FREE_PART);
    if !crowded.is_more_than_one_of(CROWDED_PART) {
        return None;
    }
    uncoalesce(kernel, liveness.reg_units.variables());
    Some(run(kernel, liveness, Some(&crowded), updates))
}

/// Gives the variables of a kernel the storage that they had before its copies were coalesced. There were `known` variables then; those
/// behind them back classes, and go.
pub fn uncoalesce(kernel: &mut VisaKernel, known: usize) {
    kernel.vars = kernel.vars.values().copied().take(known).collect();
    for decl in kernel.vars.values_mut() {
        if matches!(decl.storage, Storage::Subregister { of, .. } if of.index() >= known) {
            decl.storage = Storage::Own;
        }
        if decl.align == IN_REGISTER {
            decl.align = Align::Grf;
        }
    }
}

/// Which instructions are taken like copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Updates {
    /// What defines a part of a class from a part of another.
    OfParts,
    /// Also what ends a part of a class, or is a link of a chain of short values.
    Chains,
}

fn run(
    kernel: &mut VisaKernel,
    liveness: &Liveness,
    crowded: Option<&Crowded<'_>>,
    updates: Updates,
) -> CoalesceReport {
    let mut coalescer = Coalescer::new(kernel, liveness, crowded);
    let mut report = CoalesceReport { copies: liveness.copies.len() as u32, coalesced: 0 };
    let rows = VectorRows::new(kernel, liveness);
    for growth in [Growth::AtAnyCost, Growth::Allowed] {
        let is_now = |copy: &&VarCopy| rows.are_copied(copy) == (growth == Growth::AtAnyCost);
        for copies in inner_first(&liveness.copies, &liveness.flow) {
            let worth = if growth == Growth::Allowed { coalescer.worth_together(copies) } else { EntitySet::new() };
            for copy in copies.iter().filter(is_now) {
                let growth = if worth.contains(copy.to) { Growth::AtAnyCost } else { growth };
                report.coalesced += u32::from(coalescer.coalesce_copy(copy.to, copy.from, growth));
            }
        }
    }
    coalescer.coalesce_updates(updates);
    let classes = coalescer.classes;
    write_storage(kernel, &classes);
    report
}

/// The copies of each block, those of inner loops before those of outer ones, and otherwise in their order.
fn inner_first<'a>(copies: &'a [VarCopy], flow: &ThreadFlow) -> impl Iterator<Item = &'a [VarCopy]> + use<'a> {
    // By depth: the copies of each block.
    let mut by_depth: Vec<Vec<&[VarCopy]>> = Vec::new();
    let mut rest = copies;
    for block in &flow.blocks {
        let (own, behind) = rest.split_at(rest.iter().take_while(|copy| copy.inst < block.end).count());
        let depth = block.depth as usize;
        by_depth.resize(by_depth.len().max(depth + 1), Vec::new());
        by_depth[depth].push(own);
        rest = behind;
    }
    by_depth.into_iter().rev().flatten()
}

/// What the register unit that a copy defines is equal to, if the copy is its only def.
#[derive(Clone, Copy, Debug, Default)]
struct EqualTo {
    /// The register unit whose value it holds as long as it is live.
    copied_from: PackedOption<Var>,
    /// The same, through copies of copies.
    first_source: PackedOption<Var>,
}

/// For whom two register units have equal values.
#[derive(Clone, Copy, Debug)]
enum Scope {
    /// All lanes of the thread have equal values.
    Thread,
    /// One lane has, on each path that it can take.
    Lane,
}

/// Whether a class may become longer than each of the two that it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Growth {
    /// It may, up to [`MAX_CLASS_REGISTERS`].
    Allowed,
    /// It may as well, where registers are scarce also if the copy is not worth these.
    AtAnyCost,
    /// It may not.
    Forbidden,
}

/// The number of no class.
const NONE: u32 = u32::MAX;

/// A congruence class: a variable, and the others whose copies were coalesced with it.
#[derive(Clone, Copy, Debug)]
struct CongruenceClass {
    /// The variable that the class began with.
    root: Var,
    /// The class that it is part of, at first itself, and from which byte of that on.
    now: u32,
    start: u32,
    /// The next member of the class that it is part of.
    next: u32,
    /// The last member of this class.
    last: u32,
    /// Its first register among those of all classes, and how many it has; none if its location is fixed.
    registers: u32,
    count: u32,
    /// The size of its variable.
    bytes: u32,
    /// Whether it is a uniform value, which takes less than a register.
    uniform: bool,
    /// Whether its location is fixed.
    fixed: bool,
}

/// Two classes to be coalesced: `b` into `a`, from byte `start` of `a` on.
#[derive(Clone, Copy)]
struct Candidate {
    a: u32,
    b: u32,
    start: i64,
}

struct Coalescer<'a> {
    kernel: &'a VisaKernel,
    liveness: &'a Liveness,
    /// Where registers are scarce, if that counts.
    crowded: Option<&'a Crowded<'a>>,
    /// The copy that was looked up last: the next is near it.
    last_copy: Cell<u32>,
    /// By copy, once it has been looked up.
    equal_to: Vec<Cell<Option<EqualTo>>>,
    /// The same for one lane, and the lane patterns, once they are asked for.
    equal_to_for_lane: OnceCell<Vec<Cell<Option<EqualTo>>>>,
    lane_patterns: OnceCell<LanePatterns<'a>>,
    shared: SharedRegisters<'a>,
    classes: Vec<CongruenceClass>,
    /// For each variable that backs itself, one more than the number of its class, once it has one.
    class_of: Vec<u32>,
    /// The registers of each class, one after the other.
    registers: Vec<RegisterSegments>,
    segments: ClassSegments<'a>,
    /// Variables whose location is fixed.
    fixed: EntitySet<Var>,
    grf: Grf,
}

impl<'a> Coalescer<'a> {
    fn new(kernel: &'a VisaKernel, liveness: &'a Liveness, crowded: Option<&'a Crowded<'a>>) -> Coalescer<'a> {
        let mut fixed = EntitySet::new();
        for input in &kernel.inputs {
            fixed.insert(kernel.backing(input.var).0);
        }
        Coalescer {
            kernel,
            liveness,
            crowded,
            last_copy: Cell::new(0),
            equal_to: vec![Cell::new(None); liveness.copies.len()],
            equal_to_for_lane: OnceCell::new(),
            lane_patterns: OnceCell::new(),
            shared: SharedRegisters::new(kernel),
            classes: Vec::with_capacity(liveness.copies.len() / 2 * 3),
            class_of: vec![0; kernel.vars.len()],
            registers: Vec::with_capacity(liveness.copies.len() * 2),
            segments: ClassSegments::with_capacity(liveness, liveness.copies.len()),
            fixed,
            grf: kernel.grf(),
        }
    }

    /// The number of the copy that is the only def of `reg_unit`, if there is one.
    fn only_copy(&self, reg_unit: Var) -> Option<u32> {
        let copy = self.liveness.only_copy(reg_unit, self.last_copy.get())?;
        self.last_copy.set(copy);
        Some(copy)
    }

    fn lane_patterns(&self) -> &LanePatterns<'a> {
        self.lane_patterns.get_or_init(|| LanePatterns::new(self.kernel, self.liveness))
    }

    /// What `reg_unit` is equal to. It holds the value of another register unit if a copy is its only def, and the
    /// other is not defined while it is live.
    fn equal_to(&self, reg_unit: Var, of: Scope) -> EqualTo {
        let Some(copy) = self.only_copy(reg_unit) else { return EqualTo::default() };
        let known = match of {
            Scope::Thread => &self.equal_to,
            Scope::Lane => self.equal_to_for_lane.get_or_init(|| vec![Cell::new(None); self.liveness.copies.len()]),
        };
        let known = &known[copy as usize];
        if let Some(same) = known.get() {
            return same;
        }
        let from = self.copied_from(reg_unit, of);
        let mut same = EqualTo { copied_from: from.into(), first_source: from.into() };
        // A copy of a copy holds the first value, too, unless the first register unit is defined while the copy is
        // live.
        let mut walk = from;
        for _ in 1..MAX_CHAIN {
            walk =
                walk.and_then(|from| self.copied_from(from, of)).filter(|from| self.keeps_value(*from, reg_unit, of));
            let Some(from) = walk else { break };
            same.first_source = Some(from).into();
        }
        known.set(Some(same));
        same
    }

    /// The register unit whose value `reg_unit` holds as long as it is live.
    fn copied_from(&self, reg_unit: Var, of: Scope) -> Option<Var> {
        let VarCopy { to, from, .. } = self.liveness.copies[self.only_copy(reg_unit)? as usize];
        (to == reg_unit && self.keeps_value(from, to, of)).then_some(from)
    }

    /// Whether `from` is not defined while `to` is live.
    fn keeps_value(&self, from: Var, to: Var, of: Scope) -> bool {
        // What other lanes define leaves what a lane has, if both have lane patterns.
        let path = match of {
            Scope::Lane => self
                .liveness
                .path_segments(to)
                .filter(|_| [from, to].iter().all(|reg_unit| self.lane_patterns().lanes(*reg_unit, 0).is_some())),
            Scope::Thread => None,
        };
        let not_in = |segment: &Segment| !self.liveness.is_defined_in(from, *segment);
        path.unwrap_or_else(|| self.liveness.segments(to)).iter().all(not_in)
    }

    /// The number of the class that a variable begins with, which is made where there is none yet.
    #[inline]
    fn class(&mut self, root: Var) -> usize {
        match self.class_of[root.index()].checked_sub(1) {
            Some(class) => class as usize,
            None => self.new_class(root),
        }
    }

    #[inline(never)]
    fn new_class(&mut self, root: Var) -> usize {
        let number = self.classes.len() as u32;
        let decl = &self.kernel.vars[root];
        let bytes = decl.bytes();
        let fixed = matches!(decl.storage, Storage::R0 | Storage::Predefined(_)) || self.fixed.contains(root);
        let registers = self.registers.len();
        let count = if fixed { 0 } else { self.grf.holding(bytes) };
        if self.liveness.reg_units.is_register_unit(root) {
            self.registers.extend((0..count).map(|rank| RegisterSegments::One { reg_unit: root, rank }));
        } else if !fixed {
            self.registers.resize(registers + count as usize, RegisterSegments::Free);
            self.add_units(root, 0, registers);
        }
        self.classes.push(CongruenceClass {
            root,
            now: number,
            start: 0,
            next: NONE,
            last: number,
            registers: registers as u32,
            count,
            bytes,
            uniform: decl.align != Align::Grf,
            fixed,
        });
        self.class_of[root.index()] = number + 1;
        number as usize
    }

    /// Adds the segments of the register units of `whole`, which begins `start` bytes behind register `first_register`.
    fn add_units(&mut self, whole: Var, start: u32, first_register: usize) {
        for (inner, first, end) in self.liveness.reg_units.subregisters(whole) {
            if !self.liveness.reg_units.is_register_unit(inner) {
                self.add_units(inner, start + first, first_register);
                continue;
            }
            for (rank, register) in (0..).zip(self.grf.at(start + first)..self.grf.holding(start + end)) {
                let register = &mut self.registers[first_register + register as usize];
                let segment = RegisterSegments::One { reg_unit: inner, rank };
                *register = if let RegisterSegments::Free = register {
                    segment
                } else {
                    self.segments.join(*register, segment)
                };
            }
        }
    }

    /// Coalesces what instructions update: see [the module](self).
    fn coalesce_updates(&mut self, updates: Updates) {
        let kernel = self.kernel;
        let chains = updates == Updates::Chains;
        for inst in &kernel.insts {
            let Inst::Alu(alu) = inst else { continue };
            let to = kernel.unaliased(alu.dst.var);
            if alu.predicate.is_some() || !chains && !self.is_part(to) {
                continue;
            }
            for src in &alu.srcs[..alu.op.sources()] {
                let Src::Register { var, .. } = *src else { continue };
                let from = kernel.unaliased(var);
                let are_short = || chains && self.is_short(from) && self.is_short(to) && self.is_local(from);
                let both = self.is_part(from) || are_short();
                if from != to && both && self.is_lane_by_lane(inst, from, to) {
                    self.coalesce_copy(to, from, Growth::Forbidden);
                }
            }
        }
    }

    /// Whether a register unit is live for a short time alone.
    fn is_short(&self, reg_unit: Var) -> bool {
        let segments = self.liveness.segments(reg_unit);
        let most = SHORT / self.crowded.map_or(1, |crowded| crowded.times.max(1));
        segments.first().zip(segments.last()).is_some_and(|(first, last)| last.1 - first.0 <= 2 * most)
    }

    /// Whether a register unit is live in one block alone.
    fn is_local(&self, reg_unit: Var) -> bool {
        let (segments, flow) = (self.liveness.segments(reg_unit), &self.liveness.flow);
        segments.first().zip(segments.last()).is_some_and(|(first, last)| {
            let block = &flow.blocks[flow.block_of(first.0 / 2) as usize];
            last.1 <= 2 * block.end
        })
    }

    /// Whether a variable has some registers of a longer class.
    fn is_part(&self, var: Var) -> bool {
        let (root, _) = self.kernel.backing(var);
        let bytes = self.kernel.vars[var].bytes();
        match self.class_of[root.index()].checked_sub(1) {
            Some(class) => {
                let class = &self.classes[self.classes[class as usize].now as usize];
                class.count > self.grf.holding(bytes)
            }
            None => self.kernel.vars[root].bytes() > bytes,
        }
    }

    /// Tries to coalesce a copy; whether both of its sides have one location now.
    fn coalesce_copy(&mut self, to: Var, from: Var, growth: Growth) -> bool {
        let (to_root, to_bytes) = self.kernel.backing(to);
        let (from_root, from_bytes) = self.kernel.backing(from);
        let (to_class, from_class) = (self.class(to_root), self.class(from_root));
        let (to_class, from_class) = (&self.classes[to_class], &self.classes[from_class]);
        let (to_start, from_start) = (to_class.start + to_bytes, from_class.start + from_bytes);
        let (a, b) = (to_class.now, from_class.now);
        if a == b {
            return to_start == from_start;
        }
        // The members of one class are alike in this.
        if to_class.fixed || from_class.fixed {
            return false;
        }
        let start = i64::from(to_start) - i64::from(from_start);
        let is_possible = match [a, b].map(|class| &self.classes[class as usize]) {
            [to, from] if to.uniform && from.uniform => to.bytes == from.bytes && start == 0,
            // A row of a uniform vector.
            [to, from] if from.uniform => growth == Growth::AtAnyCost && self.is_within(from.bytes, start, to.count),
            [to, from] if to.uniform => {
                return growth == Growth::AtAnyCost
                    && self.is_within(to.bytes, -start, from.count)
                    && self.coalesce_classes(Candidate { a: b, b: a, start: -start }, growth);
            }
            [to, from] if self.grf.whole(start).is_none() => {
                let [is_in_to, is_in_from] = [(b, start, to.count), (a, -start, from.count)]
                    .map(|(class, start, registers)| self.is_short_row_within(class, start, registers));
                return if is_in_to {
                    self.coalesce_classes(Candidate { a, b, start }, growth)
                } else {
                    is_in_from && self.coalesce_classes(Candidate { a: b, b: a, start: -start }, growth)
                };
            }
            _ => true,
        };
        is_possible && self.coalesce_classes(Candidate { a, b, start }, growth)
    }

    /// Whether a class may begin at a byte of so many registers that is in the middle of one: its members all begin with it, have a
    /// piece of a register at the most, and may share it.
    fn is_short_row_within(&self, class: u32, start: i64, registers: u32) -> bool {
        let is_at = |start: u32| self.grf.at(start) < registers && start.is_multiple_of(Grf::PIECE_BYTES);
        let is_short = |member: &CongruenceClass| member.start == 0 && member.bytes <= Grf::PIECE_BYTES;
        self.classes[class as usize].count == 1
            && u32::try_from(start).is_ok_and(is_at)
            && members(&self.classes, &self.classes[class as usize])
                .all(|member| is_short(member) && self.shared.may_begin_within(member.root))
    }

    /// Whether a uniform value may begin at a byte of so many registers: a dword or a qword, at a multiple of its size.
    fn is_within(&self, bytes: u32, start: i64, registers: u32) -> bool {
        let is_at = |start: u32| self.grf.at(start) < registers && start.is_multiple_of(bytes);
        matches!(bytes, 4 | 8) && u32::try_from(start).is_ok_and(is_at)
    }

    /// Coalesces two classes, unless they interfere.
    fn coalesce_classes(&mut self, candidate: Candidate, growth: Growth) -> bool {
        let Candidate { a, b, start: first_byte } = candidate;
        let at = first_byte.div_euclid(self.grf.bytes().into());
        let (own, other) = (&self.classes[a as usize], &self.classes[b as usize]);
        let (count, other_count) = (i64::from(own.count), i64::from(other.count));
        let (start, end) = (at.min(0), count.max(at + other_count));
        let longest = match growth {
            Growth::Allowed | Growth::AtAnyCost => i64::from(MAX_CLASS_REGISTERS).max(count).max(other_count),
            Growth::Forbidden => count.max(other_count),
        };
        if end - start > longest {
            return false;
        }
        let (mut registers, other) = (own.registers as usize, other.registers as usize);
        let both = at.max(0)..count.min(at + other_count);
        let shared_registers = both.map(|register| {
            (self.registers[registers + register as usize], self.registers[other + (register - at) as usize])
        });
        if shared_registers.into_iter().any(|(a, b)| self.interfere(candidate, a, b)) {
            return false;
        }
        let costs = growth != Growth::AtAnyCost;
        if costs && self.crowded.is_some_and(|crowded| self.waste(crowded, &[candidate.a, candidate.b], end - start)) {
            return false;
        }
        let grown = (-start) as usize;
        if end - start > count {
            let first = self.registers.len();
            self.registers.resize(first + (end - start) as usize, RegisterSegments::Free);
            self.registers.copy_within(registers..registers + count as usize, first + grown);
            registers = first;
        }
        let first = registers + (at - start) as usize;
        for register in 0..other_count as usize {
            self.registers[first + register] =
                self.segments.join(self.registers[first + register], self.registers[other + register]);
        }
        self.move_members(a, a, grown as u32 * self.grf.bytes());
        self.move_members(b, a, (first_byte - start * i64::from(self.grf.bytes())) as u32);
        let CongruenceClass { last: behind, .. } = self.classes[a as usize];
        self.classes[behind as usize].next = b;
        let CongruenceClass { last, .. } = self.classes[b as usize];
        let class = &mut self.classes[a as usize];
        *class = CongruenceClass { last, registers: registers as u32, count: (end - start) as u32, ..*class };
        true
    }

    /// The targets of `copies`, all of one block, that are parts of classes which take hardly more registers with the values that
    /// are copied to them than without: of the rows of a vector, each alone would have all of its registers for its own sake.
    fn worth_together(&mut self, copies: &[VarCopy]) -> EntitySet<Var> {
        let mut worth = EntitySet::new();
        let Some(crowded) = self.crowded else { return worth };
        let mut parts: Vec<(u32, u32, Var)> = Vec::new();
        for copy in copies {
            let [to, from] = [copy.to, copy.from].map(|var| self.now(var));
            let [to_class, from_class] = [to, from].map(|class| &self.classes[class as usize]);
            let fixed = to_class.fixed || from_class.fixed || to_class.uniform || from_class.uniform;
            if to != from && !fixed && from_class.count < to_class.count {
                parts.push((to, from, copy.to));
            }
        }
        // What goes to several classes can be coalesced with one of them alone.
        parts.sort_unstable_by_key(|(to, from, var)| (*from, *to, *var));
        let mut parts: Vec<_> = parts
            .chunk_by(|a, b| a.1 == b.1)
            .filter(|of_one| of_one.iter().all(|part| part.0 == of_one[0].0))
            .flatten()
            .copied()
            .collect();
        parts.sort_unstable();
        for of_one in parts.chunk_by(|a, b| a.0 == b.0).filter(|of_one| of_one.len() > 1) {
            let mut classes: Vec<u32> = of_one.iter().map(|(_, from, _)| *from).collect();
            classes.dedup();
            classes.push(of_one[0].0);
            let count = self.classes[of_one[0].0 as usize].count;
            if !self.waste(crowded, &classes, count.into()) {
                worth.extend(of_one.iter().map(|(_, _, to)| *to));
            }
        }
        worth
    }

    /// The number of the class that a variable is part of now.
    fn now(&mut self, var: Var) -> u32 {
        let root = self.kernel.backing(var).0;
        let class = self.class(root);
        self.classes[class].now
    }

    /// Whether a class of `count` registers, made of some, takes so many more registers than these that their copies are
    /// better kept.
    fn waste(&self, crowded: &Crowded<'_>, classes: &[u32], count: i64) -> bool {
        if classes.iter().all(|class| i64::from(self.classes[*class as usize].count) == count) {
            return false;
        }
        let mut all: Vec<Segment> = Vec::new();
        let mut apart = 0;
        for class in classes {
            let class = &self.classes[*class as usize];
            let before = all.len();
            let mut in_parts = false;
            for register in &self.registers[class.registers as usize..][..class.count as usize] {
                self.segments.for_each(*register, |segment| {
                    all.push(segment.segment);
                    in_parts |= self.grf.holding(self.kernel.vars[segment.reg_unit].bytes()) < class.count;
                });
            }
            apart += i64::from(class.count) * i64::from(crowded.count_in(&mut all[before..], in_parts));
        }
        count * i64::from(crowded.count_in(&mut all, true)) - apart > COPY_WORTH * (classes.len() as i64 - 1)
    }

    /// Makes the members of class `from` members of class `to`, `bytes` further on.
    fn move_members(&mut self, from: u32, to: u32, bytes: u32) {
        if from == to && bytes == 0 {
            return;
        }
        let mut member = from;
        while let Some(class) = self.classes.get_mut(member as usize) {
            class.now = to;
            class.start += bytes;
            member = class.next;
        }
    }

    /// Whether two register units in these registers of the classes interfere, or there are too many segments to tell.
    fn interfere(&self, candidate: Candidate, a: RegisterSegments, b: RegisterSegments) -> bool {
        let (of_a, of_b) = (self.segments.extent(a), self.segments.extent(b));
        if of_a.count + of_b.count > MAX_SEGMENTS {
            return true;
        }
        // Most are live one after the other.
        if of_a.end <= of_b.start || of_b.end <= of_a.start {
            return false;
        }
        let (few, many) = if of_a.count < of_b.count { (a, b) } else { (b, a) };
        self.segments.any(few, |segment| {
            self.segments.any_overlapping(many, segment.segment, |other| {
                self.share_dwords(candidate, segment.reg_unit, other.reg_unit)
                    && self.disturb(candidate, segment, other, Scope::Thread)
                    && !self.are_apart_by_lane(candidate, segment, other)
            })
        })
    }

    /// Whether two register units that are in one register have dwords of it in common: uniform values may be beside each other. Those
    /// that share a dword count, too, where each has bytes of its own, as the [check](mod@crate::check) of registers knows dwords alone.
    fn share_dwords(&self, candidate: Candidate, a: Var, b: Var) -> bool {
        let [bytes_of_a, bytes_of_b] = [a, b].map(|reg_unit| i64::from(self.kernel.vars[reg_unit].bytes()));
        if bytes_of_a.max(bytes_of_b) >= i64::from(self.grf.bytes())
            || [a, b].iter().any(|unit| self.shared.is_spilled(*unit))
        {
            return true;
        }
        let dwords = |start: i64, bytes: i64| (start.div_euclid(4), (start + bytes - 1).div_euclid(4));
        match (self.location(candidate, a), self.location(candidate, b)) {
            (Some(a), Some(b)) => {
                let (first_of_a, last_of_a) = dwords(a, bytes_of_a);
                let (first_of_b, last_of_b) = dwords(b, bytes_of_b);
                first_of_a <= last_of_b && first_of_b <= last_of_a
            }
            _ => true,
        }
    }

    /// Where a register unit begins if two classes are coalesced: the byte of `a`; `None` for one of another class.
    fn location(&self, candidate: Candidate, reg_unit: Var) -> Option<i64> {
        let (root, bytes) = self.kernel.backing(reg_unit);
        let class = self.classes[self.class_of[root.index()].checked_sub(1)? as usize];
        let start = i64::from(class.start + bytes);
        match class.now {
            now if now == candidate.a => Some(start),
            now if now == candidate.b => Some(start + candidate.start),
            _ => None,
        }
    }

    /// Whether neither of the first two exceptions holds for segments that overlap.
    fn disturb(&self, candidate: Candidate, a: &ClassSegment, b: &ClassSegment, of: Scope) -> bool {
        let is_updated = || self.is_updated_in_place(a, b) || self.is_updated_in_place(b, a);
        !(self.hold_same_value(candidate, a, b, of) || is_updated() && self.begin_alike(candidate, a, b))
    }

    /// Whether two register units begin at the same byte of a register.
    fn begin_alike(&self, candidate: Candidate, a: &ClassSegment, b: &ClassSegment) -> bool {
        let [at_a, at_b] = [a, b].map(|one| self.location(candidate, one.reg_unit));
        at_a.zip(at_b).is_some_and(|(a, b)| self.grf.whole(a - b).is_some())
    }

    /// Whether two register units give each lane the same bytes, and no lane needs both on a path of its own.
    fn are_apart_by_lane(&self, candidate: Candidate, a: &ClassSegment, b: &ClassSegment) -> bool {
        let [path_a, path_b] = [a, b].map(|one| self.liveness.path_segments(one.reg_unit));
        if path_a.is_none() && path_b.is_none() {
            return false;
        }
        let path_a = path_a.unwrap_or_else(|| self.liveness.segments(a.reg_unit));
        let path_b = path_b.unwrap_or_else(|| self.liveness.segments(b.reg_unit));
        let are_apart = overlaps(path_a, path_b).all(|[of_a, of_b]| {
            let [a, b] = [(a, of_a), (b, of_b)].map(|(one, segment)| ClassSegment { segment, ..*one });
            !self.disturb(candidate, &a, &b, Scope::Lane)
        });
        let lanes = |one: &ClassSegment| self.lane_patterns().lanes(one.reg_unit, one.rank);
        are_apart
            && self.begin_alike(candidate, a, b)
            && lanes(a).is_some_and(|lanes_of_a| lanes(b) == Some(lanes_of_a))
    }

    /// Whether two register units hold the same value wherever both are live, and the copies between them are identity
    /// copies.
    fn hold_same_value(&self, candidate: Candidate, a: &ClassSegment, b: &ClassSegment, of: Scope) -> bool {
        let first_source = |reg_unit: Var| self.equal_to(reg_unit, of).first_source.expand().unwrap_or(reg_unit);
        let [of_a, of_b] = [a, b].map(|one| first_source(one.reg_unit));
        a.rank == b.rank
            && (of_a == of_b || of_a == b.reg_unit || of_b == a.reg_unit)
            && self.is_identity_copy_or_apart(candidate, a.reg_unit, b.reg_unit, of)
            && self.is_identity_copy_or_apart(candidate, b.reg_unit, a.reg_unit, of)
    }

    /// Whether the copy that defines `reg_unit` is an identity copy, or `other` is not live at it.
    fn is_identity_copy_or_apart(&self, candidate: Candidate, reg_unit: Var, other: Var, of: Scope) -> bool {
        let Some(copy) = self.only_copy(reg_unit) else { return true };
        let Some(from) = self.equal_to(reg_unit, of).copied_from.expand() else { return true };
        let point = self.liveness.copies[copy as usize].inst * 2 + 1;
        let at_copy = |segment: &Segment| segment.0 < point && point < segment.1;
        !self.liveness.segments(other).iter().any(at_copy)
            || self.location(candidate, reg_unit) == self.location(candidate, from)
    }

    /// Whether an instruction uses `before` for the last time and defines `after` lane by lane, in the same registers.
    fn is_updated_in_place(&self, before: &ClassSegment, after: &ClassSegment) -> bool {
        let inst = after.segment.0 / 2;
        before.segment.1 == after.segment.0 + 1
            && before.rank == after.rank
            && self.kernel.vars[before.reg_unit].bytes() == self.kernel.vars[after.reg_unit].bytes()
            && self
                .kernel
                .insts
                .get(inst as usize)
                .is_some_and(|inst| self.is_lane_by_lane(inst, before.reg_unit, after.reg_unit))
    }

    /// Whether `inst` uses each lane of `from` only for the same lane of `to`, with elements of one size.
    fn is_lane_by_lane(&self, inst: &Inst, from: Var, to: Var) -> bool {
        let Inst::Alu(alu) = inst else { return false };
        let element = self.kernel.vars[alu.dst.var].ty.bytes();
        let writes_whole = self.kernel.unaliased(alu.dst.var) == to && alu.dst.offset == 0 && alu.dst.stride == 1;
        writes_whole
            && alu.srcs[..alu.op.sources()].iter().all(|src| match *src {
                Src::Register { var, offset, region, .. } if self.kernel.unaliased(var) == from => {
                    let steps = region == Region::CONTIGUOUS || alu.exec.lanes == 1;
                    steps && offset == 0 && self.kernel.vars[var].ty.bytes() == element
                }
                _ => true,
            })
    }
}

/// The segments of two lists that overlap. Those of each list are disjoint and in order.
fn overlaps(a: &[Segment], b: &[Segment]) -> impl Iterator<Item = [Segment; 2]> {
    let (mut a, mut b) = (a, b);
    std::iter::from_fn(move || {
        loop {
            let ([first, rest @ ..], [other, others @ ..]) = (a, b) else { return None };
            // The one that ends first overlaps nothing behind the other.
            if first.1 < other.1 {
                a = rest;
            } else {
                b = others;
            }
            if first.0 < other.1 && other.0 < first.1 {
                return Some([*first, *other]);
            }
        }
    })
}

/// Makes the members of each class subregisters of one new variable.
fn write_storage(kernel: &mut VisaKernel, classes: &[CongruenceClass]) {
    let known = kernel.vars.len();
    let coalesced = || (0..).zip(classes).filter(|(number, class)| class.now == *number && class.next != NONE);
    kernel.vars.reserve(coalesced().count());
    for (_, class) in coalesced() {
        // No instruction names the new variable: an access to a member touches that member and its subregisters alone.
        let backing = kernel.vars.push(match class.uniform {
            true => kernel.vars[class.root],
            false => backing_of(kernel, members(classes, class)),
        });
        for CongruenceClass { root, start, .. } in members(classes, class) {
            kernel.vars[*root].storage = Storage::Subregister { of: backing, offset: *start as u16 };
        }
    }
    for var in kernel.vars.keys().take(known) {
        let is_in_register = !kernel.backing(var).1.is_multiple_of(kernel.grf_bytes());
        if is_in_register && kernel.vars[var].align == Align::Grf {
            kernel.vars[var].align = IN_REGISTER;
        }
    }
}

/// The members of a class, from its first one on.
fn members<'a>(
    classes: &'a [CongruenceClass],
    first: &'a CongruenceClass,
) -> impl Iterator<Item = &'a CongruenceClass> {
    std::iter::successors(Some(first), |class| classes.get(class.next as usize))
}

/// A variable for the members of a class. Its elements are as wide as the widest of theirs: to GenX_IR a variable of dwords
/// has a dword for each lane, so that it begins at an even register, also where its members are words. It ends where the
/// last member does: GenX_IR takes only a write of all its bytes for a new value, and has a variable with bytes that
/// nothing writes live in all of a loop around it.
fn backing_of<'a>(kernel: &VisaKernel, members: impl Iterator<Item = &'a CongruenceClass>) -> VarDecl {
    let (mut widest, mut bytes) = (0, 0);
    for class in members {
        let decl = &kernel.vars[class.root];
        widest = widest.max(decl.ty.bytes());
        bytes = bytes.max(class.start + decl.bytes());
    }
    let ty = match widest {
        1 => DataType::Ub,
        2 => DataType::Uw,
        8 => DataType::Uq,
        _ => DataType::Ud,
    };
    VarDecl { ty, elements: bytes.div_ceil(ty.bytes()) as u16, align: Align::Grf, storage: Storage::Own }
}
