//! `./x mutants`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use serde::Serialize;
use serde::de::DeserializeOwned;

use texvisa_mutants::compile::Copy;
use texvisa_mutants::error::MutantsError;
use texvisa_mutants::judge::{Fate, Judgement, Results, judge};
use texvisa_mutants::mutant;
use texvisa_mutants::program::{Ended, TestProgram};
use texvisa_mutants::report::report;
use texvisa_mutants::select::{Draw, draw, write};

/// Puts mutants into a copy of texvisa, and says which tests notice each.
#[derive(Parser)]
struct Options {
    /// What the mutants are drawn by.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many are drawn.
    #[arg(long, default_value_t = 300)]
    count: usize,
    /// The part of them that is judged, such as 1/4.
    #[arg(long, value_parser = shard, default_value = "1/1")]
    shard: (usize, usize),
    /// Goes on with a run: what was drawn, measured and judged is not again.
    #[arg(long)]
    resume: bool,
    /// Judges these once more, by their numbers.
    #[arg(long, value_delimiter = ',')]
    only: Vec<u32>,
    /// Judges survivors once more: with new tests, or with programs that were not run.
    #[arg(long)]
    survivors: bool,
    /// Runs only test programs whose names, package and target, begin so.
    #[arg(long, value_delimiter = ',')]
    programs: Vec<String>,
    /// The processor time of tests for a mutant, in seconds, as they take without one.
    #[arg(long, default_value_t = 60.0)]
    budget: f64,
    /// Draws, compiles and measures, but judges nothing.
    #[arg(long)]
    prepare: bool,
    /// Whether LLVM 14 is there.
    #[arg(long)]
    llvm: bool,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    parts
        .filter(|(part, of)| (1..=*of).contains(part))
        .ok_or_else(|| "expected a part and their number, such as 1/4".to_owned())
}

fn main() -> ExitCode {
    let options = Options::parse();
    let Some(version) = mutant::version() else {
        println!(
            "left out: mutants; cargo-mutants, which says what they are, is missing (cargo install cargo-mutants)"
        );
        println!("0 mutants judged, {} skipped", options.count);
        return ExitCode::SUCCESS;
    };
    match run(&options, &version) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options, version: &str) -> Result<String, MutantsError> {
    let root = Path::new(".");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let target = std::path::absolute(&target).map_err(MutantsError::file(&target))?.join("mutants");
    let copy = Copy { tree: target.join("tree"), build: target.join("build"), has_llvm: options.llvm };
    let state = target.join(format!("{}-{}", options.seed, options.count));
    std::fs::create_dir_all(&state).map_err(MutantsError::file(&state))?;
    let (drawn, measured) = (state.join("drawn.json"), state.join("programs.json"));
    let (part, parts) = options.shard;
    let results =
        state.join(if parts == 1 { "results.jsonl".to_owned() } else { format!("results-{part}-{parts}.jsonl") });

    let mut all = mutant::list(root)?;
    all.retain(|mutant| copy.takes(&mutant.package));
    eprintln!("{version}: {} mutants", all.len());
    let known: Option<Draw> = options.resume.then(|| read(&drawn)).transpose()?.flatten();
    let draw = match known {
        Some(known) => {
            if known.mutants.iter().any(|drawn| !all.contains(&drawn.mutant)) {
                return Err(MutantsError::OtherRun(drawn));
            }
            write(root, &copy, &known)?;
            known
        }
        None => {
            for old in [&measured, &results] {
                drop(std::fs::remove_file(old));
            }
            let draw = draw(root, &copy, &all, options.seed, options.count)?;
            save(&drawn, &draw)?;
            draw
        }
    };
    let compiled = copy.tests()?;
    let known: Option<Vec<TestProgram>> = options.resume.then(|| read(&measured)).transpose()?.flatten();
    let known = known.unwrap_or_default();
    let mut programs = Vec::new();
    let mut unsound = Vec::new();
    for program in compiled {
        let built = std::fs::metadata(&program.path)
            .and_then(|data| data.modified())
            .map_err(MutantsError::file(&program.path))?;
        let Some(mut program) = TestProgram::of(program) else { continue };
        if !options.programs.is_empty() && !options.programs.iter().any(|name| program.name.starts_with(name)) {
            continue;
        }
        // A program that was compiled again may reach other mutants.
        let built = built.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        program.built = u64::try_from(built.as_nanos()).unwrap_or_default();
        if let Some(known) = known.iter().find(|known| known.path == program.path && known.built == program.built) {
            programs.push(known.clone());
            continue;
        }
        let ended = program.measure(&state.join("reached"), options.budget * 2.0)?;
        eprintln!("{}: {:.1} s, reaches {} mutants", program.name, program.seconds, program.reached.len());
        match ended {
            Ended::Passed => {
                programs.push(program);
                save_with(&measured, &programs, &known)?;
            }
            Ended::Failed(test) => unsound.push((program.name, test)),
            // It is beyond every budget, and is named with each survivor that it reaches.
            Ended::AtLimit => {
                program.seconds = options.budget * 2.0;
                programs.push(program);
            }
        }
    }
    for (program, test) in &unsound {
        eprintln!("without a mutant {program} fails: {test}");
    }
    if let Some((program, test)) = unsound.into_iter().next() {
        return Err(MutantsError::Unsound { program, test });
    }
    save_with(&measured, &programs, &known)?;
    let mut results = Results::of(&results)?;
    for (index, drawn) in draw.mutants.iter().enumerate() {
        let known = results.judgements.get(&drawn.number).map(|judgement| &judgement.fate);
        let is_asked = match known {
            _ if !options.only.is_empty() => options.only.contains(&drawn.number),
            Some(Fate::Survives { .. }) => options.survivors,
            Some(_) => false,
            None => index % parts == part - 1,
        };
        if options.prepare || !is_asked {
            continue;
        }
        let fate = judge(drawn, &programs, options.budget, known)?;
        if !matches!(fate, Fate::DoesNotCompile) {
            eprintln!("{}. {}: {fate:?}", drawn.number, drawn.mutant.name);
        }
        results.add(Judgement { number: drawn.number, name: drawn.mutant.name.clone(), fate })?;
    }
    Ok(report(&draw, &results))
}

/// What a file has, or nothing where there is no such file.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, MutantsError> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(None) };
    let read = serde_json::from_str(&text);
    read.map(Some).map_err(|error| MutantsError::Json { what: path.display().to_string(), error })
}

/// Saves what was measured, and what was not asked for this time.
fn save_with(path: &Path, programs: &[TestProgram], known: &[TestProgram]) -> Result<(), MutantsError> {
    let others = known.iter().filter(|known| programs.iter().all(|program| program.path != known.path));
    save(path, &programs.iter().chain(others).collect::<Vec<_>>())
}

fn save<T: Serialize>(path: &Path, value: &T) -> Result<(), MutantsError> {
    let text = serde_json::to_string(value);
    let text = text.map_err(|error| MutantsError::Json { what: path.display().to_string(), error })?;
    std::fs::write(path, text).map_err(MutantsError::file(path))
}
