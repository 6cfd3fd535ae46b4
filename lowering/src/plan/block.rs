//! How a media block is split into messages.
//!
//! A block is as wide as the lanes of the thread, or as the operation says. MEDIA_LD and MEDIA_ST move at most 64 bytes
//! of a row and at most 256 bytes in all ('Legal width/height combination'), so a larger block is split:
//! first into columns of 64 bytes, then each column into as many rows as one message takes. Intel's compiler splits at 32 bytes before
//! XeHP_SDV (`has64BMediaBlockRW`); the document has 64 on every platform, which takes half the messages.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_lowering::{LoweringOptions, lower};
//!
//! // 128 bytes a row: two columns of 64 bytes.
//! let module = texvisa_ir::texture::parse("surface t0: 2d @ table 0
//! kernel @k(%value: i32, %x: uniform i32, %y: uniform i32) {
//! ^entry:
//!   media_write t0 [x: %x, y: %y], i32 %value
//!   return
//! }")?;
//! let kernel = module.kernels[module.kernel("k").ok_or("no kernel")?].clone();
//! let lowered = lower(&module, kernel, Target::Tgllp, SimdWidth::Simd32, &LoweringOptions::default()).expect("it can be lowered");
//! let (_, plan) = &lowered.plans(&module)[0];
//! let columns = plan.block.as_ref().map(|block| block.sends.iter().map(|send| (send.x, send.shape.width)).collect());
//! assert_eq!(columns, Some(vec![(0, 64), (64, 64)]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use texvisa_ir::collections::ShortList;
use texvisa_ir::texture::{ChannelMask, MediaField, Role, Scalar, TextureOp};
use texvisa_ir::visa::message::Message;
use texvisa_ir::visa::message_shape::BlockShape;
use texvisa_ir::visa::{DataType, MediaModifier};

use super::message_plan::{
    BlockPlan, BlockSend, Context, MessagePlan, Note, ResultUse, Sends, SlotSource, TableEntry, TexelOffsets,
};
use super::slots::slot_source;
use crate::error::Reason;

/// Plans the messages of `op`, a media block; each is a `message`.
pub(super) fn plan(
    op: &TextureOp,
    message: Message,
    surface: TableEntry,
    result: ResultUse,
    context: &Context<'_>,
) -> Result<MessagePlan, Reason> {
    let row = message.row();
    for role in [Role::X, Role::Y] {
        if op.param(role).is_some_and(|value| !context.facts.is_uniform(value)) {
            return Err(Reason::Divergent { operation: op.kind.name(), role: role.name() });
        }
    }
    let element = match result.ty.scalar {
        Scalar::I8 => DataType::B,
        Scalar::I16 => DataType::W,
        Scalar::I32 => DataType::D,
        other => return Err(Reason::unsupported(format!("`{}` of {other}", op.kind.name()))),
    };
    let lanes = context.simd.lanes();
    let whole = BlockShape { width: columns(op, lanes) * element.bytes(), height: result.ty.lanes.into() };
    let sends = split(whole);
    let mut notes = ShortList::new();
    if let [first, _, ..] = sends[..] {
        let [whole, send] = [whole, first.shape].map(|shape| [shape.width, shape.height].map(|size| size as u16));
        notes.push(Note::Split { whole, messages: sends.len() as u8, send });
    }
    Ok(MessagePlan {
        message,
        sources: row.slots.iter().map(|slot| slot_source(op, row, *slot)).map(defined(context)).collect(),
        parameter: DataType::Ud,
        channels: ChannelMask::EMPTY,
        offset: TexelOffsets::Constant(0),
        surface,
        sampler: None,
        far_sampler: false,
        sampler_handle: false,
        result: element,
        residency: false,
        sends: Sends::halves(context.simd, context.target),
        block: Some(Box::new(BlockPlan { modifier: modifier(op.field), plane: op.plane, sends })),
        notes,
    })
}

/// The columns that are moved. What is read for lanes beyond the block is undefined, so that it is read for four lanes
/// at least: execution masks begin at every fourth.
fn columns(op: &TextureOp, lanes: u32) -> u32 {
    let columns = op.columns(lanes);
    if op.data.is_none() { columns.max(4) } else { columns }
}

/// The messages that together are the block. All have one size, except the last of each column.
fn split(whole: BlockShape) -> ShortList<BlockSend, 4> {
    let mut sends = ShortList::new();
    for x in (0..whole.width).step_by(BlockShape::MAX_WIDTH as usize) {
        let column = BlockShape { width: (whole.width - x).min(BlockShape::MAX_WIDTH), height: 1 };
        for y in (0..whole.height).step_by(column.max_height() as usize) {
            let height = (whole.height - y).min(column.max_height());
            sends.push(BlockSend { x, y, shape: BlockShape { height, ..column } });
        }
    }
    sends
}

/// Sends zero for an undefined x or y.
fn defined(context: &Context<'_>) -> impl Fn(SlotSource) -> SlotSource {
    |source| match source {
        SlotSource::Value { value, .. } if context.facts.is_undefined(value) => SlotSource::Zero,
        source => source,
    }
}

const fn modifier(field: MediaField) -> MediaModifier {
    match field {
        MediaField::Frame => MediaModifier::None,
        MediaField::Top => MediaModifier::Top,
        MediaField::Bottom => MediaModifier::Bottom,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sends(width: u32, height: u32) -> Vec<(u32, u32, u32, u32)> {
        let whole = BlockShape { width, height };
        let sends = split(whole);
        assert!(sends.iter().all(|send| send.shape.is_legal()));
        sends.iter().map(|send| (send.x, send.y, send.shape.width, send.shape.height)).collect()
    }

    /// MEDIA_LD, legal width and height: 33 to 64 bytes go with 4 rows, 17 to 32 with 8.
    #[test]
    fn blocks_are_split_to_what_one_message_carries() {
        assert_eq!(sends(32, 8), [(0, 0, 32, 8)]);
        assert_eq!(sends(64, 4), [(0, 0, 64, 4)]);
        assert_eq!(sends(64, 5), [(0, 0, 64, 4), (0, 4, 64, 1)]);
        assert_eq!(sends(128, 8), [(0, 0, 64, 4), (0, 4, 64, 4), (64, 0, 64, 4), (64, 4, 64, 4)]);
        assert_eq!(sends(12, 8), [(0, 0, 12, 8)]);
    }
}
