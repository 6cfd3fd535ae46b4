//! Kernels as Intel's compiler hands them to its code emission; what they must become is written down from their OpenCL
//! sources, `test/corpus/*/source.cl`.

use std::path::PathBuf;

use texvisa_ir::texture::{
    ArgumentRole, InstData, Kernel, MemoryAccess, MemorySpace, Module, describe_inst, parse, verify,
};
use texvisa_llvm::{Import, ImportOptions, import_bytes, import_file};

const NAMES: [&str; 8] =
    ["2d_ld_r", "2d_ld_ga", "3d_ld", "2d_sample_lod", "2d_loop", "2d_if", "2dms_ldms_r", "2dms_ldms_loop"];

fn path(name: &str, file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../test/corpus", name, file].iter().collect()
}

fn import(name: &str) -> Import {
    let import = import_file(path(name, "k.ll")).expect("the kernel is imported");
    assert!(verify(&import.module).is_empty());
    assert!(import.remarks.is_empty(), "{:?}", import.remarks);
    import
}

fn kernel(module: &Module) -> &Kernel {
    let mut kernels = module.kernels.values();
    let kernel = kernels.next().expect("one kernel");
    assert!(kernels.next().is_none() && kernel.name == "k");
    kernel
}

/// The declarations as the text has them.
fn declarations(module: &Module) -> Vec<String> {
    module.to_string().lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The texture operations in the order of the text.
fn textures(module: &Module) -> Vec<String> {
    let kernel = kernel(module);
    let insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    insts
        .filter(|inst| matches!(kernel.insts[**inst], InstData::Texture(_)))
        .map(|inst| describe_inst(module, kernel, *inst))
        .collect()
}

/// What the kernel stores, by type, in the order of the text.
fn stores(module: &Module) -> Vec<String> {
    let kernel = kernel(module);
    kernel
        .memories
        .values()
        .filter(|memory| (memory.kind.space, memory.kind.access) == (MemorySpace::Raw, MemoryAccess::Store))
        .map(|memory| kernel.ty(memory.values[0]).to_string())
        .collect()
}

/// Name, role and subject of the arguments.
fn arguments(module: &Module) -> Vec<(String, ArgumentRole, Option<String>)> {
    let kernel = kernel(module);
    let name = |value| kernel.value_name(value).unwrap_or_default().to_owned();
    kernel.arguments.iter().map(|argument| (name(argument.value), argument.role, argument.about.clone())).collect()
}

/// The arguments that all kernels of the corpus have, in their order, with `before` between them and the buffer's
/// offset.
fn usual_arguments(before: &[(&str, ArgumentRole, &str)]) -> Vec<(String, ArgumentRole, Option<String>)> {
    use ArgumentRole as R;
    let usual = [
        ("o", R::Pointer),
        ("sx", R::Plain),
        ("sy", R::Plain),
        ("l", R::Plain),
        ("r0", R::R0),
        ("payloadHeader", R::PayloadHeader),
        ("enqueuedLocalSize", R::EnqueuedLocalSize),
        ("localIdX", R::LocalIdX),
        ("localIdY", R::LocalIdY),
        ("localIdZ", R::LocalIdZ),
    ];
    let usual = usual.into_iter().map(|(name, role)| (name.to_owned(), role, None));
    let about = |(name, role, about): (&str, ArgumentRole, &str)| (name.to_owned(), role, Some(about.to_owned()));
    let offset = ("bufferOffset", R::BufferOffset, "o");
    usual.chain(before.iter().copied().chain([offset]).map(about)).collect()
}

#[test]
fn an_image_is_the_first_surface_and_the_buffer_the_next() {
    for (name, dimension) in [("2d_ld_r", "2d"), ("2d_ld_ga", "2d"), ("3d_ld", "3d")] {
        let import = import(name);
        let expected =
            [format!("surface t0: {dimension} f32 @ table 0 arg \"a\""), "surface b0: raw @ table 1 arg \"o\"".into()];
        assert_eq!(declarations(&import.module), expected);
        assert_eq!(arguments(&import.module), usual_arguments(&[]));
        assert_eq!(import.widths, [None]);
    }
}

#[test]
fn loads_have_their_coordinates_in_their_roles() {
    let two = "%call.i39 = load t0 [u: %add4.i.i.i, v: %add4.i11.i.i18, lod: 0, r: 0] -> f32x4";
    assert_eq!(textures(&import("2d_ld_r").module), [two]);
    assert_eq!(textures(&import("2d_ld_ga").module), [two]);
    let three = "%call.i39 = load t0 [u: %add4.i.i.i, v: %add4.i11.i.i18, lod: 0, r: %l] -> f32x4";
    assert_eq!(textures(&import("3d_ld").module), [three]);
}

#[test]
fn what_is_stored_is_what_the_source_stores() {
    for (name, ty) in [("2d_ld_r", "i32"), ("2d_ld_ga", "i32x2"), ("3d_ld", "i32x4"), ("2d_loop", "f32x4")] {
        assert_eq!(stores(&import(name).module), [ty], "{name}");
    }
}

#[test]
fn a_sample_has_its_sampler_and_its_level() {
    let import = import("2d_sample_lod");
    let expected = [
        "surface t0: 2d f32 @ table 0 arg \"a\"",
        "surface b0: raw @ table 1 arg \"o\"",
        // A constant of the source belongs to no argument.
        "sampler s0 @ 0 = linear clamp",
    ];
    assert_eq!(declarations(&import.module), expected);
    assert_eq!(
        textures(&import.module),
        ["%call13.i39 = sample t0, s0 [lod: %mul, u: %mul, v: %mul5, r: 0.0, ai: 0.0] -> f32x4"]
    );
}

#[test]
fn both_ways_of_a_condition_meet_in_parameters() {
    let import = import("2d_if");
    assert_eq!(
        textures(&import.module),
        [
            "%call13.i39 = sample t0, s0 [lod: 0.0, u: %mul, v: %mul5, r: 0.0, ai: 0.0] -> f32x4",
            // The source swaps the coordinates here.
            "%call.i3143 = load t0 [u: %add4.i11.i.i18, v: %add4.i.i.i, lod: 0, r: 0] -> f32x4",
        ]
    );
    let kernel = kernel(&import.module);
    let end = kernel.layout.iter().find(|block| kernel.block_name(**block) == Some("if.end")).expect("a block");
    assert_eq!(kernel.blocks[*end].params.len(), 4);
}

#[test]
fn a_loop_with_two_exits_stays_a_loop() {
    let import = import("2d_loop");
    assert_eq!(textures(&import.module).len(), 1);
    let kernel = kernel(&import.module);
    let position = |wanted| kernel.layout.iter().position(|block| *block == wanted);
    let back = |block| kernel.successors(block).iter().any(|call| position(call.block) <= position(block));
    assert_eq!(kernel.layout.iter().filter(|block| back(**block)).count(), 1);
}

#[test]
fn a_sample_of_a_pixel_takes_its_compression_words_whole_and_32_bit_parameters() {
    let import = import("2dms_ldms_r");
    assert_eq!(
        declarations(&import.module),
        // The samples come as integers whatever the format, which therefore stays open.
        ["surface t0: 2d_ms @ table 0 arg \"a\"", "surface b0: raw @ table 1 arg \"o\""]
    );
    let textures = textures(&import.module);
    let (mcs, words) = textures[0].split_once(" = ").expect("a result");
    assert_eq!(words, "load_mcs t0 [u: %add4.i.i.i, v: %add4.i11.i.i18, r: 0, lod: 0] -> i16x4");
    let (_, sample) = textures[1].split_once(" = ").expect("a result");
    assert_eq!(
        sample,
        format!("load_ms t0 [si: 2, mcs: {mcs}, u: %add4.i.i.i, v: %add4.i11.i.i18, r: 0, lod: 0] -> i32x4")
    );
    assert!(!import.module.to_string().contains("trunc"));
}

#[test]
fn the_number_of_samples_is_an_argument_about_its_image() {
    let import = import("2dms_ldms_loop");
    let samples = ("imageNumSamples", ArgumentRole::ImageSamples, "a");
    assert_eq!(arguments(&import.module), usual_arguments(&[samples]));
    let textures = textures(&import.module);
    assert!(textures[0].contains("load_mcs") && textures[1].contains("[si: %i.0109, mcs: %"), "{textures:?}");
}

/// Intel's dumps for Skylake declare one function with two signatures, which LLVM refuses; with a name of its own
/// for the declaration they are modules. What the call for MCS words returns is the only difference.
#[test]
fn the_dword_form_imports_to_the_same_texture_operations() {
    for name in ["2dms_ldms_r", "2dms_ldms_loop"] {
        let file = path(name, "k.skl.ll");
        // Later releases read it, and refuse it when they verify it.
        let refused = import_file(&file).expect_err("two signatures").to_string();
        let is_refused = ["forward reference", "incompatible signature"];
        assert!(is_refused.iter().any(|reason| refused.contains(reason)), "{refused}");
        let text = std::fs::read_to_string(&file).expect("the dump is there");
        let image = "%spirv.Image._void_1_0_0_1_0_0_0 addrspace(1)* addrspace(196608)*";
        let text = text.replacen("ldmcsptr.v4f32.i32.i32(i32 %", "ldmcsptr.v4f32.i32(i32 %", 1)
            + &format!(
                "declare <4 x float> @llvm.genx.GenISA.ldmcsptr.v4f32.i32(i32, i32, i32, i32, {image}, i32, i32, i32)\n"
            );
        let narrow = textures(&import(name).module);
        let wide = textures(&import_bytes("k.skl.ll", text.as_bytes()).expect("a module").module);
        let without_names = |texts: Vec<String>| texts.iter().map(|text| without_names(text)).collect::<Vec<_>>();
        let words = without_names(narrow).into_iter().map(|text| match text.contains("load_mcs") {
            true => text.replace("i16x4", "i32x4"),
            false => text,
        });
        assert_eq!(words.collect::<Vec<_>>(), without_names(wide));
    }
}

/// The text with `%` for every value.
fn without_names(text: &str) -> String {
    let part = |part: &str| part.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.').to_owned();
    let mut parts = text.split('%');
    let head = parts.next().unwrap_or_default().to_owned();
    parts.fold(head, |text, rest| text + "%" + &part(rest))
}

#[test]
fn importing_twice_gives_the_same_text_and_the_text_is_read_back() {
    for name in NAMES {
        let [first, second] = [import(name), import(name)].map(|import| import.module.to_string());
        assert_eq!(first, second);
        assert_eq!(parse(&first).expect("the text follows the grammar").to_string(), first);
    }
}

/// Bitcode is what a compiler passes on; text is what it dumps.
#[test]
fn bitcode_imports_like_text() {
    for name in NAMES {
        let context = inkwell::context::Context::create();
        let text = std::fs::read(path(name, "k.ll")).expect("the dump is there");
        let buffer = inkwell::memory_buffer::MemoryBuffer::create_from_memory_range_copy(&text, name);
        let module = context.create_module_from_ir(buffer).expect("a module");
        let bitcode = module.write_bitcode_to_memory();
        let imported = import_bytes("k.bc", bitcode.as_slice()).expect("the kernel is imported");
        assert_eq!(imported.module.to_string(), import(name).module.to_string());
        let in_memory =
            texvisa_llvm::import_module(name, &module, ImportOptions::default()).expect("the kernel is imported");
        assert_eq!(in_memory.module.to_string(), import(name).module.to_string());
    }
}
