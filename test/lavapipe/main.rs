//! lavapipe, Mesa's Vulkan driver of the processor, as an oracle of the texture unit, with which it shares nothing:
//! random states of surfaces and samplers, at each many points, are asked of lavapipe, and of texvisa all the way: a
//! kernel is built, compiled for a target, and executed from its registers. So lowering, payloads, and the unit are
//! compared together.
//!
//! How far answers may be apart is in [`tolerance`], and what is known to be otherwise in lavapipe in [`differences`].
//! Filters are in the emulator's exact precision, which is what Vulkan describes; Intel's own has fewer bits.
//!
//! `TEXVISA_STATES` is the number of states of a test.

use std::process::ExitCode;

use libtest_mimic::Completion;
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;

mod compare;
mod differences;
mod emulated;
mod footprint;
mod formats;
mod oracle;
mod points;
mod random;
mod state;
mod tolerance;

use oracle::Presence;
use state::{Operation, kinds};

/// States of a test in `./x test` and in `./x world`, where the environment does not say.
const STATES: [u64; 2] = [12, 100];

fn main() -> ExitCode {
    // Filters of bytes in floats, not in bytes; see `tolerance`.
    texvisa_vulkan::process::with_variables(&[("GALLIVM_PERF", "no_aos_sampling")]);
    let states = harness::size("TEXVISA_STATES", STATES[0], STATES[1]);
    let mut trials = Vec::new();
    for operation in Operation::ALL {
        for kind in kinds(operation) {
            let name = format!("{}/{}", operation.name(), kind.name());
            trials.push(harness::test_or_skip(name, move || match oracle::presence() {
                Presence::Here(device) => {
                    compare::trial(device, operation, kind, states).map(|()| Completion::Completed)
                }
                Presence::Absent(reason) => Oracle::Lavapipe.missing(reason),
            }));
        }
    }
    harness::run_then("lavapipe", trials, |run| compare::summarize(run.is_whole && !run.has_failed))
}
