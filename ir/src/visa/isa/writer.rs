//! Kernels to bytes.

use cranelift_entity::{EntityRef, SecondaryMap};

use super::error::{Allowed, InstPosition};
use super::strings::Strings;
use super::{
    FIRST_PREDICATE, FIRST_VAR, MAGIC, MAX_NAME, MAX_SAMPLERS, MAX_SURFACES, PREDEFINED_SAMPLER, PREDEFINED_SURFACES,
    PREDICATE_NUMBERS, WriteError, WriteOptions, operand,
};
use crate::visa::asm::names::{self, Name};
use crate::visa::kernel::AliasBase;
use crate::visa::{
    AttributeOwner, AttributeValue, Inst, Label, LabelKind, Predefined, State, StateKind, Storage, Symbol, Var,
    VisaKernel,
};

/// The binary form of `kernel`, as a file with this one kernel.
///
/// # Errors
///
/// What the format has no field for.
pub fn write(kernel: &VisaKernel, options: &WriteOptions) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::new();
    write_into(kernel, options, &mut out)?;
    Ok(out)
}

/// Appends the binary form of `kernel` to `out`, which is empty or a buffer that is used again.
///
/// # Errors
///
/// What the format has no field for; `out` then has a part of the file.
pub fn write_into(kernel: &VisaKernel, options: &WriteOptions, out: &mut Vec<u8>) -> Result<(), WriteError> {
    let mut writer = IsaWriter {
        kernel,
        options,
        out,
        grf: kernel.grf_bytes(),
        vars: SecondaryMap::default(),
        states: SecondaryMap::default(),
        labels: SecondaryMap::with_default(u32::MAX),
        symbols: SecondaryMap::default(),
        index: None,
    };
    writer.file()
}

pub(super) type Written<T = ()> = Result<T, WriteError>;

pub(super) struct IsaWriter<'a> {
    pub kernel: &'a VisaKernel,
    pub options: &'a WriteOptions,
    pub out: &'a mut Vec<u8>,
    pub grf: u32,
    /// Numbers of the variables.
    pub vars: SecondaryMap<Var, u32>,
    /// Numbers of the surfaces, or of the samplers.
    pub states: SecondaryMap<State, u16>,
    /// Numbers of the labels, in the order in which the code names them.
    pub labels: SecondaryMap<Label, u32>,
    /// Which strings the symbols are.
    pub symbols: SecondaryMap<Symbol, u32>,
    /// The instruction that is being written.
    pub index: Option<usize>,
}

/// What the declarations need of the kernel's strings.
struct Named {
    strings: Strings,
    vars: Vec<u32>,
    addresses: Vec<u32>,
    preds: Vec<u32>,
    states: Vec<u32>,
    labels: Vec<u32>,
    symbols: SecondaryMap<Symbol, u32>,
}

/// An attribute of the kernel.
struct KernelAttribute<'a> {
    name: &'a str,
    value: [u8; 4],
    bytes: u8,
}

impl IsaWriter<'_> {
    pub fn u16(&mut self, number: u16) {
        self.out.extend_from_slice(&number.to_le_bytes());
    }

    pub fn u32(&mut self, number: u32) {
        self.out.extend_from_slice(&number.to_le_bytes());
    }

    #[cold]
    pub fn limit(&self, what: &'static str, given: u64, least: u64, most: u64) -> WriteError {
        WriteError::Limit { position: InstPosition(self.index), what, given, allowed: Allowed::Between(least, most) }
    }

    /// A number that a field of 32 bits holds.
    fn long(&self, what: &'static str, given: usize) -> Written<u32> {
        u32::try_from(given).map_err(|_| self.limit(what, given as u64, 0, u64::from(u32::MAX)))
    }

    fn patch(&mut self, at: usize, number: u32) {
        self.out[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }

    /// Leaves room for a number that is known later.
    fn later(&mut self) -> usize {
        let at = self.out.len();
        self.u32(0);
        at
    }

    fn file(&mut self) -> Written {
        let kernel = self.kernel;
        let version = self.options.version.number();
        let base = self.out.len();
        self.out.extend_from_slice(&MAGIC);
        self.out.extend_from_slice(&[version.major, version.minor]);
        self.u16(1);
        let name = kernel.name.as_bytes();
        let longest = if version.wide_name_length() { MAX_NAME } else { usize::from(u8::MAX) };
        if name.len() > longest {
            return Err(self.limit("the length of the kernel's name", name.len() as u64, 0, longest as u64));
        }
        if kernel.name.contains(['\0', '"', '\n']) {
            return Err(WriteError::Name(kernel.name.clone()));
        }
        match version.wide_name_length() {
            true => self.u16(name.len() as u16),
            false => self.out.push(name.len() as u8),
        }
        self.out.extend_from_slice(name);
        let (start, size, inputs) = (self.later(), self.later(), self.later());
        // No symbols of variables or functions to relocate, no machine code; then no variables and no functions of the
        // file.
        for _ in 0..2 {
            self.u16(0);
        }
        self.out.push(0);
        for _ in 0..2 {
            self.u16(0);
        }
        let kernel_start = self.out.len();
        self.patch(start, self.long("the offset of the kernel", kernel_start - base)?);
        let inputs_at = self.kernel(kernel_start)?;
        self.patch(inputs, self.long("the offset of the inputs", inputs_at - base)?);
        let bytes = self.long("the size of the kernel", self.out.len() - kernel_start)?;
        self.patch(size, bytes);
        Ok(())
    }

    /// Writes the kernel; returns where its inputs begin.
    fn kernel(&mut self, start: usize) -> Written<usize> {
        let mut declared = Vec::with_capacity(self.kernel.vars.len());
        self.kernel.for_each_declared_var(self.options.as_compiled, |var| declared.push(var));
        self.number(&declared)?;
        let attributes = self.attributes();
        let mut named = self.name(&declared, &attributes)?;
        self.symbols = std::mem::take(&mut named.symbols);
        let (count, strings) = named.strings.table();
        self.u32(count);
        self.out.extend_from_slice(strings);
        // The kernel's own name is the first string.
        self.u32(0);
        self.declarations(&declared, &named)?;
        let inputs_at = self.out.len();
        self.inputs()?;
        let (code_size, entry) = (self.later(), self.later());
        self.kernel_attributes(&attributes, named)?;
        let code_start = self.out.len();
        self.patch(entry, self.long("the start of the code", code_start - start)?);
        self.code()?;
        let bytes = self.long("the size of the code", self.out.len() - code_start)?;
        self.patch(code_size, bytes);
        Ok(inputs_at)
    }

    /// Gives numbers to what operands name.
    fn number(&mut self, declared: &[Var]) -> Written {
        let kernel = self.kernel;
        self.vars.resize(kernel.vars.len());
        for (number, var) in (FIRST_VAR..).zip(declared) {
            self.vars[*var] = number;
        }
        for (var, decl) in &kernel.vars {
            if let Storage::Predefined(predefined) = decl.storage {
                self.vars[var] = predefined.number();
            }
        }
        let addresses = kernel.addresses.len() as u64;
        if addresses > u64::from(u16::MAX) {
            return Err(self.limit("the number of address variables", addresses, 0, u64::from(u16::MAX)));
        }
        let predicates = kernel.preds.len() as u64;
        let most = u64::from(PREDICATE_NUMBERS - FIRST_PREDICATE);
        if predicates > most {
            return Err(self.limit("the number of predicates", predicates, 0, most));
        }
        let (mut samplers, mut surfaces) = (0, 0);
        for (state, kind) in &kernel.states {
            self.states[state] = match kind {
                StateKind::Local | StateKind::Scratch | StateKind::BindlessSurface | StateKind::BindlessSampler => {
                    kind.predefined().map_or(0, |(_, number)| number)
                }
                StateKind::Surface => {
                    surfaces += 1;
                    (PREDEFINED_SURFACES.len() + surfaces - 1) as u16
                }
                StateKind::Sampler => {
                    samplers += 1;
                    (samplers - 1) as u16
                }
            };
        }
        for (what, count, most) in
            [("the number of samplers", samplers, MAX_SAMPLERS), ("the number of surfaces", surfaces, MAX_SURFACES)]
        {
            if count > most {
                return Err(self.limit(what, count as u64, 0, most as u64));
            }
        }
        let mut labels = 0;
        for inst in &kernel.insts {
            if self.options.as_compiled && kernel.is_omitted(inst) {
                continue;
            }
            if let Inst::Label(label) | Inst::Branch { target: label, .. } = inst
                && self.labels[*label] == u32::MAX
            {
                self.labels[*label] = labels;
                labels += 1;
            }
        }
        if labels > u32::from(u16::MAX) {
            return Err(self.limit("the number of labels", u64::from(labels), 0, u64::from(u16::MAX)));
        }
        Ok(())
    }

    fn attributes(&self) -> Vec<KernelAttribute<'static>> {
        let kernel = self.kernel;
        let target = kernel.program.map(|program| KernelAttribute {
            name: "Target",
            value: (program as u32).to_le_bytes(),
            bytes: 1,
        });
        let long = |name, value: u32| KernelAttribute { name, value: value.to_le_bytes(), bytes: 4 };
        let simd = kernel.simd_stated.then(|| long("SimdSize", kernel.simd.lanes()));
        let input = kernel.per_thread_bytes.map(|bytes| long("PerThreadInputSize", bytes));
        [target, simd, input].into_iter().flatten().collect()
    }

    /// Collects the strings in the order in which a text has them: declarations, attributes, code.
    fn name(&self, declared: &[Var], attributes: &[KernelAttribute<'_>]) -> Written<Named> {
        let kernel = self.kernel;
        let count = declared.len() + kernel.preds.len() + kernel.states.len() + kernel.labels.len();
        // And the predefined ones, and those of attributes.
        let mut strings = Strings::with_capacity(count + 64);
        strings.index(&kernel.name);
        Predefined::all().map(Predefined::name).chain(PREDEFINED_SURFACES).chain([PREDEFINED_SAMPLER]).for_each(
            |name| {
                strings.index(name);
            },
        );
        let checked = |name| match name {
            Name::Text(text) if text.len() > MAX_NAME || !names::is_name(text) => {
                Err(WriteError::Name(text.to_owned()))
            }
            name => Ok(name),
        };
        let owned = |strings: &mut Strings, owner| {
            for attribute in kernel.attributes.of(owner) {
                strings.index(&attribute.name);
            }
        };
        let mut vars = Vec::with_capacity(declared.len());
        for var in declared {
            vars.push(strings.name(checked(names::var(kernel, *var))?));
            owned(&mut strings, AttributeOwner::Var(*var));
        }
        let mut preds = Vec::with_capacity(kernel.preds.len());
        for pred in kernel.preds.keys() {
            preds.push(strings.name(checked(names::pred(kernel, pred))?));
        }
        let mut addresses = Vec::with_capacity(kernel.addresses.len());
        for address in kernel.addresses.keys() {
            addresses.push(strings.name(checked(names::address(kernel, address))?));
        }
        let mut states = Vec::with_capacity(kernel.states.len());
        for (state, kind) in &kernel.states {
            states.push(match kind {
                kind if kind.predefined().is_some() => 0,
                // Their strings say in which order they are declared, so that none is shared.
                _ => strings.add(checked(names::state(kernel, state))?),
            });
            owned(&mut strings, AttributeOwner::State(state));
        }
        for attribute in attributes {
            strings.index(attribute.name);
        }
        owned(&mut strings, AttributeOwner::Kernel);
        let mut labels = Vec::new();
        let mut symbols = SecondaryMap::default();
        for inst in &kernel.insts {
            if let Inst::SymbolAddress { symbol, .. } = inst {
                let name = &kernel.symbols[*symbol];
                if name.len() > MAX_NAME || !names::is_symbol(name) {
                    return Err(WriteError::Symbol(name.clone()));
                }
                symbols[*symbol] = strings.index(name);
            }
            if let Inst::Label(label) | Inst::Branch { target: label, .. } = inst
                && self.labels[*label] as usize == labels.len()
            {
                labels.push(strings.name(checked(names::label(kernel, *label))?));
            }
        }
        Ok(Named { strings, vars, addresses, preds, states, labels, symbols })
    }

    fn declarations(&mut self, declared: &[Var], named: &Named) -> Written {
        let kernel = self.kernel;
        self.u32(self.long("the number of variables", declared.len())?);
        for (var, name) in declared.iter().zip(&named.vars) {
            let decl = &kernel.vars[*var];
            let (of, offset) = match kernel.alias(*var, self.options.as_compiled) {
                None => (0, 0),
                Some((AliasBase::Predefined(predefined), offset)) => (predefined.number(), offset),
                Some((AliasBase::Var(root), offset)) => (self.vars[root], offset),
            };
            self.u32(*name);
            self.out.push(operand::type_code(decl.ty) | operand::align_code(decl.align) << 4);
            self.u16(decl.elements);
            self.u32(of);
            let most = u64::from(u16::MAX);
            let offset =
                u16::try_from(offset).map_err(|_| self.limit("the offset of an alias", u64::from(offset), 0, most))?;
            self.u16(offset);
            // The scope of what is named: this kernel.
            self.out.push(0);
            self.owned_attributes(AttributeOwner::Var(*var), named)?;
        }
        self.u16(kernel.addresses.len() as u16);
        for (elements, name) in kernel.addresses.values().zip(&named.addresses) {
            self.u32(*name);
            self.u16(*elements);
            self.out.push(0);
        }
        self.u16(kernel.preds.len() as u16);
        for (lanes, name) in kernel.preds.values().zip(&named.preds) {
            self.u32(*name);
            self.u16(*lanes);
            self.out.push(0);
        }
        self.u16(named.labels.len() as u16);
        let mut next = 0;
        for inst in &kernel.insts {
            if let Inst::Label(label) | Inst::Branch { target: label, .. } = inst
                && self.labels[*label] as usize == next
            {
                self.u32(named.labels[next]);
                self.out.push(u8::from(kernel.labels[*label] == LabelKind::Function));
                self.out.push(0);
                next += 1;
            }
        }
        for wanted in [StateKind::Sampler, StateKind::Surface] {
            let count = kernel.states.values().filter(|kind| **kind == wanted).count();
            self.out.push(count as u8);
            for (state, kind) in &kernel.states {
                if *kind == wanted {
                    self.u32(named.states[state.index()]);
                    self.u16(1);
                    self.owned_attributes(AttributeOwner::State(state), named)?;
                }
            }
        }
        // There are no variables of motion estimation.
        self.out.push(0);
        Ok(())
    }

    fn owned_attributes(&mut self, owner: AttributeOwner, named: &Named) -> Written {
        let kernel = self.kernel;
        let owned = kernel.attributes.of(owner);
        let (count, most) = (owned.len(), u64::from(u8::MAX));
        self.out.push(u8::try_from(count).map_err(|_| self.limit("the number of attributes", count as u64, 0, most))?);
        for attribute in owned {
            self.u32(named.strings.find(&attribute.name));
            self.value(&attribute.value)?;
        }
        Ok(())
    }

    fn value(&mut self, value: &AttributeValue) -> Written {
        match value {
            AttributeValue::Flag => self.out.push(0),
            AttributeValue::Number(number) => {
                self.out.push(4);
                self.out.extend_from_slice(&number.to_le_bytes());
            }
            AttributeValue::Text(text) => {
                let most = u64::from(u8::MAX);
                let length = u8::try_from(text.len())
                    .map_err(|_| self.limit("the length of an attribute", text.len() as u64, 0, most))?;
                self.out.push(length);
                self.out.extend_from_slice(text.as_bytes());
            }
        }
        Ok(())
    }

    fn inputs(&mut self) -> Written {
        let kernel = self.kernel;
        self.u32(self.long("the number of inputs", kernel.inputs.len() + kernel.state_inputs.len())?);
        for input in &kernel.inputs {
            self.input(0, self.vars[input.var], input.offset, input.bytes)?;
        }
        for input in &kernel.state_inputs {
            let kind = if kernel.states[input.state] == StateKind::Sampler { 1 } else { 2 };
            self.input(kind, u32::from(self.states[input.state]), input.offset, input.bytes)?;
        }
        Ok(())
    }

    fn input(&mut self, kind: u8, number: u32, offset: u16, bytes: u16) -> Written {
        // The field has a sign.
        if offset > i16::MAX as u16 {
            return Err(self.limit("the offset of an input", u64::from(offset), 0, i16::MAX as u64));
        }
        self.out.push(kind);
        self.u32(number);
        self.u16(offset);
        self.u16(bytes);
        Ok(())
    }

    fn kernel_attributes(&mut self, attributes: &[KernelAttribute<'_>], named: Named) -> Written {
        let kernel = self.kernel;
        let others = kernel.attributes.of(AttributeOwner::Kernel);
        let count = attributes.len() + others.len();
        let most = u64::from(u16::MAX);
        let count = u16::try_from(count).map_err(|_| self.limit("the number of attributes", count as u64, 0, most))?;
        self.u16(count);
        for attribute in attributes {
            self.u32(named.strings.find(attribute.name));
            self.out.push(attribute.bytes);
            self.out.extend_from_slice(&attribute.value[..usize::from(attribute.bytes)]);
        }
        for attribute in others {
            self.u32(named.strings.find(&attribute.name));
            self.value(&attribute.value)?;
        }
        Ok(())
    }
}
