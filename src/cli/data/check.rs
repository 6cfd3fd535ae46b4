//! What a check compared, as data.

use serde::Serialize;
use texvisa::check::CheckError;
use texvisa::emulator::refine::{
    Counterexample, Difference, MemoryLocation, OneWayBranch, RefineError, Summary, UncomparedBytes, UncomparedTrials,
};
use texvisa::emulator::symbolic::{Mismatch, SymbolicSummary};
use texvisa::emulator::unit::TexelPosition;

use super::diagnostic::LocationRecord;

/// What `check` found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckRecord {
    /// What the symbolic check compared; `null` where it found a mismatch, and for vISA that another compiler made.
    pub symbolic: Option<SymbolicRecord>,
    /// What differential execution compared; `null` where it found a difference, or did not run to its end.
    pub execution: Option<ExecutionRecord>,
    /// What the symbolic check found.
    pub mismatches: Vec<MismatchRecord>,
    /// What differential execution found.
    pub counterexample: Option<CounterexampleRecord>,
}

impl CheckRecord {
    /// A check that found nothing wrong.
    pub fn new(symbolic: Option<&SymbolicSummary>, execution: &Summary) -> CheckRecord {
        CheckRecord {
            symbolic: symbolic.map(Into::into),
            execution: Some(execution.into()),
            mismatches: Vec::new(),
            counterexample: None,
        }
    }

    /// A check that found something, or could not be made.
    pub fn of_error(error: &CheckError) -> CheckRecord {
        let mut record = CheckRecord { symbolic: None, execution: None, mismatches: Vec::new(), counterexample: None };
        match error {
            CheckError::Symbolic(mismatches) => record.mismatches = mismatches.iter().map(Into::into).collect(),
            CheckError::Execution(RefineError::Differs(counterexample)) => {
                record.counterexample = Some((&**counterexample).into());
            }
            _ => {}
        }
        record
    }
}

/// A difference between an instruction of vISA and its source.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MismatchRecord {
    /// The number of the instruction among those of the kernel, labels included; `null` where one is missing.
    pub instruction: Option<usize>,
    /// Its text.
    pub text: Option<String>,
    /// The operation of texture IR that it is a part of, where that is known.
    pub operation: Option<String>,
    /// Where that stands in the source, where that is known.
    pub location: Option<LocationRecord>,
    /// What the source requires.
    pub expected: String,
    /// What the vISA has.
    pub found: String,
}

impl From<&Mismatch> for MismatchRecord {
    fn from(Mismatch { inst, source_inst, expected, found }: &Mismatch) -> MismatchRecord {
        MismatchRecord {
            instruction: inst.as_ref().map(|(index, _)| *index),
            text: inst.as_ref().map(|(_, text)| text.clone()),
            operation: source_inst.as_ref().map(|(text, _)| text.clone()),
            location: source_inst.as_ref().and_then(|(_, location)| LocationRecord::new(*location)),
            expected: expected.clone(),
            found: found.clone(),
        }
    }
}

/// A trial after which memory differs, or in which the vISA stored or asked something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CounterexampleRecord {
    /// The seed of the trial: `--seed` with it and `--trials 1` repeats it.
    pub seed: u64,
    /// How many dwords of buffers and texels differ.
    pub count: u64,
    /// The first of them.
    pub differences: Vec<MemoryDifferenceRecord>,
    /// How many bytes were stored otherwise, and how many lanes of messages asked something else.
    pub access_count: u64,
    /// The first of them. For people: their wording may change.
    pub accesses: Vec<String>,
}

impl From<&Counterexample> for CounterexampleRecord {
    fn from(counterexample: &Counterexample) -> CounterexampleRecord {
        let Counterexample { seed, differences, count, accesses, access_count } = counterexample;
        CounterexampleRecord {
            seed: *seed,
            count: *count,
            differences: differences.iter().map(Into::into).collect(),
            access_count: *access_count,
            accesses: accesses.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A dword of a buffer, or a texel, that was left with other bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MemoryDifferenceRecord {
    /// The entry of the binding table.
    pub entry: u32,
    /// The surface's name, where it has one.
    pub name: Option<String>,
    /// The byte offset of a dword in a buffer.
    pub offset: Option<usize>,
    /// The texel of a surface.
    pub texel: Option<TexelRecord>,
    /// The number in the grid of the work item that wrote there, if it was one.
    pub work_item: Option<u32>,
    /// The bytes that the source leaves; `null` where they are undefined.
    pub expected: Vec<Option<u8>>,
    /// The bytes that the vISA left, with two patterns for undefined bits.
    pub found: [Vec<u8>; 2],
}

/// A texel of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TexelRecord {
    /// The level.
    pub level: u32,
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
    /// The layer, face or slice.
    pub layer: u32,
    /// The sample.
    pub sample: u32,
}

impl From<&Difference> for MemoryDifferenceRecord {
    fn from(difference: &Difference) -> MemoryDifferenceRecord {
        let Difference { entry, name, location, item, expected, found } = difference;
        let (offset, texel) = match *location {
            MemoryLocation::Offset(offset) => (Some(offset), None),
            MemoryLocation::Texel(TexelPosition { level, x, y, layer, sample }) => {
                (None, Some(TexelRecord { level, x, y, layer, sample }))
            }
        };
        MemoryDifferenceRecord {
            entry: *entry,
            name: name.clone(),
            offset,
            texel,
            work_item: *item,
            expected: expected.clone(),
            found: found.clone(),
        }
    }
}

/// Counts of the symbolic check.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SymbolicRecord {
    /// Sampler messages and media blocks.
    pub messages: usize,
    /// Slots that were sent.
    pub slots: usize,
    /// Slots and roles that were trimmed.
    pub omitted: usize,
    /// Channels of responses, and rows of blocks.
    pub channels: usize,
    /// Messages of the data port.
    pub accesses: usize,
    /// Parts of their addresses, and channels of their data.
    pub access_operands: usize,
    /// Copies of values.
    pub copies: usize,
    /// Copies to block parameters.
    pub edge_copies: usize,
    /// Operands of arithmetic, comparisons and logic.
    pub operands: usize,
    /// Arguments; each half counts.
    pub inputs: usize,
}

impl From<&SymbolicSummary> for SymbolicRecord {
    fn from(summary: &SymbolicSummary) -> SymbolicRecord {
        let SymbolicSummary {
            messages,
            slots,
            omitted,
            channels,
            accesses,
            access_operands,
            copies,
            edge_copies,
            operands,
            inputs,
        } = *summary;
        SymbolicRecord {
            messages,
            slots,
            omitted,
            channels,
            accesses,
            access_operands,
            copies,
            edge_copies,
            operands,
            inputs,
        }
    }
}

/// Counts of differential execution, over all trials.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExecutionRecord {
    /// Trials that were compared.
    pub trials: u32,
    /// Trials that were asked for and not made: the others took too many instructions.
    pub omitted_trials: u32,
    /// Trials that were not, by cause.
    pub uncompared_trials: Vec<UncomparedTrialsRecord>,
    /// Whether the kernel has an operation that writes.
    pub writes: bool,
    /// Bytes that were written and compared.
    pub compared_bytes: u64,
    /// Bytes that were written and not compared, by cause.
    pub uncompared_bytes: UncomparedBytesRecord,
    /// Stores on the way that were compared.
    pub compared_stores: u64,
    /// Messages to the texture unit that were compared, lane by lane.
    pub compared_messages: u64,
    /// Trials of which not all stores and messages were compared.
    pub partial_trials: u32,
    /// Branches of the source.
    pub branches: u64,
    /// Those of them that were not taken both ways in the trials that were compared.
    pub one_way_branches: Vec<OneWayBranchRecord>,
}

/// Trials that were not compared, for one cause.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UncomparedTrialsRecord {
    /// Why.
    pub cause: String,
    /// How many.
    pub trials: u32,
    /// The seed of the first.
    pub seed: u64,
    /// What was seen in the first.
    pub example: String,
}

impl From<&UncomparedTrials> for UncomparedTrialsRecord {
    fn from(UncomparedTrials { cause, trials, seed, example }: &UncomparedTrials) -> UncomparedTrialsRecord {
        UncomparedTrialsRecord { cause: cause.to_string(), trials: *trials, seed: *seed, example: example.clone() }
    }
}

/// Bytes that were written and not compared, by cause.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UncomparedBytesRecord {
    /// An undefined value was written.
    pub undefined_value: u64,
    /// A store to an undefined address may have written them.
    pub undefined_address: u64,
    /// Several work items wrote different bits.
    pub work_item_order: u64,
    /// An unaligned access may have written them.
    pub unaligned_access: u64,
    /// They depend on bytes of local or private memory that are not defined.
    pub undefined_memory: u64,
}

/// A branch that no trial took both ways.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OneWayBranchRecord {
    /// Where it is, where that is known.
    pub location: Option<LocationRecord>,
    /// Its text.
    pub text: String,
    /// What its condition always was; `null` where no lane reached it.
    pub only: Option<bool>,
}

impl From<&OneWayBranch> for OneWayBranchRecord {
    fn from(OneWayBranch { location, inst, only }: &OneWayBranch) -> OneWayBranchRecord {
        OneWayBranchRecord { location: LocationRecord::new(*location), text: inst.clone(), only: *only }
    }
}

impl From<&Summary> for ExecutionRecord {
    fn from(summary: &Summary) -> ExecutionRecord {
        let UncomparedBytes { undefined_value, undefined_address, work_item_order, unaligned_access, undefined_memory } =
            summary.uncompared_bytes;
        ExecutionRecord {
            trials: summary.trials,
            omitted_trials: summary.omitted_trials,
            uncompared_trials: summary.uncompared.iter().map(Into::into).collect(),
            writes: summary.writes,
            compared_bytes: summary.compared_bytes,
            uncompared_bytes: UncomparedBytesRecord {
                undefined_value,
                undefined_address,
                work_item_order,
                unaligned_access,
                undefined_memory,
            },
            compared_stores: summary.compared_stores,
            compared_messages: summary.compared_messages,
            partial_trials: summary.partial_trials,
            branches: summary.branches,
            one_way_branches: summary.one_way.iter().map(Into::into).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counterexample_keeps_its_seed_and_bytes() {
        let texel = TexelPosition { level: 1, x: 2, y: 3, layer: 4, sample: 5 };
        let difference = |location| Difference {
            entry: 7,
            name: Some("w0".to_owned()),
            location,
            item: Some(9),
            expected: vec![Some(1), None],
            found: [vec![2, 3], vec![2, 4]],
        };
        let counterexample = Counterexample {
            seed: 42,
            differences: vec![difference(MemoryLocation::Texel(texel)), difference(MemoryLocation::Offset(64))],
            count: 30,
            accesses: Vec::new(),
            access_count: 0,
        };
        let error = CheckError::Execution(RefineError::Differs(Box::new(counterexample)));
        let record = serde_json::to_value(CheckRecord::of_error(&error)).expect("it is JSON");
        let place = |offset: serde_json::Value, texel: serde_json::Value| {
            serde_json::json!({"entry": 7, "name": "w0", "offset": offset, "texel": texel, "work_item": 9,
                "expected": [1, null], "found": [[2, 3], [2, 4]]})
        };
        let texel = serde_json::json!({"level": 1, "x": 2, "y": 3, "layer": 4, "sample": 5});
        let differences = [place(serde_json::Value::Null, texel), place(64.into(), serde_json::Value::Null)];
        let expected = serde_json::json!({"symbolic": null, "execution": null, "mismatches": [], "counterexample":
            {"seed": 42, "count": 30, "differences": differences, "access_count": 0, "accesses": []}});
        assert_eq!(record, expected);
    }

    #[test]
    fn mismatches_have_their_instruction_and_operation() {
        let mismatch = Mismatch {
            inst: Some((3, "mov".to_owned())),
            source_inst: Some(("%x = load".to_owned(), texvisa::ir::source::Location { line: 5, column: 3 })),
            expected: "%x".to_owned(),
            found: "%y".to_owned(),
        };
        let record = serde_json::to_value(CheckRecord::of_error(&CheckError::Symbolic(vec![mismatch])));
        let expected = serde_json::json!({"instruction": 3, "text": "mov", "operation": "%x = load",
            "location": {"line": 5, "column": 3}, "expected": "%x", "found": "%y"});
        assert_eq!(record.expect("it is JSON")["mismatches"], serde_json::json!([expected]));
    }
}
