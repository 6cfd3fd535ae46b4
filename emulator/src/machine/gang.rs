//! Waves that go together.
//!
//! Most waves of a grid take the same way through a kernel. While they do, an instruction is decided once and executed
//! for all of them, one wave after the other; a message reads the texels of all before it computes with any. What they
//! write waits in a log of each. Where their ways part, each goes on alone, in the order of the waves, after its log is
//! put into effect: with the same memory, errors and bits of what is undefined as if none had gone together. That is why
//! kernels which read what they write go alone from the start, and others where they access local memory.

use texvisa_ir::visa::Exec;

use super::operand::Guard;
use super::thread::{NOWHERE, Thread};
use super::{Engine, Machine, MachineError, Step};
use crate::unit::Stage;

/// The most lanes of a gang: as many as messages are served for at a time. Deciding an instruction costs little beside
/// them, and the registers that they work on stay in the cache.
const GANG_LANES: usize = Stage::LANES;

impl Machine<'_> {
    /// How many waves make a gang.
    pub(super) fn gang(&self) -> usize {
        GANG_LANES / self.kernel.simd.lanes() as usize
    }

    /// Runs threads to their ends: all of a group, or some where nothing waits for others.
    pub(super) fn finish(&self, engine: &mut Engine<'_, '_>, threads: &mut [Thread]) -> Result<(), MachineError> {
        while threads.iter().any(|thread| !thread.has_ended) {
            // Each thread runs to the next barrier, and all that have not ended wait there for one another.
            for gang in threads.chunks_mut(self.gang()) {
                self.go_on_together(engine, gang);
                for thread in gang {
                    engine.memory.take(&mut thread.log);
                    self.go_on(engine, thread)?;
                }
            }
        }
        Ok(())
    }

    /// Runs threads that are at one place as far as their ways are the same.
    fn go_on_together(&self, engine: &mut Engine<'_, '_>, threads: &mut [Thread]) {
        if threads.len() < 2 || engine.trace.is_some() || !self.reads_nothing_it_writes {
            return;
        }
        let place = |thread: &Thread| (thread.lanes.counter, thread.executed);
        let (mut counter, mut executed) = place(&threads[0]);
        let is_whole = |thread: &Thread| !thread.has_ended && thread.lanes.active != 0 && thread.lanes.next == NOWHERE;
        if !threads.iter().all(|thread| is_whole(thread) && place(thread) == (counter, executed)) {
            return;
        }
        engine.defers = true;
        let limit = engine.memory.environment().step_limit;
        // How many of the threads have executed the instruction at which they part.
        let mut ahead = 0;
        while let Some(step) = self.steps.get(counter) {
            let count = if let Step::Rows { count, .. } = step { *count } else { 1 };
            if executed + count as u64 > limit {
                break;
            }
            let mut next = counter + count;
            match step {
                Step::Nothing => {}
                Step::Rows { first, .. } => self.rows.execute(*first, count, threads),
                Step::Branch { exec, guard, target, .. } => match is_taken(threads, *exec, *guard) {
                    Some(true) => next = *target,
                    Some(false) => {}
                    None => break,
                },
                Step::Barrier => break,
                Step::Return => {
                    threads.iter_mut().for_each(|thread| thread.has_ended = true);
                    break;
                }
                Step::DataPort(access) if access.state().is_none() => break,
                Step::DataPort(_) | Step::Media(_) if threads.iter().any(|thread| thread.log.is_full()) => break,
                Step::SetEntry { state, entry } => {
                    threads.iter_mut().for_each(|thread| thread.states[*state] = Some(*entry));
                }
                Step::Message(message) if message.execute_straight(engine, threads, counter) => {}
                step => {
                    let done = |thread: &mut Thread| thread.execute(engine, step, counter).is_ok();
                    ahead = threads.iter_mut().map(done).take_while(|done| *done).count();
                    if ahead < threads.len() {
                        break;
                    }
                    ahead = 0;
                }
            }
            executed += count as u64;
            counter = next;
        }
        engine.defers = false;
        for (number, thread) in threads.iter_mut().enumerate() {
            let done = usize::from(number < ahead);
            thread.lanes.counter = counter + done;
            thread.executed = executed + done as u64;
        }
    }
}

/// Whether all lanes of all threads take a branch; `None` where some do.
fn is_taken(threads: &[Thread], exec: Exec, guard: Option<Guard>) -> Option<bool> {
    let mut ways = threads.iter().map(|thread| {
        let chosen = guard.map_or(u32::MAX, |guard| guard.lanes(&thread.predicates, exec));
        match thread.lanes.taken(exec, chosen) {
            0 => Some(false),
            taken => (taken == thread.lanes.active).then_some(true),
        }
    });
    let first = ways.next()??;
    ways.all(|way| way == Some(first)).then_some(first)
}
