//! Branches to branches and over branches are shortened, and no others are.

use cranelift_entity::EntityRef;
use texvisa_ir::target::Target;
use texvisa_ir::texture::Block;
use texvisa_ir::visa::origin::{Origin, Origins};
use texvisa_ir::visa::{Inst, LabelKind, Storage, Var, VisaKernel, asm};
use texvisa_lowering::{SkippedEdges, shorten_branches};

const AROUND: &str = ".version 4.1
.kernel \"k\"
.decl V32 v_type=G type=d num_elts=16 align=GRF
.decl V33 v_type=G type=d num_elts=16 align=GRF
.decl P1 v_type=P num_elts=16
.kernel_attr Target=\"3d\"
.kernel_attr SimdSize=16

";

const COPY: &str = "mov (M1, 16) V33(0,0)<1> V32(0,0)<1;1,0>";

/// An edge with a copy, which one branch leads to.
const EDGE: [&str; 9] = [
    "(P1) goto (M1, 16) edge",
    "goto (M1, 16) next",
    "edge:",
    COPY,
    "goto (M1, 16) after",
    "next:",
    "ret (M1, 1)",
    "after:",
    "ret (M1, 1)",
];
/// What it becomes where no branch skips it.
const KEPT_EDGE: [&str; 7] =
    ["(!P1) goto (M1, 16) next", COPY, "goto (M1, 16) after", "next:", "ret (M1, 1)", "after:", "ret (M1, 1)"];

/// The lines of the kernel after the pass, but for unused labels. Identity copies are added before branches; nothing else
/// moves, and every other instruction is of the kind that it was.
fn shortened(lines: &[&str], change: impl FnOnce(&mut VisaKernel)) -> Vec<String> {
    shortened_by(lines, SkippedEdges::WithCopies, change)
}

fn shortened_by(lines: &[&str], skipped: SkippedEdges, change: impl FnOnce(&mut VisaKernel)) -> Vec<String> {
    let text = format!("{AROUND}{}\n", lines.join("\n"));
    let mut kernel = asm::parse(&text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
    change(&mut kernel);
    let mut origins = Origins::default();
    let of_edge = Origin::Edge(Block::from_u32(0), 0);
    let origin_of = |inst: &Inst| if matches!(inst, Inst::Alu(_)) { of_edge } else { Origin::Frame };
    origins.insts = kernel.insts.iter().map(origin_of).collect();
    let before = kernel.insts.clone();
    shorten_branches(&mut kernel, &mut origins, skipped);
    assert_eq!(kernel.insts.len(), origins.insts.len());
    let is_unused = |inst: &Inst| matches!(inst, Inst::Label(label) if kernel.labels[*label] == LabelKind::Unused);
    let mut old = before.iter().peekable();
    for inst in &kernel.insts {
        let same_kind = |old: &&Inst| std::mem::discriminant(inst) == std::mem::discriminant(*old);
        let kept = old.next_if(|old| same_kind(old) || is_unused(inst));
        assert!(kept.is_some() || kernel.is_omitted(inst), "{inst:?} was {old:?}");
    }
    assert_eq!(old.next(), None);
    let mut line = String::new();
    let texts = kernel.insts.iter().filter(|inst| !is_unused(inst)).map(|inst| {
        line.clear();
        asm::write_inst(&kernel, inst, &mut line);
        line.clone()
    });
    texts.collect()
}

/// Gives both sides of the copy one place, so that it does nothing.
fn in_one_place(kernel: &mut VisaKernel) {
    let [first, second] = [0, 1].map(Var::new);
    kernel.vars[second].storage = Storage::Subregister { of: first, offset: 0 };
}

fn becomes(lines: &[&str], expected: &[&str]) {
    assert_eq!(shortened(lines, |_| {}), expected);
}

fn stays(lines: &[&str]) {
    becomes(lines, lines);
}

#[test]
fn a_branch_that_leads_around_another_is_that_one_turned_around() {
    becomes(
        &["loop:", COPY, "(!P1) goto (M1, 16) after", "goto (M1, 16) loop", "after:", "ret (M1, 1)"],
        &["loop:", COPY, "(P1) goto (M1, 16) loop", "ret (M1, 1)"],
    );
    becomes(
        &["loop:", COPY, "(P1) jmp (M1, 1) after", "jmp (M1, 1) loop", "after:", "ret (M1, 1)"],
        &["loop:", COPY, "(!P1) jmp (M1, 1) loop", "ret (M1, 1)"],
    );
}

/// Lanes are parted where the first branch parts them, and none may be passed over where the second must not.
#[test]
fn the_one_branch_is_a_goto_where_either_was() {
    let mixed = |first: &str, second: &str| {
        let first = format!("(!P1) {first} after");
        let second = format!("{second} loop");
        becomes(
            &["loop:", COPY, &first, &second, "after:", "ret (M1, 1)"],
            &["loop:", COPY, "(P1) goto (M1, 16) loop", "ret (M1, 1)"],
        );
    };
    mixed("goto (M1, 16)", "jmp (M1, 1)");
    mixed("jmp (M1, 1)", "goto (M1, 16)");
}

#[test]
fn what_does_something_in_between_is_branched_around() {
    let lines = ["loop:", "(!P1) goto (M1, 16) after", COPY, "goto (M1, 16) loop", "after:", "ret (M1, 1)"];
    stays(&lines);
    // Where both sides of the copy have one place, it does nothing. It stays in the list.
    let found = shortened(&lines, in_one_place);
    assert_eq!(found, ["loop:", COPY, "(P1) goto (M1, 16) loop", "ret (M1, 1)"]);
}

#[test]
fn branches_that_lead_elsewhere_stay() {
    // The label does not follow at once.
    stays(&["loop:", "(!P1) goto (M1, 16) after", "goto (M1, 16) loop", COPY, "after:", "ret (M1, 1)"]);
    // The second has a condition of its own.
    stays(&["loop:", "(!P1) goto (M1, 16) after", "(P1) goto (M1, 16) loop", "after:", "ret (M1, 1)"]);
    // Nothing stands between.
    stays(&["loop:", "(!P1) goto (M1, 16) loop", COPY, "ret (M1, 1)"]);
}

#[test]
fn the_label_may_follow_another() {
    becomes(
        &["loop:", "(!P1) goto (M1, 16) after", "goto (M1, 16) loop", "other:", "after:", "goto (M1, 16) other"],
        &["loop:", "(P1) goto (M1, 16) loop", "other:", "goto (M1, 16) other"],
    );
}

/// A label ends a block for whoever reads the text.
#[test]
fn labels_that_nothing_branches_to_are_left_out() {
    becomes(&["loop:", COPY, "unused:", "goto (M1, 16) loop"], &["loop:", COPY, "goto (M1, 16) loop"]);
}

#[test]
fn a_branch_to_a_branch_further_down_goes_to_its_target() {
    becomes(
        &["(P1) goto (M1, 16) edge", COPY, "edge:", "goto (M1, 16) after", COPY, "after:", "ret (M1, 1)"],
        &["(P1) goto (M1, 16) after", COPY, "goto (M1, 16) after", COPY, "after:", "ret (M1, 1)"],
    );
    // Through any number of them.
    becomes(
        &[
            "(P1) goto (M1, 16) a",
            COPY,
            "a:",
            "goto (M1, 16) b",
            COPY,
            "b:",
            "goto (M1, 16) c",
            COPY,
            "c:",
            "ret (M1, 1)",
        ],
        &["(P1) goto (M1, 16) c", COPY, "goto (M1, 16) c", COPY, "goto (M1, 16) c", COPY, "c:", "ret (M1, 1)"],
    );
    // The one that is left is turned around, and what no lane comes to is removed.
    becomes(
        &[
            "(P1) goto (M1, 16) edge",
            COPY,
            "(P1) goto (M1, 16) next",
            "edge:",
            "goto (M1, 16) after",
            "next:",
            COPY,
            "after:",
            "ret (M1, 1)",
        ],
        &["(P1) goto (M1, 16) after", COPY, "(!P1) goto (M1, 16) after", COPY, "after:", "ret (M1, 1)"],
    );
    becomes(
        &[
            "(P1) goto (M1, 16) edge",
            COPY,
            "goto (M1, 16) next",
            "edge:",
            "goto (M1, 16) after",
            "next:",
            COPY,
            "after:",
            "ret (M1, 1)",
        ],
        &["(P1) goto (M1, 16) after", COPY, COPY, "after:", "ret (M1, 1)"],
    );
}

/// The registers are checked by variables: what reads the destination of a copy finds the copy before the branch.
#[test]
fn a_branch_that_skips_identity_copies_has_them_before_it() {
    // A copy that does something is not skipped.
    becomes(&EDGE, &KEPT_EDGE);
    let found = shortened(&EDGE, in_one_place);
    assert_eq!(found, [COPY, "(P1) goto (M1, 16) after", "ret (M1, 1)", "after:", "ret (M1, 1)"]);
    // What falls through behind the copies goes on there, too.
    let lines = ["(P1) goto (M1, 16) edge", COPY, "goto (M1, 16) next", "edge:", COPY, "next:", COPY, "ret (M1, 1)"];
    let found = shortened(&lines, in_one_place);
    assert_eq!(found, [COPY, "(P1) goto (M1, 16) next", COPY, "next:", COPY, "ret (M1, 1)"]);
}

/// A loop has one back edge, at which its lanes join.
#[test]
fn a_branch_to_a_branch_back_stays() {
    stays(&["loop:", "(P1) goto (M1, 16) latch", COPY, "latch:", "goto (M1, 16) loop"]);
}

/// Lanes that another branch sends to the edge can be pending there: a `jmp` past it would lose them.
#[test]
fn a_jump_to_where_lanes_join_stays() {
    stays(&[
        "(P1) goto (M1, 16) edge",
        COPY,
        "(P1) jmp (M1, 1) edge",
        COPY,
        "edge:",
        "(P1) goto (M1, 16) after",
        COPY,
        "after:",
        "ret (M1, 1)",
    ]);
    let to = |kind: &str, first: &str| {
        let [first, last] = [format!("(P1) goto (M1, 16) {first}"), format!("{kind} after")];
        becomes(
            &[&first, COPY, "(P1) jmp (M1, 1) edge", COPY, "edge:", &last, COPY, "after:", "ret (M1, 1)"],
            &[
                "(P1) goto (M1, 16) after",
                COPY,
                "(P1) jmp (M1, 1) edge",
                COPY,
                "edge:",
                &last,
                COPY,
                "after:",
                "ret (M1, 1)",
            ],
        );
    };
    to("goto (M1, 16)", "edge");
    to("jmp (M1, 1)", "edge");
    becomes(
        &[
            "(P1) goto (M1, 16) after",
            COPY,
            "(P1) jmp (M1, 1) edge",
            COPY,
            "edge:",
            "jmp (M1, 1) after",
            COPY,
            "after:",
            "ret (M1, 1)",
        ],
        &[
            "(P1) goto (M1, 16) after",
            COPY,
            "(P1) jmp (M1, 1) after",
            COPY,
            "jmp (M1, 1) after",
            COPY,
            "after:",
            "ret (M1, 1)",
        ],
    );
}

#[test]
fn a_branch_in_front_of_one_to_the_same_target_is_removed() {
    becomes(&["loop:", COPY, "(P1) goto (M1, 16) loop", "goto (M1, 16) loop"], &["loop:", COPY, "goto (M1, 16) loop"]);
    becomes(&["(P1) goto (M1, 16) next", "goto (M1, 16) next", "next:", COPY, "ret (M1, 1)"], &[COPY, "ret (M1, 1)"]);
}

#[test]
fn edges_with_identity_copies_are_skipped_only_where_they_may_be() {
    let found = shortened_by(&EDGE, SkippedEdges::WithoutCopies, in_one_place);
    assert_eq!(found, KEPT_EDGE);
}

#[test]
fn a_branch_to_the_label_behind_it_is_removed() {
    becomes(
        &["loop:", COPY, "(P1) goto (M1, 16) next", "next:", "goto (M1, 16) loop"],
        &["loop:", COPY, "goto (M1, 16) loop"],
    );
}
