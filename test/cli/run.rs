//! `texvisa run`: what can be bound, and what comes out.

use std::path::Path;

use predicates::prelude::{PredicateBooleanExt, predicate};

use super::{PROGRAM, folder, given, shown, texvisa};

/// A picture of 5 x 3 pixels, each another.
fn picture(path: &Path) -> image::RgbaImage {
    let picture = image::RgbaImage::from_fn(5, 3, |x, y| {
        image::Rgba([x as u8 * 50, y as u8 * 100, (x * y) as u8, 255 - x as u8])
    });
    picture.save(path).expect("a picture");
    picture
}

#[test]
fn run_reads_and_writes_pictures() {
    let folder = folder();
    let [input, output] = ["in.png", "out.png"].map(|name| folder.path().join(name));
    let expected = picture(&input);
    given(
        PROGRAM,
        &[
            "run",
            "-",
            "--grid",
            "5x3",
            "--bind",
            &format!("t0={}", shown(&input)),
            "--bind",
            "w0=5x3",
            "--bind",
            "x=@x",
            "--bind",
            "y=@y",
            "--output",
            &format!("w0={}", shown(&output)),
        ],
    )
    .assert()
    .code(0)
    .stderr(predicate::str::is_empty());
    let found = image::open(&output).expect("the output is a picture").into_rgba8();
    assert_eq!(found, expected);
}

#[test]
fn run_traces_each_message() {
    let folder = folder();
    let input = folder.path().join("in.png");
    picture(&input);
    let bind = format!("t0={}", shown(&input));
    let arguments =
        ["run", "-", "--grid", "5x1", "--bind", &bind, "--bind", "w0=5x3", "--bind", "x=@x", "--bind", "y=1"];
    given(PROGRAM, &[&arguments[..], &["--trace"]].concat())
        .assert()
        .code(0)
        .stdout(predicate::str::contains("ld_lz (M1, 16) enabled 0x1f, surface 0"))
        .stdout(predicate::str::contains("u 00000000 00000001 00000002 00000003 00000004"))
        // Green is 100 of 255 in the second row.
        .stdout(predicate::str::contains(format!("G {:08x} ", (100.0f32 / 255.0).to_bits())));
}

#[test]
fn a_picture_that_is_none_is_named() {
    let folder = folder();
    let [text, missing] = ["text.png", "missing.png"].map(|name| folder.path().join(name));
    std::fs::write(&text, "no picture").expect("a file");
    let run = |bind: &str| {
        given(
            PROGRAM,
            &["run", "-", "--grid", "1", "--bind", bind, "--bind", "w0=1x1", "--bind", "x=0", "--bind", "y=0"],
        )
        .assert()
        .code(1)
    };
    run(&format!("t0={}", shown(&text)))
        .stderr(predicate::str::contains("text.png").and(predicate::str::contains("expected a PNG or EXR picture")));
    run(&format!("t0={}", shown(&missing)))
        .stderr(predicate::str::contains("missing.png").and(predicate::str::contains("No such file")));
    run("t0=-1x4").stderr(predicate::str::contains("read as a file, as it is no size, as 640x480 is"));
}

#[test]
fn what_cannot_be_bound_is_a_mistake_of_whoever_asks_for_it() {
    let run = |bind: &str, says: &str| {
        given(PROGRAM, &["run", "-", "--grid", "1", "--bind", bind])
            .assert()
            .code(2)
            .stderr(predicate::str::contains(says));
    };
    run("t9=1x1", "kernel `copy` knows no `t9`");
    run("t9=1x1", "it knows t0, w0, %x, %y");
    run("t0", "expected NAME=VALUE");
    run("t0=0x1", "width 0");
    run("x=1.5", "`1.5` is not an i32; expected a whole number from -2147483648 to 4294967295");
    run("x=@q", "unknown position `@q`; expected one of @x, @y, @z");
    given(PROGRAM, &["run", "-", "--grid", "1x2x3x4"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("there are three axes"));
}

#[test]
fn what_a_run_lacks_is_named() {
    given(PROGRAM, &["run", "-", "--grid", "1", "--bind", "x=0", "--bind", "y=0"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("nothing is bound to entry 0, which the kernel calls `t0`"));
}

/// Stores what `t0` has at (0, 0), four words for each work item.
const GATHER: &str = "target tgllp simd8
surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @gather(%u: f32, %x: i32) {
^entry:
  %a = gather4 t0, s0 [u: %u, v: 0.5, ref: 0.5] -> f32x4
  %address = shl i32 %x, 4
  store_raw b0 [x: %address], f32x4 %a
  return
}
";

/// The words that the one work item of a run leaves in `b0`, which has so many of them.
pub fn words(text: &str, binds: &[&str], count: usize) -> Vec<u32> {
    let folder = folder();
    let output = folder.path().join("b0.bin");
    let (buffer, written) = (format!("b0={}", count * 4), format!("b0={}", shown(&output)));
    let mut arguments = vec!["run", "-", "--grid", "1", "--output", &written];
    binds.iter().chain(&[buffer.as_str()]).for_each(|bind| arguments.extend(["--bind", *bind]));
    given(text, &arguments).assert().code(0).stderr(predicate::str::is_empty());
    let bytes = std::fs::read(&output).expect("the output");
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// The words as the floats that they are.
fn floats(text: &str, binds: &[&str], count: usize) -> Vec<f32> {
    words(text, binds, count).into_iter().map(f32::from_bits).collect()
}

/// What a run with that binding alone says, which is a mistake of whoever asks for it.
pub fn refused(text: &str, bind: &str, says: &[&str]) {
    let mut assert = given(text, &["run", "-", "--grid", "1", "--bind", bind]).assert().code(2);
    for what in says {
        assert = assert.stderr(predicate::str::contains(*what));
    }
    assert.stderr(predicate::str::contains("No such file").not());
}

#[test]
fn a_comparison_compares_with_what_it_was_given() {
    let gathered = |sampler: &str| floats(GATHER, &["t0=d32:4x4,fill=0.75", sampler, "u=0.5", "x=0"], 4);
    assert_eq!(gathered("s0=compare=less"), [1.0; 4]);
    assert_eq!(gathered("s0=linear,clamp,compare=GREATER"), [0.0; 4]);
    assert_eq!(gathered("s0=compare=never"), [0.0; 4]);
    // Beyond the right edge the border, of which 0.5 is no less than its red.
    let border = ["t0=D32_FLOAT:4x4,fill=0.75", "s0=clamp_border,border=0.25:1:1:1,compare=less", "u=1.0", "x=0"];
    assert_eq!(floats(GATHER, &border, 4), [1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn a_comparison_without_a_function_is_refused() {
    refused(
        GATHER,
        "s0=linear,clamp",
        &["kernel `gather` compares with `s0` at 7:3", "compare= with one of never, less, equal, lequal, greater"],
    );
    // A sampler that nothing compares with needs none.
    let text = GATHER.replace(", ref: 0.5", "");
    assert_eq!(floats(&text, &["t0=r8:4x4,fill=1", "s0=linear,clamp", "u=0.5", "x=0"], 4), [1.0; 4]);
}

const SAMPLE: &str = "target tgllp simd8
surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
sampler s0 @ 0
kernel @sample(%u: f32, %lod: f32) {
^entry:
  %a = sample t0, s0 [u: %u, v: 0.5, lod: %lod] -> f32x4
  store_raw b0 [x: 0], f32x4 %a
  return
}
";

#[test]
fn the_state_of_a_sampler_is_what_was_said() {
    let folder = folder();
    let file = folder.path().join("levels.bin");
    // Levels of 4x2, 2x1 and 1x1 bytes.
    std::fs::write(&file, [51, 102, 153, 204, 51, 102, 153, 204, 10, 10, 255]).expect("a file");
    let surface = format!("t0=r8:4x2,levels=3,bytes={}", shown(&file));
    let red = |sampler: &str, u: &str, lod: &str| {
        let binds = [surface.as_str(), sampler, &format!("u={u}"), &format!("lod={lod}")];
        (floats(SAMPLE, &binds, 4)[0] * 255.0).round() as u32
    };
    assert_eq!(red("s0=nearest", "0.3", "2"), 102);
    assert_eq!(red("s0=nearest,mip=nearest", "0.3", "2"), 255);
    assert_eq!(red("s0=mip=nearest,max_lod=1", "0.3", "2"), 10);
    assert_eq!(red("s0=mip=nearest,min_lod=2", "0.3", "0"), 255);
    assert_eq!(red("s0=mip=nearest,lod_bias=1.0", "0.3", "0"), 10);
    assert_eq!(red("s0=mip=linear", "0.3", "1.2"), 59);
    assert_eq!(red("s0=mag=linear,clamp", "0.25", "0"), 77);
    assert_eq!(red("s0=min=linear,clamp", "0.25", "0"), 102);
    assert_eq!(red("s0=linear,clamp,reduction=max", "0.25", "0"), 102);
    assert_eq!(red("s0=address=mirror_once:wrap:wrap", "-0.3", "0"), 102);
    assert_eq!(red("s0=unnormalized,clamp", "3.5", "0"), 204);
    assert_eq!(red("s0=clamp_border,border=1", "1.5", "0"), 255);
}

#[test]
fn what_a_sampler_does_not_have_is_answered_with_what_it_has() {
    refused(
        SAMPLE,
        "s0=cubic",
        &[
            "`cubic` is none of nearest, linear, anisotropic, wrap, mirror, clamp, cube, clamp_border, mirror_once, half_border, unnorm",
        ],
    );
    refused(
        SAMPLE,
        "s0=compare=foo",
        &["`foo` is no `compare`; possible: never, less, equal, lequal, greater, notequal"],
    );
    refused(SAMPLE, "s0=compare=leqal", &["; did you mean `lequal`?"]);
    refused(SAMPLE, "s0=liner", &["`liner` is none of nearest, linear", "; did you mean `linear`?"]);
    refused(SAMPLE, "s0=max_anisotropy=17", &["`17` is no `max_anisotropy`; possible: 1 to 16"]);
    refused(SAMPLE, "s0=min_lod=15", &["`15` is no `min_lod`; possible: 0 to 14"]);
    refused(SAMPLE, "s0=border=1:2", &["`1:2` is no `border`; possible: R:G:B:A, or one number for all four"]);
    refused(
        SAMPLE,
        "t0=4x4,level=2",
        &["`level=2` is none of levels=, first_level=, first_layer=, layers=, fill=, formula=, bytes=, mcs, mcs="],
    );
    refused(SAMPLE, "t0=4x4,levels=9", &["level"]);
}

const SAMPLES: &str = "target tgllp simd8
surface t0: 2d_ms f32 @ table 0
surface b0: raw @ table 1
kernel @fetch(%sample: i32) {
^entry:
  %m = load_mcs t0 [u: 0, v: 0] -> i32x4
  %texel = load_ms t0 [si: %sample, mcs: %m, u: 0, v: 0] -> f32x4
  %word = extract i32x4 %m, 0
  %red = extract f32x4 %texel, 0
  store_raw b0 [x: 0], i32 %word
  store_raw b0 [x: 4], f32 %red
  return
}
";

#[test]
fn multisampled_surfaces_have_compression_words() {
    let folder = folder();
    let file = folder.path().join("samples.bin");
    std::fs::write(&file, [11, 22, 33, 44]).expect("a file");
    let fetched = |settings: &str, sample: &str| {
        let surface = format!("t0=r8:1x1@4,bytes={}{settings}", shown(&file));
        let words = words(SAMPLES, &[&surface, sample], 2);
        (words[0], (f32::from_bits(words[1]) * 255.0).round() as u32)
    };
    assert_eq!(fetched("", "sample=2"), (0, 33));
    assert_eq!(fetched(",mcs", "sample=2"), (0xe4, 33));
    assert_eq!(fetched(",mcs=0x50", "sample=1"), (0x50, 11));
    assert_eq!(fetched(",mcs=80", "sample=3"), (0x50, 22));
    assert_eq!(fetched(",mcs=0xff,clear=1", "sample=3"), (0xff, 255));
    refused(SAMPLES, "t0=4x4,mcs", &["a surface with one sample has no MCS values"]);
    refused(SAMPLES, "t0=4x4@4,mcs=0x100", &["`0x100` is no MCS value of 4 samples; expected at most 0xff"]);
    refused(SAMPLES, "t0=4x4@3", &["3 samples; expected 1"]);
    refused(SAMPLES, "t0=4x4@four", &["`four` is no number of samples"]);
}

#[test]
fn channels_of_surfaces_can_be_selected_and_surfaces_can_be_none() {
    let fetched = |surface: &str| floats(SAMPLE, &[surface, "s0=nearest", "u=0", "lod=0"], 4);
    assert_eq!(fetched("t0=rgba32:1x1,fill=1:2:3:4,select=ab01"), [4.0, 3.0, 0.0, 1.0]);
    assert_eq!(fetched("t0=null"), [0.0; 4]);
}

#[test]
fn every_level_of_a_picture_is_the_picture() {
    let folder = folder();
    let input = folder.path().join("a,b:c@2.png");
    let half = |x: u32| if x < 2 { [0, 0, 0, 255] } else { [255, 255, 255, 255] };
    image::RgbaImage::from_fn(4, 4, |x, _| image::Rgba(half(x))).save(&input).expect("a picture");
    // A name with the letters that settings are written with is still that of a file.
    let plain = format!("t0={}", shown(&input));
    assert_eq!(floats(SAMPLE, &[&plain, "s0=nearest", "u=0.9", "lod=0"], 4), [1.0; 4]);
    let simple = folder.path().join("p.png");
    std::fs::copy(&input, &simple).expect("a copy");
    let levels = format!("t0=rgba8_srgb:{},levels=3", shown(&simple));
    let red = |lod: &str| floats(SAMPLE, &[&levels, "s0=mip=nearest", "u=0.9", lod], 4)[0];
    assert_eq!([red("lod=0"), red("lod=1")], [1.0, 1.0]);
    // Half of it in the curve, which is 0.21 outside.
    assert!((red("lod=2") - 0.214).abs() < 0.01, "{}", red("lod=2"));
    refused(SAMPLE, &format!("{},fill=1", levels), &["the texels of a picture and others; expected one of the two"]);
    refused(SAMPLE, &format!("t0=bc1:{}", shown(&simple)), &["BC1_UNORM holds no picture"]);
}

#[test]
fn formats_are_known_by_long_and_short_names_in_any_case() {
    for format in ["rgba8_unorm", "R8G8B8A8_UNORM", "RGBA8", "r8_unorm", "R8", "d32", "D16_UNORM", "r32_float", "R32"] {
        let surface = format!("t0={format}:1x1,fill=1");
        assert_eq!(floats(SAMPLE, &[&surface, "s0=nearest", "u=0", "lod=0"], 4)[0], 1.0, "{format}");
    }
    let integers = SAMPLES.replace("f32", "i32");
    for format in ["rgba8_uint", "rgba8_sint", "R32G32_UINT"] {
        let surface = format!("t0={format}:1x1,fill=1");
        assert_eq!(words(&integers, &[&surface, "sample=0"], 2), [0, 1], "{format}");
    }
}

#[test]
fn an_unknown_format_is_answered_with_those_that_are_known() {
    let known = "known are R8_UNORM|SNORM|UINT|SINT, A8_UNORM, RG8_UNORM|SNORM|UINT|SINT, RGBA8_UNORM|SNORM|UINT|SINT|UNORM_SRGB";
    refused(PROGRAM, "t0=RGBA9_UNORM:p.png", &["unknown format `RGBA9_UNORM`", known]);
    refused(PROGRAM, "t0=RGBA9_UNORM:4x4", &["unknown format `RGBA9_UNORM`", known]);
    refused(PROGRAM, "t0=rgba8", &["a format and no size; give both: rgba8:64x64"]);
}

#[test]
fn a_size_that_is_too_large_is_said_to_be() {
    refused(PROGRAM, "t0=4294967296x1", &["4294967296 is too large: a size is at most 4294967295"]);
    refused(PROGRAM, "t0=16385x1", &["width 16385 of a 2D surface; expected 1 to 16384"]);
    refused(PROGRAM, "t0=1x1x1x1", &["there are three axes"]);
    refused(PROGRAM, "t0=", &["expected a size, as 640x480, or the file of a picture"]);
    refused(GATHER, "b0=", &["expected a number of bytes, or a file"]);
    refused(PROGRAM, "t0=64x", &["expected one to three numbers with x between them"]);
    refused(GATHER, "b0=4294967296", &["bytes; expected at most 268435456"]);
    refused(GATHER, "b0=99999999999999999999999", &["bytes; expected at most 268435456"]);
    given(PROGRAM, &["run", "-", "--grid", "4294967296x1"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("4294967296 is too large"));
}

#[test]
fn a_name_of_several_things_is_said_to_be_and_each_can_be_meant() {
    let text = "target tgllp simd8
surface x: raw @ table 0
surface b0: raw @ table 1
sampler x @ 0
kernel @copy(%x: i32) {
^entry:
  %word = load_raw x [x: 0] -> i32
  %sum = add i32 %word, %x
  store_raw b0 [x: 0], i32 %sum
  return
}
";
    refused(
        text,
        "x=4",
        &["`x` is a surface and a sampler and an argument of kernel `copy`", "say which: surface:x or sampler:x or %x"],
    );
    assert_eq!(words(text, &["surface:x=4", "sampler:x=linear", "%x=7"], 1), [7]);
    // A name that is one thing only needs no more, and may have it.
    let binds = ["%x=1", "x=4"];
    let text =
        text.replace("surface x", "surface y").replace("load_raw x", "load_raw y").replace("sampler x", "sampler s");
    assert_eq!(words(&text, &["y=4", binds[0]], 1), [1]);
    assert_eq!(words(&text, &["surface:y=4", binds[1]], 1), [4]);
    refused(&text, "%y=4", &["kernel `copy` knows no `%y`", "it knows y, b0, s, %x"]);
}

#[test]
fn a_buffer_and_the_pointer_to_it_have_one_name() {
    let text = "target tgllp simd8
surface b0: raw @ table 0
kernel @store(%b0: uniform i64 = pointer) {
^entry:
  store_raw b0 [x: 0], i32 7
  return
}
";
    assert_eq!(words(text, &[], 1), [7]);
}

#[test]
fn an_output_is_the_surface_of_its_name() {
    let folder = folder();
    let text = GATHER.replace("%x", "%b0");
    let output = format!("b0={}", shown(&folder.path().join("b0.bin")));
    let binds = ["t0=r8:1x1", "s0=compare=always", "u=0", "%b0=0", "surface:b0=16"];
    let mut arguments = vec!["run", "-", "--grid", "1", "--output", &output];
    binds.iter().for_each(|bind| arguments.extend(["--bind", *bind]));
    given(&text, &arguments).assert().code(0);
    arguments[5] = "%b0=out.bin";
    given(&text, &arguments).assert().code(2).stderr(predicate::str::contains("`%b0` is no surface"));
}

#[test]
fn the_help_of_run_lists_what_its_errors_list() {
    let assert = texvisa(&["help", "run"]).assert().code(0);
    let help = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let help = help.split_whitespace().collect::<Vec<&str>>().join(" ");
    for bind in ["t0=RGBA9:1x1", "t0=1x1,foo", "s0=cubic", "s0=compare=foo"] {
        let assert = given(SAMPLE, &["run", "-", "--grid", "1", "--bind", bind]).assert().code(2);
        let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        let lists = ["known are ", "is none of ", "possible: "];
        let list = lists.iter().find_map(|list| error.split_once(list)).expect("a list").1;
        for known in list.trim().split(", ") {
            assert!(help.contains(known), "{known} is in the error for {bind} and not in the help");
        }
    }
}

/// A program of which only `%extra` is its own argument: the runtime passes the others.
const ASKS: &str = "target tgllp simd16
surface b0: raw @ table 0
surface t0: 3d f32 @ table 1 arg \"picture\"
sampler s0 @ 0 arg \"sampler\"

kernel @k(%extra: uniform i32, %type: uniform i32 = image_data_type \"picture\",
    %order: uniform i32 = image_order \"picture\", %width: uniform i32 = image_width \"picture\",
    %height: uniform i32 = image_height \"picture\", %depth: uniform i32 = image_depth \"picture\",
    %address: uniform i32 = sampler_address \"sampler\", %normalized: uniform i32 = sampler_normalized \"sampler\",
    %snap: uniform i32 = sampler_snap \"sampler\", %groups: uniform i32x3 = num_groups,
    %size: uniform i32x3 = local_size) {
^entry:
  %groups.x = extract i32x3 %groups, 0
  %size.x = extract i32x3 %size, 0
  store_raw b0 [x: 0], i32 %extra
  store_raw b0 [x: 4], i32 %type
  store_raw b0 [x: 8], i32 %order
  store_raw b0 [x: 12], i32 %width
  store_raw b0 [x: 16], i32 %height
  store_raw b0 [x: 20], i32 %depth
  store_raw b0 [x: 24], i32 %address
  store_raw b0 [x: 28], i32 %normalized
  store_raw b0 [x: 32], i32 %snap
  store_raw b0 [x: 36], i32 %groups.x
  store_raw b0 [x: 40], i32 %size.x
  return
}
";

/// The numbers of `cl.h`: `CL_UNORM_INT8`, `CL_RGBA`, and of Intel's runtime: clamp to a border, normalized, all bits.
#[test]
fn run_passes_what_the_runtime_passes() {
    let binds = ["extra=7", "t0=RGBA8:9x5x3", "s0=nearest,clamp_border"];
    assert_eq!(words(ASKS, &binds, 11), [7, 0x10d2, 0x10b5, 9, 5, 3, 1, 8, u32::MAX, 1, 1]);
    let binds = ["extra=7", "t0=R32_FLOAT:4x4x2", "s0=linear,clamp,unnormalized"];
    assert_eq!(words(ASKS, &binds, 11), [7, 0x10de, 0x10b0, 4, 4, 2, 2, 0, 0, 1, 1]);
}

/// OpenCL has no name for this format, so that the value has to be given.
#[test]
fn run_asks_for_what_opencl_cannot_say() {
    let arguments = ["run", "-", "--grid", "1", "--bind", "b0=44", "--bind", "t0=RG11B10:4x4x2", "--bind", "s0=linear"];
    let asks = |more: &[&str]| given(ASKS, &[&arguments[..], &["--bind", "extra=1"], more].concat()).assert();
    asks(&[]).code(1).stderr(predicate::str::contains("argument `type` has no value"));
    asks(&["--bind", "type=1", "--bind", "order=2"]).code(0);
}

/// A buffer without a surface is bound and written by the name of its pointer.
#[test]
fn run_takes_buffers_that_are_reached_by_their_address_alone() {
    let text = "target tgllp simd16

kernel @k(%p: uniform i64 = pointer) {
^entry:
  %word = load_ptr [x: %p] -> i32
  %more = add i32 %word, 5
  store_ptr [x: %p], i32 %more
  return
}
";
    let folder = folder();
    let [before, after] = ["before.bin", "after.bin"].map(|name| folder.path().join(name));
    std::fs::write(&before, 37u32.to_le_bytes()).expect("a file");
    let [bind, output] = [&before, &after].map(|path| format!("p={}", shown(path)));
    given(text, &["run", "-", "--grid", "1", "--bind", &bind, "--output", &output]).assert().code(0);
    assert_eq!(std::fs::read(&after).expect("the output"), 42u32.to_le_bytes());
}
