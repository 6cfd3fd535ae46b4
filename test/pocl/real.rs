//! Kernels of darktable and clij on pictures: as texvisa compiles the LLVM IR that Intel's compiler makes of them, on the
//! emulator, and as pocl compiles the same source with the same options. `kernels.txt` has what they are given.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use libtest_mimic::{Completion, Failed, Trial};
use texvisa::emulator::UndefBits;
use texvisa::emulator::dispatch::Grid;
use texvisa::emulator::environment::{ArgumentValue, Environment, Resource};
use texvisa::emulator::machine::Machine;
use texvisa::ir::target::{SimdWidth, Target};
use texvisa::ir::texture::{Binding, Kernel, Module};
use texvisa::{LoweringOptions, compile};
use texvisa_opencl::{Argument, Device};
use texvisa_test::harness;
use texvisa_test::oracle::Oracle;
use texvisa_test::process::find_in_path;

use crate::dump::{Failure, dump};
use crate::emulated::{import, sampler, surface};
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

/// What the emulator leaves.
fn emulate(row: &RealKernel, input: &Path, target: Target, simd: SimdWidth) -> Result<Left, Error> {
    let module = import(input, &row.kernel)?;
    let id = module.kernel(&row.kernel).ok_or("there is no such kernel")?;
    let kernel = &module.kernels[id];
    let compiled = compile(&module, id, target, simd, &LoweringOptions::default())?;
    let mut environment = Environment::new();
    environment.bind_constant_samplers(&module, kernel);
    let mut entries = Vec::new();
    for (number, (name, given)) in row.arguments.iter().enumerate() {
        let index = kernel.arguments.iter().position(|argument| kernel.value_name(argument.value) == Some(name));
        let mut entry = None;
        match given {
            Given::Image { image, .. } => {
                // An image that nothing uses has no entry.
                entry = table_entry(&module, kernel, name);
                if let Some(entry) = entry {
                    environment.bind(entry, Resource::Surface(surface(image)?));
                }
            }
            Given::Buffer { bytes, .. } => {
                let own = table_entry(&module, kernel, name);
                // One that is reached by its address alone has an entry that no surface has.
                let bound = own.unwrap_or(FIRST_FREE_ENTRY + number as u32);
                environment.bind(bound, Resource::Buffer(bytes.clone()));
                if let (None, Some(index)) = (own, index) {
                    environment.set_argument(index, ArgumentValue::uniform(Environment::buffer_address(bound)));
                }
                entry = Some(bound);
            }
            Given::Sampler { filter, address, normalized } => {
                let mut known = module.samplers.iter().filter(|(sampler, _)| kernel.uses_sampler(*sampler));
                let decl = known.find(|(_, decl)| decl.argument.as_deref() == Some(name));
                if let Some(Binding::Table(entry)) = decl.map(|(_, decl)| decl.binding) {
                    let state = sampler(*filter, *address);
                    environment
                        .bind_sampler(entry, texvisa::emulator::unit::Sampler { unnormalized: !normalized, ..state });
                }
            }
            Given::Words(words) => {
                let index = index.ok_or_else(|| format!("there is no argument `{name}`"))?;
                let lanes = usize::from(kernel.ty(kernel.arguments[index].value).lanes);
                let bits = words.iter().take(lanes).map(|word| u64::from(*word)).collect();
                environment.set_argument(index, ArgumentValue::Uniform(bits));
            }
            Given::Local(_) => {}
        }
        entries.push(entry);
    }
    let grid = Grid { items: row.range.items, group: row.range.group.unwrap_or(GROUP) };
    let machine = Machine::new(&compiled.lowered.kernel, &compiled.registers)?;
    machine.run(&module, id, &mut environment, &grid, UndefBits::constant(0x5a5a_5a5a_5a5a_5a5a), None)?;
    let left = row.arguments.iter().zip(entries).map(|((_, given), entry)| {
        initial(given)?;
        Some(environment.resource(entry?)?.bytes().to_vec())
    });
    Ok(left.collect())
}

/// Where entries begin that no program has.
const FIRST_FREE_ENTRY: u32 = 200;
/// The group where the row leaves it open: no multiple of a hardware thread.
const GROUP: [u32; 3] = [11, 5, 1];

/// The entry of the surface that was passed as the argument of that name.
fn table_entry(module: &Module, kernel: &Kernel, name: &str) -> Option<u32> {
    let mut known = module.surfaces.iter().filter(|(surface, _)| kernel.uses_surface(*surface));
    match known.find(|(_, decl)| decl.argument.as_deref() == Some(name))?.1.binding {
        Binding::Table(entry) => Some(entry),
        Binding::Indexed | Binding::Bindless => None,
    }
}

/// Compares what is left, element by element; counts the texels that pocl changed.
fn compare(row: &RealKernel, found: &Left, expected: &Left) -> Result<Compared, String> {
    let mut compared = Compared { texels: 0, worst: 0.0 };
    for (((name, given), found), expected) in row.arguments.iter().zip(found).zip(expected) {
        let (scalar, channels, is_result) = match given {
            Given::Image { image, is_result } => (Scalar::of(image.texel), image.texel.channels(), *is_result),
            Given::Buffer { scalar, is_result, .. } => (*scalar, 1, *is_result),
            _ => continue,
        };
        let (Some(before), Some(expected)) = (initial(given), expected) else { continue };
        let found = found.as_ref().ok_or_else(|| format!("`{name}`: the kernel has no such surface"))?;
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
        if is_result && changed < all.div_ceil(4).min(LEAST_TEXELS) {
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
