//! Emits accesses of blocks of a hardware thread, of a row of its lanes for each element.
//!
//! Rules: one message for all lanes (OWORD_LD_UNALIGNED, OWORD_ST), of as many bytes as `rewrite::split_blocks` has left. The rows
//! lie in registers as they lie in memory. The offset of a store counts 16 bytes. A load ignores the execution mask, and lanes
//! that are pending behind a loop must keep the rows of their last turn, so each row is copied to the active lanes; the layout
//! coalesces these copies where it can.

use smallvec::SmallVec;
use texvisa_ir::texture::{self, MemoryOp, Role, Type, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{AluOp, DataPort, DataPortOp, DataType, Dst, Exec, Inst, Raw, Src, Storage, Var};

use super::memory::PortTarget;
use super::value_loc::{ALL_ELEMENTS, ValueLoc};
use super::{Emitter, data_type};

impl Emitter<'_> {
    /// Emits a load of a row of lanes for each element, which lie in the registers as they lie in memory.
    pub(super) fn load_rows(&mut self, inst: texture::InstId, memory: PortTarget, op: &MemoryOp, result: Value) {
        let ty = self.kernel.ty(result);
        let Some((address, bytes)) = self.block_address(inst, op, ty) else { return };
        let address = match self.source(address, 0, 0, DataType::Ud) {
            Src::Register { var, offset, .. } => Some(Raw { var, offset }),
            _ => Some(self.in_lanes(address, 0, 0, Exec::SCALAR, DataType::Ud)),
        };
        // A message returns dwords.
        let data = self.declare(DataType::Ud, bytes / DataType::Ud.bytes(), Storage::Own, Meaning::Temporary);
        let element = data_type(ty.scalar);
        let places: SmallVec<[(Storage, u8, u32); 8]> = self.rows(ty, data).collect();
        let address = [address, None, None, None];
        let access = self.access(DataPortOp::BlockLoad, Exec::SCALAR, memory, address, Raw::whole(data));
        self.push(Inst::DataPort(DataPort { bytes: bytes as u8, ..access }));
        let meaning = |index: u8, half: u32| Meaning::Value { value: result, element: index, half: half as u8 };
        let rows: SmallVec<[Var; 8]> = places
            .iter()
            .map(|(storage, index, half)| self.declare(element, self.half_lanes, *storage, meaning(*index, *half)))
            .collect();
        let copies: SmallVec<[Var; 8]> =
            places.iter().map(|(_, index, half)| self.lanes(element, meaning(*index, *half))).collect();
        for ((_, _, half), (row, copy)) in places.iter().zip(rows.iter().zip(&copies)) {
            self.mov(self.half(*half), *copy, Src::lanes(*row));
        }
        if let Some(first) = copies.first() {
            self.locs[result] = ValueLoc::Divergent { first: *first, mask: ALL_ELEMENTS };
        }
    }

    /// Emits a store of such rows, whose address counts 16 bytes.
    pub(super) fn store_rows(&mut self, inst: texture::InstId, memory: PortTarget, op: &MemoryOp, value: Value) {
        let ty = self.kernel.ty(value);
        let Some((address, bytes)) = self.block_address(inst, op, ty) else { return };
        let address = self.source(address, 0, 0, DataType::Ud);
        let address = self.in_variable(address);
        let owords = self.single(DataType::Ud, Meaning::Temporary);
        let bits = DataPortOp::OwordStore.offset_unit().trailing_zeros();
        let number = Src::immediate(DataType::Ud, bits.into());
        self.alu(AluOp::Shr, Exec::SCALAR, Dst::whole(owords), &[address, number]);
        let data = self.declare(DataType::Ud, bytes / DataType::Ud.bytes(), Storage::Own, Meaning::Temporary);
        let element = data_type(ty.scalar);
        for (storage, index, half) in self.rows(ty, data) {
            let src = self.source(value, index, half, element);
            let meaning = self.meaning(value, index, half);
            // Every lane is written, also where it is not active.
            let exec = self.half(half);
            self.copy_to_new(exec, element, self.half_lanes, storage, meaning, src);
        }
        let address = [Some(Raw::whole(owords)), None, None, None];
        let access = self.access(DataPortOp::OwordStore, Exec::SCALAR, memory, address, Raw::whole(data));
        self.push(Inst::DataPort(DataPort { bytes: bytes as u8, ..access }));
    }

    /// The address of a block, which is uniform, and its bytes; `None` after an error if no message accesses it.
    fn block_address(&mut self, inst: texture::InstId, op: &MemoryOp, ty: Type) -> Option<(Value, u32)> {
        let bytes = u32::from(ty.lanes) * self.halves * self.half_lanes * ty.scalar.bytes();
        let address = op.address(Role::X).filter(|address| self.is_uniform(*address));
        if address.is_none() || !matches!(bytes, 16 | 32 | 64 | 128) {
            self.unsupported(inst, format!("`{}` of {ty}", op.kind.name().concat()));
            return None;
        }
        Some((address?, bytes))
    }

    /// Where the rows of a block are in `data`, with the element and the half of the lanes of each.
    fn rows(&self, ty: Type, data: Var) -> impl Iterator<Item = (Storage, u8, u32)> + use<> {
        let (halves, half_bytes) = (self.halves, self.half_lanes * ty.scalar.bytes());
        (0..ty.lanes).flat_map(move |index| {
            (0..halves).map(move |half| {
                let offset = (u32::from(index) * halves + half) * half_bytes;
                (Storage::Subregister { of: data, offset: offset as u16 }, index, half)
            })
        })
    }
}
