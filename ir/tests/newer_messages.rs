//! Messages that Intel's finalizer, release 1.0.12504.6, does not read as text, against bytes and descriptors that were
//! worked out by hand. Of these the finalizer encodes lod and sample+killpix alone, from the binary form; no tool at
//! hand encodes the others. Codes and parameters are those of 3D_SAMPLE.md, 3D_SAMPLE4.md
//! and, for those that the documents do not have (ld_l, gather4_l_c, the packed gather4_po and gather4_po_c, the mlod
//! forms, sample+killpix), of `visa_igc_common_header.h` of Intel's compiler.

use texvisa_ir::target::Target;
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::descriptor::{PayloadPlacement, descriptor};
use texvisa_ir::visa::isa::{self, Version, WriteError, WriteOptions};
use texvisa_ir::visa::message::{CodeNumbering, MESSAGES, Message};
use texvisa_ir::visa::message_shape::MessageShape;
use texvisa_ir::visa::{VisaKernel, asm};

/// Variable 32 takes the result, variables 33 to 44 are the parameters. Surfaces that are declared count from 6,
/// samplers from 0, predicates from 1.
fn kernel(line: &str) -> VisaKernel {
    let mut text = String::from(".version 4.1\n.kernel \"k\"\n.decl D v_type=G type=f num_elts=160 align=GRF\n");
    for index in 0..12 {
        text += &format!(".decl P{index}x v_type=G type=f num_elts=32 align=GRF\n");
    }
    text += ".decl P1 v_type=P num_elts=32\n.decl T6 v_type=T num_elts=1\n.decl S0 v_type=S num_elts=1\n";
    text += ".kernel_attr Target=\"3d\"\nL0:\n    ";
    text += line;
    asm::parse(&(text + "\n"), Target::Lnl).unwrap_or_else(|errors| panic!("{line}: {errors:?}"))
}

/// A message, how it is written, and its bytes up to the number of parameters.
struct Golden {
    message: Message,
    /// In front of the result and the parameters.
    text: &'static str,
    /// Instruction, code, flags.
    operation: [u8; 3],
    /// Execution size, predicate, channels, offsets, sampler (but for a load), surface, result, number of parameters.
    rest: &'static str,
    /// The code in version 3.6 with its flags, where five bits hold it.
    narrow: Option<u8>,
    /// The message at SIMD16 on a platform whose registers have 64 bytes, all parameters apart, RGBA or the red channel
    /// of a gather, surface 5, sampler 3.
    descriptor: u32,
}

const fn golden(
    message: Message,
    text: &'static str,
    operation: [u8; 3],
    rest: &'static str,
    narrow: Option<u8>,
    descriptor: u32,
) -> Golden {
    Golden { message, text, operation, rest, narrow, descriptor }
}

// The fields, in the order of the Format tables:
//
// - instruction: 3D_SAMPLE 6d, 3D_LOAD 6e, 3D_SAMPLE4 6f;
// - Op, a word: the code in bits 7..0, residency in bit 8 (so 01 in the second byte), compensation in bit 9 (02),
//   samplers that differ in bit 10 (04);
// - Exec_size: 4 for 16 lanes and 5 for 32 in bits 2..0; M1 0, M5 4, M1_NM 8 in bits 7..4;
// - Pred, a word: the number of the predicate, any in bit 13 (20 in the second byte), all in bit 14 (40), inversion in
//   bit 15 (80);
// - Channels: R 1, G 2, B 4, A 8; of a gather the number of the channel;
// - Aoffimmi, a vector operand: class immediate 5, type uw 2, then four bytes;
// - Sampler 00, Surface 06, Dst: variable 32 (20) in four bytes, offset in two; NumParams.
//
// The descriptor: surface 5 in 7..0, sampler 3 in 11..8 (0 in a load), bits 4..0 of the code in 16..12, SIMD mode 1 in
// 18..17, response of 4 registers in 24..20, first part of 1 register in 28..25, bit 5 of the code in 31. So it is
// 0x02420305 plus the code shifted by 12 bits, with bit 31 for codes from 0x20 on.
#[rustfmt::skip]
const GOLDEN: &[Golden] = &[
    // 3D_SAMPLE, Op 0b00001001: u v r ai. RG: the clamped level and the other.
    golden(Message::Lod, "lod.RG (M1, 16) 0x0:uw S0 T6", [0x6d, 0x09, 0x00],
        "04 0000 03  05 02 00000000  00 06  20000000 0000  04", Some(0x09), 0x0242_9305),
    golden(Message::SampleKillPix, "sample+killpix.pixel_null_mask.RGBA (M1, 16) 0x0:uw S0 T6", [0x6d, 0x0c, 0x01],
        "04 0000 0f  05 02 00000000  00 06  20000000 0000  03", Some(0x2c), 0x0242_c305),
    golden(Message::SampleDCMlod, "sample_d_c_mlod.R (M5, 16) 0x0:uw S0 T6", [0x6d, 0x11, 0x00],
        "44 0000 01  05 02 00000000  00 06  20000000 0000  0c", Some(0x11), 0x0243_1305),
    golden(Message::SampleMlod, "(P1) sample_mlod.divS.RGBA (M1, 32) 0x123:uw S0 T6", [0x6d, 0x12, 0x04],
        "05 0100 0f  05 02 23010000  00 06  20000000 0000  05", Some(0x92), 0x0243_2305),
    golden(Message::SampleCMlod, "(!P1.any) sample_c_mlod.R (M1, 16) 0xf8f:uw S0 T6", [0x6d, 0x13, 0x00],
        "04 01a0 01  05 02 8f0f0000  00 06  20000000 0000  06", Some(0x13), 0x0243_3305),
    // 3D_SAMPLE, Op 0b00100000: u v r offuvr ai.
    golden(Message::SamplePo, "sample_po.RGB (M1, 16) 0x0:uw S0 T6", [0x6d, 0x20, 0x00],
        "04 0000 07  05 02 00000000  00 06  20000000 0000  05", None, 0x8242_0305),
    // 0b00100001: biasoffuvr u v r ai.
    golden(Message::SamplePoB, "sample_po_b.pixel_null_mask.RGBA (M1_NM, 16) 0x0:uw S0 T6", [0x6d, 0x21, 0x01],
        "84 0000 0f  05 02 00000000  00 06  20000000 0000  05", None, 0x8242_1305),
    // 0b00100010: lodoffuvr u v r ai.
    golden(Message::SamplePoL, "(P1.all) sample_po_l.GA (M1, 32) 0x0:uw S0 T6", [0x6d, 0x22, 0x00],
        "05 0140 0a  05 02 00000000  00 06  20000000 0000  05", None, 0x8242_2305),
    // 0b00100011: ref u v r offuv_r ai.
    golden(Message::SamplePoC, "sample_po_c.R (M1, 16) 0x0:uw S0 T6", [0x6d, 0x23, 0x00],
        "04 0000 01  05 02 00000000  00 06  20000000 0000  06", None, 0x8242_3305),
    // 0b00100100: u dudx dudy v dvdx dvdy r offuvr_r drdx drdy ai.
    golden(Message::SamplePoD, "sample_po_d.RGBA (M1, 16) 0x0:uw S0 T6", [0x6d, 0x24, 0x00],
        "04 0000 0f  05 02 00000000  00 06  20000000 0000  0b", None, 0x8242_4305),
    // 0b00100110: ref lodoffuv u v r ai.
    golden(Message::SamplePoLC, "sample_po_l_c.R (M5, 16) 0x0:uw S0 T6", [0x6d, 0x26, 0x00],
        "44 0000 01  05 02 00000000  00 06  20000000 0000  06", None, 0x8242_6305),
    // 3D_SAMPLE, table of parameters: u v r offuvr; ref u v offuv_r. Codes 56 and 57 of the header.
    golden(Message::SamplePoLz, "sample_po_lz.RGBA (M1, 16) 0x0:uw S0 T6", [0x6d, 0x38, 0x00],
        "04 0000 0f  05 02 00000000  00 06  20000000 0000  04", None, 0x8243_8305),
    golden(Message::SamplePoCLz, "sample_po_c_lz.divS.R (M1, 16) 0x0:uw S0 T6", [0x6d, 0x39, 0x04],
        "04 0000 01  05 02 00000000  00 06  20000000 0000  04", None, 0x8243_9305),
    // u v r lod; a load names no sampler. Code 27 of the header.
    golden(Message::LdL, "(!P1) load_l.pixel_null_mask.RGBA (M1, 16) 0x80:uw T6", [0x6e, 0x1b, 0x01],
        "04 0180 0f  05 02 80000000  06  20000000 0000  04", Some(0x3b), 0x0243_b005),
    // 3D_SAMPLE4, Op 0b00001101: lod u v r ai. Code 14 is gather4_b and 15 gather4_i in the header, and the other way
    // round in the document.
    golden(Message::Gather4L, "sample4_l.G (M1, 16) 0x123:uw S0 T6", [0x6f, 0x0d, 0x00],
        "04 0000 01  05 02 23010000  00 06  20000000 0000  05", Some(0x0d), 0x0242_d305),
    golden(Message::Gather4B, "sample4_b.B (M1, 16) 0x0:uw S0 T6", [0x6f, 0x0e, 0x00],
        "04 0000 02  05 02 00000000  00 06  20000000 0000  05", Some(0x0e), 0x0242_e305),
    golden(Message::Gather4I, "sample4_i.A (M1, 32) 0x0:uw S0 T6", [0x6f, 0x0f, 0x00],
        "05 0000 03  05 02 00000000  00 06  20000000 0000  04", Some(0x0f), 0x0242_f305),
    // 0b00010101: ref u v r ai.
    golden(Message::Gather4IC, "sample4_i_c.pixel_null_mask.R (M1, 16) 0x0:uw S0 T6", [0x6f, 0x15, 0x01],
        "04 0000 00  05 02 00000000  00 06  20000000 0000  05", Some(0x35), 0x0243_5305),
    golden(Message::Gather4LC, "sample4_l_c.R (M5_NM, 16) 0x0:uw S0 T6", [0x6f, 0x17, 0x00],
        "c4 0000 00  05 02 00000000  00 06  20000000 0000  06", Some(0x17), 0x0243_7305),
    // The packed forms: u v r offuv (40 in the header); ref u v offuv_r (48).
    golden(Message::Gather4PoP, "sample4_po.G (M1, 16) 0x0:uw S0 T6", [0x6f, 0x28, 0x00],
        "04 0000 01  05 02 00000000  00 06  20000000 0000  04", None, 0x8242_8305),
    golden(Message::Gather4PoPC, "sample4_po_c.R (M1, 16) 0x0:uw S0 T6", [0x6f, 0x30, 0x00],
        "04 0000 00  05 02 00000000  00 06  20000000 0000  04", None, 0x8243_0305),
    // 0b00101101: lodoffuv u v r.
    golden(Message::Gather4PoL, "sample4_po_l.A (M1, 16) 0x0:uw S0 T6", [0x6f, 0x2d, 0x00],
        "04 0000 03  05 02 00000000  00 06  20000000 0000  04", None, 0x8242_d305),
    // 0b00101110: biasoffuv u v r.
    golden(Message::Gather4PoB, "(P1) sample4_po_b.R (M1, 16) 0x0:uw S0 T6", [0x6f, 0x2e, 0x00],
        "04 0100 00  05 02 00000000  00 06  20000000 0000  04", None, 0x8242_e305),
    // 0b00101111: u v r offuv.
    golden(Message::Gather4PoI, "sample4_po_i.B (M1, 16) 0x0:uw S0 T6", [0x6f, 0x2f, 0x00],
        "04 0000 02  05 02 00000000  00 06  20000000 0000  04", None, 0x8242_f305),
    // 0b00110101: ref u v offuv_r.
    golden(Message::Gather4PoIC, "sample4_po_i_c.R (M1, 32) 0x0:uw S0 T6", [0x6f, 0x35, 0x00],
        "05 0000 00  05 02 00000000  00 06  20000000 0000  04", None, 0x8243_5305),
    // 0b00110111: ref lodoffuv u v r.
    golden(Message::Gather4PoLC, "sample4_po_l_c.pixel_null_mask.R (M1, 16) 0x0:uw S0 T6", [0x6f, 0x37, 0x01],
        "04 0000 00  05 02 00000000  00 06  20000000 0000  05", None, 0x8243_7305),
];

/// A raw operand is a variable in four bytes and an offset in two.
const PARAMETERS: &str = "21000000 0000 22000000 0000 23000000 0000 24000000 0000 25000000 0000 26000000 0000
    27000000 0000 28000000 0000 29000000 0000 2a000000 0000 2b000000 0000 2c000000 0000";

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(&String::from_utf8_lossy(pair), 16).expect("hex")).collect()
}

impl Golden {
    fn kernel(&self) -> (VisaKernel, usize) {
        let count = usize::from(*hex(self.rest).last().expect("the number of parameters"));
        let operands: Vec<String> = (0..count).map(|index| format!("P{index}x.0")).collect();
        (kernel(&format!("{} D.0 {}", self.text, operands.join(" "))), count)
    }

    /// The instruction with this operation, behind the label.
    fn code(&self, operation: &[u8]) -> Vec<u8> {
        let (_, count) = self.kernel();
        let mut bytes = hex("31 0000");
        bytes.push(self.operation[0]);
        bytes.extend_from_slice(operation);
        bytes.extend(hex(self.rest));
        bytes.extend(&hex(PARAMETERS)[..6 * count]);
        bytes
    }
}

#[test]
fn no_message_that_the_finalizer_does_not_read_is_left_out() {
    let newer = MESSAGES.iter().filter(|row| !row.targets.contains(Target::Pvc)).map(|row| row.id);
    let of_earlier = |message: &Message| message.row().targets.contains(Target::Skl);
    let mut expected: Vec<_> = newer.filter(|message| !of_earlier(message)).collect();
    expected.extend([Message::Lod, Message::SampleKillPix]);
    expected.sort_unstable();
    let mut found: Vec<_> = GOLDEN.iter().map(|golden| golden.message).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn their_bytes_are_those_of_the_documents() {
    for golden in GOLDEN {
        let (kernel, _) = golden.kernel();
        let bytes = isa::write(&kernel, &WriteOptions::default()).expect("it has a binary form");
        assert!(bytes.ends_with(&golden.code(&golden.operation[1..])), "{}", golden.text);
        assert_eq!(isa::read(&bytes, Target::Lnl, CodeNumbering::Finalizer).as_ref(), Ok(&kernel), "{}", golden.text);
    }
}

/// 3D_LOAD.v3.md: five bits for the code, residency in bit 5; compensation and samplers that differ follow in 6
/// and 7.
#[test]
fn the_older_version_has_those_that_five_bits_hold() {
    let options = WriteOptions { version: Version::V3_6, ..WriteOptions::default() };
    for golden in GOLDEN {
        let (kernel, _) = golden.kernel();
        match (isa::write(&kernel, &options), golden.narrow) {
            (Ok(bytes), Some(operation)) => assert!(bytes.ends_with(&golden.code(&[operation])), "{}", golden.text),
            (Err(WriteError::NarrowOperation { code, version, .. }), None) => {
                assert_eq!((code, version), (golden.operation[1], "3.6"));
            }
            (written, expected) => panic!("{}: {written:?}, and not {expected:?}", golden.text),
        }
    }
}

/// 3D_SAMPLE4, Op: 0b00001110 is gather4_i and 0b00001111 gather4_b in the document.
#[test]
fn the_documents_number_two_gathers_the_other_way_round() {
    let options = WriteOptions { numbering: CodeNumbering::Documented, ..WriteOptions::default() };
    for golden in GOLDEN {
        let code = match golden.message {
            Message::Gather4I => 0x0e,
            Message::Gather4B => 0x0f,
            _ => golden.operation[1],
        };
        let bytes = isa::write(&golden.kernel().0, &options).expect("it has a binary form");
        assert!(bytes.ends_with(&golden.code(&[code, golden.operation[2]])), "{}", golden.text);
    }
}

#[test]
fn their_descriptors_are_those_of_the_documents() {
    for golden in GOLDEN {
        let row = golden.message.row();
        let gathers = golden.operation[0] == 0x6f;
        let shape = MessageShape {
            message: golden.message,
            lanes: 16,
            param_bytes: 4,
            params: row.slots.len() as u32,
            channels: if gathers { ChannelMask::from_bits(1) } else { ChannelMask::RGBA },
            offset: Some(0),
            sampler_handle: false,
            residency: false,
            result_bytes: Some(4),
            grf_bytes: 64,
        };
        let sampler = if golden.operation[0] == 0x6e { 0 } else { 3 };
        let found = descriptor(&shape, PayloadPlacement::Scattered, Target::Lnl.platform(), 5, sampler, false);
        assert_eq!(found.word, golden.descriptor, "{}", golden.text);
        assert_eq!((found.first, found.second), (1, row.slots.len() as u32 - 1), "{}", golden.text);
        // The unit and the second length are in the instruction.
        assert_eq!((found.extended, found.header, found.response, found.sends), (0, None, 4, 1), "{}", golden.text);
    }
}
