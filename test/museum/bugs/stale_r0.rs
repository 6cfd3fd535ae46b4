//! Of r0 the interface promises some bits, and others are what the hardware left there. The compiler took a dword of it
//! whole, so that stale bits changed an address, a mask or a length.

use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::visa::{AluOp, DataType, Src};
use texvisa::lowering::Lowered;

use crate::exhibit::{Bug, Check, Exhibit, Seed, Subject};
use crate::kernels::alu;

pub const BUG: Bug = Bug {
    name: "bits of r0 that no interface promises are taken over",
    reference: "Mesa 61b0cfd84ee, 31290f98061",
    exhibits: &[
        Exhibit {
            seed: "the start of scratch memory has the ten low bits of r0.5",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Emission(|lowered| keep(lowered, u32::MAX)),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "it has the lowest of these bits alone",
            on: Subject { source: SOURCE, target: Target::Skl, simd: SimdWidth::Simd8 },
            put: Seed::Emission(|lowered| keep(lowered, 0xffff_fc01)),
            caught_by: &[Check::Symbolic, Check::Execution],
        },
        Exhibit {
            seed: "the program's own front end keeps them",
            on: Subject { source: SOURCE, target: Target::Tgllp, simd: SimdWidth::Simd16 },
            put: Seed::Source(STALE),
            caught_by: &[Check::Execution],
        },
    ],
};

const SOURCE: &str = "surface b0: raw @ table 0
kernel @scratch(%r0: uniform i32x8 = r0, %x: i32) scratch 4 {
^entry:
  %five = extract i32x8 %r0, 5
  %start = and i32 %five, -1024
  %lane = lane_id
  %own = shl i32 %lane, 2
  %here = add i32 %start, %own
  store_scratch [x: %here], i32 %x
  %above = lshr i32 %five, 10
  %again = shl i32 %above, 10
  %there = add i32 %again, %own
  %found = load_scratch [x: %there] -> i32
  %to = shl i32 %x, 2
  store_raw b0 [x: %to], i32 %found
  return
}";

const STALE: &str = "surface b0: raw @ table 0
kernel @scratch(%r0: uniform i32x8 = r0, %x: i32) scratch 4 {
^entry:
  %start = extract i32x8 %r0, 5
  %lane = lane_id
  %own = shl i32 %lane, 2
  %here = add i32 %start, %own
  store_scratch [x: %here], i32 %x
  %above = lshr i32 %start, 10
  %again = shl i32 %above, 10
  %there = add i32 %again, %own
  %found = load_scratch [x: %there] -> i32
  %to = shl i32 %x, 2
  store_raw b0 [x: %to], i32 %found
  return
}";

fn keep(lowered: &mut Lowered, mask: u32) {
    let cut = Src::immediate(DataType::D, 0xffff_fc00);
    let and = alu(&mut lowered.kernel, 0, |_, alu| alu.op == AluOp::And && alu.srcs[1] == cut);
    and.srcs[1] = Src::immediate(DataType::D, mask.into());
}
