//! What is done on dwords instead of words and bytes, and divisions without a divider, compute what the operations
//! mean: the interpreter runs the kernel before and after the passes.

mod texture;

use texture::module;
use texvisa_emulator::UndefBits;
use texvisa_emulator::dispatch::Grid;
use texvisa_emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa_emulator::interp;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{KernelId, Module};
use texvisa_lowering::{LoweringOptions, lower};

/// The bytes that the kernel leaves, one work item for each pair of x and y. The argument wx is the item's number.
fn run(module: &Module, pairs: &[(u32, u32)]) -> Vec<u8> {
    let items = pairs.len() as u32;
    let mut environment = Environment::new();
    environment.bind(5, Resource::Buffer(vec![0; 4 * pairs.len()]));
    let kernel = &module.kernels[KernelId::from_u32(0)];
    for (index, argument) in kernel.arguments.iter().enumerate() {
        let bits = |item: u32| match kernel.value_name(argument.value) {
            Some("x") => pairs[item as usize].0,
            Some("y") => pairs[item as usize].1,
            _ => item,
        };
        let value = match argument.uniform {
            true => ArgumentValue::uniform(0),
            false => ArgumentValue::PerItem((0..items).map(|item| u64::from(bits(item))).collect()),
        };
        environment.set_argument(index, value);
    }
    let grid = Grid { items: [items, 1, 1], group: [items, 1, 1] };
    let fill = UndefBits::constant(0x1234_5678_9abc_def0);
    interp::run(module, KernelId::from_u32(0), &mut environment, &grid, SimdWidth::Simd16, fill)
        .unwrap_or_else(|error| panic!("{error}"));
    environment.resource(5).expect("it is bound").bytes().to_vec()
}

/// Runs `inst`, which makes `%r` of `%a` and `%b`, before and after the passes: these are x and y, cut to the type.
fn compare(target: Target, inst: &str, ty: &str, pairs: &[(u32, u32)]) {
    let cut = |name: &str, from: &str| match ty {
        "i32" => format!("  %{name} = bitcast i32 %{from} -> i32\n"),
        _ => format!("  %{name} = trunc i32 %{from} -> {ty}\n"),
    };
    let is_boolean = inst.contains("icmp");
    let extend = match ty {
        "i32" if !is_boolean => "bitcast i32 %r -> i32".to_owned(),
        _ => format!("zext {} %r -> i32", if is_boolean { "i1" } else { ty }),
    };
    let body = format!(
        "^entry:\n{}{}  {inst}\n  %z = {extend}\n  %item = zext i16 %wx -> i32\n  %at = shl i32 %item, 2\n  \
         store_raw b0 [x: %at], i32 %z\n  return",
        cut("a", "x"),
        cut("b", "y")
    );
    let before = module(&body);
    let id = KernelId::from_u32(0);
    let lowered = lower(&before, before.kernels[id].clone(), target, SimdWidth::Simd16, &LoweringOptions::default());
    let mut after = before.clone();
    after.kernels[id] = lowered.unwrap_or_else(|errors| panic!("{inst}: {errors:?}")).texture;
    assert_ne!(before.to_string(), after.to_string(), "a pass changes {inst}");
    assert_eq!(run(&before, pairs), run(&after, pairs), "{inst}");
}

/// Numbers around the bounds of bytes, words and dwords.
const EDGES: [u32; 14] = [0, 1, 2, 7, 0x7f, 0x80, 0xfe, 0xff, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x7fff_ffff, 0x8000_0000];

/// Every x with every y that `keeps`.
fn pairs(keeps: impl Fn(u32, u32) -> bool) -> Vec<(u32, u32)> {
    let all = EDGES.iter().flat_map(|x| EDGES.iter().map(|y| (*x, *y)));
    all.filter(|(x, y)| keeps(*x, *y)).collect()
}

/// Pairs for which a quotient is defined in all of these widths.
fn divisible() -> Vec<(u32, u32)> {
    let defined = |bits: u32, x: u32, y: u32| {
        let mask = u32::MAX >> (32 - bits);
        y & mask != 0 && !(y & mask == mask && x & mask == 1 << (bits - 1))
    };
    pairs(|x, y| [8, 16, 32].into_iter().all(|bits| defined(bits, x, y)))
}

#[test]
fn words_are_divided_counted_and_reversed_as_words() {
    for op in ["sdiv", "udiv", "srem", "urem"] {
        compare(Target::Tgllp, &format!("%r = {op} i16 %a, %b"), "i16", &divisible());
    }
    for op in ["mulh.s", "mulh.u"] {
        compare(Target::Tgllp, &format!("%r = {op} i16 %a, %b"), "i16", &pairs(|_, _| true));
    }
    for op in ["ctlz", "cttz", "ctpop", "bitreverse"] {
        compare(Target::Tgllp, &format!("%r = {op} i16 %a"), "i16", &pairs(|_, y| y == 0));
    }
    compare(Target::Tgllp, "%r = fshl i16 %a, %b, %b", "i16", &pairs(|_, _| true));
    compare(Target::Tgllp, "%r = fshl i16 %a, %a, %b", "i16", &pairs(|_, _| true));
    for results in ["%r, %c", "%s, %r"] {
        for op in ["addc", "subb"] {
            compare(Target::Tgllp, &format!("{results} = {op} i16 %a, %b"), "i16", &pairs(|_, _| true));
        }
    }
}

#[test]
fn bytes_are_computed_with_as_bytes() {
    let all = pairs(|_, _| true);
    for op in ["add", "sub", "mul", "mulh.s", "mulh.u", "smin", "smax", "umin", "umax", "and", "or", "xor"] {
        compare(Target::Tgllp, &format!("%r = {op} i8 %a, %b"), "i8", &all);
    }
    for op in ["abs", "ctlz", "cttz", "ctpop", "bitreverse"] {
        compare(Target::Tgllp, &format!("%r = {op} i8 %a"), "i8", &pairs(|_, y| y == 0));
    }
    for op in ["shl", "lshr", "ashr"] {
        compare(Target::Tgllp, &format!("%r = {op} i8 %a, %b"), "i8", &pairs(|_, y| y & 0xff < 8));
    }
    for op in ["sdiv", "udiv", "srem", "urem"] {
        compare(Target::Tgllp, &format!("%r = {op} i8 %a, %b"), "i8", &divisible());
    }
    for relation in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] {
        // What was computed on words is compared on words, if it has to be extended in the same way.
        let computed = if relation.starts_with('s') { "smax" } else { "umax" };
        let inst = format!("%m = {computed} i8 %a, 3\n  %r = icmp.{relation} i8 %m, %b");
        compare(Target::Tgllp, &inst, "i8", &all);
    }
    compare(Target::Tgllp, "%r = fshl i8 %a, %b, %b", "i8", &all);
    compare(Target::Tgllp, "%r, %c = addc i8 %a, %b", "i8", &all);
    compare(Target::Tgllp, "%s, %r = subb i8 %a, %b", "i8", &all);
}

/// XeHP_SDV and later have no divider.
#[test]
fn divisions_without_a_divider_are_exact() {
    for ty in ["i8", "i16", "i32"] {
        for op in ["sdiv", "udiv", "srem", "urem"] {
            compare(Target::Dg2, &format!("%r = {op} {ty} %a, %b"), ty, &divisible());
        }
    }
    // The estimate of these quotients is two less than they are. There are 6,500 such divisors in all, found by trying every
    // one with the greatest of its multiples.
    let two_less = [(u32::MAX, 65_537), (4_294_967_292, 131_076), (4_294_967_292, 139_524)];
    for op in ["udiv", "urem"] {
        compare(Target::Dg2, &format!("%r = {op} i32 %a, %b"), "i32", &two_less);
    }
}
