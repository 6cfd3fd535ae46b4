//! Which lane has which bytes of a piece of a register, as far as the accesses to each variable say.
//!
//! A register has pieces of [`PIECE_BYTES`], as short rows of vectors share registers. A variable has *lanes* in one of its
//! pieces if every instruction that reads or writes bytes there heeds the execution mask and has each lane access bytes of its own
//! alone, the same ones in every instruction. Then a write by the lanes that run leaves the bytes of all others.

use std::ops::Range;

use cranelift_entity::{EntityRef, PrimaryMap};
use texvisa_ir::visa::{Grf, LaneBytes, Var, VarAccess, VisaKernel};

/// The bytes of a piece of a register.
pub(super) const PIECE_BYTES: u32 = Grf::PIECE_BYTES;

/// The lanes of one piece of a variable, as a number: the bytes of each, and which lane has the first, which may be
/// below 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Owners(u32);

impl Owners {
    /// No instruction accesses the piece.
    const UNKNOWN: Owners = Owners(0);
    /// An instruction accesses it for all lanes, or for one lane the bytes of another, or two differ.
    const NONE: Owners = Owners(u32::MAX);

    /// Of the slots of `size` bytes of the piece, slot `slot` is that of lane `lane`.
    fn new(size: u32, slot: u32, lane: u32) -> Owners {
        Owners(size << 16 | (0x8000 + lane - slot))
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

/// The lanes of the pieces of variables, found when they are asked for.
#[derive(Debug)]
pub(super) struct Lanes {
    /// For each variable, the position in `owners` of its first piece, and one more. 0 for one that was not asked for.
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

    /// Whether two variables give each lane the same bytes in the piece of that number, which both have.
    pub fn agree(&mut self, variables: Variables, piece: u32, [a, b]: [Var; 2]) -> bool {
        let mut owners = |variable: Var| {
            let address = variables.addresses[variable];
            // Only whole pieces are told apart by lane.
            let rank = piece.checked_sub(address / PIECE_BYTES).filter(|_| address.is_multiple_of(PIECE_BYTES))?;
            let pieces = variables.kernel.vars[variable].bytes().div_ceil(PIECE_BYTES);
            let start = self.start(variables, variable);
            let owners = self.owners.get((start + rank) as usize).filter(|_| rank < pieces)?;
            (*owners != Owners::UNKNOWN && *owners != Owners::NONE).then_some(*owners)
        };
        owners(a).is_some_and(|of_a| owners(b) == Some(of_a))
    }

    /// The position of the first piece of a variable.
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
        let pieces = kernel.vars[variable].bytes().div_ceil(PIECE_BYTES);
        self.owners.resize(self.owners.len() + pieces as usize, Owners::UNKNOWN);
    }

    /// Adds the accesses of instructions to the variables that `matters` holds for.
    fn look_at(&mut self, variables: Variables, insts: Range<u32>, matters: impl Fn(Var) -> bool) {
        let Variables { kernel, addresses, held_as, .. } = variables;
        for inst in &kernel.insts[insts.start as usize..insts.end as usize] {
            kernel.for_each_lane_access(inst, |access, lanes| {
                let held = held_as[access.var];
                if matters(held) {
                    let first = self.starts[held.index()] as usize - 1;
                    let pieces = kernel.vars[held].bytes().div_ceil(PIECE_BYTES) as usize;
                    let before = addresses[access.var] - addresses[held];
                    add(&mut self.owners[first..first + pieces], before, &access, lanes);
                }
            });
        }
    }
}

/// Adds an access, by a name that begins `before` bytes behind the first of these pieces.
fn add(pieces: &mut [Owners], before: u32, access: &VarAccess, lanes: Option<LaneBytes>) {
    let (start, end) = (before + access.start, before + access.end);
    let touched = start / PIECE_BYTES..end.div_ceil(PIECE_BYTES).min(pieces.len() as u32);
    for piece in touched {
        let owners = &mut pieces[piece as usize];
        let Some(LaneBytes { first, size, step, channel }) = lanes.filter(|lanes| u32::from(lanes.step) <= PIECE_BYTES)
        else {
            owners.meet(Owners::NONE);
            continue;
        };
        let (size, step, channel) = (u32::from(size), u32::from(step), u32::from(channel));
        // The bytes that are accessed in this piece. Steps are powers of two, so that it has whole ones.
        let bytes = start.max(piece * PIECE_BYTES)..end.min((piece + 1) * PIECE_BYTES);
        let within = |byte: u32| byte % step;
        let first_step = bytes.start - within(bytes.start);
        let in_channel = (first_step + within(start) - start) % channel;
        let is_by_lane = in_channel + bytes.end - first_step <= channel && within(start) + size <= step;
        let slot = (first_step - piece * PIECE_BYTES) / step;
        owners.meet(match is_by_lane {
            true => Owners::new(step, slot, u32::from(first) + in_channel / step),
            false => Owners::NONE,
        });
    }
}
