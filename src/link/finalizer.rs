//! Runs GenX_IR, Intel's finalizer, as Intel's compiler runs it.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use texvisa_ir::target::Target;
use wait_timeout::ChildExt;

use super::error::LinkError;
use super::platforms;

/// The program's name.
const PROGRAM: &str = "GenX_IR";

/// How long it may take.
const LIMIT: Duration = Duration::from_secs(600);

/// Bytes of scratch memory are a power of two from this on: `.ze_info` of Intel's kernels that spill 2,816, 3,520 and
/// 38,016 bytes has 4,096, 4,096 and 65,536, that of one with 128,000 bytes of private memory 131,072; the least is what the hardware has (MEDIA_VFE_STATE, Per Thread Scratch
/// Space: 1 KB).
const LEAST_SCRATCH: u32 = 1024;

/// The form of vISA that is finalized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VisaForm {
    /// Text.
    Text,
    /// The binary form.
    Binary,
}

/// What the finalizer made of a kernel.
#[derive(Clone, Debug)]
pub(super) struct Finalized {
    /// The machine code.
    pub code: Vec<u8>,
    /// The same as text.
    pub listing: String,
    /// Registers of a thread.
    pub grf_count: u32,
    /// Bytes that it spills, where it does.
    pub spilled: Option<u32>,
}

/// Finalizes one kernel for `target`, with `grf_count` registers a thread.
///
/// # Errors
///
/// A finalizer that is not there, does not end or refuses the kernel, and a platform that has no row.
pub(super) fn finalize(visa: &[u8], form: VisaForm, target: Target, grf_count: u32) -> Result<Finalized, LinkError> {
    let program = find_in_path().ok_or(LinkError::NoFinalizer)?;
    let options = platforms::finalizer_options(target);
    let temporary = std::env::temp_dir();
    let folder = tempfile::tempdir().map_err(|source| LinkError::System { path: temporary, source })?;
    // What it makes of a text takes the text's stem; what it makes of a binary has none.
    let (input, stem) = match form {
        VisaForm::Text => ("k.visaasm", "k"),
        VisaForm::Binary => ("k.isa", ""),
    };
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path(input), visa).map_err(|source| LinkError::System { path: path(input), source })?;
    let grf_count = grf_count.to_string();
    // The order is that of the table; GenX_IR takes them in any.
    let platform = target.platform().finalizer.unwrap_or_default();
    let arguments = [input, "-platform", platform, "-output", "-binary", "-TotalGRFNum", &grf_count];
    let mut command = Command::new(&program);
    command.args(arguments).args(options).current_dir(folder.path());
    let said = run(&mut command).map_err(|source| LinkError::System { path: program.clone(), source })?;
    let Some((is_success, said)) = said else {
        return Err(LinkError::TimeLimit { limit: LIMIT });
    };
    let made = |ending: &str| std::fs::read(path(&format!("{stem}.{ending}"))).unwrap_or_default();
    let listing = String::from_utf8_lossy(&made("asm")).into_owned();
    let facts = read_listing(&listing);
    let code = made("dat");
    // It says that it spills, and exits with an error, where nothing is wrong; and it goes on behind failed assertions.
    let has_failed = !(is_success || facts.spilled.is_some());
    let mut messages: Vec<String> =
        said.lines().map(str::trim).filter(|line| is_complaint(line)).map(str::to_owned).collect();
    if facts.spilled.is_some() {
        messages.retain(|line| is_assertion(line));
    }
    if has_failed || code.is_empty() || messages.iter().any(|line| is_assertion(line)) {
        let errors = String::from_utf8_lossy(&made("errors.txt")).into_owned();
        messages.extend(errors.lines().filter_map(|line| Some(line.split_once("Error Message:")?.1.trim().to_owned())));
        messages.dedup();
        return Err(LinkError::Refused { target, messages });
    }
    Ok(Finalized { code, listing, grf_count: facts.grf_count, spilled: facts.spilled })
}

/// Bytes of scratch memory that a thread needs, as `.ze_info` has them; 0 for none. The program has `private` bytes of
/// it, and what the finalizer spills is behind them.
pub(super) fn scratch_bytes(private: u32, spilled: Option<u32>) -> u32 {
    match private.saturating_add(spilled.unwrap_or(0)) {
        0 => 0,
        bytes => bytes.max(LEAST_SCRATCH).checked_next_power_of_two().unwrap_or(u32::MAX),
    }
}

/// What a listing says of its kernel.
struct ListingFacts {
    grf_count: u32,
    spilled: Option<u32>,
}

/// Reads `//.thread_config numGRF=128, numAcc=2, numSWSB=16` and `//.spill size 3520`.
fn read_listing(listing: &str) -> ListingFacts {
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok();
    let after = |mark: &str| listing.lines().find_map(|line| Some(line.split_once(mark)?.1)).and_then(number);
    ListingFacts { grf_count: after("//.thread_config numGRF=").unwrap_or(128), spilled: after("//.spill size ") }
}

/// Whether a line is more than the command line, which GenX_IR repeats.
fn is_complaint(line: &str) -> bool {
    !line.is_empty() && !line.contains("-TotalGRFNum")
}

/// `./visa/BuildIRImpl.cpp:2380 dst may not have a non-zero subreg offset`
fn is_assertion(line: &str) -> bool {
    let place = line.split_whitespace().next().unwrap_or_default();
    place.starts_with("./") && place.rsplit_once(':').is_some_and(|(_, line)| line.parse::<u32>().is_ok())
}

/// Runs a command to its end; says whether it succeeded, and what it wrote. `None` where it took too long.
fn run(command: &mut Command) -> io::Result<Option<(bool, String)>> {
    // Through a file, so that no pipe can fill up.
    let mut said = tempfile::tempfile()?;
    let mut child =
        command.stdin(Stdio::null()).stdout(said.try_clone()?).stderr(Stdio::from(said.try_clone()?)).spawn()?;
    let Some(status) = child.wait_timeout(LIMIT)? else {
        child.kill()?;
        child.wait()?;
        return Ok(None);
    };
    Ok(Some((status.success(), read_from_start(&mut said)?)))
}

fn read_from_start(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn find_in_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(Path::new(PROGRAM))).find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_says_how_many_registers_and_how_much_scratch_memory_there_are() {
        let facts = read_listing(
            "//.kernel k\n//.thread_config numGRF=128, numAcc=2\n//.spill size 3520\n//.spill flag load 5\n",
        );
        assert_eq!((facts.grf_count, facts.spilled), (128, Some(3520)));
        assert_eq!(read_listing("//.thread_config numGRF=256, numAcc=4\n").spilled, None);
        let needs = [(0, None), (0, Some(3520)), (128_000, None), (2048, Some(5824)), (512, None)];
        let scratch = needs.map(|(private, spilled)| scratch_bytes(private, spilled));
        assert_eq!(scratch, [0, 4096, 131_072, 8192, 1024]);
    }

    #[test]
    fn assertions_are_told_from_remarks() {
        assert!(is_assertion("./visa/Common_ISA_util.cpp:913 Invalid emask for SIMD8 inst"));
        assert!(!is_assertion("Spill memory used = 576 bytes for kernel k"));
        assert!(!is_complaint("GenX_IR k.visaasm -platform SKL -output -binary -TotalGRFNum 128"));
    }
}
