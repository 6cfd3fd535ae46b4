//! The groups of a grid, one after the other or on all cores.
//!
//! Groups share only memory. Where a kernel reads no table entry that it writes, groups may run in any order as long as
//! their writes take effect in theirs (see [`Memory`]). Each hardware thread has undefined bits of its own, so results are
//! the same bit for bit on any number of cores.

use rayon::prelude::*;
use texvisa_ir::visa::StateKind;
use texvisa_ir::visa::abi::ArgumentLayout;

use super::Machine;
use super::engine::Engine;
use super::error::MachineError;
use super::event::Trace;
use super::lockstep::LockstepGroup;
use super::memory::{Log, Memory};
use super::thread::Thread;
use crate::dispatch::{Dispatch, HardwareThread};
use crate::environment::Environment;
use crate::local::LOCAL_BYTES;
use crate::undef_bits::UndefBits;

/// Grids of fewer work items run on one core.
const LEAST_ITEMS: u64 = 1 << 12;
/// Work items of each core whose writes are logged at the same time: enough to keep it busy, few enough to bound the log.
const ITEMS_EACH: u64 = 1 << 14;
/// Parts into which the work items of a core are cut, so that none waits long for another.
const PARTS: u64 = 4;

impl Machine<'_> {
    /// Runs every group of a grid; after some `progress` is told the number of work items that are done.
    pub(super) fn run_groups(
        &self,
        dispatch: &Dispatch,
        places: &ArgumentLayout,
        fill: &UndefBits,
        environment: &mut Environment,
        trace: Option<&mut Trace<'_>>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), MachineError> {
        Groups { machine: self, dispatch, places, fill }.run(environment, trace, progress)
    }
}

/// A grid that is run.
struct Groups<'g> {
    machine: &'g Machine<'g>,
    dispatch: &'g Dispatch,
    places: &'g ArgumentLayout,
    fill: &'g UndefBits,
}

impl Groups<'_> {
    fn run(
        &self,
        environment: &mut Environment,
        trace: Option<&mut Trace<'_>>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), MachineError> {
        let items: u64 = self.dispatch.grid().items.iter().map(|items| u64::from(*items)).product();
        let cores = rayon::current_num_threads() as u64;
        let is_watched = trace.is_some() || environment.is_logging();
        if cores > 1 && items >= LEAST_ITEMS && !is_watched && self.machine.reads_nothing_it_writes {
            self.run_together(environment, cores, progress)
        } else {
            self.run_in_order(environment, trace, progress)
        }
    }

    fn run_in_order(
        &self,
        environment: &mut Environment,
        trace: Option<&mut Trace<'_>>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), MachineError> {
        let mut engine = self.engine(Memory::Direct(environment), trace);
        let mut done = 0;
        let mut note = |items| {
            done += items;
            progress(done);
        };
        self.run_some(&mut engine, self.dispatch.groups().enumerate(), &mut note)
    }

    fn run_together(
        &self,
        environment: &mut Environment,
        cores: u64,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), MachineError> {
        let groups: Vec<(usize, [u32; 3])> = self.dispatch.groups().enumerate().collect();
        let group_items: u64 = self.dispatch.grid().group.iter().map(|items| u64::from(*items)).product();
        let part = (ITEMS_EACH / PARTS / group_items).max(1) as usize;
        let mut done = 0;
        for round in groups.chunks(part * (PARTS * cores) as usize) {
            let before: &Environment = environment;
            let run = |part: &[(usize, [u32; 3])]| {
                let mut engine = self.engine(Memory::Deferred(before, Log::default()), None);
                let mut items = 0;
                let result = self.run_some(&mut engine, part.iter().copied(), &mut |more| items += more);
                let log = match engine.memory {
                    Memory::Deferred(_, log) => log,
                    Memory::Direct(_) => Log::default(),
                };
                (log, result, items)
            };
            let ended: Vec<_> = round.par_chunks(part).map(run).collect();
            for (mut log, result, items) in ended {
                log.apply(environment);
                result?;
                done += items;
                progress(done);
            }
        }
        Ok(())
    }

    fn engine<'e, 't>(&self, memory: Memory<'e>, trace: Option<&'e mut Trace<'t>>) -> Engine<'e, 't> {
        let mut engine = Engine::new(memory, trace);
        if self.has_local_memory() {
            engine.local.resize(LOCAL_BYTES, 0);
        }
        engine
    }

    fn has_local_memory(&self) -> bool {
        self.machine.kernel.states.values().any(|kind| *kind == StateKind::Local)
    }

    /// Runs groups, each with its number; `progress` is told the number of work items that are done.
    fn run_some(
        &self,
        engine: &mut Engine<'_, '_>,
        groups: impl Iterator<Item = (usize, [u32; 3])>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), MachineError> {
        let machine = self.machine;
        // Threads of several groups form a lockstep group where they know nothing of one another.
        let (mixes, most) = match (machine.has_barriers, self.has_local_memory()) {
            (true, _) => (false, usize::MAX),
            (false, has_local_memory) => (!has_local_memory, machine.lockstep_threads(engine.trace.is_some())),
        };
        for (number, group) in groups {
            if !mixes {
                self.finish(engine, progress)?;
            }
            let mut fill = self.fill.part(number as u64);
            fill.begin(&mut engine.local);
            for (number, start) in self.dispatch.threads(group).enumerate() {
                if engine.begun >= most {
                    self.finish(engine, progress)?;
                }
                self.begin(engine, start, fill.part(number as u64));
            }
        }
        self.finish(engine, progress)
    }

    /// The bytes of a register file.
    fn file_bytes(&self) -> usize {
        (self.places.end as usize).max(self.machine.file_bytes + self.machine.state_bytes)
    }

    /// Begins a hardware thread with its first registers, in the memory of one that has ended where there is one.
    fn begin(&self, engine: &mut Engine<'_, '_>, start: HardwareThread, fill: UndefBits) {
        let kernel = self.machine.kernel;
        let (number, stride) = (engine.begun, self.file_bytes());
        if let Some(thread) = engine.threads.get_mut(number) {
            (thread.start, thread.fill) = (start, fill);
        } else {
            engine.threads.push(Thread::new(kernel, start, fill));
            engine.files.resize((number + 1) * stride, 0);
        }
        let (thread, file) = (&mut engine.threads[number], &mut engine.files[number * stride..][..stride]);
        thread.fill.begin(file);
        self.dispatch.write_registers(self.places, kernel.target, &thread.start, file, &mut thread.fill);
        self.machine.write_state(file);
        thread.begin();
        engine.begun += 1;
    }

    /// Runs the threads that have begun to their ends.
    fn finish(&self, engine: &mut Engine<'_, '_>, progress: &mut dyn FnMut(u64)) -> Result<(), MachineError> {
        let (mut threads, mut files) = (std::mem::take(&mut engine.threads), std::mem::take(&mut engine.files));
        let begun = &mut threads[..engine.begun];
        let stride = self.file_bytes();
        let lockstep = LockstepGroup { files: &mut files[..begun.len() * stride], threads: begun, stride };
        let result = self.machine.finish(engine, lockstep);
        let items = |thread: &Thread| u64::from(thread.start.active.count_ones());
        let done: u64 = threads[..engine.begun].iter().map(items).sum();
        (engine.threads, engine.files) = (threads, files);
        engine.begun = 0;
        result?;
        if done != 0 {
            progress(done);
        }
        Ok(())
    }
}
