//! A register for every variable: linear scan over the text.
//!
//! Backing variables are placed one after the other as the text needs them, each in the lowest run of free registers
//! that is long enough, for as long as any of its units is needed. Values that all lanes share take dwords of registers
//! that are shared among them, from the other end of the file, so that they do not cut up the runs. r0 stays, since the
//! end of the thread reads it; arguments stay where they arrive until their last use.

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{Kernel, RegisterMap, Storage, Var};

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

/// Registers that are free, one bit each.
#[derive(Clone, Copy, Debug)]
struct FreeSet([u64; 4]);

impl FreeSet {
    /// How many registers there may be.
    const LIMIT: u32 = 256;

    fn all(count: u32) -> FreeSet {
        let mut free = FreeSet([0; 4]);
        free.set(0, count, true);
        free
    }

    /// The first register from `from` on that is free, or that is not; the limit where there is none.
    fn next(&self, from: u32, free: bool) -> u32 {
        let flip = if free { 0 } else { u64::MAX };
        let mut above = u64::MAX << (from % 64);
        for word in from / 64..FreeSet::LIMIT / 64 {
            let found = (self.0[word as usize] ^ flip) & above;
            if found != 0 {
                return word * 64 + found.trailing_zeros();
            }
            above = u64::MAX;
        }
        FreeSet::LIMIT
    }

    /// The first of the lowest `count` free registers in a row.
    fn run(&self, count: u32) -> Option<u32> {
        let mut start = self.next(0, true);
        while start < FreeSet::LIMIT {
            if count == 1 {
                return Some(start);
            }
            let end = self.next(start, false);
            if end - start >= count {
                return Some(start);
            }
            start = self.next(end, true);
        }
        None
    }

    fn last(&self) -> Option<u32> {
        let (word, free) = self.0.iter().enumerate().rev().find(|(_, free)| **free != 0)?;
        Some(word as u32 * 64 + 63 - free.leading_zeros())
    }

    #[inline]
    fn set(&mut self, start: u32, count: u32, free: bool) {
        let in_word = (64 - start % 64).min(count);
        if in_word == 0 {
            return;
        }
        let ones = u64::MAX >> (64 - in_word) << (start % 64);
        let word = &mut self.0[start as usize / 64];
        *word = if free { *word | ones } else { *word & !ones };
        if in_word < count {
            self.set_behind(start + in_word, count - in_word, free);
        }
    }

    /// The same for what lies in another word than the first.
    #[cold]
    fn set_behind(&mut self, start: u32, count: u32, free: bool) {
        self.set(start, count, free);
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// Assigns registers of a file of `registers` (at the most 256) to the variables of `kernel`, whose liveness is
/// `liveness`.
///
/// # Errors
///
/// There are too few registers; nothing is spilled.
pub fn assign(kernel: &Kernel, liveness: &Liveness, registers: u32) -> Result<RegisterMap, AssignError> {
    let registers = registers.min(FreeSet::LIMIT);
    let mut hulls = vec![Hull::EMPTY; kernel.vars.len()];
    for unit in kernel.vars.keys() {
        if let Some((start, end)) = liveness.hull(unit) {
            let root = kernel.place(unit).0;
            // r0 has the address that every variable has at first.
            if kernel.vars[root].storage != Storage::R0 {
                let hull = &mut hulls[root.index()];
                (hull.start, hull.end) = (hull.start.min(start), hull.end.max(end));
            }
        }
    }
    let mut scan = Scan::new(kernel, registers);
    for input in &kernel.inputs {
        let root = kernel.place(input.var).0;
        let hull = std::mem::replace(&mut hulls[root.index()], Hull::EMPTY);
        scan.occupy_input(root, u32::from(input.offset), u32::from(input.bytes), hull.end);
    }
    for_each_by_start(&mut hulls, kernel.insts.len(), |start, end, var| {
        scan.free_until(start);
        scan.place(var, start, end)
    })?;
    Ok(scan.map)
}

/// When a backing variable is needed, from its first point to its last.
#[derive(Clone, Copy)]
struct Hull {
    start: u32,
    end: u32,
    /// One more than the number of the next variable that is needed from the same instruction on; 0 for none.
    next: u32,
}

impl Hull {
    /// That of a variable that is not needed.
    const EMPTY: Hull = Hull { start: u32::MAX, end: 0, next: 0 };
}

/// Calls `visit` with the variables whose hulls are not empty, by rising start, end and number. They are put in the order
/// of the `insts` instructions at which they begin, and only compared where they begin at one.
fn for_each_by_start<E>(
    hulls: &mut [Hull],
    insts: usize,
    mut visit: impl FnMut(u32, u32, Var) -> Result<(), E>,
) -> Result<(), E> {
    // As `next` of the hulls.
    let mut firsts = vec![0; insts];
    for (var, hull) in hulls.iter_mut().enumerate().rev() {
        if hull.start < hull.end {
            hull.next = std::mem::replace(&mut firsts[hull.start as usize / 2], var as u32 + 1);
        }
    }
    let mut together = Vec::new();
    for first in firsts {
        together.clear();
        let mut link = first;
        while let Some(var) = link.checked_sub(1) {
            let Hull { start, end, next } = hulls[var as usize];
            together.push((start, end, Var::from_u32(var)));
            link = next;
        }
        if together.len() > 1 {
            together.sort_unstable();
        }
        for (start, end, var) in &together {
            visit(*start, *end, *var)?;
        }
    }
    Ok(())
}

/// What is held until certain points: a chain for each point. A queue that is kept in order takes longer than all the
/// rest of the scan.
struct Ends {
    /// One more than the index of each chain's first in `held`; 0 for none.
    first: Vec<u32>,
    /// What is held, and the next in its chain, as in `first`.
    held: Vec<(Held, u32)>,
    /// The chain of the places in `held` whose turn is over.
    over: u32,
    /// The first point whose chain has not been taken.
    next: usize,
}

impl Ends {
    /// Nothing is held, until any of `points`.
    fn new(points: usize) -> Ends {
        Ends { first: vec![0; points], held: Vec::new(), over: 0, next: 0 }
    }

    fn push(&mut self, end: u32, held: Held) {
        let first = &mut self.first[end as usize];
        let node = (held, *first);
        *first = match self.over.checked_sub(1) {
            Some(index) => {
                let place = &mut self.held[index as usize];
                let (_, over) = std::mem::replace(place, node);
                std::mem::replace(&mut self.over, over)
            }
            None => {
                self.held.push(node);
                self.held.len() as u32
            }
        };
    }

    /// Frees what is held until `point`, or until one before it.
    fn take_until(&mut self, point: u32, mut free: impl FnMut(Held)) {
        let points = self.next..point as usize + 1;
        self.next = points.end;
        for first in &self.first[points] {
            let mut link = *first;
            while let Some(index) = link.checked_sub(1) {
                let (held, next) = &mut self.held[index as usize];
                free(*held);
                let behind = std::mem::replace(next, self.over);
                self.over = std::mem::replace(&mut link, behind);
            }
        }
    }
}

struct Scan<'a> {
    kernel: &'a Kernel,
    map: RegisterMap,
    free: FreeSet,
    registers: u32,
    grf_bytes: u32,
    /// Of each register that shared values have: the dwords that are taken. 0 for any other register.
    shared: Vec<u32>,
    /// What becomes free, and when.
    ends: Ends,
}

#[derive(Clone, Copy, Debug)]
enum Held {
    Registers { start: u8, count: u16 },
    Dwords { register: u8, mask: u16 },
}

impl<'a> Scan<'a> {
    fn new(kernel: &'a Kernel, registers: u32) -> Scan<'a> {
        let grf_bytes = kernel.grf_bytes();
        let mut free = FreeSet::all(registers);
        free.set(0, 1, false);
        Scan {
            kernel,
            map: RegisterMap::with_room(kernel, registers * grf_bytes),
            free,
            registers,
            grf_bytes,
            shared: vec![0; registers as usize],
            ends: Ends::new(kernel.insts.len() * 2 + 1),
        }
    }

    /// Keeps the place of an argument until `end`.
    fn occupy_input(&mut self, root: Var, offset: u32, bytes: u32, end: u32) {
        self.map.set(root, offset);
        let register = offset / self.grf_bytes;
        if end == 0 || register >= self.registers {
            return;
        }
        if bytes < self.grf_bytes {
            let dwords = (offset + bytes).div_ceil(4) - offset / 4;
            let mask = ((1u32 << dwords) - 1) << (offset % self.grf_bytes / 4);
            self.shared[register as usize] |= mask;
            self.free.set(register, 1, false);
            self.ends.push(end, Held::Dwords { register: register as u8, mask: mask as u16 });
        } else {
            let count = bytes.div_ceil(self.grf_bytes).min(self.registers - register);
            self.free.set(register, count, false);
            self.ends.push(end, Held::Registers { start: register as u8, count: count as u16 });
        }
    }

    fn free_until(&mut self, point: u32) {
        let (shared, free) = (&mut self.shared, &mut self.free);
        self.ends.take_until(point, |held| match held {
            Held::Registers { start, count } => free.set(start.into(), count.into(), true),
            Held::Dwords { register, mask } => {
                let taken = &mut shared[usize::from(register)];
                *taken &= !u32::from(mask);
                if *taken == 0 {
                    free.set(register.into(), 1, true);
                }
            }
        });
    }

    fn place(&mut self, var: Var, start: u32, end: u32) -> Result<(), AssignError> {
        let bytes = self.kernel.vars[var].bytes();
        let none = |wanted: u32, free: FreeSet, limit: u32| AssignError {
            variable: var,
            wanted,
            inst: start / 2,
            free: free.count(),
            limit,
        };
        if bytes < self.grf_bytes && self.kernel.vars[var].elements == 1 {
            let dwords = bytes.div_ceil(4);
            let Some((register, mask)) = self.dwords(dwords) else { return Err(none(1, self.free, self.registers)) };
            self.shared[register as usize] |= mask;
            self.free.set(register, 1, false);
            self.map.set(var, register * self.grf_bytes + mask.trailing_zeros() * 4);
            self.ends.push(end, Held::Dwords { register: register as u8, mask: mask as u16 });
            return Ok(());
        }
        let count = bytes.div_ceil(self.grf_bytes);
        let Some(register) = self.free.run(count) else { return Err(none(count, self.free, self.registers)) };
        self.free.set(register, count, false);
        self.map.set(var, register * self.grf_bytes);
        self.ends.push(end, Held::Registers { start: register as u8, count: count as u16 });
        Ok(())
    }

    /// Free dwords in a row, aligned to their number (1 or 2): in a register that is shared already, or in the last
    /// free one.
    fn dwords(&self, count: u32) -> Option<(u32, u32)> {
        let full = if self.grf_bytes == 64 { 0xffff } else { 0xff };
        let in_register = |taken: u32| {
            let ones = (1u32 << count) - 1;
            (0..self.grf_bytes / 4).step_by(count as usize).map(|at| ones << at).find(|mask| taken & mask == 0)
        };
        let shared = self.shared.iter().enumerate().rev().find_map(|(register, taken)| {
            (*taken != 0 && *taken != full).then(|| in_register(*taken)).flatten().map(|mask| (register as u32, mask))
        });
        shared.or_else(|| Some((self.free.last()?, in_register(0)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_placed_by_start_then_end_then_number() {
        // The last instruction is the third; variables 3 and 7 are not needed.
        let needed = [(4, 6), (1, 6), (5, 6), (u32::MAX, 0), (1, 4), (0, 1), (1, 4), (2, 2), (3, 4)];
        let mut hulls = needed.map(|(start, end)| Hull { start, end, next: 0 });
        let mut order = Vec::new();
        let visited = for_each_by_start(&mut hulls, 3, |start, end, var| {
            assert_eq!((start, end), needed[var.index()]);
            order.push(var.as_u32());
            Ok::<(), ()>(())
        });
        assert_eq!((visited, order), (Ok(()), vec![5, 4, 6, 1, 8, 0, 2]));
    }

    #[test]
    fn runs_are_found_across_the_halves_of_the_set() {
        let mut free = FreeSet::all(256);
        free.set(0, 126, false);
        free.set(130, 126, false);
        assert_eq!(free.count(), 4);
        assert_eq!(free.run(4), Some(126));
        assert_eq!(free.run(5), None);
        assert_eq!(free.last(), Some(129));
        free.set(127, 1, false);
        assert_eq!(free.run(2), Some(128));
        assert_eq!(FreeSet::all(128).run(128), Some(0));
        assert_eq!(FreeSet::all(128).run(129), None);
    }
}
