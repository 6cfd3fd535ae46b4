//! Emits media blocks: the coordinates, the rows in registers, and the lanes' elements.
//!
//! Rule: a send reads into a variable of its own that consists of whole registers, because the data port writes whole
//! registers (MEDIA_LD). The message ignores the execution mask and inactive lanes must keep their values, so each row is
//! copied to the active lanes. The layout coalesces these copies where it can.

use texvisa_ir::texture::{self, TextureOp, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{Align, AluOp, DataType, Dst, Exec, Inst, MediaBlock, Raw, Src, Storage, Var, VarDecl};

use super::Emitter;
use super::value_loc::{ALL_ELEMENTS, ValueLoc};
use crate::plan::{BlockPlan, BlockSend, MessagePlan, SlotSource, plan_of};

impl Emitter<'_> {
    pub(super) fn media_block(&mut self, inst: texture::InstId, op: &TextureOp) {
        let Some(value) = op.data.or(self.kernel.result(inst)) else {
            return self.unsupported(inst, format!("`{}` of nothing", op.kind.name()));
        };
        let planned = plan_of(inst, op, &self.context);
        let Some(Ok(plan)) = &planned else { return self.refuse(inst, planned) };
        if let Some(block) = &plan.block {
            match op.data {
                Some(data) => self.write_block(op, plan, block, data),
                None => self.read_block(op, plan, block, value),
            }
        }
    }

    fn read_block(&mut self, op: &TextureOp, plan: &MessagePlan, block: &BlockPlan, result: Value) {
        let rows = self.kernel.ty(result).lanes;
        let mut first_row = None;
        for element in 0..rows {
            for half in 0..self.halves {
                let var = self.lanes(plan.result, Meaning::Value { value: result, element, half: half as u8 });
                first_row.get_or_insert(var);
            }
        }
        let Some(first_row) = first_row else { return };
        self.locs[result] = ValueLoc::Divergent { first: first_row, mask: ALL_ELEMENTS };
        for send in &block.sends {
            let data = self.declare_rows(plan.result, send);
            self.send_block(op, plan, block, send, data);
            for row in 0..send.shape.height {
                for (exec, lane, row_lane) in self.lane_groups(plan.result, send) {
                    let subregister = self.declare_row(data, plan.result, send, row, row_lane, exec);
                    let var = self.row_var(first_row, send.y + row, exec);
                    self.copy_lanes(exec, var, lane, Src::lanes(subregister), plan.result);
                }
            }
        }
        // The elements of lanes beyond the block are undefined, but their variables must be written.
        let filled = block.sends.iter().map(|send| send.x + send.shape.pitch()).max().unwrap_or(0);
        let filled = plan.result.elements_in(filled);
        for row in 0..u32::from(rows) {
            for half in 0..self.halves {
                let first = half * self.half_lanes;
                let mut lane = filled.clamp(first, first + self.half_lanes) - first;
                while lane < self.half_lanes {
                    let lanes = if lane == 0 { self.half_lanes } else { lane };
                    let exec = Exec::masked(lanes, first + lane);
                    let var = self.row_var(first_row, row, exec);
                    self.copy_lanes(exec, var, lane, Src::immediate(plan.result, 0), plan.result);
                    lane += lanes;
                }
            }
        }
    }

    fn write_block(&mut self, op: &TextureOp, plan: &MessagePlan, block: &BlockPlan, data: Value) {
        for send in &block.sends {
            let rows = self.declare_rows(plan.result, send);
            for row in 0..send.shape.height {
                for (exec, lane, row_lane) in self.lane_groups(plan.result, send) {
                    let half = u32::from(exec.first) / self.half_lanes;
                    let src = self.source(data, (send.y + row) as u8, half, plan.result);
                    let src = match src {
                        Src::Register { region: texvisa_ir::visa::Region::CONTIGUOUS, .. } => {
                            src.at((lane * plan.result.bytes()) as u16)
                        }
                        uniform => uniform,
                    };
                    let subregister = self.declare_row(rows, plan.result, send, row, row_lane, exec);
                    self.mov(exec, subregister, wide(src));
                }
            }
            self.send_block(op, plan, block, send, rows);
        }
    }

    /// Declares a variable for the rows of a send, of whole registers.
    fn declare_rows(&mut self, element: DataType, send: &BlockSend) -> Var {
        let bytes = self.out.grf().round_up(send.shape.bytes());
        self.declare(element, element.elements_in(bytes), Storage::Own, Meaning::Temporary)
    }

    /// Declares the subregister of `rows` that holds the lanes of `exec` of a row, of which `lane` is the first. Rows
    /// begin at multiples of four bytes, not always at a register.
    fn declare_row(&mut self, rows: Var, element: DataType, send: &BlockSend, row: u32, lane: u32, exec: Exec) -> Var {
        let offset = row * send.shape.pitch() + lane * element.bytes();
        let align = if offset.is_multiple_of(self.out.grf_bytes()) { Align::Grf } else { Align::Dword };
        let storage = Storage::Subregister { of: rows, offset: offset as u16 };
        let elements = u16::from(exec.lanes);
        self.push_var(VarDecl { ty: element, elements, align, storage }, Meaning::Temporary)
    }

    /// The lanes that have an element of each row of a send, grouped by instruction: the execution size, the group's first
    /// lane in its half, and its first lane in the row. Elements between the width and the pitch are undefined and
    /// included.
    fn lane_groups(&self, element: DataType, send: &BlockSend) -> impl Iterator<Item = (Exec, u32, u32)> + use<> {
        let half_lanes = self.half_lanes;
        let first = element.elements_in(send.x);
        let lanes = element.elements_in(send.shape.pitch());
        let lanes = lanes.min(self.simd_lanes() - first);
        let step = lanes.min(half_lanes);
        (0..lanes).step_by(step as usize).map(move |lane| {
            let exec = Exec::masked(step, first + lane);
            (exec, (first + lane) % half_lanes, lane)
        })
    }

    /// The variable that holds row `element` of the half of `exec`; the variables were declared one after the other.
    fn row_var(&self, first_row: Var, element: u32, exec: Exec) -> Var {
        let half = u32::from(exec.first) / self.half_lanes;
        Var::from_u32(first_row.as_u32() + element * self.halves + half)
    }

    /// Copies `src` to the lanes of `exec`, of which `lane` is the first in its half.
    fn copy_lanes(&mut self, exec: Exec, var: Var, lane: u32, src: Src, element: DataType) {
        let dst = Dst { var, offset: (lane * element.bytes()) as u16, stride: 1 };
        self.alu(AluOp::Mov, exec, dst, &[wide(src)]);
    }

    fn send_block(&mut self, op: &TextureOp, plan: &MessagePlan, block: &BlockPlan, send: &BlockSend, data: Var) {
        let x = self.offset_source(&plan.sources[0], send.x);
        let y = self.offset_source(&plan.sources[1], send.y);
        let surface = self.set_surface(op.surface);
        self.push(Inst::Media(MediaBlock {
            store: op.data.is_some(),
            modifier: block.modifier,
            width: send.shape.width as u8,
            height: send.shape.height as u8,
            surface,
            plane: block.plane,
            x,
            y,
            data: Raw::whole(data),
        }));
    }

    /// A coordinate of the block plus `further`.
    fn offset_source(&mut self, source: &SlotSource, further: u32) -> Src {
        let ud = |bits: u64| Src::immediate(DataType::Ud, bits & u64::from(u32::MAX));
        let src = match *source {
            SlotSource::Value { value, element } => self.source(value, element, 0, DataType::Ud),
            SlotSource::Zero | SlotSource::Packed(_) => ud(0),
        };
        match src {
            Src::Immediate { bits, .. } => ud(bits.get().wrapping_add(further.into())),
            src if further == 0 => src,
            src => {
                let sum = self.single(DataType::Ud, Meaning::Temporary);
                self.alu(AluOp::Add, Exec::SCALAR, Dst::whole(sum), &[src, ud(further.into())]);
                Src::scalar(sum)
            }
        }
    }
}

/// An immediate byte as a word, because instructions have no immediate bytes.
pub(super) fn wide(src: Src) -> Src {
    match src {
        Src::Immediate { ty: DataType::B, bits } => Src::immediate(DataType::Uw, bits.get() & 0xff),
        src => src,
    }
}
