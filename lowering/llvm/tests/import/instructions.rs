//! Everything that is no texture and no memory.

use super::{body, declare, import, module, printed, refusals};

/// What instructions become that compute `%r`, of type `ty`, from floats `%f0` and `%f1`, integers `%a` and `%b`, words
/// `%w`, 64-bit integers `%q` and booleans `%t` and `%u`.
pub(crate) fn computing(ty: &str, instructions: &str) -> Vec<String> {
    computed(&program(ty, instructions))
}

/// What the instructions of such a program become.
pub(crate) fn computed(text: &str) -> Vec<String> {
    let body = body(text);
    let (store, rest) = body.split_last().expect("a store");
    assert!(store.starts_with("store_raw b0 [x: 0]"), "{store}");
    // The first two are the booleans.
    rest.iter().filter(|line| !line.starts_with("%t =") && !line.starts_with("%u =")).cloned().collect()
}

pub(crate) fn program(ty: &str, instructions: &str) -> String {
    let head = "  %t = icmp eq i32 %a, 0\n  %u = icmp eq i32 %b, 0";
    let tail = format!(
        "  %p = inttoptr i32 0 to {ty} addrspace(131072)*\n  store {ty} %r, {ty} addrspace(131072)* %p, align 8"
    );
    module(
        "float %f0, float %f1, i32 %a, i32 %b, i16 %w, i64 %q",
        &format!("{head}\n{instructions}\n{tail}"),
        &declare(instructions),
    )
}

#[test]
fn a_sum_takes_in_a_product_where_both_flags_allow_it() {
    for (product, sum, expected) in [
        ("fmul contract", "fadd contract float %m, %f1", &["%r = fma f32 %f0, %f1, %f1"][..]),
        ("fmul fast", "fadd fast float %f0, %m", &["%r = fma f32 %f0, %f1, %f0"]),
        ("fmul fast", "fsub fast float %m, 2.0", &["%r = fma f32 %f0, %f1, -2.0"]),
        ("fmul fast", "fsub fast float %m, %f1", &["%0 = fneg f32 %f1", "%r = fma f32 %f0, %f1, %0"]),
        ("fmul fast", "fsub fast float %f1, %m", &["%0 = fneg f32 %f0", "%r = fma f32 %0, %f1, %f1"]),
        ("fmul", "fadd fast float %m, %f1", &["%m = fmul f32 %f0, %f1", "%r = fadd f32 %m, %f1"]),
        ("fmul fast", "fadd nnan float %m, %f1", &["%m = fmul f32 %f0, %f1", "%r = fadd f32 %m, %f1"]),
        ("fmul reassoc", "fadd fast float %m, %f1", &["%m = fmul f32 %f0, %f1", "%r = fadd f32 %m, %f1"]),
        // A difference from -0.0 is a change of the sign, and one from 0.0 where the sign of a zero does not count.
        ("fmul fast", "fsub nsz float 0.0, %m", &["%m = fmul f32 %f0, %f1", "%r = fneg f32 %m"]),
        ("fmul fast", "fsub contract float 0.0, %f1", &["%r = fsub f32 0.0, %f1"]),
        ("fmul fast", "fsub fast float -0.0, %m", &["%m = fmul f32 %f0, %f1", "%r = fneg f32 %m"]),
    ] {
        let lines = computing("float", &format!("  %m = {product} float %f0, %f1\n  %r = {sum}"));
        assert_eq!(lines, expected, "{product}, {sum}");
    }
}

/// OpenCL C 3.0, Preprocessor Directives and Macros: FP_CONTRACT is on unless a program turns it off. ocloc 22.43.24595.41 writes
/// `MadEnable` as true, and as false for `#pragma OPENCL FP_CONTRACT OFF`, where its vISA has `mul` and `add`.
#[test]
fn without_flags_a_sum_takes_in_a_product_where_the_module_or_the_function_allows_it() {
    let sum = program("float", "  %m = fmul float %f0, %f1\n  %r = fadd float %m, %f1");
    let [fused, apart] = [&["%r = fma f32 %f0, %f1, %f1"][..], &["%m = fmul f32 %f0, %f1", "%r = fadd f32 %m, %f1"]];
    for (value, expected) in [("true", fused), ("false", apart)] {
        let metadata = format!(
            "{sum}\n!IGCMetadata = !{{!100}}\n!100 = !{{!\"ModuleMD\", !101}}\n!101 = !{{!\"compOpt\", !102}}\n\
             !102 = !{{!\"MadEnable\", i1 {value}}}\n"
        );
        assert_eq!(computed(&metadata), expected, "{value}");
        let attribute = sum.replacen(") {", &format!(") \"less-precise-fpmad\"=\"{value}\" {{"), 1);
        assert_eq!(computed(&attribute), expected, "{value}");
    }
    assert_eq!(computed(&sum), apart);
}

#[test]
fn a_sum_of_two_products_takes_in_the_left_one() {
    for (operation, expected) in [("fadd", "%r = fma f32 %f0, %f0, %n"), ("fsub", "%r = fma f32 %f0, %f0, %0")] {
        let products = "  %m = fmul fast float %f0, %f0\n  %n = fmul fast float %f1, %f1\n";
        let lines = computing("float", &format!("{products}  %r = {operation} fast float %m, %n"));
        assert_eq!(lines.last().map(String::as_str), Some(expected));
    }
}

#[test]
fn a_power_of_a_constant_exponent_is_multiplications() {
    let power = |exponent: &str| {
        computing("float", &format!("  %r = call float @llvm.powi.f32.i32(float %f0, i32 {exponent})"))
    };
    assert_eq!(power("1"), [""; 0]);
    assert_eq!(power("2"), ["%r = fmul f32 %f0, %f0"]);
    // 5 is 1 + 4.
    assert_eq!(power("5"), ["%0 = fmul f32 %f0, %f0", "%1 = fmul f32 %0, %0", "%r = fmul f32 %f0, %1"]);
    assert_eq!(power("-2"), ["%0 = fmul f32 %f0, %f0", "%r = fdiv f32 1.0, %0"]);
}

#[test]
fn a_power_of_any_exponent_takes_the_sign_from_the_parity() {
    let lines = computing("float", "  %r = call afn float @llvm.powi.f32.i32(float %f0, i32 %a)");
    assert_eq!(
        lines,
        [
            "%0 = sitofp i32 %a -> f32",
            "%1 = fpow f32 %f0, %0",
            "%2 = bitcast f32 %f0 -> i32",
            "%3 = bitcast f32 %1 -> i32",
            "%4 = shl i32 %a, 31",
            "%5 = and i32 %2, %4",
            "%6 = xor i32 %3, %5",
            "%r = bitcast i32 %6 -> f32",
        ]
    );
    let magnitude =
        "  %m = call float @llvm.fabs.f32(float %f0)\n  %r = call afn float @llvm.powi.f32.i32(float %m, i32 %a)";
    assert_eq!(
        computing("float", magnitude),
        ["%m = fabs f32 %f0", "%0 = sitofp i32 %a -> f32", "%r = fpow f32 %m, %0"]
    );
    let exact = "  %r = call float @llvm.powi.f32.i32(float %f0, i32 %a)";
    let refused = refusals(&program("float", exact));
    assert!(refused[0].contains("expected the flag `afn`"), "{refused:?}");
}

#[test]
fn arithmetic_and_conversions_are_one_operation_each() {
    for (instruction, ty, expected) in [
        ("mul nsw i32 %a, %b", "i32", "mul i32 %a, %b"),
        ("ashr exact i32 %a, 3", "i32", "ashr i32 %a, 3"),
        ("srem i32 %a, %b", "i32", "srem i32 %a, %b"),
        ("fadd fast float %f0, %f1", "float", "fadd f32 %f0, %f1"),
        ("fneg float %f0", "float", "fneg f32 %f0"),
        ("fptosi float %f0 to i32", "i32", "fptosi f32 %f0 -> i32"),
        ("fptrunc float %f0 to half", "half", "fptrunc f32 %f0 -> f16"),
        ("uitofp i32 %a to float", "float", "uitofp i32 %a -> f32"),
        ("sext i32 %a to i64", "i64", "sext i32 %a -> i64"),
        ("trunc i64 %q to i32", "i32", "trunc i64 %q -> i32"),
        ("bitcast float %f0 to i32", "i32", "bitcast f32 %f0 -> i32"),
        ("select i1 %t, i32 %a, i32 7", "i32", "select i32 %t, %a, 7"),
        ("call float @llvm.fma.f32(float %f0, float %f1, float 1.0)", "float", "fma f32 %f0, %f1, 1.0"),
        ("call float @llvm.maxnum.f32(float %f0, float %f1)", "float", "fmax f32 %f0, %f1"),
        ("call float @llvm.rint.f32(float %f0)", "float", "froundeven f32 %f0"),
        ("call afn float @llvm.pow.f32(float %f0, float %f1)", "float", "fpow f32 %f0, %f1"),
        ("call i32 @llvm.abs.i32(i32 %a, i1 false)", "i32", "abs i32 %a"),
        ("call i32 @llvm.ctlz.i32(i32 %a, i1 true)", "i32", "ctlz i32 %a"),
        ("call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 5)", "i32", "fshl i32 %a, %b, 5"),
        ("call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 37)", "i32", "fshl i32 %a, %b, 27"),
        ("call float @llvm.genx.GenISA.ROUNDNE(float %f0)", "float", "froundeven f32 %f0"),
        ("call float @llvm.genx.GenISA.fsat.f32(float %f0)", "float", "fsat f32 %f0"),
        ("call i32 @llvm.genx.GenISA.umulH.i32(i32 %a, i32 %b)", "i32", "mulh.u i32 %a, %b"),
        ("call float @llvm.genx.GenISA.itof.rtp.f32.i32(i32 %a)", "float", "sitofp.rtp i32 %a -> f32"),
        ("call float @llvm.genx.GenISA.itof.rtn.f32.i32(i32 %a)", "float", "sitofp.rtn i32 %a -> f32"),
        ("call float @llvm.genx.GenISA.itof.rtz.f32.i32(i32 %a)", "float", "sitofp.rtz i32 %a -> f32"),
        ("call float @llvm.genx.GenISA.uitof.rtp.f32.i32(i32 %a)", "float", "uitofp.rtp i32 %a -> f32"),
        ("call float @llvm.genx.GenISA.uitof.rtn.f32.i32(i32 %a)", "float", "uitofp.rtn i32 %a -> f32"),
        ("call half @llvm.genx.GenISA.ftof.rtz.f16.f32(float %f0)", "half", "fptrunc.rtz f32 %f0 -> f16"),
        ("call half @llvm.genx.GenISA.ftof.rtp.f16.f32(float %f0)", "half", "fptrunc.rtp f32 %f0 -> f16"),
        ("call half @llvm.genx.GenISA.ftof.rtn.f16.f32(float %f0)", "half", "fptrunc.rtn f32 %f0 -> f16"),
        ("call i32 @llvm.genx.GenISA.simdSize()", "i32", "simd_size"),
        ("call i32 @llvm.genx.GenISA.WaveShuffleIndex.i32(i32 %a, i32 %b, i32 0)", "i32", "shuffle i32 %a, %b"),
        ("call i32 @llvm.genx.GenISA.WaveAll.i32(i32 %a, i8 2, i32 0)", "i32", "reduce.umin i32 %a"),
        ("call float @llvm.genx.GenISA.WaveAll.f32(float %f0, i8 9, i32 0)", "float", "reduce.fadd f32 %f0"),
        (
            "call i32 @llvm.genx.GenISA.WavePrefix.i32(i32 %a, i8 4, i1 true, i1 true, i32 0)",
            "i32",
            "scan_inclusive.smin i32 %a",
        ),
        (
            "call i32 @llvm.genx.GenISA.WavePrefix.i32(i32 %a, i8 6, i1 false, i1 true, i32 0)",
            "i32",
            "scan_exclusive.or i32 %a",
        ),
    ] {
        assert_eq!(computing(ty, &format!("  %r = {instruction}")), [format!("%r = {expected}")]);
    }
}

/// LLVM language reference, Fast-Math Flags and 'fpmath' Metadata; the exact reciprocal of 8 by hand.
#[test]
fn quotients_and_roots_are_rounded_as_the_source_asks() {
    let of = |ty: &str, instruction: &str, changed: &dyn Fn(&str) -> String| {
        computed(&changed(&program(ty, &format!("  %r = {instruction}"))))
    };
    let plain = |text: &str| text.to_owned();
    for (instruction, expected) in [
        ("fdiv float %f0, %f1", "fdiv.rte f32 %f0, %f1"),
        ("fdiv afn float %f0, %f1", "fdiv f32 %f0, %f1"),
        ("fdiv arcp float %f0, %f1", "fdiv.rte f32 %f0, %f1"),
        ("fdiv float %f0, 8.0", "fmul f32 %f0, 0.125"),
        ("fdiv float %f0, 3.0", "fdiv.rte f32 %f0, 3.0"),
        ("call float @llvm.sqrt.f32(float %f0)", "fsqrt.rte f32 %f0"),
        ("call afn float @llvm.sqrt.f32(float %f0)", "fsqrt f32 %f0"),
    ] {
        assert_eq!(of("float", instruction, &plain), [format!("%r = {expected}")]);
    }
    // The reciprocal of a root, where both may be approximated.
    let root = |flags: &str, ty: &str, one: &str| {
        let letter = if ty == "half" { "16" } else { "32" };
        let argument = if ty == "half" { "  %g = fptrunc float %f0 to half\n" } else { "  %g = fadd float %f0, %f1\n" };
        let root = format!("  %s = call afn {ty} @llvm.sqrt.f{letter}({ty} %g)\n  %r = fdiv {flags} {ty} {one}, %s");
        computing(ty, &format!("{argument}{root}")).pop()
    };
    assert_eq!(root("afn", "float", "1.0").as_deref(), Some("%r = frsqrt f32 %g"));
    assert_eq!(root("fast", "half", "0xH3C00").as_deref(), Some("%r = frsqrt f16 %g"));
    assert_eq!(root("afn", "float", "2.0").as_deref(), Some("%r = fdiv f32 2.0, %s"));
    assert_eq!(root("arcp", "float", "1.0").as_deref(), Some("%r = fdiv.rte f32 1.0, %s"));
    for (error, expected) in [("2.5", "fdiv"), ("1.0", "fdiv"), ("0.5", "fdiv.rte")] {
        let with_error = |text: &str| format!("{text}\n!0 = !{{float {error}}}\n");
        let lines = of("float", "fdiv float %f0, %f1, !fpmath !0", &with_error);
        assert_eq!(lines, [format!("%r = {expected} f32 %f0, %f1")], "{error}");
    }
    // Code emission of Intel's compiler takes each for an approximation.
    let of_intel = |text: &str| format!("{text}\n!IGCMetadata = !{{!0}}\n!0 = !{{!\"ModuleMD\"}}\n");
    assert_eq!(of("float", "fdiv float %f0, %f1", &of_intel), ["%r = fdiv f32 %f0, %f1"]);
    // Halves by floats.
    let halves = "  %g = fptrunc float %f0 to half\n  %h = fptrunc float %f1 to half\n";
    let lines = computing("half", &format!("{halves}  %r = fdiv half %g, %h"));
    assert_eq!(
        lines[2..],
        [
            "%0 = fpext f16 %g -> f32",
            "%1 = fpext f16 %h -> f32",
            "%2 = fdiv.rte f32 %0, %1",
            "%r = fptrunc f32 %2 -> f16"
        ]
    );
}

/// There is no instruction for what the C library returns.
#[test]
fn functions_are_refused_that_may_not_be_approximated() {
    for name in ["exp2", "log2", "sin", "cos"] {
        let refused = refusals(&program("float", &format!("  %r = call float @llvm.{name}.f32(float %f0)")));
        assert!(refused[0].contains("expected the flag `afn`"), "{refused:?}");
        let lines = computing("float", &format!("  %r = call afn float @llvm.{name}.f32(float %f0)"));
        assert_eq!(lines, [format!("%r = f{name} f32 %f0")]);
    }
}

/// LLVM LangRef, `llvm.fshr`: by the rest of the width to the left. By 0 or by what is not known, the rest may be the whole width,
/// by which nothing is shifted.
#[test]
fn integers_are_shifted_right_by_the_rest() {
    let shifted = |args: &str| computing("i32", &format!("  %r = call i32 @llvm.fshr.i32({args})"));
    assert_eq!(shifted("i32 %a, i32 %b, i32 32"), Vec::<String>::new());
    assert_eq!(shifted("i32 %a, i32 %a, i32 %b"), ["%0 = sub i32 0, %b", "%r = fshl i32 %a, %a, %0"]);
    assert_eq!(
        shifted("i32 %a, i32 %b, i32 %b"),
        ["%0 = fshl i32 %a, %b, 1", "%1 = shl i32 %b, 1", "%2 = xor i32 %b, -1", "%r = fshl i32 %0, %1, %2"]
    );
}

#[test]
fn bytes_are_swapped_one_by_one() {
    let lines = computing("i32", "  %r = call i32 @llvm.bswap.i32(i32 %a)");
    assert_eq!(
        lines,
        [
            "%0 = lshr i32 %a, 24",
            "%1 = trunc i32 %0 -> i8",
            "%2 = lshr i32 %a, 16",
            "%3 = trunc i32 %2 -> i8",
            "%4 = lshr i32 %a, 8",
            "%5 = trunc i32 %4 -> i8",
            "%6 = trunc i32 %a -> i8",
            "%7 = zext i8 %1 -> i32",
            "%8 = zext i8 %3 -> i32",
            "%9 = shl i32 %8, 8",
            "%10 = or i32 %7, %9",
            "%11 = zext i8 %5 -> i32",
            "%12 = shl i32 %11, 16",
            "%13 = or i32 %10, %12",
            "%14 = zext i8 %6 -> i32",
            "%15 = shl i32 %14, 24",
            "%r = or i32 %13, %15",
        ]
    );
}

/// Intrinsic_definitions.py, `GenISA_dp4a_*`: the accumulator comes first, and the letters are the signs of the bytes of `a` and
/// of `b`.
#[test]
fn products_of_bytes_are_summed() {
    for (signs, operation) in [
        ("ss", "dp4a.s i32 %x, %a, %b"),
        ("su", "dp4a.su i32 %x, %a, %b"),
        ("us", "dp4a.su i32 %x, %b, %a"),
        ("uu", "dp4a.u i32 %x, %a, %b"),
    ] {
        let call = format!("call i32 @llvm.genx.GenISA.dp4a.{signs}.i32(i32 %x, i32 %a, i32 %b)");
        let lines = computing("i32", &format!("  %x = mul i32 %a, 3\n  %r = {call}"));
        assert_eq!(lines[1..], [format!("%r = {operation}")]);
    }
}

#[test]
fn lanes_are_numbered_where_the_intrinsic_counts_them() {
    let ballot = computing("i32", "  %r = call i32 @llvm.genx.GenISA.WaveBallot(i1 %t, i32 0)");
    assert_eq!(ballot, ["%r = ballot i1 %t"]);
    let down = computing("i32", "  %r = call i32 @llvm.genx.GenISA.simdShuffleDown.i32(i32 %a, i32 %b, i32 3)");
    assert_eq!(
        down,
        [
            "%0 = lane_id",
            "%1 = add i32 %0, 3",
            "%2 = simd_size",
            "%3 = sub i32 %1, %2",
            "%4 = shuffle i32 %a, %1",
            "%5 = shuffle i32 %b, %3",
            "%6 = icmp.ult i32 %1, %2",
            "%r = select i32 %6, %4, %5"
        ]
    );
}

#[test]
fn comparisons_of_booleans_are_those_of_integers() {
    let lines = computing("i32", "  %c = icmp ult i1 %t, %u\n  %r = zext i1 %c to i32");
    assert_eq!(
        lines,
        ["%0 = zext i1 %t -> i32", "%1 = zext i1 %u -> i32", "%c = icmp.ult i32 %0, %1", "%r = zext i1 %c -> i32"]
    );
    let lines = computing("i32", "  %c = icmp slt i1 %t, %u\n  %r = zext i1 %c to i32");
    assert_eq!(lines[0], "%0 = sext i1 %t -> i32");
    let lines = computing("i32", "  %c = add i1 %t, %u\n  %r = zext i1 %c to i32");
    assert_eq!(lines[0], "%c = xor i1 %t, %u");
    let lines = computing("float", "  %r = sitofp i1 %t to float");
    assert_eq!(lines, ["%0 = sext i1 %t -> i32", "%r = sitofp i32 %0 -> f32"]);
}

#[test]
fn a_comparison_that_is_always_true_is_a_constant() {
    let lines = computing("i32", "  %c = fcmp true float %f0, %f1\n  %r = zext i1 %c to i32");
    assert_eq!(lines, ["%r = zext i1 true -> i32"]);
}

#[test]
fn bits_are_those_of_little_endian_memory() {
    let lines = computing(
        "i32",
        "  %v = insertelement <2 x i16> <i16 undef, i16 7>, i16 %w, i32 0\n  %r = bitcast <2 x i16> %v to i32",
    );
    assert_eq!(
        lines,
        ["%0 = zext i16 %w -> i32", "%1 = zext i16 7 -> i32", "%2 = shl i32 %1, 16", "%r = or i32 %0, %2"]
    );
    let lines = computing("half", "  %v = bitcast i32 %a to <2 x half>\n  %r = extractelement <2 x half> %v, i32 1");
    assert_eq!(lines, ["%0 = lshr i32 %a, 16", "%1 = trunc i32 %0 -> i16", "%r = bitcast i16 %1 -> f16"]);
    // Apart and together again is the value itself.
    let lines =
        computing("i32", "  %v = bitcast i32 %a to <4 x i8>\n  %x = bitcast <4 x i8> %v to i32\n  %r = add i32 %x, 1");
    assert_eq!(lines, ["%r = add i32 %a, 1"]);
}

#[test]
fn pairs_are_64_bit_arithmetic() {
    let pair = |name: &str, operands: &str, half: u32| {
        computing(
            "i32",
            &format!(
                "  %p0 = call {{ i32, i32 }} @llvm.genx.GenISA.{name}({operands})\n  %r = extractvalue {{ i32, i32 }} %p0, {half}"
            ),
        )
    };
    let operands = "i32 %a, i32 %b, i32 3, i32 4";
    assert_eq!(pair("add.pair", operands, 0), ["%r = add i32 %a, 3"]);
    assert_eq!(pair("add.pair", operands, 1), ["%0, %1 = addc i32 %a, 3", "%2 = add i32 %b, 4", "%r = add i32 %2, %1"]);
    assert_eq!(pair("sub.pair", operands, 1), ["%0, %1 = subb i32 %a, 3", "%2 = sub i32 %b, 4", "%r = sub i32 %2, %1"]);
    assert_eq!(
        pair("mul.pair", operands, 1),
        [
            "%0 = mulh.u i32 %a, 3",
            "%1 = mul i32 %a, 4",
            "%2 = add i32 %0, %1",
            "%3 = mul i32 3, %b",
            "%r = add i32 %2, %3"
        ]
    );
    assert_eq!(pair("mul.pair", "i32 %a, i32 0, i32 %b, i32 0", 1), ["%r = mulh.u i32 %a, %b"]);
    assert_eq!(pair("add.pair", "i32 %a, i32 0, i32 %b, i32 0", 1), ["%0, %r = addc i32 %a, %b"]);
    let lines = computing(
        "i32",
        "  %c = call <2 x i32> @llvm.genx.GenISA.uaddc.v2i32.i32(i32 %a, i32 %b)\n  %r = extractelement <2 x i32> %c, i32 1",
    );
    assert_eq!(lines, ["%0, %r = addc i32 %a, %b"]);
}

#[test]
fn a_lane_number_has_16_bits() {
    assert_eq!(
        computing("i16", "  %r = call i16 @llvm.genx.GenISA.simdLaneId()"),
        ["%0 = lane_id", "%r = trunc i32 %0 -> i16"]
    );
}

#[test]
fn freezing_an_undefined_value_makes_it_one_value() {
    assert_eq!(computing("i32", "  %x = freeze i32 undef\n  %r = add i32 %x, %x"), ["%r = add i32 0, 0"]);
    assert_eq!(computing("i32", "  %x = freeze i32 %a\n  %r = add i32 %x, %x"), ["%r = add i32 %a, %a"]);
}

#[test]
fn what_says_something_and_does_nothing_is_passed_over() {
    let text = r#"
define spir_kernel void @k(i32 %a) !dbg !3 {
  %c = icmp eq i32 %a, 0
  call void @llvm.assume(i1 %c)
  call void @llvm.dbg.value(metadata i32 %a, metadata !6, metadata !DIExpression()), !dbg !8
  call void @llvm.genx.GenISA.threadgroupbarrier(), !dbg !8
  call void @llvm.genx.GenISA.memoryfence(i1 true, i1 false, i1 false, i1 false, i1 false, i1 true, i1 false)
  call void @llvm.genx.GenISA.memoryfence(i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false)
  call void @llvm.genx.GenISA.typedmemoryfence(i1 true)
  call void @llvm.genx.GenISA.CatchAllDebugLine(), !dbg !8
  call void @llvm.genx.GenISA.eu.thread.pause(i32 32), !dbg !8
  ret void
}
declare void @llvm.assume(i1)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.genx.GenISA.typedmemoryfence(i1)
declare void @llvm.genx.GenISA.CatchAllDebugLine()
declare void @llvm.genx.GenISA.eu.thread.pause(i32)
declare void @llvm.genx.GenISA.threadgroupbarrier()
declare void @llvm.genx.GenISA.memoryfence(i1, i1, i1, i1, i1, i1, i1)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocalVariable(name: "a", scope: !3, file: !1, line: 1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 12, column: 5, scope: !3)
"#;
    assert_eq!(body(text), ["barrier", "fence", "fence_local", "fence_typed"]);
    let import = import(text);
    let kernel = import.module.kernels.values().next().expect("a kernel");
    let block = kernel.entry().expect("a block");
    let location = kernel.location(kernel.blocks[block].insts[0]);
    assert_eq!((location.line, location.column), (12, 5));
}

#[test]
fn extrema_of_integers_heed_the_sign_that_their_names_say() {
    for name in ["smin", "smax", "umin", "umax"] {
        let lines = computing("i32", &format!("  %r = call i32 @llvm.{name}.i32(i32 %a, i32 %b)"));
        assert_eq!(lines, [format!("%r = {name} i32 %a, %b")]);
    }
}

/// Each constant is that of the edge from its block, in whatever order the phi has them.
#[test]
fn a_phi_of_constants_has_that_of_each_edge() {
    for incoming in ["[ 7, %one ], [ 9, %two ]", "[ 9, %two ], [ 7, %one ]"] {
        let text = format!(
            "define spir_kernel void @k(i32 %a) {{
entry:
  %c = icmp slt i32 %a, 5
  br i1 %c, label %one, label %two
one:
  br label %end
two:
  br label %end
end:
  %x = phi i32 {incoming}
  %p = inttoptr i32 0 to i32 addrspace(131072)*
  store i32 %x, i32 addrspace(131072)* %p, align 4
  ret void
}}"
        );
        let printed = import(&text).module.to_string();
        let (_, blocks) = printed.split_once("{\n").expect("a kernel");
        assert_eq!(
            blocks,
            "^entry:
  %c = icmp.slt i32 %a, 5
  branch %c, ^one, ^two
^one:
  jump ^end(i32 7)
^two:
  jump ^end(i32 9)
^end(%x: i32):
  store_raw b0 [x: 0], i32 %x
  return
}
"
        );
    }
}

#[test]
fn phis_become_parameters_and_a_switch_a_chain() {
    let text = "define spir_kernel void @k(i32 %a, <2 x float> %v) {
entry:
  switch i32 %a, label %end [ i32 3, label %one
    i32 4, label %two
    i32 5, label %end ]
one:
  br label %end
two:
  br i1 undef, label %end, label %one
end:
  %x = phi <2 x float> [ %v, %entry ], [ %v, %entry ], [ zeroinitializer, %one ], [ undef, %two ]
  %p = inttoptr i32 0 to <2 x float> addrspace(131072)*
  store <2 x float> %x, <2 x float> addrspace(131072)* %p, align 8
  ret void
}";
    let printed = import(text).module.to_string();
    let (_, blocks) = printed.split_once("{\n").expect("a kernel");
    assert_eq!(
        blocks,
        "^entry:
  %0 = extract f32x2 %v, 0
  %1 = extract f32x2 %v, 1
  %2 = icmp.eq i32 %a, 3
  branch %2, ^one, ^entry.case1
^entry.case1:
  %3 = icmp.eq i32 %a, 4
  branch %3, ^two, ^entry.case2
^entry.case2:
  %4 = icmp.eq i32 %a, 5
  branch %4, ^end(%0, %1), ^end(%0, %1)
^one:
  jump ^end(f32 0.0, f32 0.0)
^two:
  branch undef, ^end(f32 undef, f32 undef), ^one
^end(%x.0: f32, %x.1: f32):
  %5 = vec f32 [%x.0, %x.1]
  store_raw b0 [x: 0], f32x2 %5
  return
}
"
    );
}

#[test]
fn blocks_may_stand_in_any_order_and_those_that_nothing_leads_to_are_left_out() {
    let text = "define spir_kernel void @k(i32 %a) {
entry:
  br label %def
use:
  %p = inttoptr i32 %x to i32 addrspace(131072)*
  store i32 %x, i32 addrspace(131072)* %p, align 4
  unreachable
nowhere:
  %y = add i32 %y, 1
  br label %use
def:
  %x = mul i32 %a, %a
  br label %use
}";
    let import = import(text);
    let messages: Vec<_> = import.remarks.iter().map(ToString::to_string).collect();
    assert!(messages.contains(&"kernel k: block nowhere is unreachable and not imported".to_owned()), "{messages:?}");
    assert_eq!(import.module.kernels.values().next().expect("a kernel").layout.len(), 3);
}

#[test]
fn every_instruction_that_is_not_imported_is_named_and_what_uses_it_is_not() {
    let refused = refusals(&module(
        "float %f, i32 %a, double %d",
        "  %x = frem float %f, 2.0
  %y = fadd float %x, %x
  %z = sdiv i24 1, 2
  %s = alloca i32
  %q = call i32 asm \"\", \"=r\"()
  %r = call float @helper(float %y)
  %c = call float @llvm.copysign.f32(float %f, float %f)
  %i = atomicrmw add i32 addrspace(1)* null, i32 %a seq_cst",
        "declare float @helper(float)\ndeclare float @llvm.copysign.f32(float, float)",
    ));
    let expected = [
        "kernel k: argument %d: texture IR has no values of type double; expected i1, i8, i16, i32, i64, half, float or a vector of them",
        "kernel k: the instruction is not supported; write the kernel without it: %x = frem float %f, 2.000000e+00",
        "kernel k: texture IR has no values of type i24; expected i1, i8, i16, i32, i64, half, float or a vector of them: %z = sdiv i24 1, 2",
        "kernel k: the instruction is not supported; write the kernel without it: %s = alloca i32, align 4",
        "kernel k: an indirect call or inline assembly is not supported; expected a call of an intrinsic: %q = call i32 asm \"\", \"=r\"()",
        "kernel k: a call of a function is not supported; inline it first, as Intel's compiler does: %r = call float @helper(float %y)",
        "kernel k: the intrinsic is not supported; write the kernel without it: %c = call float @llvm.copysign.f32(float %f, float %f)",
    ]
    .map(str::to_owned);
    let pointer = printed("i32 addrspace(1)*");
    let last = format!(
        "kernel k: the instruction is not supported; write the kernel without it: %i = atomicrmw add {pointer} null, i32 %a seq_cst, align 4"
    );
    assert_eq!(refused, [&expected[..], &[last]].concat());
}
