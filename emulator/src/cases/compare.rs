//! Compares a destination with the one that a case expects.

use std::collections::HashSet;
use std::fmt;

use super::message::{Found, UNTOUCHED};
use super::number::Number;
use super::problem::CaseProblem;
use super::schema::{Expectation, Expected};
use super::tolerance::Tolerance;
use crate::float::f16_value;

/// Where a response is another than expected.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CaseDifference {
    /// The channel and lane, the null mask, or a byte of the destination.
    pub place: String,
    /// What is expected there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl fmt::Display for CaseDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.place, self.expected, self.found)
    }
}

/// Compares everything that `expected` has; the case is at `place`.
pub(super) fn compare(
    expected: &Expectation,
    found: &Found,
    tolerance: Tolerance,
    place: &str,
) -> Result<Vec<CaseDifference>, CaseProblem> {
    let comparison = Comparison { found, tolerance };
    let mut differences = Vec::new();
    if expected.channels.is_none() && expected.dst.is_none() && expected.pixel_null_mask.is_none() {
        return Err(CaseProblem::new(format!("{place}.expect"), "nothing; expected channels, dst or pixel_null_mask"));
    }
    if let Some(bytes) = &expected.dst {
        comparison.destination(bytes, &mut differences);
    }
    for (channel, elements) in expected.channels.iter().flat_map(|channels| channels.each()).enumerate() {
        if let Some(elements) = elements {
            let place = format!("{place}.expect.channels.{}", letter(channel as u8));
            comparison.channel(channel as u8, elements, &place, &mut differences)?;
        }
    }
    if let Some(expected) = expected.pixel_null_mask {
        comparison.residency(expected, place, &mut differences)?;
    }
    let has_elements =
        expected.channels.iter().flat_map(|channels| channels.each()).flatten().any(|all| !all.is_empty());
    let has_bytes = expected.dst.iter().flatten().any(Option::is_some);
    if !has_elements && !has_bytes && expected.pixel_null_mask.is_none() && differences.is_empty() {
        let what = "nothing that is compared; give an element or a defined byte";
        return Err(CaseProblem::new(format!("{place}.expect"), what));
    }
    // An element that both the destination and its channel have is said once.
    let mut said = HashSet::new();
    differences.retain(|difference| said.insert(difference.clone()));
    Ok(differences)
}

const fn letter(channel: u8) -> char {
    match channel {
        0 => 'R',
        1 => 'G',
        2 => 'B',
        _ => 'A',
    }
}

struct Comparison<'a> {
    found: &'a Found,
    tolerance: Tolerance,
}

impl Comparison<'_> {
    fn lane(&self, rank: usize, lane: usize) -> String {
        format!("{} lane {lane}", letter(self.found.channels.get(rank).copied().unwrap_or_default()))
    }

    /// Bits of an element, and what they are as a float if elements are such.
    fn shown(&self, bits: u32) -> String {
        let bytes = self.found.element;
        match (self.tolerance.are_floats(), bytes) {
            (false, _) => format!("{bits:#0width$x}", width = 2 + 2 * bytes),
            (true, 2) => format!("{bits:#06x} ({})", f16_value(bits as u16)),
            (true, _) => format!("{bits:#010x} ({})", f32::from_bits(bits)),
        }
    }

    fn element(&self, rank: usize, lane: usize, expected: u32, differences: &mut Vec<CaseDifference>) {
        let bytes = self.found.element;
        let found = self.found.bits(self.found.place(rank, lane), bytes);
        if !self.tolerance.admits(bytes, expected, found) {
            let place = self.lane(rank, lane);
            differences.push(CaseDifference { place, expected: self.shown(expected), found: self.shown(found) });
        }
    }

    /// A lane that is not enabled.
    fn untouched(&self, rank: usize, lane: usize, differences: &mut Vec<CaseDifference>) {
        let start = self.found.place(rank, lane);
        let found = self.found.bytes.get(start..start + self.found.element).unwrap_or_default();
        if found.iter().any(|byte| *byte != UNTOUCHED) {
            differences.push(CaseDifference {
                place: self.lane(rank, lane),
                expected: "nothing to be written, as the lane is not enabled".to_owned(),
                found: self.shown(self.found.bits(start, self.found.element)),
            });
        }
    }

    fn channel(
        &self,
        channel: u8,
        elements: &[Option<Number>],
        place: &str,
        differences: &mut Vec<CaseDifference>,
    ) -> Result<(), CaseProblem> {
        let found = self.found;
        if elements.len() != found.lanes {
            let what = format!("{} elements; the message has {} lanes", elements.len(), found.lanes);
            return Err(CaseProblem::new(place, what));
        }
        let Some(rank) = found.channels.iter().position(|known| *known == channel) else {
            let known: String = found.channels.iter().map(|channel| letter(*channel)).collect();
            return Err(CaseProblem::new(place, format!("a channel that does not come back; {known} do")));
        };
        for (lane, expected) in elements.iter().enumerate() {
            match expected {
                None => self.untouched(rank, lane, differences),
                Some(number) => {
                    let bits = number.integer(8 * found.element as u32).ok_or_else(|| {
                        let what = format!("{number} is no number of {} bits", 8 * found.element);
                        CaseProblem::new(format!("{place}[{lane}]"), what)
                    })?;
                    self.element(rank, lane, bits as u32, differences);
                }
            }
        }
        Ok(())
    }

    fn residency(&self, expected: u32, place: &str, differences: &mut Vec<CaseDifference>) -> Result<(), CaseProblem> {
        if !self.found.has_residency {
            let what = "the message has none: its pixel_null_mask is not true";
            return Err(CaseProblem::new(format!("{place}.expect.pixel_null_mask"), what));
        }
        let found = self.found.bits(self.found.data_end(), 4);
        if found != expected {
            let [expected, found] = [expected, found].map(|mask| format!("{mask:#010x}"));
            differences.push(CaseDifference { place: "null mask".to_owned(), expected, found });
        }
        Ok(())
    }

    /// The element of a channel that byte `at` of the response begins, if it does.
    fn element_at(&self, at: usize) -> Option<(usize, usize)> {
        let found = self.found;
        let inside = at % found.step.max(1);
        let begins =
            at < found.data_end() && inside.is_multiple_of(found.element) && inside < found.lanes * found.element;
        begins.then(|| (at / found.step, inside / found.element))
    }

    /// Byte by byte what is defined; elements that are defined as a whole by their tolerance.
    fn destination(&self, expected: &[Expected], differences: &mut Vec<CaseDifference>) {
        let found = self.found;
        if expected.len() != found.end() {
            let [expected, found] = [expected.len(), found.end()].map(|bytes| format!("{bytes} bytes"));
            differences.push(CaseDifference { place: "destination".to_owned(), expected, found });
            return;
        }
        let mut at = 0;
        while at < expected.len() {
            let element = self.element_at(at).and_then(|place| {
                let bytes: Option<Vec<u8>> = expected[at..at + found.element].iter().copied().collect();
                Some((place, bytes?))
            });
            if let Some(((rank, lane), bytes)) = element {
                if bytes.iter().all(|byte| *byte == UNTOUCHED) {
                    self.untouched(rank, lane, differences);
                } else {
                    let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
                    self.element(rank, lane, bits, differences);
                }
                at += found.element;
                continue;
            }
            self.byte(at, expected[at], differences);
            at += 1;
        }
        for at in found.end()..found.bytes.len() {
            self.byte(at, Some(UNTOUCHED), differences);
        }
    }

    fn byte(&self, at: usize, expected: Expected, differences: &mut Vec<CaseDifference>) {
        let found = self.found.bytes.get(at).copied().unwrap_or_default();
        if let Some(expected) = expected.filter(|expected| *expected != found) {
            let place = format!("byte {at} of the destination");
            let [expected, found] = [expected, found].map(|byte| format!("{byte:#04x}"));
            differences.push(CaseDifference { place, expected, found });
        }
    }
}
