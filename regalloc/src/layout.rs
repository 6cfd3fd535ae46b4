//! Which variables share a place: copies that need not be made.
//!
//! Lowering fills payloads and block parameters by copies. A copy does nothing where its two sides have one place, so
//! the layout looks for places: it takes the copies one after the other, those in inner loops first, and merges the
//! variables around their two sides into one backing variable, at the offset that brings the sides together, unless
//!
//! - two units that would overlap are needed at the same time, and do not hold the same value anyway (a parameter of a
//!   payload that is a copy of a value holds that value for as long as neither is written again, and nothing is written
//!   where the two have one place), and one is not the result of an instruction that works lane by lane on the other,
//!   in the same place, for the last time;
//! - one of the variables arrives in a fixed place: r0 and the arguments;
//! - the result would be longer than [`MAX_REGISTERS`], too long to find room for it.
//!
//! What could not be merged stays a copy. The result is written into the kernel, as the storage of its variables.

use cranelift_entity::{EntitySet, SecondaryMap, packed_option::PackedOption};
use smallvec::{SmallVec, smallvec};
use texvisa_ir::visa::{Align, DataType, Inst, Kernel, Region, Src, Storage, Var, VarDecl};

use crate::flow::Flow;
use crate::liveness::{Liveness, Segment, VarCopy};

/// The longest backing variable that merging makes, in registers: about twice the longest payload.
pub const MAX_REGISTERS: u32 = 24;

/// The most segments that a register of a backing variable may have, so that merging takes time in proportion to the
/// kernel.
const MAX_SEGMENTS: usize = 2048;

/// How far copies of copies are followed, so that this takes time in proportion to the kernel.
const MAX_CHAIN: usize = 16;

/// What the layout did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayoutReport {
    /// Copies that were in the kernel.
    pub copies: u32,
    /// Those of them that do nothing any more.
    pub saved: u32,
}

/// Gives each variable of `kernel`, whose liveness is `liveness`, its place.
pub fn layout(kernel: &mut Kernel, liveness: &Liveness) -> LayoutReport {
    let copies = inner_first(&liveness.copies, &liveness.flow);
    let mut merger = Merger::new(kernel, liveness);
    merger.find_same_values(&copies);
    let mut report = LayoutReport { copies: copies.len() as u32, saved: 0 };
    for copy in &copies {
        report.saved += u32::from(merger.bring_together(copy.to, copy.from));
    }
    let classes = merger.classes;
    write_places(kernel, classes);
    report
}

/// The copies of inner loops before those of outer ones, and otherwise in their order.
fn inner_first(copies: &[VarCopy], flow: &Flow) -> Vec<VarCopy> {
    let depth = |copy: &VarCopy| flow.blocks[flow.block_of(copy.inst) as usize].depth as usize;
    let mut by_depth: Vec<Vec<VarCopy>> =
        vec![Vec::new(); flow.blocks.iter().map(|block| block.depth as usize + 1).max().unwrap_or(0)];
    copies.iter().for_each(|copy| by_depth[depth(copy)].push(*copy));
    by_depth.reverse();
    by_depth.concat()
}

/// A need for a row: when, whose, and which of its rows.
#[derive(Clone, Copy, Debug)]
struct Need {
    segment: Segment,
    unit: Var,
    rank: u32,
}

/// The needs for one register of a backing variable.
#[derive(Debug, Default)]
struct Row {
    /// The needs by rising start. Those that overlap hold the same value.
    needs: SmallVec<[Need; 1]>,
    /// The length of the longest.
    longest: u32,
}

impl Row {
    fn push(&mut self, need: Need) {
        self.longest = self.longest.max(need.segment.1 - need.segment.0);
        // Programs are merged in their order, so most needs come last.
        let place = self.needs.iter().rposition(|other| other.segment <= need.segment).map_or(0, |last| last + 1);
        self.needs.insert(place, need);
    }

    /// Those needs that overlap `segment`.
    fn overlapping(&self, (start, end): Segment) -> impl Iterator<Item = &Need> {
        let before = self.needs.partition_point(|need| need.segment.0 < end);
        let reaches = move |need: &&Need| need.segment.0.saturating_add(self.longest) > start;
        self.needs[..before].iter().rev().take_while(reaches).filter(move |need| need.segment.1 > start)
    }
}

/// Variables that share a backing variable.
#[derive(Debug, Default)]
struct Class {
    /// The variables, with the row at which each begins.
    members: SmallVec<[(Var, u32); 2]>,
    /// The registers.
    rows: SmallVec<[Row; 1]>,
    /// Its size.
    bytes: u32,
    /// Whether it is a value that all lanes share, which takes less than a register.
    shared: bool,
    /// Whether it has a place that nothing may change.
    fixed: bool,
}

/// A merge under consideration: of class `b` into class `a`, beginning at row `at` of it.
#[derive(Clone, Copy)]
struct Merge {
    a: u32,
    b: u32,
    at: i64,
}

struct Merger<'a> {
    kernel: &'a Kernel,
    liveness: &'a Liveness,
    classes: Vec<Class>,
    vars: SecondaryMap<Var, VarState>,
    /// Backing variables whose place nothing may change.
    fixed: EntitySet<Var>,
    grf_bytes: u32,
}

/// What is known of a variable.
#[derive(Clone, Copy, Debug)]
struct VarState {
    /// The class of a backing variable, once it has one.
    class: u32,
    /// The row of the class at which it begins.
    row: u32,
    /// The unit of which a unit is a copy for as long as it is needed.
    copied_from: PackedOption<Var>,
    /// The same through copies of copies.
    same_as: PackedOption<Var>,
}

impl VarState {
    const NO_CLASS: u32 = u32::MAX;
}

impl Default for VarState {
    fn default() -> VarState {
        VarState { class: VarState::NO_CLASS, row: 0, copied_from: None.into(), same_as: None.into() }
    }
}

impl<'a> Merger<'a> {
    fn new(kernel: &'a Kernel, liveness: &'a Liveness) -> Merger<'a> {
        let mut merger = Merger {
            kernel,
            liveness,
            classes: Vec::new(),
            vars: SecondaryMap::default(),
            fixed: EntitySet::new(),
            grf_bytes: kernel.grf_bytes(),
        };
        for input in &kernel.inputs {
            merger.fixed.insert(kernel.place(input.var).0);
        }
        merger.vars.resize(kernel.vars.len());
        merger
    }

    /// Finds the units that only ever hold what another holds: written by one copy, while the other is not written.
    fn find_same_values(&mut self, copies: &[VarCopy]) {
        for VarCopy { inst, to, from } in copies {
            if self.liveness.only_write(*to) == Some(*inst) && self.stays(*from, *to) {
                self.vars[*to].copied_from = Some(*from).into();
            }
        }
        for VarCopy { to, .. } in copies {
            // When a copy is made of a copy, both hold what the first holds, but the first may be written before the
            // second is read for the last time.
            let mut walk = self.vars[*to].copied_from.expand();
            for _ in 0..MAX_CHAIN {
                let Some(from) = walk.filter(|from| self.stays(*from, *to)) else { break };
                self.vars[*to].same_as = Some(from).into();
                walk = self.vars[from].copied_from.expand();
            }
        }
    }

    /// Whether `from` is not written while `to` is needed.
    fn stays(&self, from: Var, to: Var) -> bool {
        let not_in = |segment: &Segment| !self.liveness.is_written_in(from, (segment.0 + 1, segment.1));
        self.liveness.segments(to).iter().all(not_in)
    }

    /// The class of a backing variable, made where it has none yet.
    fn class(&mut self, root: Var) -> u32 {
        if self.vars[root].class != VarState::NO_CLASS {
            return self.vars[root].class;
        }
        let decl = &self.kernel.vars[root];
        let bytes = decl.bytes();
        let mut rows = SmallVec::new();
        rows.resize_with(bytes.div_ceil(self.grf_bytes) as usize, Row::default);
        let mut class = Class {
            members: smallvec![(root, 0)],
            rows,
            bytes,
            shared: decl.align != Align::Grf,
            fixed: decl.storage == Storage::R0 || self.fixed.contains(root),
        };
        self.add_needs(root, 0, &mut class.rows);
        let id = self.classes.len() as u32;
        self.classes.push(class);
        self.vars[root].class = id;
        id
    }

    fn add_needs(&self, var: Var, start: u32, rows: &mut [Row]) {
        let parts = self.liveness.units.parts(var);
        for (part, first, _) in parts {
            self.add_needs(*part, start + first, rows);
        }
        if !parts.is_empty() {
            return;
        }
        let end = start + self.kernel.vars[var].bytes();
        for (rank, row) in (start / self.grf_bytes..end.div_ceil(self.grf_bytes)).enumerate() {
            for segment in self.liveness.segments(var) {
                rows[row as usize].push(Need { segment: *segment, unit: var, rank: rank as u32 });
            }
        }
    }

    /// Tries to give both sides of a copy one place; whether they have one now.
    fn bring_together(&mut self, to: Var, from: Var) -> bool {
        let [(to_root, to_bytes), (from_root, from_bytes)] = [to, from].map(|unit| self.kernel.place(unit));
        let [a, b] = [to_root, from_root].map(|root| self.class(root));
        let to_start = self.vars[to_root].row * self.grf_bytes + to_bytes;
        let from_start = self.vars[from_root].row * self.grf_bytes + from_bytes;
        if a == b {
            return to_start == from_start;
        }
        let [first, second] = [a, b].map(|class| &self.classes[class as usize]);
        if first.fixed || second.fixed {
            return false;
        }
        if first.shared != second.shared || (first.shared && first.bytes != second.bytes) {
            return false;
        }
        let shift = i64::from(to_start) - i64::from(from_start);
        let grf = i64::from(self.grf_bytes);
        shift % grf == 0 && self.merge(a, b, shift / grf)
    }

    /// Merges class `b` into class `a`, beginning at row `at` of `a`, if nothing is in the way.
    fn merge(&mut self, a: u32, b: u32, at: i64) -> bool {
        let [first, second] = [a, b].map(|class| &self.classes[class as usize]);
        let start = at.min(0);
        let end = (first.rows.len() as i64).max(at + second.rows.len() as i64);
        if end - start > i64::from(MAX_REGISTERS) {
            return false;
        }
        for (index, row) in second.rows.iter().enumerate() {
            let Some(other) = usize::try_from(at + index as i64).ok().and_then(|at| first.rows.get(at)) else {
                continue;
            };
            let merge = Merge { a, b, at };
            if row.needs.len() + other.needs.len() > MAX_SEGMENTS || self.collide(merge, other, row) {
                return false;
            }
        }
        let absorbed = std::mem::take(&mut self.classes[b as usize]);
        let class = &mut self.classes[a as usize];
        if start < 0 {
            let grown = (-start) as u32;
            class.rows.insert_many(0, std::iter::repeat_with(Row::default).take(grown as usize));
            for (member, row) in &mut class.members {
                *row += grown;
                self.vars[*member].row += grown;
            }
        }
        let at = (at - start) as usize;
        if class.rows.len() < at + absorbed.rows.len() {
            class.rows.resize_with(at + absorbed.rows.len(), Row::default);
        }
        class.bytes = class.bytes.max(absorbed.bytes);
        for (index, row) in absorbed.rows.into_iter().enumerate() {
            let own = &mut class.rows[at + index];
            if own.needs.is_empty() {
                *own = row;
            } else {
                row.needs.into_iter().for_each(|need| own.push(need));
            }
        }
        for (member, row) in absorbed.members {
            let row = row + at as u32;
            class.members.push((member, row));
            let state = &mut self.vars[member];
            (state.class, state.row) = (a, row);
        }
        true
    }

    /// Whether two units of these rows of the classes are in each other's way.
    fn collide(&self, merge: Merge, a: &Row, b: &Row) -> bool {
        let (few, many) = if a.needs.len() < b.needs.len() { (a, b) } else { (b, a) };
        few.needs.iter().any(|need| {
            many.overlapping(need.segment).any(|other| {
                !self.same_value(merge, need, other) && !self.in_place(need, other) && !self.in_place(other, need)
            })
        })
    }

    /// Whether two units hold the same value wherever both are needed, and the copies that make it so do nothing.
    fn same_value(&self, merge: Merge, a: &Need, b: &Need) -> bool {
        let [of_a, of_b] = [a.unit, b.unit].map(|unit| self.vars[unit].same_as.expand().unwrap_or(unit));
        a.rank == b.rank
            && (of_a == of_b || of_a == b.unit || of_b == a.unit)
            && self.copied_in_place(merge, a.unit, b.unit)
            && self.copied_in_place(merge, b.unit, a.unit)
    }

    /// Whether the copy that makes `unit` does nothing, if it is made while `other` is needed.
    fn copied_in_place(&self, merge: Merge, unit: Var, other: Var) -> bool {
        let (Some(from), Some(copy)) = (self.vars[unit].copied_from.expand(), self.liveness.only_write(unit)) else {
            return true;
        };
        let meanwhile = |segment: &Segment| segment.0 < copy * 2 + 1 && copy * 2 + 1 < segment.1;
        let place = |unit: Var| {
            let (root, bytes) = self.kernel.place(unit);
            let VarState { class, row, .. } = self.vars[root];
            let start = i64::from(row * self.grf_bytes + bytes);
            match class {
                class if class == merge.a => Some(start),
                class if class == merge.b => Some(start + merge.at * i64::from(self.grf_bytes)),
                _ => None,
            }
        };
        !self.liveness.segments(other).iter().any(meanwhile) || place(unit) == place(from)
    }

    /// Whether `after` is written, in the same place, by an instruction that reads `before` lane by lane for the last
    /// time.
    fn in_place(&self, before: &Need, after: &Need) -> bool {
        let inst = after.segment.0 / 2;
        before.segment.1 == after.segment.0 + 1
            && before.rank == after.rank
            && self.kernel.vars[before.unit].bytes() == self.kernel.vars[after.unit].bytes()
            && self
                .kernel
                .insts
                .get(inst as usize)
                .is_some_and(|inst| self.is_lane_by_lane(inst, before.unit, after.unit))
    }

    /// Whether `inst` reads each lane of `from` only for the same lane of `to`, and both lie alike.
    fn is_lane_by_lane(&self, inst: &Inst, from: Var, to: Var) -> bool {
        let Inst::Alu(alu) = inst else { return false };
        let element = self.kernel.vars[alu.dst.var].ty.bytes();
        let writes_whole = self.kernel.viewed(alu.dst.var) == to && alu.dst.offset == 0 && alu.dst.stride == 1;
        writes_whole
            && alu.srcs[..alu.op.sources()].iter().all(|src| match *src {
                Src::Register { var, offset, region, .. } if self.kernel.viewed(var) == from => {
                    let steps = region == Region::CONTIGUOUS || alu.exec.lanes == 1;
                    steps && offset == 0 && self.kernel.vars[var].ty.bytes() == element
                }
                _ => true,
            })
    }
}

fn write_places(kernel: &mut Kernel, classes: Vec<Class>) {
    let grf = kernel.grf_bytes();
    for class in classes {
        if class.members.len() < 2 {
            continue;
        }
        // A variable of its own, which nothing reads or writes as a whole: to an access of a member only that member
        // and its parts matter.
        let backing = kernel.vars.push(match class.shared {
            true => VarDecl { storage: Storage::Own, ..kernel.vars[class.members[0].0] },
            false => VarDecl {
                ty: DataType::Ud,
                elements: (class.rows.len() as u32 * grf / DataType::Ud.bytes()) as u16,
                align: Align::Grf,
                storage: Storage::Own,
            },
        });
        for (member, row) in class.members {
            kernel.vars[member].storage = Storage::Part { of: backing, offset: (row * grf) as u16 };
        }
    }
}
