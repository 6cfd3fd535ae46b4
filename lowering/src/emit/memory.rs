//! Emits accesses of buffers, local, scratch and private memory through the data port. [`atomics`](super::atomics) and
//! [`typed`](super::typed) have the others.
//!
//! Rules:
//!
//! - Dwords: `gather4_scaled` and `scatter4_scaled`, up to four a lane. Of a load those come back that are read.
//! - A load of which every lane reads the same is one `NoMask` message for all lanes, of the narrowest execution size, or of
//!   one lane where that saves a copy ([`lone_operands`](super::lone_operands)); of 8, 16 or 32 dwords a block
//!   (OWORD_LD_UNALIGNED, of local memory OWORD_LD), whose dwords follow each other in one variable.
//! - Through a pointer, and of local memory where they are no block, eight such dwords are one message of eight lanes, each
//!   of which reads a dword behind the one before it. So are two to four, or eight, that may be at any byte; the lanes that are left
//!   read the last one again. A block would have to be aligned to 16 bytes: of the text
//!   `svm_block_ld`, which cannot say more, GenX_IR 1.0.12504.6 makes message subtype 0, and Intel's compiler sends subtype 1,
//!   which the binary form alone can say.
//! - Two or three dwords of a buffer, and two to four of local memory, that all lanes load alike are one message of eight lanes,
//!   too: as channels each has a register.
//! - Two to four dwords that may be at any byte and that all lanes store alike are one message of eight lanes, too: the lanes
//!   that are left store the last one again.
//! - Two dwords through a pointer to a multiple of eight that all lanes load or store alike are one qword of one lane
//!   (svm_gather.8.1, svm_scatter.8.1), as Intel's compiler sends them.
//! - Rows of the lanes: [`rows`](super::rows).
//! - A store of which every lane writes the same to one address is likewise one `NoMask` message.
//! - An access by 64-bit addresses has the same forms (svm_gather4scaled and svm_gather, and so on). Each lane's address
//!   is a qword: see [`qwords`](super::qwords).
//! - Bytes and words: `gather_scaled` and `scatter_scaled`, each element in a dword of its own. So is a dword that may be
//!   at any byte: the other messages take multiples of four.

use smallvec::SmallVec;
use texvisa_ir::Bits;
use texvisa_ir::collections::Packed;
use texvisa_ir::target::{PrivateMemory, Target};
use texvisa_ir::texture::{
    self, Aligned, ChannelMask, MAX_THREAD_SCRATCH_BYTES, MemoryAccess, MemoryOp, MemorySpace, Op, Role, Scalar,
    SurfaceRef, Type, Value,
};
use texvisa_ir::visa::descriptor::SURFACES;
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{
    Align, AluOp, DataPort, DataPortOp, DataType, Dst, Exec, Inst, Modifier, Predefined, Raw, Region, Src, State,
    Storage, Var,
};

use super::shared_payloads::{Contents, Param};
use super::spread::SPREAD;
use super::value_loc::{ALL_ELEMENTS, ValueLoc};
use super::{Emitter, data_type, unsigned};
use crate::error::{LowerError, Reason};
use crate::plan::table_entry;
use crate::rewrite::{is_loaded_by_lane, is_local_block};

/// Bytes of a dword, as a message of bytes moves them.
const DWORD: u8 = 4;

/// The memory that a data port message accesses.
#[derive(Clone, Copy)]
pub(super) enum PortTarget {
    /// This surface.
    Surface(SurfaceRef),
    /// The group's local memory.
    Local,
    /// The thread's scratch memory.
    Scratch,
    /// The address space.
    Pointer,
}

impl PortTarget {
    /// The access of `exec` of dwords, of which a lane moves so many, or, where `at_any_byte`, of bytes and words and of dwords
    /// that are not aligned.
    fn op(self, reads: bool, at_any_byte: bool, exec: Exec, dwords: u8) -> DataPortOp {
        match (self, reads, at_any_byte) {
            (PortTarget::Pointer, true, false) if exec == Exec::SCALAR && dwords == 2 => {
                DataPortOp::PointerGatherQwords
            }
            (PortTarget::Pointer, false, false) if exec == Exec::SCALAR && dwords == 2 => {
                DataPortOp::PointerScatterQwords
            }
            (PortTarget::Pointer, true, false) if exec == Exec::SCALAR => DataPortOp::PointerGatherDwords,
            (PortTarget::Pointer, false, false) if exec == Exec::SCALAR => DataPortOp::PointerScatterDwords,
            (PortTarget::Pointer, true, false) => DataPortOp::PointerGather4Scaled,
            (PortTarget::Pointer, true, true) => DataPortOp::PointerGather,
            (PortTarget::Pointer, false, false) => DataPortOp::PointerScatter4Scaled,
            (PortTarget::Pointer, false, true) => DataPortOp::PointerScatter,
            (_, true, false) => DataPortOp::Gather4Scaled,
            (_, true, true) => DataPortOp::GatherScaled,
            (_, false, false) => DataPortOp::Scatter4Scaled,
            (_, false, true) => DataPortOp::ScatterScaled,
        }
    }
}

impl Emitter<'_> {
    pub(super) fn memory(&mut self, inst: texture::InstId, op: &MemoryOp) {
        let Some(memory) = self.port_target(inst, op) else { return };
        match (op.kind.space, op.kind.access) {
            (_, MemoryAccess::Atomic(atomic)) => self.atomic(inst, memory, op, atomic),
            (_, MemoryAccess::AtomicOnce(atomic)) => self.atomic_once(inst, memory, op, atomic),
            (_, MemoryAccess::LoadBlock) => {
                if let Some(result) = self.kernel.result(inst) {
                    self.load_rows(inst, memory, op, result);
                }
            }
            (_, MemoryAccess::StoreBlock) => {
                if let Some(value) = op.values.first() {
                    self.store_rows(inst, memory, op, *value);
                }
            }
            (_, MemoryAccess::Load) if op.kind.space != MemorySpace::Typed => {
                if let Some(result) = self.kernel.result(inst) {
                    self.load_raw(inst, memory, op, result);
                }
            }
            (_, MemoryAccess::Store) if op.kind.space != MemorySpace::Typed => {
                if let Some(value) = op.values.first() {
                    self.store_raw(inst, memory, op, *value);
                }
            }
            (_, MemoryAccess::Load) => {
                if let Some(result) = self.kernel.result(inst) {
                    self.read_typed(memory, op, result);
                }
            }
            (_, MemoryAccess::Store) => {
                if let Some(value) = op.values.first() {
                    self.write_typed(memory, op, *value);
                }
            }
        }
    }

    /// The memory that the operation accesses; `None` after an error if the data port does not reach it.
    fn port_target(&mut self, inst: texture::InstId, op: &MemoryOp) -> Option<PortTarget> {
        let Some(surface) = op.surface else {
            return match op.kind.space {
                MemorySpace::Local => Some(PortTarget::Local),
                MemorySpace::Pointer => Some(PortTarget::Pointer),
                MemorySpace::Scratch => self.scratch_target(inst, op),
                MemorySpace::Raw | MemorySpace::Typed => None,
            };
        };
        let decl = &self.context.module.surfaces[surface.surface];
        match table_entry(&decl.name, decl.binding, surface.index, SURFACES, &self.context.facts) {
            Ok(_) => Some(PortTarget::Surface(surface)),
            Err(reason) => {
                self.errors.push(LowerError::at(self.kernel, inst, reason));
                None
            }
        }
    }

    /// Scratch memory; `None` after an error if the target reaches it in another way.
    fn scratch_target(&mut self, inst: texture::InstId, op: &MemoryOp) -> Option<PortTarget> {
        let is_known = |target: &Target| target.platform().private == PrivateMemory::Scratch;
        if !is_known(&self.context.target) {
            self.no_private_memory(inst, op.kind.name().concat(), is_known);
            return None;
        }
        let lanes = self.context.simd.lanes();
        let given = self.kernel.scratch_bytes.saturating_mul(lanes);
        if given > MAX_THREAD_SCRATCH_BYTES {
            let reason = Reason::Scratch { simd: self.context.simd, given };
            self.errors.push(LowerError::at(self.kernel, inst, reason));
            return None;
        }
        Some(PortTarget::Scratch)
    }

    /// Reports that how the target reaches private memory is not known; `is_known` says where it is.
    fn no_private_memory(&mut self, inst: texture::InstId, what: String, is_known: impl Fn(&Target) -> bool) {
        let on = Target::ALL.into_iter().filter(is_known).collect();
        let reason = Reason::Private { target: self.context.target, what, on };
        self.errors.push(LowerError::at(self.kernel, inst, reason));
    }

    /// The number of the hardware thread: see [`PrivateMemory`].
    pub(super) fn hardware_thread_id(&mut self, inst: texture::InstId, result: Value) {
        let number = |bits| Src::immediate(DataType::Ud, bits);
        match self.context.target.platform().private {
            PrivateMemory::Scratch => {
                let id = self.predefined(Predefined::HwId);
                for (exec, var, _) in self.define(result) {
                    self.mov(exec, var, id);
                }
            }
            PrivateMemory::Stateless => {
                let state = self.predefined(Predefined::Sr0);
                let once = Exec::all(1, 0);
                let parts = [(0, 7), (1, 0x18), (2, 0xfe0)].map(|(amount, mask)| {
                    let part = self.declare(DataType::Ud, 1, Storage::Own, Meaning::Temporary);
                    let given = if amount == 0 { state } else { Src::scalar(part) };
                    if amount != 0 {
                        self.alu(AluOp::Shr, once, Dst::whole(part), &[state, number(amount)]);
                    }
                    self.alu(AluOp::And, once, Dst::whole(part), &[given, number(mask)]);
                    Src::scalar(part)
                });
                let [low, middle, high] = parts;
                let both = self.declare(DataType::Ud, 1, Storage::Own, Meaning::Temporary);
                self.alu(AluOp::Or, once, Dst::whole(both), &[low, middle]);
                for (exec, var, _) in self.define(result) {
                    let var = self.alias(var, DataType::Ud);
                    self.alu(AluOp::Or, exec, Dst::whole(var), &[Src::scalar(both), high]);
                }
            }
            PrivateMemory::Unknown => {
                let is_known = |target: &Target| target.platform().private != PrivateMemory::Unknown;
                self.no_private_memory(inst, Op::HardwareThreadId.name().to_owned(), is_known);
            }
        }
    }

    pub(super) fn access(
        &mut self,
        op: DataPortOp,
        exec: Exec,
        memory: PortTarget,
        address: [Option<Raw>; 4],
        data: Raw,
    ) -> DataPort {
        let surface = self.port_state(memory);
        let address = address.map(Packed::from);
        DataPort { op, exec, predicate: None, channels: ChannelMask::EMPTY, bytes: 0, surface, address, data }
    }

    /// The state variable of a memory, where that has one.
    pub(super) fn port_state(&mut self, memory: PortTarget) -> Packed<State> {
        match memory {
            PortTarget::Surface(surface) => self.set_surface(surface).into(),
            PortTarget::Local => self.local_memory().into(),
            PortTarget::Scratch => self.scratch_memory().into(),
            PortTarget::Pointer => None.into(),
        }
    }

    /// A copy of a value that all lanes have, which begins a register: what a message of one lane sends.
    pub(super) fn sent_once(&mut self, value: Value, ty: DataType) -> Raw {
        let (half, exec) = (0, Exec::SCALAR);
        let sent = self.shared_payload(self.contents(value, 1, ty, half, exec), |emitter| {
            let src = emitter.bits_source(value, 0, half, ty);
            let var = emitter.single(ty, Meaning::Temporary);
            emitter.mov(exec, var, src);
            Raw::whole(var)
        });
        self.out.vars[sent.var].align = Align::Grf;
        sent
    }

    /// The byte offset or address of each lane.
    pub(super) fn byte_address(&mut self, op: &MemoryOp, half: u32, exec: Exec) -> [Option<Raw>; 4] {
        let raw = match op.kind.space {
            MemorySpace::Pointer => Some(self.pointer(op, half, exec)),
            _ => op.address(Role::X).map(|offset| self.sent_in_lanes(offset, half, exec, DataType::Ud)),
        };
        [raw, None, None, None]
    }

    fn load_raw(&mut self, inst: texture::InstId, memory: PortTarget, op: &MemoryOp, result: Value) {
        let ty = self.kernel.ty(result);
        if ty.scalar.bits() != 32 {
            return self.load_narrow(inst, memory, op, result);
        }
        if self.qwords.loaded.contains(&result) {
            return self.load_qwords(memory, op, result);
        }
        if ty.lanes > 4 || op.is_unaligned() && ty.lanes > 1 || self.is_block_of_four(memory, op, result) {
            return self.load_block(inst, memory, op, result);
        }
        let element = data_type(ty.scalar);
        let whole = ChannelMask::from_bits((1 << ty.lanes) - 1);
        let channels = ChannelMask::from_bits(self.reads.channels(result).bits() & whole.bits());
        // Four dwords save three registers.
        let are_needed = self.crowded && ty.lanes == 4;
        let is_by_lane = self.is_uniform(result) && is_loaded_by_lane(self.kernel, op, self.context.target, are_needed);
        if channels.count() > 1 && is_by_lane {
            return self.load_block(inst, memory, op, result);
        }
        let lone = self.lone_operand(op.address(Role::X), DataType::Ud);
        let is_qword = self.is_one_qword(op, result) && channels == whole;
        let sends = match lone {
            Some(_) => SmallVec::from_slice(&[Exec::SCALAR]),
            None if is_qword => SmallVec::from_slice(&[Exec::SCALAR]),
            None => self.load_sends(memory, result),
        };
        let lanes = u32::from(sends[0].lanes);
        let uniform = sends[0].nomask;
        let elements = if uniform { 1 } else { lanes };
        let responses: SmallVec<[Var; 2]> = (0..sends.len())
            .map(|_| self.declare(element, channels.count() * lanes, Storage::Own, Meaning::Temporary))
            .collect();
        let mut first = None;
        for (rank, index) in (0..).zip(channels.iter()) {
            for (half, response) in responses.iter().enumerate() {
                let storage = Storage::Subregister { of: *response, offset: rank * (lanes * 4) as u16 };
                let meaning = Meaning::Value { value: result, element: index, half: half as u8 };
                let subregister = self.declare(element, elements, storage, meaning);
                first.get_or_insert(subregister);
            }
        }
        for ((half, exec), response) in (0..).zip(sends).zip(responses) {
            self.out.vars[response].align = Align::Grf;
            let address =
                lone.map_or_else(|| self.byte_address(op, half, exec), |offset| [Some(offset), None, None, None]);
            let data = Raw::whole(if is_qword { self.alias(response, DataType::Uq) } else { response });
            let any_byte = op.is_unaligned() || lone.is_some();
            let access = self.access(memory.op(true, any_byte, exec, ty.lanes), exec, memory, address, data);
            let (channels, bytes) = match any_byte {
                true => (ChannelMask::EMPTY, DWORD),
                false if is_qword => (ChannelMask::from_bits(1), 0),
                false => (channels, 0),
            };
            self.push(Inst::DataPort(DataPort { channels, bytes, ..access }));
        }
        if let Some(first) = first {
            let mask = if channels == whole { ALL_ELEMENTS } else { channels.bits() };
            self.locs[result] =
                if uniform { ValueLoc::Uniform { first, mask } } else { ValueLoc::Divergent { first, mask } };
        }
    }

    /// Loads qwords that are the addresses of messages, of which `result` has the halves.
    fn load_qwords(&mut self, memory: PortTarget, op: &MemoryOp, result: Value) {
        let halves = [(result, 0), (result, 1)];
        let made: SmallVec<[Var; 2]> = (0..self.halves)
            .map(|half| {
                let meaning = Meaning::Qwords { low: halves[0], high: halves[1], half: half as u8 };
                self.declare(DataType::Uq, self.half_lanes, Storage::Own, meaning)
            })
            .collect();
        let dwords: SmallVec<[Var; 2]> = made.iter().map(|of| self.new_dwords(*of)).collect();
        self.locs[result] = ValueLoc::EveryOther { first: dwords[0], behind: 0 };
        for (half, of) in (0..).zip(made) {
            let exec = self.half(half);
            let address = self.byte_address(op, half, exec);
            let access = self.access(DataPortOp::PointerGatherQwords, exec, memory, address, Raw::whole(of));
            self.push(Inst::DataPort(DataPort { channels: ChannelMask::from_bits(1), bytes: 0, ..access }));
            self.qwords.made.insert((halves, half), of);
        }
    }

    /// Whether two dwords through a pointer are one qword, which all lanes load or store alike. It takes one address and follows
    /// itself in one register; as channels each dword has a register, and each lane an address.
    fn is_one_qword(&self, op: &MemoryOp, moved: Value) -> bool {
        let ty = self.kernel.ty(moved);
        let is_alike = |value: Value| self.is_uniform(value);
        op.aligned == Aligned::Qword
            && (ty.lanes, ty.scalar.bits()) == (2, 32)
            && is_alike(moved)
            && op.address.iter().all(|(_, address)| is_alike(*address))
    }

    /// Whether a block is the four dwords that all lanes load: it takes one address and one register, where channels take one of
    /// each for every lane. By pointer there is none: see [`DataPortOp::PointerBlockLoad`].
    fn is_block_of_four(&self, memory: PortTarget, op: &MemoryOp, result: Value) -> bool {
        let has_block = match memory {
            PortTarget::Surface(_) | PortTarget::Scratch => true,
            PortTarget::Local => is_local_block(self.kernel, op, self.context.target),
            PortTarget::Pointer => false,
        };
        has_block && self.kernel.ty(result).lanes == 4 && self.is_uniform(result)
    }

    /// The block of local memory that a load begins at: its offset in units of blocks.
    fn local_block(&mut self, op: &MemoryOp) -> Option<Raw> {
        let offset = op.address(Role::X)?;
        let unit = DataPortOp::OwordLoad.offset_unit();
        if let Some(bytes) = self.constant(offset, 0) {
            let bits = bytes / u64::from(unit);
            let meaning = Meaning::Constant { bits: Bits::from(bits) };
            let number = Src::immediate(DataType::Ud, bits);
            return Some(Raw::whole(self.copy_to_new(Exec::SCALAR, DataType::Ud, 1, Storage::Own, meaning, number)));
        }
        let source = self.source(offset, 0, 0, DataType::Ud);
        let source = self.in_variable(source);
        let blocks = self.single(DataType::Ud, Meaning::Temporary);
        let number = Src::immediate(DataType::Ud, unit.trailing_zeros().into());
        self.alu(AluOp::Shr, Exec::SCALAR, Dst::whole(blocks), &[source, number]);
        Some(Raw::whole(blocks))
    }

    /// A value that a message for all lanes alone reads: see [`lone_operands`](super::lone_operands). Its variable begins a
    /// register.
    fn lone_operand(&mut self, value: Option<Value>, ty: DataType) -> Option<Raw> {
        let value = value.filter(|value| self.lone_operands.contains(*value))?;
        let ValueLoc::Uniform { first, mask: ALL_ELEMENTS } = self.locs[value] else { return None };
        let decl = self.out.vars[first];
        let (storage, elements, own) = (decl.storage, decl.elements, decl.ty);
        let begins_register = match storage {
            Storage::Own => true,
            Storage::Subregister { of, offset: 0 } => self.out.vars[of].align == Align::Grf,
            _ => false,
        };
        if !begins_register || elements != 1 || own.bytes() != ty.bytes() {
            return None;
        }
        self.out.vars[first].align = Align::Grf;
        Some(Raw::whole(self.alias(first, ty)))
    }

    /// Emits a load of several dwords that all lanes read alike: one block, or a dword a lane.
    fn load_block(&mut self, inst: texture::InstId, memory: PortTarget, op: &MemoryOp, result: Value) {
        let ty = self.kernel.ty(result);
        debug_assert!(self.is_uniform(result), "the loads of divergent vectors were split");
        if !self.is_uniform(result) {
            return self.unsupported(inst, format!("a load of {ty}"));
        }
        let is_local = matches!(memory, PortTarget::Local);
        let is_by_pointer = matches!(memory, PortTarget::Pointer);
        let has_no_block = is_local && !is_local_block(self.kernel, op, self.context.target);
        let is_spread = op.is_unaligned() || is_by_pointer || has_no_block || ty.lanes < 4;
        let address = if is_spread {
            Some(if is_by_pointer { self.spread_addresses(op, ty.lanes) } else { self.spread_offsets(op, ty.lanes) })
        } else if is_local {
            self.local_block(op)
        } else {
            op.address(Role::X).map(|offset| match self.source(offset, 0, 0, DataType::Ud) {
                Src::Register { var, offset, .. } => Raw { var, offset },
                _ => self.in_lanes(offset, 0, 0, Exec::SCALAR, DataType::Ud),
            })
        };
        let element = data_type(ty.scalar);
        let dwords = if is_spread { SPREAD } else { ty.lanes.into() };
        let data = self.declare(element, dwords, Storage::Own, Meaning::Temporary);
        let mut first = None;
        for index in 0..ty.lanes {
            let storage = Storage::Subregister { of: data, offset: u16::from(index) * 4 };
            let subregister =
                self.declare(element, 1, storage, Meaning::Value { value: result, element: index, half: 0 });
            first.get_or_insert(subregister);
        }
        let address = [address, None, None, None];
        let data = Raw::whole(data);
        let access = if is_spread {
            let exec = Exec::all(SPREAD, 0);
            if op.is_unaligned() {
                DataPort { bytes: DWORD, ..self.access(memory.op(true, true, exec, 1), exec, memory, address, data) }
            } else {
                let channels = ChannelMask::from_bits(1);
                let gather = if is_by_pointer { DataPortOp::PointerGatherDwords } else { DataPortOp::Gather4Scaled };
                DataPort { channels, ..self.access(gather, exec, memory, address, data) }
            }
        } else {
            let bytes = (u32::from(ty.lanes) * 4) as u8;
            let block = if is_local { DataPortOp::OwordLoad } else { DataPortOp::BlockLoad };
            DataPort { bytes, ..self.access(block, Exec::SCALAR, memory, address, data) }
        };
        self.push(Inst::DataPort(access));
        if let Some(first) = first {
            self.locs[result] = ValueLoc::Uniform { first, mask: ALL_ELEMENTS };
        }
    }

    /// The execution sizes of the sends of a load: one a half, or one `NoMask` of the narrowest size if every lane reads
    /// the same.
    fn load_sends(&self, memory: PortTarget, result: Value) -> SmallVec<[Exec; 2]> {
        if self.is_uniform(result) {
            return SmallVec::from_slice(&[self.for_all_lanes(memory, result)]);
        }
        (0..self.halves).map(|half| self.half(half)).collect()
    }

    /// Emits a load of elements of 8 or 16 bits, which come back in the low bits of dwords.
    fn load_narrow(&mut self, inst: texture::InstId, memory: PortTarget, op: &MemoryOp, result: Value) {
        let ty = self.kernel.ty(result);
        if !ty.is_scalar() || ty.scalar == Scalar::I64 {
            return self.unsupported(inst, format!("a load of {ty}"));
        }
        let sends = self.load_sends(memory, result);
        for ((exec, var, half), send) in self.define(result).zip(sends) {
            let address = self.byte_address(op, half, send);
            let wide = self.declare(DataType::Ud, send.lanes.into(), Storage::Own, Meaning::Temporary);
            self.out.vars[wide].align = Align::Grf;
            let data = Raw::whole(wide);
            let access = self.access(memory.op(true, true, send, 1), send, memory, address, data);
            self.push(Inst::DataPort(DataPort { bytes: ty.scalar.bytes() as u8, ..access }));
            let src = self.low_part(wide, self.out.vars[var].ty, send);
            self.mov(exec, var, src);
        }
    }

    /// What is in the low bits of dwords, in a type of its own: Intel's finalizer lets readers of that type read it there.
    fn low_part(&mut self, dwords: Var, ty: DataType, send: Exec) -> Src {
        let region = if send.nomask { Region::SCALAR } else { Region::strided(DWORD / ty.bytes() as u8) };
        Src::Register { var: self.alias(dwords, ty), offset: 0, region, modifier: Modifier::None }
    }

    fn store_raw(&mut self, inst: texture::InstId, memory: PortTarget, op: &MemoryOp, value: Value) {
        let ty = self.kernel.ty(value);
        let wide = ty.scalar.bits() == 32;
        if !wide && (!ty.is_scalar() || ty.scalar == Scalar::I64) {
            return self.unsupported(inst, format!("a store of {ty}"));
        }
        if op.is_unaligned() && ty.lanes > 1 {
            return self.store_spread(inst, memory, op, value);
        }
        let lone = [
            self.lone_operand(op.address(Role::X), DataType::Ud),
            self.lone_operand(Some(value), data_type(ty.scalar)),
        ];
        let is_by_pointer = matches!(memory, PortTarget::Pointer);
        let is_qword = self.is_one_qword(op, value);
        let sends = match lone {
            [None, None] if is_qword => SmallVec::from_slice(&[Exec::SCALAR]),
            [None, None] => self.store_sends(memory, op, value),
            _ => SmallVec::from_slice(&[Exec::SCALAR]),
        };
        for (half, exec) in (0..).zip(sends) {
            let is_once = exec == Exec::SCALAR;
            let address = match lone[0] {
                None if is_once && !is_by_pointer => {
                    [op.address(Role::X).map(|offset| self.sent_once(offset, DataType::Ud)), None, None, None]
                }
                None => self.byte_address(op, half, exec),
                offset => [offset, None, None, None],
            };
            if wide {
                let data = match lone[1] {
                    None if is_once && ty.is_scalar() => self.sent_once(value, data_type(ty.scalar)),
                    None if is_qword => {
                        let dwords = self.contiguous(value, ty, half, exec);
                        Raw::whole(self.alias(dwords.var, DataType::Uq))
                    }
                    None => self.contiguous(value, ty, half, exec),
                    Some(data) => data,
                };
                let channels = ChannelMask::from_bits((1 << ty.lanes) - 1);
                let any_byte = op.is_unaligned() || is_once && !is_by_pointer;
                let access = self.access(memory.op(false, any_byte, exec, ty.lanes), exec, memory, address, data);
                let (channels, bytes) = match any_byte {
                    true => (ChannelMask::EMPTY, DWORD),
                    false if is_qword => (ChannelMask::from_bits(1), 0),
                    false => (channels, 0),
                };
                self.push(Inst::DataPort(DataPort { channels, bytes, ..access }));
            } else {
                let narrow = unsigned(data_type(if ty.scalar == Scalar::F16 { Scalar::I16 } else { ty.scalar }));
                let dword = DataType::Ud;
                let data = self.shared_payload(self.contents(value, 1, dword, half, exec), |emitter| {
                    let src = emitter.source(value, 0, half, narrow);
                    let dwords = emitter.declare(dword, exec.lanes.into(), Storage::Own, Meaning::Temporary);
                    emitter.mov(exec, dwords, src);
                    Raw::whole(dwords)
                });
                self.out.vars[data.var].align = Align::Grf;
                let access = self.access(memory.op(false, true, exec, 1), exec, memory, address, data);
                self.push(Inst::DataPort(DataPort { bytes: ty.scalar.bytes() as u8, ..access }));
            }
        }
    }

    /// Emits a store of two to four dwords to any byte, which all lanes store alike: each is that of a lane, and the last one
    /// that of the lanes behind, too.
    fn store_spread(&mut self, inst: texture::InstId, memory: PortTarget, op: &MemoryOp, value: Value) {
        let ty = self.kernel.ty(value);
        let is_uniform = |value: Value| self.is_uniform(value);
        let is_alike = is_uniform(value) && op.address.iter().all(|(_, address)| is_uniform(*address));
        debug_assert!(is_alike, "the stores that lanes make otherwise were split");
        if !is_alike {
            return self.unsupported(inst, format!("a store of {ty}"));
        }
        let exec = Exec::all(SPREAD, 0);
        let address = match memory {
            PortTarget::Pointer => self.spread_addresses(op, ty.lanes),
            _ => self.spread_offsets(op, ty.lanes),
        };
        let element = data_type(ty.scalar);
        let last = ty.lanes - 1;
        let src = self.source(value, last, 0, element);
        let meaning = self.meaning(value, last, 0);
        let of = self.copy_to_new(exec, element, SPREAD, Storage::Own, meaning, src);
        self.out.vars[of].align = Align::Grf;
        for index in 0..last {
            let src = self.source(value, index, 0, element);
            let storage = Storage::Subregister { of, offset: u16::from(index) * 4 };
            let meaning = self.meaning(value, index, 0);
            self.copy_to_new(Exec::SCALAR, element, 1, storage, meaning, src);
        }
        let scatter = memory.op(false, true, exec, 1);
        let access = self.access(scatter, exec, memory, [Some(address), None, None, None], Raw::whole(of));
        self.push(Inst::DataPort(DataPort { bytes: DWORD, ..access }));
    }

    /// The execution sizes of the sends of a store: one a half, or one `NoMask` of the narrowest size if every lane writes
    /// the same to one address. A block is executed only where some lane is active, so that a lane asked for it. Intel's
    /// compiler does the same in divergent blocks: of `if (get_local_id(0) < 5) p[3] = v`, ocloc makes
    /// `scatter_scaled.4 (M1_NM, 1)` for TGLLP and DG2, and its finalizer adds no predicate. Of private memory that is one
    /// copy for all lanes, likewise.
    fn store_sends(&self, memory: PortTarget, op: &MemoryOp, value: Value) -> SmallVec<[Exec; 2]> {
        if self.is_uniform(value) && op.address.iter().all(|(_, address)| self.is_uniform(*address)) {
            return SmallVec::from_slice(&[self.for_all_lanes(memory, value)]);
        }
        (0..self.halves).map(|half| self.half(half)).collect()
    }

    /// The execution size of the one send that serves all lanes: the narrowest, or one lane where a pointer names one element,
    /// as Intel's compiler sends `svm_gather.4.1 (M1_NM, 1)`.
    fn for_all_lanes(&self, memory: PortTarget, moved: Value) -> Exec {
        match memory {
            PortTarget::Pointer if self.kernel.ty(moved).is_scalar() => Exec::SCALAR,
            _ => Exec::all(self.context.target.platform().native_simd, 0),
        }
    }

    /// The elements of a value in contiguous registers.
    fn contiguous(&mut self, value: Value, ty: Type, half: u32, exec: Exec) -> Raw {
        let element = data_type(ty.scalar);
        if ty.is_scalar() {
            return self.sent_in_lanes(value, half, exec, element);
        }
        let lanes = u32::from(exec.lanes);
        self.shared_payload(self.contents(value, ty.lanes, element, half, exec), |emitter| {
            let of = emitter.declare(element, u32::from(ty.lanes) * lanes, Storage::Own, Meaning::Temporary);
            // A message takes whole registers.
            emitter.out.vars[of].align = Align::Grf;
            for index in 0..ty.lanes {
                let src = emitter.source(value, index, half, element);
                let storage = Storage::Subregister { of, offset: (u32::from(index) * lanes * 4) as u16 };
                let meaning = emitter.meaning(value, index, half);
                emitter.copy_to_new(exec, element, lanes, storage, meaning, src);
            }
            Raw::whole(of)
        })
    }

    /// The payload that has these contents: one that an earlier message of the block has sent, or what `make` makes.
    fn shared_payload(&mut self, contents: Contents, make: impl FnOnce(&mut Self) -> Raw) -> Raw {
        self.payloads.get(&contents).copied().unwrap_or_else(|| {
            let made = make(self);
            self.payloads.insert(contents, made);
            made
        })
    }

    /// The same as [`in_lanes`](Emitter::in_lanes), where a message sends the variable as it is: those of a block share it.
    pub(super) fn sent_in_lanes(&mut self, value: Value, half: u32, exec: Exec, ty: DataType) -> Raw {
        match self.bits_source(value, 0, half, ty) {
            Src::Register { var, offset, region: Region::CONTIGUOUS, .. } => Raw { var, offset },
            _ => self.shared_payload(self.contents(value, 1, ty, half, exec), |emitter| {
                emitter.in_lanes(value, 0, half, exec, ty)
            }),
        }
    }

    /// What a payload of the first elements of a value holds.
    fn contents(&self, value: Value, elements: u8, ty: DataType, half: u32, exec: Exec) -> Contents {
        let param = |element: u8| match self.constant(value, element) {
            Some(bits) => Param::Number(Bits::new(bits)),
            None => Param::Element(self.leaf(value, element)),
        };
        Contents { params: (0..elements).map(param).collect(), ty, half, exec }
    }
}
