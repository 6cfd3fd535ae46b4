//! The tests.

use std::collections::BTreeMap;
use std::path::PathBuf;

use libtest_mimic::{Completion, Failed, Trial};
use rayon::prelude::*;
use texvisa::ir::target::Target;
use texvisa::ir::visa::message::Message;
use texvisa_test::finalizer::Finalizer;
use texvisa_test::oracle::Oracle;
use texvisa_test::process::find_in_path;
use texvisa_test::{bless, harness};

use crate::call::Call;
use crate::compilers::{Observation, observe, ours};
use crate::corpus;
use crate::observed::{Class, Observed};
use crate::reasons::{self, Case, OF_INSTRUCTIONS, OF_MESSAGES, Reason};
use crate::table::{self, ObservedCall};

/// The platforms with a table.
const TARGETS: [Target; 3] = [Target::Skl, Target::Tgllp, Target::Dg2];

/// Calls that are generated for each platform.
const SEEDS: u64 = 1080;
/// Calls of one module for ocloc: compiled together, as long as it makes something of all.
const MODULE: usize = 8;
/// Calls that every run observes anew for each platform.
const SAMPLE: u64 = 48;
/// Calls of one module in process.
const BATCH: usize = 64;
/// At most so many of a thousand calls have a reason for their messages, and as many for their instructions.
const MOST: [usize; 2] = [20, 20];

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let only_observes = harness::is_world() && bless::is_asked();
    if only_observes {
        harness::resize();
    }
    for target in TARGETS {
        if only_observes {
            trials.push(harness::test_or_skip(format!("observe/{target}"), move || {
                with_intel(|intel| intel.bless(target))
            }));
            continue;
        }
        if bless::is_asked() {
            trials.push(harness::test_or_skip(format!("reasons/{target}"), move || {
                with_intel(|intel| intel.bless_reasons(target))
            }));
        }
        trials.push(harness::test(format!("replay/{target}"), move || replay(target)));
        trials.push(harness::test_or_skip(format!("live/{target}"), move || with_intel(|intel| intel.live(target))));
    }
    if only_observes {
        trials.push(harness::test("observe/corpus", || corpus::observe(&TARGETS)));
    } else {
        trials.push(harness::test("replay/corpus", corpus::replay));
    }
    if !bless::is_asked() {
        trials.push(harness::test("reasons", needed));
    }
    trials
}

/// What texvisa makes of the calls of rows.
fn compiled(rows: &[ObservedCall], target: Target) -> Result<Vec<Result<Observed, String>>, String> {
    let calls: Vec<Call> = rows.iter().map(|row| row.call.clone()).collect();
    let batches: Vec<_> = calls.par_chunks(BATCH).map(|batch| ours(batch, target)).collect::<Result<_, _>>()?;
    Ok(batches.into_iter().flatten().collect())
}

/// What comparing calls came to.
#[derive(Default)]
struct Tally {
    classes: BTreeMap<Class, usize>,
    reasons: BTreeMap<&'static str, usize>,
    /// Cases without a reason.
    faults: Vec<String>,
}

impl Tally {
    /// Compares the messages of a call.
    fn add(&mut self, case: &Case<'_>, reasons: &'static [Reason]) -> Class {
        let class = case.ours.as_ref().map_or(Class::Different, |ours| ours.compare(case.intel));
        *self.classes.entry(class).or_default() += 1;
        if matches!(class, Class::Dearer | Class::Different) {
            match reasons::find(reasons, case) {
                Some(reason) => *self.reasons.entry(reason.name).or_default() += 1,
                None => {
                    let ours = match case.ours {
                        Ok(observed) => observed.to_string(),
                        Err(reason) => format!("refused: {reason}"),
                    };
                    self.faults.push(format!(
                        "{}: {}\n    intel: {}\n    ours:  {ours}",
                        class.name(),
                        case.call,
                        case.intel
                    ));
                }
            }
        }
        class
    }

    /// What was compared.
    fn report(&self, what: &str) -> String {
        let classes = Class::ALL.map(|class| format!("{} {}", self.classes.get(&class).unwrap_or(&0), class.name()));
        let mut text = format!("{what}: {}", classes.join(", "));
        for (name, count) in &self.reasons {
            text += &format!("\n  {count} {name}");
        }
        text
    }

    /// Prints and counts what was compared.
    fn judge(&self, what: &str) -> Result<(), Failed> {
        println!("{}", self.report(what));
        let all: usize = self.classes.values().sum();
        for class in [Class::Equal, Class::Cheaper] {
            harness::count(&format!("calls {}", class.name()), *self.classes.get(&class).unwrap_or(&0) as u64);
        }
        harness::count("calls compared", all as u64);
        if !self.faults.is_empty() {
            let faults = self.faults.join("\n  ");
            return Err(format!("{} calls of {all} have no reason:\n  {faults}", self.faults.len()).into());
        }
        Ok(())
    }
}

fn replay(target: Target) -> Result<(), Failed> {
    let rows = table::read(target)?;
    let ours = compiled(&rows, target)?;
    let mut tally = Tally::default();
    for (row, ours) in rows.iter().zip(&ours).filter(|(row, _)| !row.is_rewritten) {
        tally.add(&Case { call: &row.call, target, intel: &row.intel, ours }, OF_MESSAGES);
    }
    tally.judge(&format!("{target}, messages"))
}

/// Whether every reason is that of a call, and few calls have one.
fn needed() -> Result<(), Failed> {
    let lists = [OF_MESSAGES, OF_INSTRUCTIONS];
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut all, mut found) = (0, [0; 2]);
    for target in TARGETS {
        let rows = table::read(target)?;
        all += rows.len();
        for (row, ours) in rows.iter().zip(&compiled(&rows, target)?) {
            let case = Case { call: &row.call, target, intel: &row.intel, ours };
            let class = ours.as_ref().map_or(Class::Different, |ours| ours.compare(&row.intel));
            let of_messages = !row.is_rewritten && matches!(class, Class::Dearer | Class::Different);
            let of_messages = of_messages.then(|| reasons::find(OF_MESSAGES, &case)).flatten();
            let listed = row.reason.as_deref().map(|name| {
                let known = lists.concat().into_iter().find(|reason| reason.name == name);
                known
                    .map(|reason| reason.name)
                    .ok_or_else(|| format!("{target}: `{}`: no reason is called `{name}`", row.call))
            });
            let of_instructions = listed.transpose()?;
            found[0] += usize::from(of_messages.is_some());
            found[1] += usize::from(of_instructions.is_some());
            for name in of_messages.map(|reason| reason.name).into_iter().chain(of_instructions) {
                *used.entry(name).or_default() += 1;
            }
        }
    }
    for reason in lists.concat() {
        println!("{:4} of {all}: {}: {}", used.get(reason.name).unwrap_or(&0), reason.name, reason.why);
    }
    let unused: Vec<&str> =
        lists.concat().into_iter().map(|reason| reason.name).filter(|name| !used.contains_key(name)).collect();
    if !unused.is_empty() {
        return Err(format!("no call has these reasons any more: {}", unused.join(", ")).into());
    }
    for (found, most) in found.into_iter().zip(MOST) {
        if found * 1000 > all * most {
            return Err(format!("{found} calls of {all} have a reason; at most {most} of 1000 may").into());
        }
    }
    Ok(())
}

/// Intel's tools.
struct Intel {
    ocloc: PathBuf,
    finalizer: Finalizer,
}

fn with_intel(test: impl FnOnce(&Intel) -> Result<(), Failed>) -> Result<Completion, Failed> {
    match (find_in_path("ocloc"), Finalizer::find(), find_in_path("llvm-as-14")) {
        (Some(ocloc), Some(finalizer), Some(_)) => test(&Intel { ocloc, finalizer }).map(|()| Completion::Completed),
        _ => Oracle::Ocloc.missing("ocloc, GenX_IR or llvm-as-14 is not installed"),
    }
}

impl Intel {
    /// Compiles calls with ocloc, several a module.
    fn observe(&self, calls: &[Call], target: Target) -> Result<Vec<Observation>, String> {
        let batches = calls.par_chunks(MODULE).map(|batch| observe(&self.ocloc, &self.finalizer, batch, target));
        Ok(batches.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    /// Observes rows of a table again: a sample of one module, or all.
    fn live(&self, target: Target) -> Result<(), Failed> {
        let mut rows = table::read(target)?;
        let count = harness::size("TEXVISA_CALLS", SAMPLE, u64::MAX);
        let seed = std::env::var("TEXVISA_CALLS_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
        if count < rows.len() as u64 {
            fastrand::Rng::with_seed(seed).shuffle(&mut rows);
            rows.truncate(count as usize);
        }
        let calls: Vec<Call> = rows.iter().map(|row| row.call.clone()).collect();
        let observations = self.observe(&calls, target)?;
        let mut tally = Tally::default();
        for (row, observation) in rows.iter().zip(&observations) {
            match &observation.intel {
                Some(intel) if *intel == row.intel => {}
                Some(intel) => {
                    tally.faults.push(format!("`{}`: ocloc makes `{intel}`, the table has `{}`", row.call, row.intel))
                }
                None => tally.faults.push(format!("`{}`: ocloc makes nothing of it", row.call)),
            }
            tally.add_instructions(row, target, observation);
        }
        tally.judge(&format!("{target}, messages and instructions"))
    }

    /// Observes the calls again that have a reason for their instructions, and writes which of them still do.
    fn bless_reasons(&self, target: Target) -> Result<(), Failed> {
        let mut rows = table::read(target)?;
        let with_reason: Vec<usize> = (0..rows.len()).filter(|index| rows[*index].reason.is_some()).collect();
        let calls: Vec<Call> = with_reason.iter().map(|index| rows[*index].call.clone()).collect();
        let observations = self.observe(&calls, target)?;
        let mut tally = Tally::default();
        for (index, observation) in with_reason.into_iter().zip(&observations) {
            rows[index].reason = tally.add_instructions(&rows[index], target, observation);
        }
        bless::expect(&table::path(target), &table::text(&rows))?;
        tally.judge(&format!("{target}, calls with a reason"))
    }

    /// Observes generated calls, and writes the table.
    fn bless(&self, target: Target) -> Result<(), Failed> {
        let count = harness::size("TEXVISA_CALLS", SEEDS, SEEDS);
        let mut calls: Vec<Call> = Vec::new();
        for seed in 0..count {
            let call = Call::generate(seed);
            let is_rare =
                call.has_program_words() && !Message::Ld2dmsWWord.row().targets.contains(target) && seed % 12 != 0;
            if !calls.contains(&call) && !is_rare {
                calls.push(call);
            }
        }
        let observations = self.observe(&calls, target)?;
        let mut rows: Vec<ObservedCall> = (calls.into_iter().zip(&observations))
            .filter_map(|(call, observation)| {
                Some(ObservedCall { call, intel: observation.intel.clone()?, is_rewritten: false, reason: None })
            })
            .collect();
        let mut tally = Tally::default();
        let taken = observations.iter().filter(|observation| observation.intel.is_some());
        let made = compiled(&rows, target)?;
        for ((row, observation), made) in rows.iter_mut().zip(taken).zip(&made) {
            let messages = |observed: &Observed| observed.messages.clone();
            row.is_rewritten = observation.ours.as_ref().ok().map(messages) != made.as_ref().ok().map(messages);
            row.reason = tally.add_instructions(row, target, observation);
        }
        bless::expect(&table::path(target), &table::text(&rows))?;
        tally.judge(&format!("{target}, messages and instructions"))
    }
}

impl Tally {
    /// Compares the messages of a call and its instructions. Where only the instructions are more, returns the name of the
    /// reason.
    fn add_instructions(&mut self, row: &ObservedCall, target: Target, observation: &Observation) -> Option<String> {
        let ours = &observation.ours;
        let case = Case { call: &row.call, target, intel: &row.intel, ours };
        let of_messages = |observed: &Observed| Observed { instructions: None, ..observed.clone() };
        let class = ours.as_ref().map_or(Class::Different, |ours| of_messages(ours).compare(&row.intel));
        if matches!(class, Class::Dearer | Class::Different) {
            self.add(&case, OF_MESSAGES);
            return None;
        }
        match self.add(&case, OF_INSTRUCTIONS) {
            Class::Dearer => reasons::find(OF_INSTRUCTIONS, &case).map(|reason| reason.name.to_owned()),
            _ => None,
        }
    }
}
