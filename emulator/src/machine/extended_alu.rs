//! Integer instructions that texvisa does not emit and other compilers do: with two results, with a function of three
//! bits, and comparisons into a variable.

use texvisa_ir::visa::{Alu, AluOp, BitFunction, Carry, DataType, Dst, Exec, Relation, Src};

use super::alu::{Comparison, integer, resolve_comparison};
use super::error::Fault;
use super::float_mode::FloatMode;
use super::operand::{Destination, Guard, OperandLayout, Source, SourceOperand};
use crate::unit::MAX_LANES;

/// Such an instruction, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExtendedArithmetic {
    work: Work,
    pub exec: Exec,
    pub guard: Option<Guard>,
    dst: Destination,
}

/// How it computes.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// Bit `a + 2 b + 4 c` of the function for bits a, b and c of the sources (BFN, Semantics).
    BitFunction { function: u8, srcs: [Source; 3] },
    /// The sum, and 1 where it does not fit a dword (ADDC, Description).
    AddCarry { carry: Destination, srcs: [Source; 2] },
    /// The difference, and 1 where it is negative (SUBB, Semantics).
    SubtractBorrow { borrow: Destination, srcs: [Source; 2] },
    /// The low dword of a product plus a third source, and in the next registers its high dword (MADW, Description).
    WideMultiplyAdd { high: Destination, srcs: [Source; 3] },
    /// All ones where it holds, otherwise 0 (CMP, Description).
    Compare(Comparison),
}

/// Resolves a function of bits.
pub(super) fn resolve_function(layout: &OperandLayout<'_>, inst: &BitFunction) -> Result<ExtendedArithmetic, Fault> {
    let [a, b, c] = inst.srcs.map(|src| layout.source(src, inst.exec));
    let srcs = [a?, b?, c?];
    let dst = layout.destination(inst.dst, inst.exec)?;
    if srcs.iter().map(|src| src.ty).chain([dst.ty]).any(|ty| ty.is_float() || !matches!(ty.bytes(), 2 | 4)) {
        return Err(Fault::Types("bfn works on words and dwords (BFN, Supported Types)"));
    }
    let work = Work::BitFunction { function: inst.function, srcs };
    resolve(layout, work, inst.exec, layout.guard(inst.predicate, inst.exec)?, dst)
}

/// Resolves a sum with its carry or a difference with its borrow.
pub(super) fn resolve_carry(layout: &OperandLayout<'_>, inst: &Carry) -> Result<ExtendedArithmetic, Fault> {
    let [a, b] = inst.srcs.map(|src| layout.source(src, inst.exec));
    let srcs = [a?, b?];
    let (dst, second) = (layout.destination(inst.dst, inst.exec)?, layout.destination(inst.carry, inst.exec)?);
    // Intel's compiler writes a vector of small unsigned numbers as a source, and its finalizer takes it.
    let takes = |src: &Source| {
        src.ty == DataType::Ud || matches!((src.ty, src.place), (DataType::Uw, SourceOperand::Numbers(..)))
    };
    if !srcs.iter().all(takes) || [dst.ty, second.ty].iter().any(|ty| *ty != DataType::Ud) {
        return Err(Fault::Types("addc and subb work on unsigned dwords (ADDC, Supported Types)"));
    }
    let work = match inst.subtracts {
        false => Work::AddCarry { carry: second, srcs },
        true => Work::SubtractBorrow { borrow: second, srcs },
    };
    resolve(layout, work, inst.exec, layout.guard(inst.predicate, inst.exec)?, dst)
}

/// Resolves `madw`.
pub(super) fn resolve_wide(layout: &OperandLayout<'_>, alu: &Alu) -> Result<ExtendedArithmetic, Fault> {
    let [a, b, c] = alu.srcs.map(|src| layout.source(src, alu.exec));
    let srcs = [a?, b?, c?];
    let dst = layout.destination(alu.dst, alu.exec)?;
    let is_dword = |ty| matches!(ty, DataType::D | DataType::Ud);
    if alu.op != AluOp::Madw || alu.saturate || !srcs.iter().map(|src| src.ty).chain([dst.ty]).all(is_dword) {
        return Err(Fault::Types("madw works on dwords, without saturation (MADW, Supported Types)"));
    }
    // Both halves take whole registers.
    let bytes = u32::from(alu.dst.stride.max(1)) * dst.ty.bytes() * u32::from(alu.exec.lanes);
    let offset = u32::from(alu.dst.offset) + bytes.next_multiple_of(layout.grf_bytes);
    let offset =
        u16::try_from(offset).map_err(|_| Fault::OutsideRegisters { end: offset.into(), bytes: layout.bytes })?;
    let high = layout.destination(Dst { offset, ..alu.dst }, alu.exec)?;
    resolve(layout, Work::WideMultiplyAdd { high, srcs }, alu.exec, layout.guard(alu.predicate, alu.exec)?, dst)
}

/// Resolves a comparison into a variable.
pub(super) fn resolve_compare(
    layout: &OperandLayout<'_>,
    relation: Relation,
    exec: Exec,
    dst: Dst,
    srcs: [Src; 2],
    mode: FloatMode,
) -> Result<ExtendedArithmetic, Fault> {
    let srcs = [layout.source(srcs[0], exec)?, layout.source(srcs[1], exec)?];
    let work = Work::Compare(resolve_comparison(relation, srcs, mode)?);
    resolve(layout, work, exec, None, layout.destination(dst, exec)?)
}

fn resolve(
    layout: &OperandLayout<'_>,
    work: Work,
    exec: Exec,
    guard: Option<Guard>,
    dst: Destination,
) -> Result<ExtendedArithmetic, Fault> {
    layout.exec(exec)?;
    Ok(ExtendedArithmetic { work, exec, guard, dst })
}

impl ExtendedArithmetic {
    /// Executes the instruction for the lanes of `mask`.
    pub fn execute(&self, file: &mut [u8], mask: u32) {
        let (mut results, mut seconds) = ([0; MAX_LANES], [0; MAX_LANES]);
        // Every source is read before anything is written.
        for lane in (0..MAX_LANES).filter(|lane| mask >> lane & 1 == 1) {
            let (result, second) = self.lane(file, lane);
            (results[lane], seconds[lane]) = (result as u64, second as u64);
        }
        self.dst.write(file, mask, &results);
        match &self.work {
            Work::AddCarry { carry: second, .. }
            | Work::SubtractBorrow { borrow: second, .. }
            | Work::WideMultiplyAdd { high: second, .. } => second.write(file, mask, &seconds),
            Work::BitFunction { .. } | Work::Compare(_) => {}
        }
    }

    /// Both results of a lane; the second is 0 where there is one alone.
    fn lane(&self, file: &[u8], lane: usize) -> (i128, i128) {
        match &self.work {
            Work::BitFunction { function, srcs } => {
                let [a, b, c] = srcs.map(|source| source.bits(file, lane));
                let bit =
                    |bit: u32| u64::from(*function) >> ((a >> bit & 1) | (b >> bit & 1) << 1 | (c >> bit & 1) << 2) & 1;
                ((0..32).fold(0, |result, at| result | bit(at) << at).into(), 0)
            }
            Work::AddCarry { srcs, .. } => {
                let [a, b] = srcs.map(|source| integer(&source, file, lane));
                (a + b, (a + b) >> 32 & 1)
            }
            Work::SubtractBorrow { srcs, .. } => {
                let [a, b] = srcs.map(|source| integer(&source, file, lane));
                (a - b, i128::from(a < b))
            }
            Work::WideMultiplyAdd { srcs, .. } => {
                let [a, b, c] = srcs.map(|source| integer(&source, file, lane));
                let sum = a * b + c;
                (sum, sum >> 32)
            }
            Work::Compare(comparison) => (-i128::from(comparison.holds(file, lane)), 0),
        }
    }
}
