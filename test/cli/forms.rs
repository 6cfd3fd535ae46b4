//! `texvisa asm`, `texvisa dis` and `texvisa compile --emit isa`.

use predicates::prelude::{PredicateBooleanExt, predicate};

use super::{PROGRAM, folder, given, shown, texvisa};

const TEXT: &str = ".version 4.1
.kernel \"k\"
.decl V32 v_type=G type=d num_elts=16 align=GRF
.decl V33 v_type=G type=f num_elts=64 align=GRF
.decl T6 v_type=T num_elts=1
.input V32 offset=32 size=64
.kernel_attr Target=\"3d\"
.kernel_attr SimdSize=16
.function \"_main_0\"

_main_0:
    movs (M1_NM, 1) T6(0) 0x5:ud
    load_lz.RGBA (M1, 16) 0x0:uw T6 V33.0 V32.0
    ret (M1, 1)
";

#[test]
fn a_text_goes_through_both_versions_of_the_binary_form() {
    let folder = folder();
    for version in ["3.6", "4.1"] {
        let [binary, again] = ["k.isa", "again.isa"].map(|name| folder.path().join(name));
        given(TEXT, &["asm", "-", "--target", "tgllp", "--isa-version", version, "-o", shown(&binary)])
            .assert()
            .code(0)
            .stdout(predicate::str::is_empty())
            .stderr(predicate::str::is_empty());
        let bytes = std::fs::read(&binary).expect("it was written");
        let number = version.split('.').map(|part| part.parse::<u8>().expect("a number"));
        assert_eq!(bytes[..4], *b"CISA");
        assert_eq!(bytes[4..6], number.collect::<Vec<_>>());
        texvisa(&["dis", shown(&binary), "--target", "tgllp"]).assert().code(0).stdout(TEXT);
        let text = folder.path().join("k.visaasm");
        texvisa(&["dis", shown(&binary), "--target", "tgllp", "-o", shown(&text)]).assert().code(0);
        let arguments = ["asm", shown(&text), "--target", "tgllp", "--isa-version", version, "-o", shown(&again)];
        texvisa(&arguments).assert().code(0);
        assert!(std::fs::read(&again).is_ok_and(|again| again == bytes));
    }
}

#[test]
fn a_compiled_kernel_has_the_same_instructions_in_both_forms() {
    let folder = folder();
    let path = folder.path().join("copy.isa");
    let written = given(PROGRAM, &["compile", "-"]).assert().code(0).get_output().stdout.clone();
    given(PROGRAM, &["compile", "-", "--emit", "isa", "-o", shown(&path)]).assert().code(0).stdout("");
    // Both forms of the text have the same declarations, so that they are the same bytes.
    let read = texvisa(&["dis", shown(&path), "--target", "tgllp"]).assert().code(0).get_output().stdout.clone();
    let insts = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).into_owned();
        text.lines().filter(|line| line.starts_with("    ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(insts(&written).len() > 5);
    assert_eq!(insts(&read).len(), insts(&written).len());
    given(&String::from_utf8_lossy(&written), &["asm", "-", "--target", "tgllp"])
        .assert()
        .code(0)
        .stdout(std::fs::read(&path).expect("it was written"));
}

/// gather4_i and gather4_b have each other's code in the documents (3D_SAMPLE4, Op).
#[test]
fn the_numbering_of_gathers_is_a_choice() {
    let text = TEXT.replace(
        "    load_lz.RGBA (M1, 16) 0x0:uw T6 V33.0 V32.0\n",
        "    sample4_i.R (M1, 16) 0x0:uw S0 T6 V33.0 V33.64 V33.128\n",
    );
    let text = text.replace(".decl T6", ".decl S0 v_type=S num_elts=1\n.decl T6");
    let binary = |numbering: &str| {
        let arguments = ["asm", "-", "--target", "bmg", "--numbering", numbering];
        given(&text, &arguments).assert().code(0).get_output().stdout.clone()
    };
    let [finalizer, documented] = ["finalizer", "documented"].map(binary);
    let differing: Vec<_> = finalizer.iter().zip(&documented).filter(|(a, b)| a != b).collect();
    assert_eq!(differing, [(&0x0f, &0x0e)]);
    let folder = folder();
    let path = folder.path().join("k.isa");
    std::fs::write(&path, &documented).expect("a file");
    let dis = |numbering: &str| texvisa(&["dis", shown(&path), "--target", "bmg", "--numbering", numbering]).assert();
    dis("documented").code(0).stdout(text.clone());
    dis("finalizer").code(0).stdout(text.replace("sample4_i", "sample4_b"));
}

#[test]
fn a_wrong_text_is_shown_with_its_line_and_what_was_expected() {
    let text = TEXT.replace("(M1, 16)", "(M9, 16)").replace("ret (M1, 1)", "rte (M1, 1)");
    given(&text, &["asm", "-", "--target", "tgllp"]).assert().code(1).stdout(predicate::str::is_empty()).stderr(
        predicate::str::contains("<stdin>:13:19")
            .and(predicate::str::contains("expected a mask, M1 to M8_NM, found `M9`"))
            .and(predicate::str::contains("<stdin>:14:5"))
            .and(predicate::str::contains("unknown instruction `rte`")),
    );
}

#[test]
fn a_wrong_binary_is_named_with_the_byte_and_what_was_expected() {
    let folder = folder();
    let path = folder.path().join("k.isa");
    given(TEXT, &["asm", "-", "--target", "tgllp", "-o", shown(&path)]).assert().code(0);
    let bytes = std::fs::read(&path).expect("it was written");
    let wrong = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        std::fs::write(&path, &bytes).expect("a file");
        texvisa(&["dis", shown(&path), "--target", "tgllp"]).assert().code(1).stdout(predicate::str::is_empty())
    };
    wrong(0, b'X').stderr(predicate::str::contains("byte 0x0: expected `CISA`, found `XISA`"));
    wrong(4, 2).stderr(predicate::str::contains("byte 0x4: expected version 3.5 to 3.7, or 4.0 to 5.0, found 2.1"));
    wrong(6, 9).stderr(predicate::str::contains("byte 0x6: expected the number of kernels, 1, found 9"));
    // The last instruction begins four bytes from the end.
    let last = bytes.len() - 4;
    wrong(last, 0xff).stderr(predicate::str::contains(format!(
        "byte {last:#x}: instruction 0xff is not supported: remove it from the program"
    )));
    std::fs::write(&path, &bytes[..bytes.len() - 1]).expect("a file");
    texvisa(&["dis", shown(&path), "--target", "tgllp"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("expected the size of the kernel, 0 to"));
}

/// `ir/tests/visa/operands_left_out.tgllp.isa` was written by GenX_IR, release 1.0.12504.6.
#[test]
fn a_file_that_intels_writer_truncated_is_called_what_it_is() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/ir/tests/visa/operands_left_out.tgllp.isa");
    texvisa(&["dis", path, "--target", "tgllp"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("the last operands of the instructions are missing"));
}

#[test]
fn a_form_without_a_target_is_a_matter_of_the_command_line() {
    for command in ["asm", "dis"] {
        given(TEXT, &[command, "-"]).assert().code(2).stderr(predicate::str::contains("one of skl, icllp, tgllp"));
    }
    given(TEXT, &["asm", "-", "--target", "tgllp", "--isa-version", "3.7"]).assert().code(2);
    texvisa(&["asm", "there/is/none.visaasm", "--target", "tgllp"]).assert().code(1);
}

/// The older version has five bits for the operation; sample_po_lz has code 0x38.
#[test]
fn what_a_version_has_no_code_for_is_an_error() {
    let text = TEXT.replace(
        "    load_lz.RGBA (M1, 16) 0x0:uw T6 V33.0 V32.0\n",
        "    sample_po_lz.RGBA (M1, 16) 0x0:uw S0 T6 V33.0 V33.64\n",
    );
    let text = text.replace(".decl T6", ".decl S0 v_type=S num_elts=1\n.decl T6");
    given(&text, &["asm", "-", "--target", "lnl"]).assert().code(0);
    given(&text, &["asm", "-", "--target", "lnl", "--isa-version", "3.6"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("version 3.6 has 5 bits for the operation; sample_po_lz has code 0x38"));
}
