//! Kernels with qwords that messages of several blocks share, and with carries that are kept negated, with one fault each:
//! each fault is reported.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{AluOp, DataPort, Inst, Modifier, Raw, Src};

use crate::compiled::Compiled;

/// A pointer that three blocks store to, and whose low half a select reads; another that two blocks store to.
const TEXT: &str = "kernel @k(%x: i32, %n: i32, %in: uniform i64 = pointer, %out: uniform i64 = pointer) {
^entry:
  %wide = zext i32 %x -> i64
  %from = add i64 %in, %wide
  %to = add i64 %out, %wide
  %is_below = icmp.slt i32 %x, %n
  branch %is_below, ^then, ^done(i32 1)
^then:
  store_ptr [x: %from], i32 %x
  store_ptr [x: %to], i32 %x
  %chosen = select i64 %is_below, %from, %wide
  store_ptr [x: %chosen], i32 %n
  jump ^done(%n)
^done(%b: i32):
  store_ptr [x: %from], i32 %b
  store_ptr [x: %to], i32 %b
  return
}";

fn compiled() -> Compiled {
    Compiled::checked(TEXT, Target::Tgllp, SimdWidth::Simd32)
}

/// The mismatches after `change`.
fn broken(change: impl FnOnce(&mut Compiled)) -> String {
    compiled().mismatches_after(change)
}

/// The indices of the moves to every other dword of qwords that are shared: the low half and the high one of the lower half
/// of the lanes, then of the upper one, for each pointer.
fn moves(compiled: &Compiled) -> Vec<usize> {
    let is_shared = |inst: &Inst| match inst {
        Inst::Alu(alu) if alu.op == AluOp::Mov && alu.dst.stride == 2 => {
            let root = compiled.kernel.unaliased(alu.dst.var);
            matches!(compiled.origins.var(root), Meaning::Qwords { .. })
        }
        _ => false,
    };
    let found: Vec<usize> =
        compiled.kernel.insts.iter().enumerate().filter(|(_, inst)| is_shared(inst)).map(|(index, _)| index).collect();
    assert_eq!(found.len(), 8);
    found
}

/// The indices of the messages.
fn messages(compiled: &Compiled) -> Vec<usize> {
    let all = compiled.kernel.insts.iter().enumerate();
    all.filter(|(_, inst)| matches!(inst, Inst::DataPort(_))).map(|(index, _)| index).collect()
}

fn port(compiled: &Compiled, index: usize) -> DataPort {
    let Inst::DataPort(port) = compiled.kernel.insts[index] else { panic!("{index}") };
    port
}

/// The mismatches after messages `a` exchanged their addresses with messages `b`.
fn exchanged(a: usize, b: usize) -> String {
    broken(|compiled| {
        let [a, b] = [a, b].map(|number| messages(compiled)[number]);
        let addresses: Vec<Option<Raw>> = [a, b].map(|index| port(compiled, index).address[0].expand()).to_vec();
        for (index, address) in [(a, addresses[1]), (b, addresses[0])] {
            let Inst::DataPort(port) = &mut compiled.kernel.insts[index] else { panic!() };
            port.address[0] = address.into();
        }
    })
}

#[test]
fn another_pointer_or_half_of_the_lanes() {
    // Two messages for each store, of which the last are of another block than what makes the qwords.
    assert_eq!(messages(&compiled()).len(), 10);
    assert!(exchanged(6, 8).contains("half of a qword"));
    assert!(exchanged(6, 7).contains("half of a qword"));
}

#[test]
fn another_value_in_shared_qwords() {
    let found = broken(|compiled| {
        let moves = moves(compiled);
        let Inst::Alu(from) = compiled.kernel.insts[moves[4]] else { panic!() };
        let Inst::Alu(to) = &mut compiled.kernel.insts[moves[0]] else { panic!() };
        to.srcs = from.srcs;
    });
    assert!(found.contains("as a half of a qword"), "{found}");
}

#[test]
fn a_missing_half_of_shared_qwords() {
    for number in 0..8 {
        let found = broken(|compiled| {
            let index = moves(compiled)[number];
            compiled.kernel.insts.remove(index);
            compiled.origins.insts.remove(index);
        });
        assert!(found.contains("half of a qword"), "{found}");
    }
}

/// The qwords are made in a block that does not dominate all readers.
#[test]
fn shared_qwords_that_a_reader_may_not_have_passed() {
    let found = broken(|compiled| {
        let (moves, last) = (moves(compiled), messages(compiled)[0]);
        for index in moves.into_iter().rev() {
            let inst = compiled.kernel.insts.remove(index);
            let origin = compiled.origins.insts[last];
            compiled.kernel.insts.insert(last - 1, inst);
            compiled.origins.insts.remove(index);
            compiled.origins.insts.insert(last - 1, origin);
        }
    });
    assert!(found.contains("half of a qword"), "{found}");
}

/// What a message returns is in no qwords: another block reads halves there.
#[test]
fn a_response_in_shared_qwords() {
    let text = TEXT.replace(
        "  store_ptr [x: %to], i32 %b\n",
        "  %read = load_ptr [x: %to] -> i32\n  store_ptr [x: %to], i32 %read\n",
    );
    let broken = Compiled::checked(&text, Target::Tgllp, SimdWidth::Simd32).mismatches_after(|compiled| {
        let root = compiled.kernel.unaliased(match compiled.kernel.insts[moves(compiled)[0]] {
            Inst::Alu(alu) => alu.dst.var,
            _ => panic!("a move"),
        });
        let load = compiled.kernel.insts.iter_mut().find_map(|inst| match inst {
            Inst::DataPort(port) if port.op.reads() => Some(port),
            _ => None,
        });
        load.expect("a load").data.var = root;
    });
    assert!(broken.contains("written with their halves alone"), "{broken}");
}

/// The instructions that read a carry that is kept negated read it negated, and with no other modifier.
#[test]
fn a_carry_without_its_modifier() {
    let found = broken(|compiled| {
        let mut sums = compiled.kernel.insts.iter_mut().filter_map(|inst| match inst {
            Inst::Alu(alu) if alu.op == AluOp::Add => {
                alu.srcs[..2].iter_mut().find(|src| matches!(src, Src::Register { modifier: Modifier::Negate, .. }))
            }
            _ => None,
        });
        let src = sums.next().expect("a sum with a carry");
        let Src::Register { modifier, .. } = src else { panic!() };
        *modifier = Modifier::None;
    });
    assert!(found.contains("negated"), "{found}");
}

/// What is compared for a carry is the sum and its first operand.
#[test]
fn another_comparison_for_a_carry() {
    let found = broken(|compiled| {
        let mut compares = compiled.kernel.insts.iter_mut().filter_map(|inst| match inst {
            Inst::CompareInto { srcs, .. } => Some(srcs),
            _ => None,
        });
        compares.next().expect("a carry").swap(0, 1);
    });
    assert!(found.contains("expected"), "{found}");
}
