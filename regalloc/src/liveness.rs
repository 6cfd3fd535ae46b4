//! The live range of each register unit, as segments of the program order.
//!
//! For one lane a register unit is *live* from its def to its uses, along the paths that a lane can take. For the
//! hardware thread it is live, besides, wherever a pending lane will use it: if it is live into a block at which lanes
//! may be pending, it is live in all of the divergent region of that block (see [`ThreadFlow`]). The first alone is its
//! *path* liveness: coalescing asks for it where lanes do not disturb each other.
//!
//! Instruction i uses at point 2i and defines at point 2i + 1. A source stays live until its instruction has written,
//! so that no destination overlaps a source, except in copies, both of whose sides may have one location, and where
//! coalescing allows an update in place (see [`coalesce()`](crate::coalesce())).
//!
//! A segment begins at a *full def*, which leaves nothing of what was there. A *partial def* writes some of the bytes,
//! or a predicate keeps it from some lanes. Partial defs that together write all bytes before the first use count as
//! full.

use std::ops::Range;

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{AluOp, Inst, Var, VarAccess, VisaKernel};

use crate::control_flow::{BlockIndex, MissingLabel, ThreadFlow};
use crate::ranges::join_touching;
use crate::register_units::RegisterUnits;
use crate::uses_defs::{LiveRange, Segment, UseDef, UsesDefs, VarCopy, is_predicated, is_sparse};

/// The live range of each register unit of a kernel. It stays right when the storage of variables changes, but not when
/// instructions are added, removed or moved.
#[derive(Debug)]
pub struct Liveness {
    pub(crate) flow: ThreadFlow,
    pub(crate) reg_units: RegisterUnits,
    /// The copies, in program order.
    pub(crate) copies: Vec<VarCopy>,
    /// By variable.
    live_ranges: Vec<LiveRange>,
    /// For each register unit with a list: where its parts of `segments`, `defs` and `path_segments` end. They begin
    /// where those of the register unit before it end.
    ends: Vec<ListEnds>,
    segments: Vec<Segment>,
    /// The instructions that define.
    defs: Vec<u32>,
    /// The segments of path liveness, of the register units that divergent regions add something to.
    path_segments: Vec<Segment>,
}

/// Where the parts of a register unit end.
#[derive(Clone, Copy, Debug)]
struct ListEnds {
    segments: u32,
    defs: u32,
    path_segments: u32,
}

impl Liveness {
    /// Computes the live ranges of `kernel`.
    ///
    /// # Errors
    ///
    /// A branch to a label that no block defines.
    pub fn new(kernel: &VisaKernel) -> Result<Liveness, MissingLabel> {
        Liveness::find(kernel, &[], false)
    }

    /// The same of a kernel with spill code: of the register units of `kept` lanes that are not active keep, at these
    /// instructions, what they had, since all lanes are stored. In order. What nothing defines, such as an undefined parameter, is
    /// live only where it is used.
    pub(crate) fn for_spilling(kernel: &VisaKernel, kept: &[(u32, Var)]) -> Result<Liveness, MissingLabel> {
        Liveness::find(kernel, kept, true)
    }

    fn find(kernel: &VisaKernel, kept: &[(u32, Var)], at_uses: bool) -> Result<Liveness, MissingLabel> {
        let reg_units = RegisterUnits::new(kernel);
        let (uses_defs, flow) = UsesDefs::new(kernel, &reg_units, kept)?;
        let mut finder = SegmentFinder {
            kernel,
            flow: &flow,
            reg_units: &reg_units,
            kept,
            live_in: vec![u32::MAX; flow.blocks.len()],
            live_out: vec![u32::MAX; flow.blocks.len()],
            stamp: 0,
            worklist: Vec::new(),
            found: Vec::new(),
            regions: Vec::new(),
        };
        let mut ends = Vec::with_capacity(uses_defs.lists.len());
        let mut segments = Vec::with_capacity(uses_defs.lists.len());
        let mut defs = Vec::new();
        let mut path_segments = Vec::new();
        let mut own = Vec::new();
        for list in &uses_defs.lists {
            uses_defs.of(list, &mut own);
            let is_undefined = || {
                let is_argument = || kernel.inputs.iter().any(|input| input.var == kernel.backing(list.reg_unit).0);
                own.iter().all(|use_def| !use_def.is_def()) && !is_argument()
            };
            if at_uses && is_undefined() {
                segments.extend(own.iter().map(|use_def| (use_def.inst() * 2, use_def.end())));
            } else if let Some(segment) = finder.local_segment(list.reg_unit, &own) {
                segments.push(segment);
            } else {
                finder.find(list.reg_unit, &own);
                let before = path_segments.len();
                if !finder.regions.is_empty() {
                    path_segments.extend_from_slice(&finder.found);
                    finder.add_regions();
                }
                if path_segments[before..] == finder.found {
                    path_segments.truncate(before);
                }
                segments.append(&mut finder.found);
            }
            defs.extend(own.iter().filter(|use_def| use_def.is_def()).map(|use_def| use_def.inst()));
            let [segments, defs, path_segments] =
                [segments.len(), defs.len(), path_segments.len()].map(|end| end as u32);
            ends.push(ListEnds { segments, defs, path_segments });
        }
        let UsesDefs { live_ranges, copies, .. } = uses_defs;
        Ok(Liveness { flow, reg_units, copies, live_ranges, ends, segments, defs, path_segments })
    }

    #[inline]
    fn range(&self, reg_unit: Var) -> LiveRange {
        self.live_ranges.get(reg_unit.index()).copied().unwrap_or_default()
    }

    /// The segments of a register unit, disjoint and in order. Empty for a variable that is no register unit, that no
    /// instruction names, or that was added since.
    #[inline]
    pub fn segments(&self, reg_unit: Var) -> &[Segment] {
        let Some(range) = self.live_ranges.get(reg_unit.index()) else { return &[] };
        match (range.local(), range.list()) {
            (Some(segment), _) => std::slice::from_ref(segment),
            (None, Some(list)) => &self.segments[self.range_of(list, |ends| ends.segments)],
            (None, None) => &[],
        }
    }

    /// The segments of its path liveness, if divergent regions add something to it.
    pub(crate) fn path_segments(&self, reg_unit: Var) -> Option<&[Segment]> {
        let path = &self.path_segments[self.range_of(self.range(reg_unit).list()?, |ends| ends.path_segments)];
        (!path.is_empty()).then_some(path)
    }

    /// The extent of each live range that is not empty: from its first point to its last, holes included.
    #[inline]
    pub(crate) fn extents(&self) -> impl Iterator<Item = (Var, Segment)> {
        self.live_ranges.iter().enumerate().filter_map(|(reg_unit, range)| {
            let extent = match range.local() {
                Some(segment) => *segment,
                None => {
                    let segments = &self.segments[self.range_of(range.list()?, |ends| ends.segments)];
                    (segments.first()?.0, segments.last()?.1)
                }
            };
            Some((Var::new(reg_unit), extent))
        })
    }

    /// The part of `segments`, `defs` or `path_segments` that belongs to a list; `end` selects which of them.
    fn range_of(&self, list: u32, end: impl Fn(&ListEnds) -> u32) -> Range<usize> {
        let start = list.checked_sub(1).map_or(0, |before| end(&self.ends[before as usize]));
        start as usize..end(&self.ends[list as usize]) as usize
    }

    /// The instructions that define a register unit with a list.
    fn defs(&self, list: u32) -> &[u32] {
        &self.defs[self.range_of(list, |ends| ends.defs)]
    }

    /// The number of the copy that is the only def of `reg_unit`, if there is one. The search begins at number `near`.
    pub(crate) fn only_copy(&self, reg_unit: Var, near: u32) -> Option<u32> {
        let range = self.range(reg_unit);
        let write = match (range.local(), range.list()) {
            (Some((start, _)), _) => start / 2,
            (None, Some(list)) => match self.defs(list) {
                [only] => *only,
                _ => return None,
            },
            (None, None) => return None,
        };
        let number = lower_bound(&self.copies, near as usize, |copy| copy.inst < write);
        self.copies.get(number).is_some_and(|copy| copy.inst == write).then_some(number as u32)
    }

    /// Whether `reg_unit` is defined at a point of `segment` after its first.
    #[inline]
    pub(crate) fn is_defined_in(&self, reg_unit: Var, segment: Segment) -> bool {
        let is_in = |def: u32| segment.0 < def * 2 + 1 && def * 2 + 1 < segment.1;
        let range = self.range(reg_unit);
        match (range.local(), range.list()) {
            (Some((start, _)), _) => is_in(start / 2),
            (None, Some(list)) => {
                let defs = self.defs(list);
                let first = defs.partition_point(|def| def * 2 < segment.0);
                defs.get(first).is_some_and(|def| is_in(*def))
            }
            (None, None) => false,
        }
    }
}

struct SegmentFinder<'a> {
    kernel: &'a VisaKernel,
    flow: &'a ThreadFlow,
    reg_units: &'a RegisterUnits,
    kept: &'a [(u32, Var)],
    /// The stamp of the register unit that was last found live into each block.
    live_in: Vec<u32>,
    /// The stamp of the register unit that was last found live out of each block.
    live_out: Vec<u32>,
    stamp: u32,
    worklist: Vec<BlockIndex>,
    /// The segments of path liveness.
    found: Vec<Segment>,
    /// Those of the divergent regions of the blocks that the register unit is live into.
    regions: Vec<Segment>,
}

impl SegmentFinder<'_> {
    /// The one segment of a register unit that is defined and used in one block alone. The simplest of these have no
    /// list: see [`uses_defs`](crate::uses_defs).
    fn local_segment(&self, reg_unit: Var, uses_defs: &[UseDef]) -> Option<Segment> {
        let (first, last) = (uses_defs.first()?, uses_defs.last()?);
        let block = self.flow.block_of(first.inst());
        let is_within = first.is_def() && self.flow.blocks[block as usize].end > last.inst();
        let begins = is_within
            && (self.flow.blocks[block as usize].depth == 0 || self.begins_with_full_def(reg_unit, uses_defs));
        begins.then(|| (first.inst() * 2 + 1, last.end()))
    }

    fn find(&mut self, reg_unit: Var, uses_defs: &[UseDef]) {
        self.found.clear();
        self.regions.clear();
        self.stamp += 1;
        self.blocks(reg_unit, uses_defs);
        while let Some(block) = self.worklist.pop() {
            self.live_into(block, uses_defs);
        }
        join_touching(&mut self.found);
    }

    /// Adds the divergent regions to what was found.
    fn add_regions(&mut self) {
        self.found.append(&mut self.regions);
        join_touching(&mut self.found);
    }

    /// Whether the defs before the first use together leave nothing of what was there.
    fn begins_with_full_def(&self, reg_unit: Var, uses_defs: &[UseDef]) -> bool {
        if uses_defs[0].is_full_def() || !uses_defs[0].is_def() {
            return uses_defs[0].is_full_def();
        }
        let mut left = vec![true; self.kernel.vars[reg_unit].bytes() as usize];
        for use_def in uses_defs.iter().take_while(|use_def| use_def.is_def()) {
            let inst = &self.kernel.insts[use_def.inst() as usize];
            if use_def.is_full_def() {
                return true;
            }
            let is_kept = self.kept.binary_search(&(use_def.inst(), reg_unit)).is_ok();
            if is_predicated(inst) || is_kept {
                continue;
            }
            let mut clear = |access: VarAccess| {
                self.reg_units.for_each(&access, |touched, start, end| {
                    if touched == reg_unit {
                        left[start as usize..end as usize].fill(false);
                    }
                });
            };
            self.kernel.for_each_access(inst, |access| match inst {
                _ if !access.write => {}
                Inst::Alu(alu) if is_sparse(inst) => {
                    let element = self.kernel.vars[alu.dst.var].ty.bytes();
                    for lane in 0..u32::from(alu.exec.lanes) {
                        let start = access.start + lane * u32::from(alu.dst.stride) * element;
                        clear(VarAccess { start, end: start + element, ..access });
                        if alu.op == AluOp::Madw {
                            // The last lane's low half ends where the whole would without high halves.
                            let lanes = u32::from(alu.exec.lanes) - 1;
                            let bytes = (lanes * u32::from(alu.dst.stride) + 1) * element;
                            let high = start + self.kernel.grf().round_up(bytes);
                            clear(VarAccess { start: high, end: high + element, ..access });
                        }
                    }
                }
                // Counts as if it wrote nothing, which is less than it writes.
                _ if is_sparse(inst) => {}
                _ => clear(access),
            });
        }
        !left.contains(&true)
    }

    /// Finds the segments in each block that uses or defines the register unit. The blocks into which it is live are
    /// put on the worklist.
    fn blocks(&mut self, reg_unit: Var, uses_defs: &[UseDef]) {
        let mut index = 0;
        while index < uses_defs.len() {
            let block = self.flow.block_of(uses_defs[index].inst());
            let end = self.flow.blocks[block as usize].end;
            let count = uses_defs[index..].iter().take_while(|use_def| use_def.inst() < end).count();
            let own = &uses_defs[index..index + count];
            let start = match self.begins_with_full_def(reg_unit, own) {
                true => own[0].inst() * 2 + 1,
                false => {
                    self.mark(block);
                    self.flow.blocks[block as usize].start * 2
                }
            };
            // A full def behind the last use of what was there begins another segment.
            let mut start = start;
            for (before, def) in own.iter().zip(&own[1..]) {
                if def.is_full_def() && !before.is_def() && def.inst() > before.inst() {
                    self.found.push((start, before.end()));
                    start = def.inst() * 2 + 1;
                }
            }
            // An instruction uses before it defines, so that the last of them ends last.
            self.found.push((start, own[count - 1].end()));
            index += count;
        }
    }

    fn mark(&mut self, block: BlockIndex) {
        if self.live_in[block as usize] != self.stamp {
            self.live_in[block as usize] = self.stamp;
            self.worklist.push(block);
        }
    }

    /// Follows the register unit from the start of a block back to its defs.
    fn live_into(&mut self, block: BlockIndex, uses_defs: &[UseDef]) {
        let flow = self.flow;
        let data = &flow.blocks[block as usize];
        for from in &data.predecessors {
            // Whatever block it is live into behind this one.
            if std::mem::replace(&mut self.live_out[*from as usize], self.stamp) == self.stamp {
                continue;
            }
            let above = &flow.blocks[*from as usize];
            let (start, end) = (above.start, above.end);
            let first = uses_defs.partition_point(|use_def| use_def.inst() < start);
            let own = uses_defs[first..].iter().take_while(|use_def| use_def.inst() < end);
            let defs = own.filter(|use_def| use_def.is_def());
            match defs.reduce(|first, def| if def.is_full_def() { def } else { first }) {
                Some(write) => {
                    // Live out of a block that defines it: from the def on, or from the start where an earlier use has
                    // it live in already.
                    self.found.push((write.inst() * 2 + 1, end * 2));
                }
                None => {
                    self.found.push((start * 2, end * 2));
                    self.mark(*from);
                }
            }
        }
        for (first, behind) in &data.divergent_region {
            let end = flow.blocks[*behind as usize - 1].end;
            self.regions.push((flow.blocks[*first as usize].start * 2, end * 2));
        }
    }
}

/// How many elements `is_before` holds for, which come first. The search begins at `near` with steps that grow, so that
/// it takes as long as the answer is far from there.
fn lower_bound<T>(elements: &[T], near: usize, is_before: impl Fn(&T) -> bool) -> usize {
    let near = near.min(elements.len());
    let (mut start, mut end) = (near, near);
    let mut step = 1;
    while end < elements.len() && is_before(&elements[end]) {
        start = end + 1;
        end = (end + step).min(elements.len());
        step *= 2;
    }
    while start > 0 && !is_before(&elements[start - 1]) {
        end = start - 1;
        start = start.saturating_sub(step);
        step *= 2;
    }
    start + elements[start..end].partition_point(is_before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{BRANCH_OPERANDS, kernel, var};

    /// The segments of the variable of that name. Instruction i uses at 2i and defines at 2i + 1.
    fn segments(declarations: &str, body: &str, name: &str) -> Vec<Segment> {
        let kernel = kernel(&[BRANCH_OPERANDS, declarations].concat(), body);
        let liveness = Liveness::new(&kernel).expect("every label is defined");
        liveness.segments(var(&kernel, name)).to_vec()
    }

    #[test]
    fn a_source_is_live_until_the_def_but_for_a_copy() {
        let body = |last: &str| format!("    mov (M1, 16) &A 0x1:d\n    mov (M1, 16) &C 0x2:d\n    {last}");
        let find = |last: &str, name: &str| segments("A:d16 B:d16 C:d16", &body(last), name);
        assert_eq!(find("add (M1, 16) &B $A $A", "A"), [(1, 6)]);
        assert_eq!(find("mov (M1, 16) &B $A", "A"), [(1, 5)]);
        // A source modifier makes it more than a copy.
        assert_eq!(find("mov (M1, 16) &B (-)$A", "A"), [(1, 6)]);
        // A dead def still occupies its registers while it is written.
        assert_eq!(find("mov (M1, 16) &B $A", "B"), [(5, 6)]);
        assert_eq!(find("mov (M1, 16) &B $A", "C"), [(3, 4)]);
    }

    #[test]
    fn an_input_is_live_from_the_start_if_it_is_used() {
        let body = "    mov (M1, 16) &A 0x1:d\n    add (M1, 16) &A $A $X";
        assert_eq!(segments("A:d16", body, "X"), [(0, 4)]);
        assert_eq!(segments("A:d16", body, "N"), []);
    }

    /// The then side does not use A, but lanes with A are pending while it runs.
    #[test]
    fn values_of_pending_lanes_are_live_while_others_run() {
        let sides = |predicate: &str, branch: &str| {
            let body = format!(
                "    cmp.lt (M1, 16) P $X 0x5:d
    cmp.lt (M1_NM, 16) U #N 0x5:d
    mov (M1, 16) &A 0x1:d
    (!{predicate}) {branch} else
    mov (M1, 16) &B 0x2:d
    add (M1, 16) &B $B $B
    {branch} end
else:
    add (M1, 16) &B $A $A
end:
    ret (M1, 1)"
            );
            ["A", "B"].map(|name| segments("A:d16 B:d16", &body, name))
        };
        let parted = sides("P", "goto (M1, 16)");
        // From its def, instruction 2, through the then side to its use, instruction 8.
        assert_eq!(parted[0], [(5, 18)]);
        assert_eq!(parted[1], [(9, 12), (17, 18)]);
        let together = sides("U", "jmp (M1, 1)");
        assert_eq!(together[0], [(5, 8), (14, 18)]);
    }

    #[test]
    fn a_loop_carried_value_is_not_live_between_its_last_use_and_its_next_def() {
        let body = "    mov (M1, 16) &A 0x0:d
loop:
    add (M1, 16) &B $A 0x1:d
    add (M1, 16) &C $B $B
    mov (M1, 16) &A $B
    cmp.lt (M1, 16) P $A $X
    (P) goto (M1, 16) loop
    ret (M1, 1)";
        // Used by instruction 2, and by it in the next iteration: from instruction 4 to the back edge, which ends before 7.
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "A"), [(1, 6), (9, 14)]);
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "B"), [(5, 9)]);
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "X"), [(0, 14)]);
    }

    #[test]
    fn each_full_def_behind_a_use_begins_a_segment() {
        let body = |last: &str| {
            format!(
                "    mov (M1, 16) &A 0x0:d
loop:
    add (M1, 16) &B $A 0x1:d
    mov (M1, 16) &A 0x2:d
    add (M1, 16) &B $A $B
    {last}
    cmp.lt (M1, 16) P $B $X
    (P) goto (M1, 16) loop
    ret (M1, 1)"
            )
        };
        let find = |last: &str| segments("A:d16 B:d16", &body(last), "A");
        assert_eq!(find("mov (M1, 16) &A $B"), [(1, 6), (7, 10), (11, 16)]);
        // These keep a part of what was there.
        assert_eq!(find("mov (M1, 8) &A 0x3:d"), [(1, 6), (7, 16)]);
        assert_eq!(find("(P) mov (M1, 16) &A 0x3:d"), [(1, 6), (7, 16)]);
    }

    /// A is defined when lanes leave, and the others iterate through what is above and below.
    #[test]
    fn a_value_of_lanes_that_left_a_loop_is_live_while_others_iterate() {
        let body = "    mov (M1, 16) &B 0x0:d
loop:
    add (M1, 16) &B $B 0x1:d
    add (M1, 16) &A $B $B
    cmp.lt (M1, 16) P $B $X
    (P) goto (M1, 16) out
    add (M1, 16) &B $B 0x1:d
    cmp.lt (M1_NM, 16) U #N 0x5:d
    (U) jmp (M1, 1) loop
    mov (M1, 16) &A 0x0:d
out:
    add (M1, 16) &B $A $A
    ret (M1, 1)";
        // From the header, instruction 1, to the use, instruction 11.
        assert_eq!(segments("A:d16 B:d16", body, "A"), [(2, 24)]);
    }

    /// The block behind it has no label, and begins with a def of A.
    #[test]
    fn a_value_is_live_through_a_block_that_does_not_name_it() {
        let body = "    mov (M1, 16) &A 0x1:d
    (U) jmp (M1, 1) next
    mov (M1, 16) &B 0x2:d
next:
    mov (M1, 16) &B 0x3:d
    (U) jmp (M1, 1) far
    mov (M1, 16) &A 0x4:d
far:
    add (M1, 16) &B $A $A";
        assert_eq!(segments("A:d16 B:d16", body, "A"), [(1, 12), (13, 18)]);
    }

    /// The second block defines A in part: the rest is what the first block wrote.
    #[test]
    fn a_partial_def_does_not_begin_a_segment() {
        let find = |partial: &str| {
            let body = format!(
                "    mov (M1, 16) &A 0x1:d
    (U) jmp (M1, 1) next
    mov (M1, 16) &X 0x2:d
next:
    {partial}
    add (M1, 16) &B $A $A"
            );
            segments("A:d16 B:d16", &body, "A")
        };
        let whole = [(1, 2), (9, 12)];
        let carried = [(1, 12)];
        assert_eq!(find("mov (M1, 16) &A 0x3:d"), whole);
        assert_eq!(find("(P) sel (M1, 16) &A $X 0x3:d"), whole);
        assert_eq!(find("mov (M1, 8) &A 0x3:d"), carried);
        assert_eq!(find("(P) mov (M1, 16) &A 0x3:d"), carried);
    }

    #[test]
    fn partial_defs_that_write_all_bytes_begin_a_segment() {
        let find = |first: &str, second: &str| {
            let body = format!(
                "    mov (M1, 16) &A 0x1:d
    (U) jmp (M1, 1) next
    mov (M1, 16) &X 0x2:d
next:
    {first}
    {second}
    add (M1, 16) &B $A $A"
            );
            segments("A:d16 B:d16", &body, "A")
        };
        let low = "mov (M1, 8) &A 0x3:d";
        let high = "mov (M3, 8) A(1,0)<1> 0x3:d";
        assert_eq!(find(low, high), [(1, 2), (9, 14)]);
        assert_eq!(find(high, low), [(1, 2), (9, 14)]);
        assert_eq!(find(low, low), [(1, 14)]);
        // Every second element, which is full only with those in between.
        let [even, odd] = ["A(0,0)<2>", "A(0,1)<2>"].map(|dst| format!("mov (M1, 8) {dst} 0x3:d"));
        assert_eq!(find(&even, &odd), [(1, 2), (9, 14)]);
        assert_eq!(find(&even, &even), [(1, 14)]);
        assert_eq!(find(&even, "mov (M1, 1) A(1,7)<1> 0x3:d"), [(1, 14)]);
        // No lane of a compare with a step counts.
        assert_eq!(find("cmp.lt (M1, 8) A(0,0)<2> $X 0x3:d", "mov (M1, 1) A(1,7)<1> 0x3:d"), [(1, 14)]);
    }

    /// What a partial def leaves of A is undefined, unless it is what the last iteration left.
    #[test]
    fn a_partial_def_begins_a_segment_outside_of_loops() {
        let body = "    (U) jmp (M1, 1) next
    mov (M1, 16) &X 0x2:d
next:
    mov (M1, 8) &A 0x3:d
    add (M1, 8) &B $A $A";
        assert_eq!(segments("A:d16 B:d16", body, "A"), [(7, 10)]);
        let body = "loop:
    mov (M1, 8) &A 0x3:d
    add (M1, 8) &B $A $A
    (P) goto (M1, 16) loop
    ret (M1, 1)";
        assert_eq!(segments("A:d16 B:d16", body, "A"), [(0, 8)]);
    }

    /// The block behind the loop begins without a label, and with the use.
    #[test]
    fn a_value_that_is_used_right_behind_a_loop_is_live_in_the_loop() {
        let body = "    mov (M1, 16) &B 0x0:d
loop:
    add (M1, 16) &B $B 0x1:d
    add (M1, 16) &A $B $B
    cmp.lt (M1, 16) P $B $X
    (P) goto (M1, 16) loop
    add (M1, 16) &B $A $A";
        assert_eq!(segments("A:d16 B:d16", body, "A"), [(2, 14)]);
    }

    /// The low halves are in the first register of A, and the high halves in the second.
    #[test]
    fn both_halves_of_a_madw_are_a_full_def() {
        let find = |elements: u32, defs: &str| {
            let body = format!(
                "    mov (M1, {elements}) &A 0x1:d
    (U) jmp (M1, 1) next
    mov (M1, 16) &X 0x2:d
next:
    {defs}
    add (M1, {elements}) &B $A $A"
            );
            segments(&format!("A:d{elements} B:d{elements}"), &body, "A")
        };
        assert_eq!(find(16, "madw (M1, 8) &A $X $X $X"), [(1, 2), (9, 12)]);
        assert_eq!(find(32, "madw (M1, 16) &A $X $X $X"), [(1, 2), (9, 12)]);
        assert_eq!(find(16, "madw (M1, 4) &A $X $X $X"), [(1, 12)]);
        // Every second element: the low halves take two registers, and so do the high halves.
        let [even, odd] = ["A(0,0)<2>", "A(0,1)<2>"].map(|dst| format!("madw (M1, 8) {dst} $X $X $X"));
        assert_eq!(find(32, &format!("{even}\n    {odd}")), [(1, 2), (9, 14)]);
        assert_eq!(find(32, &even), [(1, 12)]);
        // With what is behind the last high half, the elements in between are left: of both halves, then of the high ones.
        let behind = "mov (M1, 1) A(3,7)<1> 0x3:d";
        assert_eq!(find(32, &format!("{even}\n    {behind}")), [(1, 14)]);
        assert_eq!(find(32, &format!("{even}\n    {behind}\n    mov (M1, 16) &A 0x3:d")), [(1, 16)]);
        // The high half of the only lane begins the second register.
        let others = ["&A 8", "A(1,1)<1> 4", "A(1,5)<1> 2", "A(1,7)<1> 1"].map(|def| {
            let (dst, lanes) = def.split_once(' ').expect("a destination and a number");
            format!("mov (M1, {lanes}) {dst} 0x3:d")
        });
        let others = others.join("\n    ");
        assert_eq!(find(16, &format!("madw (M1, 1) &A $X $X $X\n    {others}")), [(1, 2), (9, 20)]);
        assert_eq!(find(16, &others), [(1, 18)]);
    }

    /// That A is used in two blocks shows when the second is reached; that B is defined twice, at the second def.
    #[test]
    fn a_live_range_that_looked_local_may_grow() {
        let body = "    mov (M1, 16) &A $X
    add (M1, 16) &B $A $A
    mov (M1, 16) &C $A
    (U) jmp (M1, 1) next
    add (M1, 16) &C $A $B
next:
    mov (M1, 16) &B $A
    mov (M1, 16) &C $A
    add (M1, 16) &C $B $B";
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "A"), [(1, 15)]);
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "B"), [(3, 10), (13, 18)]);
        assert_eq!(segments("A:d16 B:d16 C:d16", body, "X"), [(0, 1)]);
    }

    #[test]
    fn defs_and_copies_are_found_by_their_number() {
        let kernel = kernel(
            "A:d16 B:d16 C:d16",
            "    mov (M1, 16) &A 0x1:d
    mov (M1, 16) &B $A
    add (M1, 16) &A $A $B
    mov (M1, 16) &C 0x2:d",
        );
        let liveness = Liveness::new(&kernel).expect("there is no branch");
        let [a, b, c] = ["A", "B", "C"].map(|name| var(&kernel, name));
        assert_eq!((liveness.only_copy(a, 0), liveness.only_copy(b, 0)), (None, Some(0)));
        assert!(liveness.is_defined_in(a, (2, 6)) && !liveness.is_defined_in(a, (2, 5)));
        assert!(!liveness.is_defined_in(b, (4, 6)) && !liveness.is_defined_in(b, (3, 6)));
        assert!(liveness.is_defined_in(c, (6, 8)) && !liveness.is_defined_in(c, (2, 4)));
        // A segment that begins with the block may have its def in the first instruction.
        assert!(liveness.is_defined_in(a, (0, 2)));
    }

    #[test]
    fn a_bound_is_found_from_wherever_the_search_begins() {
        let numbers: Vec<u32> = (0..40).map(|number| number * 2).collect();
        for (wanted, near) in (0..82).flat_map(|wanted| (0..50).map(move |near| (wanted, near))) {
            let expected = numbers.iter().filter(|number| **number < wanted).count();
            assert_eq!(lower_bound(&numbers, near, |number| *number < wanted), expected, "{wanted} from {near}");
        }
        assert_eq!(lower_bound(&[], 3, |_: &u32| true), 0);
    }
}
