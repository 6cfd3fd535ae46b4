//! Imports one function as one kernel.
//!
//! Blocks are imported in an order in which definitions come before uses. An instruction that cannot be imported is
//! reported, and instructions that use its result are skipped, so that every cause is reported once.

use inkwell::attributes::AttributeLoc;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::values::{FunctionValue, InstructionValue};
use rustc_hash::{FxHashMap, FxHashSet};
use texvisa_ir::source::Location;
use texvisa_ir::target::SimdWidth;
use texvisa_ir::texture::{
    self, ArgumentRole, Builder, ConstantDecl, Dimension, Kernel, Module, Type, Value, ValueDef, is_group_size,
    is_quotable, wrong_group_size,
};

use crate::address_space::Space;
use crate::blocks::FunctionBlocks;
use crate::denormals::ZeroedOperands;
use crate::diagnostic::Diagnostic;
use crate::elements::Indices;
use crate::generic::GenericPointers;
use crate::igc::{KernelFacts, ModuleFacts};
use crate::llvm::{TyKind, Val};
use crate::names::{printable, unique};
use crate::options::ImportOptions;
use crate::resources::Resources;
use crate::shape::{self, ElementVec};
use crate::sign_of_zero::SignsOfZeros;
use crate::slice::Slice;
use crate::source_map::Recorder;
use crate::sweep::sweep;
use crate::texture_table::is_texture_intrinsic;

/// The deepest nesting of constant expressions; compilers fold more shallow ones.
const MAX_EXPRESSION_DEPTH: u32 = 16;

/// The result of importing a function.
#[derive(Default)]
pub(crate) struct KernelImport<'c> {
    /// A module of this kernel alone, if it has no errors.
    pub(crate) module: Option<Module>,
    /// Its errors.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What the importer assumed.
    pub(crate) remarks: Vec<Diagnostic>,
    /// The width that the program requires.
    pub(crate) width: Option<SimdWidth>,
    /// The values and calls of LLVM that its values and operations came from.
    pub(crate) sources: Recorder<'c>,
}

/// Why a value cannot be imported.
pub(crate) enum ImportFailure {
    /// It is not supported, for this reason.
    Unsupported(String),
    /// An operand could not be imported, which is reported already.
    Reported,
}

/// The result of importing an instruction or a value.
pub(crate) type ImportResult<T> = Result<T, ImportFailure>;

/// An error: not supported, for this reason.
pub(crate) fn unsupported<T>(message: impl Into<String>) -> ImportResult<T> {
    Err(ImportFailure::Unsupported(message.into()))
}

/// The import of one function.
pub(crate) struct Importer<'c> {
    pub(crate) builder: Builder,
    pub(crate) resources: Resources,
    /// The constant memory and the global variables whose addresses it takes.
    constants: Vec<ConstantDecl>,
    pub(crate) facts: KernelFacts,
    /// The floats whose denormals have to be zeros as operands.
    pub(crate) zeroed_operands: ZeroedOperands,
    pub(crate) signs_of_zeros: SignsOfZeros,
    pub(crate) options: ImportOptions,
    pub(crate) flow: FunctionBlocks<'c>,
    values: FxHashMap<Val<'c>, ElementVec<Value>>,
    /// The implicit arguments by their names.
    pub(crate) implicit_values: Vec<(&'static str, Val<'c>)>,
    /// Values without elements in texture IR, and the error of a use.
    absent: FxHashMap<Val<'c>, String>,
    /// Those of them that are arguments for resources.
    pub(crate) resource_arguments: FxHashSet<Val<'c>>,
    failed: FxHashSet<Val<'c>>,
    /// The products that a sum may take in: see [`contract`](crate::contract).
    pub(crate) products: FxHashSet<Value>,
    /// The indices of elements in the current block.
    pub(crate) indices: Indices<'c>,
    /// Whether a vector is indexed throughout, where that was asked.
    pub(crate) named_throughout: FxHashMap<Val<'c>, bool>,
    /// What is imported where texture calls alone are wanted, and not all is.
    pub(crate) slice: Option<Slice<'c>>,
    /// What was read for instructions that are left out.
    read: FxHashSet<Val<'c>>,
    /// The instruction that each instruction of the kernel came from.
    origins: Vec<Option<Val<'c>>>,
    pub(crate) sources: Recorder<'c>,
    /// The number of values before the current instruction.
    values_before: usize,
    expression_depth: u32,
    pub(crate) generic: GenericPointers,
    kernel_name: String,
    diagnostics: Vec<Diagnostic>,
    remarks: Vec<Diagnostic>,
}

/// Whether a function was compiled with `-cl-mad-enable`.
fn is_less_precise(function: FunctionValue<'_>) -> bool {
    let attribute = function.get_string_attribute(AttributeLoc::Function, "less-precise-fpmad");
    attribute.is_some_and(|attribute| attribute.get_string_value().to_bytes() == b"true")
}

/// Imports `function`, a kernel with a body, of a module with these facts.
pub(crate) fn import<'c>(
    module: &ModuleFacts<'c>,
    function: FunctionValue<'c>,
    options: ImportOptions,
) -> KernelImport<'c> {
    let name = printable(Val::from(function).name());
    let mut facts = KernelFacts::read(module, function.into());
    facts.may_contract |= is_less_precise(function);
    let signs_of_zeros = SignsOfZeros::of(function, facts.is_of_intels_compiler);
    let mut importer = Importer {
        builder: Builder::new(name.clone()),
        resources: Resources::default(),
        constants: Vec::new(),
        facts,
        zeroed_operands: ZeroedOperands::of(function),
        signs_of_zeros,
        options,
        flow: FunctionBlocks::default(),
        values: FxHashMap::default(),
        implicit_values: Vec::new(),
        absent: FxHashMap::default(),
        resource_arguments: FxHashSet::default(),
        failed: FxHashSet::default(),
        products: FxHashSet::default(),
        indices: Indices::default(),
        named_throughout: FxHashMap::default(),
        slice: None,
        read: FxHashSet::default(),
        origins: Vec::new(),
        sources: Recorder::default(),
        values_before: 0,
        expression_depth: 0,
        generic: GenericPointers::default(),
        kernel_name: name,
        diagnostics: Vec::new(),
        remarks: Vec::new(),
    };
    let width = importer.required_width();
    importer.require_group_size();
    importer.builder.kernel_mut().may_flush_denormals = importer.facts.may_flush_denormals;
    let order = importer.create_blocks(function);
    importer.import_arguments(function, &order);
    importer.import_blocks(&order);
    let module = importer.diagnostics.is_empty().then(|| importer.finish()).flatten();
    let Importer { diagnostics, remarks, sources, .. } = importer;
    KernelImport { module, diagnostics, remarks, width, sources }
}

impl<'c> Importer<'c> {
    fn required_width(&mut self) -> Option<SimdWidth> {
        let lanes = self.facts.sub_group_size?;
        let width = u32::try_from(lanes).ok().and_then(SimdWidth::from_lanes);
        if width.is_none() {
            self.remark(format!("the kernel asks for {lanes} lanes; expected 8, 16 or 32, so its width is left open"));
        }
        width
    }

    fn require_group_size(&mut self) {
        let Some(given) = self.facts.group_size else { return };
        // What does not fit is no size of a group.
        let size = given.map(|items| u32::try_from(items).unwrap_or(u32::MAX));
        if is_group_size(size) {
            self.builder.kernel_mut().group_size = Some(size);
        } else {
            self.remark(format!("the kernel asks for {}, so that the size is left open", wrong_group_size(given)));
        }
    }

    /// Whether an instruction or an argument is to be imported.
    pub(crate) fn wants(&self, value: Val<'c>) -> bool {
        self.slice.as_ref().is_none_or(|slice| slice.wants(value))
    }

    /// Reads `operand` for `reader`, which is left out, if that comes to something and it counts who reads the operand.
    pub(crate) fn read_for(&mut self, reader: Val<'c>, operand: Val<'c>) {
        let counts = |slice: &Slice<'c>| slice.is_of_texture(operand) && slice.is_live(reader);
        if self.slice.as_ref().is_some_and(counts)
            && self.read.insert(operand)
            && let Ok(elements) = self.elements(operand)
        {
            elements.into_iter().for_each(|element| self.read_unknown(element));
        }
    }

    /// Imports `instruction`, which is neither a phi nor a terminator.
    pub(crate) fn import_instruction(&mut self, instruction: InstructionValue<'c>) {
        let value = Val::from(instruction);
        if !self.wants(value) {
            value.operands().for_each(|operand| self.read_for(value, operand));
            return self.leave(Some(value));
        }
        self.enter(instruction);
        let first = self.builder.kernel().insts.len();
        let elements = self.instruction(value).and_then(|elements| self.check_elements(value, elements));
        let refusal = self.zeroed_operands.refusal(self.builder.kernel(), first);
        match elements.and_then(|elements| refusal.map_or(Ok(elements), unsupported)) {
            Ok(elements) => self.define(value, elements),
            Err(fault) => self.fail(value, instruction, fault),
        }
        self.leave(Some(value));
    }

    /// Gives instructions that are appended from now on the location of `instruction`.
    pub(crate) fn enter(&mut self, instruction: InstructionValue<'c>) {
        self.builder.set_location(location(instruction));
    }

    /// Records that the instructions appended since the last call came from `value`, or from no instruction.
    pub(crate) fn leave(&mut self, value: Option<Val<'c>>) {
        self.origins.resize(self.builder.kernel().insts.len(), value);
        self.values_before = self.builder.kernel().values.len();
    }

    /// Records why `value` cannot be imported.
    pub(crate) fn fail(&mut self, value: Val<'c>, instruction: InstructionValue<'c>, fault: ImportFailure) {
        let is_terminator = instruction.is_terminator();
        let is_texture = || value.callee().is_some_and(|callee| is_texture_intrinsic(&callee.name()));
        if self.options.textures_alone && !is_terminator && !is_texture() {
            if let ImportFailure::Unsupported(message) = fault {
                self.remark_on(value, instruction, format!("taken as unknown: {message}"));
            }
            return self.import_unknown(value);
        }
        self.failed.insert(value);
        if let ImportFailure::Unsupported(message) = fault {
            let diagnostic = self.about(value, instruction, message);
            self.diagnostics.push(diagnostic);
        }
    }

    fn about(&self, value: Val<'c>, instruction: InstructionValue<'c>, message: String) -> Diagnostic {
        Diagnostic {
            kernel: self.kernel_name.clone(),
            instruction: Some(value.text()),
            location: location(instruction),
            is_defect: false,
            message,
        }
    }

    fn remark_on(&mut self, value: Val<'c>, instruction: InstructionValue<'c>, message: String) {
        let diagnostic = self.about(value, instruction, message);
        self.remarks.push(diagnostic);
    }

    /// Records an error of the whole kernel.
    pub(crate) fn fail_kernel(&mut self, message: String) {
        let kernel = self.kernel_name.clone();
        self.diagnostics.push(Diagnostic {
            kernel,
            instruction: None,
            location: Location::UNKNOWN,
            is_defect: false,
            message,
        });
    }

    /// Records an assumption.
    pub(crate) fn remark(&mut self, message: String) {
        let kernel = self.kernel_name.clone();
        self.remarks.push(Diagnostic {
            kernel,
            instruction: None,
            location: Location::UNKNOWN,
            is_defect: false,
            message,
        });
    }

    /// Defines `value` as `elements`. A scalar gets its name, unless it has one already.
    pub(crate) fn define(&mut self, value: Val<'c>, elements: ElementVec<Value>) {
        if let [scalar] = elements.as_slice() {
            self.name(*scalar, value);
        }
        let kernel = self.builder.kernel();
        for (index, element) in elements.iter().enumerate() {
            let is_constant = matches!(kernel.values[*element].def, ValueDef::Constant(_) | ValueDef::Undefined);
            // An older value was defined by another value of LLVM.
            if !is_constant && element.as_u32() as usize >= self.values_before {
                self.sources.value(*element, value, index);
            }
        }
        self.values.insert(value, elements);
    }

    /// Gives a result that has no name yet that of `source`.
    pub(crate) fn name(&mut self, value: Value, source: Val<'c>) {
        let kernel = self.builder.kernel();
        if matches!(kernel.values[value].def, ValueDef::Result(..)) && kernel.value_name(value).is_none() {
            let name = source.name_text();
            match is_quotable(&name) {
                true => self.builder.name(value, &name),
                false => self.builder.name(value, &printable(name)),
            }
        }
    }

    /// Records that `value` could not be imported and that this is reported.
    pub(crate) fn define_failed(&mut self, value: Val<'c>) {
        self.failed.insert(value);
    }

    /// Records that `value` has no elements; `reason` is the error of its uses.
    pub(crate) fn define_absent(&mut self, value: Val<'c>, reason: String) {
        self.absent.insert(value, reason);
    }

    /// Compares the declared result type of a call with the type of what the intrinsic returns; LLVM does not check it.
    fn check_elements(&self, value: Val<'c>, elements: ElementVec<Value>) -> ImportResult<ElementVec<Value>> {
        if elements.is_empty() {
            return Ok(elements);
        }
        let expected = self.types_of(value)?;
        let kernel = self.builder.kernel();
        let types: ElementVec<Type> = elements.iter().map(|element| kernel.ty(*element)).collect();
        if types == expected {
            Ok(elements)
        } else {
            unsupported("the declared result type does not match the intrinsic; declare it as Intel's compiler does")
        }
    }

    /// The types of the elements of `value`.
    pub(crate) fn types_of(&self, value: Val<'c>) -> ImportResult<ElementVec<Type>> {
        shape::elements(value.ty()).map_err(ImportFailure::Unsupported)
    }

    /// The one type of all elements of `value`.
    pub(crate) fn type_of(&self, value: Val<'c>) -> ImportResult<Type> {
        match shape::common(&self.types_of(value)?) {
            Some(ty) => Ok(ty),
            None => unsupported(format!("elements of {} have different types; expected one type", value.ty().text())),
        }
    }

    /// The elements of operand `index` of `value`.
    pub(crate) fn operand(&mut self, value: Val<'c>, index: u32) -> ImportResult<ElementVec<Value>> {
        match value.operand(index) {
            Some(operand) => self.elements(operand),
            None => unsupported(format!("operand {index} is missing")),
        }
    }

    /// The same where `value` keeps the operand in memory. Programs that are built with `-cl-opt-disable` keep their images and
    /// samplers, too, and never use what they read back: it is undefined.
    pub(crate) fn kept_operand(&mut self, value: Val<'c>, index: u32) -> ImportResult<ElementVec<Value>> {
        match value.operand(index) {
            Some(operand) if self.resource_arguments.contains(&operand) => self.undefined_like(operand),
            _ => self.operand(value, index),
        }
    }

    /// Operand `index` of `value`, which is a scalar.
    pub(crate) fn scalar_operand(&mut self, value: Val<'c>, index: u32) -> ImportResult<Value> {
        match self.operand(value, index)?.as_slice() {
            [scalar] => Ok(*scalar),
            _ => unsupported(format!("operand {index} is not a scalar; expected one")),
        }
    }

    /// The elements of a value that is used.
    pub(crate) fn elements(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        if let Some(elements) = self.values.get(&value) {
            return Ok(elements.clone());
        }
        if self.failed.contains(&value) {
            return Err(ImportFailure::Reported);
        }
        if let Some(reason) = self.absent.get(&value) {
            return unsupported(reason.clone());
        }
        if value.is_constant() {
            self.constant(value)
        } else {
            unsupported(format!("the operand {} is not supported; write the kernel without it", value.text()))
        }
    }

    fn constant(&mut self, constant: Val<'c>) -> ImportResult<ElementVec<Value>> {
        if constant.is_global_variable() {
            return self.variable_address(constant);
        }
        if constant.opcode().is_some() {
            return self.constant_expression(constant);
        }
        let types = self.types_of(constant)?;
        if constant.is_undefined() {
            return Ok(types.into_iter().map(|ty| self.builder.undefined(ty)).collect());
        }
        let kernel = self.builder.kernel_mut();
        let mut elements = ElementVec::new();
        if constant.is_zero() {
            elements.extend(types.into_iter().map(|ty| kernel.constant_value(ty, 0)));
            // Most are used again and again.
            self.values.insert(constant, elements.clone());
            return Ok(elements);
        }
        if let ([ty], Some(bits)) = (types.as_slice(), constant.int().or_else(|| constant.float_bits())) {
            elements.push(kernel.constant_value(*ty, bits));
            self.values.insert(constant, elements.clone());
            return Ok(elements);
        }
        for index in 0..types.len() as u32 {
            match constant.constant_element(index) {
                Some(element) if element != constant => elements.extend(self.constant(element)?),
                _ => {
                    return unsupported(format!(
                        "the constant {} is not supported; write the kernel without it",
                        constant.text()
                    ));
                }
            }
        }
        Ok(elements)
    }

    /// Surfaces whose operations give what their dimension has no use for: it is what the surface is that counts, and Intel's
    /// compiler sends such parameters, too.
    fn leave_dimensions_open(&mut self, kernel: &Kernel, module: &mut Module) {
        for op in kernel.textures.values() {
            let decl = &mut module.surfaces[op.surface.surface];
            if decl.dimension != Dimension::Any && !texture::suits_dimension(kernel, op, decl.dimension) {
                let (name, of) = (decl.name.clone(), decl.dimension.name());
                decl.dimension = Dimension::Any;
                self.remark(format!(
                    "surface {name} has dimension {of} by its type, which has no use for a parameter of {}; its dimension is left open",
                    op.kind.name()
                ));
            }
        }
    }

    /// The address of a global variable: of one in local memory a constant, of another an argument that is not passed.
    fn variable_address(&mut self, global: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let symbol = global.name();
        match self.space(global) {
            Some(Space::Memory) => {}
            Some(Space::Local) => {
                let Some((_, offset)) = self.facts.local_variables.iter().find(|(name, _)| *name == symbol) else {
                    return unsupported(format!(
                        "the metadata of the kernel has no offset of @{symbol}, a variable in local memory; keep the metadata of Intel's compiler"
                    ));
                };
                let address = self.builder.constant_int(Type::I32, i64::from(*offset));
                return Ok(ElementVec::from_slice(&[address]));
            }
            _ => {
                return unsupported(format!(
                    "the global variable @{symbol} is not in global, constant or local memory; expected one that is"
                ));
            }
        }
        let bytes = match global.initial_bytes() {
            Ok(bytes) => bytes,
            Err(reason) => return unsupported(format!("@{symbol} is {reason}")),
        };
        let kernel = self.builder.kernel();
        let is_taken =
            |name: &str| kernel.arguments.iter().any(|argument| kernel.value_name(argument.value) == Some(name));
        let name = unique(&printable(symbol.as_str()), is_taken);
        let value = self.builder.argument_with_role(&name, Type::I64, true, ArgumentRole::Constant);
        if let Some(declared) = self.builder.kernel_mut().arguments.last_mut() {
            declared.about = Some(symbol.clone());
        }
        self.constants.push(ConstantDecl { symbol, bytes, is_variable: !global.is_constant_variable() });
        let elements = ElementVec::from_slice(&[value]);
        self.values.insert(global, elements.clone());
        Ok(elements)
    }

    /// What a pointer, or each of a vector of pointers, points at.
    pub(crate) fn space(&self, pointer: Val<'c>) -> Option<Space> {
        match pointer.ty().kind() {
            TyKind::Pointer(space) => Some(Space::decode(space)),
            TyKind::Vector(element, _) => match element.kind() {
                TyKind::Pointer(space) => Some(Space::decode(space)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Imports a constant expression: its operations are appended at its use.
    fn constant_expression(&mut self, expression: Val<'c>) -> ImportResult<ElementVec<Value>> {
        if self.expression_depth == MAX_EXPRESSION_DEPTH {
            return unsupported("a constant expression is nested too deeply; make instructions of it");
        }
        self.expression_depth += 1;
        let result = self.instruction(expression);
        self.expression_depth -= 1;
        result.and_then(|elements| self.check_elements(expression, elements))
    }

    /// Imports an instruction or a constant expression; returns the elements of its result, none if it has no result.
    fn instruction(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        use LLVMOpcode as L;
        match value.opcode() {
            Some(L::LLVMExtractElement) => self.extract_element(value),
            Some(L::LLVMInsertElement) => self.insert_element(value),
            Some(L::LLVMShuffleVector) => self.shuffle_vector(value),
            Some(L::LLVMExtractValue) => self.extract_value(value),
            Some(L::LLVMInsertValue) => self.insert_value(value),
            Some(L::LLVMBitCast) => self.bitcast(value),
            Some(L::LLVMIntToPtr | L::LLVMPtrToInt) => self.pointer_cast(value),
            Some(L::LLVMAddrSpaceCast) => self.address_space_cast(value),
            Some(L::LLVMGetElementPtr) => self.element_pointer(value),
            Some(L::LLVMLoad) => self.load(value),
            Some(L::LLVMStore) => self.store(value),
            Some(L::LLVMCall) => self.call(value),
            Some(opcode) => self.plain(value, opcode),
            None => unsupported("expected an instruction"),
        }
    }

    /// The kernel in a module of its own; `None` if the verifier reports errors.
    fn finish(&mut self) -> Option<Module> {
        let builder = std::mem::replace(&mut self.builder, Builder::new(""));
        let mut kernel = builder.finish();
        sweep(&mut kernel);
        let mut module = Module::default();
        let resources = std::mem::take(&mut self.resources);
        let remarks = resources.declare(&self.facts, &mut kernel, &mut module);
        remarks.into_iter().for_each(|remark| self.remark(remark));
        self.leave_dimensions_open(&kernel, &mut module);
        module.constants = std::mem::take(&mut self.constants).into_iter().collect();
        module.add_kernel(kernel);
        for error in texture::verify(&module) {
            let origin = error.inst.and_then(|inst| *self.origins.get(inst.as_u32() as usize)?);
            self.diagnostics.push(Diagnostic {
                kernel: self.kernel_name.clone(),
                instruction: origin.map(|value| value.text()),
                location: error.location,
                is_defect: false,
                message: error.message,
            });
        }
        self.diagnostics.is_empty().then_some(module)
    }
}

fn location(instruction: InstructionValue<'_>) -> Location {
    instruction
        .get_debug_location()
        .map_or(Location::UNKNOWN, |at| Location { line: at.get_line(), column: at.get_column() })
}
