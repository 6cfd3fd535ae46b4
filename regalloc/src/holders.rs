//! Sets of units, as one number each: what a dword of the register file holds.
//!
//! Nearly all sets have one unit or none, and are that unit's number. The few others are kept once each.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::visa::Var;

/// A set of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Holders(u32);

/// Numbers from here on stand for sets of several.
const SEVERAL: u32 = 1 << 31;

impl Holders {
    /// No unit.
    pub(crate) const NOBODY: Holders = Holders(u32::MAX);
    /// No set: the dwords of a register hold different ones.
    pub(crate) const APART: Holders = Holders(u32::MAX - 1);

    /// That unit alone.
    pub(crate) fn one(unit: Var) -> Holders {
        debug_assert!(unit.as_u32() < SEVERAL);
        Holders(unit.as_u32())
    }
}

/// The sets of several units.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    sets: Vec<SmallVec<[Var; 4]>>,
    numbers: FxHashMap<SmallVec<[Var; 4]>, u32>,
}

impl Sets {
    /// The units of a set, in order.
    pub(crate) fn units(&self, set: Holders) -> SmallVec<[Var; 4]> {
        match set {
            Holders::NOBODY => SmallVec::new(),
            Holders(unit) if unit < SEVERAL => SmallVec::from_elem(Var::from_u32(unit), 1),
            Holders(number) => self.sets[(number - SEVERAL) as usize].clone(),
        }
    }

    /// Whether `unit` is in the set.
    pub(crate) fn contains(&self, set: Holders, unit: Var) -> bool {
        match set {
            Holders::NOBODY => false,
            Holders(own) if own < SEVERAL => own == unit.as_u32(),
            Holders(number) => self.sets[(number - SEVERAL) as usize].contains(&unit),
        }
    }

    /// The set of these units, which are in order.
    fn number(&mut self, units: SmallVec<[Var; 4]>) -> Holders {
        match units.as_slice() {
            [] => Holders::NOBODY,
            [unit] => Holders::one(*unit),
            _ => match self.numbers.get(&units) {
                Some(number) => Holders(*number),
                None => {
                    let number = SEVERAL + self.sets.len() as u32;
                    self.sets.push(units.clone());
                    self.numbers.insert(units, number);
                    Holders(number)
                }
            },
        }
    }

    /// The set with `unit` in it.
    pub(crate) fn with(&mut self, set: Holders, unit: Var) -> Holders {
        if self.contains(set, unit) {
            return set;
        }
        let mut units = self.units(set);
        let place = units.partition_point(|other| *other < unit);
        units.insert(place, unit);
        self.number(units)
    }

    /// The units of the set that `keep` keeps.
    pub(crate) fn retain(&mut self, set: Holders, mut keep: impl FnMut(Var) -> bool) -> Holders {
        match set {
            Holders::NOBODY => set,
            Holders(unit) if unit < SEVERAL => {
                if keep(Var::from_u32(unit)) {
                    set
                } else {
                    Holders::NOBODY
                }
            }
            set => {
                let mut units = self.units(set);
                units.retain(|unit| keep(*unit));
                self.number(units)
            }
        }
    }

    /// The units that are in both sets.
    pub(crate) fn meet(&mut self, a: Holders, b: Holders) -> Holders {
        match (a, b) {
            (a, b) if a == b => a,
            (Holders::NOBODY, _) | (_, Holders::NOBODY) => Holders::NOBODY,
            (Holders(a), Holders(b)) if a < SEVERAL && b < SEVERAL => Holders::NOBODY,
            (a, b) => {
                let other = self.units(b);
                self.retain(a, |unit| other.contains(&unit))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        let [a, b, c] = [3, 1, 2].map(Var::from_u32);
        let mut sets = Sets::default();
        let ab = sets.with(Holders::one(a), b);
        assert_eq!(ab, sets.with(Holders::one(b), a));
        let abc = sets.with(ab, c);
        assert!(sets.contains(abc, a) && sets.contains(abc, c) && !sets.contains(ab, c));
        assert_eq!(sets.meet(abc, ab), ab);
        assert_eq!(sets.meet(abc, Holders::one(c)), Holders::one(c));
        assert_eq!(sets.meet(ab, Holders::one(c)), Holders::NOBODY);
        assert_eq!(sets.retain(abc, |unit| unit == b), Holders::one(b));
        assert_eq!(sets.units(abc).to_vec(), [b, c, a]);
    }
}
