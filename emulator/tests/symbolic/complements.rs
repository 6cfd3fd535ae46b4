//! Complements that bitwise operations read in place, with one fault each.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::{Alu, AluOp, Inst, Modifier, Src};

use crate::compiled::Compiled;

/// What is found after `change` of the moves and bitwise operations, in their order.
fn broken(body: &str, change: impl FnOnce(&mut [&mut Alu])) -> String {
    let text = format!(
        "surface b0: raw @ table 0
kernel @k(%x: i32, %y: i32, %w: i16) {{
^entry:
{body}  store_raw b0 [x: %x], i32 %r
  return
}}"
    );
    let mut compiled = Compiled::of_text(&text, Target::Tgllp, SimdWidth::Simd8);
    compiled.check().unwrap_or_else(|found| panic!("{}", found[0]));
    let is_given = |alu: &Alu| matches!(alu.op, AluOp::Mov | AluOp::And | AluOp::Xor);
    let insts = compiled.kernel.insts.iter_mut();
    let mut found: Vec<&mut Alu> = insts
        .filter_map(|inst| match inst {
            Inst::Alu(alu) if is_given(alu) => Some(alu),
            _ => None,
        })
        .collect();
    change(&mut found);
    compiled.check().expect_err("it is wrong").iter().map(ToString::to_string).collect()
}

fn modifier(src: &mut Src) -> &mut Modifier {
    match src {
        Src::Register { modifier, .. } => modifier,
        _ => panic!("a register"),
    }
}

const COMPLEMENT: &str = "  %c = xor i32 %x, -1
  %r = and i32 %c, %y
";

#[test]
fn the_complement_is_not_taken() {
    let found = broken(COMPLEMENT, |alus| {
        assert_eq!(std::mem::take(modifier(&mut alus[0].srcs[0])), Modifier::Not);
    });
    assert!(found.contains("operands %c"), "{found}");
}

#[test]
fn the_complement_of_the_other_operand_is_taken() {
    let found = broken(COMPLEMENT, |alus| *modifier(&mut alus[0].srcs[1]) = Modifier::Not);
    assert!(found.contains("operands %c"), "{found}");
}

#[test]
fn the_complement_is_taken_for_a_negation() {
    let found = broken(COMPLEMENT, |alus| *modifier(&mut alus[0].srcs[0]) = Modifier::Negate);
    assert!(found.contains("operands %c"), "{found}");
}

/// The upper half of the complement is ones where the word is extended first, and zeros where it is complemented first.
#[test]
fn the_complement_of_a_word_is_taken_for_that_of_a_dword() {
    let body = "  %n = zext i16 %w -> i32
  %c = xor i32 %n, -1
  %a = and i32 %c, %y
  %r = add i32 %a, %n
";
    let found = broken(body, |alus| {
        let [extended, complement, alu] = alus else { panic!("{} operations", alus.len()) };
        assert_eq!((extended.op, complement.op, alu.op), (AluOp::Mov, AluOp::Xor, AluOp::And));
        alu.srcs[0] = extended.srcs[0];
        *modifier(&mut alu.srcs[0]) = Modifier::Not;
    });
    assert!(found.contains("operands %c"), "{found}");
}
