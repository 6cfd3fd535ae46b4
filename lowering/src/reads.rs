//! What is read of each value. One walk finds it both for [`dead`](crate::dead), which asks whether anything is, and
//! for [`channels`](crate::channels), which asks what of a vector.

use cranelift_entity::PrimaryMap;
use texvisa_ir::texture::{ChannelMask, Inst, InstData, Kernel, McsForm, Role, TextureId, Value};

/// What is read of the values of a kernel, as channels of a texel: of what is no vector, all or nothing.
pub struct Reads {
    /// The channels in the low bits, and [`PASSED`].
    of: PrimaryMap<Value, u8>,
    /// The texture operations that read, the last one first.
    pub operations: Vec<(Inst, TextureId)>,
    /// Whether one of them is a multisampled load, which three passes look at alone.
    pub any_multisampled: bool,
}

/// That a walk passed the definition of a value before anything of it was read.
const PASSED: u8 = 0x10;

impl Reads {
    /// Before anything was read.
    pub fn none(kernel: &Kernel) -> Reads {
        let of = std::iter::repeat_n(0, kernel.values.len()).collect();
        Reads { of, operations: Vec::with_capacity(kernel.textures.len()), any_multisampled: false }
    }

    /// What all instructions read that are in a block.
    pub fn of_all(kernel: &Kernel) -> Reads {
        let mut reads = Reads::none(kernel);
        let insts = kernel.layout.iter().rev().flat_map(|block| kernel.blocks[*block].insts.iter().rev());
        insts.for_each(|inst| _ = reads.add(kernel, *inst));
        reads
    }

    /// Whether anything of `value` is read.
    pub fn is_read(&self, value: Value) -> bool {
        self.channels(value) != ChannelMask::EMPTY
    }

    /// What is read of `value`.
    pub fn channels(&self, value: Value) -> ChannelMask {
        ChannelMask::from_bits(self.of[value])
    }

    /// Says that a walk passed the definition of the results of `inst`, which nothing reads.
    pub fn pass_unread(&mut self, kernel: &Kernel, inst: Inst) {
        kernel.results(inst).for_each(|result| self.of[result] = PASSED);
    }

    /// Adds what `inst` reads; whether the definition of one of the values has been passed as unread.
    #[inline(always)]
    pub fn add(&mut self, kernel: &Kernel, inst: Inst) -> bool {
        let mut too_late = false;
        let mut add = |value: Value, mask: ChannelMask| {
            let read = &mut self.of[value];
            too_late |= *read == PASSED;
            *read = *read & !PASSED | mask.bits();
        };
        match &kernel.insts[inst] {
            // Most instructions are of these two kinds.
            InstData::Plain { op, args } => args[..op.arity()].iter().for_each(|arg| add(*arg, ChannelMask::RGBA)),
            InstData::Extract { vector, index } => add(*vector, ChannelMask::EMPTY.with(*index & 3)),
            InstData::Texture(id) => {
                self.operations.push((inst, *id));
                let op = &kernel.textures[*id];
                self.any_multisampled |= op.kind.is_multisampled();
                let mcs = op.param(Role::Mcs);
                kernel.for_each_use(inst, |value| {
                    let mcs_form = if Some(value) == mcs { McsForm::of(kernel.ty(value)) } else { None };
                    add(value, mcs_form.map_or(ChannelMask::RGBA, McsForm::read));
                });
            }
            _ => kernel.for_each_use(inst, |value| add(value, ChannelMask::RGBA)),
        }
        too_late
    }
}
