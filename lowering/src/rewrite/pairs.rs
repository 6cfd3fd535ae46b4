//! Operations of three integers that are two of two, on platforms that have them (XeHP_SDV and later).
//!
//! Rules:
//!
//! - `add (add a, b), c` becomes `add3 a, b, c` if nothing else reads the inner sum and both are in one block, so that no addition
//!   is moved into a loop. A third sum in a row begins the next three. A difference is a sum, too: what it subtracts is negated,
//!   and a negation is a modifier of the source.
//! - Where two sums read an inner one, and nothing else does, both become sums of three: of a butterfly, `a + b + c` and
//!   `a + b - c` are one instruction each. Its operands are live longer then, so that other sums have to read these, too. Of more
//!   readers matmul_local_buf of MNN at SIMD16 has 1,449 instructions with 317 messages for 1,312 with 228.
//! - Sums of two read a byte in place, which sums of three do not: these stay, but for plain sums of bytes that others read, too.
//!   With all of them `prefilter_norm` of OpenCV at SIMD32 has 1,983 instructions for 1,757, and with none
//!   `ORB_HarrisResponses` 3,295 for 3,197.
//! - `or` of a shift to the left and one to the right that have no bit in common, as in a rotation, is the sum of them: so it becomes
//!   one with an outer sum.
//! - So become the bitwise operations that [`Op::bitwise_pair`] lists, which the platform has as functions of three bits.
//! - `or` of another operand and a number or 0, which a comparison selects, is such a function, too: `(mask & number) | x` of the
//!   mask that the comparison writes.
//! - The instructions take a constant of 16 bits as their first or last source. An operation with a larger one stays as it is, but
//!   where several operations read the number: it is moved to a variable once then. So is one of two constants of a bitwise
//!   operation, if several operations read it: `present_speedCipher` of opencl-ciphers has 2,160 instructions at SIMD32 on DG2, and 2,655
//!   without that and without functions of `xor` and another operation.
//!
//! Of the Hadamard transforms of x264, `mb_intra_cost_satd_8x8` has 4,346 instructions of Intel's, 2,307 of them `add3`, and had
//! 5,095 with single sums alone.

use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::target::Target;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};

use crate::insert::plain;
use crate::reads::{Occurring, count_uses};
use crate::remark::Remarks;

/// The operations that may become one with another.
const FUSED: [Op; 5] = [Op::Add, Op::Sub, Op::And, Op::Or, Op::Xor];

/// Fuses operations where `target` has those of three integers; returns whether there was one.
pub fn fuse_pairs(kernel: &mut Kernel, occurring: Occurring, target: Target, remarks: &mut Remarks) -> bool {
    if !target.platform().add3 || !occurring.any_op(&FUSED) {
        return false;
    }
    let uses = count_uses(kernel);
    let mut fused = Fused { target, inner: EntitySet::new(), in_front: FxHashMap::default() };
    for index in 0..kernel.layout.len() {
        let block = kernel.layout[index];
        let insts = std::mem::take(&mut kernel.blocks[block].insts);
        fused.read_once(kernel, &insts, &uses, remarks);
        fused.read_by_sums(kernel, &insts, &uses, remarks);
        let mut rest = Vec::with_capacity(insts.len());
        for inst in insts.into_iter().filter(|inst| !fused.inner.contains(*inst)) {
            rest.extend(fused.in_front.remove(&inst).into_iter().flatten());
            rest.push(inst);
        }
        kernel.blocks[block].insts = rest;
    }
    !fused.inner.is_empty()
}

/// What has been fused so far.
struct Fused {
    target: Target,
    /// The inner operations, which are part of outer ones now.
    inner: EntitySet<InstId>,
    /// The negations and masks that stand in front of an operation.
    in_front: FxHashMap<InstId, SmallVec<[InstId; 2]>>,
}

impl Fused {
    /// Fuses operations with the ones before them that nothing else reads.
    fn read_once(
        &mut self,
        kernel: &mut Kernel,
        insts: &[InstId],
        uses: &SecondaryMap<Value, u32>,
        remarks: &mut Remarks,
    ) {
        // The operations of two in this block so far, and the selections of a number or 0.
        let mut before: EntitySet<InstId> = EntitySet::new();
        for inst in insts {
            let Some((_, args)) = of_two(kernel, *inst) else {
                if chosen_number(kernel, uses, *inst).is_some() {
                    before.insert(*inst);
                }
                continue;
            };
            if self.choose_in_place(kernel, uses, *inst, &before, remarks) {
                continue;
            }
            let found = (0..2).find_map(|index| {
                let ValueDef::Result(inner, _) = kernel.values[args[index]].def else { return None };
                let is_alone = uses[args[index]] == 1 && before.contains(inner);
                is_alone.then(|| three_of(kernel, uses, inner, *inst, index)).flatten().map(|three| (inner, three))
            });
            match found {
                Some((inner, three)) => {
                    self.fuse(kernel, *inst, &three, remarks);
                    self.inner.insert(inner);
                    before.remove(inner);
                }
                None => _ = before.insert(*inst),
            }
        }
    }

    /// Makes `x | (c ? number : 0)` the function `(mask & number) | x` of the mask of `c`, which a comparison writes in place of a
    /// boolean; returns whether `outer` is one.
    fn choose_in_place(
        &mut self,
        kernel: &mut Kernel,
        uses: &SecondaryMap<Value, u32>,
        outer: InstId,
        before: &EntitySet<InstId>,
        remarks: &mut Remarks,
    ) -> bool {
        let Some((Op::Or, args)) = of_two(kernel, outer) else { return false };
        let Some(op) = of_three(Op::And, Op::Or) else { return false };
        let found = (0..2).find_map(|index| {
            let ValueDef::Result(select, _) = kernel.values[args[index]].def else { return None };
            let is_alone = uses[args[index]] == 1 && before.contains(select);
            let (condition, number) = chosen_number(kernel, uses, select).filter(|_| is_alone)?;
            let operands = [(condition, false), (number, false), (args[1 - index], false)];
            Some((select, constants_apart(kernel, uses, op, operands)?, condition))
        });
        let Some((select, operands, condition)) = found else { return false };
        let mask = kernel.push_inst(plain(Op::SExt, &[condition]));
        kernel.set_location(mask, kernel.location(outer));
        let result = kernel.push_result(mask, Type::I32);
        self.in_front.entry(outer).or_default().push(mask);
        let operands = operands.map(|(value, _)| (if value == condition { result } else { value }, false));
        self.fuse(kernel, outer, &Three { op, operands }, remarks);
        self.inner.insert(select);
        true
    }

    /// Fuses sums with the two sums behind them that read them, where nothing else does.
    fn read_by_sums(
        &mut self,
        kernel: &mut Kernel,
        insts: &[InstId],
        uses: &SecondaryMap<Value, u32>,
        remarks: &mut Remarks,
    ) {
        // By the result of a sum: the sums that read it, each with the number of that operand.
        let mut readers: FxHashMap<Value, SmallVec<[(InstId, usize); 4]>> = FxHashMap::default();
        let insts: Vec<InstId> = insts.iter().filter(|inst| !self.inner.contains(**inst)).copied().collect();
        for inst in &insts {
            if let Some((Op::Add | Op::Sub, args)) = of_two(kernel, *inst) {
                for (index, arg) in args.into_iter().enumerate() {
                    if let Some(list) = readers.get_mut(&arg) {
                        list.push((*inst, index));
                    }
                }
                readers.extend(kernel.result(*inst).map(|result| (result, SmallVec::new())));
            }
        }
        for inst in insts {
            let (Some((Op::Add | Op::Sub, args)), Some(result)) = (of_two(kernel, inst), kernel.result(inst)) else {
                continue;
            };
            if args.iter().any(|arg| uses[*arg] < 2) {
                continue;
            }
            let is_pair = |list: &&SmallVec<_>| list.len() == 2 && uses[result] == 2;
            let Some(list) = readers.get(&result).filter(is_pair) else { continue };
            let threes: Option<SmallVec<[(InstId, Three); 4]>> = list
                .iter()
                .map(|(outer, index)| Some((*outer, three_of(kernel, uses, inst, *outer, *index)?)))
                .collect();
            for (outer, three) in threes.filter(|threes| !threes.is_empty()).into_iter().flatten() {
                self.fuse(kernel, outer, &three, remarks);
                self.inner.insert(inst);
            }
        }
    }

    /// Makes `outer` an operation of three.
    fn fuse(&mut self, kernel: &mut Kernel, outer: InstId, three: &Three, remarks: &mut Remarks) {
        let args = three.operands.map(|(value, is_negated)| {
            if !is_negated {
                return value;
            }
            let zero = kernel.constant_value(Type::I32, 0);
            let negation = kernel.push_inst(plain(Op::Sub, &[zero, value]));
            kernel.set_location(negation, kernel.location(outer));
            self.in_front.entry(outer).or_default().push(negation);
            kernel.push_result(negation, Type::I32)
        });
        kernel.insts[outer] = plain(three.op, &args);
        remarks.add(kernel, "pairs", outer, || format!("{} has `{}`", self.target, three.op.name()));
    }
}

/// How many operations read a number that is in a variable.
const SHARED: u32 = 2;

/// An operand, and whether it is negated first.
type Signed = (Value, bool);

/// An operation of three.
struct Three {
    op: Op,
    operands: [Signed; 3],
}

/// What `outer` is, of which operand `index` is the result of `inner`; `None` where there is no such operation.
fn three_of(
    kernel: &mut Kernel,
    uses: &SecondaryMap<Value, u32>,
    inner: InstId,
    outer: InstId,
    index: usize,
) -> Option<Three> {
    let ((inner, [a, b]), (outer, args)) = (of_two(kernel, inner)?, of_two(kernel, outer)?);
    let is_sum = inner == Op::Or && matches!(outer, Op::Add | Op::Sub) && are_apart(kernel, a, b);
    let inner = if is_sum { Op::Add } else { inner };
    let op = of_three(inner, outer)?;
    let other = args[1 - index];
    if args[index] == other {
        return None;
    }
    let is_of_sums = inner == Op::Add && outer == Op::Add;
    let is_moved = |value: &Value| is_byte(kernel, *value) && !(is_of_sums && uses[*value] > 1);
    if op == Op::AddThree && [a, b, other].iter().any(is_moved) {
        return None;
    }
    let is_negated = |op: Op, index: usize| op == Op::Sub && index == 1;
    let sum = is_negated(outer, index);
    let mut operands = [(a, sum), (b, sum != is_negated(inner, 1)), (other, is_negated(outer, 1 - index))];
    for (value, negated) in operands.iter_mut().filter(|(_, negated)| *negated) {
        if let Some(number) = kernel.constant(*value) {
            *value = kernel.constant_value(Type::I32, number.wrapping_neg());
            *negated = false;
        }
    }
    Some(Three { op, operands: constants_apart(kernel, uses, op, operands)? })
}

/// Whether one of two dwords was shifted to the left and the other to the right, so far that no bit is set in both.
fn are_apart(kernel: &Kernel, a: Value, b: Value) -> bool {
    let shift = |value: Value| match kernel.values[value].def {
        ValueDef::Result(inst, _) => match kernel.insts[inst] {
            InstData::Plain { op, args: [_, amount, _] } => Some((op, kernel.constant(amount)? & 31)),
            _ => None,
        },
        _ => None,
    };
    matches!(
        (shift(a), shift(b)),
        (Some((Op::Shl, left)), Some((Op::ShrU, right))) | (Some((Op::ShrU, right)), Some((Op::Shl, left)))
            if left + right >= 32
    )
}

/// The condition and the number of a selection of a number or 0, where a comparison of dwords that nothing else reads is the
/// condition.
fn chosen_number(kernel: &Kernel, uses: &SecondaryMap<Value, u32>, select: InstId) -> Option<(Value, Value)> {
    let InstData::Plain { op: Op::Select, args: [condition, number, zero] } = kernel.insts[select] else { return None };
    let ValueDef::Result(comparison, _) = kernel.values[condition].def else { return None };
    let compares_dwords = match kernel.insts[comparison] {
        InstData::Plain { op, args: [compared, ..] } => COMPARISONS.contains(&op) && kernel.ty(compared) == Type::I32,
        _ => false,
    };
    let is_number = kernel.ty(number) == Type::I32 && kernel.constant(number).is_some();
    let is_it = compares_dwords && is_number && kernel.constant(zero) == Some(0) && uses[condition] == 1;
    is_it.then_some((condition, number))
}

/// The comparisons that write a mask in one instruction.
const COMPARISONS: [Op; 10] = [Op::Eq, Op::Ne, Op::LtS, Op::LeS, Op::GtS, Op::GeS, Op::LtU, Op::LeU, Op::GtU, Op::GeU];

/// Whether a value is a byte, made longer: sums of two read it in place, those of three do not.
fn is_byte(kernel: &Kernel, value: Value) -> bool {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return false };
    match kernel.insts[inst] {
        InstData::Plain { op: Op::ZExt | Op::SExt, args: [from, ..] } => kernel.ty(from).scalar == Scalar::I8,
        _ => false,
    }
}

/// An operation of two dwords that may become one with another, and its operands.
fn of_two(kernel: &Kernel, inst: InstId) -> Option<(Op, [Value; 2])> {
    match kernel.insts[inst] {
        InstData::Plain { op, args: [a, b, _] } if FUSED.contains(&op) && kernel.ty(a) == Type::I32 => {
            Some((op, [a, b])).filter(|_| op != Op::Sub || kernel.constant(a) != Some(0))
        }
        _ => None,
    }
}

/// The operation that is `outer` of the result of `inner` and a third operand.
fn of_three(inner: Op, outer: Op) -> Option<Op> {
    match (inner, outer) {
        (Op::Add | Op::Sub, Op::Add | Op::Sub) => Some(Op::AddThree),
        _ => Op::ALL.iter().copied().find(|op| op.bitwise_pair() == Some([inner, outer])),
    }
}

/// The operands with a constant in front of or behind the others; `None` if one is too large for the instruction, or if
/// there are two. A large one that several operations read is in a variable. So is, of bitwise operations, one of two: that in
/// the middle, or else the last one.
fn constants_apart(
    kernel: &Kernel,
    uses: &SecondaryMap<Value, u32>,
    op: Op,
    mut operands: [Signed; 3],
) -> Option<[Signed; 3]> {
    // Bits above the 16 are those of a number without sign.
    let least = if op == Op::AddThree { i16::MIN.into() } else { 0 };
    let fits = |number: i32| (least..=i16::MAX.into()).contains(&number);
    let is_shared = |value: Value| uses[value] >= SHARED;
    let constant = |(value, _): &Signed| {
        let number = kernel.constant(*value)? as u32 as i32;
        Some(number).filter(|number| fits(*number) || !is_shared(*value))
    };
    let numbers: SmallVec<[i32; 3]> = operands.iter().filter_map(constant).collect();
    if !numbers.iter().copied().all(fits) {
        return None;
    }
    let pair = op.bitwise_pair();
    match numbers.len() {
        0 | 1 => {}
        // One of the first two and the last one: of two that are combined first, nothing is left to compute.
        2 if pair.is_some() && constant(&operands[2]).is_some() => {
            let first = usize::from(constant(&operands[1]).is_some());
            let (inner, last) = (operands[first].0, operands[2].0);
            if !is_shared(inner) && !is_shared(last) {
                return None;
            }
            if (first == 0) == is_shared(inner) {
                operands.swap(0, 1);
            }
            return Some(operands);
        }
        _ => return None,
    }
    match pair {
        Some([inner, outer]) if inner != outer => operands[..2].sort_by_key(|operand| constant(operand).is_none()),
        _ => operands.sort_by_key(|operand| constant(operand).is_some()),
    }
    Some(operands)
}
