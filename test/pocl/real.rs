//! Kernels of darktable and clij on pictures: as `texvisa run` compiles and executes the LLVM IR that Intel's compiler makes
//! of them, and as pocl compiles the same source with the same options. `kernels.txt` has what they are given.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};
use texvisa::ir::target::{SimdWidth, Target};
use texvisa_opencl::{Argument, Device, Texel};
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;
use texvisa_test::process::{Run, find_in_path};

use crate::dump::{Failure, dump};
use crate::oracle::{Presence, REAL, ask, presence};
use crate::project::{self, Input, Project, SAMPLE, Source};
use crate::table::{Given, RealKernel, Scalar, rows};

type Error = Box<dyn std::error::Error>;

/// What is left in each argument of a kernel that it may have written.
type Left = Vec<Option<Vec<u8>>>;

/// The platforms and widths of each kernel; of the sample the first.
const PROGRAMS: [(Target, SimdWidth); 3] =
    [(Target::Tgllp, SimdWidth::Simd16), (Target::Tgllp, SimdWidth::Simd32), (Target::Dg2, SimdWidth::Simd16)];

/// What was compared of a kernel.
struct Compared {
    texels: u64,
    worst: f64,
}

static COMPARED: Mutex<Vec<(String, f64, Compared)>> = Mutex::new(Vec::new());

/// A test for each row; without `./x world` of the files of the sample, where an earlier run has fetched them.
pub fn trials() -> Vec<Trial> {
    let rows = match rows() {
        Ok(rows) => rows,
        Err(what) => return vec![harness::test("real", || Err(what.into()))],
    };
    let is_world = harness::is_world();
    let is_run = |row: &RealKernel| is_world || row.project == "darktable" && SAMPLE.contains(&row.source.as_str());
    let rows = rows.into_iter().enumerate().filter(|(_, row)| is_run(row));
    let trial = |(index, row): (usize, RealKernel)| {
        let name = format!("real/{}/{}/{}", row.project, row.source, row.kernel);
        harness::test_or_skip(name, move || match presence() {
            Presence::Here(_) => trial(index, &row),
            Presence::Absent(reason) => Oracle::Pocl.missing(reason),
            Presence::Broken(how) => Err(format!("pocl: {how}").into()),
        })
    };
    rows.map(trial).collect()
}

/// A project, fetched once; without `./x world` only if it is there.
fn project(name: &str) -> &'static Result<Project, String> {
    static PROJECTS: [OnceLock<Result<Project, String>>; 2] = [const { OnceLock::new() }; 2];
    let is_clij = name == "clij";
    PROJECTS[usize::from(is_clij)].get_or_init(|| match is_clij {
        _ if !harness::is_world() && !project::kept().join(name).join("root").is_dir() => {
            Err(format!("{name} is not there; `./x world` downloads it"))
        }
        true => project::clij(),
        false => project::darktable(false),
    })
}

fn trial(index: usize, row: &RealKernel) -> Result<Completion, Failed> {
    let Some(ocloc) = find_in_path("ocloc") else { return Oracle::Ocloc.missing("ocloc is not installed") };
    let project = match project(&row.project) {
        Ok(project) => project,
        Err(reason) => return Ok(Completion::ignored_with(reason.clone())),
    };
    let source = project.sources.iter().find(|source| source.name == row.source);
    let Some(Source { input: Input::OpenCl { files, options }, .. }) = source else {
        return Err(format!("{} has no `{}`", project.origin, row.source).into());
    };
    let expected = answer(index, row, files, options)?;
    let programs = if harness::is_world() { &PROGRAMS[..] } else { &PROGRAMS[..1] };
    for (target, simd) in programs {
        let dumped = dump(&ocloc, &format!("{}/{}", row.project, row.source), files, options, *target);
        let dumped = dumped.map_err(|failure| match failure {
            Failure::Refused(reason) => format!("ocloc refuses it for {target}: {reason}"),
            Failure::Broken(reason) => reason,
        })?;
        let found = emulate(row, &dumped.input, *target, *simd).map_err(|error| format!("{target} {simd}: {error}"))?;
        let compared = compare(row, &found, &expected).map_err(|what| format!("{target} {simd}: {what}"))?;
        harness::count("texels of real kernels compared", compared.texels);
        let mut all = COMPARED.lock().map_err(|_| "another test failed")?;
        all.push((format!("{}/{} {target} {simd}", row.source, row.kernel), row.tolerance, compared));
    }
    harness::count("real kernels compared", 1);
    Ok(Completion::Completed)
}

/// What pocl leaves, from a process of its own.
fn answer(index: usize, row: &RealKernel, files: &[PathBuf], options: &str) -> Result<Left, Failed> {
    let mut arguments = vec![REAL.to_owned(), index.to_string(), options.to_owned()];
    arguments.extend(files.iter().map(|file| file.display().to_string()));
    let answer = ask(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).map_err(|error| error.to_string())?;
    if !answer.status.is_success() {
        return Err(format!("pocl: {:?} {}", answer.status, answer.said).into());
    }
    let mut bytes = answer.stdout.as_slice();
    let mut left = Vec::new();
    for (name, given) in &row.arguments {
        left.push(match initial(given) {
            None => None,
            Some(before) => {
                let (own, rest) =
                    bytes.split_at_checked(before.len()).ok_or_else(|| format!("pocl: bytes of {name} are missing"))?;
                bytes = rest;
                Some(own.to_vec())
            }
        });
    }
    Ok(left)
}

/// What the process of pocl says: the bytes that are left in each argument that is written, of the first file that pocl
/// compiles.
pub fn serve(device: &Device, words: &[String]) -> Result<Vec<u8>, Error> {
    let [index, options, files @ ..] = words else { return Err("expected a row, options and files".into()) };
    let rows = rows()?;
    let row = rows.get(index.parse::<usize>()?).ok_or("there is no such row")?;
    let mut reason = "there is no file".into();
    for file in files {
        match device.build_with(&std::fs::read_to_string(file)?, options) {
            Err(error) => reason = error.to_string(),
            Ok(program) => {
                let arguments: Vec<Argument<'_>> = row.arguments.iter().map(|(_, given)| given.argument()).collect();
                let left = program.run_on(&row.kernel, &arguments, &row.range)?;
                return Ok(left.into_iter().flatten().flatten().collect());
            }
        }
    }
    Err(reason.into())
}

/// The bytes that an argument has before the kernel runs, if it may be written.
fn initial(given: &Given) -> Option<&[u8]> {
    match given {
        Given::Image { image, is_result: true } => Some(&image.bytes),
        Given::Buffer { bytes, .. } => Some(bytes),
        _ => None,
    }
}

/// What `texvisa run` leaves: it imports, compiles, checks and executes, and is told of the program's own arguments alone.
fn emulate(kernel: &RealKernel, input: &Path, target: Target, simd: SimdWidth) -> Result<Left, Error> {
    let folder = tempfile::tempdir()?;
    let written = |name: &str, ending: &str| folder.path().join(format!("{name}.{ending}")).display().to_string();
    let extent = |sizes: [u32; 3]| sizes.map(|size| size.to_string()).join("x");
    let mut words = vec!["run".to_owned(), input.display().to_string()];
    let (target, simd) = (target.to_string(), simd.lanes().to_string());
    let (grid, group) = (extent(kernel.range.items), extent(kernel.range.group.unwrap_or(GROUP)));
    for (option, value) in [
        ("--kernel", &kernel.kernel),
        ("--target", &target),
        ("--simd", &simd),
        ("--grid", &grid),
        ("--group", &group),
        ("--precision", &"exact".to_owned()),
    ] {
        words.extend([option.to_owned(), value.clone()]);
    }
    for (name, given) in &kernel.arguments {
        let before = written(name, "before");
        let value = match given {
            Given::Image { image, .. } => {
                std::fs::write(&before, &image.bytes)?;
                let (width, height, depth) = image.size;
                let depth = depth.map_or(String::new(), |depth| format!("x{depth}"));
                format!("{}:{width}x{height}{depth},bytes={before}", format_name(image.texel))
            }
            Given::Buffer { bytes, .. } => {
                std::fs::write(&before, bytes)?;
                before
            }
            // The name of a number may be that of a surface in the import.
            Given::Numbers { text, .. } => {
                words.extend(["--bind".to_owned(), format!("%{name}={text}")]);
                continue;
            }
            // Local memory is the runtime's to give.
            Given::Local(_) => continue,
        };
        words.extend(["--bind".to_owned(), format!("{name}={value}")]);
        if given.is_result() {
            words.extend(["--output".to_owned(), format!("{name}={}", written(name, "after"))]);
        }
    }
    let run = Run {
        program: Path::new(env!("CARGO_BIN_EXE_texvisa")),
        folder: Path::new(env!("CARGO_MANIFEST_DIR")),
        input: &[],
        merge_stderr: false,
        limit: Duration::from_secs(120),
    };
    let finished = run.with(&words)?;
    if !finished.status.is_success() {
        return Err(format!("texvisa run: {}", String::from_utf8_lossy(&finished.stderr)).into());
    }
    let left = kernel.arguments.iter().map(|(name, given)| match given.is_result() {
        true => std::fs::read(written(name, "after")).map(Some),
        false => Ok(None),
    });
    Ok(left.collect::<Result<_, _>>()?)
}

/// What `--bind` calls a texel.
fn format_name(texel: Texel) -> &'static str {
    match texel {
        Texel::Unorm8 => "RGBA8_UNORM",
        Texel::Uint8 => "RGBA8_UINT",
        Texel::Uint16 => "RGBA16_UINT",
        Texel::Float => "RGBA32_FLOAT",
        Texel::RUint8 => "R8_UINT",
        Texel::RFloat => "R32_FLOAT",
    }
}

/// The group where the row leaves it open: no multiple of a hardware thread.
const GROUP: [u32; 3] = [11, 5, 1];

/// Compares what is left, element by element; counts the texels that pocl changed.
fn compare(row: &RealKernel, found: &Left, expected: &Left) -> Result<Compared, String> {
    let mut compared = Compared { texels: 0, worst: 0.0 };
    for (((name, given), found), expected) in row.arguments.iter().zip(found).zip(expected) {
        let (scalar, channels) = match given {
            Given::Image { image, .. } => (Scalar::of(image.texel), image.texel.channels()),
            Given::Buffer { scalar, .. } => (*scalar, 1),
            _ => continue,
        };
        let (Some(before), Some(expected)) = (initial(given), expected) else { continue };
        // A buffer that is only read is given to both.
        let Some(found) = found else { continue };
        let size = scalar.bytes() * channels;
        let mut changed = 0;
        let mut wrong = Vec::new();
        for (index, ((found, expected), before)) in
            found.chunks(size).zip(expected.chunks(size)).zip(before.chunks(size)).enumerate()
        {
            changed += u64::from(expected != before);
            for (found, expected) in found.chunks(scalar.bytes()).zip(expected.chunks(scalar.bytes())) {
                let [ours, theirs] = [found, expected].map(|bytes| scalar.number(bytes));
                let distance =
                    if found == expected || ours.is_nan() && theirs.is_nan() { 0.0 } else { (ours - theirs).abs() };
                // A number and a NaN are not near each other.
                if distance <= row.tolerance {
                    compared.worst = compared.worst.max(distance);
                } else {
                    wrong.push(format!("element {index}: texvisa {ours}, pocl {theirs}"));
                }
            }
        }
        if found.len() != expected.len() || !wrong.is_empty() {
            let first = wrong[..wrong.len().min(4)].join("; ");
            return Err(format!(
                "`{name}`: {} elements differ by more than {:.1e}: {first}",
                wrong.len(),
                row.tolerance
            ));
        }
        let all = (before.len() / size) as u64;
        if changed < all.div_ceil(4).min(LEAST_TEXELS) {
            return Err(format!("`{name}`: pocl changed {changed} of {all} elements, which compares nothing"));
        }
        compared.texels += changed;
    }
    Ok(compared)
}

/// A result must have so many texels that the kernel changed, or a quarter of its own.
const LEAST_TEXELS: u64 = 64;

/// Says how much was compared.
pub fn summarize() {
    let Ok(mut all) = COMPARED.lock() else { return };
    all.sort_by(|a, b| a.0.cmp(&b.0));
    for (kernel, tolerance, Compared { texels, worst }) in all.iter() {
        println!("  {kernel:<70}{texels:>7} texels, at most {worst:.1e} apart, tolerance {tolerance:.1e}");
    }
}
