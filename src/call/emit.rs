//! What a lowered call tells the host: the instructions of its kernel from which messages get their payloads, and the messages.

use rustc_hash::{FxHashMap, FxHashSet};
use texvisa_ir::Bits;
use texvisa_ir::texture::{InstData, InstId, TextureOp, Value};
use texvisa_ir::visa::descriptor::{BINDLESS_SURFACE, descriptor, media_descriptor};
use texvisa_ir::visa::message::Slot;
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{
    Align, Alu, DataType, Exec, Inst, MediaBlock, Raw, SamplerMessage, Src, State, StateKind, Var, VisaKernel,
};
use texvisa_lowering::plan::{MessagePlan, SlotSource, slot_role};
use texvisa_lowering::{Lowered, LoweringOptions, lower as lower_kernel};

use super::description::{Call, CallError};
use super::kernel::BuiltCall;
use super::sink::{
    CallBlock, CallMessage, CallResponse, ChannelBytes, Filling, LoweredCall, MoveInst, MoveSource, RegisterBytes,
    Sink, Temporary, TemporaryUse,
};

/// Lowers the kernel of `call` and tells `sink` what it takes.
///
/// # Errors
///
/// The target cannot do it.
pub(super) fn lower<R: Copy, S: Sink<Register = R>>(
    call: &Call<R>,
    built: BuiltCall<R>,
    sink: &mut S,
) -> Result<LoweredCall, CallError> {
    let BuiltCall { module, id, registers } = built;
    let mut options = LoweringOptions::default();
    options.channels = call.channel_choice;
    options.per_lane = call.per_lane;
    let kernel = module.kernels[id].clone();
    let lowered = lower_kernel(&module, kernel, call.target, call.simd, &options).map_err(CallError::Lower)?;
    let plans = lowered.plans(&module);
    let inexpressible = || CallError::Inexpressible { operation: call.kind.name() };
    let (inst, plan) = plans.first().ok_or_else(inexpressible)?;
    let kept = kept_instructions(&lowered.kernel).ok_or_else(inexpressible)?;
    let mut telling =
        Telling { call, lowered: &lowered, plan, sink, registers: FxHashMap::default(), surface: None, sampler: None };
    telling.host_registers(&registers);
    let mut messages = 0;
    for index in kept {
        match &lowered.kernel.insts[index] {
            Inst::Alu(alu) => telling.arithmetic(alu),
            Inst::SetState { state, value } => telling.set(*state, *value),
            Inst::Sampler(message) => telling.message(message),
            Inst::Media(block) => telling.block(block),
            _ => {}
        }
        messages += u32::from(is_message(&lowered.kernel.insts[index]));
    }
    Ok(LoweredCall {
        message: plan.message,
        name: plan.name(),
        slots: slots(plan, operation(&lowered, *inst)),
        parameter: plan.parameter,
        returned: plan.returned(),
        messages,
        notes: plan.notes.iter().copied().collect(),
        #[cfg(feature = "check")]
        module,
        #[cfg(feature = "check")]
        lowered,
    })
}

fn operation(lowered: &Lowered, inst: InstId) -> Option<&TextureOp> {
    match lowered.texture.insts[inst] {
        InstData::Texture(id) => Some(&lowered.texture.textures[id]),
        _ => None,
    }
}

/// What fills the slots of the message.
fn slots(plan: &MessagePlan, op: Option<&TextureOp>) -> Vec<(Slot, Filling)> {
    let fill = |(source, slot): (&SlotSource, &Slot)| {
        let filling = match (source, slot_role(*slot)) {
            (SlotSource::Value { .. }, Some((role, element))) if op.is_some_and(|op| op.param(role).is_some()) => {
                Filling::Role(role, element)
            }
            (SlotSource::Packed(_), _) => Filling::Packed,
            _ => Filling::Zero,
        };
        (*slot, filling)
    };
    plan.sources.iter().zip(plan.message.row().slots).map(fill).collect()
}

const fn is_message(inst: &Inst) -> bool {
    matches!(inst, Inst::Sampler(_) | Inst::Media(_))
}

/// The positions of the messages and of what their payloads are made from; `None` where something else than arithmetic is
/// among that.
fn kept_instructions(kernel: &VisaKernel) -> Option<Vec<usize>> {
    let last = kernel.insts.iter().rposition(is_message)?;
    let mut needed: FxHashSet<Var> = FxHashSet::default();
    let mut kept = Vec::new();
    for index in (0..=last).rev() {
        let inst = &kernel.insts[index];
        let (mut reads, mut writes_needed) = (Vec::new(), false);
        kernel.for_each_access(inst, |access| {
            let (var, _) = kernel.backing(access.var);
            if access.write { writes_needed |= needed.contains(&var) } else { reads.push(var) }
        });
        let is_kept = match inst {
            Inst::Sampler(_) | Inst::Media(_) | Inst::SetState { .. } => true,
            Inst::Alu(alu) if writes_needed && alu.predicate.is_some() => return None,
            Inst::Alu(_) => writes_needed,
            _ if writes_needed => return None,
            _ => false,
        };
        if is_kept {
            kept.push(index);
            needed.extend(reads);
        }
    }
    kept.reverse();
    Some(kept)
}

struct Telling<'a, R, S> {
    call: &'a Call<R>,
    lowered: &'a Lowered,
    plan: &'a MessagePlan,
    sink: &'a mut S,
    /// The register of each backing variable that has one, and the byte of it at which the variable begins.
    registers: FxHashMap<Var, (R, u32)>,
    surface: Option<MoveSource<R>>,
    sampler: Option<MoveSource<R>>,
}

impl<R: Copy, S: Sink<Register = R>> Telling<'_, R, S> {
    fn kernel(&self) -> &VisaKernel {
        &self.lowered.kernel
    }

    /// Gives the variables of the arguments the host's registers. Those of the upper half of the lanes begin behind the lower.
    fn host_registers(&mut self, registers: &[(Value, R)]) {
        let half_lanes = self.call.simd.exec_lanes(self.call.target);
        for input in &self.lowered.kernel.inputs {
            let Meaning::Value { value, half, .. } = self.lowered.origins.var(input.var) else { continue };
            if let Some((_, register)) = registers.iter().find(|(argument, _)| *argument == value) {
                let offset = u32::from(half) * half_lanes * self.lowered.kernel.vars[input.var].ty.bytes();
                self.registers.insert(input.var, (*register, offset));
            }
        }
    }

    /// The register of `var`, which is declared as what it is used for where it has none.
    fn register(&mut self, var: Var, used_as: TemporaryUse) -> RegisterBytes<R> {
        let (backing, offset) = self.kernel().backing(var);
        let (register, start) = match self.registers.get(&backing) {
            Some(known) => *known,
            None => {
                let decl = self.kernel().vars[backing];
                let is_payload = used_as == TemporaryUse::Scratch && decl.align == Align::Grf && self.is_sent(backing);
                let used_as = if is_payload { TemporaryUse::Payload } else { used_as };
                let elements = decl.elements.into();
                let register = self.sink.temporary(&Temporary { used_as, ty: decl.ty, elements, align: decl.align });
                self.registers.insert(backing, (register, 0));
                (register, 0)
            }
        };
        RegisterBytes { register, offset: start + offset }
    }

    /// Whether a message has bytes of `backing` as a parameter.
    fn is_sent(&self, backing: Var) -> bool {
        let kernel = self.kernel();
        kernel.insts.iter().any(|inst| match inst {
            Inst::Sampler(message) => {
                kernel.raws(message.params).iter().any(|raw| kernel.backing(raw.var).0 == backing)
            }
            Inst::Media(block) => block.store && kernel.backing(block.data.var).0 == backing,
            _ => false,
        })
    }

    fn bytes(&mut self, raw: Raw, used_as: TemporaryUse) -> RegisterBytes<R> {
        let RegisterBytes { register, offset } = self.register(raw.var, used_as);
        RegisterBytes { register, offset: offset + u32::from(raw.offset) }
    }

    fn source(&mut self, src: Src) -> MoveSource<R> {
        match src {
            Src::Register { var, offset, region, modifier } => {
                let ty = self.kernel().vars[var].ty;
                MoveSource::Register {
                    bytes: self.bytes(Raw { var, offset }, TemporaryUse::Scratch),
                    ty,
                    region,
                    modifier,
                }
            }
            Src::Immediate { ty, bits } => MoveSource::Number { ty, bits },
            // Small numbers a lane are of no payload.
            Src::Vector { bits, .. } => MoveSource::Number { ty: DataType::Ud, bits: Bits::new(u64::from(bits)) },
        }
    }

    fn arithmetic(&mut self, alu: &Alu) {
        let srcs = alu.srcs[..alu.op.sources()].iter().map(|src| self.source(*src)).collect();
        let dst = self.bytes(Raw { var: alu.dst.var, offset: alu.dst.offset }, TemporaryUse::Scratch);
        let ty = self.kernel().vars[alu.dst.var].ty;
        self.sink.instruction(&MoveInst { op: alu.op, exec: alu.exec, dst, ty, srcs });
    }

    fn set(&mut self, state: State, value: Src) {
        let source = Some(self.source(value));
        match self.kernel().states[state] {
            kind if kind.is_sampler() => self.sampler = source,
            _ => self.surface = source,
        }
    }

    /// The number of a table entry; zero where a register holds it.
    fn number(source: Option<MoveSource<R>>) -> u32 {
        match source {
            Some(MoveSource::Number { bits, .. }) => bits.get() as u32,
            _ => 0,
        }
    }

    fn surface(&self) -> MoveSource<R> {
        self.surface.unwrap_or(MoveSource::Number { ty: DataType::Ud, bits: Bits::ZERO })
    }

    /// The entry of the binding table that a descriptor names.
    fn entry(&self, surface: State) -> u32 {
        match self.lowered.kernel.states[surface] {
            StateKind::BindlessSurface => BINDLESS_SURFACE,
            _ => Self::number(self.surface),
        }
    }

    fn message(&mut self, message: &SamplerMessage) {
        let kernel = &self.lowered.kernel;
        let shape = kernel.shape(message);
        let payload = kernel.raws(message.params).iter().map(|raw| self.bytes(*raw, TemporaryUse::Payload)).collect();
        let offsets = self.source(message.offset);
        let placement = kernel.payload_placement(message);
        let sampler = message.sampler.and(self.sampler);
        let (entry, state) = (self.entry(message.surface), Self::number(sampler));
        let descriptor = descriptor(&shape, placement, kernel.target.platform(), entry, state, message.cps);
        let response = message.dst.map(|dst| {
            let returned = self.plan.returned();
            let channel =
                |(rank, channel): (usize, u8)| ChannelBytes { channel, offset: rank as u32 * shape.channel_step() };
            CallResponse {
                register: self.register(dst.var, TemporaryUse::Response).register,
                bytes: shape.response_bytes(),
                ty: kernel.vars[dst.var].ty,
                channels: returned.iter().enumerate().map(channel).collect(),
                residency: shape.residency_start(),
            }
        });
        self.sink.message(&CallMessage {
            message: message.message,
            exec: message.exec,
            channels: message.channels,
            surface: self.surface(),
            sampler,
            offsets,
            payload,
            descriptor,
            response,
            block: None,
        });
    }

    fn block(&mut self, block: &MediaBlock) {
        let kernel = &self.lowered.kernel;
        let (x, y) = (self.source(block.x), self.source(block.y));
        let use_of_rows = if block.store { TemporaryUse::Payload } else { TemporaryUse::Response };
        let rows = self.bytes(block.data, use_of_rows);
        let response = (!block.store).then(|| CallResponse {
            register: rows.register,
            bytes: kernel.vars[block.data.var].bytes(),
            ty: kernel.vars[block.data.var].ty,
            channels: Vec::new(),
            residency: None,
        });
        self.sink.message(&CallMessage {
            message: self.plan.message,
            exec: self.plan.sends.iter().next().unwrap_or(Exec::SCALAR),
            channels: self.plan.channels,
            surface: self.surface(),
            sampler: None,
            offsets: MoveSource::Number { ty: DataType::Uw, bits: Bits::ZERO },
            payload: if block.store { vec![rows] } else { Vec::new() },
            descriptor: media_descriptor(block, kernel.target.platform(), self.entry(block.surface)),
            response,
            block: Some(CallBlock {
                store: block.store,
                modifier: block.modifier,
                width: block.width,
                height: block.height,
                plane: block.plane,
                x,
                y,
                pitch: block.shape().pitch(),
            }),
        });
    }
}
