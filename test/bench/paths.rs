//! What each fast path saves of the jobs that a user has: `./x bench paths`.
//!
//! Each job is a run of the tool on one core, with all paths on and then with one off at a time
//! ([`texvisa::ir::paths`]). The table has a row a job: the time of the processor with all paths on, and how many times
//! that a run without each path takes. Runs of a row take turns, and the least of several counts. An argument is a word
//! that jobs have in their names. `instructions` among the arguments counts instructions under valgrind's cachegrind in
//! place of time, for machines that are busy.

mod valgrind;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use texvisa::ir::paths::FastPath;
use texvisa_test::generate::benchmark;

type Failed = Box<dyn std::error::Error>;

const TARGET: texvisa::ir::target::Target = texvisa::ir::target::Target::Tgllp;
const SIMD: texvisa::ir::target::SimdWidth = texvisa::ir::target::SimdWidth::Simd16;
/// How often each run is repeated, where time is measured.
const RUNS: usize = 5;
/// Texture operations of the generated kernel.
const OPERATIONS: u32 = 10_000;

/// Runs of the tool: a name, and arguments. `@corpus` and `@examples` are the folders of programs, `@generated` is the text
/// of a large kernel.
const JOBS: &[(&str, &str)] = &[
    (
        "run gaussian_rows 640x480",
        "run @corpus/gaussian/k.ll --kernel gaussian_rows --target tgllp --simd 16 --grid 640x480 \
         --bind source=RGBA8_UNORM:640x480,formula=x+4y+16c --bind result=640x480 --bind radius=6 --bind sigma=2.5 --bind border=0",
    ),
    (
        "run gaussian_rows of floats 640x480",
        "run @corpus/gaussian/k.ll --kernel gaussian_rows --target tgllp --simd 16 --grid 640x480 \
         --bind source=RGBA32_FLOAT:640x480,formula=x+4y+16c --bind result=640x480 --bind radius=6 --bind sigma=2.5 --bind border=0",
    ),
    (
        "run rotate_bordered 640x480",
        "run @corpus/rotate/k.ll --kernel rotate_bordered --target tgllp --simd 16 --grid 640x480 \
         --bind source=RGBA8_UNORM:640x480,formula=x+4y+16c --bind result=640x480 --bind angle=20 --bind centre=320,240 \
         --bind scale=0.8 --bind background=0.1,0.1,0.1,1",
    ),
    (
        "run sobel 640x480",
        "run @corpus/sobel/k.ll --kernel sobel --target tgllp --simd 16 --grid 640x480 \
         --bind source=RGBA8_UNORM:640x480,formula=x+4y+16c --bind mask=RGBA8_UNORM:640x480,formula=x+y --bind edges=640x480 \
         --bind direction=640x480 --bind threshold=0.12 --bind gain=0.5",
    ),
    (
        "run rotate_sampled 640x480",
        "run @corpus/rotate/k.ll --kernel rotate_sampled --target tgllp --simd 16 --grid 640x480 \
         --bind source=RGBA8_UNORM:640x480,formula=x+4y+16c --bind result=640x480 --bind sampler=linear --bind angle=20 \
         --bind centre=320,240 --bind scale=0.8",
    ),
    (
        "run lut3d 640x480",
        "run @corpus/lut3d/k.ll --kernel lut3d --target tgllp --simd 16 --grid 640x480 \
         --bind source=RGBA8_UNORM:640x480,formula=x+4y+16c --bind result=640x480 --bind table=RGBA8_UNORM:16x16x16,formula=x+y \
         --bind low=0,0,0,0 --bind high=1,1,1,1 --bind strength=0.5",
    ),
    (
        "run blur_rows 640x480",
        "run @examples/blur.tex --kernel blur_rows --grid 640x480 --bind x=@x --bind y=@y --bind radius=6 --bind falloff=-0.08 \
         --bind source=RGBA8_UNORM:640x480,formula=x+4y+16c --bind result=640x480",
    ),
    ("check gaussian", "check @corpus/gaussian/k.ll --target tgllp --simd 16"),
    ("check rotate", "check @corpus/rotate/k.ll --target tgllp --simd 16"),
    ("check 2dms_ldms_loop", "check @corpus/2dms_ldms_loop/k.ll --target tgllp --simd 16"),
    ("cases sampler_cases", "cases @cases"),
    ("compile generated", "compile @generated -o @out"),
    ("compile generated, isa", "compile @generated --emit isa -o @out"),
    ("check generated", "check @generated"),
];

/// What a run costs: seconds of the processor, or instructions.
struct Meter {
    instructions: bool,
}

impl Meter {
    fn measure(&self, words: &[String], off: Option<&str>) -> Result<f64, Failed> {
        let tool = env!("CARGO_BIN_EXE_texvisa");
        let with_paths = |command: &mut Command| {
            command.args(words).env("RAYON_NUM_THREADS", "1").env(FastPath::VARIABLE, off.unwrap_or_default());
        };
        if self.instructions {
            return valgrind::instructions(tool, with_paths);
        }
        // The shell's own clock: user and system time of the child.
        let mut command = Command::new("bash");
        command.args(["-c", "TIMEFORMAT='%U %S'; time \"$@\" 2>/dev/null", "time", tool]);
        with_paths(&mut command);
        let output = command.stdout(Stdio::null()).output()?;
        let report = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("{}: {report}", words.join(" ")).into());
        }
        let line = report.lines().last().ok_or("the shell measures nothing")?;
        Ok(line.split_whitespace().map(str::parse::<f64>).sum::<Result<f64, _>>()?)
    }
}

fn main() -> Result<(), Failed> {
    let given: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let meter = Meter { instructions: given.iter().any(|word| word == "instructions") };
    let words: Vec<&String> = given.iter().filter(|word| *word != "instructions").collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir()?;
    let generated = folder.path().join("generated.tex");
    std::fs::write(&generated, benchmark(OPERATIONS, TARGET, SIMD).to_string())?;
    let places = [
        ("@corpus", root.join("test/corpus")),
        ("@examples", root.join("examples")),
        ("@cases", root.join("emulator/tests/data/sampler_cases.json")),
        ("@generated", generated),
        ("@out", folder.path().join("out")),
    ];
    let unit = if meter.instructions { "million instructions" } else { "seconds" };
    print!("| job | {unit} |");
    FastPath::ALL.iter().for_each(|(_, name)| print!(" without {name} |"));
    println!("\n| --- | --- |{}", " --- |".repeat(FastPath::ALL.len()));
    for (name, arguments) in JOBS {
        let is_chosen = words.iter().all(|word| name.contains(word.as_str()));
        if !is_chosen || !cfg!(feature = "llvm") && arguments.contains(".ll") {
            continue;
        }
        line(&meter, name, &words_of(arguments, &places))?;
    }
    Ok(())
}

fn words_of(arguments: &str, places: &[(&str, PathBuf)]) -> Vec<String> {
    let word = |word: &str| {
        let found = places.iter().find_map(|(name, place)| Some((word.strip_prefix(name)?, place)));
        found.map_or(word.to_owned(), |(rest, place)| format!("{}{rest}", place.display()))
    };
    arguments.split_whitespace().map(word).collect()
}

/// Measures a job and prints its row.
fn line(meter: &Meter, name: &str, words: &[String]) -> Result<(), Failed> {
    let settings: Vec<Option<&str>> = std::iter::once(None).chain(FastPath::ALL.map(|(_, name)| Some(name))).collect();
    let mut least = vec![f64::INFINITY; settings.len()];
    // Nothing disturbs a count of instructions.
    for _ in 0..if meter.instructions { 1 } else { RUNS } {
        for (least, off) in least.iter_mut().zip(&settings) {
            *least = meter.measure(words, *off)?.min(*least);
        }
    }
    if meter.instructions {
        print!("| {name} | {:.0} |", least[0] / 1e6);
    } else {
        print!("| {name} | {:.3} |", least[0]);
    }
    least[1..].iter().for_each(|without| print!(" {:.2} |", without / least[0]));
    println!();
    Ok(())
}
