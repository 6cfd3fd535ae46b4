//! Functions that kernels call.

use texvisa_llvm::ImportError;

use super::{import, refusals, try_import};

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

/// A function that is not inlined reads the implicit arguments of the kernel by intrinsics.
#[test]
fn functions_read_the_implicit_arguments_of_the_kernel() {
    let function = |name: &str, suffix: &str, ty: &str| {
        format!(
            "declare {ty} @llvm.genx.GenISA.{name}{suffix}()
define internal i32 @{name}(i32 %v) noinline {{
  %i = call {ty} @llvm.genx.GenISA.{name}{suffix}()
  {element}
  %r = add i32 %e, %v
  ret i32 %r
}}\n",
            element = match ty {
                "i16" => "%e = zext i16 %i to i32".to_owned(),
                _ => format!("%e = extractelement {ty} %i, i32 1"),
            }
        )
    };
    let of_kernel = |callee: &str| kernel(callee, "").replace("@k(i32 %x)", "@k(i32 %x, <8 x i32> %r0, i16 %localIdY)");
    for (name, suffix, ty, expected) in [
        ("getLocalID.Y", ".i16", "i16", "zext i16 %localIdY -> i32"),
        ("getR0", ".v8i32", "<8 x i32>", "extract i32x8 %r0, 1"),
    ] {
        let text = [function(name, suffix, ty), of_kernel(name)].concat();
        let found = import(&text).module.to_string();
        assert!(found.contains(expected), "{found}");
    }
    let text = [function("getLocalID.X", ".i16", "i16"), of_kernel("getLocalID.X")].concat();
    let [refusal] = &refusals(&text)[..] else { panic!("one call") };
    assert!(refusal.contains("the kernel has no implicit argument localIdX"), "{refusal}");
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

/// `count` functions @f0, @f1, ..., each of which calls the next ten times, the last one that is not there.
fn chain(count: usize) -> String {
    let function = |number: usize| {
        let callee = number + 1;
        let calls: String =
            (1..=10).map(|call| format!("  %v{call} = call i32 @f{callee}(i32 %v{})\n", call - 1)).collect();
        format!("define internal i32 @f{number}(i32 %v0) noinline {{\n{calls}  ret i32 %v10\n}}\n")
    };
    let last = format!("define internal i32 @f{count}(i32 %v) {{\n  %w = mul i32 %v, 3\n  ret i32 %w\n}}\n");
    (0..count).map(function).collect::<String>() + &last
}

const STORES: &str = "define spir_kernel void @stores(i32 %x) {
  %to = inttoptr i32 %x to i32 addrspace(131072)*
  store i32 %x, i32 addrspace(131072)* %to, align 4
  ret void
}\n";

#[test]
fn chains_of_calls_that_no_kernel_leads_to_are_left_alone() {
    let found = import(&[&chain(40), STORES].concat()).module.to_string();
    assert_eq!(found.matches("kernel @").count(), 1, "{found}");
}

/// A function of fifty instructions that does `last` before it returns, which may be nothing.
fn long(name: &str, last: &str) -> String {
    let body: String = (0..49).map(|number| format!("  %v{} = mul i32 %v{number}, 3\n", number + 1)).collect();
    format!("define internal i32 @{name}(i32 %v0) noinline {{\n{body}  {last}\n  ret i32 %v49\n}}\n")
}

/// A kernel that calls functions one after the other, and does `last` before the end.
fn calls(callees: &[&str], last: &str) -> String {
    let all: String = callees
        .iter()
        .enumerate()
        .map(|(at, callee)| {
            format!(
                "  %a{at} = add i32 %y{at}, 7\n  %b{at} = sub i32 %y{at}, 9\n  %r{at} = call i32 @{callee}(i32 %a{at})
  %y{} = xor i32 %r{at}, %b{at}\n",
                at + 1
            )
        })
        .collect();
    let body = format!("{all}  {last}\n  %y = mul i32 %y{}, 5", callees.len());
    kernel("none", "")
        .replace("(i32 %x)", "(i32 %y0)")
        .replace("  %y = call i32 @none(i32 %y0) ", &body)
        .replace("i32 %x to", "i32 %y0 to")
}

/// How many bodies of [`long`] functions a kernel has.
fn bodies(text: &str) -> usize {
    let found = import(text).module.to_string();
    let products = found.lines().filter(|line| line.contains("= mul i32 ") && line.ends_with(", 3")).count();
    assert_eq!(products % 49, 0, "{found}");
    products / 49
}

#[test]
fn calls_of_a_large_function_share_its_body() {
    assert_eq!(bodies(&[long("f", ""), calls(&["f", "f", "f"], "")].concat()), 1);
    // Twice is not enough: fifty instructions less, and eight more to branch there and back.
    assert_eq!(bodies(&[long("f", ""), calls(&["f", "f"], "")].concat()), 2);
    // Of a chain, those of the second function are a hundred of eleven instructions; then there are ten, of each of the next ten, and what
    // the last ones call has two.
    let found = import(&[chain(4), kernel("f0", "")].concat()).module.to_string();
    assert_eq!(found.matches("mul i32").count(), 100, "{found}");
}

/// `%b1` and `%b2` are read behind the calls that they are in front of, `%b0` is in front of all.
#[test]
fn what_calls_keep_for_themselves_shares_a_parameter_of_the_body() {
    let found = import(&[long("f", ""), calls(&["f", "f", "f"], "")].concat()).module.to_string();
    let head = found.lines().find(|line| line.starts_with("^call(")).expect("a block for the body");
    assert_eq!(head.matches(": i32").count(), 3, "what is kept, the number of the call and its argument: {head}");
    assert_eq!(found.matches("jump ^call(i32 undef, ").count(), 1, "{found}");
}

const ACROSS: &str = "declare i32 @llvm.genx.GenISA.WaveAll.i32(i32, i8, i32)
declare void @llvm.genx.GenISA.threadgroupbarrier()
declare <4 x float> @llvm.genx.GenISA.sampleptr.v4f32.f32.p196608f32.p589824i32(float, float, float, float, float, float addrspace(196608)*, i32 addrspace(589824)*, i32, i32, i32)
";

#[test]
fn bodies_are_not_shared_where_lanes_work_together() {
    let sum = "%w = call i32 @llvm.genx.GenISA.WaveAll.i32(i32 7, i8 0, i32 0)";
    let barrier = "call void @llvm.genx.GenISA.threadgroupbarrier()";
    let sample = "%t = call <4 x float> @llvm.genx.GenISA.sampleptr.v4f32.f32.p196608f32.p589824i32(float 0.0, float 0.0, float 0.0, \
                  float 0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0)";
    for together in [sum, barrier, sample] {
        let in_kernel = [ACROSS.to_owned(), long("f", ""), calls(&["f", "f", "f"], together)].concat();
        assert_eq!(bodies(&in_kernel), 3, "{together}");
        let in_function =
            [ACROSS.to_owned(), long("f", ""), long("g", together), calls(&["f", "f", "f", "g"], "")].concat();
        assert_eq!(bodies(&in_function), 4, "{together}");
    }
}

/// Calls that say more than what they pass are no calls of one body, and a body for each was not counted: they are left, and refused.
#[test]
fn calls_that_cannot_share_a_body_are_refused() {
    let kernel = calls(&["f", "f", "f"], "").replace("@f(i32 %a1)", "@f(i32 %a1) [ \"deopt\"(i32 0) ]");
    let found = refusals(&[long("f", ""), kernel].concat());
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|refusal| refusal.contains("a call of a function is not supported")), "{found:?}");
}

/// A function of four instructions: to branch there and back takes as many.
#[test]
fn calls_of_a_small_function_share_no_body() {
    let small = "define internal i32 @f(i32 %v) noinline {
  %a = add i32 %v, 3\n  %b = xor i32 %a, %v\n  %c = mul i32 %b, 3\n  ret i32 %c\n}\n";
    let found = import(&[small.to_owned(), calls(&["f"; 40], "")].concat()).module.to_string();
    assert_eq!(found.matches("mul i32").count(), 41, "{found}");
}

/// Frames of functions that do not call each other are at one offset.
#[test]
fn bodies_are_shared_where_one_function_has_a_frame() {
    let frame = "%p = call i8* @llvm.genx.GenISA.StackAlloca(i32 0)
  %q = bitcast i8* %p to i32*
  store i32 %v49, i32* %q, align 4";
    let declared = r#"declare i8* @llvm.genx.GenISA.StackAlloca(i32)
!IGCMetadata = !{!0}
!0 = !{!"ModuleMD", !1, !2}
!1 = !{!"FuncMD", !{!"FuncMDMap[0]", i32 (i32)* @f}, !{!"FuncMDValue[0]", !{!"privateMemoryPerWI", i32 4}}, !3, !4}
!2 = !{!"PrivateMemoryPerFG", !{!"PrivateMemoryPerFGMap[0]", void (i32, i8*)* @k}, !{!"PrivateMemoryPerFGValue[0]", i32 200}}
!3 = !{!"FuncMDMap[1]", i32 (i32)* @g}
!4 = !{!"FuncMDValue[1]", !{!"privateMemoryPerWI", i32 4}}
"#;
    let of_functions = |second: &str| {
        let kernel = calls(&["f", "f", "f", "g"], "").replace("(i32 %y0)", "(i32 %y0, i8* %privateBase)");
        [long("f", frame), long("g", second), kernel, declared.to_owned()].concat()
    };
    assert_eq!(bodies(&of_functions("")), 2);
    assert_eq!(bodies(&of_functions(frame)), 4);
}

/// The number of a surface is part of a message.
#[test]
fn calls_that_may_pass_different_surfaces_share_no_body() {
    let function = |space: u32| {
        long("f", "store i32 %v49, i32 addrspace(SPACE)* %to, align 4")
            .replace("(i32 %v0)", "(i32 %v0, i32 addrspace(SPACE)* %to)")
            .replace("SPACE", &space.to_string())
    };
    let of_kernel = |space: u32| {
        let argument =
            if space == 1 { "i32 addrspace(1)* %p".to_owned() } else { format!("i32 addrspace({space})* null") };
        let text = calls(&["f", "f", "f"], "").replace("(i32 %y0)", "(i32 addrspace(1)* %p, i32 %y0)");
        ["%a0)", "%a1)", "%a2)"]
            .iter()
            .fold(text, |text, end| text.replace(end, &format!("{}, {argument})", &end[..3])))
    };
    assert_eq!(bodies(&[function(1), of_kernel(1)].concat()), 1);
    assert_eq!(bodies(&[function(131_072), of_kernel(131_072)].concat()), 3);
}

#[test]
fn a_kernel_whose_calls_multiply_is_refused_and_the_others_are_imported() {
    // A function of a chain has ten calls and a return, the last two instructions, the kernel four with its call.
    let size = |count: u32| {
        let function = (0..count).fold(2_u128, |callee, _| 11 + 10 * callee);
        4 + function
    };
    assert_eq!((size(4), size(5)), (32_225, 322_225));
    // Lanes work together there, so that calls share no body.
    let chain = |count: usize| {
        let last = "%w = call i32 @llvm.genx.GenISA.WaveAll.i32(i32 %v, i8 2, i32 0)";
        [ACROSS, &chain(count).replace("%w = mul i32 %v, 3", last)].concat()
    };
    let imported = import(&[chain(4), kernel("f0", ""), STORES.to_owned()].concat()).module.to_string();
    assert_eq!(imported.matches("reduce.umin i32").count(), 10_000);
    for (count, given) in [(5, "322225"), (40, "more than 2^64")] {
        let text = [chain(count), STORES.to_owned(), kernel("f0", "")].concat();
        let refused = match try_import(&text) {
            Err(ImportError::Unsupported(refused)) => refused,
            other => panic!("{other:?}"),
        };
        let [diagnostic] = &refused.diagnostics[..] else { panic!("{:?}", refused.diagnostics) };
        assert_eq!(
            diagnostic.to_string(),
            format!(
                "kernel k: the kernel has 4 instructions, and {given} with what it calls inlined; expected at the most 262144, \
                 because texture IR has no calls; call the same function in a loop instead of several times, or split the kernel"
            )
        );
        let rest = refused.rest.module.to_string();
        assert!(rest.contains("kernel @stores") && !rest.contains("kernel @k"), "{rest}");
    }
}

#[test]
fn functions_that_call_themselves_by_others_are_refused() {
    let pair = "define internal i32 @even(i32 %v) {
  %n = sub i32 %v, 1
  %r = call i32 @odd(i32 %n)
  ret i32 %r
}
define internal i32 @odd(i32 %v) {
  %n = sub i32 %v, 1
  %a = call i32 @even(i32 %n)
  %b = call i32 @even(i32 %a)
  ret i32 %b
}\n";
    let found = refusals(&[pair, &kernel("even", ""), STORES].concat());
    assert!(
        !found.is_empty() && found.iter().all(|refusal| refusal.contains("a call of a function is not")),
        "{found:?}"
    );
}

/// The kernel has 8 bytes of private memory, `f` 24, and `g` 4, which both call. Frames begin at multiples of 16 bytes.
#[test]
fn the_frames_of_functions_are_behind_those_of_their_callers() {
    let stored = |name: &str| {
        format!(
            "  %{name} = call i8* @llvm.genx.GenISA.StackAlloca(i32 %x)
  %q{name} = bitcast i8* %{name} to i32*
  store i32 1, i32* %q{name}, align 4\n"
        )
    };
    let text = [
        "define spir_kernel void @k(i32 %x, i8* %privateBase) {\n",
        &stored("in_k"),
        "  call void @f(i32 %x)\n  call void @g(i32 %x)\n  ret void\n}\n",
        "define internal void @f(i32 %x) {\n",
        &stored("in_f"),
        "  call void @g(i32 %x)\n  ret void\n}\n",
        "define internal void @g(i32 %x) {\n",
        &stored("in_g"),
        "  ret void\n}\n",
        r#"declare i8* @llvm.genx.GenISA.StackAlloca(i32)
!IGCMetadata = !{!0}
!0 = !{!"ModuleMD", !1, !2}
!1 = !{!"FuncMD", !{!"FuncMDMap[0]", void (i32, i8*)* @k}, !{!"FuncMDValue[0]", !{!"privateMemoryPerWI", i32 8}}, !3, !4, !5, !6}
!2 = !{!"PrivateMemoryPerFG", !{!"PrivateMemoryPerFGMap[0]", void (i32, i8*)* @k}, !{!"PrivateMemoryPerFGValue[0]", i32 200}}
!3 = !{!"FuncMDMap[1]", void (i32)* @f}
!4 = !{!"FuncMDValue[1]", !{!"privateMemoryPerWI", i32 24}}
!5 = !{!"FuncMDMap[2]", void (i32)* @g}
!6 = !{!"FuncMDValue[2]", !{!"privateMemoryPerWI", i32 4}}
"#,
    ]
    .concat();
    // The addresses of the kernel, of `f`, of `g` called by `f`, and of `g`: lanes times the bytes in front.
    let found = import(&text).module.to_string();
    let lines: Vec<&str> = found.lines().map(str::trim).collect();
    let frames = lines.iter().filter_map(|line| line.split_once("simd_size")?.0.split_whitespace().next());
    let frames: Vec<Vec<&str>> = frames
        .map(|lanes| {
            let products = lines.iter().filter(|line| line.contains(&format!("= mul i32 {lanes}, ")));
            products.filter_map(|line| line.rsplit_once(", ")).map(|(_, bytes)| bytes).collect()
        })
        .collect();
    assert_eq!(frames, [vec!["200"], vec!["16", "200"], vec!["48", "200"], vec!["48", "200"]], "{found}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("store_ptr ")).count(), 4, "{found}");
    // The frame of `g` ends at 64 bytes.
    let refused = |text: &str| {
        refusals(text).iter().map(|refusal| refusal.contains("have 64 bytes of private memory")).collect::<Vec<_>>()
    };
    assert_eq!(refused(&text.replace("i32 200", "i32 63")), [true, true]);
    import(&text.replace("i32 200", "i32 64"));
    let scratch = text.replace(
        "!{!\"ModuleMD\", ",
        "!{!\"ModuleMD\", !{!\"compOpt\", !{!\"UseScratchSpacePrivateMemory\", i1 true}}, ",
    );
    assert!(refusals(&scratch)[0].contains("a frame in scratch memory is not supported"));
    let unknown = text.replace("PrivateMemoryPerFGMap", "Other").replace("\"PrivateMemoryPerFG\"", "\"Other\"");
    assert_eq!(refusals(&unknown).len(), 4);
}

/// LLVM's verifier refuses both.
#[test]
fn attributes_that_intels_compiler_gives_against_llvms_rules_are_taken_off() {
    let text = [
        "define internal i32 @tripled(i32 %v) #0 {\n  %w = mul i32 %v, 3\n  ret i32 %w\n}\n",
        "declare void @unused(i8) #0\nattributes #0 = { builtin optnone }\n",
        &kernel("tripled", ""),
    ];
    assert!(import(&text.concat()).module.to_string().contains("mul i32 %x, 3"));
}

/// LLVM would make room for a copy, which a kernel has no memory for. Where the copy could be told from the variable, it is refused.
#[test]
fn a_structure_is_passed_without_a_copy_where_nothing_can_tell() {
    let text = |attribute: &str, instruction: &str| {
        format!(
            "%s = type {{ i32, i32 }}
define spir_kernel void @k(i32 %x, i32 %low, i32 %high) {{
  %at = call %s* @llvm.genx.GenISA.pair.to.ptr.p0s(i32 %low, i32 %high)
  call void @f(%s* byval(%s) %at, %s* {attribute} %at)
  ret void
}}
define internal void @f(%s* byval(%s) %v, %s* {attribute} %to) {{
  %p = getelementptr inbounds %s, %s* %v, i32 0, i32 0
  %e = load i32, i32* %p
  %q = getelementptr inbounds %s, %s* %to, i32 0, i32 0
  {instruction}
  ret void
}}
declare %s* @llvm.genx.GenISA.pair.to.ptr.p0s(i32, i32)
"
        )
    };
    let found = import(&text("noalias", "store i32 %e, i32* %q")).module.to_string();
    assert_eq!((found.matches("load_ptr").count(), found.matches("store_ptr").count()), (1, 1), "{found}");
    for (attribute, instruction) in [("noalias", "store i32 %e, i32* %p"), ("", "store i32 %e, i32* %q")] {
        let found = refusals(&text(attribute, instruction));
        assert!(found[0].ends_with("= alloca %s, align 8"), "{found:?}");
    }
}
