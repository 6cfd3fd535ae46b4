//! Whether GenX_IR makes the same of a kernel's text and of its binary form.

use libtest_mimic::Failed;
use texvisa_ir::visa::isa::{self, Version};
use texvisa_ir::visa::message::{CodeNumbering, MessageClass};
use texvisa_ir::visa::{Inst, VisaKernel, asm};

use super::known::unread;
use super::outcome::Verdict;
use super::run::{Finalizer, FinalizerOptions};

/// The text of `kernel` with `.divS` turned round.
///
/// GenX_IR takes the flag upside down: its reader of texts makes of a sample without it what its reader of binaries
/// makes of one with bit 10, lanes that may name different samplers (3D_SAMPLE, Op). See [`PROGRAM_DEVIATIONS`](super::PROGRAM_DEVIATIONS).
pub(super) fn text_for_reader(kernel: &VisaKernel) -> String {
    let mut turned = kernel.clone();
    for inst in &mut turned.insts {
        if let Inst::Sampler(message) = inst
            && message.message.row().class == MessageClass::Sample
        {
            message.non_uniform = !message.non_uniform;
        }
    }
    let mut text = String::new();
    asm::write(&turned, &mut text);
    text
}

/// How machine code from text, or from the older version, and machine code from the binary form differ.
pub(super) fn differ(expected: Option<&[u8]>, found: Option<&[u8]>) -> Option<String> {
    let (Some(expected), Some(found)) = (expected, found) else { return Some("there is no machine code".to_owned()) };
    if expected == found {
        return None;
    }
    let at = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
    let (before, after) = (expected.len(), found.len());
    Some(format!(
        "the machine code of the text has {before} bytes and that of the binary {after}; they differ from byte {at:#x} on"
    ))
}

impl Finalizer {
    /// Asks for a kernel that its text and both versions of its binary form become the same machine code.
    ///
    /// # Errors
    ///
    /// What was said, or that the machine code differs.
    pub fn same_from_binary(&self, kernel: &VisaKernel) -> Result<(), Failed> {
        let text = text_for_reader(kernel);
        let from_text = self.finalize(&text, kernel.target, &FinalizerOptions::default())?;
        // What the assembler does not read as text, the reader of binaries still takes; both versions have to agree
        // then.
        let mut expected = from_text.binary;
        if expected.is_none() && unread(kernel).is_none() {
            return Err(format!("no machine code: {:?} {:?}\n{text}", from_text.verdict, from_text.complaints).into());
        }
        for (version, name) in Version::TEXT {
            let options = isa::WriteOptions { version, numbering: CodeNumbering::Finalizer, as_compiled: true };
            let bytes = isa::write(kernel, &options)?;
            let outcome = self.finalize_binary(&bytes, kernel.target, &FinalizerOptions::default())?;
            if let Verdict::Unended { path } = outcome.verdict {
                return Err(format!("{name}: {path}").into());
            }
            let Some(found) = outcome.binary else {
                return Err(format!("{name}: no machine code: {:?} {:?}", outcome.verdict, outcome.complaints).into());
            };
            let expected = expected.get_or_insert_with(|| found.clone());
            if let Some(difference) = differ(Some(expected), Some(&found)) {
                return Err(format!("{name}: {difference}\n{text}").into());
            }
        }
        Ok(())
    }
}
