//! `texvisa explain`.

use texvisa::explain::Explanation;

use crate::arguments::{ExplainArguments, OutputFormat};
use crate::batch;
use crate::data::{ExplainRecord, RunKind};
use crate::diagnostic::Failure;
use crate::selection::set_result;

/// Runs the command.
pub fn run(arguments: &ExplainArguments) -> Result<(), Failure> {
    batch::run(RunKind::Explain, &arguments.selection, &arguments.batch, true, None, &|selected, transcript| {
        if arguments.batch.format == OutputFormat::Json {
            set_result(transcript, &ExplainRecord::new(selected))?;
            return Ok(None);
        }
        let input = selected.input;
        let explanation = Explanation::new(&input.module, &selected.compiled);
        let lines = input.lines();
        let text = explanation.text(&input.name, |line| lines.get((line as usize).checked_sub(1)?).copied());
        transcript.print(format!("{}\n\n{text}", selected.title()));
        Ok(None)
    })
}
