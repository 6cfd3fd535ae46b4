//! Calls. What is called is found by its name up to the suffix that spells the overloaded types.

use texvisa_ir::texture::{Op, Scalar, SyncKind, Type, Value};

use crate::implicit;
use crate::kernel::{ImportResult, Importer, unsupported};
use crate::llvm::Val;
use crate::shape::ElementVec;
use crate::texture_table::{self, GENISA_PREFIX, root};
use crate::without_effect::is_without_effect;

/// LLVM's intrinsics that are one operation, on as many operands as that has.
const LLVM: &[(&str, Op)] = &[
    ("abs", Op::Abs),
    ("bitreverse", Op::ReverseBits),
    ("ceil", Op::FCeil),
    ("cos", Op::FCos),
    ("ctlz", Op::CountLeadingZeros),
    ("ctpop", Op::CountOnes),
    ("cttz", Op::CountTrailingZeros),
    ("exp2", Op::FExp2),
    ("fabs", Op::FAbs),
    ("floor", Op::FFloor),
    ("fma", Op::Fma),
    ("fmuladd", Op::Fma),
    ("fshl", Op::FunnelShl),
    ("log2", Op::FLog2),
    ("maxnum", Op::FMax),
    ("minnum", Op::FMin),
    ("nearbyint", Op::FRoundEven),
    ("pow", Op::FPow),
    ("rint", Op::FRoundEven),
    ("roundeven", Op::FRoundEven),
    ("sin", Op::FSin),
    ("smax", Op::MaxS),
    ("smin", Op::MinS),
    ("sqrt", Op::FSqrt),
    ("trunc", Op::FTrunc),
    ("umax", Op::MaxU),
    ("umin", Op::MinU),
];

/// LLVM's conversions that clamp.
const CLAMPED: &[(&str, Op)] = &[("fptosi.sat", Op::FToSClamped), ("fptoui.sat", Op::FToUClamped)];

/// Intel's intrinsics that are one operation: Intrinsic_definitions.yml (12504: Intrinsic_definitions.py).
const GENISA: &[(&str, Op)] = &[
    ("ROUNDNE", Op::FRoundEven),
    ("add.rtz", Op::FAddZero),
    ("bfrev", Op::ReverseBits),
    ("fma.rtz", Op::FmaZero),
    ("fsat", Op::FSaturate),
    ("hw.thread.id.alloca", Op::HardwareThreadId),
    ("imulH", Op::MulHighS),
    ("mul.rtz", Op::FMulZero),
    ("simdSize", Op::SimdSize),
    ("umulH", Op::MulHighU),
];

impl<'c> Importer<'c> {
    pub(crate) fn call(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let Some(callee) = call.callee() else {
            return unsupported(
                "an indirect call or inline assembly is not supported; expected a call of an intrinsic",
            );
        };
        let name = callee.name_text();
        if let Some(intrinsic) = name.strip_prefix(GENISA_PREFIX) {
            self.call_genisa(call, intrinsic)
        } else if let Some(intrinsic) = name.strip_prefix("llvm.") {
            self.call_llvm(call, intrinsic)
        } else {
            unsupported("a call of a function is not supported; inline it first, as Intel's compiler does")
        }
    }

    fn call_llvm(&mut self, call: Val<'c>, name: &str) -> ImportResult<ElementVec<Value>> {
        if is_without_effect(name) {
            // The operands are not looked at: metadata is no value.
            return Ok(ElementVec::new());
        }
        if root(name, |root| (root == "bswap").then_some(())).is_some() {
            return self.swapped_bytes(call);
        }
        if root(name, |root| (root == "fshr").then_some(())).is_some() {
            let [high, low, amount] = [self.operand(call, 0)?, self.operand(call, 1)?, self.operand(call, 2)?];
            let elements = high.into_iter().zip(low).zip(amount);
            return Ok(elements.map(|((high, low), amount)| self.shifted_right(high, low, amount)).collect());
        }
        if root(name, |root| (root == "powi").then_some(())).is_some() {
            return self.power(call);
        }
        if let Some(op) = root(name, |root| row(CLAMPED, root)) {
            let ty = self.type_of(call)?;
            if ty.scalar.bits() > 32 {
                return unsupported("a conversion that clamps to 64 bits is not supported; expected at most 32");
            }
            let values = self.operand(call, 0)?;
            return Ok(values.into_iter().map(|value| self.convert(op, value, ty)).collect());
        }
        match root(name, |root| row(LLVM, root)) {
            Some(op) => self.function(call, op),
            None => unsupported("the intrinsic is not supported; write the kernel without it"),
        }
    }

    fn call_genisa(&mut self, call: Val<'c>, name: &str) -> ImportResult<ElementVec<Value>> {
        if let Some(op) = root(name, |root| row(GENISA, root)) {
            return self.one_operation(call, op);
        }
        if let Some(row) = root(name, texture_table::intrinsic) {
            return self.texture(call, row);
        }
        if let Some(kind) = root(name, texture_table::media_block) {
            return if kind.writes() { self.media_write(call, kind) } else { self.media_read(call, kind) };
        }
        if let Some(argument) = root(name, implicit::read_by) {
            return self.implicit_value(argument.name);
        }
        let result = root(name, |root| {
            Some(match root {
                "uaddc" => self.with_carry(call, Op::AddCarry),
                "usubb" => self.with_carry(call, Op::SubBorrow),
                "add.pair" => self.pair_arithmetic(call, Op::Add),
                "sub.pair" => self.pair_arithmetic(call, Op::Sub),
                "mul.pair" => self.pair_arithmetic(call, Op::Mul),
                "dp4a.ss" => self.dot_product(call, Op::DotS, [1, 2]),
                "dp4a.su" => self.dot_product(call, Op::DotSU, [1, 2]),
                "dp4a.us" => self.dot_product(call, Op::DotSU, [2, 1]),
                "dp4a.uu" => self.dot_product(call, Op::DotU, [1, 2]),
                "StackAlloca" => self.stack_pointer(call),
                "pair.to.ptr" => self.pair_to_pointer(call),
                "ptr.to.pair" => self.pointer_to_pair(call),
                "itof.rtz" => self.converted(call, Op::SToFZero),
                "uitof.rtz" => self.converted(call, Op::UToFZero),
                "itof.rtp" => self.converted(call, Op::SToFUp),
                "uitof.rtp" => self.converted(call, Op::UToFUp),
                "itof.rtn" => self.converted(call, Op::SToFDown),
                "uitof.rtn" => self.converted(call, Op::UToFDown),
                "ftof.rtz" => self.converted(call, Op::FTruncToZero),
                "ftof.rtp" => self.converted(call, Op::FTruncToUp),
                "ftof.rtn" => self.converted(call, Op::FTruncToDown),
                "simdLaneId" => self.lane_id(call),
                "WaveShuffleIndex" | "WaveBroadcast" => self.shuffle_index(call),
                "simdShuffleXor" => self.shuffle_xor(call),
                "simdShuffleDown" => self.shuffle_down(call),
                "WaveAll" => self.combined_lanes(call),
                "WavePrefix" => self.prefix(call),
                "WaveBallot" => self.ballot(call),
                "WaveInverseBallot" => self.inverse_ballot(call),
                "simdBlockRead" => self.block_read(call),
                "simdBlockWrite" => self.block_write(call),
                "threadgroupbarrier" => self.sync(SyncKind::Barrier),
                "memoryfence" => self.memory_fence(call),
                "typedmemoryfence" => self.sync(SyncKind::FenceTyped),
                // An array of the program that is the same in all lanes, before its first elements are written.
                "vectorUniform" => self.undefined_like(call),
                // The lanes of a thread run together, and accesses stay in order.
                "wavebarrier" => Ok(ElementVec::new()),
                // Holds a line of a program that is made to be debugged.
                "CatchAllDebugLine" => Ok(ElementVec::new()),
                // It waits between two tries to lock 64 bits of local memory. Intel's compiler writes how long to `%tsc`; no result
                // depends on it.
                "eu.thread.pause" => Ok(ElementVec::new()),
                "GetBufferPtr" => self.buffer_pointer(call),
                "typedread" => self.typed_read(call),
                "typedwrite" => self.typed_write(call),
                "ldraw.indexed" | "ldrawvector.indexed" => self.load_raw_indexed(call),
                "storeraw.indexed" | "storerawvector.indexed" => self.store_raw_indexed(call),
                "intatomicraw" | "floatatomicraw" => self.atomic(call, false),
                "intatomicrawA64" | "floatatomicrawA64" => self.atomic(call, true),
                "intatomictyped" => self.atomic_typed(call),
                "icmpxchgatomicraw" | "fcmpxchgatomicraw" => self.compare_exchange(call, false),
                "icmpxchgatomicrawA64" | "fcmpxchgatomicrawA64" => self.compare_exchange(call, true),
                _ => return None,
            })
        });
        result.unwrap_or_else(|| unsupported("the intrinsic is not supported; write the kernel without it"))
    }

    pub(crate) fn one_operation(&mut self, call: Val<'c>, op: Op) -> ImportResult<ElementVec<Value>> {
        if op.arity() == 0 {
            return Ok(ElementVec::from_slice(&[self.operation(op, &[])]));
        }
        let operands: ImportResult<Vec<_>> = (0..op.arity() as u32).map(|index| self.operand(call, index)).collect();
        self.elementwise(op, &operands?)
    }

    /// The bytes of each element in reverse.
    fn swapped_bytes(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let values = self.operand(call, 0)?;
        Ok(values.into_iter().map(|value| self.swapped(value)).collect())
    }

    /// The bytes of an integer in the opposite order.
    fn swapped(&mut self, value: Value) -> Value {
        let ty = self.builder.kernel().ty(value);
        if ty.scalar.bits() == 64 {
            let halves = [32, 0].map(|place| self.part(value, place, Type::I32)).map(|half| self.swapped(half));
            return self.join(&halves, ty);
        }
        let places = (0..ty.scalar.bits() as usize).step_by(8).rev();
        let bytes: ElementVec<Value> = places.map(|place| self.part(value, place, Type::scalar(Scalar::I8))).collect();
        self.join(&bytes, ty)
    }

    /// The low half of `high:low` shifted right by `amount` modulo the width (LLVM LangRef, `llvm.fshr`).
    fn shifted_right(&mut self, high: Value, low: Value, amount: Value) -> Value {
        let ty = self.builder.kernel().ty(low);
        let bits = i64::from(ty.scalar.bits());
        let number = self.builder.kernel().constant(amount).map(|amount| amount as i64 & (bits - 1));
        match number {
            Some(0) => low,
            Some(number) => {
                let rest = self.builder.constant_int(ty, bits - number);
                self.operation(Op::FunnelShl, &[high, low, rest])
            }
            // Rotated by 0, both halves are the same.
            None if high == low => {
                let zero = self.builder.constant_int(ty, 0);
                let rest = self.operation(Op::Sub, &[zero, amount]);
                self.operation(Op::FunnelShl, &[high, low, rest])
            }
            // The pair is shifted left by one first, and then by one less than the rest, which is never the whole width.
            None => {
                let one = self.builder.constant_int(ty, 1);
                let halves = [self.operation(Op::FunnelShl, &[high, low, one]), self.operation(Op::Shl, &[low, one])];
                let ones = self.builder.constant_int(ty, -1);
                let rest = self.operation(Op::Xor, &[amount, ones]);
                self.operation(Op::FunnelShl, &[halves[0], halves[1], rest])
            }
        }
    }

    /// The first operand and the products of the bytes of two others, which `op` takes in this order.
    fn dot_product(&mut self, call: Val<'c>, op: Op, factors: [u32; 2]) -> ImportResult<ElementVec<Value>> {
        let (added, ty) = (self.scalar_operand(call, 0)?, self.type_of(call)?);
        let [b, c] = [self.scalar_operand(call, factors[0])?, self.scalar_operand(call, factors[1])?];
        let kernel = self.builder.kernel();
        if [ty, kernel.ty(added), kernel.ty(b), kernel.ty(c)] != [Type::I32; 4] {
            return unsupported("bytes of a dword are multiplied; expected operands and a result of type i32");
        }
        Ok(ElementVec::from_slice(&[self.operation(op, &[added, b, c])]))
    }

    /// The result, and its carry or borrow.
    fn with_carry(&mut self, call: Val<'c>, op: Op) -> ImportResult<ElementVec<Value>> {
        let operands = [self.scalar_operand(call, 0)?, self.scalar_operand(call, 1)?];
        let result = self.operation(op, &operands);
        Ok([result].into_iter().chain(self.second_result(result)).collect())
    }

    /// A conversion of the operand to the type of the call.
    fn converted(&mut self, call: Val<'c>, op: Op) -> ImportResult<ElementVec<Value>> {
        let (value, ty) = (self.scalar_operand(call, 0)?, self.type_of(call)?);
        Ok(ElementVec::from_slice(&[self.convert(op, value, ty)]))
    }

    /// Intel's intrinsic returns 16 bits.
    fn lane_id(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let ty = self.type_of(call)?;
        let lane = self.operation(Op::LaneId, &[]);
        Ok(ElementVec::from_slice(&[self.convert(Op::Trunc, lane, Type::scalar(ty.scalar))]))
    }

    /// `memoryfence(commit, flush read-write, constant, texture and instruction caches, global, invalidate L1)`: of
    /// local memory where it is not global (`EmitPass::emitMemoryFence`). Whether it invalidates L1 the platform
    /// decides.
    fn memory_fence(&mut self, call: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let flag = |index| call.operand(index).and_then(Val::int).map(|bits| bits & 1 == 1);
        match (1..=5).map(flag).collect::<Option<Vec<bool>>>().as_deref() {
            Some([false, false, false, false, global]) => {
                self.sync(if *global { SyncKind::Fence } else { SyncKind::FenceLocal })
            }
            // Where a platform has such a cache, only accesses of typed surfaces are in it.
            Some([true, false, false, false, true]) => self.sync(SyncKind::FenceTyped),
            Some(_) => {
                unsupported("a flush of a constant, texture or instruction cache is not supported; expected none")
            }
            None => unsupported("the operands of a fence must be constants"),
        }
    }

    fn sync(&mut self, kind: SyncKind) -> ImportResult<ElementVec<Value>> {
        self.builder.sync(kind);
        Ok(ElementVec::new())
    }
}

fn row(table: &[(&str, Op)], name: &str) -> Option<Op> {
    table.iter().find(|row| row.0 == name).map(|row| row.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_what_stands_before_their_types() {
        let find = |name| root(name, |root| row(LLVM, root));
        assert_eq!(find("fma.f32"), Some(Op::Fma));
        assert_eq!(find("sqrt"), Some(Op::FSqrt));
        assert_eq!(find("sqrtish.f32"), None);
        assert!(root("add.pair", |root| (root == "add").then_some(())).is_some());
    }
}
