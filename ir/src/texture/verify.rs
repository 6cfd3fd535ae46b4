//! Verifies a module of texture IR.
//!
//! Checked: names; that every block ends in its only terminator; that the entry has no parameters and no predecessors;
//! that its definition dominates every use; types of operands, results and block arguments; the
//! roles of texture and memory operations, their modifiers, and that the surface can be what the operation asks for.
//!
//! Not checked: whether a target has a message for an operation, which lowering decides, and whether a `uniform` argument
//! is uniform, which the caller of the kernel must guarantee.

mod memory;
mod texture;

pub use texture::suits_dimension;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::FxHashSet;

use super::cfg::ControlFlow;
use super::declarations::{Binding, Dimension, MAX_CONSTANT_BYTES};
use super::entities::{Block, InstId, KernelId, Value};
use super::kernel::{ArgumentRole, BlockCall, InstData, Kernel, Module, ValueDef, is_group_size, wrong_group_size};
use super::lexer::{Lexer, Token};
use super::literal;
use super::memory_op::MAX_SCRATCH_BYTES;
use super::ops::{Op, Results};
use super::texture_op::{Role, RoleSet, SamplerRef, SurfaceRef};
use super::types::{Scalar, Type};
use crate::source::Location;

pub(super) use texture::has_no_use;

/// Something that is wrong with a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct VerifyError {
    /// The kernel, where the error is in one.
    pub kernel: Option<KernelId>,
    /// The instruction, where the error is in one.
    pub inst: Option<InstId>,
    /// Where that instruction stands in the source.
    pub location: Location,
    /// What is wrong, what was given, what is allowed or what to do.
    pub message: String,
}

/// Everything that is wrong with `module`, in the order of the text.
pub fn verify(module: &Module) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    verify_declarations(module, &mut errors);
    let mut names = FxHashSet::default();
    for (id, kernel) in &module.kernels {
        if !names.insert(&kernel.name) {
            errors.push(in_kernel(id, format!("kernel `{}` is defined twice; rename one", kernel.name)));
        }
        verify_into(module, id, &mut errors);
    }
    errors
}

/// Everything that is wrong with kernel `id` of `module`, in the order of the text. Declarations, other kernels and names
/// shared between kernels are not verified: a caller that visits every kernel reports each error once.
///
/// A module that has no kernel `id` is an error, too.
pub fn verify_kernel(module: &Module, id: KernelId) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    verify_into(module, id, &mut errors);
    errors
}

fn verify_into(module: &Module, id: KernelId, errors: &mut Vec<VerifyError>) {
    match module.kernels.get(id) {
        Some(kernel) => verify_of(module, kernel, id, errors),
        None => {
            let (given, known) = (id.as_u32(), module.kernels.len());
            let message = format!("the module has no kernel with the id {given}; expected one of its {known} kernels");
            errors.push(VerifyError { kernel: None, inst: None, location: Location::UNKNOWN, message });
        }
    }
}

fn verify_of(module: &Module, kernel: &Kernel, id: KernelId, errors: &mut Vec<VerifyError>) {
    if kernel.name.is_empty() {
        errors.push(in_kernel(id, "the kernel has no name; give it one".to_owned()));
    }
    if !is_quotable(&kernel.name) {
        errors.push(in_kernel(id, unquotable("the kernel's name")));
    }
    if kernel.scratch_bytes > MAX_SCRATCH_BYTES {
        let given = kernel.scratch_bytes;
        errors.push(in_kernel(
            id,
            format!("a lane has {given} bytes of scratch memory; expected at most {MAX_SCRATCH_BYTES}"),
        ));
    }
    if let Some(size) = kernel.group_size.filter(|size| !is_group_size(*size)) {
        errors.push(in_kernel(id, wrong_group_size(size)));
    }
    KernelVerifier { module, kernel, id, flow: ControlFlow::new(kernel), inst: None, errors }.run();
}

/// Everything that is wrong with `inst`, which is no jump and no branch, by itself: its operands are those of the kernel, and
/// where they are defined is not asked.
pub(super) fn verify_inst(module: &Module, kernel: &Kernel, inst: InstId) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    let flow = ControlFlow::new(&Kernel::new(""));
    let id = module.kernels.next_key();
    let mut verifier = KernelVerifier { module, kernel, id, flow, inst: Some(inst), errors: &mut errors };
    let mut is_whole = true;
    kernel.for_each_use(inst, |value| is_whole &= verifier.is_known(value));
    if is_whole {
        verifier.instruction(inst);
    }
    errors
}

/// Everything that is wrong with `kernel`, which is not in the module yet.
pub(super) fn verify_new(module: &Module, kernel: &Kernel) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    verify_of(module, kernel, module.kernels.next_key(), &mut errors);
    errors
}

fn in_kernel(id: KernelId, message: String) -> VerifyError {
    VerifyError { kernel: Some(id), inst: None, location: Location::UNKNOWN, message }
}

/// Whether a character is forbidden in names. Texture IR and vISA text write names between quotes without escapes: a quote
/// or a line break would end them, and readers of vISA text may interpret a backslash or a control character.
pub fn is_forbidden_in_names(letter: char) -> bool {
    matches!(letter, '"' | '\\') || letter.is_control()
}

/// Whether no character of `name` is forbidden in names.
pub fn is_quotable(name: &str) -> bool {
    // In most names no byte is of another letter.
    let is_plain = |byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    name.bytes().all(is_plain) || !name.contains(is_forbidden_in_names)
}

/// What is wrong with the name of a surface or sampler, where something is.
fn wrong_declared_name(what: &str, name: &str) -> Option<String> {
    let mut tokens = Lexer::new(name);
    tokens.advance();
    // Blanks and comments around the word are no tokens, but part of the name.
    (tokens.token != Token::Word || tokens.slice() != name).then(|| {
        format!("{name:?} is not a valid name of a {what}; expected letters, digits and `_`, beginning with a letter")
    })
}

fn declared_twice(what: &str, name: &str) -> String {
    format!("{what} `{name}` is declared twice; rename one")
}

/// What would be wrong with a surface of that name behind those that `module` declares, where something would.
pub fn wrong_surface_name(module: &Module, name: &str) -> Option<String> {
    let is_twice = module.surfaces.values().any(|surface| surface.name == name);
    wrong_declared_name("surface", name).or_else(|| is_twice.then(|| declared_twice("surface", name)))
}

/// The same for a sampler.
pub fn wrong_sampler_name(module: &Module, name: &str) -> Option<String> {
    let is_twice = module.samplers.values().any(|sampler| sampler.name == name);
    wrong_declared_name("sampler", name).or_else(|| is_twice.then(|| declared_twice("sampler", name)))
}

fn unquotable(what: &str) -> String {
    format!("{what} contains a quote, a backslash or a control character; remove it")
}

fn verify_declarations(module: &Module, errors: &mut Vec<VerifyError>) {
    let mut error =
        |message| errors.push(VerifyError { kernel: None, inst: None, location: Location::UNKNOWN, message });
    let surfaces = module.surfaces.values().map(|surface| ("surface", &surface.name, &surface.argument));
    let samplers = module.samplers.values().map(|sampler| ("sampler", &sampler.name, &sampler.argument));
    let mut names = FxHashSet::default();
    for (what, name, argument) in surfaces.chain(samplers) {
        if let Some(message) = wrong_declared_name(what, name) {
            error(message);
        }
        if !names.insert((what, name)) {
            error(declared_twice(what, name));
        }
        if argument.as_ref().is_some_and(|argument| !is_quotable(argument)) {
            error(unquotable(&format!("the name of the argument of {what} `{name}`")));
        }
    }
    for constant in module.constants.values() {
        let (name, bytes) = (&constant.symbol, constant.bytes.len());
        let what = if constant.is_variable { "a global variable" } else { "constant memory" };
        if name.is_empty() || !is_quotable(name) {
            error(format!(
                "{name:?} is not a valid name of {what}; expected at least one character, and no quote, backslash or control character"
            ));
        }
        if !names.insert(("constant memory", name)) {
            error(format!("{what} `{name}` is declared twice; rename one"));
        }
        if !(1..=MAX_CONSTANT_BYTES).contains(&bytes) {
            error(format!("{what} `{name}` has {bytes} bytes; expected 1 to {MAX_CONSTANT_BYTES}"));
        }
    }
}

/// The block of an instruction, and its index there; of one that stands in no block, none.
type Position = (PackedOption<Block>, u32);

struct KernelVerifier<'a> {
    module: &'a Module,
    kernel: &'a Kernel,
    id: KernelId,
    flow: ControlFlow,
    inst: Option<InstId>,
    errors: &'a mut Vec<VerifyError>,
}

impl KernelVerifier<'_> {
    fn error(&mut self, message: impl Into<String>) {
        let location = self.inst.map_or(Location::UNKNOWN, |inst| self.kernel.location(inst));
        self.errors.push(VerifyError { kernel: Some(self.id), inst: self.inst, location, message: message.into() });
    }

    fn name(&self, value: Value) -> String {
        match (self.kernel.values[value].def, self.kernel.value_name(value)) {
            (ValueDef::Constant(bits), _) => {
                let mut text = String::from("`");
                // Writing to a string does not fail.
                let _ = literal::write(&mut text, self.kernel.ty(value).scalar, bits.get());
                text + "`"
            }
            (_, Some(name)) => format!("`%{name}`"),
            (_, None) => format!("the value {value}"),
        }
    }

    fn block_name(&self, block: Block) -> String {
        self.kernel.block_name(block).map_or_else(|| block.to_string(), |name| format!("`^{name}`"))
    }

    fn run(&mut self) {
        self.arguments();
        let Some(entry) = self.kernel.entry() else {
            self.error("the kernel has no blocks; expected at least an entry block");
            return;
        };
        if !self.kernel.blocks[entry].params.is_empty() {
            self.error("the entry block has parameters; make them arguments of the kernel");
        }
        for from in self.flow.predecessors(entry).to_vec() {
            self.inst = self.kernel.terminator(from);
            let name = self.block_name(entry);
            self.error(format!("this branches to the entry block {name}; put the loop in a block behind the entry"));
        }
        self.inst = None;
        let mut listed = EntitySet::with_capacity(self.kernel.blocks.len());
        let mut positions: SecondaryMap<InstId, Position> = SecondaryMap::default();
        positions.resize(self.kernel.insts.len());
        for block in &self.kernel.layout {
            if !listed.insert(*block) {
                self.error(format!("block {} is in the layout twice; list it once", self.block_name(*block)));
            }
            for (index, inst) in self.kernel.blocks[*block].insts.iter().enumerate() {
                positions[*inst] = (Some(*block).into(), index as u32);
            }
        }
        for block in &self.kernel.layout {
            self.inst = None;
            for param in &self.kernel.blocks[*block].params {
                if !self.kernel.ty(*param).is_scalar() {
                    let (name, ty) = (self.name(*param), self.kernel.ty(*param));
                    self.error(format!("block parameter {name} has type {ty}; expected a scalar"));
                }
            }
            let insts = &self.kernel.blocks[*block].insts;
            if !insts.last().is_some_and(|last| self.kernel.insts[*last].is_terminator()) {
                self.inst = insts.last().copied();
                let name = self.block_name(*block);
                self.error(format!("block {name} has no terminator; end it with `jump`, `branch` or `return`"));
            }
            for (index, inst) in insts.iter().enumerate() {
                self.inst = Some(*inst);
                if index + 1 < insts.len() && self.kernel.insts[*inst].is_terminator() {
                    self.error("instructions follow this terminator; it must be the last instruction of its block");
                }
                let kernel = self.kernel;
                let mut is_whole = true;
                kernel.for_each_use(*inst, |value| {
                    if !self.is_known(value) {
                        is_whole = false;
                    } else if !self.is_defined_before(value, *block, index as u32, &positions) {
                        self.used_too_early(value);
                    }
                });
                if is_whole {
                    self.instruction(*inst);
                }
            }
        }
    }

    /// Whether the kernel has that value; where it has not, an error says so.
    #[inline]
    fn is_known(&mut self, value: Value) -> bool {
        let is_known = self.kernel.values.is_valid(value);
        if !is_known {
            self.foreign("value", &value);
        }
        is_known
    }

    #[cold]
    fn foreign(&mut self, what: &str, id: &dyn std::fmt::Display) {
        self.error(format!("the {what} {id} is of another kernel or module; expected one of this"));
    }

    fn arguments(&mut self) {
        for index in 0..self.kernel.arguments.len() {
            let argument = &self.kernel.arguments[index];
            let ty = self.kernel.ty(argument.value);
            let (role, uniform) = (argument.role, argument.uniform);
            let about_is_wrong = argument.about.as_ref().is_some_and(|about| !is_quotable(about));
            let name_is_wrong = self.kernel.value_name(argument.value).is_some_and(|name| !is_quotable(name));
            let name = self.name(argument.value);
            // Lowering passes the halves of a pointer.
            let is_pair =
                matches!(role, ArgumentRole::Pointer | ArgumentRole::Constant) && ty == Type::vector(Scalar::I32, 2);
            if !is_pair && role.value_type().is_some_and(|expected| expected != ty) {
                let expected = role.value_type().unwrap_or(ty);
                self.error(format!("argument {name} has type {ty}; its role `{}` expects {expected}", role.name()));
            }
            if role.is_divergent().is_some_and(|varies| varies == uniform) {
                let (is, mend) = if uniform { ("divergent", "remove `uniform`") } else { ("uniform", "add `uniform`") };
                self.error(format!("argument {name} has the role `{}`, which is {is}; {mend}", role.name()));
            }
            if !uniform && !ty.is_scalar() {
                self.error(format!("argument {name} has type {ty}; expected a scalar, or `uniform` before the type"));
            }
            if !(1..=Type::MAX_ARGUMENT_LANES).contains(&ty.lanes) {
                let most = Type::MAX_ARGUMENT_LANES;
                self.error(format!("argument {name} has {} elements; expected 1 to {most}", ty.lanes));
            }
            if ty.scalar == Scalar::I1 {
                self.error(format!("argument {name} has type i1; pass a boolean as an integer"));
            }
            if about_is_wrong {
                self.error(unquotable(&format!("the name of the surface or argument that {name} describes")));
            }
            if role == ArgumentRole::Constant
                && argument.about.as_deref().is_none_or(|about| self.module.constant(about).is_none())
            {
                let known: Vec<_> =
                    self.module.constants.values().take(8).map(|constant| format!("`{}`", constant.symbol)).collect();
                let known = if known.is_empty() { "a declaration of one".to_owned() } else { known.join(", ") };
                self.error(format!(
                    "argument {name} has the role `constant` and names no constant memory or global variable; expected {known}"
                ));
            }
            if name_is_wrong {
                self.error(unquotable(&format!("the name of {name}")));
            }
        }
    }

    /// Whether the definition of `value` comes before instruction `index` of `block` on every path.
    #[inline]
    fn is_defined_before(
        &self,
        value: Value,
        block: Block,
        index: u32,
        positions: &SecondaryMap<InstId, Position>,
    ) -> bool {
        match self.kernel.values[value].def {
            ValueDef::Argument(_) | ValueDef::Constant(_) | ValueDef::Undefined => true,
            ValueDef::Missing => false,
            _ if !self.flow.is_reachable(block) => true,
            ValueDef::Param(from, _) => self.flow.is_reachable(from) && self.flow.dominates(from, block),
            ValueDef::Result(inst, _) => match (positions[inst].0.expand(), positions[inst].1) {
                (None, _) => false,
                (Some(from), defined) if from == block => defined < index,
                (Some(from), _) => self.flow.is_reachable(from) && self.flow.dominates(from, block),
            },
        }
    }

    fn used_too_early(&mut self, value: Value) {
        let name = self.name(value);
        let definition = match self.kernel.values[value].def {
            ValueDef::Missing => return self.error(format!("{name} is not defined")),
            ValueDef::Result(inst, _) => format!("its definition at {}", self.kernel.location(inst)),
            ValueDef::Param(block, _) => format!("block {} that defines it", self.block_name(block)),
            _ => "its definition".to_owned(),
        };
        self.error(format!("{name} is used before it is defined; {definition} must come first on every path"));
    }

    #[inline(always)]
    fn expect_type(&mut self, value: Value, expected: Type, what: &str) {
        let found = self.kernel.ty(value);
        if found != expected {
            let name = self.name(value);
            self.error(format!("{what} {name} has type {found}; expected {expected}"));
        }
    }

    #[inline(always)]
    fn result_is(&mut self, inst: InstId, expected: Option<Type>) {
        let found = self.kernel.result(inst).map(|value| self.kernel.ty(value));
        if found != expected {
            let text = |ty: Option<Type>| ty.map_or("no result".to_owned(), |ty| format!("a result of type {ty}"));
            self.error(format!("the instruction has {}; expected {}", text(found), text(expected)));
        }
    }

    #[inline(always)]
    fn instruction(&mut self, inst: InstId) {
        let kernel = self.kernel;
        match &kernel.insts[inst] {
            InstData::Plain { op, args } => self.plain(inst, *op, &args[..op.arity()]),
            InstData::Vector { elements } => {
                let elements = elements.as_slice(&kernel.lists);
                let Some(first) = elements.first() else {
                    return self.error(format!("`vec` has no elements; expected 2 to {}", Type::MAX_LANES));
                };
                let ty = kernel.ty(*first);
                elements.iter().for_each(|element| self.expect_type(*element, ty, "element"));
                if !ty.is_scalar() || ty.scalar == Scalar::I1 {
                    self.error(format!("elements of `vec` have type {ty}; expected a scalar other than i1"));
                }
                let most = if ty.scalar == Scalar::I64 { Type::MAX_WIDE_LANES } else { Type::MAX_LANES };
                if !(2..=usize::from(most)).contains(&elements.len()) {
                    self.error(format!("`vec` has {} elements; expected 2 to {most}", elements.len()));
                }
                self.result_is(inst, Some(Type::vector(ty.scalar, elements.len() as u8)));
            }
            InstData::Extract { vector, index } => {
                let ty = kernel.ty(*vector);
                if ty.is_scalar() || *index >= ty.lanes {
                    let name = self.name(*vector);
                    self.error(format!("{name} has type {ty} and no element {index}; expected an element of a vector"));
                }
                self.result_is(inst, Some(Type::scalar(ty.scalar)));
            }
            InstData::Element { vector, index } => {
                let ty = self.indexed(*vector, *index);
                self.result_is(inst, Some(Type::scalar(ty.scalar)));
            }
            InstData::Insert { vector, index, element } => {
                let ty = self.indexed(*vector, *index);
                self.expect_type(*element, Type::scalar(ty.scalar), "element");
                self.result_is(inst, Some(ty));
            }
            InstData::Texture(id) => self.texture(inst, &kernel.textures[*id]),
            InstData::Memory(id) => self.memory(inst, &kernel.memories[*id]),
            InstData::Sync(_) | InstData::Return => {}
            InstData::Jump(target) => self.call(target),
            InstData::Branch { condition, targets } => {
                self.expect_type(*condition, Type::I1, "condition");
                targets.iter().for_each(|target| self.call(target));
            }
        }
    }

    /// A vector of which a value names an element; returns its type.
    fn indexed(&mut self, vector: Value, index: Value) -> Type {
        let ty = self.kernel.ty(vector);
        if ty.is_scalar() || ty.scalar == Scalar::I1 {
            let name = self.name(vector);
            self.error(format!("{name} has type {ty}; expected a vector of elements other than i1"));
        }
        self.expect_type(index, Type::I32, "index");
        ty
    }

    fn plain(&mut self, inst: InstId, op: Op, args: &[Value]) {
        let typed = if op == Op::Shuffle { args.first() } else { args.last() };
        let ty = typed.map_or(Type::I32, |value| self.kernel.ty(*value));
        if !args.is_empty() && !op.admits(ty) {
            self.error(format!("`{}` has operands of type {ty}; expected {}", op.name(), op.operands()));
        }
        for (index, arg) in args.iter().enumerate() {
            self.expect_type(*arg, op.operand_type(ty, index), "operand");
        }
        let result = self.kernel.result(inst).map(|value| self.kernel.ty(value));
        match op.results() {
            Results::Same | Results::SameTwice => self.result_is(inst, Some(ty)),
            Results::Bool => self.result_is(inst, Some(Type::I1)),
            Results::I32 => self.result_is(inst, Some(Type::I32)),
            Results::TwiceAsWide => self.result_is(inst, Some(ty.twice_as_wide())),
            Results::Stated => {
                let to = result.unwrap_or(ty);
                if !to.is_scalar() || !op.converts(ty.scalar, to.scalar) {
                    let known = Scalar::ALL.into_iter().filter(|to| op.converts(ty.scalar, *to)).map(Scalar::name);
                    let known = known.collect::<Vec<_>>().join(", ");
                    self.error(format!("`{}` cannot convert {ty} to {to}; expected one of {known}", op.name()));
                }
            }
        }
        if self.kernel.results(inst).count() != op.result_count() {
            let defined = self.kernel.results(inst).count();
            self.error(format!("`{}` defines {defined} results; expected {}", op.name(), op.result_count()));
        }
    }

    fn call(&mut self, call: &BlockCall) {
        // Only a block that nothing reaches needs the walk over the layout.
        if !self.flow.is_reachable(call.block) && !self.kernel.layout.contains(&call.block) {
            self.error(format!("block {} is not in the kernel; define it", self.block_name(call.block)));
            return;
        }
        let args = call.args.as_slice(&self.kernel.lists);
        let params = &self.kernel.blocks[call.block].params;
        if args.len() != params.len() {
            let name = self.block_name(call.block);
            self.error(format!("block {name} is given {} arguments; expected {}", args.len(), params.len()));
        }
        for (arg, param) in args.iter().zip(params) {
            self.expect_type(*arg, self.kernel.ty(*param), "block argument");
        }
    }

    fn binding(&mut self, binding: Binding, index: Option<Value>, name: &str) {
        match (binding, index) {
            (Binding::Table(_), Some(_)) => self.error(format!("`{name}` has a fixed table entry; remove the index")),
            (Binding::Indexed | Binding::Bindless, None) => {
                self.error(format!("`{name}` is bound by an index or handle; give one, `{name}[%i]`"))
            }
            (_, Some(index)) => self.expect_type(index, Type::I32, "index or handle"),
            (_, None) => {}
        }
    }

    /// The dimension of a surface; of one that the module does not declare, an error and nothing.
    fn surface(&mut self, surface: SurfaceRef) -> Option<Dimension> {
        let Some(decl) = self.module.surfaces.get(surface.surface) else {
            self.foreign("surface", &surface.surface);
            return None;
        };
        self.binding(decl.binding, surface.index, &decl.name);
        Some(decl.dimension)
    }

    fn sampler(&mut self, sampler: SamplerRef) {
        let Some(decl) = self.module.samplers.get(sampler.sampler) else {
            return self.foreign("sampler", &sampler.sampler);
        };
        self.binding(decl.binding, sampler.index, &decl.name);
    }

    fn roles(&mut self, name: &str, params: &[(Role, Value)], required: RoleSet, optional: RoleSet) {
        let mut seen = RoleSet::default();
        for (role, _) in params {
            if seen.contains(*role) {
                self.error(format!("parameter `{}` is given twice; remove one", role.name()));
            }
            seen = seen.with(*role);
            if !required.contains(*role) && !optional.contains(*role) {
                let known =
                    if optional == RoleSet::default() { String::new() } else { format!(" and may have {optional}") };
                self.error(format!("`{name}` has no parameter `{}`; it needs {required}{known}", role.name()));
            }
        }
        for role in required.iter().filter(|role| !seen.contains(*role)) {
            self.error(format!("`{name}` needs the parameter `{}`", role.name()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texture::{AtomicOp, MemoryAccess};

    fn module(text: &str) -> Module {
        super::super::parse(text).unwrap_or_else(|errors| panic!("{errors:?}"))
    }

    const NAMED: &str = "surface t0: 2d f32 @ table 0 arg \"surface\"
sampler s0 @ 0 arg \"sampler\"

kernel @k(%x: i32, %p: uniform i32 = buffer_offset \"about\") {
^entry:
  return
}
";

    #[test]
    fn a_kernel_is_verified_alone() {
        let text = "kernel @good(%x: i32) {
^entry:
  return
}
kernel @bad(%x: i32) {
^entry:
  jump ^entry
}
";
        let mut module = module(text);
        module.kernels[KernelId::from_u32(1)].name = "good".to_owned();
        let messages = |errors: Vec<VerifyError>| errors.into_iter().map(|error| error.message).collect::<Vec<_>>();
        let [good, bad] = [0, 1].map(|index| messages(verify_kernel(&module, KernelId::from_u32(index))));
        assert_eq!(good, [""; 0]);
        let bad_branch = "this branches to the entry block `^entry`; put the loop in a block behind the entry";
        assert_eq!(bad, [bad_branch]);
        assert_eq!(messages(verify(&module)), ["kernel `good` is defined twice; rename one", bad_branch]);
    }

    /// What no text says, and a builder may: `AtomicOp::works_on`.
    #[test]
    fn memory_without_an_atomic_operation_is_refused() {
        let text = "kernel @k(%x: i32, %f: f32) {
^entry:
  %a = atomic_fmin_local [x: %x], f32 %f -> f32
  return
}
";
        let mut module = module(text);
        assert_eq!(verify(&module).len(), 0);
        let kernel = &mut module.kernels[KernelId::from_u32(0)];
        for op in kernel.memories.values_mut() {
            op.kind.access = MemoryAccess::Atomic(AtomicOp::AddF);
        }
        let messages: Vec<String> = verify(&module).into_iter().map(|error| error.message).collect();
        let expected = "there is no `atomic_fadd_local`; write the operation as a loop of compare-exchanges";
        assert_eq!(messages, [expected]);
    }

    #[test]
    fn groups_that_cannot_be_are_refused() {
        let mut module = module("kernel @k() group [8, 4, 1] {\n^entry:\n  return\n}\n");
        assert_eq!(verify(&module).len(), 0);
        for size in [[8, 0, 1], [1025, 1, 1], [u32::MAX, u32::MAX, 2]] {
            module.kernels[KernelId::from_u32(0)].group_size = Some(size);
            let errors = verify(&module);
            assert!(errors.len() == 1 && errors[0].message.starts_with("a group of "), "{errors:?}");
        }
    }

    #[test]
    fn constant_memory_and_variables_are_declared_once_and_have_bytes() {
        const TEXT: &str = "constant \".str\" = \"00ff10a5 7e\"
variable \"count\" = \"05000000\"

kernel @k(%a: uniform i64 = constant \".str\", %b: uniform i64 = constant \"count\") {
^entry:
  return
}
";
        let good = module(TEXT);
        assert_eq!((verify(&good), good.to_string().as_str()), (vec![], TEXT));
        assert_eq!(
            good.constants.values().next().map(|decl| decl.bytes.as_slice()),
            Some(&[0, 0xff, 16, 0xa5, 0x7e][..])
        );
        assert_eq!(good.constants.values().map(|decl| decl.is_variable).collect::<Vec<_>>(), [false, true]);
        for (old, new, expected) in [
            (
                "= constant \".str\"",
                "= constant \"str\"",
                "names no constant memory or global variable; expected `.str`, `count`",
            ),
            (
                "= constant \".str\"",
                "= constant",
                "names no constant memory or global variable; expected `.str`, `count`",
            ),
            ("00ff10a5 7e", "", "`.str` has 0 bytes; expected 1 to "),
            ("constant \".str\" =", "constant \"\" =", "is not a valid name of constant memory"),
            ("kernel @k", "constant \".str\" = \"00\"\n\nkernel @k", "constant memory `.str` is declared twice"),
            ("uniform i64", "uniform i32", "its role `constant` expects i64"),
        ] {
            let errors = verify(&module(&TEXT.replacen(old, new, 1)));
            assert!(errors.iter().any(|error| error.message.contains(expected)), "{new}: {errors:?}");
        }
        for (wrong, expected) in [
            ("\"0\"", "expected bytes, two hexadecimal digits each"),
            ("\"0g\"", "expected bytes, two hexadecimal digits each"),
            ("00", "expected its bytes in quotes"),
        ] {
            let text = TEXT.replacen("\"00ff10a5 7e\"", wrong, 1);
            let errors = crate::texture::parse(&text).expect_err(wrong);
            assert!(errors.to_string().contains(expected), "{errors}");
        }
    }

    /// vISA text and texture IR text have names in quotes as they are, without escapes.
    #[test]
    fn names_that_would_end_their_quotes_or_be_read_otherwise_are_refused() {
        let good = module(NAMED);
        assert_eq!(verify(&good), []);
        assert_eq!(good.to_string(), NAMED);
        for wrong in ["a\"b", "a\\b", "a\\", "a\nb", "a\r\nb", "a\rb", "a\tb", "a\0b", "a\u{85}b"] {
            let refuses = |what: &str, change: &dyn Fn(&mut Module)| {
                let mut changed = good.clone();
                change(&mut changed);
                let errors = verify(&changed);
                assert!(matches!(errors.as_slice(), [_]), "{what} {wrong:?}: {errors:?}");
            };
            let kernel = KernelId::from_u32(0);
            refuses("kernel", &|module| module.kernels[kernel].name = wrong.to_owned());
            refuses("argument", &|module| {
                let argument = module.kernels[kernel].arguments[0].value;
                module.kernels[kernel].set_value_name(argument, wrong);
            });
            refuses("about", &|module| module.kernels[kernel].arguments[1].about = Some(wrong.to_owned()));
            refuses("surface", &|module| module.surfaces.values_mut().for_each(|decl| decl.name = wrong.to_owned()));
            refuses("sampler", &|module| module.samplers.values_mut().for_each(|decl| decl.name = wrong.to_owned()));
            let argument = || Some(wrong.to_owned());
            refuses("surface argument", &|module| {
                module.surfaces.values_mut().for_each(|decl| decl.argument = argument());
            });
            refuses("sampler argument", &|module| {
                module.samplers.values_mut().for_each(|decl| decl.argument = argument());
            });
        }
        // What merely needs quotes is right.
        let mut quoted = good.clone();
        quoted.kernels.values_mut().for_each(|kernel| kernel.name = "a b; 'c' zähler".to_owned());
        assert_eq!(verify(&quoted), []);
    }

    /// A surface's name stands without quotes.
    #[test]
    fn names_of_surfaces_and_samplers_are_one_word_and_nothing_around_it() {
        for wrong in ["", " t0", "t0 ", "t0\n", "t0 t1", "t0; comment", "0", "t-0", "%t0"] {
            let mut changed = module(NAMED);
            changed.surfaces.values_mut().for_each(|decl| decl.name = wrong.to_owned());
            assert_eq!(verify(&changed).len(), 1, "{wrong:?}");
        }
    }
}
