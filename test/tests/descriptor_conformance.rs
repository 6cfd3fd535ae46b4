//! Conformance with Intel's finalizer: every message that a target has, with every legal number of parameters, and with
//! every pair of what a message may say besides. What becomes of each is as `texvisa_ir::visa::descriptor` predicts it,
//! and the binary form becomes the same machine code as the text. What is known to differ is a list, of which every
//! entry has to be needed.

use std::process::ExitCode;

use libtest_mimic::Trial;
use texvisa_ir::target::Target;
use texvisa_ir::visa::message::MESSAGES;
use texvisa_test::finalizer::{Finalizer, FinalizerOptions, Product, Verdict, probe, program, reads};
use texvisa_test::harness;

fn conforms(product: Product, target: Target) -> Trial {
    Finalizer::trial(&format!("conformance/{}/{target}", product.name()), move |finalizer| {
        let tally = finalizer.conform(product, target)?;
        tally.verdict()?;
        harness::count("messages compared", tally.compared as u64);
        eprintln!("{tally}");
        Ok(())
    })
}

/// Whether the assembler reads the mnemonics that it is said to read, and no other.
fn mnemonics() -> Trial {
    Finalizer::trial("mnemonics that are read", |finalizer| {
        for (row, body) in MESSAGES.iter().filter_map(|row| Some((row, probe(row)?))) {
            let outcome =
                finalizer.finalize(&program(&body, Target::Tgllp), Target::Tgllp, &FinalizerOptions::default())?;
            let is_read = match &outcome.verdict {
                Verdict::Accepted => true,
                Verdict::Refused { messages } if messages.iter().any(|line| line.contains("syntax error")) => false,
                other => return Err(format!("`{}`: {other:?}", row.mnemonic).into()),
            };
            if is_read != reads(row) {
                return Err(format!("whether `{}` is read: {is_read}", row.mnemonic).into());
            }
        }
        Ok(())
    })
}

fn main() -> ExitCode {
    let targets = || Target::ALL.into_iter().filter(|target| target.platform().encodes_sampler);
    let mut trials = vec![mnemonics()];
    trials.extend(Product::ALL.into_iter().flat_map(|product| targets().map(move |target| conforms(product, target))));
    harness::run("descriptor_conformance", trials)
}
