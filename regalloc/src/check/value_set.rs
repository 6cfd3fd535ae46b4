//! Value sets: the variables that a dword of the register file holds, as one number a set.
//!
//! Nearly all sets have one variable or none, and are the number of that variable. The few others are kept once each.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::visa::Var;

/// A set of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ValueSet(u32);

/// Numbers from here on name sets of several variables.
const SEVERAL: u32 = 1 << 31;

impl ValueSet {
    /// The empty set.
    pub(super) const EMPTY: ValueSet = ValueSet(u32::MAX);
    /// No set: the dwords of a register hold different sets.
    pub(super) const MIXED: ValueSet = ValueSet(u32::MAX - 1);

    /// The set of one variable.
    pub(super) fn one(variable: Var) -> ValueSet {
        debug_assert!(variable.as_u32() < SEVERAL);
        ValueSet(variable.as_u32())
    }
}

/// The sets of several variables.
#[derive(Debug, Default)]
pub(super) struct ValueSets {
    sets: Vec<SmallVec<[Var; 4]>>,
    numbers: FxHashMap<SmallVec<[Var; 4]>, u32>,
}

impl ValueSets {
    /// The variables of a set, in order.
    pub(super) fn variables(&self, set: ValueSet) -> SmallVec<[Var; 4]> {
        match set {
            ValueSet::EMPTY => SmallVec::new(),
            ValueSet(variable) if variable < SEVERAL => SmallVec::from_elem(Var::from_u32(variable), 1),
            ValueSet(number) => self.sets[(number - SEVERAL) as usize].clone(),
        }
    }

    /// Whether `variable` is in the set.
    pub(super) fn contains(&self, set: ValueSet, variable: Var) -> bool {
        match set {
            ValueSet::EMPTY => false,
            ValueSet(own) if own < SEVERAL => own == variable.as_u32(),
            ValueSet(number) => self.sets[(number - SEVERAL) as usize].contains(&variable),
        }
    }

    /// The set of these variables, which are in order.
    fn number(&mut self, variables: SmallVec<[Var; 4]>) -> ValueSet {
        match variables.as_slice() {
            [] => ValueSet::EMPTY,
            [variable] => ValueSet::one(*variable),
            _ => match self.numbers.get(&variables) {
                Some(number) => ValueSet(*number),
                None => {
                    let number = SEVERAL + self.sets.len() as u32;
                    self.sets.push(variables.clone());
                    self.numbers.insert(variables, number);
                    ValueSet(number)
                }
            },
        }
    }

    /// The set with `variable` added.
    pub(super) fn with(&mut self, set: ValueSet, variable: Var) -> ValueSet {
        if self.contains(set, variable) {
            return set;
        }
        let mut variables = self.variables(set);
        let position = variables.partition_point(|other| *other < variable);
        variables.insert(position, variable);
        self.number(variables)
    }

    /// The variables of the set for which `keep` is true.
    pub(super) fn retain(&mut self, set: ValueSet, mut keep: impl FnMut(Var) -> bool) -> ValueSet {
        match set {
            ValueSet::EMPTY => set,
            ValueSet(variable) if variable < SEVERAL => {
                if keep(Var::from_u32(variable)) {
                    set
                } else {
                    ValueSet::EMPTY
                }
            }
            set => {
                let mut variables = self.variables(set);
                variables.retain(|variable| keep(*variable));
                self.number(variables)
            }
        }
    }

    /// The variables that are in both sets.
    pub(super) fn meet(&mut self, a: ValueSet, b: ValueSet) -> ValueSet {
        match (a, b) {
            (a, b) if a == b => a,
            (ValueSet::EMPTY, _) | (_, ValueSet::EMPTY) => ValueSet::EMPTY,
            (ValueSet(a), ValueSet(b)) if a < SEVERAL && b < SEVERAL => ValueSet::EMPTY,
            (a, b) => {
                let other = self.variables(b);
                self.retain(a, |variable| other.contains(&variable))
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
        let mut sets = ValueSets::default();
        let ab = sets.with(ValueSet::one(a), b);
        assert_eq!(ab, sets.with(ValueSet::one(b), a));
        let abc = sets.with(ab, c);
        assert!(sets.contains(abc, a) && sets.contains(abc, c) && !sets.contains(ab, c));
        assert_eq!(sets.meet(abc, ab), ab);
        assert_eq!(sets.meet(abc, ValueSet::one(c)), ValueSet::one(c));
        assert_eq!(sets.meet(ab, ValueSet::one(c)), ValueSet::EMPTY);
        assert_eq!(sets.retain(abc, |variable| variable == b), ValueSet::one(b));
        assert_eq!(sets.variables(abc).to_vec(), [b, c, a]);
    }
}
