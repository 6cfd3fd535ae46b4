//! Which lane has which bytes of a register, as far as the accesses to each variable say.
//!
//! A variable has *lanes* in one of its registers if every instruction that reads or writes bytes there heeds the
//! execution mask and has each lane access bytes of its own alone, the same ones in every instruction. Then a write by
//! the lanes that run leaves the bytes of all others.

use std::ops::Range;

use cranelift_entity::{EntityRef, PrimaryMap};
use texvisa_ir::visa::{Grf, LaneBytes, Var, VarAccess, VisaKernel};

/// The lanes of one register of a variable, as a number: the bytes of each, and which lane has the first, which may be
/// below 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Owners(u32);

impl Owners {
    /// No instruction accesses the register.
    const UNKNOWN: Owners = Owners(0);
    /// An instruction accesses it for all lanes, or for one lane the bytes of another, or two differ.
    const NONE: Owners = Owners(u32::MAX);

    /// Of the parts of `size` bytes of the register, part `part` is that of lane `lane`.
    fn new(size: u32, part: u32, lane: u32) -> Owners {
        Owners(size << 16 | (0x8000 + lane - part))
    }

    fn meet(&mut self, other: Owners) {
        *self = match *self {
            Owners::UNKNOWN => other,
            own if own == other => own,
            _ => Owners::NONE,
        };
    }
}

/// The instructions that name a variable, itself or in part, are between the first and the last, not included.
pub(super) type Mentions = Range<u32>;

/// The lanes of the registers of variables, found when they are asked for.
#[derive(Debug)]
pub(super) struct Lanes {
    /// For each variable, the position in `owners` of its first register, and one more. 0 for one that was not asked for.
    starts: Vec<u32>,
    owners: Vec<Owners>,
    /// How many instructions may be looked at before it takes less to look at all of them once.
    left: usize,
}

/// The variables of a kernel, as the check sees them.
#[derive(Clone, Copy)]
pub(super) struct Variables<'a> {
    /// The kernel.
    pub kernel: &'a VisaKernel,
    /// The byte at which each begins.
    pub addresses: &'a PrimaryMap<Var, u32>,
    /// As which variable the bytes of each are held.
    pub held_as: &'a PrimaryMap<Var, Var>,
    /// Where each is named, itself or in part.
    pub mentions: &'a PrimaryMap<Var, Mentions>,
}

impl Lanes {
    /// Of a kernel with so many instructions, nothing yet.
    pub fn new(insts: usize) -> Lanes {
        Lanes { starts: Vec::new(), owners: Vec::new(), left: insts }
    }

    /// Whether two variables give each lane the same bytes in the register of that number, which both have.
    pub fn agree(&mut self, variables: Variables, register: u32, [a, b]: [Var; 2]) -> bool {
        let mut owners = |variable: Var| {
            let address = variables.addresses[variable];
            let grf = variables.kernel.grf();
            // Only whole registers are told apart by lane.
            let rank = register.checked_sub(grf.at(address)).filter(|_| address.is_multiple_of(grf.bytes()))?;
            let start = self.start(variables, variable);
            let owners = self.owners.get((start + rank) as usize)?;
            (*owners != Owners::UNKNOWN && *owners != Owners::NONE).then_some(*owners)
        };
        owners(a).is_some_and(|of_a| owners(b) == Some(of_a))
    }

    /// The position of the first register of a variable.
    fn start(&mut self, variables: Variables, variable: Var) -> u32 {
        if self.starts.is_empty() {
            self.starts.resize(variables.kernel.vars.len(), 0);
        }
        if let Some(start) = self.starts[variable.index()].checked_sub(1) {
            return start;
        }
        let Mentions { start, end } = variables.mentions[variable];
        match self.left.checked_sub((end - start) as usize) {
            Some(left) => {
                self.left = left;
                self.make_room(variables, variable);
                self.look_at(variables, start..end, |held| held == variable);
            }
            None => {
                self.owners.clear();
                variables.kernel.vars.keys().for_each(|variable| self.make_room(variables, variable));
                self.look_at(variables, 0..variables.kernel.insts.len() as u32, |_| true);
            }
        }
        self.starts[variable.index()] - 1
    }

    fn make_room(&mut self, variables: Variables, variable: Var) {
        let Variables { kernel, .. } = variables;
        self.starts[variable.index()] = self.owners.len() as u32 + 1;
        let registers = kernel.grf().holding(kernel.vars[variable].bytes());
        self.owners.resize(self.owners.len() + registers as usize, Owners::UNKNOWN);
    }

    /// Adds the accesses of instructions to the variables that `matters` holds for.
    fn look_at(&mut self, variables: Variables, insts: Range<u32>, matters: impl Fn(Var) -> bool) {
        let Variables { kernel, addresses, held_as, .. } = variables;
        for inst in &kernel.insts[insts.start as usize..insts.end as usize] {
            kernel.for_each_lane_access(inst, |access, lanes| {
                let held = held_as[access.var];
                if matters(held) {
                    let first = self.starts[held.index()] as usize - 1;
                    let registers = kernel.grf().holding(kernel.vars[held].bytes()) as usize;
                    let before = addresses[access.var] - addresses[held];
                    add(&mut self.owners[first..first + registers], kernel.grf(), before, &access, lanes);
                }
            });
        }
    }
}

/// Adds an access, by a name that begins `before` bytes behind the first of these registers.
fn add(registers: &mut [Owners], grf: Grf, before: u32, access: &VarAccess, lanes: Option<LaneBytes>) {
    let (start, end) = (before + access.start, before + access.end);
    let touched = grf.at(start)..grf.holding(end).min(registers.len() as u32);
    for register in touched {
        let owners = &mut registers[register as usize];
        let Some(LaneBytes { first, size, step, channel }) = lanes else {
            owners.meet(Owners::NONE);
            continue;
        };
        let (size, step, channel) = (u32::from(size), u32::from(step), u32::from(channel));
        // The bytes that are accessed in this register. Steps are powers of two, so that it has whole ones.
        let bytes = start.max(register * grf.bytes())..end.min((register + 1) * grf.bytes());
        let within = |byte: u32| byte % step;
        let first_step = bytes.start - within(bytes.start);
        let in_channel = (first_step + within(start) - start) % channel;
        let is_by_lane = in_channel + bytes.end - first_step <= channel && within(start) + size <= step;
        let part = (first_step - register * grf.bytes()) / step;
        owners.meet(match is_by_lane {
            true => Owners::new(step, part, u32::from(first) + in_channel / step),
            false => Owners::NONE,
        });
    }
}
