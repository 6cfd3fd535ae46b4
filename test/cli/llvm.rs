//! Modules of LLVM IR: kernels by themselves, and `texvisa run` of programs under the names that they have in OpenCL.

use std::path::Path;

use predicates::prelude::{PredicateBooleanExt, predicate};

use super::{folder, shown, texvisa};

/// A program of the corpus.
fn program(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus").join(name).join("k.ll");
    shown(&path).to_owned()
}

/// Runs a kernel over `source`, and returns what it made.
fn run(program_name: &str, kernel: &str, source: &image::RgbaImage, result: &str, binds: &[&str]) -> image::RgbaImage {
    let folder = folder();
    let [input, output] = ["in.png", "out.png"].map(|name| folder.path().join(name));
    source.save(&input).expect("a picture");
    let mut command =
        texvisa(&["run", &program(program_name), "--kernel", kernel, "--target", "tgllp", "--simd", "16"]);
    for bind in binds {
        command.args(["--bind", bind]);
    }
    command.arg("--bind").arg(format!("source={}", shown(&input))).args(["--bind", &format!("result={result}")]);
    // More work items than pixels, as hosts round up.
    command.args(["--grid", "16x8", "--precision", "exact"]);
    command.arg("--output").arg(format!("result={}", shown(&output)));
    command.assert().code(0).stderr(predicate::str::is_empty());
    image::open(&output).expect("the output is a picture").into_rgba8()
}

/// Three kernels: one that is fine, one that cannot be imported, one that cannot be lowered.
const THREE_KERNELS: &str = "define spir_kernel void @good(i32 %x) {
  ret void
}
define spir_kernel void @foreign(i32 %x) {
  fence seq_cst
  ret void
}
define spir_kernel void @wide(i64 %x) {
  %y = call i64 @llvm.genx.GenISA.WaveAll.i64(i64 %x, i8 0, i32 0)
  %z = call i64 @llvm.genx.GenISA.WaveAll.i64(i64 %y, i8 2, i32 0)
  %p = inttoptr i32 0 to i64 addrspace(131072)*
  store i64 %z, i64 addrspace(131072)* %p, align 8
  ret void
}
declare i64 @llvm.genx.GenISA.WaveAll.i64(i64, i8, i32)
";

#[test]
fn a_kernel_that_is_refused_keeps_no_other_from_being_compiled() {
    let folder = folder();
    let path = folder.path().join("three.ll");
    std::fs::write(&path, THREE_KERNELS).expect("a file");
    let compile = |more: &[&str]| {
        let mut command = texvisa(&["compile", shown(&path), "--target", "tgllp", "--simd", "16"]);
        command.args(more).assert()
    };
    compile(&["--kernel", "good"])
        .code(0)
        .stdout(predicate::str::contains(".kernel \"good\""))
        .stderr(predicate::str::contains("fence").not());
    compile(&["--kernel", "foreign"]).code(1).stderr(predicate::str::contains(
        "kernel foreign: the instruction is not supported; write the kernel without it: fence seq_cst",
    ));
    // All that is wrong with any of them, at once.
    compile(&[])
        .code(1)
        .stdout(predicate::str::contains(".kernel \"good\""))
        .stderr(predicate::str::contains(
            "kernel foreign: the instruction is not supported; write the kernel without it: fence seq_cst",
        ))
        .stderr(predicate::str::contains(
            "kernel `wide`: `reduce.add` on 64-bit integers cannot be lowered; write the kernel without it: `%y = reduce.add i64 %x`",
        ))
        .stderr(predicate::str::contains(
            "kernel `wide`: `reduce.umin` on 64-bit integers cannot be lowered; write the kernel without it",
        ));
}

/// LLVM aborts on both, also on text: of the first it knows no layout, of the second it checks the debug information
/// before anybody can ask whether the module is right.
#[test]
fn a_module_on_which_llvm_crashes_is_a_diagnostic() {
    let broken = "define i32 @k(i32 %x) {
  %a = add i32 %b, 1
  %b = add i32 %x, 1
  ret i32 %a
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !\"Debug Info Version\", i32 3}
";
    for (text, reason) in [
        ("target datalayout = \"e-p:64:64:\"\n", "Trailing separator in datalayout string"),
        (broken, "Instruction does not dominate all uses!"),
    ] {
        let folder = folder();
        let path = folder.path().join("damaged.ll");
        std::fs::write(&path, text).expect("a file");
        texvisa(&["compile", shown(&path), "--target", "tgllp", "--simd", "16"]).assert().code(1).stderr(
            predicate::str::contains("damaged.ll: LLVM crashed on this module").and(predicate::str::contains(reason)),
        );
        // Nor does it keep other files of a folder from being compiled.
        std::fs::write(folder.path().join("good.ll"), "define spir_kernel void @good() {\n  ret void\n}\n")
            .expect("a file");
        let out = folder.path().join("out");
        texvisa(&["compile", shown(folder.path()), "--target", "tgllp", "--simd", "16", "-o", shown(&out)])
            .assert()
            .code(1)
            .stderr(predicate::str::contains(reason));
        assert_eq!(std::fs::read_dir(&out).expect("a folder").count(), 1);
    }
}

/// One process reads file after file, and another one goes on after a crash.
#[test]
fn files_after_a_crash_are_read_and_the_report_says_what_crashed() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let good = |name: &str| format!("define spir_kernel void @{name}() {{\n  ret void\n}}\n");
    let opaque = "define spir_kernel void @o(ptr addrspace(1) %p) {\n  ret void\n}\n";
    for number in 0..12 {
        write(&format!("k{number:02}.ll"), &good(&format!("k{number}")));
    }
    write("k03.ll", "target datalayout = \"e-p:64:64:\"\n");
    write("k05.ll", opaque);
    write("k07.ll", "target datalayout = \"e-p:64:64:\"\n");
    write("k09.ll", "define\n");
    let report = folder.path().join("report.jsonl");
    let arguments = ["compile", shown(folder.path()), "--target", "tgllp", "--simd", "8", "--report", shown(&report)];
    let run = |threads: &str| {
        let run = texvisa(&arguments).env("RAYON_NUM_THREADS", threads).output().expect("it runs");
        assert_eq!(run.status.code(), Some(1));
        let report = std::fs::read_to_string(&report).expect("a report");
        let lines: Vec<serde_json::Value> =
            report.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        (run, lines)
    };
    let (one, lines) = run("1");
    let (many, _) = run("5");
    assert_eq!(one, many);
    let said = String::from_utf8_lossy(&one.stderr);
    assert!(said.ends_with("9 of 9 kernels succeeded; 3 files could not be read\n"), "{said}");
    for (number, line) in lines[..12].iter().enumerate() {
        let (status, kernel) = match number {
            3 | 7 => ("failed", false),
            9 => ("refused", false),
            _ => ("ok", true),
        };
        assert_eq!((line["status"].as_str(), line["kernel"].is_string()), (Some(status), kernel), "{line}");
    }
    assert!(lines[3]["reason"].as_str().is_some_and(|reason| reason.contains("Trailing separator")), "{}", lines[3]);
}

#[test]
fn trusted_modules_are_read_in_this_process_to_the_same_end() {
    let name = program("copy");
    let common = ["compile", &name, "--target", "tgllp", "--simd", "16", "--no-check"];
    let run = |more: &[&str]| texvisa(&[&common[..], more].concat()).output().expect("it runs");
    assert_eq!(run(&[]), run(&["--trusted"]));
    let folder = folder();
    let path = folder.path().join("damaged.ll");
    std::fs::write(&path, "target datalayout = \"e-p:64:64:\"\n").expect("a file");
    // Nothing is between LLVM and the tool then: LLVM ends it.
    texvisa(&["compile", shown(&path), "--trusted"])
        .assert()
        .stderr(predicate::str::contains("LLVM ERROR"))
        .stderr(predicate::str::contains("LLVM crashed on this module").not());
}

/// A kernel that asks for its width may compute something else at another.
#[test]
fn auto_leaves_a_kernel_the_width_that_it_asks_for() {
    let folder = folder();
    let path = folder.path().join("k.ll");
    let text = "define spir_kernel void @own() {\n  ret void\n}\ndefine spir_kernel void @free() {\n  ret void\n}
!igc.functions = !{!0}\n!0 = !{void ()* @own, !1}\n!1 = !{!2}\n!2 = !{!\"sub_group_size\", i32 8}\n";
    std::fs::write(&path, text).expect("a file");
    texvisa(&["explain", shown(&path), "--target", "tgllp", "--simd", "auto"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("kernel own for tgllp simd8"))
        .stdout(predicate::str::contains("kernel free for tgllp simd32"));
}

/// Values of 128 bits, fences and calls: one line each, however often they are there.
#[test]
fn a_construct_of_llvm_that_is_refused_is_one_line_with_its_count() {
    let mut text = "declare float @llvm.sin.f32(float)\ndeclare void @f()\ndeclare void @g()\ndefine spir_kernel void @k(i32 %x) {\n".to_owned();
    for number in 0..30 {
        text += &format!("  %w{number} = zext i32 %x to i128\n  %y{number} = add i128 %w{number}, {number}\n");
        text += "  fence seq_cst\n  call void @f()\n  call void @g()\n";
    }
    let folder = folder();
    let path = folder.path().join("k.ll");
    std::fs::write(&path, text + "  ret void\n}\n").expect("a file");
    let run = texvisa(&["compile", shown(&path), "--target", "tgllp", "--simd", "8"]).output().expect("it runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1));
    assert_eq!((said.matches("(and 29 more like it)").count(), said.matches("  x ").count()), (4, 4), "{said}");
    for what in ["fence seq_cst (and", "@f() (and", "@g() (and", "zext i32 %x to i128 (and"] {
        assert_eq!(said.matches(what).count(), 1, "{what}: {said}");
    }
}

fn grey(level: u8) -> image::Rgba<u8> {
    image::Rgba([level, level, level, 255])
}

#[test]
fn copy_moves_pixels_and_fills_around_them() {
    let source = image::RgbaImage::from_fn(5, 3, |x, y| image::Rgba([x as u8, y as u8, 7, 250]));
    let binds = ["origin=-1,0", "flip=1", "fill=9,8,7,6"];
    // The type of what is written is in no LLVM IR.
    let found = run("copy", "copy", &source, "RGBA8_UINT:7x4", &binds);
    let expected = image::RgbaImage::from_fn(7, 4, |x, y| match (x.checked_sub(1), 2u32.checked_sub(y)) {
        (Some(x), Some(y)) if x < 5 => image::Rgba([x as u8, y as u8, 7, 250]),
        _ => image::Rgba([9, 8, 7, 6]),
    });
    assert_eq!(found, expected);
}

/// Weights are exp(-1/2) at distance 1 and 1 in the middle: (1, 1.6487, 1) / 3.6487.
#[test]
fn gaussian_blurs_with_arguments_by_name() {
    let source = image::RgbaImage::from_fn(5, 3, |x, _| grey(if x == 2 { 255 } else { 0 }));
    let binds = ["radius=1", "sigma=1", "border=0"];
    let rows = run("gaussian", "gaussian_rows", &source, "5x3", &binds);
    // 255 / (1 + 2 * 0.60653) = 115.24 and 255 * 0.60653 / 2.21306 = 69.89
    assert_eq!(rows.pixels().take(5).map(|pixel| pixel.0[0]).collect::<Vec<_>>(), [0, 70, 115, 70, 0]);
    let columns = run("gaussian", "gaussian_columns", &rows, "5x3", &binds);
    // Its columns are all of one colour already.
    assert_eq!(columns, rows);
}

/// Half a turn about the middle, with a constant sampler that no option binds.
#[test]
fn rotate_needs_no_state_for_the_sampler_that_it_defines() {
    let source = image::RgbaImage::from_fn(6, 4, |x, y| grey((40 * x + 10 * y) as u8));
    let binds = ["angle=180", "centre=3,2", "scale=1", "background=0,0,0,1"];
    let found = run("rotate", "rotate_bordered", &source, "6x4", &binds);
    assert_eq!(found, image::imageops::rotate180(&source));
    // A quarter of the size: the corners are background, blue.
    let binds = ["angle=0", "centre=3,2", "scale=0.25", "background=0,0,1,1"];
    let small = run("rotate", "rotate_bordered", &source, "6x4", &binds);
    assert_eq!(small.get_pixel(0, 0), &image::Rgba([0, 0, 255, 255]));
}

#[test]
fn a_sampler_that_is_an_argument_is_asked_for_by_its_name_and_is_not_another_kernels() {
    let rotate = program("rotate");
    let common = ["--target", "tgllp", "--simd", "8", "--grid", "4x4", "--bind", "source=4x4", "--bind", "result=4x4"];
    let turn = ["--bind", "angle=0", "--bind", "centre=2,2", "--bind", "scale=1"];
    let sampled = ["run", &rotate, "--kernel", "rotate_sampled"];
    texvisa(&[&sampled[..], &common, &turn].concat())
        .assert()
        .code(1)
        .stderr(predicate::str::contains("nothing is bound to entry 0, which the kernel calls `sampler`"));
    texvisa(&[&sampled[..], &common, &turn, &["--bind", "sampler=linear,mirror"]].concat()).assert().code(0);
    let bordered = ["run", &rotate, "--kernel", "rotate_bordered", "--bind", "sampler=linear"];
    texvisa(&[&bordered[..], &common, &turn].concat()).assert().code(2).stderr(
        predicate::str::contains("kernel `rotate_bordered` knows no `sampler`")
            .and(predicate::str::contains("it knows source, result, s0, %angle, %centre, %scale, %background")),
    );
}

#[test]
fn what_was_imported_can_be_shown_and_compiled_again() {
    let [rotate, how] = [program("rotate"), "--no-check".to_owned()];
    let select = ["--kernel", "rotate_bordered", "--target", "tgllp", "--simd", "16", &how];
    let source = texvisa(&[&["compile", &rotate, "--emit", "source"], &select[..]].concat()).output().expect("it runs");
    let text = String::from_utf8(source.stdout).expect("text");
    assert!(text.contains("sampler s0 @ 0 = linear clamp_border unnormalized\n"), "{text}");
    // Before any pass: a pass takes the parameters that are zero away.
    assert!(text.contains("r: 0.0, ai: 0.0]"), "{text}");
    let again = super::given(&text, &["compile", "-", &how]).output().expect("it runs").stdout;
    let first = texvisa(&[&["compile", &rotate], &select[..]].concat()).output().expect("it runs").stdout;
    assert!(!first.is_empty() && first == again);
}

/// A program with a table of constants. As Intel's compiler writes it down: the bytes in the metadata of the module, and
/// an implicit argument (10, `constBase`) with their address.
const CONSTANTS: &str = "define spir_kernel void @k(i32 addrspace(1)* %p, <8 x i32> %r0, i8 addrspace(2)* %constBase) {
  %from = ptrtoint i8 addrspace(2)* %constBase to i64
  %to = add i64 %from, 4
  %second = inttoptr i64 %to to i32 addrspace(2)*
  %word = load i32, i32 addrspace(2)* %second, align 4
  store i32 %word, i32 addrspace(1)* %p, align 4
  ret void
}
!igc.functions = !{!0}
!IGCMetadata = !{!10}
!0 = !{void (i32 addrspace(1)*, <8 x i32>, i8 addrspace(2)*)* @k, !1}
!1 = !{!2, !3}
!2 = !{!\"function_type\", i32 0}
!3 = !{!\"implicit_arg_desc\", !4, !5}
!4 = !{i32 0}
!5 = !{i32 10}
!10 = !{!\"ModuleMD\", !11}
!11 = !{!\"inlineConstantBuffers\", !12}
!12 = !{!\"inlineConstantBuffersVec[0]\", !13, !14}
!13 = !{!\"allocSize\", i32 8}
!14 = !{!\"Buffer\", !20, !20, !20, !20, !21, !22, !20, !20}
!20 = !{!\"BufferVec[0]\", i8 0}
!21 = !{!\"BufferVec[4]\", i8 -86}
!22 = !{!\"BufferVec[5]\", i8 7}
";

#[test]
fn run_passes_the_constants_of_a_program() {
    let folder = folder();
    let [path, output] = ["k.ll", "p.bin"].map(|name| folder.path().join(name));
    std::fs::write(&path, CONSTANTS).expect("a file");
    let mut command = texvisa(&["run", shown(&path), "--target", "tgllp", "--simd", "16", "--grid", "1"]);
    command.args(["--bind", "p=4"]).arg("--output").arg(format!("p={}", shown(&output)));
    command.assert().code(0).stderr(predicate::str::is_empty());
    assert_eq!(std::fs::read(&output).expect("the output"), [0xaa, 7, 0, 0]);
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<String> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).expect("a process");
    let lists = threads.flatten().filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The second time a process says which kernel it is at.
#[cfg(target_os = "linux")]
#[test]
fn a_kernel_on_which_two_processes_end_has_crashed() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    // The trials take minutes, if nothing ends them.
    let name = program("copy");
    let arguments = ["check", &name, "--target", "tgllp", "--simd", "16", "--trials", "1000000"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_texvisa"));
    let tool = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut ended: Vec<String> = Vec::new();
    let start = Instant::now();
    while ended.len() < 2 {
        assert!(start.elapsed() < Duration::from_secs(60), "{ended:?}");
        std::thread::sleep(Duration::from_millis(10));
        let Some(child) = children(tool.id()).into_iter().find(|child| !ended.contains(child)) else { continue };
        // By then it has read the module and is at its trials.
        std::thread::sleep(Duration::from_secs(2));
        assert!(Command::new("kill").args(["-KILL", &child]).status().expect("it runs").success());
        ended.push(child);
    }
    let output = tool.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("kernel `copy`: texvisa crashed") && said.contains("SIGKILL"), "{said}");
}

/// A kernel of one instruction takes little of a check's budget, so that its trials take many minutes.
#[cfg(target_os = "linux")]
#[test]
fn a_process_at_work_ends_with_the_tool_that_started_it() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = folder();
    let path = folder.path().join("k.ll");
    std::fs::write(&path, "define spir_kernel void @k(i32 %x) {\n  ret void\n}\n").expect("a file");
    let arguments = ["check", shown(&path), "--target", "tgllp", "--simd", "16", "--trials", "4000000000"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_texvisa"));
    let mut tool = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    // The fields behind the name of a process: its state first, and eleven further on the time that it has computed.
    let fields = |process: &str| {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        Some(text.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    };
    let is_at_work = |process: &String| {
        let ticks = fields(process).and_then(|fields| fields.get(11)?.parse::<u64>().ok());
        ticks.is_some_and(|ticks| ticks >= 50)
    };
    let start = Instant::now();
    let wait = || {
        assert!(start.elapsed() < Duration::from_secs(120), "nothing happens");
        std::thread::sleep(Duration::from_millis(10));
    };
    let child = loop {
        if let Some(child) = children(tool.id()).into_iter().find(is_at_work) {
            break child;
        }
        wait();
    };
    tool.kill().expect("it is there");
    tool.wait().expect("it ends");
    // Where nothing waits for it, it remains as a zombie.
    while fields(&child).is_some_and(|fields| fields[0] != "Z") {
        wait();
    }
}

/// LLVM language reference, `llvm.fshr`: the pair is shifted right by the amount modulo the width, and the low half is what is left.
#[test]
fn pairs_are_shifted_right_by_what_a_program_is_given() {
    let module = "declare i32 @llvm.fshr.i32(i32, i32, i32)
define spir_kernel void @k(i32 %high, i32 %low, i32 %amount) {
  %r = call i32 @llvm.fshr.i32(i32 %high, i32 %low, i32 %amount)
  %p = inttoptr i32 0 to i32 addrspace(131072)*
  store i32 %r, i32 addrspace(131072)* %p, align 4
  ret void
}
";
    let folder = folder();
    let [source, output] = ["k.ll", "b0.bin"].map(|name| folder.path().join(name));
    std::fs::write(&source, module).expect("a module");
    for (high, low, amount) in [
        (0x8123_4567_u32, 0x89ab_cdef_u32, 0_u32),
        (0x8123_4567, 0x89ab_cdef, 1),
        (0x8123_4567, 0x89ab_cdef, 17),
        (0x8123_4567, 0x89ab_cdef, 31),
        (0x8123_4567, 0x89ab_cdef, 36),
    ] {
        let mut command = texvisa(&["run", shown(&source), "--target", "tgllp", "--simd", "8", "--grid", "1"]);
        for (name, value) in [("high", high), ("low", low), ("amount", amount)] {
            command.args(["--bind", &format!("{name}={value}")]);
        }
        command.args(["--bind", "b0=4", "--output", &format!("b0={}", shown(&output))]).assert().code(0);
        let pair = u64::from(high) << 32 | u64::from(low);
        let expected = (pair >> (amount % 32)) as u32;
        assert_eq!(std::fs::read(&output).expect("the output"), expected.to_le_bytes(), "by {amount}");
    }
}
