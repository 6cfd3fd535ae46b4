//! The page `docs/known-deviations.md`: where Intel's tools are known to deviate from Intel's documents, for readers.

use std::fmt::Write;

use texvisa_ir::target::{Target, TargetSet};
use texvisa_ir::visa::message::MESSAGES;

use crate::finalizer::{ENCODING_DEVIATIONS, PROGRAM_DEVIATIONS, is_encoded, reads};

const TITLE: &str = "# Known deviations of Intel's tools

The tests compare texvisa with GenX_IR, Intel's assembler and finalizer, release 1.0.12504.6. An oracle can be wrong: this page lists
where this one deviates from Intel's documents. The conformance tests allow for these deviations and for no others, and a test
fails where the installed release does not show one any more.

The page is generated from the tables in `test/src/finalizer`: `./x test --bless` updates it.
";

const ENCODINGS: &str = "
## Legal messages that are encoded wrongly

`test/src/finalizer/encoding_deviation.rs`. The conformance run compares every form of every message, and explains a difference
only by a row of this table.

| GenX_IR | the documents | targets |
| --- | --- | --- |
";

const PROGRAMS: &str = "
## Programs that are handled wrongly

`test/src/finalizer/program_deviation.rs`. For each there is a program that shows it, and one that is nearly the same and does not.

| GenX_IR | the documents | what follows for texvisa and its tests | shown on |
| --- | --- | --- | --- |
";

const MNEMONICS: &str = "
## Messages that are not read as text

`test/src/finalizer/known.rs`. The assembler has no mnemonic for these messages, though its compiler prints some of them. These it
encodes from the binary form, by which the tests compare them:
";

const UNCOMPARED: &str = "
These exist only on platforms that it does not encode for, so that no tool has compared them. `ir/tests/newer_messages.rs` has bytes
for some of them, worked out by hand:
";

/// The text of the page.
pub fn known_deviations() -> String {
    let mut page = format!("{TITLE}{ENCODINGS}");
    // Writing into a string does not fail.
    for row in ENCODING_DEVIATIONS {
        let _ = writeln!(page, "| {} | {} | {} |", row.name, row.section, targets(row.targets));
    }
    page.push_str(PROGRAMS);
    for row in PROGRAM_DEVIATIONS {
        let _ = writeln!(page, "| {} | {} | {} | {} |", row.name, row.section, row.consequence, row.target);
    }
    page.push_str(MNEMONICS);
    let unread = |encoded: bool| {
        let rows = MESSAGES.iter().filter(|row| !reads(row) && is_encoded(row) == encoded);
        rows.map(|row| format!("`{}`", row.mnemonic)).collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(page, "\n{}.", unread(true));
    let _ = writeln!(page, "{UNCOMPARED}\n{}.", unread(false));
    page
}

/// The targets of a set that the finalizer knows.
fn targets(set: TargetSet) -> String {
    let known = set.iter().filter(|target| target.platform().finalizer.is_some());
    known.map(Target::name).collect::<Vec<_>>().join(", ")
}
