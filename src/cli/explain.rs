//! `texvisa explain`.

use texvisa::explain::Explanation;

use crate::arguments::ExplainArguments;
use crate::diagnostic::{Failure, print};
use crate::selection;

/// Runs the command.
pub fn run(arguments: &ExplainArguments) -> Result<(), Failure> {
    selection::for_each(&arguments.selection, true, |selected| {
        let input = selected.input;
        let explanation = Explanation::new(&input.module, &selected.compiled);
        let lines: Vec<&str> = input.text.as_ref().map_or_else(Vec::new, |text| text.inner().lines().collect());
        let text = explanation.text(&input.name, |line| lines.get((line as usize).checked_sub(1)?).copied());
        print(&format!("{}\n\n{text}", selected.title())).map_err(|problem| vec![problem])
    })
}
