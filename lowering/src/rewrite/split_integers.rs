//! 64-bit integers as pairs of dwords.
//!
//! Rule: the arithmetic unit has no 64-bit integers on most platforms (Intel's compiler rewrites them in the same way,
//! `Emu64OpsPass`), and it is done so on all. Each value becomes two: its low half and its high half. A sum is the sum
//! of the low halves, and that of the high halves with the carry; a product, a shift, a comparison and the others are
//! expanded likewise. An argument becomes an `i32x2`, a value in memory a vector of dwords, and an address the two parts
//! `low` and `high`.
//!
//! Operations on constants fold, so that a pointer made of two dwords is those dwords again.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use texvisa_ir::texture::cfg::ControlFlow;
use texvisa_ir::texture::{
    Block, InstData, InstId, Kernel, MemoryAccess, MemorySpace, Op, Operands, Role, Scalar, Type, Value, ValueDef,
    ValueList,
};

use super::constant_dwords::of_dwords;
use crate::error::{LowerError, Reason};
use crate::insert::{Inserter, rebuild_blocks};
use crate::reads::Occurring;
use crate::remark::Remarks;

/// The low and the high half of each element in turn.
type DwordPairs = SmallVec<[Value; 4]>;

/// Splits the 64-bit integers of `kernel`; returns whether there was one. Each instruction on 64-bit integers that has
/// no expansion is added to `errors`, and stays.
pub fn split_integers(
    kernel: &mut Kernel,
    occurring: Occurring,
    errors: &mut Vec<LowerError>,
    remarks: &mut Remarks,
) -> bool {
    if !occurring.any_scalar(&[Scalar::I64]) {
        return false;
    }
    let order = ControlFlow::new(kernel).order;
    let (mut arguments, mut refused, mut any) = (FxHashSet::default(), FxHashSet::default(), false);
    for inst in order.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        let mut touches = kernel.results(*inst).any(|result| is_wide(kernel, result));
        let mut divergent = false;
        kernel.for_each_use(*inst, |value| {
            if is_wide(kernel, value) {
                touches = true;
                if let ValueDef::Argument(number) = kernel.values[value].def {
                    if kernel.arguments[number as usize].uniform {
                        arguments.insert(number);
                    } else {
                        divergent = true;
                    }
                }
            }
        });
        any |= touches;
        if touches && (divergent || !is_expanded(kernel, *inst)) {
            let what = match &kernel.insts[*inst] {
                InstData::Plain { op, .. } => format!("`{}` on 64-bit integers", op.name()),
                InstData::Memory(id) => format!("`{}` of 64-bit integers", kernel.memories[*id].kind.name().concat()),
                InstData::Texture(id) => format!("`{}` of i64", kernel.textures[*id].kind.name()),
                _ => "a 64-bit argument that differs between lanes".to_owned(),
            };
            errors.push(LowerError::at(kernel, *inst, Reason::unsupported(what)));
            refused.insert(*inst);
        }
    }
    any |= order.iter().any(|block| kernel.blocks[*block].params.iter().any(|param| is_wide(kernel, *param)));
    if !any {
        return false;
    }
    let mut splitter = Splitter::default();
    splitter.split_arguments(kernel, &order, arguments);
    splitter.split_params(kernel, &order);
    rebuild_blocks(kernel, &order, |inserter, inst| match refused.contains(&inst) {
        true => inserter.keep(inst),
        false => splitter.visit(inserter, inst, remarks),
    });
    true
}

fn is_wide(kernel: &Kernel, value: Value) -> bool {
    kernel.ty(value).scalar == Scalar::I64
}

/// Whether there is an expansion of an instruction that reads or returns a 64-bit integer.
fn is_expanded(kernel: &Kernel, inst: InstId) -> bool {
    match &kernel.insts[inst] {
        InstData::Plain { op, args } => match *op {
            Op::AddCarry | Op::SubBorrow => false,
            op if op.across_lanes().is_some() => false,
            Op::Bitcast => is_wide(kernel, args[0]),
            _ => true,
        },
        InstData::Vector { .. }
        | InstData::Extract { .. }
        | InstData::Element { .. }
        | InstData::Insert { .. }
        | InstData::Jump(_)
        | InstData::Branch { .. } => true,
        InstData::Memory(id) => {
            let op = &kernel.memories[*id];
            let values = || kernel.results(inst).chain(op.values.iter().copied());
            let most = match (op.kind.access, op.kind.space) {
                (MemoryAccess::Load | MemoryAccess::Store, MemorySpace::Typed) => 0,
                (MemoryAccess::Load | MemoryAccess::Store, _) => 2,
                (MemoryAccess::Atomic(_), MemorySpace::Pointer) => 1,
                (MemoryAccess::Atomic(_) | MemoryAccess::AtomicOnce(_), _) => 0,
                (MemoryAccess::LoadBlock | MemoryAccess::StoreBlock, _) => 0,
            };
            values().all(|value| !is_wide(kernel, value) || kernel.ty(value).lanes <= most)
        }
        InstData::Texture(_) | InstData::Sync(_) | InstData::Return => false,
    }
}

/// The comparison of the high halves and, where those are equal, of the low ones.
fn relation_of_halves(op: Op) -> Option<(Op, Op)> {
    Some(match op {
        Op::LtS => (Op::LtS, Op::LtU),
        Op::LeS => (Op::LtS, Op::LeU),
        Op::GtS => (Op::GtS, Op::GtU),
        Op::GeS => (Op::GtS, Op::GeU),
        Op::LtU => (Op::LtU, Op::LtU),
        Op::LeU => (Op::LtU, Op::LeU),
        Op::GtU => (Op::GtU, Op::GtU),
        Op::GeU => (Op::GtU, Op::GeU),
        _ => return None,
    })
}

/// What became of each 64-bit value so far.
#[derive(Default)]
struct Splitter {
    halves: FxHashMap<Value, DwordPairs>,
}

impl Splitter {
    fn split_arguments(&mut self, kernel: &mut Kernel, order: &[Block], arguments: FxHashSet<u32>) {
        let Some(entry) = order.first() else { return };
        let mut numbers: Vec<u32> = arguments.into_iter().collect();
        numbers.sort_unstable();
        let mut extracts = Vec::new();
        for number in numbers {
            let vector = kernel.arguments[number as usize].value;
            let elements = kernel.ty(vector).lanes * 2;
            kernel.values[vector].ty = Type::vector(Scalar::I32, elements);
            let halves = (0..elements).map(|index| {
                let inst = kernel.push_inst(InstData::Extract { vector, index });
                extracts.push(inst);
                kernel.push_result(inst, Type::I32)
            });
            self.halves.insert(vector, halves.collect());
        }
        kernel.blocks[*entry].insts.splice(0..0, extracts);
    }

    fn split_params(&mut self, kernel: &mut Kernel, order: &[Block]) {
        for block in order {
            if !kernel.blocks[*block].params.iter().any(|param| is_wide(kernel, *param)) {
                continue;
            }
            for param in std::mem::take(&mut kernel.blocks[*block].params) {
                let ty = kernel.ty(param);
                if ty.scalar == Scalar::I64 {
                    kernel.values[param].def = ValueDef::Missing;
                    let halves = (0..usize::from(ty.lanes) * 2).map(|_| kernel.push_param(*block, Type::I32)).collect();
                    self.halves.insert(param, halves);
                } else {
                    kernel.define_param(*block, param, ty);
                }
            }
        }
    }

    /// The halves of each element of a value.
    fn all(&self, kernel: &mut Kernel, value: Value) -> DwordPairs {
        let ty = kernel.ty(value);
        match (self.halves.get(&value), kernel.values[value].def) {
            (Some(halves), _) => halves.clone(),
            (None, ValueDef::Constant(bits)) => {
                let halves = [bits.get(), bits.get() >> 32];
                halves.map(|half| kernel.constant_value(Type::I32, half & u64::from(u32::MAX))).as_slice().into()
            }
            _ => (0..usize::from(ty.lanes) * 2).map(|_| kernel.undefined(Type::I32)).collect(),
        }
    }

    /// The vector of the low halves of the elements of a vector, and that of the high ones.
    fn vectors_of_halves(&self, inserter: &mut Inserter<'_>, vector: Value) -> [Value; 2] {
        let halves = self.all(inserter.kernel, vector);
        [0, 1].map(|first| {
            let halves: SmallVec<[Value; 8]> = halves.iter().skip(first).step_by(2).copied().collect();
            let elements = ValueList::from_slice(&halves, &mut inserter.kernel.lists);
            inserter.append(InstData::Vector { elements }, Type::vector(Scalar::I32, halves.len() as u8))
        })
    }

    fn pair(&self, inserter: &mut Inserter<'_>, value: Value) -> [Value; 2] {
        let halves = self.all(inserter.kernel, value);
        [halves[0], halves[1]]
    }

    fn visit(&mut self, inserter: &mut Inserter<'_>, inst: InstId, remarks: &mut Remarks) {
        let kernel = &mut *inserter.kernel;
        match kernel.insts[inst].clone() {
            InstData::Plain { op, args } => {
                let result = kernel.result(inst);
                let args = &args[..op.arity()];
                let wide = args.iter().copied().chain(result).any(|value| is_wide(kernel, value));
                if !wide || matches!(op.operands(), Operands::None) {
                    return inserter.keep(inst);
                }
                let what = || format!("`{}` is done on two dwords", op.name());
                remarks.add(inserter.kernel, "split_integers", inst, what);
                let Some(result) = result else { return };
                if is_wide(inserter.kernel, result) {
                    let halves = self.plain(inserter, op, args);
                    self.halves.insert(result, SmallVec::from_slice(&halves));
                } else {
                    self.narrow(inserter, inst, op, args, result);
                    inserter.keep(inst);
                }
            }
            InstData::Vector { elements } => {
                let Some(result) = kernel.result(inst).filter(|result| is_wide(kernel, *result)) else {
                    return inserter.keep(inst);
                };
                let elements: Vec<Value> = elements.as_slice(&kernel.lists).to_vec();
                let halves = elements.into_iter().flat_map(|element| self.all(kernel, element)).collect();
                self.halves.insert(result, halves);
            }
            InstData::Extract { vector, index } => {
                let Some(result) = kernel.result(inst).filter(|result| is_wide(kernel, *result)) else {
                    return inserter.keep(inst);
                };
                let halves = self.all(kernel, vector);
                let first = usize::from(index) * 2;
                self.halves.insert(result, SmallVec::from_slice(&halves[first..first + 2]));
            }
            InstData::Element { vector, index } => {
                let Some(result) = kernel.result(inst).filter(|result| is_wide(kernel, *result)) else {
                    return inserter.keep(inst);
                };
                let halves = self.vectors_of_halves(inserter, vector);
                let halves = halves.map(|vector| inserter.append(InstData::Element { vector, index }, Type::I32));
                self.halves.insert(result, SmallVec::from_slice(&halves));
            }
            InstData::Insert { vector, index, element } => {
                let Some(result) = kernel.result(inst).filter(|result| is_wide(kernel, *result)) else {
                    return inserter.keep(inst);
                };
                let elements = self.pair(inserter, element);
                let halves = self.vectors_of_halves(inserter, vector);
                let ty = inserter.kernel.ty(halves[0]);
                let [low, high] = [0, 1].map(|half: usize| {
                    let insert = InstData::Insert { vector: halves[half], index, element: elements[half] };
                    inserter.append(insert, ty)
                });
                let of_each = (0..ty.lanes).flat_map(|index| [(low, index), (high, index)]);
                let halves = of_each
                    .map(|(vector, index)| inserter.append(InstData::Extract { vector, index }, Type::I32))
                    .collect();
                self.halves.insert(result, halves);
            }
            InstData::Memory(_) => self.memory(inserter, inst),
            InstData::Jump(mut call) => {
                self.split_list(kernel, &mut call.args);
                kernel.insts[inst] = InstData::Jump(call);
                inserter.keep(inst);
            }
            InstData::Branch { condition, mut targets } => {
                targets.iter_mut().for_each(|call| self.split_list(kernel, &mut call.args));
                kernel.insts[inst] = InstData::Branch { condition, targets };
                inserter.keep(inst);
            }
            InstData::Texture(_) | InstData::Sync(_) | InstData::Return => inserter.keep(inst),
        }
    }

    /// Replaces the 64-bit values of a list by their halves.
    fn split_list(&self, kernel: &mut Kernel, list: &mut ValueList) {
        let values: Vec<Value> = list.as_slice(&kernel.lists).to_vec();
        if !values.iter().any(|value| self.halves.contains_key(value) || is_wide(kernel, *value)) {
            return;
        }
        let mut split = ValueList::new();
        for value in values {
            // An argument that was split has another type by now.
            if is_wide(kernel, value) || self.halves.contains_key(&value) {
                let halves = self.all(kernel, value);
                split.extend(halves, &mut kernel.lists);
            } else {
                split.push(value, &mut kernel.lists);
            }
        }
        *list = split;
    }

    /// The halves of a 64-bit result.
    fn plain(&self, inserter: &mut Inserter<'_>, op: Op, args: &[Value]) -> [Value; 2] {
        let zero = number(inserter, 0);
        if matches!(op, Op::ZExt | Op::SExt) {
            let low = match inserter.kernel.ty(args[0]) {
                Type::I32 => args[0],
                _ => inserter.op(op, args, Type::I32),
            };
            let high = if op == Op::ZExt { zero } else { shift(inserter, Op::ShrS, low, 31) };
            return [low, high];
        }
        if op == Op::Select {
            let [a, b] = [args[1], args[2]].map(|arg| self.pair(inserter, arg));
            return [0, 1].map(|half| choose(inserter, args[0], a[half], b[half]));
        }
        let [a_low, a_high] = self.pair(inserter, args[0]);
        if op == Op::Shuffle {
            return [a_low, a_high].map(|half| inserter.op(op, &[half, args[1]], Type::I32));
        }
        let [b_low, b_high] = args.get(1).map_or([zero; 2], |arg| self.pair(inserter, *arg));
        match op {
            Op::AddThree => {
                let first = sum(inserter, Op::Add, [a_low, a_high], [b_low, b_high]);
                let last = self.pair(inserter, args[2]);
                sum(inserter, Op::Add, first, last)
            }
            op if let Some([inner, outer]) = op.bitwise_pair() => {
                let [c_low, c_high] = self.pair(inserter, args[2]);
                [(a_low, b_low, c_low), (a_high, b_high, c_high)].map(|(a, b, c)| {
                    let inner = fold(inserter, inner, a, b);
                    fold(inserter, outer, inner, c)
                })
            }
            Op::MulAdd => {
                let product = low_product(inserter, [a_low, a_high], [b_low, b_high]);
                let last = self.pair(inserter, args[2]);
                sum(inserter, Op::Add, product, last)
            }
            Op::Concat => [args[0], args[1]],
            Op::Add | Op::Sub => sum(inserter, op, [a_low, a_high], [b_low, b_high]),
            Op::Mul => low_product(inserter, [a_low, a_high], [b_low, b_high]),
            Op::MulHighU => high_product(inserter, [a_low, a_high], [b_low, b_high]),
            Op::MulHighS => {
                // A negative factor is 2^64 less than the unsigned one.
                let mut product = high_product(inserter, [a_low, a_high], [b_low, b_high]);
                for (factor, [low, high]) in [(a_high, [b_low, b_high]), (b_high, [a_low, a_high])] {
                    let sign = shift(inserter, Op::ShrS, factor, 31);
                    let other = [low, high].map(|half| fold(inserter, Op::And, half, sign));
                    product = sum(inserter, Op::Sub, product, other);
                }
                product
            }
            Op::And | Op::Or | Op::Xor => [fold(inserter, op, a_low, b_low), fold(inserter, op, a_high, b_high)],
            Op::FunnelShl => {
                let amount = self.pair(inserter, args[2])[0];
                let sixty_three = number(inserter, 63);
                let amount = fold(inserter, Op::And, amount, sixty_three);
                let back = fold(inserter, Op::Xor, amount, sixty_three);
                let left = shift_by_any(inserter, Op::Shl, [a_low, a_high], amount);
                // In two steps, so that no shift is by 64.
                let right = shift_by(inserter, Op::ShrU, [b_low, b_high], 1);
                let right = shift_by_any(inserter, Op::ShrU, right, back);
                [0, 1].map(|half| fold(inserter, Op::Or, left[half], right[half]))
            }
            Op::Shl | Op::ShrU | Op::ShrS => shift_by_any(inserter, op, [a_low, a_high], b_low),
            Op::MinS | Op::MaxS | Op::MinU | Op::MaxU => {
                let relation = match op {
                    Op::MinS => Op::LtS,
                    Op::MaxS => Op::GtS,
                    Op::MinU => Op::LtU,
                    _ => Op::GtU,
                };
                let first = compare(inserter, relation, [a_low, a_high], [b_low, b_high]);
                [choose(inserter, first, a_low, b_low), choose(inserter, first, a_high, b_high)]
            }
            Op::Abs => {
                let sign = shift(inserter, Op::ShrS, a_high, 31);
                let flipped = [a_low, a_high].map(|half| fold(inserter, Op::Xor, half, sign));
                sum(inserter, Op::Sub, flipped, [sign; 2])
            }
            Op::CountOnes => {
                let counts = [a_low, a_high].map(|half| inserter.op(op, &[half], Type::I32));
                [fold(inserter, Op::Add, counts[0], counts[1]), zero]
            }
            Op::CountLeadingZeros | Op::CountTrailingZeros => {
                let (first, rest) = if op == Op::CountLeadingZeros { (a_high, a_low) } else { (a_low, a_high) };
                let [own, behind] = [first, rest].map(|half| inserter.op(op, &[half], Type::I32));
                let width = number(inserter, 32);
                let longer = fold(inserter, Op::Add, behind, width);
                let all = inserter.op(Op::Eq, &[first, zero], Type::I1);
                [choose(inserter, all, longer, own), zero]
            }
            Op::ReverseBits => [a_high, a_low].map(|half| inserter.op(op, &[half], Type::I32)),
            // A bit cast to the same type; everything else was refused.
            _ => [a_low, a_high],
        }
    }

    /// Gives `inst`, whose operands have 64 bits and whose result has fewer, its last step.
    fn narrow(&self, inserter: &mut Inserter<'_>, inst: InstId, op: Op, args: &[Value], result: Value) {
        let a = self.pair(inserter, args[0]);
        match op {
            Op::Trunc if inserter.kernel.ty(result) == Type::I32 => {
                inserter.op(Op::Bitcast, &[a[0]], Type::I32);
            }
            Op::Trunc => {
                let ty = inserter.kernel.ty(result);
                inserter.op(Op::Trunc, &[a[0]], ty);
            }
            _ => {
                let b = self.pair(inserter, args[1]);
                compare(inserter, op, a, b);
            }
        }
        inserter.replace_with_last(inst);
    }

    fn memory(&mut self, inserter: &mut Inserter<'_>, inst: InstId) {
        let InstData::Memory(id) = inserter.kernel.insts[inst] else { return inserter.keep(inst) };
        let op = inserter.kernel.memories[id].clone();
        if op.kind.space == MemorySpace::Pointer
            && let Some(address) = op.address(Role::X)
        {
            let [low, high] = self.pair(inserter, address);
            inserter.kernel.memories[id].address = [(Role::Low, low), (Role::High, high)].into();
        }
        for (index, value) in op.values.iter().enumerate() {
            if is_wide(inserter.kernel, *value) || self.halves.contains_key(value) {
                let halves = self.all(inserter.kernel, *value);
                let elements = ValueList::from_slice(&halves, &mut inserter.kernel.lists);
                let ty = Type::vector(Scalar::I32, halves.len() as u8);
                inserter.kernel.memories[id].values[index] = inserter.append(InstData::Vector { elements }, ty);
            }
        }
        inserter.keep(inst);
        let Some(result) = inserter.kernel.result(inst).filter(|result| is_wide(inserter.kernel, *result)) else {
            return;
        };
        let elements = inserter.kernel.ty(result).lanes * 2;
        inserter.kernel.take_results(inst);
        let vector = inserter.kernel.push_result(inst, Type::vector(Scalar::I32, elements));
        let halves = (0..elements).map(|index| inserter.append(InstData::Extract { vector, index }, Type::I32));
        self.halves.insert(result, halves.collect());
    }
}

fn number(inserter: &mut Inserter<'_>, bits: u32) -> Value {
    inserter.kernel.constant_value(Type::I32, u64::from(bits))
}

fn shift(inserter: &mut Inserter<'_>, op: Op, value: Value, amount: u32) -> Value {
    let amount = number(inserter, amount);
    fold(inserter, op, value, amount)
}

fn choose(inserter: &mut Inserter<'_>, condition: Value, then: Value, otherwise: Value) -> Value {
    if then == otherwise { then } else { inserter.op(Op::Select, &[condition, then, otherwise], Type::I32) }
}

/// An operation on dwords, or what it is equal to where an operand is a constant.
fn fold(inserter: &mut Inserter<'_>, op: Op, a: Value, b: Value) -> Value {
    let [known_a, known_b] = [a, b].map(|value| inserter.kernel.constant(value).map(|bits| bits as u32));
    if let (Some(x), Some(y)) = (known_a, known_b)
        && let Some(bits) = of_dwords(op, x, y)
    {
        return number(inserter, bits);
    }
    let commutes = matches!(op, Op::Add | Op::Mul | Op::MulHighU | Op::And | Op::Or | Op::Xor);
    // A constant comes last where the order does not matter.
    let (a, b, known) = if commutes && known_a.is_some() { (b, a, known_a) } else { (a, b, known_b) };
    match (op, known) {
        (Op::Add | Op::Sub | Op::Or | Op::Xor | Op::Shl | Op::ShrU | Op::ShrS, Some(0)) | (Op::Mul, Some(1)) => a,
        (Op::And | Op::Mul | Op::MulHighU, Some(0)) | (Op::Or, Some(u32::MAX)) => b,
        (Op::MulHighU, Some(1)) => number(inserter, 0),
        (Op::And, Some(u32::MAX)) => a,
        (Op::Shl | Op::ShrU | Op::ShrS, _) if known_a == Some(0) => a,
        _ => inserter.op(op, &[a, b], Type::I32),
    }
}

/// A sum or difference.
fn sum(inserter: &mut Inserter<'_>, op: Op, a: [Value; 2], b: [Value; 2]) -> [Value; 2] {
    let is_zero = |inserter: &Inserter<'_>, value| inserter.kernel.constant(value) == Some(0);
    let (a, b) = if op == Op::Add && inserter.kernel.constant(a[0]).is_some() { (b, a) } else { (a, b) };
    let high = fold(inserter, op, a[1], b[1]);
    if is_zero(inserter, b[0]) {
        return [a[0], high];
    }
    let with_carry = if op == Op::Add { Op::AddCarry } else { Op::SubBorrow };
    let low = inserter.op(with_carry, &[a[0], b[0]], Type::I32);
    let ValueDef::Result(inst, _) = inserter.kernel.values[low].def else { return [low, high] };
    let carry = inserter.kernel.push_result(inst, Type::I32);
    [low, fold(inserter, op, high, carry)]
}

/// The lower half of a product of four dwords.
fn low_product(inserter: &mut Inserter<'_>, [a_low, a_high]: [Value; 2], [b_low, b_high]: [Value; 2]) -> [Value; 2] {
    let low = fold(inserter, Op::Mul, a_low, b_low);
    let mut high = fold(inserter, Op::MulHighU, a_low, b_low);
    for (a, b) in [(a_low, b_high), (a_high, b_low)] {
        let cross = fold(inserter, Op::Mul, a, b);
        high = fold(inserter, Op::Add, high, cross);
    }
    [low, high]
}

/// The upper half.
fn high_product(inserter: &mut Inserter<'_>, a: [Value; 2], b: [Value; 2]) -> [Value; 2] {
    let zero = number(inserter, 0);
    let product = |inserter: &mut Inserter<'_>, a, b| [Op::Mul, Op::MulHighU].map(|op| fold(inserter, op, a, b));
    let lowest = fold(inserter, Op::MulHighU, a[0], b[0]);
    // Neither of the next two sums overflows: (2^32 - 1)^2 + 2 (2^32 - 1) is less than 2^64.
    let middle = product(inserter, a[1], b[0]);
    let middle = sum(inserter, Op::Add, middle, [lowest, zero]);
    let other = product(inserter, a[0], b[1]);
    let other = sum(inserter, Op::Add, other, [middle[0], zero]);
    let highest = product(inserter, a[1], b[1]);
    let highest = sum(inserter, Op::Add, highest, [middle[1], zero]);
    sum(inserter, Op::Add, highest, [other[1], zero])
}

/// A shift by a value below 64.
fn shift_by_any(inserter: &mut Inserter<'_>, op: Op, value: [Value; 2], amount: Value) -> [Value; 2] {
    match inserter.kernel.constant(amount) {
        Some(bits) => shift_by(inserter, op, value, bits as u32 & 63),
        None => shift_by_value(inserter, op, value, amount),
    }
}

/// A shift by a constant below 64.
fn shift_by(inserter: &mut Inserter<'_>, op: Op, [low, high]: [Value; 2], amount: u32) -> [Value; 2] {
    let (near, far) = if op == Op::Shl { (low, high) } else { (high, low) };
    let back = if op == Op::Shl { Op::ShrU } else { Op::Shl };
    // The half that bits come from, and the half that they go to.
    let (left, moved) = if amount == 0 {
        (near, far)
    } else if amount < 32 {
        let left = shift(inserter, op, near, amount);
        let far_op = if op == Op::Shl { Op::Shl } else { Op::ShrU };
        let own = shift(inserter, far_op, far, amount);
        let over = shift(inserter, back, near, 32 - amount);
        (left, fold(inserter, Op::Or, own, over))
    } else {
        let left = match op {
            Op::ShrS => shift(inserter, op, near, 31),
            _ => number(inserter, 0),
        };
        (left, shift(inserter, op, near, amount - 32))
    };
    if op == Op::Shl { [left, moved] } else { [moved, left] }
}

/// A shift by a value that is no constant.
fn shift_by_value(inserter: &mut Inserter<'_>, op: Op, [low, high]: [Value; 2], amount: Value) -> [Value; 2] {
    let (near, far) = if op == Op::Shl { (low, high) } else { (high, low) };
    let (far_op, back) = if op == Op::Shl { (Op::Shl, Op::ShrU) } else { (Op::ShrU, Op::Shl) };
    let [mask, width, one] = [31, 32, 1].map(|bits| number(inserter, bits));
    let small = fold(inserter, Op::And, amount, mask);
    let is_large = inserter.op(Op::GeU, &[amount, width], Type::I1);
    let left = fold(inserter, op, near, small);
    // The bits that leave the one half for the other: in two steps, so that no shift is by 32.
    let rest = fold(inserter, Op::Xor, small, mask);
    let over = fold(inserter, back, near, one);
    let over = fold(inserter, back, over, rest);
    let own = fold(inserter, far_op, far, small);
    let moved = fold(inserter, Op::Or, own, over);
    let empty = match op {
        Op::ShrS => shift(inserter, op, near, 31),
        _ => number(inserter, 0),
    };
    let moved = choose(inserter, is_large, left, moved);
    let left = choose(inserter, is_large, empty, left);
    if op == Op::Shl { [left, moved] } else { [moved, left] }
}

/// A comparison; its last instruction is a new one.
fn compare(inserter: &mut Inserter<'_>, op: Op, a: [Value; 2], b: [Value; 2]) -> Value {
    let Some((of_high, of_low)) = relation_of_halves(op) else {
        let differences = [0, 1].map(|half| fold(inserter, Op::Xor, a[half], b[half]));
        let any = fold(inserter, Op::Or, differences[0], differences[1]);
        let zero = number(inserter, 0);
        return inserter.op(op, &[any, zero], Type::I1);
    };
    let decided = inserter.op(of_high, &[a[1], b[1]], Type::I1);
    let equal = inserter.op(Op::Eq, &[a[1], b[1]], Type::I1);
    let low = inserter.op(of_low, &[a[0], b[0]], Type::I1);
    let both = inserter.op(Op::And, &[equal, low], Type::I1);
    inserter.op(Op::Or, &[decided, both], Type::I1)
}
