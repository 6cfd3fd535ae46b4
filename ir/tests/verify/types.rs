//! Types of arithmetic. What is accepted here Intel's finalizer, release 1.0.12504.6, accepts too, and what is refused
//! it refuses, but for square roots and reciprocals of integers.

use super::*;

const INTEGERS: &str = "integers";
const SUMS: &str = "integers only, f and hf only, or df only";
const FUNCTIONS: &str = "f and hf";

#[test]
fn operands_have_types_that_go_together() {
    let one = |op: &str, dst: &str, src: &str| format!("{op} (M1, 8) {dst}(0,0)<1> {src}(0,0)<1;1,0>");
    let two = |op: &str, dst: &str, src: &str| format!("{} {src}(0,0)<1;1,0>", one(op, dst, src));
    let three = |op: &str, dst: &str, src: &str| format!("{} {src}(0,0)<1;1,0>", two(op, dst, src));
    let legal = [
        one("mov", "X", "B"),
        two("min", "F", "W"),
        two("add", "B", "Q"),
        two("add", "F", "H"),
        two("add", "X", "X"),
        three("mad", "H", "F"),
        two("mul", "Q", "I"),
        two("mulh", "U", "W"),
        two("div", "H", "F"),
        two("div", "Q", "SW"),
        two("mod", "W", "Q"),
        two("shl", "Q", "B"),
        two("and", "W", "I"),
        one("lzd", "U", "B"),
        one("cbit", "B", "I"),
        one("rnde", "F", "H"),
        one("sqrt", "H", "F"),
        two("pow", "F", "H"),
        three("madw", "U", "I"),
        two("avg", "B", "Q"),
        one("frc", "F", "H"),
        one("fbh", "U", "W"),
        three("bfe", "I", "B"),
        two("rol", "I", "U"),
        three("dp4a", "I", "U"),
        two("dp4", "F", "H"),
        three("lrp", "F", "F"),
        "addc (M1, 8) U(0,0)<1> U(1,0)<1> U(0,0)<1;1,0> 0x1:ud".to_owned(),
        two("cmp.lt", "X", "B"),
    ];
    for line in &legal {
        accepts(Target::Tgllp, Simd16, &[line]);
    }
    for line in [three("add3", "I", "W"), three("bfn.xd8", "W", "Q")] {
        accepts(Target::Dg2, Simd16, &[&line]);
    }
    let wide_products = "integers with sources of up to 32 bits, f and hf only, or df only";
    for (line, op, allowed) in [
        (two("add", "I", "F"), "add", SUMS),
        (two("add", "X", "F"), "add", SUMS),
        (three("mad", "F", "I"), "mad", SUMS),
        (two("mul", "I", "Q"), "mul", wide_products),
        (two("mulh", "Q", "I"), "mulh", "integers, with a ud or d destination"),
        (two("div", "I", "Q"), "div", wide_products),
        (two("div", "F", "X"), "div", wide_products),
        (two("mod", "F", "F"), "mod", "integers, with a destination of up to 32 bits"),
        (two("shl", "F", "I"), "shl", INTEGERS),
        (two("asr", "I", "F"), "asr", INTEGERS),
        (two("xor", "I", "H"), "xor", INTEGERS),
        (one("bfrev", "F", "F"), "bfrev", INTEGERS),
        (one("lzd", "I", "U"), "lzd", "integers, with a ud destination"),
        (one("fbl", "U", "Q"), "fbl", "integers of up to 32 bits"),
        (one("rndz", "H", "H"), "rndz", "f and hf, with an f destination"),
        (one("exp", "I", "I"), "exp", FUNCTIONS),
        (one("cos", "X", "X"), "cos", FUNCTIONS),
        (one("rsqrt", "X", "X"), "rsqrt", FUNCTIONS),
        (one("inv", "I", "I"), "inv", "f and hf only, or df only"),
        (three("add3", "B", "I"), "add3", "integers of 16 or 32 bits"),
        (three("madw", "I", "W"), "madw", "ud and d"),
        (two("avg", "F", "F"), "avg", "integers, with a destination of up to 32 bits"),
        (one("frc", "H", "H"), "frc", "f and hf, with an f destination"),
        (one("fbh", "Q", "I"), "fbh", "integers of up to 32 bits"),
        (three("bfe", "B", "I"), "bfe", "integers, with a destination of 16 or 32 bits"),
        (two("ror", "Q", "Q"), "ror", "integers of 16 or 32 bits"),
        (three("dp4a", "W", "I"), "dp4a", "ud and d"),
        (two("dp3", "I", "I"), "dp3", "f and hf, with an f destination"),
        (three("bfn.xd8", "F", "I"), "bfn", "integers, with a destination of 16 or 32 bits"),
        ("addc (M1, 8) U(0,0)<1> U(1,0)<1> I(0,0)<1;1,0> 0x1:ud".to_owned(), "addc", "ud"),
        ("subb (M1, 8) U(0,0)<1> I(1,0)<1> U(0,0)<1;1,0> 0x1:ud".to_owned(), "subb", "ud"),
    ] {
        let target = if matches!(op, "add3" | "bfn") { Target::Dg2 } else { Target::Tgllp };
        refuses(target, Simd16, &line, VisaErrorKind::Types { op, allowed });
    }
}

/// A single source of another family is enough.
#[test]
fn sources_do_not_mix_families() {
    let line = "add (M1, 8) F(0,0)<1> F(0,0)<1;1,0> 0x1:d";
    refuses(Target::Tgllp, Simd16, line, VisaErrorKind::Types { op: "add", allowed: SUMS });
    accepts(Target::Tgllp, Simd16, &["add (M1, 8) F(0,0)<1> F(0,0)<1;1,0> 0x3c00:hf"]);
}

#[test]
fn integers_are_divided_up_to_tgllp() {
    let lines =
        ["div (M1, 8) I(0,0)<1> I(0,0)<1;1,0> I(0,0)<1;1,0>", "mod (M1, 8) U(0,0)<1> U(0,0)<1;1,0> U(0,0)<1;1,0>"];
    for line in lines {
        accepts(Target::Tgllp, Simd16, &[line]);
        refuses(Target::Dg2, Simd16, line, VisaErrorKind::IntegerDivision { target: Target::Dg2 });
    }
    accepts(Target::Dg2, Simd16, &["div (M1, 8) F(0,0)<1> F(0,0)<1;1,0> F(0,0)<1;1,0>"]);
}

/// Measured with `div`, `inv` and `sqrt` on each platform that the finalizer knows.
#[test]
fn doubles_are_divided_where_there_are_functions_of_them() {
    for (op, line) in [
        ("div", "div (M1, 8) X(0,0)<1> X(0,0)<1;1,0> X(0,0)<1;1,0>"),
        ("inv", "inv (M1, 8) X(0,0)<1> X(0,0)<1;1,0>"),
        ("sqrt", "sqrt (M1, 8) X(0,0)<1> X(0,0)<1;1,0>"),
    ] {
        for target in [Target::Skl, Target::XehpSdv, Target::Pvc] {
            accepts(target, Simd16, &[line]);
        }
        for target in [Target::Icllp, Target::Tgllp, Target::Dg2, Target::Mtl] {
            refuses(target, Simd16, line, VisaErrorKind::DoubleFunction { op, target });
        }
    }
    accepts(Target::Tgllp, Simd16, &["add (M1, 8) X(0,0)<1> X(0,0)<1;1,0> X(0,0)<1;1,0>"]);
}

/// Measured with each platform that the finalizer knows.
#[test]
fn some_instructions_are_not_everywhere() {
    let doubles = [Target::Skl, Target::XehpSdv, Target::Pvc];
    let from = |first: Target| Target::ALL.into_iter().filter(move |target| *target >= first && *target <= Target::Pvc);
    let cases = [
        ("rol", "rol (M1, 8) I(0,0)<1> I(0,0)<1;1,0> 0x1:d", from(Target::Icllp).collect::<Vec<_>>()),
        ("dp4a", "dp4a (M1, 8) I(0,0)<1> I(0,0)<1;1,0> I(0,0)<1;1,0> I(0,0)<1;1,0>", from(Target::Tgllp).collect()),
        ("add3", "add3 (M1, 8) I(0,0)<1> I(0,0)<1;1,0> I(0,0)<1;1,0> I(0,0)<1;1,0>", from(Target::XehpSdv).collect()),
        ("bfn", "bfn.xd8 (M1, 8) I(0,0)<1> I(0,0)<1;1,0> I(0,0)<1;1,0> I(0,0)<1;1,0>", from(Target::XehpSdv).collect()),
        ("sad2", "sad2 (M1, 8) W(0,0)<1> B(0,0)<1;1,0> B(0,0)<1;1,0>", vec![Target::Skl, Target::Icllp]),
        ("sqrtm", "sqrtm (M1, 8) F(0,0)<1> F(0,0)<1;1,0>", doubles.to_vec()),
        ("divm", "divm (M1, 8) X(0,0)<1> X(0,0)<1;1,0> X(0,0)<1;1,0>", doubles.to_vec()),
    ];
    for (op, line, with) in cases {
        for target in from(Target::Skl) {
            match with.contains(&target) {
                true => accepts(target, Simd16, &[line]),
                false => refuses(target, Simd16, line, VisaErrorKind::NoInstruction { op, target }),
            }
        }
    }
}

/// What differences of bytes are added to is of words.
#[test]
fn differences_are_added_to_words() {
    let line = |sum: &str| format!("sad2add (M1, 8) W(0,0)<1> B(0,0)<1;1,0> B(0,0)<1;1,0> {sum}(0,0)<1;1,0>");
    accepts(Target::Skl, Simd16, &[&line("SW")]);
    let allowed = "bytes, with a destination and a sum of words";
    refuses(Target::Skl, Simd16, &line("B"), VisaErrorKind::Types { op: "sad2add", allowed });
}

#[test]
fn arithmetic_saturates_and_logic_does_not() {
    let line = |op: &str, var: &str| format!("{op}.sat (M1, 8) {var}(0,0)<1> {var}(0,0)<1;1,0>");
    for (op, var) in [("mov", "F"), ("rndd", "F"), ("inv", "F")] {
        accepts(Target::Tgllp, Simd16, &[&line(op, var)]);
    }
    accepts(Target::Tgllp, Simd16, &["shl.sat (M1, 8) I(0,0)<1> I(0,0)<1;1,0> 0x1:d"]);
    for op in ["not", "bfrev", "lzd", "fbl", "cbit"] {
        refuses(Target::Tgllp, Simd16, &line(op, "U"), VisaErrorKind::Saturation { op });
    }
    for op in ["and", "or", "xor", "mulh", "mod"] {
        let line = format!("{} 0x1:d", line(op, "I"));
        refuses(Target::Tgllp, Simd16, &line, VisaErrorKind::Saturation { op });
    }
}
