//! Emits qwords of which values are the halves: the addresses of messages by pointer.
//!
//! Rules:
//!
//! - The halves are moved to every other dword of a variable, in one move where they follow each other, as those of an
//!   argument do, and all lanes have one address.
//! - The messages of a block that have one address for each lane have one such variable, which the first of them makes.
//! - Where registers are too few, it is made again for a message further on, if its halves are read behind that: otherwise
//!   both the variable and the halves would have registers up to there.
//! - Where messages of several blocks have it, the block that defines both halves makes it: the first message there, or
//!   else the end of the block. See [`shared_qwords`](super::shared_qwords).
//!
//! Intel's compiler makes each pointer once. The kernels `kernel_crop_*` of QSVEnc write arrays in private memory, of which
//! each element has a pointer for all messages: of 1,368 instructions for DG2 at SIMD8 288 were moves of its halves.

use smallvec::SmallVec;
use texvisa_ir::texture::{Block, MemoryOp, Role, Value};
use texvisa_ir::visa::origin::{Meaning, Origin};
use texvisa_ir::visa::{Align, AluOp, DataType, Dst, Exec, Modifier, Raw, Region, Src, Storage, Var};

use super::Emitter;
use super::shared_qwords::{Dwords, halves_of};
use super::value_loc::ValueLoc;

impl Emitter<'_> {
    /// The address of each lane, or of all lanes together, as a qword.
    pub(super) fn pointer(&mut self, op: &MemoryOp, half: u32, exec: Exec) -> Raw {
        let halves = [Role::Low, Role::High].map(|role| op.address(role).map(|value| (value, 0)));
        match halves_of(self.kernel, op) {
            Some(halves) => self.shared_qwords(halves, half, exec),
            _ => self.qwords(halves, half, exec),
        }
    }

    /// Makes the qwords that messages of other blocks share and none of this block has made, at its end. From here on the
    /// halves are read in them.
    pub(super) fn end_qwords(&mut self, block: Block) {
        let Some(all) = self.qwords.made_in.remove(&block) else { return };
        let Some(terminator) = self.kernel.terminator(block) else { return };
        self.origin = Origin::Inst(terminator);
        for (halves, is_read) in all {
            let made: SmallVec<[Var; 2]> =
                (0..self.halves).map(|half| self.shared_qwords(halves, half, self.half(half)).var).collect();
            if !is_read {
                continue;
            }
            let dwords: SmallVec<[Var; 2]> = made.into_iter().map(|of| self.new_dwords(of)).collect();
            for ((value, _), behind) in halves.into_iter().zip([0, DataType::Ud.bytes() as u16]) {
                self.locs[value] = ValueLoc::EveryOther { first: dwords[0], behind };
            }
        }
        self.origin = Origin::Frame;
    }

    fn shared_qwords(&mut self, halves: Dwords, half: u32, exec: Exec) -> Raw {
        let is_for_blocks = !exec.nomask && self.qwords.of_blocks.contains(&halves);
        let known = match is_for_blocks {
            true => self.qwords.made.get(&(halves, half)).map(|var| Raw::whole(*var)),
            false => self.qwords_of_block(halves, half, exec),
        };
        known.unwrap_or_else(|| {
            let made = self.qwords(halves.map(Some), half, exec);
            if is_for_blocks {
                let [low, high] = halves;
                self.origins.vars[made.var] = Meaning::Qwords { low, high, half: half as u8 };
                self.qwords.made.insert((halves, half), made.var);
            } else {
                self.qwords.in_block.insert((halves, half, exec), (made, self.out.insts.len()));
            }
            made
        })
    }

    /// The qwords that the block has made for its own messages, and that serve the current one, too.
    fn qwords_of_block(&mut self, halves: Dwords, half: u32, exec: Exec) -> Option<Raw> {
        let here = self.out.insts.len();
        let (made, last) = self.qwords.in_block.get_mut(&(halves, half, exec))?;
        let is_far = here - std::mem::replace(last, here) > MOST_BETWEEN;
        let made = *made;
        let kept_twice =
            is_far && matches!(self.origin, Origin::Inst(inst) if self.qwords.are_read_behind(inst, halves));
        (!kept_twice).then_some(made)
    }

    /// Declares the dwords of qwords.
    pub(super) fn new_dwords(&mut self, of: Var) -> Var {
        let elements = u32::from(self.out.vars[of].elements) * 2;
        self.declare(DataType::Ud, elements, Storage::Alias { of }, Meaning::Temporary)
    }

    /// Qwords of which the low halves and the high ones are elements of values, one for each lane, or one for all of them.
    pub(super) fn qwords(&mut self, halves: [Option<(Value, u8)>; 2], half: u32, exec: Exec) -> Raw {
        let lanes = u32::from(exec.lanes);
        let of = self.declare(DataType::Uq, lanes, Storage::Own, Meaning::Temporary);
        let dwords = self.new_dwords(of);
        let srcs = halves.map(|part| part.map(|(value, element)| self.bits_source(value, element, half, DataType::Ud)));
        if lanes == 1 {
            // A message takes whole registers.
            self.out.vars[of].align = Align::Grf;
            self.out.vars[dwords].align = Align::Grf;
        }
        if exec.nomask
            && 2 * lanes <= MOST_IN_ONE_MOVE.min(self.simd_lanes())
            && let Some(pair) = adjacent(srcs)
        {
            self.alu(AluOp::Mov, Exec::all(2 * lanes, 0), Dst::whole(dwords), &[pair]);
            return Raw::whole(of);
        }
        let stride = if lanes == 1 { 1 } else { 2 };
        for (src, offset) in srcs.into_iter().zip([0, 4]) {
            if let Some(src) = src {
                self.alu(AluOp::Mov, exec, Dst { var: dwords, offset, stride }, &[src]);
            }
        }
        Raw::whole(of)
    }
}

/// Where registers are too few, messages with more instructions than this between them do not share qwords whose halves are read
/// on. A load and the store to the same place are nearer. Other numbers were not tried.
const MOST_BETWEEN: usize = 32;

/// How many dwords one move writes, if the thread has as many lanes: two registers of 32 bytes.
const MOST_IN_ONE_MOVE: u32 = 16;

/// Both of two dwords that follow each other in a variable, each of which all lanes have.
fn adjacent(srcs: [Option<Src>; 2]) -> Option<Src> {
    let [Some(low), Some(high)] = srcs else { return None };
    match (low, high) {
        (
            Src::Register { var, offset, region: Region::SCALAR, modifier: Modifier::None },
            Src::Register { var: other, offset: behind, region: Region::SCALAR, modifier: Modifier::None },
        ) if var == other && u32::from(behind) == u32::from(offset) + DataType::Ud.bytes() => {
            Some(Src::Register { var, offset, region: Region::PAIR, modifier: Modifier::None })
        }
        _ => None,
    }
}
