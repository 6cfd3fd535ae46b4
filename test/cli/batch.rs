//! Folders: order, shards, reports and what becomes of a kernel that crashes.

use std::path::Path;

use predicates::prelude::{PredicateBooleanExt, predicate};
use tempfile::TempDir;

use super::{PROGRAM, folder, given, shown, texvisa};

/// A folder of that many files with one kernel each, every third of which is refused.
fn programs(count: usize) -> TempDir {
    let folder = folder();
    for number in 0..count {
        let mut text = PROGRAM.replace("@copy", &format!("@copy{number}"));
        if number % 3 == 2 {
            text = text.replace("  return", "  %q = reduce.add i64 1\n  store_raw b0 [x: %x], i64 %q\n  return");
            text = text.replace("kernel @", "surface b0: raw @ table 2\nkernel @");
        }
        std::fs::write(folder.path().join(format!("k{number:02}.tex")), text).expect("written");
    }
    folder
}

/// The lines of a report without their times.
fn report(path: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(path).expect("a report");
    let line = |line: &str| {
        let mut line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        if let Some(line) = line.as_object_mut() {
            line.remove("seconds");
        }
        line
    };
    text.lines().map(line).collect()
}

#[test]
fn a_folder_is_done_in_the_order_of_its_names_on_any_number_of_cores() {
    let folder = programs(40);
    let run = |threads: &str| {
        let mut command = texvisa(&["compile", shown(folder.path()), "--target", "skl", "--no-check"]);
        command.env("RAYON_NUM_THREADS", threads).output().expect("it runs")
    };
    let [one, many] = ["1", "7"].map(run);
    assert_eq!(one, many);
    let (out, said) = (String::from_utf8_lossy(&one.stdout), String::from_utf8_lossy(&one.stderr));
    let kernels: Vec<&str> = out.lines().filter_map(|line| line.strip_prefix(".kernel ")).collect();
    let expected: Vec<String> =
        (0..40).filter(|number| number % 3 != 2).map(|number| format!("\"copy{number}\"")).collect();
    assert_eq!(kernels, expected);
    // A remark of each file, and an error of those that are refused, between those of the files beside.
    let files: Vec<&str> = said
        .lines()
        .filter_map(|line| line.split_once(": remark: --target skl overrides"))
        .map(|(file, _)| file)
        .collect();
    assert!(files.len() == 40 && files.is_sorted(), "{said}");
    let at = |what: &str| said.find(what).unwrap_or_else(|| panic!("{what} is not said: {said}"));
    assert!(at("k05.tex: remark") < at("k05.tex:9:3") && at("k05.tex:9:3") < at("k06.tex: remark"), "{said}");
    assert!(said.ends_with(": 27 of 40 kernels succeeded\n"), "{said}");
    // Where standard error is no terminal there is no progress bar.
    assert!(!said.contains('\r') && !said.contains('\u{1b}'), "{said:?}");
}

#[test]
fn shards_are_merged_to_what_one_run_reports() {
    let folder = programs(20);
    let reports = self::folder();
    let path = |name: &str| reports.path().join(name);
    let whole = path("whole.jsonl");
    texvisa(&["check", shown(folder.path()), "--trials", "1", "--report", shown(&whole)]).assert().code(1);
    let names: Vec<_> = (1..=3).map(|shard| path(&format!("{shard}.jsonl"))).collect();
    for (shard, name) in (1..=3).zip(&names) {
        let shard = format!("{shard}/3");
        texvisa(&["check", shown(folder.path()), "--trials", "1", "--shard", &shard, "--report", shown(name)])
            .assert()
            .stderr(predicate::str::contains("kernels succeeded"));
    }
    let all = path("all.jsonl");
    let merge = |inputs: &[&Path]| {
        let inputs: Vec<&str> = inputs.iter().map(|path| shown(path)).collect();
        texvisa(&[&["merge"], &inputs[..], &["-o", shown(&all)]].concat()).assert()
    };
    // In any order.
    merge(&[&names[2], &names[0], &names[1]])
        .code(1)
        .stderr(predicate::str::ends_with("all.jsonl: 14 of 20 kernels succeeded\n"));
    let (mut found, mut expected) = (report(&all), report(&whole));
    let (found_summary, expected_summary) = (found.pop().expect("a summary"), expected.pop().expect("a summary"));
    assert_eq!(found, expected);
    assert_eq!(found.len(), 20);
    for field in ["files", "unread", "kernels", "ok", "refused", "failed", "exit"] {
        assert_eq!(found_summary[field], expected_summary[field], "{field}");
    }
    assert_eq!(found_summary["shards"], serde_json::json!([1, 2, 3]));

    merge(&[&names[0], &names[2]]).code(1).stderr(predicate::str::contains("no report of shard 2 of 3"));
    merge(&[&names[0], &names[1], &names[2], &names[1]])
        .code(1)
        .stderr(predicate::str::contains("2.jsonl: shard 2 is in "))
        .stderr(predicate::str::contains("two lines are about it"));
    merge(&[&whole, &names[0]]).code(1).stderr(predicate::str::contains("the report is of 3 shards; expected 1"));
    // A run that was killed while it wrote a line.
    let text = std::fs::read_to_string(&names[0]).expect("a report");
    std::fs::write(&names[0], &text[..text.trim_end().rfind('\n').expect("several lines") - 5]).expect("written");
    merge(&[&names[0], &names[1], &names[2]])
        .code(1)
        .stderr(predicate::str::contains("1.jsonl: the report has no summary: its run was cut short"))
        .stderr(predicate::str::contains("no report of shard 1 of 3"));
    std::fs::write(&names[0], "{\"file\": 7}\n").expect("written");
    merge(&[&names[0]]).code(1).stderr(predicate::str::contains("line 1 is no line of a report"));
    texvisa(&["merge", shown(&path("missing.jsonl")), "-o", shown(&all)])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("missing.jsonl: No such file"));
}

#[test]
fn a_report_says_what_became_of_each_kernel() {
    let folder = programs(3);
    std::fs::write(folder.path().join("k03.tex"), "kernel").expect("written");
    let out = self::folder();
    let path = out.path().join("report.jsonl");
    texvisa(&["compile", shown(folder.path()), "-o", shown(out.path()), "--report", shown(&path)])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("2 of 3 kernels succeeded; 1 file could not be read"));
    let lines = report(&path);
    let [first, _, refused, unread, summary] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(first["file"].as_str(), folder.path().join("k00.tex").to_str());
    assert_eq!((&first["kernel"], &first["status"]), (&"copy0".into(), &"ok".into()));
    assert_eq!((&first["target"], &first["simd"]), (&"tgllp".into(), &16.into()));
    // A load, and a write of 8 lanes for each half: typed surfaces are written by 8 lanes at the most.
    assert_eq!((&first["messages"], &first["reason"], &first["spill"]), (&3.into(), &().into(), &().into()));
    let text = std::fs::read_to_string(out.path().join("k00.copy0.visaasm")).expect("an output");
    // Directives begin with a point, and a label ends with a colon.
    let instructions = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with(['.', '/']) && !line.ends_with(':'));
    assert_eq!(first["instructions"], instructions.count());
    assert_eq!(refused["status"], "refused");
    assert!(refused["reason"].as_str().is_some_and(|reason| reason.contains("reduce.add")), "{refused}");
    assert_eq!((&unread["kernel"], &unread["status"]), (&().into(), &"refused".into()));
    assert_eq!((&summary["files"], &summary["unread"], &summary["exit"]), (&4.into(), &1.into(), &1.into()));

    texvisa(&["compile", shown(folder.path()), "--report", "/no/such/folder/r.jsonl"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains("/no/such/folder/r.jsonl: No such file"));
}

#[test]
fn a_shard_is_of_a_folder_and_one_of_their_number() {
    let folder = programs(1);
    for wrong in ["0/2", "3/2", "2", "a/b"] {
        texvisa(&["compile", shown(folder.path()), "--shard", wrong])
            .assert()
            .code(2)
            .stderr(predicate::str::contains("expected I/N, the I-th of N shards"));
    }
    given(PROGRAM, &["compile", "-", "--shard", "1/2"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--shard divides the files of a folder"));
    // A shard may be empty.
    let succeeded: Vec<bool> = ["1/2", "2/2"]
        .iter()
        .map(|shard| {
            let run = texvisa(&["check", shown(folder.path()), "--shard", shard]).output().expect("it runs");
            assert!(run.status.success());
            String::from_utf8_lossy(&run.stderr).contains("1 of 1 kernel succeeded")
        })
        .collect();
    assert_eq!(succeeded.iter().filter(|succeeded| **succeeded).count(), 1);
}

/// Texels that are all written at the end, to the surface that they are of, so that none is loaded later; each takes 8
/// registers at SIMD16, and 4 at SIMD8.
fn many_texels(count: usize) -> String {
    let mut text = PROGRAM.replace("  write w0 [u: %x, v: %y], f32x4 %texel\n  return\n}\n", "");
    text = text.replace("%texel", "%texel0");
    for number in 1..count {
        text += &format!("  %v{number} = add i32 %y, {number}\n");
        text += &format!("  %texel{number} = load t0 [u: %x, v: %v{number}, lod: 0] -> f32x4\n");
    }
    for number in 0..count {
        text += &format!("  write t0 [u: %y, v: %x], f32x4 %texel{number}\n");
    }
    text + "  return\n}\n"
}

/// A kernel with `count` texels of four dwords a lane: at SIMD16 each has 8 of 128 registers, at SIMD32 16.
#[test]
fn auto_is_the_widest_width_that_does_not_spill() {
    for (count, width, spills) in
        [(3, "simd32", false), (10, "simd16", false), (20, "simd8", false), (60, "simd8", true)]
    {
        let text = many_texels(count);
        given(&text, &["check", "-", "--simd", "auto", "--trials", "1"])
            .assert()
            .code(0)
            .stdout(predicate::str::contains(format!("kernel copy for tgllp {width}: no difference")));
        let spilled = predicate::str::contains("needs more registers than there are");
        let compile = given(&text, &["compile", "-", "--simd", "auto", "--no-check"]).assert().code(0);
        if spills {
            compile.stderr(spilled)
        } else {
            compile.stderr(spilled.not())
        };
        given(&text, &["explain", "-", "--simd", "auto"]).assert().code(0).stdout(predicate::str::contains(width));
    }
}

#[test]
fn a_construct_that_is_refused_is_one_line_with_its_count() {
    let mut text = PROGRAM.replace("  return\n}\n", "").replace("kernel @", "surface b0: raw @ table 2\nkernel @");
    for number in 0..40 {
        text += &format!("  %q{number} = reduce.add i64 1\n  store_raw b0 [x: %x], i64 %q{number}\n");
    }
    let run = given(&(text + "  return\n}\n"), &["compile", "-"]).output().expect("it runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(said.matches("reduce.add").count(), 2, "the message and the line of the first: {said}");
    assert!(said.contains("(and 39 more like it)") && said.contains("<stdin>:9:3"), "{said}");
}
