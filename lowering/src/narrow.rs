//! Word payloads of multisampled loads.
//!
//! Rules:
//!
//! - If the target's ld2dms_w takes words (3D_LOAD, Notes: `{ICLLP+}`), its parameters are truncated to words: half the
//!   payload, so that SIMD16 needs no split. Texture IR leaves values that do not fit undefined.
//! - The MCS value comes as words ([`McsForm`]) if only `load_ms` reads it: ld_mcs then returns words. Otherwise the
//!   words are extracted from its dwords.
//! - If the target's ld_mcs takes words (XeHP_SDV and later), its coordinates are truncated too.
//!
//! Source: `ConvertMSAAPayloadTo16Bit` of Intel's compiler. It has the same conditions on the target, and narrows only
//! where an ld_mcs feeds the ld2dms; this pass does not need the ld_mcs.

use cranelift_entity::{EntityList, SecondaryMap, packed_option::PackedOption};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use texvisa_ir::target::Target;
use texvisa_ir::texture::{InstData, InstId, Kernel, McsForm, Op, Returns, Role, TextureKind, Type, Value, ValueDef};

use crate::insert::{Inserter, plain, rebuild};
use crate::plan::takes_words;
use crate::remark::Remarks;

/// Narrows the payloads of multisampled loads where `target` takes words.
pub fn narrow(kernel: &mut Kernel, target: Target, remarks: &mut Remarks) {
    // The words of the coordinates of load_mcs alone gain nothing.
    if !TextureKind::ALL.iter().any(|kind| kind.required().contains(Role::Mcs) && takes_words(*kind, target)) {
        return;
    }
    let mut pass = Narrowing {
        words_only: words_only(kernel),
        narrowed: SecondaryMap::default(),
        split: SecondaryMap::default(),
        target,
    };
    pass.make_results_words(kernel, remarks);
    pass.insert_truncations(kernel);
    for index in 0..kernel.layout.len() {
        for inst in kernel.blocks[kernel.layout[index]].insts.clone() {
            pass.use_words(kernel, inst, remarks);
        }
    }
}

/// Results of `load_mcs` that nothing but `load_ms` reads.
fn words_only(kernel: &Kernel) -> FxHashSet<Value> {
    let mut results = FxHashSet::default();
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            if let InstData::Texture(id) = kernel.insts[*inst]
                && kernel.textures[id].kind.returns() == Returns::Mcs
                && let Some(result) = kernel.result(*inst)
                && McsForm::of(kernel.ty(result)) == Some(McsForm::Dwords)
            {
                results.insert(result);
            }
        }
    }
    for block in &kernel.layout {
        for inst in &kernel.blocks[*block].insts {
            let as_mcs = match kernel.insts[*inst] {
                InstData::Texture(id) => kernel.textures[id].param(Role::Mcs),
                _ => None,
            };
            kernel.for_each_use(*inst, |value| {
                if Some(value) != as_mcs {
                    results.remove(&value);
                }
            });
        }
    }
    results
}

struct Narrowing {
    words_only: FxHashSet<Value>,
    /// The truncation of a dword.
    narrowed: SecondaryMap<Value, PackedOption<Value>>,
    /// The MCS value of dwords as words.
    split: SecondaryMap<Value, PackedOption<Value>>,
    target: Target,
}

impl Narrowing {
    fn make_results_words(&self, kernel: &mut Kernel, remarks: &mut Remarks) {
        for index in 0..kernel.layout.len() {
            for inst in kernel.blocks[kernel.layout[index]].insts.clone() {
                if let Some(result) = kernel.result(inst).filter(|result| self.words_only.contains(result)) {
                    kernel.values[result].ty = McsForm::Words.result();
                    remarks.add(kernel, "narrow", inst, || "the MCS value comes back as words".to_owned());
                }
            }
        }
    }

    /// The dword parameters that `inst` should have as words, and its MCS value if that has dwords.
    fn wanted(&self, kernel: &Kernel, inst: InstId) -> (SmallVec<[Value; 6]>, Option<Value>) {
        let InstData::Texture(id) = kernel.insts[inst] else { return Default::default() };
        let op = &kernel.textures[id];
        if !op.kind.is_multisampled() || !takes_words(op.kind, self.target) {
            return Default::default();
        }
        let dwords = op.params.iter().filter(|(_, value)| kernel.ty(*value) == Type::I32);
        let mcs = op.param(Role::Mcs).filter(|mcs| McsForm::of(kernel.ty(*mcs)) == Some(McsForm::Dwords));
        (dwords.map(|(_, value)| *value).collect(), mcs)
    }

    /// Inserts each truncation right behind the definition, so that all uses share it and no loop repeats it.
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
        let mut firsts: rustc_hash::FxHashMap<InstId, Vec<Value>> = rustc_hash::FxHashMap::default();
        if let Some(first) = entry_first {
            firsts.insert(first, arguments);
        }
        for block in &kernel.layout {
            if let Some(first) = kernel.blocks[*block].insts.first() {
                let params = kernel.blocks[*block].params.iter().copied().filter(|param| dwords.contains(param));
                firsts.entry(*first).or_default().extend(params);
            }
        }
        rebuild(kernel, |inserter, inst| {
            for value in firsts.get(&inst).into_iter().flatten() {
                self.insert(inserter, *value, dwords.contains(value), mcs.contains(value));
            }
            inserter.keep(inst);
            let results: SmallVec<[Value; 2]> = inserter.kernel.results(inst).collect();
            for value in results {
                self.insert(inserter, value, dwords.contains(&value), mcs.contains(&value));
            }
        });
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

/// Widens word parameters to dwords on targets that take no words, so that a kernel narrowed for one target can be lowered
/// for another.
pub fn widen(kernel: &mut Kernel, target: Target, remarks: &mut Remarks) {
    rebuild(kernel, |inserter, inst| {
        if let InstData::Texture(id) = inserter.kernel.insts[inst] {
            let kind = inserter.kernel.textures[id].kind;
            if kind.is_multisampled() && !takes_words(kind, target) {
                let mut widened = false;
                for index in 0..inserter.kernel.textures[id].params.len() {
                    let (role, value) = inserter.kernel.textures[id].params[index];
                    let ty = inserter.kernel.ty(value);
                    let dword = match (role, ty) {
                        (Role::Mcs, ty) if McsForm::of(ty) == Some(McsForm::Words) => dwords_of_words(inserter, value),
                        (_, Type::I16) => inserter.op(Op::ZExt, &[value], Type::I32),
                        _ => continue,
                    };
                    inserter.kernel.textures[id].params[index].1 = dword;
                    widened = true;
                }
                if widened {
                    remarks.add(inserter.kernel, "narrow", inst, || format!("{target} takes no words here"));
                }
            }
        }
        inserter.keep(inst);
    });
}

/// The MCS value of `dwords` as words.
fn words_of_dwords(inserter: &mut Inserter<'_>, dwords: Value) -> Value {
    let mut words = EntityList::new();
    for index in 0..McsForm::Dwords.count() {
        let dword = inserter.append(InstData::Extract { vector: dwords, index }, Type::I32);
        let low = inserter.op(Op::Trunc, &[dword], Type::I16);
        let sixteen = inserter.kernel.constant_value(Type::I32, 16);
        let high = inserter.op(Op::ShrU, &[dword, sixteen], Type::I32);
        let high = inserter.op(Op::Trunc, &[high], Type::I16);
        words.extend([low, high], &mut inserter.kernel.lists);
    }
    inserter.append(InstData::Vector { elements: words }, McsForm::Words.result())
}

/// The MCS value of `words` as two dwords.
fn dwords_of_words(inserter: &mut Inserter<'_>, words: Value) -> Value {
    let mut dwords = EntityList::new();
    for index in [0, 2] {
        let low = inserter.append(InstData::Extract { vector: words, index }, Type::I16);
        let low = inserter.op(Op::ZExt, &[low], Type::I32);
        let high = inserter.append(InstData::Extract { vector: words, index: index + 1 }, Type::I16);
        let high = inserter.op(Op::ZExt, &[high], Type::I32);
        let sixteen = inserter.kernel.constant_value(Type::I32, 16);
        let high = inserter.append(plain(Op::Shl, &[high, sixteen]), Type::I32);
        let dword = inserter.append(plain(Op::Or, &[low, high]), Type::I32);
        dwords.push(dword, &mut inserter.kernel.lists);
    }
    inserter.append(
        InstData::Vector { elements: dwords },
        Type::vector(McsForm::Dwords.element().scalar, McsForm::Dwords.count()),
    )
}
