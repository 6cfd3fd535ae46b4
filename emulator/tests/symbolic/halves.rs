//! Words of dwords, with one fault each: what is moved to, or from, the wrong half is reported.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::{Alu, AluOp, Inst, Region, Src};

use crate::compiled::Compiled;

/// Both halves of one dword, joined in turn with others: divergent, and uniform.
const TEXT: &str = "surface b0: raw @ table 0
kernel @k(%x: i32, %y: i32, %n: uniform i32, %w: i16) {
^entry:
  %low = trunc i32 %y -> i16
  %high = isplit.high i32 %y -> i16
  %joined = iconcat i16 %high, %w -> i32
  %first = trunc i32 %n -> i16
  %second = isplit.high i32 %n -> i16
  %same = iconcat i16 %second, %first -> i32
  store_raw b0 [x: %x], i32 %joined
  store_raw b0 [x: %x], i32 %same
  store_raw b0 [x: %x], i16 %low
  return
}";

/// What is found after `change` of the moves of words, which are in the order of the operations, those of each half together.
fn broken(simd: SimdWidth, change: impl FnOnce(&mut [&mut Alu])) -> String {
    let mut compiled = Compiled::of_text(TEXT, Target::Tgllp, simd);
    compiled.check().unwrap_or_else(|found| panic!("{}", found[0]));
    let kernel = &mut compiled.kernel;
    let mut moves: Vec<&mut Alu> = Vec::new();
    for inst in &mut kernel.insts {
        if let Inst::Alu(alu) = inst
            && alu.op == AluOp::Mov
            && kernel.vars[alu.dst.var].ty.bytes() == 2
        {
            moves.push(alu);
        }
    }
    change(&mut moves);
    compiled.check().expect_err("it is wrong").iter().map(ToString::to_string).collect()
}

fn source(alu: &mut Alu) -> (&mut u16, &mut Region) {
    match &mut alu.srcs[0] {
        Src::Register { offset, region, .. } => (offset, region),
        _ => panic!("a register"),
    }
}

#[test]
fn the_other_half_is_read() {
    for (index, other, name) in [(0, 2, "%y"), (1, 0, "%y"), (4, 2, "%n"), (5, 0, "%n")] {
        let found = broken(SimdWidth::Simd16, |moves| *source(moves[index]).0 = other);
        assert!(found.contains(&format!("operands {name}")), "{index}: {found}");
    }
}

#[test]
fn words_of_other_lanes_are_read() {
    for index in [0, 1] {
        let found = broken(SimdWidth::Simd16, |moves| *source(moves[index]).1 = Region::CONTIGUOUS);
        assert!(found.contains("operands %y"), "{found}");
        broken(SimdWidth::Simd16, |moves| *source(moves[index]).1 = Region::SCALAR);
    }
    broken(SimdWidth::Simd16, |moves| *source(moves[0]).0 = 4);
    // The dwords of the upper lanes.
    broken(SimdWidth::Simd32, |moves| moves[0].srcs[0] = moves[1].srcs[0]);
}

#[test]
fn words_are_joined_in_the_wrong_order_or_place() {
    for [low, high] in [[2, 3], [6, 7]] {
        let found = broken(SimdWidth::Simd16, |moves| {
            let exchanged = [moves[high].srcs[0], moves[low].srcs[0]];
            [moves[low].srcs[0], moves[high].srcs[0]] = exchanged;
        });
        assert!(found.contains("operands"), "{found}");
        broken(SimdWidth::Simd16, |moves| moves[low].dst.offset = 2);
        broken(SimdWidth::Simd16, |moves| moves[high].dst.offset = 0);
        broken(SimdWidth::Simd16, |moves| moves[high].dst.offset = 4);
    }
    for index in [2, 3] {
        broken(SimdWidth::Simd16, |moves| moves[index].dst.stride = 1);
        broken(SimdWidth::Simd16, |moves| moves[index].saturate = true);
    }
    // The low words of one half of the lanes are those of the other.
    broken(SimdWidth::Simd32, |moves| moves[4].dst.var = moves[6].dst.var);
}
