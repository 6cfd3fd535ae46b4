//! Changes of sign: a negation or an absolute value of a float becomes a modifier of the sources that read it.
//!
//! A change of sign gets a variable, and a `mov`, only if an instruction without source modifiers reads it: a message, a
//! branch, a vector, a conversion.

use cranelift_entity::EntitySet;
use texvisa_ir::texture::{self, InstData, Op, Value, ValueDef};
use texvisa_ir::visa::{DataType, Modifier, Src};

use super::Emitter;
use super::plain::{modified, takes_modifiers};
use super::value_loc::ValueLoc;

/// The operand and the modifier of a change of sign.
fn change_of_sign(kernel: &texture::Kernel, value: Value) -> Option<(Value, Modifier)> {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return None };
    match &kernel.insts[inst] {
        InstData::Plain { op: Op::FNeg, args } => Some((args[0], Modifier::Negate)),
        InstData::Plain { op: Op::FAbs, args } => Some((args[0], Modifier::Abs)),
        _ => None,
    }
}

/// The changes of sign that need a variable.
pub(super) fn stored_changes(kernel: &texture::Kernel) -> EntitySet<Value> {
    let mut stored = EntitySet::new();
    if !kernel.values.keys().any(|value| change_of_sign(kernel, value).is_some()) {
        return stored;
    }
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        let takes_modifiers = match &kernel.insts[*inst] {
            InstData::Plain { op, args } => {
                args[..op.arity()].last().is_some_and(|arg| takes_modifiers(*op, kernel.ty(*arg).scalar))
            }
            _ => false,
        };
        if !takes_modifiers {
            kernel.for_each_use(*inst, |value| {
                stored.insert(value);
            });
        }
    }
    stored
}

impl Emitter<'_> {
    /// Whether `value` is a change of sign that only sources with modifiers read.
    pub(super) fn is_modifier(&self, value: Value) -> bool {
        !self.stored_changes.contains(value) && change_of_sign(self.kernel, value).is_some()
    }

    /// A scalar as a source operand of type `ty` for the lanes of `half`, in an instruction that takes modifiers.
    pub(super) fn modified_source(&mut self, value: Value, half: u32, ty: DataType) -> Src {
        match change_of_sign(self.kernel, value) {
            Some((operand, modifier)) if matches!(self.locs[value], ValueLoc::None) => {
                modified(self.modified_source(operand, half, ty), modifier)
            }
            _ => self.source(value, 0, half, ty),
        }
    }
}
