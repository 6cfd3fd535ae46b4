//! Every texture intrinsic, with every operand a different value.

use texvisa_llvm::{Import, ImportOptions, import_bytes_with};

use super::{body, check, declare, import, module, refusals};

const T: &str = "float addrspace(196608)* null";
const S: &str = "i32 addrspace(589824)* null";

/// A call that returns `%r` of type `result`; `T` and `S` are the surface and the sampler.
fn call(name: &str, result: &str, operands: &str) -> String {
    let operands = operands.replace("T,", &format!("{T},")).replace("S,", &format!("{S},"));
    let operands = if operands.ends_with('T') { operands.replace('T', T) } else { operands };
    let operands = if operands.ends_with('S') { operands.replace('S', S) } else { operands };
    format!("  %r = call {result} @llvm.genx.GenISA.{name}({operands})")
}

/// A module that calls it with floats `%f0` to `%f11`, halves `%h0` to `%h3`, integers `%i0` to `%i9` and words `%w0`
/// to `%w8`, and stores element `element` of the result, of type `ty`.
fn calling(name: &str, result: &str, operands: &str, element: u32, ty: &str) -> String {
    let parameters: Vec<String> = (0..12)
        .map(|n| format!("float %f{n}"))
        .chain((0..4).map(|n| format!("half %h{n}")))
        .chain((0..10).map(|n| format!("i32 %i{n}")))
        .chain((0..9).map(|n| format!("i16 %w{n}")))
        .collect();
    let call = call(name, result, operands);
    let rest = format!(
        "\n  %e = extractelement {result} %r, i32 {element}\n  %p = inttoptr i32 0 to {ty} addrspace(131072)*\n  store {ty} %e, {ty} addrspace(131072)* %p, align 4"
    );
    module(&parameters.join(", "), &format!("{call}{rest}"), &declare(&call))
}

/// The operation that a call becomes.
fn operation(name: &str, result: &str, operands: &str) -> String {
    let ty = if result.contains("i32") { "i32" } else { "float" };
    let body = body(&calling(name, result, operands, 0, ty));
    body[0].strip_prefix("%r = ").unwrap_or(&body[0]).to_owned()
}

fn floats(count: usize) -> String {
    (0..count).map(|n| format!("float %f{n}, ")).collect()
}

const OFFSETS: &str = "i32 1, i32 -2, i32 3";

#[test]
fn loads() {
    let load = operation("ldptr", "<4 x float>", &format!("i32 %i0, i32 %i1, i32 %i2, i32 %i3, T, {OFFSETS}"));
    assert_eq!(load, "load t0 [u: %i0, v: %i1, lod: %i2, r: %i3] offset(1, -2, 3) -> f32x4");
    let load = operation("ldlptr", "<4 x i32>", &format!("i32 %i0, i32 %i1, i32 %i2, i32 %i3, T, {OFFSETS}"));
    assert_eq!(load, "load t0 [u: %i0, v: %i1, r: %i2, lod: %i3] offset(1, -2, 3) -> i32x4");
}

#[test]
fn samples() {
    let sample =
        |name: &str, count: usize| operation(name, "<4 x float>", &format!("{}T, S, {OFFSETS}", floats(count)));
    let expected = |parameters: &str| format!("sample t0, s0 [{parameters}] offset(1, -2, 3) -> f32x4");
    assert_eq!(sample("sampleptr", 5), expected("u: %f0, v: %f1, r: %f2, ai: %f3, min_lod: %f4"));
    assert_eq!(sample("sampleBptr", 6), expected("bias: %f0, u: %f1, v: %f2, r: %f3, ai: %f4, min_lod: %f5"));
    assert_eq!(sample("sampleLptr", 5), expected("lod: %f0, u: %f1, v: %f2, r: %f3, ai: %f4"));
    assert_eq!(sample("sampleCptr", 6), expected("ref: %f0, u: %f1, v: %f2, r: %f3, ai: %f4, min_lod: %f5"));
    assert_eq!(
        sample("sampleDptr", 11),
        expected(
            "u: %f0, dudx: %f1, dudy: %f2, v: %f3, dvdx: %f4, dvdy: %f5, r: %f6, drdx: %f7, drdy: %f8, ai: %f9, min_lod: %f10"
        )
    );
    assert_eq!(sample("sampleBCptr", 6), expected("ref: %f0, bias: %f1, u: %f2, v: %f3, r: %f4, ai: %f5"));
    assert_eq!(sample("sampleLCptr", 6), expected("ref: %f0, lod: %f1, u: %f2, v: %f3, r: %f4, ai: %f5"));
    assert_eq!(
        sample("sampleDCptr", 11),
        expected(
            "ref: %f0, u: %f1, dudx: %f2, dudy: %f3, v: %f4, dvdx: %f5, dvdy: %f6, r: %f7, drdx: %f8, drdy: %f9, ai: %f10"
        )
    );
}

#[test]
fn gathers() {
    let gather = |name: &str, operands: &str| {
        operation(name, "<4 x float>", &format!("{operands}T, S, i32 0, i32 0, i32 0, i32 0"))
    };
    assert_eq!(gather("gather4ptr", &floats(4)), "gather4 t0, s0 [u: %f0, v: %f1, r: %f2, ai: %f3] channel r -> f32x4");
    assert_eq!(
        gather("gather4Cptr", &floats(5)),
        "gather4 t0, s0 [ref: %f0, u: %f1, v: %f2, r: %f3, ai: %f4] channel r -> f32x4"
    );
    let variable = "float %f1, float %f2, i32 %i0, i32 %i1, float %f3, ";
    assert_eq!(
        gather("gather4POptr", variable),
        "gather4 t0, s0 [u: %f1, v: %f2, offu: %i0, offv: %i1, r: %f3] channel r -> f32x4"
    );
    assert_eq!(
        gather("gather4POCptr", &format!("float %f0, {variable}")),
        "gather4 t0, s0 [ref: %f0, u: %f1, v: %f2, offu: %i0, offv: %i1, r: %f3] channel r -> f32x4"
    );
    assert_eq!(
        operation("gather4ptr", "<4 x float>", &format!("{}T, S, {OFFSETS}, i32 3", floats(4))),
        "gather4 t0, s0 [u: %f0, v: %f1, r: %f2, ai: %f3] offset(1, -2, 3) channel a -> f32x4"
    );
    assert_eq!(
        gather("gather4Iptr", &floats(4)),
        "gather4 t0, s0 [u: %f0, v: %f1, r: %f2, ai: %f3] channel r implicit_lod -> f32x4"
    );
}

#[test]
fn queries() {
    assert_eq!(operation("resinfoptr", "<4 x i32>", "T, i32 %i0"), "size t0 [lod: %i0] -> i32x4");
    assert_eq!(operation("sampleinfoptr", "<4 x i32>", "T"), "sample_info t0 [] -> i32x4");
    assert_eq!(
        operation("lodptr", "<4 x float>", &format!("{}T, S", floats(4))),
        "query_lod t0, s0 [u: %f0, v: %f1, r: %f2, ai: %f3] -> f32x4"
    );
}

#[test]
fn a_chroma_key_is_reported_whether_the_program_asks_or_not() {
    let operands = format!("{}T, S, i32 0, i32 0, i32 0", floats(3));
    let expected = "r, %0 = sample t0, s0 [u: %f0, v: %f1, r: %f2] kill_pixel -> f32x4";
    assert!(operation("sampleKillPix", "<4 x float>", &operands).ends_with(expected));
    let body = body(&calling("sampleKillPix", "<5 x float>", &operands, 4, "float"));
    assert_eq!(body[1..3], ["%1 = sext i1 %0 -> i32", "%e = bitcast i32 %1 -> f32"]);
}

#[test]
fn a_fifth_element_is_residency() {
    let operands = format!("i32 %i0, i32 0, i32 0, i32 0, T, {OFFSETS}");
    let body = body(&calling("ldptr", "<5 x i32>", &operands, 4, "i32"));
    assert_eq!(
        body[..2],
        ["%r, %0 = load t0 [u: %i0, v: 0, lod: 0, r: 0] offset(1, -2, 3) residency -> i32x4", "%e = sext i1 %0 -> i32"]
    );
}

#[test]
fn halves_are_results_and_parameters() {
    let halves: String = (0..4).map(|n| format!("half %h{n}, ")).collect();
    let text = calling("gather4ptr", "<4 x half>", &format!("{halves}T, S, i32 0, i32 0, i32 0, i32 1"), 0, "half");
    let import = import(&text);
    assert!(import.module.to_string().starts_with("surface t0: any f16 @ table 0\n"));
    assert!(body(&text)[0].ends_with("gather4 t0, s0 [u: %h0, v: %h1, r: %h2, ai: %h3] channel g -> f16x4"));
}

#[test]
fn undefined_parameters_stay_undefined_and_constants_constants() {
    let operands = "float 1.500000e+00, float undef, float -0.000000e+00, float poison, float 0x7FF8000000000000, T, S, i32 0, i32 undef, i32 0";
    let sample = operation("sampleptr", "<4 x float>", operands);
    assert_eq!(sample, "sample t0, s0 [u: 1.5, v: undef, r: -0.0, ai: undef, min_lod: 0x7fc00000] -> f32x4");
}

#[test]
fn words_of_multisampled_loads_are_widened() {
    let words: String = (0..5).map(|n| format!("i16 %w{n}, ")).collect();
    let operands = format!("{words}i16 %w5, i16 -1, i16 undef, i16 0, T, i32 0, i32 0, i32 0");
    let body = body(&calling("ldmsptr16bit", "<4 x float>", &operands, 0, "float"));
    let load = body.iter().position(|line| line.contains("load_ms")).expect("a load");
    assert_eq!(
        body[..=load],
        [
            "%0 = zext i16 %w0 -> i32",
            "%1 = vec i16 [%w1, %w2, %w3, %w4]",
            "%2 = zext i16 %w5 -> i32",
            "%r = load_ms t0 [si: %0, mcs: %1, u: %2, v: 65535, r: undef, lod: 0] -> f32x4",
        ]
    );
}

/// What one `load_mcs` returned is taken whole only where it is whole and in order.
#[test]
fn compression_words_in_another_order_are_put_together() {
    let mcs =
        format!("<4 x i16> @llvm.genx.GenISA.ldmcsptr.v4i16(i32 %x, i32 %y, i32 0, i32 0, {T}, i32 0, i32 0, i32 0)");
    let sample = |words: [u32; 4]| {
        let words: String = words.iter().map(|word| format!("i16 %w{word}, ")).collect();
        format!(
            "<4 x float> @llvm.genx.GenISA.ldmsptr16bit.v4f32(i16 0, {words}i16 %s, i16 0, i16 0, i16 0, {T}, i32 0, i32 0, i32 0)"
        )
    };
    let text = |words| {
        let calls = format!("  %m = call {mcs}\n  %r = call {}", sample(words));
        let words: String = (0..4).map(|n| format!("  %w{n} = extractelement <4 x i16> %m, i32 {n}\n")).collect();
        let (first, second) = calls.split_once('\n').expect("two calls");
        let store = "  %e = extractelement <4 x float> %r, i32 0\n  %p = inttoptr i32 0 to float addrspace(131072)*\n  store float %e, float addrspace(131072)* %p, align 4";
        module(
            "i32 %x, i32 %y",
            &format!("{first}\n{words}  %s = trunc i32 %x to i16\n{second}\n{store}"),
            &declare(&calls),
        )
    };
    let whole = body(&text([0, 1, 2, 3]));
    assert_eq!(whole[1], "%r = load_ms t0 [si: 0, mcs: %m, u: %x, v: 0, r: 0, lod: 0] -> f32x4");
    let swapped = body(&text([2, 3, 0, 1]));
    assert!(swapped.iter().any(|line| line.ends_with("= vec i16 [%w2, %w3, %w0, %w1]")), "{swapped:?}");
}

#[test]
fn words_come_back_as_the_program_reads_them() {
    let operands = "i32 %i0, i32 %i1, i32 %i2, i32 %i3, T, i32 0, i32 0, i32 0";
    let body = body(&calling("ldmcsptr", "<4 x i16>", operands, 3, "i16"));
    assert_eq!(body[..2], ["%r = load_mcs t0 [u: %i0, v: %i1, r: %i2, lod: %i3] -> i16x4", "%e = extract i16x4 %r, 3"]);
}

#[test]
fn resources_that_values_choose() {
    let texture = "i32 addrspace(2293760)* %t";
    let sampler = "i32 addrspace(2752512)* %s";
    let call = format!(
        "  %r = call <4 x float> @llvm.genx.GenISA.sampleLptr(float 0.0, float %x, float 0.0, float 0.0, float 0.0, {texture}, {sampler}, i32 0, i32 0, i32 0)"
    );
    let buffer = "  %b = call i32 addrspace(2293760)* @llvm.genx.GenISA.GetBufferPtr(i32 %i, i32 2)";
    let text = module(
        "float %x, i32 %i, i32 %h",
        &format!(
            "{buffer}\n  %s = inttoptr i32 %h to i32 addrspace(2752512)*\n{}\n  %e = extractelement <4 x float> %r, i32 0\n  %p = inttoptr i32 0 to float addrspace(131072)*\n  store float %e, float addrspace(131072)* %p, align 4",
            call.replace("%t", "%b")
        ),
        &declare(&format!("{buffer}\n{call}")),
    );
    let printed = import(&text).module.to_string();
    assert!(
        printed.starts_with(
            "surface b0: raw @ table 0\nsurface t_indexed: any f32 @ table\nsampler s_bindless @ bindless\n"
        ),
        "{printed}"
    );
    assert!(body(&text)[0].contains("sample t_indexed[%i], s_bindless[%h] [lod: 0.0, u: %x"));
}

#[test]
fn a_paired_resource_is_passed_over_where_it_is_undefined() {
    let pair = "float addrspace(196608)* undef, ";
    let operands = format!("i32 %i0, i32 %i1, i32 0, i32 0, {pair}T, i32 0, i32 0, i32 0");
    assert_eq!(operation("ldptr", "<4 x float>", &operands), "load t0 [u: %i0, v: %i1, lod: 0, r: 0] -> f32x4");
    let text = calling("ldptr", "<4 x float>", &operands.replace("undef", "null"), 0, "float");
    assert!(refusals(&text)[0].contains("paired resources are not supported; expected undef: %r = call"));
}

#[test]
fn what_texture_ir_does_not_have_is_said() {
    let refused =
        |name: &str, result: &str, operands: &str| refusals(&calling(name, result, operands, 0, "float"))[0].clone();
    // A coordinate that is a float takes no sum, and what an offset along r moves depends on the surface.
    let offsets = |offsets: &str| refused("sampleptr", "<4 x float>", &format!("{}T, S, {offsets}", floats(5)));
    assert!(offsets("i32 %i0, i32 8, i32 0").contains("a texel offset is out of range; expected -8 to 7"));
    assert!(offsets("i32 8, i32 0, i32 0").contains("the offset is 8; expected -8 to 7"));
    assert!(offsets("i32 1000, i32 0, i32 0").contains("a texel offset is out of range; expected -8 to 7"));
    let along_r = refused("ldptr", "<4 x float>", "i32 0, i32 0, i32 0, i32 0, T, i32 0, i32 0, i32 %i0");
    assert!(along_r.contains("a texel offset is not a constant; expected -8 to 7"));
    let channel = |channel: &str| {
        refused("gather4ptr", "<4 x float>", &format!("{}T, S, i32 0, i32 0, i32 0, {channel}", floats(4)))
    };
    assert!(channel("i32 4").contains("the channel is 4; expected 0 to 3"));
    assert!(channel("i32 %i0").contains("the channel is not a constant; expected 0 to 3"));
    let compared = format!("{}T, S, i32 0, i32 0, i32 0, i32 4", floats(5));
    assert!(refused("gather4Cptr", "<4 x float>", &compared).contains("the channel is 4; expected 0 to 3"));
    // No document says what a message with offsets of both kinds reads.
    let twice = "float %f1, float %f2, i32 %i0, i32 %i1, float %f3, T, S, i32 1, i32 0, i32 0, i32 0";
    assert!(refused("gather4POptr", "<4 x float>", twice).contains("cannot be combined with `offu` and `offv`"));
}

/// Offsets of which one is a value are packed in one, four bits each (3D_SAMPLE, Aoffimmi).
#[test]
fn offsets_that_are_no_constants_are_packed() {
    let packed = |offsets: &str| {
        let operands = format!("{}T, S, {offsets}", floats(5));
        let mut body = body(&calling("sampleptr", "<4 x float>", &operands, 0, "float"));
        body.truncate(body.iter().position(|line| line.contains("sample t0")).expect("a sample") + 1);
        body
    };
    let sample = |offsets: &str| {
        format!("%r = sample t0, s0 [u: %f0, v: %f1, r: %f2, ai: %f3, min_lod: %f4, offsets: {offsets}] -> f32x4")
    };
    assert_eq!(
        packed("i32 1, i32 %i0, i32 undef"),
        [
            "%0 = and i32 %i0, 15".to_owned(),
            "%1 = shl i32 %0, 4".to_owned(),
            "%2 = or i32 %1, 256".to_owned(),
            sample("%2")
        ]
    );
    assert_eq!(packed("i32 0, i32 0, i32 %i0"), ["%0 = and i32 %i0, 15".to_owned(), sample("%0")]);
}

/// 3D_SAMPLE4, Ref: the reference value is compared against the red channel. Intel's finalizer encodes no channel.
#[test]
fn gathers_that_compare_are_of_the_red_channel() {
    let operands = format!("{}T, S, {OFFSETS}, i32 2", floats(5));
    assert_eq!(
        operation("gather4Cptr", "<4 x float>", &operands),
        "gather4 t0, s0 [ref: %f0, u: %f1, v: %f2, r: %f3, ai: %f4] offset(1, -2, 3) channel r -> f32x4"
    );
}

/// What is imported where texture calls alone are wanted.
fn textures_alone(text: &str) -> Import {
    let options = ImportOptions { textures_alone: true, sources: true, ..ImportOptions::default() };
    let import =
        import_bytes_with("test.ll", text.as_bytes(), options).unwrap_or_else(|error| panic!("{error}\n{text}"));
    check(&import);
    import
}

/// Of what is not imported nothing is concluded: neither that the level, which comes out of it, is zero, nor that
/// green, which goes into it, is not read. Values of types that texture IR lacks go from one such instruction to another.
#[test]
fn what_is_no_texture_call_is_taken_as_unknown() {
    let text = "define spir_kernel void @k(i32 %x, double %d) {
entry:
  %wide = fptosi double %d to i64
  %high = lshr i64 %wide, 32
  %level = trunc i64 %high to i32
  br label %loop
loop:
  %sum = phi double [ %d, %entry ], [ %next, %loop ]
  %t = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 %x, i32 0, i32 %level, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %green = extractelement <4 x float> %t, i32 1
  %more = fpext float %green to double
  %next = fadd double %sum, %more
  %goes = fcmp olt double %next, 1.0
  br i1 %goes, label %loop, label %exit
exit:
  ret void
}
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
";
    let import = textures_alone(text);
    let module = import.module.to_string();
    let level = module.lines().find(|line| line.contains("%level = ")).expect("the level is computed");
    assert!(level.contains("trunc i64 %high -> i32"), "{module}");
    assert!(module.contains("load t0 [u: %x, v: 0, lod: %level, r: 0]"), "{module}");
    assert!(module.contains("store_raw b0 [x: 0], f32 %green"), "{module}");
    let taken: Vec<&str> = import.remarks.iter().filter_map(|remark| remark.instruction.as_deref()).collect();
    assert!(taken.contains(&"%more = fpext float %green to double"), "{taken:?}");
    let (_, call) = &import.sources[0].calls[0];
    assert_eq!(call.instruction, 5, "the call is counted among all instructions");
}

/// A kernel whose coordinates differ between lanes, with more than its texture call, and `operand` as its coordinate.
fn beside_much_else(operand: &str) -> String {
    format!(
        "define spir_kernel void @k(i32 %size, i16 %localIdX, i32 %bufferOffset) {{
entry:
  %x = zext i16 %localIdX to i32
  %more = add i32 %x, %size
  %t = call <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32 {operand}, i32 0, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %red = extractelement <4 x float> %t, i32 0
  %green = extractelement <4 x float> %t, i32 1
  %blue = extractelement <4 x float> %t, i32 2
  %unread = fadd float %green, 1.0
  %sum = fadd float %red, 2.0
  %by = fmul float %sum, %blue
  %bytes = shl i32 %more, 2
  %at = add i32 %bytes, %bufferOffset
  %to = inttoptr i32 %at to float addrspace(131072)*
  store float %by, float addrspace(131072)* %to, align 4
  ret void
}}
declare <4 x float> @llvm.genx.GenISA.ldptr.v4f32.p196608f32(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
"
    )
}

/// Neither the address nor the product says anything of the message; that red and blue are read, and green is not, does.
#[test]
fn what_says_nothing_of_messages_is_left_out() {
    let import = textures_alone(&beside_much_else("%x"));
    let module = import.module.to_string();
    let body: Vec<&str> = module.lines().skip_while(|line| !line.starts_with("^entry")).map(str::trim).collect();
    let expected = [
        "^entry:",
        "%x = zext i16 %localIdX -> i32",
        "%t = load t0 [u: %x, v: 0, lod: 0, r: 0] -> f32x4",
        "%red = extract f32x4 %t, 0",
        "%blue = extract f32x4 %t, 2",
        "store_raw b0 [x: 0], f32 %red",
        "store_raw b0 [x: 0], f32 %blue",
        "return",
        "}",
    ];
    assert_eq!(body, expected, "{module}");
    let (_, call) = &import.sources[0].calls[0];
    assert_eq!(call.instruction, 2, "the call is counted among all instructions");
}

/// One message may serve all lanes, where it counts what else reads its result.
#[test]
fn a_kernel_with_a_call_that_is_the_same_in_all_lanes_is_imported_whole() {
    let module = textures_alone(&beside_much_else("%size")).module.to_string();
    assert!(module.contains("%by = fmul"), "{module}");
}

#[test]
fn a_function_without_texture_calls_is_not_imported() {
    let text = format!("define spir_kernel void @none(double %d) {{\n  ret void\n}}\n{}", beside_much_else("%x"));
    let import = textures_alone(&text);
    let names: Vec<&str> = import.module.kernels.values().map(|kernel| kernel.name.as_str()).collect();
    assert_eq!((names, import.sources[0].function), (vec!["k"], 1));
}

/// A texture call itself is never unknown.
#[test]
fn a_texture_call_that_is_not_imported_is_an_error_at_any_rate() {
    let call = "  %t = call <4 x float> @llvm.genx.GenISA.gather4ptr.v4f32.f32.p196608f32.p589824i32(float 1.0, float 1.0, float 0.0, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 0, i32 0, i32 0, i32 %x)";
    let text = module("i32 %x", call, &declare(call));
    let options = ImportOptions { textures_alone: true, ..ImportOptions::default() };
    let error = import_bytes_with("test.ll", text.as_bytes(), options).expect_err("the channel is no constant");
    assert!(error.to_string().contains("the channel is not a constant; expected 0 to 3"), "{error}");
}

/// Constant offsets beside those that are parameters are no texture IR, and are kept beside the operation.
#[test]
fn offsets_of_both_kinds_are_kept_apart() {
    let call = "  %t = call <4 x float> @llvm.genx.GenISA.gather4POptr.v4f32.f32.p196608f32.p589824i32(float 1.0, float 1.0, i32 %x, i32 %x, float 0.0, float addrspace(196608)* null, i32 addrspace(589824)* null, i32 1, i32 -2, i32 3, i32 0)";
    let text = module("i32 %x", call, &declare(call));
    assert!(refusals(&text)[0].contains("cannot be combined"));
    let import = textures_alone(&text);
    assert_eq!(import.sources[0].calls[0].1.offset, [1, -2, 3]);
}
