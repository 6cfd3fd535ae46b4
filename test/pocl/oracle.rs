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
use texvisa_test::process::{Finished, Run as Process, Status};

use crate::programs::{Given, Run, SUBJECTS};

/// The name of pocl's platform.
const PLATFORM: &str = "Portable Computing Language";

/// What the process of pocl is told first; then the number of a subject, or [`REAL`] with what it is asked, or nothing for the title of the platform.
pub const ARGUMENT: &str = "--oracle";

/// What stands before the words of a real kernel.
pub const REAL: &str = "real";

/// Answers the words behind [`REAL`].
type Real = fn(&Device, &[String]) -> Result<Vec<u8>, Failed>;

/// For each run of a subject the images that it wrote.
pub type Answers = Vec<Vec<Image>>;

type Failed = Box<dyn std::error::Error>;

/// Whether there is a pocl.
pub enum Presence {
    /// Its name and version.
    Here(String),
    /// Why not.
    Absent(String),
    /// It did not even come to say that.
    Broken(String),
}

/// Asks once.
pub fn presence() -> &'static Presence {
    static PRESENCE: OnceLock<Presence> = OnceLock::new();
    PRESENCE.get_or_init(|| match ask(&[]) {
        Err(error) => Presence::Broken(error.to_string()),
        Ok(Answer { status: Status::Exited(0), stdout, .. }) => {
            Presence::Here(String::from_utf8_lossy(&stdout).into_owned())
        }
        Ok(Answer { status: Status::Exited(ABSENT), said, .. }) => Presence::Absent(said),
        Ok(Answer { status, said, .. }) => Presence::Broken(format!("{status:?} {said}")),
    })
}

/// The exit status that says that there is no pocl; Rust itself has 1 and 101.
const ABSENT: i32 = 3;

/// What each of the runs of subject `index` wrote. pocl is asked once.
pub fn answers(index: usize) -> Result<&'static Answers, &'static str> {
    static RESULTS: [OnceLock<Result<Answers, String>>; SUBJECTS.len()] = [const { OnceLock::new() }; SUBJECTS.len()];
    let result = RESULTS[index].get_or_init(|| {
        let answer = ask(&[&index.to_string()]).map_err(|error| error.to_string())?;
        if !answer.status.is_success() {
            return Err(format!("pocl: {:?} {}", answer.status, answer.said));
        }
        split(&(SUBJECTS[index].runs)(), &answer.stdout)
    });
    result.as_ref().map_err(String::as_str)
}

/// What the process of pocl left.
pub struct Answer {
    pub status: Status,
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub said: String,
}

/// Asks a process of pocl.
pub fn ask(arguments: &[&str]) -> Result<Answer, Failed> {
    let program = std::env::current_exe()?;
    let run = Process {
        program: &program,
        folder: Path::new(env!("CARGO_MANIFEST_DIR")),
        input: &[],
        merge_stderr: false,
        limit: Duration::from_secs(120),
    };
    let Finished { status, stdout, stderr } = run.with([ARGUMENT].iter().chain(arguments))?;
    Ok(Answer { status, stdout, said: String::from_utf8_lossy(&stderr).trim().to_owned() })
}

/// The images of each run, of all their bytes one after the other.
fn split(runs: &[Run], mut bytes: &[u8]) -> Result<Answers, String> {
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
pub fn serve(words: &[String], real: Real) -> ExitCode {
    let device = match Device::find(PLATFORM) {
        Ok(device) => device,
        Err(absent) => {
            eprintln!("{absent} (Debian packages pocl-opencl-icd and ocl-icd-libopencl1)");
            return ExitCode::from(ABSENT as u8);
        }
    };
    match answer(&device, words, real).and_then(|bytes| Ok(std::io::stdout().write_all(&bytes)?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(device: &Device, words: &[String], real: Real) -> Result<Vec<u8>, Failed> {
    let Some(index) = words.first() else { return Ok(device.title.clone().into_bytes()) };
    if index == REAL {
        return real(device, &words[1..]);
    }
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
