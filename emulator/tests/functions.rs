//! Functions that hardware computes only nearly: what is to be rounded correctly is, whichever of the floats near a
//! result hardware returns; and differential execution notices where an approximation takes the place of a correctly
//! rounded result, and where denormals are lost.

mod engine;

use engine::{kernel, module, words};
use texvisa_emulator::dispatch::Grid;
use texvisa_emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa_emulator::machine::Machine;
use texvisa_emulator::refine::{RefineError, TrialOptions, refine};
use texvisa_emulator::{Approximation, UndefBits};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::{RegisterMap, VisaKernel};
use texvisa_lowering::{LoweringOptions, lower};

/// What a kernel with the operation `%r` leaves for each pair of floats, on a machine with these approximations.
fn computed(operation: &str, pairs: &[[u32; 2]], approximation: Approximation) -> Vec<u32> {
    let text = format!(
        "surface b0: raw @ table 0\nkernel @k(%a: f32, %b: f32, %at: i32) {{\n^entry:\n  %r = {operation}\n  store_raw b0 [x: %at], f32 %r\n  return\n}}"
    );
    let (module, id) = module(&text);
    let options = LoweringOptions::default();
    let lowered = lower(&module, module.kernels[id].clone(), Target::Tgllp, SimdWidth::Simd16, &options)
        .unwrap_or_else(|errors| panic!("{errors:?}"));
    let map = RegisterMap::unbounded(&lowered.kernel);
    let machine =
        Machine::with_approximation(&lowered.kernel, &map, approximation).unwrap_or_else(|error| panic!("{error}"));
    let mut environment = Environment::new();
    environment.bind(0, Resource::Buffer(vec![0; 4 * pairs.len()]));
    let column =
        |value: &dyn Fn(usize) -> u32| ArgumentValue::PerItem((0..pairs.len()).map(|at| value(at).into()).collect());
    environment.set_argument(0, column(&|at| pairs[at][0]));
    environment.set_argument(1, column(&|at| pairs[at][1]));
    environment.set_argument(2, column(&|at| 4 * at as u32));
    let grid = Grid { items: [pairs.len() as u32, 1, 1], group: [64, 1, 1] };
    let fill = UndefBits::constant(engine::FILL);
    machine.run(&module, id, &mut environment, &grid, fill, None).unwrap_or_else(|error| panic!("{error}"));
    words(&environment)
}

/// Pairs of special floats, of random bits, of significands near 1 and 2, and of such whose quotient is a denormal.
fn pairs() -> Vec<[u32; 2]> {
    const SPECIAL: [u32; 16] = [
        0,
        1 << 31,
        1,
        0x8000_0003,
        0x007f_ffff,
        0x0080_0000,
        0x3f80_0000,
        0xbf80_0001,
        0x3fff_ffff,
        0x4040_0000,
        0x7f7f_ffff,
        0xff7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x0000_1234,
    ];
    let mut pairs: Vec<[u32; 2]> = SPECIAL.iter().flat_map(|a| SPECIAL.map(|b| [*a, b])).collect();
    let mut rng = fastrand::Rng::with_seed(11);
    while pairs.len() < 16_384 {
        let mut near = || [rng.u32(..4), 0x007f_ffff - rng.u32(..4), rng.u32(..) & 0x007f_ffff][rng.usize(..3)];
        let [a, b] = [near(), near()];
        let exponent = |rng: &mut fastrand::Rng| rng.u32(..255) << 23 | rng.u32(..2) << 31;
        let [c, d] = [exponent(&mut rng), exponent(&mut rng)];
        pairs.push([a | c, b | d]);
        // The exponents of quotients around the least normal number.
        let low = 1 + rng.u32(..30);
        pairs.push([a | low << 23, b | (low + 100 + rng.u32(..60)) << 23]);
        // Around the greatest.
        pairs.push([a | (200 + low) << 23, b | (low + rng.u32(..80)) << 23]);
    }
    pairs
}

/// By the arithmetic of this processor, which IEEE 754 tells to round correctly.
#[test]
fn quotients_and_roots_are_rounded_correctly_on_any_hardware() {
    let pairs = pairs();
    let float = f32::from_bits;
    for approximation in [Approximation::Nearest, Approximation::Chosen(1), Approximation::Chosen(2)] {
        for (operation, expected) in [
            ("fdiv.rte f32 %a, %b", (|[a, b]: [f32; 2]| a / b) as fn([f32; 2]) -> f32),
            ("fsqrt.rte f32 %a", |[a, _]| a.sqrt()),
        ] {
            let found = computed(operation, &pairs, approximation);
            for (pair, found) in pairs.iter().zip(found) {
                let expected = expected(pair.map(float));
                let is_right =
                    float(found).to_bits() == expected.to_bits() || float(found).is_nan() && expected.is_nan();
                assert!(
                    is_right,
                    "{operation} of {pair:x?} with {approximation:?}: {found:#x}, not {:#x}",
                    expected.to_bits()
                );
            }
        }
    }
}

/// Otherwise hardware's own is within a unit, and often another one than the nearest.
#[test]
fn other_quotients_are_within_a_unit() {
    let pairs: Vec<[u32; 2]> = (1..1025).map(|number| [(number as f32).to_bits(), 3f32.to_bits()]).collect();
    let found = computed("fdiv f32 %a, %b", &pairs, Approximation::Chosen(1));
    let off = pairs.iter().zip(found).map(|([a, b], found)| {
        let nearest = f32::from_bits(*a) / f32::from_bits(*b);
        found.abs_diff(nearest.to_bits())
    });
    let off: Vec<u32> = off.collect();
    assert!(off.iter().all(|units| *units <= 1) && off.iter().filter(|units| **units == 1).count() > 200, "{off:?}");
}

const DECLARATIONS: &str = "\
.decl A v_type=G type=f num_elts=8 align=GRF
.decl B v_type=G type=f num_elts=8 align=GRF
.decl X v_type=G type=ud num_elts=8 align=GRF
.decl L v_type=G type=uw num_elts=16 align=GRF
.decl R v_type=G type=f num_elts=8 align=GRF
.decl A_bits v_type=G type=ud num_elts=8 align=GRF alias=<A, 0>
.decl T v_type=G type=f num_elts=8 align=GRF alias=<X, 0>
.decl P1 v_type=P num_elts=8
.input L offset=32 size=32
.input A offset=128 size=32
.input B offset=160 size=32";
const KEEP_DENORMALS: &str = "    or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud\n";

/// Whether `body`, after `controls`, is what the operations of a source say that compute `%r` of `%a` and `%b`.
fn refines(source: &str, controls: &str, body: &str) -> bool {
    refines_with("", source, controls, body)
}

/// The same for a kernel with `facts` behind its arguments.
fn refines_with(facts: &str, source: &str, controls: &str, body: &str) -> bool {
    let text = format!(
        "surface b0: raw @ table 0\nkernel @k(%x: i16 = local_id_x, %a: f32, %b: f32){facts} {{\n^entry:\n{source}\n  %id = zext i16 %x -> i32\n  %at = shl i32 %id, 2\n  store_raw b0 [x: %at], f32 %r\n  return\n}}"
    );
    let (module, id) = module(&text);
    let store = "    mov (M1, 8) X(0,0)<1> L(0,0)<1;1,0>\n    shl (M1, 8) X(0,0)<1> X(0,0)<1;1,0> 0x2:ud\n    movs (M1_NM, 1) T6(0) 0x0:ud\n    scatter4_scaled.R (M1, 8) T6 0x0:ud X.0 R.0\n    ret (M1, 1)";
    let mut kernel: VisaKernel = kernel(Target::Tgllp, DECLARATIONS, &format!("{controls}{body}{store}"));
    kernel.simd = SimdWidth::Simd8;
    let map = RegisterMap::unbounded(&kernel);
    let options = TrialOptions { trials: 60, ..TrialOptions::default() };
    match refine(&module, id, &kernel, &map, &options) {
        Ok(summary) => {
            assert!(summary.compared_bytes > 0, "{summary:?}");
            true
        }
        Err(RefineError::Differs(_)) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn approximations_are_noticed_where_the_source_allows_none() {
    let inverse = "    inv (M1, 8) R(0,0)<1> A(0,0)<1;1,0>\n";
    let root = "    sqrt (M1, 8) R(0,0)<1> (abs)A(0,0)<1;1,0>\n";
    let quotient = "    div (M1, 8) R(0,0)<1> A(0,0)<1;1,0> B(0,0)<1;1,0>\n";
    let inverse_root = "    rsqrt (M1, 8) R(0,0)<1> (abs)A(0,0)<1;1,0>\n";
    let of_root =
        |quotient: &str, root: &str| format!("  %m = fabs f32 %a\n  %s = {root} f32 %m\n  %r = {quotient} f32 1.0, %s");
    for (source, body, is_right) in [
        ("  %r = fdiv f32 1.0, %a".to_owned(), inverse, true),
        ("  %r = fdiv.rte f32 1.0, %a".to_owned(), inverse, false),
        ("  %r = fdiv f32 %a, %b".to_owned(), quotient, true),
        ("  %r = fdiv.rte f32 %a, %b".to_owned(), quotient, false),
        ("  %m = fabs f32 %a\n  %r = fsqrt f32 %m".to_owned(), root, true),
        ("  %m = fabs f32 %a\n  %r = fsqrt.rte f32 %m".to_owned(), root, false),
        (of_root("fdiv", "fsqrt"), inverse_root, true),
        (of_root("fdiv.rte", "fsqrt.rte"), inverse_root, false),
        ("  %r = fexp2 f32 %a".to_owned(), "    exp (M1, 8) R(0,0)<1> A(0,0)<1;1,0>\n", true),
        ("  %r = fsin f32 %a".to_owned(), "    sin (M1, 8) R(0,0)<1> A(0,0)<1;1,0>\n", true),
        ("  %r = fcos f32 %a".to_owned(), "    sin (M1, 8) R(0,0)<1> A(0,0)<1;1,0>\n", false),
    ] {
        assert_eq!(refines(&source, KEEP_DENORMALS, body), is_right, "{source}\n{body}");
    }
}

/// A thread begins with control register 0 at 0, where denormals are zeros. Bits 7 and 10 keep those of floats and halves.
#[test]
fn lost_denormals_are_noticed() {
    let floats = "    or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x80:ud\n";
    let halves = "    or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x400:ud\n";
    let sum = "    add (M1, 8) R(0,0)<1> A(0,0)<1;1,0> B(0,0)<1;1,0>\n";
    let compare = "    cmp.gt (M1, 8) P1 A(0,0)<1;1,0> 0x0:f\n    (P1) sel (M1, 8) R(0,0)<1> A(0,0)<1;1,0> 0x0:f\n";
    let copy = "    mov (M1, 8) R(0,0)<1> (-)A(0,0)<1;1,0>\n";
    for (source, body, needs) in [
        ("  %r = fadd f32 %a, %b", sum, true),
        ("  %c = fcmp.ogt f32 %a, 0.0\n  %r = select f32 %c, %a, 0.0", compare, true),
        // A copy changes no bits but the sign.
        ("  %r = fneg f32 %a", copy, false),
    ] {
        assert!(refines(source, KEEP_DENORMALS, body) && refines(source, floats, body), "{source}");
        assert_eq!(refines(source, "", body), !needs, "{source}");
        assert_eq!(refines(source, halves, body), !needs, "{source}");
    }
}

/// OpenCL 1.2, section 5.6.4.2, -cl-denorms-are-zero: denormals "may be flushed to zero". What the control register says counts
/// then, of each type; what moves bits alone has no zeros.
#[test]
fn denormals_may_be_zeros_where_the_source_allows_it() {
    let floats = "    or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x80:ud\n";
    let halves = "    or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x400:ud\n";
    let tiny = "  %s = bitcast f32 %a -> i32\n  %m = and i32 %s, -2139095041\n  %t = bitcast i32 %m -> f32\n";
    let make_tiny = "    and (M1, 8) X(0,0)<1> A_bits(0,0)<1;1,0> 0x807fffff:ud\n";
    for (source, body, zero) in [
        (
            "  %r = fadd f32 %t, 0.0",
            "    add (M1, 8) R(0,0)<1> T(0,0)<1;1,0> 0x0:f\n",
            "    mov (M1, 8) R(0,0)<1> 0x0:f\n",
        ),
        (
            "  %c = fcmp.ogt f32 %t, 0.0\n  %r = select f32 %c, %t, 1.0",
            "    cmp.gt (M1, 8) P1 T(0,0)<1;1,0> 0x0:f\n    (P1) sel (M1, 8) R(0,0)<1> T(0,0)<1;1,0> 0x3f800000:f\n",
            "    mov (M1, 8) R(0,0)<1> 0x3f800000:f\n",
        ),
    ] {
        let source = format!("{tiny}{source}");
        let with = |body: &str| format!("{make_tiny}{body}");
        for controls in [KEEP_DENORMALS, floats, halves, ""] {
            assert!(refines_with(" may_flush_denormals", &source, controls, &with(body)), "{source} {controls}");
        }
        // Hardware that keeps them may not lose them all the same.
        assert!(!refines_with(" may_flush_denormals", &source, floats, &with(zero)), "{source}");
        assert!(!refines_with("", &source, halves, &with(body)), "{source}");
    }
    let copy = "    mov (M1, 8) R(0,0)<1> (-)A(0,0)<1;1,0>\n";
    assert!(refines_with(" may_flush_denormals", "  %r = fneg f32 %a", "", copy));
}
