//! `texvisa explain`.

use texvisa::explain::Explanation;

use crate::arguments::ExplainArguments;
use crate::batch;
use crate::diagnostic::Failure;

/// Runs the command.
pub fn run(arguments: &ExplainArguments) -> Result<(), Failure> {
    batch::run(&arguments.selection, &arguments.batch, true, None, &|selected, transcript| {
        let input = selected.input;
        let explanation = Explanation::new(&input.module, &selected.compiled);
        let lines: Vec<&str> = input.text.as_ref().map_or_else(Vec::new, |text| text.inner().lines().collect());
        let text = explanation.text(&input.name, |line| lines.get((line as usize).checked_sub(1)?).copied());
        transcript.print(format!("{}\n\n{text}", selected.title()));
        Ok(None)
    })
}
