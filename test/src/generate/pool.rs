//! The values that a program may use at the place that is being written.

use rustc_hash::FxHashSet;
use texvisa_ir::texture::{Type, Value};

/// A value that is defined here on every way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The value.
    pub value: Value,
    /// Its type.
    pub ty: Type,
    /// Whether it is defined, and every correct execution has it to the last bit.
    pub certain: bool,
}

/// The values in scope, the youngest last.
#[derive(Debug, Default)]
pub(super) struct Pool {
    known: Vec<Known>,
    used: FxHashSet<Value>,
}

/// So many of the youngest values of a type are looked at for most operands.
const RECENT: usize = 6;

impl Pool {
    /// Brings a value into scope.
    pub fn add(&mut self, known: Known) {
        self.known.push(known);
    }

    /// A place to return to with [`Pool::leave`].
    pub fn enter(&self) -> usize {
        self.known.len()
    }

    /// Takes out of scope what came into it since.
    pub fn leave(&mut self, entered: usize) {
        self.known.truncate(entered);
    }

    /// What came into scope since and was never used.
    pub fn unused_since(&self, entered: usize) -> Vec<Known> {
        self.known[entered..].iter().copied().filter(|known| !self.used.contains(&known.value)).collect()
    }

    /// A value of that type, mostly a young one; where `certain`, only one that is.
    pub fn pick(&mut self, rng: &mut fastrand::Rng, ty: Type, certain: bool) -> Option<Known> {
        let fits = |known: &&Known| known.ty == ty && (known.certain || !certain);
        let count = if rng.u8(..4) == 0 { usize::MAX } else { RECENT };
        let fitting: Vec<_> = self.known.iter().rev().filter(fits).take(count).copied().collect();
        let picked = *rng.choice(&fitting)?;
        self.used.insert(picked.value);
        Some(picked)
    }
}
