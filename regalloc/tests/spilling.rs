//! Spill code: what is chosen, worked out by hand, and what the check says of spill code that is wrong.

mod kernel;

use kernel::{BRANCH_OPERANDS, executable, kernel};
use texvisa_emulator::refine::{self, RefineError, refine};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::{Inst, ScratchBlock, VisaKernel, asm, verify};
use texvisa_lowering::{LoweringOptions, lower};
use texvisa_regalloc::{SpillError, SpillReport, Spilled, Violation, ViolationKind, check_spilled, spill};
use texvisa_test::generate::{Config, module};

/// The instructions of a kernel as text, without labels and what is omitted.
fn lines(kernel: &VisaKernel) -> Vec<String> {
    let insts = kernel.insts.iter().filter(|inst| !matches!(inst, Inst::Label(_)) && !kernel.is_omitted(inst));
    let text = insts.map(|inst| {
        let mut text = String::new();
        asm::write_inst(kernel, inst, &mut text);
        text.trim().to_owned()
    });
    text.collect()
}

/// A kernel spilled to so many registers, which the check accepts.
fn spilled(declarations: &str, body: &str, registers: u32) -> (VisaKernel, Spilled) {
    let kernel = executable(declarations, body);
    let spilled = spill(&kernel, registers, 0).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(check_spilled(&kernel, &spilled.code, &spilled.registers), Ok(()), "{:#?}", lines(&spilled.code.kernel));
    (kernel, spilled)
}

/// The spill code alone.
fn moves(spilled: &Spilled) -> Vec<String> {
    lines(&spilled.code.kernel).into_iter().filter(|line| line.starts_with("scratch")).collect()
}

/// r0, X, and A to C fill nine registers. At the def of D one has to leave: A is needed next, then B, and C last.
const CHOICE: &str = "
    mul (M1, 16) &A $X $X
    mul (M1, 16) &B $A $X
    mul (M1, 16) &C $B $A
    add (M1, 16) &D $A $X
    add (M1, 16) &D $D $A
    add (M1, 16) &D $D $B
    add (M1, 16) &D $D $C
    ret (M1, 1)";

/// C has 64 bytes; the block message of Skylake counts 4,096 blocks of 32 bytes.
#[test]
fn what_ends_behind_the_last_block_of_scratch_memory_is_refused() {
    let kernel = executable("X:d16@32 A:d16 B:d16 C:d16 D:d16", CHOICE);
    let from = |start| spill(&kernel, 9, start).map(|spilled| spilled.report.bytes);
    assert_eq!(from(131_072 - 64), Ok(64));
    assert_eq!(from(131_072 - 63), Err(SpillError::Memory { end: 131_072 + 32, limit: 131_072 }));
    assert_eq!(from(u32::MAX), Err(SpillError::Memory { end: 131_072 + 64, limit: 131_072 }));
    // More registers than any platform has.
    assert_eq!(spill(&kernel, u32::MAX, 0).map(|spilled| spilled.report.bytes), Ok(0));
}

#[test]
fn what_is_needed_last_leaves() {
    let (_, fits) = spilled("X:d16@32 A:d16 B:d16 C:d16 D:d16", CHOICE, 11);
    assert_eq!((moves(&fits), fits.report), (vec![], SpillReport::default()));
    let (_, spilled) = spilled("X:d16@32 A:d16 B:d16 C:d16 D:d16", CHOICE, 9);
    assert_eq!(moves(&spilled), ["scratch_store 0 C", "scratch_load 0 V37 of C"]);
    assert_eq!(spilled.report, SpillReport { bytes: 64, start: 0, stores: 1, loads: 1, computed: 0 });
    // Stored where it is defined, loaded where it is needed.
    let lines = lines(&spilled.code.kernel);
    let at = |start: &str| lines.iter().position(|line| line.starts_with(start)).expect("it is there");
    assert_eq!(at("scratch_store"), 3, "{lines:#?}");
    assert_eq!(at("scratch_load"), lines.len() - 3, "{lines:#?}");
}

/// What one instruction makes of a number is made again, and so not stored.
#[test]
fn a_number_is_computed_again() {
    let body = CHOICE.replace("mul (M1, 16) &C $B $A", "mov (M1, 16) &C 0x7:d");
    let (_, spilled) = spilled("X:d16@32 A:d16 B:d16 C:d16 D:d16", &body, 9);
    assert_eq!(spilled.report, SpillReport { computed: 1, ..SpillReport::default() });
    // For all lanes, as a lane that is pending may need it.
    let again = "mov (M1_NM, 16) V37(0,0)<1> 0x7:d".to_owned();
    assert!(lines(&spilled.code.kernel).contains(&again), "{:#?}", lines(&spilled.code.kernel));
}

/// So is what it makes of an argument that is in registers all the time, and not of one that has left.
#[test]
fn an_address_is_computed_again_from_an_argument() {
    let body =
        |last: &str| CHOICE.replace("mul (M1, 16) &C $B $A", "shl (M1, 16) &C $X 0x2:d").replace("&D $D $C", last);
    let kept = body("&D $D $C\n    add (M1, 16) &D $D $X");
    let (_, kept) = spilled("X:d16@32 A:d16 B:d16 C:d16 D:d16", &kept, 9);
    assert_eq!((kept.report.computed, kept.report.loads), (1, 0), "{:#?}", lines(&kept.code.kernel));
    let (_, gone) = spilled("X:d16@32 A:d16 B:d16 C:d16 D:d16", &body("&D $D $C"), 9);
    assert_eq!((gone.report.computed, gone.report.loads), (0, 1), "{:#?}", lines(&gone.code.kernel));
}

/// A to C are computed before the loop, which uses A alone. D and E need the registers between.
const LOOP: &str = "
    mul (M1, 16) &A $X $X
    mul (M1, 16) &B $A $X
    mul (M1, 16) &C $B $A
    mul (M1, 16) &D $C $B
    mul (M1, 16) &D $D $C
    mul (M1, 16) &I $D $B
loop:
    add (M1, 16) &I $I $A
    cmp.lt (M1, 16) P $I 0x64:d
    (P) goto (M1, 16) loop
    add (M1, 16) &I $I $B
    add (M1, 16) &I $I $C
    ret (M1, 1)";

#[test]
fn what_a_loop_uses_is_loaded_before_it() {
    let (_, spilled) = spilled("X:d16@32 P:p16 A:d16 B:d16 C:d16 D:d16 I:d16", LOOP, 9);
    let lines = lines(&spilled.code.kernel);
    let loads: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("scratch_load")).collect();
    let in_loop = lines.iter().position(|line| line.starts_with("add")).expect("the loop");
    let behind = lines.iter().position(|line| line.starts_with("(P) goto")).expect("its end");
    let of_a: Vec<&usize> = loads.iter().filter(|at| lines[**at].ends_with("of A")).collect();
    assert!(of_a.iter().all(|at| **at < in_loop), "{lines:#?}");
    assert!(loads.iter().all(|at| *at < in_loop || *at > behind), "{lines:#?}");
}

/// Lanes of the left side are pending at the join with B, while the others define theirs: these change a part of what
/// is stored, and so load it before.
#[test]
fn what_pending_lanes_have_is_stored_with_the_rest() {
    let body = "
    cmp.lt (M1, 16) P $X 0x5:d
    (!P) goto (M1, 16) right
    mul (M1, 16) &B $X $X
    goto (M1, 16) join
right:
    mul (M1, 16) &C $X 0x3:d
    mul (M1, 16) &D $X 0x5:d
    mul (M1, 16) &F $C $D
    mul (M1, 16) &E $F $C
    mul (M1, 16) &E $E $F
    mul (M1, 16) &E $E $C
    mul (M1, 16) &B $E $D
join:
    add (M1, 16) &B $B 0x1:d
    ret (M1, 1)";
    let (_, spilled) = spilled("X:d16@32 P:p16 B:d16 C:d16 D:d16 E:d16 F:d16", body, 9);
    let of_b: Vec<String> =
        moves(&spilled).into_iter().filter(|line| line.contains(" B") || line.ends_with("of B")).collect();
    let kinds: Vec<&str> = of_b.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(
        kinds,
        ["scratch_store", "scratch_load", "scratch_store", "scratch_load"],
        "{:#?}",
        lines(&spilled.code.kernel)
    );
}

/// An instruction that takes more than there is says so, and where it is.
#[test]
fn operands_that_do_not_fit_are_an_error() {
    let kernel = executable("X:d16@32 A:d16", "    add (M1, 16) &A $X $X\n    ret (M1, 1)");
    assert!(spill(&kernel, 5, 0).is_ok());
    let error = spill(&kernel, 4, 0).map(|spilled| spilled.report);
    assert_eq!(error, Err(SpillError::Operands { inst: 1, wanted: 5, limit: 4 }));
    let error = spill(&kernel, 2, 0).map(|spilled| spilled.report);
    assert_eq!(error, Err(SpillError::Arguments { end: 96, limit: 64 }));
}

/// Spill code behind private memory begins at the next register.
#[test]
fn scratch_memory_begins_behind_what_is_there() {
    let kernel = executable("X:d16@32 A:d16 B:d16 C:d16 D:d16", CHOICE);
    let spilled = spill(&kernel, 9, 40).expect("it fits");
    assert_eq!((moves(&spilled)[0].as_str(), spilled.report.start), ("scratch_store 64 C", 64));
}

/// A kernel with some spill code, and the same changed by `change`, to which the check says something.
fn violation(change: impl Fn(&mut Vec<Inst>)) -> ViolationKind {
    let (kernel, mut spilled) = spilled("X:d16@32 A:d16 B:d16 C:d16 D:d16", CHOICE, 7);
    assert!(spilled.report.loads > 1 && spilled.report.stores > 1, "{:#?}", moves(&spilled));
    let count = spilled.code.kernel.insts.len();
    change(&mut spilled.code.kernel.insts);
    assert_eq!(spilled.code.kernel.insts.len(), count, "a change leaves the instructions where they are");
    let violations = check_spilled(&kernel, &spilled.code, &spilled.registers).expect_err("it is wrong");
    violations[0].kind.clone()
}

fn blocks(insts: &mut [Inst], stores: bool) -> impl Iterator<Item = &mut ScratchBlock> {
    insts.iter_mut().filter_map(move |inst| match inst {
        Inst::Scratch(block) if block.store == stores => Some(block),
        _ => None,
    })
}

#[test]
fn a_wrong_offset_is_found() {
    let moved = |stores| violation(|insts| blocks(insts, stores).next().expect("there is one").offset += 32);
    assert!(matches!(moved(false), ViolationKind::ScratchMoved { .. }));
    assert!(matches!(moved(true), ViolationKind::ScratchMoved { .. }));
    // All moves of one variable, to where another is.
    let onto_another = violation(|insts| {
        let all: Vec<ScratchBlock> = blocks(insts, true).map(|block| *block).collect();
        let (one, other) = (all[0], all.iter().find(|block| block.of != all[0].of).expect("there are two"));
        for stores in [true, false] {
            blocks(insts, stores).filter(|block| block.of == one.of).for_each(|block| block.offset = other.offset);
        }
    });
    assert!(matches!(onto_another, ViolationKind::Clobbered { .. }), "{onto_another:?}");
}

#[test]
fn a_missing_move_is_found() {
    for stores in [true, false] {
        let missing = violation(|insts| {
            let at = insts.iter().position(|inst| matches!(inst, Inst::Scratch(block) if block.store == stores));
            // No instruction of the kernel either.
            insts[at.expect("there is one")] = Inst::Barrier;
        });
        assert!(matches!(missing, ViolationKind::OtherKernel { .. }), "{missing:?}");
    }
    // A load in place of a store, and the other way round.
    for stores in [true, false] {
        let turned = violation(|insts| blocks(insts, stores).next().expect("there is one").store = !stores);
        assert!(matches!(turned, ViolationKind::Clobbered { .. }), "{turned:?}");
    }
}

#[test]
fn a_use_of_another_place_or_variable_is_found() {
    let other = violation(|insts| {
        let of = blocks(insts, false).next().expect("there is one").var;
        let Some(Inst::Alu(alu)) = insts.iter_mut().rev().find(|inst| matches!(inst, Inst::Alu(_))) else { return };
        alu.srcs[0] = texvisa_ir::visa::Src::lanes(of);
    });
    assert!(matches!(other, ViolationKind::OtherKernel { .. }), "{other:?}");
}

/// A is defined again behind the load of it: what was loaded is no longer A.
#[test]
fn a_stale_value_is_found() {
    let body = "
    mul (M1, 16) &A $X $X
    mul (M1, 16) &B $A $X
    mul (M1, 16) &C $B $A
    mul (M1, 16) &D $C $B
    mul (M1, 16) &D $D $C
    add (M1, 16) &D $D $A
    mul (M1, 16) &A $D $B
    mul (M1, 16) &C $D $D
    mul (M1, 16) &D $C $B
    add (M1, 16) &D $D $C
    add (M1, 16) &D $D $A
    ret (M1, 1)";
    let (kernel, spilled) = spilled("X:d16@32 A:d16 B:d16 C:d16 D:d16", body, 7);
    let of_a = |inst: &Inst| match inst {
        Inst::Scratch(block) if kernel.names.var(block.of) == Some("A") => Some((block.store, block.var)),
        _ => None,
    };
    let insts = &spilled.code.kernel.insts;
    let loads: Vec<usize> = (0..insts.len()).filter(|at| of_a(&insts[*at]).is_some_and(|(store, _)| !store)).collect();
    assert!(loads.len() > 1, "{:#?}", lines(&spilled.code.kernel));
    // The last load, and the uses behind it, from the registers of the first: once without the load, once without the
    // store of the new value, so that memory has the old one.
    let mut without_store = spilled.clone();
    let store = insts.iter().rposition(|inst| of_a(inst).is_some_and(|(store, _)| store)).expect("a store");
    without_store.code.kernel.insts.swap(store, store + 1);
    without_store.code.kernel.insts.remove(store + 1);
    let violations = check_spilled(&kernel, &without_store.code, &without_store.registers).expect_err("it is stale");
    assert!(matches!(violations[0].kind, ViolationKind::Clobbered { .. }), "{violations:?}");
    let mut without_load = spilled.clone();
    without_load.code.kernel.insts.remove(loads[loads.len() - 1]);
    let violations = check_spilled(&kernel, &without_load.code, &without_load.registers).expect_err("it is missing");
    assert!(matches!(violations[0].kind, ViolationKind::Clobbered { .. }), "{violations:?}");
}

/// Payloads of several parameters and responses of two channels, in files of 18 to 30 registers.
#[test]
fn channels_and_payloads_pass_the_check() {
    let mut body = "    mov (M1, 16) &A 0x0:f\n".to_owned();
    for number in 0..6 {
        body += &format!(
            "    add (M1, 16) &Y0 $X {number:#x}:d
    add (M1, 16) &Y1 $X 0x3:d
    load_lz.RG (M1, 16) 0x0:uw T6 R{number}.0 X.0 Y0.0 Y1.0\n"
        );
    }
    for number in (0..6).rev() {
        body += &format!("    add (M1, 16) &A $A $R{number}1\n    add (M1, 16) &A $A $R{number}0\n");
    }
    let channels: Vec<String> =
        (0..6).map(|number| format!("R{number}:f32 R{number}0:f16<R{number}+0 R{number}1:f16<R{number}+64")).collect();
    let declarations = format!("X:d16@32 A:f16 Y:d32 Y0:d16<Y+0 Y1:d16<Y+64 {}", channels.join(" "));
    let kernel = kernel(&declarations, &(body + "    ret (M1, 1)"));
    for registers in 12..32 {
        let spilled = spill(&kernel, registers, 0).unwrap_or_else(|error| panic!("{registers}: {error}"));
        assert_eq!(check_spilled(&kernel, &spilled.code, &spilled.registers), Ok(()), "{registers} registers");
        assert_eq!(spilled.report.loads == 0, spilled.report.stores == 0);
        // Each channel alone: two registers.
        let one =
            |inst: &Inst| if let Inst::Scratch(block) = inst { spilled.code.kernel.registers_of(block.var) } else { 2 };
        assert!(spilled.code.kernel.insts.iter().all(|inst| one(inst) == 2));
    }
    // r0, X, A, Y and six responses are 33.
    assert!(spill(&kernel, 34, 0).is_ok_and(|spilled| spilled.report.loads == 0));
}

/// V has four rows of 16 bytes, two in a register. Where D is defined, A to D and r0 take nine registers, and V takes two.
const ROWS: &str = "
    mov (M1, 16) &P0 $W
    mov (M1, 16) &P1 $W
    mov (M1, 16) &P2 $W
    mov (M1, 16) &P3 $W
    mul (M1, 16) &A $X $X
    mul (M1, 16) &B $A $X
    mul (M1, 16) &C $B $A
    mul (M1, 16) &D $C $B
    add (M1, 16) &D $D $A
    add (M1, 16) &D $D $B
    add (M1, 16) &D $D $C
    add (M1, 16) &D $D V(0,0)<1;1,0>
    add (M1, 16) &D $D V(0,16)<1;1,0>
    add (M1, 16) &D $D V(1,0)<1;1,0>
    add (M1, 16) &D $D V(1,16)<1;1,0>
    ret (M1, 1)";

/// The registers of several parts of a variable are moved as a whole: to and from where they begin in memory, whichever of the
/// parts begins within one.
#[test]
fn parts_that_share_a_register_have_their_places_in_memory() {
    let declarations = "X:d16@32 W:b16@96 A:d16 B:d16 C:d16 D:d16 V:b64 P0:b16<V+0 P1:b16<V+16 P2:b16<V+32 P3:b16<V+48";
    let (kernel, spilled) = spilled(declarations, ROWS, 10);
    assert_eq!(verify(&spilled.code.kernel), []);
    // From byte 0 of memory: the first two rows are in its first register, and the others in its second.
    let moved = |stores: bool| {
        let of_row = |inst: &Inst| match inst {
            Inst::Scratch(block) if block.store == stores => {
                Some((spilled.code.kernel.names.var(block.of)?.to_owned(), block.offset))
            }
            _ => None,
        };
        spilled.code.kernel.insts.iter().filter_map(of_row).collect::<Vec<_>>()
    };
    let expected = [("P0", 0), ("P1", 0), ("P2", 32), ("P3", 32)].map(|(name, offset)| (name.to_owned(), offset));
    assert_eq!((moved(true), moved(false)), (expected.to_vec(), expected.to_vec()), "{:#?}", moves(&spilled));
    assert_eq!(spilled.report.bytes, 64);
    // The check takes neither of the rows of a register from memory where nothing has moved that register there, or from there.
    for (stores, offset) in [(true, 0), (true, 32), (false, 0), (false, 32)] {
        let mut turned = spilled.clone();
        let insts = &mut turned.code.kernel.insts;
        blocks(insts, stores).filter(|block| block.offset == offset).for_each(|block| block.store = !stores);
        let violations = check_spilled(&kernel, &turned.code, &turned.registers).expect_err("a register is missing");
        let is_clobbered = |violation: &Violation| matches!(violation.kind, ViolationKind::Clobbered { .. });
        assert!(violations.iter().all(is_clobbered), "{violations:?}");
    }
}

/// Kernels of generated programs in small files compute what their source says, keep to the rules of vISA, and their
/// registers pass the check.
#[test]
fn generated_programs_are_spilled_and_compute_the_same() {
    const WIDTHS: [(Target, SimdWidth); 3] =
        [(Target::Tgllp, SimdWidth::Simd8), (Target::Skl, SimdWidth::Simd16), (Target::Dg2, SimdWidth::Simd32)];
    let options = refine::TrialOptions { trials: 2, ..refine::TrialOptions::default() };
    let (mut total, mut executed, mut unfit) = (SpillReport::default(), 0, 0);
    for seed in 0..40 {
        for (target, simd) in WIDTHS {
            let module = module(seed, &Config::lowerable(target, simd));
            let id = module.kernels.keys().next().expect("one kernel is generated");
            let lowered = lower(&module, module.kernels[id].clone(), target, simd, &LoweringOptions::default())
                .unwrap_or_else(|errors| panic!("{errors:?}"));
            for registers in [24, 40, 64] {
                let at = format!("seed {seed}, {target}, {simd}, {registers} registers");
                let spilled = match spill(&lowered.kernel, registers, module.kernels[id].scratch_bytes * simd.lanes()) {
                    Ok(spilled) => spilled,
                    Err(SpillError::Operands { .. } | SpillError::Arguments { .. } | SpillError::Fragmented { .. }) => {
                        unfit += 1;
                        continue;
                    }
                    Err(error) => panic!("{at}: {error}"),
                };
                assert_eq!(check_spilled(&lowered.kernel, &spilled.code, &spilled.registers), Ok(()), "{at}");
                assert_eq!(verify(&spilled.code.kernel), [], "{at}");
                match refine(&module, id, &spilled.code.kernel, &spilled.registers, &options) {
                    Ok(_) => executed += 1,
                    Err(RefineError::Interpreter(_)) => {}
                    Err(error) => panic!("{at}: {error}"),
                }
                total.loads += spilled.report.loads;
                total.stores += spilled.report.stores;
                total.computed += spilled.report.computed;
            }
        }
    }
    println!("{total:?}, {executed} executed, {unfit} do not fit");
    assert!(total.loads > 500 && total.stores > 300 && executed > 300, "{total:?}, {executed} executed, {unfit} unfit");
}

#[test]
fn a_kernel_that_fits_is_left_alone() {
    let (kernel, spilled) =
        spilled(&[BRANCH_OPERANDS, "A:d16"].concat(), "    add (M1, 16) &A $X #N\n    ret (M1, 1)", 128);
    assert_eq!(lines(&kernel), lines(&spilled.code.kernel));
}
