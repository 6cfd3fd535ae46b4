//! Translates one entry point to one kernel.

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{Function, GlobalVariable, Handle, ShaderStage, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use texvisa_ir::texture::{ArgumentRole, Block, Builder, InstData, Kernel, Op, Type, Value, ValueDef, is_quotable};

use crate::bindings::Bindings;
use crate::diagnostic::{ShaderDiagnostic, SourceSpans};
use crate::host::FragmentInput;
use crate::operand::{Operand, Scalars};
use crate::platform_values::PlatformValues;
use crate::refusal::Untranslatable;
use crate::shape::{Types, ValueShape};
use crate::ssa::{Variable, Variables};

/// The most instructions of a kernel. Functions are inlined, so that a small shader can ask for any number.
const MAX_INSTRUCTIONS: usize = 1 << 18;

/// The most diagnostics of a kernel.
const MAX_DIAGNOSTICS: usize = 20;

/// A block that jumps can go to before it is there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JumpLabel(pub Option<Block>);

/// A function that is being translated.
pub(crate) struct Frame<'m> {
    pub function: &'m Function,
    pub info: &'m FunctionInfo,
    /// What expressions are, by the index of their handle.
    pub operands: Vec<Option<Operand>>,
    /// Those that statements have defined, by the index of their handle, and the block where; in that order.
    pub defined: Vec<(usize, Block)>,
    pub arguments: Vec<Operand>,
    /// What local variables are pointers to, by the index of their handle.
    pub locals: Vec<Option<Operand>>,
    /// The variables of what it returns, and how many.
    pub result: Option<(Variable, u32)>,
    /// Where it goes on when it has returned; none in an entry point.
    pub exit: Option<JumpLabel>,
}

/// What is translated, and what of it.
pub(crate) struct ShaderSource<'m> {
    pub module: &'m naga::Module,
    pub info: &'m ModuleInfo,
    pub spans: &'m SourceSpans,
    pub bindings: &'m Bindings,
}

/// A kernel that is being written.
pub(crate) struct Translator<'m> {
    pub source: &'m ShaderSource<'m>,
    pub types: Types<'m>,
    pub builder: Builder,
    pub variables: Variables,
    /// Where instructions go; none where nothing gets to.
    pub current: Option<Block>,
    /// The blocks in the order in which they begin.
    pub order: Vec<Block>,
    pub frames: Vec<Frame<'m>>,
    /// Where a `break` goes, and where a `continue` does, innermost last.
    pub breaks: Vec<JumpLabel>,
    pub continues: Vec<JumpLabel>,
    pub builtins: PlatformValues,
    /// Pointers to private variables and those of the group.
    pub globals: FxHashMap<Handle<GlobalVariable>, Operand>,
    pub group_size: [u32; 3],
    /// The bytes of local memory that variables of the group have so far.
    pub local_bytes: u32,
    /// The bytes of scratch memory that a lane has so far.
    pub scratch_bytes: u32,
    kernel: String,
    diagnostics: Vec<ShaderDiagnostic>,
    is_said_to_be_full: bool,
    /// The values of constants of the module.
    pub constants: FxHashMap<Handle<naga::Constant>, Scalars>,
    /// How many values have each name already.
    names: FxHashMap<String, u32>,
    pub stage: ShaderStage,
    /// Whether the lane is discarded, in a fragment shader that does that.
    pub discarded: Option<Variable>,
    pub fragment_inputs: Vec<FragmentInput>,
    /// Arguments that a kernel has only where it reads them.
    pub optional_arguments: Vec<Value>,
}

impl<'m> Translator<'m> {
    pub fn new(source: &'m ShaderSource<'m>, name: &str, stage: ShaderStage, group_size: [u32; 3]) -> Translator<'m> {
        let mut builder = Builder::new(name);
        builder.kernel_mut().group_size = Some(group_size);
        let entry = builder.create_block("entry");
        builder.switch_to(entry);
        let mut variables = Variables::default();
        variables.seal(entry);
        Translator {
            source,
            types: Types(&source.module.types),
            builder,
            variables,
            current: Some(entry),
            order: vec![entry],
            frames: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            builtins: PlatformValues::default(),
            globals: FxHashMap::default(),
            group_size,
            local_bytes: 0,
            scratch_bytes: 0,
            kernel: name.to_owned(),
            diagnostics: Vec::new(),
            is_said_to_be_full: false,
            constants: FxHashMap::default(),
            names: FxHashMap::default(),
            stage,
            discarded: None,
            fragment_inputs: Vec::new(),
            optional_arguments: Vec::new(),
        }
    }

    /// The finished kernel, and what the host interpolates for it.
    ///
    /// # Errors
    ///
    /// Everything that cannot be translated.
    pub fn finish(self) -> Result<(Kernel, Vec<FragmentInput>), Vec<ShaderDiagnostic>> {
        if !self.diagnostics.is_empty() {
            return Err(self.diagnostics);
        }
        let mut kernel = self.builder.finish();
        kernel.scratch_bytes = self.scratch_bytes;
        self.variables.finish(&mut kernel);
        kernel.layout = self.order;
        remove_unread(&mut kernel, &self.optional_arguments);
        Ok((kernel, self.fragment_inputs))
    }

    pub fn kernel_name(&self) -> &str {
        &self.kernel
    }

    /// Takes a name for a value; whether none has it yet.
    pub fn reserve(&mut self, name: &str) -> bool {
        self.names.insert(name.to_owned(), 1).is_none()
    }

    /// Notes what is wrong with what is written at a span.
    pub fn refuse(&mut self, span: Span, refusal: Untranslatable) {
        if refusal.is_consequence && !self.diagnostics.is_empty() {
            return;
        }
        let diagnostic = ShaderDiagnostic {
            kernel: Some(self.kernel.clone()),
            location: self.source.spans.location(span),
            message: self.source.spans.message(span, &refusal.into_message()),
        };
        // An inlined function is translated once a call.
        if self.diagnostics.len() < MAX_DIAGNOSTICS && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether the kernel has become so large that no more is translated.
    pub fn is_full(&mut self, span: Span) -> bool {
        let is_full = self.builder.kernel().insts.len() > MAX_INSTRUCTIONS;
        if is_full && !self.is_said_to_be_full {
            self.is_said_to_be_full = true;
            self.refuse(
                span,
                Untranslatable::new(format!(
                    "the kernel has more than {MAX_INSTRUCTIONS} instructions here, with the functions that it calls; split it"
                )),
            );
        }
        is_full
    }

    /// Gives values that have no name yet the name that the shader has for them, each element of a vector its own. A
    /// function that is inlined several times has a number behind each.
    pub fn name(&mut self, name: &str, scalars: &[Value]) {
        let is_argument = ArgumentRole::all().any(|role| role.name() == name) || name.ends_with("_bytes");
        if is_argument || scalars.len() > 4 || !is_quotable(name) {
            return;
        }
        for (index, value) in scalars.iter().enumerate() {
            let kernel = self.builder.kernel();
            let is_result = matches!(kernel.values[*value].def, ValueDef::Result(..) | ValueDef::Param(..));
            if !is_result || kernel.value_name(*value).is_some() {
                continue;
            }
            let mut full = name.to_owned();
            if scalars.len() > 1 {
                full.push('.');
                full.push(['x', 'y', 'z', 'w'][index]);
            }
            let count = self.names.entry(full.clone()).or_default();
            *count += 1;
            if *count > 1 {
                full = format!("{full}.{count}");
            }
            self.builder.name(*value, &full);
        }
    }

    pub fn set_span(&mut self, span: Span) {
        let location = self.source.spans.location(span);
        if location.is_known() {
            self.builder.set_location(location);
        }
    }

    pub fn ty(&self, value: Value) -> Type {
        self.builder.kernel().ty(value)
    }

    /// The bits of a constant.
    pub fn constant(&self, value: Value) -> Option<u64> {
        self.builder.kernel().constant(value)
    }

    /// A plain operation on operands of one type.
    pub fn op(&mut self, op: Op, args: &[Value]) -> Value {
        let ty = args.last().map_or(Type::I32, |last| self.ty(*last));
        self.builder.op(op, ty, args)
    }

    pub fn int(&mut self, ty: Type, value: i64) -> Value {
        self.builder.constant_int(ty, value)
    }

    pub fn word(&mut self, value: u32) -> Value {
        self.builder.constant_int(Type::I32, value.into())
    }

    /// A float of type `f16` or `f32`.
    pub fn float(&mut self, ty: Type, value: f32) -> Value {
        if ty == Type::F16 {
            let bits = half::f16::from_f32(value).to_bits();
            return self.builder.kernel_mut().constant_value(ty, bits.into());
        }
        self.builder.constant_f32(value)
    }

    pub fn boolean(&mut self, value: bool) -> Value {
        self.builder.constant_int(Type::I1, value.into())
    }

    pub fn not(&mut self, value: Value) -> Value {
        let one = self.boolean(true);
        self.op(Op::Xor, &[value, one])
    }

    pub fn select(&mut self, condition: Value, accept: Value, reject: Value) -> Value {
        match self.constant(condition) {
            _ if accept == reject => accept,
            Some(bits) => {
                if bits & 1 == 1 {
                    accept
                } else {
                    reject
                }
            }
            None => self.op(Op::Select, &[condition, accept, reject]),
        }
    }

    /// The sum of two words, neither of which has to be added where it is zero.
    pub fn sum(&mut self, left: Value, right: Value) -> Value {
        match (self.constant(left), self.constant(right)) {
            (Some(0), _) => right,
            (_, Some(0)) => left,
            (Some(a), Some(b)) => self.word((a as u32).wrapping_add(b as u32)),
            _ => self.op(Op::Add, &[left, right]),
        }
    }

    /// A word times a number.
    pub fn times(&mut self, value: Value, factor: u32) -> Value {
        match self.constant(value) {
            _ if factor == 1 => value,
            Some(bits) => self.word((bits as u32).wrapping_mul(factor)),
            None => {
                let by = self.word(factor);
                self.op(Op::Mul, &[value, by])
            }
        }
    }

    /// Zero of each scalar of a type.
    pub fn zeros(&mut self, shape: ValueShape) -> Result<Scalars, Untranslatable> {
        let types = self.types.scalar_types(shape)?;
        Ok(types.into_iter().map(|ty| self.builder.kernel_mut().constant_value(ty, 0)).collect())
    }

    /// Variables for the scalars of a type: the first, and how many.
    pub fn declare(&mut self, shape: ValueShape) -> Result<(Variable, u32), Untranslatable> {
        let types = self.types.scalar_types(shape)?;
        let Some((first, others)) = types.split_first() else {
            return Err(Untranslatable::new("a type without scalars; expected at least one member"));
        };
        let variable = self.variables.declare(*first);
        others.iter().for_each(|ty| {
            self.variables.declare(*ty);
        });
        Ok((variable, types.len() as u32))
    }

    pub fn write_variable(&mut self, variable: Variable, value: Value) {
        if let Some(block) = self.current {
            self.variables.write(variable, block, value);
        }
    }

    pub fn read_variable(&mut self, variable: Variable) -> Value {
        let block = self.current.unwrap_or(self.order[0]);
        self.variables.read(self.builder.kernel_mut(), variable, block)
    }

    /// The type of an expression of the current function.
    pub fn scalar_of(&self, expression: Handle<naga::Expression>) -> Result<naga::Scalar, Untranslatable> {
        let shape = self.shape_of(expression)?;
        self.types.scalar(shape).ok_or_else(|| Untranslatable::new("expected a scalar, a vector or a matrix"))
    }

    /// What the type of an expression of the current function is.
    pub fn shape_of(&self, expression: Handle<naga::Expression>) -> Result<ValueShape, Untranslatable> {
        let frame = self.frame()?;
        match &frame.info[expression].ty {
            naga::proc::TypeResolution::Handle(ty) => Ok(ValueShape::Named(*ty)),
            naga::proc::TypeResolution::Value(inner) => {
                crate::shape::shape_of(inner).ok_or_else(|| Untranslatable::new("expected a value"))
            }
        }
    }

    pub fn frame(&self) -> Result<&Frame<'m>, Untranslatable> {
        self.frames.last().ok_or_else(|| Untranslatable::new("an expression outside of a function"))
    }

    /// A block behind all others; instructions do not go to it yet.
    pub fn create_block(&mut self) -> Block {
        self.builder.create_block("")
    }

    /// The block of a label, which is made where it is not there yet.
    pub fn target(&mut self, label: &mut JumpLabel) -> Block {
        *label.0.get_or_insert_with(|| self.builder.create_block(""))
    }

    /// From now on instructions go to `block`.
    pub fn start(&mut self, block: Block) {
        self.order.push(block);
        self.builder.switch_to(block);
        self.current = Some(block);
    }

    /// From now on instructions go to a label's block, to which no more jumps come; nowhere if there were none.
    pub fn start_label(&mut self, label: JumpLabel) {
        match label.0 {
            Some(block) => {
                self.variables.seal(block);
                self.start(block);
            }
            None => self.current = None,
        }
    }

    /// Ends the block with a jump.
    pub fn jump(&mut self, block: Block) {
        if self.current.is_none() {
            return;
        }
        self.builder.jump(block, &[]);
        self.note_edges();
        self.current = None;
    }

    /// Ends the block with a branch.
    pub fn branch(&mut self, condition: Value, then: Block, otherwise: Block) {
        if self.current.is_none() {
            return;
        }
        self.builder.branch(condition, (then, &[]), (otherwise, &[]));
        self.note_edges();
        self.current = None;
    }

    pub fn ret(&mut self) {
        if self.current.take().is_some() {
            self.builder.ret();
        }
    }

    fn note_edges(&mut self) {
        let Some(block) = self.current else { return };
        let kernel = self.builder.kernel();
        let Some(inst) = kernel.terminator(block) else { return };
        let targets: Vec<Block> = match &kernel.insts[inst] {
            InstData::Jump(call) => vec![call.block],
            InstData::Branch { targets, .. } => targets.iter().map(|call| call.block).collect(),
            _ => Vec::new(),
        };
        for (index, to) in targets.into_iter().enumerate() {
            self.variables.add_edge(block, inst, index, to);
        }
    }
}

/// Removes those of the arguments that no instruction reads.
fn remove_unread(kernel: &mut Kernel, optional: &[Value]) {
    let mut unread: FxHashSet<Value> = optional.iter().copied().collect();
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        kernel.for_each_use(*inst, |value| {
            unread.remove(&value);
        });
    }
    kernel.arguments.retain(|argument| !unread.contains(&argument.value));
    for value in unread {
        kernel.values[value].def = ValueDef::Missing;
    }
    for (index, argument) in (0..).zip(&kernel.arguments) {
        kernel.values[argument.value].def = ValueDef::Argument(index);
    }
}
