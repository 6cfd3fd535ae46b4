//! The register file by content.
//!
//! What is known of a backing variable is a list of runs: bytes that were written at a time, of which one thing is
//! known. Every variable that lives in it reads and writes these, so that writing one changes what every other knows
//! that shares bytes with it. Runs are of one stretch of straight code; what was written elsewhere is a question for
//! [`claims`](super::claims).

use std::ops::Range;

use texvisa_ir::texture::Value;
use texvisa_ir::visa::{Kernel, Var, VarDecl};

use super::content::{Content, Scope, What};
use super::message::Response;

/// A byte of a backing variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub root: Var,
    pub byte: u32,
}

/// Some bytes of a backing variable.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u32,
    end: u32,
    content: Content,
    /// Whether it is the end of one whose beginning was overwritten, so that it goes on no other.
    torn: bool,
    /// The number of the next run of the same variable, which lies anywhere; [`NONE`] behind the last.
    next: u32,
}

/// No run.
const NONE: u32 = 0;

/// The register file of a kernel.
pub(super) struct Runs<'k> {
    kernel: &'k Kernel,
    /// By backing variable: the number of its first run; below `base` where nothing of it was written in this stretch.
    first: Vec<u32>,
    /// By variable that is no view: how many of its bytes, from the first on, were written by what defines its value.
    covered: Vec<u32>,
    /// The runs of this stretch. Those of one variable share no byte.
    runs: Vec<Run>,
    /// The number of the first of them: runs are numbered through all stretches.
    base: u32,
}

impl<'k> Runs<'k> {
    pub fn new(kernel: &'k Kernel) -> Runs<'k> {
        let vars = kernel.vars.len();
        // Most instructions write one thing at a time.
        let runs = Vec::with_capacity(kernel.insts.len());
        Runs { kernel, first: vec![NONE; vars], covered: vec![0; vars], runs, base: NONE + 1 }
    }

    /// Begins another stretch of straight code.
    pub fn forget(&mut self) {
        self.base += self.runs.len() as u32;
        self.runs.clear();
    }

    /// How many bytes of `var`, which is no view, from the first on, were written by what defines its value.
    pub fn covered(&self, var: Var) -> u32 {
        self.covered[var.as_u32() as usize]
    }

    /// Says that `bytes` from byte `start` on were, too. Parts are written in their order: one that leaves a gap before
    /// it does not count, nor does one that is written again.
    pub fn cover(&mut self, var: Var, start: u32, bytes: u32) {
        let covered = &mut self.covered[var.as_u32() as usize];
        if start <= *covered {
            *covered = start.saturating_add(bytes).max(*covered);
        }
    }

    /// The run of that number, if it is of this stretch.
    #[inline]
    fn run(&self, number: u32) -> Option<&Run> {
        self.runs.get(number.wrapping_sub(self.base) as usize)
    }

    /// The run of that number and those behind it.
    fn list(&self, number: u32) -> impl Iterator<Item = &Run> {
        std::iter::successors(self.run(number), |run| self.run(run.next))
    }

    /// Where byte `offset` of `var` is, which is declared so.
    #[inline]
    pub fn place(&self, var: Var, decl: &VarDecl, offset: u32) -> Place {
        let Some((of, behind)) = decl.storage.within() else { return Place { root: var, byte: offset } };
        let (root, start) = self.kernel.backing(of);
        Place { root, byte: start.saturating_add(u32::from(behind)) + offset }
    }

    /// The run that begins at a place.
    #[inline]
    fn beginning(&self, Place { root, byte: start }: Place) -> Option<&Run> {
        let mut run = self.run(self.first[root.as_u32() as usize])?;
        while run.start != start {
            run = self.run(run.next)?;
        }
        Some(run)
    }

    /// What is known of `length` bytes from a place on, where one run has them and begins there.
    #[inline]
    pub fn written(&self, place: Place, length: u32) -> Option<&Content> {
        let run = self.beginning(place)?;
        // Of no bytes nothing is known.
        (length.wrapping_sub(1) < run.end - run.start).then_some(&run.content)
    }

    /// The same, where they are all that was written at a time.
    #[inline]
    pub fn whole(&self, place: Place, length: u32) -> Option<&Content> {
        let run = self.beginning(place)?;
        (run.end - run.start == length && !run.torn).then_some(&run.content)
    }

    /// Whether there are `length` bytes from a place on, and none of their backing variable was written in this
    /// stretch.
    #[inline]
    pub fn is_elsewhere(&self, Place { root, byte: start }: Place, length: u32) -> bool {
        let end = start + length;
        start < end && end <= self.kernel.vars[root].bytes() && self.run(self.first[root.as_u32() as usize]).is_none()
    }

    /// What `length` bytes from a place on are: those of one run, or of several where the next goes on as the one
    /// before it. `None` where none was written in this stretch.
    #[inline]
    pub fn find(&self, Place { root, byte: start }: Place, length: u32) -> Option<Content> {
        let end = start + length;
        if start >= end || end > self.kernel.vars[root].bytes() {
            return Some(Content::UNKNOWN);
        }
        let first = self.first[root.as_u32() as usize];
        self.run(first)?;
        let has = |run: &&Run, at| run.start <= at && at < run.end;
        let Some(run) = self.list(first).find(|run| has(run, start)) else {
            // Where some bytes were written here, and others elsewhere, nothing is known.
            let is_written = self.list(first).any(|run| run.start < end && start < run.end);
            return is_written.then_some(Content::UNKNOWN);
        };
        let mut content = run.content.after(start - run.start);
        let mut at = run.end;
        while at < end {
            let next = self.list(first).find(|run| run.start == at && has(run, at) && !run.torn);
            let Some(next) = next else { return Some(Content::UNKNOWN) };
            content = content.and_then(|content| content.followed(next.content, at - start));
            at = next.end;
        }
        Some(content.unwrap_or(Content::UNKNOWN))
    }

    /// Says what `count` elements from byte `offset` of `var` on are now, if there is such a variable.
    #[inline]
    pub fn write(&mut self, var: Var, offset: u32, count: u32, content: Content) {
        if let Some(decl) = self.kernel.vars.get(var) {
            self.write_at(self.place(var, decl, offset), count * u32::from(content.bytes), content);
        }
    }

    /// Says what `length` bytes from a place on are now.
    #[inline(always)]
    pub fn write_at(&mut self, Place { root, byte: start }: Place, length: u32, content: Content) {
        let end = (start + length).min(self.kernel.vars[root].bytes());
        if start >= end {
            return;
        }
        let content = if content.what == What::Unknown { Content::UNKNOWN } else { content };
        let root = root.as_u32() as usize;
        let next = match self.runs.get_mut(self.first[root].wrapping_sub(self.base) as usize) {
            Some(run) if (run.start, run.end) == (start, end) => {
                (run.content, run.torn) = (content, false);
                return;
            }
            Some(_) => self.cut(self.first[root], start..end),
            None => NONE,
        };
        self.first[root] = self.push(Run { start, end, content, torn: false, next });
    }

    /// Says that the channels which a message returned are elements of `result`, of lanes in that scope. Between them
    /// nothing is known.
    pub fn write_response(&mut self, response: &Response, result: Value, scope: Scope) {
        let Place { root, byte: mut start } = response.place;
        let room = self.kernel.vars[root].bytes();
        let root = root.as_u32() as usize;
        let channels = response.channels;
        let mut next = match self.run(self.first[root]) {
            Some(_) => self.cut(self.first[root], start..start + channels.count() * response.step),
            None => NONE,
        };
        let bytes = u32::from(response.exec.lanes) * response.bytes;
        for element in channels.iter() {
            let end = (start + bytes).min(room);
            if start < end {
                let what = What::Value { value: result, element };
                let content = Content { what, scope, bytes: response.bytes as u8 };
                next = self.push(Run { start, end, content, torn: false, next });
            }
            start = (start + response.step).min(room);
            if end < start {
                next = self.push(Run { start: end, end: start, content: Content::UNKNOWN, torn: false, next });
            }
        }
        self.first[root] = next;
    }

    #[inline]
    fn push(&mut self, run: Run) -> u32 {
        self.runs.push(run);
        self.base + self.runs.len() as u32 - 1
    }

    /// Cuts a place out of the runs of a variable. Returns the first run that is left.
    #[inline]
    fn cut(&mut self, first: u32, place: Range<u32>) -> u32 {
        // Most places are written once.
        let is_written = self.list(first).any(|run| run.start < place.end && place.start < run.end);
        if is_written { self.cut_out(first, place) } else { first }
    }

    #[inline(never)]
    fn cut_out(&mut self, first: u32, place: Range<u32>) -> u32 {
        let Range { start, end } = place;
        let (mut number, mut left) = (first, NONE);
        while let Some(run) = self.runs.get_mut(number.wrapping_sub(self.base) as usize) {
            let given = *run;
            let is_apart = given.end <= start || end <= given.start;
            if is_apart || given.start < start {
                run.end = if is_apart { given.end } else { start };
                run.next = left;
                left = number;
            }
            if !is_apart && end < given.end {
                let content = given.content.after(end - given.start).unwrap_or(Content::UNKNOWN);
                left = self.push(Run { start: end, content, torn: true, next: left, ..given });
            }
            number = given.next;
        }
        left
    }

    /// Forgets `bytes` bytes from byte `offset` of `var` on.
    pub fn spoil(&mut self, var: Var, offset: u32, bytes: u32) {
        self.write(var, offset, bytes, Content { bytes: 1, ..Content::UNKNOWN });
    }
}
