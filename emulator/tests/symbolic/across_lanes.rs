//! Operations across lanes, and ballots: each step that is missing or changed is reported.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{InstData, Op};
use texvisa_ir::visa::origin::Origin;
use texvisa_ir::visa::{AluOp, DataType, Inst, Src};

use crate::compiled::Compiled;
use crate::mutations::{alu, remove, text};

/// A prefix of integers and a reduction at SIMD32: a step that reads other lanes, and a step that is missing.
#[test]
fn steps_of_operations_across_lanes() {
    let source = |operation: &str| {
        format!(
            "surface b0: raw @ table 0
kernel @k(%x: i32, %n: i32) {{
^entry:
  %v = {operation} i32 %n
  store_raw b0 [x: %x], i32 %v
  return
}}"
        )
    };
    for (operation, steps) in
        [("scan_inclusive.add", 13), ("scan_exclusive.add", 13), ("scan_inclusive.umax", 13), ("reduce.add", 5)]
    {
        let given = Compiled::of_text(&source(operation), Target::Tgllp, SimdWidth::Simd32);
        given.check().unwrap_or_else(|found| panic!("{operation}: {}", found[0]));
        let is_step = |index: &usize| matches!(&given.kernel.insts[*index], Inst::Alu(alu) if alu.op == AluOp::Add || alu.op == AluOp::Max);
        let found: Vec<usize> = (0..given.kernel.insts.len()).filter(is_step).collect();
        assert_eq!(found.len(), steps, "{operation}");
        for index in found {
            let step = text(&given, index);
            let mut missing = given.clone();
            remove(&mut missing, index);
            // What a step in place has not combined is a result of steps before.
            assert_eq!(missing.check().is_err(), operation == "reduce.add", "without {step}");
            for operand in 0..2 {
                let mut broken = given.clone();
                alu(&mut broken, index, |alu| {
                    if let Src::Register { offset, .. } = &mut alu.srcs[operand] {
                        *offset += 8;
                    }
                });
                assert!(broken.check().is_err(), "operand {operand} of {step}");
            }
        }
    }
}

/// Each instruction of a ballot, left out or changed.
#[test]
fn steps_of_ballots() {
    let source = "surface b0: raw @ table 0
kernel @k(%x: i32, %n: i32, %m: i32) {
^entry:
  %first = icmp.eq i32 %n, 0
  %second = icmp.eq i32 %m, 0
  %all = ballot i1 true
  %some = ballot i1 %first
  %both = xor i32 %all, %some
  %is = select i32 %second, %both, %x
  store_raw b0 [x: %x], i32 %is
  return
}";
    for simd in SimdWidth::ALL {
        let given = Compiled::of_text(source, Target::Tgllp, simd);
        given.check().unwrap_or_else(|found| panic!("{simd}: {}", found[0]));
        let is_ballot = |index: &usize| {
            let Origin::Inst(inst) = given.origins.insts[*index] else { return false };
            matches!(given.texture.insts[inst], InstData::Plain { op: Op::Ballot, .. })
        };
        let steps: Vec<usize> = (0..given.kernel.insts.len()).filter(is_ballot).collect();
        assert_eq!(steps.len(), 3 + 5, "{simd}");
        let other = given.kernel.insts.iter().rev().find_map(|inst| match inst {
            Inst::Compare { dst, .. } if given.origins.pred(*dst).is_some() => Some(*dst),
            _ => None,
        });
        let other = other.expect("a predicate of a boolean");
        for index in steps {
            let step = text(&given, index);
            let mut missing = given.clone();
            remove(&mut missing, index);
            assert!(missing.check().is_err(), "without {step}");
            let mut broken = given.clone();
            match &mut broken.kernel.insts[index] {
                Inst::SetPredicate { src, .. } => *src = Src::immediate(DataType::Ud, 1),
                Inst::Compare { exec, .. } => exec.nomask = true,
                Inst::MovePredicate { src, .. } if *src != other => *src = other,
                Inst::MovePredicate { dst, .. } => dst.offset = 4,
                Inst::Alu(alu) => alu.op = AluOp::Or,
                inst => panic!("{inst:?}"),
            }
            assert!(broken.check().is_err(), "{step} became {}", text(&broken, index));
        }
    }
}
