//! What a run has to say, written as its user asked for: as text while it goes, or as one document.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::arguments::OutputFormat;
use crate::data::{self, CaseRecord, DiagnosticRecord, EmittedRecord, KernelRecord, RunKind, VERSION};
use crate::diagnostic::{Failure, Problem, print, say};
use crate::report::{KernelLine, SummaryLine};
use crate::transcript::Transcript;

/// The document of a run, as far as it is written.
#[derive(Debug)]
pub struct RunDocument {
    kind: RunKind,
    format: OutputFormat,
    diagnostics: Vec<DiagnosticRecord>,
    cases: Vec<CaseRecord>,
    summary: Option<SummaryLine>,
    /// Whether a kernel is written, so that a comma comes before the next.
    has_kernel: bool,
    /// Whether the beginning is written.
    has_begun: bool,
    /// Whether standard output takes nothing any more, which is said once.
    is_output_broken: bool,
}

impl RunDocument {
    /// That of a command, nothing of which is written.
    pub const fn new(kind: RunKind, format: OutputFormat) -> RunDocument {
        RunDocument {
            kind,
            format,
            diagnostics: Vec::new(),
            cases: Vec::new(),
            summary: None,
            has_kernel: false,
            has_begun: false,
            is_output_broken: false,
        }
    }

    /// Whether everything is said as text, while the run goes.
    pub fn is_text(&self) -> bool {
        self.format == OutputFormat::Text
    }

    /// Whether something could not be written.
    pub const fn is_output_broken(&self) -> bool {
        self.is_output_broken
    }

    /// Says what a transcript has to say of `kernel`, if it is of one: at once as text, otherwise its diagnostics alone, at
    /// the end.
    pub fn transcript(&mut self, transcript: &mut Transcript, kernel: Option<&str>) {
        if self.is_text() {
            let written = transcript.write();
            self.check(written);
        } else {
            let kernel = kernel.map(ToOwned::to_owned);
            let diagnostics = transcript.take_diagnostics();
            self.diagnostics
                .extend(diagnostics.map(|diagnostic| DiagnosticRecord { kernel: kernel.clone(), ..diagnostic }));
        }
    }

    /// Says what became of a kernel, and what `compile` wrote of it.
    pub fn kernel(&mut self, line: &KernelLine, output: Option<EmittedRecord>, transcript: &mut Transcript) {
        let result = transcript.take_result().map(RawValue::from_string).transpose();
        if self.format == OutputFormat::Json {
            match result {
                Ok(result) => self.write_kernel(&KernelRecord::new(line, output, result)),
                Err(error) => self.fail(&error),
            }
        }
        self.transcript(transcript, line.kernel.as_deref());
    }

    /// Adds a kernel to the document, of a command that is no batch.
    pub fn write_kernel<R: Serialize>(&mut self, record: &KernelRecord<R>) {
        self.begin();
        match serde_json::to_string(record) {
            Ok(text) => {
                let separator = if self.has_kernel { ",\n" } else { "\n" };
                self.write(&format!("{separator}{text}"));
                self.has_kernel = true;
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Adds a case.
    pub fn case(&mut self, case: CaseRecord) {
        self.cases.push(case);
    }

    /// Adds problems that no transcript has.
    pub fn problems(&mut self, problems: &[Problem]) {
        if self.is_text() {
            problems.iter().for_each(|problem| say(format_args!("{}", problem.shown())));
        } else {
            self.diagnostics.extend(problems.iter().map(|problem| problem.data()));
        }
    }

    /// Adds what is counted.
    pub fn set_summary(&mut self, summary: &SummaryLine) {
        self.summary = Some(summary.clone());
    }

    /// Ends the document. As text the failure is left for the caller to say.
    ///
    /// # Errors
    ///
    /// The run had another exit status than 0, or the document could not be written.
    pub fn finish(mut self, result: Result<(), Failure>) -> Result<(), Failure> {
        if self.is_text() {
            return result;
        }
        let exit = match &result {
            Ok(()) => 0,
            Err(failure) => {
                self.problems(failure.problems());
                failure.exit()
            }
        };
        match self.format {
            OutputFormat::Text => {}
            OutputFormat::Json => {
                self.begin();
                let fields = (
                    serde_json::to_string(&self.cases),
                    serde_json::to_string(&self.diagnostics),
                    serde_json::to_string(&self.summary),
                );
                match fields {
                    (Ok(cases), Ok(diagnostics), Ok(summary)) => self.write(&format!(
                        "\n],\"cases\":{cases},\"diagnostics\":{diagnostics},\"summary\":{summary},\"exit\":{exit}}}\n"
                    )),
                    (Err(error), ..) | (_, Err(error), _) | (.., Err(error)) => self.fail(&error),
                }
            }
            OutputFormat::Sarif => match serde_json::to_string_pretty(&data::log(&self.diagnostics, exit)) {
                Ok(log) => self.write(&(log + "\n")),
                Err(error) => self.fail(&error),
            },
        }
        Failure::of_exit(if self.is_output_broken { exit.max(1) } else { exit })
    }

    /// Writes what comes before the kernels.
    fn begin(&mut self) {
        if self.has_begun {
            return;
        }
        self.has_begun = true;
        let (version, command) = (env!("CARGO_PKG_VERSION"), self.kind.name());
        self.write(&format!(
            "{{\"version\":{VERSION},\"texvisa\":\"{version}\",\"command\":\"{command}\",\"kernels\":["
        ));
    }

    fn write(&mut self, text: &str) {
        let written = print(text);
        self.check(written);
    }

    fn fail(&mut self, error: &serde_json::Error) {
        self.check(Err(Problem::new(format!("the document cannot be made: {error}"))));
    }

    fn check(&mut self, written: Result<(), Problem>) {
        if let Err(problem) = written
            && !self.is_output_broken
        {
            self.is_output_broken = true;
            say(format_args!("{}", problem.shown()));
        }
    }
}
