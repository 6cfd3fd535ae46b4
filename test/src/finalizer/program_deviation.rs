//! What GenX_IR, release 1.0.12504.6, does that no program can want. Whoever compares with it must know these; a
//! release without one of them is noticed by the test that asks for each.

use texvisa_ir::target::Target;

use super::outcome::{Outcome, Verdict};
use super::probe::program;
use super::run::{Finalizer, FinalizerError, FinalizerOptions};
use super::send::{Send, Word};

/// A known deviation of GenX_IR, and a program that shows it.
#[derive(Clone, Copy, Debug)]
pub struct ProgramDeviation {
    /// What is wrong.
    pub name: &'static str,
    /// Why it matters here.
    pub consequence: &'static str,
    /// What the documents say instead, and where.
    pub section: &'static str,
    /// The platform that the programs are for.
    pub target: Target,
    /// The body of a program that shows it: see [`program`].
    pub body: &'static str,
    /// The body of a program that is nearly the same and does not, so that the test for the deviation can fail.
    pub control: &'static str,
    /// Whether an outcome shows the deviation.
    shows: fn(&Outcome) -> bool,
}

impl ProgramDeviation {
    /// Whether this machine's GenX_IR deviates, and whether it deviates in the control, too.
    ///
    /// # Errors
    ///
    /// See [`Finalizer::finalize`].
    pub fn is_there(&self, finalizer: &Finalizer) -> Result<[bool; 2], FinalizerError> {
        let shows = |body| {
            let outcome = finalizer.finalize(&program(body, self.target), self.target, &FinalizerOptions::default())?;
            Ok::<bool, FinalizerError>((self.shows)(&outcome))
        };
        Ok([shows(self.body)?, shows(self.control)?])
    }
}

/// Every one that bears on sampler messages.
pub const PROGRAM_DEVIATIONS: &[ProgramDeviation] = &[
    ProgramDeviation {
        name: "sample4_po on XeHP_SDV and later returns as many channels as its mask has",
        consequence: "the code was given to another message there; texvisa has no gather4_po for these platforms",
        section: "3D_SAMPLE4, Description: four samples are returned for each pixel",
        target: Target::Dg2,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample4_po.R (M1, 8) 0x0:uw S0 T6 D.0 U0.0 U1.0 U2.0 U0.0",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample4.R (M1, 8) 0x0:uw S0 T6 D.0 U0.0 U1.0",
        shows: |outcome| only_send(outcome).is_some_and(|send| send.response == 1),
    },
    ProgramDeviation {
        name: "a sampler index of 16 or more runs into the message type",
        consequence: "sample_lz with sampler 0x10 becomes sample_c_lz; indices stay below 16",
        section: "message descriptor: the sampler has bits 11..8, the message type 16..12",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x10:ud\n    \
               sample_lz.RGBA (M1, 8) 0x0:uw S0 T6 D.0 U0.0",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample_lz.RGBA (M1, 8) 0x0:uw S0 T6 D.0 U0.0",
        shows: |outcome| outcome.is_clean() && message_type(outcome) == Some(0x19),
    },
    ProgramDeviation {
        name: "a message of 32 lanes is taken where registers have 32 bytes",
        consequence: "it is sent as one of 16 lanes with twice the lengths; acceptance says nothing about the execution size",
        section: "3D_LOAD (older edition), Exec_size: 8 or 16 elements",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 32) 0x0:uw T6 D.0 U0.0",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 16) 0x0:uw T6 D.0 U0.0",
        shows: |outcome| {
            outcome.is_clean() && word(outcome).is_some_and(|word| word >> 17 & 3 == 2 && word >> 25 & 15 == 4)
        },
    },
    ProgramDeviation {
        name: "a message of 4 lanes is taken",
        consequence: "it is sent as one of 16 lanes with the lengths of 8; acceptance says nothing about the execution size",
        section: "3D_LOAD, Exec_size: 8, 16 or 32 elements",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 4) 0x0:uw T6 D.0 U0.0",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 U0.0",
        shows: |outcome| {
            outcome.is_clean() && word(outcome).is_some_and(|word| word >> 17 & 3 == 2 && word >> 25 & 15 == 1)
        },
    },
    ProgramDeviation {
        name: "half float parameters are taken on SKL",
        consequence: "3D_SAMPLE4 has them from ICLLP on; acceptance says nothing about the type",
        section: "3D_SAMPLE4, Notes: {pre-ICLLP} all operands must have type F",
        target: Target::Skl,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample4.R (M1, 8) 0x0:uw S0 T6 D.0 H.0 H.32",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample4.R (M1, 8) 0x0:uw S0 T6 H.0 D.0 D.32",
        shows: |outcome| outcome.is_clean() && word(outcome).is_some_and(|word| word >> 29 & 1 == 1),
    },
    ProgramDeviation {
        name: "more parameters than a message has are taken",
        consequence: "acceptance says nothing about the number of parameters",
        section: "3D_LOAD, Notes: ld_lz has u, v and r",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 U0.0 U1.0 U2.0 U0.0",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 U0.0 U1.0 U2.0",
        shows: |outcome| outcome.is_clean() && only_send(outcome).is_some_and(|send| send.first + send.second == 4),
    },
    ProgramDeviation {
        name: "a payload of 16 registers has length 0",
        consequence: "the field of the length has four bits and nothing checks it; no part of a payload that texvisa plans has more than 13 registers",
        section: "message descriptor: the length of the first part has bits 28..25",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 \
               D.0 D.32 D.64 D.96 D.128 D.160 D.192 D.224 D.256 D.288 D.320 D.352 D.384 D.416 D.448 D.480",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 D.0 D.32 D.64",
        shows: |outcome| outcome.is_clean() && only_send(outcome).is_some_and(|send| send.first + send.second == 0),
    },
    ProgramDeviation {
        name: "texel offsets that do not fit are cut off without a message",
        consequence: "acceptance says nothing about the range of offsets",
        section: "3D_LOAD, Aoffimmi: bits 15..12 are reserved and must be zero",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0xf123:uw T6 D.0 U0.0",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x124:uw T6 D.0 U0.0",
        shows: |outcome| outcome.is_clean() && only_send(outcome).is_some_and(|send| send.header == Some(0xe123)),
    },
    ProgramDeviation {
        name: "a message without parameters crashes it",
        consequence: "what is sent has at least one parameter",
        section: "3D_LOAD, NumParams: 1 to 15",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 U0.0",
        shows: |outcome| matches!(outcome.verdict, Verdict::Crashed { .. }),
    },
    ProgramDeviation {
        name: "a failed assertion leaves a good exit status",
        consequence: "the tests do not rely on the exit status",
        section: "no document; a program that fails exits with a status other than 0",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M2, 8) 0x0:uw T6 D.0 U0.0",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 U0.0",
        shows: |outcome| matches!(outcome.verdict, Verdict::FailedAssertion { .. }),
    },
    ProgramDeviation {
        name: "a surface index that another block moves is sent in a register",
        consequence: "only a move in the block of the message gives it an immediate descriptor",
        section: "MOVS: the surface is what was moved last, in whatever block",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    cmp.eq (M1, 8) P1 U0(0,0)<1;1,0> 0x3:d\n    (P1) goto (M1, 8) L1\n    \
               mov (M1, 8) U1(0,0)<1> 0x1:d\nL1:\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 U1.0",
        control: "    cmp.eq (M1, 8) P1 U0(0,0)<1;1,0> 0x3:d\n    (P1) goto (M1, 8) L1\n    \
               mov (M1, 8) U1(0,0)<1> 0x1:d\nL1:\n    movs (M1_NM, 1) T6(0) 0x5:ud\n    load_lz.R (M1, 8) 0x0:uw T6 D.0 U1.0",
        shows: |outcome| {
            outcome.is_clean() && only_send(outcome).is_some_and(|send| matches!(send.descriptor, Word::Computed(_)))
        },
    },
    ProgramDeviation {
        name: "`.divS` is taken upside down in texts",
        consequence: "the comparison of texts with binaries inverts the flag",
        section: "3D_SAMPLE, Op: bit 10 is set where the sampler may differ between threads",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample_3d.R (M1, 8) 0x0:uw S0 T6 D.0 U0.0",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample_3d.divS.R (M1, 8) 0x0:uw S0 T6 D.0 U0.0",
        shows: |outcome| outcome.is_clean() && only_send(outcome).is_some_and(|send| send.serialized),
    },
    ProgramDeviation {
        name: "`.any` and `.all` of lanes that are not the first fail an assertion",
        consequence: "the conformance run combines the lanes of a predicate for the first lanes only",
        section: "3D_LOAD, Exec_size and Pred: any execution mask, with or without a predicate",
        target: Target::Tgllp,
        body: "    setp (M1_NM, 32) P1 0xffff:uw\n    movs (M1_NM, 1) T6(0) 0x5:ud\n    \
               (P1.any) load_lz.R (M5, 16) 0x0:uw T6 D.0 U0.0",
        control: "    setp (M1_NM, 32) P1 0xffff:uw\n    movs (M1_NM, 1) T6(0) 0x5:ud\n    \
               (P1.any) load_lz.R (M1, 16) 0x0:uw T6 D.0 U0.0",
        shows: |outcome| matches!(outcome.verdict, Verdict::FailedAssertion { .. }),
    },
    ProgramDeviation {
        name: "a split message whose result is an argument crashes it",
        consequence: "the conformance run has results of their own",
        section: "3D_SAMPLE, Dst: any variable",
        target: Target::Tgllp,
        body: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample_d.R (M1, 16) 0x0:uw S0 T6 H.0 D.0 D.64 D.128",
        control: "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n    \
               sample_d.R (M1, 16) 0x0:uw S0 T6 R.0 D.0 D.64 D.128",
        shows: |outcome| matches!(outcome.verdict, Verdict::Crashed { .. }),
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
