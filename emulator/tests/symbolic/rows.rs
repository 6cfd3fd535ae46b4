//! Blocks of a hardware thread, bytes of a dword written in place, comparisons that write variables, lanes at an index, and
//! tables of numbers, with one fault each.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::origin::Origin;
use texvisa_ir::visa::{
    Alu, AluOp, DataPortOp, DataType, Exec, Indirect, IndirectMove, Inst, Modifier, MoveDst, MoveSrc, Src,
};

use crate::compiled::Compiled;
use crate::mutations;

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

/// What another lane has, and a dword of four bytes that operations write.
const LANES: &str = "surface b0: raw @ table 0
kernel @k(%x: i32, %lane: i32, %p: i8, %q: i8) {
^entry:
  %other = shuffle i32 %x, %lane
  %low = sub i8 %p, %q
  %high = sub i8 %q, %p
  %both = and i8 %p, %q
  %odd = xor i8 %p, %q
  %d0 = zext i8 %low -> i32
  %d1 = zext i8 %high -> i32
  %d2 = zext i8 %both -> i32
  %d3 = zext i8 %odd -> i32
  %s1 = shl i32 %d1, 8
  %s2 = shl i32 %d2, 16
  %s3 = shl i32 %d3, 24
  %o1 = or i32 %d0, %s1
  %o2 = or i32 %o1, %s2
  %bytes = or i32 %o2, %s3
  %sum = add i32 %other, %bytes
  store_raw b0 [x: %x], i32 %sum
  return
}";

/// A loop that reads a table, which one of two paths to the end goes around.
const TABLE: &str = "surface b0: raw @ table 0
kernel @k(%x: i32, %n: uniform i32) {
^entry:
  %aside = icmp.slt i32 %n, 0
  branch %aside, ^aside, ^before
^aside:
  %product = mul i32 %x, %x
  store_raw b0 [x: %x], i32 %product
  jump ^before
^before:
  %start = add i32 %x, 5
  jump ^loop(i32 0, %start)
^loop(%i: i32, %sum: i32):
  %which = and i32 %i, 3
  %table = vec i32 [17, 33, 49, 65, 81]
  %element = element i32x5 %table, %which
  %more = add i32 %sum, %element
  %after = add i32 %i, 1
  %again = icmp.slt i32 %after, %n
  branch %again, ^loop(%after, %more), ^end
^end:
  store_raw b0 [x: %x], i32 %more
  return
}";

/// Lanes that insert at indices of their own.
const INSERTED: &str = "surface b0: raw @ table 0
kernel @k(%x: i32, %y: i32) {
^entry:
  %v = vec i32 [%x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y]
  %index = and i32 %x, 15
  %w = mul i32 %x, %y
  %next = insert i32x16 %v, %index, %w
  %m = and i32 %y, 15
  %e = element i32x16 %next, %m
  store_raw b0 [x: %x], i32 %e
  return
}";

/// The numbers of that table.
const NUMBERS: [u64; 5] = [17, 33, 49, 65, 81];

pub fn compiled(text: &str, simd: SimdWidth) -> Compiled {
    Compiled::checked(text, Target::Tgllp, simd)
}

fn each_is_found(change: impl Fn(&mut Inst) -> bool) -> usize {
    each_of_is_found(TEXT, SimdWidth::Simd16, change)
}

/// Whether the check finds something after `change`, which returns whether it changed an instruction; of each instruction in
/// turn. Returns how many were changed.
pub fn each_of_is_found(text: &str, simd: SimdWidth, change: impl Fn(&mut Inst) -> bool) -> usize {
    let mut changed = 0;
    for index in 0..compiled(text, simd).kernel.insts.len() {
        let mut broken = compiled(text, simd);
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

#[test]
fn another_lane_than_the_index_names() {
    for (simd, halves) in [(SimdWidth::Simd16, 1), (SimdWidth::Simd32, 2)] {
        let shifts = each_of_is_found(LANES, simd, |inst| match inst {
            Inst::Alu(alu) if alu.op == AluOp::Shl => {
                alu.srcs[1] = Src::immediate(DataType::D, 1);
                true
            }
            _ => false,
        });
        assert_eq!(shifts, halves);
        let bases = each_of_is_found(LANES, simd, |inst| match inst {
            Inst::AddressAdd(add) => {
                let Src::Register { var, .. } = add.src else { return false };
                add.base.var = var;
                true
            }
            _ => false,
        });
        assert_eq!(bases, halves);
        let lanes = each_of_is_found(LANES, simd, |inst| match inst {
            Inst::IndirectMove(indirect) => {
                let MoveSrc::Indirect(from, region, modifier) = indirect.src else { return false };
                indirect.src = MoveSrc::Indirect(Indirect { offset: 4, ..from }, region, modifier);
                true
            }
            _ => false,
        });
        assert_eq!(lanes, halves);
    }
}

#[test]
fn an_insertion_of_another_lane() {
    for (simd, lanes) in [(SimdWidth::Simd8, 8), (SimdWidth::Simd16, 16), (SimdWidth::Simd32, 32)] {
        let found = |change: fn(&mut IndirectMove, &mut Indirect) -> bool| {
            each_of_is_found(INSERTED, simd, |inst| match inst {
                Inst::IndirectMove(inst) => match inst.dst {
                    MoveDst::Indirect(mut to, stride) => {
                        let is_changed = change(inst, &mut to);
                        inst.dst = MoveDst::Indirect(to, stride);
                        is_changed
                    }
                    MoveDst::Direct(_) => false,
                },
                _ => false,
            })
        };
        let address = found(|_, to| {
            to.at.element ^= 1;
            true
        });
        let row = found(|_, to| {
            to.offset += 4;
            true
        });
        let element = found(|inst, _| match &mut inst.src {
            MoveSrc::Direct(Src::Register { offset, .. }) => {
                *offset ^= 4;
                true
            }
            _ => false,
        });
        let all_of_four = found(|inst, _| inst.predicate.take().is_some());
        let inverted = found(|inst, _| {
            inst.predicate.iter_mut().for_each(|predicate| predicate.inverted = true);
            true
        });
        let inactive = found(|inst, _| {
            inst.exec.nomask = true;
            true
        });
        let step = found(|_, to| {
            to.row *= 2;
            true
        });
        assert_eq!([address, row, element, all_of_four, inverted, inactive, step], [lanes; 7]);
        let bits = each_of_is_found(INSERTED, simd, |inst| match inst {
            Inst::SetPredicate { src, .. } => {
                *src = Src::immediate(DataType::Ud, 0xffff_ffff);
                true
            }
            _ => false,
        });
        assert_eq!(bits, 4 * lanes.div_ceil(16));
    }
}

/// Each lane is moved: none may be moved twice instead of another, no row be copied again after that, and no move be of the four
/// lanes of a mask where others have their elements already.
#[test]
fn an_insertion_that_lacks_a_lane() {
    let given = compiled(INSERTED, SimdWidth::Simd16);
    let is_move = |inst: &Inst| matches!(inst, Inst::IndirectMove(inst) if matches!(inst.dst, MoveDst::Indirect(..)));
    let moves: Vec<usize> =
        (0..given.kernel.insts.len()).filter(|index| is_move(&given.kernel.insts[*index])).collect();
    let mut twice = given.clone();
    twice.kernel.insts[moves[1]] = twice.kernel.insts[moves[0]];
    assert!(twice.check().is_err());
    let copy = (0..moves[0])
        .rev()
        .find(|index| matches!(given.kernel.insts[*index], Inst::Alu(alu) if alu.op == AluOp::Mov && !alu.exec.nomask));
    let copy = copy.expect("the rows are copied");
    let mut copied = given.clone();
    mutations::insert(&mut copied, moves[8], given.kernel.insts[copy], given.origins.insts[copy]);
    assert!(copied.check().is_err());
    // The first predicate and its four moves may come last.
    let mut last = given.clone();
    last.kernel.insts[moves[0] - 1..=moves[15]].rotate_left(5);
    last.check().unwrap_or_else(|found| panic!("{}", found[0]));
    let Inst::SetPredicate { src, .. } = &mut last.kernel.insts[moves[15] - 4] else { panic!("a predicate") };
    *src = Src::immediate(DataType::Ud, 0xffff_ffff);
    assert!(last.check().is_err());
}

#[test]
fn a_byte_of_other_operands() {
    let changed = each_of_is_found(LANES, SimdWidth::Simd16, |inst| match inst {
        Inst::Alu(alu) => match &mut alu.srcs[1] {
            Src::Register { modifier: modifier @ Modifier::Negate, .. } => {
                *modifier = Modifier::None;
                true
            }
            _ => false,
        },
        _ => false,
    });
    assert_eq!(changed, 2);
    // A byte is what the operation before the truncation returns, not another one.
    let mut broken = compiled(LANES, SimdWidth::Simd16);
    let is_narrow = |inst: &Inst| matches!(inst, Inst::Alu(alu) if alu.op == AluOp::Xor || alu.op == AluOp::And);
    let bitwise: Vec<usize> =
        (0..broken.kernel.insts.len()).filter(|index| is_narrow(&broken.kernel.insts[*index])).collect();
    let (Inst::Alu(first), Inst::Alu(second)) = (broken.kernel.insts[bitwise[0]], broken.kernel.insts[bitwise[1]])
    else {
        panic!("two operations")
    };
    broken.kernel.insts[bitwise[0]] = Inst::Alu(Alu { dst: second.dst, ..first });
    broken.kernel.insts[bitwise[1]] = Inst::Alu(Alu { dst: first.dst, ..second });
    assert!(broken.check().is_err());
}

/// A masked offset is computed where the first lane is active alone, and read by all.
#[test]
fn an_offset_of_a_lane_under_the_mask() {
    let text = LANES.replace("%lane: i32", "%lane: uniform i32");
    let changed = each_of_is_found(&text, SimdWidth::Simd16, |inst| match inst {
        Inst::Alu(alu) if alu.op == AluOp::Shl && alu.exec == Exec::SCALAR => {
            alu.exec.nomask = false;
            true
        }
        _ => false,
    });
    assert_eq!(changed, 1);
}

#[test]
fn a_number_of_a_table() {
    let changed = each_of_is_found(TABLE, SimdWidth::Simd16, |inst| match inst {
        Inst::Alu(Alu { op: AluOp::Mov, srcs: [Src::Immediate { bits, .. }, ..], .. })
            if NUMBERS.contains(&bits.get()) =>
        {
            *bits = 18_u64.into();
            true
        }
        _ => false,
    });
    assert_eq!(changed, NUMBERS.len());
}

#[test]
fn a_table_that_one_path_goes_around() {
    let moved = compiled(TABLE, SimdWidth::Simd16).mismatches_after(|compiled| {
        let Compiled { kernel, origins, texture, .. } = compiled;
        let is_number = |inst: &Inst| matches!(inst, Inst::Alu(Alu { op: AluOp::Mov, srcs: [Src::Immediate { bits, .. }, ..], .. }) if NUMBERS.contains(&bits.get()));
        let product = kernel.insts.iter().position(|inst| matches!(inst, Inst::Alu(Alu { op: AluOp::Mul, .. })));
        let product = product.expect("a product");
        let first = kernel.insts.iter().position(is_number).expect("a number");
        assert!(product < first, "the side path comes first");
        let aside = texture.layout[1];
        let last = *texture.blocks[aside].insts.last().expect("a jump");
        let store = kernel.insts[product..].iter().position(|inst| matches!(inst, Inst::DataPort(_)));
        let at = product + store.expect("a store") + 1;
        for number in 0..NUMBERS.len() {
            let inst = kernel.insts.remove(first + number);
            origins.insts.remove(first + number);
            kernel.insts.insert(at + number, inst);
            origins.insts.insert(at + number, Origin::Inst(last));
        }
    });
    assert!(moved.contains("another move"), "{moved}");
}
