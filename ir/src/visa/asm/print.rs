//! Kernels as text. Written by hand instead of through `format!`, because it is the last stage of every compilation.

use super::VERSION;
use super::names::{self, decimal};
use crate::target::SimdWidth;
use crate::texture::ChannelMask;
use crate::visa::message::{Class, Response};
use crate::visa::{
    Align, Alu, AttributeOwner, AttributeValue, Backing, BranchKind, Combine, DataPort, DataType, Dst, Exec, Inst,
    Kernel, Label, LabelKind, MediaBlock, Pred, Predicate, Raw, Region, SamplerMessage, Src, State, StateKind, Var,
    VarDecl,
};

/// Bytes that a declaration or an instruction mostly stays below.
const LINE_BYTES: usize = 72;

/// Appends the text of `kernel` to `out`, as it is compiled: without the copies that do nothing because both variables
/// have one place, and with aliases of what backs them.
pub fn write(kernel: &Kernel, out: &mut String) {
    write_kernel(kernel, true, out);
}

/// Appends the text of `kernel` to `out` as it is, with every instruction.
pub fn write_all(kernel: &Kernel, out: &mut String) {
    write_kernel(kernel, false, out);
}

fn write_kernel(kernel: &Kernel, as_compiled: bool, out: &mut String) {
    out.reserve(LINE_BYTES * (kernel.vars.len() + kernel.insts.len()));
    out.push_str(".version ");
    out.push_str(VERSION);
    out.push_str("\n.kernel \"");
    out.push_str(&kernel.name);
    out.push_str("\"\n");
    let printer = Printer { kernel, as_compiled };
    printer.declarations(out);
    for inst in &kernel.insts {
        if !as_compiled || !kernel.is_idle(inst) {
            printer.line(inst, out);
        }
    }
}

/// Appends the text of one instruction to `out`, without indentation and line end.
pub fn write_inst(kernel: &Kernel, inst: &Inst, out: &mut String) {
    Printer { kernel, as_compiled: true }.inst(inst, out);
}

/// Appends the name of a variable to `out`, as declarations and operands have it.
pub fn write_var(kernel: &Kernel, var: Var, out: &mut String) {
    Printer { kernel, as_compiled: true }.var(var, out);
}

struct Printer<'a> {
    kernel: &'a Kernel,
    /// Whether aliases name what backs them.
    as_compiled: bool,
}

fn hexadecimal(number: u64, out: &mut String) {
    out.push_str("0x");
    let digits = (64 - number.leading_zeros()).div_ceil(4).max(1);
    for digit in (0..digits).rev() {
        out.push(digit_of((number >> (4 * digit) & 15) as u8));
    }
}

fn digit_of(number: u8) -> char {
    char::from(b"0123456789abcdef"[usize::from(number)])
}

fn input_place(offset: u16, bytes: u16, out: &mut String) {
    out.push_str(" offset=");
    decimal(u32::from(offset), out);
    out.push_str(" size=");
    decimal(u32::from(bytes), out);
    out.push('\n');
}

/// `Scope=1`
fn attribute_text(name: &str, value: &AttributeValue, out: &mut String) {
    out.push_str(name);
    match value {
        AttributeValue::Flag => {}
        AttributeValue::Number(number) => {
            out.push('=');
            out.push_str(itoa::Buffer::new().format(*number));
        }
        AttributeValue::Text(text) => {
            out.push_str("=\"");
            out.push_str(text);
            out.push('"');
        }
    }
}

/// Types, sizes and alignments of variables as text. A kernel has many variables of few kinds.
#[derive(Default)]
struct Shapes {
    known: Vec<((DataType, u16, Align), String)>,
}

impl Shapes {
    /// What the declaration says of a variable besides its name and place.
    fn text(&mut self, decl: &VarDecl) -> &str {
        let key = (decl.ty, decl.elements, decl.align);
        let place = self.known.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            let (ty, align) = (decl.ty.name(), decl.align.name());
            self.known.push((key, format!(" v_type=G type={ty} num_elts={} align={align}", decl.elements)));
            self.known.len() - 1
        });
        &self.known[place].1
    }
}

impl Printer<'_> {
    fn var(&self, var: Var, out: &mut String) {
        names::var(self.kernel, var).write(out);
    }

    fn pred(&self, pred: Pred, out: &mut String) {
        names::pred(self.kernel, pred).write(out);
    }

    fn state(&self, state: State, out: &mut String) {
        names::state(self.kernel, state).write(out);
    }

    fn label(&self, label: Label, out: &mut String) {
        names::label(self.kernel, label).write(out);
    }

    fn declarations(&self, out: &mut String) {
        let kernel = self.kernel;
        let mut shapes = Shapes::default();
        for var in kernel.declared_vars(self.as_compiled) {
            self.declaration(var, shapes.text(&kernel.vars[var]), out);
        }
        for (pred, lanes) in &kernel.preds {
            out.push_str(".decl ");
            self.pred(pred, out);
            out.push_str(" v_type=P num_elts=");
            decimal(u32::from(*lanes), out);
            out.push('\n');
        }
        for (state, kind) in &kernel.states {
            let rest = match kind {
                StateKind::Surface => " v_type=T num_elts=1",
                StateKind::Sampler => " v_type=S num_elts=1",
                StateKind::Local => continue,
            };
            out.push_str(".decl ");
            self.state(state, out);
            out.push_str(rest);
            self.attributes(AttributeOwner::State(state), out);
            out.push('\n');
        }
        for input in &kernel.inputs {
            out.push_str(".input ");
            self.var(input.var, out);
            input_place(input.offset, input.bytes, out);
        }
        for input in &kernel.state_inputs {
            out.push_str(".input ");
            self.state(input.state, out);
            input_place(input.offset, input.bytes, out);
        }
        if let Some(program) = kernel.program {
            out.push_str(".kernel_attr Target=\"");
            out.push_str(program.name());
            out.push_str("\"\n");
        }
        if kernel.simd_stated {
            out.push_str(match kernel.simd {
                SimdWidth::Simd8 => ".kernel_attr SimdSize=8\n",
                SimdWidth::Simd16 => ".kernel_attr SimdSize=16\n",
                SimdWidth::Simd32 => ".kernel_attr SimdSize=32\n",
            });
        }
        if let Some(bytes) = kernel.per_thread_bytes {
            out.push_str(".kernel_attr PerThreadInputSize=");
            decimal(bytes, out);
            out.push('\n');
        }
        for attribute in kernel.attributes.of(AttributeOwner::Kernel) {
            out.push_str(".kernel_attr ");
            attribute_text(&attribute.name, &attribute.value, out);
            out.push('\n');
        }
    }

    /// ` attrs={Output, Scope=1}`, or nothing.
    fn attributes(&self, owner: AttributeOwner, out: &mut String) {
        let mut open = " attrs={";
        for attribute in self.kernel.attributes.of(owner) {
            out.push_str(open);
            attribute_text(&attribute.name, &attribute.value, out);
            open = ", ";
        }
        if open == ", " {
            out.push('}');
        }
    }

    fn declaration(&self, var: Var, shape: &str, out: &mut String) {
        out.push_str(".decl ");
        self.var(var, out);
        out.push_str(shape);
        if let Some((of, offset)) = self.kernel.alias(var, self.as_compiled) {
            out.push_str(" alias=<");
            match of {
                Backing::Var(root) => self.var(root, out),
                Backing::Predefined(predefined) => out.push_str(predefined.name()),
            }
            out.push_str(", ");
            decimal(offset, out);
            out.push('>');
        }
        self.attributes(AttributeOwner::Var(var), out);
        out.push('\n');
    }

    fn line(&self, inst: &Inst, out: &mut String) {
        match inst {
            Inst::Label(label) => {
                // Intel's compiler prints both, and its assembler takes the second for the first.
                if self.kernel.labels[*label] == LabelKind::Subroutine {
                    out.push_str(".function \"");
                    self.label(*label, out);
                    out.push_str("\"\n");
                }
                out.push('\n');
            }
            _ => out.push_str("    "),
        }
        self.inst(inst, out);
        out.push('\n');
    }

    fn exec(&self, exec: Exec, out: &mut String) {
        out.push_str(" (M");
        decimal(u32::from(exec.mask_number()), out);
        out.push_str(if exec.nomask { "_NM, " } else { ", " });
        decimal(u32::from(exec.lanes), out);
        out.push(')');
    }

    fn predicate(&self, predicate: Option<Predicate>, out: &mut String) {
        let Some(predicate) = predicate else { return };
        out.push_str(if predicate.inverted { "(!" } else { "(" });
        self.pred(predicate.pred, out);
        out.push_str(match predicate.combine {
            Combine::None => ") ",
            Combine::Any => ".any) ",
            Combine::All => ".all) ",
        });
    }

    /// `(row,column)`: registers, then elements.
    fn position(&self, var: Var, offset: u16, out: &mut String) {
        if offset == 0 {
            return out.push_str("(0,0)");
        }
        let grf = self.kernel.grf_bytes();
        out.push('(');
        decimal(u32::from(offset) / grf, out);
        out.push(',');
        decimal(u32::from(offset) % grf / self.kernel.vars[var].ty.bytes(), out);
        out.push(')');
    }

    fn dst(&self, dst: Dst, out: &mut String) {
        out.push(' ');
        self.var(dst.var, out);
        if dst.offset == 0 && dst.stride == 1 {
            return out.push_str("(0,0)<1>");
        }
        self.position(dst.var, dst.offset, out);
        out.push('<');
        decimal(u32::from(dst.stride), out);
        out.push('>');
    }

    fn region(&self, region: Region, out: &mut String) {
        out.push('<');
        decimal(u32::from(region.vertical), out);
        out.push(';');
        decimal(u32::from(region.width), out);
        out.push(',');
        decimal(u32::from(region.horizontal), out);
        out.push('>');
    }

    fn immediate(&self, ty: &str, bits: u64, out: &mut String) {
        hexadecimal(bits, out);
        out.push(':');
        out.push_str(ty);
    }

    fn src(&self, src: Src, out: &mut String) {
        out.push(' ');
        match src {
            Src::Immediate { ty, bits } => self.immediate(ty.name(), bits, out),
            Src::Vector { ty, bits } => self.immediate(ty.name(), u64::from(bits), out),
            Src::Register { var, offset, region, modifier } => {
                out.push_str(modifier.text());
                self.var(var, out);
                match (offset, region) {
                    (0, Region::CONTIGUOUS) => out.push_str("(0,0)<1;1,0>"),
                    (0, Region::SCALAR) => out.push_str("(0,0)<0;1,0>"),
                    _ => {
                        self.position(var, offset, out);
                        self.region(region, out);
                    }
                }
            }
        }
    }

    fn raw(&self, raw: Raw, out: &mut String) {
        out.push(' ');
        self.var(raw.var, out);
        out.push('.');
        decimal(u32::from(raw.offset), out);
    }

    fn optional_raw(&self, raw: Option<Raw>, out: &mut String) {
        match raw {
            Some(raw) => self.raw(raw, out),
            None => out.push_str(" %null.0"),
        }
    }

    fn channels(&self, channels: ChannelMask, out: &mut String) {
        out.push('.');
        channels.iter().for_each(|channel| out.push(char::from(b"RGBA"[usize::from(channel)])));
    }

    fn inst(&self, inst: &Inst, out: &mut String) {
        match inst {
            Inst::Label(label) => {
                self.label(*label, out);
                out.push(':');
            }
            Inst::FloatControls(bits) => {
                out.push_str("or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> ");
                self.immediate(DataType::Ud.name(), u64::from(*bits), out);
            }
            Inst::Alu(alu) => self.alu(alu, out),
            Inst::Compare { relation, exec, dst, srcs } => {
                out.push_str("cmp.");
                out.push_str(relation.name());
                self.exec(*exec, out);
                out.push(' ');
                self.pred(*dst, out);
                srcs.iter().for_each(|src| self.src(*src, out));
            }
            Inst::CompareInto { relation, exec, dst, srcs } => {
                out.push_str("cmp.");
                out.push_str(relation.name());
                self.exec(*exec, out);
                self.dst(*dst, out);
                srcs.iter().for_each(|src| self.src(*src, out));
            }
            Inst::BitFunction(inst) => {
                self.predicate(inst.predicate, out);
                out.push_str("bfn.x");
                [inst.function >> 4, inst.function & 15].into_iter().for_each(|digit| out.push(digit_of(digit)));
                self.exec(inst.exec, out);
                self.dst(inst.dst, out);
                inst.srcs.iter().for_each(|src| self.src(*src, out));
            }
            Inst::Carry(inst) => {
                self.predicate(inst.predicate, out);
                out.push_str(if inst.subtracts { "subb" } else { "addc" });
                self.exec(inst.exec, out);
                self.dst(inst.dst, out);
                self.dst(inst.carry, out);
                inst.srcs.iter().for_each(|src| self.src(*src, out));
            }
            Inst::Media(block) => self.media(block, out),
            Inst::Predicate { op, exec, dst, srcs } => {
                out.push_str(op.name());
                self.exec(*exec, out);
                for pred in std::iter::once(dst).chain(&srcs[..op.sources()]) {
                    out.push(' ');
                    self.pred(*pred, out);
                }
            }
            Inst::SetPredicate { exec, dst, src } => {
                out.push_str("setp");
                self.exec(*exec, out);
                out.push(' ');
                self.pred(*dst, out);
                self.src(*src, out);
            }
            Inst::SetState { state, value } => {
                out.push_str("movs (M1_NM, 1) ");
                self.state(*state, out);
                out.push_str("(0)");
                self.src(*value, out);
            }
            Inst::Sampler(message) => self.sampler(message, out),
            Inst::DataPort(access) => self.data_port(access, out),
            Inst::Barrier => out.push_str("barrier"),
            Inst::Fence(fence) => out.push_str(fence.name()),
            Inst::Branch { kind, exec, predicate, target } => {
                self.predicate(*predicate, out);
                out.push_str(match kind {
                    BranchKind::Goto => "goto",
                    BranchKind::Jump => "jmp",
                });
                self.exec(*exec, out);
                out.push(' ');
                self.label(*target, out);
            }
            Inst::Return => out.push_str("ret (M1, 1)"),
        }
    }

    fn alu(&self, alu: &Alu, out: &mut String) {
        self.predicate(alu.predicate, out);
        out.push_str(alu.op.name());
        out.push_str(if alu.saturate { ".sat" } else { "" });
        self.exec(alu.exec, out);
        self.dst(alu.dst, out);
        alu.srcs[..alu.op.sources()].iter().for_each(|src| self.src(*src, out));
    }

    fn sampler(&self, message: &SamplerMessage, out: &mut String) {
        let row = message.message.row();
        self.predicate(message.predicate, out);
        out.push_str(row.mnemonic);
        out.push_str(if message.null_mask { ".pixel_null_mask" } else { "" });
        out.push_str(if message.cps { ".cps" } else { "" });
        out.push_str(if message.non_uniform { ".divS" } else { "" });
        match row.response {
            Response::Block | Response::None => {}
            Response::Texels if message.channels == ChannelMask::EMPTY => {
                out.push('.');
                out.push_str(super::NO_CHANNEL);
            }
            _ => self.channels(message.channels, out),
        }
        self.exec(message.exec, out);
        if row.class.has_modifiers() {
            self.src(message.offset, out);
        }
        for state in message.sampler.into_iter().chain([message.surface]) {
            out.push(' ');
            self.state(state, out);
        }
        let params = self.kernel.raws(message.params);
        // A query names its destination last (INFO, Text).
        if row.class == Class::Info {
            params.iter().for_each(|raw| self.raw(*raw, out));
            self.optional_raw(message.dst, out);
        } else {
            self.optional_raw(message.dst, out);
            params.iter().for_each(|raw| self.raw(*raw, out));
        }
    }

    fn media(&self, block: &MediaBlock, out: &mut String) {
        out.push_str(if block.store { "media_st." } else { "media_ld." });
        out.push_str(block.modifier.name());
        out.push_str(" (");
        decimal(u32::from(block.width), out);
        out.push(',');
        decimal(u32::from(block.height), out);
        out.push_str(") ");
        self.state(block.surface, out);
        out.push(' ');
        decimal(u32::from(block.plane), out);
        self.src(block.x, out);
        self.src(block.y, out);
        self.raw(block.data, out);
    }

    fn data_port(&self, access: &DataPort, out: &mut String) {
        self.predicate(access.predicate, out);
        out.push_str(access.op.name());
        if access.op.is_bytes() {
            out.push('.');
            decimal(u32::from(access.bytes), out);
        } else {
            self.channels(access.channels, out);
        }
        self.exec(access.exec, out);
        out.push(' ');
        self.state(access.surface, out);
        if access.op.is_typed() {
            access.address.iter().for_each(|raw| self.optional_raw(*raw, out));
        } else {
            out.push_str(" 0x0:ud");
            self.optional_raw(access.address[0], out);
        }
        self.raw(access.data, out);
    }
}
