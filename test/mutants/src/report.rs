//! What a run says at its end.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::judge::{Fate, Judgement, Results};
use crate::select::Draw;

/// The results as text for `docs/mutants.md`: how many there are of each, by whom they were killed, and who survives.
#[must_use]
pub fn report(draw: &Draw, results: &Results) -> String {
    let mut text = String::new();
    let mut counts = [("killed by a test", 0), ("does not end", 0), ("does not compile", 0), ("survives", 0)];
    let mut killers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut listed = [("does not end", Vec::new()), ("survives", Vec::new())];
    for judgement in results.judgements.values() {
        let Judgement { number, name, fate } = judgement;
        let at = match fate {
            Fate::Killed { by, .. } => {
                *killers.entry(by).or_default() += 1;
                0
            }
            Fate::DoesNotEnd { by } => {
                listed[0].1.push(format!("{number}. {name} ({by})"));
                1
            }
            Fate::DoesNotCompile => 2,
            Fate::Survives { run, not_run } => {
                let programs = run.len();
                let in_const_fn = draw.mutants.iter().any(|drawn| drawn.number == *number && drawn.in_const_fn);
                let note = if in_const_fn { "; in a const fn" } else { "" };
                let not_run =
                    if not_run.is_empty() { String::new() } else { format!("; not run: {}", not_run.join(", ")) };
                listed[1].1.push(format!("{number}. {name} ({programs} programs{not_run}{note})"));
                3
            }
        };
        counts[at].1 += 1;
    }
    let _ = writeln!(text, "{} of {} mutants, of {} in all\n", results.judgements.len(), draw.mutants.len(), draw.of);
    text += "| result | mutants |\n|---|---|\n";
    for (name, count) in counts {
        let _ = writeln!(text, "| {name} | {count} |");
    }
    text += "\n| killed by | mutants |\n|---|---|\n";
    let mut killers: Vec<_> = killers.into_iter().collect();
    killers.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    for (name, count) in killers {
        let _ = writeln!(text, "| {name} | {count} |");
    }
    for (name, mutants) in listed {
        let _ = writeln!(text, "\n{name}: {}", mutants.len());
        mutants.iter().for_each(|mutant| text += &format!("  {mutant}\n"));
    }
    if !draw.left_out.is_empty() {
        let _ = writeln!(text, "\nno switch reaches them, and others were drawn: {}", draw.left_out.len());
        draw.left_out.iter().for_each(|(number, name, why)| text += &format!("  {number}. {name} ({why})\n"));
    }
    text
}
