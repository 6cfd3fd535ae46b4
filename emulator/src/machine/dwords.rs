//! Arithmetic on elements of 32 bits, all lanes at a time: what nearly every instruction of a kernel is.
//!
//! [`alu`](super::alu) says what an instruction computes, lane by lane and in wider numbers. What is here computes the same: the low
//! 32 bits of sums and products do not depend on the upper ones, and a sum, product or quotient of two binary32 in
//! binary64, rounded to binary32, is what binary32 arithmetic rounds to, as binary64 has more than twice its bits and two.

use texvisa_ir::visa::{AluOp, DataType, Modifier, Relation};

use super::operand::{Destination, Source};
use crate::float::canonical_f32;
use crate::unit::MAX_LANES;

type Lanes = [u32; MAX_LANES];

/// How all lanes of an instruction are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dwords {
    /// The bits of a source.
    Copy,
    /// Integers, of which the low 32 bits count.
    Integers,
    /// Unsigned integers.
    Unsigned,
    /// Signed integers.
    Signed,
    /// Floats.
    Floats,
    /// Signed or unsigned integers become floats.
    FromSigned,
    FromUnsigned,
    /// Floats become integers.
    ToSigned,
    ToUnsigned,
}

impl Dwords {
    /// How an instruction without saturation is computed; `None` where lane by lane.
    pub fn of(op: AluOp, dst: &Destination, srcs: &[Source]) -> Option<Dwords> {
        use AluOp as A;
        use DataType as T;
        let dwords = |ty| matches!(ty, T::D | T::Ud | T::F);
        if !dst.is_packed() || !dwords(dst.ty) || !srcs.iter().all(|src| dwords(src.ty)) {
            return None;
        }
        let all = |ty| srcs.iter().all(|src| src.ty == ty);
        let is_plain = srcs.iter().all(|src| src.modifier == Modifier::None);
        match op {
            A::Mov if srcs[0].ty == T::F && dst.ty == T::D => Some(Dwords::ToSigned),
            A::Mov if srcs[0].ty == T::F && dst.ty == T::Ud => Some(Dwords::ToUnsigned),
            A::Mov if dst.ty == T::F && srcs[0].ty == T::D && is_plain => Some(Dwords::FromSigned),
            A::Mov if dst.ty == T::F && srcs[0].ty == T::Ud && is_plain => Some(Dwords::FromUnsigned),
            A::Mov | A::Sel if dst.ty == T::F && !all(T::F) => None,
            A::Mov | A::Sel => Some(Dwords::Copy),
            A::Add | A::Mul | A::Mad | A::Div | A::Min | A::Max if dst.ty == T::F && all(T::F) => Some(Dwords::Floats),
            _ if dst.ty == T::F || srcs.iter().any(|src| src.ty == T::F) => None,
            A::Add | A::Mul | A::Mad | A::And | A::Or | A::Xor | A::Not => Some(Dwords::Integers),
            A::Shl if is_plain => Some(Dwords::Integers),
            A::Shr if is_plain => Some(Dwords::Unsigned),
            A::Asr if is_plain => Some(Dwords::Signed),
            A::Min | A::Max if is_plain && all(T::Ud) => Some(Dwords::Unsigned),
            A::Min | A::Max if is_plain && all(T::D) => Some(Dwords::Signed),
            _ => None,
        }
    }

    /// The results of the first `lanes` of `N` lanes; `chosen` are the lanes of a select that take the first source.
    ///
    /// The number of lanes is known where this is compiled, so that what is computed stays in vector registers.
    #[inline(always)]
    pub fn results<const N: usize>(
        self,
        op: AluOp,
        srcs: &[Source; 3],
        file: &[u8],
        lanes: usize,
        chosen: u32,
    ) -> [u32; N] {
        use AluOp as A;
        let [mut a, mut b, mut c] = [[0; N]; 3];
        let sources = op.sources();
        for (words, src) in [&mut a, &mut b, &mut c].into_iter().zip(srcs).take(sources) {
            src.dwords(file, &mut words[..lanes]);
        }
        let mut result = [0; N];
        let out = &mut result;
        // The operation is decided once; `each` is compiled into every one of its uses.
        macro_rules! each {
            (|$x:ident, $y:ident, $z:ident| $value:expr) => {
                for (((out, x), y), z) in out.iter_mut().zip(&a).zip(&b).zip(&c) {
                    let ($x, $y, $z) = (*x, *y, *z);
                    *out = $value;
                }
            };
        }
        let float = f32::from_bits;
        match (self, op) {
            (Dwords::Copy, A::Sel) => {
                for (lane, out) in out.iter_mut().enumerate() {
                    *out = if chosen >> lane & 1 == 1 { a[lane] } else { b[lane] };
                }
            }
            (Dwords::Copy, _) => *out = a,
            (Dwords::Floats, A::Add) => each!(|x, y, _z| canonical_f32(float(x) + float(y))),
            (Dwords::Floats, A::Mul) => each!(|x, y, _z| canonical_f32(float(x) * float(y))),
            (Dwords::Floats, A::Div) => each!(|x, y, _z| canonical_f32(float(x) / float(y))),
            (Dwords::Floats, A::Mad) => each!(|x, y, z| canonical_f32(float(x).mul_add(float(y), float(z)))),
            (Dwords::Floats, A::Min) => each!(|x, y, _z| canonical_f32(minimum(float(x), float(y)))),
            (Dwords::Floats, _) => each!(|x, y, _z| canonical_f32(-minimum(-float(x), -float(y)))),
            (Dwords::FromSigned, _) => each!(|x, _y, _z| (x as i32 as f32).to_bits()),
            (Dwords::FromUnsigned, _) => each!(|x, _y, _z| (x as f32).to_bits()),
            (Dwords::ToSigned, _) => each!(|x, _y, _z| float(x) as i32 as u32),
            (Dwords::ToUnsigned, _) => each!(|x, _y, _z| float(x) as u32),
            (Dwords::Signed, A::Asr) => each!(|x, y, _z| (x as i32 >> (y & 31)) as u32),
            (Dwords::Signed, A::Min) => each!(|x, y, _z| (x as i32).min(y as i32) as u32),
            (Dwords::Signed, _) => each!(|x, y, _z| (x as i32).max(y as i32) as u32),
            (Dwords::Unsigned, A::Shr) => each!(|x, y, _z| x >> (y & 31)),
            (Dwords::Unsigned, A::Min) => each!(|x, y, _z| x.min(y)),
            (Dwords::Unsigned, _) => each!(|x, y, _z| x.max(y)),
            (Dwords::Integers, A::Mul) => each!(|x, y, _z| x.wrapping_mul(y)),
            (Dwords::Integers, A::Mad) => each!(|x, y, z| x.wrapping_mul(y).wrapping_add(z)),
            (Dwords::Integers, A::And) => each!(|x, y, _z| x & y),
            (Dwords::Integers, A::Or) => each!(|x, y, _z| x | y),
            (Dwords::Integers, A::Xor) => each!(|x, y, _z| x ^ y),
            (Dwords::Integers, A::Not) => each!(|x, _y, _z| !x),
            (Dwords::Integers, A::Shl) => each!(|x, y, _z| x << (y & 31)),
            (Dwords::Integers, _) => each!(|x, y, _z| x.wrapping_add(y)),
        }
        result
    }
}

/// The smaller number, as [`crate::float::minimum`] has it; the larger is the negative of the smaller of the negatives.
fn minimum(a: f32, b: f32) -> f32 {
    if a.is_nan() || b < a || (a == b && b.is_sign_negative()) { b } else { a }
}

/// The lanes, as bits, of which a comparison holds; `None` where they are compared one by one.
pub(super) fn compare(relation: Relation, srcs: &[Source; 2], file: &[u8], lanes: usize) -> Option<u32> {
    fn truth<T: PartialOrd>(relation: Relation, a: &Lanes, b: &Lanes, lanes: usize, value: impl Fn(u32) -> T) -> u32 {
        macro_rules! each {
            ($holds:expr) => {{
                let pairs = a.iter().zip(b).take(lanes).enumerate();
                pairs.fold(0, |truth, (lane, (x, y))| truth | u32::from($holds(&value(*x), &value(*y))) << lane)
            }};
        }
        match relation {
            Relation::Eq => each!(T::eq),
            Relation::Ne => each!(T::ne),
            Relation::Gt => each!(T::gt),
            Relation::Ge => each!(T::ge),
            Relation::Lt => each!(T::lt),
            Relation::Le => each!(T::le),
        }
    }
    let ty = srcs[0].ty;
    let is_plain = ty == DataType::F || srcs.iter().all(|src| src.modifier == Modifier::None);
    if srcs[1].ty != ty || !is_plain || !matches!(ty, DataType::D | DataType::Ud | DataType::F) {
        return None;
    }
    let [mut a, mut b] = [[0; MAX_LANES]; 2];
    srcs[0].dwords(file, &mut a[..lanes]);
    srcs[1].dwords(file, &mut b[..lanes]);
    Some(match ty {
        DataType::D => truth(relation, &a, &b, lanes, |word| word as i32),
        DataType::Ud => truth(relation, &a, &b, lanes, |word| word),
        _ => truth(relation, &a, &b, lanes, f32::from_bits),
    })
}

#[cfg(test)]
mod tests {
    use texvisa_ir::target::Target;
    use texvisa_ir::visa::{RegisterMap, asm};

    use super::super::alu::Arithmetic;
    use super::super::{Machine, Step};
    use crate::fill::Fill;

    /// Words that arithmetic trips over: zeros, ones, the extremes, a denormal, infinities, NaNs, small floats.
    const WORDS: [u32; 14] = [
        0,
        1,
        31,
        32,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        0x3f80_0000,
        0xbf80_0000,
        0x0000_1234,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0001,
        0x4b7f_ffff,
    ];

    /// Every operation on every mix of types and modifiers that there is, against the same lane by lane.
    #[test]
    fn all_lanes_at_a_time_are_lane_by_lane() {
        let mut rng = fastrand::Rng::with_seed(9);
        let (mut at_a_time, mut seen) = (0, 0);
        let rows: [(&str, usize); 17] = [
            ("mov", 1),
            ("add", 2),
            ("mul", 2),
            ("mad", 3),
            ("div", 2),
            ("min", 2),
            ("max", 2),
            ("and", 2),
            ("or", 2),
            ("xor", 2),
            ("not", 1),
            ("shl", 2),
            ("shr", 2),
            ("asr", 2),
            ("sel", 2),
            ("cmp.lt", 2),
            ("cmp.ne", 2),
        ];
        for turn in 0..4000 {
            let (op, sources) = rows[turn % rows.len()];
            let mut ty = || ["d", "ud", "f"][rng.usize(..3)];
            let (source, other, result) = (ty(), ty(), ty());
            let var = |name: &str, ty: &str| format!(".decl {name} v_type=G type={ty} num_elts=40 align=GRF\n");
            let mut operands = String::new();
            for name in ["A", "B", "C"].into_iter().take(sources) {
                let modifier = ["", "", "(-)", "(abs)", "(-abs)"][rng.usize(..5)];
                let region = ["<1;1,0>", "<0;1,0>", "<2;1,0>"][rng.usize(..3)];
                operands += &format!(" {modifier}{name}(0,{}){region}", rng.u8(..8));
            }
            let guard = if op == "sel" { "(P1) " } else { "" };
            let dst = if op.starts_with("cmp") { "P1".to_owned() } else { "R(0,1)<1>".to_owned() };
            let text = format!(
                ".version 4.1\n.kernel \"k\"\n{}{}{}{}.decl P1 v_type=P num_elts=16\n.kernel_attr Target=\"3d\"\n\nL0:\n    \
                 {guard}{op} (M1, 16) {dst}{operands}\n    ret (M1, 1)\n",
                var("A", source),
                var("B", other),
                var("C", source),
                var("R", result)
            );
            let mut kernel = asm::parse(&text, Target::Tgllp).unwrap_or_else(|errors| panic!("{text}{errors:?}"));
            kernel.simd = texvisa_ir::target::SimdWidth::Simd16;
            let map = RegisterMap::unbounded(&kernel);
            let Ok(machine) = Machine::new(&kernel, &map) else { continue };
            let words = std::iter::repeat_with(|| if rng.u8(..4) == 0 { rng.u32(..) } else { WORDS[rng.usize(..14)] });
            let file: Vec<u8> = words.take(map.bytes as usize / 4).flat_map(u32::to_le_bytes).collect();
            for step in &machine.steps {
                match step {
                    Step::Alu(inst) => {
                        seen += 1;
                        at_a_time += u32::from(inst.dwords.is_some());
                        let (mask, chosen) = (rng.u32(..1 << 16), rng.u32(..));
                        let run = |inst: &Arithmetic| {
                            let mut file = file.clone();
                            inst.execute(&mut file, mask, chosen, &mut Fill::constant(7));
                            file
                        };
                        let mut each = *inst;
                        each.dwords = None;
                        assert!(run(inst) == run(&each), "{text}");
                    }
                    Step::Compare { comparison, .. } => {
                        let each = (0..16).filter(|lane| comparison.holds(&file, *lane));
                        let expected = each.fold(0, |truth, lane| truth | 1 << lane);
                        assert_eq!(comparison.truth(&file, 16), expected, "{text}");
                    }
                    _ => {}
                }
            }
        }
        assert!(at_a_time > seen / 3, "{at_a_time} of {seen}");
    }
}
