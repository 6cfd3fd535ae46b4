//! Arithmetic, and copies.
//!
//! Only the sources of an instruction are checked, not what it computes. If one instruction carries out an operation,
//! its sources are the operation's operands in order. If several do, each source is an operand or a result of the same
//! operation.

use texvisa_ir::Bits;
use texvisa_ir::target::PrivateMemory;
use texvisa_ir::texture::{self, InstData, Op, Operands, Results, Scalar, Type, Value, ValueDef};
use texvisa_ir::visa::origin::{Meaning, Origin};
use texvisa_ir::visa::{
    Alu, AluOp, BitFunction, DataType, Dst, Exec, Modifier, Pred, Predefined, Region, Relation, Src, Storage,
    VectorType,
};

use super::checker::Checker;
use super::origins::Destination;
use super::register_contents::RootByte;
use super::source_index::Leaf;
use super::symbolic_value::{Scope, SymbolicValue, Term, ones};

/// The modifier of the last source if one instruction carries out `op`.
const fn last_modifier(op: Op) -> Modifier {
    match op {
        Op::Sub | Op::FSub | Op::SubBorrow | Op::FNeg => Modifier::Negate,
        Op::Abs | Op::FAbs => Modifier::Abs,
        _ => Modifier::None,
    }
}

/// The function of `bfn` that carries out `op`: bit a + 2 b + 4 c is its result for bits a, b and c (BFN, Semantics).
const fn function_of(op: Op) -> Option<u8> {
    match op {
        Op::AndThree => Some(0b1000_0000),
        Op::OrThree => Some(0b1111_1110),
        Op::XorThree => Some(0b1001_0110),
        Op::AndOr => Some(0b1111_1000),
        Op::AndXor => Some(0b0111_1000),
        Op::OrAnd => Some(0b1110_0000),
        Op::OrXor => Some(0b0001_1110),
        Op::XorAnd => Some(0b0110_0000),
        Op::XorOr => Some(0b1111_0110),
        _ => None,
    }
}

/// Applies a source modifier to the bits of an element.
const fn modified(bits: u64, modifier: Modifier, bytes: u32, is_float: bool) -> u64 {
    let sign = 1u64 << (8 * bytes - 1);
    let bits = match (modifier, is_float) {
        (Modifier::Negate, true) => bits ^ sign,
        (Modifier::Abs, true) => bits & !sign,
        (Modifier::NegateAbs, true) => bits | sign,
        (Modifier::Negate, false) => bits.wrapping_neg(),
        (Modifier::Abs, false) if bits & sign != 0 => bits.wrapping_neg(),
        (Modifier::Not, _) => !bits,
        _ => bits,
    };
    bits & ones(bytes)
}

/// Whether `op` is a comparison of which both sources are the operands in their order.
fn is_ordered_comparison(op: Op) -> bool {
    op.results() == Results::Bool && !matches!(op, Op::FOrd | Op::FUno)
}

impl Checker<'_> {
    pub(super) fn alu(&mut self, alu: &Alu, origin: Origin) {
        let Some(dst) = &self.destination(alu.dst.var) else {
            return self.wrong(|| "a variable".to_owned(), || "none".to_owned());
        };
        if let Origin::Edge(..) = origin {
            return self.edge_alu(alu, dst);
        }
        let Some(source) = self.source else { return self.copy(alu, dst) };
        match &self.source_index.kernel.insts[source] {
            InstData::Plain { op, args } => self.plain(alu, dst, source, *op, &args[..op.arity()]),
            InstData::Texture(id) => {
                let op = &self.source_index.kernel.textures[*id];
                if op.kind.is_media() {
                    self.block_alu(alu, dst, source, op);
                } else if self.packs(alu, dst) {
                    self.packing(alu, dst, source, op);
                } else {
                    self.copy(alu, dst);
                }
            }
            InstData::Memory(id) if self.counts_owords(alu, source, &self.source_index.kernel.memories[*id]) => {
                self.put(alu, dst, Term::Intermediate(source), Scope::Uniform);
            }
            InstData::Memory(id) if self.spread(source).is_some() => {
                self.spread_address(alu, dst, source, &self.source_index.kernel.memories[*id]);
            }
            InstData::Element { .. } | InstData::Insert { .. } => self.indexed(alu, dst, source),
            _ => self.copy(alu, dst),
        }
    }

    /// A bitwise function of three sources: that of the operation, and in the order of its operands.
    pub(super) fn bit_function(&mut self, inst: &BitFunction, origin: Origin) {
        let op = self.source.and_then(|source| match self.source_index.kernel.insts[source] {
            InstData::Plain { op, .. } => Some(op),
            _ => None,
        });
        let wanted = op.and_then(function_of);
        if wanted != Some(inst.function) {
            let name =
                |function: Option<u8>| function.map_or("no function".to_owned(), |bits| format!("bfn.x{bits:x}"));
            self.wrong(|| name(wanted), || name(Some(inst.function)));
        }
        let BitFunction { exec, predicate, dst, srcs, .. } = *inst;
        self.alu(&Alu { op: AluOp::Add3, saturate: false, exec, predicate, dst, srcs }, origin);
    }

    /// Whether an instruction of a texture operation computes something: all do except copies and the extraction of
    /// uniform residency.
    fn packs(&self, alu: &Alu, dst: &Destination<'_>) -> bool {
        let converts = match alu.srcs[0] {
            Src::Register { var, .. } => {
                dst.decl.ty == DataType::Ud && self.kernel.vars.get(var).is_some_and(|decl| decl.ty.is_float())
            }
            Src::Immediate { .. } | Src::Vector { .. } => false,
        };
        match alu.op {
            AluOp::Mov => converts && matches!(self.read(&alu.srcs[0], alu.exec).term, Term::Intermediate(_)),
            AluOp::And => !matches!(self.read(&alu.srcs[0], alu.exec).term, Term::Residency(_)),
            _ => true,
        }
    }

    /// A step in packing several parameters into one word. Its sources are parameters, constants, and other steps.
    #[inline(never)]
    fn packing(&mut self, alu: &Alu, dst: &Destination<'_>, source: texture::InstId, op: &texture::TextureOp) {
        let known = |src: &Src| {
            let found = self.read(src, alu.exec);
            let is_part = match found.term {
                Term::Constant(_) => true,
                Term::Intermediate(inst) => inst == source,
                _ => op.params.iter().any(|(_, value)| self.source_index.leaf(*value, 0).is(found)),
            };
            is_part && found.scope.copied(alu.exec).is_some()
        };
        let srcs = &alu.srcs[..alu.op.sources()];
        let right = alu.predicate.is_none() && !alu.saturate && srcs.iter().all(known);
        // The narrowest scope of the sources; constants are uniform.
        let scopes = srcs.iter().filter_map(|src| self.read(src, alu.exec).scope.copied(alu.exec));
        let scope = scopes.reduce(|a, b| if a == Scope::Uniform { b } else { a }).unwrap_or(Scope::Uniform);
        if !right {
            let found: Vec<_> = srcs.iter().map(|src| self.describe(self.read(src, alu.exec))).collect();
            self.wrong(|| "parameters of the packed word".to_owned(), || found.join("; "));
        }
        let term = if right { Term::Intermediate(source) } else { Term::Unknown };
        self.put(alu, dst, term, scope);
    }

    /// Writes the result of an instruction. An identity copy keeps the scope of its source, as it also leaves inactive
    /// lanes as they were.
    #[inline(never)]
    pub(super) fn put(&mut self, alu: &Alu, dst: &Destination<'_>, term: Term, scope: Scope) {
        let is_identity = self.kernel.is_identity_copy(alu);
        let scope = if is_identity { self.read(&alu.srcs[0], alu.exec).scope } else { scope };
        let (offset, lanes) = (u32::from(alu.dst.offset), u32::from(alu.exec.lanes));
        let is_for_halves = matches!(dst.claim, Meaning::Temporary | Meaning::Qwords { .. });
        if alu.dst.stride == 2 && lanes > 1 && alu.op == AluOp::Mov && is_for_halves {
            let place = RootByte { byte: dst.place.byte + offset, ..dst.place };
            let content = SymbolicValue { term, scope, bytes: dst.bytes as u8 };
            self.half_of_qwords(dst, place, lanes, content);
            return self.registers.write_every_other(place, lanes, content);
        }
        if alu.dst.stride != 1 && lanes > 1 {
            self.wrong(|| "consecutive elements".to_owned(), || format!("a stride of {}", alu.dst.stride));
            return self.registers.forget_bytes(dst.var, offset, lanes * dst.bytes * u32::from(alu.dst.stride));
        }
        self.write(dst, offset, lanes, SymbolicValue { term, scope, bytes: dst.bytes as u8 });
    }

    /// A copy, or the extraction of uniform residency from the first lane.
    pub(super) fn copy(&mut self, alu: &Alu, dst: &Destination<'_>) {
        match alu.op {
            AluOp::Mov if alu.predicate.is_none() && !alu.saturate => {
                self.summary.copies += 1;
                for alu in self.elements_of_pair(alu, dst).unwrap_or([Some(*alu), None]).iter().flatten() {
                    let SymbolicValue { term, mut scope, .. } = self.copied(&alu.srcs[0], alu.exec, dst.decl.ty);
                    // A definition that ends with copies, as a typed read does, has them for the lanes that it has values of.
                    if let (Scope::Copied { first }, Term::Value { value, .. }) = (scope, term)
                        && self.source.is_some()
                        && self.source_index.definition(value) == self.source
                    {
                        scope = Scope::Lanes { first };
                    }
                    self.put(alu, dst, term, scope);
                }
            }
            AluOp::And if alu.predicate.is_none() => {
                let found = self.read(&alu.srcs[0], alu.exec);
                let is_bit = matches!(alu.srcs[1], Src::Immediate { bits: Bits::ONE, .. });
                let term = match found.term {
                    Term::Residency(inst) if is_bit && found.scope == Scope::Uniform && alu.exec.nomask => {
                        Term::Intermediate(inst)
                    }
                    _ => Term::Unknown,
                };
                self.put(alu, dst, term, found.scope);
            }
            _ => {
                self.wrong(|| "a copy".to_owned(), || alu.op.name().to_owned());
                self.put(alu, dst, Term::Unknown, Scope::Uniform);
            }
        }
    }

    /// The copies of one element, the same in all lanes, that a copy of a pair of elements of one size is.
    fn elements_of_pair(&self, alu: &Alu, dst: &Destination<'_>) -> Option<[Option<Alu>; 2]> {
        let Src::Register { var, offset, region: Region::PAIR, modifier } = alu.srcs[0] else { return None };
        let is_pair = alu.exec.nomask && alu.exec.lanes.is_multiple_of(2) && alu.dst.stride == 1;
        if !is_pair || self.kernel.vars.get(var)?.ty.bytes() != dst.bytes {
            return None;
        }
        let exec = Exec { lanes: alu.exec.lanes / 2, ..alu.exec };
        let stride = if exec == Exec::SCALAR { 1 } else { 2 };
        let element = |behind: u16| {
            let src = Src::Register { var, offset: offset + behind, region: Region::SCALAR, modifier };
            let dst = Dst { offset: alu.dst.offset + behind, stride, ..alu.dst };
            Some(Alu { exec, dst, srcs: [src, alu.srcs[1], alu.srcs[2]], ..*alu })
        };
        Some([element(0), element(dst.bytes as u16)])
    }

    /// An instruction that is part of a plain operation.
    #[inline(never)]
    fn plain(&mut self, alu: &Alu, dst: &Destination<'_>, source: texture::InstId, op: Op, args: &[Value]) {
        let srcs = &alu.srcs[..alu.op.sources()];
        let claim = match *dst.claim {
            Meaning::Value { value, .. } => self
                .source_index
                .definition(value)
                .filter(|inst| *inst == source || self.is_narrowed(*inst, source))
                .map(|_| value),
            _ => None,
        };
        if alu.predicate.is_some() && alu.op != AluOp::Sel {
            self.wrong(|| "all lanes".to_owned(), || "a predicate".to_owned());
        }
        self.summary.operands += srcs.len();
        if op.across_lanes().is_some() {
            return self.across_lanes(alu, dst, source, op, args, claim);
        }
        if op == Op::Ballot {
            return self.active_with_true(alu, dst, source, args[0]);
        }
        if op == Op::Shuffle && claim.is_none() {
            return self.prepare_shuffle(alu, dst, source, args[1]);
        }
        let from = args.first().map(|arg| self.source_index.kernel.ty(*arg).scalar);
        let has_parts = matches!(from, Some(Scalar::I16 | Scalar::I32));
        if let Some(result) = claim
            && (op == Op::Concat || op == Op::Trunc && has_parts && Some(dst.bytes) < from.map(Scalar::bytes))
        {
            return self.parts_of_integers(alu, dst, source, op, args, result);
        }
        // A constant that cannot be an immediate operand of the instruction.
        if alu.op == AluOp::Mov
            && claim.is_none()
            && let Src::Immediate { ty: from, .. } = srcs[0]
            && from.bytes() == dst.decl.ty.bytes()
        {
            let content = self.copied(&srcs[0], alu.exec, dst.decl.ty);
            return self.put(alu, dst, content.term, content.scope);
        }
        let in_steps = matches!(op, Op::FunnelShl | Op::Shuffle);
        let right = if srcs.len() == args.len() && !in_steps && alu.op != AluOp::Sel {
            let saturates = alu.saturate == matches!(op, Op::FSaturate | Op::FToSClamped | Op::FToUClamped);
            let last = last_modifier(op);
            let mut behind = srcs.len();
            let in_order = args.iter().zip(srcs).all(|(arg, src)| {
                behind -= 1;
                let modifier = if behind == 0 { last } else { Modifier::None };
                self.is_operand(src, alu.exec, *arg, modifier, source)
                    || alu.op == AluOp::Mov && self.is_intermediate(src, alu.exec, source)
            });
            in_order && (saturates || claim.is_none())
        } else {
            self.is_step(alu, dst, source, op, args, claim.is_some())
        };
        if !right {
            self.wrong_operands(args, srcs, alu.exec);
        }
        let scope = if alu.exec.nomask { Scope::Uniform } else { Scope::Lanes { first: alu.exec.first } };
        match claim {
            Some(value) => self.put(alu, dst, Term::Value { value, element: 0 }, scope),
            None => {
                let term = self.intermediate(alu, source, args);
                self.put(alu, dst, term, scope);
            }
        }
    }

    /// Whether `truncation` keeps the low bits of what `source` computes of integers. An instruction that has the shorter type as
    /// its destination gives these.
    fn is_narrowed(&self, truncation: texture::InstId, source: texture::InstId) -> bool {
        let kernel = self.source_index.kernel;
        let InstData::Plain { op: Op::Trunc, args: [of, ..] } = kernel.insts[truncation] else { return false };
        let InstData::Plain { op, .. } = kernel.insts[source] else { return false };
        let is_of_integers = matches!(op.operands(), Operands::Int | Operands::Bits) || op == Op::Select;
        let is_number = kernel.result(truncation).is_some_and(|result| kernel.ty(result).scalar != Scalar::I1);
        is_of_integers && is_number && kernel.values[of].def == ValueDef::Result(source, 0)
    }

    /// Reports sources that are not the expected operands.
    #[cold]
    pub(super) fn wrong_operands(&mut self, args: &[Value], srcs: &[Src], exec: Exec) {
        let expected: Vec<_> = args.iter().map(|arg| self.describe_value(*arg, 0)).collect();
        let found: Vec<_> = srcs.iter().map(|src| self.describe(self.read(src, exec))).collect();
        self.wrong(|| format!("operands {} for {exec}", expected.join("; ")), || found.join("; "));
    }

    /// Whether the sources of an instruction are right if the operation takes several instructions, or if the
    /// instruction has other sources than the operation has operands. `is_last`: it writes the result.
    #[inline(never)]
    fn is_step(
        &self,
        alu: &Alu,
        dst: &Destination<'_>,
        source: texture::InstId,
        op: Op,
        args: &[Value],
        is_last: bool,
    ) -> bool {
        let srcs = &alu.srcs[..alu.op.sources()];
        match (op, alu.op) {
            (Op::Select, AluOp::Sel) => {
                let chosen = args[1..].iter().zip(srcs);
                let mut right = chosen.map(|(arg, src)| self.is_operand(src, alu.exec, *arg, Modifier::None, source));
                right.all(|right| right) && self.selects_by(alu.predicate, alu.exec, args[0])
            }
            (Op::Shuffle, _) => self.is_shuffle_step(alu, source, args),
            (Op::LaneId, _) => self.is_lane_number(alu, source, is_last),
            (Op::HardwareThreadId, _) => self.is_thread_number(alu, source),
            (Op::FunnelShl, _) => {
                let chosen = alu.predicate.is_none_or(|given| self.is_computed_by(given.pred, alu.exec, source));
                // A known amount counts modulo 32, and the lower operand is shifted by what is left of that.
                let amount = match (self.source_index.leaf(args[2], 0), alu.op) {
                    (Leaf::Constant(amount), AluOp::Shl) => Some(Term::constant(amount & 31)),
                    (Leaf::Constant(amount), AluOp::Shr) => Some(Term::constant(32 - (amount & 31))),
                    _ => None,
                };
                let is_amount = |src: &Src| amount.is_some() && Some(self.read(src, alu.exec).term) == amount;
                // Nothing is left of the lower operand where the amount is 0.
                let is_zero = |src: Src| matches!(src, Src::Immediate { bits: Bits::ZERO, .. });
                let chosen = chosen && (alu.op != AluOp::Sel || is_zero(alu.srcs[1]));
                let is_right = |src: &Src| is_amount(src) || self.is_step_operand(src, alu.exec, args, source);
                chosen && srcs.iter().all(is_right)
            }
            // The lowest bit makes a boolean.
            (Op::Trunc, AluOp::And) => {
                let is_bit = matches!(srcs[1], Src::Immediate { bits: Bits::ONE, .. });
                is_bit && self.is_step_operand(&srcs[0], alu.exec, args, source)
            }
            (_, AluOp::Sel) => self.is_selected_number(alu, dst, op, args, source),
            (Op::AddThree, AluOp::Add) => srcs.iter().all(|src| {
                let mut operands = args.iter();
                self.is_intermediate(src, alu.exec, source)
                    || operands.any(|arg| self.is_operand(src, alu.exec, *arg, Modifier::None, source))
            }),
            (Op::FDiv, AluOp::Inv) => self.is_operand(&srcs[0], alu.exec, args[1], Modifier::None, source),
            (_, AluOp::Mov) if is_last => self.is_intermediate(&srcs[0], alu.exec, source),
            _ => srcs.iter().all(|src| self.is_step_operand(src, alu.exec, args, source)),
        }
    }

    /// Whether an instruction numbers lanes: the first eight, more of them by what eight or more have, or the lanes of a
    /// half by those of the lower one.
    fn is_lane_number(&self, alu: &Alu, source: texture::InstId, is_last: bool) -> bool {
        let first = if is_last { u32::from(alu.exec.first) } else { u32::from(alu.dst.offset) / DataType::Uw.bytes() };
        match (alu.op, alu.srcs[0], alu.srcs[1]) {
            (AluOp::Mov, Src::Vector { ty: VectorType::Uv, bits }, _) => bits == 0x7654_3210 && first == 0,
            (AluOp::Mov, src, _) => first == 0 && self.is_intermediate(&src, alu.exec, source),
            (AluOp::Add, src, Src::Immediate { bits, .. }) => {
                bits.get() == u64::from(first) && self.is_intermediate(&src, alu.exec, source)
            }
            _ => false,
        }
    }

    /// Whether an instruction computes the number of the hardware thread: see `PrivateMemory`.
    fn is_thread_number(&self, alu: &Alu, source: texture::InstId) -> bool {
        let predefined = |src: Src| match src {
            Src::Register { var, .. } => match self.kernel.vars[var].storage {
                Storage::Predefined(predefined) => Some(predefined),
                _ => None,
            },
            Src::Immediate { .. } | Src::Vector { .. } => None,
        };
        let is_step = |src: &Src| self.is_intermediate(src, alu.exec, source);
        match (self.kernel.target.platform().private, alu.op, alu.srcs[1]) {
            (PrivateMemory::Scratch, AluOp::Mov, _) => predefined(alu.srcs[0]) == Some(Predefined::HwId),
            (PrivateMemory::Stateless, AluOp::Shr, Src::Immediate { bits, .. }) => {
                predefined(alu.srcs[0]) == Some(Predefined::Sr0) && matches!(bits.get(), 1 | 2)
            }
            (PrivateMemory::Stateless, AluOp::And, Src::Immediate { bits, .. }) => match predefined(alu.srcs[0]) {
                Some(predefined) => predefined == Predefined::Sr0 && bits.get() == 7,
                None => is_step(&alu.srcs[0]) && matches!(bits.get(), 0x18 | 0xfe0),
            },
            (PrivateMemory::Stateless, AluOp::Or, _) => alu.srcs[..2].iter().all(is_step),
            _ => false,
        }
    }

    /// The intermediate result of an instruction: a converted operand, or another.
    #[inline(never)]
    fn intermediate(&self, alu: &Alu, source: texture::InstId, args: &[Value]) -> Term {
        if alu.op != AluOp::Mov {
            return Term::Intermediate(source);
        }
        let is_operand = |arg: &Value| self.is_operand(&alu.srcs[0], alu.exec, *arg, Modifier::None, source);
        let operand = args.iter().position(is_operand);
        operand.map_or(Term::Intermediate(source), |operand| Term::Operand { inst: source, operand: operand as u8 })
    }

    /// Whether the lanes of `exec` read `arg`, as it is or converted, with that modifier.
    pub(super) fn is_operand(
        &self,
        src: &Src,
        exec: Exec,
        arg: Value,
        modifier: Modifier,
        source: texture::InstId,
    ) -> bool {
        self.is_operand_itself(src, exec, arg, modifier, source)
            || self.is_changed_sign(src, exec, arg, modifier, source)
            || self.is_lane_in_place(src, arg, modifier)
            || self.is_negated_carry(src, exec, arg, modifier, source)
    }

    /// Whether `arg` is a change of the sign of a float, or of a dword that is summed, or the complement of a dword in a bitwise operation,
    /// and the lanes of `exec` read that float or dword, with the modifier that makes up for both changes.
    fn is_changed_sign(&self, src: &Src, exec: Exec, arg: Value, modifier: Modifier, source: texture::InstId) -> bool {
        let Some(InstData::Plain { op, args }) =
            self.source_index.definition(arg).map(|definition| &self.source_index.kernel.insts[definition])
        else {
            return false;
        };
        let kernel = self.source_index.kernel;
        let is_sum = matches!(kernel.insts[source], InstData::Plain { op: Op::Add | Op::Sub | Op::AddThree, .. });
        let is_dword = is_sum && kernel.ty(args[0]) == Type::I32;
        let is_negation = is_dword && kernel.constant(args[0]) == Some(0);
        let is_bitwise = matches!(kernel.insts[source], InstData::Plain { op: Op::And | Op::Or | Op::Xor, .. });
        let all_ones = (0..2).find(|index| kernel.constant(args[*index]) == Some(u64::from(u32::MAX)));
        let is_complement = is_bitwise && kernel.ty(args[0]) == Type::I32 && all_ones.is_some();
        let changed = if *op == Op::Sub || *op == Op::Xor && all_ones == Some(0) { args[1] } else { args[0] };
        let modifier = match (op, modifier) {
            (Op::Sub, Modifier::None) if is_negation => Modifier::Negate,
            (Op::Sub, Modifier::Negate) if is_negation => Modifier::None,
            (Op::Sub, Modifier::Abs | Modifier::NegateAbs) if is_negation => modifier,
            (Op::Abs, Modifier::None | Modifier::Abs) if is_dword => Modifier::Abs,
            (Op::Abs, Modifier::Negate | Modifier::NegateAbs) if is_dword => Modifier::NegateAbs,
            (Op::Xor, Modifier::None) if is_complement => Modifier::Not,
            (Op::Xor, Modifier::Not) if is_complement => Modifier::None,
            (Op::FNeg, Modifier::None) => Modifier::Negate,
            (Op::FNeg, Modifier::Negate) => Modifier::None,
            (Op::FNeg | Op::FAbs, Modifier::Abs) | (Op::FAbs, Modifier::None) => Modifier::Abs,
            (Op::FNeg | Op::FAbs, Modifier::NegateAbs) | (Op::FAbs, Modifier::Negate) => Modifier::NegateAbs,
            _ => return false,
        };
        let ty = match *src {
            Src::Register { var, .. } => self.kernel.vars[var].ty,
            Src::Immediate { ty, .. } => ty,
            Src::Vector { .. } => return false,
        };
        // On an integer of the same bits the modifier is another operation, and so is the complement of a word that is extended.
        ty.is_float() != matches!(op, Op::Sub | Op::Abs | Op::Xor)
            && (*op != Op::Xor || ty.bytes() == 4)
            && self.is_operand(src, exec, changed, modifier, source)
    }

    fn is_operand_itself(
        &self,
        src: &Src,
        exec: Exec,
        arg: Value,
        modifier: Modifier,
        source: texture::InstId,
    ) -> bool {
        let leaf = self.source_index.leaf(arg, 0);
        if leaf == Leaf::Undefined {
            // An undefined operand may be anything, but must serve the lanes: a constant, or a channel outside the
            // mask.
            let found = self.read(src, exec);
            let known = found.term != Term::Unknown && found.scope.serves(exec);
            return known || matches!(*src, Src::Register { var, .. } if self.is_undefined_var(var));
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
                let is = match found.term {
                    Term::Operand { inst, operand } if inst == source => self.operand_leaf(inst, operand) == Some(leaf),
                    // The modifier was applied to a constant that cannot be an immediate operand.
                    Term::Constant(number) if given == Modifier::None => match leaf {
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

    fn is_undefined_var(&self, var: texvisa_ir::visa::Var) -> bool {
        match *self.claim(var) {
            Meaning::Value { value, element, .. } => self.source_index.leaf(value, element) == Leaf::Undefined,
            _ => false,
        }
    }

    fn operand_leaf(&self, inst: texture::InstId, operand: u8) -> Option<Leaf> {
        match &self.source_index.kernel.insts[inst] {
            InstData::Plain { op, args } => {
                args[..op.arity()].get(usize::from(operand)).map(|arg| self.source_index.leaf(*arg, 0))
            }
            _ => None,
        }
    }

    /// Whether the lanes of `exec` read a result of `source`.
    fn is_intermediate(&self, src: &Src, exec: Exec, source: texture::InstId) -> bool {
        let found = self.read(src, exec);
        found.term == Term::Intermediate(source) && found.scope.serves(exec)
    }

    /// Whether the lanes of `exec` read an operand, a constant, or a result of `source`.
    fn is_step_operand(&self, src: &Src, exec: Exec, args: &[Value], source: texture::InstId) -> bool {
        let found = self.read(src, exec);
        let known = match found.term {
            Term::Constant(number) => {
                matches!(number.get(), 0 | 1 | 31 | 32)
                    || args.iter().any(|arg| self.source_index.leaf(*arg, 0).is(found))
            }
            Term::Negated(_) => args.iter().any(|arg| self.is_negated_carry(src, exec, *arg, Modifier::None, source)),
            Term::Intermediate(inst) | Term::Operand { inst, .. } => inst == source,
            Term::Value { value, .. } if self.source_index.definition(value) == Some(source) => true,
            _ => args.iter().any(|arg| self.source_index.leaf(*arg, 0).is(found)),
        };
        known && found.scope.serves(exec)
    }

    /// Whether a select converts a boolean to a number: the operand if `op` is a conversion, or else a result of
    /// `source`.
    fn is_selected_number(
        &self,
        alu: &Alu,
        dst: &Destination<'_>,
        op: Op,
        args: &[Value],
        source: texture::InstId,
    ) -> bool {
        let converts = matches!(op, Op::ZExt | Op::SExt);
        let one = if op == Op::SExt { ones(dst.decl.ty.bytes()) } else { 1 };
        let mut numbers = [one, 0].into_iter().zip(alu.srcs).map(|(number, src)| {
            let found = self.read(&src, alu.exec);
            found.term == Term::constant(number) && found.scope.serves(alu.exec)
        });
        let chosen = match (converts, args) {
            (true, [arg]) => self.selects_by(alu.predicate, alu.exec, *arg),
            _ => alu.predicate.is_some_and(|predicate| self.is_computed_by(predicate.pred, alu.exec, source)),
        };
        chosen && numbers.all(|right| right)
    }

    /// A comparison that writes all ones or 0 to a variable, which is what the sign extension of its boolean does.
    #[inline(never)]
    pub(super) fn compare_to_mask(&mut self, relation: Relation, exec: Exec, to: Dst, srcs: &[Src; 2]) {
        let Some(dst) = &self.destination(to.var) else {
            return self.wrong(|| "a variable".to_owned(), || "none".to_owned());
        };
        let extended = match *dst.claim {
            Meaning::Value { value, .. } => Some(value),
            _ => None,
        };
        let extension = extended.and_then(|value| self.source_index.definition(value));
        let compared = extension.and_then(|inst| match self.source_index.kernel.insts[inst] {
            InstData::Plain { op: Op::SExt, args: [boolean, ..] } => self.source_index.definition(boolean),
            _ => None,
        });
        self.summary.operands += 2;
        let args = compared.filter(|inst| self.source == Some(*inst)).and_then(|inst| {
            match &self.source_index.kernel.insts[inst] {
                InstData::Plain { op, args } if is_ordered_comparison(*op) => Some((inst, &args[..2])),
                _ => None,
            }
        });
        let alu =
            Alu { op: AluOp::Mov, saturate: false, exec, predicate: None, dst: to, srcs: [srcs[0], srcs[1], srcs[1]] };
        if let Some(inst) = self.source.filter(|inst| self.spread(*inst).is_some()) {
            return self.carries(&alu, dst, inst, relation);
        }
        if let Some((inst, compared)) = self.compared_for_carry() {
            return self.carry_to_mask(&alu, dst, inst, compared);
        }
        let (Some(value), Some((inst, args))) = (extended, args) else {
            self.wrong(|| "a comparison whose sign extension is read".to_owned(), || "another".to_owned());
            return self.put(&alu, dst, Term::Unknown, Scope::Uniform);
        };
        let mut pairs = args.iter().zip(srcs);
        if !pairs.all(|(arg, src)| self.is_compared(src, exec, *arg, inst)) {
            self.wrong_operands(args, srcs, exec);
        }
        let scope = if exec.nomask { Scope::Uniform } else { Scope::Lanes { first: exec.first } };
        self.put(&alu, dst, Term::Value { value, element: 0 }, scope);
    }

    /// Whether a comparison reads an operand. No instruction has a byte as an immediate: its sign is extended to a word.
    fn is_compared(&self, src: &Src, exec: Exec, arg: Value, source: texture::InstId) -> bool {
        let is_byte = self.source_index.kernel.ty(arg).scalar == Scalar::I8;
        let src = match *src {
            Src::Immediate { ty: DataType::W, bits }
                if is_byte && bits.get() as u8 as i8 as u16 == bits.get() as u16 =>
            {
                Src::immediate(DataType::B, bits.get() & 0xff)
            }
            src => src,
        };
        self.is_operand(&src, exec, arg, Modifier::None, source)
    }

    /// A comparison.
    #[inline(never)]
    pub(super) fn compare(&mut self, exec: Exec, dst: Pred, srcs: &[Src; 2], origin: Origin) {
        let data = self.source.map(|inst| (inst, &self.source_index.kernel.insts[inst]));
        match (origin, data) {
            (_, Some((source, InstData::Plain { op: Op::Ballot, .. }))) => self.mark_active(exec, dst, srcs, source),
            (_, Some((source, InstData::Plain { op, args }))) => {
                self.summary.operands += 2;
                let args = &args[..op.arity()];
                let right = if is_ordered_comparison(*op) {
                    let mut pairs = args.iter().zip(srcs);
                    pairs.all(|(arg, src)| self.is_compared(src, exec, *arg, source))
                } else if matches!(op, Op::FOrd | Op::FUno) {
                    // Both sources are one operand: a NaN is not equal to itself.
                    args.iter()
                        .any(|arg| srcs.iter().all(|src| self.is_operand(src, exec, *arg, Modifier::None, source)))
                } else if *op == Op::Shuffle {
                    let is_lane = matches!(srcs[1], Src::Immediate { bits, .. } if bits.get() < u64::from(self.kernel.simd.lanes()));
                    self.compared_lane = match srcs[1] {
                        Src::Immediate { bits, .. } => Some((dst, bits.get())),
                        _ => None,
                    };
                    is_lane && self.is_operand(&srcs[0], exec, args[1], Modifier::None, source)
                } else {
                    srcs.iter().all(|src| self.is_step_operand(src, exec, args, source))
                };
                if !right {
                    self.wrong_operands(args, srcs, exec);
                }
                self.computed(dst, exec, source);
            }
            (Origin::Inst(_), Some((source, InstData::Texture(_)))) => {
                let right = self.is_intermediate(&srcs[0], exec, source)
                    && matches!(srcs[1], Src::Immediate { bits: Bits::ZERO, .. });
                if !right {
                    let found = self.describe(self.read(&srcs[0], exec));
                    self.wrong(|| "residency".to_owned(), || found);
                }
                self.computed(dst, exec, source);
            }
            _ => self.boolean_param(exec, dst, srcs),
        }
    }
}
