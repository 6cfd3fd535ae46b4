//! Execution sizes, masks and predicates.

use super::*;
use texvisa_ir::visa::{DataType, Exec};

#[test]
fn messages_have_one_or_two_registers_of_dwords() {
    let line = |lanes: &str| format!("sample_lz.R (M1, {lanes}) 0x0:uw S0 T6 F.0 F.0");
    accepts(Target::Tgllp, Simd16, &[&line("8"), &line("16")]);
    accepts(Target::Pvc, Simd32, &[&line("16"), &line("32")]);
    for (target, lanes, allowed) in [
        (Target::Tgllp, 32, [8, 16]),
        (Target::Dg2, 4, [8, 16]),
        (Target::Pvc, 8, [16, 32]),
        (Target::Lnl, 1, [16, 32]),
    ] {
        let line = format!("sample_l.R (M1, {lanes}) 0x0:uw S0 T6 F.0 F.0 F.0");
        refuses(target, Simd32, &line, VisaErrorKind::MessageLanes { given: lanes, target, allowed });
    }
}

#[test]
fn typed_accesses_are_of_native_width_and_scaled_ones_of_twice_that_too() {
    let typed = |lanes: u32| format!("scatter4_typed.R (M1, {lanes}) T6 U.0 %null.0 %null.0 %null.0 U.0");
    let scaled = |lanes: u32| format!("gather4_scaled.R (M1, {lanes}) T6 0x0:ud U.0 U.0");
    accepts(Target::Skl, Simd16, &[&typed(8), &scaled(8), &scaled(16)]);
    accepts(Target::Pvc, Simd32, &[&typed(16), &scaled(16), &scaled(32)]);
    let target = Target::Skl;
    refuses(target, Simd16, &typed(16), VisaErrorKind::MessageLanes { given: 16, target, allowed: [8, 8] });
    refuses(target, Simd32, &scaled(32), VisaErrorKind::MessageLanes { given: 32, target, allowed: [8, 16] });
    refuses(target, Simd32, &scaled(1), VisaErrorKind::MessageLanes { given: 1, target, allowed: [8, 16] });
}

#[test]
fn masks_begin_at_multiples_of_the_lanes() {
    let line = |exec: &str| format!("mov ({exec}) I(0,0)<1> U(0,0)<0;1,0>");
    for exec in
        ["M1, 32", "M1, 16", "M5, 16", "M1, 8", "M3, 8", "M5, 8", "M7, 8", "M2, 4", "M8, 4", "M2, 1", "M8_NM, 2"]
    {
        accepts(Target::Tgllp, Simd32, &[&line(exec)]);
    }
    for (exec, lanes, first) in
        [("M5, 32", 32, 16), ("M3, 16", 16, 8), ("M7, 16", 16, 24), ("M2, 8", 8, 4), ("M8, 8", 8, 28)]
    {
        let found = violations(&kernel(Target::Tgllp, Simd32, &line(exec)));
        assert_eq!(found.first(), Some(&VisaErrorKind::Mask { given: Exec::masked(lanes, first) }), "{exec}");
    }
    let sample = "sample_lz.R (M2, 8) 0x0:uw S0 T6 F.0 F.0";
    refuses(Target::Tgllp, Simd32, sample, VisaErrorKind::Mask { given: Exec::masked(8, 4) });
    assert_eq!(
        VisaErrorKind::Mask { given: Exec::masked(8, 4) }.to_string(),
        "mask M2 for 8 lanes; expected M1, M3, M5, M7"
    );
    assert_eq!(VisaErrorKind::Mask { given: Exec::masked(32, 16) }.to_string(), "mask M5 for 32 lanes; expected M1");
}

#[test]
fn lanes_are_powers_of_two() {
    for (lanes, legal) in [(1, true), (32, true), (0, false), (3, false), (64, false)] {
        let mut kernel = kernel(Target::Tgllp, Simd32, "mov (M1_NM, 1) I(0,0)<1> I(0,0)<0;1,0>");
        let Some(Inst::Alu(alu)) = kernel.insts.get_mut(3) else { panic!("the fourth instruction is the move") };
        alu.exec.lanes = lanes;
        let refused = violations(&kernel).contains(&VisaErrorKind::ExecSize { given: lanes });
        assert_eq!(refused, !legal, "{lanes}");
    }
}

#[test]
fn masked_lanes_are_the_threads() {
    let line = |exec: &str| format!("load_lz.R ({exec}) 0x0:uw T6 F.0 U.0");
    accepts(Target::Tgllp, Simd16, &[&line("M3, 8"), &line("M1, 16"), &line("M1_NM, 8"), &line("M5_NM, 16")]);
    refuses(Target::Tgllp, Simd8, &line("M1, 16"), VisaErrorKind::Width { given: Exec::masked(16, 0), simd: Simd8 });
    refuses(Target::Tgllp, Simd16, &line("M5, 16"), VisaErrorKind::Width { given: Exec::masked(16, 16), simd: Simd16 });
    let goto = "goto (M1, 32) L0";
    refuses(Target::Tgllp, Simd16, goto, VisaErrorKind::Width { given: Exec::masked(32, 0), simd: Simd16 });
}

/// A kernel that does not say how many lanes it has is not asked.
#[test]
fn lanes_are_not_counted_where_their_number_is_unknown() {
    let text = format!("{DECLARATIONS}\n.function \"L0\"\n    mov (M5, 16) I(0,0)<1> U(0,0)<1;1,0>\n    ret (M1, 1)\n");
    let parsed = parse(&text, Target::Pvc).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!((parsed.simd_stated, violations(&parsed)), (false, vec![]));
}

#[test]
fn predicates_have_a_bit_for_each_lane() {
    for line in [
        "(P) mov (M1, 16) I(0,0)<1> I(0,0)<1;1,0>",
        "(P8) mov (M1, 8) I(0,0)<1> I(0,0)<1;1,0>",
        "(P8) mov (M1_NM, 1) I(0,0)<1> I(0,0)<0;1,0>",
        "(P32) mov (M5, 16) I(0,0)<1> I(0,0)<1;1,0>",
        "cmp.eq (M5, 16) P32 I(0,0)<1;1,0> I(0,0)<1;1,0>",
        "and (M1, 8) P8 P P32",
        "(P.any) jmp (M1, 1) L0",
        "(P32.all) goto (M1, 32) L0",
    ] {
        accepts(Target::Tgllp, Simd32, &[line]);
    }
    for (line, given, needed) in [
        ("(P8) mov (M1, 16) I(0,0)<1> I(0,0)<1;1,0>", 8, 16),
        ("(P) mov (M5, 16) I(0,0)<1> I(0,0)<1;1,0>", 16, 32),
        ("(P8) mov (M3, 8) I(0,0)<1> I(0,0)<1;1,0>", 8, 16),
        ("cmp.eq (M1, 16) P8 I(0,0)<1;1,0> I(0,0)<1;1,0>", 8, 16),
        ("setp (M1_NM, 16) P8 I(0,0)<0;1,0>", 8, 16),
        ("and (M1, 16) P P8 P", 8, 16),
        ("not (M1, 16) P8 P", 8, 16),
        ("(P8.any) goto (M1, 16) L0", 8, 16),
        ("(P) load_lz.R (M5, 16) 0x0:uw T6 F.0 U.0", 16, 32),
        ("(P8) scatter4_scaled.R (M1, 16) T6 0x0:ud U.0 F.0", 8, 16),
    ] {
        refuses(Target::Tgllp, Simd32, line, VisaErrorKind::PredicateBits { given, needed });
    }
}

/// MOV, Notes: the destination of a predicate has one of UB, UW and UD, and as many bits.
#[test]
fn variables_have_a_bit_for_each_lane_of_a_predicate_that_is_moved() {
    for line in ["mov (M1_NM, 1) U(0,0)<1> P32", "mov (M1_NM, 1) W(0,0)<1> P", "mov (M1_NM, 1) W(0,0)<1> P8"] {
        accepts(Target::Tgllp, Simd32, &[line]);
    }
    for (line, given, needed) in [
        ("mov (M1_NM, 1) W(0,0)<1> P32", DataType::Uw, 32),
        ("mov (M1_NM, 1) I(0,0)<1> P", DataType::D, 16),
        ("mov (M1_NM, 1) F(0,0)<1> P", DataType::F, 16),
    ] {
        refuses(Target::Tgllp, Simd32, line, VisaErrorKind::MovedPredicate { given, needed });
    }
}
