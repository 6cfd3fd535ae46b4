//! Runs the examples of a page.
//!
//! | block | meaning |
//! |---|---|
//! | `texvisa` | A module of texture IR, which is parsed and verified. With a name (`texvisa fetch.tex`) it is a file for the commands of the page |
//! | `llvm fetch.ll`, `wgsl edges.wgsl` | The same for LLVM IR and WGSL, which only the commands read |
//! | `sh shard.sh`, `yaml job.yaml` | With a name, a file for the commands of the page. YAML is parsed |
//! | `console` | Commands after `$ `, each with its output, standard error included. A line `...` matches any lines. `console llvm`, `console naga`, `console finalizer`, `console ocloc` and `console parallel` (GNU parallel) are run where these are there, `console plugin14` with the LLVM pass plugin for LLVM 14 as `texvisa14.so`, other releases likewise; the commands of `console fails` fail |
//!
//! Commands run in a folder of the page's own with the repository's `examples`, `test`, `fuzz` and `emulator` in it.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;
use texvisa::ir::texture::{parse, verify};
use texvisa_test::finalizer::Finalizer;
use texvisa_test::plugin::RELEASES;
use texvisa_test::process::find_in_path;

use crate::page::{CodeBlock, Page, root};

/// What is wrong with the examples of `page`.
pub fn check(page: &Page) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["examples", "test", "fuzz", "emulator"] {
        symlink(root().join(name), folder.path().join(name)).expect("a folder of the repository can be linked");
    }
    let mut problems = Vec::new();
    let mut outputs = Vec::new();
    // Files first: a page may show one after a command that reads it.
    let (commands, files): (Vec<_>, Vec<_>) = page.blocks.iter().partition(|block| block.info.starts_with("console"));
    for block in files.into_iter().chain(commands) {
        let line = page.text[..block.range.start].matches('\n').count() + 1;
        let place = format!("{}:{line}", page.name);
        match example(page, block, &folder) {
            Ok(output) => outputs.push((block, place, output)),
            Err(problem) => problems.push(format!("{place}: {problem}")),
        }
    }
    let bless = env::var_os("TEXVISA_BLESS").is_some();
    let mut blessed = page.text.clone();
    // From the last to the first, so that the ranges of the others stay right.
    for (block, place, output) in outputs.into_iter().rev() {
        let Some(output) = output else { continue };
        let shown = &page.text[block.range.clone()];
        if matches(shown, &output) {
            continue;
        }
        if bless && !shown.lines().any(is_ellipsis) {
            blessed.replace_range(block.range.clone(), &output);
        } else {
            problems.push(format!("{place}: the page shows\n{shown}and what is run prints\n{output}"));
        }
    }
    if blessed != page.text {
        fs::write(root().join(&page.name), blessed).expect("the page can be written");
        eprintln!("blessed: {}", page.name);
    }
    problems
}

/// Runs one block: what it should show, where it shows something.
fn example(page: &Page, block: &CodeBlock, folder: &TempDir) -> Result<Option<String>, String> {
    let text = &page.text[block.range.clone()];
    let mut words = block.info.split([' ', ',']);
    let kind = words.next().unwrap_or_default();
    let words: Vec<&str> = words.collect();
    match kind {
        "texvisa" => {
            let module = parse(text).map_err(|error| error.to_string())?;
            if let Some(error) = verify(&module).first() {
                return Err(error.to_string());
            }
            write(folder.path(), &words, text);
            Ok(None)
        }
        "yaml" => {
            let mut events = saphyr_parser::Parser::new_from_str(text);
            if let Some(Err(error)) = events.find(Result::is_err) {
                return Err(error.to_string());
            }
            write(folder.path(), &words, text);
            Ok(None)
        }
        "llvm" | "sh" | "wgsl" => {
            write(folder.path(), &words, text);
            Ok(None)
        }
        "console" => {
            let lacks_llvm = words.contains(&"llvm") && !cfg!(feature = "llvm");
            let lacks_naga = words.contains(&"naga") && !cfg!(feature = "naga");
            let lacks_finalizer = words.contains(&"finalizer") && Finalizer::find().is_none();
            let lacks_ocloc = words.contains(&"ocloc") && find_in_path("ocloc").is_none();
            let lacks_parallel = words.contains(&"parallel") && find_in_path("parallel").is_none();
            let mut lacks_plugin = false;
            for release in &RELEASES {
                if words.contains(&format!("plugin{}", release.number).as_str()) {
                    let plugin = release.plugin().map_err(|error| error.to_string())?;
                    let link = folder.path().join(format!("texvisa{}.so", release.number));
                    lacks_plugin |= plugin.is_none() || find_in_path(release.opt).is_none();
                    if let Some(plugin) = plugin.filter(|_| !link.exists()) {
                        symlink(plugin, link).map_err(|error| error.to_string())?;
                    }
                }
            }
            if lacks_llvm || lacks_naga || lacks_finalizer || lacks_ocloc || lacks_parallel || lacks_plugin {
                eprintln!("{}: skipped: {}", page.name, block.info);
                return Ok(None);
            }
            session(text, folder.path(), words.contains(&"fails")).map(Some)
        }
        // Programs in C are compiled and run by `capi/tests/c_programs.rs`.
        "" | "rust" | "c" | "cpp" | "text" | "toml" | "json" | "mermaid" => Ok(None),
        other => Err(format!("unknown kind of block `{other}`; give it `text` if it is no example")),
    }
}

fn write(folder: &Path, names: &[&str], text: &str) {
    for name in names {
        fs::write(folder.join(name), text).expect("the folder is writable");
    }
}

/// Runs the commands of a block in `folder` and writes them down with what they print.
fn session(text: &str, folder: &Path, fails: bool) -> Result<String, String> {
    let tool = Path::new(env!("CARGO_BIN_EXE_texvisa"));
    let mut path = tool.parent().map(Path::to_path_buf).unwrap_or_default().into_os_string();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let mut shown = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(first) = line.strip_prefix("$ ") else { continue };
        let mut command = first.to_owned();
        shown += line;
        shown.push('\n');
        while command.ends_with('\\') {
            let next = lines.next().ok_or_else(|| format!("`{command}` is continued by nothing"))?;
            command.push('\n');
            command += next;
            shown += next;
            shown.push('\n');
        }
        let mut run = Command::new("sh");
        run.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(folder).env("PATH", &path);
        let output = run.output().map_err(|error| format!("`{command}`: {error}"))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if output.status.success() == fails {
            return Err(format!("`{command}` ended with {}:\n{printed}", output.status));
        }
        shown += &printed;
        if !printed.is_empty() && !printed.ends_with('\n') {
            shown.push('\n');
        }
    }
    Ok(shown)
}

fn is_ellipsis(line: &str) -> bool {
    line.trim() == "..."
}

/// Whether a page that shows `shown` shows `printed`; spaces at the ends of lines do not count.
fn matches(shown: &str, printed: &str) -> bool {
    fn from(shown: &[&str], printed: &[&str]) -> bool {
        match shown.split_first() {
            None => printed.is_empty(),
            Some((line, rest)) if is_ellipsis(line) => (0..=printed.len()).any(|at| from(rest, &printed[at..])),
            Some((line, rest)) => printed.first() == Some(line) && from(rest, &printed[1..]),
        }
    }
    let shown: Vec<&str> = shown.trim_end().lines().map(str::trim_end).collect();
    let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    from(&shown, &printed)
}
