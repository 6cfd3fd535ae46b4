//! Lanes that are known and read in place, with one fault each.

use texvisa_ir::target::SimdWidth;
use texvisa_ir::visa::{Alu, AluOp, Inst, Modifier, Region, Src};

use crate::rows::{compiled, each_of_is_found};

/// Lanes that are known: one that arithmetic of the loop reads, and one that what is behind the loop reads.
const KNOWN_LANES: &str = "surface b0: raw @ table 0
kernel @k(%x: f32, %i: i32, %n: uniform i32) {
^entry:
  jump ^loop(i32 0, %x)
^loop(%k: i32, %sum: f32):
  %product = fmul f32 %sum, %x
  %kept = shuffle f32 %product, 2
  %five = shuffle f32 %product, 5
  %next = fadd f32 %five, %x
  %after = add i32 %k, 1
  %again = icmp.slt i32 %after, %n
  branch %again, ^loop(%after, %next), ^end
^end:
  %last = fsub f32 %kept, %next
  store_raw b0 [x: %i], f32 %last
  return
}";

#[test]
fn a_lane_that_arithmetic_reads_in_place() {
    let five = |alu: &Alu| match alu.srcs[0] {
        Src::Register { offset: 20, region: Region::SCALAR, .. } => alu.op == AluOp::Add,
        _ => false,
    };
    let other = each_of_is_found(KNOWN_LANES, SimdWidth::Simd16, |inst| match inst {
        Inst::Alu(alu) if five(alu) => {
            let Src::Register { offset, .. } = &mut alu.srcs[0] else { return false };
            *offset = 24;
            true
        }
        _ => false,
    });
    let negated = each_of_is_found(KNOWN_LANES, SimdWidth::Simd16, |inst| match inst {
        Inst::Alu(alu) if five(alu) => {
            let Src::Register { modifier, .. } = &mut alu.srcs[0] else { return false };
            *modifier = Modifier::Negate;
            true
        }
        _ => false,
    });
    assert_eq!((other, negated), (1, 1));
}

/// Behind the loop the variable may be of a later iteration than the lane that was asked for.
#[test]
fn a_lane_that_is_read_behind_the_loop() {
    let found = compiled(KNOWN_LANES, SimdWidth::Simd16).mismatches_after(|compiled| {
        let insts = &mut compiled.kernel.insts;
        let kept = insts.iter().find_map(|inst| match inst {
            Inst::Alu(Alu {
                op: AluOp::Mov,
                dst,
                srcs: [src @ Src::Register { offset: 8, region: Region::SCALAR, .. }, ..],
                ..
            }) => Some((dst.var, *src)),
            _ => None,
        });
        let (kept, product) = kept.expect("a copy of the lane");
        let last = insts.iter_mut().rev().find_map(|inst| match inst {
            Inst::Alu(alu) if alu.op == AluOp::Add => Some(alu),
            _ => None,
        });
        let last = last.expect("a difference");
        assert!(matches!(last.srcs[0], Src::Register { var, .. } if var == kept), "{last:?}");
        last.srcs[0] = product;
    });
    assert!(found.contains("expected operands %kept"), "{found}");
}

/// Lanes that go on to the next iteration write the parameter while others are pending.
#[test]
fn a_lane_of_a_parameter_that_another_block_reads() {
    let text = "surface b0: raw @ table 0
kernel @k(%x: f32, %i: i32, %n: uniform i32) {
^entry:
  jump ^loop(i32 0, %x)
^loop(%k: i32, %sum: f32):
  %two = shuffle f32 %sum, 2
  %after = add i32 %k, 1
  %again = icmp.slt i32 %after, %n
  %odd = icmp.eq i32 %i, 2
  branch %odd, ^a, ^b
^a:
  %p = fadd f32 %sum, 100.0
  branch %again, ^loop(%after, %p), ^end(%p)
^b:
  %q = fadd f32 %two, %sum
  branch %again, ^loop(%after, %q), ^end(%q)
^end(%part: f32):
  store_raw b0 [x: %i], f32 %part
  return
}";
    let found = compiled(text, SimdWidth::Simd16).mismatches_after(|compiled| {
        let insts = &mut compiled.kernel.insts;
        let lane = insts.iter().find_map(|inst| match inst {
            Inst::Alu(Alu { op: AluOp::Mov, dst, srcs: [src, ..], .. }) => match src {
                Src::Register { offset: 8, region: Region::SCALAR, .. } => Some((dst.var, *src)),
                _ => None,
            },
            _ => None,
        });
        let (two, sum) = lane.expect("a copy of the lane");
        let reader = insts.iter_mut().find_map(|inst| match inst {
            Inst::Alu(alu) if matches!(alu.srcs[0], Src::Register { var, .. } if var == two) => Some(alu),
            _ => None,
        });
        reader.expect("a reader").srcs[0] = sum;
    });
    assert!(found.contains("expected operands %two"), "{found}");
}
