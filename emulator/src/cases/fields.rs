//! Fields of a case that say nothing of its message.
//!
//! A case says what it shows. One that gives a field which its message has not, another than the field's default, would
//! show less than it says; it is refused. The mask of active lanes (`em`) is the thread's and the types are those of the
//! registers: a message has these, whether they matter to it or not.

use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::MediaModifier;
use texvisa_ir::visa::message::{Message, MessageClass, ResponseKind};

use super::media;
use super::message::Chosen;
use super::number::Number;
use super::problem::CaseProblem;
use super::schema::{CaseEntry, DEFAULT_EXEC_SIZE, FIRST_MASK};

/// A field: its name, whether the message has it, whether the case gives another value than the default, and the default.
type Field = (&'static str, bool, bool, &'static str);

/// Refuses what the case at `place` says besides its message, or its media block where there is none.
pub(super) fn applies(entry: &CaseEntry, message: Option<&Chosen>, place: &str) -> Result<(), CaseProblem> {
    let row = message.map_or(Message::media(false).row(), Chosen::row);
    let is_block = row.class == MessageClass::MediaLoad;
    let has_modifiers = row.class.has_modifiers();
    let has_offset = |offset: Option<Number>| offset.is_some_and(|offset| offset.integer(32) != Some(0));
    let modifier = || media::modifier(entry.modifier.as_ref(), place).ok() != Some(MediaModifier::None);
    let has_channels = entry.channels.is_some_and(|channels| channels != ChannelMask::RGBA);
    let fields: [Field; 15] = [
        ("sampler", row.class.has_sampler(), entry.sampler.is_some(), "no name"),
        ("exec_size", !is_block, entry.exec_size != DEFAULT_EXEC_SIZE, "8"),
        ("mask", !is_block, entry.mask != FIRST_MASK, "M1"),
        ("pred", has_modifiers, entry.pred.is_some(), "null"),
        ("channels", row.response == ResponseKind::Channels, has_channels, "RGBA"),
        ("src_channel", row.response == ResponseKind::Texels, entry.src_channel != 0, "0"),
        ("aoffimmi", has_modifiers, entry.aoffimmi != 0, "0"),
        ("param_names", !row.slots.is_empty() && !is_block, !entry.param_names.is_empty(), "[]"),
        ("params", !row.slots.is_empty() && !is_block, !entry.params.is_empty(), "[]"),
        ("pixel_null_mask", has_modifiers, entry.pixel_null_mask, "false"),
        ("x_offset", is_block, has_offset(entry.x_offset), "0"),
        ("y_offset", is_block, has_offset(entry.y_offset), "0"),
        ("block_width", is_block, entry.block_width.is_some(), "null"),
        ("block_height", is_block, entry.block_height.is_some(), "null"),
        ("modifier", is_block, modifier(), "none"),
    ];
    let plane = ("plane", is_block, entry.plane.is_some_and(|plane| plane != 0), "0");
    let wrong = fields.into_iter().chain([plane]).find(|(_, has, is_given, _)| *is_given && !has);
    match wrong {
        None => Ok(()),
        Some((field, _, _, default)) => {
            let what = format!("{} has none; leave it out, or give its default, {default}", row.name);
            Err(CaseProblem::new(format!("{place}.{field}"), what))
        }
    }
}
