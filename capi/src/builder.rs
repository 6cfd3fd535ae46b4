//! A kernel that a caller builds call by call. Values, blocks, variables, surfaces and samplers are numbers from 1 on.

use compiler::ir::nearest;
use compiler::ir::source::Location;
use compiler::ir::texture::{
    ArgumentRole, BuildError, BuiltBlock, BuiltValue, Dimension, FunctionBuilder, LocalVariable, MULTISAMPLED_LOADS,
    MemoryKind, Module, Op, Results, Role, SamplerId, SurfaceId, SyncKind, TextureKind, Type, is_quotable,
    wrong_sampler_name, wrong_surface_name,
};
use compiler::ir::visa::descriptor;

use crate::call::named;
use crate::result::{OwnedDiagnostic, Refusal};
use crate::types::{
    TEXVISA_GLOBAL_ID, TEXVISA_GROUP_COUNT, TEXVISA_GROUP_ID, TEXVISA_INVALID, TEXVISA_LOCAL_ID, TexvisaOperation,
};

/// Declarations, the kernels that are finished, and the one that is being built. Only functions of this interface look into
/// it.
#[derive(Default)]
pub struct TexvisaBuilder {
    module: Module,
    surfaces: Vec<SurfaceId>,
    samplers: Vec<SamplerId>,
    open: Option<OpenKernel>,
    /// What was wrong with the last call.
    pub(crate) diagnostics: Vec<OwnedDiagnostic>,
}

/// The kernel that is being built.
struct OpenKernel {
    builder: FunctionBuilder<'static>,
    values: Vec<BuiltValue>,
    blocks: Vec<BuiltBlock>,
    variables: Vec<LocalVariable>,
}

/// An operation with its texts and arrays.
pub struct GivenOperation<'a> {
    pub raw: &'a TexvisaOperation,
    pub name: Option<&'a str>,
    pub operands: &'a [u32],
    pub roles: Vec<(Option<&'a str>, u32)>,
    pub result: Option<&'a str>,
}

impl GivenOperation<'_> {
    /// That nothing is given but `fields`, which `name` has: what is ignored was meant for something else.
    fn has_only(&self, name: &str, fields: &[&str]) -> Result<(), Refusal> {
        let raw = self.raw;
        let given = [
            ("operands", !self.operands.is_empty()),
            ("roles", !self.roles.is_empty()),
            ("surface", raw.surface != 0),
            ("sampler", raw.sampler != 0),
            ("result", self.result.is_some()),
            ("index", raw.index != 0),
            ("offset", raw.offset != [0; 3]),
            ("gathered", raw.gathered != 0),
            ("residency", raw.residency != 0),
        ];
        match given.into_iter().find(|(field, is_given)| *is_given && !fields.contains(field)) {
            Some((field, _)) => Err(Refusal::misuse(format!("`{name}` has no `{field}`; leave it 0"))),
            None => Ok(()),
        }
    }
}

/// What a plain call of an operation may return.
pub type Returned = [u32; 2];

fn refused(error: &BuildError) -> Refusal {
    match error {
        BuildError::Invalid(errors) => Refusal(
            errors.iter().map(|error| OwnedDiagnostic::new(TEXVISA_INVALID, error.location, &error.message)).collect(),
        ),
        // Numbers of this interface begin with 1.
        BuildError::Unassigned { number } => {
            Refusal::misuse(BuildError::Unassigned { number: number.saturating_add(1) }.to_string())
        }
        other => Refusal::misuse(other.to_string()),
    }
}

/// The name of a declaration: the given one, or where none is given one of that letter and the first number that is free.
fn declared_name(
    given: Option<&str>,
    letter: &str,
    first: usize,
    wrong: impl Fn(&str) -> Option<String>,
) -> Result<String, Refusal> {
    match given {
        Some(name) => wrong(name).map_or(Ok(name.to_owned()), |message| Err(Refusal::misuse(message))),
        None => {
            let mut names = (first..).map(|number| format!("{letter}{number}"));
            Ok(names.find(|name| wrong(name).is_none()).unwrap_or_default())
        }
    }
}

/// Whether that is an entry of a table of so many.
fn entry_of(entry: u32, entries: u32, table: &str) -> Result<(), Refusal> {
    if entry < entries {
        return Ok(());
    }
    Err(Refusal::misuse(format!("`entry` is {entry}; expected one of the {entries} of the {table}, from 0 on")))
}

/// The type of that name.
fn ty(name: Option<&str>, what: &str) -> Result<Type, Refusal> {
    let name = name.ok_or_else(|| Refusal::misuse(format!("`{what}` is null; expected a type, such as \"f32\"")))?;
    Type::from_name(name).ok_or_else(|| {
        Refusal::misuse(format!(
            "unknown type \"{name}\"; expected i1, i8, i16, i32, i64, f16, f32, or one with x2 to x128"
        ))
    })
}

/// What was returned as this number.
fn found<T: Copy>(all: &[T], number: u32, what: &str) -> Result<T, Refusal> {
    let index = (number as usize).checked_sub(1);
    index.and_then(|index| all.get(index)).copied().ok_or_else(|| {
        Refusal::misuse(format!("{what} {number} is not known; expected one that this builder has returned"))
    })
}

fn pushed<T>(all: &mut Vec<T>, item: T) -> u32 {
    all.push(item);
    all.len() as u32
}

impl OpenKernel {
    fn value(&self, number: u32) -> Result<BuiltValue, Refusal> {
        found(&self.values, number, "value")
    }

    fn all(&self, numbers: &[u32]) -> Result<Vec<BuiltValue>, Refusal> {
        numbers.iter().map(|number| self.value(*number)).collect()
    }

    fn block(&self, number: u32) -> Result<BuiltBlock, Refusal> {
        found(&self.blocks, number, "block")
    }

    fn returned(&mut self, value: BuiltValue) -> u32 {
        pushed(&mut self.values, value)
    }
}

impl TexvisaBuilder {
    fn open(&mut self) -> Result<&mut OpenKernel, Refusal> {
        self.open.as_mut().ok_or_else(|| Refusal::misuse("no kernel is begun; call texvisa_builder_begin"))
    }

    /// Declares a surface.
    pub fn surface(
        &mut self,
        name: Option<&str>,
        dimension: Option<&str>,
        element: Option<&str>,
        entry: u32,
    ) -> Result<u32, Refusal> {
        let dimensions: Vec<Dimension> = Dimension::all().collect();
        let dimension = named(dimension, "dimension", dimensions.into_iter(), Dimension::name)?;
        let element = element.map(|name| ty(Some(name), "element")).transpose()?;
        if let Some(ty) = element.filter(|ty| !ty.is_scalar()) {
            return Err(Refusal::misuse(format!("`element` is {ty}; expected a scalar, the type of one channel")));
        }
        self.declared()?;
        entry_of(entry, descriptor::SURFACES, "binding table")?;
        let name = declared_name(name, "t", self.surfaces.len(), |name| wrong_surface_name(&self.module, name))?;
        let id = self.module.add_surface(&name, dimension, element.map(|ty| ty.scalar), entry);
        Ok(pushed(&mut self.surfaces, id))
    }

    /// Declares a sampler.
    pub fn sampler(&mut self, name: Option<&str>, entry: u32) -> Result<u32, Refusal> {
        self.declared()?;
        entry_of(entry, descriptor::SAMPLERS, "sampler state table")?;
        let name = declared_name(name, "s", self.samplers.len(), |name| wrong_sampler_name(&self.module, name))?;
        let id = self.module.add_sampler(&name, entry);
        Ok(pushed(&mut self.samplers, id))
    }

    /// Declarations come before the kernels that use them.
    fn declared(&self) -> Result<(), Refusal> {
        match self.open {
            Some(_) => Err(Refusal::misuse("a kernel is begun; declare surfaces and samplers before")),
            None => Ok(()),
        }
    }

    /// Begins a kernel.
    pub fn begin(&mut self, name: Option<&str>) -> Result<(), Refusal> {
        if self.open.is_some() {
            return Err(Refusal::misuse("a kernel is begun already; call texvisa_builder_finish first"));
        }
        let name = name.ok_or_else(|| Refusal::misuse("`name` is null; expected the name of the kernel"))?;
        if name.is_empty() || !is_quotable(name) {
            let expected = "expected one character at least, and no quote, backslash or control character";
            return Err(Refusal::misuse(format!("{name:?} is not a valid name of a kernel; {expected}")));
        }
        if self.module.kernel(name).is_some() {
            return Err(Refusal::misuse(format!("there is a kernel `{name}` already; choose another name")));
        }
        let declarations = Module {
            surfaces: self.module.surfaces.clone(),
            samplers: self.module.samplers.clone(),
            ..Module::default()
        };
        self.open = Some(OpenKernel {
            builder: FunctionBuilder::with_declarations(declarations, name),
            values: Vec::new(),
            blocks: Vec::new(),
            variables: Vec::new(),
        });
        Ok(())
    }

    /// Ends the kernel; it stays begun where something is wrong with it.
    pub fn finish(&mut self) -> Result<(), Refusal> {
        let kernel = self.open()?.builder.finished_copy().map_err(|error| refused(&error))?;
        self.open = None;
        self.module.add_kernel(kernel);
        Ok(())
    }

    /// Drops the kernel that was begun.
    pub fn abandon(&mut self) -> Result<(), Refusal> {
        self.open()?;
        self.open = None;
        Ok(())
    }

    /// The kernels that are finished.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Appends an argument.
    pub fn argument(
        &mut self,
        name: Option<&str>,
        type_name: Option<&str>,
        role: Option<&str>,
        uniform: bool,
    ) -> Result<u32, Refusal> {
        let ty = ty(type_name, "type")?;
        let roles: Vec<ArgumentRole> = ArgumentRole::all().collect();
        let role = match role {
            Some(role) => named(Some(role), "role", roles.into_iter(), ArgumentRole::name)?,
            None => ArgumentRole::Plain,
        };
        let open = self.open()?;
        let value = open.builder.argument_with_role(name.unwrap_or_default(), ty, uniform, role);
        Ok(open.returned(value))
    }

    /// A number, by its bits.
    pub fn constant(&mut self, type_name: Option<&str>, bits: u64) -> Result<u32, Refusal> {
        let ty = ty(type_name, "type")?;
        if !ty.is_scalar() {
            return Err(Refusal::misuse(format!("a constant has type {ty}; expected a scalar")));
        }
        let open = self.open()?;
        let value = open.builder.int(ty, bits as i64);
        Ok(open.returned(value))
    }

    /// An undef value.
    pub fn undef(&mut self, type_name: Option<&str>) -> Result<u32, Refusal> {
        let ty = ty(type_name, "type")?;
        let open = self.open()?;
        let value = open.builder.undef(ty);
        Ok(open.returned(value))
    }

    /// Appends a block.
    pub fn block(&mut self, name: Option<&str>) -> Result<u32, Refusal> {
        let open = self.open()?;
        let block = open.builder.block(name.unwrap_or_default());
        Ok(pushed(&mut open.blocks, block))
    }

    /// Appends a parameter to a block.
    pub fn block_param(&mut self, block: u32, name: Option<&str>, type_name: Option<&str>) -> Result<u32, Refusal> {
        let ty = ty(type_name, "type")?;
        let open = self.open()?;
        let block = open.block(block)?;
        let value = open.builder.block_param(block, name.unwrap_or_default(), ty).map_err(|error| refused(&error))?;
        Ok(open.returned(value))
    }

    /// Makes a block the one to which operations are appended.
    pub fn switch_to(&mut self, block: u32) -> Result<(), Refusal> {
        let open = self.open()?;
        let block = open.block(block)?;
        open.builder.switch_to(block).map_err(|error| refused(&error))
    }

    /// Says that all predecessors of a block have their terminators.
    pub fn seal(&mut self, block: u32) -> Result<(), Refusal> {
        let open = self.open()?;
        let block = open.block(block)?;
        open.builder.seal(block).map_err(|error| refused(&error))
    }

    /// Ends the block with a jump.
    pub fn jump(&mut self, block: u32, args: &[u32]) -> Result<(), Refusal> {
        let open = self.open()?;
        let (block, args) = (open.block(block)?, open.all(args)?);
        open.builder.jump(block, &args).map_err(|error| refused(&error))
    }

    /// Ends the block with a branch.
    pub fn branch(&mut self, condition: u32, then: u32, otherwise: u32) -> Result<(), Refusal> {
        let open = self.open()?;
        let (condition, then, otherwise) = (open.value(condition)?, open.block(then)?, open.block(otherwise)?);
        open.builder.branch(condition, (then, &[]), (otherwise, &[])).map_err(|error| refused(&error))
    }

    /// Ends the block with a choice by number.
    pub fn switch(&mut self, selector: u32, cases: &[(i64, u32)], otherwise: u32) -> Result<(), Refusal> {
        let open = self.open()?;
        let (selector, otherwise) = (open.value(selector)?, open.block(otherwise)?);
        let cases: Vec<(i64, BuiltBlock)> =
            cases.iter().map(|(number, block)| Ok((*number, open.block(*block)?))).collect::<Result<_, Refusal>>()?;
        open.builder.switch(selector, &cases, otherwise).map_err(|error| refused(&error))
    }

    /// Ends the block with a return.
    pub fn ret(&mut self) -> Result<(), Refusal> {
        self.open()?.builder.ret().map_err(|error| refused(&error))
    }

    /// A variable.
    pub fn variable(&mut self, type_name: Option<&str>) -> Result<u32, Refusal> {
        let ty = ty(type_name, "type")?;
        let open = self.open()?;
        let variable = open.builder.variable(ty);
        Ok(pushed(&mut open.variables, variable))
    }

    /// Gives a variable a value.
    pub fn assign(&mut self, variable: u32, value: u32) -> Result<(), Refusal> {
        let open = self.open()?;
        let (variable, value) = (found(&open.variables, variable, "variable")?, open.value(value)?);
        open.builder.assign(variable, value).map_err(|error| refused(&error))
    }

    /// The value of a variable.
    pub fn read(&mut self, variable: u32) -> Result<u32, Refusal> {
        let open = self.open()?;
        let variable = found(&open.variables, variable, "variable")?;
        let value = open.builder.read(variable).map_err(|error| refused(&error))?;
        Ok(open.returned(value))
    }

    /// Requires groups of a size.
    pub fn group_size(&mut self, size: [u32; 3]) -> Result<(), Refusal> {
        self.open()?.builder.set_group_size(size).map_err(|error| refused(&error))
    }

    /// Sets the place in the source of what follows.
    pub fn location(&mut self, line: u32, column: u32) -> Result<(), Refusal> {
        self.open()?.builder.set_location(Location { line, column });
        Ok(())
    }

    /// Appends a position in the grid.
    pub fn position(&mut self, kind: u32, axis: u32) -> Result<u32, Refusal> {
        let axis = axis as usize;
        let open = self.open()?;
        let value = match kind {
            TEXVISA_GLOBAL_ID => open.builder.global_id(axis),
            TEXVISA_LOCAL_ID => open.builder.local_id(axis),
            TEXVISA_GROUP_ID => open.builder.group_id(axis),
            TEXVISA_GROUP_COUNT => open.builder.group_count(axis),
            other => {
                let expected = "expected TEXVISA_GLOBAL_ID (0) to TEXVISA_GROUP_COUNT (3)";
                return Err(Refusal::misuse(format!("the position is {other}; {expected}")));
            }
        };
        let value = value.map_err(|error| refused(&error))?;
        Ok(open.returned(value))
    }

    /// Appends an operation; returns its results, 0 where there is none.
    pub fn append(&mut self, given: &GivenOperation<'_>) -> Result<Returned, Refusal> {
        let name = given.name.ok_or_else(|| Refusal::misuse("`name` is null; expected the name of an operation"))?;
        let surface = match given.raw.surface {
            0 => None,
            number => Some(found(&self.surfaces, number, "surface")?),
        };
        let sampler = match given.raw.sampler {
            0 => None,
            number => Some(found(&self.samplers, number, "sampler")?),
        };
        let open = self.open()?;
        let operands = open.all(given.operands)?;
        let known: Vec<Role> = Role::all().collect();
        let roles = given
            .roles
            .iter()
            .map(|(role, value)| Ok((named(*role, "role", known.iter().copied(), Role::name)?, open.value(*value)?)))
            .collect::<Result<Vec<_>, Refusal>>()?;
        let result = given.result.map(|name| ty(Some(name), "result")).transpose()?;
        let is_name = |parts: [&str; 3]| {
            name.len() == parts.iter().map(|part| part.len()).sum::<usize>() && parts.concat() == name
        };
        let results = if let Some(op) = Op::ALL.iter().copied().find(|op| op.name() == name) {
            let stated: &[_] = if op.results() == Results::Stated { &["operands", "result"] } else { &["operands"] };
            given.has_only(name, stated)?;
            open.plain(op, &operands, result)?
        } else if let Some(kind) = TextureKind::ALL.iter().copied().find(|kind| kind.name() == name) {
            given.has_only(name, &["surface", "sampler", "roles", "result", "offset", "gathered", "residency"])?;
            open.texture(kind, given.raw, (surface, sampler), &roles, result)?
        } else if let Some(kind) = MemoryKind::all().find(|kind| is_name(kind.name())) {
            given.has_only(name, &["surface", "roles", "operands", "result"])?;
            let value = open.builder.memory(kind, surface, &roles, &operands, result);
            [value.map_err(|error| refused(&error))?, None]
        } else if let Some(kind) = SyncKind::ALL.into_iter().find(|kind| kind.name() == name) {
            given.has_only(name, &[])?;
            open.builder.sync(kind).map_err(|error| refused(&error))?;
            [None, None]
        } else if name == "vec" {
            given.has_only(name, &["operands"])?;
            [Some(open.builder.vector(&operands).map_err(|error| refused(&error))?), None]
        } else if name == "extract" {
            given.has_only(name, &["operands", "index"])?;
            [Some(open.extract(&operands, given.raw.index)?), None]
        } else {
            let known = Op::ALL.iter().map(|op| op.name().to_owned());
            let known = known.chain(TextureKind::ALL.iter().map(|kind| kind.name().to_owned()));
            let known = known.chain(MemoryKind::all().map(|kind| kind.name().concat()));
            let known = known.chain(SyncKind::ALL.into_iter().map(|kind| kind.name().to_owned()));
            let known: Vec<String> = known.chain(["vec", "extract"].map(str::to_owned)).collect();
            let near = nearest(name, known.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!("did you mean \"{near}\"? Otherwise "));
            return Err(Refusal::misuse(format!(
                "unknown operation \"{name}\"; {near}expected the name of an instruction of texture IR that ends no block"
            )));
        };
        Ok(results.map(|result| result.map_or(0, |value| open.returned(value))))
    }
}

impl OpenKernel {
    fn plain(
        &mut self,
        op: Op,
        operands: &[BuiltValue],
        result: Option<Type>,
    ) -> Result<[Option<BuiltValue>; 2], Refusal> {
        let value = match (op.results(), operands, result) {
            (Results::Stated, [value], Some(to)) => self.builder.convert(op, *value, to),
            (Results::Stated, [_], None) => {
                let name = op.name();
                return Err(Refusal::misuse(format!("`{name}` states the type of its result; give `result`")));
            }
            (Results::SameTwice, ..) => {
                let pair = self.builder.op_pair(op, operands).map_err(|error| refused(&error))?;
                return Ok(pair.map(Some));
            }
            _ => self.builder.op(op, operands),
        };
        Ok([Some(value.map_err(|error| refused(&error))?), None])
    }

    fn extract(&mut self, operands: &[BuiltValue], index: u32) -> Result<BuiltValue, Refusal> {
        let [vector] = operands else {
            let given = operands.len();
            return Err(Refusal::misuse(format!("`extract` is given {given} operands; expected 1, the vector")));
        };
        let index = u8::try_from(index)
            .map_err(|_| Refusal::misuse(format!("`index` is {index}; expected an element of the vector")))?;
        self.builder.extract(*vector, index).map_err(|error| refused(&error))
    }

    fn texture(
        &mut self,
        kind: TextureKind,
        raw: &TexvisaOperation,
        (surface, sampler): (Option<SurfaceId>, Option<SamplerId>),
        roles: &[(Role, BuiltValue)],
        result: Option<Type>,
    ) -> Result<[Option<BuiltValue>; 2], Refusal> {
        let name = kind.name();
        let surface = surface.ok_or_else(|| Refusal::misuse(format!("`{name}` has no surface; set `surface`")))?;
        let scalar = result.map(|ty| ty.scalar).ok_or_else(|| {
            Refusal::misuse(format!("`{name}` needs the type of an element of its result; give `result`"))
        })?;
        let gathered = u8::try_from(raw.gathered)
            .map_err(|_| Refusal::misuse(format!("`gathered` is {}; expected a channel, 0 to 3", raw.gathered)))?;
        let sample = roles.iter().find(|(role, _)| *role == Role::Si);
        let [_, load_ms] = MULTISAMPLED_LOADS;
        let has_mcs = roles.iter().any(|(role, _)| *role == Role::Mcs);
        if let (true, Some((_, sample)), false) = (kind == load_ms, sample, has_mcs) {
            if raw.residency != 0 || raw.offset != [0; 3] || raw.gathered != 0 {
                return Err(Refusal::misuse(format!(
                    "`{name}` without `mcs` has neither `residency` nor `offset` nor `gathered`; leave them 0, or load the MCS value and give it as `mcs`"
                )));
            }
            let coordinates: Vec<_> = roles.iter().copied().filter(|(role, _)| *role != Role::Si).collect();
            let value =
                self.builder.load_ms(surface, &coordinates, *sample, scalar).map_err(|error| refused(&error))?;
            return Ok([Some(value), None]);
        }
        let modify = |op: &mut compiler::ir::texture::TextureOp| {
            op.offset = raw.offset;
            op.channel = gathered;
            op.residency = raw.residency != 0;
        };
        let (value, residency) = self
            .builder
            .texture_with(kind, surface, sampler, roles, scalar, modify)
            .map_err(|error| refused(&error))?;
        Ok([Some(value), residency])
    }
}
