//! What a check compared, as data.

use serde::Serialize;
use texvisa::emulator::refine::{OneWayBranch, Summary, UncomparedBytes, UncomparedTrials};
use texvisa::emulator::symbolic::SymbolicSummary;

use super::diagnostic::LocationRecord;

/// What `check` found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckRecord {
    /// What the symbolic check compared; `null` for vISA that another compiler made.
    pub symbolic: Option<SymbolicRecord>,
    /// What differential execution compared.
    pub execution: ExecutionRecord,
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
