//! Loads in which each lane reads a dword behind the one before it, and all lanes get all of them: eight dwords through a
//! pointer or of local memory, two to four of these or of a buffer, or two to four or eight that may be at any byte; the lanes
//! that are left read the last one again. Two to four that may be at any byte and are the same in all lanes are stored likewise.
//!
//! The addresses are computed in steps, each of which reads what the steps before it have made: the numbers of the lanes,
//! four times these, the sums with the low half of the pointer, where these carry, and the high half and the carry. Four times
//! the numbers of up to four lanes are a number themselves. To an offset of local memory two vectors of small numbers are
//! added, one after the other.

use texvisa_ir::texture::{InstData, InstId, MemoryAccess, MemoryOp, MemorySpace, Role, Value};
use texvisa_ir::visa::{
    Alu, AluOp, DataPort, DataPortOp, DataType, Exec, Modifier, Raw, Region, Relation, Src, VectorType,
};

use super::checker::Checker;
use super::origins::Destination;
use super::register_contents::RootByte;
use super::symbolic_value::{DWORD, Scope, SpreadPart, SymbolicValue, Term};

/// How many lanes one such message has, and dwords.
const LANES: u8 = 8;
/// All of them, active or not.
const EXEC: Exec = Exec { lanes: LANES, first: 0, nomask: true };
impl Checker<'_> {
    /// How many dwords an instruction of the source loads or stores, if it is such a load or store.
    pub(super) fn spread(&self, inst: InstId) -> Option<u8> {
        let kernel = self.source_index.kernel;
        let InstData::Memory(id) = kernel.insts[inst] else { return None };
        let op = &kernel.memories[id];
        let moved = match op.kind.access {
            MemoryAccess::Load => kernel.result(inst)?,
            MemoryAccess::Store => *op.values.first()?,
            _ => return None,
        };
        let lanes = kernel.ty(moved).lanes;
        let is_spread = match (op.kind.space, op.kind.access) {
            _ if op.is_unaligned() => lanes > 1,
            (MemorySpace::Pointer, MemoryAccess::Load) => lanes == LANES,
            (MemorySpace::Local, MemoryAccess::Load) => matches!(lanes, 2..=4 | LANES),
            (MemorySpace::Raw, MemoryAccess::Load) => matches!(lanes, 2..=4),
            _ => false,
        };
        is_spread.then_some(lanes)
    }

    /// How many dwords a message loads or stores, one a lane. Two to four at multiples of four may be channels of each lane instead:
    /// then they have one address.
    pub(super) fn spread_by(&self, inst: InstId, port: &DataPort) -> Option<u8> {
        let count = self.spread(inst).filter(|_| self.is_spread_message(port))?;
        let InstData::Memory(id) = self.source_index.kernel.insts[inst] else { return None };
        let may_be_channels = count <= 4 && !self.source_index.kernel.memories[id].is_unaligned();
        (!may_be_channels || self.has_spread_addresses(inst, port)).then_some(count)
    }

    /// Whether the addresses of a message are those of dwords that follow each other, one a lane.
    pub(super) fn has_spread_addresses(&self, inst: InstId, port: &DataPort) -> bool {
        let place = port.address[0].expand().and_then(|raw| {
            let decl = self.kernel.vars.get(raw.var)?;
            Some(self.registers.root_byte(raw.var, decl, raw.offset.into()))
        });
        place.is_some_and(|place| self.are_spread(inst, port.op.is_by_pointer(), place))
    }

    /// Whether a message moves one dword a lane, as such a load or store does.
    pub(super) fn is_spread_message(&self, port: &DataPort) -> bool {
        let is_dword = match port.op {
            DataPortOp::PointerGatherDwords | DataPortOp::Gather4Scaled => port.channels.bits() == 1,
            DataPortOp::PointerGather
            | DataPortOp::GatherScaled
            | DataPortOp::PointerScatter
            | DataPortOp::ScatterScaled => u32::from(port.bytes) == DWORD,
            _ => false,
        };
        is_dword && port.exec == EXEC
    }

    /// A step in computing the addresses, or a number that is moved to a variable.
    #[inline(never)]
    pub(super) fn spread_address(&mut self, alu: &Alu, dst: &Destination<'_>, inst: InstId, op: &MemoryOp) {
        let [a, b, _] = &alu.srcs;
        let is_number = |src: &Src, number| matches!(src, Src::Immediate { bits, .. } if bits.get() == number);
        let is_numbers = |src: &Src| matches!(src, Src::Vector { ty: VectorType::Uv, bits: 0x7654_3210 });
        let by_lane = alu.exec == EXEC;
        let part = match (alu.op, alu.predicate) {
            (AluOp::Mov, None) if by_lane && alu.dst.stride == 1 && is_numbers(a) => SpreadPart::Number,
            (AluOp::Mov, None) => return self.copy(alu, dst),
            (AluOp::Shl, None) if by_lane && self.is_part(a, inst, SpreadPart::Number) && is_number(b, 2) => {
                SpreadPart::Bytes
            }
            (AluOp::Add, None)
                if by_lane
                    && self.is_half(a, op, Role::Low)
                    && (self.is_part(b, inst, SpreadPart::Bytes) || self.are_bytes(b, inst)) =>
            {
                SpreadPart::Low
            }
            (AluOp::Add, None) if by_lane && self.is_half(a, op, Role::High) && self.is_carry(b, inst) => {
                SpreadPart::High
            }
            (AluOp::Add, None) if by_lane && op.kind.space != MemorySpace::Pointer => {
                match self.offsets_so_far(a, b, inst, op) {
                    Some(part) => part,
                    None => return self.no_step(alu, dst),
                }
            }
            _ => return self.no_step(alu, dst),
        };
        let term = Term::Spread { inst, part };
        let scope = Scope::Lanes { first: 0 };
        let is_half = matches!(part, SpreadPart::Low | SpreadPart::High);
        if alu.saturate || !alu.exec.nomask || is_half != (alu.dst.stride == 2) {
            self.wrong(|| "a step of an address for all lanes".to_owned(), || format!("{}", alu.exec));
            return self.put(alu, dst, Term::Unknown, scope);
        }
        if is_half {
            let place = RootByte { byte: dst.place.byte + u32::from(alu.dst.offset), ..dst.place };
            let content = SymbolicValue { term, scope, bytes: dst.bytes as u8 };
            return self.registers.write_every_other(place, LANES.into(), content);
        }
        self.put(alu, dst, term, scope);
    }

    fn no_step(&mut self, alu: &Alu, dst: &Destination<'_>) {
        self.wrong(|| "a step of an address".to_owned(), || alu.op.name().to_owned());
        self.put(alu, dst, Term::Unknown, Scope::Uniform);
    }

    /// What the sum of the operation's offset, or of what was added to it before, and a vector of numbers is.
    fn offsets_so_far(&self, a: &Src, b: &Src, inst: InstId, op: &MemoryOp) -> Option<SpreadPart> {
        let Src::Vector { ty: VectorType::Uv, bits } = *b else { return None };
        let is_plain = matches!(a, Src::Register { modifier: Modifier::None, .. });
        let found = self.read(a, EXEC);
        let before = match found.term {
            _ if !is_plain => return None,
            Term::Spread { inst: of, part: SpreadPart::Partial(before) }
                if of == inst && self.is_part(a, inst, SpreadPart::Partial(before)) =>
            {
                before
            }
            _ if self.is_half(a, op, Role::X) => 0,
            _ => return None,
        };
        let number = |bits: u32, lane: u32| bits >> (4 * lane) & 0xf;
        let last = u32::from(self.spread(inst)?) - 1;
        let is_whole =
            (0..u32::from(LANES)).all(|lane| number(before, lane) + number(bits, lane) == DWORD * lane.min(last));
        match before {
            _ if is_whole => Some(SpreadPart::Offset),
            0 => Some(SpreadPart::Partial(bits)),
            _ => None,
        }
    }

    /// A comparison, of the first sources of `alu`, that finds the lanes whose sum is less than the low half of the pointer.
    pub(super) fn carries(&mut self, alu: &Alu, dst: &Destination<'_>, inst: InstId, relation: Relation) {
        let term = if relation == Relation::Lt && self.finds_carries(alu, inst) {
            Term::Spread { inst, part: SpreadPart::Carries }
        } else {
            self.wrong(|| "the carry of an address".to_owned(), || "another comparison".to_owned());
            Term::Unknown
        };
        self.put(alu, dst, term, Scope::Lanes { first: 0 });
    }

    fn finds_carries(&self, alu: &Alu, inst: InstId) -> bool {
        let InstData::Memory(id) = self.source_index.kernel.insts[inst] else { return false };
        let Src::Register { var, offset, region, modifier: Modifier::None } = alu.srcs[0] else { return false };
        let Some(decl) = self.kernel.vars.get(var) else { return false };
        let place = self.registers.root_byte(var, decl, offset.into());
        let low = self.registers.every_other(place, LANES.into());
        let is_unsigned = |src: &Src| match src {
            Src::Register { var, .. } => self.kernel.vars.get(*var).is_some_and(|decl| decl.ty == DataType::Ud),
            _ => false,
        };
        alu.exec == EXEC
            && region == Region::strided(2)
            && alu.srcs[..2].iter().all(is_unsigned)
            && low.is_some_and(|found| is_in_lanes(found, inst, SpreadPart::Low))
            && self.is_half(&alu.srcs[1], &self.source_index.kernel.memories[id], Role::Low)
    }

    /// Whether the addresses of a message are the operation's and those of the dwords behind it.
    pub(super) fn are_spread(&self, inst: InstId, is_by_pointer: bool, place: RootByte) -> bool {
        if !is_by_pointer {
            let found = self.registers.find(place, u32::from(LANES) * DWORD);
            return found.is_some_and(|found| is_in_lanes(found, inst, SpreadPart::Offset));
        }
        [(SpreadPart::Low, 0), (SpreadPart::High, DWORD)].into_iter().all(|(part, behind)| {
            let place = RootByte { byte: place.byte + behind, ..place };
            let found = self.registers.every_other(place, LANES.into());
            found.is_some_and(|found| is_in_lanes(found, inst, part))
        })
    }

    /// The dwords that a message stores are the elements of `value`, one a lane; the lanes behind have the last of them.
    pub(super) fn stored_by_lane(&mut self, port: &DataPort, value: Value, count: u8) {
        for lane in 0..LANES {
            self.summary.access_operands += 1;
            let element = lane.min(count - 1);
            let raw = Raw { offset: port.data.offset + u16::from(lane) * DWORD as u16, ..port.data };
            let found = self.read_raw(raw, 1, DWORD);
            if !self.is(found, value, element, Exec::SCALAR) {
                self.wrong_data(value, element, found, port);
            }
        }
    }

    /// Whether each lane reads its own element of a part.
    fn is_part(&self, src: &Src, inst: InstId, part: SpreadPart) -> bool {
        let is_plain = matches!(src, Src::Register { region: Region::CONTIGUOUS, modifier: Modifier::None, .. });
        is_plain && is_in_lanes(self.read(src, EXEC), inst, part)
    }

    /// Whether a number has, for each lane, how many bytes its dword is behind the first.
    fn are_bytes(&self, src: &Src, inst: InstId) -> bool {
        let Src::Vector { ty: VectorType::Uv, bits } = *src else { return false };
        let Some(last) = self.spread(inst).and_then(|count| count.checked_sub(1)) else { return false };
        (0..u32::from(LANES)).all(|lane| bits >> (4 * lane) & 0xf == DWORD * lane.min(last.into()))
    }

    /// Whether each lane reads its carry: all ones are -1.
    fn is_carry(&self, src: &Src, inst: InstId) -> bool {
        let is_negated = matches!(src, Src::Register { region: Region::CONTIGUOUS, modifier: Modifier::Negate, .. });
        is_negated && is_in_lanes(self.read(src, EXEC), inst, SpreadPart::Carries)
    }

    /// Whether all lanes read a half of the pointer, or the offset.
    fn is_half(&self, src: &Src, op: &MemoryOp, role: Role) -> bool {
        let is_plain = matches!(src, Src::Register { modifier: Modifier::None, .. } | Src::Immediate { .. });
        is_plain && op.address(role).is_some_and(|value| self.is(self.read(src, EXEC), value, 0, EXEC))
    }
}

fn is_in_lanes(found: SymbolicValue, inst: InstId, part: SpreadPart) -> bool {
    found.term == Term::Spread { inst, part } && found.scope == Scope::Lanes { first: 0 }
}
