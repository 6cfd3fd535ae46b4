//! What a message is sent with.

use super::*;
use texvisa_ir::visa::DataType;
use texvisa_ir::visa::Raw;
use texvisa_ir::visa::message::{MESSAGES, Message, Slot};

fn wrong_type(slot: Slot, given: DataType, allowed: &'static [DataType]) -> VisaErrorKind {
    VisaErrorKind::ParameterType { slot, given, allowed }
}

/// 3D_SAMPLE4, Notes: F before ICLLP, F or HF from ICLLP on.
#[test]
fn half_parameters_begin_with_icllp() {
    let [floats, halves] = ["F", "H"].map(|var| format!("sample_lz.R (M1, 16) 0x0:uw S0 T6 F.0 {var}.0 {var}.64"));
    let [gather, half_gather] = ["F", "H"].map(|var| format!("sample4.R (M1, 8) 0x0:uw S0 T6 F.0 {var}.0"));
    accepts(Target::Skl, Simd16, &[&floats, &gather]);
    accepts(Target::Icllp, Simd16, &[&floats, &halves, &gather, &half_gather]);
    let found = violations(&kernel(Target::Skl, Simd16, &halves));
    let wrong = |slot| wrong_type(slot, DataType::Hf, &[DataType::F]);
    assert_eq!(found, [wrong(Slot::U), wrong(Slot::V)]);
    refuses(Target::Skl, Simd16, &half_gather, wrong(Slot::U));
    let found = violations(&kernel(Target::Tgllp, Simd16, "sample_lz.R (M1, 8) 0x0:uw S0 T6 F.0 U.0"));
    assert_eq!(found, [wrong_type(Slot::U, DataType::Ud, &[DataType::F, DataType::Hf])]);
}

/// 3D_LOAD, Notes: UD or UW. Either sign is legal: Intel's compiler declares most as D or W.
#[test]
fn loads_take_dwords_or_words() {
    for var in ["U", "I", "W", "SW"] {
        accepts(Target::Skl, Simd16, &[&format!("load_lz.R (M1, 8) 0x0:uw T6 F.0 {var}.0 {var}.32")]);
    }
    let allowed = &[DataType::Ud, DataType::Uw];
    let line = "load_lz.R (M1, 8) 0x0:uw T6 F.0 F.0";
    refuses(Target::Tgllp, Simd16, line, wrong_type(Slot::U, DataType::F, allowed));
    let line = "load_lz.R (M1, 8) 0x0:uw T6 F.0 H.0";
    refuses(Target::Tgllp, Simd16, line, wrong_type(Slot::U, DataType::Hf, allowed));
    let words = "load_mcs.R (M1, 8) 0x0:uw T6 F.0 W.0";
    accepts(Target::XehpSdv, Simd16, &[words]);
    refuses(Target::Tgllp, Simd16, words, wrong_type(Slot::U, DataType::Uw, &[DataType::Ud]));
}

#[test]
fn parameters_have_one_type() {
    let mixed = |slot, given, first| VisaErrorKind::MixedTypes { slot, given, first };
    accepts(Target::Tgllp, Simd16, &["load_lz.R (M1, 8) 0x0:uw T6 F.0 U.0 I.32"]);
    let line = "load_lz.R (M1, 8) 0x0:uw T6 F.0 U.0 W.0";
    refuses(Target::Tgllp, Simd16, line, mixed(Slot::V, DataType::Uw, DataType::Ud));
    let line = "sample_l.R (M1, 8) 0x0:uw S0 T6 F.0 F.0 F.32 H.0";
    refuses(Target::Tgllp, Simd16, line, mixed(Slot::V, DataType::Hf, DataType::F));
}

/// 3D_LOAD, Format: two layouts of ld2dms_w, which the type tells apart.
#[test]
fn ld2dms_w_has_a_layout_for_each_type() {
    accepts(
        Target::Tgllp,
        Simd16,
        &[
            "load_2dms_w.R (M1, 8) 0x0:uw T6 F.0 U.0 U.32 U.64 U.96 U.128 U.160 U.192",
            "load_2dms_w.R (M1, 8) 0x0:uw T6 F.0 W.0 W.32 W.64 W.96 W.128 W.160 W.192 W.224 W.256",
        ],
    );
    let mixed = "load_2dms_w.R (M1, 8) 0x0:uw T6 F.0 U.0 W.32 U.64 U.96";
    let found = violations(&kernel(Target::Tgllp, Simd16, mixed));
    let allowed = &[DataType::Ud];
    let expected = [
        wrong_type(Slot::McsL, DataType::Uw, allowed),
        VisaErrorKind::MixedTypes { slot: Slot::McsL, given: DataType::Uw, first: DataType::Ud },
    ];
    assert_eq!(found, expected);
    let words = "load_2dms_w.R (M1, 8) 0x0:uw T6 F.0 U.0 U.32";
    let layout = |message: Message| changed(Target::Tgllp, Simd16, words, |send| send.message = message);
    assert_eq!(violations(&layout(Message::Ld2dmsWDword)), []);
    let wrong = |slot| wrong_type(slot, DataType::Ud, &[DataType::Uw]);
    assert_eq!(violations(&layout(Message::Ld2dmsWWord)), [wrong(Slot::Si), wrong(Slot::Mcs0)]);
}

/// 3D_SAMPLE4, Offu and Offv: D.
#[test]
fn offsets_that_are_parameters_are_signed_dwords() {
    let line = |offsets: &str| format!("sample4_po.R (M1, 8) 0x0:uw S0 T6 F.0 F.0 F.32 {offsets}");
    accepts(Target::Tgllp, Simd16, &[&line("I.0 I.32"), &line("I.0 I.32 F.64"), &line("I.0")]);
    let wrong = |slot, given| wrong_type(slot, given, &[DataType::D]);
    refuses(Target::Tgllp, Simd16, &line("U.0"), wrong(Slot::OffU, DataType::Ud));
    refuses(Target::Tgllp, Simd16, &line("I.0 F.0"), wrong(Slot::OffV, DataType::F));
}

/// Words of several parts are bits in a dword of any type.
#[test]
fn packed_words_are_dwords() {
    let line = |offset: &str| format!("sample4_po.R (M1, 16) 0x0:uw S0 T6 F.0 F.0 F.64 F.128 {offset}.0");
    accepts(Target::Lnl, Simd16, &[&line("F"), &line("U"), &line("I")]);
    let allowed = &[DataType::F, DataType::Ud, DataType::D];
    refuses(Target::Lnl, Simd16, &line("W"), wrong_type(Slot::OffUv, DataType::Uw, allowed));
}

/// INFO, LOD: UD.
#[test]
fn queries_take_an_integer_level() {
    accepts(Target::Tgllp, Simd16, &["resinfo.RGBA (M1, 8) T6 U.0 U.0", "resinfo.R (M1, 16) T6 I.0 I.0"]);
    let line = "resinfo.R (M1, 8) T6 F.0 U.0";
    refuses(Target::Tgllp, Simd16, line, wrong_type(Slot::Lod, DataType::F, &[DataType::Ud]));
}

#[test]
fn parameters_have_an_element_for_each_lane() {
    accepts(
        Target::Tgllp,
        Simd16,
        &["sample_lz.R (M1, 8) 0x0:uw S0 T6 F.0 F32.0", "sample_lz.R (M1, 8) 0x0:uw S0 T6 F.0 H16.0"],
    );
    let short = |given, needed| VisaErrorKind::ParameterBytes { slot: Slot::U, given, needed };
    let line = "sample_lz.R (M1, 16) 0x0:uw S0 T6 F.0 F32.0";
    refuses(Target::Tgllp, Simd16, line, short(32, 64));
    refuses(Target::Tgllp, Simd16, "sample_lz.R (M1, 8) 0x0:uw S0 T6 F.0 F32.32", short(0, 32));
    refuses(Target::Tgllp, Simd16, "sample_lz.R (M1, 16) 0x0:uw S0 T6 F.0 H16.0", short(16, 32));
}

/// Every message with every number of parameters up to one more than it has: those that the table calls legal.
#[test]
fn messages_are_sent_with_a_legal_number_of_parameters() {
    let (mut accepted, mut refused) = (0, 0);
    for row in MESSAGES.iter().filter(|row| row.targets.contains(Target::Lnl)) {
        if row.class.has_modifiers() || row.id == Message::Resinfo || row.id == Message::Sampleinfo {
            let legal: Vec<u32> = row.legal_counts(Target::Lnl.platform()).collect();
            for given in 0..=row.slots.len() as u32 + 1 {
                let found = violations(&sent_with(row.id, given));
                if legal.contains(&given) {
                    assert_eq!(found, [], "{} with {given}", row.name);
                    accepted += 1;
                } else {
                    let violation = VisaErrorKind::Count { name: row.name, given, allowed: legal.clone() };
                    assert_eq!(found, [violation], "{} with {given}", row.name);
                    refused += 1;
                }
            }
        }
    }
    assert!(accepted > 150 && refused > 80, "{accepted} {refused}");
}

/// A kernel that sends `message` with `count` parameters of its types, on LNL.
fn sent_with(message: Message, count: u32) -> VisaKernel {
    let row = message.row();
    let template = match row.class.has_sampler() {
        true => "sample_l.R (M1, 16) 0x0:uw S0 T6 F.0 F.0 F.0",
        false if row.class.has_modifiers() => "load_lz.R (M1, 16) 0x0:uw T6 U.0 U.0",
        false => "sampleinfo.R (M1, 16) T6 U.0",
    };
    let mut kernel = kernel(Target::Lnl, Simd16, template);
    let var = |name: &str| {
        let mut vars = kernel.vars.keys();
        vars.find(|var| kernel.names.var(*var) == Some(name)).expect("a variable of the declarations")
    };
    let ty = row.types(Target::Lnl.platform())[0];
    let all = [("U", DataType::Ud), ("W", DataType::Uw), ("F", DataType::F), ("H", DataType::Hf)];
    let plain = var(all.iter().find(|named| named.1 == ty).expect("a type of parameters").0);
    let signed = var("I");
    let slots = row.slots.iter().copied().map(Some).chain([None]).take(count as usize);
    let params: Vec<Raw> = slots
        .map(|slot| Raw::whole(if matches!(slot, Some(Slot::OffU | Slot::OffV)) { signed } else { plain }))
        .collect();
    let params = kernel.push_raws(&params);
    for inst in &mut kernel.insts {
        if let Inst::Sampler(send) = inst {
            send.message = message;
            send.params = params;
        }
    }
    kernel
}

/// PayloadMapping of Intel's compiler: derivatives come in pairs.
#[test]
fn derivatives_are_sent_in_pairs() {
    let line = |count: usize| {
        let params: Vec<_> = (0..count).map(|index| format!("F.{}", 32 * index)).collect();
        format!("sample_d.R (M1, 8) 0x0:uw S0 T6 F.0 {}", params.join(" "))
    };
    accepts(Target::Tgllp, Simd8, &[&line(3), &line(6), &line(9)]);
    let allowed = vec![3, 4, 6, 7, 9, 10, 11];
    refuses(Target::Tgllp, Simd8, &line(5), VisaErrorKind::Count { name: "sample_d", given: 5, allowed });
}

/// 3D_SAMPLE4, Op; compiler: `hasGather4PO`, messages of Xe2, Wa_14013297064.
#[test]
fn targets_have_their_messages() {
    let line = "sample_l.R (M1, 16) 0x0:uw S0 T6 F.0 F.0 F.64";
    let sent = |message: Message, target: Target| changed(target, Simd16, line, |send| send.message = message);
    for (message, has, lacks) in [
        (Message::Gather4L, Target::Bmg, Target::Pvc),
        (Message::SampleMlod, Target::Lnl, Target::Dg2),
        (Message::SampleLz, Target::Mtl, Target::Dg2),
        (Message::SampleCLz, Target::Skl, Target::Dg2),
    ] {
        assert_eq!(violations(&sent(message, has)), [], "{}", message.row().name);
        let violation = VisaErrorKind::NoMessage { name: message.row().name, target: lacks };
        assert_eq!(violations(&sent(message, lacks)), [violation]);
    }
    let offsets = "sample4_po.R (M1, 8) 0x0:uw S0 T6 F.0 F.0 F.32 I.0 I.32";
    let mut kernel = kernel(Target::Tgllp, Simd16, offsets);
    assert_eq!(violations(&kernel), []);
    kernel.target = Target::XehpSdv;
    assert_eq!(violations(&kernel), [VisaErrorKind::NoMessage { name: "gather4_po", target: Target::XehpSdv }]);
}

/// 3D_LOAD, Aoffimmi.
#[test]
fn immediate_offsets_are_twelve_bits_of_a_uw() {
    let line = |offset: &str| format!("load_lz.R (M1, 8) {offset} T6 F.0 U.0");
    accepts(Target::Tgllp, Simd16, &[&line("0x0:uw"), &line("0xfff:uw"), &line("0x78f:uw"), &line("W(0,0)<0;1,0>")]);
    refuses(Target::Tgllp, Simd16, &line("0x1000:uw"), VisaErrorKind::OffsetReserved { given: 0x1000 });
    refuses(Target::Tgllp, Simd16, &line("0x8001:uw"), VisaErrorKind::OffsetReserved { given: 0x8001 });
    refuses(Target::Tgllp, Simd16, &line("0x1:ud"), VisaErrorKind::OffsetType { given: DataType::Ud });
    refuses(Target::Tgllp, Simd16, &line("I(0,0)<0;1,0>"), VisaErrorKind::OffsetType { given: DataType::D });
}

#[test]
fn some_messages_take_no_immediate_offsets() {
    for (target, line, name) in [
        (Target::Tgllp, "sample4_po.R (M1, 16) AT S0 T6 F.0 F.0 F.64 I.0 I.64", "gather4_po"),
        (Target::Lnl, "sample_po.R (M1, 16) AT S0 T6 F.0 F.0 F.64 F.128 U.0", "sample_po"),
        (Target::Tgllp, "load_2dms_w.R (M1, 16) AT T6 F.0 U.0 U.64 U.128", "ld2dms_w"),
        (Target::Tgllp, "lod.R (M1, 16) AT S0 T6 F.0 F.0 F.64", "lod"),
    ] {
        accepts(target, Simd16, &[&line.replace("AT", "0x0:uw")]);
        refuses(target, Simd16, &line.replace("AT", "0x100:uw"), VisaErrorKind::NoOffsets { name });
        refuses(target, Simd16, &line.replace("AT", "W(0,0)<0;1,0>"), VisaErrorKind::NoOffsets { name });
    }
    let query = changed(Target::Tgllp, Simd16, "resinfo.R (M1, 8) T6 U.0 U.0", |send| {
        send.offset = texvisa_ir::visa::Src::immediate(DataType::Uw, 1);
    });
    assert_eq!(violations(&query), [VisaErrorKind::NoOffsets { name: "resinfo" }]);
}

/// 3D_SAMPLE, Op bits 9 and 10.
#[test]
fn levels_are_compensated_and_samplers_differ_where_that_has_a_meaning() {
    let sample = |op: &str| format!("{op}.R (M1, 8) 0x0:uw S0 T6 F.0 F.0 F.32 F.64");
    accepts(Target::Icllp, Simd16, &[&sample("sample_3d.cps"), &sample("sample_b_c.cps"), &sample("sample_l.divS")]);
    let violation = VisaErrorKind::Cps { name: "sample", target: Target::Skl };
    refuses(Target::Skl, Simd16, &sample("sample_3d.cps"), violation);
    let violation = VisaErrorKind::Cps { name: "sample_l", target: Target::Tgllp };
    refuses(Target::Tgllp, Simd16, &sample("sample_l.cps"), violation);
    // As GenX_IR has it for PVC: "CPS LOD Compensation Enable must be disabled unless SIMD mode is simd8* or simd16*".
    let wide = |lanes: &str| format!("sample_3d.cps.R (M1, {lanes}) 0x0:uw S0 T6 F.0 F.0");
    accepts(Target::Pvc, Simd32, &[&wide("16")]);
    refuses(Target::Pvc, Simd32, &wide("32"), VisaErrorKind::CpsLanes { given: 32 });
    let line = "load_lz.R (M1, 8) 0x0:uw T6 F.0 U.0";
    let differing = changed(Target::Tgllp, Simd16, line, |send| send.non_uniform = true);
    assert_eq!(violations(&differing), [VisaErrorKind::NonUniform { name: "ld_lz" }]);
}

/// Mesa's `MAX_SAMPLER_MESSAGE_SIZE` is 11 registers, header included. sample_d with a lower bound of the level has eleven
/// parameters; since Xe2 sample_d_c_mlod has twelve.
#[test]
fn a_payload_has_at_most_eleven_registers() {
    let params = |count: usize| (0..count).map(|slot| format!(" F.{}", slot * 32)).collect::<String>();
    let line =
        |mask: &str, offset: &str, count| format!("sample_d.{mask} (M1, 8) {offset}:uw S0 T6 F.0{}", params(count));
    let long = VisaErrorKind::PayloadRegisters { name: "sample_d", given: 12, most: 11 };
    for target in [Target::Skl, Target::Tgllp, Target::Dg2] {
        accepts(target, Simd16, &[&line("RGB", "0x0", 11), &line("B", "0x0", 10), &line("RGB", "0x10", 10)]);
        refuses(target, Simd16, &line("B", "0x0", 11), long.clone());
        refuses(target, Simd16, &line("RGB", "0x10", 11), long.clone());
        // The finalizer splits it in two of eight lanes.
        let wide = format!("sample_d.B (M1, 16) 0x0:uw S0 T6 F.0{}", " F.0".repeat(11));
        refuses(target, Simd16, &wide, long.clone());
    }
}
