//! Which surface and sampler variables are set wherever an instruction is.

use crate::visa::entities::{Label, State};
use crate::visa::inst::{BranchKind, Inst};
use crate::visa::kernel::VisaKernel;

const WORD: usize = u64::BITS as usize;

/// The state variables that are set on every path: first at each label, then along the text.
///
/// State variables belong to the hardware thread and not to a lane, and are never unset. So a variable that is set at a
/// `goto` is set wherever the thread continues, also at a join point with pending lanes: the branch that made them
/// pending came before, with no more variables set.
pub(super) struct StateFlow {
    words: usize,
    /// At each label, one bit per variable; all set where no path leads to it.
    labels: Vec<u64>,
    /// At the current instruction.
    current: Vec<u64>,
}

impl StateFlow {
    pub(super) fn new(kernel: &VisaKernel) -> StateFlow {
        let words = kernel.states.len().div_ceil(WORD);
        let mut flow =
            StateFlow { words, labels: vec![u64::MAX; words * kernel.labels.len()], current: vec![0; words] };
        if words > 0 {
            flow.start(kernel);
            // A back edge with fewer variables than its label had makes another iteration necessary.
            while flow.iterate(kernel) {
                flow.start(kernel);
            }
            flow.start(kernel);
        }
        flow
    }

    /// Goes back to the kernel's start, where local and scratch memory and arguments are there to be used.
    fn start(&mut self, kernel: &VisaKernel) {
        self.current.fill(0);
        for (state, kind) in &kernel.states {
            if kind.is_memory() {
                self.set(state);
            }
        }
        kernel.state_inputs.iter().for_each(|input| self.set(input.state));
    }

    fn iterate(&mut self, kernel: &VisaKernel) -> bool {
        let mut again = false;
        for inst in &kernel.insts {
            if let Inst::Label(label) | Inst::Branch { target: label, .. } = inst {
                again |= self.meet(*label);
            }
            self.step(inst);
        }
        again
    }

    /// Goes past `inst`.
    pub(super) fn step(&mut self, inst: &Inst) {
        match inst {
            Inst::Label(label) => {
                let start = label.as_u32() as usize * self.words;
                self.current.copy_from_slice(&self.labels[start..start + self.words]);
            }
            Inst::SetState { state, .. } => self.set(*state),
            // Nothing behind these is executed before a label.
            Inst::Branch { kind: BranchKind::Jump, predicate: None, .. } | Inst::Return => self.current.fill(u64::MAX),
            _ => {}
        }
    }

    /// Takes what is set here into account at `label`; whether that changed anything.
    fn meet(&mut self, label: Label) -> bool {
        let mut changed = false;
        for word in 0..self.words {
            let known = &mut self.labels[label.as_u32() as usize * self.words + word];
            let met = *known & self.current[word];
            changed |= met != *known;
            *known = met;
        }
        changed
    }

    fn set(&mut self, state: State) {
        self.current[state.as_u32() as usize / WORD] |= 1 << (state.as_u32() as usize % WORD);
    }

    pub(super) fn is_set(&self, state: State) -> bool {
        self.current[state.as_u32() as usize / WORD] & 1 << (state.as_u32() as usize % WORD) != 0
    }
}
