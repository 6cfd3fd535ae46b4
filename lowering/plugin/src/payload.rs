//! The sources of a message's slots as values of LLVM's function.
//!
//! A plan names values of texture IR after the passes. Such a value is an operand of the call, an element of another value
//! of LLVM's function, or one that the importer or a pass inserted: a constant, a truncation to words, a sum with an
//! offset. The last are described as operations on the others, which the rewriting builds.

use rustc_hash::FxHashMap;
use texvisa::ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};
use texvisa::lowering::plan::{MessagePlan, PackedOffsets, PackedTerm, SlotSource, TexelOffsets};
use texvisa_llvm::{SourceCall, SourceElement, SourceMap};

/// The deepest nesting of operations; passes nest at most three.
const MAX_DEPTH: u32 = 16;

/// How to make the value of a slot.
#[derive(Clone, Debug)]
pub enum ValueRecipe {
    /// These bits.
    Constant(u64),
    /// Anything.
    Undefined,
    /// An operand of the call.
    Operand(u32),
    /// An element of a value of LLVM's function.
    Source(SourceElement),
    /// An element of what the message of another operation returns.
    Response(InstId, u32),
    /// An operation on others.
    Operation(Op, Vec<SlotValue>),
}

/// The value of a slot.
#[derive(Clone, Debug)]
pub struct SlotValue {
    /// Its type.
    pub scalar: Scalar,
    /// How to make it.
    pub recipe: ValueRecipe,
}

/// The values of one kernel after the passes over it.
pub struct Payloads<'a> {
    kernel: &'a Kernel,
    source_of: FxHashMap<Value, SourceElement>,
}

impl<'a> Payloads<'a> {
    /// For `kernel`, whose values came from where `sources` says.
    pub fn new(kernel: &'a Kernel, sources: &SourceMap) -> Payloads<'a> {
        Payloads { kernel, source_of: sources.values.iter().copied().collect() }
    }

    /// What fills the slots of the message of `call`.
    ///
    /// # Errors
    ///
    /// A value that is not to be made of LLVM's, with the reason.
    pub fn of(&self, call: &SourceCall, plan: &MessagePlan) -> Result<Vec<SlotValue>, String> {
        let fill = |fill: &SlotSource| match fill {
            SlotSource::Zero => Ok(SlotValue { scalar: zero_type(plan), recipe: ValueRecipe::Constant(0) }),
            SlotSource::Value { value, .. } if self.kernel.ty(*value).is_scalar() => self.value(call, *value, 0),
            SlotSource::Value { value, element } => self.element(call, *value, *element, 0),
            SlotSource::Packed(packed) => self.packed(call, packed),
        };
        plan.sources.iter().map(fill).collect()
    }

    /// The texel offsets of the message of `call` where they are no constants.
    ///
    /// # Errors
    ///
    /// As [`Payloads::of`].
    pub fn offsets(&self, call: &SourceCall, plan: &MessagePlan) -> Result<Option<SlotValue>, String> {
        match plan.offset {
            TexelOffsets::Constant(_) => Ok(None),
            TexelOffsets::Value(value) => self.value(call, value, 0).map(Some),
        }
    }

    /// A dword with packed offsets: its terms, one OR the other. It is an integer beside parameters that are floats.
    fn packed(&self, call: &SourceCall, packed: &PackedOffsets) -> Result<SlotValue, String> {
        let dword = |op, args| SlotValue { scalar: Scalar::I32, recipe: ValueRecipe::Operation(op, args) };
        let float = |op, args| SlotValue { scalar: Scalar::F32, recipe: ValueRecipe::Operation(op, args) };
        let bits = |bits: u32| SlotValue { scalar: Scalar::I32, recipe: ValueRecipe::Constant(bits.into()) };
        let number =
            |number: f32| SlotValue { scalar: Scalar::F32, recipe: ValueRecipe::Constant(number.to_bits().into()) };
        let mut whole: Option<SlotValue> = None;
        for term in packed.terms() {
            let term = match term {
                PackedTerm::Float { value, mask } => {
                    let value = dword(Op::Bitcast, vec![self.value(call, value, 0)?]);
                    dword(Op::And, vec![value, bits(mask)])
                }
                PackedTerm::Layer { value, most } => {
                    let rounded = float(Op::FRoundEven, vec![self.value(call, value, 0)?]);
                    let positive = float(Op::FMax, vec![rounded, number(0.0)]);
                    let clamped = float(Op::FMin, vec![positive, number(most as f32)]);
                    dword(Op::FToU, vec![clamped])
                }
                PackedTerm::Offset { value, mask, shift } => {
                    let cut = dword(Op::And, vec![self.value(call, value, 0)?, bits(mask)]);
                    if shift == 0 { cut } else { dword(Op::Shl, vec![cut, bits(shift)]) }
                }
            };
            whole = Some(match whole {
                Some(before) => dword(Op::Or, vec![before, term]),
                None => term,
            });
        }
        Ok(whole.unwrap_or_else(|| bits(0)))
    }

    fn value(&self, call: &SourceCall, value: Value, depth: u32) -> Result<SlotValue, String> {
        let scalar = self.kernel.ty(value).scalar;
        let operand = call.params.iter().find(|(_, known)| *known == value).map(|(index, _)| *index);
        let recipe = match (self.kernel.values[value].def, operand, self.source_of.get(&value)) {
            (ValueDef::Constant(bits), ..) => ValueRecipe::Constant(bits.get()),
            (ValueDef::Undefined, ..) => ValueRecipe::Undefined,
            (_, Some(index), _) => ValueRecipe::Operand(index),
            (_, None, Some(place)) => ValueRecipe::Source(*place),
            (ValueDef::Result(..), ..) if depth == MAX_DEPTH => {
                return Err("a parameter has too many nested operations".to_owned());
            }
            (ValueDef::Result(inst, _), ..) => match &self.kernel.insts[inst] {
                InstData::Extract { vector, index } => return self.element(call, *vector, *index, depth + 1),
                InstData::Plain { op, args } => {
                    let args = args[..op.arity()].iter().map(|arg| self.value(call, *arg, depth + 1));
                    let args: Vec<SlotValue> = args.collect::<Result<_, _>>()?;
                    operation(*op, args, scalar)
                }
                _ => return Err("a parameter has no value in LLVM's function".to_owned()),
            },
            _ => return Err("a parameter has no value in LLVM's function".to_owned()),
        };
        let part = SlotValue { scalar, recipe };
        match &part.recipe {
            ValueRecipe::Operation(op, _) if !part.can_be_made() => {
                Err(format!("a parameter needs `{}`, which LLVM has no instruction for", op.name()))
            }
            _ => Ok(part),
        }
    }

    /// Whether `value` is element `index` of `vector`, whose elements are of that type now.
    fn is_element(&self, value: Value, vector: Value, index: u8, scalar: Scalar) -> bool {
        let ValueDef::Result(inst, _) = self.kernel.values[value].def else { return false };
        let is_taken = matches!(
            &self.kernel.insts[inst],
            InstData::Extract { vector: of, index: at } if (*of, *at) == (vector, index)
        );
        is_taken && self.kernel.ty(value) == Type::scalar(scalar)
    }

    fn element(&self, call: &SourceCall, vector: Value, index: u8, depth: u32) -> Result<SlotValue, String> {
        let Type { scalar, .. } = self.kernel.ty(vector);
        let no_value = || Err("a parameter has no value in LLVM's function".to_owned());
        match self.kernel.values[vector].def {
            ValueDef::Undefined => Ok(SlotValue { scalar, recipe: ValueRecipe::Undefined }),
            ValueDef::Result(inst, 0) => match &self.kernel.insts[inst] {
                InstData::Texture(_) => {
                    // The program may have taken it out of the response already.
                    let taken = call.params.iter().find(|(_, value)| self.is_element(*value, vector, index, scalar));
                    let recipe = taken
                        .map_or(ValueRecipe::Response(inst, index.into()), |(index, _)| ValueRecipe::Operand(*index));
                    Ok(SlotValue { scalar, recipe })
                }
                InstData::Vector { elements } => match elements.get(usize::from(index), &self.kernel.lists) {
                    Some(element) => self.value(call, element, depth),
                    None => no_value(),
                },
                _ => no_value(),
            },
            _ => no_value(),
        }
    }
}

impl SlotValue {
    /// Whether LLVM has an instruction that does the same, for every operand.
    fn can_be_made(&self) -> bool {
        let ValueRecipe::Operation(op, args) = &self.recipe else { return true };
        match op {
            Op::Trunc
            | Op::ZExt
            | Op::SExt
            | Op::FExtTo
            | Op::Bitcast
            | Op::Add
            | Op::Sub
            | Op::Mul
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::FRoundEven
            | Op::FMax
            | Op::FMin => true,
            // LLVM's shifts by too much are undefined.
            Op::Shl | Op::ShrU | Op::ShrS => {
                matches!(args[1].recipe, ValueRecipe::Constant(amount) if amount < u64::from(self.scalar.bits()))
            }
            _ => false,
        }
    }
}

/// An operation as LLVM has it: a dword of two words is the OR of both, of which one is shifted.
fn operation(op: Op, args: Vec<SlotValue>, scalar: Scalar) -> ValueRecipe {
    if op != Op::Concat {
        return ValueRecipe::Operation(op, args);
    }
    let of = |op, args| SlotValue { scalar, recipe: ValueRecipe::Operation(op, args) };
    let by = SlotValue { scalar, recipe: ValueRecipe::Constant((scalar.bits() / 2).into()) };
    let mut halves = args.into_iter().map(|half| of(Op::ZExt, vec![half]));
    let low = halves.next();
    let high = halves.next().map(|high| of(Op::Shl, vec![high, by]));
    ValueRecipe::Operation(Op::Or, low.into_iter().chain(high).collect())
}

/// The type of a slot that the operation has no value for.
fn zero_type(plan: &MessagePlan) -> Scalar {
    match (plan.parameter.is_float(), plan.parameter.bytes()) {
        (true, 2) => Scalar::F16,
        (true, _) => Scalar::F32,
        (false, 2) => Scalar::I16,
        (false, _) => Scalar::I32,
    }
}
