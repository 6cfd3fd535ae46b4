//! Which order the instructions of both halves of the lanes may have.

use texvisa_ir::target::{SimdWidth, Target};

use crate::compiled::Compiled;
use crate::mutations::{find, insert, remove};

const TEXT: &str = "surface b0: raw @ table 0
kernel @k(%x: i32, %y: i32, %f: f32) {
^entry:
  %at = shl i32 %x, 4
  %near = mul i32 %y, %y
  %v = load_raw b0 [x: %at] -> i32
  %up = uitofp.rtp i32 %y -> f32
  %sum = add i32 %v, %near
  store_raw b0 [x: %at], i32 %sum
  store_raw b0 [x: %at], f32 %up
  return
}";

fn compiled() -> Compiled {
    Compiled::checked(TEXT, Target::Tgllp, SimdWidth::Simd32)
}

/// Moves the first instruction with the text `part` behind that of `number` with the text `behind`.
fn moved(compiled: &mut Compiled, part: &str, (behind, number): (&str, usize)) {
    let [from, to] = [(part, 0), (behind, number)].map(|(part, number)| find(compiled, part, number));
    assert!(from < to);
    let (inst, origin) = (compiled.kernel.insts[from], compiled.origins.insts[from]);
    remove(compiled, from);
    insert(compiled, to, inst, origin);
}

/// The mismatches with an instruction moved.
fn found(part: &str, behind: (&str, usize)) -> String {
    compiled().mismatches_after(|compiled| moved(compiled, part, behind))
}

const IN_ORDER: &str = "expected instructions in the order of the source";

#[test]
fn the_lower_half_may_be_ahead() {
    let mut compiled = compiled();
    moved(&mut compiled, "mul (M5, 16)", ("gather4_scaled.R (M1, 16)", 0));
    compiled.check().expect("nothing is wrong");
}

#[test]
fn each_half_keeps_its_order() {
    for lanes in ["M1", "M5"] {
        let found = found(&format!("mul ({lanes}, 16)"), (&format!("gather4_scaled.R ({lanes}, 16)"), 0));
        assert!(found.contains(IN_ORDER), "{found}");
    }
}

/// The rounding mode would be another one.
#[test]
fn both_halves_have_the_same_float_controls() {
    let found = found("mul (M5, 16)", ("xor (M1_NM, 1) %cr0", 0));
    assert!(found.contains("bits 0x0 of control register 0 changed"), "{found}");
}

#[test]
fn what_writes_memory_keeps_its_place_among_the_messages_of_both_halves() {
    for (part, behind) in [
        ("gather4_scaled.R (M5, 16)", "scatter4_scaled.R (M1, 16)"),
        ("scatter4_scaled.R (M5, 16)", "scatter4_scaled.R (M1, 16)"),
    ] {
        let number = usize::from(part.starts_with("scatter"));
        let found = found(part, (behind, number));
        assert!(found.contains(IN_ORDER), "{part}: {found}");
    }
}
