//! Where the sign of a zero counts, and which floats are never -0.0.

use super::import;
use super::instructions::{computed, computing, program};

/// LLVM language reference, Function Attributes, `no-signed-zeros-fp-math`.
#[test]
fn signs_of_zeros_count_nowhere_in_a_function_that_says_so() {
    let choice = "  %n = fsub float 0.0, %f0\n  %c = fcmp oge float %f0, 0.0\n  %r = select i1 %c, float %f0, float %n";
    let with = |value: &str| {
        let text =
            program("float", choice).replacen(") {", &format!(") \"no-signed-zeros-fp-math\"=\"{value}\" {{"), 1);
        computed(&text).pop()
    };
    assert_eq!(with("true").as_deref(), Some("%r = fabs f32 %f0"));
    assert_eq!(with("false").as_deref(), Some("%r = select f32 %c, %f0, %0"));
}

#[test]
fn a_choice_by_the_sign_is_a_magnitude_where_the_sign_of_a_zero_does_not_count() {
    let choice = |predicate: &str, opposite: &str, reader: &str| {
        let chosen =
            if predicate.ends_with("ge") || predicate.ends_with("gt") { "%f0, float %n" } else { "%n, float %f0" };
        computing(
            "float",
            &format!(
                "  %n = {opposite} %f0\n  %c = fcmp {predicate} float %f0, 0.0\n  %m = select i1 %c, float {chosen}\n  {reader}"
            ),
        )
    };
    let difference = "fsub float 0.0,";
    let ignoring = "%r = fadd nsz float %m, %f1";
    let counting = "%r = fadd contract float %m, %f1";
    // What reads it says that the sign of a zero does not count.
    for predicate in ["oge", "ogt", "ult", "ole"] {
        assert_eq!(choice(predicate, difference, ignoring), ["%m = fabs f32 %f0", "%r = fadd f32 %m, %f1"]);
        assert_eq!(choice(predicate, "fneg float", ignoring), ["%m = fabs f32 %f0", "%r = fadd f32 %m, %f1"]);
    }
    // The sign of a zero may pass through operations to what ignores it, or to what does not.
    let through = |call: &str, last: &str| {
        choice("oge", difference, &format!("%s = call float @llvm.{call})\n  %r = {last}"))[0].clone()
    };
    for call in
        ["fma.f32(float %m, float %f1, float %f1", "maxnum.f32(float %m, float %f1", "minnum.f32(float %f1, float %m"]
    {
        assert_eq!(through(call, "fadd nsz float %s, %f1"), "%m = fabs f32 %f0");
        assert_eq!(through(call, "fadd float %s, %f1"), "%c = fcmp.oge f32 %f0, 0.0");
    }
    // Sixty-four readers that pass the sign on are asked what reads them, so that the question takes little time.
    let readers = |count: u32| {
        let read = |index| format!("%r{index} = fadd float %m, %f1\n  ");
        choice("oge", difference, &format!("{}%r = fadd nsz float %m, %f1", (0..count).map(read).collect::<String>()))
    };
    assert_eq!(readers(64)[0], "%m = fabs f32 %f0");
    assert_eq!(readers(65)[0], "%c = fcmp.oge f32 %f0, 0.0");
    let negation =
        |reader: &str| computing("float", &format!("  %n = fsub float 0.0, %f0\n  %r = {reader}"))[0].clone();
    assert_eq!(negation("fmul fast float %n, %f1"), "%n = fneg f32 %f0");
    assert_eq!(negation("fmul float %n, %f1"), "%n = fsub f32 0.0, %f0");
    // 0.0 - x is +0.0 for both zeros, as is the magnitude.
    for predicate in ["ogt", "ole"] {
        assert_eq!(choice(predicate, difference, counting), ["%m = fabs f32 %f0", "%r = fadd f32 %m, %f1"]);
    }
    // -0.0 >= 0.0, so that -0.0 stays.
    let [compare, negate, select, _] = &choice("oge", difference, counting)[..] else { panic!("four instructions") };
    assert_eq!([compare.as_str(), select.as_str()], ["%c = fcmp.oge f32 %f0, 0.0", "%m = select f32 %c, %f0, %0"]);
    assert_eq!(negate, "%0 = fneg f32 %f0");
    // -(+0.0) is -0.0.
    assert_eq!(choice("ogt", "fneg float", counting)[2], "%m = select f32 %c, %f0, %n");
}

/// IEEE 754, 6.3: a sum of zeros is -0.0 if both are, and a difference of equal numbers is +0.0.
#[test]
fn the_sign_of_a_zero_does_not_count_in_a_sum_with_what_is_not_negative_zero() {
    let choice = |reader: &str| {
        computing(
            "float",
            &format!(
                "  %n = fsub float 0.0, %f0\n  %c = fcmp oge float %f0, 0.0\n  %m = select i1 %c, float %f0, float %n\n  {reader}"
            ),
        )
    };
    let ignores = |reader: &str| choice(reader).iter().any(|line| line == "%m = fabs f32 %f0");
    for reader in [
        "%r = fadd float %m, 0.0",
        "%r = fadd float 1.0, %m",
        "%r = fsub float 0.0, %m",
        "%r = call float @llvm.fma.f32(float %m, float %f1, float 0.0)",
        "%i = sitofp i32 %a to float\n  %r = fadd float %i, %m",
        "%i = call float @llvm.fabs.f32(float %f1)\n  %r = fadd float %m, %i",
        // A sum with what is not -0.0 is not, either.
        "%s = fadd float %f1, 0.0\n  %y = fadd float %s, %f1\n  %r = fadd float %m, %y",
        "%s = select i1 %t, float 0.0, float 2.0\n  %y = fadd float %s, %f1\n  %r = fadd float %m, %y",
    ] {
        assert!(ignores(reader), "{reader}: {:?}", choice(reader));
    }
    for reader in [
        "%r = fadd float %m, -0.0",
        "%r = fadd float %m, %m",
        "%r = fsub float %m, 0.0",
        "%r = fsub float -0.0, %m",
        "%r = fmul float %m, 1.0",
        "%r = call float @llvm.fma.f32(float 1.0, float 0.0, float %m)",
        "%s = fadd float %f1, %f0\n  %r = fadd float %m, %s",
        "%s = select i1 %t, float 0.0, float %f1\n  %r = fadd float %m, %s",
        "%s = fmul float 0.0, %f1\n  %r = fadd float %m, %s",
        // As one operation the sum is -0.0 where the product is small.
        "%p1 = fmul contract float %f0, %f1\n  %s = fadd contract float %p1, 0.0\n  %r = fadd float %m, %s",
        "%p1 = fmul contract float %f0, %f1\n  %p2 = freeze float %p1\n  %s = fadd contract float %p2, 0.0\n  %r = fadd float %m, %s",
        // Where the sign of a zero does not count, it may be any.
        "%s = fadd nsz float %f1, 0.0\n  %r = fadd float %m, %s",
        "%s = fsub float 0.0, %f1\n  %r = fadd float %m, %s",
    ] {
        assert!(!ignores(reader), "{reader}");
    }
}

/// Each difference is +0.0 where its operand is, and so is their sum. As opposites both are -0.0.
#[test]
fn two_differences_do_not_hide_the_signs_of_each_other() {
    let lines = computing("float", "  %m = fsub float 0.0, %f0\n  %n = fsub float 0.0, %f1\n  %r = fadd float %m, %n");
    assert_eq!(lines, ["%m = fsub f32 0.0, %f0", "%n = fsub f32 0.0, %f1", "%r = fadd f32 %m, %n"]);
}

#[test]
fn the_sign_bit_of_a_half_is_its_highest() {
    let fabs = |number: &str| {
        let choice = format!(
            "  %h = bitcast i16 %w to half\n  %n = fsub half 0xH0000, %h\n  %c = fcmp oge half %h, 0xH0000\n  \
             %m = select i1 %c, half %h, half %n\n  %r = fadd half %m, {number}"
        );
        computing("half", &choice).iter().any(|line| line == "%m = fabs f16 %h")
    };
    assert_eq!(["0xH0000", "0xH3C00", "0xH8000"].map(fabs), [true, true, false]);
}

/// Each sum is twice the one before: without what is remembered, each would be asked about twice as often.
#[test]
fn sums_of_sums_are_asked_about_in_little_time() {
    let doubled = |index: u32| format!("  %s{} = fadd float %s{index}, %s{index}\n", index + 1);
    let sums: String = (0..64).map(doubled).collect();
    let body = format!("  %s0 = fadd float %f1, %f1\n{sums}  %m = fsub float 0.0, %f0\n  %r = fadd float %m, %s64");
    assert_eq!(computing("float", &body)[65], "%m = fsub f32 0.0, %f0");
}

/// A sum that begins with +0.0 is never -0.0, whatever a loop adds to it; one that begins with anything may be.
#[test]
fn a_sum_in_a_loop_is_not_negative_zero_if_it_begins_so() {
    let sum = |first: &str| {
        let body = format!(
            "  br label %loop\nloop:\n  %s = phi float [ {first}, %entry ], [ %r, %loop ]\n  %n = fsub float 0.0, %f0\n  \
             %c = fcmp oge float %f0, 0.0\n  %m = select i1 %c, float %f0, float %n\n  %r = fadd float %s, %m\n  \
             %e = fcmp olt float %r, %f1\n  br i1 %e, label %loop, label %end\nend:"
        );
        let text = program("float", &body).replacen("{\n", "{\nentry:\n", 1);
        import(&text).module.to_string().contains("= fabs f32")
    };
    assert_eq!(["0.0", "1.0", "-0.0", "%f1"].map(sum), [true, true, false, false]);
}

/// What is granted for one operand of a sum does not count for the other: `%y` is -0.0 in the second turn, if `%f1` is.
#[test]
fn what_was_granted_for_one_operand_does_not_count_for_the_other() {
    let body = "  br label %loop\nloop:\n  %y = phi float [ 0.0, %entry ], [ %v, %loop ]\n  \
                %v = select i1 %t, float %y, float %f1\n  %z = fadd float %v, %y\n  %n = fsub float 0.0, %f0\n  \
                %c = fcmp oge float %f0, 0.0\n  %m = select i1 %c, float %f0, float %n\n  %r = fadd float %z, %m\n  \
                %e = fcmp olt float %r, %f1\n  br i1 %e, label %loop, label %end\nend:";
    let text = program("float", body).replacen("{\n", "{\nentry:\n", 1);
    assert!(!import(&text).module.to_string().contains("= fabs f32"));
}

/// Intel's compiler writes `-x` as `0.0 - x`, and emits every such difference as a negation (docs/found.md).
#[test]
fn a_difference_from_zero_is_a_negation_in_modules_of_intels_compiler() {
    let of_intel = |instructions: &str| {
        computed(&format!("{}\n!IGCMetadata = !{{!0}}\n!0 = !{{!\"ModuleMD\"}}\n", program("float", instructions)))
    };
    assert_eq!(of_intel("  %r = fsub float 0.0, %f0"), ["%r = fneg f32 %f0"]);
    assert_eq!(of_intel("  %r = fsub float 1.0, %f0"), ["%r = fsub f32 1.0, %f0"]);
    // -(+0.0) is -0.0, which is no magnitude.
    let choice = "  %n = fsub float 0.0, %f0\n  %c = fcmp ogt float %f0, 0.0\n  %r = select i1 %c, float %f0, float %n";
    assert_eq!(of_intel(choice).last().map(String::as_str), Some("%r = select f32 %c, %f0, %n"));
    // The sign of a zero passes through a negation, and not through a difference.
    let twice = "  %n = fsub float 0.0, %f0\n  %c = fcmp oge float %f0, 0.0\n  %m = select i1 %c, float %f0, float %n
  %r = fsub float 0.0, %m";
    assert_eq!(of_intel(twice)[0], "%c = fcmp.oge f32 %f0, 0.0");
    assert_eq!(computing("float", twice)[0], "%m = fabs f32 %f0");
}
