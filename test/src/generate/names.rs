//! Names that are hard to write down.

/// Names of values, blocks and kernels; all that the text format takes, but for quotes and line ends.
const ODD: [&str; 20] = [
    "x",
    "x",
    "a b",
    "0",
    "12",
    "v.1",
    "-",
    ".",
    "~",
    "x~0",
    "x~1",
    "undef",
    "true",
    "f32",
    "%",
    "^b",
    "; no comment",
    "zähler",
    "$",
    "Entry_1",
];

/// A name, or none. `all_syntax` has names of all kinds, several of them the same.
pub(super) fn name(rng: &mut fastrand::Rng, all_syntax: bool) -> &'static str {
    if all_syntax && rng.bool() { ODD[rng.usize(..ODD.len())] } else { "" }
}
