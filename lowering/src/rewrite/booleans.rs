//! Integers that hold a boolean: arithmetic on them becomes logic on predicates.
//!
//! Rule: the pass looks for integers that are 0 where a boolean is false, and 1 or -1 where it is true. An operation on
//! such integers and constants that yields another one becomes logic on the booleans and one extension. A comparison or
//! truncation of one is the boolean itself, or its complement. `and` of such a mask of 0 and -1 with x becomes
//! `select b, x, 0`. `select (not b), x, y` becomes `select b, y, x`. The float that such an integer is converted to becomes
//! `select b, 1.0, 0.0`, or -1.0.
//!
//! C has no boolean arithmetic, so that `(a || b) && c` arrives as selections between integers: each was a `sel`, and
//! each return to a boolean an `and` and a `cmp`.

use rustc_hash::FxHashMap;
use texvisa_ir::texture::{InstData, InstId, Kernel, Op, Scalar, Type, Value, ValueDef};

use crate::insert::{Inserter, plain, rebuild};
use crate::reads::Occurring;
use crate::remark::Remarks;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Boolean {
    Known(bool),
    Value(Value),
}

/// An integer that holds a boolean.
#[derive(Clone, Copy)]
struct Flag {
    boolean: Boolean,
    /// Whether it is -1, all ones, where the boolean is true; otherwise it is 1.
    is_mask: bool,
}

/// Replaces arithmetic on integers that hold booleans; returns whether there may be one. What it leaves unread stays.
pub fn simplify_booleans(kernel: &mut Kernel, occurring: Occurring, remarks: &mut Remarks) -> bool {
    let holds_boolean = |data: &InstData| match data {
        InstData::Plain { op: Op::ZExt | Op::SExt, args } => kernel.ty(args[0]) == Type::I1,
        InstData::Plain { op: Op::Select, args } => {
            is_integer(kernel.ty(args[1])) && args[1..].iter().all(|arg| kernel.constant(*arg).is_some())
        }
        _ => false,
    };
    if !occurring.any_op(&[Op::ZExt, Op::SExt, Op::Select]) || !kernel.insts.values().any(holds_boolean) {
        return false;
    }
    let mut pass = Pass { flags: FxHashMap::default(), same: FxHashMap::default() };
    rebuild(kernel, |inserter, inst| pass.visit(inserter, inst, remarks));
    if !pass.same.is_empty() {
        for inst in kernel.insts.keys() {
            kernel.map_uses(inst, |value| pass.resolve(value));
        }
    }
    true
}

fn is_integer(ty: Type) -> bool {
    ty.is_scalar() && matches!(ty.scalar, Scalar::I8 | Scalar::I16 | Scalar::I32)
}

struct Pass {
    flags: FxHashMap<Value, Flag>,
    /// The booleans that replace those whose instructions are gone.
    same: FxHashMap<Value, Value>,
}

impl Pass {
    fn resolve(&self, value: Value) -> Value {
        self.same.get(&value).copied().unwrap_or(value)
    }

    fn visit(&mut self, inserter: &mut Inserter<'_>, inst: InstId, remarks: &mut Remarks) {
        inserter.kernel.map_uses(inst, |value| self.resolve(value));
        let result = inserter.kernel.result(inst);
        match (&inserter.kernel.insts[inst], result) {
            (InstData::Branch { condition, .. }, _) => turn_branch(inserter.kernel, *condition, inst),
            (InstData::Plain { op, args }, Some(result)) => {
                let (op, args) = (*op, *args);
                let args = &args[..op.arity()];
                let ty = inserter.kernel.ty(result);
                if ty == Type::I1 {
                    if let Some(boolean) = self.boolean(inserter, op, args) {
                        let boolean = value_of(inserter.kernel, boolean);
                        self.same.insert(result, boolean);
                        remarks.add(inserter.kernel, "booleans", inst, || "an integer holds the boolean".to_owned());
                        return;
                    }
                } else if is_integer(ty)
                    && let Some(flag) = self.derived_flag(inserter, op, args)
                {
                    self.flags.insert(result, flag);
                    let is_extension = matches!(op, Op::ZExt | Op::SExt) && inserter.kernel.ty(args[0]) == Type::I1;
                    if !is_extension {
                        let boolean = value_of(inserter.kernel, flag.boolean);
                        let extension = if flag.is_mask { Op::SExt } else { Op::ZExt };
                        replace(inserter, inst, plain(extension, &[boolean]), remarks);
                    }
                } else if let Some(select) = self.select(inserter.kernel, op, args, ty) {
                    replace(inserter, inst, select, remarks);
                }
            }
            _ => {}
        }
        inserter.keep(inst);
    }

    /// The boolean that an integer holds.
    fn flag(&self, kernel: &Kernel, value: Value) -> Option<Flag> {
        match kernel.constant(value) {
            Some(0) => Some(Flag { boolean: Boolean::Known(false), is_mask: false }),
            Some(1) => Some(Flag { boolean: Boolean::Known(true), is_mask: false }),
            Some(bits) if bits == kernel.ty(value).scalar.mask() => {
                Some(Flag { boolean: Boolean::Known(true), is_mask: true })
            }
            _ => self.flags.get(&value).copied(),
        }
    }

    /// The boolean that the integer holds which `op` yields.
    fn derived_flag(&self, inserter: &mut Inserter<'_>, op: Op, args: &[Value]) -> Option<Flag> {
        let kernel = &*inserter.kernel;
        match (op, args) {
            (Op::ZExt | Op::SExt, [arg]) if kernel.ty(*arg) == Type::I1 => {
                Some(Flag { boolean: Boolean::Value(*arg), is_mask: op == Op::SExt })
            }
            (Op::ZExt | Op::SExt | Op::Trunc, [arg]) => {
                let flag = self.flag(kernel, *arg)?;
                (op == Op::Trunc || flag.is_mask == (op == Op::SExt)).then_some(flag)
            }
            (Op::Sub, [zero, arg]) if kernel.constant(*zero) == Some(0) => {
                let flag = self.flag(kernel, *arg)?;
                Some(Flag { is_mask: !flag.is_mask, ..flag })
            }
            (Op::Select, [condition, then, otherwise]) => {
                let (then, otherwise) = (self.flag(kernel, *then)?, self.flag(kernel, *otherwise)?);
                let is_mask = common_form(then, otherwise)?;
                let boolean = choose(inserter, *condition, then.boolean, otherwise.boolean)?;
                Some(Flag { boolean, is_mask })
            }
            (Op::And, [a, b]) => {
                let (a, b) = (self.flag(kernel, *a)?, self.flag(kernel, *b)?);
                let boolean = logic(inserter, op, a.boolean, b.boolean);
                Some(Flag { boolean, is_mask: a.is_mask && b.is_mask })
            }
            (Op::Or | Op::Xor, [a, b]) => {
                let (a, b) = (self.flag(kernel, *a)?, self.flag(kernel, *b)?);
                let is_mask = common_form(a, b)?;
                Some(Flag { boolean: logic(inserter, op, a.boolean, b.boolean), is_mask })
            }
            _ => None,
        }
    }

    /// The boolean that a comparison or truncation of an integer that holds one yields.
    fn boolean(&self, inserter: &mut Inserter<'_>, op: Op, args: &[Value]) -> Option<Boolean> {
        match (op, args) {
            (Op::Trunc, [arg]) => Some(self.flag(inserter.kernel, *arg)?.boolean),
            (Op::Eq | Op::Ne, [arg, zero]) if inserter.kernel.constant(*zero) == Some(0) => {
                let Boolean::Value(value) = self.flag(inserter.kernel, *arg)?.boolean else { return None };
                let boolean = Boolean::Value(value);
                Some(if op == Op::Ne { boolean } else { logic(inserter, Op::Xor, boolean, Boolean::Known(true)) })
            }
            _ => None,
        }
    }

    /// A choice for a mask of an integer by a boolean, or for a choice by a complement.
    fn select(&self, kernel: &mut Kernel, op: Op, args: &[Value], ty: Type) -> Option<InstData> {
        match (op, args) {
            (Op::Select, [condition, then, otherwise]) => {
                let condition = complement_of(kernel, *condition)?;
                Some(plain(op, &[condition, *otherwise, *then]))
            }
            (Op::And, [a, b]) if is_integer(ty) => {
                let mask = |value: Value| match self.flag(kernel, value)? {
                    Flag { boolean: Boolean::Value(boolean), is_mask: true } => Some(boolean),
                    _ => None,
                };
                let (condition, masked) = mask(*a).map(|mask| (mask, *b)).or(mask(*b).map(|mask| (mask, *a)))?;
                let zero = kernel.constant_value(ty, 0);
                Some(plain(Op::Select, &[condition, masked, zero]))
            }
            (Op::UToF | Op::SToF, [arg]) => {
                let Flag { boolean: Boolean::Value(boolean), is_mask } = self.flag(kernel, *arg)? else { return None };
                let one = match ty.scalar {
                    Scalar::F32 => u64::from(1.0f32.to_bits()),
                    Scalar::F16 => 0x3c00,
                    _ => return None,
                };
                let sign = 1 << (ty.scalar.bits() - 1);
                let then = match (op, is_mask) {
                    (_, false) => one,
                    (Op::SToF, true) => one | sign,
                    _ => return None,
                };
                let [then, zero] = [then, 0].map(|bits| kernel.constant_value(ty, bits));
                Some(plain(Op::Select, &[boolean, then, zero]))
            }
            _ => None,
        }
    }
}

fn replace(inserter: &mut Inserter<'_>, inst: InstId, data: InstData, remarks: &mut Remarks) {
    inserter.kernel.insts[inst] = data;
    remarks.add(inserter.kernel, "booleans", inst, || "an integer holds a boolean".to_owned());
}

/// A branch by a complement goes the other way.
fn turn_branch(kernel: &mut Kernel, given: Value, inst: InstId) {
    if let Some(complement) = complement_of(kernel, given)
        && let InstData::Branch { condition, targets } = &mut kernel.insts[inst]
    {
        *condition = complement;
        targets.swap(0, 1);
    }
}

fn value_of(kernel: &mut Kernel, boolean: Boolean) -> Value {
    match boolean {
        Boolean::Known(known) => kernel.constant_value(Type::I1, known.into()),
        Boolean::Value(value) => value,
    }
}

/// Whether two integers hold their booleans as masks, or neither does. Zero is both.
fn common_form(a: Flag, b: Flag) -> Option<bool> {
    let is_zero = |flag: Flag| flag.boolean == Boolean::Known(false);
    match (is_zero(a), is_zero(b)) {
        (true, _) => Some(b.is_mask),
        (_, true) => Some(a.is_mask),
        _ => (a.is_mask == b.is_mask).then_some(a.is_mask),
    }
}

/// `condition ? then : otherwise`, where that is at most a complement and one more operation.
fn choose(inserter: &mut Inserter<'_>, condition: Value, then: Boolean, otherwise: Boolean) -> Option<Boolean> {
    let condition = Boolean::Value(condition);
    let complement = |inserter: &mut Inserter<'_>| logic(inserter, Op::Xor, condition, Boolean::Known(true));
    Some(match (then, otherwise) {
        (then, otherwise) if then == otherwise => then,
        (Boolean::Known(true), otherwise) => logic(inserter, Op::Or, condition, otherwise),
        (then, Boolean::Known(false)) => logic(inserter, Op::And, condition, then),
        (Boolean::Known(false), otherwise) => {
            let complement = complement(inserter);
            logic(inserter, Op::And, complement, otherwise)
        }
        (then, Boolean::Known(true)) => {
            let complement = complement(inserter);
            logic(inserter, Op::Or, complement, then)
        }
        (Boolean::Value(_), Boolean::Value(_)) => return None,
    })
}

/// `a op b` for a bitwise `op`, of which nothing is emitted where a constant or a complement settles it.
fn logic(inserter: &mut Inserter<'_>, op: Op, a: Boolean, b: Boolean) -> Boolean {
    match (op, a, b) {
        (Op::And, Boolean::Known(true), other) | (Op::And, other, Boolean::Known(true)) => other,
        (Op::And, Boolean::Known(false), _) | (Op::And, _, Boolean::Known(false)) => Boolean::Known(false),
        (Op::Or, Boolean::Known(false), other) | (Op::Or, other, Boolean::Known(false)) => other,
        (Op::Or, Boolean::Known(true), _) | (Op::Or, _, Boolean::Known(true)) => Boolean::Known(true),
        (_, Boolean::Known(a), Boolean::Known(b)) => Boolean::Known(a != b),
        (_, Boolean::Known(false), other) | (_, other, Boolean::Known(false)) => other,
        (_, Boolean::Known(true), Boolean::Value(value)) | (_, Boolean::Value(value), Boolean::Known(true)) => {
            Boolean::Value(complement_of(inserter.kernel, value).unwrap_or_else(|| {
                let everywhere = inserter.kernel.constant_value(Type::I1, 1);
                inserter.op(Op::Xor, &[value, everywhere], Type::I1)
            }))
        }
        (_, Boolean::Value(a), Boolean::Value(b)) => Boolean::Value(inserter.op(op, &[a, b], Type::I1)),
    }
}

/// The boolean of which `value` is the complement: `boolean ^ true`.
fn complement_of(kernel: &Kernel, value: Value) -> Option<Value> {
    let ValueDef::Result(inst, _) = kernel.values[value].def else { return None };
    match &kernel.insts[inst] {
        InstData::Plain { op: Op::Xor, args: [a, b, _] } if kernel.ty(value) == Type::I1 => {
            let is_true = |value| kernel.constant(value) == Some(1);
            if is_true(*b) { Some(*a) } else { is_true(*a).then_some(*b) }
        }
        _ => None,
    }
}
