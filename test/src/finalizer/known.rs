//! Which messages GenX_IR, release 1.0.12504.6, reads as text. What it reads as binary is more: any operation goes
//! through.
//!
//! A test asks the tool for every mnemonic of the table, so that the list is what the tool does.

use texvisa_ir::visa::message::{MessageClass, MessageRow};
use texvisa_ir::visa::{Inst, VisaKernel};

/// The mnemonics that its parser knows.
const KNOWN: [&str; 22] = [
    "sample_3d",
    "sample_b",
    "sample_l",
    "sample_c",
    "sample_d",
    "sample_b_c",
    "sample_l_c",
    "sample_d_c",
    "sample_lz",
    "sample_c_lz",
    "load_3d",
    "load_lz",
    "load_mcs",
    "load_2dms_w",
    "sample4",
    "sample4_c",
    "sample4_po",
    "sample4_po_c",
    "resinfo",
    "sampleinfo",
    "media_ld",
    "media_st",
];

/// Whether the text of `row` is read.
pub fn reads(row: &MessageRow) -> bool {
    KNOWN.contains(&row.mnemonic)
}

/// Whether `row` is encoded, from text or from the binary form, for a target that has it.
pub fn is_encoded(row: &MessageRow) -> bool {
    row.targets.iter().any(|target| target.platform().encodes_sampler)
}

/// The mnemonic of a message in `kernel` that is not read as text.
pub(super) fn unread(kernel: &VisaKernel) -> Option<&'static str> {
    kernel.insts.iter().find_map(|inst| match inst {
        Inst::Sampler(message) if !reads(message.message.row()) => Some(message.message.row().mnemonic),
        _ => None,
    })
}

/// The body of a [`program`](super::program) that has nothing but the message of `row`, with as few operands as it can
/// have; `None` for a media block, which does not go to the sampler.
pub fn probe(row: &MessageRow) -> Option<String> {
    let operands = match row.class {
        MessageClass::Sample | MessageClass::Gather => "0x0:uw S0 T6 D.0 U0.0 U1.0 U2.0",
        MessageClass::Load => "0x0:uw T6 D.0 U0.0 U1.0",
        MessageClass::Info if row.slots.is_empty() => "T6 D.0",
        MessageClass::Info => "T6 U0.0 D.0",
        MessageClass::MediaLoad | MessageClass::MediaStore => return None,
    };
    let states = "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n";
    Some(format!("{states}    {}.R (M1, 8) {operands}", row.mnemonic))
}
