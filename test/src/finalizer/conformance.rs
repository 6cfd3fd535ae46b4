//! The conformance run: whether GenX_IR makes of every message of a product what the model says, from text as from the
//! binary form.

use libtest_mimic::Failed;
use texvisa_ir::target::Target;
use texvisa_ir::visa::isa::{self, Version};
use texvisa_ir::visa::message::CodeNumbering;
use texvisa_ir::visa::{Inst, VisaKernel};

use super::binary::{differ, text_for_reader};
use super::compare::{Comparison, compare};
use super::encoding_deviation::{ENCODING_DEVIATIONS, EncodingDeviation};
use super::known::unread;
use super::product::Product;
use super::run::{Finalizer, FinalizerOptions};
use super::sweep::sweep;

/// So many differences are told; the rest is counted.
const SHOWN: usize = 20;

/// What came of a conformance run.
#[derive(Clone, Debug)]
pub struct Tally {
    target: Target,
    product: Product,
    deviations: &'static [EncodingDeviation],
    /// Messages that were compared.
    pub compared: usize,
    /// Kernels whose machine code from text and from the binary form was compared.
    pub kernels: usize,
    /// Messages that are not read as text, compared by what becomes of the binary form in both versions.
    pub from_binary: usize,
    /// By entry of the list: the differences that it explains.
    pub listed: Vec<usize>,
    /// The differences that none explains.
    pub outside: Vec<String>,
}

impl Tally {
    fn new(product: Product, target: Target, deviations: &'static [EncodingDeviation]) -> Tally {
        let listed = vec![0; deviations.len()];
        Tally { target, product, deviations, compared: 0, kernels: 0, from_binary: 0, listed, outside: Vec::new() }
    }

    /// Counts what came of `kernel`.
    fn add(&mut self, kernel: &VisaKernel, comparison: &Comparison) {
        self.compared += comparison.compared;
        if comparison.unknown_words + comparison.unknown_headers > 0 {
            let (words, headers) = (comparison.unknown_words, comparison.unknown_headers);
            self.outside.push(format!("{words} descriptors and {headers} headers cannot be told from the assembly"));
        }
        for difference in &comparison.differences {
            let listed = match &kernel.insts[difference.inst] {
                Inst::Sampler(message) => {
                    self.deviations.iter().position(|it| it.explains(self.target, message, difference))
                }
                _ => None,
            };
            match listed {
                Some(entry) => self.listed[entry] += 1,
                None => self.outside.push(difference.to_string()),
            }
        }
    }

    /// Whether nothing differs that is not listed, and everything differs that is.
    ///
    /// # Errors
    ///
    /// What differs, and which entries of the list are not needed any more.
    pub fn verdict(&self) -> Result<(), Failed> {
        let due = self.deviations.iter().zip(&self.listed).filter(|(it, _)| it.is_due(self.product, self.target));
        let unneeded: Vec<_> = due
            .filter(|(_, count)| **count == 0)
            .map(|(it, _)| format!("not seen, so that it need not be listed: {}", it.name))
            .collect();
        if self.compared > 0 && self.outside.is_empty() && unneeded.is_empty() {
            return Ok(());
        }
        let shown = self.outside.iter().take(SHOWN).chain(&unneeded).cloned().collect::<Vec<_>>().join("\n");
        Err(format!("{self}\n{shown}").into())
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { target, product, compared, kernels, from_binary, listed, outside, .. } = self;
        let listed: usize = listed.iter().sum();
        write!(f, "{target}, {}: {compared} cases compared, {} differing: ", product.name(), listed + outside.len())?;
        write!(f, "{listed} as listed, {} outside the list; ", outside.len())?;
        write!(f, "machine code of {kernels} kernels from text and .isa; {from_binary} cases from .isa alone")?;
        if !target.platform().has_sampler {
            f.write_str("; the product has no sampler, so that its encoding is all there is to compare")?;
        }
        Ok(())
    }
}

impl Finalizer {
    /// Compares all messages of `product` for `target`: their sends with the descriptor model, and the machine code of
    /// each kernel's binary form with that of its text.
    ///
    /// # Errors
    ///
    /// What keeps the comparison from being made. What differs is in the result.
    pub fn conform(&self, product: Product, target: Target) -> Result<Tally, Failed> {
        let mut tally = Tally::new(product, target, ENCODING_DEVIATIONS);
        // The text is straight, and the order of the program is easier to follow.
        let options = FinalizerOptions::default().flag("-noschedule").flag("-nopresched");
        for kernel in sweep(product, target) {
            let text = text_for_reader(&kernel);
            let binary = |version| {
                let form = isa::WriteOptions { version, numbering: CodeNumbering::Finalizer, as_compiled: true };
                let outcome = self.finalize_binary(&isa::write(&kernel, &form)?, target, &options)?;
                match outcome.is_clean() {
                    true => Ok(outcome),
                    false => Err(Failed::from(format!("{:?} {:?}\n{text}", outcome.verdict, outcome.complaints))),
                }
            };
            let newer = binary(Version::V4_1)?;
            let is_unread = unread(&kernel).is_some();
            let other = if is_unread { binary(Version::V3_6)? } else { self.finalize(&text, target, &options)? };
            let (true, Some(listing)) = (other.is_clean(), &other.listing) else {
                return Err(format!("{:?} {:?}\n{text}", other.verdict, other.complaints).into());
            };
            if let Some(difference) = differ(other.binary.as_deref(), newer.binary.as_deref()) {
                tally.outside.push(format!("{difference}\n{text}"));
            }
            let comparison = compare(&kernel, listing);
            if is_unread {
                tally.from_binary += comparison.compared
            } else {
                tally.kernels += 1
            }
            tally.add(&kernel, &comparison);
        }
        Ok(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::super::compare::{Difference, Field};
    use super::*;

    /// Deviations of a finalizer that has every one and of one that has none, on a kernel of the product.
    #[test]
    fn what_is_listed_has_to_be_seen_and_what_is_seen_has_to_be_listed() {
        let target = Target::Icllp;
        let wants = |holds: &dyn Fn(&texvisa_ir::visa::SamplerMessage) -> bool| {
            sweep(Product::Modifiers, target).find_map(|kernel| {
                let inst =
                    kernel.insts.iter().position(|inst| matches!(inst, Inst::Sampler(message) if holds(message)))?;
                Some((kernel, inst))
            })
        };
        let (cps_kernel, cps) = wants(&|message| message.cps).expect("some compensate");
        let combines = |message: &texvisa_ir::visa::SamplerMessage| {
            message.predicate.is_some_and(|it| it.combine != texvisa_ir::visa::Combine::None)
        };
        let (any_kernel, any) = wants(&combines).expect("some combine");
        let of = |inst, part, field, model, finalizer| Comparison {
            compared: 1,
            differences: vec![Difference { inst, text: String::new(), part, sends: 2, field, model, finalizer }],
            ..Comparison::default()
        };
        let mut tally = Tally::new(Product::Modifiers, target, ENCODING_DEVIATIONS);
        let failed =
            |tally: &Tally| tally.verdict().err().map(|failed| failed.message().unwrap_or_default().to_owned());
        assert!(failed(&tally).is_some(), "nothing was compared");
        tally.add(&cps_kernel, &of(cps, 0, Field::Extended, 0x8000_0042, 0x42));
        let message = failed(&tally).expect("the other entry was not seen");
        assert!(
            message.contains(ENCODING_DEVIATIONS[1].name) && !message.contains(ENCODING_DEVIATIONS[0].name),
            "{message}"
        );
        tally.add(&any_kernel, &of(any, 1, Field::Combine, 1, 0));
        assert_eq!(failed(&tally), None);
        assert_eq!(tally.listed, [1, 1, 0]);
        // The same field of the first half is no part of it, nor is another field.
        for comparison in [of(any, 0, Field::Combine, 1, 0), of(any, 1, Field::Word, 1, 0)] {
            let mut tally = tally.clone();
            tally.add(&any_kernel, &comparison);
            assert!(failed(&tally).is_some_and(|message| message.contains("1 outside the list")));
        }
        // Neither is asked of the product that has no such messages.
        let mut plain = Tally::new(Product::Parameters, target, ENCODING_DEVIATIONS);
        plain.compared = 1;
        assert_eq!(failed(&plain), None);
    }
}
