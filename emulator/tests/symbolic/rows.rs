//! Blocks of a hardware thread, bytes of a dword written in place, and comparisons that write variables, with one fault each.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::{AluOp, DataPortOp, DataType, Inst, Src};

use crate::compiled::Compiled;

/// A block that is loaded and one that is stored; a color of three converted floats and a number; a mask.
const TEXT: &str = "surface b0: raw @ table 0
surface b1: raw @ table 1
kernel @k(%x: i32, %y: i32, %n: uniform i32, %r: f32, %g: f32, %b: f32) {
^entry:
  %block = load_block b0 [x: %n] -> i32x2
  %first = extract i32x2 %block, 0
  %second = extract i32x2 %block, 1
  %exchanged = vec i32 [%second, %first]
  store_block b1 [x: %n], i32x2 %exchanged
  %c0 = fptoui.sat f32 %r -> i8
  %c1 = fptoui.sat f32 %g -> i8
  %c2 = fptoui.sat f32 %b -> i8
  %d0 = zext i8 %c0 -> i32
  %d1 = zext i8 %c1 -> i32
  %d2 = zext i8 %c2 -> i32
  %s1 = shl i32 %d1, 8
  %s2 = shl i32 %d2, 16
  %o1 = or i32 %d0, %s1
  %o2 = or i32 %o1, %s2
  %d3 = zext i8 255 -> i32
  %s3 = shl i32 %d3, 24
  %color = or i32 %o2, %s3
  %less = icmp.slt i32 %x, %y
  %mask = sext i1 %less -> i32
  %sum = add i32 %color, %mask
  store_raw b0 [x: %x], i32 %sum
  return
}";

fn compiled() -> Compiled {
    let compiled = Compiled::of_text(TEXT, Target::Tgllp, SimdWidth::Simd16);
    compiled.check().unwrap_or_else(|found| panic!("{}", found[0]));
    compiled
}

/// Whether the check finds something after `change`, which returns whether it changed an instruction; of each instruction in
/// turn. Returns how many were changed.
fn each_is_found(change: impl Fn(&mut Inst) -> bool) -> usize {
    let mut changed = 0;
    for index in 0..compiled().kernel.insts.len() {
        let mut broken = compiled();
        if change(&mut broken.kernel.insts[index]) {
            changed += 1;
            assert!(broken.check().is_err(), "instruction {index}");
        }
    }
    changed
}

#[test]
fn a_block_of_another_size_or_at_another_place() {
    let is_block = |op: DataPortOp| matches!(op, DataPortOp::BlockLoad | DataPortOp::OwordStore);
    let sizes = each_is_found(|inst| match inst {
        Inst::DataPort(port) if is_block(port.op) => {
            port.bytes /= 2;
            true
        }
        _ => false,
    });
    assert_eq!(sizes, 2);
    let rows = each_is_found(|inst| match inst {
        Inst::DataPort(port) if is_block(port.op) => {
            port.data.offset = 64;
            true
        }
        _ => false,
    });
    assert_eq!(rows, 2);
    // The offset of the store counts 16 bytes.
    let offsets = each_is_found(|inst| match inst {
        Inst::Alu(alu) if alu.op == AluOp::Shr => {
            alu.srcs[1] = Src::immediate(DataType::Ud, 3);
            true
        }
        _ => false,
    });
    assert_eq!(offsets, 1);
}

#[test]
fn a_byte_at_another_place_of_its_dword() {
    for to in 0..4 {
        let changed = each_is_found(|inst| match inst {
            Inst::Alu(alu) if alu.dst.stride == 4 && alu.dst.offset != to => {
                alu.dst.offset = to;
                true
            }
            _ => false,
        });
        assert_eq!(changed, 3);
    }
}

#[test]
fn a_comparison_of_other_operands() {
    let changed = each_is_found(|inst| match inst {
        Inst::CompareInto { srcs, .. } => {
            srcs.swap(0, 1);
            true
        }
        _ => false,
    });
    assert_eq!(changed, 1);
}
