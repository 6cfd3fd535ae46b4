//! What can be done to a kernel to make it smaller. An edit may leave the kernel invalid; whoever tries it looks.

use cranelift_entity::EntityRef;
use texvisa_ir::texture::cfg::ControlFlow;
use texvisa_ir::texture::{
    Block, BlockCall, ChannelMask, InstData, InstId, Kernel, MediaField, Module, SamplerId, SurfaceId, TextureOp, Type,
    Value, ValueDef, ValueList, ValueLists,
};

/// One way to make a kernel smaller.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    /// Drops instructions; what they return becomes zero.
    Drop(Vec<InstId>),
    /// Drops an instruction; what it returns becomes one of its operands.
    PassThrough(InstId, Value),
    /// Ends a block with a return; blocks that nothing reaches any more go.
    Return(Block),
    /// Ends a block with a jump to one of the blocks that it branches to; blocks that nothing reaches any more go.
    Jump(Block, usize),
    /// Drops the blocks that nothing reaches.
    DropUnreachable,
    /// Appends a block to the only one from which an edge leads to it.
    Merge(Block),
    /// Drops a parameter of a block; it becomes zero, or what the edge of that number passes.
    DropParam(Block, usize, Option<usize>),
    /// Turns an operand into zero; which one, counted as [`Kernel::for_each_use`] does.
    Zero(InstId, usize),
    /// Drops a parameter of a texture operation.
    DropRole(InstId, usize),
    /// Makes a texture operation plainer.
    Plain(InstId, PlainModifier),
    /// Drops a coordinate of a memory operation.
    DropAddress(InstId, usize),
    /// Drops an argument; it becomes zero.
    DropArgument(usize),
    /// Drops the names of values and blocks.
    DropNames,
}

/// A modifier of a texture operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlainModifier {
    Offset,
    Channel,
    Mask,
    Status,
    ImplicitLod,
    Width,
    Plane,
    Field,
}

const MODIFIERS: [PlainModifier; 8] = [
    PlainModifier::Offset,
    PlainModifier::Channel,
    PlainModifier::Mask,
    PlainModifier::Status,
    PlainModifier::ImplicitLod,
    PlainModifier::Width,
    PlainModifier::Plane,
    PlainModifier::Field,
];

/// The instructions that do not end a block, in the order of the text.
pub(super) fn plain_instructions(kernel: &Kernel) -> Vec<InstId> {
    let insts = kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts).copied();
    insts.filter(|inst| !kernel.insts[*inst].is_terminator()).collect()
}

/// Every edit but [`Edit::Drop`] that the kernel offers, those that take most away first.
pub(super) fn candidates(kernel: &Kernel) -> Vec<Edit> {
    let mut edits = vec![Edit::DropUnreachable];
    for block in kernel.layout.iter().copied() {
        match kernel.successors(block).len() {
            0 => {}
            1 => edits.push(Edit::Return(block)),
            count => {
                edits.push(Edit::Return(block));
                edits.extend((0..count).map(|target| Edit::Jump(block, target)));
            }
        }
    }
    edits.extend(kernel.layout.iter().skip(1).map(|block| Edit::Merge(*block)));
    for block in kernel.layout.iter().copied() {
        for index in 0..kernel.blocks[block].params.len() {
            edits.extend([None, Some(0), Some(1)].map(|edge| Edit::DropParam(block, index, edge)));
        }
    }
    edits.extend((0..kernel.arguments.len()).map(Edit::DropArgument));
    for inst in plain_instructions(kernel) {
        let result = kernel.result(inst).map(|result| kernel.ty(result));
        kernel.for_each_use(inst, |value| {
            if Some(kernel.ty(value)) == result {
                edits.push(Edit::PassThrough(inst, value));
            }
        });
    }
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts).copied() {
        let mut uses = 0;
        kernel.for_each_use(inst, |_| uses += 1);
        edits.extend((0..uses).map(|index| Edit::Zero(inst, index)));
        match &kernel.insts[inst] {
            InstData::Texture(id) => {
                edits.extend((0..kernel.textures[*id].params.len()).map(|index| Edit::DropRole(inst, index)));
                edits.extend(MODIFIERS.map(|modifier| Edit::Plain(inst, modifier)));
            }
            InstData::Memory(id) => {
                edits.extend((0..kernel.memories[*id].address.len()).map(|index| Edit::DropAddress(inst, index)));
            }
            _ => {}
        }
    }
    edits.push(Edit::DropNames);
    edits
}

impl Edit {
    /// Makes the edit; says whether there was anything to do.
    pub fn apply(&self, kernel: &mut Kernel) -> bool {
        match self {
            Edit::Drop(insts) => {
                for inst in insts {
                    let results: Vec<Value> = kernel.results(*inst).collect();
                    for result in results {
                        let zero = zero(kernel, result);
                        replace_everywhere(kernel, result, zero);
                    }
                }
                let layout = kernel.layout.clone();
                layout.into_iter().for_each(|block| kernel.blocks[block].insts.retain(|inst| !insts.contains(inst)));
                !insts.is_empty()
            }
            Edit::PassThrough(inst, operand) => {
                let Some(result) = kernel.result(*inst) else { return false };
                replace_everywhere(kernel, result, *operand);
                Edit::Drop(vec![*inst]).apply(kernel)
            }
            Edit::Return(block) => terminate(kernel, *block, InstData::Return),
            Edit::Jump(block, target) => match kernel.successors(*block).get(*target).copied() {
                Some(call) => terminate(kernel, *block, InstData::Jump(call)),
                None => false,
            },
            Edit::DropUnreachable => drop_unreachable(kernel),
            Edit::Merge(block) => merge(kernel, *block),
            Edit::DropParam(block, index, edge) => drop_param(kernel, *block, *index, *edge),
            Edit::Zero(inst, index) => zero_use(kernel, *inst, *index),
            Edit::DropRole(inst, index) => match texture(kernel, *inst) {
                Some(op) if *index < op.params.len() => {
                    op.params.remove(*index);
                    true
                }
                _ => false,
            },
            Edit::Plain(inst, modifier) => make_plain(kernel, *inst, *modifier),
            Edit::DropAddress(inst, index) => match &kernel.insts[*inst] {
                InstData::Memory(id) if *index < kernel.memories[*id].address.len() => {
                    let id = *id;
                    kernel.memories[id].address.remove(*index);
                    true
                }
                _ => false,
            },
            Edit::DropArgument(index) => drop_argument(kernel, *index),
            Edit::DropNames => {
                kernel.values.keys().collect::<Vec<_>>().into_iter().for_each(|value| kernel.set_value_name(value, ""));
                kernel.blocks.keys().collect::<Vec<_>>().into_iter().for_each(|block| kernel.set_block_name(block, ""));
                true
            }
        }
    }
}

/// Zero of the type of `value`; an undefined vector.
fn zero(kernel: &mut Kernel, value: Value) -> Value {
    let ty: Type = kernel.ty(value);
    if ty.is_scalar() { kernel.constant_value(ty, 0) } else { kernel.undefined(ty) }
}

fn replace_everywhere(kernel: &mut Kernel, from: Value, to: Value) {
    let insts: Vec<InstId> =
        kernel.layout.iter().flat_map(|block| kernel.blocks[*block].insts.iter().copied()).collect();
    for inst in insts {
        replace_uses(kernel, inst, |value| if value == from { to } else { value });
    }
}

/// Replaces every value that `inst` uses, in the order of [`Kernel::for_each_use`].
fn replace_uses(kernel: &mut Kernel, inst: InstId, mut replace: impl FnMut(Value) -> Value) {
    let Kernel { insts, textures, memories, lists, .. } = kernel;
    let mut change = |value: &mut Value| *value = replace(*value);
    match &mut insts[inst] {
        InstData::Plain { op, args } => args[..op.arity()].iter_mut().for_each(change),
        InstData::Vector { elements } => elements.as_mut_slice(lists).iter_mut().for_each(change),
        InstData::Extract { vector, .. } => change(vector),
        InstData::Element { vector, index } => [vector, index].into_iter().for_each(change),
        InstData::Insert { vector, index, element } => [vector, index, element].into_iter().for_each(change),
        InstData::Texture(id) => {
            let texture = &mut textures[*id];
            texture.surface.index.iter_mut().for_each(&mut change);
            texture.sampler.iter_mut().filter_map(|sampler| sampler.index.as_mut()).for_each(&mut change);
            texture.params.iter_mut().for_each(|(_, value)| change(value));
            texture.data.iter_mut().for_each(change);
        }
        InstData::Memory(id) => {
            let memory = &mut memories[*id];
            memory.surface.iter_mut().filter_map(|surface| surface.index.as_mut()).for_each(&mut change);
            memory.address.iter_mut().for_each(|(_, value)| change(value));
            memory.values.iter_mut().for_each(change);
        }
        InstData::Sync(_) | InstData::Return => {}
        InstData::Jump(target) => target.args.as_mut_slice(lists).iter_mut().for_each(change),
        InstData::Branch { condition, targets } => {
            change(condition);
            targets.iter_mut().for_each(|target| target.args.as_mut_slice(lists).iter_mut().for_each(&mut change));
        }
    }
}

fn zero_use(kernel: &mut Kernel, inst: InstId, index: usize) -> bool {
    let mut uses = Vec::new();
    kernel.for_each_use(inst, |value| uses.push(value));
    let Some(used) = uses.get(index).copied() else { return false };
    if kernel.constant(used) == Some(0) || kernel.values[used].def == ValueDef::Undefined {
        return false;
    }
    let zero = zero(kernel, used);
    let mut seen = 0;
    replace_uses(kernel, inst, |value| {
        seen += 1;
        if seen == index + 1 { zero } else { value }
    });
    true
}

fn terminate(kernel: &mut Kernel, block: Block, data: InstData) -> bool {
    let Some(last) = kernel.terminator(block) else { return false };
    kernel.insts[last] = data;
    drop_unreachable(kernel);
    true
}

fn drop_unreachable(kernel: &mut Kernel) -> bool {
    let flow = ControlFlow::new(kernel);
    let before = kernel.layout.len();
    kernel.layout.retain(|block| flow.is_reachable(*block));
    kernel.layout.len() < before
}

/// The calls of `block`: the instruction, and which of its targets.
fn calls(kernel: &Kernel, block: Block) -> Vec<(InstId, usize)> {
    let terminators = kernel.layout.iter().filter_map(|from| kernel.terminator(*from));
    let calls = terminators.flat_map(|inst| {
        let targets = kernel.insts[inst].targets().iter().enumerate();
        targets.filter(|(_, call)| call.block == block).map(move |(index, _)| (inst, index)).collect::<Vec<_>>()
    });
    calls.collect()
}

fn merge(kernel: &mut Kernel, block: Block) -> bool {
    let [(inst, _)] = calls(kernel, block)[..] else { return false };
    let InstData::Jump(BlockCall { args, .. }) = kernel.insts[inst] else { return false };
    let Some(from) = kernel.layout.iter().copied().find(|from| kernel.terminator(*from) == Some(inst)) else {
        return false;
    };
    if from == block {
        return false;
    }
    let params = std::mem::take(&mut kernel.blocks[block].params);
    let passed: Vec<Value> = args.as_slice(&kernel.lists).to_vec();
    for (param, value) in params.into_iter().zip(passed) {
        kernel.values[param].def = ValueDef::Missing;
        replace_everywhere(kernel, param, value);
    }
    let moved = std::mem::take(&mut kernel.blocks[block].insts);
    kernel.blocks[from].insts.pop();
    kernel.blocks[from].insts.extend(moved);
    kernel.layout.retain(|it| *it != block);
    true
}

fn drop_param(kernel: &mut Kernel, block: Block, index: usize, edge: Option<usize>) -> bool {
    let Some(param) = kernel.blocks[block].params.get(index).copied() else { return false };
    let calls = calls(kernel, block);
    let passed = |kernel: &Kernel, (inst, target): (InstId, usize)| {
        kernel.insts[inst].targets()[target].args.as_slice(&kernel.lists).get(index).copied()
    };
    let becomes = match edge {
        None => zero(kernel, param),
        Some(edge) => match calls.get(edge).and_then(|call| passed(kernel, *call)) {
            Some(value) if value != param => value,
            _ => return false,
        },
    };
    for (inst, target) in calls {
        let Kernel { insts, lists, .. } = kernel;
        let call = match &mut insts[inst] {
            InstData::Jump(call) => call,
            InstData::Branch { targets, .. } => &mut targets[target],
            _ => continue,
        };
        remove(&mut call.args, index, lists);
    }
    kernel.blocks[block].params.remove(index);
    kernel.values[param].def = ValueDef::Missing;
    for (index, param) in kernel.blocks[block].params.clone().into_iter().enumerate() {
        kernel.values[param].def = ValueDef::Param(block, index as u32);
    }
    replace_everywhere(kernel, param, becomes);
    true
}

fn remove(list: &mut ValueList, index: usize, lists: &mut ValueLists) {
    if index < list.len(lists) {
        list.remove(index, lists);
    }
}

fn drop_argument(kernel: &mut Kernel, index: usize) -> bool {
    let value = kernel.arguments.remove(index).value;
    let zero = zero(kernel, value);
    kernel.values[value].def = ValueDef::Missing;
    for index in 0..kernel.arguments.len() {
        let argument = kernel.arguments[index].value;
        kernel.values[argument].def = ValueDef::Argument(index as u32);
    }
    replace_everywhere(kernel, value, zero);
    true
}

fn texture(kernel: &mut Kernel, inst: InstId) -> Option<&mut TextureOp> {
    match kernel.insts[inst] {
        InstData::Texture(id) => Some(&mut kernel.textures[id]),
        _ => None,
    }
}

fn make_plain(kernel: &mut Kernel, inst: InstId, modifier: PlainModifier) -> bool {
    if modifier == PlainModifier::Status
        && let Some(status) = kernel.result_at(inst, 1)
    {
        let zero = zero(kernel, status);
        replace_everywhere(kernel, status, zero);
        kernel.drop_second_result(inst);
    }
    let Some(op) = texture(kernel, inst) else { return false };
    let before = op.clone();
    match modifier {
        PlainModifier::Offset => op.offset = [0; 3],
        PlainModifier::Channel => op.channel = 0,
        PlainModifier::Mask => op.mask = ChannelMask::RGBA,
        PlainModifier::Status => (op.residency, op.kill_pixel) = (false, false),
        PlainModifier::ImplicitLod => op.implicit_lod = false,
        PlainModifier::Width => op.width = None,
        PlainModifier::Plane => op.plane = 0,
        PlainModifier::Field => op.field = MediaField::Frame,
    }
    *op != before
}

/// Takes a surface that nothing uses out of the module.
pub(super) fn remove_surface(module: &mut Module, index: usize) {
    module.surfaces.retain(|surface, _| surface.index() != index);
    let shift = |surface: &mut SurfaceId| {
        if surface.index() > index {
            *surface = SurfaceId::new(surface.index() - 1);
        }
    };
    for kernel in module.kernels.values_mut() {
        kernel.textures.values_mut().for_each(|op| shift(&mut op.surface.surface));
        let memories = kernel.memories.values_mut().filter_map(|op| op.surface.as_mut());
        memories.for_each(|surface| shift(&mut surface.surface));
    }
}

/// Takes a sampler that nothing uses out of the module.
pub(super) fn remove_sampler(module: &mut Module, index: usize) {
    module.samplers.retain(|sampler, _| sampler.index() != index);
    for kernel in module.kernels.values_mut() {
        for sampler in kernel.textures.values_mut().filter_map(|op| op.sampler.as_mut()) {
            if sampler.sampler.index() > index {
                sampler.sampler = SamplerId::new(sampler.sampler.index() - 1);
            }
        }
    }
}
