//! Where results are written: never over what they are made of.

use std::path::Path;

use crate::diagnostic::{Failure, Problem};

/// Refuses to write to `output` where that is one of the files that are read, by whatever path, or the root folder.
///
/// # Errors
///
/// It is.
pub fn refuse_input<'p>(output: &Path, inputs: impl IntoIterator<Item = &'p Path>) -> Result<(), Failure> {
    let refuse = |what: &str, help: &str| {
        Err(Failure::Usage(vec![Problem::new(format!("{}: {what}", output.display())).help(help)]))
    };
    // A folder's files are looked at one by one, and a device has nothing to lose.
    if output == Path::new("-") || !(output.is_file() || output.is_dir()) {
        return Ok(());
    }
    if output.is_dir() {
        let is_root = output.canonicalize().is_ok_and(|whole| whole.parent().is_none());
        return if is_root { refuse("the root folder", "name a folder or file in it") } else { Ok(()) };
    }
    // What cannot be opened is not written over either.
    let is_input = |input: &Path| input != Path::new("-") && same_file::is_same_file(output, input).unwrap_or(false);
    if inputs.into_iter().any(is_input) {
        return refuse("the output would be written over its own input", "name another file with --output");
    }
    Ok(())
}
