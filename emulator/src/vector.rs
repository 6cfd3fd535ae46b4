//! Loops over lanes, compiled for the vector instructions that the machine at hand has.

use std::sync::LazyLock;

pub(crate) use pulp::{Simd, WithSimd};

/// The vector instructions that there are.
static MACHINE: LazyLock<pulp::Arch> = LazyLock::new(pulp::Arch::new);

/// Does work with the vector instructions that there are. They reach as far as functions are inlined into the work.
pub(crate) fn dispatch<W: WithSimd>(work: W) -> W::Output {
    MACHINE.dispatch(work)
}
