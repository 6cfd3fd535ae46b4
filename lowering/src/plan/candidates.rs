//! The messages that do what an operation asks for: one line each.
//!
//! Samples and gathers follow the parameter tables of 3D_SAMPLE and 3D_SAMPLE4. Messages that do the same are in the
//! order in which they are tried: the one with the fewest parameters first. Where the LOD is zero, the LOD-zero form
//! (the `lz` column of the message table) is tried first.

use texvisa_ir::target::Target;
use texvisa_ir::texture::{Kernel, Role, Scalar, TextureKind, TextureOp, Value, ValueDef};
use texvisa_ir::visa::DataType;
use texvisa_ir::visa::message::{Message, MessageRow, Slot};

use crate::error::Reason;

/// Where the level of detail (LOD) comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// It is zero: a gather without a LOD.
    Zero,
    /// The parameter.
    Explicit,
    /// The gradients.
    Gradients,
    /// The neighbouring lanes.
    Implicit,
    /// The neighbouring lanes, and the bias.
    Biased,
}

/// What else an operation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extra {
    /// Nothing.
    Plain,
    /// A lower bound of the level of detail.
    MinLod,
    /// Texel offsets that are no constants.
    Offsets,
    /// A chroma key.
    Killpix,
}

/// What a sample or a gather asks for (LOD, whether it compares, what else), and a message that does it.
type Candidate = (Level, bool, Extra, Message);

macro_rules! candidates {
    ($name:ident: $($level:ident $compares:ident $extra:ident $message:ident;)*) => {
        static $name: &[Candidate] = &[$((Level::$level, $compares, Extra::$extra, Message::$message),)*];
    };
}

const CMP: bool = true;
const NOT: bool = false;

#[rustfmt::skip]
candidates! {
    SAMPLES:
    Explicit  NOT Plain   SampleL;
    Explicit  CMP Plain   SampleLC;
    Implicit  NOT Plain   Sample;
    Implicit  CMP Plain   SampleC;
    Implicit  NOT Killpix SampleKillPix;
    Implicit  NOT MinLod  SampleMlod;
    Implicit  NOT MinLod  Sample;
    Implicit  CMP MinLod  SampleCMlod;
    Implicit  CMP MinLod  SampleC;
    Biased    NOT Plain   SampleB;
    Biased    NOT MinLod  SampleB;
    Biased    CMP Plain   SampleBC;
    Gradients NOT Plain   SampleD;
    Gradients NOT MinLod  SampleD;
    Gradients CMP Plain   SampleDC;
    Gradients CMP MinLod  SampleDCMlod;
    Explicit  NOT Offsets SamplePoL;
    Explicit  CMP Offsets SamplePoLC;
    Implicit  NOT Offsets SamplePo;
    Implicit  CMP Offsets SamplePoC;
    Biased    NOT Offsets SamplePoB;
    Gradients NOT Offsets SamplePoD;
}

#[rustfmt::skip]
candidates! {
    GATHERS:
    Zero      NOT Plain   Gather4;
    Zero      CMP Plain   Gather4C;
    Zero      NOT Offsets Gather4Po;
    Zero      NOT Offsets Gather4PoP;
    Zero      CMP Offsets Gather4PoC;
    Zero      CMP Offsets Gather4PoPC;
    Explicit  NOT Plain   Gather4L;
    Explicit  CMP Plain   Gather4LC;
    Explicit  NOT Offsets Gather4PoL;
    Explicit  CMP Offsets Gather4PoLC;
    Implicit  NOT Plain   Gather4I;
    Implicit  CMP Plain   Gather4IC;
    Implicit  NOT Offsets Gather4PoI;
    Implicit  CMP Offsets Gather4PoIC;
    Biased    NOT Plain   Gather4B;
    Biased    NOT Offsets Gather4PoB;
}

/// The messages of every other kind of operation, likewise in the order in which they are tried.
const fn others(kind: TextureKind) -> &'static [Message] {
    match kind {
        TextureKind::Load => &[Message::Ld],
        TextureKind::LoadMcs => &[Message::LdMcs],
        TextureKind::LoadMs => &[Message::Ld2dmsWDword, Message::Ld2dmsWWord],
        TextureKind::QueryLod => &[Message::Lod],
        TextureKind::Size => &[Message::Resinfo],
        TextureKind::SampleInfo => &[Message::Sampleinfo],
        TextureKind::MediaRead => &[Message::MediaLd],
        TextureKind::MediaWrite => &[Message::MediaSt],
        // Samples and gathers have tables of their own.
        _ => &[],
    }
}

/// Whether a load of that kind can be sent with words on `target`.
pub(crate) fn takes_words(kind: TextureKind, target: Target) -> bool {
    let takes = |row: &MessageRow| row.is_usable(target) && row.types(target.platform()).contains(&DataType::Uw);
    others(kind).iter().any(|message| takes(message.row()))
}

/// The message of a load with parameters of dwords.
pub(crate) fn of_dwords(kind: TextureKind) -> Option<Message> {
    others(kind).iter().copied().find(|message| message.row().admits_bytes(4))
}

/// What is known of an operation's parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// Whether its LOD is zero, undefined or not given.
    pub lod_is_zero: bool,
    /// Whether it has an array index of cubes that is not zero.
    pub has_ai: bool,
    /// Whether its parameters are words.
    pub has_words: bool,
}

/// The messages that do what `op` asks for, the best first, each behind its LOD-zero form where the LOD is zero. None where
/// no message does. No message combines two of: chroma key, minimum LOD, offsets. Few messages with offsets have an array
/// index of cubes.
#[inline]
pub(super) fn of(
    op: &TextureOp,
    kernel: &Kernel,
    asked: Asked,
) -> impl Iterator<Item = [Option<Message>; 2]> + Clone + use<> {
    let roles = op.roles();
    let has = move |role: Role| roles.contains(role);
    let level = if has(Role::DuDx) {
        Level::Gradients
    } else if has(Role::Bias) {
        Level::Biased
    } else if op.derives_level() {
        Level::Implicit
    } else if has(Role::Lod) {
        Level::Explicit
    } else {
        Level::Zero
    };
    let offsets = has(Role::OffU) || has(Role::OffV) || has(Role::OffR);
    let extra = match (op.kill_pixel, has(Role::MinLod), offsets) {
        (false, false, false) => Some(Extra::Plain),
        (true, false, false) => Some(Extra::Killpix),
        (false, true, false) => Some(Extra::MinLod),
        (false, false, true) => Some(Extra::Offsets),
        _ => None,
    };
    let compares = has(Role::Ref);
    let with =
        move |extra: Option<Extra>| move |row: &&Candidate| row.0 == level && row.1 == compares && Some(row.2) == extra;
    // Offsets in one word cost the least, in dwords of their own the most.
    let in_one_word = |row: &&Candidate| row.3.row().slots.iter().any(|slot| slot.is_packed());
    let has_dwords = move |row: &&Candidate| extra == Some(Extra::Offsets) && !in_one_word(row);
    let immediate = immediate_offsets(op, kernel).map(|_| Extra::Plain);
    let table = match op.kind {
        TextureKind::Sample => SAMPLES,
        TextureKind::Gather4 => GATHERS,
        _ => &[],
    };
    let bytes = if asked.has_words { 2 } else { 4 };
    let others = others(op.kind).iter().copied().filter(move |message| message.row().admits_bytes(bytes));
    // Not every word has room for an offset along r.
    let has_room = move |message: &Message| {
        let slots = message.row().slots;
        let offsets = slots.iter().map(|slot| slot.offsets()).max().unwrap_or(0);
        let has_r = !has(Role::OffR) || matches!(offsets, 0 | 3);
        has_r && (!asked.has_ai || slots.contains(&Slot::Ai))
    };
    let with_lz = move |message: Message| {
        let lz = if asked.lod_is_zero { message.row().lz } else { None };
        [lz.filter(has_room), Some(message).filter(has_room)]
    };
    let first = table.iter().filter(with(extra)).filter(move |row| !has_dwords(row));
    let last = table.iter().filter(with(extra)).filter(has_dwords);
    let rows = first.chain(table.iter().filter(with(immediate))).chain(last);
    rows.map(|row| row.3).chain(others).map(with_lz)
}

/// The offsets along u, v and r that `op` has as parameters, where all are constants that an immediate operand has room for
/// and a message with such an operand does the same. Beside offsets that are parameters the low 12 bits of a level or bias
/// count as zero (see [`Role::OffU`]).
pub(super) fn immediate_offsets(op: &TextureOp, kernel: &Kernel) -> Option<[i8; 3]> {
    const AXES: [Role; 3] = [Role::OffU, Role::OffV, Role::OffR];
    if AXES.iter().all(|role| op.param(*role).is_none()) {
        return None;
    }
    let is_undefined = |value: Value| kernel.values[value].def == ValueDef::Undefined;
    let is_whole = |role: Role| {
        op.param(role).is_none_or(|value| {
            is_undefined(value)
                || kernel.ty(value).scalar == Scalar::F16
                || kernel.constant(value).is_some_and(|bits| bits & 0xfff == 0)
        })
    };
    if !is_whole(Role::Lod) || !is_whole(Role::Bias) {
        return None;
    }
    // A gather uses six bits, a sample four.
    let shift = if op.kind == TextureKind::Gather4 { 26 } else { 28 };
    let mut offsets = [0; 3];
    for (offset, role) in offsets.iter_mut().zip(AXES) {
        let Some(value) = op.param(role).filter(|value| !is_undefined(*value)) else { continue };
        let number = (kernel.constant(value)? as i32) << shift >> shift;
        *offset = i8::try_from(number).ok().filter(|number| (-8..=7).contains(number))?;
    }
    Some(offsets)
}

/// Whether the message of `op`, which has coordinates of halves, takes them on `target`; also where it has none.
pub(crate) fn takes_halves(op: &TextureOp, kernel: &Kernel, target: Target) -> bool {
    let is_absent = |value: Value| kernel.constant(value) == Some(0) || kernel.values[value].def == ValueDef::Undefined;
    let asked =
        Asked { lod_is_zero: false, has_ai: op.param(Role::Ai).is_some_and(|ai| !is_absent(ai)), has_words: false };
    let is_usable = |message: &Message| message.row().is_usable(target);
    let first = of(op, kernel, asked).flatten().flatten().find(is_usable);
    first.is_none_or(|message| message.row().types(target.platform()).contains(&DataType::Hf))
}

/// Why no message does what `op` asks for; its array index of cubes counts if `has_ai`.
pub(super) fn none(op: &TextureOp, has_ai: bool, target: Target) -> Reason {
    let asked =
        [Role::Ai, Role::Ref, Role::Bias, Role::MinLod, Role::Lod, Role::DuDx, Role::OffU, Role::OffV, Role::OffR];
    let mut with: Vec<&str> = asked
        .into_iter()
        .filter(|role| op.param(*role).is_some() && (has_ai || *role != Role::Ai))
        .map(Role::name)
        .collect();
    with.extend(op.kill_pixel.then_some("kill_pixel"));
    with.extend(op.implicit_lod.then_some("implicit_lod"));
    Reason::NoMessage { target, operation: op.kind.name(), with: with.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_candidate_repeats_and_each_has_the_slots_that_it_is_for() {
        for (kind, rows) in [(TextureKind::Sample, SAMPLES), (TextureKind::Gather4, GATHERS)] {
            for (index, asked @ (level, compares, extra, message)) in rows.iter().enumerate() {
                let row = message.row();
                let has = |slot: Slot| row.slots.contains(&slot);
                assert!(!rows[..index].contains(asked), "{}", row.name);
                assert_eq!(has(Slot::Ref), *compares, "{}", row.name);
                let is_biased = row.slots.iter().any(|slot| slot.name().starts_with("bias"));
                assert_eq!(is_biased, *level == Level::Biased, "{}", row.name);
                assert_eq!(has(Slot::DuDx), *level == Level::Gradients, "{}", row.name);
                let has_offsets = row.slots.iter().any(|slot| slot.offsets() > 0);
                assert_eq!(has_offsets, *extra == Extra::Offsets, "{}", row.name);
                let has_lod = row.slots.iter().any(|slot| slot.name().starts_with("lod"));
                assert_eq!(has_lod, *level == Level::Explicit, "{}", row.name);
                assert!(*extra != Extra::MinLod || has(Slot::MinLod), "{}", row.name);
                let is_implicit = matches!(level, Level::Implicit | Level::Biased);
                assert_eq!(row.implicit_lod, is_implicit, "{}", row.name);
                assert_eq!(row.class.has_sampler(), kind.has_sampler(), "{}", row.name);
            }
        }
    }
}
