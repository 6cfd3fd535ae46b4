//! Which values all lanes have alike, as rewrites of their readers ask while they add values.

use texvisa_ir::texture::{InstData, Kernel, Op, Value, ValueDef};

use crate::reads::Occurring;
use crate::uniformity::{Uniformity, analyze_alone};

/// How many operations deep a value that a rewrite added is followed to those of the analysis.
const DEPTH: u32 = 4;

/// The uniform values of a kernel as it was. Rewrites change it while they ask, so what they do must be correct for divergent
/// values, too.
pub struct UniformValues {
    /// None where a loop has no header, and in a kernel without sums, differences and products.
    analysis: Option<Uniformity>,
    /// How many values the kernel had when it was analysed.
    analysed: usize,
}

impl UniformValues {
    /// Analyses `kernel`, if it has sums, differences or products, of whose operands rewrites ask.
    pub fn of(kernel: &Kernel, occurring: Occurring) -> UniformValues {
        let analysis = occurring.any_op(&[Op::Add, Op::Sub, Op::Mul]).then(|| analyze_alone(kernel)).flatten();
        UniformValues { analysis, analysed: kernel.values.len() }
    }

    /// Whether all lanes have `value` alike, of a rewrite's own values if a few operations make it of such.
    pub(super) fn has(&self, kernel: &Kernel, value: Value) -> bool {
        self.has_within(kernel, value, DEPTH)
    }

    fn has_within(&self, kernel: &Kernel, value: Value, depth: u32) -> bool {
        if let Some(analysis) = &self.analysis
            && (value.as_u32() as usize) < self.analysed
        {
            return analysis.is_uniform(value);
        }
        let ValueDef::Result(inst, _) = kernel.values[value].def else { return kernel.constant(value).is_some() };
        match kernel.insts[inst] {
            InstData::Plain { op, args } if depth > 0 => {
                let operands = &args[..op.arity()];
                !operands.is_empty()
                    && !op.reads_other_lanes()
                    && operands.iter().all(|operand| self.has_within(kernel, *operand, depth - 1))
            }
            _ => false,
        }
    }
}
