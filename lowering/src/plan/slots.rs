//! Which value of an operation each slot of a message takes.

use texvisa_ir::texture::{Role, TextureOp};
use texvisa_ir::visa::message::{MessageClass, MessageRow, Slot};

use super::message_plan::{PackedOffsets, PackedWith, SlotSource};

/// The source of a slot.
#[inline]
pub(super) fn slot_source(op: &TextureOp, row: &MessageRow, slot: Slot) -> SlotSource {
    match slot_role(slot) {
        Some((role, element)) => op.param(role).map_or(SlotSource::Zero, |value| SlotSource::Value { value, element }),
        None => SlotSource::Packed(Box::new(packed(op, row, slot))),
    }
}

/// The role whose value a slot takes, and which element of it; none for packed offsets.
pub fn slot_role(slot: Slot) -> Option<(Role, u8)> {
    Some(match slot {
        Slot::U => (Role::U, 0),
        Slot::V => (Role::V, 0),
        Slot::R => (Role::R, 0),
        Slot::Ai => (Role::Ai, 0),
        Slot::Lod => (Role::Lod, 0),
        Slot::Bias => (Role::Bias, 0),
        Slot::Ref => (Role::Ref, 0),
        Slot::MinLod => (Role::MinLod, 0),
        Slot::DuDx => (Role::DuDx, 0),
        Slot::DuDy => (Role::DuDy, 0),
        Slot::DvDx => (Role::DvDx, 0),
        Slot::DvDy => (Role::DvDy, 0),
        Slot::DrDx => (Role::DrDx, 0),
        Slot::DrDy => (Role::DrDy, 0),
        Slot::Si => (Role::Si, 0),
        Slot::McsL | Slot::Mcs0 => (Role::Mcs, 0),
        Slot::McsH | Slot::Mcs1 => (Role::Mcs, 1),
        Slot::Mcs2 => (Role::Mcs, 2),
        Slot::Mcs3 => (Role::Mcs, 3),
        Slot::OffU => (Role::OffU, 0),
        Slot::OffV => (Role::OffV, 0),
        Slot::X => (Role::X, 0),
        Slot::Y => (Role::Y, 0),
        Slot::OffUv
        | Slot::OffUvr
        | Slot::LodOffUv
        | Slot::LodOffUvr
        | Slot::BiasOffUv
        | Slot::BiasOffUvr
        | Slot::OffUvAndR
        | Slot::OffUvrAndR => return None,
    })
}

/// The offsets of a packed slot.
pub(super) fn packed(op: &TextureOp, row: &MessageRow, slot: Slot) -> PackedOffsets {
    let r = if slot.offsets() == 3 { op.param(Role::OffR) } else { None };
    let with = match slot.shares_dword_with() {
        Some(Slot::Lod) => op.param(Role::Lod).map(PackedWith::Float),
        Some(Slot::Bias) => op.param(Role::Bias).map(PackedWith::Float),
        Some(_) => Some(PackedWith::Layer(op.param(Role::R))),
        None => None,
    };
    let bits = if row.class == MessageClass::Gather { 6 } else { 4 };
    PackedOffsets { offsets: [op.param(Role::OffU), op.param(Role::OffV), r], bits, with }
}
