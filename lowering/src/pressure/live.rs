//! Which values have registers, how large they are, and which are live behind each block.

use std::rc::Rc;

use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap, packed_option::PackedOption};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, MemoryAccess, Op, Scalar, Value, ValueDef};

use crate::analyses::Analyses;
use crate::emit::changes_in_place;
use crate::flags::FLAG_LANES;
use crate::parts::{change_of_dword, has_parts, part_of, read_in_place};
use crate::reads::{Occurring, Reads};
use crate::rewrite::is_loaded_by_lane;

/// The instructions of each block.
pub type Placement = SecondaryMap<Block, Vec<InstId>>;

/// The registers of values.
pub struct LiveValues {
    /// Bytes of the registers of each value; 0 for one without registers of its own.
    pub bytes: Rc<PrimaryMap<Value, u32>>,
    /// Bytes of a register.
    pub grf_bytes: u32,
    /// The booleans with a bit for each lane.
    flags: Rc<EntitySet<Value>>,
    /// How many of them flag registers hold, and what each further one counts for in bytes of registers.
    held: (u32, u32),
    /// The values that are live at the end of each block.
    behind: SecondaryMap<Block, EntitySet<Value>>,
    views: Rc<Views>,
    read: Rc<ReadRegisters>,
}

/// The values with registers that each instruction of the blocks reads.
struct ReadRegisters {
    values: Vec<Value>,
    /// The first of these, and the one behind the last.
    of: SecondaryMap<InstId, (u32, u32)>,
}

impl ReadRegisters {
    fn new(kernel: &Kernel, views: &Views, blocks: &[Block]) -> ReadRegisters {
        let (mut values, mut of) = (Vec::new(), SecondaryMap::with_capacity(kernel.insts.len()));
        for inst in blocks.iter().flat_map(|block| &kernel.blocks[*block].insts) {
            let first = values.len() as u32;
            if !views.contains(kernel, *inst) {
                kernel.for_each_use(*inst, |value| {
                    views.for_each_root(kernel, value, None, &mut |root| values.push(root));
                });
            }
            of[*inst] = (first, values.len() as u32);
        }
        ReadRegisters { values, of }
    }
}

/// The instructions that emit no code of their own: what reads their results reads the registers of their operands.
struct Views {
    /// The values that only what reads parts of them, or they are parts of, reads in place.
    in_place: EntitySet<Value>,
    /// The bytes that are written in place in dwords: the dword is live from the first of them on.
    placed: EntitySet<Value>,
    /// The changes of sign that are modifiers of what reads them.
    changes: EntitySet<Value>,
    /// The truncations to bytes and words that only their own blocks read: Intel's finalizer lets the readers read the
    /// byte or word of the whole themselves.
    truncations: EntitySet<Value>,
}

impl LiveValues {
    /// Finds what is live in `kernel`.
    pub fn new(kernel: &Kernel, analyses: &Analyses, reads: &Reads, target: Target, simd: SimdWidth) -> LiveValues {
        let views = Views::new(kernel, reads.occurring);
        let size = |value| bytes(kernel, analyses, reads, &views, target, simd, value);
        let bytes: PrimaryMap<Value, u32> = kernel.values.keys().map(size).collect();
        let grf_bytes = target.platform().grf_bytes;
        let is_flag = |value: &Value| kernel.ty(*value).scalar == Scalar::I1 && bytes[*value] > 0;
        let mut flags = EntitySet::with_capacity(kernel.values.len());
        flags.extend(kernel.values.keys().filter(is_flag));
        let held = (FLAG_LANES / simd.lanes(), FLAG_BYTES * simd.lanes());
        let read = Rc::new(ReadRegisters::new(kernel, &views, &analyses.flow.order));
        let (bytes, flags, views) = (Rc::new(bytes), Rc::new(flags), Rc::new(views));
        let mut live = LiveValues { bytes, grf_bytes, flags, held, behind: SecondaryMap::default(), views, read };
        live.find(kernel, analyses, |block| &kernel.blocks[block].insts);
        live
    }

    /// The same for `kernel` with its instructions in other blocks.
    pub fn of(&self, kernel: &Kernel, analyses: &Analyses, placement: &Placement) -> LiveValues {
        let mut live = LiveValues {
            bytes: Rc::clone(&self.bytes),
            grf_bytes: self.grf_bytes,
            flags: Rc::clone(&self.flags),
            held: self.held,
            behind: SecondaryMap::default(),
            views: Rc::clone(&self.views),
            read: Rc::clone(&self.read),
        };
        live.find(kernel, analyses, |block| &placement[block]);
        live
    }

    fn find<'a>(&mut self, kernel: &Kernel, analyses: &Analyses, insts: impl Fn(Block) -> &'a [InstId]) {
        let blocks = &analyses.flow.order;
        let mut ahead: SecondaryMap<Block, EntitySet<Value>> = SecondaryMap::default();
        let mut changed = true;
        while changed {
            changed = false;
            for block in blocks.iter().rev() {
                let mut values = EntitySet::with_capacity(kernel.values.len());
                for successor in analyses.flow.successors(*block) {
                    let params = &kernel.blocks[*successor].params;
                    values.extend(ahead[*successor].iter().filter(|value| !params.contains(value)));
                }
                self.behind[*block] = values.clone();
                for inst in insts(*block).iter().rev() {
                    kernel.results(*inst).for_each(|result| _ = values.remove(result));
                    values.extend(self.reads(*inst).iter().copied());
                }
                if ahead[*block] != values {
                    ahead[*block] = values;
                    changed = true;
                }
            }
        }
    }

    /// The whole registers of `value`: uniform values share one with others.
    pub fn registers(&self, value: Value) -> u32 {
        self.bytes[value] / self.grf_bytes
    }

    /// Whether `inst` emits no code of its own.
    pub fn is_view(&self, kernel: &Kernel, inst: InstId) -> bool {
        self.views.contains(kernel, inst)
    }

    /// The value with registers of which `inst` reads a byte or word: an integer, which has the registers of one value.
    pub fn whole_of(&self, kernel: &Kernel, inst: InstId) -> Option<Value> {
        let (mut whole, part) = (None, part_by(kernel, inst)?);
        self.views.for_each_root(kernel, part, None, &mut |root| whole = Some(root));
        whole
    }

    /// The values with registers that `inst` reads; of one that emits no code its readers read them. One may be named twice.
    pub fn reads(&self, inst: InstId) -> &[Value] {
        let (first, end) = self.read.of[inst];
        &self.read.values[first as usize..end as usize]
    }

    /// Whether `value` is a boolean with a bit for each lane.
    pub fn is_flag(&self, value: Value) -> bool {
        self.flags.contains(value)
    }

    /// The bytes of registers that `flags` booleans count for besides their own, as flag registers do not hold them all.
    pub fn spilled_flags(&self, flags: u32) -> u32 {
        flags.saturating_sub(self.held.0) * self.held.1
    }

    /// How many booleans flag registers hold.
    pub fn held_flags(&self) -> u32 {
        self.held.0
    }

    /// The values that are live at the end of `block`.
    pub fn behind(&self, block: Block) -> &EntitySet<Value> {
        &self.behind[block]
    }
}

impl Views {
    fn new(kernel: &Kernel, occurring: Occurring) -> Views {
        let in_place = read_in_place(kernel, occurring);
        let mut truncations = EntitySet::new();
        if occurring.any_op(&[Op::Trunc]) {
            let mut home: SecondaryMap<Value, PackedOption<Block>> = SecondaryMap::default();
            for block in &kernel.layout {
                for inst in &kernel.blocks[*block].insts {
                    if part_by(kernel, *inst).is_some()
                        && let Some(result) = kernel.result(*inst)
                    {
                        home[result] = (*block).into();
                        truncations.insert(result);
                    }
                }
            }
            for block in &kernel.layout {
                for inst in &kernel.blocks[*block].insts {
                    kernel.for_each_use(*inst, |value| {
                        if home[value].expand() != Some(*block) {
                            truncations.remove(value);
                        }
                    });
                }
            }
        }
        let mut placed = EntitySet::new();
        for word in in_place.iter() {
            if let ValueDef::Result(inst, _) = kernel.values[word].def
                && let InstData::Plain { op: Op::Concat, args } = &kernel.insts[inst]
            {
                placed.extend(args[..2].iter().copied());
            }
        }
        Views { in_place, placed, changes: changes_in_place(kernel, occurring), truncations }
    }

    /// Whether readers of the result of `inst` read its operands.
    fn contains(&self, kernel: &Kernel, inst: InstId) -> bool {
        match &kernel.insts[inst] {
            InstData::Extract { .. } | InstData::Vector { .. } => true,
            InstData::Plain { op, .. } => {
                let is_in_place = |result: Value| {
                    [&self.in_place, &self.truncations, &self.changes].iter().any(|values| values.contains(result))
                };
                matches!(op, Op::Bitcast | Op::FNeg | Op::FAbs) || kernel.result(inst).is_some_and(is_in_place)
            }
            _ => false,
        }
    }

    /// Calls `visit` with each value with registers that what reads `value`, or an element of it, reads.
    fn for_each_root(&self, kernel: &Kernel, value: Value, element: Option<u8>, visit: &mut impl FnMut(Value)) {
        let inst = match kernel.values[value].def {
            ValueDef::Constant(_) | ValueDef::Undefined | ValueDef::Missing => return,
            ValueDef::Argument(_) | ValueDef::Param(..) => return visit(value),
            ValueDef::Result(inst, _) => inst,
        };
        match &kernel.insts[inst] {
            InstData::Vector { elements } => {
                let elements = elements.as_slice(&kernel.lists);
                match element.and_then(|element| elements.get(usize::from(element))) {
                    Some(element) => self.for_each_root(kernel, *element, None, visit),
                    None => elements.iter().for_each(|element| self.for_each_root(kernel, *element, None, visit)),
                }
            }
            InstData::Extract { vector, index } => self.for_each_root(kernel, *vector, Some(*index), visit),
            InstData::Plain { op: Op::Concat, args } if self.contains(kernel, inst) => {
                args[..2].iter().for_each(|byte| self.for_each_root(kernel, *byte, None, visit));
            }
            InstData::Plain { args, .. } if self.contains(kernel, inst) => {
                let changed = || change_of_dword(kernel, &kernel.insts[inst]).map(|(value, _)| value);
                let read = part_by(kernel, inst).or_else(changed).unwrap_or(args[0]);
                self.for_each_root(kernel, read, element, visit);
            }
            _ => visit(value),
        }
    }
}

/// What a truncation reads a byte or word of.
fn part_by(kernel: &Kernel, inst: InstId) -> Option<Value> {
    let InstData::Plain { op: Op::Trunc, args: [arg, ..] } = kernel.insts[inst] else { return None };
    let to = kernel.ty(kernel.result(inst)?).scalar;
    (has_parts(kernel.ty(arg)) && matches!(to, Scalar::I8 | Scalar::I16)).then(|| part_of(kernel, arg, to).0)
}

/// What a boolean that they do not hold counts for in each lane, like a dword: it costs Intel's finalizer three instructions
/// where two are combined. `initialize` of FAST had 576 instructions at SIMD32 with 26 texels compared as they came, to save
/// their registers, and has 306 with each compared before the `and` that reads it.
const FLAG_BYTES: u32 = 4;

/// Bytes of the registers of a value. A predicate has none, but there are few flag registers: one counts as a register.
fn bytes(
    kernel: &Kernel,
    analyses: &Analyses,
    reads: &Reads,
    views: &Views,
    target: Target,
    simd: SimdWidth,
    value: Value,
) -> u32 {
    let platform = target.platform();
    let ty = kernel.ty(value);
    let uniform = analyses.uniformity.is_uniform(value);
    let inst = match kernel.values[value].def {
        ValueDef::Result(inst, _) if views.contains(kernel, inst) => return 0,
        ValueDef::Result(inst, _) => Some(&kernel.insts[inst]),
        ValueDef::Argument(_) | ValueDef::Param(..) => None,
        ValueDef::Constant(_) | ValueDef::Undefined | ValueDef::Missing => return 0,
    };
    let least = if views.placed.contains(value) { Scalar::I32.bytes() } else { 2 };
    let (scalar, elements) = (ty.scalar.bytes().max(least), u32::from(ty.lanes));
    let elements = match inst {
        Some(InstData::Texture(id)) if !kernel.textures[*id].kind.is_media() && ty.lanes == 4 => {
            kernel.textures[*id].mask.count()
        }
        Some(InstData::Memory(id))
            if kernel.memories[*id].kind.access == MemoryAccess::Load && ty.scalar.bits() == 32 && elements <= 4 =>
        {
            elements.min(reads.channels(value).count())
        }
        _ => elements,
    };
    match inst {
        _ if ty.scalar == Scalar::I1 => {
            if uniform {
                0
            } else {
                platform.grf_bytes
            }
        }
        // One message for all lanes, whose response has a register, or one for each element.
        Some(InstData::Memory(id))
            if uniform && kernel.memories[*id].kind.access == MemoryAccess::Load && elements <= 4 =>
        {
            // Whether the registers that it saves are needed is known behind the order alone.
            let is_by_lane = is_loaded_by_lane(kernel, &kernel.memories[*id], target, false);
            if is_by_lane { platform.grf_bytes } else { elements * platform.grf_bytes }
        }
        Some(InstData::Texture(_)) if uniform => elements * platform.grf_bytes,
        _ if uniform => elements * scalar,
        _ => elements * (scalar * simd.lanes()).next_multiple_of(platform.grf_bytes),
    }
}
