//! A hardware thread that runs: what it has besides its registers, and the program counters of its lanes.

use texvisa_ir::visa::{BranchKind, Combine, Exec, VisaKernel};

use super::error::Trap;
use super::memory::Log;
use super::operand::Guard;
use super::pointer::Pointer;
use crate::access_log::MessageItems;
use crate::dispatch::HardwareThread;
use crate::private::Pages;
use crate::undef_bits::UndefBits;
use crate::unit::MAX_LANES;

/// A hardware thread that runs.
pub(super) struct Thread {
    /// What it was dispatched with.
    pub start: HardwareThread,
    pub predicates: Vec<u32>,
    /// The elements of the address variables.
    pub pointers: Vec<Pointer>,
    pub states: Vec<Option<u32>>,
    /// The bits of what is undefined.
    pub fill: UndefBits,
    /// What it has written that has no effect yet.
    pub log: Log,
    pub lanes: Lanes,
    /// Its private memory.
    pub private: Pages<u8>,
    /// What spill code stores, where private memory is elsewhere.
    pub spilled: Pages<u8>,
    /// How many instructions it has executed.
    pub executed: u64,
    pub has_ended: bool,
}

impl Thread {
    /// A thread that has not begun.
    pub fn new(kernel: &VisaKernel, start: HardwareThread, fill: UndefBits) -> Thread {
        let (predicates, states) = (vec![0; kernel.preds.len()], vec![None; kernel.states.len()]);
        Thread {
            start,
            predicates,
            pointers: vec![Pointer::default(); kernel.addresses.values().map(|count| usize::from(*count)).sum()],
            states,
            fill,
            log: Log::default(),
            private: Pages::new(0),
            spilled: Pages::new(0),
            lanes: Lanes::new(0),
            executed: 0,
            has_ended: false,
        }
    }

    /// Begins at the first instruction, with the hardware thread and the registers that it has.
    pub fn begin(&mut self) {
        self.predicates.fill_with(|| self.fill.next_bits() as u32);
        self.pointers.fill(Pointer::default());
        self.states.fill(None);
        self.log.clear();
        self.private.clear();
        self.spilled.clear();
        self.lanes = Lanes::new(self.start.active);
        self.executed = 0;
        self.has_ended = false;
    }
}

/// As many ones as there are lanes.
pub(super) const fn bits(lanes: u32) -> u32 {
    if lanes >= 32 { u32::MAX } else { (1 << lanes) - 1 }
}

impl Guard {
    /// The lanes of `exec`, counted from its first, that the predicate leaves.
    #[inline]
    pub fn lanes(&self, predicates: &[u32], exec: Exec) -> u32 {
        let all = bits(u32::from(exec.lanes));
        let found = predicates[self.index] >> exec.first & all;
        let combined = match self.predicate.combine {
            Combine::None => found,
            Combine::Any if found != 0 => all,
            Combine::All if found == all => all,
            Combine::Any | Combine::All => 0,
        };
        if self.predicate.inverted { !combined & all } else { combined }
    }
}

/// The lanes of `exec`, counted from its first, that its execution mask leaves of the active ones.
pub(super) const fn masked(exec: Exec, active: u32) -> u32 {
    let all = bits(exec.lanes as u32);
    if exec.nomask { all } else { active >> exec.first & all }
}

impl Thread {
    /// The lanes of `exec`, counted from its first, that are active and that a predicate leaves.
    #[inline]
    pub fn enabled(&self, exec: Exec, guard: Option<Guard>) -> u32 {
        masked(exec, self.lanes.active) & guard.map_or(u32::MAX, |guard| guard.lanes(&self.predicates, exec))
    }

    /// The work items of the lanes of `exec`, counted from its first.
    pub fn items(&self, exec: Exec) -> MessageItems<'_> {
        let lanes = self.start.items.get(usize::from(exec.first)..).unwrap_or_default();
        MessageItems { thread: self.start.items[0], lanes, is_for_all: exec.nomask }
    }
}

/// Sets the bits of a predicate in the lanes of `mask`, counted from the first of `exec`.
pub(super) fn set_predicate(predicate: &mut u32, exec: Exec, mask: u32, values: u32) {
    let mask = mask << exec.first;
    *predicate = *predicate & !mask | values << exec.first & mask;
}

/// Where a lane is pending that is not.
pub(super) const NOWHERE: usize = usize::MAX;

/// The lanes of a hardware thread and where they are.
pub(super) struct Lanes {
    /// The lanes that run, as bits.
    pub active: u32,
    /// The next instruction of these.
    pub counter: usize,
    /// By lane: the join point at which it is pending.
    pending: [usize; MAX_LANES],
    /// The nearest join point at which a lane is pending.
    pub next: usize,
}

impl Lanes {
    pub fn new(active: u32) -> Lanes {
        Lanes { active, counter: 0, pending: [NOWHERE; MAX_LANES], next: NOWHERE }
    }

    pub fn pending_lanes(&self) -> u32 {
        if self.next == NOWHERE {
            return 0;
        }
        (0..MAX_LANES).filter(|lane| self.pending[*lane] != NOWHERE).fold(0, |mask, lane| mask | 1 << lane)
    }

    fn suspend(&mut self, lanes: u32, at: usize) {
        if lanes != 0 {
            self.active &= !lanes;
            (0..MAX_LANES).filter(|lane| lanes & 1 << lane != 0).for_each(|lane| self.pending[lane] = at);
            self.next = self.next.min(at);
        }
    }

    /// The active lanes go to `counter`; lanes that are pending there reconverge with them. Without active lanes the
    /// nearest pending ones run.
    pub fn advance(&mut self, counter: usize) {
        self.counter = counter;
        if self.next == NOWHERE || self.active != 0 && self.next != counter {
            return;
        }
        self.counter = self.next;
        for lane in 0..MAX_LANES {
            if self.pending[lane] == self.counter {
                self.pending[lane] = NOWHERE;
                self.active |= 1 << lane;
            }
        }
        self.next = self.pending.iter().copied().min().unwrap_or(NOWHERE);
    }

    /// The active lanes that a branch takes with it where its predicate leaves those of `chosen`, counted from the
    /// first of `exec`.
    pub fn taken(&self, exec: Exec, chosen: u32) -> u32 {
        if exec.lanes == 1 {
            // The branch is uniform: the first element decides for all (GOTO and JMP, Notes).
            if chosen & 1 == 1 { self.active } else { 0 }
        } else {
            (masked(exec, u32::MAX) & chosen) << exec.first & self.active
        }
    }

    /// Moves lanes as a branch at `counter` does.
    pub fn branch(
        &mut self,
        predicates: &[u32],
        kind: BranchKind,
        exec: Exec,
        guard: Option<Guard>,
        target: usize,
    ) -> Result<(), Trap> {
        let here = self.counter;
        let chosen = guard.map_or(u32::MAX, |guard| guard.lanes(predicates, exec));
        let taken = self.taken(exec, chosen);
        match kind {
            BranchKind::Goto if target > here => {
                self.suspend(taken, target);
                self.advance(here + 1);
            }
            BranchKind::Goto if taken != 0 => {
                self.suspend(self.active & !taken, here + 1);
                self.advance(target);
            }
            BranchKind::Goto => self.advance(here + 1),
            BranchKind::Jump => {
                if taken != 0 && taken != self.active {
                    return Err(Trap::DivergentJump { taken, active: self.active });
                }
                // Without an active lane hardware still jumps where its predicate says so.
                let jumps = taken != 0 || self.active == 0 && chosen & bits(u32::from(exec.lanes)) != 0;
                if jumps && self.next < target {
                    let lanes = (0..MAX_LANES).filter(|lane| self.pending[*lane] < target);
                    let lanes = lanes.fold(0, |mask, lane| mask | 1 << lane);
                    return Err(Trap::PassesPendingLanes { lanes, at: self.next });
                }
                self.advance(if jumps { target } else { here + 1 });
            }
        }
        Ok(())
    }
}
