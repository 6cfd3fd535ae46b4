//! Constants, and pointers that an index makes.

use super::{body, import, module, refusals};

const STORE: &str =
    "  %s = inttoptr i32 0 to i32 addrspace(131072)*\n  store i32 %v, i32 addrspace(131072)* %s, align 4";

/// A constant that cannot be imported is an error where an edge passes it on, too.
#[test]
fn a_block_that_is_given_the_address_of_a_function_is_refused() {
    let text = format!(
        "define spir_kernel void @k(i32 %x) {{\nentry:\n  %c = icmp eq i32 %x, 0\n  br i1 %c, label %then, label %end\n\
         then:\n  br label %end\nend:\n  %v = phi i32 [ ptrtoint (void ()* @f to i32), %then ], [ 0, %entry ]\n{STORE}\n\
         ret void\n}}\ndeclare void @f()\n"
    );
    let refused = refusals(&text);
    assert!(!refused.is_empty());
}

#[test]
fn an_index_of_zero_is_the_pointer_itself_and_others_are_refused() {
    let text = |index: u32| {
        let lines = format!(
            "  %q = getelementptr i32, i32 addrspace(1)* %p, i32 {index}\n  %v = load i32, i32 addrspace(1)* %q, align 4\n{STORE}"
        );
        module("i32 addrspace(1)* %p", &lines, "")
    };
    assert_eq!(body(&text(0)), ["%v = load_ptr [x: %p] -> i32", "store_raw b0 [x: 0], i32 %v"]);
    let [refused] = &refusals(&text(1))[..] else { panic!("one instruction is wrong") };
    assert!(refused.contains("the getelementptr has a nonzero index; lower it to arithmetic first"), "{refused}");
}

/// LLVM says so and reads the module without the information.
#[test]
fn what_llvm_says_of_a_module_is_a_remark() {
    let text = module(
        "",
        "",
        "!llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 99}\n\
        !llvm.dbg.cu = !{!1}\n!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)\n\
        !2 = !DIFile(filename: \"a.cl\", directory: \"/\")",
    );
    let remarks: Vec<String> = import(&text).remarks.iter().map(ToString::to_string).collect();
    assert!(
        remarks.iter().any(|remark| remark.contains("LLVM: ignoring debug info with an invalid version (99)")),
        "{remarks:?}"
    );
}
