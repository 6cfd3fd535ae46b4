//! What pocl makes of the programs.
//!
//! pocl works in a process of its own, which is this test again with [`ARGUMENT`] in front: what a compiler does to its
//! process is not these tests' to suffer. The process must hold no other LLVM than pocl's, or the two call each other's
//! functions; for that reason nothing here links the importer of LLVM IR.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Duration;

use texvisa_opencl::{Argument, Device, Image};
use texvisa_test::process::Run as Process;

use crate::programs::{Given, Run, SUBJECTS};

/// The name of pocl's platform.
const PLATFORM: &str = "Portable Computing Language";

/// What the process of pocl is told first; then the number of a subject, or nothing for the title of the platform.
pub const ARGUMENT: &str = "--witness";

/// For each run of a subject the images that it wrote.
pub type Witnessed = Vec<Vec<Image>>;

type Failed = Box<dyn std::error::Error>;

/// pocl's name and version, or why it is not there.
pub fn title() -> Result<&'static str, &'static str> {
    static TITLE: OnceLock<Result<String, String>> = OnceLock::new();
    let title = TITLE.get_or_init(|| {
        let bytes = ask(&[]).map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    });
    title.as_ref().map(String::as_str).map_err(String::as_str)
}

/// What each of the runs of subject `index` wrote. pocl is asked once.
pub fn witnessed(index: usize) -> Result<&'static Witnessed, &'static str> {
    static RESULTS: [OnceLock<Result<Witnessed, String>>; SUBJECTS.len()] = [const { OnceLock::new() }; SUBJECTS.len()];
    let result = RESULTS[index].get_or_init(|| {
        let bytes = ask(&[&index.to_string()]).map_err(|error| format!("pocl: {error}"))?;
        split(&(SUBJECTS[index].runs)(), &bytes)
    });
    result.as_ref().map_err(String::as_str)
}

fn ask(arguments: &[&str]) -> Result<Vec<u8>, Failed> {
    let program = std::env::current_exe()?;
    let run = Process {
        program: &program,
        folder: Path::new(env!("CARGO_MANIFEST_DIR")),
        input: &[],
        merge_stderr: false,
        limit: Duration::from_secs(120),
    };
    let finished = run.with([ARGUMENT].iter().chain(arguments))?;
    if finished.status.is_success() {
        return Ok(finished.stdout);
    }
    let said = String::from_utf8_lossy(&finished.stderr);
    Err(if said.trim().is_empty() { format!("it ended: {:?}", finished.status) } else { said.trim().to_owned() }.into())
}

/// The images of each run, of all their bytes one after the other.
fn split(runs: &[Run], mut bytes: &[u8]) -> Result<Witnessed, String> {
    let mut results = Vec::new();
    for run in runs {
        let mut images = Vec::new();
        for (_, given) in &run.arguments {
            let Given::Result(like) = given else { continue };
            let short = || format!("pocl: {}: bytes are missing", run.title);
            let (image, rest) = bytes.split_at_checked(like.bytes.len()).ok_or_else(short)?;
            images.push(Image { bytes: image.to_vec(), ..like.clone() });
            bytes = rest;
        }
        results.push(images);
    }
    if bytes.is_empty() { Ok(results) } else { Err(format!("pocl: {} bytes too many", bytes.len())) }
}

/// What the process of pocl does.
pub fn serve(index: Option<&str>) -> ExitCode {
    match answer(index).and_then(|bytes| Ok(std::io::stdout().write_all(&bytes)?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(index: Option<&str>) -> Result<Vec<u8>, Failed> {
    let device = Device::find(PLATFORM).map_err(|absent| format!("{absent} (Debian package pocl-opencl-icd)"))?;
    let Some(index) = index else { return Ok(device.title.into_bytes()) };
    let subject = SUBJECTS.get(index.parse::<usize>()?).ok_or("there is no such subject")?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus").join(subject.program).join("source.cl");
    let program = device.build(&std::fs::read_to_string(path)?)?;
    let mut bytes = Vec::new();
    for run in (subject.runs)() {
        let arguments: Vec<Argument<'_>> = run.arguments.iter().map(|(_, given)| argument(given)).collect();
        for image in program.run(subject.kernel, &arguments, run.items)? {
            bytes.extend(image.bytes);
        }
    }
    Ok(bytes)
}

fn argument(given: &Given) -> Argument<'_> {
    match given {
        Given::Source(image) => Argument::Source(image),
        Given::Result(image) => Argument::Result(image),
        Given::Sampler(filter, address) => Argument::Sampler { filter: *filter, address: *address, normalized: true },
        Given::Words(words) => Argument::Words(words),
    }
}
