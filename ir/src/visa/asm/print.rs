//! Kernels as text. Written by hand instead of through `format!`, because it is the last stage of every compilation.

use cranelift_entity::PrimaryMap;

use super::VERSION;
use super::buffer::{BYTES, Buffer, Digits, DigitsInOrder, Piece, Texts};
use super::names::{self, Name, VAR};
use crate::target::SimdWidth;
use crate::texture::ChannelMask;
use crate::visa::atomic::QWORD_SUFFIX;
use crate::visa::data_port::BLOCK_UNIT;
use crate::visa::message::{Message, MessageClass, ResponseKind};
use crate::visa::{
    AddressElement, AliasBase, Alu, Atomic, AtomicForm, Attribute, AttributeOwner, AttributeValue, BranchKind, Combine,
    DataPort, DataType, Dst, Exec, Indirect, IndirectMove, IndirectRegion, Inst, Label, LabelKind, MediaBlock,
    Modifier, MoveDst, MoveSrc, Pred, Predicate, Raw, Region, SamplerMessage, Src, State, StateKind, Var, VarDecl,
    VisaKernel,
};

/// Bytes that a declaration or an instruction mostly stays below.
const LINE_BYTES: usize = 72;

/// Appends the text of `kernel` to `out`, as it is compiled: without what is [omitted](VisaKernel::is_omitted), and with
/// aliases of what backs variables.
pub fn write(kernel: &VisaKernel, out: &mut String) {
    write_kernel(kernel, true, out);
}

/// Appends the text of `kernel` to `out` as it is, with every instruction.
pub fn write_all(kernel: &VisaKernel, out: &mut String) {
    write_kernel(kernel, false, out);
}

fn write_kernel(kernel: &VisaKernel, as_compiled: bool, out: &mut String) {
    out.reserve(LINE_BYTES * (kernel.vars.len() + kernel.insts.len()));
    let mut bytes = [0; BYTES];
    let mut out = Buffer::new(out, &mut bytes);
    let mut printer = VisaPrinter::new(kernel, as_compiled);
    printer.names = Names::of(kernel);
    printer.declarations(&mut out);
    for inst in &kernel.insts {
        if !as_compiled || !kernel.is_omitted(inst) {
            printer.line(inst, &mut out);
        }
    }
    out.flush();
}

/// Appends the text of one instruction to `out`, without indentation and line end.
pub fn write_inst(kernel: &VisaKernel, inst: &Inst, out: &mut String) {
    let mut bytes = [0; BYTES];
    let mut out = Buffer::new(out, &mut bytes);
    VisaPrinter::new(kernel, true).inst(inst, &mut out);
    out.flush();
}

/// Appends the name of a variable to `out`, as declarations and operands have it.
pub fn write_var(kernel: &VisaKernel, var: Var, out: &mut String) {
    names::var(kernel, var).write(out);
}

fn input_offset(offset: u16, bytes: u16, out: &mut Buffer) {
    out.text(" offset=");
    out.decimal(u32::from(offset));
    out.text(" size=");
    out.decimal(u32::from(bytes));
    out.text("\n");
}

/// `Scope=1`
fn attribute_text(attribute: &Attribute, out: &mut Buffer) {
    out.text(&attribute.name);
    match &attribute.value {
        AttributeValue::Flag => {}
        AttributeValue::Number(number) => {
            out.text("=");
            out.text(itoa::Buffer::new().format(*number));
        }
        AttributeValue::Text(text) => {
            out.text("=\"");
            out.text(text);
            out.text("\"");
        }
    }
}

/// Names that are written many times.
#[derive(Default)]
struct Names {
    /// The digits of each variable that is named by its number.
    vars: PrimaryMap<Var, Digits>,
    /// With a space before each; those that are too long are empty.
    states: PrimaryMap<State, Piece<16>>,
}

impl Names {
    fn of(kernel: &VisaKernel) -> Names {
        let mut vars = PrimaryMap::with_capacity(kernel.vars.len());
        let mut in_order = DigitsInOrder::new();
        for var in kernel.vars.keys() {
            vars.push(match names::var(kernel, var) {
                Name::Numbered(VAR, number) => in_order.of(number),
                _ => Digits::NONE,
            });
        }
        Names { vars, states: kernel.states.keys().map(|state| Piece::name(names::state(kernel, state))).collect() }
    }

    #[inline(always)]
    fn var(&self, var: Var) -> Digits {
        self.vars.get(var).copied().unwrap_or(Digits::NONE)
    }
}

struct VisaPrinter<'k> {
    kernel: &'k VisaKernel,
    /// Whether aliases name what backs them.
    as_compiled: bool,
    /// Names that are known; the others are looked up.
    names: Names,
    /// Type, size and alignment of variables, as declarations have them.
    shapes: Texts<64>,
    /// What follows the name of what backs an alias.
    alias_offsets: Texts<16>,
    /// Mnemonics and lanes of arithmetic instructions.
    alu: Texts<32>,
    /// What sampler messages are, without their lanes.
    sampler_heads: Texts<64>,
    /// Lanes of other instructions.
    execs: Texts<16>,
    /// The types of numbers.
    types: Texts<4>,
}

fn exec_key(exec: Exec) -> u64 {
    u64::from(exec.lanes) | u64::from(exec.first) << 8 | u64::from(exec.nomask) << 16
}

/// `.RGB`
fn channels(channels: ChannelMask) -> &'static str {
    // By the bits of the mask.
    const NAMES: [&str; 16] = [
        ".", ".R", ".G", ".RG", ".B", ".RB", ".GB", ".RGB", ".A", ".RA", ".GA", ".RGA", ".BA", ".RBA", ".GBA", ".RGBA",
    ];
    NAMES[usize::from(channels.bits())]
}

/// What a message is, without its lanes.
fn sampler_head(message: &SamplerMessage) -> String {
    let row = message.message.row();
    let mut head = row.mnemonic.to_owned();
    head += if message.residency { ".pixel_null_mask" } else { "" };
    head += if message.cps { ".cps" } else { "" };
    head += if message.non_uniform { ".divS" } else { "" };
    match row.response {
        ResponseKind::Block | ResponseKind::None => {}
        ResponseKind::Texels if message.channels == ChannelMask::EMPTY => {
            head += ".";
            head += super::NO_CHANNEL;
        }
        _ => head += channels(message.channels),
    }
    head
}

fn sampler_key(message: &SamplerMessage) -> u64 {
    let flags = [message.residency, message.cps, message.non_uniform];
    let flags = flags.into_iter().fold(u64::from(message.channels.bits()), |bits, flag| bits << 1 | u64::from(flag));
    flags | (message.message as u64) << 8
}

fn alu_key(alu: &Alu) -> u64 {
    exec_key(alu.exec) | (alu.op as u64) << 24 | u64::from(alu.saturate) << 32
}

fn shape_key(decl: &VarDecl) -> u64 {
    u64::from(decl.elements) | (decl.align as u64) << 16 | (decl.ty as u64) << 24
}

impl VisaPrinter<'_> {
    fn new(kernel: &VisaKernel, as_compiled: bool) -> VisaPrinter<'_> {
        VisaPrinter {
            kernel,
            as_compiled,
            names: Names::default(),
            shapes: Texts::new(),
            alias_offsets: Texts::new(),
            alu: Texts::new(),
            sampler_heads: Texts::new(),
            execs: Texts::new(),
            types: Texts::new(),
        }
    }

    /// ` V32`
    #[inline(always)]
    fn var(&self, var: Var, out: &mut Buffer) {
        out.text(" ");
        self.var_alone(var, out);
    }

    fn pred(&self, pred: Pred, out: &mut Buffer) {
        out.name(names::pred(self.kernel, pred));
    }

    /// `V32`
    #[inline(always)]
    fn var_alone(&self, var: Var, out: &mut Buffer) {
        match self.names.var(var) {
            Digits::NONE => out.call(|out| out.name(names::var(self.kernel, var))),
            digits => out.var(digits),
        }
    }

    /// ` T6`
    #[inline(always)]
    fn state(&self, state: State, out: &mut Buffer) {
        match self.names.states.get(state) {
            Some(known) if !known.is_empty() => out.piece(known),
            _ => out.call(|out| {
                out.text(" ");
                out.name(names::state(self.kernel, state));
            }),
        }
    }

    fn label(&self, label: Label, out: &mut Buffer) {
        out.name(names::label(self.kernel, label));
    }

    fn declarations(&mut self, out: &mut Buffer) {
        let kernel = self.kernel;
        out.text(".version ");
        out.text(VERSION);
        out.text("\n.kernel \"");
        out.text(&kernel.name);
        out.text("\"\n");
        self.vars(out);
        for (pred, lanes) in &kernel.preds {
            out.text(".decl ");
            self.pred(pred, out);
            out.text(" v_type=P num_elts=");
            out.decimal(u32::from(*lanes));
            out.text("\n");
        }
        for (address, elements) in &kernel.addresses {
            out.text(".decl ");
            out.name(names::address(kernel, address));
            out.text(" v_type=A num_elts=");
            out.decimal(u32::from(*elements));
            out.text("\n");
        }
        for (state, kind) in &kernel.states {
            let rest = match kind {
                StateKind::Surface => " v_type=T num_elts=1",
                StateKind::Sampler => " v_type=S num_elts=1",
                StateKind::Local | StateKind::Scratch | StateKind::BindlessSurface | StateKind::BindlessSampler => {
                    continue;
                }
            };
            out.text(".decl");
            self.state(state, out);
            out.text(rest);
            self.attributes(AttributeOwner::State(state), out);
            out.text("\n");
        }
        for input in &kernel.inputs {
            out.text(".input");
            self.var(input.var, out);
            input_offset(input.offset, input.bytes, out);
        }
        for input in &kernel.state_inputs {
            out.text(".input");
            self.state(input.state, out);
            input_offset(input.offset, input.bytes, out);
        }
        if let Some(program) = kernel.program {
            out.text(".kernel_attr Target=\"");
            out.text(program.name());
            out.text("\"\n");
        }
        if kernel.simd_stated {
            out.text(match kernel.simd {
                SimdWidth::Simd8 => ".kernel_attr SimdSize=8\n",
                SimdWidth::Simd16 => ".kernel_attr SimdSize=16\n",
                SimdWidth::Simd32 => ".kernel_attr SimdSize=32\n",
            });
        }
        if let Some(bytes) = kernel.per_thread_bytes {
            out.text(".kernel_attr PerThreadInputSize=");
            out.decimal(bytes);
            out.text("\n");
        }
        for attribute in kernel.attributes.of(AttributeOwner::Kernel) {
            out.text(".kernel_attr ");
            attribute_text(attribute, out);
            out.text("\n");
        }
    }

    #[inline(never)]
    fn vars(&mut self, out: &mut Buffer) {
        out.call(|out| {
            self.kernel.for_each_declared_var(self.as_compiled, |var| self.declaration(var, out));
        });
    }

    /// ` attrs={Output, Scope=1}`, or nothing.
    #[inline(always)]
    fn attributes(&self, owner: AttributeOwner, out: &mut Buffer) {
        let attributes = self.kernel.attributes.of(owner);
        if !attributes.is_empty() {
            out.call(|out| self.attribute_list(attributes, out));
        }
    }

    fn attribute_list(&self, attributes: &[Attribute], out: &mut Buffer) {
        let mut open = " attrs={";
        for attribute in attributes {
            out.text(open);
            attribute_text(attribute, out);
            open = ", ";
        }
        out.text("}");
    }

    fn declaration(&mut self, var: Var, out: &mut Buffer) {
        let kernel = self.kernel;
        out.text(".decl");
        self.var(var, out);
        self.shapes.write(shape_key(&kernel.vars[var]), out, || {
            let VarDecl { ty, elements, align, .. } = kernel.vars[var];
            format!(" v_type=G type={ty} num_elts={elements} align={}", align.name())
        });
        if let Some((of, offset)) = self.kernel.alias(var, self.as_compiled) {
            out.text(" alias=<");
            match of {
                AliasBase::Var(root) => self.var_alone(root, out),
                AliasBase::Predefined(predefined) => out.text(predefined.name()),
            }
            self.alias_offsets.write(u64::from(offset), out, || format!(", {offset}>"));
        }
        self.attributes(AttributeOwner::Var(var), out);
        out.text("\n");
    }

    fn line(&mut self, inst: &Inst, out: &mut Buffer) {
        match inst {
            Inst::Label(label) => {
                // Intel's compiler prints both, and its assembler takes the second for the first.
                if self.kernel.labels[*label] == LabelKind::Function {
                    out.text(".function \"");
                    self.label(*label, out);
                    out.text("\"\n");
                }
                out.text("\n");
            }
            _ => out.text("    "),
        }
        self.inst(inst, out);
        out.text("\n");
    }

    fn exec(&mut self, exec: Exec, out: &mut Buffer) {
        self.execs.write(exec_key(exec), out, || format!(" {exec}"));
    }

    #[inline(always)]
    fn predicate(&self, predicate: Option<Predicate>, out: &mut Buffer) {
        if let Some(predicate) = predicate {
            out.call(|out| self.predicated(predicate, out));
        }
    }

    fn predicated(&self, predicate: Predicate, out: &mut Buffer) {
        out.text(if predicate.inverted { "(!" } else { "(" });
        self.pred(predicate.pred, out);
        out.text(match predicate.combine {
            Combine::None => ") ",
            Combine::Any => ".any) ",
            Combine::All => ".all) ",
        });
    }

    /// `(row,column)`: registers, then elements.
    fn position(&self, var: Var, offset: u16, out: &mut Buffer) {
        if offset == 0 {
            return out.text("(0,0)");
        }
        let grf = self.kernel.grf_bytes();
        out.text("(");
        out.decimal(u32::from(offset) / grf);
        out.text(",");
        out.decimal(u32::from(offset) % grf / self.kernel.vars[var].ty.bytes());
        out.text(")");
    }

    #[inline(always)]
    fn dst(&self, dst: Dst, out: &mut Buffer) {
        self.var(dst.var, out);
        if dst.offset == 0 && dst.stride == 1 {
            return out.text("(0,0)<1>");
        }
        out.call(|out| self.dst_region(dst, out));
    }

    fn dst_region(&self, dst: Dst, out: &mut Buffer) {
        self.position(dst.var, dst.offset, out);
        out.text("<");
        out.decimal(u32::from(dst.stride));
        out.text(">");
    }

    fn region(&self, region: Region, out: &mut Buffer) {
        out.text("<");
        out.decimal(u32::from(region.vertical));
        out.text(";");
        out.decimal(u32::from(region.width));
        out.text(",");
        out.decimal(u32::from(region.horizontal));
        out.text(">");
    }

    #[inline(always)]
    fn src(&mut self, src: Src, out: &mut Buffer) {
        match src {
            Src::Register { var, offset: 0, region: Region::CONTIGUOUS, modifier: Modifier::None } => {
                self.var(var, out);
                out.text("(0,0)<1;1,0>");
            }
            _ => out.call(|out| self.other_src(src, out)),
        }
    }

    #[inline(never)]
    fn other_src(&mut self, src: Src, out: &mut Buffer) {
        match src {
            Src::Immediate { ty, bits } => {
                out.immediate(bits.get());
                self.types.write(ty as u64, out, || ty.to_string());
            }
            Src::Vector { ty, bits } => {
                out.immediate(u64::from(bits));
                out.text(ty.name());
            }
            Src::Register { var, offset, region, modifier } => {
                out.text(" ");
                out.text(modifier.text());
                self.var_alone(var, out);
                self.position(var, offset, out);
                self.region(region, out);
            }
        }
    }

    fn raw(&self, raw: Raw, out: &mut Buffer) {
        self.var(raw.var, out);
        if raw.offset == 0 {
            return out.text(".0");
        }
        out.text(".");
        out.decimal(u32::from(raw.offset));
    }

    fn optional_raw(&self, raw: Option<Raw>, out: &mut Buffer) {
        match raw {
            Some(raw) => self.raw(raw, out),
            None => out.text(" %null.0"),
        }
    }

    fn inst(&mut self, inst: &Inst, out: &mut Buffer) {
        match inst {
            Inst::Alu(alu) => self.alu(alu, out),
            Inst::Label(label) => {
                self.label(*label, out);
                out.text(":");
            }
            Inst::FloatControls { toggles, bits } => {
                out.text(if *toggles { "xor" } else { "or" });
                out.text(" (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0>");
                out.immediate(u64::from(*bits));
                out.text(DataType::Ud.name());
            }
            Inst::Compare { relation, exec, dst, srcs } => {
                out.text("cmp.");
                out.text(relation.name());
                self.exec(*exec, out);
                out.text(" ");
                self.pred(*dst, out);
                srcs.iter().for_each(|src| self.src(*src, out));
            }
            Inst::CompareInto { relation, exec, dst, srcs } => {
                out.text("cmp.");
                out.text(relation.name());
                self.exec(*exec, out);
                self.dst(*dst, out);
                srcs.iter().for_each(|src| self.src(*src, out));
            }
            Inst::BitFunction(inst) => {
                self.predicate(inst.predicate, out);
                out.text("bfn.x");
                for digit in [inst.function >> 4, inst.function & 15].map(usize::from) {
                    out.text(&"0123456789abcdef"[digit..=digit]);
                }
                self.exec(inst.exec, out);
                self.dst(inst.dst, out);
                inst.srcs.iter().for_each(|src| self.src(*src, out));
            }
            Inst::Carry(inst) => {
                self.predicate(inst.predicate, out);
                out.text(if inst.subtracts { "subb" } else { "addc" });
                self.exec(inst.exec, out);
                self.dst(inst.dst, out);
                self.dst(inst.carry, out);
                inst.srcs.iter().for_each(|src| self.src(*src, out));
            }
            Inst::AddressAdd(add) => {
                out.text("addr_add");
                self.exec(add.exec, out);
                out.text(" ");
                self.address_element(add.dst, out);
                out.text("<1> &");
                self.var_alone(add.base.var, out);
                if add.base.offset != 0 {
                    out.text("[");
                    out.decimal(u32::from(add.base.offset));
                    out.text("]");
                }
                self.src(add.src, out);
            }
            Inst::IndirectMove(inst) => self.indirect_move(inst, out),
            Inst::Media(block) => self.media(block, out),
            Inst::Predicate { op, exec, dst, srcs } => {
                out.text(op.name());
                self.exec(*exec, out);
                for pred in std::iter::once(dst).chain(&srcs[..op.sources()]) {
                    out.text(" ");
                    self.pred(*pred, out);
                }
            }
            Inst::SetPredicate { exec, dst, src } => {
                out.text("setp");
                self.exec(*exec, out);
                out.text(" ");
                self.pred(*dst, out);
                self.src(*src, out);
            }
            Inst::MovePredicate { dst, src } => {
                out.text("mov (M1_NM, 1)");
                self.dst(*dst, out);
                out.text(" ");
                self.pred(*src, out);
            }
            Inst::SetState { state, value } => {
                out.text("movs (M1_NM, 1)");
                self.state(*state, out);
                out.text("(0)");
                self.src(*value, out);
            }
            Inst::SymbolAddress { dst, symbol } => {
                let symbol = &self.kernel.symbols[*symbol];
                let quote = if names::is_name(symbol) { "" } else { "\"" };
                out.text("faddr ");
                out.text(quote);
                out.text(symbol);
                out.text(quote);
                self.dst(*dst, out);
            }
            Inst::Sampler(message) => self.sampler(message, out),
            Inst::DataPort(access) => self.data_port(access, out),
            Inst::Atomic(atomic) => self.atomic(atomic, out),
            Inst::Scratch(block) => {
                out.text(if block.store { "scratch_store" } else { "scratch_load" });
                out.text(" ");
                out.decimal(block.offset);
                self.var(block.var, out);
                if block.of != block.var {
                    out.text(" of");
                    self.var(block.of, out);
                }
            }
            Inst::Barrier => out.text("barrier"),
            Inst::Fence(fence) => out.text(fence.name()),
            Inst::Branch { kind, exec, predicate, target } => {
                self.predicate(*predicate, out);
                out.text(match kind {
                    BranchKind::Goto => "goto",
                    BranchKind::Jump => "jmp",
                });
                self.exec(*exec, out);
                out.text(" ");
                self.label(*target, out);
            }
            Inst::Return => out.text("ret (M1, 1)"),
        }
    }

    #[inline(never)]
    fn alu(&mut self, alu: &Alu, out: &mut Buffer) {
        self.predicate(alu.predicate, out);
        self.alu.write(alu_key(alu), out, || {
            format!("{}{} {}", alu.op.name(), if alu.saturate { ".sat" } else { "" }, alu.exec)
        });
        self.dst(alu.dst, out);
        for src in &alu.srcs[..alu.op.sources()] {
            self.src(*src, out);
        }
    }

    /// `A0(3)`
    fn address_element(&self, at: AddressElement, out: &mut Buffer) {
        out.name(names::address(self.kernel, at.address));
        out.text("(");
        out.decimal(u32::from(at.element));
        out.text(")");
    }

    /// ` r[A0(3),4]`
    fn indirect(&self, operand: &Indirect, out: &mut Buffer) {
        out.text("r[");
        self.address_element(operand.at, out);
        out.text(if operand.offset < 0 { ",-" } else { "," });
        out.decimal(u32::from(operand.offset.unsigned_abs()));
        out.text("]");
    }

    fn indirect_move(&mut self, inst: &IndirectMove, out: &mut Buffer) {
        self.predicate(inst.predicate, out);
        out.text(if inst.saturate { "mov.sat" } else { "mov" });
        self.exec(inst.exec, out);
        match inst.dst {
            MoveDst::Direct(dst) => self.dst(dst, out),
            MoveDst::Indirect(operand, stride) => {
                out.text(" ");
                self.indirect(&operand, out);
                out.text("<");
                out.decimal(u32::from(stride));
                out.text(">:");
                out.text(operand.ty.name());
            }
        }
        match inst.src {
            MoveSrc::Direct(src) => self.src(src, out),
            MoveSrc::Indirect(operand, region, modifier) => {
                out.text(" ");
                out.text(modifier.text());
                self.indirect(&operand, out);
                match region {
                    IndirectRegion::One(region) => self.region(region, out),
                    IndirectRegion::EachRow { width, horizontal } => {
                        out.text("<");
                        out.decimal(u32::from(width));
                        out.text(",");
                        out.decimal(u32::from(horizontal));
                        out.text(">");
                    }
                }
                out.text(":");
                out.text(operand.ty.name());
            }
        }
    }

    fn sampler(&mut self, message: &SamplerMessage, out: &mut Buffer) {
        let row = message.message.row();
        self.predicate(message.predicate, out);
        self.sampler_heads.write(sampler_key(message), out, || sampler_head(message));
        self.exec(message.exec, out);
        if row.class.has_modifiers() {
            self.src(message.offset, out);
        }
        for state in message.sampler.into_iter().chain([message.surface]) {
            self.state(state, out);
        }
        let params = self.kernel.raws(message.params);
        // A query names its destination last (INFO, Text).
        if row.class == MessageClass::Info {
            params.iter().for_each(|raw| self.raw(*raw, out));
            self.optional_raw(message.dst, out);
        } else {
            self.optional_raw(message.dst, out);
            params.iter().for_each(|raw| self.raw(*raw, out));
        }
    }

    fn media(&mut self, block: &MediaBlock, out: &mut Buffer) {
        out.text(Message::media(block.store).row().mnemonic);
        out.text(".");
        out.text(block.modifier.name());
        out.text(" (");
        out.decimal(u32::from(block.width));
        out.text(",");
        out.decimal(u32::from(block.height));
        out.text(")");
        self.state(block.surface, out);
        out.text(" ");
        out.decimal(u32::from(block.plane));
        self.src(block.x, out);
        self.src(block.y, out);
        self.raw(block.data, out);
    }

    fn atomic(&mut self, atomic: &Atomic, out: &mut Buffer) {
        self.predicate(atomic.predicate, out);
        out.text(atomic.form.name());
        out.text(".");
        out.text(atomic.function.name());
        if atomic.bytes == 8 {
            out.text(QWORD_SUFFIX);
        }
        self.exec(atomic.exec, out);
        if let Some(surface) = atomic.surface.expand() {
            self.state(surface, out);
        }
        let (address, srcs) = atomic.split(self.kernel.raws(atomic.operands));
        let operand = |raws: &[Raw], index: usize| raws.get(index).copied();
        for part in 0..atomic.form.address_parts() {
            self.optional_raw(operand(address, part), out);
        }
        let srcs = [0, 1].map(|index| operand(srcs, index));
        // The destination stands before the sources or behind them (Text of each instruction).
        let dst = atomic.dst.expand();
        let order = if atomic.form == AtomicForm::Pointer { [dst, srcs[0], srcs[1]] } else { [srcs[0], srcs[1], dst] };
        order.into_iter().for_each(|raw| self.optional_raw(raw, out));
    }

    fn data_port(&mut self, access: &DataPort, out: &mut Buffer) {
        self.predicate(access.predicate, out);
        out.text(access.op.name());
        if access.op.is_block() {
            out.text(" (");
            out.decimal(u32::from(access.bytes / BLOCK_UNIT));
            out.text(")");
            if let Some(surface) = access.surface.expand() {
                self.state(surface, out);
            }
            self.src(access.block_address(), out);
            return self.raw(access.data, out);
        }
        if access.op.is_bytes() {
            // Bytes of a block, and blocks of a lane.
            out.text(if access.op.is_by_pointer() { ".1." } else { "." });
            out.decimal(u32::from(access.bytes));
        } else if access.op.has_blocks() {
            out.text(".");
            out.decimal(access.op.block_bytes().into());
            out.text(".");
            out.decimal(access.channels.count());
        } else {
            out.text(channels(access.channels));
        }
        self.exec(access.exec, out);
        if let Some(surface) = access.surface.expand() {
            self.state(surface, out);
        }
        if access.op.is_typed() {
            access.address.iter().for_each(|raw| self.optional_raw(raw.expand(), out));
        } else {
            if access.op.has_offset() {
                out.text(" 0x0:ud");
            }
            self.optional_raw(access.address[0].expand(), out);
        }
        self.raw(access.data, out);
    }
}
