//! Words and bytes of dwords, with one fault each: what is moved to, or from, the wrong place is reported.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::{Alu, AluOp, Inst, Region, Src};

use crate::compiled::Compiled;

/// Both halves of one dword, joined in turn with others: divergent, and uniform.
const TEXT: &str = "surface b0: raw @ table 0
kernel @k(%x: i32, %y: i32, %n: uniform i32, %w: i16) {
^entry:
  %low = trunc i32 %y -> i16
  %above = lshr i32 %y, 16
  %high = trunc i32 %above -> i16
  %joined = iconcat i16 %high, %w
  %first = trunc i32 %n -> i16
  %over = ashr i32 %n, 16
  %second = trunc i32 %over -> i16
  %same = iconcat i16 %second, %first
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
    for (index, other, name) in [(0, 2, "%y"), (1, 0, "%above"), (4, 2, "%n"), (5, 0, "%over")] {
        let found = broken(SimdWidth::Simd16, |moves| *source(moves[index]).0 = other);
        assert!(found.contains(&format!("operands {name}")), "{index}: {found}");
    }
}

/// Bytes 0 to 3 of a dword: the moves of bytes, read from each other byte.
#[test]
fn another_byte_is_read() {
    let text = "surface b0: raw @ table 0
kernel @k(%x: i32, %y: i32) {
^entry:
  %s = lshr i32 %y, 8
  %t = ashr i32 %y, 24
  %a = trunc i32 %y -> i8
  %b = trunc i32 %s -> i8
  %c = trunc i32 %t -> i8
  %d = zext i8 %a -> i32
  %e = zext i8 %b -> i32
  %f = sext i8 %c -> i32
  %v = vec i32 [%d, %e, %f]
  store_raw b0 [x: %x], i32x3 %v
  return
}";
    let compiled = Compiled::of_text(text, Target::Tgllp, SimdWidth::Simd16);
    compiled.check().unwrap_or_else(|found| panic!("{}", found[0]));
    let is_move = |inst: &Inst| matches!(inst, Inst::Alu(alu) if compiled.kernel.vars[alu.dst.var].ty.bytes() == 1);
    let moves: Vec<usize> =
        (0..compiled.kernel.insts.len()).filter(|at| is_move(&compiled.kernel.insts[*at])).collect();
    assert_eq!(moves.len(), 3);
    for (at, right) in moves.into_iter().zip([0, 1, 3]) {
        for byte in 0..4 {
            let mut changed = compiled.clone();
            let Inst::Alu(alu) = &mut changed.kernel.insts[at] else { unreachable!("it is a move") };
            let (offset, region) = source(alu);
            assert_eq!(*region, Region::strided(4));
            *offset = byte;
            assert_eq!(changed.check().is_ok(), byte == right, "{at}: {byte}");
        }
    }
}

#[test]
fn words_of_other_lanes_are_read() {
    for (index, name) in [(0, "%y"), (1, "%above")] {
        let found = broken(SimdWidth::Simd16, |moves| *source(moves[index]).1 = Region::CONTIGUOUS);
        assert!(found.contains(&format!("operands {name}")), "{found}");
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
