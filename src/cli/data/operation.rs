//! The messages that texture operations became, as data.

use serde::Serialize;
use texvisa::explain::{Explanation, Part, Sent};
use texvisa::ir::texture::InstId;
use texvisa::ir::visa::message::ResponseKind;
use texvisa::lowering::Remark;
use texvisa::lowering::plan::{MessagePlan, Note, SlotSource, TexelOffsets};

use super::cost::{CostRecord, cost};
use super::diagnostic::LocationRecord;
use crate::selection::Selected;

/// What `explain` says of a kernel, and `compile` with `--emit plan` or `--emit messages`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExplainRecord {
    /// The texture operations: in program order those that became messages, then those that did not and that a pass has
    /// something to say of.
    pub operations: Vec<OperationRecord>,
    /// What the kernel costs.
    pub cost: CostRecord,
}

/// A texture operation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OperationRecord {
    /// Where it stands in the source, where that is known.
    pub location: Option<LocationRecord>,
    /// The line of the source that it stands in, where the source is text.
    pub source: Option<String>,
    /// The operation in texture IR, after the passes.
    pub operation: String,
    /// What the passes did to it.
    pub remarks: Vec<RemarkRecord>,
    /// What it became; `null` where no message is sent.
    pub message: Option<MessageRecord>,
}

/// What a pass did.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RemarkRecord {
    /// The pass.
    pub pass: String,
    /// What it did, and why.
    pub message: String,
}

impl From<&Remark> for RemarkRecord {
    fn from(remark: &Remark) -> RemarkRecord {
        RemarkRecord { pass: remark.pass.to_owned(), message: remark.message.clone() }
    }
}

/// The message of an operation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MessageRecord {
    /// Its name in Intel's documents, `ld_lz`.
    pub name: String,
    /// Its mnemonic in vISA text, `load_lz`.
    pub mnemonic: String,
    /// Its code, as Intel's finalizer numbers it.
    pub code: u8,
    /// The document that describes it.
    pub document: String,
    /// The channels that come back, `RGBA`; of a gather the one that is gathered; `null` for a media block.
    pub channels: Option<String>,
    /// The rows of the surface that a media block has, `nomod`; `null` for other messages.
    pub rows: Option<String>,
    /// The type of the parameters in vISA, `ud`.
    pub parameter: String,
    /// The type of the response, or of what a media block writes.
    pub result: String,
    /// The parameters, in the order in which they are sent.
    pub slots: Vec<SlotRecord>,
    /// Texel offsets that are no parameters: along u, v and r, or the value that has them; `null` where there are none.
    pub offsets: Option<OffsetsRecord>,
    /// Whether the last register of the response has residency.
    pub residency: bool,
    /// The rules that applied.
    pub notes: Vec<NoteRecord>,
    /// What is sent.
    pub sends: Vec<SendRecord>,
}

/// A parameter.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SlotRecord {
    /// What it is, `u`: the name in the documents' tables.
    pub slot: String,
    /// What it is sent with.
    pub source: SourceRecord,
}

/// What a slot is sent with.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SourceRecord {
    /// A value of texture IR, or an element of one.
    Value {
        /// The value, or the constant that it is.
        value: String,
        /// Which element; `null` for a scalar.
        element: Option<u8>,
    },
    /// Texel offsets in one dword, with a parameter that shares the dword.
    Packed {
        /// The values in it.
        values: Vec<String>,
        /// Bits of each offset.
        bits: u8,
    },
    /// Zero.
    Zero,
}

/// Texel offsets that are no parameters.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OffsetsRecord {
    /// Numbers.
    Constant {
        /// Along u.
        u: i8,
        /// Along v.
        v: i8,
        /// Along r.
        r: i8,
    },
    /// The low 12 bits of a value that all lanes share.
    Value {
        /// The value.
        value: String,
    },
}

/// A rule that applied to a message.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NoteRecord {
    /// Its name, `trimmed`.
    pub rule: String,
    /// What it did. For people: its wording may change.
    pub message: String,
    /// Where the rule is from: a document, the source of another compiler, or texvisa's own.
    pub evidence: String,
}

impl From<&Note> for NoteRecord {
    fn from(note: &Note) -> NoteRecord {
        NoteRecord { rule: note.rule().to_owned(), message: note.to_string(), evidence: note.evidence().to_owned() }
    }
}

/// A send.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SendRecord {
    /// Its number among the instructions of the vISA kernel, labels included.
    pub instruction: u32,
    /// The lanes that it works on; `null` for a media block.
    pub lanes: Option<LanesRecord>,
    /// The part of a media block that it moves.
    pub block: Option<BlockRecord>,
    /// What it becomes in hardware terms.
    pub descriptor: DescriptorRecord,
}

/// Lanes of a hardware thread.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LanesRecord {
    /// The first.
    pub first: u8,
    /// How many.
    pub count: u8,
    /// Whether the execution mask is ignored.
    pub nomask: bool,
}

/// A part of a media block.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BlockRecord {
    /// Bytes of a row.
    pub width: u8,
    /// Rows.
    pub height: u8,
}

/// A message in hardware terms. Lengths are in registers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DescriptorRecord {
    /// The message descriptor.
    pub descriptor: u32,
    /// The extended descriptor.
    pub extended_descriptor: u32,
    /// Dword 2 of the header; `null` where there is no header.
    pub header: Option<u32>,
    /// Bytes that are added to dword 3 of the header, the sampler state pointer.
    pub sampler_bytes: u32,
    /// Lengths of both parts of the payload, header included.
    pub payload: [u32; 2],
    /// Length of the response.
    pub response: u32,
    /// How many messages the finalizer makes of it.
    pub sends: u32,
}

impl ExplainRecord {
    /// The texture operations of a kernel.
    pub fn new(selected: &Selected<'_>) -> ExplainRecord {
        let Selected { input, compiled, .. } = selected;
        let explanation = Explanation::new(&input.module, compiled);
        let planned = explanation.plans().map(|(inst, plan)| (inst, Some(plan)));
        let operations = planned.chain(explanation.unsent().map(|inst| (inst, None)));
        let lines = input.lines();
        let operations =
            operations.map(|(inst, plan)| OperationRecord::new(&explanation, &lines, inst, plan)).collect();
        ExplainRecord { operations, cost: cost(compiled, &explanation) }
    }
}

impl OperationRecord {
    fn new(explanation: &Explanation<'_>, lines: &[&str], inst: InstId, plan: Option<&MessagePlan>) -> OperationRecord {
        let location = LocationRecord::new(explanation.location(inst));
        let source = location.and_then(|location| lines.get((location.line as usize).checked_sub(1)?));
        OperationRecord {
            location,
            source: source.map(|line| line.trim().to_owned()),
            operation: explanation.operation_text(inst),
            remarks: explanation.remarks(inst).map(Into::into).collect(),
            message: plan.map(|plan| MessageRecord::new(explanation, inst, plan)),
        }
    }
}

impl MessageRecord {
    fn new(explanation: &Explanation<'_>, inst: InstId, plan: &MessagePlan) -> MessageRecord {
        let row = plan.message.row();
        let has_channels = !matches!(row.response, ResponseKind::None | ResponseKind::Block);
        let slots = row.slots.iter().zip(&plan.sources).map(|(slot, source)| SlotRecord {
            slot: slot.to_string(),
            source: SourceRecord::new(explanation, source),
        });
        MessageRecord {
            name: row.name.to_owned(),
            mnemonic: row.mnemonic.to_owned(),
            code: row.code.finalizer,
            document: row.document().to_owned(),
            channels: has_channels.then(|| format!("{:#}", plan.channels)),
            rows: plan.block.as_ref().map(|block| block.modifier.name().to_owned()),
            parameter: plan.parameter.to_string(),
            result: plan.result.to_string(),
            slots: slots.collect(),
            offsets: match plan.offset {
                TexelOffsets::Value(value) => Some(OffsetsRecord::Value { value: explanation.value_text(value) }),
                TexelOffsets::Constant(0) => None,
                TexelOffsets::Constant(_) => {
                    let [u, v, r] = plan.offset.axes();
                    Some(OffsetsRecord::Constant { u, v, r })
                }
            },
            residency: plan.residency,
            notes: plan.notes.iter().map(Into::into).collect(),
            sends: explanation.messages(inst).map(|sent| SendRecord::new(&sent)).collect(),
        }
    }

    /// The name with the channels or rows, `ld_lz.RGBA`.
    pub fn full_name(&self) -> String {
        match self.channels.as_ref().or(self.rows.as_ref()) {
            Some(suffix) => format!("{}.{suffix}", self.name),
            None => self.name.clone(),
        }
    }
}

impl SourceRecord {
    fn new(explanation: &Explanation<'_>, source: &SlotSource) -> SourceRecord {
        match source {
            SlotSource::Zero => SourceRecord::Zero,
            SlotSource::Packed(packed) => SourceRecord::Packed {
                values: packed.values().map(|value| explanation.value_text(value)).collect(),
                bits: packed.bits,
            },
            SlotSource::Value { value, element } => SourceRecord::Value {
                value: explanation.value_text(*value),
                element: explanation.is_vector(*value).then_some(*element),
            },
        }
    }
}

impl SendRecord {
    fn new(sent: &Sent) -> SendRecord {
        let (lanes, block) = match sent.part {
            Part::Lanes(exec) => {
                (Some(LanesRecord { first: exec.first, count: exec.lanes, nomask: exec.nomask }), None)
            }
            Part::Block(width, height) => (None, Some(BlockRecord { width, height })),
        };
        let descriptor = &sent.descriptor;
        SendRecord {
            instruction: sent.index,
            lanes,
            block,
            descriptor: DescriptorRecord {
                descriptor: descriptor.word,
                extended_descriptor: descriptor.extended,
                header: descriptor.header,
                sampler_bytes: descriptor.sampler_bytes,
                payload: [descriptor.first, descriptor.second],
                response: descriptor.response,
                sends: descriptor.sends,
            },
        }
    }
}
