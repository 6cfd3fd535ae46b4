//! Sampler conformance cases: one message each, with the surface that it works on and the bytes that it must return.
//! They were worked out by hand or with a reference model, some of them compared with Mesa's lavapipe (their `oracle`
//! field).

use serde_json::Value;
use texvisa_emulator::cases::{CaseFailure, CaseOptions, Suite};

const CASES: &str = include_str!("data/sampler_cases.json");

fn suite(value: &Value) -> Suite {
    Suite::read(&value.to_string()).expect("a document of cases")
}

#[test]
fn every_case_returns_its_bytes() {
    let suite = Suite::read(CASES).expect("a document of cases");
    for case in suite.cases() {
        case.run(&CaseOptions::default()).unwrap_or_else(|failure| panic!("{}: {failure}", case.id()));
    }
    assert_eq!(suite.cases().count(), 50);
}

/// A case whose expectation is wrong by one byte must fail, or the comparison would show nothing: the destination
/// alone, the elements of channels alone, and the null mask alone.
#[test]
fn a_wrong_byte_is_noticed() {
    let document: Value = serde_json::from_str(CASES).expect("JSON");
    let mut wrong = document.clone();
    let cases = wrong["cases"].as_array_mut().expect("cases");
    let good = std::mem::take(cases);
    for case in &good {
        let mut changed = |expect: Value| {
            let mut case = case.clone();
            case["id"] = format!("{} {}", case["id"], cases.len()).into();
            case["expect"] = expect;
            cases.push(case);
        };
        let text = case["expect"]["dst"].as_str().expect("a destination");
        let defined = (1..text.len() / 2).find(|byte| &text[2 * byte..2 * byte + 2] != "??").expect("a defined byte");
        let byte = u8::from_str_radix(&text[2 * defined..2 * defined + 2], 16).expect("a byte") ^ 0x40;
        let destination = format!("{}{byte:02x}{}", &text[..2 * defined], &text[2 * defined + 2..]);
        changed(serde_json::json!({ "dst": destination }));
        // A media block has no channels.
        for (channel, elements) in case["expect"]["channels"].as_object().into_iter().flatten() {
            for (lane, element) in elements.as_array().expect("lanes").iter().enumerate() {
                let mut elements = elements.clone();
                elements[lane] = match element.as_str() {
                    None => "0x0".into(),
                    Some(text) => {
                        let bits = u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("an element");
                        // The highest bits but the sign, of 16 or 32.
                        let flip = if text.len() == 6 { 0x4000 } else { 0x4000_0000 };
                        format!("{:#x}", bits ^ flip).into()
                    }
                };
                changed(serde_json::json!({ "channels": { channel: elements } }));
            }
        }
        if let Some(mask) = case["expect"]["pixel_null_mask"].as_str() {
            let mask = u32::from_str_radix(mask.trim_start_matches("0x"), 16).expect("a mask") ^ 1;
            changed(serde_json::json!({ "pixel_null_mask": mask }));
        }
    }
    let suite = suite(&wrong);
    assert!(suite.cases().count() > 500);
    for case in suite.cases() {
        let result = case.run(&CaseOptions::default());
        assert!(matches!(result, Err(CaseFailure::Differences(_))), "{}: {result:?}", case.id());
    }
}
