//! The rows that do what a sample or a gather asks for: one line each, of what sets such operations apart.
//!
//! After the parameter tables of 3D_SAMPLE and 3D_SAMPLE4. Rows that do the same stand in the order in which they are
//! tried: the one with the fewest parameters first.

use texvisa_ir::target::Target;
use texvisa_ir::texture::{Role, TextureKind, TextureOp};
use texvisa_ir::visa::message::{Message, Slot};

use crate::error::Reason;

/// Where the level of detail comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// It is the base level.
    Base,
    /// The parameter.
    Given,
    /// The gradients.
    Gradients,
    /// The neighbouring lanes.
    Derived,
    /// The same, and the bias.
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

/// What a sample or a gather asks for, and a row that does it.
type Row = (Level, bool, Extra, Message);

macro_rules! candidates {
    ($name:ident: $($level:ident $compares:ident $extra:ident $message:ident;)*) => {
        static $name: &[Row] = &[$((Level::$level, $compares, Extra::$extra, Message::$message),)*];
    };
}

const CMP: bool = true;
const NOT: bool = false;

#[rustfmt::skip]
candidates! {
    SAMPLES:
    Base      NOT Plain   SampleLz;
    Base      NOT Plain   SampleL;
    Base      CMP Plain   SampleCLz;
    Base      CMP Plain   SampleLC;
    Given     NOT Plain   SampleL;
    Given     CMP Plain   SampleLC;
    Derived   NOT Plain   Sample;
    Derived   CMP Plain   SampleC;
    Derived   NOT Killpix SampleKillPix;
    Derived   NOT MinLod  SampleMlod;
    Derived   NOT MinLod  Sample;
    Derived   CMP MinLod  SampleCMlod;
    Derived   CMP MinLod  SampleC;
    Biased    NOT Plain   SampleB;
    Biased    NOT MinLod  SampleB;
    Biased    CMP Plain   SampleBC;
    Gradients NOT Plain   SampleD;
    Gradients NOT MinLod  SampleD;
    Gradients CMP Plain   SampleDC;
    Gradients CMP MinLod  SampleDCMlod;
    Base      NOT Offsets SamplePoLz;
    Base      CMP Offsets SamplePoCLz;
    Given     NOT Offsets SamplePoL;
    Given     CMP Offsets SamplePoLC;
    Derived   NOT Offsets SamplePo;
    Derived   CMP Offsets SamplePoC;
    Biased    NOT Offsets SamplePoB;
    Gradients NOT Offsets SamplePoD;
}

#[rustfmt::skip]
candidates! {
    GATHERS:
    Base      NOT Plain   Gather4;
    Base      CMP Plain   Gather4C;
    Base      NOT Offsets Gather4Po;
    Base      NOT Offsets Gather4PoP;
    Base      CMP Offsets Gather4PoC;
    Base      CMP Offsets Gather4PoPC;
    Given     NOT Plain   Gather4L;
    Given     CMP Plain   Gather4LC;
    Given     NOT Offsets Gather4PoL;
    Given     CMP Offsets Gather4PoLC;
    Derived   NOT Plain   Gather4I;
    Derived   CMP Plain   Gather4IC;
    Derived   NOT Offsets Gather4PoI;
    Derived   CMP Offsets Gather4PoIC;
    Biased    NOT Plain   Gather4B;
    Biased    NOT Offsets Gather4PoB;
}

/// The rows that do what `op`, a sample or a gather, asks for, the best first; whether its level of detail is given as
/// zero decides between some of them, and `has_ai` says that it has an array index of cubes that is not zero. None where
/// no row does: no row has two of a chroma key, a lower bound and offsets, and few with offsets have an array index of
/// cubes.
#[inline]
pub fn of(op: &TextureOp, level_is_zero: bool, has_ai: bool) -> impl Iterator<Item = Message> + Clone + use<> {
    let roles = op.roles();
    let has = move |role: Role| roles.contains(role);
    let level = if has(Role::DuDx) {
        Level::Gradients
    } else if has(Role::Bias) {
        Level::Biased
    } else if op.derives_level() {
        Level::Derived
    } else if has(Role::Lod) && !(level_is_zero && op.kind == TextureKind::Sample) {
        Level::Given
    } else {
        Level::Base
    };
    let offsets = has(Role::OffU) || has(Role::OffV) || has(Role::OffR);
    let extra = match (op.kill_pixel, has(Role::MinLod), offsets) {
        (false, false, false) => Some(Extra::Plain),
        (true, false, false) => Some(Extra::Killpix),
        (false, true, false) => Some(Extra::MinLod),
        (false, false, true) => Some(Extra::Offsets),
        _ => None,
    };
    // Not every word has room for an offset along r.
    let has_room = move |message: &Message| {
        let slots = message.row().slots;
        (!has(Role::OffR) || slots.iter().any(|slot| slot.offsets() == 3)) && (!has_ai || slots.contains(&Slot::Ai))
    };
    let compares = has(Role::Ref);
    let does = move |row: &&Row| row.0 == level && row.1 == compares && Some(row.2) == extra;
    let rows = if op.kind == TextureKind::Sample { SAMPLES } else { GATHERS };
    rows.iter().filter(does).map(|row| row.3).filter(has_room)
}

/// Why there is no row for `op`, which has an array index of cubes that counts if `has_ai`.
pub fn none(op: &TextureOp, has_ai: bool, target: Target) -> Reason {
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
    fn no_line_stands_twice_and_each_has_the_slots_of_what_it_is_for() {
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
                let has_level = row.slots.iter().any(|slot| slot.name().starts_with("lod"));
                assert!(*level != Level::Given || has_level, "{}", row.name);
                assert!(*extra != Extra::MinLod || has(Slot::MinLod), "{}", row.name);
                let is_derived = matches!(level, Level::Derived | Level::Biased);
                assert_eq!(row.derives_level(), is_derived, "{}", row.name);
                assert_eq!(row.class.has_sampler(), kind.has_sampler(), "{}", row.name);
            }
        }
    }
}
