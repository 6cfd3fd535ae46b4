//! Which bytes of variables an instruction reads and writes, and those of each lane.

use super::address::{Indirect, MoveDst, MoveSrc};
use super::atomic::Atomic;
use super::data_port::DataPort;
use super::entities::Var;
use super::inst::{AluOp, Inst, SamplerMessage};
use super::kernel::{Storage, VisaKernel};
use super::message::ResponseKind;
use super::operand::{Dst, Raw, Src};
use super::types::{Exec, Region};
use crate::collections::Packed;

/// A read or write of bytes of a variable by an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarAccess {
    /// The variable.
    pub var: Var,
    /// The first byte, from the variable's start.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// Whether it is written.
    pub write: bool,
    /// Whether only the bytes of lanes that the execution mask enables are accessed; otherwise those of all lanes.
    pub masked: bool,
}

/// How the bytes of an access are shared out among lanes: of the `step` bytes from `start + n * step` on, lane `first + n`
/// accesses the first `size`, and the same again in every channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneBytes {
    /// The lane that has the first bytes.
    pub first: u8,
    /// Bytes that a lane accesses.
    pub size: u8,
    /// Bytes from those of one lane to those of the next, a power of two up to 32.
    pub step: u16,
    /// Bytes from the start of one channel to the start of the next; [`LaneBytes::ONE_CHANNEL`] where there is one.
    pub channel: u16,
}

impl LaneBytes {
    /// The bytes of the only channel.
    pub const ONE_CHANNEL: u16 = u16::MAX;
    /// The longest step: the smallest registers have 32 bytes.
    const MAX_STEP: u32 = 32;

    /// One channel for the lanes of `exec`: elements of `size` bytes, `stride` elements from one to the next. `None`
    /// where the execution mask is ignored, all lanes have one element, registers have no whole steps, or the caller did not ask.
    #[inline]
    fn new<const ASKED: bool>(exec: Exec, size: u32, stride: u32) -> Option<LaneBytes> {
        let step = size * stride;
        (ASKED && !exec.nomask && step.is_power_of_two() && step <= LaneBytes::MAX_STEP).then_some(LaneBytes {
            first: exec.first,
            size: size as u8,
            step: step as u16,
            channel: LaneBytes::ONE_CHANNEL,
        })
    }

    /// The same in each of `count` channels of `channel` bytes.
    #[inline]
    fn in_channels(self, count: u32, channel: u32) -> LaneBytes {
        if count > 1 { LaneBytes { channel: channel as u16, ..self } } else { self }
    }
}

impl VisaKernel {
    /// Calls `visit` with what `inst` does to variables: first all that it reads, then what it writes. An indirect operand
    /// reads all of the variable into which it points, and a destination writes it in part. Where the instruction does not
    /// say which that is, it is left out: registers are assigned to no such kernel.
    #[inline]
    pub fn for_each_access(&self, inst: &Inst, mut visit: impl FnMut(VarAccess)) {
        self.accesses::<false>(inst, |access, _| visit(access));
    }

    /// The same, with the bytes of each lane where every lane that the execution mask enables accesses its own alone.
    #[inline]
    pub fn for_each_lane_access(&self, inst: &Inst, visit: impl FnMut(VarAccess, Option<LaneBytes>)) {
        self.accesses::<true>(inst, visit);
    }

    /// The same. Nothing is found out about lanes that is not asked for, since most callers do not.
    #[inline]
    fn accesses<const LANES: bool>(&self, inst: &Inst, mut visit: impl FnMut(VarAccess, Option<LaneBytes>)) {
        // Most instructions are of this kind.
        let Inst::Alu(alu) = inst else { return self.other_accesses::<LANES>(inst, &mut visit) };
        for src in &alu.srcs[..alu.op.sources()] {
            self.read::<LANES>(*src, alu.exec, &mut visit);
        }
        self.write::<LANES>(alu.dst, alu.exec, alu.op, &mut visit);
    }

    /// The same for an instruction that is no [`Alu`].
    fn other_accesses<const LANES: bool>(&self, inst: &Inst, visit: &mut impl FnMut(VarAccess, Option<LaneBytes>)) {
        match inst {
            Inst::Label(_)
            | Inst::FloatControls { .. }
            | Inst::Alu(_)
            | Inst::Predicate { .. }
            | Inst::Barrier
            | Inst::Fence(_)
            | Inst::Branch { .. }
            | Inst::Return => {}
            Inst::CompareInto { exec, dst, srcs, .. } => {
                srcs.iter().for_each(|src| self.read::<LANES>(*src, *exec, visit));
                self.write::<LANES>(*dst, *exec, AluOp::Mov, visit);
            }
            Inst::BitFunction(inst) => {
                inst.srcs.iter().for_each(|src| self.read::<LANES>(*src, inst.exec, visit));
                self.write::<LANES>(inst.dst, inst.exec, AluOp::Mov, visit);
            }
            Inst::Carry(inst) => {
                inst.srcs.iter().for_each(|src| self.read::<LANES>(*src, inst.exec, visit));
                self.write::<LANES>(inst.dst, inst.exec, AluOp::Mov, visit);
                self.write::<LANES>(inst.carry, inst.exec, AluOp::Mov, visit);
            }
            Inst::AddressAdd(add) => self.read::<LANES>(add.src, add.exec, visit),
            Inst::IndirectMove(inst) => {
                match inst.src {
                    MoveSrc::Direct(src) => self.read::<LANES>(src, inst.exec, visit),
                    MoveSrc::Indirect(src, ..) => self.indirect_accesses::<LANES>(&src, inst.exec, false, visit),
                }
                match inst.dst {
                    MoveDst::Direct(dst) => self.write::<LANES>(dst, inst.exec, AluOp::Mov, visit),
                    MoveDst::Indirect(dst, _) => {
                        self.indirect_accesses::<LANES>(&dst, inst.exec, false, visit);
                        self.indirect_accesses::<LANES>(&dst, inst.exec, true, visit);
                    }
                }
            }
            Inst::Media(block) => {
                self.read::<LANES>(block.x, Exec::SCALAR, visit);
                self.read::<LANES>(block.y, Exec::SCALAR, visit);
                let start = u32::from(block.data.offset);
                let mut end = start + block.bytes();
                if !block.store {
                    // A read fills its registers to their ends. The registers of a shorter variable are its own.
                    let filled = start + block.shape().response_bytes(self.grf());
                    end = end.max(filled.min(self.vars[block.data.var].bytes()));
                }
                visit(VarAccess { var: block.data.var, start, end, write: !block.store, masked: false }, None);
            }
            Inst::Compare { exec, srcs, .. } => srcs.iter().for_each(|src| self.read::<LANES>(*src, *exec, visit)),
            Inst::SetPredicate { exec, src, .. } => self.read::<LANES>(*src, *exec, visit),
            Inst::SetState { value, .. } => self.read::<LANES>(*value, Exec::SCALAR, visit),
            Inst::MovePredicate { dst, .. } | Inst::SymbolAddress { dst, .. } => {
                self.write::<LANES>(*dst, Exec::SCALAR, AluOp::Mov, visit)
            }
            Inst::Scratch(block) => {
                let end = self.vars[block.var].bytes();
                visit(VarAccess { var: block.var, start: 0, end, write: !block.store, masked: false }, None);
            }
            Inst::Sampler(message) => self.sampler_accesses::<LANES>(message, visit),
            Inst::DataPort(access) => self.data_port_accesses::<LANES>(access, visit),
            Inst::Atomic(atomic) => self.atomic_accesses::<LANES>(atomic, visit),
        }
    }

    /// An access to any element of a variable, of each lane to its own in any row where rows have an element for each.
    fn indirect_accesses<const LANES: bool>(
        &self,
        operand: &Indirect,
        exec: Exec,
        write: bool,
        visit: &mut impl FnMut(VarAccess, Option<LaneBytes>),
    ) {
        let Some(var) = operand.of.expand() else { return };
        let (end, size, row) = (self.vars[var].bytes(), operand.ty.bytes(), u32::from(operand.row));
        // A row begins with the first lane of a half, of which fewer lanes may access what they have.
        let half = self.simd.exec_lanes(self.target) as u8;
        let exec = Exec { lanes: half, first: exec.first / half * half, ..exec };
        let lanes = LaneBytes::new::<LANES>(exec, size, 1).filter(|_| row > 0);
        let access = VarAccess { var, start: 0, end, write, masked: !exec.nomask };
        let used = u32::from(half) * size;
        if row <= used {
            return visit(access, lanes.map(|lanes| lanes.in_channels(end / row, row)));
        }
        for start in (0..end).step_by(row as usize) {
            visit(VarAccess { start, end: end.min(start + used), ..access }, lanes);
        }
    }

    fn sampler_accesses<const LANES: bool>(
        &self,
        message: &SamplerMessage,
        visit: &mut impl FnMut(VarAccess, Option<LaneBytes>),
    ) {
        self.read::<LANES>(message.offset, Exec::SCALAR, visit);
        let masked = !message.exec.nomask;
        let read_masked = masked && !message.message.row().implicit_lod;
        for raw in self.raws(message.params) {
            let start = u32::from(raw.offset);
            let element = self.vars[raw.var].ty.bytes();
            let end = start + u32::from(message.exec.lanes) * element;
            let lanes = LaneBytes::new::<LANES>(message.exec, element, 1).filter(|_| read_masked);
            visit(VarAccess { var: raw.var, start, end, write: false, masked: read_masked }, lanes);
        }
        if let Some(raw) = message.dst {
            let start = u32::from(raw.offset);
            let shape = self.shape(message);
            let end = start + shape.response_bytes();
            // Residency is one dword for all lanes. What a query returns is left open.
            let is_by_lane = !message.residency
                && matches!(message.message.row().response, ResponseKind::Texels | ResponseKind::Channels);
            let lanes = LaneBytes::new::<LANES>(message.exec, self.vars[raw.var].ty.bytes(), 1)
                .filter(|_| is_by_lane)
                .map(|lanes| lanes.in_channels(shape.response_channels(), shape.channel_step()));
            visit(VarAccess { var: raw.var, start, end, write: true, masked }, lanes);
        }
    }

    fn data_port_accesses<const LANES: bool>(
        &self,
        access: &DataPort,
        visit: &mut impl FnMut(VarAccess, Option<LaneBytes>),
    ) {
        let masked = !access.exec.nomask;
        let exec_lanes = u32::from(access.exec.lanes);
        for raw in access.address.into_iter().filter_map(Packed::expand) {
            let start = u32::from(raw.offset);
            let end = start + exec_lanes * access.op.address_bytes();
            let lanes = LaneBytes::new::<LANES>(access.exec, access.op.address_bytes(), 1);
            visit(VarAccess { var: raw.var, start, end, write: false, masked }, lanes);
        }
        let bytes = access.op.channel_bytes();
        // A message of one lane moves one element.
        let row = exec_lanes * bytes;
        let step = if exec_lanes == 1 { row } else { self.grf().round_up(row) };
        let channels = if access.op.is_bytes() { 1 } else { access.channels.count() };
        let start = u32::from(access.data.offset);
        if access.op.is_block() {
            let end = start + u32::from(access.bytes);
            return visit(VarAccess { var: access.data.var, start, end, write: access.op.reads(), masked }, None);
        }
        let end = start + channels * step;
        let lanes = LaneBytes::new::<LANES>(access.exec, bytes, 1).map(|lanes| lanes.in_channels(channels, step));
        visit(VarAccess { var: access.data.var, start, end, write: access.op.reads(), masked }, lanes);
    }

    fn atomic_accesses<const LANES: bool>(
        &self,
        atomic: &Atomic,
        visit: &mut impl FnMut(VarAccess, Option<LaneBytes>),
    ) {
        let masked = !atomic.exec.nomask;
        let mut visit = |raw: &Raw, bytes: u32, write: bool| {
            let start = u32::from(raw.offset);
            let end = start + u32::from(atomic.exec.lanes) * bytes;
            let lanes = LaneBytes::new::<LANES>(atomic.exec, bytes, 1);
            visit(VarAccess { var: raw.var, start, end, write, masked }, lanes);
        };
        let (address, srcs) = atomic.split(self.raws(atomic.operands));
        address.iter().for_each(|raw| visit(raw, atomic.form.address_bytes(), false));
        srcs.iter().for_each(|raw| visit(raw, atomic.bytes.into(), false));
        if let Some(dst) = atomic.dst.expand() {
            visit(&dst, atomic.bytes.into(), true);
        }
    }

    #[inline]
    fn read<const LANES: bool>(&self, src: Src, exec: Exec, visit: &mut impl FnMut(VarAccess, Option<LaneBytes>)) {
        if let (Some(access), Src::Register { var, region, .. }) = (self.source_access(src, exec), src) {
            let stride = if region.width <= 1 { region.vertical.into() } else { 0 };
            visit(access, LaneBytes::new::<LANES>(exec, self.vars[var].ty.bytes(), stride));
        }
    }

    #[inline]
    fn write<const LANES: bool>(
        &self,
        dst: Dst,
        exec: Exec,
        op: AluOp,
        visit: &mut impl FnMut(VarAccess, Option<LaneBytes>),
    ) {
        let lanes = match op {
            // Two parts.
            AluOp::Madw => None,
            _ => LaneBytes::new::<LANES>(exec, self.vars[dst.var].ty.bytes(), dst.stride.into()),
        };
        visit(self.destination_access(dst, exec, op), lanes);
    }

    /// What an instruction on `exec` does to its destination.
    #[inline]
    pub fn destination_access(&self, dst: Dst, exec: Exec, op: AluOp) -> VarAccess {
        let element = self.vars[dst.var].ty.bytes();
        let start = u32::from(dst.offset);
        let bytes = (u32::from(exec.lanes) - 1) * u32::from(dst.stride) * element + element;
        // The high halves begin at a register.
        let bytes = if op == AluOp::Madw { self.grf().round_up(bytes) + bytes } else { bytes };
        VarAccess { var: dst.var, start, end: start + bytes, write: true, masked: !exec.nomask }
    }

    /// What an instruction on `exec` reads of a variable for `src`, unless that is a number.
    #[inline]
    pub fn source_access(&self, src: Src, exec: Exec) -> Option<VarAccess> {
        let Src::Register { var, offset, region, .. } = src else { return None };
        let decl = &self.vars[var];
        // State registers are no variables of the register file.
        if matches!(decl.storage, Storage::Predefined(_)) {
            return None;
        }
        let element = decl.ty.bytes();
        let start = u32::from(offset);
        let end = start + (region.element(u32::from(exec.lanes) - 1) + 1) * element;
        let masked = !exec.nomask && region != Region::SCALAR;
        Some(VarAccess { var, start, end, write: false, masked })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{SimdWidth, Target};
    use crate::visa::{AddressElement, Align, Alu, DataType, IndirectMove, Modifier, VarDecl};

    #[test]
    fn accesses_cover_the_bytes_that_lanes_step_over() {
        let mut kernel = VisaKernel::new("k", Target::Tgllp, SimdWidth::Simd16);
        let mut var =
            |ty, elements| kernel.vars.push(VarDecl { ty, elements, align: Align::Grf, storage: Storage::Own });
        let [words, dwords] = [var(DataType::Uw, 32), var(DataType::Ud, 16)];
        let src = Src::Register { var: words, offset: 2, region: Region::strided(2), modifier: Modifier::None };
        let inst = Inst::Alu(Alu {
            op: AluOp::Mov,
            saturate: false,
            exec: Exec::masked(16, 0),
            predicate: None,
            dst: Dst::whole(dwords),
            srcs: [src; 3],
        });
        let mut seen = Vec::new();
        kernel.for_each_access(&inst, |access| seen.push((access.var, access.start, access.end, access.write)));
        assert_eq!(seen, [(words, 2, 64, false), (dwords, 0, 64, true)]);
    }

    /// A store reads each channel of its mask, a load writes each: registers follow each other.
    #[test]
    fn accesses_of_memory_cover_all_channels() {
        let text = ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=ud num_elts=16 align=GRF\n\
                    .decl D v_type=G type=f num_elts=64 align=GRF\n.decl T6 v_type=T num_elts=1\n\
                    .kernel_attr Target=\"3d\"\n.kernel_attr SimdSize=16\n.function \"_main_0\"\n    \
                    scatter4_scaled.RGB (M1, 16) T6 0x0:ud A.0 D.0\n    \
                    gather4_scaled.RGBA (M1, 16) T6 0x0:ud A.0 D.0\n    ret (M1, 1)\n";
        let kernel = crate::visa::asm::parse(text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
        let mut seen = Vec::new();
        for inst in &kernel.insts {
            kernel.for_each_access(inst, |access| seen.push((access.end, access.write)));
        }
        assert_eq!(seen, [(64, false), (192, false), (64, false), (256, true)]);
    }

    /// A lane of a row that an address names has its element, and nothing is behind the row up to the next register.
    #[test]
    fn accesses_of_rows_leave_out_what_is_behind_them() {
        let mut kernel = VisaKernel::new("k", Target::Tgllp, SimdWidth::Simd8);
        let decl = VarDecl { ty: DataType::Uw, elements: 64, align: Align::Grf, storage: Storage::Own };
        let rows = kernel.vars.push(decl);
        let address = kernel.addresses.push(8);
        let at = AddressElement { address, element: 5 };
        let to = Indirect { at, offset: 8, ty: DataType::Uw, of: Some(rows).into(), row: 32 };
        let inst = Inst::IndirectMove(IndirectMove {
            saturate: false,
            exec: Exec::masked(4, 4),
            predicate: None,
            dst: MoveDst::Indirect(to, 1),
            src: MoveSrc::Direct(Src::immediate(DataType::Uw, 1)),
        });
        let mut written = Vec::new();
        kernel.for_each_lane_access(&inst, |access, lanes| {
            if access.write {
                written.push((access.start, access.end, lanes.map(|lanes| (lanes.first, lanes.size, lanes.step))));
            }
        });
        let lanes = Some((0, 2, 2));
        assert_eq!(written, [(0, 16, lanes), (32, 48, lanes), (64, 80, lanes), (96, 112, lanes)]);
    }
}
