//! Sampler conformance cases: one message each, with the surface that it works on and the bytes that it must return. They
//! were worked out by hand or with a reference model, some of them compared with Mesa's lavapipe (their `oracle` field).
//! The machine executes each as a kernel of one message, from a register file.

mod cases;

use cases::{Case, Outcome, Reason, Suite};

const CASES: &str = include_str!("data/sampler_cases.json");

/// Cases that are not yet supported, and why. An entry that is no longer needed fails the test.
const NOT_YET: &[(&str, Reason)] = &[
    ("md_001_basic_8x4", Reason::MediaBlock),
    ("md_004_pitch_16x2", Reason::MediaBlock),
    ("md_007_right_rgba", Reason::MediaBlock),
    ("md_011_yuy2_right", Reason::MediaBlock),
    ("md_014_interlaced_oob", Reason::MediaBlock),
];

#[test]
fn every_case_returns_its_bytes() {
    let suite = Suite::read(CASES);
    let mut failures = Vec::new();
    let mut passed = 0;
    for case in suite.cases() {
        let known = NOT_YET.iter().find(|(id, _)| *id == case.id()).map(|(_, reason)| *reason);
        match (case.run(), known) {
            (Outcome::Passed, None) => passed += 1,
            (Outcome::NotYet(reason), Some(known)) if reason == known => {}
            (outcome, known) => failures.push(format!("{}: {outcome:?}, expected {known:?}", case.id())),
        }
    }
    assert!(failures.is_empty(), "{passed} passed; failed:\n{}", failures.join("\n"));
    assert_eq!(passed + NOT_YET.len(), suite.cases().count());
    println!("{passed} cases passed, {} not yet supported", NOT_YET.len());
}

/// A case whose expectation is wrong by one byte must fail, or the comparison would show nothing.
#[test]
fn a_wrong_byte_is_noticed() {
    let suite = Suite::read(CASES);
    for case in suite.cases().filter(|case| matches!(case.run(), Outcome::Passed)) {
        let wrong: Case<'_> = case.with_wrong_byte();
        assert!(matches!(wrong.run(), Outcome::Failed(_)), "{}", case.id());
    }
}
