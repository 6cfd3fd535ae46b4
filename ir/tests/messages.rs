//! The message table against the documents, and against itself.

mod golden;

use texvisa_ir::target::{Target, TargetSet};
use texvisa_ir::visa::message::{CodeNumbering, MESSAGES, Message, MessageClass, MessageRow, Slot};

#[test]
fn every_row_is_golden_and_every_golden_row_is_there() {
    let rows: Vec<_> = MESSAGES.iter().map(golden::row).collect();
    assert_eq!(golden::mismatches(&rows), Vec::<String>::new());
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

/// 3D_SAMPLE and 3D_SAMPLE4, Description: a sample derives its level of detail unless it is given the level or derivatives, or
/// the level is zero; a gather reads the most detailed level unless it has a bias or is of the forms with `i`.
#[test]
fn messages_that_are_given_no_level_derive_it() {
    for row in MESSAGES {
        let has = |part: &&str| row.name.split(['_', '+']).any(|word| word == *part);
        let derives = match row.class {
            MessageClass::Sample => !["l", "lz", "d"].iter().any(has),
            MessageClass::Gather => ["b", "i"].iter().any(has),
            _ => false,
        };
        assert_eq!(row.implicit_lod, derives, "{}", row.name);
    }
}
