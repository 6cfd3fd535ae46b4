//! The live segments in each register of a congruence class.
//!
//! Nearly every register has the segments of one register unit alone, which [`Liveness`] keeps. Lists are made where
//! the registers of two classes are joined.

use smallvec::SmallVec;
use texvisa_ir::visa::Var;

use crate::liveness::Liveness;
use crate::uses_defs::Segment;

/// A live segment in a register of a class.
#[derive(Clone, Copy, Debug)]
pub struct ClassSegment {
    /// The points.
    pub segment: Segment,
    /// The register unit that is live.
    pub reg_unit: Var,
    /// Which register of the register unit it is.
    pub rank: u32,
}

/// The segments in one register of a class.
#[derive(Clone, Copy, Debug, Default)]
pub enum RegisterSegments {
    /// There are none.
    #[default]
    Free,
    /// Those of one register unit.
    One {
        /// The register unit.
        reg_unit: Var,
        /// Which register of the register unit it is.
        rank: u32,
    },
    /// Those of the list with that number.
    Several(u32),
}

/// Segments by rising start. Register units whose segments overlap hold the same value.
#[derive(Debug, Default)]
struct SegmentList {
    list: SmallVec<[ClassSegment; 2]>,
    /// The length of the longest segment.
    longest: u32,
}

impl SegmentList {
    #[inline]
    fn push(&mut self, segment: ClassSegment) {
        self.longest = self.longest.max(segment.segment.1 - segment.segment.0);
        let is_before = |other: &ClassSegment| other.segment <= segment.segment;
        // Copies are coalesced in program order, so that most segments come last.
        if self.list.last().is_none_or(is_before) {
            self.list.push(segment);
        } else {
            let position = self.list.iter().rposition(is_before).map_or(0, |last| last + 1);
            self.list.insert(position, segment);
        }
    }
}

/// How many segments a register has, and the points between which they are.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub count: usize,
    pub start: u32,
    pub end: u32,
}

/// The segments of all registers.
#[derive(Debug)]
pub struct ClassSegments<'a> {
    liveness: &'a Liveness,
    several: Vec<SegmentList>,
}

impl<'a> ClassSegments<'a> {
    /// No segments, with room for that many lists.
    pub fn with_capacity(liveness: &'a Liveness, lists: usize) -> ClassSegments<'a> {
        ClassSegments { liveness, several: Vec::with_capacity(lists) }
    }

    /// How many segments a register has, and the points between which they are.
    #[inline]
    pub fn extent(&self, register: RegisterSegments) -> Extent {
        let (count, start, end) = match register {
            RegisterSegments::Free => (0, 0, 0),
            RegisterSegments::One { reg_unit, .. } => match self.liveness.segments(reg_unit) {
                [] => (0, 0, 0),
                [only] => (1, only.0, only.1),
                all @ [first, .., last] => (all.len(), first.0, last.1),
            },
            RegisterSegments::Several(number) => {
                let SegmentList { list, longest } = &self.several[number as usize];
                let starts = list.first().zip(list.last()).map(|(first, last)| (first.segment.0, last.segment.0));
                starts.map_or((0, 0, 0), |(first, last)| (list.len(), first, last.saturating_add(*longest)))
            }
        };
        Extent { count, start, end }
    }

    /// Whether a segment in `register` is one that `matches`.
    pub fn any(&self, register: RegisterSegments, mut matches: impl FnMut(&ClassSegment) -> bool) -> bool {
        match register {
            RegisterSegments::Free => false,
            RegisterSegments::One { reg_unit, rank } => self
                .liveness
                .segments(reg_unit)
                .iter()
                .any(|segment| matches(&ClassSegment { segment: *segment, reg_unit, rank })),
            RegisterSegments::Several(number) => self.several[number as usize].list.iter().any(matches),
        }
    }

    /// Calls `visit` with each segment in `register`.
    pub fn for_each(&self, register: RegisterSegments, mut visit: impl FnMut(&ClassSegment)) {
        self.any(register, |segment| {
            visit(segment);
            false
        });
    }

    /// Whether one of the segments in `register` that overlap the given one is one that `matches`.
    pub fn any_overlapping(
        &self,
        register: RegisterSegments,
        (start, end): Segment,
        matches: impl Fn(&ClassSegment) -> bool,
    ) -> bool {
        match register {
            RegisterSegments::Free => false,
            RegisterSegments::One { reg_unit, rank } => {
                let segments = self.liveness.segments(reg_unit);
                let before = segments.partition_point(|segment| segment.0 < end);
                let overlapping = segments[..before].iter().rev().take_while(|segment| segment.1 > start);
                overlapping
                    .map(|segment| ClassSegment { segment: *segment, reg_unit, rank })
                    .any(|segment| matches(&segment))
            }
            RegisterSegments::Several(number) => {
                let SegmentList { list, longest } = &self.several[number as usize];
                let before = list.partition_point(|segment| segment.segment.0 < end);
                let reaches = |segment: &&ClassSegment| segment.segment.0.saturating_add(*longest) > start;
                let mut overlapping = list[..before].iter().rev().take_while(reaches);
                overlapping.any(|segment| segment.segment.1 > start && matches(segment))
            }
        }
    }

    /// The segments of both.
    pub fn join(&mut self, a: RegisterSegments, b: RegisterSegments) -> RegisterSegments {
        let (list, other) = match (a, b) {
            (RegisterSegments::Free, only) | (only, RegisterSegments::Free) => return only,
            (RegisterSegments::Several(list), other) | (other, RegisterSegments::Several(list)) => (list, other),
            (RegisterSegments::One { .. }, RegisterSegments::One { .. }) => {
                self.several.push(SegmentList::default());
                let list = self.several.len() as u32 - 1;
                self.add(list, a);
                (list, b)
            }
        };
        self.add(list, other);
        RegisterSegments::Several(list)
    }

    /// Adds the segments in `register` to a list.
    fn add(&mut self, list: u32, register: RegisterSegments) {
        match register {
            RegisterSegments::Free => {}
            RegisterSegments::One { reg_unit, rank } => {
                let segments = &mut self.several[list as usize];
                for segment in self.liveness.segments(reg_unit) {
                    segments.push(ClassSegment { segment: *segment, reg_unit, rank });
                }
            }
            RegisterSegments::Several(other) => {
                let other = std::mem::take(&mut self.several[other as usize]);
                let segments = &mut self.several[list as usize];
                other.list.into_iter().for_each(|segment| segments.push(segment));
            }
        }
    }
}
