//! Memory accesses of the data port.

use super::*;
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::{Atomic, DataPort, DataType, Exec};

fn changed(line: &str, change: impl Fn(&mut DataPort)) -> Vec<VisaErrorKind> {
    let mut kernel = kernel(Target::Tgllp, Simd16, line);
    let Some(Inst::DataPort(access)) = kernel.insts.get_mut(3) else { panic!("the fourth instruction is the access") };
    change(access);
    violations(&kernel)
}

const SCALED: &str = "scatter4_scaled.RG (M1, 16) T6 0x0:ud U.0 F.0";
const BYTES: &str = "gather_scaled.2 (M1, 16) T6 0x0:ud U.0 U.0";
const TYPED: &str = "gather4_typed.RGBA (M1, 8) T6 U.0 U.32 %null.0 %null.0 F.0";

/// One message for all lanes has one lane where its elements are bytes, words or dwords at any byte, and no other has.
#[test]
fn one_lane_accesses_for_all() {
    let read = "gather_scaled.4 (M1_NM, 1) T6 0x0:ud U.0 I.0";
    accepts(Target::Tgllp, Simd16, &[read, "scatter_scaled.2 (M1_NM, 1) T6 0x0:ud U.0 U.32"]);
    let lanes = |given| VisaErrorKind::MessageLanes { given, target: Target::Tgllp, allowed: [8, 16] };
    refuses(Target::Tgllp, Simd16, "gather_scaled.4 (M1, 1) T6 0x0:ud U.0 I.0", lanes(1));
    refuses(Target::Tgllp, Simd16, "gather_scaled.4 (M1_NM, 4) T6 0x0:ud U.0 I.0", lanes(4));
    refuses(Target::Tgllp, Simd16, "gather4_scaled.R (M1_NM, 1) T6 0x0:ud U.0 I.0", lanes(1));
}

#[test]
fn accesses_have_channels_or_bytes() {
    accepts(Target::Tgllp, Simd16, &[SCALED, BYTES, TYPED]);
    assert_eq!(changed(SCALED, |access| access.channels = ChannelMask::EMPTY), [VisaErrorKind::NoChannel]);
    assert_eq!(changed(TYPED, |access| access.channels = ChannelMask::EMPTY), [VisaErrorKind::NoChannel]);
    assert_eq!(changed(BYTES, |access| access.bytes = 3), [VisaErrorKind::LaneBytes { given: 3 }]);
}

/// Of 1, 2, 4 or 8 owords, for all lanes, from an offset of type UD.
#[test]
fn blocks_have_owords_and_no_lanes() {
    let line = "oword_ld_unaligned (8) T6 U(0,0)<0;1,0> F.0";
    accepts(Target::Tgllp, Simd16, &[line, "oword_ld_unaligned (1) T6 U(0,3)<0;1,0> F.0"]);
    assert_eq!(changed(line, |access| access.bytes = 48), [VisaErrorKind::BlockBytes { given: 48 }]);
    assert_eq!(changed(line, |access| access.exec = Exec::masked(8, 0)), [VisaErrorKind::BlockLanes]);
    let surface = VisaErrorKind::AccessSurface { name: "oword_ld_unaligned", is_by_pointer: false };
    assert_eq!(changed(line, |access| access.surface = None.into()), [surface]);
    let local = "oword_ld (8) %slm U(0,0)<0;1,0> F.0";
    accepts(Target::Tgllp, Simd16, &[local, "svm_block_ld (8) Q(0,0)<0;1,0> F.0"]);
    // By bytes from scratch memory, and by owords from local memory.
    let scratch = "oword_ld_unaligned (2) %scratch U(0,0)<0;1,0> F.0";
    accepts(Target::Tgllp, Simd16, &[scratch]);
    let local = VisaErrorKind::LocalMemory { what: "oword_ld_unaligned" };
    refuses(Target::Tgllp, Simd16, &scratch.replace("%scratch", "%slm"), local);
    let dwords = VisaErrorKind::AddressType { given: DataType::Ud };
    refuses(Target::Tgllp, Simd16, "svm_block_ld (8) U(0,0)<0;1,0> F.0", dwords);
    let floats = VisaErrorKind::BlockAddressType { given: DataType::F, expected: DataType::Ud };
    refuses(Target::Tgllp, Simd16, "oword_ld_unaligned (8) T6 F(0,0)<0;1,0> F.0", floats);
}

/// An access by 64-bit addresses has these, and no surface; any other has a surface.
#[test]
fn accesses_by_pointer_have_qwords_and_no_surface() {
    let line = "svm_gather4scaled.R (M1, 8) 0x0:ud Q.0 F.0";
    accepts(Target::Tgllp, Simd8, &[line, "svm_scatter.1.2 (M1, 8) Q.0 U.0"]);
    let dwords = "svm_gather4scaled.R (M1, 8) 0x0:ud U.0 F.0";
    refuses(Target::Tgllp, Simd8, dwords, VisaErrorKind::AddressType { given: DataType::Ud });
    let surface = VisaErrorKind::AccessSurface { name: "scatter4_scaled", is_by_pointer: false };
    assert_eq!(changed(SCALED, |access| access.surface = None.into()), [surface]);
}

#[test]
fn addresses_have_no_absent_coordinate_before_another() {
    accepts(Target::Tgllp, Simd16, &["gather4_typed.R (M1, 8) T6 U.0 U.0 U.0 U.0 F.0"]);
    for holes in ["U.0 %null.0 U.0 %null.0", "%null.0 U.0 %null.0 %null.0", "%null.0 %null.0 %null.0 %null.0"] {
        let line = format!("gather4_typed.R (M1, 8) T6 {holes} F.0");
        refuses(Target::Tgllp, Simd16, &line, VisaErrorKind::AddressGap);
    }
}

/// Every channel from the start of a register.
#[test]
fn data_fits_its_variable() {
    accepts(Target::Tgllp, Simd16, &["scatter4_scaled.RG (M1, 16) T6 0x0:ud U.0 F160.0"]);
    let bounds = |start, end| VisaErrorKind::Bounds { var: "F160".to_owned(), start, end, bytes: 160 };
    refuses(Target::Tgllp, Simd16, "scatter4_scaled.RGB (M1, 16) T6 0x0:ud U.0 F160.0", bounds(0, 192));
    refuses(
        Target::Tgllp,
        Simd16,
        "gather4_typed.RGBA (M1, 8) T6 U.0 %null.0 %null.0 %null.0 F160.64",
        bounds(64, 192),
    );
    let line = "gather_scaled.1 (M1, 16) T6 0x0:ud F32.0 U.0";
    let address = VisaErrorKind::Bounds { var: "F32".to_owned(), start: 0, end: 64, bytes: 32 };
    refuses(Target::Tgllp, Simd16, line, address);
}

fn atomic(line: &str, change: impl Fn(&mut VisaKernel, &mut Atomic)) -> Vec<VisaErrorKind> {
    let mut kernel = kernel(Target::Tgllp, Simd16, line);
    let Some(Inst::Atomic(mut atomic)) = kernel.insts.get(3).copied() else { panic!("the fourth instruction") };
    change(&mut kernel, &mut atomic);
    kernel.insts[3] = Inst::Atomic(atomic);
    violations(&kernel)
}

/// DWORD_ATOMIC, SVM_ATOMIC and TYPED_ATOMIC: execution sizes, operands and their types.
#[test]
fn atomic_operations_have_the_operands_of_their_form_and_function() {
    let add = "dword_atomic.add (M1, 16) T6 U.0 U.64 %null.0 U.128";
    let typed = "typed_atomic.max (M1, 8) T6 U.0 U.32 %null.0 %null.0 U.64 %null.0 U.128";
    accepts(
        Target::Tgllp,
        Simd16,
        &[
            add,
            typed,
            "dword_atomic.fcmpwr (M1, 16) %slm U.0 F.0 F.64 %null.0",
            "svm_atomic.minsint (M1, 8) Q.0 I.0 I.32 %null.0",
            "svm_atomic.inc (M1, 8) Q.0 %null.0 %null.0 %null.0",
        ],
    );
    let lanes = |given, widest| VisaErrorKind::MessageLanes { given, target: Target::Tgllp, allowed: [8, widest] };
    refuses(Target::Tgllp, Simd16, "svm_atomic.inc (M1, 16) Q.0 %null.0 %null.0 %null.0", lanes(16, 8));
    refuses(Target::Tgllp, Simd16, "dword_atomic.inc (M1, 4) T6 U.0 %null.0 %null.0 %null.0", lanes(4, 16));
    let float = "typed_atomic.fmin (M1, 8) T6 U.0 %null.0 %null.0 %null.0 F.0 %null.0 F.32";
    refuses(Target::Tgllp, Simd16, float, VisaErrorKind::TypedAtomic { function: "fmin" });
    let sum = "dword_atomic.fadd (M1, 16) T6 U.0 F.0 %null.0 %null.0";
    accepts(Target::Dg2, Simd16, &[sum]);
    refuses(Target::Tgllp, Simd16, sum, VisaErrorKind::FloatAtomicAdd { target: Target::Tgllp });
    refuses(Target::Dg2, Simd16, &sum.replace("T6", "%slm"), VisaErrorKind::FloatAtomicAdd { target: Target::Dg2 });
    let words = "dword_atomic.xchg (M1, 16) T6 U.0 W.0 %null.0 U.128";
    let ty = |given, expected| VisaErrorKind::AtomicType { given, expected };
    refuses(Target::Tgllp, Simd16, words, ty(DataType::Uw, DataType::Ud));
    let signed = "dword_atomic.minsint (M1, 16) T6 U.0 I.0 %null.0 U.128";
    refuses(Target::Tgllp, Simd16, signed, ty(DataType::Ud, DataType::D));
    let offset = "dword_atomic.fmax (M1, 16) T6 I.0 F.0 %null.0 %null.0";
    refuses(Target::Tgllp, Simd16, offset, ty(DataType::D, DataType::Ud));
    let dwords = "svm_atomic.inc (M1, 8) U.0 %null.0 %null.0 %null.0";
    refuses(Target::Tgllp, Simd16, dwords, VisaErrorKind::AddressType { given: DataType::Ud });
    let operands = |given, least, most| VisaErrorKind::AtomicOperands { given, least, most };
    let fewer = |kernel: &mut VisaKernel, atomic: &mut Atomic| {
        let first = kernel.raws(atomic.operands)[..1].to_vec();
        atomic.operands = kernel.push_raws(&first);
    };
    assert_eq!(atomic(add, fewer), [operands(1, 2, 2)]);
    assert_eq!(atomic(typed, fewer), [operands(1, 2, 5)]);
    let surface = VisaErrorKind::AccessSurface { name: "dword_atomic", is_by_pointer: false };
    assert_eq!(atomic(add, |_, atomic| atomic.surface = None.into()), [surface]);
}
