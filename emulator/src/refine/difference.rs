//! Compares the memory that runs of the interpreter and of the machine left.

use std::fmt;
use std::ops::Range;

use smallvec::SmallVec;
use texvisa_ir::texture::{Binding, Module};

use super::not_compared::UncomparedBytes;
use super::undefined_address::writes_to_undefined_address;
use crate::environment::{Environment, Resource, Writer, Writers};
use crate::float::is_nan_f32;
use crate::taint::Taint;
use crate::unit::TexelPosition;
use crate::unit::format::Numeric;
use crate::writers::ATOMIC_ITEM;

/// The most differences that a counterexample lists.
const MAX_DIFFERENCES: usize = 8;

/// A dword of a buffer, or a texel of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryLocation {
    /// The byte offset of a dword in a buffer.
    Offset(usize),
    /// A texel of a surface.
    Texel(TexelPosition),
}

/// A dword or a texel in which the machine left other bytes than the interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The binding table entry.
    pub entry: u32,
    /// The surface's name in the module, where it has one.
    pub name: Option<String>,
    /// The dword or texel.
    pub location: MemoryLocation,
    /// The number in the grid of the work item that wrote there in the interpreter, if it was one.
    pub item: Option<u32>,
    /// The bytes that the interpreter left; `None` where they are undefined.
    pub expected: Vec<Option<u8>>,
    /// The bytes that each run of the machine left.
    pub found: [Vec<u8>; 2],
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "`{name}` (entry {})", self.entry)?,
            None => write!(f, "entry {}", self.entry)?,
        }
        match self.location {
            MemoryLocation::Offset(offset) => write!(f, ", byte {offset:#x}")?,
            MemoryLocation::Texel(TexelPosition { level, x, y, layer, sample }) => {
                write!(f, ", texel ({x}, {y}) of layer {layer}, level {level}, sample {sample}")?;
            }
        }
        match self.item {
            Some(item) => write!(f, ", written by work item {item}")?,
            None => f.write_str(", written by no work item or by several")?,
        }
        f.write_str(": expected ")?;
        // As numbers are read: the last byte first.
        for byte in self.expected.iter().rev() {
            match byte {
                Some(byte) => write!(f, "{byte:02x}")?,
                None => f.write_str("??")?,
            }
        }
        let [first, second] = &self.found;
        let digits =
            |f: &mut fmt::Formatter<'_>, bytes: &[u8]| bytes.iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"));
        f.write_str(", found ")?;
        digits(f, first)?;
        if first != second {
            f.write_str(" or, with other undefined bits, ")?;
            digits(f, second)?;
        }
        Ok(())
    }
}

/// Dwords or texels of a block, which is skipped as a whole if no run wrote to it.
const BLOCK: usize = 64;

/// The result of a comparison.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    pub differences: Vec<Difference>,
    pub count: u64,
    /// Bytes that were written and are defined.
    pub compared_bytes: u64,
    pub uncompared_bytes: UncomparedBytes,
}

/// In what pieces memory is defined or undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Granularity {
    /// A byte is defined where the runs of the interpreter agree on it.
    Bytes,
    /// A dword of a buffer or a channel of a texel is defined where the runs agree on all of its bytes, as an undefined
    /// number need not differ in each; a resource to which a work item writes at an undefined address is undefined.
    Elements,
}

/// Compares the memory after the runs of the interpreter with that after the two runs of the machine.
pub(super) fn compare(
    module: &Module,
    expected: &[Environment],
    found: [&Environment; 2],
    granularity: Granularity,
    taint: Option<&Taint>,
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
        let runs: SmallVec<[(&[u8], Option<&Writers>); 4]> = expected
            .iter()
            .map(|run| (run.resource(entry).map_or(&[][..], Resource::bytes), run.writers(entry)))
            .collect();
        let [first_found, second_found] = found.map(|run| run.resource(entry).map_or(&[][..], Resource::bytes));
        let end = resource.bytes().len();
        let untouched = |block: Range<usize>| {
            let same = |bytes: &[u8]| bytes.get(block.clone()) == resource.bytes().get(block.clone());
            let unwritten =
                |writers: &Option<&Writers>| writers.is_none_or(|writers| writers.is_unwritten(block.clone()));
            same(first_found)
                && same(second_found)
                && runs.iter().all(|(bytes, writers)| same(bytes) && unwritten(writers))
        };
        if untouched(0..end) {
            continue;
        }
        let undefined_address = granularity == Granularity::Elements
            && writes_to_undefined_address(&runs.iter().map(|(_, writers)| *writers).collect::<SmallVec<[_; 4]>>());
        let blocks = (0..end).step_by(unit * BLOCK).filter(|start| !untouched(*start..(start + unit * BLOCK).min(end)));
        for start in blocks.flat_map(|start| (start..(start + unit * BLOCK).min(end)).step_by(unit)) {
            let range = start..(start + unit).min(end);
            let mut expected = Expected::new(&runs, range.clone());
            if granularity == Granularity::Elements {
                expected.spread_undefined(element);
            }
            if undefined_address {
                expected.set_undefined();
            }
            if let Some(taint) = taint {
                expected.set_tainted(taint.met_race, |index| taint.has(entry, start + index));
            }
            comparison.compared_bytes += expected.compared;
            comparison.uncompared_bytes += expected.uncompared;
            let found = [first_found, second_found].map(|run| run.get(range.clone()).unwrap_or_default());
            if found.iter().all(|found| expected.admits(resource, found)) {
                continue;
            }
            comparison.count += 1;
            if comparison.differences.len() == MAX_DIFFERENCES {
                continue;
            }
            comparison.differences.push(Difference {
                entry,
                name: name(module, entry),
                location: match resource {
                    Resource::Buffer(_) => MemoryLocation::Offset(start + first.first_byte(entry) as usize),
                    Resource::Surface(surface) => MemoryLocation::Texel(surface.position(start).unwrap_or_default()),
                },
                item: expected.item,
                expected: expected.bytes.to_vec(),
                found: found.map(<[u8]>::to_vec),
            });
        }
    }
    comparison
}

/// What the runs of the interpreter left in a dword or a texel.
struct Expected {
    /// The bytes; `None` where they are undefined.
    bytes: SmallVec<[Option<u8>; 16]>,
    /// Bytes that a run wrote and that are defined.
    compared: u64,
    /// Bytes that a run wrote and that are undefined.
    uncompared: UncomparedBytes,
    /// The first work item that wrote here in the first run.
    item: Option<u32>,
}

impl Expected {
    fn new(runs: &[(&[u8], Option<&Writers>)], range: Range<usize>) -> Expected {
        let mut expected =
            Expected { bytes: SmallVec::new(), compared: 0, uncompared: UncomparedBytes::default(), item: None };
        for offset in range {
            let first = runs.first().and_then(|(bytes, _)| bytes.get(offset)).copied();
            let mut byte = first;
            let (mut is_written, mut is_unaligned, mut is_ordered) = (false, false, false);
            for (bytes, writers) in runs {
                let writer = writers.map_or(Writer::None, |writers| writers.of(offset));
                // One run may not write a byte that another writes twice.
                if bytes.get(offset).copied() != first || matches!(writer, Writer::Several | Writer::Unaligned) {
                    byte = None;
                }
                is_written |= writer != Writer::None;
                is_unaligned |= writer == Writer::Unaligned;
                is_ordered |= writer == Writer::Several;
                if let (None, Writer::Item(item)) = (expected.item, writer)
                    && item != ATOMIC_ITEM
                {
                    expected.item = Some(item);
                }
            }
            match byte {
                _ if !is_written => {}
                Some(_) => expected.compared += 1,
                None if is_unaligned => expected.uncompared.unaligned_access += 1,
                None if is_ordered => expected.uncompared.work_item_order += 1,
                None => expected.uncompared.undefined_value += 1,
            }
            expected.bytes.push(byte);
        }
        expected
    }

    /// Makes all bytes of an element undefined of which one is.
    fn spread_undefined(&mut self, element: usize) {
        for bytes in self.bytes.chunks_mut(element).filter(|bytes| bytes.contains(&None)) {
            bytes.fill(None);
        }
    }

    /// Makes the bytes undefined that depend on the order of work items where that was met, or on undefined local or private
    /// memory.
    fn set_tainted(&mut self, met_race: bool, is_tainted: impl Fn(usize) -> bool) {
        let cause = match met_race {
            true => &mut self.uncompared.work_item_order,
            false => &mut self.uncompared.undefined_memory,
        };
        for (index, byte) in self.bytes.iter_mut().enumerate() {
            if is_tainted(index) && byte.take().is_some() && self.compared > 0 {
                self.compared -= 1;
                *cause += 1;
            }
        }
    }

    /// Makes all bytes undefined, as a store to an undefined address may have written them.
    fn set_undefined(&mut self) {
        self.bytes.fill(None);
        self.uncompared.undefined_address += std::mem::take(&mut self.compared);
    }

    /// Whether `found` equals the expected bytes.
    fn admits(&self, resource: &Resource, found: &[u8]) -> bool {
        let same = |expected: &[Option<u8>], found: &[u8]| {
            expected.iter().zip(found).all(|(expected, found)| expected.is_none_or(|expected| expected == *found))
        };
        if same(&self.bytes, found) {
            return true;
        }
        // In a texel of 32-bit floats any NaN equals any other.
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
pub(super) fn name(module: &Module, entry: u32) -> Option<String> {
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
        let [first, second] = found.map(environment);
        let expected = expected.map(environment);
        let comparison = compare(&Module::default(), &expected, [&first, &second], Granularity::Bytes, None);
        (comparison.count, comparison.differences.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn bytes_are_compared_where_all_runs_of_the_interpreter_agree() {
        assert_eq!(counts([[1, 2], [1, 2]], [[1, 2], [1, 2]]).0, 0);
        assert_eq!(counts([[1, 2], [0xff01, 2]], [[0x1201, 2], [0x3401, 2]]).0, 0);
        let (count, texts) = counts([[1, 2], [0xff01, 2]], [[0x1201, 2], [0x3402, 2]]);
        assert_eq!(count, 1);
        let text = "entry 3, byte 0x0, written by no work item or by several: expected 0000??01, found 00001201 or, with other undefined bits, 00003402";
        assert_eq!(texts, [text]);
    }

    #[test]
    fn a_difference_is_at_its_offset_in_a_buffer_that_begins_behind_its_start() {
        let [mut expected, found] = [[1, 2], [1, 3]].map(environment);
        expected.begin_buffer_at(3, 0x1000);
        let comparison = compare(&Module::default(), &[expected], [&found, &found], Granularity::Bytes, None);
        assert_eq!(comparison.differences[0].location, MemoryLocation::Offset(0x1004));
    }

    #[test]
    fn an_element_with_an_undefined_byte_is_undefined() {
        let expected = [[1, 2], [0xff01, 2]].map(environment);
        let found = environment([0x1202, 2]);
        let count = |granularity| compare(&Module::default(), &expected, [&found, &found], granularity, None).count;
        assert_eq!([count(Granularity::Bytes), count(Granularity::Elements)], [1, 0]);
    }

    #[test]
    fn uncompared_bytes_are_counted_by_cause() {
        let run = |value: u32| {
            let mut environment = environment([1, 2]);
            environment.bind(5, Resource::Buffer(vec![0; 16]));
            environment.note_writers();
            environment.write(5, 0, 4, u64::from(value), 0).expect("a buffer");
            environment.write(5, 4, 2, 1, 0).expect("a buffer");
            environment.write(5, 4, 2, 2, 1).expect("a buffer");
            environment.poison(5, 12, 1, 0);
            environment
        };
        let expected = [run(0x0101_0101), run(0x0101_0202)];
        let found = run(0x0101_0101);
        let comparison = compare(&Module::default(), &expected, [&found, &found], Granularity::Bytes, None);
        assert_eq!((comparison.count, comparison.compared_bytes), (0, 2));
        let expected = UncomparedBytes {
            undefined_value: 2,
            work_item_order: 2,
            unaligned_access: 1,
            ..UncomparedBytes::default()
        };
        assert_eq!(comparison.uncompared_bytes, expected);
        let text = comparison.uncompared_bytes.to_string();
        assert_eq!(text, "5 not compared (undefined values: 2, order of work items: 2, unaligned accesses: 1)");
        assert_eq!(UncomparedBytes::default().to_string(), "0 not compared");
    }

    /// In one run a work item writes outside the first buffer what it writes into it in the other.
    #[test]
    fn a_store_to_an_undefined_address_makes_its_buffer_undefined_and_no_other() {
        let run = |address: u64, found: u64| {
            let mut environment = Environment::new();
            for entry in [5, 6] {
                environment.bind(entry, Resource::Buffer(vec![0; 16]));
            }
            environment.note_writers();
            environment.write(5, 0, 4, found, 0).expect("a buffer");
            environment.write(5, address, 4, 0x0909_0909, 1).expect("a buffer");
            environment.write(6, 0, 4, found, 0).expect("a buffer");
            environment
        };
        let (expected, found) = ([run(4, 7), run(99, 7)], run(8, 3));
        let comparison = compare(&Module::default(), &expected, [&found, &found], Granularity::Elements, None);
        let entries: Vec<u32> = comparison.differences.iter().map(|difference| difference.entry).collect();
        assert_eq!((entries, comparison.compared_bytes), (vec![6], 4));
        let text = comparison.uncompared_bytes.to_string();
        assert_eq!(text, "8 not compared (undefined values: 4, stores to undefined addresses: 4)");
    }

    #[test]
    fn nans_are_equal_in_texels_and_not_in_buffers() {
        let nan = |payload: u32| [7, 0x7fc0_0000 | payload];
        let (count, texts) = counts([nan(0), nan(0)], [nan(1), nan(0)]);
        assert_eq!(count, 1, "{texts:?}");
        assert!(texts[0].starts_with("entry 3, byte 0x4"), "{texts:?}");
        assert_eq!(counts([nan(0), nan(0)], [[7, 0], [7, 0]]).0, 2);
    }
}
