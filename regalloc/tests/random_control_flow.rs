//! Random vISA with any control flow: branches ahead and back, into loops and out of them, uniform and divergent. What
//! the allocator makes of it passes the check, which reads the control flow in another way, and computes what it did
//! before.

mod kernel;

use std::fmt::Write;

use fastrand::Rng;
use kernel::{BRANCH_OPERANDS, executable, kernel};
use texvisa_emulator::UndefBits;
use texvisa_emulator::dispatch::HardwareThread;
use texvisa_emulator::environment::Environment;
use texvisa_emulator::machine::Machine;
use texvisa_ir::visa::{Inst, RegisterMap, Var, VisaKernel};
use texvisa_regalloc::{Liveness, SpillError, SpillReport, assign, check, check_spilled, coalesce, spill};

/// Variables of lanes, uniform values, what is defined for all lanes and used at once, and two payloads of two
/// parameters each. A def that ignores the execution mask overwrites what pending lanes hold of its own variable, so
/// that no such variable is live from one block to another but for those that are defined once.
const DECLARATIONS: &str = "A:d16 B:d16 C:d16 D:d16 E:d16 F:d16 I:d16 K:d1 L:d1 M:d1 S:d1 T:d16 Q:p16 \
    Y:d32 Y0:d16<Y+0 Y1:d16<Y+64 Z:d32 Z0:d16<Z+0 Z1:d16<Z+64 R:f32 R0:f16<R+0 R1:f16<R+64";
const LANES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
const UNIFORM: [&str; 3] = ["K", "L", "M"];

fn pick<'a>(rng: &mut Rng, names: &[&'a str]) -> &'a str {
    names[rng.usize(..names.len())]
}

/// What instructions there are.
#[derive(Clone, Copy)]
struct Forms {
    /// Some ignore the execution mask, which leaves what they read no lane pattern.
    ignore_mask: bool,
    /// Some fill a payload and send it.
    send: bool,
}

/// An instruction, or the few that fill a payload and send it.
fn instruction(rng: &mut Rng, text: &mut String, forms: Forms) {
    let [a, b, c] = [(); 3].map(|()| pick(rng, &LANES));
    let [k, l] = [(); 2].map(|()| pick(rng, &UNIFORM));
    let written = match rng.u32(..if forms.send { 14 } else { 12 }) {
        0..4 => writeln!(text, "    mov (M1, 16) &{a} ${b}"),
        4 => writeln!(text, "    add (M1, 16) &{a} ${b} ${c}"),
        5 => writeln!(text, "    mov (M1, 16) &{a} {:#x}:d", rng.u32(..9)),
        6 => writeln!(text, "    (P) mov (M1, 16) &{a} ${b}"),
        7 => writeln!(text, "    mov (M1, 8) &{a} ${b}"),
        8 => writeln!(text, "    add (M1_NM, 1) &S #{k} #{l}\n    add (M1, 16) &{a} ${b} #S"),
        9 if forms.ignore_mask => writeln!(text, "    mov (M1_NM, 16) &T ${b}\n    add (M1, 16) &{a} $T ${c}"),
        9 => writeln!(text, "    add (M3, 8) {a}(1,0)<1> {b}(1,0)<1;1,0> {c}(1,0)<1;1,0>"),
        10 | 11 => writeln!(text, "    add (M1, 16) &{a} ${b} #{k}"),
        _ => {
            let payload = if rng.bool() { "Y" } else { "Z" };
            writeln!(
                text,
                "    mov (M1, 16) &{payload}0 ${b}
    mov (M1, 16) &{payload}1 ${c}
    load_lz.RG (M1, 16) 0x0:uw T6 R.0 X.0 {payload}0.0 {payload}1.0
    mov (M1, 16) &{a} $R{}",
                rng.u32(..2)
            )
        }
    };
    written.expect("a string takes all that is written");
}

/// The body of a kernel of some blocks. Everything is defined before the first.
fn body(rng: &mut Rng, forms: Forms) -> String {
    let mut text = String::new();
    for name in LANES {
        writeln!(text, "    mov (M1, 16) &{name} 0x1:d").expect("a string takes all that is written");
    }
    for name in UNIFORM {
        writeln!(text, "    mov (M1_NM, 1) &{name} 0x1:d").expect("a string takes all that is written");
    }
    text += "    cmp.lt (M1, 16) P $X 0x5:d\n    cmp.lt (M1_NM, 16) U #N 0x5:d\n";
    let blocks = rng.u32(2..9);
    for block in 0..blocks {
        writeln!(text, "l{block}:").expect("a string takes all that is written");
        for _ in 0..rng.u32(..4) {
            instruction(rng, &mut text, forms);
        }
        // Ahead more often than back.
        let target = if rng.u32(..4) == 0 { rng.u32(..=block) } else { rng.u32(block + 1..=blocks) };
        match rng.u32(..8) {
            0..4 => writeln!(text, "    (P) goto (M1, 16) l{target}"),
            4 => writeln!(text, "    (U) goto (M1, 16) l{target}"),
            5 => writeln!(text, "    goto (M1, 16) l{target}"),
            _ => Ok(()),
        }
        .expect("a string takes all that is written");
    }
    writeln!(text, "l{blocks}:").expect("a string takes all that is written");
    text + &sum()
}

/// The end of a kernel, which uses everything.
fn sum() -> String {
    let lanes = LANES.map(|name| format!("    add (M1, 16) &A $A ${name}\n"));
    let uniform = UNIFORM.map(|name| format!("    add (M1, 16) &A $A #{name}\n"));
    [&lanes.concat(), &uniform.concat(), "    ret (M1, 1)"].concat()
}

/// The body of a kernel that ends: each lane takes a few back edges, which I counts. Branches ahead depend on what was
/// computed.
fn body_that_ends(rng: &mut Rng) -> String {
    let forms = Forms { ignore_mask: rng.bool(), send: false };
    let mut text =
        "    mov (M1, 16) &I 0x0:d\n    cmp.lt (M1, 16) P $X 0x5:d\n    cmp.lt (M1_NM, 16) U #N 0x5:d\n".to_owned();
    for (number, name) in (1..).zip(LANES) {
        text += &format!("    add (M1, 16) &{name} $X {number:#x}:d\n");
    }
    for (number, name) in (1..).zip(UNIFORM) {
        text += &format!("    add (M1_NM, 1) &{name} #N {number:#x}:d\n");
    }
    let blocks = rng.u32(2..12);
    for block in 0..blocks {
        text += &format!("l{block}:\n");
        for _ in 0..rng.u32(..4) {
            instruction(rng, &mut text, forms);
        }
        let [a, b] = [(); 2].map(|()| pick(rng, &LANES));
        let (ahead, back) = (rng.u32(block + 1..=blocks), rng.u32(..=block));
        text += &match rng.u32(..8) {
            0..3 => format!("    cmp.lt (M1, 16) P ${a} ${b}\n    (P) goto (M1, 16) l{ahead}\n"),
            3 => format!("    (!P) goto (M1, 16) l{ahead}\n"),
            4 => format!("    ({}U) goto (M1, 16) l{ahead}\n", if rng.bool() { "!" } else { "" }),
            5 => format!("    goto (M1, 16) l{ahead}\n"),
            6 => format!(
                "    add (M1, 16) &I $I 0x1:d\n    cmp.lt (M1, 16) Q $I {:#x}:d\n    (Q) goto (M1, 16) l{back}\n",
                rng.u32(2..6)
            ),
            _ => String::new(),
        };
    }
    [&text, &format!("l{blocks}:\n"), &sum()[..]].concat()
}

/// The variable that the last instruction but the return writes: A, or another place of it.
fn last_written(kernel: &VisaKernel) -> Var {
    match kernel.insts[kernel.insts.len() - 2] {
        Inst::Alu(alu) => alu.dst.var,
        _ => panic!("a sum ends the kernel"),
    }
}

/// A in each lane that is active, after the kernel has run on some numbers.
fn result(kernel: &VisaKernel, map: &RegisterMap, rng: &mut Rng) -> Vec<u32> {
    let machine = Machine::new(kernel, map).unwrap_or_else(|error| panic!("{error}"));
    let file = (0..1024).map(|_| rng.u8(..8)).collect();
    let active = rng.u32(..1 << 16);
    let start = HardwareThread { group: [0; 3], active, items: [0; 32], local: [[0; 3]; 32] };
    let file = machine.run_thread(&mut Environment::new(), &start, file, UndefBits::constant(0x7777_7777), None);
    let file = file.unwrap_or_else(|error| panic!("{error}"));
    let address = map.address(kernel, last_written(kernel)) as usize;
    let lanes = (0..16).filter(|lane| active >> lane & 1 != 0);
    lanes.map(|lane| u32::from_le_bytes(file[address + 4 * lane..][..4].try_into().expect("four bytes"))).collect()
}

/// The emulator runs a kernel with registers of its own for each variable, and as it was allocated.
#[test]
fn what_is_allocated_computes_what_it_did() {
    let (mut coalesced, mut copies) = (0, 0);
    for seed in 0..3000 {
        let body = body_that_ends(&mut Rng::with_seed(seed));
        let mut kernel = executable(&[BRANCH_OPERANDS, DECLARATIONS].concat(), &body);
        let expected = result(&kernel, &RegisterMap::unbounded(&kernel), &mut Rng::with_seed(seed));
        let liveness = Liveness::new(&kernel).expect("every label is defined");
        let report = coalesce(&mut kernel, &liveness);
        (coalesced, copies) = (coalesced + report.coalesced, copies + report.copies);
        let registers = assign(&kernel, &liveness, 256).expect("256 registers are enough");
        assert_eq!(check(&kernel, &registers), Ok(()), "seed {seed}\n{body}");
        assert_eq!(result(&kernel, &registers, &mut Rng::with_seed(seed)), expected, "seed {seed}\n{body}");
    }
    assert!(coalesced * 8 > copies, "{coalesced} of {copies}");
}

/// The numbers change where registers change: look at what differs, and write the new ones down.
#[test]
fn registers_of_any_control_flow_pass_the_check() {
    let (mut coalesced, mut digest) = (0, 0_u64);
    for seed in 0..4000 {
        let forms = Forms { ignore_mask: seed % 2 == 0, send: true };
        let body = body(&mut Rng::with_seed(seed), forms);
        let mut kernel = kernel(&[BRANCH_OPERANDS, DECLARATIONS].concat(), &body);
        let liveness = Liveness::new(&kernel).expect("every label is defined");
        coalesced += coalesce(&mut kernel, &liveness).coalesced;
        let registers = assign(&kernel, &liveness, 256).expect("256 registers are enough");
        assert_eq!(check(&kernel, &registers), Ok(()), "seed {seed}\n{body}");
        for var in kernel.vars.keys() {
            digest = digest.wrapping_mul(31).wrapping_add(registers.address(&kernel, var).into());
        }
    }
    assert_eq!((coalesced, digest), (6437, 17_982_470_417_808_310_640));
}

/// The same with files that are too small: the check accepts what is spilled, and the emulator computes the same.
#[test]
fn what_is_spilled_computes_what_it_did() {
    let mut total = SpillReport::default();
    let mut too_small = 0;
    for seed in 0..3000 {
        let body = body_that_ends(&mut Rng::with_seed(seed));
        let kernel = executable(&[BRANCH_OPERANDS, DECLARATIONS].concat(), &body);
        let expected = result(&kernel, &RegisterMap::unbounded(&kernel), &mut Rng::with_seed(seed));
        let registers = Rng::with_seed(seed).u32(9..22);
        let spilled = match spill(&kernel, registers, 64) {
            Ok(spilled) => spilled,
            Err(SpillError::Operands { .. }) => {
                too_small += 1;
                continue;
            }
            Err(error) => panic!("seed {seed}, {registers} registers: {error}\n{body}"),
        };
        let checked = check_spilled(&kernel, &spilled.code, &spilled.registers);
        let mut text = String::new();
        texvisa_ir::visa::asm::write(&spilled.code.kernel, &mut text);
        assert_eq!(checked, Ok(()), "seed {seed}, {registers} registers\n{body}\n{text}");
        let found = result(&spilled.code.kernel, &spilled.registers, &mut Rng::with_seed(seed));
        assert_eq!(found, expected, "seed {seed}, {registers} registers\n{body}\n{text}");
        total.loads += spilled.report.loads;
        total.stores += spilled.report.stores;
        total.computed += spilled.report.computed;
    }
    assert!(total.loads > 3000 && total.stores > 1000 && too_small < 30, "{total:?}, {too_small} too small");
}
