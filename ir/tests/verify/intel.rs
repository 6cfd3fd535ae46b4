//! Text of Intel's compiler, release 1.0.12504.6 (`tests/visa`): it keeps to the rules, but for what it makes of calls
//! that no front end emits.

use std::path::Path;

use super::*;

/// What is wrong with Intel's own text: the file, the rule, and why it is right to refuse it. All are from calls of
/// single intrinsics, written for this project.
const REFUSED: [(&str, &str, &str); 9] = [
    ("raw__gather4Cptr_v_v4f32_d2_ch2_sg16.skl", "GatherCompares", "the call asks to compare blue"),
    ("raw__gather4Cptr_v_v4f32_d2_ch3_sg16.skl", "GatherCompares", "the call asks to compare alpha"),
    (
        "raw__gather4POCptr_v_v4f32_d2_off_ch2_sg16.dg2",
        "NoMessage",
        "with offsets of both kinds the call is not rewritten",
    ),
    ("raw__gather4POCptr_v_v4f32_d2_off_ch2_sg16.dg2", "NoChannel", "the same call: its text says `.illegal`"),
    ("raw__gather4POCptr_v_v4f32_d2_off_ch2_sg16.dg2", "NoOffsets", "the same call"),
    ("raw__gather4POptr_v_v4f16_chalf_d2_sg8.tgllp", "ParameterType", "a call with offsets and half coordinates"),
    ("raw__gather4POptr_v_v4f32_d2_off_sg16.dg2", "NoMessage", "with offsets of both kinds the call is not rewritten"),
    ("raw__gather4POptr_v_v4f32_d2_off_sg16.dg2", "NoOffsets", "the same call"),
    (
        "raw__sampleCptr_v_v4f16_chalf_d2_sg8.tgllp",
        "ResponseBytes",
        "nothing reads the result, and it is declared with 0 elements",
    ),
];

#[test]
fn intels_compiler_keeps_to_the_rules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/visa");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder is part of the repository")
        .map(|entry| entry.expect("the folder can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".visaasm"))
        .collect();
    names.sort();
    let mut accepted = 0;
    let mut refused = Vec::new();
    for name in &names {
        let stem = name.strip_suffix(".visaasm").expect("vISA text");
        let target = stem.rsplit('.').next().and_then(|target| target.parse().ok()).expect("names end in a target");
        let text = std::fs::read_to_string(folder.join(name)).expect("the file can be read");
        let kernel = parse(&text, target).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let found = violations(&kernel);
        accepted += usize::from(found.is_empty());
        for violation in found {
            let rule = format!("{violation:?}");
            let rule = rule.split([' ', '{']).next().unwrap_or_default().to_owned();
            refused.push((stem.to_owned(), rule));
        }
    }
    let expected = REFUSED.map(|(file, rule, _)| (file.to_owned(), rule.to_owned()));
    assert_eq!(refused, expected);
    assert!(accepted >= 20, "{accepted} of {} files", names.len());
}
