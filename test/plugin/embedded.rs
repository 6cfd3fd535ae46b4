//! The plugin in a compiler that goes on after an error, which opt does not: `host.cc`, compiled here.

use std::path::{Path, PathBuf};
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;
use texvisa_test::plugin::{self, Release};
use texvisa_test::process::{Run, find_in_path};

/// What the host is compiled with.
const COMPILER: &str = "c++";

/// LLVM's headers take their time.
const LIMIT: Duration = Duration::from_secs(300);

/// The test.
pub fn trial(name: String, release: &'static Release, plugin: Option<PathBuf>) -> Trial {
    harness::test_or_skip(name, move || {
        let Some(plugin) = plugin else { return Oracle::Plugin.missing(plugin::ABSENCE) };
        let (Some(compiler), Some(config)) =
            (find_in_path(COMPILER), find_in_path(&format!("llvm-config-{}", release.number)))
        else {
            return Oracle::Llvm.missing(format!("{COMPILER} or llvm-config-{} is not installed", release.number));
        };
        run(&plugin, &compiler, &config).map(|()| Completion::Completed)
    })
}

fn run(plugin: &Path, compiler: &Path, config: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/plugin");
    let start = |program: &Path, arguments: &[String]| -> Result<String, Failed> {
        let run = Run { program, folder: folder.path(), input: b"", merge_stderr: false, limit: LIMIT };
        let finished = run.with(arguments)?;
        if finished.status.is_success() {
            Ok(String::from_utf8(finished.stdout)?)
        } else {
            let said = String::from_utf8_lossy(&finished.stderr);
            Err(format!("{}: {}: {said}", program.display(), finished.status).into())
        }
    };
    let text = |path: &Path| path.display().to_string();
    let host = folder.path().join("host");
    let flags = start(config, &["--cxxflags", "--ldflags", "--libs"].map(str::to_owned))?;
    let mut arguments = vec![text(&here.join("host.cc")), "-o".to_owned(), text(&host)];
    arguments.extend(flags.split_whitespace().map(str::to_owned));
    start(compiler, &arguments)?;

    let module = here.join("embedded.ll");
    let legalize = |pipeline: &str| start(&host, &[text(plugin), pipeline.to_owned(), text(&module)]);
    let found = legalize("texvisa-legalize<target=tgllp;simd=16>")?;
    let (errors, changed) = found.split_once("; ModuleID").ok_or("the host printed no module")?;
    let expected = [
        "kernel not_imported: the channel is not a constant; expected 0 to 3: %rest = call <4 x float>",
        "kernel not_lowered: tgllp has no gather4_b; choose a target that has it: lnl, bmg, ptl: %sample = call <4 x float>",
    ];
    let is_one_error = errors.matches("error: ").count() == 1;
    if !is_one_error || !expected.into_iter().all(|line| errors.lines().any(|found| found.starts_with(line))) {
        return Err(format!("the errors are {errors}").into());
    }

    let unchanged = legalize("verify")?;
    for name in ["not_imported", "not_lowered"] {
        let (before, after) = (function(&unchanged, name)?, function(changed, name)?);
        if before != after {
            return Err(format!("{name} was\n{before}\nand is\n{after}").into());
        }
    }
    let good = function(changed, "good")?;
    let is_legalized = good.contains("@llvm.texvisa.ld_lz.i32x1.") && !good.contains("GenISA.ldptr");
    if is_legalized { Ok(()) } else { Err(format!("not legalized: {good}").into()) }
}

/// The text of a function of a module.
fn function<'t>(module: &'t str, name: &str) -> Result<&'t str, Failed> {
    let start = module.find(&format!("@{name}(")).ok_or_else(|| format!("there is no {name}"))?;
    let length = module[start..].find("\n}").ok_or_else(|| format!("{name} has no end"))?;
    Ok(&module[start..start + length])
}
