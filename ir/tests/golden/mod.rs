//! The rows of the message table, typed in from the documents.
//!
//! `test/museum` asks them, too, about tables that are wrong.

use texvisa_ir::visa::message::{MessageClass, MessageCode, MessageRow};

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

/// The messages whose code in Intel's header (`VISASampler3DSubOpCode`) is another than the document's: their names and
/// that code. The header numbers gather4_b 14 and gather4_i 15.
const NUMBERED_BY_HEADER: &[(&str, u8)] = &[("gather4_b", 14), ("gather4_i", 15)];

/// What a row of a table says of a message: instruction, name, codes, parameters.
pub type Said = (MessageClass, &'static str, MessageCode, String);

/// What a row of the table says.
pub fn row(row: &MessageRow) -> Said {
    let slots: Vec<_> = row.slots.iter().map(|slot| slot.name()).collect();
    (row.class, row.name, row.code, slots.join(" "))
}

/// Where a table says something else than the documents.
pub fn mismatches(rows: &[Said]) -> Vec<String> {
    let mut found = Vec::new();
    let golden: Vec<Said> = DOCUMENTED.iter().chain(AMENDED).map(|row| said(*row)).collect();
    found.extend(rows.iter().filter(|row| !golden.contains(row)).map(|row| format!("{row:?} is in no document")));
    found.extend(golden.iter().filter(|row| !rows.contains(row)).map(|row| format!("{row:?} is not in the table")));
    if rows.len() != golden.len() {
        found.push(format!("{} rows; expected {}", rows.len(), golden.len()));
    }
    found
}

fn said((class, name, documented, slots): Golden) -> Said {
    let by_header = NUMBERED_BY_HEADER.iter().find(|(known, _)| *known == name);
    let finalizer = by_header.map_or(documented, |(_, code)| *code);
    (class, name, MessageCode { finalizer, documented }, slots.to_owned())
}
