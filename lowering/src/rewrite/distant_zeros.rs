//! Comparisons with 0 that stand far from what computes the number.
//!
//! Rule: an integer is compared with 1 or -1 there, which means the same. Intel's finalizer lets the instruction that
//! computes a number compare it with 0, if the comparison stands among the next 60 of its block, and moves it down to the
//! comparison only where nothing else reads the number and the comparison stands among the next 20. Otherwise the flag is
//! live from there on. Where there are too few flag registers for that, each flag that is saved and restored costs two
//! moves, the comparison only one.
//!
//! Source: `foldCmpToCondMod` of IGC's finalizer, measured with GenX_IR.

use cranelift_entity::SecondaryMap;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{Block, InstData, Kernel, Op, Scalar, Type, Value};

use crate::flags::FLAG_LANES;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// How many instructions the finalizer moves another over.
const MOVED: usize = 20;
/// No comparison is looked for further from its number: the finalizer looks at 60 instructions, of which some that stand
/// here emit none.
const AHEAD: usize = 120;

/// Compares with another number than 0 where the flag would be live with too many others.
pub fn keep_comparisons(
    kernel: &mut Kernel,
    occurring: Occurring,
    target: Target,
    simd: SimdWidth,
    remarks: &mut Remarks,
) {
    if !occurring.ops().any(|op| without_zero(op).is_some()) {
        return;
    }
    // No boolean takes less than 16 bits.
    let flags = FLAG_LANES / simd.lanes().max(16);
    let (mut any, mut booleans) = (false, 0);
    for (inst, data) in &kernel.insts {
        if let InstData::Plain { op, args } = data
            && kernel.result(inst).is_some_and(|result| kernel.ty(result).scalar == Scalar::I1)
        {
            booleans += 1;
            any |= without_zero(*op).is_some() && kernel.constant(args[1]) == Some(0);
        }
    }
    if !any || booleans <= flags {
        return;
    }
    let mut live = LiveFlags::new(kernel);
    let mut computed: SecondaryMap<Value, Option<(Block, usize)>> = SecondaryMap::default();
    let mut now = 0;
    for block in kernel.layout.clone() {
        for index in 0..kernel.blocks[block].insts.len() {
            let inst = kernel.blocks[block].insts[index];
            now += 1;
            let InstData::Plain { op, args: [number, zero, unused] } = kernel.insts[inst] else { continue };
            if let Some(result) = kernel.result(inst) {
                computed[result] = Some((block, now));
            }
            let ty = kernel.ty(number);
            if (ty == Type::I32 || ty == Type::scalar(Scalar::I16))
                && let Some((other, bound)) = without_zero(op)
                && kernel.constant(zero) == Some(0)
                && let Some((_, from)) = computed[number].filter(|(home, from)| *home == block && now - from <= AHEAD)
                && (live.uses[number] > 1 || (now - from) * simd.halves(target) as usize > MOVED)
            {
                let between = &mut live.counts[from..now];
                if between.iter().any(|count| *count >= flags) {
                    let bound = kernel.constant_value(ty, bound as u64);
                    kernel.insts[inst] = InstData::Plain { op: other, args: [number, bound, unused] };
                    remarks.add(kernel, "distant_zeros", inst, || "compared with another number than 0".to_owned());
                } else {
                    between.iter_mut().for_each(|count| *count += 1);
                }
            }
        }
    }
}

/// How many predicates are live, in the order of the blocks' instructions: jumps back are left out of account.
struct LiveFlags {
    /// Behind so many instructions.
    counts: Vec<u32>,
    /// How many operands each value is.
    uses: SecondaryMap<Value, u32>,
}

impl LiveFlags {
    fn new(kernel: &Kernel) -> LiveFlags {
        let mut uses: SecondaryMap<Value, u32> = SecondaryMap::default();
        let mut ends: SecondaryMap<Value, usize> = SecondaryMap::default();
        let is_flag = |value: Value| kernel.ty(value).scalar == Scalar::I1;
        let insts = || kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
        let mut count = 0;
        for inst in insts() {
            count += 1;
            kernel.for_each_use(*inst, |value| {
                uses[value] += 1;
                ends[value] = count;
            });
        }
        // First what begins to be live behind an instruction, less what ends.
        let mut change = vec![0_i64; count + 2];
        for (before, inst) in insts().enumerate() {
            for flag in kernel.results(*inst).filter(|result| is_flag(*result) && ends[*result] > before + 1) {
                change[before + 1] += 1;
                change[ends[flag]] -= 1;
            }
        }
        let mut live = 0;
        let counts = change.into_iter().map(|change| {
            live += change;
            live as u32
        });
        LiveFlags { counts: counts.collect(), uses }
    }
}

/// The comparison that means the same as one with 0, and with which number.
fn without_zero(op: Op) -> Option<(Op, i32)> {
    match op {
        Op::Eq => Some((Op::LtU, 1)),
        Op::Ne => Some((Op::GeU, 1)),
        Op::GtS => Some((Op::GeS, 1)),
        Op::LeS => Some((Op::LtS, 1)),
        Op::LtS => Some((Op::LeS, -1)),
        Op::GeS => Some((Op::GtS, -1)),
        _ => None,
    }
}
