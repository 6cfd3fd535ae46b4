//! Which lane has which bytes of each register unit.
//!
//! A register unit has a *lane pattern* if every instruction that uses or defines it does so under the execution mask and
//! lane by lane, and all of them give each lane the same bytes. Only the lane itself ever touches these. So two
//! register units with one pattern may have one location wherever no single lane needs both: what the running lanes
//! write to one leaves what pending lanes have in the other.

use std::cell::{Cell, OnceCell};

use cranelift_entity::EntityRef;
use texvisa_ir::visa::{Grf, LaneBytes, Var, VarAccess, VisaKernel};

use crate::liveness::Liveness;

/// The lane patterns of the register units of a kernel, found when they are asked for.
#[derive(Debug)]
pub struct LanePatterns<'a> {
    kernel: &'a VisaKernel,
    liveness: &'a Liveness,
    /// By variable, once it was asked for.
    found: Vec<Cell<FirstLanes>>,
    /// By variable, once many were asked for.
    all: OnceCell<Vec<FirstLanes>>,
    /// How many instructions may be looked at before it takes less to look at all of them once.
    left: Cell<usize>,
}

/// A bit for each lane that an access gives the first element of a register unit, which is a multiple of 4; all bits
/// where an access is not lane by lane. One bit is a lane pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct FirstLanes(u8);

/// The lanes of one register of a register unit that has a lane pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// Bytes of each lane.
    bytes: u32,
    /// The lane that has the first element of the register unit.
    first: FirstLanes,
    /// Which register of the register unit it is.
    rank: u32,
}

impl<'a> LanePatterns<'a> {
    /// The patterns of a kernel with these live ranges, none of them found yet.
    pub fn new(kernel: &'a VisaKernel, liveness: &'a Liveness) -> LanePatterns<'a> {
        LanePatterns {
            kernel,
            liveness,
            found: vec![Cell::default(); kernel.vars.len()],
            all: OnceCell::new(),
            left: Cell::new(kernel.insts.len()),
        }
    }

    /// The lanes of the given register of a register unit, if it has a lane pattern.
    pub fn lanes(&self, reg_unit: Var, rank: u32) -> Option<Lanes> {
        let first = if self.is_within_registers(reg_unit) { self.first_lanes(reg_unit) } else { FirstLanes::default() };
        first.0.is_power_of_two().then(|| Lanes { bytes: self.kernel.vars[reg_unit].ty.bytes(), first, rank })
    }

    /// Whether a register unit begins at a register, or at a piece of one in which it ends: the check tells pieces apart.
    fn is_within_registers(&self, reg_unit: Var) -> bool {
        let (bytes, grf) = (self.kernel.vars[reg_unit].bytes(), self.kernel.grf().bytes());
        let within = self.kernel.backing(reg_unit).1 % grf;
        within == 0 || within.is_multiple_of(Grf::PIECE_BYTES) && within + bytes <= grf
    }

    fn first_lanes(&self, reg_unit: Var) -> FirstLanes {
        let (Some(found), None) = (self.found.get(reg_unit.index()), self.all.get()) else {
            return self.all.get().and_then(|all| all.get(reg_unit.index())).copied().unwrap_or_default();
        };
        if *found == Cell::default() {
            // It is live wherever an instruction names it.
            let path = self.liveness.path_segments(reg_unit).unwrap_or_else(|| self.liveness.segments(reg_unit));
            let insts = path.iter().map(|(start, end)| *start as usize / 2..(*end as usize).div_ceil(2));
            let Some(left) = self.left.get().checked_sub(insts.clone().map(|insts| insts.len()).sum()) else {
                return self.all.get_or_init(|| self.all_first_lanes())[reg_unit.index()];
            };
            self.left.set(left);
            let mut lanes = FirstLanes::default();
            self.for_each_in(insts.flatten(), |touched, first| {
                if touched == reg_unit {
                    lanes.0 |= first.0;
                }
            });
            found.set(lanes);
        }
        found.get()
    }

    fn all_first_lanes(&self) -> Vec<FirstLanes> {
        let mut all = vec![FirstLanes::default(); self.kernel.vars.len()];
        self.for_each_in(0..self.kernel.insts.len(), |reg_unit, first| all[reg_unit.index()].0 |= first.0);
        all
    }

    /// Calls `visit` with each register unit that these instructions touch.
    fn for_each_in(&self, insts: impl Iterator<Item = usize>, mut visit: impl FnMut(Var, FirstLanes)) {
        for inst in insts {
            self.kernel.for_each_lane_access(&self.kernel.insts[inst], |access, lanes| {
                self.liveness.reg_units.for_each(&access, |reg_unit, start, end| {
                    let lane = lanes.and_then(|lanes| self.first_lane(&access, lanes, reg_unit, start, end));
                    visit(reg_unit, FirstLanes(lane.map_or(u8::MAX, |lane| 1 << (lane / 4))));
                });
            });
        }
    }

    /// The lane to which `access`, which touches the bytes from `start` to `end` of a register unit, gives its first
    /// element.
    fn first_lane(&self, access: &VarAccess, lanes: LaneBytes, reg_unit: Var, start: u32, end: u32) -> Option<u32> {
        let behind_start = match access.var == reg_unit {
            true => 0,
            false => {
                let (unit, named) = (self.kernel.backing(reg_unit).1, self.kernel.backing(access.var).1);
                (unit + start).checked_sub(named + access.start)?
            }
        };
        if lanes.channel != LaneBytes::ONE_CHANNEL && access.start != 0 {
            return None;
        }
        let (channel, step) = (u32::from(lanes.channel), u32::from(lanes.step));
        let in_channel = behind_start % channel;
        let is_one_channel = in_channel + (end - start) <= channel;
        // A lane has a slot of `step` bytes, of which it may access some behind the first.
        let is_in_slot = in_channel % step == 0 && start % step + u32::from(lanes.size) <= step;
        let lane = (u32::from(lanes.first) + in_channel / step).checked_sub(start / step)?;
        let has_its_elements = step == self.kernel.vars[reg_unit].ty.bytes() && lane.is_multiple_of(4) && lane < 32;
        (is_one_channel && is_in_slot && has_its_elements).then_some(lane)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{BRANCH_OPERANDS, kernel, var};

    /// Bytes of each lane of A, or of another variable, and the lane that has its first element.
    fn found(declarations: &str, body: &str, name: &str) -> Option<(u32, u32)> {
        let kernel = kernel(&[BRANCH_OPERANDS, declarations].concat(), body);
        let liveness = Liveness::new(&kernel).expect("there is no branch");
        let patterns = LanePatterns::new(&kernel, &liveness);
        let found = patterns.lanes(var(&kernel, name), 0);
        // All at once they are the same.
        patterns.all.set(patterns.all_first_lanes()).expect("they were not asked for");
        assert_eq!(patterns.lanes(var(&kernel, name), 0), found);
        found.map(|lanes| (lanes.bytes, lanes.first.0.trailing_zeros() * 4))
    }

    #[test]
    fn each_lane_has_its_own_element() {
        let find = |body: &str| found("A:d16 B:d16", body, "A");
        let dwords = Some((4, 0));
        assert_eq!(find("    mov (M1, 16) &A 0x1:d\n    add (M1, 16) &B $A $A"), dwords);
        assert_eq!(find("    (P) mov (M1, 16) &A 0x1:d"), dwords);
        // Lanes 8 to 15 come behind lanes 0 to 7.
        assert_eq!(find("    mov (M1, 8) &A 0x1:d\n    mov (M3, 8) A(1,0)<1> 0x1:d"), dwords);
        // Lanes 8 to 15 have the first elements.
        assert_eq!(find("    mov (M3, 8) &A 0x1:d"), Some((4, 8)));
        assert_eq!(find("    mov (M1, 8) &A 0x1:d\n    mov (M3, 8) &A 0x1:d"), None);
        // The first element would be that of a lane before lane 0.
        assert_eq!(find("    mov (M1, 8) A(0,1)<1> 0x1:d"), None);
        // Not all elements have a lane.
        assert_eq!(find("    mov (M1, 8) A(0,0)<2> 0x1:d"), None);
        assert_eq!(find(""), None);
    }

    #[test]
    fn what_crosses_lanes_or_ignores_the_mask_leaves_no_pattern() {
        let after = |inst: &str| found("A:d16 B:d16", &format!("    mov (M1, 16) &A 0x1:d\n    {inst}"), "A");
        assert_eq!(after("add (M1, 16) &B $A 0x1:d"), Some((4, 0)));
        assert_eq!(after("add (M1, 16) &B #A 0x1:d"), None);
        assert_eq!(after("add (M1, 8) &B A(0,0)<2;1,0> 0x1:d"), None);
        assert_eq!(after("add (M1_NM, 16) &B $A 0x1:d"), None);
        assert_eq!(after("mov (M1_NM, 16) &A 0x1:d"), None);
        assert_eq!(after("madw (M1, 8) &A $X $X $X"), None);
    }

    /// The second channel begins again with the first lane, and residency has a bit for every lane.
    #[test]
    fn each_channel_of_a_response_has_all_lanes() {
        let response = "R:f40 G:f16<R+64 M:ud8<R+128 A:f16<R+0";
        let find =
            |message: &str, name: &str| found(response, &format!("    {message} (M1, 16) 0x0:uw T6 R.0 X.0"), name);
        assert_eq!(find("load_lz.RG", "A"), Some((4, 0)));
        assert_eq!(find("load_lz.RG", "G"), Some((4, 0)));
        assert_eq!(find("load_lz.pixel_null_mask.RG", "G"), None);
    }

    /// What an implicit level of detail is found from is read for the neighbouring lanes, too.
    #[test]
    fn parameters_of_an_implicit_level_of_detail_leave_no_pattern() {
        let find = |message: &str| {
            let body = format!("    mov (M1, 16) &A 0x0:f\n    {message}.R (M1, 16) 0x0:uw S0 T6 R.0 A.0");
            found("A:f16 R:f16", &body, "A")
        };
        assert_eq!((find("sample_3d"), find("sample_lz")), (None, Some((4, 0))));
    }

    /// A byte of each dword is as good as the dword; a word in the second half of its slot, too.
    #[test]
    fn a_lane_may_use_a_part_of_its_own_bytes() {
        let find = |inst: &str| found("A:d16 W:uw32<A+0 B:d16", &format!("    mov (M1, 16) &A 0x1:d\n    {inst}"), "A");
        assert_eq!(find("mov (M1, 16) &B W(0,0)<2;1,0>"), Some((4, 0)));
        assert_eq!(find("mov (M1, 16) &B W(0,1)<2;1,0>"), Some((4, 0)));
        assert_eq!(find("mov (M1, 16) &B W(0,0)<1;1,0>"), None);
        assert_eq!(find("mov (M1, 8) &B W(0,2)<2;1,0>"), None);
    }

    /// A row shorter than a register has a lane pattern, also behind another, unless it ends in the next register.
    #[test]
    fn rows_that_share_a_register_have_their_own() {
        let find = |declarations: &str, name: &str| {
            let write = |name: &str| format!("    mov (M1, 8) &{name} 0x1:w\n");
            found(declarations, &[write("A"), write("B")].concat(), name)
        };
        let beside = "R:w32 A:w8<R+0 B:w8<R+16";
        assert_eq!([find(beside, "A"), find(beside, "B")], [Some((2, 0)); 2]);
        let across = "R:w48 A:w8<R+0 B:w16<R+16";
        assert_eq!([find(across, "A"), find(across, "B")], [Some((2, 0)), None]);
    }
}
