//! lavapipe, Mesa's Vulkan driver of the processor, as a witness of the texture unit, with which it shares nothing:
//! random states of surfaces and samplers, at each many points, are asked of lavapipe, and of texvisa all the way: a
//! kernel is built, compiled for a target, and executed from its registers. So lowering, payloads, and the unit are
//! witnessed together.
//!
//! How far answers may be apart is in [`tolerance`], and what is known to be otherwise in lavapipe in [`differences`].
//! Filters are in the emulator's exact precision, which is what Vulkan describes; Intel's own has fewer bits.
//!
//! `TEXVISA_STATES` is the number of states of a test.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Completion, Trial};

mod compare;
mod differences;
mod emulated;
mod footprint;
mod formats;
mod points;
mod random;
mod state;
mod tolerance;
mod witness;

use state::{Operation, kinds};
use witness::Presence;

/// States of a test, where the environment does not say.
const STATES: u64 = 12;

fn main() -> ExitCode {
    // Filters of bytes in floats, not in bytes; see `tolerance`.
    texvisa_vulkan::process::with_variables(&[("GALLIVM_PERF", "no_aos_sampling")]);
    let states = std::env::var("TEXVISA_STATES").ok().and_then(|text| text.parse().ok()).unwrap_or(STATES);
    let mut trials = Vec::new();
    for operation in Operation::ALL {
        for kind in kinds(operation) {
            let name = format!("{}/{}", operation.name(), kind.name());
            trials.push(Trial::ignorable_test(name, move || match witness::presence() {
                Presence::Here(device) => {
                    compare::trial(device, operation, kind, states).map(|()| Completion::Completed)
                }
                Presence::Absent(reason) => Ok(Completion::ignored_with(reason.as_str())),
            }));
        }
    }
    let arguments = Arguments::from_args();
    let conclusion = libtest_mimic::run(&arguments, trials);
    if arguments.list {
        return conclusion.exit_code();
    }
    let is_whole = arguments.filter.is_none() && arguments.skip.is_empty() && states >= STATES;
    let is_current = compare::summarize(is_whole && !conclusion.has_failed());
    if is_current { conclusion.exit_code() } else { ExitCode::FAILURE }
}
