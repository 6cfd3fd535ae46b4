//! The OpenCL kernels of darktable, from its Debian package.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use texvisa_test::process::{Run, find_in_path};

/// The files of which every kernel has to pass, without `.cl`.
pub const SAMPLE: [&str; 3] = ["sharpen", "soften", "highpass"];

/// How long fetching may take.
const LIMIT: Duration = Duration::from_secs(120);

/// The folder of the kernels, fetched unless an earlier run has done it, or why there is none.
pub fn folder() -> Result<&'static Path, &'static str> {
    static FOLDER: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    FOLDER.get_or_init(fetch).as_deref().map_err(String::as_str)
}

fn fetch() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("darktable");
    let kernels = folder.join("root/usr/share/darktable/kernels");
    let is_there = |file: &str| kernels.join(format!("{file}.cl")).is_file();
    if SAMPLE.iter().all(|file| is_there(file)) {
        return Ok(kernels);
    }
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    run(&folder, "apt-get", &["download", "darktable"])?;
    let package = std::fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|extension| extension == "deb"))
        .ok_or("apt-get has downloaded no package of darktable")?;
    run(&folder, "dpkg", &["-x", &package.display().to_string(), "root"])?;
    let missing: Vec<&str> = SAMPLE.iter().copied().filter(|file| !is_there(file)).collect();
    if missing.is_empty() { Ok(kernels) } else { Err(format!("Debian's darktable has no {missing:?}")) }
}

/// Runs a program of the system; what it says where it fails is a reason not to go on.
pub fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    let path = find_in_path(program).ok_or_else(|| format!("{program} is not installed"))?;
    let run = Run { program: &path, folder, input: &[], merge_stderr: true, limit: LIMIT };
    let finished = run.with(arguments).map_err(|error| error.to_string())?;
    if finished.status.is_success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&finished.stdout);
    Err(format!("{program} {}: {}: {}", arguments.join(" "), finished.status, said.trim()))
}
