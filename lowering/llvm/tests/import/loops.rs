//! Loops that are entered at several blocks.

use texvisa_ir::texture::cfg::{ControlFlow, Loops};

use super::{import, refusals};

/// A loop that is entered at two blocks gets a block before it that chooses.
#[test]
fn loops_are_entered_at_one_block() {
    let found = import(
        "define spir_kernel void @k(i32 %x) {
  %odd = trunc i32 %x to i1
  br i1 %odd, label %first, label %second
first:
  %a = phi i32 [ 0, %0 ], [ %d, %second ]
  %b = add i32 %a, %x
  br label %second
second:
  %c = phi i32 [ 1, %0 ], [ %b, %first ]
  %d = mul i32 %c, 5
  %more = icmp ult i32 %d, 1000
  br i1 %more, label %first, label %end
end:
  %to = inttoptr i32 %x to i32 addrspace(131072)*
  store i32 %d, i32 addrspace(131072)* %to, align 4
  ret void
}\n",
    )
    .module;
    let kernel = found.kernels.values().next().expect("a kernel");
    assert!(Loops::new(&ControlFlow::new(kernel)).is_ok(), "{found}");
}

/// A loop that is entered at two blocks and has another one inside: one run of LLVM's pass leaves the inner one.
#[test]
fn loops_in_loops_are_entered_at_one_block() {
    let found = import(
        "define spir_kernel void @k(i32 %x, i32 %y) {
  %a = icmp ult i32 %x, 100
  %b = icmp ult i32 %y, 100
  br i1 %a, label %first, label %second
first:
  br i1 %b, label %second, label %end
second:
  br i1 %a, label %head, label %first
head:
  br i1 %b, label %low, label %high
low:
  br i1 %a, label %high, label %first
high:
  br i1 %b, label %low, label %back
back:
  br i1 %a, label %head, label %second
end:
  ret void
}\n",
    )
    .module;
    let kernel = found.kernels.values().next().expect("a kernel");
    assert!(Loops::new(&ControlFlow::new(kernel)).is_ok(), "{found}");
}

/// Both ways of a branch lead to one entry: its condition chooses none.
#[test]
fn a_branch_with_one_target_enters_a_loop_there() {
    for (one, other) in [("%first", "%second"), ("%second", "%first")] {
        let found = import(&format!(
            "define spir_kernel void @k(i32 %x) {{
  %odd = trunc i32 %x to i1
  %few = icmp ult i32 %x, 100
  br i1 %odd, label %before, label {other}
before:
  br i1 %few, label {one}, label {one}
first:
  br i1 %few, label %second, label %end
second:
  br label %first
end:
  ret void
}}\n"
        ))
        .module
        .to_string();
        let guards: Vec<&str> = found.lines().filter(|line| line.contains("jump ^irr.guard(")).collect();
        assert!(!guards.is_empty() && guards.iter().all(|line| !line.contains("%few")), "{found}");
    }
}

/// Control flow that LLVM's pass does not know reaches the importer as it is, and unreachable blocks do no harm.
#[test]
fn loops_with_other_terminators_are_left_alone() {
    let blocks = |first: &str| {
        format!(
            "define spir_kernel void @k(i32 %x) {{
  %odd = trunc i32 %x to i1
  switch i32 %x, label %first [ i32 3, label %second  i32 7, label %second  i32 9, label %end ]
unreachable:
  br i1 %odd, label %first, label %second
first:
  {first}
second:
  br i1 %odd, label %first, label %end
end:
  ret void
}}\n"
        )
    };
    let loops = import(&blocks("br label %second")).module;
    let kernel = loops.kernels.values().next().expect("a kernel");
    assert!(Loops::new(&ControlFlow::new(kernel)).is_ok(), "{loops}");
    let refused = refusals(&blocks("indirectbr i8* blockaddress(@k, %second), [label %second]"));
    assert!(refused[0].contains("indirectbr"), "{refused:?}");
}
