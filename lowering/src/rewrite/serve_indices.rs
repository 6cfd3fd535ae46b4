//! Surfaces and samplers that differ between lanes: a message names one entry for all of its lanes.
//!
//! Rule: an operation whose index is divergent moves into a loop. Each turn serves the lanes of one index, the least that
//! any active lane has, and these lanes leave:
//!
//! ```text
//!   jump ^turn(undef)
//! ^turn(%before):
//!   %least = reduce.umin i32 %index
//!   %mine = icmp.eq i32 %index, %least
//!   branch %mine, ^serve, ^next(%before)
//! ^serve:
//!   %texel = load t[%least] [...]
//!   jump ^next(%texel)
//! ^next(%result):
//!   branch %mine, ^rest, ^turn(%result)
//! ```
//!
//! What a lane has before it is served is not read. It is passed on, so that the result has one variable throughout.
//!
//! With a surface and a sampler, the lanes of a turn have both in common. Operations of the same indices that follow one
//! another share the loop. Operations in between that need none of their results stay in front of it.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use texvisa_ir::texture::{
    Block, BlockCall, BlockData, InstData, InstId, Kernel, Op, Type, Value, ValueDef, ValueList,
};

use crate::insert::plain;
use crate::remark::Remarks;
use crate::uniformity::{Uniformity, analyze_alone};

/// The divergent indices of an operation: that of the surface and that of the sampler, as far as they are divergent.
type Indices = SmallVec<[Value; 2]>;

/// A section of a block: instructions that stay, then operations that share a loop.
#[derive(Default)]
struct Section {
    before: Vec<InstId>,
    indices: Indices,
    /// What is in the loop, in order; nothing in the last section.
    served: Vec<InstId>,
}

/// Puts operations with divergent indices into loops; returns whether there was one.
pub fn serve_indices(kernel: &mut Kernel, remarks: &mut Remarks) -> bool {
    let mut insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts);
    if insts.all(|inst| indices(kernel, *inst).into_iter().flatten().all(|index| kernel.constant(index).is_some())) {
        return false;
    }
    let Some(uniformity) = analyze_alone(kernel) else { return false };
    let sections: Vec<Vec<Section>> =
        kernel.layout.iter().map(|block| sections_of(kernel, &uniformity, *block)).collect();
    let groups = sections.iter().flatten().filter(|section| !section.served.is_empty()).enumerate();
    let group_of: FxHashMap<InstId, usize> =
        groups.flat_map(|(group, section)| section.served.iter().map(move |inst| (*inst, group))).collect();
    if group_of.is_empty() {
        return false;
    }
    let read_outside = read_outside(kernel, &group_of);
    for (block, sections) in std::mem::take(&mut kernel.layout).into_iter().zip(sections) {
        kernel.layout.push(block);
        kernel.blocks[block].insts.clear();
        let mut current = block;
        for section in sections {
            kernel.blocks[current].insts.extend(section.before);
            if let [first, ..] = section.served[..] {
                remarks.add(kernel, "serve_indices", first, || "lanes have different indices".to_owned());
                current = serve(kernel, current, &section.indices, &section.served, &read_outside);
            }
        }
    }
    true
}

/// The indices of the surface and of the sampler of an operation.
fn indices(kernel: &Kernel, inst: InstId) -> [Option<Value>; 2] {
    match &kernel.insts[inst] {
        InstData::Texture(id) => {
            let op = &kernel.textures[*id];
            [op.surface.index, op.sampler.and_then(|sampler| sampler.index)]
        }
        InstData::Memory(id) => [kernel.memories[*id].surface.and_then(|surface| surface.index), None],
        _ => [None; 2],
    }
}

/// The sections of a block.
fn sections_of(kernel: &Kernel, uniformity: &Uniformity, block: Block) -> Vec<Section> {
    let divergent = |inst: InstId| -> Indices {
        indices(kernel, inst).into_iter().flatten().filter(|index| !uniformity.is_uniform(*index)).collect()
    };
    let mut rest = &kernel.blocks[block].insts[..];
    let mut sections = Vec::new();
    let mut section = Section::default();
    while let [inst, tail @ ..] = rest {
        rest = tail;
        section.indices = divergent(*inst);
        if section.indices.is_empty() {
            section.before.push(*inst);
            continue;
        }
        section.served.push(*inst);
        let mut results: FxHashSet<Value> = kernel.results(*inst).collect();
        // Operations of the same indices follow, if only what moves freely is in between.
        let mut position = 0;
        while let Some(inst) = rest.get(position) {
            let others = divergent(*inst);
            if others.is_empty() && !moves_freely(&kernel.insts[*inst]) {
                break;
            }
            position += 1;
            if others.is_empty() {
                continue;
            }
            if others.iter().any(|index| !section.indices.contains(index)) {
                break;
            }
            let (taken, tail) = rest.split_at(position);
            for (index, inst) in taken.iter().enumerate() {
                let mut depends = index + 1 == position;
                kernel.for_each_use(*inst, |value| depends |= results.contains(&value));
                if depends {
                    results.extend(kernel.results(*inst));
                    section.served.push(*inst);
                } else {
                    section.before.push(*inst);
                }
            }
            (rest, position) = (tail, 0);
        }
        sections.push(std::mem::take(&mut section));
    }
    sections.push(section);
    sections
}

/// Whether an instruction may be executed earlier, or for some of its lanes at a time.
fn moves_freely(inst: &InstData) -> bool {
    match inst {
        InstData::Plain { op, .. } => !op.reads_other_lanes(),
        InstData::Vector { .. } | InstData::Extract { .. } => true,
        _ => false,
    }
}

/// The elements, as bits, of the results of instructions of a group that others read.
type ReadOutside = FxHashMap<Value, u32>;

fn read_outside(kernel: &Kernel, group_of: &FxHashMap<InstId, usize>) -> ReadOutside {
    let mut read = ReadOutside::default();
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        let reader = group_of.get(inst);
        let elements = match kernel.insts[*inst] {
            InstData::Extract { index, .. } => 1_u32.checked_shl(index.into()).unwrap_or(u32::MAX),
            _ => u32::MAX,
        };
        kernel.for_each_use(*inst, |value| {
            if let ValueDef::Result(definition, _) = kernel.values[value].def
                && let Some(group) = group_of.get(&definition)
                && reader != Some(group)
            {
                *read.entry(value).or_default() |= elements;
            }
        });
    }
    read
}

/// Appends the loop that `before` enters, and returns the block behind it.
fn serve(
    kernel: &mut Kernel,
    before: Block,
    indices: &[Value],
    served: &[InstId],
    read_outside: &ReadOutside,
) -> Block {
    let [turn, serve, next, rest] = std::array::from_fn(|_| kernel.blocks.push(BlockData::default()));
    kernel.layout.extend([turn, serve, next, rest]);
    let location = kernel.location(served[0]);
    let greatest = kernel.constant_value(Type::I32, u64::from(u32::MAX));
    let mut append = |op, args: &[Value], ty| {
        let inst = kernel.push_inst(plain(op, args));
        kernel.set_location(inst, location);
        kernel.blocks[turn].insts.push(inst);
        kernel.push_result(inst, ty)
    };
    // Of the lanes that are served so far, those with the least of the next index.
    let mut mine: Option<Value> = None;
    let mut least = Indices::new();
    for index in indices {
        let candidate = match mine {
            None => *index,
            Some(mine) => append(Op::Select, &[mine, *index, greatest], Type::I32),
        };
        let of_turn = append(Op::ReduceMinU, &[candidate], Type::I32);
        let has_it = append(Op::Eq, &[*index, of_turn], Type::I1);
        mine = Some(mine.map_or(has_it, |mine| append(Op::And, &[mine, has_it], Type::I1)));
        least.push(of_turn);
    }
    let Some(mine) = mine else { return before };

    // Values that are read behind the loop become parameters of `next`, vectors element by element, and the operations in
    // the loop get results of their own.
    kernel.blocks[serve].insts.extend_from_slice(served);
    let mut inner = FxHashMap::default();
    let mut passed = Passed::default();
    for inst in served {
        kernel.map_uses(*inst, |value| {
            let of_turn = indices.iter().position(|index| *index == value).map(|position| least[position]);
            inner.get(&value).copied().or(of_turn).unwrap_or(value)
        });
        for result in kernel.take_results(*inst) {
            let ty = kernel.ty(result);
            let Some(read) = read_outside.get(&result) else {
                kernel.define_result(*inst, result, ty);
                continue;
            };
            let own = kernel.push_result(*inst, ty);
            inner.insert(result, own);
            if ty.is_scalar() {
                kernel.define_param(next, result, ty);
                passed.add(kernel, turn, own, result);
                continue;
            }
            let element = Type::scalar(ty.scalar);
            let params: SmallVec<[Value; 4]> = (0..ty.lanes)
                .map(|index| {
                    if read.checked_shr(index.into()).is_some_and(|bits| bits & 1 == 0) {
                        return kernel.undefined(element);
                    }
                    let extract = kernel.push_inst(InstData::Extract { vector: own, index });
                    kernel.set_location(extract, location);
                    kernel.blocks[serve].insts.push(extract);
                    let own = kernel.push_result(extract, element);
                    let param = kernel.push_param(next, element);
                    passed.add(kernel, turn, own, param);
                    param
                })
                .collect();
            let elements = ValueList::from_slice(&params, &mut kernel.lists);
            let vector = kernel.push_inst(InstData::Vector { elements });
            kernel.set_location(vector, location);
            kernel.blocks[rest].insts.push(vector);
            kernel.define_result(vector, result, ty);
        }
    }
    let Passed { undefined, before: of_turn, served, results } = passed;
    let mut call = |block, args: &[Value]| BlockCall { block, args: ValueList::from_slice(args, &mut kernel.lists) };
    let branch = |targets| InstData::Branch { condition: mine, targets };
    let enter = InstData::Jump(call(turn, &undefined));
    let choose = branch([call(serve, &[]), call(next, &of_turn)]);
    let leave = InstData::Jump(call(next, &served));
    let repeat = branch([call(rest, &[]), call(turn, &results)]);
    for (block, terminator) in [(before, enter), (turn, choose), (serve, leave), (next, repeat)] {
        let inst = kernel.push_inst(terminator);
        kernel.set_location(inst, location);
        kernel.blocks[block].insts.push(inst);
    }
    rest
}

/// What the blocks of a loop pass on, one value a result that is read behind the loop.
#[derive(Default)]
struct Passed {
    undefined: Vec<Value>,
    /// The parameters of the turn.
    before: Vec<Value>,
    served: Vec<Value>,
    results: Vec<Value>,
}

impl Passed {
    fn add(&mut self, kernel: &mut Kernel, turn: Block, served: Value, result: Value) {
        let ty = kernel.ty(served);
        self.undefined.push(kernel.undefined(ty));
        self.before.push(kernel.push_param(turn, ty));
        self.served.push(served);
        self.results.push(result);
    }
}
