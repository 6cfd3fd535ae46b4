//! Kernels with one fault each: each fault is reported where it is.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::origin::{Meaning, Origin};
use texvisa_ir::visa::{
    Alu, AluOp, DataPort, DataType, Exec, Inst, Modifier, Predefined, Raw, SamplerMessage, Src, StateKind, Storage,
    Var, asm,
};

use crate::compiled::Compiled;

/// Messages with several slots, in two halves; a loop whose parameters are exchanged; stores of one and of three
/// elements.
const TEXT: &str = "surface b0: raw @ table 0
surface t0: 2d_array f32 @ table 1
surface t1: 2d f32 @ table 2
sampler s0 @ 0
sampler s1 @ 1
kernel @k(%x: i16 = local_id_x, %u: i32, %v: i32, %a: f32, %b: f32, %n: uniform i32) {
^entry:
  %id = zext i16 %x -> i32
  %at = shl i32 %id, 4
  %l = load t0 [u: %u, v: %v, r: 5, lod: 0] offset(1, -2, 0) residency -> f32x4
  %p = extract f32x4 %l, 0
  %q = extract f32x4 %l, 1
  %g = gather4 t1, s1 [u: %a, v: %b] channel g -> f32x4
  %h = extract f32x4 %g, 3
  %s = fsub f32 %q, %h
  store_raw b0 [x: %at], f32 %p
  store_raw b0 [x: %at], f32 %s
  jump ^loop(i32 0, %p, %q)
^loop(%i: i32, %c: f32, %d: f32):
  %t = sample t1, s0 [u: %c, v: %d, lod: %a] -> f32x4
  %e = extract f32x4 %t, 0
  %next = add i32 %i, 1
  %more = icmp.slt i32 %next, %n
  branch %more, ^loop(%next, %d, %c), ^done(%e, %c)
^done(%y: f32, %z: f32):
  %w = vec f32 [%y, %z, %e]
  %f = fadd f32 %y, %z
  store_raw b0 [x: %at], f32x3 %w
  store_raw b0 [x: %at], f32 %f
  return
}";

fn compiled() -> Compiled {
    let text = TEXT.replace("%l = load t0", "%l, %ok = load t0");
    Compiled::checked(&text, Target::Tgllp, SimdWidth::Simd32)
}

pub fn text(compiled: &Compiled, index: usize) -> String {
    let mut text = String::new();
    asm::write_inst(&compiled.kernel, &compiled.kernel.insts[index], &mut text);
    text.trim().to_owned()
}

/// The instruction of that number among those whose text has `part`.
pub fn find(compiled: &Compiled, part: &str, number: usize) -> usize {
    let mut found = (0..compiled.kernel.insts.len()).filter(|index| text(compiled, *index).contains(part));
    found.nth(number).unwrap_or_else(|| panic!("{number} of {part}"))
}

/// The copy from one variable to another, of that number among those whose origin suits.
fn find_copy(compiled: &Compiled, number: usize, suits: impl Fn(Origin) -> bool) -> usize {
    let kernel = &compiled.kernel;
    let mut found = (0..kernel.insts.len()).filter(|index| {
        let inst = &kernel.insts[*index];
        kernel.as_copy(inst).is_some() && !kernel.is_omitted(inst) && suits(compiled.origins.insts[*index])
    });
    found.nth(number).unwrap_or_else(|| panic!("{number}"))
}

fn message(compiled: &mut Compiled, index: usize, change: impl FnOnce(&mut SamplerMessage)) {
    let Inst::Sampler(message) = &mut compiled.kernel.insts[index] else { panic!("{index}") };
    change(message);
}

fn params(compiled: &mut Compiled, index: usize, change: impl FnOnce(&mut Vec<Raw>)) {
    let Inst::Sampler(message) = compiled.kernel.insts[index] else { panic!("{index}") };
    let mut raws = compiled.kernel.raws(message.params).to_vec();
    change(&mut raws);
    let list = compiled.kernel.push_raws(&raws);
    self::message(compiled, index, |message| message.params = list);
}

pub fn alu(compiled: &mut Compiled, index: usize, change: impl FnOnce(&mut Alu)) {
    let Inst::Alu(alu) = &mut compiled.kernel.insts[index] else { panic!("{index}") };
    change(alu);
}

pub fn port(compiled: &mut Compiled, index: usize, change: impl FnOnce(&mut DataPort)) {
    let Inst::DataPort(port) = &mut compiled.kernel.insts[index] else { panic!("{index}") };
    change(port);
}

pub fn remove(compiled: &mut Compiled, index: usize) {
    compiled.kernel.insts.remove(index);
    compiled.origins.insts.remove(index);
}

pub fn insert(compiled: &mut Compiled, index: usize, inst: Inst, origin: Origin) {
    compiled.kernel.insts.insert(index, inst);
    compiled.origins.insts.insert(index, origin);
}

pub fn swap(compiled: &mut Compiled, a: usize, b: usize) {
    compiled.kernel.insts.swap(a, b);
    compiled.origins.insts.swap(a, b);
}

/// The variable whose origin is that element and half of the value of that name.
pub fn variable(compiled: &Compiled, name: &str, element: u8, half: u8) -> Var {
    let texture = &compiled.texture;
    let value = texture.values.keys().find(|value| texture.value_name(*value) == Some(name)).expect("a value");
    let meaning = Meaning::Value { value, element, half };
    compiled.kernel.vars.keys().find(|var| compiled.origins.var(*var) == meaning).expect("a variable")
}

/// The mismatches of a kernel after `change`.
fn broken(change: impl FnOnce(&mut Compiled)) -> String {
    compiled().mismatches_after(change)
}

fn source(index: usize) -> impl FnOnce(&mut Compiled, Src) {
    move |compiled, src| alu(compiled, index, |alu| alu.srcs[0] = src)
}

#[test]
fn a_parameter_that_an_edge_leaves_undefined() {
    let found = broken(|compiled| {
        let index = find_copy(compiled, 0, |origin| matches!(origin, Origin::Edge(..)));
        let null = compiled.kernel.predefined(Predefined::Null);
        compiled.origins.vars.push(Meaning::Temporary);
        source(index)(compiled, Src::scalar(null));
    });
    assert!(found.contains("expected %c = %d for lanes"), "{found}");
}

#[test]
fn swapped_slots() {
    let found = broken(|compiled| {
        let index = find(compiled, "load_lz", 0);
        params(compiled, index, |raws| raws.swap(0, 1));
    });
    assert!(found.contains("expected u = %u") && found.contains("= load t0 [u: %u"), "{found}");
    assert!(found.contains(" at 10:3"), "{found}");
}

#[test]
fn a_slot_of_the_other_half() {
    let found = broken(|compiled| {
        let first = find(compiled, "sample_l", 0);
        let Inst::Sampler(message) = compiled.kernel.insts[first] else { panic!() };
        let other = compiled.kernel.raws(message.params)[1];
        let second = find(compiled, "sample_l", 1);
        params(compiled, second, |raws| raws[1] = other);
    });
    assert!(found.contains("for lanes (M5, 16), found %c, for lanes from 0 on"), "{found}");
}

#[test]
fn halves_exchanged_in_one_slot() {
    broken(|compiled| {
        let [first, second] = [0, 1].map(|number| find(compiled, "sample_l", number));
        let raw = |compiled: &Compiled, index: usize| {
            let Inst::Sampler(message) = compiled.kernel.insts[index] else { panic!() };
            compiled.kernel.raws(message.params)[2]
        };
        let raws = [raw(compiled, first), raw(compiled, second)];
        params(compiled, first, |slots| slots[2] = raws[1]);
        params(compiled, second, |slots| slots[2] = raws[0]);
    });
}

#[test]
fn a_copy_of_another_variable() {
    let found = broken(|compiled| {
        let index = find_copy(compiled, 0, |origin| matches!(origin, Origin::Inst(_)));
        let other = variable(compiled, "v", 0, 0);
        source(index)(compiled, Src::lanes(other));
    });
    assert!(found.contains("%v"), "{found}");
}

#[test]
fn a_modified_copy() {
    broken(|compiled| {
        let index = find_copy(compiled, 0, |origin| matches!(origin, Origin::Inst(_)));
        alu(compiled, index, |alu| alu.srcs[0] = alu.srcs[0].modified(Modifier::Negate));
    });
}

#[test]
fn a_missing_copy() {
    let found = broken(|compiled| {
        let index = find_copy(compiled, 0, |origin| matches!(origin, Origin::Inst(_)));
        remove(compiled, index);
    });
    assert!(found.contains("expected u = %u (u) for lanes (M1, 16), found an unknown value"), "{found}");
}

/// The register check takes anything for what nothing writes, so that this check has to see it.
#[test]
fn a_missing_constant() {
    let found = broken(|compiled| {
        let index = find(compiled, "0x5:", 0);
        remove(compiled, index);
    });
    assert!(found.contains("(r) for lanes"), "{found}");
}

#[test]
fn a_copy_after_its_message() {
    broken(|compiled| {
        let copy = find_copy(compiled, 0, |origin| matches!(origin, Origin::Inst(_)));
        let message = find(compiled, "load_lz", 0);
        swap(compiled, copy, message);
    });
}

#[test]
fn a_copy_for_other_lanes() {
    broken(|compiled| {
        let index = find_copy(compiled, 0, |origin| matches!(origin, Origin::Inst(_)));
        alu(compiled, index, |alu| alu.exec = Exec::masked(16, 16));
    });
}

#[test]
fn a_copy_for_half_of_the_lanes() {
    broken(|compiled| {
        let index = find_copy(compiled, 0, |origin| matches!(origin, Origin::Inst(_)));
        alu(compiled, index, |alu| alu.exec = Exec::masked(8, 0));
    });
}

/// Writing one half twice does not define the other, also for a use in another block.
#[test]
fn half_of_a_value_written_twice() {
    let text = "surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x, %u: i32) {
^entry:
  %id = zext i16 %x -> i32
  %at = shl i32 %id, 2
  %more = icmp.slt i32 %u, 5
  branch %more, ^then, ^done
^then:
  store_raw b0 [x: %at], i32 1
  jump ^done
^done:
  return
}";
    let written = |halves: [u16; 2]| {
        let mut compiled = Compiled::of_text(text, Target::Tgllp, SimdWidth::Simd16);
        let index = find(&compiled, "shl", 0);
        let origin = compiled.origins.insts[index];
        let Inst::Alu(whole) = compiled.kernel.insts[index] else { panic!("{index}") };
        remove(&mut compiled, index);
        for half in halves {
            let mut part = Alu { exec: Exec::masked(8, u32::from(half) * 8), ..whole };
            part.dst.offset += half * 32;
            let Src::Register { offset, .. } = &mut part.srcs[0] else { panic!("{part:?}") };
            *offset += half * 32;
            insert(&mut compiled, index + usize::from(half), Inst::Alu(part), origin);
        }
        compiled.check().map(|_| ())
    };
    assert_eq!(written([0, 1]), Ok(()));
    assert!(written([0, 0]).is_err());
}

#[test]
fn fewer_channels() {
    let found = broken(|compiled| {
        let index = find(compiled, "load_lz", 0);
        message(compiled, index, |message| message.channels = ChannelMask::from_bits(1));
    });
    assert!(found.contains("expected channels RG, found R"), "{found}");
}

#[test]
fn an_additional_channel_moves_the_others() {
    broken(|compiled| {
        let index = find(compiled, "load_lz", 0);
        message(compiled, index, |message| message.channels = ChannelMask::from_bits(0b1010));
    });
}

#[test]
fn another_gathered_channel() {
    let found = broken(|compiled| {
        let index = find(compiled, "sample4", 1);
        message(compiled, index, |message| message.channels = ChannelMask::from_bits(1));
    });
    assert!(found.contains("expected channels G, found R"), "{found}");
}

#[test]
fn another_offset() {
    let found = broken(|compiled| {
        let index = find(compiled, "load_lz", 1);
        message(compiled, index, |message| message.offset = Src::immediate(DataType::Uw, 0x0e1));
    });
    assert!(found.contains("expected offset 0x1e0"), "{found}");
}

/// Offsets in a register, offsets that are parameters and constants, and a sampler from 16 on.
const OFFSETS: &str = "surface b0: raw @ table 0
surface t0: 2d f32 @ table 1
sampler s0 @ 0
sampler s20 @ 20
kernel @k(%u: f32, %v: f32, %n: uniform i32, %m: uniform i32, %x: i32) {
^entry:
  %a = sample t0, s0 [u: %u, v: %v, lod: 0.0, offsets: %n] -> f32x4
  %b = gather4 t0, s0 [u: %u, v: %v, offu: 1, offv: 62] -> f32x4
  %c = sample t0, s20 [u: %u, v: %v, lod: 0.0] -> f32x4
  %at = add i32 %x, %m
  store_raw b0 [x: %at], f32x4 %a
  store_raw b0 [x: %at], f32x4 %b
  store_raw b0 [x: %at], f32x4 %c
  return
}";

#[test]
fn offsets_and_samplers_of_headers_are_those_of_the_operation() {
    let compiled = || Compiled::of_text(OFFSETS, Target::Tgllp, SimdWidth::Simd16);
    compiled().check().unwrap_or_else(|found| panic!("{}", found[0]));
    let broken = |change: &dyn Fn(&mut Compiled)| {
        let mut compiled = compiled();
        change(&mut compiled);
        compiled.check().expect_err("the fault is reported")[0].to_string()
    };
    let of = |part: &'static str, offset: Src| {
        broken(&|compiled| {
            let index = find(compiled, part, 0);
            message(compiled, index, |message| message.offset = offset);
        })
    };
    let immediate = |packed| Src::immediate(DataType::Uw, packed);
    assert!(of("sample_lz", immediate(0)).contains("expected offsets %n"));
    assert!(of("sample4.R", immediate(0x1f0)).contains("expected offset 0x1e0"));
    assert!(of("0x8000:uw", immediate(0)).contains("expected offset 0x8000"));
    // Another value in the register.
    let other = broken(&|compiled| {
        let index = find(compiled, "0xfff:ud", 0);
        let number = compiled.kernel.vars.keys().find(|var| {
            matches!(compiled.origins.vars[*var], Meaning::Value { value, .. } if compiled.texture.arguments[3].value == value)
        });
        let number = number.expect("a variable of %m");
        alu(compiled, index, |alu| alu.srcs[0] = Src::scalar(number));
    });
    assert!(other.contains("expected parameters of the packed word"), "{other}");
}

#[test]
fn another_surface() {
    let found = broken(|compiled| {
        let index = find(compiled, "load_lz", 0) - 1;
        let Inst::SetState { value, .. } = &mut compiled.kernel.insts[index] else { panic!() };
        *value = Src::immediate(DataType::Ud, 2);
    });
    assert!(found.contains("expected surface `t0`, found entry 0x2"), "{found}");
}

/// A surface by an index: the state variable is set from another value, or from a number.
#[test]
fn another_index() {
    let text = "surface ts: 2d f32 @ table
surface b0: raw @ table 9
kernel @k(%x: i32, %i: uniform i32, %j: uniform i32) {
^entry:
  %a = load ts[%i] [u: %x, lod: 0] -> f32x4
  %b = load ts[%j] [u: %x, lod: 0] -> f32x4
  store_raw b0 [x: %x], f32x4 %a
  store_raw b0 [x: %x], f32x4 %b
  return
}";
    let compiled = Compiled::of_text(text, Target::Tgllp, SimdWidth::Simd16);
    compiled.check().expect("it is right");
    let is_set = |inst: &Inst| matches!(inst, Inst::SetState { value: Src::Register { .. }, .. });
    let sets: Vec<usize> = (0..compiled.kernel.insts.len()).filter(|at| is_set(&compiled.kernel.insts[*at])).collect();
    assert_eq!(sets.len(), 2);
    let value = |compiled: &Compiled, at: usize| match compiled.kernel.insts[at] {
        Inst::SetState { value, .. } => value,
        _ => panic!(),
    };
    for other in [value(&compiled, sets[1]), Src::immediate(DataType::Ud, 0)] {
        let mut changed = compiled.clone();
        let Inst::SetState { value, .. } = &mut changed.kernel.insts[sets[0]] else { panic!() };
        *value = other;
        let found = changed.check().expect_err("another surface is read");
        assert!(found[0].to_string().contains("expected surface `ts`"), "{}", found[0]);
    }
}

#[test]
fn a_surface_that_is_not_set() {
    broken(|compiled| {
        let index = find(compiled, "load_lz", 0) - 1;
        remove(compiled, index);
    });
}

#[test]
fn another_sampler() {
    let found = broken(|compiled| {
        let index = find(compiled, "sample4", 0) - 2;
        let Inst::SetState { state, value } = &mut compiled.kernel.insts[index] else { panic!() };
        assert_eq!(compiled.kernel.states[*state], StateKind::Sampler);
        *value = Src::immediate(DataType::Ud, 0);
    });
    assert!(found.contains("expected sampler `s1`, found entry 0x0"), "{found}");
}

#[test]
fn no_residency() {
    broken(|compiled| {
        let index = find(compiled, "load_lz", 0);
        message(compiled, index, |message| message.residency = !message.residency);
    });
}

#[test]
fn a_missing_send_of_a_split_message() {
    let found = broken(|compiled| {
        let index = find(compiled, "sample_l", 1);
        remove(compiled, index);
    });
    assert!(found.contains("expected messages for lanes 0xffffffff, found messages for 0xffff"), "{found}");
}

#[test]
fn a_send_of_a_split_message_twice() {
    broken(|compiled| {
        let index = find(compiled, "sample_l", 1);
        let (inst, origin) = (compiled.kernel.insts[index], compiled.origins.insts[index]);
        insert(compiled, index, inst, origin);
    });
}

#[test]
fn one_message_for_all_lanes_with_divergent_parameters() {
    broken(|compiled| {
        let index = find(compiled, "sample_l", 0);
        message(compiled, index, |message| message.exec.nomask = true);
    });
}

#[test]
fn a_message_for_another_operation() {
    let found = broken(|compiled| {
        let index = find(compiled, "sample_l", 0);
        message(compiled, index, |message| message.message = texvisa_ir::visa::message::Message::SampleB);
    });
    assert!(found.contains("expected a message for `sample`"), "{found}");
}

#[test]
fn a_trimmed_slot_that_is_not_zero() {
    let found = broken(|compiled| {
        let index = find(compiled, "load_lz", 0);
        params(compiled, index, |raws| raws.truncate(2));
    });
    assert!(found.contains("expected r = 0x5, found it trimmed"), "{found}");
}

/// 16 work items are one hardware thread at SIMD16, which waits for no other, and two at SIMD8. A fence is needed in both.
#[test]
fn a_missing_barrier_of_several_threads() {
    let text = "kernel @k() group [4, 2, 2] {\n^entry:\n  fence_local\n  barrier\n  return\n}\n";
    let without = |simd: SimdWidth, part: &str| {
        let mut compiled = Compiled::of_text(text, Target::Tgllp, simd);
        compiled.check().unwrap_or_else(|found| panic!("{}", found[0]));
        if (0..compiled.kernel.insts.len()).any(|index| self::text(&compiled, index).contains(part)) {
            let index = find(&compiled, part, 0);
            remove(&mut compiled, index);
        }
        compiled.check().map_err(|found| found[0].to_string())
    };
    assert!(without(SimdWidth::Simd16, "barrier").is_ok());
    for (simd, part, at) in [(SimdWidth::Simd8, "barrier", "4:3"), (SimdWidth::Simd16, "fence_local", "3:3")] {
        let found = without(simd, part).expect_err("it is needed");
        assert!(found.contains(&format!("of `{part}` at {at}: expected messages for lanes")), "{found}");
    }
}

#[test]
fn an_edge_copy_of_another_variable() {
    let found = broken(|compiled| {
        let index = find_copy(compiled, 1, |origin| matches!(origin, Origin::Edge(..)));
        let at = variable(compiled, "at", 0, 0);
        source(index)(compiled, Src::lanes(at));
    });
    assert!(!found.is_empty());
}

#[test]
fn a_missing_edge_copy() {
    let found = broken(|compiled| {
        let index = (0..compiled.kernel.insts.len())
            .rfind(|index| {
                let (to, _) = match compiled.kernel.as_copy(&compiled.kernel.insts[*index]) {
                    Some(copy) => copy,
                    None => return false,
                };
                to == variable(compiled, "d", 0, 1)
            })
            .expect("a copy to %d");
        remove(compiled, index);
    });
    assert!(found.contains("assigned for lanes 0xffffffff"), "{found}");
}

#[test]
fn a_copy_of_an_edge_that_is_made_again_elsewhere() {
    let found = broken(|compiled| {
        let index = find_copy(compiled, 0, |origin| matches!(origin, Origin::Edge(..)));
        let (copy, origin) = (compiled.kernel.insts[index], compiled.origins.insts[index]);
        let behind = compiled.kernel.insts.len() - 1;
        compiled.kernel.insts.insert(behind, copy);
        compiled.origins.insts.insert(behind, origin);
    });
    assert!(found.contains("expected all copies of an edge together"), "{found}");
}

#[test]
fn an_edge_copy_that_reads_an_overwritten_parameter() {
    // The copy that breaks a cycle reads its parameter again, which has its new value by then.
    let found = broken(|compiled| {
        let edge = |index: usize| matches!(compiled.origins.insts[index], Origin::Edge(_, 0));
        let (c, d) = (variable(compiled, "c", 0, 0), variable(compiled, "d", 0, 0));
        let insts = &compiled.kernel.insts;
        let to = |var: Var| {
            (0..insts.len())
                .rfind(|index| {
                    edge(*index) && compiled.kernel.as_copy(&insts[*index]).is_some_and(|copy| copy.0 == var)
                })
                .expect("a copy")
        };
        let (last, home) = if to(c) > to(d) { (to(c), d) } else { (to(d), c) };
        source(last)(compiled, Src::lanes(home));
    });
    assert!(found.contains("expected %d = %c") || found.contains("expected %c = %d"), "{found}");
}

#[test]
fn another_constant() {
    let found = broken(|compiled| {
        let index = find(compiled, "0x5:ud", 0);
        source(index)(compiled, Src::immediate(DataType::Ud, 4));
    });
    assert!(found.contains("written with 0x5, found 0x4"), "{found}");
}

#[test]
fn another_constant_in_arithmetic() {
    broken(|compiled| {
        let index = find(compiled, "0x4:d", 0);
        alu(compiled, index, |alu| alu.srcs[1] = Src::immediate(DataType::D, 5));
    });
}

/// Execution sees it where an input has a denormal alone.
#[test]
fn denormals_that_are_flushed() {
    let index = |compiled: &Compiled| find(compiled, "%cr0", 0);
    let found = broken(|compiled| {
        let index = index(compiled);
        let Inst::FloatControls { bits, .. } = &mut compiled.kernel.insts[index] else { panic!() };
        *bits = 0x400;
    });
    assert!(
        found.contains("expected bits 0x4c0 of control register 0") && found.contains("found 0xc0 of them"),
        "{found}"
    );
    let found = broken(|compiled| remove(compiled, index(compiled)));
    assert!(found.contains("found 0x4c0 of them not set") && found.lines().count() == 1, "{found}");
}

#[test]
fn exchanged_operands() {
    let found = broken(|compiled| {
        let index = find(compiled, "(-)", 0);
        alu(compiled, index, |alu| alu.srcs.swap(0, 1));
    });
    assert!(found.contains("fsub"), "{found}");
}

#[test]
fn a_parameter_overwritten_before_its_message() {
    let found = broken(|compiled| {
        let index = find(compiled, "load_lz", 0);
        let Inst::Sampler(message) = compiled.kernel.insts[index] else { panic!() };
        let slot = compiled.kernel.raws(message.params)[1].var;
        let other = variable(compiled, "a", 0, 0);
        let src = Src::lanes(other);
        let copy = Alu {
            op: AluOp::Mov,
            saturate: false,
            exec: Exec::masked(16, 0),
            predicate: None,
            dst: texvisa_ir::visa::Dst::whole(slot),
            srcs: [src; 3],
        };
        insert(compiled, index, Inst::Alu(copy), compiled.origins.insts[index]);
    });
    assert!(found.contains("load_lz"), "{found}");
}

#[test]
fn a_parameter_overwritten_through_another_variable() {
    let found = broken(|compiled| {
        let index = find(compiled, "load_lz", 0);
        let Inst::Sampler(message) = compiled.kernel.insts[index] else { panic!() };
        let slot = compiled.kernel.raws(message.params)[1].var;
        let (of, offset) = compiled.kernel.backing(slot);
        let decl = texvisa_ir::visa::VarDecl {
            storage: Storage::Subregister { of, offset: offset as u16 },
            ..compiled.kernel.vars[slot]
        };
        let alias = compiled.kernel.vars.push(decl);
        let srcs = [Src::immediate(DataType::Ud, 7); 3];
        let exec = Exec::masked(16, 0);
        let dst = texvisa_ir::visa::Dst::whole(alias);
        let write = Alu { op: AluOp::Mov, saturate: false, exec, predicate: None, dst, srcs };
        insert(compiled, index, Inst::Alu(write), compiled.origins.insts[index]);
    });
    assert!(found.contains("expected v = %v (v) for lanes (M1, 16), found 0x7"), "{found}");
}

#[test]
fn another_subregister_of_a_response() {
    let found = broken(|compiled| {
        let index = find(compiled, "(-)", 0);
        let first = variable(compiled, "l", 0, 0);
        alu(compiled, index, |alu| alu.srcs[0] = Src::lanes(first));
    });
    assert!(found.contains("fsub"), "{found}");
}

#[test]
fn a_response_to_another_variable() {
    broken(|compiled| {
        let index = find(compiled, "sample4", 0);
        message(compiled, index, |message| {
            if let Some(dst) = &mut message.dst {
                dst.offset = 64;
            }
        });
    });
}

#[test]
fn a_missing_store() {
    let found = broken(|compiled| {
        let index = find(compiled, "scatter4", 2);
        remove(compiled, index);
    });
    assert!(found.contains("store_raw b0 [x: %at], f32 %s"), "{found}");
}

#[test]
fn stores_in_another_order() {
    let found = broken(|compiled| {
        let [first, second] = [0, 2].map(|number| find(compiled, "scatter4", number));
        swap(compiled, first, second);
    });
    assert!(found.contains("expected instructions in the order of the source"), "{found}");
}

#[test]
fn stored_channels_exchanged() {
    let found = broken(|compiled| {
        let index = find(compiled, "scatter4_scaled.RGB", 0);
        let Inst::DataPort(access) = compiled.kernel.insts[index] else { panic!() };
        let in_run = |compiled: &Compiled, index: usize| match &compiled.kernel.insts[index] {
            Inst::Alu(alu) => compiled.kernel.backing(alu.dst.var).0 == compiled.kernel.backing(access.data.var).0,
            _ => false,
        };
        let copies: Vec<usize> = (index - 5..index).filter(|index| in_run(compiled, *index)).collect();
        // %y is %e; %z is not.
        let [_, second, last] = copies[..] else { panic!("{copies:?}") };
        let Inst::Alu(copy) = compiled.kernel.insts[second] else { panic!() };
        source(last)(compiled, copy.srcs[0]);
    });
    assert!(found.contains("element 0 of %t"), "{found}");
}

#[test]
fn fewer_stored_channels() {
    broken(|compiled| {
        let index = find(compiled, "scatter4_scaled.RGB", 0);
        port(compiled, index, |port| port.channels = ChannelMask::from_bits(3));
    });
}

#[test]
fn another_address() {
    let found = broken(|compiled| {
        let index = find(compiled, "scatter4", 0);
        let other = Raw::whole(variable(compiled, "u", 0, 0));
        port(compiled, index, |port| port.address[0] = other.into());
    });
    assert!(found.contains("expected %at as coordinate 0 of the address"), "{found}");
}

#[test]
fn an_argument_at_another_payload_offset() {
    let found = broken(|compiled| compiled.kernel.inputs[1].offset += 64);
    assert!(found.contains("expected an input at byte"), "{found}");
}

#[test]
fn origins_that_agree_with_a_wrong_program() {
    // Lowering is wrong and its origins agree: the variable claims the value that it was wrongly given.
    let found = broken(|compiled| {
        let index = find_copy(compiled, 0, |origin| matches!(origin, Origin::Inst(_)));
        let Inst::Alu(copy) = compiled.kernel.insts[index] else { panic!() };
        let other = variable(compiled, "v", 0, 0);
        source(index)(compiled, Src::lanes(other));
        compiled.origins.vars[copy.dst.var] = compiled.origins.vars[other];
    });
    assert!(found.contains("expected u = %u (u) for lanes (M1, 16), found %v"), "{found}");
}

#[test]
fn origins_of_another_kernel() {
    let found = broken(|compiled| compiled.origins.insts.clear());
    assert!(found.contains("an origin for each instruction"), "{found}");
}

/// Residency is read after a loop that lanes leave in different iterations, so that it is divergent, while the texel is
/// uniform. Both come from one message, which must be right for both.
#[test]
fn both_results_of_one_operation() {
    let text = "surface b0: raw @ table 0
surface t0: 2d f32 @ table 1
kernel @k(%x: i16 = local_id_x, %n: uniform i32) {
^entry:
  %id = zext i16 %x -> i32
  jump ^loop(i32 0)
^loop(%i: i32):
  %t, %ok = load t0 [u: %i, v: 1, lod: 0] residency -> f32x4
  %r = extract f32x4 %t, 0
  %is = fcmp.olt f32 %r, 0.5
  %next = add i32 %i, 1
  %step = zext i1 %is -> i32
  %sum = add i32 %next, %step
  %more = icmp.slt i32 %sum, %id
  branch %more, ^loop(%sum), ^done
^done:
  %one = zext i1 %ok -> i32
  %at = shl i32 %id, 2
  store_raw b0 [x: %at], i32 %one
  return
}";
    for simd in SimdWidth::ALL {
        Compiled::checked(text, Target::Tgllp, simd);
    }
}
