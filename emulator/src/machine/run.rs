//! Runs hardware threads, each alone or in lockstep groups.
//!
//! Most hardware threads of a grid follow one path through a kernel. While they do, a lockstep group decodes an
//! instruction once and executes it for one thread after the other. What they write is kept in a log of each.
//!
//! A group ends where a branch takes some threads and not others, before local memory, at a full log, at an error and at
//! the step limit. Each log is then put into effect, and each thread runs alone to the next barrier or its end, in the
//! order of the threads. Memory, errors and undefined bits are therefore those of threads that never ran in lockstep.
//! This holds only where no thread reads what another writes, so the threads of other kernels always run alone. Behind a
//! barrier groups form again.

use texvisa_ir::paths::FastPath;
use texvisa_ir::visa::Exec;

use super::Machine;
use super::engine::Engine;
use super::error::{self, MachineError, Trap};
use super::lockstep::LockstepGroup;
use super::operand::Guard;
use super::step::Step;
use super::thread::{NOWHERE, Thread};

/// The most lanes of a lockstep group. Decoding an instruction costs little beside so many, and the registers that they
/// work on stay in the cache.
const LOCKSTEP_LANES: usize = 128;

/// The most bytes of the register files of a lockstep group, unless one alone has more.
const LOCKSTEP_BYTES: usize = 1 << 20;

impl Machine<'_> {
    /// How many threads make a lockstep group; one where all run alone.
    pub(super) fn lockstep_threads(&self, is_watched: bool) -> usize {
        if is_watched || !self.reads_nothing_it_writes || !FastPath::LockstepGroups.is_on() {
            return 1;
        }
        (LOCKSTEP_LANES / self.kernel.simd.lanes() as usize).min(LOCKSTEP_BYTES / self.file_bytes).max(1)
    }

    /// Runs threads to their ends: all of a work group, or some of a kernel without barriers.
    pub(super) fn finish(&self, engine: &mut Engine<'_, '_>, mut all: LockstepGroup<'_>) -> Result<(), MachineError> {
        while all.threads.iter().any(|thread| !thread.has_ended) {
            // Each thread runs to the next barrier. All that have not ended continue together behind it.
            for mut lockstep in all.parts(self.lockstep_threads(engine.trace.is_some())) {
                self.step_together(engine, &mut lockstep);
                for (thread, file) in lockstep.each() {
                    engine.memory.take(&mut thread.log);
                    self.step_alone(engine, thread, file)?;
                }
            }
        }
        Ok(())
    }

    /// Runs a thread to the next barrier or to its end.
    fn step_alone(
        &self,
        engine: &mut Engine<'_, '_>,
        thread: &mut Thread,
        file: &mut [u8],
    ) -> Result<(), MachineError> {
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
                    let pending = lanes.pending_lanes();
                    if pending != 0 {
                        return Err(trapped(Trap::ReturnWhilePending { lanes: pending }));
                    }
                    thread.has_ended = true;
                }
                Step::Vector { first, count } => {
                    // As far as the next join point at which a lane is pending.
                    let count = (*count).min(lanes.next - index);
                    thread.executed += count as u64 - 1;
                    if thread.executed > limit {
                        return Err(MachineError::StepLimit { limit });
                    }
                    self.vector_code.execute(*first, count, &mut LockstepGroup::one(thread, file));
                    thread.lanes.advance(index + count);
                }
                step => {
                    step.execute(engine, thread, file, index).map_err(trapped)?;
                    thread.lanes.advance(index + 1);
                }
            }
        }
        if thread.has_ended { Ok(()) } else { Err(MachineError::NoReturn) }
    }

    /// Runs threads that are at one instruction as far as they follow one path.
    fn step_together(&self, engine: &mut Engine<'_, '_>, lockstep: &mut LockstepGroup<'_>) {
        let threads = &lockstep.threads;
        if threads.len() < 2 {
            return;
        }
        let position = |thread: &Thread| (thread.lanes.counter, thread.executed);
        let (mut counter, mut executed) = position(&threads[0]);
        let is_whole = |thread: &Thread| !thread.has_ended && thread.lanes.active != 0 && thread.lanes.next == NOWHERE;
        if !threads.iter().all(|thread| is_whole(thread) && position(thread) == (counter, executed)) {
            return;
        }
        engine.defers = true;
        let limit = engine.memory.environment().step_limit;
        // How many of the threads have executed the instruction at which the group ends.
        let mut ahead = 0;
        while let Some(step) = self.steps.get(counter) {
            let count = if let Step::Vector { count, .. } = step { *count } else { 1 };
            if executed + count as u64 > limit {
                break;
            }
            let mut next = counter + count;
            match step {
                Step::Nothing => {}
                Step::Vector { first, .. } => self.vector_code.execute(*first, count, lockstep),
                Step::Branch { exec, guard, target, .. } => match is_taken(lockstep.threads, *exec, *guard) {
                    Some(true) => next = *target,
                    Some(false) => {}
                    None => break,
                },
                Step::Barrier => break,
                Step::Return => {
                    lockstep.threads.iter_mut().for_each(|thread| thread.has_ended = true);
                    break;
                }
                Step::Atomic(_) => break,
                Step::DataPort(access) if access.state().is_none() => break,
                Step::DataPort(_) | Step::Media(_) if lockstep.threads.iter().any(|thread| thread.log.is_full()) => {
                    break;
                }
                Step::SetEntry { state, entry } => {
                    lockstep.threads.iter_mut().for_each(|thread| thread.states[*state] = Some(*entry));
                }
                step => {
                    let done =
                        |(thread, file): (&mut Thread, &mut [u8])| step.execute(engine, thread, file, counter).is_ok();
                    ahead = lockstep.each().map(done).take_while(|done| *done).count();
                    if ahead < lockstep.threads.len() {
                        break;
                    }
                    ahead = 0;
                }
            }
            executed += count as u64;
            counter = next;
        }
        engine.defers = false;
        for (number, thread) in lockstep.threads.iter_mut().enumerate() {
            let done = usize::from(number < ahead);
            thread.lanes.counter = counter + done;
            thread.executed = executed + done as u64;
        }
    }
}

/// Whether all lanes of all threads take a branch; `None` where some do.
fn is_taken(threads: &[Thread], exec: Exec, guard: Option<Guard>) -> Option<bool> {
    let mut decisions = threads.iter().map(|thread| {
        let chosen = guard.map_or(u32::MAX, |guard| guard.lanes(&thread.predicates, exec));
        match thread.lanes.taken(exec, chosen) {
            0 => Some(false),
            taken => (taken == thread.lanes.active).then_some(true),
        }
    });
    let first = decisions.next()??;
    decisions.all(|taken| taken == Some(first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};
    use texvisa_ir::visa::{RegisterMap, asm};

    use super::super::memory::Memory;
    use super::*;
    use crate::dispatch::HardwareThread;
    use crate::environment::{Environment, Resource};
    use crate::undef_bits::UndefBits;
    use crate::unit::MAX_LANES;

    /// Of threads that write without an end the first writes nothing: the log of another one ends the group.
    #[test]
    fn any_full_log_ends_a_lockstep_group() {
        let text = ".version 4.1\n.kernel \"k\"\n.decl T6 v_type=T num_elts=1\n.decl A v_type=G type=ud num_elts=8 align=GRF\n\
                    .kernel_attr Target=\"3d\"\n\n.function \"_main_0\"\n    movs (M1_NM, 1) T6(0) 0x0:ud\n\
                    again:\n    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 A.0\n    jmp (M1, 1) again\n";
        let mut kernel = asm::parse(text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
        kernel.simd = SimdWidth::Simd8;
        let map = RegisterMap::unbounded(&kernel);
        let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));
        let var = kernel.vars.keys().find(|var| kernel.names.var(*var) == Some("A")).expect("declared");
        let address = map.address(&kernel, var) as usize;
        let mut environment = Environment::new();
        environment.bind(0, Resource::Buffer(vec![0; 4]));
        environment.step_limit = 100_000;
        let start = HardwareThread { group: [0; 3], active: 0xff, items: [0; MAX_LANES], local: [[0; 3]; MAX_LANES] };
        let stride = map.bytes as usize;
        let mut files = vec![0; 2 * stride];
        // The first thread's offsets are not aligned.
        files[address..address + 32].iter_mut().step_by(4).for_each(|byte| *byte = 1);
        let mut threads = [(); 2].map(|()| Thread::new(&kernel, start.clone(), UndefBits::constant(0)));
        threads.iter_mut().for_each(Thread::begin);
        let mut engine = Engine::new(Memory::Direct(&mut environment), None);
        machine.step_together(&mut engine, &mut LockstepGroup { threads: &mut threads, files: &mut files, stride });
        let [first, second] = threads.map(|thread| (thread.executed, thread.log.is_full()));
        assert!(!first.1 && second.1);
        assert!(first.0 == second.0 && first.0 < 10_000, "{first:?} {second:?}");
    }
}
