//! What the reader of vISA text says of lines that it does not take.

use texvisa_ir::target::Target;
use texvisa_ir::visa::asm;

/// What the reader says of a line in a kernel.
fn said(line: &str) -> String {
    let text = format!(
        ".version 4.1\n.kernel \"k\"\n.decl D v_type=G type=d num_elts=32 align=GRF\n\
         .decl P1 v_type=P num_elts=16\n.decl T6 v_type=T num_elts=1\nL0:\n    {line}\n    ret (M1, 1)\n"
    );
    let errors = asm::parse(&text, Target::Tgllp).err().unwrap_or_else(|| panic!("`{line}` is taken"));
    errors.0.iter().map(ToString::to_string).collect()
}

/// GATHER_SCALED and SVM_GATHER: a scaled access has blocks of 1, 2 or 4 bytes; one by a pointer has a number of blocks, too.
#[test]
fn each_access_of_bytes_says_what_sizes_it_has() {
    let scaled = said("gather_scaled.3 (M1, 8) T6 0x0:ud D.0 D.0");
    assert!(scaled.contains("expected the bytes of a lane, .1, .2 or .4"), "{scaled}");
    let pointer = said("svm_gather.3.1 (M1, 8) D.0 D.0");
    assert!(pointer.contains("expected blocks of one, four or eight bytes and their number"), "{pointer}");
}

/// The register of an operand has a byte, so that 255 is the last (General Operands, row_offset).
#[test]
fn elements_do_not_reach_into_a_register_without_a_number() {
    let last = "mov (M1, 1) D(255,7)<1> D(0,0)<0;1,0>";
    let behind = said("mov (M1, 1) D(255,8)<1> D(0,0)<0;1,0>");
    assert!(behind.contains("the position is behind every variable"), "{behind}");
    let text = format!(
        ".version 4.1\n.kernel \"k\"\n.decl D v_type=G type=d num_elts=32 align=GRF\nL0:\n    {last}\n    ret (M1, 1)\n"
    );
    assert!(asm::parse(&text, Target::Tgllp).is_ok());
}

/// MOV, Notes: a move of a predicate is of one element, and neither predicated nor clamped.
#[test]
fn moves_of_predicates_have_one_form() {
    for line in [
        "mov (M1, 1) D(0,0)<1> P1",
        "mov (M1_NM, 8) D(0,0)<1> P1",
        "(P1) mov (M1_NM, 1) D(0,0)<1> P1",
        "mov.sat (M1_NM, 1) D(0,0)<1> P1",
    ] {
        let said = said(line);
        assert!(said.contains("a predicate is moved by `mov (M1_NM, 1)`"), "{line}: {said}");
    }
}
