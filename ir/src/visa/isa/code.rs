//! The operands of each instruction behind its opcode, written once for reading and writing.
//!
//! [`operands`] walks over the operands of an instruction in the order of the file. A [`Coder`]
//! writes each, or reads it into the instruction, which is then a blank one of the opcode's form.

use super::MAX_PARAMS;
use super::error::Allowed;
use super::opcode::{POINTER_ACCESSES, POINTER_ATOMIC};
use crate::Bits;
use crate::collections::Packed;
use crate::texture::ChannelMask;
use crate::visa::data_port::BLOCK_UNIT;
use crate::visa::message::{CodeNumbering, MessageClass, MessageRow};
use crate::visa::{
    AddressElement, AluOp, Atomic, AtomicForm, AtomicFunction, DataPort, DataPortOp, Dst, Exec, Fence, Inst, Label,
    MediaModifier, MoveDst, MoveSrc, Pred, Predicate, Raw, RawList, Relation, SamplerMessage, Src, State, Symbol,
};
use smallvec::SmallVec;

/// A number that is written as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// What it is.
    pub what: &'static str,
    /// Which numbers are allowed.
    pub least: u8,
    pub most: u8,
}

const fn field(what: &'static str, least: u8, most: u8) -> Field {
    Field { what, least, most }
}

const RELATION: Field = field("a relation", 0, 5);
/// Which of the two: `CISA_MIN_MAX_SUB_OPCODE`.
const MIN_MAX: Field = field("which of the two is meant", 0, 1);
const CHANNELS: Field = field("a channel mask", 1, 15);
const GATHERED: Field = field("the number of the channel that is gathered", 0, 3);
const FUNCTION: Field = field("a function of three bits", 0, 255);
const POINTER_ACCESS: Field = field("an access by 64-bit addresses", 1, 7);
/// What says that an atomic operation is of eight bytes.
const OF_EIGHT_BYTES: u8 = 2 << 5;
/// Up to the last function, of eight bytes.
const ATOMIC: Field =
    field("an atomic operation", 0, AtomicFunction::ALL[AtomicFunction::ALL.len() - 1].code() | OF_EIGHT_BYTES);
const FENCE: Field = field("what a fence waits for", 0, 255);
/// One byte or four (`SVM_BLOCK_TYPE`).
const BLOCK_SIZE: Field = field("a block size", 0, 2);
/// The bytes of a block, by that number.
const BLOCK_BYTES: [u8; 3] = [1, 4, 8];
const BLOCKS: Field = field("the exponent of the number of blocks", 0, 2);
const OWORDS: Field = field("the exponent of the number of owords", 0, 3);
/// Bits 2 to 0 are the exponent of the number of owords, and bit 3 says that the address is a multiple of four alone.
const POINTER_BLOCK: Field = field("the properties of a block", 0, 15);
const UNALIGNED: u8 = 8;
const IS_MODIFIED: Field = field("whether the block is modified", 0, 1);
const MEDIA_MODIFIER: Field = field("a modifier of a media block", 0, 5);
const PLANE: Field = field("a plane", 0, 3);
const BLOCK_WIDTH: Field = field("the bytes of a row", 1, 64);
const BLOCK_HEIGHT: Field = field("a number of rows", 1, 64);

/// Reads or writes operands. What is written is not changed.
pub(super) trait Coder {
    type Error;

    fn byte(&mut self, field: Field, value: &mut u8) -> Result<(), Self::Error>;
    /// The scale of a scaled access, which is 0.
    fn scale(&mut self) -> Result<(), Self::Error>;
    fn exec(&mut self, exec: &mut Exec) -> Result<(), Self::Error>;
    fn predicate(&mut self, predicate: &mut Option<Predicate>) -> Result<(), Self::Error>;
    fn dst(&mut self, dst: &mut Dst, saturate: &mut bool) -> Result<(), Self::Error>;
    fn src(&mut self, src: &mut Src) -> Result<(), Self::Error>;
    fn pred(&mut self, pred: &mut Pred) -> Result<(), Self::Error>;
    fn state(&mut self, state: &mut State) -> Result<(), Self::Error>;
    fn surface(&mut self, state: &mut State, local: bool) -> Result<(), Self::Error>;
    fn sampler(&mut self, state: &mut Option<State>) -> Result<(), Self::Error>;
    fn raw(&mut self, raw: &mut Raw) -> Result<(), Self::Error>;
    fn raw_or_null(&mut self, raw: &mut Option<Raw>) -> Result<(), Self::Error>;
    /// The operands of a list that is written; none where one is read.
    fn listed(&self, list: RawList) -> SmallVec<[Raw; 6]>;
    /// Keeps the operands of a list that was read.
    fn list(&mut self, raws: &[Raw], list: &mut RawList);
    fn label(&mut self, label: &mut Label) -> Result<(), Self::Error>;
    fn symbol(&mut self, symbol: &mut Symbol) -> Result<(), Self::Error>;
    /// Elements of an address variable, one behind the other.
    fn address(&mut self, element: &mut AddressElement) -> Result<(), Self::Error>;
    /// The address of a variable.
    fn address_of(&mut self, base: &mut Raw) -> Result<(), Self::Error>;
    /// A destination that may be indirect.
    fn move_dst(&mut self, dst: &mut MoveDst, saturate: &mut bool) -> Result<(), Self::Error>;
    /// A source that may be indirect.
    fn move_src(&mut self, src: &mut MoveSrc) -> Result<(), Self::Error>;
    /// The operation of a message, with its flags.
    fn operation(&mut self, message: &mut SamplerMessage, class: MessageClass) -> Result<(), Self::Error>;
    /// The number of parameters, and then they.
    fn params(&mut self, params: &mut RawList) -> Result<(), Self::Error>;
    /// The one parameter of a query, where it has one.
    fn query_param(&mut self, message: &mut SamplerMessage) -> Result<(), Self::Error>;
    /// All of a message is known.
    fn whole(&mut self, message: &mut SamplerMessage, class: MessageClass) -> Result<(), Self::Error>;
    /// Refuses a predicate where the format has no field for one.
    fn without_predicate(&mut self, predicate: Option<Predicate>) -> Result<(), Self::Error>;
    /// Refuses what cannot be expressed, where the last operand is not as it must be.
    fn require(&mut self, holds: bool, expected: &'static str) -> Result<(), Self::Error>;
}

/// Walks over the operands of `inst`.
pub(super) fn operands<C: Coder>(coder: &mut C, inst: &mut Inst) -> Result<(), C::Error> {
    match inst {
        Inst::Label(label) => coder.label(label),
        // Written and recognised as a whole.
        Inst::FloatControls { .. } => Ok(()),
        Inst::Alu(alu) => {
            coder.exec(&mut alu.exec)?;
            if matches!(alu.op, AluOp::Min | AluOp::Max) {
                coder.without_predicate(alu.predicate)?;
                let mut which = u8::from(alu.op == AluOp::Max);
                coder.byte(MIN_MAX, &mut which)?;
                alu.op = if which == 0 { AluOp::Min } else { AluOp::Max };
            } else {
                coder.predicate(&mut alu.predicate)?;
            }
            coder.dst(&mut alu.dst, &mut alu.saturate)?;
            alu.srcs[..alu.op.sources()].iter_mut().try_for_each(|src| coder.src(src))
        }
        Inst::Compare { relation, exec, dst, srcs } => {
            coder.exec(exec)?;
            self::relation(coder, relation)?;
            coder.pred(dst)?;
            srcs.iter_mut().try_for_each(|src| coder.src(src))
        }
        Inst::CompareInto { relation, exec, dst, srcs } => {
            coder.exec(exec)?;
            self::relation(coder, relation)?;
            unclamped(coder, dst)?;
            srcs.iter_mut().try_for_each(|src| coder.src(src))
        }
        Inst::BitFunction(inst) => {
            coder.exec(&mut inst.exec)?;
            coder.predicate(&mut inst.predicate)?;
            unclamped(coder, &mut inst.dst)?;
            inst.srcs.iter_mut().try_for_each(|src| coder.src(src))?;
            coder.byte(FUNCTION, &mut inst.function)
        }
        Inst::Carry(inst) => {
            coder.exec(&mut inst.exec)?;
            coder.predicate(&mut inst.predicate)?;
            unclamped(coder, &mut inst.dst)?;
            unclamped(coder, &mut inst.carry)?;
            inst.srcs.iter_mut().try_for_each(|src| coder.src(src))
        }
        Inst::Predicate { op, exec, dst, srcs } => {
            coder.exec(exec)?;
            unpredicated(coder)?;
            coder.pred(dst)?;
            srcs[..op.sources()].iter_mut().try_for_each(|src| coder.pred(src))?;
            if op.sources() == 1 {
                srcs[1] = srcs[0];
            }
            Ok(())
        }
        Inst::SetPredicate { exec, dst, src } => {
            coder.exec(exec)?;
            coder.pred(dst)?;
            coder.src(src)
        }
        Inst::MovePredicate { dst, src } => {
            let mut exec = Exec::SCALAR;
            coder.exec(&mut exec)?;
            coder.require(exec == Exec::SCALAR, "(M1_NM, 1)")?;
            unpredicated(coder)?;
            unclamped(coder, dst)?;
            coder.pred(src)
        }
        Inst::SetState { state, value } => {
            let mut exec = Exec::SCALAR;
            coder.exec(&mut exec)?;
            coder.require(exec.lanes == 1, "(M1_NM, 1)")?;
            coder.state(state)?;
            coder.src(value)
        }
        Inst::SymbolAddress { dst, symbol } => {
            coder.symbol(symbol)?;
            unclamped(coder, dst)
        }
        Inst::Sampler(message) => self::message(coder, message),
        Inst::DataPort(access) => {
            if access.op.is_by_pointer() {
                pointer_access(coder, &mut access.op)?;
            }
            if access.op.is_block() {
                return block(coder, access);
            }
            coder.exec(&mut access.exec)?;
            coder.predicate(&mut access.predicate)?;
            if access.op.is_bytes() || access.op.has_blocks() {
                let bytes = access.op.block_bytes();
                let mut size = BLOCK_BYTES.iter().position(|size| *size == bytes).unwrap_or(0) as u8;
                coder.byte(BLOCK_SIZE, &mut size)?;
                let sized = BLOCK_BYTES.get(usize::from(size)).and_then(|bytes| access.op.with_blocks(*bytes));
                coder.require(sized.is_some() || size == 0, "blocks of one byte")?;
                access.op = sized.unwrap_or(access.op);
            }
            if access.op.has_blocks() {
                let mut exponent = access.channels.count().checked_ilog2().unwrap_or(0) as u8;
                coder.byte(BLOCKS, &mut exponent)?;
                let blocks = 1_u32.checked_shl(u32::from(exponent)).unwrap_or(1).min(4);
                access.channels = ChannelMask::from_bits(((1_u32 << blocks) - 1) as u8);
            } else if access.op.is_bytes() {
                let mut exponent = access.bytes.trailing_zeros() as u8;
                coder.byte(BLOCKS, &mut exponent)?;
                access.bytes = 1_u8.checked_shl(u32::from(exponent)).unwrap_or(0);
            } else {
                channels(coder, &mut access.channels)?;
            }
            if access.op.is_typed() {
                surface(coder, &mut access.surface, false)?;
                access.address.iter_mut().try_for_each(|raw| part(coder, raw))?;
            } else {
                if access.op.has_offset() {
                    coder.scale()?;
                }
                surface(coder, &mut access.surface, true)?;
                if access.op.has_offset() {
                    let mut offset = Src::immediate(crate::visa::DataType::Ud, 0);
                    coder.src(&mut offset)?;
                    let nothing = matches!(offset, Src::Immediate { bits: Bits::ZERO, .. });
                    coder.require(nothing, "an offset of all lanes that is 0")?;
                }
                part(coder, &mut access.address[0])?;
            }
            coder.raw(&mut access.data)
        }
        Inst::Atomic(atomic) => self::atomic(coder, atomic),
        Inst::Media(block) => {
            let mut modifier = block.modifier as u8;
            coder.byte(MEDIA_MODIFIER, &mut modifier)?;
            block.modifier = MediaModifier::TEXT[usize::from(modifier)].0;
            coder.surface(&mut block.surface, false)?;
            coder.byte(PLANE, &mut block.plane)?;
            coder.byte(BLOCK_WIDTH, &mut block.width)?;
            coder.byte(BLOCK_HEIGHT, &mut block.height)?;
            coder.src(&mut block.x)?;
            coder.src(&mut block.y)?;
            coder.raw(&mut block.data)
        }
        Inst::AddressAdd(add) => {
            coder.exec(&mut add.exec)?;
            coder.address(&mut add.dst)?;
            coder.address_of(&mut add.base)?;
            coder.src(&mut add.src)
        }
        Inst::IndirectMove(inst) => {
            coder.exec(&mut inst.exec)?;
            coder.predicate(&mut inst.predicate)?;
            coder.move_dst(&mut inst.dst, &mut inst.saturate)?;
            coder.move_src(&mut inst.src)
        }
        // A kernel with spill code is refused at it.
        Inst::Scratch(_) | Inst::Barrier => Ok(()),
        Inst::Fence(fence) => {
            let mut bits = fence.bits();
            coder.byte(FENCE, &mut bits)?;
            let known = Fence::from_bits(bits);
            coder.require(known.is_some(), "a fence of the data port (0x1, 0x11, 0x21, 0x41, 0x51 or 0x80)")?;
            *fence = known.unwrap_or(*fence);
            Ok(())
        }
        Inst::Branch { exec, predicate, target, .. } => {
            coder.exec(exec)?;
            coder.predicate(predicate)?;
            coder.label(target)
        }
        Inst::Return => {
            let mut exec = Exec::masked(1, 0);
            coder.exec(&mut exec)?;
            coder.require(exec.lanes == 1, "(M1, 1)")?;
            unpredicated(coder)
        }
    }
}

/// OWORD_LD_UNALIGNED, OWORD_LD, OWORD_ST and SVM_BLOCK_LD.
fn block<C: Coder>(coder: &mut C, access: &mut DataPort) -> Result<(), C::Error> {
    access.exec = Exec::SCALAR;
    access.predicate = None;
    let mut exponent = (access.bytes / BLOCK_UNIT).checked_ilog2().unwrap_or(0) as u8;
    if access.op.is_by_pointer() {
        let mut properties = exponent | UNALIGNED;
        coder.byte(POINTER_BLOCK, &mut properties)?;
        let is_known = properties & UNALIGNED != 0 && properties & !UNALIGNED <= OWORDS.most;
        coder.require(is_known, "1, 2, 4 or 8 owords at a multiple of four bytes (0x8 to 0xb)")?;
        exponent = properties & !UNALIGNED;
    } else {
        coder.byte(OWORDS, &mut exponent)?;
        if access.op.reads() {
            coder.byte(IS_MODIFIED, &mut 0)?;
        }
    }
    access.bytes = BLOCK_UNIT << (exponent & OWORDS.most);
    surface(coder, &mut access.surface, true)?;
    let mut address = access.block_address();
    coder.src(&mut address)?;
    let place = address.as_scalar();
    coder.require(place.is_some(), "the address of a block in a register, as <0;1,0>")?;
    access.address[0] = place.into();
    coder.raw(&mut access.data)
}

/// DWORD_ATOMIC, SVM_ATOMIC and TYPED_ATOMIC.
fn atomic<C: Coder>(coder: &mut C, atomic: &mut Atomic) -> Result<(), C::Error> {
    let is_by_pointer = atomic.form == AtomicForm::Pointer;
    if is_by_pointer {
        coder.byte(POINTER_ACCESS, &mut { POINTER_ATOMIC })?;
    } else {
        atomic_function(coder, &mut atomic.function, &mut atomic.bytes)?;
    }
    coder.exec(&mut atomic.exec)?;
    coder.predicate(&mut atomic.predicate)?;
    if is_by_pointer {
        atomic_function(coder, &mut atomic.function, &mut atomic.bytes)?;
    }
    surface(coder, &mut atomic.surface, atomic.form == AtomicForm::Dword)?;
    // Every part of the address and both sources have a place in the file.
    let given = coder.listed(atomic.operands);
    let (address, srcs) = atomic.split(&given);
    let parts = atomic.form.address_parts();
    let mut operands: SmallVec<[Option<Raw>; 6]> = address.iter().copied().map(Some).collect();
    operands.resize(parts, None);
    operands.extend(srcs.iter().copied().map(Some));
    operands.resize(parts + 2, None);
    operands.iter_mut().try_for_each(|raw| coder.raw_or_null(raw))?;
    let mut dst = atomic.dst.expand();
    coder.raw_or_null(&mut dst)?;
    atomic.dst = dst.into();
    let (address, srcs) = operands.split_at(parts);
    let is_prefix = |raws: &[Option<Raw>]| raws.iter().skip_while(|raw| raw.is_some()).all(Option::is_none);
    coder.require(address[0].is_some() && is_prefix(address), "the address without a gap")?;
    let count = srcs.iter().flatten().count();
    coder.require(is_prefix(srcs) && count == atomic.function.sources(), "the sources that the operation has")?;
    let raws: SmallVec<[Raw; 6]> = operands.into_iter().flatten().collect();
    coder.list(&raws, &mut atomic.operands);
    Ok(())
}

/// Which atomic operation it is, and of how many bytes: bits 6 and 5, 0 for 4 and 2 for 8.
fn atomic_function<C: Coder>(coder: &mut C, function: &mut AtomicFunction, bytes: &mut u8) -> Result<(), C::Error> {
    let mut code = function.code() | if *bytes == 8 { OF_EIGHT_BYTES } else { 0 };
    coder.byte(ATOMIC, &mut code)?;
    *bytes = if code & OF_EIGHT_BYTES == 0 { 4 } else { 8 };
    let known = AtomicFunction::ALL.iter().find(|function| function.code() == code & !OF_EIGHT_BYTES);
    coder.require(known.is_some(), "an atomic operation of 32 or 64 bits (0 to 0xc, 0x10 to 0x13, and 0x40 more)")?;
    *function = known.copied().unwrap_or(*function);
    Ok(())
}

/// Which access by 64-bit addresses it is.
fn pointer_access<C: Coder>(coder: &mut C, op: &mut DataPortOp) -> Result<(), C::Error> {
    let of_row = op.with_blocks(1).unwrap_or(*op);
    let mut code = POINTER_ACCESSES.iter().find(|row| row.1 == of_row).map_or(0, |row| row.0);
    coder.byte(POINTER_ACCESS, &mut code)?;
    let known = POINTER_ACCESSES.iter().find(|row| row.0 == code);
    coder.require(known.is_some(), "a block that is read, a gather, a scatter or an atomic operation (1, 3 to 7)")?;
    // The size of a block stands further on.
    let sized = |row: &(u8, DataPortOp)| row.1.with_blocks(op.block_bytes()).unwrap_or(row.1);
    *op = known.map_or(*op, sized);
    Ok(())
}

/// The surface of an access, where it has one.
fn surface<C: Coder>(coder: &mut C, surface: &mut Packed<State>, local: bool) -> Result<(), C::Error> {
    let Some(mut state) = surface.expand() else { return Ok(()) };
    coder.surface(&mut state, local)?;
    *surface = state.into();
    Ok(())
}

/// A part of an address.
fn part<C: Coder>(coder: &mut C, part: &mut Packed<Raw>) -> Result<(), C::Error> {
    let mut raw = part.expand();
    coder.raw_or_null(&mut raw)?;
    *part = raw.into();
    Ok(())
}

fn relation<C: Coder>(coder: &mut C, relation: &mut Relation) -> Result<(), C::Error> {
    let mut code = *relation as u8;
    coder.byte(RELATION, &mut code)?;
    *relation = Relation::TEXT[usize::from(code)].0;
    Ok(())
}

/// A destination whose instruction has no clamping.
fn unclamped<C: Coder>(coder: &mut C, dst: &mut Dst) -> Result<(), C::Error> {
    let mut saturate = false;
    coder.dst(dst, &mut saturate)?;
    coder.require(!saturate, "a destination that is not clamped")
}

/// The field of a predicate that is not used.
fn unpredicated<C: Coder>(coder: &mut C) -> Result<(), C::Error> {
    let mut predicate = None;
    coder.predicate(&mut predicate)?;
    coder.require(predicate.is_none(), "no predicate")
}

fn channels<C: Coder>(coder: &mut C, channels: &mut ChannelMask) -> Result<(), C::Error> {
    let mut bits = channels.bits();
    coder.byte(CHANNELS, &mut bits)?;
    *channels = ChannelMask::from_bits(bits);
    Ok(())
}

/// 3D_SAMPLE, 3D_LOAD, 3D_SAMPLE4 and INFO.
fn message<C: Coder>(coder: &mut C, message: &mut SamplerMessage) -> Result<(), C::Error> {
    let class = message.message.row().class;
    coder.operation(message, class)?;
    coder.exec(&mut message.exec)?;
    if class.has_modifiers() {
        coder.predicate(&mut message.predicate)?;
    }
    if class == MessageClass::Gather {
        // An index, and not a mask as the others have it.
        let mut channel = message.channels.bits().trailing_zeros() as u8;
        coder.byte(GATHERED, &mut channel)?;
        message.channels = ChannelMask::from_bits(1_u8.checked_shl(u32::from(channel)).unwrap_or(0));
    } else {
        channels(coder, &mut message.channels)?;
    }
    if class.has_modifiers() {
        coder.src(&mut message.offset)?;
    }
    if class.has_sampler() {
        coder.sampler(&mut message.sampler)?;
    }
    coder.surface(&mut message.surface, false)?;
    if class == MessageClass::Info {
        coder.query_param(message)?;
        coder.raw_or_null(&mut message.dst)?;
    } else {
        coder.raw_or_null(&mut message.dst)?;
        coder.params(&mut message.params)?;
    }
    coder.whole(message, class)
}

/// The operation word of a message: its code, and flags behind it, whose first bit depends on the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SamplerOperation {
    pub code: u8,
    pub residency: bool,
    pub cps: bool,
    pub non_uniform: bool,
}

impl SamplerOperation {
    /// Bits of the code: 5 in the narrow form, 8 in the wide one. The flags follow it.
    pub const fn code_bits(wide: bool) -> u32 {
        if wide { 8 } else { 5 }
    }

    pub const fn word(self, wide: bool) -> u16 {
        let flags = self.residency as u16 | (self.cps as u16) << 1 | (self.non_uniform as u16) << 2;
        self.code as u16 | flags << SamplerOperation::code_bits(wide)
    }

    pub const fn of(word: u16, wide: bool) -> SamplerOperation {
        let flags = word >> SamplerOperation::code_bits(wide);
        SamplerOperation {
            code: (word & ((1 << SamplerOperation::code_bits(wide)) - 1)) as u8,
            residency: flags & 1 != 0,
            cps: flags & 2 != 0,
            non_uniform: flags & 4 != 0,
        }
    }

    pub fn of_message(message: &SamplerMessage, numbering: CodeNumbering) -> SamplerOperation {
        SamplerOperation {
            code: message.message.row().code.in_numbering(numbering),
            residency: message.residency,
            cps: message.cps,
            non_uniform: message.non_uniform,
        }
    }
}

/// How many parameters a message of `row` may have in a file.
pub(super) fn param_counts(row: &MessageRow) -> Allowed {
    match row.class {
        MessageClass::Info => Allowed::Between(row.slots.len() as u64, row.slots.len() as u64),
        _ => Allowed::Between(1, row.slots.len().min(MAX_PARAMS) as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 3D_LOAD.md and 3D_LOAD.v3.md, field Op: residency is bit 8, and was bit 5.
    #[test]
    fn flags_stand_behind_the_code() {
        let plain = SamplerOperation { code: 0x1a, residency: true, cps: false, non_uniform: false };
        assert_eq!((plain.word(true), plain.word(false)), (0x11a, 0x3a));
        let all = SamplerOperation { cps: true, non_uniform: true, ..plain };
        assert_eq!((all.word(true), all.word(false)), (0x71a, 0xfa));
        for wide in [false, true] {
            assert_eq!(SamplerOperation::of(all.word(wide), wide), all);
        }
    }
}
