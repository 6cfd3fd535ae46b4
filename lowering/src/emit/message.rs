//! Emits texture operations: payload, message, response, residency.
//!
//! Rules:
//!
//! - One send for each entry of [`MessagePlan::sends`]: one a half, or one `NoMask` send for a uniform message.
//! - The response is one variable a send, with a subregister for each channel that comes back.
//! - Residency comes back in the last register of the response, one bit a lane (3D_LOAD, pixel_null_mask); its offset
//!   is `MessageShape::residency_start`. [`Emitter::residency`] makes the predicate of it that is the operation's
//!   second result. A sample with a chroma key (killpix) reports its lanes the same way.

use smallvec::SmallVec;
use texvisa_ir::Bits;
use texvisa_ir::texture::{self, TextureOp, Value, ValueDef};
use texvisa_ir::visa::message::Slot;
use texvisa_ir::visa::message_shape::MessageShape;
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{
    AluOp, DataType, Dst, Exec, Inst, Pred, PredicateOp, Raw, RawList, Relation, SamplerMessage, Src, State, Storage,
    Var,
};

use super::Emitter;
use super::value_loc::{ValueLoc, nth};
use crate::error::{LowerError, Reason};
use crate::plan::{MessagePlan, PackedOffsets, PackedTerm, SlotSource, TexelOffsets, plan_of};

impl Emitter<'_> {
    pub(super) fn texture(&mut self, inst: texture::InstId, op: &TextureOp) {
        if op.kind.is_media() {
            return self.media_block(inst, op);
        }
        let kernel = self.kernel;
        let Some(result) = kernel.result(inst) else {
            return self.unsupported(inst, format!("`{}`", op.kind.name()));
        };
        let planned = plan_of(inst, op, &self.context);
        let Some(Ok(plan)) = &planned else { return self.refuse(inst, planned) };
        let residency = kernel.result_at(inst, 1).map(|value| {
            let pred = self.new_predicate(value);
            self.locs[value] = ValueLoc::Predicate(pred);
            pred
        });
        let keeps = kernel.result_at(inst, 1).is_some_and(|value| self.booleans.leaving.contains(value));
        let shape = plan.shape(self.out.grf_bytes());
        let first = self.declare_response(result, plan, &shape);
        for (index, exec) in (0..).zip(plan.sends.iter()) {
            let response = nth(first, index);
            let params = self.payload(plan, &shape, exec, index);
            self.send(op, plan, exec, params, response);
            if let (Some(pred), Some(start)) = (residency, shape.residency_start()) {
                self.residency(pred, exec, response, start, keeps);
            }
        }
    }

    /// Reports why an operation has no plan.
    #[cold]
    pub(super) fn refuse(&mut self, inst: texture::InstId, planned: Option<Result<MessagePlan, Reason>>) {
        if let Some(Err(reason)) = planned {
            self.errors.push(LowerError::at(self.kernel, inst, reason));
        }
    }

    /// Declares the response of each send: one variable, with a subregister for each channel that comes back, also for
    /// those that nothing reads, because coalescing must know that they are written. Returns the first of the response
    /// variables, which follow each other.
    fn declare_response(&mut self, result: Value, plan: &MessagePlan, shape: &MessageShape) -> Var {
        let elements = plan.result.elements_in(shape.response_bytes());
        let returned = plan.returned();
        let responses = self.out.vars.next_key();
        for _ in 0..plan.sends.count {
            self.declare(plan.result, elements, Storage::Own, Meaning::Temporary);
        }
        let first = self.out.vars.next_key();
        let step = shape.channel_step();
        for (rank, element) in returned.iter().enumerate() {
            let offset = (rank as u32 * step) as u16;
            for half in 0..plan.sends.count {
                let of = nth(responses, u32::from(half));
                let meaning = Meaning::Value { value: result, element, half };
                self.declare(plan.result, shape.lanes, Storage::Subregister { of, offset }, meaning);
            }
        }
        let mask = returned.bits();
        self.locs[result] =
            if plan.sends.nomask { ValueLoc::Uniform { first, mask } } else { ValueLoc::Divergent { first, mask } };
        responses
    }

    fn send(&mut self, op: &TextureOp, plan: &MessagePlan, exec: Exec, params: RawList, response: Var) {
        let sampler = op.sampler.map(|sampler| self.set_sampler(sampler));
        let surface: State = self.set_surface(op.surface);
        let offset = self.offset_operand(plan);
        self.push(Inst::Sampler(SamplerMessage {
            message: plan.message,
            exec,
            predicate: None,
            residency: plan.residency,
            cps: false,
            non_uniform: false,
            channels: plan.channels,
            offset,
            sampler,
            surface,
            dst: Some(Raw::whole(response)),
            params,
        }));
    }

    /// The operand for texel offsets: a number, or a word whose upper four bits are zero (3D_SAMPLE, Aoffimmi).
    fn offset_operand(&mut self, plan: &MessagePlan) -> Src {
        let TexelOffsets::Value(value) = plan.offset else {
            return Src::immediate(DataType::Uw, plan.immediate_offset().unwrap_or(0).into());
        };
        let word = self.single(DataType::Uw, Meaning::Temporary);
        let srcs = [self.source(value, 0, 0, DataType::Ud), Src::immediate(DataType::Ud, 0xfff)];
        self.alu(AluOp::And, Exec::SCALAR, Dst::whole(word), &srcs);
        Src::scalar(word)
    }

    /// Emits the parameters of one send. A payload has two parts, each of which needs contiguous registers: the first
    /// parameter or the header, and the rest (vISA sends). If the rest is several parameters, it is one variable with a
    /// subregister for each.
    fn payload(&mut self, plan: &MessagePlan, shape: &MessageShape, exec: Exec, half: u32) -> RawList {
        // A derived level depends on the coordinates of inactive lanes, so those are copied too.
        let exec = Exec { nomask: exec.nomask || plan.message.row().implicit_lod, ..exec };
        let alone = if shape.needs_header() { 0 } else { 1 };
        let run = plan.sources.len().saturating_sub(alone);
        let step = shape.param_registers() * shape.grf_bytes;
        // If the finalizer splits the message, it copies every parameter; contiguous ones would be copied twice.
        let backing = (run > 1 && !shape.is_split()).then(|| {
            let elements = plan.parameter.elements_in(run as u32 * step);
            self.declare(plan.parameter, elements, Storage::Own, Meaning::Temporary)
        });
        let first = self.out.raws.len();
        // An undefined parameter that is sent by itself is another parameter.
        let mut missing = 0;
        for (index, (source, slot)) in plan.sources.iter().zip(plan.message.row().slots).enumerate() {
            // Offsets are integers also beside float coordinates (3D_SAMPLE4, Offu and Offv).
            let is_offset = matches!(slot, Slot::OffU | Slot::OffV);
            let ty = if is_offset { DataType::D } else { plan.parameter };
            let storage = backing.filter(|_| index >= alone).map(|of| {
                let offset = ((index - alone) as u32 * step) as u16;
                Storage::Subregister { of, offset }
            });
            let param = match (storage, source) {
                (None, SlotSource::Value { value, element })
                    if self.is_undefined(*value, *element) && !is_offset && plan.sources.len() > 1 =>
                {
                    let Some(previous) = self.out.raws[first..].last() else {
                        missing += 1;
                        continue;
                    };
                    *previous
                }
                (None, SlotSource::Value { value, element }) if !self.is_undefined(*value, *element) => {
                    self.in_lanes(*value, *element, half, exec, ty)
                }
                (storage, SlotSource::Packed(word)) => {
                    Raw::whole(self.packed_slot_var(word, exec, half, ty, storage.unwrap_or(Storage::Own)))
                }
                (storage, source) => Raw::whole(self.slot_var(source, exec, half, ty, storage.unwrap_or(Storage::Own))),
            };
            self.out.raws.push(param);
        }
        if missing > 0 {
            // Where all are undefined, they share a register that nothing writes.
            let next = self.out.raws.get(first).copied().unwrap_or_else(|| {
                let lanes = u32::from(exec.lanes);
                Raw::whole(self.declare(plan.parameter, lanes, Storage::Own, Meaning::Temporary))
            });
            self.out.raws.splice(first..first, std::iter::repeat_n(next, missing));
        }
        let params = self.out.raws_since(first);
        debug_assert_eq!(self.out.raws(params).len(), plan.sources.len(), "nothing else has operands in between");
        params
    }

    pub(super) fn is_undefined(&self, value: Value, element: u8) -> bool {
        self.kernel.values[self.leaf(value, element).0].def == ValueDef::Undefined
    }

    /// Declares a variable for one parameter and copies its source to it. Nothing writes that of an undefined one.
    fn slot_var(&mut self, source: &SlotSource, exec: Exec, half: u32, ty: DataType, storage: Storage) -> Var {
        let (src, meaning) = match *source {
            SlotSource::Value { value, element } if self.is_undefined(value, element) => {
                return self.declare(ty, exec.lanes.into(), storage, Meaning::Temporary);
            }
            SlotSource::Value { value, element } => {
                if let Some(var) = self.plain_lanes(value, element, half, ty) {
                    let copy = self.declare_copy(ty, exec.lanes.into(), storage, (value, element, half));
                    self.begin_alu(AluOp::Mov, false, exec, copy);
                    self.set_source(0, Src::lanes(var));
                    return copy;
                }
                (self.bits_source(value, element, half, ty), self.meaning(value, element, half))
            }
            SlotSource::Zero | SlotSource::Packed(_) => (Src::immediate(ty, 0), Meaning::Constant { bits: Bits::ZERO }),
        };
        self.copy_to_new(exec, ty, exec.lanes.into(), storage, meaning, src)
    }

    /// Declares a variable for a word with texel offsets and packs it: each offset is masked and shifted to its bits, and
    /// the level, bias or layer in the same word gives up those bits.
    fn packed_slot_var(&mut self, word: &PackedOffsets, exec: Exec, half: u32, ty: DataType, storage: Storage) -> Var {
        let lanes = u32::from(exec.lanes);
        let var = self.declare(ty, lanes, storage, Meaning::Temporary);
        let dwords = self.alias(var, DataType::Ud);
        let ud = |bits: u32| Src::immediate(DataType::Ud, u64::from(bits));
        let mut terms: SmallVec<[Src; 4]> = SmallVec::new();
        for term in word.terms() {
            terms.push(match term {
                PackedTerm::Float { value, mask } => {
                    let float = self.source(value, 0, half, DataType::Ud);
                    self.bits_of(exec, AluOp::And, float, ud(mask))
                }
                PackedTerm::Layer { value, most } => {
                    let layer = self.source(value, 0, half, DataType::F);
                    let float = |bits: f32| Src::immediate(DataType::F, u64::from(bits.to_bits()));
                    let steps = [(AluOp::Rnde, None), (AluOp::Max, Some(0.0)), (AluOp::Min, Some(most as f32))];
                    let clamped = steps.into_iter().fold(layer, |src, (op, bound)| {
                        let var = self.declare(DataType::F, lanes, Storage::Own, Meaning::Temporary);
                        let srcs = [src, float(bound.unwrap_or(0.0))];
                        self.alu(op, exec, Dst::whole(var), &srcs[..op.sources()]);
                        Src::lanes(var)
                    });
                    let number = self.declare(DataType::Ud, lanes, Storage::Own, Meaning::Temporary);
                    self.mov(exec, number, clamped);
                    Src::lanes(number)
                }
                PackedTerm::Offset { value, mask, shift } => {
                    let given = self.source(value, 0, half, DataType::Ud);
                    let cut = self.bits_of(exec, AluOp::And, given, ud(mask));
                    if shift == 0 { cut } else { self.bits_of(exec, AluOp::Shl, cut, ud(shift)) }
                }
            });
        }
        let last = terms.pop().unwrap_or(ud(0));
        let rest = terms.into_iter().reduce(|a, b| self.bits_of(exec, AluOp::Or, a, b));
        match rest {
            Some(rest) => self.alu(AluOp::Or, exec, Dst::whole(dwords), &[rest, last]),
            None => self.mov(exec, dwords, last),
        }
        var
    }

    /// Emits `op` on two dwords a lane; returns the result as a source.
    fn bits_of(&mut self, exec: Exec, op: AluOp, first: Src, second: Src) -> Src {
        let var = self.declare(DataType::Ud, u32::from(exec.lanes), Storage::Own, Meaning::Temporary);
        self.alu(op, exec, Dst::whole(var), &[first, second]);
        Src::lanes(var)
    }

    /// Defines `pred` from the residency register, at byte `start` of the response. `keeps` says whether inactive lanes
    /// need the bits that they have.
    fn residency(&mut self, pred: Pred, exec: Exec, response: Var, start: u32, keeps: bool) {
        let storage = Storage::Subregister { of: response, offset: start as u16 };
        let mask = self.declare(DataType::Ud, 1, storage, Meaning::Temporary);
        if exec.nomask {
            // One message serves all lanes: the bit of the first lane holds for all.
            let answer = self.single(DataType::Ud, Meaning::Temporary);
            let one = Src::immediate(DataType::Ud, 1);
            self.alu(AluOp::And, Exec::SCALAR, Dst::whole(answer), &[Src::scalar(mask), one]);
            for half in 0..self.halves {
                let srcs = [Src::scalar(answer), Src::immediate(DataType::Ud, 0)];
                self.push(Inst::Compare { relation: Relation::Ne, exec: self.whole_half(half), dst: pred, srcs });
            }
        } else {
            // Setting a predicate from bits ignores the execution mask.
            let exec_all = Exec { nomask: true, ..exec };
            let dst = if keeps { self.temporary_predicate(exec) } else { pred };
            self.push(Inst::SetPredicate { exec: exec_all, dst, src: Src::scalar(mask) });
            if keeps {
                self.push(Inst::Predicate { op: PredicateOp::And, exec, dst: pred, srcs: [dst, dst] });
            }
        }
    }
}
