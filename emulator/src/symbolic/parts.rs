//! Integers that are made of two halves, and dwords and words of which a byte or a word is read.
//!
//! Each instruction moves one byte or word a lane: it reads or writes every other, or every fourth, element of a variable whose
//! elements are narrower.

use smallvec::SmallVec;
use texvisa_ir::texture::{self, InstData, Op, Value};
use texvisa_ir::visa::{Alu, AluOp, Exec, Modifier, Region, Src};

use super::checker::Checker;
use super::origins::Destination;
use super::register_contents::RootByte;
use super::source_index::Leaf;
use super::symbolic_value::{Scope, SymbolicValue, Term, ones};

impl Checker<'_> {
    /// An instruction of `iconcat`, or of `trunc` of a dword or word to a word or byte, whose result is `result`.
    pub(super) fn parts_of_integers(
        &mut self,
        alu: &Alu,
        dst: &Destination<'_>,
        source: texture::InstId,
        op: Op,
        args: &[Value],
        result: Value,
    ) {
        let scope = if alu.exec.nomask { Scope::Uniform } else { Scope::Lanes { first: alu.exec.first } };
        let is_move = alu.op == AluOp::Mov && alu.predicate.is_none() && !alu.saturate;
        let whole = Term::Value { value: result, element: 0 };
        if op != Op::Concat {
            if !is_move || !self.reads_kept(&alu.srcs[0], alu.exec, args[0], dst.bytes, source) {
                self.wrong_operands(args, &alu.srcs[..1], alu.exec);
            }
            return self.put(alu, dst, whole, scope);
        }
        if dst.bytes * 4 == self.bytes_of(result) {
            return self.byte_of_dword(alu, dst, source, is_move, Term::Value { value: result, element: 0 });
        }
        let lanes = u32::from(alu.exec.lanes);
        let operand = u32::from(alu.dst.offset) / dst.bytes;
        let in_place = u32::from(alu.dst.stride) == lanes.min(2);
        let is_operand = |arg: &Value| self.is_operand(&alu.srcs[0], alu.exec, *arg, Modifier::None, source);
        let mut right = is_move && in_place && args.get(operand as usize).is_some_and(is_operand);
        let term = Term::Operand { inst: source, operand: 0 };
        let low = SymbolicValue { term, scope, bytes: dst.bytes as u8 };
        if operand == 0 {
            let written = if right { low } else { SymbolicValue { term: Term::Unknown, ..low } };
            match lanes {
                1 => self.registers.write_at(dst.place, dst.bytes, written),
                _ => self.registers.write_every_other(dst.place, lanes, written),
            }
        } else {
            right &= self.low_half(dst.place, lanes, dst.bytes) == Some(low);
            let term = if right { whole } else { Term::Unknown };
            if let Some(dst) = self.destination(self.kernel.unaliased(dst.var)) {
                self.write(&dst, 0, lanes, SymbolicValue { term, scope, bytes: dst.bytes as u8 });
            }
        }
        if !right {
            self.wrong_operands(args, &alu.srcs[..1], alu.exec);
        }
    }

    /// A move of a byte to its place in a dword of four: from the lowest one on, one behind the other.
    fn byte_of_dword(&mut self, alu: &Alu, dst: &Destination<'_>, source: texture::InstId, is_move: bool, whole: Term) {
        let (lanes, index) = (u32::from(alu.exec.lanes), u32::from(alu.dst.offset));
        let is_next = match self.written_bytes {
            Some(before) => index > 0 && before == (source, alu.exec, index),
            None => index == 0,
        };
        let in_place = u32::from(alu.dst.stride) == if lanes == 1 { 1 } else { 4 };
        let byte = self.halves_of(source).and_then(|words| {
            let bytes = self.halves_of(self.source_index.definition(*words.get(index as usize / 2)?)?)?;
            Some(bytes[index as usize % 2])
        });
        let is_byte = byte.is_some_and(|byte| self.is_operand(&alu.srcs[0], alu.exec, byte, Modifier::None, source));
        let right = is_move && in_place && is_next && is_byte;
        let scope = if alu.exec.nomask { Scope::Uniform } else { Scope::Lanes { first: alu.exec.first } };
        let is_last = index == 3;
        self.written_bytes = (right && !is_last).then_some((source, alu.exec, index + 1));
        if !right {
            let byte: SmallVec<[Value; 1]> = byte.into_iter().collect();
            self.wrong_operands(&byte, &alu.srcs[..1], alu.exec);
        }
        let term = if right && is_last { whole } else { Term::Unknown };
        if let Some(dst) = self.destination(self.kernel.unaliased(dst.var)) {
            let content = SymbolicValue { term, scope, bytes: 4 };
            if is_last {
                self.write(&dst, 0, lanes, content)
            } else {
                self.registers.write_at(dst.place, lanes * 4, content)
            }
        }
    }

    /// The halves of which `inst` makes an integer.
    fn halves_of(&self, inst: texture::InstId) -> Option<[Value; 2]> {
        match self.source_index.kernel.insts[inst] {
            InstData::Plain { op: Op::Concat, args: [low, high, _] } => Some([low, high]),
            _ => None,
        }
    }

    /// What was written to the low halves at `place`.
    fn low_half(&self, place: RootByte, lanes: u32, bytes: u32) -> Option<SymbolicValue> {
        match lanes {
            1 => self.registers.find(place, bytes),
            _ => self.registers.every_other(place, lanes),
        }
    }

    /// Whether the lanes of `exec` read what a truncation of `arg` to so many bytes keeps: of the value itself, or of the one
    /// that it is shifted from.
    fn reads_kept(&self, src: &Src, exec: Exec, arg: Value, bytes: u32, source: texture::InstId) -> bool {
        self.reads_part(src, exec, arg, [0, bytes], source)
            || self.shifted(arg).is_some_and(|(whole, by)| {
                let first = by / 8;
                let is_within = by.is_multiple_of(8) && first + bytes <= self.bytes_of(whole);
                is_within && self.reads_part(src, exec, whole, [first, bytes], source)
            })
    }

    /// Bytes of a value.
    fn bytes_of(&self, value: Value) -> u32 {
        self.source_index.kernel.ty(value).scalar.bytes()
    }

    /// What `value` is, shifted right by so many bits.
    fn shifted(&self, value: Value) -> Option<(Value, u32)> {
        let kernel = self.source_index.kernel;
        match kernel.insts[self.source_index.definition(value)?] {
            InstData::Plain { op: Op::ShrU | Op::ShrS, args: [whole, by, _] } => {
                Some((whole, u32::try_from(kernel.constant(by)?).ok()?))
            }
            _ => None,
        }
    }

    /// Whether the lanes of `exec` read that many bytes of `arg`, from byte `first` on.
    fn reads_part(&self, src: &Src, exec: Exec, arg: Value, [first, bytes]: [u32; 2], source: texture::InstId) -> bool {
        match *src {
            Src::Immediate { bits, .. } => match self.source_index.leaf(arg, 0) {
                Leaf::Constant(whole) => whole >> (8 * first) & ones(bytes) == bits.get(),
                leaf => leaf == Leaf::Undefined,
            },
            Src::Register { var, offset, region, modifier: modifier @ Modifier::None } => {
                let Some(decl) = self.kernel.vars.get(var) else { return false };
                let whole = self.kernel.unaliased(var);
                let (offset, size) = (u32::from(offset), self.kernel.vars[whole].ty.bytes());
                let in_place = size == self.bytes_of(arg) && decl.ty.bytes() == bytes && offset % size == first;
                let region = match region {
                    Region::SCALAR => region,
                    _ if region == Region::strided((size / bytes) as u8) => Region::CONTIGUOUS,
                    _ => return false,
                };
                let offset = offset.wrapping_sub(first) as u16;
                in_place
                    && self.is_operand(
                        &Src::Register { var: whole, offset, region, modifier },
                        exec,
                        arg,
                        modifier,
                        source,
                    )
            }
            _ => false,
        }
    }
}
