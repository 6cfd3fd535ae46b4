//! Compares what two runs of the interpreter and two of the machine left in memory.

use std::fmt;
use std::ops::{AddAssign, Range};

use smallvec::SmallVec;
use texvisa_ir::texture::{Binding, Module};

use super::MAX_DIFFERENCES;
use super::stray::strays;
use crate::environment::{Environment, Resource, Writer, Writers};
use crate::float::is_nan_f32;
use crate::unit::TexelPlace;
use crate::unit::format::Numeric;

/// Where memory differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A byte offset in a buffer.
    Offset(usize),
    /// A texel of a surface.
    Texel(TexelPlace),
}

/// A dword of a buffer, or a texel of a surface, that the machine left other than the interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The binding table entry.
    pub entry: u32,
    /// The surface's name in the module, where it has one.
    pub name: Option<String>,
    /// Where.
    pub place: Place,
    /// The work item that wrote there, by its number in the grid, where the interpreter had one do so.
    pub item: Option<u32>,
    /// The bytes that are expected; absent where they are undefined.
    pub expected: Vec<Option<u8>>,
    /// The bytes that the machine left, for each of its poisons.
    pub found: [Vec<u8>; 2],
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "`{name}` (entry {})", self.entry)?,
            None => write!(f, "entry {}", self.entry)?,
        }
        match self.place {
            Place::Offset(offset) => write!(f, ", byte {offset:#x}")?,
            Place::Texel(TexelPlace { level, x, y, layer, sample }) => {
                write!(f, ", texel ({x}, {y}) of layer {layer}, level {level}, sample {sample}")?;
            }
        }
        match self.item {
            Some(item) => write!(f, ", written by work item {item}")?,
            None => f.write_str(", written by no single work item")?,
        }
        f.write_str(": expected ")?;
        // As numbers are read: the last byte first.
        for byte in self.expected.iter().rev() {
            match byte {
                Some(byte) => write!(f, "{byte:02x}")?,
                None => f.write_str("??")?,
            }
        }
        let [plain, varied] = &self.found;
        let digits =
            |f: &mut fmt::Formatter<'_>, bytes: &[u8]| bytes.iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"));
        f.write_str(", found ")?;
        digits(f, plain)?;
        if plain != varied {
            f.write_str(" or, with another poison, ")?;
            digits(f, varied)?;
        }
        Ok(())
    }
}

/// Dwords or texels of a block of which nothing need be known where no run touched it.
const UNITS: usize = 64;

/// What a comparison found.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    pub differences: Vec<Difference>,
    pub count: u64,
    /// Bytes that were written and are defined.
    pub compared: u64,
    pub undefined: Undefined,
}

/// Bytes that a program wrote and that cannot be compared, by what makes them undefined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undefined {
    /// The value that was written there.
    pub value: u64,
    /// A store to an undefined place, which may have been this one.
    pub place: u64,
    /// The order of work items that wrote something else each.
    pub order: u64,
    /// An access that is not aligned and may have touched them.
    pub unaligned: u64,
}

impl Undefined {
    /// All of them.
    pub const fn total(self) -> u64 {
        self.value + self.place + self.order + self.unaligned
    }
}

impl AddAssign for Undefined {
    fn add_assign(&mut self, other: Undefined) {
        self.value += other.value;
        self.place += other.place;
        self.order += other.order;
        self.unaligned += other.unaligned;
    }
}

impl fmt::Display for Undefined {
    /// `7 undefined (4 in value, 3 by unaligned accesses)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} undefined", self.total())?;
        let causes = [
            (self.value, "in value"),
            (self.place, "by stores to undefined places"),
            (self.order, "by the order of work items"),
            (self.unaligned, "by unaligned accesses"),
        ];
        let mut separator = " (";
        for (count, cause) in causes.iter().filter(|(count, _)| *count > 0) {
            write!(f, "{separator}{count} {cause}")?;
            separator = ", ";
        }
        if separator == ", " { f.write_str(")") } else { Ok(()) }
    }
}

/// What counts as defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defined {
    /// Each byte on which the runs of the interpreter agree.
    Bytes,
    /// Each dword of a buffer or channel of a texel on whose bytes they agree, as an undefined number need not differ in
    /// all of its bytes; and no byte of a resource in which something is written to an undefined place.
    Elements,
}

/// Compares the memory that the runs of the interpreter expect with what two runs of the machine left.
pub(super) fn compare(
    module: &Module,
    expected: &[Environment],
    found: [&Environment; 2],
    defined: Defined,
) -> Comparison {
    let mut comparison = Comparison::default();
    let Some(first) = expected.first() else { return comparison };
    for (entry, resource) in first.resources() {
        let (unit, element) = match resource {
            Resource::Buffer(_) => (4, 4),
            Resource::Surface(surface) => {
                let bits = surface.format().stored_channels().map(|(_, bits)| bits).min().unwrap_or(u8::BITS);
                (surface.format().bytes(), bits.div_ceil(u8::BITS) as usize)
            }
        };
        let expected: SmallVec<[(&[u8], Option<&Writers>); 4]> = expected
            .iter()
            .map(|run| (run.resource(entry).map_or(&[][..], Resource::bytes), run.writers(entry)))
            .collect();
        let [plain, varied] = found.map(|run| run.resource(entry).map_or(&[][..], Resource::bytes));
        let end = resource.bytes().len();
        let untouched = |block: Range<usize>| {
            let same = |bytes: &[u8]| bytes.get(block.clone()) == resource.bytes().get(block.clone());
            let unwritten = |writers: &Option<&Writers>| writers.is_none_or(|writers| writers.is_nobody(block.clone()));
            same(plain) && same(varied) && expected.iter().all(|(bytes, writers)| same(bytes) && unwritten(writers))
        };
        if untouched(0..end) {
            continue;
        }
        let strays = defined == Defined::Elements
            && strays(&expected.iter().map(|(_, writers)| *writers).collect::<SmallVec<[_; 4]>>());
        let blocks = (0..end).step_by(unit * UNITS).filter(|start| !untouched(*start..(start + unit * UNITS).min(end)));
        for start in blocks.flat_map(|start| (start..(start + unit * UNITS).min(end)).step_by(unit)) {
            let range = start..(start + unit).min(end);
            let mut piece = Piece::new(&expected, range.clone());
            if defined == Defined::Elements {
                piece.spread(element);
            }
            if strays {
                piece.lose();
            }
            comparison.compared += piece.written_defined;
            comparison.undefined += piece.undefined;
            let found = [plain, varied].map(|run| run.get(range.clone()).unwrap_or_default());
            if found.iter().all(|found| piece.admits(resource, found)) {
                continue;
            }
            comparison.count += 1;
            if comparison.differences.len() == MAX_DIFFERENCES {
                continue;
            }
            comparison.differences.push(Difference {
                entry,
                name: name(module, entry),
                place: match resource {
                    Resource::Buffer(_) => Place::Offset(start),
                    Resource::Surface(surface) => Place::Texel(surface.place(start).unwrap_or_default()),
                },
                item: piece.item,
                expected: piece.bytes.to_vec(),
                found: found.map(<[u8]>::to_vec),
            });
        }
    }
    comparison
}

/// What the runs of the interpreter expect of a dword or a texel.
struct Piece {
    /// The bytes; absent where they are undefined.
    bytes: SmallVec<[Option<u8>; 16]>,
    /// Bytes that a run wrote: the defined ones, and the others.
    written_defined: u64,
    undefined: Undefined,
    /// The first work item that wrote here in the first run.
    item: Option<u32>,
}

impl Piece {
    fn new(runs: &[(&[u8], Option<&Writers>)], range: Range<usize>) -> Piece {
        let mut piece =
            Piece { bytes: SmallVec::new(), written_defined: 0, undefined: Undefined::default(), item: None };
        for offset in range {
            let first = runs.first().and_then(|(bytes, _)| bytes.get(offset)).copied();
            let mut byte = first;
            let (mut is_written, mut is_unaligned, mut is_ordered) = (false, false, false);
            for (bytes, writers) in runs {
                let writer = writers.map_or(Writer::None, |writers| writers.of(offset));
                // What one run does not write at all, another may write twice.
                if bytes.get(offset).copied() != first || matches!(writer, Writer::Several | Writer::Unaligned) {
                    byte = None;
                }
                is_written |= writer != Writer::None;
                is_unaligned |= writer == Writer::Unaligned;
                is_ordered |= writer == Writer::Several;
                if let (None, Writer::Item(item)) = (piece.item, writer) {
                    piece.item = Some(item);
                }
            }
            match byte {
                _ if !is_written => {}
                Some(_) => piece.written_defined += 1,
                None if is_unaligned => piece.undefined.unaligned += 1,
                None if is_ordered => piece.undefined.order += 1,
                None => piece.undefined.value += 1,
            }
            piece.bytes.push(byte);
        }
        piece
    }

    /// Makes undefined all bytes of an element of which one is.
    fn spread(&mut self, element: usize) {
        for bytes in self.bytes.chunks_mut(element).filter(|bytes| bytes.contains(&None)) {
            bytes.fill(None);
        }
    }

    /// Makes all of it undefined, as anything may be written there.
    fn lose(&mut self) {
        self.bytes.fill(None);
        self.undefined.place += std::mem::take(&mut self.written_defined);
    }

    /// Whether these bytes are as expected.
    fn admits(&self, resource: &Resource, found: &[u8]) -> bool {
        let same = |expected: &[Option<u8>], found: &[u8]| {
            expected.iter().zip(found).all(|(expected, found)| expected.is_none_or(|expected| expected == *found))
        };
        if same(&self.bytes, found) {
            return true;
        }
        // In a texel of 32-bit floats any NaN is as good as another.
        let Resource::Surface(surface) = resource else { return false };
        let format = surface.format();
        let has_floats = format.numeric() == Numeric::Float && format.stored_channels().all(|(_, bits)| bits == 32);
        let is_nan = |bytes: &[u8]| <[u8; 4]>::try_from(bytes).is_ok_and(|bytes| is_nan_f32(u32::from_le_bytes(bytes)));
        has_floats
            && self.bytes.chunks(4).zip(found.chunks(4)).all(|(expected, found)| {
                let defined: Option<SmallVec<[u8; 4]>> = expected.iter().copied().collect();
                same(expected, found) || is_nan(found) && defined.is_some_and(|defined| is_nan(&defined))
            })
    }
}

/// The name of the surface at a table entry.
fn name(module: &Module, entry: u32) -> Option<String> {
    let decl = module.surfaces.values().find(|decl| decl.binding == Binding::Table(entry))?;
    Some(decl.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::{Description, Format, Surface, SurfaceKind};

    fn environment(words: [u32; 2]) -> Environment {
        let mut environment = Environment::new();
        environment.bind(3, Resource::Buffer(words.iter().flat_map(|word| word.to_le_bytes()).collect()));
        let mut surface = Surface::new(Description::new(SurfaceKind::D2, Format::R32Float, [2, 1, 1])).expect("legal");
        surface.bytes_mut()[4..].copy_from_slice(&words[1].to_le_bytes());
        environment.bind(4, Resource::Surface(surface));
        environment.note_writers();
        environment
    }

    fn counts(expected: [[u32; 2]; 2], found: [[u32; 2]; 2]) -> (u64, Vec<String>) {
        let [plain, varied] = found.map(environment);
        let expected = expected.map(environment);
        let comparison = compare(&Module::default(), &expected, [&plain, &varied], Defined::Bytes);
        (comparison.count, comparison.differences.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn only_what_both_expectations_say_is_compared() {
        assert_eq!(counts([[1, 2], [1, 2]], [[1, 2], [1, 2]]).0, 0);
        assert_eq!(counts([[1, 2], [0xff01, 2]], [[0x1201, 2], [0x3401, 2]]).0, 0);
        let (count, texts) = counts([[1, 2], [0xff01, 2]], [[0x1201, 2], [0x3402, 2]]);
        assert_eq!(count, 1);
        let text = "entry 3, byte 0x0, written by no single work item: expected 0000??01, found 00001201 or, with another poison, 00003402";
        assert_eq!(texts, [text]);
    }

    #[test]
    fn a_number_of_which_a_byte_is_undefined_can_be_taken_as_undefined() {
        let expected = [[1, 2], [0xff01, 2]].map(environment);
        let found = environment([0x1202, 2]);
        let count = |defined| compare(&Module::default(), &expected, [&found, &found], defined).count;
        assert_eq!([count(Defined::Bytes), count(Defined::Elements)], [1, 0]);
    }

    #[test]
    fn what_is_undefined_is_counted_by_cause() {
        let run = |value: u32| {
            let mut environment = environment([1, 2]);
            environment.bind(5, Resource::Buffer(vec![0; 16]));
            environment.note_writers();
            environment.write(5, 0, 4, u64::from(value), 0).expect("a buffer");
            environment.write(5, 4, 2, 1, 0).expect("a buffer");
            environment.write(5, 4, 2, 2, 1).expect("a buffer");
            environment.spoil(5, 12, 1, 0);
            environment
        };
        let expected = [run(0x0101_0101), run(0x0101_0202)];
        let found = run(0x0101_0101);
        let comparison = compare(&Module::default(), &expected, [&found, &found], Defined::Bytes);
        assert_eq!((comparison.count, comparison.compared), (0, 2));
        assert_eq!(comparison.undefined, Undefined { value: 2, order: 2, unaligned: 1, ..Undefined::default() });
        let text = comparison.undefined.to_string();
        assert_eq!(text, "5 undefined (2 in value, 2 by the order of work items, 1 by unaligned accesses)");
        assert_eq!(Undefined::default().to_string(), "0 undefined");
    }

    /// In one run an item writes outside of the first buffer what it writes into it in the other.
    #[test]
    fn a_buffer_with_a_stray_store_is_undefined_and_no_other() {
        let run = |stray: u64, found: u64| {
            let mut environment = Environment::new();
            for entry in [5, 6] {
                environment.bind(entry, Resource::Buffer(vec![0; 16]));
            }
            environment.note_writers();
            environment.write(5, 0, 4, found, 0).expect("a buffer");
            environment.write(5, stray, 4, 0x0909_0909, 1).expect("a buffer");
            environment.write(6, 0, 4, found, 0).expect("a buffer");
            environment
        };
        let (expected, found) = ([run(4, 7), run(99, 7)], run(8, 3));
        let comparison = compare(&Module::default(), &expected, [&found, &found], Defined::Elements);
        let entries: Vec<u32> = comparison.differences.iter().map(|difference| difference.entry).collect();
        assert_eq!((entries, comparison.compared), (vec![6], 4));
        let text = comparison.undefined.to_string();
        assert_eq!(text, "8 undefined (4 in value, 4 by stores to undefined places)");
    }

    #[test]
    fn any_nan_is_as_good_as_another_in_texels_and_in_no_buffer() {
        let nan = |payload: u32| [7, 0x7fc0_0000 | payload];
        let (count, texts) = counts([nan(0), nan(0)], [nan(1), nan(0)]);
        assert_eq!(count, 1, "{texts:?}");
        assert!(texts[0].starts_with("entry 3, byte 0x4"), "{texts:?}");
        assert_eq!(counts([nan(0), nan(0)], [[7, 0], [7, 0]]).0, 2);
    }
}
