//! A case of a media block: a kernel that reads one block.

use serde_json::Value;
use texvisa_ir::target::Target;
use texvisa_ir::visa::message::Message;
use texvisa_ir::visa::{DataType, Grf, Inst, MediaBlock, MediaModifier, Raw, Src, StateKind};

use super::message::{CaseError, Found, PayloadBuilder, SURFACE_ENTRY, UNTOUCHED, registers, start};
use super::number::Number;
use super::problem::CaseProblem;
use super::schema::CaseEntry;
use crate::environment::Environment;
use crate::undef_bits::UndefBits;

/// Whether the case is one of a media block that is read; nothing comes back from one that is written.
pub(super) fn is_block(entry: &CaseEntry) -> bool {
    entry.op.eq_ignore_ascii_case(Message::media(false).row().name)
}

/// The rows of a surface that a block has: by name, or by code (MEDIA_LD, Modifiers).
pub(super) fn modifier(given: Option<&Value>, place: &str) -> Result<MediaModifier, CaseProblem> {
    let name = given.and_then(Value::as_str).map(str::to_ascii_lowercase);
    match (name.as_deref(), given.and_then(Value::as_u64), given) {
        (Some("none" | "nomod"), ..) | (_, Some(0), _) | (_, _, None) => Ok(MediaModifier::None),
        (Some("top" | "top_field"), ..) | (_, Some(2), _) => Ok(MediaModifier::Top),
        (Some("bottom" | "bottom_field"), ..) | (_, Some(3), _) => Ok(MediaModifier::Bottom),
        (_, _, Some(other)) => {
            Err(CaseProblem::new(format!("{place}.modifier"), format!("{other}; expected one of none, top, bottom")))
        }
    }
}

/// Runs the case at `place` on `environment`. `fill` is what undefined bytes get.
pub(super) fn run(
    entry: &CaseEntry,
    place: &str,
    environment: &mut Environment,
    fill: UndefBits,
) -> Result<Found, CaseError> {
    let grf_bytes = registers(entry, place)?;
    let byte = |field: &str, given: Option<u32>, otherwise: Option<u8>| match (given, otherwise) {
        (Some(given), _) => u8::try_from(given)
            .map_err(|_| CaseProblem::new(format!("{place}.{field}"), format!("{given}; at most 255 can be said"))),
        (None, Some(otherwise)) => Ok(otherwise),
        (None, None) => Err(CaseProblem::new(place, format!("missing field `{field}`, which {} needs", entry.op))),
    };
    let offset = |field: &str, given: Option<Number>| {
        let bits = given.unwrap_or(Number::Bits(0)).integer(32);
        let bits = bits.ok_or_else(|| CaseProblem::new(format!("{place}.{field}"), "no number of 32 bits"))?;
        Ok::<Src, CaseProblem>(Src::immediate(DataType::Ud, bits))
    };
    let mut builder = PayloadBuilder::new(Target::FIRST, grf_bytes);
    let surface = builder.state(StateKind::Surface, SURFACE_ENTRY);
    let mut block = MediaBlock {
        store: false,
        modifier: modifier(entry.modifier.as_ref(), place)?,
        width: byte("block_width", entry.block_width, None)?,
        height: byte("block_height", entry.block_height, None)?,
        surface,
        plane: byte("plane", entry.plane, Some(0))?,
        x: offset("x_offset", entry.x_offset)?,
        y: offset("y_offset", entry.y_offset)?,
        data: Raw::whole(texvisa_ir::visa::Var::from_u32(0)),
    };
    // Whole registers come back, and behind them is one that nothing may touch.
    let response = block.shape().response_bytes(Grf::new(grf_bytes as u32)) as usize;
    let room = vec![UNTOUCHED; response + grf_bytes];
    block.data = Raw::whole(builder.declare(DataType::Ud, &room));
    builder.kernel.insts.push(Inst::Media(block));
    let bytes = start(builder, block.data.var, room.len(), entry.em, environment, fill)?;
    Ok(Found {
        bytes,
        channels: vec![0],
        element: 4,
        lanes: response / 4,
        step: response,
        has_residency: false,
        grf_bytes,
    })
}
