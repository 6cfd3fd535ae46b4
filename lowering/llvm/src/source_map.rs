//! Which parts of LLVM's function the parts of a kernel came from, for those who change the function by what texvisa
//! says of the kernel.
//!
//! Texture IR knows nothing of LLVM, so that this stands beside it. Instructions are named by their number, counted
//! from 0 over all blocks of the function in the order of its text, and hold as long as nothing changes the function.

use inkwell::values::FunctionValue;
use rustc_hash::FxHashMap;
use texvisa_ir::texture::{InstId, Value};

use crate::llvm::Val;

/// Where the parts of one kernel came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    /// The function, by its number among all functions of the module, declarations included.
    pub function: u32,
    /// The call that each texture operation came from, in the order in which they were imported.
    pub calls: Vec<(InstId, SourceCall)>,
    /// Where values are found in LLVM's function. Constants are not listed, nor what LLVM has no value for. The place
    /// is the definition of the value, so that it dominates every use.
    pub values: Vec<(Value, SourceElement)>,
}

/// A call of an intrinsic for textures or media blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceCall {
    /// The number of the call.
    pub instruction: u32,
    /// The number of the operand that is the surface; of a media block, its number.
    pub surface: u32,
    /// The number of the operand that is the sampler, where there is one.
    pub sampler: Option<u32>,
    /// The number of the operand that is what a media block writes.
    pub data: Option<u32>,
    /// Constant texel offsets beside some that are parameters, which no operation of texture IR has. Only where
    /// [texture calls alone](crate::ImportOptions::textures_alone) are wanted they are left out of the operation.
    pub offset: [i8; 3],
    /// The numbers of the operands that are parameters, each with the value that it was imported as.
    pub params: Vec<(u32, Value)>,
}

/// An element of a value of LLVM's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceElement {
    /// The value.
    pub source: SourceValue,
    /// Which of its elements: those of vectors and structures are counted from 0, one inside the other from left to
    /// right.
    pub element: u32,
}

/// A value of LLVM's function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceValue {
    /// The parameter of this number.
    Argument(u32),
    /// The result of the instruction of this number.
    Instruction(u32),
}

/// A [`SourceMap`] in the making, by the values themselves.
#[derive(Default)]
pub(crate) struct Recorder<'c> {
    calls: Vec<(InstId, Val<'c>, SourceCall)>,
    values: Vec<(Value, Val<'c>, u32)>,
}

impl<'c> Recorder<'c> {
    /// Notes the call that a texture operation came from; the number of the call is filled in later.
    pub(crate) fn call(&mut self, inst: InstId, call: Val<'c>, operands: SourceCall) {
        self.calls.push((inst, call, operands));
    }

    /// Notes that `value` came into being as element `element` of `source`.
    pub(crate) fn value(&mut self, value: Value, source: Val<'c>, element: usize) {
        self.values.push((value, source, element as u32));
    }

    /// The map for function number `number`, which is `function`.
    pub(crate) fn finish(self, number: u32, function: FunctionValue<'c>) -> SourceMap {
        // Most instructions are not asked for.
        let asked = self.calls.iter().map(|(_, call, _)| *call).chain(self.values.iter().map(|(_, source, _)| *source));
        let mut sources: FxHashMap<Val<'c>, Option<SourceValue>> = asked.map(|source| (source, None)).collect();
        let mut note = |source: Val<'c>, as_source: SourceValue| {
            if let Some(known) = sources.get_mut(&source) {
                *known = Some(as_source);
            }
        };
        for (index, argument) in Val::from(function).parameters().into_iter().enumerate() {
            note(argument, SourceValue::Argument(index as u32));
        }
        let instructions = function.get_basic_block_iter().flat_map(|block| block.get_instructions());
        for (index, instruction) in instructions.enumerate() {
            note(instruction.into(), SourceValue::Instruction(index as u32));
        }
        let find = |source: &Val<'c>| sources.get(source).copied().flatten();
        let calls = self.calls.into_iter().filter_map(|(inst, call, operands)| match find(&call)? {
            SourceValue::Instruction(instruction) => Some((inst, SourceCall { instruction, ..operands })),
            SourceValue::Argument(_) => None,
        });
        let values = self.values.into_iter().filter_map(|(value, source, element)| {
            find(&source).map(|source| (value, SourceElement { source, element }))
        });
        SourceMap { function: number, calls: calls.collect(), values: values.collect() }
    }
}
