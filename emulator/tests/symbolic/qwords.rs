//! Kernels with qwords that messages of several blocks share, and with carries that are kept negated, with one fault each:
//! each fault is reported.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{AluOp, DataPort, DataPortOp, Inst, Modifier, Src};

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

/// Has two messages take something of each other: `take` gives the first what the second has.
fn exchange(compiled: &mut Compiled, indices: [usize; 2], take: fn(&mut DataPort, DataPort)) {
    let [first, second] = indices.map(|index| port(compiled, index));
    for (index, other) in indices.into_iter().zip([second, first]) {
        let Inst::DataPort(port) = &mut compiled.kernel.insts[index] else { panic!("a message") };
        take(port, other);
    }
}

/// The mismatches after messages `a` exchanged their addresses with messages `b`.
fn exchanged(a: usize, b: usize) -> String {
    broken(|compiled| {
        let indices = [a, b].map(|number| messages(compiled)[number]);
        exchange(compiled, indices, |port, other| port.address = other.address);
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

/// A pointer that each lane loads and follows in two blocks, and whose high half a comparison reads; and the two dwords behind
/// it, which are no pointer.
const LOADED: &str = "kernel @k(%x: i32, %n: i32, %in: uniform i64 = pointer) {
^entry:
  %wide = zext i32 %x -> i64
  %from = add i64 %in, %wide
  %behind = add i64 %from, 8
  %first = load_ptr [x: %from] qword_aligned -> i64
  %other = load_ptr [x: %behind] qword_aligned -> i32x2
  %e = extract i32x2 %other, 0
  %f = extract i32x2 %other, 1
  store_ptr [x: %first], i32 %e
  %is_below = icmp.slt i32 %x, %n
  branch %is_below, ^then, ^done
^then:
  %high = lshr i64 %first, 32
  %top = trunc i64 %high -> i32
  %is_far = icmp.ne i32 %top, 0
  %b = select i32 %is_far, %f, %n
  store_ptr [x: %first], i32 %b
  jump ^done
^done:
  return
}";

/// The mismatches after the messages that load a qword a lane, and read every other dword of these, were changed.
fn loaded(change: impl FnOnce(&mut Compiled, &[usize; 2])) -> String {
    let compiled = Compiled::checked(LOADED, Target::Tgllp, SimdWidth::Simd32);
    compiled.mismatches_after(|compiled| {
        let loads: Vec<usize> = messages(compiled)
            .into_iter()
            .filter(|index| port(compiled, *index).op == DataPortOp::PointerGatherQwords)
            .collect();
        change(compiled, &loads.try_into().expect("one for each half of the lanes"));
    })
}

#[test]
fn another_address_of_loaded_qwords() {
    let found = loaded(|compiled, loads| exchange(compiled, *loads, |port, other| port.address = other.address));
    assert!(found.contains("as the `low` half of a qword"), "{found}");
}

#[test]
fn loaded_qwords_of_the_other_half_of_the_lanes() {
    let found = loaded(|compiled, loads| exchange(compiled, *loads, |port, other| port.data = other.data));
    assert!(found.contains("as a half of a qword"), "{found}");
}

#[test]
fn dwords_that_are_loaded_as_qwords() {
    let found = loaded(|compiled, loads| {
        let Inst::DataPort(port) = &mut compiled.kernel.insts[loads[0]] else { panic!("a message") };
        (port.op, port.channels) = (DataPortOp::PointerGather4Scaled, ChannelMask::from_bits(0b11));
    });
    assert!(found.contains("half of a qword"), "{found}");
}

#[test]
fn qwords_that_are_loaded_for_dwords() {
    let found = loaded(|compiled, loads| {
        let by_channel = messages(compiled)
            .into_iter()
            .find(|index| *index > loads[1] && port(compiled, *index).op == DataPortOp::PointerGather4Scaled);
        let Inst::DataPort(port) = &mut compiled.kernel.insts[by_channel.expect("a load of dwords")] else {
            panic!("a message")
        };
        (port.op, port.channels) = (DataPortOp::PointerGatherQwords, ChannelMask::from_bits(1));
    });
    assert!(found.contains("%other"), "{found}");
}

/// The low half is read where the source reads the high one.
#[test]
fn the_other_half_of_loaded_qwords() {
    let found = loaded(|compiled, loads| {
        let qwords = port(compiled, loads[0]).data.var;
        let kernel = &mut compiled.kernel;
        let is_dwords = |var| kernel.unaliased(var) == qwords;
        let read = kernel.insts.iter().position(
            |inst| matches!(inst, Inst::Compare { srcs, .. } if matches!(srcs[0], Src::Register { var, .. } if is_dwords(var))),
        );
        let Inst::Compare { srcs, .. } = &mut kernel.insts[read.expect("a comparison")] else { panic!("a comparison") };
        let Src::Register { offset, .. } = &mut srcs[0] else { panic!("a register") };
        assert_eq!(std::mem::replace(offset, 0), 4);
    });
    assert!(found.contains("expected operands element 1 of"), "{found}");
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
