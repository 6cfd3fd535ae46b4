//! A register for every variable: linear scan over the text.
//!
//! Backing variables are placed one after the other as the text needs them, each in the lowest run of free registers
//! that is long enough, for as long as any of its units is needed. Values that all lanes share take dwords of registers
//! that are shared among them, from the other end of the file, so that they do not cut up the runs. r0 stays, since the
//! end of the thread reads it; arguments stay where they arrive until their last use.

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{Grf, Kernel, RegisterMap, Storage, Var};

use crate::liveness::Liveness;

/// There are too few registers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{variable} needs {wanted} registers in a row at instruction {inst}; of {limit}, {free} are free")]
pub struct AssignError {
    /// The variable that found no place.
    pub variable: Var,
    /// The registers that it needs, one after the other.
    pub wanted: u32,
    /// The instruction that needs it first.
    pub inst: u32,
    /// The registers that are free there, not all in a row.
    pub free: u32,
    /// The registers that there are.
    pub limit: u32,
}

/// How many registers there may be.
const LIMIT: u32 = 256;

/// Assigns registers of a file of `registers` (at the most 256) to the variables of `kernel`, whose liveness is
/// `liveness`.
///
/// # Errors
///
/// There are too few registers; nothing is spilled.
pub fn assign(kernel: &Kernel, liveness: &Liveness, registers: u32) -> Result<RegisterMap, AssignError> {
    let registers = registers.min(LIMIT);
    // Enough for nearly every kernel.
    let mut hulls: Vec<Hull> = Vec::with_capacity(kernel.vars.len() / 2);
    // Of each backing variable that is needed, one more than the place of its hull.
    let mut hull_of = vec![0_u32; kernel.vars.len()];
    for (unit, (start, end)) in liveness.hulls() {
        let root = kernel.backing(unit).0;
        match hull_of[root.index()].checked_sub(1) {
            Some(place) => {
                let hull = &mut hulls[place as usize];
                (hull.start, hull.end) = (hull.start.min(start), hull.end.max(end));
            }
            // r0 has the address that every variable has at first.
            None if kernel.vars[root].storage == Storage::R0 => {}
            None => {
                hulls.push(Hull { root, start, end, next: 0 });
                hull_of[root.index()] = hulls.len() as u32;
            }
        }
    }
    let mut scan = Scan::new(kernel, registers);
    for input in &kernel.inputs {
        let root = kernel.backing(input.var).0;
        let hull = hull_of[root.index()].checked_sub(1).map(|place| &mut hulls[place as usize]);
        let end = hull.map_or(0, |hull| std::mem::take(&mut hull.end));
        scan.occupy_input(root, u32::from(input.offset), u32::from(input.bytes), end);
    }
    for_each_by_start(&mut hulls, kernel.insts.len(), |hull| scan.place(hull))?;
    Ok(scan.map)
}

/// When a backing variable is needed, from its first point to its last.
#[derive(Clone, Copy)]
struct Hull {
    root: Var,
    start: u32,
    /// 0 for one that has a place.
    end: u32,
    /// One more than the place of the next hull that begins at the same instruction; 0 for none.
    next: u32,
}

/// Calls `visit` with the hulls that are not empty, by rising start, end and number. They are put in the order of the
/// `insts` instructions at which they begin, and only compared where they begin at one.
fn for_each_by_start<E>(
    hulls: &mut [Hull],
    insts: usize,
    mut visit: impl FnMut(&Hull) -> Result<(), E>,
) -> Result<(), E> {
    // As `next` of the hulls.
    let mut firsts = vec![0; insts];
    for (place, hull) in (1..).zip(&mut *hulls) {
        if hull.start < hull.end {
            hull.next = std::mem::replace(&mut firsts[hull.start as usize / 2], place);
        }
    }
    let mut together = Vec::new();
    for first in firsts {
        let Some(first) = first.checked_sub(1) else { continue };
        let mut hull = &hulls[first as usize];
        if hull.next == 0 {
            visit(hull)?;
            continue;
        }
        together.clear();
        together.push(hull);
        while let Some(next) = hull.next.checked_sub(1) {
            hull = &hulls[next as usize];
            together.push(hull);
        }
        together.sort_unstable_by_key(|hull| (hull.start, hull.end, hull.root));
        together.iter().try_for_each(|hull| visit(hull))?;
    }
    Ok(())
}

/// A register of which values that all lanes share have dwords.
#[derive(Clone, Copy, Debug)]
struct Shared {
    register: u32,
    /// The points from which on each dword is free.
    free_from: [u32; 16],
    /// The first of them and the last.
    one_free_from: u32,
    all_free_from: u32,
}

impl Shared {
    fn new(register: u32, grf: Grf) -> Shared {
        let mut free_from = [NEVER; 16];
        free_from[..grf.bytes() as usize / 4].fill(0);
        Shared { register, free_from, one_free_from: 0, all_free_from: 0 }
    }

    fn occupy(&mut self, first: u32, count: u32, end: u32) {
        for from in self.free_from.iter_mut().skip(first as usize).take(count as usize) {
            *from = end.max(*from);
        }
        self.one_free_from = self.free_from.iter().fold(NEVER, |first, from| first.min(*from));
        self.all_free_from = self.all_free_from.max(end);
    }

    /// The first dword of so many in a row, aligned to their number, that are free at `point`.
    fn run(&self, count: u32, point: u32) -> Option<u32> {
        if self.one_free_from > point {
            return None;
        }
        let mut runs = (0..).step_by(count as usize).zip(self.free_from.chunks_exact(count as usize));
        runs.find(|(_, run)| run.iter().all(|from| *from <= point)).map(|(first, _)| first)
    }
}

struct Scan<'a> {
    kernel: &'a Kernel,
    map: RegisterMap,
    /// The point from which on each register is free. Variables are placed by rising start: what is free at one is so
    /// for as long as nothing is placed there.
    free_from: [u32; LIMIT as usize],
    registers: u32,
    grf: Grf,
    /// The registers that values share, by falling number.
    shared: Vec<Shared>,
}

/// The point at which nothing is placed any more.
const NEVER: u32 = u32::MAX;

impl<'a> Scan<'a> {
    fn new(kernel: &'a Kernel, registers: u32) -> Scan<'a> {
        let grf = kernel.grf();
        let mut free_from = [NEVER; LIMIT as usize];
        free_from[..registers as usize].fill(0);
        free_from[0] = NEVER;
        let map = RegisterMap::with_room(kernel, registers * grf.bytes());
        Scan { kernel, map, free_from, registers, grf, shared: Vec::new() }
    }

    /// Keeps the place of an argument until `end`.
    fn occupy_input(&mut self, root: Var, offset: u32, bytes: u32, end: u32) {
        self.map.set(root, offset);
        let register = self.grf.at(offset);
        if end == 0 || register >= self.registers {
            return;
        }
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
        let place = self.shared.partition_point(|shared| shared.register > register);
        if self.shared.get(place).is_none_or(|shared| shared.register != register) {
            self.shared.insert(place, Shared::new(register, self.grf));
        }
        self.shared[place].occupy(first, count, end);
    }

    fn place(&mut self, hull: &Hull) -> Result<(), AssignError> {
        let Hull { root: var, start, end, .. } = *hull;
        let decl = &self.kernel.vars[var];
        let bytes = decl.bytes();
        if bytes < self.grf.bytes() && decl.elements == 1 {
            let dwords = bytes.div_ceil(4);
            let Some((register, first)) = self.dwords(dwords, start) else { return Err(self.none(var, 1, start)) };
            self.map.set(var, register * self.grf.bytes() + first * 4);
            self.occupy_dwords(register, first, dwords, end);
            return Ok(());
        }
        let count = self.grf.holding(bytes);
        let Some(register) = self.run(count, start) else { return Err(self.none(var, count, start)) };
        self.map.set(var, register * self.grf.bytes());
        self.occupy(register, count, end);
        Ok(())
    }

    #[cold]
    fn none(&self, variable: Var, wanted: u32, point: u32) -> AssignError {
        let free = self.free_from.iter().filter(|from| **from <= point).count() as u32;
        AssignError { variable, wanted, inst: point / 2, free, limit: self.registers }
    }

    /// The first of the lowest `count` registers in a row that are free at `point`.
    fn run(&self, count: u32, point: u32) -> Option<u32> {
        let mut run = 0;
        for (first, registers) in (0..).step_by(8).zip(self.free_from.chunks_exact(8)) {
            // Compared all at once, which most are done with.
            if run == 0 && !registers.iter().fold(false, |any, from| any | (*from <= point)) {
                continue;
            }
            // Most variables have one.
            if count == 1 {
                return registers.iter().position(|from| *from <= point).map(|place| first + place as u32);
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

    /// Free dwords in a row, aligned to their number (1 or 2): in a register that is shared already, or in the last
    /// free one.
    fn dwords(&mut self, count: u32, point: u32) -> Option<(u32, u32)> {
        // Not shared any more, and perhaps no longer free.
        self.shared.retain(|shared| shared.all_free_from > point);
        let shared = self.shared.iter().find_map(|shared| Some((shared.register, shared.run(count, point)?)));
        shared.or_else(|| {
            let last = self.free_from.iter().rposition(|from| *from <= point)?;
            Some((last as u32, 0))
        })
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};

    use super::*;

    #[test]
    fn variables_are_placed_by_start_then_end_then_number() {
        // The last instruction is the third; variables 3 and 7 are not needed.
        let needed = [(4, 6), (1, 6), (5, 6), (0, 0), (1, 4), (0, 1), (1, 4), (2, 2), (3, 4)];
        let hull = |(root, (start, end))| Hull { root: Var::from_u32(root), start, end, next: 0 };
        let mut hulls: Vec<Hull> = (0..).zip(needed).map(hull).collect();
        let mut order = Vec::new();
        let visited = for_each_by_start(&mut hulls, 3, |hull| {
            assert_eq!((hull.start, hull.end), needed[hull.root.index()]);
            order.push(hull.root.as_u32());
            Ok::<(), ()>(())
        });
        assert_eq!((visited, order), (Ok(()), vec![5, 4, 6, 1, 8, 0, 2]));
    }

    #[test]
    fn runs_are_found_where_registers_are_free_in_a_row() {
        let kernel = Kernel::new("k", Target::Tgllp, SimdWidth::Simd8);
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
    fn values_of_all_lanes_share_the_last_register_until_it_is_full() {
        let kernel = Kernel::new("k", Target::Tgllp, SimdWidth::Simd8);
        let mut scan = Scan::new(&kernel, 128);
        let mut place = |count, point, end| {
            let found = scan.dwords(count, point);
            found.iter().for_each(|(register, first)| scan.occupy_dwords(*register, *first, count, end));
            found
        };
        assert_eq!([place(1, 1, 9), place(2, 1, 5), place(1, 1, 9)], [Some((127, 0)), Some((127, 2)), Some((127, 1))]);
        // What was free again goes before another register.
        assert_eq!([place(2, 5, 9), place(2, 5, 9), place(2, 5, 9)], [Some((127, 2)), Some((127, 4)), Some((127, 6))]);
        assert_eq!(place(1, 8, 9), Some((126, 0)));
        assert_eq!(place(1, 9, 12), Some((127, 0)));
    }
}
