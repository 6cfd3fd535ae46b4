//! Addresses that are computed for a message which serves all lanes, with one fault each: those of dwords that follow each other,
//! and that of one lane; and addresses of constant memory.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::{DataPortOp, DataType, Inst, Modifier, Region, Relation, Src, VectorType};

use crate::compiled::Compiled;
use crate::mutations::{self, alu, find, insert, port, remove, swap};

/// Of eight dwords through a pointer, which each lane reads one of, and of four that may be at any byte: every operand of every
/// step, and every step.
#[test]
fn addresses_of_dwords_that_follow_each_other() {
    addresses_of_dwords("[x: %in] -> i32x8", 7, 5);
    addresses_of_dwords("[x: %in] unaligned -> i32x4", 3, 3);
}

/// One dword and two by pointers that all lanes have: the halves of an address, and what is moved.
#[test]
fn messages_of_one_lane_by_pointer() {
    let text = "kernel @k(%in: uniform i64 = pointer, %out: uniform i64 = pointer) {
^entry:
  %one = load_ptr [x: %in] -> i32
  %two = load_ptr [x: %in] -> i32x2
  %second = extract i32x2 %two, 1
  %sum = add i32 %one, %second
  store_ptr [x: %out], i32 %sum
  return
}";
    let given = Compiled::checked(text, Target::Tgllp, SimdWidth::Simd16);
    let is_found = |what: &str, change: &dyn Fn(&mut Compiled)| given.assert_refused(what, change);
    let pairs = (0..given.kernel.insts.len())
        .filter(|index| mutations::text(&given, *index).ends_with("<0;2,1>"))
        .collect::<Vec<_>>();
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        is_found("no address", &|broken| remove(broken, pair));
        is_found("one half", &|broken| alu(broken, pair, |alu| alu.exec.lanes = 1));
        is_found("active lanes", &|broken| alu(broken, pair, |alu| alu.exec.nomask = false));
        is_found("the low half twice", &|broken| {
            alu(broken, pair, |alu| {
                if let Src::Register { region, .. } = &mut alu.srcs[0] {
                    *region = Region::SCALAR;
                }
            });
        });
        is_found("another argument", &|broken| {
            alu(broken, pair, |alu| {
                if let Src::Register { offset, .. } = &mut alu.srcs[0] {
                    *offset += 4;
                }
            });
        });
    }
    for part in ["svm_gather.4.1 (M1_NM, 1)", "svm_scatter.4.1 (M1_NM, 1)"] {
        let index = find(&given, part, 0);
        is_found(&format!("{part} of the active lanes"), &|broken| {
            port(broken, index, |port| port.exec.nomask = false)
        });
        is_found(&format!("{part} of another register"), &|broken| port(broken, index, |port| port.data.offset = 4));
        let Inst::DataPort(access) = given.kernel.insts[index] else { panic!("{part}") };
        if let Some(op) = access.op.with_blocks(1) {
            is_found(&format!("{part} of bytes"), &|broken| port(broken, index, |port| port.op = op));
        }
    }
    let store = find(&given, "svm_scatter.4.1 (M1_NM, 1)", 0);
    is_found("two dwords", &|broken| port(broken, store, |port| port.channels = ChannelMask::from_bits(3)));
}

/// The same of eight dwords of local memory, whose offsets take two steps.
#[test]
fn offsets_of_dwords_that_follow_each_other() {
    offsets_of_dwords("load_local [x: %at]", 7, 2);
    offsets_of_dwords("load_local [x: %at]", 3, 1);
    offsets_of_dwords("load_local [x: %at]", 1, 1);
    offsets_of_dwords("load_raw b0 [x: %at]", 2, 1);
}

/// A load whose last element is `last`, with offsets of so many `steps`.
fn offsets_of_dwords(load: &str, last: u8, steps: usize) {
    let ty = format!("i32x{}", last + 1);
    let text = format!(
        "surface b0: raw @ table 0
kernel @k(%x: i32, %at: uniform i32) {{
^entry:
  %v = {load} -> {ty}
  %a = extract {ty} %v, 0
  %b = extract {ty} %v, {last}
  %c = sub i32 %a, %b
  store_raw b0 [x: %x], i32 %c
  return
}}"
    );
    let given = Compiled::checked(&text, Target::Tgllp, SimdWidth::Simd16);
    let first = find(&given, ":uv", 0);
    let last = find(&given, "gather4_scaled.R (M1_NM, 8)", 0);
    let message = if load.contains("raw") { last - 1 } else { last };
    assert_eq!(message, first + steps, "{load}");
    let is_found = |what: &str, change: &dyn Fn(&mut Compiled)| given.assert_refused(what, change);
    let other = Src::scalar(given.kernel.inputs[0].var);
    for index in first..first + steps {
        let step = mutations::text(&given, index);
        is_found(&format!("without {step}"), &|broken| remove(broken, index));
        is_found(&format!("another offset in {step}"), &|broken| alu(broken, index, |alu| alu.srcs[0] = other));
        is_found(&format!("active lanes in {step}"), &|broken| alu(broken, index, |alu| alu.exec.nomask = false));
        is_found(&format!("four lanes in {step}"), &|broken| alu(broken, index, |alu| alu.exec.lanes = 4));
        is_found(&format!("other numbers in {step}"), &|broken| {
            alu(broken, index, |alu| {
                let Src::Vector { ty, bits } = alu.srcs[1] else { panic!("{index}") };
                alu.srcs[1] = Src::Vector { ty, bits: bits ^ 0x1000 };
            });
        });
    }
    if steps > 1 {
        is_found("in another order", &|broken| swap(broken, first, first + 1));
        is_found("the second step twice", &|broken| {
            let (inst, origin) = (broken.kernel.insts[last - 1], broken.origins.insts[last - 1]);
            insert(broken, last, inst, origin);
        });
    }
    is_found("the active lanes", &|broken| port(broken, last, |port| port.exec.nomask = false));
    is_found("sixteen lanes", &|broken| port(broken, last, |port| port.exec.lanes = 16));
    is_found("the second dword", &|broken| port(broken, last, |port| port.channels = ChannelMask::from_bits(2)));
    is_found("two dwords a lane", &|broken| port(broken, last, |port| port.channels = ChannelMask::from_bits(3)));
}

/// A load of so many `steps` whose last element is `last`.
fn addresses_of_dwords(load: &str, last: u8, steps: usize) {
    let ty = format!("i32x{}", last + 1);
    let text = format!(
        "surface b0: raw @ table 0
kernel @k(%x: i32, %in: uniform i64 = pointer) {{
^entry:
  %v = load_ptr {load}
  %a = extract {ty} %v, 0
  %b = extract {ty} %v, {last}
  %c = sub i32 %a, %b
  store_raw b0 [x: %x], i32 %c
  return
}}"
    );
    let given = Compiled::checked(&text, Target::Tgllp, SimdWidth::Simd16);
    let first = find(&given, "uv", 0);
    let last = find(&given, "svm_gather", 0);
    assert_eq!(last, first + steps);
    let is_found = |what: &str, change: &dyn Fn(&mut Compiled)| given.assert_refused(what, change);
    let half = |offset| Src::Register {
        var: given.kernel.inputs[1].var,
        offset,
        region: Region::SCALAR,
        modifier: Modifier::None,
    };
    // Where a source is, whatever alias names it.
    let place = |src: Src| match src {
        Src::Register { var, offset, .. } => {
            let (root, start) = given.kernel.backing(var);
            Ok((root, start + u32::from(offset)))
        }
        number => Err(number),
    };
    for index in first..last {
        let step = mutations::text(&given, index);
        is_found(&format!("without {step}"), &|broken| remove(broken, index));
        for other in [Src::immediate(DataType::Ud, 3), half(0), half(4)] {
            for operand in 0..2 {
                let is_operand = match given.kernel.insts[index] {
                    Inst::Alu(alu) => alu.op.sources() > operand && place(alu.srcs[operand]) != place(other),
                    Inst::CompareInto { srcs, .. } => place(srcs[operand]) != place(other),
                    _ => false,
                };
                if is_operand {
                    is_found(
                        &format!("operand {operand} of {step}"),
                        &|broken| match &mut broken.kernel.insts[index] {
                            Inst::Alu(alu) => alu.srcs[operand] = other,
                            Inst::CompareInto { srcs, .. } => srcs[operand] = other,
                            _ => {}
                        },
                    );
                }
            }
        }
        is_found(&format!("active lanes in {step}"), &|broken| match &mut broken.kernel.insts[index] {
            Inst::Alu(alu) => alu.exec.nomask = false,
            Inst::CompareInto { exec, .. } => exec.nomask = false,
            _ => {}
        });
    }
    for other in [Relation::Gt, Relation::Le, Relation::Eq] {
        is_found("another relation", &|broken| match &mut broken.kernel.insts[last - 2] {
            Inst::CompareInto { relation, .. } => *relation = other,
            other => panic!("{other:?}"),
        });
    }
    is_found("the carry subtracted", &|broken| {
        alu(broken, last - 1, |alu| {
            if let Src::Register { modifier, .. } = &mut alu.srcs[1] {
                *modifier = Modifier::None;
            }
        });
    });
    is_found("the carry of the first lane", &|broken| {
        alu(broken, last - 1, |alu| {
            if let Src::Register { region, .. } = &mut alu.srcs[1] {
                *region = Region::SCALAR;
            }
        });
    });
    let Inst::DataPort(gather) = given.kernel.insts[last] else { panic!() };
    if gather.op == DataPortOp::PointerGather {
        is_found("words", &|broken| port(broken, last, |port| port.bytes = 2));
        is_found("aligned", &|broken| {
            port(broken, last, |port| {
                (port.op, port.channels) = (DataPortOp::PointerGatherDwords, ChannelMask::from_bits(1))
            })
        });
        is_found("the second dword again", &|broken| {
            let bits = 0x8888_8840;
            alu(broken, first, |alu| alu.srcs[1] = Src::Vector { ty: VectorType::Uv, bits });
        });
    } else {
        is_found("two channels", &|broken| port(broken, last, |port| port.channels = ChannelMask::from_bits(3)));
        is_found("dwords of four bytes each", &|broken| port(broken, last, |port| port.op = DataPortOp::PointerGather));
    }
    is_found("active lanes", &|broken| port(broken, last, |port| port.exec.nomask = false));
    is_found("another register", &|broken| port(broken, last, |port| port.data.offset = 4));
}

/// Two addresses of constant memory.
const ADDRESSES: &str = "surface b0: raw @ table 0
constant \"one\" = \"01000000\"
constant \"two\" = \"02000000\"
kernel @k(%x: i32, %p: uniform i64 = constant \"one\", %q: uniform i64 = constant \"two\") {
^entry:
  %a = load_ptr [x: %p] -> i32
  %b = load_ptr [x: %q] -> i32
  %c = sub i32 %a, %b
  store_raw b0 [x: %x], i32 %c
  return
}";

#[test]
fn addresses_of_constant_memory_exchanged_or_missing() {
    for target in [Target::Skl, Target::Tgllp] {
        let whole = Compiled::checked(ADDRESSES, target, SimdWidth::Simd16);
        let is_address = |inst: &&Inst| matches!(inst, Inst::SymbolAddress { .. });
        assert_eq!(whole.kernel.insts.iter().filter(is_address).count(), 2);
        let mut exchanged = whole.clone();
        let names: Vec<String> = exchanged.kernel.symbols.values().rev().cloned().collect();
        exchanged.kernel.symbols = names.into_iter().collect();
        let found = exchanged.check().expect_err("exchanged");
        assert!(found[0].to_string().contains("the address of `two` in another"), "{}", found[0]);
        let mut missing = whole.clone();
        let index = missing.kernel.insts.iter().position(|inst| is_address(&inst)).expect("one");
        remove(&mut missing, index);
        assert!(missing.check().is_err());
    }
}
