//! The tool.

use std::path::Path;
use std::time::Duration;

use libtest_mimic::Failed;
use texvisa_test::process::{Finished, Run};

/// Runs the tool in `folder`.
pub fn texvisa(folder: &Path, arguments: &[&str]) -> Result<Finished, Failed> {
    let program = Path::new(env!("CARGO_BIN_EXE_texvisa"));
    let run = Run { program, folder, input: &[], merge_stderr: true, limit: Duration::from_secs(300) };
    Ok(run.with(arguments)?)
}
