//! Emits vISA for plans and plain instructions.
//!
//! Rules:
//!
//! - Each value has a location, variables or a predicate: see [`value_loc`].
//! - The first parameter of a message, or its header, is sent by itself. If more parameters follow, they are one
//!   variable, the payload, with a subregister for each. A copy writes each subregister. Coalescing
//!   (`texvisa-regalloc`) gives both sides of most of these copies one location, and no code is emitted. A message that
//!   the finalizer splits has no such variable, as the finalizer copies its parameters anyway.
//! - At SIMD32 on 32-byte registers an instruction is emitted twice, for the lower and the upper half of the lanes.
//!   What is uniform is emitted once.

mod across_lanes;
mod atomics;
mod bit_functions;
mod booleans;
mod branch;
mod carries;
mod convert;
mod early_rows;
mod elements;
mod indexed_vectors;
mod lanes_in_place;
mod leaf;
mod lone_operands;
mod media;
mod memory;
mod message;
mod negated_carries;
mod numbers;
mod plain;
mod qwords;
mod rows;
mod selection;
mod shared_payloads;
mod shared_qwords;
mod sign;
mod spread;
mod typed;
mod value_loc;
mod values;

use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap, packed_option::PackedOption};
use rustc_hash::FxHashMap;
use texvisa_ir::Bits;
use texvisa_ir::texture::{self, ArgumentRole, InstData, Op, Results, Rounding, SamplerRef, Scalar, SurfaceRef, Value};
use texvisa_ir::visa::abi::{self, ArgumentRequest};
use texvisa_ir::visa::descriptor::{SAMPLERS, SURFACES};
use texvisa_ir::visa::origin::{Meaning, Origin, Origins};
use texvisa_ir::visa::{
    self, Align, Alu, AluOp, Attribute, AttributeOwner, AttributeValue, DataType, Dst, Exec, Fence, Inst, Pred,
    Predefined, Region, Src, State, StateKind, Storage, Var, VarDecl, VarInput,
};

use crate::analyses::Analyses;
use crate::error::{LowerError, Reason};
use crate::parts::Narrowed;
use crate::plan::{Context, TableEntry, table_entry};
use crate::reads::Reads;
use booleans::Booleans;
use indexed_vectors::IndexedVectors;
use numbers::{Numbers, hoisted_numbers};
pub(crate) use selection::is_one_comparison;
use shared_payloads::SharedPayloads;
use shared_qwords::SharedQwords;
pub(crate) use sign::changes_in_place;
use value_loc::{ALL_ELEMENTS, ValueLoc};

/// The bits of control register 0 that keep denormals of half, single and double floats, as texture IR's arithmetic does.
/// Intel's OpenCL compiler sets the same bits.
const KEEP_DENORMALS: u32 = 0x4c0;

/// The bits of control register 0 that are the rounding mode. Intel's compiler changes them in the same way.
fn rounding_mode(rounding: Rounding) -> u32 {
    match rounding {
        Rounding::Nearest => 0,
        Rounding::Up => 0x10,
        Rounding::Down => 0x20,
        Rounding::Zero => 0x30,
    }
}

/// Emits `kernel`, of which `reads` says what it reads after the passes over texture IR; the origins say which value each
/// variable holds and which instruction each vISA instruction comes from. Where it is `crowded`, there are too few registers, and
/// what takes few instructions is made again rather than kept.
///
/// # Errors
///
/// One for each instruction that cannot be emitted.
pub fn emit(
    kernel: &texture::Kernel,
    analyses: &Analyses,
    reads: &Reads,
    context: Context<'_>,
    crowded: bool,
) -> Result<(visa::VisaKernel, Origins), Vec<LowerError>> {
    let Context { target, simd, .. } = context;
    let occurring = reads.occurring;
    let out = visa::VisaKernel::new(kernel.name.clone(), target, simd);
    let indexed = if occurring.indexed { IndexedVectors::new(kernel, analyses) } else { IndexedVectors::default() };
    let any_fused = occurring.any_op(&[Op::Fma, Op::FmaZero]);
    let registers_of_dwords = simd.exec_lanes(target).div_ceil(target.platform().grf_bytes / 4);
    let mut emitter = Emitter {
        kernel,
        analyses,
        reads,
        context,
        crowded,
        out,
        origins: Origins::default(),
        origin: Origin::Frame,
        halves: simd.halves(target),
        half_lanes: simd.exec_lanes(target),
        changes_in_place: changes_in_place(kernel, occurring),
        read_in_place: crate::parts::read_in_place(kernel, occurring),
        narrowed: crate::parts::narrowed(kernel, occurring),
        negated_carries: negated_carries::negated_carries(kernel, occurring),
        lanes_in_place: lanes_in_place::lanes_in_place(kernel, analyses, occurring),
        booleans: Booleans::new(kernel, analyses, occurring),
        locs: std::iter::repeat_n(ValueLoc::None, kernel.values.len()).collect(),
        edge_vars: SecondaryMap::default(),
        null: None,
        r0: None,
        aliases: FxHashMap::default(),
        numbers: Numbers::default(),
        hoisted: if any_fused { hoisted_numbers(kernel, analyses, crowded) } else { Vec::new() },
        indexed,
        lone_operands: lone_operands::lone_operands(kernel, analyses),
        qwords: SharedQwords::new(kernel, analyses, registers_of_dwords, crowded),
        payloads: SharedPayloads::default(),
        surface: StateVar::default(),
        local: None,
        scratch: None,
        sampler: StateVar::default(),
        bindless_surface: StateVar::default(),
        bindless_sampler: StateVar::default(),
        labels: Vec::new(),
        any_wide: occurring.any_scalar(&[Scalar::I64]),
        any_rounding: occurring.ops().any(|op| op.rounding() != Rounding::Nearest),
        rounding: Rounding::Nearest,
        errors: Vec::new(),
    };
    // A typical kernel of texture operations needs about as many; most are copies to payloads and their variables.
    let (insts, vars) = (kernel.insts.len() * 2, kernel.insts.len() * 4);
    emitter.out.insts.reserve(insts);
    emitter.origins.insts.reserve(insts);
    emitter.out.vars.reserve(vars);
    emitter.origins.vars.reserve(vars);
    emitter.out.raws.reserve(kernel.textures.len() * 4);
    emitter.out.begin_main_function();
    emitter.origins.insts.push(Origin::Frame);
    if let Err(reason) = emitter.arguments() {
        return Err(vec![LowerError::of_kernel(reason)]);
    }
    emitter.items();
    if !emitter.errors.is_empty() {
        return Err(emitter.errors);
    }
    debug_assert_eq!(emitter.out.insts.len(), emitter.origins.insts.len());
    Ok((emitter.out, emitter.origins))
}

/// The state variable through which all messages name their surface, or their sampler.
#[derive(Default)]
struct StateVar {
    var: Option<State>,
    /// The entry that it was set to since the last label or branch. Intel's compiler sets it before each message; its
    /// finalizer propagates the number to the end of the block, so that setting it once in a block is enough.
    entry: Option<TableEntry>,
}

impl StateVar {
    /// The variable, and whether it holds `entry` already.
    fn set(&mut self, entry: TableEntry, kind: StateKind, kernel: &mut visa::VisaKernel) -> (State, bool) {
        let var = *self.var.get_or_insert_with(|| kernel.states.push(kind));
        (var, self.entry.replace(entry) == Some(entry))
    }
}

struct Emitter<'a> {
    kernel: &'a texture::Kernel,
    analyses: &'a Analyses,
    reads: &'a Reads,
    context: Context<'a>,
    /// Whether there are too few registers.
    crowded: bool,
    out: visa::VisaKernel,
    origins: Origins,
    /// The origin of the instructions that are being emitted.
    origin: Origin,
    /// How many halves the lanes are emitted in, 1 or 2, and the lanes of each.
    halves: u32,
    half_lanes: u32,
    /// The changes of sign that have no variable: see [`sign`].
    changes_in_place: EntitySet<Value>,
    /// The shifts that nothing but truncations reads, which read what is shifted.
    read_in_place: EntitySet<Value>,
    /// The bytes that operations write, by their results.
    narrowed: Narrowed,
    /// The carries that are kept negated: see [`negated_carries`].
    negated_carries: EntitySet<Value>,
    /// The shuffles that have no variable: see [`lanes_in_place`].
    lanes_in_place: EntitySet<Value>,
    booleans: Booleans,
    locs: PrimaryMap<Value, ValueLoc>,
    /// The first of the variables in which edges pass a boolean parameter: 0 or 1 a lane, one variable a half.
    edge_vars: SecondaryMap<Value, PackedOption<Var>>,
    /// `%null`, where something reads it.
    null: Option<Src>,
    /// The variable in register 0, if there is one.
    r0: Option<Var>,
    /// The aliases of variables as elements of another type.
    aliases: FxHashMap<(Var, DataType), Var>,
    /// The variables with numbers that instructions of three sources read: see [`numbers`].
    numbers: Numbers,
    /// The numbers that the first block moves to variables.
    hoisted: Vec<Bits>,
    /// What indexed vectors are made of: see [`indexed_vectors`].
    indexed: IndexedVectors,
    /// The operands that a message for all lanes alone reads: see [`lone_operands`].
    lone_operands: EntitySet<Value>,
    /// The addresses that messages share: see [`shared_qwords`].
    qwords: SharedQwords,
    /// The payloads that messages share: see [`shared_payloads`].
    payloads: SharedPayloads,
    surface: StateVar,
    local: Option<State>,
    scratch: Option<State>,
    sampler: StateVar,
    /// The same for what is given by a handle.
    bindless_surface: StateVar,
    bindless_sampler: StateVar,
    /// The label of each item that something branches to.
    labels: Vec<Option<visa::Label>>,
    /// Whether 64-bit integers are left, which no pass could split.
    any_wide: bool,
    /// Whether an operation of the kernel rounds to zero.
    any_rounding: bool,
    /// How results are rounded here: to nearest even at each label and branch.
    rounding: Rounding,
    errors: Vec<LowerError>,
}

/// The vISA type of a variable that holds values of a scalar type.
fn data_type(scalar: Scalar) -> DataType {
    match scalar {
        Scalar::I8 => DataType::B,
        Scalar::I16 => DataType::W,
        Scalar::I32 | Scalar::I1 => DataType::D,
        Scalar::I64 => DataType::Q,
        Scalar::F16 => DataType::Hf,
        Scalar::F32 => DataType::F,
    }
}

/// The unsigned type of the same size; other types as they are.
fn unsigned(ty: DataType) -> DataType {
    match ty {
        DataType::D => DataType::Ud,
        DataType::W => DataType::Uw,
        DataType::B => DataType::Ub,
        DataType::Q => DataType::Uq,
        other => other,
    }
}

impl<'a> Emitter<'a> {
    fn simd_lanes(&self) -> u32 {
        self.context.simd.lanes()
    }

    /// The active lanes of a half.
    fn half(&self, half: u32) -> Exec {
        Exec::masked(self.half_lanes, half * self.half_lanes)
    }

    /// All lanes of a half, active or not (`NoMask`).
    fn whole_half(&self, half: u32) -> Exec {
        Exec::all(self.half_lanes, half * self.half_lanes)
    }

    fn is_uniform(&self, value: Value) -> bool {
        self.analyses.uniformity.is_uniform(value)
    }

    #[inline(always)]
    fn push(&mut self, inst: Inst) {
        self.push_as(self.origin, inst);
    }

    /// Emits an instruction with that origin.
    #[inline(always)]
    fn push_as(&mut self, origin: Origin, inst: Inst) {
        self.origins.insts.push(origin);
        self.out.insts.extend(std::iter::once_with(|| inst));
    }

    fn declare(&mut self, ty: DataType, elements: u32, storage: Storage, meaning: Meaning) -> Var {
        let align = if elements == 1 { Align::Dword } else { Align::Grf };
        self.push_var(VarDecl { ty, elements: elements as u16, align, storage }, meaning)
    }

    fn push_var(&mut self, decl: VarDecl, meaning: Meaning) -> Var {
        self.origins.vars.push(meaning);
        self.out.vars.push(decl)
    }

    /// The first element of a predefined variable.
    fn predefined(&mut self, predefined: Predefined) -> Src {
        self.origins.vars.push(Meaning::Temporary);
        Src::scalar(self.out.predefined(predefined))
    }

    /// `%null` as a source, which reads undefined.
    fn nothing(&mut self) -> Src {
        let null = self.null.unwrap_or_else(|| self.predefined(Predefined::Null));
        *self.null.insert(null)
    }

    /// Declares a variable with an element for each lane of a half.
    fn lanes(&mut self, ty: DataType, meaning: Meaning) -> Var {
        self.declare(ty, self.half_lanes, Storage::Own, meaning)
    }

    /// Declares a variable with one element.
    fn single(&mut self, ty: DataType, meaning: Meaning) -> Var {
        self.declare(ty, 1, Storage::Own, meaning)
    }

    /// The alias of `var` as elements of type `ty`.
    #[inline]
    fn alias(&mut self, var: Var, ty: DataType) -> Var {
        if self.out.vars[var].ty == ty { var } else { self.new_alias(var, ty) }
    }

    fn new_alias(&mut self, var: Var, ty: DataType) -> Var {
        if let Some(alias) = self.aliases.get(&(var, ty)) {
            return *alias;
        }
        let decl = self.out.vars[var];
        let elements = (decl.bytes() / ty.bytes()) as u16;
        let decl = VarDecl { ty, elements, storage: Storage::Alias { of: var }, ..decl };
        let alias = self.push_var(decl, self.origins.vars[var]);
        self.aliases.insert((var, ty), alias);
        alias
    }

    /// Declares the predicate of a boolean.
    fn new_predicate(&mut self, value: Value) -> Pred {
        let pred = self.intermediate_predicate(value);
        self.origins.set_pred(pred, value);
        pred
    }

    /// Declares a predicate for an intermediate result of the boolean `value`.
    fn intermediate_predicate(&mut self, value: Value) -> Pred {
        let bits = if self.booleans.scalar.contains(value) { 1 } else { self.simd_lanes() };
        self.out.preds.push(bits as u16)
    }

    /// Declares a predicate that instructions of that execution size write and read.
    fn temporary_predicate(&mut self, exec: Exec) -> Pred {
        let bits = if exec.lanes == 1 { 1 } else { self.simd_lanes() };
        self.out.preds.push(bits as u16)
    }

    /// The predicate that holds a boolean.
    fn predicate(&mut self, value: Value) -> Pred {
        if let ValueLoc::Predicate(pred) = self.locs[value] {
            return pred;
        }
        // A constant or an undefined value gets a new predicate, which is set for all lanes.
        let pred = self.new_predicate(value);
        let bits = if self.constant(value, 0).unwrap_or(0) & 1 == 1 { u64::from(u32::MAX) } else { 0 };
        for half in 0..self.halves {
            let exec = self.whole_half(half);
            self.push(Inst::SetPredicate { exec, dst: pred, src: Src::immediate(DataType::Ud, bits) });
        }
        pred
    }

    fn alu(&mut self, op: AluOp, exec: Exec, dst: Dst, srcs: &[Src]) {
        let mut operands = [Src::immediate(DataType::Ud, 0); 3];
        operands[..srcs.len()].copy_from_slice(srcs);
        self.push(Inst::Alu(Alu { op, saturate: false, exec, predicate: None, dst, srcs: operands }));
    }

    /// Emits an instruction whose sources the caller then sets with [`set_source`](Emitter::set_source). They are
    /// written in place because copying an instruction right after its fields were written stalls on store forwarding.
    /// Nothing else may be emitted before the last source is set; reading a value emits nothing.
    #[inline(always)]
    fn begin_alu(&mut self, op: AluOp, saturate: bool, exec: Exec, dst: Var) {
        self.begin_alu_as(self.origin, op, saturate, exec, dst);
    }

    /// The same with that origin.
    #[inline(always)]
    fn begin_alu_as(&mut self, origin: Origin, op: AluOp, saturate: bool, exec: Exec, dst: Var) {
        const NONE: [Src; 3] = [Src::immediate(DataType::Ud, 0); 3];
        let dst = Dst::whole(dst);
        self.push_as(origin, Inst::Alu(Alu { op, saturate, exec, predicate: None, dst, srcs: NONE }));
    }

    /// Sets a source of the instruction that was begun last.
    #[inline(always)]
    fn set_source(&mut self, index: usize, src: Src) {
        let begun = self.out.insts.last_mut();
        debug_assert!(matches!(begun, Some(Inst::Alu(_))), "an instruction was begun, and none since");
        if let Some(Inst::Alu(alu)) = begun {
            alu.srcs[index] = src;
        }
    }

    /// Takes back the instruction that was begun last; nothing where another one was pushed since.
    fn take_begun(&mut self) -> Option<(Alu, Origin)> {
        let Some(Inst::Alu(alu)) = self.out.insts.last() else { return None };
        let alu = *alu;
        self.out.insts.pop();
        Some((alu, self.origins.insts.pop()?))
    }

    fn mov(&mut self, exec: Exec, dst: Var, src: Src) {
        self.mov_as(self.origin, exec, dst, src);
    }

    fn mov_as(&mut self, origin: Origin, exec: Exec, dst: Var, src: Src) {
        self.begin_alu_as(origin, AluOp::Mov, false, exec, dst);
        self.set_source(0, src);
    }

    /// Declares a variable and copies `src` to it; a uniform source is broadcast to all lanes.
    #[inline]
    fn copy_to_new(
        &mut self,
        exec: Exec,
        ty: DataType,
        elements: u32,
        storage: Storage,
        meaning: Meaning,
        src: Src,
    ) -> Var {
        let var = self.declare(ty, elements, storage, meaning);
        let in_lanes = matches!(src, Src::Register { region: Region::CONTIGUOUS, .. });
        let origin = if in_lanes { self.origin } else { Origin::Broadcast };
        self.mov_as(origin, exec, var, src);
        var
    }

    /// A variable with an element of a value for each lane of `exec`: the lanes of `half`, or, with `NoMask`, those of one
    /// message that serves all lanes. A uniform value is broadcast to a new variable.
    fn in_lanes(&mut self, value: Value, element: u8, half: u32, exec: Exec, ty: DataType) -> visa::Raw {
        match self.bits_source(value, element, half, ty) {
            Src::Register { var, offset, region: Region::CONTIGUOUS, .. } => visa::Raw { var, offset },
            src => {
                let meaning = self.meaning(value, element, half);
                visa::Raw::whole(self.copy_to_new(exec, ty, exec.lanes.into(), Storage::Own, meaning, src))
            }
        }
    }

    /// Declares the arguments as inputs at the payload offsets that the interface gives them.
    fn arguments(&mut self) -> Result<(), Reason> {
        let kernel = self.kernel;
        let unused_offset = |role, value| role == ArgumentRole::BufferOffset && !self.reads.is_read(value);
        let passed: Vec<_> =
            kernel.arguments.iter().filter(|argument| !unused_offset(argument.role, argument.value)).collect();
        let wanted: Vec<ArgumentRequest> = passed
            .iter()
            .map(|argument| ArgumentRequest {
                role: argument.role,
                ty: kernel.ty(argument.value),
                uniform: argument.uniform,
            })
            .collect();
        let scratch = kernel.scratch_bytes.saturating_mul(self.context.simd.lanes());
        if scratch != 0 {
            // The finalizer puts what it spills behind that.
            let value = AttributeValue::Number(i32::try_from(scratch).unwrap_or(i32::MAX));
            let name = "SpillMemOffset".into();
            self.out.attributes.push(Attribute { owner: AttributeOwner::Kernel, name, value });
        }
        let places = abi::lay_out(&wanted, self.context.target, self.context.simd)?;
        for place in &places.arguments {
            let argument = passed[place.argument];
            let ty = kernel.ty(argument.value);
            let element = data_type(ty.scalar);
            let meaning = Meaning::Value { value: argument.value, element: 0, half: place.half as u8 };
            let (elements, storage) = match (argument.role, argument.uniform) {
                (ArgumentRole::R0, _) => (u32::from(ty.lanes), Storage::R0),
                (_, true) => (u32::from(ty.lanes), Storage::Own),
                // All elements of the registers that it arrives in.
                (_, false) => (place.bytes / element.bytes(), Storage::Own),
            };
            let var = self.declare(element, elements, storage, meaning);
            if argument.uniform && argument.role != ArgumentRole::R0 {
                self.out.vars[var].align = match element.bytes() {
                    8 => Align::Qword,
                    4 => Align::Dword,
                    2 => Align::Word,
                    _ => Align::Byte,
                };
            }
            if argument.role == ArgumentRole::R0 {
                self.r0 = Some(var);
            } else {
                let bytes = place.bytes as u16;
                self.out.inputs.push(VarInput { var, offset: place.offset as u16, bytes });
            }
            if place.half == 0 {
                self.locs[argument.value] = match (argument.uniform, ty.is_scalar()) {
                    (false, _) => ValueLoc::Divergent { first: var, mask: ALL_ELEMENTS },
                    (true, true) => ValueLoc::Uniform { first: var, mask: ALL_ELEMENTS },
                    (true, false) => ValueLoc::UniformVector(var),
                };
            }
        }
        if self.context.target.platform().loads_arguments && places.per_thread_bytes > 0 {
            self.out.per_thread_bytes = Some(places.per_thread_bytes);
        }
        Ok(())
    }

    /// Takes the addresses of constant memory. 64-bit arithmetic works on their halves.
    fn constant_addresses(&mut self) {
        let kernel = self.kernel;
        for argument in kernel.arguments.iter().filter(|argument| argument.role == ArgumentRole::Constant) {
            if !self.reads.is_read(argument.value) {
                continue;
            }
            let ty = kernel.ty(argument.value);
            let meaning = Meaning::Value { value: argument.value, element: 0, half: 0 };
            let (elements, align) = (ty.lanes.into(), Align::Qword);
            let var =
                self.push_var(VarDecl { ty: data_type(ty.scalar), elements, align, storage: Storage::Own }, meaning);
            let storage = Storage::Alias { of: var };
            let dst = self.push_var(VarDecl { ty: DataType::Uq, elements: 1, align, storage }, Meaning::Temporary);
            self.locs[argument.value] = match ty.is_scalar() {
                true => ValueLoc::Uniform { first: var, mask: ALL_ELEMENTS },
                false => ValueLoc::UniformVector(var),
            };
            let symbol = self.out.symbols.push(argument.about.clone().unwrap_or_default());
            self.push_as(Origin::Frame, Inst::SymbolAddress { dst: Dst::whole(dst), symbol });
        }
    }

    fn unsupported(&mut self, inst: texture::InstId, what: impl Into<String>) {
        self.errors.push(LowerError::at(self.kernel, inst, Reason::unsupported(what)));
    }

    #[inline(always)]
    fn instruction(&mut self, inst: texture::InstId) {
        if self.any_rounding
            && let Some(rounding) = self.wanted_rounding(inst)
        {
            self.set_rounding(rounding);
        }
        self.origin = Origin::Inst(inst);
        match &self.kernel.insts[inst] {
            InstData::Plain { op, args } => self.plain(inst, *op, &args[..op.arity()]),
            InstData::Vector { .. } => {}
            InstData::Extract { vector, index } => self.extract(inst, *vector, *index),
            InstData::Element { vector, index } => self.element(inst, *vector, *index),
            InstData::Insert { vector, index, element } => self.insert(inst, *vector, *index, *element),
            InstData::Texture(id) => self.texture(inst, &self.kernel.textures[*id]),
            InstData::Memory(id) => self.memory(inst, &self.kernel.memories[*id]),
            InstData::Sync(kind) => match Fence::of(*kind, self.context.target.platform()) {
                Some(fence) => self.push(Inst::Fence(fence)),
                None if self.kernel.fits_one_thread(self.context.simd.lanes()) => {}
                None => self.push(Inst::Barrier),
            },
            InstData::Jump(_) | InstData::Branch { .. } | InstData::Return => {}
        }
        if !self.indexed.wanted.copies.is_empty() {
            self.copy_to_early_rows(inst);
        }
        self.origin = Origin::Frame;
    }

    /// How `inst` needs results to be rounded; `None` where it does not matter.
    #[inline]
    fn wanted_rounding(&self, inst: texture::InstId) -> Option<Rounding> {
        match &self.kernel.insts[inst] {
            InstData::Plain { op, .. } if op.rounding() != Rounding::Nearest => Some(op.rounding()),
            // Nothing but such an operation changes the mode.
            _ if self.rounding == Rounding::Nearest => None,
            InstData::Plain { op, args } => {
                let floats = args[..op.arity()].iter().any(|arg| self.kernel.ty(*arg).scalar.is_float());
                let exact = match op {
                    Op::FNeg
                    | Op::FAbs
                    | Op::FMin
                    | Op::FMax
                    | Op::FSaturate
                    | Op::FToS
                    | Op::FToU
                    | Op::FToSClamped
                    | Op::FToUClamped
                    | Op::Select
                    | Op::Bitcast => true,
                    // A difference from 0 is the other operand, negated, and a reciprocal is not rounded by the mode.
                    Op::FSub => self.kernel.constant(args[0]) == Some(0),
                    Op::FDiv => self.kernel.constant(args[0]) == Some(u64::from(1.0f32.to_bits())),
                    Op::SToF | Op::UToF => false,
                    _ => !floats || op.results() == Results::Bool,
                };
                (!exact).then_some(Rounding::Nearest)
            }
            InstData::Texture(_) => Some(Rounding::Nearest),
            _ => None,
        }
    }

    fn set_rounding(&mut self, rounding: Rounding) {
        let bits = rounding_mode(self.rounding) ^ rounding_mode(rounding);
        if bits != 0 {
            self.rounding = rounding;
            self.push_as(Origin::Frame, Inst::FloatControls { toggles: true, bits });
        }
    }

    /// The state variable for surfaces, set to where `surface` is found.
    fn set_surface(&mut self, surface: SurfaceRef) -> State {
        let decl = &self.context.module.surfaces[surface.surface];
        let entry = table_entry(&decl.name, decl.binding, surface.index, SURFACES, &self.context.facts);
        let entry = self.planned(entry);
        let (var, is_set) = match entry {
            TableEntry::Handle(_) => self.bindless_surface.set(entry, StateKind::BindlessSurface, &mut self.out),
            _ => self.surface.set(entry, StateKind::Surface, &mut self.out),
        };
        self.set_state(var, entry, is_set)
    }

    /// The state variable for samplers, set to where `sampler` is found.
    fn set_sampler(&mut self, sampler: SamplerRef) -> State {
        let decl = &self.context.module.samplers[sampler.sampler];
        let entry = table_entry(&decl.name, decl.binding, sampler.index, SAMPLERS, &self.context.facts);
        let entry = self.planned(entry);
        let (var, is_set) = match entry {
            TableEntry::Handle(_) => self.bindless_sampler.set(entry, StateKind::BindlessSampler, &mut self.out),
            _ => self.sampler.set(entry, StateKind::Sampler, &mut self.out),
        };
        self.set_state(var, entry, is_set)
    }

    /// The entry that a plan has found to be right.
    fn planned(&self, entry: Result<TableEntry, Reason>) -> TableEntry {
        debug_assert!(entry.is_ok(), "{entry:?}");
        entry.unwrap_or(TableEntry::Number(0))
    }

    fn set_state(&mut self, state: State, entry: TableEntry, is_set: bool) -> State {
        if !is_set {
            let value = match entry {
                TableEntry::Number(number) => Src::immediate(DataType::Ud, u64::from(number)),
                TableEntry::Index(value) | TableEntry::Handle(value) => self.source(value, 0, 0, DataType::Ud),
            };
            self.push(Inst::SetState { state, value });
        }
        state
    }

    /// The state variable of the group's local memory, which nothing sets.
    fn local_memory(&mut self) -> State {
        *self.local.get_or_insert_with(|| self.out.states.push(StateKind::Local))
    }

    /// The state variable of the thread's scratch memory, likewise.
    fn scratch_memory(&mut self) -> State {
        *self.scratch.get_or_insert_with(|| self.out.states.push(StateKind::Scratch))
    }
}
