//! The verifier of vISA kernels: of each rule what it accepts and what it refuses.

mod addresses;
mod data_port;
mod declarations;
mod intel;
mod lanes;
mod media;
mod operands;
mod parameters;
mod responses;
mod states;
mod types;

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::asm::parse;
use texvisa_ir::visa::verify::VisaErrorKind;
use texvisa_ir::visa::{Inst, SamplerMessage, VisaKernel, verify};

use SimdWidth::{Simd8, Simd16, Simd32};

/// Variables of every type, each of 512 bytes but for those with a size in their name.
const DECLARATIONS: &str = r#".version 4.1
.kernel "k"
.decl I v_type=G type=d num_elts=128 align=GRF
.decl U v_type=G type=ud num_elts=128 align=GRF
.decl F v_type=G type=f num_elts=128 align=GRF
.decl H v_type=G type=hf num_elts=256 align=GRF
.decl W v_type=G type=uw num_elts=256 align=GRF
.decl SW v_type=G type=w num_elts=256 align=GRF
.decl B v_type=G type=b num_elts=512 align=GRF
.decl X v_type=G type=df num_elts=64 align=GRF
.decl Q v_type=G type=q num_elts=64 align=GRF
.decl F32 v_type=G type=f num_elts=8 align=GRF
.decl H16 v_type=G type=hf num_elts=8 align=GRF
.decl F160 v_type=G type=f num_elts=40 align=GRF
.decl L v_type=G type=d num_elts=16 align=oword
.decl Half v_type=G type=d num_elts=16 align=dword alias=<I, 16>
.decl P v_type=P num_elts=16
.decl P8 v_type=P num_elts=8
.decl P32 v_type=P num_elts=32
.decl A0 v_type=A num_elts=16
.decl T6 v_type=T num_elts=1
.decl S0 v_type=S num_elts=1
.kernel_attr Target="3d"
"#;

const STATES: &str = "    movs (M1_NM, 1) T6(0) 0x5:ud\n    movs (M1_NM, 1) S0(0) 0x3:ud\n";

/// The kernel of these lines behind the declarations, with the surface and the sampler set.
fn kernel(target: Target, simd: SimdWidth, body: &str) -> VisaKernel {
    let lines: String = body.lines().map(|line| format!("    {}\n", line.trim())).collect();
    whole(target, simd, &format!(".function \"L0\"\n{STATES}{lines}"))
}

/// The kernel of these instructions behind the declarations.
fn whole(target: Target, simd: SimdWidth, instructions: &str) -> VisaKernel {
    let text = format!("{DECLARATIONS}.kernel_attr SimdSize={}\n\n{instructions}    ret (M1, 1)\n", simd.lanes());
    parse(&text, target).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

fn violations(kernel: &VisaKernel) -> Vec<VisaErrorKind> {
    verify(kernel).into_iter().map(|error| error.kind).collect()
}

/// Nothing is wrong with any of these lines.
#[track_caller]
fn accepts(target: Target, simd: SimdWidth, lines: &[&str]) {
    for line in lines {
        let errors = verify(&kernel(target, simd, line));
        assert!(errors.is_empty(), "{target} {simd}: {errors:#?}");
    }
}

/// That alone is wrong with the line.
#[track_caller]
fn refuses(target: Target, simd: SimdWidth, line: &str, violation: VisaErrorKind) {
    let kernel = kernel(target, simd, line);
    let errors = verify(&kernel);
    let found: Vec<_> = errors.iter().map(|error| error.kind.clone()).collect();
    assert_eq!(found, [violation], "{target} {simd} {line}");
    assert_eq!(errors[0].inst, Some(3));
}

/// The kernel of the line, whose message is changed into what text cannot say.
fn changed(target: Target, simd: SimdWidth, line: &str, change: impl Fn(&mut SamplerMessage)) -> VisaKernel {
    let mut kernel = kernel(target, simd, line);
    for inst in &mut kernel.insts {
        if let Inst::Sampler(message) = inst {
            change(message);
        }
    }
    kernel
}

/// All errors of a kernel are found, in order, each with its instruction.
#[test]
fn every_error_is_reported_with_its_instruction() {
    let body = "load_lz.RGBA (M1, 8) 0x1000:uw T6 F.0 U.0
                mov (M1, 8) F32(0,0)<1> F(0,0)<1;1,0>
                shl (M1, 8) F(0,0)<1> F(0,0)<1;1,0> 0x1:ud
                sample_lz.R (M1, 8) 0x0:uw S0 T6 F32.32 U.0";
    let errors = verify(&kernel(Target::Tgllp, Simd8, body));
    let found: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "instruction 3, `load_lz.RGBA (M1, 8) 0x1000:uw T6 F.0 U.0`: texel offsets 0x1000; expected 12 bits, 4 each for u, v and r",
            "instruction 5, `shl (M1, 8) F(0,0)<1> F(0,0)<1;1,0> 0x1:ud`: operand types that `shl` does not take; expected integers",
            "instruction 6, `sample_lz.R (M1, 8) 0x0:uw S0 T6 F32.32 U.0`: destination of 0 bytes; expected 32 or more for the response",
            "instruction 6, `sample_lz.R (M1, 8) 0x0:uw S0 T6 F32.32 U.0`: parameter u of type ud; expected f or hf",
        ]
    );
}

/// What lowering and Intel's compiler emit: both halves of SIMD32, uniform messages, all kinds of instructions.
#[test]
fn ordinary_kernels_are_accepted() {
    let body = "or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud
                cmp.lt (M1, 16) P32 U(0,0)<1;1,0> I(0,1)<0;1,0>
                cmp.lt (M5, 16) P32 U(2,0)<1;1,0> I(0,1)<0;1,0>
                sample_l.RGBA (M1, 16) 0x1f0:uw S0 T6 F.0 F.0 F.64 F.128
                sample_l.RGBA (M5, 16) 0x1f0:uw S0 T6 F.0 F.0 F.64 F.128
                load_lz.B (M1_NM, 8) 0x0:uw T6 F.0 U.0 U.32
                load_3d.pixel_null_mask.RGB (M1, 16) 0x0:uw T6 F.0 U.0 U.64
                setp (M1_NM, 16) P32 U(0,0)<0;1,0>
                (P32) sel (M1, 16) F(0,0)<1> F(0,0)<1;1,0> 0x0:f
                (!P32.any) goto (M1, 32) L1
                scatter4_scaled.RGBA (M1, 16) T6 0x0:ud U.0 F.0
                L1:
                jmp (M1, 1) L0";
    accepts(Target::Tgllp, Simd32, &[body]);
}
