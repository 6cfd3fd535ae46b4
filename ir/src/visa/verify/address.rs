//! Address variables and indirect operands.

use super::{Verifier, VisaErrorKind};
use crate::visa::address::{AddressAdd, AddressElement, Indirect, IndirectMove, IndirectRegion, MoveDst, MoveSrc};
use crate::visa::types::DataType;

/// The bytes that an indirect operand may add (Indirect Operands, indirect_offset).
const OFFSETS: std::ops::RangeInclusive<i16> = -512..=511;

impl Verifier<'_> {
    pub(super) fn address_add(&mut self, add: &AddressAdd) {
        self.address_elements(add.dst, add.exec.lanes.into());
        self.arithmetic_source(add.src, add.exec);
        let given = self.source_type(add.src);
        self.require(given == DataType::Uw, || VisaErrorKind::AddedType { given });
        self.inside(add.base.var, 0, add.base.offset.into());
    }

    pub(super) fn indirect_move(&mut self, inst: &IndirectMove) {
        self.predicate(inst.predicate, inst.exec);
        match inst.dst {
            MoveDst::Direct(dst) => self.destination(dst),
            MoveDst::Indirect(operand, stride) => {
                self.indirect(&operand, 1);
                self.require(matches!(stride, 1 | 2 | 4), || VisaErrorKind::Stride { given: stride });
            }
        }
        match inst.src {
            MoveSrc::Direct(src) => self.arithmetic_source(src, inst.exec),
            MoveSrc::Indirect(operand, IndirectRegion::One(_), _) => self.indirect(&operand, 1),
            MoveSrc::Indirect(operand, IndirectRegion::EachRow { width, .. }, _) => {
                self.indirect(&operand, inst.exec.lanes.div_ceil(width.max(1)).into());
            }
        }
    }

    fn indirect(&mut self, operand: &Indirect, addresses: u16) {
        self.address_elements(operand.at, addresses);
        let offset = operand.offset;
        let bytes = operand.ty.bytes();
        let is_legal = OFFSETS.contains(&offset) && i32::from(offset) % bytes as i32 == 0;
        self.require(is_legal, || VisaErrorKind::IndirectOffset { offset, bytes });
    }

    /// The address variable has so many elements from this one on.
    fn address_elements(&mut self, at: AddressElement, count: u16) {
        let given = self.kernel.addresses[at.address];
        let needed = u16::from(at.element) + count;
        self.require(given >= needed, || VisaErrorKind::AddressElements { given, needed });
    }
}
