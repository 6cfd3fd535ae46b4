//! Why our messages are dearer than Intel's, or different, and why some calls need more instructions.

use texvisa::ir::target::Target;
use texvisa::ir::visa::message::Message;

use crate::call::{Call, Context, MCS_AND_SAMPLE, Offset, Param};
use crate::observed::Observed;

/// A call for which texvisa does not do what Intel's compiler does.
pub struct Case<'a> {
    pub call: &'a Call,
    pub target: Target,
    pub intel: &'a Observed,
    pub ours: &'a Result<Observed, String>,
}

/// A reason.
#[derive(Clone, Copy)]
pub struct Reason {
    /// Its name in reports and tables.
    pub name: &'static str,
    /// What happens, and why it stays.
    pub why: &'static str,
    /// Whether it is the reason of a case.
    pub holds: fn(&Case<'_>) -> bool,
}

/// Reasons for other messages, or dearer ones. The first that holds is a case's.
pub const OF_MESSAGES: &[Reason] = &[
    Reason {
        name: "offset out of range",
        why: "Intel's compiler wraps an offset that no message takes, so that another texel is read; texvisa refuses it",
        holds: |case| {
            let is_outside = |offset: &Offset| matches!(offset, Offset::Constant(number) if !(-8..8).contains(number));
            case.ours.is_err() && case.call.offsets.iter().any(is_outside)
        },
    },
    Reason {
        name: "payload of twelve registers",
        why: "Intel's compiler sends a header and eleven parameters; Mesa takes eleven registers for the most of a sampler, so \
              that texvisa sends no header for a mask, and refuses what needs one else",
        holds: |case| {
            let is_shorter = |ours: &Observed| !ours.to_string().contains(":12>");
            case.intel.to_string().contains(":12>") && case.ours.as_ref().map_or(true, is_shorter)
        },
    },
    Reason {
        name: "kill mask that nothing reads",
        why: "texvisa sends the same message without the mask",
        holds: |case| {
            case.call.residency != Some(true) && case.intel.sends("sample+killpix") && !sends(case, "sample+killpix")
        },
    },
    Reason {
        name: "words for a platform without them",
        why: "Intel's compiler sends ld2dms_w with words to a platform that takes dwords only (3D_LOAD, ld2dms_w)",
        holds: |case| {
            !Message::Ld2dmsWWord.row().targets.contains(case.target)
                && case.call.has_program_words()
                && case.intel.sends_words()
        },
    },
    Reason {
        name: "halves sent as floats",
        why: "Intel's compiler takes the width of all coordinates from a first one that is uniform or undefined, and sends \
              the wrong one",
        holds: |case| {
            case.call.half && !case.intel.sends_words() && case.ours.as_ref().is_ok_and(Observed::sends_words)
        },
    },
    Reason {
        name: "MCS coordinates of dwords",
        why: "words fill as many registers here, and would have to be made of dwords",
        holds: |case| {
            case.intel.sends_words_in("ld_mcs") && case.ours.as_ref().is_ok_and(|ours| !ours.sends_words_in("ld_mcs"))
        },
    },
];

/// Reasons for more instructions. The first that holds is a case's.
pub const OF_INSTRUCTIONS: &[Reason] = &[
    Reason {
        name: "undefined parameter",
        why: "Intel's compiler leaves out all that computes with it; texvisa leaves out the copy to its slot",
        holds: |case| case.call.params.contains(&Param::Undef),
    },
    Reason {
        name: "values behind a loop",
        why: "what the last iteration of each lane leaves is moved out of the loop in texvisa's output",
        holds: |case| case.call.context == Context::Loop,
    },
    Reason {
        name: "MCS value of one lane",
        why: "an MCS value that all lanes share is fetched for one lane, and spread where it is read besides",
        holds: |case| case.call.operation().name == MCS_AND_SAMPLE && case.call.params[4] == Param::Divergent,
    },
    Reason {
        name: "offsets at run time",
        why: "texvisa cuts off the bits that messages reserve, whatever the value is made of",
        holds: |case| case.call.offsets.contains(&Offset::Argument),
    },
    Reason {
        name: "uniform residency",
        why: "the residency of a message for one lane is spread to the others",
        holds: |case| case.call.residency == Some(true) && !case.call.params.contains(&Param::Divergent),
    },
];

/// Whether ours has a message of that name.
fn sends(case: &Case<'_>, name: &str) -> bool {
    case.ours.as_ref().is_ok_and(|ours| ours.sends(name))
}

/// The reason of a case among `reasons`.
pub fn find(reasons: &'static [Reason], case: &Case<'_>) -> Option<&'static Reason> {
    reasons.iter().find(|reason| (reason.holds)(case))
}
