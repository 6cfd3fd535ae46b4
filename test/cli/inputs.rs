//! Several inputs at once.

use predicates::prelude::PredicateBooleanExt;
use predicates::prelude::predicate::str::contains;

use super::{PROGRAM, folder, shown, texvisa};

#[test]
fn several_files_and_folders_are_taken_in_their_order_each_once() {
    let folder = folder();
    let [first, second, inner] = ["b.tex", "a.tex", "inner"].map(|name| folder.path().join(name));
    std::fs::create_dir(&inner).expect("a folder");
    std::fs::write(&first, PROGRAM).expect("written");
    std::fs::write(&second, PROGRAM.replace("@copy", "@second")).expect("written");
    std::fs::write(inner.join("c.tex"), PROGRAM.replace("@copy", "@third")).expect("written");
    let run = texvisa(&["explain", shown(&first), shown(&second), shown(&inner), shown(&first)]).assert().code(0);
    let said = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let titles: Vec<&str> =
        said.lines().filter_map(|line| line.split_once(": kernel ")).map(|(_, rest)| rest).collect();
    assert_eq!(titles, ["copy for tgllp simd16", "second for tgllp simd16", "third for tgllp simd16"]);
    let out = folder.path().join("out");
    texvisa(&["compile", shown(&first), shown(&second), "-o", shown(&out)])
        .assert()
        .code(0)
        .stderr(contains("2 inputs: 2 of 2 kernels succeeded"));
    assert!(out.join("b.copy.visaasm").is_file() && out.join("a.second.visaasm").is_file());
    texvisa(&["check", shown(&first), shown(&folder.path().join("none.tex")), "--trials", "2"])
        .assert()
        .code(1)
        .stdout(contains("no difference"))
        .stderr(contains("none.tex: No such file").and(contains("1 file could not be read")));
}

#[test]
fn files_of_one_name_keep_their_folders() {
    let folder = folder();
    let input = folder.path().join("in");
    for (name, kernel) in [("a/copy.tex", "@copy"), ("b/deep/copy.tex", "@copy"), ("b/other.tex", "@other")] {
        let file = input.join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(file, PROGRAM.replace("@copy", kernel)).expect("written");
    }
    let expected = ["a/copy.copy.visaasm", "b/deep/copy.copy.visaasm", "other.other.visaasm"];
    let out = folder.path().join("out");
    texvisa(&["compile", shown(&input), "-o", shown(&out)]).assert().code(0);
    for name in expected {
        assert!(out.join(name).is_file(), "{name}");
    }
    // Shards put the files where the whole does.
    let out = folder.path().join("shards");
    for shard in ["1/2", "2/2"] {
        texvisa(&["compile", shown(&input), "-o", shown(&out), "--shard", shard]).assert().code(0);
    }
    for name in expected {
        assert!(out.join(name).is_file(), "{name}");
    }
    // Files that are named keep the folders that they are named with, where that is below the current one.
    let mut command = texvisa(&["compile", "a/copy.tex", "b/deep/copy.tex", "-o", "out"]);
    command.current_dir(&input).assert().code(0);
    assert!(input.join("out/a/copy.copy.visaasm").is_file() && input.join("out/b/deep/copy.copy.visaasm").is_file());
    let [first, second] = ["a/copy.tex", "b/deep/copy.tex"].map(|name| input.join(name));
    texvisa(&["compile", shown(&first), shown(&second), "-o", shown(&out)])
        .assert()
        .code(2)
        .stderr(contains("two kernels would go there").and(contains("compile the folder that both are in")));
}

#[test]
fn what_takes_one_file_says_so() {
    let folder = folder();
    let [first, second] = ["a.tex", "b.tex"].map(|name| folder.path().join(name));
    for path in [&first, &second] {
        std::fs::write(path, PROGRAM).expect("written");
    }
    texvisa(&["run", shown(&first), shown(&second), "--grid", "4"])
        .assert()
        .code(2)
        .stderr(contains("unexpected argument"));
    texvisa(&["run", shown(folder.path()), "--grid", "4"]).assert().code(2).stderr(contains("a folder; name one file"));
    texvisa(&["compile", shown(&first), shown(&second), "--kernel", "paste"])
        .assert()
        .code(2)
        .stderr(contains("2 inputs: there is no kernel `paste`"));
    texvisa(&["compile", shown(&first), shown(&second), "--shard", "1/2"])
        .assert()
        .code(2)
        .stderr(contains("--shard divides the files of a folder"));
}
