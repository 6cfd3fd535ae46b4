//! The message table against the documents, and against itself.

use texvisa_ir::target::{Target, TargetSet};
use texvisa_ir::visa::message::{CodeNumbering, MESSAGES, Message, MessageClass, MessageRow, Slot};

/// A message as a document prints it: class, name, code, parameters in order.
type Golden = (MessageClass, &'static str, u8, &'static str);

/// Typed in from the parameter tables of the documents: 3D_LOAD.md (Notes), 3D_SAMPLE4.md (Format; Notes for ai),
/// 3D_SAMPLE.md (parameter table), INFO.md (Format), MEDIA_LD.md and MEDIA_ST.md (Format). Codes are the documents'.
const DOCUMENTED: &[Golden] = &[
    (MessageClass::Load, "ld", 0b0000_0111, "u v lod r"),
    (MessageClass::Load, "ld_lz", 0b0001_1010, "u v r"),
    (MessageClass::Load, "ld2dms_w", 0b0001_1100, "si mcsl mcsh u v r lod"),
    (MessageClass::Load, "ld2dms_w", 0b0001_1100, "si mcs0 mcs1 mcs2 mcs3 u v r lod"),
    (MessageClass::Load, "ld_mcs", 0b0001_1101, "u v r lod"),
    (MessageClass::Gather, "gather4", 0b0000_1000, "u v r ai"),
    (MessageClass::Gather, "gather4_c", 0b0001_0000, "ref u v r ai"),
    (MessageClass::Gather, "gather4_po", 0b0001_0001, "u v offu offv r"),
    (MessageClass::Gather, "gather4_po_c", 0b0001_0010, "ref u v offu offv r"),
    (MessageClass::Gather, "gather4_l", 0b0000_1101, "lod u v r ai"),
    (MessageClass::Gather, "gather4_i", 0b0000_1110, "u v r ai"),
    (MessageClass::Gather, "gather4_b", 0b0000_1111, "bias u v r ai"),
    (MessageClass::Gather, "gather4_po_l", 0b0010_1101, "lodoffuv u v r"),
    (MessageClass::Gather, "gather4_po_b", 0b0010_1110, "biasoffuv u v r"),
    (MessageClass::Gather, "gather4_po_i", 0b0010_1111, "u v r offuv"),
    (MessageClass::Gather, "gather4_po_l_c", 0b0011_0111, "ref lodoffuv u v r"),
    (MessageClass::Sample, "sample_l", 0x02, "lod u v r ai"),
    (MessageClass::Sample, "sample_b_c", 0x05, "ref bias u v r ai"),
    (MessageClass::Sample, "sample_l_c", 0x06, "ref lod u v r ai"),
    (MessageClass::Sample, "lod", 0x09, "u v r ai"),
    (MessageClass::Sample, "sample_d_c", 0x14, "ref u dudx dudy v dvdx dvdy r drdx drdy ai"),
    (MessageClass::Sample, "sample_lz", 0x18, "u v r ai"),
    (MessageClass::Sample, "sample_c_lz", 0x19, "ref u v r ai"),
    (MessageClass::Sample, "sample_po", 0x20, "u v r offuvr ai"),
    (MessageClass::Sample, "sample_po_b", 0x21, "biasoffuvr u v r ai"),
    (MessageClass::Sample, "sample_po_l", 0x22, "lodoffuvr u v r ai"),
    (MessageClass::Sample, "sample_po_c", 0x23, "ref u v r offuv_r ai"),
    (MessageClass::Sample, "sample_po_d", 0x24, "u dudx dudy v dvdx dvdy r offuvr_r drdx drdy ai"),
    (MessageClass::Sample, "sample_po_l_c", 0x26, "ref lodoffuv u v r ai"),
    (MessageClass::Info, "resinfo", 0b01010, "lod"),
    (MessageClass::Info, "sampleinfo", 0b01011, ""),
    (MessageClass::MediaLoad, "media_ld", 0, "x y"),
    (MessageClass::MediaStore, "media_st", 0, "x y"),
];

/// Rows whose document is not the last word. Typed in from Intel's intrinsics (`Intrinsic_definitions.yml`: parameters
/// in order, with the trailing lower bound of the level of detail) and header (`VISASampler3DSubOpCode`); for the
/// packed comparing gathers from Intel's message tables, as the document merges two forms under one name.
const AMENDED: &[Golden] = &[
    (MessageClass::Load, "ld_l", 27, "u v r lod"),
    (MessageClass::Gather, "gather4_i_c", 21, "ref u v r ai"),
    (MessageClass::Gather, "gather4_l_c", 23, "ref lod u v r ai"),
    (MessageClass::Gather, "gather4_po", 40, "u v r offuv"),
    (MessageClass::Gather, "gather4_po_c", 48, "ref u v offuv_r"),
    (MessageClass::Gather, "gather4_po_i_c", 53, "ref u v offuv_r"),
    (MessageClass::Sample, "sample", 0, "u v r ai mlod"),
    (MessageClass::Sample, "sample_b", 1, "bias u v r ai mlod"),
    (MessageClass::Sample, "sample_c", 3, "ref u v r ai mlod"),
    (MessageClass::Sample, "sample_d", 4, "u dudx dudy v dvdx dvdy r drdx drdy ai mlod"),
    (MessageClass::Sample, "sample+killpix", 12, "u v r"),
    (MessageClass::Sample, "sample_d_c_mlod", 17, "ref u dudx dudy v dvdx dvdy r drdx drdy ai mlod"),
    (MessageClass::Sample, "sample_mlod", 18, "mlod u v r ai"),
    (MessageClass::Sample, "sample_c_mlod", 19, "mlod ref u v r ai"),
    (MessageClass::Sample, "sample_po_lz", 56, "u v r offuvr"),
    (MessageClass::Sample, "sample_po_c_lz", 57, "ref u v offuv_r"),
];

#[test]
fn every_row_is_golden_and_every_golden_row_is_there() {
    let rows: Vec<_> = MESSAGES
        .iter()
        .map(|row| {
            let slots: Vec<_> = row.slots.iter().map(|slot| slot.name()).collect();
            (row.class, row.name, row.code.documented, slots.join(" "))
        })
        .collect();
    let golden: Vec<_> = DOCUMENTED
        .iter()
        .chain(AMENDED)
        .map(|(class, name, code, slots)| (*class, *name, *code, (*slots).to_owned()))
        .collect();
    for row in &rows {
        assert!(golden.contains(row), "{row:?} is in no document");
    }
    for row in &golden {
        assert!(rows.contains(row), "{row:?} is not in the table");
    }
    assert_eq!(rows.len(), golden.len());
}

/// Intel's header numbers gather4_b 14 and gather4_i 15; the document has them the other way round.
#[test]
fn only_two_codes_differ_between_the_numberings() {
    let differing: Vec<_> = MESSAGES
        .iter()
        .filter(|row| row.code.finalizer != row.code.documented)
        .map(|row| (row.name, row.code.finalizer, row.code.documented))
        .collect();
    assert_eq!(differing, [("gather4_b", 14, 15), ("gather4_i", 15, 14)]);
}

fn parameter_bytes(row: &MessageRow) -> impl Iterator<Item = u32> {
    [2, 4].into_iter().filter(move |bytes| row.admits_bytes(*bytes))
}

#[test]
fn codes_and_texts_lead_to_one_row_and_back() {
    for row in MESSAGES {
        assert!(Target::ALL.iter().any(|target| row.targets.contains(*target)), "{} is a dead row", row.name);
        for target in row.targets.iter() {
            for bytes in parameter_bytes(row) {
                assert_eq!(Message::from_mnemonic(row.mnemonic, target, bytes), Some(row.id), "{} {target}", row.name);
                for numbering in [CodeNumbering::Finalizer, CodeNumbering::Documented] {
                    let code = row.code.in_numbering(numbering);
                    let found = Message::from_code(row.class, code, target, bytes, numbering);
                    assert_eq!(found, Some(row.id), "{} {target} {numbering:?}", row.name);
                }
            }
        }
    }
}

/// Two rows with one key would hide each other: the lookups above would find the first for both.
#[test]
fn no_two_rows_share_a_key() {
    for (index, row) in MESSAGES.iter().enumerate() {
        assert_eq!(row.id as usize, index);
        for other in &MESSAGES[index + 1..] {
            let alike = parameter_bytes(row).any(|bytes| other.admits_bytes(bytes));
            if !alike || !row.targets.intersects(other.targets) {
                continue;
            }
            assert_ne!(row.mnemonic, other.mnemonic);
            for numbering in [CodeNumbering::Finalizer, CodeNumbering::Documented] {
                let key = |row: &MessageRow| (row.class, row.code.in_numbering(numbering));
                assert_ne!(key(row), key(other), "{} and {}", row.name, other.name);
            }
        }
    }
}

/// Intel's compiler, release 1.0.12504.6: gather4 with offsets ends with TGLLP, words for ld2dms_w begin with ICLLP.
#[test]
fn messages_begin_and_end_with_their_platforms() {
    let targets = |message: Message| message.row().targets;
    assert_eq!(targets(Message::Gather4Po), TargetSet::range(Target::Skl, Target::Tgllp));
    assert_eq!(targets(Message::Ld2dmsWWord), TargetSet::since(Target::Icllp));
    assert_eq!(targets(Message::LdL), TargetSet::since(Target::Lnl));
    assert_eq!(targets(Message::Ld), TargetSet::ALL);
}

/// The count table of Intel's compiler (PayloadMapping): `sent -> legal`.
#[test]
fn counts_are_raised_to_what_is_legal() {
    let raised = |message: Message, count: u32| {
        let row = message.row();
        row.counts.at_least(count, row.slots.len() as u32, Target::Tgllp.platform())
    };
    assert_eq!([1, 2, 3, 4, 5].map(|count| raised(Message::SampleL, count)), [2, 2, 3, 4, 5]);
    assert_eq!([1, 2, 3, 4].map(|count| raised(Message::SampleBC, count)), [3, 3, 3, 4]);
    assert_eq!(
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(|count| raised(Message::SampleD, count)),
        [3, 3, 3, 4, 6, 6, 7, 9, 9, 10]
    );
    assert_eq!(
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(|count| raised(Message::SampleDC, count)),
        [1, 4, 4, 4, 7, 7, 7, 10, 10, 10]
    );
    // Eight become nine only where gradients have a third axis (supports3DAndCubeSampleD).
    let eight = |target: Target| Message::SampleD.row().admits_count(8, target.platform());
    assert_eq!([Target::Tgllp, Target::XehpSdv, Target::Dg2, Target::Mtl].map(eight), [false, true, true, true]);
    assert_eq!(raised(Message::Ld, 1), 1);
    assert_eq!(raised(Message::Sampleinfo, 0), 0);
}

/// 3D_LOAD and 3D_SAMPLE: ld_lz, sample_lz and sample_c_lz are their messages without a LOD. The packed forms are those
/// of Intel's header.
#[test]
fn forms_for_lod_zero_have_the_other_slots() {
    let forms: Vec<_> = MESSAGES.iter().filter_map(|row| Some((row, row.lz?.row()))).collect();
    let names: Vec<_> = forms.iter().map(|(row, lz)| (row.name, lz.name)).collect();
    assert_eq!(
        names,
        [
            ("ld", "ld_lz"),
            ("sample_l", "sample_lz"),
            ("sample_l_c", "sample_c_lz"),
            ("sample_po_l", "sample_po_lz"),
            ("sample_po_l_c", "sample_po_c_lz"),
        ]
    );
    for (row, lz) in forms {
        assert!(!lz.slots.contains(&Slot::Lod) && !lz.implicit_lod && !row.implicit_lod, "{}", lz.name);
        if row.slots.contains(&Slot::Lod) {
            let rest: Vec<_> = row.slots.iter().filter(|slot| **slot != Slot::Lod).collect();
            assert_eq!(rest, lz.slots.iter().collect::<Vec<_>>(), "{}", lz.name);
        }
    }
}

/// Intel's compiler, release 1.0.12504.6 (TranslateToProgrammableOffsets, WorkaroundAnalysis).
#[test]
fn offsets_are_immediate_or_parameters() {
    for row in MESSAGES.iter().filter(|row| row.takes_offsets) {
        let own = row.slots.iter().any(|slot| slot.offsets() > 0 || *slot == Slot::Si);
        assert!(!own && row.class.has_modifiers(), "{}", row.name);
    }
}
