//! The example of `docs/checks.md`: faults in a compiled kernel, and the checks that report each.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{ChannelMask, parse};
use texvisa_ir::visa::{self, AluOp, DataType, Inst, Relation, Src, Var};
use texvisa_lowering::LoweringOptions;

use super::*;
use crate::compile;

const PAGE: &str = include_str!("../../docs/checks.md");

fn each_inst(compiled: &mut Compiled, change: impl FnMut(&mut Inst)) {
    compiled.lowered.kernel.insts.iter_mut().for_each(change);
}

/// Replaces the operation of the float instructions that have operation `from`.
fn replace_op(compiled: &mut Compiled, from: AluOp, to: AluOp) {
    let kernel = &mut compiled.lowered.kernel;
    let vars = &kernel.vars;
    for inst in &mut kernel.insts {
        if let Inst::Alu(alu) = inst
            && alu.op == from
            && vars[alu.dst.var].ty == DataType::F
        {
            alu.op = to;
        }
    }
}

/// The variable that the instruction with that operation writes.
fn written_by(compiled: &Compiled, op: AluOp) -> Var {
    let written = compiled.lowered.kernel.insts.iter().find_map(|inst| match inst {
        Inst::Alu(alu) if alu.op == op => Some(alu.dst.var),
        _ => None,
    });
    written.expect("the kernel has such an instruction")
}

/// Puts a fault into a compiled kernel.
type SeedFault = fn(&mut Compiled);

/// The faults, by the words of the page.
const FAULTS: [(&str, SeedFault); 8] = [
    ("A response is longer than its variable", |compiled| {
        each_inst(compiled, |inst| {
            if let Inst::Sampler(message) = inst {
                message.residency = true;
            }
        });
    }),
    ("The shifted address is in the registers of the value to store", |compiled| {
        let [address, value] = [AluOp::Shl, AluOp::Sel].map(|op| written_by(compiled, op));
        let occupied = compiled.registers.address(&compiled.lowered.kernel, value);
        compiled.registers.set(address, occupied);
    }),
    ("u and v are exchanged", |compiled| compiled.lowered.kernel.raws.reverse()),
    ("Green is loaded instead of red", |compiled| {
        each_inst(compiled, |inst| {
            if let Inst::Sampler(message) = inst {
                message.channels = ChannelMask::from_bits(0b10);
            }
        });
    }),
    ("The sum is a product", |compiled| replace_op(compiled, AluOp::Add, AluOp::Mul)),
    ("The branch goes the other way", |compiled| {
        each_inst(compiled, |inst| {
            if let Inst::Branch { predicate: Some(predicate), .. } = inst {
                predicate.inverted = !predicate.inverted;
            }
        });
    }),
    ("y is compared with another number", |compiled| {
        each_inst(compiled, |inst| {
            if let Inst::Compare { relation: Relation::Eq, srcs, .. } = inst {
                srcs[1] = Src::immediate(DataType::D, 123_456_780);
            }
        });
    }),
    ("The product is a sum", |compiled| replace_op(compiled, AluOp::Mul, AluOp::Add)),
];

/// The example kernel of the page.
fn example() -> (Module, KernelId, Compiled) {
    let start = PAGE.find("```texvisa").expect("the page has a kernel");
    let text = PAGE[start..]
        .lines()
        .skip(1)
        .take_while(|line| *line != "```")
        .fold(String::new(), |text, line| text + line + "\n");
    let module = parse(&text).expect("the kernel of the page is valid");
    let id = module.kernel("faults").expect("the module of the page has the kernel");
    let compiled = compile(&module, id, Target::Tgllp, SimdWidth::Simd8, &LoweringOptions::default());
    (module, id, compiled.expect("the kernel of the page compiles"))
}

/// What each check reports: the columns of the page.
fn reports(module: &Module, id: KernelId, compiled: &Compiled) -> [bool; 4] {
    let kernel = &compiled.lowered.kernel;
    [
        !visa::verify(kernel).is_empty(),
        texvisa_regalloc::check(kernel, &compiled.registers).is_err(),
        check_messages(module, &compiled.lowered).is_err(),
        execute(module, id, compiled, &TrialOptions::default()).is_err(),
    ]
}

#[test]
fn the_page_says_which_check_reports_each_fault() {
    let (module, id, compiled) = example();
    assert_eq!(reports(&module, id, &compiled), [false; 4]);
    for (name, inject) in FAULTS {
        let (.., mut faulty) = example();
        inject(&mut faulty);
        let columns = reports(&module, id, &faulty).map(|reported| if reported { "reported" } else { "-" });
        let row = format!("| {name} | {} |", columns.join(" | "));
        assert!(PAGE.lines().any(|line| line == row), "docs/checks.md lacks the row\n{row}");
    }
}
