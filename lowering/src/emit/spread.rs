//! Emits the addresses of dwords that follow each other, one for each lane of a message that serves all lanes.

use texvisa_ir::texture::{MemoryOp, Role};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{AluOp, DataType, Dst, Exec, Inst, Modifier, Raw, Region, Relation, Src, Storage, VectorType};

use super::Emitter;

/// The dwords behind one address that one message moves for all lanes, one a lane.
pub(super) const SPREAD: u32 = crate::rewrite::SPREAD as u32;

impl Emitter<'_> {
    /// The addresses of so many dwords that follow each other from the pointer of an operation on, which is uniform; that of
    /// the last one for the lanes behind. A carry goes to the high half.
    pub(super) fn spread_addresses(&mut self, op: &MemoryOp, count: u8) -> Raw {
        let exec = Exec::all(SPREAD, 0);
        let number = |bits| Src::immediate(DataType::Ud, bits);
        let of = self.declare(DataType::Uq, SPREAD, Storage::Own, Meaning::Temporary);
        let dwords = self.declare(DataType::Ud, SPREAD * 2, Storage::Alias { of }, Meaning::Temporary);
        let [low, high] = [Role::Low, Role::High].map(|role| match op.address(role) {
            Some(value) => self.bits_source(value, 0, 0, DataType::Ud),
            None => number(0),
        });
        let low = self.in_variable(low);
        let offsets = if count <= 4 {
            // Each number of the vector is less than 16.
            let bits = (0..SPREAD).map(|lane| (4 * lane.min(u32::from(count) - 1)) << (4 * lane)).sum();
            Src::Vector { ty: VectorType::Uv, bits }
        } else {
            let lanes = self.declare(DataType::Uw, SPREAD, Storage::Own, Meaning::Temporary);
            let offsets = self.declare(DataType::Ud, SPREAD, Storage::Own, Meaning::Temporary);
            let numbers = Src::Vector { ty: VectorType::Uv, bits: 0x7654_3210 };
            self.alu(AluOp::Mov, exec, Dst::whole(lanes), &[numbers]);
            self.alu(AluOp::Shl, exec, Dst::whole(offsets), &[Src::lanes(lanes), number(2)]);
            Src::lanes(offsets)
        };
        let every_other = |offset| Dst { var: dwords, offset, stride: 2 };
        self.alu(AluOp::Add, exec, every_other(0), &[low, offsets]);
        let carries = self.declare(DataType::Ud, SPREAD, Storage::Own, Meaning::Temporary);
        let sum = Src::Register { var: dwords, offset: 0, region: Region::strided(2), modifier: Modifier::None };
        self.push(Inst::CompareInto { relation: Relation::Lt, exec, dst: Dst::whole(carries), srcs: [sum, low] });
        // All ones are -1.
        let carries = Src::lanes(self.alias(carries, DataType::D)).modified(Modifier::Negate);
        self.alu(AluOp::Add, exec, every_other(4), &[high, carries]);
        Raw::whole(of)
    }

    /// The offsets of so many dwords that follow each other from that of an operation on, which is uniform; that of the last
    /// one for the lanes behind.
    pub(super) fn spread_offsets(&mut self, op: &MemoryOp, count: u8) -> Raw {
        let exec = Exec::all(SPREAD, 0);
        let of = self.declare(DataType::Ud, SPREAD, Storage::Own, Meaning::Temporary);
        let from = match op.address(Role::X) {
            Some(value) => self.bits_source(value, 0, 0, DataType::Ud),
            None => Src::immediate(DataType::Ud, 0),
        };
        let mut from = self.in_variable(from);
        // The numbers of such a vector are less than 16: it takes two of them to reach the last lanes.
        let bytes = |lane: u32| 4 * lane.min(u32::from(count) - 1);
        let vector = |number: &dyn Fn(u32) -> u32| (0..SPREAD).map(|lane| number(lane) << (4 * lane)).sum::<u32>();
        let first = vector(&|lane| bytes(lane).min(15));
        let rest = vector(&|lane| bytes(lane).saturating_sub(15));
        for bits in [first, rest] {
            if bits != 0 {
                self.alu(AluOp::Add, exec, Dst::whole(of), &[from, Src::Vector { ty: VectorType::Uv, bits }]);
                from = Src::lanes(of);
            }
        }
        Raw::whole(of)
    }

    /// A uniform source, moved to a variable where it is a number.
    pub(super) fn in_variable(&mut self, src: Src) -> Src {
        match src {
            Src::Register { .. } => src,
            number => {
                let var = self.single(DataType::Ud, Meaning::Temporary);
                self.alu(AluOp::Mov, Exec::all(1, 0), Dst::whole(var), &[number]);
                Src::scalar(var)
            }
        }
    }
}
