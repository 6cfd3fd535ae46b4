//! Runs GenX_IR.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};
use texvisa_ir::target::Target;
use texvisa_ir::visa::VisaKernel;

use super::compare::compare;
use super::known::unread;
use super::listing::{Listing, ListingError};
use super::outcome::{Outcome, Verdict};
use crate::harness;
use crate::oracle::Oracle;
use crate::process::{Run, RunError, find_in_path};

/// The program's name.
const PROGRAM: &str = "GenX_IR";

/// The platforms whose machine code is disassembled again, by iga64's names.
const DISASSEMBLED: [(Target, &str); 4] =
    [(Target::Skl, "9"), (Target::Icllp, "11"), (Target::Tgllp, "12p1"), (Target::Dg2, "12p71")];

/// How GenX_IR is to work.
#[derive(Clone, Debug)]
pub struct FinalizerOptions {
    /// Options of its command line besides the platform and the outputs.
    pub flags: Vec<String>,
    /// How long it may take.
    pub limit: Duration,
}

impl Default for FinalizerOptions {
    /// A minute, and no prolog that loads the arguments, which XeHP_SDV and later would have.
    fn default() -> FinalizerOptions {
        FinalizerOptions { flags: vec!["-noLoadPayload".to_owned()], limit: Duration::from_secs(60) }
    }
}

impl FinalizerOptions {
    /// The same with another option of GenX_IR's command line, such as `-noschedule`.
    #[must_use]
    pub fn flag(mut self, flag: &str) -> FinalizerOptions {
        self.flags.push(flag.to_owned());
        self
    }
}

/// Why GenX_IR has nothing to say of a program.
#[derive(Debug, thiserror::Error)]
pub enum FinalizerError {
    /// It does not know the platform.
    #[error("GenX_IR does not know {target}; it knows {known}")]
    Platform {
        /// What was given.
        target: Target,
        /// The targets that it knows.
        known: String,
    },
    /// It could not be run to its end.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Its files could not be written or read.
    #[error("`{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The disassembler refuses the machine code.
    #[error("iga64 refuses the machine code: {said}")]
    Disassembly {
        /// What it said.
        said: String,
    },
    /// Its assembly has a line that is not understood.
    #[error(transparent)]
    Listing(#[from] ListingError),
}

/// What GenX_IR made of a kernel, and what there is to say against it.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What it said, but for spills, or what of the messages differs from the model.
    pub objection: Option<String>,
    /// The Gen assembly, where one was made.
    pub listing: Option<Listing>,
}

impl Judgement {
    /// Whether it needs scratch memory for registers.
    pub fn spills(&self) -> bool {
        self.listing.as_ref().is_some_and(|listing| listing.spill_bytes > 0)
    }
}

/// GenX_IR on this machine.
#[derive(Clone, Debug)]
pub struct Finalizer {
    program: PathBuf,
}

impl Finalizer {
    /// GenX_IR in one of the folders of `PATH`.
    pub fn find() -> Option<Finalizer> {
        find_in_path(PROGRAM).map(|program| Finalizer { program })
    }

    /// A test that needs GenX_IR, skipped with the reason where it is not installed.
    pub fn trial(name: &str, test: impl FnOnce(&Finalizer) -> Result<(), Failed> + Send + 'static) -> Trial {
        harness::test_or_skip(name, move || match Finalizer::find() {
            Some(finalizer) => test(&finalizer).map(|()| Completion::Completed),
            None => Oracle::Finalizer.missing("GenX_IR is not installed"),
        })
    }

    /// Asks for a kernel and its text that nothing is said against it, that it does not spill, and that every message
    /// becomes the sends that the descriptor model predicts. Of a kernel with a message that it does [not
    /// read](super::reads) it asks that this is so.
    ///
    /// # Errors
    ///
    /// What was said, or what differs.
    pub fn accepts(&self, kernel: &VisaKernel, visaasm: &str) -> Result<(), Failed> {
        let judgement = self.judge(kernel, visaasm)?;
        let spilled = || judgement.spills().then(|| "it spills".to_owned());
        match judgement.objection.clone().or_else(spilled) {
            None => Ok(()),
            Some(objection) => Err(format!("{objection}\n{visaasm}").into()),
        }
    }

    /// What [`accepts`](Finalizer::accepts) asks, with spills apart, and what was made of the kernel.
    ///
    /// # Errors
    ///
    /// Those of [`finalize`](Finalizer::finalize).
    pub fn judge(&self, kernel: &VisaKernel, visaasm: &str) -> Result<Judgement, FinalizerError> {
        let outcome = self.finalize(visaasm, kernel.target, &FinalizerOptions::default())?;
        let objection = match unread(kernel) {
            Some(mnemonic) => {
                let is_refused = matches!(&outcome.verdict, Verdict::Refused { messages } if messages.iter().any(|line| line.contains("syntax error")));
                (!is_refused).then(|| format!("GenX_IR reads `{mnemonic}` now"))
            }
            None if !outcome.is_clean_but_for_spills() => {
                Some(format!("{:?} {:?}", outcome.verdict, outcome.complaints))
            }
            None => match &outcome.listing {
                None => Some("the finalizer wrote no assembly".to_owned()),
                Some(listing) => {
                    let comparison = compare(kernel, listing);
                    let is_whole = comparison.is_whole(listing.spill_bytes > 0);
                    (!comparison.differences.is_empty() || !is_whole).then(|| format!("{comparison:#?}"))
                }
            },
        };
        Ok(Judgement { objection, listing: outcome.listing })
    }

    /// Assembles and finalizes `visaasm`, which has one kernel, for `target`, in a folder of its own.
    ///
    /// # Errors
    ///
    /// A platform that GenX_IR does not know, a run that does not come to its end, and assembly that is not understood.
    /// A program that it refuses is no error.
    pub fn finalize(
        &self,
        visaasm: &str,
        target: Target,
        options: &FinalizerOptions,
    ) -> Result<Outcome, FinalizerError> {
        self.finalize_file("k.visaasm", "k", visaasm.as_bytes(), target, options)
    }

    /// Finalizes `binary`, the binary form of one kernel. Operands that are missing crash it.
    ///
    /// # Errors
    ///
    /// Those of [`finalize`](Finalizer::finalize).
    pub fn finalize_binary(
        &self,
        binary: &[u8],
        target: Target,
        options: &FinalizerOptions,
    ) -> Result<Outcome, FinalizerError> {
        // What it makes of a binary has no stem.
        self.finalize_file("k.isa", "", binary, target, options)
    }

    /// Machine code as iga64, Intel's disassembler from the same package, reads it.
    ///
    /// # Errors
    ///
    /// Those of [`Finalizer::disassembly`], and a disassembly that is not understood.
    pub fn disassemble(&self, code: &[u8], target: Target) -> Result<Listing, FinalizerError> {
        Ok(Listing::read(&self.disassembly(code, target)?, target.platform().grf_bytes)?)
    }

    /// The text that iga64 makes of machine code.
    ///
    /// # Errors
    ///
    /// A target that is not in the table of its platforms, a run that does not come to its end, and machine code that it
    /// refuses.
    pub fn disassembly(&self, code: &[u8], target: Target) -> Result<String, FinalizerError> {
        let Some((_, platform)) = DISASSEMBLED.into_iter().find(|(known, _)| *known == target) else {
            let known = DISASSEMBLED.map(|(target, _)| target.name()).join(", ");
            return Err(FinalizerError::Platform { target, known });
        };
        let file = |source| FinalizerError::File { path: "k.krn".into(), source };
        let folder = tempfile::tempdir().map_err(file)?;
        std::fs::write(folder.path().join("k.krn"), code).map_err(file)?;
        let program = self.program.with_file_name("iga64");
        let run = Run {
            program: &program,
            folder: folder.path(),
            input: &[],
            merge_stderr: true,
            limit: FinalizerOptions::default().limit,
        };
        let finished = run.with(["-d", "-p", platform, "k.krn"])?;
        let text = String::from_utf8_lossy(&finished.stdout).into_owned();
        if finished.status.is_success() { Ok(text) } else { Err(FinalizerError::Disassembly { said: text }) }
    }

    fn finalize_file(
        &self,
        input: &str,
        stem: &str,
        bytes: &[u8],
        target: Target,
        options: &FinalizerOptions,
    ) -> Result<Outcome, FinalizerError> {
        let Some(platform) = target.platform().finalizer else {
            let known = Target::ALL.into_iter().filter(|target| target.platform().finalizer.is_some());
            let known = known.map(Target::name).collect::<Vec<_>>().join(", ");
            return Err(FinalizerError::Platform { target, known });
        };
        let file = |path: &Path| {
            let path = path.to_owned();
            move |source| FinalizerError::File { path, source }
        };
        let folder = tempfile::tempdir().map_err(file(&std::env::temp_dir()))?;
        // The outputs take the name of the input and go to the folder that the program works in.
        let path = folder.path().join(input);
        std::fs::write(&path, bytes).map_err(file(&path))?;
        let mut arguments = vec![input, "-platform", platform, "-output", "-binary"];
        arguments.extend(options.flags.iter().map(String::as_str));
        let run = Run {
            program: &self.program,
            folder: folder.path(),
            input: &[],
            merge_stderr: false,
            limit: options.limit,
        };
        let finished = run.with(&arguments)?;
        let output = |ending: &str| match std::fs::read(folder.path().join(format!("{stem}.{ending}"))) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(file(&folder.path().join(format!("{stem}.{ending}")))(error)),
        };
        let assembly = output("asm")?;
        let listing = match &assembly {
            Some(text) if !finished.status.is_crash() => {
                Some(Listing::read(&String::from_utf8_lossy(text), target.platform().grf_bytes)?)
            }
            _ => None,
        };
        let errors = output("errors.txt")?.unwrap_or_default();
        let command = format!("{} {}", self.program.display(), arguments.join(" "));
        let outcome = Outcome::of(&finished, &command, &String::from_utf8_lossy(&errors), listing, output("dat")?);
        // Of a binary, which has no stem, none is written.
        let isa = if stem.is_empty() { None } else { output("isa")? };
        Ok(Outcome { isa, ..outcome })
    }
}
