//! The machine by hand: arithmetic, predicates, what messages write and leave, what it refuses.

mod engine;

use engine::kernel;
use texvisa_emulator::UndefBits;
use texvisa_emulator::dispatch::HardwareThread;
use texvisa_emulator::environment::{Environment, Resource};
use texvisa_emulator::machine::{Fault, Machine, MachineError, MessageEvent, Trap};
use texvisa_emulator::unit::{Compare, Description, Format, Sampler, Surface, SurfaceKind};
use texvisa_ir::target::Target;
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::{Inst, RegisterMap, Var, VisaKernel, asm};

/// Variables of 8 lanes in registers of their own from r1 on: A, B, C of the first type, R of the second.
fn declarations(source: &str, result: &str) -> String {
    let var = |name: &str, ty: &str| format!(".decl {name} v_type=G type={ty} num_elts=8 align=GRF\n");
    [var("A", source), var("B", source), var("C", source), var("R", result)].concat()
        + ".decl P1 v_type=P num_elts=8\n.decl Q v_type=P num_elts=8"
}

/// A map with two registers of 32 bytes for each variable, in their order from r2 on.
fn map(kernel: &VisaKernel) -> RegisterMap {
    let mut map = RegisterMap::new(64);
    for (index, var) in kernel.vars.keys().enumerate() {
        map.set(var, 64 * (index as u32 + 1));
        map.bytes += 64;
    }
    map
}

fn thread(active: u32) -> HardwareThread {
    HardwareThread { group: [0; 3], active, items: [0; 32], local: [[0; 3]; 32] }
}

/// A kernel, and the registers with which a thread of it begins.
struct Prepared {
    kernel: VisaKernel,
    map: RegisterMap,
    file: Vec<u8>,
}

impl Prepared {
    /// A kernel of such declarations and instructions, whose registers have `fill` in each byte.
    fn new(target: Target, declared: &str, body: &str, fill: u8) -> Prepared {
        let kernel = kernel(target, declared, &format!("{body}\n    ret (M1, 1)"));
        let map = RegisterMap::unbounded(&kernel);
        let file = vec![fill; map.bytes as usize];
        Prepared { kernel, map, file }
    }

    fn place(&self, name: &str) -> usize {
        let var = self.kernel.vars.keys().find(|var| self.kernel.names.var(*var) == Some(name)).expect("declared");
        self.map.address(&self.kernel, var) as usize
    }

    /// Has bytes from byte `at` of a variable on.
    fn put(&mut self, name: &str, at: usize, bytes: &[u8]) {
        let start = self.place(name) + at;
        self.file[start..][..bytes.len()].copy_from_slice(bytes);
    }

    /// The bytes from byte `at` of a variable on.
    fn bytes(&self, name: &str, at: usize, count: usize) -> Vec<u8> {
        self.file[self.place(name) + at..][..count].to_vec()
    }

    /// Runs these lanes. Each undefined byte is 0x55.
    fn run(&mut self, environment: &mut Environment, active: u32) {
        let machine = Machine::new(&self.kernel, &self.map).unwrap_or_else(|error| panic!("{error}"));
        let (file, undef) = (std::mem::take(&mut self.file), UndefBits::constant(0x5555_5555_5555_5555));
        let ran = machine.run_thread(environment, &thread(active), file, undef, None);
        self.file = ran.unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The element of lane 0 of R after one instruction on lane 0 of A, B and C, which begin with these bits.
fn compute(inst: &str, source: &str, result: &str, values: [u64; 3]) -> Result<u64, MachineError> {
    let keep_denormals = "    or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud\n";
    let body = format!("{keep_denormals}    {inst}\n    ret (M1, 1)");
    let kernel = kernel(Target::Tgllp, &declarations(source, result), &body);
    let map = map(&kernel);
    let mut file = vec![0; 5 * 64];
    for (index, value) in values.into_iter().enumerate() {
        file[64 * (index + 1)..][..8].copy_from_slice(&value.to_le_bytes());
    }
    let machine = Machine::new(&kernel, &map)?;
    let file = machine.run_thread(
        &mut Environment::new(),
        &thread(1),
        file,
        UndefBits::constant(0x7777_7777_7777_7777),
        None,
    )?;
    let bytes = kernel.vars[Var::from_u32(3)].ty.bytes() as usize;
    let mut element = [0; 8];
    element[..bytes].copy_from_slice(&file[256..256 + bytes]);
    Ok(u64::from_le_bytes(element))
}

/// Numbers that stand in an instruction, one a lane: -1 to -8 of 4 bits with a sign, 15 to 8 without, and floats that
/// come again from the fifth lane on.
#[test]
fn numbers_of_each_lane_are_read_lane_by_lane() {
    let lanes = |number: &str, ty: &str| {
        let body = format!("    mov (M1, 8) R(0,0)<1> {number}\n    ret (M1, 1)");
        let kernel = kernel(Target::Tgllp, &declarations("d", ty), &body);
        let map = map(&kernel);
        let machine = Machine::new(&kernel, &map).expect("it can be executed");
        let fill = UndefBits::constant(0x7777_7777_7777_7777);
        let file =
            machine.run_thread(&mut Environment::new(), &thread(0xff), vec![0; 5 * 64], fill, None).expect("it runs");
        file[256..288]
            .chunks_exact(4)
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect::<Vec<_>>()
    };
    assert_eq!(lanes("0x89abcdef:v", "d"), (1..=8).map(|number: i32| -number as u32).collect::<Vec<_>>());
    assert_eq!(lanes("0x89abcdef:uv", "d"), (8..=15).rev().collect::<Vec<u32>>());
    let floats = [0.0_f32, -1.0, 1.0, 3.0].map(f32::to_bits);
    assert_eq!(lanes("0x4830b000:vf", "f"), [floats, floats].concat());
}

/// `op (M1, 1) R A B ...` as text, with `sources` sources.
fn unmodified(op: &str, sources: usize) -> String {
    let operands = ["A", "B", "C"].map(|name| format!(" {name}(0,0)<0;1,0>"));
    format!("{op} (M1, 1) R(0,0)<1>{}", operands[..sources].concat())
}

const fn f(value: f32) -> u64 {
    value.to_bits() as u64
}

/// Instruction, type of sources and of the result, bits of the sources, bits of the result.
type Arithmetic = (&'static str, usize, &'static str, &'static str, [u64; 3], u64);

#[test]
fn arithmetic_by_hand() {
    let rows: &[Arithmetic] = &[
        // Integers are cut to the destination.
        ("add", 2, "d", "d", [0x7fff_ffff, 1, 0], 0x8000_0000),
        ("add", 2, "ub", "uw", [200, 100, 0], 300),
        ("add", 2, "d", "ub", [200, 100, 0], 44),
        ("add.sat", 2, "d", "ub", [200, 100, 0], 255),
        ("add.sat", 2, "d", "uw", [1, 0xffff_fffe, 0], 0),
        ("mul", 2, "d", "d", [0x1_0001, 0x1_0001, 0], 0x2_0001),
        ("mul", 2, "d", "q", [0xffff_fffe, 3, 0], -6i64 as u64),
        ("mad", 3, "w", "d", [0xffff, 5, 7], 2),
        ("mulh", 2, "d", "d", [0xffff_fffe, 3, 0], 0xffff_ffff),
        ("mulh", 2, "ud", "ud", [0xffff_fffe, 3, 0], 2),
        // The bytes of the second source are 2, -128 or 128, 1, -1 or 255, those of the third 4, -1 or 255, 3, 2.
        ("dp4a", 3, "d", "d", [5, 0xff01_8002, 0x0203_ff04], 5 + 8 + 128 + 3 - 2),
        ("dp4a", 3, "ud", "d", [5, 0xff01_8002, 0x0203_ff04], 5 + 8 + 128 * 255 + 3 + 510),
        ("dp4a", 3, "d", "d", [0x7fff_ffff, 1, 1], 0x8000_0000),
        ("dp4a.sat", 3, "d", "d", [0x7fff_ffff, 1, 1], 0x7fff_ffff),
        ("dp4a.sat", 3, "ud", "ud", [0xffff_fffe, 0x0101, 0x0101], 0xffff_ffff),
        ("div", 2, "d", "d", [-7i32 as u32 as u64, 2, 0], -3i32 as u32 as u64),
        ("mod", 2, "d", "d", [-7i32 as u32 as u64, 2, 0], -1i32 as u32 as u64),
        // Undefined: the fill.
        ("div", 2, "ud", "ud", [7, 0, 0], 0x7777_7777),
        ("mod", 2, "ud", "ud", [7, 0, 0], 0x7777_7777),
        ("min", 2, "d", "d", [0xffff_ffff, 1, 0], 0xffff_ffff),
        ("min", 2, "ud", "ud", [0xffff_ffff, 1, 0], 1),
        ("and", 2, "ud", "ud", [0xff00, 0x0ff0, 0], 0x0f00),
        ("xor", 2, "uw", "uw", [0xff00, 0x0ff0, 0], 0xf0f0),
        ("not", 1, "ud", "ud", [0xff00, 0, 0], 0xffff_00ff),
        ("shl", 2, "ud", "ud", [3, 33, 0], 6),
        ("shl", 2, "ud", "uq", [3, 33, 0], 3 << 33),
        ("shr", 2, "ud", "ud", [0x8000_0000, 4, 0], 0x0800_0000),
        ("asr", 2, "d", "d", [0x8000_0000, 4, 0], 0xf800_0000),
        ("asr", 2, "w", "w", [0x8000, 4, 0], 0xf800),
        ("asr", 2, "uw", "w", [0x8000, 4, 0], 0x0800),
        ("shr", 2, "ud", "d", [0x8000_0000, 31, 0], 1),
        ("rol", 2, "d", "d", [0x8000_0001, 4, 0], 0x18),
        ("rol", 2, "uw", "uw", [0x8001, 20, 0], 0x18),
        ("ror", 2, "ud", "ud", [0x8000_0001, 36, 0], 0x1800_0000),
        ("ror", 2, "uw", "uw", [0x8001, 20, 0], 0x1800),
        ("lzd", 1, "ud", "ud", [1, 0, 0], 31),
        ("lzd", 1, "ud", "ud", [0, 0, 0], 32),
        ("fbl", 1, "ud", "ud", [8, 0, 0], 3),
        ("fbl", 1, "ud", "ud", [0, 0, 0], 0xffff_ffff),
        ("cbit", 1, "ud", "ud", [0xffff_ffff, 0, 0], 32),
        ("cbit", 1, "w", "ud", [0xffff, 0, 0], 16),
        ("bfrev", 1, "ud", "ud", [1, 0, 0], 0x8000_0000),
        // Moves convert.
        ("mov", 1, "w", "d", [0xffff, 0, 0], 0xffff_ffff),
        ("mov", 1, "uw", "d", [0xffff, 0, 0], 0xffff),
        ("mov", 1, "d", "b", [0x1234_56ff, 0, 0], 0xff),
        ("mov.sat", 1, "d", "b", [0x1234_56ff, 0, 0], 0x7f),
        ("mov", 1, "f", "d", [f(-2.9), 0, 0], -2i32 as u32 as u64),
        ("mov", 1, "f", "d", [f(3e9), 0, 0], 0x7fff_ffff),
        ("mov", 1, "f", "d", [f(f32::NAN), 0, 0], 0),
        ("mov", 1, "f", "ud", [f(-5.0), 0, 0], 0),
        ("mov", 1, "f", "uw", [f(f32::INFINITY), 0, 0], 0xffff),
        ("mov", 1, "d", "f", [0xffff_ffff, 0, 0], f(-1.0)),
        ("mov", 1, "ud", "f", [0xffff_ffff, 0, 0], f(4294967296.0)),
        ("mov", 1, "ud", "hf", [65520, 0, 0], 0x7c00),
        ("mov", 1, "f", "hf", [f(1.0 + 1.0 / 2048.0), 0, 0], 0x3c00),
        ("mov", 1, "hf", "f", [1, 0, 0], f(5.960_464_5e-8)),
        // A copy keeps the bits of a NaN, a conversion makes the one NaN.
        ("mov", 1, "f", "f", [0xff80_0001, 0, 0], 0xff80_0001),
        ("mov", 1, "f", "hf", [0xff80_0001, 0, 0], 0x7e00),
        ("mov.sat", 1, "f", "f", [f(f32::NAN), 0, 0], 0),
        ("mov.sat", 1, "f", "f", [f(7.0), 0, 0], f(1.0)),
        // Floats.
        ("add", 2, "f", "f", [f(1e-45), f(1e-45), 0], f(3e-45)),
        ("add", 2, "hf", "f", [0x3c00, 1, 0], f(1.0 + 5.960_464_5e-8)),
        ("mul", 2, "hf", "hf", [0x7bff, 0x4000, 0], 0x7c00),
        ("mad", 3, "f", "f", [f(1.0 + f32::EPSILON), f(1.0 - f32::EPSILON), f(-1.0)], f(-f32::EPSILON * f32::EPSILON)),
        ("div", 2, "f", "f", [f(1.0), f(3.0), 0], f(1.0 / 3.0)),
        ("divm", 2, "f", "f", [f(1.0), f(3.0), 0], f(1.0 / 3.0)),
        ("sqrtm", 1, "f", "f", [f(2.0), 0, 0], f(2f32.sqrt())),
        // 5 * 0.25 + 7 * 0.75
        ("lrp", 3, "f", "f", [f(0.25), f(5.0), f(7.0)], f(6.5)),
        ("min", 2, "f", "f", [f(f32::NAN), f(2.0), 0], f(2.0)),
        ("max", 2, "f", "f", [f(-0.0), f(0.0), 0], f(0.0)),
        ("frc", 1, "f", "f", [f(-1.25), 0, 0], f(0.75)),
        ("frc", 1, "f", "f", [f(2.5), 0, 0], f(0.5)),
        ("rndd", 1, "f", "f", [f(-1.5), 0, 0], f(-2.0)),
        ("rndu", 1, "f", "f", [f(-1.5), 0, 0], f(-1.0)),
        ("rndz", 1, "f", "f", [f(-1.5), 0, 0], f(-1.0)),
        ("rnde", 1, "f", "f", [f(2.5), 0, 0], f(2.0)),
        ("inv", 1, "f", "f", [f(4.0), 0, 0], f(0.25)),
        ("sqrt", 1, "f", "f", [f(9.0), 0, 0], f(3.0)),
        ("rsqrt", 1, "f", "f", [f(4.0), 0, 0], f(0.5)),
        ("exp", 1, "f", "f", [f(3.0), 0, 0], f(8.0)),
        ("log", 1, "f", "f", [f(8.0), 0, 0], f(3.0)),
        ("pow", 2, "f", "f", [f(-2.0), f(3.0), 0], f(8.0)),
        ("sin", 1, "f", "f", [f(0.0), 0, 0], f(0.0)),
        ("cos", 1, "f", "f", [f(0.0), 0, 0], f(1.0)),
    ];
    for (op, sources, source, result, values, expected) in rows {
        let inst = unmodified(op, *sources);
        assert_eq!(compute(&inst, source, result, *values), Ok(*expected), "{inst}: {source} to {result}");
    }
}

#[test]
fn source_modifiers_by_hand() {
    let with = |inst: &str, source, result, a| compute(inst, source, result, [a, 10, 0]);
    assert_eq!(with("mov (M1, 1) R(0,0)<1> (abs)A(0,0)<0;1,0>", "d", "d", 0x8000_0000), Ok(0x8000_0000));
    assert_eq!(with("mov (M1, 1) R(0,0)<1> (abs)A(0,0)<0;1,0>", "w", "d", 0xffff), Ok(1));
    assert_eq!(with("mov (M1, 1) R(0,0)<1> (-)A(0,0)<0;1,0>", "f", "f", f(f32::NAN)), Ok(0xffc0_0000));
    assert_eq!(with("mov (M1, 1) R(0,0)<1> (-abs)A(0,0)<0;1,0>", "f", "f", f(3.0)), Ok(f(-3.0)));
    assert_eq!(with("add (M1, 1) R(0,0)<1> B(0,0)<0;1,0> (-)A(0,0)<0;1,0>", "ud", "ud", 3), Ok(7));
    assert_eq!(with("and (M1, 1) R(0,0)<1> B(0,0)<0;1,0> (~)A(0,0)<0;1,0>", "ud", "ud", 3), Ok(8));
    assert!(with("add (M1, 1) R(0,0)<1> B(0,0)<0;1,0> (~)A(0,0)<0;1,0>", "ud", "ud", 3).is_err());
}

fn fault(result: Result<u64, MachineError>) -> Fault {
    match result {
        Err(MachineError::Illegal { fault, .. }) => fault,
        other => panic!("{other:?}"),
    }
}

/// The bytes are 2, -128 or 128, 1, -1 or 255, and 4, -1 or 255, 3, 2 in the other source.
#[test]
fn each_factor_of_dp4a_has_signs_of_its_own() {
    let sum = |second: &str, third: &str| {
        let inst = format!("dp4a (M1, 1) R(0,0)<1> A(0,0)<0;1,0> B(0,0)<0;1,0> 0x203ff04:{third}");
        compute(&inst, second, "d", [5, 0xff01_8002, 0]).map(|bits| bits as u32 as i32)
    };
    assert_eq!(sum("d", "ud"), Ok(5 + 8 - 128 * 255 + 3 - 2));
    assert_eq!(sum("ud", "d"), Ok(5 + 8 - 128 + 3 + 510));
}

#[test]
fn types_that_an_instruction_does_not_take_are_refused() {
    let refused = |op, sources, source, result| fault(compute(&unmodified(op, sources), source, result, [0; 3]));
    for (op, sources, source, result) in [
        ("add", 2, "f", "d"),
        ("add", 2, "d", "f"),
        ("and", 2, "f", "f"),
        ("sqrt", 1, "d", "d"),
        ("shr", 2, "d", "ud"),
        ("rol", 2, "uw", "ud"),
        ("frc", 1, "d", "d"),
        ("mulh", 2, "uw", "ud"),
        ("dp4a", 3, "uw", "ud"),
        ("lzd", 1, "uw", "ud"),
    ] {
        assert!(matches!(refused(op, sources, source, result), Fault::Types(_)), "{op} {source} {result}");
    }
    let lanes = |inst| fault(compute(inst, "d", "d", [0; 3]));
    let expected = |lanes, first| Fault::Lanes { lanes, first, width: 8 };
    assert_eq!(lanes("mov (M1, 16) R(0,0)<1> A(0,0)<1;1,0>"), expected(16, 0));
    assert_eq!(lanes("mov (M2, 8) R(0,0)<1> A(0,0)<1;1,0>"), expected(8, 4));
    assert_eq!(lanes("mov (M3, 4) R(0,0)<1> A(0,0)<1;1,0>"), expected(4, 8));
    let outside = lanes("mov (M1, 8) R(2,0)<1> A(0,0)<1;1,0>");
    assert_eq!(outside, Fault::OutsideRegisters { end: 352, bytes: 320 });
    assert_eq!(lanes("sel (M1, 8) R(0,0)<1> A(0,0)<1;1,0> B(0,0)<1;1,0>"), Fault::NoPredicate);
}

/// A `ret` ends the thread in the main function alone, and a thread that meets none never ends.
#[test]
fn a_thread_ends_by_a_ret_of_the_main_function() {
    let illegal = |index, text: &str| {
        let kernel = asm::parse(text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
        let error = Machine::new(&kernel, &map(&kernel)).expect_err("`ret` stands outside the main function");
        let inst = "ret (M1, 1)".to_owned();
        assert_eq!(error, MachineError::Illegal { index, inst, fault: Fault::ReturnOutsideMain });
    };
    let start = ".version 4.1\n.kernel \"k\"\n.kernel_attr Target=\"3d\"\n";
    illegal(0, &format!("{start}    ret (M1, 1)\n"));
    illegal(1, &format!("{start}_main_0:\n    ret (M1, 1)\n"));
    let two = "_main_0:\n    ret (M1, 1)\n.function \"other\"\n    ret (M1, 1)\n";
    illegal(3, &format!("{start}.function \"_main_0\"\n{two}"));

    let kernel = kernel(Target::Tgllp, "", "    fence_sw");
    let map = map(&kernel);
    let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));
    let ran = machine.run_thread(&mut Environment::new(), &thread(0xff), vec![0; 64], UndefBits::constant(0), None);
    assert_eq!(ran, Err(MachineError::NoReturn));
}

/// The register file after a body that works on A (lane number), B (10 times that), C and R of 8 dwords, with these
/// active lanes; the lanes of R.
fn lanes_of_r(body: &str, active: u32) -> Vec<u32> {
    let kernel = kernel(Target::Tgllp, &declarations("d", "d"), &format!("{body}\n    ret (M1, 1)"));
    let map = map(&kernel);
    let mut file = vec![0xee; 5 * 64];
    for lane in 0..8u32 {
        for (var, value) in [(1, lane), (2, 10 * lane)] {
            file[64 * var + 4 * lane as usize..][..4].copy_from_slice(&value.to_le_bytes());
        }
    }
    let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));
    let file = machine
        .run_thread(&mut Environment::new(), &thread(active), file, UndefBits::constant(0), None)
        .unwrap_or_else(|error| panic!("{error}"));
    file[256..288].chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

const OLD: u32 = 0xeeee_eeee;

#[test]
fn masks_and_predicates_choose_the_lanes_that_are_written() {
    let mov = "mov (M1, 8) R(0,0)<1> A(0,0)<1;1,0>";
    assert_eq!(lanes_of_r(&format!("    {mov}"), 0b0110), [OLD, 1, 2, OLD, OLD, OLD, OLD, OLD]);
    let all = mov.replace("M1", "M1_NM");
    assert_eq!(lanes_of_r(&format!("    {all}"), 0), [0, 1, 2, 3, 4, 5, 6, 7]);
    // M2 begins at lane 4: the instruction's first element belongs to lane 4.
    let second = "    mov (M2, 4) R(0,4)<1> A(0,4)<1;1,0>";
    assert_eq!(lanes_of_r(second, 0b0101_1111), [OLD, OLD, OLD, OLD, 4, OLD, 6, OLD]);
    let guarded = |guard: &str, compare: &str| {
        let body = format!("    setp (M1_NM, 8) P1 0x0:ud\n    {compare}\n    ({guard}) {mov}");
        lanes_of_r(&body, 0b0111_1111)
    };
    let below_three = "cmp.lt (M1, 8) P1 A(0,0)<1;1,0> 0x3:d";
    assert_eq!(guarded("P1", below_three), [0, 1, 2, OLD, OLD, OLD, OLD, OLD]);
    assert_eq!(guarded("!P1", below_three), [OLD, OLD, OLD, 3, 4, 5, 6, OLD]);
    assert_eq!(guarded("P1.any", below_three), [0, 1, 2, 3, 4, 5, 6, OLD]);
    assert_eq!(guarded("P1.all", below_three), [OLD; 8]);
    // Combined first, then inverted.
    assert_eq!(guarded("!P1.any", below_three), [OLD; 8]);
    assert_eq!(guarded("!P1.all", below_three), [0, 1, 2, 3, 4, 5, 6, OLD]);
    // A predicate is combined over all lanes, active or not: lane 7's bit stayed 0.
    assert_eq!(guarded("P1.all", "cmp.lt (M1, 8) P1 A(0,0)<1;1,0> 0x8:d"), [OLD; 8]);
}

#[test]
fn selects_choose_and_predicates_are_computed_with() {
    let body = "\
    setp (M1_NM, 8) P1 0xf0:ud
    setp (M1_NM, 8) Q 0x3c:ud
    xor (M1, 8) Q P1 Q
    not (M1, 8) P1 P1
    and (M1, 8) Q P1 Q
    (Q) sel (M1, 8) R(0,0)<1> A(0,0)<1;1,0> B(0,0)<1;1,0>";
    // Q = (0xf0 ^ 0x3c) & 0x0f = 0x0c.
    assert_eq!(lanes_of_r(body, 0xff), [0, 10, 2, 3, 40, 50, 60, 70]);
    // A source of several elements gives each lane the lowest bit of its element.
    let elements = "\
    mov (M1, 8) C(0,0)<1> A(0,0)<1;1,0>
    setp (M1, 8) P1 U(0,0)<1;1,0>
    (P1) mov (M1, 8) R(0,0)<1> A(0,0)<1;1,0>";
    let declared = declarations("d", "d") + "\n.decl U v_type=G type=ud num_elts=8 align=GRF alias=<C, 0>";
    let kernel = kernel(Target::Tgllp, &declared, &format!("{elements}\n    ret (M1, 1)"));
    let map = map(&kernel);
    let mut file = vec![0xee; 6 * 64];
    (0..8u32).for_each(|lane| file[64 + 4 * lane as usize..][..4].copy_from_slice(&lane.to_le_bytes()));
    let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));
    let file = machine
        .run_thread(&mut Environment::new(), &thread(0xff), file, UndefBits::constant(0), None)
        .unwrap_or_else(|error| panic!("{error}"));
    let found: Vec<u8> = (0..8).map(|lane| file[256 + 4 * lane]).collect();
    assert_eq!(found, [0xee, 1, 0xee, 3, 0xee, 5, 0xee, 7]);
}

/// Every source is read before anything is written.
#[test]
fn an_instruction_that_shifts_lanes_reads_before_it_writes() {
    let body = "\
    mov (M1, 8) R(0,0)<1> A(0,0)<1;1,0>
    mov (M1, 4) R(0,1)<1> R(0,0)<1;1,0>";
    assert_eq!(lanes_of_r(body, 0xff), [0, 0, 1, 2, 3, 5, 6, 7]);
    let strided = "    mov (M1, 4) R(0,0)<2> A(0,1)<2;1,0>";
    assert_eq!(lanes_of_r(strided, 0xf), [1, OLD, 3, OLD, 5, OLD, 7, OLD]);
}

/// A 4 x 1 surface of words 100, 101, 102, 103 at entry 5.
fn surface() -> Environment {
    let mut surface = Surface::new(Description::new(SurfaceKind::D2, Format::Rgba8Uint, [4, 1, 1])).expect("legal");
    (0..16).for_each(|byte| surface.bytes_mut()[byte] = 100 + byte as u8);
    let mut environment = Environment::new();
    environment.bind(5, Resource::Surface(surface));
    environment
}

/// A, the column of each lane, is 0 to 7; the destination D has room for four registers and starts with 0xee.
fn load(message: &str, active: u32, trace: Option<&mut dyn FnMut(&MessageEvent)>) -> Result<Vec<u8>, MachineError> {
    let declared = declarations("d", "d") + "\n.decl D v_type=G type=hf num_elts=80 align=GRF";
    let body =
        format!("    setp (M1_NM, 8) P1 0x3f:ud\n    movs (M1_NM, 1) T6(0) 0x5:ud\n    {message}\n    ret (M1, 1)");
    let kernel = kernel(Target::Tgllp, &declared, &body);
    let mut map = map(&kernel);
    map.bytes += 96;
    let mut file = vec![0xee; map.bytes as usize];
    (0..8u32).for_each(|lane| file[64 + 4 * lane as usize..][..4].copy_from_slice(&lane.to_le_bytes()));
    let machine = Machine::new(&kernel, &map)?;
    let file =
        machine.run_thread(&mut surface(), &thread(active), file, UndefBits::constant(0x5555_5555_5555_5555), trace)?;
    Ok(file[320..480].to_vec())
}

/// Lanes 0 to 5 pass the predicate, of these 1 to 3 are active; lane 4 is not.
#[test]
fn responses_are_written_in_enabled_lanes_of_enabled_channels_alone() {
    let message = "(P1) load_lz.pixel_null_mask.GA (M1, 8) 0x0:uw T6 D.0 A.0";
    let found = load(message, 0b0000_1110, None).unwrap_or_else(|error| panic!("{error}"));
    // Words saturate: 101 + 4 x; lane 0 and lanes 4 to 7 keep what they had, the rest of the register is undefined.
    let channel = |first: u8| {
        let mut register = [0x55; 32];
        register[..16].fill(0xee);
        for x in 1..4u8 {
            register[usize::from(2 * x)..][..2].copy_from_slice(&[first + 4 * x, 0]);
        }
        register
    };
    assert_eq!(found[..32], channel(101));
    assert_eq!(found[32..64], channel(103));
    let mut mask = [0x55; 32];
    mask[..4].fill(0xff);
    assert_eq!(found[64..96], mask);
    assert_eq!(found[96..], [0xee; 64]);
}

#[test]
fn traces_show_what_was_sent_and_what_came_back() {
    let mut events = Vec::new();
    let mut trace = |event: &MessageEvent| events.push(event.clone());
    load("load_lz.G (M1, 8) 0xf00:uw T6 D.0 A.0", 0b0011, Some(&mut trace)).unwrap_or_else(|error| panic!("{error}"));
    let [event] = &events[..] else { panic!("{events:?}") };
    assert_eq!((event.index, event.enabled, event.surface, event.sampler), (3, 0b0011, 5, None));
    assert_eq!(event.payload, [("u", (0..8).collect())]);
    // The offset along u is -1: lane 0 is outside.
    let mut elements = vec![None; 8];
    elements[..2].copy_from_slice(&[Some(0), Some(101)]);
    assert_eq!(event.response, [(1, elements)]);
}

/// 3D_SAMPLE4, Ref: the reference is compared against the red channel. Intel's compiler emits other channels, which its
/// finalizer leaves out of the header.
#[test]
fn a_gather_that_compares_is_of_red_whatever_its_channel_says() {
    let gathered = |channel: char| {
        let body = format!(
            "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x0:ud\n    \
             sample4_c.{channel} (M1, 8) 0x0:uw S0 T6 R.0 A.0 B.0 C.0\n    ret (M1, 1)"
        );
        let declared =
            declarations("f", "f").replace(".decl R v_type=G type=f num_elts=8", ".decl R v_type=G type=f num_elts=32");
        let kernel = kernel(Target::Tgllp, &declared, &body);
        let mut map = map(&kernel);
        map.bytes += 128;
        let mut file = vec![0; map.bytes as usize];
        // References around the red, green, blue and alpha of the texels, in eighths.
        (0..8u32)
            .for_each(|lane| file[64 + 4 * lane as usize..][..4].copy_from_slice(&(lane as f32 / 8.0).to_le_bytes()));
        let mut surface =
            Surface::new(Description::new(SurfaceKind::D2, Format::Rgba8Unorm, [1, 1, 1])).expect("legal");
        surface.bytes_mut()[..4].copy_from_slice(&[80, 140, 200, 240]);
        let mut environment = Environment::new();
        environment.bind(5, Resource::Surface(surface));
        environment.bind_sampler(0, Sampler { compare: Compare::Less, ..Sampler::default() });
        let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));
        let file = machine
            .run_thread(&mut environment, &thread(0xff), file, UndefBits::constant(0), None)
            .unwrap_or_else(|error| panic!("{error}"));
        (0..8).map(|lane| f32::from_le_bytes(file[256 + 4 * lane..][..4].try_into().expect("four"))).collect::<Vec<_>>()
    };
    // 80 of 255 is between 2 and 3 eighths.
    assert_eq!(gathered('R'), [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(gathered('B'), gathered('R'));
    assert_eq!(gathered('A'), gathered('R'));
}

/// A descriptor has four bits for a sampler. Bit 15 of the texel offsets has the finalizer move the sampler state pointer of
/// a header on to the others; without it, it adds the rest of the number to that of the message.
#[test]
fn samplers_from_16_on_take_the_bit_of_a_header() {
    let run = |sampler: u32, offsets: &str| {
        let body = format!(
            "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) {sampler:#x}:ud\n    \
             sample_lz.R (M1, 8) {offsets}:uw S0 T6 R.0 A.0\n    ret (M1, 1)"
        );
        let kernel = kernel(Target::Tgllp, &declarations("f", "f"), &body);
        let map = map(&kernel);
        let mut environment = surface();
        let description = Description::new(SurfaceKind::D2, Format::R32Float, [1, 1, 1]);
        let mut texel = Surface::new(description).expect("legal");
        texel.bytes_mut()[..4].copy_from_slice(&2.5f32.to_le_bytes());
        environment.bind(5, Resource::Surface(texel));
        environment.bind_sampler(sampler, Sampler::default());
        let machine = Machine::new(&kernel, &map)?;
        let file = machine.run_thread(&mut environment, &thread(1), vec![0; 5 * 64], UndefBits::constant(0), None)?;
        Ok(f32::from_le_bytes(file[256..260].try_into().expect("four")))
    };
    let trap = |result: Result<f32, MachineError>| match result {
        Err(MachineError::Trapped { trap, .. }) => trap,
        other => panic!("{other:?}"),
    };
    for (sampler, offsets) in [(15, "0x0"), (16, "0x8000"), (20, "0x8000"), (4095, "0x8000"), (3, "0x8000")] {
        assert_eq!(run(sampler, offsets).unwrap_or_else(|error| panic!("{error}")), 2.5, "{sampler}");
    }
    assert_eq!(trap(run(20, "0x0")), Trap::FarSampler { given: 20 });
    assert_eq!(trap(run(20, "0x4000")), Trap::ReservedOffset { given: 0x4000 });
}

/// 3D_SAMPLE4, Src_channel: two bits that name one channel.
#[test]
fn a_gather_of_two_channels_is_refused() {
    let body = "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x0:ud\n    \
                sample4.R (M1, 8) 0x0:uw S0 T6 R.0 A.0 B.0\n    ret (M1, 1)";
    let mut kernel = kernel(Target::Tgllp, &declarations("f", "f"), body);
    for inst in &mut kernel.insts {
        if let Inst::Sampler(message) = inst {
            message.channels = ChannelMask::from_bits(0b0011);
        }
    }
    let result = Machine::new(&kernel, &map(&kernel)).map(|_| ());
    let Err(MachineError::Illegal { fault, .. }) = result else { panic!("{result:?}") };
    assert_eq!(fault, Fault::Channels { given: 0b0011 });
}

#[test]
fn messages_that_no_hardware_takes_are_refused() {
    let refused = |message| match load(message, 1, None) {
        Err(MachineError::Illegal { fault, .. }) => fault,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused("load_lz.R (M1, 4) 0x0:uw T6 D.0 A.0"), Fault::MessageLanes { given: 4 });
    assert_eq!(refused("load_lz.R (M1, 8) 0x0:uw T6 D.144 A.0"), Fault::OutsideRegisters { end: 496, bytes: 480 });
    let mixed = "load_lz.R (M1, 8) 0x0:uw T6 D.0 A.0 D.0";
    assert_eq!(refused(mixed), Fault::ElementBytes { given: 2, expected: "as many as the first parameter's" });
    let trapped = |message| match load(message, 1, None) {
        Err(MachineError::Trapped { trap, .. }) => trap,
        other => panic!("{other:?}"),
    };
    assert_eq!(trapped("load_lz.R (M1, 8) 0x1000:uw T6 D.0 A.0"), Trap::ReservedOffset { given: 0x1000 });
    assert_eq!(trapped("sample_lz.R (M1, 8) 0x0:uw S0 T6 D.0 A.0"), Trap::StateNotSet { what: "sampler" });
}

#[test]
fn variables_that_live_in_themselves_are_refused() {
    let mut kernel = kernel(Target::Tgllp, &declarations("d", "d"), "    ret (M1, 1)");
    let [a, b] = [0, 1].map(Var::from_u32);
    kernel.vars[a].storage = texvisa_ir::visa::Storage::Alias { of: b };
    kernel.vars[b].storage = texvisa_ir::visa::Storage::Subregister { of: a, offset: 4 };
    let map = RegisterMap::new(64);
    assert!(matches!(Machine::new(&kernel, &map), Err(MachineError::Storage { variable: 0 })));
    let huge = RegisterMap::new(u32::MAX);
    kernel.vars[a].storage = texvisa_ir::visa::Storage::Own;
    assert!(matches!(Machine::new(&kernel, &huge), Err(MachineError::RegisterFile { .. })));
}

/// Channel, lanes, and the bytes behind the lanes, of the data port.
#[test]
fn the_data_port_reads_and_writes_channels_and_bytes() {
    let run = |body: &str| {
        let declared = declarations("ud", "ud") + "\n.decl D v_type=G type=ud num_elts=32 align=GRF";
        let kernel =
            kernel(Target::Lnl, &declared, &format!("    movs (M1_NM, 1) T6(0) 0x0:ud\n{body}\n    ret (M1, 1)"));
        let mut kernel = kernel;
        kernel.simd = texvisa_ir::target::SimdWidth::Simd16;
        let mut map = map(&kernel);
        map.bytes += 192;
        let mut file = vec![0xee; map.bytes as usize];
        // Offsets 0, 8, 16 and so on.
        (0..8u32).for_each(|lane| file[64 + 4 * lane as usize..][..4].copy_from_slice(&(8 * lane).to_le_bytes()));
        let mut environment = Environment::new();
        environment.bind(0, Resource::Buffer((0..60).collect()));
        let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));
        let file = machine
            .run_thread(&mut environment, &thread(0xff), file, UndefBits::constant(0x5555_5555_5555_5555), None)
            .unwrap_or_else(|error| panic!("{error}"));
        (file[320..].to_vec(), environment.resource(0).expect("bound").bytes().to_vec())
    };
    let (data, _) = run("    gather4_scaled.RG (M1, 8) T6 0x0:ud A.0 D.0");
    assert_eq!(data[..8], [0, 1, 2, 3, 8, 9, 10, 11]);
    // Registers have 64 bytes: the second channel begins at the next, the rest of the first is undefined.
    assert_eq!(data[32..64], [0x55; 32]);
    assert_eq!(data[64..68], [4, 5, 6, 7]);
    // Lane 7 reads bytes 56 to 63, of which the second dword is outside.
    assert_eq!(data[28..32], [56, 57, 58, 59]);
    assert_eq!(data[92..96], [0; 4]);
    let (data, _) = run("    gather_scaled.1 (M1, 8) T6 0x0:ud A.0 D.0");
    assert_eq!(data[..8], [0, 0x55, 0x55, 0x55, 8, 0x55, 0x55, 0x55]);
    let (_, memory) = run("    scatter_scaled.2 (M1, 8) T6 0x0:ud A.0 A.0");
    assert_eq!(memory[..12], [0, 0, 2, 3, 4, 5, 6, 7, 8, 0, 10, 11]);
    let (_, memory) = run("    scatter4_scaled.B (M1, 8) T6 0x0:ud A.0 A.0");
    assert_eq!(memory[..20], [0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 12, 13, 14, 15, 8, 0, 0, 0]);
}

/// GATHER_SCALED, Block_size: so many blocks of one byte, at any byte; GATHER4_SCALED, Description: the address is aligned
/// to dwords. In a buffer, in local and scratch memory and by pointers.
#[test]
fn messages_of_bytes_take_any_address_and_those_of_dwords_multiples_of_four() {
    let run = |body: &str| {
        let declared = declarations("ud", "ud")
            + "\n.decl D v_type=G type=ud num_elts=8 align=GRF\n.decl L v_type=G type=uq num_elts=8 align=GRF";
        let before = "    movs (M1_NM, 1) T6(0) 0x0:ud\n    mov (M1_NM, 8) D(0,0)<1> 0xeeeeeeee:ud\n    mov (M1_NM, 8) B(0,0)<1> 0x44332211:ud\n";
        let mut prepared = Prepared::new(Target::Tgllp, &declared, &format!("{before}{body}"), 0);
        // Lane 1 is at byte 9.
        prepared.put("A", 4, &9u32.to_le_bytes());
        prepared.put("L", 8, &(Environment::buffer_address(0) + 9).to_le_bytes());
        let mut environment = Environment::new();
        environment.bind(0, Resource::Buffer((0..16).collect()));
        prepared.run(&mut environment, 2);
        let data: [u8; 4] = prepared.bytes("D", 4, 4).try_into().expect("four bytes");
        (data, environment.resource(0).expect("bound").bytes()[8..14].to_vec())
    };
    let as_it_was = vec![8, 9, 10, 11, 12, 13];
    for (body, data, memory) in [
        ("gather_scaled.4 (M1, 8) T6 0x0:ud A.0 D.0", [9, 10, 11, 12], as_it_was.clone()),
        ("gather_scaled.2 (M1, 8) T6 0x0:ud A.0 D.0", [9, 10, 0x55, 0x55], as_it_was.clone()),
        ("svm_gather.1.4 (M1, 8) L.0 D.0", [9, 10, 11, 12], as_it_was.clone()),
        ("svm_gather.4.1 (M1, 8) L.0 D.0", [0x55; 4], as_it_was.clone()),
        ("svm_scatter.4.1 (M1, 8) L.0 B.0", [0xee; 4], as_it_was.clone()),
        ("gather4_scaled.R (M1, 8) T6 0x0:ud A.0 D.0", [0x55; 4], as_it_was.clone()),
        ("svm_gather4scaled.R (M1, 8) 0x0:ud L.0 D.0", [0x55; 4], as_it_was.clone()),
        ("scatter_scaled.4 (M1, 8) T6 0x0:ud A.0 B.0", [0xee; 4], vec![8, 0x11, 0x22, 0x33, 0x44, 13]),
        ("scatter_scaled.2 (M1, 8) T6 0x0:ud A.0 B.0", [0xee; 4], vec![8, 0x11, 0x22, 11, 12, 13]),
        ("svm_scatter.1.4 (M1, 8) L.0 B.0", [0xee; 4], vec![8, 0x11, 0x22, 0x33, 0x44, 13]),
        ("scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 B.0", [0xee; 4], as_it_was.clone()),
        ("svm_scatter4scaled.R (M1, 8) 0x0:ud L.0 B.0", [0xee; 4], as_it_was.clone()),
    ] {
        assert_eq!(run(&format!("    {body}")), (data, memory), "{body}");
    }
    let twice = |write: &str, read: &str| run(&format!("    {write}\n    {read}")).0;
    let local = |op: &str, data: &str| format!("{op} (M1, 8) %slm 0x0:ud A.0 {data}.0");
    assert_eq!(twice(&local("scatter_scaled.4", "B"), &local("gather_scaled.4", "D")), [0x11, 0x22, 0x33, 0x44]);
    assert_ne!(twice(&local("scatter4_scaled.R", "B"), &local("gather_scaled.4", "D")), [0x11, 0x22, 0x33, 0x44]);
}

/// By hand, at SIMD8: each block of eight bytes has the lanes one behind the other, and the blocks of a lane are one behind
/// the other in memory (Intel's compiler takes the second block from the third register on of eight lanes).
#[test]
fn blocks_of_qwords_stand_block_by_block() {
    let declared = declarations("ud", "ud")
        + "\n.decl L v_type=G type=uq num_elts=8 align=GRF\n.decl E v_type=G type=uq num_elts=16 align=GRF";
    let body = "    svm_gather.8.2 (M1, 8) L.0 E.0\n    add (M1, 8) L(0,0)<1> L(0,0)<1;1,0> 0x40:ud\n    svm_scatter.8.2 (M1, 8) L.0 E.0";
    let mut prepared = Prepared::new(Target::Skl, &declared, body, 0);
    // Lane 0 has bytes 0 to 15, lane 1 bytes 16 to 31.
    for lane in 0..2 {
        prepared.put("L", 8 * lane, &(Environment::buffer_address(0) + 16 * lane as u64).to_le_bytes());
    }
    let mut environment = Environment::new();
    environment.bind(0, Resource::Buffer((0..96).collect()));
    prepared.run(&mut environment, 0b11);
    let qword = |at: usize| prepared.bytes("E", 8 * at, 8);
    let bytes = |first: u8| (first..first + 8).collect::<Vec<u8>>();
    assert_eq!([qword(0), qword(1), qword(8), qword(9)], [bytes(0), bytes(16), bytes(8), bytes(24)]);
    assert_eq!(environment.resource(0).expect("bound").bytes()[64..96], (0..32).collect::<Vec<u8>>());
}

/// OWORD_LD_UNALIGNED: from a byte; OWORD_LD: from an oword; SVM_BLOCK_LD: from an address. Dwords one behind the other, zeros
/// behind the end, and whether or not a lane is active.
#[test]
fn blocks_are_read_for_all_lanes() {
    let run = |body: &str| {
        let declared = declarations("ud", "ud")
            + "\n.decl D v_type=G type=ud num_elts=8 align=GRF\n.decl L v_type=G type=uq num_elts=1 align=qword";
        let before = "    movs (M1_NM, 1) T6(0) 0x0:ud\n    mov (M1_NM, 8) D(0,0)<1> 0xeeeeeeee:ud\n    ";
        let mut prepared = Prepared::new(Target::Tgllp, &declared, &format!("{before}{body}"), 0);
        // A has 4, B 1, C 0x10000000 owords, and L the address of byte 4.
        for (name, value) in [("A", 4_u32), ("B", 1), ("C", 0x1000_0000)] {
            prepared.put(name, 0, &value.to_le_bytes());
        }
        prepared.put("L", 0, &(Environment::buffer_address(0) + 4).to_le_bytes());
        let mut environment = Environment::new();
        environment.bind(0, Resource::Buffer((0..28).collect()));
        prepared.run(&mut environment, 0);
        prepared.bytes("D", 0, 32)
    };
    let bytes = |first: std::ops::Range<u8>, zeros: usize, old: usize| {
        first.chain(std::iter::repeat_n(0, zeros)).chain(std::iter::repeat_n(0xee, old)).collect::<Vec<u8>>()
    };
    for (body, expected) in [
        ("oword_ld_unaligned (1) T6 A(0,0)<0;1,0> D.0", bytes(4..20, 0, 16)),
        ("oword_ld_unaligned (2) T6 A(0,0)<0;1,0> D.0", bytes(4..28, 8, 0)),
        ("svm_block_ld (1) L(0,0)<0;1,0> D.0", bytes(4..20, 0, 16)),
        ("svm_block_ld (2) L(0,0)<0;1,0> D.0", bytes(4..28, 8, 0)),
        ("oword_ld (1) T6 B(0,0)<0;1,0> D.0", bytes(16..28, 4, 16)),
        // 2^28 owords are 2^32 bytes, behind every buffer.
        ("oword_ld (1) T6 C(0,0)<0;1,0> D.0", bytes(0..0, 16, 16)),
        ("oword_ld (1) %slm C(0,0)<0;1,0> D.0", bytes(0..0, 16, 16)),
    ] {
        assert_eq!(run(body), expected, "{body}");
    }
}

/// OWORD_LD_UNALIGNED of scratch memory, as Intel's compiler reads it: from a byte, of what lanes have stored.
#[test]
fn blocks_of_scratch_memory_are_read_for_all_lanes() {
    let declared = declarations("ud", "ud") + "\n.decl D v_type=G type=ud num_elts=8 align=GRF";
    let body = "    scatter4_scaled.R (M1_NM, 8) %scratch 0x0:ud A.0 B.0\n    \
                oword_ld_unaligned (1) %scratch C(0,0)<0;1,0> D.0";
    let mut prepared = Prepared::new(Target::Tgllp, &declared, body, 0);
    // Where the emulator has scratch memory.
    let start = 0x0040_0000_u32;
    for lane in 0..8 {
        prepared.put("A", 4 * lane, &(start + 4 * lane as u32).to_le_bytes());
        prepared.put("B", 4 * lane, &(10 + lane as u32).to_le_bytes());
    }
    prepared.put("C", 0, &(start + 12).to_le_bytes());
    prepared.put("D", 0, &[0xee; 32]);
    prepared.run(&mut Environment::new(), 0);
    let dwords = [13, 14, 15, 16].map(u32::to_le_bytes).concat();
    assert_eq!(prepared.bytes("D", 0, 32), [dwords, vec![0xee; 16]].concat());
}

/// OWORD_ST, Semantics and Out-of-bound Access: to an oword, whether or not a lane is active and whatever the elements of the
/// variable are; what is behind the end is dropped.
#[test]
fn blocks_are_written_by_all_lanes() {
    for ty in ["ud", "uw"] {
        for (owords, at, expected) in [(1, 1, 16..32), (2, 0, 0..32), (2, 1, 16..40), (2, 3, 0..0)] {
            let count = if ty == "ud" { 8 } else { 16 };
            let declared =
                declarations("ud", "ud") + &format!("\n.decl D v_type=G type={ty} num_elts={count} align=GRF");
            let body = format!("    movs (M1_NM, 1) T6(0) 0x0:ud\n    oword_st ({owords}) T6 A(0,0)<0;1,0> D.0");
            let mut prepared = Prepared::new(Target::Tgllp, &declared, &body, 0);
            prepared.put("A", 0, &u32::to_le_bytes(at));
            let data: Vec<u8> = (100..132).collect();
            prepared.put("D", 0, &data);
            let mut environment = Environment::new();
            environment.bind(0, Resource::Buffer(vec![0xee; 40]));
            prepared.run(&mut environment, 1);
            let mut wanted = vec![0xee; 40];
            wanted[expected.clone()].copy_from_slice(&data[..expected.len()]);
            assert_eq!(environment.resource(0).expect("bound").bytes(), wanted, "{owords} owords of {ty} at {at}");
        }
    }
}

/// ADDR_ADD, Semantics and Notes; Operands, Region Interpretation for Indirect Operands. Of a variable of 24 words, with an
/// address a lane and with one for all.
#[test]
fn addresses_lead_into_the_variable_that_they_are_of() {
    let run = |body: &str, active: u32| {
        let declared = declarations("d", "d")
            + "\n.decl W v_type=G type=uw num_elts=8 align=GRF\n.decl D v_type=G type=d num_elts=16 align=GRF\n\
               .decl A0 v_type=A num_elts=8\n.decl A1 v_type=A num_elts=1";
        let mut prepared = Prepared::new(Target::Tgllp, &declared, body, 0xee);
        for lane in 0..16_u32 {
            prepared.put("D", 4 * lane as usize, &(100 + lane).to_le_bytes());
        }
        // Lane 0 at byte 0, lane 1 at 36, lane 2 at 8, lane 3 behind the end at 76; lane 4 before the start at -4; lane 5 in an
        // element, at 2; lanes 6 and 7 at 4.
        for (lane, at) in [0_u16, 36, 8, 76, 0xfffc, 2, 4, 4].into_iter().enumerate() {
            prepared.put("W", 2 * lane, &at.to_le_bytes());
        }
        for lane in 0..8_u32 {
            prepared.put("A", 4 * lane as usize, &lane.to_le_bytes());
        }
        prepared.run(&mut Environment::new(), active);
        let words = |name: &str, count: usize| -> Vec<u32> {
            let words = prepared.bytes(name, 0, 4 * count);
            words.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
        };
        (words("R", 8), words("D", 16))
    };
    const UNDEF: u32 = 0x5555_5555;
    let as_it_was: Vec<u32> = (100..116).collect();
    let each = "    addr_add (M1, 8) A0(0)<1> &D W(0,0)<1;1,0>\n";
    let (read, _) = run(&format!("{each}    mov (M1, 8) R(0,0)<1> r[A0(0),0]<1,0>:d"), 0xff);
    assert_eq!(read, [100, 109, 102, UNDEF, UNDEF, UNDEF, 101, 101]);
    // Four bytes on, lane 4 is inside, and inactive lanes keep what they have.
    let (read, _) = run(&format!("{each}    mov (M1, 8) R(0,0)<1> r[A0(0),4]<1,0>:d"), 0b1_0011);
    assert_eq!(read, [101, 110, OLD, OLD, 100, OLD, OLD, OLD]);
    // Two rows of four elements, from the first two addresses.
    let (read, _) = run(&format!("{each}    mov (M1, 8) R(0,0)<1> r[A0(0),0]<4,1>:d"), 0xff);
    assert_eq!(read, [100, 101, 102, 103, 109, 110, 111, 112]);
    // One address for all, 8 bytes behind byte 4 of the variable.
    let one = "    addr_add (M1_NM, 1) A1(0)<1> &D[4] W(0,2)<0;1,0>\n";
    let (read, _) = run(&format!("{one}    mov (M1, 8) R(0,0)<1> r[A1(0),0]<8;8,1>:d"), 0xff);
    assert_eq!(read, (103..111).collect::<Vec<u32>>());
    // A write of the lane that a predicate chooses.
    let lane_1 = "    setp (M1_NM, 8) P1 0x2:ud\n    (P1) mov (M1, 8) r[A0(2),0]<1>:d A(0,7)<0;1,0>";
    let (_, written) = run(&format!("{each}{lane_1}"), 0xff);
    let mut expected = as_it_was.clone();
    expected[2 + 1] = 7;
    assert_eq!(written, expected);
    // A write outside leaves undefined what the lane has of the variable: every eighth element from its own on.
    let lane_1 = lane_1.replace("A0(2)", "A0(3)");
    let (_, written) = run(&format!("{each}{lane_1}"), 0xff);
    let mut expected = as_it_was.clone();
    // Byte 76 and one element more: element 20, as 4 and 12.
    (expected[4], expected[12]) = (UNDEF, UNDEF);
    assert_eq!(written, expected);
    // Nothing points anywhere before it is set.
    let (read, written) =
        run("    mov (M1, 8) R(0,0)<1> r[A1(0),0]<8;8,1>:d\n    mov (M1, 8) r[A1(0),0]<1>:d A(0,0)<1;1,0>", 0xff);
    assert_eq!((read, written), (vec![UNDEF; 8], as_it_was));
}

/// What no lane accesses is no access, whatever is bound there.
#[test]
fn an_access_of_no_lane_is_none() {
    let run = |body: &str, active: u32| {
        let kernel = kernel(
            Target::Tgllp,
            &declarations("ud", "ud"),
            &format!(
                "    movs (M1_NM, 1) T6(0) 0x5:ud\n    setp (M1_NM, 8) P1 0x0:ud\n    mov (M1_NM, 8) A(0,0)<1> 0x1:ud\n\
                 {body}\n    ret (M1, 1)"
            ),
        );
        let map = map(&kernel);
        let machine = Machine::new(&kernel, &map).unwrap_or_else(|error| panic!("{error}"));
        let mut environment = surface();
        machine.run_thread(&mut environment, &thread(active), Vec::new(), UndefBits::constant(0), None).map(drop)
    };
    for (access, is_allowed) in [
        ("    (P1) scatter_scaled.4 (M1, 8) T6 0x0:ud B.0 B.0", true),
        ("    (P1) gather_scaled.4 (M1, 8) T6 0x0:ud B.0 B.0", true),
        // All at byte 1, where a message of dwords has none.
        ("    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 B.0", true),
        ("    gather4_scaled.R (M1, 8) T6 0x0:ud A.0 B.0", true),
        ("    scatter_scaled.4 (M1, 8) T6 0x0:ud A.0 B.0", false),
        ("    gather_scaled.4 (M1, 8) T6 0x0:ud A.0 B.0", false),
        ("    scatter_scaled.1 (M1, 8) T6 0x0:ud A.0 B.0", false),
        ("    gather_scaled.1 (M1, 8) T6 0x0:ud A.0 B.0", false),
    ] {
        assert_eq!(run(access, 0xff).is_ok(), is_allowed, "{access}");
        assert_eq!(run(access, 0), Ok(()), "{access}");
    }
}

/// DWORD_ATOMIC, SVM_ATOMIC, TYPED_ATOMIC: lanes that share an element are served one after the other, what was there comes
/// back, nothing is outside, and an inactive lane does nothing.
#[test]
fn atomic_operations_are_executed_lane_by_lane() {
    let run = |inst: &str, environment: &mut Environment, address: [u64; 8]| {
        let source = if inst.starts_with("svm") { "uq" } else { "ud" };
        let declarations = declarations(source, "ud").replace("B v_type=G type=uq", "B v_type=G type=ud");
        let kernel = kernel(
            Target::Tgllp,
            &declarations,
            &format!("    movs (M1_NM, 1) T6(0) 0x0:ud\n    {inst}\n    ret (M1, 1)"),
        );
        let map = map(&kernel);
        let mut file = vec![0; 5 * 64];
        let bytes = if source == "uq" { 8 } else { 4 };
        for (lane, address) in address.into_iter().enumerate() {
            file[64 + lane * bytes..][..bytes].copy_from_slice(&address.to_le_bytes()[..bytes]);
            file[128 + lane * 4..][..4].copy_from_slice(&10_u32.to_le_bytes());
        }
        let machine = Machine::new(&kernel, &map).expect("it can be executed");
        let file = machine
            .run_thread(environment, &thread(0x7f), file, UndefBits::constant(0x7777_7777_7777_7777), None)
            .expect("it runs");
        let words = |bytes: &[u8]| bytes.chunks_exact(4).map(|word| word[0]).collect::<Vec<_>>();
        (words(&file[256..284]), words(environment.resource(0).map_or(&[], Resource::bytes)))
    };
    let buffer = || {
        let mut environment = Environment::new();
        environment.bind(0, Resource::Buffer(vec![1, 0, 0, 0, 2, 0, 0, 0]));
        environment
    };
    let add = "dword_atomic.add (M1, 8) T6 A.0 B.0 %null.0 R.0";
    let (found, left) = run(add, &mut buffer(), [0, 4, 0, 8, 0, 4, 4, 0]);
    assert_eq!((found, left), (vec![1, 2, 11, 0, 21, 12, 22], vec![31, 32]));
    let pointers = [0, 4, 0, 8, 0, 4, 4, 0].map(|offset| Environment::buffer_address(0) + offset);
    let (found, left) = run("svm_atomic.inc (M1, 8) A.0 R.0 %null.0 %null.0", &mut buffer(), pointers);
    assert_eq!((found, left), (vec![1, 2, 2, 0, 3, 3, 4], vec![4, 5]));
    let surface = Surface::new(Description::new(SurfaceKind::D1, Format::R32Uint, [2, 1, 1])).expect("legal");
    let mut environment = Environment::new();
    environment.bind(0, Resource::Surface(surface));
    let typed = "typed_atomic.sub (M1, 8) T6 A.0 %null.0 %null.0 %null.0 B.0 %null.0 R.0";
    let (found, left) = run(typed, &mut environment, [0, 1, 0, 2, 0, 1, 1, 0]);
    assert_eq!((found, left), (vec![0, 0, 246, 0, 236, 246, 236], vec![226, 226]));
}

const ABC: &str = "A(0,0)<0;1,0> B(0,0)<0;1,0> C(0,0)<0;1,0>";

/// Bit `a + 2 b + 4 c` of the function (BFN, Semantics): 0xd8 is b where a is set and c elsewhere, 0x60 differs in a and
/// b where c is set.
#[test]
fn a_function_of_bits_is_looked_up_bit_by_bit() {
    let values = [0xffff_0000, 0x1234_5678, 0x9abc_def0];
    let bfn = |function: &str| compute(&format!("bfn.{function} (M1, 1) R(0,0)<1> {ABC}"), "ud", "ud", values);
    assert_eq!(bfn("xd8").expect("it runs"), 0x1234_def0);
    assert_eq!(bfn("x60").expect("it runs"), (0xffff_0000 ^ 0x1234_5678) & 0x9abc_def0);
    assert_eq!(bfn("x01").expect("it runs"), u64::from(!(0xffff_0000_u32 | 0x1234_5678 | 0x9abc_def0)));
}

/// ADDC and SUBB, Semantics.
#[test]
fn a_sum_has_a_carry_and_a_difference_a_borrow() {
    let both = |op: &str, a: u32, b: u32| {
        let ab = "A(0,0)<0;1,0> B(0,0)<0;1,0>";
        let run = |operands: &str| {
            compute(&format!("{op} (M1, 1) {operands} {ab}"), "ud", "ud", [a.into(), b.into(), 0]).expect("it runs")
        };
        let alone = run("R(0,0)<1> %null(0,0)<1>");
        assert_eq!(alone, run("R(0,0)<1> C(0,0)<1>"));
        (alone, run("C(0,0)<1> R(0,0)<1>"))
    };
    assert_eq!(both("addc", 0xffff_fff0, 0x10), (0, 1));
    assert_eq!(both("addc", 0xffff_fff0, 0xf), (0xffff_ffff, 0));
    assert_eq!(both("subb", 5, 6), (0xffff_ffff, 1));
    assert_eq!(both("subb", 6, 6), (0, 0));
    // Intel's compiler adds offsets to an address as a vector; its first number is 3.
    let operands = "R(0,0)<1> %null(0,0)<1> A(0,0)<0;1,0> 0x8843:uv";
    assert_eq!(compute(&format!("addc (M1, 1) {operands}"), "ud", "ud", [0xffff_fffe, 0, 0]).expect("it runs"), 1);
}

/// The low dwords take the first registers and the high ones the next (MADW, Description).
#[test]
fn a_wide_product_takes_registers_for_each_half() {
    let halves = |ty: &str, values| {
        let low = compute(&format!("madw (M1, 1) R(0,0)<1> {ABC}"), ty, ty, values).expect("it runs");
        let high = format!("madw (M1, 1) R(0,0)<1> {ABC}\n    mov (M1, 1) R(0,0)<1> R(1,0)<0;1,0>");
        (low, compute(&high, ty, ty, values).expect("it runs"))
    };
    // 0xffffffff * 0xffffffff + 0xffffffff = 0xffffffff_00000000.
    assert_eq!(halves("ud", [0xffff_ffff; 3]), (0, 0xffff_ffff));
    // -1 * -1 + -1 = 0, and 0x40000000 * -4 + 1 = -0xffffffff.
    assert_eq!(halves("d", [0xffff_ffff; 3]), (0, 0));
    assert_eq!(halves("d", [0x4000_0000, 0xffff_fffc, 1]), (1, 0xffff_ffff));
}

/// CMP, Description: a destination that is a variable has all ones or 0.
#[test]
fn a_comparison_into_a_variable_gives_all_ones_or_nothing() {
    let holds = |ty: &str, relation: &str, a: u64, b: u64| {
        let inst = format!("cmp.{relation} (M1, 1) R(0,0)<1> A(0,0)<0;1,0> B(0,0)<0;1,0>");
        compute(&inst, ty, if ty == "w" { "w" } else { "d" }, [a, b, 0]).expect("it runs")
    };
    assert_eq!(holds("d", "lt", 0xffff_ffff, 0), 0xffff_ffff);
    assert_eq!(holds("ud", "lt", 0xffff_ffff, 0), 0);
    assert_eq!(holds("w", "lt", 0xffff, 0), 0xffff);
    assert_eq!(holds("f", "eq", 0x8000_0000, 0), 0xffff_ffff);
    assert_eq!(holds("f", "eq", 0x7fc0_0000, 0x7fc0_0000), 0);
}

#[test]
fn what_is_written_to_null_is_gone() {
    let inst = "mov (M1, 1) R(0,0)<1> A(0,0)<0;1,0>\n    mov (M1, 1) %null(0,0)<1> B(0,0)<0;1,0>";
    assert_eq!(compute(inst, "ud", "ud", [7, 8, 9]).expect("it runs"), 7);
}

/// Nothing says what the time is.
#[test]
fn the_time_is_undefined() {
    assert_eq!(compute("mov (M1, 1) R(0,0)<1> %tsc(0,0)<0;1,0>", "ud", "ud", [7, 8, 9]).expect("it runs"), 0x7777_7777);
}
