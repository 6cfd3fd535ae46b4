//! When each register of a backing variable is needed, and by what.
//!
//! Nearly every row is needed by one unit alone, of which the liveness says when. Lists are made where rows are joined.

use smallvec::SmallVec;
use texvisa_ir::visa::Var;

use crate::liveness::{Liveness, Segment};

/// A need for a row: when, whose, and which of its rows.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// When.
    pub segment: Segment,
    /// The unit.
    pub unit: Var,
    /// Which of the rows of the unit.
    pub rank: u32,
}

/// The needs for one register of a backing variable.
#[derive(Clone, Copy, Debug, Default)]
pub enum Row {
    /// None.
    #[default]
    Free,
    /// Those of one unit, for one of its rows.
    One {
        /// The unit.
        unit: Var,
        /// Which.
        rank: u32,
    },
    /// Those in the list of that number.
    Several(u32),
}

/// Needs by rising start. Those that overlap hold the same value.
#[derive(Debug, Default)]
struct Needs {
    list: SmallVec<[Need; 2]>,
    /// The length of the longest.
    longest: u32,
}

impl Needs {
    #[inline]
    fn push(&mut self, need: Need) {
        self.longest = self.longest.max(need.segment.1 - need.segment.0);
        let is_before = |other: &Need| other.segment <= need.segment;
        // Programs are merged in their order, so most needs come last.
        if self.list.last().is_none_or(is_before) {
            self.list.push(need);
        } else {
            let place = self.list.iter().rposition(is_before).map_or(0, |last| last + 1);
            self.list.insert(place, need);
        }
    }
}

/// How many needs a row has. All are between the two points.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub count: usize,
    pub start: u32,
    pub end: u32,
}

/// The needs of rows.
#[derive(Debug)]
pub struct Rows<'a> {
    liveness: &'a Liveness,
    several: Vec<Needs>,
}

impl<'a> Rows<'a> {
    /// No needs, with room for that many lists.
    pub fn with_capacity(liveness: &'a Liveness, lists: usize) -> Rows<'a> {
        Rows { liveness, several: Vec::with_capacity(lists) }
    }

    /// How many needs a row has, and between which points they are.
    #[inline]
    pub fn extent(&self, row: Row) -> Extent {
        let (count, start, end) = match row {
            Row::Free => (0, 0, 0),
            Row::One { unit, .. } => match self.liveness.segments(unit) {
                [] => (0, 0, 0),
                [only] => (1, only.0, only.1),
                all @ [first, .., last] => (all.len(), first.0, last.1),
            },
            Row::Several(number) => {
                let Needs { list, longest } = &self.several[number as usize];
                let starts = list.first().zip(list.last()).map(|(first, last)| (first.segment.0, last.segment.0));
                starts.map_or((0, 0, 0), |(first, last)| (list.len(), first, last.saturating_add(*longest)))
            }
        };
        Extent { count, start, end }
    }

    /// Whether a need of `row` is one that `matches`.
    pub fn any(&self, row: Row, mut matches: impl FnMut(&Need) -> bool) -> bool {
        match row {
            Row::Free => false,
            Row::One { unit, rank } => {
                self.liveness.segments(unit).iter().any(|segment| matches(&Need { segment: *segment, unit, rank }))
            }
            Row::Several(number) => self.several[number as usize].list.iter().any(matches),
        }
    }

    /// Whether one of those needs that overlap `segment` is one that `matches`.
    pub fn any_overlapping(&self, row: Row, (start, end): Segment, matches: impl Fn(&Need) -> bool) -> bool {
        match row {
            Row::Free => false,
            Row::One { unit, rank } => {
                let segments = self.liveness.segments(unit);
                let before = segments.partition_point(|segment| segment.0 < end);
                let overlapping = segments[..before].iter().rev().take_while(|segment| segment.1 > start);
                overlapping.map(|segment| Need { segment: *segment, unit, rank }).any(|need| matches(&need))
            }
            Row::Several(number) => {
                let Needs { list, longest } = &self.several[number as usize];
                let before = list.partition_point(|need| need.segment.0 < end);
                let reaches = |need: &&Need| need.segment.0.saturating_add(*longest) > start;
                let mut overlapping = list[..before].iter().rev().take_while(reaches);
                overlapping.any(|need| need.segment.1 > start && matches(need))
            }
        }
    }

    /// The needs of both.
    pub fn join(&mut self, a: Row, b: Row) -> Row {
        let (list, other) = match (a, b) {
            (Row::Free, only) | (only, Row::Free) => return only,
            (Row::Several(list), other) | (other, Row::Several(list)) => (list, other),
            (Row::One { .. }, Row::One { .. }) => {
                self.several.push(Needs::default());
                let list = self.several.len() as u32 - 1;
                self.add(list, a);
                (list, b)
            }
        };
        self.add(list, other);
        Row::Several(list)
    }

    /// Adds the needs of `row` to a list.
    fn add(&mut self, list: u32, row: Row) {
        match row {
            Row::Free => {}
            Row::One { unit, rank } => {
                let needs = &mut self.several[list as usize];
                for segment in self.liveness.segments(unit) {
                    needs.push(Need { segment: *segment, unit, rank });
                }
            }
            Row::Several(other) => {
                let other = std::mem::take(&mut self.several[other as usize]);
                let needs = &mut self.several[list as usize];
                other.list.into_iter().for_each(|need| needs.push(need));
            }
        }
    }
}
