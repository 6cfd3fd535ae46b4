//! What the page shows of a kernel.

use std::collections::BTreeSet;
use std::ops::Range;

use cranelift_entity::{EntityRef, SecondaryMap};
use texvisa::explain::{Explanation, Part, Sent};
use texvisa::ir::source::Location;
use texvisa::ir::texture::{Block, InstId, Printer, Value, ValueDef};
use texvisa::ir::visa::message::ResponseKind;
use texvisa::ir::visa::origin::{Meaning, Origin};
use texvisa::ir::visa::{Alu, AluOp, Inst, Raw, SamplerMessage, Var, VarInput, VisaKernel, asm};
use texvisa::lowering::plan::{MessagePlan, SlotSource};

use crate::data::ExplainRecord;
use crate::live_map::{LiveBand, LiveMap};
use crate::selection::Selected;

/// A kernel, for one platform or for two.
pub struct KernelView {
    /// Its name.
    pub name: String,
    /// One for each platform.
    pub targets: Vec<TargetView>,
}

/// A kernel for one platform.
pub struct TargetView {
    /// `tgllp simd16`.
    pub title: String,
    /// Why the registers do not hold it, where they do not.
    pub spill: Option<String>,
    /// The texture operations and the costs.
    pub explain: ExplainRecord,
    /// For each operation its sends.
    pub sends: Vec<Vec<SendView>>,
    /// The source, or texture IR where the source is no text.
    pub listing: Vec<ListingLine>,
    /// The instructions of vISA that are written.
    pub rows: Vec<RowView>,
    /// What the registers hold.
    pub bands: Vec<BandView>,
    /// Registers up to the last that a variable is in.
    pub registers: u32,
    /// How many registers hold something, for each row.
    pub pressure: Vec<u32>,
}

/// An instruction of vISA.
pub struct RowView {
    /// Its text.
    pub text: String,
    /// The line of the source that it was made from, where that is known.
    pub line: Option<u32>,
}

/// A line of the source.
#[derive(PartialEq, Eq)]
pub struct ListingLine {
    /// Its number, where it has one.
    pub number: Option<u32>,
    /// Its text.
    pub text: String,
    /// The operations on it, by their numbers in [`ExplainRecord::operations`].
    pub operations: Vec<usize>,
}

/// A send.
pub struct SendView {
    /// The row of its instruction.
    pub row: usize,
    /// `(M1, 16)`, or the bytes and rows of a media block.
    pub part: String,
    /// Its lanes: the first, and how many; none of a media block.
    pub lanes: Option<(u32, u32)>,
    /// Its parameters.
    pub parameters: Vec<PlacedSlot>,
    /// What comes back, or is written.
    pub response: Vec<PlacedSlot>,
}

/// A parameter, or a channel of a response, and its registers.
pub struct PlacedSlot {
    /// The slot or channel.
    pub name: String,
    /// Registers, each with how many lanes it has, in the order of the lanes. One that all lanes share has none.
    pub registers: Vec<(u32, u32)>,
    /// The line of the source that the value of a parameter is computed in, where that is known.
    pub line: Option<u32>,
    /// How a parameter came there.
    pub arrival: Option<Arrival>,
}

/// How a parameter came into its payload registers.
pub enum Arrival {
    /// The kernel starts with it there.
    Argument,
    /// An instruction wrote it there, which would have written it elsewhere all the same.
    InPlace(usize),
    /// A move put it there.
    Moved(usize),
}

/// Registers that hold a variable while rows run.
pub struct BandView {
    /// The variable's name in vISA.
    pub name: String,
    /// What it means in texture IR.
    pub meaning: String,
    /// What it is.
    pub kind: BandKind,
    /// Its registers.
    pub registers: Range<u32>,
    /// Its rows.
    pub rows: Range<usize>,
}

/// What a variable is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BandKind {
    /// It is an argument of the kernel.
    Argument,
    /// It is sent in a payload.
    Payload,
    /// It is a part of a response.
    Response,
    /// It is anything else.
    Value,
}

impl BandKind {
    /// All of them, in the order of the legend.
    pub const ALL: [BandKind; 4] = [BandKind::Argument, BandKind::Payload, BandKind::Response, BandKind::Value];

    /// Its name, which is its class in the style sheet.
    pub const fn name(self) -> &'static str {
        match self {
            BandKind::Argument => "argument",
            BandKind::Payload => "payload",
            BandKind::Response => "response",
            BandKind::Value => "value",
        }
    }
}

impl KernelView {
    /// A kernel that was compiled for each platform of `selected`.
    pub fn new(selected: &[Selected<'_>]) -> KernelView {
        let name = selected.first().map_or("", |selected| selected.kernel).to_owned();
        KernelView { name, targets: selected.iter().map(TargetView::new).collect() }
    }

    /// Whether all platforms have one listing, so that their messages can stand beside it together.
    pub fn has_one_listing(&self) -> bool {
        let is_alike = |a: &ListingLine, b: &ListingLine| a.number == b.number && a.text == b.text;
        let [first, rest @ ..] = &self.targets[..] else { return true };
        rest.iter().all(|other| {
            first.listing.len() == other.listing.len()
                && first.listing.iter().zip(&other.listing).all(|(a, b)| is_alike(a, b))
        })
    }
}

impl TargetView {
    fn new(selected: &Selected<'_>) -> TargetView {
        let compiled = &selected.compiled;
        let kernel = &compiled.lowered.kernel;
        let explanation = Explanation::new(&selected.input.module, compiled);
        let map = LiveMap::new(compiled, &explanation);
        let row_of = |index: usize| map.rows.partition_point(|row| *row < index);
        let finder = SlotFinder { selected, definitions: Definitions::new(kernel), row_of: &row_of };
        let sends = explanation.plans().map(|(inst, plan)| finder.sends(&explanation, inst, plan)).collect();
        let planned: Vec<InstId> = explanation.plans().map(|(inst, _)| inst).collect();
        let operations: Vec<InstId> = planned.into_iter().chain(explanation.unsent()).collect();
        let row = |index: &usize| {
            let mut text = String::new();
            asm::write_inst(kernel, &kernel.insts[*index], &mut text);
            let line = match compiled.lowered.origins.insts.get(*index) {
                Some(Origin::Inst(inst)) => known_line(explanation.location(*inst)),
                _ => None,
            };
            RowView { text, line }
        };
        TargetView {
            title: format!("{} {}", selected.target, selected.simd),
            spill: compiled.spill.as_ref().map(ToString::to_string),
            explain: ExplainRecord::new(selected),
            sends,
            listing: listing(selected, &operations),
            rows: map.rows.iter().map(row).collect(),
            bands: bands(selected, &explanation, &map),
            registers: map.registers,
            pressure: map.pressure(),
        }
    }
}

fn known_line(location: Location) -> Option<u32> {
    location.is_known().then_some(location.line)
}

/// The lines of the kernel, each with its operations.
fn listing(selected: &Selected<'_>, operations: &[InstId]) -> Vec<ListingLine> {
    let texture = &selected.compiled.lowered.texture;
    let lines = selected.input.lines();
    if lines.is_empty() {
        let printer = Printer::new(&selected.input.module, texture);
        let of_inst = |inst: &InstId| ListingLine {
            number: None,
            text: format!("  {}", printer.inst(*inst)),
            operations: operations.iter().position(|operation| operation == inst).into_iter().collect(),
        };
        let of_block = |block: &Block| {
            let head = ListingLine { number: None, text: printer.block_head(*block), operations: Vec::new() };
            std::iter::once(head).chain(texture.blocks[*block].insts.iter().map(of_inst)).collect::<Vec<_>>()
        };
        return texture.layout.iter().flat_map(of_block).collect();
    }
    let own = &selected.input.module.kernels[selected.id];
    let insts = own.layout.iter().flat_map(|block| &own.blocks[*block].insts);
    let known: Vec<usize> = insts.map(|inst| own.location(*inst).line as usize).filter(|line| *line > 0).collect();
    let range = extent(&lines, known.iter().min().copied(), known.iter().max().copied());
    let mut listing: Vec<ListingLine> = range
        .clone()
        .map(|index| ListingLine {
            number: Some(index as u32 + 1),
            text: lines[index].to_owned(),
            operations: Vec::new(),
        })
        .collect();
    let printer = Printer::new(&selected.input.module, texture);
    for (number, inst) in operations.iter().enumerate() {
        let line = (texture.location(*inst).line as usize).wrapping_sub(1);
        match line.checked_sub(range.start).and_then(|line| listing.get_mut(line)) {
            Some(line) => line.operations.push(number),
            // A pass made it.
            None => listing.push(ListingLine { number: None, text: printer.inst(*inst), operations: vec![number] }),
        }
    }
    listing
}

/// The lines, counted from 0, from the head of a kernel to its end, whose instructions are in lines `first` to `last`, counted
/// from 1. A head and an end are neighbours of these without an empty line between.
fn extent(lines: &[&str], first: Option<usize>, last: Option<usize>) -> Range<usize> {
    let (Some(first), Some(last)) = (first, last) else { return 0..lines.len() };
    let is_outside = |line: &&str| line.trim().is_empty() || line.starts_with('}');
    let (before, after) = (&lines[..(first - 1).min(lines.len())], &lines[last.min(lines.len())..]);
    let start = before.iter().rposition(is_outside).map_or(0, |position| position + 1);
    let ends = |line: &&str| line.starts_with('}');
    let end = after.iter().position(ends).map_or(after.len().min(1), |position| position + 1);
    start..lines.len() - after.len() + end
}

/// Which instructions define each variable.
struct Definitions {
    by_var: SecondaryMap<Var, Vec<u32>>,
}

impl Definitions {
    fn new(kernel: &VisaKernel) -> Definitions {
        let mut by_var: SecondaryMap<Var, Vec<u32>> = SecondaryMap::default();
        for (index, inst) in kernel.insts.iter().enumerate() {
            kernel.for_each_access(inst, |access| {
                if access.write {
                    by_var[kernel.unaliased(access.var)].push(index as u32);
                }
            });
        }
        Definitions { by_var }
    }

    /// The last instruction before `index` that writes `var` or a variable whose bytes it has; in a loop one after it.
    fn last(&self, kernel: &VisaKernel, var: Var, index: u32) -> Option<u32> {
        let mut var = kernel.unaliased(var);
        loop {
            let all = &self.by_var[var];
            if let Some(found) = all.iter().rev().find(|found| **found < index).or(all.last()) {
                return Some(*found);
            }
            var = kernel.unaliased(kernel.vars[var].storage.within()?.0);
        }
    }
}

/// Finds the registers of slots and how values came there.
struct SlotFinder<'a> {
    selected: &'a Selected<'a>,
    definitions: Definitions,
    row_of: &'a dyn Fn(usize) -> usize,
}

impl SlotFinder<'_> {
    fn kernel(&self) -> &VisaKernel {
        &self.selected.compiled.lowered.kernel
    }

    fn sends(&self, explanation: &Explanation<'_>, inst: InstId, plan: &MessagePlan) -> Vec<SendView> {
        let kernel = self.kernel();
        let send = |sent: Sent| {
            let index = sent.index as usize;
            let (parameters, response, lanes) = match (&kernel.insts[index], sent.part) {
                (Inst::Sampler(message), Part::Lanes(exec)) => (
                    self.parameters(message, sent.index, plan),
                    self.response(message),
                    Some((u32::from(exec.first), u32::from(exec.lanes))),
                ),
                (Inst::Media(block), _) => {
                    let name = if block.store { "written" } else { "rows" };
                    let data = self.strip(name, block.data, None, block.shape().bytes());
                    (Vec::new(), vec![data], None)
                }
                _ => (Vec::new(), Vec::new(), None),
            };
            SendView { row: (self.row_of)(index), part: sent.part.to_string(), lanes, parameters, response }
        };
        explanation.messages(inst).map(send).collect()
    }

    fn parameters(&self, message: &SamplerMessage, index: u32, plan: &MessagePlan) -> Vec<PlacedSlot> {
        let kernel = self.kernel();
        let bytes = kernel.shape(message).param_bytes;
        let lanes = u32::from(message.exec.lanes);
        let slots = message.message.row().slots.iter().zip(kernel.raws(message.params)).zip(&plan.sources);
        slots
            .map(|((slot, raw), source)| PlacedSlot {
                line: self.line(source),
                arrival: self.arrival(raw.var, index),
                ..self.strip(slot.name(), *raw, Some(lanes), bytes)
            })
            .collect()
    }

    fn response(&self, message: &SamplerMessage) -> Vec<PlacedSlot> {
        let Some(dst) = message.dst else { return Vec::new() };
        let shape = self.kernel().shape(message);
        let names: Vec<String> = match message.message.row().response {
            ResponseKind::Texels => (0..4).map(|texel| format!("texel {texel}")).collect(),
            _ => message.channels.iter().map(|channel| ["R", "G", "B", "A"][channel as usize & 3].to_owned()).collect(),
        };
        let at = |offset: u32| Raw { var: dst.var, offset: dst.offset + offset as u16 };
        let channels = names.iter().zip(0..).map(|(name, number)| {
            self.strip(name, at(number * shape.channel_step()), Some(shape.lanes), shape.result_bytes.unwrap_or(4))
        });
        let residency = shape.residency_start().map(|start| self.strip("residency", at(start), None, shape.grf_bytes));
        channels.chain(residency).collect()
    }

    /// The registers of `lanes` elements of `bytes` each; without lanes, of so many bytes.
    fn strip(&self, name: &str, raw: Raw, lanes: Option<u32>, bytes: u32) -> PlacedSlot {
        let kernel = self.kernel();
        let grf = kernel.grf_bytes();
        let start = self.selected.compiled.registers.address(kernel, raw.var) + u32::from(raw.offset);
        let mut registers: Vec<(u32, u32)> = Vec::new();
        match lanes {
            Some(lanes) => {
                for register in (0..lanes).map(|lane| (start + lane * bytes) / grf) {
                    match registers.last_mut() {
                        Some((last, count)) if *last == register => *count += 1,
                        _ => registers.push((register, 1)),
                    }
                }
            }
            None => registers.extend((start / grf..(start + bytes.max(1)).div_ceil(grf)).map(|register| (register, 0))),
        }
        PlacedSlot { name: name.to_owned(), registers, line: None, arrival: None }
    }

    /// The line in which a value is computed.
    fn line(&self, source: &SlotSource) -> Option<u32> {
        let SlotSource::Value { value, .. } = source else { return None };
        let texture = &self.selected.compiled.lowered.texture;
        match texture.values[*value].def {
            ValueDef::Result(inst, _) => known_line(texture.location(inst)),
            _ => None,
        }
    }

    fn arrival(&self, var: Var, index: u32) -> Option<Arrival> {
        let kernel = self.kernel();
        let (mut var, mut index) = (var, index);
        let mut seen = BTreeSet::new();
        loop {
            let Some(found) = self.definitions.last(kernel, var, index) else {
                let backing = kernel.backing(var).0;
                let is_input = |input: &VarInput| kernel.backing(input.var).0 == backing;
                return kernel.inputs.iter().any(is_input).then_some(Arrival::Argument);
            };
            let inst = &kernel.insts[found as usize];
            match kernel.as_copy(inst) {
                Some((_, from)) if kernel.is_omitted(inst) && seen.insert(found) => (var, index) = (from, found),
                Some(_) => return Some(Arrival::Moved((self.row_of)(found as usize))),
                None if is_move(inst) => return Some(Arrival::Moved((self.row_of)(found as usize))),
                None => return Some(Arrival::InPlace((self.row_of)(found as usize))),
            }
        }
    }
}

fn is_move(inst: &Inst) -> bool {
    matches!(inst, Inst::Alu(Alu { op: AluOp::Mov, .. }))
}

/// An element of a value, for the lanes of a half.
fn element_text(explanation: &Explanation<'_>, (value, element): (Value, u8), half: u8) -> String {
    let value_text = explanation.value_text(value);
    let element = if explanation.is_vector(value) { format!(".{element}") } else { String::new() };
    let half = if half > 0 { " (upper half)" } else { "" };
    format!("{value_text}{element}{half}")
}

fn bands(selected: &Selected<'_>, explanation: &Explanation<'_>, map: &LiveMap) -> Vec<BandView> {
    let lowered = &selected.compiled.lowered;
    let kernel = &lowered.kernel;
    let mut kinds = vec![BandKind::Value; kernel.vars.len()];
    let mut set = |var: Var, kind: BandKind| {
        if let Some(known) = kinds.get_mut(kernel.unaliased(var).index()) {
            *known = kind;
        }
    };
    kernel.inputs.iter().for_each(|input| set(input.var, BandKind::Argument));
    let mut responses = BTreeSet::new();
    for inst in &kernel.insts {
        if let Inst::Sampler(message) = inst {
            message.dst.iter().for_each(|dst| _ = responses.insert(kernel.unaliased(dst.var)));
            kernel.raws(message.params).iter().for_each(|raw| set(raw.var, BandKind::Payload));
        }
        if let Inst::Media(block) = inst {
            set(block.data.var, if block.store { BandKind::Payload } else { BandKind::Response });
        }
    }
    for (var, decl) in &kernel.vars {
        let whole = decl.storage.within().map(|(of, _)| kernel.unaliased(of));
        if responses.contains(&var) || whole.is_some_and(|whole| responses.contains(&whole)) {
            kinds[var.index()] = BandKind::Response;
        }
    }
    let band = |band: &LiveBand| {
        let mut name = String::new();
        asm::write_var(kernel, band.var, &mut name);
        let meaning = match lowered.origins.var(band.var) {
            Meaning::Temporary => String::new(),
            Meaning::Constant { bits } => format!("the constant {:#x}", bits.get()),
            Meaning::Value { value, element, half } => element_text(explanation, (value, element), half),
            Meaning::Qwords { low, high, half } => {
                let [low, high] = [low, high].map(|part| element_text(explanation, part, half));
                format!("{low} and {high}")
            }
        };
        BandView {
            name,
            meaning,
            kind: kinds[band.var.index()],
            registers: band.registers.clone(),
            rows: band.rows.clone(),
        }
    };
    map.bands.iter().map(band).collect()
}

#[cfg(test)]
mod tests {
    use super::extent;

    #[test]
    fn a_kernel_is_shown_from_its_head_to_its_end() {
        let lines =
            ["target x", "", "kernel @a() {", "^entry:", "  return", "}", "kernel @b() {", "^e:", "  return", "}"];
        assert_eq!(extent(&lines, Some(5), Some(5)), 2..6);
        assert_eq!(extent(&lines, Some(9), Some(9)), 6..10);
        assert_eq!(extent(&lines, None, None), 0..10);
        assert_eq!(extent(&["a"], Some(1), Some(1)), 0..1);
    }
}
