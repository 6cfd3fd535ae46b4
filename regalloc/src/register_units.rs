//! Register units: the variables, and the subregisters of variables, that liveness and coalescing work on.
//!
//! A variable with subregisters (a response with its channels, a payload with its parameters) is no register unit; its
//! subregisters are. An alias belongs to the register unit of the variable whose bytes it names. An access to a whole
//! response is one to each of its register units.

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{Storage, Var, VarAccess, VisaKernel};

/// Which variables are subregisters of which.
#[derive(Debug)]
pub struct RegisterUnits {
    /// For each variable: 0 for a register unit; one more than the position of its first subregister in `subregisters`;
    /// or [`ALIAS`] with the number of the variable whose bytes it names, which is no alias.
    kinds: Vec<u32>,
    subregisters: Vec<Subregister>,
}

/// A subregister of another variable.
#[derive(Clone, Copy, Debug)]
struct Subregister {
    var: Var,
    /// The bytes of the other variable that it has.
    start: u32,
    end: u32,
    /// One more than the position of the next subregister of the same variable; 0 for none.
    next: u32,
}

/// The bit that only aliases have.
const ALIAS: u32 = 1 << 31;

impl RegisterUnits {
    /// Finds the register units of `kernel`.
    pub fn new(kernel: &VisaKernel) -> RegisterUnits {
        let count = kernel.vars.len();
        // Enough for nearly every kernel.
        let mut reg_units = RegisterUnits { kinds: vec![0; count], subregisters: Vec::with_capacity(count / 2) };
        // From the last on, since each subregister is put before those that have been found.
        for (var, decl) in kernel.vars.iter().rev() {
            match decl.storage {
                Storage::Subregister { of, offset } => reg_units.add_subregister(of, var, offset.into(), decl.bytes()),
                Storage::Alias { of } => reg_units.kinds[var.index()] = ALIAS | kernel.unaliased(of).as_u32(),
                _ => {}
            }
        }
        reg_units
    }

    fn add_subregister(&mut self, of: Var, var: Var, start: u32, bytes: u32) {
        let first = &mut self.kinds[of.index()];
        // An access to an alias is none to its subregisters.
        if *first & ALIAS == 0 {
            self.subregisters.push(Subregister { var, start, end: start + bytes, next: *first });
            *first = self.subregisters.len() as u32;
        }
    }

    /// How many variables there were.
    pub fn variables(&self) -> usize {
        self.kinds.len()
    }

    /// Whether a variable is a register unit. One that was added since is none.
    #[inline]
    pub fn is_register_unit(&self, var: Var) -> bool {
        self.kinds.get(var.index()) == Some(&0)
    }

    /// The subregisters of `var`, and the bytes of it that each has. A variable that was added since has none.
    pub fn subregisters(&self, var: Var) -> impl Iterator<Item = (Var, u32, u32)> {
        let mut next = self.kinds.get(var.index()).copied().filter(|kind| kind & ALIAS == 0).unwrap_or_default();
        std::iter::from_fn(move || {
            let subregister = self.subregisters[next.checked_sub(1)? as usize];
            next = subregister.next;
            Some((subregister.var, subregister.start, subregister.end))
        })
    }

    /// Calls `visit` with each register unit that `access` touches, and the bytes of the register unit that it touches.
    #[inline]
    pub fn for_each(&self, access: &VarAccess, mut visit: impl FnMut(Var, u32, u32)) {
        let kind = self.kinds[access.var.index()];
        let var = if kind & ALIAS == 0 { access.var } else { Var::from_u32(kind - ALIAS) };
        self.touch(var, access.start, access.end, &mut visit);
    }

    /// The same for a variable that is no alias.
    #[inline(always)]
    fn touch(&self, var: Var, start: u32, end: u32, visit: &mut impl FnMut(Var, u32, u32)) {
        match self.kinds[var.index()] {
            0 => visit(var, start, end),
            first => self.split(first, start, end, visit),
        }
    }

    /// The same for a variable with subregisters, from one of them on.
    fn split(&self, mut next: u32, start: u32, end: u32, visit: &mut impl FnMut(Var, u32, u32)) {
        while let Some(position) = next.checked_sub(1) {
            let subregister = &self.subregisters[position as usize];
            if subregister.start < end && start < subregister.end {
                self.touch(
                    subregister.var,
                    start.max(subregister.start) - subregister.start,
                    end.min(subregister.end) - subregister.start,
                    visit,
                );
            }
            next = subregister.next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{kernel, var};

    /// A response R of three registers, the second of which is a payload Q of two halves; F is an alias of the last
    /// half.
    const RESPONSE: &str = "R:d24 A:d8<R+0 Q:d8<R+32 H:d4<Q+0 L:d4<Q+16 F:f4<L+0 C:d8<R+64";

    fn touched(name: &str, start: u32, end: u32) -> Vec<(Var, u32, u32)> {
        let kernel = kernel(RESPONSE, "");
        let access = VarAccess { var: var(&kernel, name), start, end, write: false, masked: false };
        let mut found = Vec::new();
        RegisterUnits::new(&kernel).for_each(&access, |reg_unit, start, end| found.push((reg_unit, start, end)));
        found
    }

    fn expected(parts: &[(&str, u32, u32)]) -> Vec<(Var, u32, u32)> {
        let kernel = kernel(RESPONSE, "");
        parts.iter().map(|(name, start, end)| (var(&kernel, name), *start, *end)).collect()
    }

    #[test]
    fn an_access_to_a_variable_is_one_to_each_of_its_units() {
        assert_eq!(touched("R", 0, 96), expected(&[("A", 0, 32), ("H", 0, 16), ("L", 0, 16), ("C", 0, 32)]));
    }

    #[test]
    fn an_access_touches_only_the_units_and_bytes_that_it_covers() {
        assert_eq!(touched("R", 24, 36), expected(&[("A", 24, 32), ("H", 0, 4)]));
        assert_eq!(touched("R", 24, 32), expected(&[("A", 24, 32)]));
        assert_eq!(touched("R", 32, 36), expected(&[("H", 0, 4)]));
        assert_eq!(touched("Q", 12, 20), expected(&[("H", 12, 16), ("L", 0, 4)]));
    }

    #[test]
    fn subregisters_of_several_variables_may_be_declared_by_turns() {
        let kernel = kernel("R:d16 S:d16 A:d8<R+0 B:d8<S+0 C:d8<R+32 D:d8<S+32", "");
        let reg_units = RegisterUnits::new(&kernel);
        let parts = |name| reg_units.subregisters(var(&kernel, name)).collect::<Vec<_>>();
        assert_eq!(parts("R"), [(var(&kernel, "A"), 0, 32), (var(&kernel, "C"), 32, 64)]);
        assert_eq!(parts("S"), [(var(&kernel, "B"), 0, 32), (var(&kernel, "D"), 32, 64)]);
        assert_eq!(parts("A"), []);
    }

    #[test]
    fn an_alias_is_the_unit_of_the_variable_that_it_names() {
        assert_eq!(touched("F", 4, 8), expected(&[("L", 4, 8)]));
    }
}
