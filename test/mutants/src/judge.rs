//! Runs the test programs that reach a mutant, cheap ones first, until one notices it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::MutantsError;
use crate::program::{Ended, TestProgram};
use crate::select::Drawn;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// A test fails.
    Killed {
        /// The test program.
        by: String,
        /// The first of its tests that fails.
        test: String,
    },
    /// A test program is at its limit of time.
    DoesNotEnd {
        /// The test program.
        by: String,
    },
    /// The compiler refuses it.
    DoesNotCompile,
    /// All tests pass.
    Survives {
        /// The test programs that reach it and were run.
        run: Vec<String>,
        /// Those that reach it and were not run, as they take too long.
        not_run: Vec<String>,
    },
}

/// A line of the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The mutant.
    pub number: u32,
    /// It, in words.
    pub name: String,
    /// What became of it.
    pub fate: Fate,
}

/// The results of a run, of which each is written as soon as it is known.
#[derive(Clone, Debug)]
pub struct Results {
    path: PathBuf,
    /// The last judgement on each mutant.
    pub judgements: BTreeMap<u32, Judgement>,
}

impl Results {
    /// The results in a file, or none yet.
    ///
    /// # Errors
    ///
    /// The file has something else.
    pub fn of(path: &Path) -> Result<Results, MutantsError> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let what = || path.display().to_string();
        let mut judgements = BTreeMap::new();
        for line in text.lines() {
            let judgement: Judgement =
                serde_json::from_str(line).map_err(|error| MutantsError::Json { what: what(), error })?;
            judgements.insert(judgement.number, judgement);
        }
        Ok(Results { path: path.to_owned(), judgements })
    }

    /// Adds one.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn add(&mut self, judgement: Judgement) -> Result<(), MutantsError> {
        let line = serde_json::to_string(&judgement)
            .map_err(|error| MutantsError::Json { what: judgement.name.clone(), error })?;
        let file = std::fs::OpenOptions::new().append(true).create(true).open(&self.path);
        file.and_then(|mut file| writeln!(file, "{line}")).map_err(MutantsError::file(&self.path))?;
        self.judgements.insert(judgement.number, judgement);
        Ok(())
    }
}

/// Runs the tests with a mutant, for about `budget` seconds of processor time at most. Where it is known to survive, what was
/// run is not run again, unless it is of the mutant's own package.
///
/// # Errors
///
/// A test program cannot be run.
pub fn judge(drawn: &Drawn, programs: &[TestProgram], budget: f64, known: Option<&Fate>) -> Result<Fate, MutantsError> {
    if !drawn.is_compiled {
        return Ok(Fate::DoesNotCompile);
    }
    let mut run = match known {
        Some(Fate::Survives { run, .. }) => run.clone(),
        _ => Vec::new(),
    };
    let is_asked = |program: &&TestProgram| {
        program.reached.contains(&drawn.number)
            && (program.package == drawn.mutant.package || !run.contains(&program.name))
    };
    let mut reaching: Vec<&TestProgram> = programs.iter().filter(is_asked).collect();
    let order = |program: &TestProgram| (program.package != drawn.mutant.package, program.seconds);
    reaching.sort_by(|a, b| {
        let (a, b) = (order(a), order(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let (mut spent, mut not_run) = (0.0, Vec::new());
    for program in reaching {
        if spent + program.seconds > budget {
            not_run.push(program.name.clone());
            continue;
        }
        spent += program.seconds;
        let by = program.name.clone();
        match program.run_with(drawn.number)? {
            Ended::Passed if run.contains(&by) => {}
            Ended::Passed => run.push(by),
            Ended::Failed(test) => return Ok(Fate::Killed { by, test }),
            Ended::AtLimit => return Ok(Fate::DoesNotEnd { by }),
        }
    }
    Ok(Fate::Survives { run, not_run })
}
