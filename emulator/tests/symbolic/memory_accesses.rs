//! Loads, stores and atomic operations, with one fault each.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{Aligned, ChannelMask};
use texvisa_ir::visa::{
    Alu, Atomic, AtomicFunction, DataPort, DataPortOp, Exec, Inst, Modifier, Raw, Region, Src, VarDecl, VectorType,
};

use crate::compiled::Compiled;
use crate::mutations::{self, alu, find, insert, port, remove, swap, variable};

/// A load and a store of dwords that may be at any byte, with one fault each.
#[test]
fn wrong_unaligned_accesses() {
    let text = "surface b0: raw @ table 0
kernel @k(%x: i32, %y: i32, %z: f32) {
^entry:
  %a = load_raw b0 [x: %x] unaligned -> i32
  store_raw b0 [x: %y] unaligned, i32 %a
  store_raw b0 [x: %x] unaligned, f32 %z
  return
}";
    let given = Compiled::checked(text, Target::Tgllp, SimdWidth::Simd32);
    let broken = |part: &str, number: usize, change: &dyn Fn(&Compiled, &mut DataPort)| {
        let mut compiled = given.clone();
        let index = find(&compiled, part, number);
        let Inst::DataPort(mut port) = compiled.kernel.insts[index] else { panic!() };
        change(&compiled, &mut port);
        compiled.kernel.insts[index] = Inst::DataPort(port);
        compiled.check().expect_err("it is wrong").iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let whole = |compiled: &Compiled, name: &str, half: u8| Raw::whole(variable(compiled, name, 0, half));
    for part in ["gather_scaled.4", "scatter_scaled.4"] {
        let found = broken(part, 0, &|compiled, port| port.address[0] = whole(compiled, "z", 0).into());
        assert!(found.contains("as coordinate 0 of the address"), "{found}");
        // The address of the other half.
        let found = broken(part, 1, &|compiled, port| port.address[0] = whole(compiled, "x", 0).into());
        assert!(found.contains("as coordinate 0 of the address"), "{found}");
        let found = broken(part, 0, &|_, port| port.exec = Exec::all(16, 0));
        assert!(found.contains("as coordinate 0 of the address"), "{found}");
        let found = broken(part, 1, &|_, port| port.exec = Exec::masked(16, 0));
        assert!(found.contains("(M1, 16)"), "{found}");
        let found = broken(part, 0, &|_, port| port.bytes = 2);
        assert!(found.contains("another access"), "{found}");
        // A message that takes aligned addresses alone.
        let found = broken(part, 0, &|_, port| {
            port.op = if port.op.reads() { DataPortOp::Gather4Scaled } else { DataPortOp::Scatter4Scaled };
            port.channels = ChannelMask::from_bits(1);
        });
        assert!(found.contains("another access"), "{found}");
    }
    let found = broken("scatter_scaled.4", 2, &|compiled, port| port.data = whole(compiled, "a", 0));
    assert!(found.contains("expected %z as channel 0 for (M1, 16)"), "{found}");
    let found = broken("scatter_scaled.4", 0, &|compiled, port| port.data = whole(compiled, "y", 0));
    assert!(found.contains("expected %a as channel 0 for (M1, 16)"), "{found}");
    let found = broken("gather_scaled.4", 0, &|compiled, port| port.data = whole(compiled, "y", 0));
    assert!(found.contains("%a"), "{found}");
}

/// A store of three dwords that may be at any byte, one a lane, with one fault each: every instruction that it is made of, and the
/// message.
#[test]
fn wrong_dwords_stored_one_a_lane() {
    let text = "surface b0: raw @ table 0
kernel @k(%at: uniform i32, %a: uniform i32, %b: uniform i32) {
^entry:
  %c = xor i32 %a, %b
  %three = vec i32 [%a, %b, %c]
  store_raw b0 [x: %at] unaligned, i32x3 %three
  return
}";
    let given = Compiled::checked(text, Target::Tgllp, SimdWidth::Simd16);
    let is_found = |what: &str, change: &dyn Fn(&mut Compiled)| given.assert_refused(what, change);
    let message = find(&given, "scatter_scaled.4 (M1_NM, 8)", 0);
    let address = find(&given, ":uv", 0);
    let whole = find(&given, "mov (M1_NM, 8)", 0);
    let parts = [0, 1].map(|number| find(&given, "mov (M1_NM, 1)", number));
    assert_eq!([address, whole, parts[0], parts[1]], [message - 5, message - 4, message - 3, message - 2]);
    let [at, sum] = ["at", "c"].map(|name| Src::scalar(variable(&given, name, 0, 0)));
    for (index, other) in [(address, sum), (whole, at), (parts[0], at), (parts[1], at)] {
        let step = mutations::text(&given, index);
        is_found(&format!("without {step}"), &|broken| remove(broken, index));
        is_found(&format!("another source in {step}"), &|broken| alu(broken, index, |alu| alu.srcs[0] = other));
        is_found(&format!("active lanes in {step}"), &|broken| alu(broken, index, |alu| alu.exec.nomask = false));
    }
    is_found("the lanes behind", &|broken| alu(broken, whole, |alu| alu.exec.lanes = 4));
    is_found("the bytes of four dwords", &|broken| {
        alu(broken, address, |alu| alu.srcs[1] = Src::Vector { ty: VectorType::Uv, bits: 0xcccc_c840 });
    });
    is_found("all dwords in the wrong order", &|broken| swap(broken, whole, parts[1]));
    is_found("active lanes", &|broken| port(broken, message, |port| port.exec.nomask = false));
    is_found("all lanes", &|broken| port(broken, message, |port| port.exec.lanes = 16));
    is_found("words", &|broken| port(broken, message, |port| port.bytes = 2));
    is_found("from the second dword on", &|broken| port(broken, message, |port| port.data.offset = 4));
    is_found("dwords at multiples of four", &|broken| {
        port(broken, message, |port| {
            (port.op, port.channels) = (DataPortOp::Scatter4Scaled, ChannelMask::from_bits(1))
        });
    });
}

/// Loads of bytes, words and halves, of all lanes and alike, with one fault each where they are read from the dwords they arrive in.
#[test]
fn wrong_low_parts_of_dwords() {
    let text = "surface b0: raw @ table 0
kernel @k(%x: i32, %at: uniform i32) {
^entry:
  %byte = load_raw b0 [x: %x] -> i8
  %word = load_raw b0 [x: %x] -> i16
  %half = load_raw b0 [x: %x] -> f16
  %alike = load_raw b0 [x: %at] -> i16
  store_raw b0 [x: %at], i8 %byte
  store_raw b0 [x: %x], i16 %word
  store_raw b0 [x: %x], f16 %half
  store_raw b0 [x: %x], i16 %alike
  return
}";
    let given = Compiled::checked(text, Target::Tgllp, SimdWidth::Simd16);
    let loads = [("gather_scaled.1 (M1, 16)", 0), ("gather_scaled.2 (M1, 16)", 0), ("gather_scaled.2 (M1, 16)", 1)];
    for (part, number) in loads {
        let index = find(&given, part, number) + 1;
        let step = mutations::text(&given, index);
        let is_found = |what: &str, change: &dyn Fn(&mut Src)| {
            given.assert_refused(&format!("{what} in {step}"), &|broken| {
                alu(broken, index, |alu| change(&mut alu.srcs[0]));
            });
        };
        is_found("the first ones without the dwords", &|src| {
            if let Src::Register { region, .. } = src {
                *region = Region::CONTIGUOUS;
            }
        });
        is_found("that of the first lane", &|src| {
            if let Src::Register { region, .. } = src {
                *region = Region::SCALAR;
            }
        });
        is_found("the high bits", &|src| {
            if let Src::Register { offset, .. } = src {
                *offset = 2;
            }
        });
        is_found("the next lanes", &|src| {
            if let Src::Register { offset, .. } = src {
                *offset = 4;
            }
        });
        is_found("the negative", &|src| {
            if let Src::Register { modifier, .. } = src {
                *modifier = Modifier::Negate;
            }
        });
        given.assert_refused(&format!("fewer lanes in {step}"), &|broken| alu(broken, index, |alu| alu.exec.lanes = 8));
    }
    let [bytes, words] = [1, 2].map(|size| find(&given, &format!("gather_scaled.{size} (M1, 16)"), 0) + 1);
    given.assert_refused("a byte of each word", &|broken| {
        let Inst::Alu(of_bytes) = broken.kernel.insts[bytes] else { panic!("a move") };
        let Inst::Alu(of_words) = broken.kernel.insts[words] else { panic!("a move") };
        let (Src::Register { var: byte, .. }, Src::Register { var: word, .. }) = (of_bytes.srcs[0], of_words.srcs[0])
        else {
            panic!("registers")
        };
        // The same dwords as bytes.
        let storage = broken.kernel.vars[word].storage;
        broken.kernel.vars[word] = VarDecl { storage, ..broken.kernel.vars[byte] };
        alu(broken, words, |alu| {
            alu.srcs[0] = Src::Register { var: word, offset: 0, region: Region::strided(4), modifier: Modifier::None }
        });
    });
    given.assert_refused("every other byte", &|broken| {
        alu(broken, bytes, |alu| {
            if let Src::Register { region, .. } = &mut alu.srcs[0] {
                *region = Region::strided(2);
            }
        });
    });
}

/// A load and a store of one qword for all lanes, with one fault each.
#[test]
fn wrong_qwords() {
    let text = |word: &str| {
        format!(
            "kernel @k(%p: uniform i64 = pointer, %q: uniform i64 = pointer, %z: i32) {{
^entry:
  %v = load_ptr [x: %p] {word} -> i32x2
  %a = extract i32x2 %v, 0
  %b = extract i32x2 %v, 1
  %c = add i32 %a, 5
  %d = sub i32 %b, %a
  %cd = vec i32 [%c, %d]
  store_ptr [x: %q] {word}, i32x2 %cd
  return
}}"
        )
    };
    let given = Compiled::checked(&text("qword_aligned"), Target::Tgllp, SimdWidth::Simd16);
    let broken = |part: &str, change: &dyn Fn(&Compiled, &mut DataPort)| {
        let mut compiled = given.clone();
        let index = find(&compiled, part, 0);
        let Inst::DataPort(mut port) = compiled.kernel.insts[index] else { panic!() };
        change(&compiled, &mut port);
        compiled.kernel.insts[index] = Inst::DataPort(port);
        compiled.check().expect_err("it is wrong").iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    for part in ["svm_gather.8.1", "svm_scatter.8.1"] {
        let found = broken(part, &|_, port| port.channels = ChannelMask::from_bits(0b11));
        assert!(found.contains("another access"), "{found}");
        let found = broken(part, &|_, port| port.exec = Exec::all(8, 0));
        assert!(found.contains("another access"), "{found}");
        let other = if part == "svm_gather.8.1" { "svm_scatter.8.1" } else { "svm_gather.8.1" };
        let found = broken(part, &|compiled, port| {
            let Inst::DataPort(other) = compiled.kernel.insts[find(compiled, other, 0)] else { panic!() };
            port.address = other.address;
        });
        assert!(found.contains("as the `low` half of a qword"), "{found}");
    }
    let found = broken("svm_scatter.8.1", &|compiled, port| {
        let Inst::DataPort(load) = compiled.kernel.insts[find(compiled, "svm_gather.8.1", 0)] else { panic!() };
        port.data = load.data;
    });
    assert!(found.contains("expected %c as the `low` half of a qword"), "{found}");
    assert!(found.contains("expected %d as the `high` half of a qword"), "{found}");
    // The same messages where the pointer may be a multiple of four.
    let mut aligned_less = given.clone();
    for op in aligned_less.texture.memories.values_mut() {
        op.aligned = Aligned::Dword;
    }
    let found = aligned_less.check().expect_err("it is wrong");
    let refused = found.iter().filter(|found| found.to_string().contains("another access"));
    assert_eq!(refused.count(), 2, "{found:?}");
}

/// An atomic operation with one fault each.
#[test]
fn wrong_atomic_operations() {
    let text = "surface b0: raw @ table 0
kernel @k(%x: i32, %y: i32, %z: i32, %p: uniform i64 = pointer) {
^entry:
  %old = atomic_cmpxchg b0 [x: %x], i32 %y, i32 %z -> i32
  %low = trunc i64 %p -> i32
  %sum = atomic_add_ptr [low: %x, high: %low], i32 1 -> i32
  store_raw b0 [x: %x], i32 %old
  jump ^end
^end:
  store_raw b0 [x: %y], i32 %sum
  return
}";
    let given = Compiled::checked(text, Target::Tgllp, SimdWidth::Simd32);
    let broken = |part: &str, change: &dyn Fn(&mut Compiled, &mut Atomic)| {
        let mut compiled = given.clone();
        let index = find(&compiled, part, 0);
        let Inst::Atomic(mut atomic) = compiled.kernel.insts[index] else { panic!() };
        change(&mut compiled, &mut atomic);
        compiled.kernel.insts[index] = Inst::Atomic(atomic);
        compiled.check().expect_err("it is wrong").iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let found = broken("dword_atomic", &|_, atomic| atomic.function = AtomicFunction::CompareExchangeF);
    assert!(found.contains("another operation"), "{found}");
    let found = broken("dword_atomic", &|compiled, atomic| {
        let mut raws = compiled.kernel.raws(atomic.operands).to_vec();
        raws.swap(1, 2);
        atomic.operands = compiled.kernel.push_raws(&raws);
    });
    assert!(found.contains("%z as a source"), "{found}");
    let found = broken("dword_atomic", &|_, atomic| atomic.dst = None.into());
    assert!(found.contains("%old"), "{found}");
    let found = broken("svm_atomic", &|_, atomic| atomic.function = AtomicFunction::Dec);
    assert!(found.contains("another operation"), "{found}");
    // The second send of a half, for the lanes of the first.
    let found = broken("(M3, 8)", &|_, atomic| atomic.exec = Exec::masked(8, 0));
    assert!(found.contains("lanes that no message of the operation has served"), "{found}");
    let found = broken("(M3, 8)", &|compiled, atomic| {
        let mut raws = compiled.kernel.raws(atomic.operands).to_vec();
        raws[0].offset = 0;
        atomic.operands = compiled.kernel.push_raws(&raws);
    });
    assert!(found.contains("%x as the `low` half of a qword for (M3, 8)"), "{found}");
    let found = broken("(M3, 8)", &|_, atomic| atomic.dst = None.into());
    assert!(found.contains("%sum"), "{found}");
}

/// What all lanes add to one address, with one fault each: the message must be one lane's, of the sum of what the active
/// lanes add, and a lane finds what those before it have added.
#[test]
fn wrong_atomic_operations_for_all_lanes() {
    let text = "surface b0: raw @ table 0
surface b1: raw @ table 1
kernel @k(%x: i32, %u: uniform i32) {
^entry:
  %low = and i32 %x, 3
  %found = atomic_add b1 [x: %u], i32 %low -> i32
  %other = atomic_xchg b1 [x: %u], i32 %u -> i32
  %both = add i32 %found, %other
  store_raw b0 [x: %x], i32 %both
  return
}";
    let given = Compiled::checked(text, Target::Tgllp, SimdWidth::Simd16);
    let broken = |part: &str, change: &dyn Fn(&mut Compiled, &mut Inst)| {
        let mut compiled = given.clone();
        let index = find(&compiled, part, 0);
        let mut inst = compiled.kernel.insts[index];
        change(&mut compiled, &mut inst);
        compiled.kernel.insts[index] = inst;
        compiled.check().expect_err("it is wrong").iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let with_exec = |exec| {
        move |_: &mut Compiled, inst: &mut Inst| {
            let Inst::Atomic(atomic) = inst else { panic!() };
            atomic.exec = exec;
        }
    };
    // As many times as the message has lanes.
    for exec in [Exec::all(16, 0), Exec::all(8, 0), Exec::masked(16, 0), Exec::masked(1, 0)] {
        let found = broken("dword_atomic.add", &with_exec(exec));
        assert!(found.contains("expected one lane, without a predicate"), "{exec}: {found}");
    }
    // An exchange is no sum: each lane has its own.
    let found = broken("dword_atomic.xchg", &with_exec(Exec::SCALAR));
    assert!(found.contains("expected the active lanes, without a predicate"), "{found}");
    // The address in place of the sum.
    let found = broken("dword_atomic.add", &|compiled, inst| {
        let Inst::Atomic(atomic) = inst else { panic!() };
        let mut raws = compiled.kernel.raws(atomic.operands).to_vec();
        raws[1] = raws[0];
        atomic.operands = compiled.kernel.push_raws(&raws);
    });
    assert!(found.contains("as a source for (M1_NM, 1)"), "{found}");
    // Lanes that are not active are counted, or what one lane has is left out.
    for (part, change) in [
        ("mov (M1, 16)", (|alu: &mut Alu| alu.exec.nomask = true) as fn(&mut Alu)),
        ("add (M1_NM, 8)", |alu| alu.exec.lanes = 4),
    ] {
        let found = broken(part, &|_, inst| {
            let Inst::Alu(alu) = inst else { panic!() };
            change(alu);
        });
        assert!(found.contains("expected operands %low"), "{part}: {found}");
    }
    // Twice.
    let mut twice = given.clone();
    let index = find(&twice, "dword_atomic.add", 0);
    let (inst, origin) = (twice.kernel.insts[index], twice.origins.insts[index]);
    insert(&mut twice, index, inst, origin);
    let found = twice.check().expect_err("it is sent twice");
    assert!(found[0].to_string().contains("lanes that no message of the operation has served"), "{}", found[0]);
}

/// Of the channels of a load those may be missing that nothing reads.
#[test]
fn channels_of_loads() {
    let text = "surface b0: raw @ table 0
kernel @k(%x: i32) {
^entry:
  %v = load_raw b0 [x: %x] -> i32x4
  %a = extract i32x4 %v, 0
  %d = extract i32x4 %v, 3
  %sum = add i32 %a, %d
  store_raw b0 [x: %x], i32 %sum
  return
}";
    let given = Compiled::checked(text, Target::Tgllp, SimdWidth::Simd16);
    let index = find(&given, "gather4_scaled.RA", 0);
    let broken = |bits| {
        let mut broken = given.clone();
        port(&mut broken, index, |port| port.channels = ChannelMask::from_bits(bits));
        broken.check().expect_err("it is wrong")[0].to_string()
    };
    // Too few, others, and more than the result has room for.
    for bits in [0b0001, 0b1010, 0b0011, 0b1111] {
        broken(bits);
    }
}
