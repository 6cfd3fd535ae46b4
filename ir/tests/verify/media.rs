//! Media blocks: MEDIA_LD and MEDIA_ST.

use super::*;
use texvisa_ir::visa::message_shape::BlockShape;
use texvisa_ir::visa::{DataType, MediaBlock, MediaModifier, Region, StateKind};

const LOAD: &str = "media_ld.nomod (32,8) T6 0 U(0,0)<0;1,0> 0x4:ud I.0";
const STORE: &str = "media_st.top (33,4) T6 3 0x8:ud I(0,1)<0;1,0> I.256";

fn with(line: &str, change: impl Fn(&mut MediaBlock)) -> Vec<VisaErrorKind> {
    let mut kernel = kernel(Target::Tgllp, Simd16, line);
    let Some(Inst::Media(block)) = kernel.insts.get_mut(3) else { panic!("the fourth instruction is the block") };
    change(block);
    violations(&kernel)
}

#[test]
fn blocks_have_one_of_the_legal_sizes() {
    accepts(Target::Tgllp, Simd16, &[LOAD, STORE, "media_ld.bottom (3,64) T6 1 0x1:ud 0x1:ud F.0"]);
    for (width, height) in [(0, 1), (65, 1), (32, 0), (4, 65), (8, 33), (16, 17), (32, 9), (33, 5), (64, 5)] {
        let given = BlockShape { width: u32::from(width), height: u32::from(height) };
        let found = with(LOAD, |block| (block.width, block.height) = (width, height));
        assert_eq!(found.first(), Some(&VisaErrorKind::Block { given }));
    }
}

#[test]
fn planes_and_modifiers_are_those_of_the_document() {
    for plane in 0..=u8::MAX {
        let found = with(LOAD, |block| block.plane = plane);
        let expected = if plane < 4 { vec![] } else { vec![VisaErrorKind::Plane { given: plane }] };
        assert_eq!(found, expected);
    }
    for (given, name) in MediaModifier::TEXT {
        let found = with(STORE, |block| block.modifier = given);
        let expected = if matches!(name, "nomod" | "top" | "bottom") {
            vec![]
        } else {
            vec![VisaErrorKind::MediaModifier { given }]
        };
        assert_eq!(found, expected);
    }
}

#[test]
fn positions_are_uniform_dwords() {
    let line = |x: &str| format!("media_ld.nomod (4,1) T6 0 {x} 0x4:ud I.0");
    accepts(Target::Tgllp, Simd16, &[&line("I(0,3)<0;1,0>"), &line("0x3:d")]);
    refuses(Target::Tgllp, Simd16, &line("W(0,0)<0;1,0>"), VisaErrorKind::BlockOffsetType { given: DataType::Uw });
    refuses(Target::Tgllp, Simd16, &line("0x3:uw"), VisaErrorKind::BlockOffsetType { given: DataType::Uw });
    refuses(Target::Tgllp, Simd16, &line("F(0,0)<0;1,0>"), VisaErrorKind::BlockOffsetType { given: DataType::F });
    refuses(Target::Tgllp, Simd16, &line("U(0,0)<1;1,0>"), VisaErrorKind::NotScalar { given: Region::CONTIGUOUS });
    let column = "media_ld.nomod (4,1) T6 0 0x0:ud F(0,0)<0;1,0> I.0";
    refuses(Target::Tgllp, Simd16, column, VisaErrorKind::BlockOffsetType { given: DataType::F });
    // The rows of a surface may begin anywhere.
    accepts(Target::Tgllp, Simd16, &["media_st.nomod (4,1) T6 0 0x4:ud 0x3:ud I.0"]);
    let odd = "media_st.nomod (4,1) T6 0 0x3:ud 0x3:ud I.0";
    refuses(Target::Tgllp, Simd16, odd, VisaErrorKind::StoreAlignment { given: 3 });
}

#[test]
fn blocks_fit_their_variables_and_begin_at_registers() {
    accepts(Target::Tgllp, Simd16, &["media_ld.nomod (9,10) T6 0 0x0:ud 0x0:ud F160.0"]);
    let bounds = VisaErrorKind::Bounds { var: "F160".to_owned(), start: 0, end: 176, bytes: 160 };
    refuses(Target::Tgllp, Simd16, "media_ld.nomod (9,11) T6 0 0x0:ud 0x0:ud F160.0", bounds);
    let raw = VisaErrorKind::RawAlignment { var: "I".to_owned(), offset: 4, align: 32, grf: 32 };
    refuses(Target::Tgllp, Simd16, "media_st.nomod (4,1) T6 0 0x0:ud 0x0:ud I.4", raw);
}

/// Xe2 has messages of another unit instead.
#[test]
fn blocks_end_with_pvc() {
    accepts(Target::Pvc, Simd16, &[LOAD]);
    refuses(Target::Lnl, Simd16, LOAD, VisaErrorKind::NoMessage { name: "media_ld", target: Target::Lnl });
    refuses(Target::Ptl, Simd16, STORE, VisaErrorKind::NoMessage { name: "media_st", target: Target::Ptl });
}

/// MEDIA_LD, Surface: T0 no.
#[test]
fn blocks_are_of_surfaces() {
    for (line, what) in [(LOAD, "media_ld"), (STORE, "media_st")] {
        let mut kernel = kernel(Target::Tgllp, Simd16, line);
        let local = kernel.states.push(StateKind::Local);
        let sampler = kernel.states.iter().find(|state| *state.1 == StateKind::Sampler).expect("S0 is declared").0;
        for (state, violation) in
            [(local, VisaErrorKind::LocalMemory { what }), (sampler, VisaErrorKind::StateKind { expected: "surface" })]
        {
            let Some(Inst::Media(block)) = kernel.insts.get_mut(3) else { panic!("a block is read or written") };
            block.surface = state;
            assert_eq!(violations(&kernel), [violation]);
        }
    }
    let unset = format!(".function \"L0\"\n    {LOAD}\n");
    assert_eq!(violations(&whole(Target::Tgllp, Simd16, &unset)), [VisaErrorKind::NotSet]);
}
