//! The units of layout and assignment: stretches of variables that live and die as one.
//!
//! A variable that is made of parts (a response, a payload) is no unit; its parts are. A view is the unit of what it
//! views. An access to a whole response is one to each of its parts.

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{Access, Kernel, Storage, Var};

/// Which variables are parts of which.
#[derive(Debug)]
pub struct Units {
    /// Of each variable that is no unit, one more than its place in `others`; of a unit 0.
    other: Vec<u32>,
    others: Vec<Other>,
    parts: Vec<Part>,
}

/// What a variable is that is no unit.
#[derive(Clone, Copy, Debug)]
enum Other {
    /// The same bytes as that variable, which is no view.
    View(Var),
    /// A whole, with the places in `parts` of its first part and of the last that has been found.
    Whole { first: u32, last: u32 },
}

/// A part of another variable.
#[derive(Clone, Copy, Debug)]
struct Part {
    var: Var,
    /// The bytes of the other variable that it has.
    start: u32,
    end: u32,
    /// The place of the next part of the same variable, or [`NO_PART`].
    next: u32,
}

const NO_PART: u32 = u32::MAX;

impl Units {
    /// The units of `kernel`.
    pub fn new(kernel: &Kernel) -> Units {
        let count = kernel.vars.len();
        // Enough for nearly every kernel.
        let (others, parts) = (Vec::with_capacity(count / 4), Vec::with_capacity(count / 2));
        let mut units = Units { other: vec![0; count], others, parts };
        for (var, decl) in &kernel.vars {
            match decl.storage {
                Storage::Part { of, offset } => units.add_part(of, var, offset.into(), decl.bytes()),
                Storage::View { of } => units.add_view(var, kernel.viewed(of)),
                _ => {}
            }
        }
        units
    }

    fn add_part(&mut self, of: Var, var: Var, start: u32, bytes: u32) {
        let new = self.parts.len() as u32;
        match &mut self.other[of.index()] {
            place @ 0 => {
                self.others.push(Other::Whole { first: new, last: new });
                *place = self.others.len() as u32;
            }
            place => match &mut self.others[*place as usize - 1] {
                // Parts of a view are not touched with it.
                Other::View(_) => return,
                Other::Whole { last, .. } => {
                    self.parts[*last as usize].next = new;
                    *last = new;
                }
            },
        }
        self.parts.push(Part { var, start, end: start + bytes, next: NO_PART });
    }

    fn add_view(&mut self, var: Var, of: Var) {
        let place = &mut self.other[var.index()];
        if *place == 0 {
            self.others.push(Other::View(of));
            *place = self.others.len() as u32;
        } else {
            self.others[*place as usize - 1] = Other::View(of);
        }
    }

    /// The parts of `var`, and the bytes of it that each has. A variable that has come since has none.
    pub fn parts(&self, var: Var) -> impl Iterator<Item = (Var, u32, u32)> {
        let first = match self.other.get(var.index()) {
            None | Some(0) => NO_PART,
            Some(place) => match self.others[*place as usize - 1] {
                Other::View(_) => NO_PART,
                Other::Whole { first, .. } => first,
            },
        };
        let part = |place: u32| self.parts.get(place as usize);
        std::iter::successors(part(first), move |last| part(last.next)).map(|part| (part.var, part.start, part.end))
    }

    /// Calls `visit` with each unit that `access` touches, and the bytes of the unit that it touches.
    #[inline]
    pub fn for_each(&self, access: &Access, mut visit: impl FnMut(Var, u32, u32)) {
        match self.other[access.var.index()] {
            0 => visit(access.var, access.start, access.end),
            place => self.split(place, access.start, access.end, &mut visit),
        }
    }

    /// The same for a variable that is no unit.
    fn split(&self, place: u32, start: u32, end: u32, visit: &mut impl FnMut(Var, u32, u32)) {
        let mut next = match self.others[place as usize - 1] {
            Other::View(of) => match self.other[of.index()] {
                0 => return visit(of, start, end),
                whole => return self.split(whole, start, end, visit),
            },
            Other::Whole { first, .. } => first,
        };
        while let Some(part) = self.parts.get(next as usize) {
            if part.start < end && start < part.end {
                let (start, end) = (start.max(part.start) - part.start, end.min(part.end) - part.start);
                match self.other[part.var.index()] {
                    0 => visit(part.var, start, end),
                    place => self.split(place, start, end, visit),
                }
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
