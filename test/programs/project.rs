//! Projects whose programs are measured, and where their sources come from.

use std::path::{Path, PathBuf};
use std::time::Duration;

use texvisa_test::process::{Run, find_in_path};

use crate::clij;

/// How long fetching may take.
const LIMIT: Duration = Duration::from_secs(120);

/// A project with programs.
pub struct Project {
    /// What tests and the page call it.
    pub name: String,
    /// Where it comes from, with its version: `darktable 4.2.1-4 (Debian)`.
    pub origin: String,
    /// Its programs, in the order of their names.
    pub sources: Vec<Source>,
    /// How many of them ocloc compiles for every platform.
    pub compiled: usize,
}

impl Project {
    /// Whether it is one of [`KNOWN`].
    pub fn is_known(&self) -> bool {
        KNOWN.contains(&self.name.as_str())
    }
}

/// A program: one file, compiled in one way.
#[derive(Clone)]
pub struct Source {
    /// Its name in the project: `basic`, `image_float/mean_sphere_3d_x`.
    pub name: String,
    /// What it is made of.
    pub input: Input,
}

/// What a program is made of.
#[derive(Clone)]
pub enum Input {
    /// OpenCL with the options of ocloc, of several files the first that ocloc compiles.
    OpenCl { files: Vec<PathBuf>, options: String },
    /// LLVM IR or bitcode, as Intel's compiler hands it to its code emission.
    Module(PathBuf),
}

/// The projects that have floors in `test/floors.txt`, and of which every kernel is known.
pub const KNOWN: [&str; 2] = ["darktable", "clij"];

/// The files of darktable of which every kernel has to be taken, without `.cl`.
pub const SAMPLE: [&str; 3] = ["highpass", "sharpen", "soften"];

/// darktable, a photo editor, from its Debian package: every file, or those of the sample.
///
/// # Errors
///
/// Why it is not there.
pub fn darktable(only_sample: bool) -> Result<Project, String> {
    let folder = fetched("darktable")?;
    let kernels = folder.join("root/usr/share/darktable/kernels");
    if !kernels.join("sharpen.cl").is_file() {
        run(&folder, "apt-get", &["download", "darktable"])?;
        let package = with_ending(&folder, "deb").ok_or("apt-get has downloaded no package of darktable")?;
        run(&folder, "dpkg", &["-x", &package.display().to_string(), "root"])?;
    }
    // `darktable_4.2.1-4_amd64.deb`
    let package = with_ending(&folder, "deb").map(|path| path.display().to_string()).unwrap_or_default();
    let version = package.rsplit('/').next().and_then(|name| name.split('_').nth(1)).unwrap_or("of unknown version");
    let options = format!("-cl-fast-relaxed-math -I{}", kernels.display());
    let mut sources: Vec<Source> = files(&kernels, &["cl"])
        .into_iter()
        .map(|path| Source { name: stem(&path), input: Input::OpenCl { files: vec![path], options: options.clone() } })
        .filter(|source| !only_sample || SAMPLE.contains(&source.name.as_str()))
        .collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    if sources.is_empty() {
        return Err(format!("Debian's darktable {version} has no kernels in {}", kernels.display()));
    }
    let origin = format!("Debian's package darktable {version}, with -cl-fast-relaxed-math");
    Ok(Project { name: "darktable".to_owned(), origin, sources, compiled: 0 })
}

/// clij, filters and measurements of pictures with two and three dimensions, from PyPI.
///
/// # Errors
///
/// Why it is not there.
pub fn clij() -> Result<Project, String> {
    const PACKAGE: &str = "pyclesperanto-prototype";
    const VERSION: &str = "0.24.6";
    let folder = fetched("clij")?;
    let package = folder.join("root/pyclesperanto_prototype");
    if !package.join("_tier0/preamble.cl").is_file() {
        let wheel = format!("{PACKAGE}=={VERSION}");
        run(&folder, "python3", &["-m", "pip", "download", "--no-deps", "--only-binary", ":all:", &wheel])?;
        let wheel = with_ending(&folder, "whl").ok_or("pip has downloaded no wheel of pyclesperanto-prototype")?;
        run(&folder, "python3", &["-m", "zipfile", "-e", &wheel.display().to_string(), "root"])?;
    }
    let sources = clij::sources(&package, &folder.join("sources"))
        .map_err(|error| format!("the sources of clij cannot be written: {error}"))?;
    Ok(Project {
        name: "clij".to_owned(),
        origin: format!("PyPI's package {PACKAGE} {VERSION}, with -cl-fast-relaxed-math; {}", clij::PICTURES),
        sources,
        compiled: 0,
    })
}

/// The programs below a folder. A `.cl` file is compiled with the options in a file of its name with `.options` behind
/// it, or in the file `options` of its folder or of the nearest one above, up to `root`. Each line is one way to compile
/// it; empty lines and those with `#` say nothing. Headers are looked for in the folder of the file and in `root`.
pub fn folder(root: &Path) -> Project {
    let mut sources = Vec::new();
    for path in files(root, &["bc", "cl", "ll"]) {
        let name = path.strip_prefix(root).unwrap_or(&path).with_extension("").display().to_string();
        if path.extension().is_some_and(|ending| ending != "cl") {
            sources.push(Source { name, input: Input::Module(path) });
            continue;
        }
        let headers = path.parent().unwrap_or(root).display();
        let ways = options_of(&path, root);
        for (index, options) in ways.iter().enumerate() {
            let name = if ways.len() == 1 { name.clone() } else { format!("{name}/{}", index + 1) };
            let options = format!("{options} -I{headers} -I{}", root.display());
            sources.push(Source { name, input: Input::OpenCl { files: vec![path.clone()], options } });
        }
    }
    let name = root.file_name().map_or_else(|| "programs".to_owned(), |name| name.to_string_lossy().into_owned());
    Project { origin: format!("a folder, {name}"), name, sources, compiled: 0 }
}

/// Each set of options that a file is compiled with.
fn options_of(file: &Path, root: &Path) -> Vec<String> {
    let mut own = file.as_os_str().to_owned();
    own.push(".options");
    let above = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    let text = std::iter::once(PathBuf::from(own))
        .chain(above.map(|folder| folder.join("options")))
        .find_map(|path| std::fs::read_to_string(path).ok());
    let Some(text) = text else { return vec!["-cl-fast-relaxed-math".to_owned()] };
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// The folder in the build folder that a project is fetched into.
fn fetched(project: &str) -> Result<PathBuf, String> {
    let folder = kept().join(project);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// What is kept from run to run, in the build folder.
pub fn kept() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

fn with_ending(folder: &Path, ending: &str) -> Option<PathBuf> {
    let paths = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|found| found == ending)).max()
}

/// The files below a folder that end in one of these, in the order of their paths.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The name of a file without its ending.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Runs a program of the system and returns what it says; where it fails, that is a reason not to go on.
///
/// # Errors
///
/// A program that is not installed, that takes too long, or that fails.
pub fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let path = find_in_path(program).ok_or_else(|| format!("{program} is not installed"))?;
    let run = Run { program: &path, folder, input: &[], merge_stderr: true, limit: LIMIT };
    let finished = run.with(arguments).map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&finished.stdout).trim().to_owned();
    if finished.status.is_success() {
        return Ok(said);
    }
    Err(format!("{program} {}: {}: {said}", arguments.join(" "), finished.status))
}
