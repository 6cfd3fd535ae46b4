//! Waves that go together.
//!
//! Most waves of a grid take the same way through a kernel. While they do, an instruction is decided once and executed
//! for all of them, one wave after the other, and messages that go straight are served for all at a time. What they
//! write waits in a log of each.
//!
//! They part where a branch takes some and not others, before local memory, at a full log, at an error and at the step
//! limit. From there each goes on alone to the next barrier or its end, in the order of the waves, after its log is put
//! into effect: with the same memory, errors and bits of what is undefined as if none had gone together. That is why
//! the waves of a kernel which reads what it writes never go together. Behind a barrier they do again.

use texvisa_ir::paths::FastPath;
use texvisa_ir::visa::Exec;

use super::Machine;
use super::engine::Engine;
use super::error::{self, MachineError, Trap};
use super::gang::Gang;
use super::operand::Guard;
use super::step::Step;
use super::thread::{NOWHERE, Thread};

/// The most lanes of a gang: as many as messages are served for at a time. Deciding an instruction costs little beside
/// them, and the registers that they work on stay in the cache.
const GANG_LANES: usize = 128;

/// The most bytes of the register files of a gang, unless one alone has more.
const GANG_BYTES: usize = 1 << 20;

impl Machine<'_> {
    /// How many waves make a gang; one where none go together.
    pub(super) fn gang(&self, is_watched: bool) -> usize {
        if is_watched || !self.reads_nothing_it_writes || !FastPath::LockstepGroups.is_on() {
            return 1;
        }
        (GANG_LANES / self.kernel.simd.lanes() as usize).min(GANG_BYTES / self.file_bytes).max(1)
    }

    /// Runs threads to their ends: all of a group, or some where nothing waits for others.
    pub(super) fn finish(&self, engine: &mut Engine<'_, '_>, mut all: Gang<'_>) -> Result<(), MachineError> {
        while all.threads.iter().any(|thread| !thread.has_ended) {
            // Each thread runs to the next barrier, and all that have not ended wait there for one another.
            for mut gang in all.parts(self.gang(engine.trace.is_some())) {
                self.go_on_together(engine, &mut gang);
                for (thread, file) in gang.each() {
                    engine.memory.take(&mut thread.log);
                    self.go_on(engine, thread, file)?;
                }
            }
        }
        Ok(())
    }

    /// Runs a thread to the next barrier or to its end.
    fn go_on(&self, engine: &mut Engine<'_, '_>, thread: &mut Thread, file: &mut [u8]) -> Result<(), MachineError> {
        let limit = engine.memory.environment().step_limit;
        while let Some(step) = self.steps.get(thread.lanes.counter).filter(|_| !thread.has_ended) {
            thread.executed += 1;
            if thread.executed > limit {
                return Err(MachineError::StepLimit { limit });
            }
            let lanes = &mut thread.lanes;
            let index = lanes.counter;
            let trapped = |trap| MachineError::Trapped { index, inst: error::text(self.kernel, index), trap };
            match step {
                Step::Branch { kind, exec, guard, target } => {
                    lanes.branch(&thread.predicates, *kind, *exec, *guard, *target).map_err(trapped)?;
                }
                Step::Barrier => {
                    lanes.advance(index + 1);
                    return Ok(());
                }
                Step::Return => {
                    let waiting = lanes.waiting_lanes();
                    if waiting != 0 {
                        return Err(trapped(Trap::ReturnWhileWaiting { lanes: waiting }));
                    }
                    break;
                }
                Step::Rows { first, count } => {
                    // As far as no other lane waits.
                    let count = (*count).min(lanes.next - index);
                    thread.executed += count as u64 - 1;
                    if thread.executed > limit {
                        return Err(MachineError::StepLimit { limit });
                    }
                    self.rows.execute(*first, count, &mut Gang::one(thread, file));
                    thread.lanes.advance(index + count);
                }
                step => {
                    step.execute(engine, thread, file, index).map_err(trapped)?;
                    thread.lanes.advance(index + 1);
                }
            }
        }
        thread.has_ended = true;
        Ok(())
    }

    /// Runs threads that are at one place as far as their ways are the same.
    fn go_on_together(&self, engine: &mut Engine<'_, '_>, gang: &mut Gang<'_>) {
        let threads = &gang.threads;
        if threads.len() < 2 {
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
                Step::Rows { first, .. } => self.rows.execute(*first, count, gang),
                Step::Branch { exec, guard, target, .. } => match is_taken(gang.threads, *exec, *guard) {
                    Some(true) => next = *target,
                    Some(false) => {}
                    None => break,
                },
                Step::Barrier => break,
                Step::Return => {
                    gang.threads.iter_mut().for_each(|thread| thread.has_ended = true);
                    break;
                }
                Step::DataPort(access) if access.state().is_none() => break,
                Step::DataPort(_) | Step::Media(_) if gang.threads.iter().any(|thread| thread.log.is_full()) => break,
                Step::SetEntry { state, entry } => {
                    gang.threads.iter_mut().for_each(|thread| thread.states[*state] = Some(*entry));
                }
                step => {
                    let done =
                        |(thread, file): (&mut Thread, &mut [u8])| step.execute(engine, thread, file, counter).is_ok();
                    ahead = gang.each().map(done).take_while(|done| *done).count();
                    if ahead < gang.threads.len() {
                        break;
                    }
                    ahead = 0;
                }
            }
            executed += count as u64;
            counter = next;
        }
        engine.defers = false;
        for (number, thread) in gang.threads.iter_mut().enumerate() {
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

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};
    use texvisa_ir::visa::{RegisterMap, asm};

    use super::super::memory::Memory;
    use super::*;
    use crate::dispatch::Wave;
    use crate::environment::{Environment, Resource};
    use crate::undef_bits::UndefBits;
    use crate::unit::MAX_LANES;

    /// Of waves that write without an end the first writes nothing: the others' logs are what parts them.
    #[test]
    fn any_full_log_parts_a_gang() {
        let text = ".version 4.1\n.kernel \"k\"\n.decl T6 v_type=T num_elts=1\n.decl A v_type=G type=ud num_elts=8 align=GRF\n\
                    .kernel_attr Target=\"3d\"\n\nL0:\n    movs (M1_NM, 1) T6(0) 0x0:ud\n\
                    again:\n    scatter_scaled.4 (M1, 8) T6 0x0:ud A.0 A.0\n    jmp (M1, 1) again\n";
        let mut kernel = asm::parse(text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
        kernel.simd = SimdWidth::Simd8;
        let map = RegisterMap::unbounded(&kernel);
        let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));
        let var = kernel.vars.keys().find(|var| kernel.names.var(*var) == Some("A")).expect("declared");
        let address = map.address(&kernel, var) as usize;
        let mut environment = Environment::new();
        environment.bind(0, Resource::Buffer(vec![0; 4]));
        environment.step_limit = 100_000;
        let wave = Wave { group: [0; 3], active: 0xff, items: [0; MAX_LANES], local: [[0; 3]; MAX_LANES] };
        let stride = map.bytes as usize;
        let mut files = vec![0; 2 * stride];
        // The first wave's offsets are not aligned.
        files[address..address + 32].iter_mut().step_by(4).for_each(|byte| *byte = 1);
        let mut threads = [(); 2].map(|()| Thread::new(&kernel, wave.clone(), UndefBits::constant(0)));
        threads.iter_mut().for_each(Thread::begin);
        let mut engine = Engine::new(Memory::Direct(&mut environment), None);
        machine.go_on_together(&mut engine, &mut Gang { threads: &mut threads, files: &mut files, stride });
        let [first, second] = threads.map(|thread| (thread.executed, thread.log.is_full()));
        assert!(!first.1 && second.1);
        assert!(first.0 == second.0 && first.0 < 10_000, "{first:?} {second:?}");
    }
}
