//! Regions, and that operands keep to their variables.

use super::*;
use texvisa_ir::visa::{Modifier, Region, Src, VectorType};

#[test]
fn regions_are_those_that_hardware_has() {
    let region = |region: &str| format!("mov (M1, 8) I(0,0)<1> I(0,0)<{region}>");
    for legal in ["0;1,0", "1;1,0", "2;1,0", "4;1,0", "8;8,1", "16;4,2", "2;8,0", "0;8,1"] {
        accepts(Target::Tgllp, Simd16, &[&region(legal)]);
    }
    for (vertical, width, horizontal) in [(3, 1, 0), (1, 0, 0), (4, 3, 1), (4, 2, 3), (4, 32, 1), (64, 1, 0)] {
        let given = Region { vertical, width, horizontal };
        let mut kernel = kernel(Target::Tgllp, Simd32, "mov (M1, 8) I(0,0)<1> 0x0:d");
        let var = kernel.vars.keys().next().expect("I is declared");
        let Some(Inst::Alu(alu)) = kernel.insts.get_mut(3) else { panic!("the fourth instruction is the move") };
        alu.srcs[0] = Src::Register { var, offset: 0, region: given, modifier: Modifier::None };
        assert_eq!(violations(&kernel).first(), Some(&VisaErrorKind::Region { given }));
    }
}

#[test]
fn rows_are_no_wider_than_the_instruction() {
    accepts(Target::Tgllp, Simd16, &["mov (M1, 16) I(0,0)<1> I(0,0)<16;16,1>"]);
    let given = Region { vertical: 16, width: 16, horizontal: 1 };
    let line = "mov (M1, 4) I(0,0)<1> I(0,0)<16;16,1>";
    refuses(Target::Tgllp, Simd16, line, VisaErrorKind::RegionWidth { given, lanes: 4 });
}

#[test]
fn destinations_have_a_stride_of_1_2_or_4() {
    let line = |stride: u32| format!("mov (M1, 8) I(0,0)<{stride}> I(0,0)<1;1,0>");
    accepts(Target::Tgllp, Simd16, &[&line(1), &line(2), &line(4)]);
    for given in [0, 3, 8] {
        let mut kernel = kernel(Target::Tgllp, Simd16, &line(1));
        let Some(Inst::Alu(alu)) = kernel.insts.get_mut(3) else { panic!("the fourth instruction is the move") };
        alu.dst.stride = given;
        assert_eq!(violations(&kernel), [VisaErrorKind::Stride { given }]);
    }
}

#[test]
fn instructions_keep_to_their_variables() {
    let bounds = |var: &str, start, end, bytes| VisaErrorKind::Bounds { var: var.to_owned(), start, end, bytes };
    accepts(
        Target::Tgllp,
        Simd16,
        &[
            "mov (M1, 8) F32(0,0)<1> F160(4,0)<1;1,0>",
            "mov (M1, 4) F32(0,0)<2> F160(0,0)<8;1,0>",
            "mov (M1, 1) F32(0,7)<4> F160(4,7)<0;1,0>",
            "cmp.lt (M1, 8) P F32(0,0)<1;1,0> F32(0,7)<0;1,0>",
        ],
    );
    for (line, violation) in [
        ("mov (M1, 16) F32(0,0)<1> F(0,0)<1;1,0>", bounds("F32", 0, 64, 32)),
        ("mov (M1, 8) F32(0,0)<2> F(0,0)<1;1,0>", bounds("F32", 0, 60, 32)),
        ("mov (M1, 8) F(0,0)<1> F160(4,1)<1;1,0>", bounds("F160", 132, 164, 160)),
        ("mov (M1, 8) F(0,0)<1> F32(0,0)<8;4,1>", bounds("F32", 0, 48, 32)),
        ("add (M1, 16) F(0,0)<1> F(0,0)<1;1,0> F32(0,0)<1;1,0>", bounds("F32", 0, 64, 32)),
        ("cmp.lt (M1, 16) P F32(0,0)<1;1,0> F(0,0)<1;1,0>", bounds("F32", 0, 64, 32)),
        ("setp (M1, 16) P F32(0,0)<1;1,0>", bounds("F32", 0, 64, 32)),
        ("movs (M1_NM, 1) T6(0) I(16,0)<0;1,0>", bounds("I", 512, 516, 512)),
        ("load_lz.R (M1, 8) W(16,0)<0;1,0> T6 F.0 U.0", bounds("W", 512, 514, 512)),
    ] {
        refuses(Target::Tgllp, Simd16, line, violation);
    }
}

/// What is written to nothing needs no room.
#[test]
fn nothing_has_room_for_everything() {
    let line = "mov (M1, 16) %null(0,0)<1> I(0,0)<1;1,0>";
    accepts(Target::Tgllp, Simd16, &[line]);
    let bounds = VisaErrorKind::Bounds { var: "%thread_x".to_owned(), start: 0, end: 32, bytes: 2 };
    refuses(Target::Tgllp, Simd16, &line.replace("%null", "%thread_x"), bounds);
}

#[test]
fn operands_begin_at_elements() {
    let mut kernel = kernel(Target::Tgllp, Simd16, "mov (M1, 8) I(0,0)<1> I(0,0)<1;1,0>");
    assert_eq!(violations(&kernel), []);
    let Some(Inst::Alu(alu)) = kernel.insts.get_mut(3) else { panic!("the fourth instruction is the move") };
    alu.dst.offset = 6;
    alu.srcs[0] = alu.srcs[0].at(1);
    let at = |offset| VisaErrorKind::ElementOffset { offset, bytes: 4 };
    assert_eq!(violations(&kernel), [at(6), at(1)]);
}

#[test]
fn raw_operands_begin_at_registers() {
    let raw = |var: &str, offset, align| VisaErrorKind::RawAlignment { var: var.to_owned(), offset, align, grf: 32 };
    accepts(
        Target::Tgllp,
        Simd16,
        &["load_lz.R (M1, 8) 0x0:uw T6 F.96 U.0 U.32", "scatter4_scaled.R (M1, 8) T6 0x0:ud U.32 F.64"],
    );
    for (line, violation) in [
        ("load_lz.R (M1, 8) 0x0:uw T6 F.4 U.0", raw("F", 4, 32)),
        ("load_lz.R (M1, 8) 0x0:uw T6 F.0 U.16", raw("U", 16, 32)),
        ("load_lz.R (M1, 8) 0x0:uw T6 F.0 Half.0", raw("Half", 16, 32)),
        ("load_lz.R (M1, 8) 0x0:uw T6 F.0 L.0", raw("L", 0, 16)),
        ("resinfo.R (M1, 8) T6 L.0 U.0", raw("L", 0, 16)),
        ("scatter4_scaled.R (M1, 8) T6 0x0:ud U.8 F.0", raw("U", 8, 32)),
        ("gather4_typed.R (M1, 8) T6 U.0 L.0 %null.0 %null.0 F.0", raw("L", 0, 16)),
        ("gather4_scaled.R (M1, 8) T6 0x0:ud U.0 F.4", raw("F", 4, 32)),
    ] {
        refuses(Target::Tgllp, Simd16, line, violation);
    }
    accepts(Target::Tgllp, Simd16, &["load_lz.R (M1, 8) 0x0:uw T6 F.0 Half.16"]);
    let wide = VisaErrorKind::RawAlignment { var: "U".to_owned(), offset: 32, align: 64, grf: 64 };
    refuses(Target::Pvc, Simd16, "load_lz.R (M1, 16) 0x0:uw T6 F.0 U.0 U.32", wide);
}

#[test]
fn what_all_lanes_share_is_one_element() {
    accepts(
        Target::Tgllp,
        Simd16,
        &["load_lz.R (M1, 8) W(0,3)<0;1,0> T6 F.0 U.0", "movs (M1_NM, 1) T6(0) U(0,1)<0;1,0>"],
    );
    let violation = VisaErrorKind::NotScalar { given: Region::CONTIGUOUS };
    refuses(Target::Tgllp, Simd16, "load_lz.R (M1, 8) W(0,3)<1;1,0> T6 F.0 U.0", violation.clone());
    refuses(Target::Tgllp, Simd16, "movs (M1_NM, 1) T6(0) U(0,1)<1;1,0>", violation);
    let violation = VisaErrorKind::NumberOfEachLane { ty: VectorType::Uv };
    refuses(Target::Tgllp, Simd16, "load_lz.R (M1, 8) 0x123:uv T6 F.0 U.0", violation.clone());
    refuses(Target::Tgllp, Simd16, "movs (M1_NM, 1) T6(0) 0x5:uv", violation);
}

/// GenX_IR takes the first three and refuses the others.
#[test]
fn numbers_of_each_lane_have_the_types_of_their_elements() {
    accepts(
        Target::Tgllp,
        Simd16,
        &[
            "mov (M1_NM, 8) I(0,0)<1> 0x76543210:v",
            "add (M1_NM, 8) I(0,0)<1> I(0,0)<1;1,0> 0x76543210:uv",
            "add (M1_NM, 8) F(0,0)<1> F(0,0)<1;1,0> 0x76543210:vf",
        ],
    );
    for line in
        ["add (M1_NM, 8) I(0,0)<1> I(0,0)<1;1,0> 0x76543210:vf", "add (M1_NM, 8) F(0,0)<1> F(0,0)<1;1,0> 0x76543210:v"]
    {
        let found = violations(&kernel(Target::Tgllp, Simd16, line));
        assert!(matches!(found.as_slice(), [VisaErrorKind::Types { op: "add", .. }]), "{line}: {found:?}");
    }
}

#[test]
fn logic_and_arithmetic_have_modifiers_of_their_own() {
    let arithmetic = "(-), (abs) or (-abs)";
    accepts(
        Target::Tgllp,
        Simd16,
        &[
            "mov (M1, 8) I(0,0)<1> (-abs)I(0,0)<1;1,0>",
            "and (M1, 8) I(0,0)<1> (~)I(0,0)<1;1,0> I(0,0)<1;1,0>",
            "shl (M1, 8) I(0,0)<1> (-)I(0,0)<1;1,0> (~)I(0,0)<1;1,0>",
            "cmp.lt (M1, 8) P (abs)I(0,0)<1;1,0> (-)I(0,0)<1;1,0>",
        ],
    );
    for (line, given, allowed) in [
        ("mov (M1, 8) I(0,0)<1> (~)I(0,0)<1;1,0>", Modifier::Not, arithmetic),
        ("add (M1, 8) I(0,0)<1> I(0,0)<1;1,0> (~)I(0,0)<1;1,0>", Modifier::Not, arithmetic),
        ("cmp.lt (M1, 8) P (~)I(0,0)<1;1,0> I(0,0)<1;1,0>", Modifier::Not, arithmetic),
        ("setp (M1, 8) P (~)I(0,0)<1;1,0>", Modifier::Not, arithmetic),
        ("and (M1, 8) I(0,0)<1> (-)I(0,0)<1;1,0> I(0,0)<1;1,0>", Modifier::Negate, "(~)"),
        ("not (M1, 8) I(0,0)<1> (abs)I(0,0)<1;1,0>", Modifier::Abs, "(~)"),
        ("bfrev (M1, 8) I(0,0)<1> (-)I(0,0)<1;1,0>", Modifier::Negate, "(~)"),
        ("cbit (M1, 8) U(0,0)<1> (-)I(0,0)<1;1,0>", Modifier::Negate, "(~)"),
    ] {
        refuses(Target::Tgllp, Simd16, line, VisaErrorKind::Modifier { given, allowed });
    }
}

/// Immediates have neither a region nor an offset.
#[test]
fn numbers_are_taken_as_they_are() {
    let mut kernel = kernel(Target::Tgllp, Simd16, "add (M1, 16) I(0,0)<1> 0x1:d 0x2:w");
    assert_eq!(violations(&kernel), []);
    let Some(Inst::Alu(alu)) = kernel.insts.get_mut(3) else { panic!("the fourth instruction is the sum") };
    assert!(alu.srcs[..2].iter().all(|src| matches!(src, Src::Immediate { .. })));
}
