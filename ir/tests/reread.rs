//! A kernel that was read is compared with the one that was written: every change of its text is noticed, what is omitted
//! does nothing, and what the writers decide is found anew.

use std::path::{Path, PathBuf};

use texvisa_ir::target::Target;
use texvisa_ir::visa::isa::{self, WriteOptions};
use texvisa_ir::visa::message::CodeNumbering;
use texvisa_ir::visa::{Inst, LabelKind, ReadDifference, Src, Storage, VisaKernel, asm};

/// The texts of `tests/visa`, each with its target.
fn texts() -> Vec<(PathBuf, Target, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/visa");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "visaasm") {
            let name = path.display().to_string();
            let target = name.split('.').find_map(|part| part.parse().ok()).expect("the name has a target");
            let text = std::fs::read_to_string(&path).expect("it is a text");
            all.push((path, target, text));
        }
    }
    all.sort();
    all
}

fn read(text: &str) -> VisaKernel {
    asm::parse(text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors}"))
}

fn as_compiled(kernel: &VisaKernel) -> String {
    let mut text = String::new();
    asm::write(kernel, &mut text);
    text
}

#[test]
fn what_is_written_is_read_as_the_same() {
    for (path, target, text) in texts() {
        let kernel = asm::parse(&text, target).expect("it is read");
        let text = asm::parse(&as_compiled(&kernel), target).expect("it is read");
        assert_eq!(kernel.difference_to_read(&text), None, "{}", path.display());
        if let Ok(binary) = isa::write(&kernel, &WriteOptions { as_compiled: true, ..WriteOptions::default() }) {
            let binary = isa::read(&binary, target, CodeNumbering::Finalizer).expect("it is read");
            assert_eq!(kernel.difference_to_read(&binary), None, "{}", path.display());
        }
    }
}

/// Of each text one byte at a time is another: what is still read as a kernel is the same if and only if the comparison
/// of all fields says so.
#[test]
fn every_change_of_a_text_is_noticed() {
    let mut noticed = 0;
    for (path, target, text) in texts() {
        // Declared in the order in which it is written: what is an alias of an alias of r0 is one of r0 at once.
        let again = |text: &str| as_compiled(&asm::parse(text, target).expect("it is read"));
        let text = again(&again(&text));
        let kernel = asm::parse(&text, target).expect("it is read");
        for at in (0..text.len()).step_by(5) {
            for other in ["0", "2", "G", "w"] {
                let mut changed = text.clone();
                if !text.is_char_boundary(at) || !text.is_char_boundary(at + 1) {
                    continue;
                }
                changed.replace_range(at..at + 1, other);
                let Ok(read) = asm::parse(&changed, target) else { continue };
                let difference = kernel.difference_to_read(&read);
                // Another alias of the same bytes is as good.
                let line = text[..at].rsplit('\n').next().unwrap_or_default();
                let is_same = read == kernel || difference.is_none() && line.contains(" alias=<");
                assert_eq!(difference.is_none(), is_same, "{}, byte {at}: {difference:?}", path.display());
                noticed += usize::from(difference.is_some());
            }
        }
    }
    assert!(noticed > 1_000, "{noticed}");
}

const TEXT: &str = r#".version 4.1
.kernel "k"
.decl V32 v_type=G type=d num_elts=16 align=GRF
.decl V33 v_type=G type=d num_elts=32 align=GRF
.decl V34 v_type=G type=ud num_elts=16 align=GRF alias=<V33, 64>
.decl V35 v_type=G type=d num_elts=16 align=GRF alias=<V33, 64>
.decl V36 v_type=G type=f num_elts=16 align=GRF alias=<V34, 0>
.decl T6 v_type=T num_elts=1
.input V32 offset=32 size=64
.kernel_attr Target="3d"
.kernel_attr SimdSize=16

L0:
    mov (M1, 16) V34(0,0)<1> V35(0,0)<1;1,0>
    add (M1, 16) V32(0,0)<1> V32(0,0)<1;1,0> V34(0,0)<1;1,0>
    movs (M1_NM, 1) T6(0) 0x1:ud
    load_lz.R (M1, 16) 0x0:uw T6 V36.0 V32.0
    goto (M1, 16) L0
    ret (M1, 1)
"#;

#[test]
fn only_what_does_nothing_may_be_missing() {
    let kernel = read(TEXT);
    let written = as_compiled(&kernel);
    assert!(!written.contains("mov (M1, 16)"), "{written}");
    assert_eq!(kernel.difference_to_read(&read(&written)), None);
    // The same, where it is not omitted.
    assert_eq!(kernel.difference_to_read(&read(TEXT)), None);
    let without = |line: &str| {
        let index = TEXT.lines().filter(|line| line.starts_with("    ")).position(|other| other.contains(line));
        let lines = TEXT.lines().filter(|other| !other.contains(line));
        (kernel.difference_to_read(&read(&lines.collect::<Vec<_>>().join("\n"))), index.map(|index| index + 1))
    };
    for line in ["add (M1, 16)", "movs", "load_lz", "goto", "ret"] {
        let (difference, index) = without(line);
        let Some(ReadDifference::Inst { written, .. }) = difference else { panic!("{line}: {difference:?}") };
        assert_eq!(Some(written), index, "{line}");
    }
    // Moves that are like the one that does nothing.
    let moves = [
        "mov (M1, 16) V34(0,0)<1> V33(0,0)<1;1,0>",
        "mov (M1, 16) V34(0,0)<1> V35(0,0)<0;1,0>",
        "mov (M1, 16) V34(0,0)<1> (-)V35(0,0)<1;1,0>",
        "mov (M1, 16) V34(0,0)<1> V36(0,0)<1;1,0>",
        "mov.sat (M1, 16) V36(0,0)<1> V36(0,0)<1;1,0>",
        "mov (M1, 8) V34(0,0)<1> V35(1,0)<1;1,0>",
    ];
    for line in moves {
        let other = read(&TEXT.replace("mov (M1, 16) V34(0,0)<1> V35(0,0)<1;1,0>", line));
        let difference = other.difference_to_read(&read(&written));
        assert_eq!(difference, Some(ReadDifference::Inst { written: 1, read: 1 }), "{line}");
    }
}

#[test]
fn what_stands_behind_the_end_is_noticed() {
    let kernel = read(TEXT);
    let more = format!("{TEXT}    barrier\n");
    assert_eq!(kernel.difference_to_read(&read(&more)), Some(ReadDifference::Inst { written: 7, read: 7 }));
}

/// What the writers would take from the kernel wrongly, if they did.
#[test]
fn declarations_and_aliases_are_compared() {
    let kernel = read(TEXT);
    for (from, to, what) in [
        ("alias=<V34, 0>", "alias=<V33, 0>", "a variable"),
        ("alias=<V34, 0>", "alias=<V34, 4>", "a variable"),
        ("type=ud num_elts=16 align=GRF alias", "type=uw num_elts=16 align=GRF alias", "a variable"),
        ("num_elts=32", "num_elts=48", "a variable"),
        (
            ".decl V32 v_type=G type=d num_elts=16 align=GRF",
            ".decl V32 v_type=G type=d num_elts=16 align=dword",
            "a variable",
        ),
        ("offset=32", "offset=64", "an input"),
        ("SimdSize=16", "SimdSize=8", "the name or an attribute of the kernel"),
        (".kernel \"k\"", ".kernel \"l\"", "the name or an attribute of the kernel"),
        (".kernel_attr Target", ".kernel_attr NBarrierCnt=3\n.kernel_attr Target", "an attribute"),
        (".decl T6", ".decl P1 v_type=P num_elts=16\n.decl T6", "a predicate"),
        (".decl T6", ".decl S0 v_type=S num_elts=1\n.decl T6", "a surface or sampler"),
        (".input", ".decl V37 v_type=G type=d num_elts=1 align=dword\n.input", "a variable"),
    ] {
        assert!(TEXT.contains(from), "{from}");
        let read = read(&TEXT.replacen(from, to, 1));
        assert_eq!(kernel.difference_to_read(&read), Some(ReadDifference::Declared(what)), "{from} {to}");
    }
    // Where a variable is found counts, not as what it is declared.
    let mut other = kernel.clone();
    let vars: Vec<_> = other.vars.keys().collect();
    other.vars[vars[4]].storage = Storage::Subregister { of: vars[1], offset: 64 };
    assert_eq!(other.difference_to_read(&kernel), None);
    other.vars[vars[4]].storage = Storage::Own;
    assert_eq!(other.difference_to_read(&kernel), Some(ReadDifference::Declared("a variable")));
}

/// Fields that no text has do not count: sources behind the last, and labels to which no branch goes.
#[test]
fn what_means_nothing_does_not_count() {
    let mut kernel = read(TEXT);
    let written = read(&as_compiled(&kernel));
    for inst in &mut kernel.insts {
        if let Inst::Alu(alu) = inst {
            let sources = alu.op.sources();
            alu.srcs[sources..].fill(Src::lanes(alu.dst.var));
        }
    }
    let label = kernel.labels.push(LabelKind::Unused);
    kernel.insts.insert(2, Inst::Label(label));
    assert_eq!(kernel.difference_to_read(&written), None);
    // A branch to such a label is one to nowhere.
    if let Some(Inst::Branch { target, .. }) = kernel.insts.iter_mut().find(|inst| matches!(inst, Inst::Branch { .. }))
    {
        *target = label;
    }
    assert!(matches!(kernel.difference_to_read(&written), Some(ReadDifference::Inst { .. })));
}
