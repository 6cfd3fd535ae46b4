//! Where GenX_IR, release 1.0.12504.6, makes something else of a legal message than the documents say, and the model
//! with them.

use texvisa_ir::target::{Target, TargetSet};
use texvisa_ir::visa::{Combine, SamplerMessage};

use super::compare::{Difference, Field};
use super::product::Product;

/// A difference of which the finalizer is the cause, not the model.
#[derive(Clone, Copy, Debug)]
pub struct EncodingDeviation {
    /// What the finalizer does.
    pub name: &'static str,
    /// What the documents say instead, and where.
    pub section: &'static str,
    /// On these targets.
    pub targets: TargetSet,
    /// The product that has messages which show it.
    pub product: Product,
    /// Whether it is this difference, of that message.
    explains: fn(&SamplerMessage, &Difference) -> bool,
}

impl EncodingDeviation {
    /// Whether messages of `product` for `target` have to show it.
    pub fn is_due(&self, product: Product, target: Target) -> bool {
        self.product == product && self.targets.contains(target)
    }

    /// Whether it is `difference`, of `message` on `target`.
    pub fn explains(&self, target: Target, message: &SamplerMessage, difference: &Difference) -> bool {
        self.targets.contains(target) && (self.explains)(message, difference)
    }
}

/// All of them. The conformance run fails when one is not seen.
pub const ENCODING_DEVIATIONS: &[EncodingDeviation] = &[
    EncodingDeviation {
        name: "`.cps` is lost where the payload has two parts",
        section: "3D_SAMPLE, Op: {ICLLP+} bit 9 enables the compensation of the level of detail, however the payload lies",
        targets: TargetSet::range(Target::Icllp, Target::Icllp),
        product: Product::Modifiers,
        explains: |message, difference| {
            message.cps && difference.field == Field::Extended && difference.model == difference.finalizer | 1 << 31
        },
    },
    EncodingDeviation {
        name: "`.any` and `.all` are lost in the second half of a split message",
        section: "3D_SAMPLE, Pred: one predicate for all lanes of the message",
        targets: TargetSet::range(Target::Skl, Target::Pvc),
        product: Product::Modifiers,
        explains: |message, difference| difference.part == 1 && loses_combination(message, difference),
    },
    EncodingDeviation {
        name: "`.any` and `.all` are lost in the first half of such a message, too",
        section: "3D_SAMPLE, Pred: one predicate for all lanes of the message",
        targets: TargetSet::range(Target::Pvc, Target::Pvc),
        product: Product::Modifiers,
        explains: |message, difference| difference.part == 0 && loses_combination(message, difference),
    },
];

/// Whether it is half of a message whose predicate is combined, and is not in the send.
fn loses_combination(message: &SamplerMessage, difference: &Difference) -> bool {
    let combines = message.predicate.is_some_and(|predicate| predicate.combine != Combine::None);
    combines && difference.sends == 2 && difference.field == Field::Combine && difference.finalizer == 0
}
