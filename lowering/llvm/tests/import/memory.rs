//! Buffers, memory and typed images.

use super::{body, declare, import, module, refusals};

#[test]
fn a_pointer_into_a_surface_is_an_offset() {
    let text = module(
        "i32 %x",
        "  %p = inttoptr i32 %x to <4 x float> addrspace(131074)*
  %v = load <4 x float>, <4 x float> addrspace(131074)* %p, align 16
  %q = bitcast <4 x float> addrspace(131074)* %p to <4 x float> addrspace(131074)*
  store <4 x float> %v, <4 x float> addrspace(131074)* %q, align 16
  %c = load i8, i8 addrspace(131072)* inttoptr (i32 7 to i8 addrspace(131072)*), align 1
  store i8 %c, i8 addrspace(131072)* null, align 1",
        "",
    );
    assert_eq!(
        body(&text),
        [
            "%v = load_raw b2 [x: %x] -> f32x4",
            "store_raw b2 [x: %x], f32x4 %v",
            "%c = load_raw b0 [x: 7] -> i8",
            "store_raw b0 [x: 0], i8 %c"
        ]
    );
    assert!(import(&text).module.to_string().starts_with("surface b0: raw @ table 0\nsurface b2: raw @ table 2\n"));
}

#[test]
fn long_vectors_take_several_messages_and_short_elements_travel_in_dwords() {
    let text = module(
        "i32 %x",
        "  %p = inttoptr i32 %x to <6 x i32> addrspace(131072)*
  %v = load <6 x i32>, <6 x i32> addrspace(131072)* %p, align 4
  store <6 x i32> %v, <6 x i32> addrspace(131072)* null, align 4
  %q = inttoptr i32 %x to <4 x i8> addrspace(131072)*
  %b = load <4 x i8>, <4 x i8> addrspace(131072)* %q, align 4
  store <4 x i8> %b, <4 x i8> addrspace(131072)* null, align 4
  %s = load i32, i32 addrspace(131072)* null, align 2
  store i32 %s, i32 addrspace(131072)* null, align 4",
        "",
    );
    assert_eq!(
        body(&text),
        [
            "%v = load_raw b0 [x: %x] -> i32x4",
            "%0 = add i32 %x, 16",
            "%\"v~0\" = load_raw b0 [x: %0] -> i32x2",
            "store_raw b0 [x: 0], i32x4 %v",
            "store_raw b0 [x: 16], i32x2 %\"v~0\"",
            "%1 = load_raw b0 [x: %x] -> i32",
            "store_raw b0 [x: 0], i32 %1",
            "%s = load_raw b0 [x: 0] unaligned -> i32",
            "store_raw b0 [x: 0], i32 %s"
        ]
    );
}

#[test]
fn numbers_of_few_bits_are_one_number_of_more() {
    let text = module(
        "",
        "  %p = inttoptr i32 4 to <4 x i8> addrspace(131072)*
  store <4 x i8> <i8 72, i8 -1, i8 0, i8 33>, <4 x i8> addrspace(131072)* %p, align 4
  %q = inttoptr i32 8 to <2 x half> addrspace(131072)*
  store <2 x half> <half 0xH3C00, half 0xHC000>, <2 x half> addrspace(131072)* %q, align 4",
        "",
    );
    assert_eq!(body(&text), ["store_raw b0 [x: 4], i32 553713480", "store_raw b0 [x: 8], i32 -1073726464"]);
}

#[test]
fn loads_of_8_16_and_32_dwords_of_a_buffer_are_left_whole() {
    for (count, last) in [(8, 7), (16, 15), (32, 31)] {
        let text = module(
            "i32 %x",
            &format!(
                "  %p = inttoptr i32 %x to <{count} x i32> addrspace(131072)*
  %v = load <{count} x i32>, <{count} x i32> addrspace(131072)* %p, align 4
  %e = extractelement <{count} x i32> %v, i32 {last}
  store i32 %e, i32 addrspace(131072)* null, align 4"
            ),
            "",
        );
        let lines = body(&text);
        let loads: Vec<_> = lines.iter().filter(|line| line.contains("load_raw")).collect();
        assert_eq!(loads, [&format!("%v = load_raw b0 [x: %x] -> i32x{count}")]);
    }
}

/// As `svm_block_ld (2)` of Intel's compiler; of eight qwords there is no message.
#[test]
fn loads_of_4_qwords_through_a_pointer_are_loads_of_8_dwords() {
    for (count, expected) in [(4, vec!["i32x8"]), (8, vec!["i64x2"; 4])] {
        let text = module(
            "i64 addrspace(1)* %in",
            &format!(
                "  %p = bitcast i64 addrspace(1)* %in to <{count} x i64> addrspace(1)*
  %v = load <{count} x i64>, <{count} x i64> addrspace(1)* %p, align 8
  %e = extractelement <{count} x i64> %v, i32 3
  store i64 %e, i64 addrspace(1)* %in, align 8"
            ),
            "",
        );
        let lines = body(&text);
        let loads = lines.iter().filter(|line| line.contains("load_ptr"));
        let types: Vec<_> = loads.filter_map(|line| line.rsplit(' ').next()).collect();
        assert_eq!(types, expected);
    }
}

/// Of 16 dwords through a pointer there is no message, so that they are loads of four.
#[test]
fn loads_of_8_dwords_through_a_pointer_are_left_whole() {
    for (count, expected) in [(8, vec!["i32x8"]), (16, vec!["i32x4"; 4])] {
        let text = module(
            "i32 addrspace(1)* %in",
            &format!(
                "  %p = bitcast i32 addrspace(1)* %in to <{count} x i32> addrspace(1)*
  %v = load <{count} x i32>, <{count} x i32> addrspace(1)* %p, align 4
  %e = extractelement <{count} x i32> %v, i32 7
  store i32 %e, i32 addrspace(1)* %in, align 4"
            ),
            "",
        );
        let lines = body(&text);
        let loads = lines.iter().filter(|line| line.contains("load_ptr"));
        let types: Vec<_> = loads.map(|line| line.rsplit(' ').next().unwrap_or_default()).collect();
        assert_eq!(types, expected);
    }
}

#[test]
fn a_pointer_to_memory_is_an_address() {
    let calls = "  %a = call { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p1f32(float addrspace(1)* %p)";
    let back = "  %q = call float addrspace(1)* @llvm.genx.GenISA.pair.to.ptr.p1f32(i32 %l, i32 %h)";
    let text = module(
        "float addrspace(1)* %p, i32 %h",
        &format!(
            "{calls}\n  %l = extractvalue {{ i32, i32 }} %a, 0\n{back}\n  %v = load float, float addrspace(1)* %p, align 4\n  store float %v, float addrspace(1)* %q, align 4"
        ),
        &declare(&format!("{calls}\n{back}")),
    );
    assert_eq!(
        body(&text),
        [
            "%l = trunc i64 %p -> i32",
            "%0 = zext i32 %l -> i64",
            "%1 = zext i32 %h -> i64",
            "%2 = shl i64 %1, 32",
            "%q = or i64 %0, %2",
            "%v = load_ptr [x: %p] -> f32",
            "store_ptr [x: %q], f32 %v"
        ]
    );
}

#[test]
fn typed_accesses_have_all_their_coordinates() {
    let read = "  %t = call <4 x float> @llvm.genx.GenISA.typedread.p131073f32(float addrspace(131073)* null, i32 %x, i32 %y, i32 0, i32 0)";
    let write = "  call void @llvm.genx.GenISA.typedwrite.p131073f32(float addrspace(131073)* null, i32 %x, i32 %y, i32 2, i32 0, float %r, float 1.0, float undef, float undef)";
    let text = module(
        "i32 %x, i32 %y",
        &format!("{read}\n  %r = extractelement <4 x float> %t, i32 0\n{write}"),
        &declare(&format!("{read}\n{write}")),
    );
    assert_eq!(
        body(&text),
        [
            "%t = read u1 [u: %x, v: %y, r: 0, lod: 0] -> f32x4",
            "%r = extract f32x4 %t, 0",
            "%0 = vec f32 [%r, 1.0, undef, undef]",
            "write u1 [u: %x, v: %y, r: 2, lod: 0], f32x4 %0"
        ]
    );
}

#[test]
fn raw_accesses_by_offset_and_atomics() {
    let buffer = "float addrspace(131072)* null";
    let calls = format!(
        "  %v = call <2 x float> @llvm.genx.GenISA.ldrawvector.indexed.v2f32.p131072f32({buffer}, i32 %x, i32 4, i1 false)
  call void @llvm.genx.GenISA.storerawvector.indexed.p131072f32.v2f32({buffer}, i32 0, <2 x float> %v, i32 4, i1 false)
  %a = call i32 @llvm.genx.GenISA.intatomicraw.i32.p131072f32({buffer}, i32 %x, i32 0, i32 2)
  %b = call i32 @llvm.genx.GenISA.intatomicraw.i32.p131072f32({buffer}, i32 %x, i32 %a, i32 14)
  %c = call i32 @llvm.genx.GenISA.icmpxchgatomicraw.i32.p131072f32({buffer}, i32 %x, i32 %a, i32 %b)
  %d = call i32 @llvm.genx.GenISA.intatomicrawA64.i32.p1i32.p1i32(i32 addrspace(1)* %p, i32 addrspace(1)* %p, i32 %c, i32 6)
  %e = call float @llvm.genx.GenISA.floatatomicrawA64.f32.p1f32.p1f32(float addrspace(1)* %q, float addrspace(1)* %q, float 1.0, i32 16)
  %f = call float @llvm.genx.GenISA.floatatomicraw.f32.p131072f32({buffer}, i32 %x, float %e, i32 17)
  %g = call float @llvm.genx.GenISA.fcmpxchgatomicraw.f32.p131072f32({buffer}, i32 %x, float %e, float %f)
  %h = call i32 @llvm.genx.GenISA.intatomictyped.i32.p131073f32(float addrspace(131073)* null, i32 %x, i32 %d, i32 0, i32 0, i32 3)
  %i = call float @llvm.genx.GenISA.floatatomicrawA64.f32.p1f32.p1f32(float addrspace(1)* %q, float addrspace(1)* %q, float %g, i32 19)"
    );
    let text = module("i32 %x, i32 addrspace(1)* %p, float addrspace(1)* %q", &calls, &declare(&calls));
    assert_eq!(
        body(&text),
        [
            "%v = load_raw b0 [x: %x] -> f32x2",
            "store_raw b0 [x: 0], f32x2 %v",
            "%a = atomic_add b0 [x: %x], i32 1 -> i32",
            "%b = atomic_umin b0 [x: %x], i32 %a -> i32",
            "%c = atomic_cmpxchg b0 [x: %x], i32 %a, i32 %b -> i32",
            "%d = atomic_xchg_ptr [x: %p], i32 %c -> i32",
            "%e = atomic_fmin_ptr [x: %q], f32 1.0 -> f32",
            "%f = atomic_fmax b0 [x: %x], f32 %e -> f32",
            "%g = atomic_fcmpxchg b0 [x: %x], f32 %e, f32 %f -> f32",
            "%h = atomic_sub_typed u1 [u: %x, v: %d, r: 0], i32 1 -> i32",
            "%i = atomic_fadd_ptr [x: %q], f32 %g -> f32"
        ]
    );
}

/// Intel's compiler writes it for the start of local memory; the C interface has 32 bits for it.
#[test]
fn the_greatest_alignment_is_not_the_least() {
    let text = module(
        "",
        "  store float 1.0, float addrspace(3)* null, align 4294967296
  %v = load float, float addrspace(3)* null, align 1
  store float %v, float addrspace(3)* null, align 4294967296",
        "",
    );
    assert_eq!(
        body(&text),
        ["store_local [x: 0], f32 1.0", "%v = load_local [x: 0] unaligned -> f32", "store_local [x: 0], f32 %v"]
    );
}

/// Of three words a dword and a word, of three bytes a word and a byte, as Intel's compiler makes of vload3 and vstore3; a
/// vector of dwords that is not aligned is one access.
#[test]
fn elements_that_are_not_aligned_travel_in_dwords() {
    let text = module(
        "i32 %x, i8 addrspace(1)* %p",
        "  %q = bitcast i8 addrspace(1)* %p to <3 x i16> addrspace(1)*
  %a = load <3 x i16>, <3 x i16> addrspace(1)* %q, align 2
  %t = inttoptr i32 %x to <3 x i16> addrspace(131072)*
  store <3 x i16> %a, <3 x i16> addrspace(131072)* %t, align 1
  %b = inttoptr i32 %x to <3 x i8> addrspace(131072)*
  %c = load <3 x i8>, <3 x i8> addrspace(131072)* %b, align 1
  store <3 x i8> %c, <3 x i8> addrspace(131072)* null, align 1
  %d = inttoptr i32 %x to <2 x float> addrspace(131072)*
  %e = load <2 x float>, <2 x float> addrspace(131072)* %d, align 2
  store <2 x float> %e, <2 x float> addrspace(131072)* null, align 1",
        "",
    );
    let accesses = body(&text).into_iter().filter(|line| line.contains("load_") || line.contains("store_"));
    assert_eq!(
        accesses.collect::<Vec<_>>(),
        [
            "%0 = load_ptr [x: %p] unaligned -> i32",
            "%2 = load_ptr [x: %1] -> i16",
            "store_raw b0 [x: %x] unaligned, i32 %0",
            "store_raw b0 [x: %3], i16 %2",
            "%4 = load_raw b0 [x: %x] -> i16",
            "%6 = load_raw b0 [x: %5] -> i8",
            "store_raw b0 [x: 0], i16 %4",
            "store_raw b0 [x: 2], i8 %6",
            "%e = load_raw b0 [x: %x] unaligned -> f32x2",
            "store_raw b0 [x: 0] unaligned, f32x2 %e"
        ]
    );
}

#[test]
fn local_memory_is_reached_by_offsets_of_32_bits() {
    let text = module(
        "i32 %x, float addrspace(3)* %local",
        "  %p = inttoptr i32 %x to float addrspace(3)*
  %v = load float, float addrspace(3)* %p, align 4
  %pair = call { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p3f32(float addrspace(3)* %local)
  %low = extractvalue { i32, i32 } %pair, 0
  %high = extractvalue { i32, i32 } %pair, 1
  %q = call float addrspace(3)* @llvm.genx.GenISA.pair.to.ptr.p3f32(i32 %low, i32 %high)
  store float %v, float addrspace(3)* %q, align 4",
        "declare { i32, i32 } @llvm.genx.GenISA.ptr.to.pair.p3f32(float addrspace(3)*)
declare float addrspace(3)* @llvm.genx.GenISA.pair.to.ptr.p3f32(i32, i32)",
    );
    assert_eq!(body(&text), ["%v = load_local [x: %x] -> f32", "store_local [x: %local], f32 %v"]);
    assert!(import(&text).module.to_string().contains("%local: uniform i32 = local_pointer"));
}

/// What Intel's compiler knows of a pointer, for each message of a value.
#[test]
fn qwords_are_known_by_the_alignment_of_pointers() {
    let text = module(
        "<2 x float> addrspace(1)* %p, i32 %x",
        "  %a = load <2 x float>, <2 x float> addrspace(1)* %p, align 8
  store <2 x float> %a, <2 x float> addrspace(1)* %p, align 4
  %q = bitcast <2 x float> addrspace(1)* %p to <6 x float> addrspace(1)*
  %b = load <6 x float>, <6 x float> addrspace(1)* %q, align 8
  store <6 x float> %b, <6 x float> addrspace(1)* %q, align 32
  %r = bitcast <2 x float> addrspace(1)* %p to i64 addrspace(1)*
  %c = load i64, i64 addrspace(1)* %r, align 8
  %s = inttoptr i32 %x to <2 x float> addrspace(131072)*
  %d = load <2 x float>, <2 x float> addrspace(131072)* %s, align 8",
        "",
    );
    let accesses: Vec<String> =
        body(&text).into_iter().filter(|line| line.contains("load_") || line.contains("store_")).collect();
    let is_known: Vec<bool> = accesses.iter().map(|line| line.contains("qword_aligned")).collect();
    assert_eq!(is_known, [true, false, false, true, false, true, true, false], "{accesses:?}");
}

/// A variable, and the first pointer that the program passes. The second comes after these as an argument.
#[test]
fn variables_in_local_memory_are_where_the_metadata_says() {
    let text = module(
        "i32 %x, i32 addrspace(3)* %passed",
        "  %a = ptrtoint [4 x i32] addrspace(3)* @k.v to i32
  %b = add i32 %a, 8
  %p = inttoptr i32 %b to i32 addrspace(3)*
  store i32 %x, i32 addrspace(3)* %p, align 4
  %q = bitcast [0 x i8] addrspace(3)* @k-ExtSLM to i32 addrspace(3)*
  store i32 %x, i32 addrspace(3)* %q, align 4",
        "@k.v = internal addrspace(3) global [4 x i32] undef, align 4\n@k-ExtSLM = external addrspace(3) global [0 x i8]",
    ) + "!IGCMetadata = !{!0}
!0 = !{!\"ModuleMD\", !{!\"FuncMD\", !{!\"FuncMDMap[0]\", void (i32, i32 addrspace(3)*)* @k}, !{!\"FuncMDValue[0]\", !1}}}
!1 = !{!\"localOffsets\", !2, !3}
!2 = !{!\"localOffsetsVec[0]\", !{!\"m_Offset\", i32 268435456}, !{!\"m_Var\", [4 x i32] addrspace(3)* @k.v}}
!3 = !{!\"localOffsetsVec[1]\", !{!\"m_Offset\", i32 16}, !{!\"m_Var\", [0 x i8] addrspace(3)* @k-ExtSLM}}
";
    assert_eq!(
        body(&text),
        ["%b = add i32 268435456, 8", "store_local [x: %b], i32 %x", "store_local [x: 16], i32 %x"]
    );
}

#[test]
fn memory_that_texture_ir_does_not_have_is_said() {
    let refused = refusals(&module(
        "",
        "  %a = load atomic i32, i32 addrspace(131072)* null seq_cst, align 4
  %b = load i1, i1 addrspace(131072)* null, align 1
  %c = load i32, i32 addrspace(65536)* null, align 4
  %d = load i32, i32 addrspace(2228224)* null, align 4
  %e = load i32, i32 addrspace(589824)* null, align 4
  %l = inttoptr i32 4 to i32 addrspace(3)*
  %g = addrspacecast i32 addrspace(3)* %l to i32 addrspace(4)*
  %f = load i32, i32 addrspace(4)* %g, align 4",
        "",
    ));
    let starts = [
        "kernel k: an atomic access is not supported; write the kernel without it: %a = load",
        "kernel k: no message moves values of this type; expected elements of 8 to 64 bits: %b = load",
        "kernel k: an access of a constant buffer is not supported; expected one of a buffer or of local memory: %c = load",
        "kernel k: an access through an indexed or bindless pointer is not supported; expected one at a fixed table entry: %d = load",
        "kernel k: an access of a sampler is not supported; expected one of a buffer: %e = load",
        "kernel k: a generic pointer may be to local memory here; branch on which memory it is to, and cast it, as Intel's compiler does: %f = load",
    ];
    assert_eq!(refused.len(), starts.len(), "{refused:?}");
    assert!(refused.iter().zip(starts).all(|(text, start)| text.starts_with(start)), "{refused:?}");
}

#[test]
fn media_blocks_have_one_row_an_element() {
    let simd = "  %r = call <2 x i32> @llvm.genx.GenISA.simdMediaBlockRead.v2i32(i32 1, i32 %x, i32 %y, i32 0)";
    let store = "  %p = inttoptr i32 0 to <2 x i32> addrspace(131072)*\n  store <2 x i32> %r, <2 x i32> addrspace(131072)* %p, align 8";
    let text = module("i32 %x, i32 %y", &format!("{simd}\n{store}"), &declare(simd));
    assert_eq!(body(&text), ["%r = media_read t1 [x: %x, y: %y] -> i32x2", "store_raw b0 [x: 0], i32x2 %r"]);
    let sized = simd.replace("simdMedia", "Media").replace("i32 0)", "i32 0, i32 16, i32 2)");
    let text = module("i32 %x, i32 %y", &format!("{sized}\n{store}"), &declare(&sized));
    assert!(refusals(&text)[0].contains("not the subgroup size that the kernel requires"));
    let metadata =
        "!igc.functions = !{!0}\n!0 = !{void (i32, i32)* @k, !1}\n!1 = !{!2}\n!2 = !{!\"sub_group_size\", i32 16}\n";
    assert_eq!(body(&(text + metadata))[0], "%r = media_read t1 [x: %x, y: %y] width 16 -> i32x2");
}

/// OpenCV's `gemm_image.cl` reads its matrices so, as floats and as half floats.
#[test]
fn media_blocks_of_floats_are_read_as_their_bits() {
    for (float, scalar, bits) in [("float", "f32", "i32"), ("half", "f16", "i16")] {
        let read =
            format!("  %r = call {float} @llvm.genx.GenISA.simdMediaBlockRead.{scalar}(i32 1, i32 %x, i32 %y, i32 0)");
        let store = format!(
            "  %p = inttoptr i32 0 to {float} addrspace(131072)*\n  store {float} %r, {float} addrspace(131072)* %p, align 4"
        );
        let text = module("i32 %x, i32 %y", &format!("{read}\n{store}"), &declare(&read));
        let lines = body(&text);
        assert!(lines[0].ends_with(&format!("= media_read t1 [x: %x, y: %y] -> {bits}")), "{lines:?}");
        assert!(lines[1].starts_with("%r = bitcast") && lines[1].ends_with(scalar), "{lines:?}");
    }
    let read = "  %r = call <2 x float> @llvm.genx.GenISA.simdMediaBlockRead.v2f32(i32 1, i32 %x, i32 %y, i32 0)";
    let store = "  %p = inttoptr i32 0 to <2 x float> addrspace(131072)*\n  store <2 x float> %r, <2 x float> addrspace(131072)* %p, align 8";
    let lines = body(&module("i32 %x, i32 %y", &format!("{read}\n{store}"), &declare(read)));
    assert!(lines[0].ends_with("= media_read t1 [x: %x, y: %y] -> i32x2"), "{lines:?}");
    assert!(lines[lines.len() - 1].starts_with("store_raw b0 [x: 0], f32x2"), "{lines:?}");
}

/// Operands as in Intel's Intrinsic_definitions.yml: image, x, y, is UAV, for one of them width and height, then the
/// data.
#[test]
fn media_blocks_are_written_row_by_row() {
    let simd = "  call void @llvm.genx.GenISA.simdMediaBlockWrite.v2i16(i32 1, i32 %x, i32 %y, i32 1, <2 x i16> %d)";
    let text = module("i32 %x, i32 %y, <2 x i16> %d", simd, &declare(simd));
    assert_eq!(body(&text).last().map(String::as_str), Some("media_write u1 [x: %x, y: %y], i16x2 %d"));
    let float = "  call void @llvm.genx.GenISA.simdMediaBlockWrite.f32(i32 1, i32 %x, i32 %y, i32 1, float %d)";
    let text = module("i32 %x, i32 %y, float %d", float, &declare(float));
    let lines = body(&text);
    assert!(lines[0].ends_with("= bitcast f32 %d -> i32") && lines[1].starts_with("media_write u1"), "{lines:?}");
    let sized = simd.replace("simdMedia", "Media").replace("i32 1, <2", "i32 1, i32 8, i32 2, <2");
    let text = module("i32 %x, i32 %y, <2 x i16> %d", &sized, &declare(&sized));
    assert!(refusals(&text)[0].contains("not the subgroup size that the kernel requires"));
    let metadata = "!igc.functions = !{!0}\n!0 = !{void (i32, i32, <2 x i16>)* @k, !1}\n!1 = !{!2}\n!2 = !{!\"sub_group_size\", i32 8}\n";
    let lines = body(&(text + metadata));
    assert_eq!(lines.last().map(String::as_str), Some("media_write u1 [x: %x, y: %y] width 8, i16x2 %d"));
}

/// What Intel's compiler says of a kernel with private memory, as scratch memory or behind the private base.
fn private(text: &str, types: &str, uses_scratch: bool) -> String {
    format!(
        "{text}!IGCMetadata = !{{!0}}
!0 = !{{!\"ModuleMD\", !1, !2}}
!1 = !{{!\"compOpt\", !{{!\"UseScratchSpacePrivateMemory\", i1 {uses_scratch}}}}}
!2 = !{{!\"FuncMD\", !{{!\"FuncMDMap[0]\", void ({types})* @k}}, !{{!\"FuncMDValue[0]\", !3}}}}
!3 = !{{!\"privateMemoryPerWI\", i32 48}}
"
    )
}

#[test]
fn private_memory_of_32_bits_is_scratch_memory() {
    let text = module(
        "<8 x i32> %r0, i32 %x",
        "  %five = extractelement <8 x i32> %r0, i32 5
  %start = and i32 %five, -1024
  %whole = inttoptr i32 %start to i8*
  call void @llvm.lifetime.start.p0i8(i64 48, i8* nonnull %whole)
  %at = add i32 %start, %x
  %p = inttoptr i32 %at to <2 x float>*
  %v = load <2 x float>, <2 x float>* %p, align 8
  %q = inttoptr i32 %start to <2 x float>*
  store <2 x float> %v, <2 x float>* %q, align 1024",
        "declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture)",
    );
    let text = private(&text, "<8 x i32>, i32", true);
    assert_eq!(
        body(&text),
        [
            "%five = extract i32x8 %r0, 5",
            "%start = and i32 %five, -1024",
            "%at = add i32 %start, %x",
            "%v = load_scratch [x: %at] -> f32x2",
            "store_scratch [x: %start], f32x2 %v"
        ]
    );
    assert!(import(&text).module.to_string().contains(") scratch 48 {"));
}

#[test]
fn private_memory_of_64_bits_is_behind_the_private_base() {
    let calls = "  %n = call i32 @llvm.genx.GenISA.hw.thread.id.alloca.i32()
  %lane = call i16 @llvm.genx.GenISA.simdLaneId()
  %p = call i32* @llvm.genx.GenISA.pair.to.ptr.p0i32(i32 %n, i32 %high)";
    let text = module(
        "i8* %privateBase, i32 %high",
        &format!(
            "{calls}\n  store i32 %n, i32* %p, align 4\n  %q = bitcast i8* %privateBase to i16*\n  store i16 %lane, i16* %q, align 2"
        ),
        &declare(calls),
    );
    let text = private(&text, "i8*, i32", false);
    assert_eq!(
        body(&text),
        [
            "%n = hw_thread_id",
            "%0 = lane_id",
            "%lane = trunc i32 %0 -> i16",
            "%1 = zext i32 %n -> i64",
            "%2 = zext i32 %high -> i64",
            "%3 = shl i64 %2, 32",
            "%p = or i64 %1, %3",
            "store_ptr [x: %p], i32 %n",
            "store_ptr [x: %privateBase], i16 %lane"
        ]
    );
    let text = import(&text).module.to_string();
    assert!(
        text.contains("(%privateBase: uniform i64 = private_base, %high: i32)") || text.contains("(%high"),
        "{text}"
    );
}

/// Little-endian, with the padding that the data layout asks for, and zeros where nothing is defined.
#[test]
fn constant_memory_has_the_bytes_of_its_initializer() {
    let globals = r#"
@bytes = internal addrspace(2) constant [3 x i8] c"A\00B", align 1
@pairs = addrspace(2) constant [2 x <2 x i8>] [<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 -1, i8 undef>], align 2
@mixed = addrspace(2) constant { i8, i32, half, double } { i8 7, i32 258, half 0xH3C00, double 1.0 }, align 8
@packed = addrspace(2) constant <{ i8, float, [2 x i16] }> <{ i8 9, float 1.0, [2 x i16] zeroinitializer }>, align 1
"#;
    let text = module(
        "i32 %x",
        "  %a = ptrtoint [3 x i8] addrspace(2)* @bytes to i64
  %b = ptrtoint [2 x <2 x i8>] addrspace(2)* @pairs to i64
  %c = ptrtoint { i8, i32, half, double } addrspace(2)* @mixed to i64
  %d = ptrtoint <{ i8, float, [2 x i16] }> addrspace(2)* @packed to i64
  %e = ptrtoint [3 x i8] addrspace(2)* @bytes to i64
  %ab = add i64 %a, %b
  %cd = add i64 %c, %d
  %abcd = add i64 %ab, %cd
  %all = add i64 %abcd, %e
  %low = trunc i64 %all to i32
  store i32 %low, i32 addrspace(131072)* null, align 4",
        globals,
    );
    let found = import(&text).module.to_string();
    for expected in [
        "constant \"bytes\" = \"410042\"\n",
        "constant \"pairs\" = \"0102ff00\"\n",
        "constant \"mixed\" = \"07000000 02010000 003c0000 00000000 00000000 0000f03f\"\n",
        "constant \"packed\" = \"09000080 3f000000 00\"\n",
        "%bytes: uniform i64 = constant \"bytes\", %pairs: uniform i64 = constant \"pairs\", ",
    ] {
        assert!(found.contains(expected), "{expected} in\n{found}");
    }
}

#[test]
fn global_variables_that_kernels_may_change_begin_with_their_initializer() {
    let text = module(
        "i32 %x",
        "  store i32 %x, i32 addrspace(1)* @count, align 4",
        "@count = addrspace(1) global i32 5, align 4",
    );
    let found = import(&text).module.to_string();
    for expected in ["variable \"count\" = \"05000000\"\n", "%count: uniform i64 = constant \"count\""] {
        assert!(found.contains(expected), "{expected} in\n{found}");
    }
    assert_eq!(body(&text), ["store_ptr [x: %count], i32 %x"]);
}

/// A generic pointer to local memory has 2 in bits 61 to 63 of its high half, unless it is null or only computed with.
#[test]
fn generic_pointers_to_local_memory_have_a_tag() {
    let text = module(
        "i32 %x",
        "  %l = inttoptr i32 %x to float addrspace(3)*
  %g = addrspacecast float addrspace(3)* %l to float addrspace(4)*
  %n = ptrtoint float addrspace(4)* %g to i64
  %a = addrspacecast float addrspace(3)* %l to float addrspace(4)*, !generic.arith !{!\"generic.arith\"}
  %m = ptrtoint float addrspace(4)* %a to i64
  %z = ptrtoint float addrspace(4)* addrspacecast (float addrspace(3)* null to float addrspace(4)*) to i64
  %sum = add i64 %n, %m
  %all = add i64 %sum, %z
  store i64 %all, i64 addrspace(131072)* null, align 8
  %back = addrspacecast float addrspace(4)* %g to float addrspace(3)*
  %v = load float, float addrspace(3)* %back, align 4
  store float %v, float addrspace(131072)* null, align 4",
        "",
    );
    assert_eq!(
        body(&text),
        [
            "%0 = zext i32 %x -> i64",
            "%1 = zext i32 1073741824 -> i64",
            "%2 = shl i64 %1, 32",
            "%g = or i64 %0, %2",
            "%3 = zext i32 %x -> i64",
            "%4 = zext i32 0 -> i64",
            "%5 = shl i64 %4, 32",
            "%a = or i64 %3, %5",
            "%z = zext i32 0 -> i64",
            "%sum = add i64 %g, %a",
            "%all = add i64 %sum, %z",
            "store_raw b0 [x: 0], i64 %all",
            "%back = trunc i64 %g -> i32",
            "%v = load_local [x: %back] -> f32",
            "store_raw b0 [x: 0], f32 %v"
        ]
    );
}

#[test]
fn vectors_of_generic_pointers_have_tags() {
    let text = module(
        "i32 %x",
        "  %l = inttoptr i32 %x to float addrspace(3)*
  %v = insertelement <2 x float addrspace(3)*> undef, float addrspace(3)* %l, i32 0
  %g = addrspacecast <2 x float addrspace(3)*> %v to <2 x float addrspace(4)*>
  %e = extractelement <2 x float addrspace(4)*> %g, i32 0
  %n = ptrtoint float addrspace(4)* %e to i64
  store i64 %n, i64 addrspace(131072)* null, align 8",
        "",
    );
    assert!(body(&text).iter().any(|line| line.contains("zext i32 1073741824 -> i64")), "{:?}", body(&text));
}

#[test]
fn generic_pointers_to_global_memory_are_its_addresses() {
    let text = module(
        "float addrspace(1)* %p",
        "  %g = addrspacecast float addrspace(1)* %p to float addrspace(4)*
  %v = load float, float addrspace(4)* %g, align 4
  %q = addrspacecast float addrspace(4)* %g to float addrspace(1)*
  store float %v, float addrspace(1)* %q, align 4",
        "",
    );
    assert_eq!(body(&text), ["%v = load_ptr [x: %p] -> f32", "store_ptr [x: %p], f32 %v"]);
}

#[test]
fn global_variables_that_are_no_numbers_are_refused() {
    for (global, expected) in [
        ("@g = external addrspace(2) constant i32, align 4", "that another module defines; expected its contents"),
        (
            "@g = addrspace(3) constant i32 1, align 4",
            "the metadata of the kernel has no offset of @g, a variable in local memory",
        ),
        (
            "@h = addrspace(2) constant i32 1\n@g = addrspace(2) constant i32 addrspace(2)* @h, align 8",
            "; expected numbers",
        ),
        (
            "@g = addrspace(2) constant [1000000000 x i8] zeroinitializer, align 1",
            "of 1000000000 bytes; expected 1 to ",
        ),
    ] {
        let (kind, space) = (
            if global.contains("[1000000000") {
                "[1000000000 x i8]"
            } else if global.contains("@h") {
                "i32 addrspace(2)*"
            } else {
                "i32"
            },
            if global.contains("(1)") {
                1
            } else if global.contains("(3)") {
                3
            } else {
                2
            },
        );
        let text = module(
            "i32 %x",
            &format!(
                "  %a = ptrtoint {kind} addrspace({space})* @g to i64
  %low = trunc i64 %a to i32
  store i32 %low, i32 addrspace(131072)* null, align 4"
            ),
            global,
        );
        let refusals = refusals(&text);
        assert!(matches!(refusals.as_slice(), [only] if only.contains(expected)), "{global}: {refusals:?}");
    }
}

/// CodeGenPublicEnums.h, `AtomicOp`: EATOMIC_ADD64 is 25, and the others follow in the order of those of 32 bits.
#[test]
fn atomic_operations_of_64_bits_have_numbers_of_their_own() {
    let call = |number: u32| {
        format!(
            "  %v = call i64 @llvm.genx.GenISA.intatomicrawA64.i64.p1i64.p1i64(i64 addrspace(1)* %p, i64 addrspace(1)* %p, i64 %x, i32 {number})"
        )
    };
    for (number, name) in [(25, "add"), (26, "sub"), (31, "xchg"), (33, "and"), (35, "xor"), (39, "umin")] {
        let text = module("i64 %x, i64 addrspace(1)* %p", &call(number), &declare(&call(number)));
        assert_eq!(body(&text), [format!("%v = atomic_{name}_ptr [x: %p], i64 %x -> i64")], "{number}");
    }
}

/// Local memory has no sums of floats (`AtomicOp::works_on`).
#[test]
fn floats_are_not_added_in_local_memory() {
    let call = "  %a = call float @llvm.genx.GenISA.floatatomicraw.f32.p3f32(float addrspace(3)* %l, i32 %x, float 1.0, i32 19)";
    let said = refusals(&module("float addrspace(3)* %l, i32 %x", call, &declare(call)));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("there is no `atomic_fadd_local`"), "{said:?}");
}
