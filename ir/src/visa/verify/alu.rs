//! Arithmetic, logic and moves: which types, modifiers and saturation each takes. The table is what Intel's finalizer,
//! release 1.0.12504.6, takes of each instruction with every pair of types on SKL, ICLLP, TGLLP and PVC, which differ
//! as their rows in [`crate::target`] say; where it passes on what the arithmetic unit has no function for (square
//! roots of integers), the table does not.

use super::{Verifier, VisaErrorKind};
use crate::target::Platform;
use crate::visa::inst::{Alu, AluOp, BitFunction, Carry};
use crate::visa::operand::Src;
use crate::visa::types::{DataType, Exec, Modifier};

/// Types, one bit each.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Types(u16);

impl Types {
    const fn of(types: &[DataType]) -> Types {
        let mut bits = 0;
        let mut index = 0;
        while index < types.len() {
            bits |= 1 << types[index] as u16;
            index += 1;
        }
        Types(bits)
    }

    const fn and(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    const fn contains(self, ty: DataType) -> bool {
        self.0 & 1 << ty as u16 != 0
    }
}

const INTEGERS: Types = Types::of(&[DataType::Ud, DataType::D, DataType::Uw, DataType::W, DataType::Ub, DataType::B]);
const DWORDS: Types = Types::of(&[DataType::Ud, DataType::D]);
const WORDS: Types = Types::of(&[DataType::Uw, DataType::W]);
const BYTES: Types = Types::of(&[DataType::Ub, DataType::B]);
const QWORDS: Types = Types::of(&[DataType::Uq, DataType::Q]);
const WIDE_INTEGERS: Types = INTEGERS.and(QWORDS);
const FLOATS: Types = Types::of(&[DataType::F, DataType::Hf]);
const DOUBLES: Types = Types::of(&[DataType::Df]);
const ALL: Types = WIDE_INTEGERS.and(FLOATS).and(DOUBLES);

/// Types of destination and sources that go together, and what they are called.
struct Signature {
    alternatives: &'static [(Types, Types)],
    text: &'static str,
}

const ANY: Signature = Signature { alternatives: &[(ALL, ALL)], text: "any type" };
const SUM: Signature = Signature {
    alternatives: &[(WIDE_INTEGERS, WIDE_INTEGERS), (FLOATS, FLOATS), (DOUBLES, DOUBLES)],
    text: "integers only, f and hf only, or df only",
};
const PRODUCT: Signature = Signature {
    alternatives: &[(WIDE_INTEGERS, INTEGERS), (FLOATS, FLOATS), (DOUBLES, DOUBLES)],
    text: "integers with sources of up to 32 bits, f and hf only, or df only",
};
const HIGH_PRODUCT: Signature =
    Signature { alternatives: &[(DWORDS, WIDE_INTEGERS)], text: "integers, with a ud or d destination" };
const QUOTIENT: Signature = Signature {
    alternatives: &[(WIDE_INTEGERS, INTEGERS), (FLOATS, FLOATS), (DOUBLES, DOUBLES)],
    text: "integers with sources of up to 32 bits, f and hf only, or df only",
};
const REMAINDER: Signature =
    Signature { alternatives: &[(INTEGERS, WIDE_INTEGERS)], text: "integers, with a destination of up to 32 bits" };
const LOGIC: Signature = Signature { alternatives: &[(WIDE_INTEGERS, WIDE_INTEGERS)], text: "integers" };
const LEADING_ZEROS: Signature =
    Signature { alternatives: &[(Types::of(&[DataType::Ud]), WIDE_INTEGERS)], text: "integers, with a ud destination" };
const BITS: Signature = Signature { alternatives: &[(INTEGERS, INTEGERS)], text: "integers of up to 32 bits" };
const ROUNDING: Signature =
    Signature { alternatives: &[(Types::of(&[DataType::F]), FLOATS)], text: "f and hf, with an f destination" };
const FUNCTION: Signature = Signature { alternatives: &[(FLOATS, FLOATS)], text: "f and hf" };

const ROOT: Signature =
    Signature { alternatives: &[(FLOATS, FLOATS), (DOUBLES, DOUBLES)], text: "f and hf only, or df only" };

const SUM_OF_THREE: Signature =
    Signature { alternatives: &[(DWORDS.and(WORDS), DWORDS.and(WORDS))], text: "integers of 16 or 32 bits" };
const WIDE_PRODUCT: Signature = Signature { alternatives: &[(DWORDS, DWORDS)], text: "ud and d" };
const FIELD: Signature = Signature {
    alternatives: &[(DWORDS.and(WORDS), WIDE_INTEGERS)],
    text: "integers, with a destination of 16 or 32 bits",
};
const DIFFERENCES: Signature =
    Signature { alternatives: &[(WORDS, BYTES)], text: "bytes, with a destination and a sum of words" };
const IEEE: Signature = Signature {
    alternatives: &[(Types::of(&[DataType::F]), Types::of(&[DataType::F])), (DOUBLES, DOUBLES)],
    text: "f only, or df only",
};
const CARRY: Signature =
    Signature { alternatives: &[(Types::of(&[DataType::Ud]), Types::of(&[DataType::Ud]))], text: "ud" };

/// The modifiers of sources.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Modifiers {
    /// (-), (abs) and (-abs).
    Arithmetic,
    /// (~).
    Logic,
    /// Either.
    Both,
}

/// What an instruction takes.
struct AluRow {
    types: &'static Signature,
    modifiers: Modifiers,
    saturates: bool,
    /// Whether a platform has it.
    on: fn(&Platform) -> bool,
}

fn alu_row(op: AluOp) -> AluRow {
    use AluOp as A;
    use Modifiers::{Arithmetic, Both, Logic};
    const SATURATES: bool = true;
    const NOT: bool = false;
    const EVERY: fn(&Platform) -> bool = |_| true;
    #[rustfmt::skip]
    let (types, modifiers, saturates, on): (_, _, _, fn(&Platform) -> bool) = match op {
        A::Mov | A::Sel | A::Min | A::Max                                => (&ANY, Arithmetic, SATURATES, EVERY),
        A::Add | A::Mad                                                  => (&SUM, Arithmetic, SATURATES, EVERY),
        A::Mul                                                           => (&PRODUCT, Arithmetic, SATURATES, EVERY),
        A::Mulh                                                          => (&HIGH_PRODUCT, Arithmetic, NOT, EVERY),
        A::Div                                                           => (&QUOTIENT, Arithmetic, SATURATES, EVERY),
        A::Mod                                                           => (&REMAINDER, Arithmetic, NOT, EVERY),
        A::And | A::Or | A::Xor | A::Not                                 => (&LOGIC, Logic, NOT, EVERY),
        A::Bfrev                                                         => (&LOGIC, Logic, NOT, EVERY),
        A::Shl | A::Shr | A::Asr                                         => (&LOGIC, Both, SATURATES, EVERY),
        A::Lzd                                                           => (&LEADING_ZEROS, Arithmetic, NOT, EVERY),
        A::Fbl | A::Cbit                                                 => (&BITS, Logic, NOT, EVERY),
        A::Rndd | A::Rndu | A::Rndz | A::Rnde                            => (&ROUNDING, Arithmetic, SATURATES, EVERY),
        A::Inv | A::Sqrt                                                 => (&ROOT, Arithmetic, SATURATES, EVERY),
        A::Add3                                                          => (&SUM_OF_THREE, Arithmetic, SATURATES, |platform| platform.add3),
        A::Madw                                                          => (&WIDE_PRODUCT, Arithmetic, NOT, EVERY),
        A::Dp4a                                                          => (&WIDE_PRODUCT, Arithmetic, SATURATES, |platform| platform.dp4a),
        A::Avg                                                           => (&REMAINDER, Arithmetic, SATURATES, EVERY),
        A::Frc                                                           => (&ROUNDING, Arithmetic, NOT, EVERY),
        A::Dp2 | A::Dp3 | A::Dp4 | A::Dph | A::Line | A::Plane | A::Lrp  => (&ROUNDING, Arithmetic, SATURATES, EVERY),
        A::Fbh                                                           => (&BITS, Logic, NOT, EVERY),
        A::Bfe                                                           => (&FIELD, Logic, NOT, EVERY),
        A::Rol | A::Ror                                                  => (&SUM_OF_THREE, Both, NOT, |platform| platform.rotate),
        A::Sad2 | A::Sad2Add                                             => (&DIFFERENCES, Arithmetic, SATURATES, |platform| platform.sad2),
        A::Sqrtm | A::Divm                                               => (&IEEE, Arithmetic, SATURATES, |platform| platform.double_functions),
        A::Rsqrt | A::Exp | A::Log | A::Pow | A::Sin | A::Cos                       => (&FUNCTION, Arithmetic, SATURATES, EVERY),
    };
    AluRow { types, modifiers, saturates, on }
}

impl Verifier<'_> {
    pub(super) fn alu(&mut self, alu: &Alu) {
        let kernel = self.kernel;
        let AluRow { types, modifiers, saturates, on } = alu_row(alu.op);
        let srcs = &alu.srcs[..alu.op.sources()];
        self.predicate(alu.predicate, alu.exec);
        self.destination(alu.dst);
        self.require(saturates || !alu.saturate, || VisaErrorKind::Saturation { op: alu.op.name() });
        let target = kernel.target;
        self.require(on(self.platform), || VisaErrorKind::NoInstruction { op: alu.op.name(), target });
        let dst = kernel.vars[alu.dst.var].ty;
        // What differences are added to is as wide as their sum.
        let (sources, sum) = srcs.split_at(if alu.op == AluOp::Sad2Add { 2 } else { srcs.len() });
        let fits = self.fits(types, dst, sources) && sum.iter().all(|src| WORDS.contains(self.source_type(*src)));
        self.require(fits, || VisaErrorKind::Types { op: alu.op.name(), allowed: types.text });
        let divides_integers = matches!(alu.op, AluOp::Div | AluOp::Mod) && WIDE_INTEGERS.contains(dst);
        self.require(!divides_integers || self.platform.integer_divide, || VisaErrorKind::IntegerDivision { target });
        let of_doubles = matches!(alu.op, AluOp::Div | AluOp::Inv | AluOp::Sqrt) && dst == DataType::Df;
        self.require(!of_doubles || self.platform.double_functions, || VisaErrorKind::DoubleFunction {
            op: alu.op.name(),
            target,
        });
        srcs.iter().for_each(|src| self.modified_source(*src, alu.exec, modifiers));
    }

    /// A bitwise function of three sources.
    pub(super) fn bit_function(&mut self, inst: &BitFunction) {
        self.predicate(inst.predicate, inst.exec);
        self.destination(inst.dst);
        let target = self.kernel.target;
        self.require(self.platform.add3, || VisaErrorKind::NoInstruction { op: "bfn", target });
        let fits = self.fits(&FIELD, self.kernel.vars[inst.dst.var].ty, &inst.srcs);
        self.require(fits, || VisaErrorKind::Types { op: "bfn", allowed: FIELD.text });
        inst.srcs.iter().for_each(|src| self.modified_source(*src, inst.exec, Modifiers::Logic));
    }

    /// A sum with its carry.
    pub(super) fn carry(&mut self, inst: &Carry) {
        self.predicate(inst.predicate, inst.exec);
        let op = if inst.subtracts { "subb" } else { "addc" };
        let mut fits = true;
        for dst in [inst.dst, inst.carry] {
            self.destination(dst);
            fits &= self.fits(&CARRY, self.kernel.vars[dst.var].ty, &inst.srcs);
        }
        self.require(fits, || VisaErrorKind::Types { op, allowed: CARRY.text });
        inst.srcs.iter().for_each(|src| self.modified_source(*src, inst.exec, Modifiers::Arithmetic));
    }

    fn fits(&self, signature: &Signature, dst: DataType, srcs: &[Src]) -> bool {
        let mut alternatives = signature.alternatives.iter();
        alternatives.any(|(destination, sources)| {
            destination.contains(dst) && srcs.iter().all(|src| sources.contains(self.source_type(*src)))
        })
    }

    fn modified_source(&mut self, src: Src, exec: Exec, modifiers: Modifiers) {
        self.source(src, exec);
        let Src::Register { modifier, .. } = src else { return };
        let (allowed, text) = match modifiers {
            Modifiers::Both => return,
            Modifiers::Arithmetic => (modifier != Modifier::Not, "(-), (abs) or (-abs)"),
            Modifiers::Logic => (matches!(modifier, Modifier::None | Modifier::Not), "(~)"),
        };
        self.require(allowed, || VisaErrorKind::Modifier { given: modifier, allowed: text });
    }
}
