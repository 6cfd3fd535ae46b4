//! The bugs, and the report of what catches each.

use std::sync::{Mutex, PoisonError};

use libtest_mimic::{Completion, Failed, Trial};
use texvisa_test::harness;

use crate::exhibit::{Bug, Check, Exhibit, Missing, examine};

mod clamped_return;
mod cube_face;
mod cube_gather;
mod dropped_operand;
mod extended_mcs;
mod gather_numbering;
mod gradient_of_layer;
mod last_register;
mod level_of_size;
mod long_payload;
mod lost_null_mask;
mod missing_filler;
mod negative_layer;
mod residency_offset;
mod resource_loop;
mod shared_header;
mod short_response;
mod stale_r0;
mod swapped_codes;
mod undefined_coordinate;
mod upside_down_flag;
mod wrapped_offset;

/// Every bug, with the name of its file.
const BUGS: &[(&str, Bug)] = &[
    ("negative_layer", negative_layer::BUG),
    ("extended_mcs", extended_mcs::BUG),
    ("clamped_return", clamped_return::BUG),
    ("dropped_operand", dropped_operand::BUG),
    ("wrapped_offset", wrapped_offset::BUG),
    ("swapped_codes", swapped_codes::BUG),
    ("lost_null_mask", lost_null_mask::BUG),
    ("residency_offset", residency_offset::BUG),
    ("resource_loop", resource_loop::BUG),
    ("short_response", short_response::BUG),
    ("shared_header", shared_header::BUG),
    ("stale_r0", stale_r0::BUG),
    ("undefined_coordinate", undefined_coordinate::BUG),
    ("missing_filler", missing_filler::BUG),
    ("long_payload", long_payload::BUG),
    ("cube_face", cube_face::BUG),
    ("gradient_of_layer", gradient_of_layer::BUG),
    ("last_register", last_register::BUG),
    ("level_of_size", level_of_size::BUG),
    ("cube_gather", cube_gather::BUG),
    ("gather_numbering", gather_numbering::BUG),
    ("upside_down_flag", upside_down_flag::BUG),
];

/// The lines of the report, by the number of the bug.
static REPORT: Mutex<Vec<(usize, String)>> = Mutex::new(Vec::new());

/// A test for each bug.
pub fn trials() -> Vec<Trial> {
    let trial = |(index, (file, bug)): (usize, &'static (&'static str, Bug))| {
        harness::test_or_skip(format!("bug/{file}"), move || hold(index, file, bug))
    };
    let page = harness::test("the page counts what reports the bugs", page_counts);
    BUGS.iter().enumerate().map(trial).chain([page]).collect()
}

/// The table of `docs/checks.md`.
fn page_counts() -> Result<(), Failed> {
    let page = include_str!("../../../docs/checks.md");
    let exhibits = || BUGS.iter().flat_map(|(_, bug)| bug.exhibits);
    let rows = Check::ALL.iter().filter_map(|check| {
        let count = exhibits().filter(|exhibit| exhibit.caught_by.contains(check)).count();
        (count > 0).then(|| format!("| {check} | {count} |"))
    });
    let of_all = format!("`test/museum` has {} texture bugs", BUGS.len());
    let in_all = format!("{} in all", exhibits().count());
    let missing: Vec<String> = rows.chain([of_all, in_all]).filter(|row| !page.contains(row.as_str())).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("docs/checks.md lacks\n{}", missing.join("\n")).into()) }
}

/// Prints what catches each bug that was examined.
pub fn print_report() {
    let mut lines = std::mem::take(&mut *REPORT.lock().unwrap_or_else(PoisonError::into_inner));
    lines.sort();
    lines.iter().for_each(|(_, line)| println!("{line}"));
}

fn hold(index: usize, file: &str, bug: &Bug) -> Result<Completion, Failed> {
    let mut lines = vec![format!("{}. {} ({})", index + 1, bug.name, bug.reference)];
    let mut wrong = Vec::new();
    let mut missing = None;
    for exhibit in bug.exhibits {
        let Exhibit { seed, on, caught_by, .. } = exhibit;
        let on = format!("{} {}", on.target, on.simd);
        let line = match examine(exhibit) {
            Ok(verdict) => {
                let catchers = verdict.caught_by.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                if verdict.caught_by.is_empty() {
                    wrong.push(format!("{seed} ({on}): NOT CAUGHT"));
                } else if verdict.caught_by != *caught_by {
                    wrong.push(format!(
                        "{seed} ({on}): expected {caught_by:?}, found {:?}: {}",
                        verdict.caught_by, verdict.said
                    ));
                }
                harness::count("ways in which bugs show", 1);
                format!("    {seed} ({on}): {}", if catchers.is_empty() { "NOT CAUGHT" } else { &catchers })
            }
            Err(Missing::Oracle(oracle)) => {
                missing = Some(oracle);
                format!("    {seed} ({on}): not asked, as {} is missing", oracle.name())
            }
            Err(Missing::Failed(said)) => {
                wrong.push(format!("{seed} ({on}): {said}"));
                format!("    {seed} ({on}): {said}")
            }
        };
        lines.push(line);
    }
    REPORT.lock().unwrap_or_else(PoisonError::into_inner).push((index, lines.join("\n")));
    if !wrong.is_empty() {
        return Err(format!("test/museum/bugs/{file}.rs:\n  {}", wrong.join("\n  ")).into());
    }
    if let Some(oracle) = missing {
        return oracle.missing(format!("{} is not installed", oracle.name()));
    }
    harness::count("bugs caught", 1);
    Ok(Completion::Completed)
}
