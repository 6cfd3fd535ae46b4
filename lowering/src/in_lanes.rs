//! Uniform values that are computed in every lane.
//!
//! A payload has an element for each lane, so that a uniform value is broadcast to it by a move. Rules:
//!
//! - A plain operation that only payloads of the same block read is done for all lanes, which is the move.
//! - So is a message that is sent once for each thread either way: its response is the payload. A load and a query stay
//!   uniform, as Intel's compiler has them; a message of two halves does, because one message is less than two.
//!
//! The operations are those that take no longer in all lanes than a move.

use cranelift_entity::SecondaryMap;
use texvisa_ir::texture::cfg::ControlFlow;
use texvisa_ir::texture::{
    Block, InstData, InstId, Kernel, MemoryAccess, MemoryOp, MemorySpace, Op, Role, Scalar, Value,
};

use crate::uniformity::Uniformity;

/// Makes those values of `kernel` divergent in `uniformity`. A message of all lanes is `halves` sends.
pub fn compute_in_lanes(kernel: &Kernel, flow: &ControlFlow, halves: u32, uniformity: &mut Uniformity) {
    let mut readers = Readers { kernel, halves, of: SecondaryMap::with_capacity(kernel.values.len()) };
    let mut any = false;
    // A walk against the order sees the readers of a block before what they read; of other blocks none counts.
    for block in flow.order.iter().rev() {
        for inst in kernel.blocks[*block].insts.iter().rev() {
            if readers.are_payloads(*inst, *block, uniformity) {
                any = true;
                kernel.results(*inst).for_each(|result| uniformity.set_divergent(result));
            }
            readers.add(*inst, *block, uniformity);
        }
    }
    if any {
        spread_to_views(kernel, flow, uniformity);
    }
}

/// Makes the elements of what is divergent divergent, and what is put together of it.
fn spread_to_views(kernel: &Kernel, flow: &ControlFlow, uniformity: &mut Uniformity) {
    for block in &flow.order {
        for inst in &kernel.blocks[*block].insts {
            if let Some(result) = kernel.result(*inst)
                && is_view(&kernel.insts[*inst])
            {
                let mut from_divergent = false;
                kernel.for_each_use(*inst, |value| from_divergent |= !uniformity.is_uniform(value));
                if from_divergent {
                    uniformity.set_divergent(result);
                }
            }
        }
    }
}

/// What reads a value.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum ReadBy {
    #[default]
    None,
    /// Payloads of lanes in this block, and nothing else.
    Payloads(Block),
    Other,
}

impl ReadBy {
    fn and(self, other: ReadBy) -> ReadBy {
        match (self, other) {
            (ReadBy::None, one) | (one, ReadBy::None) => one,
            (one, other) if one == other => one,
            _ => ReadBy::Other,
        }
    }
}

struct Readers<'a> {
    kernel: &'a Kernel,
    halves: u32,
    of: SecondaryMap<Value, ReadBy>,
}

impl Readers<'_> {
    /// Whether nothing but payloads of `block` reads the results of `inst`, which are uniform and may be computed in every
    /// lane.
    fn are_payloads(&self, inst: InstId, block: Block, uniformity: &Uniformity) -> bool {
        let kernel = self.kernel;
        let may_be = match &kernel.insts[inst] {
            InstData::Plain { op, args } => {
                is_cheap(*op) && args[..op.arity()].iter().all(|arg| kernel.ty(*arg).scalar != Scalar::I1)
            }
            InstData::Texture(id) => {
                let kind = kernel.textures[*id].kind;
                self.halves == 1 && (kind.has_sampler() || kind.is_multisampled())
            }
            _ => false,
        };
        let is_sent = |result: Value| {
            uniformity.is_uniform(result)
                && kernel.ty(result).scalar != Scalar::I1
                && self.of[result] == ReadBy::Payloads(block)
        };
        may_be && kernel.results(inst).all(is_sent)
    }

    fn add(&mut self, inst: InstId, block: Block, uniformity: &Uniformity) {
        let kernel = self.kernel;
        let data = &kernel.insts[inst];
        let reader = match data {
            _ if is_view(data) => kernel.result(inst).map_or(ReadBy::None, |result| self.of[result]),
            InstData::Texture(id) if !kernel.textures[*id].kind.is_media() => {
                match kernel.results(inst).all(|result| uniformity.is_uniform(result)) {
                    true => ReadBy::Other,
                    false => ReadBy::Payloads(block),
                }
            }
            InstData::Memory(id) if has_payload(kernel, &kernel.memories[*id]) => {
                let op = &kernel.memories[*id];
                let mut operands = op.address.iter().map(|(_, value)| *value).chain(op.values.iter().copied());
                match operands.all(|value| uniformity.is_uniform(value)) {
                    // Sent once for all lanes.
                    true => ReadBy::Other,
                    false => ReadBy::Payloads(block),
                }
            }
            _ => ReadBy::Other,
        };
        kernel.for_each_use(inst, |value| self.of[value] = self.of[value].and(reader));
        // A message names one entry of the table for all lanes, and has one header.
        let (surface, sampler, offsets) = match data {
            InstData::Texture(id) => {
                let op = &kernel.textures[*id];
                (Some(op.surface), op.sampler, op.param(Role::Offsets))
            }
            InstData::Memory(id) => (kernel.memories[*id].surface, None, None),
            _ => (None, None, None),
        };
        let shared = [surface.and_then(|surface| surface.index), sampler.and_then(|sampler| sampler.index), offsets];
        shared.into_iter().flatten().for_each(|value| self.of[value] = ReadBy::Other);
    }
}

/// Whether an instruction emits no code, so that a reader of its result reads what it is made of.
fn is_view(data: &InstData) -> bool {
    matches!(data, InstData::Extract { .. } | InstData::Vector { .. } | InstData::Plain { op: Op::Bitcast, .. })
}

/// Whether a store sends its operands as they are.
fn has_payload(kernel: &Kernel, op: &MemoryOp) -> bool {
    op.kind.access == MemoryAccess::Store
        && op.kind.space != MemorySpace::Pointer
        && op.values.iter().all(|value| kernel.ty(*value).scalar.bits() == 32)
}

fn is_cheap(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Add | Sub
            | And
            | Or
            | Xor
            | Shl
            | ShrU
            | ShrS
            | MinS
            | MaxS
            | MinU
            | MaxU
            | MulAdd
            | FAdd
            | FSub
            | FMul
            | Fma
            | FMin
            | FMax
            | FNeg
            | FAbs
            | FSaturate
            | SToF
            | UToF
            | FToS
            | FToU
            | FToSClamped
            | FToUClamped
            | FTruncTo
            | FExtTo
            | Trunc
            | ZExt
            | SExt
    )
}
