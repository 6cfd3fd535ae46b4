//! Messages of the data port: buffers and typed surfaces, and atomic operations.

use texvisa_ir::texture::{
    Aligned, AtomicOp, ChannelMask, InstData, InstId, MemoryAccess, MemoryOp, MemorySpace, Role, Value,
};
use texvisa_ir::visa::{
    Alu, AluOp, Atomic, AtomicForm, AtomicFunction, DataPort, DataPortOp, Exec, Modifier, Raw, Src, State, StateKind,
    VisaKernel,
};

use super::checker::Checker;
use super::register_contents::{RootByte, WrittenResponse};
use super::source_index::Leaf;
use super::symbolic_value::{DWORD, Scope, SymbolicValue, Term};

/// The distance in bytes from one channel of an access to the next (GATHER4_SCALED, ch_start).
fn port_step(kernel: &VisaKernel, port: &DataPort) -> u32 {
    if is_one_qword(port) {
        return DWORD;
    }
    kernel.grf().round_up(u32::from(port.exec.lanes) * port.op.channel_bytes())
}

/// Whether the access is of bytes or words, of which each is in the low bits of a dword.
fn is_narrow(port: &DataPort) -> bool {
    port.op.is_bytes() && u32::from(port.bytes) < DWORD
}

/// Whether the access is of a qword for each lane, whose halves are beside each other.
fn is_qword_by_lane(port: &DataPort) -> bool {
    port.op.block_bytes() == 8 && port.channels.bits() == 1 && port.exec.lanes > 1 && !port.exec.nomask
}

/// Whether the access is of one qword for all lanes, whose halves are two channels.
fn is_one_qword(port: &DataPort) -> bool {
    port.op.block_bytes() == 8 && port.channels.bits() == 1 && port.exec == Exec::SCALAR
}

/// The channels of an access; the first of one that works on bytes.
fn port_channels(port: &DataPort) -> ChannelMask {
    match port.op.is_bytes() {
        true => ChannelMask::from_bits(1),
        false if is_one_qword(port) => ChannelMask::from_bits(0b11),
        false => port.channels,
    }
}

impl<'k> Checker<'k> {
    #[inline(never)]
    pub(super) fn access(&mut self, port: &DataPort) {
        self.summary.accesses += 1;
        let Some((inst, op)) = self.memory_op() else {
            self.wrong(|| "no message".to_owned(), || "a data port message".to_owned());
            return self.forget_data(port);
        };
        self.serve_lanes(inst, port.exec);
        // One message may load for all lanes, or store for them: its address then has to be uniform, and what it stores.
        let serves_all = port.exec.nomask && op.kind.access.atomic().is_none() && !port.op.is_typed();
        if port.predicate.is_some() || port.exec.nomask && !serves_all {
            self.wrong(|| "the active lanes, without a predicate".to_owned(), || "others".to_owned());
        }
        self.memory_of(op, port.surface.expand());
        let spread = self.spread_by(inst, port);
        if spread.is_some() {
            self.spread_addresses(inst, port);
        } else {
            self.address(op, port);
        }
        let value = match op.kind.access {
            MemoryAccess::Load | MemoryAccess::LoadBlock => self.source_index.kernel.result(inst),
            MemoryAccess::Store | MemoryAccess::StoreBlock => op.values.first().copied(),
            MemoryAccess::Atomic(_) | MemoryAccess::AtomicOnce(_) => None,
        };
        let Some(value) = value.filter(|value| self.is_kind(op, port, *value)) else {
            self.wrong(|| format!("`{}`", op.kind.name().concat()), || "another access".to_owned());
            return self.forget_data(port);
        };
        match spread {
            _ if port.op.reads() => self.loaded(inst, port, value, spread),
            Some(count) => self.stored_by_lane(port, value, count),
            None => self.stored(port, value),
        }
    }

    /// The memory operation of the source that the current instruction is part of.
    fn memory_op(&self) -> Option<(InstId, &'k MemoryOp)> {
        let kernel = self.source_index.kernel;
        self.source.and_then(|inst| match &kernel.insts[inst] {
            InstData::Memory(id) => Some((inst, &kernel.memories[*id])),
            _ => None,
        })
    }

    /// The memory that an access names is the operation's.
    fn memory_of(&mut self, op: &MemoryOp, state: Option<State>) {
        let kind = state.and_then(|state| self.kernel.states.get(state)).copied();
        match (op.surface, state) {
            (Some(surface), Some(state)) => self.surface(surface, state),
            (None, Some(_)) if op.kind.space == MemorySpace::Local && kind == Some(StateKind::Local) => {}
            (None, Some(_)) if op.kind.space == MemorySpace::Scratch && kind == Some(StateKind::Scratch) => {}
            (None, None) if op.kind.space == MemorySpace::Pointer => {}
            (None, _) => self.wrong(|| "no surface".to_owned(), || "one".to_owned()),
            (Some(_), None) => self.wrong(|| "a surface".to_owned(), || "none".to_owned()),
        }
    }

    /// An atomic operation: its lanes, memory, address, function and sources are the operation's, and what it finds is the
    /// result.
    #[inline(never)]
    pub(super) fn atomic(&mut self, atomic: &Atomic) {
        self.summary.accesses += 1;
        let Some((inst, op)) = self.memory_op() else {
            return self.wrong(|| "no message".to_owned(), || "an atomic operation".to_owned());
        };
        self.serve_lanes(inst, atomic.exec);
        // Once for all lanes: one lane, whatever the execution mask is, or each would repeat it. What it reads is uniform, as
        // no other scope serves such an execution size.
        let is_once = matches!(op.kind.access, MemoryAccess::AtomicOnce(_));
        let right = if is_once { atomic.exec == Exec::SCALAR } else { !atomic.exec.nomask };
        if atomic.predicate.is_some() || !right {
            let expected =
                if is_once { "one lane, without a predicate" } else { "the active lanes, without a predicate" };
            self.wrong(|| expected.to_owned(), || format!("{}", atomic.exec));
        }
        self.memory_of(op, atomic.surface.expand());
        let lanes = u32::from(atomic.exec.lanes);
        let (address, srcs) = atomic.split(self.kernel.raws(atomic.operands));
        if atomic.form == AtomicForm::Pointer {
            self.pointer(op, address.first().copied(), atomic.exec);
        } else {
            self.parts(
                op,
                std::array::from_fn(|index| address.get(index).copied()),
                atomic.form == AtomicForm::Typed,
                atomic.exec,
            );
        }
        let Some(wanted) = op.kind.access.atomic() else {
            return self.wrong(|| format!("`{}`", op.kind.name().concat()), || "an atomic operation".to_owned());
        };
        let form = match op.kind.space {
            MemorySpace::Pointer => AtomicForm::Pointer,
            MemorySpace::Typed => AtomicForm::Typed,
            MemorySpace::Raw | MemorySpace::Local | MemorySpace::Scratch => AtomicForm::Dword,
        };
        // By number of the source: which value of the operation it is.
        let sources: &[usize] = match (wanted, atomic.function) {
            (AtomicOp::Add, AtomicFunction::Inc) | (AtomicOp::Sub, AtomicFunction::Dec) if self.is_number(op, 1) => &[],
            (AtomicOp::Add, AtomicFunction::Dec) | (AtomicOp::Sub, AtomicFunction::Inc) if self.is_number(op, -1) => {
                &[]
            }
            (AtomicOp::Add, AtomicFunction::Add)
            | (AtomicOp::Sub, AtomicFunction::Sub)
            | (AtomicOp::And, AtomicFunction::And)
            | (AtomicOp::Or, AtomicFunction::Or)
            | (AtomicOp::Xor, AtomicFunction::Xor)
            | (AtomicOp::MinS, AtomicFunction::MinS)
            | (AtomicOp::MaxS, AtomicFunction::MaxS)
            | (AtomicOp::MinU, AtomicFunction::MinU)
            | (AtomicOp::MaxU, AtomicFunction::MaxU)
            | (AtomicOp::MinF, AtomicFunction::MinF)
            | (AtomicOp::MaxF, AtomicFunction::MaxF)
            | (AtomicOp::AddF, AtomicFunction::AddF)
            | (AtomicOp::Exchange, AtomicFunction::Exchange) => &[0],
            // What is compared comes last, and of floats first (DWORD_ATOMIC, table of operations).
            (AtomicOp::CompareExchange, AtomicFunction::CompareExchange) => &[1, 0],
            (AtomicOp::CompareExchangeF, AtomicFunction::CompareExchangeF) => &[0, 1],
            _ => &[usize::MAX],
        };
        // A 64-bit integer is here as its halves.
        let wide = op.values.first().is_some_and(|value| self.source_index.kernel.ty(*value).lanes == 2);
        let is_right = form == atomic.form
            && sources.len() == srcs.len()
            && !sources.contains(&usize::MAX)
            && atomic.bytes == if wide { 8 } else { 4 };
        if !is_right {
            self.wrong(|| format!("`{}`", op.kind.name().concat()), || "another operation".to_owned());
        }
        for (raw, value) in srcs.iter().zip(sources).filter(|_| is_right) {
            let Some(value) = op.values.get(*value).copied() else { continue };
            if wide {
                self.qword_halves(Some(*raw), [Some((value, 0)), Some((value, 1))], ["low", "high"], atomic.exec);
                continue;
            }
            self.summary.access_operands += 1;
            let found = self.read_raw(*raw, lanes, DWORD);
            if !self.is(found, value, 0, atomic.exec) {
                let (expected, found) = (self.describe_value(value, 0), self.describe(found));
                self.wrong(|| format!("{expected} as a source for {}", atomic.exec), || found);
            }
        }
        // Where it has no destination, a reader of the result finds that nothing wrote it.
        if let Some(result) = self.source_index.kernel.result(inst)
            && let Some(dst) = atomic.dst.expand()
            && let Some(destination) = self.destination(dst.var)
        {
            let scope = if is_once { Scope::Uniform } else { Scope::Lanes { first: atomic.exec.first } };
            let content =
                |element| SymbolicValue { term: Term::Value { value: result, element }, scope, bytes: DWORD as u8 };
            if wide {
                for (element, behind) in [(0, 0), (1, DWORD)] {
                    let byte = destination.place.byte + u32::from(dst.offset) + behind;
                    let place = RootByte { byte, ..destination.place };
                    self.registers.write_every_other(place, lanes, content(element));
                }
                return;
            }
            let content = content(0);
            self.write(&destination, dst.offset.into(), lanes, content);
        }
    }

    /// Whether the value of an operation is that number.
    fn is_number(&self, op: &MemoryOp, number: i32) -> bool {
        let Some(value) = op.values.first().copied() else { return false };
        let is = |element, number: i32| {
            self.source_index.leaf(value, element) == Leaf::Constant(number.cast_unsigned().into())
        };
        is(0, number) && (self.source_index.kernel.ty(value).lanes != 2 || is(1, number >> 31))
    }

    /// Whether the access is of the operation's kind, with the channels and bytes of its value.
    fn is_kind(&self, op: &MemoryOp, port: &DataPort, value: Value) -> bool {
        let ty = self.source_index.kernel.ty(value);
        let wide = ty.scalar.bytes() == DWORD;
        // A load may leave out what nothing reads: a reader would find it missing.
        let whole = u32::from(port.channels.bits()) == (1u32 << ty.lanes.min(4)) - 1;
        let within = u32::from(port.channels.bits()) >> ty.lanes.min(4) == 0 && !port.op.is_typed();
        let channels = wide && ty.lanes <= 4 && (whole || port.op.reads() && within);
        // A message of bytes takes every address that the operation may have; one of dwords need not.
        let takes_addresses = port.op.is_typed() || port.op.address_alignment() <= op.alignment(ty.scalar.bytes());
        let narrow = ty.is_scalar() && u32::from(port.bytes) == ty.scalar.bytes();
        let block = wide && u32::from(port.bytes) == u32::from(ty.lanes) * DWORD;
        let rows = u32::from(ty.lanes) * self.kernel.simd.lanes() * ty.scalar.bytes();
        let is_kind = match (port.op, op.kind.space, op.kind.access) {
            (DataPortOp::Gather4Scaled, MemorySpace::Local, MemoryAccess::Load) if ty.lanes == port.exec.lanes => {
                wide && self.is_spread_message(port)
            }
            (
                DataPortOp::Gather4Scaled,
                MemorySpace::Raw | MemorySpace::Local | MemorySpace::Scratch,
                MemoryAccess::Load,
            )
            | (
                DataPortOp::Scatter4Scaled,
                MemorySpace::Raw | MemorySpace::Local | MemorySpace::Scratch,
                MemoryAccess::Store,
            )
            | (DataPortOp::PointerGather4Scaled, MemorySpace::Pointer, MemoryAccess::Load)
            | (DataPortOp::PointerScatter4Scaled, MemorySpace::Pointer, MemoryAccess::Store)
            | (DataPortOp::Gather4Typed, MemorySpace::Typed, MemoryAccess::Load)
            | (DataPortOp::Scatter4Typed, MemorySpace::Typed, MemoryAccess::Store) => channels,
            (
                DataPortOp::GatherScaled,
                MemorySpace::Raw | MemorySpace::Local | MemorySpace::Scratch,
                MemoryAccess::Load,
            )
            | (
                DataPortOp::ScatterScaled,
                MemorySpace::Raw | MemorySpace::Local | MemorySpace::Scratch,
                MemoryAccess::Store,
            )
            | (DataPortOp::PointerScatter, MemorySpace::Pointer, MemoryAccess::Store) => {
                match op.is_unaligned() && ty.lanes > 1 {
                    true => wide && self.is_spread_message(port),
                    false => narrow,
                }
            }
            (DataPortOp::BlockLoad, MemorySpace::Raw | MemorySpace::Scratch, MemoryAccess::Load)
            | (DataPortOp::OwordLoad, MemorySpace::Local, MemoryAccess::Load) => block,
            (DataPortOp::BlockLoad, MemorySpace::Raw, MemoryAccess::LoadBlock)
            | (DataPortOp::OwordStore, MemorySpace::Raw, MemoryAccess::StoreBlock) => u32::from(port.bytes) == rows,
            (DataPortOp::PointerGather, MemorySpace::Pointer, MemoryAccess::Load) if ty.is_scalar() => narrow,
            (DataPortOp::PointerGatherDwords, MemorySpace::Pointer, MemoryAccess::Load)
            | (DataPortOp::PointerScatterDwords, MemorySpace::Pointer, MemoryAccess::Store)
                if ty.is_scalar() =>
            {
                channels
            }
            (DataPortOp::PointerGatherQwords, MemorySpace::Pointer, MemoryAccess::Load) if is_qword_by_lane(port) => {
                wide && ty.lanes == 2
            }
            (DataPortOp::PointerGatherQwords, MemorySpace::Pointer, MemoryAccess::Load)
            | (DataPortOp::PointerScatterQwords, MemorySpace::Pointer, MemoryAccess::Store) => {
                wide && ty.lanes == 2 && is_one_qword(port)
            }
            (DataPortOp::PointerGather | DataPortOp::PointerGatherDwords, MemorySpace::Pointer, MemoryAccess::Load) => {
                wide && (op.is_unaligned() || ty.lanes == port.exec.lanes) && self.is_spread_message(port)
            }
            _ => false,
        };
        is_kind && takes_addresses
    }

    /// The addresses of dwords that follow each other, one a lane.
    fn spread_addresses(&mut self, inst: InstId, port: &DataPort) {
        self.summary.access_operands += 2;
        if !self.has_spread_addresses(inst, port) {
            self.wrong(|| "the addresses of dwords, one a lane".to_owned(), || "others".to_owned());
        }
    }

    fn address(&mut self, op: &MemoryOp, port: &DataPort) {
        if port.op.is_by_pointer() {
            return self.pointer(op, port.address[0].expand(), port.exec);
        }
        if port.op.offset_unit() > 1 {
            return self.offset_in_units(op, port);
        }
        self.parts(op, port.address.map(|raw| raw.expand()), port.op.is_typed(), port.exec);
    }

    /// A number of bytes, sent as a number of units: those of an oword.
    fn offset_in_units(&mut self, op: &MemoryOp, port: &DataPort) {
        self.summary.access_operands += 1;
        let unit = u64::from(port.op.offset_unit());
        let bytes = op.address(Role::X).and_then(|value| match self.source_index.leaf(value, 0) {
            Leaf::Constant(bytes) if bytes % unit == 0 => Some(bytes),
            _ => None,
        });
        let found = port.address[0].expand().map(|raw| self.read_raw(raw, u32::from(port.exec.lanes), DWORD));
        let found = found.unwrap_or(SymbolicValue::UNKNOWN);
        let is_computed =
            matches!((found.term, self.source), (Term::Intermediate(inst), Some(source)) if inst == source);
        let is_right = is_computed || bytes.is_some_and(|bytes| found.term == Term::constant(bytes / unit));
        if !is_right || !found.scope.serves(port.exec) {
            let expected = bytes.map_or("a number of whole units".to_owned(), |bytes| (bytes / unit).to_string());
            let found = self.describe(found);
            self.wrong(|| format!("{expected} as the offset in units of {unit} bytes"), || found);
        }
    }

    /// The parts of an address by byte offset, or by coordinates.
    fn parts(&mut self, op: &MemoryOp, address: [Option<Raw>; 4], is_typed: bool, exec: Exec) {
        let typed = [Role::U, Role::V, Role::R, Role::Lod];
        let roles = if is_typed { &typed[..] } else { &[Role::X] };
        for (index, raw) in address.into_iter().enumerate() {
            let value = roles.get(index).and_then(|role| op.address(*role));
            let Some(raw) = raw else {
                if index == 0 || value.is_some_and(|value| !self.source_index.is_absent(value)) {
                    self.wrong(|| format!("coordinate {index} of the address"), || "none".to_owned());
                }
                continue;
            };
            self.summary.access_operands += 1;
            let found = self.read_raw(raw, u32::from(exec.lanes), DWORD);
            let right = match value {
                Some(value) => self.is(found, value, 0, exec),
                None => found.term == Term::constant(0) && found.scope.serves(exec) && roles.len() > index,
            };
            if !right {
                let expected = value.map_or("0".to_owned(), |value| self.describe_value(value, 0));
                let found = self.describe(found);
                self.wrong(|| format!("{expected} as coordinate {index} of the address for {exec}"), || found);
            }
        }
    }

    fn stored(&mut self, port: &DataPort, value: Value) {
        if port.op.is_block() {
            return self.stored_rows(port, value);
        }
        let exec = port.exec;
        let lanes = u32::from(exec.lanes);
        if is_one_qword(port) {
            let halves = [0, 1].map(|element| Some((value, element)));
            return self.qword_halves(Some(port.data), halves, ["low", "high"], exec);
        }
        if is_narrow(port) {
            let found = self.read_raw(port.data, lanes, DWORD);
            self.summary.access_operands += 1;
            let bits = self.source_index.kernel.ty(value).scalar.mask();
            let right = match (self.source_index.leaf(value, 0), found.term) {
                (Leaf::Undefined, _) => true,
                (Leaf::Constant(wanted), Term::Constant(found)) => wanted & bits == found.get() & bits,
                (Leaf::Value { value, element }, Term::Widened { value: found, element: of }) => {
                    (value, element) == (found, of)
                }
                _ => false,
            };
            if !right || !(found.scope.serves(exec) || self.source_index.leaf(value, 0) == Leaf::Undefined) {
                self.wrong_data(value, 0, found, port);
            }
            return;
        }
        for (rank, channel) in port_channels(port).iter().enumerate() {
            self.summary.access_operands += 1;
            let raw =
                Raw { offset: port.data.offset + (rank as u32 * port_step(self.kernel, port)) as u16, ..port.data };
            let found = self.read_raw(raw, lanes, DWORD);
            if !self.is(found, value, channel, exec) {
                self.wrong_data(value, channel, found, port);
            }
        }
    }

    /// Whether an instruction makes the offset of a block in units of 16 bytes of its address.
    pub(super) fn counts_owords(&self, alu: &Alu, inst: InstId, op: &MemoryOp) -> bool {
        let bits = u64::from(DataPortOp::OwordStore.offset_unit().trailing_zeros());
        let is_shift = matches!(alu.srcs[1], Src::Immediate { bits: by, .. } if by.get() == bits);
        let is_block = op.kind.access == MemoryAccess::StoreBlock || op.aligned == Aligned::Oword;
        let address = op.address(Role::X).filter(|_| is_block);
        let is_plain = alu.op == AluOp::Shr && alu.predicate.is_none() && !alu.saturate && alu.exec.nomask;
        is_plain
            && is_shift
            && address.is_some_and(|address| self.is_operand(&alu.srcs[0], alu.exec, address, Modifier::None, inst))
    }

    /// The rows of a block that is written.
    fn stored_rows(&mut self, port: &DataPort, value: Value) {
        let ty = self.source_index.kernel.ty(value);
        let simd = self.kernel.simd;
        let lanes = simd.lanes() / simd.halves(self.kernel.target);
        for element in 0..ty.lanes {
            for first in (0..simd.lanes()).step_by(lanes as usize) {
                self.summary.access_operands += 1;
                let at = (u32::from(element) * simd.lanes() + first) * ty.scalar.bytes();
                let at = u32::from(port.data.offset) + at;
                let place = self.registers.root_byte(port.data.var, &self.kernel.vars[port.data.var], at);
                let found = self.registers.find(place, lanes * ty.scalar.bytes()).unwrap_or(SymbolicValue::UNKNOWN);
                if !self.is(found, value, element, Exec::masked(lanes, first)) {
                    self.wrong_data(value, element, found, port);
                }
            }
        }
    }

    pub(super) fn wrong_data(&mut self, value: Value, element: u8, found: SymbolicValue, port: &DataPort) {
        let expected = self.describe_value(value, element);
        let found = self.describe(found);
        self.wrong(|| format!("{expected} as channel {element} for {}", port.exec), || found);
    }

    /// Puts what a message loads, as `spread` dwords, one a lane, or as the channels of each lane.
    fn loaded(&mut self, inst: InstId, port: &DataPort, result: Value, spread: Option<u8>) {
        let exec = port.exec;
        let lanes = u32::from(exec.lanes);
        let scope = if exec.nomask { Scope::Uniform } else { Scope::Lanes { first: exec.first } };
        let at = u32::from(port.data.offset);
        if self.loads_rows(inst) {
            return self.loaded_rows(inst, port, result);
        }
        if is_narrow(port) {
            self.forget_data(port);
            // The value arrives in the low bits of a dword (GATHER_SCALED, Dst).
            let term = Term::Widened { value: result, element: 0 };
            return self.registers.write(port.data.var, at, lanes, SymbolicValue { term, scope, bytes: DWORD as u8 });
        }
        if is_qword_by_lane(port) {
            return self.loaded_qwords(port, result, scope);
        }
        let dwords = |count| u32::MAX >> (u32::BITS - count);
        let (step, elements, exec) = if port.op.is_block() {
            (DWORD, dwords(u32::from(port.bytes) / DWORD), exec)
        } else if let Some(count) = spread {
            // Each lane's dword is an element.
            (DWORD, dwords(count.into()), Exec::SCALAR)
        } else {
            (port_step(self.kernel, port), port_channels(port).bits().into(), exec)
        };
        let place = self.registers.root_byte(port.data.var, &self.kernel.vars[port.data.var], at);
        let response = WrittenResponse { place, step, bytes: DWORD, elements, exec };
        self.registers.write_response(&response, result, scope);
        self.responses.add(inst, response);
    }

    /// A qword for each lane, of which the elements of a vector are the halves.
    fn loaded_qwords(&mut self, port: &DataPort, result: Value, scope: Scope) {
        let Some(destination) = self.destination(port.data.var) else { return self.forget_data(port) };
        let lanes = u32::from(port.exec.lanes);
        for (element, behind) in [(0, 0), (1, DWORD)] {
            let byte = destination.place.byte + u32::from(port.data.offset) + behind;
            let place = RootByte { byte, ..destination.place };
            let content = SymbolicValue { term: Term::Value { value: result, element }, scope, bytes: DWORD as u8 };
            self.half_of_qwords(&destination, place, lanes, content);
            self.registers.write_every_other(place, lanes, content);
        }
    }

    /// Whether an instruction of the source loads a row of the lanes for each element.
    fn loads_rows(&self, inst: InstId) -> bool {
        let kernel = self.source_index.kernel;
        matches!(kernel.insts[inst], InstData::Memory(id) if kernel.memories[id].kind.access == MemoryAccess::LoadBlock)
    }

    /// The rows of a block: of each element those of all halves of the lanes.
    fn loaded_rows(&mut self, inst: InstId, port: &DataPort, result: Value) {
        let ty = self.source_index.kernel.ty(result);
        let simd = self.kernel.simd;
        let lanes = (simd.lanes() / simd.halves(self.kernel.target)) as u8;
        let (bytes, row) = (ty.scalar.bytes(), simd.lanes() * ty.scalar.bytes());
        let elements = u32::MAX >> (u32::BITS - u32::from(ty.lanes));
        for first in (0..simd.lanes()).step_by(lanes.into()) {
            let half = u32::from(port.data.offset) + first * bytes;
            let exec = Exec::masked(lanes.into(), first);
            for element in 0..ty.lanes {
                let term = Term::Value { value: result, element };
                let content = SymbolicValue { term, scope: Scope::Lanes { first: exec.first }, bytes: bytes as u8 };
                self.registers.write(port.data.var, half + u32::from(element) * row, lanes.into(), content);
            }
            let place = self.registers.root_byte(port.data.var, &self.kernel.vars[port.data.var], half);
            self.responses.add(inst, WrittenResponse { place, step: row, bytes, elements, exec });
        }
    }

    fn forget_data(&mut self, port: &DataPort) {
        if port.op.reads() {
            let channels = port_channels(port).count();
            let bytes = match port.op.is_block() {
                true => port.bytes.into(),
                false => channels * port_step(self.kernel, port),
            };
            self.registers.forget_bytes(port.data.var, u32::from(port.data.offset), bytes);
        }
    }
}
