use super::*;
use crate::mutant::{LineColumn, SourceSpan};

/// The text with a mutant for each row: what it replaces, which must be there once, by what.
fn switched(text: &str, rows: &[(Genre, &str, &str)]) -> Switched {
    let place = |offset: usize| {
        let line = text[..offset].matches('\n').count() + 1;
        let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
        LineColumn { line, column: text[start..offset].chars().count() + 1 }
    };
    let mutants: Vec<Mutant> = (rows.iter())
        .map(|(genre, of, by)| {
            assert_eq!(text.matches(of).count(), 1, "`{of}`");
            let start = text.find(of).unwrap_or_default();
            Mutant {
                name: String::new(),
                package: String::new(),
                file: "lowering/src/a.rs".to_owned(),
                span: SourceSpan { start: place(start), end: place(start + of.len()) },
                replacement: (*by).to_owned(),
                genre: *genre,
            }
        })
        .collect();
    let numbered: Vec<_> = (1..).zip(&mutants).collect();
    let mut switched = switch(Path::new("lowering/src/a.rs"), text, &numbered).expect("the text is Rust");
    assert!(syn::parse_file(&switched.text).is_ok(), "{}", switched.text);
    switched.text = switched.text.replace("::texvisa_ir::is_mutant_on", "on");
    switched
}

#[test]
fn an_operator_has_its_whole_chain_as_text_changes_what_it_takes_in() {
    let text = "fn f() { g(a + b << c, x) }";
    let rows = [(Genre::BinaryOperator, "+", "-"), (Genre::BinaryOperator, "<<", "*")];
    assert_eq!(
        switched(text, &rows).text,
        "fn f() { g((if on(1) { a - b << c } else if on(2) { a + b * c } else { a + b << c }), x) }"
    );
}

#[test]
fn a_switch_in_an_operand_is_in_each_copy() {
    let text = "fn f() { a(!b) == c }";
    let rows = [(Genre::BinaryOperator, "==", "!="), (Genre::UnaryOperator, "!", "")];
    assert_eq!(
        switched(text, &rows).text,
        "fn f() { (if on(1) { a((if on(2) { b } else { !b })) != c } else { a((if on(2) { b } else { !b })) == c }) }"
    );
}

#[test]
fn a_unary_operator_that_begins_a_chain_has_its_operand_alone() {
    let text = "fn f() { !a && b }";
    let rows = [(Genre::UnaryOperator, "!", ""), (Genre::BinaryOperator, "&&", "||")];
    assert_eq!(
        switched(text, &rows).text,
        "fn f() { (if on(2) { (if on(1) { a } else { !a }) || b } else { (if on(1) { a } else { !a }) && b }) }"
    );
}

#[test]
fn a_chain_that_binds_is_not_put_in_parentheses() {
    let text = "fn f() { if let Some(a) = b && a == c {} }";
    let rows = [(Genre::BinaryOperator, "==", "!=")];
    assert_eq!(switched(text, &rows).text, "fn f() { if let Some(a) = b && (if on(1) { a != c } else { a == c }) {} }");
}

#[test]
fn a_body_begins_by_returning() {
    let text = "fn f() -> u32 { a + b }";
    let rows = [(Genre::FnValue, "a + b", "1"), (Genre::BinaryOperator, "+", "-")];
    assert_eq!(
        switched(text, &rows).text,
        "fn f() -> u32 { if on(1) { return 1; } (if on(2) { a - b } else { a + b }) }"
    );
}

#[test]
fn arms_and_guards_have_conditions() {
    let text = "fn f() { match x { 1 => a, y if g || h => b, z if let Some(w) = i && w => c, v if k => d, _ => e } }";
    let rows = [
        (Genre::MatchArm, "1 => a,", ""),
        (Genre::MatchArm, "y if g || h => b,", ""),
        (Genre::MatchArmGuard, "g || h", "true"),
        (Genre::MatchArm, "z if let Some(w) = i && w => c,", ""),
        (Genre::MatchArmGuard, "k", "false"),
    ];
    assert_eq!(
        switched(text, &rows).text,
        "fn f() { match x { 1 if !on(1) => a, y if !on(2) && (on(3) || (g || h)) => b, \
         z if !on(4) && let Some(w) = i && w => c, v if !on(5) && (k) => d, _ => e } }"
    );
}

#[test]
fn a_field_goes_away_with_the_switches_in_it() {
    let text = "fn f() { S { a: b + c, ..d } }";
    let rows = [(Genre::StructField, "a: b + c,", ""), (Genre::BinaryOperator, "+", "-")];
    assert_eq!(
        switched(text, &rows).text,
        "fn f() { (if on(1) { S {  ..d } } else { S { a: (if on(2) { b - c } else { b + c }), ..d } }) }"
    );
}

#[test]
fn constants_have_no_switch_and_const_functions_are_named() {
    let text = "const A: u32 = 1 + 2;\nconst fn f() -> u32 { 1 - 2 }";
    let switched = switched(text, &[(Genre::BinaryOperator, "+", "-"), (Genre::BinaryOperator, "- ", "+ ")]);
    assert_eq!(switched.left_out, [(1, "it is in a constant")]);
    assert_eq!(switched.in_const_fn, [2]);
}

#[test]
fn what_a_mutant_adds_is_known_by_its_place() {
    let switched = switch(
        Path::new("ir/src/visa/a.rs"),
        "fn f() -> u32 { a }",
        &[(
            7,
            &Mutant {
                name: String::new(),
                package: String::new(),
                file: String::new(),
                span: SourceSpan { start: LineColumn { line: 1, column: 17 }, end: LineColumn { line: 1, column: 18 } },
                replacement: "1".to_owned(),
                genre: Genre::FnValue,
            },
        )],
    )
    .expect("the text is Rust");
    let [(range, 7)] = &switched.added[..] else { panic!("{:?}", switched.added) };
    assert_eq!(&switched.text[range.clone()], "if crate::is_mutant_on(7) { return 1; } ");
}
