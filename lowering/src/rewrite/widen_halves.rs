//! Half-float parameters of samples and gathers.
//!
//! Rule: where the message takes no halves on the target, each parameter of halves is widened right behind its definition, so
//! that all uses share it and lanes that are not active at the message have it, too: a level may come from them.
//!
//! Source: 3D_SAMPLE and 3D_SAMPLE4, Notes: before ICLLP all operands are F, and the offsets of gather4_po are D and stand
//! beside F. Intel's compiler does the same before Gen10 (`Legalization`, calls of samples with half operands).

use rustc_hash::{FxHashMap, FxHashSet};
use texvisa_ir::SmallFloat;
use texvisa_ir::target::Target;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};

use crate::insert::{Inserter, rebuild};
use crate::plan::takes_halves;
use crate::reads::Occurring;
use crate::remark::Remarks;

/// Widens the half-float parameters that no message of the target takes; returns whether there was one.
pub fn widen_halves(kernel: &mut Kernel, occurring: Occurring, target: Target, remarks: &mut Remarks) -> bool {
    if !occurring.any_scalar(&[Scalar::F16]) {
        return false;
    }
    let insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts).copied();
    let operations: Vec<InstId> = insts.filter(|inst| is_widened(kernel, *inst, target)).collect();
    if operations.is_empty() {
        return false;
    }
    let mut halves: FxHashSet<Value> = FxHashSet::default();
    for inst in &operations {
        halves.extend(half_parameters(kernel, *inst));
    }
    let mut widening = Widening { wide: FxHashMap::default() };
    widening.insert(kernel, &halves);
    for inst in operations {
        if let InstData::Texture(id) = kernel.insts[inst] {
            for (_, value) in &mut kernel.textures[id].params {
                *value = widening.wide.get(value).copied().unwrap_or(*value);
            }
        }
        remarks.add(kernel, "widen_halves", inst, || "its half floats are widened; the message takes none".to_owned());
    }
    true
}

/// Whether `inst` is a texture operation with parameters of halves whose message takes none.
fn is_widened(kernel: &Kernel, inst: InstId, target: Target) -> bool {
    let InstData::Texture(id) = kernel.insts[inst] else { return false };
    half_parameters(kernel, inst).next().is_some() && !takes_halves(&kernel.textures[id], kernel, target)
}

fn half_parameters(kernel: &Kernel, inst: InstId) -> impl Iterator<Item = Value> + '_ {
    let params = match kernel.insts[inst] {
        InstData::Texture(id) => &kernel.textures[id].params[..],
        _ => &[],
    };
    params.iter().map(|(_, value)| *value).filter(|value| kernel.ty(*value) == Type::F16)
}

struct Widening {
    /// The `f32` of each half.
    wide: FxHashMap<Value, Value>,
}

impl Widening {
    /// Inserts the conversion of each of `halves` behind its definition.
    fn insert(&mut self, kernel: &mut Kernel, halves: &FxHashSet<Value>) {
        let mut arguments: Vec<Value> = Vec::new();
        let mut sorted: Vec<Value> = halves.iter().copied().collect();
        sorted.sort_unstable();
        for value in sorted {
            match kernel.values[value].def {
                ValueDef::Constant(bits) => {
                    let wide = SmallFloat::HALF.decode(bits.get() as u32) as f32;
                    self.wide.insert(value, kernel.constant_value(Type::F32, u64::from(wide.to_bits())));
                }
                ValueDef::Undefined => _ = self.wide.insert(value, kernel.undefined(Type::F32)),
                ValueDef::Argument(_) => arguments.push(value),
                _ => {}
            }
        }
        // Arguments and parameters of a block are widened before its first instruction.
        let mut firsts: FxHashMap<InstId, Vec<Value>> = FxHashMap::default();
        let entry = kernel.entry().and_then(|entry| kernel.blocks[entry].insts.first());
        firsts.extend(entry.map(|first| (*first, arguments)));
        for block in &kernel.layout {
            let params = kernel.blocks[*block].params.iter().copied().filter(|param| halves.contains(param));
            if let Some(first) = kernel.blocks[*block].insts.first() {
                firsts.entry(*first).or_default().extend(params);
            }
        }
        rebuild(kernel, |inserter, inst| {
            for value in firsts.remove(&inst).unwrap_or_default() {
                self.widen(inserter, value);
            }
            inserter.keep(inst);
            let results: Vec<Value> = inserter.kernel.results(inst).filter(|result| halves.contains(result)).collect();
            for value in results {
                self.widen(inserter, value);
            }
        });
    }

    fn widen(&mut self, inserter: &mut Inserter<'_>, value: Value) {
        let wide = inserter.op(Op::FExtTo, &[value], Type::F32);
        self.wide.insert(value, wide);
    }
}
