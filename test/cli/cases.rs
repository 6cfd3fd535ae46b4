//! `texvisa cases`.

use predicates::prelude::{PredicateBooleanExt, predicate};

use super::{folder, given, shown, texvisa};

/// A surface of 4 x 1 bytes from 1 on, and cases that load its row and expect `values` of red.
fn document(rows: &[[u32; 8]]) -> String {
    let case = |(index, values): (usize, &[u32; 8])| {
        format!(
            r#"{{"id": "row {index}", "op": "ld", "surface": "image", "channels": "R", "param_names": ["u"],
                "params": [[0, 1, 2, 3, 4, 0, 0, 0]], "expect": {{"channels": {{"R": {values:?}}}}}}}"#
        )
    };
    let cases: Vec<String> = rows.iter().enumerate().map(case).collect();
    format!(
        r#"{{"surfaces": {{"image": {{"type": "1D", "width": 4, "format": "R8_UINT",
            "fill": {{"kind": "affine_raw", "cx": 1, "k": 1}}}}}}, "cases": [{}]}}"#,
        cases.join(",")
    )
}

const RIGHT: [u32; 8] = [1, 2, 3, 4, 0, 1, 1, 1];
const WRONG: [u32; 8] = [1, 2, 3, 4, 7, 1, 1, 1];

#[test]
fn cases_that_pass_are_counted() {
    given(&document(&[RIGHT, RIGHT]), &["cases", "-"])
        .assert()
        .code(0)
        .stdout("2 passed, 0 failed\n")
        .stderr(predicate::str::is_empty());
}

#[test]
fn a_document_without_a_case_does_not_pass() {
    given(&document(&[]), &["cases", "-"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("cases: an empty list; expected at least one case"));
}

#[test]
fn cases_that_fail_are_shown_with_both_bytes() {
    given(&document(&[RIGHT, WRONG]), &["cases", "-"])
        .assert()
        .code(1)
        .stdout("row 1: failed\n  R lane 4: expected 0x00000007, found 0x00000000\n1 passed, 1 failed\n")
        .stderr(predicate::str::contains("<stdin>: 1 of 2 cases failed"));
}

#[test]
fn cases_that_cannot_be_read_fail_and_keep_no_other_from_running() {
    let text = document(&[RIGHT, RIGHT]).replacen("\"ld\"", "\"lid\"", 1);
    given(&text, &["cases", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::contains(
            "row 0: failed\n  cases[0] (row 0).op: unknown operation `lid`; did you mean `ld`? Expected one of ld",
        ))
        .stdout(predicate::str::ends_with("1 passed, 1 failed\n"));
    let folder = folder();
    let file = folder.path().join("cases.json");
    std::fs::write(&file, document(&[RIGHT]).replace("R8_UINT", "R8_UNIT")).expect("a file");
    texvisa(&["cases", shown(&file)])
        .assert()
        .code(1)
        .stdout(predicate::str::ends_with("0 passed, 1 failed\n"))
        .stderr(predicate::str::contains("cases.json: surfaces.image.format: unknown format `R8_UNIT`"));
}

/// The status is that of the cases, so that what none of them needs is said and changes nothing.
#[test]
fn what_no_case_needs_is_said_and_fails_none() {
    let other = r#"{"surfaces": {"other": {"type": "4D"}, "#;
    given(&document(&[RIGHT]).replacen("{\"surfaces\": {", other, 1), &["cases", "-"])
        .assert()
        .code(0)
        .stdout("1 passed, 0 failed\n")
        .stderr(predicate::str::contains(
            "<stdin>: surfaces.other.type: unknown type of surface `4D`; did you mean `1D`? Expected one of NULL",
        ));
}

#[test]
fn what_is_no_document_of_cases_is_shown_with_its_location() {
    given("{\"cases\": [\n  {\"id\": }\n]}", &["cases", "-"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("<stdin>:2:10").and(predicate::str::contains("{\"id\": }")));
    given("[]", &["cases", "-"]).assert().code(1).stderr(predicate::str::contains("expected an object with `cases`"));
    texvisa(&["cases", "no/such/file.json"]).assert().code(1).stderr(predicate::str::contains("No such file"));
    texvisa(&["cases"]).assert().code(2);
    given("{}", &["cases", "-", "--precision", "rough"]).assert().code(2);
}
