//! The interpreter against hand-computed results: undefined values, operations across lanes, memory.

mod engine;

use engine::{FILL, buffer, interpret, module, row, with_argument, words};
use proptest::prelude::*;
use texvisa_emulator::UndefBits;
use texvisa_emulator::dispatch::Grid;
use texvisa_emulator::environment::{AccessError, Environment, Resource};
use texvisa_emulator::interp::{self, InterpError};
use texvisa_emulator::unit::{Description, Format, MipFilter, NullPage, Sampler, Surface, SurfaceKind};
use texvisa_ir::target::SimdWidth;
use texvisa_ir::texture::{Builder, Dimension, Module, Op, Type, Value};

/// A kernel that computes `%v` of `%n`, one a lane, and stores it.
fn per_lane(body: &str, ty: &str) -> String {
    format!(
        "surface b0: raw @ table 0
surface t1: 2d f32 @ table 1
surface t2: 2d_ms f32 @ table 2
sampler s0 @ 0
kernel @k(%x: i16 = local_id_x, %n: i32, %u: f32) {{
^entry:
  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
{body}
  store_raw b0 [x: %a], {ty} %v
  return
}}"
    )
}

/// Two runs with different undefined bits: the lanes whose results differ, and the results of the first run.
fn with_two_undef_bits(text: &str, environment: &Environment, lanes: u32) -> (Vec<usize>, Vec<u32>) {
    let run = |fill| interpret(text, environment, &row(lanes), fill).unwrap_or_else(|error| panic!("{error}"));
    let [first, second] = [UndefBits::constant(FILL), UndefBits::differing(FILL, 1)].map(run);
    let differing = (0..first.len()).filter(|lane| first[*lane] != second[*lane]).collect();
    (differing, first)
}

fn numbers(n: &[u32], u: &[f32]) -> Environment {
    let u: Vec<u32> = u.iter().map(|u| u.to_bits()).collect();
    let mut environment = with_argument(with_argument(buffer(8), 1, n), 2, &u);
    let mut description = Description::new(SurfaceKind::D2, Format::R32Float, [8, 8, 1]);
    description.levels = 4;
    description.null_pages = vec![NullPage { level: 0, layer: 0, x: 4..8, y: 0..8 }];
    let mut surface = Surface::new(description).expect("legal");
    for offset in (0..surface.bytes().len()).step_by(4) {
        let place = surface.position(offset).expect("inside");
        let value = (place.x + 10 * place.y + 1000 * place.level) as f32;
        surface.bytes_mut()[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
    }
    environment.bind(1, Resource::Surface(surface));
    let mut samples = Description::new(SurfaceKind::D2, Format::R32Float, [8, 8, 1]);
    samples.samples = 4;
    environment.bind(2, Resource::Surface(Surface::new(samples).expect("legal")));
    environment.bind_sampler(0, Sampler { mip: MipFilter::Nearest, ..Sampler::default() });
    environment
}

const ZEROS: [f32; 8] = [0.0; 8];

#[test]
fn undefined_results_come_from_the_undef_bits() {
    let environment = numbers(&[0, 1, 31, 32, 33, 0, 7, 64], &ZEROS);
    let undefined = |body: &str| with_two_undef_bits(&per_lane(body, "i32"), &environment, 8).0;
    assert_eq!(undefined("  %v = shl i32 1, %n"), [3, 4, 7]);
    assert_eq!(undefined("  %v = udiv i32 100, %n"), [0, 5]);
    assert_eq!(undefined("  %v = add i32 undef, 0"), [0, 1, 2, 3, 4, 5, 6, 7]);
    // Each use gets different bits.
    assert_eq!(undefined("  %v = xor i32 undef, undef"), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert!(undefined("  %v = and i32 undef, 0").is_empty());
    assert_eq!(undefined("  %v = shuffle i32 %id, %n"), [2, 3, 4, 7]);
    let masked = "  %t = load t1 [u: %n, v: 0, lod: 0] mask r -> f32x4
  %e = extract f32x4 %t, 1
  %v = bitcast f32 %e -> i32";
    assert_eq!(undefined(masked).len(), 8);
}

/// Eight lanes with 3, 1, 4, 1, 5, 9, 2, 6: their sums up to each, and before it.
#[test]
fn lanes_are_combined_up_to_the_own_and_before_it() {
    let environment = numbers(&[3, 1, 4, 1, 5, 9, 2, 6], &ZEROS);
    let combined = |op: &str| with_two_undef_bits(&per_lane(&format!("  %v = {op} i32 %n"), "i32"), &environment, 8).1;
    assert_eq!(combined("reduce.add"), [31; 8]);
    assert_eq!(combined("scan_inclusive.add"), [3, 4, 8, 9, 14, 23, 25, 31]);
    assert_eq!(combined("scan_exclusive.add"), [0, 3, 4, 8, 9, 14, 23, 25]);
    assert_eq!(combined("scan_inclusive.umax"), [3, 3, 4, 4, 5, 9, 9, 9]);
    assert_eq!(combined("scan_exclusive.smin"), [0x7fff_ffff, 3, 1, 1, 1, 1, 1, 1]);
    assert_eq!(combined("reduce.xor"), [3 ^ 1 ^ 4 ^ 1 ^ 5 ^ 9 ^ 2 ^ 6; 8]);
}

#[test]
fn multisampled_loads_are_undefined_beyond_words() {
    let n = [0, 65535, 65536, -32768i32 as u32, -32769i32 as u32, 65530, u32::MAX, 0x7fff_ffff];
    let environment = numbers(&n, &ZEROS);
    let undefined = |texture: &str, element: &str| {
        let body = format!("{texture}\n  %e = extract {element}x4 %t, 0\n  %v = bitcast {element} %e -> i32");
        let body = if element == "i32" { body.replace("bitcast i32 %e -> i32", "add i32 %e, 0") } else { body };
        with_two_undef_bits(&per_lane(&body, "i32"), &environment, 8).0
    };
    assert_eq!(undefined("  %t = load_mcs t2 [u: %n, v: 0] -> i32x4", "i32"), [2, 4, 7]);
    let load = "  %m = load_mcs t2 [u: 0, v: 0] -> i32x4\n  %t = load_ms t2 [si: 0, mcs: %m, u: %n, v: 0]";
    assert_eq!(undefined(&format!("{load} -> f32x4"), "f32"), [2, 4, 7]);
    // The offset counts: 65535 + 7 is outside, 65536 - 1 is not.
    assert_eq!(undefined(&format!("{load} offset(7, 0, 0) -> f32x4"), "f32"), [1, 2, 5, 7]);
    assert_eq!(undefined(&format!("{load} offset(-1, 0, 0) -> f32x4"), "f32"), [3, 4, 7]);
}

/// Quads are lanes 0 to 3 and 4 to 7. Along x the coordinate steps by a quarter, two texels of eight: level 1.
#[test]
fn implicit_lod_reads_lanes_that_were_active_at_the_definition() {
    let environment = numbers(&[0, 1, 2, 3, 4, 5, 6, 7], &[0.0, 0.25, 0.0, 0.25, 0.5, 0.75, 0.5, 0.75]);
    let sampled = |coordinate: &str, before: &str, within: &str| {
        let body = format!(
            "{before}  %c = icmp.ne i32 %n, 1
  branch %c, ^then, ^join(f32 0.0)
^then:
{within}  %t = sample t1, s0 [u: {coordinate}, v: 0.0] -> f32x4
  %e = extract f32x4 %t, 0
  jump ^join(%e)
^join(%v: f32):"
        );
        with_two_undef_bits(&per_lane(&body, "f32"), &environment, 8)
    };
    // Lane 1 is inactive, but its coordinate was computed for all lanes.
    let (undefined, found) = sampled("%w", "  %w = fadd f32 %u, 0.0\n", "");
    assert!(undefined.is_empty());
    // Level 1 has 4 columns.
    assert_eq!([found[3], found[5]].map(f32::from_bits), [1001.0, 1003.0]);
    // Computed within the branch, lane 1's coordinate is undefined, and so is the level of its quad.
    let (_, found) = sampled("%w", "", "  %w = fadd f32 %u, 0.0\n");
    assert_eq!(f32::from_bits(found[5]), 1003.0);
    assert_ne!(f32::from_bits(found[3]), 1001.0);
}

#[test]
fn residency_is_reported_by_lane() {
    let environment = numbers(&[3, 4, 0, 7, 8, 2, 5, 1], &ZEROS);
    let body = "  %t, %r = load t1 [u: %n, v: 0, lod: 0] residency -> f32x4\n  %v = zext i1 %r -> i32";
    let (undefined, found) = with_two_undef_bits(&per_lane(body, "i32"), &environment, 8);
    assert!(undefined.is_empty());
    // Columns 4 to 7 have no memory; column 8 is outside and so touches none.
    assert_eq!(found, [1, 0, 1, 0, 1, 1, 0, 1]);
}

/// Hardware threads of 8 lanes: each work item stores a value, waits at the barrier, and loads that of its mirror
/// image.
#[test]
fn a_barrier_waits_for_every_thread_of_the_group() {
    let text = "surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x) {
^entry:
  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
  %w = mul i32 %id, 10
  store_raw b0 [x: %a], i32 %w
  barrier
  %m = sub i32 15, %id
  %b = shl i32 %m, 2
  %v = load_raw b0 [x: %b] -> i32
  %c = add i32 %a, 64
  store_raw b0 [x: %c], i32 %v
  return
}";
    let found =
        interpret(text, &buffer(32), &row(16), UndefBits::constant(FILL)).unwrap_or_else(|error| panic!("{error}"));
    let expected: Vec<u32> = (0..16).map(|id| 10 * (15 - id)).collect();
    assert_eq!(found[16..], expected);
}

#[test]
fn atomics_and_pointers_reach_the_same_memory() {
    let text = "surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x, %p: uniform i64 = pointer \"b0\") {
^entry:
  %id = zext i16 %x -> i32
  %old = atomic_add b0 [x: 0], i32 2 -> i32
  %max = atomic_umax_ptr [x: %p], i32 7 -> i32
  %wide = zext i32 %id -> i64
  %step = shl i64 %wide, 2
  %at = add i64 %p, %step
  %to = add i64 %at, 4
  store_ptr [x: %to], i32 %old
  return
}";
    let found =
        interpret(text, &buffer(8), &row(4), UndefBits::constant(FILL)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found, [8, 0, 2, 4, 6, 0, 0, 0]);
}

/// Atomic operations of work items do not race with each other, and what they left is defined behind a barrier.
#[test]
fn atomics_on_local_memory_and_on_typed_surfaces() {
    let text = "surface b0: raw @ table 0
surface w0: 1d i32 @ table 1
kernel @k(%x: i16 = local_id_x) {
^entry:
  %id = zext i16 %x -> i32
  %at = shl i32 %id, 2
  store_local [x: %at], i32 0
  barrier
  %old = atomic_add_local [x: 4], i32 %id -> i32
  %typed = atomic_smax_typed w0 [u: 0], i32 %id -> i32
  barrier
  %sum = load_local [x: 4] -> i32
  store_raw b0 [x: %at], i32 %sum
  return
}";
    let mut environment = buffer(4);
    let surface = Surface::new(Description::new(SurfaceKind::D1, Format::R32Sint, [2, 1, 1])).expect("legal");
    environment.bind(1, Resource::Surface(surface));
    let found =
        interpret(text, &environment, &row(4), UndefBits::constant(FILL)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found, [6; 4]);
}

#[test]
fn accesses_outside_read_zero_and_write_nothing() {
    let environment = with_argument(buffer(8), 1, &[0, 4, 28, 32, u32::MAX - 3, 0x8000_0000, 8, 12]);
    let environment = with_argument(environment, 2, &[0; 8]);
    let mut environment = environment;
    for entry in [1, 2] {
        environment.bind(entry, Resource::Surface(Surface::null()));
    }
    environment.bind_sampler(0, Sampler::default());
    let store = per_lane("  store_raw b0 [x: %n], i32 5\n  %v = load_raw b0 [x: %n] -> i32", "i32");
    let found =
        interpret(&store, &environment, &row(8), UndefBits::constant(FILL)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found, [5, 5, 5, 0, 0, 0, 5, 5]);
}

/// All work items of a hardware thread have to execute an access of its block.
#[test]
fn a_block_that_some_lanes_do_not_execute_is_refused() {
    let block = "  %w = load_block b0 [x: 0] -> i32x2\n  %v = extract i32x2 %w, 1";
    let divergent = per_lane(
        &format!("  %c = icmp.slt i32 %n, 3\n  branch %c, ^some, ^rest(i32 7)\n^some:\n{block}\n  jump ^rest(%v)\n^rest(%r: i32):\n  %q = add i32 %r, 0"),
        "i32",
    )
    .replace("i32 %v\n  return", "i32 %q\n  return");
    for (text, is_refused) in [(per_lane(block, "i32"), false), (divergent, true)] {
        let mut environment = with_argument(with_argument(buffer(8), 1, &[0, 1, 2, 3, 4, 5, 6, 7]), 2, &[0; 8]);
        for entry in [1, 2] {
            environment.bind(entry, Resource::Surface(Surface::null()));
        }
        environment.bind_sampler(0, Sampler::default());
        let found = interpret(&text, &environment, &row(8), UndefBits::constant(FILL));
        let reason = matches!(
            found,
            Err(InterpError::Access { reason: AccessError::PartOfThread { active: 7, all: 0xff }, .. })
        );
        assert_eq!(reason, is_refused, "{found:?}");
    }
}

/// Elements before offset 0 are outside, but of an access that ends behind it some would be there.
#[test]
fn an_access_past_the_last_offset_is_refused() {
    for (offset, is_refused) in [(u32::MAX - 15, false), (u32::MAX - 11, true), (u32::MAX - 3, true), (0, false)] {
        for body in ["  %w = load_raw b0 [x: %n] -> i32x4", "  %w = load_local [x: %n] -> i32x4"] {
            let text = per_lane(&format!("{body}\n  %v = extract i32x4 %w, 0"), "i32");
            let mut environment = with_argument(with_argument(buffer(8), 1, &[offset]), 2, &[0]);
            for entry in [1, 2] {
                environment.bind(entry, Resource::Surface(Surface::null()));
            }
            environment.bind_sampler(0, Sampler::default());
            let found = interpret(&text, &environment, &row(1), UndefBits::constant(FILL));
            let reason = matches!(found, Err(InterpError::Access { reason: AccessError::PassesEnd { .. }, .. }));
            assert_eq!(reason, is_refused, "{offset:#x}: {found:?}");
        }
    }
}

/// Bytes and words are at any byte, and dwords where the operation says so; other dwords are not read or written there.
#[test]
fn an_operation_says_where_its_elements_may_be() {
    let stores = "  store_raw b0 [x: 1] unaligned, i32 1144201745
  store_raw b0 [x: 7], i16 26197
  store_raw b0 [x: 13], i32 7
  %a = load_raw b0 [x: 1] unaligned -> i32";
    let local = &stores.replace("_raw b0", "_local");
    for (body, expected) in
        [(stores, [0x3322_1100, 0x5500_0044, 0x66, 0, 0x4433_2211]), (local, [0, 0, 0, 0, 0x4433_2211])]
    {
        let text = format!(
            "surface b0: raw @ table 0\nkernel @k() {{\n^entry:\n{body}\n  store_raw b0 [x: 16], i32 %a\n  return\n}}"
        );
        let found = interpret(&text, &buffer(5), &row(1), UndefBits::constant(FILL))
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(found, expected, "{text}");
    }
}

/// Elements that may be at any byte have an address each: behind the last offset comes the first, and some may be in a buffer where
/// others are in none.
#[test]
fn unaligned_elements_have_an_address_each() {
    let run = |body: &str| {
        let text = format!("surface b0: raw @ table 0\nkernel @k() {{\n^entry:\n{body}\n  return\n}}");
        interpret(&text, &buffer(3), &row(1), UndefBits::constant(FILL))
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    };
    // 2^32 - 2: the second dword begins at byte 2, the third at byte 6.
    let store = "  %v = vec i32 [286331153, 572662306, 858993459]\n  store_raw b0 [x: 4294967294] unaligned, i32x3 %v";
    assert_eq!(run(store), [0x2222_0000, 0x3333_2222, 0x3333]);
    let load = "  store_raw b0 [x: 0], i32 286331153
  store_raw b0 [x: 4], i32 572662306
  %v = load_raw b0 [x: 4294967294] unaligned -> i32x2
  %a = extract i32x2 %v, 1
  store_raw b0 [x: 8], i32 %a";
    assert_eq!(run(load), [0x1111_1111, 0x2222_2222, 0x2222_1111]);
}

#[test]
fn invalid_modules_and_dispatches_are_refused() {
    let (mut module, id) =
        module("surface b0: raw @ table 0\nkernel @k() {\n^entry:\n  store_raw b0 [x: 0], i32 1\n  return\n}");
    let grid = Grid { items: [1; 3], group: [1; 3] };
    let run = |module: &Module, environment: &mut Environment| {
        interp::run(module, id, environment, &grid, SimdWidth::Simd16, UndefBits::constant(FILL))
    };
    assert!(matches!(run(&module, &mut Environment::new()), Err(InterpError::Dispatch(_))));
    let mut environment = buffer(1);
    assert_eq!(run(&module, &mut environment), Ok(()));
    assert_eq!(words(&environment), [1]);
    let mut wrong = Environment::new();
    wrong.bind(0, Resource::Surface(Surface::null()));
    assert_eq!(run(&module, &mut wrong), Ok(()));
    let surface = Surface::new(Description::new(SurfaceKind::D2, Format::R8Uint, [1, 1, 1])).expect("legal");
    wrong.bind(0, Resource::Surface(surface));
    assert!(matches!(run(&module, &mut wrong), Err(InterpError::Access { .. })));
    module.kernels[id].layout.clear();
    assert!(matches!(run(&module, &mut environment), Err(InterpError::Invalid(_))));
}

/// One step of a random program: an operation on two earlier values, and the same in Rust.
type Step = (u8, usize, usize);

fn expression(steps: &[Step], arguments: [u32; 2]) -> (Module, u32) {
    let mut module = Module::default();
    let output = module.add_surface("b0", Dimension::Raw, None, 0);
    let mut builder = Builder::new("k");
    let mut values: Vec<(Value, u32)> = arguments
        .iter()
        .enumerate()
        .map(|(index, value)| (builder.argument(["a", "b"][index], Type::I32, false), *value))
        .collect();
    let entry = builder.create_block("entry");
    builder.switch_to(entry);
    for (kind, first, second) in steps {
        let [(a, x), (b, y)] = [first, second].map(|index| values[index % values.len()]);
        let float = |builder: &mut Builder, op: Op, function: fn(f32, f32) -> f32| {
            let [p, q] = [a, b].map(|value| builder.convert(Op::Bitcast, value, Type::F32));
            let result = builder.op(op, Type::F32, &[p, q]);
            let expected = function(f32::from_bits(x), f32::from_bits(y));
            let expected = if expected.is_nan() { 0x7fc0_0000 } else { expected.to_bits() };
            (builder.convert(Op::Bitcast, result, Type::I32), expected)
        };
        let int = |builder: &mut Builder, op: Op, expected: u32| (builder.op(op, Type::I32, &[a, b]), expected);
        let next = match kind % 12 {
            0 => int(&mut builder, Op::Add, x.wrapping_add(y)),
            1 => int(&mut builder, Op::Sub, x.wrapping_sub(y)),
            2 => int(&mut builder, Op::Mul, x.wrapping_mul(y)),
            3 => int(&mut builder, Op::And, x & y),
            4 => int(&mut builder, Op::Xor, x ^ y),
            5 => int(&mut builder, Op::MinS, (x as i32).min(y as i32) as u32),
            6 => int(&mut builder, Op::MaxU, x.max(y)),
            7 => float(&mut builder, Op::FAdd, |p, q| p + q),
            8 => float(&mut builder, Op::FMul, |p, q| p * q),
            9 => float(&mut builder, Op::FSub, |p, q| p - q),
            10 => {
                let less = builder.op(Op::LtS, Type::I32, &[a, b]);
                (builder.op(Op::Select, Type::I32, &[less, b, a]), if (x as i32) < y as i32 { y } else { x })
            }
            _ => {
                let float = builder.convert(Op::SToF, a, Type::F32);
                (builder.convert(Op::Bitcast, float, Type::I32), (x as i32 as f32).to_bits())
            }
        };
        values.push(next);
    }
    let zero = builder.constant_int(Type::I32, 0);
    let (result, expected) = values[values.len() - 1];
    builder.store_raw(output, zero, result);
    builder.ret();
    module.add_kernel(builder.finish());
    (module, expected)
}

proptest! {
    #[test]
    fn random_expressions_have_the_results_of_rust(
        steps in proptest::collection::vec((any::<u8>(), any::<usize>(), any::<usize>()), 1..40),
        a: u32,
        b: u32,
    ) {
        let (module, expected) = expression(&steps, [a, b]);
        let id = module.kernel("k").expect("a kernel");
        let mut environment = with_argument(with_argument(buffer(1), 0, &[a]), 1, &[b]);
        let grid = row(1);
        let run = interp::run(&module, id, &mut environment, &grid, SimdWidth::Simd8, UndefBits::constant(FILL));
        prop_assert_eq!(run, Ok(()));
        prop_assert_eq!(words(&environment), [expected]);
    }
}

/// A kernel in which each lane writes where `to` says in scratch memory and reads where `from` says, from its number.
fn scratch(to: &str, from: &str) -> String {
    per_lane(
        &format!(
            "  %five = extract i32x8 %r0, 5
  %start = and i32 %five, -1024
  %to = {to}
  %from = {from}
  %there = add i32 %start, %to
  %here = add i32 %start, %from
  store_scratch [x: %there], i32 %n
  %v = load_scratch [x: %here] -> i32"
        ),
        "i32",
    )
    .replace("%u: f32)", "%u: f32, %r0: uniform i32x8 = r0) scratch 4")
}

#[test]
fn a_lane_finds_in_scratch_memory_what_it_wrote() {
    let numbers = numbers(&[3, 1, 4, 1, 5, 9, 2, 6], &[0.0; 8]);
    let own = "shl i32 %id, 2";
    let (differing, found) = with_two_undef_bits(&scratch(own, own), &numbers, 8);
    assert_eq!((differing, found), (vec![], vec![3, 1, 4, 1, 5, 9, 2, 6]));
    // Lane 0 reads what it wrote, every other lane what its neighbour wrote.
    let before = scratch(own, "add i32 %a, -4").replace("add i32 %a, -4", "smax i32 %before, 0");
    let before = before.replace("  %from", "  %before = add i32 %a, -4\n  %from");
    assert_eq!(with_two_undef_bits(&before, &numbers, 8).0, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn lanes_that_write_the_same_to_one_place_all_have_written_it() {
    let numbers = numbers(&[7; 8], &[0.0; 8]);
    let one = "and i32 %id, 0";
    assert_eq!(with_two_undef_bits(&scratch(one, one), &numbers, 8), (vec![], vec![7; 8]));
    let others = self::numbers(&[7, 7, 7, 7, 8, 8, 8, 8], &[0.0; 8]);
    assert_eq!(with_two_undef_bits(&scratch(one, one), &others, 8).0, [0, 1, 2, 3]);
}

#[test]
fn private_memory_of_other_lanes_is_not_to_be_overwritten() {
    let own = "shl i32 %id, 2";
    let numbers = numbers(&[3, 1, 4, 1, 5, 9, 2, 6], &[0.0; 8]);
    let text = scratch(own, own).replace(
        "  store_raw",
        "  %other = xor i32 %there, 4\n  %more = add i32 %v, 1\n  store_scratch [x: %other], i32 %more\n  store_raw",
    );
    let result = interpret(&text, &numbers, &row(8), UndefBits::constant(FILL));
    assert!(matches!(result, Err(InterpError::Clobber { .. })), "{result:?}");
}

#[test]
fn a_hardware_thread_has_private_memory_behind_the_private_base() {
    let body = "  %thread = hw_thread_id
  %before = shl i32 %thread, 5
  %own = or i32 %before, %a
  %wide = zext i32 %own -> i64
  %at = add i64 %base, %wide
  store_ptr [x: %at], i32 %n
  %v = load_ptr [x: %at] -> i32";
    let text = per_lane(body, "i32").replace("%u: f32)", "%u: f32, %base: uniform i64 = private_base)");
    let given = [3, 1, 4, 1, 5, 9, 2, 6];
    assert_eq!(with_two_undef_bits(&text, &numbers(&given, &[0.0; 8]), 8), (vec![], given.to_vec()));
}

/// A thread writes a texel, and samples it and another.
const WRITTEN_AND_SAMPLED: &str = "surface b0: raw @ table 0
surface t1: 2d i32 @ table 1
kernel @k(%x: i16 = local_id_x) {
^entry:
  %id = zext i16 %x -> i32
  %w = vec i32 [7, 7, 7, 7]
  write t1 [u: %id, v: 0], i32x4 %w
FENCE  %t = load t1 [u: %id, v: 0, lod: 0] -> i32x4
  %o = load t1 [u: %id, v: 1, lod: 0] -> i32x4
  %a = extract i32x4 %t, 0
  %b = extract i32x4 %o, 0
  %at = shl i32 %id, 3
  %next = add i32 %at, 4
  store_raw b0 [x: %at], i32 %a
  store_raw b0 [x: %next], i32 %b
  return
}";

#[test]
fn the_sampler_need_not_see_what_is_not_flushed() {
    let run = |fence: &str, fill: u64| {
        let mut environment = buffer(8);
        let mut surface = Surface::new(Description::new(SurfaceKind::D2, Format::R32Uint, [4, 2, 1])).expect("legal");
        surface.bytes_mut()[16..].copy_from_slice(&[5; 16]);
        environment.bind(1, Resource::Surface(surface));
        let text = WRITTEN_AND_SAMPLED.replace("FENCE", fence);
        interpret(&text, &environment, &row(4), UndefBits::constant(fill)).expect("it runs")
    };
    let other = 0x0505_0505;
    let fenced = run("  fence_typed\n", 0x1111_1111_1111_1111);
    assert_eq!(fenced, [7, other, 7, other, 7, other, 7, other]);
    let undefined = 0x2222_2222;
    let unfenced = run("", 0x2222_2222_2222_2222);
    assert_eq!(unfenced, [undefined, other, undefined, other, undefined, other, undefined, other]);
}
