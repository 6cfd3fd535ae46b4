//! Floats of which nothing reads the sign where they are a zero or a NaN.
//!
//! A conversion to an integer makes 0 of either zero, and the same of every NaN; a comparison takes both zeros for equal,
//! and a NaN for unordered. What rounds to an integer, chooses the larger or the smaller of two, or widens keeps the sign
//! for its readers.

use cranelift_entity::EntitySet;
use texvisa_ir::texture::cfg::ControlFlow;
use texvisa_ir::texture::{InstData, Kernel, Op, Value};

/// The floats of which something may read the sign of a zero or a NaN.
pub struct SignReads(EntitySet<Value>);

impl SignReads {
    pub fn of(kernel: &Kernel) -> SignReads {
        let mut read = EntitySet::new();
        // Readers come first, so that what they pass on is known: a block is behind those that dominate it in this order,
        // which that of the text need not be. What is passed to a block counts.
        let flow = ControlFlow::new(kernel);
        for inst in flow.order.iter().rev().flat_map(|block| kernel.blocks[*block].insts.iter().rev()) {
            let keeps = match &kernel.insts[*inst] {
                InstData::Plain { op, .. } if ignores_sign(*op) => continue,
                InstData::Plain { op, .. } => keeps_sign(*op),
                _ => false,
            };
            if !keeps || kernel.result(*inst).is_some_and(|result| read.contains(result)) {
                kernel.for_each_use(*inst, |value| _ = read.insert(value));
            }
        }
        SignReads(read)
    }

    /// Whether something may read the sign of `value`, which is a zero or a NaN.
    pub fn contains(&self, value: Value) -> bool {
        self.0.contains(value)
    }
}

fn ignores_sign(op: Op) -> bool {
    use Op::{
        FAbs, FEqO, FEqU, FGeO, FGeU, FGtO, FGtU, FLeO, FLeU, FLtO, FLtU, FNeO, FNeU, FOrd, FToS, FToSClamped, FToU,
        FToUClamped, FUno,
    };
    matches!(
        op,
        FToS | FToU
            | FToSClamped
            | FToUClamped
            | FAbs
            | FOrd
            | FUno
            | FEqO
            | FNeO
            | FLtO
            | FLeO
            | FGtO
            | FGeO
            | FEqU
            | FNeU
            | FLtU
            | FLeU
            | FGtU
            | FGeU
    )
}

fn keeps_sign(op: Op) -> bool {
    matches!(op, Op::FFloor | Op::FCeil | Op::FTrunc | Op::FRoundEven | Op::FMax | Op::FMin | Op::FExtTo)
}
