//! Emits reads and writes of typed surfaces through the data port.
//!
//! Rule: `gather4_typed` and `scatter4_typed`, as many lanes as a register has dwords, so that a wider half is split into
//! several sends.

use smallvec::SmallVec;
use texvisa_ir::Bits;
use texvisa_ir::texture::{ChannelMask, MemoryOp, Role, Value};
use texvisa_ir::visa::origin::{Meaning, Origin};
use texvisa_ir::visa::{
    AluOp, DataPort, DataPortOp, DataType, Dst, Exec, Inst, Modifier, Raw, Region, Src, Storage, Var,
};

use super::memory::PortTarget;
use super::value_loc::{ALL_ELEMENTS, ValueLoc};
use super::{Emitter, data_type};

impl Emitter<'_> {
    /// The sends of one half: their execution size, and the number of their first lane in the half.
    fn typed_sends(&self, half: u32) -> impl Iterator<Item = (Exec, u32)> + use<> {
        let native = self.context.target.platform().native_simd;
        let first = half * self.half_lanes;
        (0..self.half_lanes.div_ceil(native))
            .map(move |send| (Exec::masked(native, first + send * native), send * native))
    }

    /// The coordinates of a typed element, and how many of them are sent: trailing zeros are trimmed.
    fn coordinates(&self, op: &MemoryOp) -> ([Option<Value>; 4], usize) {
        let values = [Role::U, Role::V, Role::R, Role::Lod].map(|role| op.address(role));
        let is_zero = |value: &Option<Value>| value.is_none_or(|value| self.context.facts.is_absent(value));
        (values, values.iter().rposition(|value| !is_zero(value)).map_or(1, |last| last + 1))
    }

    /// The coordinates of a typed element for the lanes from `lane` of a half on.
    pub(super) fn typed_address(&mut self, op: &MemoryOp, half: u32, exec: Exec, lane: u32) -> [Option<Raw>; 4] {
        let (values, count) = self.coordinates(op);
        let mut address = [None; 4];
        for (index, value) in values.into_iter().enumerate().take(count) {
            address[index] = Some(self.coordinate(value, half, exec, lane));
        }
        address
    }

    /// One coordinate of a typed element, zero where there is no value, for the lanes from `lane` of a half on.
    fn coordinate(&mut self, value: Option<Value>, half: u32, exec: Exec, lane: u32) -> Raw {
        match value {
            Some(value) => {
                let raw = self.in_lanes(value, 0, half, exec, DataType::Ud);
                let elements = u32::from(self.out.vars[raw.var].elements);
                // A uniform value was broadcast for these lanes alone, so they begin at its first element.
                let own = elements == u32::from(exec.lanes);
                Raw { offset: raw.offset + if own { 0 } else { (lane * 4) as u16 }, ..raw }
            }
            None => {
                let zero = Src::immediate(DataType::Ud, 0);
                let meaning = Meaning::Constant { bits: Bits::ZERO };
                let var = self.copy_to_new(exec, DataType::Ud, u32::from(exec.lanes), Storage::Own, meaning, zero);
                Raw::whole(var)
            }
        }
    }

    pub(super) fn write_typed(&mut self, memory: PortTarget, op: &MemoryOp, value: Value) {
        let ty = self.kernel.ty(value);
        let element = data_type(ty.scalar);
        let native = self.context.target.platform().native_simd;
        let is_uniform = |src: Src| !matches!(src, Src::Register { region: Region::CONTIGUOUS, .. });
        if native < self.simd_lanes() && (0..4).any(|index| is_uniform(self.source(value, index, 0, element))) {
            return self.write_typed_from_one_payload(memory, op, value);
        }
        for half in 0..self.halves {
            for (exec, lane) in self.typed_sends(half) {
                let lanes = u32::from(exec.lanes);
                let address = self.typed_address(op, half, exec, lane);
                let of = self.declare(element, 4 * lanes, Storage::Own, Meaning::Temporary);
                for index in 0..4 {
                    let src = from_lane(self.source(value, index, half, element), lane);
                    let storage = Storage::Subregister { of, offset: (u32::from(index) * lanes * 4) as u16 };
                    let meaning = self.meaning(value, index, half);
                    self.copy_to_new(exec, element, lanes, storage, meaning, src);
                }
                let access = self.access(DataPortOp::Scatter4Typed, exec, memory, address, Raw::whole(of));
                self.push(Inst::DataPort(DataPort { channels: ChannelMask::RGBA, ..access }));
            }
        }
    }

    /// The sends of a typed store some of whose channels are the same in all lanes: one payload serves them one after the
    /// other, and what is the same in all lanes is filled once. It has the coordinates behind the first, too, because the
    /// finalizer copies a payload that does not begin with them.
    fn write_typed_from_one_payload(&mut self, memory: PortTarget, op: &MemoryOp, value: Value) {
        let element = data_type(self.kernel.ty(value).scalar);
        let lanes = self.context.target.platform().native_simd;
        let (coordinates, count) = self.coordinates(op);
        let fields = count as u32 - 1 + 4;
        let payload = self.declare(element, fields * lanes, Storage::Own, Meaning::Temporary);
        let field = |emitter: &mut Self, index: usize, ty: DataType| {
            let storage = Storage::Subregister { of: payload, offset: (index as u32 * lanes * 4) as u16 };
            emitter.declare(ty, lanes, storage, Meaning::Temporary)
        };
        let behind: SmallVec<[Var; 3]> = (1..count).map(|index| field(self, index - 1, DataType::Ud)).collect();
        let channels = [0, 1, 2, 3].map(|index| field(self, count - 1 + index, element));
        let mut is_first = true;
        for half in 0..self.halves {
            for (exec, lane) in self.typed_sends(half) {
                let mut address = [None; 4];
                address[0] = Some(self.coordinate(coordinates[0], half, exec, lane));
                for (index, var) in (1..count).zip(&behind) {
                    let src = match coordinates[index] {
                        Some(value) => self.bits_source(value, 0, half, DataType::Ud),
                        None => Src::immediate(DataType::Ud, 0),
                    };
                    self.fill(*var, from_lane(src, lane), exec, is_first);
                    address[index] = Some(Raw::whole(*var));
                }
                for (index, var) in (0..4).zip(channels) {
                    let src = self.source(value, index, half, element);
                    self.fill(var, from_lane(src, lane), exec, is_first);
                }
                is_first = false;
                let data = Raw { var: payload, offset: ((count as u32 - 1) * lanes * 4) as u16 };
                let access = self.access(DataPortOp::Scatter4Typed, exec, memory, address, data);
                self.push(Inst::DataPort(DataPort { channels: ChannelMask::RGBA, ..access }));
            }
        }
    }

    /// Moves a source to a part of a payload that serves several sends; one that is the same in all lanes once, for all.
    fn fill(&mut self, var: Var, src: Src, exec: Exec, is_first: bool) {
        match src {
            Src::Register { region: Region::CONTIGUOUS, .. } => self.mov(exec, var, src),
            _ if is_first => self.mov_as(Origin::Broadcast, Exec { nomask: true, ..exec }, var, src),
            _ => {}
        }
    }

    pub(super) fn read_typed(&mut self, memory: PortTarget, op: &MemoryOp, result: Value) {
        let element = data_type(self.kernel.ty(result).scalar);
        let mut first = None;
        for index in 0..4 {
            for half in 0..self.halves {
                let meaning = Meaning::Value { value: result, element: index, half: half as u8 };
                let var = self.lanes(element, meaning);
                first.get_or_insert(var);
            }
        }
        let Some(first) = first else { return };
        self.locs[result] = ValueLoc::Divergent { first, mask: ALL_ELEMENTS };
        for half in 0..self.halves {
            for (exec, lane) in self.typed_sends(half) {
                let lanes = u32::from(exec.lanes);
                let address = self.typed_address(op, half, exec, lane);
                let response = self.declare(element, 4 * lanes, Storage::Own, Meaning::Temporary);
                let access = self.access(DataPortOp::Gather4Typed, exec, memory, address, Raw::whole(response));
                self.push(Inst::DataPort(DataPort { channels: ChannelMask::RGBA, ..access }));
                for index in 0..4u8 {
                    let Src::Register { var, .. } = self.source(result, index, half, element) else { continue };
                    let offset = (u32::from(index) * lanes * 4) as u16;
                    let src =
                        Src::Register { var: response, offset, region: Region::CONTIGUOUS, modifier: Modifier::None };
                    let dst = Dst { var, offset: (lane * 4) as u16, stride: 1 };
                    self.alu(AluOp::Mov, exec, dst, &[src]);
                }
            }
        }
    }
}

/// A source from lane `lane` of its half on, if it is not the same in all lanes.
fn from_lane(src: Src, lane: u32) -> Src {
    match src {
        Src::Register { region: Region::CONTIGUOUS, .. } => src.at((lane * 4) as u16),
        uniform => uniform,
    }
}
