//! The commands that this library carries out itself: `cat`, `cmp`, `diff`.

use std::path::{Path, PathBuf};

use crate::process::{Finished, Status};

/// A command of this library's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Builtin {
    /// Files one after the other; standard input where there is none, or for `-`.
    Cat,
    /// Whether two files have the same bytes.
    Cmp,
    /// Whether two files have the same lines.
    Diff,
}

impl Builtin {
    /// The command of that name.
    pub fn from_name(name: &str) -> Option<Builtin> {
        match name {
            "cat" => Some(Builtin::Cat),
            "cmp" => Some(Builtin::Cmp),
            "diff" => Some(Builtin::Diff),
            _ => None,
        }
    }

    /// Carries the command out in `folder`. What it has to say against its arguments is on standard error, with exit
    /// status 2; a difference has exit status 1.
    pub fn run(self, arguments: &[String], input: &[u8], folder: &Path) -> Finished {
        let read = |name: &String| match name.as_str() {
            "-" => Ok(input.to_vec()),
            name => {
                let path: PathBuf = folder.join(name);
                std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
            }
        };
        let found = match (self, arguments) {
            (Builtin::Cat, []) => Ok(Ok(input.to_vec())),
            (Builtin::Cat, files) => files.iter().map(read).collect::<Result<Vec<_>, _>>().map(|all| Ok(all.concat())),
            (Builtin::Cmp, [first, second]) => read(first)
                .and_then(|left| Ok((left, read(second)?)))
                .map(|(left, right)| same_bytes(&left, &right).map_or(Ok(Vec::new()), Err)),
            (Builtin::Diff, [first, second]) => read(first)
                .and_then(|left| Ok((left, read(second)?)))
                .map(|(left, right)| same_lines(&left, &right).map_or(Ok(Vec::new()), Err)),
            (Builtin::Cmp | Builtin::Diff, _) => Err("two files are compared, and no options are known".to_owned()),
        };
        let (code, stdout, stderr) = match found {
            Ok(Ok(output)) => (0, output, String::new()),
            Ok(Err(difference)) => (1, Vec::new(), format!("{}: {difference}\n", arguments.join(" "))),
            Err(complaint) => (2, Vec::new(), format!("{complaint}\n")),
        };
        Finished { status: Status::Exited(code), stdout, stderr: stderr.into_bytes() }
    }
}

/// Where two files differ first.
fn same_bytes(left: &[u8], right: &[u8]) -> Option<String> {
    if left == right {
        return None;
    }
    let lengths = format!("{} and {} bytes", left.len(), right.len());
    Some(match left.iter().zip(right).position(|(left, right)| left != right) {
        Some(at) => format!("byte {at} is {:#04x} and {:#04x} ({lengths})", left[at], right[at]),
        None => format!("one continues the other ({lengths})"),
    })
}

/// The first lines in which two texts differ.
fn same_lines(left: &[u8], right: &[u8]) -> Option<String> {
    let [left, right] = [left, right].map(String::from_utf8_lossy);
    let (mut left_lines, mut right_lines) = (left.lines(), right.lines());
    for line in 1.. {
        match (left_lines.next(), right_lines.next()) {
            (None, None) => break,
            (left, right) if left == right => {}
            (left, right) => {
                let text = |side: Option<&str>| side.map_or("the end".to_owned(), |text| format!("`{text}`"));
                return Some(format!("line {line} is\n- {}\n+ {}", text(left), text(right)));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(builtin: Builtin, arguments: &[&str], input: &str) -> (Status, String) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in [("a", "x\ny\n"), ("b", "x\nz\n"), ("c", "x\r\ny\r\n")] {
            std::fs::write(folder.path().join(name), text).expect("the folder takes files");
        }
        let arguments: Vec<_> = arguments.iter().map(|name| (*name).to_owned()).collect();
        let found = builtin.run(&arguments, input.as_bytes(), folder.path());
        (found.status, String::from_utf8([found.stdout, found.stderr].concat()).expect("the files are text"))
    }

    #[test]
    fn files_are_strung_together() {
        assert_eq!(run(Builtin::Cat, &["a", "-", "b"], "in\n"), (Status::Exited(0), "x\ny\nin\nx\nz\n".to_owned()));
        assert_eq!(run(Builtin::Cat, &[], "in"), (Status::Exited(0), "in".to_owned()));
        assert_eq!(run(Builtin::Cat, &["d"], "").0, Status::Exited(2));
    }

    #[test]
    fn files_are_compared_as_bytes_or_as_lines() {
        assert_eq!(run(Builtin::Cmp, &["a", "a"], "").0, Status::Exited(0));
        let (status, text) = run(Builtin::Cmp, &["a", "b"], "");
        assert_eq!((status, &text[..]), (Status::Exited(1), "a b: byte 2 is 0x79 and 0x7a (4 and 4 bytes)\n"));
        assert_eq!(run(Builtin::Cmp, &["a", "c"], "").0, Status::Exited(1));
        assert_eq!(run(Builtin::Diff, &["a", "c"], "").0, Status::Exited(0));
        let (status, text) = run(Builtin::Diff, &["a", "-"], "x\n");
        assert_eq!((status, &text[..]), (Status::Exited(1), "a -: line 2 is\n- `y`\n+ the end\n"));
        assert_eq!(run(Builtin::Diff, &["a"], "").0, Status::Exited(2));
    }
}
