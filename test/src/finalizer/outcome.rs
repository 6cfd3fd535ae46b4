//! What GenX_IR says of a program.

use super::end::UnendedPath;
use super::listing::Listing;
use crate::process::{Finished, Status};

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing was wrong.
    Accepted,
    /// The program was refused, by the assembler or by the checks after it.
    Refused {
        /// What was said, and what stands in the file of errors.
        messages: Vec<String>,
    },
    /// An assertion of the finalizer failed, and it went on: what it made is complete, and means nothing.
    FailedAssertion {
        /// The assertions, with their places in the finalizer's source.
        messages: Vec<String>,
    },
    /// The program needs more registers than there are. What was made of it is complete.
    Spill {
        /// Bytes of scratch memory.
        bytes: u32,
    },
    /// A path through the machine code does not end the thread, whether or not anything else was said.
    Unended {
        /// Where it stops, and why.
        path: UnendedPath,
    },
    /// The finalizer crashed.
    Crashed {
        /// The signal that ended it.
        signal: i32,
        /// What it said before.
        messages: Vec<String>,
    },
}

/// What came of a program, and what was made of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What came of it.
    pub verdict: Verdict,
    /// Everything that was said, but for the command line, and for the remark on every program for MTL that its code
    /// cannot be decoded again. The assembly is written all the same, without the annotations of the scoreboard, and
    /// the machine code is good.
    pub complaints: Vec<String>,
    /// The Gen assembly, where one was made.
    pub listing: Option<Listing>,
    /// The Gen machine code, where one was made.
    pub binary: Option<Vec<u8>>,
    /// The binary form of vISA that was written of a text, where one was. It lacks operands.
    pub isa: Option<Vec<u8>>,
}

/// What GenX_IR says for every program on MTL, whose instructions it encodes but cannot decode.
const REDECODING: [&str; 2] = ["vISA asm emission: failed to re-decode binary for asm output", "ERROR: PC["];

impl Outcome {
    /// Reads what GenX_IR said after it was started with `command`, and the file of errors that it left.
    pub(super) fn of(
        finished: &Finished,
        command: &str,
        errors: &str,
        listing: Option<Listing>,
        binary: Option<Vec<u8>>,
    ) -> Outcome {
        let said = [&finished.stdout[..], &finished.stderr].map(String::from_utf8_lossy);
        let mut complaints: Vec<String> = Vec::new();
        for line in said.iter().flat_map(|text| text.lines()).map(str::trim) {
            let is_expected = line.is_empty() || line == command || is_redecoding(line);
            if !is_expected && complaints.last().is_none_or(|last| last != line) {
                complaints.push(line.to_owned());
            }
        }
        let spill = complaints.iter().find_map(|line| spilled_bytes(line));
        let assertions: Vec<_> = complaints.iter().filter(|line| is_assertion(line)).cloned().collect();
        let unended = listing.as_ref().and_then(|listing| listing.unended);
        let verdict = match (finished.status, spill) {
            (Status::Signalled(signal), _) => Verdict::Crashed { signal, messages: complaints.clone() },
            (Status::Exited(_), _) if finished.status.is_success() && !assertions.is_empty() => {
                Verdict::FailedAssertion { messages: assertions }
            }
            (Status::Exited(code), spill) if code == 0 || (spill.is_some() && listing.is_some()) => {
                match (unended, spill) {
                    (Some(path), _) => Verdict::Unended { path },
                    (None, Some(bytes)) => Verdict::Spill { bytes },
                    (None, None) => Verdict::Accepted,
                }
            }
            (Status::Exited(_), _) => {
                Verdict::Refused { messages: complaints.iter().cloned().chain(reported(errors)).collect() }
            }
        };
        Outcome { verdict, complaints, listing, binary, isa: None }
    }

    /// Whether the program was accepted and not a word was said against it.
    pub fn is_clean(&self) -> bool {
        self.verdict == Verdict::Accepted && self.complaints.is_empty()
    }

    /// Whether not a word was said against the program but that it spills.
    pub fn is_clean_but_for_spills(&self) -> bool {
        let is_of_spills = |line: &String| SPILLING.iter().any(|known| line.starts_with(known));
        self.is_clean() || matches!(self.verdict, Verdict::Spill { .. }) && self.complaints.iter().all(is_of_spills)
    }
}

/// What GenX_IR says for every program that spills.
const SPILLING: [&str; 3] =
    ["[vISA Finalizer Messages]", "Spill memory used = ", "Compiling kernel with spill code may degrade"];

/// What is said on MTL has no end where there is much of it: the last line may be cut off anywhere.
fn is_redecoding(line: &str) -> bool {
    REDECODING.iter().any(|known| line.starts_with(known) || known.starts_with(line))
}

/// `./visa/BuildIRImpl.cpp:2380 dst may not have a non-zero subreg offset`
fn is_assertion(line: &str) -> bool {
    let place = line.split_whitespace().next().unwrap_or_default();
    place.starts_with("./") && place.rsplit_once(':').is_some_and(|(_, line)| line.parse::<u32>().is_ok())
}

/// `Spill memory used = 576 bytes for kernel k`
fn spilled_bytes(line: &str) -> Option<u32> {
    line.strip_prefix("Spill memory used = ")?.split_whitespace().next()?.parse().ok()
}

/// The messages in the file of errors, each with the instruction that it speaks of.
fn reported(errors: &str) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    for line in errors.lines() {
        if let Some((_, message)) = line.split_once("Error Message:") {
            messages.push(message.trim().to_owned());
        } else if let (Some((_, instruction)), Some(last)) =
            (line.split_once("Violating Instruction:"), messages.last_mut())
        {
            *last = format!("{last}: {}", instruction.split("///").next().unwrap_or_default().trim());
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMAND: &str = "GenX_IR k.visaasm -platform TGLLP -output";

    fn outcome(status: Status, stderr: &str, errors: &str, has_listing: bool) -> Outcome {
        let stdout = format!("{COMMAND}\n").into_bytes();
        let finished = Finished { status, stdout, stderr: stderr.as_bytes().to_vec() };
        Outcome::of(&finished, COMMAND, errors, has_listing.then(Listing::default), None)
    }

    #[test]
    fn the_echoed_command_line_is_no_complaint() {
        let found = outcome(Status::Exited(0), "", "", true);
        assert!(found.is_clean());
        let found = outcome(Status::Exited(0), "warning: odd\n", "", true);
        assert_eq!((found.verdict.clone(), found.is_clean()), (Verdict::Accepted, false));
    }

    #[test]
    fn refusals_have_what_was_said_and_what_was_written_down() {
        let found = outcome(Status::Exited(1), "near line 9: V99: undefined raw operand variable\n", "", false);
        let messages = vec!["near line 9: V99: undefined raw operand variable".to_owned()];
        assert_eq!(found.verdict, Verdict::Refused { messages });
        let said = "./visa/BuildIRImpl.cpp:2380 dst may not have a non-zero subreg offset\n\
                    Found a total of 1 errors in vISA input.\nPlease check\n\tverif.errors.txt\nfor the exact error messages\n";
        let errors = "/---!!!INSTRUCTION ERROR FOUND!!!---\\\nError in CISA routine with name: x\n\
                      \x20                 Error Message: Raw operand should be GRF-aligned: Raw offset is 7\n\
                      \x20                   Diagnostics:\n\
                      \x20         Violating Instruction:     load_lz.RGBA (M1, 16)  0x0:uw T6 D.7 U0.0    /// $0\n";
        let Verdict::Refused { messages } = outcome(Status::Exited(1), said, errors, false).verdict else {
            panic!("exit status 1 without assembly is a refusal");
        };
        let last = "Raw operand should be GRF-aligned: Raw offset is 7: load_lz.RGBA (M1, 16)  0x0:uw T6 D.7 U0.0";
        assert_eq!(messages.last().map(String::as_str), Some(last));
    }

    #[test]
    fn assertions_are_found_behind_a_good_exit_status() {
        let said = "./visa/Common_ISA_util.cpp:913 Invalid emask for SIMD8 inst\n";
        let messages = vec![said.trim_end().to_owned()];
        assert_eq!(outcome(Status::Exited(0), said, "", true).verdict, Verdict::FailedAssertion { messages });
    }

    #[test]
    fn spills_are_complete_behind_a_bad_exit_status() {
        let said = "\n[vISA Finalizer Messages]\nSpill memory used = 2816 bytes for kernel spill\n Compiling kernel with \
                    spill code may degrade performance. Please consider rewriting the kernel to use less registers.\n\
                    Spill memory used = 2816 bytes for kernel spill\n";
        let found = outcome(Status::Exited(1), said, "", true);
        assert_eq!(found.verdict, Verdict::Spill { bytes: 2816 });
        assert!(!found.is_clean() && found.is_clean_but_for_spills());
        assert!(!outcome(Status::Exited(1), &format!("{said}warning: odd\n"), "", true).is_clean_but_for_spills());
    }

    #[test]
    fn crashes_have_their_signal() {
        let found = outcome(Status::Signalled(6), "free(): invalid pointer\n", "", true);
        let messages = vec!["free(): invalid pointer".to_owned()];
        assert_eq!(found.verdict, Verdict::Crashed { signal: 6, messages });
    }

    #[test]
    fn what_mtl_always_says_is_no_complaint() {
        let said = "vISA asm emission: failed to re-decode binary for asm output\n\
                    ERROR: PC[0x0] invalid encoding mode for platform\n";
        for cut in ["", "E", "ERRO"] {
            assert!(outcome(Status::Exited(0), &format!("{said}{cut}"), "", true).is_clean(), "{cut}");
        }
    }
}
