//! Says what is wrong with a module.
//!
//! Checked: names; that every block ends in its only terminator; that the entry has no parameters and no predecessors;
//! that every use has its definition above it on every way there; types of operands, results and block arguments; the
//! roles of texture and memory operations, their modifiers, and that the surface can be what the operation asks for.
//!
//! Not checked: whether a target has a message for an operation (lowering says so), and whether an argument that is
//! declared uniform is so.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

use super::cfg::ControlFlow;
use super::declarations::{Binding, Dimension};
use super::entities::{Block, Inst, KernelId, Value};
use super::kernel::{BlockCall, InstData, Kernel, Module, ValueDef};
use super::lexer::{Lexer, Token};
use super::mcs::McsForm;
use super::memory_op::{MemoryAccess, MemoryOp, MemorySpace};
use super::ops::{Op, Results};
use super::texture_op::{
    ChannelMask, Coordinates, FIXED_TYPE_ROLES, MediaField, Returns, Role, RoleSet, SamplerRef, SurfaceRef,
    TextureModifier, TextureOp,
};
use super::types::{Scalar, Type};
use crate::source::Location;
use crate::visa::message_shape::BlockShape;

/// Something that is wrong with a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct VerifyError {
    /// The kernel, where the error is in one.
    pub kernel: Option<KernelId>,
    /// The instruction, where the error is in one.
    pub inst: Option<Inst>,
    /// Where that instruction stands in the source.
    pub location: Location,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// Everything that is wrong with `module`, in the order of the text.
pub fn verify(module: &Module) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    verify_declarations(module, &mut errors);
    let mut names = FxHashSet::default();
    for (id, kernel) in &module.kernels {
        if !names.insert(&kernel.name) {
            errors.push(in_kernel(id, format!("kernel `{}` is defined twice", kernel.name)));
        }
        verify_into(module, id, &mut errors);
    }
    errors
}

/// Everything that is wrong with kernel `id` of `module`, in the order of the text. What is wrong with declarations and
/// other kernels, and between kernels, is not looked for, so that whoever goes from kernel to kernel sees each once.
///
/// # Panics
///
/// If the module has no kernel `id`.
pub fn verify_kernel(module: &Module, id: KernelId) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    verify_into(module, id, &mut errors);
    errors
}

fn verify_into(module: &Module, id: KernelId, errors: &mut Vec<VerifyError>) {
    let kernel = &module.kernels[id];
    if kernel.name.is_empty() {
        errors.push(in_kernel(id, "the kernel has no name".to_owned()));
    }
    if !is_quotable(&kernel.name) {
        errors.push(in_kernel(id, unquotable("the kernel's name")));
    }
    KernelVerifier { module, kernel, id, flow: ControlFlow::new(kernel), inst: None, errors }.run();
}

fn in_kernel(id: KernelId, message: String) -> VerifyError {
    VerifyError { kernel: Some(id), inst: None, location: Location::UNKNOWN, message }
}

/// Whether a letter cannot stand in a name: both text formats have names between quotes as they are, so that a quote or
/// a line break would end them, and readers of vISA text may take a backslash or a control character for something
/// else.
pub fn is_forbidden_in_names(letter: char) -> bool {
    matches!(letter, '"' | '\\') || letter.is_control()
}

fn is_quotable(name: &str) -> bool {
    !name.contains(is_forbidden_in_names)
}

fn unquotable(what: &str) -> String {
    format!("{what} has a quote, a backslash, a line break or another control character in it")
}

fn verify_declarations(module: &Module, errors: &mut Vec<VerifyError>) {
    let mut error =
        |message| errors.push(VerifyError { kernel: None, inst: None, location: Location::UNKNOWN, message });
    let surfaces = module.surfaces.values().map(|surface| ("surface", &surface.name, &surface.argument));
    let samplers = module.samplers.values().map(|sampler| ("sampler", &sampler.name, &sampler.argument));
    let mut names = FxHashSet::default();
    for (what, name, argument) in surfaces.chain(samplers) {
        let mut tokens = Lexer::new(name);
        tokens.advance();
        // Blanks and comments around the word are no tokens, but part of the name.
        if tokens.token != Token::Word || tokens.slice() != name {
            error(format!(
                "`{name}` cannot name a {what}: a name is letters, digits and `_`, and begins with a letter"
            ));
        }
        if !names.insert((what, name)) {
            error(format!("{what} `{name}` is declared twice"));
        }
        if argument.as_ref().is_some_and(|argument| !is_quotable(argument)) {
            error(unquotable(&format!("the name of the argument of {what} `{name}`")));
        }
    }
}

struct KernelVerifier<'a> {
    module: &'a Module,
    kernel: &'a Kernel,
    id: KernelId,
    flow: ControlFlow,
    inst: Option<Inst>,
    errors: &'a mut Vec<VerifyError>,
}

impl KernelVerifier<'_> {
    fn error(&mut self, message: impl Into<String>) {
        let location = self.inst.map_or(Location::UNKNOWN, |inst| self.kernel.location(inst));
        self.errors.push(VerifyError { kernel: Some(self.id), inst: self.inst, location, message: message.into() });
    }

    fn name(&self, value: Value) -> String {
        match (self.kernel.values[value].def, self.kernel.value_name(value)) {
            (ValueDef::Constant(_), _) => "the constant".to_owned(),
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
            self.error("the kernel has no block");
            return;
        };
        if !self.kernel.blocks[entry].params.is_empty() {
            self.error("the entry block has parameters; a kernel's inputs are its arguments");
        }
        if !self.flow.predecessors[entry].is_empty() {
            self.error("a branch leads to the entry block");
        }
        let mut listed = FxHashSet::default();
        let mut position: SecondaryMap<Inst, u32> = SecondaryMap::with_default(u32::MAX);
        let mut block_of: SecondaryMap<Inst, Option<Block>> = SecondaryMap::default();
        for block in &self.kernel.layout {
            if !listed.insert(*block) {
                self.error(format!("block {} is in the layout twice", self.block_name(*block)));
            }
            for (index, inst) in self.kernel.blocks[*block].insts.iter().enumerate() {
                position[*inst] = index as u32;
                block_of[*inst] = Some(*block);
            }
        }
        for block in &self.kernel.layout {
            self.inst = None;
            for param in &self.kernel.blocks[*block].params {
                if !self.kernel.ty(*param).is_scalar() {
                    self.error(format!("{} is a vector; parameters of blocks are scalars", self.name(*param)));
                }
            }
            let insts = &self.kernel.blocks[*block].insts;
            if !insts.last().is_some_and(|last| self.kernel.insts[*last].is_terminator()) {
                self.error(format!("block {} does not end in jump, branch or return", self.block_name(*block)));
            }
            for (index, inst) in insts.iter().enumerate() {
                self.inst = Some(*inst);
                if index + 1 < insts.len() && self.kernel.insts[*inst].is_terminator() {
                    self.error("a terminator stands before the end of its block");
                }
                let mut uses: smallvec::SmallVec<[Value; 8]> = smallvec::SmallVec::new();
                self.kernel.for_each_use(*inst, |value| uses.push(value));
                for value in uses {
                    self.dominated(value, *block, index as u32, &position, &block_of);
                }
                self.instruction(*inst);
            }
        }
    }

    fn arguments(&mut self) {
        for index in 0..self.kernel.arguments.len() {
            let argument = &self.kernel.arguments[index];
            let ty = self.kernel.ty(argument.value);
            let (role, uniform) = (argument.role, argument.uniform);
            let about_is_wrong = argument.about.as_ref().is_some_and(|about| !is_quotable(about));
            let name_is_wrong = self.kernel.value_name(argument.value).is_some_and(|name| !is_quotable(name));
            let name = self.name(argument.value);
            if role.value_type().is_some_and(|expected| expected != ty) {
                let expected = role.value_type().unwrap_or(ty);
                self.error(format!("{name} is {}, which has type {expected}, not {ty}", role.name()));
            }
            if role.is_divergent().is_some_and(|varies| varies == uniform) {
                let which = if uniform { "differs between lanes" } else { "is uniform" };
                self.error(format!("{name} is {}, which {which}", role.name()));
            }
            if !uniform && !ty.is_scalar() {
                self.error(format!("{name} is a vector; only uniform arguments are"));
            }
            if ty.scalar == Scalar::I1 {
                self.error(format!("{name} is i1; truth values are passed as integers"));
            }
            if about_is_wrong {
                self.error(unquotable(&format!("the name of what {name} is about")));
            }
            if name_is_wrong {
                self.error(unquotable(&format!("the name of {name}")));
            }
        }
    }

    fn dominated(
        &mut self,
        value: Value,
        block: Block,
        index: u32,
        position: &SecondaryMap<Inst, u32>,
        block_of: &SecondaryMap<Inst, Option<Block>>,
    ) {
        let fine = match self.kernel.values[value].def {
            ValueDef::Argument(_) | ValueDef::Constant(_) | ValueDef::Undefined => true,
            ValueDef::Missing => {
                let name = self.name(value);
                self.error(format!("{name} is not defined"));
                return;
            }
            _ if !self.flow.is_reachable(block) => true,
            ValueDef::Param(from, _) => self.flow.is_reachable(from) && self.flow.dominates(from, block),
            ValueDef::Result(inst, _) => match block_of[inst] {
                None => false,
                Some(from) if from == block => position[inst] < index,
                Some(from) => self.flow.is_reachable(from) && self.flow.dominates(from, block),
            },
        };
        if !fine {
            let name = self.name(value);
            self.error(format!("{name} is used where its definition need not have been passed"));
        }
    }

    fn expect_type(&mut self, value: Value, expected: Type, what: &str) {
        let found = self.kernel.ty(value);
        if found != expected {
            let name = self.name(value);
            self.error(format!("{name}, {what}, has type {found}, not {expected}"));
        }
    }

    fn result_is(&mut self, inst: Inst, expected: Option<Type>) {
        let found = self.kernel.result(inst).map(|value| self.kernel.ty(value));
        if found != expected {
            let text = |ty: Option<Type>| ty.map_or("nothing".to_owned(), |ty| ty.to_string());
            self.error(format!("the instruction returns {}, not {}", text(expected), text(found)));
        }
    }

    fn instruction(&mut self, inst: Inst) {
        let kernel = self.kernel;
        match &kernel.insts[inst] {
            InstData::Plain { op, args } => self.plain(inst, *op, &args[..op.arity()]),
            InstData::Vector { elements } => {
                let elements = elements.as_slice(&kernel.lists);
                let Some(first) = elements.first() else { return self.error("a vector of nothing") };
                let ty = kernel.ty(*first);
                elements.iter().for_each(|element| self.expect_type(*element, ty, "an element"));
                if !ty.is_scalar() || ty.scalar == Scalar::I1 {
                    self.error(format!("elements have type {ty}; a vector is made of numbers"));
                }
                if !(2..=usize::from(Type::MAX_LANES)).contains(&elements.len()) {
                    self.error(format!("a vector has 2 to {} elements, not {}", Type::MAX_LANES, elements.len()));
                }
                self.result_is(inst, Some(Type::vector(ty.scalar, elements.len() as u8)));
            }
            InstData::Extract { vector, index } => {
                let ty = kernel.ty(*vector);
                if ty.is_scalar() || *index >= ty.lanes {
                    self.error(format!("{} has type {ty} and no element {index}", self.name(*vector)));
                }
                self.result_is(inst, Some(Type::scalar(ty.scalar)));
            }
            InstData::Texture(id) => self.texture(inst, &kernel.textures[*id]),
            InstData::Memory(id) => self.memory(inst, &kernel.memories[*id]),
            InstData::Sync(_) | InstData::Return => {}
            InstData::Jump(target) => self.call(target),
            InstData::Branch { condition, targets } => {
                self.expect_type(*condition, Type::I1, "the condition");
                targets.iter().for_each(|target| self.call(target));
            }
        }
    }

    fn plain(&mut self, inst: Inst, op: Op, args: &[Value]) {
        let typed = if op == Op::Shuffle { args.first() } else { args.last() };
        let ty = typed.map_or(Type::I32, |value| self.kernel.ty(*value));
        if !args.is_empty() && !op.admits(ty) {
            self.error(format!("`{}` does not work on {ty}", op.name()));
        }
        for (index, arg) in args.iter().enumerate() {
            self.expect_type(*arg, op.operand_type(ty, index), "an operand");
        }
        let result = self.kernel.result(inst).map(|value| self.kernel.ty(value));
        match op.results() {
            Results::Same | Results::SameTwice => self.result_is(inst, Some(ty)),
            Results::Bool => self.result_is(inst, Some(Type::I1)),
            Results::I32 => self.result_is(inst, Some(Type::I32)),
            Results::Stated => {
                let to = result.unwrap_or(ty);
                if !to.is_scalar() || !op.converts(ty.scalar, to.scalar) {
                    self.error(format!("`{}` does not make {to} of {ty}", op.name()));
                }
            }
        }
        if self.kernel.results(inst).count() != op.result_count() {
            self.error(format!("`{}` has {} results", op.name(), op.result_count()));
        }
    }

    fn call(&mut self, call: &BlockCall) {
        // Only a block that nothing reaches needs the walk over the layout.
        if !self.flow.is_reachable(call.block) && !self.kernel.layout.contains(&call.block) {
            self.error(format!("block {} is not in the kernel", self.block_name(call.block)));
            return;
        }
        let args = call.args.as_slice(&self.kernel.lists);
        let params = &self.kernel.blocks[call.block].params;
        if args.len() != params.len() {
            let name = self.block_name(call.block);
            self.error(format!("block {name} has {} parameters, {} are given", params.len(), args.len()));
        }
        for (arg, param) in args.iter().zip(params) {
            self.expect_type(*arg, self.kernel.ty(*param), "given to a block");
        }
    }

    fn binding(&mut self, binding: Binding, index: Option<Value>, name: &str) {
        match (binding, index) {
            (Binding::Table(_), Some(_)) => self.error(format!("`{name}` has a place in its table and takes no index")),
            (Binding::Indexed | Binding::Bindless, None) => self.error(format!("`{name}` needs an index or a handle")),
            (_, Some(index)) => self.expect_type(index, Type::I32, "an index or handle"),
            (_, None) => {}
        }
    }

    fn surface(&mut self, surface: SurfaceRef) -> Dimension {
        let decl = &self.module.surfaces[surface.surface];
        self.binding(decl.binding, surface.index, &decl.name);
        decl.dimension
    }

    fn sampler(&mut self, sampler: SamplerRef) {
        let decl = &self.module.samplers[sampler.sampler];
        self.binding(decl.binding, sampler.index, &decl.name);
    }

    fn roles(&mut self, name: &str, params: &[(Role, Value)], required: RoleSet, optional: RoleSet) {
        let mut seen = RoleSet::default();
        for (role, _) in params {
            if seen.contains(*role) {
                self.error(format!("`{}` is given twice", role.name()));
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

    fn texture(&mut self, inst: Inst, op: &TextureOp) {
        let name = op.kind.name();
        let dimension = self.surface(op.surface);
        match op.sampler {
            Some(_) if !op.kind.has_sampler() => self.error(format!("`{name}` takes no sampler")),
            None if op.kind.has_sampler() => self.error(format!("`{name}` needs a sampler")),
            Some(sampler) => self.sampler(sampler),
            None => {}
        }
        self.roles(name, &op.params, op.kind.required(), op.kind.optional());
        self.parameter_types(op);
        self.modifiers(op);
        if !op.kind.surfaces().contains(dimension) {
            self.error(format!("`{name}` does not work on a surface of dimension {}", dimension.name()));
        }
        let result = self.kernel.result(inst).map(|value| self.kernel.ty(value));
        let scalar = result.map_or(Scalar::I1, |ty| ty.scalar);
        match op.kind.returns() {
            Returns::Nothing => self.result_is(inst, None),
            Returns::Rows => {
                if !result.is_some_and(|ty| op.kind.admits_result(ty.scalar)) {
                    self.error(format!("`{name}` returns an integer or a vector of integers"));
                }
            }
            _ => {
                if !op.kind.admits_result(scalar) || result.is_none_or(|ty| ty.lanes != 4) {
                    let known: Vec<_> = Scalar::ALL
                        .into_iter()
                        .filter(|scalar| op.kind.admits_result(*scalar))
                        .map(|scalar| format!("{scalar}x4"))
                        .collect();
                    self.error(format!("`{name}` returns {}", known.join(" or ")));
                }
            }
        }
        if let Some(data) = op.data {
            if !op.kind.writes() {
                self.error(format!("`{name}` writes nothing"));
            } else if !self.kernel.ty(data).scalar.is_int() {
                self.error("a media block is written from integers");
            }
        } else if op.kind.writes() {
            self.error("`media_write` needs what it writes");
        }
        if op.kind.is_media() {
            self.media_block(op, op.data.map(|data| self.kernel.ty(data)).or(result));
        }
        let status = if op.returns_residency() { 2 } else { 1 };
        if result.is_some() && self.kernel.results(inst).count() != status {
            self.error(format!("`{name}` has {status} results here"));
        }
    }

    /// A block with elements of type `ty`, one row each, as MEDIA_LD and MEDIA_ST limit it. One as wide as the lanes is
    /// cut to messages where it is too large for one; one that says its width is one message.
    fn media_block(&mut self, op: &TextureOp, ty: Option<Type>) {
        let name = op.kind.name();
        if let (Some(columns), Some(ty)) = (op.width, ty) {
            let shape = BlockShape { width: u32::from(columns) * ty.scalar.bytes(), height: ty.lanes.into() };
            let BlockShape { width, height } = shape;
            if !(1..=BlockShape::MAX_WIDTH).contains(&width) {
                let most = BlockShape::MAX_WIDTH;
                self.error(format!(
                    "the {columns} columns of `{name}` have {width} bytes, not 1 to {most} (MEDIA_LD, Block_width)"
                ));
            } else if height > shape.max_height() {
                let most = shape.max_height();
                self.error(format!(
                    "`{name}` has {height} rows of {width} bytes; a block of that width has at most {most} (MEDIA_LD, legal width/height combination)"
                ));
            }
        }
        let x = op.param(Role::X).and_then(|x| self.kernel.constant(x));
        if let Some(x) = x.filter(|x| op.kind.writes() && !x.is_multiple_of(4)) {
            self.error(format!("`x` of `{name}` is {}, which is no multiple of 4 bytes (MEDIA_ST)", x as i32));
        }
    }

    fn parameter_types(&mut self, op: &TextureOp) {
        // The first parameter, which the others must be like.
        let mut first: Option<(Role, Type)> = None;
        for (role, value) in &op.params {
            let ty = self.kernel.ty(*value);
            let given = role.name();
            if *role == Role::Mcs {
                if McsForm::of(ty).is_none() {
                    self.error(format!("`{given}` has type {ty}; MCS words are i32x4, i32x2 or i16x4"));
                }
                continue;
            }
            if FIXED_TYPE_ROLES.contains(*role) {
                self.expect_type(*value, Type::I32, "an offset");
                continue;
            }
            let (fits, known) = match op.kind.coordinates() {
                Coordinates::Int => (ty == Type::I32, "i32"),
                Coordinates::IntOrWord => (ty == Type::I32 || ty == Type::I16, "i32 or i16"),
                Coordinates::Float => (ty == Type::F32 || ty == Type::F16, "f32 or f16"),
            };
            if !fits {
                self.error(format!("`{given}` has type {ty}, not {known}"));
            } else if let Some((other, common)) = first.filter(|(_, common)| *common != ty) {
                let other = other.name();
                self.error(format!("`{given}` has type {ty} and `{other}` {common}; they must be alike"));
            }
            first.get_or_insert((*role, ty));
        }
    }

    fn modifiers(&mut self, op: &TextureOp) {
        use TextureModifier as M;
        let name = op.kind.name();
        let roles = op.roles();
        let lacks = |modifier| !op.kind.takes(modifier);
        if op.offset != [0; 3] && lacks(M::Offset) {
            self.error(format!("`{name}` takes no offset"));
        }
        if let Some(offset) = op.offset.into_iter().find(|offset| !(-8..=7).contains(offset)) {
            self.error(format!("offset {offset} is not within -8 to 7"));
        }
        if op.channel > 3 || (op.channel != 0 && lacks(M::Channel)) {
            self.error(format!("`{name}` gathers no channel {}", op.channel));
        }
        if op.channel != 0 && roles.contains(Role::Ref) {
            self.error("a gather that compares works on the red channel (3D_SAMPLE4, Ref)");
        }
        if op.mask != ChannelMask::RGBA && lacks(M::Mask) {
            self.error(format!("`{name}` always returns everything"));
        }
        if op.residency && lacks(M::Residency) {
            self.error(format!("`{name}` does not report residency"));
        }
        if op.implicit_lod && lacks(M::ImplicitLod) {
            self.error(format!("`{name}` has no implicit_lod"));
        }
        if op.kill_pixel && (lacks(M::KillPixel) || op.residency) {
            self.error("only a sample without residency has kill_pixel");
        }
        if (op.plane != 0 || op.field != MediaField::Frame || op.width.is_some()) && lacks(M::Plane) {
            self.error(format!("`{name}` has no planes, fields and columns"));
        }
        if op.plane > 3 {
            self.error(format!("plane {} is not within 0 to 3 (MEDIA_LD, Plane)", op.plane));
        }
        let gradients = [Role::DuDx, Role::DuDy, Role::DvDx, Role::DvDy, Role::DrDx, Role::DrDy];
        let sources = [Role::Lod, Role::Bias, Role::DuDx].into_iter().filter(|role| roles.contains(*role)).count();
        if op.kind.has_sampler() && sources + usize::from(op.implicit_lod) > 1 {
            self.error("the level of detail comes from one of lod, bias, gradients and implicit_lod");
        }
        if gradients.into_iter().any(|role| roles.contains(role)) {
            for (along, pair) in [
                (Role::U, [Role::DuDx, Role::DuDy]),
                (Role::V, [Role::DvDx, Role::DvDy]),
                (Role::R, [Role::DrDx, Role::DrDy]),
            ] {
                let given = pair.into_iter().filter(|role| roles.contains(*role)).count();
                if given == 1 || (along == Role::U && given == 0) {
                    self.error(format!("the derivatives of `{}` come in pairs, those of u first", along.name()));
                }
            }
        }
        if roles.contains(Role::MinLod) && roles.contains(Role::Lod) {
            self.error("an explicit level of detail has no lower bound");
        }
        if (roles.contains(Role::OffU) || roles.contains(Role::OffV)) && op.offset != [0; 3] {
            self.error("an offset is either constant or not");
        }
        if roles.contains(Role::OffU) != roles.contains(Role::OffV) {
            self.error("offu and offv come together");
        }
    }

    fn memory(&mut self, inst: Inst, op: &MemoryOp) {
        let [first, second, third] = op.kind.name();
        let name = [first, second, third].concat();
        let (required, optional) = match op.kind.space {
            MemorySpace::Typed => (RoleSet::of(&[Role::U]), RoleSet::of(&[Role::V, Role::R, Role::Lod])),
            _ => (RoleSet::of(&[Role::X]), RoleSet::default()),
        };
        let address = op.kind.space.address_type();
        self.roles(&name, &op.address, required, optional);
        op.address.iter().for_each(|(_, value)| self.expect_type(*value, address, "an address"));
        match (op.kind.space, op.surface) {
            (place, Some(_)) if !place.has_surface() => self.error(format!("`{name}` takes no surface")),
            (place, None) if !place.has_surface() => {}
            (_, None) => self.error(format!("`{name}` needs a surface")),
            (place, Some(surface)) => {
                let dimension = self.surface(surface);
                let is_raw = dimension == Dimension::Raw;
                if dimension != Dimension::Any && is_raw != (place == MemorySpace::Raw) {
                    self.error(format!("`{name}` does not work on a surface of dimension {}", dimension.name()));
                }
            }
        }
        if op.values.len() != op.kind.values() {
            self.error(format!("`{name}` takes {} values, not {}", op.kind.values(), op.values.len()));
        }
        let result = self.kernel.result(inst).map(|value| self.kernel.ty(value));
        if result.is_some() != op.kind.has_result() {
            self.error(format!("`{name}` returns {}", if op.kind.has_result() { "a value" } else { "nothing" }));
        }
        let values: smallvec::SmallVec<[Type; 3]> =
            result.into_iter().chain(op.values.iter().map(|value| self.kernel.ty(*value))).collect();
        for ty in values {
            let fits = match (op.kind.space, op.kind.access) {
                (_, MemoryAccess::Atomic(_)) => ty == Type::I32 || ty == Type::I64,
                (MemorySpace::Typed, _) => ty.lanes == 4 && ty.scalar.bits() == 32,
                _ => ty.scalar != Scalar::I1 && ty.lanes <= 4,
            };
            if !fits {
                self.error(format!("`{name}` does not work on {ty}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(bad, ["a branch leads to the entry block"]);
        assert_eq!(messages(verify(&module)), ["kernel `good` is defined twice", "a branch leads to the entry block"]);
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

    /// What is said of a kernel of this one operation, on a place that all lanes share.
    fn media(operation: &str) -> Vec<String> {
        let text = format!(
            "surface t0: 2d @ table 0\n\nkernel @k(%x: uniform i32, %d: i16, %e: i32) {{\n^entry:\n  \
             %v = vec i32 [%e, %e, %e, %e, %e, %e, %e, %e]\n  {operation}\n  return\n}}\n"
        );
        let module = module(&text);
        assert_eq!(module.to_string(), text);
        verify(&module).into_iter().map(|error| error.message).collect()
    }

    /// MEDIA_LD, legal width and height combinations: 1 to 64 bytes; of 33 to 64 bytes 4 rows, of 17 to 32 bytes 8.
    #[test]
    fn media_blocks_that_say_their_width_are_one_message() {
        for right in [
            "%r = media_read t0 [x: %x, y: -1] -> i32x8",
            "%r = media_read t0 [x: %x, y: %x] width 64 plane 3 bottom -> i8x4",
            "%r = media_read t0 [x: %x, y: %x] width 16 top -> i16x8",
            "%r = media_read t0 [x: 3, y: %x] width 1 -> i64",
            "media_write t0 [x: 4, y: %x] width 8 plane 1, i32x8 %v",
            "media_write t0 [x: %x, y: %x], i16 %d",
        ] {
            assert_eq!(media(right), [""; 0], "{right}");
        }
        for (wrong, message) in [
            (
                "%r = media_read t0 [x: %x, y: %x] width 33 -> i16",
                "the 33 columns of `media_read` have 66 bytes, not 1 to 64 (MEDIA_LD, Block_width)",
            ),
            (
                "%r = media_read t0 [x: %x, y: %x] width 0 -> i16",
                "the 0 columns of `media_read` have 0 bytes, not 1 to 64 (MEDIA_LD, Block_width)",
            ),
            (
                "media_write t0 [x: %x, y: %x] width 9, i32x8 %v",
                "`media_write` has 8 rows of 36 bytes; a block of that width has at most 4 (MEDIA_LD, legal width/height combination)",
            ),
            (
                "media_write t0 [x: 6, y: %x], i16 %d",
                "`x` of `media_write` is 6, which is no multiple of 4 bytes (MEDIA_ST)",
            ),
            ("%r = media_read t0 [x: %x, y: %x] -> i1", "`media_read` returns an integer or a vector of integers"),
            ("%r = load t0 [u: %x, v: %x] width 4 -> f32x4", "`load` has no planes, fields and columns"),
        ] {
            assert_eq!(media(wrong), [message], "{wrong}");
        }
    }
}
