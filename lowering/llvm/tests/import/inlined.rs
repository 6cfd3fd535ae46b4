//! Functions that kernels call.

use super::{import, refusals};

/// What a kernel does that calls `callee` with its argument.
fn kernel(callee: &str, attributes: &str) -> String {
    format!(
        "define spir_kernel void @k(i32 %x) {{
  %y = call i32 @{callee}(i32 %x) {attributes}
  %to = inttoptr i32 %x to i32 addrspace(131072)*
  store i32 %y, i32 addrspace(131072)* %to, align 4
  ret void
}}\n"
    )
}

const TRIPLED: &str = "define internal i32 @tripled(i32 %v) noinline optnone {
  %w = mul i32 %v, 3
  ret i32 %w
}\n";

#[test]
fn functions_are_inlined_whatever_forbids_it_and_deleted() {
    let chosen = "define i32 @chosen(i32 %v) {
  %c = icmp eq i32 %v, 7
  br i1 %c, label %a, label %b
a:
  %w = call i32 @tripled(i32 %v)
  ret i32 %w
b:
  ret i32 %v
}\n";
    for (text, choices) in [
        ([TRIPLED, &kernel("tripled", "")].concat(), 0),
        ([&kernel("tripled", "noinline"), TRIPLED].concat(), 0),
        ([chosen, &kernel("chosen", ""), TRIPLED].concat(), 1),
    ] {
        let import = import(&text);
        let found = import.module.to_string();
        assert_eq!((found.matches("mul i32").count(), found.matches("branch ").count()), (1, choices), "{found}");
        // What others may call stays, and is no kernel.
        let left = import.remarks.iter().filter(|remark| remark.message.contains("is not a kernel")).count();
        assert_eq!(left, choices, "{:?}", import.remarks);
    }
}

#[test]
fn functions_that_call_themselves_are_refused() {
    let again = "define internal i32 @again(i32 %v) {
  %n = sub i32 %v, 1
  %r = call i32 @again(i32 %n)
  ret i32 %r
}\n";
    let [refusal] = &refusals(&[again, &kernel("again", "")].concat())[..] else { panic!("one call") };
    assert!(refusal.contains("a call of a function is not supported"), "{refusal}");
}
