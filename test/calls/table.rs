//! The tables of observed calls.

use std::path::{Path, PathBuf};

use texvisa::ir::target::Target;

use crate::call::Call;
use crate::observed::Observed;

/// A call with what Intel's compiler makes of it.
#[derive(Clone, Debug)]
pub struct ObservedCall {
    pub call: Call,
    pub intel: Observed,
    /// Whether Intel's compiler makes another call of it before its code emission, for which texvisa sends other
    /// messages.
    pub is_rewritten: bool,
    /// The reason for which texvisa needs more instructions.
    pub reason: Option<String>,
}

const REWRITTEN: &str = "rewritten";

/// The file of a platform's table.
pub fn path(target: Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("test/calls/{target}.txt"))
}

/// The rows of a platform's table.
///
/// # Errors
///
/// The file cannot be read, or a line is not understood.
pub fn read(target: Target) -> Result<Vec<ObservedCall>, String> {
    let path = path(target);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("`{}`: {error}", path.display()))?;
    let rows = text.lines().enumerate().map(|(index, line)| {
        let failed = |reason: String| format!("{}:{}: {reason}", path.display(), index + 1);
        let mut fields = line.split(" | ");
        let call: Call = fields.next().unwrap_or_default().parse().map_err(failed)?;
        let intel = Observed::read(fields.next().unwrap_or_default());
        let intel = intel.ok_or_else(|| failed("no messages are behind ` | `".to_owned()))?;
        let mut notes: Vec<&str> = fields.collect();
        let is_rewritten = notes.first() == Some(&REWRITTEN);
        if is_rewritten {
            notes.remove(0);
        }
        Ok(ObservedCall { call, intel, is_rewritten, reason: notes.first().map(|note| (*note).to_owned()) })
    });
    rows.collect()
}

/// The text of a table.
pub fn text(rows: &[ObservedCall]) -> String {
    let line = |row: &ObservedCall| {
        let notes = row.is_rewritten.then_some(REWRITTEN).into_iter().chain(row.reason.as_deref());
        let notes: String = notes.map(|note| format!(" | {note}")).collect();
        format!("{} | {}{notes}\n", row.call, row.intel)
    };
    rows.iter().map(line).collect()
}
