//! The units of layout and assignment: stretches of variables that live and die as one.
//!
//! A variable that is made of parts (a response, a payload) is no unit; its parts are. A view is the unit of what it
//! views. An access to a whole response is one to each of its parts.

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{Access, Kernel, Storage, Var};

/// Which variables are parts of which.
#[derive(Debug)]
pub struct Units {
    /// What each variable is.
    resolved: Vec<Resolved>,
    /// Where in `parts` those of each variable begin; they end where the next variable's begin.
    starts: Vec<u32>,
    /// A part, and the bytes of the other variable that it has.
    parts: Vec<(Var, u32, u32)>,
}

/// What a variable is, in one place, as every access asks for it.
#[derive(Clone, Copy, Debug)]
struct Resolved {
    /// What it views; itself if it is no view.
    viewed: Var,
    /// The bytes of that, and in the lowest bit whether it has parts.
    bytes: u32,
}

impl Resolved {
    fn bytes(self) -> u32 {
        self.bytes >> 1
    }

    fn has_parts(self) -> bool {
        self.bytes & 1 != 0
    }
}

impl Units {
    /// The units of `kernel`.
    pub fn new(kernel: &Kernel) -> Units {
        // Counted one place behind, so that filling moves each start to where it belongs.
        let mut starts = vec![0; kernel.vars.len() + 2];
        let mut total = 0;
        for decl in kernel.vars.values() {
            if let Storage::Part { of, .. } = decl.storage {
                starts[of.index() + 2] += 1;
                total += 1;
            }
        }
        let mut next = 0;
        for start in &mut starts {
            next += *start;
            *start = next;
        }
        let mut parts = vec![(Var::from_u32(0), 0, 0); total];
        for (var, decl) in &kernel.vars {
            if let Storage::Part { of, offset } = decl.storage {
                let place = &mut starts[of.index() + 1];
                parts[*place as usize] = (var, u32::from(offset), u32::from(offset) + decl.bytes());
                *place += 1;
            }
        }
        let resolve = |var: Var| {
            let viewed = kernel.viewed(var);
            let has_parts = starts[viewed.index()] < starts[viewed.index() + 1];
            Resolved { viewed, bytes: kernel.vars[viewed].bytes() << 1 | u32::from(has_parts) }
        };
        Units { resolved: kernel.vars.keys().map(resolve).collect(), starts, parts }
    }

    /// The bytes of a unit.
    #[inline]
    pub fn bytes(&self, unit: Var) -> u32 {
        self.resolved[unit.index()].bytes()
    }

    /// The parts of `var`, and the bytes of it that each has. A variable that has come since has none.
    #[inline]
    pub fn parts(&self, var: Var) -> &[(Var, u32, u32)] {
        match self.starts[var.index().min(self.starts.len() - 2)..] {
            [start, end, ..] => &self.parts[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Calls `visit` with each unit that `access` touches, and the bytes of the unit that it touches.
    #[inline]
    pub fn for_each(&self, access: &Access, mut visit: impl FnMut(Var, u32, u32)) {
        let resolved = self.resolved[access.var.index()];
        if resolved.has_parts() {
            self.split(resolved.viewed, access.start, access.end, &mut visit);
        } else {
            visit(resolved.viewed, access.start, access.end);
        }
    }

    fn split(&self, var: Var, start: u32, end: u32, visit: &mut impl FnMut(Var, u32, u32)) {
        for (part, first, last) in self.parts(var) {
            if *first < end && start < *last {
                let (start, end) = (start.max(*first) - first, end.min(*last) - first);
                if self.resolved[part.index()].has_parts() {
                    self.split(*part, start, end, visit);
                } else {
                    visit(*part, start, end);
                }
            }
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
        let access = Access { var: var(&kernel, name), start, end, write: false, masked: false };
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
    fn a_view_is_the_unit_of_what_it_views() {
        assert_eq!(touched("F", 4, 8), expected(&[("L", 4, 8)]));
    }
}
