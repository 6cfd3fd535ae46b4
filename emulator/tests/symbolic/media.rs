//! Kernels with media blocks and one fault each: each fault is reported.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::{Alu, AluOp, DataType, Inst, MediaBlock, MediaModifier, Src};

use crate::compiled::Compiled;

/// A read that is split into four messages, a narrow one whose other lanes get constants, and a write of two rows.
const TEXT: &str = "surface t0: 2d @ table 0
surface t1: 2d @ table 1
surface b0: raw @ table 2
kernel @k(%at: i32, %v: i32, %x: uniform i32, %y: uniform i32) {
^entry:
  %a = media_read t0 [x: %x, y: %y] plane 1 top -> i32x8
  %b = media_read t0 [x: %x, y: 3] width 4 -> i32
  %c = extract i32x8 %a, 7
  %sum = add i32 %v, 1
  %rows = vec i32 [%sum, %v]
  media_write t1 [x: 8, y: %y], i32x2 %rows
  store_raw b0 [x: %at], i32 %c
  store_raw b0 [x: %at], i32 %b
  return
}";

fn compiled() -> Compiled {
    Compiled::checked(TEXT, Target::Tgllp, SimdWidth::Simd32)
}

/// The mismatches after `change`.
fn broken(change: impl FnOnce(&mut Compiled)) -> String {
    compiled().mismatches_after(change)
}

/// The index of the media block of that number.
fn block(compiled: &Compiled, number: usize) -> usize {
    let blocks = compiled.kernel.insts.iter().enumerate().filter(|(_, inst)| matches!(inst, Inst::Media(_)));
    blocks.map(|(index, _)| index).nth(number).expect("a media block")
}

/// The mismatches after a change of the block of that number.
fn with_block(number: usize, change: impl FnOnce(&mut MediaBlock)) -> String {
    broken(|compiled| {
        let index = block(compiled, number);
        let Inst::Media(block) = &mut compiled.kernel.insts[index] else { panic!("{index}") };
        change(block);
    })
}

/// The mismatches after a change of an instruction of that kind and number.
fn with_alu(op: AluOp, number: usize, change: impl FnOnce(&mut Alu)) -> String {
    broken(|compiled| {
        let mut found = compiled.kernel.insts.iter_mut().filter_map(|inst| match inst {
            Inst::Alu(alu) if alu.op == op => Some(alu),
            _ => None,
        });
        change(found.nth(number).expect("such an instruction"));
    })
}

#[test]
fn another_plane_or_field() {
    assert!(with_block(1, |block| block.plane = 0).contains("expected top of plane 1, found top of plane 0"));
    assert!(with_block(2, |block| block.modifier = MediaModifier::None).contains("found nomod of plane 1"));
}

#[test]
fn a_message_of_another_size() {
    assert!(with_block(0, |block| block.height = 3).contains("messages for 0x0"));
    assert!(with_block(0, |block| block.width = 60).contains("messages for 0x0"));
    assert!(with_block(0, |block| block.width = 62).contains("elements of 4 bytes"));
    assert!(with_block(4, |block| block.width = 8).contains("messages for 0x0"));
    let found = with_block(5, |block| block.height = 3);
    assert!(found.contains("expected a part of a block of 32 by 2, moved once"), "{found}");
}

#[test]
fn a_missing_or_repeated_message() {
    let removed = broken(|compiled| {
        let index = block(compiled, 3);
        compiled.kernel.insts.remove(index);
        compiled.origins.insts.remove(index);
    });
    assert!(removed.contains("expected messages for lanes 0xffffffff, found messages for 0x0"), "{removed}");
    let twice = broken(|compiled| {
        let index = block(compiled, 0);
        let (inst, origin) = (compiled.kernel.insts[index], compiled.origins.insts[index]);
        compiled.kernel.insts.insert(index, inst);
        compiled.origins.insts.insert(index, origin);
    });
    assert!(twice.contains("expected a part of a block of 32 by 8, moved once"), "{twice}");
}

#[test]
fn other_coordinates() {
    let swapped = with_block(0, |block| std::mem::swap(&mut block.x, &mut block.y));
    assert!(swapped.contains("x = %x, uniform, plus a constant, found %y"), "{swapped}");
    let number = with_block(4, |block| block.y = Src::immediate(DataType::Ud, 2));
    assert!(number.contains("a part of a block of 4 by 1"), "{number}");
    // The first addition moves the second message four rows down; three overlap the first.
    let moved = with_alu(AluOp::Add, 0, |alu| alu.srcs[1] = Src::immediate(DataType::Ud, 3));
    assert!(moved.contains("moved once"), "{moved}");
}

#[test]
fn another_surface() {
    let found = broken(|compiled| {
        let index = block(compiled, 0);
        let set = compiled.kernel.insts[..index].iter_mut().rev().find_map(|inst| match inst {
            Inst::SetState { value, .. } => Some(value),
            _ => None,
        });
        *set.expect("the surface is set") = Src::immediate(DataType::Ud, 1);
    });
    assert!(found.contains("expected surface `t0`, found entry 0x1"), "{found}");
}

#[test]
fn rows_in_other_registers() {
    with_block(1, |block| block.data.offset = 64);
    let written = with_block(5, |block| block.data.offset = 64);
    assert!(written.contains("in row 0"), "{written}");
}

#[test]
fn constants_only_for_lanes_without_an_element() {
    // Constants for lanes from 4, from 8 and from 16 on; a constant for lanes that have an element is a fault.
    let found = broken(|compiled| {
        let mut filled = compiled.kernel.insts.iter_mut().filter_map(|inst| match inst {
            Inst::Alu(alu) if alu.op == AluOp::Mov && matches!(alu.srcs[0], Src::Immediate { .. }) => Some(alu),
            _ => None,
        });
        let alu = filled.next().expect("lanes are filled");
        (alu.exec.first, alu.dst.offset) = (0, 0);
    });
    assert!(found.contains("a variable written with"), "{found}");
}
