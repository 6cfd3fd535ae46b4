//! What the register file holds, dword by dword.
//!
//! Most that is written are whole registers. Of a register whose dwords all hold the same, that is kept once.

use std::ops::Range;

use texvisa_ir::visa::Var;

use crate::holders::{Holders, Sets};

/// What each dword of the register file holds.
#[derive(Clone, Debug)]
pub(crate) struct Contents {
    /// What all dwords of a register hold, or [`Holders::APART`].
    registers: Box<[Holders]>,
    /// What each dword holds, where its register says that they differ.
    dwords: Box<[Holders]>,
    /// The dwords of a register, as a power of two.
    shift: u32,
}

impl Contents {
    /// Registers that hold nothing: as many as have `dwords` dwords, `grf_dwords` each.
    pub fn nothing(dwords: usize, grf_dwords: u32) -> Contents {
        debug_assert!(grf_dwords.is_power_of_two() && dwords.is_multiple_of(grf_dwords as usize));
        Contents {
            registers: vec![Holders::NOBODY; dwords / grf_dwords as usize].into(),
            dwords: vec![Holders::NOBODY; dwords].into(),
            shift: grf_dwords.trailing_zeros(),
        }
    }

    /// The registers that these dwords are, if they are whole ones.
    #[inline]
    pub fn registers(&self, dwords: &Range<usize>) -> Option<Range<usize>> {
        let is_whole = (dwords.start | dwords.end) & ((1 << self.shift) - 1) == 0;
        is_whole.then_some(dwords.start >> self.shift..dwords.end >> self.shift)
    }

    /// What a dword holds.
    #[inline]
    pub fn get(&self, dword: usize) -> Holders {
        match self.registers[dword >> self.shift] {
            Holders::APART => self.dwords[dword],
            all => all,
        }
    }

    /// Makes `unit` all that these dwords hold.
    #[inline]
    pub fn write(&mut self, dwords: Range<usize>, unit: Var) {
        match self.registers(&dwords) {
            Some(registers) => self.registers[registers].fill(Holders::one(unit)),
            None => self.apart(dwords).fill(Holders::one(unit)),
        }
    }

    /// The first of these dwords that does not hold `unit`.
    #[inline]
    pub fn first_without(&self, dwords: Range<usize>, unit: Var, sets: &Sets) -> Option<usize> {
        let holds = |all: &Holders| *all == Holders::one(unit) || *all != Holders::APART && sets.contains(*all, unit);
        match self.registers(&dwords) {
            Some(registers) if self.registers[registers.clone()].iter().all(holds) => None,
            _ => dwords.into_iter().find(|dword| !sets.contains(self.get(*dword), unit)),
        }
    }

    /// Changes what these dwords hold, each as a function of what it holds.
    pub fn change(&mut self, mut dwords: Range<usize>, mut change: impl FnMut(Holders) -> Holders) {
        let step = 1 << self.shift;
        while !dwords.is_empty() {
            let end = (dwords.start + 1).next_multiple_of(step).min(dwords.end);
            let part = dwords.start..end;
            match self.registers(&part).map(|registers| &mut self.registers[registers.start]) {
                Some(all) if *all != Holders::APART => *all = change(*all),
                _ => self.apart(part).iter_mut().for_each(|holders| *holders = change(*holders)),
            }
            dwords.start = end;
        }
    }

    /// Changes what one dword holds.
    pub fn change_one(&mut self, dword: usize, change: impl FnOnce(Holders) -> Holders) {
        let before = self.get(dword);
        let after = change(before);
        if after != before {
            self.apart(dword..dword + 1)[0] = after;
        }
    }

    /// Leaves what both hold; whether that takes something.
    pub fn meet(&mut self, other: &Contents, sets: &mut Sets) -> bool {
        let mut changed = false;
        let mut meet = |own: &mut Holders, other: Holders| {
            if *own != other {
                let both = sets.meet(*own, other);
                changed |= both != *own;
                *own = both;
            }
        };
        for register in 0..self.registers.len() {
            match (self.registers[register], other.registers[register]) {
                (Holders::APART, _) | (_, Holders::APART) => {
                    let dwords = register << self.shift..(register + 1) << self.shift;
                    for (dword, own) in dwords.clone().zip(self.apart(dwords)) {
                        meet(own, other.get(dword));
                    }
                }
                (_, other) => meet(&mut self.registers[register], other),
            }
        }
        changed
    }

    /// What each of these dwords holds, each for itself.
    fn apart(&mut self, dwords: Range<usize>) -> &mut [Holders] {
        if !dwords.is_empty() {
            for register in dwords.start >> self.shift..=(dwords.end - 1) >> self.shift {
                let all = std::mem::replace(&mut self.registers[register], Holders::APART);
                if all != Holders::APART {
                    self.dwords[register << self.shift..(register + 1) << self.shift].fill(all);
                }
            }
        }
        &mut self.dwords[dwords]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DWORDS: usize = 64;

    /// A change of single dwords, and the same of `Contents`.
    fn step(plain: &mut [Holders], contents: &mut Contents, sets: &mut Sets, random: &mut fastrand::Rng) {
        let start = random.usize(0..DWORDS);
        let (start, end) = match random.bool() {
            true => (start / 8 * 8, (start / 8 + random.usize(1..3)) * 8),
            false => (start, start + random.usize(1..12)),
        };
        let dwords = start..end.min(DWORDS);
        let [unit, other] = [(); 2].map(|()| Var::from_u32(random.u32(0..4)));
        match random.u32(0..6) {
            0..3 => {
                plain[dwords.clone()].fill(Holders::one(unit));
                contents.write(dwords, unit);
            }
            3 => {
                let mut share =
                    |holders| if sets.contains(holders, other) { sets.with(holders, unit) } else { holders };
                plain[dwords.clone()].iter_mut().for_each(|holders| *holders = share(*holders));
                contents.change(dwords, share);
            }
            4 => {
                plain[start] = Holders::NOBODY;
                contents.change_one(start, |_| Holders::NOBODY);
            }
            _ => {
                let expected = plain[dwords.clone()].iter().position(|holders| !sets.contains(*holders, unit));
                let found = contents.first_without(dwords, unit, sets);
                assert_eq!(found, expected.map(|place| start + place));
            }
        }
        assert!((0..DWORDS).all(|dword| contents.get(dword) == plain[dword]));
    }

    #[test]
    fn registers_are_their_dwords() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut sets = Sets::default();
        let nothing = || (vec![Holders::NOBODY; DWORDS], Contents::nothing(DWORDS, 8));
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
}
