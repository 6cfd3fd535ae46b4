//! Kernels as text. Written by hand instead of through `format!`, because it is the last stage of every compilation.

use super::{LOCAL, VERSION, first};
use crate::target::SimdWidth;
use crate::texture::ChannelMask;
use crate::visa::message::{Class, Response};
use crate::visa::{
    Align, Alu, BranchKind, Combine, DataPort, DataType, Dst, Exec, Inst, Kernel, Label, Pred, Predicate, Raw, Region,
    SamplerMessage, Src, State, StateKind, Storage, Var, VarDecl,
};

/// Bytes that a declaration or an instruction mostly stays below.
const LINE_BYTES: usize = 72;

/// Appends the text of `kernel` to `out`.
pub fn write(kernel: &Kernel, out: &mut String) {
    out.reserve(LINE_BYTES * (kernel.vars.len() + kernel.insts.len()));
    out.push_str(".version ");
    out.push_str(VERSION);
    out.push_str("\n.kernel \"");
    out.push_str(&kernel.name);
    out.push_str("\"\n");
    let printer = Printer { kernel };
    printer.declarations(out);
    for inst in &kernel.insts {
        printer.line(inst, out);
    }
}

/// Appends the text of one instruction to `out`, without indentation and line end.
pub fn write_inst(kernel: &Kernel, inst: &Inst, out: &mut String) {
    Printer { kernel }.inst(inst, out);
}

/// Appends the name of a variable to `out`, as declarations and operands have it.
pub fn write_var(kernel: &Kernel, var: Var, out: &mut String) {
    Printer { kernel }.var(var, out);
}

struct Printer<'a> {
    kernel: &'a Kernel,
}

fn decimal(number: u32, out: &mut String) {
    if number < 10 {
        out.push(char::from(b'0' + number as u8));
    } else {
        out.push_str(itoa::Buffer::new().format(number));
    }
}

fn hexadecimal(number: u64, out: &mut String) {
    out.push_str("0x");
    let digits = (64 - number.leading_zeros()).div_ceil(4).max(1);
    for digit in (0..digits).rev() {
        out.push(char::from(b"0123456789abcdef"[(number >> (4 * digit) & 15) as usize]));
    }
}

fn numbered(mark: char, number: u32, out: &mut String) {
    out.push(mark);
    decimal(number, out);
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
        match self.kernel.names.var(var) {
            Some(name) => out.push_str(name),
            None => numbered('V', first::VAR + var.as_u32(), out),
        }
    }

    fn pred(&self, pred: Pred, out: &mut String) {
        match self.kernel.names.pred(pred) {
            Some(name) => out.push_str(name),
            None => numbered('P', first::PRED + pred.as_u32(), out),
        }
    }

    fn state(&self, state: State, out: &mut String) {
        if let Some(name) = self.kernel.names.state(state) {
            return out.push_str(name);
        }
        let kind = self.kernel.states[state];
        if kind == StateKind::Local {
            return out.push_str(LOCAL);
        }
        let before = self.kernel.states.keys().take_while(|other| *other != state);
        let number = before.filter(|other| self.kernel.states[*other] == kind).count() as u32;
        match kind {
            StateKind::Surface => numbered('T', first::SURFACE + number, out),
            StateKind::Sampler => numbered('S', first::SAMPLER + number, out),
            StateKind::Local => {}
        }
    }

    fn label(&self, label: Label, out: &mut String) {
        match self.kernel.names.label(label) {
            Some(name) => out.push_str(name),
            None => numbered('L', label.as_u32(), out),
        }
    }

    fn declarations(&self, out: &mut String) {
        let kernel = self.kernel;
        let mut shapes = Shapes::default();
        // An alias names a variable that stands before it.
        for aliases in [false, true] {
            for (var, decl) in &kernel.vars {
                if matches!(decl.storage, Storage::Own | Storage::R0) != aliases {
                    self.declaration(var, decl, shapes.text(decl), out);
                }
            }
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
                StateKind::Surface => " v_type=T num_elts=1\n",
                StateKind::Sampler => " v_type=S num_elts=1\n",
                StateKind::Local => continue,
            };
            out.push_str(".decl ");
            self.state(state, out);
            out.push_str(rest);
        }
        for input in &kernel.inputs {
            out.push_str(".input ");
            self.var(input.var, out);
            out.push_str(" offset=");
            decimal(u32::from(input.offset), out);
            out.push_str(" size=");
            decimal(u32::from(input.bytes), out);
            out.push('\n');
        }
        out.push_str(".kernel_attr Target=\"3d\"\n.kernel_attr SimdSize=");
        out.push_str(match kernel.simd {
            SimdWidth::Simd8 => "8\n",
            SimdWidth::Simd16 => "16\n",
            SimdWidth::Simd32 => "32\n",
        });
        if let Some(bytes) = kernel.per_thread_bytes {
            out.push_str(".kernel_attr PerThreadInputSize=");
            decimal(bytes, out);
            out.push('\n');
        }
    }

    fn declaration(&self, var: Var, decl: &VarDecl, shape: &str, out: &mut String) {
        out.push_str(".decl ");
        self.var(var, out);
        out.push_str(shape);
        let (root, offset) = self.kernel.place(var);
        if root != var || decl.storage == Storage::R0 {
            out.push_str(" alias=<");
            if self.kernel.vars[root].storage == Storage::R0 {
                out.push_str("%r0")
            } else {
                self.var(root, out)
            }
            out.push_str(", ");
            decimal(offset, out);
            out.push('>');
        }
        out.push('\n');
    }

    fn line(&self, inst: &Inst, out: &mut String) {
        match inst {
            Inst::Label(_) => out.push('\n'),
            inst if self.kernel.is_idle(inst) => return,
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

    fn immediate(&self, ty: DataType, bits: u64, out: &mut String) {
        hexadecimal(bits, out);
        out.push(':');
        out.push_str(ty.name());
    }

    fn src(&self, src: Src, out: &mut String) {
        out.push(' ');
        match src {
            Src::Immediate { ty, bits } => self.immediate(ty, bits, out),
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
                self.immediate(DataType::Ud, u64::from(*bits), out);
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
        match row.response {
            Response::Block | Response::None => {}
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
