//! `--format json`, held to its schema, and `--format sarif`, held to the official one.

use std::path::Path;

use serde_json::Value;

use super::schema::{SCHEMA, hold, read, root};
use super::{PROGRAM, folder, given, shown, texvisa};

/// The document that the tool writes, with its exit status. Nothing is on standard error.
fn run(mut command: assert_cmd::Command) -> (Value, i32) {
    let output = command.output().expect("the tool runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stdout)));
    (document, output.status.code().expect("it exits"))
}

fn document(command: assert_cmd::Command, exit: i32) -> Value {
    let (document, status) = run(command);
    hold(&SCHEMA, &document);
    assert_eq!((document["version"].as_u64(), &document["exit"], status), (Some(1), &Value::from(exit), exit));
    document
}

/// What the text says: docs/texture-call.md derives these numbers from the documents.
#[test]
fn explain_says_what_the_text_says() {
    let document = document(given(PROGRAM, &["explain", "-", "--format", "json"]), 0);
    let kernel = &document["kernels"][0];
    assert_eq!((&kernel["file"], &kernel["kernel"]), (&"<stdin>".into(), &"copy".into()));
    assert_eq!((&kernel["target"], &kernel["simd"], &kernel["status"]), (&"tgllp".into(), &16.into(), &"ok".into()));
    let operations = kernel["result"]["operations"].as_array().expect("a list");
    assert_eq!(operations.len(), 1);
    assert_eq!(operations[0]["location"], serde_json::json!({"line": 6, "column": 3}));
    assert_eq!(operations[0]["source"], "%texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4");
    let message = &operations[0]["message"];
    assert_eq!((&message["name"], &message["channels"]), (&"ld_lz".into(), &"RGBA".into()));
    assert_eq!(message["document"], "3D_LOAD.md");
    let slots = serde_json::json!([
        {"slot": "u", "source": {"kind": "value", "value": "%x", "element": null}},
        {"slot": "v", "source": {"kind": "value", "value": "%y", "element": null}},
    ]);
    assert_eq!(message["slots"], slots);
    assert_eq!(message["notes"][0]["rule"], "implicit-lod-zero");
    let send = &message["sends"][0];
    assert_eq!(send["lanes"], serde_json::json!({"first": 0, "count": 16, "nomask": false}));
    // Two parameters and four channels of two registers each; code 0x1a of the finalizer, SIMD16.
    assert_eq!(send["descriptor"]["payload"], serde_json::json!([2, 2]));
    assert_eq!((&send["descriptor"]["response"], &send["descriptor"]["descriptor"]), (&8.into(), &0x0485_a000.into()));
    // 16 a register of width, which has two; 2 for each of 4 registers.
    assert_eq!(kernel["result"]["cost"]["sampler_cycles"], 16 * 2 + 2 * 4);
    assert_eq!(document["summary"]["ok"], 1);
}

#[test]
fn plans_and_messages_are_the_operations_of_explain() {
    let explained = document(given(PROGRAM, &["explain", "-", "--format", "json"]), 0);
    for form in ["plan", "messages"] {
        let compiled = document(given(PROGRAM, &["compile", "-", "--emit", form, "--format", "json"]), 0);
        let [one, other] = [&explained, &compiled].map(|document| &document["kernels"][0]["result"]["operations"][0]);
        assert_eq!(one["message"], other["message"]);
        let text = given(PROGRAM, &["compile", "-", "--emit", form]).output().expect("the tool runs").stdout;
        assert_eq!(compiled["kernels"][0]["output"]["text"].as_str().map(str::as_bytes), Some(&text[..]));
    }
}

#[test]
fn what_is_compiled_is_in_the_document_or_in_its_file() {
    let compiled = document(given(PROGRAM, &["compile", "-", "--format", "json"]), 0);
    let text = compiled["kernels"][0]["output"]["text"].as_str().expect("a text");
    assert!(text.contains("load_lz.RGBA (M1, 16)"));
    assert_eq!(compiled["kernels"][0]["result"], Value::Null);
    let folder = folder();
    let file = folder.path().join("k.isa");
    let options = ["compile", "-", "--emit", "isa", "--format", "json"];
    let compiled = document(given(PROGRAM, &[&options[..], &["-o", shown(&file)]].concat()), 0);
    assert_eq!(compiled["kernels"][0]["output"]["path"], shown(&file));
    assert!(std::fs::metadata(&file).is_ok_and(|file| file.len() > 0));
    given(PROGRAM, &options).assert().code(2);
}

/// A loop that every trial leaves at once, and a branch that none takes.
const ONE_WAY: &str = "target tgllp simd16
surface b0: raw @ table 0
kernel @k(%x: i32) {
^entry:
  %address = shl i32 %x, 2
  %never = icmp.ult i32 %x, 0
  branch %never, ^rare, ^common
^rare:
  store_raw b0 [x: %address], i32 1
  return
^common:
  store_raw b0 [x: %address], i32 2
  return
}
";

/// No number is below zero, so that the condition is never true.
#[test]
fn check_counts_and_lists_branches() {
    let checked = document(given(ONE_WAY, &["check", "-", "--trials", "5", "--format", "json"]), 0);
    let result = &checked["kernels"][0]["result"];
    assert!(result["execution"]["compared_bytes"].as_u64().is_some_and(|bytes| bytes > 0));
    assert_eq!(result["execution"]["trials"], 5);
    assert_eq!(result["execution"]["branches"], 1);
    let branch = &result["execution"]["one_way_branches"][0];
    assert_eq!((&branch["location"]["line"], &branch["only"]), (&7.into(), &false.into()));
    assert_eq!(result["symbolic"]["messages"], 0);
}

/// A shift by a negative number is undefined, so that nothing is compared.
#[test]
fn a_check_that_compared_nothing_says_what_it_did() {
    let undefined = "target tgllp simd16\nsurface b0: raw @ table 0\nkernel @k(%x: i32, %v: i32) {\n^entry:\n  %a = shl i32 %x, 2\n  \
                     %value = shl i32 %v, -3\n  store_raw b0 [x: %a], i32 %value\n  return\n}\n";
    let checked = document(given(undefined, &["check", "-", "--trials", "3", "--format", "json"]), 1);
    let kernel = &checked["kernels"][0];
    assert_eq!(kernel["status"], "failed");
    let rules: Vec<&Value> = (0..2).map(|index| &checked["diagnostics"][index]["rule"]).collect();
    assert_eq!(rules, ["undefined", "nothing-compared"]);
    assert_eq!(kernel["result"]["execution"]["compared_bytes"], 0);
    assert!(
        kernel["result"]["execution"]["uncompared_bytes"]["undefined_value"].as_u64().is_some_and(|bytes| bytes > 0)
    );
}

#[test]
fn diagnostics_have_their_rule_and_range() {
    let text = PROGRAM.replace("lod: 0", "level: 0");
    let document = document(given(&text, &["check", "-", "--format", "json"]), 1);
    let diagnostic = &document["diagnostics"][0];
    assert_eq!((&diagnostic["rule"], &diagnostic["severity"]), (&"syntax".into(), &"error".into()));
    assert_eq!(diagnostic["file"], "<stdin>");
    assert!(diagnostic["message"].as_str().is_some_and(|message| message.starts_with("unknown role `level`")));
    let start = text.lines().nth(5).and_then(|line| line.find("level")).expect("it is there") + 1;
    let range = serde_json::json!({
        "start": {"line": 6, "column": start}, "end": {"line": 6, "column": start + "level".len()}
    });
    assert_eq!(diagnostic["range"], range);
    assert_eq!(
        (&document["kernels"][0]["kernel"], &document["kernels"][0]["status"]),
        (&Value::Null, &"refused".into())
    );
}

#[test]
fn a_run_that_cannot_begin_is_a_document_too() {
    let missing = document(texvisa(&["explain", "no/such/file.tex", "--format", "json"]), 1);
    assert_eq!(
        (&missing["diagnostics"][0]["rule"], &missing["diagnostics"][0]["file"]),
        (&"input".into(), &"no/such/file.tex".into())
    );
    let unknown = document(given(PROGRAM, &["check", "-", "--kernel", "none", "--format", "json"]), 2);
    assert_eq!(unknown["diagnostics"][0]["rule"], "command-line");
    let shard = document(given(PROGRAM, &["check", "-", "--shard", "1/2", "--format", "json"]), 2);
    assert_eq!(shard["kernels"], Value::Array(Vec::new()));
}

#[test]
fn remarks_name_their_pass_and_kernels_that_are_refused_their_reason() {
    let text = PROGRAM
        .replace("  write", "  %red = extract f32x4 %texel, 0\n  %all = vec f32 [%red, %red, %red, %red]\n  write");
    let text = text.replace("f32x4 %texel\n  return", "f32x4 %all\n  return");
    let document = document(given(&text, &["explain", "-", "--format", "json"]), 0);
    let remarks = &document["kernels"][0]["result"]["operations"][0]["remarks"];
    assert_eq!(remarks[0]["pass"], "channels");
    let text = PROGRAM.replace("tgllp", "pvc");
    let refused = self::document(given(&text, &["explain", "-", "--format", "json"]), 1);
    let diagnostic = &refused["diagnostics"][0];
    assert_eq!((&diagnostic["rule"], &diagnostic["kernel"]), (&"unsupported".into(), &"copy".into()));
}

#[test]
fn a_folder_is_one_document_in_the_order_of_names() {
    let folder = folder();
    for name in ["b", "a"] {
        std::fs::write(folder.path().join(name).with_extension("tex"), PROGRAM).expect("it can be written");
    }
    std::fs::write(folder.path().join("c.tex"), "oops").expect("it can be written");
    let document = document(texvisa(&["explain", shown(folder.path()), "--format", "json"]), 1);
    let files: Vec<&str> =
        document["kernels"].as_array().expect("a list").iter().filter_map(|kernel| kernel["file"].as_str()).collect();
    assert!(files.len() == 3 && files.is_sorted(), "{files:?}");
    assert_eq!((&document["summary"]["ok"], &document["summary"]["unread"]), (&2.into(), &1.into()));
}

#[test]
fn cases_are_listed_with_what_differs() {
    let passing = r#"{"surfaces": {"row": {"type": "1D", "width": 4, "format": "R8_UINT", "fill": {"kind": "affine_raw", "cx": 2, "k": 1}}},
        "cases": [{"id": "row", "op": "ld", "surface": "row", "param_names": ["u"], "params": [[0, 1, 2, 3, 4, 0, 0, 0]],
        "channels": "R", "expect": {"channels": {"R": [1, 3, 5, 7, 0, 1, 1, 1]}}}]}"#;
    let passed = document(given(passing, &["cases", "-", "--format", "json"]), 0);
    assert_eq!((&passed["cases"][0]["id"], &passed["cases"][0]["passed"]), (&"row".into(), &true.into()));
    let failed = document(given(&passing.replace("[1, 3,", "[1, 4,"), &["cases", "-", "--format", "json"]), 1);
    let difference = &failed["cases"][0]["differences"][0];
    assert_eq!(
        (&difference["place"], &difference["expected"], &difference["found"]),
        (&"R lane 1".into(), &"0x00000004".into(), &"0x00000003".into())
    );
    assert_eq!(failed["diagnostics"][0]["rule"], "case");
}

#[cfg(feature = "llvm")]
#[test]
fn llvm_ir_is_read_in_another_process_with_the_same_document() {
    let file = root().join("test/corpus/rotate/k.ll");
    let options = ["explain", shown(&file), "--target", "tgllp", "--simd", "16", "--format", "json"];
    let [read_elsewhere, trusted] =
        [&options[..], &[&options[..], &["--trusted"]].concat()].map(|options| document(texvisa(options), 0));
    assert_eq!(read_elsewhere, trusted);
    assert!(trusted["kernels"].as_array().is_some_and(|kernels| kernels.len() > 1));
}

/// The platform of this machine, whose packages alone are there.
fn host() -> String {
    let rustc = std::process::Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let version = String::from_utf8(rustc.stdout).expect("it writes text");
    version.lines().find_map(|line| line.strip_prefix("host: ")).expect("it names its host").to_owned()
}

/// The official schema, which comes with a crate.
fn sarif_schema() -> jsonschema::Validator {
    let metadata = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &host(), "--manifest-path"])
        .arg(root().join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").expect("it is a dependency");
    let manifest = package["manifest_path"].as_str().expect("a path");
    let mut schema = read(&Path::new(manifest).with_file_name("src").join("schema.json"));
    assert!(schema["title"].as_str().is_some_and(|title| title.contains("2.1.0")), "{}", schema["title"]);
    // A bracket too many makes this no regular expression. Logs of texvisa have no language.
    for owner in ["run", "toolComponent"] {
        let language = schema["definitions"][owner]["properties"]["language"].as_object_mut().expect("a definition");
        assert_eq!(language.remove("pattern"), Some("^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$".into()));
    }
    jsonschema::validator_for(&schema).expect("it is a schema")
}

#[test]
fn sarif_is_as_the_standard_has_it() {
    let schema = sarif_schema();
    let broken = PROGRAM.replace("lod: 0", "level: 0").replace("  return", "  retrun");
    let logs = [
        (given(PROGRAM, &["check", "-", "--format", "sarif"]), 0),
        (given(&broken, &["check", "-", "--format", "sarif"]), 1),
        (given(&PROGRAM.replace("tgllp", "pvc"), &["compile", "-", "--format", "sarif"]), 1),
        (given(PROGRAM, &["compile", "-", "--target", "lnl", "--simd", "16", "--format", "sarif"]), 0),
        (texvisa(&["explain", "no such file.tex", "--format", "sarif"]), 1),
        (given(PROGRAM, &["explain", "-", "--kernel", "none", "--format", "sarif"]), 2),
        (given("{}", &["cases", "-", "--format", "sarif"]), 1),
    ];
    for (command, exit) in logs {
        let (log, status) = run(command);
        hold(&schema, &log);
        let typed: serde_sarif::sarif::Sarif = serde_json::from_value(log.clone()).expect("it has the forms of SARIF");
        assert_eq!(serde_json::to_value(typed).expect("it is JSON"), log);
        assert_eq!((log["runs"][0]["invocations"][0]["exitCode"].as_i64(), status), (Some(exit.into()), exit));
        let results = log["runs"][0]["results"].as_array().expect("a list");
        assert_eq!(results.iter().any(|result| result["level"] == "error"), exit != 0);
        let rules = &log["runs"][0]["tool"]["driver"]["rules"];
        for result in results {
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(rules[index]["id"], result["ruleId"]);
        }
    }
    let (log, _) = run(given(&broken, &["check", "-", "--format", "sarif"]));
    let region = &log["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&8.into(), &3.into()));
}
