//! Differential execution: a right lowering passes, wrong ones do not, and undefined bytes are not compared.

mod engine;

use engine::{kernel, module};
use texvisa_emulator::environment::Resource;
use texvisa_emulator::refine::{
    Cause, Inputs, MemoryLocation, NothingCompared, RefineError, Summary, TrialOptions, UncomparedTrials, refine,
    refine_foreign,
};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::RegisterMap;
use texvisa_ir::visa::abi::ArgumentLayout;

/// A texel and a sample of a multisampled pixel for each work item.
const TEXT: &str = "surface b0: raw @ table 0
surface t1: 2d_array f32 @ table 1
surface t2: 2d_ms i32 @ table 2
kernel @k(%x: i16 = local_id_x, %u: i32, %v: i32) {
^entry:
  %id = zext i16 %x -> i32
  %a = shl i32 %id, 5
  %t = load t1 [u: %u, v: %v, r: 1, lod: 0] offset(1, 0, 0) mask rg -> f32x4
  %m = load_mcs t2 [u: %u, v: %v] -> i32x4
  %s = load_ms t2 [si: 1, mcs: %m, u: %u, v: %v] mask r -> f32x4
  %e = extract f32x4 %t, 0
  %f = extract f32x4 %t, 1
  %g = extract f32x4 %s, 0
  %w = vec f32 [%e, %f, %g]
  store_raw b0 [x: %a], f32x3 %w
  return
}";

/// Three registers of local ids, then u and v, a register each at SIMD8.
const DECLARATIONS: &str = "\
.decl X v_type=G type=uw num_elts=16 align=GRF
.decl U v_type=G type=d num_elts=8 align=GRF
.decl V v_type=G type=d num_elts=8 align=GRF
.decl A v_type=G type=ud num_elts=8 align=GRF
.decl D v_type=G type=f num_elts=24 align=GRF
.decl S v_type=G type=f num_elts=8 align=GRF alias=<D, 64>
.decl R v_type=G type=d num_elts=8 align=GRF
.decl W v_type=G type=uw num_elts=64 align=GRF
.decl I v_type=G type=uw num_elts=16 align=GRF
.decl P v_type=G type=uw num_elts=16 align=GRF
.decl Q v_type=G type=uw num_elts=16 align=GRF
.input X offset=32 size=32
.input U offset=128 size=32
.input V offset=160 size=32";

const BODY: &str = "\
    mov (M1, 8) A(0,0)<1> X(0,0)<1;1,0>
    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x5:ud
    mov (M1, 8) R(0,0)<1> 0x1:d
    movs (M1_NM, 1) T6(0) 0x1:ud
    load_lz.RG (M1, 8) 0x100:uw T6 D.0 U.0 V.0 R.0
    mov (M1, 8) P(0,0)<1> U(0,0)<1;1,0>
    mov (M1, 8) Q(0,0)<1> V(0,0)<1;1,0>
    mov (M1, 8) I(0,0)<1> 0x1:uw
    movs (M1_NM, 1) T6(0) 0x2:ud
    load_mcs.RGBA (M1, 8) 0x0:uw T6 W.0 U.0 V.0
    load_2dms_w.R (M1, 8) 0x0:uw T6 S.0 I.0 W.0 W.32 W.64 W.96 P.0 Q.0
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.RGB (M1, 8) T6 0x0:ud A.0 D.0
    ret (M1, 1)";

fn check_with(body: &str, options: &TrialOptions) -> Result<Summary, RefineError> {
    let (module, id) = module(TEXT);
    let kernel = kernel(Target::Tgllp, DECLARATIONS, body);
    refine(&module, id, &kernel, &RegisterMap::unbounded(&kernel), options)
}

fn check(body: &str) -> Result<Summary, RefineError> {
    check_with(body, &TrialOptions { trials: 40, ..TrialOptions::default() })
}

#[test]
fn a_right_lowering_passes() {
    let summary = check(BODY).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((summary.trials, summary.uncompared.as_slice(), summary.nothing_compared()), (40, &[][..], None));
    assert!(summary.compared_bytes > 1000, "{summary:?}");
    // Multisampled loads are undefined where a coordinate is no word.
    assert!(summary.uncompared_bytes.undefined_value > 0, "{summary:?}");
}

#[test]
fn wrong_lowerings_differ() {
    let wrong = [
        ("U.0 V.0 R.0", "V.0 U.0 R.0"),
        ("U.0 V.0 R.0", "U.0 V.0"),
        ("0x100:uw", "0x0:uw"),
        ("0x100:uw", "0x10:uw"),
        ("load_lz.RG ", "load_lz.RB "),
        ("W.0 W.32 W.64", "W.32 W.0 W.64"),
        ("I.0 W.0", "P.0 W.0"),
        ("T6(0) 0x2:ud", "T6(0) 0x1:ud"),
        ("scatter4_scaled.RGB", "scatter4_scaled.RG"),
        ("    load_mcs.RGBA (M1, 8) 0x0:uw T6 W.0 U.0 V.0\n", ""),
    ];
    for (from, to) in wrong {
        assert!(BODY.contains(from), "{from}");
        assert!(matches!(check(&BODY.replace(from, to)), Err(RefineError::Differs(_))), "{from} to {to}");
    }
}

#[test]
fn a_counterexample_names_the_location_and_can_be_repeated() {
    let body = BODY.replace("0x100:uw", "0x0:uw");
    let Err(RefineError::Differs(report)) = check(&body) else { panic!("no difference") };
    let first = &report.differences[0];
    assert_eq!((first.entry, first.name.as_deref()), (0, Some("b0")));
    let MemoryLocation::Offset(offset) = first.location else { panic!("{first}") };
    // Work items of several groups have the same local ids, and so may write there alike.
    assert!(first.item.is_none_or(|item| item == offset as u32 / 32), "{report}");
    let again = check_with(&body, &TrialOptions { seed: report.seed, trials: 1, ..TrialOptions::default() });
    let Err(RefineError::Differs(again)) = again else { panic!("no difference") };
    assert_eq!(again, report);
    let text = report.to_string();
    assert!(text.starts_with(&format!("seed {}: ", report.seed)) && text.contains("`b0` (entry 0), byte 0x"), "{text}");
}

#[test]
fn results_do_not_depend_on_the_number_of_cores() {
    let wrong = BODY.replace("0x100:uw", "0x0:uw");
    let often_endless = "kernel @k(%n: uniform i32) {
^entry:
  %small = icmp.slt i32 %n, 100
  branch %small, ^loop, ^end
^loop:
  jump ^loop
^end:
  return
}";
    let found = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let Err(RefineError::Differs(report)) = check(&wrong) else { panic!("no difference") };
            let endless = check_kernel_against_nothing(often_endless, 50);
            assert!(endless.trials > 0 && endless.uncompared_trials() > 10, "{endless:?}");
            (check(BODY).unwrap_or_else(|error| panic!("{error}")), report, endless)
        })
    });
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
}

#[test]
fn an_error_of_the_machine_names_the_seed() {
    let Err(RefineError::Machine { .. }) = check(&BODY.replace("load_lz.RG (M1, 8)", "load_lz.RG (M1, 4)")) else {
        panic!("accepted");
    };
    let moved = DECLARATIONS.replace("U offset=128", "U offset=192");
    let (module, id) = module(TEXT);
    let kernel = kernel(Target::Tgllp, &moved, BODY);
    let found = refine(&module, id, &kernel, &RegisterMap::unbounded(&kernel), &TrialOptions::default());
    assert!(matches!(found, Err(RefineError::Machine { .. })), "{found:?}");
}

/// Checks a kernel that knows each work item's number, `%x` and `X`, and makes an address A and a result R of it.
fn check_of_items(text: &str, body: &str) -> Summary {
    try_check_of_items(text, body).unwrap_or_else(|error| panic!("{error}"))
}

fn try_check_of_items(text: &str, body: &str) -> Result<Summary, RefineError> {
    check_of_items_with(text, body, &TrialOptions::default())
}

fn check_of_items_with(text: &str, body: &str, options: &TrialOptions) -> Result<Summary, RefineError> {
    let (module, id) =
        module(&format!("surface b0: raw @ table 0\nkernel @k(%x: i16 = local_id_x) {{\n^entry:\n{text}  return\n}}"));
    let declarations = "\
.decl X v_type=G type=uw num_elts=16 align=GRF
.decl A v_type=G type=ud num_elts=8 align=GRF
.decl R v_type=G type=ud num_elts=8 align=GRF
.decl P1 v_type=P num_elts=8
.input X offset=32 size=32";
    let kernel = kernel(Target::Tgllp, declarations, body);
    refine(&module, id, &kernel, &RegisterMap::unbounded(&kernel), options)
}

/// Zero divided by nearly anything leaves zero, so that the runs agree but where the undefined divisor is zero too.
#[test]
fn a_result_that_is_undefined_for_one_value_of_an_undefined_operand_is_undefined() {
    let summary = check_of_items(
        "  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
  %r = srem i32 0, undef
  store_raw b0 [x: %a], i32 %r
",
        "\
    mov (M1, 8) A(0,0)<1> X(0,0)<1;1,0>
    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:ud
    mov (M1, 8) R(0,0)<1> 0x12345678:ud
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 R.0
    ret (M1, 1)",
    );
    assert!(summary.uncompared_bytes.undefined_value > 0 && summary.compared_bytes == 0, "{summary:?}");
    assert!(
        matches!(summary.nothing_compared(), Some(NothingCompared::OnlyUndefined { trials: 100, .. })),
        "{summary:?}"
    );
}

/// For random bits the comparison is false, and true only where the shift is what hardware makes of its amount.
#[test]
fn a_comparison_of_an_undefined_shift_is_undefined() {
    let summary = check_of_items(
        "  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
  %s = lshr i32 %id, 32
  %five = icmp.eq i32 %s, 5
  %r = zext i1 %five -> i32
  store_raw b0 [x: %a], i32 %r
",
        "\
    mov (M1, 8) A(0,0)<1> X(0,0)<1;1,0>
    cmp.eq (M1, 8) P1 A(0,0)<1;1,0> 0x5:ud
    mov (M1, 8) R(0,0)<1> 0x0:ud
    (P1) mov (M1, 8) R(0,0)<1> 0x1:ud
    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:ud
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 R.0
    ret (M1, 1)",
    );
    assert!(summary.uncompared_bytes.undefined_value > 0 && summary.compared_bytes > 0, "{summary:?}");
}

/// Writes the number of each work item to its own dword, and 7 to dword 200 + `place`, which is outside the buffer for a
/// great number.
fn a_store_behind(place: u32) -> String {
    format!(
        "\
    mov (M1, 8) R(0,0)<1> X(0,0)<1;1,0>
    shl (M1, 8) A(0,0)<1> R(0,0)<1;1,0> 0x2:ud
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 R.0
    mov (M1, 8) R(0,0)<1> 0x7:ud
    mov (M1, 8) A(0,0)<1> {:#x}:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 R.0
    ret (M1, 1)",
        800 + 4 * place
    )
}

/// The machine chooses the address of the second store. An address that is outside the buffer for nearly all undefined
/// bits is undefined too.
#[test]
fn a_store_to_an_undefined_address_may_write_anywhere() {
    let own = "  %id = zext i16 %x -> i32\n  %a = shl i32 %id, 2\n  store_raw b0 [x: %a], i32 %id\n";
    for undefined in ["  %b = shl i32 4, 32\n", "  %b = mul i32 undef, 0x100000\n", "  %b = udiv i32 %id, 0\n"] {
        let text = format!("{own}{undefined}  store_raw b0 [x: %b], i32 7\n");
        for place in [0, 3] {
            let summary = check_of_items(&text, &a_store_behind(place));
            assert!(summary.uncompared_bytes.total() > 0, "{undefined}{place}: {summary:?}");
        }
        assert!(check_of_items(&text, &a_store_behind(1 << 20)).compared_bytes > 0, "{undefined}");
    }
}

/// The condition of the store is undefined, or which of two addresses it has, but both addresses are defined.
#[test]
fn an_address_is_defined_if_only_the_condition_is_undefined() {
    for other in ["jump ^end", "store_raw b0 [x: 808], i32 7\n  jump ^end"] {
        let text = format!(
            "  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
  store_raw b0 [x: %a], i32 %id
  branch i1 undef, ^store, ^other
^store:
  store_raw b0 [x: 800], i32 7
  jump ^end
^other:
  {other}
^end:
"
        );
        let summary = check_of_items(&text, &a_store_behind(0));
        assert!(summary.compared_bytes > 0, "{summary:?}");
        let found = try_check_of_items(&text, &a_store_behind(1));
        assert!(matches!(found, Err(RefineError::Differs(_))), "{found:?}");
    }
}

/// One half of a dword depends on which work item writes last, so the other half, which all write alike, is not compared
/// in memory either. What each work item stores there is.
#[test]
fn an_element_that_depends_on_the_order_of_work_items_is_compared_by_its_stores() {
    let check = |second: &str| {
        try_check_of_items(
            "  store_raw b0 [x: 0], i16 %x
  store_raw b0 [x: 2], i16 0
",
            &format!(
                "\
    mov (M1, 8) A(0,0)<1> 0x0:ud
    mov (M1, 8) R(0,0)<1> X(0,0)<1;1,0>
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter_scaled.2 (M1, 8) T6 0x0:ud A.0 R.0
    mov (M1, 8) A(0,0)<1> 0x2:ud
    {second}
    scatter_scaled.2 (M1, 8) T6 0x0:ud A.0 R.0
    ret (M1, 1)"
            ),
        )
    };
    let summary = check("mov (M1, 8) R(0,0)<1> 0x0:ud").unwrap_or_else(|error| panic!("{error}"));
    // A single work item leaves 0 in both halves.
    assert!(summary.uncompared_bytes.work_item_order > 0 && summary.compared_bytes > 0, "{summary:?}");
    let Err(RefineError::Differs(report)) = check("") else { panic!("no difference") };
    assert!(report.count == 0 && report.access_count > 0, "{report}");
}

/// Checks a kernel without arguments against one that ends at once.
fn check_against_nothing(surfaces: &str, body: &str) -> Summary {
    check_kernel_against_nothing(&format!("{surfaces}kernel @k() {{\n{body}\n}}"), 10)
}

fn check_kernel_against_nothing(text: &str, trials: u32) -> Summary {
    let (module, id) = module(text);
    let kernel = kernel(Target::Tgllp, "", "    ret (M1, 1)");
    let options = TrialOptions { trials, ..TrialOptions::default() };
    refine(&module, id, &kernel, &RegisterMap::unbounded(&kernel), &options).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn uncompared_trials_are_counted_by_cause() {
    let cause = |surfaces: &str, body: &str| {
        let summary = check_against_nothing(surfaces, body);
        let [UncomparedTrials { cause, trials: 10, seed: 0, example }] = summary.uncompared.as_slice() else {
            panic!("{summary:?}");
        };
        assert!(matches!(summary.nothing_compared(), Some(NothingCompared::NoTrial(_))), "{summary:?}");
        (*cause, example.clone())
    };
    let endless = "^entry:\n  jump ^loop\n^loop:\n  jump ^loop";
    let (found, example) = cause("", endless);
    assert_eq!(found, Cause::StepLimit);
    assert!(example.starts_with("a hardware thread executed ") && example.contains(" and did not end"), "{example}");
    // Zero ends it, and the other bits do not.
    let undefined = "^entry:\n  jump ^loop\n^loop:\n  branch i1 undef, ^loop, ^end\n^end:\n  return";
    assert_eq!(cause("", undefined).0, Cause::Undefined);
    let load =
        "^entry:\n  %t = load t0 [u: i32 0, v: i32 0, lod: 0] -> f32x4\n  store_raw b0 [x: i32 0], f32x4 %t\n  return";
    let (found, example) = cause("surface t0: 2d f32 @ table 3\nsurface b0: raw @ table 3\n", load);
    assert_eq!(found, Cause::SharedEntry);
    assert!(example.starts_with("entry 3 is `b0` and `t0`; "), "{example}");
}

/// Six loops in each other count to a number: as an argument, and as the first dword of a buffer.
#[test]
fn bounds_of_loops_in_loops_are_tried_small_where_the_kernel_does_not_end() {
    let counting = |declarations: &str, argument: &str, number: &str| {
        format!(
            "{declarations}kernel @k({argument}) {{
^entry:
  {number}
  %n2 = mul i32 %n, %n
  %n4 = mul i32 %n2, %n2
  %n6 = mul i32 %n4, %n2
  jump ^head(i32 0)
^head(%i: i32):
  %more = icmp.ult i32 %i, %n6
  branch %more, ^body, ^end
^body:
  %next = add i32 %i, 1
  jump ^head(%next)
^end:
  return
}}"
        )
    };
    let argument = counting("", "%a: uniform i32", "%n = add i32 %a, 0");
    let buffer = counting("surface b0: raw @ table 0\n", "", "%n = load_raw b0 [x: i32 0] -> i32");
    for text in [argument, buffer] {
        let summary = check_kernel_against_nothing(&text, 100);
        assert!(summary.trials >= 90, "{} trials: {:?}", summary.trials, summary.uncompared);
    }
}

/// No trial of the usual length ends: a key derivation has as many turns whatever its inputs are.
#[test]
fn a_kernel_that_takes_long_is_compared_in_a_trial_of_many_instructions() {
    // The sum of the numbers below half a million is 500,000 * 499,999 / 2.
    let sum = 124_999_750_000_u64 as u32;
    let checked = |result: u32, further| {
        let options = TrialOptions { trials: 10, further, ..TrialOptions::default() };
        let text = "  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
  jump ^loop(i32 0, i32 0)
^loop(%i: i32, %sum: i32):
  %more = add i32 %sum, %i
  %next = add i32 %i, 1
  %again = icmp.ult i32 %next, 500000
  branch %again, ^loop(%next, %more), ^end
^end:
  store_raw b0 [x: %a], i32 %more
";
        let body = format!(
            "    shl (M1, 8) A(0,0)<1> X(0,0)<1;1,0> 0x2:uw
    mov (M1, 8) R(0,0)<1> {result:#x}:ud
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter_scaled.4 (M1, 8) T6 0x0:ud A.0 R.0
    ret (M1, 1)"
        );
        check_of_items_with(text, &body, &options)
    };
    let short = checked(sum, 0).unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(short.nothing_compared(), Some(NothingCompared::NoTrial(_))), "{short:?}");
    let long = checked(sum, 1).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((long.trials, long.compared_bytes, long.uncompared_trials()), (1, 32, 10));
    assert!(matches!(checked(sum + 1, 1), Err(RefineError::Differs(_))));
}

/// Of a kernel of another compiler, which may rely on whole groups, there is no long trial.
#[test]
fn a_kernel_of_another_compiler_has_no_long_trial() {
    let (module, id) = module(
        "surface b0: raw @ table 0
kernel @k() {
^entry:
  jump ^loop(i32 0)
^loop(%i: i32):
  %next = add i32 %i, 1
  %again = icmp.ult i32 %next, 500000
  branch %again, ^loop(%next), ^end
^end:
  store_raw b0 [x: i32 0], i32 1
  return
}",
    );
    let kernel = kernel(Target::Tgllp, "", "ret (M1, 1)");
    let options = TrialOptions { trials: 2, further: 1, ..TrialOptions::default() };
    let own = refine(&module, id, &kernel, &RegisterMap::unbounded(&kernel), &options);
    assert!(matches!(own, Err(RefineError::Differs(_))), "{own:?}");
    let foreign = refine_foreign(&module, id, &kernel, ArgumentLayout::default(), &options);
    let summary = foreign.unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(summary.nothing_compared(), Some(NothingCompared::NoTrial(_))), "{summary:?}");
}

/// A hundred trials of some thousand instructions each are more than a budget of as many.
#[test]
fn no_trial_follows_when_the_budget_is_spent() {
    let (module, id) = module(
        "kernel @k() {
^entry:
  jump ^loop(i32 0)
^loop(%i: i32):
  %next = add i32 %i, 1
  %more = icmp.ult i32 %next, 1000
  branch %more, ^loop(%next), ^end
^end:
  return
}",
    );
    let kernel = kernel(Target::Tgllp, "", "ret (M1, 1)");
    let check = |budget| {
        let options = TrialOptions { budget, ..TrialOptions::default() };
        refine(&module, id, &kernel, &RegisterMap::unbounded(&kernel), &options).expect("there is no difference")
    };
    let counts = |summary: Summary| (summary.trials + summary.omitted_trials, summary.omitted_trials);
    assert_eq!(counts(check(TrialOptions::default().budget)), (100, 0));
    assert_eq!(counts(check(1)), (100, 99));
    let (all, omitted) = counts(check(20_000));
    assert!(all == 100 && (50..99).contains(&omitted), "{omitted}");
}

/// A float that no integer has makes the bound of a loop undefined. The loop is endless for the greatest integer alone,
/// which none of the interpreter's first runs has, and which the machine may have: it converts to the nearest.
#[test]
fn a_loop_with_an_undefined_bound_need_not_end() {
    let check = |bound: &str| {
        let (module, id) = module(&format!(
            "kernel @k() {{
^entry:
  %n = fptosi f32 {bound} -> i32
  %first = sub i32 %n, 2
  jump ^loop(%first)
^loop(%i: i32):
  %next = add i32 %i, 1
  %more = icmp.sle i32 %next, %n
  branch %more, ^loop(%next), ^end
^end:
  return
}}"
        ));
        let kernel = kernel(Target::Tgllp, "", "again:\n    jmp (M1, 1) again\n    ret (M1, 1)");
        let options = TrialOptions { trials: 2, ..TrialOptions::default() };
        refine(&module, id, &kernel, &RegisterMap::unbounded(&kernel), &options)
    };
    let summary = check("4e9").expect("the machine may run for ever");
    let [UncomparedTrials { cause: Cause::Undefined, trials: 2, .. }] = summary.uncompared.as_slice() else {
        panic!("{summary:?}");
    };
    assert!(matches!(check("4.0"), Err(RefineError::Machine { .. })), "a loop of three iterations ends");
}

#[test]
fn a_kernel_that_writes_nothing_has_nothing_to_compare() {
    let summary = check_against_nothing("", "^entry:\n  return");
    assert_eq!((summary.writes, summary.compared_bytes, summary.nothing_compared()), (false, 0, None));
    let never = "^entry:\n  branch false, ^store, ^end\n^store:\n  store_raw b0 [x: i32 0], i32 1\n  jump ^end\n^end:\n  return";
    let summary = check_against_nothing("surface b0: raw @ table 3\n", never);
    assert_eq!(
        (summary.writes, summary.nothing_compared()),
        (true, Some(NothingCompared::NothingWritten { trials: 10 }))
    );
}

#[test]
fn stores_of_dwords_that_are_not_aligned_are_counted_and_not_compared() {
    let summary = check_against_nothing(
        "surface b0: raw @ table 3\n",
        "^entry:\n  store_raw b0 [x: i32 0], i32 1\n  store_raw b0 [x: i32 1], i32 1\n  return",
    );
    assert_eq!(
        (summary.compared_bytes, summary.uncompared_bytes.undefined_value, summary.uncompared_bytes.work_item_order),
        (0, 0, 0),
        "{summary:?}"
    );
    assert!(summary.uncompared_bytes.unaligned_access > 0, "{summary:?}");
}

/// Where the operation says that its dwords may be at any byte, each byte is compared: a store that is missing, or one
/// byte further on, is found.
#[test]
fn unaligned_accesses_are_compared() {
    let text = "surface b0: raw @ table 3
kernel @k() {
^entry:
  %a = load_raw b0 [x: 3] unaligned -> i32
  store_raw b0 [x: 9] unaligned, i32 %a
  store_raw b0 [x: 15], i16 258
  return
}";
    let (module, id) = module(text);
    let run = |at: [u32; 3]| {
        let [from, to, word] = at;
        let declared = "\
.decl A v_type=G type=ud num_elts=8 align=GRF
.decl D v_type=G type=ud num_elts=8 align=GRF";
        let body = format!(
            "    movs (M1_NM, 1) T6(0) 0x3:ud
    mov (M1, 8) A(0,0)<1> {from:#x}:ud
    gather_scaled.4 (M1, 8) T6 0x0:ud A.0 D.0
    mov (M1, 8) A(0,0)<1> {to:#x}:ud
    scatter_scaled.4 (M1, 8) T6 0x0:ud A.0 D.0
    mov (M1, 8) A(0,0)<1> {word:#x}:ud
    mov (M1, 8) D(0,0)<1> 0x102:ud
    scatter_scaled.2 (M1, 8) T6 0x0:ud A.0 D.0
    ret (M1, 1)"
        );
        let kernel = kernel(Target::Tgllp, declared, &body);
        refine(&module, id, &kernel, &RegisterMap::unbounded(&kernel), &TrialOptions::default())
    };
    let summary = run([3, 9, 15]).unwrap_or_else(|error| panic!("{error}"));
    assert!(summary.compared_bytes > 0, "{summary:?}");
    assert_eq!(summary.uncompared_bytes.unaligned_access, 0, "{summary:?}");
    for at in [[2, 9, 15], [3, 8, 15], [3, 9, 16]] {
        assert!(matches!(run(at), Err(RefineError::Differs(_))), "{at:?}");
    }
}

#[test]
fn inputs_of_a_trial_can_be_generated() {
    let (module, id) = module(TEXT);
    let inputs = Inputs::new(&module, id, SimdWidth::Simd8, 5, &TrialOptions::default());
    assert!(matches!(inputs.environment.resource(0), Some(Resource::Buffer(_))));
}

/// A program that asks what is resident finds texels that are not; of others every texel is.
#[test]
fn surfaces_have_null_pages_where_residency_is_asked_for() {
    let of = |asks: bool| {
        let load = if asks { "%t, %ok = load t1" } else { "%t = load t1" };
        let text = TEXT
            .replace("%t = load t1", load)
            .replace(" mask rg ->", if asks { " mask rg residency ->" } else { " mask rg ->" });
        let (module, id) = module(&text);
        let has_one = |seed: &u64| {
            let inputs = Inputs::new(&module, id, SimdWidth::Simd8, *seed, &TrialOptions::default());
            let Some(Resource::Surface(surface)) = inputs.environment.resource(1) else { panic!("a surface is bound") };
            !surface.description().null_pages.is_empty()
        };
        (0..40).filter(has_one).count()
    };
    assert_eq!(of(false), 0);
    assert!((20..40).contains(&of(true)), "{}", of(true));
}

/// OpenCL C, reqd_work_group_size: the program relies on it. Groups at the edge are whole.
#[test]
fn groups_have_the_size_that_the_kernel_requires() {
    let text = "kernel @k(%r0: uniform i32x8 = r0, %x: i16 = local_id_x, %y: i16 = local_id_y) group [5, 3, 2] {
^entry:
  %g = extract i32x8 %r0, 1
  %a = zext i16 %x -> i32
  %b = zext i16 %y -> i32
  %c = add i32 %a, %b
  %d = add i32 %c, %g
  %e = shl i32 %d, 2
  store_raw b0 [x: %e], i32 %d
  return
}
";
    let (module, id) = module(&format!("surface b0: raw @ table 3\n{text}"));
    let grids: Vec<_> =
        (0..64).map(|seed| Inputs::new(&module, id, SimdWidth::Simd8, seed, &TrialOptions::default()).grid).collect();
    assert!(grids.iter().all(|grid| grid.group == [5, 3, 2]));
    let of_items = |items: [u32; 3]| grids.iter().filter(|grid| grid.items == items).count();
    // One group, or two along an axis that the program reads; along the others rarely.
    assert!([[5, 3, 2], [10, 3, 2], [5, 6, 2], [10, 6, 2]].map(of_items).iter().all(|count| *count > 4), "{grids:?}");
    let is_whole = |items: [u32; 3]| items.iter().zip([5, 3, 2]).all(|(items, group)| items.is_multiple_of(group));
    assert!(grids.iter().all(|grid| is_whole(grid.items)));
}
