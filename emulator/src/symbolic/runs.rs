//! The register file by content.
//!
//! What is known of a backing variable is a list of runs: bytes that were written at a time, of which one thing is
//! known. Every variable that lives in it reads and writes these, so that writing one changes what every other knows
//! that shares bytes with it. Runs are of one stretch of straight code; what was written elsewhere is a question for
//! [`claims`](super::claims).

use std::ops::Range;

use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::{Kernel, Raw, Var};

use super::content::{Content, What};

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
    /// By variable that is no view: how many of its bytes were written by what defines its value.
    covered: Vec<u32>,
    /// The runs of this stretch. Those of one variable share no byte.
    runs: Vec<Run>,
    /// The number of the first of them: runs are numbered through all stretches.
    base: u32,
}

impl<'k> Runs<'k> {
    pub fn new(kernel: &'k Kernel) -> Runs<'k> {
        let vars = kernel.vars.len();
        Runs { kernel, first: vec![NONE; vars], covered: vec![0; vars], runs: Vec::new(), base: NONE + 1 }
    }

    /// Begins another stretch of straight code.
    pub fn forget(&mut self) {
        self.base += self.runs.len() as u32;
        self.runs.clear();
    }

    /// How many bytes of `var`, which is no view, were written by what defines its value.
    pub fn covered(&self, var: Var) -> u32 {
        self.covered[var.as_u32() as usize]
    }

    /// Says that so many more were.
    pub fn cover(&mut self, var: Var, bytes: u32) {
        let covered = &mut self.covered[var.as_u32() as usize];
        *covered = covered.saturating_add(bytes);
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

    /// What is known of `length` bytes from byte `offset` of `var` on, where one run has them and begins there.
    #[inline]
    pub fn written(&self, var: Var, offset: u32, length: u32) -> Option<&Content> {
        let (root, start) = self.kernel.place(var);
        let start = start + offset;
        let mut run = self.run(self.first[root.as_u32() as usize])?;
        while run.start != start {
            run = self.run(run.next)?;
        }
        // Of no bytes nothing is known.
        (length.wrapping_sub(1) < run.end - start).then_some(&run.content)
    }

    /// What `length` bytes from byte `offset` of `var` on are: those of one run, or of several where the next goes on as
    /// the one before it. `None` where none was written in this stretch.
    pub fn find(&self, var: Var, offset: u32, length: u32) -> Option<Content> {
        let (root, start) = self.kernel.place(var);
        let start = start + offset;
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

    /// Where byte `offset` of `var` is: the backing variable, the byte, and how many it has; `None` where there is no
    /// such variable.
    #[inline]
    fn place(&self, var: Var, offset: u32) -> Option<(usize, u32, u32)> {
        if !self.kernel.vars.is_valid(var) {
            return None;
        }
        let (root, start) = self.kernel.place(var);
        Some((root.as_u32() as usize, start + offset, self.kernel.vars[root].bytes()))
    }

    /// Says what `count` elements from byte `offset` of `var` on are now.
    #[inline]
    pub fn write(&mut self, var: Var, offset: u32, count: u32, content: Content) {
        let Some((root, start, room)) = self.place(var, offset) else { return };
        let end = (start + count * u32::from(content.bytes)).min(room);
        if start >= end {
            return;
        }
        let content = if content.what == What::Unknown { Content::UNKNOWN } else { content };
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

    /// Says what the channels are that a message returned at byte `offset` of `var`, `step` bytes from one to the next,
    /// of `count` elements each. Between them nothing is known.
    pub fn write_channels(
        &mut self,
        Raw { var, offset }: Raw,
        step: u32,
        count: u32,
        channels: ChannelMask,
        content: impl Fn(u8) -> Content,
    ) {
        let Some((root, mut start, room)) = self.place(var, offset.into()) else { return };
        let mut next = self.cut(self.first[root], start..start + channels.count() * step);
        for content in channels.iter().map(content) {
            let end = (start + count * u32::from(content.bytes)).min(room);
            if start < end {
                next = self.push(Run { start, end, content, torn: false, next });
            }
            start = (start + step).min(room);
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
    #[inline(never)]
    fn cut(&mut self, first: u32, place: Range<u32>) -> u32 {
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
