//! Arithmetic, and the copies between it and messages.
//!
//! What an instruction computes is not looked at, only from what: where one instruction carries out an operation, its
//! sources are the operation's operands in their order; where several do, each source is one of the operands or a
//! result of the same operation.

use texvisa_ir::Bits;
use texvisa_ir::texture::{self, InstData, Op, Results, Value, ValueDef};
use texvisa_ir::visa::origin::Origin;
use texvisa_ir::visa::{Alu, AluOp, DataType, Exec, Modifier, Pred, Region, Src};

use super::claims::Target;
use super::content::{Content, Scope, What, ones};
use super::facts::Leaf;
use super::{Checker, Meaning};

/// The modifier that the last source has where one instruction carries out `op`.
const fn last_modifier(op: Op) -> Modifier {
    match op {
        Op::Sub | Op::FSub | Op::SubBorrow | Op::FNeg => Modifier::Negate,
        Op::Abs | Op::FAbs => Modifier::Abs,
        _ => Modifier::None,
    }
}

/// Bits as a modifier leaves them.
const fn modified(bits: u64, modifier: Modifier, bytes: u32, is_float: bool) -> u64 {
    let sign = 1u64 << (8 * bytes - 1);
    let bits = match (modifier, is_float) {
        (Modifier::Negate, true) => bits ^ sign,
        (Modifier::Abs, true) => bits & !sign,
        (Modifier::Negate, false) => bits.wrapping_neg(),
        (Modifier::Abs, false) if bits & sign != 0 => bits.wrapping_neg(),
        _ => bits,
    };
    bits & ones(bytes)
}

impl Checker<'_> {
    pub(super) fn alu(&mut self, alu: &Alu, origin: Origin) {
        let Some(dst) = &self.target(alu.dst.var) else {
            return self.wrong(|| "a variable".to_owned(), || "none".to_owned());
        };
        if let Origin::Edge(..) = origin {
            return self.edge_alu(alu, dst);
        }
        let Some(source) = self.source else { return self.copy(alu, dst) };
        match &self.facts.kernel.insts[source] {
            InstData::Plain { op, args } => self.plain(alu, dst, source, *op, &args[..op.arity()]),
            InstData::Texture(id) => {
                let op = &self.facts.kernel.textures[*id];
                if op.kind.is_media() {
                    self.block_alu(alu, dst, source, op);
                } else if self.packs(alu, dst) {
                    self.packing(alu, dst, source, op);
                } else {
                    self.copy(alu, dst);
                }
            }
            _ => self.copy(alu, dst),
        }
    }

    /// Whether an instruction of a texture operation computes something: all but copies do, and the first lane's answer
    /// of a residency.
    fn packs(&self, alu: &Alu, dst: &Target<'_>) -> bool {
        let converts = match alu.srcs[0] {
            Src::Register { var, .. } => {
                dst.decl.ty == DataType::Ud && self.kernel.vars.get(var).is_some_and(|decl| decl.ty.is_float())
            }
            Src::Immediate { .. } | Src::Vector { .. } => false,
        };
        match alu.op {
            AluOp::Mov => converts && matches!(self.read(&alu.srcs[0], alu.exec).what, What::Work(_)),
            AluOp::And => !matches!(self.read(&alu.srcs[0], alu.exec).what, What::Residency(_)),
            _ => true,
        }
    }

    /// A step in making a word that holds several parameters: of these, of numbers, and of other such steps.
    #[inline(never)]
    fn packing(&mut self, alu: &Alu, dst: &Target<'_>, source: texture::Inst, op: &texture::TextureOp) {
        let known = |src: &Src| {
            let found = self.read(src, alu.exec);
            let is_part = match found.what {
                What::Constant(_) => true,
                What::Work(inst) => inst == source,
                _ => op.params.iter().any(|(_, value)| self.facts.leaf(*value, 0).is(found)),
            };
            is_part && found.scope.copied(alu.exec).is_some()
        };
        let srcs = &alu.srcs[..alu.op.sources()];
        let right = alu.predicate.is_none() && !alu.saturate && srcs.iter().all(known);
        // The narrowest of what it is made of; numbers are everywhere the same.
        let scopes = srcs.iter().filter_map(|src| self.read(src, alu.exec).scope.copied(alu.exec));
        let scope = scopes.reduce(|a, b| if a == Scope::Everywhere { b } else { a }).unwrap_or(Scope::Everywhere);
        if !right {
            let found: Vec<_> = srcs.iter().map(|src| self.describe(self.read(src, alu.exec))).collect();
            self.wrong(|| "parts of a word of parameters".to_owned(), || found.join("; "));
        }
        let what = if right { What::Work(source) } else { What::Unknown };
        self.put(alu, dst, what, scope);
    }

    /// Writes what an instruction makes. A copy within one place leaves there what was there, of lanes that are not
    /// active, too.
    #[inline(never)]
    pub(super) fn put(&mut self, alu: &Alu, dst: &Target<'_>, what: What, scope: Scope) {
        let scope = if self.is_idle(alu, dst) { self.read(&alu.srcs[0], alu.exec).scope } else { scope };
        self.put_elements(alu, dst, what, scope);
    }

    /// Whether an instruction is a copy within one place. Most are none, or go elsewhere, which is seen at once.
    #[inline(always)]
    fn is_idle(&self, alu: &Alu, dst: &Target<'_>) -> bool {
        let stays = |var| self.kernel.vars.get(var).is_some_and(|decl| self.runs.place(var, decl, 0) == dst.place);
        alu.op == AluOp::Mov
            && matches!(alu.srcs[0], Src::Register { var, .. } if stays(var))
            && self.kernel.is_identity_copy(alu)
    }

    /// Writes elements of that content, as many as there are lanes.
    #[inline]
    fn put_elements(&mut self, alu: &Alu, dst: &Target<'_>, what: What, scope: Scope) {
        let (offset, lanes) = (u32::from(alu.dst.offset), u32::from(alu.exec.lanes));
        if alu.dst.stride != 1 && lanes > 1 {
            self.wrong(|| "elements one after the other".to_owned(), || format!("a stride of {}", alu.dst.stride));
            return self.runs.spoil(dst.var, offset, lanes * dst.bytes * u32::from(alu.dst.stride));
        }
        self.write(dst, offset, lanes, Content { what, scope, bytes: dst.bytes as u8 });
    }

    /// A copy, or the first lane's answer of a residency that all lanes share.
    pub(super) fn copy(&mut self, alu: &Alu, dst: &Target<'_>) {
        match alu.op {
            AluOp::Mov if alu.predicate.is_none() && !alu.saturate => {
                self.summary.copies += 1;
                let is_idle = self.is_idle(alu, dst);
                if is_idle && self.stays(dst, alu.exec) {
                    return;
                }
                let Content { what, scope, .. } = self.copied(&alu.srcs[0], alu.exec, dst.decl.ty);
                if is_idle {
                    self.put(alu, dst, what, scope);
                } else {
                    self.put_elements(alu, dst, what, scope);
                }
            }
            AluOp::And if alu.predicate.is_none() => {
                let found = self.read(&alu.srcs[0], alu.exec);
                let is_bit = matches!(alu.srcs[1], Src::Immediate { bits: Bits::ONE, .. });
                let what = match found.what {
                    What::Residency(inst) if is_bit && found.scope == Scope::Everywhere && alu.exec.nomask => {
                        What::Work(inst)
                    }
                    _ => What::Unknown,
                };
                self.put(alu, dst, what, found.scope);
            }
            _ => {
                self.wrong(|| "a copy".to_owned(), || alu.op.name().to_owned());
                self.put(alu, dst, What::Unknown, Scope::Everywhere);
            }
        }
    }

    /// A part of a plain operation.
    #[inline(never)]
    fn plain(&mut self, alu: &Alu, dst: &Target<'_>, source: texture::Inst, op: Op, args: &[Value]) {
        let srcs = &alu.srcs[..alu.op.sources()];
        let claim = match *dst.claim {
            Meaning::Value { value, .. } if self.facts.definition(value) == Some(source) => Some(value),
            _ => None,
        };
        if alu.predicate.is_some() && alu.op != AluOp::Sel {
            self.wrong(|| "all lanes".to_owned(), || "a predicate".to_owned());
        }
        self.summary.operands += srcs.len();
        // A number that cannot stand in an instruction itself.
        if alu.op == AluOp::Mov
            && claim.is_none()
            && let Src::Immediate { ty: from, .. } = srcs[0]
            && from.bytes() == dst.decl.ty.bytes()
        {
            let content = self.copied(&srcs[0], alu.exec, dst.decl.ty);
            return self.put(alu, dst, content.what, content.scope);
        }
        let right = if srcs.len() == args.len() && op != Op::FunnelShl && alu.op != AluOp::Sel {
            let saturates = alu.saturate == (op == Op::FSaturate);
            let last = last_modifier(op);
            let mut behind = srcs.len();
            let in_order = args.iter().zip(srcs).all(|(arg, src)| {
                behind -= 1;
                let modifier = if behind == 0 { last } else { Modifier::None };
                self.is_operand(src, alu.exec, *arg, modifier, source)
                    || alu.op == AluOp::Mov && self.is_work(src, alu.exec, source)
            });
            in_order && (saturates || claim.is_none())
        } else {
            self.is_step(alu, dst, source, op, args, claim.is_some())
        };
        if !right {
            self.wrong_operands(args, srcs, alu.exec);
        }
        let scope = if alu.exec.nomask { Scope::Everywhere } else { Scope::Lanes { first: alu.exec.first } };
        match claim {
            Some(value) => self.put_result(alu, dst, value, scope),
            None => {
                let what = self.intermediate(alu, source, args);
                self.put(alu, dst, what, scope);
            }
        }
    }

    /// Writes the result of the instruction of the source to a variable that is claimed to hold some of it. Most hold
    /// it from where they are written on, which is where it is defined.
    #[inline(always)]
    fn put_result(&mut self, alu: &Alu, dst: &Target<'_>, value: Value, scope: Scope) {
        let what = What::Value { value, element: 0 };
        let (offset, lanes) = (u32::from(alu.dst.offset), u32::from(alu.exec.lanes));
        let content = Content { what, scope, bytes: dst.bytes as u8 };
        match *dst.claim {
            Meaning::Value { element: 0, half, .. }
                if alu.op != AluOp::Mov
                    && (alu.dst.stride == 1 || lanes == 1)
                    && self.is_reached
                    && self.fits(dst, offset, content, half, value) =>
            {
                self.hold(dst, offset, lanes * dst.bytes, content);
            }
            _ => self.put(alu, dst, what, scope),
        }
    }

    /// Reports sources that are not the operands as they should be.
    #[cold]
    fn wrong_operands(&mut self, args: &[Value], srcs: &[Src], exec: Exec) {
        let expected: Vec<_> = args.iter().map(|arg| self.describe_value(*arg, 0)).collect();
        let found: Vec<_> = srcs.iter().map(|src| self.describe(self.read(src, exec))).collect();
        self.wrong(|| format!("operands {} for {exec}", expected.join("; ")), || found.join("; "));
    }

    /// Whether an instruction is one of several that carry out an operation, or one that has other sources than the
    /// operation has operands. `is_last` where it makes the result.
    #[inline(never)]
    fn is_step(
        &self,
        alu: &Alu,
        dst: &Target<'_>,
        source: texture::Inst,
        op: Op,
        args: &[Value],
        is_last: bool,
    ) -> bool {
        let srcs = &alu.srcs[..alu.op.sources()];
        match (op, alu.op) {
            (Op::Select, AluOp::Sel) => {
                let chosen = args[1..].iter().zip(srcs);
                let mut right = chosen.map(|(arg, src)| self.is_operand(src, alu.exec, *arg, Modifier::None, source));
                right.all(|right| right) && self.chooses(alu.predicate, alu.exec, args[0])
            }
            (Op::SimdSize, AluOp::Mov) => {
                let lanes = u64::from(self.kernel.simd.lanes());
                matches!(srcs[0], Src::Immediate { bits, .. } if bits.get() == lanes)
            }
            (Op::FunnelShl, _) => {
                let chosen = alu.predicate.is_none_or(|given| self.is_made_by(given.pred, alu.exec, source));
                chosen && srcs.iter().all(|src| self.is_part(src, alu.exec, args, source))
            }
            (_, AluOp::Sel) => self.is_number_of_truth(alu, dst, op, args, source),
            (Op::FDiv, AluOp::Inv) => self.is_operand(&srcs[0], alu.exec, args[1], Modifier::None, source),
            (_, AluOp::Mov) if is_last => self.is_work(&srcs[0], alu.exec, source),
            _ => srcs.iter().all(|src| self.is_part(src, alu.exec, args, source)),
        }
    }

    /// What an instruction makes on the way to a result: an operand that is converted, or something else.
    #[inline(never)]
    fn intermediate(&self, alu: &Alu, source: texture::Inst, args: &[Value]) -> What {
        if alu.op != AluOp::Mov {
            return What::Work(source);
        }
        let is_operand = |arg: &Value| self.is_operand(&alu.srcs[0], alu.exec, *arg, Modifier::None, source);
        let operand = args.iter().position(is_operand);
        operand.map_or(What::Work(source), |operand| What::Operand { inst: source, operand: operand as u8 })
    }

    /// Whether the lanes of `exec` read an operand, as it is or converted, with that modifier.
    #[inline(always)]
    fn is_operand(&self, src: &Src, exec: Exec, arg: Value, modifier: Modifier, source: texture::Inst) -> bool {
        let plainly = match *src {
            Src::Register { var, offset, region, modifier: given } => {
                let is_whole = given == modifier && region == Region::CONTIGUOUS && exec.lanes > 1;
                match self.kernel.vars.get(var) {
                    Some(decl) if is_whole => self.has_plainly(var, decl, offset, exec, arg),
                    _ => false,
                }
            }
            Src::Immediate { bits, .. } if modifier == Modifier::None => {
                matches!(self.facts.kernel.values[arg].def, ValueDef::Constant(number) if number == bits)
            }
            _ => false,
        };
        plainly || self.is_changed_operand(src, exec, arg, modifier, source)
    }

    /// The same, where one look does not show it.
    #[inline(never)]
    fn is_changed_operand(&self, src: &Src, exec: Exec, arg: Value, modifier: Modifier, source: texture::Inst) -> bool {
        let leaf = self.facts.leaf(arg, 0);
        if leaf == Leaf::Undefined {
            // Anything, but the same in all lanes where they share the result: a number, a channel outside the mask.
            let found = self.read(src, exec);
            let known = found.what != What::Unknown && found.scope.serves(exec);
            return known || matches!(*src, Src::Register { var, .. } if self.may_be_anything(var));
        }
        match *src {
            Src::Immediate { ty, bits } => match leaf {
                Leaf::Constant(wanted) => {
                    let bytes = ty.bytes();
                    modified(wanted & ones(bytes), modifier, bytes, ty.is_float()) == bits.get() & ones(bytes)
                }
                _ => false,
            },
            Src::Vector { .. } => false,
            Src::Register { modifier: given, .. } => {
                let found = self.read(src, exec);
                let is = match found.what {
                    What::Operand { inst, operand } if inst == source => self.operand_leaf(inst, operand) == Some(leaf),
                    // A number that could not stand in the instruction was changed on its way to a variable.
                    What::Constant(number) if given == Modifier::None => match leaf {
                        Leaf::Constant(wanted) => {
                            let bytes = u32::from(found.bytes);
                            let plain = modified(wanted & ones(bytes), modifier, bytes, false);
                            number.get() == plain
                                || number.get() == modified(wanted & ones(bytes), modifier, bytes, true)
                        }
                        _ => false,
                    },
                    _ => leaf.is(found) && given == modifier,
                };
                is && found.scope.serves(exec)
            }
        }
    }

    fn may_be_anything(&self, var: texvisa_ir::visa::Var) -> bool {
        match *self.claim(var) {
            Meaning::Value { value, element, .. } => self.facts.leaf(value, element) == Leaf::Undefined,
            _ => false,
        }
    }

    fn operand_leaf(&self, inst: texture::Inst, operand: u8) -> Option<Leaf> {
        match &self.facts.kernel.insts[inst] {
            InstData::Plain { op, args } => {
                args[..op.arity()].get(usize::from(operand)).map(|arg| self.facts.leaf(*arg, 0))
            }
            _ => None,
        }
    }

    /// Whether the lanes of `exec` read something that `source` computed.
    fn is_work(&self, src: &Src, exec: Exec, source: texture::Inst) -> bool {
        let found = self.read(src, exec);
        found.what == What::Work(source) && found.scope.serves(exec)
    }

    /// Whether the lanes of `exec` read an operand, a number, or something that `source` computed.
    fn is_part(&self, src: &Src, exec: Exec, args: &[Value], source: texture::Inst) -> bool {
        let found = self.read(src, exec);
        let known = match found.what {
            What::Constant(number) => {
                matches!(number.get(), 0 | 1 | 31 | 32) || args.iter().any(|arg| self.facts.leaf(*arg, 0).is(found))
            }
            What::Work(inst) | What::Operand { inst, .. } => inst == source,
            What::Value { value, .. } if self.facts.definition(value) == Some(source) => true,
            _ => args.iter().any(|arg| self.facts.leaf(*arg, 0).is(found)),
        };
        known && found.scope.serves(exec)
    }

    /// Whether a select makes a number of a truth value: of the operand where that is one, otherwise of one that
    /// `source` computed.
    fn is_number_of_truth(&self, alu: &Alu, dst: &Target<'_>, op: Op, args: &[Value], source: texture::Inst) -> bool {
        let converts = matches!(op, Op::ZExt | Op::SExt);
        let truth = if op == Op::SExt { ones(dst.decl.ty.bytes()) } else { 1 };
        let mut numbers = [truth, 0].into_iter().zip(alu.srcs).map(|(number, src)| {
            let found = self.read(&src, alu.exec);
            found.what == What::number(number) && found.scope.serves(alu.exec)
        });
        let chosen = match (converts, args) {
            (true, [arg]) => self.chooses(alu.predicate, alu.exec, *arg),
            _ => alu.predicate.is_some_and(|predicate| self.is_made_by(predicate.pred, alu.exec, source)),
        };
        chosen && numbers.all(|right| right)
    }

    /// A comparison.
    #[inline(never)]
    pub(super) fn compare(&mut self, exec: Exec, dst: Pred, srcs: &[Src; 2], origin: Origin) {
        let data = self.source.map(|inst| (inst, &self.facts.kernel.insts[inst]));
        match (origin, data) {
            (_, Some((source, InstData::Plain { op, args }))) => {
                self.summary.operands += 2;
                let args = &args[..op.arity()];
                let in_order = op.results() == Results::Bool && !matches!(op, Op::FOrd | Op::FUno);
                let right = if in_order {
                    let mut pairs = args.iter().zip(srcs);
                    pairs.all(|(arg, src)| self.is_operand(src, exec, *arg, Modifier::None, source))
                } else if matches!(op, Op::FOrd | Op::FUno) {
                    // Each operand with itself: a NaN differs from itself.
                    args.iter()
                        .any(|arg| srcs.iter().all(|src| self.is_operand(src, exec, *arg, Modifier::None, source)))
                } else {
                    srcs.iter().all(|src| self.is_part(src, exec, args, source))
                };
                if !right {
                    self.wrong_operands(args, srcs, exec);
                }
                self.computed(dst, exec, source);
            }
            (Origin::Inst(_), Some((source, InstData::Texture(_)))) => {
                let right =
                    self.is_work(&srcs[0], exec, source) && matches!(srcs[1], Src::Immediate { bits: Bits::ZERO, .. });
                if !right {
                    let found = self.describe(self.read(&srcs[0], exec));
                    self.wrong(|| "residency".to_owned(), || found);
                }
                self.computed(dst, exec, source);
            }
            _ => self.arrived(exec, dst, srcs),
        }
    }
}
