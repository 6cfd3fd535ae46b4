//! Shaders in WGSL and SPIR-V as input.

use predicates::prelude::{PredicateBooleanExt, predicate};

use crate::{folder, given, shown, texvisa};

/// Adds the number of each lane to a buffer.
const SHADER: &str = "
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

@compute @workgroup_size(8)
fn count(@builtin(global_invocation_id) id: vec3u) {
    if id.x < arrayLength(&numbers) { numbers[id.x] += id.x; }
}
";

#[test]
fn wgsl_on_standard_input_is_known_by_what_is_in_it() {
    given(SHADER, &["compile", "-", "--target", "tgllp", "--simd", "16"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains(".kernel"))
        .stderr(predicate::str::is_empty());
}

#[test]
fn a_kernel_of_wgsl_is_checked_and_explained_with_its_lines() {
    let folder = folder();
    let file = folder.path().join("load.wgsl");
    let text = "@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var result: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8)
fn copy(@builtin(global_invocation_id) id: vec3u) {
    textureStore(result, id.xy, textureLoad(source, id.xy, 0));
}
";
    std::fs::write(&file, text).expect("the folder is writable");
    let how = ["--target", "dg2", "--simd", "8"];
    texvisa(&[&["check", shown(&file)], &how[..]].concat())
        .assert()
        .code(0)
        .stdout(predicate::str::contains("no difference"));
    texvisa(&[&["explain", shown(&file)], &how[..]].concat()).assert().code(0).stdout(predicate::str::contains(
        "load.wgsl:5:33: textureStore(result, id.xy, textureLoad(source, id.xy, 0));",
    ));
}

#[test]
fn a_shader_runs_with_the_group_size_that_it_says() {
    let folder = folder();
    let (file, out) = (folder.path().join("count.wgsl"), folder.path().join("numbers.bin"));
    std::fs::write(&file, SHADER).expect("the folder is writable");
    let output = format!("numbers={}", shown(&out));
    let run = |grid: &str| {
        let binds = ["--bind", "numbers=48", "--output", &output];
        texvisa(&[&["run", shown(&file), "--target", "tgllp", "--simd", "8", "--grid", grid][..], &binds].concat())
    };
    run("17").assert().code(2).stderr(predicate::str::contains("requires groups of 8x1x1"));
    run("16").assert().code(0);
    let bytes = std::fs::read(&out).expect("the run wrote the buffer");
    let numbers: Vec<u32> =
        bytes.chunks_exact(4).map(|word| word.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte))).collect();
    // What `arrayLength` says follows from the buffer: four lanes of the sixteen do nothing.
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
}

#[test]
fn what_cannot_be_translated_is_shown_where_it_stands() {
    let text = SHADER.replace("numbers[id.x] += id.x", "numbers[id.x] = u32(textureLoad(video, id.xy).x)");
    let text = text + "@group(0) @binding(1) var video: texture_external;\n";
    given(&text, &["compile", "-", "--target", "tgllp", "--simd", "16"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("kernel `count`: `textureLoad`").and(predicate::str::contains("<stdin>:6:")));
}

#[test]
fn spirv_is_known_by_its_magic_number() {
    let folder = folder();
    let file = folder.path().join("shader.bin");
    std::fs::write(&file, b"\x03\x02\x23\x07 and no more").expect("the folder is writable");
    texvisa(&["compile", shown(&file), "--target", "tgllp", "--simd", "16"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("shader.bin").and(predicate::str::contains("target").not()));
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/spirv/blur.spv");
    texvisa(&["compile", corpus, "--target", "tgllp", "--simd", "16"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("sample_lz"));
}
