//! The units of layout and assignment: stretches of variables that live and die as one.
//!
//! A variable that is made of parts (a response, a payload) is no unit; its parts are. A view is the unit of what it
//! views. An access to a whole response is one to each of its parts.

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{Kernel, Storage, Var, VarAccess};

/// Which variables are parts of which.
#[derive(Debug)]
pub struct Units {
    /// What each variable is: 0 for a unit, one more than the place in `parts` of its first part for a whole, and
    /// [`VIEW`] with the number of what it views, which is no view, for a view.
    kinds: Vec<u32>,
    parts: Vec<Part>,
}

/// A part of another variable.
#[derive(Clone, Copy, Debug)]
struct Part {
    var: Var,
    /// The bytes of the other variable that it has.
    start: u32,
    end: u32,
    /// One more than the place of the next part of the same variable; 0 for none.
    next: u32,
}

/// The bit that only views have.
const VIEW: u32 = 1 << 31;

impl Units {
    /// The units of `kernel`.
    pub fn new(kernel: &Kernel) -> Units {
        let count = kernel.vars.len();
        // Enough parts for nearly every kernel.
        let mut units = Units { kinds: vec![0; count], parts: Vec::with_capacity(count / 2) };
        // From the last on, since each part comes before those that have been found.
        for (var, decl) in kernel.vars.iter().rev() {
            match decl.storage {
                Storage::Subregister { of, offset } => units.add_part(of, var, offset.into(), decl.bytes()),
                Storage::Alias { of } => units.kinds[var.index()] = VIEW | kernel.unaliased(of).as_u32(),
                _ => {}
            }
        }
        units
    }

    fn add_part(&mut self, of: Var, var: Var, start: u32, bytes: u32) {
        let first = &mut self.kinds[of.index()];
        // Parts of a view are not touched with it.
        if *first & VIEW == 0 {
            self.parts.push(Part { var, start, end: start + bytes, next: *first });
            *first = self.parts.len() as u32;
        }
    }

    /// Whether a variable is a unit. One that has come since is none.
    #[inline]
    pub fn is_unit(&self, var: Var) -> bool {
        self.kinds.get(var.index()) == Some(&0)
    }

    /// The parts of `var`, and the bytes of it that each has. A variable that has come since has none.
    pub fn parts(&self, var: Var) -> impl Iterator<Item = (Var, u32, u32)> {
        let mut next = self.kinds.get(var.index()).copied().filter(|kind| kind & VIEW == 0).unwrap_or_default();
        std::iter::from_fn(move || {
            let part = self.parts[next.checked_sub(1)? as usize];
            next = part.next;
            Some((part.var, part.start, part.end))
        })
    }

    /// Calls `visit` with each unit that `access` touches, and the bytes of the unit that it touches.
    #[inline]
    pub fn for_each(&self, access: &VarAccess, mut visit: impl FnMut(Var, u32, u32)) {
        let kind = self.kinds[access.var.index()];
        let var = if kind & VIEW == 0 { access.var } else { Var::from_u32(kind - VIEW) };
        self.touch(var, access.start, access.end, &mut visit);
    }

    /// The same for a variable that is no view.
    #[inline]
    fn touch(&self, var: Var, start: u32, end: u32, visit: &mut impl FnMut(Var, u32, u32)) {
        match self.kinds[var.index()] {
            0 => visit(var, start, end),
            first => self.split(first, start, end, visit),
        }
    }

    /// The same for a whole, from one of its parts on.
    fn split(&self, mut next: u32, start: u32, end: u32, visit: &mut impl FnMut(Var, u32, u32)) {
        while let Some(place) = next.checked_sub(1) {
            let part = &self.parts[place as usize];
            if part.start < end && start < part.end {
                self.touch(part.var, start.max(part.start) - part.start, end.min(part.end) - part.start, visit);
            }
            next = part.next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{kernel, var};

    /// A response R of three registers, the second of which is a payload Q of two halves; F views the last half.
    const RESPONSE: &str = "R:d24 A:d8<R+0 Q:d8<R+32 H:d4<Q+0 L:d4<Q+16 F:f4<L+0 C:d8<R+64";

    fn touched(name: &str, start: u32, end: u32) -> Vec<(Var, u32, u32)> {
        let kernel = kernel(RESPONSE, "");
        let access = VarAccess { var: var(&kernel, name), start, end, write: false, masked: false };
        let mut found = Vec::new();
        Units::new(&kernel).for_each(&access, |unit, start, end| found.push((unit, start, end)));
        found
    }

    fn expected(parts: &[(&str, u32, u32)]) -> Vec<(Var, u32, u32)> {
        let kernel = kernel(RESPONSE, "");
        parts.iter().map(|(name, start, end)| (var(&kernel, name), *start, *end)).collect()
    }

    #[test]
    fn an_access_to_a_whole_is_one_to_each_part_of_a_part() {
        assert_eq!(touched("R", 0, 96), expected(&[("A", 0, 32), ("H", 0, 16), ("L", 0, 16), ("C", 0, 32)]));
    }

    #[test]
    fn an_access_touches_only_the_parts_and_bytes_that_it_covers() {
        assert_eq!(touched("R", 24, 36), expected(&[("A", 24, 32), ("H", 0, 4)]));
        assert_eq!(touched("Q", 12, 20), expected(&[("H", 12, 16), ("L", 0, 4)]));
    }

    #[test]
    fn parts_of_several_variables_may_be_declared_by_turns() {
        let kernel = kernel("R:d16 S:d16 A:d8<R+0 B:d8<S+0 C:d8<R+32 D:d8<S+32", "");
        let units = Units::new(&kernel);
        let parts = |name| units.parts(var(&kernel, name)).collect::<Vec<_>>();
        assert_eq!(parts("R"), [(var(&kernel, "A"), 0, 32), (var(&kernel, "C"), 32, 64)]);
        assert_eq!(parts("S"), [(var(&kernel, "B"), 0, 32), (var(&kernel, "D"), 32, 64)]);
        assert_eq!(parts("A"), []);
    }

    #[test]
    fn a_view_is_the_unit_of_what_it_views() {
        assert_eq!(touched("F", 4, 8), expected(&[("L", 4, 8)]));
    }
}
