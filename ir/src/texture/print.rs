//! Texture IR as text. Values without a name are numbered in the order of the text.

use std::fmt::{self, Display, Formatter, Write};

use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashSet;

use super::declarations::Binding;
use super::entities::{Block, InstId, Value};
use super::kernel::{ArgumentRole, BlockCall, InstData, Kernel, Module, ValueDef};
use super::lexer::is_plain_name;
use super::literal;
use super::memory_op::{Aligned, MemoryOp};
use super::texture_op::{ChannelMask, MediaField, Role, SamplerRef, SurfaceRef, TextureModifier, TextureOp};
use super::types::{Scalar, Type};

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.target, self.simd) {
            (None, None) => {}
            (Some(target), None) => writeln!(f, "target {target}")?,
            (None, Some(simd)) => writeln!(f, "target {simd}")?,
            (Some(target), Some(simd)) => writeln!(f, "target {target} {simd}")?,
        }
        for surface in self.surfaces.values() {
            write!(f, "surface {}: {}", surface.name, surface.dimension.name())?;
            if let Some(element) = surface.element {
                write!(f, " {element}")?;
            }
            f.write_str(" @ ")?;
            match surface.binding {
                Binding::Table(entry) => write!(f, "table {entry}")?,
                Binding::Indexed => f.write_str("table")?,
                Binding::Bindless => f.write_str("bindless")?,
            }
            write_argument_name(f, surface.argument.as_deref())?;
            f.write_char('\n')?;
        }
        for sampler in self.samplers.values() {
            write!(f, "sampler {} @ ", sampler.name)?;
            match sampler.binding {
                Binding::Table(entry) => write!(f, "{entry}")?,
                Binding::Indexed => f.write_str("table")?,
                Binding::Bindless => f.write_str("bindless")?,
            }
            write_argument_name(f, sampler.argument.as_deref())?;
            if let Some(state) = sampler.state {
                write!(f, " = {state}")?;
            }
            f.write_char('\n')?;
        }
        for constant in self.constants.values() {
            write!(f, "{} \"{}\" = \"", constant.keyword(), constant.symbol)?;
            for (index, dword) in constant.bytes.chunks(4).enumerate() {
                if index > 0 {
                    f.write_char(' ')?;
                }
                dword.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
            }
            f.write_str("\"\n")?;
        }
        for (index, kernel) in self.kernels.values().enumerate() {
            if index > 0
                || self.target.is_some()
                || self.simd.is_some()
                || !self.surfaces.is_empty()
                || !self.samplers.is_empty()
                || !self.constants.is_empty()
            {
                f.write_char('\n')?;
            }
            Printer::new(self, kernel).write_kernel(f)?;
        }
        Ok(())
    }
}

fn write_argument_name(f: &mut Formatter<'_>, argument: Option<&str>) -> fmt::Result {
    argument.map_or(Ok(()), |argument| write!(f, " arg \"{argument}\""))
}

/// The text of one instruction, without indentation, with the names that the text of its kernel has. It numbers the
/// values of the whole kernel; to print several instructions use [`Printer`].
pub fn describe_inst(module: &Module, kernel: &Kernel, inst: InstId) -> String {
    Printer::new(module, kernel).inst(inst)
}

/// The printed name of a value or a block.
#[derive(Clone, Copy, Default)]
enum PrintedLabel {
    /// Its name.
    #[default]
    Named,
    /// Its name and a number, because another has the same name.
    Renamed(u32),
    /// A number.
    Numbered(u32),
}

/// Prints parts of a kernel with the names that the text of the whole kernel has.
pub struct Printer<'a> {
    module: &'a Module,
    kernel: &'a Kernel,
    values: SecondaryMap<Value, PrintedLabel>,
    blocks: SecondaryMap<Block, PrintedLabel>,
}

/// The printed name of each of `entities`, which come in the order of the text. Where several have one name, the first
/// keeps it. Read back, every name is one that was given, so that the text stays as it is.
fn labels<'a, E: EntityRef>(entities: &[E], name: impl Fn(E) -> Option<&'a str>) -> SecondaryMap<E, PrintedLabel> {
    let mut labels = SecondaryMap::default();
    let (mut numbered, mut renamed) = (0, 0);
    let mut given: Option<FxHashSet<&str>> = None;
    let mut seen = FxHashSet::default();
    for entity in entities.iter().copied() {
        labels[entity] = match name(entity) {
            None => {
                numbered += 1;
                PrintedLabel::Numbered(numbered - 1)
            }
            Some(name) if seen.insert(name) => PrintedLabel::Named,
            Some(repeated) => {
                let given = given.get_or_insert_with(|| entities.iter().filter_map(|entity| name(*entity)).collect());
                while given.contains(format!("{repeated}~{renamed}").as_str()) {
                    renamed += 1;
                }
                renamed += 1;
                PrintedLabel::Renamed(renamed - 1)
            }
        };
    }
    labels
}

impl<'a> Printer<'a> {
    /// Numbers the values and blocks of `kernel`, a kernel of `module`.
    pub fn new(module: &'a Module, kernel: &'a Kernel) -> Printer<'a> {
        let mut values: Vec<Value> = kernel.arguments.iter().map(|argument| argument.value).collect();
        for block in &kernel.layout {
            values.extend(&kernel.blocks[*block].params);
            values.extend(kernel.blocks[*block].insts.iter().flat_map(|inst| kernel.results(*inst)));
        }
        Printer {
            module,
            kernel,
            values: labels(&values, |value| kernel.value_name(value)),
            blocks: labels(&kernel.layout, |block| kernel.block_name(block)),
        }
    }

    /// The same with the numbers that values have in the text that the kernel was parsed from, also after passes. Values
    /// that passes have made have higher ones.
    pub fn as_written(module: &'a Module, kernel: &'a Kernel) -> Printer<'a> {
        let mut printer = Printer::new(module, kernel);
        let Some((last, _)) = kernel.numbers().last() else { return printer };
        let mut next = last;
        let mut labels = SecondaryMap::default();
        kernel.numbers().for_each(|(number, value)| labels[value] = Some(number));
        for value in kernel.values.keys() {
            if let PrintedLabel::Numbered(_) = printer.values[value] {
                let number = labels[value].unwrap_or_else(|| {
                    next += 1;
                    next
                });
                printer.values[value] = PrintedLabel::Numbered(number);
            }
        }
        printer
    }

    /// An instruction, without indentation.
    pub fn inst(&self, inst: InstId) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = self.write_inst(&mut text, inst);
        text
    }

    /// The head of a block, its name and its parameters: `^loop(%i: i32):`.
    pub fn block_head(&self, block: Block) -> String {
        let mut text = String::new();
        let _ = self.write_block_head(&mut text, block);
        text
    }

    /// A use of a value: a constant without its type.
    pub fn value(&self, value: Value) -> String {
        let mut text = String::new();
        let _ = self.write_value(&mut text, value, Some(self.kernel.ty(value)));
        text
    }

    fn write_label(&self, f: &mut dyn Write, mark: char, name: Option<&str>, label: PrintedLabel) -> fmt::Result {
        let name = name.unwrap_or_default();
        match label {
            PrintedLabel::Named if is_plain_name(name) => write!(f, "{mark}{name}"),
            PrintedLabel::Named => write!(f, "{mark}\"{name}\""),
            PrintedLabel::Renamed(number) => write!(f, "{mark}\"{name}~{number}\""),
            PrintedLabel::Numbered(number) => write!(f, "{mark}{number}"),
        }
    }

    fn write_block_name(&self, f: &mut dyn Write, block: Block) -> fmt::Result {
        self.write_label(f, '^', self.kernel.block_name(block), self.blocks[block])
    }

    /// Writes a use or a definition; a constant with its type unless that is `expected`.
    fn write_value(&self, f: &mut dyn Write, value: Value, expected: Option<Type>) -> fmt::Result {
        let data = self.kernel.values[value];
        match data.def {
            ValueDef::Constant(_) | ValueDef::Undefined if Some(data.ty) != expected => write!(f, "{} ", data.ty)?,
            _ => {}
        }
        match data.def {
            ValueDef::Constant(bits) => literal::write(f, data.ty.scalar, bits.get()),
            ValueDef::Undefined => f.write_str("undef"),
            _ => self.write_label(f, '%', self.kernel.value_name(value), self.values[value]),
        }
    }

    fn write_values(
        &self,
        f: &mut dyn Write,
        values: &[Value],
        expected: impl Fn(usize) -> Option<Type>,
    ) -> fmt::Result {
        for (index, value) in values.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            self.write_value(f, *value, expected(index))?;
        }
        Ok(())
    }

    fn write_kernel(&self, f: &mut dyn Write) -> fmt::Result {
        let kernel = self.kernel;
        if is_plain_name(&kernel.name)
            && !kernel.name.starts_with(|first: char| first.is_ascii_digit() || ".-".contains(first))
        {
            write!(f, "kernel @{}(", kernel.name)?;
        } else {
            write!(f, "kernel @\"{}\"(", kernel.name)?;
        }
        for (index, argument) in kernel.arguments.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            self.write_value(f, argument.value, None)?;
            f.write_str(": ")?;
            if argument.uniform {
                f.write_str("uniform ")?;
            }
            write!(f, "{}", kernel.ty(argument.value))?;
            if argument.role != ArgumentRole::Plain {
                write!(f, " = {}", argument.role.name())?;
                if let Some(about) = &argument.about {
                    write!(f, " \"{about}\"")?;
                }
            }
        }
        f.write_char(')')?;
        if kernel.scratch_bytes != 0 {
            write!(f, " scratch {}", kernel.scratch_bytes)?;
        }
        if let Some([x, y, z]) = kernel.group_size {
            write!(f, " group [{x}, {y}, {z}]")?;
        }
        if kernel.may_flush_denormals {
            f.write_str(" may_flush_denormals")?;
        }
        f.write_str(" {\n")?;
        for block in &kernel.layout {
            self.write_block(f, *block)?;
        }
        f.write_str("}\n")
    }

    fn write_block_head(&self, f: &mut dyn Write, block: Block) -> fmt::Result {
        self.write_block_name(f, block)?;
        let data = &self.kernel.blocks[block];
        if !data.params.is_empty() {
            f.write_char('(')?;
            for (index, param) in data.params.iter().enumerate() {
                f.write_str(if index > 0 { ", " } else { "" })?;
                self.write_value(f, *param, None)?;
                write!(f, ": {}", self.kernel.ty(*param))?;
            }
            f.write_char(')')?;
        }
        f.write_char(':')
    }

    fn write_block(&self, f: &mut dyn Write, block: Block) -> fmt::Result {
        self.write_block_head(f, block)?;
        f.write_char('\n')?;
        for inst in &self.kernel.blocks[block].insts {
            f.write_str("  ")?;
            self.write_inst(f, *inst)?;
            f.write_char('\n')?;
        }
        Ok(())
    }

    fn write_inst(&self, f: &mut dyn Write, inst: InstId) -> fmt::Result {
        let kernel = self.kernel;
        let mut has_result = false;
        for result in kernel.results(inst) {
            f.write_str(if has_result { ", " } else { "" })?;
            self.write_value(f, result, None)?;
            has_result = true;
        }
        if has_result {
            f.write_str(" = ")?;
        }
        let result = kernel.result(inst).map(|value| kernel.ty(value));
        match &kernel.insts[inst] {
            InstData::Plain { op, args } => {
                f.write_str(op.name())?;
                let args = &args[..op.arity()];
                // The operand that has the stated type: the last but for a shuffle, whose last is the lane.
                let typed = if *op == super::Op::Shuffle { args.first() } else { args.last() };
                if let Some(ty) = typed.map(|value| kernel.ty(*value)) {
                    write!(f, " {ty} ")?;
                    self.write_values(f, args, |index| Some(op.operand_type(ty, index)))?;
                }
                if let (true, Some(result)) = (op.states_result(), result) {
                    write!(f, " -> {result}")?;
                }
                Ok(())
            }
            InstData::Vector { elements } => {
                let ty = Type::scalar(result.map_or(Scalar::I32, |ty| ty.scalar));
                write!(f, "vec {ty} [")?;
                self.write_values(f, elements.as_slice(&kernel.lists), |_| Some(ty))?;
                f.write_char(']')
            }
            InstData::Extract { vector, index } => {
                let ty = kernel.ty(*vector);
                write!(f, "extract {ty} ")?;
                self.write_value(f, *vector, Some(ty))?;
                write!(f, ", {index}")
            }
            InstData::Element { vector, index } => {
                let ty = kernel.ty(*vector);
                write!(f, "element {ty} ")?;
                self.write_value(f, *vector, Some(ty))?;
                f.write_str(", ")?;
                self.write_value(f, *index, Some(Type::I32))
            }
            InstData::Insert { vector, index, element } => {
                let ty = kernel.ty(*vector);
                write!(f, "insert {ty} ")?;
                self.write_value(f, *vector, Some(ty))?;
                f.write_str(", ")?;
                self.write_value(f, *index, Some(Type::I32))?;
                f.write_str(", ")?;
                self.write_value(f, *element, Some(Type::scalar(ty.scalar)))
            }
            InstData::Texture(id) => self.write_texture(f, &kernel.textures[*id], result),
            InstData::Memory(id) => self.write_memory(f, &kernel.memories[*id], result),
            InstData::Sync(kind) => f.write_str(kind.name()),
            InstData::Jump(target) => {
                f.write_str("jump ")?;
                self.write_call(f, target)
            }
            InstData::Branch { condition, targets } => {
                f.write_str("branch ")?;
                self.write_value(f, *condition, Some(Type::I1))?;
                for target in targets {
                    f.write_str(", ")?;
                    self.write_call(f, target)?;
                }
                Ok(())
            }
            InstData::Return => f.write_str("return"),
        }
    }

    fn write_call(&self, f: &mut dyn Write, call: &BlockCall) -> fmt::Result {
        self.write_block_name(f, call.block)?;
        let args = call.args.as_slice(&self.kernel.lists);
        if args.is_empty() {
            return Ok(());
        }
        f.write_char('(')?;
        self.write_values(f, args, |_| None)?;
        f.write_char(')')
    }

    fn write_index(&self, f: &mut dyn Write, index: Option<Value>) -> fmt::Result {
        if let Some(index) = index {
            f.write_char('[')?;
            self.write_value(f, index, Some(Type::I32))?;
            f.write_char(']')?;
        }
        Ok(())
    }

    fn write_surface(&self, f: &mut dyn Write, surface: SurfaceRef) -> fmt::Result {
        write!(f, " {}", self.module.surfaces[surface.surface].name)?;
        self.write_index(f, surface.index)
    }

    fn write_sampler(&self, f: &mut dyn Write, sampler: SamplerRef) -> fmt::Result {
        write!(f, ", {}", self.module.samplers[sampler.sampler].name)?;
        self.write_index(f, sampler.index)
    }

    fn write_params(
        &self,
        f: &mut dyn Write,
        params: &[(Role, Value)],
        expected: impl Fn(Role) -> Type,
    ) -> fmt::Result {
        f.write_str(" [")?;
        for (index, (role, value)) in params.iter().enumerate() {
            write!(f, "{}{}: ", if index > 0 { ", " } else { "" }, role.name())?;
            self.write_value(f, *value, Some(expected(*role)))?;
        }
        f.write_char(']')
    }

    fn write_texture(&self, f: &mut dyn Write, op: &TextureOp, result: Option<Type>) -> fmt::Result {
        f.write_str(op.kind.name())?;
        self.write_surface(f, op.surface)?;
        if let Some(sampler) = op.sampler {
            self.write_sampler(f, sampler)?;
        }
        self.write_params(f, &op.params, |role| op.kind.literal_type(role))?;
        if op.offset != [0; 3] {
            let [u, v, r] = op.offset;
            write!(f, " offset({u}, {v}, {r})")?;
        }
        if op.channel != 0 || op.kind.takes(TextureModifier::Channel) {
            f.write_str([" channel r", " channel g", " channel b", " channel a"][usize::from(op.channel & 3)])?;
        }
        if op.mask != ChannelMask::RGBA {
            write!(f, " mask {}", if op.mask == ChannelMask::EMPTY { "none".into() } else { op.mask.to_string() })?;
        }
        for (flag, word) in
            [(op.residency, " residency"), (op.implicit_lod, " implicit_lod"), (op.kill_pixel, " kill_pixel")]
        {
            f.write_str(if flag { word } else { "" })?;
        }
        if let Some(width) = op.width {
            write!(f, " width {width}")?;
        }
        if op.plane != 0 {
            write!(f, " plane {}", op.plane)?;
        }
        f.write_str(match op.field {
            MediaField::Frame => "",
            MediaField::Top => " top",
            MediaField::Bottom => " bottom",
        })?;
        if let Some(data) = op.data {
            let ty = self.kernel.ty(data);
            write!(f, ", {ty} ")?;
            self.write_value(f, data, Some(ty))?;
        }
        match result {
            Some(ty) => write!(f, " -> {ty}"),
            None => Ok(()),
        }
    }

    fn write_memory(&self, f: &mut dyn Write, op: &MemoryOp, result: Option<Type>) -> fmt::Result {
        op.kind.name().into_iter().try_for_each(|part| f.write_str(part))?;
        if let Some(surface) = op.surface {
            self.write_surface(f, surface)?;
        }
        self.write_params(f, &op.address, |role| op.kind.space.address_type(role))?;
        for (_, word) in Aligned::TEXT.iter().filter(|(aligned, _)| *aligned == op.aligned) {
            write!(f, " {word}")?;
        }
        for value in &op.values {
            let ty = self.kernel.ty(*value);
            write!(f, ", {ty} ")?;
            self.write_value(f, *value, Some(ty))?;
        }
        match result {
            Some(ty) => write!(f, " -> {ty}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::texture::{Builder, Module, Op, Type, parse};

    #[test]
    fn names_that_are_given_twice_leave_the_text_stable() {
        let mut builder = Builder::new("k");
        let x = builder.argument("x", Type::I32, true);
        let entry = builder.create_block("");
        builder.switch_to(entry);
        for name in ["x", "", "x~0", "x", "", "x~2"] {
            let value = builder.op(Op::Add, Type::I32, &[x, x]);
            builder.name(value, name);
        }
        builder.ret();
        let mut module = Module::default();
        module.add_kernel(builder.finish());
        let text = module.to_string();
        let names: Vec<_> = text.lines().filter_map(|line| line.trim().split_once(" = ")).map(|line| line.0).collect();
        assert_eq!(names, ["%\"x~1\"", "%0", "%\"x~0\"", "%\"x~3\"", "%1", "%\"x~2\""]);
        assert_eq!(parse(&text).expect("the text is read back").to_string(), text);
    }

    #[test]
    fn a_block_whose_name_is_a_number_is_not_the_block_of_that_number() {
        let text = "kernel @k() {\n^\"0\":\n  jump ^0\n^0:\n  return\n}\n";
        assert_eq!(parse(text).expect("the text follows the grammar").to_string(), text);
    }
}
