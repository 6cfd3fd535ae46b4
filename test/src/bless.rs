//! Files that tests hold to what is generated: compared, or updated where `./x test --bless` asks for it.

use std::path::Path;

/// The environment variable by which `./x test --bless` asks.
const VARIABLE: &str = "TEXVISA_BLESS";

/// How a test that fails says what writes its file.
pub const HOW: &str = "`./x test --bless` updates it and says what changed";

/// Whether files are to be written.
pub fn is_asked() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Compares the file at `path` with `made`. Where blessing is asked for, writes the file if it differs, and prints its
/// path.
///
/// # Errors
///
/// The first line that differs and how to write the file, or an error of the system.
pub fn expect(path: &Path, made: &str) -> Result<(), String> {
    let error = |error| format!("`{}`: {error}", path.display());
    let found = match std::fs::read_to_string(path) {
        Ok(found) => found,
        Err(missing) if missing.kind() == std::io::ErrorKind::NotFound && is_asked() => String::new(),
        Err(other) => return Err(error(other)),
    };
    if found == made {
        return Ok(());
    }
    if is_asked() {
        println!("blessed {}", path.display());
        return std::fs::write(path, made).map_err(error);
    }
    let shared = found.lines().zip(made.lines()).take_while(|(found, made)| found == made).count();
    let line = |text: &str| text.lines().nth(shared).map_or_else(|| "the end".to_owned(), |line| format!("`{line}`"));
    Err(format!("{}:{}: expected {}, found {}; {HOW}", path.display(), shared + 1, line(made), line(&found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_differs_is_named_with_its_line() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("page");
        assert!(expect(&path, "a\n").is_err());
        std::fs::write(&path, "a\nb\n").expect("the folder takes files");
        assert_eq!(expect(&path, "a\nb\n"), Ok(()));
        let error = expect(&path, "a\nc\n").expect_err("the files differ");
        assert!(error.contains("page:2: expected `c`, found `b`; `./x test --bless`"), "{error}");
        assert!(expect(&path, "a\n").is_err_and(|error| error.contains(":2: expected the end, found `b`")));
    }
}
