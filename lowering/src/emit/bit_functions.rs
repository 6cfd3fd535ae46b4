//! Emits bitwise operations of three: one instruction where the platform has functions of three bits, elsewhere two.

use smallvec::SmallVec;
use texvisa_ir::Bits;
use texvisa_ir::texture::{Op, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{AluOp, BitFunction, Dst, Inst, Src, Storage};

use super::{Emitter, data_type};

impl Emitter<'_> {
    /// A bitwise operation of the result of another and a third operand: one instruction where the platform has it.
    pub(super) fn bitwise_of_three(&mut self, pair: [Op; 2], result: Value, args: [Value; 3]) {
        let ty = data_type(self.kernel.ty(result).scalar);
        let [inner, outer] = pair.map(|op| match op {
            Op::And => AluOp::And,
            Op::Or => AluOp::Or,
            _ => AluOp::Xor,
        });
        let is_one = self.context.target.platform().add3;
        if is_one {
            args.iter().for_each(|arg| self.share_number(*arg, ty));
            // Of two numbers that would be immediates, the one in the middle or else the last one is in a variable.
            let number = |index: usize| {
                let bits = self.constant(args[index], 0).map(Bits::new)?;
                Some((index, bits)).filter(|(_, bits)| self.numbers.get(*bits, ty).is_none())
            };
            let numbers: SmallVec<[(usize, Bits); 3]> = (0..3).filter_map(number).collect();
            if numbers.len() > 1
                && let Some((_, bits)) = numbers.iter().find(|(index, _)| *index == 1).or(numbers.last())
            {
                self.move_number(*bits, ty, false);
            }
        }
        for (exec, var, half) in self.define(result) {
            let mut srcs = args.map(|arg| {
                let number = self.constant(arg, 0).and_then(|bits| self.numbers.get(Bits::new(bits), ty));
                match number.filter(|_| is_one) {
                    Some(number) => Src::scalar(number),
                    None => self.source(arg, 0, half, ty),
                }
            });
            if is_one {
                // One of the outer sources may be a number.
                self.limit_immediates(exec, &mut srcs[..2]);
                self.limit_immediates(exec, &mut srcs[1..]);
                let function = bit_function(inner, outer);
                let dst = Dst::whole(var);
                self.push(Inst::BitFunction(BitFunction { function, exec, predicate: None, dst, srcs }));
                continue;
            }
            self.limit_immediates(exec, &mut srcs[..2]);
            let first = self.declare(ty, exec.lanes.into(), Storage::Own, Meaning::Temporary);
            self.alu(inner, exec, Dst::whole(first), &srcs[..2]);
            let first = if exec.lanes == 1 { Src::scalar(first) } else { Src::lanes(first) };
            self.alu(outer, exec, Dst::whole(var), &[first, srcs[2]]);
        }
    }
}

/// The function of `bfn` that is `outer` of `inner` of the first two sources, and the third (BFN, Semantics).
fn bit_function(inner: AluOp, outer: AluOp) -> u8 {
    let apply = |op: AluOp, a: u8, b: u8| match op {
        AluOp::And => a & b,
        AluOp::Or => a | b,
        _ => a ^ b,
    };
    // What a, b and c are in the bits of the function: bit a + 2 b + 4 c is its result for them.
    apply(outer, apply(inner, 0xaa, 0xcc), 0xf0)
}
