//! Kernels that require a size of their groups.

use predicates::prelude::predicate;

use super::{folder, given, shown};

/// Stores what the dispatch says of the group, for each work item of a row of 8.
const PROGRAM: &str = "target tgllp simd16
surface b0: raw @ table 0
kernel @sized(%r0: uniform i32x8 = r0, %size: uniform i32x3 = local_size, %lx: i16 = local_id_x, %ly: i16 = local_id_y) group [4, 2, 1] {
^entry:
  %g = extract i32x8 %r0, 1
  %x = zext i16 %lx -> i32
  %y = zext i16 %ly -> i32
  %row = shl i32 %y, 3
  %first = shl i32 %g, 2
  %a = add i32 %row, %first
  %item = add i32 %a, %x
  %to = shl i32 %item, 2
  %columns = extract i32x3 %size, 0
  %rows = extract i32x3 %size, 1
  %high = shl i32 %rows, 8
  %both = add i32 %columns, %high
  store_raw b0 [x: %to], i32 %both
  return
}
";

#[test]
fn groups_have_the_required_size() {
    let folder = folder();
    let file = folder.path().join("out.bin");
    let output = format!("b0={}", shown(&file));
    for group in [&[][..], &["--group", "4x2x1"], &["--group", "4x2"]] {
        let arguments = [&["run", "-", "--grid", "8x2", "--bind", "b0=64", "--output", &output], group].concat();
        given(PROGRAM, &arguments).assert().code(0);
        let bytes = std::fs::read(&file).expect("it was written");
        assert_eq!(bytes, [4, 2, 0, 0].repeat(16));
    }
    let refused = |more: &[&str], says: &'static str| {
        let arguments = [&["run", "-", "--bind", "b0=64"], more].concat();
        given(PROGRAM, &arguments).assert().code(2).stderr(predicate::str::contains(says));
    };
    refused(&["--grid", "8x2", "--group", "8x2"], "--group 8x2x1: kernel `sized` requires groups of 4x2x1");
    refused(&["--grid", "8x3"], "--grid 8x3x1: kernel `sized` requires groups of 4x2x1, and has no smaller ones");
}

/// A program that is right for groups of 4 x 2 alone: `check` tries no others.
#[test]
fn other_sizes_are_not_tried() {
    given(PROGRAM, &["check", "-"]).assert().code(0);
    given(&PROGRAM.replace("[4, 2, 1]", "[4, 512, 1]"), &["check", "-"]).assert().code(1).stderr(
        predicate::str::contains(
            "a group of 4 x 512 x 1 work items; expected at least 1 along each axis and at most 1024 in all",
        ),
    );
}
