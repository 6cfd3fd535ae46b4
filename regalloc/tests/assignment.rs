//! The registers that variables are assigned.

mod kernel;

use kernel::{BRANCH_OPERANDS, kernel, var};
use texvisa_ir::visa::{Align, RegisterMap, VisaKernel};
use texvisa_regalloc::{AssignError, Liveness, assign, assign_and_spare, check};

const GRF: u32 = 32;

fn attempt(kernel: &VisaKernel, registers: u32) -> Result<RegisterMap, AssignError> {
    let liveness = Liveness::new(kernel).expect("every label is defined");
    assign(kernel, &liveness, registers)
}

fn assigned(kernel: &VisaKernel, registers: u32) -> RegisterMap {
    let map = attempt(kernel, registers).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(check(kernel, &map), Ok(()));
    map
}

/// The byte addresses of these variables.
fn addresses<const N: usize>(kernel: &VisaKernel, map: &RegisterMap, names: [&str; N]) -> [u32; N] {
    names.map(|name| map.address(kernel, var(kernel, name)))
}

/// r0 is the thread's, and two registers from r2 on are X's until its last use.
#[test]
fn each_variable_gets_the_lowest_free_run() {
    let kernel = kernel(
        "X:d16@64 A:d16 B:d8 C:d16",
        "    add (M1, 16) &A $X 0x1:d
    mov (M1, 8) &B 0x1:d
    add (M1, 16) &C $X $A
    add (M1, 8) &B $B $C",
    );
    let map = assigned(&kernel, 128);
    assert_eq!(addresses(&kernel, &map, ["X", "A", "B", "C"]), [2 * GRF, 4 * GRF, GRF, 6 * GRF]);
    // r8 and what is behind it.
    let liveness = Liveness::new(&kernel).expect("every label is defined");
    let spare = |registers| assign_and_spare(&kernel, &liveness, registers).map(|(_, spare)| spare);
    assert_eq!([spare(128), spare(9), spare(8)], [Ok(120), Ok(1), Ok(0)]);
}

#[test]
fn registers_are_used_again_after_the_last_use() {
    let kernel = kernel(
        "X:d16@64 A:d16 B:d16 C:d16",
        "    add (M1, 16) &A $X 0x1:d
    add (M1, 16) &B $A 0x1:d
    add (M1, 16) &C $B 0x1:d
    add (M1, 16) &A $C 0x1:d",
    );
    // X is free when B is written. C is apart from B, which is used when C is defined, and A is live again.
    let map = assigned(&kernel, 128);
    assert_eq!(addresses(&kernel, &map, ["X", "A", "B", "C"]), [2 * GRF, 4 * GRF, GRF, 6 * GRF]);
    // r8 and what is behind it.
    let liveness = Liveness::new(&kernel).expect("every label is defined");
    let spare = |registers| assign_and_spare(&kernel, &liveness, registers).map(|(_, spare)| spare);
    assert_eq!([spare(128), spare(9), spare(8)], [Ok(120), Ok(1), Ok(0)]);
}

#[test]
fn a_copy_may_go_where_its_source_was() {
    let kernel = kernel(
        "A:d16 B:d16 C:d16",
        "    mov (M1, 16) &A 0x1:d
    mov (M1, 16) &B $A
    add (M1, 16) &C $B $B",
    );
    assert_eq!(addresses(&kernel, &assigned(&kernel, 128), ["A", "B", "C"]), [GRF, GRF, 3 * GRF]);
}

/// A message may return more than what is used of it: all of it is written.
#[test]
fn a_variable_has_room_for_all_of_its_subregisters() {
    let kernel = kernel(
        "X:d16@64 V:f64 V0:f16<V+0 V3:f16<V+192 R:f16",
        "    load_lz.RGBA (M1, 16) 0x0:uw T6 V.0 X.0
    add (M1, 16) &R $V0 $V0
    add (M1, 16) &R $R $V3",
    );
    let map = assigned(&kernel, 128);
    // V begins behind X, which the message reads while V is written. R may have r1 to r3, where X was.
    assert_eq!(addresses(&kernel, &map, ["V", "V0", "V3"]), [4 * GRF, 4 * GRF, 10 * GRF]);
    assert_eq!(addresses(&kernel, &map, ["R"]), [GRF]);
}

/// Uniform values take dwords of one register from the end of the file, each at its own size.
#[test]
fn uniform_values_take_dwords_of_the_last_register() {
    let kernel = kernel(
        "X:d16@64 L:d1 W:uw1 Q:q1 M:d1 R:d16",
        "    mov (M1_NM, 1) &L 0x1:d
    mov (M1_NM, 1) &W 0x1:uw
    mov (M1_NM, 1) &M 0x1:d
    mov (M1_NM, 1) &Q 0x1:q
    add (M1, 16) &R #L #M
    add (M1, 16) &R #W $R
    mov (M1_NM, 1) &L #Q",
    );
    let map = assigned(&kernel, 16);
    let last = 15 * GRF;
    assert_eq!(addresses(&kernel, &map, ["L", "W", "M", "Q"]), [last, last + 4, last + 8, last + 16]);
}

/// M has the size of L, but begins at a register.
#[test]
fn an_aligned_value_takes_no_dword_of_the_last_register() {
    let mut kernel = kernel(
        "L:d1 M:d1 R:d16",
        "    mov (M1_NM, 1) &L 0x1:d
    mov (M1_NM, 1) &M 0x2:d
    add (M1, 16) &R #L #M",
    );
    let aligned = var(&kernel, "M");
    kernel.vars[aligned].align = Align::Grf;
    let map = assigned(&kernel, 16);
    assert_eq!(addresses(&kernel, &map, ["L", "M", "R"]), [15 * GRF, GRF, 2 * GRF]);
}

#[test]
fn a_register_of_uniform_values_is_free_when_all_of_them_are() {
    let kernel = kernel(
        "L:d1 M:d1 A:d16",
        "    mov (M1_NM, 1) &L 0x1:d
    add (M1_NM, 1) &M #L #L
    add (M1_NM, 1) &L #M #M
    mov (M1, 16) &A 0x1:d",
    );
    let map = assigned(&kernel, 3);
    assert_eq!(addresses(&kernel, &map, ["L", "M", "A"]), [2 * GRF, 2 * GRF + 4, GRF]);
}

/// A needs two consecutive registers. Of four, r0 is the thread's and X has two.
#[test]
fn what_does_not_fit_is_an_error_that_says_what_is_needed_and_what_is_free() {
    let kernel = kernel("X:d16@64 A:d16", "    mov (M1, 16) &A 0x1:d\n    add (M1, 16) &A $A $X");
    let variable = var(&kernel, "A");
    let too_few = |wanted: u32, inst: u32, free: u32, limit: u32| AssignError { variable, wanted, inst, free, limit };
    let error = attempt(&kernel, 4).expect_err("r1 alone is free");
    assert_eq!(error, too_few(2, 0, 1, 4));
    assert_eq!(
        error.to_string(),
        format!("{variable} needs 2 consecutive registers at instruction 0; 1 of 4 are free, not in a row")
    );
    // With r4, two are free, and not consecutive.
    assert_eq!(attempt(&kernel, 5).expect_err("r1 and r4 are no run"), too_few(2, 0, 2, 5));
    assert_eq!(addresses(&kernel, &assigned(&kernel, 6), ["A"]), [4 * GRF]);
}

#[test]
fn a_scalar_that_does_not_fit_needs_one_register() {
    let kernel = kernel(
        "X:d16@64 Y:d8@32 L:d1",
        "    mov (M1_NM, 1) &L 0x1:d\n    add (M1, 8) &Y $X #L\n    add (M1, 8) &Y $Y $X",
    );
    let error = AssignError { variable: var(&kernel, "L"), wanted: 1, inst: 0, free: 0, limit: 4 };
    assert_eq!(attempt(&kernel, 4), Err(error));
    assert_eq!(addresses(&kernel, &assigned(&kernel, 5), ["L"]), [4 * GRF]);
}

/// No file has more than 256 registers, whatever is asked for.
#[test]
fn the_register_file_has_its_limit() {
    let kernel = kernel("X:d16@64", "    add (M1, 16) &X $X $X");
    assert_eq!(assigned(&kernel, 1000).bytes, 256 * GRF);
}

/// Lanes leave the loop with A, and B is defined further up, when the others iterate.
#[test]
fn pending_lanes_keep_their_registers() {
    let leaving = |branch: &str| {
        let body = format!(
            "    mov (M1, 16) &C 0x0:d
loop:
    add (M1, 16) &B $C 0x1:d
    add (M1, 16) &C $B $B
    add (M1, 16) &A $C 0x2:d
    cmp.lt (M1, 16) P $C $X
    cmp.lt (M1_NM, 16) U #N 0x5:d
    {branch} out
    jmp (M1, 1) loop
out:
    add (M1, 16) &C $A $A
    ret (M1, 1)"
        );
        let kernel = kernel(&[BRANCH_OPERANDS, "A:d16 B:d16 C:d16"].concat(), &body);
        addresses(&kernel, &assigned(&kernel, 128), ["C", "A", "B"])
    };
    // N is in r1, X in r2 and r3, and both are used in every iteration.
    assert_eq!(leaving("(P) goto (M1, 16)"), [4 * GRF, 6 * GRF, 8 * GRF]);
    assert_eq!(leaving("(U) jmp (M1, 1)"), [4 * GRF, 6 * GRF, 6 * GRF]);
}
