//! Malformed and malicious modules, and bytes that are no modules.

use texvisa_llvm::{ImportError, ImportOptions, import_bytes, import_bytes_with, import_file};

use super::{body, import, module, refusals};

#[test]
fn what_is_no_module_is_refused_in_llvms_words() {
    for bytes in
        [b"".as_slice(), b"kernel void k() {}", b"define spir_kernel void @k() {", b"\xff\xfe\0\0", b"BC\xc0\xde"]
    {
        match import_bytes("test.ll", bytes) {
            Err(ImportError::Parse { name, message }) => assert!(name == "test.ll" && !message.is_empty()),
            // An empty text is an empty module.
            Err(ImportError::NoKernel { .. }) => assert!(bytes.is_empty()),
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(import_file("nowhere.ll"), Err(ImportError::Read { .. })));
    // A device without an end is not read to it.
    let endless = import_file("/dev/zero").expect_err("no module");
    assert!(endless.to_string().contains("more than 33554432 bytes, the most that are read"), "{endless}");
}

#[test]
fn bitcode_that_ends_early_is_refused() {
    let context = inkwell::context::Context::create();
    let text = module("i32 %x", "  %y = add i32 %x, 1", "");
    let buffer = inkwell::memory_buffer::MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "test");
    let bitcode = context.create_module_from_ir(buffer).expect("a module").write_bitcode_to_memory();
    let bytes = bitcode.as_slice();
    assert!(import_bytes("whole", bytes).is_ok());
    for length in (4..bytes.len() - 8).step_by(4) {
        assert!(matches!(import_bytes("cut", &bytes[..length]), Err(ImportError::Parse { .. })), "{length}");
    }
}

#[test]
fn what_llvms_verifier_refuses_is_refused() {
    let text = module("i32 %x", "  %y = add i32 %z, 1\n  %z = add i32 %x, 1", "");
    assert!(
        matches!(import_bytes("test.ll", text.as_bytes()), Err(ImportError::Invalid { message, .. }) if message.contains("dominate"))
    );
}

/// The importer has its own rules for what it needs of a module.
#[test]
fn what_is_wrongly_said_to_be_verified_is_refused_without_the_verifier() {
    let early_use = "  %y = add i32 %z, 1\n  %z = add i32 %x, 1";
    let short_phi =
        "  %c = icmp eq i32 %x, 1\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  %p = phi i32 [ %x, %a ]
  %to = inttoptr i32 %p to i32 addrspace(131072)*\n  store i32 %p, i32 addrspace(131072)* %to, align 4";
    for (body, reason) in [
        (early_use, "the operand %z = add i32 %x, 1 is not supported"),
        (short_phi, "is given 0 arguments; expected 1"),
    ] {
        let text = module("i32 %x", body, "");
        let options = ImportOptions { is_verified: true, ..ImportOptions::default() };
        let error = import_bytes_with("test.ll", text.as_bytes(), options).expect_err("it is wrong").to_string();
        assert!(error.contains(reason), "{error}");
    }
}

/// LLVM takes a declaration of an intrinsic that is not its own at its word.
#[test]
fn signatures_that_no_intrinsic_has_are_refused() {
    for (call, declaration, reason) in [
        (
            "call <4 x float> @llvm.genx.GenISA.ldptr(i32 0)",
            "declare <4 x float> @llvm.genx.GenISA.ldptr(i32)",
            "ldptr with 1 operands is not known",
        ),
        (
            "call <4 x float> @llvm.genx.GenISA.sampleinfoptr(float addrspace(196608)* null)",
            "declare <4 x float> @llvm.genx.GenISA.sampleinfoptr(float addrspace(196608)*)",
            "sampleinfoptr cannot return <4 x float>",
        ),
        (
            "call <4 x i32> @llvm.genx.GenISA.sampleinfoptr(i32 0)",
            "declare <4 x i32> @llvm.genx.GenISA.sampleinfoptr(i32)",
            "operand 0 is not a pointer",
        ),
        (
            "call <4 x i32> @llvm.genx.GenISA.resinfoptr(float addrspace(196608)* null, float 0.0)",
            "declare <4 x i32> @llvm.genx.GenISA.resinfoptr(float addrspace(196608)*, float)",
            "`lod` has type f32; expected i32",
        ),
        (
            "call <4 x i32> @llvm.genx.GenISA.resinfoptr(float addrspace(1)* null, i32 0)",
            "declare <4 x i32> @llvm.genx.GenISA.resinfoptr(float addrspace(1)*, i32)",
            "operand 0 is a pointer to memory, not a surface",
        ),
        (
            "call i32 @llvm.genx.GenISA.fsat(float 1.0)",
            "declare i32 @llvm.genx.GenISA.fsat(float)",
            "the declared result type does not match the intrinsic",
        ),
        ("call i32 @llvm.genx.GenISA.umulH(i32 1)", "declare i32 @llvm.genx.GenISA.umulH(i32)", "operand 1 is missing"),
        (
            "call i32 @llvm.genx.GenISA.umulH(i32 1, float 1.0)",
            "declare i32 @llvm.genx.GenISA.umulH(i32, float)",
            "the declared result type does not match the intrinsic",
        ),
        (
            "call { i32, i32 } @llvm.genx.GenISA.add.pair(i32 1, i32 2)",
            "declare { i32, i32 } @llvm.genx.GenISA.add.pair(i32, i32)",
            "operand 2 is missing",
        ),
        (
            "call i64 @llvm.genx.GenISA.simdSize()",
            "declare i64 @llvm.genx.GenISA.simdSize()",
            "the declared result type does not match the intrinsic",
        ),
        (
            "call <9 x i8> @llvm.genx.GenISA.simdMediaBlockRead(i32 0, i32 0, i32 0, i32 0)",
            "declare <9 x i8> @llvm.genx.GenISA.simdMediaBlockRead(i32, i32, i32, i32)",
            "the block has more than 8 rows; expected 1 to 8",
        ),
        (
            "call <4 x i32> @llvm.genx.GenISA.nonsense(i32 0)",
            "declare <4 x i32> @llvm.genx.GenISA.nonsense(i32)",
            "the intrinsic is not supported",
        ),
    ] {
        let refused = refusals(&module("i32 %x", &format!("  %r = {call}"), declaration));
        assert!(refused[0].contains(reason), "{refused:?}");
        assert!(refused[0].contains("%r = call"), "{refused:?}");
    }
}

#[test]
fn address_spaces_that_stand_for_nothing_are_refused() {
    for space in [21, 1 << 20, 0x1f_0000, 0xff_ffff, 720_896] {
        let ty = format!("float addrspace({space})*");
        let refused = refusals(&module(
            "i32 %x",
            &format!(
                "  %r = call <4 x i32> @llvm.genx.GenISA.resinfoptr({ty} null, i32 0)\n  %v = load float, {ty} null, align 4"
            ),
            &format!("declare <4 x i32> @llvm.genx.GenISA.resinfoptr({ty}, i32)"),
        ));
        assert_eq!(refused.len(), 2, "{space}");
    }
}

#[test]
fn a_pointer_into_a_texture_is_not_the_texture() {
    let refused = refusals(&module(
        "i32 %x",
        "  %t = inttoptr i32 %x to float addrspace(196608)*\n  %r = call <4 x i32> @llvm.genx.GenISA.resinfoptr(float addrspace(196608)* %t, i32 0)",
        "declare <4 x i32> @llvm.genx.GenISA.resinfoptr(float addrspace(196608)*, i32)",
    ));
    assert!(
        refused[0].contains("operand 0 is a pointer into a resource; expected null, the resource itself"),
        "{refused:?}"
    );
}

#[test]
fn constants_of_every_form_are_read() {
    let text = module(
        "i32 %x",
        "  store <4 x float> <float 1.0, float undef, float 0x7FF0000020000000, float -0.0>, <4 x float> addrspace(131072)* null, align 16
  store <2 x i32> undef, <2 x i32> addrspace(131072)* null, align 8
  store <2 x half> <half 0xH7C01, half poison>, <2 x half> addrspace(131072)* null, align 2
  store i64 -1, i64 addrspace(131072)* null, align 8
  store i32 ptrtoint (i8 addrspace(131072)* inttoptr (i32 3 to i8 addrspace(131072)*) to i32), i32 addrspace(131072)* null, align 4",
        "",
    );
    assert_eq!(
        body(&text),
        [
            // A signalling NaN keeps its bits.
            "%0 = vec f32 [1.0, undef, 0x7f800001, -0.0]",
            "store_raw b0 [x: 0], f32x4 %0",
            "%1 = vec i32 [undef, undef]",
            "store_raw b0 [x: 0], i32x2 %1",
            // Two halves that are not aligned travel in a dword.
            "%2 = bitcast f16 0x7c01 -> i16",
            "%3 = bitcast f16 undef -> i16",
            "%4 = zext i16 %2 -> i32",
            "%5 = zext i16 %3 -> i32",
            "%6 = shl i32 %5, 16",
            "%7 = or i32 %4, %6",
            "store_raw b0 [x: 0] unaligned, i32 %7",
            "store_raw b0 [x: 0], i64 -1",
            "store_raw b0 [x: 0], i32 3"
        ]
    );
}

#[test]
fn values_that_texture_ir_does_not_have_are_refused_where_they_are_used() {
    let refused = refusals(&module(
        "i32 %x",
        "  %a = ptrtoint i32* @g to i32
  %b = add i128 1, 2
  %c = fadd bfloat 0xR3F80, 0xR3F80
  %d = add <vscale x 2 x i32> undef, undef
  %e = bitcast i64 0 to x86_mmx
  %f = freeze [100000000 x i32] undef
  %g = freeze [4000000000 x {}] undef
  %h = add <2 x i32> <i32 1, i32 ptrtoint (i32* @g to i32)>, undef",
        "@g = external global i32",
    ));
    assert_eq!(refused.len(), 8, "{refused:?}");
    assert!(refused[0].contains("the global variable @g is not in global, constant or local memory"), "{refused:?}");
}

#[test]
fn metadata_may_say_anything() {
    let kernel = module("i32 %x", "  %y = add i32 %x, 1", "");
    for metadata in [
        "!igc.functions = !{!0}\n!0 = !{null, null}",
        "!igc.functions = !{!0}\n!0 = !{}",
        "!igc.functions = !{!0}\n!0 = !{!0, !0}",
        "!igc.functions = !{!0}\n!0 = !{void (i32)* @k, null}",
        "!igc.functions = !{!0}\n!0 = !{void (i32)* @k, !1}\n!1 = !{null, !{}, !\"text\", i32 7, !1}",
        "!igc.functions = !{!0}\n!0 = !{void (i32)* @k, !1}\n!1 = !{!{!\"implicit_arg_desc\", null, i32 1, !{null}, !{float 1.0}}}",
        "!igc.functions = !{!0}\n!0 = !{void (i32)* @k, !1}\n!1 = !{!{!\"sub_group_size\", i32 7}}",
        "!IGCMetadata = !{!0}\n!0 = !{null, !{!\"FuncMD\", null, !{!\"FuncMDMap[0]\", void (i32)* @k}}}",
        "!IGCMetadata = !{!0}\n!0 = !{!{!\"FuncMD\", !{!\"FuncMDMap[0]\", void (i32)* @k}, !1}}\n!1 = !{!\"FuncMDValue[0]\", null, !{!\"resAllocMD\", null, !{!\"srvsNumType\", i64 -1}, !{!\"argAllocMDList\", null, !{null}, !{!\"\", !{!\"type\", i32 2}, !{!\"indexType\", i64 -1}}}}, !{!\"m_OpenCLArgNames\", null, !{!\"\", i32 1}}}",
    ] {
        import(&format!("{kernel}{metadata}\n"));
    }
    let refused = refusals(&format!(
        "{kernel}!igc.functions = !{{!0}}\n!0 = !{{void (i32)* @k, !1}}\n!1 = !{{!{{!\"implicit_arg_desc\", !{{i32 0}}, !{{i32 1}}}}}}\n"
    ));
    assert_eq!(refused, ["kernel k: `!igc.functions` lists 2 implicit arguments, but the kernel has 1 arguments"]);
}

#[test]
fn names_that_text_cannot_hold_are_changed() {
    let text = r#"
define spir_kernel void @"a\22\0Ab"(i32 %"x\22y") {
"b\0Ac":
  %"7" = add i32 %"x\22y", 1
  store i32 %"7", i32 addrspace(131072)* null, align 4
  ret void
}
define spir_kernel void @a__b() {
  ret void
}
"#;
    let printed = import(text).module.to_string();
    assert!(printed.contains("kernel @a__b(%x_y: uniform i32) {\n^b_c:\n  %\"7\" = add i32 %x_y, 1\n"), "{printed}");
    assert!(printed.contains("kernel @a__b.2()"), "{printed}");
}

#[test]
fn expressions_that_nest_without_end_are_refused() {
    let mut expression = "ptrtoint (i8 addrspace(131072)* inttoptr (i32 3 to i8 addrspace(131072)*) to i32)".to_owned();
    for _ in 0..40 {
        expression = format!("mul (i32 {expression}, i32 ptrtoint (i32* @g to i32))");
    }
    let text = module(
        "i32 %x",
        &format!("  store i32 {expression}, i32 addrspace(131072)* null, align 4"),
        "@g = external global i32",
    );
    assert!(refusals(&text)[0].contains("a constant expression is nested too deeply"));
}

#[test]
fn a_kernel_that_is_not_imported_does_not_keep_others_from_it() {
    let text = module("i32 %x", "  %y = sdiv i24 1, 2", "") + &module("i32 %x", "", "").replace("@k", "@good");
    match import_bytes("test.ll", text.as_bytes()) {
        Err(ImportError::Unsupported(unsupported)) => {
            assert!(unsupported.rest.module.kernel("good").is_some() && unsupported.rest.module.kernel("k").is_none());
            let printed = ImportError::Unsupported(unsupported).to_string();
            assert_eq!(
                printed,
                "test.ll: cannot be imported:\nkernel k: texture IR has no values of type i24; expected i1, i8, i16, i32, i64, half, float or a vector of them: %y = sdiv i24 1, 2"
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn long_chains_and_many_blocks_do_not_exhaust_the_stack() {
    let mut instructions = String::new();
    let mut last = "%x".to_owned();
    for index in 0..20_000 {
        instructions.push_str(&format!("  br label %b{index}\nb{index}:\n  %v{index} = add i32 {last}, 1\n"));
        last = format!("%v{index}");
    }
    instructions.push_str(&format!(
        "  %p = inttoptr i32 {last} to i32 addrspace(131072)*\n  store i32 {last}, i32 addrspace(131072)* %p, align 4"
    ));
    let text = module("i32 %x", &instructions, "");
    let import = import_bytes("test.ll", text.as_bytes()).expect("a kernel");
    assert_eq!(import.module.kernels.values().next().expect("a kernel").layout.len(), 20_001);
}
