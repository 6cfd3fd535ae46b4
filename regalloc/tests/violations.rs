//! The check finds each kind of wrong register, and accepts the right ones next to it.

mod kernel;

use cranelift_entity::EntityRef;
use kernel::{BRANCH_OPERANDS, kernel, var};
use texvisa_ir::target::Target;
use texvisa_ir::visa::{
    AddressAdd, AddressElement, DataType, Dst, Exec, Indirect, IndirectMove, IndirectRegion, Inst, LabelKind, Modifier,
    MoveDst, MoveSrc, Raw, Region, RegisterMap, Src, Var, VisaKernel,
};
use texvisa_regalloc::{Violation, ViolationKind, check};

const GRF: u32 = 32;

/// Registers by hand: the first of each variable, in a file of 128.
fn registers(kernel: &VisaKernel, places: &[(&str, u32)]) -> RegisterMap {
    let mut map = RegisterMap::new(128 * GRF);
    for (name, register) in places {
        map.set(var(kernel, name), register * GRF);
    }
    map
}

/// The violations with X in r2, N in r1, and the others in the given registers.
fn found(kernel: &VisaKernel, places: &[(&str, u32)]) -> Vec<Violation> {
    let map = registers(kernel, &[&[("X", 2), ("N", 1)], places].concat());
    check(kernel, &map).err().unwrap_or_default()
}

/// The one violation: instruction `inst` reads `variable`, whose first register holds `holds`.
fn clobbered(kernel: &VisaKernel, inst: u32, variable: &str, register: u32, holds: Option<&str>) -> Vec<Violation> {
    let holds = holds.map(|name| var(kernel, name));
    vec![Violation {
        inst,
        kind: ViolationKind::Clobbered { variable: var(kernel, variable), register, dword: 0, found: holds },
    }]
}

fn with(declarations: &str, body: &str) -> VisaKernel {
    kernel(&[BRANCH_OPERANDS, declarations].concat(), body)
}

#[test]
fn what_is_not_written_yet_cannot_be_read() {
    let kernel = with("A:d16 B:d16", "    add (M1, 16) &B $A $A\n    mov (M1, 16) &A 0x1:d");
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6)]), clobbered(&kernel, 0, "A", 4, None));
    // Arguments are there from the start.
    let kernel = with("B:d16", "    add (M1, 16) &B $X #N");
    assert_eq!(found(&kernel, &[("B", 6)]), []);
}

/// Lowering leaves an undefined parameter of a message unwritten.
#[test]
fn a_variable_that_nothing_writes_may_hold_anything() {
    let kernel = with("A:d16 B:d16 C:d16", "    mov (M1, 16) &C 0x1:d\n    add (M1, 16) &B $A $C");
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("C", 4)]), []);
}

/// The file may end within a register.
#[test]
fn the_last_register_of_a_file_may_be_a_part_of_one() {
    let kernel = kernel("A:d1 B:d1", "    mov (M1_NM, 1) &A 0x1:d\n    add (M1_NM, 1) &B #A #A");
    let mut map = RegisterMap::new(GRF + 4);
    map.set(var(&kernel, "A"), GRF);
    assert_eq!(check(&kernel, &map), Ok(()));
    map.set(var(&kernel, "A"), GRF + 4);
    let (variable, address) = (var(&kernel, "A"), GRF + 4);
    let misplaced = ViolationKind::Misplaced { variable, address, align: 4, end: GRF + 4 };
    assert_eq!(check(&kernel, &map), Err(vec![Violation { inst: 0, kind: misplaced }]));
}

#[test]
fn two_values_that_are_live_at_once_cannot_share_registers() {
    let kernel = with(
        "A:d16 B:d16 C:d16",
        "    mov (M1, 16) &A 0x1:d
    mov (M1, 16) &B 0x2:d
    add (M1, 16) &C $B $A",
    );
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("C", 4)]), []);
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4), ("C", 6)]), clobbered(&kernel, 2, "A", 4, Some("B")));
    // The second register of B is the first of A.
    assert_eq!(found(&kernel, &[("A", 4), ("B", 3), ("C", 6)]), clobbered(&kernel, 2, "A", 4, Some("B")));
}

/// Each side of U has lanes that are pending, at "ten" or at "eleven", while the others run "six". These are the lanes
/// of one side.
#[test]
fn lanes_of_two_sides_that_threads_take_whole_are_not_pending_together() {
    let sides = |predicate: &str| {
        let body = format!(
            "    cmp.lt (M1, 16) P $X 0x5:d
    cmp.lt (M1_NM, 16) U #N 0x5:d
    ({predicate}) goto (M1, 16) second
    (P) goto (M1, 16) one
    goto (M1, 16) six
one:
    mov (M1_NM, 1) &A 0x1:d
    goto (M1, 16) eleven
second:
    (P) goto (M1, 16) ten
six:
    add (M1, 16) &C $X $X
    goto (M1, 16) end
ten:
    mov (M1_NM, 1) &A 0x2:d
eleven:
    add (M1, 16) &C $X #A
end:
    ret (M1, 1)"
        );
        with("A:d1 C:d16", &body)
    };
    let places = [("A", 4), ("C", 6)];
    assert_eq!(found(&sides("U"), &places), []);
    // Here lanes of both sides are, and A has one value for all of them.
    let both = sides("P");
    assert_eq!(found(&both, &places), clobbered(&both, 16, "A", 4, None));
}

/// What is written as one type and read as another is one value, even where no instruction names the variable itself.
#[test]
fn aliases_of_a_variable_that_no_instruction_names_hold_one_value() {
    let kernel = with(
        "A:d16 V:ud16<A+0 F:f16<A+0 B:d16 C:f16",
        "    mov (M1, 16) &V 0x1:ud
    mov (M1, 16) &B 0x2:d
    mov (M1, 16) &C $F",
    );
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("C", 8)]), []);
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4), ("C", 8)]), clobbered(&kernel, 2, "F", 4, Some("B")));
}

#[test]
fn a_channel_is_clobbered_by_itself() {
    let kernel = with(
        "V:f64 V0:f16<V+0 V1:f16<V+64 B:f16",
        "    load_lz.RG (M1, 16) 0x0:uw T6 V.0 X.0
    mov (M1, 16) &B 0x0:f
    add (M1, 16) &B $V0 $V0
    add (M1, 16) &B $V1 $V1",
    );
    assert_eq!(found(&kernel, &[("V", 4), ("B", 8)]), []);
    assert_eq!(found(&kernel, &[("V", 4), ("B", 6)]), clobbered(&kernel, 3, "V1", 6, Some("B")));
}

/// Both sides of an identity copy hold one value, until one of them is defined.
#[test]
fn an_identity_copy_gives_a_value_a_second_variable() {
    let body = |between: &str| {
        format!("    mov (M1, 16) &A 0x1:d\n    mov (M1, 16) &B $A\n{between}    add (M1, 16) &C $A $B")
    };
    let places = [("A", 4), ("B", 4), ("C", 6)];
    let kernel = with("A:d16 B:d16 C:d16", &body(""));
    assert_eq!(found(&kernel, &places), clobbered(&kernel, 2, "A", 4, Some("B")));
    // One register is not enough: the text leaves a copy out where the storage of its sides is one.
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
    assert_eq!(found(&kernel, &places), clobbered(&kernel, 3, "A", 4, Some("B")));
}

#[test]
fn what_one_path_alone_defines_is_unknown_where_paths_join() {
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
    assert_eq!(found(&kernel, &places), clobbered(&kernel, 4, "A", 4, None));
    assert_eq!(found(&with("A:d16 B:d16", &body("    mov (M1, 16) &A 0x1:d\n")), &places), []);
}

/// Lanes are pending at the end with A while others run one instruction.
fn pending(others: &str) -> VisaKernel {
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
fn a_def_of_others_clobbers_a_value_of_pending_lanes() {
    let kernel = pending("mov (M1, 16) &B 0x2:d");
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6)]), []);
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4)]), clobbered(&kernel, 5, "A", 4, None));
}

/// Whether lanes that are pending at the else side with A, in r4, lose it to what others do on the then side.
fn loses(declarations: &str, then: &str, use_a: &str, places: &[(&str, u32)]) -> bool {
    let body = format!(
        "    mov (M1, 16) &A 0x1:d
    cmp.lt (M1, 16) P $X 0x5:d
    (P) goto (M1, 16) else
    {then}
    goto (M1, 16) end
else:
    {use_a}
end:
    ret (M1, 1)"
    );
    let kernel = with(&["A:d16 V:uw32<A+0 ", declarations].concat(), &body);
    let found = found(&kernel, &[&[("A", 4)], places].concat());
    let is_a = |violation: &Violation| match &violation.kind {
        ViolationKind::Clobbered { variable, found: None, .. } => kernel.backing(*variable).0 == var(&kernel, "A"),
        _ => false,
    };
    assert!(found.iter().all(is_a), "{then}: {found:?}");
    !found.is_empty()
}

/// The registers of A and B are the same. Pending lanes keep A where what the others write are bytes of their own, in A
/// as in B.
#[test]
fn a_def_of_others_leaves_the_bytes_of_pending_lanes() {
    let at_a = |then: &str| loses("B:d16", then, "add (M1, 16) &X $A 0x1:d", &[("B", 4)]);
    assert!(!at_a("mov (M1, 16) &B 0x2:d"));
    assert!(!at_a("(P) mov (M1, 16) &B 0x2:d"));
    assert!(!at_a("mov (M1, 8) &B 0x2:d"));
    assert!(!at_a("mov (M3, 8) B(1,0)<1> 0x2:d"));
    assert!(!at_a("load_lz.R (M1, 16) 0x0:uw T6 B.0 X.0"));
    // All lanes write, there or elsewhere.
    assert!(at_a("mov (M1_NM, 16) &B 0x2:d"));
    assert!(at_a("mov (M1, 16) &B 0x2:d\n    mov (M1_NM, 16) &B 0x2:d"));
    // A lane has the bytes of another lane of A.
    assert!(at_a("mov (M1, 8) B(1,0)<1> 0x2:d"));
    assert!(at_a("mov (M3, 8) &B 0x2:d"));
    assert!(at_a("mov (M1, 8) B(0,1)<1> 0x2:d"));
    assert!(at_a("mov (M1, 8) B(0,0)<2> 0x2:d"));
    // A lane reads what others write.
    assert!(at_a("mov (M1, 16) &B 0x2:d\n    add (M1, 16) &X #B 0x2:d"));
    assert!(at_a("mov (M1, 16) &B 0x2:d\n    add (M1_NM, 16) &X $B 0x2:d"));
}

#[test]
fn elements_of_other_sizes_or_elsewhere_clobber_the_bytes_of_pending_lanes() {
    let lost = |declarations: &str, then: &str, places: &[(&str, u32)]| {
        loses(declarations, then, "add (M1, 16) &X $A 0x1:d", places)
    };
    assert!(lost("W:uw16", "mov (M1, 16) &W 0x2:uw", &[("W", 4)]));
    assert!(lost("Q:q8", "mov (M1, 8) &Q 0x2:d", &[("Q", 4)]));
    // A word of each lane's dword.
    assert!(!lost("W:uw32", "mov (M1, 16) W(0,1)<2> 0x2:uw", &[("W", 4)]));
    // The lanes of the upper register are in the lower one, and the other way round.
    let dwords = |register: u32| lost("B:d16", "mov (M1, 16) &B 0x2:d", &[("B", register)]);
    assert!(dwords(3) && !dwords(4) && dwords(5) && !dwords(6));
    // The second channel of a response begins again with the first lane; residency has a bit for every lane.
    let response = |message: &str, register: u32| {
        lost("R:f40 G:f16<R+64", &format!("{message} (M1, 16) 0x0:uw T6 R.0 X.0"), &[("R", register)])
    };
    assert!(!response("load_lz.RG", 2) && response("load_lz.RG", 3) && !response("load_lz.RG", 4));
    assert!(response("load_lz.pixel_null_mask.RG", 4));
}

/// Two rows of bytes share r4. Pending lanes keep A, in the second half, where the others write bytes of their own there, or what is
/// in the first half.
#[test]
fn a_def_of_others_leaves_the_bytes_of_pending_lanes_in_each_half_of_a_register() {
    let keeps = |then: &str| {
        let body = format!(
            "    mov (M1, 16) &A 0x1:b
    cmp.lt (M1, 16) P $X 0x5:d
    (P) goto (M1, 16) else
    {then}
    goto (M1, 16) end
else:
    mov (M1, 16) &D $A
end:
    ret (M1, 1)"
        );
        let kernel = with("R:b32 A:b16<R+16 S:b32 C:b16<S+0 B:b16<S+16 D:b16", &body);
        found(&kernel, &[("R", 4), ("S", 4), ("D", 6)]).is_empty()
    };
    assert!(keeps("mov (M1, 16) &B 0x2:b"));
    assert!(keeps("mov (M1, 16) &C 0x2:b") && keeps("mov (M1_NM, 16) &C 0x2:b"));
    // All lanes write, or those of other bytes.
    assert!(!keeps("mov (M1_NM, 16) &B 0x2:b"));
    assert!(!keeps("mov (M1, 8) B(0,8)<1> 0x2:b"));
    // A lane has bytes of both halves.
    assert!(!keeps("mov (M1, 16) S(0,0)<2> 0x2:b"));
}

/// What pending lanes read in other bytes than their own may be what others write.
#[test]
fn pending_lanes_lose_a_value_that_is_not_read_lane_by_lane() {
    let lost = |use_a: &str| loses("B:d16", "mov (M1, 16) &B 0x2:d", use_a, &[("B", 4)]);
    assert!(!lost("add (M1, 16) &X $A 0x1:d") && !lost("mov (M1, 16) &X V(0,1)<2;1,0>"));
    assert!(lost("add (M1, 16) &X #A 0x1:d") && lost("mov (M1, 16) &X V(0,0)<1;1,0>"));
    assert!(lost("add (M1_NM, 16) &X $A 0x1:d"));
}

/// What a lane has of B is not what it has of A, though no other lane touches it.
#[test]
fn a_lane_clobbers_its_own_value() {
    let kernel = with(
        "A:d16 B:d16 C:d16",
        "    mov (M1, 16) &A 0x1:d
    cmp.lt (M1, 16) P $X 0x5:d
    (P) goto (M1, 16) end
    mov (M1, 16) &B 0x2:d
    add (M1, 16) &C $B 0x1:d
end:
    add (M1, 16) &C $A $A
    ret (M1, 1)",
    );
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4), ("C", 6)]), clobbered(&kernel, 6, "A", 4, None));
}

/// A def of A itself leaves what pending lanes have of it, if it heeds the mask.
#[test]
fn a_def_that_ignores_the_mask_clobbers_pending_lanes() {
    let places = [("A", 4), ("B", 6)];
    assert_eq!(found(&pending("mov (M1, 16) &A 0x2:d"), &places), []);
    let kernel = pending("mov (M1_NM, 16) &A 0x2:d");
    assert_eq!(found(&kernel, &places), clobbered(&kernel, 5, "A", 4, None));
    // One dword in a register of A is enough.
    let kernel = pending("mov (M1_NM, 1) &L 0x2:d");
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("L", 8)]), []);
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("L", 4)]), clobbered(&kernel, 5, "A", 4, None));
}

/// Blocks that the others skip do not count, and those around them do.
#[test]
fn only_blocks_that_others_run_count_against_pending_lanes() {
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
        assert!(found.is_empty() || found == clobbered(&kernel, 9, "A", 4, None), "{found:?}");
        found.is_empty()
    };
    let [masked, unmasked] = ["mov (M1, 16) &A 0x2:d", "mov (M1_NM, 16) &A 0x2:d"];
    assert!(around(masked, unmasked, masked));
    assert!(!around(unmasked, masked, masked) && !around(masked, masked, unmasked));
}

/// Lanes of the then side are pending at the end while those of the else side run.
#[test]
fn the_else_side_counts_against_lanes_of_the_then_side() {
    let kernel = with(
        "A:d16 B:d16 C:d16",
        "    cmp.lt (M1, 16) P $X 0x5:d
    mov (M1, 16) &A 0x0:d
    (P) goto (M1, 16) else
    mov (M1, 16) &A 0x1:d
    goto (M1, 16) end
else:
    mov (M1_NM, 16) &B 0x2:d
    add (M1, 16) &A $B $B
end:
    add (M1, 16) &C $A $A
    ret (M1, 1)",
    );
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6), ("C", 4)]), []);
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4), ("C", 6)]), clobbered(&kernel, 9, "A", 4, None));
}

#[test]
fn a_loop_carried_value_must_not_be_overwritten_in_the_loop() {
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
    // Used before it is overwritten, and again in the next iteration.
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4), ("C", 8)]), clobbered(&kernel, 2, "A", 4, None));
}

/// A is defined again before the back edge, but on one of two paths alone.
#[test]
fn what_one_path_to_the_back_edge_clobbers_is_unknown_at_the_header() {
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
    assert_eq!(found(&kernel, &[("A", 4), ("B", 4), ("C", 8)]), clobbered(&kernel, 2, "A", 4, None));
}

/// Others overwrite what lanes have taken out of a loop, further up in their next iteration.
#[test]
fn lanes_that_stay_in_a_loop_must_not_overwrite_values_of_those_that_left() {
    let kernel = with(
        "A:d16 B:d16 C:d16",
        "    mov (M1, 16) &C 0x0:d
loop:
    add (M1_NM, 16) &B $C 0x1:d
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
    assert_eq!(found(&kernel, &[("A", 6), ("B", 6), ("C", 4)]), clobbered(&kernel, 9, "A", 6, None));
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
        let align = if kernel.vars[variable].elements == 1 { 4 } else { GRF };
        let kind = ViolationKind::Misplaced { variable, address, align, end: 128 * GRF };
        check(&kernel, &map) == Err(vec![Violation { inst: 0, kind }])
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
    // No instruction names N, so that it may be anywhere.
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
        let kinds = parameters.iter().map(|parameter| ViolationKind::SplitPayload { parameter: *parameter });
        kinds.map(|kind| Violation { inst: 3, kind }).collect()
    };
    let at = |kernel: &VisaKernel, [a, b, c]: [u32; 3]| found(kernel, &[("A", a), ("B", b), ("C", c), ("R", 20)]);
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

/// The finalizer copies a payload that it splits: seven dwords at SIMD16 are more than eleven registers.
#[test]
fn parameters_of_a_split_message_may_be_anywhere() {
    let fill: String =
        ["A", "B", "C", "D", "E", "F", "G"].map(|name| format!("    mov (M1, 16) &{name} 0x1:d\n")).concat();
    let declarations = "A:ud16 B:ud16 C:ud16 D:ud16 E:ud16 F:ud16 G:ud16 R:f16";
    let places = [("A", 4), ("B", 6), ("C", 8), ("D", 10), ("E", 12), ("F", 14), ("G", 17), ("R", 20)];
    let send = |params: &str| with(declarations, &format!("{fill}    load_2dms_w.R (M1, 16) 0x0:uw T6 R.0 {params}"));
    assert_eq!(found(&send("A.0 B.0 C.0 D.0 E.0 F.0 G.0"), &places), []);
    let five = found(&send("A.0 B.0 C.0 D.0 G.0"), &places);
    assert_eq!(five, [Violation { inst: 7, kind: ViolationKind::SplitPayload { parameter: 4 } }]);
}

#[test]
fn a_branch_to_a_label_that_no_block_defines_is_a_violation() {
    let mut kernel = with("A:d16", "    (P) goto (M1, 16) end\n    mov (M1, 16) &A 0x1:d\nend:\n    ret (M1, 1)");
    let places = [("A", 4)];
    assert_eq!(found(&kernel, &places), []);
    let missing = [Violation { inst: 0, kind: ViolationKind::MissingLabel }];
    let end = kernel.labels.keys().find(|label| kernel.insts.contains(&Inst::Label(*label))).expect("`end` is defined");
    // The text leaves an unused label out.
    kernel.labels[end] = LabelKind::Unused;
    assert_eq!(found(&kernel, &places), missing);
    kernel.labels[end] = LabelKind::Block;
    kernel.insts.retain(|inst| !matches!(inst, Inst::Label(_)));
    assert_eq!(found(&kernel, &places), missing);
}

#[test]
fn a_violation_is_printed_with_its_instruction() {
    let clobbered = ViolationKind::Clobbered { variable: Var::new(3), register: 4, dword: 5, found: None };
    let text = Violation { inst: 2, kind: clobbered }.to_string();
    assert_eq!(
        text,
        "instruction 2: var3 is read from register 4, dword 5, which holds no known value; expected var3, so nothing else may write there from its def to this use"
    );
}

/// A report is for reading: the first twenty will do.
#[test]
fn no_more_than_twenty_are_listed() {
    let kernel = with("A:d16 B:d16", &("    add (M1, 16) &B $A $A\n".repeat(40) + "    mov (M1, 16) &A 0x1:d"));
    assert_eq!(found(&kernel, &[("A", 4), ("B", 6)]).len(), 20);
}

/// Broadwell PRM, volume 7, Send Message: "r127 must not be used for return address when there is a src and dest overlap
/// in send instruction." Mesa's validator says so of Gfx9.
#[test]
fn a_response_over_its_payload_is_not_in_the_last_register() {
    let mut kernel = with(
        "A:d16 R:f16 V:f16",
        "    mov (M1, 16) &A 0x1:d\n    load_lz.R (M1, 16) 0x0:uw T6 R.0 A.0\n    add (M1, 16) &V $R $R",
    );
    let message = kernel.insts.iter().position(|inst| matches!(inst, Inst::Sampler(_))).expect("a message") as u32;
    let [response, parameter] = ["R", "A"].map(|name| var(&kernel, name));
    let kind = ViolationKind::LastRegister { response, parameter };
    let violation = vec![Violation { inst: message, kind }];
    for (target, response, expected) in [
        (Target::Skl, 126, violation),
        (Target::Skl, 124, Vec::new()),
        (Target::Icllp, 126, Vec::new()),
        (Target::Tgllp, 126, Vec::new()),
    ] {
        kernel.target = target;
        assert_eq!(found(&kernel, &[("A", 126), ("R", response), ("V", 6)]), expected, "{target} r{response}");
        // That it ends where the response begins, or begins where it ends, is no overlap.
        for (payload, response) in [(124, 124), (124, 126)] {
            assert_eq!(found(&kernel, &[("A", payload), ("R", response), ("V", 6)]), [], "{target}");
        }
    }
}

/// vISA, Operands, Indirect Operands: an operand reads where its address variable points.
#[test]
fn an_indirect_operand_points_into_the_variable_that_it_names() {
    let moved = |named: &str, taken: &str, between: Option<&str>| {
        let fill = "    mov (M1, 16) &A 0x1:d\n    mov (M1, 16) &B 0x2:d";
        let mut kernel = with("A:d16 B:d16 D:d16", fill);
        let at = AddressElement { address: kernel.addresses.push(1), element: 0 };
        let take = |of: &str| {
            let (base, src) = (Raw::whole(var(&kernel, of)), Src::immediate(DataType::Uw, 0));
            Inst::AddressAdd(AddressAdd { exec: Exec::SCALAR, dst: at, base, src })
        };
        let from = Indirect { at, offset: 0, ty: DataType::D, of: Some(var(&kernel, named)).into(), row: 0 };
        let read = Inst::IndirectMove(IndirectMove {
            saturate: false,
            exec: Exec::all(16, 0),
            predicate: None,
            dst: MoveDst::Direct(Dst::whole(var(&kernel, "D"))),
            src: MoveSrc::Indirect(from, IndirectRegion::One(Region::CONTIGUOUS), Modifier::None),
        });
        let insts: Vec<Inst> = [Some(take(taken)), between.map(take), Some(read)].into_iter().flatten().collect();
        let last = 1 + insts.len() as u32;
        kernel.insts.splice(2..2, insts);
        let violations = found(&kernel, &[("A", 4), ("B", 6), ("D", 8)]);
        let kind = ViolationKind::Address { variable: var(&kernel, named) };
        (violations, vec![Violation { inst: last, kind }])
    };
    assert_eq!(moved("A", "A", None).0, []);
    assert_eq!(moved("A", "B", Some("A")).0, []);
    for (violations, expected) in [moved("A", "B", None), moved("A", "A", Some("B"))] {
        assert_eq!(violations, expected);
    }
}
