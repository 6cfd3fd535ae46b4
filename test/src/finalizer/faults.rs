//! What GenX_IR, release 1.0.12504.6, does that no program can want. Whoever compares with it must know these; a release
//! without one of them is noticed by the test that asks for each.

use texvisa_ir::target::Target;
use texvisa_ir::visa::message::Message;
use texvisa_ir::visa::{Inst, Kernel};

use super::outcome::{Outcome, Verdict};
use super::probe::program;
use super::run::{Finalizer, FinalizerError, Options};
use super::send::{Send, Word};

/// Messages that Intel's compiler prints and its assembler does not read: its grammar lacks their mnemonics.
pub const UNREAD: [Message; 2] = [Message::Lod, Message::SampleKillPix];

/// The mnemonic of a message in `kernel` that the assembler does [not read](UNREAD).
pub(super) fn unread(kernel: &Kernel) -> Option<&'static str> {
    kernel.insts.iter().find_map(|inst| match inst {
        Inst::Sampler(message) if UNREAD.contains(&message.message) => Some(message.message.row().mnemonic),
        _ => None,
    })
}

/// A fault, and a program that shows it.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// What is wrong.
    pub name: &'static str,
    /// Why it matters here.
    pub consequence: &'static str,
    /// The platform that the program is for.
    pub target: Target,
    /// The body of the program: see [`program`].
    pub body: &'static str,
    /// Whether the fault shows in what came of the program.
    shows: fn(&Outcome) -> bool,
}

impl Fault {
    /// Whether this machine's GenX_IR has the fault.
    ///
    /// # Errors
    ///
    /// See [`Finalizer::finalize`].
    pub fn is_there(&self, finalizer: &Finalizer) -> Result<bool, FinalizerError> {
        let outcome = finalizer.finalize(&program(self.body, self.target), self.target, &Options::default())?;
        Ok((self.shows)(&outcome))
    }
}

/// Every fault that bears on sampler messages.
pub const FAULTS: &[Fault] = &[
    Fault {
        name: "sample4_po on XeHP_SDV and later returns as many channels as its mask has",
        consequence: "the code was given to another message there; texvisa has no gather4_po for these platforms",
        target: Target::Dg2,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample4_po.R (M1, 8) 0x0:uw S0 T6 D.0 U0.0 U1.0 U2.0 U0.0",
        shows: |outcome| only_send(outcome).is_some_and(|send| send.response == 1),
    },
    Fault {
        name: "a sampler index of 16 or more runs into the message type",
        consequence: "sample_lz with sampler 0x10 becomes sample_c_lz; indices stay below 16",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x10:ud\n    \
               sample_lz.RGBA (M1, 8) 0x0:uw S0 T6 D.0 U0.0",
        shows: |outcome| outcome.is_clean() && message_type(outcome) == Some(0x19),
    },
    Fault {
        name: "a message of 32 lanes is taken where registers have 32 bytes",
        consequence: "it is sent as one of 16 lanes with twice the lengths; acceptance proves no execution size",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 32) 0x0:uw T6 D.0 U0.0",
        shows: |outcome| {
            outcome.is_clean() && word(outcome).is_some_and(|word| word >> 17 & 3 == 2 && word >> 25 & 15 == 4)
        },
    },
    Fault {
        name: "a message of 4 lanes is taken",
        consequence: "it is sent as one of 16 lanes with the lengths of 8; acceptance proves no execution size",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 4) 0x0:uw T6 D.0 U0.0",
        shows: |outcome| {
            outcome.is_clean() && word(outcome).is_some_and(|word| word >> 17 & 3 == 2 && word >> 25 & 15 == 1)
        },
    },
    Fault {
        name: "half float parameters are taken on SKL",
        consequence: "3D_SAMPLE4 has them from ICLLP on; acceptance proves no type",
        target: Target::Skl,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample4.R (M1, 8) 0x0:uw S0 T6 D.0 H.0 H.32",
        shows: |outcome| outcome.is_clean() && word(outcome).is_some_and(|word| word >> 29 & 1 == 1),
    },
    Fault {
        name: "more parameters than a message has are taken",
        consequence: "acceptance proves no number of parameters",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 U0.0 U1.0 U2.0 U0.0",
        shows: |outcome| outcome.is_clean() && only_send(outcome).is_some_and(|send| send.first + send.second == 4),
    },
    Fault {
        name: "a payload of 16 registers has length 0",
        consequence: "the field of the length has four bits and nothing checks it; texvisa sends at most 11 registers",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 \
               D.0 D.32 D.64 D.96 D.128 D.160 D.192 D.224 D.256 D.288 D.320 D.352 D.384 D.416 D.448 D.480",
        shows: |outcome| outcome.is_clean() && only_send(outcome).is_some_and(|send| send.first + send.second == 0),
    },
    Fault {
        name: "texel offsets that do not fit are cut off without a word",
        consequence: "acceptance proves no range of offsets",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0xf123:uw T6 D.0 U0.0",
        shows: |outcome| outcome.is_clean(),
    },
    Fault {
        name: "a message without parameters crashes it",
        consequence: "what is sent has at least one parameter",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0",
        shows: |outcome| matches!(outcome.verdict, Verdict::Crashed { .. }),
    },
    Fault {
        name: "a failed assertion leaves a good exit status",
        consequence: "the exit status is not what decides",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M2, 8) 0x0:uw T6 D.0 U0.0",
        shows: |outcome| matches!(outcome.verdict, Verdict::FailedAssertion { .. }),
    },
    Fault {
        name: "a number moved into a surface in another block is a register",
        consequence: "only a move in the block of the message gives it an immediate descriptor",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    cmp.eq (M1, 8) P1 U0(0,0)<1;1,0> 0x3:d\n    (P1) goto (M1, 8) L1\n    \
               mov (M1, 8) U1(0,0)<1> 0x1:d\nL1:\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 U1.0",
        shows: |outcome| {
            outcome.is_clean() && only_send(outcome).is_some_and(|send| matches!(send.descriptor, Word::Computed(_)))
        },
    },
];

fn only_send(outcome: &Outcome) -> Option<&Send> {
    match outcome.listing.as_ref()?.sends.as_slice() {
        [send] => Some(send),
        _ => None,
    }
}

fn word(outcome: &Outcome) -> Option<u32> {
    only_send(outcome)?.descriptor.known()
}

fn message_type(outcome: &Outcome) -> Option<u32> {
    Some(word(outcome)? >> 12 & 31)
}
