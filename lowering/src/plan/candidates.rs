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

/// What an operation asks for, and a row that does it.
type Row = (TextureKind, Level, bool, Extra, Message);

macro_rules! candidates {
    ($($kind:ident $level:ident $compares:ident $extra:ident $message:ident;)*) => {
        static CANDIDATES: &[Row] = &[$(
            (TextureKind::$kind, Level::$level, $compares, Extra::$extra, Message::$message),
        )*];
    };
}

const CMP: bool = true;
const NOT: bool = false;

#[rustfmt::skip]
candidates! {
    Sample  Base      NOT Plain   SampleLz;
    Sample  Base      NOT Plain   SampleL;
    Sample  Base      CMP Plain   SampleCLz;
    Sample  Base      CMP Plain   SampleLC;
    Sample  Given     NOT Plain   SampleL;
    Sample  Given     CMP Plain   SampleLC;
    Sample  Derived   NOT Plain   Sample;
    Sample  Derived   CMP Plain   SampleC;
    Sample  Derived   NOT Killpix SampleKillPix;
    Sample  Derived   NOT MinLod  SampleMlod;
    Sample  Derived   NOT MinLod  Sample;
    Sample  Derived   CMP MinLod  SampleCMlod;
    Sample  Derived   CMP MinLod  SampleC;
    Sample  Biased    NOT Plain   SampleB;
    Sample  Biased    NOT MinLod  SampleB;
    Sample  Biased    CMP Plain   SampleBC;
    Sample  Gradients NOT Plain   SampleD;
    Sample  Gradients NOT MinLod  SampleD;
    Sample  Gradients CMP Plain   SampleDC;
    Sample  Gradients CMP MinLod  SampleDCMlod;

    Sample  Base      NOT Offsets SamplePoLz;
    Sample  Base      CMP Offsets SamplePoCLz;
    Sample  Given     NOT Offsets SamplePoL;
    Sample  Given     CMP Offsets SamplePoLC;
    Sample  Derived   NOT Offsets SamplePo;
    Sample  Derived   CMP Offsets SamplePoC;
    Sample  Biased    NOT Offsets SamplePoB;
    Sample  Gradients NOT Offsets SamplePoD;

    Gather4 Base      NOT Plain   Gather4;
    Gather4 Base      CMP Plain   Gather4C;
    Gather4 Base      NOT Offsets Gather4Po;
    Gather4 Base      NOT Offsets Gather4PoP;
    Gather4 Base      CMP Offsets Gather4PoC;
    Gather4 Base      CMP Offsets Gather4PoPC;
    Gather4 Given     NOT Plain   Gather4L;
    Gather4 Given     CMP Plain   Gather4LC;
    Gather4 Given     NOT Offsets Gather4PoL;
    Gather4 Given     CMP Offsets Gather4PoLC;
    Gather4 Derived   NOT Plain   Gather4I;
    Gather4 Derived   CMP Plain   Gather4IC;
    Gather4 Derived   NOT Offsets Gather4PoI;
    Gather4 Derived   CMP Offsets Gather4PoIC;
    Gather4 Biased    NOT Plain   Gather4B;
    Gather4 Biased    NOT Offsets Gather4PoB;
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
    } else if op.uses_derivatives() {
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
    let wanted = (op.kind, level, has(Role::Ref));
    let does = move |row: &&Row| (row.0, row.1, row.2) == wanted && Some(row.3) == extra;
    CANDIDATES.iter().filter(does).map(|row| row.4).filter(has_room)
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
        for (index, (kind, level, compares, extra, message)) in CANDIDATES.iter().enumerate() {
            let row = message.row();
            let has = |slot: Slot| row.slots.contains(&slot);
            assert!(!CANDIDATES[..index].contains(&CANDIDATES[index]), "{}", row.name);
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
