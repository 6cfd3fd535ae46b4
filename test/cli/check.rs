//! What `texvisa check` says of what it has seen and of what it has not.

use predicates::prelude::{PredicateBooleanExt, predicate};

use super::{PROGRAM, given};

#[test]
fn check_says_what_it_has_seen() {
    given(PROGRAM, &["check", "-", "--trials", "20"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("kernel copy for tgllp simd16: no difference"))
        .stdout(predicate::str::contains("execution: 20 trials"));
}

/// Of a line that no screen has room for the place alone is said.
#[test]
fn a_fault_far_along_a_line_has_its_location() {
    let far = format!("target tgllp simd8{}oops\n", " ".repeat(100_000));
    given(&far, &["check", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains("<stdin>:1:100019: expected").and(predicate::str::contains("`oops`")));
}

/// A kernel that stores what `body` makes of its arguments, `%x` and `%v`, and calls `%value`.
fn storing(body: &str) -> String {
    format!(
        "target tgllp simd16
surface b0: raw @ table 0
kernel @k(%x: i32, %v: i32) {{
^entry:
  %address = shl i32 %x, 2
{body}
  store_raw b0 [x: %address], i32 %value
  return
}}
"
    )
}

/// A kernel that counts to a number and stores it.
fn counting(turns: u32) -> String {
    storing(&format!(
        "  jump ^loop(i32 0)
^loop(%i: i32):
  %value = add i32 %i, 1
  %more = icmp.slt i32 %value, {turns}
  branch %more, ^loop(%value), ^done
^done:"
    ))
}

#[test]
fn a_check_that_compared_nothing_is_no_success() {
    let undefined = storing("  %value = shl i32 %v, -3");
    given(&undefined, &["check", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains("nothing was compared").and(predicate::str::contains("undefined values: ")));
    given(&undefined, &["compile", "-"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("scatter4_scaled"))
        .stderr(predicate::str::contains("<stdin>: remark: kernel `k`: nothing was compared"));
    let unaligned = storing("  %value = add i32 %v, 0\n  %odd = or i32 %address, 1\n  store_raw b0 [x: %odd], i32 %v")
        .replace("[x: %address], i32 %value", "[x: %odd], i32 %value");
    given(&unaligned, &["check", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains("unaligned accesses: "));
    let never = storing("  %value = add i32 %v, 0\n  branch false, ^store, ^end\n^end:\n  return\n^store:");
    given(&never, &["check", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains("3000 trials were executed, and the kernel wrote nothing"));
}

/// It stores where a work item is five from every edge of a picture of more than 16 by 10.
const FAR_FROM_EDGES: &str = "target tgllp simd16
surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x, %y: i16 = local_id_y, %width: uniform i32, %height: uniform i32) {
^entry:
  %u = zext i16 %x -> i32
  %v = zext i16 %y -> i32
  %right = sub i32 %width, %u
  %lower = sub i32 %height, %v
  %a = icmp.sge i32 %u, 10
  %b = icmp.sge i32 %v, 5
  %c = icmp.sge i32 %right, 6
  %d = icmp.sge i32 %lower, 5
  %ab = and i1 %a, %b
  %cd = and i1 %c, %d
  %inside = and i1 %ab, %cd
  branch %inside, ^store, ^done
^store:
  %to = shl i32 %u, 2
  store_raw b0 [x: %to], i32 %v
  jump ^done
^done:
  return
}
";

#[test]
fn a_kernel_that_leaves_edges_alone_is_compared() {
    let checked = given(FAR_FROM_EDGES, &["check", "-", "--trials", "30"]).assert().code(0);
    let output = String::from_utf8_lossy(&checked.get_output().stdout).into_owned();
    let number = |before: &str| {
        let (rest, _) = output.split_once(before)?;
        rest.rsplit([' ', '\n']).next()?.replace(',', "").parse::<u64>().ok()
    };
    assert!(number(" trials, ").is_some_and(|trials| (31..900).contains(&trials)), "{output}");
    assert!(number(" bytes compared").is_some_and(|bytes| bytes >= 64), "{output}");
}

#[test]
fn a_kernel_without_a_store_is_said_to_write_nothing() {
    let text = PROGRAM.replace("  write w0 [u: %x, v: %y], f32x4 %texel\n", "");
    given(&text, &["check", "-"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("execution: 100 trials, the kernel writes nothing"));
    given(&text, &["compile", "-"]).assert().code(0).stderr(predicate::str::is_empty());
}

#[test]
fn a_loop_of_thousands_of_turns_is_executed() {
    for turns in [4_000, 6_000] {
        given(&counting(turns), &["check", "-", "--trials", "20"])
            .assert()
            .code(0)
            .stdout(predicate::str::contains("execution: 20 trials"));
    }
    given(&counting(6_000), &["compile", "-"]).assert().code(0).stderr(predicate::str::is_empty());
}

#[test]
fn uncompared_trials_are_shown_with_their_cause() {
    let endless = counting(2_000_000_000);
    let cause = "the kernel does not end within the step limit (seed 0: a hardware thread executed ";
    given(&endless, &["check", "-"])
        .assert()
        .code(1)
        .stdout(predicate::str::is_empty())
        .stderr(predicate::str::contains(format!("nothing was compared: 100 trials: {cause}")));
    given(&endless, &["compile", "-"]).assert().code(0).stdout(predicate::str::contains("scatter4_scaled")).stderr(
        predicate::str::contains(format!("<stdin>: remark: kernel `k`: nothing was compared: 4 trials: {cause}")),
    );
    let some =
        endless.replace("%v: i32", "%v: uniform i32").replace("icmp.slt i32 %value, 2000000000", "icmp.ne i32 %v, 1");
    given(&some, &["check", "-"]).assert().code(0).stdout(
        predicate::str::is_match("not compared: [0-9]+ trials: the kernel does not end within the step limit")
            .expect("legal"),
    );
}

#[test]
fn declarations_of_one_entry_that_nothing_fits_are_named() {
    let text = PROGRAM
        .replace("surface w0: 2d f32 @ table 1", "surface w0: raw @ table 0\nsurface w1: 2d f32 @ table 0")
        .replace(
            "  write w0 [u: %x, v: %y], f32x4 %texel",
            "  store_raw w0 [x: i32 0], f32x4 %texel\n  write w1 [u: %x, v: %y], f32x4 %texel",
        );
    given(&text, &["check", "-"]).assert().code(1).stderr(
        predicate::str::contains("declarations of one binding table entry need different resources")
            .and(predicate::str::contains("entry 0 is `t0` and `w0` and `w1`; ")),
    );
}

/// A list that ends where a number is, which no random bits are.
const LIST: &str = "target tgllp simd16
surface b0: raw @ table 0
surface b1: raw @ table 1

kernel @k(%x: i16 = local_id_x) {
^entry:
  jump ^loop(i32 0)
^loop(%at: i32):
  %word = load_raw b0 [x: %at] -> i32
  %next = add i32 %at, 4
  %ended = icmp.eq i32 %word, 2147483647
  branch %ended, ^done, ^loop(%next)
^done:
  %id = zext i16 %x -> i32
  %to = shl i32 %id, 2
  store_raw b1 [x: %to], i32 %next
  return
}
";

#[test]
fn a_kernel_that_reads_up_to_a_number_is_compared() {
    given(LIST, &["check", "-"]).assert().code(0).stdout(predicate::str::contains("no difference"));
}
