//! Numbers that an instruction of three sources does not take as immediates.
//!
//! The finalizer would move such a number to a register before each of these instructions. Here it is moved once: in the
//! first block if an instruction in a loop or those of several blocks read it, as far as [`MAX_HOISTED`] goes, and
//! otherwise in the block that reads it. Where there are too few registers in any order of the
//! instructions, each block outside of loops moves its own: the finalizer spills such numbers first, and reads a register from
//! memory then for each.

use rustc_hash::FxHashMap;
use texvisa_ir::Bits;
use texvisa_ir::texture::{self, Block, InstData, Op, Scalar, Value, ValueDef};
use texvisa_ir::visa::{DataType, Var};

use crate::analyses::Analyses;
use crate::order::Item;

/// The most numbers that are in registers throughout a kernel: four registers of 32 bytes.
const MAX_HOISTED: usize = 32;

/// The variables with numbers that can be read here.
#[derive(Default)]
pub(super) struct Numbers {
    vars: FxHashMap<(Bits, DataType), NumberVar>,
}

struct NumberVar {
    var: Var,
    /// Whether it can be read in all blocks.
    hoisted: bool,
}

impl Numbers {
    /// Begins a block.
    pub(super) fn begin_block(&mut self) {
        self.vars.retain(|_, number| number.hoisted);
    }

    /// The variable that holds a number.
    pub(super) fn get(&self, bits: Bits, ty: DataType) -> Option<Var> {
        self.vars.get(&(bits, ty)).map(|number| number.var)
    }

    /// Adds a number that `var` holds.
    pub(super) fn add(&mut self, bits: Bits, ty: DataType, var: Var, hoisted: bool) {
        self.vars.insert((bits, ty), NumberVar { var, hoisted });
    }
}

/// The bits of `value` if it is a number that an instruction of three sources does not take as an immediate of type `ty`.
pub(super) fn large_number(kernel: &texture::Kernel, value: Value, ty: DataType) -> Option<Bits> {
    let ValueDef::Constant(bits) = kernel.values[value].def else { return None };
    let is_large = ty.is_float() || i16::try_from(bits.get() as i32).is_err();
    (ty.bytes() == 4 && is_large).then_some(bits)
}

/// The floats that instructions of three sources read in a loop or, unless there are too few registers (`crowded`), in several
/// blocks, in the order in which they are read.
pub(super) fn hoisted_numbers(kernel: &texture::Kernel, analyses: &Analyses, crowded: bool) -> Vec<Bits> {
    let mut first_reader: FxHashMap<Bits, Block> = FxHashMap::default();
    let mut hoisted: Vec<Bits> = Vec::new();
    for item in &analyses.order.items {
        let Item::Block(block) = *item else { continue };
        let in_loop = analyses.loops.innermost(block).is_some();
        for inst in &kernel.blocks[block].insts {
            let InstData::Plain { op: Op::Fma | Op::FmaZero, args } = &kernel.insts[*inst] else { continue };
            if kernel.result(*inst).is_none_or(|result| kernel.ty(result).scalar != Scalar::F32) {
                continue;
            }
            for bits in args.iter().filter_map(|arg| large_number(kernel, *arg, DataType::F)) {
                let elsewhere = !crowded && *first_reader.entry(bits).or_insert(block) != block;
                if (in_loop || elsewhere) && !hoisted.contains(&bits) && hoisted.len() < MAX_HOISTED {
                    hoisted.push(bits);
                }
            }
        }
    }
    hoisted
}
