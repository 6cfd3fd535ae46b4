//! Conformance of the descriptor model: every form of every message, as `texvisa_ir::visa::descriptor` predicts it and as
//! Intel's finalizer makes it.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed};
use texvisa_ir::target::Target;
use texvisa_ir::visa::asm;
use texvisa_test::finalizer::{Finalizer, Options, compare, sweep};

/// So many differences are printed; the rest is counted.
const SHOWN: usize = 20;

/// Compares all messages of one target.
fn conform(finalizer: &Finalizer, target: Target) -> Result<(), Failed> {
    // The text is straight, and the order of the program is easier to follow.
    let options = Options::default().flag("-noschedule").flag("-nopresched");
    let mut compared = 0;
    let mut complaints = Vec::new();
    for kernel in sweep(target) {
        let mut text = String::new();
        asm::write(&kernel, &mut text);
        let outcome = finalizer.finalize(&text, target, &options)?;
        let (true, Some(listing)) = (outcome.is_clean(), &outcome.listing) else {
            return Err(format!("{:?} {:?}\n{text}", outcome.verdict, outcome.complaints).into());
        };
        let comparison = compare(&kernel, listing);
        compared += comparison.compared;
        if comparison.unknown_words + comparison.unknown_headers > 0 {
            let (words, headers) = (comparison.unknown_words, comparison.unknown_headers);
            complaints.push(format!("{words} descriptors and {headers} headers cannot be told from the assembly"));
        }
        complaints.extend(comparison.differences.iter().map(ToString::to_string));
    }
    if compared == 0 || !complaints.is_empty() {
        let shown = complaints[..complaints.len().min(SHOWN)].join("\n");
        return Err(format!("{compared} messages compared, {} differences:\n{shown}", complaints.len()).into());
    }
    eprintln!("{target}: {compared} messages are as modelled");
    Ok(())
}

fn main() -> ExitCode {
    let targets = Target::ALL.into_iter().filter(|target| target.platform().encodes_sampler);
    let trials = targets.map(|target| {
        let name = format!("conformance of the descriptor model/{target}");
        Finalizer::trial(&name, move |finalizer| conform(finalizer, target))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
