//! Random vISA with any control flow: branches ahead and back, into loops and out of them, uniform and divergent. What
//! the allocator makes of it passes the check, which reads the control flow in another way.

mod kernel;

use std::fmt::Write;

use fastrand::Rng;
use kernel::{BRANCH_OPERANDS, kernel};
use texvisa_regalloc::{Liveness, assign, check, coalesce};

/// Variables of lanes, uniform values, what is defined for all lanes and used at once, and two payloads of two
/// parameters each. A def that ignores the execution mask overwrites what pending lanes hold of its own variable, so
/// that no such variable is live from one block to another but for those that are defined once.
const DECLARATIONS: &str = "A:d16 B:d16 C:d16 D:d16 E:d16 F:d16 K:d1 L:d1 M:d1 S:d1 T:d16 \
    Y:d32 Y0:d16<Y+0 Y1:d16<Y+64 Z:d32 Z0:d16<Z+0 Z1:d16<Z+64 R:f32 R0:f16<R+0 R1:f16<R+64";
const LANES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
const UNIFORM: [&str; 3] = ["K", "L", "M"];

fn pick<'a>(rng: &mut Rng, names: &[&'a str]) -> &'a str {
    names[rng.usize(..names.len())]
}

/// An instruction, or the few that fill a payload and send it.
fn instruction(rng: &mut Rng, text: &mut String) {
    let [a, b, c] = [(); 3].map(|()| pick(rng, &LANES));
    let [k, l] = [(); 2].map(|()| pick(rng, &UNIFORM));
    let written = match rng.u32(..14) {
        0..4 => writeln!(text, "    mov (M1, 16) &{a} ${b}"),
        4 => writeln!(text, "    add (M1, 16) &{a} ${b} ${c}"),
        5 => writeln!(text, "    mov (M1, 16) &{a} {:#x}:d", rng.u32(..9)),
        6 => writeln!(text, "    (P) mov (M1, 16) &{a} ${b}"),
        7 => writeln!(text, "    mov (M1, 8) &{a} ${b}"),
        8 => writeln!(text, "    add (M1_NM, 1) &S #{k} #{l}\n    add (M1, 16) &{a} ${b} #S"),
        9 => writeln!(text, "    mov (M1_NM, 16) &T ${b}\n    add (M1, 16) &{a} $T ${c}"),
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
fn body(rng: &mut Rng) -> String {
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
            instruction(rng, &mut text);
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
    for name in LANES {
        writeln!(text, "    add (M1, 16) &A $A ${name}").expect("a string takes all that is written");
    }
    for name in UNIFORM {
        writeln!(text, "    add (M1, 16) &A $A #{name}").expect("a string takes all that is written");
    }
    text + "    ret (M1, 1)"
}

/// The numbers change where registers change: look at what differs, and write the new ones down.
#[test]
fn registers_of_any_control_flow_pass_the_check() {
    let (mut coalesced, mut digest) = (0, 0_u64);
    for seed in 0..4000 {
        let body = body(&mut Rng::with_seed(seed));
        let mut kernel = kernel(&[BRANCH_OPERANDS, DECLARATIONS].concat(), &body);
        let liveness = Liveness::new(&kernel).expect("every label is defined");
        coalesced += coalesce(&mut kernel, &liveness).coalesced;
        let registers = assign(&kernel, &liveness, 256).expect("256 registers are enough");
        assert_eq!(check(&kernel, &registers), Ok(()), "seed {seed}\n{body}");
        for var in kernel.vars.keys() {
            digest = digest.wrapping_mul(31).wrapping_add(registers.address(&kernel, var).into());
        }
    }
    assert_eq!((coalesced, digest), (6689, 12_802_052_138_680_842_224));
}
