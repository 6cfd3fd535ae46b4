//! Each kind of wrong register is found, and the right ones next to it are not.

mod kernel;

use cranelift_entity::EntityRef;
use kernel::{PARTING, kernel, var};
use texvisa_ir::visa::{Inst, Kernel, LabelKind, RegisterMap, Var};
use texvisa_regalloc::{Violation, ViolationKind, check};

const GRF: u32 = 32;

/// Registers by hand: the first of each variable, in a file of 128.
fn registers(kernel: &Kernel, places: &[(&str, u32)]) -> RegisterMap {
    let mut map = RegisterMap::new(128 * GRF);
    for (name, register) in places {
        map.set(var(kernel, name), register * GRF);
    }
    map
}

/// What is found with X in r2, N in r1, and the others where `places` says.
fn found(kernel: &Kernel, places: &[(&str, u32)]) -> Vec<Violation> {
    let map = registers(kernel, &[&[("X", 2), ("N", 1)], places].concat());
    check(kernel, &map).err().unwrap_or_default()
}

/// The one thing that is found: at the read of `unit` by instruction `inst`, its first register holds `holds`.
fn lost(kernel: &Kernel, inst: u32, unit: &str, register: u32, holds: Option<&str>) -> Vec<Violation> {
    let holds = holds.map(|name| var(kernel, name));
    vec![Violation { inst, kind: ViolationKind::Lost { unit: var(kernel, unit), register, dword: 0, holds } }]
}

fn with(declarations: &str, body: &str) -> Kernel {
    kernel(&[PARTING, declarations].concat(), body)
}

#[test]
fn what_was_never_written_cannot_be_read() {
    let kernel = with("A:d16 B:d16", "    add (M1, 16) &B $A $A");
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6)]), lost(&kernel, 0, "A", 4, None));
    // Arguments are there from the start.
    let kernel = with("B:d16", "    add (M1, 16) &B $X #N");
    assert_eq!(found(&kernel, &[("B", 6)]), []);
}

/// A file ends at the last byte that is used.
#[test]
fn the_last_register_of_a_file_may_be_a_part_of_one() {
    let kernel = kernel("A:d1 B:d1", "    mov (M1_NM, 1) &A 0x1:d\n    add (M1_NM, 1) &B #A #A");
    let mut map = RegisterMap::new(GRF + 4);
    map.set(var(&kernel, "A"), GRF);
    assert_eq!(check(&kernel, &map), Ok(()));
    map.set(var(&kernel, "A"), GRF + 4);
    let misplaced = ViolationKind::Misplaced { variable: var(&kernel, "A"), address: GRF + 4 };
    assert_eq!(check(&kernel, &map), Err(vec![Violation { inst: 0, kind: misplaced }]));
}

#[test]
fn two_values_that_are_needed_at_once_cannot_share_registers() {
    let kernel = with(
        "A:d16 B:d16 C:d16",
        "    mov (M1, 16) &A 0x1:d
    mov (M1, 16) &B 0x2:d
    add (M1, 16) &C $B $A",
    );
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("C", 4)]), []);
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4), ("C", 6)]), lost(&kernel, 2, "A", 4, Some("B")));
    // The second register of B is the first of A.
    assert_eq!(found(&kernel, &[("A", 4), ("B", 3), ("C", 6)]), lost(&kernel, 2, "A", 4, Some("B")));
}

#[test]
fn a_part_is_lost_by_itself() {
    let kernel = with(
        "V:f64 V0:f16<V+0 V1:f16<V+64 B:f16",
        "    load_lz.RG (M1, 16) 0x0:uw T6 V.0 X.0
    mov (M1, 16) &B 0x0:f
    add (M1, 16) &B $V0 $V0
    add (M1, 16) &B $V1 $V1",
    );
    assert_eq!(found(&kernel, &[("V", 4), ("B", 8)]), []);
    assert_eq!(found(&kernel, &[("V", 4), ("B", 6)]), lost(&kernel, 3, "V1", 6, Some("B")));
}

/// Of both sides of a copy in one place each holds what the other does, until one is written.
#[test]
fn a_copy_in_place_gives_a_value_a_second_name() {
    let body = |between: &str| {
        format!("    mov (M1, 16) &A 0x1:d\n    mov (M1, 16) &B $A\n{between}    add (M1, 16) &C $A $B")
    };
    let places = [("A", 4), ("B", 4), ("C", 6)];
    let kernel = with("A:d16 B:d16 C:d16", &body(""));
    assert_eq!(found(&kernel, &places), lost(&kernel, 2, "A", 4, Some("B")));
    // A map alone does not make it idle: the place does, which is the kernel's.
    let declarations = "Z:d16 A:d16<Z+0 B:ud16<Z+0 C:d16";
    let as_parts = |body: &str| {
        let mut kernel = with(declarations, body);
        let backing = var(&kernel, "Z");
        for name in ["A", "B"] {
            let part = var(&kernel, name);
            kernel.vars[part].storage = texvisa_ir::visa::Storage::Subregister { of: backing, offset: 0 };
        }
        kernel
    };
    let places = [("Z", 4), ("C", 6)];
    assert_eq!(found(&as_parts(&body("")), &places), []);
    let kernel = as_parts(&body("    add (M1, 16) &B $A 0x1:d\n"));
    assert_eq!(found(&kernel, &places), lost(&kernel, 3, "A", 4, Some("B")));
}

#[test]
fn what_is_written_on_one_way_only_is_lost_where_the_ways_meet() {
    let body = |first: &str| {
        format!(
            "    cmp.lt (M1_NM, 16) U #N 0x5:d
{first}    (U) jmp (M1, 1) end
    mov (M1, 16) &A 0x1:d
end:
    add (M1, 16) &B $A $A"
        )
    };
    let places = [("A", 4), ("B", 6)];
    let kernel = with("A:d16 B:d16", &body(""));
    assert_eq!(found(&kernel, &places), lost(&kernel, 4, "A", 4, None));
    assert_eq!(found(&with("A:d16 B:d16", &body("    mov (M1, 16) &A 0x1:d\n")), &places), []);
}

/// Lanes wait at the end with A while others run one instruction.
fn waiting(others: &str) -> Kernel {
    let body = format!(
        "    mov (M1, 16) &A 0x1:d
    cmp.lt (M1, 16) P $X 0x5:d
    (P) goto (M1, 16) end
    {others}
end:
    add (M1, 16) &B $A $A
    ret (M1, 1)"
    );
    with("A:d16 B:d16 L:d1", &body)
}

#[test]
fn others_that_run_write_over_what_waiting_lanes_hold() {
    let kernel = waiting("mov (M1, 16) &B 0x2:d");
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6)]), []);
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4)]), lost(&kernel, 5, "A", 4, None));
}

/// A write to A itself leaves the waiting lanes' part of it, if it heeds the mask.
#[test]
fn a_write_that_ignores_the_mask_is_one_for_waiting_lanes_too() {
    let places = [("A", 4), ("B", 6)];
    assert_eq!(found(&waiting("mov (M1, 16) &A 0x2:d"), &places), []);
    let kernel = waiting("mov (M1_NM, 16) &A 0x2:d");
    assert_eq!(found(&kernel, &places), lost(&kernel, 5, "A", 4, None));
    // One lane is enough, and one dword of a register of A's.
    let kernel = waiting("mov (M1_NM, 1) &L 0x2:d");
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("L", 8)]), []);
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("L", 4)]), lost(&kernel, 5, "A", 4, None));
}

/// What others skip does not count, and what they run on both sides of it does.
#[test]
fn only_what_others_can_run_counts_against_waiting_lanes() {
    let around = |first: &str, skipped: &str, last: &str| {
        let body = format!(
            "    mov (M1, 16) &A 0x1:d
    cmp.lt (M1, 16) P $X 0x5:d
    (P) goto (M1, 16) end
    {first}
    jmp (M1, 1) behind
    {skipped}
behind:
    {last}
end:
    add (M1, 16) &B $A $A
    ret (M1, 1)"
        );
        let kernel = with("A:d16 B:d16", &body);
        let found = found(&kernel, &[("A", 4), ("B", 6)]);
        assert!(found.is_empty() || found == lost(&kernel, 9, "A", 4, None), "{found:?}");
        found.is_empty()
    };
    let [masked, unmasked] = ["mov (M1, 16) &A 0x2:d", "mov (M1_NM, 16) &A 0x2:d"];
    assert!(around(masked, unmasked, masked));
    assert!(!around(unmasked, masked, masked) && !around(masked, masked, unmasked));
}

/// On the second of two sides run lanes that have waited, while those of the first wait at the end.
#[test]
fn lanes_of_the_first_side_wait_for_the_second() {
    let kernel = with(
        "A:d16 B:d16 C:d16",
        "    cmp.lt (M1, 16) P $X 0x5:d
    mov (M1, 16) &A 0x0:d
    (P) goto (M1, 16) else
    mov (M1, 16) &A 0x1:d
    goto (M1, 16) end
else:
    mov (M1, 16) &B 0x2:d
    add (M1, 16) &A $B $B
end:
    add (M1, 16) &C $A $A
    ret (M1, 1)",
    );
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("C", 4)]), []);
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4), ("C", 6)]), lost(&kernel, 9, "A", 4, None));
}

#[test]
fn what_goes_around_a_loop_must_not_be_written_over_in_it() {
    let kernel = with(
        "A:d16 B:d16 C:d16",
        "    mov (M1, 16) &A 0x1:d
loop:
    add (M1, 16) &C $A $A
    mov (M1, 16) &B 0x2:d
    cmp.lt (M1, 16) P $X $C
    (P) goto (M1, 16) loop
    ret (M1, 1)",
    );
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("C", 8)]), []);
    // Read before it is written over, but not for the last time.
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4), ("C", 8)]), lost(&kernel, 2, "A", 4, None));
}

/// A is there again at the end of the loop, but only for those that come by one of two ways.
#[test]
fn what_one_way_back_has_lost_is_lost_at_the_header() {
    let kernel = with(
        "A:d16 B:d16 C:d16",
        "    mov (M1, 16) &A 0x1:d
loop:
    add (M1, 16) &C $A $A
    mov (M1, 16) &B 0x2:d
    cmp.lt (M1_NM, 16) U #N 0x5:d
    (U) jmp (M1, 1) skip
    mov (M1, 16) &A 0x3:d
skip:
    cmp.lt (M1, 16) P $X $C
    (P) goto (M1, 16) loop
    ret (M1, 1)",
    );
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("C", 8)]), []);
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4), ("C", 8)]), lost(&kernel, 2, "A", 4, None));
}

/// What lanes take out of a loop is in the way of what others write further up, when they come around.
#[test]
fn what_lanes_take_out_of_a_loop_must_not_be_written_over_by_those_that_stay() {
    let kernel = with(
        "A:d16 B:d16 C:d16",
        "    mov (M1, 16) &C 0x0:d
loop:
    add (M1, 16) &B $C 0x1:d
    add (M1, 16) &C $B $B
    add (M1, 16) &A $C 0x2:d
    cmp.lt (M1, 16) P $C $X
    (P) goto (M1, 16) out
    jmp (M1, 1) loop
out:
    add (M1, 16) &C $A $A
    ret (M1, 1)",
    );
    assert_eq!(found(&kernel, &[("A", 6), ("B", 8), ("C", 4)]), []);
    assert_eq!(found(&kernel, &[("A", 6), ("B", 6), ("C", 4)]), lost(&kernel, 9, "A", 6, None));
}

#[test]
fn variables_lie_in_the_file_and_begin_where_they_may() {
    let kernel = with(
        "A:d16 L:d1 W:uw1",
        "    mov (M1, 16) &A 0x1:d\n    mov (M1_NM, 1) &L 0x1:d\n    mov (M1_NM, 1) &W 0x1:uw",
    );
    let misplaced = |name: &str, address: u32| {
        let mut map = registers(&kernel, &[("X", 2), ("N", 1), ("A", 4), ("L", 6), ("W", 7)]);
        assert_eq!(check(&kernel, &map), Ok(()));
        let variable = var(&kernel, name);
        map.set(variable, address);
        let wrong = vec![Violation { inst: 0, kind: ViolationKind::Misplaced { variable, address } }];
        match check(&kernel, &map) {
            Ok(()) => false,
            Err(found) => found == wrong,
        }
    };
    assert!(misplaced("A", 4 * GRF + 4) && misplaced("A", 4 * GRF + 16) && !misplaced("A", 8 * GRF));
    assert!(misplaced("L", 6 * GRF + 2) && !misplaced("L", 6 * GRF + 4));
    // The last register of A is behind the last of the file.
    assert!(misplaced("A", 127 * GRF) && !misplaced("A", 126 * GRF));
    assert!(misplaced("L", 128 * GRF) && !misplaced("L", 128 * GRF - 4));
}

#[test]
fn arguments_and_r0_are_where_they_arrive() {
    let kernel = with("Z:d8<%r0+0 B:d16", "    add (M1, 16) &B $X #Z");
    assert_eq!(found(&kernel, &[("Z", 0), ("B", 6)]), []);
    let moved = |name: &str, address: u32, arrives: u32| {
        let variable = var(&kernel, name);
        vec![Violation { inst: 0, kind: ViolationKind::ArgumentMoved { variable, address, arrives } }]
    };
    assert_eq!(found(&kernel, &[("Z", 8), ("B", 6)]), moved("Z", 8 * GRF, 0));
    assert_eq!(found(&kernel, &[("Z", 0), ("B", 6), ("X", 8)]), moved("X", 8 * GRF, 2 * GRF));
    // Nothing reads N, wherever it is.
    assert_eq!(found(&kernel, &[("Z", 0), ("B", 6), ("N", 9)]), []);
}

/// The first parameter may be apart, as it can be sent on its own, unless the header is; the others follow each other.
#[test]
fn parameters_that_are_sent_as_one_follow_each_other() {
    let send = |offset: &str| {
        with(
            "A:d16 B:d16 C:d16 R:f16",
            &format!(
                "    mov (M1, 16) &A 0x1:d
    mov (M1, 16) &B 0x1:d
    mov (M1, 16) &C 0x1:d
    load_3d.R (M1, 16) {offset}:uw T6 R.0 A.0 B.0 C.0"
            ),
        )
    };
    let broken = |parameters: &[u32]| -> Vec<Violation> {
        let kinds = parameters.iter().map(|parameter| ViolationKind::BrokenRun { parameter: *parameter });
        kinds.map(|kind| Violation { inst: 3, kind }).collect()
    };
    let at = |kernel: &Kernel, [a, b, c]: [u32; 3]| found(kernel, &[("A", a), ("B", b), ("C", c), ("R", 20)]);
    let plain = send("0x0");
    assert_eq!(at(&plain, [4, 6, 8]), []);
    assert_eq!(at(&plain, [12, 6, 8]), []);
    assert_eq!(at(&plain, [4, 6, 9]), broken(&[2]));
    assert_eq!(at(&plain, [4, 8, 6]), broken(&[2]));
    let with_header = send("0x100");
    assert_eq!(at(&with_header, [4, 6, 8]), []);
    assert_eq!(at(&with_header, [12, 6, 8]), broken(&[1]));
    assert_eq!(at(&with_header, [12, 6, 10]), broken(&[1, 2]));
}

/// What the finalizer cuts in halves it copies anyway: seven dwords at SIMD16 are more than eleven registers.
#[test]
fn parameters_of_a_message_that_is_cut_in_two_may_be_anywhere() {
    let fill: String =
        ["A", "B", "C", "D", "E", "F", "G"].map(|name| format!("    mov (M1, 16) &{name} 0x1:d\n")).concat();
    let declarations = "A:ud16 B:ud16 C:ud16 D:ud16 E:ud16 F:ud16 G:ud16 R:f16";
    let places = [("A", 4), ("B", 6), ("C", 8), ("D", 10), ("E", 12), ("F", 14), ("G", 17), ("R", 20)];
    let send = |params: &str| with(declarations, &format!("{fill}    load_2dms_w.R (M1, 16) 0x0:uw T6 R.0 {params}"));
    assert_eq!(found(&send("A.0 B.0 C.0 D.0 E.0 F.0 G.0"), &places), []);
    let five = found(&send("A.0 B.0 C.0 D.0 G.0"), &places);
    assert_eq!(five, [Violation { inst: 7, kind: ViolationKind::BrokenRun { parameter: 4 } }]);
}

#[test]
fn a_branch_to_nowhere_is_a_violation() {
    let mut kernel = with("A:d16", "    (P) goto (M1, 16) end\n    mov (M1, 16) &A 0x1:d\nend:\n    ret (M1, 1)");
    let places = [("A", 4)];
    assert_eq!(found(&kernel, &places), []);
    let missing = [Violation { inst: 0, kind: ViolationKind::MissingLabel }];
    let end = kernel.labels.keys().find(|label| kernel.insts.contains(&Inst::Label(*label))).expect("`end` stands");
    // Such a label is not written.
    kernel.labels[end] = LabelKind::Unused;
    assert_eq!(found(&kernel, &places), missing);
    kernel.labels[end] = LabelKind::Block;
    kernel.insts.retain(|inst| !matches!(inst, Inst::Label(_)));
    assert_eq!(found(&kernel, &places), missing);
}

#[test]
fn violations_say_where_and_what() {
    let lost = ViolationKind::Lost { unit: Var::new(3), register: 4, dword: 5, holds: None };
    let text = Violation { inst: 2, kind: lost }.to_string();
    assert_eq!(text, "instruction 2: var3 is read at register 4 dword 5, which holds nothing that is known");
}

/// A report is for reading: the first twenty will do.
#[test]
fn no_more_than_twenty_are_listed() {
    let kernel = with("A:d16 B:d16", &"    add (M1, 16) &B $A $A\n".repeat(40));
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6)]).len(), 20);
}
