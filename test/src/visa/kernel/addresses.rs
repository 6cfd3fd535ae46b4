//! Address variables, and instructions that work on them.

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{
    AddressAdd, AddressElement, AddressVar, DataType, Indirect, IndirectMove, IndirectRegion, Inst, Modifier, MoveDst,
    MoveSrc, Raw,
};

use super::{Generator, choose};

impl Generator {
    pub(super) fn addresses(&mut self) {
        for _ in 0..self.rng.usize(1..3) {
            let elements = self.rng.u16(1..=255);
            let address = self.kernel.addresses.push(elements);
            if self.rng.u32(..4) == 0 {
                self.kernel.names.set_address(address, &format!("address{}", address.index()));
            }
        }
    }

    pub(super) fn address_inst(&mut self) -> Inst {
        let exec = self.exec();
        if self.rng.bool() {
            let dst = self.element();
            let var = self.any_var(false);
            let base = Raw { var, offset: self.offset(var) };
            return Inst::AddressAdd(AddressAdd { exec, dst, base, src: self.src() });
        }
        let (predicate, saturate) = (self.predicate(), self.rng.bool());
        let is_read = self.rng.bool();
        let dst = if is_read && self.rng.bool() {
            MoveDst::Direct(self.dst())
        } else {
            MoveDst::Indirect(self.indirect(), choose(&mut self.rng, &[0, 1, 2, 4]))
        };
        let src = if is_read {
            let region = match self.region() {
                region if self.rng.bool() => IndirectRegion::One(region),
                region => IndirectRegion::EachRow { width: region.width, horizontal: region.horizontal },
            };
            MoveSrc::Indirect(self.indirect(), region, choose(&mut self.rng, &Modifier::TEXT).0)
        } else {
            MoveSrc::Direct(self.src())
        };
        Inst::IndirectMove(IndirectMove { saturate, exec, predicate, dst, src })
    }

    fn element(&mut self) -> AddressElement {
        let address = AddressVar::new(self.rng.usize(..self.kernel.addresses.len()));
        AddressElement { address, element: self.rng.u8(..self.kernel.addresses[address] as u8) }
    }

    fn indirect(&mut self) -> Indirect {
        let types: Vec<DataType> = DataType::all().collect();
        Indirect {
            at: self.element(),
            offset: self.rng.i16(-512..512),
            ty: choose(&mut self.rng, &types),
            of: None.into(),
            row: 0,
        }
    }
}
