//! The binary form of vISA against bytes that were worked out by hand and read by Intel's finalizer, release
//! 1.0.12504.6.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::asm;
use texvisa_ir::visa::isa::{self, ReadErrorKind, Version, WriteError, WriteOptions};
use texvisa_ir::visa::message::CodeNumbering;
use texvisa_ir::visa::{StateKind, VisaKernel};

const TEXT: &str = ".version 4.1
.kernel \"k\"
.decl U0 v_type=G type=d num_elts=8 align=GRF
.decl U1 v_type=G type=d num_elts=8 align=GRF
.decl D v_type=G type=f num_elts=40 align=GRF
.decl T6 v_type=T num_elts=1
.decl S0 v_type=S num_elts=1
.input U0 offset=32 size=32
.input U1 offset=64 size=32
.kernel_attr Target=\"cm\"

L0:
    movs (M1_NM, 1) T6(0) 0x5:ud
    load_lz.RGBA (M1, 8) 0x0:uw T6 D.0 U0.0 U1.0
    ret (M1, 1)
";

fn kernel(text: &str) -> VisaKernel {
    asm::parse(text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn written(text: &str, version: Version) -> Vec<u8> {
    isa::write(&kernel(text), &WriteOptions { version, ..WriteOptions::default() }).expect("it has a binary form")
}

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(&String::from_utf8_lossy(pair), 16).expect("hex")).collect()
}

/// Magic, version, one kernel of name k; kernel at 0x20 with 0x195 bytes, inputs at 0x15a; no relocations, machine
/// codes, variables and functions. Then the strings: the kernel's name, 21 predefined variables, 6 surfaces, S31, then
/// the names.
#[test]
fn a_file_is_laid_out_as_the_finalizer_reads_it() {
    let bytes = written(TEXT, Version::V4_1);
    assert_eq!(bytes.len(), 0x1b5);
    let header = hex("43495341 04 01 0100  0100 6b  20000000 95010000 5a010000  0000 0000 00  0000 0000");
    assert_eq!(bytes[..0x20], header);
    assert_eq!(bytes[0x20..0x30], *b"\x24\0\0\0k\0%null\0%thr");
    assert_eq!(bytes[0x15a..0x170], hex("02000000  00 20000000 2000 2000  00 21000000 4000 2000"));
    // 53 bytes of code from 0x160 on, counted from the kernel; one attribute: string 34, one byte, cm.
    assert_eq!(bytes[0x170..0x180], hex("35000000 60010000  0100 22000000 01 00"));
    let code = hex("31 0000
         2d 80 06 00 0600 00  05 00 05000000
         6e 1a00 03 0000 0f  05 02 00000000  06  22000000 0000  02  20000000 0000  21000000 0000
         34 00 0000");
    assert_eq!(bytes[0x180..], code);
}

/// 3D_LOAD.v3.md: an operation of 8 bits, whose residency is bit 5; in 16 bits it is bit 8.
#[test]
fn the_older_version_has_narrow_operations_and_names() {
    let text = TEXT.replace("load_lz.RGBA", "load_lz.pixel_null_mask.RGBA");
    let [old, new] = [Version::V3_6, Version::V4_1].map(|version| written(&text, version));
    assert_eq!(old[..11], hex("43495341 03 06 0100 01 6b 1f"));
    assert_eq!(new.len() - old.len(), 2);
    assert_eq!(old[old.len() - 4 - 32..][..3], hex("6e 3a 03"));
    assert_eq!(new[new.len() - 4 - 33..][..4], hex("6e 1a01 03"));
}

/// Codes that the documents give: MOV 0x29, ADD 0x01, CMP 0x2c, SETP 0x2b, AND 0x20, GOTO 0x6c, SEL 0x2a, FENCE 0x5c,
/// MEDIA_LD 0x37, SCATTER4_SCALED 0x75, ADDC 0x49. Execution sizes, predicates, regions and types after MOV, ADDC and
/// CMP.
#[test]
fn instructions_are_laid_out_as_documented() {
    let frame = TEXT.replace(".decl T6", ".decl P1 v_type=P num_elts=16\n.decl T6");
    let code = |line: &str| {
        let lines = format!("L0:\n    {line}\n");
        let start = frame.find("L0:").expect("a label");
        let bytes = written(&format!("{}{lines}", &frame[..start]), Version::V4_1);
        let end = bytes.len();
        let code = bytes.windows(3).rposition(|window| window == [0x31, 0, 0]).expect("the label");
        bytes[code + 3..end].to_vec()
    };
    let checks = [
        // M5, 16 lanes: 4 << 4 | 4. <1> is code 2 in bits 11..8; <1;1,0> codes 2, 2, 1. D(1,0) is row 1.
        ("mov (M5, 16) D(1,0)<1> U0(0,0)<1;1,0>", "29 44 0000  00 22000000 01 00 0002  00 20000000 00 00 2201"),
        // Saturation is 4 in bits 5..3 of the destination's tag, negation 2 of the source's; inversion bit 15, any
        // bit 13.
        (
            "(!P1.any) add.sat (M1, 8) D(0,0)<1> (-)D(0,1)<0;1,0> 0x3f800000:f",
            "01 03 01a0  20 22000000 00 00 0002  10 22000000 00 01 2101  05 07 0000803f",
        ),
        ("cmp.lt (M1, 8) P1 U0(0,0)<1;1,0> 0x7:d", "2c 03 04 02 0100  00 20000000 00 00 2201  05 01 07000000"),
        // A number for each lane: v is type 8, vf 9, uv 12 (`Common_ISA_framework`, types).
        ("mov (M1_NM, 8) U0(0,0)<1> 0x76543210:v", "29 83 0000  00 20000000 00 00 0002  05 08 10325476"),
        ("mov (M1_NM, 4) D(0,0)<1> 0x4830b000:vf", "29 82 0000  00 22000000 00 00 0002  05 09 00b03048"),
        (
            "add (M1_NM, 2) U0(0,0)<1> U1(0,0)<0;1,0> 0x40:uv",
            "01 81 0000  00 20000000 00 00 0002  00 21000000 00 00 2101  05 0c 40000000",
        ),
        ("setp (M1_NM, 16) P1 0xffff:uw", "2b 84 02 0100  05 02 ffff0000"),
        ("and (M1, 16) P1 P1 P1", "20 04 0000  02 0100 02 0100 02 0100"),
        ("(P1) goto (M1, 16) L0", "6c 04 0100 0000"),
        ("fence_global.ERL1", "5c 51"),
        (
            "media_ld.top (32,8) T6 1 U0(0,0)<0;1,0> 0x4:ud D.0",
            "37 02 06 01 20 08  00 20000000 00 00 2101  05 00 04000000  22000000 0000",
        ),
        (
            "scatter4_scaled.RG (M1, 8) T6 0x0:ud U0.0 D.0",
            "75 03 0000 03 0000 06  05 00 00000000  20000000 0000  22000000 0000",
        ),
        (
            "gather_scaled.2 (M1, 8) %slm 0x0:ud U0.0 D.0",
            "78 03 0000 00 01 0000 00  05 00 00000000  20000000 0000  22000000 0000",
        ),
        // OWORD_LD 0x35: size, modified, surface. SVM_BLOCK_LD 0x4e 0x01: two owords are 1, and 8 is for unaligned.
        ("oword_ld (8) %slm U0(0,1)<0;1,0> D.0", "35 03 00 00  00 20000000 00 01 2101  22000000 0000"),
        // Intel's compiler writes 05 for %scratch.
        ("oword_ld_unaligned (2) %scratch U0(0,0)<0;1,0> D.0", "3c 01 00 05  00 20000000 00 00 2101  22000000 0000"),
        ("svm_block_ld (2) U0(0,0)<0;1,0> D.0", "4e 01 09  00 20000000 00 00 2101  22000000 0000"),
        // The bytes up to the addresses are those that the finalizer writes of the text.
        // SVM_GATHER, Block_size: 2 is eight bytes. Num_blocks: 1 is two.
        ("svm_gather.8.2 (M1, 8) U0.0 D.0", "4e 03 03 0000 02 01  20000000 0000  22000000 0000"),
        ("svm_gather.1.4 (M1, 8) U0.0 D.0", "4e 03 03 0000 00 02  20000000 0000  22000000 0000"),
        (
            "svm_scatter4scaled.RG (M1, 8) 0x0:ud U0.0 D.0",
            "4e 07 03 0000 03 0000  05 00 00000000  20000000 0000  22000000 0000",
        ),
        ("resinfo.RGBA (M1, 8) T6 U0.0 D.0", "70 0a 03 0f 06  20000000 0000  22000000 0000"),
        (
            "sample4.B (M1, 8) 0x123:uw S0 T6 %null.0 D.0",
            "6f 0800 03 0000 02  05 02 23010000  00 06  00000000 0000  01  22000000 0000",
        ),
        (
            "sample_3d.cps.divS.RB (M1, 8) 0x0:uw S0 T6 D.0 D.32",
            "6d 0006 03 0000 05  05 02 00000000  00 06  22000000 0000  01  22000000 2000",
        ),
        (
            "max (M1, 8) D(0,0)<1> D(0,0)<1;1,0> 0x0:f",
            "45 03 01  00 22000000 00 00 0002  00 22000000 00 00 2201  05 07 00000000",
        ),
        (
            "or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud",
            "21 80 0000  00 0e000000 00 00 0002  00 0e000000 00 00 2101  05 00 c0040000",
        ),
    ];
    for (line, expected) in checks {
        assert_eq!(code(line), hex(expected), "{line}");
    }
}

#[test]
fn every_part_of_a_file_that_ends_too_early_is_an_error_with_its_location() {
    let bytes = written(TEXT, Version::V4_1);
    for end in 0..bytes.len() {
        let error = isa::read(&bytes[..end], Target::Tgllp, CodeNumbering::Finalizer).expect_err("the end is missing");
        assert!(error.offset <= end, "{error}");
    }
}

/// Counts that the bytes cannot bear are refused before anything is allocated for them.
#[test]
fn counts_out_of_proportion_are_refused() {
    let bytes = written(TEXT, Version::V4_1);
    // Strings, variables, inputs: 32 bits each.
    for at in [0x20, 0x15a] {
        let mut wrong = bytes.clone();
        wrong[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        let error = isa::read(&wrong, Target::Tgllp, CodeNumbering::Finalizer).expect_err("there are not as many");
        assert!(matches!(error.kind, ReadErrorKind::Range { given: 0xffff_ffff, .. }), "{error}");
        assert_eq!(error.offset, at);
    }
}

#[test]
fn what_goes_beyond_a_field_is_an_error_with_its_limit() {
    let mut kernel = VisaKernel::new("k", Target::Tgllp, SimdWidth::Simd8);
    for _ in 0..4096 {
        kernel.preds.push(8);
    }
    let error = isa::write(&kernel, &WriteOptions::default()).expect_err("numbers of predicates have 12 bits");
    assert!(matches!(error, WriteError::Limit { given: 4096, .. }), "{error}");
    assert!(error.to_string().ends_with("4096; expected 0 to 4095"), "{error}");
    let mut kernel = VisaKernel::new("k", Target::Tgllp, SimdWidth::Simd8);
    for _ in 0..32 {
        kernel.states.push(StateKind::Sampler);
    }
    let error = isa::write(&kernel, &WriteOptions::default()).expect_err("sampler 31 is taken");
    assert!(error.to_string().contains("the number of samplers: 32; expected 0 to 31"), "{error}");
    let long = VisaKernel::new("k".repeat(256), Target::Tgllp, SimdWidth::Simd8);
    let narrow = WriteOptions { version: Version::V3_6, ..WriteOptions::default() };
    assert!(isa::write(&long, &WriteOptions::default()).is_ok());
    assert!(matches!(isa::write(&long, &narrow), Err(WriteError::Limit { given: 256, .. })));
}

/// The bytes of ADDR_ADD up to its first source are those that Intel's compiler wrote for the same lines (release 1.0.12504.6,
/// which leaves out the last operand); those of the others follow the reader of binaries of that release.
/// `test/tests/isa.rs` compares the machine code that becomes of them.
#[test]
fn address_variables_are_read_back() {
    let declared = ".decl A0 v_type=A num_elts=16\n.decl Index v_type=A num_elts=1\n\
        .decl N v_type=G type=uw num_elts=16 align=GRF\n.decl F v_type=G type=f num_elts=32 align=GRF\n.decl T6";
    let lines = "    addr_add (M1, 8) A0(2)<1> &F[36] N(0,0)<1;1,0>
    addr_add (M1_NM, 1) Index(0)<1> &F 0x4:uw
    mov (M1, 8) F(0,0)<1> r[A0(0),4]<1,0>:f
    mov (M1, 8) F(0,0)<1> (-)r[Index(0),-8]<8;8,1>:f
    mov (M1, 8) r[A0(8),0]<1>:f F(0,1)<0;1,0>
    mov.sat (M1, 8) r[A0(15),511]<2>:f 0x3f800000:f
    ret (M1, 1)";
    let text = TEXT.replacen(".decl T6", declared, 1).replacen("    ret (M1, 1)", lines, 1);
    let kernel = kernel(&text);
    let bytes = isa::write(&kernel, &WriteOptions::default()).expect("it is written");
    let holds = |wanted: &[u8]| bytes.windows(wanted.len()).any(|window| window == wanted);
    let number = 32 + kernel.vars.keys().position(|var| kernel.vars[var].elements == 32).expect("F") as u8;
    assert!(holds(&[0x28, 0x03, 1, 0, 0, 2, 0, 0, number, 0, 0, 0, 1, 1, 0x21, 0x01, 0]), "{bytes:x?}");
    // (-)r[Index(0),-8]<8;8,1>:f
    assert!(holds(&[0x13, 1, 0, 0, 0xf8, 0xff, 7, 0x55, 0x02]), "{bytes:x?}");
    // r[A0(0),4]<1,0>:f, of which each row has an address.
    assert!(holds(&[0x03, 0, 0, 0, 4, 0, 7, 0x20, 0x01]), "{bytes:x?}");
    let read = isa::read(&bytes, Target::Tgllp, CodeNumbering::Finalizer).expect("it is read");
    let mut printed = [String::new(), String::new()];
    asm::write(&kernel, &mut printed[0]);
    asm::write(&read, &mut printed[1]);
    assert_eq!(printed[0], printed[1]);
    let wrong = |from: &[u8], to: &[u8]| {
        let at = bytes.windows(from.len()).position(|window| window == from).expect("the bytes");
        let mut changed = bytes.clone();
        changed[at..at + to.len()].copy_from_slice(to);
        isa::read(&changed, Target::Tgllp, CodeNumbering::Finalizer).expect_err("it is wrong").to_string()
    };
    let add = [0x28, 0x03, 1, 0, 0, 2];
    for (to, said) in [
        ([0x28, 0x03, 1, 2, 0, 2], "an address variable"),
        ([0x28, 0x03, 1, 0, 0, 16], "the element of an address variable"),
        ([0x28, 0x03, 0, 0, 0, 2], "an operand of class address"),
    ] {
        let error = wrong(&add, &to);
        assert!(error.contains(said), "{error}");
    }
    let error = wrong(&[0x13, 1, 0, 0, 0xf8, 0xff], &[0x13, 1, 0, 0, 0xf8, 0x0f]);
    assert!(error.contains("an offset of -512 to 511"), "{error}");
}

#[test]
fn a_gather_without_a_channel_has_a_text_and_no_binary() {
    let text = TEXT.replace("load_lz.RGBA (M1, 8) 0x0:uw T6", "sample4.illegal (M1, 8) 0x0:uw S0 T6");
    let error = isa::write(&kernel(&text), &WriteOptions::default()).expect_err("which channel?");
    assert!(matches!(error, WriteError::GatherChannel { count: 0, .. }), "{error}");
}

/// `Common_ISA_framework`, input_info: the kind is 1 for a sampler and 2 for a surface, numbered as instructions do.
#[test]
fn samplers_and_surfaces_that_are_inputs_have_their_kinds() {
    let inputs = ".input S0 offset=96 size=4\n.input T6 offset=100 size=4\n.kernel_attr";
    let bytes = written(&TEXT.replacen(".kernel_attr", inputs, 1), Version::V4_1);
    let expected = hex("04000000  00 20000000 2000 2000  00 21000000 4000 2000
         01 00000000 6000 0400  02 06000000 6400 0400");
    assert_eq!(bytes[0x15a..0x15a + expected.len()], expected);
    let read = isa::read(&bytes, Target::Tgllp, CodeNumbering::Finalizer).expect("it was written");
    let kinds: Vec<StateKind> = read.state_inputs.iter().map(|input| read.states[input.state]).collect();
    assert_eq!(kinds, [StateKind::Sampler, StateKind::Surface]);
}

#[test]
fn a_kernel_may_declare_more_predicates_than_variables() {
    let mut kernel = VisaKernel::new("k", Target::Tgllp, SimdWidth::Simd8);
    kernel.preds.push(8);
    kernel.preds.push(8);
    let bytes = isa::write(&kernel, &WriteOptions::default()).expect("it has a binary form");
    let read = isa::read(&bytes, Target::Tgllp, CodeNumbering::Finalizer).expect("it was written");
    assert_eq!(read.preds.len(), 2);
}
