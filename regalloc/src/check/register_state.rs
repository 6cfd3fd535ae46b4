//! The state of a register file: a value set for each dword.
//!
//! Most defs write whole registers, so that one value set is kept for a register whose dwords all hold the same. States are
//! copied for every block and every block at which lanes are pending, and differ in few registers: they share the parts in
//! which they do not. A kernel that needs too many registers is checked with some for each variable: of Mandelbulber's
//! `fractal3D`, 8,000 registers and 100,000 states, whole states were more than 10 GB.

use std::ops::Range;
use std::rc::Rc;

use smallvec::SmallVec;
use texvisa_ir::visa::Var;

use super::lanes::PIECE_BYTES;
use super::value_set::{ValueSet, ValueSets};

/// How many registers are compared at once.
const SOME: usize = 8;

/// How many registers a part has, as a power of two: all that most kernels have.
const PART: u32 = 7;

/// A value set for each dword of the register file.
#[derive(Clone, Debug)]
pub(super) struct RegisterState {
    parts: SmallVec<[Rc<RegisterPart>; 1]>,
    /// The dwords of a part, as a power of two.
    shift: u32,
}

impl RegisterState {
    /// `dwords` dwords that hold nothing, `grf_dwords` of them a register.
    pub fn empty(dwords: usize, grf_dwords: u32) -> RegisterState {
        debug_assert!(grf_dwords.is_power_of_two() && dwords.is_multiple_of(grf_dwords as usize));
        let part = RegisterPart {
            registers: [ValueSet::EMPTY; 1 << PART],
            places: [0; 1 << PART],
            mixed: Vec::new(),
            shift: grf_dwords.trailing_zeros(),
        };
        let shift = PART + part.shift;
        let parts = SmallVec::from_elem(Rc::new(part), dwords.div_ceil(1 << shift));
        RegisterState { parts, shift }
    }

    /// The value set of a dword.
    #[inline]
    pub fn get(&self, dword: usize) -> ValueSet {
        self.parts[dword >> self.shift].get(dword & ((1 << self.shift) - 1))
    }

    /// These dwords by the parts in which they are: the number of the part, and the dwords in it.
    fn in_parts(&self, dwords: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> + use<> {
        let (shift, mut start) = (self.shift, dwords.start);
        std::iter::from_fn(move || {
            let (part, from) = (start >> shift, start & ((1 << shift) - 1));
            let end = dwords.end.min((part + 1) << shift);
            let length = end.checked_sub(start).filter(|length| *length > 0)?;
            start = end;
            Some((part, from..from + length))
        })
    }

    /// Has these dwords hold `variable` alone.
    #[inline]
    pub fn write(&mut self, dwords: Range<usize>, variable: Var) {
        for (part, dwords) in self.in_parts(dwords) {
            if !self.parts[part].are_written(&dwords, variable) {
                Rc::make_mut(&mut self.parts[part]).write(dwords, variable);
            }
        }
    }

    /// The first of these dwords that does not hold `variable`.
    #[inline]
    pub fn first_without(&self, dwords: Range<usize>, variable: Var, sets: &ValueSets) -> Option<usize> {
        self.in_parts(dwords).find_map(|(part, dwords)| {
            Some((part << self.shift) + self.parts[part].first_without(dwords, variable, sets)?)
        })
    }

    /// Changes the value set of each of these dwords that holds anything: `change` gets it with a dword of the same piece
    /// of a register ([`PIECE_BYTES`]).
    pub fn change(&mut self, dwords: Range<usize>, mut change: impl FnMut(usize, ValueSet) -> ValueSet) {
        for (part, dwords) in self.in_parts(dwords) {
            if !self.parts[part].are_empty(&dwords) {
                let before = part << self.shift;
                Rc::make_mut(&mut self.parts[part]).change(dwords, |dword, set| change(before + dword, set));
            }
        }
    }

    /// Changes the value set of one dword.
    pub fn change_one(&mut self, dword: usize, change: impl FnOnce(ValueSet) -> ValueSet) {
        let before = self.get(dword);
        let after = change(before);
        if after != before {
            let (part, dword) = (dword >> self.shift, dword & ((1 << self.shift) - 1));
            Rc::make_mut(&mut self.parts[part]).apart(dword..dword + 1)[0] = after;
        }
    }

    /// Meets this state with another: what both hold stays. Whether that took something from this one.
    pub fn meet(&mut self, other: &RegisterState, sets: &mut ValueSets) -> bool {
        let mut changed = false;
        for (own, other) in self.parts.iter_mut().zip(&other.parts) {
            if Rc::ptr_eq(own, other) {
                continue;
            }
            if own.is_equal(other) {
                *own = other.clone();
            } else if let Some(own) = Rc::get_mut(own) {
                changed |= own.meet(other, sets);
            } else {
                // Most hold no more than the other: they stay shared.
                let mut met = RegisterPart::clone(own);
                if met.meet(other, sets) {
                    *own = Rc::new(met);
                    changed = true;
                }
            }
        }
        changed
    }
}

/// The dwords of a piece of a register.
const PIECE_DWORDS: usize = (PIECE_BYTES / 4) as usize;

/// A value set for each dword of some registers.
#[derive(Clone, Debug)]
struct RegisterPart {
    /// The value set of all dwords of a register, or [`ValueSet::MIXED`].
    registers: [ValueSet; 1 << PART],
    /// Where in `mixed` each register is that was ever mixed, counted from 1.
    places: [u8; 1 << PART],
    /// The value set of each dword of a mixed register. Few are mixed.
    mixed: Vec<ValueSet>,
    /// The dwords of a register, as a power of two.
    shift: u32,
}

impl RegisterPart {
    /// Whether both hold the same.
    fn is_equal(&self, other: &RegisterPart) -> bool {
        let is_mixed = |register: &usize| self.registers[*register] == ValueSet::MIXED;
        are_equal(&self.registers, &other.registers)
            && (self.mixed.is_empty()
                || (0..1 << PART)
                    .filter(is_mixed)
                    .all(|register| are_equal(self.mixed_register(register), other.mixed_register(register))))
    }

    /// Whether these dwords hold `variable` alone, as far as that is easily seen.
    #[inline]
    fn are_written(&self, dwords: &Range<usize>, variable: Var) -> bool {
        let registers = dwords.start >> self.shift..((dwords.end - 1) >> self.shift) + 1;
        self.registers[registers].iter().all(|set| *set == ValueSet::one(variable))
    }

    /// Whether the registers of these dwords hold nothing.
    fn are_empty(&self, dwords: &Range<usize>) -> bool {
        let registers = dwords.start >> self.shift..((dwords.end - 1) >> self.shift) + 1;
        self.registers[registers].iter().all(|set| *set == ValueSet::EMPTY)
    }

    /// The registers that these dwords make up, if they make up whole ones.
    #[inline]
    fn registers(&self, dwords: &Range<usize>) -> Option<Range<usize>> {
        let is_whole = (dwords.start | dwords.end) & ((1 << self.shift) - 1) == 0;
        is_whole.then_some(dwords.start >> self.shift..dwords.end >> self.shift)
    }

    /// The value set of a dword.
    #[inline]
    fn get(&self, dword: usize) -> ValueSet {
        match self.registers[dword >> self.shift] {
            ValueSet::MIXED => self.mixed_register(dword >> self.shift)[dword & ((1 << self.shift) - 1)],
            all => all,
        }
    }

    /// The value sets of the dwords of a mixed register.
    #[inline]
    fn mixed_register(&self, register: usize) -> &[ValueSet] {
        let end = usize::from(self.places[register]) << self.shift;
        &self.mixed[end - (1 << self.shift)..end]
    }

    /// The part of these dwords that is in their first register.
    #[inline]
    fn in_first_register(&self, dwords: &Range<usize>) -> Range<usize> {
        dwords.start..(dwords.start + 1).next_multiple_of(1 << self.shift).min(dwords.end)
    }

    /// Has these dwords hold `variable` alone.
    #[inline]
    fn write(&mut self, dwords: Range<usize>, variable: Var) {
        match self.registers(&dwords) {
            Some(registers) => self.registers[registers].fill(ValueSet::one(variable)),
            None => {
                let mut left = dwords;
                while !left.is_empty() {
                    let part = self.in_first_register(&left);
                    left.start = part.end;
                    self.apart(part).fill(ValueSet::one(variable));
                }
            }
        }
    }

    /// The first of these dwords that does not hold `variable`.
    #[inline]
    fn first_without(&self, dwords: Range<usize>, variable: Var, sets: &ValueSets) -> Option<usize> {
        let holds = |all: &ValueSet| {
            *all == ValueSet::one(variable) || *all != ValueSet::MIXED && sets.contains(*all, variable)
        };
        match self.registers(&dwords) {
            Some(registers) if self.registers[registers.clone()].iter().all(holds) => None,
            _ => dwords.into_iter().find(|dword| !sets.contains(self.get(*dword), variable)),
        }
    }

    /// Changes the value set of each of these dwords that holds anything: `change` gets it with a dword of the same piece
    /// of a register ([`PIECE_BYTES`]).
    fn change(&mut self, mut dwords: Range<usize>, mut change: impl FnMut(usize, ValueSet) -> ValueSet) {
        let step = 1 << self.shift;
        while !dwords.is_empty() {
            let part = self.in_first_register(&dwords);
            let (first, end) = (part.start, part.end);
            let all = self.registers[first >> self.shift];
            if all != ValueSet::EMPTY {
                let is_whole = all != ValueSet::MIXED && part.len() == step;
                let changed = is_whole.then(|| change(first, all));
                match changed {
                    Some(changed)
                        if (first..end).step_by(PIECE_DWORDS).skip(1).all(|dword| change(dword, all) == changed) =>
                    {
                        self.registers[first >> self.shift] = changed;
                    }
                    _ => {
                        let held = (first..).zip(self.apart(part)).filter(|(_, set)| **set != ValueSet::EMPTY);
                        held.for_each(|(dword, set)| *set = change(dword, *set));
                    }
                }
            }
            dwords.start = end;
        }
    }

    /// Meets these with others: what both hold stays. Whether that took something from these.
    fn meet(&mut self, other: &RegisterPart, sets: &mut ValueSets) -> bool {
        let mut changed = false;
        let count = self.registers.as_chunks::<SOME>().0.len();
        for chunk in 0..count {
            let [own, others] = [&self.registers, &other.registers].map(|of| &of.as_chunks::<SOME>().0[chunk]);
            // Most registers hold the same in both.
            if !are_equal(own, others) || own.contains(&ValueSet::MIXED) {
                let registers = chunk * SOME..(chunk + 1) * SOME;
                registers.for_each(|register| changed |= self.meet_register(register, other, sets));
            }
        }
        changed
    }

    /// The same for one register.
    fn meet_register(&mut self, register: usize, other: &RegisterPart, sets: &mut ValueSets) -> bool {
        let mut changed = false;
        let mut meet = |own: &mut ValueSet, other: ValueSet| {
            if *own != other {
                let both = sets.meet(*own, other);
                changed |= both != *own;
                *own = both;
            }
        };
        match (self.registers[register], other.registers[register]) {
            (ValueSet::MIXED, _) | (_, ValueSet::MIXED) => {
                let dwords = register << self.shift..(register + 1) << self.shift;
                let are_mixed = self.registers[register] == other.registers[register];
                if are_mixed && are_equal(self.mixed_register(register), other.mixed_register(register)) {
                    return false;
                }
                for (dword, own) in dwords.clone().zip(self.apart(dwords)) {
                    meet(own, other.get(dword));
                }
            }
            (_, other) => meet(&mut self.registers[register], other),
        }
        changed
    }

    /// The value sets of these dwords of one register, which becomes mixed.
    fn apart(&mut self, dwords: Range<usize>) -> &mut [ValueSet] {
        let (register, step) = (dwords.start >> self.shift, 1 << self.shift);
        let all = std::mem::replace(&mut self.registers[register], ValueSet::MIXED);
        if self.places[register] == 0 {
            self.mixed.resize(self.mixed.len() + step, all);
            self.places[register] = (self.mixed.len() >> self.shift) as u8;
        }
        let start = (usize::from(self.places[register]) - 1) << self.shift;
        if all != ValueSet::MIXED {
            self.mixed[start..start + step].fill(all);
        }
        let first = register << self.shift;
        &mut self.mixed[start + dwords.start - first..start + dwords.end - first]
    }
}

/// Whether these are the same sets, without a branch for each.
#[inline]
fn are_equal(own: &[ValueSet], other: &[ValueSet]) -> bool {
    own.iter().zip(other).fold(true, |equal, (own, other)| equal & (own == other))
}

/// The dwords of bytes `start` to `end`, not included, of a variable at `address`.
pub(super) fn dwords(address: u32, start: u32, end: u32) -> Range<usize> {
    (address + start) as usize / 4..(address + end).div_ceil(4) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const DWORDS: usize = 64;

    /// Makes one random change to a plain vector of dwords and to a `RegisterState`.
    fn step(plain: &mut [ValueSet], contents: &mut RegisterState, sets: &mut ValueSets, random: &mut fastrand::Rng) {
        let start = random.usize(0..DWORDS);
        let (start, end) = match random.bool() {
            true => (start / 8 * 8, (start / 8 + random.usize(1..3)) * 8),
            false => (start, start + random.usize(1..12)),
        };
        let dwords = start..end.min(DWORDS);
        let [variable, other] = [(); 2].map(|()| Var::from_u32(random.u32(0..4)));
        match random.u32(0..6) {
            0..3 => {
                plain[dwords.clone()].fill(ValueSet::one(variable));
                contents.write(dwords, variable);
            }
            3 => {
                // In all pieces, or in every other one.
                let step = random.usize(1..3);
                let mut share = |dword: usize, set| match (dword / PIECE_DWORDS).is_multiple_of(step) {
                    true if sets.contains(set, other) => sets.with(set, variable),
                    _ => set,
                };
                dwords.clone().for_each(|dword| plain[dword] = share(dword, plain[dword]));
                contents.change(dwords, &mut share);
            }
            4 => {
                plain[start] = ValueSet::EMPTY;
                contents.change_one(start, |_| ValueSet::EMPTY);
            }
            _ => {
                let expected = plain[dwords.clone()].iter().position(|set| !sets.contains(*set, variable));
                let found = contents.first_without(dwords, variable, sets);
                assert_eq!(found, expected.map(|position| start + position));
            }
        }
        assert!((0..DWORDS).all(|dword| contents.get(dword) == plain[dword]));
    }

    #[test]
    fn registers_are_their_dwords() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut sets = ValueSets::default();
        let nothing = || (vec![ValueSet::EMPTY; DWORDS], RegisterState::empty(DWORDS, 8));
        let (mut plain, mut contents) = nothing();
        for _ in 0..200 {
            let (mut other_plain, mut other) = nothing();
            for _ in 0..20 {
                step(&mut plain, &mut contents, &mut sets, &mut random);
                step(&mut other_plain, &mut other, &mut sets, &mut random);
            }
            let before = plain.clone();
            plain.iter_mut().zip(&other_plain).for_each(|(own, other)| *own = sets.meet(*own, *other));
            assert_eq!(contents.meet(&other, &mut sets), plain != before);
            assert!((0..DWORDS).all(|dword| contents.get(dword) == plain[dword]));
        }
    }

    #[test]
    fn more_registers_than_16_bits_number_are_mixed() {
        let dwords = ((1 << 16) + 2) * 8;
        let [first, last] = [0, dwords - 8];
        let mut contents = RegisterState::empty(dwords, 8);
        (0..dwords).step_by(8).for_each(|dword| contents.write(dword..dword + 1, Var::from_u32(dword as u32)));
        let of = |dword: usize| ValueSet::one(Var::from_u32(dword as u32));
        assert!((0..dwords).step_by(8).all(|dword| contents.get(dword) == of(dword)));
        assert_eq!([first, last].map(|dword| contents.get(dword + 1)), [ValueSet::EMPTY; 2]);
        // The last register shares nothing with the first.
        let mut other = contents.clone();
        other.write(last..last + 1, Var::from_u32(7));
        assert!(contents.meet(&other, &mut ValueSets::default()));
        assert_eq!([first, last].map(|dword| contents.get(dword)), [of(first), ValueSet::EMPTY]);
    }
}
