//! The page as HTML. maud escapes all text; the style sheet and the script are the two files beside this one.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::view::{Arrival, BandKind, BandView, KernelView, ListingLine, PlacedSlot, RowView, SendView, TargetView};
use crate::data::{CostRecord, OperationRecord, SendRecord, SourceRecord};
use crate::diagnostic::counted;

/// The style sheet of the page.
const STYLE: &str = include_str!("report.css");
/// The script of the page. Without it everything is shown, and nothing moves.
const SCRIPT: &str = include_str!("report.js");
/// What the page may do: nothing that needs a network.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
/// Pixels of a row of the register map, as the style sheet has it.
const ROW: usize = 18;
/// Pixels of a register in it.
const COLUMN: u32 = 10;
/// Registers between two numbers of its head.
const NUMBERED: u32 = 8;
/// Pixels of the widest bar of pressure.
const PRESSURE: u32 = 60;

/// The page on the kernels of a file.
pub fn page(file: &str, kernels: &[KernelView]) -> String {
    let targets =
        kernels.first().map_or_else(Vec::new, |kernel| kernel.targets.iter().map(|target| &target.title).collect());
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "texvisa: " (file) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (file) }
                    p.by {
                        "texvisa " (env!("CARGO_PKG_VERSION"))
                        @for target in &targets { " · " (target) }
                    }
                    @if kernels.len() > 1 {
                        nav aria-label="Kernels" {
                            @for (number, kernel) in kernels.iter().enumerate() {
                                a href={ "#k" (number) } { (kernel.name) }
                            }
                        }
                    }
                }
                main { @for (number, kernel) in kernels.iter().enumerate() { (section(number, kernel)) } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

fn section(number: usize, kernel: &KernelView) -> Markup {
    let id = format!("k{number}");
    let tabs = [("messages", "Source and messages"), ("registers", "Registers over time")];
    html! {
        section.kernel id=(id) aria-labelledby={ (id) "-name" } {
            h2 id={ (id) "-name" } { "kernel " code { (kernel.name) } }
            @for target in &kernel.targets {
                @if let Some(spill) = &target.spill {
                    p.warning { strong { (target.title) ": the registers do not hold this kernel. " } (spill) }
                }
            }
            (costs(&kernel.targets))
            div.tabs role="tablist" aria-label={ "Views of kernel " (kernel.name) } {
                @for (index, (name, title)) in tabs.iter().enumerate() {
                    button role="tab" type="button" id={ (id) "-tab-" (name) } aria-controls={ (id) "-" (name) }
                        aria-selected=(index == 0) tabindex=(if index == 0 { "0" } else { "-1" }) { (title) }
                }
            }
            div.panel role="tabpanel" id={ (id) "-messages" } aria-labelledby={ (id) "-tab-messages" } { (messages(&id, kernel)) }
            div.panel role="tabpanel" id={ (id) "-registers" } aria-labelledby={ (id) "-tab-registers" } {
                div.maps {
                    @for (index, target) in kernel.targets.iter().enumerate() { (map(&format!("{id}-t{index}"), target)) }
                }
            }
        }
    }
}

/// One row of the table of costs: what is counted, and what that means.
type CostRow = (&'static str, &'static str, fn(&CostRecord) -> u32);

const COSTS: [CostRow; 7] = [
    ("Sends", "sampler messages and media blocks; twice, where the finalizer splits one", |cost| cost.sends),
    ("Payload", "registers sent, headers included", |cost| cost.payload_registers),
    ("Response", "registers that come back", |cost| cost.response_registers),
    ("Moves", "mov instructions that are left", |cost| cost.moves),
    ("Coalesced", "copies that needed no move", |cost| cost.coalesced_copies),
    ("Pressure", "the most registers that hold something at one instruction", |cost| cost.pressure),
    (
        "Sampler cycles",
        "an estimate: 16 a register of execution width of each send, 2 a register of its payload (Mesa 24.0.3, brw_ir_performance.cpp)",
        |cost| cost.sampler_cycles,
    ),
];

fn costs(targets: &[TargetView]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Costs" {
            table.costs {
                caption { "Costs; each instruction counts once, whatever loop it is in" }
                thead {
                    tr {
                        th scope="col" { "Cost" }
                        @for target in targets { th.number scope="col" { (target.title) } }
                        @if targets.len() == 2 { th.number scope="col" { "Difference" } }
                        th scope="col" { "What it counts" }
                    }
                }
                tbody {
                    @for (name, says, value) in COSTS {
                        tr {
                            th scope="row" { (name) }
                            @for target in targets {
                                td.number {
                                    (value(&target.explain.cost))
                                    @if name == "Pressure" { span.dim { " of " (target.explain.cost.register_file) } }
                                }
                            }
                            @if let [one, other] = targets {
                                @let difference = i64::from(value(&other.explain.cost)) - i64::from(value(&one.explain.cost));
                                td.number { @if difference == 0 { "=" } @else { (format!("{difference:+}")) } }
                            }
                            td.says { (says) }
                        }
                    }
                }
            }
        }
    }
}

/// The source with the messages of each platform beside it; platforms whose texture IR differs have a table each.
fn messages(id: &str, kernel: &KernelView) -> Markup {
    let targets: Vec<(usize, &TargetView)> = kernel.targets.iter().enumerate().collect();
    html! {
        @if targets.iter().any(|(_, target)| !target.explain.operations.is_empty()) {
            p.tools { button.toggle type="button" aria-pressed="false" { "Open all messages" } }
            @for (number, target) in &targets { (contents(&format!("{id}-t{number}"), target)) }
        }
        @if kernel.has_one_listing() {
            (listing(id, &targets))
        } @else {
            div.maps { @for target in &targets { (listing(id, &[*target])) } }
        }
    }
}

/// Links to the messages of a platform.
fn contents(id: &str, target: &TargetView) -> Markup {
    let operations = || target.explain.operations.iter().enumerate();
    let messages =
        || operations().filter_map(|(number, operation)| Some((number, operation, operation.message.as_ref()?)));
    html! {
        details.contents {
            summary { (target.title) ": " (counted(messages().count() as u64, "message", "messages")) }
            ol {
                @for (number, operation, message) in messages() {
                    li {
                        a.message-link href={ "#" (id) "-m" (number) } { code { (message.full_name()) } }
                        @if let Some(location) = operation.location { span.dim { " line " (location.line) } }
                    }
                }
            }
        }
    }
}

fn listing(id: &str, targets: &[(usize, &TargetView)]) -> Markup {
    let Some((_, first)) = targets.first() else { return html! {} };
    let is_source = first.listing.iter().any(|line| line.number.is_some());
    html! {
        div.scroll tabindex="0" role="region" aria-label="Source and messages" {
            table.listing {
                caption { (if is_source { "Source" } else { "Texture IR after the passes" }) ", with the messages that it became" }
                thead {
                    tr {
                        @if is_source { th.line scope="col" { "Line" } }
                        th.source scope="col" { (if is_source { "Source" } else { "Texture IR" }) }
                        @for (_, target) in targets { th.beside scope="col" { (target.title) } }
                    }
                }
                tbody {
                    @for (index, line) in first.listing.iter().enumerate() {
                        @let has = targets.iter().any(|(_, target)| !target.listing[index].operations.is_empty());
                        tr.has-message[has] {
                            @if is_source { td.line { @if let Some(number) = line.number { (number) } } }
                            td.source { code { (line.text) } @if is_source && line.number.is_none() { span.dim { " made by a pass" } } }
                            @for (number, target) in targets {
                                td.beside { (beside(&format!("{id}-t{number}"), target, &target.listing[index])) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn beside(id: &str, target: &TargetView, line: &ListingLine) -> Markup {
    html! {
        @for number in &line.operations {
            @if let Some(operation) = target.explain.operations.get(*number) {
                (card(id, *number, operation, target.sends.get(*number).map_or(&[], Vec::as_slice)))
            }
        }
    }
}

fn registers(count: u32) -> String {
    counted(count.into(), "register", "registers")
}

fn card(id: &str, number: usize, operation: &OperationRecord, sends: &[SendView]) -> Markup {
    let Some(message) = &operation.message else {
        return html! {
            details.message id={ (id) "-m" (number) } {
                summary { span.dim { "no message" } }
                (remarks(operation))
            }
        };
    };
    let total = |count: fn(&SendRecord) -> u32| message.sends.iter().map(count).sum::<u32>();
    let payload = total(|send| send.descriptor.payload.iter().sum::<u32>() * send.descriptor.sends);
    let response = total(|send| send.descriptor.response * send.descriptor.sends);
    let count = total(|send| send.descriptor.sends);
    html! {
        details.message id={ (id) "-m" (number) } {
            summary {
                code.name { (message.full_name()) }
                " "
                span.dim {
                    @if count != 1 { (count) " sends, " }
                    (payload) " → " (registers(response))
                    @if message.sends.iter().any(|send| send.descriptor.header.is_some()) { ", header" }
                }
            }
            div.body {
                p { code { (operation.operation) } }
                (remarks(operation))
                p {
                    "vISA " code { (message.mnemonic) } ", code " code { (format!("{:#04x}", message.code)) }
                    ", parameters of type " code { (message.parameter) } " in the order of " cite { (message.document) }
                    "; payload of " (registers(payload)) ", response of " (registers(response)) "."
                }
                @if !message.notes.is_empty() {
                    h4 { "Rules that applied" }
                    ul.rules {
                        @for note in &message.notes {
                            li { code { (note.rule) } ": " (note.message) " " cite { (note.evidence) } }
                        }
                    }
                }
                @for (send, record) in sends.iter().zip(&message.sends) {
                    @let descriptor = &record.descriptor;
                    h4 {
                        "Send " (send.part) ", "
                        (instruction(id, send.row, send.parameters.first()))
                    }
                    (lanes(id, message.slots.iter().map(|slot| &slot.source), send))
                    dl.descriptor {
                        div { dt { "Descriptor" } dd { code { (format!("{:#010x}", descriptor.descriptor)) } } }
                        div { dt { "Extended" } dd { code { (format!("{:#x}", descriptor.extended_descriptor)) } } }
                        div {
                            dt { "Header" }
                            dd {
                                @match descriptor.header {
                                    Some(dword) => { "dword 2 " code { (format!("{dword:#x}")) } }
                                    None => "none",
                                }
                            }
                        }
                        div { dt { "Payload" } dd { (descriptor.payload[0]) " + " (descriptor.payload[1]) } }
                        div { dt { "Response" } dd { (descriptor.response) } }
                        @if descriptor.sends > 1 {
                            div { dt { "Split" } dd { "into " (descriptor.sends) " by the finalizer" } }
                        }
                    }
                }
            }
        }
    }
}

fn remarks(operation: &OperationRecord) -> Markup {
    html! {
        @if !operation.remarks.is_empty() {
            ul.rules { @for remark in &operation.remarks { li { code { (remark.pass) } ": " (remark.message) } } }
        }
    }
}

/// The slots of a send and the channels of its response: a row each, with the registers under the lanes that they hold.
fn lanes<'a>(id: &str, sources: impl Iterator<Item = &'a SourceRecord>, send: &SendView) -> Markup {
    let (first, count) = send.lanes.unwrap_or((0, 1));
    let sources: Vec<&SourceRecord> = sources.collect();
    html! {
        div.scroll tabindex="0" role="region" aria-label={ "Slots of send " (send.part) " by lane" } {
            table.lanes {
                caption { "Slots by lane" }
                thead {
                    tr {
                        th scope="col" { "Slot" }
                        th scope="col" { "Comes from" }
                        @if send.lanes.is_some() {
                            @for lane in first..first + count { th.lane scope="col" { (lane) } }
                        } @else {
                            th scope="col" { "Registers" }
                        }
                    }
                }
                tbody {
                    @for (number, source) in sources.iter().enumerate() {
                        @let placed = send.parameters.get(number);
                        tr.payload {
                            th scope="row" { (placed.map_or_else(|| format!("{number}"), |slot| slot.name.clone())) }
                            td.origin { (origin(id, source, placed)) }
                            @if let Some(slot) = placed { (strip(slot, count)) } @else { td.none { "in the header" } }
                        }
                    }
                    @for slot in &send.response {
                        tr.response {
                            th scope="row" { (slot.name) }
                            td.dim { "response" }
                            (strip(slot, count))
                        }
                    }
                }
            }
        }
    }
}

/// The registers of a slot, each below its lanes.
fn strip(slot: &PlacedSlot, lanes: u32) -> Markup {
    let shared = slot.registers.iter().all(|(_, count)| *count == 0);
    html! {
        @if shared {
            td.register colspan=(lanes) {
                @match &slot.registers[..] {
                    [] => "none",
                    [(only, _)] => { "r" (only) }
                    [(first, _), .., (last, _)] => { "r" (first) "–r" (last) }
                }
            }
        } @else {
            @for (register, count) in &slot.registers { td.register colspan=(count) { "r" (register) } }
        }
    }
}

/// A link to a row of the register map, at the first register of a slot.
fn instruction(id: &str, row: usize, slot: Option<&PlacedSlot>) -> Markup {
    let register = slot.and_then(|slot| slot.registers.first()).map_or(0, |(register, _)| *register);
    html! { a.row href={ "#" (id) "-r" (row) } data-register=(register) { "instruction " (row) } }
}

fn origin(id: &str, source: &SourceRecord, slot: Option<&PlacedSlot>) -> Markup {
    let row = |row: usize| instruction(id, row, slot);
    html! {
        @match source {
            SourceRecord::Zero => code { "0" },
            SourceRecord::Value { value, element: None } => code { (value) },
            SourceRecord::Value { value, element: Some(element) } => code { (value) "." (element) },
            SourceRecord::Packed { values, bits } => { code { (values.join(", ")) } span.dim { ", packed, " (bits) " bits each" } },
        }
        @if let Some(line) = slot.and_then(|slot| slot.line) { span.dim { " of line " (line) } }
        @match slot.and_then(|slot| slot.arrival.as_ref()) {
            Some(Arrival::Argument) => span.dim { ", an argument, sent from where it arrives" },
            Some(Arrival::InPlace(at)) => span.dim { ", computed in place by " (row(*at)) },
            Some(Arrival::Moved(at)) => span.dim { ", moved there by " (row(*at)) },
            None => {},
        }
    }
}

/// The register map: a row an instruction, a column a register.
fn map(id: &str, target: &TargetView) -> Markup {
    let columns = target.registers.max(1);
    let (width, height) = (columns * COLUMN, target.rows.len() * ROW);
    let most = target.pressure.iter().max().copied().unwrap_or(1).max(1);
    let bar = |live: u32| live * PRESSURE / most;
    html! {
        section.target aria-labelledby={ (id) "-title" } {
            h3 id={ (id) "-title" } { (target.title) }
            ul.legend {
                @for kind in BandKind::ALL { li { span class={ "swatch " (kind.name()) } {} (kind.name()) } }
                li { span.swatch.pressure {} "registers that hold something" }
            }
            p.readout id={ (id) "-readout" } role="status" { "Arrow keys move from instruction to instruction and from register to register." }
            div.map tabindex="0" role="application" aria-label={ "Register map for " (target.title) }
                aria-describedby={ (id) "-readout" } data-columns=(columns) data-id=(id)
                style={ "--columns:" (width) "px;--pressure:" (PRESSURE) "px" } {
                div.head {
                    span.corner { span.index { "No." } span.line { "Line" } "Instruction" }
                    span.pressure-head { (most) " live" }
                    svg.numbers width=(width) height="18" aria-hidden="true" {
                        @for register in (0..columns).step_by(NUMBERED as usize) {
                            text x=(register * COLUMN) y="13" { "r" (register) }
                        }
                    }
                }
                div.rows {
                    ol.instructions start="0" {
                        @for (row, RowView { text, line }) in target.rows.iter().enumerate() {
                            li id={ (id) "-r" (row) } title=(text) {
                                span.index { (row) }
                                span.line { @if let Some(line) = line { (line) } }
                                code { (text) }
                            }
                        }
                    }
                    svg.pressures width=(PRESSURE) height=(height) aria-hidden="true" {
                        @for (row, live) in target.pressure.iter().enumerate() {
                            rect x="0" y=(row * ROW + 1) width=(bar(*live)) height=(ROW - 2) {}
                        }
                    }
                    svg.bands width=(width) height=(height) aria-hidden="true" {
                        @for register in (0..columns).step_by(NUMBERED as usize) {
                            line.grid x1=(register * COLUMN) x2=(register * COLUMN) y1="0" y2=(height) {}
                        }
                        @for band in &target.bands { (rectangle(band)) }
                        rect.cursor x="0" y="0" width=(COLUMN) height=(ROW) {}
                    }
                }
            }
        }
    }
}

fn rectangle(band: &BandView) -> Markup {
    let (first, columns) = (band.registers.start, band.registers.end - band.registers.start);
    let (row, rows) = (band.rows.start, band.rows.end - band.rows.start);
    html! {
        rect class={ "band " (band.kind.name()) } x=(first * COLUMN) y=(row * ROW + 1) width=((columns * COLUMN).saturating_sub(1))
            height=((rows * ROW).saturating_sub(2)) rx="2" data-first=(first) data-columns=(columns) data-row=(row) data-rows=(rows)
            data-name=(band.name) data-meaning=(band.meaning) {}
    }
}
