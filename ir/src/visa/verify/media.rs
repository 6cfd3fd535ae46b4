//! Media blocks.

use super::{Verifier, VisaErrorKind};
use crate::visa::media::{MediaBlock, MediaModifier};
use crate::visa::message::Message;
use crate::visa::operand::Src;
use crate::visa::types::DataType;

impl Verifier<'_> {
    pub(super) fn media(&mut self, block: &MediaBlock) {
        let target = self.kernel.target;
        let row = Message::media(block.store).row();
        self.require(row.is_usable(target), || VisaErrorKind::NoMessage { name: row.name, target });
        self.surface(block.surface, row.name, false);
        let shape = block.shape();
        self.require(shape.is_legal(), || VisaErrorKind::Block { given: shape });
        self.require(block.plane <= 3, || VisaErrorKind::Plane { given: block.plane });
        let given = block.modifier;
        let known = matches!(given, MediaModifier::None | MediaModifier::Top | MediaModifier::Bottom);
        self.require(known, || VisaErrorKind::MediaModifier { given });
        for place in [block.x, block.y] {
            self.scalar(place);
            let given = self.source_type(place);
            self.require(matches!(given, DataType::Ud | DataType::D), || VisaErrorKind::BlockOffsetType { given });
        }
        if let Src::Immediate { bits, .. } = block.x {
            let given = bits.get();
            self.require(!block.store || given.is_multiple_of(4), || VisaErrorKind::StoreAlignment { given });
        }
        self.raw(block.data);
    }
}
