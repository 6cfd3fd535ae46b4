//! Which copies are coalesced, counted by hand, and the offsets of their two sides.

mod kernel;

use kernel::{BRANCH_OPERANDS, kernel, var};
use texvisa_ir::visa::{Align, DataType, Inst, ScratchBlock, Storage, VarDecl, VisaKernel};
use texvisa_regalloc::{
    CoalesceReport, Liveness, MAX_CLASS_REGISTERS, assign, check, coalesce, coalesce_crowded, most_taken, uncoalesce,
};

/// The kernel with its copies coalesced: how many of how many. Registers are assigned and checked, so that no copy is
/// left out that is no identity copy.
fn coalesce_and_check(declarations: &str, body: &str, copies: u32, coalesced: u32) -> VisaKernel {
    coalesce_kernel_and_check(kernel(&[BRANCH_OPERANDS, declarations].concat(), body), copies, coalesced)
}

fn coalesce_kernel_and_check(mut kernel: VisaKernel, copies: u32, coalesced: u32) -> VisaKernel {
    let liveness = Liveness::new(&kernel).expect("every label is defined");
    let report = coalesce(&mut kernel, &liveness);
    assert_eq!(report, CoalesceReport { copies, coalesced });
    let omitted = kernel.insts.iter().filter(|inst| kernel.is_omitted(inst)).count();
    assert_eq!(omitted as u32, coalesced, "what is coalesced is an identity copy");
    let registers = assign(&kernel, &liveness, 128).expect("128 registers are enough");
    assert_eq!(check(&kernel, &registers), Ok(()));
    kernel
}

/// Whether the variables are in one class, the second so many bytes behind the first.
fn are_apart(kernel: &VisaKernel, first: &str, second: &str, bytes: u32) -> bool {
    let [first, second] = [first, second].map(|name| kernel.backing(var(kernel, name)));
    first.0 == second.0 && first.1 + bytes == second.1
}

/// A message with the payload Y of two parameters Y0 and Y1, and another with Z; each response goes to R.
const PAYLOADS: &str = "A:d16 B:d16 Y:d32 Y0:d16<Y+0 Y1:d16<Y+64 Z:d32 Z0:d16<Z+0 Z1:d16<Z+64 R:f16 ";

const SEND_Y: &str = "    load_lz.R (M1, 16) 0x0:uw T6 R.0 X.0 Y0.0 Y1.0\n";
const SEND_Z: &str = "    load_lz.R (M1, 16) 0x0:uw T6 R.0 X.0 Z0.0 Z1.0\n";
const DEFINE: &str = "    add (M1, 16) &A $X 0x1:d\n    add (M1, 16) &B $X 0x2:d\n";
const FILL_Y: &str = "    mov (M1, 16) &Y0 $A\n    mov (M1, 16) &Y1 $B\n";

#[test]
fn two_slots_of_a_payload_become_adjacent_without_a_copy() {
    let kernel = coalesce_and_check(PAYLOADS, &[DEFINE, FILL_Y, SEND_Y].concat(), 2, 2);
    assert!(are_apart(&kernel, "A", "Y0", 0) && are_apart(&kernel, "A", "B", 64));
}

/// A cannot be first in one payload and second in the other, as B would have to be behind it and before it.
#[test]
fn values_in_two_orders_need_copies() {
    let swapped = "    mov (M1, 16) &Z0 $B\n    mov (M1, 16) &Z1 $A\n";
    let kernel = coalesce_and_check(PAYLOADS, &[DEFINE, FILL_Y, SEND_Y, swapped, SEND_Z].concat(), 4, 3);
    assert!(are_apart(&kernel, "A", "B", 64));
}

/// A value that is both parameters of a payload can be in one of the two alone.
#[test]
fn a_value_twice_in_one_payload_needs_a_copy() {
    let twice = "    mov (M1, 16) &Y0 $A\n    mov (M1, 16) &Y1 $A\n";
    coalesce_and_check(PAYLOADS, &[DEFINE, twice, SEND_Y].concat(), 2, 1);
}

#[test]
fn payloads_of_the_same_values_are_one() {
    let alike = "    mov (M1, 16) &Z0 $A\n    mov (M1, 16) &Z1 $B\n";
    let kernel = coalesce_and_check(PAYLOADS, &[DEFINE, FILL_Y, SEND_Y, alike, SEND_Z].concat(), 4, 4);
    assert!(are_apart(&kernel, "Y", "Z", 0));
}

/// A payload that is computed from the parts of a response has the registers of the response, unless a part is used later.
#[test]
fn a_payload_is_computed_in_the_response() {
    let declarations = [PAYLOADS, "V:d32 V0:d16<V+0 V1:d16<V+64 "].concat();
    let load = "    load_lz.RG (M1, 16) 0x0:uw T6 V.0 X.0\n";
    let update = "    add (M1, 16) &Y0 $V0 0x1:d\n    add (M1, 16) &Y1 $V1 0x1:d\n";
    let kernel = coalesce_and_check(&declarations, &[load, update, SEND_Y].concat(), 0, 0);
    assert!(are_apart(&kernel, "V", "Y", 0));
    let read = "    add (M1, 16) &A $V0 $V0\n";
    let kernel = coalesce_and_check(&declarations, &[load, update, SEND_Y, read].concat(), 0, 0);
    assert!(!are_apart(&kernel, "V", "Y", 0));
}

/// To GenX_IR 1.0.12504.6 a variable of dwords that the lanes of SIMD16 write begins at an even register, and one of words
/// does not. A def of all bytes of a variable begins its live range there, and a def of some of them does not: sixteen bytes
/// are half a register of TGLLP, and a class of them has no other half.
#[test]
fn a_class_has_the_elements_of_its_members_and_no_more() {
    for (ty, expected) in
        [("ub", DataType::Ub), ("w", DataType::Uw), ("d", DataType::Ud), ("hf", DataType::Uw), ("q", DataType::Uq)]
    {
        let body = format!("    mov (M1, 16) &A 0x1:{ty}\n    mov (M1, 16) &B $A\n    add (M1, 16) &C $B $B\n");
        let kernel = coalesce_and_check(&format!("A:{ty}16 B:{ty}16 C:{ty}16"), &body, 1, 1);
        let backing = &kernel.vars[kernel.backing(var(&kernel, "A")).0];
        assert_eq!((backing.ty, backing.bytes()), (expected, 16 * expected.bytes()));
    }
}

/// A vector of two rows that share a register, and what is copied there.
const SHORT_ROWS: &str = "V:b32 V0:b16<V+0 V1:b16<V+16 A:b16 B:b16 D:b16 ";

/// B is in the middle of a register then, where no message may find it.
#[test]
fn a_short_row_is_computed_in_the_middle_of_a_register() {
    let rows = |define: &str, coalesced: u32| {
        let body = [define, "    mov (M1, 16) &V0 $A\n    mov (M1, 16) &V1 $B\n    add (M1, 16) &D $V0 $V1\n"];
        coalesce_and_check(SHORT_ROWS, &body.concat(), 2, coalesced)
    };
    let kernel = rows("    mov (M1, 16) &A 0x1:b\n    mov (M1, 16) &B 0x2:b\n", 2);
    assert!(are_apart(&kernel, "V", "A", 0) && are_apart(&kernel, "V", "B", 16));
    assert_eq!(["A", "B"].map(|name| kernel.vars[var(&kernel, name)].align), [Align::Grf, Align::Oword]);
    rows("    mov (M1, 16) &A 0x1:b\n    oword_ld_unaligned (1) T6 #N B.0\n", 1);
}

/// Where registers are scarce, all is undone first.
#[test]
fn a_short_row_begins_at_a_register_again() {
    let rows =
        "    mov (M1, 16) &A 0x1:b\n    mov (M1, 16) &B 0x2:b\n    mov (M1, 16) &V0 $A\n    mov (M1, 16) &V1 $B\n";
    let body = [rows, &"    add (M1, 16) &D $V0 $V1\n".repeat(8)].concat();
    let mut kernel = kernel(&[BRANCH_OPERANDS, SHORT_ROWS].concat(), &body);
    let before = kernel.vars.clone();
    let liveness = Liveness::new(&kernel).expect("there is no branch");
    coalesce(&mut kernel, &liveness);
    assert!(are_apart(&kernel, "V", "B", 16));
    coalesce_crowded(&mut kernel, &liveness, 1).expect("two registers are taken");
    assert!(are_apart(&kernel, "V", "B", 16));
    uncoalesce(&mut kernel, before.len());
    let decl = |decl: &VarDecl| (decl.align, decl.storage);
    assert!(kernel.vars.values().map(decl).eq(before.values().map(decl)));
}

/// Spill code moves whole registers: what it names shares none with a row, be it in the middle of one or before the other row.
#[test]
fn what_spill_code_moves_is_in_no_row_of_others() {
    let body = "    mov (M1, 16) &B 0x2:b\n    mov (M1, 16) &V1 $B\n    mov (M1, 16) &A 0x1:b\n    mov (M1, 16) &V0 $A
    add (M1, 16) &D $V0 $V1\n";
    let coalesced = |spilled: Option<&str>| {
        let mut kernel = kernel(&[BRANCH_OPERANDS, SHORT_ROWS].concat(), body);
        if let Some(name) = spilled {
            let of = var(&kernel, name);
            let is_def = |inst: &Inst| matches!(inst, Inst::Alu(alu) if alu.dst.var == of);
            let at = kernel.insts.iter().position(is_def).expect("it is defined");
            kernel.insts.insert(at + 1, Inst::Scratch(ScratchBlock { store: true, var: of, of, offset: 0 }));
        }
        let liveness = Liveness::new(&kernel).expect("there is no branch");
        coalesce(&mut kernel, &liveness);
        ["A", "B"].map(|name| kernel.backing(var(&kernel, name)).0 == kernel.backing(var(&kernel, "V")).0)
    };
    assert_eq!(coalesced(None), [true, true]);
    assert_eq!(coalesced(Some("A")), [false, false]);
    assert_eq!(coalesced(Some("B")), [true, false]);
}

/// A lives long: with it, the payload of four registers would, of which A needs two. X has two registers and C two, so
/// that eight are taken where A lives. An eighth of a file is kept free: of nine registers eight may be taken, of eight
/// seven.
#[test]
fn a_value_that_lives_long_keeps_no_payload_where_registers_are_scarce() {
    let begin = "    add (M1, 16) &A $X 0x1:d\n";
    let between = "    add (M1, 16) &C $X 0x1:d\n";
    let end = ["    add (M1, 16) &B $X 0x2:d\n", FILL_Y, SEND_Y].concat();
    let body = |count: usize| [begin, &between.repeat(count), &end].concat();
    let again = |count: usize, registers: u32| {
        let mut kernel = kernel(&[BRANCH_OPERANDS, PAYLOADS, "C:d16"].concat(), &body(count));
        let liveness = Liveness::new(&kernel).expect("every label is defined");
        assert_eq!(coalesce(&mut kernel, &liveness), CoalesceReport { copies: 2, coalesced: 2 });
        let report = coalesce_crowded(&mut kernel, &liveness, registers);
        let registers = assign(&kernel, &liveness, 128).expect("128 registers are enough");
        assert_eq!(check(&kernel, &registers), Ok(()));
        (report.map(|report| (report.copies, report.coalesced)), are_apart(&kernel, "A", "Y0", 0))
    };
    assert_eq!(again(100, 9), (None, true));
    assert_eq!(again(100, 8), (Some((2, 1)), false));
    // Two registers at 20 instructions are worth less than a copy.
    assert_eq!(again(20, 8), (Some((2, 2)), true));
}

/// A and B live equally long, and are all of a payload: with it, they take as many registers as without, though each alone would
/// have those of the other for its own sake. X and C have two registers each, so that eight are taken of the seven that may be.
#[test]
fn values_that_are_a_whole_payload_keep_it_where_registers_are_scarce() {
    let begin = "    add (M1, 16) &A $X 0x1:d\n    add (M1, 16) &B $X 0x2:d\n";
    let between = "    add (M1, 16) &C $X 0x1:d\n".repeat(100);
    let body = [begin, &between, FILL_Y, SEND_Y].concat();
    let mut kernel = kernel(&[BRANCH_OPERANDS, PAYLOADS, "C:d16"].concat(), &body);
    let liveness = Liveness::new(&kernel).expect("every label is defined");
    coalesce(&mut kernel, &liveness);
    let again = coalesce_crowded(&mut kernel, &liveness, 8);
    assert_eq!(again, Some(CoalesceReport { copies: 2, coalesced: 2 }));
    let registers = assign(&kernel, &liveness, 128).expect("128 registers are enough");
    assert_eq!(check(&kernel, &registers), Ok(()));
}

/// B is in two payloads, with A and with E. It can have the registers of one of them alone, so that E would keep four registers for
/// its own sake.
#[test]
fn a_value_of_two_payloads_keeps_none_for_the_others() {
    let begin = "    add (M1, 16) &A $X 0x1:d\n    add (M1, 16) &B $X 0x2:d\n    add (M1, 16) &E $X 0x3:d\n";
    let between = "    add (M1, 16) &C $X 0x1:d\n".repeat(100);
    let second = "    mov (M1, 16) &Z0 $E\n    mov (M1, 16) &Z1 $B\n";
    let body = [begin, &between, FILL_Y, SEND_Y, second, SEND_Z].concat();
    let mut kernel = kernel(&[BRANCH_OPERANDS, PAYLOADS, "C:d16 E:d16"].concat(), &body);
    let liveness = Liveness::new(&kernel).expect("every label is defined");
    coalesce(&mut kernel, &liveness);
    coalesce_crowded(&mut kernel, &liveness, 10).expect("twelve registers are taken");
    assert!(!are_apart(&kernel, "E", "Z0", 0));
    let registers = assign(&kernel, &liveness, 128).expect("128 registers are enough");
    assert_eq!(check(&kernel, &registers), Ok(()));
}

/// Y has four registers, X, R, C and D two each. X, Y and R are live at the message; behind it X, C and D, and with them Y if two
/// blocks of a loop write its parts: ten registers at a hundred instructions, where of nine one is kept free. As six are taken there
/// otherwise, none is crowded then.
#[test]
fn a_payload_that_two_blocks_of_a_loop_write_is_taken_throughout() {
    let declarations = [BRANCH_OPERANDS, PAYLOADS, "C:d16 D:d16"].concat();
    let others = "    add (M1, 16) &C $X 0x1:d\n    add (M1, 16) &D $C $X\n".repeat(50);
    let taken = |head: &str, between: &str, end: &str| {
        let first = "    add (M1, 16) &A $X 0x1:d\n";
        let second = "    add (M1, 16) &B $X 0x2:d\n";
        let mut kernel = kernel(&declarations, &[head, first, between, second, FILL_Y, SEND_Y, &others, end].concat());
        let liveness = Liveness::new(&kernel).expect("every label is defined");
        assert_eq!(coalesce(&mut kernel, &liveness), CoalesceReport { copies: 2, coalesced: 2 });
        let most = most_taken(&kernel, &liveness);
        let again = coalesce_crowded(&mut kernel, &liveness, 9);
        let registers = assign(&kernel, &liveness, 128).expect("128 registers are enough");
        assert_eq!(check(&kernel, &registers), Ok(()));
        (most, again.map(|report| (report.copies, report.coalesced)))
    };
    let branch = "    cmp.lt (M1, 16) P $X 0x5:d\n    (P) goto (M1, 16) then\nthen:\n";
    let back = "    cmp.lt (M1, 16) P $X 0x6:d\n    (P) goto (M1, 16) again\n";
    let (most, again) = taken("again:\n", branch, back);
    assert_eq!(most, Some(10));
    assert!(again.is_some_and(|(copies, coalesced)| coalesced < copies), "{again:?}");
    assert_eq!(taken("again:\n", "", back), (None, None));
    assert_eq!(taken("", branch, ""), (None, None));
}

/// B is computed from A, which nothing reads afterwards, and C from B. Where registers are scarce, the three have one
/// location; but not A, if it is live for long or in another block.
#[test]
fn short_chains_are_one_variable_where_registers_are_scarce() {
    let chain = |between: &str, registers| {
        let body = [
            "    add (M1, 16) &A $X 0x1:d\n",
            between,
            "    add (M1, 16) &B $A 0x2:d\n    add (M1, 16) &C $B 0x3:d\n    add (M1, 16) &D $X $C\n",
        ];
        let mut kernel = kernel(&[BRANCH_OPERANDS, "A:d16 B:d16 C:d16 D:d16"].concat(), &body.concat());
        let liveness = Liveness::new(&kernel).expect("every label is defined");
        coalesce(&mut kernel, &liveness);
        assert!(!are_apart(&kernel, "A", "B", 0) && !are_apart(&kernel, "B", "C", 0));
        let report = coalesce_crowded(&mut kernel, &liveness, registers);
        let registers = assign(&kernel, &liveness, 128).expect("128 registers are enough");
        assert_eq!(check(&kernel, &registers), Ok(()));
        report.map(|_| (are_apart(&kernel, "A", "B", 0), are_apart(&kernel, "B", "C", 0)))
    };
    assert_eq!(chain("", 128), None);
    assert_eq!(chain("", 4), Some((true, true)));
    let others = |count| "    add (M1, 16) &D $X 0x1:d\n".repeat(count);
    assert_eq!(chain(&others(60), 5), Some((true, true)));
    assert_eq!(chain(&others(65), 5), Some((false, true)));
    // A, B, D and X take eight registers: twice as many as there are.
    assert_eq!(chain(&others(35), 4), Some((false, true)));
    assert_eq!(chain("    cmp.lt (M1, 16) P $X 0x5:d\n    (P) goto (M1, 16) then\nthen:\n", 4), Some((false, true)));
}

/// C holds what A holds, and the slot holds what C holds: all three have one location.
#[test]
fn a_copy_of_a_copy_is_the_first_value() {
    let body = [
        DEFINE,
        "    mov (M1, 16) &C $A\n    mov (M1, 16) &Y0 $C\n    mov (M1, 16) &Y1 $B\n",
        SEND_Y,
        "    add (M1, 16) &R $A $C\n",
    ];
    let kernel = coalesce_and_check(&[PAYLOADS, "C:d16"].concat(), &body.concat(), 3, 3);
    assert!(are_apart(&kernel, "A", "C", 0) && are_apart(&kernel, "A", "Y0", 0));
}

/// B and C hold what X does, which cannot move: C would be copied from there onto B while B is live. So Z0, which
/// is in the class of C, cannot be where Y0 and B are, and A is in the second slot of one payload only.
#[test]
fn a_value_is_not_copied_from_elsewhere_onto_its_like() {
    let body = [
        "    add (M1, 16) &A $X 0x1:d\n    mov (M1, 16) &B $X\n    mov (M1, 16) &Y0 $B\n    mov (M1, 16) &Y1 $A\n",
        SEND_Y,
        "    mov (M1, 16) &C $X\n    mov (M1, 16) &Z0 $C\n    mov (M1, 16) &Z1 $A\n",
        SEND_Z,
        "    add (M1, 16) &A $B $B\n",
    ];
    let kernel = coalesce_and_check(&[PAYLOADS, "C:d16"].concat(), &body.concat(), 6, 3);
    assert!(are_apart(&kernel, "B", "A", 64) && are_apart(&kernel, "C", "Z1", 64));
}

/// The same where the copies to B and C follow each other.
#[test]
fn a_value_is_not_copied_from_elsewhere_right_behind_its_like() {
    let body = [
        &"    add (M1, 16) &A $X 0x1:d\n".repeat(8),
        "    mov (M1, 16) &B $X\n    mov (M1, 16) &C $X\n    mov (M1, 16) &Y0 $B\n    mov (M1, 16) &Y1 $A\n",
        SEND_Y,
        "    mov (M1, 16) &Z0 $C\n    mov (M1, 16) &Z1 $A\n",
        SEND_Z,
        "    add (M1, 16) &A $B $B\n",
    ];
    coalesce_and_check(&[PAYLOADS, "C:d16"].concat(), &body.concat(), 6, 3);
}

/// C holds what B holds, which was X before X changed.
#[test]
fn a_copy_of_a_copy_outlives_the_first_value() {
    let body = "    mov (M1, 16) &B $X
    mov (M1, 16) &C $B
    add (M1, 16) &A $B $C
    add (M1, 16) &X $X 0x1:d
    add (M1, 16) &A $C $X";
    let kernel = coalesce_and_check("A:d16 B:d16 C:d16", body, 2, 1);
    assert!(are_apart(&kernel, "B", "C", 0));
}

/// The slot keeps the old A for the message, so that the new one needs another location.
#[test]
fn a_copy_whose_source_is_overwritten_before_its_last_use_is_kept() {
    let overwrite = "    add (M1, 16) &A $X 0x3:d\n";
    let read = "    add (M1, 16) &B $A $A\n";
    coalesce_and_check(PAYLOADS, &[DEFINE, FILL_Y, overwrite, SEND_Y, read].concat(), 2, 1);
    // Overwritten after its last use it can stay.
    coalesce_and_check(PAYLOADS, &[DEFINE, FILL_Y, SEND_Y, overwrite, read].concat(), 2, 2);
}

/// The other side changes: the slot is defined again, while A is live.
#[test]
fn a_copy_that_is_overwritten_while_its_source_is_live_is_kept() {
    let body = [DEFINE, FILL_Y, "    add (M1, 16) &Y0 $X 0x3:d\n", SEND_Y, "    add (M1, 16) &B $A $A\n"];
    coalesce_and_check(PAYLOADS, &body.concat(), 2, 1);
}

/// Channels of a response come back side by side, so they can be sent side by side, in that order and no other.
#[test]
fn channels_of_a_response_keep_their_order() {
    let declarations = [PAYLOADS, "V:d32 V0:d16<V+0 V1:d16<V+64 "].concat();
    let load = "    load_lz.RG (M1, 16) 0x0:uw T6 V.0 X.0\n";
    let fill = |first: &str, second: &str| format!("    mov (M1, 16) &Y0 ${first}\n    mov (M1, 16) &Y1 ${second}\n");
    let kernel = coalesce_and_check(&declarations, &[load, &fill("V0", "V1"), SEND_Y].concat(), 2, 2);
    assert!(are_apart(&kernel, "V", "Y", 0));
    let kernel = coalesce_and_check(&declarations, &[load, &fill("V1", "V0"), SEND_Y].concat(), 2, 1);
    assert!(are_apart(&kernel, "V", "V1", 64) && are_apart(&kernel, "Y", "Y1", 64));
}

/// Q is a part of V and has parts itself: Q0 is in the third and fourth register of V, where Y0 would come.
#[test]
fn parts_of_parts_interfere_in_their_own_registers() {
    let declarations = [PAYLOADS, "V:d48 V0:d16<V+0 Q:d32<V+64 Q0:d16<Q+0 Q1:d16<Q+64 "].concat();
    let fill = |read: &str, coalesced: u32| {
        let load = "    load_lz.RGB (M1, 16) 0x0:uw T6 V.0 X.0\n";
        let fill = "    mov (M1, 16) &Y1 $Q1\n    mov (M1, 16) &Y0 0x0:d\n";
        let add = format!("    add (M1, 16) &A $V0 ${read}\n");
        coalesce_and_check(&declarations, &[load, fill, SEND_Y, &add].concat(), 1, coalesced);
    };
    fill("V0", 1);
    fill("Q0", 0);
}

/// The payload may begin before the value: what follows a value in its class moves along.
#[test]
fn a_class_grows_at_both_of_its_ends() {
    let declarations = "A:d16 B:d16 C:d16 D:d16 Y:d64 Y0:d16<Y+0 Y1:d16<Y+64 Y2:d16<Y+128 R:f16";
    let body = "    add (M1, 16) &A $X 0x1:d
    add (M1, 16) &B $X 0x2:d
    add (M1, 16) &C $X 0x3:d
    mov (M1, 16) &Y1 $A
    mov (M1, 16) &Y2 $B
    mov (M1, 16) &Y0 $C
    load_lz.R (M1, 16) 0x0:uw T6 R.0 Y0.0 Y1.0 Y2.0";
    let kernel = coalesce_and_check(declarations, body, 3, 3);
    assert!(are_apart(&kernel, "C", "A", 64) && are_apart(&kernel, "A", "B", 64));
}

/// T is where V1 was, in a class that begins before it. W is a copy of T and changes while V1 is live.
#[test]
fn a_value_behind_the_start_of_its_class_interferes_there() {
    let body = "    load_lz.RG (M1, 16) 0x0:uw T6 V.0 X.0
    mov (M1, 16) &T $V1
    mov (M1, 16) &W $T
    add (M1, 16) &W $W 0x1:d
    add (M1, 16) &W $V1 $W";
    let kernel = coalesce_and_check("V:d32 V0:d16<V+0 V1:d16<V+64 T:d16 W:d16", body, 2, 1);
    assert!(are_apart(&kernel, "V", "T", 64));
}

/// X arrives where the interface says, so that a payload with something in front of it cannot have it.
#[test]
fn arguments_stay_where_they_arrive() {
    let fill = "    mov (M1, 16) &Y0 $X\n    mov (M1, 16) &Y1 $B\n";
    let kernel = coalesce_and_check(PAYLOADS, &[DEFINE, fill, SEND_Y].concat(), 2, 1);
    assert_eq!(kernel.vars[var(&kernel, "X")].storage, Storage::Own);
}

/// The then side uses A for the last time when it fills the slot and changes it there, but lanes with A are pending at
/// the else side.
fn sides_with_pending_lanes(predicate: &str, branch: &str, overwrite: &str, coalesced: u32) {
    let body = format!(
        "{DEFINE}    cmp.lt (M1, 16) P $X 0x5:d
    cmp.lt (M1_NM, 16) U #N 0x5:d
    ({predicate}) {branch} else
    mov (M1, 16) &Y0 $A
    mov (M1, 16) &Y1 0x0:d
    {overwrite}
{SEND_Y}    {branch} end
else:
    add (M1, 16) &B $A $A
end:
    ret (M1, 1)"
    );
    coalesce_and_check(&[PAYLOADS, "W:uw32<Y0+0 "].concat(), &body, 1, coalesced);
}

/// What the running lanes write in the slot are their own bytes, which no pending lane has in A.
#[test]
fn lanes_that_run_leave_the_values_of_pending_lanes() {
    let sides = |overwrite: &str, coalesced: u32| sides_with_pending_lanes("P", "goto (M1, 16)", overwrite, coalesced);
    sides("add (M1, 16) &Y0 $Y0 0x1:d", 1);
    sides("(P) add (M1, 16) &Y0 $Y0 0x1:d", 1);
    // The upper lanes alone, in their own bytes.
    sides("add (M3, 8) Y0(1,0)<1> Y0(1,0)<1;1,0> 0x1:d", 1);
    // A word of each lane's dword.
    sides("mov (M1, 16) W(0,1)<2> 0x1:uw", 1);
}

#[test]
fn values_of_pending_lanes_interfere_with_what_is_not_lane_by_lane() {
    let sides = |overwrite: &str| sides_with_pending_lanes("P", "goto (M1, 16)", overwrite, 0);
    // All lanes write.
    sides("add (M1_NM, 16) &Y0 $Y0 0x1:d");
    sides("add (M1, 16) &Y0 $Y0 0x1:d\n    add (M1_NM, 16) &Y1 $Y0 0x1:d");
    // A lane reads what is another's.
    sides("add (M1, 16) &Y0 #Y0 0x1:d");
    // The elements have another size.
    sides("mov (M1, 16) &W 0x1:uw");
    // The first lanes write what is the upper lanes', and the other way round.
    sides("mov (M1, 8) Y0(1,0)<1> 0x1:d");
    sides("mov (M3, 8) &Y0 0x1:d");
    sides("mov (M1, 8) Y0(0,1)<1> 0x1:d");
}

/// The rows of a vector of bytes are short: each lane has its own in either half of the register.
#[test]
fn rows_that_share_a_register_have_lanes() {
    let sides = |overwrite: &str, coalesced: u32| {
        let body = format!(
            "    mov (M1, 16) &A 0x1:b
    cmp.lt (M1, 16) P $X 0x5:d
    (P) goto (M1, 16) else
    mov (M1, 16) &V0 0x3:b
    mov (M1, 16) &V1 $A
    {overwrite}
    add (M1, 16) &D $V0 $V1
    goto (M1, 16) end
else:
    add (M1, 16) &D $A $A
end:
    ret (M1, 1)"
        );
        coalesce_and_check(SHORT_ROWS, &body, 1, coalesced);
    };
    sides("add (M1, 16) &V1 $V1 0x1:b", 1);
    sides("add (M3, 8) V1(0,8)<1> V1(0,8)<1;1,0> 0x1:b", 1);
    sides("mov (M1_NM, 16) &V1 0x1:b", 0);
    sides("mov (M1, 8) V1(0,8)<1> 0x1:b", 0);
}

#[test]
fn where_no_lane_is_pending_or_nothing_changes_nothing_interferes() {
    let unmasked = "add (M1_NM, 16) &Y0 $Y0 0x1:d";
    sides_with_pending_lanes("U", "jmp (M1, 1)", unmasked, 1);
    sides_with_pending_lanes("P", "goto (M1, 16)", "", 1);
}

/// Both sides pass A on as B, and change something else.
#[test]
fn a_parameter_that_both_sides_pass_on_needs_no_copy() {
    let sides = |then: &str, behind: &str, copies: u32, coalesced: u32| {
        let body = format!(
            "    add (M1, 16) &A $X 0x1:d
    cmp.lt (M1, 16) P $X 0x5:d
    (P) goto (M1, 16) else
{then}    add (M1, 16) &C $X 0x2:d
    goto (M1, 16) end
else:
    mov (M1, 16) &B $A
    add (M1, 16) &C $X 0x3:d
end:
    add (M1, 16) &C $C $B
{behind}    ret (M1, 1)"
        );
        coalesce_and_check("A:d16 B:d16 C:d16", &body, copies, coalesced);
    };
    sides("    mov (M1, 16) &B $A\n", "", 2, 2);
    sides("    add (M1, 16) &B $A 0x1:d\n", "", 1, 1);
    sides("    mov (M1_NM, 16) &B $A\n", "", 2, 0);
    // A lane that comes from the then side has a B that is not its A.
    sides("    add (M1, 16) &B $A 0x1:d\n", "    add (M1, 16) &C $C $A\n", 1, 0);
}

/// Each lane leaves with the B of its last iteration, while others go on changing theirs.
#[test]
fn what_lanes_take_out_of_a_loop_may_stay_where_others_change_it() {
    let body = |use_a: &str| {
        format!(
            "    mov (M1, 16) &B 0x0:d
loop:
    add (M1, 16) &B $B 0x1:d
    mov (M1, 16) &A $B
    cmp.lt (M1, 16) P $B $X
    (P) goto (M1, 16) out
    add (M1, 16) &B $B 0x1:d
    jmp (M1, 1) loop
out:
    add (M1, 16) &C $A {use_a}
    ret (M1, 1)"
        )
    };
    coalesce_and_check("A:d16 B:d16 C:d16", &body("$A"), 1, 1);
    // The first lane's A may be another's B.
    coalesce_and_check("A:d16 B:d16 C:d16", &body("#A"), 1, 0);
}

/// C is the second parameter of Z and the last of Y, which has one of words in between. So Y0 would end in the first
/// register of Z0, where lanes that are pending at the else side have other lanes than Y0.
#[test]
fn values_whose_lanes_are_in_other_registers_interfere() {
    let sides = |between: &str, coalesced: u32| {
        let declarations = format!(
            "C:d16 R:f16 Z:d32 Z0:d16<Z+0 Z1:d16<Z+64 Y:d48 Y0:d16<Y+0 {between} Y2:d16<Y+{}",
            if between.is_empty() { 64 } else { 96 }
        );
        let body = "    add (M1, 16) &C $X 0x1:d
    add (M1, 16) &Z0 $X 0x2:d
    mov (M1, 16) &Z1 $C
    cmp.lt (M1, 16) P $X 0x5:d
    (P) goto (M1, 16) else
    add (M1, 16) &Y0 $X 0x3:d
    mov (M1, 16) &Y2 $C
    add (M1, 16) &X $Y0 $Y2
    goto (M1, 16) end
else:
    load_lz.R (M1, 16) 0x0:uw T6 R.0 X.0 Z0.0 Z1.0
end:
    ret (M1, 1)";
        coalesce_and_check(&declarations, body, 2, coalesced);
    };
    sides("", 2);
    sides("W:uw16<Y+64", 1);
}

/// Of two copies that exclude each other, the one that is made more often is coalesced.
#[test]
fn copies_in_inner_loops_come_first() {
    let body = [
        DEFINE,
        "    mov (M1, 16) &Z0 $A\n    mov (M1, 16) &Z1 $B\n",
        SEND_Z,
        "loop:\n    mov (M1, 16) &Y0 $B\n    mov (M1, 16) &Y1 $A\n",
        SEND_Y,
        "    cmp.lt (M1, 16) P $R $X\n    (P) goto (M1, 16) loop\n",
    ];
    let kernel = coalesce_and_check(PAYLOADS, &body.concat(), 4, 3);
    assert!(are_apart(&kernel, "B", "A", 64));
}

/// The copy right behind the loop is made once, like the one before the loop, which is the first of the two. The block
/// behind the loop has no label, so that it begins with its copy.
#[test]
fn a_copy_right_behind_a_loop_is_none_of_the_loop() {
    let body = [
        DEFINE,
        "    mov (M1, 16) &Y1 $A
loop:
    cmp.lt (M1, 16) P $B $X
    (P) goto (M1, 16) loop
    mov (M1, 16) &Y0 $A\n",
        SEND_Y,
    ];
    let kernel = coalesce_and_check(PAYLOADS, &body.concat(), 2, 1);
    assert!(are_apart(&kernel, "A", "Y1", 0));
}

/// A and B are used again after the copies to Z, so that the copy to the second register of Z has to be an identity copy.
#[test]
fn payloads_of_values_that_live_on_are_one() {
    let alike = "    mov (M1, 16) &Z0 $A\n    mov (M1, 16) &Z1 $B\n";
    let read = "    add (M1, 16) &R $A $B\n";
    let kernel = coalesce_and_check(PAYLOADS, &[DEFINE, FILL_Y, SEND_Y, alike, SEND_Z, read].concat(), 4, 4);
    assert!(are_apart(&kernel, "Y", "Z", 0) && are_apart(&kernel, "A", "B", 64));
}

/// Each first lane of B is computed from a lane of A in another place: in shared registers it could overwrite a lane of
/// A that is still to be read.
#[test]
fn a_def_at_an_offset_does_not_write_over_what_it_reads() {
    let first = |inst: &str, coalesced: u32| {
        let body = format!(
            "    mov (M1, 16) &A 0x1:d
    {inst}
    mov (M1, 8) &B 0x2:d
    (U) jmp (M1, 1) next
next:
    mov (M1, 16) &A $B
    add (M1, 16) &C $A $A"
        );
        coalesce_and_check("A:d16 B:d16 C:d16", &body, 1, coalesced);
    };
    first("add (M1, 16) &B $A 0x1:d", 1);
    first("add (M3, 8) B(1,0)<1> A(0,0)<1;1,0> 0x1:d", 0);
}

/// A sum may take the registers of its operand; each parameter of a message is live until it has been sent.
#[test]
fn an_instruction_lane_by_lane_may_write_over_what_it_reads_for_the_last_time() {
    let around = |step: &str, coalesced: u32| {
        let body = format!(
            "    mov (M1, 16) &A 0x0:d
loop:
    {step}
    cmp.lt (M1, 16) P $B $X
    (P) goto (M1, 16) out
    mov (M1, 16) &A $B
    jmp (M1, 1) loop
out:
    ret (M1, 1)"
        );
        coalesce_and_check("A:d16 B:d16", &body, 1, coalesced);
    };
    around("add (M1, 16) &B $A 0x1:d", 1);
    around("add (M1, 16) &B $A #N", 1);
    // Lane 0 of A goes to all lanes of B.
    around("add (M1, 16) &B #A 0x1:d", 0);
    around("load_lz.R (M1, 16) 0x0:uw T6 B.0 A.0", 0);
}

#[test]
fn no_class_is_longer_than_the_limit() {
    let merge = |registers: u32, coalesced: u32| {
        // The last two registers of V are A's as well, and A is the first of Y, whose rest comes behind.
        let elements = registers * 8;
        let at = (registers - 2) * 32;
        let declarations = format!("V:d{elements} V0:d16<V+{at} Y:d32 Y0:d16<Y+0 Y1:d16<Y+64 R:f16");
        let body = ["    add (M1, 16) &V0 $X 0x1:d\n    mov (M1, 16) &Y0 $V0\n    mov (M1, 16) &Y1 0x0:d\n", SEND_Y];
        coalesce_and_check(&declarations, &body.concat(), 1, coalesced);
    };
    merge(MAX_CLASS_REGISTERS - 2, 1);
    merge(MAX_CLASS_REGISTERS - 1, 0);
}

#[test]
fn uniform_values_are_coalesced_with_uniform_values_only() {
    let body = "    mov (M1_NM, 1) &M 0x1:d
    mov (M1_NM, 1) &L $M
    mov (M1_NM, 1) &A $M
    add (M1, 16) &R #L #A";
    coalesce_and_check("M:d1 L:d1 A:d16 R:d16", body, 1, 1);
}

/// A begins at a register, and L at any dword: behind K, which is live at the same time.
#[test]
fn an_aligned_value_is_not_coalesced_with_a_uniform_one_of_its_size() {
    let body = "    mov (M1_NM, 1) &K 0x1:d
    mov (M1_NM, 1) &A 0x2:d
    mov (M1_NM, 1) &L $A
    add (M1, 16) &R #K #L";
    let mut kernel = kernel(&[BRANCH_OPERANDS, "K:d1 A:d1 L:d1 R:d16"].concat(), body);
    let aligned = var(&kernel, "A");
    kernel.vars[aligned].align = Align::Grf;
    coalesce_kernel_and_check(kernel, 1, 0);
}

/// Lanes leave the then side early with F, while others are pending at the else side. These define K before they copy
/// it to F.
#[test]
fn values_of_lanes_that_leave_one_side_early_interfere_with_the_other() {
    let sides = |predicate: &str, define: &str, coalesced: u32| {
        let body = format!(
            "    cmp.lt (M1, 16) P $X 0x5:d
    cmp.lt (M1_NM, 16) U #N 0x5:d
    ({predicate}) goto (M1, 16) else
    mov (M1, 16) &F 0x1:d
    (P) goto (M1, 16) end
    goto (M1, 16) join
else:
    {define} &K $X 0x2:d
    mov (M1, 16) &F $K
    goto (M1, 16) end
join:
    mov (M1, 16) &F 0x3:d
end:
    add (M1, 16) &C $F $F
    ret (M1, 1)"
        );
        coalesce_and_check("F:d16 K:d16 C:d16", &body, 1, coalesced);
    };
    sides("P", "add (M1, 16)", 1);
    sides("P", "add (M1_NM, 16)", 0);
    sides("U", "add (M1_NM, 16)", 1);
}

/// A and B have a segment in each block; the classes of both have one register each.
#[test]
fn classes_of_many_segments_are_coalesced_up_to_a_limit() {
    let with_segments = |count: usize, coalesced: u32| {
        let segments = |name: &str| -> String {
            let block = |number| {
                format!("{name}{number}:\n    mov (M1, 8) &{name} 0x1:d\n    add (M1, 8) &R ${name} ${name}\n")
            };
            (0..count).map(block).collect()
        };
        let copy = "copy:\n    mov (M1, 8) &A 0x1:d\n    mov (M1, 8) &B $A\n";
        let body = [&segments("A"), copy, &segments("B")].concat();
        coalesce_and_check("A:d8 B:d8 R:d8", &body, 1, coalesced);
    };
    // Each class has one segment more: 2048 in all, and 2050.
    with_segments(1023, 1);
    with_segments(1024, 0);
}
