//! Which channels of each value are read. One walk serves [`dead`](crate::dead), which asks whether any is,
//! [`channels`](crate::channels), which asks which, and the passes that ask whether a kernel has anything for them.

use cranelift_entity::{PrimaryMap, SecondaryMap};
use texvisa_ir::texture::{ChannelMask, InstData, InstId, Kernel, McsForm, Op, Role, Scalar, TextureId, Value};

/// The channels of each value that are read; of a scalar all or none.
pub struct Reads {
    /// The channels in the low bits, and [`PASSED`].
    of: PrimaryMap<Value, u8>,
    /// The texture operations that read, the last one first.
    pub operations: Vec<(InstId, TextureId)>,
    /// What occurs in the kernel.
    pub occurring: Occurring,
}

/// What occurs in a kernel, for passes that rewrite some operations or types: without them they do nothing.
#[derive(Clone, Copy, Debug)]
pub struct Occurring {
    /// For each plain operation, by its number.
    ops: [bool; Op::ALL.len()],
    /// For each scalar type, whether an instruction reads one.
    scalars: [bool; Scalar::ALL.len()],
    /// Whether a texture operation works on a multisampled image.
    pub multisampled: bool,
    /// Whether an index that is a value names an element of a vector.
    pub indexed: bool,
}

impl Occurring {
    const NOTHING: Occurring = Occurring {
        ops: [false; Op::ALL.len()],
        scalars: [false; Scalar::ALL.len()],
        multisampled: false,
        indexed: false,
    };

    /// The plain operations that occur.
    pub fn ops(self) -> impl Iterator<Item = Op> {
        Op::ALL.iter().copied().filter(move |op| self.ops[*op as usize])
    }

    /// Whether one of these operations occurs.
    pub fn any_op(self, ops: &[Op]) -> bool {
        ops.iter().any(|op| self.ops[*op as usize])
    }

    /// Whether an instruction reads one of these types.
    pub fn any_scalar(self, scalars: &[Scalar]) -> bool {
        scalars.iter().any(|scalar| self.scalars[*scalar as usize])
    }
}

/// By value: how many operands of instructions it is.
pub fn count_uses(kernel: &Kernel) -> SecondaryMap<Value, u32> {
    let mut uses: SecondaryMap<Value, u32> = SecondaryMap::with_capacity(kernel.values.len());
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        kernel.for_each_use(*inst, |value| uses[value] += 1);
    }
    uses
}

/// The bit of a value whose definition a walk visited before any use of it.
const PASSED: u8 = 0x10;

impl Reads {
    /// No reads yet.
    pub fn none(kernel: &Kernel) -> Reads {
        let of = std::iter::repeat_n(0, kernel.values.len()).collect();
        Reads { of, operations: Vec::with_capacity(kernel.textures.len()), occurring: Occurring::NOTHING }
    }

    /// The reads of all instructions that are in a block.
    pub fn of_all(kernel: &Kernel) -> Reads {
        let mut reads = Reads::none(kernel);
        let insts = kernel.layout.iter().rev().flat_map(|block| kernel.blocks[*block].insts.iter().rev());
        insts.for_each(|inst| _ = reads.add(kernel, *inst));
        reads
    }

    /// Whether any channel of `value` is read.
    pub fn is_read(&self, value: Value) -> bool {
        self.channels(value) != ChannelMask::EMPTY
    }

    /// The channels of `value` that are read.
    pub fn channels(&self, value: Value) -> ChannelMask {
        ChannelMask::from_bits(self.of[value])
    }

    /// Marks the results of `inst`, which nothing has read so far, as visited by a walk.
    pub fn pass_unread(&mut self, kernel: &Kernel, inst: InstId) {
        kernel.results(inst).for_each(|result| self.of[result] = PASSED);
    }

    /// Adds what `inst` reads; returns whether the definition of one of the values was visited as unread before.
    #[inline(always)]
    pub fn add(&mut self, kernel: &Kernel, inst: InstId) -> bool {
        let mut too_late = false;
        let scalars = &mut self.occurring.scalars;
        let mut add = |value: Value, mask: ChannelMask| {
            scalars[kernel.ty(value).scalar as usize] = true;
            let read = &mut self.of[value];
            too_late |= *read == PASSED;
            *read = *read & !PASSED | mask.bits();
        };
        match &kernel.insts[inst] {
            // Most instructions are of these two kinds.
            InstData::Plain { op, args } => {
                args[..op.arity()].iter().for_each(|arg| add(*arg, ChannelMask::RGBA));
                self.occurring.ops[*op as usize] = true;
            }
            InstData::Extract { vector, index } => add(*vector, ChannelMask::EMPTY.with(*index & 3)),
            InstData::Texture(id) => {
                self.operations.push((inst, *id));
                let op = &kernel.textures[*id];
                self.occurring.multisampled |= op.kind.is_multisampled();
                let mcs = op.param(Role::Mcs);
                kernel.for_each_use(inst, |value| {
                    let mcs_form = if Some(value) == mcs { McsForm::of(kernel.ty(value)) } else { None };
                    add(value, mcs_form.map_or(ChannelMask::RGBA, McsForm::read));
                });
            }
            InstData::Element { .. } | InstData::Insert { .. } => {
                kernel.for_each_use(inst, |value| add(value, ChannelMask::RGBA));
                self.occurring.indexed = true;
            }
            _ => kernel.for_each_use(inst, |value| add(value, ChannelMask::RGBA)),
        }
        too_late
    }
}
