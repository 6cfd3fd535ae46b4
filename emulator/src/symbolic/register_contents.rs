//! Symbolic contents of the register file in one basic block.
//!
//! The contents of a backing variable are a list of byte ranges; each was written at once and has one symbolic value.
//! All aliases of the variable read and write this list, so that a write to one changes what the others hold. Bytes
//! written in another basic block are the subject of [`claims`](super::claims).

use std::ops::Range;

use texvisa_ir::texture::Value;
use texvisa_ir::visa::{Exec, Var, VarDecl, VisaKernel};

use super::symbolic_value::{Scope, SymbolicValue, Term};

/// A byte of a backing variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RootByte {
    pub root: Var,
    pub byte: u32,
}

/// The response of a message, and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrittenResponse {
    /// The first byte of the first channel.
    pub place: RootByte,
    /// The distance in bytes from one channel to the next.
    pub step: u32,
    /// The size of an element in bytes.
    pub bytes: u32,
    /// The elements of the result that are returned, in order, as bits.
    pub elements: u32,
    pub exec: Exec,
}

/// A range of bytes of a backing variable.
#[derive(Clone, Copy, Debug)]
struct ByteRange {
    start: u32,
    end: u32,
    content: SymbolicValue,
    /// Whether the beginning of the write was overwritten, so that the range continues no other.
    is_tail: bool,
    /// The number of the next range of this variable, in no order; [`NONE`] at the end.
    next: u32,
}

/// Elements that were written to every other place: the halves of addresses.
#[derive(Clone, Copy, Debug)]
struct EveryOther {
    place: RootByte,
    /// The byte after the last element.
    end: u32,
    lanes: u32,
    content: SymbolicValue,
}

/// No range.
const NONE: u32 = 0;

/// The contents of the register file of a kernel.
pub(super) struct RegisterContents<'k> {
    kernel: &'k VisaKernel,
    /// By backing variable: the number of its first range; less than `base` if nothing was written in this basic block.
    first: Vec<u32>,
    /// By backing variable: how many instructions, or parts of them, wrote it in all basic blocks.
    writes: Vec<u32>,
    /// By unaliased variable: how many bytes, from the first on, were written where its value is defined.
    defined: Vec<u32>,
    /// The ranges of this basic block. Those of one variable do not overlap.
    ranges: Vec<ByteRange>,
    /// The number of the first of them. Numbers are not reused in later basic blocks.
    base: u32,
    /// The writes to every other element in this basic block of which nothing was overwritten.
    every_other: Vec<EveryOther>,
}

impl<'k> RegisterContents<'k> {
    pub fn new(kernel: &'k VisaKernel) -> RegisterContents<'k> {
        let vars = kernel.vars.len();
        // Most instructions write one range.
        let ranges = Vec::with_capacity(kernel.insts.len());
        RegisterContents {
            kernel,
            first: vec![NONE; vars],
            writes: vec![0; vars],
            defined: vec![0; vars],
            ranges,
            base: NONE + 1,
            every_other: Vec::new(),
        }
    }

    /// Begins another basic block.
    pub fn forget(&mut self) {
        self.base += self.ranges.len() as u32;
        self.ranges.clear();
        self.every_other.clear();
    }

    /// Writes elements to every other place from `place` on, of which `lanes` are written. The ranges there are unknown.
    pub fn write_every_other(&mut self, place: RootByte, lanes: u32, content: SymbolicValue) {
        let bytes = u32::from(content.bytes);
        let end = place.byte + (2 * lanes - 1) * bytes;
        let is_between = |other: &EveryOther| {
            u32::from(other.content.bytes) == bytes && place.byte.abs_diff(other.place.byte) % (2 * bytes) == bytes
        };
        let mut kept = std::mem::take(&mut self.every_other);
        kept.retain(|other| {
            let apart = other.place.root != place.root || other.end <= place.byte || end <= other.place.byte;
            apart || is_between(other)
        });
        self.write_at(place, end - place.byte, SymbolicValue::UNKNOWN);
        kept.push(EveryOther { place, end, lanes, content });
        self.every_other = kept;
    }

    /// What was written to every other place from `place` on in this basic block, for so many lanes.
    pub fn every_other(&self, place: RootByte, lanes: u32) -> Option<SymbolicValue> {
        self.every_other.iter().find_map(|other| {
            let step = 2 * u32::from(other.content.bytes);
            let behind = place.byte.checked_sub(other.place.byte).filter(|behind| behind.is_multiple_of(step))?;
            let fits = other.place.root == place.root && behind / step + lanes <= other.lanes;
            fits.then_some(SymbolicValue { scope: other.content.scope.after(behind / step), ..other.content })
        })
    }

    /// Forgets the elements at every other place that a write of these bytes touches.
    fn cut_every_other(&mut self, root: Var, place: Range<u32>) {
        self.every_other
            .retain(|other| other.place.root != root || other.end <= place.start || place.end <= other.place.byte);
    }

    /// How often a backing variable was written so far.
    pub fn writes(&self, root: Var) -> u32 {
        self.writes[root.as_u32() as usize]
    }

    /// How many bytes of `var`, an unaliased variable, from the first on, were written where its value is defined.
    pub fn defined_bytes(&self, var: Var) -> u32 {
        self.defined[var.as_u32() as usize]
    }

    /// Adds `bytes` bytes from byte `start` on to these. Parts come in rising order: a part after a gap does not count.
    pub fn add_defined(&mut self, var: Var, start: u32, bytes: u32) {
        let defined = &mut self.defined[var.as_u32() as usize];
        if start <= *defined {
            *defined = start.saturating_add(bytes).max(*defined);
        }
    }

    /// The range of that number, if it belongs to this basic block.
    #[inline]
    fn range(&self, number: u32) -> Option<&ByteRange> {
        self.ranges.get(number.wrapping_sub(self.base) as usize)
    }

    /// The range of that number and those after it.
    fn list(&self, number: u32) -> impl Iterator<Item = &ByteRange> {
        std::iter::successors(self.range(number), |range| self.range(range.next))
    }

    /// The backing byte of byte `offset` of `var`, whose declaration is `decl`.
    #[inline]
    pub fn root_byte(&self, var: Var, decl: &VarDecl, offset: u32) -> RootByte {
        let Some((of, behind)) = decl.storage.within() else { return RootByte { root: var, byte: offset } };
        let (root, start) = self.kernel.backing(of);
        RootByte { root, byte: start.saturating_add(u32::from(behind)) + offset }
    }

    /// The symbolic value of `length` bytes: of one range, or of several that continue each other. `None` if nothing of
    /// the variable was written in this basic block.
    #[inline]
    pub fn find(&self, RootByte { root, byte: start }: RootByte, length: u32) -> Option<SymbolicValue> {
        let end = start + length;
        if start >= end || end > self.kernel.vars[root].bytes() {
            return Some(SymbolicValue::UNKNOWN);
        }
        let first = self.first[root.as_u32() as usize];
        self.range(first)?;
        let has = |range: &&ByteRange, at| range.start <= at && at < range.end;
        let Some(range) = self.list(first).find(|range| has(range, start)) else {
            // A mixture of bytes from this basic block and others is unknown.
            let is_written = self.list(first).any(|range| range.start < end && start < range.end);
            return is_written.then_some(SymbolicValue::UNKNOWN);
        };
        let mut content = range.content.after(start - range.start);
        let mut at = range.end;
        while at < end {
            let next = self.list(first).find(|range| range.start == at && has(range, at) && !range.is_tail);
            let Some(next) = next else { return Some(SymbolicValue::UNKNOWN) };
            content = content.and_then(|content| content.followed(next.content, at - start));
            at = next.end;
        }
        Some(content.unwrap_or(SymbolicValue::UNKNOWN))
    }

    /// Writes `count` elements from byte `offset` of `var` on, if it is declared.
    #[inline]
    pub fn write(&mut self, var: Var, offset: u32, count: u32, content: SymbolicValue) {
        if let Some(decl) = self.kernel.vars.get(var) {
            self.write_at(self.root_byte(var, decl, offset), count * u32::from(content.bytes), content);
        }
    }

    /// Writes `length` bytes.
    #[inline(always)]
    pub fn write_at(&mut self, RootByte { root, byte: start }: RootByte, length: u32, content: SymbolicValue) {
        let end = (start + length).min(self.kernel.vars[root].bytes());
        if start >= end {
            return;
        }
        let content = if content.term == Term::Unknown { SymbolicValue::UNKNOWN } else { content };
        if !self.every_other.is_empty() {
            self.cut_every_other(root, start..end);
        }
        let root = root.as_u32() as usize;
        self.writes[root] += 1;
        let next = self.cut(self.first[root], start..end);
        self.first[root] = self.push(ByteRange { start, end, content, is_tail: false, next });
    }

    /// Writes the channels of a response, which are elements of `result`. The bytes between them become unknown.
    pub fn write_response(&mut self, response: &WrittenResponse, result: Value, scope: Scope) {
        let RootByte { root, byte: mut start } = response.place;
        let room = self.kernel.vars[root].bytes();
        if !self.every_other.is_empty() {
            self.cut_every_other(root, start..start + response.elements.count_ones() * response.step);
        }
        let root = root.as_u32() as usize;
        self.writes[root] += 1;
        let elements = response.elements;
        let mut next = self.cut(self.first[root], start..start + elements.count_ones() * response.step);
        let bytes = u32::from(response.exec.lanes) * response.bytes;
        for element in (0..u32::BITS as u8).filter(|element| elements >> element & 1 == 1) {
            let end = (start + bytes).min(room);
            if start < end {
                let term = Term::Value { value: result, element };
                let content = SymbolicValue { term, scope, bytes: response.bytes as u8 };
                next = self.push(ByteRange { start, end, content, is_tail: false, next });
            }
            start = (start + response.step).min(room);
            if end < start {
                next = self.push(ByteRange {
                    start: end,
                    end: start,
                    content: SymbolicValue::UNKNOWN,
                    is_tail: false,
                    next,
                });
            }
        }
        self.first[root] = next;
    }

    #[inline]
    fn push(&mut self, range: ByteRange) -> u32 {
        self.ranges.push(range);
        self.base + self.ranges.len() as u32 - 1
    }

    /// Removes a range of bytes from the list that begins at `first`. Returns its new first number.
    #[inline]
    fn cut(&mut self, first: u32, place: Range<u32>) -> u32 {
        let Range { start, end } = place;
        let (mut number, mut left) = (first, NONE);
        while let Some(range) = self.ranges.get_mut(number.wrapping_sub(self.base) as usize) {
            let given = *range;
            let is_apart = given.end <= start || end <= given.start;
            if is_apart || given.start < start {
                range.end = if is_apart { given.end } else { start };
                range.next = left;
                left = number;
            }
            if !is_apart && end < given.end {
                let content = given.content.after(end - given.start).unwrap_or(SymbolicValue::UNKNOWN);
                left = self.push(ByteRange { start: end, content, is_tail: true, next: left, ..given });
            }
            number = given.next;
        }
        left
    }

    /// Makes `bytes` bytes from byte `offset` of `var` on unknown.
    pub fn forget_bytes(&mut self, var: Var, offset: u32, bytes: u32) {
        self.write(var, offset, bytes, SymbolicValue { bytes: 1, ..SymbolicValue::UNKNOWN });
    }
}
