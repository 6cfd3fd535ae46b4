//! Says in words and numbers which messages a kernel's texture operations became, and why.
//!
//! # Example
//!
//! ```
//! use texvisa::explain::Explanation;
//! use texvisa::ir::target::{SimdWidth, Target};
//!
//! let module = texvisa::ir::texture::parse("surface t0: 2d f32 @ table 0
//! surface b0: raw @ table 1
//! kernel @red(%x: i32, %y: i32) {
//! ^entry:
//!   %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
//!   %red = extract f32x4 %texel, 0
//!   store_raw b0 [x: %x], f32 %red
//!   return
//! }")?;
//! let id = module.kernel("red").ok_or("no kernel")?;
//! let compiled = texvisa::compile(&module, id, Target::Tgllp, SimdWidth::Simd16, &texvisa::LoweringOptions::default())?;
//! let explanation = Explanation::new(&module, &compiled);
//! assert!(explanation.plan_lines().starts_with("5:3: ld_lz.R ud [u: %x, v: %y] -> f (M1, 16)"));
//! assert!(explanation.message_lines().contains("descriptor 0x0425a000"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::{self, Write};

use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;
use texvisa_ir::source::Location;
use texvisa_ir::texture::{Binding, InstData, InstId, Module, Printer, TextureOp, Value};
use texvisa_ir::visa::descriptor::{BINDLESS_SURFACE, Descriptor, descriptor, media_descriptor};
use texvisa_ir::visa::message::MessageClass;
use texvisa_ir::visa::origin::Origin;
use texvisa_ir::visa::{self, Exec, RegisterMap, Storage, VisaKernel};
use texvisa_lowering::Remark;
use texvisa_lowering::plan::{MessagePlan, SlotSource, TexelOffsets};

use crate::compile::Compiled;

/// What there is to say of a compiled kernel.
pub struct Explanation<'a> {
    module: &'a Module,
    compiled: &'a Compiled,
    printer: Printer<'a>,
    plans: Vec<(InstId, MessagePlan)>,
    messages: SecondaryMap<InstId, SmallVec<[u32; 2]>>,
}

/// A message as it is sent.
#[derive(Clone, Copy, Debug)]
pub struct Sent {
    /// Its number among the instructions of the kernel.
    pub index: u32,
    /// What it works on.
    pub part: Part,
    /// What it becomes in hardware terms.
    pub descriptor: Descriptor,
}

/// What of its operation a message works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Lanes.
    Lanes(Exec),
    /// So many bytes by so many rows of a media block.
    Block(u8, u8),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Lanes(exec) => write!(f, "{exec}"),
            Part::Block(width, height) => write!(f, "({width}, {height})"),
        }
    }
}

/// A variable and its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedVariable {
    /// The variable.
    pub var: visa::Var,
    /// Bytes from the start of the register file.
    pub address: u32,
    /// Its size.
    pub bytes: u32,
}

impl PlacedVariable {
    /// Its first and its last register, of `grf` bytes each.
    pub const fn registers(&self, grf: u32) -> (u32, u32) {
        let bytes = if self.bytes == 0 { 1 } else { self.bytes };
        (self.address / grf, (self.address + bytes - 1) / grf)
    }
}

impl<'a> Explanation<'a> {
    /// Prepares the explanation of `compiled`, compiled from a kernel of `module`.
    pub fn new(module: &'a Module, compiled: &'a Compiled) -> Explanation<'a> {
        let mut messages: SecondaryMap<InstId, SmallVec<[u32; 2]>> = SecondaryMap::default();
        let lowered = &compiled.lowered;
        for (index, (inst, origin)) in lowered.kernel.insts.iter().zip(&lowered.origins.insts).enumerate() {
            if let (visa::Inst::Sampler(_) | visa::Inst::Media(_), Origin::Inst(source)) = (inst, origin) {
                messages[*source].push(index as u32);
            }
        }
        let printer = Printer::as_written(module, &lowered.texture);
        Explanation { module, compiled, printer, plans: lowered.plans(module), messages }
    }

    /// The plans, in the order of the text.
    pub fn plans(&self) -> impl Iterator<Item = (InstId, &MessagePlan)> {
        self.plans.iter().map(|(inst, plan)| (*inst, plan))
    }

    /// The messages that texture operation `inst` became.
    pub fn messages(&self, inst: InstId) -> impl Iterator<Item = Sent> {
        let kernel = &self.compiled.lowered.kernel;
        let op = self.operation(inst);
        let table = |binding: Option<Binding>| match binding {
            Some(Binding::Table(entry)) => entry,
            _ => 0,
        };
        let surface = match op.map(|op| self.module.surfaces[op.surface.surface].binding) {
            Some(Binding::Bindless) => BINDLESS_SURFACE,
            binding => table(binding),
        };
        let sampler = table(op.and_then(|op| op.sampler).map(|sampler| self.module.samplers[sampler.sampler].binding));
        self.messages[inst].clone().into_iter().filter_map(move |index| match &kernel.insts[index as usize] {
            visa::Inst::Sampler(message) => {
                let placement = kernel.payload_placement(message);
                let platform = kernel.target.platform();
                let descriptor = descriptor(&kernel.shape(message), placement, platform, surface, sampler, message.cps);
                Some(Sent { index, part: Part::Lanes(message.exec), descriptor })
            }
            visa::Inst::Media(block) => Some(Sent {
                index,
                part: Part::Block(block.width, block.height),
                descriptor: media_descriptor(block, kernel.target.platform(), surface),
            }),
            _ => None,
        })
    }

    /// The texture operation after the passes over texture IR, as text.
    pub fn operation_text(&self, inst: InstId) -> String {
        self.printer.inst(inst)
    }

    /// A value of the texture IR after its passes, as text.
    pub fn value_text(&self, value: Value) -> String {
        self.printer.value(value)
    }

    /// Whether a value has several elements.
    pub fn is_vector(&self, value: Value) -> bool {
        !self.compiled.lowered.texture.ty(value).is_scalar()
    }

    /// Where an operation stands in the source.
    pub fn location(&self, inst: InstId) -> Location {
        self.compiled.lowered.texture.location(inst)
    }

    /// One line a message: its location in the source, what it is, what fills each slot, its lanes. A media block has one
    /// line, with the bytes and rows of each of its messages and where in the block they are.
    pub fn plan_lines(&self) -> String {
        let mut text = String::new();
        for (inst, plan) in self.plans() {
            let location = self.compiled.lowered.texture.location(inst);
            let parts: Vec<String> = match &plan.block {
                Some(block) => block
                    .sends
                    .iter()
                    .map(|piece| {
                        format!("({}, {}) at ({}, {})", piece.shape.width, piece.shape.height, piece.x, piece.y)
                    })
                    .collect(),
                None => plan.sends.iter().map(|exec| exec.to_string()).collect(),
            };
            let notes: Vec<String> = plan.notes.iter().map(ToString::to_string).collect();
            let writes = plan.message.row().class == MessageClass::MediaStore;
            line(
                &mut text,
                format_args!(
                    "{location}: {} {} [{}]{}{} {} {}{}{}",
                    plan.name(),
                    plan.parameter,
                    self.sources(plan).join(", "),
                    offset(plan),
                    plane(plan),
                    format_args!("{} {}", if writes { "<-" } else { "->" }, plan.result),
                    parts.join(" "),
                    if notes.is_empty() { "" } else { " ; " },
                    notes.join("; "),
                ),
            );
        }
        text
    }

    /// One line a message that is sent: its location in the source, its name and lanes, its descriptors, lengths and
    /// header, and the lanes of each send where it is split.
    pub fn message_lines(&self) -> String {
        let mut text = String::new();
        for (inst, plan) in self.plans() {
            let location = self.compiled.lowered.texture.location(inst);
            for sent in self.messages(inst) {
                line(&mut text, format_args!("{location}: {} {} {}", plan.name(), sent.part, hardware(plan, &sent)));
            }
        }
        text
    }

    /// The variables that have registers, in the order of their numbers.
    pub fn variables(&self) -> impl Iterator<Item = PlacedVariable> + use<'a> {
        variables(&self.compiled.lowered.kernel, &self.compiled.registers)
    }

    /// Registers from the first to the last that a variable is in.
    pub fn used_registers(&self) -> u32 {
        used_registers(&self.compiled.lowered.kernel, &self.compiled.registers)
    }

    /// The registers of each variable, one line each, and how many of the target's are used.
    pub fn register_lines(&self) -> String {
        register_lines(&self.compiled.lowered.kernel, &self.compiled.registers)
    }

    /// A paragraph on each texture operation, at the end those for which no message is sent; `source` gives the line of
    /// the source that an operation stands in, where there is one.
    pub fn text(&self, file: &str, source: impl Fn(u32) -> Option<&'a str>) -> String {
        let mut text = String::new();
        let head = |text: &mut String, inst: InstId| {
            let location = self.compiled.lowered.texture.location(inst);
            let written = source(location.line).map_or_else(|| self.printer.inst(inst), |line| line.trim().to_owned());
            if location.is_known() {
                line(text, format_args!("{file}:{location}: {written}"));
            } else {
                line(text, format_args!("{file}: {written}"));
            }
            for remark in self.remarks(inst) {
                line(text, format_args!("    {}: {}", remark.pass, remark.message));
            }
        };
        for (inst, plan) in self.plans() {
            head(&mut text, inst);
            line(&mut text, format_args!("  {} of {}{}{}", plan.name(), plan.parameter, offset(plan), plane(plan)));
            let sources = self.sources(plan);
            if !sources.is_empty() {
                line(&mut text, format_args!("    {}", sources.join(", ")));
            }
            for note in &plan.notes {
                line(&mut text, format_args!("    {note}"));
            }
            for sent in self.messages(inst) {
                line(&mut text, format_args!("    {}: {}", sent.part, hardware(plan, &sent)));
            }
            text.push('\n');
        }
        for inst in self.unsent() {
            head(&mut text, inst);
            text.push('\n');
        }
        text
    }

    /// The texture operations that a pass has something to say of, and that no message is sent for.
    pub fn unsent(&self) -> impl Iterator<Item = InstId> {
        let mut planned = EntitySet::new();
        self.plans().for_each(|(inst, _)| _ = planned.insert(inst));
        let mut unsent: Vec<InstId> = self.compiled.lowered.remarks.iter().map(|remark| remark.inst).collect();
        unsent.retain(|inst| self.operation(*inst).is_some() && !planned.contains(*inst));
        unsent.dedup();
        unsent.into_iter()
    }

    /// What the passes have to say of an operation.
    pub fn remarks(&self, inst: InstId) -> impl Iterator<Item = &'a Remark> + use<'a> {
        self.compiled.lowered.remarks.iter().filter(move |remark| remark.inst == inst)
    }

    fn operation(&self, inst: InstId) -> Option<&'a TextureOp> {
        let texture = &self.compiled.lowered.texture;
        match texture.insts[inst] {
            InstData::Texture(id) => Some(&texture.textures[id]),
            _ => None,
        }
    }

    fn sources(&self, plan: &MessagePlan) -> Vec<String> {
        let text = |source: &SlotSource| match source {
            SlotSource::Zero => "0".to_owned(),
            SlotSource::Packed(packed) => {
                let values: Vec<String> = packed.values().map(|value| self.printer.value(value)).collect();
                format!("packed({})", values.join(", "))
            }
            SlotSource::Value { value, element } if self.is_vector(*value) => {
                format!("{}.{element}", self.printer.value(*value))
            }
            SlotSource::Value { value, .. } => self.printer.value(*value),
        };
        let slots = plan.message.row().slots.iter().zip(&plan.sources);
        slots.map(|(slot, source)| format!("{slot}: {}", text(source))).collect()
    }
}

/// The variables of `kernel` that have registers, in the order of their numbers.
fn variables<'a>(kernel: &'a VisaKernel, registers: &'a RegisterMap) -> impl Iterator<Item = PlacedVariable> + use<'a> {
    kernel.vars.iter().filter_map(move |(var, decl)| {
        let address = registers.address(kernel, var);
        // Register 0 is r0: a variable that has no register is needed nowhere.
        (address > 0 || decl.storage == Storage::R0).then_some(PlacedVariable { var, address, bytes: decl.bytes() })
    })
}

fn used_registers(kernel: &VisaKernel, registers: &RegisterMap) -> u32 {
    let grf = kernel.grf_bytes();
    variables(kernel, registers).map(|variable| variable.registers(grf).1 + 1).max().unwrap_or(1)
}

/// The registers of each variable, one line each, and how many of the target's are used.
pub(crate) fn register_lines(kernel: &VisaKernel, registers: &RegisterMap) -> String {
    let grf = kernel.grf_bytes();
    let mut text = String::new();
    for variable in variables(kernel, registers) {
        let (first, last) = variable.registers(grf);
        let place = if first == last { format!("r{first}") } else { format!("r{first}-r{last}") };
        let mut name = String::new();
        visa::asm::write_var(kernel, variable.var, &mut name);
        let decl = &kernel.vars[variable.var];
        let byte = variable.address % grf;
        line(&mut text, format_args!("{name}: {place}, byte {byte}, {} x {}", decl.elements, decl.ty));
    }
    let used = used_registers(kernel, registers);
    line(&mut text, format_args!("{used} of {} registers are used", kernel.target.platform().grf_count));
    text
}

fn offset(plan: &MessagePlan) -> String {
    match plan.offset {
        TexelOffsets::Value(_) => " offset(register)".to_owned(),
        TexelOffsets::Constant(0) => String::new(),
        TexelOffsets::Constant(_) => {
            let [u, v, r] = plan.offset.axes();
            format!(" offset({u}, {v}, {r})")
        }
    }
}

/// The plane of a media block, but for the first.
fn plane(plan: &MessagePlan) -> String {
    match &plan.block {
        Some(block) if block.plane > 0 => format!(" plane {}", block.plane),
        _ => String::new(),
    }
}

fn hardware(plan: &MessagePlan, sent: &Sent) -> String {
    let Descriptor { word, extended, header, sampler_bytes, first, second, response, sends } = sent.descriptor;
    let mut header = header.map_or_else(|| "no header".to_owned(), |dword| format!("header dword 2 {dword:#x}"));
    if matches!(plan.offset, TexelOffsets::Value(_)) {
        header += " or the offsets";
    }
    if sampler_bytes > 0 {
        header += &format!(" and dword 3 + {sampler_bytes:#x}");
    }
    let payload = if second == 0 { first.to_string() } else { format!("{first} + {second}") };
    let mut text = format!(
        "descriptor {word:#010x}, payload {payload}, response {response}, {header}, extended descriptor {extended:#x}"
    );
    if let Part::Lanes(exec) = sent.part
        && sends > 1
    {
        let lanes = exec.lanes / sends as u8;
        let send = |part: u8| Exec { lanes, first: exec.first + part * lanes, ..exec }.to_string();
        let split: Vec<String> = (0..sends as u8).map(send).collect();
        text += &format!(", split into {}", split.join(" and "));
    }
    text
}

fn line(text: &mut String, arguments: fmt::Arguments<'_>) {
    // Writing into a string does not fail.
    let _ = writeln!(text, "{arguments}");
}
