//! What a message returns.

use super::*;
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::{DataType, Predicate};

fn short(given: u32, needed: u32) -> VisaErrorKind {
    VisaErrorKind::ResponseBytes { given, needed }
}

/// 3D_LOAD, Notes: channels follow one another, each from the start of a register, then residency.
#[test]
fn responses_fit_where_they_go() {
    let line = |channels: &str, lanes: u32, dst: &str| format!("load_lz.{channels} (M1, {lanes}) 0x0:uw T6 {dst} U.0");
    let tgl = |channels, lanes, dst| line(channels, lanes, dst);
    accepts(
        Target::Tgllp,
        Simd16,
        &[
            &tgl("RGBA", 8, "F160.0"),
            &tgl("GA", 16, "F160.0"),
            &tgl("pixel_null_mask.RGBA", 8, "F160.0"),
            &tgl("R", 16, "F160.96"),
            &tgl("RGBA", 16, "%null.0"),
        ],
    );
    refuses(Target::Tgllp, Simd16, &tgl("RGB", 16, "F160.0"), short(160, 192));
    refuses(Target::Tgllp, Simd16, &tgl("pixel_null_mask.RGBA", 8, "F160.32"), short(128, 160));
    refuses(Target::Tgllp, Simd16, &tgl("RG", 16, "F160.64"), short(96, 128));
    refuses(Target::Tgllp, Simd16, &tgl("R", 8, "F160.160"), short(0, 32));
    let pvc = |channels, lanes, dst| line(channels, lanes, dst);
    accepts(Target::Pvc, Simd32, &[&pvc("RG", 16, "F160.0"), &pvc("RGBA", 32, "F.0")]);
    refuses(Target::Pvc, Simd32, &pvc("RG", 32, "F160.0"), short(160, 256));
}

/// Half results have a register a channel at both widths; a gather returns four texels whatever its one channel.
#[test]
fn sizes_follow_the_type_and_the_kind_of_message() {
    let halves = |lanes: u32| format!("load_lz.RG (M1, {lanes}) 0x0:uw T6 H.448 U.0");
    accepts(Target::Tgllp, Simd16, &[&halves(8), &halves(16)]);
    refuses(Target::Tgllp, Simd16, &halves(16).replace("RG ", "RGB "), short(64, 96));
    accepts(Target::Tgllp, Simd16, &["sample4.A (M1, 8) 0x0:uw S0 T6 F160.0 F.0"]);
    refuses(Target::Tgllp, Simd16, "sample4.A (M1, 16) 0x0:uw S0 T6 F160.0 F.0", short(160, 256));
}

/// 3D_LOAD, Dst; INFO, Dst.
#[test]
fn responses_have_a_type_of_two_or_four_bytes() {
    for var in ["F", "H", "I", "U", "W", "SW"] {
        accepts(Target::Tgllp, Simd16, &[&format!("load_lz.R (M1, 8) 0x0:uw T6 {var}.0 U.0")]);
    }
    let line = |var: &str| format!("load_lz.R (M1, 8) 0x0:uw T6 {var}.0 U.0");
    let allowed = &[DataType::F, DataType::Hf, DataType::Ud, DataType::D, DataType::Uw, DataType::W];
    for (var, given) in [("B", DataType::B), ("X", DataType::Df), ("Q", DataType::Q)] {
        refuses(Target::Tgllp, Simd16, &line(var), VisaErrorKind::ResponseType { given, allowed });
    }
    accepts(Target::Tgllp, Simd16, &["sampleinfo.RGBA (M1, 8) T6 U.0"]);
    let allowed = &[DataType::Ud, DataType::D];
    let violation = VisaErrorKind::ResponseType { given: DataType::F, allowed };
    refuses(Target::Tgllp, Simd16, "sampleinfo.RGBA (M1, 8) T6 F.0", violation);
}

/// 3D_LOAD, Channels; 3D_SAMPLE4, Src_channel and Ref.
#[test]
fn channels_are_those_that_the_message_can_return() {
    let gather = |channels: &str| format!("sample4.{channels} (M1, 8) 0x0:uw S0 T6 F.0 F.0");
    let compare = |channels: &str| format!("sample4_c.{channels} (M1, 8) 0x0:uw S0 T6 F.0 F.0 F.32");
    accepts(Target::Tgllp, Simd16, &[&gather("R"), &gather("B"), &gather("A"), &compare("R")]);
    let blue = ChannelMask::from_bits(4);
    refuses(Target::Tgllp, Simd16, &compare("B"), VisaErrorKind::GatherCompares { given: blue });
    let with = |line: &str, channels: ChannelMask| {
        violations(&changed(Target::Tgllp, Simd16, line, |send| send.channels = channels))
    };
    assert_eq!(with(&gather("R"), ChannelMask::EMPTY), [VisaErrorKind::NoChannel]);
    let two = ChannelMask::from_bits(3);
    assert_eq!(with(&gather("R"), two), [VisaErrorKind::GatherChannels { given: two }]);
    for bits in 0..16 {
        let load = with("load_lz.R (M1, 8) 0x0:uw T6 F.0 U.0", ChannelMask::from_bits(bits));
        assert_eq!(load.is_empty(), bits != 0, "{bits:#x}");
    }
}

/// INFO, Format.
#[test]
fn queries_have_neither_predicate_nor_residency() {
    let line = "resinfo.RGBA (M1, 8) T6 U.0 U.0";
    accepts(Target::Tgllp, Simd16, &[line]);
    let pred = kernel(Target::Tgllp, Simd16, line).preds.keys().next().expect("P is declared");
    let predicated = |send: &mut SamplerMessage| send.predicate = Some(Predicate::of(pred, false));
    assert_eq!(violations(&changed(Target::Tgllp, Simd16, line, predicated)), [VisaErrorKind::QueryModifier]);
    let masked = |send: &mut SamplerMessage| send.residency = true;
    assert_eq!(violations(&changed(Target::Tgllp, Simd16, line, masked)), [VisaErrorKind::QueryModifier]);
}
