//! Assigns registers to variables: a linear scan in program order.
//!
//! Each backing variable is assigned registers for its *extent*, from the first point at which one of its register
//! units is live to the last. The scan takes extents by rising start, and assigns each the lowest run of free registers
//! that is long enough. Uniform values take dwords of registers from the other end of the file, several to a register,
//! so that they do not break the runs. r0 stays where it is, since the end of the thread reads it. Arguments stay where
//! they arrive until their last use.
//!
//! # Where a kernel that needs too many registers ends
//!
//! Nothing is spilled here. [`assign`] returns an [`AssignError`] for the first variable that finds no run. The
//! compiler keeps the error as the reason, uses [`RegisterMap::unbounded`] in place of the target's file, so that the
//! kernel is checked all the same, and emits it. Text and binary form name variables, not registers: Intel's finalizer
//! assigns its own registers, and spills. A remark of `texvisa compile` says that the kernel needs more registers than
//! there are. Only where its registers are listed or checked is it spilled by [`spill()`](crate::spill()).

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{Align, Grf, RegisterMap, Storage, Var, VisaKernel};

use crate::liveness::Liveness;

/// A variable finds no free registers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{variable} needs {wanted} consecutive registers at instruction {inst}; {free} of {limit} are free, not in a row"
)]
pub struct AssignError {
    /// The variable.
    pub variable: Var,
    /// How many consecutive registers it needs.
    pub wanted: u32,
    /// The instruction at which its extent begins.
    pub inst: u32,
    /// How many registers are free there, not all of them consecutive.
    pub free: u32,
    /// How many registers the file has.
    pub limit: u32,
}

/// The largest register file.
const LIMIT: u32 = 256;

/// Assigns registers of a file of `registers` (at the most 256) to the variables of `kernel`, whose live ranges are
/// `liveness`.
///
/// # Errors
///
/// A variable finds no free registers. Nothing is spilled.
pub fn assign(kernel: &VisaKernel, liveness: &Liveness, registers: u32) -> Result<RegisterMap, AssignError> {
    assign_and_spare(kernel, liveness, registers).map(|(map, _)| map)
}

/// The same, and how many registers in the middle of the file, between those of uniform values and the others, no variable has.
///
/// # Errors
///
/// As [`assign`].
pub fn assign_and_spare(
    kernel: &VisaKernel,
    liveness: &Liveness,
    registers: u32,
) -> Result<(RegisterMap, u32), AssignError> {
    let registers = registers.min(LIMIT);
    // Enough for nearly every kernel.
    let mut extents: Vec<BackingExtent> = Vec::with_capacity(kernel.vars.len() / 2);
    // For each backing variable that is live, one more than the position of its extent.
    let mut extent_of = vec![0_u32; kernel.vars.len()];
    for (reg_unit, (start, end)) in liveness.extents() {
        let root = kernel.backing(reg_unit).0;
        match extent_of[root.index()].checked_sub(1) {
            Some(position) => {
                let extent = &mut extents[position as usize];
                (extent.start, extent.end) = (extent.start.min(start), extent.end.max(end));
            }
            // r0 has the address that every variable has at first.
            None if kernel.vars[root].storage == Storage::R0 => {}
            None => {
                extents.push(BackingExtent { root, start, end, next: 0 });
                extent_of[root.index()] = extents.len() as u32;
            }
        }
    }
    let mut scan = Scan::new(kernel, registers);
    for input in &kernel.inputs {
        let root = kernel.backing(input.var).0;
        let extent = extent_of[root.index()].checked_sub(1).map(|position| &mut extents[position as usize]);
        let end = extent.map_or(0, |extent| std::mem::take(&mut extent.end));
        scan.occupy_input(root, u32::from(input.offset), u32::from(input.bytes), end);
    }
    for_each_by_start(&mut extents, kernel.insts.len(), |extent| scan.assign(extent))?;
    let spare = scan.first_uniform.saturating_sub(scan.behind_others);
    Ok((scan.map, spare))
}

/// The extent of a backing variable, holes included.
#[derive(Clone, Copy)]
struct BackingExtent {
    root: Var,
    start: u32,
    /// 0 for one that has registers already.
    end: u32,
    /// One more than the position of the next extent that begins at the same instruction; 0 for none.
    next: u32,
}

/// Calls `visit` with the extents that are not empty, by rising start, end and number. They are bucketed by the
/// instruction at which they begin, of `insts`, and compared only within a bucket.
fn for_each_by_start<E>(
    extents: &mut [BackingExtent],
    insts: usize,
    mut visit: impl FnMut(&BackingExtent) -> Result<(), E>,
) -> Result<(), E> {
    // As `next` of the extents.
    let mut firsts = vec![0; insts];
    for (position, extent) in (1..).zip(&mut *extents) {
        if extent.start < extent.end {
            extent.next = std::mem::replace(&mut firsts[extent.start as usize / 2], position);
        }
    }
    let mut together = Vec::new();
    for first in firsts {
        let Some(first) = first.checked_sub(1) else { continue };
        let mut extent = &extents[first as usize];
        if extent.next == 0 {
            visit(extent)?;
            continue;
        }
        together.clear();
        together.push(extent);
        while let Some(next) = extent.next.checked_sub(1) {
            extent = &extents[next as usize];
            together.push(extent);
        }
        together.sort_unstable_by_key(|extent| (extent.start, extent.end, extent.root));
        together.iter().try_for_each(|extent| visit(extent))?;
    }
    Ok(())
}

/// A register whose dwords hold uniform values.
#[derive(Clone, Copy, Debug)]
struct UniformRegister {
    register: u32,
    /// The point from which on each dword is free.
    free_from: [u32; 16],
    /// The earliest of these points, and the latest.
    one_free_from: u32,
    all_free_from: u32,
}

impl UniformRegister {
    fn new(register: u32, grf: Grf) -> UniformRegister {
        let mut free_from = [NEVER; 16];
        free_from[..grf.bytes() as usize / 4].fill(0);
        UniformRegister { register, free_from, one_free_from: 0, all_free_from: 0 }
    }

    fn occupy(&mut self, first: u32, count: u32, end: u32) {
        for from in self.free_from.iter_mut().skip(first as usize).take(count as usize) {
            *from = end.max(*from);
        }
        self.one_free_from = self.free_from.iter().fold(NEVER, |first, from| first.min(*from));
        self.all_free_from = self.all_free_from.max(end);
    }

    /// The first of `count` consecutive dwords, aligned to their number, that are free at `point`.
    fn run(&self, count: u32, point: u32) -> Option<u32> {
        if self.one_free_from > point {
            return None;
        }
        let mut runs = (0..).step_by(count as usize).zip(self.free_from.chunks_exact(count as usize));
        runs.find(|(_, run)| run.iter().all(|from| *from <= point)).map(|(first, _)| first)
    }
}

struct Scan<'a> {
    kernel: &'a VisaKernel,
    map: RegisterMap,
    /// The point from which on each register is free. Extents come by rising start, so that a register that is free at
    /// one stays free until it is assigned.
    free_from: [u32; LIMIT as usize],
    registers: u32,
    grf: Grf,
    /// The registers of uniform values, by falling number.
    uniform: Vec<UniformRegister>,
    /// The first register that was assigned to uniform values so far, but for those of arguments.
    first_uniform: u32,
    /// The register behind the last that was assigned to others so far, or that has an argument.
    behind_others: u32,
}

/// The point behind all others.
const NEVER: u32 = u32::MAX;

impl<'a> Scan<'a> {
    fn new(kernel: &'a VisaKernel, registers: u32) -> Scan<'a> {
        let grf = kernel.grf();
        let mut free_from = [NEVER; LIMIT as usize];
        free_from[..registers as usize].fill(0);
        free_from[0] = NEVER;
        let map = RegisterMap::with_room(kernel, registers * grf.bytes());
        Scan { kernel, map, free_from, registers, grf, uniform: Vec::new(), first_uniform: registers, behind_others: 1 }
    }

    /// Keeps the registers of an argument until `end`.
    fn occupy_input(&mut self, root: Var, offset: u32, bytes: u32, end: u32) {
        self.map.set(root, offset);
        let register = self.grf.at(offset);
        if end == 0 || register >= self.registers {
            return;
        }
        self.behind_others = self.behind_others.max(register + self.grf.holding(bytes));
        if bytes < self.grf.bytes() {
            let first = offset % self.grf.bytes() / 4;
            self.occupy_dwords(register, first, (offset + bytes).div_ceil(4) - offset / 4, end);
        } else {
            self.occupy(register, self.grf.holding(bytes).min(self.registers - register), end);
        }
    }

    fn occupy(&mut self, register: u32, count: u32, end: u32) {
        for from in &mut self.free_from[register as usize..(register + count) as usize] {
            *from = end.max(*from);
        }
    }

    fn occupy_dwords(&mut self, register: u32, first: u32, count: u32, end: u32) {
        self.occupy(register, 1, end);
        let position = self.uniform.partition_point(|other| other.register > register);
        if self.uniform.get(position).is_none_or(|other| other.register != register) {
            self.uniform.insert(position, UniformRegister::new(register, self.grf));
        }
        self.uniform[position].occupy(first, count, end);
    }

    fn assign(&mut self, extent: &BackingExtent) -> Result<(), AssignError> {
        let BackingExtent { root: var, start, end, .. } = *extent;
        let decl = &self.kernel.vars[var];
        let bytes = decl.bytes();
        if bytes < self.grf.bytes() && decl.elements == 1 && decl.align != Align::Grf {
            let dwords = bytes.div_ceil(4);
            let Some((register, first)) = self.dwords(dwords, start) else { return Err(self.none(var, 1, start)) };
            self.map.set(var, register * self.grf.bytes() + first * 4);
            self.occupy_dwords(register, first, dwords, end);
            return Ok(());
        }
        let count = self.grf.holding(bytes);
        let Some(register) = self.run(count, start) else { return Err(self.none(var, count, start)) };
        self.map.set(var, register * self.grf.bytes());
        self.behind_others = self.behind_others.max(register + count);
        self.occupy(register, count, end);
        Ok(())
    }

    #[cold]
    fn none(&self, variable: Var, wanted: u32, point: u32) -> AssignError {
        let free = self.free_from.iter().filter(|from| **from <= point).count() as u32;
        AssignError { variable, wanted, inst: point / 2, free, limit: self.registers }
    }

    /// The first of the lowest `count` consecutive registers that are free at `point`.
    fn run(&self, count: u32, point: u32) -> Option<u32> {
        let mut run = 0;
        for (first, registers) in (0..).step_by(8).zip(self.free_from.chunks_exact(8)) {
            // Compared all at once: most have no free register.
            if run == 0 && !registers.iter().fold(false, |any, from| any | (*from <= point)) {
                continue;
            }
            // Most variables have one.
            if count == 1 {
                return registers.iter().position(|from| *from <= point).map(|found| first + found as u32);
            }
            for (register, from) in (first..).zip(registers) {
                run = if *from <= point { run + 1 } else { 0 };
                if run >= count && run > 0 {
                    return Some(register + 1 - run);
                }
            }
        }
        None
    }

    /// Consecutive free dwords, aligned to their number (1 or 2): in a register that has uniform values already, or in
    /// the last free one.
    fn dwords(&mut self, count: u32, point: u32) -> Option<(u32, u32)> {
        // No uniform value is left in it, and perhaps it is no longer free.
        self.uniform.retain(|uniform| uniform.all_free_from > point);
        let uniform = self.uniform.iter().find_map(|uniform| Some((uniform.register, uniform.run(count, point)?)));
        uniform.or_else(|| {
            let last = self.free_from.iter().rposition(|from| *from <= point)? as u32;
            self.first_uniform = self.first_uniform.min(last);
            Some((last, 0))
        })
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};

    use super::*;

    #[test]
    fn extents_are_visited_by_start_then_end_then_number() {
        // The last instruction is the third; variables 3 and 7 are not live.
        let needed = [(4, 6), (1, 6), (5, 6), (0, 0), (1, 4), (0, 1), (1, 4), (2, 2), (3, 4)];
        let extent = |(root, (start, end))| BackingExtent { root: Var::from_u32(root), start, end, next: 0 };
        let mut extents: Vec<BackingExtent> = (0..).zip(needed).map(extent).collect();
        let mut order = Vec::new();
        let visited = for_each_by_start(&mut extents, 3, |extent| {
            assert_eq!((extent.start, extent.end), needed[extent.root.index()]);
            order.push(extent.root.as_u32());
            Ok::<(), ()>(())
        });
        assert_eq!((visited, order), (Ok(()), vec![5, 4, 6, 1, 8, 0, 2]));
    }

    #[test]
    fn a_run_is_found_where_registers_are_free() {
        let kernel = VisaKernel::new("k", Target::Tgllp, SimdWidth::Simd8);
        let mut scan = Scan::new(&kernel, 256);
        assert_eq!((scan.run(255, 0), scan.run(256, 0)), (Some(1), None));
        scan.occupy(1, 125, 9);
        scan.occupy(130, 126, 9);
        assert_eq!((scan.run(4, 8), scan.run(5, 8)), (Some(126), None));
        scan.occupy(127, 1, 9);
        assert_eq!((scan.run(2, 8), scan.run(2, 9)), (Some(128), Some(1)));
        assert_eq!(Scan::new(&kernel, 128).run(128, 0), None);
    }

    #[test]
    fn uniform_values_fill_the_last_register_first() {
        let kernel = VisaKernel::new("k", Target::Tgllp, SimdWidth::Simd8);
        let mut scan = Scan::new(&kernel, 128);
        let mut place = |count, point, end| {
            let found = scan.dwords(count, point);
            found.iter().for_each(|(register, first)| scan.occupy_dwords(*register, *first, count, end));
            found
        };
        assert_eq!([place(1, 1, 9), place(2, 1, 5), place(1, 1, 9)], [Some((127, 0)), Some((127, 2)), Some((127, 1))]);
        // A dword that is free again comes before another register.
        assert_eq!([place(2, 5, 9), place(2, 5, 9), place(2, 5, 9)], [Some((127, 2)), Some((127, 4)), Some((127, 6))]);
        assert_eq!(place(1, 8, 9), Some((126, 0)));
        assert_eq!(place(1, 9, 12), Some((127, 0)));
    }
}
