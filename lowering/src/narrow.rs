//! Words or dwords for the payloads of multisampled loads.
//!
//! Rules:
//!
//! - ld2dms_w is sent as words where the target takes them (3D_LOAD, Notes: `{ICLLP+}`), a word parameter has fewer
//!   registers than a dword (at SIMD16 one of 32 bytes and not two; at SIMD8 one either way), and its MCS value has words:
//!   those that ld_mcs returned. Of an MCS value in dwords the words would be cut out first, which pays only where
//!   the finalizer would split the payload of dwords (12 registers: 6 parameters at SIMD16).
//! - ld_mcs returns what the `load_ms` that read it take. What something else reads stays as it is.
//! - If the target's ld_mcs takes words (XeHP_SDV and later), its coordinates are sent as words where that has fewer
//!   registers.
//! - Texture IR leaves values that do not fit a word undefined, so that a dword is truncated to one.
//!
//! Source: `ConvertMSAAPayloadTo16Bit` of Intel's compiler. It has the same conditions on the target, and narrows wherever
//! an ld_mcs feeds the ld2dms, at SIMD8 too, where the words of the MCS value take two registers more.

use cranelift_entity::{SecondaryMap, packed_option::PackedOption};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::cfg::{ControlFlow, Loops};
use texvisa_ir::texture::{
    ChannelMask, InstData, InstId, Kernel, McsForm, Op, Returns, Role, TextureKind, TextureOp, Type, Value, ValueDef,
    ValueList,
};
use texvisa_ir::visa::Grf;
use texvisa_ir::visa::message_shape::MessageShape;

use crate::in_lanes::compute_in_lanes;
use crate::insert::{Inserter, rebuild};
use crate::plan::{of_dwords, slot_role, takes_words};
use crate::remark::Remarks;
use crate::uniformity::{Uniformity, analyze_for};

/// Gives the multisampled loads of `kernel` payloads of words or of dwords.
pub fn narrow(kernel: &mut Kernel, target: Target, simd: SimdWidth, per_lane: bool, remarks: &mut Remarks) {
    let forms = Forms::choose(kernel, target, simd, per_lane);
    for (result, form) in &forms.results {
        if kernel.ty(*result) != form.result()
            && let ValueDef::Result(inst, _) = kernel.values[*result].def
        {
            kernel.values[*result].ty = form.result();
            remarks.add(kernel, "narrow", inst, || {
                let unit = if *form == McsForm::Words { "words" } else { "dwords" };
                format!("the MCS value comes back as {unit}")
            });
        }
    }
    widen(kernel, &forms, remarks);
    if forms.words.is_empty() {
        return;
    }
    let mut pass = Narrowing { forms, narrowed: SecondaryMap::default(), split: SecondaryMap::default() };
    pass.insert_truncations(kernel);
    for index in 0..kernel.layout.len() {
        for inst in kernel.blocks[kernel.layout[index]].insts.clone() {
            pass.use_words(kernel, inst, remarks);
        }
    }
}

/// The form of an MCS value that costs the `load_ms` which take it the least, where nothing else reads it: words where they
/// are sent as words. `uniform` is whether one message serves all lanes.
pub fn mcs_form(target: Target, simd: SimdWidth, uniform: bool) -> McsForm {
    let lanes = if uniform { target.platform().native_simd } else { simd.exec_lanes(target) };
    let are_sent = |kind: &TextureKind| kind.required().contains(Role::Mcs) && takes_words(*kind, target);
    match TextureKind::ALL.iter().any(are_sent) && words_are_shorter(lanes, target) {
        true => McsForm::Words,
        false => McsForm::Dwords,
    }
}

/// Whether a parameter of words has fewer registers than one of dwords.
fn words_are_shorter(lanes: u32, target: Target) -> bool {
    let grf = Grf::new(target.platform().grf_bytes);
    grf.holding(lanes * Type::I16.scalar.bytes()) < grf.holding(lanes * Type::I32.scalar.bytes())
}

/// What is sent and returned as words.
struct Forms {
    /// The multisampled loads with parameters of words.
    words: FxHashSet<InstId>,
    /// The form of each result of `load_mcs`.
    results: FxHashMap<Value, McsForm>,
}

impl Forms {
    fn choose(kernel: &Kernel, target: Target, simd: SimdWidth, per_lane: bool) -> Forms {
        let insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
        let loads: Vec<(InstId, &TextureOp)> = insts
            .filter_map(|inst| match kernel.insts[*inst] {
                InstData::Texture(id) if kernel.textures[id].kind.is_multisampled() => {
                    Some((*inst, &kernel.textures[id]))
                }
                _ => None,
            })
            .collect();
        let flow = ControlFlow::new(kernel);
        let uniformity = Loops::new(&flow).ok().map(|loops| {
            let mut uniformity = analyze_for(kernel, &flow, &loops, per_lane);
            compute_in_lanes(kernel, &flow, simd.halves(target), &mut uniformity);
            uniformity
        });
        let sizes = PayloadSizes { kernel, target, simd, uniformity };
        let mut results: FxHashMap<Value, McsForm> = FxHashMap::default();
        for (inst, op) in &loads {
            if op.kind.returns() == Returns::Mcs
                && let Some(result) = kernel.result(*inst)
            {
                results.insert(result, McsForm::Dwords);
            }
        }
        for (inst, op) in &loads {
            if let Some(mcs) = op.param(Role::Mcs)
                && let Some(form) = results.get_mut(&mcs)
                && sizes.may_save(*inst, op)
            {
                *form = McsForm::Words;
            }
        }
        for value in read_elsewhere(kernel) {
            if let Some(form) = results.get_mut(&value) {
                *form = McsForm::of(kernel.ty(value)).unwrap_or(*form);
            }
        }
        let words = loads.iter().filter(|(inst, op)| sizes.has_words(*inst, op, &results)).map(|(inst, _)| *inst);
        Forms { words: words.collect(), results }
    }
}

/// The values that anything reads but a `load_ms` as its MCS value.
fn read_elsewhere(kernel: &Kernel) -> FxHashSet<Value> {
    let mut values = FxHashSet::default();
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        let as_mcs = match kernel.insts[*inst] {
            InstData::Texture(id) => kernel.textures[id].param(Role::Mcs),
            _ => None,
        };
        kernel.for_each_use(*inst, |value| {
            if Some(value) != as_mcs {
                values.insert(value);
            }
        });
    }
    values
}

/// What is known of the size of payloads before there are plans.
struct PayloadSizes<'a> {
    kernel: &'a Kernel,
    target: Target,
    simd: SimdWidth,
    /// None where a loop has two entries.
    uniformity: Option<Uniformity>,
}

impl PayloadSizes<'_> {
    /// The lanes of one send of `inst`.
    fn lanes(&self, inst: InstId) -> u32 {
        let is_uniform = |value| self.uniformity.as_ref().is_some_and(|uniformity| uniformity.is_uniform(value));
        match self.kernel.results(inst).all(is_uniform) {
            true => self.target.platform().native_simd,
            false => self.simd.exec_lanes(self.target),
        }
    }

    /// Whether the message of `inst` takes words, and a parameter of words has fewer registers than one of dwords.
    fn may_save(&self, inst: InstId, op: &TextureOp) -> bool {
        takes_words(op.kind, self.target) && words_are_shorter(self.lanes(inst), self.target)
    }

    fn has_words(&self, inst: InstId, op: &TextureOp, results: &FxHashMap<Value, McsForm>) -> bool {
        let Some(mcs) = op.param(Role::Mcs) else {
            let are_words = op.params.iter().all(|(_, value)| self.kernel.ty(*value) == Type::I16);
            return takes_words(op.kind, self.target) && are_words || self.may_save(inst, op);
        };
        let form = results.get(&mcs).copied().or(McsForm::of(self.kernel.ty(mcs)));
        match form {
            // Constants are as well dwords.
            Some(McsForm::Words) if self.is_constant(mcs) => self.may_save(inst, op),
            Some(McsForm::Words) => takes_words(op.kind, self.target),
            _ => self.may_save(inst, op) && self.is_split(inst, op),
        }
    }

    /// Whether every element of a vector is a constant or undefined.
    fn is_constant(&self, vector: Value) -> bool {
        let is_constant =
            |value: Value| matches!(self.kernel.values[value].def, ValueDef::Constant(_) | ValueDef::Undefined);
        is_constant(vector)
            || elements(self.kernel, vector).is_some_and(|elements| elements.iter().copied().all(is_constant))
    }

    /// Whether the finalizer splits the message with parameters of dwords.
    fn is_split(&self, inst: InstId, op: &TextureOp) -> bool {
        let Some(message) = of_dwords(op.kind) else { return false };
        let is_sent = |value: Value| {
            self.kernel.constant(value) != Some(0) && self.kernel.values[value].def != ValueDef::Undefined
        };
        let slots = message.row().slots;
        let last =
            slots.iter().rposition(|slot| slot_role(*slot).and_then(|(role, _)| op.param(role)).is_some_and(is_sent));
        let shape = MessageShape {
            message,
            lanes: self.lanes(inst),
            param_bytes: Type::I32.scalar.bytes(),
            params: last.map_or(1, |last| last as u32 + 1),
            channels: ChannelMask::RGBA,
            offset: Some(0),
            sampler_handle: false,
            residency: op.residency,
            result_bytes: None,
            grf_bytes: self.target.platform().grf_bytes,
        };
        shape.is_split()
    }
}

/// The elements of a `vec`.
fn elements(kernel: &Kernel, vector: Value) -> Option<&[Value]> {
    let ValueDef::Result(inst, _) = kernel.values[vector].def else { return None };
    match &kernel.insts[inst] {
        InstData::Vector { elements } => Some(elements.as_slice(&kernel.lists)),
        _ => None,
    }
}

struct Narrowing {
    forms: Forms,
    /// The truncation of a dword.
    narrowed: SecondaryMap<Value, PackedOption<Value>>,
    /// The MCS value of dwords as words.
    split: SecondaryMap<Value, PackedOption<Value>>,
}

impl Narrowing {
    /// The dword parameters that `inst` should have as words, and its MCS value if that has dwords.
    fn wanted(&self, kernel: &Kernel, inst: InstId) -> (SmallVec<[Value; 6]>, Option<Value>) {
        let InstData::Texture(id) = kernel.insts[inst] else { return Default::default() };
        if !self.forms.words.contains(&inst) {
            return Default::default();
        }
        let op = &kernel.textures[id];
        let dwords = op.params.iter().filter(|(_, value)| kernel.ty(*value) == Type::I32);
        let mcs = op.param(Role::Mcs).filter(|mcs| McsForm::of(kernel.ty(*mcs)) == Some(McsForm::Dwords));
        (dwords.map(|(_, value)| *value).collect(), mcs)
    }

    /// Inserts each truncation right behind the definition, so that all uses share it and no loop repeats it. It takes the
    /// place of those that the program has of the same value.
    fn insert_truncations(&mut self, kernel: &mut Kernel) {
        let mut dwords: FxHashSet<Value> = FxHashSet::default();
        let mut mcs: FxHashSet<Value> = FxHashSet::default();
        for block in &kernel.layout {
            for inst in &kernel.blocks[*block].insts {
                let (values, words) = self.wanted(kernel, *inst);
                dwords.extend(values);
                mcs.extend(words);
            }
        }
        let constants: Vec<Value> = dwords.iter().copied().filter(|value| kernel.constant(*value).is_some()).collect();
        for value in constants {
            let bits = kernel.constant(value).unwrap_or(0);
            self.narrowed[value] = kernel.constant_value(Type::I16, bits).into();
        }
        let is_undefined = |kernel: &Kernel, value: &Value| kernel.values[*value].def == ValueDef::Undefined;
        let undefined: Vec<Value> = dwords.iter().copied().filter(|value| is_undefined(kernel, value)).collect();
        for value in undefined {
            self.narrowed[value] = kernel.undefined(Type::I16).into();
        }
        let undefined: Vec<Value> = mcs.iter().copied().filter(|value| is_undefined(kernel, value)).collect();
        for value in undefined {
            self.split[value] = kernel.undefined(McsForm::Words.result()).into();
        }
        // Truncations of arguments go before the first instruction of the entry block.
        let entry_first = kernel.entry().and_then(|entry| kernel.blocks[entry].insts.first().copied());
        let mut arguments: Vec<Value> = dwords
            .iter()
            .chain(&mcs)
            .copied()
            .filter(|value| matches!(kernel.values[*value].def, ValueDef::Argument(_)))
            .collect();
        arguments.sort_unstable();
        let mut firsts: FxHashMap<InstId, Vec<Value>> = FxHashMap::default();
        if let Some(first) = entry_first {
            firsts.insert(first, arguments);
        }
        for block in &kernel.layout {
            if let Some(first) = kernel.blocks[*block].insts.first() {
                let params = kernel.blocks[*block].params.iter().copied().filter(|param| dwords.contains(param));
                firsts.entry(*first).or_default().extend(params);
            }
        }
        let mut same: FxHashMap<Value, Value> = FxHashMap::default();
        rebuild(kernel, |inserter, inst| {
            for value in firsts.get(&inst).into_iter().flatten() {
                self.insert(inserter, *value, dwords.contains(value), mcs.contains(value));
            }
            let results: SmallVec<[Value; 2]> = inserter.kernel.results(inst).collect();
            if let InstData::Plain { op: Op::Trunc, args: [value, ..] } = inserter.kernel.insts[inst]
                && let Some(word) = self.narrowed[value].expand()
                && inserter.kernel.ty(results[0]) == Type::I16
            {
                same.insert(results[0], word);
                return;
            }
            inserter.keep(inst);
            for value in results {
                self.insert(inserter, value, dwords.contains(&value), mcs.contains(&value));
            }
        });
        if !same.is_empty() {
            for inst in kernel.insts.keys() {
                kernel.map_uses(inst, |value| same.get(&value).copied().unwrap_or(value));
            }
        }
    }

    fn insert(&mut self, inserter: &mut Inserter<'_>, value: Value, narrow: bool, split: bool) {
        if narrow {
            let extended = match inserter.kernel.values[value].def {
                ValueDef::Result(inst, _) => match inserter.kernel.insts[inst] {
                    InstData::Plain { op: Op::ZExt | Op::SExt, args: [from, ..] } => Some(from),
                    _ => None,
                },
                _ => None,
            };
            let word = extended.filter(|from| inserter.kernel.ty(*from) == Type::I16);
            let word = word.unwrap_or_else(|| inserter.op(Op::Trunc, &[value], Type::I16));
            self.narrowed[value] = word.into();
        }
        if split {
            self.split[value] = words_of_dwords(inserter, value).into();
        }
    }

    fn use_words(&self, kernel: &mut Kernel, inst: InstId, remarks: &mut Remarks) {
        let (dwords, mcs) = self.wanted(kernel, inst);
        if dwords.is_empty() && mcs.is_none() {
            return;
        }
        let InstData::Texture(id) = kernel.insts[inst] else { return };
        for (_, value) in &mut kernel.textures[id].params {
            let word = if Some(*value) == mcs { self.split[*value] } else { self.narrowed[*value] };
            *value = word.expand().unwrap_or(*value);
        }
        remarks.add(kernel, "narrow", inst, || "the payload is sent as words".to_owned());
    }
}

/// Widens word parameters of the loads that are sent as dwords.
fn widen(kernel: &mut Kernel, forms: &Forms, remarks: &mut Remarks) {
    rebuild(kernel, |inserter, inst| {
        if let InstData::Texture(id) = inserter.kernel.insts[inst]
            && inserter.kernel.textures[id].kind.is_multisampled()
            && !forms.words.contains(&inst)
        {
            let mut widened = false;
            for index in 0..inserter.kernel.textures[id].params.len() {
                let (role, value) = inserter.kernel.textures[id].params[index];
                let ty = inserter.kernel.ty(value);
                let dword = match (role, ty) {
                    (Role::Mcs, ty) if McsForm::of(ty) == Some(McsForm::Words) => dwords_of_words(inserter, value),
                    (_, Type::I16) => dword_of_word(inserter, value),
                    _ => continue,
                };
                inserter.kernel.textures[id].params[index].1 = dword;
                widened = true;
            }
            if widened {
                remarks.add(inserter.kernel, "narrow", inst, || "the payload is sent as dwords".to_owned());
            }
        }
        inserter.keep(inst);
    });
}

/// The MCS value of `dwords` as words.
fn words_of_dwords(inserter: &mut Inserter<'_>, dwords: Value) -> Value {
    let mut words = ValueList::new();
    for index in 0..McsForm::Dwords.count() {
        let dword = element(inserter, dwords, index);
        words.extend(words_of_dword(inserter, dword), &mut inserter.kernel.lists);
    }
    inserter.append(InstData::Vector { elements: words }, McsForm::Words.result())
}

/// The MCS value of `words` as two dwords.
fn dwords_of_words(inserter: &mut Inserter<'_>, words: Value) -> Value {
    let mut dwords = ValueList::new();
    for index in [0, 2] {
        let pair = [0, 1].map(|next| element(inserter, words, index + next));
        let dword = dword_of_words(inserter, pair);
        dwords.push(dword, &mut inserter.kernel.lists);
    }
    inserter.append(
        InstData::Vector { elements: dwords },
        Type::vector(McsForm::Dwords.element().scalar, McsForm::Dwords.count()),
    )
}

/// An element of an MCS value.
fn element(inserter: &mut Inserter<'_>, vector: Value, index: u8) -> Value {
    if let Some(elements) = elements(inserter.kernel, vector) {
        return elements[usize::from(index)];
    }
    let ty = Type::scalar(inserter.kernel.ty(vector).scalar);
    inserter.append(InstData::Extract { vector, index }, ty)
}

/// The low and the high word of a dword.
fn words_of_dword(inserter: &mut Inserter<'_>, dword: Value) -> [Value; 2] {
    match inserter.kernel.values[dword].def {
        ValueDef::Constant(bits) => [0, 16].map(|shift| inserter.kernel.constant_value(Type::I16, bits.get() >> shift)),
        ValueDef::Undefined => [inserter.kernel.undefined(Type::I16); 2],
        _ => {
            let low = inserter.op(Op::Trunc, &[dword], Type::I16);
            let sixteen = inserter.kernel.constant_value(Type::I32, 16);
            let high = inserter.op(Op::ShrU, &[dword, sixteen], Type::I32);
            [low, inserter.op(Op::Trunc, &[high], Type::I16)]
        }
    }
}

/// The dword of a word, zero-extended.
fn dword_of_word(inserter: &mut Inserter<'_>, word: Value) -> Value {
    match inserter.kernel.values[word].def {
        ValueDef::Constant(bits) => inserter.kernel.constant_value(Type::I32, bits.get()),
        ValueDef::Undefined => inserter.kernel.undefined(Type::I32),
        _ => inserter.op(Op::ZExt, &[word], Type::I32),
    }
}

/// The dword of a low and a high word.
fn dword_of_words(inserter: &mut Inserter<'_>, [low, high]: [Value; 2]) -> Value {
    let constant = |inserter: &Inserter<'_>, value: Value| match inserter.kernel.values[value].def {
        ValueDef::Constant(bits) => Some(bits.get()),
        // Undefined bits may be zeros.
        ValueDef::Undefined => Some(0),
        _ => None,
    };
    match [low, high].map(|word| constant(inserter, word)) {
        [Some(low), Some(high)] => inserter.kernel.constant_value(Type::I32, high << 16 | low),
        [None, Some(0)] => inserter.op(Op::ZExt, &[low], Type::I32),
        _ => inserter.op(Op::Concat, &[low, high], Type::I32),
    }
}
