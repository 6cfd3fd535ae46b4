//! Differential execution compares what is done on the way, too: stores that a later one overwrites, and messages whose
//! parameters happen not to matter for what was bound. Memory is right in every one of these kernels.

mod engine;

use engine::{kernel, module};
use texvisa_emulator::refine::{AccessDifference, Cause, Counterexample, RefineError, Summary, TrialOptions, refine};
use texvisa_ir::target::Target;
use texvisa_ir::visa::RegisterMap;

fn check(text: &str, declarations: &str, body: &str) -> Result<Summary, RefineError> {
    let (module, id) = module(text);
    let kernel = kernel(Target::Tgllp, declarations, body);
    let options = TrialOptions { trials: 30, ..TrialOptions::default() };
    refine(&module, id, &kernel, &RegisterMap::unbounded(&kernel), &options)
}

/// The counterexample, in which memory does not differ.
fn difference(result: Result<Summary, RefineError>, what: &str) -> Counterexample {
    match result {
        Err(RefineError::Differs(report)) if report.count == 0 && report.access_count > 0 => *report,
        Err(error) => panic!("{what}: {error}"),
        Ok(_) => panic!("{what}: no difference"),
    }
}

/// Each work item stores 1, 2 and its number to one dword, and 3 to another.
const STORES: &str = "surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x) {
^entry:
  %id = zext i16 %x -> i32
  %a = shl i32 %id, 3
  %b = add i32 %a, 4
  store_raw b0 [x: %a], i32 1
  store_raw b0 [x: %a], i32 2
  store_raw b0 [x: %b], i32 3
  store_raw b0 [x: %a], i32 %id
  return
}";

const STORES_DECLARATIONS: &str = "\
.decl X v_type=G type=uw num_elts=16 align=GRF
.decl I v_type=G type=ud num_elts=8 align=GRF
.decl A v_type=G type=ud num_elts=8 align=GRF
.decl B v_type=G type=ud num_elts=8 align=GRF
.decl D v_type=G type=ud num_elts=8 align=GRF
.decl E v_type=G type=ud num_elts=8 align=GRF
.decl F v_type=G type=ud num_elts=8 align=GRF
.input X offset=32 size=32";

const STORES_BODY: &str = "\
    mov (M1, 8) I(0,0)<1> X(0,0)<1;1,0>
    shl (M1, 8) A(0,0)<1> I(0,0)<1;1,0> 0x3:ud
    add (M1, 8) B(0,0)<1> A(0,0)<1;1,0> 0x4:ud
    mov (M1, 8) D(0,0)<1> 0x1:ud
    mov (M1, 8) E(0,0)<1> 0x2:ud
    mov (M1, 8) F(0,0)<1> 0x3:ud
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 D.0
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 E.0
    scatter4_scaled.R (M1, 8) T6 0x0:ud B.0 F.0
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 I.0
    ret (M1, 1)";

#[test]
fn stores_of_different_bytes_may_change_their_order() {
    let first = "    scatter4_scaled.R (M1, 8) T6 0x0:ud B.0 F.0\n";
    let moved = STORES_BODY.replace(first, "").replace(
        "    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 D.0\n",
        &format!("{first}    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 D.0\n"),
    );
    assert_ne!(moved, STORES_BODY);
    let twice = STORES_BODY.replace(first, &format!("{first}{first}"));
    for body in [STORES_BODY, &moved, &twice] {
        let summary = check(STORES, STORES_DECLARATIONS, body).unwrap_or_else(|error| panic!("{error}"));
        assert!(summary.compared_stores > 30 * 4, "{summary:?}");
    }
}

#[test]
fn a_store_that_is_overwritten_counts() {
    let store = |data: &str| format!("    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 {data}.0\n");
    for (what, from, to) in [
        ("another value", "D(0,0)<1> 0x1:ud".to_owned(), "D(0,0)<1> 0x5:ud".to_owned()),
        ("a store less", store("E"), String::new()),
        ("two in another order", store("D") + &store("E"), store("E") + &store("D")),
        ("a store more", store("E"), store("E") + &store("F")),
    ] {
        assert!(STORES_BODY.contains(&from), "{what}");
        let report = difference(check(STORES, STORES_DECLARATIONS, &STORES_BODY.replace(&from, &to)), what);
        let AccessDifference::Store { entry, name, offset, .. } = &report.accesses[0] else {
            panic!("{what}: {report}")
        };
        assert_eq!((*entry, name.as_deref(), offset % 8), (0, Some("b0"), 0), "{what}: {report}");
    }
    let body = STORES_BODY.replace("D(0,0)<1> 0x1:ud", "D(0,0)<1> 0x5:ud");
    let text = difference(check(STORES, STORES_DECLARATIONS, &body), "another value").to_string();
    assert!(text.contains("expected stores of 01, then 02"), "{text}");
    assert!(text.contains("found 05, then 02"), "{text}");
}

/// Each work item stores its number to one dword, at once, and then 77.
const CONTESTED: &str = "surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x) {
^entry:
  %id = zext i16 %x -> i32
  store_raw b0 [x: 256], i32 %id
  store_raw b0 [x: 256], i32 77
  return
}";

const CONTESTED_BODY: &str = "\
    mov (M1, 8) I(0,0)<1> X(0,0)<1;1,0>
    mov (M1_NM, 8) A(0,0)<1> 0x100:ud
    mov (M1_NM, 8) D(0,0)<1> I(0,0)<0;1,0>
    mov (M1_NM, 8) E(0,0)<1> 0x4d:ud
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.R (M1_NM, 8) T6 0x0:ud A.0 D.0
    scatter4_scaled.R (M1_NM, 8) T6 0x0:ud A.0 E.0
    ret (M1, 1)";

/// Lane 0 is active in every thread.
#[test]
fn of_what_lanes_store_to_one_address_at_once_any_may_remain() {
    let each = CONTESTED_BODY.replace("(M1_NM, 8) T6 0x0:ud A.0 D.0", "(M1, 8) T6 0x0:ud A.0 I.0");
    for body in [CONTESTED_BODY, &each] {
        let summary = check(CONTESTED, STORES_DECLARATIONS, body).unwrap_or_else(|error| panic!("{error}"));
        assert!(summary.compared_stores > 30 * 2, "{summary:?}");
    }
    let store = "    scatter4_scaled.R (M1_NM, 8) T6 0x0:ud A.0 D.0\n";
    for (what, from, to) in [
        ("another value", "D(0,0)<1> I(0,0)<0;1,0>", "D(0,0)<1> 0x4e:ud"),
        ("no value", store, ""),
        (
            "another behind it",
            "ret",
            "scatter4_scaled.R (M1_NM, 8) T6 0x0:ud A.0 A.0\n    scatter4_scaled.R (M1_NM, 8) T6 0x0:ud A.0 E.0\n    ret",
        ),
    ] {
        assert!(CONTESTED_BODY.contains(from), "{what}");
        let body = CONTESTED_BODY.replace(from, to);
        difference(check(CONTESTED, STORES_DECLARATIONS, &body), what);
    }
}

/// Each work item adds its number to one dword, at once.
const CONTESTED_SUM: &str = "surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x) {
^entry:
  %id = zext i16 %x -> i32
  %found = load_raw b0 [x: 256] -> i32
  %sum = add i32 %found, %id
  store_raw b0 [x: 256], i32 %sum
  return
}";

const CONTESTED_SUM_BODY: &str = "\
    mov (M1, 8) I(0,0)<1> X(0,0)<1;1,0>
    mov (M1_NM, 8) A(0,0)<1> 0x100:ud
    movs (M1_NM, 1) T6(0) 0x0:ud
    gather4_scaled.R (M1_NM, 8) T6 0x0:ud A.0 B.0
    add (M1, 8) D(0,0)<1> B(0,0)<1;1,0> I(0,0)<1;1,0>
    mov (M1_NM, 8) E(0,0)<1> D(0,0)<0;1,0>
    scatter4_scaled.R (M1_NM, 8) T6 0x0:ud A.0 E.0
    ret (M1, 1)";

/// The interpreter leaves the value of the last lane, and this machine code that of lane 0.
#[test]
fn what_follows_from_values_that_lanes_store_to_one_address_at_once_is_open() {
    let summary =
        check(CONTESTED_SUM, STORES_DECLARATIONS, CONTESTED_SUM_BODY).unwrap_or_else(|error| panic!("{error}"));
    assert!(summary.compared_stores > 30 * 2, "{summary:?}");
    for (what, from, to) in [
        ("another value", "add (M1, 8) D", "and (M1, 8) D"),
        ("a load from elsewhere", "A.0 B.0", "I.0 B.0"),
        ("no value", "    scatter4_scaled.R (M1_NM, 8) T6 0x0:ud A.0 E.0\n", ""),
    ] {
        assert!(CONTESTED_SUM_BODY.contains(from), "{what}");
        let body = CONTESTED_SUM_BODY.replace(from, to);
        let result = check(CONTESTED_SUM, STORES_DECLARATIONS, &body);
        assert!(matches!(result, Err(RefineError::Differs(_))), "{what}: {result:?}");
    }
}

/// The same, with a branch on what is there.
#[test]
fn a_branch_on_values_that_lanes_store_to_one_address_at_once_is_not_compared() {
    let text = CONTESTED_SUM.replace(
        "  return",
        "  jump ^read\n^read:\n  %last = load_raw b0 [x: 256] -> i32
  %is_even = and i32 %last, 1\n  %c = icmp.eq i32 %is_even, 0\n  branch %c, ^then, ^end
^then:\n  store_raw b0 [x: 260], i32 1\n  jump ^end\n^end:\n  return",
    );
    let body = CONTESTED_SUM_BODY.replace(
        "    ret (M1, 1)",
        "\
    gather4_scaled.R (M1_NM, 8) T6 0x0:ud A.0 B.0
    and (M1, 8) D(0,0)<1> B(0,0)<1;1,0> 0x1:ud
    cmp.eq (M1, 8) P1 D(0,0)<1;1,0> 0x0:ud
    (!P1) goto (M1, 8) end
    mov (M1_NM, 8) A(0,0)<1> 0x104:ud
    mov (M1_NM, 8) F(0,0)<1> 0x1:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 F.0

end:
    ret (M1, 1)",
    );
    let declarations = format!("{STORES_DECLARATIONS}\n.decl P1 v_type=P num_elts=8");
    let summary = check(&text, &declarations, &body).unwrap_or_else(|error| panic!("{error}"));
    assert!(summary.uncompared.iter().any(|uncompared| uncompared.cause == Cause::Race), "{summary:?}");
}

/// The same, and each loads from where that says: from another place than the source's, which may come first.
#[test]
fn where_a_work_item_loads_is_open_if_that_depends_on_contested_values() {
    let text = CONTESTED_SUM.replace(
        "  return",
        "  %at = shl i32 %found, 2\n  %next = load_raw b0 [x: %at] -> i32\n  store_raw b1 [x: 0], i32 %next\n  return",
    );
    let text = text.replace("kernel", "surface b1: raw @ table 1\nkernel");
    let loads = "\
    shl (M1, 8) F(0,0)<1> B(0,0)<1;1,0> 0x2:ud
    gather4_scaled.R (M1, 8) T6 0x0:ud F.0 E.0
    mov (M1_NM, 8) A(0,0)<1> 0x0:ud
    movs (M1_NM, 1) T6(0) 0x1:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 E.0
    ret (M1, 1)";
    let body = CONTESTED_SUM_BODY.replace("    ret (M1, 1)", loads);
    check(&text, STORES_DECLARATIONS, &body).unwrap_or_else(|error| panic!("{error}"));
    let elsewhere = body.replace("F(0,0)<1> B(0,0)<1;1,0> 0x2:ud", "F(0,0)<1> B(0,0)<1;1,0> 0x3:ud");
    let result = check(&text, STORES_DECLARATIONS, &elsewhere);
    assert!(matches!(result, Err(RefineError::Differs(_))), "{result:?}");
}

/// Each work item adds the dword before its own to that. This machine code does so for the lanes in another order: those of
/// even numbers come first.
#[test]
fn what_a_work_item_loads_where_another_stores_is_open_without_a_barrier() {
    let text = "surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x) group [8, 1, 1] {
^entry:
  %id = zext i16 %x -> i32
  %odd = and i32 %id, 1
  %a = shl i32 %id, 2
  %c = icmp.eq i32 %odd, 0
  branch %c, ^even, ^odd
^even:
  store_raw b0 [x: %a], i32 %id
  jump ^end
^odd:
  %at = sub i32 %a, 4
  %before = load_raw b0 [x: %at] -> i32
  %sum = add i32 %before, %id
  store_raw b0 [x: %a], i32 %sum
  jump ^end
^end:
  return
}";
    let even = "    (P1) scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 I.0\n";
    let odd = "    (!P1) gather4_scaled.R (M1, 8) T6 0x0:ud B.0 D.0
    add (M1, 8) E(0,0)<1> D(0,0)<1;1,0> I(0,0)<1;1,0>
    (!P1) scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 E.0\n";
    let body = |accesses: &[&str]| {
        [
            "    mov (M1, 8) I(0,0)<1> X(0,0)<1;1,0>
    and (M1, 8) F(0,0)<1> I(0,0)<1;1,0> 0x1:ud
    shl (M1, 8) A(0,0)<1> I(0,0)<1;1,0> 0x2:ud
    add (M1, 8) B(0,0)<1> A(0,0)<1;1,0> 0xfffffffc:ud
    cmp.eq (M1, 8) P1 F(0,0)<1;1,0> 0x0:ud
    movs (M1_NM, 1) T6(0) 0x0:ud\n",
            &accesses.concat(),
            "    ret (M1, 1)",
        ]
        .concat()
    };
    let declarations = format!("{STORES_DECLARATIONS}\n.decl P1 v_type=P num_elts=8");
    for accesses in [[even, odd], [odd, even]] {
        let summary = check(text, &declarations, &body(&accesses)).unwrap_or_else(|error| panic!("{error}"));
        assert!(summary.compared_bytes > 30 * 4, "{summary:?}");
    }
    let wrong = body(&[odd, even]).replace("A.0 I.0", "A.0 F.0");
    let result = check(text, &declarations, &wrong);
    assert!(matches!(result, Err(RefineError::Differs(_))), "{result:?}");
}

/// The four lanes of a quad read one texel of a texture; what is stored is a constant.
const MESSAGES: &str = "surface b0: raw @ table 0
surface t1: 2d_array f32 @ table 1
sampler s0 @ 0
kernel @k(%x: i16 = local_id_x, %u: f32, %v: f32, %l: f32) {
^entry:
  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
  %t = sample t1, s0 [u: %u, v: %v, r: 1.0, lod: %l] mask r -> f32x4
  %e = extract f32x4 %t, 0
  %z = bitcast f32 %e -> i32
  %n = and i32 %z, 0
  store_raw b0 [x: %a], i32 %n
  return
}";

const MESSAGES_DECLARATIONS: &str = "\
.decl X v_type=G type=uw num_elts=16 align=GRF
.decl U v_type=G type=f num_elts=8 align=GRF
.decl V v_type=G type=f num_elts=8 align=GRF
.decl L v_type=G type=f num_elts=8 align=GRF
.decl R v_type=G type=f num_elts=8 align=GRF
.decl A v_type=G type=ud num_elts=8 align=GRF
.decl D v_type=G type=f num_elts=8 align=GRF
.decl N v_type=G type=ud num_elts=8 align=GRF
.input X offset=32 size=32
.input U offset=128 size=32
.input V offset=160 size=32
.input L offset=192 size=32";

const MESSAGES_BODY: &str = "\
    mov (M1, 8) A(0,0)<1> X(0,0)<1;1,0>
    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:ud
    mov (M1, 8) R(0,0)<1> 0x3f800000:f
    movs (M1_NM, 1) T6(0) 0x1:ud
    movs (M1_NM, 1) S0(0) 0x0:ud
    sample_l.R (M1, 8) 0x0:uw S0 T6 D.0 L.0 U.0 V.0 R.0
    mov (M1, 8) N(0,0)<1> 0x0:ud
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 N.0
    ret (M1, 1)";

#[test]
fn a_message_must_ask_what_the_source_asks() {
    let summary = check(MESSAGES, MESSAGES_DECLARATIONS, MESSAGES_BODY).unwrap_or_else(|error| panic!("{error}"));
    assert!(summary.compared_messages > 30, "{summary:?}");
    for (from, to, differs) in [
        ("L.0 U.0 V.0 R.0", "L.0 V.0 U.0 R.0", "u and v"),
        ("L.0 U.0 V.0 R.0", "L.0 U.0 V.0", "r"),
        ("R(0,0)<1> 0x3f800000:f", "R(0,0)<1> 0x40000000:f", "r"),
        ("L.0 U.0", "U.0 U.0", "lod"),
        ("0x0:uw S0", "0x010:uw S0", "offv"),
        ("sample_l.R", "sample_b.R", "the message"),
    ] {
        assert!(MESSAGES_BODY.contains(from), "{from}");
        let report = difference(check(MESSAGES, MESSAGES_DECLARATIONS, &MESSAGES_BODY.replace(from, to)), from);
        let messages = report.accesses.iter().filter_map(|difference| match difference {
            AccessDifference::Message { surface, nearest, .. } => {
                Some((surface.as_str(), nearest.as_ref()?.1.as_str()))
            }
            AccessDifference::Store { .. } | AccessDifference::Load { .. } => None,
        });
        assert!(messages.clone().any(|message| message == ("`t1`", differs)), "{to}: {report}");
    }
}

#[test]
fn messages_of_which_nothing_is_read_may_be_left_out_or_merged() {
    let message = "    sample_l.R (M1, 8) 0x0:uw S0 T6 D.0 L.0 U.0 V.0 R.0\n";
    assert!(MESSAGES_BODY.contains(message));
    for body in [MESSAGES_BODY.replace(message, ""), MESSAGES_BODY.replace(message, &message.repeat(2))] {
        check(MESSAGES, MESSAGES_DECLARATIONS, &body).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Each work item loads a dword, on which the result does not depend.
const LOADS: &str = "surface b0: raw @ table 0
surface b1: raw @ table 1
kernel @k(%x: i16 = local_id_x) {
^entry:
  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
  %v = load_raw b1 [x: %a] -> i32
  %z = and i32 %v, 0
  store_raw b0 [x: %a], i32 %z
  return
}";

const LOADS_BODY: &str = "\
    mov (M1, 8) I(0,0)<1> X(0,0)<1;1,0>
    shl (M1, 8) A(0,0)<1> I(0,0)<1;1,0> 0x2:ud
    add (M1, 8) B(0,0)<1> A(0,0)<1;1,0> 0x400:ud
    movs (M1_NM, 1) T6(0) 0x1:ud
    gather4_scaled.R (M1, 8) T6 0x0:ud A.0 D.0
    and (M1, 8) D(0,0)<1> D(0,0)<1;1,0> 0x0:ud
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 D.0
    ret (M1, 1)";

#[test]
fn a_load_must_be_where_the_source_loads() {
    let load = "    gather4_scaled.R (M1, 8) T6 0x0:ud A.0 D.0\n";
    for (name, loads) in [
        ("as the source", load.to_owned()),
        ("twice", load.repeat(2)),
        ("not at all", "    mov (M1, 8) D(0,0)<1> 0x1:ud\n".to_owned()),
        ("more channels", load.replace(".R", ".RGB").replace("D.0", "F.0") + load),
        ("bytes", load.replace("gather4_scaled.R", "gather_scaled.1")),
    ] {
        let body = LOADS_BODY.replace(load, &loads);
        let declarations =
            STORES_DECLARATIONS.replace(".decl F v_type=G type=ud num_elts=8", ".decl F v_type=G type=ud num_elts=24");
        check(LOADS, &declarations, &body).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    for (name, loads) in [
        ("elsewhere", load.replace("A.0 D.0", "B.0 D.0")),
        ("elsewhere, too", load.replace("A.0 D.0", "B.0 E.0") + load),
        ("another buffer", format!("    movs (M1_NM, 1) T6(0) 0x0:ud\n{load}")),
    ] {
        let report = difference(check(LOADS, STORES_DECLARATIONS, &LOADS_BODY.replace(load, &loads)), name);
        assert!(matches!(report.accesses[0], AccessDifference::Load { .. }), "{name}: {report}");
        assert!(report.to_string().contains("where the source loads nothing"), "{report}");
    }
}

/// Offset -2 is not aligned, so that what is loaded is undefined. The third dword is at offset 6: vISA that adds 8 to -2 wraps.
#[test]
fn where_elements_that_are_not_aligned_pass_the_last_offset_is_open() {
    let source = "surface b0: raw @ table 0
surface b1: raw @ table 1
kernel @k(%x: i16 = local_id_x) {
^entry:
  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
  %far = sub i32 -2, %a
  %v = load_raw b1 [x: %far] -> i32x4
  %e = extract i32x4 %v, 0
  %z = and i32 %e, 0
  store_raw b0 [x: %a], i32 %z
  return
}";
    let body = LOADS_BODY
        .replace("A(0,0)<1;1,0> 0x400:ud", "(-)A(0,0)<1;1,0> 0x6:ud")
        .replace("gather4_scaled.R (M1, 8) T6 0x0:ud A.0 D.0", "gather4_scaled.RG (M1, 8) T6 0x0:ud B.0 D.0");
    let declarations =
        STORES_DECLARATIONS.replace(".decl D v_type=G type=ud num_elts=8", ".decl D v_type=G type=ud num_elts=16");
    check(source, &declarations, &body).unwrap_or_else(|error| panic!("{error}"));
}
