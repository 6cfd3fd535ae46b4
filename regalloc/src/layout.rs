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

use std::cell::Cell;

use cranelift_entity::{EntityRef, EntitySet, packed_option::PackedOption};
use texvisa_ir::visa::{Align, DataType, Grf, Inst, Kernel, Region, Src, Storage, Var, VarDecl};

use crate::events::VarCopy;
use crate::flow::Flow;
use crate::liveness::{Liveness, Segment};
use crate::rows::{Need, Row, Rows};

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
    let mut merger = Merger::new(kernel, liveness);
    let mut report = LayoutReport { copies: liveness.copies.len() as u32, saved: 0 };
    for copy in inner_first(&liveness.copies, &liveness.flow) {
        report.saved += u32::from(merger.bring_together(copy.to, copy.from));
    }
    let classes = merger.classes;
    write_places(kernel, &classes);
    report
}

/// The copies of inner loops before those of outer ones, and otherwise in their order.
fn inner_first<'a>(copies: &'a [VarCopy], flow: &Flow) -> impl Iterator<Item = &'a VarCopy> + use<'a> {
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
    by_depth.into_iter().rev().flatten().flatten()
}

/// Of a copy: what the unit that it writes is the same as, if it writes one and nothing else does.
#[derive(Clone, Copy, Debug, Default)]
struct Same {
    /// The unit of which it is a copy for as long as it is needed.
    copied_from: PackedOption<Var>,
    /// The same through copies of copies.
    same_as: PackedOption<Var>,
}

/// The number of no class.
const NONE: u32 = u32::MAX;

/// A backing variable, and the others that have come to share one with it.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// The backing variable.
    root: Var,
    /// The class whose rows it has, at first itself, and from which of them on.
    now: u32,
    row: u32,
    /// The next variable's of those that have the rows of one class, which comes first.
    next: u32,
    /// The last of those that have the rows of this class.
    last: u32,
    /// Where its rows begin, and how many there are; what has a fixed place needs none.
    rows: u32,
    count: u32,
    /// The size of its backing variable.
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
    /// The copy that was asked for last: the next is near it.
    last_copy: Cell<u32>,
    /// By copy, once it has been asked for.
    same: Vec<Cell<Option<Same>>>,
    classes: Vec<Class>,
    /// Of each backing variable, one more than the number of its class, once it has one.
    class_of: Vec<u32>,
    /// The rows of each class, one after the other.
    rows: Vec<Row>,
    needs: Rows<'a>,
    /// Backing variables whose place nothing may change.
    fixed: EntitySet<Var>,
    grf: Grf,
}

impl<'a> Merger<'a> {
    fn new(kernel: &'a Kernel, liveness: &'a Liveness) -> Merger<'a> {
        let mut fixed = EntitySet::new();
        for input in &kernel.inputs {
            fixed.insert(kernel.backing(input.var).0);
        }
        Merger {
            kernel,
            liveness,
            last_copy: Cell::new(0),
            same: vec![Cell::new(None); liveness.copies.len()],
            classes: Vec::with_capacity(liveness.copies.len() / 2 * 3),
            class_of: vec![0; kernel.vars.len()],
            rows: Vec::with_capacity(liveness.copies.len() * 2),
            needs: Rows::with_capacity(liveness, liveness.copies.len()),
            fixed,
            grf: kernel.grf(),
        }
    }

    /// The number of the copy that writes `unit`, if nothing else does.
    fn only_copy(&self, unit: Var) -> Option<u32> {
        let copy = self.liveness.only_copy(unit, self.last_copy.get())?;
        self.last_copy.set(copy);
        Some(copy)
    }

    /// What `unit` is the same as: a unit only ever holds what another holds if one copy writes it, and the other is not
    /// written while it is needed.
    fn same(&self, unit: Var) -> Same {
        let Some(copy) = self.only_copy(unit) else { return Same::default() };
        let known = &self.same[copy as usize];
        if let Some(same) = known.get() {
            return same;
        }
        let from = self.copied_from(unit);
        let mut same = Same { copied_from: from.into(), same_as: from.into() };
        // When a copy is made of a copy, both hold what the first holds, but the first may be written before the second
        // is read for the last time.
        let mut walk = from;
        for _ in 1..MAX_CHAIN {
            walk = walk.and_then(|from| self.copied_from(from)).filter(|from| self.stays(*from, unit));
            let Some(from) = walk else { break };
            same.same_as = Some(from).into();
        }
        known.set(Some(same));
        same
    }

    /// The unit of which `unit` is a copy for as long as it is needed.
    fn copied_from(&self, unit: Var) -> Option<Var> {
        let VarCopy { to, from, .. } = self.liveness.copies[self.only_copy(unit)? as usize];
        (to == unit && self.stays(from, to)).then_some(from)
    }

    /// Whether `from` is not written while `to` is needed.
    fn stays(&self, from: Var, to: Var) -> bool {
        let not_in = |segment: &Segment| !self.liveness.is_written_in(from, (segment.0 + 1, segment.1));
        self.liveness.segments(to).iter().all(not_in)
    }

    /// The number of the class that a backing variable makes, which is made where it has none yet.
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
        let fixed = decl.storage == Storage::R0 || self.fixed.contains(root);
        let rows = self.rows.len();
        let count = if fixed { 0 } else { self.grf.holding(bytes) };
        if self.liveness.units.is_unit(root) {
            self.rows.extend((0..count).map(|rank| Row::One { unit: root, rank }));
        } else if !fixed {
            self.rows.resize(rows + count as usize, Row::Free);
            self.add_parts(root, 0, rows);
        }
        self.classes.push(Class {
            root,
            now: number,
            row: 0,
            next: NONE,
            last: number,
            rows: rows as u32,
            count,
            bytes,
            shared: decl.align != Align::Grf,
            fixed,
        });
        self.class_of[root.index()] = number + 1;
        number as usize
    }

    /// Adds the units of what begins `start` bytes behind the start of `first_row` to the rows.
    fn add_parts(&mut self, whole: Var, start: u32, first_row: usize) {
        for (part, first, end) in self.liveness.units.parts(whole) {
            if !self.liveness.units.is_unit(part) {
                self.add_parts(part, start + first, first_row);
                continue;
            }
            for (rank, row) in (0..).zip(self.grf.at(start + first)..self.grf.holding(start + end)) {
                let row = &mut self.rows[first_row + row as usize];
                let need = Row::One { unit: part, rank };
                *row = if let Row::Free = row { need } else { self.needs.join(*row, need) };
            }
        }
    }

    /// Tries to give both sides of a copy one place; whether they have one now.
    fn bring_together(&mut self, to: Var, from: Var) -> bool {
        let (to_root, to_bytes) = self.kernel.backing(to);
        let (from_root, from_bytes) = self.kernel.backing(from);
        let (to_class, from_class) = (self.class(to_root), self.class(from_root));
        let (to_class, from_class) = (&self.classes[to_class], &self.classes[from_class]);
        let to_start = to_class.row * self.grf.bytes() + to_bytes;
        let from_start = from_class.row * self.grf.bytes() + from_bytes;
        let (a, b) = (to_class.now, from_class.now);
        if a == b {
            return to_start == from_start;
        }
        // Those that are in one class are alike in this.
        if to_class.fixed || from_class.fixed {
            return false;
        }
        if to_class.shared != from_class.shared || (to_class.shared && to_class.bytes != from_class.bytes) {
            return false;
        }
        let shift = i64::from(to_start) - i64::from(from_start);
        self.grf.whole(shift).is_some_and(|at| self.merge(Merge { a, b, at }))
    }

    /// Merges one class into another, if nothing is in the way.
    fn merge(&mut self, merge: Merge) -> bool {
        let Merge { a, b, at } = merge;
        let (own, absorbed) = (&self.classes[a as usize], &self.classes[b as usize]);
        let (count, absorbed_count) = (i64::from(own.count), i64::from(absorbed.count));
        let (start, end) = (at.min(0), count.max(at + absorbed_count));
        if end - start > i64::from(MAX_REGISTERS) {
            return false;
        }
        let (mut rows, absorbed) = (own.rows as usize, absorbed.rows as usize);
        let both = at.max(0)..count.min(at + absorbed_count);
        let rows_of_both = both.map(|row| (self.rows[rows + row as usize], self.rows[absorbed + (row - at) as usize]));
        if rows_of_both.into_iter().any(|(row, other)| self.collide(merge, row, other)) {
            return false;
        }
        let grown = (-start) as usize;
        if end - start > count {
            let first = self.rows.len();
            self.rows.resize(first + (end - start) as usize, Row::Free);
            self.rows.copy_within(rows..rows + count as usize, first + grown);
            rows = first;
        }
        let first = rows + (at - start) as usize;
        for row in 0..absorbed_count as usize {
            self.rows[first + row] = self.needs.join(self.rows[first + row], self.rows[absorbed + row]);
        }
        self.move_members(a, a, grown as u32);
        self.move_members(b, a, (at - start) as u32);
        let Class { last: behind, .. } = self.classes[a as usize];
        self.classes[behind as usize].next = b;
        let Class { last, .. } = self.classes[b as usize];
        let class = &mut self.classes[a as usize];
        *class = Class { last, rows: rows as u32, count: (end - start) as u32, ..*class };
        true
    }

    /// Gives the variables that have the rows of class `from` those of class `to`, `rows` further on.
    fn move_members(&mut self, from: u32, to: u32, rows: u32) {
        if from == to && rows == 0 {
            return;
        }
        let mut member = from;
        while let Some(class) = self.classes.get_mut(member as usize) {
            class.now = to;
            class.row += rows;
            member = class.next;
        }
    }

    /// Whether two units of these rows of the classes are in each other's way, or there are too many to tell.
    fn collide(&self, merge: Merge, a: Row, b: Row) -> bool {
        let (of_a, of_b) = (self.needs.extent(a), self.needs.extent(b));
        if of_a.count + of_b.count > MAX_SEGMENTS {
            return true;
        }
        // Most are needed one after the other.
        if of_a.end <= of_b.start || of_b.end <= of_a.start {
            return false;
        }
        let (few, many) = if of_a.count < of_b.count { (a, b) } else { (b, a) };
        self.needs.any(few, |need| {
            self.needs.any_overlapping(many, need.segment, |other| {
                !self.same_value(merge, need, other) && !self.in_place(need, other) && !self.in_place(other, need)
            })
        })
    }

    /// Whether two units hold the same value wherever both are needed, and the copies that make it so do nothing.
    fn same_value(&self, merge: Merge, a: &Need, b: &Need) -> bool {
        let [of_a, of_b] = [a.unit, b.unit].map(|unit| self.same(unit).same_as.expand().unwrap_or(unit));
        a.rank == b.rank
            && (of_a == of_b || of_a == b.unit || of_b == a.unit)
            && self.copied_in_place(merge, a.unit, b.unit)
            && self.copied_in_place(merge, b.unit, a.unit)
    }

    /// Whether the copy that makes `unit` does nothing, if it is made while `other` is needed.
    fn copied_in_place(&self, merge: Merge, unit: Var, other: Var) -> bool {
        let Some(copy) = self.only_copy(unit) else { return true };
        let Some(from) = self.same(unit).copied_from.expand() else { return true };
        let point = self.liveness.copies[copy as usize].inst * 2 + 1;
        let meanwhile = |segment: &Segment| segment.0 < point && point < segment.1;
        let place = |unit: Var| {
            let (root, bytes) = self.kernel.backing(unit);
            let class = self.classes[self.class_of[root.index()].checked_sub(1)? as usize];
            let start = i64::from(class.row * self.grf.bytes() + bytes);
            match class.now {
                now if now == merge.a => Some(start),
                now if now == merge.b => Some(start + merge.at * i64::from(self.grf.bytes())),
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

/// Makes one variable of those that have the rows of one class.
fn write_places(kernel: &mut Kernel, classes: &[Class]) {
    let grf = kernel.grf_bytes();
    let merged = || (0..).zip(classes).filter(|(number, class)| class.now == *number && class.next != NONE);
    kernel.vars.reserve_exact(merged().count());
    for (_, class) in merged() {
        // A variable of its own, which nothing reads or writes as a whole: to an access of a member only that member
        // and its parts matter.
        let backing = kernel.vars.push(match class.shared {
            true => VarDecl { storage: Storage::Own, ..kernel.vars[class.root] },
            false => VarDecl {
                ty: DataType::Ud,
                elements: (class.count * grf / DataType::Ud.bytes()) as u16,
                align: Align::Grf,
                storage: Storage::Own,
            },
        });
        let mut member = Some(class);
        while let Some(Class { root, row, next, .. }) = member {
            kernel.vars[*root].storage = Storage::Subregister { of: backing, offset: (row * grf) as u16 };
            member = classes.get(*next as usize);
        }
    }
}
