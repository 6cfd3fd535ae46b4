//! Media blocks: their place, the rows in registers, and the lanes' elements.
//!
//! A message reads into a variable of its own, of whole registers, as the data port writes nothing less; each row of it
//! is copied to the lanes that are active, for the message heeds no mask and other lanes may still need what they have.
//! The layout turns the copies into nothing where it can.

use texvisa_ir::texture::{self, TextureOp, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{Align, AluOp, DataType, Dst, Exec, Inst, MediaBlock, Raw, Src, Storage, Var, VarDecl};

use super::message::entry;
use super::{EVERY, Emitter, Home};
use crate::plan::{BlockPlan, BlockSend, MessagePlan, SlotSource, plan_of};

impl Emitter<'_> {
    pub(super) fn media_block(&mut self, inst: texture::Inst, op: &TextureOp) {
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
        let mut homes = None;
        for element in 0..rows {
            for half in 0..self.halves {
                let var = self.lanes(plan.result, Meaning::Value { value: result, element, half: half as u8 });
                homes.get_or_insert(var);
            }
        }
        let Some(homes) = homes else { return };
        self.homes[result] = Home::Lanes { first: homes, mask: EVERY };
        for piece in &block.sends {
            let data = self.declare_rows(plan.result, piece);
            self.send_block(op, plan, block, piece, data);
            for row in 0..piece.shape.height {
                for (exec, lane, row_lane) in self.stretches(plan.result, piece) {
                    let part = self.declare_part(data, plan.result, piece, row, row_lane, exec);
                    let home = self.home_of(homes, piece.y + row, exec);
                    self.copy_lanes(exec, home, lane, Src::lanes(part), plan.result);
                }
            }
        }
        // Lanes beyond the block have elements too, which may be anything, and must be something.
        let filled = block.sends.iter().map(|piece| piece.x + piece.shape.pitch()).max().unwrap_or(0);
        let filled = plan.result.elements_in(filled);
        for row in 0..u32::from(rows) {
            for half in 0..self.halves {
                let first = half * self.half_lanes;
                let mut lane = filled.clamp(first, first + self.half_lanes) - first;
                while lane < self.half_lanes {
                    let lanes = if lane == 0 { self.half_lanes } else { lane };
                    let exec = Exec::masked(lanes, first + lane);
                    let home = self.home_of(homes, row, exec);
                    self.copy_lanes(exec, home, lane, Src::immediate(plan.result, 0), plan.result);
                    lane += lanes;
                }
            }
        }
    }

    fn write_block(&mut self, op: &TextureOp, plan: &MessagePlan, block: &BlockPlan, data: Value) {
        for piece in &block.sends {
            let rows = self.declare_rows(plan.result, piece);
            for row in 0..piece.shape.height {
                for (exec, lane, row_lane) in self.stretches(plan.result, piece) {
                    let half = u32::from(exec.first) / self.half_lanes;
                    let src = self.source(data, (piece.y + row) as u8, half, plan.result);
                    let src = match src {
                        Src::Register { region: texvisa_ir::visa::Region::CONTIGUOUS, .. } => {
                            src.at((lane * plan.result.bytes()) as u16)
                        }
                        shared => shared,
                    };
                    let part = self.declare_part(rows, plan.result, piece, row, row_lane, exec);
                    self.mov(exec, part, wide(src));
                }
            }
            self.send_block(op, plan, block, piece, rows);
        }
    }

    /// A variable for the rows of a message, of whole registers.
    fn declare_rows(&mut self, element: DataType, piece: &BlockSend) -> Var {
        let bytes = self.out.grf().round_up(piece.shape.bytes());
        self.declare(element, element.elements_in(bytes), Storage::Own, Meaning::Temporary)
    }

    /// The lanes of `exec` of a row, the first of which is `lane` of the row, in the variable of a message. Rows begin
    /// at multiples of four bytes, and not all of them at a register.
    fn declare_part(
        &mut self,
        rows: Var,
        element: DataType,
        piece: &BlockSend,
        row: u32,
        lane: u32,
        exec: Exec,
    ) -> Var {
        let offset = row * piece.shape.pitch() + lane * element.bytes();
        let align = if offset.is_multiple_of(self.out.grf_bytes()) { Align::Grf } else { Align::Dword };
        let storage = Storage::Subregister { of: rows, offset: offset as u16 };
        let elements = u16::from(exec.lanes);
        self.push_var(VarDecl { ty: element, elements, align, storage }, Meaning::Temporary)
    }

    /// The lanes that have an element of each row of a message, as instructions take them: these, the first of them in
    /// its half, and the first of them in the row. What is behind the width is undefined and goes with them, up to the
    /// pitch.
    fn stretches(&self, element: DataType, piece: &BlockSend) -> impl Iterator<Item = (Exec, u32, u32)> + use<> {
        let half_lanes = self.half_lanes;
        let first = element.elements_in(piece.x);
        let lanes = element.elements_in(piece.shape.pitch());
        let lanes = lanes.min(self.simd_lanes() - first);
        let step = lanes.min(half_lanes);
        (0..lanes).step_by(step as usize).map(move |lane| {
            let exec = Exec::masked(step, first + lane);
            (exec, (first + lane) % half_lanes, lane)
        })
    }

    /// The variable that has an element of the lanes of `exec`, of variables that were declared one after the other.
    fn home_of(&self, homes: Var, element: u32, exec: Exec) -> Var {
        let half = u32::from(exec.first) / self.half_lanes;
        Var::from_u32(homes.as_u32() + element * self.halves + half)
    }

    /// Copies to the lanes of `exec`, of which `lane` is the first in its half.
    fn copy_lanes(&mut self, exec: Exec, home: Var, lane: u32, src: Src, element: DataType) {
        let dst = Dst { var: home, offset: (lane * element.bytes()) as u16, stride: 1 };
        self.alu(AluOp::Mov, exec, dst, &[wide(src)]);
    }

    fn send_block(&mut self, op: &TextureOp, plan: &MessagePlan, block: &BlockPlan, piece: &BlockSend, data: Var) {
        let x = self.place_of(&plan.sources[0], piece.x);
        let y = self.place_of(&plan.sources[1], piece.y);
        let surface = self.set_surface(entry(self.context.module.surfaces[op.surface.surface].binding));
        self.push(Inst::Media(MediaBlock {
            store: op.data.is_some(),
            modifier: block.modifier,
            width: piece.shape.width as u8,
            height: piece.shape.height as u8,
            surface,
            plane: block.plane,
            x,
            y,
            data: Raw::whole(data),
        }));
    }

    /// A place of the block, that far on.
    fn place_of(&mut self, fill: &SlotSource, further: u32) -> Src {
        let ud = |bits: u64| Src::immediate(DataType::Ud, bits & u64::from(u32::MAX));
        let src = match *fill {
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

/// A number of a byte as one of a word: instructions have no numbers of bytes.
fn wide(src: Src) -> Src {
    match src {
        Src::Immediate { ty: DataType::B, bits } => Src::immediate(DataType::Uw, bits.get() & 0xff),
        src => src,
    }
}
