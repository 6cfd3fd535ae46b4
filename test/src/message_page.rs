//! The page `docs/messages.md`: what the tables say of each message on each target, for readers.

use std::fmt::Write;

use texvisa_ir::target::{Evidence, Target};
use texvisa_ir::texture::ChannelMask;
use texvisa_ir::visa::DataType;
use texvisa_ir::visa::message::{MESSAGES, MessageClass, MessageRow, Slot};
use texvisa_ir::visa::message_shape::MessageShape;

use crate::finalizer::{is_encoded, reads};

const TITLE: &str = "# Messages

What each message of the sampler and of media blocks is sent with, and which targets have it. Everything here comes from the
tables that texvisa itself uses: `ir/src/visa/message.rs`, `ir/src/visa/message_shape.rs` and `ir/src/target.rs`. The page is
generated: `./x test --bless` updates it.
";

const NUMBERINGS: &str = "
## Two numberings

Intel's documents and Intel's software number two messages differently. 3D_SAMPLE4 says that gather4_i is 14 and gather4_b is
15; the compiler's header (`visa_igc_common_header.h`), by which the finalizer works, has gather4_b 14 and gather4_i 15. The
codes above are the finalizer's, and so are those in binaries and descriptors by default: the reader of a
binary decides what a code means, and the low five bits of the code are the message type that the sampler gets. A binary in
the documents' numbering would send the other of the two messages, and nothing would report it. The documents' numbering is
there (`CodeNumbering::Documented`) for files that follow the documents.
";

/// The text of the page.
pub fn message_page() -> String {
    let mut page = TITLE.to_owned();
    targets(&mut page);
    for (class, heading, instruction) in [
        (MessageClass::Load, "Loads", "3D_LOAD"),
        (MessageClass::Sample, "Samples", "3D_SAMPLE"),
        (MessageClass::Gather, "Gathers", "3D_SAMPLE4"),
        (MessageClass::Info, "Queries", "INFO"),
        (MessageClass::MediaLoad, "Media blocks that are read", "MEDIA_LD"),
        (MessageClass::MediaStore, "Media blocks that are written", "MEDIA_ST"),
    ] {
        let rows: Vec<&MessageRow> = MESSAGES.iter().filter(|row| row.class == class).collect();
        line(
            &mut page,
            format_args!("\n## {heading}\n\n{instruction}, code {:#04x} in binaries.\n", class.instruction_code()),
        );
        parameters(&mut page, &rows);
        page.push('\n');
        support(&mut page, &rows);
    }
    page.push_str(NUMBERINGS);
    page
}

/// Writing to a string does not fail.
fn line(page: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = page.write_fmt(text);
    page.push('\n');
}

fn row(page: &mut String, cells: &[String]) {
    line(page, format_args!("| {} |", cells.join(" | ")));
}

fn header(page: &mut String, cells: &[&str]) {
    row(page, &cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>());
    row(page, &vec!["---".to_owned(); cells.len()]);
}

fn targets(page: &mut String) {
    page.push_str(
        "
## Targets

A message has n or 2n lanes, n being the dwords in a register. The finalizer splits some messages of 2n lanes in two of n lanes;
*split in two* says which: `32 bits: from 6` means those with 6 or more parameters of 32 bits. PVC has no sampler; its rows are what
the finalizer encodes for it.

*Evidence* says what a row was compared with: Intel's finalizer, release 1.0.12504.6, or documents and sources alone, because no tool
at hand encodes for the target, or encodes the message. `from binaries` is a message that the finalizer reads only in the binary form.

",
    );
    header(page, &["target", "register", "lanes of a message", "`sample_lz`, `sample_c_lz`", "evidence"]);
    for target in Target::ALL {
        let platform = target.platform();
        let lz = if platform.sample_lz { "yes" } else { "no: Wa_14013297064" };
        let evidence = match platform.evidence {
            Evidence::Finalizer if platform.has_sampler => "finalizer",
            Evidence::Finalizer => "finalizer; no sampler",
            Evidence::Documented => "documents",
        };
        let native = platform.native_simd;
        row(
            page,
            &[
                target.to_string(),
                format!("{} bytes", platform.grf_bytes),
                format!("{native}, {}", 2 * native),
                lz.to_owned(),
                evidence.to_owned(),
            ],
        );
    }
}

fn parameters(page: &mut String, rows: &[&MessageRow]) {
    header(page, &["message", "text", "code", "parameters in order", "how many", "types", "offsets", "split in two"]);
    for message in rows {
        let slots: Vec<&str> = message.slots.iter().map(|slot| slot.name()).collect();
        let code = match (message.class, message.code.finalizer, message.code.documented) {
            (MessageClass::MediaLoad | MessageClass::MediaStore, ..) => String::new(),
            (_, finalizer, documented) if finalizer == documented => format!("{finalizer:#04x}"),
            (_, finalizer, documented) => format!("{finalizer:#04x} (documents: {documented:#04x})"),
        };
        row(
            page,
            &[
                message.name.to_owned(),
                format!("`{}`", message.mnemonic),
                code,
                slots.join(" "),
                counts(message),
                types(message),
                if message.takes_offsets { "yes" } else { "no" }.to_owned(),
                split(message),
            ],
        );
    }
}

/// `1 to 4`, or every number where some are missing between; then those that only some targets take.
fn counts(message: &MessageRow) -> String {
    let on = |target: Target| message.legal_counts(target.platform()).collect::<Vec<u32>>();
    let mut counts = on(Target::FIRST);
    message.targets.iter().for_each(|target| counts.retain(|count| on(target).contains(count)));
    let mut text = match (counts.first(), counts.last()) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) if (last - first) as usize + 1 == counts.len() => format!("{first} to {last}"),
        _ => counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    for count in (0..=message.slots.len() as u32).filter(|count| !counts.contains(count)) {
        let targets: Vec<_> = message.targets.iter().filter(|target| on(*target).contains(&count)).collect();
        if !targets.is_empty() {
            let names = targets.iter().map(Target::to_string).collect::<Vec<_>>().join(", ");
            text.push_str(&format!("; {names}: {count} too"));
        }
    }
    text
}

/// The types of the parameters, by the targets that have them.
fn types(message: &MessageRow) -> String {
    let mut groups: Vec<(Target, Target, &[DataType])> = Vec::new();
    for target in message.targets.iter() {
        let types = message.types(target.platform());
        match groups.last_mut() {
            Some((_, last, same)) if *same == types => *last = target,
            _ => groups.push((target, target, types)),
        }
    }
    let names = |types: &[DataType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let mut text = match &groups[..] {
        _ if message.slots.is_empty() => String::new(),
        [(_, _, types)] => names(types),
        groups => {
            let shown = groups.iter().map(|(first, last, types)| format!("{}: {}", span(*first, *last), names(types)));
            shown.collect::<Vec<_>>().join("; ")
        }
    };
    if message.slots.contains(&Slot::OffU) {
        text.push_str("; offu, offv: d");
    }
    if message.slots.iter().any(|slot| slot.is_packed()) {
        text.push_str("; packed offsets: any dword");
    }
    text
}

fn span(first: Target, last: Target) -> String {
    match (first == last, last == *Target::ALL.last().unwrap_or(&last)) {
        (true, _) => first.to_string(),
        (_, true) => format!("{first} on"),
        _ => format!("{first} to {last}"),
    }
}

/// From how many parameters on a message of twice the native width is split in two, without and with a header.
fn split(message: &MessageRow) -> String {
    if !message.class.has_modifiers() {
        return "no".to_owned();
    }
    let from = |bytes: u32, offset: u16| {
        let shape = |params: u32| MessageShape {
            message: message.id,
            lanes: 16,
            param_bytes: bytes,
            params,
            channels: ChannelMask::from_bits(1),
            offset: Some(offset),
            sampler_handle: false,
            residency: false,
            result_bytes: Some(4),
            grf_bytes: 32,
        };
        message.legal_counts(Target::FIRST.platform()).find(|count| shape(*count).is_split())
    };
    if message.legal_counts(Target::FIRST.platform()).next() == from(4, 0) {
        return "always".to_owned();
    }
    let sizes = [(4, "32 bits"), (2, "16 bits")].into_iter().filter(|(bytes, _)| message.admits_bytes(*bytes));
    let cases = sizes.filter_map(|(bytes, size)| match (from(bytes, 0), from(bytes, 1)) {
        (None, None) => None,
        (Some(plain), Some(headed)) if plain == headed => Some(format!("{size}: from {plain}")),
        (Some(plain), Some(headed)) => Some(format!("{size}: from {plain}, with a header {headed}")),
        (_, Some(headed)) => Some(format!("{size}: with a header from {headed}")),
        (Some(plain), None) => Some(format!("{size}: without a header from {plain}")),
    });
    let cases: Vec<String> = cases.collect();
    if cases.is_empty() { "no".to_owned() } else { cases.join("; ") }
}

fn support(page: &mut String, rows: &[&MessageRow]) {
    let mut heads = vec!["message".to_owned()];
    heads.extend(Target::ALL.iter().map(ToString::to_string));
    heads.push("evidence".to_owned());
    header(page, &heads.iter().map(String::as_str).collect::<Vec<_>>());
    for message in rows {
        // Two layouts of one message have a line each.
        let alike = |other: &&MessageRow| other.name == message.name && other.targets.intersects(message.targets);
        let mut name = message.name.to_owned();
        if rows.iter().filter(|row| alike(row)).count() > 1 {
            let _ = write!(name, " ({})", types(message));
        }
        let mut cells = vec![name];
        cells.extend(Target::ALL.iter().map(|target| widths(message, *target)));
        cells.push(evidence(message).to_owned());
        row(page, &cells);
    }
}

fn widths(message: &MessageRow, target: Target) -> String {
    let platform = target.platform();
    match message.class {
        _ if !message.is_usable(target) => "-".to_owned(),
        MessageClass::MediaLoad | MessageClass::MediaStore => "yes".to_owned(),
        _ => format!("{}, {}", platform.native_simd, 2 * platform.native_simd),
    }
}

/// What shows that a message is as the table has it.
fn evidence(message: &MessageRow) -> &'static str {
    match (is_encoded(message), reads(message)) {
        (true, true) => "finalizer",
        (true, false) => "finalizer, from binaries",
        (false, _) => "documents",
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::visa::message::Message;

    use super::*;

    /// Every row has a line in both tables of its class, and every target a column.
    #[test]
    fn the_page_has_every_message_and_target() {
        let page = message_page();
        for message in MESSAGES {
            let lines = page.lines().filter(|line| line.contains(&format!("| `{}` |", message.mnemonic))).count();
            let rows = MESSAGES.iter().filter(|other| other.mnemonic == message.mnemonic).count();
            assert_eq!(lines, rows, "{}", message.name);
        }
        for target in Target::ALL {
            assert!(page.contains(&format!("\n| {target} | ")), "{target}");
        }
    }

    /// Typed in from the measurements: 7 dwords are split at the width of two registers, words never; derivatives always.
    #[test]
    fn messages_are_split_as_was_measured() {
        let split = |message: Message| split(message.row());
        assert_eq!(split(Message::Ld2dmsWDword), "32 bits: from 6");
        assert_eq!(split(Message::Ld2dmsWWord), "no");
        assert_eq!(split(Message::SampleD), "always");
        assert_eq!(split(Message::Gather4), "no");
        assert_eq!(split(Message::LdLz), "no");
    }

    #[test]
    fn cells_say_what_the_tables_say() {
        assert_eq!(counts(Message::SampleD.row()), "3, 4, 6, 7, 9, 10, 11; xehp_sdv, dg2, mtl, lnl, bmg, ptl: 8 too");
        assert_eq!(counts(Message::Sampleinfo.row()), "0");
        assert_eq!(counts(Message::Ld.row()), "1 to 4");
        assert_eq!(types(Message::SampleL.row()), "skl: f; icllp on: f, hf");
        assert_eq!(types(Message::LdMcs.row()), "skl to tgllp: ud; xehp_sdv on: ud, uw");
        assert_eq!(widths(Message::SampleLz.row(), Target::Dg2), "-");
        assert_eq!(widths(Message::SampleLz.row(), Target::Pvc), "16, 32");
        assert_eq!(evidence(Message::Gather4L.row()), "documents");
        assert_eq!(evidence(Message::Gather4PoP.row()), "documents");
        assert_eq!(evidence(Message::Gather4Po.row()), "finalizer");
        assert_eq!(evidence(Message::Lod.row()), "finalizer, from binaries");
        assert_eq!(evidence(Message::SampleKillPix.row()), "finalizer, from binaries");
    }
}
